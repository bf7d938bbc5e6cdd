"""Properties of every round of every game: chips conserved, replay identical, offered means accepted."""

import itertools
import os
import random
from collections.abc import Iterable

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.events import Charged, Event, Refunded, Settlement, Wagered, Withdrawn, decode, encode
from pitboss.game import Game, RoundStart
from pitboss.house.table import entries
from pitboss.house.table.table import Table, found
from pitboss.journal import Report, verify
from pitboss.ledger import LAYOUT, Ledger
from pitboss.paper.alternatives import alternatives
from pitboss.procedure import Answer, Draw, Each, Election, Refusal, Refused, Who, Window
from pitboss.submission import load, submit, write
from pitboss.testkit.random_play import Pick, play_out, tender
from pitboss.wagers import REMOVE
from tests.house.lawful_tables import random_filing

GAMES = list(catalogue.games().values())
by_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
# other rounds each time; make soak ARGS=slow asks for many more of them
EXAMPLES = int(os.environ.get("PITBOSS_EXAMPLES", "3"))
few = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
NOW = "2026-01-01T00:00:00Z"


def rng(seed: int) -> Pick:
    source = random.Random(seed)
    return lambda n: source.randrange(n) if n > 0 else 0


def table(game: Game, seed: int, rounds: int) -> list[Round]:
    """Some rounds in a row, played at random under a filing drawn by lot."""
    rules, pick = random_filing(game, rng(seed)), rng(seed)
    state, played = game.open(rules), []
    for number in range(1, rounds + 1):
        play = Round(game, rules, state, RoundStart(number))
        play.events = play_out(play, pick, seats=rules.posted.seats, wagers=pick(12))
        state = play.result
        played.append(play)
    return played


@by_game
@few
@given(seed=st.integers(0, 2**32))
def test_chips_are_conserved_after_every_event(game: Game, seed: int) -> None:
    """The ledger sums to zero after each event, and what is on the layout is exactly the undecided wagers."""
    ledger, up = Ledger(), 0
    for play in table(game, seed, 3):
        for event in play.events:
            ledger.fold([event])
            ledger.check()
            if isinstance(event, Wagered):
                up += event.amount
            elif isinstance(event, Withdrawn):
                up -= event.amount
            elif isinstance(event, Settlement) and not event.stays:
                up -= event.stake
            assert ledger.balance(LAYOUT) == up >= 0


@by_game
@few
@given(seed=st.integers(0, 2**32))
def test_replay_reproduces_every_event_byte_for_byte(game: Game, seed: int) -> None:
    """Rounds go into a table's record; another table, fed its entries as recovery and the verifier do, is the same."""
    record, played = recorded(game, seed, 2)
    again = Table("table")
    for entry in record.written:
        again.replay(entry)
    assert verify(record.written) == again.journal.head
    assert again.state.felt.state == played[-1].result
    assert decode(encode(played[-1].events)) == played[-1].events == again.play.events


@by_game
def test_replay_stops_at_a_changed_event(game: Game) -> None:
    """Control: one event of the record says something else, and the table that is fed it refuses to go on."""
    record, _ = recorded(game, 58, 1)
    first = next(number for number, entry in enumerate(record.written) if entry.kind == "step")
    again, entry = Table("table"), record.written[first]
    for before in record.written[:first]:
        again.replay(before)
    head, events, tail = bytes(entry.payload).partition(b'"events":')
    changed = head + events + tail.replace(b'"cite":"', b'"cite":"1', 1)
    with pytest.raises(Refused, match="does not replay") as refusal:
        again.replay(msgspec.structs.replace(entry, payload=msgspec.Raw(changed)))
    assert refusal.value.why is Refusal.DIVERGED


def recorded(game: Game, seed: int, rounds: int) -> tuple[Table, list[Round]]:
    """Random rounds as the record of a table where outcomes are entered."""
    played = table(game, seed, rounds)
    rules = played[0].rules
    settings = entries.Settings(chance="entered")
    made = found(
        "table", entries.Founded(game.name, game.title, rules.chosen, rules.hash(game.name), "1", settings), NOW
    )
    made.enter(entries.Opened("F"))
    for play in played:
        made.enter(entries.Began(play.start, made.state.filing.founded.submission, "1"))
        for moment in play.history:
            assert isinstance(moment, Answer)
            made.house(moment)
        made.flush()
        made.end()
    return made, played


@by_game
@few
@given(seed=st.integers(0, 2**32))
def test_state_survives_storage(game: Game, seed: int) -> None:
    """A state written between rounds and read again is the same state."""
    for play in table(game, seed, 2):
        assert msgspec.json.decode(msgspec.json.encode(play.result), type=game.state) == play.result


def to_the_window(play: Round, pick: Pick) -> None:
    """Past cuts, burns and whatever else comes before betting opens."""
    while isinstance(play.pending, Draw | Election | Each):
        _one_answer(play, pick)


@by_game
@few
@given(seed=st.integers(0, 2**32))
def test_offered_is_accepted_and_all_else_refused(game: Game, seed: int) -> None:
    """Every offer is accepted as made; an unoffered spot, a cent below the least and a cent above the most are refused."""
    pick, rules = rng(seed), random_filing(game, rng(seed))
    play = Round(game, rules, game.open(rules), RoundStart(1))
    to_the_window(play, pick)
    assert isinstance(play.pending, Window)
    for _ in range(40):
        question = play.pending
        assert isinstance(question, Window)
        seat = 1 + pick(rules.posted.seats)
        offers = question.menu.offers(seat)
        for offer in offers:
            play.replica().answer(tender(seat, offer, pick))
            outside = [offer.least - 1] if offer.says == "wager" and offer.least > 1 else []
            outside += [offer.most + 1] if offer.says == "wager" and offer.most is not None else []
            for amount in outside:
                with pytest.raises(Refused):
                    play.replica().answer(Answer(seat, offer.says, offer.wager, offer.on, amount))
            break
        with pytest.raises(Refused):
            play.answer(Answer(seat, "wager", "no such wager", "", 500))
        if not offers:
            break
        play.answer(tender(seat, offers[pick(len(offers))], pick))


@by_game
@few
@given(seed=st.integers(0, 2**32))
def test_every_lawful_answer_is_accepted_and_others_refused(game: Game, seed: int) -> None:
    """At every question of a round each listed answer is accepted; an unlisted one, and anyone else's, is refused."""
    pick, rules = rng(seed), random_filing(game, rng(seed))
    played = Round(game, rules, game.open(rules), RoundStart(1))
    play_out(played, pick, seats=rules.posted.seats, wagers=8)
    play = Round(game, rules, played.state, played.start)
    for moment in played.history:
        question = play.pending
        for election in play.elections():
            for answer in list(election.lawful())[:8]:
                play.replica().answer(answer)
            for wrong in (Answer(election.to, "no such answer"), Answer(99, election.options[0].says)):
                with pytest.raises(Refused):
                    play.answer(wrong)
        if isinstance(question, Draw):
            for wrong in (Answer("chance", "ZZ"), Answer(1, next(iter(question.weights)))):
                with pytest.raises(Refused):
                    play.answer(wrong)
        assert isinstance(moment, Answer)
        play.answer(moment)


@by_game
@few
@given(seed=st.integers(0, 2**32))
def test_irregularities_are_refused_or_remedied_and_the_round_still_ends(game: Game, seed: int) -> None:
    """Whatever irregularity is reported, whenever: it is refused and nothing moves, or it is remedied and chips balance."""
    pick, rules, ledger = rng(seed), random_filing(game, rng(seed)), Ledger()
    play = Round(game, rules, game.open(rules), RoundStart(1))
    events = list(play.events)
    kinds = game.irregularities
    for _ in range(400):
        if play.closed:
            break
        if kinds and pick(4) == 0:
            kind = kinds[pick(len(kinds))]
            report = Report(kind.name, 1 + pick(rules.posted.seats), {fact: bool(pick(2)) for fact in kind.facts})
            before = play.pending
            try:
                events += play.report(report)
            except Refused:
                assert play.pending is before
            continue
        events += _one_answer(play, pick)
    ledger.fold(events)
    ledger.check()


def _one_answer(play: Round, pick: Pick) -> list:  # type: ignore[type-arg]
    from pitboss.testkit.random_play import bet, elect, weighted
    from pitboss.wagers import close_betting

    question = play.pending
    if isinstance(question, Window):
        answer = bet(question, pick, play.rules.posted.seats) if pick(5) else None
        if answer is not None:
            return play.answer(answer)
        try:
            return play.answer(close_betting())
        except Refused:
            return []
    if isinstance(question, Draw):
        return play.answer(weighted(question, pick))
    elections = play.elections()
    return play.answer(elect(elections[pick(len(elections))], pick))


@by_game
def test_example_submission_round_trips_through_its_file(game: Game) -> None:
    """What ``submission new`` writes, ``submission check`` accepts, with the same hash."""
    for rules in (game.example(), *(random_filing(game, rng(seed)) for seed in range(5))):
        again = load(game.rules, write(game.name, rules))
        assert again == rules
        assert again.hash(game.name) == rules.hash(game.name)


@by_game
def test_unknown_and_mistyped_choices_are_refused(game: Game) -> None:
    """A choice nobody knows and a choice of the wrong type are refused with a citation."""
    for chosen in (
        {"no_such_choice": 1},
        {"breakage": "sideways"},
        {"minimum": "a lot"},
        {"limits": {"nothing": {"minimum": "1.00"}}},
    ):
        with pytest.raises(Refused) as caught:
            submit(game.rules, chosen)
        assert caught.value.cite


@by_game
@few
@given(seed=st.integers(0, 2**32))
def test_the_price_of_an_answer_is_what_it_takes(game: Game, seed: int) -> None:
    """Whatever a seat says, its price is known before it is taken, to the cent, bank covers and vigorish included."""
    for played in table(game, seed, 2):
        play = Round(game, played.rules, played.state, played.start)
        for answer in played.history:
            assert isinstance(answer, Answer)
            alone = isinstance(play.pending, Window | Election)
            price = play.price(answer).amount
            took = _taken(play.feed((answer,)), answer.by)
            if alone and isinstance(answer.by, int) and answer.says != REMOVE:
                assert price == max(0, took), answer


def _taken(events: Iterable[Event], by: Who) -> int:
    """What went from a seat to the layout or the house before anything was settled."""
    took = 0
    for event in itertools.takewhile(lambda event: not isinstance(event, Settlement), events):
        if isinstance(event, Wagered | Charged) and event.seat == by:
            took += event.amount
        elif isinstance(event, Withdrawn | Refunded) and event.seat == by:
            took -= event.amount
    return took


@by_game
def test_random_play_reaches_settlement(game: Game) -> None:
    """Control of everything above: at random, too, wagers are made that stand, and rounds in which they are decided."""
    settled = [any(isinstance(event, Settlement) for event in play.events) for play in table(game, 58, 30)]
    assert sum(settled) >= 10


# the games in which a player may have a second box, and wagers that are made when cards are out
BOXES = ("blackjack", "casino-war", "six-card-fortune-pai-gow-poker", "over-under", "dj-wild-stud-poker")


@pytest.mark.parametrize("name", BOXES)
def test_every_wager_in_a_second_box_names_its_player(name: str) -> None:
    """Also those that are made by an election, when cards are out: whoever adds up by player finds them all."""
    game, elected = catalogue.game(name), set[str]()
    rules = next(rules for rules in (game.example(), *alternatives(game)) if rules.posted.boxes > 1)
    for seed in range(10 * EXAMPLES):
        pick = rng(seed)
        play = Round(game, rules, game.open(rules), RoundStart(1, seated=(3,)))
        to_the_window(play, pick)
        for seat, player in ((3, ""), (4, "3")):
            for kind in ("ante", "blind") if name == "dj-wild-stud-poker" else (game.wagers[0].name,):
                play.answer(Answer(seat, "wager", kind, "", 1000, player=player))
        events = play_out(play, pick, seats=1, wagers=0)
        wagered = [event for event in events if isinstance(event, Wagered)]
        assert {event.player for event in wagered if event.seat == 4} <= {"3"}
        assert {event.player for event in wagered if event.seat == 3} <= {""}
        elected |= {event.wager for event in wagered if event.seat == 4}
    assert elected, "nothing was wagered by an election"

"""Tables: whole rounds, rounds by questions, chance from a seed or as given, and what is refused."""

import pickle
import random
import sys
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import pytest

import pitboss
from pitboss.drivers.fair import Stream, commitment
from pitboss.events import CutMade, Shuffled
from pitboss.library.tables import TablePeople
from pitboss.procedure import CHANCE, Draw
from pitboss.tabular import Listed
from pitboss.terminal.chance import TerminalChance
from pitboss.testkit.tables import deal, play

RED = pitboss.wager("red", "5.00")


def at_random(seed: int) -> pitboss.Played:
    return pitboss.Table("blackjack", seed=seed).play([pitboss.wager("blackjack", "10.00")])


def test_a_round_is_the_one_that_the_scenario_driver_plays() -> None:
    """The same wagers, answers and outcomes settle alike through the library and through ``pitboss run``."""
    wagers = [pitboss.wager("front_9", "10.00"), pitboss.wager("skins", 500)]
    cards = "AS 9H 4C 2D TS KD 3C 7H"

    def decide(question: pitboss.Election, seen: pitboss.Seen) -> pitboss.Answer:
        match = [option for option in question.options if option.says == "back_9"]
        return match[0].answer(question.to) if match else pitboss.usual(question, seen)

    ours = pitboss.Table("go-fore-it").play(wagers, decide, outcomes=cards.split())
    theirs = play("go-fore-it", deal("1 front_9 10; 1 skins 5", cards, "1 back_9")).ok()
    told = [(each.wager, pitboss.dollars(each.returned), each.cite) for each in ours.settlements]
    assert told == [(line["wager"], line["returned"], line["cite"]) for line in theirs.settlements]
    assert len(told) == 3


@pytest.mark.parametrize("game", pitboss.games())
def test_every_game_is_played_by_question_as_it_is_whole(game: str) -> None:
    """Two rounds of each game: driven by hand from the same seed, they are the same events; and so is the replay."""
    whole, driven = pitboss.Table(game, seed=9), pitboss.Table(game, seed=9)
    for number in range(2):
        wagers = [pitboss.wager("pass_bet", "10.00")] if "craps" in game and not number else []  # the dice wait for it
        played = whole.play(wagers)
        by_hand = driven.begin([1] if wagers else [])
        while not by_hand.closed:
            tendered = wagers and isinstance(by_hand.pending, pitboss.Window)
            driven.answer(by_hand, wagers.pop() if tendered else None)
        assert driven.end(by_hand).events == played.events == tuple(pitboss.replay(played.round))


def test_a_seed_repeats_a_table_and_another_does_not() -> None:
    """Cards, events and result."""
    assert at_random(4).events == at_random(4).events
    assert at_random(4).events != at_random(5).events


@pytest.mark.parametrize("seed", [7, (7).to_bytes(32, "big"), f"{7:064x}"])
def test_a_seed_is_written_in_three_ways(seed: int | bytes | str) -> None:
    assert pitboss.Table("roulette", seed=seed).play().events == pitboss.Table("roulette", seed=7).play().events


@pytest.mark.parametrize("seed", [-1, 2**256, b"short", "00", "z" * 64, 1.5])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    with pytest.raises(pitboss.Refused, match=r"^A seed is 64 hexadecimal digits, 32 bytes, or a whole number from 0 "):
        pitboss.Table("roulette", seed=seed)


def test_a_seed_that_is_spent_is_opened_and_matches_its_commitment() -> None:
    """Not before: the seed of what is to come is in nothing that the table tells."""
    table = pitboss.Table("roulette", seed=3)
    table.play()
    committed = table.seeds[0].split()[-1]
    assert table.seeds == [f"Seed committed: {commitment((3).to_bytes(32, 'big'))}"]
    table.play()
    opened = table.seeds[1].split()[-1]
    assert opened == f"{3:064x}"
    pitboss.check_seed(opened, committed)
    with pytest.raises(pitboss.Refused, match=r"^The seed does not match its commitment\.$"):
        pitboss.check_seed(4, committed)


def test_seats_decide_only_on_what_they_see() -> None:
    """The dealer's hole card is in the events, and not among the cards that a seat has seen."""
    shown: list[int] = []

    def decide(question: pitboss.Election, seen: pitboss.Seen) -> pitboss.Answer:
        shown.append(len(seen.hand("dealer")))
        return pitboss.usual(question, seen)

    table = pitboss.Table("blackjack", seed=21)
    for _ in range(5):
        table.play([pitboss.wager("blackjack", "10.00"), pitboss.wager("blackjack", "10.00", seat=2)], decide)
    assert set(shown) <= {0, 1}
    assert shown.count(1) > 4


def test_seats_see_their_own_cards_and_no_others() -> None:
    """Of hands that are dealt face down, each seat sees its own seven cards when it sets them."""
    shown: dict[int | str, dict[int | str, int]] = {}

    def decide(question: pitboss.Election, seen: pitboss.Seen) -> pitboss.Answer:
        if question.kind == "low hand":
            shown[question.to] = {who: sum(map(bool, seen.hand(who))) for who in (1, 2, "dealer")}
        return pitboss.usual(question, seen)

    wagers = [pitboss.wager("pai_gow_poker", "10.00", seat=seat) for seat in (1, 2)]
    pitboss.Table("pai-gow-poker", seed=5).play(wagers, decide)
    assert shown == {1: {1: 7, 2: 0, "dealer": 0}, 2: {1: 0, 2: 7, "dealer": 0}}


def test_a_wager_for_which_betting_never_opened_is_refused() -> None:
    """Nothing that was to be wagered is passed over in silence."""
    with pytest.raises(pitboss.Refused, match=r"^Betting was not open in this round for the wager of seat 1 on red\."):
        TablePeople([RED], pitboss.usual).check_all_tendered(pitboss.games()["roulette"])


def test_money_of_a_round_by_seat() -> None:
    """What one seat wins is not another's."""
    played = pitboss.Table("roulette").play([RED, pitboss.wager("black", 700, seat=4)], outcomes=["3"])
    assert (played.net(1), played.net(4), played.net(2)) == (500, -700, 0)


def test_what_cannot_be_done_is_refused() -> None:
    """Each in one sentence."""
    table = pitboss.Table("roulette")
    with pytest.raises(pitboss.Refused, match=r"^The round ended before this was used: 4\."):
        table.play([RED], outcomes=["3", "4"])
    with pytest.raises(pitboss.Refused, match=r"^No further outcome is given for the wheel\."):
        table.play([RED], outcomes=[])
    with pytest.raises(pitboss.Refused, match=r"^The wheel cannot show '77' now"):
        table.play([RED], outcomes=["77"])
    with pytest.raises(pitboss.Refused, match=r"^'five' is not an amount of money"):
        pitboss.wager("red", "five")
    with pytest.raises(pitboss.Refused, match=r"^'5,10' is not an amount of money"):
        pitboss.cents("5,10")
    with pytest.raises(
        pitboss.Refused, match=r"^5\.0 is not an amount; give whole cents, like 1250, or dollars as text"
    ):
        pitboss.wager("red", 5.0)  # type: ignore[arg-type]
    with pytest.raises(pitboss.Refused, match=r"^The round is not over\."):
        table.end(table.begin())
    with pytest.raises(pitboss.Refused, match=r"^There is no game 'rulet'; did you mean roulette\?"):
        pitboss.Table("rulet")
    with pytest.raises(pitboss.Refused, match=r"^These are rules of another game than Roulette"):
        pitboss.Table("roulette", pitboss.submit("craps"))


def test_a_refusal_comes_whole_out_of_another_process() -> None:
    """A worker that refuses breaks no pool: every kind of refusal is the same after it was pickled."""
    (mistake,) = pitboss.check_submission("roulette", {"weel": 1})
    for refused in (mistake, pitboss.Refused(pitboss.Refusal.STALE, "The round is not over.", "617a.5(b)")):
        again = pickle.loads(pickle.dumps(refused))
        assert (type(again), str(again), vars(again)) == (type(refused), str(refused), vars(refused))


def test_every_round_of_a_wheel_has_the_published_edge() -> None:
    """Probabilities are exact and add up to one; so is the mean."""
    for spot in ("red", "column"):
        on = "" if spot == "red" else "1"
        ways = list(pitboss.every_round("roulette", [pitboss.wager(spot, 100, on)], rules={"wheel": "single"}))
        mean = sum((way.probability * Fraction(way.net(), 100) for way in ways), Fraction(0))
        assert sum(way.probability for way in ways) == 1
        assert -mean == pitboss.edge("roulette", spot, rules={"wheel": "single"}).house_edge == Fraction(1, 37)
        assert all(tuple(pitboss.replay(way.round)) == way.events for way in ways[:3])


def test_every_round_asks_those_who_decide() -> None:
    """Where a seat decides, it is asked with the cards it has seen; a round of three cards ends after the first here."""
    asked: list[tuple[str, ...]] = []

    def decide(question: pitboss.Election, seen: pitboss.Seen) -> pitboss.Answer:
        asked.append(tuple(seen.hand(1)))
        return pitboss.usual(question, seen)

    first = next(pitboss.every_round("over-under", [pitboss.wager("ante", "10.00")], decide))
    assert [len(cards) for cards in asked if cards] == [1] * len([cards for cards in asked if cards])
    assert any(asked)
    assert 0 < first.probability < 1


@pytest.mark.parametrize("wagers", ["1 number 3 10", "1 number@3", "one number 10"])
def test_a_wager_that_is_not_in_the_language_of_tests_is_refused_in_a_sentence(wagers: str) -> None:
    """The sentence has what was written and the form that is expected."""
    with pytest.raises(
        pitboss.Refused, match=r"Expected seat wager\[@spot\] amount, like '1 straight@17 5'"
    ) as refusal:
        deal(f"1 red 5; {wagers}")
    assert wagers in refusal.value.sentence


@pytest.mark.parametrize("answers", ["1", "1 double_down 5 5"])
def test_an_answer_that_is_not_in_the_language_of_tests_is_refused_in_a_sentence(answers: str) -> None:
    """As for wagers."""
    with pytest.raises(pitboss.Refused, match=f"like '1 double_down 5', not '{answers}'"):
        deal("1 blackjack 5", "", answers)


DOUBLE = {"double_shoe": True, "suit_to_side": "red_left", "split_aces": "one_card", "decks": 2}
SIDES = ("left side", "right side")


class Watched(pitboss.Table):
    """A Blackjack table of which every card is noted by the side of the shoe that it came from, shuffle by shuffle."""

    def __init__(self, seed: int, choices: dict[str, Any]) -> None:
        super().__init__("blackjack", DOUBLE | choices, seed=seed)
        self.drawn: dict[str, list[tuple[int, list[str]]]] = {side: [] for side in SIDES}  # cut, cards
        self._latest = ""

    def answer(self, play: pitboss.Round, answer: pitboss.Answer | None = None) -> list[pitboss.Event]:
        asked, events = play.pending, super().answer(play, answer)
        if isinstance(asked, Draw):
            self.drawn[asked.device][-1][1].append(
                next(a.says for a in reversed(play.history) if isinstance(a, pitboss.Answer) and a.by == CHANCE)
            )
        self.note(events)
        return events

    def begin(self, seated: Iterable[int] = (1,), *, players: Mapping[int, str] | None = None) -> pitboss.Round:
        play = super().begin(seated, players=players)
        self.note(play.events)
        return play

    def note(self, events: Iterable[pitboss.Event]) -> None:
        for event in events:
            if isinstance(event, Shuffled):
                self._latest = event.device
                self.drawn[event.device].append((0, []))
            elif isinstance(event, CutMade):
                self.drawn[self._latest][-1] = (event.position, self.drawn[self._latest][-1][1])


@pytest.mark.parametrize(
    "choices", [{"decks": 4}, {"decks": 6, "blackjack_switch": True, "switch_natural_pays": "one_to_one"}]
)
def test_633a_3_c_each_side_of_a_double_shoe_is_a_device_of_its_own(choices: dict[str, Any]) -> None:
    """Six tables of sixty rounds each way: the cards of each side are in the order of the seed committed to for it."""
    areas = ("1", "2") if "blackjack_switch" in choices else ("",)
    for seed in range(6):
        source, table = random.Random(seed), Watched(seed, choices)
        for _ in range(60):
            wagers = [pitboss.wager("blackjack", 1000, on, seat=seat) for seat in (1, 2, 3) for on in areas]
            table.play(wagers, lambda question, seen: source.choice(list(question.lawful())))  # noqa: B023
        committed = {line.split()[-1] for line in table.seeds if "committed" in line}
        for side in SIDES:
            opened = [line.split()[-1] for line in table.seeds if f"opened for the {side}" in line]
            assert len(opened) == len(table.drawn[side]) - 1 > 2  # the last is still in use
            for (cut, cards), told in zip(table.drawn[side], opened, strict=False):
                assert commitment(bytes.fromhex(told)) in committed
                order = Stream(bytes.fromhex(told)).shuffled(sorted(table.rules.cards))  # type: ignore[attr-defined]
                assert (order[cut:] + order[:cut])[: len(cards)] == cards


def test_633a_3_c_a_double_shoe_is_played_in_the_terminal() -> None:
    """Both sides until they are shuffled again; each seed is told with its side."""
    said = list[str]()
    chance, table = TerminalChance(said.append, bytes(32)), Watched(1, {})
    table._chance = chance
    for _ in range(40):
        table.play([pitboss.wager("blackjack", 1000)])
    chance.open()
    for side in SIDES:
        assert [line for line in said if line.startswith(f"Seed opened for the {side}: ")]


def test_results_are_tables_for_notebooks_and_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """One row for each record; a refusal in a sentence where pandas is not installed; nothing of a name is markup."""
    edges = pitboss.edges("roulette")
    frame = edges.to_frame()
    assert list(frame["wager"]) == [each.wager for each in edges]
    assert frame["house_edge"].dtype == float
    assert list(edges[0].to_frame()["probability"]) == [float(each.probability) for each in edges[0].outcomes]
    played = pitboss.Table("roulette", seed=58).play([pitboss.wager("black", "10.00")])
    assert played.rows()[0]["returned"] == played.settlements[0].returned
    assert "<td>617a.4(a)</td>" in played._repr_html_()
    listed = Listed([pitboss.FilingChoice("<b>", "", "", "")])
    assert "&lt;b&gt;" in listed._repr_html_()
    assert "<b>" not in listed._repr_html_()
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(pitboss.Refused, match="A data frame needs pandas"):
        edges.to_frame()


@pytest.mark.parametrize("game", sorted(pitboss.games()))
def test_choices_are_those_that_can_be_filed(game: str) -> None:
    """Each has a provision, and every value that is listed is one that its form takes."""
    found = pitboss.choices(game)
    assert found
    for choice in found:
        assert choice.name
        assert choice.cite
        for value in choice.values:
            given = {"true": True, "false": False}.get(value, value)
            wrong = pitboss.check_submission(game, {choice.name: given})
            assert not [
                each
                for each in wrong
                if each.path[:1] == (choice.name,) and "is not allowed: it takes" in each.sentence
            ]

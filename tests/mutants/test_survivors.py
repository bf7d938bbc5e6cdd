"""What a small change to the rules could take away without any test of one chapter noticing."""

import random
from collections.abc import Iterator
from functools import cache

import msgspec
import pytest

from pitboss import catalogue
from pitboss.chapters.ch623a_craps import rules as craps
from pitboss.chapters.ch623a_craps import wagers
from pitboss.drivers.round import Round
from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.equipment.shoe import Shuffling
from pitboss.events import Dealt, Marked, RoundClosed, RoundOpened, Settlement
from pitboss.families.pai_gow_poker.dealing import Selector
from pitboss.game import Game, RoundStart
from pitboss.journal import Report
from pitboss.procedure import Answer, Draw, Refused, Window
from pitboss.submission import RulesSubmission
from pitboss.testkit.random_play import Pick, elect, play_out, required, tender, weighted
from pitboss.testkit.tables import Played, fault, play
from pitboss.wagers import close_betting
from tests.chapters import dj_wild
from tests.chapters.blackjack import DOUBLE, drive, filed, hand
from tests.chapters.pai_gow import plain

GAMES = catalogue.games()
ONE_DECK = (
    "pai-gow-poker",
    "six-card-fortune-pai-gow-poker",
    "go-fore-it",
    "dj-wild-stud-poker",
    "face-up-pai-gow-poker",
)
BACCARAT = {"minibaccarat", "midibaccarat", "baccarat"}  # a Dragon Bonus that loses has no line with a name
ROUNDS = 6
DICE = "dice"


def pick(seed: int) -> Pick:
    source = random.Random(seed)
    return lambda n: source.randrange(n) if n > 0 else 0


@cache
def rounds(name: str) -> tuple[Round, ...]:
    """Rounds in a row, played at random."""
    return tuple(played(GAMES[name], GAMES[name].example(), ROUNDS))


def played(game: Game, rules: RulesSubmission, count: int) -> Iterator[Round]:
    choose, state = pick(633), game.open(rules)
    for number in range(1, count + 1):
        one = Round(game, rules, state, RoundStart(number))
        one.events = play_out(one, choose, seats=rules.posted.seats, wagers=40)
        state = one.result
        yield one


@pytest.mark.parametrize("name", sorted(set(GAMES) - BACCARAT))
def test_every_settlement_says_what_decided_it(name: str) -> None:
    """Whether a wager is paid, collected or returned, the record names the outcome and the provision."""
    settled = [e for one in rounds(name) for e in one.events if isinstance(e, Settlement)]
    assert settled
    assert not [e for e in settled if not e.outcome or not e.cite]


@pytest.mark.parametrize("name", GAMES)
def test_every_round_is_opened_and_closed_in_the_record(name: str) -> None:
    """Once each, under the round's number, and nothing comes after the end."""
    for number, one in enumerate(rounds(name), 1):
        ends = [e for e in one.events if isinstance(e, RoundOpened | RoundClosed)]
        assert [(type(e), e.round) for e in ends] == [(RoundOpened, number), (RoundClosed, number)]
        assert one.events[-1] is ends[-1]


@pytest.mark.parametrize("name", ONE_DECK)
def test_no_card_of_one_deck_is_dealt_twice_in_a_round(name: str) -> None:
    """The record shows each card where it went, not another one in its place."""
    for one in rounds(name):
        cards = [e.card for e in one.events if isinstance(e, Dealt)]
        assert len(cards) == len(set(cards))


def decided(played: Played, wager: str) -> list[str]:
    """What the record says decided a wager."""
    settled = [e for e in played.ok().events if e["event"] in ("paid", "collected") and e["wager"] == wager]
    assert settled
    return [event["outcome"] for event in settled]


def test_633a_8_c_d_insurance_says_what_the_dealer_had() -> None:
    """Paid or collected, the record has the dealer's Blackjack, or that there was none."""
    for hole, answers, outcome in (
        ("TD", "1 insurance 5", "dealer Blackjack"),
        ("9H", "1 insurance 5; 1 stand", "no Blackjack"),
    ):
        assert decided(hand(f"TS AH 9S {hole}", answers), "insurance") == [outcome]


def test_687a_11_e_3_a_losing_wager_says_what_the_player_had() -> None:
    """All three wagers that go to a higher hand name the player's own."""
    played = dj_wild.hand("KS QH 9D 7S 4C", "AC JC 9C 3C JK", wagers=dj_wild.MAIN)
    assert all(outcome for wager in ("ante", "blind", "raise") for outcome in decided(played, wager))


def first_card(game: Game, rules: RulesSubmission) -> Draw:
    """The question for the first card of a round with one player."""
    one, least = Round(game, rules, game.open(rules), RoundStart(1)), pick(0)
    made = None
    while True:
        question = one.pending
        if isinstance(question, Draw) and question.device != DICE:
            return question
        if isinstance(question, Draw):
            one.answer(weighted(question, least))
        elif not isinstance(question, Window):
            (election, *_) = one.elections()
            one.answer(election.default.answer(election.to) if election.default else elect(election, least))
        elif made is None:
            made = tender(1, question.menu.offers(1)[0], lambda n: 0)
            one.answer(made)
        else:
            try:
                one.answer(close_betting())
            except Refused as refusal:
                one.answer(required(one, refusal) or close_betting())


@pytest.mark.parametrize("name", ONE_DECK)
def test_only_cards_of_a_continuous_shuffler_come_in_no_fixed_order(name: str) -> None:
    """After a shuffle, by hand or by a device, the order is fixed; a device that goes on shuffling fixes none."""
    game = GAMES[name]
    for shuffler in Shuffling:
        card = first_card(game, msgspec.structs.replace(game.example(), shuffler=shuffler))
        assert card.independent is (shuffler is Shuffling.CONTINUOUS)


@pytest.mark.parametrize("name", ["pai-gow-poker", "six-card-fortune-pai-gow-poker", "face-up-pai-gow-poker"])
@pytest.mark.parametrize(("selector", "tail"), [(Selector.SHAKER, ".5(i)(1)(iii)"), (Selector.RNG, ".5(i)(2)")])
def test_5_i_the_start_is_marked_under_the_device_that_found_it(name: str, selector: Selector, tail: str) -> None:
    """645a.5(i), 670a.5(i), 688a.5(i): dice are counted off from the dealer; a generator names the number."""
    game = GAMES[name]
    (one,) = played(game, msgspec.structs.replace(game.example(), start_selector=selector), 1)
    assert [e.cite for e in one.events if isinstance(e, Marked) and e.marker == "start"] == [game.chapter + tail]


def test_633a_14_h_one_card_is_enough_to_show_where_they_came_from() -> None:
    """Of two cards on the table one can have come from the other side and one cannot: they came from this one."""
    rules = filed(**DOUBLE, decks=2)
    before = drive(rules, "TS 5S 7H 9S TH", ["stand"]).result  # the only five of spades of the right side is out
    wrong = Report("wrong_side_of_double_shoe")
    assert drive(rules, "TH 8S 9D TD", ["stand"], {3: wrong}, before).closed
    with pytest.raises(Refused):
        drive(rules, "TH 5S 9D TD", ["stand"], {3: wrong}, before)


def test_670a_13_f_645a_14_f_a_card_found_face_up_is_in_the_record() -> None:
    """The report itself is written, with what the chapter orders."""
    part = plain(faults=[fault("card_face_up_in_shoe", 10)])
    part["chance"].insert(10, next(card for card in DECK_WITH_JOKER if card not in part["chance"]))
    played = play("pai-gow-poker", part).ok()
    assert [e["cite"] for e in played.events_of("irregularity_reported")] == ["645a.14(f)"]


def test_623a_4_a_between_throws_nothing_else_may_be_said() -> None:
    """A word that is no wager, no call and no handling of the dice is refused, and betting goes on."""
    game = GAMES["craps"]
    rules = game.example()
    one = Round(game, rules, game.open(rules), RoundStart(1))
    while not isinstance(one.pending, Window):
        (election, *_) = one.elections()
        one.answer(elect(election, pick(1)))
    with pytest.raises(Refused) as caught:
        one.answer(Answer(1, "whistle"))
    assert (caught.value.why, caught.value.cite) == ("not_lawful", "623a.4(a)")
    assert isinstance(one.pending, Window)


def test_686a_7_j_a_settled_hand_is_racked_in_sight() -> None:
    """The cards went face up to the player, and everyone may see them in the rack."""
    racked = [e for one in rounds("over-under") for e in one.events if e.cite == "686a.7(j)"]
    assert racked
    assert all(e.seen_by is None for e in racked)


def test_623a_5_h_vigorish_is_reckoned_for_buy_and_lay_bets_alone() -> None:
    """Of 100.00 on any other wager nothing is charged; of a Buy or Lay Bet on 4 something is."""
    rules = GAMES["craps"].example()
    assert isinstance(rules, craps.Rules)
    charged = {kind for kind in wagers.KINDS if rules.vigorish(kind, "4", 10_000)}
    assert charged == {wagers.BUY, wagers.LAY}

"""Blackjack judged: against the exact edge, and against brute force through the procedure on small shoes."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from pitboss import law
from pitboss.chapters.ch633a_blackjack import GAME
from pitboss.chapters.ch633a_blackjack.hands import NO_BLACKJACK
from pitboss.chapters.ch633a_blackjack.rules import Rules
from pitboss.events import Dealt, Noted, Wagered
from pitboss.journal import Report
from pitboss.mathematics.blackjack import edges
from pitboss.mathematics.blackjack.analyzer import dealer_natural, deals, expectation, is_natural, removed
from pitboss.mathematics.blackjack.compiled_hands import hands, shoe
from pitboss.mathematics.blackjack.compositions import Pair, Solved, UnseenRanks, hand_of
from pitboss.mathematics.blackjack.filed_terms import terms
from pitboss.mathematics.blackjack.judging import judge, two_cards
from pitboss.mathematics.blackjack.seen import SeenBox
from pitboss.mathematics.blackjack.switch import OPTIMAL, both_ways
from pitboss.mathematics.blackjack.totals import RANKS
from pitboss.mathematics.kit.judging import Situation
from pitboss.procedure import DEALER, Answer, Election, Option, costing, up_to
from tests.chapters.blackjack import filed
from tests.mathematics.judging.brute import SEAT, Best, Branch, Ways, begin, compared, differ, ways_to

STAKE = 1_000
WAGER = [Answer(SEAT, "wager", "blackjack", "", STAKE)]
CENT = 1e-9  # of a cent: what double precision may be off by, and a trifle
LOW_SHOE, HIGH_SHOE = "4*TS 3*7H 2*5D 2*9C 2*6S", "4*8S 3*TH 2*9D 2*7C"


def small(left: str, cards: str, steps: Sequence[str] = (), **choices: Any) -> Ways:
    return ways_to(begin(GAME, filed(**choices), left, WAGER, cards), steps)


class Planned:
    """Plays hands of a split as the judgement takes them to be played: like the same cards unsplit, each by its own cards.

    ``again``: whether pairs are split again.
    """

    def __init__(self, ways: Ways, *, again: bool = True) -> None:
        branch = ways[0][1]
        assert branch.asked is not None
        box = seen(branch, branch.asked)
        pair, of = box.values(branch.asked.hand)[0], terms(box.rules)
        self.solved, self.again = Pair(box.unseen, pair, of), again

    def __call__(self, branch: Branch, election: Election) -> Answer:
        hand = hand_of(seen(branch, election).values(election.hand))
        options = {option.says: option for option in election.options}
        if "split_pairs" in options and self.again:
            return options["split_pairs"].answer(SEAT)
        return planned(self.solved, hand, options)


def seen(branch: Branch, election: Election) -> SeenBox:
    rules = branch.play.rules
    assert isinstance(rules, Rules)
    return SeenBox(branch.sight().situation(rules, election), rules)


def planned(solved: Solved, hand: int, options: dict[str, Option]) -> Answer:
    if "double_down" in options and solved.doubles[hand]:
        return options["double_down"].answer(SEAT)
    return Answer(SEAT, "draw" if "draw" in options and solved.draw[hand] else "stand")


# --- the exact edge


@pytest.mark.parametrize("choices", [{"decks": 1, "max_resplits": 3}, {"split_aces": "draw", "max_ace_resplits": 1}])
def test_best_answers_give_the_exact_edge(choices: dict[str, Any]) -> None:
    """Over every deal, the best answer is worth what the optimal figure says: equal to 1e-12 of the wager."""
    rules = filed(**choices)
    counts, of = shoe(rules.decks), terms(rules)
    worth = 0.0
    for chance, up, one, two in deals(counts):
        lost = dealer_natural(counts, up, one, two)
        if is_natural(one, two):
            worth += chance * (1 - lost) * of.natural[0]
        else:
            worth += chance * ((1 - lost) * float(first_decision(rules, up, one, two)) / STAKE - lost)
    assert abs(worth - expectation(edges.optimal(rules.decks, of))[0]) < 1e-12


def first_decision(rules: Rules, up: int, one: int, two: int) -> Fraction:
    """What the best answer is worth to two cards from a full shoe."""
    shown, a, b = (f"{RANKS[card]}S" for card in (up, one, two))
    split = (costing("split_pairs", STAKE),) if one == two else ()
    options = (Option("surrender"), up_to("double_down", STAKE, 1), *split, Option("stand"), Option("draw"))
    if hands().total[hands().two[one, two]] == 21:
        options = (Option("surrender"), Option("stand"))
    events = (
        Wagered(SEAT, "blackjack", "", STAKE, cite=""), Dealt(SEAT, a, cite=""), Dealt(DEALER, shown, "up", cite=""),
        Dealt(SEAT, b, cite=""), Dealt(DEALER, "", "hole", cite=""), Noted(NO_BLACKJACK, cite=""),
    )  # fmt: skip
    election = Election(SEAT, "decision", options, "633a.7(i)(2)")
    judged = judge(Situation(rules, SEAT, election, events, {("blackjack", "", 0): STAKE}))
    assert judged is not None
    return judged.best.expected


# --- brute force


@pytest.mark.parametrize(
    ("left", "cards", "steps", "choices"),
    [
        (LOW_SHOE, "TS 7H 6S", (), {}),  # 16 against 7
        (LOW_SHOE, "5D TS 6S", (), {}),  # 11 against a ten
        (LOW_SHOE, "5D TS 6S", ("draw", "5D"), {}),  # 16 in three cards
        ("4*TS 3*7H 3*AD 2*9C", "7H 9C AD", (), {}),  # soft 18
        ("4*TS 3*7H 3*AD 2*9C", "7H AD 9C", ("no_insurance",), {}),  # against an ace
        ("4*TS 3*7H 3*AD 2*9C 2*6S", "TS AD 6S", (), {}),  # Insurance
        ("4*TS 3*7H 3*AD 2*9C 2*6S", "TS AD AD", (), {"even_money": True}),
    ],
)
def test_worths_are_what_the_procedure_comes_to(left: str, cards: str, steps: Sequence[str], choices: Any) -> None:
    """Every answer, followed through all cards that may come and the best answers to all later questions."""
    assert differ(small(left, cards, steps, **choices)) < CENT


@pytest.mark.parametrize(
    ("cards", "steps", "choices"),
    [
        ("8S TH 8S", (), {"max_resplits": 0}),
        ("8S 7C 8S", (), {"max_resplits": 1}),
        ("8S 7C 8S", ("split_pairs", "8S"), {"max_resplits": 1}),  # split again, while another hand waits
        ("8S 7C 8S", ("split_pairs", "9D"), {"max_resplits": 0}),  # a hand of a split
    ],
)
def test_splits_are_worth_what_the_procedure_comes_to(cards: str, steps: Sequence[str], choices: Any) -> None:
    """Hands of a split played by their own cards; pairs of 8 among them are split again, which is better here."""
    ways = small(HIGH_SHOE, cards, steps, **choices)
    assert differ(ways, Planned(ways)) < CENT


def test_pairs_of_a_bad_split_are_not_split_again() -> None:
    """8s against a ten, where hands of a split lose more than half: once is bad, and twice is worse."""
    ways = small(HIGH_SHOE, "8S TH 8S", (), max_resplits=1)
    assert differ(ways, Planned(ways, again=False)) < CENT
    assert differ(ways, Planned(ways, again=True)) > CENT


@pytest.mark.parametrize("choices", [{}, {"split_aces": "draw"}])
def test_split_aces_are_worth_what_the_procedure_comes_to(choices: dict[str, Any]) -> None:
    ways = small("4*AS 3*TH 2*9D 2*7C", "AS 9D AS", (), **choices)
    assert differ(ways, Planned(ways)) < CENT


@pytest.mark.slow
def test_later_knowledge_makes_a_split_no_worse() -> None:
    """Who looks at all cards of all hands may do a little better than the worth of a split says, never worse."""
    ways = small(HIGH_SHOE, "8S 7C 8S", (), max_resplits=0)
    (split,) = [row for row in compared(ways, Best()) if row[0] == "split_pairs"]
    assert split[1] - split[2].high > -CENT


def test_where_the_hole_card_was_not_checked_a_blackjack_counts() -> None:
    """I-633a-12: against a Blackjack the original wager alone is lost, whatever was added."""
    ways: Ways = []
    for hole, count in {"TS": 3, "7H": 3, "AD": 2, "9C": 2, "5D": 1, "6S": 1}.items():
        branch = begin(GAME, filed(), "4*TS 3*7H 2*AD 2*9C 2*5D 2*6S", WAGER, f"5D TS 6S {hole}")
        branch.events += branch.play.report(Report("card_reader_check_omitted"))
        ways.append((Fraction(count), branch))
    assert differ(ways) < CENT


BAD_BEAT = {
    "bad_beat_progressive": True,
    "bad_beat_rate": "10",
    "bad_beat_initial": "5000.00",
    "bad_beat_reset": "5000.00",
}


@pytest.mark.parametrize(
    ("left", "cards", "choices"),
    [
        ("3*TS 2*9H AD 3*5C 3*6S", "TS 6S 5C", {}),  # drawing a 5 makes a 20 that may be beaten
        ("3*TS 3*9H 2*AD 2*5C 2*6S", "9H 5C AD", {"bad_beat_any_20": True}),  # a soft 20: any 20 gets its stake back
    ],
)
def test_a_bad_beat_belongs_to_the_worth_of_a_hand(left: str, cards: str, choices: dict[str, Any]) -> None:
    """633a.7(o)(1): what the procedure comes to with the Bad Beat up, a 20 being worth more than its wager alone."""
    wagers = [*WAGER, Answer(SEAT, "wager", "bad_beat_progressive", "", 100)]
    ways = ways_to(begin(GAME, filed(**BAD_BEAT, **choices), left, wagers, cards))
    assert differ(ways) < CENT
    alone, with_beat = (low(of, "draw") for of in (small(left, cards), ways))
    assert with_beat > alone
    assert low(ways, "surrender") == -STAKE // 2


def low(ways: Ways, says: str) -> Fraction:
    """What an answer is worth."""
    branch = ways[0][1]
    assert branch.asked is not None
    found = branch.judged(branch.asked).of(Answer(SEAT, says))
    assert found is not None
    return found.low


@pytest.mark.slow
def test_a_split_may_win_a_bad_beat_at_most_as_a_certain_20_would() -> None:
    """Two hands, of which the better counts: between nothing and that, which no way of playing them can exceed."""
    wagers = [*WAGER, Answer(SEAT, "wager", "bad_beat_progressive", "", 100)]
    ways = ways_to(begin(GAME, filed(**BAD_BEAT, max_resplits=0), "4*TS 3*9H 2*5C 2*6S", wagers, "TS 6S TS"))
    rows = {says: (total, worth) for says, total, worth in compared(ways, Planned(ways))}
    total, worth = rows["split_pairs"]
    standing, stood = rows["stand"]
    assert worth.low < worth.high
    assert worth.low <= total - standing + stood.low <= worth.high


# --- § 633a.14(c).  An exposed card

TWO = [*WAGER, Answer(2, "wager", "blackjack", "", STAKE)]


@pytest.mark.parametrize(
    ("left", "cards", "steps"),
    [
        (LOW_SHOE, "TS 7H 6S", ("!card_exposed", "5D")),  # it makes 21
        (LOW_SHOE, "TS 5D 6S", ("!card_exposed", "7H")),  # it busts, and goes to the dealer
        (HIGH_SHOE, "8S 7C 8S", ("!card_exposed", "TH")),  # it may be the second card of a split hand
        (HIGH_SHOE, "8S 7C 8S", ("!card_exposed", "8S")),
        (HIGH_SHOE, "8S 7C 8S", ("split_pairs", "9D", "!card_exposed", "TH")),  # or of one that waits
    ],
)
def test_633a_14_c_an_exposed_card_is_judged(left: str, cards: str, steps: Sequence[str]) -> None:
    """Taken, doubled on, split on, refused, or left to whoever is next."""
    ways = small(left, cards, steps, max_resplits=1)
    rows = list(compared(ways, Planned(ways)))
    base = next((total, worth.low) for says, total, worth in rows if says == "stand")
    for says, total, worth in rows:
        surrenders = says == "refuse_card" and worth.low == -STAKE // 2  # who draws no more may still give up
        assert surrenders or abs(float((total - base[0]) - (worth.low - base[1]))) < CENT, says
        assert worth.low == worth.high


def test_633a_14_c_what_others_may_do_with_the_card_is_an_interval() -> None:
    """Seat 2 may take it or leave it to the dealer: between the two lies what standing is worth."""
    branch = begin(GAME, filed(), "4*TS 3*7H 2*5D 3*9C 2*6S", TWO, "TS 9C 5D 6S TS")
    ways = ways_to(branch, ("!card_exposed", "7H"))
    rows = {says: (total, worth) for says, total, worth in compared(ways)}
    total, worth = rows["stand"]
    assert worth.low < worth.high
    assert worth.low <= total + Fraction(1, 10**6)
    assert total <= worth.high + Fraction(1, 10**6)


# --- § 633a.12(a).  Blackjack Switch


class TwoHands:
    """Plays each hand of Blackjack Switch by its own cards, the other's first two known to be out."""

    def __init__(self, ways: Ways) -> None:
        branch = ways[0][1]
        assert branch.asked is not None
        self.unseen = seen(branch, branch.asked).unseen
        self.plans: dict[tuple[int, ...], Solved] = {}

    def __call__(self, branch: Branch, election: Election) -> Answer:
        box = seen(branch, election)
        cards = box.values(election.hand)
        first = cards[:2]
        if first not in self.plans:
            self.plans[first] = Solved(self.unseen, first, terms(box.rules))
        return planned(self.plans[first], hand_of(cards), {option.says: option for option in election.options})


@pytest.mark.parametrize(
    ("cards", "pays"),
    [("TS 5D 7H 6S AD", "one_to_one"), ("TS AD 7H AD TS", "as_printed"), ("TS AD TS AD 6S", "one_to_one")],
)
def test_633a_12_a_4_switching_is_worth_what_the_procedure_comes_to(cards: str, pays: str) -> None:
    """Naturals that are broken up or made, a dealer's 22 that pushes, a hole card that has not been looked at."""
    rules = filed(blackjack_switch=True, switch_natural_pays=pays)
    wagers = [Answer(SEAT, "wager", "blackjack", area, STAKE) for area in rules.areas]
    ways = ways_to(begin(GAME, rules, "4*TS 3*7H 2*5D 3*AD 2*6S", wagers, cards))
    assert ways[0][1].asked is not None
    assert ways[0][1].asked.kind == "switch"
    assert differ(ways, TwoHands(ways)) < CENT


@pytest.mark.slow
def test_633a_12_a_best_switches_are_no_worse_than_the_edge() -> None:
    """The figure plays by the strategy of the full shoe; knowing the other hand's cards is worth a little more."""
    rules = filed(blackjack_switch=True, switch_natural_pays="as_printed")
    of, counts, up = terms(rules), shoe(rules.decks), RANKS.index("6")
    stay, switched = both_ways(counts, of, OPTIMAL, up)
    for a, b, c, d in ((9, 4, 3, 9), (0, 9, 5, 4), (7, 3, 2, 6)):
        unseen = UnseenRanks(removed(counts, up, a, b, c, d).tolist(), up)
        worth = two_cards(unseen, (a, d), of) + two_cards(unseen, (c, b), of)
        assert 0 <= worth - switched[a, b, c, d] < 1e-3
        if not is_natural(a, b):
            worth = two_cards(unseen, (a, b), of) + two_cards(unseen, (c, d), of)
            assert 0 <= worth - stay[a, b, c, d] < 1e-3


# --- what is told


def test_chances_add_up_and_every_citation_is_known() -> None:
    for ways in (small(LOW_SHOE, "TS 7H 6S"), small("4*TS 3*7H 3*AD 2*9C", "7H AD 9C")):
        branch = ways[0][1]
        assert branch.asked is not None
        found = branch.judged(branch.asked)
        assert found.wager == STAKE
        assert all(law.known(cite) for cite in found.cites)
        assert all(sum(chance.probability for chance in each.of) == 1 for each in found.chances)
        for worth in found.worths:
            if worth.results:
                assert sum(result.probability for result in worth.results) == 1
                told = sum(result.net * result.probability for result in worth.results)
                assert abs(float(told - worth.low)) < 1e-6


def test_a_double_for_less_lies_between_its_ends() -> None:
    """One option, any amount up to the wager: what is told of two amounts tells all."""
    branch = small(LOW_SHOE, "5D TS 6S")[0][1]
    assert branch.asked is not None
    found = branch.judged(branch.asked)
    least, most, half = (found.of(Answer(SEAT, "double_down", amount=amount)) for amount in (1, STAKE, STAKE // 2))
    assert least is not None
    assert most is not None
    assert half is not None
    assert least.low < half.low < most.low
    assert abs(float(half.low / (STAKE + STAKE // 2) - most.low / (2 * STAKE))) < CENT
    assert found.cost(most) == 0
    assert found.of(Answer(SEAT, "no_such_answer")) is None


def test_cards_that_nobody_but_their_holder_knows_are_not_judged() -> None:
    """At a table with physical cards dealt face down the house does not know what the player sees."""
    branch = small(LOW_SHOE, "TS 7H 6S")[0][1]
    assert branch.asked is not None
    situation = branch.sight().situation(branch.play.rules, branch.asked)
    hidden = tuple(
        event.hidden() if isinstance(event, Dealt) and event.to == SEAT else event for event in situation.events
    )
    assert judge(msgspec.structs.replace(situation, events=hidden)) is None

"""The Bad Beat Progressive at Blackjack Switch: against brute force on small shoes, and what its record says."""

from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest

from pitboss.chapters.ch633a_blackjack.rules import BAD_BEAT
from pitboss.mathematics.blackjack import edges as blackjack_edges
from pitboss.mathematics.blackjack.analyzer import Analysis, is_natural
from pitboss.mathematics.blackjack.bad_beat import BEATS, bad_beat_edge
from pitboss.mathematics.blackjack.compiled_hands import VALUES
from pitboss.mathematics.blackjack.switch import OPTIMAL
from pitboss.mathematics.blackjack.switch_bad_beat import twenty_beaten
from pitboss.mathematics.kit.edge import INTERVAL
from tests.chapters.blackjack import filed, hand
from tests.chapters.test_633a_paper import METERS, SWITCH
from tests.mathematics.blackjack import Done, count
from tests.mathematics.test_633a_side_edges import BadBeat, splitting

SOME, BY_THREES, FIRST = range(3)


class Both(BadBeat):
    """Two hands of one player, their second cards exchanged where ``switch`` says so.

    By the dealer's cards: the chance of some 20; hands on 20 less pairs of them plus threes; the chance that the first
    hand is one.
    """

    def __init__(self, analysis: Analysis, switch: dict[int, Any]) -> None:
        super().__init__(analysis)
        self.switch = switch

    def worth(self) -> Any:
        deck = list(self.counts)
        return sum(
            (c0 * c1 * c2 * c3 * c4 * c5 * self.both(deck, up, hole, a, b, c, d)
            for up, c0 in self.cards(deck) for a, c1 in self.cards(deck) for b, c2 in self.cards(deck)
            for c, c3 in self.cards(deck) for d, c4 in self.cards(deck) for hole, c5 in self.cards(deck)),
            np.zeros((3, BEATS + 1)),
        )  # fmt: skip

    def both(self, deck: list[int], up: int, hole: int, a: int, b: int, c: int, d: int) -> Any:
        if is_natural(up, hole):
            return self.counted([count(each)[0] == 20 for each in ((a, b), (c, d))], np.eye(BEATS + 1)[BEATS])
        if self.switch[up][a, b, c, d]:
            b, d = d, b
        return self.play(deck, up, hole, [(a, b), (), (c, d)], [], 0)

    def end(self, deck: list[int], up: int, hole: int, done: list[Done]) -> Any:
        twenties = [each.total == 20 for each in done]
        if not any(twenties):
            return np.zeros((3, BEATS + 1))
        return self.counted(twenties, self.by_cards(deck, *count((up, hole)), 2))

    def counted(self, twenties: list[bool], dealer: Any) -> Any:
        n = sum(twenties)
        return np.outer([n > 0, n - comb(n, 2) + comb(n, 3), twenties[0]], dealer)


def switching(counts: tuple[int, ...]) -> dict[int, Any]:
    """Some four cards are exchanged, whichever of the two hands is called the first."""
    a, b, c, d = np.indices((VALUES,) * 4)
    return {up: (a * d + b * c + a + c + up) % 3 == 0 for up in range(VALUES) if counts[up]}


@pytest.mark.parametrize(
    ("counts", "resplits", "ace_resplits"),
    [
        ((1, 0, 1, 0, 0, 0, 3, 0, 0, 8), 0, 0),
        ((3, 0, 0, 0, 0, 0, 0, 0, 4, 7), 0, 1),
        ((0, 0, 0, 0, 0, 0, 3, 0, 3, 13), 1, 0),
    ],
)
def test_bad_beat_at_switch_equals_brute_force(counts: tuple[int, ...], resplits: int, ace_resplits: int) -> None:
    """Every pair split, in every order of the cards: up to three hands to 1e-12, and the chance within its bounds."""
    played = splitting(counts, **SWITCH, max_resplits=resplits, max_ace_resplits=ace_resplits)
    switch = switching(counts)
    brute = Both(played, switch).worth()
    beaten, natural, more = twenty_beaten(played, switch)
    assert np.abs(beaten + more - brute[BY_THREES, :BEATS]).max() < 1e-12
    assert (beaten - 1e-12 <= brute[SOME, :BEATS]).all()
    assert (brute[SOME, :BEATS] <= beaten + more + 1e-12).all()
    assert more.any()
    assert abs(natural - brute[SOME, BEATS]) < 1e-12
    first, against_natural, none = twenty_beaten(played, switch, first_hand_only=True)
    assert np.abs(np.append(first, against_natural) - brute[FIRST]).max() < 1e-12
    assert not none.any()
    assert brute[SOME, : BEATS - 1].any()


def test_what_other_switches_change_is_the_difference() -> None:
    """Nobody switches, and by how much some switches are more: together what these are; and nothing beside themselves."""
    counts = (3, 0, 0, 0, 0, 0, 0, 0, 4, 7)
    played, switch = splitting(counts, **SWITCH, max_ace_resplits=1), switching(counts)
    never = {up: np.zeros_like(exchanged) for up, exchanged in switch.items()}
    for first in (False, True):
        whole, begun = (twenty_beaten(played, each, first_hand_only=first) for each in (switch, never))
        change = twenty_beaten(played, switch, first_hand_only=first, less=never)
        assert any(part.any() for part in (change[0], change[2]))
        for one, two, three in zip(whole, begun, change, strict=True):
            assert np.abs(np.asarray(one) - two - three).max() < 1e-15
        assert not twenty_beaten(played, switch, first_hand_only=first, less=switch)[0].any()


FINE = blackjack_edges.FINE
PARTS = [
    *(FINE // part for part in (50, 150, 900, 8000, 100_000, 4)),  # by the dealer's cards
    FINE // 100,
    *(FINE // part for part in (10**6, 10**7, 10**8, 10**9, 10**10, 10**5)),
]


def test_switch_tables_have_a_record_of_the_bad_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    """As an interval, for the best play, with what is fixed, the rate, the chance of the meter, and where it breaks even."""
    asked: list[tuple[Any, ...]] = []

    def beaten(*choices: Any) -> list[int]:
        asked.append(choices)
        return PARTS

    monkeypatch.setattr(blackjack_edges, "switch_beaten", beaten)
    monkeypatch.setattr(blackjack_edges, "switch_figures", lambda *_: [0, 10**12, 0, 10**12])
    rules = filed(**SWITCH, **METERS, minimum="1.00", super_match=True)
    edges = {edge.wager: edge for edge in blackjack_edges.edges(rules)}
    assert set(edges) == {"blackjack", "insurance", "super_match", BAD_BEAT, "hit_and_run_progressive"}
    found = edges[BAD_BEAT]
    assert (found.method, found.strategy, found.decks) == (INTERVAL, OPTIMAL, 6)
    assert asked == [((6, "one_card", 2, 0, "one_to_one", "wins", 0, 0), 0)]
    paid = [Fraction(25, 50), Fraction(50, 150), Fraction(100, 900), Fraction(1000, 8000), Fraction(10, 100)]
    more = [Fraction(25, 10**6), Fraction(50, 10**7), Fraction(100, 10**8), Fraction(1000, 10**9),
        Fraction(6000, 10**10)]  # fmt: skip
    assert abs(found.half_width - sum(more, Fraction(0)) / 2) < Fraction(1, 10**11)
    top = Fraction(1, 100_000) + Fraction(1, 2 * 10**10)
    assert found.progressive is not None
    assert (found.progressive.rate, found.progressive.seed) == (Fraction("0.125"), Fraction(6000))
    assert abs(found.progressive.top - top) < Fraction(1, 10**14)
    fixed = sum(paid, Fraction(0)) + sum(more[:4], Fraction(0)) / 2
    assert abs(found.progressive.fixed - fixed) < Fraction(1, 10**11)
    even = (1 - found.progressive.fixed) / found.progressive.top * 100
    assert found.progressive.even == even
    assert found.house_edge == 1 - found.progressive.fixed - Fraction("0.125") - found.progressive.top * 6000
    assert "0.00163 % of a wager to either side" in found.note


def test_first_hand_only_is_filed_at_switch_tables_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """I-633a-14: another count of the same courses."""
    monkeypatch.setattr(blackjack_edges, "switch_beaten", lambda *choices: [FINE // 100 * choices[-1]] * 13)
    assert blackjack_edges.switch_twenties(filed(**SWITCH, **METERS))[1] == 0
    assert blackjack_edges.switch_twenties(filed(**SWITCH, **METERS, bad_beat_split_hands="first"))[1] == 0.01


@pytest.mark.parametrize(("natural", "favours"), [(0.0493, False), (0.0494, False), (0.0495, True)])
def test_a_bad_beat_that_favours_the_player_says_so(natural: float, favours: bool) -> None:
    """I-633a-44: a house edge of 0.1%, of nothing, and below nothing; half of each wager goes to the meter."""
    rules = filed(**SWITCH, **{**METERS, "bad_beat_rate": "50"}, minimum="1.00")
    beaten = np.array([0, 0, 0, 0, 1e-6, 0])  # at a meter of $6,000, 0.6% of a wager
    edge = bad_beat_edge(rules, rules.meters[0], (beaten, natural, np.zeros(BEATS)), OPTIMAL)
    assert edge.house_edge == Fraction("0.494") - 10 * Fraction(str(natural))
    assert ("favours the player" in edge.note) is favours


@pytest.mark.parametrize(
    ("cards", "any_hand", "first_hand"),
    [
        ("TS 9S 7H KD 8D 5C 9C", "50.00", "50.00"),  # 20 and 17 against three cards
        ("9S TS 7H 8D KD 5C 9C", "50.00", "0.00"),  # 17 and 20
        ("JS TS 7H QD KD 5C 9C", "50.00", "50.00"),  # both on 20: once
        ("9S TS 7H 8D 9D 5C 9C", "0.00", "0.00"),  # 17 and 19
    ],
)
def test_633a_6_e_8_bad_beat_of_two_hands_that_were_never_split(cards: str, any_hand: str, first_hand: str) -> None:
    """I-633a-44: either hand of Blackjack Switch, once; or that of the first box alone, as filed."""
    wagers = "1 blackjack@1 10; 1 blackjack@2 10; 1 bad_beat_progressive 2"
    for hands, back in (("any", any_hand), ("first", first_hand)):
        filed_so = {**SWITCH, **METERS, "bad_beat_split_hands": hands}
        played = hand(cards, "1 no_switch; 1 stand; 1 stand", wagers, **filed_so)
        assert played.returned(1, BAD_BEAT) == back


def test_magic_card_looks_at_all_four_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """I-633a-16: the first two cards of both hands; Lucky Player is worth as much as at any table."""
    monkeypatch.setattr(blackjack_edges, "switch_beaten", lambda *_: PARTS)
    plain, bonus = (
        filed(**SWITCH, **METERS, **choices) for choices in ({}, {"magic_card_bonus": True, "lucky_player_bonus": True})
    )
    one, two = (bad_beat_edge(rules, rules.meters[0], blackjack_edges.switch_twenties(rules), OPTIMAL)
        for rules in (plain, bonus))  # fmt: skip
    assert one.house_edge - two.house_edge == Fraction(5, 7) + 20 * (1 - Fraction(comb(306, 4), comb(312, 4)))
    assert (two.options["magic_card"], two.options["blackjack_switch"]) == ("true", "true")

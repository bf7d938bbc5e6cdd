"""DJ Wild Stud Poker: every hand of five against every hand the dealer may have, the Raise by the better of two
expectations; the bonus wagers by counting."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pitboss.chapters.ch687a_dj_wild_stud_poker.hands import RANKING, trips_line
from pitboss.chapters.ch687a_dj_wild_stud_poker.rules import (
    ANTE,
    BAD_BEAT,
    BLIND,
    BLIND_PAYS,
    EVEN,
    PROGRESSIVE,
    RAISE,
    RAISE_TIMES,
    TRIPS,
    BadBeatPaytable,
    ProgressivePaytable,
    Rules,
    TripsPaytable,
)
from pitboss.equipment.cards import DECK_WITH_JOKER, JOKER, Card
from pitboss.families.poker_ranks import CLASS_AT, STANDARD, Hand
from pitboss.game import Game
from pitboss.mathematics.kit import meters
from pitboss.mathematics.kit.edge import Edge, distribution
from pitboss.mathematics.kit.meters import NO_WIN, Line
from pitboss.mathematics.kit.poker import Duels, census, duels, rank_hands
from pitboss.mathematics.kit.suits import BINOMIAL
from pitboss.submission import RulesSubmission

GAME = "dj-wild-stud-poker"
STAKES = 2  # Ante and Blind, in Antes
LOSS = STAKES + RAISE_TIMES
NUMBER = {card: number for number, card in enumerate(DECK_WITH_JOKER)}
Flags = NDArray[np.bool_]


def edges(rules: Rules) -> list[Edge]:
    """Every wager offered."""
    found = [main_game()]
    if rules.progressive_bonus:
        found.append(progressive(rules))
    if rules.trips_bonus:
        found.append(trips(rules))
    if rules.two_way_bad_beat_bonus:
        found.append(bad_beat(rules))
    return found


# --- Ante, Blind and Raise


def wins(hand: Hand) -> int:
    """What Ante, Raise and Blind net together when this hand beats the dealer's, in Antes."""
    blind = BLIND_PAYS.get(hand)
    net = (1 + RAISE_TIMES) * EVEN.net + (blind.net if blind is not None else 0)
    assert net.denominator == 1
    return net.numerator


@cache
def elections() -> Flags:
    """For each row of ``duels``, whether a Raise is worth more than folding, which forfeits Ante and Blind."""
    all_hands = duels(RANKING)
    beats, equals = all_hands.beats.astype(np.int64), all_hands.equals
    net = np.array([wins(hand) for hand in RANKING.order])[all_hands.values >> CLASS_AT]
    loses = all_hands.rivals - beats - equals
    found: Flags = beats * net - loses * LOSS > -STAKES * all_hands.rivals
    return found


def raises(cards: Sequence[Card]) -> bool:
    """Whether the best play with these five cards is to raise."""
    numbers = sorted(NUMBER[card] for card in cards)
    return bool(elections()[sum(int(BINOMIAL[number, n]) for n, number in enumerate(numbers, 1))])


@cache
def main_game() -> Edge:
    """Ante, Blind and Raise, raised as well as can be, per unit of the Ante."""
    all_hands, raised = duels(RANKING), elections()
    every = len(all_hands.hands) * all_hands.rivals
    lines = [("fold", Fraction(-STAKES), Fraction(int(np.count_nonzero(~raised)) * all_hands.rivals, every))]
    for hand, of in _by_class(all_hands):
        of = of & raised
        won, tied = int(all_hands.beats[of].sum(dtype=np.int64)), int(all_hands.equals[of].sum(dtype=np.int64))
        lost = int(np.count_nonzero(of)) * all_hands.rivals - won - tied
        if won:
            lines.append((f"wins with {hand.words}", Fraction(wins(hand)), Fraction(won, every)))
        lines.append(("equal", Fraction(0), Fraction(tied, every)))
        lines.append(("loses", Fraction(-LOSS), Fraction(lost, every)))
    often = Fraction(int(np.count_nonzero(raised)), len(raised))
    return Edge(
        "687a", GAME, ANTE, distribution(lines), decks=1, strategy="optimal", staked=STAKES + RAISE_TIMES * often,
        includes=(BLIND, RAISE),
        note="with the Blind, and the Raise whenever that is worth more than folding; per unit of the Ante",
    )  # fmt: skip


def _by_class(all_hands: Duels) -> Iterator[tuple[Hand, Flags]]:
    classes = all_hands.values >> CLASS_AT
    for place, hand in enumerate(RANKING.order):
        yield hand, classes == place


# --- the bonus wagers


def progressive(rules: Rules) -> Edge:
    """687a.12(c): with the joker exchanged, the hand is any five of 52 cards. Envy Bonuses are stated separately."""
    table, rate = rules.progressive, rules.progressive_rate
    assert rate is not None
    counts = census(STANDARD, 5)
    every = sum(counts.values())
    lines = [_award(rules, hand, Fraction(count, every)) for hand, count in counts.items()]
    envy = sum(Fraction(counts[Hand(line)] * share.envy, every * table.unit) for line, share in table.shares.items())
    return Edge(
        "687a", GAME, PROGRESSIVE, meters.outcomes(lines, table.seed, table.unit),
        paytable=rules.progressive_bonus_paytable, decks=1,
        options={"progressive_rate": str(rate), "progressive_stake_back": str(rules.progressive_stake_back).lower()},
        envy=Fraction(envy), progressive=meters.progressive(lines, table.seed, table.unit, rate),
        note="outcomes with the meter at its seed",
    )  # fmt: skip


def _award(rules: Rules, hand: Hand, chance: Fraction) -> Line:
    share, odds = rules.progressive.shares.get(hand), rules.progressive.fixed.get(hand)
    if share is not None:
        return Line(hand.words, chance, percent=share.percent)
    if odds is None:
        return Line(NO_WIN, chance)
    return Line(hand.words, chance, odds.net + (1 if rules.progressive_stake_back else 0))


def trips(rules: Rules) -> Edge:
    """687a.12(d): hands that read alike, naturally and with wilds, are put to the chapter's own function once."""
    lines, every = [], sum(_readings().values())
    for hand, count in _readings().items():
        line = trips_line(hand, rules.trips)
        odds = rules.trips.get(line)
        lines.append((line if odds else "no win", odds.net if odds else Fraction(-1), Fraction(count, every)))
    return Edge("687a", GAME, TRIPS, distribution(lines), paytable=rules.trips_bonus_paytable, decks=1)


@cache
def _readings() -> Mapping[tuple[Card, ...], int]:
    """For each pair of readings (natural class, class with wilds), one hand that has it, and how many have."""
    all_hands = duels(RANKING)
    natural = np.full(len(all_hands.hands), -1, np.int32)  # a joker has no natural reading
    without = all_hands.hands[:, -1] != NUMBER[JOKER]
    natural[without] = rank_hands(STANDARD, all_hands.hands[without]) >> CLASS_AT
    deuces = np.array([RANKING.is_wild(card) for card in DECK_WITH_JOKER])[all_hands.hands].any(axis=1)
    keys = (natural * 64 + (all_hands.values >> CLASS_AT)) * 2 + deuces
    _, rows, counts = np.unique(keys, return_index=True, return_counts=True)
    return {
        tuple(DECK_WITH_JOKER[number] for number in all_hands.hands[row]): int(count)
        for row, count in zip(rows, counts, strict=True)
    }


def bad_beat(rules: Rules) -> Edge:
    """687a.12(e): by the class of the beaten hand. A player who folds has no hand that matters, nor beats one."""
    all_hands = duels(RANKING)
    every = len(all_hands.hands) * all_hands.rivals
    sides = 2 if rules.two_way else 1  # before the deal player and dealer are alike
    lines, left = [], Fraction(1)
    for hand, of in _by_class(all_hands):
        odds = rules.bad_beat.get(hand)
        if odds is not None:
            assert elections()[of].all()
            won = int(all_hands.beats[of].sum(dtype=np.int64)) + int(all_hands.equals[of].sum(dtype=np.int64))
            beaten = Fraction(sides * (int(np.count_nonzero(of)) * all_hands.rivals - won), every)
            lines.append((f"{hand.words} beaten", odds.net, beaten))
            left -= beaten
    lines.append(("no win", Fraction(-1), left))
    return Edge(
        "687a", GAME, BAD_BEAT, distribution(lines), paytable=rules.two_way_bad_beat_bonus_paytable, decks=1,
        options={"two_way": str(rules.two_way).lower()}, strategy="optimal",
    )  # fmt: skip


def variants(game: Game) -> Iterator[RulesSubmission]:
    """Every paytable once; the printed one-way Bad Beat, and Progressive awards without the stake."""
    rate = Fraction(20)
    for n, (table, beat) in enumerate(zip(TripsPaytable, BadBeatPaytable, strict=True)):
        yield Rules(
            trips_bonus=True, trips_bonus_paytable=table, two_way_bad_beat_bonus=True,
            two_way_bad_beat_bonus_paytable=beat, progressive_bonus=n < 2, progressive_rate=rate,
            progressive_bonus_paytable=tuple(ProgressivePaytable)[n % 2],
        )  # fmt: skip
    for beat in BadBeatPaytable:
        yield Rules(two_way_bad_beat_bonus=True, two_way_bad_beat_bonus_paytable=beat, two_way=False)
    for progressive_table in ProgressivePaytable:
        yield Rules(
            progressive_bonus=True, progressive_rate=rate, progressive_bonus_paytable=progressive_table,
            progressive_stake_back=False,
        )  # fmt: skip

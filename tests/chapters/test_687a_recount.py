"""Chapter 687a, DJ Wild: random rounds under many combinations of choices, recounted by somebody who knows only the text.

The recount puts every rank in the place of each wild card; it has its own paytables, meter and order of settlement.
"""

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import pytest

from pitboss.equipment.cards import DECK, DECK_WITH_JOKER
from pitboss.testkit.tables import deal, play
from tests.chapters.dj_wild import BONUSES, GAME

HEIGHT = {rank: height for height, rank in enumerate("23456789TJQKA", start=2)}
CLASSES = (
    "high",
    "pair",
    "two pair",
    "3",
    "straight",
    "flush",
    "full house",
    "4",
    "straight flush",
    "5",
    "royal",
    "wilds",
)
# 687a.12(b)–(e), from a three-of-a-kind up
BLIND = {"straight": 1, "flush": 2, "full house": 3, "4": 4, "straight flush": 9, "5": 10, "royal": 50, "wilds": 1000}
FIXED = {"3": 9, "straight": 30, "flush": 40, "full house": 50, "4": 300}
NATURAL = {"3": 6, "straight": 20, "flush": 25, "full house": 30, "4": 50, "straight flush": 200, "royal": 1000}
WILD = {"3": 1, "straight": 3, "flush": 4, "full house": 5, "4": 6, "straight flush": 25, "5": 60, "royal": 70,
    "wilds": 2000}  # fmt: skip
BEATEN = {"3": 9, "straight": 100, "flush": 300, "full house": 400, "4": 500, "straight flush": 500, "5": 500,
    "royal": 500}  # fmt: skip
ENVY = {"royal": 100_000, "straight flush": 30_000}
SEED = 200_000

Value = tuple[int, tuple[int, ...]]
Line = tuple[int, str, int, int]  # seat, wager, stake, returned, in cents


@cache
def best(cards: tuple[str, ...], wild: str = "2J") -> Value:
    """The best hand, every card whose rank is in ``wild`` being any card; the joker's rank is the J of JK."""
    natural = [card for card in cards if card != "JK" and (card[0] not in wild or card[0] == "J")]
    if len(natural) == 0:
        return CLASSES.index("wilds"), ()
    heights, one_suit = [HEIGHT[card[0]] for card in natural], len({card[1] for card in natural}) == 1
    filled = combinations_with_replacement(range(2, 15), 5 - len(natural))
    return max(_value([*heights, *others], one_suit=one_suit) for others in filled)


def _value(heights: list[int], *, one_suit: bool) -> Value:
    counts = sorted(Counter(heights).items(), key=lambda held: (-held[1], -held[0]))
    ranks, shape = tuple(height for height, _ in counts), tuple(count for _, count in counts)
    spread = sorted(heights)
    straight = 5 if spread == [2, 3, 4, 5, 14] else spread[4] if shape == (1,) * 5 and spread[4] - spread[0] == 4 else 0
    sets = {(5,): "5", (4, 1): "4", (3, 2): "full house", (3, 1, 1): "3", (2, 2, 1): "two pair", (2, 1, 1, 1): "pair"}
    if straight and one_suit:
        called, ranks = ("royal", ()) if straight == 14 else ("straight flush", (straight,))
    elif shape in sets:
        called = sets[shape]
    elif one_suit:
        called = "flush"
    else:
        called, ranks = ("straight", (straight,)) if straight else ("high", ranks)
    return CLASSES.index(called), ranks


def called(cards: Sequence[str], wild: str = "2J") -> str:
    return CLASSES[best(tuple(cards), wild)[0]]


def hands_of(pick: random.Random, count: int) -> list[list[str]]:
    """Five cards each: any, of few ranks, of one suit's neighbours, or with many wild cards."""
    left, found = list(DECK_WITH_JOKER), []
    for _ in range(count):
        suit, top, few = pick.choice("SHDC"), pick.randint(6, 14), pick.sample("3456789TJQKA", 3)
        near = [card for card in left if card[1] == suit and top - 5 < HEIGHT.get(card[0], 0) <= top]
        pool = pick.choice([left, [card for card in left if card[0] in (*few, "2")], near,
            [c for c in left if c in ("JK", "2S", "2H", "2D", "2C", "KS", "KH", "AS")]])  # fmt: skip
        hand = pick.sample(pool if len(pool) >= 5 else left, 5)
        found.append(hand)
        left = [card for card in left if card not in hand]
    return [*found, left]


@pytest.mark.parametrize("seed", range(8))
def test_687a_11_12_rounds_recounted(seed: int) -> None:
    """One to five players, some with several boxes, some folding, under every choice that is open."""
    pick = random.Random(seed)
    for _ in range(6):
        play_and_recount(pick)


def play_and_recount(pick: random.Random) -> None:
    keeps, back, two_way, equal = (pick.random() < 0.6 for _ in range(4))
    seats = sorted(pick.sample(range(1, 7), pick.randint(1, 5)))
    names = {seat: f"player {(seat + 1) // 2}" for seat in seats}  # of seats 1 and 2, 3 and 4, 5 and 6
    *hands, dealer, left = hands_of(pick, len(seats) + 1)
    held, aside = dict(zip(seats, hands, strict=True)), pick.choice([card for card in left if card in DECK])
    up: dict[tuple[int, str], int] = {}
    for seat in seats:
        up[seat, "ante"] = up[seat, "blind"] = pick.choice([100, 1005])
        for kind, amount in (("progressive_bonus", 100), ("trips_bonus", 733), ("two_way_bad_beat_bonus", 333)):
            if pick.random() < 0.6:
                up[seat, kind] = amount
    folds = {seat for seat in seats if pick.random() < 0.3}
    choices: dict[str, Any] = {
        "folded_hand_keeps_progressive": keeps, "progressive_stake_back": back, "two_way": two_way, "adjacent_boxes": 2,
        "progressive_winners": "equal" if equal else "turn_order",
    }  # fmt: skip
    wagers = [{"seat": seat, "wager": kind, "amount": f"{amount / 100:.2f}", "player": names[seat]}
        for (seat, kind), amount in up.items()]  # fmt: skip
    answers = "; ".join(f"{seat} {'fold' if seat in folds else 'raise'}" for seat in seats)
    chance = [*(card for seat in seats for card in held[seat]), *dealer, aside]
    played = play(GAME, deal(wagers, chance, answers), **BONUSES, **choices).ok()
    told = [(s["seat"], s["wager"], *(int(Fraction(s[key]) * 100) for key in ("stake", "returned")))
        for s in played.settlements]  # fmt: skip
    assert told == recount(up, held, dealer, aside, folds, names, keeps=keeps, back=back, two_way=two_way, equal=equal)


def recount(
    up: dict[tuple[int, str], int],
    held: dict[int, list[str]],
    dealer: list[str],
    aside: str,
    folds: set[int],
    names: dict[int, str],
    *,
    keeps: bool,
    back: bool,
    two_way: bool,
    equal: bool,
) -> list[Line]:
    """687a.11(b)–(f): forfeits, then each player from the dealer's right, then the shared meter, then Envy Bonuses."""
    lines: list[Line] = []
    for seat in sorted(folds):
        forfeited = ("ante", "blind", "two_way_bad_beat_bonus", *(() if keeps else ("progressive_bonus",)))
        lines += [(seat, kind, up[seat, kind], 0) for kind in forfeited if (seat, kind) in up]
    stays = {
        seat for seat in held if seat not in folds or {(seat, "trips_bonus"), (seat, "progressive_bonus")} & set(up)
    }
    natural = {seat: called([aside if card == "JK" else card for card in hand], "") for seat, hand in held.items()}
    others, meter = best(tuple(dealer)), SEED + 20 * sum(kind == "progressive_bonus" for _, kind in up)
    shared: list[int] = []
    for seat in sorted(stays, reverse=True):
        mine = best(tuple(held[seat]))
        if seat not in folds:
            ante, line = up[seat, "ante"], CLASSES[mine[0]]
            won = (2, 1 + BLIND.get(line, 0), 4) if mine > others else (1, 1, 2) if mine == others else (0, 0, 0)
            stakes = (("ante", ante), ("blind", ante), ("raise", 2 * ante))
            lines += [(seat, kind, stake, times * ante) for (kind, stake), times in zip(stakes, won, strict=True)]
        if (seat, "progressive_bonus") in up and (keeps or seat not in folds):
            line = natural[seat]
            if line == "royal" and equal:
                shared.append(seat)
            elif line in ENVY:
                due = meter if line == "royal" else meter // 10
                meter = SEED if line == "royal" else meter - due
                lines.append((seat, "progressive_bonus", 100, due))
            else:
                lines.append((seat, "progressive_bonus", 100, 100 * (FIXED[line] + back) if line in FIXED else 0))
        if (seat, "trips_bonus") in up:
            readings = [] if "JK" in held[seat] else [NATURAL.get(called(held[seat], ""), -1)]
            if any(card[0] == "2" or card == "JK" for card in held[seat]):
                readings.append(WILD.get(CLASSES[mine[0]], -1))
            lines.append((seat, "trips_bonus", 733, 733 * (1 + max(readings))))
        if (seat, "two_way_bad_beat_bonus") in up and seat not in folds:
            beaten = mine < others or (two_way and mine > others)
            pays = BEATEN.get(CLASSES[min(mine, others)[0]], -1) if beaten else -1
            lines.append((seat, "two_way_bad_beat_bonus", 333, 333 * (1 + pays)))
    winners = Counter(names[seat] for seat in shared)
    lines += [(seat, "progressive_bonus", 100, meter // (len(winners) * winners[names[seat]])) for seat in shared]
    for seat in sorted((seat for seat, kind in up if kind == "progressive_bonus"), reverse=True):
        due = sum(ENVY.get(natural[other], 0) for other in stays if names[other] != names[seat])
        lines += [(seat, "progressive_bonus_envy", 0, due)] if due else []
    return lines

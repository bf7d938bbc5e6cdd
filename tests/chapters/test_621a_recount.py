"""Chapter 621a, Pai Gow: random rounds with and without a player's bank, recounted by somebody who knows only the text.

The recount has its own ranks, house way, order of offering, centre of the table and vigorish.
"""

import random
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

from pitboss.equipment.tiles import TILES
from pitboss.testkit.tables import deal, play
from tests.chapters.pai_gow_tiles import GAME, said, table

# 621a.3(c), (h): pairs and single tiles, best first
SINGLE = [
    "6-6",
    "1-1",
    "4-4",
    "1-3",
    "5-5",
    "3-3",
    "2-2",
    "5-6",
    "4-6",
    "1-6",
    "1-5",
    "3-6,4-5",
    "2-6,3-5",
    "2-5,3-4",
    "2-4",
    "1-4,2-3",
    "1-2",
]
RANK = {tile: place for place, row in enumerate(SINGLE, 1) for tile in row.split(",")}
PAIRS = [
    ["1-2 2-4"], *([f"{tile} {tile}"] for tile in SINGLE[:11]), ["3-6 4-5"], ["2-6 3-5"], ["2-5 3-4"], ["1-4 2-3"],
    ["4-5 6-6", "3-6 6-6"], ["1-1 4-5", "1-1 3-6"], ["2-6 6-6", "3-5 6-6", "4-4 6-6"], ["1-1 2-6", "1-1 3-5", "1-1 4-4"],
]  # fmt: skip
PAIR = {tuple(pair.split()): place for place, row in enumerate(PAIRS, 1) for pair in row}
EITHER = ((3, 17), (6, 15))  # 621a.3(f)

Hand = tuple[int, int, int]
Line = tuple[int, str, int, int, int]  # seat, wager, stake, returned, vigorish, in cents


def worth(two: list[str]) -> Hand:
    """The greater is the higher; equal is a copy, and so are two hands of nothing."""
    pair = PAIR.get(tuple(sorted(two)))
    if pair:
        return 1, -pair, 0
    counts = [EITHER if tile in ("1-2", "2-4") else ((int(tile[0]) + int(tile[2]), RANK[tile]),) for tile in two]
    ways = [((one[0] + other[0]) % 10, -min(one[1], other[1])) for one, other in product(*counts)]
    value, top = max(ways)
    return 0, value, top if value else 0


def two_hands(tiles: list[str], low: list[str]) -> tuple[Hand, Hand]:
    rest = list(tiles)
    for tile in low:
        rest.remove(tile)
    one, other = worth(low), worth(rest)
    return max(one, other), min(one, other)


def house_low(tiles: list[str]) -> list[str]:
    """621a.8(d), I-621a-03: what the dealer lays low, or what the two others of the four are."""
    twos = [list(two) for two in combinations(sorted(tiles, key=RANK.__getitem__), 2)]
    pairs = [PAIR[tuple(sorted(two))] for two in twos if tuple(sorted(two)) in PAIR]
    if pairs:
        played = [two for two in twos if PAIR.get(tuple(sorted(two))) == min(pairs)]
    else:
        values = [value for value in (9, 8, 7) if any(worth(two)[1] == value for two in twos)]
        played = [two for two in twos if worth(two)[1] == values[0]] if values else [twos[2]]  # the best and the worst
    return max(played, key=lambda two: two_hands(tiles, two)[::-1])


def vigorish(won: int, rounding: str) -> int:
    """5%, down to the cent, or up to the next quarter of a dollar."""
    exact = Fraction(won, 20)
    return -(-exact // 25) * 25 if rounding == "next_25_cents" else exact // 1


class Recount:
    """What the table remembers, and what each round should settle."""

    def __init__(self, rounding: str) -> None:
        self.rounding = rounding
        self.last, self.banked = 0, 0
        self.wagered: dict[int, int] = {}

    def bank(self, accepted: dict[int, str], up: dict[int, int]) -> int:
        """From the right of the last bank, or from the dealer's right: the first who accepted; nobody to share with, no co-bank."""
        for n in range(6):
            seat = (self.last - 2 - n) % 6 + 1 if self.last else 6 - n
            if seat in accepted and (accepted[seat] == "bank" or any(other != seat for other in up)):
                return seat
        return 0

    def against_dealer(self, up: dict[int, int], hands: dict[int, tuple[Hand, Hand]]) -> list[Line]:
        self.wagered, self.banked = dict(up), 0
        lines = []
        for seat in sorted(up, reverse=True):
            wins = beaten(hands[seat], hands[0])
            due = vigorish(up[seat], self.rounding) if wins == 2 else 0
            lines.append((seat, "pai_gow", up[seat], wins * up[seat], due))
        return lines

    def against_bank(
        self, bank: int, kind: str, dealer: int, up: dict[int, int], hands: dict[int, tuple[Hand, Hand]]
    ) -> list[Line]:
        """The dealer first; losers to the centre; the winners out of it; what lacks from the bank, what is left to it."""
        self.last = self.banked = bank
        lines: list[Line] = []
        winners, centre = [], 0
        for seat in [*([0] if dealer else []), *sorted(set(up) - {bank}, reverse=True)]:
            wager, stake = ("pai_gow", up[seat]) if seat else ("dealer_wager", dealer)
            wins = beaten(hands[seat], hands[bank])
            if wins == 2:
                winners.append((seat, wager, stake))
                continue
            centre += stake if not wins else 0
            lines.append((seat, wager, stake, wins * stake, 0))
        due, put_in = sum(stake for *_, stake in winners), 0
        for seat, wager, stake in winners:
            if centre < stake:
                lacking, centre = due - centre, due
                put_in = lacking if kind == "bank" else lacking // 2
                lines += [(bank, kind, put_in, 0, 0)] if put_in else []
            lines.append((seat, wager, stake, 2 * stake, vigorish(stake, self.rounding) if seat else 0))
            centre, due = centre - stake, due - stake
        own = centre if kind == "bank" else -(-centre // 2)
        if own or not put_in:
            lines.append((bank, kind, 0, own, vigorish(own, self.rounding)))
        return lines


def beaten(mine: tuple[Hand, Hand], others: tuple[Hand, Hand]) -> int:
    """How many of the other's two hands these are above."""
    return sum(one > other for one, other in zip(mine, others, strict=True))


@pytest.mark.parametrize("seed", range(8))
def test_621a_8_9_rounds_recounted(seed: int) -> None:
    """Five rounds of up to six players with odd cents; whoever may, sometimes banks, alone or with the dealer."""
    pick = random.Random(seed)
    rounding, fixed = pick.choice(["exact", "next_25_cents"]), pick.choice(["", "", "7.33"])
    recount, rounds, expected = Recount(rounding), [], list[Line]()
    for number in range(5):
        up = {seat: pick.choice([100, 1005, 2501, 3333]) for seat in pick.sample(range(1, 7), pick.randint(2, 5))}
        may = [seat for seat in recount.wagered if seat != recount.banked] if number else []
        accepted = {seat: pick.choice(["bank", "co_bank"]) for seat in may if pick.random() < 0.4}
        bank = recount.bank(accepted, up)
        kind = accepted.get(bank, "")
        dealer = (733 if fixed else recount.wagered[bank]) if kind == "bank" else 0
        tiles = pick.sample(TILES, 32)
        held = {seat: [tiles.pop() for _ in range(4)] for seat in (0, *sorted({*up, *([bank] if bank else [])}))}
        answers: list[dict[str, Any]] = [said(seat, word) for seat, word in accepted.items()]
        lows = {seat: pick.sample(held[seat], 2) for seat in held if seat and (seat != bank or kind == "bank")}
        answers += [said(seat, {"low": low}) for seat, low in lows.items()]
        hands = {seat: two_hands(held[seat], lows.get(seat) or house_low(held[seat])) for seat in held}
        named = {f"seat_{seat}" if seat else "dealer": " ".join(four) for seat, four in held.items()}
        wagers = "; ".join(f"{seat} pai_gow {amount / 100:.2f}" for seat, amount in up.items())
        rounds.append(deal(wagers, table(first=bank or "dealer", **named), answers))
        expected += recount.against_bank(bank, kind, dealer, up, hands) if bank else recount.against_dealer(up, hands)
    filed = {"dealer_wager_against_bank": fixed} if fixed else {}
    played = play(GAME, *rounds, player_bank=True, co_banking=True, vigorish_rounding=rounding, **filed).ok()
    amounts = ("stake", "returned", "vigorish")
    told = [(s["seat"], s["wager"], *(int(Fraction(s[key]) * 100) for key in amounts)) for s in played.settlements]
    assert told == expected

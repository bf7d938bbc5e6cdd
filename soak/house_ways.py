"""Random house ways, each checked over all 154,143,080 hands of seven cards: every hand is set, none of them foul, and as the
lines order it by a reckoning that shares nothing with the compiled one.

All hands are looked at in compiled code; of each way some are set once more by ``pitboss_audit``. Controls: a way whose last
line is taken out leaves hands without a setting; one whose settings are exchanged for fouls is found out.

    python -m soak house_ways           WAYS ways
    python -m soak.house_ways 5         so many
"""

import random
import sys
import time

import numpy as np

from pitboss.families.house_way_rules import ALWAYS, HIGHS, SHAPES, check_rules
from pitboss.families.house_ways import RANKING
from pitboss.families.poker_ranks import LADDER
from pitboss.mathematics.kit.every_hand import EveryHand, every_hand, plain_and_flushes
from pitboss.mathematics.kit.house_ways import NUMBER
from pitboss.procedure import Refused
from pitboss_audit.setting import by_way, rank

WAYS, SOME = 40, 400
LOWS = ("", "A", "K", "Q", "AK", "22", "77", "TT", "KK")
CARD = {number: card for card, number in NUMBER.items()}


def random_way(source: random.Random) -> list[str]:
    """A lawful way: for each shape of hand some lines with conditions, then one that can always be carried out."""
    lines = list[str]()
    for shape, groups in SHAPES.items():
        own = [_line(shape, max(map(len, groups)), source) for _ in range(source.randrange(4))]
        last = [f"{shape}: {high.words}" + (f" with {low} low" if low else "") for high, low in ALWAYS[groups[0]]]
        lines += [*dict.fromkeys(own), source.choice(last)]
    while True:
        try:
            check_rules(tuple(lines), "")
        except Refused as refused:
            idle = next((line for line in lines if f"{line!r} is never reached" in refused.sentence), None)
            if idle is None:
                raise
            lines.remove(idle)
        else:
            return lines


def _line(shape: str, ranks: int, source: random.Random) -> str:
    spans = ""
    for _ in range(source.randint(0, ranks)):
        first, last = sorted(source.sample(range(len(LADDER)), 2))
        spans += source.choice((" any", f" {LADDER[first]}", f" {LADDER[first]}-{LADDER[last]}"))
    low = source.choice(LOWS)
    return f"{shape}{spans}: {source.choice(list(HIGHS))}" + (f" with {low} low" if low else "")


def compared(lines: list[str], source: random.Random, some: int = SOME) -> int:
    """Some hands of each kind set by the second engine; how many are set otherwise."""
    hands, highs, lows = plain_and_flushes("; ".join(lines))
    rows = source.sample(range(len(hands)), some)
    rules, differ = {"house_way": "filed", "house_way_rules": lines}, 0
    for row in rows:
        high, low = by_way(rules, [CARD[number] for number in hands[row]])
        differ += (RANKING.best(high), RANKING.best(low)) != (highs[row], lows[row]) or rank(high) < rank(low)
    return differ


def check(lines: list[str], source: random.Random) -> EveryHand:
    found = every_hand("; ".join(lines))
    assert found.lawful, (lines, found)
    assert not compared(lines, source), lines
    return found


def controls() -> None:
    lines = random_way(random.Random(1))
    last = max(n for n, line in enumerate(lines) if line.startswith("no pair: "))
    without = [line for n, line in enumerate(lines) if n != last and not line.startswith("no pair: high card")]
    assert every_hand("; ".join(without)).unset, "a way that leaves hands is found out"
    _, highs, lows = plain_and_flushes("; ".join(lines))
    assert np.count_nonzero(lows > highs) == 0
    assert np.count_nonzero(highs > lows), "hands exchanged for fouls would be counted"


def main(ways: int = WAYS) -> None:
    source, began, hands = random.Random(38), time.process_time(), 0
    controls()
    for _ in range(ways):
        hands += check(random_way(source), source).hands
    spent = time.process_time() - began
    print(f"{ways} random house ways over {hands:,} hands: all set, none foul, as ordered; {spent:.0f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else WAYS)

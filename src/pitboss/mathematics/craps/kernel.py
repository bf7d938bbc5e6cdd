"""Craps and Mini-Craps: one table, every wager on it, throw after throw; bets with full odds; the Fire Bet by turns.

The kernels know no rule. What a throw does to a wager on a spot, with a point on or off, is found beforehand in the
chapter's own ``Decisions``; a wager that is decided is made again as soon as it may be.
"""

from collections.abc import Callable, Sequence
from functools import partial
from math import lcm

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.chapters.ch623a_craps.rules import Rules, VigorishRounding, where
from pitboss.chapters.ch623a_craps.settlement import FIRE_WINS, SUM, next_point
from pitboss.chapters.ch623a_craps.wagers import (
    BACKS,
    BUY,
    COME,
    COME_ODDS,
    DONT_COME,
    DONT_COME_ODDS,
    FIRE,
    KINDS,
    LAY,
    LINE,
    ODDS_ON,
    ONE_ROLL,
    PARTS,
    POINTS,
    WAGERS,
    Spot,
    Verdict,
)
from pitboss.equipment.dice import throws
from pitboss.events import Collected, Moved
from pitboss.game import Game
from pitboss.mathematics.craps.chains import Chain, Decided, Small, explore, joined, throws_of, turns_of
from pitboss.mathematics.craps.edges import most_odds
from pitboss.mathematics.craps.edges import vigorish as exact_vigorish
from pitboss.mathematics.craps.strategy import FULL_ODDS
from pitboss.mathematics.kit import uniform
from pitboss.mathematics.kit.kernel import Kernel
from pitboss.money import Cents, share, winnings

DICE = tuple(throws(2))
ONE_ROLL_UNIT = 2000  # whole units of two, four and five chips
UNIT = 1320  # every odds on it is a whole number of cents, and so is a vigorish of 5%
MOST_UNITS = 100  # what a tally holds; on so many no vigorish is off by more than a hundred-thousandth
Settle = Callable[[Verdict, Spot, int, str], tuple[int, int]]  # a decision, with point and dice: net and stake
Up = tuple[str | None, ...]  # where each wager is: a Come Bet at its number, others nowhere in particular; None: not up
Ints = NDArray[np.int64]


def net(what: Verdict, spot: Spot, stake: int, rules: Rules) -> int:
    """Cents won or lost by a decision, vigorish included."""
    vigorish = rules.vigorish(*spot, stake) if what.vigorish else 0
    if what.event is Collected:
        return -stake - vigorish
    if what.odds is None:
        return 0
    won = share(stake, what.won, what.units)
    return won + winnings(won, what.odds, rules.payout_rounding) - stake - vigorish


# --- wagers on one roll ------------------------------------------------------------------------------------


def one_roll(rules: Rules, stake: Cents = ONE_ROLL_UNIT) -> tuple[list[Spot], Ints]:
    """The spots, and the net of each on each throw."""
    spots = [spot for spot in rules.spots if spot[0] in ONE_ROLL or spot in PARTS]
    table = [[net(rules.decisions[0, dice, False][spot], spot, stake, rules) for dice in DICE] for spot in spots]
    return spots, np.array(table, np.int64)


# --- wagers that outlast the throw -------------------------------------------------------------------------


def lasting(rules: Rules) -> list[Spot]:
    """One row for each wager; a Come Bet is one row wherever it has travelled, and so are the odds behind it."""
    kinds = [kind.name for kind in WAGERS if rules.offers(kind) and kind.name not in ONE_ROLL and kind.name != FIRE]
    kinds = [kind for kind in kinds if not any(kind == spot[0] for spot in PARTS)]
    kinds = [kind for kind in kinds if kind not in BACKS or BACKS[kind] in kinds]
    travelling = (COME, DONT_COME, COME_ODDS, DONT_COME_ODDS)
    return [(kind, on) for kind in kinds for on in (("",) if kind in travelling else where(kind))]


def groups(spots: Sequence[Spot]) -> list[list[int]]:
    """Rows that have to be followed together: those that stay where they are, Come with its odds, Don't Come likewise."""
    travelling = ((COME, COME_ODDS), (DONT_COME, DONT_COME_ODDS))
    found = [[row for row, (kind, _) in enumerate(spots) if kind in kinds] for kinds in travelling]
    return [[row for row in range(len(spots)) if not any(row in rows for rows in found)], *found]


def made_again(kinds: Sequence[str], point: int, up: Up) -> Up:
    """623a.3(a)(1)–(4), 623a.6: line bets before a come out roll, Come bets and line odds after it, others any time.

    Odds behind a Come Bet are made once that has its number.
    """
    found = list(up)
    for row, kind in enumerate(kinds):
        if found[row] is not None:
            continue
        if kind in (COME_ODDS, DONT_COME_ODDS):
            found[row] = (found[kinds.index(BACKS[kind])] if BACKS[kind] in kinds else None) or None
        elif (not point) if kind in LINE else (point or kind not in (COME, DONT_COME, *BACKS)):
            found[row] = ""
    return tuple(found)


def chain(rules: Rules, spots: Sequence[Spot], rows: Sequence[int], settle: Settle) -> Chain:
    """What every throw does to these wagers, whatever the point and wherever they are."""
    mine = [spots[row] for row in rows]
    kinds = [kind for kind, _ in mine]

    def step(state: tuple[int, Up], throw: int) -> tuple[tuple[int, Up], Decided]:
        (point, up), dice = state, DICE[throw]
        after, decided = list(up), []
        for n, ((kind, on), place) in enumerate(zip(mine, up, strict=True)):
            spot = kind, on or place or ""
            what = rules.decisions[point, dice, False].get(spot) if place is not None else None
            if what is None:
                continue
            if what.event is Moved:
                after[n] = what.to
            else:
                after[n] = None
                decided.append((rows[n], *settle(what, spot, point, dice)))
        point = next_point(point, SUM[dice], deciding=False)
        return (point, made_again(kinds, point, tuple(after))), decided

    return explore((0, made_again(kinds, 0, (None,) * len(mine))), step, len(DICE))


def tables(spots: Sequence[Spot], rules: Rules, settle: Settle) -> tuple[Chain, Small]:
    """The chains of all these wagers, and where each begins."""
    return joined([chain(rules, spots, rows, settle) for rows in groups(spots)])


def unit(rules: Rules) -> int:
    """A stake on which the vigorish as filed is a whole number of cents, too."""
    charges = [exact_vigorish(rules, kind, on) for kind, on in rules.spots if kind in (BUY, LAY)]
    return UNIT * min(MOST_UNITS, lcm(*((UNIT * charge).denominator for charge in charges)))


def alone(rules: Rules, stake: Cents | None = None) -> Settle:
    """A wager by itself, of ``unit`` if nothing is said, and what it costs to make, with vigorish taken in advance."""
    stake = stake or unit(rules)

    def settle(what: Verdict, spot: Spot, point: int, dice: str) -> tuple[int, int]:
        return net(what, spot, stake, rules), stake + (rules.vigorish(*spot, stake) if rules.prepaid else 0)

    return settle


# --- with full odds ----------------------------------------------------------------------------------------


def backed(rules: Rules) -> list[Spot]:
    """The bets that may have odds behind them."""
    return [(kind, "") for kind in ODDS_ON if rules.offers(KINDS[kind])]


def base(rules: Rules) -> Cents:
    """A bet on which the most odds, whatever the number, and what they win are whole chips (623a.6(f))."""
    return 60 * rules.chip


def together(rules: Rules, stake: Cents | None = None) -> Settle:
    """A bet, of ``base`` if nothing is said, and the odds behind it, which the same throw decides or hands back."""
    stake = stake or base(rules)

    def settle(what: Verdict, spot: Spot, point: int, dice: str) -> tuple[int, int]:
        won, staked, behind = net(what, spot, stake, rules), stake, most_odds(rules, spot, point, stake)
        if behind:
            odds = ODDS_ON[spot[0]], spot[1]
            won += net(rules.decisions[point, dice, False][odds], odds, behind, rules)
        return won, staked + behind

    return settle


# --- the Fire Bet ------------------------------------------------------------------------------------------


def fire_nets(rules: Rules, stake: Cents = UNIT) -> Ints:
    """The net of a Fire Bet by the number of different points made."""
    pays = [rules.fire.get(str(count)) for count in range(1 + len(POINTS))]
    assert pays[FIRE_WINS - 1] is None
    return np.array(
        [-stake if odds is None else winnings(stake, odds, rules.payout_rounding) for odds in pays], np.int64
    )


def fire_chain(rules: Rules, stake: Cents = UNIT) -> Chain:
    """A turn of the dice: the point, and which points were made, until the loser 7; then the next turn."""
    nets = fire_nets(rules, stake)

    def step(state: tuple[int, frozenset[int]], throw: int) -> tuple[tuple[int, frozenset[int]], Decided]:
        (point, made), total = state, SUM[DICE[throw]]
        after = next_point(point, total, deciding=False)
        if not point or after:
            return (after, made), []
        if total == point:
            return (after, made | {point}), []
        return (after, frozenset()), [(0, int(nets[len(made)]), stake)]

    return explore((0, frozenset[int]()), step, len(DICE))


def named(spots: Sequence[Spot]) -> tuple[str, ...]:
    return tuple(f"{kind} {on}".rstrip() for kind, on in spots)


def kernels(game: Game, rules: Rules, stake: Cents | None = None) -> list[Kernel]:
    """Wagers that outlast the throw, counted by decision; wagers on one roll; bets with all the odds that the filed
    multiple permits; the Fire Bet, by turn of the dice. Vigorish is what it is before any rounding, unless a stake is said."""
    if stake is None:
        rules = msgspec.structs.replace(rules, vigorish_rounding=VigorishRounding.EXACT)
    single, nets = one_roll(rules, stake or ONE_ROLL_UNIT)
    spots, lines = lasting(rules), backed(rules)
    found = [
        Kernel(
            game.name, "throws", named(spots), stake or unit(rules), _throws(tables(spots, rules, alone(rules, stake)))
        ),
        uniform.kernel(game.name, "one roll", named(single), stake or ONE_ROLL_UNIT, nets),
        Kernel(
            game.name,
            FULL_ODDS,
            named(lines),
            stake or base(rules),
            _throws(tables(lines, rules, together(rules, stake))),
            FULL_ODDS,
        ),
    ]
    if rules.fire_bet:
        turns = partial(turns_of, fire_chain(rules, stake or UNIT), len(DICE))
        found.append(Kernel(game.name, "turns", (FIRE,), stake or UNIT, turns))
    return found


def _throws(walked: tuple[Chain, Small]) -> Callable[..., None]:
    return partial(throws_of, *walked, len(DICE))

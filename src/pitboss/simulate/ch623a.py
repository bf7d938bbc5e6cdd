"""Craps and Mini-Craps: one table, every wager on it, throw after throw; and the Fire Bet turn after turn.

The kernels know no rule. What a throw does to a wager on a spot, with a point on or off, is looked up in tables
filled from the chapter's own ``Decisions``; a wager that is decided is made again as soon as it may be.
"""

from collections.abc import Sequence
from functools import partial

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.chapters.ch623a_craps.rules import Rules, where
from pitboss.chapters.ch623a_craps.settlement import FIRE_WINS, SUM, next_point
from pitboss.chapters.ch623a_craps.wagers import (
    BACKS,
    COME,
    COME_ODDS,
    DONT_COME,
    DONT_COME_ODDS,
    FIRE,
    LINE,
    NUMBERS,
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
from pitboss.money import share, winnings
from pitboss.simulate import uniform
from pitboss.simulate.kernel import Kernel
from pitboss.simulate.philox import below, stream

DICE = tuple(throws(2))
ONE_ROLL_UNIT = 2000  # whole units of two, four and five chips
UNIT = 1320  # every odds on it is a whole number of cents, and so is its vigorish
ANY_TIME, COME_OUT, POINT_ON, BEHIND = range(4)  # when a wager is made again
STAYS, DECIDED, MOVED = range(3)  # what a throw does to it
PLACES = ("", *NUMBERS)  # where a Come Bet can be
Ints = NDArray[np.int64]


def net(what: Verdict, spot: Spot, stake: int, rules: Rules) -> int:
    """Cents won or lost by a decision, vigorish included."""
    vigorish = rules.vigorish(*spot, stake) if what.vigorish else 0
    if what.event is Collected:
        return -stake - vigorish
    if what.odds is None:
        return 0
    won = share(stake, what.won, what.units)
    return won + winnings(won, what.odds, rules.breakage, rules.chip) - stake - vigorish


# --- wagers on one roll ------------------------------------------------------------------------------------


def one_roll(rules: Rules) -> tuple[list[Spot], Ints]:
    """The spots, and the net of each on each throw."""
    spots = [spot for spot in rules.spots if spot[0] in ONE_ROLL or spot in PARTS]
    table = [
        [net(rules.decisions[0, dice, False][spot], spot, ONE_ROLL_UNIT, rules) for dice in DICE] for spot in spots
    ]
    return spots, np.array(table, np.int64)


# --- wagers that outlast the throw -------------------------------------------------------------------------


def lasting(rules: Rules) -> list[Spot]:
    """One row for each wager; a Come Bet is one row wherever it has travelled, and so are the odds behind it."""
    kinds = [kind.name for kind in WAGERS if rules.offers(kind) and kind.name not in ONE_ROLL and kind.name != FIRE]
    kinds = [kind for kind in kinds if not any(kind == spot[0] for spot in PARTS)]
    travelling = (COME, DONT_COME, COME_ODDS, DONT_COME_ODDS)
    return [(kind, on) for kind in kinds for on in (("",) if kind in travelling else where(kind))]


def tables(rules: Rules, spots: Sequence[Spot]) -> tuple[Ints, Ints, Ints, Ints]:
    """By wager, place, point and throw: what happens, the net or the new place; when each is made; what it backs."""
    act = np.zeros((len(spots), len(PLACES), 1 + len(POINTS), len(DICE)), np.int64)
    result = np.zeros_like(act)
    for row, (kind, on) in enumerate(spots):
        for place, number in enumerate(PLACES):
            spot = (kind, on or number)
            for column, point in enumerate((0, *POINTS)):
                for n, dice in enumerate(DICE):
                    what = rules.decisions[point, dice, False].get(spot)
                    if what is None:
                        continue
                    if what.event is Moved:
                        act[row, place, column, n], result[row, place, column, n] = MOVED, PLACES.index(what.to)
                    else:
                        act[row, place, column, n] = DECIDED
                        result[row, place, column, n] = net(what, spot, UNIT, rules)
    return act, result, _when(spots), _behind(spots)


def _when(spots: Sequence[Spot]) -> Ints:
    """623a.3(a)(1)–(4), 623a.6: line bets before a come out roll, Come bets and line odds after it."""
    found = []
    for kind, _ in spots:
        if kind in (COME_ODDS, DONT_COME_ODDS):
            found.append(BEHIND)
        else:
            found.append(COME_OUT if kind in LINE else POINT_ON if kind in (COME, DONT_COME, *BACKS) else ANY_TIME)
    return np.array(found, np.int64)


def _behind(spots: Sequence[Spot]) -> Ints:
    rows = {spot: row for row, spot in enumerate(spots)}
    return np.array([rows.get((BACKS.get(kind, ""), ""), -1) for kind, _ in spots], np.int64)


def pucks() -> Ints:
    """Where the puck goes, by point and throw."""
    marks = (0, *POINTS)
    return np.array([[marks.index(next_point(p, SUM[dice], deciding=False)) for dice in DICE] for p in marks], np.int64)


@njit(cache=True, nogil=True)
def make(when: Ints, behind: Ints, point: int, up: Ints, place: Ints) -> None:
    """Every wager that is not up is made again if it may be; odds behind a Come Bet once that has its number."""
    for row in range(len(when)):
        if up[row]:
            continue
        if when[row] == BEHIND:
            base = behind[row]
            if up[base] and place[base]:
                up[row], place[row] = 1, place[base]
        elif when[row] == ANY_TIME or (when[row] == COME_OUT) == (point == 0):
            up[row], place[row] = 1, 0


@njit(cache=True, nogil=True)
def decide(act: Ints, result: Ints, point: int, throw: int, up: Ints, place: Ints, staked: Ints, out: Ints) -> None:
    """What one throw does to every wager that is up."""
    for row in range(len(up)):
        if not up[row]:
            continue
        what = act[row, place[row], point, throw]
        if what == STAYS:
            continue
        amount = result[row, place[row], point, throw]
        if what == MOVED:
            place[row] = amount
            continue
        up[row] = 0
        out[row, 0] += 1
        out[row, 1] += amount
        out[row, 2] += amount * amount
        out[row, 3] += staked[row]
        if amount > 0:
            out[row, 4] += 1


@njit(cache=True, nogil=True)
def follow(
    act: Ints, result: Ints, when: Ints, behind: Ints, puck: Ints, staked: Ints, dice: Ints, state: Ints, out: Ints
) -> None:
    """These throws, from a table in this state: the point, then what is up, then where it is."""
    rows = len(when)
    up, place = state[1 : 1 + rows], state[1 + rows :]
    for throw in dice:
        make(when, behind, state[0], up, place)
        decide(act, result, state[0], throw, up, place, staked, out)
        state[0] = puck[state[0], throw]


CHUNK = 4096


@njit(cache=True, nogil=True)
def throws_of(
    act: Ints,
    result: Ints,
    when: Ints,
    behind: Ints,
    puck: Ints,
    staked: Ints,
    seed: int,
    block: int,
    rounds: int,
    out: Ints,
) -> None:
    """A block of throws at a table that opens with it."""
    source = stream(seed, block)
    state = np.zeros(1 + 2 * len(when), np.int64)
    left = rounds
    while left > 0:
        dice = np.empty(min(left, CHUNK), np.int64)
        for n in range(len(dice)):
            dice[n] = below(source, 36)
        follow(act, result, when, behind, puck, staked, dice, state, out)
        left -= len(dice)


def stakes(rules: Rules, spots: Sequence[Spot]) -> Ints:
    """What each wager costs to make, with vigorish that is taken in advance."""
    return np.array([UNIT + (rules.vigorish(*spot, UNIT) if rules.prepaid else 0) for spot in spots], np.int64)


# --- the Fire Bet ------------------------------------------------------------------------------------------


def fire_nets(rules: Rules) -> Ints:
    """The net of a Fire Bet of ``UNIT`` by the number of different points made."""
    pays = [rules.fire.get(str(count)) for count in range(1 + len(POINTS))]
    assert pays[FIRE_WINS - 1] is None
    return np.array([-UNIT if odds is None else winnings(UNIT, odds) for odds in pays], np.int64)


@njit(cache=True, nogil=True)
def fire_throw(puck: Ints, sevens: Ints, throw: int, state: Ints) -> bool:
    """One throw of a turn: state is the point and, as bits, the points made. Whether it was the loser 7."""
    point = state[0]
    state[0] = puck[point, throw]
    if point == 0 or state[0] != 0:
        return False
    if sevens[throw]:
        return True
    state[1] |= 1 << point
    return False


@njit(cache=True, nogil=True)
def made(points: int) -> int:
    count = 0
    while points:
        points &= points - 1
        count += 1
    return count


@njit(cache=True, nogil=True)
def turns_of(nets: Ints, puck: Ints, sevens: Ints, seed: int, block: int, rounds: int, out: Ints) -> None:
    """A block of turns of the dice, each from its first come out roll to its loser 7."""
    source = stream(seed, block)
    state = np.zeros(2, np.int64)
    for _ in range(rounds):
        state[:] = 0
        while not fire_throw(puck, sevens, below(source, 36), state):
            pass
        amount = nets[made(state[1])]
        out[0, 0] += 1
        out[0, 1] += amount
        out[0, 2] += amount * amount
        out[0, 3] += UNIT
        if amount > 0:
            out[0, 4] += 1


def sevens() -> Ints:
    return np.array([SUM[dice] == 7 for dice in DICE], np.int64)


def named(spots: Sequence[Spot]) -> tuple[str, ...]:
    return tuple(f"{kind} {on}".rstrip() for kind, on in spots)


def kernels(game: Game, rules: Rules) -> list[Kernel]:
    """Wagers that outlast the throw, counted by decision; wagers on one roll; the Fire Bet, by turn of the dice."""
    single, nets = one_roll(rules)
    spots = lasting(rules)
    play = partial(throws_of, *tables(rules, spots), pucks(), stakes(rules, spots))
    found = [
        Kernel(game.name, "throws", named(spots), UNIT, play),
        uniform.kernel(game.name, "one roll", named(single), ONE_ROLL_UNIT, nets),
    ]
    if rules.fire_bet:
        found.append(Kernel(game.name, "turns", (FIRE,), UNIT, partial(turns_of, fire_nets(rules), pucks(), sevens())))
    return found

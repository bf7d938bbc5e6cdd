"""Craps and Mini-Craps: each wager followed to its decision through the chapter's own verdicts.

A wager that outlasts the throw has its edge per decision: throws that leave it alone are left out. Where it rests
on come out rolls that changes nothing, for a resting wager is not decided.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

from pitboss.chapters.ch623a_craps.layout import Layout
from pitboss.chapters.ch623a_craps.rules import Base, ComeOdds, MiniRules, Rules, VigorishRounding, where
from pitboss.chapters.ch623a_craps.settlement import counted, next_point
from pitboss.chapters.ch623a_craps.table import Fire, Table
from pitboss.chapters.ch623a_craps.wagers import (
    BACKS,
    BUY,
    BY_NUMBER,
    COME,
    DONT_COME,
    DONT_PASS,
    FIRE,
    KINDS,
    LAY,
    NUMBERS,
    ODDS_ON,
    PASS,
    POINTS,
    THROWS,
    WAGERS,
    Faces,
    Spot,
    Verdict,
    verdict,
)
from pitboss.events import Collected, Moved, Returned
from pitboss.game import Game
from pitboss.mathematics.craps.strategy import FULL_ODDS
from pitboss.mathematics.kit.edge import Edge, distribution
from pitboss.money import Cents, winnings
from pitboss.submission import RulesSubmission, choices, submit

Line = tuple[str, Fraction, Fraction]  # outcome, net of one unit, probability
ONE = Fraction(1)


def chance(throw: Faces) -> Fraction:
    """Two dice: a pair comes in one way, any other throw in two."""
    return Fraction(1 if throw[0] == throw[1] else 2, 36)


def edges(rules: Rules) -> list[Edge]:
    """Every wager offered; bets on a line alone and with full odds, the Fire Bet under its paytable."""
    found = []
    for kind in WAGERS:
        if kind.name == FIRE:
            found += [fire_bet(rules)] if rules.fire_bet else []
        elif kind.name in BACKS:
            found += _odds_alone(rules, kind.name)
        elif rules.offers(kind):
            found += [_edge(rules, kind.name, on, _lines(rules, kind.name, on)) for on in where(kind.name)]
            if kind.name in ODDS_ON:
                found.append(with_odds(rules, kind.name))
    return found


def _odds_alone(rules: Rules, kind: str) -> list[Edge]:
    """Where the bet is offered that they back."""
    if not rules.offers(KINDS[BACKS[kind]]):
        return []
    note = "fair: the bet it backs bears the edge"
    return [_edge(rules, kind, on, _lines(rules, kind, on), note) for on in NUMBERS]


def _edge(rules: Rules, kind: str, on: str, lines: list[Line], note: str = "") -> Edge:
    staked, options = ONE, {}
    if kind in (BUY, LAY):
        options = {"vigorish": f"{rules.vigorish_rate}% {rules.vigorish_collected}"}
        staked += vigorish(rules, kind, on) if rules.prepaid else 0
        if rules.vigorish_rounding is not VigorishRounding.EXACT:
            note = "vigorish as it is before it is rounded to chips"
    return Edge(
        "623a", name(rules), kind, distribution(lines), on=on, paytable=", ".join(map(str, rules.odds(kind, on))),
        options=options, staked=staked, note=note,
    )  # fmt: skip


def name(rules: Rules) -> str:
    return "mini-craps" if isinstance(rules, MiniRules) else "craps"


def vigorish(rules: Rules, kind: str, on: str) -> Fraction:
    """Of one unit, before any rounding."""
    rate = rules.vigorish_rate / 100
    return rate * BY_NUMBER[LAY][on].net if kind == LAY and rules.lay_vigorish_base is Base.WIN else rate


# --- to the decision ---------------------------------------------------------------------------------------


def _lines(rules: Rules, kind: str, on: str) -> list[Line]:
    """Outcomes of one unit. Odds behind a line bet are taken at the number it has for its point."""
    point = int(on) if kind in BACKS else 0
    lines = decided(kind, on, point)
    return [(what, charged(rules, kind, on, net), odds) for what, net, odds in lines]


def charged(rules: Rules, kind: str, on: str, net: Fraction) -> Fraction:
    """What one unit nets when the vigorish of a Buy or Lay Bet is paid."""
    if kind not in (BUY, LAY):
        return net
    return net - (vigorish(rules, kind, on) if net > 0 or rules.prepaid else 0)


@cache
def decided(kind: str, on: str, point: int) -> tuple[Line, ...]:
    """Outcomes of one unit until it is decided."""
    return tuple(_followed(kind, on, point))


def _followed(kind: str, on: str, point: int) -> Iterator[Line]:
    """One unit through every throw; throws that leave the wager where it is are thrown again."""
    verdicts = [(throw, verdict(kind, on, throw, point), chance(throw)) for throw in THROWS]
    moves = {throw: after(kind, on, throw, point, what) for throw, what, _ in verdicts}
    again = sum((odds for throw, what, odds in verdicts if what is None and moves[throw] == (on, point)), Fraction(0))
    for throw, what, odds in verdicts:
        share = odds / (1 - again)
        if what is not None and what.event is not Moved:
            yield outcome(what), net(what), share
        elif moves[throw] != (on, point):
            for line, amount, later in decided(kind, *moves[throw]):
                yield line, amount, share * later


def after(kind: str, on: str, throw: Faces, point: int, what: Verdict | None) -> tuple[str, int]:
    """Where a wager and the puck stand if the throw did not decide it."""
    if what is not None:
        return what.to, point
    return on, next_point(point, sum(throw), deciding=False) if kind in (PASS, DONT_PASS) else point


def net(what: Verdict) -> Fraction:
    if what.event is Collected:
        return Fraction(-1)
    if what.odds is None:
        return Fraction(0)
    return Fraction(what.won, what.units) * (what.odds.net + 1) - 1


def outcome(what: Verdict) -> str:
    if what.event is Collected:
        return "lose"
    return "void" if what.odds is None else "even" if what.event is Returned else f"wins {what.odds}"


# --- with full odds ----------------------------------------------------------------------------------------


def with_odds(rules: Rules, kind: str) -> Edge:
    """A line or Come bet with all the odds it may have behind it: the same edge on more money."""
    lines: list[Line] = []
    laid = kind in (DONT_PASS, DONT_COME)
    staked, options = ONE, {"odds_multiple": rules.told_times(laid=laid)}
    travels = kind in (COME, DONT_COME)
    rests = kind == COME and rules.come_odds_on_come_out is ComeOdds.OFF
    if kind == COME:
        options["come_odds_on_come_out"] = str(rules.come_odds_on_come_out)
    for throw in THROWS:
        what = verdict(kind, "", throw, 0)
        if what is not None and what.event is not Moved:
            lines.append((outcome(what), net(what), chance(throw)))
            continue
        number = str(sum(throw))
        odds, times = BY_NUMBER[ODDS_ON[kind]][number], Fraction(rules.odds_times[laid][number])
        behind = times / odds.net if laid else times
        staked += chance(throw) * behind
        for line, amount, later in decided(kind, number if travels else "", int(number)):
            off = off_when_decided()[int(number)] if rests else Fraction(0)
            supplement = behind * (odds.net if amount > 0 else -1)
            lines += [
                (f"{line} with odds on {number}", amount + supplement, chance(throw) * later * (1 - off)),
                (f"{line} with odds off on {number}", amount, chance(throw) * later * off),
            ]
    return Edge(
        "623a", name(rules), kind, distribution(line for line in lines if line[2]), options=options, staked=staked,
        strategy=FULL_ODDS, note="with the most odds behind it, whenever it has a point",
    )  # fmt: skip


def house_edge_at(rules: Rules, edge: Edge, stake: Cents) -> Fraction | None:
    """Of a bet with all its odds: the layout takes odds up to the next amount that chips can pay (623a.6(f))."""
    if edge.strategy != FULL_ODDS:
        return None
    kind, won = edge.wager, Fraction(0)
    travels, rests = kind in (COME, DONT_COME), kind == COME and rules.come_odds_on_come_out is ComeOdds.OFF
    for throw in THROWS:
        what = verdict(kind, "", throw, 0)
        if what is not None and what.event is not Moved:
            won += chance(throw) * net(what)
            continue
        point = sum(throw)
        spot = kind, str(point) if travels else ""
        behind, odds = most_odds(rules, spot, point, stake), BY_NUMBER[ODDS_ON[kind]][str(point)]
        on = 1 - off_when_decided()[point] if rests else ONE
        for _, amount, later in decided(kind, spot[1], point):
            supplement = winnings(behind, odds, rules.payout_rounding) if amount > 0 else -behind
            won += chance(throw) * later * (amount + on * Fraction(supplement, stake))
    return -won


def most_odds(rules: Rules, spot: Spot, point: int, stake: Cents) -> Cents:
    """What the layout lets a player put behind a bet; nothing before it has a point."""
    kind, on = spot
    if kind in (COME, DONT_COME) and not on:
        return 0
    return Layout(Table(point=point, up=(((1, *spot), stake),)), rules).most_odds(1, ODDS_ON[kind], on)


@cache
def off_when_decided() -> Mapping[int, Fraction]:
    """I-623a-03: of the Come Bets on each number, how many are decided by a come out roll.

    The odds behind those are handed back. How many depends on where the puck was when the bet was made;
    these are of a player who has one Come Bet at a time and makes it again as soon as possible: the long run of a chain
    over the point and the number of the bet (0 before it has one, and where there is none on a come out roll).
    """
    states = list(product((0, *POINTS), (0, *POINTS)))
    goes: dict[State, dict[State, Fraction]] = {state: {} for state in states}
    for (point, number), throw in product(states, THROWS):
        after = _after_come(point, number, throw)
        goes[point, number][after] = goes[point, number].get(after, Fraction(0)) + chance(throw)
    often = long_run(goes)
    return {number: often[0, number] / sum(often[point, number] for point in (0, *POINTS)) for number in POINTS}


State = tuple[int, int]


def _after_come(point: int, number: int, throw: Faces) -> State:
    """Point and number of the Come Bet after a throw; one that was decided is made again if there is a point."""
    puck = next_point(point, sum(throw), deciding=False)
    if not point and not number:
        return puck, 0
    what = verdict(COME, str(number or ""), throw, point)
    if what is None:
        return puck, number
    return puck, int(what.to) if what.event is Moved else 0


def long_run(goes: Mapping[State, Mapping[State, Fraction]]) -> dict[State, Fraction]:
    """How often a chain is in each state, in parts of the first: states are taken out one by one from the last, each
    replaced by where it leads, and put back in turn."""
    left, states = {state: dict(after) for state, after in goes.items()}, list(goes)
    for n in range(len(states) - 1, 0, -1):
        gone, before = states[n], states[:n]
        leaves = sum((left[gone].get(state, Fraction(0)) for state in before), Fraction(0))
        for state in before:
            if gone in left[state]:
                left[state][gone] /= leaves
                for after in before:
                    if after in left[gone]:
                        more = left[state][gone] * left[gone][after]
                        left[state][after] = left[state].get(after, Fraction(0)) + more
    often = {states[0]: ONE}
    for n in range(1, len(states)):
        often[states[n]] = sum((often[state] * left[state].get(states[n], 0) for state in states[:n]), Fraction(0))
    return often


# --- the Fire Bet ------------------------------------------------------------------------------------------


def fire_bet(rules: Rules) -> Edge:
    """By the different points made before the loser 7."""
    lines = []
    for count, odds in fire_points().items():
        pays = rules.fire.get(str(count))
        lines.append((f"{count} points", pays.net if pays else Fraction(-1), odds))
    return Edge("623a", name(rules), FIRE, distribution(lines), paytable=rules.fire_bet_paytable)


@cache
def fire_points() -> Mapping[int, Fraction]:
    """How likely each number of different points is: a chain over the sets of points made.

    Each come out roll that sets a point is one step: the point is made, and counts once, or a loser 7 ends it.
    """
    totals = {point: sum((chance(t) for t in THROWS if sum(t) == point), Fraction(0)) for point in POINTS}
    seven, every = Fraction(6, 36), sum(totals.values(), Fraction(0))
    made = {point: odds / every * odds / (odds + seven) for point, odds in totals.items()}
    lost = 1 - sum(made.values(), Fraction(0))
    visits: dict[tuple[int, ...], Fraction] = {(): ONE}
    found: dict[int, Fraction] = {}
    for size in range(len(POINTS) + 1):
        for points in combinations(POINTS, size):
            stay = sum((made[p] for p in points), Fraction(0))
            here = visits[points] / (1 - stay)
            found[size] = found.get(size, Fraction(0)) + here * lost
            for point in POINTS:
                then = tuple(sorted(counted(Fire(1, 1, 1, 0, points), point).points))
                if then != points:
                    visits[then] = visits.get(then, Fraction(0)) + here * made[point]
    return found


def variants(game: Game) -> Iterator[RulesSubmission]:
    """Both Fire Bet paytables, both moments of vigorish, every odds multiple with Come odds off and live on a come out
    roll, with every wager offered."""
    filed: dict[str, Any] = {"buy_bets": True, "lay_bets": "in_addition", "fire_bet": True}
    if game.rules is MiniRules:
        filed["fire_bet_at_mini_craps"] = True
    _, multiples, _ = choices(game.rules)["odds_multiple"]
    assert multiples.least is not None
    assert multiples.most is not None
    for come, multiple in product(ComeOdds, range(multiples.least, multiples.most + 1)):
        paytable, when = ("A", "on_win") if multiple % 2 else ("B", "at_wager")
        some = {"fire_bet_paytable": paytable, "vigorish_collected": when, "odds_multiple": multiple}
        yield submit(game.rules, filed | some | {"come_odds_on_come_out": come})
    yield submit(game.rules, filed | {"vigorish_rate": "0"})

"""Craps and Mini-Craps: each wager followed to its decision through the chapter's own verdicts.

A wager that outlasts the throw has its edge per decision: throws that leave it alone are left out. Where it rests
on come out rolls that changes nothing, for a resting wager is not decided.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from pitboss.chapters.ch623a_craps.rules import Base, MiniRules, Rules, where
from pitboss.chapters.ch623a_craps.settlement import counted, next_point
from pitboss.chapters.ch623a_craps.table import Fire
from pitboss.chapters.ch623a_craps.wagers import (
    BACKS,
    BUY,
    BY_NUMBER,
    COME,
    DONT_COME,
    DONT_PASS,
    FIRE,
    LAY,
    NUMBERS,
    ODDS_ON,
    PASS,
    POINTS,
    THROWS,
    WAGERS,
    Faces,
    Verdict,
    verdict,
)
from pitboss.events import Collected, Moved, Returned
from pitboss.exact.edge import Edge, distribution
from pitboss.game import Game
from pitboss.submission import RulesSubmission, file

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
            found += [
                _edge(rules, kind.name, on, _lines(rules, kind.name, on), "fair: the bet it backs bears the edge")
                for on in NUMBERS
            ]
        elif rules.offers(kind):
            found += [_edge(rules, kind.name, on, _lines(rules, kind.name, on)) for on in where(kind.name)]
            if kind.name in ODDS_ON:
                found.append(with_odds(rules, kind.name))
    return found


def _edge(rules: Rules, kind: str, on: str, lines: list[Line], note: str = "") -> Edge:
    staked, options = ONE, {}
    if kind in (BUY, LAY):
        options = {"vigorish": f"{rules.vigorish_rate}% {rules.vigorish_collected}"}
        staked += vigorish(rules, kind, on) if rules.prepaid else 0
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
    lines = list(decided(kind, on, point))
    if kind not in (BUY, LAY):
        return lines
    charge = vigorish(rules, kind, on)
    return [(what, net - (charge if net > 0 or rules.prepaid else 0), odds) for what, net, odds in lines]


def decided(kind: str, on: str, point: int) -> Iterator[Line]:
    """Follow one unit through every throw; throws that leave the wager where it is are thrown again."""
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
    staked = ONE
    base = kind in (COME, DONT_COME)
    for throw in THROWS:
        what = verdict(kind, "", throw, 0)
        if what is not None and what.event is not Moved:
            lines.append((outcome(what), net(what), chance(throw)))
            continue
        number = str(sum(throw))
        odds, laid = BY_NUMBER[ODDS_ON[kind]][number], kind in (DONT_PASS, DONT_COME)
        behind = rules.odds_multiple / odds.net if laid else Fraction(rules.odds_multiple)
        staked += chance(throw) * behind
        for line, amount, later in decided(kind, number if base else "", int(number)):
            supplement = behind * (odds.net if amount > 0 else -1)
            lines.append((f"{line} with odds on {number}", amount + supplement, chance(throw) * later))
    return Edge(
        "623a", name(rules), kind, distribution(lines), options={"odds_multiple": str(rules.odds_multiple)}, staked=staked,
        strategy="full odds", note="with the most odds behind it, whenever it has a point",
    )  # fmt: skip


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
    """Both Fire Bet paytables, both moments of vigorish, one, two and ten times odds, with every wager offered."""
    filed: dict[str, Any] = {"buy_bets": True, "lay_bets": "in_addition", "fire_bet": True}
    if game.rules is MiniRules:
        filed["fire_bet_at_mini_craps"] = True
    for paytable, when, multiple in (("A", "on_win", 1), ("B", "at_wager", 2), ("A", "on_win", 10)):
        choices = {"fire_bet_paytable": paytable, "vigorish_collected": when, "odds_multiple": multiple}
        yield file(game.rules, filed | choices)

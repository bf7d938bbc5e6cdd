"""Two submissions of one game beside each other: every wager's figures, and what each choice contributes to the change."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

import msgspec

from pitboss.game import Game
from pitboss.mathematics.studies.filings import (
    PACE,
    STAKE,
    Progress,
    Spot,
    WagerFigures,
    changed,
    check_terms,
    differing,
    figures_of,
)
from pitboss.money import Cents
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission, choices
from pitboss.tabular import Tabular

CONTRIBUTION = "by "  # a column of what one choice contributes begins so


class Contribution(msgspec.Struct, frozen=True):
    """What a choice, or several that cannot be changed apart, adds to the edge of a wager: on top of those before it."""

    choices: tuple[str, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]
    cites: tuple[str, ...]
    edge: Fraction


class ComparedWager(msgspec.Struct, frozen=True):
    """One wager under both submissions; None where it is not offered."""

    wager: str
    on: str
    strategy: str
    one: WagerFigures | None
    other: WagerFigures | None
    contributions: tuple[Contribution, ...] = ()  # they sum to the whole change

    @property
    def change(self) -> Fraction | None:
        if self.one is None or self.other is None:
            return None
        return self.other.house_edge - self.one.house_edge


class Comparison(msgspec.Struct, Tabular, frozen=True):
    """Every wager of two submissions."""

    game: str
    choices: tuple[str, ...]  # in which they differ
    wagers: tuple[ComparedWager, ...]

    def rows(self) -> list[dict[str, Any]]:
        """A row for each wager: its figures under both, the change, and what each choice contributes to it."""
        found = []
        for each in self.wagers:
            row: dict[str, Any] = {"wager": each.wager, "on": each.on, "strategy": each.strategy}
            for suffix, figures in (("_a", each.one), ("_b", each.other)):
                for name in ("house_edge", "deviation", "hit_rate", "win_per_hour"):
                    row[name + suffix] = None if figures is None else getattr(figures, name)
            row["change"] = each.change
            shares = {" + ".join(part.choices): part.edge for part in each.contributions}
            found.append({**row, **{f"{CONTRIBUTION}{name}": share for name, share in shares.items()}})
        return found


def compared(
    game: Game,
    one: RulesSubmission,
    other: RulesSubmission,
    *,
    stake: Cents = STAKE,
    pace: int = PACE,
    progress: Progress | None = None,
) -> Comparison:
    """From one submission to the other, choice by choice in the order of the form."""
    check_terms(stake, pace)
    if type(one) is not type(other):
        raise Refused(Refusal.MALFORMED, "Two submissions of one game can be compared, not of two.", game.closed)
    names = differing(game, one, other)
    steps = list(_steps(game, one, other, names))
    found = [figures_of(game, one, stake, pace)]
    for done, (_, rules) in enumerate(steps, 1):
        found.append(figures_of(game, rules, stake, pace))
        if progress is not None:
            progress(done, len(steps))
    spots = dict.fromkeys((*found[0], *found[-1]))
    before, after = one.every_choice, other.every_choice
    wagers = []
    for spot in spots:
        parts = tuple(
            Contribution(
                tuple(group),
                tuple(_said(before.get(name)) for name in group),
                tuple(_said(after.get(name)) for name in group),
                tuple(choices(game.rules)[name][1].cite for name in group),
                share,
            )
            for (group, _), share in zip(steps, _shares(found, spot), strict=True)
            if share
        )
        wagers.append(ComparedWager(*spot, found[0].get(spot), found[-1].get(spot), parts))
    return Comparison(game.name, tuple(names), tuple(wagers))


def _steps(
    game: Game, one: RulesSubmission, other: RulesSubmission, names: list[str]
) -> list[tuple[list[str], RulesSubmission]]:
    """The submissions on the way; choices that are not lawful apart are changed together."""
    after, found = other.every_choice, list[tuple[list[str], RulesSubmission]]()
    waiting, values = list[str](), dict[str, Any]()
    for name in names:
        waiting.append(name)
        values[name] = after.get(name)
        try:
            rules = other if name == names[-1] else changed(game, one, values)
        except Refused:
            continue
        found.append((waiting, rules))
        waiting = []
    return found


def _shares(found: list[dict[Spot, WagerFigures]], spot: Spot) -> list[Fraction]:
    """What each step adds; nothing where the wager is not offered all the way."""
    edges = [figures[spot].house_edge if spot in figures else None for figures in found]
    return [
        Fraction(0) if one is None or other is None or None in edges else other - one for one, other in pairwise(edges)
    ]


def _said(value: object) -> str:
    """A value as a person reads it."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {each}" for name, each in value.items()) or "none"
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)

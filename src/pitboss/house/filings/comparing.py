"""A draft beside something else: which choices differ, and what becomes of the edges."""

from collections.abc import Iterable, Mapping
from typing import Any

from pitboss.game import Game
from pitboss.house.filings.checking import default_of
from pitboss.house.protocol.filings import ChangeLine, EdgeLine
from pitboss.house.protocol.info import SpotEdge
from pitboss.submission import RulesSubmission, choices, mistakes, submit

Key = tuple[str, str, str]


def changes(game: Game, before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[ChangeLine, ...]:
    """The choices that are not the same, whether made or left to their defaults, in the order of the game."""
    old, new = (
        {
            name: value or None if isinstance(value, dict | list) else value
            for name, value in _complete(game, one).items()
        }
        for one in (before, after)
    )
    return tuple(
        ChangeLine(name, note.about, note.cite, old.get(name), new.get(name))
        for name, (_, note, _) in choices(game.rules).items()
        if old.get(name) != new.get(name)
    )


def _complete(game: Game, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
    """With what holds where nothing was chosen, also where the rest is unlawful."""
    if not mistakes(game.rules, chosen):
        return submit(game.rules, chosen).every_choice
    usual = {name: default_of(default, kind) for name, (kind, _, default) in choices(game.rules).items()}
    return usual | {name: value for name, value in chosen.items() if value is not None}


def edge_lines(
    game: Game, rules: RulesSubmission, own: Iterable[SpotEdge], other: Iterable[SpotEdge]
) -> tuple[EdgeLine, ...]:
    """The edges of every wager, each beside the one of what is compared with; wagers that only that one has come last."""
    mine, theirs = {_key(edge): edge for edge in own}, {_key(edge): edge for edge in other}
    return tuple(_line(game, rules, key, mine.get(key), theirs.get(key)) for key in dict.fromkeys((*mine, *theirs)))


def _key(edge: SpotEdge) -> Key:
    return edge.wager, edge.on, edge.strategy


def _line(game: Game, rules: RulesSubmission, key: Key, own: SpotEdge | None, other: SpotEdge | None) -> EdgeLine:
    wager, on, strategy = key
    terms = rules.spots.get((wager, on))
    title = (terms.label if terms is not None else "") or f"{game.wager(wager).title} {on}".strip()
    return EdgeLine(
        wager=wager,
        title=title,
        on=on,
        edge=float(own.edge) if own else None,
        deviation=float(own.deviation) if own else None,
        exact=own.exact if own else "",
        method=own.method if own else "",
        strategy="" if strategy == "none" else strategy,
        half_width=float(own.half_width) if own else 0,
        other=float(other.edge) if other else None,
        other_deviation=float(other.deviation) if other else None,
        worst=float(own.worst) if own and own.worst else None,
        worst_stake=own.worst_stake if own else 0,
    )

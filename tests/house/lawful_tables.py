"""Few submissions that together have every lawful value of every option, every paytable and every wager of a game."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from enum import StrEnum
from typing import Any

from pitboss.game import Game
from pitboss.house.floorplan.variations import starts
from pitboss.paper.alternatives import alternatives, other_values
from pitboss.procedure import Refused
from pitboss.submission import Choice, RulesSubmission, choices, inner_type, made_choices, submit
from pitboss.testkit.random_play import Pick

Feature = tuple[str, str]  # a choice and its value; or `wager` and its name
WAGER = "wager"
ROUNDING = "breakage"  # decides what becomes of a fraction of a cent: another part of the suite has it
# What a chapter lets nobody choose, though the family of its game has it: 670a.5(i), 688a.5(i).
NEVER = {
    ("six-card-fortune-pai-gow-poker", "start_selector", "button"),
    ("face-up-pai-gow-poker", "start_selector", "button"),
}
# What nothing but the very combination makes lawful.
TOGETHER: dict[Feature, dict[str, Any]] = {
    ("start_selector", "button"): {"start_selector": "button", "dealing": "automated_shoe", "player_bank": False,
    "co_banking": False},
}  # fmt: skip


def features(game: Game, rules: RulesSubmission) -> frozenset[Feature]:
    """What a table with these rules has: values of options that matter there, and wagers that can be made."""
    chosen = rules.every_choice
    found = {(WAGER, str(wager)) for wager, _ in rules.spots}
    for name, (kind, note, _) in choices(game.rules).items():
        if _is_option(name, kind) and chosen[name] is not None and _matters(note, chosen):
            found.add((name, str(chosen[name])))
    return frozenset(found)


def wanted(game: Game) -> set[Feature]:
    """Every value of every option, every paytable, every wager."""
    values = {
        (name, str(value))
        for name, (kind, note, _) in choices(game.rules).items()
        if _is_option(name, kind)
        for value in other_values(kind, note)
        if (game.name, name, str(value)) not in NEVER
    }
    return values | {(WAGER, kind.name) for kind in game.wagers if kind.tendered}


def tables(game: Game) -> list[RulesSubmission]:
    """Submissions that have them all, each packed as full as the chapter allows."""
    return list(_one_after_the_other(game))


def first_table(game: Game) -> RulesSubmission:
    """The first of them, without looking for the others."""
    return next(_one_after_the_other(game))


def random_filing(game: Game, pick: Pick) -> RulesSubmission:
    """The example with some of the choices that came later, and of the decks, made at random; what is unlawful is left."""
    rules = game.example()
    for name, (kind, note, _) in choices(game.rules).items():
        values = _drawn_from(name, kind, note)
        if not values or pick(2):
            continue
        with suppress(Refused):
            rules = submit(game.rules, {**made_choices(rules.chosen), name: values[pick(len(values))]})
    return rules


def _drawn_from(name: str, kind: Any, note: Choice) -> Sequence[Any]:
    """What a choice may be: seats, decks and multiples by their numbers, options by their values; of the others nothing."""
    inner = inner_type(kind)
    if name == "decks":
        return range(note.least or 1, (note.most or 16) + 1)
    if name != "seats" and not note.added:
        return ()
    if inner is int:
        assert note.least is not None
        assert note.most is not None
        return range(note.least, note.most + 1)
    return (False, True) if inner is bool else list(inner) if issubclass(inner, StrEnum) else ()


def _one_after_the_other(game: Game) -> Iterator[RulesSubmission]:
    candidates = [*(one.rules() for one in starts(game.name)), *alternatives(game)]
    has = {rules.hash(game.name): features(game, rules) for rules in candidates}
    left = wanted(game)
    while left:
        best = max(candidates, key=lambda rules: len(has[rules.hash(game.name)] & left))
        packed = _packed(game, best, left)
        gained = features(game, packed) & left
        if not gained:
            packed = next(_combined(game, left))
            gained = features(game, packed) & left
        assert gained, (game.name, left)
        yield packed
        left -= gained


def _packed(game: Game, rules: RulesSubmission, left: set[Feature]) -> RulesSubmission:
    """With whatever else of what is left goes together with it and takes nothing from it."""
    for name, value in sorted(left - features(game, rules)):
        if name == WAGER:
            continue
        written = {"True": True, "False": False}.get(value, value)
        try:
            more = submit(game.rules, {**made_choices(rules.chosen), name: written})
        except Refused:
            continue
        if features(game, rules) & left < features(game, more) & left:
            rules = more
    return rules


def _combined(game: Game, left: set[Feature]) -> Iterator[RulesSubmission]:
    for feature, together in TOGETHER.items():
        if feature in left:
            known = {name: value for name, value in together.items() if name in choices(game.rules)}
            yield submit(game.rules, made_choices(game.example().chosen) | known)


def _is_option(name: str, kind: Any) -> bool:
    inner = inner_type(kind)
    return name != ROUNDING and (inner is bool or (isinstance(inner, type) and issubclass(inner, StrEnum)))


def _matters(note: Choice, chosen: dict[str, Any]) -> bool:
    return not note.only_with or any(chosen.get(option) not in (None, False, "none") for option in note.only_with)

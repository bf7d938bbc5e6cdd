"""A draft, choice by choice: what each may be, which values the others exclude, and everything that is unlawful."""

import typing
from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.game import Game
from pitboss.house.floorplan.conflicts import as_chosen, everything_wrong, spoken, values_of
from pitboss.house.protocol.filings import ChoiceLine, MistakeLine
from pitboss.money import Money, Odds
from pitboss.submission import (
    Choice,
    Limits,
    RulesSubmission,
    allowed,
    as_written,
    choices,
    inner_type,
    line_names,
    made_choices,
    mistakes,
    submit,
    unspecified,
)

OF_EVERY_GAME = frozenset(RulesSubmission.__struct_fields__)
SIMPLE = {bool: "bool", int: "number", Money: "money", Fraction: "percent", Odds: "odds", str: "words"}
PAID = ("payout", "paytable", "vigorish", "pays", "envy")  # in the name of a choice about what is paid or charged
HOLDER, LIMITS, WAGERS, PAYOUTS, PLAY = (
    "The certificate holder",
    "Limits and chips",
    "Wagers that are offered",
    "Payouts and charges",
    "Equipment and play",
)

Chosen = Mapping[str, Any]


class CheckedDraft(msgspec.Struct, frozen=True):
    """A draft: every choice as a line, everything for which it could not be filed, and its rules where they are lawful."""

    choices: tuple[ChoiceLine, ...]
    mistakes: tuple[MistakeLine, ...]
    rules: RulesSubmission | None = None


def judge(game: Game, chosen: Chosen) -> CheckedDraft:
    """Everything that the chapter says about a draft."""
    made = made_choices(chosen)
    unlawful = mistakes(game.rules, made)
    every_mistake = everything_wrong(game.rules, made)
    return CheckedDraft(
        _lines(game, made),
        tuple(MistakeLine(m.sentence, m.cite, m.path[0] if m.path else "") for m in every_mistake),
        None if unlawful else submit(game.rules, made),
    )


# --- one choice ----------------------------------------------------------------------------------------------


def _lines(game: Game, chosen: Chosen) -> tuple[ChoiceLine, ...]:
    known = choices(game.rules)
    readable = {name: value for name, value in chosen.items() if not _unreadable(game.rules, name, value)}
    before = {mistake.sentence for mistake in mistakes(game.rules, readable)}
    lacking = {lacks for lacks, _ in unspecified(game.rules, chosen)}
    return tuple(
        ChoiceLine(
            name=name,
            kind="lines" if note.lines else kind_of(kind),
            about=note.about,
            cite=note.cite,
            allowed=allowed(kind, note),
            values=values_of(kind),
            unlawful=_excluded(game.rules, name, kind, readable, before),
            least=note.least,
            most=note.most,
            default=default_of(default, kind),
            value=chosen.get(name),
            specify=name in lacking,
            keys=line_names(name, note, game.rules) or _named_like_payouts(kind, known, game.rules),
            group=group_of(game, name, note, kind),
        )
        for name, (kind, note, default) in known.items()
    )


def _unreadable(rules: type[RulesSubmission], name: str, value: Any) -> bool:
    """Whether a choice cannot be read at all, or is not one of this game."""
    return any(mistake.path[:1] == (name,) for mistake in mistakes(rules, {name: value}))


def _excluded(rules: type[RulesSubmission], name: str, kind: Any, chosen: Chosen, before: set[str]) -> dict[str, str]:
    """The values that cannot stand with the other choices of the draft, each with the reason."""
    found = {}
    for value in values_of(kind):
        wrong = mistakes(rules, {**chosen, name: as_chosen(kind, value)})
        new = next((mistake for mistake in wrong if mistake.sentence not in before), None)
        still = next((mistake for mistake in wrong if value == spoken(chosen.get(name)) and name in mistake.path), None)
        if (mistake := new or still) is not None:
            found[value] = f"{mistake.sentence} [{mistake.cite}]" if mistake.cite else mistake.sentence
    return found


def kind_of(kind: Any) -> str:
    """In which form a choice is entered."""
    inner = inner_type(kind)
    if inner in SIMPLE:
        return SIMPLE[inner]
    if isinstance(inner, type) and issubclass(inner, StrEnum):
        return "one_of"
    if typing.get_origin(inner) is tuple:
        return "list"
    held = typing.get_args(inner)[1]
    return {Limits: "limits", str: "texts"}.get(held, "payouts")


def default_of(default: Any, kind: Any) -> Any:
    """What holds where nothing is chosen, as it would be written in a draft; None: nothing."""
    return None if default is msgspec.NODEFAULT else as_written(default, kind)


def _named_like_payouts(
    kind: Any, known: Mapping[str, tuple[Any, Choice, Any]], rules: type[RulesSubmission]
) -> tuple[str, ...]:
    """The lines of a table of words: what may be paid otherwise may be called otherwise."""
    if kind_of(kind) != "texts" or "payouts" not in known:
        return ()
    return line_names("payouts", known["payouts"][1], rules)


def group_of(game: Game, name: str, note: Choice, kind: Any) -> str:
    """Under which heading a choice stands."""
    options = {wager.option for wager in game.wagers if wager.option}
    if name == "holder":
        return HOLDER
    if name in OF_EVERY_GAME or (inner_type(kind) is Money and "minimum" in name):
        return LIMITS
    if name in options or options & {*note.only_with} or any(name.startswith(f"{option}_") for option in options):
        return WAGERS
    return PAYOUTS if any(word in name for word in PAID) else PLAY

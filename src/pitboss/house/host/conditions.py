"""What a filing results in at a table: the limits posted there that stay lawful under it, and the Board's conditions that bind."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from pitboss.game import Game
from pitboss.house.people.entries import Binding
from pitboss.house.people.filings import Filing
from pitboss.house.table.filing import LIMITS, limits_of, submission_of
from pitboss.house.table.table import Table
from pitboss.money import Cents, dollars
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission

RULES, POSTED = "601a.2", "I-GEN-34"
NOTHING = Binding()


class Coming(msgspec.Struct, frozen=True):
    """The choices with which a filing comes into force at a table; ``bounds`` are the filed limits where others are posted.
    ``words`` say what changes there, and what stays."""

    choices: dict[str, Any]
    bounds: dict[str, Any]
    words: tuple[str, ...]


# --- what binds


def sentences(binding: Binding | None) -> tuple[str, ...]:
    """The conditions that are rules, each as a sentence."""
    return tuple(_sentences(binding or NOTHING))


def _sentences(binding: Binding) -> Iterator[str]:
    if binding.maximum is not None:
        yield f"No wager above ${dollars(binding.maximum)}."
    if binding.since:
        yield f"Not before {binding.since}."
    if binding.until:
        yield f"Not after {binding.until}."
    if binding.tables:
        yield f"Only at {', '.join(binding.tables)}."


def check_place(filing: Filing, table: str) -> None:
    """Refuse a table for which the Board did not approve it."""
    tables = (filing.binding or NOTHING).tables
    if tables and table not in tables:
        words = (
            f"{filing.id} is approved on the condition that it is in force at {', '.join(tables)} only, not at {table}."
        )
        raise Refused(Refusal.NOT_LAWFUL, words, RULES)


def check_date(filing: Filing, day: str) -> None:
    """Refuse a date on which it may not be in force."""
    binding = filing.binding or NOTHING
    if binding.since and day < binding.since:
        words = f"{filing.id} is approved on the condition that it comes into force on {binding.since} or later, not on {day}."
        raise Refused(Refusal.NOT_LAWFUL, words, RULES)
    if is_over(filing, day):
        words = f"{filing.id} is approved on the condition that it is in force until {binding.until}, not on {day}."
        raise Refused(Refusal.NOT_LAWFUL, words, RULES)


def is_over(filing: Filing, day: str) -> bool:
    """Whether it may not be in force any more."""
    return bool(filing.binding and filing.binding.until and day > filing.binding.until)


def day_in(zone: str, seconds: float) -> str:
    """The date of a moment where the house is."""
    return datetime.fromtimestamp(seconds, ZoneInfo(zone)).date().isoformat()


def check_maximum(filing: Filing | None, rules: RulesSubmission) -> None:
    """Refuse limits above what the Board allowed."""
    allowed = filing.binding.maximum if filing is not None and filing.binding is not None else None
    if filing is None or allowed is None:
        return
    for wager, most in _above(rules, allowed):
        what = f"of {wager.replace('_', ' ')}" if wager else "of the table"
        would = f"${dollars(most)}" if most is not None else "none"
        words = (
            f"{filing.id} is approved on the condition that no wager is above ${dollars(allowed)}; the maximum {what} would "
            f"be {would}."
        )
        raise Refused(Refusal.ABOVE_MAXIMUM, words, RULES)


def _above(rules: RulesSubmission, allowed: Cents) -> list[tuple[str, Cents | None]]:
    found = [(wager, rules.most(wager)) for wager in ("", *rules.wager_names())]
    return [(wager, most) for wager, most in found if most is None or most > allowed]


# --- what comes into force


def coming(table: Table, filing: Filing) -> Coming:
    """What a filing results in at a table: posted limits that are lawful under it stay."""
    filed = bound(table.game, filing)
    chosen, dropped = _with_posted(table, filed)
    limits = limits_of(filed)
    bounds = limits if limits_of(chosen) != limits else {}
    return Coming(chosen, bounds, tuple(_differences(table, filing, chosen, dropped)))


def bound(game: Game, filing: Filing) -> dict[str, Any]:
    """The choices of a filing, with its maximums no higher than the Board allowed."""
    chosen = dict(filing.choices)
    allowed = (filing.binding or NOTHING).maximum
    if allowed is None:
        return chosen
    for wager, _ in _above(submission_of(game, chosen), allowed):
        _put(chosen, (wager, "maximum"), dollars(allowed))
    try:
        check_maximum(filing, submission_of(game, chosen))
    except Refused as refusal:
        words = (
            f"{filing.id} cannot be in force with its condition, no wager above ${dollars(allowed)}: {refusal.sentence}"
        )
        raise Refused(Refusal.NOT_LAWFUL, words, refusal.cite or RULES) from None
    return chosen


def _with_posted(table: Table, filed: dict[str, Any]) -> tuple[dict[str, Any], list["Place"]]:
    """The choices with the limits that are posted at the table, and those of them that would not be lawful."""
    posted, before = _each(table.state.filing.founded.choices), _each(table.state.filing.bounds)
    wanted = {place: value for place, value in posted.items() if before.get(place) != value}
    together = _copy(filed)
    for place, value in wanted.items():
        _put(together, place, value)
    if _is_lawful(table, filed, together):
        return together, []
    chosen, dropped = _copy(filed), []
    for place, value in wanted.items():
        tried = _copy(chosen)
        _put(tried, place, value)
        if _is_lawful(table, filed, tried):
            chosen = tried
        else:
            dropped.append(place)
    return chosen, dropped


def _is_lawful(table: Table, filed: dict[str, Any], chosen: dict[str, Any]) -> bool:
    try:
        check_within(submission_of(table.game, filed), submission_of(table.game, chosen))
    except Refused:
        return False
    return True


Place = tuple[str, str]  # a wager, "" for the table, and which of its limits


def _each(choices: Mapping[str, Any]) -> dict[Place, str]:
    """Every limit among some choices."""
    found = {("", name): choices.get(name) for name in ("minimum", "maximum")}
    for wager, own in (choices.get("limits") or {}).items():
        found |= {(wager, name): value for name, value in own.items()}
    return {place: str(value) for place, value in found.items() if value is not None}


def _copy(choices: Mapping[str, Any]) -> dict[str, Any]:
    limits = choices.get("limits")
    return {**choices, "limits": {name: dict(own) for name, own in limits.items()}} if limits else dict(choices)


def _put(choices: dict[str, Any], place: Place, value: str) -> None:
    wager, name = place
    if not wager:
        choices[name] = value
        return
    limits = dict(choices.get("limits") or {})
    limits[wager] = {**limits.get(wager, {}), name: value}
    choices["limits"] = limits


def _differences(table: Table, filing: Filing, chosen: dict[str, Any], dropped: list[Place]) -> Iterator[str]:
    now, after = _each(table.state.filing.founded.choices), _each(chosen)
    kept = [place for place, value in now.items() if after.get(place) == value and place in _posted(table)]
    if kept:
        yield f"Posted limits that stay: {_said(kept, after)}."
    for place in dropped:
        instead = f"${after[place]} is posted" if place in after else "none is posted"
        yield f"The posted {_name(place)} of ${now[place]} is not lawful under {filing.id}; {instead}."
    for place in dict.fromkeys((*now, *after)):
        if now.get(place) != after.get(place) and place not in dropped:
            was, becomes = (f"${found[place]}" if place in found else "none" for found in (now, after))
            yield f"{_name(place).capitalize()}: {was} becomes {becomes}."
    before = table.state.filing.founded.choices
    for name in dict.fromkeys((*before, *chosen)):
        if name not in LIMITS and before.get(name) != chosen.get(name):
            yield f"{name.replace('_', ' ').capitalize()}: {_value(before.get(name))} becomes {_value(chosen.get(name))}."


def _posted(table: Table) -> set[Place]:
    before = _each(table.state.filing.bounds)
    return {place for place, value in _each(table.state.filing.founded.choices).items() if before.get(place) != value}


def _said(places: list[Place], found: Mapping[Place, str]) -> str:
    return ", ".join(f"{_name(place)} ${found[place]}" for place in places)


def _name(place: Place) -> str:
    wager, name = place
    return f"{name} of {wager.replace('_', ' ')}" if wager else name


def _value(value: Any) -> str:
    if value is None:
        return "not filed"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{_value(name)} {_value(part)}" for name, part in value.items()) or "none"
    if isinstance(value, list | tuple):
        return ", ".join(_value(part) for part in value) or "none"
    return str(value).replace("_", " ")


def check_within(filed: RulesSubmission, posted: RulesSubmission) -> None:
    """Refuse posted limits that lie outside those of the filing."""
    for wager in ("", *filed.wager_names()):
        least, most = filed.least(wager), filed.most(wager)
        low, high = posted.least(wager), posted.most(wager)
        what = f"of {wager.replace('_', ' ')}" if wager else "of the table"
        if low < least:
            raise Refused(
                Refusal.BELOW_MINIMUM,
                f"The minimum {what} would be ${dollars(low)}; the filing has ${dollars(least)} or more.",
                POSTED,
            )
        if most is not None and (high is None or high > most):
            above = f"${dollars(high)}" if high is not None else "none"
            raise Refused(
                Refusal.ABOVE_MAXIMUM,
                f"The maximum {what} would be {above}; the filing has ${dollars(most)} or less.",
                POSTED,
            )

"""A facts file read: TOML to ``Facts``. Everything wrong with it is reported at once, each in one sentence."""

import re
import types
import typing
from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.annexes.notice import sense
from pitboss.annexes.notice.facts import Facts, Note, NoticeTable
from pitboss.annexes.notice.lines import Lines
from pitboss.money import Money, cents
from pitboss.procedure import Refusal, Refused
from pitboss.toml_text import NotToml, read_toml

YEARS = range(1980, 2100)  # the holidays are known for these and for the year after, in which the Board may decide
LONGEST = 10**12  # so are amounts beyond this
DECIMALS = 6
_WRONG = object()


class FactMistake(msgspec.Struct, frozen=True):
    """One thing wrong with a file: where it is, and what is allowed there."""

    line: int
    fact: str
    says: str
    cite: str

    def __str__(self) -> str:
        place = f"line {self.line}: " if self.line else ""
        return f"{place}{self.says} [{self.cite}]" if self.cite else f"{place}{self.says}"


class BadFacts(Refused):
    """Facts that cannot be answered, with every reason."""

    def __init__(self, mistakes: tuple[FactMistake, ...]) -> None:
        super().__init__(Refusal.MALFORMED, "\n".join(map(str, mistakes)), "")
        self.mistakes = mistakes


def read(text: str) -> Facts:
    """The facts, or ``BadFacts``: first whatever has the wrong form, then whatever contradicts itself."""
    try:
        table = read_toml(text, parse_float=Decimal)
    except NotToml as error:
        where = re.search(r"line (\d+)", str(error))
        line = int(where[1]) if where else 0
        raise BadFacts((FactMistake(line, "", f"The file is not TOML: {error}.", ""),)) from None
    reader = _Reader(Lines(text))
    facts: Facts = reader.table(Facts, table, "")
    if not reader.mistakes:
        for fact, says, cite in sense.contradictions(facts):
            reader.wrong(fact, says, cite)
    if reader.mistakes:
        raise BadFacts(tuple(sorted(reader.mistakes, key=lambda each: each.line)))
    return facts


def notes(table: type[NoticeTable]) -> dict[str, tuple[Any, Note, bool]]:
    """Name → (type, note, whether it must be given) of every fact of a table."""
    hints = typing.get_type_hints(table, include_extras=True)
    fields = msgspec.structs.fields(table)
    return {field.name: (*typing.get_args(hints[field.name])[:2], field.required) for field in fields}


class _Reader:
    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.mistakes: list[FactMistake] = []

    def wrong(self, fact: str, says: str, cite: str) -> object:
        self.mistakes.append(FactMistake(self.lines.of(fact), fact, says, cite))
        return _WRONG

    def table(self, kind: type[NoticeTable], given: object, path: str) -> Any:
        known = notes(kind)
        if not isinstance(given, dict):
            return self.wrong(path, f"{path} is a table; write it as [{path}].", "")
        for key in given.keys() - known.keys():
            self.wrong(_join(path, key), f"There is no fact {_join(path, key)}; there are: {', '.join(known)}.", "")
        values = dict(self._facts(known, given, path))
        return _WRONG if _WRONG in values.values() else kind(**values)

    def _facts(
        self, known: dict[str, tuple[Any, Note, bool]], given: dict[str, object], path: str
    ) -> Iterator[tuple[str, object]]:
        for name, (kind, note, must) in known.items():
            here = _join(path, name)
            if name in given:
                yield name, self.value(_without_none(kind), note, given[name], here)
            elif must:
                yield name, self.wrong(here, f"{here} is missing: {_lower(note.about)}", note.cite)

    def value(self, kind: Any, note: Note, given: Any, path: str) -> Any:
        if typing.get_origin(kind) is tuple:
            return self._several(typing.get_args(kind)[0], note, given, path)
        if isinstance(kind, type) and issubclass(kind, NoticeTable):
            return self.table(kind, given, path)
        found = _one(kind, note, given)
        if found is not None:
            return found
        words = " ".join(str(given).split())
        return self.wrong(path, f"{path}: Expected {_expected(kind, note)}, not {words[:60]!r}.", note.cite)

    def _several(self, kind: Any, note: Note, given: Any, path: str) -> Any:
        if not isinstance(given, list):
            return self.wrong(path, f"{path} is a list; write it in brackets.", note.cite)
        if isinstance(kind, type) and issubclass(kind, StrEnum | NoticeTable) and len(given) < (note.least or 0):
            return self.wrong(path, f"{path} is empty: {_lower(note.about)}", note.cite)
        values = [self.value(kind, note, each, f"{path}[{n}]") for n, each in enumerate(given, 1)]
        return _WRONG if _WRONG in values else tuple(values)


# --- one value ---------------------------------------------------------------------------------------------


def _one(kind: Any, note: Note, given: Any) -> Any:
    """The value in its own type; None where it has another."""
    if kind is bool:
        return given if isinstance(given, bool) else None
    if isinstance(given, bool):
        return None
    if kind is int:
        low = -LONGEST if note.least is None else note.least
        return given if isinstance(given, int) and low <= given <= LONGEST else None
    if kind is Fraction:
        return _exact(given)
    if kind is date:
        return given if isinstance(given, date) and not isinstance(given, datetime) and given.year in YEARS else None
    if not isinstance(given, str):
        return None
    return _of_text(kind, given)


def _exact(given: Any) -> Fraction | None:
    """A number above zero, of no more decimals and places than a price index has."""
    if not isinstance(given, int | Decimal):
        return None
    found = Decimal(given)
    if not found.is_finite() or not 0 < found < LONGEST or found != round(found, DECIMALS):
        return None
    return Fraction(found)


def _of_text(kind: Any, given: str) -> Any:
    if kind is Money:
        try:
            return Money(cents(given))
        except ValueError:
            return None
    if issubclass(kind, StrEnum):
        return kind(given) if given in list(kind) else None
    return given.strip() or None


def _expected(kind: Any, note: Note) -> str:
    """What is allowed here."""
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return f"one of {', '.join(kind)}"
    if kind is int:
        least = -LONGEST if note.least is None else note.least
        return f"a whole number from {least:,} to {LONGEST:,}"
    words = {
        bool: "true or false",
        Fraction: f"a number above zero with {DECIMALS} decimals or fewer",
        date: f"a day from {YEARS[0]} to {YEARS[-1]}, such as 2019-10-01",
        Money: 'an amount of dollars and cents, such as "12.50"',
        str: "text in quotes",
    }
    return words[kind]


def _without_none(kind: Any) -> Any:
    if isinstance(kind, types.UnionType):
        return next(arm for arm in typing.get_args(kind) if arm is not types.NoneType)
    return kind


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _lower(sentence: str) -> str:
    return sentence if sentence[:2].isupper() else sentence[0].lower() + sentence[1:]

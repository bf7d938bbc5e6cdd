"""Reading one table of a TOML file key by key; whatever is wrong is noted, and the default is taken instead."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from pitboss.house.floorplan.lines import Path as Place
from pitboss.house.floorplan.mistakes import Notes
from pitboss.house.protocol.commands import MOST_SECONDS
from pitboss.money import Cents, cents
from pitboss.submission import near, offered

_HOUR = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
T = TypeVar("T")


class Section:
    """One table of the file, where it stands, and where its mistakes are noted."""

    def __init__(self, found: Mapping[str, Any], place: Place, notes: Notes, allowed: Iterable[str]) -> None:
        self.found, self.place, self.notes = found, place, notes
        names = list(allowed)
        self._misspelt = {near(key, names) for key in found if key not in names}
        for key in found:
            if key not in names:
                self.wrong(f"{key!r} is not known here; {offered(key, names, 'the keys are')}.", key)

    def wrong(self, sentence: str, *key: str | int, cite: str = "") -> None:
        self.notes.add((*self.place, *key), sentence, cite)

    def refused(self, key: str, why: str, cite: str = "") -> None:
        value = self.found[key]
        shown = str(value).lower() if isinstance(value, bool) else repr(value)
        self.wrong(f"{key} = {shown} is not allowed: {why}" + "." * (not why.endswith("?")), key, cite=cite)

    def words(self, key: str, default: str = "") -> str:
        fits = self._read(key, "words in one line", lambda v: v if isinstance(v, str) and _one_line(v) else None)
        return default if fits is None else fits.strip()

    def required(self, key: str, why: str, cite: str = "") -> str:
        if key not in self.found and key not in self._misspelt:
            self.wrong(f"{key} is missing: {why}.", cite=cite)
        return self.words(key)

    def flag(self, key: str, default: bool) -> bool:
        fits = self._read(key, "true or false", lambda v: v if isinstance(v, bool) else None)
        return default if fits is None else fits

    def one_of(self, key: str, names: tuple[str, ...], default: str) -> str:
        value = self.found.get(key, default)
        if isinstance(value, str) and value in names:
            return value
        self.refused(key, offered(value, names, "it takes one of"))
        return default

    def seconds(self, key: str, default: float) -> float:
        def fits(value: Any) -> float | None:
            number = isinstance(value, int | float) and not isinstance(value, bool)
            return float(value) if number and 0 <= value <= MOST_SECONDS else None

        found = self._read(key, f"seconds from 0 (no time limit) to {MOST_SECONDS}", fits)
        return default if found is None else found

    def amount(self, key: str, cite: str = "") -> Cents | None:
        def fits(value: Any) -> Cents | None:
            if isinstance(value, bool) or not isinstance(value, int | str):
                return None
            try:
                return cents(str(value)) or None
            except ValueError:
                return None

        return self._read(key, 'an amount like "25.00", from 0.01', fits, cite)

    def hour(self, key: str, default: str) -> str:
        found = self._read(key, 'an hour like "06:00"', lambda v: v if is_hour(v) else None)
        return default if found is None else found

    def table(self, key: str, allowed: Iterable[str]) -> "Section":
        """The table below this key; an empty one where there is none."""
        found = self._read(key, f"a table of {', '.join(names := list(allowed))}", _table)
        return Section(found or {}, (*self.place, key), self.notes, names)

    def _read(self, key: str, takes: str, fits: Callable[[Any], T | None], cite: str = "") -> T | None:
        if key not in self.found:
            return None
        value = fits(self.found[key])
        if value is None:
            self.refused(key, f"it takes {takes}", cite)
        return value


def is_hour(value: object) -> bool:
    return isinstance(value, str) and _HOUR.fullmatch(value) is not None


def divide_the_day(shifts: Sequence[str], day: str) -> bool:
    """Whether the first shift begins with the gaming day, and each one after the one before."""
    return list(shifts) == sorted(set(shifts), key=lambda hour: (hour < day, hour)) and shifts[0] == day


def begin_in_order(day: str) -> str:
    """When shifts begin, as the end of a refusal."""
    return f"the first shift begins with the gaming day, at {day}, and each one after the one before"


def _one_line(value: str) -> bool:
    return bool(value.strip()) and value.isprintable()


def _table(value: Any) -> dict[str, Any] | None:
    return value if isinstance(value, dict) else None

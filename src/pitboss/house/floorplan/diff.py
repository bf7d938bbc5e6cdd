"""Where a floor file and a house differ, one sentence for each difference."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from pitboss import catalogue
from pitboss.house.floorplan.file import FloorFile, FloorHouse, Pit, TableLine
from pitboss.house.people.entries import HouseNamed
from pitboss.house.table.entries import Settings
from pitboss.money import dollars
from pitboss.submission import RulesSubmission

Kind = Literal["house", "pits", "new", "gone", "game", "title", "pit", "filing", "limits", "dealt", "timers", "meter"]
LIMITS = ("minimum", "maximum", "limits")
# what of the settings each kind of difference is about, in words
WORDS: Mapping[Kind, Mapping[str, str]] = {
    "pit": {"pit": "pit"},
    "dealt": {
        "dealer": "dealt",
        "chance": "chance",
        "follow": "follow",
        "practice": "practice",
        "accounts": "accounts",
    },
    "timers": {
        "betting_seconds": "betting_seconds",
        "election_seconds": "decision_seconds",
        "settled_seconds": "pause_seconds",
        "courtesy_seconds": "courtesy_seconds",
        "absence_seconds": "absence_seconds",
        "buy_in": "buy_in",
        "sale_maximum": "sale_maximum",
        "sale_approval": "sale_approval",
    },
    "meter": {"link": "meter"},
}


class TableNow(msgspec.Struct, frozen=True):
    """A table as it is in the house: the rules in force with the limits that it posts."""

    number: str
    game: str
    title: str
    settings: Settings
    rules: RulesSubmission


class FloorDifference(msgspec.Struct, frozen=True):
    """One difference. ``table`` is empty where it is about the house; ``names`` are the choices or keys that differ."""

    table: str
    kind: Kind
    sentence: str
    names: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.sentence


def as_founded(line: TableLine, holder: str) -> TableNow:
    """A table as the file would have it."""
    return TableNow(line.number, line.game, line.title, line.settings, line.rules(holder))


def differences(
    file: FloorFile, now: Sequence[TableNow], house: FloorHouse | HouseNamed | None = None, pits: Sequence[Pit] = ()
) -> list[FloorDifference]:
    """Where the house differs from the file, the house first, then table by table in the order of the file.

    ``house`` and ``pits`` are compared where ``house`` is given. A pit that the file does not name and in which no table
    stands is none: the record keeps its name, and nothing is left to apply.
    """
    used = {table.settings.pit for table in now}
    standing = [pit for pit in pits if pit.name in used or any(pit.name == one.name for one in file.pits)]
    found = list(_of_house(file, house, standing)) if house is not None else []
    there = {table.number: table for table in now}
    for line in file.tables:
        wanted = as_founded(line, file.house.holder)
        if (table := there.pop(line.number, None)) is not None:
            found += _of_table(table, wanted)
        else:
            title = catalogue.game(line.game).title
            found.append(FloorDifference(line.number, "new", f"{line.number} is new: {title}, {_how(line.settings)}."))
    for number, table in there.items():
        found.append(FloorDifference(number, "gone", f"{number} ({table.title}) is in the house and not in the file."))
    return found


def _of_house(file: FloorFile, house: FloorHouse | HouseNamed, pits: Sequence[Pit]) -> Iterator[FloorDifference]:
    changed = {
        name: (getattr(house, name), getattr(file.house, name))
        for name in FloorHouse.__struct_fields__
        if name in house.__struct_fields__ and getattr(house, name) != getattr(file.house, name)
    }
    if changed:
        yield FloorDifference("", "house", f"The house: {_changes(changed)}.", tuple(changed))
    titles, wanted = {pit.name: pit.title for pit in pits}, {pit.name: pit.title for pit in file.pits}
    names = dict.fromkeys((*wanted, *titles))
    moved = {name: (titles.get(name), wanted.get(name)) for name in names if titles.get(name) != wanted.get(name)}
    if moved:
        yield FloorDifference("", "pits", f"Pits: {_changes(moved)}.", tuple(moved))


def _of_table(now: TableNow, wanted: TableNow) -> Iterator[FloorDifference]:
    def differences(kind: Kind, lead: str, changed: Mapping[str, tuple[Any, Any]]) -> Iterator[FloorDifference]:
        if changed:
            yield FloorDifference(now.number, kind, f"{now.number}: {lead}{_changes(changed)}.", tuple(changed))

    if now.game != wanted.game:
        words = f"{now.number} is for {now.game}, not for {wanted.game}; another game is another table, with its own number."
        yield FloorDifference(now.number, "game", words, ("game",))
        return
    yield from differences("title", "", {"title": (now.title, wanted.title)} if now.title != wanted.title else {})
    before, after = now.rules.every_choice, wanted.rules.every_choice
    choices = {name: (before[name], after[name]) for name in after if before[name] != after[name]}
    yield from differences("filing", "filing, ", {name: pair for name, pair in choices.items() if name not in LIMITS})
    yield from differences("limits", "", _limits(before, after))
    for kind, names in WORDS.items():
        pairs = {words: (_said(now, name), _said(wanted, name)) for name, words in names.items()}
        yield from differences(kind, "", {words: pair for words, pair in pairs.items() if pair[0] != pair[1]})


def _limits(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """The limits that differ: of the table, then of each wager by its name."""
    found = {name: (before[name], after[name]) for name in ("minimum", "maximum")}
    for wager in dict.fromkeys((*before["limits"], *after["limits"])):
        for bound in ("minimum", "maximum"):
            was, is_now = (each["limits"].get(wager, {}).get(bound) for each in (before, after))
            found[f"{bound} of {wager}"] = was, is_now
    return {name: pair for name, pair in found.items() if pair[0] != pair[1]}


def _said(table: TableNow, name: str) -> Any:
    value = getattr(table.settings, name)
    return dollars(value) if name in ("buy_in", "sale_maximum", "sale_approval") else value


def _how(settings: Settings) -> str:
    dealt = "dealt by a person" if settings.dealer == "person" else "dealt automatically"
    return f"{dealt}, in pit {settings.pit}" if settings.pit else dealt


def _changes(changed: Mapping[str, tuple[Any, Any]]) -> str:
    return "; ".join(f"{name} {_word(was)} → {_word(is_now)}" for name, (was, is_now) in changed.items())


def _word(value: Any) -> str:
    if value is None or value == "":
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "nothing"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_word(each)}" for key, each in value.items()) or "nothing"
    return f"{value:g}" if isinstance(value, float) else str(value)

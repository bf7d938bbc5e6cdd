"""``floor.toml``: whose house it is, its pits and its tables.

A file that cannot be used raises ``Mistakes``: all of them, each with its line.
"""

import re
import zoneinfo
from pathlib import Path

import msgspec

from pitboss import catalogue
from pitboss.game import Game
from pitboss.house.cage.purses import CAGE_JOURNAL
from pitboss.house.floorplan.filings import PostedLimits, not_within, post, read_filing, read_limits
from pitboss.house.floorplan.mistakes import FloorMistake, Mistakes, Notes, parsed
from pitboss.house.floorplan.section import Section, begin_in_order, divide_the_day, is_hour
from pitboss.house.people.register import HOUSE_JOURNAL
from pitboss.house.table.entries import NEEDS_TIME, Settings
from pitboss.meters import Meter
from pitboss.submission import TEXT, RulesSubmission, near, offered

TIMED = Settings(accounts=True)
PRACTICE = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0)
LIVE = Settings(
    dealer="person", chance="entered", betting_seconds=0, election_seconds=0, settled_seconds=2, accounts=True
)
LINKED = "I-GEN-33"  # meters of several tables that move together
LONGEST = 40
_NUMBER = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*")


class FloorHouse(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whose house it is, when its days begin, and whether one person may sit at several tables at once."""

    holder: str
    licence: str = ""
    address: str = ""
    zone: str = "America/New_York"
    gaming_day: str = "06:00"
    shifts: tuple[str, ...] = ("06:00", "14:00", "22:00")
    several_tables: bool = True


class Pit(msgspec.Struct, frozen=True):
    """Tables that stand together."""

    name: str
    title: str


class TableLine(msgspec.Struct, frozen=True):
    """One table of the file. ``filed`` are the rules of its filing; without one, the game's example."""

    number: str
    game: str
    title: str
    settings: Settings
    filed: RulesSubmission
    limits: PostedLimits = PostedLimits()
    filing: str = ""  # the path, as the file has it
    line: int = 0

    def as_filed(self, holder: str = "") -> RulesSubmission:
        """Its filing, in the name of the house."""
        return msgspec.structs.replace(self.filed, holder=holder) if holder else self.filed

    def rules(self, holder: str = "") -> RulesSubmission:
        """What the table plays under: its filing with the limits that it posts, in the name of the house."""
        return post(self.as_filed(holder), self.limits)


class FloorFile(msgspec.Struct, frozen=True):
    """Everything that a floor file says."""

    house: FloorHouse
    pits: tuple[Pit, ...]
    tables: tuple[TableLine, ...]


def load(path: Path) -> FloorFile:
    """The floor in a file; the filings are found from its folder."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise Mistakes([FloorMistake(0, f"{path.name} is not text in UTF-8.")]) from None
    return read(text, path.parent)


def read(text: str, folder: Path) -> FloorFile:
    """The floor that a text describes, or all its mistakes."""
    found, notes = parsed(text), Notes(text)
    top = Section(found, (), notes, ("house", "pit", "table"))
    house = _house(top)
    pits = tuple(_pit(section) for section in _list(top, "pit", Pit.__struct_fields__))
    _no_two(notes, [("pit", place, pit.name) for place, pit in enumerate(pits)])
    sections = _list(top, "table", KEYS)
    if "table" not in found:
        notes.add((), "The file has no table; each begins with a line [[table]].")
    reader = _Tables(house, tuple(dict.fromkeys(pit.name for pit in pits)), folder, notes)
    lines = [reader.line(section) for section in sections]
    _no_two(notes, [("table", place, section.found.get("number", "")) for place, section in enumerate(sections)])
    tables = tuple(line for line in lines if line is not None)
    _one_meter(notes, tables)
    if notes.found or reader.elsewhere:
        raise Mistakes([*notes.found, *reader.elsewhere])
    return FloorFile(house, pits, tables)


# --- the house and its pits


def _house(top: Section) -> FloorHouse:
    found = top.table("house", FloorHouse.__struct_fields__)
    if "house" not in top.found:
        top.wrong("The file has no [house], which says whose it is.", cite=TEXT)
        return FloorHouse("")
    usual = FloorHouse(found.required("holder", "the name of the certificate holder is on every layout", TEXT))
    day = found.hour("gaming_day", usual.gaming_day)
    return FloorHouse(
        usual.holder,
        found.words("licence"),
        found.words("address"),
        _zone(found, usual.zone),
        day,
        _shifts(found, day, usual.shifts),
        found.flag("several_tables", usual.several_tables),
    )


def _zone(found: Section, usual: str) -> str:
    zone = found.words("zone", usual)
    try:
        zoneinfo.ZoneInfo(zone)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        meant = near(zone, zoneinfo.available_timezones())
        found.refused("zone", f"did you mean {meant}?" if meant else f"it takes the name of a time zone, like {usual}")
    return zone


def _shifts(found: Section, day: str, usual: tuple[str, ...]) -> tuple[str, ...]:
    """The shifts divide the gaming day: the first begins with it, the others follow."""
    if "shifts" not in found.found:
        return usual if day == usual[0] else (day,)
    shifts = found.found["shifts"]
    if not isinstance(shifts, list) or not shifts or not all(map(is_hour, shifts)):
        found.refused("shifts", 'it takes a list of hours, like ["06:00", "14:00", "22:00"]')
    elif not divide_the_day(shifts, day):
        found.refused("shifts", begin_in_order(day))
    else:
        return tuple(shifts)
    return usual


def _pit(section: Section) -> Pit:
    name = section.required("name", "tables say by it where they stand")
    return Pit(name, section.words("title", name))


def _list(top: Section, key: str, allowed: tuple[str, ...]) -> list[Section]:
    """``[[key]]``, one section for each."""
    found = top.found.get(key, [])
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        top.wrong(f"{key} is written [[{key}]], once for each.", key)
        return []
    return [Section(each, (key, place), top.notes, allowed) for place, each in enumerate(found)]


def _no_two(notes: Notes, names: list[tuple[str, int, object]]) -> None:
    """Nobody can tell two names apart that differ in capital letters only."""
    first: dict[str, tuple[int, str]] = {}
    for key, place, name in names:
        if isinstance(name, str) and name.strip():
            before, called = first.setdefault(name.strip().casefold(), (place, name))
            if before != place:
                line = notes.lines.of(key, before)
                rule = "each has a name of its own" + ", not in capital letters only" * (called != name)
                words = f"There is already a {key} {called!r}, on line {line}; {rule}."
                notes.add((key, place, "number" if key == "table" else "name"), words)


# --- the tables

KEYS = (
    "number",
    "pit",
    "game",
    "title",
    "filing",
    "limits",
    "dealt",
    "chance",
    "practice",
    "accounts",
    "follow",
    "betting_seconds",
    "decision_seconds",
    "pause_seconds",
    "courtesy_seconds",
    "absence_seconds",
    "buy_in",
    "sale_maximum",
    "sale_approval",
    "meter",
)


class _Tables:
    """Reads the tables of a file; a filing that several of them name is read once."""

    def __init__(self, house: FloorHouse, pits: tuple[str, ...], folder: Path, notes: Notes) -> None:
        self._house, self._pits, self._folder, self._notes = house, pits, folder, notes
        self._filings: dict[tuple[str, str], RulesSubmission | None] = {}
        self.elsewhere: list[FloorMistake] = []  # in the filings

    def line(self, found: Section) -> TableLine | None:
        """One table; None where its rules cannot be known."""
        number = _number(found)
        settings = self._settings(found)
        name, games = found.required("game", f"it takes one of {', '.join(catalogue.games())}"), catalogue.games()
        if name not in games:
            if name:
                found.refused("game", offered(name, games))
            return None
        game = games[name]
        filed, limits = self._filed(found, game), read_limits(found, game)
        if filed is None:
            return None
        for place, sentence, cite in not_within(filed, limits) if limits else ():
            found.wrong(sentence, *place, cite=cite)
        if settings.link and not _linked(filed):
            found.refused("meter", f"no meter of this {game.title} table is filed as linked with others", LINKED)
        title, filing = found.words("title", game.title), found.words("filing")
        return TableLine(number, name, title, settings, filed, limits, filing, self._notes.lines.of(*found.place))

    def _settings(self, found: Section) -> Settings:
        by_person = found.one_of("dealt", ("automatic", "person"), "automatic") == "person"
        practice, follow = found.flag("practice", False), found.flag("follow", False)
        usual = PRACTICE if practice else LIVE if by_person else TIMED
        usual_chance = "entered" if by_person else "generator"
        entered = found.one_of("chance", ("generator", "entered"), usual_chance) == "entered"
        accounts = found.flag("accounts", usual.accounts and not follow)
        if entered and not by_person:
            found.refused("chance", 'nobody is there to enter it unless dealt = "person"')
        if follow and not by_person:
            found.refused("follow", 'nobody is there to speak for the seats unless dealt = "person"')
        if follow and accounts:
            found.refused("accounts", "patrons who hold no device do not sign in, so with follow it is false")
        settings = msgspec.structs.replace(
            usual,
            dealer="person" if by_person else "automatic",
            chance="entered" if entered else "generator",
            follow=follow,
            accounts=accounts,
            betting_seconds=found.seconds("betting_seconds", usual.betting_seconds),
            election_seconds=found.seconds("decision_seconds", usual.election_seconds),
            settled_seconds=found.seconds("pause_seconds", usual.settled_seconds),
            courtesy_seconds=found.seconds("courtesy_seconds", usual.courtesy_seconds),
            absence_seconds=found.seconds("absence_seconds", usual.absence_seconds),
            buy_in=found.amount("buy_in") or usual.buy_in,
            sale_maximum=found.amount("sale_maximum") or usual.sale_maximum,
            sale_approval=found.amount("sale_approval") or usual.sale_approval,
            pit=self._pit(found),
            link=found.words("meter"),
        )
        if settings.closes_by_time and not settings.betting_seconds:
            found.refused("betting_seconds", NEEDS_TIME)
        return settings

    def _pit(self, found: Section) -> str:
        if "pit" not in found.found and not self._pits:
            return ""
        pit = found.required("pit", f"it takes one of {', '.join(self._pits)}")
        if pit and pit not in self._pits:
            names = offered(pit, self._pits) if self._pits else "the file has no [[pit]]"
            found.refused("pit", names)
        return pit

    def _filed(self, found: Section, game: Game) -> RulesSubmission | None:
        """The rules of the filing, or the game's example; the mistakes of a filing are reported once."""
        if "filing" not in found.found:
            return game.example()
        name = found.words("filing")
        if not name:
            return None
        if not (self._folder / name).is_file():
            found.refused("filing", "there is no such file; the path is read from the folder of the floor file")
            return None
        key = (name, game.name)
        if key not in self._filings:
            self._filings[key] = None
            try:
                rules, notes = read_filing(self._folder / name, name, game, self._house.holder)
            except UnicodeDecodeError:
                found.refused("filing", "that file is not text in UTF-8")
            except OSError as error:
                found.refused("filing", f"that file cannot be read ({error.strerror})")
            except Mistakes as wrong:
                self.elsewhere += wrong.found
            else:
                self._filings[key] = rules
                self.elsewhere += notes.found
        return self._filings[key]


def is_number(text: str) -> bool:
    """Whether a text can be the number of a table."""
    return bool(_NUMBER.fullmatch(text)) and len(text) <= LONGEST


def _number(found: Section) -> str:
    number = found.required("number", 'it names the table, like "RL-101"')
    if number and not is_number(number):
        found.refused("number", f"it takes up to {LONGEST} letters, digits and dashes, like RL-101")
    elif number.casefold() in (HOUSE_JOURNAL, CAGE_JOURNAL):
        found.refused("number", f"{number.casefold()!r} is the name of the house's own record")
    return number


def _linked(rules: RulesSubmission) -> tuple[Meter, ...]:
    return tuple(meter for meter in rules.meters if meter.linked)


def _one_meter(notes: Notes, tables: tuple[TableLine, ...]) -> None:
    """Tables whose meters move together filed the same for them."""
    first: dict[str, TableLine] = {}
    for table in tables:
        if link := table.settings.link:
            other = first.setdefault(link, table)
            if _linked(table.filed) != _linked(other.filed):
                words = f"The linked meters of {table.number} and {other.number} are not filed alike: they cannot move as one."
                notes.found.append(FloorMistake(table.line, words, LINKED))

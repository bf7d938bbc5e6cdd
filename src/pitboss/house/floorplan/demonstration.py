"""The floor that a house opens with where no file is given: for every game a table against the clock, one for practice
and one that a person deals."""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from pitboss import catalogue
from pitboss.house.floorplan.file import FloorFile, TableLine, read
from pitboss.house.people.demonstration import DEALERS, credential_of
from pitboss.house.people.entries import UNNAMED, FilingDrafted, FilingFiled
from pitboss.house.people.filings import FilingEntry
from pitboss.house.people.register import Register
from pitboss.roles import Role
from pitboss.submission import file_submission, made_choices


def text() -> str:
    """The file, with the tables of games that it does not name yet."""
    written = files(__package__).joinpath("demonstration.toml").read_text(encoding="utf-8")
    return written + "".join(_tables(name) for name in catalogue.games() if f'number = "{name}-1"' not in written)


@cache
def demonstration() -> FloorFile:
    """The demonstration floor."""
    return read(text(), Path())


class Drafted(msgspec.Struct, frozen=True):
    """A draft of the made-up manager; ``filed``: it waits for the Board."""

    game: str
    title: str
    choices: dict[str, Any]
    filed: bool = False


class DemonstrationMoney(msgspec.Struct, frozen=True):
    """With what the book of a demonstration begins, and what waits in it."""

    cash: int
    chips: dict[str, int]
    reserve: dict[str, int]
    tray: dict[str, int]  # of every table that a person deals
    table: str
    missing: dict[str, int]  # when its tray is counted first
    sold: int
    fill: dict[str, int]
    credit: dict[str, int]
    drawer: int
    deposit: int


class DemonstrationWork(msgspec.Struct, frozen=True):
    """What people find to do in a demonstration."""

    money: DemonstrationMoney
    dealers: tuple[str, ...]  # tables at which its dealers stand, each at one
    draft: tuple[Drafted, ...]


@cache
def work() -> DemonstrationWork:
    written = files(__package__).joinpath("demonstration_work.toml").read_bytes()
    return msgspec.toml.decode(written, type=DemonstrationWork)


def staff(tables: Iterable[TableLine]) -> dict[str, tuple[tuple[Role, str], ...]]:
    """Where the made-up people of a demonstration stand, by role and credential number: a floorperson at every table, each of the
    others at the first that persons deal and that needs their role; dealers where the demonstration says, if it has the table."""
    known = list(tables)
    dealt = {table.number: table for table in known if table.settings.dealer == "person"}
    chosen = [name for name in work().dealers if name in dealt]
    dealers = dict(zip([*chosen, *(name for name in dealt if name not in chosen)], DEALERS, strict=False))
    placed, found = {Role.DEALER}, dict[str, tuple[tuple[Role, str], ...]]()
    for table in known:
        crew = catalogue.game(table.game).crew if table.number in dealt else ()
        here = [role for role in crew if role not in placed]
        placed.update(here)
        dealing = [(Role.DEALER, dealers[table.number])] if table.number in dealers else []
        found[table.number] = (*dealing, *((role, credential_of(role)) for role in (*here, Role.FLOORPERSON)))
    return found


def filings(register: Register, today: str) -> list[FilingEntry]:
    """What the made-up manager has drafted and filed, for manager and Board to work on; nothing where somebody drafted before."""
    known, holder = register.filings, (register.named_as or UNNAMED).holder
    if any(not one.said_by_file for one in known.known.values()) or credential_of(Role.MANAGER) not in register.people:
        return []
    by, made = register.person(credential_of(Role.MANAGER)).acting(Role.MANAGER), list[FilingEntry]()
    for number, one in enumerate((one for one in work().draft if one.game in catalogue.games()), len(known.known) + 1):
        choices, submission = _draft(one, holder)
        made.append(FilingDrafted(f"F-{number}", one.game, one.title, choices, submission, by))
        if one.filed:
            made.append(FilingFiled(f"F-{number}", f"RS-{today[:4]}-{number}", today, by))
    return made


def _draft(one: Drafted, holder: str) -> tuple[dict[str, Any], str]:
    """The example of a game with other choices, every one as it counts; and its hash."""
    game = catalogue.game(one.game)
    rules = file_submission(game.rules, made_choices(game.example().chosen) | {"holder": holder} | one.choices)
    return made_choices(rules.chosen), rules.hash(game.name)


def _tables(game: str) -> str:
    title = catalogue.game(game).title
    return "".join(
        f'\n[[table]]\nnumber = "{game}-{kind}"\npit = "{pit}"\ngame = "{game}"\ntitle = "{title}{words}"\n{how}'
        for kind, pit, words, how in (
            ("1", "main", "", ""),
            ("practice", "practice", ", practice", "practice = true\n"),
            ("live", "live", ", dealt by a person", 'dealt = "person"\n'),
        )
    )

"""The floor that a house opens with where no file is given: for every game a table against the clock, one for practice
and one that a person deals."""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path

from pitboss import catalogue
from pitboss.house.floorplan.file import FloorFile, TableLine, read
from pitboss.roles import Role


def text() -> str:
    """The file, with the tables of games that it does not name yet."""
    written = files(__package__).joinpath("demonstration.toml").read_text(encoding="utf-8")
    return written + "".join(_tables(name) for name in catalogue.games() if f'number = "{name}-1"' not in written)


@cache
def demonstration() -> FloorFile:
    """The demonstration floor."""
    return read(text(), Path())


def staff(tables: Iterable[TableLine]) -> dict[str, tuple[Role, ...]]:
    """Where the made-up people of a demonstration stand: a floorperson at every table, each of the others at the first
    table that a person deals and that needs their role, for nobody deals at two."""
    placed, found = set[Role](), dict[str, tuple[Role, ...]]()
    for table in tables:
        crew = catalogue.game(table.game).crew if table.settings.dealer == "person" else ()
        here = tuple(role for role in crew if role not in placed)
        placed.update(here)
        found[table.number] = (*here, Role.FLOORPERSON)
    return found


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

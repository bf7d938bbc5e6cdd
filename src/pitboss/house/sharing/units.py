"""What is owned together: the house itself, and tables that have to see each other at once.

Tables dealt by people share dealers and equipment, and tables with a common meter share its amount. Each such group is one unit,
owned by one process, so that nobody stands at two tables and no amount is stated twice, whatever fails. Every other table
is a unit of its own.
"""

from collections.abc import Iterable

import msgspec

from pitboss import catalogue
from pitboss.house.people.register import HOUSE_JOURNAL
from pitboss.house.table.entries import Settings
from pitboss.submission import load

HOUSE = HOUSE_JOURNAL  # the unit of the house's own record, and of all that is done once for all tables
FLOOR = "floor"  # the tables that are dealt by people
Row = tuple[str, str, str, str, str]  # of the store: number, game, title, submission, settings


def unit_of(row: Row, others: Iterable[Row]) -> str:
    """The unit of a new table. One that shares a meter with tables dealt by people belongs to them."""
    settings = _settings(row)
    if settings.dealer == "person":
        return FLOOR
    if not is_linked(row):
        return f"table {row[0]}"
    partners = (other for other in others if other[1] == row[1] and _settings(other).link == settings.link)
    if any(_settings(other).dealer == "person" for other in partners):
        return FLOOR
    return f"link {row[1]} {settings.link}"


def link_of(row: Row) -> str:
    """The word under which a table moves its meters together with others."""
    return _settings(row).link


def _settings(row: Row) -> Settings:
    return msgspec.json.decode(row[4], type=Settings)


def is_linked(row: Row) -> bool:
    """Whether a table has a meter that it may share."""
    return any(meter.linked for meter in load(catalogue.game(row[1]).rules, row[3]).meters)

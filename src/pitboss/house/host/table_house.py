"""What a table needs of its house."""

from collections.abc import Iterable
from typing import Protocol

import msgspec

from pitboss.house.book.book import MoneyBook
from pitboss.house.clock import Clock
from pitboss.house.host.allowances import Allowances
from pitboss.house.host.linked_meters import LinkedMeters
from pitboss.house.host.replies import Reply
from pitboss.house.people.register import Register
from pitboss.house.storage.store import Store
from pitboss.house.table import entries
from pitboss.house.table.table import Table
from pitboss.procedure import Refused


def new_key(house: "TableHouse") -> str:
    """A key for what the house itself asks."""
    return house.entropy(12).hex()


class Observer(Protocol):
    """Whoever counts what is done at the tables. It is called on the loop of the house, and has to return at once."""

    def answered(self, name: str, seconds: float, outcome: Reply | Refused) -> None:
        """A command, and how long it took from its arrival until its sender could be answered."""

    def committed(self, seconds: float, *, written: bool) -> None:
        """How long a table waited for the disk, and whether what it handed in is there."""


class CommitReport(msgspec.Struct):
    """What of a table has reached the disk, as far as others of the house go on from there."""

    left: list[entries.Left] = []  # seats given up whose chips go into a purse
    corrected: bool = False  # a correction was decided


class TableHouse(Protocol):
    """What a table needs of its house."""

    store: Store
    clock: Clock
    register: Register
    version: str  # of the rules that are running; empty: it is not looked at
    release: str
    meters: LinkedMeters

    @property
    def allowances(self) -> Allowances | None:
        """What players forbid themselves."""

    @property
    def book(self) -> MoneyBook | None:
        """The money of the house."""

    @property
    def observer(self) -> Observer | None: ...

    def entropy(self, count: int, /) -> bytes: ...

    def tables(self) -> Iterable[Table]:
        """Every table of the house."""

    def committed(self, table: Table, made: CommitReport) -> None:
        """Something reached the disk that others wait for."""

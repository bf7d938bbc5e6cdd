"""Practice tables that belong to one visitor: found again when they come back, retired when nobody came for long.

Each is a table like any other, with a journal of its own. It is listed to nobody: whoever has its link may watch and sit
down, so that friends can be asked along. A retired one leaves the memory of the house; its record stays, and is read when
somebody asks for it.
"""

import base64
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from pitboss.house.people.register import GUEST
from pitboss.house.storage.seal import token_hash
from pitboss.house.storage.store import Store
from pitboss.house.table import entries
from pitboss.house.table.table import Table
from pitboss.procedure import Refusal, Refused

if TYPE_CHECKING:
    from pitboss.house.host.host import Host

PREFIX = "own-"  # how the numbers of these tables begin
NUMBER_BYTES = 10  # of chance: nobody guesses the number of somebody else's table
IDLE_SECONDS = 48 * 3600.0  # without play, until a table is retired
PLAYS_SECONDS = 3600.0  # since something was done at a table, in which whoever sits there and is connected keeps it
SHORTEST_IDLE = 600.0  # where room is needed for others
MOST = 400  # in the memory of the house at once
MOST_OF_ONE = 20  # of one owner at once
LAST = 8  # entries at the end of a record, of which one tells that the table is retired; a clock may be noted after it

Row = tuple[str, str, str, str, str]  # of the store: number, game, title, submission, settings


def guest(token: str) -> str:
    """How the record names a guest: the cookie itself stays with the guest."""
    return GUEST + token_hash(token)[: entries.SESSION_DIGITS]


def new_number(entropy: Callable[[int], bytes]) -> str:
    """The number of a new table: whoever knows it may come, so nobody can guess it."""
    return PREFIX + base64.b32encode(entropy(NUMBER_BYTES)).decode().rstrip("=").lower()


class OwnTables:
    """The tables of visitors, by their owners."""

    def __init__(self, hosts: Mapping[str, "Host"], store: Store) -> None:
        self._hosts, self._store = hosts, store
        self._away: dict[str, Row] = {}  # retired ones, which are not in the memory of the house

    def keeps_away(self, row: Row) -> bool:
        """Whether a table of the store is a visitor's that is retired: then it is read when somebody asks for it."""
        name, settings = row[0], msgspec.json.decode(row[4], type=entries.Settings)
        if settings.owner and entries.NAMES[entries.Retired] in self._store.last_kinds(name, LAST):
            self._away[name] = row
            return True
        return False

    def is_away(self, name: str) -> bool:
        return name in self._away

    def taken_back(self, name: str) -> Row | None:
        """The row of a table that was put away, for whoever asks for it now."""
        return self._away.pop(name, None)

    def put_away(self, row: Row) -> None:
        self._away[row[0]] = row

    def tables(self, owner: str = "") -> Iterator[tuple["Host", Table]]:
        """Those in play, of everybody or of one owner."""
        for host in self._hosts.values():
            table = host.table
            if table is None or table.state.standing.retired or not (whose := table.state.filing.settings.owner):
                continue
            if not owner or owner == whose:
                yield host, table

    def find(self, owner: str, game: str, submission: str, title: str) -> "Host | None":
        """The table that its owner opened before with the same rules, under the same name."""
        for host, table in self.tables(owner):
            made = table.state.filing.founded
            if (made.game, made.submission, made.title) == (game, submission, title) and not host.suspended:
                return host
        return None

    def idle(self, longer_than: float) -> list["Host"]:
        """Those where nobody has played for so long, the longest idle first."""
        found = [(idle_seconds(host), host) for host, _ in self.tables() if not in_use(host)]
        return [host for since, host in sorted(found, key=lambda one: -one[0]) if since > longer_than]

    def check_owner(self, owner: str) -> None:
        """Refuse a further table to somebody who has many."""
        if sum(1 for _ in self.tables(owner)) >= MOST_OF_ONE:
            words = f"You have {MOST_OF_ONE} practice tables, as many as one visitor may have; play at one of those."
            raise Refused(Refusal.UNAVAILABLE, words, "")

    def may_leave(self) -> list["Host"]:
        """Those that may leave where room is needed, the longest idle first."""
        return self.idle(SHORTEST_IDLE)

    def too_many(self) -> int:
        """How many have to leave so that there is room for one more."""
        return max(0, sum(1 for _ in self.tables()) + 1 - MOST)

    def done_with(self) -> list["Host"]:
        """Retired ones that were read again for somebody who is gone now."""
        return [
            host
            for host in self._hosts.values()
            if host.table is not None
            and host.table.state.standing.retired
            and host.table.state.filing.settings.owner
            and not host.viewers
        ]


def full() -> Refused:
    words = f"The house has room for {MOST} practice tables, and all are in use; try again later."
    return Refused(Refusal.UNAVAILABLE, words, "")


def idle_seconds(host: "Host") -> float:
    """For how long nobody has done anything at a table, whatever became of the wall clock meanwhile; what the house itself does
    with cards and dice day by day does not count."""
    return host.clock.elapsed() - host.active_at


def in_use(host: "Host") -> bool:
    """Whether somebody plays at a table: one who sits there is connected, and something was done not long ago. To look on does not
    keep a table."""
    return idle_seconds(host) < PLAYS_SECONDS and any(host.sits(viewer.session) for viewer in host.viewers)

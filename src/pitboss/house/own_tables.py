"""Practice tables that belong to one visitor: found again when they come back, retired when nobody came for long.

Each is a table like any other, with a journal of its own. It is listed to nobody: whoever has its link may watch and sit
down, so that friends can be asked along. A retired one leaves the memory of the house; its record stays, and is read when
somebody asks for it.
"""

import base64
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from pitboss.house.commands.retire_own import RetireOwn
from pitboss.house.founding import Plan, own_settings
from pitboss.house.host.host import Host
from pitboss.house.host.idle import idle_seconds, in_use
from pitboss.house.host.sessions import NOBODY
from pitboss.house.host.table_house import new_key
from pitboss.house.people.register import GUEST
from pitboss.house.rebuilding import Row
from pitboss.house.storage.seal import token_hash
from pitboss.house.storage.store import StorageFailed
from pitboss.house.table import entries
from pitboss.house.table.table import Table
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission

if TYPE_CHECKING:
    from pitboss.house.house import House

PREFIX = "own-"  # how the numbers of these tables begin
NUMBER_BYTES = 10  # of chance: nobody guesses the number of somebody else's table
IDLE_SECONDS = 48 * 3600.0  # without play, until a table is retired
SHORTEST_IDLE = 600.0  # where room is needed for others
MOST = 400  # in the memory of the house at once
MOST_OF_ONE = 20  # of one owner at once
LAST = 8  # entries at the end of a record, of which one tells that the table is retired; a clock may be noted after it
RETIRE = "retire"  # what processes of a house ask each other: to retire so many idle tables of visitors


def guest(token: str) -> str:
    """How the record names a guest: the cookie itself stays with the guest."""
    return GUEST + token_hash(token)[: entries.SESSION_DIGITS]


def new_number(entropy: Callable[[int], bytes]) -> str:
    """The number of a new table: whoever knows it may come, so nobody can guess it."""
    return PREFIX + base64.b32encode(entropy(NUMBER_BYTES)).decode().rstrip("=").lower()


class OwnTables:
    """The tables of visitors, by their owners."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._away: dict[str, Row] = {}  # retired ones, which are not in the memory of the house

    def keeps_away(self, row: Row) -> bool:
        """Whether a table of the store is a visitor's that is retired: then it is read when somebody asks for it."""
        name, settings = row[0], msgspec.json.decode(row[4], type=entries.Settings)
        if settings.owner and entries.NAMES[entries.Retired] in self._house.store.history.last_kinds(name, LAST):
            self._away[name] = row
            return True
        return False

    def is_away(self, name: str) -> bool:
        return name in self._away

    def taken_back(self, name: str) -> Row | None:
        """The row of a table that was put away, for whoever asks for it now."""
        return self._away.pop(name, None)

    def tables(self, owner: str = "") -> Iterator[tuple[Host, Table]]:
        """Those in play, of everybody or of one owner."""
        for host in self._house.everywhere.values():
            table = host.table
            if table is None or table.state.standing.retired or not (whose := table.state.filing.settings.owner):
                continue
            if not owner or owner == whose:
                yield host, table

    def find(self, owner: str, game: str, submission: str, title: str) -> Host | None:
        """The table that its owner opened before with the same rules, under the same name."""
        for host, table in self.tables(owner):
            made = table.state.filing.founded
            if (made.game, made.submission, made.title) == (game, submission, title) and not host.suspension.sentence:
                return host
        return None

    # --- opening

    async def open(self, owner: str, game: str, rules: RulesSubmission, title: str) -> Host:
        """The practice table of one visitor with these rules: the one that they have, or a new one."""
        await self._house.processes.look_elsewhere()
        async with self._house.floor.adding:
            if (there := self.find(owner, game, rules.hash(game), title)) is not None:
                return there
            self._check_owner(owner)
            await self._make_room()
            number = new_number(self._house.entropy)
            return await self._house.floor.found(Plan(number, game, title, own_settings(owner, number, rules), rules))

    def _check_owner(self, owner: str) -> None:
        """Refuse a further table to somebody who has many."""
        if sum(1 for _ in self.tables(owner)) >= MOST_OF_ONE:
            words = f"You have {MOST_OF_ONE} practice tables, as many as one visitor may have; play at one of those."
            raise Refused(Refusal.UNAVAILABLE, words, "")

    async def _make_room(self) -> None:
        """Retire idle tables of visitors until there is room for one more, those of other processes too."""
        over = self.too_many()
        if over:
            over -= await self.retire_some(over)
        if over:
            over -= sum(await self._house.processes.ask_others(RETIRE, over))
            await self._house.processes.look_elsewhere(now=True)
        if over > 0:
            words = f"The house has room for {MOST} practice tables, and all are in use; try again later."
            raise Refused(Refusal.UNAVAILABLE, words, "")

    def too_many(self) -> int:
        """How many have to leave so that there is room for one more."""
        return max(0, sum(1 for _ in self.tables()) + 1 - MOST)

    # --- retiring

    async def retire_idle(self, longer_than: float = IDLE_SECONDS) -> None:
        """Retire the tables where nobody came for so long."""
        async with self._house.floor.adding:
            for host in self._idle(longer_than):
                # somebody came meanwhile, or wagers are undecided: the next time
                with suppress(Refused, StorageFailed):
                    await self._retire(host)
            for host in self._done_with():
                await self._put_away(host)

    async def retire_some(self, most: int) -> int:
        """Retire so many idle tables that are served here, and return how many; one that cannot be is passed over."""
        retired = 0
        for host in self._idle(SHORTEST_IDLE):
            if retired < most:
                with suppress(Refused, StorageFailed):
                    await self._retire(host)
                    retired += 1
        return retired

    def _idle(self, longer_than: float) -> list[Host]:
        """Those served here where nobody has played for so long, the longest idle first."""
        found = [(idle_seconds(host), host) for host, _ in self.tables() if not in_use(host)]
        return self._here(host for since, host in sorted(found, key=lambda one: -one[0]) if since > longer_than)

    def _done_with(self) -> list[Host]:
        """Retired ones that were read again for somebody who is gone now."""
        return self._here(
            host
            for host in self._house.everywhere.values()
            if host.table is not None
            and host.table.state.standing.retired
            and host.table.state.filing.settings.owner
            and not host.presence.viewers
        )

    def _here(self, hosts: Iterable[Host]) -> list[Host]:
        """Those that this process serves."""
        return [host for host in hosts if self._house.hosts.get(host.name) is host]

    async def _retire(self, host: Host) -> None:
        """Retire a table; its record stays, and is read when somebody asks for it."""
        await host.do(NOBODY, RetireOwn(key=new_key(self._house)))
        await self._put_away(host)

    async def _put_away(self, host: Host) -> None:
        """Out of the memory of the house; whoever looks on comes back, and finds its record."""
        row = self._house.store.table(host.name)
        await host.stop()
        for viewer in list(host.presence.viewers):
            viewer.move()
        self._house.rebuilding.remove(host.name)
        self._away[host.name] = row

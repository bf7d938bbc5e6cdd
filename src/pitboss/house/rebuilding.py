"""Tables rebuilt from the record, each with its host: when the house opens, and when one more is founded or taken over."""

import logging
from collections import ChainMap
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from pitboss import catalogue
from pitboss.house.host import rules_in_force
from pitboss.house.host.host import Host
from pitboss.house.host.table_house import TableHouse
from pitboss.house.software import SoftwareCheck
from pitboss.house.table import entries
from pitboss.submission import load, not_to_be_filed

log = logging.getLogger("pitboss")

Row = tuple[str, str, str, str, str]  # of the store: number, game, title, submission, settings


class InForce(Mapping[str, entries.Founded]):
    """Every table with its rules and settings as they are now. Each is looked up when it is asked for: a house may have hundreds,
    and most who ask want one."""

    def __init__(self, hosts: Mapping[str, Host]) -> None:
        self._hosts = hosts
        self.filed: dict[str, entries.Founded] = {}  # as it was founded, for a table whose record cannot be read

    def __getitem__(self, name: str) -> entries.Founded:
        table = self._hosts[name].table
        return self.filed[name] if table is None else table.state.filing.founded

    def __iter__(self) -> Iterator[str]:
        return iter(self._hosts)

    def __len__(self) -> int:
        return len(self._hosts)


class Rebuilt(NamedTuple):
    """A table as its record tells it, and what was filed for it when it was founded."""

    host: Host
    filed: entries.Founded


class Rebuilding:
    """Makes hosts out of the rows of the store. ``everywhere``: tables that this process serves, then those of others."""

    def __init__(
        self, house: TableHouse, everywhere: ChainMap[str, Host], founded: InForce, software: SoftwareCheck
    ) -> None:
        self._house, self._founded, self._software = house, founded, software
        self._here, self._elsewhere = everywhere.maps

    def rebuilt(self, row: Row) -> Rebuilt:
        """Read a table; most of that is waiting for the database."""
        name, game, title, submission, settings = row
        rules, run_as = (
            load(catalogue.game(game).rules, submission),
            msgspec.json.decode(settings, type=entries.Settings),
        )
        filed = entries.Founded(game, title, rules.chosen, rules.hash(game), self._house.version, run_as)
        host = Host(name, self._house)
        host.recover()
        return Rebuilt(host, filed)

    def admit(self, found: Rebuilt) -> Host:
        """This process serves the table from now on. Where its record cannot be read, what was filed for it is shown."""
        host, filed = found
        self._elsewhere.pop(host.name, None)
        self._here[host.name] = host
        self._founded.filed[host.name] = filed
        if host.table is None:
            self._house.meters.unopened[host.name] = filed.game
        else:
            for mistake in not_to_be_filed(host.table.rules):
                log.warning("%s keeps running under rules that could not be filed any more: %s", host.name, mistake)
        return host

    def start(self, found: Rebuilt, own: str | None = None) -> Host:
        """Serve one more table while the house is open; ``own`` is when it was last written, where that was read before."""
        host = self.admit(found)
        if sentence := self._software.stopped(found.filed.game):
            rules_in_force.stop(host, sentence)
        host.start(own=own)
        return host

    def see(self, row: Row) -> Host:
        """A table of another process, as its record tells it."""
        host, filed = self.rebuilt(row)
        self._founded.filed[host.name] = filed
        self._elsewhere[host.name] = host
        return host

    def unreadable(self, row: Row, error: Exception) -> None:
        """Not even what was filed for a table can be read."""
        log.error("%s cannot be opened: %s", row[0], error)
        self._house.meters.unopened[row[0]] = row[1]

    def remove(self, name: str) -> None:
        """This process does not serve a table any more."""
        self._here.pop(name, None)
        self._founded.filed.pop(name, None)

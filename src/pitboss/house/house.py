"""The whole house: every table with its host, the sessions of its people, the store and the workers."""

import asyncio
import os
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

import argon2

from pitboss.house.alone import Alone
from pitboss.house.bookkeeper import Bookkeeper
from pitboss.house.calendar import Calendar
from pitboss.house.cashier import Cashier
from pitboss.house.clock import Clock
from pitboss.house.floor import Floor, Opening
from pitboss.house.host.allowances import Allowances
from pitboss.house.host.host import Host, elsewhere
from pitboss.house.host.linked_meters import LinkedMeters
from pitboss.house.host.sessions import Sessions
from pitboss.house.host.table_house import CommitReport, Observer
from pitboss.house.own_tables import OwnTables
from pitboss.house.own_witnesses import OwnWitnesses
from pitboss.house.people.people import People
from pitboss.house.people.register import Register
from pitboss.house.players import Players
from pitboss.house.progressives.reading import ProgressiveReading
from pitboss.house.rebuilding import InForce, Rebuilding
from pitboss.house.recall import Recall
from pitboss.house.record_keeper import RecordKeeper
from pitboss.house.records.records import Records
from pitboss.house.software import CHECK_SECONDS, SoftwareCheck
from pitboss.house.storage.seal import Unsafe
from pitboss.house.storage.store import StorageFailed, Store
from pitboss.house.table.table import Table
from pitboss.house.table.versions import running
from pitboss.house.webhooks.sending import Webhooks
from pitboss.house.work import every, settle_chips, watch_clock
from pitboss.house.workers.workers import Workers
from pitboss.procedure import Refusal, Refused

OWN_TABLE_SECONDS = 600.0  # between two looks for own tables where nobody came for long
KEY_SECONDS = 5.0  # between two looks whether somebody replaced a key
PLAYER_SECONDS = 0.5  # between two looks at who has to be told how long they have played


class House:
    """All tables of one database. What is done with them is done by its parts; whoever wants something asks the part."""

    def __init__(
        self,
        store: Store,
        opening: Opening,
        *,
        processes: Alone | None = None,
        clock: Clock | None = None,
        entropy: Callable[[int], bytes] = os.urandom,
        hasher: argon2.PasswordHasher | None = None,
    ) -> None:
        self.store, self.clock, self.entropy = store, clock or Clock(), entropy
        self.processes = processes if processes is not None else Alone()
        self.everywhere = self.processes.everywhere  # in the order in which they were founded
        self.hosts = self.everywhere.maps[0]  # those that this process serves; those of others are only read
        self.founded = InForce(self.everywhere)
        self.version, self.release = running().rules.version, running().rules.release
        self.observer: Observer | None = None  # of every table that is rebuilt from then on
        self.register, self.workers = Register(store, self.clock), Workers()
        self.calendar = Calendar(self.clock, self.register)
        self.cage = self.processes.cage(store, self.clock)
        self.book = self.cage.book
        self.cashier = Cashier(self.cage, store, self.everywhere)
        self.allowances = Allowances(self.cage, self.register, self.clock, self.calendar.gaming_day, entropy)
        try:
            self.register.recover()
            self.cage.recover()
        except Refused as refusal:
            store.close()
            raise Unsafe(f"The house's own record is not in order: {refusal.sentence}") from refusal
        self.people, self.sessions = People(store, self.clock, self.register, hasher=hasher), Sessions(store)
        self.people.registration = opening.registration
        self.software = SoftwareCheck(self)
        self.meters = LinkedMeters(self.hosts)
        self.rebuilding = Rebuilding(self, self.everywhere, self.founded, self.software)
        self.floor, self.own = Floor(self, opening), OwnTables(self)
        self.players = Players(self.allowances, self.register, self.hosts, self.processes)
        self.records, self.recall = Records(store, self.clock), Recall(store)
        self.progressives = ProgressiveReading(store)
        own_witnesses = OwnWitnesses(self, opening.witness_file, opening.witness_of)
        self.record, self.webhooks = RecordKeeper(self, own_witnesses), Webhooks(self)
        self.bookkeeper = Bookkeeper(self)
        self.tasks: list[asyncio.Task[None]] = []
        self.processes.join(self)

    async def open(self) -> None:
        """Serve the tables, or those of them that are this process's."""
        self.meters.loop = asyncio.get_running_loop()
        await self.processes.open()

    def work_of_house(self) -> list[Coroutine[Any, Any, None]]:
        """What is done once for all tables, again and again."""
        return [
            self.record.make_heads(),
            self.record.own_witnesses.look_at_others(),
            every(CHECK_SECONDS, self.software.check, "the software could not be compared with what was approved"),
            self.record.keep_records(),
            self.webhooks.run(),
        ]

    def work_at_tables(self) -> list[Coroutine[Any, Any, None]]:
        """What each process does for the tables that it serves, again and again."""
        return [
            watch_clock(self.clock, self.hosts),
            every(OWN_TABLE_SECONDS, self.own.retire_idle, "tables where nobody came could not be retired"),
            settle_chips(self.cashier, self.allowances, self.hosts, self.store),
            every(PLAYER_SECONDS, self.players.attend, "reality checks could not be given"),
            self.record.alarms.run(),
            every(KEY_SECONDS, self.record.reload_keys, "the keys could not be looked at"),
        ]

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await self.processes.leave()
        await self.record.verification.close()
        await self.recall.close()
        await asyncio.to_thread(self.records.close)
        await self.people.close()
        await self.workers.close()
        for host in self.hosts.values():
            await host.stop()
        await self.cashier.brought_back()
        await self.allowances.flush()
        if self.tasks and self.processes.leads:
            with suppress(StorageFailed):  # what is on the disk is put under a head when the house opens again
                await self.record.make_head()
        await self.processes.give_up()
        await asyncio.to_thread(self.store.close)

    def host(self, name: str) -> Host:
        """The host of a table, or a refusal; a table that is on its way to another process is not unknown."""
        if name not in self.hosts and (row := self.own.taken_back(name)) is not None:
            self.rebuilding.start(self.rebuilding.rebuilt(row))
        if name in self.everywhere:
            return self.everywhere[name]
        if self.processes.is_elsewhere(name):
            raise elsewhere()
        raise Refused(Refusal.UNKNOWN_TABLE, f"This house has no table {name!r}.", "")

    def tables(self) -> list[Table]:
        return [host.table for host in self.everywhere.values() if host.table is not None]

    def committed(self, table: Table, made: CommitReport) -> None:
        """Seats were given up or corrections decided, and that is on the disk: chips follow."""
        self.cashier.seats_left(made.left)
        if made.corrected:
            self.cashier.corrected(table)

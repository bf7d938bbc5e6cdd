"""What players forbid themselves, at every table of the house: what they decide, and what they are told while they play."""

from collections.abc import Mapping
from contextlib import suppress

import msgspec

from pitboss.house.alone import Alone
from pitboss.house.cage.entries import Reminded
from pitboss.house.host.allowances import Allowances, spoken_check
from pitboss.house.host.host import Host
from pitboss.house.people.register import Register
from pitboss.house.protocol.messages import HouseNotice
from pitboss.house.storage.kept_journal import Made
from pitboss.house.storage.store import StorageFailed

RECORD_PLAY = "tell_play"  # what processes ask each other: to tell the cage what somebody has wagered there
NEVER = ("", 0)  # the reality check of somebody who was given none


class Players:
    def __init__(self, allowances: Allowances, register: Register, hosts: Mapping[str, Host], processes: Alone) -> None:
        self._allowances, self._register, self._hosts, self._processes = allowances, register, hosts, processes
        self._reminded: dict[str, tuple[str, int]] = {}  # by person: the last reality check that was given here

    async def decide_limits(self, person: str, made: Made) -> None:
        """Write down what a player forbids themselves, or wants to be allowed; it counts from now on at every table."""
        async with self._allowances.changing(person):
            await self._register.decide(made)
            await self._allowances.limits_changed(person, self._hosts.values())
            # A process that does not say it in the life of a lease has no tables any more; what it kept is told when it wakes.
            await self._processes.ask_others(RECORD_PLAY, person)
        for host in self._hosts.values():
            host.jobs.ring()

    async def attend(self) -> None:
        """Count the time at tables, give the reality checks that are due, and have tables free the seats of those who may not
        play any more."""
        tables = [(host, host.table) for host in self._hosts.values() if host.table is not None]
        await self._allowances.note_attendance(table for _, table in tables)
        for host, table in tables:
            for person in list(table.state.seats.persons.values()):
                if self._allowances.barred(person):
                    host.jobs.ring()
                due = self._allowances.check_due(person, self._reminded.get(person, NEVER))
                if (
                    due is not None and not table.state.filing.settings.follow
                ):  # there nobody has a device to be told on
                    await self._remind(due)

    async def _remind(self, due: Reminded) -> None:
        cage = self._allowances.cage
        await self._allowances.flush(due.purse)
        sums = cage.play.of(due.purse).sums(due.day, due.day)
        reminder = msgspec.structs.replace(due, wagered=sums.wagered, lost=sums.lost)
        self._reminded[due.purse] = (due.day, due.seconds)
        notice = HouseNotice("reality_check", spoken_check(reminder), "")
        for host in self._hosts.values():
            for seat, person in host.table.state.seats.persons.items() if host.table is not None else ():
                if person == due.purse:
                    host.presence.notify_now(seat, notice)
        with suppress(StorageFailed):  # they were told; whether that is on the disk keeps nobody from playing
            await cage.remind(reminder)

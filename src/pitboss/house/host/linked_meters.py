"""The progressive system of the house: the amount of a meter that several tables share (I-GEN-33).

The amount is not stored. It is the initial amount plus what each table of the group has added or taken, rounds in
progress included, so that it is the same after a restart; every answer of the system is in the record of its table.

A link is lost while a table of the group is suspended or cannot be read. The wager is then closed at every table of
the group, and what was wagered in a betting that is open is handed back; play goes on without it. A table that is closed
to play, or retired, is not missing: what it moved is known. An amount that a player is waiting for is stated only when it
is known and on the disk; until then the round waits, so that nobody is paid from a sum that is not whole. No two tables
move a meter in the same millisecond of their records, so that the times tell whose turn came first.
"""

import asyncio
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import msgspec

from pitboss.events import MeterMoved
from pitboss.families.progressive import METER, RESERVE, linked_state
from pitboss.house.clock import JUMP, stamp
from pitboss.house.host.meters import (
    awaits_system,
    filed_names,
    is_accountable,
    linked_meter,
    meters_at,
    plays_for,
    state_now,
    wager_of,
)
from pitboss.house.protocol.views import MeterView as MeterView
from pitboss.house.table.table import Table
from pitboss.meters import Meter, MeterState
from pitboss.procedure import Answer, Election

if TYPE_CHECKING:
    from pitboss.house.host.host import Host

TICK = 0.001  # seconds: how exact the times of a record are
DISPLAY_SECONDS = 0.5  # at most, until every table of a group shows what was moved at another


class LinkedMeters:
    """Every table that may belong to a group, and what their common meters showed and did last."""

    def __init__(self, hosts: Mapping[str, "Host"]) -> None:
        self._hosts = hosts
        self.unopened: dict[str, str] = {}  # tables that could not be read from the start, with their games
        self.loop: asyncio.AbstractEventLoop | None = None  # on which tables run, once the house is open
        # By link and name: the last amount of each common meter that was on the disk, and when it was moved last, in seconds of
        # the wall clock.
        self._displayed: dict[tuple[str, str], int] = {}
        self._stamped: dict[tuple[str, str], float] = {}
        self._stale: set[str] = set()  # common meters that have moved and are not shown yet
        self._looks_soon = False

    # --- the amount

    def says(self, election: Election, known: Answer, host: "Host") -> Answer | None:
        """The amount of the meter, or of its reserve; None while a player waits for it and it is not known for certain.

        A table without a wager on the meter goes on with ``known``, the amount that it saw last: nothing is moved by it.
        """
        table = host.require_table()
        meter = linked_meter(table)
        if meter is None or meter.name != known.on:
            return known
        group = self._members(meter, table)
        plays = plays_for(meter, table)
        if any(not is_accountable(one) for one in group) or self._unread(meter, table):
            return None if plays else known
        if plays and any(one.moving for one in group if one is not host):
            return None  # another table has moved the meter, and that is not on the disk yet
        if plays:
            self._stamp(meter, host)
        amount = _sum(meter, group, election.kind)
        assert amount >= 0, f"{meter.name}: the movements of its group add up to {amount}"
        return msgspec.structs.replace(known, amount=amount)

    def _stamp(self, meter: Meter, host: "Host") -> None:
        """Give what follows a time of its own, later than that of the last movement; unless the clock was set back since,
        which every table notes."""
        table, now = host.require_table(), host.house.clock.seconds()
        key = (table.state.filing.settings.link, meter.name)
        last = self._stamped.get(key, 0.0)
        if now - TICK < last < now + JUMP:
            now = last + TICK
        self._stamped[key] = now
        table.now = max(stamp(now), table.now)  # a clock that is set at this very moment is noted with the next turn

    def _members(self, meter: Meter, table: Table) -> list["Host"]:
        """The tables that share a meter and can be read, retired ones too: what they moved belongs to it."""
        link = table.state.filing.settings.link
        return [
            host
            for host in self._hosts.values()
            if host.table is not None
            and host.table.state.filing.settings.link == link
            and (other := linked_meter(host.table)) is not None
            and other.name == meter.name
        ]

    def _unread(self, meter: Meter, table: Table) -> list[str]:
        """Tables that cannot be read and may belong to the group: by what was known of them, else all of the same game."""
        game, link = table.game.name, table.state.filing.settings.link
        unread = {name: host.last_founded for name, host in self._hosts.items() if host.table is None}
        return [
            *(name for name, of in self.unopened.items() if of == game and unread.get(name) is None),
            *(
                name
                for name, last in unread.items()
                if last is not None
                and (last.game, last.settings.link) == (game, link)
                and meter.name in filed_names(table, last.choices)
            ),
        ]

    # --- the link

    def lost(self, table: Table) -> str:
        """Why the wager on the common meter of a table is closed, as a sentence; empty while its link holds."""
        meter = linked_meter(table)
        if meter is None:
            return ""
        still = [host.name for host in self._members(meter, table) if not _stands(host)]
        missing = sorted({*still, *self._unread(meter, table)})
        if not missing:
            return ""
        title = table.game.wager(wager_of(meter)).title
        others = (
            "it is suspended" if missing == [table.name] else f"{', '.join(missing)} of its group cannot be reached"
        )
        return f"The {title} wager is closed: {others}; every other wager is taken, and the meter keeps its amount."

    def standing_changed(self) -> None:
        """A table stopped or goes on: every table with a common meter looks whether its group is whole."""
        if not self._looks_soon and self.loop is not None and not self.loop.is_closed():
            self._looks_soon = True
            self.loop.call_soon_threadsafe(self._ring)

    def _ring(self) -> None:
        self._looks_soon = False
        for host in self._hosts.values():
            if host.table is not None and linked_meter(host.table) is not None:
                host.jobs.ring()

    # --- what the players see

    def shown(self, table: Table) -> tuple[MeterView, ...]:
        """What the meters at a table show now, by the wager that plays for each: in cents, the round in progress included."""
        if not table.meters:
            return ()
        return tuple(
            MeterView(
                wager,
                table.game.wager(wager).title,
                self._shown(meter, state, table),
                self.lost(table) if meter.linked else "",
            )
            for meter, state in meters_at(table)
            for wager in (wager_of(meter),)
        )

    def _shown(self, meter: Meter, state: MeterState, table: Table) -> int:
        if not meter.linked:
            moves = [
                event for event in table.play.events if isinstance(event, MeterMoved) and event.meter == meter.name
            ]
            return MeterState(moves[-1].after).shown if moves and table.round is not None else state.shown
        group, key = self._members(meter, table), (table.state.filing.settings.link, meter.name)
        if all(is_accountable(host) and not host.moving for host in group) and not self._unread(meter, table):
            self._displayed[key] = _sum(meter, group)
        return MeterState(self._displayed.get(key, state.value)).shown

    def moved(self, moved: Table) -> None:
        """A meter moved, and that is on the disk: whoever waited for its amount goes on, and soon every table shows it."""
        meter = linked_meter(moved)
        if meter is None:
            return
        for host in self._members(meter, moved):
            if host.table is not moved and awaits_system(host.require_table()):
                host.jobs.ring()
        if not self._stale:
            asyncio.get_running_loop().call_later(DISPLAY_SECONDS, self._refresh)
        self._stale.add(meter.name)

    def _refresh(self) -> None:
        stale, self._stale = self._stale, set()
        for host in self._hosts.values():
            meter = linked_meter(host.table) if host.table is not None else None
            if meter is not None and meter.name in stale:
                for viewer in host.presence.viewers:
                    viewer.wake()


def _sum(meter: Meter, group: Iterable["Host"], what: str = METER) -> int:
    state = linked_state(meter, (state_now(meter, host.require_table()) for host in group))
    return state.reserve if what == RESERVE else state.value


def _stands(host: "Host") -> bool:
    table = host.require_table()
    return is_accountable(host) and (not host.suspension.sentence or table.state.standing.retired)

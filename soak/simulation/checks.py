"""What has to be so after every step, whatever happened: chips, commands, what people see, and the record."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
from litestar.connection import ASGIConnection

from pitboss.house.host import rights
from pitboss.house.host.host import Host
from pitboss.house.host.sessions import Session
from pitboss.house.host.suspension import STORAGE
from pitboss.house.protocol.changes import Follower
from pitboss.house.storage.seal import token_hash
from pitboss.house.table.entries import COMMAND_NAME
from pitboss.house.table.table import Table
from pitboss.house.table.verify import verify
from pitboss.house.wire.access import session_of
from pitboss.house.wire.view import TIMED, view
from pitboss.house.wire.view_cache import ViewCache, exchange
from pitboss.ledger import LAYOUT
from pitboss.procedure import Who
from soak.simulation.faces import FACES, AllEyes, Eyes, shown
from soak.simulation.linearizable import Operation, is_linearizable
from soak.simulation.linearizable import table as record_of_table
from soak.simulation.network import Line, scope
from soak.simulation.world import World
from tests.house.coming_and_going import check_record

ACKNOWLEDGED, REFUSED, UNKNOWN = "acknowledged", "refused", "unknown"  # what became of a command, as its sender knows
SAY_NOTHING = ('{"beat"', '{"ack"', '{"edges"')  # how the frames begin that tell nothing of what is on a table
NAMES = '"card'  # stands wherever a card is named
LATER = ("possible",)  # of what staff see of themselves: worked out when there is time
LAG = 1.0  # seconds within which what an open connection shows is what a new one would be shown
LOOK = 0.05  # seconds between two comparisons
GROWN = 2  # times as long as when it was last played again from its beginning: then a record is played again


class Broken(AssertionError):
    """A promise was broken."""


class Commands:
    """Every command that was sent under a key, by whom, and what its sender was told."""

    def __init__(self) -> None:
        self.told: dict[tuple[str, str, str], str] = {}  # by table, token and key
        self.began: dict[tuple[str, str, str], float] = {}  # when each was first sent
        self.history: dict[str, list[Operation]] = defaultdict(list)  # by table, what clients were answered, and when

    def count(self, what: str) -> int:
        return sum(told == what for told in self.told.values())


class Kept:
    """What was found in the record of a table so far."""

    def __init__(self) -> None:
        self.keys: Counter[str] = Counter()  # of commands, with how often they are in it
        self.last, self.head = 0, ""  # its last entry
        self.replayed = 0  # entries, when it was last played again from its beginning


class Shown:
    """What one connection was sent, as its page puts it together: only when somebody asks."""

    def __init__(self) -> None:
        self.unread = list[str]()
        self._follower: Follower | None = None

    def fold(self) -> bool:
        """Whether it was welcomed."""
        unread, self.unread = self.unread, []
        for text in unread:
            message = msgspec.json.decode(text)
            if "view" in message:
                self._follower = Follower(message["view"])
            elif "change" in message and self._follower is not None:
                self._follower.take(message["change"])
        return self._follower is not None

    @property
    def view(self) -> dict[str, Any]:
        assert self._follower is not None
        return self._follower.view


def _lasting(found: dict[str, Any]) -> dict[str, Any]:
    """What of a view does not change with the time, or while nothing happens."""
    you = {name: value for name, value in found["you"].items() if name not in LATER}
    return {name: value for name, value in found.items() if name not in TIMED} | {"you": you}


class _Keyed(msgspec.Struct):
    key: str = ""


_keyed = msgspec.json.Decoder(_Keyed)


class Checks:
    """Looks on; the first promise that is broken is raised, and ends the run."""

    def __init__(self, world: World, commands: Commands) -> None:
        self.world, self.commands = world, commands
        self.frames = self.steps = self.records = self.hidden = 0
        self.broken: list[str] = []
        self._cards: dict[Line, Counter[str]] = {}  # that each reader sees
        self._eyes: dict[str, AllEyes] = defaultdict(AllEyes)  # by table
        self._readers: dict[Line, tuple[object, tuple[Who, ...]]] = {}
        self._shown: dict[Line, Shown] = {}
        self.converged = 0  # connections that were compared with a new one
        self._kept: dict[str, Kept] = defaultdict(Kept)  # by table
        self.attacked = False  # somebody changes rows: a table may be suspended for its record
        self._names: dict[tuple[str, str, str], str] = {}  # of commands, in the record
        world.watching, world.committed = self.look, self.after_commit

    def is_so(self, right: bool, *words: object) -> None:
        """For whoever sees by themselves that a promise was broken."""
        self._is(right, *words)

    def _is(self, right: bool, *words: object) -> None:
        if not right:
            self.broken.append(" ".join(map(str, words)))
            self.world.note("BROKEN", *words)
            self.world.over = True

    # --- conservation

    def after_commit(self) -> None:
        """Nobody's chips come from nowhere, and nobody owes."""
        self.steps += 1
        for host in self.world.house.hosts.values():
            self._stands(host)
            if host.table is not None and not host.suspension.sentence:
                self.chips(host.table)

    def _stands(self, host: Host) -> None:
        """A table may stand still for its disk, from which it recovers; not for a fault, nor for a record that nobody attacks."""
        self._is(
            self.attacked or host.suspension.cause in ("", STORAGE),
            host.name,
            "stands still:",
            host.suspension.sentence,
        )

    def chips(self, table: Table) -> None:
        self._is(not sum(table.state.ledger.balances.values()), table.name, "chips do not add up")
        self._is(
            all(table.state.ledger.chips(seat) >= 0 for seat in table.state.seats.players),
            table.name,
            "a rack is below zero",
        )
        self._is(
            sum(table.state.felt.up.values()) == table.state.ledger.balance(LAYOUT),
            table.name,
            "the layout and the ledger differ",
        )

    # --- visibility

    def look(self, line: Line, text: str) -> None:
        """A frame names no card that its reader has not been shown, and no seed that is not opened."""
        self.frames += 1
        if text.startswith(SAY_NOTHING):
            return
        self._shown.setdefault(line, Shown()).unread.append(text)
        host = self.world.house.hosts[line.table]
        table = host.table
        message = msgspec.json.decode(text) if NAMES in text else {}
        view = message.get("view") or message.get("change") or {}
        if "cards" in view:
            self._cards[line] = Counter(
                card["card"] for hand in view["cards"].values() for card in hand if card["card"]
            )
        if table is None:
            return
        for seed in table.seeds.values():
            self._is(seed.hex() not in text, line.table, "a seed that is not opened was sent")
        ids = self._reads_as(host, table, line)
        eyes = self._eyes[line.table].of(ids, table.play.events)
        ahead = (
            bool(host.suspension.sentence) and "cards" not in view
        )  # of what its viewers have: it is not on the disk
        if line in self._cards and not ahead:
            self._sees(line, eyes)
        told = {*_told(message.get("events", []) + message.get("preview", {}).get("events", []))} - {""}
        if told:  # of this round, or of one that ended since the last frame
            told -= eyes.shown.keys()
            told -= {*shown((event for _, event in host.presence.recent), ids)} if told else set()
            self._is(not told, line.table, ids, "were told of cards that they have not seen:", *sorted(told))

    def _reads_as(self, host: Host, table: Table, line: Line) -> tuple[Who, ...]:
        """The seats that a player holds; for anybody else the role that the house sees in them, of which none sees hidden cards."""
        if not line.token:
            return ()
        now = (
            table,
            table.state.seats.players.copy(),
            table.state.seats.arrived.copy(),
        )  # who sits where, and since when
        before = self._readers.get(line)
        if before is None or before[0] != now:
            session = rights.current_session(host, self.world.house.sessions.of(line.token, line.table))
            ids = tuple(table.state.seats.held(session.seat)) if session.role == "player" else ()
            before = self._readers[line] = (now, ids)
        return before[1]

    def _sees(self, line: Line, eyes: Eyes) -> None:
        self.hidden += len(eyes.hidden)
        named = self._cards[line]
        if named and (more := named - eyes.shown):
            self._is(False, line.table, eyes.ids, "see cards that they were not shown:", dict(more))

    # --- convergence

    async def converge(self, tables: Iterable[str] = ()) -> None:
        """Every connection that is open, at these tables or at all, shows within ``LAG`` what a new one would be shown."""
        at, until = {*tables}, self.world.loop.time() + LAG
        left = [line for line in self.world.lines if not at or line.table in at]
        while left and not self.world.over and not self.world.dark:
            late = self.world.loop.time() > until
            left = [
                line for line in left if not line.broken and not line.stalled and not self._is_current(line, late=late)
            ]
            if late:
                return
            await asyncio.sleep(LOOK)

    def _is_current(self, line: Line, *, late: bool) -> bool:
        host, shown = self.world.house.hosts[line.table], self._shown.get(line)
        if host.busy or shown is None or not shown.fold():
            return False
        kept = exchange(host, ViewCache())  # nothing that was made for others before
        fresh = msgspec.json.decode(msgspec.json.encode(view(host, self._session(host, line))))
        exchange(host, kept)
        differs = [name for name, value in _lasting(fresh).items() if _lasting(shown.view)[name] != value]
        if differs and late:
            was, now = ({name: one[name] for name in ("phase", "round", "sequence")} for one in (shown.view, fresh))
            self._is(
                False, line.table, "an open connection shows", was, "and a new one", now, "They differ in", *differs
            )
        self.converged += not differs
        return not differs

    def _session(self, host: Host, line: Line) -> Session:
        """As whom a new connection of the same client would look on."""
        house = self.world.house
        connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope("http", "/", cookie=line.cookie))  # type: ignore[arg-type]
        signed_in = session_of(house.people, connection)
        if line.token:
            session = house.sessions.of(line.token, host.name)
            return session if session.active else Session()
        return Session(hash=signed_in.hash, person=signed_in.credential) if signed_in is not None else Session()

    def forget(self) -> None:
        """All lines are gone."""
        self._shown.clear()
        self._cards.clear()
        self._eyes.clear()
        self._readers.clear()

    # --- in one order

    def linearizable(self) -> None:
        """What clients of a table were answered could have happened in one order: nothing twice, nothing that went back."""
        for name, history in self.commands.history.items():
            self._is(
                is_linearizable(history, record_of_table, 0), name, "no order explains what its clients were answered"
            )

    # --- exactly once, and replay

    def record(self, folder: Path, *, whole: bool = True) -> None:
        """The record holds every command as often as its sender was told, and replays: from its beginning where the ``whole`` is
        looked at or much has come to it, else what follows the last snapshot, as the house has just done itself."""
        self.records += 1
        for name, host in self.world.house.hosts.items():
            self._stands(host)
            kept = self._kept[name]
            self._read(name, kept)
            for place, told in self.commands.told.items():
                if place[0] == name:
                    times = kept.keys[self._name(*place)]
                    if times != 1 or told != ACKNOWLEDGED:
                        lawful = {ACKNOWLEDGED: (1,), REFUSED: (0,), UNKNOWN: (0, 1)}[told]
                        self._is(times in lawful, name, place[2], "was", told, "and is in the record", times, "times")
            if whole or kept.last >= GROWN * kept.replayed:
                kept.replayed = kept.last
                self._replay(name, host, list(self.world.house.store.entries(name)), folder / "record.jsonl")

    def _read(self, name: str, kept: "Kept") -> None:
        """What has come to the record; what was in it is there as it was."""
        found = list(self.world.house.store.entries(name, max(1, kept.last)))
        if kept.last:
            same = bool(found) and found[0].hash == kept.head
            self._is(same, name, "an entry that was in the record is gone or changed")
            del found[:1]
        for entry in found:
            kept.keys[_keyed.decode(entry.payload).key] += 1
        if found:
            kept.last, kept.head = found[-1].sequence, found[-1].hash

    def _name(self, table: str, token: str, key: str) -> str:
        """A command as the record names it."""
        place = (table, token, key)
        if place not in self._names:
            secret = self.world.house.store.sealer.token
            self._names[place] = COMMAND_NAME + secret(f"command {table}/{token_hash(token)[:16]}/{key}")
        return self._names[place]

    def _replay(self, name: str, host: Host, found: list[Any], file: Path) -> None:
        file.write_bytes(b"".join(bytes(msgspec.json.encode(entry)) + b"\n" for entry in found))
        try:
            verdict = verify(file)
        except Exception as error:
            self._is(False, name, "does not replay:", error)
            return
        try:
            check_record(found)
        except (AssertionError, KeyError) as error:
            self._is(False, name, "patron by patron:", error)
        table = host.table
        if table is not None and table.round is None and table.journal.sequence == verdict.entries:
            racks = {seat: table.state.ledger.chips(seat) for seat in table.state.seats.players}
            self._is(racks == {s: verdict.racks[s] for s in racks}, name, "racks differ from the record's")


def _told(events: list[dict[str, Any]]) -> Iterable[str]:
    for event in events:
        for field in FACES[:2]:
            found = event.get(field, ())
            yield from (found,) if isinstance(found, str) else found

"""What has to be so after every step, whatever happened: chips, commands, what people see, and the record."""

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from pitboss.events import Event
from pitboss.house.host.host import STORAGE, Host
from pitboss.house.protocol.changes import Follower
from pitboss.house.storage.seal import token_hash
from pitboss.house.table.entries import COMMAND_NAME
from pitboss.house.table.table import Table
from pitboss.house.table.verify import verify
from pitboss.ledger import LAYOUT
from pitboss.procedure import Who
from soak.simulation.network import Line
from soak.simulation.world import World

ACKNOWLEDGED, REFUSED, UNKNOWN = "acknowledged", "refused", "unknown"  # what became of a command, as its sender knows
FACES = ("card", "cards", "outcome")  # the fields of events that name cards


class Broken(AssertionError):
    """A promise was broken."""


class Commands:
    """Every command that was sent under a key, by whom, and what its sender was told."""

    def __init__(self) -> None:
        self.told: dict[tuple[str, str, str], str] = {}  # by table, token and key

    def count(self, what: str) -> int:
        return sum(told == what for told in self.told.values())


class Checks:
    """Looks on; the first promise that is broken is raised, and ends the run."""

    def __init__(self, world: World, commands: Commands) -> None:
        self.world, self.commands = world, commands
        self.frames = self.steps = self.records = self.hidden = 0
        self.broken: list[str] = []
        self._followers: dict[Line, Follower] = {}
        world.watching, world.committed = self.look, self.after_commit

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
            if host.table is not None and not host.suspended:
                self.chips(host.table)

    def _stands(self, host: Host) -> None:
        """A table may stand still for its disk, from which it recovers; not for a fault, and not for its record."""
        self._is(host._cause in ("", STORAGE), host.name, "stands still:", host.suspended)

    def chips(self, table: Table) -> None:
        self._is(not sum(table.ledger.balances.values()), table.name, "chips do not add up")
        self._is(all(table.rack(seat) >= 0 for seat in table.players), table.name, "a rack is below zero")
        self._is(sum(table.up.values()) == table.ledger.balance(LAYOUT), table.name, "the layout and the ledger differ")

    # --- visibility

    def look(self, line: Line, text: str) -> None:
        """A frame names no card that its reader has not been shown, and no seed that is not opened."""
        self.frames += 1
        message, host = json.loads(text), self.world.house.hosts[line.table]
        table = host.table
        if "view" in message:
            self._followers[line] = Follower(message["view"])
        elif "change" in message:
            self._followers[line].take(message["change"])
        if table is None or not {"view", "change", "preview"} & message.keys():
            return
        for seed in table.seeds.values():
            self._is(seed.hex() not in text, line.table, "a seed that is not opened was sent")
        ids = _reads_as(self.world, host, line)
        if line in self._followers:
            self._cards(line, table, ids)
        told = {*_told(message.get("events", []) + message.get("preview", {}).get("events", []))} - {""}
        if told:  # of this round, or of one that ended since the last frame
            told -= {*shown(table.events, ids)}
            told -= {*shown((event for _, event in host.recent), ids)} if told else set()
            self._is(not told, line.table, ids, "were told of cards that they have not seen:", *sorted(told))

    def _cards(self, line: Line, table: Table, ids: tuple[Who, ...]) -> None:
        named = Counter(
            card["card"] for hand in self._followers[line].view["cards"].values() for card in hand if card["card"]
        )
        hidden = sum(event.seen_by is not None and not {*event.seen_by} & {*ids} for event in table.events)
        self.hidden += hidden
        if not named:
            return
        more = named - Counter(shown(table.events, ids))
        self._is(not more, line.table, ids, "see cards that they were not shown:", dict(more))

    def forget(self) -> None:
        """All lines are gone."""
        self._followers.clear()

    # --- exactly once, and replay

    def record(self, folder: Path) -> None:
        """The record replays, and holds every command as often as its sender was told."""
        self.records += 1
        house = self.world.house
        for name, host in house.hosts.items():
            self._stands(host)
            found = list(house.store.entries(name))
            keys = Counter(json.loads(bytes(e.payload)).get("key", "") for e in found)
            secret = house.store.sealer.token
            for (table, token, key), told in self.commands.told.items():
                if table == name:
                    times = keys[COMMAND_NAME + secret(f"command {name}/{token_hash(token)[:16]}/{key}")]
                    lawful = {ACKNOWLEDGED: (1,), REFUSED: (0,), UNKNOWN: (0, 1)}[told]
                    self._is(times in lawful, name, key, "was", told, "and is in the record", times, "times")
            self._replay(name, host, found, folder / "record.jsonl")

    def _replay(self, name: str, host: Host, found: list[Any], file: Path) -> None:
        file.write_bytes(b"".join(bytes(msgspec.json.encode(entry)) + b"\n" for entry in found))
        try:
            verdict = verify(file)
        except Exception as error:
            self._is(False, name, "does not replay:", error)
            return
        table = host.table
        if table is not None and table.round is None and table.journal.sequence == verdict.entries:
            racks = {seat: table.rack(seat) for seat in table.players}
            self._is(racks == {s: verdict.racks[s] for s in racks}, name, "racks differ from the record's")


def _reads_as(world: World, host: Host, line: Line) -> tuple[Who, ...]:
    """The seats that a player holds; for anybody else the role that the house sees in them, of which none sees hidden cards."""
    assert host.table is not None
    if not line.token:
        return ()
    session = host.current_session(world.house.sessions.of(line.token, line.table))
    return tuple(host.table.held(session.seat)) if session.role == "player" else ()


def shown(events: Iterable[Event], ids: tuple[Who, ...]) -> list[str]:
    """The cards in events that these may see, as the events themselves say."""
    return list(faces(e for e in events if e.seen_by is None or any(one in e.seen_by for one in ids)))


def faces(events: Iterable[Event]) -> Iterable[str]:
    for event in events:
        for field in FACES:
            found = getattr(event, field, ())
            yield from (found,) if isinstance(found, str) else found


def _told(events: list[dict[str, Any]]) -> Iterable[str]:
    for event in events:
        for field in FACES[:2]:
            found = event.get(field, ())
            yield from (found,) if isinstance(found, str) else found

"""A table between rounds, in a few kilobytes: what saves recovery from playing every round again."""

from collections.abc import Mapping

import msgspec

from pitboss.house.table.chance import Chance, Dump
from pitboss.house.table.entries import Founded
from pitboss.house.table.layout import Spot
from pitboss.house.table.table import Table
from pitboss.journal import Journal
from pitboss.money import Cents


class Snapshot(msgspec.Struct, frozen=True):
    """A table between rounds."""

    founded: Founded
    number: int
    sequence: int
    head: str
    serial: int
    open: bool
    state: msgspec.Raw
    balances: dict[str, Cents]
    owners: dict[int, str]
    players: tuple[tuple[int, str], ...]
    up: tuple[tuple[Spot, Cents], ...]
    chance: dict[str, Dump]
    commitments: dict[int, str]
    signed: dict[str, dict[str, str]]
    since: dict[str, str]
    markers: dict[str, str]
    results: tuple[str, ...]
    revealed: tuple[int, str] | None
    boxes: dict[int, int] = {}
    before: dict[str, int] = {}
    relieved: bool = False
    reopened: bool = False


def take(table: Table) -> bytes:
    """The snapshot of a table that has no round in progress."""
    assert table.round is None
    kept = Snapshot(
        founded=table.founded,
        number=table.number,
        sequence=table.journal.sequence,
        head=table.journal.head,
        serial=table.serial,
        open=table.open,
        state=msgspec.Raw(msgspec.json.encode(table.state)),
        balances=table.ledger.balances,
        owners=table.ledger.owners,
        players=tuple(table.players.items()),
        up=tuple(table.up.items()),
        chance=table.chance.dump(),
        commitments=table.commitments,
        signed=table.signed,
        since=table.since,
        markers=table.markers,
        before=table.before,
        results=tuple(table.results),
        revealed=table.revealed,
        boxes=table.boxes,
        relieved=table.relieved,
        reopened=table.reopened,
    )
    return msgspec.json.encode(kept)


def restore(name: str, body: bytes, seeds: Mapping[int, bytes]) -> Table:
    """The table of a snapshot, with the seeds that are needed to go on."""
    kept = msgspec.json.decode(body, type=Snapshot)
    table = Table(name, seeds)
    table.admit(kept.founded)
    table.journal = Journal(name, kept.sequence, kept.head)
    table.number, table.serial, table.open = kept.number, kept.serial, kept.open
    table.state = msgspec.json.decode(kept.state, type=table.game.state)
    table.ledger.balances, table.ledger.owners = kept.balances, kept.owners
    table.players, table.boxes, table.up = dict(kept.players), kept.boxes, dict(kept.up)
    table.chance = Chance.restore(kept.chance, seeds)
    table.commitments, table.signed, table.since = kept.commitments, kept.signed, kept.since
    table.markers, table.results, table.revealed = kept.markers, list(kept.results), kept.revealed
    table.before, table.relieved, table.reopened = kept.before, kept.relieved, kept.reopened
    table.ledger.check()
    return table

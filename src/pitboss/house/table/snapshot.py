"""A snapshot of a table between rounds, a few kilobytes, so that recovery need not replay every round."""

from collections.abc import Mapping

import msgspec

from pitboss.drivers.fair import NO_WORDS
from pitboss.house.table.chance import Chance, Dump
from pitboss.house.table.entries import (
    Announcement,
    CorrectionProposed,
    Founded,
    IncidentReported,
    Payee,
    ReliefQueued,
    RulesScheduled,
)
from pitboss.house.table.felt_state import Spot
from pitboss.house.table.keeping import Place, Stay, Thing
from pitboss.house.table.managing import Owed
from pitboss.house.table.table import Table
from pitboss.journal import Actor, Journal
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
    signed: dict[str, dict[int, Actor]]
    since: dict[str, str]
    markers: dict[str, str]
    results: tuple[str, ...]
    revealed: tuple[int, str] | None
    boxes: dict[int, int] = {}
    before: dict[str, int] = {}
    relieved: bool = False
    reopened: bool = False
    idle: bool = False
    assigned: tuple[Place, ...] = ()
    things: dict[str, Thing] = {}
    gone: dict[str, Thing] = {}
    unnamed: tuple[str, ...] = ()
    unseen: bool = False
    persons: dict[int, str] = {}
    filing: str = ""
    in_force_since: str = ""
    scheduled: RulesScheduled | None = None
    retired: bool = False
    incidents: tuple[IncidentReported, ...] = ()
    reported: int = 0
    corrections_open: dict[int, CorrectionProposed] = {}
    proposed: int = 0
    corrected_rounds: dict[int, int] = {}
    relief: tuple[ReliefQueued, ...] = ()
    announced: Announcement | None = None
    arrived: dict[int, tuple[int, int, int]] = {}
    sessions: dict[int, str] = {}
    version: str = ""
    pledge: tuple[int, str] = (0, "")
    source: tuple[int, str] = (0, "")
    sources: dict[int, int] = {}
    shuffles: int = 0
    words: str = NO_WORDS.hex()
    shuffle_words: str = NO_WORDS.hex()
    contributed: tuple[int, ...] = ()
    stays: dict[int, Stay] = {}
    owed: tuple[Owed, ...] = ()
    sales: dict[int, tuple[Cents, ...]] = {}
    to_purses: tuple[tuple[int, Payee], ...] = ()


def take(table: Table) -> bytes:
    """The snapshot of a table that has no round in progress."""
    assert table.round is None
    snapshot = Snapshot(
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
        idle=table.idle,
        assigned=tuple(table.assigned),
        things=table.things,
        gone=table.gone,
        unnamed=tuple(sorted(table.unnamed)),
        unseen=table.unseen,
        persons=table.persons,
        filing=table.filing,
        in_force_since=table.in_force_since,
        scheduled=table.scheduled,
        retired=table.retired,
        incidents=tuple(table.incidents),
        reported=table.reported,
        corrections_open=table.corrections_open,
        proposed=table.proposed,
        corrected_rounds=table.corrected_rounds,
        sessions=table.sessions,
        version=table.version,
        pledge=table.pledge,
        source=table.source,
        sources=table.sources,
        shuffles=table.shuffles,
        words=table.chance.words.hex(),
        shuffle_words=table.shuffle_words.hex(),
        contributed=tuple(sorted(table.contributed)),
        relief=tuple(table.relief),
        announced=table.announced,
        arrived=table.arrived,
        stays=table.stays,
        owed=tuple(table.owed),
        sales=table.sales,
        to_purses=tuple(table.to_purses),
    )
    return msgspec.json.encode(snapshot)


def _read(body: bytes) -> Snapshot:
    try:
        return msgspec.json.decode(body, type=Snapshot)
    except msgspec.ValidationError:
        return msgspec.json.decode(_with_actors(body), type=Snapshot)


def _with_actors(body: bytes) -> bytes:
    """A snapshot of 0.1, whose signatures are roles by the name of who signed, with the signatures of today."""
    found = msgspec.json.decode(body, type=dict[str, msgspec.Raw])
    actors = {
        checklist: {number: Actor("", who, role) for number, (who, role) in enumerate(by.items(), 1)}
        for checklist, by in msgspec.json.decode(body, type=_Signed).signed.items()
    }
    return msgspec.json.encode(found | {"signed": msgspec.Raw(msgspec.json.encode(actors))})


class _Signed(msgspec.Struct, frozen=True):
    signed: dict[str, dict[str, str]]


def restore(name: str, body: bytes, seeds: Mapping[int, bytes]) -> Table:
    """The table of a snapshot, with the seeds that are needed to go on."""
    snapshot = _read(body)
    table = Table(name, seeds)
    table.admit(snapshot.founded)
    table.journal = Journal(name, snapshot.sequence, snapshot.head)
    table.number, table.serial, table.open = snapshot.number, snapshot.serial, snapshot.open
    table.state = msgspec.json.decode(snapshot.state, type=table.game.state)
    table.ledger.balances, table.ledger.owners = snapshot.balances, snapshot.owners
    table.players, table.boxes, table.up = dict(snapshot.players), snapshot.boxes, dict(snapshot.up)
    table.chance = Chance.restore(snapshot.chance, seeds)
    table.commitments, table.signed, table.since = snapshot.commitments, snapshot.signed, snapshot.since
    table.markers, table.results, table.revealed = snapshot.markers, list(snapshot.results), snapshot.revealed
    table.before, table.relieved, table.reopened = snapshot.before, snapshot.relieved, snapshot.reopened
    table.idle, table.assigned = snapshot.idle, list(snapshot.assigned)
    table.things, table.gone, table.persons = snapshot.things, snapshot.gone, snapshot.persons
    table.unnamed, table.unseen = set(snapshot.unnamed), snapshot.unseen
    table.filing, table.in_force_since, table.scheduled = snapshot.filing, snapshot.in_force_since, snapshot.scheduled
    table.retired, table.relief, table.announced = snapshot.retired, list(snapshot.relief), snapshot.announced
    table.incidents, table.reported = list(snapshot.incidents), snapshot.reported
    table.corrections_open, table.proposed = snapshot.corrections_open, snapshot.proposed
    table.corrected_rounds, table.arrived, table.sessions = (
        snapshot.corrected_rounds,
        snapshot.arrived,
        snapshot.sessions,
    )
    table.version = snapshot.version or snapshot.founded.version
    table.pledge, table.source, table.sources = snapshot.pledge, snapshot.source, snapshot.sources
    table.shuffles, table.shuffle_words = snapshot.shuffles, bytes.fromhex(snapshot.shuffle_words)
    table.chance.words, table.contributed = bytes.fromhex(snapshot.words), set(snapshot.contributed)
    table.stays, table.sales = snapshot.stays, snapshot.sales
    table.owed, table.to_purses = list(snapshot.owed), list(snapshot.to_purses)
    table.ledger.check()
    return table

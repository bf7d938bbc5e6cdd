"""What a device tells is entered like what a dealer enters: as the answer of chance, in the name of the device."""

import asyncio

from pitboss.faces import FACE_DOWN
from pitboss.house.devices import lines
from pitboss.house.devices.lines import Moment
from pitboss.house.host.host import SEQUENCE, Host, Job
from pitboss.house.host.replies import Reply
from pitboss.house.host.sessions import Session
from pitboss.house.people.entries import DeviceKeyIssued
from pitboss.house.protocol.commands import digest
from pitboss.house.table.table import Table
from pitboss.journal import Actor
from pitboss.procedure import CHANCE, Answer, Draw, Refusal, Refused

ENTERED = "I-GEN-40"


def asked(table: Table | None, reads: str) -> tuple[Moment, Draw] | None:
    """The outcome that a table waits for, where it is one that such a reader tells."""
    if table is None or table.round is None or table.founded.settings.chance != "entered":
        return None
    pending = table.round.pending
    if not isinstance(pending, Draw) or not lines.reads(reads, pending):
        return None
    return Moment(table.number, table.round.asked), pending


def face_down(table: Table | None) -> tuple[int, int]:
    """The round, and how many cards were dealt face down in it: a shoe reads those too, but nobody is asked which they are."""
    if table is None or table.round is None:
        return 0, 0
    dealt = sum(isinstance(one, Answer) and one.says == FACE_DOWN for one in table.round.history)
    return table.number, dealt


def enter_outcome(
    host: Host, key: DeviceKeyIssued, told: str, meant: Moment | None, line: str
) -> "asyncio.Future[Reply]":
    """Enter an outcome for the question it is meant for. ``line`` names the line of its connection, which counts once."""
    session = Session(hash=host.store.sealer.token(f"line of device {key.device} {key.serial}"))
    content = digest(f"outcome {meant} {told}")
    return host._send(Job(session, line, content, lambda name: _enter(host, key, told, meant, name), name="device"))


def actor(key: DeviceKeyIssued) -> Actor:
    """A device as the one who caused an entry."""
    return Actor(key.device, key.device, "device")


def _enter(host: Host, key: DeviceKeyIssued, told: str, meant: Moment | None, name: str) -> Reply:
    table = host.require_table()
    if host.register.device_keys.get(key.device) != key:
        raise Refused(Refusal.NOT_SIGNED_IN, f"The key of {key.device} counts no more.", "")
    if table.founded.settings.chance != "entered":
        raise Refused(Refusal.WRONG_MODE, "At this table a generator decides; nobody enters outcomes.", "")
    now = Moment(table.number, table.round.asked) if table.round is not None else None
    pending = table.round.pending if table.round is not None else None
    if meant is not None and meant != now:
        goes_on = "the round is over" if now is None else f"question {now} is asked now"
        raise Refused(Refusal.STALE, f"That was meant for question {meant}; {goes_on}.", ENTERED)
    if meant is None or not isinstance(pending, Draw):
        raise Refused(Refusal.STALE, "The table waits for no outcome now.", ENTERED)
    if not lines.reads(key.reads, pending):
        raise Refused(
            Refusal.NOT_YOUR_TURN, f"The {pending.device} is asked for now; {key.device} reads {key.reads}.", ENTERED
        )
    table.answer(Answer(CHANCE, lines.outcome(told, pending)), name, actor(key))
    return {SEQUENCE: table.journal.sequence}

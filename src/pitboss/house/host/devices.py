"""What a device tells is entered like what a dealer enters: as the answer of chance, in the name of the device."""

from pitboss.faces import FACE_DOWN
from pitboss.house.devices import lines
from pitboss.house.devices.lines import Moment
from pitboss.house.host.host import Host
from pitboss.house.host.sessions import Session
from pitboss.house.people.entries import DeviceKeyIssued
from pitboss.house.table.table import Table
from pitboss.journal import Actor
from pitboss.procedure import Answer, Draw


def asked(table: Table | None, reads: str) -> tuple[Moment, Draw] | None:
    """The outcome that a table waits for, where it is one that such a reader tells."""
    if table is None or table.round is None or table.state.filing.settings.chance != "entered":
        return None
    pending = table.round.pending
    if not isinstance(pending, Draw) or not lines.reads(reads, pending):
        return None
    return Moment(table.state.felt.number, table.round.asked), pending


def face_down(table: Table | None) -> tuple[int, int]:
    """The round, and how many cards were dealt face down in it: a shoe reads those too, but nobody is asked which they are."""
    if table is None or table.round is None:
        return 0, 0
    dealt = sum(isinstance(one, Answer) and one.says == FACE_DOWN for one in table.round.history)
    return table.state.felt.number, dealt


def actor(key: DeviceKeyIssued) -> Actor:
    """A device as the one who caused an entry."""
    return Actor(key.device, key.device, "device")


def session(host: Host, key: DeviceKeyIssued) -> Session:
    """The session of a device, under which its readings are kept."""
    return Session(hash=host.house.store.sealer.token(f"line of device {key.device} {key.serial}"))

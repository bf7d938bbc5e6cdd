"""What a device read is entered like what a dealer enters: as the answer of chance, in the name of the device."""

from pitboss.house.devices import lines
from pitboss.house.devices.lines import Moment
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.host.devices import actor
from pitboss.house.people.entries import DeviceKeyIssued
from pitboss.procedure import CHANCE, Answer, Draw, Refusal, Refused

ENTERED = "I-GEN-40"


class EnterReading(Command, frozen=True, kw_only=True):
    """Enter an outcome that a device read, for the question that it is meant for."""

    over = "house"
    device_key: DeviceKeyIssued
    outcome: str
    meant: Moment | None = None

    def check_sender(self, at: At) -> None:
        if at.host.house.register.device_keys.get(self.device_key.device) != self.device_key:
            raise Refused(Refusal.NOT_SIGNED_IN, f"The key of {self.device_key.device} counts no more.", "")

    def entries(self, at: At) -> Entries:
        """Nothing but what the round enters itself."""
        table, device = at.table, self.device_key
        if table.state.filing.settings.chance != "entered":
            raise Refused(Refusal.WRONG_MODE, "At this table a generator decides; nobody enters outcomes.", "")
        now = Moment(table.state.felt.number, table.round.asked) if table.round is not None else None
        pending = table.round.pending if table.round is not None else None
        if self.meant is not None and self.meant != now:
            goes_on = "the round is over" if now is None else f"question {now} is asked now"
            raise Refused(Refusal.STALE, f"That was meant for question {self.meant}; {goes_on}.", ENTERED)
        if self.meant is None or not isinstance(pending, Draw):
            raise Refused(Refusal.STALE, "The table waits for no outcome now.", ENTERED)
        if not lines.reads(device.reads, pending):
            words = f"The {pending.device} is asked for now; {device.device} reads {device.reads}."
            raise Refused(Refusal.NOT_YOUR_TURN, words, ENTERED)
        table.answer(Answer(CHANCE, lines.outcome(self.outcome, pending)), at.key, actor(device))
        yield from ()

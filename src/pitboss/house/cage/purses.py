"""Every purse, as the cage's journal tells it."""

import msgspec

from pitboss.house.cage import entries
from pitboss.house.cage.play import PlayFold
from pitboss.journal import ClockChanged, Entry
from pitboss.money import Cents, dollars
from pitboss.procedure import Refusal, Refused

CAGE_JOURNAL = "cage"  # the name of the journal; no table may have it
OPENING: Cents = 1_000_000  # what a new purse holds, and what it is topped up to


class Purse(msgspec.Struct, frozen=True):
    """The play chips of one visitor. ``day`` is the gaming day on which they were last topped up."""

    id: str
    balance: Cents
    name: str = ""
    colour: str = ""
    day: str = ""
    stays: int = 0  # at how many tables they have chips, or chips on the way


class PurseFold:
    """Purses, and the chips that left them. What cannot be is refused, and leaves everything as it was."""

    def __init__(self) -> None:
        self.purses: dict[str, Purse] = {}
        self.out: dict[str, entries.ChipsOut] = {}  # by key; on the way to a table, or there
        self.given: Cents = 0  # by the house, in all: with new purses and by topping up
        self.sent: Cents = 0  # to tables, in all, but for what was returned
        self.brought: Cents = 0  # back from tables, in all
        self.corrected: dict[str, tuple[str, entries.CorrectionCredited]] = {}  # by key, with the time
        self.play = PlayFold()
        self._tables: dict[str, dict[str, None]] = {}  # by purse: to which its chips ever went, the last one last

    def tables_of(self, purse: str) -> list[str]:
        """The tables that a visitor brought chips to, the last one last."""
        return list(self._tables.get(purse, ()))

    def corrected_for(self, purse: str) -> list[tuple[str, entries.CorrectionCredited]]:
        """What corrections brought into a purse, and when."""
        return [(time, made) for time, made in self.corrected.values() if made.purse == purse]

    def purse(self, id: str) -> Purse:
        """A purse; one that nobody has used yet is as a new one."""
        return self.purses.get(id) or Purse(id, OPENING)

    def replay(self, entry: Entry) -> None:
        """Apply an entry of the record, or refuse it, naming its number."""
        decoder = entries.DECODERS.get(entry.kind)
        try:
            if decoder is None:
                raise ValueError(f"entries of kind {entry.kind!r} are unknown there")
            self.apply(decoder.decode(entry.payload), entry.time)
        except (msgspec.MsgspecError, LookupError, ValueError) as error:
            raise Refused(
                Refusal.CORRUPT, f"Entry {entry.sequence} of the cage cannot be applied: {error}.", ""
            ) from error

    def apply(self, made: msgspec.Struct, time: str = "") -> None:
        begun = isinstance(made, entries.ChipsReturned) and not self.out[made.key].stay
        self._apply(made, time)
        self.play.apply(made, time)
        if begun and isinstance(made, entries.ChipsReturned):
            self.play.returned(made.purse, time)

    def _apply(self, made: msgspec.Struct, time: str) -> None:
        match made:
            case entries.PurseOpened():
                _check(made.purse not in self.purses and made.amount >= 0, f"there is a purse {made.purse} already")
                self.purses[made.purse] = Purse(made.purse, made.amount)
                self.given += made.amount
            case entries.ToppedUp():
                _check(made.amount > 0, "it gives nothing")
                self._change(made.purse, made.amount, day=made.day)
                self.given += made.amount
            case entries.ChipsOut():
                self._send(made)
            case entries.ChipsReturned():
                self._return(made)
            case entries.ChipsBack():
                self._bring_back(made)
            case entries.CorrectionCredited():
                _check(made.amount > 0, "it gives nothing")
                _check(made.key not in self.corrected, f"the correction {made.key} was paid already")
                self._change(made.purse, made.amount)
                self.corrected[made.key] = time, made
                self.brought += made.amount
            case entries.Renamed():
                self._change(made.purse, 0, name=made.name, colour=made.colour)
            case entries.Staked() | entries.Played() | entries.Reminded() | ClockChanged():
                """No chips move."""
            case _:
                raise ValueError("it is no entry of the cage")

    def _send(self, made: entries.ChipsOut) -> None:
        _check(made.amount > 0, "it sends nothing")
        _check(made.key not in self.out, f"the transfer {made.key} is under way")
        if made.stay:
            begun = self.out[made.stay]
            same = (begun.purse, begun.table, begun.stay) == (made.purse, made.table, "")
            _check(same, f"the stay {made.stay} is another one")
        self._change(made.purse, -made.amount, stays=self.purses[made.purse].stays + (not made.stay))
        self.out[made.key] = made
        self.sent += made.amount
        visited = self._tables.setdefault(made.purse, {})
        visited.pop(made.table, None)
        visited[made.table] = None

    def _return(self, made: entries.ChipsReturned) -> None:
        sent = self.out[made.key]
        whole = (made.purse, made.table, made.amount) == (sent.purse, sent.table, sent.amount)
        _check(whole, f"the transfer {made.key} is another one")
        _check(not self.bought(made.key), f"more was bought for the stay {made.key}")
        self._change(made.purse, made.amount, stays=self.purses[made.purse].stays - (not sent.stay))
        del self.out[made.key]
        self.sent -= made.amount

    def _bring_back(self, made: entries.ChipsBack) -> None:
        sent = self.out[made.key]
        same = (made.purse, made.table, "") == (sent.purse, sent.table, sent.stay)
        _check(same and made.amount >= 0, f"the stay {made.key} is another one")
        self._change(made.purse, made.amount, stays=self.purses[made.purse].stays - 1)
        for one in (made.key, *(more.key for more in self.bought(made.key))):
            del self.out[one]
        self.brought += made.amount

    def bought(self, stay: str) -> list[entries.ChipsOut]:
        """What was bought for a stay besides the buy-in."""
        return [one for one in self.out.values() if one.stay == stay]

    def _change(self, id: str, by: Cents, **changes: object) -> None:
        purse = self.purses[id]
        short = f"the purse {id} holds ${dollars(purse.balance)}, not ${dollars(-by)}"
        _check(purse.balance + by >= 0, short)
        self.purses[id] = msgspec.structs.replace(purse, balance=purse.balance + by, **changes)


def _check(holds: bool, sentence: str) -> None:
    if not holds:
        raise ValueError(sentence)


def in_purses(fold: PurseFold) -> Cents:
    """What all purses hold."""
    return sum(purse.balance for purse in fold.purses.values())

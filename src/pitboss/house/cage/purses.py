"""Every purse, as the cage's journal tells it."""

from array import array

import msgspec

from pitboss.house.book import accounts
from pitboss.house.book.accounts import MoneyPosting
from pitboss.house.book.book import MoneyBook
from pitboss.house.book.chips import value
from pitboss.house.book.entries import MoneyEntry, WindowAct
from pitboss.house.book.folding import apply
from pitboss.house.cage import entries
from pitboss.house.cage.deposits import deposit_of, is_deposit
from pitboss.house.cage.play import PlayFold
from pitboss.journal import ClockChanged, Entry
from pitboss.money import Cents, dollars
from pitboss.procedure import Refusal, Refused

CAGE_JOURNAL = "cage"  # the name of the journal; no table may have it
OPENING: Cents = 1_000_000  # what a new purse holds, and what it is topped up to


class Purse(msgspec.Struct, frozen=True):
    """The play chips of one visitor, or the deposit of one patron. ``day`` is the gaming day on which they were last topped up."""

    id: str
    balance: Cents
    name: str = ""
    colour: str = ""
    day: str = ""
    stays: int = 0  # at how many tables they have chips, or chips on the way
    hand: Cents = 0  # chips that a patron with a deposit carries: they left a table with them

    @property
    def spendable(self) -> Cents:
        return self.balance + self.hand


class PurseFold:
    """Purses, and the chips that left them. What cannot be is refused, and leaves everything as it was."""

    def __init__(self) -> None:
        self.purses: dict[str, Purse] = {}
        self.out: dict[str, entries.ChipsOut] = {}  # by key; on the way to a table, or there
        self.given: Cents = 0  # by the house, in all: with new purses and by topping up
        self.sent: Cents = 0  # to tables, in all, but for what was returned
        self.brought: Cents = 0  # back from tables, in all
        self.corrected: dict[str, tuple[str, entries.CorrectionCredited]] = {}  # by key, with the time
        self.play, self.book = PlayFold(), MoneyBook()
        self.applied = 0  # entries, so that this is the number of the last one
        self.deposit_moves: dict[str, array[int]] = {}  # by deposit: the numbers of the entries that moved it
        self.visited: dict[str, dict[str, None]] = {}  # by purse: to which its chips ever went, the last one last

    def purse(self, id: str) -> Purse:
        """A purse; one that nobody has used yet is as a new one."""
        return self.purses.get(id) or Purse(id, 0 if is_deposit(id) else OPENING)

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
        self.applied += 1
        if deposit := _deposit_in(made):
            self.deposit_moves.setdefault(deposit, array("Q")).append(self.applied)
        self.play.apply(made, time)
        if begun and isinstance(made, entries.ChipsReturned):
            self.play.returned(made.purse, time)

    def _apply(self, made: msgspec.Struct, time: str) -> None:
        match made:
            case WindowAct():
                apply(self.book, made, time)
                _at_window(self, made)
            case MoneyEntry():
                apply(self.book, made, time)
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
                if is_deposit(made.purse):
                    self.book.post(MoneyPosting(accounts.DEPOSITS, accounts.MONEY, made.amount))
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
        purse, withdrawn = self.purses[made.purse], made.amount - made.brought
        _check(0 <= made.brought <= purse.hand and withdrawn >= 0, f"{made.purse} has not these chips in hand")
        stays = purse.stays + (not made.stay)
        self._change(made.purse, -withdrawn, stays=stays, hand=purse.hand - made.brought)
        if is_deposit(made.purse):
            self.book.post(MoneyPosting(accounts.MONEY, accounts.DEPOSITS, withdrawn))
        self.out[made.key] = made
        self.sent += made.amount
        visited = self.visited.setdefault(made.purse, {})
        visited.pop(made.table, None)
        visited[made.table] = None

    def _return(self, made: entries.ChipsReturned) -> None:
        sent = self.out[made.key]
        whole = (made.purse, made.table, made.amount) == (sent.purse, sent.table, sent.amount)
        _check(whole, f"the transfer {made.key} is another one")
        _check(not bought(self, made.key), f"more was bought for the stay {made.key}")
        purse, withdrawn = self.purses[made.purse], made.amount - sent.brought
        self._change(made.purse, withdrawn, stays=purse.stays - (not sent.stay), hand=purse.hand + sent.brought)
        if is_deposit(made.purse):
            self.book.post(MoneyPosting(accounts.MONEY, accounts.DEPOSITS, -withdrawn))
        del self.out[made.key]
        self.sent -= made.amount

    def _bring_back(self, made: entries.ChipsBack) -> None:
        sent = self.out[made.key]
        same = (made.purse, made.table, "") == (sent.purse, sent.table, sent.stay)
        _check(same and made.amount >= 0, f"the stay {made.key} is another one")
        purse = self.purses[made.purse]
        if is_deposit(made.purse):  # they carry the chips away; the cage redeems them
            self._change(made.purse, 0, stays=purse.stays - 1, hand=purse.hand + made.amount)
        else:
            self._change(made.purse, made.amount, stays=purse.stays - 1)
        for one in (made.key, *(more.key for more in bought(self, made.key))):
            del self.out[one]
        self.brought += made.amount

    def _change(self, id: str, by: Cents, **changes: object) -> None:
        purse = self.purses[id]
        short = f"the purse {id} holds ${dollars(purse.balance)}, not ${dollars(-by)}"
        _check(purse.balance + by >= 0, short)
        self.purses[id] = msgspec.structs.replace(purse, balance=purse.balance + by, **changes)


def _deposit_in(made: msgspec.Struct) -> str:
    """The deposit that an entry is about; empty: none."""
    match made:
        case WindowAct():
            return deposit_of(made.patron) if made.patron else ""
        case entries.ChipsOut() | entries.ChipsReturned() | entries.ChipsBack() | entries.CorrectionCredited():
            return made.purse if is_deposit(made.purse) else ""
    return ""


def _at_window(fold: PurseFold, made: WindowAct) -> None:
    """What a cashier did for a patron with an account: money in or out of the deposit, and chips they carried."""
    if not made.patron:
        return
    id, by = deposit_of(made.patron), _AT_WINDOW.get(made.act, 0) * made.amount
    purse = fold.purses.get(id) or Purse(id, 0)
    handed = min(purse.hand, value(dict(made.chips)))
    _check(purse.balance + by >= 0, f"the deposit of {made.patron} has not that much")
    fold.purses[id] = msgspec.structs.replace(purse, balance=purse.balance + by, hand=purse.hand - handed)
    fold.given += by - handed


_AT_WINDOW = {"deposit": 1, "deposit chips": 1, "withdraw": -1}  # what it does to a deposit


def _check(holds: bool, sentence: str) -> None:
    if not holds:
        raise ValueError(sentence)


def corrected_for(fold: PurseFold, purse: str) -> list[tuple[str, entries.CorrectionCredited]]:
    """What corrections brought into a purse, and when."""
    return [(time, made) for time, made in fold.corrected.values() if made.purse == purse]


def bought(fold: PurseFold, stay: str) -> list[entries.ChipsOut]:
    """What was bought for a stay besides the buy-in."""
    return [one for one in fold.out.values() if one.stay == stay]


def in_purses(fold: PurseFold) -> Cents:
    """What all purses hold."""
    return sum(purse.spendable for purse in fold.purses.values())

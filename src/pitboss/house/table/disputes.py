"""Incidents at a table, and corrections of what was settled."""

from typing import TYPE_CHECKING

import msgspec

from pitboss.house.table.payload import Payload, entry, fold
from pitboss.journal import Actor
from pitboss.ledger import CAGE, INVENTORY, OWED, Ledger
from pitboss.money import Cents

if TYPE_CHECKING:
    from pitboss.house.table.table import Table

INCIDENTS = 50  # kept at hand; all are in the record


@entry("incident")
class IncidentReported(Payload, frozen=True):
    """Something happened that is in no chapter's list: a dispute, a late wager, a wrong payout found, a spill."""

    number: int
    kind: str
    words: str
    by: Actor
    rounds: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()
    people: tuple[str, ...] = ()  # names or credential numbers, as reported
    key: str = ""


class Adjustment(Payload, frozen=True):
    """What a correction gives to the player of a seat out of the table's inventory, or, below zero, takes from them."""

    seat: int
    amount: Cents
    player: str  # by name; in records of earlier versions empty where they left
    since: int = 0  # in records of earlier versions: the entry with which they sat down
    patron: int = 0


@entry("correction_proposed")
class CorrectionProposed(Payload, frozen=True):
    """A round that was settled wrongly is to be put right; it counts when a second person agrees."""

    number: int
    round: int
    lines: tuple[Adjustment, ...]
    reason: str
    by: Actor
    void: bool = False  # all its wagers are given back, and what was won or lost on them
    incident: int = 0
    key: str = ""


class Payee(Payload, frozen=True):
    """The person to whom a line of a correction goes, wherever they are by now (I-GEN-44). ``seat``: into their rack there.
    ``transfer``: into their purse, under this key. Neither: it is owed, and shown until it is settled."""

    amount: Cents
    name: str
    seat: int = 0
    purse: str = ""
    transfer: str = ""
    patron: int = 0


@entry("correction_decided")
class CorrectionDecided(Payload, frozen=True):
    """A second person agreed to a correction, or it was dropped. ``payees`` has one for each line; none in records of earlier
    versions, where a line went to the rack of whoever still sat there, and else to the cage."""

    number: int
    agreed: bool
    by: Actor
    reason: str = ""
    key: str = ""
    payees: tuple[Payee, ...] = ()


@entry("owed_settled")
class OwedSettled(Payload, frozen=True):
    """What a correction left owed was paid, or what a patron owed was collected. ``to`` is the seat whose rack it went to or
    came from; 0: it was handed over."""

    number: int  # of the correction
    seat: int  # of its line
    amount: Cents
    by: Actor
    to: int = 0
    key: str = ""
    patron: int = 0  # to whom it was owed, or who owed it


class Owed(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a correction gives to somebody who left, until it is settled; below zero: what they owe. ``seat`` was theirs in
    the round, ``since`` is when it was agreed."""

    number: int
    round: int
    seat: int
    amount: Cents
    name: str
    since: str
    purse: str = ""
    patron: int = 0


class Disputes(msgspec.Struct):
    """The part of a table's state that says what went wrong, and what is owed for it."""

    incidents: list[IncidentReported] = []
    reported: int = 0  # how many incidents were ever reported
    corrections_open: dict[int, CorrectionProposed] = {}
    proposed: int = 0  # how many corrections were ever proposed
    corrected_rounds: dict[int, int] = {}  # round → the latest correction that counts for it
    owed: list[Owed] = []  # by corrections, and not settled yet
    to_purses: list[tuple[int, Payee]] = []  # round, and what a correction of it sent into a purse

    def owed_by(self, number: int, seat: int) -> Owed | None:
        """What a line of a correction left owed; None where it is settled, or never was."""
        return next((owed for owed in self.owed if (owed.number, owed.seat) == (number, seat)), None)


@fold(IncidentReported)
def incident_reported(table: "Table", made: IncidentReported) -> None:
    disputes = table.state.disputes
    assert made.number == disputes.reported + 1, f"incident {made.number} does not follow {disputes.reported}"
    disputes.reported = made.number
    disputes.incidents = [*disputes.incidents, made][-INCIDENTS:]


@fold(CorrectionProposed)
def correction_proposed(table: "Table", made: CorrectionProposed) -> None:
    disputes = table.state.disputes
    assert made.number == disputes.proposed + 1, f"correction {made.number} does not follow {disputes.proposed}"
    disputes.proposed = made.number
    disputes.corrections_open[made.number] = made


@fold(CorrectionDecided)
def correction_decided(table: "Table", made: CorrectionDecided) -> None:
    """Chips move by counter-entries; what the round settled stays in the record as it was (I-GEN-40)."""
    disputes, ledger = table.state.disputes, table.state.ledger
    proposed = disputes.corrections_open.pop(made.number)
    if not made.agreed:
        return
    assert made.by.credential != proposed.by.credential, "a correction takes two persons"
    if made.payees:
        for line, payee in zip(proposed.lines, made.payees, strict=True):
            assert payee.amount == line.amount, "a payee receives what the correction gives"
            _pay(table, proposed, line.seat, payee)
    else:
        for line in proposed.lines:
            rack = ledger.rack(line.seat) if is_still_there(table, line) else CAGE
            ledger.move(INVENTORY, rack, line.amount)
    disputes.corrected_rounds[proposed.round] = proposed.number


def _pay(table: "Table", proposed: CorrectionProposed, seat: int, payee: Payee) -> None:
    """To the person: into their rack, else into their purse, else owed until it is settled (I-GEN-44)."""
    move_to(table.state.ledger, payee)
    if payee.transfer:
        assert payee.amount > 0, "nothing is taken from a purse"
        table.state.disputes.to_purses.append((proposed.round, payee))
    elif not payee.seat:
        of_line = proposed.number, proposed.round, seat, payee.amount, payee.name
        table.state.disputes.owed.append(Owed(*of_line, table.now, payee.purse, payee.patron))


def is_still_there(table: "Table", line: Adjustment) -> bool:
    """Whether the player whom a line of a correction of an earlier version is about sits where they sat."""
    seats = table.state.seats
    return bool(line.since) and seats.held_since(seats.holder(line.seat)) == line.since


@fold(OwedSettled)
def owed_settled(table: "Table", made: OwedSettled) -> None:
    disputes = table.state.disputes
    owed = disputes.owed_by(made.number, made.seat)
    assert owed is not None, "nothing is owed by this line"
    assert owed.amount == made.amount, "it is settled as it is owed"
    move_owed(table.state.ledger, made)
    disputes.owed.remove(owed)


def move_to(ledger: Ledger, payee: Payee) -> None:
    """Book what a correction gives to a payee, or takes."""
    account = ledger.rack(payee.seat) if payee.seat else CAGE if payee.transfer else OWED
    ledger.move(INVENTORY, account, payee.amount)


def move_owed(ledger: Ledger, made: OwedSettled) -> None:
    """Book that what was owed was paid, or collected."""
    ledger.move(OWED, ledger.rack(made.to) if made.to else CAGE, made.amount)

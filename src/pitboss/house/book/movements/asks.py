"""What somebody asks of the book: one structure for each movement, with what only the person knows."""

from typing import Annotated

import msgspec

Word = Annotated[str, msgspec.Meta(max_length=400)]
Name = Annotated[str, msgspec.Meta(max_length=64)]
Amount = Annotated[int, msgspec.Meta(ge=0, le=100_000_000_000)]
Signed = Annotated[int, msgspec.Meta(ge=-100_000_000_000, le=100_000_000_000)]
Piles = dict[int, Annotated[int, msgspec.Meta(ge=0)]]


class Movement(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do"
):
    """What somebody asks of the book. The same ``key`` again does nothing."""

    key: Name = ""


class StateBook(Movement, frozen=True, kw_only=True, tag="state_book"):
    """Say with what the book begins; a second person counts it and agrees."""

    cash: Amount
    chips: Piles
    reserve: Piles = {}
    trays: dict[Name, Piles] = {}


class AgreeBook(Movement, frozen=True, kw_only=True, tag="agree_book"):
    """Agree to what the book begins with: from now on it is kept."""


class FileMoney(Movement, frozen=True, kw_only=True, tag="file_money"):
    """Change what the house filed about its money."""

    tolerance: Amount = 2500
    regulator: Amount = 10_000
    counters: Annotated[int, msgspec.Meta(ge=2, le=9)] = 3
    par: dict[Name, Amount] = {}


class CountTray(Movement, frozen=True, kw_only=True, tag="count_tray"):
    """A dealer or boxperson counted the tray: before play, at a drop or a shift's end, after the closing, or of a closed table."""

    table: Name
    kind: Annotated[str, msgspec.Meta(pattern="^(opener|closer|drop|shift|closed)$")]
    chips: Piles


class RequestFill(Movement, frozen=True, kw_only=True, tag="request_fill"):
    """A floorperson asks the chip bank for chips."""

    table: Name
    chips: Piles


class RequestCredit(Movement, frozen=True, kw_only=True, tag="request_credit"):
    """A floorperson asks that chips go back to the chip bank."""

    table: Name
    chips: Piles


class SignSlip(Movement, frozen=True, kw_only=True, tag="sign_slip"):
    """The next signature of a paper; whoever counts says what they counted."""

    slip: Name
    chips: Piles = {}
    cash: Amount = 0
    note: Word = ""


class AcceptDifference(Movement, frozen=True, kw_only=True, tag="accept_difference"):
    """What was counted otherwise than the slip says was looked into and reported: it is taken as it was counted."""

    slip: Name
    words: Word


class VoidSlip(Movement, frozen=True, kw_only=True, tag="void_slip"):
    """A cashier marks a slip void before its chips move; somebody from security signs too."""

    slip: Name
    reason: Word = ""


class PrintSlip(Movement, frozen=True, kw_only=True, tag="print_slip"):
    """Print a slip; from the second time on the print is marked as a reprint."""

    slip: Name


class ClaimJackpot(Movement, frozen=True, kw_only=True, tag="claim_jackpot"):
    """A dealer verified the hand of an award that is a part of a meter, before the cards are collected."""

    table: Name
    award: Name


class IssueCheck(Movement, frozen=True, kw_only=True, tag="issue_check"):
    """A floorperson issues a counter check to a patron with credit; the dealer gives the chips."""

    table: Name
    patron: Name
    amount: Amount
    seat: Annotated[int, msgspec.Meta(ge=1, le=99)]


class SetCredit(Movement, frozen=True, kw_only=True, tag="set_credit"):
    """Ask that a patron may draw counter checks up to an amount."""

    patron: Name
    limit: Amount


class AgreeCredit(Movement, frozen=True, kw_only=True, tag="agree_credit"):
    """Agree to a patron's credit."""

    patron: Name


class HandOutDrawer(Movement, frozen=True, kw_only=True, tag="hand_out_drawer"):
    """A cashier of the main bank hands a drawer to another cashier."""

    cashier: Name
    cash: Amount


class Transfer(Movement, frozen=True, kw_only=True, tag="transfer"):
    """Chips or cash between main bank, chip bank, reserve and drawers."""

    kind: Name
    chips: Piles = {}
    cash: Amount = 0


class AtWindow(Movement, frozen=True, kw_only=True, tag="at_window"):
    """What a cashier does with a patron out of their own drawer."""

    act: Annotated[str, msgspec.Meta(pattern="^[a-z ]{1,20}$")]
    patron: Name = ""
    name: Name = ""
    amount: Amount = 0
    chips: Piles = {}
    about: Name = ""
    table: Name = ""  # whose tip box is emptied


class TakeDropBox(Movement, frozen=True, kw_only=True, tag="take_box"):
    """Security takes the drop box of a table."""

    table: Name
    last: bool = True


class CountBox(Movement, frozen=True, kw_only=True, tag="count_box"):
    """Somebody of the count team counted a box, by themselves; a second one counts it too."""

    box: Name
    notes: Piles
    withdrawn: Amount = 0
    checks: tuple[Name, ...] = ()
    slips: tuple[Name, ...] = ()


class SignCount(Movement, frozen=True, kw_only=True, tag="sign_count"):
    """Somebody of the count team signs that all is counted."""


class AcceptCount(Movement, frozen=True, kw_only=True, tag="accept_count"):
    """A cashier of the main bank recounted the cash of the count and takes it over."""

    amount: Amount
    note: Word = ""


class EndShift(Movement, frozen=True, kw_only=True, tag="end_shift"):
    """The shift manager ends a shift; what is open is named and taken over by the next."""

    day: Name
    shift: Annotated[int, msgspec.Meta(ge=1, le=9)]
    note: Word = ""


class MoveDay(Movement, frozen=True, kw_only=True, tag="move_day"):
    """A gaming day comes to its next state."""

    day: Name
    state: Name
    note: Word = ""


class CorrectDay(Movement, frozen=True, kw_only=True, tag="correct_day"):
    """Put something about a day that is final right, today."""

    day: Name
    account: Name
    amount: Signed
    words: Word
    table: Name = ""


class AgreeCorrection(Movement, frozen=True, kw_only=True, tag="agree_correction"):
    """Agree to the correction of a day, or not."""

    number: Annotated[int, msgspec.Meta(ge=1)]
    agreed: bool = True


class NoteDifference(Movement, frozen=True, kw_only=True, tag="note_difference"):
    """Say what was found out about a difference."""

    about: Name
    words: Word


AnyMovement = (
    StateBook | AgreeBook | FileMoney | CountTray | RequestFill | RequestCredit | SignSlip | AcceptDifference | VoidSlip
    | PrintSlip | ClaimJackpot | IssueCheck | SetCredit | AgreeCredit | HandOutDrawer | Transfer | AtWindow | TakeDropBox
    | CountBox | SignCount | AcceptCount | EndShift | MoveDay | CorrectDay | AgreeCorrection | NoteDifference
)  # fmt: skip

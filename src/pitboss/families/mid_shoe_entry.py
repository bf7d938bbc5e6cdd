"""No entry in mid-shoe: a patron who sat out a round waits for the next shuffle, or for leave to wager again."""

from collections.abc import Mapping

from pitboss.game import IrregularityKind
from pitboss.money import Cents
from pitboss.procedure import Answer, Irregularity, Refusal, Refused
from pitboss.seating import Seat
from pitboss.wagers import Book

Players = tuple[str, ...] | None  # who sat out no round since the shuffle, or was given leave; None: all may


def wagering_permitted(cite: str) -> IrregularityKind:
    """The house lets a barred patron wager again; no irregularity, but the floor's word like one."""
    remedy = "He may wager although he sat out a round of this shoe."
    return IrregularityKind("wagering_permitted", "Patron given leave to wager in mid-shoe", cite, remedy, needs_seat=True)  # fmt: skip


class MidShoeEntry:
    """Who may wager in this round. ``demand`` is the book's."""

    __slots__ = ("cite", "entered", "permitted")

    def __init__(self, entered: Players, cite: str) -> None:
        self.entered, self.cite = entered, cite
        self.permitted: list[Seat] = []

    def demand(self, book: Book, answer: Answer, total: Cents) -> None:
        """Refuse a wager of one who sat out a round since the shuffle."""
        if self.entered is None or (answer.player or str(answer.by)) in self.entered or answer.by in self.permitted:
            return
        raise Refused(
            Refusal.NOT_OFFERED,
            "Whoever sat out a round of this shoe waits for the next shuffle, or for leave to wager again.",
            self.cite,
        )

    def shuffled(self) -> None:
        """The cards are reshuffled: nobody has sat out a round of this shoe."""
        self.entered = None

    def permit(self, fault: Irregularity) -> None:
        """Give leave to a seat, where there was a bar to lift."""
        if self.entered is None or str(fault.seat) in self.entered or fault.seat in self.permitted:
            raise fault
        self.permitted.append(fault.seat)

    def after(self, up: Mapping[Seat, str]) -> Players:
        """Who may wager next: those who did, and those given leave. A round nobody played bars nobody."""
        if not up:
            return self.entered
        return tuple(dict.fromkeys([*up.values(), *(str(seat) for seat in self.permitted)]))

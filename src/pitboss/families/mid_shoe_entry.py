"""No mid-shoe entry: a patron who sat out a round may wager again after the next shuffle, or with permission."""

from collections.abc import Mapping

from pitboss.game import FLOOR_ONLY, IrregularityKind
from pitboss.money import Cents
from pitboss.procedure import Answer, Irregularity, Refusal, Refused
from pitboss.seating import Seat
from pitboss.wagers import Book

Players = tuple[str, ...] | None  # the players who may wager: sat out no round, or have permission; None: all


def wagering_permitted(cite: str) -> IrregularityKind:
    """The house permits a barred patron to wager again: not an irregularity, but reported like one, by the floor for it."""
    remedy = "The patron may wager although they sat out a round of this shoe."
    return IrregularityKind(
        "wagering_permitted",
        "Patron permitted to wager mid-shoe",
        cite,
        remedy,
        needs_seat=True,
        by=FLOOR_ONLY,
        by_cite=cite,
    )


class MidShoeEntry:
    """Who may wager in this round. The betting book calls ``demand`` for every wager."""

    __slots__ = ("cite", "entered", "permitted")

    def __init__(self, entered: Players, cite: str) -> None:
        self.entered, self.cite = entered, cite
        self.permitted: list[str] = []

    def demand(self, book: Book, answer: Answer, total: Cents) -> None:
        """Refuse a wager of a player who sat out a round since the shuffle."""
        if self.entered is None or book.whose(answer) in (*self.entered, *self.permitted):
            return
        raise Refused(
            Refusal.NOT_OFFERED,
            "A player who sat out a round of this shoe may wager again after the next shuffle, or with permission.",
            self.cite,
        )

    def shuffled(self) -> None:
        """The cards are reshuffled: nobody has sat out a round of this shoe."""
        self.entered = None

    def permit(self, fault: Irregularity) -> None:
        """Permit a barred player to wager; raise the fault where they are not barred."""
        if self.entered is None or fault.player in (*self.entered, *self.permitted):
            raise fault
        self.permitted.append(fault.player)

    def after(self, up: Mapping[Seat, str]) -> Players:
        """Who may wager in the next round: those who did in this one, and those permitted. An idle round bars nobody."""
        if not up:
            return self.entered
        return tuple(dict.fromkeys([*up.values(), *self.permitted]))

"""§§ 623a.7 and 623a.10: the set of five dice, who is offered them, who throws."""

from collections.abc import Sequence

from pitboss.chapters.ch623a_craps.rules import Rules
from pitboss.events import Elected, Event, Marked, Noted
from pitboss.procedure import Answer, Offer, Refusal, Refused
from pitboss.seating import Seat

ACCEPT, REJECT, PASS_DICE, DECLINE = "accept_dice", "reject_dice", "pass_dice", "decline_line_bet"
SET = 5  # 623a.7(a), I-623a-27


class Stick:
    """Who has the dice: the shooter, or they are on offer clockwise from the shooter's left. A part of the layout."""

    __slots__ = (
        "fresh",
        "gone",
        "last",
        "last_player",
        "names",
        "offered",
        "rejected",
        "rules",
        "shooter",
        "shooter_player",
        "sitting",
        "thrown",
        "turn",
    )

    rules: Rules
    sitting: dict[Seat, str]  # who sat where when betting opened, where that is not the seat's own player
    names: dict[Seat, str]  # the same now; where wagers are up, whose they are
    shooter: Seat  # who threw last, or has accepted the dice since
    shooter_player: str  # and who that is, where that is not the seat's own player
    last: Seat  # who was the shooter when betting opened
    last_player: str
    gone: bool  # and has left since
    turn: int
    offered: bool
    fresh: bool  # no come out roll has been made in this turn
    thrown: bool  # whoever holds the dice has thrown them
    rejected: tuple[Seat, ...]

    def player(self, seat: Seat) -> str:
        """Who is at a seat."""
        return self.names.get(seat) or str(seat)

    def named(self, seat: Seat) -> str:
        """The name of the player at a seat; empty where it is the seat's own."""
        return self.names.get(seat, "")

    def is_shooter(self, seat: Seat, player: str) -> bool:
        """Whether this player, at this seat, threw last."""
        return seat == self.shooter and player == (self.shooter_player or str(seat))

    @property
    def offer_cite(self) -> str:
        """623a.7(b), 623a.10(c): the provision under which the dice are offered."""
        if self.shooter:
            return "623a.10(c)"
        return "623a.7(b)(2)" if self.rules.mini else "623a.7(b)(1)"

    def around(self) -> list[Seat]:
        """Every seat, clockwise from the last shooter's left; from the boxperson's or dealer's left at the start."""
        seats = range(1, self.rules.seats + 1)
        return [*(seat for seat in seats if seat > self.shooter), *(seat for seat in seats if seat <= self.shooter)]

    def next_shooter(self, players: Sequence[Seat]) -> Seat:
        """The one of these players to whom the dice are offered; 0: none."""
        waiting = [seat for seat in self.around() if seat in players and seat not in self.rejected]
        return waiting[0] if waiting else 0

    def reaches(self, seat: Seat, players: Sequence[Seat]) -> bool:
        """Whether the dice are on offer to a seat: all of these players before it have rejected them."""
        if not self.offered or seat in self.rejected:
            return False
        order, first = self.around(), self.next_shooter(players)
        return not first or order.index(seat) <= order.index(first)

    # --- what is said about the dice while betting is open

    def check_dice(self, answer: Answer, players: Sequence[Seat]) -> None:
        seat = answer.by
        if not isinstance(seat, int) or not 1 <= seat <= self.rules.seats:
            raise Refused(
                Refusal.NO_SUCH_SEAT,
                f"There is no seat {seat!r} to throw from; seats are 1 to {self.rules.seats}.",
                self.rules.posted.seated,
            )
        if answer.says in (ACCEPT, REJECT):
            if not self.reaches(seat, players):
                raise Refused(Refusal.NOT_YOUR_TURN, f"The dice are not offered to seat {seat} now.", self.offer_cite)
        elif self.offered or not self.is_shooter(seat, answer.player or self.sitting.get(seat) or self.player(seat)):
            raise Refused(Refusal.NOT_YOUR_TURN, f"Seat {seat} does not hold the dice.", "623a.10(a)")
        elif not self.thrown:
            raise Refused(Refusal.NOT_LAWFUL, "The dice are passed after a roll, not before it.", "623a.10(a)")

    def accept_dice(self, answer: Answer, players: Sequence[Seat]) -> list[Event]:
        assert isinstance(answer.by, int)
        if answer.says == ACCEPT:
            return [Elected(answer.by, ACCEPT, cite=self.offer_cite), *self.give(answer.by)]
        if answer.says == REJECT:
            events: list[Event] = [Elected(answer.by, REJECT, cite=self.offer_cite)]
            self.rejected = (*self.rejected, answer.by)
            if not self.next_shooter(players):  # the dice are offered round again until someone takes them
                self.rejected = ()
            return events
        cite = "623a.10(b)" if answer.says == DECLINE else "623a.10(a)"
        return [Elected(answer.by, answer.says, cite=cite), *self.relinquish()]

    def dice_offers(self, seat: Seat, player: str, players: Sequence[Seat]) -> list[Offer]:
        if self.reaches(seat, players):
            return [Offer(ACCEPT, cite=self.offer_cite), Offer(REJECT, cite=self.offer_cite)]
        if not self.offered and self.is_shooter(seat, player) and self.thrown:
            return [Offer(PASS_DICE, cite="623a.10(a)")]
        return []

    # --- from player to player

    def relinquish(self, *, loser_seven: bool = False) -> list[Event]:
        """623a.10(c): the whole set is offered; after a loser 7 a new turn begins whoever accepts (I-623a-35)."""
        self.offered, self.rejected = True, ()
        if loser_seven:
            self._new_turn()
        return [Noted(f"the {SET} dice are on offer from the left of the shooter", self.shooter, cite="623a.10(c)")]

    def give(self, seat: Seat) -> list[Event]:
        """623a.7(c), 623a.10(d): the first to accept selects two of the five dice and is the shooter."""
        if not seat:
            return []  # nobody is at the table
        cite = "623a.10(d)" if self.shooter else "623a.7(c)"
        if not self.is_shooter(seat, self.player(seat)) and not self.fresh:
            self._new_turn()  # I-623a-39: who takes back the dice is no new shooter
        self.shooter, self.shooter_player, self.offered, self.thrown = seat, self.named(seat), False, False
        self.gone = self.gone and not is_last(self)
        return [Marked("dice", "shooter", seat, cite=cite)]

    def _new_turn(self) -> None:
        self.turn, self.fresh = self.turn + 1, True


def sits(stick: Stick, seat: Seat, player: str) -> None:
    """Note who is at a seat from now on."""
    stick.names.pop(seat, None)
    if player != str(seat):
        stick.names[seat] = player


def is_last(stick: Stick) -> bool:
    """Whether the shooter is the one who was it when betting opened."""
    return stick.is_shooter(stick.last, stick.last_player)

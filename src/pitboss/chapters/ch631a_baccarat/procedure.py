"""§§ 631a.5, 631a.7, 631a.9, 631a.14: one round of play, and the shoe that goes round the table."""

from collections.abc import Sequence

import msgspec

from pitboss.chapters.ch631a_baccarat.rules import LAW, Rules
from pitboss.events import Announced, Event, Marked, Noted
from pitboss.families.baccarat.dealing import to_the_right
from pitboss.families.baccarat.hands import Winner
from pitboss.families.baccarat.play import (
    Round,
    Table,
    betting,
    close_round,
    hands,
    irregularities,
    new_shoe,
    open_round,
    staff_questions,
)
from pitboss.families.cash import cash_converted
from pitboss.families.irregularities import irregularity_event
from pitboss.game import IrregularityKind, RoundStart
from pitboss.procedure import Answer, Election, Irregularity, Option, Procedure, elected
from pitboss.seating import Seat, clockwise

# § 631a.5.  Shuffle and cut of the cards.


def cutters(state: "BaccaratTable", rules: Rules, start: RoundStart) -> list[Seat]:
    """(b), I-631a-04: clockwise from the highest number; for a later shoe, from the last curator."""
    if not state.last_curator or start.reopened:
        return clockwise(start.seated)
    return sorted(start.seated, key=lambda seat: (seat - state.last_curator) % rules.seats)


# § 631a.7.  Dealing shoe; selection of the player to deal cards.

ACCEPT, DECLINE, DESIGNATE = "accept_shoe", "decline_shoe", "designate_dealer"
KEEP, PASS = "keep_shoe", "pass_shoe"
SHOE = "dealing shoe"


class BaccaratTable(Table, frozen=True, omit_defaults=True):
    """The state between rounds, with the curator of the shoe."""

    curator: Seat = 0  # 0: the dealer has the shoe (``dealer_deals``), or it is to be offered
    dealer_deals: bool = False  # nobody accepted the shoe, or the curator designated the dealer
    last_curator: Seat = 0  # 0: the dealer
    curator_player: str = ""  # who the last curator is, where that is not the player of the seat

    def begins(self, start: RoundStart) -> "BaccaratTable":
        """The same, with the last curator where they sit now."""
        if not self.last_curator or not start.players:
            return self
        player = self.curator_player or str(self.last_curator)
        now = start.seat_of(player, self.last_curator)
        if now in (0, self.last_curator):
            return self
        named = "" if player == str(now) else player
        return msgspec.structs.replace(self, curator=now if self.curator else 0, last_curator=now, curator_player=named)

    def has_left(self, start: RoundStart) -> bool:
        """Whether the curator is not at the table any more, or somebody else is in that seat."""
        if not self.curator or not start.seated:
            return False
        if self.curator not in start.seated:
            return True
        return bool(start.players) and start.player(self.curator) != (self.curator_player or str(self.curator))


def open_table(rules: Rules) -> BaccaratTable:
    return BaccaratTable()


class Curator:
    """Who has the shoe in this round, and who is offered it next."""

    __slots__ = ("dealer_deals", "fresh", "last", "left", "player", "rules", "seat", "start")

    def __init__(self, state: BaccaratTable, rules: Rules, start: RoundStart) -> None:
        self.rules, self.start, self.fresh = rules, start, new_shoe(state, start)
        self.seat, self.dealer_deals, self.last = state.curator, state.dealer_deals, state.last_curator
        self.player, self.left = state.curator_player, state.has_left(start)
        if self.fresh:  # offered again, from number one
            self.seat, self.dealer_deals, self.last, self.player = 0, False, 0, ""
        elif self.left:  # 631a.14(b): who leaves the table has given up the shoe
            self.seat, self.dealer_deals = 0, False

    def goes(self, player: str, seat: Seat, to: Seat) -> None:
        """The player who has the shoe, or had it last, is moved."""
        if seat == self.last and player == (self.player or str(seat)):
            self.seat, self.last = to if self.seat else 0, to
            self.player = "" if player == str(to) else player

    def chosen(self, players: Sequence[Seat]) -> Procedure[None]:
        """(b)–(d) Offer the shoe round the table unless someone has it; the dealer has it if nobody accepts."""
        if self.seat or self.dealer_deals:
            return
        if self.left and not self.fresh:
            yield Noted("the shoe is passed: the curator has left the table", self.last, cite="631a.14(b)")
        yield from self.offered(players, "631a.7(b)" if self.fresh else "631a.14(b)", waits=self.fresh or self.left)
        if not self.seat:
            self.dealer_deals, self.last, self.player = True, 0, ""
            yield Marked(SHOE, "dealer", cite="631a.7(d)(2)")

    def offered(self, players: Sequence[Seat], cite: str, *, waits: bool) -> Procedure[None]:
        """Offer it counterclockwise from the right of the last curator, or from number one at the dealer's right.

        The game waits for answers when a new shoe or a player's shoe is offered, not each time the dealer's is.
        """
        options = (Option(ACCEPT), Option(DECLINE), Option(DESIGNATE))
        for seat in to_the_right(self.last, players):
            question = Election(seat, SHOE, options, cite, Option(DECLINE), courtesy=True, waits=waits)
            answer = yield from courtesy(question)
            if answer.says != DECLINE:
                # (d)(1), I-631a-02: the curator deals, or designates the dealer
                self.seat, self.dealer_deals, self.last = seat, answer.says == DESIGNATE, seat
                self.player = answer.player or self.start.names.get(seat, "")
                at = f"position {self.rules.number(seat)}" + (", dealer deals" if self.dealer_deals else "")
                yield Marked(SHOE, at, seat, cite="631a.7(d)(1)" if self.dealer_deals else "631a.7(c)")
                return

    def after_round(self, winner: Winner | None, players: Sequence[Seat]) -> Procedure[None]:
        """631a.14: the shoe is passed when the Banker's Hand lost, otherwise if the curator wishes (I-631a-01)."""
        if winner is Winner.PLAYER:
            if self.seat:
                yield Noted("the shoe is passed: the Banker's Hand lost", self.seat, cite="631a.14(a)(1)")
            yield from self.passed(players)
        elif self.seat and (yield from self.passes()):
            yield from self.passed(players)

    def passes(self) -> Procedure[bool]:
        """631a.14(a): whether the curator passes the shoe, or is ordered to; one who keeps it may designate the dealer."""
        says = (KEEP, PASS) if self.dealer_deals else (KEEP, PASS, DESIGNATE)
        options = tuple(Option(word) for word in says)
        question = Election(
            self.seat, "pass the shoe", options, "631a.14(a)", options[0], courtesy=True, waits=True, player=self.player
        )
        try:
            answer = yield from courtesy(question)
        except Irregularity as fault:
            yield self.ordered(fault)
            return True
        self.dealer_deals = self.dealer_deals or answer.says == DESIGNATE
        return answer.says == PASS

    def ordered(self, fault: Irregularity) -> Event:
        """631a.14(a)(2): the dealer or the floor orders the curator to pass the shoe."""
        if fault.kind != ORDERED.name or not self.seat:
            raise fault
        return irregularity_event(ORDERED, fault)

    def passed(self, players: Sequence[Seat]) -> Procedure[None]:
        """631a.14(b): offer the shoe to the others at once; if nobody accepts, again when the next round begins."""
        by_a_player, self.seat, self.dealer_deals = bool(self.seat), 0, False
        yield from self.offered(players, "631a.14(b)", waits=by_a_player)


def courtesy(question: Election) -> Procedure[Answer]:
    """Ask; an answer is recorded only where it differs from the default."""
    answer = yield question
    assert isinstance(answer, Answer)
    assert question.default is not None
    if answer.says != question.default.says:
        yield elected(answer, question)
    return answer


# § 631a.9.  Hands of player and banker; procedure for dealing initial two cards to each hand.


def play(state: BaccaratTable, rules: Rules, start: RoundStart) -> Procedure[BaccaratTable]:
    """One round: the shoe to its curator, wagers, the hands, settlement, and the shoe kept or passed."""
    state = state.begins(start)
    this = yield from open_round(state, rules, start, cutters(state, rules, start))
    curator = Curator(state, rules, start)
    yield from curator.chosen(start.seated)
    this.hears = curator.goes
    yield from wagers_taken(this, curator)
    yield Announced("no more bets", cite="631a.9(b)")
    yield from cash_converted(this.book.cash, "631a.8(b)")
    yield Announced("cards", cite="631a.9(b)")
    winner = yield from hands(this)
    if not this.over:
        yield from curator.after_round(winner, this.players)
    table = yield from close_round(this)
    return BaccaratTable(
        **msgspec.structs.asdict(table),
        curator=curator.seat,
        dealer_deals=curator.dealer_deals,
        last_curator=curator.last,
        curator_player=curator.player,
    )


def wagers_taken(this: Round, curator: Curator) -> Procedure[None]:
    """631a.8(c); meanwhile a curator who delays may be ordered to pass the shoe."""
    while True:
        try:
            return (yield from betting(this))
        except Irregularity as fault:
            yield curator.ordered(fault)
            yield from curator.passed(this.players)
            yield from curator.chosen(this.players)


# § 631a.14.  Continuation of curator as dealer; selection of a new curator.

ORDERED = IrregularityKind(
    "shoe_pass_ordered", "Curator ordered to pass the shoe", "631a.14(a)(2)",
    "The shoe is offered to the player on the curator's right, then counterclockwise to the others.",
    by_cite="631a.14(a)(2)",  # the dealer calling the game, or a floorperson or above
)  # fmt: skip
IRREGULARITIES = (*irregularities(LAW), ORDERED)
STAFF_QUESTIONS = staff_questions(LAW)

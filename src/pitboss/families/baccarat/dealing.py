"""Dealing the two hands: four cards, the third cards, who turns them, and what may go wrong with a card."""

from collections.abc import Iterable, Sequence

from pitboss.equipment.cards import Card
from pitboss.events import Announced, Dealt, Event, IrregularityReported, Noted, Revealed, Shown
from pitboss.families.baccarat.hands import (
    BANKER,
    HANDS,
    HOLDER,
    NAME,
    PLAYER,
    Hand,
    banker_draws,
    player_draws,
    points,
)
from pitboss.families.baccarat.rules import (
    DELAYS,
    DISCLOSED,
    DRAWN,
    FACE_UP,
    UNAUTHORIZED,
    BaccaratRules,
    DisclosedCard,
    TakesOver,
    player_delays,
)
from pitboss.families.irregularities import irregularity_event
from pitboss.families.shoe_dealing import DealingShoe, check_short
from pitboss.families.shoe_law import SHORT
from pitboss.procedure import DEALER, Answer, Election, Irregularity, Option, Procedure
from pitboss.seating import Seat, counterclockwise_from
from pitboss.wagers import Book

ANNOUNCE, RESULT = "announce_result", "result"
MOST_CARDS = 6  # of both hands together
TURN, RELINQUISH = "turn_over", "relinquish"
ACCEPT, DECLINE = "accept_cards", "decline_cards"


def to_the_right(seat: Seat, players: Iterable[Seat]) -> list[Seat]:
    """The other players, beginning at the right of this one; seat 0 is the dealer."""
    return [other for other in counterclockwise_from(seat, players) if other != seat]


# --- who turns the cards (629a.8(c)–(d), 631a.9(d)–(e))


class Viewing:
    """Who turns each hand. The right includes the third card, until it is given up or taken away."""

    __slots__ = ("by_dealer", "holder", "rules", "waiting")

    def __init__(self, book: Book, players: Sequence[Seat], rules: BaccaratRules) -> None:
        self.rules = rules
        self.holder: dict[str, Seat] = {}  # 0: the dealer turns it, under ``by_dealer``
        self.waiting: dict[str, list[Seat]] = {}
        self.by_dealer = dict.fromkeys(HANDS, rules.law.unwagered)
        for hand in HANDS:
            stakes = {seat: book.amount(seat, hand) for seat in book.seats(hand)}
            # the highest wager; of equal ones the nearest to the dealer's right (I-629a-02)
            self.holder[hand] = max(stakes, key=lambda seat: (stakes[seat], seat), default=0)
            offered = stakes if rules.style.turned_by is TakesOver.BETTORS else players  # I-629a-03
            self.waiting[hand] = to_the_right(self.holder[hand], offered)

    def turn(self, hand: str, cite: str) -> Procedure[None]:
        """It is a player's to be turned; a right given up or taken away goes round the table, then to the dealer."""
        while seat := self.holder[hand]:
            yield Noted(f"the {HOLDER[hand]} is this player's to turn", seat, cite=cite)
            if (yield from self._turns(seat, hand, cite)):
                return
            self.holder[hand] = yield from self._offer(hand)
            self.by_dealer[hand] = self.rules.law.delayed
        yield Noted(f"the {HOLDER[hand]} is the dealer's to turn", cite=self.by_dealer[hand])

    def _turns(self, seat: Seat, hand: str, cite: str) -> Procedure[bool]:
        kind = f"turn over the {HOLDER[hand]}"
        question = Election(
            seat, kind, (Option(TURN), Option(RELINQUISH)), cite, Option(TURN), courtesy=True, waits=True
        )
        try:
            answer = yield question
        except Irregularity as fault:
            if fault.kind != DELAYS or fault.seat != seat:
                raise
            yield irregularity_event(player_delays(self.rules.law), fault)
            return False
        assert isinstance(answer, Answer)
        return answer.says == TURN

    def _offer(self, hand: str) -> Procedure[Seat]:
        """The first player who accepts, beginning at the right of the previous one; 0: nobody."""
        cite, waiting = self.rules.law.delayed, self.waiting[hand]
        while waiting:
            seat, options = waiting.pop(0), (Option(ACCEPT), Option(DECLINE))
            answer = yield Election(
                seat, f"take over the {HOLDER[hand]}", options, cite, Option(DECLINE), courtesy=True, waits=True
            )
            assert isinstance(answer, Answer)
            if answer.says == ACCEPT:
                return seat
        return 0


# --- a coup


class OutOfCards(Exception):
    """The shoe cannot finish a hand."""

    def __init__(self, fault: Irregularity) -> None:
        super().__init__(fault.kind)
        self.fault = fault


class Coup:
    """Two hands as they are dealt, with wagers or in a simulated round (``hand`` 1).

    ``first`` are cards already drawn that are dealt before the shoe's. ``for_next`` were drawn in error unseen and
    begin the next hand; ``aside`` were disclosed, each with the provision under which it starts a simulated round.
    """

    __slots__ = (
        "aside",
        "banker_waits",
        "cards",
        "dealing",
        "first",
        "for_next",
        "hand",
        "player_stays",
        "rules",
        "style",
    )

    def __init__(
        self, dealing: DealingShoe, rules: BaccaratRules, first: Sequence[Card] = (), *, hand: int = 0
    ) -> None:
        self.dealing, self.rules, self.style, self.hand = dealing, rules, rules.style, hand
        self.first = list(first)
        self.cards: dict[str, list[Card]] = {PLAYER: [], BANKER: []}
        self.for_next: list[Card] = []
        self.aside: list[tuple[Card, str]] = []
        self.player_stays = self.banker_waits = False

    @property
    def hands(self) -> tuple[Hand, Hand]:
        """The Player's and the Banker's."""
        return Hand.of(self.cards[PLAYER]), Hand.of(self.cards[BANKER])

    def deal(self, viewing: Viewing | None = None) -> Procedure[None]:
        """Four cards, the first and third to the Player's Hand; both hands turned and called; the third cards."""
        style = self.style
        for hand in (*HANDS, *HANDS):
            yield from self._give(hand, style.dealt, shown=style.face_up)
        if style.beneath:
            yield Noted("the Banker's Hand belongs beneath the right corner of the shoe", cite=style.beneath)
        for hand, cite in zip(HANDS, style.called, strict=True):
            yield from self._turn(hand, cite, viewing)
            if not self.hand:
                yield Announced(f"{NAME[hand]} {points(self.cards[hand])}", cite=cite)
        yield from self._third_cards(viewing)

    def _third_cards(self, viewing: Viewing | None) -> Procedure[None]:
        """A third card to the Player's Hand, then to the Banker's, where it is due."""
        player, banker = points(self.cards[PLAYER]), points(self.cards[BANKER])
        third = None
        self.player_stays = not player_draws(player, banker)
        if not self.player_stays:
            yield from self._third(PLAYER, self.style.third[0], viewing)
            third = points(self.cards[PLAYER][2:])
        self.banker_waits = banker_draws(player, banker, third)
        if self.banker_waits:
            yield from self._third(BANKER, self.style.third[1], viewing)
            self.banker_waits = False

    def _third(self, hand: str, cite: str, viewing: Viewing | None) -> Procedure[None]:
        yield from self._give(hand, cite, shown=self.style.turned_by is None)
        yield from self._turn(hand, cite, viewing)

    def _give(self, hand: str, cite: str, *, shown: bool) -> Procedure[None]:
        card = self.first.pop(0) if self.first else (yield from self._next(hand, cite))
        self.cards[hand].append(card)
        yield Dealt(HOLDER[hand], card, hand=self.hand, cite=cite, seen_by=None if shown else ())

    def _turn(self, hand: str, cite: str, viewing: Viewing | None) -> Procedure[None]:
        """Turn a hand face up on the layout, with its Point Count."""
        if viewing is not None:
            yield from viewing.turn(hand, cite)
        cards = tuple(self.cards[hand])
        yield Revealed(HOLDER[hand], cards, str(points(cards)), self.hand, cite=cite)

    def complete(self) -> Procedure[None]:
        """Both hands are complete; until the dealer announces the result, a card too many may be drawn."""
        options = (Option(ANNOUNCE),)
        question = Election(DEALER, RESULT, options, f"{self.rules.law.result}(a)", options[0], courtesy=True)
        while True:
            try:
                yield question
                return
            except Irregularity as fault:
                yield from self._remedy(fault)

    def discard(self, cite: str) -> tuple[Event, ...]:
        """Each hand to the rack or bucket, its cards together."""
        return tuple(
            self.dealing.shoe.discard(HOLDER[hand], cards, cite, shown=True, hand=self.hand)
            for hand, cards in self.cards.items()
            if cards
        )

    @property
    def needs(self) -> int:
        """How many cards of the shoe these hands may still take at most, by the cards that everyone sees."""
        dealt = sum(len(cards) for cards in self.cards.values())
        return MOST_CARDS - dealt - self.player_stays

    # --- what may be wrong with a card (627a.13(a)–(e), 629a.13(a)–(d), 631a.15(a)–(d))

    def _next(self, hand: str, cite: str) -> Procedure[Card]:
        while True:
            try:
                return (yield from self.dealing.card(HOLDER[hand], cite))
            except Irregularity as fault:
                if fault.kind == SHORT:
                    yield from check_short(fault, self.dealing.shoe.left, self.needs, self._cite("(e)"))
                    raise OutOfCards(fault) from fault
                yield from self._remedy(fault)

    def _remedy(self, fault: Irregularity) -> Procedure[None]:
        disclosed = bool(fault.facts.get(DISCLOSED))
        if fault.kind == UNAUTHORIZED and self.player_stays:
            yield from self._unauthorized(fault, disclosed=disclosed)
        elif fault.kind == FACE_UP or (fault.kind == DRAWN and disclosed):
            yield from self._set_aside(fault, "(d)")
        elif fault.kind == DRAWN:
            yield from self._drawn(fault)
        else:
            yield self.dealing.order(fault)

    def _drawn(self, fault: Irregularity) -> Procedure[None]:
        """(a) Undisclosed: the first card of the next hand, or of this one where no card of it is out yet."""
        if any(self.cards.values()):
            yield from self._keep(fault, "(a)")
        else:
            yield self._reported(fault, "(a)", "It is the first card of this hand.")

    def _unauthorized(self, fault: Irregularity, *, disclosed: bool) -> Procedure[None]:
        """(b)–(c) A third card for a Player's Hand that stays goes to the Banker's Hand, if that is still to draw."""
        clause = "(c)" if disclosed else "(b)"
        if self.banker_waits:
            yield self._reported(fault, clause, "It is the third card of the Banker's Hand.")
        elif not disclosed:
            yield from self._keep(fault, clause)
        elif self.rules.disclosed_player_third_card is DisclosedCard.SIMULATED_ROUND:
            yield from self._set_aside(fault, "(c)(2)")
        else:
            yield from self._burn_plus_one(fault, "(c)(1)")

    def _keep(self, fault: Irregularity, clause: str) -> Procedure[None]:
        yield self._reported(fault, clause, "Keep it unseen as the first card of the next hand.")
        self.for_next.append((yield from self.dealing.card(DEALER, self._cite(clause))))
        yield Noted("a card is kept, unseen, as the first card of the next hand", cite=self._cite(clause))

    def _set_aside(self, fault: Irregularity, clause: str) -> Procedure[None]:
        """I-627a-15: the round is finished with the cards that follow; then the card starts a simulated round."""
        yield self._reported(fault, clause, "Set it aside, finish the round, and start a simulated round with it.")
        card = yield from self.dealing.card(DEALER, self._cite(clause))
        yield Shown(self.dealing.shoe.device, card, cite=self._cite(clause))
        self.aside.append((card, self._cite(clause)))

    def _burn_plus_one(self, fault: Irregularity, clause: str) -> Procedure[None]:
        cite = self._cite(clause)
        yield self._reported(fault, clause, "Discard it, and one more card unseen.")
        yield from self.dealing.discard_next(DEALER, cite)
        if self.dealing.shoe.left:
            yield from self.dealing.burn(1, cite)

    def _reported(self, fault: Irregularity, clause: str, remedy: str) -> Event:
        return IrregularityReported(fault.kind, remedy, fault.seat, cite=self._cite(clause))

    def _cite(self, clause: str) -> str:
        return f"{self.rules.law.faults}{clause}"

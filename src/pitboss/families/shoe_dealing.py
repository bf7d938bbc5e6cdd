"""Dealing from a shoe: shuffle, cut, cover card, burn, and what goes wrong with a shoe.

A chapter states its provisions in one ``ShoeLaw``. ``ready`` returns a ``DealingShoe`` at the start of a round, with a
new shoe when the last one is spent; from it the chapter takes its betting window, its burns and each card, and at the
end ``after()``. The cut and the place of the cover card are courtesies: their defaults apply unless someone answers.
The cover card comes out by itself when the cards above it are gone, or when it is reported; either way the shoe is then
``spent``: the chapter may play one more hand, and the next ``ready`` fills a new shoe. It does the same at a table that
was reopened, or where nobody played, because its cards do not stay in the shoe (I-GEN-38).
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from pitboss.equipment.cards import Card, rank
from pitboss.equipment.shoe import Shoe, ShoeState
from pitboss.events import POSITION, Burned, CutMade, Dealt, DeviceStatus, Event, Marked, Noted
from pitboss.families.irregularities import irregularity_event
from pitboss.families.shoe_law import (
    COVER,
    COVER_CARD,
    COVERED,
    CUT,
    IN_ORDER,
    RESHUFFLED,
    SHORT,
    SHUFFLER,
    ShoeLaw,
)
from pitboss.game import IrregularityKind, RoundStart
from pitboss.procedure import (
    DEALER,
    FLOOR,
    Answer,
    Election,
    Irregularity,
    Menu,
    Option,
    Procedure,
    Refusal,
    Refused,
    Who,
    ask,
    attest,
    betting_window,
)
from pitboss.seating import Seat, counterclockwise

DECLINE = "decline_cut"
REPAIRED, REPLACED = "repaired", "replaced"
CUT_IN = 10  # cards from either end of the stack
FACE_VALUE = {"A": 1, **{str(n): n for n in range(2, 10)}, "T": 10, "J": 10, "Q": 10, "K": 10}


def gone(state: ShoeState, start: RoundStart) -> bool:
    """I-GEN-38: the table was reopened, or nobody played at it, so its cards do not stay in the shoe."""
    return start.reopened or state.idle


def is_new(state: ShoeState, start: RoundStart) -> bool:
    """Whether this round begins with a new shoe."""
    return state.spent or not state.shuffled or gone(state, start)


def cut_order(state: ShoeState, start: RoundStart) -> list[Seat]:
    """The first player to arrive; later the player on whose area the cover card appeared, then from the dealer's right."""
    if not state.shuffled or gone(state, start):
        return list(start.seated[:1])
    if state.cover_at and start.players:
        at = start.seat_of(state.cover_player or str(state.cover_at), state.cover_at)
        state = msgspec.structs.replace(state, cover_at=at)
    return from_cover_card(state, counterclockwise(start.seated))


def from_cover_card(state: ShoeState, seats: Sequence[Seat]) -> list[Seat]:
    """These seats in their order, but first the one on whose area the cover card appeared."""
    others = [seat for seat in seats if seat != state.cover_at]
    return [state.cover_at, *others] if state.cover_at in seats else others


def offer_cut(shoe: Shoe, seats: Sequence[Seat], *, offer: str, cut: str) -> Procedure[Who]:
    """The first of these seats that accepts cuts, else the dealer; ten cards or more from either end."""
    least = min(CUT_IN, shoe.left // 2)
    middle, most = shoe.left // 2, shoe.left - least
    by_seat = Option(CUT, least=least, most=most, unit=POSITION), Option(DECLINE)
    offers = [Election(seat, CUT, by_seat, offer, by_seat[1], courtesy=True) for seat in seats]
    by_dealer = Election(
        DEALER, CUT, by_seat[:1], cut, Option(CUT, least=middle, most=middle, unit=POSITION), courtesy=True
    )
    for election in (*offers, by_dealer):
        answer = yield election
        assert isinstance(answer, Answer)
        if answer.says == CUT:
            yield CutMade(answer.by, answer.amount, answer.automatic, cite=cut)
            return answer.by
    raise AssertionError("the dealer cuts")


def check_short(fault: Irregularity, left: int, most: int, cite: str) -> Iterator[Event]:
    """Refuse a report of too few cards where those in the shoe are as many as the round can still take.

    I-GEN-45: where a person deals, the shoe decides and not the count; that the two differ is recorded.
    """
    if left < most:
        return
    if fault.physical:
        yield Noted(f"the shoe is empty, although {left} cards are left in it by the count", cite="I-GEN-45")
        return
    raise Refused(
        Refusal.CANNOT_HAPPEN,
        f"The cards are not too few: the shoe holds {left}, and this round can take no more than {most}.",
        cite,
    )


def recut_order(cutters: Sequence[Seat], by: Who, fault: Irregularity, *, by_next: bool = False) -> Sequence[Seat]:
    """The seats offered a new cut: from the one who cut, or from the next entitled where floor or chapter say so."""
    if by not in cutters:
        return ()
    at = cutters.index(by)
    return cutters[at + 1 :] if by_next or fault.facts.get("next_player") else cutters[at:]


def ready(
    cards: Sequence[Card],
    state: ShoeState,
    law: ShoeLaw,
    start: RoundStart,
    *,
    cutters: Sequence[Seat] | None = None,
    continuous: bool = False,
    automated: bool = False,
    device: str = "shoe",
) -> Procedure["DealingShoe"]:
    """The shoe for this round: a new one at the opening and when the last one is spent. A new dealer burns a card.

    ``cutters`` are the seats that are offered the cut, in order: ``cut_order`` unless the chapter has its own.
    """
    first = cut_order(state, start) if cutters is None else cutters
    later = counterclockwise(start.seated) if cutters is None else cutters
    new = is_new(state, start)
    shoe = Shoe(
        cards,
        state.next_batch() if new and state.shuffled else state,
        device=device,
        continuous=continuous and not state.by_hand,
    )
    dealing = DealingShoe(cards, shoe, law, first, later, automated=automated, continuous=continuous)
    if new:
        yield from dealing.fill(dealing.idle if state.shuffled and gone(state, start) else law.shuffle)
    if start.new_dealer and law.burn and not law.burn_by_value:
        yield from dealing.burn()
    return dealing


class DealingShoe:
    """A shoe on the table for one round, with the chapter's law about it. ``shoe`` knows what remains.

    ``automated`` and ``continuous`` are what was filed; whether the device is in order, ``works`` says.
    ``later`` are the seats that are offered the cut when the floor orders a reshuffle. ``needs`` says how many cards the
    round may still take at most; it depends on nothing that somebody at the table may not see.
    """

    __slots__ = (
        "automated", "cards", "continuous", "cutters", "later", "law", "needs", "ordered", "playing", "shoe", "whose",
    )  # fmt: skip

    def __init__(
        self,
        cards: Sequence[Card],
        shoe: Shoe,
        law: ShoeLaw,
        cutters: Sequence[Seat],
        later: Sequence[Seat],
        *,
        automated: bool = False,
        continuous: bool = False,
    ) -> None:
        self.cards, self.shoe, self.law = cards, shoe, law
        self.cutters, self.later = cutters, later
        self.automated, self.continuous = automated, continuous
        self.playing = False  # whether betting is closed
        self.ordered = False  # whether the floor ordered a reshuffle for the end of this round
        self.needs: Callable[[], int] = lambda: 0
        self.whose: Callable[[Seat], str] = str  # the player at a seat

    @property
    def works(self) -> bool:
        """Whether a device shuffles."""
        return (self.automated or self.continuous) and not self.shoe.state.by_hand

    @property
    def idle(self) -> str:
        """The provision on shuffling the cards of an idle table."""
        if self.shoe.continuous:
            return self.law.shuffle
        return (self.law.idle_device if self.works else self.law.idle) or self.law.shuffle

    @property
    def spent(self) -> bool:
        """Whether the cover card is out, or the cards are to be reshuffled for another reason."""
        return self.shoe.cover_is_out

    def reshuffle_after(self) -> None:
        """The cards are to be reshuffled when this round is over."""
        self.change(spent=True)

    def after(self, *, idle: bool = False) -> ShoeState:
        """The shoe after the round; ``idle``: nobody played. The cards of a continuous shuffler stay in it."""
        return msgspec.structs.replace(self.shoe.after(), idle=idle and not self.shoe.continuous)

    def change(self, **changes: Any) -> None:
        self.shoe.state = msgspec.structs.replace(self.shoe.state, **changes)

    # --- a new shoe

    def fill(self, cite: str) -> Procedure[None]:
        """Shuffle, cut, cover card, burn. A continuous shuffler needs neither cut nor cover card."""
        yield from self.device_in_order()
        yield self.shoe.shuffle(cite)
        while not self.shoe.continuous:
            try:
                by = yield from self.offer_cut(self.cutters)
                yield from self.place_cover(by)
                break
            except Irregularity as fault:
                yield from self.jammed(fault)
        if self.law.burn:
            yield from self.burn_by_value() if self.law.burn_by_value else self.burn()

    def refill(self, cite: str = "") -> Procedure[None]:
        """A new shoe before the first card of the round, of the other batch where there are two."""
        state, device = self.shoe.after().next_batch(), self.shoe.device
        self.shoe = Shoe(self.cards, state, device=device, continuous=self.continuous and not state.by_hand)
        self.cutters = self.later
        yield from self.fill(cite or self.law.shuffle)

    def device_in_order(self) -> Procedure[None]:
        """Where nothing but a device may shuffle, one that is out of order is repaired or replaced first, whatever it takes."""
        if not self.law.device_required or not self.shoe.state.by_hand:
            return
        options, cite = (Option(REPAIRED), Option(REPLACED)), self.law.device_required
        yield from ask(Election(FLOOR, IN_ORDER, options, cite))  # no default: nobody shuffles before it is answered
        yield DeviceStatus(SHUFFLER, in_service=True, cite=cite)
        self.change(by_hand=False)

    def offer_cut(self, seats: Sequence[Seat]) -> Procedure[Who]:
        """The first of these seats that accepts cuts, else the dealer."""
        return (yield from offer_cut(self.shoe, seats, offer=self.law.offer, cut=self.law.cut))

    def place_cover(self, by: Who) -> Procedure[None]:
        """The dealer inserts the cover card, no deeper than the chapter allows; the floor may first order a new cut."""
        least, most, cite = self.law.cover_least(self.shoe.left), self.shoe.left - 1, self.law.cover
        deepest = Option(COVER, least=least, most=least, unit=POSITION)
        question = Election(
            DEALER, COVER_CARD, (Option(COVER, least=least, most=most, unit=POSITION),), cite, deepest, courtesy=True
        )
        answer = None
        while answer is None:
            try:
                answer = yield question
            except Irregularity as fault:
                if self.law.improper_cut is None or fault.kind != self.law.improper_cut.name:
                    raise
                yield irregularity_event(self.law.improper_cut, fault)
                by_next = "next_player" not in self.law.improper_cut.facts
                by = yield from self.offer_cut(recut_order(self.cutters, by, fault, by_next=by_next))
        assert isinstance(answer, Answer)
        self.change(cover=answer.amount)
        yield Marked("cover card", f"{answer.amount} from the bottom", cite=cite)

    def burn(self, count: int = 1, cite: str = "", *, shown: bool = False) -> Procedure[list[Card]]:
        """Cards to the discard rack, unseen unless ``shown``."""
        cards, cite = [], cite or self.law.burn
        for _ in range(count):
            card = yield from self.card(DEALER, cite)
            self.shoe.discards.append((DEALER, (card,)))
            yield Burned(card, cite=cite, seen_by=None if shown else ())
            cards.append(card)
        return cards

    def burn_by_value(self) -> Procedure[list[Card]]:
        """Show the first card, and burn as many more, unseen, as its face value."""
        first = yield from self.burn(shown=True)
        return [*first, *(yield from self.burn(FACE_VALUE[rank(first[0])]))]

    # --- a round

    def betting(self, menu: Menu, cite: str, reshuffle: Callable[[], Procedure[None]] | None = None) -> Procedure[None]:
        """The window; meanwhile the shuffler may jam or come back, or the floor order a reshuffle at once.

        ``reshuffle`` is how the chapter gets a new shoe; ``refill`` unless it has more to do.
        """
        law = self.law
        while True:
            try:
                yield from betting_window(menu, cite)
                self.playing = True
                return
            except Irregularity as fault:
                if self.may_order(fault):
                    yield irregularity_event(self.reshuffle_kind, fault)
                    yield from self.refill() if reshuffle is None else reshuffle()
                elif law.returned is not None and fault.kind == law.returned.name and self.shoe.state.by_hand:
                    yield irregularity_event(law.returned, fault)
                    yield DeviceStatus(SHUFFLER, in_service=True, cite=law.returned.cite)
                    self.change(by_hand=False, spent=self.spent or self.continuous)  # the cards go in after this round
                else:
                    yield from self.jammed(fault)

    @property
    def reshuffle_kind(self) -> IrregularityKind:
        assert self.law.reshuffle is not None
        return self.law.reshuffle

    def may_order(self, fault: Irregularity) -> bool:
        """Whether this is the floor's order to reshuffle, and there is a shoe to shuffle."""
        law = self.law
        return law.reshuffle is not None and fault.kind == law.reshuffle.name and not self.shoe.continuous

    def order(self, fault: Irregularity) -> Event:
        """The floor orders a reshuffle during a round: it takes place as soon as the round is over."""
        if self.ordered or not self.playing or not self.may_order(fault):
            raise fault
        self.ordered = True
        self.reshuffle_after()
        return irregularity_event(self.reshuffle_kind, fault)

    def ask(self, election: Election) -> Procedure[Answer]:
        """Ask; meanwhile the floor may order a reshuffle."""
        while True:
            try:
                return (yield from ask(election))
            except Irregularity as fault:
                yield self.order(fault)

    def jammed(self, fault: Irregularity) -> Procedure[None]:
        """The shuffler jammed: the cards in it are shuffled again, by hand where it is out of order from now on."""
        law, shoe = self.law, self.shoe
        if not self.works or law.jam is None or fault.kind != law.jam.name:
            raise fault
        yield irregularity_event(law.jam, fault)
        unfilled = not (shoe.drawn or shoe.state.missing)
        if fault.facts.get("unusable"):
            what = "covered the shuffler, or put a sign on it that it is out of order"
            yield from attest(DEALER, what, law.unusable, kind=COVERED, says="covered")
            yield DeviceStatus(SHUFFLER, in_service=False, cite=law.unusable)
            self.change(by_hand=True)
        if shoe.continuous and shoe.state.by_hand:
            yield from self.refill(law.jam.cite)
        elif shoe.continuous or unfilled:
            yield from self.device_in_order()
            yield shoe.shuffle(law.jam.cite)
        elif not shoe.state.by_hand:  # this shoe is out of the device already; the other batch is in it
            what = "had the cards in the shuffler shuffled again"
            yield from attest(DEALER, what, law.jam.cite, kind=RESHUFFLED, says="reshuffled")

    def card(self, to: Who, cite: str) -> Procedure[Card]:
        """The next card, for ``to``, and what may happen first: cover card, face-up card, surplus card, empty shoe."""
        shoe = self.shoe
        answer: Any
        while True:
            cover = shoe.state.cover
            if cover and shoe.left == cover and not shoe.state.spent:
                yield self.cover_out(to)
            if not shoe.left:
                if self.law.short is None:
                    raise Irregularity(SHORT)
                yield from self.shuffle_discards()
            try:
                answer = yield shoe.asks(cite)
                return shoe.take(answer.says)
            except Irregularity as fault:
                yield from self.remedy(fault, to)

    def one_each(
        self,
        seats: Sequence[Seat],
        cite: str,
        missed: IrregularityKind,
        give_back: Callable[[Seat, str], tuple[Event, ...]] | None,
        place: str = "",
        after: int = 0,
    ) -> Procedure[dict[Seat, Card]]:
        """One card face up to each seat in turn. A seat reported as not dealt before its turn gets its wagers back.

        ``give_back`` None: it has its card after the others instead.
        ``after`` is how many more cards the round may take at most when they all have one.
        """
        waiting, cards = list(seats), dict[Seat, Card]()
        self.needs = lambda: len(waiting) + after
        while waiting:
            seat = waiting[0]
            try:
                cards[seat] = yield from self.card(seat, cite)
            except Irregularity as fault:
                if fault.kind != missed.name or fault.seat not in waiting:
                    raise
                if give_back is None and fault.seat == waiting[-1]:  # who is the last to be dealt anyway
                    raise
                waiting.remove(fault.seat)
                yield irregularity_event(missed, fault)
                if give_back is None:
                    waiting.append(fault.seat)
                else:
                    yield give_back(fault.seat, missed.cite)
            else:
                yield Dealt(waiting.pop(0), cards[seat], place, cite=cite)
        return cards

    def remedy(self, fault: Irregularity, to: Who) -> Procedure[None]:
        """What the chapter orders when something is wrong with the card about to be drawn."""
        law, shoe = self.law, self.shoe
        if fault.kind == law.cover_out.name and shoe.state.cover and not shoe.state.spent:
            yield irregularity_event(law.cover_out, fault)
            yield self.cover_out(to)
        elif law.face_up is not None and fault.kind == law.face_up.name:
            yield irregularity_event(law.face_up, fault)
            yield from self.discard_next(to, law.face_up.cite)
        elif law.drawn_in_error is not None and fault.kind == law.drawn_in_error.name:
            yield irregularity_event(law.drawn_in_error, fault)
            if law.drawn_discarded:
                yield from self.burn(cite=law.drawn_discarded)
            elif law.exposed_discarded and fault.facts.get("exposed"):
                yield from self.discard_next(to, law.exposed_discarded)
        elif law.short is not None and fault.kind == law.short.name and self.playing and not shoe.continuous:
            yield from check_short(fault, shoe.left, self.needs(), law.short.cite)
            yield irregularity_event(law.short, fault)
            yield from self.shuffle_discards()
        else:
            yield self.order(fault)

    def discard_next(self, to: Who, cite: str) -> Procedure[None]:
        """Discard the next card face up."""
        card = yield from self.card(to, cite)
        yield self.shoe.discard(DEALER, (card,), cite, shown=True)

    def cover_out(self, to: Who) -> Event:
        """The cover card is put aside; the player on whose area it appeared is offered the next cut."""
        seat = to if isinstance(to, int) else 0
        player = self.whose(seat)
        self.change(spent=True, cover_at=seat, cover_player="" if player == str(seat) else player)
        return Marked("cover card", "aside", seat, cite=self.law.cover_out.cite)

    def shuffle_discards(self) -> Procedure[None]:
        """Too few cards: all that is not on the table is shuffled and cut, one is burned, and the round goes on."""
        assert self.law.short is not None
        self.shoe.gather()
        yield self.shoe.shuffle(self.law.short.cite)
        # the game has begun, and the cover card of this shoe came out before its last card
        yield from self.offer_cut(from_cover_card(self.shoe.state, self.later))
        yield from self.burn(cite=self.law.short.cite)

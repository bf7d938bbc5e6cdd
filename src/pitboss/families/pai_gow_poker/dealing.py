"""Dealing to every position: the start counted round the table, the cards clockwise, the stub, and what goes wrong.

Chapters 645a, 670a and 688a deal one deck with a joker to all betting positions and the dealer, wagered on or not. A
chapter states its provisions in one ``DealingLaw``. A ``Deal`` is one round of it:

    ready       shuffled, and offered for the cut
    betting     wagers until no more bets
    start       the place that gets the first card: dice, a random number, or a button
    deal        to every place, one card at a time or in stacks
    count_stub  the rest counted; places without a wager cleared
    void        the end of a round in which every wager is returned

Nobody sees a card before the chapter lets its players look. An irregularity that the chapters share is handled by the
deal; any other goes through to the chapter.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from enum import StrEnum
from typing import Any, Protocol

from pitboss.equipment.cards import DECK_WITH_JOKER, Card
from pitboss.equipment.dice import faces, throws
from pitboss.equipment.shoe import Dealing, ShoeState, Shuffling
from pitboss.events import Announced, Dealt, Event, IrregularityReported, Marked, Noted, RoundVoided, Shown
from pitboss.families.irregularities import irregularity_event
from pitboss.families.leaving import WhoLeaves
from pitboss.families.one_deck import SECOND_FACE_UP, Deck, Devices, confirm, stub_counted, wrong_stub
from pitboss.families.pai_gow import VOID_HAND, Place, exposed_question, looked_already, named, patiently, shakes
from pitboss.families.pai_gow_poker.law import DealingLaw, DeviceLaw
from pitboss.families.shoe_dealing import cut_order, offer_cut, recut_order
from pitboss.game import IrregularityKind, RoundStart
from pitboss.procedure import (
    DEALER,
    Election,
    Irregularity,
    Menu,
    Procedure,
    Refusal,
    Refused,
    ask,
    attest,
    draw,
)
from pitboss.seating import Seat, counterclockwise_from

DICE = 3
HIGH, LOW = "high", "low"  # the two areas of a place: five cards lie on the first, the others on the second
HIGH_CARDS = 5
SHAKES_SEEN, DICE_TOTALLED = "shakes seen", "dice"  # what the dealer is asked, by kind


class Selector(StrEnum):
    """What finds the starting position."""

    SHAKER = "shaker"
    RNG = "rng"
    BUTTON = "button"


class PaiGowDevices(Devices, Protocol):
    """The choices of a Rules Submission about table, deck and devices."""

    @property
    def seats(self) -> int: ...
    @property
    def start_selector(self) -> Selector: ...
    @property
    def player_who_leaves(self) -> WhoLeaves: ...


def check_button(rules: PaiGowDevices, cite: str, *, offered: bool = True) -> None:
    """A button marks the start only where a shuffling device and an automated shoe are used (I-645a-16).

    ``offered`` False: the chapter has no button.
    """
    if rules.start_selector is not Selector.BUTTON:
        return
    if not offered:
        raise Refused(
            Refusal.FORBIDDEN_CHOICE,
            "start_selector = 'button' is not allowed: this game starts by shaker or rng.",
            cite,
        )
    if rules.shuffler is Shuffling.MANUAL or rules.dealing is not Dealing.AUTOMATED_SHOE:
        raise Refused(
            Refusal.FORBIDDEN_CHOICE, "start_selector = 'button' needs a shuffling device and an automated shoe.", cite
        )


# --- round the table


def ring(seats: int) -> tuple[Place, ...]:
    """Every place counterclockwise, the dealer first."""
    return (DEALER, *range(seats, 0, -1))


def reached(places: Sequence[Place], first: Place, count: int) -> Place:
    """The place where a count ends that begins with ``first`` as number one and goes counterclockwise."""
    return places[(places.index(first) + count - 1) % len(places)]


def clockwise_from(places: Sequence[Place], start: Place) -> list[Place]:
    """All places in the order of dealing."""
    at = places.index(start)
    return [places[(at - n) % len(places)] for n in range(len(places))]


# --- one round


class PlayersDeck(Deck):
    """A deck that players are offered to cut when it was shuffled by hand."""

    __slots__ = ("cutters", "offer", "uncut")

    def __init__(
        self,
        state: ShoeState,
        law: DealingLaw,
        rules: Devices,
        cutters: Sequence[Seat],
        *,
        shoe_out: bool,
        rack: int,
        preshuffled: bool,
    ) -> None:
        super().__init__(DECK_WITH_JOKER, state, law.deck, rules, shoe_out=shoe_out, rack=rack, preshuffled=preshuffled)
        self.offer, self.cutters = law.offer, cutters
        self.uncut = False  # the cut is put off until it is known who banks

    @property
    def is_cut(self) -> bool:
        return super().is_cut and not self.uncut

    def cut(self) -> Procedure[None]:
        self.cut_by = yield from offer_cut(self.shoe, self.cutters, offer=self.offer, cut=self.law.cut)

    def recut(self, fault: Irregularity) -> Procedure[None]:
        """The player who cut, or the next one entitled, cuts again."""
        again = recut_order(self.cutters, self.cut_by, fault)
        self.cut_by = yield from offer_cut(self.shoe, again, offer=self.offer, cut=self.law.cut)


class Deal:
    """The cards of one round: where they go, how far the deal has come, and whose cards were exposed.

    ``seats`` are the positions in play; ``bank`` is the seat of a player's bank (0: none); ``idle``: the dealer's
    own cards take no part.
    """

    __slots__ = (
        "bank", "complete", "counted", "deck", "due", "exposed", "hands", "idle", "law", "places", "rules",
        "seats", "turned",
    )  # fmt: skip

    def __init__(self, law: DealingLaw, rules: PaiGowDevices, deck: PlayersDeck) -> None:
        self.law, self.rules, self.deck = law, rules, deck
        self.places = ring(rules.seats)
        self.seats: Collection[Seat] = ()
        self.bank: Seat = 0
        self.idle = False
        self.hands: dict[Place, list[Card]] = {place: [] for place in self.places}
        self.due: Place = ""  # who gets the card that is about to be dealt
        self.exposed: list[Seat] = []  # who has yet to decide whether to play on
        self.complete = False  # every place has its cards
        self.counted = False  # the stub was counted and is complete
        self.turned: set[Place] = set()  # places whose cards lie face up as the chapter has it

    @property
    def cites(self) -> DeviceLaw:
        return self.law.devices[self.deck.dealing]

    @property
    def begun(self) -> bool:
        return any(self.hands.values())

    @property
    def selector(self) -> Selector:
        """What finds the start: as filed, but a button only where both devices are in use."""
        filed, devices = (
            self.rules.start_selector,
            self.deck.dealing is Dealing.AUTOMATED_SHOE and not self.deck.by_hand,
        )
        return Selector.SHAKER if filed is Selector.BUTTON and not devices else filed

    # --- before the first card

    def betting(self, menu: Menu, cite: str) -> Procedure[None]:
        """Take wagers until no more bets; remedy what goes wrong with the deck meanwhile."""
        yield from self.deck.betting(menu, cite)
        yield Announced("no more bets", cite=self.cites.call)

    def start(self, button: Place = DEALER) -> Procedure[Place]:
        """The place that gets the first card, counted from the bank or else from the dealer."""
        law, selector = self.law, self.selector
        if selector is Selector.BUTTON:
            yield Marked("start", named(button), cite=law.button)
            return button
        count = yield from self._number() if selector is Selector.RNG else self._dice()
        place = reached(self.places, self.bank or DEALER, count)
        yield Marked("start", named(place), cite=law.number if selector is Selector.RNG else law.counted)
        return place

    def _number(self) -> Procedure[int]:
        numbers = {str(number): 1 for number in range(1, len(self.places) + 1)}  # I-645a-14
        cite = self.law.number
        number = yield from patiently(lambda: draw("number", numbers, cite, independent=True), self.deck.prepare_again)
        yield Shown("number", number, cite=cite)
        return int(number)

    def _dice(self) -> Procedure[int]:
        """Shaken, by the bank if there is one, until all three lie flat in the shaker."""
        law, throw = self.law, ""
        while True:
            if not throw:
                yield from patiently(self._shaken, self.deck.prepare_again)
            try:
                if not throw:
                    throw = yield from draw("dice", throws(DICE), law.shaken, independent=True)
                    yield Shown("dice", throw, cite=law.totalled)
                yield confirm(DICE_TOTALLED, "totalled", law.totalled)
            except Irregularity as fault:
                if (yield from self._shaken_again(fault)):
                    throw = ""
            else:
                total = sum(faces(throw))
                yield Announced(f"total {total}", cite=law.totalled)
                return total

    def _shaken(self) -> Procedure[None]:
        """By the dealer, or by the bank while the dealer sees to it."""
        yield from ask(shakes(self.bank or DEALER, self.law.shaken))
        if self.bank:
            what = "saw the bank shake the shaker three times or more"
            yield from attest(DEALER, what, self.law.shaken, kind=SHAKES_SEEN, seat=self.bank)

    def _shaken_again(self, fault: Irregularity) -> Procedure[bool]:
        """After no roll, or a lid lifted by the bank. Before the first card the deck, too, may be shuffled or cut again."""
        law = self.law
        if fault.kind == law.no_roll.name:
            cite = law.fell_out if fault.facts.get("fell_out") else law.no_roll.cite
            yield IrregularityReported(fault.kind, law.no_roll.remedy, cite=cite)
            yield Announced("no roll", cite=cite)
            return True
        if law.lid_lifted is not None and fault.kind == law.lid_lifted.name and self.bank:
            yield irregularity_event(law.lid_lifted, fault)
            return True
        yield from self.deck.prepare_again(fault)
        return False

    # --- the deal

    def deal(self, start: Place, *, face_up: Collection[Place] = ()) -> Procedure[None]:
        """Deal clockwise from the start to every place and the dealer, face down unless the place is in ``face_up``."""
        cite, many = self.cites.dealt, self.law.cards
        answer: Any
        for place in self.order(start):
            hand, self.due = self.hands[place], place
            try:
                answer = yield self.deck.shoe.asks(cite)
                card = self.deck.shoe.take(answer.says)
            except Irregularity as fault:
                card = yield from self._card_after(fault, cite)
            hand.append(card)
            where = HIGH if len(hand) <= HIGH_CARDS else LOW
            yield Dealt(place, card, where, cite=cite, seen_by=None if place in face_up else ())
        self.turned.update(face_up)
        assert all(len(hand) == many for hand in self.hands.values())
        self.complete = True

    def _card_after(self, fault: Irregularity, cite: str) -> Procedure[Card]:
        """The next card, once something went wrong with it: for the deck to remedy, or else for the deal."""
        try:
            return (yield from self.deck.card_after(fault, cite))
        except Irregularity as another:
            yield from self.noticed(another)
        return (yield from patiently(lambda: self.deck.card(cite), self.noticed))

    def order(self, start: Place) -> Iterable[Place]:
        """One card at a time from a manual shoe and from the hand; whole stacks from an automated shoe."""
        places, many = clockwise_from(self.places, start), self.law.cards
        if self.deck.dealing is Dealing.AUTOMATED_SHOE:
            return [place for place in places for _ in range(many)]
        return places * many

    def count_stub(self) -> Procedure[None]:
        """Count the rest face down (I-GEN-09, I-645a-14), then clear the places that take no part, unseen."""
        whole = len(DECK_WITH_JOKER)
        expected = whole - self.law.cards * len(self.places) - len(self.deck.faces)
        assert self.deck.shoe.left == expected
        found = yield from patiently(lambda: stub_counted(expected, whole, self.cites.stub), self.noticed)
        if found != expected:
            raise (yield from wrong_stub(self.law.stub_wrong, self.cites.miscount))
        self.counted = True
        for place in clockwise_from(self.places, DEALER):
            if place not in self.seats and (place != DEALER or self.idle):
                yield self.deck.shoe.discard(place, self.hands[place], self.cites.empty)

    def ask_exposed(self, seats: Collection[Seat]) -> Procedure[list[Seat]]:
        """Players of these seats who had a card exposed decide before they look; returns the seats that void the hand."""
        void = []
        for seat in sorted(self.exposed, reverse=True):
            if seat in seats:
                answer = yield from ask(self.exposed_question(seat))
                self.exposed.remove(seat)
                if answer.says == VOID_HAND:
                    void.append(seat)
        return void

    def exposed_question(self, seat: Seat) -> Election:
        return exposed_question(seat, "card", self.law.player_exposed.cite)

    # --- what goes wrong

    def noticed(self, fault: Irregularity) -> Procedure[None]:
        """A player's card exposed, or, before the first card, an irregularity of the deck; all others are raised again."""
        if self.may_be_exposed(fault):
            yield from self.exposes(fault)
        elif not self.begun:
            yield from self.deck.prepare_again(fault)
        else:
            raise fault

    def exposes(self, fault: Irregularity) -> Procedure[None]:
        """The player decides whether to play on, unless they looked at the other cards: then the hand is played."""
        kind, seat = self.law.player_exposed, fault.seat
        yield irregularity_event(kind, fault)
        if fault.facts.get("looked"):
            yield looked_already(seat, kind.cite)
        elif seat not in self.exposed:
            self.exposed.append(seat)

    def may_be_exposed(self, fault: Irregularity) -> bool:
        """A card lies at a place in play, or is being dealt to it; while stacks are dealt another rule applies."""
        seat = fault.seat
        in_play = fault.kind == self.law.player_exposed.name and seat in self.seats and seat != self.bank
        return in_play and self._lies_hidden(seat)

    def voids(self, fault: Irregularity) -> IrregularityKind | None:
        """The kind under which this fault ends the round now; None where it cannot happen at this moment."""
        law, dealing = self.law, self.deck.dealing
        stacks = dealing is not Dealing.MANUAL_SHOE
        possible = (
            (law.wrong_start, self.begun and self.selector is Selector.SHAKER),
            (
                law.dealer_exposed,
                self._lies_hidden(DEALER) and not (self.idle and self.counted),
            ),  # then they are cleared
            (law.bank_exposed, bool(self.bank) and self._lies_hidden(self.bank)),
            (law.while_dealing, stacks and bool(self.due) and not self.complete),  # from the very first card on
            (law.wrong_number, self.begun),
            (law.stub_wrong, self.complete and not self.counted),
            (law.shoe_jam, dealing is Dealing.AUTOMATED_SHOE and not self.complete),
        )
        if fault.kind == SECOND_FACE_UP:
            return law.deck.face_up
        return next((kind for kind, can_be in possible if can_be and kind and kind.name == fault.kind), None)

    def _lies_hidden(self, place: Place) -> bool:
        """Whether a card at this place, or being dealt to it, is hidden from everyone and not in a stack being dealt."""
        open_to_it = self.complete or self.deck.dealing is Dealing.MANUAL_SHOE
        return (bool(self.hands[place]) or place == self.due) and open_to_it and place not in self.turned

    def void(self, fault: Irregularity, give_back: Callable[[str], Iterable[Event]]) -> Procedure[None]:
        """Void every hand and return every wager (I-GEN-08); a fault that does not void the round is raised again."""
        kind = self.voids(fault)
        if kind is None:
            raise fault
        cite = self.cites.miscount if kind is self.law.stub_wrong else kind.cite
        if fault.kind != SECOND_FACE_UP:  # each card found face up was reported already
            yield IrregularityReported(kind.name, kind.remedy, fault.seat, cite=cite)
        yield RoundVoided(fault.kind.replace("_", " "), cite=cite)
        yield tuple(give_back(cite))
        if kind is self.law.stub_wrong and not fault.facts.get("misdealt"):
            yield from self.deck.replaced("the stub was counted wrong", cite)
            return
        if kind is self.law.shoe_jam and fault.facts.get("unusable"):
            yield from self.deck.shoe_unusable()
        yield Noted("cards to be reshuffled", cite=cite)


def cutters(state: ShoeState, start: RoundStart, bank: Seat = 0) -> list[Seat]:
    """The first player to arrive when the game begins; later counterclockwise from the dealer's right, or from the bank."""
    if not bank:
        return cut_order(state, start)
    return counterclockwise_from(bank, {bank, *start.seated})

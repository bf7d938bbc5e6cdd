"""One deck, shuffled again for every round, dealt from a shoe, from the hand or from an automated shoe.

A chapter states its provisions in one ``DeckLaw``. A ``Deck`` is that deck for one round: ``ready`` shuffles and cuts
it, ``betting`` takes wagers and remedies what goes wrong before the first card, ``card`` deals past a card that lies
face up. What goes wrong later is handled by the chapter.
"""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any, Protocol

import msgspec

from pitboss.equipment.cards import Card
from pitboss.equipment.shoe import Dealing, Shoe, ShoeState, Shuffling, cut
from pitboss.events import DeviceStatus, Event, Replaced
from pitboss.families.irregularities import by_floor, irregularity_event, undisturbed
from pitboss.families.shoe_law import SHUFFLER, shuffler_returned
from pitboss.game import FLOOR_ONLY, IrregularityKind
from pitboss.procedure import (
    DEALER,
    FLOOR,
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
    count,
)

CUT_IN = 10  # cards from the top, at least
SECOND_FACE_UP = "second_card_face_up"  # raised by ``card``; nobody reports it
AUTOMATED_SHOE = "automated_shoe"  # its name in ``DeviceStatus`` events
MISDEALT, NOT_MISDEALT = "misdealt", "not_misdealt"
# What the dealer and the floor are asked, by kind.
STUB, RACK, OUT_OF_ORDER = "stub", "rack", "out of order"
OTHER_DECK, CARDS_INSPECTED, INSPECTION_VERIFIED = "other deck", "cards inspected", "inspection verified"


class DeckLaw(msgspec.Struct, frozen=True):
    """What a chapter says about its deck and devices: provisions, and the irregularities of both."""

    shuffle: str
    cut: str  # the dealer's, of what was shuffled by hand
    two_decks: str  # that alternate, and of which one at a time lies in the discard rack
    inspected: str  # by the dealer and verified by the floorperson, whenever cards come to the table
    face_up: IrregularityKind
    drawn_in_error: IrregularityKind
    jam: IrregularityKind
    reshuffle: IrregularityKind
    recut: IrregularityKind
    unusable: str  # the provision that has a broken device covered or signed
    miscount: IrregularityKind | None = None  # where a shuffler counts

    @property
    def kinds(self) -> tuple[IrregularityKind, ...]:
        found = (
            self.face_up, self.drawn_in_error, self.jam, self.miscount, self.reshuffle, self.recut,
            self.shuffler_back, self.shoe_back,
        )  # fmt: skip
        return tuple(kind for kind in found if kind is not None)

    @property
    def shuffler_back(self) -> IrregularityKind:
        return shuffler_returned(self.unusable)

    @property
    def shoe_back(self) -> IrregularityKind:
        return automated_shoe_returned(self.unusable)


# The irregularities of a deck, each under the provision of the chapter that orders its remedy.


def card_face_up(cite: str, name: str = "card_face_up_in_shoe") -> IrregularityKind:
    remedy = "Put it in the discard rack and deal on; a second one voids the round."
    return IrregularityKind(name, "Card found face up", cite, remedy)


def card_drawn_in_error(cite: str) -> IrregularityKind:
    return IrregularityKind("card_drawn_in_error", "Card drawn in error, unexposed", cite, "Use it as the next card.")


def shuffler_jam(cite: str) -> IrregularityKind:
    remedy = "Reshuffle; a shuffler that cannot be used is covered or signed first."
    return IrregularityKind("shuffler_jam", "Shuffler jammed", cite, remedy, facts=("unusable",))


def shuffler_count_wrong(cite: str) -> IrregularityKind:
    remedy = "The deck leaves the table; another is shuffled."
    return IrregularityKind("shuffler_count_wrong", "Shuffler counted a wrong number of cards", cite, remedy)


def reshuffle_ordered(cite: str) -> IrregularityKind:
    remedy = "Shuffle again before any card is dealt."
    return by_floor(IrregularityKind("reshuffle_ordered", "Floorperson orders a shuffle", cite, remedy), cite)


def recut_ordered(cite: str) -> IrregularityKind:
    remedy = "The dealer cuts again before any card is dealt."
    return by_floor(IrregularityKind("recut_ordered", "Floorperson orders a new cut", cite, remedy), cite)


def automated_shoe_returned(cite: str) -> IrregularityKind:
    remedy = "Take off the cover or sign; cards are dealt from it again."
    return IrregularityKind(
        "automated_shoe_returned", "Automated shoe repaired or replaced", cite, remedy, by=FLOOR_ONLY
    )


@lru_cache(maxsize=256)
def confirm(kind: str, says: str, cite: str) -> Election:
    """The dealer confirms and goes on; until then an irregularity may be reported."""
    return Election(DEALER, kind, (Option(says),), cite, Option(says), courtesy=True)


# --- what is filed about the devices


class Devices(Protocol):
    """The choices of a Rules Submission about deck and devices."""

    @property
    def dealing(self) -> Dealing: ...
    @property
    def shuffler(self) -> Shuffling: ...
    @property
    def shuffler_counts(self) -> bool: ...
    @property
    def two_decks(self) -> bool: ...
    @property
    def preshuffled_decks(self) -> bool: ...


def check_devices(rules: Devices, *, two_decks: str, by_hand: str, counts: str) -> None:
    """Two decks, dealing from the hand and a counting shuffler need a shuffling device."""
    needs = {
        "two_decks": (rules.two_decks, two_decks),
        "dealing = 'hand'": (rules.dealing is Dealing.HAND, by_hand),
        "shuffler_counts": (rules.shuffler_counts, counts),
    }
    for choice, (made, cite) in needs.items():
        if made and rules.shuffler is Shuffling.MANUAL:
            raise Refused(Refusal.FORBIDDEN_CHOICE, f"{choice} needs an automated shuffler.", cite)


def counted(rules: Devices) -> bool:
    """Whether a device counts the deck, so that the stub need not be counted."""
    return rules.shuffler_counts or rules.shuffler is Shuffling.CONTINUOUS


# --- counting the stub


def stub_counted(expected: int, most: int, cite: str) -> Procedure[int]:
    """The dealer counts what is left of the deck, face down."""
    return (
        yield from count(
            DEALER, "counted the stub face down", cite, kind=STUB, expected=expected, most=most, says="stub_counted"
        )
    )


def wrong_stub(kind: IrregularityKind, cite: str) -> Procedure[Irregularity]:
    """After a wrong count the dealer determines whether the cards were misdealt; the same as if it had been reported."""
    options = Option(NOT_MISDEALT), Option(MISDEALT)
    answer = yield from ask(Election(DEALER, MISDEALT, options, cite, options[0], courtesy=True, waits=True))
    return Irregularity(kind.name, misdealt=answer.says == MISDEALT)


# --- the deck of a round


class RackedShoe(Shoe):
    """A shoe whose cards go to the discard rack; ``rack`` is the number of the deck whose cards lie there, 0: none do."""

    __slots__ = ("rack",)

    rack: int

    @property
    def number(self) -> int:
        """Of the deck in play."""
        return self.state.batch + 1

    def discard(self, of: Who, cards: Sequence[Card], cite: str, *, shown: bool = False, hand: int = 0) -> Event:
        assert self.rack in (0, self.number), "the rack holds the cards of one deck at a time"
        self.rack = self.number
        return super().discard(of, cards, cite, shown=shown, hand=hand)


class Deck:
    """A deck for one round. ``shoe`` knows what remains; ``faces`` are the cards that were found face up.

    A device that is out of order stays so from round to round, until the floor reports that it is back. Without its
    shuffler the deck is shuffled by hand, and dealt from a manual shoe rather than from the hand; without its automated
    shoe (``shoe_out``) it is dealt from a manual one.
    """

    __slots__ = (
        "by_hand", "counted", "cut_by", "cut_too", "faces", "law", "preshuffled", "removed", "rules", "shoe", "shoe_out",
    )  # fmt: skip

    def __init__(
        self,
        cards: Collection[Card],
        state: ShoeState,
        law: DeckLaw,
        rules: Devices,
        *,
        shoe_out: bool,
        rack: int,
        cut_too: bool = False,
        preshuffled: bool = False,
    ) -> None:
        self.shoe = RackedShoe(cards, state, device="deck")
        self.shoe.rack = rack
        self.law, self.rules, self.cut_too = law, rules, cut_too  # cut although it was not shuffled by hand
        self.shoe_out, self.preshuffled = shoe_out, preshuffled  # it came shuffled, and is not cut for that
        self.by_hand = True  # until a device has shuffled it
        self.counted = False  # the stub was counted and is complete
        self.removed = False  # the next round has another deck
        self.faces: list[Card] = []
        self.cut_by: Who = ""  # nobody yet

    @property
    def is_cut(self) -> bool:
        return self.cut_too or (self.by_hand and not self.preshuffled)

    @property
    def dealing(self) -> Dealing:
        """How this deck is dealt: as filed, unless a device needed for it is out of order."""
        filed = self.rules.dealing
        if filed is Dealing.HAND and self.by_hand:  # only what a device shuffled is dealt from the hand
            return Dealing.MANUAL_SHOE
        return Dealing.MANUAL_SHOE if filed is Dealing.AUTOMATED_SHOE and self.shoe_out else filed

    @property
    def device_counts(self) -> bool:
        return not self.by_hand and counted(self.rules)

    def after(self) -> ShoeState:
        """The deck of the next round: the other of two, where there are two and a device shuffles one meanwhile."""
        return self.shoe.state.next_batch()

    def _shuffler(self, *, out: bool) -> None:
        self.shoe.state = msgspec.structs.replace(self.shoe.state, by_hand=out)

    def ready(self) -> Procedure[None]:
        """Shuffled, and cut by the dealer where no device shuffled it."""
        yield from self._empty_rack()
        self.cut_by, self.removed = "", False
        self.by_hand = self.shoe.state.by_hand or self.rules.shuffler is Shuffling.MANUAL
        self.shoe.continuous = not self.by_hand and self.rules.shuffler is Shuffling.CONTINUOUS
        yield self.shoe.shuffle(self.law.shuffle)
        if self.is_cut:
            yield from self.cut()
        self.preshuffled = False  # from now on it is shuffled at the table

    def _empty_rack(self) -> Procedure[None]:
        """The cards of the last round leave the rack; those of the other deck go into the shuffler."""
        lying, self.shoe.rack = self.shoe.rack, 0
        if lying not in (0, self.shoe.number):
            what = f"put deck {lying} from the discard rack into the shuffler"
            yield from attest(DEALER, what, f"{self.law.two_decks}(4)", kind=RACK)

    def cut(self) -> Procedure[None]:
        self.cut_by = DEALER
        yield from cut(DEALER, self.law.cut, least=CUT_IN, most=self.shoe.left - 1)

    def recut(self, fault: Irregularity) -> Procedure[None]:
        """The floor orders a new cut."""
        yield from self.cut()

    def betting(self, menu: Menu, cite: str) -> Procedure[None]:
        """Take wagers until no more bets; remedy what goes wrong with the deck meanwhile."""
        while True:
            try:
                return (yield from betting_window(menu, cite))
            except Irregularity as fault:
                yield from self.while_betting(fault)

    def while_betting(self, fault: Irregularity) -> Procedure[None]:
        """A device comes back into service; or something goes wrong with the deck, and is remedied."""
        law = self.law
        if fault.kind == law.shuffler_back.name and self.shoe.state.by_hand:
            yield irregularity_event(law.shuffler_back, fault)
            yield DeviceStatus(SHUFFLER, True, cite=law.unusable)
            self._shuffler(out=False)
        elif fault.kind == law.shoe_back.name and self.shoe_out:
            yield irregularity_event(law.shoe_back, fault)
            yield DeviceStatus(AUTOMATED_SHOE, True, cite=law.unusable)
            self.shoe_out = False
        else:
            yield from self.prepare_again(fault)

    def prepare_again(self, fault: Irregularity) -> Procedure[None]:
        """Shuffle or cut again; with another deck where this one is not complete."""
        law, device = self.law, not self.by_hand
        can_be = (
            (law.reshuffle, True),
            (law.recut, bool(self.cut_by)),
            (law.miscount, self.device_counts),
            (law.jam, device),
        )
        kind = next((kind for kind, possible in can_be if possible and kind and kind.name == fault.kind), None)
        if kind is None:
            raise fault
        yield irregularity_event(kind, fault)
        if kind is law.recut:
            yield from self.recut(fault)
            return
        if kind is law.miscount:
            yield from self.replaced("the shuffler counted a wrong number of cards", kind.cite, inspected=True)
            yield from self._inspected()
        if fault.facts.get("unusable"):
            self._shuffler(out=True)
            yield from self._out_of_order(SHUFFLER, "shuffler")
        self.cut_too = False
        yield from self.ready()

    def card(self, cite: str) -> Procedure[Card]:
        """The next card. A card face up goes to the rack, a second one voids the round; one drawn in error is the next.

        Until the first card is out the deck may still be shuffled or cut again.
        """
        answer: Any
        try:
            answer = yield self.shoe.asks(cite)
        except Irregularity as fault:
            return (yield from self.card_after(fault, cite))
        return self.shoe.take(answer.says)

    def card_after(self, fault: Irregularity, cite: str) -> Procedure[Card]:
        """The card that was asked for (``shoe.asks``) when something went wrong with it."""
        answer: Any
        while True:
            if fault.kind == self.law.drawn_in_error.name:
                yield irregularity_event(self.law.drawn_in_error, fault)
            elif fault.kind == self.law.face_up.name:
                yield irregularity_event(self.law.face_up, fault)
                yield from self._face_up()
            elif self.shoe.drawn:
                raise fault
            else:
                yield from undisturbed(self.prepare_again, fault)
            try:
                answer = yield self.shoe.asks(cite)
                return self.shoe.take(answer.says)
            except Irregularity as another:
                fault = another

    def _face_up(self) -> Procedure[None]:
        cite = self.law.face_up.cite
        self.faces.append((yield from self.shoe.card(cite)))
        yield self.shoe.discard(DEALER, self.faces[-1:], cite, shown=True)
        if len(self.faces) > 1:
            raise Irregularity(SECOND_FACE_UP)

    def shoe_unusable(self) -> Procedure[None]:
        """The automated shoe is out of order from now on."""
        self.shoe_out = True
        yield from self._out_of_order(AUTOMATED_SHOE, "automated shoe")

    def _out_of_order(self, device: str, called: str) -> Procedure[None]:
        """Covered or signed before the cards are shuffled or dealt in another way."""
        cite = self.law.unusable
        yield from attest(DEALER, f"covered the {called} or put an out of order sign on it", cite, kind=OUT_OF_ORDER)
        yield DeviceStatus(device, False, cite=cite)

    def replaced(self, why: str, cite: str, *, inspected: bool = False) -> Procedure[None]:
        """The whole deck leaves the table."""
        self.shoe.rack, self.removed = 0, True
        yield from attest(FLOOR, "took the deck from the table and brought another", cite, kind=OTHER_DECK)
        yield Replaced("cards", why, inspected, cite=cite)

    def _inspected(self) -> Procedure[None]:
        """A deck that comes to the table while a round is open, unless decks come inspected beforehand."""
        if not self.rules.preshuffled_decks:
            cite = self.law.inspected
            yield from attest(DEALER, "inspected the cards of the other deck", cite, kind=CARDS_INSPECTED)
            yield from attest(FLOOR, "verified the inspection of the cards", cite, kind=INSPECTION_VERIFIED)

    def stub(
        self, uncounted: int, cite: str, *, every: int, wrong: IrregularityKind, miscounted: str
    ) -> Procedure[int]:
        """Count the stub in at least one of ``every`` rounds unless a device counts; returns the rounds since the count.

        A count that differs is the irregularity ``wrong``, under the provision ``miscounted``; once it was right, it is.
        """
        if self.device_counts:
            return 0
        if uncounted + 1 < every:
            return uncounted + 1
        expected = self.shoe.left
        if (yield from stub_counted(expected, expected + len(self.shoe.drawn), cite)) != expected:
            raise (yield from wrong_stub(wrong, miscounted))
        self.counted = True
        return 0

"""Dealing from a shoe: shuffle, cut, cover card, burn, and what goes wrong with a shoe.

A chapter says what is its own in one ``ShoeLaw``; ``ready`` gives it a shoe at the start of a round (a new one
when the last is spent), ``betting`` its window, ``next_card`` each card. A cut, a cover card's place and the
like are courtesies: their defaults stand unless someone takes them up. The cover card comes out by itself when
the cards above it are gone, or when it is reported; what follows from it is the shoe's ``spent``.
"""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from pitboss.equipment.cards import Card, rank
from pitboss.equipment.shoe import Shoe, ShoeState, cut
from pitboss.events import Burned, CutMade, Event, IrregularityReported, Marked, Noted
from pitboss.game import IrregularityKind, Start
from pitboss.procedure import (
    DEALER,
    Answer,
    Election,
    Irregularity,
    Menu,
    Option,
    Procedure,
    Who,
    betting_window,
)
from pitboss.seating import Seat, counterclockwise

CUT, DECLINE, COVER = "cut", "decline_cut", "cover_card"
CUT_IN = 10  # cards from either end of the stack
FACE_VALUE = {"A": 1, **{str(n): n for n in range(2, 10)}, "T": 10, "J": 10, "Q": 10, "K": 10}


def a_quarter(count: int) -> int:
    """The least that lies beneath a cover card at least a quarter of the way in from the bottom."""
    return -(-count // 4)


class ShoeLaw(msgspec.Struct, frozen=True):
    """What a chapter says about its shoe: provisions, numbers, and those irregularities that are the shoe's.

    An irregularity left None is not the shoe's here: it goes through to the chapter.
    """

    shuffle: str
    offer: str  # the provision that offers the cut
    cut: str
    cover: str
    burn: str
    cover_out: IrregularityKind
    face_up: IrregularityKind | None = None
    unexposed: IrregularityKind | None = None
    short: IrregularityKind | None = None
    jam: IrregularityKind | None = None
    unusable: str = ""  # the provision that has a broken device covered or signed
    improper_cut: IrregularityKind | None = None
    reshuffle: IrregularityKind | None = None  # the floor has the cards reshuffled after this round
    cover_least: Callable[[int], int] = a_quarter  # cards in the stack → the fewest beneath the cover card
    burn_by_value: bool = False


def told(kind: IrregularityKind, fault: Irregularity) -> Event:
    """The report of an irregularity with what the chapter orders."""
    return IrregularityReported(kind.name, kind.remedy, fault.seat, cite=kind.cite)


def _is(fault: Irregularity, kind: IrregularityKind | None) -> bool:
    return kind is not None and fault.kind == kind.name


# --- a new shoe ----------------------------------------------------------------------------------------------


def ready(
    cards: Iterable[Card],
    state: ShoeState,
    law: ShoeLaw,
    start: Start,
    *,
    cutters: Sequence[Seat] | None = None,
    continuous: bool = False,
    automated: bool = False,
) -> Procedure[Shoe]:
    """The shoe for this round: a new one at the opening and when the last is spent. A new dealer burns a card.

    ``cutters`` are the seats the cut is offered to, in order; ``cut_order`` unless the chapter has its own.
    """
    fresh = state.spent or not state.shuffled
    seats = cut_order(state, start) if cutters is None else cutters
    if state.spent:
        state = state.next_batch()
    shoe = Shoe(cards, state, continuous=continuous)
    if fresh:
        yield from new_shoe(shoe, law, seats, automated=automated)
    if start.new_dealer:
        yield from burn(shoe, law)
    return shoe


def cut_order(state: ShoeState, start: Start) -> list[Seat]:
    """The first to arrive; later the one on whose area the cover card appeared, then from the dealer's right."""
    if not state.shuffled:
        return list(start.seated[:1])
    others = [seat for seat in counterclockwise(start.seated) if seat != state.cover_at]
    return [state.cover_at, *others] if state.cover_at in start.seated else others


def new_shoe(shoe: Shoe, law: ShoeLaw, seats: Sequence[Seat], *, automated: bool = False) -> Procedure[None]:
    """Shuffle, cut, cover card, burn. A device that reshuffles by itself is neither cut nor covered."""
    yield shoe.shuffle(law.shuffle)
    if not shoe.continuous:
        while True:
            try:
                by = yield from offer_cut(seats, shoe, law)
                yield from place_cover(by, seats, shoe, law)
                break
            except Irregularity as fault:
                if not automated:
                    raise
                yield from jammed(fault, shoe, law)
    yield from (burn_by_value if law.burn_by_value else burn)(shoe, law)


def offer_cut(seats: Sequence[Seat], shoe: Shoe, law: ShoeLaw) -> Procedure[Who]:
    """The cut goes to the first seat that takes it, else to the dealer; ten cards or more from either end."""
    least, most = CUT_IN, shoe.left - CUT_IN
    options = (Option(CUT, least=least, most=most), Option(DECLINE))
    for seat in seats:
        answer = yield Election(seat, "cut", options, law.offer, options[1], courtesy=True)
        assert isinstance(answer, Answer)
        if answer.says == CUT:
            yield CutMade(seat, answer.amount, cite=law.cut)
            return seat
    yield from cut(DEALER, law.cut, least=least, most=most)
    return DEALER


def place_cover(by: Who, seats: Sequence[Seat], shoe: Shoe, law: ShoeLaw) -> Procedure[None]:
    """The dealer puts in the cover card, no deeper than the chapter allows; the floor may first have it recut."""
    least, most = law.cover_least(shoe.left), shoe.left - 1
    question = Election(
        DEALER, "cover card", (Option(COVER, least=least, most=most),), law.cover, Option(COVER, least=least, most=least), courtesy=True
    )  # fmt: skip
    answer = None
    while answer is None:
        try:
            answer = yield question
        except Irregularity as fault:
            if law.improper_cut is None or fault.kind != law.improper_cut.name:
                raise
            yield told(law.improper_cut, fault)
            by = yield from offer_cut(_recut_by(by, seats, fault), shoe, law)
    assert isinstance(answer, Answer)
    shoe.state = msgspec.structs.replace(shoe.state, cover=answer.amount)
    yield Marked("cover card", f"{answer.amount} from the bottom", cite=law.cover)


def _recut_by(by: Who, seats: Sequence[Seat], fault: Irregularity) -> Sequence[Seat]:
    """He who cut, or, where the floor says so, the next one entitled."""
    if not isinstance(by, int):
        return ()
    at = seats.index(by)
    return seats[at + 1 :] if fault.facts.get("next_player") else seats[at:]


def burn(shoe: Shoe, law: ShoeLaw, *, count: int = 1, cite: str = "", shown: bool = False) -> Procedure[list[Card]]:
    """Cards to the discard rack, unseen unless the chapter has them shown."""
    cards = []
    for _ in range(count):
        card = yield from next_card(shoe, DEALER, cite or law.burn, law)
        shoe.discards.append((DEALER, (card,)))
        yield Burned(card, cite=cite or law.burn, seen_by=None if shown else ())
        cards.append(card)
    return cards


def burn_by_value(shoe: Shoe, law: ShoeLaw) -> Procedure[None]:
    """The first card is shown, and as many more as its face value go unseen after it."""
    first = yield from burn(shoe, law, shown=True)
    yield from burn(shoe, law, count=FACE_VALUE[rank(first[0])])


# --- a round -------------------------------------------------------------------------------------------------


def betting(menu: Menu, shoe: Shoe, law: ShoeLaw, cite: str, *, automated: bool = False) -> Procedure[None]:
    """The window; meanwhile the shuffler may jam, or the floor order a reshuffle after this round."""
    while True:
        try:
            return (yield from betting_window(menu, cite))
        except Irregularity as fault:
            if _is(fault, law.reshuffle) and not shoe.continuous:
                assert law.reshuffle is not None
                yield told(law.reshuffle, fault)
                shoe.state = msgspec.structs.replace(shoe.state, spent=True)
            elif automated or shoe.continuous:
                yield from jammed(fault, shoe, law)
            else:
                raise


def jammed(fault: Irregularity, shoe: Shoe, law: ShoeLaw) -> Procedure[None]:
    """The device jammed: the cards in it are shuffled again; one that cannot be used is covered or signed."""
    if law.jam is None or fault.kind != law.jam.name:
        raise fault
    yield told(law.jam, fault)
    if fault.facts.get("unusable"):
        yield Noted("shuffler covered or signed out of order", cite=law.unusable)
    yield shoe.shuffle(law.jam.cite) if not shoe.drawn else Noted("cards in the shuffler reshuffled", cite=law.jam.cite)


def next_card(shoe: Shoe, to: Who, cite: str, law: ShoeLaw) -> Procedure[Card]:
    """The next card, for ``to``, with what may befall it: cover card, face-up card, surplus card, empty shoe."""
    while True:
        if shoe.left == shoe.state.cover and not shoe.state.spent:
            yield cover_out(shoe, to, law)
        if not shoe.left and law.short is not None:
            yield from shuffle_discards(shoe, law)
        try:
            return (yield from shoe.card(cite))
        except Irregularity as fault:
            yield from remedy(fault, shoe, to, law)


def remedy(fault: Irregularity, shoe: Shoe, to: Who, law: ShoeLaw) -> Procedure[None]:
    """What a chapter orders when something is the matter with the card about to be drawn."""
    if fault.kind == law.cover_out.name and shoe.state.cover and not shoe.state.spent:
        yield told(law.cover_out, fault)
        yield cover_out(shoe, to, law)
    elif law.face_up is not None and fault.kind == law.face_up.name:
        yield told(law.face_up, fault)
        card = yield from next_card(shoe, to, law.face_up.cite, law)
        yield shoe.discard(DEALER, (card,), law.face_up.cite, shown=True)
    elif law.unexposed is not None and fault.kind == law.unexposed.name:
        yield told(law.unexposed, fault)
    elif law.short is not None and fault.kind == law.short.name and not shoe.continuous:
        yield told(law.short, fault)
        yield from shuffle_discards(shoe, law)
    else:
        raise fault


def cover_out(shoe: Shoe, to: Who, law: ShoeLaw) -> Event:
    """The cover card is put aside; on whose area it appeared decides who is offered the next cut."""
    seat = to if isinstance(to, int) else 0
    shoe.state = msgspec.structs.replace(shoe.state, spent=True, cover_at=seat)
    return Marked("cover card", "aside", seat, cite=law.cover_out.cite)


def shuffle_discards(shoe: Shoe, law: ShoeLaw) -> Procedure[None]:
    """Too few cards: all that is not on the table is shuffled and cut, one is burned, and the round goes on."""
    assert law.short is not None
    shoe.gather()
    yield shoe.shuffle(law.short.cite)
    yield from offer_cut((), shoe, law)
    yield from burn(shoe, law, cite=law.short.cite)

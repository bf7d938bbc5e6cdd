"""§§ 676a.5, 676a.8–676a.11, 676a.13: one round, from the shuffle to the discard rack, and what may go wrong."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from pitboss.chapters.ch676a_go_fore_it.rules import (
    BACK_9,
    FRONT_9,
    GOPHER,
    GOPHER_LINES,
    HAND,
    KINDS,
    SKINS,
    Rules,
    aces,
    back_nine_pays,
    front_nine_pays,
    gopher_pays,
    points,
    score,
    skins_pays,
)
from pitboss.equipment.cards import DECK, Card
from pitboss.equipment.shoe import Dealing, ShoeState
from pitboss.events import (
    Announced,
    Dealt,
    Noted,
    Revealed,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    Settlement,
)
from pitboss.families.irregularities import irregularity_event
from pitboss.families.leaving import WhoLeaves, as_filed
from pitboss.families.one_deck import (
    SECOND_FACE_UP,
    Deck,
    DeckLaw,
    card_drawn_in_error,
    card_face_up,
    confirm,
    recut_ordered,
    reshuffle_ordered,
    shuffler_count_wrong,
    shuffler_jam,
)
from pitboss.families.one_deck_table import DEALER_ONLY, deck_questions
from pitboss.families.settling import decided, given_back
from pitboss.game import FLOOR_ONLY, IrregularityKind, RoundStart, StaffQuestion
from pitboss.procedure import DEALER, Election, GivenUp, Irregularity, Option, Procedure, ask, costing
from pitboss.seating import Seat, clockwise, counterclockwise
from pitboss.wagers import Book, Wager, collected, further, returned


class Table(msgspec.Struct, frozen=True):
    """The state between rounds."""

    deck: ShoeState = ShoeState()
    uncounted: int = 0  # rounds since the stub was counted
    shoe_out: bool = False  # the automated shoe is out of order
    rack: int = 0  # which deck's cards lie in the discard rack; 0: none


def open_table(rules: Rules) -> Table:
    return Table(ShoeState(batches=2 if rules.two_decks else 1))


Up = dict[tuple[Seat, str], Wager]  # the wagers still to be decided


# § 676a.5.  Shuffle and cut of the cards: a fresh shuffle for every round; only the dealer cuts, and only what was
# shuffled by hand (I-GEN-22).

LAW = DeckLaw(
    shuffle="676a.5(a)",
    cut="676a.5(d)",
    two_decks="676a.3(b)",
    inspected="676a.4(a)",
    face_up=card_face_up("676a.13(a)", "card_found_face_up"),
    drawn_in_error=card_drawn_in_error("676a.13(b)"),
    jam=shuffler_jam("676a.13(e)"),
    miscount=shuffler_count_wrong("676a.5(b)"),
    reshuffle=reshuffle_ordered("676a.5(a)"),
    recut=recut_ordered("676a.5(e)"),
    unusable="676a.13(g)",
)


# §§ 676a.8–676a.10.  Dealing from a manual shoe, from the hand, from an automated shoe.

CALL = {Dealing.MANUAL_SHOE: "676a.8(b)", Dealing.HAND: "676a.9(b)", Dealing.AUTOMATED_SHOE: "676a.10(a)(2)"}
DEALT = {Dealing.MANUAL_SHOE: "676a.8(b)", Dealing.HAND: "676a.9(b)", Dealing.AUTOMATED_SHOE: "676a.10(b)"}
COUNTED = {Dealing.MANUAL_SHOE: "676a.8(e)", Dealing.HAND: "676a.9(e)", Dealing.AUTOMATED_SHOE: "676a.10(e)"}
MISCOUNTED = {Dealing.MANUAL_SHOE: "676a.8(f)", Dealing.HAND: "676a.9(f)", Dealing.AUTOMATED_SHOE: "676a.10(f)"}
STUB_COUNT_EVERY = 5  # 676a.8(d), .9(d), .10(d)
FRONT, HOLE = "front", "hole"

Hands = dict[Seat | str, list[Card]]


def places(dealing: Dealing) -> tuple[str, ...]:
    """676a.8(b), .9(b): the third and fourth card are the hole cards; 676a.10(b): the top two of the stack (I-676a-04)."""
    return (HOLE, HOLE, FRONT, FRONT) if dealing is Dealing.AUTOMATED_SHOE else (FRONT, FRONT, HOLE, HOLE)


@lru_cache(maxsize=256)
def order(holders: tuple[Seat | str, ...], dealing: Dealing) -> tuple[tuple[Seat | str, str], ...]:
    """Who gets each card, and where it lies; the dealer's cards have no places."""
    where = places(dealing)
    if dealing is Dealing.AUTOMATED_SHOE:
        numbered = [(holder, n) for holder in holders for n in range(HAND)]
    else:
        numbered = [(holder, n) for n in range(HAND) for holder in holders]
    return tuple((holder, where[n] if holder != DEALER else "") for holder, n in numbered)


def deal(hands: Hands, deck: Deck) -> Procedure[None]:
    """Four cards to each player with a Front 9 Wager and to the dealer, from the dealer's left."""
    cite = DEALT[deck.dealing]
    answer: Any
    for holder, place in order(tuple(hands), deck.dealing):
        try:
            answer = yield deck.shoe.asks(cite)
            card = deck.shoe.take(answer.says)
        except Irregularity as fault:
            card = yield from next_card(fault, deck, cite)
        hands[holder].append(card)
        # 676a.1:Hole cards: nobody sees a hole card, or a card of the dealer, until the dealer shows the hand
        yield Dealt(holder, card, place, cite=cite, seen_by=(holder,) if place == FRONT else ())


def next_card(fault: Irregularity, deck: Deck, cite: str) -> Procedure[Card]:
    """The card about to be dealt, once something went wrong with it. I-676a-05: an exposed front card does not stop the deal; its
    player may look at it anyway."""
    card = deck.card_after(fault, cite)
    while True:
        try:
            return (yield from card)
        except Irregularity as another:
            if another.kind != FRONT_EXPOSED.name:
                raise
            yield irregularity_event(FRONT_EXPOSED, another)
            card = deck.card(cite)


# § 676a.11.  Procedures for completion of each round of play.

FOLD = "fold"
HAND_READ = "hand"  # what the dealer is asked, by kind


def play(state: Table, rules: Rules, start: RoundStart) -> Procedure[Table]:
    """One round: shuffle, wagers, deal, back 9 or fold, the dealer's hand, settlement from the dealer's right."""
    yield RoundOpened(start.number, cite="676a.5(a)")
    rack = 0 if start.reopened else state.rack  # 676a.5(f): the cards of an idle table lie spread
    preshuffled = rules.preshuffled_decks and not state.deck.shuffled  # used for the first time, and not cut (I-GEN-22)
    deck = Deck(DECK, state.deck, LAW, rules, shoe_out=state.shoe_out, rack=rack, preshuffled=preshuffled)
    yield from deck.ready()
    book = Book(rules.spots, rules.posted, KINDS, rounding=rules.payout_rounding, players=start.names)
    yield from deck.betting(book, "676a.7(c)")
    yield Announced("no more bets", cite=CALL[deck.dealing])
    up = {(wager.seat, wager.kind): wager for wager in book.wagers()}
    uncounted = state.uncounted
    if up:
        uncounted = yield from hands_and_settlement(up, deck, rules, state.uncounted)
    yield RoundClosed(start.number, cite="676a.11(e)")
    used = rules.preshuffled_decks and not deck.removed  # from now on the deck is shuffled at the table
    return Table(msgspec.structs.replace(deck.after(), shuffled=used), uncounted, deck.shoe_out, deck.shoe.rack)


def hands_and_settlement(up: Up, deck: Deck, rules: Rules, uncounted: int) -> Procedure[int]:
    """(a)–(e), from the first card to the last settlement, or to the void that ends the round.

    Returns the rounds since the stub was counted.
    """
    since = uncounted + 1
    can_void: tuple[str, ...] = WHILE_DEALING
    hands: Hands = {**{seat: [] for seat in seats_with(FRONT_9, up)}, DEALER: []}
    try:
        yield from deal(hands, deck)
        can_void = BEFORE_DECISIONS
        since = yield from count_stub(uncounted, deck)
        yield from back_nine(up, rules)
        can_void = AT_SETTLEMENT
        yield from settlement(hands, up, deck, rules)
    except Irregularity as fault:
        miscounted = fault.kind == STUB_WRONG.name
        if (
            fault.kind not in can_void
            or not has_cards_for(fault.kind, hands, deck.dealing)
            or (miscounted and deck.counted)
        ):
            raise
        yield from void(fault, up, deck)
        return 0 if miscounted else since
    return since


def count_stub(uncounted: int, deck: Deck) -> Procedure[int]:
    """676a.8(d)–(f), .9(d)–(f), .10(d)–(f), I-676a-07: in every fifth round at least, unless a device counts."""
    cite, miscounted = COUNTED[deck.dealing], MISCOUNTED[deck.dealing]
    return (yield from deck.stub(uncounted, cite, every=STUB_COUNT_EVERY, wrong=STUB_WRONG, miscounted=miscounted))


def seats_with(kind: str, up: Up) -> list[Seat]:
    return clockwise(seat for seat, name in up if name == kind)


def back_nine(up: Up, rules: Rules) -> Procedure[None]:
    """(b) From the dealer's left, each player makes a Back 9 Wager equal to the Front 9 or folds."""
    for seat in seats_with(FRONT_9, up):
        answer = None
        while answer is None and (seat, FRONT_9) in up:
            stake = up[seat, FRONT_9].amount
            options = (costing(BACK_9, stake), Option(FOLD, gives_up=GivenUp(stake)))
            try:
                answer = yield from ask(Election(seat, "back 9", options, "676a.11(b)", options[1]))
            except Irregularity as fault:
                yield from while_deciding(fault, up, rules)
        if answer is not None and answer.says == BACK_9:
            front = up[seat, FRONT_9]
            up[seat, BACK_9], event = further(front, BACK_9, front.amount, cite="676a.7(d)(2)")
            yield event


def while_deciding(fault: Irregularity, up: Up, rules: Rules) -> Procedure[None]:
    """I-676a-05: an exposed front card changes nothing. 676a.7(b), I-GEN-12: a player who left may lose all wagers."""
    if fault.kind == FRONT_EXPOSED.name:
        yield irregularity_event(FRONT_EXPOSED, fault)
    elif fault.kind == PLAYER_LEFT.name and (fault.seat, FRONT_9) in up:
        yield from abandoned(fault, up, rules)
    else:
        raise fault


def abandoned(fault: Irregularity, up: Up, rules: Rules) -> Procedure[None]:
    """676a.7(b), I-GEN-12: a floorperson may treat the wagers of a player who left as lost, or return them."""
    kind = as_filed(PLAYER_LEFT, rules)
    yield irregularity_event(kind, fault)
    if rules.player_who_leaves is WhoLeaves.RETURNED:
        yield given_back(fault.seat, up, cite=kind.cite, outcome="void")
    for name in KINDS:
        if wager := up.pop((fault.seat, name), None):
            yield collected(wager, cite=kind.cite, outcome="abandoned")


def settlement(hands: Hands, up: Up, deck: Deck, rules: Rules) -> Procedure[None]:
    """(c)–(e) What folding forfeits, the dealer's hand, then each player in turn from the dealer's right."""
    seats = seats_with(FRONT_9, up)
    for seat in seats:  # (c) forfeited Front 9 Wagers, all before the dealer's hand
        if (seat, BACK_9) not in up:
            yield collected(up.pop((seat, FRONT_9)), cite="676a.11(c)", outcome=FOLD)
            if not live(seat, up):
                yield deck.shoe.discard(seat, hands[seat], "676a.11(c)(1)")
    dealer = points(hands[DEALER])
    yield Revealed(DEALER, tuple(hands[DEALER]), str(dealer), cite="676a.11(d)")
    for seat in counterclockwise(seats):
        if live(seat, up):
            yield Revealed(seat, tuple(hands[seat]), str(points(hands[seat])), cite="676a.11(d)(1)")
            # now a hand, or the dealer's, may be found to have too many or too few cards
            yield confirm(HAND_READ, "hand_read", "676a.11(d)(1)")
            yield tuple(settle(seat, hands[seat], dealer, up, rules))
            yield deck.shoe.discard(seat, hands[seat], "676a.11(e)", shown=True)
    yield deck.shoe.discard(DEALER, hands[DEALER], "676a.11(e)", shown=True)


def live(seat: Seat, up: Up) -> bool:
    """(c)(2), (d)(1), I-676a-01: whether a hand is still to be settled; Skins and Gopher stay up after a fold."""
    return any((seat, kind) in up for kind in (BACK_9, SKINS, GOPHER))


def settle(seat: Seat, hand: Sequence[Card], dealer: int, up: Up, rules: Rules) -> Iterator[Settlement]:
    """(d)(2)–(5) One player: Front 9 and Back 9, then Skins, then Gopher."""
    total = points(hand)
    if (seat, BACK_9) in up:
        front, back, outcome = front_nine_pays(total), back_nine_pays(total), f"{score(total)}, {total}"
        for kind, odds, pays in ((FRONT_9, front, "676a.12(a)"), (BACK_9, back, "676a.12(b)")):
            yield decided(up.pop((seat, kind)), odds, rules, pays=pays, loses="676a.11(d)(3)(ii)", outcome=outcome)
    if skins := up.pop((seat, SKINS), None):
        odds, outcome = skins_pays(total, dealer), f"{total} against {dealer}"
        yield decided(skins, odds, rules, pays="676a.12(c)", loses="676a.11(d)(4)(i)", outcome=outcome)
    if gopher := up.pop((seat, GOPHER), None):
        odds, outcome = gopher_pays(hand, rules.gopher), GOPHER_LINES[aces(hand)]
        yield decided(gopher, odds, rules, pays="676a.12(d)", loses="676a.11(d)(5)(i)", outcome=outcome)


# § 676a.13.  Irregularities.

VOID = "All hands void, all wagers returned, reshuffle."
WRONG_NUMBER = IrregularityKind(
    "incorrect_number_of_cards", "Someone has the wrong number of cards", "676a.13(c)", VOID
)
DEALER_EXPOSED = IrregularityKind(
    "dealer_card_exposed", "Dealer's card exposed before all have decided", "676a.13(d)", VOID
)
HOLE_EXPOSED = IrregularityKind(
    "hole_card_exposed", "Player's hole card exposed before all have decided", "676a.13(d)", VOID
)
FRONT_EXPOSED = IrregularityKind(
    "front_card_exposed", "Player's front card exposed", "I-676a-05", "Play goes on: its player may look at it anyway."
)
STUB_WRONG = IrregularityKind(
    "stub_count_incorrect", "Stub count wrong", "676a.8(f)",
    "All hands void, all wagers returned; the deck leaves the table unless the cards were merely misdealt.",
    facts=("misdealt",),
)  # fmt: skip
SHOE_JAM = IrregularityKind(
    "automated_shoe_jam", "Automated shoe jammed", "676a.13(f)",
    "The round is void, all wagers returned, the cards reshuffled with those already dealt.", facts=("unusable",),
)  # fmt: skip
PLAYER_LEFT = IrregularityKind(
    "player_left", "Player left the table during the round", "676a.7(b)",
    "The player's wagers may be treated as abandoned and lost; without this report the hand is played as a fold.",
    needs_seat=True, by=FLOOR_ONLY, by_cite="I-GEN-12",
)  # fmt: skip
IRREGULARITIES = (
    *LAW.kinds, WRONG_NUMBER, DEALER_EXPOSED, HOLE_EXPOSED, FRONT_EXPOSED, STUB_WRONG, SHOE_JAM, PLAYER_LEFT,
)  # fmt: skip
STAFF_QUESTIONS = (
    *deck_questions(LAW, stub="676a.8(d)", miscounted="676a.8(f)"),
    StaffQuestion(HAND_READ, DEALER_ONLY, "676a.11(d)(1)"),
)
VOIDS = {kind.name: kind for kind in (WRONG_NUMBER, DEALER_EXPOSED, HOLE_EXPOSED, STUB_WRONG, SHOE_JAM)}

# What voids every hand: while cards are dealt, until all have decided, and when hands are turned up.
WHILE_DEALING = (WRONG_NUMBER.name, DEALER_EXPOSED.name, HOLE_EXPOSED.name, SHOE_JAM.name, SECOND_FACE_UP)
BEFORE_DECISIONS = (WRONG_NUMBER.name, DEALER_EXPOSED.name, HOLE_EXPOSED.name, STUB_WRONG.name)
AT_SETTLEMENT = (WRONG_NUMBER.name,)


def has_cards_for(kind: str, hands: Hands, dealing: Dealing) -> bool:
    """Whether a card that this is about was dealt, or is being dealt."""
    dealt = sum(map(len, hands.values()))
    out = order(tuple(hands), dealing)[: dealt + 1]
    possible = {
        WRONG_NUMBER.name: dealt > 0,
        DEALER_EXPOSED.name: any(holder == DEALER for holder, _ in out),
        HOLE_EXPOSED.name: any(place == HOLE for _, place in out),
    }
    return possible.get(kind, True)


def void(fault: Irregularity, up: Up, deck: Deck) -> Procedure[None]:
    """676a.8(f), 676a.13(a), (c), (d), (f): every hand is void and every wager goes back, side wagers too (I-GEN-08)."""
    if fault.kind == SHOE_JAM.name and deck.dealing is not Dealing.AUTOMATED_SHOE:
        raise fault
    kind = VOIDS.get(fault.kind, LAW.face_up)  # each card found face up was reported already
    if kind is not LAW.face_up:
        yield irregularity_event(kind, fault)
    cite = MISCOUNTED[deck.dealing] if kind is STUB_WRONG else kind.cite
    yield RoundVoided(fault.kind.replace("_", " "), cite=cite)
    for seat in counterclockwise({seat for seat, _ in up}):
        for name in KINDS:
            if (seat, name) in up:
                yield returned(up[seat, name], cite=cite, outcome="void")
    if kind is STUB_WRONG and not fault.facts.get("misdealt"):
        yield from deck.replaced("the stub was counted wrong", cite)
        return
    if kind is SHOE_JAM and fault.facts.get("unusable"):
        yield from deck.shoe_unusable()
    yield Noted("cards to be reshuffled", cite=cite)

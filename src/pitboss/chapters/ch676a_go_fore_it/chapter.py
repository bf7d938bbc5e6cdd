"""Chapter 676a. Go Fore It: four cards each, two of them hidden, one decision, low totals win."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from typing import Annotated

import msgspec

from pitboss.equipment.cards import DECK, Card, rank
from pitboss.equipment.shoe import Dealing, ShoeState, Shuffling
from pitboss.events import (
    Announced,
    Dealt,
    Event,
    IrregularityReported,
    Noted,
    Revealed,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    Settlement,
    Wagered,
)
from pitboss.families.one_deck import (
    SECOND_FACE_UP,
    Deck,
    DeckLaw,
    card_change,
    card_drawn_in_error,
    card_face_up,
    check_devices,
    confirm,
    recut_ordered,
    reshuffle_ordered,
    shuffler_count_wrong,
    shuffler_jam,
)
from pitboss.families.settling import decided
from pitboss.game import Duty, IrregularityKind, RoundStart
from pitboss.money import Odds
from pitboss.procedure import DEALER, Election, Irregularity, Option, Procedure, ask, costing
from pitboss.seating import Seat, clockwise, counterclockwise
from pitboss.submission import Filed, RulesSubmission
from pitboss.wagers import Book, Paytable, Posted, Spots, Terms, Wager, WagerKind, collected, returned

# § 676a.1.  Definitions.

ALBATROSS, EAGLE, BIRDIE, PAR = "albatross", "eagle", "birdie", "par"
HIGHEST = {
    ALBATROSS: 8,
    EAGLE: 13,
    BIRDIE: 18,
    PAR: 24,
}  # 676a.1, best first; each begins where the one before ends
HAND = 4  # 676a.1:Hand
OVER_PAR = "over par"


def score(total: int) -> str:
    """676a.1, I-676a-02: what a total is called; above 24 it is over par."""
    return next((name for name, most in HIGHEST.items() if total <= most), OVER_PAR)


# § 676a.3.  Cards; number of decks.


class GopherPaytable(StrEnum):
    A = "A"
    B = "B"


class Rules(RulesSubmission, frozen=True, kw_only=True):
    """What a certificate holder files for Go Fore It."""

    gopher_paytable: Annotated[GopherPaytable, Filed("676a.12(d)", "The paytable of the Gopher Wager.")] = (
        GopherPaytable.A
    )
    dealing: Annotated[Dealing, Filed("676a.8(a)", "How the cards are dealt.")] = Dealing.MANUAL_SHOE
    shuffler: Annotated[
        Shuffling,
        Filed("676a.5(a)", "Shuffled by hand, by a device, or by a device that reshuffles and counts."),
    ] = Shuffling.AUTOMATED
    shuffler_counts: Annotated[bool, Filed("676a.5(b)", "Whether the shuffler counts 52 cards after each shuffle.")] = (
        False
    )
    preshuffled_decks: Annotated[
        bool, Filed("676a.4(e)", "Whether decks come to the table inspected and shuffled beforehand.")
    ] = False
    two_decks: Annotated[
        bool, Filed("676a.3(b)", "Whether two decks alternate, one in the shuffler while one is in play.")
    ] = False

    @classmethod
    def wager_names(cls) -> tuple[str, ...]:
        return tuple(KINDS)

    def check(self) -> None:
        check_devices(self, two_decks="676a.3(b)", by_hand="676a.9(a)(1)", counts="676a.5(b)")

    @property
    def gopher(self) -> Paytable:
        return GOPHER[self.gopher_paytable]

    @cached_property
    def spots(self) -> Spots:
        return {(kind.name, ""): self._terms(kind) for kind in WAGERS if kind.tendered}

    def _terms(self, kind: WagerKind) -> Terms:
        odds = {
            "front_9": (FRONT_9, *(o for _, o in BACK_9.lines)),
            "skins": (SKINS,),
            "gopher": tuple(o for _, o in self.gopher.lines),
        }
        return Terms(
            kind,
            "",
            self.least(kind.name),
            self.most(kind.name),
            self.unit or 1,
            "I-623a-36",
            odds[kind.name],
        )


STUB_COUNT_EVERY = 5  # 676a.8(d), .9(d), .10(d)


class Table(msgspec.Struct, frozen=True):
    """Between rounds: which deck is next, how many rounds since the stub was counted, an automated shoe out of order."""

    deck: ShoeState = ShoeState()
    uncounted: int = 0
    shoe_out: bool = False


def open_table(rules: Rules) -> Table:
    return Table(ShoeState(batches=2 if rules.two_decks else 1))


def duties(rules: Rules) -> tuple[Duty, ...]:
    """676a.3(c)."""
    return card_change(rules, by_hand="676a.3(c)(1)", from_shoe="676a.3(c)(2)")


# § 676a.5.  Shuffle and cut of the cards: a fresh shuffle for every round; only the dealer cuts, and only what was
# shuffled by hand (I-GEN-22).

LAW = DeckLaw(
    shuffle="676a.5(a)",
    cut="676a.5(d)",
    face_up=card_face_up("676a.13(a)", "card_found_face_up"),
    drawn_in_error=card_drawn_in_error("676a.13(b)"),
    jam=shuffler_jam("676a.13(e)"),
    miscount=shuffler_count_wrong("676a.5(b)"),
    reshuffle=reshuffle_ordered("676a.5(a)"),
    recut=recut_ordered("676a.5(e)"),
    unusable="676a.13(g)",
)


# § 676a.6.  Rankings.

POINTS: Mapping[str, int] = {"A": 1, **{str(n): n for n in range(2, 10)}, "T": 10, "J": 10, "Q": 10, "K": 10}


def points(cards: Sequence[Card]) -> int:
    return sum(POINTS[rank(card)] for card in cards)


# § 676a.7.  Wagers.

WAGERS = (
    WagerKind("front_9", "Front 9 Wager", "676a.7(d)(1)", "four cards of par or less; needed to play", pays="676a.12(a)"),
    WagerKind(
        "back_9", "Back 9 Wager", "676a.7(d)(2)", "equal to the Front 9, to stay in after two cards", tendered=False, pays="676a.12(b)"
    ),
    WagerKind(
        "skins", "Skins Wager", "676a.7(d)(3)", "a lower total than the dealer's; a tie loses", needs="front_9",
        needs_cite="676a.7(d)(1)", pays="676a.12(c)", group="side",
    ),
    WagerKind(
        "gopher", "Gopher Wager", "676a.7(d)(4)", "an ace or more among the four cards", needs="front_9",
        needs_cite="676a.7(d)(1)", pays="676a.12(d)", group="side",
    ),
)  # fmt: skip
KINDS = {kind.name: kind for kind in WAGERS}

POSTED = Posted(
    seats=6,  # 676a.2(a)
    limits="676a.7(a)",
    chips="676a.7(a)",
    closed="676a.7(c)",
    seated="676a.7(b)",
    boxes=1,
    boxes_cite="676a.7(e)",
)


# §§ 676a.8–676a.10.  Dealing from a manual shoe, from the hand, from an automated shoe.

CALL = {Dealing.MANUAL_SHOE: "676a.8(b)", Dealing.HAND: "676a.9(b)", Dealing.AUTOMATED_SHOE: "676a.10(a)(2)"}
SECTION = {Dealing.MANUAL_SHOE: "676a.8", Dealing.HAND: "676a.9", Dealing.AUTOMATED_SHOE: "676a.10"}
FRONT, HOLE = "front", "hole"
Hands = dict[Seat | str, list[Card]]
Wagers = dict[tuple[Seat, str], Wager]  # still up


def places(dealing: Dealing) -> tuple[str, ...]:
    """676a.8(b), .9(b): the third and fourth card are the hole cards; 676a.10(b): the top two of the stack (I-676a-04)."""
    return (HOLE, HOLE, FRONT, FRONT) if dealing is Dealing.AUTOMATED_SHOE else (FRONT, FRONT, HOLE, HOLE)


def deal(seats: Sequence[Seat], deck: Deck) -> Procedure[Hands]:
    """Four cards to each player with a Front 9 Wager and to the dealer, from the dealer's left."""
    where, cite = places(deck.dealing), f"{SECTION[deck.dealing]}(b)"
    holders: list[Seat | str] = [*clockwise(seats), DEALER]
    hands: Hands = {holder: [] for holder in holders}
    if deck.dealing is Dealing.AUTOMATED_SHOE:
        order = [(holder, n) for holder in holders for n in range(HAND)]
    else:
        order = [(holder, n) for n in range(HAND) for holder in holders]
    for holder, n in order:
        card = yield from next_card(deck, cite)
        hands[holder].append(card)
        place = where[n] if holder != DEALER else ""
        # 676a.1:Hole cards: nobody sees a hole card, nor the dealer's, until the dealer shows his hand
        yield Dealt(holder, card, place, cite=cite, seen_by=(holder,) if place == FRONT else ())
    return hands


def next_card(deck: Deck, cite: str) -> Procedure[Card]:
    """I-676a-05: an exposed front card stops nothing, its owner may look at it anyway."""
    while True:
        try:
            return (yield from deck.card(cite))
        except Irregularity as fault:
            if fault.kind != "front_card_exposed":
                raise
            yield reported(fault)


# § 676a.11.  Procedures for completion of each round of play.

BACK_9_WORD, FOLD = "back_9", "fold"


def play(state: Table, rules: Rules, start: RoundStart) -> Procedure[Table]:
    """One round: shuffle, wagers, deal, back 9 or fold, the dealer's hand, settlement from the dealer's right."""
    yield RoundOpened(start.number, cite="676a.5(a)")
    deck = Deck(DECK, state.deck, LAW, rules, shoe_out=state.shoe_out)
    yield from deck.ready()
    book = Book(rules.spots, POSTED, KINDS, breakage=rules.breakage)
    yield from deck.betting(book, "676a.7(c)")
    yield Announced("no more bets", cite=CALL[deck.dealing])
    wagers = {(w.seat, w.kind): w for w in book.wagers()}
    uncounted = state.uncounted
    if wagers:
        uncounted = yield from hands_and_settlement(wagers, deck, rules, state.uncounted)
    yield RoundClosed(start.number, cite="676a.11(e)")
    return Table(deck.after(), uncounted, deck.shoe_out)


def hands_and_settlement(wagers: Wagers, deck: Deck, rules: Rules, uncounted: int) -> Procedure[int]:
    """(a)–(e), from the first card to the last settlement, or to the void that ends the round."""
    since = uncounted + 1  # rounds without a count
    can_void: tuple[str, ...] = WHILE_DEALT
    try:
        hands = yield from deal([seat for seat, kind in wagers if kind == "front_9"], deck)
        can_void = BEFORE_DECISIONS
        since = yield from deck.stub(uncounted, f"{SECTION[deck.dealing]}(e)", every=STUB_COUNT_EVERY)
        yield from back_nine(wagers)
        can_void = WHEN_SHOWN
        yield from settlement(hands, wagers, deck, rules)
    except Irregularity as fault:
        counted_wrong = fault.kind == STUB_WRONG
        if fault.kind not in can_void or (counted_wrong and deck.counted):
            raise
        yield from void(fault, wagers, deck)
        return 0 if counted_wrong else since
    return since


def settlement(hands: Hands, wagers: Wagers, deck: Deck, rules: Rules) -> Procedure[None]:
    """(c)–(e) What folding forfeits, the dealer's hand, then each player in turn from the dealer's right."""
    seats = [seat for seat, kind in wagers if kind == "front_9"]
    for seat in clockwise(seats):  # (c) forfeited Front 9 Wagers, all before the dealer's hand
        if (seat, BACK_9_WORD) not in wagers:
            yield collected(wagers.pop((seat, "front_9")), cite="676a.11(c)", outcome=FOLD)
            if not live(seat, wagers):
                yield deck.shoe.discard(seat, hands[seat], "676a.11(c)(1)")
    dealer = points(hands[DEALER])
    yield Revealed(DEALER, tuple(hands[DEALER]), str(dealer), cite="676a.11(d)")
    for seat in counterclockwise(seats):
        if live(seat, wagers):
            yield Revealed(seat, tuple(hands[seat]), str(points(hands[seat])), cite="676a.11(d)(1)")
            # its cards, or the dealer's, may be seen to be too many or too few
            yield confirm("hand", "hand_read", "676a.11(d)(1)")
            yield tuple(settle(seat, hands[seat], dealer, wagers, rules))
            yield deck.shoe.discard(seat, hands[seat], "676a.11(e)", shown=True)
    yield deck.shoe.discard(DEALER, hands[DEALER], "676a.11(e)", shown=True)


def back_nine(wagers: Wagers) -> Procedure[None]:
    """(b) From the dealer's left, each player makes a Back 9 Wager equal to the Front 9 or folds."""
    for seat in clockwise([seat for seat, kind in wagers if kind == "front_9"]):
        answer = None
        while answer is None and (seat, "front_9") in wagers:
            options = (costing(BACK_9_WORD, wagers[seat, "front_9"].amount), Option(FOLD))
            try:
                answer = yield from ask(Election(seat, "back 9", options, "676a.11(b)", options[1]))
            except Irregularity as fault:
                if fault.kind == "front_card_exposed":  # I-676a-05: its owner may look at it anyway
                    yield reported(fault)
                elif fault.kind == "player_left" and (fault.seat, "front_9") in wagers:
                    yield from abandoned(fault, wagers)
                else:
                    raise
        if answer is not None and answer.says == BACK_9_WORD:
            stake = wagers[seat, "front_9"].amount
            wagers[seat, BACK_9_WORD] = Wager(seat, BACK_9_WORD, "", stake)
            yield Wagered(seat, BACK_9_WORD, "", stake, cite="676a.7(d)(2)")


def abandoned(fault: Irregularity, wagers: Wagers) -> Procedure[None]:
    """676a.7(b), I-GEN-12: the wagers of one who left may be treated as lost, when a floorperson says so."""
    yield reported(fault)
    for kind in KINDS:
        wager = wagers.pop((fault.seat, kind), None)
        if wager is not None:
            yield collected(wager, cite="676a.7(b)", outcome="abandoned")


def live(seat: Seat, wagers: Wagers) -> bool:
    """(c)(2), (d)(1), I-676a-01: whether a hand is still to be settled; Skins and Gopher outlive a fold."""
    return any((seat, kind) in wagers for kind in (BACK_9_WORD, "skins", "gopher"))


def settle(seat: Seat, hand: Sequence[Card], dealer: int, wagers: Wagers, rules: Rules) -> list[Settlement]:
    """(d)(2)–(5) One player: Front 9 and Back 9, then Skins, then Gopher."""
    total = points(hand)
    found: list[Settlement] = []

    def decide(kind: str, odds: Odds | None, pays: str, loses: str, outcome: str) -> None:
        if wager := wagers.pop((seat, kind), None):
            found.append(decided(wager, odds, rules, pays=pays, loses=loses, outcome=outcome))

    if (seat, BACK_9_WORD) in wagers:
        decide("front_9", front_nine_pays(total), "676a.12(a)", "676a.11(d)(3)(ii)", f"{score(total)}, {total}")
        decide(BACK_9_WORD, back_nine_pays(total), "676a.12(b)", "676a.11(d)(3)(ii)", f"{score(total)}, {total}")
    decide("skins", skins_pays(total, dealer), "676a.12(c)", "676a.11(d)(4)(i)", f"{total} against {dealer}")
    decide("gopher", gopher_pays(hand, rules.gopher), "676a.12(d)", "676a.11(d)(5)(i)", GOPHER_LINES[aces(hand)])
    return found


def aces(hand: Sequence[Card]) -> int:
    return sum(rank(card) == "A" for card in hand)


# § 676a.12.  Payout odds.

FRONT_9 = Odds.parse("1 to 1")  # (a)
BACK_9 = Paytable.of("676a.12(b)", albatross="25 to 1", eagle="5 to 1", birdie="2 to 1", par="1 to 1")
SKINS = Odds.parse("1 to 1")  # (c)
GOPHER_LINES = ("no ace", "one ace", "two aces", "three aces", "four aces")
GOPHER: Mapping[str, Paytable] = {
    name: Paytable(
        "676a.12(d)",
        name,
        tuple((GOPHER_LINES[aces], Odds.parse(odds)) for aces, odds in zip((4, 3, 2, 1), column, strict=True)),
    )
    for name, column in {
        "A": ("1000 to 1", "50 to 1", "5 to 1", "2 to 1"),
        "B": ("1000 to 1", "50 to 1", "6 to 1", "2 to 1"),
    }.items()
}  # (d)


def front_nine_pays(total: int) -> Odds | None:
    """676a.11(d)(3): par or less wins."""
    return FRONT_9 if score(total) != OVER_PAR else None


def back_nine_pays(total: int) -> Odds | None:
    """676a.12(b): by the name of the total."""
    return BACK_9.get(score(total))


def skins_pays(total: int, dealer: int) -> Odds | None:
    """676a.11(d)(4), I-676a-03: strictly below the dealer's total wins."""
    return SKINS if total < dealer else None


def gopher_pays(hand: Sequence[Card], table: Paytable) -> Odds | None:
    """676a.11(d)(5): by the number of aces."""
    return table.get(GOPHER_LINES[aces(hand)])


# § 676a.13.  Irregularities.

IRREGULARITIES = (
    *LAW.kinds,
    IrregularityKind("incorrect_number_of_cards", "Someone has the wrong number of cards", "676a.13(c)", "All hands void, all wagers returned, reshuffle."),
    IrregularityKind("dealer_card_exposed", "Dealer's card exposed before all have decided", "676a.13(d)", "All hands void, all wagers returned, reshuffle."),
    IrregularityKind("hole_card_exposed", "Player's hole card exposed before all have decided", "676a.13(d)", "All hands void, all wagers returned, reshuffle."),
    IrregularityKind("front_card_exposed", "Player's front card exposed", "I-676a-05", "Play goes on: he may look at it anyway."),
    IrregularityKind(
        "stub_count_incorrect", "Stub count wrong", "676a.8(f)",
        "All hands void, all wagers returned; the deck leaves the table unless the cards were merely misdealt.", facts=("misdealt",),
    ),
    IrregularityKind(
        "automated_shoe_jam", "Automated shoe jammed", "676a.13(f)",
        "The round is void, all wagers returned, the cards reshuffled with those already dealt.", facts=("unusable",),
    ),
    IrregularityKind(
        "player_left", "Player left the table during the round", "676a.7(b)",
        "His wagers may be treated as abandoned and lost; without this report his hand is played as a fold.", needs_seat=True,
    ),
)  # fmt: skip
REMEDIES = {kind.name: kind for kind in IRREGULARITIES}
WRONG_NUMBER, STUB_WRONG, SHOE_JAM = "incorrect_number_of_cards", "stub_count_incorrect", "automated_shoe_jam"
# What voids every hand: while cards are dealt, until all have decided, and when hands are turned up.
WHILE_DEALT = (WRONG_NUMBER, "dealer_card_exposed", "hole_card_exposed", SHOE_JAM, SECOND_FACE_UP)
BEFORE_DECISIONS = (WRONG_NUMBER, "dealer_card_exposed", "hole_card_exposed", STUB_WRONG)
WHEN_SHOWN = (WRONG_NUMBER,)


def reported(fault: Irregularity) -> Event:
    kind = REMEDIES[fault.kind]
    return IrregularityReported(kind.name, kind.remedy, fault.seat, cite=kind.cite)


def void(fault: Irregularity, wagers: Wagers, deck: Deck) -> Procedure[None]:
    """676a.8(f), 676a.13(a), (c), (d), (f): every hand is void and every wager goes back, side wagers too (I-GEN-08)."""
    shoe_jam = fault.kind == SHOE_JAM
    if shoe_jam and deck.dealing is not Dealing.AUTOMATED_SHOE:
        raise fault
    cite = "676a.13(a)" if fault.kind == SECOND_FACE_UP else REMEDIES[fault.kind].cite
    if fault.kind == STUB_WRONG:
        cite = f"{SECTION[deck.dealing]}(f)"
    if fault.kind in REMEDIES:
        yield reported(fault)
    yield RoundVoided(fault.kind.replace("_", " "), cite=cite)
    for seat in counterclockwise({seat for seat, _ in wagers}):
        for kind in KINDS:
            if (seat, kind) in wagers:
                yield returned(wagers[seat, kind], cite=cite, outcome="void")
    if fault.kind == STUB_WRONG and not fault.facts.get("misdealt"):
        yield Noted("deck removed from the table", cite=cite)
        return
    if shoe_jam and fault.facts.get("unusable"):
        yield deck.shoe_unusable()
    yield Noted("cards to be reshuffled", cite=cite)

"""§§ 687a.5, 687a.8–687a.11, 687a.13: one round, from the shuffle to the discard rack, and what may go wrong."""

from collections.abc import Sequence

from pitboss.chapters.ch687a_dj_wild_stud_poker.hands import HAND, called
from pitboss.chapters.ch687a_dj_wild_stud_poker.round import SET_ASIDE, Round
from pitboss.chapters.ch687a_dj_wild_stud_poker.rules import (
    ANTE,
    BAD_BEAT,
    BLIND,
    KINDS,
    PROGRESSIVE,
    RAISE,
    RAISE_TIMES,
    TRIPS,
    Rules,
    equal_blinds,
)
from pitboss.chapters.ch687a_dj_wild_stud_poker.settlement import (
    settle_bad_beat,
    settle_envy,
    settle_jackpots,
    settle_main,
    settle_progressive,
    settle_trips,
)
from pitboss.chapters.ch687a_dj_wild_stud_poker.table import Table
from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.equipment.shoe import Dealing
from pitboss.events import (
    Announced,
    Dealt,
    IrregularityReported,
    Noted,
    Revealed,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from pitboss.families import leaving
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
from pitboss.families.progressive import Progressive
from pitboss.game import FLOOR_ONLY, IrregularityKind, RoundStart, StaffQuestion
from pitboss.procedure import DEALER, Election, GivenUp, Irregularity, Option, Procedure, ask, attest, costing
from pitboss.seating import Seat, clockwise, counterclockwise
from pitboss.wagers import Book, Wager, collected, further, returned

# § 687a.5.  Shuffle and cut of the cards.

LAW = DeckLaw(
    shuffle="687a.5(a)",
    cut="687a.5(d)",
    two_decks="687a.3(b)",
    inspected="687a.4(a)",
    face_up=card_face_up("687a.13(a)"),
    drawn_in_error=card_drawn_in_error("687a.13(b)"),
    jam=shuffler_jam("687a.13(e)"),
    miscount=shuffler_count_wrong("687a.5(b)"),
    reshuffle=reshuffle_ordered("687a.5(a)"),
    recut=recut_ordered("687a.5(e)"),
    unusable="687a.13(g)",
)

# §§ 687a.8–687a.10.  Dealing from a manual shoe, from the hand, from an automated shoe.

STUB_COUNT_EVERY = 5  # 687a.8(g), .9(f), .10(d)
CALL = {Dealing.MANUAL_SHOE: "687a.8(b)", Dealing.HAND: "687a.9(a)(3)", Dealing.AUTOMATED_SHOE: "687a.10(a)(2)"}
START_GAME = {Dealing.MANUAL_SHOE: "687a.8(c)", Dealing.HAND: "687a.9(b)", Dealing.AUTOMATED_SHOE: "I-687a-15"}
TO_PLAYERS = {Dealing.MANUAL_SHOE: "687a.8(d)", Dealing.HAND: "687a.9(c)", Dealing.AUTOMATED_SHOE: "687a.10(b)"}
TO_DEALER = {Dealing.MANUAL_SHOE: "687a.8(e)", Dealing.HAND: "687a.9(d)", Dealing.AUTOMATED_SHOE: "687a.10(c)"}
ASIDE = {Dealing.MANUAL_SHOE: "687a.8(f)", Dealing.HAND: "687a.9(e)", Dealing.AUTOMATED_SHOE: "687a.10(c)"}
COUNTED = {Dealing.MANUAL_SHOE: "687a.8(h)", Dealing.HAND: "687a.9(g)", Dealing.AUTOMATED_SHOE: "687a.10(e)"}
MISCOUNTED = {Dealing.MANUAL_SHOE: "687a.8(i)", Dealing.HAND: "687a.9(h)", Dealing.AUTOMATED_SHOE: "687a.10(f)"}


def deal(game: Round, deck: Deck) -> Procedure[None]:
    """A stack of five to each player with Ante and Blind, from the dealer's left, five to the dealer, one set aside.

    The card is set aside in every round of a table that offers the Progressive (I-687a-14). Players see their own
    cards; nobody sees the dealer's or the one set aside.
    """
    for seat in clockwise(game.seats(ANTE)):
        hand = game.hands[seat] = []
        for _ in range(HAND):
            hand.append((yield from deck.card(TO_PLAYERS[deck.dealing])))
            yield Dealt(seat, hand[-1], cite=TO_PLAYERS[deck.dealing], seen_by=(seat,))
    for _ in range(HAND):
        game.dealer.append((yield from deck.card(TO_DEALER[deck.dealing])))
        yield Dealt(DEALER, game.dealer[-1], cite=TO_DEALER[deck.dealing], seen_by=())
    if game.rules.progressive_bonus:
        game.set_aside = yield from deck.card(ASIDE[deck.dealing])
        yield Dealt(SET_ASIDE, game.set_aside, cite=ASIDE[deck.dealing], seen_by=())


# § 687a.11.  Procedure for completion of each round of play.

FOLD = "fold"
GAME_STARTED, HAND_READ = "start game", "hand"  # what the dealer is asked, by kind


def play(state: Table, rules: Rules, start: RoundStart) -> Procedure[Table]:
    """One round: shuffle, wagers, deal, raise or fold, the dealer's hand, settlement from the dealer's right."""
    state = state.begins(start)
    yield RoundOpened(start.number, cite="687a.5(a)")
    # 687a.5(c)(2): a deck that came preshuffled is cut although it was not shuffled by hand
    deck = Deck(
        DECK_WITH_JOKER,
        state.deck,
        LAW,
        rules,
        shoe_out=state.shoe_out,
        rack=state.rack,
        cut_too=rules.preshuffled_decks and state.new > 0,
    )
    yield from deck.ready()
    book = Book(
        rules.spots, rules.posted, KINDS, rounding=rules.payout_rounding, closing=equal_blinds, players=start.names
    )
    yield from deck.betting(book, "687a.7(c)")
    yield Announced("no more bets", cite=CALL[deck.dealing])
    meter = Progressive(rules.meter, state.meter) if rules.meter is not None and state.meter is not None else None
    wagers = {(wager.seat, wager.kind): wager for wager in book.wagers()}
    game = Round(rules, wagers, {seat: book.player(seat) for seat in book.seats(ANTE)}, meter)
    uncounted = state.uncounted
    if game.wagers:
        uncounted = yield from hands_and_settlement(game, deck, uncounted)
    yield RoundClosed(start.number, cite="687a.11(g)")
    return state.after(deck, uncounted, meter.after() if meter else None)


def hands_and_settlement(game: Round, deck: Deck, uncounted: int) -> Procedure[int]:
    """From the lock-out of the Progressive to the last settlement, or to the void that ends the round."""
    since = uncounted + 1  # rounds without a count
    try:
        yield from start_game(game, deck)
        yield from deal(game, deck)
    except Irregularity as fault:
        yield from void_deal(fault, game, deck)
        return since
    try:
        since = yield from count_stub(uncounted, deck)
        yield from raises(game)
        yield from forfeits(game, deck)
        yield from settlement(game, deck)
    except Irregularity as fault:
        yield from void_dealt(fault, game, deck)
        return 0 if fault.kind == STUB_WRONG.name else since
    return since


def count_stub(uncounted: int, deck: Deck) -> Procedure[int]:
    """687a.8(g)–(i), .9(f)–(h), .10(d)–(f): in every fifth round at least, unless a device counts."""
    cite, miscounted = COUNTED[deck.dealing], MISCOUNTED[deck.dealing]
    return (yield from deck.stub(uncounted, cite, every=STUB_COUNT_EVERY, wrong=STUB_WRONG, miscounted=miscounted))


def start_game(game: Round, deck: Deck) -> Procedure[None]:
    """687a.8(c), .9(b), I-687a-15, I-GEN-35: Progressive wagers are locked out and move the meter."""
    wagers = [game.wagers[seat, PROGRESSIVE] for seat in game.seats(PROGRESSIVE)]
    if game.meter is not None and wagers:
        cite = START_GAME[deck.dealing]
        yield from game.meter.lock_out(wagers, cite)
        yield from attest(DEALER, "pressed Start Game and collected the Progressive wagers", cite, kind=GAME_STARTED)


def raises(game: Round) -> Procedure[None]:
    """(b) From the dealer's left, each player raises by exactly twice the Ante or folds."""
    for seat in clockwise(game.seats(ANTE)):
        answer = None
        while answer is None and (seat, ANTE) in game.wagers:
            folds = Option(FOLD, gives_up=GivenUp(sum(wager.amount for wager, _ in forfeited(game, seat))))
            options = (costing(RAISE, RAISE_TIMES * game.wagers[seat, ANTE].amount), folds)
            try:
                answer = yield from ask(Election(seat, "raise", options, "687a.11(b)", options[1]))
            except Irregularity as fault:
                yield from abandoned(fault, game)
        if answer is None:
            continue
        game.acted = True
        if answer.says == RAISE:
            ante = game.wagers[seat, ANTE]
            game.wagers[seat, RAISE], event = further(ante, RAISE, RAISE_TIMES * ante.amount, cite="687a.7(d)(1)")
            yield event
        else:
            game.folded.append(seat)
    game.decided = True


def forfeited(game: Round, seat: Seat) -> list[tuple[Wager, str]]:
    """(b) The wagers that a fold loses, each with its provision."""
    lost = {ANTE: "687a.11(b)", BLIND: "687a.11(b)", BAD_BEAT: "687a.11(b)(2)"}
    if not game.rules.folded_hand_keeps_progressive:
        lost[PROGRESSIVE] = "687a.11(b)(3)"
    return [(game.wagers[seat, kind], cite) for kind, cite in lost.items() if (seat, kind) in game.wagers]


def forfeits(game: Round, deck: Deck) -> Procedure[None]:
    """(b)–(c) What folding forfeits, before the dealer's hand; cards with a Trips or Progressive Wager stay."""
    for seat in game.folded:
        stays = any((seat, kind) in game.wagers for kind in (TRIPS, PROGRESSIVE))
        for wager, cite in forfeited(game, seat):
            del game.wagers[seat, wager.kind]
            yield collected(wager, cite=cite, outcome=FOLD)
        if not stays:
            yield deck.shoe.discard(seat, game.hands.pop(seat), "687a.11(c)")


def settlement(game: Round, deck: Deck) -> Procedure[None]:
    """(d)–(g) The dealer's hand, then each player in turn from the dealer's right (I-687a-17), then Envy Bonuses."""
    yield Revealed(DEALER, tuple(game.dealer), called(game.dealer), cite="687a.11(d)")
    looked_at = counterclockwise(game.hands)
    for seat in looked_at:
        yield Revealed(seat, tuple(game.hands[seat]), called(game.hands[seat]), cite="687a.11(e)")
        # now a hand, or the dealer's, may be found to have too many or too few cards
        yield confirm(HAND_READ, "hand_read", "687a.11(e)")
        if (seat, RAISE) in game.wagers:
            yield tuple(settle_main(game, seat))
        yield from settle_progressive(game, seat)
        yield tuple(settle_trips(game, seat))
        yield tuple(settle_bad_beat(game, seat))
    yield from settle_jackpots(game)
    yield tuple(settle_envy(game, looked_at))
    for seat in looked_at:
        yield deck.shoe.discard(seat, game.hands[seat], "687a.11(g)", shown=True)
    yield deck.shoe.discard(DEALER, game.dealer, "687a.11(g)", shown=True)
    if game.set_aside:
        yield deck.shoe.discard(SET_ASIDE, (game.set_aside,), "687a.11(g)", shown=game.shown)


# § 687a.13.  Irregularities.

VOID = "All hands void, all wagers returned, reshuffle."
EXPOSED = IrregularityKind(
    "card_exposed_before_raises", "A player's or the dealer's card revealed before the raises", "687a.13(d)",
    "All hands void, wagers returned, reshuffle; Trips and Progressive are settled if the deal was complete.",
)  # fmt: skip
WRONG_NUMBER = IrregularityKind(
    "wrong_number_of_cards", "A player or the dealer has the wrong number of cards", "687a.13(c)", VOID
)


def remedies(rules: Rules) -> dict[str, str]:
    """687a.13(d): which wagers are settled although the hands are void, of those that are offered."""
    names = ((TRIPS, "Trips"), (PROGRESSIVE, "Progressive"))
    settled = [name for kind, name in names if any(kind == wager for wager, _ in rules.spots)]
    leaves = leaving.remedies(rules)
    if not settled:
        return {EXPOSED.name: VOID, **leaves}
    are = f"{' and '.join(settled)} {'are' if len(settled) > 1 else 'is'}"
    return {
        EXPOSED.name: f"All hands void, wagers returned, reshuffle; {are} settled if the deal was complete.",
        **leaves,
    }


STUB_WRONG = IrregularityKind(
    "stub_count_wrong", "Stub count wrong", "687a.8(i)",
    "All hands void, all wagers returned; the deck leaves the table unless the cards were merely misdealt.", facts=("misdealt",),
)  # fmt: skip
SHOE_JAM = IrregularityKind(
    "automated_shoe_jam", "Automated shoe jammed", "687a.13(f)",
    "The round is void, all wagers returned, the cards reshuffled with those already dealt.", facts=("unusable",),
)  # fmt: skip
PLAYER_LEFT = IrregularityKind(
    "player_left", "Player left the table during the round", "687a.7(b)",
    "The player's wagers may be treated as abandoned and lost; without this report the hand is played as a fold.", needs_seat=True,
    by=FLOOR_ONLY, by_cite="I-GEN-12",
)  # fmt: skip
VOIDS = {kind.name: kind for kind in (EXPOSED, WRONG_NUMBER, STUB_WRONG, SHOE_JAM)} | {SECOND_FACE_UP: LAW.face_up}
IRREGULARITIES = (EXPOSED, WRONG_NUMBER, STUB_WRONG, SHOE_JAM, PLAYER_LEFT, *LAW.kinds)
STAFF_QUESTIONS = (
    *deck_questions(LAW, stub="687a.8(g)", miscounted="687a.8(i)"),
    StaffQuestion(GAME_STARTED, DEALER_ONLY, "687a.8(c)"),
    StaffQuestion(HAND_READ, DEALER_ONLY, "687a.11(e)"),
)


def abandoned(fault: Irregularity, game: Round) -> Procedure[None]:
    """687a.7(b), I-GEN-12: a floorperson may treat the wagers of a player who left as lost, or return them."""
    if fault.kind != PLAYER_LEFT.name or (fault.seat, ANTE) not in game.wagers:
        raise fault
    kind, goes_back = as_filed(PLAYER_LEFT, game.rules), game.rules.player_who_leaves is WhoLeaves.RETURNED
    yield irregularity_event(kind, fault)
    if goes_back and game.meter is not None and (fault.seat, PROGRESSIVE) in game.wagers:
        yield tuple(game.meter.reverse([fault.seat]))
    for name in KINDS:
        if wager := game.take(fault.seat, name):
            gone = returned(wager, cite=kind.cite, outcome="void")
            yield gone if goes_back else collected(wager, cite=kind.cite, outcome="abandoned")
    game.progressives = [seat for seat in game.progressives if seat != fault.seat]
    game.folded = [*(seat for seat in game.folded if seat != fault.seat), fault.seat]


def void_deal(fault: Irregularity, game: Round, deck: Deck) -> Procedure[None]:
    """687a.13(a), (c), (d), (f), while cards are dealt: the deal is not complete, so every wager goes back (I-687a-21)."""
    possible = {
        EXPOSED.name: bool(game.hands),  # even the first card may be revealed as it is dealt
        WRONG_NUMBER.name: any(game.hands.values()),
        # 687a.10(c): the remaining cards leave the automated shoe once the dealer's hand is complete
        SHOE_JAM.name: deck.dealing is Dealing.AUTOMATED_SHOE and len(game.dealer) < HAND,
        SECOND_FACE_UP: True,
    }
    if not possible.get(fault.kind):
        raise fault
    yield from void(fault, game, VOIDS[fault.kind].cite)
    if fault.kind == SHOE_JAM.name and fault.facts.get("unusable"):
        yield from deck.shoe_unusable()
    yield Noted("cards to be reshuffled", cite=VOIDS[fault.kind].cite)


def void_dealt(fault: Irregularity, game: Round, deck: Deck) -> Procedure[None]:
    """After the deal: 687a.13(c) at any time, while earlier settlements stay (I-GEN-08); 687a.13(d) until the raises are
    complete; 687a.8(i), .9(h), .10(f) before they begin, because the stub is counted first."""
    if fault.kind == EXPOSED.name and not game.decided:
        yield from void(fault, game, EXPOSED.cite, settled=(PROGRESSIVE, TRIPS))
        yield Noted("cards to be reshuffled", cite=EXPOSED.cite)
    elif fault.kind == WRONG_NUMBER.name:
        yield from void(fault, game, WRONG_NUMBER.cite)
        yield Noted("cards to be reshuffled", cite=WRONG_NUMBER.cite)
    elif fault.kind == STUB_WRONG.name and not game.acted and not deck.counted:
        cite = MISCOUNTED[deck.dealing]
        yield from void(fault, game, cite)
        if fault.facts.get("misdealt"):
            yield Noted("cards to be reshuffled", cite=cite)
        else:
            yield from deck.replaced("the stub was counted wrong", cite)
    else:
        raise fault


def void(fault: Irregularity, game: Round, cite: str, *, settled: tuple[str, ...] = ()) -> Procedure[None]:
    """Every hand is void and every wager goes back, except those of kinds that are settled anyway."""
    kind = VOIDS[fault.kind]
    if kind is not LAW.face_up:  # each card found face up was reported already
        yield IrregularityReported(kind.name, kind.remedy, fault.seat, cite=cite)
    yield RoundVoided(fault.kind.replace("_", " "), cite=cite)
    yield from give_back(game, [name for name in KINDS if name not in settled], cite)
    if settled:
        yield from settle_the_rest(game)


def give_back(game: Round, kinds: Sequence[str], cite: str) -> Procedure[None]:
    """I-GEN-08: return every wager of these kinds, and take Progressive contributions off the meter."""
    if game.meter is not None and PROGRESSIVE in kinds:
        yield tuple(game.meter.reverse(game.seats(PROGRESSIVE)))
    for seat in counterclockwise({seat for seat, _ in game.wagers}):
        for kind in kinds:
            if wager := game.take(seat, kind):
                yield returned(wager, cite=cite, outcome="void")


def settle_the_rest(game: Round) -> Procedure[None]:
    """687a.13(d), I-687a-21: Trips and Progressive are settled on the five cards dealt, as in 687a.11(f)."""
    game.folded = [seat for seat in game.folded if not game.live(seat)]  # a void hand was not folded
    looked_at = [seat for seat in counterclockwise(game.hands) if game.live(seat)]
    for seat in looked_at:
        yield Revealed(seat, tuple(game.hands[seat]), called(game.hands[seat]), cite="687a.13(d)")
        yield from settle_progressive(game, seat)
        yield tuple(settle_trips(game, seat))
    yield from settle_jackpots(game)
    yield tuple(settle_envy(game, looked_at))

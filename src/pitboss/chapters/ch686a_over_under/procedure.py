"""§§ 686a.5, 686a.7, 686a.9: one round of play, its shoe, and what goes wrong."""

from collections.abc import Iterator

import msgspec

from pitboss.chapters.ch686a_over_under.rules import (
    ANTE,
    BONUS,
    DECKS,
    HAND,
    HOUSE_WINS,
    KINDS,
    OVER,
    SURRENDER,
    UNDER,
    MissedFirstCard,
    Rules,
    SurplusCard,
    bonus_pays,
    points,
    side_pays,
)
from pitboss.equipment.cards import DECK, Card
from pitboss.equipment.shoe import ShoeState, Shuffling
from pitboss.events import Dealt, Revealed, RoundClosed, RoundOpened, Settlement
from pitboss.families import shoe_dealing
from pitboss.families.cash import cash_converted
from pitboss.families.irregularities import irregularity_event
from pitboss.families.mid_shoe_entry import MidShoeEntry, Players, wagering_permitted
from pitboss.families.settling import DeadHand, decided, given_back
from pitboss.families.shoe_dealing import DealingShoe
from pitboss.families.shoe_law import (
    ShoeLaw,
    card_drawn_in_error,
    card_found_face_up,
    cover_card,
    improper_cut,
    insufficient_cards,
    reshuffle_ordered,
    shuffler_jam,
    shuffler_returned,
)
from pitboss.game import IrregularityKind, RoundStart
from pitboss.law import lettered
from pitboss.procedure import Answer, Election, GivenUp, Irregularity, Option, Procedure, costing
from pitboss.seating import Seat, clockwise
from pitboss.wagers import Book, Wager, collected, further


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state between rounds."""

    shoe: ShoeState = ShoeState()
    entered: Players = None  # who may wager without having sat out a round, where that matters


def open_table(rules: Rules) -> Table:
    return Table(ShoeState(batches=rules.batches))


# § 686a.5.  Shuffle and cut of the cards, with what § 686a.7 and § 686a.9 say about the shoe.

LAW = ShoeLaw(
    shuffle="686a.5(a)",
    offer="686a.5(b)",
    cut="686a.5(d)",
    cover="686a.5(d)",
    burn="686a.7(c)",
    cover_out=cover_card("686a.7(d)"),
    face_up=card_found_face_up("686a.9(a)"),
    drawn_in_error=card_drawn_in_error("I-686a-09"),
    short=insufficient_cards("686a.9(b)"),
    jam=shuffler_jam("686a.9(d)"),
    unusable="686a.9(e)",
    returned=shuffler_returned("686a.9(e)"),
    improper_cut=improper_cut("686a.5(e)"),
    reshuffle=reshuffle_ordered("686a.5(f)"),
    idle="686a.5(g)",
    idle_device="686a.5(g)",
)
DISCARDED = card_drawn_in_error("I-686a-09", remedy="Put it in the discard rack and deal on.")


def shoe_law(rules: Rules, *, opening: bool) -> ShoeLaw:
    """686a.4(e): preshuffled decks at the opening. I-686a-09: a surplus card as filed."""
    law = msgspec.structs.replace(LAW, shuffle="686a.4(e)") if rules.preshuffled_decks and opening else LAW
    if rules.surplus_card is SurplusCard.NEXT_CARD:
        return law
    return msgspec.structs.replace(law, drawn_in_error=DISCARDED, drawn_discarded=DISCARDED.cite)


# § 686a.6.  Wagers.

Up = dict[tuple[Seat, str], Wager]  # the wagers still to be decided


Steps = Procedure[None]  # made once: an annotation inside a function is looked at in every round


def betting(book: Book, entry: MidShoeEntry, dealing: DealingShoe) -> Procedure[None]:
    """(b)–(c) Wagers until the first card; the house may permit a barred patron to wager again."""

    def reshuffle() -> Steps:
        entry.shuffled()
        yield from dealing.refill()

    while True:
        try:
            return (yield from dealing.betting(book, "686a.6(c)", reshuffle))
        except Irregularity as fault:
            if fault.kind != PERMITTED.name:
                raise
            entry.permit(fault)
            yield irregularity_event(PERMITTED, fault)


# § 686a.7.  Procedure for dealing the cards; completion of each round of play.


def play(state: Table, rules: Rules, start: RoundStart) -> Procedure[Table]:
    """One round: wagers, a card each, then player by player a decision, two more cards and settlement."""
    yield RoundOpened(start.number, cite="686a.7(e)")
    new_shoe = shoe_dealing.is_new(state.shoe, start)
    dealing = yield from shoe_dealing.ready(
        DECK * DECKS,
        state.shoe,
        shoe_law(rules, opening=not state.shoe.shuffled),
        start,
        continuous=rules.shuffler is Shuffling.CONTINUOUS,
        automated=rules.shuffler is Shuffling.AUTOMATED,
    )
    anyone = new_shoe or dealing.shoe.continuous or not rules.no_mid_shoe_entry
    entry = MidShoeEntry(None if anyone else state.entered, "686a.6(b)")
    book = Book(
        rules.spots, rules.posted, KINDS, rounding=rules.payout_rounding, demand=entry.demand, players=start.names
    )
    dealing.whose = book.player
    yield from betting(book, entry, dealing)
    yield from cash_converted(book.cash, "686a.6(a)")
    up = {(wager.seat, wager.kind): wager for wager in book.wagers()}
    players = {seat: book.player(seat) for seat, _ in up}
    hands = yield from first_cards(up, dealing, rules)
    yield from player_by_player(hands, up, dealing, rules)
    yield RoundClosed(start.number, cite=lettered("686a.7(n)", rules))
    return Table(dealing.after(idle=not players), entry.after(players) if rules.no_mid_shoe_entry else None)


Hands = dict[Seat, list[Card]]


def first_cards(up: Up, dealing: DealingShoe, rules: Rules) -> Procedure[Hands]:
    """(e) From the dealer's left, one card face up to each Ante Wager; late where that was filed (I-686a-09)."""

    def dead(seat: Seat, cite: str) -> tuple[Settlement, ...]:
        return given_back(seat, up, cite=cite, outcome=DEAD_HAND)

    antes = clockwise(seat for seat, kind in up if kind == ANTE)
    after = len(antes) * (HAND - 1)
    late = rules.missed_first_card is MissedFirstCard.DEALT_LATE
    missed = FIRST_LATE if late else FIRST_MISSED
    cards = yield from dealing.one_each(antes, "686a.7(e)", missed, None if late else dead, "1", after)
    return {seat: [cards[seat]] for seat in antes if seat in cards}


def player_by_player(hands: Hands, up: Up, dealing: DealingShoe, rules: Rules) -> Procedure[None]:
    """(f)–(j), I-686a-03: each player decides, gets two cards and is settled before the next; late hands come last."""
    late: list[Seat] = []
    out: list[Seat] = []  # whose hand is dead
    dealing.needs = lambda: sum(HAND - len(hand) for seat, hand in hands.items() if seat not in out)
    for seat in hands:
        yield from decision(seat, up, dealing)
        try:
            yield from two_more(seat, hands, up, dealing, rules)
        except Irregularity as fault:  # 686a.9(c)
            if (yield from passed_over(fault, seat, dealing)).says == LATE:
                late.append(seat)
            else:
                out.append(seat)
                yield tuple(called_dead(seat, up, rules))
                yield dealing.shoe.discard(seat, hands[seat], lettered("686a.7(n)", rules), shown=True)
    for seat in late:
        yield from two_more(seat, hands, up, dealing, rules)


def called_dead(seat: Seat, up: Up, rules: Rules) -> Iterator[Settlement]:
    """686a.9(c), I-686a-07: every wager of the hand goes back, not the Ante alone, unless that was filed."""
    if rules.dead_hand_returns is DeadHand.ORIGINAL_WAGER:
        for kind in (OVER, UNDER, BONUS):
            if wager := up.pop((seat, kind), None):
                yield collected(wager, cite="686a.9(c)", outcome=DEAD_HAND)
    yield from given_back(seat, up, cite="I-686a-07", outcome=DEAD_HAND)


def decision(seat: Seat, up: Up, dealing: DealingShoe) -> Procedure[None]:
    """(g) Over 23 or Under 18, equal to the Ante, or surrender of the whole Ante (I-686a-04)."""
    stake = up[seat, ANTE].amount
    options = (costing(OVER, stake), costing(UNDER, stake), Option(SURRENDER, gives_up=GivenUp(stake)))
    answer = yield from dealing.ask(Election(seat, "over or under", options, "686a.7(g)", options[2]))
    if answer.says == SURRENDER:
        yield collected(up.pop((seat, ANTE)), cite="686a.7(g)(3)", outcome=SURRENDER)
        return
    up[seat, answer.says], event = further(up[seat, ANTE], answer.says, stake, cite=KINDS[answer.says].cite)
    yield event


def two_more(seat: Seat, hands: Hands, up: Up, dealing: DealingShoe, rules: Rules) -> Procedure[None]:
    """(i)–(j) The other two cards, even after a surrender (I-686a-05); the settlement; the cards to the rack."""
    hand = hands[seat]
    while len(hand) < HAND:
        hand.append((yield from dealing.card(seat, "686a.7(i)")))
        yield Dealt(seat, hand[-1], str(len(hand)), cite="686a.7(i)")
    yield Revealed(seat, tuple(hand), str(points(hand)), cite="686a.7(i)")
    yield tuple(settle(seat, points(hand), up, rules))
    yield dealing.shoe.discard(seat, hand, "686a.7(j)", shown=True)


def settle(seat: Seat, total: int, up: Up, rules: Rules) -> Iterator[Settlement]:
    """(k)–(m) One player: Ante with Over 23 or Under 18, then Bonus, which a surrender leaves up ((h), I-686a-02)."""
    side = next((kind for kind in (OVER, UNDER) if (seat, kind) in up), "")
    loses = lettered("686a.7(l)", rules) if HOUSE_WINS[0] <= total <= HOUSE_WINS[1] else "I-686a-01"
    for kind in (ANTE, side) if side else ():
        yield decided(
            up.pop((seat, kind)), side_pays(side, total), rules, pays="686a.8(a)", loses=loses, outcome=str(total)
        )
    if bonus := up.pop((seat, BONUS), None):
        loses = lettered("686a.7(m)", rules)
        yield decided(bonus, bonus_pays(total), rules, pays="686a.8(b)", loses=loses, outcome=str(total))


# § 686a.9.  Irregularities.

LATE, DEAD = "deal_late", "dead_hand"
DEAD_HAND = "dead hand"

PASSED_OVER = IrregularityKind(
    "additional_cards_not_dealt", "Additional cards not dealt to a player", "686a.9(c)",
    "As the player chooses: deal them after everyone else's, or call the hand dead and return its wagers.", needs_seat=True,
)  # fmt: skip
FIRST_MISSED = IrregularityKind(
    "first_card_not_dealt", "First card not dealt to a player", "I-686a-09",
    "The hand is dead, its wagers are returned, and the player is in the next round.", needs_seat=True,
)  # fmt: skip
FIRST_LATE = msgspec.structs.replace(FIRST_MISSED, remedy="The player has it after all others have their first card.")
PERMITTED = wagering_permitted("686a.6(b)(1)")
IRREGULARITIES = (*LAW.kinds, PASSED_OVER, FIRST_MISSED, PERMITTED)


def remedies(rules: Rules) -> dict[str, str]:
    """I-686a-07, I-686a-09: what follows where something else than usual was filed."""
    found = {}
    if rules.surplus_card is SurplusCard.DISCARDED:
        found[DISCARDED.name] = DISCARDED.remedy
    if rules.missed_first_card is MissedFirstCard.DEALT_LATE:
        found[FIRST_LATE.name] = FIRST_LATE.remedy
    if rules.dead_hand_returns is DeadHand.ORIGINAL_WAGER:
        words = (
            "As the player chooses: deal them after everyone else's, or call the hand dead and return its Ante alone."
        )
        found[PASSED_OVER.name] = words
    return found


def passed_over(fault: Irregularity, seat: Seat, dealing: DealingShoe) -> Procedure[Answer]:
    """(c) The player chooses between late cards and a dead hand."""
    if fault.kind != PASSED_OVER.name or fault.seat != seat:
        raise fault
    yield irregularity_event(PASSED_OVER, fault)
    question = Election(seat, "additional cards", (Option(LATE), Option(DEAD)), "686a.9(c)", Option(LATE))
    return (yield from dealing.ask(question))

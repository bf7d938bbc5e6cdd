"""§§ 651a.5, 651a.8, 651a.9, 651a.11: one round of play, its shoe, and what goes wrong."""

from collections.abc import Iterator, Sequence

import msgspec

from pitboss.chapters.ch651a_casino_war.rules import (
    INITIAL,
    KINDS,
    ON_WAR,
    TIE,
    WAR,
    MissedWarCard,
    Result,
    Rules,
    ShortShoe,
    compare,
    initial_pays,
    tie_pays,
    war_pays,
)
from pitboss.equipment.cards import Card
from pitboss.equipment.shoe import ShoeState, Shuffling
from pitboss.events import (
    Announced,
    Dealt,
    IrregularityReported,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    Settlement,
)
from pitboss.families import shoe_dealing
from pitboss.families.irregularities import irregularity_event
from pitboss.families.settling import decided, given_back, half_lost
from pitboss.families.shoe_dealing import DealingShoe, check_short
from pitboss.families.shoe_law import (
    SHORT,
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
from pitboss.money import half
from pitboss.procedure import DEALER, Election, GivenUp, Irregularity, Option, Procedure, costing
from pitboss.seating import Seat, clockwise, counterclockwise
from pitboss.wagers import Book, Wager, further, returned


class Table(msgspec.Struct, frozen=True):
    """The state between rounds."""

    shoe: ShoeState = ShoeState()


def open_table(rules: Rules) -> Table:
    return Table(ShoeState(batches=rules.batches))


# § 651a.5.  Shuffle and cut of the cards, with what § 651a.8 and § 651a.11 say about the shoe.

LAW = ShoeLaw(
    shuffle="651a.5(a)",
    offer="651a.5(b)",
    cut="651a.5(d)",
    cover="651a.5(d)",
    burn="651a.8(b)",
    cover_out=cover_card("651a.8(d)"),
    face_up=card_found_face_up("651a.11(a)"),
    drawn_in_error=card_drawn_in_error(
        "651a.11(b)", "Use it as the next card; one that was exposed goes to the discard rack.", ("exposed",)
    ),
    exposed_discarded="I-651a-09",
    short=insufficient_cards("I-GEN-19"),
    jam=shuffler_jam("651a.11(d)"),
    unusable="651a.11(e)",
    returned=shuffler_returned("651a.11(e)"),
    improper_cut=improper_cut("651a.5(e)"),
    reshuffle=reshuffle_ordered("651a.5(f)"),
    idle="651a.5(g)(1)",
    idle_device="651a.5(g)(2)",
)


def shoe_law(state: Table, rules: Rules) -> ShoeLaw:
    """The law of the shoe under these rules; preshuffled cards are not shuffled again at the opening."""
    law = LAW
    if rules.preshuffled_decks and not state.shoe.shuffled:
        law = msgspec.structs.replace(law, shuffle="651a.4(e)")
    if rules.short_shoe is ShortShoe.VOID_ROUND:
        law = msgspec.structs.replace(law, short=None)
    return law


UNPOSTED = 10**11  # what an Election needs where no maximum of the Tie Wager is posted

Up = dict[tuple[Seat, str, str], Wager]  # the wagers still to be decided, by seat, kind and spot
Cards = dict[Seat | str, Card]


def seats_with(kind: str, up: Up) -> list[Seat]:
    return clockwise(seat for seat, name, _ in up if name == kind)


# § 651a.8.  Procedure for dealing the cards.


def play(state: Table, rules: Rules, start: RoundStart) -> Procedure[Table]:
    """One round: wagers, one card each, settlement, and a War for those who tied and want it."""
    yield RoundOpened(start.number, cite="651a.8(c)")
    continuous, automated = rules.shuffler is Shuffling.CONTINUOUS, rules.shuffler is Shuffling.AUTOMATED
    dealing = yield from shoe_dealing.ready(
        rules.cards, state.shoe, shoe_law(state, rules), start, continuous=continuous, automated=automated
    )
    book = Book(rules.spots, rules.posted, KINDS, rounding=rules.payout_rounding, players=start.names)
    dealing.whose = book.player
    yield from dealing.betting(book, "651a.7(d)")
    yield Announced("no more bets", cite="651a.8(c)")
    up = {(wager.seat, wager.kind, wager.on): wager for wager in book.wagers()}
    played = bool(up)
    try:
        yield from original_and_war(up, dealing, rules)
    except Irregularity as fault:
        yield from void(fault, up, dealing, rules)
    yield RoundClosed(start.number, cite="651a.9(h)")
    return Table(dealing.after(idle=not played))


def original_and_war(up: Up, dealing: DealingShoe, rules: Rules) -> Procedure[None]:
    """651a.8(c)–651a.9(h), from the first card to the last settlement."""
    cards = yield from original_deal(up, dealing)
    if not cards:
        return
    yield from settle_original(cards, up, rules)
    at_war = yield from tie_hands(up, dealing, rules)
    yield from clear(cards, at_war, dealing)
    if at_war:
        war_cards = yield from war_deal(at_war, up, dealing, rules)
        yield from settle_war(war_cards, up, rules)
        holders: list[Seat | str] = [*counterclockwise(at_war), DEALER]
        for holder in holders:
            hand = [pile[holder] for pile in (cards, war_cards) if holder in pile]
            yield dealing.shoe.discard(holder, hand, "651a.9(h)", shown=True)


def original_deal(up: Up, dealing: DealingShoe) -> Procedure[Cards]:
    """651a.8(c), 651a.11(c): from the dealer's left one card face up to each Initial Wager, and one to the dealer."""

    def void(seat: Seat, cite: str) -> tuple[Settlement, ...]:
        return given_back(seat, up, cite=cite, outcome="void")

    seats = seats_with(INITIAL, up)
    after = 1 + war_takes(len(seats))  # the dealer's card, and a War of them all
    dealt = yield from dealing.one_each(seats, "651a.8(c)(1)", NOT_DEALT, void, after=after)
    cards: Cards = dict(dealt.items())
    if cards:
        dealing.needs = lambda: 1 + war_takes(len(dealt))
        cards[DEALER] = yield from dealing.card(DEALER, "651a.8(c)(2)")
        yield Dealt(DEALER, cards[DEALER], cite="651a.8(c)(2)")
    return cards


# § 651a.9.  Procedures for completion of each round of play; collection and payment of wagers.

SURRENDER, NO_TIE = "surrender", "no_tie"
WAR_BURN = 3  # 651a.9(f)


def war_takes(players: int) -> int:
    """(f) The cards of a War: those burned, one for each player at War, one for the dealer."""
    return WAR_BURN + players + 1


def settle_original(cards: Cards, up: Up, rules: Rules) -> Procedure[None]:
    """(a)–(b) From the dealer's right: all Initial and Tie Wagers but the Initial Wager of a tie hand."""
    for seat in counterclockwise(seats_with(INITIAL, up)):
        yield tuple(settle_card(seat, compare(cards[seat], cards[DEALER]), up, rules))


def settle_card(seat: Seat, result: Result, up: Up, rules: Rules) -> Iterator[Settlement]:
    """(a)(1)–(3) One player on the original deal."""
    loses = "651a.9(a)(1)" if result is Result.LOWER else "651a.9(a)(2)"
    if result is not Result.TIE:
        yield decided(
            up.pop((seat, INITIAL, "")), initial_pays(result), rules, pays="651a.10(1)", loses=loses, outcome=result
        )
    if tie := up.pop((seat, TIE, ""), None):
        yield decided(tie, tie_pays(result), rules, pays="651a.10(2)", loses=loses, outcome=result)


def tie_hands(up: Up, dealing: DealingShoe, rules: Rules) -> Procedure[list[Seat]]:
    """(c) From the dealer's left, each player with a tie hand surrenders or goes to War; returns the seats at War."""
    at_war = []
    for seat in seats_with(INITIAL, up):
        initial = up[seat, INITIAL, ""]
        _, lost = half(initial.amount, odd_to_house=rules.odd_cent_to_house)
        options = (Option(SURRENDER, gives_up=GivenUp(lost)), costing(WAR, initial.amount))
        answer = yield from dealing.ask(Election(seat, "tie hand", options, "651a.9(c)", options[0]))
        if answer.says == SURRENDER:
            yield surrendered(up.pop((seat, INITIAL, "")), rules)
            continue
        at_war.append(seat)
        up[seat, WAR, ""], event = further(initial, WAR, initial.amount, cite="651a.9(c)(2)")
        yield event
        yield from offer_tie(seat, up, dealing, rules)
    return at_war


def surrendered(initial: Wager, rules: Rules) -> Settlement:
    """(c)(1) Half of the Initial Wager is lost."""
    return half_lost(initial, cite="651a.9(c)(1)", outcome=SURRENDER, odd_to_house=rules.odd_cent_to_house)


def offer_tie(seat: Seat, up: Up, dealing: DealingShoe, rules: Rules) -> Procedure[None]:
    """(e), I-651a-05: a new Tie Wager on the War deal, whether or not there was one before."""
    step = rules.unit or 1
    least = -(-rules.least(TIE) // step) * step
    amount = Option(TIE, least=least, most=rules.most(TIE) or UNPOSTED, step=step)
    answer = yield from dealing.ask(
        Election(seat, "tie on the war deal", (amount, Option(NO_TIE)), "651a.9(e)", Option(NO_TIE))
    )
    if answer.says == TIE:
        initial = up[seat, INITIAL, ""]
        up[seat, TIE, ON_WAR], event = further(initial, TIE, answer.amount, cite="651a.9(e)", on=ON_WAR)
        yield event


def clear(cards: Cards, at_war: Sequence[Seat], dealing: DealingShoe) -> Procedure[None]:
    """(d) All cards go to the rack but those of players at War; the dealer's stays out with them."""
    for seat in counterclockwise(seat for seat in cards if isinstance(seat, int) and seat not in at_war):
        yield dealing.shoe.discard(seat, (cards[seat],), "651a.9(d)", shown=True)
    if not at_war:
        yield dealing.shoe.discard(DEALER, (cards[DEALER],), "651a.9(d)", shown=True)


def war_deal(at_war: Sequence[Seat], up: Up, dealing: DealingShoe, rules: Rules) -> Procedure[Cards]:
    """(f) Three cards burned, once (I-651a-02); then one card to each player at War and one to the dealer."""
    waiting, cards, burns = [*at_war], Cards(), WAR_BURN
    dealing.needs = lambda: burns + len(waiting) + 1
    while burns:
        yield from dealing.burn(cite="651a.9(f)")
        burns -= 1
    while waiting or (cards and DEALER not in cards):
        holder = waiting[0] if waiting else DEALER
        try:
            cards[holder] = yield from dealing.card(holder, "651a.9(f)")
        except Irregularity as fault:
            yield from missed_in_war(fault, waiting, up, rules)
        else:
            del waiting[:1]
            yield Dealt(holder, cards[holder], ON_WAR, cite="651a.9(f)")
    return cards


def settle_war(cards: Cards, up: Up, rules: Rules) -> Procedure[None]:
    """(g)–(h) From the dealer's right: Initial, War and Tie Wagers of those at War."""
    for seat in counterclockwise(seats_with(WAR, up)):
        yield tuple(settle_war_card(seat, compare(cards[seat], cards[DEALER]), up, rules))


def settle_war_card(seat: Seat, result: Result, up: Up, rules: Rules) -> Iterator[Settlement]:
    """(g)(1)–(3), I-651a-01: the Initial Wager is returned unless lost; a tie wins and pays the War Wager double."""
    cite = {Result.LOWER: "651a.9(g)(1)", Result.HIGHER: "651a.9(g)(2)", Result.TIE: "651a.9(g)(3)"}[result]
    initial, war = up.pop((seat, INITIAL, "")), up.pop((seat, WAR, ""))
    odds = war_pays(result)
    if odds is None:
        yield decided(initial, None, rules, pays="", loses=cite, outcome=result)
    else:
        yield returned(initial, cite=cite, outcome=result)
    yield decided(war, odds, rules, pays="651a.10(3)", loses=cite, outcome=result)
    if tie := up.pop((seat, TIE, ON_WAR), None):
        yield decided(tie, tie_pays(result), rules, pays="651a.10(2)", loses=cite, outcome=result)


# § 651a.11.  Irregularities.

NOT_DEALT = IrregularityKind(
    "card_not_dealt", "Card not dealt to a player", "651a.11(c)",
    "The player's wagers are void and returned, and the player is in the next round; in the War deal the card is dealt before "
    "the dealer's.",
    needs_seat=True, facts=("after_dealer",),
)  # fmt: skip
IRREGULARITIES = (*LAW.kinds, NOT_DEALT)


def remedies(rules: Rules) -> dict[str, str]:
    """I-GEN-19, I-651a-08: what follows where something else than usual was filed."""
    found = {}
    if rules.short_shoe is ShortShoe.VOID_ROUND:
        found[SHORT] = "The round is void and wagers not yet decided are returned; then reshuffle."
    if rules.missed_war_card is MissedWarCard.RETURN_WAGERS:
        found[NOT_DEALT.name] = (
            "The player's wagers are void and returned, in the War deal as well, and the player is in the next round."
        )
    return found


def missed_in_war(fault: Irregularity, waiting: list[Seat], up: Up, rules: Rules) -> Procedure[None]:
    """I-651a-08: the card is dealt before the dealer's; if it is too late for that, the player's wagers go back."""
    if fault.kind != NOT_DEALT.name or fault.seat not in waiting:
        raise fault
    waiting.remove(fault.seat)
    late = rules.missed_war_card is MissedWarCard.DEAL_BEFORE_DEALER and not fault.facts.get("after_dealer")
    remedy = (
        "Deal the player's War card before the dealer's."
        if late
        else "The player's Initial, War and Tie Wagers are returned."
    )
    yield IrregularityReported(NOT_DEALT.name, remedy, fault.seat, cite="I-651a-08")
    if late:
        waiting.append(fault.seat)
    else:
        yield given_back(fault.seat, up, cite="I-651a-08", outcome="void")


def void(fault: Irregularity, up: Up, dealing: DealingShoe, rules: Rules) -> Procedure[None]:
    """I-GEN-19, where that was filed: a round that the shoe cannot finish is void, and undecided wagers go back."""
    if fault.kind != SHORT or rules.short_shoe is not ShortShoe.VOID_ROUND or dealing.shoe.continuous:
        raise fault
    yield from check_short(fault, dealing.shoe.left, dealing.needs(), "I-GEN-19")
    yield irregularity_event(insufficient_cards("I-GEN-19"), fault)
    yield RoundVoided("too few cards", cite="I-GEN-19")
    for seat in counterclockwise({seat for seat, _, _ in up}):
        yield given_back(seat, up, cite="I-GEN-19", outcome="void")
    dealing.reshuffle_after()

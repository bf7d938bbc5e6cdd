"""Chapter 651a. Casino War: one card each, the higher wins; a tie is surrendered or fought out."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from typing import Annotated

import msgspec

from pitboss.equipment.cards import DECK, Card, rank
from pitboss.equipment.shoe import ShoeState, Shuffling
from pitboss.events import (
    Announced,
    Dealt,
    IrregularityReported,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    Settlement,
    Wagered,
)
from pitboss.families import shoe_dealing
from pitboss.families.irregularities import irregularity_event
from pitboss.families.opening import opening_checklist
from pitboss.families.settling import decided, given_back, half_lost
from pitboss.families.shoe_dealing import DealingShoe
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
from pitboss.felt import Area, Box, Felt, Inscription, Place
from pitboss.game import CheckItem, Checklist, Duty, Game, IrregularityKind, RoundStart, Sign
from pitboss.money import Money, Odds
from pitboss.procedure import DEALER, Election, Irregularity, Option, Procedure, Refusal, Refused, costing
from pitboss.seating import Seat, clockwise, counterclockwise
from pitboss.submission import Choice, RulesSubmission
from pitboss.wagers import Book, Posted, Spots, Terms, Wager, WagerKind, returned

# § 651a.1.  Definitions.


class Result(StrEnum):
    """A player's card against the dealer's."""

    LOWER = "lower"
    HIGHER = "higher"
    TIE = "tie"  # 651a.1:Tie hand


# § 651a.3.  Cards; number of decks; dealing shoe.

DECKS = (6, 8)  # 651a.3(a): decks in the shoe
BATCHES = 2  # 651a.3(c)(1): with an automated shuffler


class ShortShoe(StrEnum):
    """What becomes of a round that the shoe cannot finish; the chapter does not say."""

    SHUFFLE_DISCARDS = "shuffle_discards"
    VOID_ROUND = "void_round"


class MissedWarCard(StrEnum):
    """What becomes of a player not dealt a card in the War deal; the chapter does not say."""

    DEAL_BEFORE_DEALER = "deal_before_dealer"
    RETURN_WAGERS = "return_wagers"


class Rules(RulesSubmission, frozen=True, kw_only=True):
    """What a certificate holder files for Casino War."""

    decks: Annotated[
        int | None,
        Choice("651a.3(a)", "Decks in use: 6 or 8, or 12 or 16 in two batches with an automated shuffler.", 6, 16),
    ] = None
    shuffler: Annotated[
        Shuffling, Choice("651a.3(c)", "Shuffled by hand, by a device, or by a device that reshuffles and counts.")
    ] = Shuffling.MANUAL
    preshuffled_decks: Annotated[bool, Choice("651a.4(e)", "Whether decks come preinspected and preshuffled.")] = False
    adjacent_boxes: Annotated[int, Choice("651a.7(e)", "On how many adjacent boxes one player may wager.", 1, 9)] = 1
    short_shoe: Annotated[ShortShoe, Choice("I-GEN-19", "When the shoe cannot finish a round.")] = (
        ShortShoe.SHUFFLE_DISCARDS
    )
    missed_war_card: Annotated[
        MissedWarCard, Choice("I-651a-08", "When a player is not dealt a card in the War deal.")
    ] = MissedWarCard.DEAL_BEFORE_DEALER

    @classmethod
    def wager_names(cls) -> tuple[str, ...]:
        return tuple(kind.name for kind in WAGERS if kind.tendered)

    def check(self) -> None:
        if self.decks is None:
            return
        batches = self.shuffler is Shuffling.AUTOMATED
        lawful = tuple(n * BATCHES for n in DECKS) if batches else DECKS
        if self.decks not in lawful:  # I-651a-06: twice seven would put seven decks in the shoe
            allowed = " or ".join(str(n) for n in lawful)
            raise Refused(
                Refusal.FORBIDDEN_CHOICE,
                f"decks = {self.decks} is not allowed with shuffler = {self.shuffler.value!r}: it takes {allowed}.",
                "651a.3(c)" if batches else "651a.3(a)",
            )

    @property
    def batches(self) -> int:
        return BATCHES if self.shuffler is Shuffling.AUTOMATED else 1

    @property
    def shoe_decks(self) -> int:
        """Decks in one shoe: six unless more were filed."""
        return DECKS[0] if self.decks is None else self.decks // self.batches

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """What is in a full shoe."""
        return DECK * self.shoe_decks

    @cached_property
    def spots(self) -> Spots:
        return {(kind.name, ""): self._terms(kind) for kind in WAGERS if kind.tendered}

    def _terms(self, kind: WagerKind) -> Terms:
        odds = (INITIAL_PAYS if kind.name == "initial" else TIE_PAYS,)
        return self.terms(kind, odds=odds)

    @cached_property
    def posted(self) -> Posted:
        return msgspec.structs.replace(POSTED, boxes=self.adjacent_boxes)


class Table(msgspec.Struct, frozen=True):
    """The state between rounds."""

    shoe: ShoeState = ShoeState()


def open_table(rules: Rules) -> Table:
    return Table(ShoeState(batches=rules.batches))


def duties(rules: Rules) -> tuple[Duty, ...]:
    """651a.3(d)."""
    return (Duty("deck_change", "Change the cards", "651a.3(d)", 24),)


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


# § 651a.6.  Card rankings.

RANKING = "23456789TJQKA"


def compare(mine: Card, dealers: Card) -> Result:
    """Aces are high; suits do not matter."""
    ahead = RANKING.index(rank(mine)) - RANKING.index(rank(dealers))
    return Result.TIE if not ahead else Result.HIGHER if ahead > 0 else Result.LOWER


# § 651a.7.  Wagers.

INITIAL, WAR, TIE = "initial", "war", "tie"
ON_WAR = "war"  # the spot of a Tie Wager on the War deal

WAGERS = (
    WagerKind(INITIAL, "Initial Wager", "651a.7(b)", "a card higher than the dealer's; needed to play", pays="651a.10(1)"),
    WagerKind(
        WAR, "War Wager", "651a.9(c)(2)", "equal to the Initial, after a tie: a War card as high as the dealer's or higher",
        tendered=False, pays="651a.10(3)",
    ),
    WagerKind(
        TIE, "Tie Wager", "651a.7(c)", "a tie hand; it may be made again on the War deal", needs=INITIAL,
        needs_cite="651a.7(b)", pays="651a.10(2)", group="side",
    ),
)  # fmt: skip
KINDS = {kind.name: kind for kind in WAGERS}

POSTED = Posted(
    seats=9,  # 651a.2(a)
    limits="I-GEN-34",
    chips="651a.7(a)",
    closed="651a.7(d)",
    seated="651a.2(a)",
    boxes=1,
    boxes_cite="651a.7(e)",
    locked="651a.7(d)",
)
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
    book = Book(rules.spots, rules.posted, KINDS, breakage=rules.breakage)
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

    dealt = yield from dealing.one_each(seats_with(INITIAL, up), "651a.8(c)(1)", NOT_DEALT, void)
    cards: Cards = dict(dealt.items())
    if cards:
        cards[DEALER] = yield from dealing.card(DEALER, "651a.8(c)(2)")
        yield Dealt(DEALER, cards[DEALER], cite="651a.8(c)(2)")
    return cards


# § 651a.9.  Procedures for completion of each round of play; collection and payment of wagers.

SURRENDER, NO_TIE = "surrender", "no_tie"
WAR_BURN = 3  # 651a.9(f)


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
        options = (Option(SURRENDER), costing(WAR, initial.amount))
        answer = yield from dealing.ask(Election(seat, "tie hand", options, "651a.9(c)", options[0]))
        if answer.says == SURRENDER:
            yield surrendered(up.pop((seat, INITIAL, "")))
            continue
        at_war.append(seat)
        up[seat, WAR, ""] = Wager(seat, WAR, "", initial.amount)
        yield Wagered(seat, WAR, "", initial.amount, cite="651a.9(c)(2)")
        yield from offer_tie(seat, up, dealing, rules)
    return at_war


def surrendered(initial: Wager) -> Settlement:
    """(c)(1) Half of the Initial Wager is lost."""
    return half_lost(initial, cite="651a.9(c)(1)", outcome=SURRENDER)


def offer_tie(seat: Seat, up: Up, dealing: DealingShoe, rules: Rules) -> Procedure[None]:
    """(e), I-651a-05: a new Tie Wager on the War deal, whether or not there was one before."""
    step = rules.unit or 1
    least = -(-rules.least(TIE) // step) * step
    amount = Option(TIE, least=least, most=rules.most(TIE) or UNPOSTED, step=step)
    answer = yield from dealing.ask(
        Election(seat, "tie on the war deal", (amount, Option(NO_TIE)), "651a.9(e)", Option(NO_TIE))
    )
    if answer.says == TIE:
        up[seat, TIE, ON_WAR] = Wager(seat, TIE, ON_WAR, answer.amount)
        yield Wagered(seat, TIE, ON_WAR, answer.amount, cite="651a.9(e)")


def clear(cards: Cards, at_war: Sequence[Seat], dealing: DealingShoe) -> Procedure[None]:
    """(d) All cards go to the rack but those of players at War; the dealer's stays out with them."""
    for seat in counterclockwise(seat for seat in cards if isinstance(seat, int) and seat not in at_war):
        yield dealing.shoe.discard(seat, (cards[seat],), "651a.9(d)", shown=True)
    if not at_war:
        yield dealing.shoe.discard(DEALER, (cards[DEALER],), "651a.9(d)", shown=True)


def war_deal(at_war: Sequence[Seat], up: Up, dealing: DealingShoe, rules: Rules) -> Procedure[Cards]:
    """(f) Three cards burned, once (I-651a-02); then one card to each player at War and one to the dealer."""
    yield from dealing.burn(WAR_BURN, "651a.9(f)")
    waiting, cards = [*at_war], Cards()
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


# § 651a.10.  Payout odds.

INITIAL_PAYS = Odds.parse("1 to 1")  # (1)
TIE_PAYS = Odds.parse("10 to 1")  # (2)
WAR_PAYS: Mapping[Result, Odds] = {
    Result.HIGHER: Odds.parse("1 to 1"),
    Result.TIE: Odds.parse("2 to 1"),
}  # (3)


def initial_pays(result: Result) -> Odds | None:
    """A higher card wins; a tie hand is not decided by the original deal."""
    return INITIAL_PAYS if result is Result.HIGHER else None


def tie_pays(result: Result) -> Odds | None:
    """A tie hand wins, on the original deal and on the War deal alike."""
    return TIE_PAYS if result is Result.TIE else None


def war_pays(result: Result) -> Odds | None:
    return WAR_PAYS.get(result)


# § 651a.11.  Irregularities.

NOT_DEALT = IrregularityKind(
    "card_not_dealt", "Card not dealt to a player", "651a.11(c)",
    "The player's wagers are void and returned, and the player is in the next round; in the War deal the card is dealt before the dealer's.",
    needs_seat=True, facts=("after_dealer",),
)  # fmt: skip
IRREGULARITIES = (*LAW.kinds, NOT_DEALT)


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
    yield irregularity_event(insufficient_cards("I-GEN-19"), fault)
    yield RoundVoided("too few cards", cite="I-GEN-19")
    for seat in counterclockwise({seat for seat, _, _ in up}):
        yield given_back(seat, up, cite="I-GEN-19", outcome="void")
    dealing.reshuffle_after()


# --- paper: layout, signs, inspections ---------------------------------------------------------------------

PAYS = (
    f"Initial pays {INITIAL_PAYS}",
    f"War pays {WAR_PAYS[Result.HIGHER]}, and {WAR_PAYS[Result.TIE]} when the War deal ties",
    f"Tie pays {TIE_PAYS}",
)
# Seat 1 is at the dealer's left: the right-hand end as the players face the dealer (I-GEN-10).
SEAT_AT = (
    (1470, 270),
    (1310, 370),
    (1135, 440),
    (955, 480),
    (770, 495),
    (585, 480),
    (405, 440),
    (230, 370),
    (70, 270),
)  # fmt: skip


def felt(rules: Rules) -> Felt:
    """651a.2(a)–(b): nine positions with areas for Initial and War Wagers and for Tie Wagers, and the odds."""
    places = [
        Place("cards", DEALER, Box(730, 40, 180, 92), "DEALER"),
        Place("rack", "discard", Box(180, 40, 110, 70), "Discards"),
        Place("shoe", "shoe", Box(1350, 40, 110, 70), "Shoe"),
    ]
    areas = []
    for seat, (x, y) in enumerate(SEAT_AT, 1):
        areas += [
            Area(INITIAL, "", Box(x, y, 72, 72, 36), "INITIAL", seat, "651a.2(b)(2)", name=f"Initial Wager, seat {seat}"),
            Area(WAR, "", Box(x + 78, y, 72, 72, 36), "WAR", seat, "651a.2(b)(2)", "plain", name=f"War Wager, seat {seat}"),
            Area(TIE, "", Box(x, y + 78, 72, 44, 10), "TIE", seat, "651a.2(b)(3)", name=f"Tie Wager, seat {seat}"),
            Area(TIE, ON_WAR, Box(x + 78, y + 78, 72, 44, 10), "WAR TIE", seat, "651a.2(b)(3)", "plain", name=f"Tie Wager on the War deal, seat {seat}"),
        ]  # fmt: skip
        places.append(Place("cards", seat, Box(x, y - 96, 150, 88), f"{seat}"))
    texts = (
        Inscription(820, 24, "PITBOSS CASINO  ·  CASINO WAR", "651a.2(b)(1)", 22),
        Inscription(820, 178, "     ".join(PAYS), "651a.2(b)(4)", 20),
        Inscription(820, 210, "On a tie, surrender half of the Initial Wager or go to War", "651a.9(c)", 18),
    )
    return Felt(1690, 650, "Casino War", tuple(areas), tuple(places), texts)


def signs(rules: Rules) -> tuple[Sign, ...]:
    """651a.2(b)(4), where the odds are not inscribed on the layout; 651a.7(e)."""
    boxes = "1 box" if rules.adjacent_boxes == 1 else f"{rules.adjacent_boxes} adjacent boxes"
    return (
        Sign("651a.2(b)(4)", ". ".join(PAYS) + "."),
        Sign("651a.7(e)", f"One player may wager on {boxes} in a round."),
    )


def checklists(rules: Rules) -> tuple[Checklist, ...]:
    """651a.2(c)–(d), 651a.3, 651a.4."""
    equipment = [
        CheckItem("651a.2(c)", "Drop box and tip box are attached where approved."),
        CheckItem("651a.2(d)", "The discard rack is fixed to the dealer's side of the table."),
        CheckItem("651a.3(a)", f"{rules.shoe_decks * rules.batches} decks of one appearance and two cover cards are at the table."),
    ]  # fmt: skip
    if rules.batches == BATCHES:
        equipment += [
            CheckItem("651a.3(c)(2)", "The two batches have the same design and backs of two colours."),
            CheckItem("651a.5(g)(2)(i)", "The shuffler keeps one shuffled batch safely inside."),
        ]
    return (
        Checklist("equipment", "Equipment of the table", "651a.2(c)", ("floorperson",), tuple(equipment)),
        opening_checklist(
            "651a.4",
            preshuffled=rules.preshuffled_decks,
            batches=rules.batches,
            washed="The cards were turned down, washed and stacked.",
            apart="Each batch was spread, turned down and stacked by itself.",
        ),
    )


def example() -> Rules:
    return Rules(minimum=Money(500), maximum=Money(50_000), decks=6, adjacent_boxes=2)


GAME = Game(
    name="casino-war",
    title="Casino War",
    chapter="651a",
    equipment="six or eight decks in a shoe",
    about="One card against the dealer's, the higher wins; on a tie surrender half or go to War.",
    rules=Rules,
    wagers=WAGERS,
    irregularities=IRREGULARITIES,
    state=Table,
    closed="651a.7(d)",
    open=open_table,
    play=play,
    felt=felt,
    signs=signs,
    duties=duties,
    checklists=checklists,
    example=example,
)

"""§ 633a.7.  One round of play, from the wagers to the discard rack."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from pitboss.chapters.ch633a_blackjack.dealing import (
    READER_IN_ORDER,
    Voided,
    asked,
    deal,
    determinant_card,
    fill_shoe,
    missed_cards,
    next_card,
    reader_repaired,
    reader_status,
    reshuffled,
)
from pitboss.chapters.ch633a_blackjack.decisions import check_hole_card, decisions, turn_over
from pitboss.chapters.ch633a_blackjack.hands import Play
from pitboss.chapters.ch633a_blackjack.irregularities import (
    DREW_ON_17,
    EXPOSED,
    PERMITTED,
    READER_BROKEN,
    READER_RETURNED,
)
from pitboss.chapters.ch633a_blackjack.rules import (
    BAD_BEAT,
    BLACKJACK,
    HIT_AND_RUN,
    KINDS,
    ROYAL_MATCH_21,
    Rules,
)
from pitboss.chapters.ch633a_blackjack.settlement import (
    give_everything_back,
    settle_first_cards,
    settle_hands,
    settle_progressives,
    settle_surrendered,
    settle_waiting,
)
from pitboss.chapters.ch633a_blackjack.shortage import most_needed
from pitboss.chapters.ch633a_blackjack.values import LIMIT, spoken, total
from pitboss.chapters.ch633a_blackjack.verdicts import STANDS, depends_on_dealer
from pitboss.equipment.cards import DECK
from pitboss.equipment.shoe import ShoeState
from pitboss.events import Announced, Dealt, Event, Noted, Revealed, RoundClosed, RoundOpened, RoundVoided
from pitboss.families.cash import cash_converted
from pitboss.families.irregularities import irregularity_event
from pitboss.families.mid_shoe_entry import MidShoeEntry, Players
from pitboss.families.progressive import Progressive, opened
from pitboss.families.shoe_dealing import DealingShoe, is_new
from pitboss.game import RoundStart
from pitboss.meters import MeterState
from pitboss.money import dollars
from pitboss.procedure import DEALER, Election, Irregularity, Option, Procedure, Refusal, Refused, ask, draw
from pitboss.wagers import Book


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state between rounds."""

    shoe: ShoeState = ShoeState()
    right: ShoeState | None = None  # the right side of a double shoe; ``shoe`` is then its left side
    meters: dict[str, MeterState] = {}
    entered: Players = None  # who may wager without having sat out a round, where that matters
    reader_broken: bool = False


def open_table(rules: Rules) -> Table:
    right = ShoeState() if rules.double_shoe else None
    return Table(ShoeState(batches=rules.batches), right, {meter.name: opened(meter) for meter in rules.meters})


def play(state: Table, rules: Rules, start: RoundStart) -> Procedure[Table]:
    """One round: shoe, wagers, cards, decisions, the dealer's hand, settlement."""
    check_selections(rules, start)
    yield RoundOpened(start.number, cite="633a.7(f)")
    if state.reader_broken:  # 633a.14(k), I-633a-46
        yield from ask(READER_IN_ORDER)
        yield reader_status(in_service=True)
    shoes = [shoe for shoe in (state.shoe, state.right) if shoe is not None]
    sides = yield from fill_shoe(shoes, rules, start)
    fresh = any(is_new(shoe, start) for shoe in shoes) or sides[next(iter(sides))].shoe.continuous
    entry = MidShoeEntry(None if fresh or not rules.no_mid_shoe_entry else state.entered, "633a.6(b)")
    book = Book(
        rules.spots, rules.posted, KINDS, rounding=rules.payout_rounding, demand=entry.demand, closing=equal_wagers,
        players=start.names,
    )  # fmt: skip
    for side in sides.values():
        side.whose = book.player
    reader_broken = yield from betting(book, entry, list(sides.values()), rules)
    meters = {meter.name: Progressive(meter, state.meters[meter.name]) for meter in rules.meters}
    game = Play(rules, sides, book.wagers(), meters, book.player)
    for side in sides.values():
        side.needs = lambda: most_needed(game)
    if game.boxes:
        try:
            if reader_broken:
                yield from reader_repaired()
                reader_broken = False
            yield from round_of_play(game, start)
        except Voided as void:
            reader_broken = void.why == READER_BROKEN.name
            yield from call_dead(game, void)
    yield RoundClosed(start.number, cite="633a.7(s)")
    left, *right = shoes_after(list(sides.values()), idle=not game.boxes)
    return Table(
        left,
        right[0] if right else None,
        {name: meter.after() for name, meter in meters.items()},
        entry.after({seat: book.player(seat) for seat in game.boxes}) if rules.no_mid_shoe_entry else None,
        reader_broken,
    )


def shoes_after(sides: Sequence[DealingShoe], *, idle: bool) -> list[ShoeState]:
    """The shoe, or both sides of it, after the round; 633a.5(f): a reshuffle that was ordered is of the whole shoe."""
    if any(side.ordered for side in sides):
        for side in sides:
            side.reshuffle_after()
    return [side.after(idle=idle) for side in sides]


# § 633a.6.  Wagers.


Steps = Procedure[None]  # made once: an annotation inside a function is looked at in every round


def betting(book: Book, entry: MidShoeEntry, sides: Sequence[DealingShoe], rules: Rules) -> Procedure[bool]:
    """(a)–(f): until the first card; meanwhile the house may permit a barred patron, or the card reader fail.

    True where it failed: then no card is dealt before the floor reports that it works again.
    """
    reader_broken = False

    def reshuffle() -> Steps:
        entry.shuffled()
        yield from reshuffled(sides, rules)

    while True:
        try:
            yield from sides[0].betting(book, "633a.6(c)", reshuffle)
            break
        except Irregularity as fault:
            if fault.kind == PERMITTED.name:
                entry.permit(fault)
                yield irregularity_event(PERMITTED, fault)
            elif fault.kind == READER_BROKEN.name and not reader_broken:
                reader_broken = True
                yield irregularity_event(READER_BROKEN, fault)
                yield reader_status(in_service=False)
                yield Noted("no card is dealt before the card reader is repaired or replaced", cite="633a.14(k)")
            elif fault.kind == READER_RETURNED.name and reader_broken:
                reader_broken = False
                yield irregularity_event(READER_RETURNED, fault)
                yield reader_status(in_service=True)
            else:
                raise
    for side in sides:
        side.playing = True
    yield from cash_converted(book.cash, "633a.6(a)")
    return reader_broken


def equal_wagers(book: Book) -> None:
    """633a.12(a)(1): at Blackjack Switch both Blackjack Wagers of a player are equal."""
    for seat in book.seats(BLACKJACK):
        amounts = [book.amount(seat, kind, on) for kind, on in book.spots if kind == BLACKJACK]
        if len(set(amounts)) > 1:
            both = " and ".join(f"${dollars(amount)}" for amount in amounts)
            raise Refused(
                Refusal.NOT_EQUAL,
                f"Seat {seat}'s two Blackjack Wagers are {both}; they must be equal.",
                "633a.12(a)(1)",
            )


# § 633a.7.  Completion of each round of play.


def round_of_play(game: Play, start: RoundStart) -> Procedure[None]:
    """(d)–(s), from the lock-out of the progressive wagers to the last settlement."""
    rules = game.rules
    yield from lock_out(game)
    yield from select_bonuses(game, start)
    if rules.double_shoe:
        yield from determinant_card(game)
    yield from deal(game)
    if not game.any_live():
        yield from clear(game)
        return
    if not rules.dealt_from_hand:
        yield from settle_first_cards(game, game.counterclockwise())
    if game.may_hide_blackjack:
        yield from check_hole_card(game)
    if not (game.checked and game.dealer_blackjack):
        yield from decisions(game)
    yield from dealers_hand(game)
    yield from settle_remaining(game)
    yield from clear(game)


def lock_out(game: Play) -> Procedure[None]:
    """633a.2(c), (d)(2): no progressive wager once dealing begins; those that are up move their meters."""
    for kind, meter in game.meters.items():
        wagers = [box.sides[kind, ""] for box in game.clockwise() if (kind, "") in box.sides]
        if wagers:
            yield from meter.lock_out(wagers, "633a.2(c)" if kind == BAD_BEAT else "633a.2(d)(2)")


MAGIC_CARD, LUCKY_PLAYER = "magic_card", "lucky_player"


def selections(rules: Rules) -> Mapping[str, Mapping[str, int]]:
    """What the table game system may select, all equally likely."""
    return {
        MAGIC_CARD: dict.fromkeys(DECK, 1),
        LUCKY_PLAYER: {str(seat): 1 for seat in range(1, rules.seats + 1)},
    }


def check_selections(rules: Rules, start: RoundStart) -> None:
    """633a.1: refuse a selection of the system that does not exist."""
    for what, weights in selections(rules).items() if start.system else ():
        named = str(start.system.get(what, ""))
        if named and named not in weights:
            title = what.replace("_", " ")
            raise Refused(
                Refusal.IMPOSSIBLE,
                f"Expected a {title} that the system could select, not {named!r}.",
                f"633a.1:{title.title()} Bonus",
            )


def select_bonuses(game: Play, start: RoundStart) -> Procedure[None]:
    """633a.1, I-633a-16: the table game system draws a card and a position, where a Bad Beat Wager is up."""
    if BAD_BEAT not in game.meters or not any((BAD_BEAT, "") in box.sides for box in game.clockwise()):
        return
    if game.rules.magic_card_bonus:
        game.magic_card = yield from selected(MAGIC_CARD, game.rules, start, "633a.1:Magic Card Bonus")
    if game.rules.lucky_player_bonus:
        seat = yield from selected(LUCKY_PLAYER, game.rules, start, "633a.1:Lucky Player Bonus")
        game.lucky_player = int(seat or 0)


def selected(what: str, rules: Rules, start: RoundStart, cite: str) -> Procedure[str]:
    """What the system selected for this round; without a system, chance decides."""
    if start.system:
        choice = str(start.system.get(what, ""))
    else:
        choice = yield from draw(what, selections(rules)[what], cite, independent=True)
    yield Noted(f"{what.replace('_', ' ')}: {choice or 'none'}", cite=cite)
    return choice


def dealers_hand(game: Play) -> Procedure[None]:
    """(l)–(n) The hole card is shown; the dealer draws to 16 and stands on every 17, if it matters."""
    shown = "633a.12(b)(8)" if game.rules.dealt_from_hand else "633a.7(l)"
    yield Revealed(DEALER, tuple(game.dealer), game.dealers_call, cite=shown)
    game.revealed = True
    yield from settle_surrendered(game)
    while total(game.dealer) < STANDS and dealer_matters(game):
        try:
            card = yield from next_card(game, DEALER, "633a.7(m)")
        except Irregularity as fault:
            if fault.kind != EXPOSED.name:
                raise
            yield from missed_cards(game, fault)  # exposed or not, it is the dealer's next card
            continue
        game.dealer.append(card)
        yield Dealt(DEALER, card, cite="633a.7(m)")
        yield Announced(spoken(game.dealer), cite=shown)
    if STANDS <= total(game.dealer) <= LIMIT:
        yield from dealer_stands(game)
    if game.ahead is not None:  # 633a.14(c): nobody could use it
        card, game.ahead = game.ahead, None
        yield game.dealing.shoe.discard(DEALER, (card,), "633a.14(c)", shown=True)


def dealer_matters(game: Play) -> bool:
    """(n), I-633a-13: a hand still depends on the dealer's count, or a progressive wager on the dealer's cards."""
    if game.meters and any((kind, "") in box.sides for box in game.clockwise() for kind in (BAD_BEAT, HIT_AND_RUN)):
        return True
    return any(hand.live and depends_on_dealer(hand.standing, game.rules) for hand in game.hands())


STANDING = "stand"
DEALER_STANDS = Election(DEALER, STANDING, (Option("stand"),), "633a.7(m)", Option("stand"), courtesy=True)


def dealer_stands(game: Play) -> Procedure[None]:
    """(m), 633a.14(d), I-633a-31: a card drawn on 17 or more goes to the rack."""
    while True:
        try:
            yield from asked(game, DEALER_STANDS)
            return
        except Irregularity as fault:
            if fault.kind != DREW_ON_17.name:
                raise
            yield irregularity_event(DREW_ON_17, fault)
            card = yield from next_card(game, DEALER, DREW_ON_17.cite)
            yield game.dealing.shoe.discard(DEALER, (card,), DREW_ON_17.cite, shown=True)


def settle_remaining(game: Play) -> Procedure[None]:
    """(g)(4), (o)–(r) What waited for the hole card, then the progressive wagers, then the hands."""
    for box in game.counterclockwise():
        yield from turn_over(game, box, "633a.12(b)(9)")
    yield from settle_waiting(game, game.counterclockwise(), (ROYAL_MATCH_21,))
    yield from settle_progressives(game)
    yield from settle_hands(game)


def clear(game: Play) -> Iterator[Event]:
    """(s) All cards that are left go to the rack, hand by hand."""
    for box in game.counterclockwise():
        for hand in box.hands:
            if hand.cards and not hand.gone:
                yield game.remove_cards(hand, "633a.7(s)")
    if game.dealer:
        yield game.dealing.shoe.discard(DEALER, game.dealer, "633a.7(s)", shown=game.revealed)


# § 633a.14(j)(1), (k).  All hands dead.


def call_dead(game: Play, void: Voided) -> Iterator[Event]:
    """The cards are collected and every wager that is not yet settled is returned."""
    yield RoundVoided(void.why.replace("_", " "), cite=void.cite)
    yield from give_everything_back(game, void.cite)
    yield from clear(game)

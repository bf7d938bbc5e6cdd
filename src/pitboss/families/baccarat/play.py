"""A round of baccarat: shoe, wagers, the two hands, settlement, and what the shoe still has to give."""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from pitboss.equipment.cards import Card
from pitboss.equipment.shoe import ShoeState
from pitboss.events import Announced, Event, Noted, Replaced, RoundClosed, RoundOpened, RoundVoided
from pitboss.families.baccarat.dealing import RESULT, Coup, OutOfCards, Viewing
from pitboss.families.baccarat.hands import BANKER, NAME, PLAYER, Hand, Winner, winner
from pitboss.families.baccarat.rules import (
    LEFT,
    BaccaratRules,
    Law,
    call,
    card_faults,
    player_delays,
    player_left,
)
from pitboss.families.baccarat.settlement import Won, collect, collect_all, in_order, moved_along, settle
from pitboss.families.cash import CASH_CONVERTED, cash_converted
from pitboss.families.irregularities import irregularity_event
from pitboss.families.opening import CARDS
from pitboss.families.shoe_dealing import DealingShoe, is_new, ready
from pitboss.families.shoe_law import SHORT, ShoeLaw, cover_card, recut_by_next, reshuffle_ordered
from pitboss.game import FLOOR_ONLY, IrregularityKind, RoundStart, StaffQuestion
from pitboss.money import Cents
from pitboss.procedure import DEALER, FLOOR, Irregularity, Procedure, attest
from pitboss.roles import Role
from pitboss.seating import Seat, clockwise
from pitboss.wagers import Book, returned

LEAST_BENEATH = 14  # 627a.5(d), 629a.5(d), 631a.5(d): cards beneath the second cover card


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state between rounds."""

    shoe: ShoeState = ShoeState()
    last_hand: bool = False  # the cover card is out and one more hand is played
    kept: tuple[Card, ...] = ()  # cards drawn in error unseen, the first of the next hand
    won: tuple[tuple[Seat, Cents], ...] = ()  # winnings on the Banker's Hand whose vigorish is only marked
    # of those seats, whose they are, where that is not the seat's own player
    players: tuple[tuple[Seat, str], ...] = ()


def open_table(rules: BaccaratRules) -> Table:
    return Table(ShoeState(batches=rules.batches))


def owes(state: Table, player: str) -> bool:
    """Whether vigorish is marked for a player, to be collected before they leave (I-627a-08)."""
    return player in owners(state).values()


def owners(state: Table) -> dict[Seat, str]:
    """Who owes the vigorish that is marked for each seat."""
    names = dict(state.players)
    return {seat: names.get(seat) or str(seat) for seat, _ in state.won}


# --- the shoe (627a.5, 629a.5, 631a.5)


def shoe_law(law: Law) -> ShoeLaw:
    """What a chapter says about its shoe; ``Coup`` handles an irregular card, the round an empty shoe."""
    remedy = "Set it aside and finish the hand; announce “last hand” and play one more."
    return ShoeLaw(
        shuffle=f"{law.chapter}.5(a)",
        offer=f"{law.chapter}.5(b)",
        cut=f"{law.chapter}.5(c)",
        cover=f"{law.chapter}.5(d)",
        burn=f"{law.chapter}.5(f)",
        cover_out=cover_card(law.cover_out, remedy),
        improper_cut=recut_by_next(f"{law.chapter}.5(e)"),
        reshuffle=reshuffle_ordered(law.reshuffle) if law.reshuffle else None,
        idle=law.idle,
        idle_device=law.idle_device,
        cover_least=lambda count: LEAST_BENEATH,
        burn_by_value=True,
    )


def irregularities(law: Law) -> tuple[IrregularityKind, ...]:
    """Everything the floor can report in the games of a chapter."""
    found = [*shoe_law(law).kinds, *card_faults(law), player_left(law)]
    if law.delayed:
        found.append(player_delays(law))
    return tuple(found)


NEW_DECKS, NEW_DECKS_VERIFIED = "new decks", "inspection of the new decks"


def staff_questions(law: Law) -> tuple[StaffQuestion, ...]:
    """What the games of a chapter ask the dealer and the floor."""
    found = [
        *shoe_law(law).staff_questions,
        StaffQuestion(CASH_CONVERTED, (Role.DEALER,), f"{law.wagers}(b)"),
        StaffQuestion(RESULT, (Role.DEALER,), f"{law.result}(a)"),
    ]
    if law.replaced:
        inspected = f"{law.chapter}.4(a)"
        found += [
            StaffQuestion(NEW_DECKS, (Role.DEALER,), inspected),
            StaffQuestion(NEW_DECKS_VERIFIED, FLOOR_ONLY, inspected),
        ]
    return tuple(found)


class Round:
    """One round. ``over``: it is the last of the shoe, whatever is left in it; ``hears``: who else is told of a move."""

    __slots__ = ("book", "dealing", "first", "hears", "kept", "over", "owing", "played", "rules", "start", "won")

    def __init__(
        self,
        state: Table,
        rules: BaccaratRules,
        start: RoundStart,
        won: Won,
        owing: dict[Seat, str],
        dealing: DealingShoe,
    ) -> None:
        self.owing = owing  # who owed vigorish when the round began, by their seat now
        self.rules, self.start, self.won, self.dealing = rules, start, won, dealing
        fresh = new_shoe(state, start)
        self.over = state.last_hand and not fresh
        self.first: tuple[Card, ...] = () if fresh else state.kept
        self.kept: list[Card] = []
        self.played = False  # whether anybody wagered
        self.hears: Callable[[str, Seat, Seat], None] = lambda player, seat, to: None
        self.book = Book(
            rules.spots,
            rules.posted,
            rules.kinds,
            rounding=rules.payout_rounding,
            demand=rules.demand,
            closing=rules.closing,
            players=start.names,
            goes=self.goes,
        )

    def goes(self, player: str, seat: Seat, to: Seat) -> Iterator[Event]:
        """A player is moved while betting is open: the vigorish that is marked for them is marked where they sit now. Of one who
        leaves it was collected."""
        if to:
            self.hears(player, seat, to)
        if not to or self.owing.get(seat) != player or seat not in self.won:
            return
        if to in self.won:  # of one who left there: it fell due then
            yield from collect(to, self.won, self.rules)
        there = yield from moved_along(self.won, {seat: to}, self.rules)
        self.won.clear()
        self.won.update(there)
        self.owing[to] = self.owing.pop(seat)

    @property
    def players(self) -> list[Seat]:
        """The seats that are taken, and any that wagered."""
        return clockwise({*self.start.seated, *(wager.seat for wager in self.book.wagers())})


def new_shoe(state: Table, start: RoundStart) -> bool:
    return is_new(state.shoe, start)


def open_round(state: Table, rules: BaccaratRules, start: RoundStart, cutters: Sequence[Seat]) -> Procedure[Round]:
    """The round opens; before a new shoe all vigorish still marked is collected (I-627a-08)."""
    law = rules.law
    yield RoundOpened(start.number, cite=f"{law.hands}(a)")
    won, owing = yield from where_they_are(state, rules, start)
    if new_shoe(state, start):
        yield from collect_all(won, rules)
        if law.replaced and state.shoe.shuffled and not start.reopened:
            yield from new_decks(rules)
    shoe = shoe_law(law)
    if rules.preshuffled_decks and (law.replaced or not state.shoe.shuffled):
        shoe = msgspec.structs.replace(shoe, shuffle=law.preshuffled)
    dealing = yield from ready(rules.cards, state.shoe, shoe, start, cutters=cutters, automated=rules.batches > 1)
    return Round(state, rules, start, won, owing, dealing)


def where_they_are(state: Table, rules: BaccaratRules, start: RoundStart) -> Procedure[tuple[Won, dict[Seat, str]]]:
    """The vigorish that is marked, and who owes it, by the seats where they are now; none is left to who takes a seat."""
    won, owing = dict(state.won), owners(state)
    if not start.players or not won:
        return won, owing
    now = start.moved(owing.items())
    for seat in [seat for seat in sorted(won) if seat not in now and seat in start.seated]:
        yield from collect(seat, won, rules)  # it fell due when they left
    there = yield from moved_along(won, now, rules)
    return there, {now.get(seat, seat): owing[seat] for seat in won}


def new_decks(rules: BaccaratRules) -> Procedure[None]:
    """629a.3(b), 631a.3(b): every shoe has new cards, inspected like those of the opening unless they came inspected.

    Not at a table that was opened again: its cards came to it then, and their inspection was signed for.
    """
    law, inspected = rules.law, f"{rules.law.chapter}.4(a)"
    if rules.preshuffled_decks:
        what = "received new decks, preinspected and preshuffled"
        yield from attest(DEALER, what, law.preshuffled, kind=NEW_DECKS, says="received")
    else:
        what = "received new decks and inspected them for defects"
        yield from attest(DEALER, what, inspected, kind=NEW_DECKS, says="inspected")
        what = "verified the inspection of the new decks"
        yield from attest(FLOOR, what, inspected, kind=NEW_DECKS_VERIFIED, says="verified")
    yield Replaced(CARDS, "each dealing shoe has new cards", inspected=True, cite=law.replaced)


# --- wagers (627a.7, 629a.7, 631a.8)


def betting(this: Round) -> Procedure[None]:
    """Wagers until “no more bets”; meanwhile a player who owes vigorish may leave, and a reshuffle be ordered."""
    rules = this.rules
    while True:
        try:
            yield from this.dealing.betting(this.book, f"{rules.law.wagers}(c)", lambda: reshuffled(this))
            this.played = any(this.book.wagers())
            return
        except Irregularity as fault:
            if fault.kind != LEFT or fault.seat not in this.won or _has_wagers(fault.seat, this.book):
                raise
            yield irregularity_event(player_left(rules.law), fault)
            yield from collect(fault.seat, this.won, rules)


def reshuffled(this: Round) -> Procedure[None]:
    """627a.5(a), 627a.12(d)(2)(i): a new shoe on the floor's order, after all vigorish is collected."""
    yield from collect_all(this.won, this.rules)
    if this.first:
        yield this.dealing.shoe.discard(DEALER, this.first, "I-627a-13")
    this.first, this.over = (), False
    yield from this.dealing.refill()


def _has_wagers(seat: Seat, book: Book) -> bool:
    return any(wager.seat == seat for wager in book.wagers())


# --- the hands and their settlement (627a.8–627a.12, 629a.8–629a.12, 631a.9–631a.13)


def hands(this: Round) -> Procedure[Winner | None]:
    """Deal, announce, settle, and play simulated rounds for disclosed cards. None: the round is void."""
    rules = this.rules
    viewing = Viewing(this.book, this.players, rules) if rules.style.turned_by is not None else None
    coup = Coup(this.dealing, rules, this.first)
    try:
        yield from coup.deal(viewing)
    except OutOfCards as short:
        yield from void(short.fault, coup, this)
        return None
    yield from coup.complete()
    player, banker = coup.hands
    yield from result(player, banker, rules)
    yield tuple(settle(list(this.book.wagers()), player, banker, this.won, rules))
    yield coup.discard(f"{rules.law.result}(c)")
    this.kept += coup.for_next
    yield from simulated_rounds(coup.aside, this)
    return winner(player, banker)


def result(player: Hand, banker: Hand, rules: BaccaratRules) -> Iterator[Event]:
    """The final Point Counts, then which hand has won, a tie hand, or a Dragon 7."""
    cite = f"{rules.law.result}(a)"
    yield Announced(f"{NAME[PLAYER]} {player.points}, {NAME[BANKER]} {banker.points}", cite=cite)
    yield Announced(call(player, banker, rules), cite=cite)


def void(fault: Irregularity, coup: Coup, this: Round) -> Procedure[None]:
    """Too few cards: the round is void, all wagers go back, and the next round has a new shoe."""
    law = this.rules.law
    kind = next(kind for kind in card_faults(law) if kind.name == SHORT)
    yield irregularity_event(kind, fault)
    yield RoundVoided("too few cards", cite=kind.cite)
    yield tuple(returned(wager, cite=kind.cite, outcome="void") for wager in in_order(list(this.book.wagers())))
    yield coup.discard(f"{law.result}(c)")
    this.kept += [*coup.for_next, *(card for card, _ in coup.aside)]  # discarded with the shoe
    this.over = True


def simulated_rounds(waiting: Sequence[tuple[Card, str]], this: Round) -> Procedure[None]:
    """Each disclosed card is the first of a round without wagers, dealt by the rules and discarded (I-627a-14)."""
    queue = list(waiting)
    while queue:
        card, cite = queue.pop(0)
        yield Noted("simulated round; no wagers are accepted", cite=cite)
        coup = Coup(this.dealing, this.rules, (card,), hand=1)
        try:
            yield from coup.deal()
        except OutOfCards:
            yield Noted("the simulated round ends with the cards in the shoe", cite=cite)
            this.over = True
        yield coup.discard(cite)
        this.kept += coup.for_next
        queue += coup.aside


# --- the end of the round


def close_round(this: Round) -> Procedure[Table]:
    """“Last hand” when the cover card is out; after one more hand, or a void, the shoe is over (I-627a-12).

    627a.5(g): where nobody wagered, the cards do not stay in the shoe.
    """
    law, kept = this.rules.law, tuple(this.kept)
    shoe = this.dealing.after(idle=bool(law.idle) and not this.played)
    this.over = this.over or this.dealing.ordered
    last = shoe.spent and not this.over
    if last:
        yield Announced("last hand", cite=law.cover_out)
        shoe = msgspec.structs.replace(shoe, spent=False, cover=0)  # the cover card lies aside
    elif this.over:
        shoe = msgspec.structs.replace(shoe, spent=True)
        if kept:
            yield this.dealing.shoe.discard(DEALER, kept, "I-627a-13")
            kept = ()
        yield from collect_all(this.won, this.rules)
    yield RoundClosed(this.start.number, cite=f"{law.result}(c)")
    wagered = {wager.seat for wager in this.book.wagers()}  # by whoever was there when betting closed
    whose = {seat: this.book.player(seat) if seat in wagered else this.owing[seat] for seat in sorted(this.won)}
    return Table(
        shoe, last, kept, tuple(sorted(this.won.items())), tuple(one for one in whose.items() if one[1] != str(one[0]))
    )


def play(state: Table, rules: BaccaratRules, start: RoundStart) -> Procedure[Table]:
    """One round of Minibaccarat or Midibaccarat: the dealer deals, and the cut is offered from the dealer's left."""
    this = yield from open_round(state, rules, start, clockwise(start.seated))
    yield from betting(this)
    yield Announced("no more bets", cite=f"{rules.law.hands}(b)")
    yield from cash_converted(this.book.cash, f"{rules.law.wagers}(b)")
    yield from hands(this)
    return (yield from close_round(this))

"""One round of a Pai Gow poker game: what is on the table, and the steps that its chapters share.

A chapter's ``Round`` extends ``PaiGowRound`` (with a bank, or a payout limit). The steps are procedures under the
provisions that the chapter names: lock-out, look at one's cards, void hand, player who left, Envy Bonuses.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from pitboss.equipment.cards import Card
from pitboss.events import Event, Marked, Paid, Revealed, Settlement
from pitboss.families.house_ways import Setting
from pitboss.families.irregularities import by_floor, irregularity_event
from pitboss.families.leaving import WhoLeaves, as_filed
from pitboss.families.one_deck import confirm
from pitboss.families.pai_gow import Place
from pitboss.families.pai_gow_poker.dealing import Deal
from pitboss.families.progressive import Progressive, collected_and_counted
from pitboss.game import IrregularityKind
from pitboss.money import Cents
from pitboss.procedure import DEALER, Irregularity, Procedure
from pitboss.seating import Seat, counterclockwise
from pitboss.wagers import Book, Wager, collected, returned

HANDS_SET, HAND_READ = "hands", "hand"  # what the dealer is asked, by kind


class PaiGowRound:
    """What is on the table during a round. ``seats`` are those whose hands are in play, counterclockwise."""

    __slots__ = ("deal", "meter", "players", "progressive", "seats", "settings", "wagers")

    def __init__(self, book: Book, seats: Iterable[Seat], deal: Deal, meter: Progressive | None,
        progressive: str) -> None:  # fmt: skip
        self.deal, self.meter, self.progressive = deal, meter, progressive
        self.wagers: dict[tuple[Seat, str], Wager] = {(wager.seat, wager.kind): wager for wager in book.wagers()}
        self.seats = counterclockwise(seats)
        self.players: Mapping[Seat, str] = {seat: book.player(seat) for seat in self.seats}
        self.settings: dict[Place, Setting] = {}

    def cards(self, place: Place) -> Sequence[Card]:
        return self.deal.hands[place]

    def up(self, kind: str) -> list[Seat]:
        """The seats with a wager of this kind, counterclockwise."""
        return [seat for seat in self.seats if (seat, kind) in self.wagers]

    def take(self, seat: Seat, kind: str) -> Wager | None:
        """Take a wager off the layout, to be settled."""
        return self.wagers.pop((seat, kind), None)

    def take_all(self, seat: Seat) -> list[Wager]:
        """Take all wagers of a seat off the layout, in the order in which they were first made."""
        kinds = [kind for owner, kind in self.wagers if owner == seat]
        return [self.wagers.pop((seat, kind)) for kind in kinds]

    def leaves(self, seat: Seat) -> None:
        """A hand leaves the round: void, surrendered or abandoned."""
        self.seats = [other for other in self.seats if other != seat]

    def give_back(self, cite: str) -> Iterator[Event]:
        """I-GEN-08: return every wager, and take what Progressive wagers contributed off the meter."""
        for seat in counterclockwise({seat for seat, _ in self.wagers}):
            yield from self.give_back_to(seat, cite)

    def give_back_to(self, seat: Seat, cite: str) -> Iterator[Event]:
        """Return all wagers of one seat."""
        if self.meter is not None and (seat, self.progressive) in self.wagers:
            yield from self.meter.reverse([seat])
        for wager in self.take_all(seat):
            yield returned(wager, cite=cite, outcome="void")

    def lose(self, wager: Wager, *, cite: str, outcome: str) -> Settlement:
        """Collect a wager that was surrendered or abandoned."""
        return collected(wager, cite=cite, outcome=outcome)


def brought_to_hands(
    game: PaiGowRound, lammers: Iterable[tuple[Seat, str]], *, button: Place = DEALER, face_up: tuple[Place, ...] = ()
) -> Procedure[None]:
    """From no more bets to hands that can be set: start, deal, stub, and exposed hands that their players void."""
    yield from no_more_bets(game, lammers)
    start = yield from game.deal.start(button)
    yield from game.deal.deal(start, face_up=face_up)
    yield from game.deal.count_stub()
    yield from exposed_decide(game, game.seats)


def no_more_bets(game: PaiGowRound, lammers: Iterable[tuple[Seat, str]]) -> Procedure[None]:
    """A lammer for each wager that draws Envy Bonuses; the lock-out of Progressive wagers."""
    for seat, kind in lammers:
        yield Marked("envy lammer", kind, seat, cite=game.deal.cites.lammer)
    yield from locked_out(game)


def locked_out(game: PaiGowRound) -> Procedure[None]:
    """Progressive wagers are locked out, move the meter, and are compared with the count of the system."""
    wagers, cite = [game.wagers[seat, game.progressive] for seat in game.up(game.progressive)], game.deal.cites.lock_out
    if game.meter is not None and wagers:
        yield from game.meter.lock_out(wagers, cite)
        yield from collected_and_counted(len(wagers), cite)


def look(game: PaiGowRound, seat: Seat, cite: str) -> Event:
    """A player looks at the cards dealt; nobody else sees them."""
    return Revealed(seat, tuple(game.cards(seat)), cite=cite, seen_by=(seat,))


def exposed_decide(game: PaiGowRound, seats: Sequence[Seat]) -> Procedure[None]:
    """Players of these seats who had a card exposed void the hand or play on, before they look."""
    for seat in (yield from game.deal.ask_exposed(seats)):
        yield from void_hand(game, seat)


def turned_up(game: PaiGowRound, seat: Seat, cards: Sequence[Card], total: str, cite: str) -> Procedure[None]:
    """A player's cards face up for all to see; the first time, the wrong number of cards may be found."""
    yield Revealed(seat, tuple(cards), total, cite=cite)
    if seat not in game.deal.turned:
        game.deal.turned.add(seat)
        yield confirm(HAND_READ, "hand_read", cite)


def void_hand(game: PaiGowRound, seat: Seat) -> Procedure[None]:
    """A player who voids an exposed hand has all wagers on it back."""
    cite = game.deal.law.player_exposed.cite
    yield tuple(game.give_back_to(seat, cite))
    yield game.deal.deck.shoe.discard(seat, game.cards(seat), cite)
    game.leaves(seat)


def player_left(cite: str) -> IrregularityKind:
    remedy = (
        "The player's wagers may be treated as abandoned and lost; without this report the hands are set the house way."
    )
    kind = IrregularityKind("player_left", "Player left the table during the round", cite, remedy, needs_seat=True)
    return by_floor(kind, "I-GEN-12")


def hands_set_incorrectly(cite: str, whose: str) -> IrregularityKind:
    remedy = "Set them again as required and complete the round."
    return IrregularityKind("hands_set_incorrectly", f"{whose} hands not set as required", cite, remedy)


def abandoned(fault: Irregularity, game: PaiGowRound, kind: IrregularityKind, seats: Sequence[Seat]) -> Procedure[None]:
    """I-GEN-12: a floorperson may treat the wagers of a player who left one of these seats as lost, or return them."""
    seat, rules = fault.seat, game.deal.rules
    if fault.kind != kind.name or seat not in seats:
        raise fault
    kind = as_filed(kind, rules)
    yield irregularity_event(kind, fault)
    if rules.player_who_leaves is WhoLeaves.RETURNED:
        yield tuple(game.give_back_to(seat, kind.cite))
    for wager in game.take_all(seat):
        yield game.lose(wager, cite=kind.cite, outcome="abandoned")
    yield game.deal.deck.shoe.discard(seat, game.cards(seat), kind.cite)
    game.leaves(seat)


def envy_lines(
    game: PaiGowRound,
    kind: str,
    receivers: Iterable[Seat],
    due: Callable[[Seat, Seat], Cents],
    called: Callable[[Sequence[Card]], str],
    cite: str,
) -> Iterator[Settlement]:
    """To each receiver one payment: the sum of what every other player's hand is worth to that seat (``due``)."""
    for seat in receivers:
        others = [holder for holder in game.seats if game.players[holder] != game.players[seat]]
        paying = {holder: due(seat, holder) for holder in others}
        total: Cents = sum(paying.values())
        if total:
            hands = [f"{called(game.cards(holder))} at seat {holder}" for holder, amount in paying.items() if amount]
            yield Paid(seat, kind, "", 0, total, "", ", ".join(hands), cite=cite)

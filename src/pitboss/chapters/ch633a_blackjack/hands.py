"""Hands, boxes and the round: what one round of play creates and changes."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from pitboss.chapters.ch633a_blackjack.rules import BLACKJACK, Rules
from pitboss.chapters.ch633a_blackjack.values import LIMIT, POINTS, is_blackjack, spoken, total
from pitboss.chapters.ch633a_blackjack.verdicts import Standing
from pitboss.equipment.cards import Card, rank
from pitboss.events import Event
from pitboss.faces import FaceDown
from pitboss.families.progressive import Progressive
from pitboss.families.shoe_dealing import DealingShoe
from pitboss.money import Cents
from pitboss.seating import Seat, clockwise
from pitboss.wagers import Wager

LEFT, RIGHT = "left", "right"  # the sides of a double shoe
BLACKJACK_CALL, NO_BLACKJACK = "Blackjack", "no Blackjack"
PAIR, PAIR_OF_ACES, BELOW, TWENTY_ONE, OVER = "pair", "pair of aces", "below 21", "21", "over 21"
Awards = dict[tuple[Seat, str, str], Cents]  # by seat, kind and spot


def called(cards: Sequence[Card], initial: bool) -> str:
    """What a hand is called; two cards of 21 are a Blackjack only if they are the first two dealt to it."""
    return BLACKJACK_CALL if initial and is_blackjack(cards) else spoken(cards)


def worded(cards: Sequence[Card]) -> str:
    """What a player tells of a hand that only they see: all that decides what they may do (633a.12(b)(6))."""
    points = total(cards)
    if len(cards) == 2 and points == LIMIT:
        return BLACKJACK_CALL
    if len(cards) == 2 and POINTS[rank(cards[0])] == POINTS[rank(cards[1])]:
        return PAIR_OF_ACES if rank(cards[0]) == "A" else PAIR
    return BELOW if points < LIMIT else TWENTY_ONE if points == LIMIT else OVER


class Hand:
    """One hand at a box, with the wagers on it; ``wager`` is None once it is decided.

    A hand is ``closed`` when no more decisions are due, and ``owed`` while a card that should have been dealt to
    it is missing (633a.14(g), (i)); its cards are ``gone`` once they have been discarded before the end.
    """

    __slots__ = (
        "cards",
        "closed",
        "double",
        "gone",
        "number",
        "on",
        "owed",
        "seat",
        "split",
        "surrendered",
        "switched",
        "wager",
        "word",
    )

    def __init__(
        self, wager: Wager, on: str, number: int, cards: Sequence[Card] = (), *, split: bool = False, switched: bool = False
    ) -> None:  # fmt: skip
        self.seat, self.on, self.number = wager.seat, on, number
        self.wager: Wager | None = wager
        self.double: Wager | None = None
        self.cards = list(cards)
        self.split, self.switched = split, switched
        self.closed = self.owed = self.surrendered = self.gone = False
        self.word = ""  # what its player tells of it, while only they see its cards

    @property
    def unseen(self) -> bool:
        """Whether only its player knows some of its cards."""
        return FaceDown in map(type, self.cards)

    @property
    def is_over(self) -> bool:
        """Above 21."""
        return self.word == OVER if self.unseen else self.total > LIMIT

    @property
    def is_21(self) -> bool:
        return self.word in (BLACKJACK_CALL, TWENTY_ONE) if self.unseen else self.total == LIMIT

    @property
    def pair(self) -> str:
        """Of what, where its two cards have one value: aces count apart; empty where they have not."""
        if self.unseen:
            return {PAIR: "T", PAIR_OF_ACES: "A"}.get(self.word, "")
        ranks = [rank(card) for card in self.cards]
        return ranks[0] if len(ranks) == 2 and POINTS[ranks[0]] == POINTS[ranks[1]] else ""

    @property
    def live(self) -> bool:
        return self.wager is not None

    @property
    def total(self) -> int:
        return total(self.cards)

    @property
    def blackjack(self) -> bool:
        """The initial two cards (633a.1:Blackjack); not after a split, nor after a switch (I-633a-05)."""
        if self.split or self.switched:
            return False
        return self.word == BLACKJACK_CALL if self.unseen else is_blackjack(self.cards)

    @property
    def called(self) -> str:
        """What the dealer calls it."""
        return called(self.cards, not self.split and not self.switched)

    @property
    def standing(self) -> Standing:
        if self.unseen:  # whether anything depends on the dealer, its player has told
            return Standing(LIMIT + self.is_over, self.blackjack) if self.is_over or self.is_21 else Standing(0, False)
        points = total(self.cards)
        two = points == LIMIT and len(self.cards) == 2 and not self.split
        return Standing(points, two and not self.switched, two and self.switched)

    @property
    def undecided(self) -> bool:
        """633a.7(k): whether its player may still be asked."""
        if self.wager is None or self.closed:
            return False
        return not self.is_over and not self.is_21 if self.unseen else total(self.cards) < LIMIT

    def up(self) -> Iterator[Wager]:
        """The wagers on this hand that are still to be decided."""
        if self.wager is not None:
            yield self.wager
            if self.double is not None:
                yield self.double


class Box:
    """A betting position: its hands from the dealer's left, and its other wagers by kind and spot."""

    __slots__ = ("first", "hands", "insurance", "seat", "sides", "turned")

    def __init__(self, seat: Seat, wagers: Mapping[tuple[str, str], Wager], areas: Sequence[str]) -> None:
        self.seat = seat
        self.hands = [Hand(wagers[BLACKJACK, on], on, n) for n, on in enumerate(areas)]
        self.sides = {spot: wager for spot, wager in wagers.items() if spot[0] != BLACKJACK}
        self.insurance: dict[str, Wager] = {}
        self.first: dict[str, tuple[Card, ...]] = {}  # by area, the initial two cards
        self.turned = False  # 633a.12(b): whether cards dealt face down have been turned over

    @property
    def live(self) -> bool:
        return any(hand.wager is not None for hand in self.hands)

    @property
    def initial_cards(self) -> list[Card]:
        return [card for cards in self.first.values() for card in cards]


class Play:
    """The round: boxes by seat, the dealer's cards, the shoe they come from, the meters."""

    __slots__ = (
        "ahead",
        "awards",
        "boxes",
        "checked",
        "dealer",
        "dealer_missed",
        "determinant",
        "lucky_player",
        "magic_card",
        "meters",
        "player",
        "read",
        "refused",
        "revealed",
        "rules",
        "sides",
        "using",
        "wrong_side",
    )

    def __init__(
        self,
        rules: Rules,
        sides: dict[str, DealingShoe],
        wagers: Iterator[Wager],
        meters: dict[str, Progressive],
        player: Callable[[Seat], str],
    ) -> None:
        self.rules, self.sides, self.meters, self.player = rules, sides, meters, player
        self.using = next(iter(sides))  # the side that this round is dealt from
        by_seat: dict[Seat, dict[tuple[str, str], Wager]] = {}
        for wager in wagers:
            by_seat.setdefault(wager.seat, {})[wager.kind, wager.on] = wager
        self.boxes = {seat: Box(seat, by_seat[seat], rules.areas) for seat in clockwise(by_seat)}
        self.dealer: list[Card] = []
        self.ahead: Card | None = None  # a card that is out of the shoe and will be the next one dealt
        self.determinant = ""  # the determinant card, where it became the first card dealt
        self.checked = False  # whether the card reader was used
        self.read = ""  # what it told
        self.revealed = False  # whether the hole card is face up
        self.dealer_missed = False
        self.wrong_side = False  # whether the round is dealt from the side that the determinant card did not name
        self.refused: set[str] = set()  # the players who refused an exposed card (633a.14(c))
        self.magic_card, self.lucky_player = "", 0
        self.awards: Awards | None = None  # the 1000 to 1 awards of the round, once they are known

    @property
    def dealing(self) -> DealingShoe:
        return self.sides[self.using]

    @property
    def up_card(self) -> Card:
        return self.dealer[0]

    @property
    def may_hide_blackjack(self) -> bool:
        """633a.7(h): the up card is an ace or worth 10."""
        return POINTS[rank(self.up_card)] >= 10

    @property
    def hole_card_down(self) -> bool:
        return len(self.dealer) == 2 and not self.revealed

    @property
    def dealer_blackjack(self) -> bool:
        """As the card reader told it, where it was used: that does not turn the hole card."""
        if self.read:
            return self.read == BLACKJACK_CALL
        return self.may_hide_blackjack and is_blackjack(self.dealer)

    def as_read(self, hole: Card) -> str:
        """633a.7(h): what the card reader tells about a hole card."""
        return BLACKJACK_CALL if is_blackjack((self.up_card, hole)) else NO_BLACKJACK

    @property
    def dealers_call(self) -> str:
        return called(self.dealer, initial=True)

    def draws_no_more(self, seat: Seat) -> bool:
        """633a.14(c): the seat's player refused an exposed card, at this box or at another of theirs."""
        return bool(self.refused) and self.player(seat) in self.refused

    def clockwise(self) -> list[Box]:
        return list(self.boxes.values())

    def counterclockwise(self) -> list[Box]:
        return list(reversed(self.boxes.values()))

    def hands(self) -> list[Hand]:
        """Every hand, from the dealer's left."""
        return [hand for box in self.boxes.values() for hand in box.hands]

    def remove_cards(self, hand: Hand, cite: str) -> Event:
        """A hand's cards go to the rack."""
        hand.gone = True
        shown = not self.rules.dealt_from_hand or self.boxes[hand.seat].turned
        return self.dealing.shoe.discard(hand.seat, hand.cards, cite, shown=shown, hand=hand.number)

    def any_live(self) -> bool:
        for box in self.boxes.values():
            for hand in box.hands:
                if hand.wager is not None:
                    return True
        return False

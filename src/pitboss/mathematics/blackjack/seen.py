"""A blackjack box as its player sees it, read from the events of the round."""

from collections import Counter
from functools import cached_property

from pitboss.chapters.ch633a_blackjack.dealing import DETERMINANT
from pitboss.chapters.ch633a_blackjack.hands import NO_BLACKJACK
from pitboss.chapters.ch633a_blackjack.rules import BLACKJACK, SPLIT_PAIRS, Rules
from pitboss.events import Dealt, Discarded, Event, Noted, Wagered
from pitboss.mathematics.blackjack.compiled_hands import VALUES
from pitboss.mathematics.blackjack.compositions import UnseenRanks
from pitboss.mathematics.blackjack.strategy import plain
from pitboss.mathematics.blackjack.totals import RANKS
from pitboss.mathematics.kit.judging import Situation
from pitboss.mathematics.kit.sight import CardsOut
from pitboss.money import Cents
from pitboss.procedure import DEALER
from pitboss.seating import clockwise


def value(card: str) -> int:
    """A card by its value, as the analysis counts: ace, 2 … 9, ten."""
    return RANKS.index(plain(card))


class SeenBox:
    """What a player knows: the hands of the box, the up card, and what is unseen, the hole card among it."""

    def __init__(self, situation: Situation, rules: Rules) -> None:
        self.situation, self.rules, self.seat = situation, rules, situation.seat
        # a double shoe keeps its sides apart, and nothing tells from which one the cards of earlier rounds came
        gone = {} if rules.double_shoe else situation.gone
        self._cards = CardsOut(gone).fold(event for event in situation.events if not _of_other_side(event))
        self.hands = {n: cards for (of, n), cards in self._cards.held.items() if of == self.seat}
        self.dealer = self._cards.held.get((DEALER, 0), [])
        self._on: dict[int, str] = {}
        for event in situation.events:
            if isinstance(event, Dealt) and event.to == self.seat:
                self._on[event.hand] = event.place
            elif isinstance(event, Wagered) and event.seat == self.seat and event.wager == SPLIT_PAIRS:
                self._on[event.hand] = event.on

    @property
    def known(self) -> bool:
        """Whether the player's cards and the up card are known here: cards on the table may lie face down."""
        return bool(self.hands) and all(all(cards) for cards in self.hands.values()) and any(self.dealer[:1])

    @property
    def up(self) -> int:
        return value(self.dealer[0])

    @cached_property
    def unseen(self) -> UnseenRanks:
        left = Counter(value(card) for card in self.rules.cards)
        for card, count in self._cards.out.items():
            left[value(card)] -= count
        return UnseenRanks([max(0, left[each]) for each in range(VALUES)], self.up)

    @property
    def ahead(self) -> int | None:
        """633a.14(c): the value of a card that was exposed, and will be the next one dealt."""
        return value(self._cards.ahead[0]) if self._cards.ahead else None

    @property
    def checked(self) -> bool:
        """633a.7(h): whether the card reader showed that there is no Blackjack."""
        return any(isinstance(event, Noted) and event.what == NO_BLACKJACK for event in self.situation.events)

    def values(self, hand: int) -> tuple[int, ...]:
        return tuple(value(card) for card in self.hands[hand])

    def is_added(self, hand: int) -> bool:
        """633a.11(d): whether it was made by a split, so that its wager is returned when the dealer has Blackjack."""
        return hand >= len(self.rules.areas)

    def wager(self, hand: int) -> Cents:
        """The wager on one hand, its Double Down Wager not counted."""
        place = (SPLIT_PAIRS, self._on[hand], hand) if self.is_added(hand) else (BLACKJACK, self._on[hand], 0)
        return self.situation.wagers.get(place, 0)

    def splits(self, hand: int) -> int:
        """How often the pair was split that this hand comes from."""
        return sum(self.is_added(n) and on == self._on[hand] for n, on in self._on.items())

    def waiting(self, hand: int) -> int:
        """How many other hands of the same split have one card and wait for their second."""
        return sum(len(cards) == 1 and n != hand and self._on[n] == self._on[hand] for n, cards in self.hands.items())

    def others_after(self, hand: int) -> bool:
        """Whether somebody else decides after this hand, or its player on another one that is not of the same split."""
        at = clockwise({e.seat for e in self.situation.events if isinstance(e, Wagered) and e.wager == BLACKJACK})
        own = any(self._on[n] > self._on[hand] for n in self.hands)
        return own or at[-1] != self.seat


def _of_other_side(event: Event) -> bool:
    """633a.7(d)(2): a determinant card that goes to the rack came from the side that is not in use."""
    return isinstance(event, Discarded) and event.of == DETERMINANT

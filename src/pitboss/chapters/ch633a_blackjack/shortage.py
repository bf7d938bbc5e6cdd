"""§ 633a.14(f).  How many cards a round may still take, by what everyone at the table sees."""

from collections import Counter
from collections.abc import Iterator, Sequence

from pitboss.chapters.ch633a_blackjack.hands import Box, Hand, Play
from pitboss.chapters.ch633a_blackjack.rules import Rules
from pitboss.chapters.ch633a_blackjack.values import LIMIT, POINTS
from pitboss.chapters.ch633a_blackjack.verdicts import STANDS
from pitboss.equipment.cards import Card, rank


def most_needed(play: Play) -> int:
    """The most cards that the round may still take.

    Every hand takes cards while it is below its limit, so all but its last one must fit below that limit, and of each small
    card there are only so many. Cards that somebody may not see count as the smallest, and nothing is known of the shoe
    but what a full one holds: whether this can be reported tells nobody anything.
    """
    lacking = [*_players(play), *_dealer(play)]
    waiting = 0 if play.ahead is None else 1  # a card that is out already
    return max(0, len(lacking) + small_cards(sum(points - 1 for points in lacking), play.rules) - waiting)


def small_cards(points: int, rules: Rules) -> int:
    """How many cards of a full shoe fit into so many points, an ace counted as 1."""
    count = 0
    for value, cards in sorted(Counter(map(_low, rules.cards)).items()):
        fit = min(cards, points // value)
        count, points = count + fit, points - fit * value
    return count


def _low(card: Card) -> int:
    return 1 if rank(card) == "A" else POINTS[rank(card)]


def _players(play: Play) -> Iterator[int]:
    """By hand that may still take a card, or come from a split: how many points it lacks to 21."""
    for box in play.clockwise():
        for on in play.rules.areas:
            hands = [hand for hand in box.hands if hand.on == on and hand.live and (hand.owed or not hand.closed)]
            seen = [_seen(hand, box, play) for hand in hands]
            yield from (LIMIT - points for points in seen if points < LIMIT)
            if any(_may_split(hand, box, play) for hand in hands):
                split = sum(hand.on == on for hand in box.hands) - 1
                most = 1 + max(play.rules.max_resplits, play.rules.max_ace_resplits)
                # the two cards of a pair are apart then: each of the hands has one of them
                yield from [LIMIT - 1] * (2 * max(0, most - split))


def _seen(hand: Hand, box: Box, play: Play) -> int:
    """What a hand counts at least, by what everyone sees of it; it may yet be switched at Blackjack Switch."""
    hidden = play.rules.dealt_from_hand and not box.turned
    return len(hand.cards) if hidden or play.rules.blackjack_switch else sum(map(_low, hand.cards))


def _may_split(hand: Hand, box: Box, play: Play) -> bool:
    """Whether a hand may be split as far as everyone sees: two cards of one value, or not yet two."""
    if len(hand.cards) > 2 or hand.double is not None:
        return False
    if len(hand.cards) < 2 or play.rules.blackjack_switch or (play.rules.dealt_from_hand and not box.turned):
        return True
    return _same_value(hand.cards)


def _same_value(cards: Sequence[Card]) -> bool:
    return POINTS[rank(cards[0])] == POINTS[rank(cards[1])]


def _dealer(play: Play) -> Iterator[int]:
    """How many points the dealer lacks to 17, the hole card counted as 1 while it lies face down."""
    cards = play.dealer[:1] if play.hole_card_down else play.dealer
    points = sum(map(_low, cards)) + play.hole_card_down
    if points < STANDS:
        yield STANDS - points

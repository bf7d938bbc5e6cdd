"""Setting hands: which cards go low, what makes a setting foul, and the house ways that a Rules Submission selects.

A house way looks at the ranks of a hand, the joker being an ace among them, and at whether they hold a straight or a
flush, and returns a ``Plan``: the least class of the high hand, and whether the low hand must be a pair. A plan is
carried out in the same way for every house way: of the lawful settings that fit it, take those with the best low hand,
and of these the one with the best high hand. A ``HouseWay`` is data: the submission names one, the guide prints its
sentences, the compiled kernels tabulate its plans.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from itertools import combinations
from operator import itemgetter
from typing import cast

import msgspec

from pitboss.equipment.cards import JOKER, NAMES, Card, rank
from pitboss.faces import plain
from pitboss.families.poker_ranks import ACE, HEIGHT, JOKER_AS_ACE, KING, LADDER, RANKS, Hand
from pitboss.game import Arranged

RANKING = JOKER_AS_ACE
LOW = 2  # cards in the low hand
NEVER = ACE + 1  # a rank that no card reaches
Taking = Callable[[Sequence[Card]], tuple[Card, ...]]  # takes some cards of a hand
Counts = tuple[int, ...]  # of each rank from the 2 up, the joker among the aces


class Setting(msgspec.Struct, frozen=True):
    """Cards arranged in two hands, with the numbers that compare them."""

    high: tuple[Card, ...]
    low: tuple[Card, ...]
    high_value: int
    low_value: int

    @property
    def foul(self) -> bool:
        """Whether the low hand outranks the high hand."""
        return self.high_value < self.low_value

    @property
    def cards(self) -> tuple[Card, ...]:
        """As they lie: the high hand, then the low."""
        return (*self.high, *self.low)

    @property
    def spoken(self) -> str:
        """``pair of kings, low ace and 10``: what the two hands are called."""
        return Arranged(RANKING.spoken(self.high_value), low_spoken(self.low)).spoken


class UnseenSetting(Setting, frozen=True):
    """Cards that were set face down, at a table with physical cards; what they are worth shows when they are turned."""

    @property  # type: ignore[misc]
    def high_value(self) -> int:
        return RANKING.best(self.high)

    @property  # type: ignore[misc]
    def low_value(self) -> int:
        return RANKING.best(self.low)


def setting_unseen(cards: Sequence[Card], low: Sequence[Card]) -> Setting:
    """The same cards in two hands, some of them face down: those by their places, for their faces are not known."""
    chosen = {plain(card) for card in low}
    high = tuple(card for card in cards if plain(card) not in chosen)
    return UnseenSetting(high, tuple(card for card in cards if plain(card) in chosen), 0, 0)


def setting(cards: Sequence[Card], low: Sequence[Card]) -> Setting:
    """These cards with ``low`` in the low hand, lawful or foul, each hand in the order of the cards."""
    high, low = tuple(card for card in cards if card not in low), tuple(card for card in cards if card in low)
    return Setting(high, low, RANKING.best(high), RANKING.best(low))


def arranged(cite: str) -> Callable[[object, Sequence[Card], Sequence[Card]], Arranged]:
    """A preview for a player about to set a hand: what both hands would be; ``cite`` is where a foul loses."""

    def preview(_: object, cards: Sequence[Card], low: Sequence[Card]) -> Arranged:
        made = setting(cards, low)
        high, other = RANKING.spoken(made.high_value), low_spoken(made.low)
        warning = (
            f"Foul: the low hand, {other}, outranks the high hand, {high}; set like this, it loses."
            if made.foul
            else ""
        )
        return Arranged(high, other, warning, cite if made.foul else "", made.foul)

    return preview


def low_hands(cards: Sequence[Card], size: int = LOW) -> tuple[tuple[Card, ...], ...]:
    """Every choice of cards for the low hand: 21 of seven cards."""
    return tuple(combinations(cards, size))


def low_spoken(low: Sequence[Card]) -> str:
    """``pair of 7s`` or ``ace and 10``; a joker alone in a player's low hand is more than an ace (670a.6(c))."""
    if tuple(low) == (JOKER,):
        return "joker"
    ranks = sorted((ACE if card == JOKER else HEIGHT[rank(card)] for card in low), reverse=True)
    if len(set(ranks)) == 1 and len(ranks) > 1:
        return f"pair of {_called(ranks[0])}s"
    return " and ".join(map(_called, ranks))


def _called(height: int) -> str:
    return NAMES.get(LADDER[height - 2], LADDER[height - 2])


# --- plans


class Plan(msgspec.Struct, frozen=True):
    """What a house way wants: the least class of the high hand, and whether the low hand is to be a pair."""

    high: Hand
    pair: bool = False


class Group(StrEnum):
    """Pairs by their rank, as house ways group them."""

    SMALL = "2s to 6s"
    MIDDLE = "7s to 10s"
    LARGE = "jacks to kings"
    ACES = "aces"


class Fours(msgspec.Struct, frozen=True):
    """Four of a kind up to a rank: they stay together beside a card, or a pair, of at least these ranks."""

    up_to: int
    card: int
    pair: int


class HouseWay(msgspec.Struct, frozen=True):
    """One way of setting the dealer's hands."""

    title: str
    # two pair, by their groups: they stay together when another card is at least this high; not listed: never
    together: Mapping[tuple[Group, Group], int]
    fours: tuple[Fours, ...]
    full_house: int  # the highest pair that stays with its three of a kind when ace and king can go low; 0: none

    def plan(self, counts: Counts, *, made: bool) -> Plan:
        """What to aim at with these ranks; ``made``: a straight or a flush lies in the cards."""
        many = {n: [place + 2 for place in range(RANKS - 1, -1, -1) if counts[place] == n] for n in range(1, 6)}
        pairs, threes, others = many[2], many[3], many[1]
        if many[5]:
            return Plan(Hand.FIVE_ACES) if KING in pairs else Plan(Hand.THREE_OF_A_KIND, pair=True)
        if many[4]:
            together = self._keeps_four(many[4][0], others, [*threes, *pairs])
            return Plan(Hand.FOUR_OF_A_KIND) if together else Plan(Hand.PAIR, pair=True)
        if len(threes) == 2 or (threes and pairs):
            together = len(pairs) == 1 and pairs[0] <= self.full_house and others == [ACE, KING]
            return Plan(Hand.FULL_HOUSE) if together else Plan(Hand.THREE_OF_A_KIND, pair=True)
        if len(pairs) == 3:
            return Plan(Hand.TWO_PAIR, pair=True)
        if len(pairs) == 2:
            least = self.together.get((group(pairs[0]), group(pairs[1])), NEVER)
            return Plan(Hand.TWO_PAIR) if others[0] >= least else Plan(Hand.PAIR, pair=True)
        if made:
            return Plan(Hand.STRAIGHT)
        if threes:
            return Plan(Hand.PAIR) if threes == [ACE] else Plan(Hand.THREE_OF_A_KIND)
        return Plan(Hand.PAIR) if pairs else Plan(Hand.HIGH_CARD)

    def _keeps_four(self, of: int, others: Sequence[int], pairs: Sequence[int]) -> bool:
        band = next(band for band in self.fours if of <= band.up_to)
        return max(others, default=0) >= band.card or max(pairs, default=0) >= band.pair

    def set(self, cards: Sequence[Card]) -> Setting:
        """The setting of a dealer's or co-bank's hand, and the one shown to a player who asks for the house way."""
        return carry_out(self.plan(counts_of(cards), made=holds_straight_or_flush(cards)), cards)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The whole way in words."""
        return tuple(_sentences(self))


def group(height: int) -> Group:
    for upper, name in ((HEIGHT["6"], Group.SMALL), (HEIGHT["T"], Group.MIDDLE), (KING, Group.LARGE)):
        if height <= upper:
            return name
    return Group.ACES


def counts_of(cards: Sequence[Card]) -> Counts:
    counts = [0] * RANKS
    for card in cards:
        counts[(ACE if card == JOKER else HEIGHT[rank(card)]) - 2] += 1
    return tuple(counts)


def holds_straight_or_flush(cards: Sequence[Card]) -> bool:
    lines = RANKING.lines(cards)
    return Hand.STRAIGHT in lines or Hand.FLUSH in lines


def carry_out(plan: Plan, cards: Sequence[Card], size: int = LOW) -> Setting:
    """The lawful setting that fits the plan with the best low hand and, among these, the best high hand."""
    best, least, pair = RANKING.best, RANKING.least(plan.high), plan.pair
    kept, kept_high, kept_low = None, -1, -1
    for high_cards, low_cards in splits(len(cards), size):
        low = best(low_cards(cards))
        if low < kept_low or (pair and RANKING.name(low) is not Hand.PAIR):
            continue
        high = best(high_cards(cards))
        if high >= low and high >= least and (low > kept_low or high > kept_high):
            kept, kept_high, kept_low = (high_cards, low_cards), high, low
    assert kept is not None, "some setting fits every plan"
    return Setting(kept[0](cards), kept[1](cards), kept_high, kept_low)


def fits(plan: Plan, made: Setting) -> bool:
    """Whether a setting is lawful and has what the plan wants; ``carry_out`` looks at the numbers alone, in another order."""
    if made.foul or made.high_value < RANKING.least(plan.high):
        return False
    return not plan.pair or RANKING.name(made.low_value) is Hand.PAIR


@cache
def splits(count: int, size: int) -> tuple[tuple[Taking, Taking], ...]:
    """Every way to take so many cards for the low hand, in the order of ``low_hands``: what takes the others, and these."""
    return tuple(
        (_taking(at for at in range(count) if at not in low), _taking(low)) for low in combinations(range(count), size)
    )


def _taking(places: Iterable[int]) -> Taking:
    """What takes the cards at these places, in their order."""
    first, *others = places
    if others:
        return cast(Taking, itemgetter(first, *others))
    return lambda cards: (cards[first],)


# --- the house ways

SMALL, MIDDLE, LARGE = Group.SMALL, Group.MIDDLE, Group.LARGE

# Pairs stay together as long as a high card goes low; the better they are, the higher it has to be.
STANDARD = HouseWay(
    "Standard house way",
    {(SMALL, SMALL): KING, (MIDDLE, SMALL): ACE, (LARGE, SMALL): ACE, (MIDDLE, MIDDLE): ACE},
    (Fours(HEIGHT["6"], 2, 2), Fours(HEIGHT["T"], ACE, 2), Fours(KING, NEVER, HEIGHT["T"]), Fours(ACE, NEVER, HEIGHT["7"])),
    full_house=2,
)  # fmt: skip

# Two hands of some strength rather than one that is strong: nearly everything is split.
SPLIT = HouseWay(
    "Split house way",
    {(SMALL, SMALL): ACE},
    (Fours(HEIGHT["6"], 2, 2), Fours(KING, NEVER, 2), Fours(ACE, NEVER, NEVER)),
    full_house=0,
)


class HouseWayName(StrEnum):
    """What a Rules Submission writes."""

    STANDARD = "standard"
    SPLIT = "split"


HOUSE_WAYS: Mapping[HouseWayName, HouseWay] = {HouseWayName.STANDARD: STANDARD, HouseWayName.SPLIT: SPLIT}


# --- in words


def _sentences(way: HouseWay) -> Iterator[str]:
    yield "No pair: the highest card stays high, the next two go low."
    yield "One pair: it stays high, the two highest other cards go low."
    yield from _two_pair_sentences(way)
    yield "Three pair: the highest goes low."
    yield "Three of a kind stay high, but of three aces one goes low with the next highest card."
    yield "Two threes of a kind: a pair of the higher goes low."
    yield "Straight or flush, with no more than one pair: it stays high, with the best low hand that leaves it whole."
    yield "Full house: the pair goes low, the higher of two." + (
        f" With ace and king besides, a pair of {way.full_house}s stays high." if way.full_house else ""
    )
    yield from _four_sentences(way)
    yield "Five aces: a pair of them goes low, unless a pair of kings can."


def _two_pair_sentences(way: HouseWay) -> Iterator[str]:
    yield "Two pair: the lower goes low."
    for (first, second), least in way.together.items():
        groups = f"both of {first}" if first is second else f"{first} with {second}"
        yield f"Two pair, {groups}: both stay high when {_at_least(least)} can go low."


def _at_least(card: int) -> str:
    return "an ace" if card == ACE else f"a {_called(card)} or better"


def _four_sentences(way: HouseWay) -> Iterator[str]:
    low = 2
    for band in way.fours:
        which = _called(low) if band.up_to == low else f"{_called(low)} to {_called(band.up_to)}"
        low = band.up_to + 1
        if band.card == 2:
            yield f"Four of a kind, {which}: they stay together."
            continue
        besides = [_at_least(band.card)] if band.card != NEVER else []
        if band.pair != NEVER:
            besides.append("any pair" if band.pair == 2 else f"a pair of {_called(band.pair)}s or better")
        unless = f", unless {' or '.join(besides)} can go low" if besides else ""
        yield f"Four of a kind, {which}: two of them go low{unless}."

"""Setting hands: which cards go low, what makes a setting foul, and the house ways that a Rules Submission selects.

A house way is data: the lines of ``house_way_rules``, of which the first that can be carried out sets the hands. Two ways
have names; any other is filed line by line. The guide prints their sentences, the compiled kernels tabulate them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache, cached_property
from itertools import combinations
from operator import itemgetter
from typing import cast

import msgspec

from pitboss.equipment.cards import JOKER, NAMES, SUITS, Card, rank
from pitboss.faces import plain
from pitboss.families.house_way_rules import (
    HOW,
    Counts,
    Held,
    WayRule,
    check_rules,
    every_held,
    held_ranks,
    rules_of,
    sentence,
)
from pitboss.families.poker_ranks import ACE, HEIGHT, JOKER_AS_ACE, LADDER, RANKS
from pitboss.game import Arranged
from pitboss.procedure import Refusal, Refused

RANKING = JOKER_AS_ACE
LOW = 2  # cards in the low hand
Taking = Callable[[Sequence[Card]], tuple[Card, ...]]  # takes some cards of a hand


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


# --- house ways


class HouseWay(msgspec.Struct, frozen=True, dict=True):
    """One way of setting the dealer's hands: rules in their order."""

    title: str
    rules: tuple[WayRule, ...]

    def set(self, cards: Sequence[Card]) -> Setting:
        """The setting of a dealer's or co-bank's hand, and the one shown to a player who asks for the house way."""
        found = (carry_out(rule, cards) for rule in self.rules_for(counts_of(cards)))
        return next(made for made in found if made is not None)

    def rules_for(self, counts: Counts) -> tuple[WayRule, ...]:
        """The rules for hands of these ranks, in their order."""
        return self.by_held[held_ranks(counts)]

    @cached_property
    def by_held(self) -> Mapping[Held, tuple[WayRule, ...]]:
        """The rules for every way in which ranks can repeat."""
        return {held: tuple(rule for rule in self.rules if rule.is_for(held)) for held in every_held()}

    @property
    def sentences(self) -> tuple[str, ...]:
        """The whole way in words."""
        return (FIRST_LINE, *dict.fromkeys(map(sentence, self.rules)))

    @property
    def lines(self) -> tuple[str, ...]:
        """The rules as a Rules Submission writes them."""
        return tuple(rule.text for rule in self.rules)


FIRST_LINE = (
    "The first of these lines that is about the ranks of the seven cards and can be carried out is carried out; the low "
    "hand is then the best that this leaves, and the high hand the best with it. The joker is an ace among the ranks."
)


PLACE = {card: (ACE if card == JOKER else HEIGHT[rank(card)]) - 2 for card in RANKING.deck}  # among ranks from the 2 up


def counts_of(cards: Sequence[Card]) -> Counts:
    counts = [0] * RANKS
    for card in cards:
        counts[PLACE[card]] += 1
    return tuple(counts)


def carry_out(rule: WayRule, cards: Sequence[Card], size: int = LOW) -> Setting | None:
    """The lawful setting that does what the rule says with the best low hand and, among these, the best high hand."""
    best, (least, least_low) = RANKING.best, leasts(rule)
    if best(cards) < least:
        return None
    ways = splits(len(cards), size)
    lows = [low_value(low_cards(cards)) for _, low_cards in ways]
    kept, kept_high, kept_low = None, -1, least_low
    for low, (high_cards, low_cards) in sorted(zip(lows, ways, strict=True), key=itemgetter(0), reverse=True):
        if low < kept_low:
            break
        high = best(high_cards(cards))
        if high >= low and high >= least and high > kept_high:
            kept, kept_high, kept_low = (high_cards, low_cards), high, low
    return None if kept is None else Setting(kept[0](cards), kept[1](cards), kept_high, kept_low)


@cache
def low_value(low: tuple[Card, ...]) -> int:
    """What a low hand counts: few hands, looked at 21 times in each hand that is set."""
    return RANKING.best(low)


@cache
def leasts(rule: WayRule) -> tuple[int, int]:
    """The numbers from which a high and a low hand are what the rule asks for."""
    if not rule.low:
        return RANKING.least(rule.high), 0
    low = rule.low[0] + SUITS[0], (rule.low[1:] or LADDER[0]) + SUITS[1]
    return RANKING.least(rule.high), RANKING.best(low)


def fits(rule: WayRule, made: Setting) -> bool:
    """Whether a setting is lawful and does what the rule says; ``carry_out`` looks at them in another order."""
    least, least_low = leasts(rule)
    return not made.foul and made.high_value >= least and made.low_value >= least_low


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


# --- the ways that have a name


class HouseWayName(StrEnum):
    """What a Rules Submission writes: a way by its name, or that its rules are filed."""

    STANDARD = "standard"
    SPLIT = "split"
    FILED = "filed"


# Pairs stay together as long as a high card goes low; the better they are, the higher it has to be.
STANDARD = HouseWay(
    "Standard house way",
    rules_of(
        """
        no pair: straight
        no pair: high card
        pair: straight
        pair: pair
        two pair 2-6 2-6: two pair with K low
        two pair 7-T 2-6: two pair with A low
        two pair J-K 2-6: two pair with A low
        two pair 7-T 7-T: two pair with A low
        two pair: pair with 22 low
        three pair: two pair with 22 low
        three of a kind: straight
        three of a kind A: pair
        three of a kind: three of a kind
        two threes: three of a kind with 22 low
        full house 2-A 2: full house with AK low
        full house: three of a kind with 22 low
        four of a kind 2-6: four of a kind
        four of a kind 7-T: four of a kind with A low
        four of a kind J-K: four of a kind with TT low
        four of a kind A: four of a kind with 77 low
        four of a kind: pair with 22 low
        five aces: five aces with KK low
        five aces: three of a kind with 22 low
        """.splitlines()
    ),
)

# Two hands of some strength rather than one that is strong: nearly everything is split.
SPLIT = HouseWay(
    "Split house way",
    rules_of(
        """
        no pair: straight
        no pair: high card
        pair: straight
        pair: pair
        two pair 2-6 2-6: two pair with A low
        two pair: pair with 22 low
        three pair: two pair with 22 low
        three of a kind: straight
        three of a kind A: pair
        three of a kind: three of a kind
        two threes: three of a kind with 22 low
        full house: three of a kind with 22 low
        four of a kind 2-6: four of a kind
        four of a kind 7-K: four of a kind with 22 low
        four of a kind: pair with 22 low
        five aces: five aces with KK low
        five aces: three of a kind with 22 low
        """.splitlines()
    ),
)

HOUSE_WAYS: Mapping[HouseWayName, HouseWay] = {HouseWayName.STANDARD: STANDARD, HouseWayName.SPLIT: SPLIT}
ABOUT_RULES = (
    "The lines of the house way, in their order, where house_way is filed; the first that can be carried out counts, and "
    f"{HOW}."
)
FILED_TITLE, APART = "House way as filed", "; "


def way_key(name: HouseWayName, filed: Sequence[str]) -> str:
    """One word for a way, by which tables worked out from it are kept: its name, or all its rules."""
    return APART.join(filed) if name is HouseWayName.FILED else str(name)


@cache
def way_of(key: str) -> HouseWay:
    """The way behind such a word."""
    named = HOUSE_WAYS.get(key)  # type: ignore[call-overload]
    return named or HouseWay(FILED_TITLE, rules_of(key.split(APART)))


def check_way(name: HouseWayName, filed: Sequence[str], cite: str) -> None:
    """Refuse rules that are filed beside the name of a way, and rules by which some hand could not be set."""
    if name is not HouseWayName.FILED and filed:
        words = f'house_way_rules go with house_way = "{HouseWayName.FILED}" only, not with {str(name)!r}.'
        raise Refused(Refusal.FORBIDDEN_CHOICE, words, cite)
    if name is HouseWayName.FILED:
        check_rules(tuple(filed), cite)

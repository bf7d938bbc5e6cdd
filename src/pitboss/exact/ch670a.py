"""Six-Card Fortune Pai Gow Poker: every six cards against every six the dealer may have, both set the house way; Double
Down whenever it is worth more than nothing; the other wagers by counting all hands of six cards."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.chapters.ch670a_six_card_fortune.hands import (
    PAIR_OF_EIGHTS,
    RANKING,
    category,
    insurance_line,
)
from pitboss.chapters.ch670a_six_card_fortune.rules import (
    DOUBLE_DOWN,
    FIVE,
    FORTUNE,
    FORTUNE_ENVIES,
    FORTUNE_PAYS,
    INSURANCE,
    INSURANCE_PAYS,
    MAIN,
    METER_SHARES,
    ONE,
    PROGRESSIVE,
    PROGRESSIVE_ENVIES,
    PROGRESSIVE_PAYS,
    RATE,
    SEED,
    Rules,
)
from pitboss.equipment.cards import DECK_WITH_JOKER, RANKS, SUITS, Card
from pitboss.exact import meters
from pitboss.exact.edge import Edge, distribution
from pitboss.exact.kept import kept
from pitboss.exact.meters import NO_WIN, Line
from pitboss.exact.poker import census
from pitboss.exact.six_cards import SIX, fights, hand_places, high_hands, set_hands
from pitboss.exact.suits import MANY, leader, place
from pitboss.families.poker_ranks import CLASS_AT, Hand
from pitboss.game import Game
from pitboss.submission import RulesSubmission

GAME = "six-card-fortune-pai-gow-poker"
EVERY = comb(MANY, SIX)  # 22,957,480
RIVALS = comb(MANY - SIX, SIX)
NUMBER = {card: number for number, card in enumerate(DECK_WITH_JOKER)}
CATEGORY = tuple(category(place << CLASS_AT) for place in range(len(RANKING.order)))
SUMS = 5  # numbers before the flags in what is kept
Flags = NDArray[np.uint8]


def edges(rules: Rules) -> list[Edge]:
    """Every wager offered."""
    found = [main_game()]
    if rules.double_down:
        found.append(double_down())
    if rules.fortune_bonus:
        found.append(fortune())
    if rules.insurance:
        found.append(insurance())
    if rules.progressive_payout:
        found.append(progressive(rules))
    return found


# --- the main wager and Double Down


@kept
def _fought() -> list[int]:
    """Rounds won and lost of all pairs of hands, the same of those doubled, the hands doubled; then a bit for each."""
    played = int(np.searchsorted(high_hands(RANKING), PAIR_OF_EIGHTS))
    hands = set_hands(RANKING, CATEGORY)
    f = fights(hands, played)
    doubled = f.wins_played > f.loses_played
    often = hands.weight * doubled
    sums = [
        f.wins @ hands.weight, f.loses @ hands.weight, f.wins_played @ often, f.loses_played @ often, often.sum()
    ]  # fmt: skip
    bits = np.zeros(EVERY + -EVERY % 64, np.uint8)
    bits[hand_places(hands)] = doubled
    return [*map(int, sums), *map(int, np.packbits(bits).view(np.uint64))]


@cache
def doubled() -> Flags:
    """For the place of each leader (see ``six_cards``), whether Double Down is worth more than nothing."""
    words = np.array(_fought()[SUMS:], np.uint64)
    return np.unpackbits(words.view(np.uint8))[:EVERY]


def doubles(cards: Sequence[Card]) -> bool:
    """Whether a player who sets these six cards the house way does better to double."""
    first = np.zeros(SIX, np.int64)
    leader(np.array(sorted(NUMBER[card] for card in cards)), first)
    return bool(doubled()[place(first)])


def main_game() -> Edge:
    """Player and dealer both set the house way; one of two hands better is a tie (I-670a-03)."""
    wins, loses = _fought()[:2]
    won, lost = Fraction(wins, EVERY * RIVALS), Fraction(loses, EVERY * RIVALS)
    outcomes = [("win", Fraction(1), won), ("tie", Fraction(0), 1 - won - lost), ("lose", Fraction(-1), lost)]
    note = "player and dealer set the house way; without the Double Down, which stands by itself"
    return Edge("670a", GAME, MAIN, distribution(outcomes), decks=1, strategy="house way", note=note)


def double_down() -> Edge:
    """What doubling adds, per unit of the main wager: it is done when the dealer's playing hands lose more than they win."""
    _, _, wins, loses, hands = _fought()[:SUMS]
    won, lost, often = Fraction(wins, EVERY * RIVALS), Fraction(loses, EVERY * RIVALS), Fraction(hands, EVERY)
    outcomes = [
        ("win", Fraction(1), won), ("lose", Fraction(-1), lost), ("returned", Fraction(0), often - won - lost),
        ("not doubled", Fraction(0), 1 - often),
    ]  # fmt: skip
    together = -main_game().mean - (won - lost)
    note = f"doubled when that is worth more than nothing; per unit of the main wager, with which it makes {together}"
    return Edge("670a", GAME, DOUBLE_DOWN, distribution(outcomes), decks=1, strategy="optimal", staked=often, note=note)


# --- Fortune Bonus, Insurance, Progressive Payout


@cache
def classes() -> Mapping[Hand, int]:
    """All hands of six cards by the class of their best five."""
    return census(RANKING, SIX)


def fortune() -> Edge:
    """670a.12(b)(1); Envy Bonuses need another player and are told apart."""
    lines = []
    for hand, count in classes().items():
        odds = FORTUNE_PAYS.get(hand)
        lines.append((hand.words if odds else "no win", odds.net if odds else Fraction(-1), Fraction(count, EVERY)))
    note = "the Envy Bonus of each other player is that of a $5 wager"
    envy = _envy(FORTUNE_ENVIES[FIVE], FIVE)
    return Edge("670a", GAME, FORTUNE, distribution(lines), decks=1, envy=envy, note=note)


def _envy(table: Mapping[str, int], wager: int) -> Fraction:
    """What one other player's hand is worth in Envy Bonuses, per unit of this wager."""
    return sum((Fraction(classes()[Hand(line)] * due, EVERY * wager) for line, due in table.items()), Fraction(0))


def insurance() -> Edge:
    """670a.12(c): six different ranks, put to the chapter's own function once for all suits that make no flush."""
    lines, left = [], Fraction(1)
    for line, count in insurance_counts().items():
        chance = Fraction(count, EVERY)
        lines.append((line.replace("_", " "), INSURANCE_PAYS[line].net, chance))
        left -= chance
    return Edge("670a", GAME, INSURANCE, distribution([*lines, ("no win", Fraction(-1), left)]), decks=1)


@cache
def insurance_counts() -> Mapping[str, int]:
    """How many hands take each line."""
    suits = sum(max(map(choice.count, SUITS)) < 5 for choice in product(SUITS, repeat=SIX))
    found = dict.fromkeys((line for line, _ in INSURANCE_PAYS.lines), 0)
    for ranks in combinations(RANKS, SIX):
        line = insurance_line([rank + suit for rank, suit in zip(ranks, SUITS + SUITS, strict=False)])
        if line:
            found[line] += suits
    return found


def progressive(rules: Rules) -> Edge:
    """670a.12(d): with Envy Bonuses of the wager's own size."""
    unit = rules.progressive_unit
    lines = [_award(hand, Fraction(count, EVERY)) for hand, count in classes().items()]
    return Edge(
        "670a", GAME, PROGRESSIVE, meters.outcomes(lines, SEED * unit, unit), decks=1,
        options={"progressive_unit": f"${unit // ONE}"}, envy=_envy(PROGRESSIVE_ENVIES[unit], unit),
        progressive=meters.progressive(lines, SEED * unit, unit, RATE), note="outcomes with the meter at its seed",
    )  # fmt: skip


def _award(hand: Hand, chance: Fraction) -> Line:
    percent, odds = METER_SHARES.get(hand, 0), PROGRESSIVE_PAYS.get(hand)
    back = Fraction(0) if odds is None else odds.net + 1
    return Line(hand.words if percent or odds else NO_WIN, chance, back, percent)


def variants(game: Game) -> Iterator[RulesSubmission]:
    """Every wager, and the Progressive of both sizes."""
    for unit in (ONE, FIVE):
        yield Rules(
            double_down=True, fortune_bonus=True, insurance=True, progressive_payout=True, progressive_unit=unit
        )

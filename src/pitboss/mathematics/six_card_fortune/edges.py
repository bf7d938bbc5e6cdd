"""Six-Card Fortune Pai Gow Poker: every six cards, set as well as can be or the house way, against every six the dealer
may have; Double Down whenever it is worth more than nothing; the other wagers by counting all hands of six cards."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, product
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.chapters.ch670a_six_card_fortune.hands import (
    HIGH_NAMES,
    PAIR_OF_EIGHTS,
    RANKING,
    category,
    insurance_line,
    settings,
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
from pitboss.families.house_ways import Setting, setting
from pitboss.families.poker_ranks import CLASS_AT, LADDER, Hand, low_card
from pitboss.game import Game
from pitboss.mathematics.kit import meters
from pitboss.mathematics.kit.boxes import coded, together
from pitboss.mathematics.kit.cache import disk_cached
from pitboss.mathematics.kit.edge import Edge, distribution
from pitboss.mathematics.kit.meters import NO_WIN, ProgressiveLine
from pitboss.mathematics.kit.poker import census
from pitboss.mathematics.kit.suits import MANY, leader, place
from pitboss.mathematics.six_card_fortune.six_cards import (
    DOUBLE,
    EVERY,
    LAID,
    SIX,
    Fights,
    LeaderSettings,
    as_the_house,
    fights,
    hand_places,
    high_hands,
    near_settings,
    set_hands,
)
from pitboss.mathematics.six_card_fortune.two_boxes import DOUBLED, HIGHEST, LINE, SECOND, SixCardHands, play_boxes
from pitboss.submission import RulesSubmission

GAME = "six-card-fortune-pai-gow-poker"
RIVALS = comb(MANY - SIX, SIX)
NUMBER = {card: number for number, card in enumerate(DECK_WITH_JOKER)}
CATEGORY = tuple(category(place << CLASS_AT) for place in range(len(RANKING.order)))
Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]
HOUSE, OPTIMAL = "house way", "optimal"


class Play(StrEnum):
    """How a player sets the hands, and whether they may double: what is best alone need not be what is best doubled."""

    HOUSE = "house"  # as the house does; doubled where that gains
    SINGLE = "single"  # as well as can be, where Double Down is not offered
    DOUBLED = "doubled"  # as well as can be, with Double Down where that gains


PLAYS = tuple(Play)
COSTS = 2 * len(RANKING.order)
SUMS = 5 + COSTS  # numbers for each play
BITS = 4  # of what is stored of a leader for each play: the card laid low, and whether to double


def best_play(rules: Rules) -> Play:
    return Play.DOUBLED if rules.double_down else Play.SINGLE


def edges(rules: Rules) -> list[Edge]:
    """Every wager offered."""
    plays, beside = (best_play(rules), Play.HOUSE), list[Edge]()
    if rules.fortune_bonus:
        beside.append(fortune())
    if rules.insurance:
        beside.append(insurance())
    if rules.progressive_payout:
        beside.append(progressive(rules))
    doubles = [double_down(play) for play in plays] if rules.double_down else []
    mains = [_together(play, main_game(play), [*doubles[n : n + 1], *beside], MAIN_AT) for n, play in enumerate(plays)]
    return [*mains, *(_together(play, edge, (), DOUBLED) for play, edge in zip(plays, doubles, strict=False)), *beside]


# --- with another box, and with other wagers on the same hand

RESULTS = (Fraction(-1), Fraction(0), Fraction(1))
MAIN_AT = 0  # where the result of the main wager is in the code of a round


@disk_cached
def _two_boxes(name: str) -> list[int]:
    return coded(partial(play_boxes, hands_of(Play(name))))


def hands_of(play: Play) -> SixCardHands:
    """All that a round is decided by."""
    return SixCardHands(RANKING.tables(SIX - 1), RANKING.tables(SIX), np.array(CATEGORY), plays_by_place(play))


def _together(played: Play, edge: Edge, others: Sequence[Edge], at: int) -> Edge:
    beside = [(other, partial(_line, other.wager)) for other in others]
    return together(
        edge, _two_boxes(played), lambda code: RESULTS[code >> at & 3], lambda code: RESULTS[code >> SECOND + at & 3], beside
    )  # fmt: skip


def _line(wager: str, code: int) -> str:
    """The outcome of another wager on the first hand by the code of a round; one of those of the Double Down that net so much."""
    if wager == DOUBLE_DOWN:
        return ("lose", "not doubled", "win")[code >> DOUBLED & 3]
    hand = RANKING.order[code >> LINE & 255]
    if wager == INSURANCE:
        return HIGH_NAMES.get(LADDER[(code >> HIGHEST) - 2], NO_WIN) if hand is Hand.HIGH_CARD else NO_WIN
    if wager == FORTUNE:
        return hand if FORTUNE_PAYS.get(hand) else NO_WIN
    return _award(hand, Fraction(0)).name


# --- the main wager and Double Down


@disk_cached
def _fought() -> list[int]:
    """For each play rounds won and lost of all pairs of hands, the same of those doubled, the hands doubled, and by the
    class of high hand that the house makes how many hands it does not set best and what that costs; then what is played
    with each leader, in sixteen bits."""
    values = high_hands(RANKING)
    hands, played = set_hands(RANKING, CATEGORY), int(np.searchsorted(values, PAIR_OF_EIGHTS))
    ways = near_settings(RANKING, hands, played)
    f, own = fights(hands, ways, played), as_the_house(hands, ways)
    sums, plays = list[int](), np.zeros(len(hands.cards) + -len(hands.cards) % 4, np.uint16)
    for n, play in enumerate(PLAYS):
        worth = _worth(f, play)
        at = _chosen(worth, ways, own, play)
        doubled = (f.wins_played > f.loses_played)[at]
        often = hands.weight * doubled
        sums += map(int, (
            f.wins[at] @ hands.weight, f.loses[at] @ hands.weight, f.wins_played[at] @ often, f.loses_played[at] @ often,
            often.sum()
        ))  # fmt: skip
        costs = np.zeros((2, len(RANKING.order)), np.int64)
        np.add.at(costs[0], values[hands.high] >> CLASS_AT, hands.weight * ~own[at])
        np.add.at(costs[1], values[hands.high] >> CLASS_AT, hands.weight * (worth[at] - worth[own]))
        sums += map(int, costs.flat)
        plays[: len(at)] |= (ways.laid[at] | doubled * DOUBLE).astype(np.uint16) << BITS * n
    return [*sums, *map(int, plays.view(np.uint64))]


def _worth(f: Fights, play: Play) -> Ints:
    """Rivals beaten less rivals lost to, and what doubling adds where that is something."""
    worth = f.wins - f.loses
    return worth if play is Play.SINGLE else worth + np.maximum(f.wins_played - f.loses_played, 0)


def _chosen(worth: Ints, ways: LeaderSettings, own: NDArray[np.bool_], play: Play) -> Ints:
    """Which setting of each leader is taken; the house's own of two that are worth the same."""
    if play is Play.HOUSE:
        return np.flatnonzero(own)
    merit = 2 * worth + own
    best = np.repeat(np.maximum.reduceat(merit, ways.first[:-1]), np.diff(ways.first))
    (found,) = np.nonzero(merit == best)
    rows = np.searchsorted(ways.first, found, side="right")
    return found[np.diff(rows, prepend=0) > 0]


@cache
def leaders_play(play: Play) -> Bytes:
    """For each leader the place of the card laid low, with ``DOUBLE`` where that is worth more than nothing."""
    words = np.array(_fought()[SUMS * len(PLAYS) :], np.uint64)
    plays = words.view(np.uint16)[: len(set_hands(RANKING, CATEGORY).cards)]
    return (plays >> BITS * PLAYS.index(play) & (LAID | DOUBLE)).astype(np.uint8)


@cache
def plays_by_place(play: Play) -> Bytes:
    """The same by the place of the leader (see ``six_cards``)."""
    found = np.zeros(EVERY, np.uint8)
    found[hand_places(set_hands(RANKING, CATEGORY))] = leaders_play(play)
    return found


def best_setting(cards: Sequence[Card], play: Play) -> tuple[Setting, bool]:
    """How a player sets these six cards, and whether they double."""
    first = np.zeros(SIX, np.int64)
    leader(np.array(sorted(NUMBER[card] for card in cards)), first)
    taken = int(plays_by_place(play)[place(first)])
    led = [DECK_WITH_JOKER[n] for n in first]
    worth = _numbers(setting(led, [led[taken & LAID]]))
    return next(made for made in settings(cards) if _numbers(made) == worth), bool(taken & DOUBLE)


def _numbers(made: Setting) -> tuple[int, int]:
    """What decides against the dealer; suits do not."""
    return made.high_value, low_card(made.low[0], joker_above_ace=True)


def main_game(play: Play = Play.HOUSE) -> Edge:
    """The dealer sets the house way; one of two hands better is a tie (I-670a-03)."""
    wins, loses = _sums(play)[:2]
    won, lost = Fraction(wins, EVERY * RIVALS), Fraction(loses, EVERY * RIVALS)
    outcomes = [("win", Fraction(1), won), ("tie", Fraction(0), 1 - won - lost), ("lose", Fraction(-1), lost)]
    options = {} if play is Play.HOUSE else {"double_down": "offered" if play is Play.DOUBLED else "not offered"}
    note = f"{NOTES[play]}; without the Double Down, which stands by itself"
    return Edge("670a", GAME, MAIN, distribution(outcomes), decks=1, options=options, strategy=_called(play), note=note)


NOTES = {
    Play.HOUSE: "player and dealer set the house way",
    Play.SINGLE: "set as well as can be against the house way",
    Play.DOUBLED: "set and doubled as well as can be, both wagers together, against the house way",
}


def house_costs(play: Play) -> Mapping[Hand, tuple[Fraction, Fraction]]:
    """By the class of high hand that the house makes: of all hands those set better otherwise, and what they lose by it."""
    often, lost = np.array(_sums(play)[-COSTS:]).reshape(2, -1).tolist()
    numbers = zip(RANKING.order, often, lost, strict=True)
    return {hand: (Fraction(many, EVERY), Fraction(cost, EVERY * RIVALS)) for hand, many, cost in numbers if many}


def _sums(play: Play) -> list[int]:
    return _fought()[SUMS * PLAYS.index(play) :][:SUMS]


def _called(play: Play) -> str:
    return HOUSE if play is Play.HOUSE else OPTIMAL


def double_down(play: Play = Play.HOUSE) -> Edge:
    """What doubling adds, per unit of the main wager: it is done when the dealer's playing hands lose more than they win."""
    wins, loses, hands = _sums(play)[2:5]
    won, lost, often = Fraction(wins, EVERY * RIVALS), Fraction(loses, EVERY * RIVALS), Fraction(hands, EVERY)
    outcomes = [
        ("win", Fraction(1), won), ("lose", Fraction(-1), lost), ("returned", Fraction(0), often - won - lost),
        ("not doubled", Fraction(0), 1 - often),
    ]  # fmt: skip
    together = -main_game(play).mean - (won - lost)
    note = (
        f"{NOTES[play]}; doubled when that is worth more than nothing; per unit of the main wager, with which it makes "
        f"{together}"
    )
    return Edge(
        "670a", GAME, DOUBLE_DOWN, distribution(outcomes), decks=1, strategy=_called(play), staked=often, note=note,
        conditional=True,
    )  # fmt: skip


# --- Fortune Bonus, Insurance, Progressive Payout


@cache
def classes() -> Mapping[Hand, int]:
    """All hands of six cards by the class of their best five."""
    return census(RANKING, SIX)


def fortune() -> Edge:
    """670a.12(b)(1); Envy Bonuses need another player and are stated separately."""
    lines = fortune_lines(classes())
    note = "the Envy Bonus of each other player is that of a $5 wager"
    envy = _envy(FORTUNE_ENVIES[FIVE], FIVE)
    return Edge("670a", GAME, FORTUNE, distribution(lines), decks=1, envy=envy, note=note)


def fortune_lines(counts: Mapping[Hand, int]) -> list[tuple[str, Fraction, Fraction]]:
    """What each line of the Fortune Bonus nets, and how likely it is."""
    lines, every = [], sum(counts.values())
    for hand, count in counts.items():
        odds = FORTUNE_PAYS.get(hand)
        lines.append((hand.words if odds else "no win", odds.net if odds else Fraction(-1), Fraction(count, every)))
    return lines


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
    lines = progressive_lines(classes())
    return Edge(
        "670a", GAME, PROGRESSIVE, meters.outcomes(lines, SEED * unit, unit), decks=1,
        options={"progressive_unit": f"${unit // ONE}"}, envy=_envy(PROGRESSIVE_ENVIES[unit], unit),
        progressive=meters.progressive(lines, SEED * unit, unit, RATE), note="outcomes with the meter at its seed",
    )  # fmt: skip


def progressive_lines(counts: Mapping[Hand, int]) -> list[ProgressiveLine]:
    """The lines of the Progressive, and how likely they are."""
    every = sum(counts.values())
    return [_award(hand, Fraction(count, every)) for hand, count in counts.items()]


def _award(hand: Hand, chance: Fraction) -> ProgressiveLine:
    percent, odds = METER_SHARES.get(hand, 0), PROGRESSIVE_PAYS.get(hand)
    back = Fraction(0) if odds is None else odds.net + 1
    return ProgressiveLine(hand.words if percent or odds else NO_WIN, chance, back, percent)


def variants(game: Game) -> Iterator[RulesSubmission]:
    """Nothing but the main wager; every wager, with the Progressive of both sizes."""
    yield Rules()
    for unit in (ONE, FIVE):
        yield Rules(
            double_down=True, fortune_bonus=True, insurance=True, progressive_payout=True, progressive_unit=unit
        )

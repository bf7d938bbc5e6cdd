"""DJ Wild Stud Poker: every hand of five against every hand the dealer may have, the Raise by the better of two
expectations; the bonus wagers by counting."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.chapters.ch687a_dj_wild_stud_poker.hands import RANKING, trips_line
from pitboss.chapters.ch687a_dj_wild_stud_poker.rules import (
    ANTE,
    BAD_BEAT,
    BLIND,
    BLIND_PAYS,
    EVEN,
    PROGRESSIVE,
    RAISE,
    RAISE_TIMES,
    TRIPS,
    BadBeatPaytable,
    ProgressivePaytable,
    ProgressiveTwos,
    Rules,
    TripsPaytable,
)
from pitboss.equipment.cards import DECK_WITH_JOKER, JOKER, Card
from pitboss.families.poker_ranks import CLASS_AT, STANDARD, Hand
from pitboss.game import Game
from pitboss.mathematics.dj_wild_stud_poker.two_boxes import (
    BEATEN,
    EQUAL,
    FOLDED,
    LOST,
    NONE_BEATEN,
    SECOND,
    WON,
    play_boxes,
)
from pitboss.mathematics.kit import meters
from pitboss.mathematics.kit.boxes import coded, together
from pitboss.mathematics.kit.cache import disk_cached
from pitboss.mathematics.kit.duels import FIVE, Duels, duels, exchanges, rivals_by_class
from pitboss.mathematics.kit.edge import Edge, beside, distribution
from pitboss.mathematics.kit.meters import NO_WIN, ProgressiveLine
from pitboss.mathematics.kit.poker import Ints, Numbers, census, census_without, line_census, rank_hands
from pitboss.mathematics.kit.suits import BINOMIAL
from pitboss.submission import RulesSubmission

GAME = "dj-wild-stud-poker"
STAKES = 2  # Ante and Blind, in Antes
LOSS = STAKES + RAISE_TIMES
PREFERENCE = (
    Hand.ROYAL_FLUSH, Hand.STRAIGHT_FLUSH, Hand.FOUR_OF_A_KIND, Hand.FULL_HOUSE, Hand.FLUSH, Hand.STRAIGHT,
    Hand.THREE_OF_A_KIND,
)  # lines of the Progressive, best pay first  # fmt: skip
WILDS = 7  # bits of a reading that are the class with wilds, and whether deuces are held
NUMBER = {card: number for number, card in enumerate(DECK_WITH_JOKER)}
Flags = NDArray[np.bool_]


def edges(rules: Rules) -> list[Edge]:
    """Every wager offered."""
    others = []
    if rules.progressive_bonus:
        others.append(progressive(rules))
    if rules.trips_bonus:
        others.append(trips(rules))
    if rules.two_way_bad_beat_bonus:
        others.append(_two_bad_beats(rules, bad_beat(rules)))
    plain = (
        rules.progressive_twos is ProgressiveTwos.PLAIN
    )  # with wild 2s nobody worked out how it varies with the Ante
    with_main = [each for each in others if plain or each.wager != PROGRESSIVE]
    return [
        beside(_two_antes(main_game()), [(each, WITH_MAIN[each.wager](rules, each)) for each in with_main]),
        *others,
    ]


# --- with another box, and with the optional wagers on the same hand


@disk_cached
def _two_boxes() -> list[int]:
    return coded(partial(play_boxes, duels(RANKING).values, elections()))


def _two_antes(edge: Edge) -> Edge:
    hands = [Fraction(wins(hand)) for hand in RANKING.order]
    nets = {FOLDED: Fraction(-STAKES), LOST: Fraction(-LOSS), EQUAL: Fraction(0), **dict(enumerate(hands, WON))}
    ends = (1 << BEATEN) - 1
    return together(edge, _two_boxes(), lambda code: nets[code & ends], lambda code: nets[code >> SECOND & ends])


def _two_bad_beats(rules: Rules, edge: Edge) -> Edge:
    """The dealer's hand decides for every box."""
    nets = {outcome.name: outcome.net for outcome in edge.outcomes}

    def net(code: int) -> Fraction:
        beaten = code >> BEATEN & (1 << SECOND - BEATEN) - 1
        if beaten == NONE_BEATEN or not (beaten & 1 or rules.two_way):
            return nets[NO_WIN]
        return nets.get(f"{RANKING.order[beaten // 2 - 1].words} beaten", nets[NO_WIN])

    return together(edge, _two_boxes(), net, lambda code: net(code >> SECOND))


@cache
def _main_nets() -> Ints:
    """What the main game nets with each hand, in Antes, summed over all hands of the dealer."""
    found = duels(RANKING)
    lost = found.rivals - found.beats.astype(np.int64) - found.equals
    net = np.array([wins(hand) for hand in RANKING.order])[found.values >> CLASS_AT] * found.beats - LOSS * lost
    return np.where(elections(), net, -STAKES * found.rivals)


def _with_trips(rules: Rules, edge: Edge) -> Fraction:
    """By how hands read."""
    readings, own = np.unique(_readings_by_row(), return_inverse=True)
    sums, nets = np.zeros(len(readings), np.int64), _nets_by_name(edge)
    np.add.at(sums, own, _main_nets())
    product = sum(
        int(net) * nets[_trips_name(rules, _readings()[int(reading)][0])]
        for reading, net in zip(readings, sums, strict=True)
    )
    return Fraction(product, len(own) * duels(RANKING).rivals)


def _with_progressive(rules: Rules, edge: Edge) -> Fraction:
    """By the natural class, of a hand as it is or with the joker exchanged; then the card that came is not the dealer's."""
    natural, nets = (_readings_by_row() >> WILDS) - 1, _nets_by_name(edge)
    found, every = exchanges(RANKING), len(natural)
    lost = found.rivals - found.beats - found.equals
    net = np.array([wins(hand) for hand in RANKING.order])[duels(RANKING).values[found.hands] >> CLASS_AT]
    with_joker = (
        np.where(elections()[found.hands], net * found.beats - LOSS * lost, -STAKES * found.rivals) * found.weights
    )
    product = Fraction(0)
    for place, hand in enumerate(STANDARD.order):
        pays = nets[_award(rules, hand, Fraction(0)).name]
        plain = Fraction(int(_main_nets()[natural == place].sum()), every * duels(RANKING).rivals)
        exchanged = int(with_joker[natural[found.exchanged] == place].sum())
        product += pays * (plain + Fraction(exchanged, every * (len(DECK_WITH_JOKER) - FIVE) * found.rivals))
    return product


def _with_bad_beat(rules: Rules, edge: Edge) -> Fraction:
    """By the class of either hand that is beaten by the other."""
    every, nets = len(duels(RANKING).values) * duels(RANKING).rivals, _nets_by_name(edge)
    product = nets[NO_WIN] * main_game().mean  # as if nothing won; then what is more where something does
    for hand, (own, dealers) in zip(RANKING.order, _nets_by_class_beaten(), strict=True):
        more = nets.get(f"{hand.words} beaten", nets[NO_WIN]) - nets[NO_WIN]
        product += more * Fraction(own + dealers * rules.two_way, every)
    return product


@cache
def _nets_by_class_beaten() -> list[tuple[int, int]]:
    """For each class what the main game nets, in Antes over all hands of both, where a hand of it is beaten: the player's, and
    the dealer's."""
    found, below, raised = duels(RANKING), _below(), elections()
    kinds, lost = found.values >> CLASS_AT, found.rivals - found.beats.astype(np.int64) - found.equals
    sums = []
    for place in range(len(RANKING.order)):
        own = -LOSS * int(lost[(kinds == place) & raised].sum())
        dealers = sum(
            wins(hand) * int(below[(kinds == winner) & raised, place].sum(dtype=np.int64))
            for winner, hand in enumerate(RANKING.order[place:], place)
        )
        sums.append((own, dealers))
    return sums


def _below() -> Numbers:
    """For each hand how many of the dealer's of each class it beats."""
    found, rivals = duels(RANKING), rivals_by_class(RANKING)
    kinds = found.values >> CLASS_AT
    rivals[np.arange(rivals.shape[1]) > kinds[:, None]] = 0
    own = np.arange(len(kinds)), kinds
    rivals[own] += found.beats - rivals.sum(axis=1)
    return rivals


def _nets_by_name(edge: Edge) -> dict[str, Fraction]:
    return {outcome.name: outcome.net for outcome in edge.outcomes}


# The mean product of what the main game and another wager on the same hand net.
WITH_MAIN = {PROGRESSIVE: _with_progressive, TRIPS: _with_trips, BAD_BEAT: _with_bad_beat}


# --- Ante, Blind and Raise


def wins(hand: Hand) -> int:
    """What Ante, Raise and Blind net together when this hand beats the dealer's, in Antes."""
    blind = BLIND_PAYS.get(hand)
    net = (1 + RAISE_TIMES) * EVEN.net + (blind.net if blind is not None else 0)
    assert net.denominator == 1
    return net.numerator


@cache
def elections() -> Flags:
    """For each row of ``duels``, whether a Raise is worth more than folding, which forfeits Ante and Blind."""
    all_hands = duels(RANKING)
    beats, equals = all_hands.beats.astype(np.int64), all_hands.equals
    net = np.array([wins(hand) for hand in RANKING.order])[all_hands.values >> CLASS_AT]
    loses = all_hands.rivals - beats - equals
    found: Flags = beats * net - loses * LOSS > -STAKES * all_hands.rivals
    return found


def raises(cards: Sequence[Card]) -> bool:
    """Whether the best play with these five cards is to raise."""
    numbers = sorted(NUMBER[card] for card in cards)
    return bool(elections()[sum(int(BINOMIAL[number, n]) for n, number in enumerate(numbers, 1))])


@cache
def main_game() -> Edge:
    """Ante, Blind and Raise, raised as well as can be, per unit of the Ante."""
    all_hands, raised = duels(RANKING), elections()
    every = len(all_hands.hands) * all_hands.rivals
    lines = [("fold", Fraction(-STAKES), Fraction(int(np.count_nonzero(~raised)) * all_hands.rivals, every))]
    for hand, of in _by_class(all_hands):
        of = of & raised
        won, tied = int(all_hands.beats[of].sum(dtype=np.int64)), int(all_hands.equals[of].sum(dtype=np.int64))
        lost = int(np.count_nonzero(of)) * all_hands.rivals - won - tied
        if won:
            lines.append((f"wins with {hand.words}", Fraction(wins(hand)), Fraction(won, every)))
        lines.append(("equal", Fraction(0), Fraction(tied, every)))
        lines.append(("loses", Fraction(-LOSS), Fraction(lost, every)))
    often = Fraction(int(np.count_nonzero(raised)), len(raised))
    return Edge(
        "687a", GAME, ANTE, distribution(lines), decks=1, strategy="optimal", staked=STAKES + RAISE_TIMES * often,
        includes=(BLIND, RAISE),
        note="with the Blind, and the Raise whenever that is worth more than folding; per unit of the Ante",
    )  # fmt: skip


def _by_class(all_hands: Duels) -> Iterator[tuple[Hand, Flags]]:
    classes = all_hands.values >> CLASS_AT
    for place, hand in enumerate(RANKING.order):
        yield hand, classes == place


# --- the bonus wagers


def progressive(rules: Rules) -> Edge:
    """687a.12(c): with the joker exchanged, the hand is any five of 52 cards. Envy Bonuses are stated separately."""
    table, rate = rules.progressive, rules.progressive_rate
    assert rate is not None
    counts = progressive_counts(rules)
    every = sum(counts.values())
    lines = progressive_lines(rules, counts)
    envy = sum(Fraction(counts[Hand(line)] * share.envy, every * table.unit) for line, share in table.shares.items())
    return Edge(
        "687a", GAME, PROGRESSIVE, meters.outcomes(lines, table.seed, table.unit),
        paytable=rules.progressive_bonus_paytable, decks=1,
        options={"progressive_rate": str(rate), "progressive_stake_back": str(rules.progressive_stake_back).lower()}
        | ({"progressive_twos": "wild"} if rules.progressive_twos is ProgressiveTwos.WILD else {}),
        envy=Fraction(envy), progressive=meters.progressive(lines, table.seed, table.unit, rate),
        note="outcomes with the meter at its seed",
    )  # fmt: skip


def progressive_counts(rules: Rules, out: tuple[str, ...] = ()) -> Mapping[Hand, int]:
    """How many of five of 52 cards, those ``out`` gone, take each line; I-687a-11: with the 2s plain, or wild as filed."""
    if rules.progressive_twos is ProgressiveTwos.PLAIN:
        return census_without(STANDARD, FIVE, *out) if out else census(STANDARD, FIVE)
    found = line_census(RANKING, FIVE, PREFERENCE, (JOKER, *out))
    every = comb(len(DECK_WITH_JOKER) - 1 - len(out), FIVE)
    return {**found, Hand.HIGH_CARD: every - sum(found.values())}


def progressive_lines(rules: Rules, counts: Mapping[Hand, int]) -> list[ProgressiveLine]:
    """The lines of the Progressive, and how likely they are."""
    every = sum(counts.values())
    return [_award(rules, hand, Fraction(count, every)) for hand, count in counts.items()]


def _award(rules: Rules, hand: Hand, chance: Fraction) -> ProgressiveLine:
    share, odds = rules.progressive.shares.get(hand), rules.progressive.fixed.get(hand)
    if share is not None:
        return ProgressiveLine(hand.words, chance, percent=share.percent)
    if odds is None:
        return ProgressiveLine(NO_WIN, chance)
    return ProgressiveLine(hand.words, chance, odds.net + (1 if rules.progressive_stake_back else 0))


def trips(rules: Rules) -> Edge:
    """687a.12(d): hands that read alike, naturally and with wilds, are put to the chapter's own function once."""
    lines, every = [], sum(count for _, count in _readings().values())
    for hand, count in _readings().values():
        name = _trips_name(rules, hand)
        odds = rules.trips.get(name)
        lines.append((name, odds.net if odds else Fraction(-1), Fraction(count, every)))
    return Edge("687a", GAME, TRIPS, distribution(lines), paytable=rules.trips_bonus_paytable, decks=1)


def _trips_name(rules: Rules, hand: tuple[Card, ...]) -> str:
    line = trips_line(hand, rules.trips)
    return line if rules.trips.get(line) else NO_WIN


@cache
def _readings_by_row() -> NDArray[np.int32]:
    """How each hand reads: the place of its natural class, 0 with a joker; its class with wilds; whether it holds deuces."""
    all_hands = duels(RANKING)
    natural = np.full(len(all_hands.hands), -1, np.int32)  # a joker has no natural reading
    without = all_hands.hands[:, -1] != NUMBER[JOKER]
    natural[without] = rank_hands(STANDARD, all_hands.hands[without]) >> CLASS_AT
    deuces = np.array([RANKING.is_wild(card) for card in DECK_WITH_JOKER])[all_hands.hands].any(axis=1)
    found: NDArray[np.int32] = ((natural + 1) << WILDS) + (all_hands.values >> CLASS_AT) * 2 + deuces
    return found


@cache
def _readings() -> Mapping[int, tuple[tuple[Card, ...], int]]:
    """For each way to read one hand that reads so, and how many do."""
    readings, rows, counts = np.unique(_readings_by_row(), return_index=True, return_counts=True)
    hands = duels(RANKING).hands[rows]
    return {
        int(reading): (tuple(DECK_WITH_JOKER[number] for number in hand), int(count))
        for reading, hand, count in zip(readings, hands, counts, strict=True)
    }


def bad_beat(rules: Rules) -> Edge:
    """687a.12(e): by the class of the beaten hand. A player who folds has no hand that matters, nor beats one."""
    all_hands = duels(RANKING)
    every = len(all_hands.hands) * all_hands.rivals
    sides = 2 if rules.two_way else 1  # before the deal player and dealer are alike
    lines, left = [], Fraction(1)
    for hand, of in _by_class(all_hands):
        odds = rules.bad_beat.get(hand)
        if odds is not None:
            assert elections()[of].all()
            won = int(all_hands.beats[of].sum(dtype=np.int64)) + int(all_hands.equals[of].sum(dtype=np.int64))
            beaten = Fraction(sides * (int(np.count_nonzero(of)) * all_hands.rivals - won), every)
            lines.append((f"{hand.words} beaten", odds.net, beaten))
            left -= beaten
    lines.append((NO_WIN, Fraction(-1), left))
    return Edge(
        "687a", GAME, BAD_BEAT, distribution(lines), paytable=rules.two_way_bad_beat_bonus_paytable, decks=1,
        options={"two_way": str(rules.two_way).lower()}, strategy="optimal",
    )  # fmt: skip


def variants(game: Game) -> Iterator[RulesSubmission]:
    """Every paytable once; the printed one-way Bad Beat, and Progressive awards without the stake."""
    rate = Fraction(20)
    for n, (table, beat) in enumerate(zip(TripsPaytable, BadBeatPaytable, strict=True)):
        yield Rules(
            trips_bonus=True, trips_bonus_paytable=table, two_way_bad_beat_bonus=True,
            two_way_bad_beat_bonus_paytable=beat, progressive_bonus=n < 2, progressive_rate=rate,
            progressive_bonus_paytable=tuple(ProgressivePaytable)[n % 2],
        )  # fmt: skip
    for beat in BadBeatPaytable:
        yield Rules(two_way_bad_beat_bonus=True, two_way_bad_beat_bonus_paytable=beat, two_way=False)
    for progressive_table in ProgressivePaytable:
        yield Rules(
            progressive_bonus=True, progressive_rate=rate, progressive_bonus_paytable=progressive_table,
            progressive_stake_back=False,
        )  # fmt: skip

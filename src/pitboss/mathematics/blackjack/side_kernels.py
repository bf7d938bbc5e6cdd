"""Blackjack's optional wagers, compiled: what each nets once the cards are known; all that is paid comes from the chapter.

Places in what a round nets: the wagers on first cards that are offered, then Bad Beat, Hit and Run, Insurance, Super
Match.
"""

from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np

from pitboss.chapters.ch633a_blackjack import sides
from pitboss.chapters.ch633a_blackjack.rules import (
    BAD_BEAT,
    HIT_AND_RUN,
    INSURANCE,
    INSURED,
    KINGS_BOUNTY,
    LUCKY_LADIES,
    ROYAL_MATCH_21,
    SUPER_MATCH,
    TWO_CARD_SIDES,
    UP_CARD_SIDES,
    BadBeatHands,
    Rules,
)
from pitboss.chapters.ch633a_blackjack.settlement import side_line
from pitboss.chapters.ch633a_blackjack.values import is_royal_match
from pitboss.equipment.cards import DECK, RANKS, rank
from pitboss.mathematics.blackjack.compiled_hands import NATURAL_TOTAL
from pitboss.mathematics.blackjack.kernel_cards import ACE_VALUE, UNIT, VALUE, Bytes, Deals, Words
from pitboss.mathematics.blackjack.side_edges import unit_of
from pitboss.mathematics.kit.compiled import borrowing
from pitboss.mathematics.kit.philox import below
from pitboss.mathematics.kit.tally import Ints, Tally, tally
from pitboss.meters import Meter
from pitboss.money import Odds, winnings

RATE = 10**4  # a meter's rate has four decimals
AFTER_CARDS = (BAD_BEAT, HIT_AND_RUN, INSURANCE, SUPER_MATCH)  # behind the wagers on first cards, in this order
MAGIC, LUCKY, INSURED_NET, POSITIONS = range(4)  # places of what is paid besides, and of the number of positions
NO_CARD = NO_SEAT = -1
Selected = tuple[int, int]  # a card's place in a deck, and a position from 0


class Sides(NamedTuple):
    """What the optional wagers net, and which of them are reported."""

    shown: Any  # by wager on first cards: two cards and the up card
    beaten: Any  # the same with a dealer's Blackjack, by two cards
    royal: Bytes  # whether two cards are a Royal Match
    top: Ints  # by wager on first cards: 1 where a dealer's Blackjack matters, more where the dealer's Royal Match adds that
    beat: Ints  # Bad Beat by the number of the dealer's cards
    run: Ints  # Hit and Run by the same
    besides: Ints
    matches: Any  # Super Match by the ranks of four cards
    rows: Ints  # places of the wagers that are reported in what a round nets
    rates: Ints  # what of each goes to its meter
    first_hand_only: int  # I-633a-14: of a split, only the first hand may win the Bad Beat


# --- tables --------------------------------------------------------------------------------------------------------


def side_tables(rules: Rules, kinds: tuple[str, ...]) -> tuple[Any, Any]:
    """What each wager on two cards and the up card nets; and with a dealer's Blackjack, on two cards."""
    shown = np.zeros((len(kinds), 52, 52, 52), np.int32)
    beaten = np.zeros((len(kinds), 52, 52), np.int32)
    for k, kind in enumerate(kinds):
        ups = DECK if kind in UP_CARD_SIDES else DECK[:1]
        for a, one in enumerate(DECK):
            for b, two in enumerate(DECK[: a + 1]):  # in either order they are the same two cards
                nets = [_net(side_line(kind, (one, two), up, rules)[1], rules) for up in ups]
                shown[k, a, b, :] = shown[k, b, a, :] = nets
                net = _net(side_line(kind, (one, two), ups[0], rules, dealer_blackjack=True)[1], rules)
                beaten[k, a, b] = beaten[k, b, a] = net
    return shown, beaten


def _net(odds: Odds | None, rules: Rules) -> int:
    return -UNIT if odds is None else winnings(UNIT, odds, rules.payout_rounding)


def super_match_table(rules: Rules) -> Any:
    """What Super Match nets by the places of four cards' ranks in ``RANKS``; nothing where it is not offered."""
    found = np.zeros((len(RANKS),) * 4, np.int32)
    if rules.super_match:
        for ranks in combinations_with_replacement(range(len(RANKS)), 4):
            cards = [RANKS[each] + "S" for each in ranks]
            found[ranks] = _net(side_line(SUPER_MATCH, cards, DECK[0], rules)[1], rules)
        found = found[tuple(np.sort(np.indices(found.shape), axis=0))]
    return found


RANK = np.array([RANKS.index(rank(card)) for card in DECK], np.int64)  # by place in a deck


def seed_net(rules: Rules, meter: Meter) -> int:
    """What the whole meter nets while it is at its seed."""
    return UNIT * (meter.reset // unit_of(meter.name, rules) - 1)


def meter_tables(rules: Rules) -> tuple[Ints, Ints]:
    """Bad Beat by the number of the dealer's cards that make 21 (0: a 20 that nothing beats); Hit and Run by the
    dealer's cards.

    The whole meter is taken at its seed. A dealer's Blackjack is at 1.
    """
    beat, run = np.full(9, -UNIT, np.int64), np.full(9, -UNIT, np.int64)
    seeds = {meter.name: seed_net(rules, meter) for meter in rules.meters}
    for cards in range(3, 9):
        line = sides.bad_beat([sides.TWENTY], NATURAL_TOTAL, cards)
        odds = sides.BAD_BEAT.get(line)
        beat[cards] = seeds.get(BAD_BEAT, 0) if odds is None else UNIT * (odds.win - 1)
        line = sides.hit_and_run(cards, dealer_blackjack=False)
        odds = sides.HIT_AND_RUN.get(line)
        run[cards] = UNIT * (odds.win - 1) if odds else seeds.get(HIT_AND_RUN, 0) if line else -UNIT
    beat[1] = UNIT * (sides.BAD_BEAT[sides.BAD_BEAT_CARDS[2]].win - 1)
    beat[0] = UNIT * (sides.BAD_BEAT[sides.PLAYER_20].win - 1) if rules.bad_beat_any_20 else -UNIT
    run[1] = UNIT * (sides.HIT_AND_RUN[sides.DEALER_BLACKJACK].win - 1)
    return beat, run


def sides_of(rules: Rules) -> Sides:
    """All that the optional wagers are settled by."""
    kinds = first_card_kinds(rules)
    royal = np.array([[is_royal_match((one, two)) for two in DECK] for one in DECK], np.uint8)
    crown = sides.CROWN.win * UNIT if rules.crown_treasure_bonus else 0
    top = [1 if kind in (LUCKY_LADIES, KINGS_BOUNTY) else crown if kind == ROYAL_MATCH_21 else 0 for kind in kinds]
    besides = (
        sides.MAGIC_CARD.win * UNIT if rules.magic_card_bonus else 0,
        sides.LUCKY_PLAYER.win * UNIT if rules.lucky_player_bonus else 0,
        winnings(UNIT, INSURED, rules.payout_rounding),
        rules.seats,
    )
    shown, beaten = side_tables(rules, kinds)
    beat, run = meter_tables(rules)
    _, rows, rates = side_rows(rules)
    first_hand_only = int(rules.bad_beat_split_hands is BadBeatHands.FIRST)
    return Sides(
        shown, beaten, royal, np.array(top, np.int64), beat, run, np.array(besides, np.int64), super_match_table(rules),
        rows, rates, first_hand_only,
    )  # fmt: skip


def first_card_kinds(rules: Rules) -> tuple[str, ...]:
    """The wagers on two cards that are offered."""
    return tuple(kind for kind in TWO_CARD_SIDES if getattr(rules, kind))


def side_rows(rules: Rules) -> tuple[tuple[str, ...], Ints, Ints]:
    """The wagers that are reported, their places in what a round nets, and what of each goes to its meter."""
    placed = enumerate((*first_card_kinds(rules), *AFTER_CARDS))
    reported = [(place, kind) for place, kind in placed if kind == INSURANCE or getattr(rules, kind)]
    shares = {meter.name: int(meter.rate * UNIT * RATE) // 100 for meter in rules.meters}
    names = tuple(kind for _, kind in reported)
    rows, rates = [place for place, _ in reported], [shares.get(kind, 0) for kind in names]
    return names, np.array(rows, np.int64), np.array(rates, np.int64)


# --- compiled --------------------------------------------------------------------------------------------------------


@borrowing
def side_nets(cards: Any, twenty: bool, dealer: int, size: int, sides: Sides, out: Ints) -> None:
    """Every optional wager of a hand but Super Match; ``cards``: a hand's first, the up card, its second, the hole card.

    A dealer's Blackjack has the ``size`` 1. Insurance, where no ace is up, is left at nothing.
    """
    shown, beaten, royal, top, beat, run, besides, _, _, _, _ = sides
    one, up, two, hole = cards[0] % 52, cards[1] % 52, cards[2] % 52, cards[3] % 52
    kinds = len(top)
    for k in range(kinds):
        out[k] = shown[k, one, two, up]
        if top[k] == 1 and size == 1:
            out[k] = beaten[k, one, two]
        elif top[k] > 1 and royal[one, two] and royal[up, hole]:
            out[k] += top[k]
    out[kinds] = -UNIT
    if twenty:
        out[kinds] = beat[min(size, 8)] if dealer == NATURAL_TOTAL else beat[0]
    out[kinds + 1] = run[min(size, 8)]
    out[kinds + 2] = 0
    if VALUE[up] == ACE_VALUE:
        out[kinds + 2] = besides[INSURED_NET] if size == 1 else -UNIT


@borrowing
def selections(besides: Ints, state: Words) -> Any:
    """I-633a-16: the card and the position that the system selects, where their bonuses are offered."""
    magic, lucky = NO_CARD, NO_SEAT
    if besides[MAGIC]:
        magic = below(state, 52)
    if besides[LUCKY]:
        lucky = below(state, besides[POSITIONS])
    return magic, lucky


@borrowing
def bonuses(deals: Deals, n: int, first: Ints, selected: Selected, besides: Ints) -> Any:
    """Magic Card and Lucky Player, besides any other award, for the player at position 0, whose cards are at ``first``."""
    magic, lucky = selected
    found = np.int64(0)
    for place in first:
        if deals[n, place] % 52 == magic:
            found = besides[MAGIC]
    if lucky == 0:
        found += besides[LUCKY]
    return found


@borrowing
def tally_sides(out: Tally, nets: Ints, rows: Ints, insurance: int, stake: int) -> None:
    """One round of each wager; Insurance only where it is decided."""
    for row in range(len(rows)):
        net = nets[rows[row]]
        if net or rows[row] != insurance:
            tally(out, row, net, stake)

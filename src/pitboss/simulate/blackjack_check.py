"""Blackjack's kernels against the engine: the same cards, the same play by the chart, the same cents.

``compare(rules, rounds, seed)`` shuffles a shoe for each round, has the engine play it with every wager that the
kernels know, and asks the kernels about the same order of cards. It stops at the first difference.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import numpy as np
from numba import njit

from pitboss.chapters.ch633a_blackjack import GAME
from pitboss.chapters.ch633a_blackjack.rules import (
    BAD_BEAT,
    BLACKJACK,
    DOUBLE_DOWN,
    HIT_AND_RUN,
    SPLIT_PAIRS,
    TWO_CARD_SIDES,
    Rules,
)
from pitboss.drivers.round import Round
from pitboss.equipment.cards import DECK
from pitboss.events import Elected, Event, MeterMoved, Settlement, Wagered
from pitboss.exact.blackjack_switch import BASIC
from pitboss.exact.ch633a import chart
from pitboss.families.progressive import AWARD
from pitboss.game import Start
from pitboss.procedure import CHANCE, Answer, Draw, Window
from pitboss.simulate import blackjack_hands, blackjack_switch, ch633a
from pitboss.simulate.blackjack_cards import MOST_HANDS, UNIT, Deals
from pitboss.simulate.philox import below, stream
from pitboss.strategies.basic_blackjack import Basic
from pitboss.strategies.mind import Mind, Seen
from pitboss.wagers import close_betting

HANDS = (BLACKJACK, DOUBLE_DOWN, SPLIT_PAIRS)
Spots = Sequence[tuple[str, str]]


class Compared(msgspec.Struct):
    """What was compared; each count is of rounds, ``wagers`` of optional wagers."""

    rounds: int = 0
    wagers: int = 0
    doubled: int = 0
    split: int = 0
    switched: int = 0
    jackpots: int = 0


@njit(cache=True, nogil=True)
def shuffled(size: int, seed: int, number: int) -> Deals:
    """One order of the whole shoe, as the only row of deals."""
    state, deals = stream(seed, number), np.arange(size, dtype=np.int16).reshape(1, size)
    for at in range(size - 1):
        other = at + below(state, size - at)
        deals[0, at], deals[0, other] = deals[0, other], deals[0, at]
    return deals


def shuffles(rules: Rules, count: int, seed: int) -> Iterator[Deals]:
    return (shuffled(len(DECK) * rules.decks, seed, number) for number in range(count))


def engine(rules: Rules, order: Deals, mind: Mind, wagers: Spots) -> list[Event]:
    """The engine on these cards, a dollar of seat 1 on each wager; the burn is the last card of the shoe."""
    names = [DECK[card % len(DECK)] for card in order[0]]
    cards = iter([names[-1], *names])
    play = Round(GAME, rules, GAME.open(rules), Start(1))
    events, seen = list(play.events), Seen(1, play.events)
    while not play.closed:
        if isinstance(play.pending, Window):
            told = [e for kind, on in wagers for e in play.answer(Answer(1, "wager", kind, on, UNIT))]
            told += play.answer(close_betting())
        elif isinstance(play.pending, Draw):
            told = play.answer(Answer(CHANCE, next(cards)))
        else:
            (election,) = play.elections()
            assert election.default is not None
            told = play.answer(
                mind.answer(election, seen) if election.to == 1 else election.default.answer(election.to)
            )
        seen.fold(told)
        events += told
    return events


def net(events: list[Event], *kinds: str) -> int:
    return sum(e.returned - e.stake for e in events if isinstance(e, Settlement) and e.wager in kinds)


def staked(events: list[Event], *kinds: str) -> int:
    return sum(e.amount for e in events if isinstance(e, Wagered) and e.wager in kinds)


def compare(rules: Rules, rounds: int, seed: int) -> Compared:
    """Play so many rounds twice; an AssertionError names the first that differs."""
    found, mind = Compared(), Basic(chart(rules))
    main, optional = _main(rules), None if rules.blackjack_switch else _optional(rules)
    kinds = () if rules.blackjack_switch else _kinds(rules)
    wagers = [*((BLACKJACK, on) for on in rules.areas), *((kind, "") for kind in kinds)]
    for number, order in enumerate(shuffles(rules, rounds, seed)):
        events = engine(rules, order, mind, wagers)
        ours, theirs = main(order), (net(events, *HANDS), staked(events, *HANDS))
        assert ours == theirs, f"round {number} of seed {seed}: kernel {ours}, engine {theirs}"
        found.rounds += 1
        found.doubled += staked(events, DOUBLE_DOWN) > 0
        found.split += staked(events, SPLIT_PAIRS) > 0
        found.switched += any(isinstance(e, Elected) and e.says == "switch" for e in events)
        if kinds and optional is not None:
            _compare_optional(rules, kinds, optional(order), events, found, f"round {number} of seed {seed}")
    return found


def _compare_optional(
    rules: Rules, kinds: Sequence[str], nets: Any, events: list[Event], found: Compared, where: str
) -> None:
    """Every optional wager to the cent; a jackpot is the meter's seed to the kernel, the meter itself to the engine."""
    won = {e.meter for e in events if isinstance(e, MeterMoved) and e.why == AWARD}
    seeds = {meter.name: ch633a.seed_net(rules, meter) for meter in rules.meters}
    for kind, ours in zip(kinds, nets, strict=False):
        theirs = seeds[kind] if kind in won else net(events, kind)
        assert ours == theirs, f"{where}: {kind}: kernel {ours}, engine {theirs}"
    found.wagers += len(kinds)
    found.jackpots += len(won)


def _kinds(rules: Rules) -> tuple[str, ...]:
    return tuple(kind for kind in (*TWO_CARD_SIDES, BAD_BEAT, HIT_AND_RUN) if getattr(rules, kind))


def _main(rules: Rules) -> Any:
    """One round of the Blackjack Wagers by the kernel: net and stakes."""
    ends, stakes = np.empty(2 * MOST_HANDS, np.int64), np.empty(2 * MOST_HANDS, np.int64)
    state, found = stream(0, 0), np.zeros((1, 2), np.int64)
    if rules.blackjack_switch:
        switching = blackjack_switch.tables(rules, BASIC)
        return lambda order: blackjack_switch.play_round(order, 0, order.size, state, *switching, ends, stakes)
    tables = blackjack_hands.tables(rules)

    def play(order: Deals) -> tuple[int, int]:
        blackjack_hands.play(order, order.size, state, *tables, found)
        return int(found[0, 0]), int(found[0, 1])

    return play


def _optional(rules: Rules) -> Any:
    """One round of the optional wagers by the kernel: what each of those offered nets."""
    offered = _kinds(rules)
    cards = tuple(kind for kind in offered if kind in TWO_CARD_SIDES)
    tables = ch633a.side_plan(blackjack_hands.tables(rules))
    arrays, state = ch633a.side_arrays(rules, cards), stream(0, 0)
    totals, stakes = np.empty(MOST_HANDS, np.int64), np.empty(MOST_HANDS, np.int64)
    nets = np.empty(len(cards) + 2, np.int64)
    rows = [n for n, kind in enumerate((*cards, BAD_BEAT, HIT_AND_RUN)) if kind in offered]

    def play(order: Deals) -> list[int]:
        twenty, dealer, size = ch633a.twenty_and_dealer(order, 0, order.size, state, *tables, totals, stakes)
        ch633a.side_nets(order, 0, twenty, dealer, size, *arrays, nets)
        return [int(nets[row]) for row in rows]

    return play

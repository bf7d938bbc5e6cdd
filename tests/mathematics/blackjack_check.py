"""Blackjack's kernels against the engine: the same cards, the same play by the chart, the same cents.

``compare(rules, rounds, seed)`` shuffles a shoe for each round, has the engine play it with every wager that the
kernels know, and asks the kernels about the same order of cards. It stops at the first difference.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
import numpy as np

from pitboss.chapters.ch633a_blackjack import GAME
from pitboss.chapters.ch633a_blackjack.decisions import EVEN_MONEY
from pitboss.chapters.ch633a_blackjack.rules import (
    BLACKJACK,
    DOUBLE_DOWN,
    INSURANCE,
    SPLIT_PAIRS,
    TWO_CARD_SIDES,
    Rules,
)
from pitboss.drivers.round import Round
from pitboss.equipment.cards import DECK
from pitboss.events import Elected, Event, MeterMoved, Settlement, Wagered
from pitboss.families.progressive import AWARD
from pitboss.game import RoundStart
from pitboss.mathematics.blackjack import kernel, main_kernel, switch_kernel
from pitboss.mathematics.blackjack.edges import chart
from pitboss.mathematics.blackjack.kernel_cards import MOST_HANDS, UNIT, Batch, Deals
from pitboss.mathematics.blackjack.side_kernels import (
    AFTER_CARDS,
    NO_CARD,
    NO_SEAT,
    Selected,
    bonuses,
    first_card_kinds,
    seed_net,
    side_nets,
    side_rows,
    sides_of,
)
from pitboss.mathematics.blackjack.strategy import Basic
from pitboss.mathematics.blackjack.switch import BASIC
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.deal import deal
from pitboss.mathematics.kit.philox import stream
from pitboss.mathematics.kit.strategy import Seen, Strategy
from pitboss.meters import MICRO
from pitboss.procedure import CHANCE, Answer, Draw, Election, Window
from pitboss.wagers import close_betting

HANDS = (BLACKJACK, DOUBLE_DOWN, SPLIT_PAIRS)
Spots = Sequence[tuple[str, str]]
Nets = dict[tuple[str, str], int]  # by kind and spot


class Compared(msgspec.Struct):
    """What was compared; each count is of rounds, ``wagers`` of optional wagers."""

    rounds: int = 0
    wagers: int = 0
    doubled: int = 0
    split: int = 0
    switched: int = 0
    insured: int = 0
    jackpots: int = 0


@njit
def shuffled(size: int, seed: int, number: int) -> Deals:
    """One order of the whole shoe, as the only row of deals."""
    state, deals = stream(seed, number), np.arange(size, dtype=np.int16).reshape(1, size)
    deal(state, deals[0], 0, size - 1)
    return deals


def shuffles(rules: Rules, count: int, seed: int) -> Iterator[Deals]:
    return (shuffled(len(DECK) * rules.decks, seed, number) for number in range(count))


class Insuring(Basic):
    """Plays by a chart, and insures whatever may be insured and is not paid even money."""

    def _wants(self, election: Election, seen: Seen, open_: Sequence[str]) -> Sequence[str]:
        evens = EVEN_MONEY in open_ and self.chart.even_money
        return (INSURANCE,) if INSURANCE in open_ and not evens else super()._wants(election, seen, open_)


def engine(rules: Rules, order: Deals, strategy: Strategy, wagers: Spots, selected: Selected) -> list[Event]:
    """The engine on these cards, a dollar of seat 1 on each wager; the burn is the last card of the shoe."""
    names = [DECK[card % len(DECK)] for card in order[0]]
    cards, magic_lucky = (
        iter([names[-1], *names]),
        {"magic_card": DECK[selected[0]], "lucky_player": str(selected[1] + 1)},
    )
    play = Round(GAME, rules, GAME.open(rules), RoundStart(1))
    events, seen = list(play.events), Seen(1, play.events)
    while not play.closed:
        if isinstance(play.pending, Window):
            more = [e for kind, on in wagers for e in play.answer(Answer(1, "wager", kind, on, UNIT))]
            more += play.answer(close_betting())
        elif isinstance(play.pending, Draw):
            more = play.answer(Answer(CHANCE, magic_lucky.get(play.pending.device) or next(cards)))
        else:
            (election,) = play.elections()
            assert election.default is not None
            more = play.answer(
                strategy.answer(election, seen) if election.to == 1 else election.default.answer(election.to)
            )
        seen.fold(more)
        events += more
    return events


def net(events: list[Event], *kinds: str, on: str | None = None) -> int:
    return sum(
        e.returned - e.stake for e in events if isinstance(e, Settlement) and e.wager in kinds and on in (None, e.on)
    )


def staked(events: list[Event], *kinds: str, on: str | None = None) -> int:
    return sum(e.amount for e in events if isinstance(e, Wagered) and e.wager in kinds and on in (None, e.on))


def compare(rules: Rules, rounds: int, seed: int) -> Compared:
    """Play so many rounds twice; an AssertionError names the first that differs."""
    found, strategy = Compared(), Insuring(chart(rules))
    main, optional, spots = _main(rules), _optional(rules), tuple(rules.spots)
    for number, order in enumerate(shuffles(rules, rounds, seed)):
        selected = int(order[0, -2]) % len(DECK), int(order[0, -3]) % rules.seats  # places that no round comes to
        events, where = engine(rules, order, strategy, spots, selected), f"round {number} of seed {seed}"
        ours, theirs = main(order), (net(events, *HANDS), staked(events, *HANDS))
        assert ours == theirs, f"{where}: kernel {ours}, engine {theirs}"
        found.rounds += 1
        found.doubled += staked(events, DOUBLE_DOWN) > 0
        found.split += staked(events, SPLIT_PAIRS) > 0
        found.switched += any(isinstance(e, Elected) and e.says == "switch" for e in events)
        bonus = (
            selected[0] if rules.magic_card_bonus else NO_CARD,
            selected[1] if rules.lucky_player_bonus else NO_SEAT,
        )
        _compare_optional(rules, optional(order, bonus), events, found, where)
    return found


def _compare_optional(rules: Rules, nets: Nets, events: list[Event], found: Compared, where: str) -> None:
    """Every optional wager to the cent; a jackpot is the meter's seed to the kernel, the meter itself to the engine."""
    awards = {e.meter: e.before - e.after for e in events if isinstance(e, MeterMoved) and e.why == AWARD}
    seeds = {meter.name: seed_net(rules, meter) + UNIT for meter in rules.meters}
    for (kind, on), ours in nets.items():
        theirs = net(events, kind, on=on)
        if kind == INSURANCE:  # of half the wager at the most
            ours = ours * staked(events, kind, on=on) // UNIT
            found.insured += ours != 0
        if kind in awards:
            theirs += seeds[kind] - awards[kind] // MICRO
        assert ours == theirs, f"{where}: {kind} {on}: kernel {ours}, engine {theirs}"
    found.wagers += len(nets)
    found.jackpots += len(awards)


def _main(rules: Rules) -> Any:
    """One round of the Blackjack Wagers by the kernel: net and stakes."""
    state, found = stream(0, 0), np.zeros((1, 2), np.int64)
    if rules.blackjack_switch:
        switching, finished = switch_kernel.tables(rules, BASIC), switch_kernel.room()

        def play_both(order: Deals) -> tuple[int, int]:
            one, two, total, _ = switch_kernel.play_round(Batch(order, order.size, state), 0, switching, finished)
            return int(one + two), int(total)

        return play_both
    tables = main_kernel.tables(rules)

    def play(order: Deals) -> tuple[int, int]:
        main_kernel.play(Batch(order, order.size, state), tables, found)
        return int(found[0, 0]), int(found[0, 1])

    return play


def _optional(rules: Rules) -> Callable[..., Nets]:
    """One round of the optional wagers by the kernel: what each of those offered nets, by kind and spot."""
    reported, rows, _ = side_rows(rules)
    nets = np.zeros((2, len(first_card_kinds(rules)) + len(AFTER_CARDS)), np.int64)
    play = (_switch_sides if rules.blackjack_switch else _sides)(rules, nets)

    def each(order: Deals, selected: Selected) -> Nets:
        play(order, selected)
        return {
            (kind, on): int(nets[place, row])
            for kind, row in zip(reported, rows, strict=True)
            for place, on in enumerate(rules.areas if kind in (INSURANCE, *TWO_CARD_SIDES) else ("",))
        }

    return each


def _sides(rules: Rules, nets: Any) -> Any:
    tables, sides, state = main_kernel.tables(rules), sides_of(rules), stream(0, 0)
    totals, stakes = np.empty(MOST_HANDS, np.int64), np.empty(MOST_HANDS, np.int64)

    def play(order: Deals, selected: Selected) -> None:
        batch = Batch(order, order.size, state)
        twenty, dealer, size = kernel.twenty_and_dealer(batch, 0, tables, sides.first_hand_only, totals, stakes)
        side_nets(tuple(order[0, :4]), twenty, dealer, size, sides, nets[0])
        nets[0, len(sides.top)] += bonuses(order, 0, kernel.FIRST_CARDS, selected, sides.besides)

    return play


def _switch_sides(rules: Rules, nets: Any) -> Any:
    """By the chart, as the engine's player goes by it."""
    tables, sides, state = switch_kernel.tables(rules, BASIC), sides_of(rules), stream(0, 0)
    finished = switch_kernel.room()

    def play(order: Deals, selected: Selected) -> None:
        switch_kernel.play_sides(Batch(order, order.size, state), 0, tables, finished, sides, selected, nets)

    return play

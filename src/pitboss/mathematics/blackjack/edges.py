"""Blackjack: the main game by combinatorial analysis, Insurance and the optional wagers by enumeration.

``chart(rules)`` is basic strategy for any filed rules, ``values(rules, …)`` what each decision is worth.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import product
from typing import NamedTuple

import msgspec
import numpy as np

from pitboss.chapters.ch633a_blackjack.decisions import DRAW, STAND, SURRENDER
from pitboss.chapters.ch633a_blackjack.rules import (
    BET_THE_SET_DECKS,
    BLACKJACK,
    DOUBLE_DOWN,
    HIT_AND_RUN,
    SPLIT_PAIRS,
    UP_CARD_SIDES,
    BadBeatHands,
    BetTheSetPaytable,
    RoyalMatchPaytable,
    Rules,
    SplitAces,
    SwitchNaturalAgainst22,
    SwitchNaturalPays,
)
from pitboss.chapters.ch633a_blackjack.settlement import SIDE_CITES
from pitboss.equipment.cards import DECK
from pitboss.game import Game
from pitboss.mathematics.blackjack import analyzer
from pitboss.mathematics.blackjack.analyzer import (
    Analysis,
    BlackjackTerms,
    best_strategy,
    expectation,
    follow,
    natural_worth,
    net_chances,
)
from pitboss.mathematics.blackjack.bad_beat import BEATS, Twenties, bad_beat_edge, twenty_beaten
from pitboss.mathematics.blackjack.compiled_hands import ACE, NATURAL_TOTAL, TEN, VALUES, shoe
from pitboss.mathematics.blackjack.filed_terms import terms
from pitboss.mathematics.blackjack.kernel_cards import UNIT
from pitboss.mathematics.blackjack.side_edges import first_card_edge, hit_and_run_edge, insurance_edge, side_in_use
from pitboss.mathematics.blackjack.side_kernels import AFTER_CARDS, first_card_kinds, sides_of
from pitboss.mathematics.blackjack.strategy import AS_DEALT, UP_CARDS, BlackjackChart, plain
from pitboss.mathematics.blackjack.switch import (
    BASIC,
    OPTIMAL,
    even_money_cells,
    figures,
    strategy,
    switches,
    worths,
)
from pitboss.mathematics.blackjack.switch_bad_beat import twenty_beaten as switch_twenty_beaten
from pitboss.mathematics.blackjack.switch_kernel import box_tables, nets_of, plan_tables, products
from pitboss.mathematics.blackjack.totals import RANKS, chart_of, plan_of
from pitboss.mathematics.kit.boxes import Drawn, covariance, drawn, met_in, of_two_boxes, of_two_wagers
from pitboss.mathematics.kit.cache import disk_cached
from pitboss.mathematics.kit.edge import COMBINATORIAL, HANDS, Covariance, Edge, Outcome, decimal
from pitboss.money import Breakage, Money
from pitboss.submission import RulesSubmission

assert (analyzer.STAND, analyzer.HIT, analyzer.SURRENDER) == (STAND, DRAW, SURRENDER)
ADDED = (DOUBLE_DOWN, SPLIT_PAIRS)
PRECISION = 10**12  # a published edge of double precision has twelve decimals
FINE = 10**18  # of chances as small as a jackpot's


@cache
def optimal(decks: int, of: BlackjackTerms) -> Analysis:
    """The best play by the cards of each hand."""
    return best_strategy(shoe(decks), of)


@cache
def basic(decks: int, of: BlackjackTerms) -> Analysis:
    """Basic strategy: the best chart by totals."""
    return follow(shoe(decks), of, plan_of(chart_of(optimal(decks, of))))


def chart(rules: Rules) -> BlackjackChart:
    """Basic strategy for these rules, with the house edge of playing by it and by the best play of each hand.

    At Blackjack Switch it prices every two cards instead, so that the better way to hold four can be seen.
    """
    of = terms(rules)
    found = chart_of(optimal(rules.dealt_decks, of))
    if rules.blackjack_switch:
        even_money = bool(even_money_cells(shoe(rules.dealt_decks), of, BASIC, ACE).any())
        return msgspec.structs.replace(found, worths=_prices(rules, of), even_money=even_money)
    edges_of = (
        _fraction(-expectation(found)[0]) for found in (basic(rules.dealt_decks, of), optimal(rules.dealt_decks, of))
    )
    edge, best = (decimal(value) for value in edges_of)
    return msgspec.structs.replace(found, edge=edge, optimal=best)


def _prices(rules: Rules, of: BlackjackTerms) -> dict[str, tuple[float, ...]]:
    """What two cards are worth played by the chart, for each up card; a natural as dealt has a row of its own."""
    counts, ups = shoe(rules.dealt_decks), [RANKS.index(up) for up in UP_CARDS]
    priced = [worths(strategy(counts, of, BASIC), up) for up in ups]
    found = {
        RANKS[one] + RANKS[two]: tuple(float(table[one, two]) for table in priced)
        for one in range(VALUES)
        for two in range(one, VALUES)
    }
    return {AS_DEALT: tuple(natural_worth(counts, of, up, ACE, TEN) for up in ups), **found}


def values(rules: Rules, cards: Sequence[str], up: str) -> dict[str, float]:
    """What each decision on two cards is worth, the dealer having no Blackjack."""
    one, two, shown = (RANKS.index(plain(card)) for card in (*cards, up))
    return optimal(rules.dealt_decks, terms(rules)).value(shown, min(one, two), max(one, two))


# --- edges -----------------------------------------------------------------------------------------------------


def edges(rules: Rules) -> list[Edge]:
    """Every wager offered under these rules."""
    main = switch_edges(rules) if rules.blackjack_switch else main_edges(rules)
    sides = [first_card_edge(kind, rules) for kind in SIDE_CITES if getattr(rules, kind)]
    beats = list[Edge]()
    for meter in rules.meters:
        if meter.name == HIT_AND_RUN:
            sides.append(hit_and_run_edge(rules, meter))
        elif rules.blackjack_switch:
            beats.append(bad_beat_edge(rules, meter, switch_twenties(rules), OPTIMAL))
        else:
            beats.append(bad_beat_edge(rules, meter, twenties(rules)))
    if sides and not rules.blackjack_switch:
        main, sides = _with_sides(rules, main, sides)
    return [*main, insurance_edge(rules), *sides, *beats]


def _with_sides(rules: Rules, main: list[Edge], sides: list[Edge]) -> tuple[list[Edge], list[Edge]]:
    """The main game with each optional wager on the same hand, and two boxes of those that the up card decides with; the
    dealer's cards alone decide Hit and Run, of which all boxes net the same."""
    unrounded = msgspec.structs.replace(rules, unit=None, breakage=Breakage.UP_TO_CENT)
    columns, of, optional = (*first_card_kinds(rules), *AFTER_CARDS), terms(rules), sides_of(unrounded)
    places = {edge.wager: 2 + columns.index(edge.wager) for edge in sides}
    shown = [edge for edge in sides if edge.wager in UP_CARD_SIDES]
    pairs = [(0, places[edge.wager]) for edge in sides]
    pairs += [(places[edge.wager], places[edge.wager] + len(columns)) for edge in shown]
    for n, (edge, analysis) in enumerate(zip(main, (basic, optimal), strict=True)):
        plan = box_tables(analysis(rules.dealt_decks, of).strategy, of)
        play = partial(nets_of, len(DECK) * rules.dealt_decks, plan, optional)
        found = met_in(play, 2 + 2 * len(columns), pairs, UNIT)
        beside = (of_two_wagers(edge, side, met) for side, met in zip(sides, found, strict=False))
        main[n] = msgspec.structs.replace(edge, beside=tuple(beside))
    boxes = {edge.wager: of_two_boxes(edge, met) for edge, met in zip(shown, found[len(sides) :], strict=True)}
    boxes |= {edge.wager: Covariance(edge.variance) for edge in sides if edge.wager == HIT_AND_RUN}
    return main, [msgspec.structs.replace(edge, covariance=boxes.get(edge.wager)) for edge in sides]


def twenties(rules: Rules) -> Twenties:
    """633a.7(o)(1)(i), I-633a-14: the player's 20s, played by the chart."""
    return _twenties(rules.dealt_decks, terms(rules), rules.bad_beat_split_hands is BadBeatHands.FIRST)


@cache
def _twenties(decks: int, of: BlackjackTerms, first_hand_only: bool) -> Twenties:
    return twenty_beaten(basic(decks, of), first_hand_only=first_hand_only)


def main_edges(rules: Rules) -> list[Edge]:
    """The Blackjack Wager with all that is added to it: by basic strategy, and played as well as can be."""
    of = terms(rules)
    notes = {
        "basic": "basic strategy by totals, as the chart has it",
        "optimal": "best play by the cards of each hand, split hands by their own cards alone",
    }
    return [
        _main_edge(rules, name, of, f"{note}; double precision, splits exact, their distribution nearly so")
        for name, note in notes.items()
    ]


@cache
def _figures(strategy: str, decks: int, of: BlackjackTerms) -> tuple[float, float, tuple[Outcome, ...]]:
    """Expectation, stakes and distribution of a round."""
    found = {"optimal": optimal, "basic": basic}[strategy](decks, of)
    return *expectation(found), _outcomes(net_chances(found))


@cache
def _two_boxes(strategy: str, decks: int, of: BlackjackTerms) -> Drawn:
    """What two boxes against the same dealer net, multiplied: both played from one shoe by the strategy."""
    found = {"optimal": optimal, "basic": basic}[strategy](decks, of)
    return drawn(products(decks, box_tables(found.strategy, of)))


def _main_edge(rules: Rules, strategy: str, of: BlackjackTerms, note: str) -> Edge:
    worth, staked, outcomes = _figures(strategy, rules.dealt_decks, of)
    return Edge(
        "633a",
        "blackjack",
        BLACKJACK,
        outcomes,
        decks=rules.dealt_decks,
        options=_options(rules),
        strategy=strategy,
        method=COMBINATORIAL,
        staked=_fraction(staked),
        includes=ADDED,
        value=_fraction(-worth),
        covariance=covariance(_two_boxes(strategy, rules.dealt_decks, of), _fraction(worth)),
        note=note,
    )


def switch_edges(rules: Rules) -> list[Edge]:
    """633a.12(a): the same figures for either of the two equal wagers."""
    worth, staked, *spread = switch_figures(_switch_choices(rules))
    chances = {net / 2: chance / PRECISION for net, chance in zip(spread[::2], spread[1::2], strict=True)}
    together = covariance(Drawn(*switch_products(_switch_choices(rules))), Fraction(worth, PRECISION), HANDS)
    note = (
        "switching whenever that is worth more, each hand then played by its own cards; "
        f"{'even money taken likewise; ' if rules.even_money else ''}double precision, splits exact, their distribution nearly so"
    )
    pays, against = rules.switch_natural_pays, rules.switch_natural_against_22
    options = {**_options(rules), "switch_natural_pays": str(pays), "switch_natural_against_22": against}
    options |= {name: "true" for name in ("even_money", "surrender_at_switch") if getattr(rules, name)}
    return [
        Edge("633a", "blackjack", BLACKJACK, _outcomes(chances), on, decks=rules.dealt_decks, options=dict(options),
        strategy=OPTIMAL,
             method=COMBINATORIAL, staked=Fraction(staked, PRECISION), includes=ADDED,
             value=Fraction(-worth, PRECISION), covariance=together, note=note)
        for on in rules.areas
    ]  # fmt: skip


def switch_twenties(rules: Rules) -> Twenties:
    """633a.7(o)(1)(i), I-633a-14: the 20s of a player at Blackjack Switch, as the best play has them."""
    first = int(rules.bad_beat_split_hands is BadBeatHands.FIRST)
    found = np.array(switch_beaten(_switch_choices(rules), first)) / FINE
    beaten, (natural,), more = np.split(found, [BEATS, BEATS + 1])
    return beaten, float(natural), more


class SwitchChoices(NamedTuple):
    """All of the rules that figures of Blackjack Switch depend on."""

    decks: int
    aces: SplitAces
    resplits: int
    ace_resplits: int
    pays: SwitchNaturalPays
    against: SwitchNaturalAgainst22
    even: int
    surrender: int


def _switch_choices(rules: Rules) -> SwitchChoices:
    assert rules.switch_natural_pays is not None
    splits = rules.split_aces, rules.max_resplits, rules.max_ace_resplits
    naturals = rules.switch_natural_pays, rules.switch_natural_against_22, int(rules.even_money)
    return SwitchChoices(rules.dealt_decks, *splits, *naturals, int(rules.surrender_at_switch))


def _switch_terms(of: SwitchChoices) -> BlackjackTerms:
    rules = Rules(
        decks=of.decks, split_aces=of.aces, max_resplits=of.resplits, max_ace_resplits=of.ace_resplits, blackjack_switch=True,
        switch_natural_pays=of.pays, switch_natural_against_22=of.against, even_money=bool(of.even),
        surrender_at_switch=bool(of.surrender),
    )  # fmt: skip
    return terms(rules)


@disk_cached
def switch_figures(choices: SwitchChoices) -> list[int]:
    """Of one wager at Blackjack Switch: worth, stake, then every net in halves and its chance."""
    found = figures(shoe(choices.decks), _switch_terms(choices))
    spread = (number for net, chance in found.nets.items() for number in (round(2 * net), _whole(chance)))
    return [_whole(found.worth), _whole(found.staked), *spread]


@disk_cached
def switch_products(choices: SwitchChoices) -> list[int]:
    """What both hands of a player at Blackjack Switch net, multiplied."""
    plan = plan_tables(shoe(choices.decks), _switch_terms(choices), OPTIMAL)
    return list(drawn(products(choices.decks, plan)))


@disk_cached
def switch_beaten(choices: SwitchChoices, first: int) -> list[int]:
    """Of the Bad Beat at Blackjack Switch, in parts of ``FINE``: 20s by category, against Blackjack, and what may be more."""
    counts, of = shoe(choices.decks), _switch_terms(choices)
    plain = msgspec.structs.replace(of, natural=of.pays[NATURAL_TOTAL], even_money=False)
    switch, plainly = ({up: switches(counts, each, OPTIMAL, up) for up in range(VALUES)} for each in (of, plain))
    beaten, natural, more = _plain_beaten(counts, plain, first)
    parts = switch_twenty_beaten(strategy(counts, of), switch, first_hand_only=bool(first), less=plainly)
    return [round(float(chance) * FINE) for chance in (*beaten + parts[0], natural, *more + parts[2])]


@cache
def _plain_beaten(counts: tuple[int, ...], plain: BlackjackTerms, first: int) -> Twenties:
    """Where a natural pays like any 21: most of it, whatever a natural pays."""
    switch = {up: switches(counts, plain, OPTIMAL, up) for up in range(VALUES)}
    return switch_twenty_beaten(strategy(counts, plain), switch, first_hand_only=bool(first))


def _options(rules: Rules) -> dict[str, str]:
    return {
        "split_aces": rules.split_aces,
        "max_resplits": str(rules.max_resplits),
        "max_ace_resplits": str(rules.max_ace_resplits),
        **side_in_use(rules),
    }


def _whole(value: float) -> int:
    return round(float(value) * PRECISION)


def _fraction(value: float) -> Fraction:
    return Fraction(_whole(value), PRECISION)


def _outcomes(chances: dict[float, float]) -> tuple[Outcome, ...]:
    """From best to worst; what rounding leaves over goes to the commonest."""
    parts = {net: _fraction(chance) for net, chance in sorted(chances.items(), reverse=True)}
    parts[max(parts, key=lambda net: parts[net])] += 1 - sum(parts.values())
    names = {1.5: "Blackjack", -0.5: "surrender", 0.0: "push"}
    return tuple(
        Outcome(names.get(net, f"{'win' if net > 0 else 'lose'} {abs(net):g}"), Fraction(net), chance)
        for net, chance in parts.items()
        if chance
    )


def variants(game: Game) -> Iterator[RulesSubmission]:
    """Up to eight decks, which is what is dealt, split aces both ways, every paytable, both readings of Switch."""
    bad_beat = {
        "bad_beat_progressive": True, "bad_beat_rate": Fraction(10), "bad_beat_initial": Money(500_000),
        "bad_beat_reset": Money(500_000),
    }  # fmt: skip
    meters = {
        **bad_beat,
        "hit_and_run_progressive": True, "hit_and_run_rate": Fraction(10), "hit_and_run_initial": Money(100_000),
        "hit_and_run_reset": Money(100_000),
    }  # fmt: skip
    anywhere = ("lucky_ladies", "in_between", "kings_bounty", "three_card_poker", "royal_match_21")
    for decks in (1, 2, 3, 4, 5, 6, 7, 8):
        offered = dict.fromkeys((*anywhere, *(("match_the_dealer",) if decks in (6, 8) else ())), True)
        offered["bet_the_set_21"] = decks != 3
        yield Rules(split_aces=SplitAces.ONE_CARD, decks=decks, **offered, **meters)  # type: ignore[arg-type]
        yield Rules(split_aces=SplitAces.DRAW, decks=decks)
    for royal in RoyalMatchPaytable:
        decks = 1 if royal in ("A", "B") else 6
        yield Rules(
            split_aces=SplitAces.ONE_CARD, decks=decks, royal_match_21=True, royal_match_21_paytable=royal,
            crown_treasure_bonus=True,
            lucky_ladies=True, kings_bounty=True, payout_limit=Money(2_500_000), maximum=Money(2_500),
        )  # fmt: skip
    for table in BetTheSetPaytable:
        yield Rules(
            split_aces=SplitAces.ONE_CARD, decks=min(BET_THE_SET_DECKS[table][-1], 8), bet_the_set_21=True,
            bet_the_set_21_paytable=table
        )  # fmt: skip
    for more in ({"super_match": True}, bad_beat):
        for decks, pays in product((6, 8), SwitchNaturalPays):
            yield Rules(
                split_aces=SplitAces.ONE_CARD, decks=decks, blackjack_switch=True, switch_natural_pays=pays, **more
            )  # fmt: skip

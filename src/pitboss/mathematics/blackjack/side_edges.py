"""The optional wagers of Blackjack: by enumeration with the chapter's own functions, exact fractions throughout.

Only the Bad Beat Progressive depends on how hands are played, and is in modules of its own.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, prod

import msgspec

from pitboss.chapters.ch633a_blackjack import sides
from pitboss.chapters.ch633a_blackjack.rules import (
    BET_THE_SET_21,
    HIT_AND_RUN,
    INSURANCE,
    INSURED,
    KINGS_BOUNTY,
    LUCKY_LADIES,
    ROYAL_MATCH_21,
    SUPER_MATCH,
    Rules,
)
from pitboss.chapters.ch633a_blackjack.settlement import side_line
from pitboss.chapters.ch633a_blackjack.values import POINTS, is_royal_match
from pitboss.equipment.cards import DECK, RANKS, SUITS, Card, rank
from pitboss.mathematics.blackjack.compiled_hands import (
    ACE,
    TEN,
    VALUES,
    dealer_orders,
    shoe,
)
from pitboss.mathematics.kit.edge import Edge, Progressive, distribution
from pitboss.meters import Meter
from pitboss.money import Cents, dollars

Lines = Iterator[tuple[str, Fraction, Fraction]]
NO_WIN = "no win"
ANY_UP_CARD: Card = "2C"  # for wagers that the up card does not decide; the chapter's function asks for one


# --- decided by the first two cards, some with the up card ------------------------------------------------------


def two_cards(decks: int) -> Iterator[tuple[tuple[Card, Card], Fraction]]:
    """Every two cards of a shoe, with their chance."""
    every = comb(52 * decks, 2)
    for one, two in combinations_with_replacement(DECK, 2):
        ways = comb(decks, 2) if one == two else decks * decks
        if ways:
            yield (one, two), Fraction(ways, every)


def first_card_edge(kind: str, rules: Rules) -> Edge:
    """A wager on the first two cards of a hand."""
    if kind in (LUCKY_LADIES, KINGS_BOUNTY):
        lines = _twenty_lines(kind, rules)
    elif kind == ROYAL_MATCH_21:
        lines = _royal_lines(rules)
    elif kind == SUPER_MATCH:
        lines = _super_lines(rules)
    elif kind == BET_THE_SET_21:
        lines = _without_up_card(kind, rules)
    else:
        lines = _with_up_card(kind, rules)
    table = {ROYAL_MATCH_21: rules.royal_match.name, BET_THE_SET_21: rules.bet_the_set.name}.get(kind, "")
    crown = {"crown_treasure_bonus": "true"} if kind == ROYAL_MATCH_21 and rules.crown_treasure_bonus else {}
    return _edge(kind, rules, lines, paytable=table, options=crown)


def side_in_use(rules: Rules) -> dict[str, str]:
    """633a.3(c): with a double shoe, an edge is that of the decks on one side."""
    return {"double_shoe": "true"} if rules.double_shoe else {}


def _edge(kind: str, rules: Rules, lines: Lines, paytable: str = "", options: dict[str, str] | None = None) -> Edge:
    options = {**(options or {}), **side_in_use(rules)}
    return Edge(
        "633a", "blackjack", kind, distribution(lines), paytable=paytable, decks=rules.dealt_decks, options=options
    )


def _line(kind: str, cards: Sequence[Card], up: Card, rules: Rules, *, blackjack: bool = False) -> tuple[str, Fraction]:
    line, odds = side_line(kind, cards, up, rules, dealer_blackjack=blackjack)
    return (line, odds.net) if odds is not None else (NO_WIN, Fraction(-1))


def line_of(kind: str, cards: Sequence[Card], rules: Rules) -> tuple[str, Fraction]:
    """What two cards make of a wager that the up card does not decide."""
    return _line(kind, cards, ANY_UP_CARD, rules)


SUIT_PATTERNS = (("SSS", 4), ("SSH", 12), ("SHS", 12), ("SHH", 12), ("SHD", 24))  # suits alike or not, and how often


def _with_up_card(kind: str, rules: Rules) -> Lines:
    """Two cards and the up card: ranks in full, suits only as far as they are alike."""
    decks, found = rules.dealt_decks, dict[str, int]()
    nets: dict[str, Fraction] = {}
    for ranks in product(RANKS, repeat=3):
        for suits, times in SUIT_PATTERNS:
            one, two, up = (a + b for a, b in zip(ranks, suits, strict=True))
            ways = times * decks * (decks - (two == one)) * max(decks - (up == one) - (up == two), 0)
            if ways:
                line, net = _line(kind, (one, two), up, rules)
                nets[line] = net
                found[line] = found.get(line, 0) + ways
    every = prod(52 * decks - n for n in range(3))
    return ((line, nets[line], Fraction(ways, every)) for line, ways in found.items())


def _without_up_card(kind: str, rules: Rules) -> Lines:
    for cards, chance in two_cards(rules.dealt_decks):
        yield *line_of(kind, cards, rules), chance


def _twenty_lines(kind: str, rules: Rules) -> Lines:
    """633a.13(c), (h): the top pair is worth more when the dealer has Blackjack, which two tens make less likely."""
    for cards, chance in two_cards(rules.dealt_decks):
        natural = _dealer_blackjack(cards, rules.dealt_decks)
        yield *_line(kind, cards, ANY_UP_CARD, rules, blackjack=True), chance * natural
        yield *_line(kind, cards, ANY_UP_CARD, rules), chance * (1 - natural)


def _dealer_blackjack(out: Sequence[Card], decks: int) -> Fraction:
    """The chance of a dealer's Blackjack when these cards are out."""
    aces = 4 * decks - sum(rank(card) == "A" for card in out)
    tens = 16 * decks - sum(POINTS[rank(card)] == 10 for card in out)
    return Fraction(aces * tens, comb(52 * decks - len(out), 2))


def _royal_lines(rules: Rules) -> Lines:
    """633a.13(f), I-633a-22: Crown Treasure comes on top of the Royal Match when the dealer has one, too."""
    for cards, chance in two_cards(rules.dealt_decks):
        line, net = _line(ROYAL_MATCH_21, cards, ANY_UP_CARD, rules)
        crown = (
            _dealer_royal(cards, rules.dealt_decks)
            if rules.crown_treasure_bonus and is_royal_match(cards)
            else Fraction(0)
        )
        if crown:
            yield sides.CROWN_TREASURE, net + sides.CROWN.win, chance * crown
        yield line, net, chance * (1 - crown)


def _dealer_royal(out: Sequence[Card], decks: int) -> Fraction:
    ways = sum(prod(decks - out.count(card + suit) for card in "KQ") for suit in SUITS)
    return Fraction(ways, comb(52 * decks - len(out), 2))


def _super_lines(rules: Rules) -> Lines:
    """633a.13(i): four cards by rank."""
    each, every = 4 * rules.dealt_decks, comb(52 * rules.dealt_decks, 4)
    for ranks in combinations_with_replacement(RANKS, 4):
        ways = prod(comb(each, ranks.count(one)) for one in dict.fromkeys(ranks))
        cards = [one + "S" for one in ranks]
        yield *_line(SUPER_MATCH, cards, ANY_UP_CARD, rules), Fraction(ways, every)


def insurance_edge(rules: Rules) -> Edge:
    """633a.8(a): the hole card behind an ace is worth 10; nothing else is known."""
    won = Fraction(16 * rules.dealt_decks, 52 * rules.dealt_decks - 1)
    lines = [("dealer Blackjack", INSURED.net, won), ("no Blackjack", Fraction(-1), 1 - won)]
    return msgspec.structs.replace(_edge(INSURANCE, rules, iter(lines)), conditional=True)


# --- progressive wagers -------------------------------------------------------------------------------------------


def unit_of(kind: str, rules: Rules) -> Cents:
    """The wager a meter is compared with: the posted minimum, or a dollar."""
    return max(rules.least(kind), 100)


def meter_edge(
    kind: str, rules: Rules, meter: Meter, fixed: list[tuple[str, Fraction, Fraction]], top: Fraction
) -> Edge:
    """A progressive wager: what is paid in fixed odds, what goes to the meter, and a new seed for each jackpot.

    ``fixed`` are (line, units handed back, chance). The outcomes are stated with the meter at its seed; the jackpot
    is taken not to be shared.
    """
    unit = unit_of(kind, rules)
    seed = Fraction(meter.reset, unit)
    paid = sum((back * chance for _, back, chance in fixed), Fraction(0))
    lines = [(line, back - 1, chance) for line, back, chance in fixed]
    lines.append(("jackpot", seed - 1, top))
    lines.append((NO_WIN, Fraction(-1), 1 - top - sum((chance for _, _, chance in fixed), Fraction(0))))
    return Edge(
        "633a",
        "blackjack",
        kind,
        distribution(lines),
        decks=rules.dealt_decks,
        options={"rate": str(meter.rate), "reset": _plainly(meter.reset), **side_in_use(rules)},
        progressive=Progressive(
            unit, paid, meter.rate / 100, top, seed, (1 - paid) * unit / top if top else Fraction(0)
        ),
        note=f"for a wager of ${_plainly(unit)}, the meter at its seed",
    )


def _plainly(amount: Cents) -> str:
    """Dollars, with cents where there are any."""
    return dollars(amount).removesuffix(".00")


def hit_and_run_edge(rules: Rules, meter: Meter) -> Edge:
    """633a.13(l): by the number of the dealer's cards, whatever the players hold."""
    fixed, top = [], Fraction(0)
    for line, chance in hit_and_run_lines(shoe(rules.dealt_decks)):
        odds = sides.HIT_AND_RUN.get(line)
        if odds is not None:
            fixed.append((line, Fraction(odds.win), chance))
        elif line == sides.HIT_AND_RUN_TOP:
            top = chance
    return meter_edge(HIT_AND_RUN, rules, meter, fixed, top)


@cache
def hit_and_run_lines(counts: tuple[int, ...]) -> tuple[tuple[str, Fraction], ...]:
    """The chance of each line, from a shoe of these cards by value."""
    left = sum(counts)
    blackjack = Fraction(2 * counts[ACE] * counts[TEN], left * (left - 1))
    found = {sides.hit_and_run(2, dealer_blackjack=True): blackjack}
    for up in range(VALUES):
        rest = [count - (value == up) for value, count in enumerate(counts)]
        for drawn, (_, orders) in dealer_orders(up).items():
            size = sum(drawn)
            ways = orders * prod(_falling(rest[value], count) for value, count in enumerate(drawn))
            chance = Fraction(counts[up] * ways, left * _falling(left - 1, size))
            line = sides.hit_and_run(1 + size, dealer_blackjack=False)
            found[line] = found.get(line, Fraction(0)) + chance
    return tuple(found.items())


def _falling(n: int, k: int) -> int:
    return prod(max(n - i, 0) for i in range(k))

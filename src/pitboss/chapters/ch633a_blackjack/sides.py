"""§§ 633a.7(g), (o), 633a.13(c)–(l): the optional wagers, each with its paytable and what decides it.

Pure functions from cards to a line of the paytable, which exact edges and compiled simulations use as well.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from pitboss.chapters.ch633a_blackjack.values import (
    is_pair,
    is_royal_match,
    is_straight,
    is_suited,
    is_three_of_a_kind,
    total,
)
from pitboss.equipment.cards import Card, rank, suit
from pitboss.money import Odds
from pitboss.wagers import Paytable

TWENTY = 20


def _table(cite: str, name: str, lines: Mapping[str, str]) -> Paytable:
    return Paytable(cite, name, tuple((line, Odds.parse(odds)) for line, odds in lines.items()))


# --- (c) Lucky Ladies Twenty Point Bonus

QUEENS_AND_BLACKJACK, QUEENS = "queen of hearts pair and dealer Blackjack", "queen of hearts pair"
MATCHED_20, SUITED_20, ANY_20 = "Matched 20", "Suited 20", "Any 20"
LUCKY_LADIES = _table(
    "633a.13(c)",
    "",
    {
        QUEENS_AND_BLACKJACK: "1000 to 1",
        QUEENS: "200 to 1",
        MATCHED_20: "25 to 1",
        SUITED_20: "10 to 1",
        ANY_20: "4 to 1",
    },
)


def lucky_ladies(cards: Sequence[Card], *, dealer_blackjack: bool = False) -> str:
    """633a.7(g)(1), I-633a-21: the first line it fits; 1000 to 1 takes the place of 200 to 1 (I-633a-20)."""
    if total(cards) != TWENTY:
        return ""
    if cards[0] == cards[1] == "QH":
        return QUEENS_AND_BLACKJACK if dealer_blackjack else QUEENS
    if cards[0] == cards[1]:
        return MATCHED_20
    return SUITED_20 if is_suited(cards) else ANY_20


# --- (d) Match-the-Dealer

SAME_SUIT, OTHER_SUIT = "matching card of the same suit", "matching card of a different suit"
MATCH_THE_DEALER: Mapping[int, Paytable] = {
    6: _table("633a.13(d)(1)", "six decks", {SAME_SUIT: "11 to 1", OTHER_SUIT: "4 to 1"}),
    8: _table("633a.13(d)(2)", "eight decks", {SAME_SUIT: "14 to 1", OTHER_SUIT: "3 to 1"}),
}


def match_the_dealer(cards: Sequence[Card], up: Card) -> tuple[str, ...]:
    """633a.7(g)(2), I-633a-25: a line for each card of the up card's rank; ten-valued cards match only the same rank."""
    return tuple(SAME_SUIT if suit(card) == suit(up) else OTHER_SUIT for card in cards if rank(card) == rank(up))


def match_odds(lines: Sequence[str], table: Paytable) -> Odds | None:
    """633a.7(g)(2): each matching card is paid, two of them together."""
    return Odds.parse(f"{sum(table[line].win for line in lines)} to 1") if lines else None


# --- (e) In Between

TRIPLE_MATCH, ALL_OTHERS = "Triple Match", "all others"
SPREADS = {1: "one-card spread", 2: "two-card spread", 3: "three-card spread"}
IN_BETWEEN = _table(
    "633a.13(e)",
    "",
    {
        TRIPLE_MATCH: "30 to 1",
        SPREADS[1]: "10 to 1",
        SPREADS[2]: "6 to 1",
        SPREADS[3]: "4 to 1",
        ALL_OTHERS: "1 to 1",
    },
)
ACE_HIGH, ACE_LOW = "23456789TJQKA", "A23456789TJQK"


def in_between(cards: Sequence[Card], up: Card, order: str = ACE_HIGH) -> str:
    """633a.7(g)(3), I-633a-24: strictly between the two, paid by how many ranks lie there; or all three alike."""
    low, high = sorted(order.index(rank(card)) for card in cards)
    at = order.index(rank(up))
    if low == high:
        return TRIPLE_MATCH if at == low else ""
    return SPREADS.get(high - low - 1, ALL_OTHERS) if low < at < high else ""


# --- (f) Royal Match 21 and the Crown Treasure Bonus

ROYAL_MATCH, SUITED_MATCH, CROWN_TREASURE = "Royal Match", "Suited Match", "Crown Treasure"
CROWN = Odds.parse("1000 for 1")  # on top of the Royal Match (I-633a-22)


ROYAL_MATCH_21: Mapping[str, Paytable] = {
    "A": _table("633a.13(f)(1)", "A", {ROYAL_MATCH: "10 to 1", SUITED_MATCH: "3 to 1"}),
    "B": _table("633a.13(f)(1)", "B", {ROYAL_MATCH: "5 to 1", SUITED_MATCH: "3 to 1"}),
    "C": _table("633a.13(f)(2)", "C", {ROYAL_MATCH: "30 to 1", SUITED_MATCH: "2.5 to 1"}),  # I-633a-23
    "D": _table("633a.13(f)(2)", "D", {ROYAL_MATCH: "25 to 1", SUITED_MATCH: "2.5 to 1"}),
    "E": _table("633a.13(f)(2)", "E", {ROYAL_MATCH: "50 to 1", SUITED_MATCH: "2 to 1"}),
}


def royal_match_21(cards: Sequence[Card]) -> str:
    """633a.7(g)(4): both cards together make the match."""
    if is_royal_match(cards):
        return ROYAL_MATCH
    return SUITED_MATCH if is_suited(cards) else ""


# --- (g) Bet the Set 21

SUITED_PAIR, PAIR = "suited pair", "pair"
BET_THE_SET_21: Mapping[str, Paytable] = {
    "A": _table("633a.13(g)(1)", "A", {PAIR: "15 to 1"}),
    "B": _table("633a.13(g)(2)", "B", {SUITED_PAIR: "25 to 1", PAIR: "10 to 1"}),
    "C": _table("633a.13(g)(3)", "C", {SUITED_PAIR: "15 to 1", PAIR: "10 to 1"}),
    "D": _table("633a.13(g)(3)", "D", {SUITED_PAIR: "12 to 1", PAIR: "10 to 1"}),
}


def bet_the_set_21(cards: Sequence[Card]) -> str:
    """633a.7(g)(5)."""
    if not is_pair(cards):
        return ""
    return SUITED_PAIR if is_suited(cards) else PAIR


# --- (h) King's Bounty

KINGS_AND_BLACKJACK, KINGS_OF_SPADES = "king of spades pair and dealer Blackjack", "king of spades pair"
SUITED_KINGS, SUITED_TENS, KINGS = "suited kings pair", "suited queens, jacks or 10s pair", "pair of kings"
KINGS_BOUNTY = _table(
    "633a.13(h)",
    "",
    {
        KINGS_AND_BLACKJACK: "1000 to 1",
        KINGS_OF_SPADES: "200 to 1",
        SUITED_KINGS: "50 to 1",
        SUITED_TENS: "25 to 1",
        SUITED_20: "9 to 1",
        KINGS: "6 to 1",
        ANY_20: "4 to 1",
    },
)


def kings_bounty(cards: Sequence[Card], *, dealer_blackjack: bool = False) -> str:
    """633a.7(g)(6): the first line it fits; 1000 to 1 takes the place of 200 to 1 (I-633a-20)."""
    if total(cards) != TWENTY:
        return ""
    if cards[0] == cards[1] == "KS":
        return KINGS_AND_BLACKJACK if dealer_blackjack else KINGS_OF_SPADES
    kings = is_pair(cards) and rank(cards[0]) == "K"
    if is_suited(cards):
        return (SUITED_KINGS if kings else SUITED_TENS) if is_pair(cards) else SUITED_20
    return KINGS if kings else ANY_20


# --- (i) Super Match

FOUR_OF_A_KIND, TWO_PAIR, THREE_OF_A_KIND = "four-of-a-kind", "two pair", "three-of-a-kind"
SUPER_MATCH: Mapping[int, Paytable] = {
    decks: _table(cite, name, {FOUR_OF_A_KIND: four, TWO_PAIR: two, THREE_OF_A_KIND: "5 to 1", PAIR: "1 to 1"})
    for decks, cite, name, four, two in (
        (6, "633a.13(i)(1)", "six decks", "40 to 1", "8 to 1"),
        (8, "633a.13(i)(2)", "eight decks", "50 to 1", "7 to 1"),
    )
}
SUPER_LINES = {(4,): FOUR_OF_A_KIND, (3, 1): THREE_OF_A_KIND, (2, 2): TWO_PAIR, (2, 1, 1): PAIR}


def super_match(cards: Sequence[Card]) -> str:
    """633a.7(g)(7), I-633a-08: by rank, the four cards as dealt, before any switch."""
    alike = sorted(Counter(rank(card) for card in cards).values(), reverse=True)
    return SUPER_LINES.get(tuple(alike), "")


# --- (j) Bad Beat Progressive

BAD_BEAT_TOP, PLAYER_20 = "dealer 21 with seven or more cards", "player 20"
BAD_BEAT = _table(
    "633a.13(j)(1)",
    "",
    {
        "dealer 21 with six cards": "1000 for 1",
        "dealer 21 with five cards": "100 for 1",
        "dealer 21 with four cards": "50 for 1",
        "dealer 21 with three cards": "25 for 1",
        "dealer Blackjack": "10 for 1",
        PLAYER_20: "1 for 1",
    },
)
BAD_BEAT_CARDS = {n: line for n, (line, _) in zip((6, 5, 4, 3, 2), BAD_BEAT.lines, strict=False)}
MAGIC_CARD, LUCKY_PLAYER = Odds.parse("20 for 1"), Odds.parse("5 for 1")  # besides any other award (I-633a-16)


def bad_beat(totals: Sequence[int], dealer_total: int, dealer_cards: int, *, any_20: bool = False) -> str:
    """633a.7(o)(1)(i), I-633a-14, -15: one of the player's hands ends on 20; the dealer's 21 by its number of cards."""
    if TWENTY not in totals:
        return ""
    if dealer_total == 21:
        return BAD_BEAT_CARDS.get(dealer_cards, BAD_BEAT_TOP)
    return PLAYER_20 if any_20 else ""


# --- (k) Three Card Poker

POKER = Odds.parse("9 to 1")


def three_card_poker(cards: Sequence[Card], up: Card) -> str:
    """633a.7(g)(8), I-633a-42: the player's two cards and the up card; every hand that wins pays the same."""
    three = (*cards, up)
    if is_three_of_a_kind(three):
        return THREE_OF_A_KIND
    if is_straight(three):
        return "straight flush" if is_suited(three) else "straight"
    return "flush" if is_suited(three) else ""


# --- (l) Hit and Run Progressive

HIT_AND_RUN_TOP, DEALER_BLACKJACK = "dealer has eight or more cards", "dealer has Blackjack"
HIT_AND_RUN = _table(
    "633a.13(l)(1)",
    "",
    {
        "dealer has seven cards": "100 for 1",
        "dealer has six cards": "25 for 1",
        "dealer has five cards": "7 for 1",
        DEALER_BLACKJACK: "4 for 1",
    },
)
HIT_AND_RUN_CARDS = {n: line for n, (line, _) in zip((7, 6, 5), HIT_AND_RUN.lines, strict=False)}


def hit_and_run(dealer_cards: int, *, dealer_blackjack: bool) -> str:
    """633a.7(o)(2)(i), I-633a-17: how many cards the dealer ends with, including one that busts."""
    if dealer_blackjack:
        return DEALER_BLACKJACK
    return HIT_AND_RUN_TOP if dealer_cards >= 8 else HIT_AND_RUN_CARDS.get(dealer_cards, "")


VERIFIED_FROM = 100  # 633a.7(o)(1)(ii)(B), (2)(ii)(B): "for 1" or more, and the meter

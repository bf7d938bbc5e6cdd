"""Cards: ``AS`` is the ace of spades, ``TD`` the ten of diamonds, ``JK`` the joker."""

Card = str

RANKS = "A23456789TJQK"
SUITS = "SHDC"
JOKER: Card = "JK"

DECK: tuple[Card, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
DECK_WITH_JOKER: tuple[Card, ...] = (*DECK, JOKER)

NAMES = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def rank(card: Card) -> str:
    return card[0]


def suit(card: Card) -> str:
    return card[1]


def spoken(card: Card) -> str:
    """``queen of hearts``."""
    if card == JOKER:
        return "joker"
    return f"{NAMES.get(card[0], card[0])} of {SUIT_NAMES[card[1]]}"

"""§§ 633a.1, 633a.3(e): what cards and hands are worth, and what two, three or four of them are called."""

from collections.abc import Mapping, Sequence

from pitboss.equipment.cards import Card, rank, suit

# § 633a.3(e).  Value of cards.

TEN_VALUED = "TJQK"
POINTS: Mapping[str, int] = {"A": 11, **{str(n): n for n in range(2, 10)}, **dict.fromkeys(TEN_VALUED, 10)}
LIMIT = 21  # 633a.3(e)(3)


def total(cards: Sequence[Card]) -> int:
    """633a.3(e): an ace counts 11 unless that would exceed 21, then 1."""
    return _count(cards)[0]


def is_soft(cards: Sequence[Card]) -> bool:
    """An ace still counts 11 (633a.1:Soft total)."""
    return _count(cards)[1] > 0


ACE = 1 << 16  # added for each ace, so that one sum tells points and aces


class _Values(dict[Card, int]):
    """What each card adds; a card is looked up by its rank once."""

    def __missing__(self, card: Card) -> int:
        value = self[card] = POINTS[card[0]] + ACE * (card[0] == "A")
        return value


_value = _Values().__getitem__


def _count(cards: Sequence[Card]) -> tuple[int, int]:
    """The total, and how many aces in it count 11."""
    aces, points = divmod(sum(map(_value, cards)), ACE)
    while points > LIMIT and aces:
        points, aces = points - 10, aces - 1
    return points, aces


def spoken(cards: Sequence[Card]) -> str:
    """``soft 17``; a count above 21 is a bust."""
    points, soft = _count(cards)
    return f"{points}, bust" if points > LIMIT else f"soft {points}" if soft else str(points)


# § 633a.1.  Definitions.


def is_blackjack(cards: Sequence[Card]) -> bool:
    """An ace and a card worth 10; whether they are the initial two cards is for the caller to know."""
    return len(cards) == 2 and total(cards) == LIMIT


def is_pair(cards: Sequence[Card]) -> bool:
    """Two cards of one rank; a ten and a jack are not a pair."""
    return rank(cards[0]) == rank(cards[1])


def is_suited(cards: Sequence[Card]) -> bool:
    """All of one suit: two for a Suited 20 or a Suited Match, three for a flush."""
    return len({suit(card) for card in cards}) == 1


def is_royal_match(cards: Sequence[Card]) -> bool:
    """King and queen of one suit."""
    return is_suited(cards) and {rank(card) for card in cards} == {"K", "Q"}


def is_three_of_a_kind(cards: Sequence[Card]) -> bool:
    return len({rank(card) for card in cards}) == 1


STRAIGHT_ORDER = "A23456789TJQKA"  # 633a.6(e)(9): an ace before the 2 or after the king


def is_straight(cards: Sequence[Card]) -> bool:
    """Three ranks in sequence; king, ace and 2 are not a straight."""
    ranks = {rank(card) for card in cards}
    runs = (STRAIGHT_ORDER[at : at + 3] for at in range(len(STRAIGHT_ORDER) - 2))
    return any(ranks == set(run) for run in runs)

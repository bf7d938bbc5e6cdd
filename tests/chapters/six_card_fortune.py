"""A table of Six-Card Fortune Pai Gow Poker for tests: who has which six cards, and which of them is set low.

    table(BOTH, dealer="KD QC 9H 7C 4D 3S", seat_1="9S 9D AC 5H 4H 2C", low="1 AC", double="1")

Hands that nobody names are the next of the deck; who names no low card sets as the house would.
"""

from typing import Any

from pitboss.chapters.ch670a_six_card_fortune.hands import house_way
from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.testkit.tables import Played, deal, play

GAME = "six-card-fortune-pai-gow-poker"
WAGER = "six_card_fortune_pai_gow_poker"
OFFERED: dict[str, Any] = {"double_down": True, "fortune_bonus": True, "insurance": True, "progressive_payout": True}
MAIN = f"1 {WAGER} 10"
EVERYTHING = f"{MAIN}; 1 fortune_bonus 5; 1 insurance 5; 1 progressive_payout 1"
TWO = f"{EVERYTHING}; 2 {WAGER} 20; 2 fortune_bonus 1; 2 insurance 5; 2 progressive_payout 1"
DEALER_KING = "KD QC 9H 7C 4D 3S"  # king high, low queen: no pair of 8s
DEALER_EIGHTS = "8D 8C KD 7C 4D 3S"  # pair of 8s, low king
NOTHING = "JD TC 8H 6C 5D 2S"  # jack high, low 10
THROW = "2 3 3"  # eight: once round seven places, and the dealer gets the first card


def places(seats: int = 6) -> list[int | str]:
    """Clockwise from the dealer."""
    return ["dealer", *range(1, seats + 1)]


def hands(seats: int = 6, **named: str) -> dict[int | str, list[str]]:
    """Six cards for every place."""
    wanted = {_place(name): cards.split() for name, cards in named.items()}
    given = [card for cards in wanted.values() for card in cards]
    assert len(given) == len(set(given)), given
    rest = [card for card in DECK_WITH_JOKER if card not in given]
    found = {}
    for place in places(seats):
        found[place] = wanted.get(place) or [rest.pop() for _ in range(6)]
        assert len(found[place]) == 6, found[place]
    return found


def dealt(of: dict[int | str, list[str]], first: int | str = "dealer", *, stacks: bool = False) -> list[str]:
    """The cards as they come: one to each place six times, or a stack after the other."""
    order = places(len(of) - 1)
    order = order[order.index(first) :] + order[: order.index(first)]
    if stacks:
        return [card for place in order for card in of[place]]
    return [of[place][n] for n in range(6) for place in order]


def round_of(
    wagers: str | list[dict[str, Any]] = MAIN,
    low: str = "",
    double: str = "",
    more: list[dict[str, Any]] | None = None,
    irregularities: list[dict[str, Any]] | None = None,
    throw: str = THROW,
    first: int | str = "dealer",
    cards: list[str] | None = None,
    seats: int = 6,
    stacks: bool = False,
    **named: str,
) -> dict[str, Any]:
    """One round: the throw, the cards, who doubles, who lays which card low. ``more`` are answers given before."""
    of = hands(seats, **named)
    part = deal(wagers, cards or [throw, *dealt(of, first, stacks=stacks)], "", irregularities)
    answers = list(more or [])
    laid = dict(pair.split() for pair in low.split(";") if pair.strip())
    for seat in sorted({wager["seat"] for wager in part["wagers"]}):
        if str(seat) in double.split():
            answers.append({"seat": seat, "answer": "double_down"})
        answers.append({"seat": seat, "answer": {"low": [laid.get(str(seat), house_way(of[seat]).low[0])]}})
    part["answers"] = answers
    return part


def table(wagers: str | list[dict[str, Any]] = MAIN, filed: dict[str, Any] | None = None, **rest: Any) -> Played:
    """One round at a table that offers every wager, unless told otherwise."""
    chosen = {**OFFERED, **(filed or {})}
    return play(GAME, round_of(wagers, **rest), **chosen)


def hand(mine: str, dealer: str = DEALER_KING, wagers: str = EVERYTHING, **rest: Any) -> Played:
    """One player at seat 1 against the dealer."""
    return table(wagers, seat_1=mine, dealer=dealer, **rest)


def _place(name: str) -> int | str:
    return int(name.removeprefix("seat_")) if name.startswith("seat_") else name

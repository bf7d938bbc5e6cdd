"""A table of Pai Gow for tests: who has which tiles, and how they are set.

table(dealer="6-6 4-6 1-6 2-3", seat_1="…")   the 32 tiles in eight stacks, and a throw that starts with the dealer
low("1 2-3 4-6; 4 5-5 1-1")                   seat 1 sets 2-3 and 4-6 as the low hand, seat 4 5-5 and 1-1
"""

from typing import Any

from pitboss.equipment.tiles import TILES
from pitboss.testkit.tables import Played, deal, play

GAME = "pai-gow"
PLACES = ("dealer", 6, 5, 4, 3, 2, 1, "dead hand")  # counterclockwise from the dealer
THROW = "3 3 3"  # nine: the count ends on number one


def table(throw: str = THROW, first: Any = "dealer", **hands: str) -> list[str]:
    """What chance shows for these hands in the ordinary style: stacks from the dealer's right, then the throw."""
    wanted = {_place(name): tiles.split() for name, tiles in hands.items()}
    rest = list(TILES)
    for tiles in wanted.values():
        assert len(tiles) == 4, tiles
        for tile in tiles:
            rest.remove(tile)
    total = sum(int(face) for face in throw.split())
    at = PLACES.index(first) + total - 1
    stacks = []
    for n in range(8):
        place = PLACES[(at + n) % 8]
        stacks += wanted.get(place) or [rest.pop() for _ in range(4)]
    return [*stacks, throw]


def _place(name: str) -> Any:
    return int(name.removeprefix("seat_")) if name.startswith("seat_") else name.replace("_", " ")


def low(text: str) -> list[dict[str, Any]]:
    """Low hands, seat by seat."""
    parts = [part.split() for part in text.split(";") if part.strip()]
    return [{"seat": int(seat), "answer": {"low": tiles}} for seat, *tiles in parts]


def said(seat: int | str, answer: Any) -> dict[str, Any]:
    """One other answer."""
    return {"seat" if isinstance(seat, int) else "by": seat, "answer": answer}


def one_player(dealer: str, player: str, player_low: str, amount: str = "10", **submission: Any) -> Played:
    """Seat 1 alone against the dealer."""
    chance = table(dealer=dealer, seat_1=player)
    return play(GAME, deal(f"1 pai_gow {amount}", chance, low(f"1 {player_low}")), **submission)


# A first round that seats 1, 3 and 5 play for $20, $30 and $50 against the dealer, so that they may bank the next.
OPENING = deal(
    "1 pai_gow 20; 3 pai_gow 30; 5 pai_gow 50",
    table(dealer="6-6 6-6 1-1 1-1", seat_1="4-6 4-6 1-6 1-6", seat_3="1-5 1-5 5-5 5-5", seat_5="2-2 2-2 5-6 5-6"),
    low("1 1-6 1-6; 3 1-5 1-5; 5 5-6 5-6"),
)

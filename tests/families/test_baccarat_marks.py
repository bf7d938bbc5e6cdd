"""What the roads mark on a result, told from the events of a round."""

import pytest

from pitboss.events import Dealt, Event, Revealed
from pitboss.faces import FACE_DOWN
from pitboss.families.baccarat.hands import BANKER, HOLDER, PLAYER
from pitboss.families.baccarat.marks import marks

CITE = "627a.8(b)"


def dealt(player: str, banker: str) -> list[Event]:
    """The cards of both hands; later hands are simulated and count for nothing."""
    hands = {PLAYER: player.split(), BANKER: banker.split()}
    found: list[Event] = [Dealt(HOLDER[side], card, cite=CITE) for side, cards in hands.items() for card in cards]
    return [*found, *(Dealt(HOLDER[side], card, hand=1, cite=CITE) for side in hands for card in ("8S", "8H"))]


@pytest.mark.parametrize(
    ("player", "banker", "expected"),
    [
        ("2S 3H", "2S 3H", ()),
        ("4S 4H", "KS 9H", ("player_pair", "natural_9")),
        ("KS 9H", "4S 4H", ("banker_pair", "natural_9")),
        ("2S 3H", "KS KH 9D", ("banker_pair",)),  # three cards are no natural
        ("TS JH", "4S 4H", ("banker_pair", "natural_8")),  # worth the same, but no pair
        ("4S 4H", "4S 4H", ("banker_pair", "player_pair", "natural_8")),
        ("", "", ()),
    ],
)
def test_pairs_and_naturals_are_told_by_the_cards(player: str, banker: str, expected: tuple[str, ...]) -> None:
    """The first two cards of a hand; of two naturals the higher, which has won or is tied."""
    assert marks(dealt(player, banker)) == expected


def test_a_card_that_lay_face_down_counts_once_it_is_turned() -> None:
    """The first two cards may lie face down where a player turns them; before that nothing is told."""
    down = dealt(f"{FACE_DOWN}1 {FACE_DOWN}2", "2S 3H")
    assert marks(down) == ()
    assert marks([*down, Revealed(HOLDER[PLAYER], ("4S", "4H"), "8", cite=CITE)]) == ("player_pair", "natural_8")

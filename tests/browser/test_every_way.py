"""Every game is played by mouse, by keyboard and by touch, on a desk, on a phone upright and on a phone held sideways."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss import catalogue
from tests.browser.conftest import OpenPage, practice
from tests.browser.walk import SIZES, TOUCH, WAYS, play_twice
from tests.house.live import Live

pytestmark = pytest.mark.browser
Size = tuple[int, int]
DESK, UPRIGHT, SIDEWAYS = SIZES
# Combinations that differ most from what the other tests play.
SOME = (("six-card-fortune-pai-gow-poker", "mouse", UPRIGHT), ("craps", "touch", SIDEWAYS),
    ("blackjack", "keyboard", UPRIGHT))  # fmt: skip


@pytest.fixture
def house(
    request: pytest.FixtureRequest, tmp_path: Path, _listener: socket.socket, _quick_edges: None
) -> Iterator[Live]:
    """One table, and nobody else there: chips that stay up at dice would hold the next player's round."""
    with Live(tmp_path / "house.db", [practice(request.node.callspec.params["game"])], _listener) as live:
        yield live


def walk(open_page: OpenPage, game: str, way: str, size: Size) -> None:
    page = open_page("/static/icon.svg", phone=way == TOUCH)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{page.url.partition('/static')[0]}/table/{game}-practice")
    play_twice(page, game, way)


@pytest.mark.parametrize(("game", "way", "size"), SOME)
def test_two_rounds_of_a_game(open_page: OpenPage, game: str, way: str, size: Size) -> None:
    """Sit, wager, decide, read the result, repeat and deal, decide, read."""
    walk(open_page, game, way, size)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", list(catalogue.games()))
def test_two_rounds_of_every_game_every_way(open_page: OpenPage, game: str, way: str, size: Size) -> None:
    """The same for all of them."""
    walk(open_page, game, way, size)

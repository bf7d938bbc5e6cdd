"""Random rounds of every game end on the chain heads that are kept: same events, same citations, same chain."""

import itertools
import json

import pytest

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.events import encode
from pitboss.game import Game
from tests.golden.chains import KEPT, heads, played

HEADS: dict[str, list[str]] = json.loads(KEPT.read_text())
by_game = pytest.mark.parametrize("game", catalogue.games().values(), ids=lambda game: game.name)


@by_game
def test_random_rounds_end_on_the_heads_that_are_kept(game: Game) -> None:
    """A hundred rounds, hashed with the states between them and the balances, are those of the record."""
    assert heads(game, 100) == HEADS[game.name][:2]


@pytest.mark.slow
@by_game
def test_all_the_random_rounds_end_on_the_heads_that_are_kept(game: Game) -> None:
    """Two hundred of them."""
    assert heads(game) == HEADS[game.name]


@by_game
def test_history_fed_at_once_is_the_history_answered_one_by_one(game: Game) -> None:
    """``feed``, which takes most answers a shorter way, comes to the same events, question numbers and state."""
    for play in itertools.islice(played(game), 40):
        again = Round(game, play.rules, play.state, play.start)
        events = [*again.events, *again.feed(play.history)]
        assert encode(events) == encode(play.events)
        assert (again.history, again.asked, again.was_open) == (play.history, play.asked, play.was_open)
        assert again.result == play.result

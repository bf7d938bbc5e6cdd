"""Hot and cold: outcomes counted from the results of rounds, beside the exact shares of chance."""

from fractions import Fraction

import pytest

from pitboss import catalogue
from pitboss.drills.tables import DrillTable, Setting
from pitboss.drivers.fair import Stream
from pitboss.house.table.results import result
from pitboss.house.wire.frequencies import counted
from pitboss.mathematics.kit.frequency import expected

OF_CHANCE = {"roulette": 38, "big-six-wheel": 7, "craps": 11, "mini-craps": 11, "sic-bo": 16}


@pytest.mark.parametrize("name", catalogue.games())
def test_games_of_wheel_and_dice_have_shares_and_no_others(name: str) -> None:
    game = catalogue.game(name)
    shares = expected(game, game.example())
    assert len(shares) == OF_CHANCE.get(name, 0)
    assert not shares or sum(shares.values()) == 1


@pytest.mark.parametrize("name", OF_CHANCE)
def test_every_result_of_a_round_is_counted(name: str) -> None:
    """By the words under which the house lists it."""
    game = catalogue.game(name)
    table = DrillTable(Setting(game, game.example()), Stream(bytes(32)), (1,), plain=True)
    results = [result([event for _, events in moments for event in events]) for _, moments in table.rounds(30)]
    found = counted(reversed(results), expected(game, game.example()))
    assert (found.rounds, sum(line.seen for line in found.lines)) == (30, 30)
    assert sum(line.expected for line in found.lines) == pytest.approx(30, abs=0.01)


def test_how_long_ago_an_outcome_came() -> None:
    shares = {"7": Fraction(1, 6), "8": Fraction(5, 36), "2": Fraction(1, 36)}
    found = {line.name: line for line in counted(["4 4", "3 4", "5 3", "abandoned", "1 6"], shares).lines}
    assert [(found[name].seen, found[name].ago) for name in shares] == [(2, 2), (2, 1), (0, 0)]
    assert found["7"].expected == pytest.approx(4 / 6, abs=1e-4)

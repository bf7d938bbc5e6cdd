"""Sections of the wheel that players call by name, laid as ordinary wagers of the chapter."""

from collections import Counter
from typing import Any

import pytest

from pitboss.chapters.ch617a_roulette import GAME
from pitboss.chapters.ch617a_roulette.rules import Rules, WheelInUse

SINGLE: dict[str, Any] = {"wheel": WheelInUse.SINGLE}
CHOICES: list[dict[str, Any]] = [
    SINGLE,
    {**SINGLE, "single_zero_trio_and_four": True},
    {"wheel": WheelInUse.DOUBLE},
    {"wheel": WheelInUse.DOUBLE_AS_SINGLE},
]


def called(**choices: Any) -> dict[str, str]:
    """Each call as players write it: the spots, with the number of chips where it is not one."""
    found = GAME.calls(Rules(**choices))
    return {call.name: " ".join(f"{on}*{count}" if count > 1 else on for _, on, count in call.chips) for call in found}


def test_the_three_calls_of_a_single_zero_wheel_are_those_that_players_know() -> None:
    """Nine chips, six and five; without the area for 0-2-3 its two chips lie on two lines of the zero."""
    known = called(**SINGLE, single_zero_trio_and_four=True)
    assert known == {
        "voisins": "4-7 12-15 18-21 19-22 25-26-28-29*2 32-35 0-2-3*2",
        "tiers": "5-8 10-11 13-16 23-24 27-30 33-36",
        "orphelins": "1 6-9 14-17 17-20 31-34",
    }
    assert called(**SINGLE)["voisins"] == "0-2 0-3 4-7 12-15 18-21 19-22 25-26-28-29*2 32-35"


@pytest.mark.parametrize("choices", CHOICES)
def test_every_call_covers_its_section_with_wagers_of_this_layout_and_nothing_besides(choices: dict[str, Any]) -> None:
    """The three sections have every number of the wheel once, but a 00 that is covered; each is a row of the wheel."""
    rules = Rules(**choices)
    calls = GAME.calls(rules)
    for call in calls:
        spots = [rules.covers[wager, on] for wager, on, _ in call.chips]
        assert {number for numbers in spots for number in numbers} == set(call.covers)
    everywhere = Counter(number for call in calls for number in call.covers)
    assert everywhere == Counter(n for n in rules.device.order if ("straight", n) in rules.covers)
    voisins = calls[0].covers
    assert "".join(f"{n} " for n in voisins) in " ".join([*rules.device.order] * 2) + " "

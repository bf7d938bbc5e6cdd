"""What the house tells of a table before anyone plays: what each spot brings once vigorish is taken."""

from typing import Any

import pytest

from pitboss import catalogue
from pitboss.events import Paid
from pitboss.house.protocol.info import Spot
from pitboss.house.wire.table_info import _spots
from pitboss.submission import made_choices, submit
from tests.test_properties import table

CHARGING = {"craps", "mini-craps", "minibaccarat", "midibaccarat", "baccarat", "pai-gow", "pai-gow-poker"}


def spots(game: str, **choices: Any) -> dict[tuple[str, str], Spot]:
    """What is told of each spot of a game's example, with some choices filed otherwise."""
    found = catalogue.game(game)
    filed = made_choices(found.example().chosen)
    rules = submit(found.rules, filed | choices)
    return {(spot.wager, spot.on): spot for spot in _spots(rules, ())}


@pytest.mark.parametrize(
    ("game", "spot", "choices", "stake", "net", "when"),
    [
        ("minibaccarat", ("bankers_hand", ""), {}, 10_000, 9_500, ""),
        ("minibaccarat", ("bankers_hand", ""), {"vigorish_collection": "deferred"}, 10_000, 9_500, "collected later"),
        ("pai-gow", ("pai_gow", ""), {}, 10_000, 9_500, ""),
        ("pai-gow", ("pai_gow", ""), {"minimum": "150.00", "vigorish_rounding": "next_25_cents"}, 15_000, 14_250, ""),
        ("pai-gow-poker", ("pai_gow_poker", ""), {}, 10_000, 9_500, ""),
        ("craps", ("buy_bet", "4"), {}, 10_000, 19_500, ""),
        ("craps", ("buy_bet", "4"), {"vigorish_collected": "at_wager"}, 10_000, 19_500, "paid with the wager"),
        ("craps", ("lay_bet", "4"), {"lay_vigorish_base": "stake"}, 10_000, 4_500, ""),
        ("craps", ("lay_bet", "4"), {"lay_vigorish_base": "win"}, 10_000, 4_750, ""),
    ],
)
def test_a_spot_that_bears_vigorish_is_worked_out_net(
    game: str, spot: tuple[str, str], choices: dict[str, Any], stake: int, net: int, when: str
) -> None:
    """§§ 621a.8(k), 623a.5(g)(3), 627a.12(c)–(d), 645a.13(a): what one stake brings, as the table has filed it."""
    worked = spots(game, **choices)[spot].worked
    assert worked is not None
    assert (worked.stake, worked.net, worked.when) == (stake, net, when)
    assert worked.words == "5% vigorish"


def test_no_other_spot_is_worked_out() -> None:
    """The Player's Hand, a Place Bet, a bonus: what the odds say is what is paid; so is an EZ Baccarat table's Banker."""
    with_example = {name: {spot for spot, info in spots(name).items() if info.worked} for name in catalogue.games()}
    assert {name for name, found in with_example.items() if found} == CHARGING
    assert with_example["minibaccarat"] == {("bankers_hand", "")}
    assert {wager for wager, _ in with_example["craps"]} == {"buy_bet", "lay_bet"}
    assert not any(info.worked for info in spots("minibaccarat", ez_baccarat=True).values())


@pytest.mark.parametrize("name", ["baccarat", "midibaccarat", "minibaccarat", "pai-gow", "pai-gow-poker"])
def test_what_is_told_is_what_the_table_takes(name: str) -> None:
    """Rounds at random: a wager that is paid bears just the vigorish that was told for its stake and what it won."""
    game, seen = catalogue.game(name), 0
    rules: Any = game.example()
    for seed in range(12):
        for play in table(game, seed, 4):
            for event in play.events:
                if isinstance(event, Paid) and (event.wager, event.on) in rules.spots and event.stake:
                    charge, won = rules.spots[event.wager, event.on].charge, event.returned - event.stake
                    assert event.vigorish == (charge.due(event.stake, won) if charge is not None else 0)
                    seen += event.vigorish > 0
    assert seen

"""Every chapter with betting areas: how many of them are one player's, whoever is named where (I-GEN-24, I-GEN-43)."""

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.drivers.script import run
from pitboss.interchange import toml
from pitboss.procedure import Answer
from pitboss.wagers import close_betting
from tests.chapters.players import At, is_refused
from tests.golden.regenerate import scenarios

NAMED = [path for path in scenarios([]) if "player = " in path.read_text(encoding="utf-8")]


def areas_of_one_player(game: str, cite: str, most: int, choice: bool = True, **choices: Any) -> None:
    """Below and at the most, areas side by side are one player's; one more is refused, as one apart from them is."""
    filed = {**choices, "adjacent_boxes": most} if choice else choices
    for areas in range(1, most + 1):
        table = At(game, **filed).begin(dict.fromkeys(range(1, most + 2), "A"))
        for seat in range(1, areas + 1):
            table.bets(seat)
    is_refused("one_position", cite, table.bets, most + 1)
    if most > 1:
        apart = At(game, **filed).begin({1: "A", 3: "A"}).bets(1)
        is_refused("one_position", cite, apart.bets, 3)
    others = At(game, **filed).begin({seat: f"p{seat}" for seat in range(1, most + 2)})
    for seat in range(1, most + 2):
        others.bets(seat)  # the areas of others are no area of theirs
    beside = At(game, **filed).begin({1: "A", 2: "B"}).bets(1)
    is_refused("one_position", cite, beside.bets, 1, player="B")  # nobody wagers on another's area


def test_621a_5_d_two_areas_of_one_player() -> None:
    areas_of_one_player("pai-gow", "621a.5(d)", 2)


def test_633a_6_f_boxes_of_one_player() -> None:
    areas_of_one_player("blackjack", "633a.6(f)", 3, split_aces="one_card")


def test_645a_7_f_two_areas_of_one_player() -> None:
    areas_of_one_player("pai-gow-poker", "645a.7(f)", 2)


def test_651a_7_e_boxes_of_one_player() -> None:
    areas_of_one_player("casino-war", "651a.7(e)", 3)


def test_670a_7_f_two_areas_of_one_player() -> None:
    areas_of_one_player("six-card-fortune-pai-gow-poker", "670a.7(f)", 2)


def test_676a_7_e_one_area_of_one_player() -> None:
    areas_of_one_player("go-fore-it", "676a.7(e)", 1, choice=False)


def test_686a_6_f_boxes_of_one_player() -> None:
    areas_of_one_player("over-under", "686a.6(f)", 3)


def test_687a_7_e_boxes_of_one_player() -> None:
    areas_of_one_player("dj-wild-stud-poker", "687a.7(e)", 3)


def test_688a_7_f_two_areas_of_one_player() -> None:
    areas_of_one_player("face-up-pai-gow-poker", "688a.7(f)", 2)


@pytest.mark.parametrize(
    ("game", "side", "cite", "choices"),
    [
        ("blackjack", "lucky_ladies", "633a.6(f)", {"split_aces": "one_card", "lucky_ladies": True}),
        ("casino-war", "tie", "651a.7(e)", {}),
        ("over-under", "bonus", "686a.6(f)", {"bonus_wager": True}),
    ],
)
def test_633a_6_f_651a_7_e_686a_6_f_areas_stay_adjacent(
    game: str, side: str, cite: str, choices: dict[str, Any]
) -> None:
    """A wager once placed is not touched: two that stay are not joined by an area from which chips may still be taken back.
    Otherwise betting could not close any more when they are."""
    table = At(game, adjacent_boxes=3, **choices).begin({1: "A", 2: "A", 3: "A", 4: "A"}).bets(2, side).bets(1)
    is_refused("one_position", cite, table.bets, 3)
    table.bets(3, side)
    is_refused("one_position", cite, table.bets, 3)
    is_refused("one_position", cite, table.bets, 4, side)  # which would be a fourth area
    table.bets(2).bets(3).bets(3).ends()


@pytest.mark.parametrize("game", ["minibaccarat", "midibaccarat", "baccarat"])
def test_i_gen_24_one_number_of_one_player(game: str) -> None:
    """Where a chapter says nothing of further areas, a player has one."""
    table = At(game).begin({1: "A", 2: "A", 3: "B"}).bets(1, "players_hand").bets(3, "players_hand")
    is_refused("one_position", "I-GEN-24", table.bets, 2, "players_hand")


@pytest.mark.parametrize("path", NAMED, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_i_gen_43_named_by_the_round_or_by_each_wager(path: Path) -> None:
    """Players who are named where the round begins are the same as those who are named with each wager: their hands are set
    in the same order, they share a meter and have no Envy Bonus for a hand of their own."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    told = [line for line in run(path.read_text(encoding="utf-8")) if "settlement" in line]
    for part in data["round"]:
        named = {str(one["seat"]): one.pop("player") for one in part.get("wagers", []) if "player" in one}
        part["players"] = named
    assert [line for line in run(_written(data)) if "settlement" in line] == told


def test_i_gen_43_control_players_of_no_name_are_others() -> None:
    """Control: without the names the same rounds are told otherwise somewhere."""
    different = 0
    for path in NAMED:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        for part in data["round"]:
            for one in part.get("wagers", []):
                one.pop("player", None)
        different += list(run(_written(data))) != list(run(path.read_text(encoding="utf-8")))
    assert different > len(NAMED) // 2


def _written(data: dict[str, Any]) -> str:
    head = [f"{key} = {toml.value(value)}" for key, value in data.items() if key not in ("submission", "round")]
    filed = ["[submission]", *(f"{key} = {toml.value(value)}" for key, value in data.get("submission", {}).items())]
    rounds = [["[[round]]", *(f"{key} = {toml.value(value)}" for key, value in part.items())] for part in data["round"]]
    return "\n".join([*head, *filed, *(line for part in rounds for line in part)]) + "\n"


@pytest.mark.parametrize(
    ("game", "wager"), [("roulette", "red"), ("big-six-wheel", ""), ("sic-bo", ""), ("baccarat", "tie")]
)
def test_i_gen_43_nobody_touches_the_wagers_of_another(game: str, wager: str) -> None:
    """At a seat where somebody has chips up nobody else adds to them, wagers beside them or takes them back."""
    table = At(game).begin({1: "A", 2: "B"})
    mine = next(o for o in table.round.pending.menu.offers(1, "A") if wager in ("", o.wager))  # type: ignore[union-attr]
    made = Answer(1, "wager", mine.wager, mine.on, mine.least, player="A")
    table.round.answer(made)
    posted = table.rules.posted
    cite = posted.boxes_cite or posted.seated
    is_refused("one_position", cite, table.round.answer, msgspec.structs.replace(made, player="B"))
    taken = Answer(1, "remove", mine.wager, mine.on, mine.least, player="B")
    is_refused("not_there", posted.closed, table.round.answer, taken)
    table.round.answer(made)
    table.round.answer(msgspec.structs.replace(taken, player="A", amount=2 * mine.least))
    table.round.answer(msgspec.structs.replace(made, player="B"))  # whose it is when nothing of A's is left there


def test_687a_7_e_areas_that_are_apart_keep_betting_open() -> None:
    """Where wagers may be taken back, those that are left have to be adjacent when betting closes."""
    table = At("dj-wild-stud-poker", adjacent_boxes=3).begin({1: "A", 2: "A", 3: "A"})
    for seat in (1, 2, 3):
        table.bets(seat, "ante").bets(seat, "blind")
    for wager in ("ante", "blind"):
        table.round.answer(Answer(2, "remove", wager, "", 1000))
    is_refused("one_position", "687a.7(e)", table.round.answer, close_betting())


# --- Envy Bonuses: for other players' hands


@pytest.mark.parametrize("names", [{1: "A", 2: "B"}, {1: "A", 2: "A"}], ids=["two players", "one player"])
def test_687a_12_c_envy_is_for_another_player(names: dict[int, str]) -> None:
    """A royal flush at the next box pays an Envy Bonus where somebody else has that box."""
    path = next(path for path in NAMED if path.parent.name == "dj-wild-stud-poker")
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    for one in data["round"][0]["wagers"]:
        del one["player"]
    data["round"][0]["players"] = {str(seat): player for seat, player in names.items()}
    envies = [s for s in run(_written(data)) if s.get("settlement", {}).get("wager") == "progressive_bonus_envy"]
    assert bool(envies) == (names[1] != names[2])

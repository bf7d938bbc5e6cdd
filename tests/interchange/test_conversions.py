"""Rounds as scenarios, hand histories and Parquet, and back: what decides a settlement is kept, or the conversion is refused."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pyarrow.parquet as pq
import pytest

from pitboss import catalogue
from pitboss.drivers.script import run
from pitboss.house.table.filing import keep_devices
from pitboss.interchange import parquet, phh, toml
from pitboss.interchange.again import again, rules_of
from pitboss.interchange.gathering import Wanted
from pitboss.interchange.rounds import PlayedRound
from pitboss.interchange.scenarios import from_scenario, is_fresh, to_scenario
from pitboss.interchange.sources import rounds_of
from pitboss.money import dollars
from pitboss.procedure import Refused

Told = dict[str, list[PlayedRound]]
GOLDEN = Path(__file__).parent.parent / "golden"
STANDARD = {
    "variant", "antes", "starting_stacks", "actions", "hand", "table", "seats", "winnings", "currency", "players",
}  # fmt: skip
ACTION = re.compile(
    r"(d dh p\d+ ([2-9TJQKA][cdhs]|\?\?)+|p\d+ (f|cc|cbr \d+(\.\d+)?|sm ([2-9TJQKA][cdhs]|\?\?)+))?( ?# .*)?$"
)


# --- scenarios


@pytest.mark.parametrize("game", catalogue.games())
def test_rounds_become_a_scenario_that_settles_alike(game: str, told: Told) -> None:
    """`pitboss run` plays the rounds of a table again, wager for wager, cent for cent, provision for provision."""
    text = to_scenario(told[game])
    lines = [line["settlement"] for line in run(text) if "settlement" in line]
    assert lines == [
        {
            "round": played.round,
            "seat": one.seat,
            "wager": one.wager,
            "on": one.on,
            "hand": one.hand,
            "stake": dollars(one.stake),
            "returned": dollars(one.returned),
            "vigorish": dollars(one.vigorish),
            "cite": one.cite,
        }
        for played in told[game]
        for one in played.settlements
    ]
    assert lines
    back = list(from_scenario(text))
    assert [one.settlements for one in back] == [one.settlements for one in told[game]]
    assert [one.chance for one in back] == [one.chance for one in told[game]]


def test_golden_plays_are_rounds_too() -> None:
    """A scenario of each game is told as rounds, which play again from their lines and give a scenario that settles alike."""
    for folder in sorted(path for path in GOLDEN.iterdir() if path.is_dir() and path.name != "__pycache__"):
        text = sorted(folder.glob("*.toml"))[0].read_text(encoding="utf-8")
        rounds = list(from_scenario(text, events=True))
        for played in rounds:
            assert tuple(again(played)[0]) == played.events
        assert [one.settlements for one in from_scenario(to_scenario(rounds))] == [one.settlements for one in rounds]


@pytest.mark.parametrize("game", catalogue.games())
def test_the_first_round_after_other_rules_came_into_force_becomes_a_scenario(game: str, told: Told) -> None:
    """The state is then written out where a table that was just opened leaves its defaults out."""
    first = told[game][0]
    chapter, rules = rules_of(first)
    before = chapter.open(rules)
    state = keep_devices(before, chapter.keep_meters(before, chapter.open(rules)))
    changed = msgspec.structs.replace(first, state=msgspec.json.decode(msgspec.json.encode(state)))
    assert is_fresh(changed)
    assert to_scenario([changed]) == to_scenario([first])


def test_what_cannot_be_a_scenario_is_refused(told: Told) -> None:
    """A round whose table was not just opened, rounds with a gap, and a scenario that would settle otherwise."""
    rounds = told["blackjack"]
    assert is_fresh(rounds[0])
    assert not is_fresh(rounds[1])
    with pytest.raises(Refused, match=r"round 2 of blackjack-1 did not, so give the rounds before it too"):
        to_scenario(rounds[1:])
    with pytest.raises(Refused, match=r"round 3 of blackjack-1 does not follow on round 1 of blackjack-1 so"):
        to_scenario([rounds[0], rounds[2]])
    with pytest.raises(Refused, match="There is no round"):
        to_scenario([])
    settled = next(number for number, one in enumerate(rounds) if one.settlements)
    less = msgspec.structs.replace(rounds[settled], settlements=rounds[settled].settlements[1:])
    with pytest.raises(Refused, match=f"round {settled + 1} of blackjack-1 results in other settlements"):
        to_scenario([*rounds[:settled], less])


# --- hand histories


@pytest.mark.parametrize("game", phh.games())
def test_a_hand_history_is_read_back_as_it_was(game: str, told: Told, tmp_path: Path) -> None:
    """Everything but the events: they come of the rest. A standard reader finds TOML with the fields that it knows."""
    rounds = [msgspec.structs.replace(one, events=()) for one in told[game]]
    file = tmp_path / "hands.phhs"
    file.write_text("".join(phh.write(rounds)), encoding="utf-8")
    assert list(rounds_of(file, Wanted(names=True))) == rounds
    hands = tomllib.loads(file.read_text(encoding="utf-8"))
    assert list(hands) == [str(number) for number in range(1, len(rounds) + 1)]
    for hand in hands.values():
        count = len(hand["antes"])
        assert count == len(hand["starting_stacks"]) == len(hand["winnings"]) == len(hand["seats"]) + 1
        assert sum(hand["winnings"]) == pytest.approx(0)
        assert all(name.startswith("_") for name in hand if name not in STANDARD)
        assert all(ACTION.match(action) for action in hand["actions"]), hand["actions"]


def test_one_hand_of_dj_wild() -> None:
    """What a reader sees: antes before the deal, cards as they were dealt, the raise, the showdown."""
    text = """
game = "dj-wild-stud-poker"
[submission]
two_way_bad_beat_bonus = false
[[round]]
wagers = [{seat = 3, wager = "ante", amount = "5.00"}, {seat = 3, wager = "blind", amount = "5.00"}]
chance = ["KH", "JK", "QD", "7C", "QS", "2D", "5D", "3C", "KS", "9C", "JD"]
answers = [{seat = 3, answer = "raise"}]
"""
    (played,) = from_scenario(_example(text))
    hand = tomllib.loads(phh.hand(played))
    assert hand["antes"] == [10, 0]
    assert hand["seats"] == [3]
    assert hand["actions"][:3] == ["d dh p1 Kh??Qd7cQs # ?? is the joker", "d dh p2 2d5d3cKs9c", "p1 cbr 10 # raise"]
    assert "p2 sm 2d5d3cKs9c" in hand["actions"]


def _example(text: str) -> str:
    """The scenario with the choices that the game needs besides."""
    given = tomllib.loads(text)
    game = catalogue.game(given["game"])
    chosen = {
        name: one for name, one in game.example().chosen.items() if one is not None and name not in given["submission"]
    }
    return text.replace(
        "[submission]\n", "[submission]\n" + "".join(f"{k} = {toml.value(v)}\n" for k, v in chosen.items())
    )


def test_hand_histories_that_are_not_ours(told: Told) -> None:
    """Changed actions, other variants and games without hands are refused, each in a sentence."""
    hand = phh.hand(told["blackjack"][0])
    data = tomllib.loads(hand)
    with pytest.raises(Refused, match=r"The actions of round 1 of blackjack-1 are not those of its history"):
        list(phh.read(data | {"actions": data["actions"][:-1]}))
    foreign = {"variant": "NT", "antes": [0, 0], "actions": ["d dh p1 AsAh"]}
    with pytest.raises(Refused, match="The hand is of 'NT' and was not written here"):
        list(phh.read(foreign))
    with pytest.raises(Refused, match="roulette is not written as a hand of cards; these games are: blackjack"):
        phh.hand(told["roulette"][0])
    with pytest.raises(Refused, match="has no state before it, so it has no hand history"):
        phh.hand(msgspec.structs.replace(told["blackjack"][0], state=None))


# --- Parquet


def test_parquet_has_the_same_sums(told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One row a round, one a settlement; written in pieces, whole or not at all."""
    monkeypatch.setattr(parquet, "PIECE", 7)
    rounds = [one for some in told.values() for one in some]
    assert parquet.write(rounds, tmp_path / "made") == len(rounds)
    by_round = pq.read_table(tmp_path / "made" / parquet.ROUNDS).to_pylist()
    settlements = pq.read_table(tmp_path / "made" / parquet.SETTLEMENTS).to_pylist()
    assert [(one["table_id"], one["round"], tuple(one["chance"])) for one in by_round] == [
        (one.table, one.round, one.chance) for one in rounds
    ]
    flat = [one for played in rounds for one in played.settlements]
    assert [(one["wager"], one["placed_on"], one["stake"], one["returned"], one["cite"]) for one in settlements] == [
        (one.wager, one.on, one.stake, one.returned, one.cite) for one in flat
    ]
    assert sum(one["returned"] for one in by_round) == sum(one.returned for one in flat)

    def broken() -> Iterator[PlayedRound]:
        yield rounds[0]
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="the disk is full"):
        parquet.write(broken(), tmp_path / "half")
    assert not list((tmp_path / "half").iterdir())

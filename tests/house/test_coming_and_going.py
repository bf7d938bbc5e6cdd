"""No right of one patron is exercised by another, none is lost by moving, and chips are conserved patron by patron."""

from pathlib import Path

import msgspec
import pytest

from pitboss import catalogue
from pitboss.house.table import entries
from pitboss.house.table.seats import Seats
from tests.house import coming_and_going
from tests.house.desk import run

GAMES = sorted(catalogue.games())


@pytest.mark.parametrize("game", GAMES)
def test_people_come_and_go(game: str, tmp_path: Path) -> None:
    record = run(lambda: coming_and_going.play(tmp_path / "house.db", game, 1, 8))
    seen = coming_and_going.check_record(record)
    assert seen["seated"] > 3
    assert seen["seat_moved"] + seen["left"] > 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
@pytest.mark.parametrize("game", GAMES)
def test_people_come_and_go_at_length(game: str, seed: int, tmp_path: Path) -> None:
    record = run(lambda: coming_and_going.play(tmp_path / "house.db", game, seed, 40))
    coming_and_going.check_record(record)


@pytest.mark.parametrize("game", ["blackjack", "pai-gow-poker"])
def test_control_a_table_that_knows_seats_only_is_found(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: with players known by their seat the campaign fails, whatever the seed is."""
    monkeypatch.setattr(Seats, "player", lambda self, seat: str(seat))
    failures = 0
    for seed in range(3):
        try:
            coming_and_going.check_record(
                run(lambda seed=seed: coming_and_going.play(tmp_path / f"{seed}.db", game, seed, 8))  # type: ignore[misc]
            )
        except (AssertionError, KeyError, ExceptionGroup):
            failures += 1
    assert failures == 3


def test_control_a_wager_of_somebody_else_is_found(tmp_path: Path) -> None:
    record = run(lambda: coming_and_going.play(tmp_path / "house.db", "roulette", 1, 4))
    at = next(n for n, one in enumerate(record) if one.kind == "step" and b'"wagered"' in bytes(one.payload))
    made = entries.DECODERS["step"].decode(record[at].payload)
    forged = msgspec.to_builtins(made)
    for event in forged["events"]:
        if event["event"] == "wagered":
            event["player"] = "p99"
    record[at] = msgspec.structs.replace(record[at], payload=msgspec.Raw(msgspec.json.encode(forged)))
    with pytest.raises(AssertionError):
        coming_and_going.check_record(record)

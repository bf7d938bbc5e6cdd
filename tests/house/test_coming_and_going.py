"""No right of one patron is exercised by another, none is lost by moving, and chips are conserved patron by patron."""

import random
from pathlib import Path

import msgspec
import pytest

from pitboss import catalogue
from pitboss.families.banking import BankState, LastWager
from pitboss.families.mid_shoe_entry import MidShoeEntry
from pitboss.house.table import entries
from pitboss.house.table.seats import Seats
from tests.house import coming_and_going
from tests.house.desk import run

GAMES = sorted(catalogue.games())


@pytest.mark.parametrize("game", GAMES)
def test_people_come_and_go(game: str, tmp_path: Path) -> None:
    seen = coming_and_going.check(tmp_path / "house.db", coming_and_going.plan(game), 1, 8)
    assert seen["seated"] > 3
    assert seen["seat_moved"] + seen["left"] > 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
@pytest.mark.parametrize("game", GAMES)
def test_people_come_and_go_at_length(game: str, seed: int, tmp_path: Path) -> None:
    """Under filings at random, too."""
    pick = random.Random(f"{game} {seed}") if seed % 2 else None
    coming_and_going.check(tmp_path / "house.db", coming_and_going.plan(game, pick), seed, 40)


@pytest.mark.parametrize("game", ["blackjack", "pai-gow-poker"])
def test_control_a_table_that_knows_seats_only_is_found(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: with players known by their seat the campaign fails, whatever the seed is."""
    monkeypatch.setattr(Seats, "player", lambda self, seat: str(seat))
    failures = 0
    for seed in range(3):
        failures += not _is_in_order(tmp_path / f"{seed}.db", game, seed)
    assert failures == 3


def _is_in_order(database: Path, game: str, seed: int) -> bool:
    try:
        coming_and_going.check(database, coming_and_going.plan(game), seed, 8)
    except (AssertionError, KeyError, ExceptionGroup):
        return False
    return True


@pytest.mark.parametrize("game", ["blackjack", "over-under"])
def test_control_entry_in_mid_shoe_by_the_seat_is_found(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: where everybody may wager in mid-shoe who sits at the table, the record shows it."""
    monkeypatch.setattr(MidShoeEntry, "demand", lambda self, book, answer, total: None)
    assert not all(_is_in_order(tmp_path / f"{seed}.db", game, seed) for seed in range(4))


@pytest.mark.parametrize("game", ["pai-gow", "pai-gow-poker"])
def test_control_a_bank_by_the_seat_is_found(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: where whoever sits in the seat of somebody who wagered may bank, the record shows it."""
    by_seat = lambda self, seat, player="": LastWager(seat, player or str(seat), 1000)  # noqa: E731
    monkeypatch.setattr(BankState, "of", by_seat)
    assert not all(_is_in_order(tmp_path / f"{seed}.db", game, seed) for seed in range(6))


def test_control_a_wager_of_somebody_else_is_found(tmp_path: Path) -> None:
    plan = coming_and_going.plan("roulette")
    record = run(lambda: coming_and_going.play(tmp_path / "house.db", plan, 1, 4))
    at = next(n for n, one in enumerate(record) if one.kind == "step" and b'"wagered"' in bytes(one.payload))
    made = entries.DECODERS["step"].decode(record[at].payload)
    forged = msgspec.to_builtins(made)
    for event in forged["events"]:
        if event["event"] == "wagered":
            event["player"] = "p99"
    record[at] = msgspec.structs.replace(record[at], payload=msgspec.Raw(msgspec.json.encode(forged)))
    with pytest.raises(AssertionError):
        coming_and_going.check_record(record)

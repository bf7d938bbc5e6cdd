"""The client for programs: it plays every game by the answers that are offered, and survives a lost connection."""

import importlib.util
import random
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from pitboss import catalogue, law
from pitboss.client import House, Refused, TableConnection, table_connection
from pitboss.client import house as client_house
from pitboss.house.workers.workers import Workers
from pitboss.procedure import Refusal
from tests.house.live import Live, plan
from tests.house.no_edges import follow_without_edges

BOT = Path(__file__).parent.parent.parent / "examples" / "bot.py"
GAMES = tuple(catalogue.games())
ALONE = msgspec.structs.replace(plan("craps"), name="craps-alone")  # nobody's wagers are left on it


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Workers, "follow", follow_without_edges)
        with Live(tmp_path_factory.mktemp("client") / "house.db", [*map(plan, GAMES), ALONE]) as found:
            yield found


@pytest.fixture(scope="module")
def house(live: Live) -> Iterator[House]:
    with House(f"http://{live.address}") as found:
        yield found


@pytest.fixture(scope="module")
def bot() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bot", BOT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("game", GAMES)
def test_the_bot_plays_every_game(house: House, bot: ModuleType, game: str) -> None:
    """By lawful answers alone; what it is told of its rack adds up, and the house has the round."""
    with house.sit(game, name="Bot") as seat:
        begun = seat.rack
        change = bot.play(seat, random.Random(game))
        assert seat.rack == begun + change
        (played, *_) = house.rounds(game, limit=1)
        assert played.wagers > 0
        assert house.round(game, played.round).settlements or seat.view.wagers


def test_the_bot_plays_a_round_at_a_time(house: House, bot: ModuleType) -> None:
    """At craps a round is a throw, and betting is open again right after it: what was offered before counts no more."""
    with house.sit("craps-alone", name="Bot") as seat:
        for number in range(4):
            opened = seat.open_betting().round
            bot.play(seat, random.Random(number))
            assert seat.view.round == opened + 1


def test_the_bot_has_thirty_lines() -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) <= 30


def test_looking_at_a_house(house: House) -> None:
    """Tables, rules, layout and law, in the house's own types."""
    assert {one.game for one in house.tables()} == set(GAMES)
    assert any(spot.wager == "red" for spot in house.table("roulette").spots)
    assert house.layout("roulette").startswith("<svg")
    found = house.law("633a.7")
    assert tuple(line.cite for line in found.lines) == tuple(one.id for one in law.look_up("633a.7"))
    reading = house.law("I-GEN-15").lines[0]
    assert reading.reason
    with house.watch("roulette") as line:
        assert line.view.you.role == "watcher"


def test_a_refusal_is_raised(house: House) -> None:
    """With its reason, its sentence and its citation; nothing is placed."""
    with house.sit("roulette") as seat:
        seat.open_betting()
        offer = next(one for one in seat.offers if one.wager == "red")
        with pytest.raises(Refused, match="below the minimum") as caught:
            seat.wager(offer, 1)
        assert caught.value.why is Refusal.BELOW_MINIMUM
        assert law.known(caught.value.cite)
        assert not seat.view.wagers
    with pytest.raises(Refused) as nowhere:
        house.sit("nowhere")
    assert nowhere.value.why is Refusal.UNKNOWN_TABLE


def test_a_command_counts_once_over_a_lost_connection(house: House) -> None:
    """The connection is cut between two commands: the next one opens it again, and the seat is the same."""
    with house.sit("roulette") as seat:
        seat.open_betting()
        offer = next(one for one in seat.offers if one.wager == "red")
        seat.wager(offer, 500)
        seat._socket.close()
        seat.wager(offer, 500)
        assert [(one.wager, one.amount) for one in seat.view.wagers if one.seat == seat.seat] == [("red", 1000)]
        seat.ready()
        seat._socket.close()
        seat.wait(lambda view: view.phase == "settled")


def test_a_client_of_another_version_is_told_what_changed(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the socket, watching or in a seat, and over HTTP."""
    with House(f"http://{live.address}") as house:
        seat = house.sit("roulette")
        monkeypatch.setattr(table_connection, "WIRE_VERSION", 1)
        for token in ("", seat.token):
            with pytest.raises(Refused, match=r"version 2 .* not version 1: .*/docs/wire-changes\.html") as refused:
                TableConnection(seat.url, token)
            assert refused.value.code == "wire_version"
        seat.leave()
    monkeypatch.setattr(client_house, "WIRE_VERSION", 1)
    with House(f"http://{live.address}") as house, pytest.raises(Refused, match="not version 1"):
        house.tables()

"""Frames that the house writes itself, and the ticks to everybody who is connected."""

import asyncio
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.frames import Frame, Opcode

from pitboss.house.protocol.changes import Offers, OffersChange
from pitboss.house.wire.connections import WebSocketConnection, connection_of, text_frame
from pitboss.house.wire.heartbeat import EVERY, SLOTS, HeartbeatWheel
from pitboss.house.wire.sockets import Connection
from pitboss.procedure import Offer
from tests.house.live import Live, until
from tests.house.test_faults import PLANS, R


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 65_537])
def test_a_frame_is_what_the_library_would_send(size: int) -> None:
    """Below, at and above each length at which a frame tells its length otherwise."""
    message = b"x" * size
    assert text_frame(message) == Frame(Opcode.TEXT, message).serialize(mask=False)


def test_only_a_line_of_this_process_is_written_to() -> None:
    """A connection that another process passes on, or a simulated one, goes through the interface for applications."""
    assert connection_of({}) is None
    assert connection_of({"extensions": {}}) is None
    assert connection_of({"extensions": {"pitboss.connection": "not a connection"}}) is None


class Counted:
    def __init__(self) -> None:
        self.ticks: list[float] = []

    def tick(self) -> None:
        self.ticks.append(asyncio.get_running_loop().time())


def test_everybody_is_visited_once_a_second_until_they_leave() -> None:
    async def work() -> tuple[Counted, Counted, float, HeartbeatWheel]:
        heartbeats, stays, leaves = HeartbeatWheel(), Counted(), Counted()
        began = asyncio.get_running_loop().time()
        heartbeats.join(stays)
        heartbeats.join(leaves)
        await until(lambda: leaves.ticks)
        heartbeats.leave(leaves)
        heartbeats.leave(leaves)  # twice is as good as once
        await until(lambda: len(stays.ticks) > 1)
        heartbeats.leave(stays)
        return stays, leaves, began, heartbeats

    stays, leaves, began, heartbeats = asyncio.run(work())
    assert stays.ticks[0] - began > EVERY - 2 * EVERY / SLOTS
    assert stays.ticks[1] - began > 2 * EVERY - 2 * EVERY / SLOTS  # the first may have been late
    assert len(leaves.ticks) == 1
    assert heartbeats._timer is None  # nobody is there: nothing is waited for


def test_a_visit_that_fails_keeps_nobody_else_waiting(caplog: pytest.LogCaptureFixture) -> None:
    """A line that is dead is noticed whatever became of the one before it."""

    class Faulty:
        def tick(self) -> None:
            raise RuntimeError("nobody is at home")

    async def work() -> None:
        heartbeats, second = HeartbeatWheel(), Counted()
        heartbeats.join(Faulty())
        heartbeats.join(second)
        while not second.ticks:
            heartbeats._tick()

    asyncio.run(work())
    assert "nobody is at home" in caplog.text


def test_visits_are_spread_over_the_second() -> None:
    """Whoever comes later is visited later: not all at once."""

    async def work() -> list[int]:
        heartbeats, here, order = HeartbeatWheel(), [Counted() for _ in range(4)], list[int]()
        for one in here:
            heartbeats.join(one)
            for _ in range(3):
                heartbeats._tick()
        for _ in range(SLOTS):
            before = [len(one.ticks) for one in here]
            heartbeats._tick()
            order += [n for n, one in enumerate(here) if len(one.ticks) > before[n]] or [-1]
        return order

    order = asyncio.run(work())
    assert len(order) == SLOTS, "two were visited at once"
    assert [n for n in order if n >= 0] == [0, 1, 2, 3]


def test_a_line_with_a_player_asks_for_itself_and_any_other_is_asked_by_the_server(tmp_path: Any) -> None:
    """uvicorn's own timers stop where a connection looks after its line; the other side is asked all the same."""
    with Live(tmp_path / "house.db", PLANS) as live:
        watcher = live.line(R)
        (connection,) = live.house.hosts[R].presence.viewers
        line = connection._websocket  # type: ignore[attr-defined]
        assert isinstance(line, WebSocketConnection)
        assert line.ping_timer is None
        while "beat" not in watcher.hear():
            pass
        assert line.ping_sent_at  # it was asked, and (the client of the test) answers
        while line.unanswered:
            watcher.hear()


class Written:
    """A line on which what was written can be read."""

    is_open = has_room = True
    unanswered = 0.0

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def close_if_timed_out(self) -> None:
        pass

    def ping_frame(self) -> bytes:
        return b"?"

    def write(self, frames: bytes) -> None:
        self.frames.append(frames)


@pytest.mark.parametrize("said_after", [0, 1, 2, 3, 4])
def test_nobody_waits_two_seconds_for_a_word_or_longer_for_a_question(said_after: int) -> None:
    """Something is said at the second visit after the last word, never at the first; and the other side is asked at every second
    visit at the latest, with the word where there is one."""
    people: Any = SimpleNamespace(sessions=SimpleNamespace(of=lambda token: None))
    socket: Any = SimpleNamespace(cookies={})
    host: Any = SimpleNamespace()
    house: Any = SimpleNamespace(people=people)
    asked: list[bool] = []
    said: list[bool] = []

    async def work() -> None:
        connection, line = Connection(socket, house, host), Written()
        connection._websocket, connection._shown.seen = line, 0  # type: ignore[assignment]
        for number in range(12):
            if number == said_after:
                await connection._send_now([b"news"])
            line.frames.clear()
            connection.tick()
            frames = b"".join(line.frames)
            assert len(line.frames) <= 1  # in one go
            asked.append(b"?" in frames)
            said.append(b"beat" in frames)

    asyncio.run(work())
    after = said[said_after:]
    assert after == [number % 2 == 1 for number in range(len(after))]
    assert all(one or next_one for one, next_one in pairwise(asked))
    assert asked[said_after + 1 :] == after[1:]  # from then on together


# --- offers


def offer(wager: str, on: str = "", least: int = 100, says: str = "wager") -> Offer:
    return Offer(says, wager, on, least, 1000)


@pytest.mark.parametrize("many", [1, 2, 50])
def test_offers_know_what_changed(many: int) -> None:
    """However few or many changed since those before; told in the order of their keys."""
    stay = [offer("straight", str(n)) for n in range(100, 140)]
    old, new = ([offer("split", f"{n:03}", least) for n in range(many)] for least in (100, 50))
    gone, come = offer("red"), offer("red", says="remove")
    before = Offers.of((*old, gone, *stay))
    after = Offers.of((*stay, come, *reversed(new)), before)
    assert after == (*stay, come, *reversed(new))
    assert after.before is before
    assert after.change == OffersChange((come, *new), (("wager", "red", ""),))


def test_offers_that_are_equal_but_made_anew_are_no_change() -> None:
    before = Offers.of((offer("red"), offer("black")))
    assert Offers.of((offer("black"), offer("red")), before).change is None


def test_offers_of_long_ago_are_forgotten() -> None:
    first = Offers.of((offer("red"),))
    second = Offers.of((offer("black"),), first)
    third = Offers.of((offer("odd"),), second)
    assert third.before is second
    assert second.before is None

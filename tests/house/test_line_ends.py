"""How the house closes a line: as a normal end only where its seat was given up; else its other side is told to come again."""

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from pitboss.house.founding import Plan
from pitboss.house.host.host import Host
from pitboss.house.protocol.greeting import WIRE_VERSION
from pitboss.house.wire import command_reader, sockets
from pitboss.house.wire.command_reader import CommandReader
from pitboss.house.wire.sockets import Connection
from pitboss.house.wire.view_stream import ViewStream
from tests.house.desk import Desk, run
from tests.house.live import PATIENCE, PRACTICE, until
from tests.house.sending import leave_table, seat_wish, take_seat

R = "roulette-practice"
PLANS = (Plan(R, "roulette", "Roulette", PRACTICE),)
WELCOMED, COME_AGAIN = 1, (1012, 1013)


class Line:
    """A line whose other side says what it is told to, and hears everything."""

    cookies: Mapping[str, str] = MappingProxyType({})

    def __init__(self) -> None:
        self.said: asyncio.Queue[str] = asyncio.Queue()
        self.heard: list[str] = []

    def say(self, message: object) -> None:
        self.said.put_nowait(json.dumps(message))

    async def receive_data(self, mode: str) -> str:
        return await self.said.get()

    async def send_data(self, data: str, mode: str) -> None:
        self.heard.append(data)

    async def hears(self, count: int) -> None:
        await until(lambda: len(self.heard) >= count)


def ends(tmp_path: Path, end: Callable[[Desk, Host, Line, Connection], Any], *, greets: bool = True) -> tuple[int, str]:
    """With which code a line is closed, of a player to whom this happens."""
    found: list[tuple[int, str]] = []

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            host, line = desk.host(R), Line()
            token = (await take_seat(host, seat_wish(desk.key(), 1)))["token"]
            connection = Connection(line, desk.house, host)  # type: ignore[arg-type]
            talking = asyncio.create_task(connection.run())
            if greets:
                line.say({"hello": {"token": token, "version": WIRE_VERSION}})
                await line.hears(WELCOMED)
            else:
                await asyncio.sleep(0)
            if asyncio.iscoroutine(doing := end(desk, host, line, connection)):
                await doing
            if not greets:
                line.say({"hello": {"token": token, "version": WIRE_VERSION}})
            await asyncio.wait_for(talking, PATIENCE)
            found.append(connection.closes_with)

    run(work)
    return found[0]


def test_a_seat_that_was_given_up_is_a_normal_end(tmp_path: Path) -> None:
    assert ends(tmp_path, lambda desk, host, line, own: leave_table(host, own.session, desk.key())) == (1000, "")


def test_who_is_given_another_seat_comes_again(tmp_path: Path) -> None:
    def reseat(_: Desk, host: Host, __: Line, ___: Connection) -> None:
        host.presence.change_seat(1, 2)
        host.presence.notify()

    assert ends(tmp_path, reseat)[0] == 1012


def test_who_greets_late_comes_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A crowd that comes at once on a busy machine may take longer than a greeting may."""
    monkeypatch.setattr(sockets, "GREETING_SECONDS", 0.01)
    assert ends(tmp_path, lambda *_: asyncio.sleep(0.05), greets=False)[0] in COME_AGAIN


def test_whose_table_moves_while_they_greet_comes_again(tmp_path: Path) -> None:
    """It would wait for ever at a table that is not served here any more."""

    async def move(desk: Desk, host: Host, _: Line, __: Connection) -> None:
        desk.house.hosts.pop(R)
        await host.hand_over()

    assert ends(tmp_path, move, greets=False)[0] == 1012


@pytest.mark.parametrize(("where", "what"), [(ViewStream, "message"), (CommandReader, "_hear")])
def test_a_fault_is_logged_and_its_line_comes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, where: type, what: str
) -> None:
    """Such as a database that takes no further connection for a moment."""

    def fails(*_: object) -> None:
        raise LookupError("a fault")

    def end(_: Desk, __: Host, line: Line, own: Connection) -> None:
        monkeypatch.setattr(where, what, fails)
        own.wake() if where is ViewStream else line.say({"do": "ready"})

    with caplog.at_level(logging.ERROR):
        assert ends(tmp_path, end)[0] in COME_AGAIN
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [LookupError]


def test_who_says_nothing_that_makes_sense_is_told_so(tmp_path: Path) -> None:
    def end(_: Desk, __: Host, line: Line, ___: Connection) -> None:
        for _number in range(command_reader.MOST_MALFORMED):
            line.say("?")

    assert ends(tmp_path, end) == (1008, "20 messages were malformed")

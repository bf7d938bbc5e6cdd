"""The wire: whole views and changes come to the same, a wager's message is small, edges are pushed, types are current."""

import json
import pkgutil
import random
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss import catalogue
from pitboss.house import protocol
from pitboss.house.founding import Plan
from pitboss.house.host.sessions import Session
from pitboss.house.protocol import commands
from pitboss.house.protocol.changes import Difference, Follower
from pitboss.house.protocol.message import Message
from pitboss.house.protocol.messages import BY_FIRST_FIELD, EdgesMessage
from pitboss.house.protocol.views import OwedLine
from pitboss.house.table.disputes import Owed
from pitboss.house.table.entries import Settings
from pitboss.house.wire import schema, view_cache
from pitboss.house.wire.view import parts, view
from pitboss.house.wire.view_cache import ViewCache
from tests.house.desk import Desk, random_round, run
from tests.house.live import Live, acked

SMALL = 2_000  # bytes of the message that shows a wager
ROULETTE = "roulette-practice"


class Watched:
    """One viewer who is sent a whole view and then changes, and what comes of them."""

    def __init__(self, desk: Desk, name: str, session: Session) -> None:
        self._host, self._session = desk.host(name), session
        self._difference = Difference()
        whole = self._difference.whole(parts(self._host, session))
        self._follower = Follower(json.loads(msgspec.json.encode(whole)))

    def check(self) -> None:
        now = parts(self._host, self._session)
        self._follower.take(json.loads(msgspec.json.encode(self._difference.since(now))))
        kept = view_cache.exchange(self._host, ViewCache())  # what was kept must be what would be made anew
        anew = parts(self._host, self._session)
        view_cache.exchange(self._host, kept)
        you = msgspec.structs.replace(anew.you, possible=now.you.possible)  # these are worked out beside play
        anew = anew._replace(parts=(*anew.parts[:-1], now.parts[-1]), you=you)  # the last changes with the clock
        assert self._follower.view == json.loads(msgspec.json.encode(anew.view()))


@pytest.mark.parametrize("game", catalogue.games())
def test_changes_add_up_to_the_whole_view(tmp_path: Path, game: str) -> None:
    """After every command of random rounds: what two players, a watcher and the floor have put together is the view."""

    async def work() -> None:
        plan = Plan("T", game, "T", Settings(practice=True))
        async with Desk(tmp_path / "house.db", [plan]) as desk:
            players = {session.seat: session for session in [await desk.sit("T") for _ in range(2)]}
            people = [*players.values(), Session(), desk.role("floor", "T")]
            watched = [Watched(desk, "T", session) for session in people]
            looked = _looking(desk, watched)
            pick = random.Random(game)
            for _ in range(2):
                await random_round(desk, "T", players, pick)
            assert looked[0] > 6

    run(work)


def _looking(desk: Desk, watched: list[Watched]) -> list[int]:
    """Have everyone look after every command that is sent from now on; how often that was."""
    do, count = desk.do, [0]

    async def do_and_look(*args: Any, **what: Any) -> dict[str, Any]:
        try:
            return await do(*args, **what)
        finally:
            count[0] += 1
            for one in watched:
                one.check()

    desk.do = do_and_look  # type: ignore[method-assign]
    return count


def test_changes_that_miss_something_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: a house that forgets to send offers is caught in the first round."""
    monkeypatch.setattr("pitboss.house.protocol.changes.BETTING", "never")
    with pytest.raises(AssertionError):
        test_changes_add_up_to_the_whole_view(tmp_path, "roulette")


def without_edges(messages: list[bytes]) -> list[bytes]:
    """They come once, whenever they are known."""
    return [message for message in messages if not message.startswith(b'{"edges"')]


def test_a_wager_is_shown_in_a_small_message(tmp_path: Path) -> None:
    """At the largest layout, with a few wagers up, in this round and in the next; only the welcome is large."""
    with Live(tmp_path / "house.db") as live:
        player = live.sit(ROULETTE)
        welcome = max(map(len, player.heard))
        assert welcome > 5 * SMALL
        for _ in range(2):
            for wager, on in (("straight", "17"), ("red", ""), ("split", "17-20")):
                before = len(player.heard)
                sequence = acked(player.bet(wager, 500, on))
                player.wait(lambda seen, sequence=sequence: seen["sequence"] >= sequence)  # type: ignore[misc]
                assert max(map(len, without_edges(player.heard[before:]))) < SMALL
            acked(player.ready())
        player.wait(lambda seen: seen["phase"] == "settled")
        assert all(len(message) < 3 * SMALL for message in without_edges(player.heard) if len(message) != welcome)


MATHEMATICS = True  # edges are pushed once they are known (conftest.py)


def test_edges_are_pushed_with_method_and_strategy(tmp_path: Path) -> None:
    """Whoever looks at a table is sent its edges once they are known: by which method, how exact, for which play."""
    with Live(tmp_path / "house.db") as live:
        line = live.line(ROULETTE)
        assert live.get(f"/api/tables/{ROULETTE}").status_code == 200  # whoever opens the page asks for them
        while not any(message.startswith(b'{"edges"') for message in line.heard):
            line.hear()
        sent = next(message for message in line.heard if message.startswith(b'{"edges"'))
        edges = msgspec.json.decode(sent, type=EdgesMessage).edges
        (red,) = [edge for edge in edges if edge.wager == "red"]
        assert (red.edge, red.method, red.half_width, red.strategy) == ("0.0526315789474", "enumeration", "0", "none")


def test_the_welcome_comes_first(tmp_path: Path) -> None:
    """Also where the edges are known when a line begins."""
    with Live(tmp_path / "house.db") as live:
        while not live.get(f"/api/tables/{ROULETTE}").json()["spots"][0]["edges"]:
            continue
        line = live.line(ROULETTE)
        while len(line.heard) < 2:
            line.hear()
        assert [bytes(message[:8]) for message in line.heard[:2]] == [b'{"view":', b'{"edges"']


def test_a_suspended_table_offers_nothing(tmp_path: Path) -> None:
    """A welcome while a table stands still has no offers that a page would keep."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan("T", "roulette", "T", Settings(practice=True))]) as desk:
            player = await desk.sit("T")
            await desk.bet("T", player, "red", 500)
            assert view(desk.host("T"), player).you.offers
            desk.host("T").suspend("The record is being looked at.")
            seen = view(desk.host("T"), player)
            assert (seen.phase, seen.you.offers) == ("closed", ())

    run(work)


def test_types_of_the_pages_are_those_of_the_wire() -> None:
    """``web/kit/types.js`` and the JSON Schema are what ``make wire`` writes."""
    assert schema.TYPES.read_text(encoding="utf-8") == schema.javascript(), "run make wire"
    assert schema.SCHEMA.read_bytes() == schema.json_schema(), "run make wire"


def test_messages_are_told_apart_by_their_first_field() -> None:
    """No two kinds of message share it, and none has another's."""
    first = list(BY_FIRST_FIELD)
    assert len(set(first)) == len(first) == len(schema.SENT)
    for field, kind in BY_FIRST_FIELD.items():
        assert not set(kind.__struct_fields__[1:]) & (set(first) - {field})


def test_every_structure_of_the_wire_has_one_base() -> None:
    """So that one place says how messages are made; a card on the table alone is changed while the scene is being made."""
    modules = [import_module(f"{protocol.__name__}.{found.name}") for found in pkgutil.iter_modules(protocol.__path__)]
    others = {
        kind.__name__
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__
        if not issubclass(kind, Message) and module is not commands
    }
    assert others == {"HeldCard"}


def test_a_message_takes_of_a_structure_what_it_declares_and_nothing_else() -> None:
    owed = Owed(1, 7, 3, 500, "Ada", "2026-05-31T18:00:00Z", purse="the name of a purse")
    line = OwedLine.from_domain(owed)
    assert msgspec.structs.asdict(line) == {
        name: value for name, value in msgspec.structs.asdict(owed).items() if name not in ("purse", "patron")
    }
    assert OwedLine.from_domain(owed, name="").name == ""
    with pytest.raises(TypeError, match="Missing required argument"):
        OwedLine.from_domain(object(), number=1)

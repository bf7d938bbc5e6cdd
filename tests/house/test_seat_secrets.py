"""Who has the record, or a line that was never cut, has nobody's seat."""

import asyncio
import json
import os
import sqlite3
import stat
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest
from websockets.exceptions import ConnectionClosed

from pitboss.house.founding import Plan
from pitboss.house.host.sessions import Session
from pitboss.house.protocol.greeting import WIRE_VERSION
from pitboss.house.storage.seal import Unsafe
from pitboss.house.storage.store import Store
from pitboss.house.wire.sockets import Connection
from pitboss.house.wire.view import view
from pitboss.procedure import Refused
from tests.house.desk import Desk, run
from tests.house.live import PATIENCE, PRACTICE, Live, acked, new_key, raw_line, send_frame, wait_for
from tests.house.sending import buy_chips, leave_table, seat_wish, take_seat

R = "roulette-practice"
G = "go-fore-it-practice"
PLANS = (Plan(R, "roulette", "Roulette", PRACTICE), Plan(G, "go-fore-it", "Go Fore It", PRACTICE))
KEY = "a-seat-key-of-the-players-own-0001"


def test_the_key_of_a_seat_is_in_no_record_and_no_file(tmp_path: Path) -> None:
    """A lost reply is asked for again with the key: so it stands in no export and, in the clear, in no file."""
    with Live(tmp_path / "house.db", PLANS) as live:
        player = live.sit(R, key=KEY)
        acked(player.bet("red", 500))
        acked(player.ready())
        assert live.post(f"/api/tables/{R}/seats", {"key": KEY}).json()["token"] == player.token
        assert KEY.encode() not in live.export(R)
        for file in tmp_path.iterdir():
            assert KEY.encode() not in file.read_bytes(), file.name
            assert player.token.encode() not in file.read_bytes(), file.name


def test_nothing_in_the_record_brings_a_token(tmp_path: Path) -> None:
    """Whatever word of the export is tried as the key of a seat, the answer is not that player's token."""
    with Live(tmp_path / "house.db", PLANS) as live:
        player = live.sit(R, seat=3, key=KEY, name="Ada")
        acked(player.bet("red", 500))
        acked(player.ready())
        words = {word for word in live.export(R).decode().replace("\\", "").split('"') if 16 <= len(word) <= 64}
        assert words
        for word in words:
            reply = live.post(f"/api/tables/{R}/seats", {"key": word, "seat": 3, "name": "Ada"})
            assert player.token not in reply.text


def test_database_and_key_are_for_the_house_alone(tmp_path: Path) -> None:
    """Mode 0600 for every file, whatever the umask; a database that others could read is closed to them."""
    before = os.umask(0o022)
    try:
        database = tmp_path / "house.db"
        database.touch(0o644)
        with Live(database, PLANS):
            for file in tmp_path.iterdir():
                assert stat.S_IMODE(file.stat().st_mode) == 0o600, file.name
    finally:
        os.umask(before)


def test_a_missing_key_is_not_replaced(tmp_path: Path) -> None:
    """A database without its key is refused by a sentence that names the file; with the key put back it opens."""
    database = tmp_path / "house.db"
    Store(database).close()
    key = database.with_name("house.db.key")
    key_bytes = key.read_bytes()
    key.unlink()
    with pytest.raises(Unsafe, match=r"house\.db\.key.*missing"):
        Store(database)
    assert not key.exists()
    key.write_bytes(key_bytes)
    key.chmod(0o600)
    Store(database).close()


# --- one who left


def test_one_who_left_speaks_for_nobody(tmp_path: Path) -> None:
    """A session that ended is refused, whoever sits in its seat now, and sees no more than a watcher."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            old = await desk.sit(G, 1)
            await leave_table(desk.host(G), old, desk.key())
            new = await desk.sit(G, 1)
            await desk.bet(G, new, "front_9", 500)
            for what in ({"do": "ready"}, {"answer": {"says": "wager", "wager": "front_9", "amount": 500}}):
                with pytest.raises(Refused, match="given up"):
                    await desk.do(G, old, **what)
            for ask in (buy_chips(desk.host(G), old, desk.key()), leave_table(desk.host(G), old, desk.key())):
                with pytest.raises(Refused, match="Only a seated player"):
                    await ask
            await desk.do(G, new, do="ready")
            assert desk.table(G).state.ledger.chips(1) == 99_500
            shown = view(desk.host(G), old)
            assert shown.cards == view(desk.host(G), Session()).cards
            assert shown.cards != view(desk.host(G), new).cards
            assert (shown.you.role, shown.you.rack) == ("watcher", 0)

    run(work)


def test_a_seat_given_up_for_its_player_is_no_longer_his(tmp_path: Path) -> None:
    """The same where the house gave up the seat of one who was out of reach."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            old = await desk.sit(R, 1, reachable=False)
            await desk.settle(R, 1801)
            assert not desk.table(R).state.seats.players
            new = await desk.sit(R, 1)
            with pytest.raises(Refused, match="given up"):
                await desk.bet(R, old, "red", 500)
            await desk.bet(R, new, "red", 500)

    run(work)


def test_a_seat_is_its_players_after_a_restart(tmp_path: Path) -> None:
    """Who sits where is known again from the store."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            old = await desk.sit(R, 1)
            await leave_table(desk.host(R), old, desk.key())
            new = await desk.sit(R, 1)
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            command = {"answer": {"says": "wager", "wager": "red", "amount": 500}}
            await desk.do(R, new, "after-the-restart-1", **command)
            with pytest.raises(Refused, match="given up"):
                await desk.do(R, old, "after-the-restart-2", **command)

    run(work)


def test_a_stalled_line_of_one_who_left_plays_no_more(tmp_path: Path) -> None:
    """What is sent on it after the seat was given up moves none of the next player's chips; the line is cut."""
    with Live(tmp_path / "house.db", PLANS) as live:
        first = live.sit(R, 1)
        stalled = raw_line(live, R, first.token)
        for n in range(60):  # until the house's own sending blocks
            acked(first.bet("red" if n % 2 else "black", 100))
        acked(first.ready())
        first.wait(lambda seen: seen["phase"] == "settled")
        assert live.post(f"/api/tables/{R}/seats/1/leave", {"key": new_key()}, first.token).status_code == 200
        second = live.sit(R, 1)
        rack, number = second.view["you"]["rack"], second.view["round"]
        for n in range(5):
            for question in (0, 1):
                wager = {"do": "answer", "says": "wager", "wager": "red", "amount": 20_000}
                try:
                    send_frame(stalled, {"key": f"x{n}{question}", "round": number + 1, "question": question, **wager})
                except OSError:
                    break
            time.sleep(0.3)
        acked(second.bet("black", 100))
        assert second.wait(lambda seen: bool(seen["wagers"]))["you"]["rack"] == rack - 100
        with pytest.raises(ConnectionClosed):
            first.hear_out()
        host = live.house.hosts[R]
        wait_for(
            lambda: all(
                host.presence.sits(viewer.session) for viewer in list(host.presence.viewers) if viewer.session.hash
            )
        )
        stalled.close()


class Stalled:
    """A line from which everything is read and to which nothing can be sent any more."""

    cookies: Mapping[str, str] = MappingProxyType({})

    def __init__(self, token: str) -> None:
        self.said: asyncio.Queue[str] = asyncio.Queue()
        self.say({"hello": {"token": token, "version": WIRE_VERSION}})

    def say(self, message: object) -> None:
        self.said.put_nowait(json.dumps(message))

    async def receive_data(self, mode: str) -> str:
        return await self.said.get()

    async def send_data(self, data: str, mode: str) -> None:
        await asyncio.Event().wait()


@pytest.mark.parametrize("says_more", [False, True])
def test_a_line_that_cannot_be_sent_to_is_cut_when_its_session_ends(tmp_path: Path, says_more: bool) -> None:
    """The house does not wait for a goodbye to be read: it stops listening at once, and lets the line go."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            host = desk.host(R)
            reply = await take_seat(host, seat_wish(desk.key(), 1))
            line = Stalled(reply["token"])
            connection = Connection(line, desk.house, host)  # type: ignore[arg-type]
            talking = asyncio.create_task(connection.run())
            wager = {"do": "answer", "says": "wager", "wager": "red", "amount": 500}
            line.say({"key": "in-time", **wager, **desk.moment(R)})
            while not desk.table(R).state.felt.up:
                await asyncio.sleep(0.001)
            line.say({"do": "answer", "key": "back", "says": "remove", "wager": "red", **desk.moment(R)})
            while desk.table(R).state.felt.up:
                await asyncio.sleep(0.001)
            await leave_table(host, connection.session, desk.key())
            second = await desk.sit(R, 1)
            if says_more:
                line.say({"key": "too-late", **wager, **desk.moment(R)})
            await asyncio.wait_for(talking, PATIENCE)
            await desk.bet(R, second, "black", 500)
            assert [spot[1] for spot in desk.table(R).state.felt.up] == ["black"]
            assert connection not in host.presence.viewers

    run(work)


# --- steps with cards


def test_hands_that_are_set_lie_sealed(tmp_path: Path) -> None:
    """645a.11: what a player laid low is in no file in the clear while others are still setting theirs."""
    name = "pai-gow-poker-practice"

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan(name, "pai-gow-poker", "Pai Gow Poker", PRACTICE)]) as desk:
            players = [await desk.sit(name, seat) for seat in (1, 2)]
            for player in players:
                await desk.decline_cuts(name, players)
                await desk.bet(name, player, "pai_gow_poker", 2_500)
            for player in players:
                await desk.do(name, player, do="ready")
            await desk.decline_cuts(name, players)
            play = desk.table(name).round
            assert play is not None
            low = next(option for option in play.questions(1)[0].options if option.cards)
            await desk.say(name, players[0], low.answer(1))
            assert desk.table(name).round is not None
            await asyncio.sleep(0)
        with sqlite3.connect(tmp_path / "house.db") as file:
            rows = file.execute("SELECT payload, form & 1 FROM journal WHERE kind = 'step'").fetchall()
        assert rows
        assert all(sealed for _, sealed in rows)
        laid = json.dumps(list(low.cards), separators=(",", ":")).encode()
        for each in tmp_path.iterdir():
            assert laid not in each.read_bytes(), each.name

    run(work)


D = "dj-wild-1"


def test_who_takes_a_seat_during_a_round_does_not_see_what_was_dealt_there(tmp_path: Path) -> None:
    """A player whose wagers were taken as abandoned gets up; who sits down there sees the backs of their cards."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan(D, "dj-wild-stud-poker", "DJ Wild", PRACTICE)]) as desk:
            one, two = await desk.sit(D, 1), await desk.sit(D, 2)
            for player in (one, two):
                for wager in ("ante", "blind"):
                    await desk.bet(D, player, wager, 1000)
            for player in (one, two):
                await desk.do(D, player, do="ready")
            for _ in range(20):  # past the cut
                await desk.until_asked(D)
                play = desk.table(D).round
                assert play is not None
                asked = play.elections()[0]
                if asked.kind == "raise":
                    break
                await desk.say(D, one if asked.to == 1 else two, (asked.default or asked.options[0]).answer(asked.to))
            dealt = [card.card for card in view(desk.host(D), one).cards["1"]]
            assert len(dealt) == 5
            assert all(dealt)
            await desk.do(D, desk.role("floor", D), do="report", report={"kind": "player_left", "seat": 1})
            await leave_table(desk.host(D), one, desk.key())
            late = await desk.sit(D, 1)
            assert desk.table(D).round is not None  # the same round: the other player decides
            assert [card.card for card in view(desk.host(D), late).cards["1"]] == [""] * 5

    run(work)

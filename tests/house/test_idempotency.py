"""Every command takes effect at most once, whatever becomes of its reply."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.house.commands.answer import AnswerQuestion
from pitboss.house.host.host import Host
from pitboss.house.host.replies import Replies, UsedKeys
from pitboss.house.host.sessions import Session
from pitboss.house.storage.store import Store
from pitboss.procedure import Refused
from tests.house.desk import Desk, check, run
from tests.house.live import BOTH, Live, acked, new_key, refused
from tests.house.sending import command_of, said

R = "roulette-practice"


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    with Live(tmp_path / "house.db", BOTH) as found:
        yield found


def test_same_key_same_content_same_reply(live: Live) -> None:
    """Sent again, over the same line or another, a wager is acknowledged with the same words and made once."""
    player = live.sit(R)
    first = player.bet("red", 500, key="the-one-key")
    assert player.bet("red", 500, key="the-one-key") == first
    again = live.line(R, player.token)
    assert again.send(key="the-one-key", answer={"says": "wager", "wager": "red", "on": "", "amount": 500}) == first
    assert again.wait(lambda view: bool(view["wagers"]))["wagers"][0]["amount"] == 500


def test_same_key_other_content_is_refused(live: Live) -> None:
    """A key names one command for good."""
    player = live.sit(R)
    acked(player.bet("red", 500, key="k"))
    for other in ({"answer": {"says": "wager", "wager": "red", "amount": 501}}, {"do": "ready"}):
        assert refused(player.send(key="k", **other)) == "malformed"
    assert refused(player.bet("straight", 500, on="37", key="bad")) == "no_such_spot"
    assert refused(player.bet("straight", 500, on="36", key="bad")) == "malformed"


def test_a_refusal_is_the_same_when_asked_again(live: Live) -> None:
    """Even when the reason has passed: a new attempt is a new command."""
    player = live.sit(R)
    first = player.bet("red", 10, key="low")
    assert refused(first) == "below_minimum"
    assert player.bet("red", 10, key="low") == first


def test_two_players_may_use_the_same_key(live: Live) -> None:
    """A key belongs to whoever uses it."""
    one, two = live.sit(R), live.sit(R)
    acked(one.bet("red", 500, key="k"))
    acked(two.bet("black", 700, key="k"))


def test_a_seat_is_taken_once_and_its_token_comes_again(live: Live) -> None:
    """A lost reply to taking a seat is asked for again under the same key: same seat, same token, one buy-in."""
    body = {"key": new_key(), "seat": 3, "name": "Ann"}
    first = live.post(f"/api/tables/{R}/seats", body)
    assert first.status_code == 201
    assert live.post(f"/api/tables/{R}/seats", body).json() == first.json()
    assert live.post(f"/api/tables/{R}/seats", body | {"name": "Eve"}).status_code == 400
    assert live.house.hosts[R].require_table().state.ledger.balance("cage") == -100_000
    files = b"".join(f.read_bytes() for f in live.house.store.path.parent.iterdir())
    assert first.json()["token"].encode() not in files


def test_leaving_and_buying_are_done_once(live: Live) -> None:
    """The reply to leaving can be had again although the token is spent."""
    player = live.sit(R)
    for _ in range(2):
        acked(player.bet("red", 50_000 - 250))
        acked(player.bet("black", 250, key=new_key()))
        break
    acked(player.bet("even", 45_001))
    path = f"/api/tables/{R}/seats/{player.seat}"
    bought = [live.post(f"{path}/chips", {"key": "more"}, player.token).json() for _ in range(3)]
    assert bought == [{"seat": 1, "rack": 104_999}] * 3
    acked(player.ready())
    left = [live.post(f"{path}/leave", {"key": "bye"}, player.token) for _ in range(3)]
    assert {reply.status_code for reply in left} == {200}
    assert len({reply.text for reply in left}) == 1
    assert live.post(f"{path}/leave", {"key": "bye2"}, player.token).status_code == 403
    assert live.post(f"{path}/chips", {"key": "bye3"}, player.token).status_code == 403


def test_keys_survive_a_restart(tmp_path: Path) -> None:
    """What was acknowledged before is acknowledged again by the next house, and not done again."""
    with Live(tmp_path / "house.db", BOTH) as live:
        player = live.sit(R, key="seat-key-0123456789")
        first = player.bet("red", 500, key="k")
        token = player.token
    with Live(tmp_path / "house.db", BOTH) as live:
        assert live.post(f"/api/tables/{R}/seats", {"key": "seat-key-0123456789"}).json()["token"] == token
        line = live.line(R, token)
        assert line.view["wagers"][0]["amount"] == 500
        assert line.send(key="k", answer={"says": "wager", "wager": "red", "on": "", "amount": 500}) == first
        assert refused(line.send(key="k", answer={"says": "wager", "wager": "black", "amount": 500})) == "malformed"
        assert live.house.hosts[R].require_table().state.felt.stakes(1) == 500


def test_the_store_is_asked_only_for_keys_that_may_have_been_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a session that began here every key is known; of one from before the house was opened, or after a fault, none is."""
    asked: list[str] = []

    def counted(store: Store, key: str, command: Any = Store.command) -> Any:
        asked.append(key)
        return command(store, key)

    monkeypatch.setattr(Store, "command", counted)

    async def wagers(host: Host, player: Session, *keys: str) -> int:
        asked.clear()
        wager = said("wager", "red", amount=500)
        for key in keys:
            await host.do(player, command_of(key, answer=wager, round=1, question=1))
        return len(asked)

    async def play() -> None:
        async with Desk(tmp_path / "house.db", BOTH) as desk:
            host, player = desk.host(R), await desk.sit(R)
            assert await wagers(host, player, "a", "b") == 0
            assert await wagers(host, player, "a", "c", "b") == 2
            host.recover()
            assert await wagers(host, player, "a", "d") == 2
            assert host.require_table().state.felt.stakes(player.seat) == 2000
        async with Desk(tmp_path / "house.db", BOTH) as desk:
            assert await wagers(desk.host(R), player, "a", "b", "c", "d") == 4
            assert desk.host(R).require_table().state.felt.stakes(player.seat) == 2000

    run(play)


def test_a_key_that_was_used_is_always_possible() -> None:
    """And of as many keys as a long day takes, few new ones are asked for in vain."""
    used = UsedKeys()
    for number in range(6000):
        used.note(f"key {number}")
    assert all(used.is_possible(f"key {number}") for number in range(6000))
    assert sum(used.is_possible(f"new key {number}") for number in range(6000)) < 200


async def _dropped_replies(database: Path, commands: int) -> None:
    """Each command sent one to five times, three replies in ten lost, against a model of what it should do."""
    pick = random.Random(11)
    async with Desk(database, BOTH) as desk:
        host = desk.host(R)
        players = [await desk.sit(R) for _ in range(4)]
        staked = dict.fromkeys((p.seat for p in players), 0)
        for number in range(commands):
            player = pick.choice(players)
            amount = pick.choice((100, 500, 1000))
            command = command_of(f"{number}", answer=said("wager", "red", amount=amount), **desk.moment(R))
            if staked[player.seat] > 20_000 or pick.random() < 0.05:
                command = command_of(f"{number}", answer=said("remove", "red"), **desk.moment(R))
            heard: list[Any] = []
            for attempt in range(pick.randint(1, 5)):
                if attempt and heard and pick.random() < 0.7:
                    break
                try:
                    reply: Any = await host.do(player, command)
                except Refused as refusal:
                    reply = refusal.why
                if pick.random() >= 0.3:
                    heard.append(reply)
            assert all(reply == heard[0] for reply in heard)
            says = command.says if isinstance(command, AnswerQuestion) else ""
            if says == "wager":
                staked[player.seat] += amount
            else:
                staked[player.seat] = 0
            assert host.require_table().state.felt.stakes(player.seat) == staked[player.seat]
            check(host.require_table())


def test_dropped_replies(tmp_path: Path) -> None:
    """The ledger equals the model after every command."""
    run(lambda: _dropped_replies(tmp_path / "house.db", 600))


def test_dropped_replies_control(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: a house that does not remember keys is caught at once."""
    monkeypatch.setattr(Replies, "known", lambda self, name, content: None)
    with pytest.raises((AssertionError, Refused)):
        run(lambda: _dropped_replies(tmp_path / "house.db", 600))

"""Webhooks: signed, in order, sent again until they are taken, across restarts, and only to addresses that are configured."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pitboss.house.people.entries import PlayAlarm
from pitboss.house.storage.backup import check_in_use
from pitboss.house.storage.seal import Sealer
from pitboss.house.webhooks import sending
from pitboss.house.webhooks.sending import _is_below, is_plain
from pitboss.procedure import Refused
from pitboss.roles import Role
from tests.house.live import BOTH, Live, acked
from tests.house.live import wait_for as until
from tests.house.programs import on_loop, why
from tests.house.receiver import Receiver, is_signed

R = "roulette-practice"
WEBHOOKS = "/api/administration/webhooks"


@pytest.fixture(autouse=True)
def looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "LOOK_SECONDS", 0.02)
    monkeypatch.setattr(sending, "FIRST_WAIT", 0.02)


def opened(database: Path, *receivers: Receiver) -> Live:
    """A house whose webhooks may go to these receivers."""
    live = Live(database, BOTH[:1])
    live.house.webhooks.allowed = tuple(one.url for one in receivers)
    return live


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as found:
        yield found


def named(live: Live, receiver: Receiver, name: str = "ours", *topics: str) -> str:
    body = {"webhook": name, "url": f"{receiver.url}/{name}", "topics": topics or ("rounds", "alarms", "filings")}
    reply = live.post(WEBHOOKS, body, live.cookie(Role.ADMINISTRATOR))
    assert reply.status_code == 201, reply.text
    secret: str = reply.json()["secret"]
    return secret


def play(live: Live, rounds: int = 1) -> None:
    """Rounds that are over and under a signed head."""
    player = live.sit(R)
    for number in range(1, rounds + 1):
        acked(player.bet("red", 500))
        acked(player.ready())
        while len(live.get(f"/api/tables/{R}/rounds").json()) < number:
            player.hear()
    player.close()
    headed(live)


def headed(live: Live) -> None:
    on_loop(live, live.house.record.make_head())


def alarmed(live: Live, words: str) -> None:
    on_loop(live, live.house.register.enter(PlayAlarm("theory", "2026-11-18", R, "red", 7, words)))
    headed(live)


def types(receiver: Receiver) -> list[str]:
    return [one["type"] for one in receiver.got]


def test_what_happens_is_sent_signed_and_in_order(tmp_path: Path, receiver: Receiver) -> None:
    """A round, an alarm and a filing, each once, each with a signature that somebody else's code finds right."""
    with opened(tmp_path / "house.db", receiver) as live:
        alarmed(live, "before it was named")
        secret = named(live, receiver)
        alarmed(live, "after")
        draft = live.post("/api/filings", {"game": "roulette", "title": "T"}, live.cookie(Role.MANAGER)).json()
        filing = draft["filing"] if "filing" in draft else draft["id"]
        live.post(f"/api/filings/{filing}/withdraw", {"reason": "no"}, live.cookie(Role.MANAGER))
        headed(live)
        until(lambda: "filing.withdrawn" in types(receiver))
        assert types(receiver) == ["webhook.named", "alarm.raised", "filing.withdrawn"]
        assert receiver.got[1]["data"]["words"] == "after"
        assert all(is_signed(one, secret) for one in receiver.got)
        assert not is_signed(receiver.got[0] | {"raw": receiver.got[0]["raw"] + b" "}, secret)
        assert len({one["id"] for one in receiver.got}) == 3
        until(lambda: live.house.webhooks.states["ours"].delivered == 3)
        listed = live.get(WEBHOOKS, live.cookie(Role.ADMINISTRATOR)).json()["webhooks"][0]
        assert (listed["delivered"], listed["failures"]) == (3, 0)
        assert secret not in live.get(WEBHOOKS, live.cookie(Role.ADMINISTRATOR)).text


def test_rounds_are_sent_as_anyone_may_read_them(tmp_path: Path, receiver: Receiver) -> None:
    with opened(tmp_path / "house.db", receiver) as live:
        named(live, receiver, "rounds", "rounds")
        play(live, 3)
        alarmed(live, "not asked for")
        until(lambda: types(receiver).count("round.ended") == 3)
        public = {one["round"]: one for one in live.get(f"/api/tables/{R}/rounds").json()}
        for one in receiver.got[1:]:
            data = one["data"]
            same = public[data["round"]]
            assert (data["result"], data["wagered"], data["paid"]) == (same["result"], same["wagers"], same["paid"])
            proof = live.get(f"/api/record/proof/{R}/{data['last']}").json()
            assert proof["index"] == one["place"]  # what is sent can be proved
        assert "alarm.raised" not in types(receiver)


def test_what_fails_is_sent_again_with_the_same_id(tmp_path: Path, receiver: Receiver) -> None:
    receiver.answers = [500, 404, 302]
    receiver.location = f"{receiver.url}/elsewhere"
    with opened(tmp_path / "house.db", receiver) as live:
        named(live, receiver)
        headed(live)
        until(lambda: receiver.got)
        assert len(receiver.tried) == 4
        assert len(set(receiver.tried)) == 1  # an id is the same each time, and no redirect was followed
        until(lambda: live.house.webhooks.states["ours"].why == "")


def test_a_receiver_that_is_slow_holds_up_nobody_else(tmp_path: Path, receiver: Receiver) -> None:
    with Receiver() as slow, opened(tmp_path / "house.db", receiver, slow) as live:
        slow.hold = threading.Event()
        live.house.webhooks.take_seconds = 0.3
        named(live, slow, "slow", "alarms")
        named(live, receiver, "quick", "alarms")
        alarmed(live, "one")
        until(lambda: "alarm.raised" in types(receiver))
        until(lambda: live.house.webhooks.states["slow"].failures > 1)
        assert "did not answer within" in live.house.webhooks.states["slow"].why
        play(live)  # play goes on
        slow.hold.set()
        until(lambda: "alarm.raised" in types(slow))


def test_nothing_is_lost_when_receiver_and_house_die(tmp_path: Path) -> None:
    """The receiver dies, the house is closed and opened again; when the receiver is back, it gets what it missed, in order."""
    database, receiver = tmp_path / "house.db", Receiver()
    port = receiver.port
    with opened(database, receiver) as live:
        secret = named(live, receiver)
        headed(live)
        until(lambda: types(receiver) == ["webhook.named"])
        receiver.die()
        alarmed(live, "one")
        until(lambda: live.house.webhooks.states["ours"].failures > 1)
        assert "could not be reached" in live.house.webhooks.states["ours"].why
    with opened(database, receiver) as live:
        alarmed(live, "two")
        until(lambda: live.house.webhooks.states.get("ours") and live.house.webhooks.states["ours"].failures)
        with Receiver(port) as back:
            until(lambda: len(back.got) == 2)
            assert [one["data"]["words"] for one in back.got] == ["one", "two"]
            assert all(is_signed(one, secret) for one in back.got)
            until(
                lambda: live.house.webhooks.states["ours"].delivered == 2
            )  # else the last one is sent again, as it must be
    with Receiver(port) as back, opened(database, back) as live:
        alarmed(live, "three")
        until(lambda: back.got)
        assert [one["data"]["words"] for one in back.got] == ["three"]  # what was taken is not sent again


def test_what_is_a_week_old_is_skipped_and_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The queue is bounded: a receiver that was away too long is told what it missed, and gets what is new."""
    database, receiver = tmp_path / "house.db", Receiver()
    port = receiver.port
    with opened(database, receiver) as live:
        named(live, receiver)
        headed(live)
        until(lambda: receiver.got)
        receiver.die()
        alarmed(live, "old")
    monkeypatch.setattr(sending, "KEPT", timedelta(milliseconds=-1))
    with Receiver(port) as back, opened(database, back) as live:
        headed(live)
        until(lambda: back.got)
        assert types(back)[0] == "webhook.skipped"
        assert back.got[0]["data"]["last"] > back.got[0]["data"]["first"]
        assert "old" not in str(back.got)


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        ("https://example.org/hooks", True),
        ("https://example.org/hooks/a", True),
        ("https://example.org/hooksa", False),
        ("https://example.org/hooks/../admin", False),
        ("https://example.org/hooks/%2e%2e/admin", False),
        ("https://example.org/hooks/..%2fadmin", False),
        ("https://example.org:444/hooks", False),
        ("https://example.org.evil/hooks", False),
        ("https://user@example.org/hooks", False),
        ("https://example.org/hooks?token=1", False),
        ("http://example.org/hooks", False),
        ("https://example.org\\@evil/hooks", False),
        ("file:///etc/passwd", False),
        ("https:///hooks", False),
    ],
)
def test_only_configured_addresses_are_called(url: str, allowed: bool) -> None:
    assert (is_plain(url) and _is_below(url, "https://example.org/hooks")) is allowed


def test_another_address_is_refused_and_an_old_one_not_called(tmp_path: Path, receiver: Receiver) -> None:
    """The configuration decides at every delivery: an address that is taken out of it is not called any more."""
    with opened(tmp_path / "house.db", receiver) as live:
        body: dict[str, Any] = {"webhook": "x", "url": "https://elsewhere.example/", "topics": ["rounds"]}
        admin = live.cookie(Role.ADMINISTRATOR)
        assert "Webhooks of this house go to" in why(live.post(WEBHOOKS, body, admin))
        for wrong in ("", "chips"):
            topics = {"url": receiver.url, "topics": wrong.split()}
            assert "Expected some of" in why(live.post(WEBHOOKS, body | topics, admin))
        named(live, receiver)
        assert "There is a webhook" in why(live.post(WEBHOOKS, body | {"webhook": "ours", "url": receiver.url}, admin))
        headed(live)
        until(lambda: receiver.got)
        live.house.webhooks.allowed = ()
        alarmed(live, "x")
        until(lambda: live.house.webhooks.states["ours"].failures)
        assert len(receiver.tried) == 1
        assert live.post(f"{WEBHOOKS}/ours/end", {}, admin).json()["webhooks"] == []
        live.house.webhooks.allowed = (receiver.url,)
        alarmed(live, "y")
        named(live, receiver, "again")
        headed(live)
        until(lambda: len(receiver.got) == 2)
        assert types(receiver) == ["webhook.named", "webhook.named"]


def test_a_house_in_which_a_row_was_changed_is_not_in_order(tmp_path: Path, receiver: Receiver) -> None:
    """Where a webhook stands bears the mark of the house."""
    database = tmp_path / "house.db"
    with opened(database, receiver) as live:
        named(live, receiver)
        headed(live)
        until(lambda: receiver.got)
    check_in_use(database, Sealer.beside(database))
    with closing(sqlite3.connect(database)) as changed:
        changed.execute("UPDATE webhooks SET place = place + 1")
        changed.commit()
    with pytest.raises(Refused, match="webhooks"):
        check_in_use(database, Sealer.beside(database))

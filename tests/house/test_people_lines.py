"""A real line of somebody who is signed in, and its end."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from pitboss.house.founding import Plan
from pitboss.house.people.demonstration import credential_of
from pitboss.house.wire.access import COOKIE
from pitboss.roles import Role
from tests.house.live import GREETING, PATIENCE, PRACTICE, Live

R = "roulette-practice"


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    plans = (Plan(R, "roulette", "Roulette", PRACTICE),)
    with Live(tmp_path / "house.db", plans, demonstration=True) as found:
        yield found


def cookie(live: Live, role: Role) -> dict[str, str]:
    """The cookie of the ready-made person of this role."""
    token = live.house.people.demonstration_token(live.house.register.person(credential_of(role)))
    reply = live.http.post("/api/people/enter", json={"token": token})
    assert reply.status_code == 200, reply.text
    return {"Cookie": reply.headers["set-cookie"].partition(";")[0]}


@contextmanager
def line(live: Live, headers: dict[str, str]) -> Iterator[ClientConnection]:
    """A line to the table, after the greeting."""
    origin: Any = f"http://{live.address}"
    with connect(
        f"ws://{live.address}/ws/tables/{R}", additional_headers=headers, origin=origin, ping_interval=None
    ) as opened:
        opened.send(GREETING)
        opened.recv(timeout=PATIENCE)
        yield opened


def hear_out(ended: ClientConnection) -> None:
    """Hear until the other side hangs up: before it has said more than once that it is still there, every two seconds."""
    beats = 0
    while beats < 2:
        beats += '"beat"' in str(ended.recv(timeout=PATIENCE))


def test_people_revocation_ends_open_lines_within_a_second(live: Live) -> None:
    """All lines of the person who is signed out, and nobody else's."""
    dealer, boss = cookie(live, Role.DEALER), cookie(live, Role.ADMINISTRATOR)
    assert dealer["Cookie"].startswith(f"{COOKIE}=")
    with line(live, dealer) as one, line(live, dealer) as two, line(live, boss) as third:
        path = f"/api/people/{credential_of(Role.DEALER)}/revoke"
        reply = httpx.post(f"http://{live.address}{path}", headers=boss, timeout=PATIENCE)
        assert reply.json()["sessions"] == 0
        for ended in (one, two):
            with pytest.raises(ConnectionClosed):
                hear_out(ended)
        third.send('{"key": "k", "do": "nothing"}')
        while "refused" not in str(third.recv(timeout=PATIENCE)):
            pass

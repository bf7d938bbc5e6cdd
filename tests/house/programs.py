"""Programs of the staff in a house that is served: two administrators, and tokens of every kind."""

import asyncio
from typing import Any

import httpx

from pitboss.house.people.entries import PersonAdded
from pitboss.roles import Role
from tests.house.live import Cookie, Live

SECOND = "A-2"
PROGRAMS = "/api/administration/programs"


def second_administrator(live: Live) -> Cookie:
    """A second administrator who signs in; the demonstration has one only."""

    async def begin() -> str:
        if SECOND not in live.house.register.people:
            await live.house.register.enter(PersonAdded(SECOND, "Alex Second", (Role.ADMINISTRATOR,)))
        return await live.house.people.sessions.begin(live.house.register.person(SECOND), "password")

    return Cookie(on_loop(live, begin()))


def on_loop(live: Live, work: Any) -> Any:
    """Done in the thread of the house."""
    loop = live.house.meters.loop
    assert loop is not None
    return asyncio.run_coroutine_threadsafe(work, loop).result(60)


def created(live: Live, name: str, *scopes: str, days: int = 30) -> str:
    """The token of a program that both administrators wanted."""
    first = live.cookie(Role.ADMINISTRATOR)
    body = {"program": name, "purpose": f"{name} of the tests", "scopes": scopes, "days": days}
    made = live.post(PROGRAMS, body, first)
    assert made.status_code == 201, made.text
    if "token" not in made.json():
        number = next(one["number"] for one in made.json()["programs"]["requests"] if f" {name} " in one["words"])
        made = live.post(f"{PROGRAMS}/requests/{number}/agree", {}, second_administrator(live))
        assert made.status_code == 200, made.text
    token: str = made.json()["token"]
    return token


def revoked(live: Live, name: str) -> None:
    reply = live.post(f"{PROGRAMS}/{name}/revoke", {}, live.cookie(Role.ADMINISTRATOR))
    assert reply.status_code == 200, reply.text


def why(reply: httpx.Response) -> str:
    assert reply.status_code >= 400, reply.text
    return str(reply.json()["refused"]["sentence"])

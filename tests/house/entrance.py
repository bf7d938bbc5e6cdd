"""The people of a house without its tables: a database, a clock that is set by hand, and their routes."""

from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import argon2
import httpx
import msgspec
from litestar import Litestar

from pitboss.house.clock import Clock
from pitboss.house.people import entries
from pitboss.house.people.people import People
from pitboss.house.people.register import HOUSE_JOURNAL, Person, Register
from pitboss.house.storage.store import Store
from pitboss.house.wire import people, registration
from pitboss.house.wire.access import COOKIE, DEPENDENCIES, guard
from pitboss.house.wire.limits import ClientLimits
from pitboss.house.wire.server import DEFAULT_LIMITS, _refused
from pitboss.house.wire.traffic import Traffic
from pitboss.procedure import Refused
from pitboss.roles import Role
from tests.house.desk import HandClock

CHEAP = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PASSWORD = "correct horse battery"
HERE = "203.0.113.5"
HOST = "localhost:8000"


class Entrance:
    """A house that people come in to."""

    def __init__(
        self,
        database: Path,
        clock: Clock | None = None,
        hasher: argon2.PasswordHasher = CHEAP,
        demonstration: bool = False,
        limits: ClientLimits = DEFAULT_LIMITS,
    ) -> None:
        self.clock = clock or HandClock()
        self.store = Store(database)
        self.register = Register(self.store, self.clock)
        self.register.recover()
        self.people = People(self.store, self.clock, self.register, hasher=hasher)
        self._demonstration = demonstration
        self._app = Litestar(
            [*people.routes(self.people), *registration.routes(self.people, Traffic(limits))],
            guards=[guard(self.people)],
            dependencies=DEPENDENCIES,
            exception_handlers={Refused: _refused},
            openapi_config=None,
            logging_config=None,
        )

    async def __aenter__(self) -> "Entrance":
        await self.register.found(demonstration=self._demonstration)
        self.people.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.people.close()
        self.store.close()

    async def add(self, credential: str, *roles: Role, name: str = "", password: str = PASSWORD) -> Person:
        """Somebody who has a password."""
        written = await self.people.passwords.written(credential, password)
        added = entries.PersonAdded(credential, name or credential.lower(), roles or (Role.PLAYER,))
        await self.register.enter(added, entries.PasswordSet(credential), also=[written])
        return self.register.person(credential)

    async def end(self, credential: str) -> None:
        """Somebody leaves, and nobody has told the sessions."""
        by = self.register.person(credential).acting(Role.ADMINISTRATOR)
        await self.register.enter(entries.PersonEnded(credential, by))

    def pass_by(self, seconds: float) -> None:
        assert isinstance(self.clock, HandClock)
        self.clock.pass_by(seconds)

    def recorded(self, kind: str) -> list[dict[str, Any]]:
        """The entries of one kind in the house's journal."""
        found = [entry for entry in self.store.entries(HOUSE_JOURNAL) if entry.kind == kind]
        return [msgspec.json.decode(entry.payload) for entry in found]

    def browser(self, host: str = HOST, scheme: str = "http", address: str = HERE) -> "Browser":
        return Browser(self._app, host, scheme, address)


class Browser:
    """Sends requests, and keeps the cookie."""

    def __init__(self, app: Any, host: str, scheme: str, address: str) -> None:
        self._transport = httpx.ASGITransport(app, client=(address, 1))
        self._origin = f"{scheme}://{host}"
        self.token = ""
        self.set_cookie = ""

    async def get(self, path: str) -> Any:
        return await self._send("GET", path, None)

    async def post(self, path: str, **body: Any) -> Any:
        return await self._send("POST", path, body)

    async def delete(self, path: str) -> Any:
        return await self._send("DELETE", path, None)

    async def _send(self, method: str, path: str, body: Any) -> Any:
        headers = {"Cookie": f"{COOKIE}={self.token}"} if self.token else {}
        async with httpx.AsyncClient(transport=self._transport, base_url=self._origin) as client:
            reply = await client.request(method, path, json=body, headers=headers)
        if "set-cookie" in reply.headers:
            self.set_cookie = reply.headers["set-cookie"]
            self.token = SimpleCookie(self.set_cookie)[COOKIE].value
        return reply.json() if reply.content else {}


def why(reply: dict[str, Any]) -> str:
    """The sentence of a refusal."""
    assert "refused" in reply, reply
    sentence: str = reply["refused"]["sentence"]
    assert sentence.endswith(".")
    return sentence

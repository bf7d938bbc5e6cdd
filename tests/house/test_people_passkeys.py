"""Passkeys: registered in a session or by invitation, and a sign-in by them; nothing that was not asked for counts."""

from pathlib import Path
from typing import Any

import pytest
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

from pitboss.house.people.passkeys import bound_to, name_in, site_of
from pitboss.procedure import Refused
from pitboss.roles import Role
from tests.house.authenticator import Authenticator
from tests.house.desk import run
from tests.house.entrance import PASSWORD, Browser, Entrance, why

ORIGIN = "http://localhost:8000"
UNPROVED = "This passkey is not known here, or did not prove itself."
STALE = "This passkey answers a question that was not asked, or is over; start again."


async def registered(browser: Browser, key: Authenticator) -> Any:
    options = (await browser.post("/api/me/passkeys/options"))["public_key"]
    return await browser.post("/api/me/passkeys", passkey=key.create(options), label="phone")


async def question(browser: Browser) -> dict[str, Any]:
    found: dict[str, Any] = (await browser.post("/api/session/passkey/options"))["public_key"]
    return found


def test_people_a_passkey_signs_its_person_in(tmp_path: Path) -> None:
    """Discoverable, user verification preferred; each challenge once, for five minutes, below and at."""

    async def work() -> None:
        async with Entrance(tmp_path / "house.db") as entrance:
            await entrance.add("D-1", Role.DEALER, name="Dana")
            owner, guest, key = entrance.browser(), entrance.browser(), Authenticator(ORIGIN)
            assert "not signed in" in why(await owner.post("/api/me/passkeys/options"))
            await owner.post("/api/session", name="Dana", password=PASSWORD)
            options = (await owner.post("/api/me/passkeys/options"))["public_key"]
            assert options["authenticatorSelection"]["residentKey"] == "required"
            assert options["authenticatorSelection"]["userVerification"] == "preferred"
            assert options["rp"]["id"] == "localhost"
            assert "D-1" not in base64url_to_bytes(options["user"]["id"]).decode()
            made = key.create(options)
            assert await owner.post("/api/me/passkeys", passkey=made) == {}
            assert why(await owner.post("/api/me/passkeys", passkey=made)) == STALE
            again = (await owner.post("/api/me/passkeys/options"))["public_key"]
            assert [one["id"] for one in again["excludeCredentials"]] == [made["id"]]
            assert entrance.recorded("passkey_added") == [{"credential": "D-1", "label": "passkey"}]

            asked = await question(guest)
            entrance.pass_by(299.9)
            signed = key.get(asked)
            assert (await guest.post("/api/session/passkey", passkey=signed))["person"]["name"] == "Dana"
            assert why(await guest.post("/api/session/passkey", passkey=signed)) == STALE  # replayed
            asked = await question(guest)
            entrance.pass_by(300)
            assert why(await guest.post("/api/session/passkey", passkey=key.get(asked))) == STALE
            assert [entry["how"] for entry in entrance.recorded("signed_in")] == ["password", "passkey"]

            await entrance.end("D-1")
            assert why(await guest.post("/api/session/passkey", passkey=key.get(await question(guest)))) == UNPROVED

    run(work)


def test_people_a_passkey_that_proves_nothing_is_refused(tmp_path: Path) -> None:
    """Another origin, site, challenge, purpose, key or person; a count that fell or stood still; a torn signature."""

    async def work() -> None:
        async with Entrance(tmp_path / "house.db") as entrance:
            await entrance.add("D-1", Role.DEALER)
            await entrance.add("D-2", Role.DEALER)
            owner, other, key = entrance.browser(), entrance.browser(), Authenticator(ORIGIN)
            await owner.post("/api/session", name="D-1", password=PASSWORD)
            await other.post("/api/session", name="D-2", password=PASSWORD)

            async def tried(signed: dict[str, Any]) -> str:
                entrance.pass_by(31)
                return why(await entrance.browser().post("/api/session/passkey", passkey=signed))

            foreign = Authenticator("http://evil.example")
            assert why(await registered(owner, foreign)) == UNPROVED
            options = (await owner.post("/api/me/passkeys/options"))["public_key"]
            assert why(await other.post("/api/me/passkeys", passkey=key.create(options))) == STALE  # another session's
            assert await tried(key.get(await question(owner))) == UNPROVED  # not registered

            key.count = 7
            assert await registered(owner, key) == {}
            assert await tried(key.get(await question(owner)) | {"id": bytes_to_base64url(foreign.id)}) == UNPROVED
            asked = await question(owner)
            assert await tried(key.get(asked | {"challenge": bytes_to_base64url(bytes(32))})) == STALE
            creation = (await owner.post("/api/me/passkeys/options"))["public_key"]
            assert await tried(key.get(asked | {"challenge": creation["challenge"]})) == STALE
            assert await tried(key.get(asked | {"rpId": "evil.example"})) == UNPROVED
            key.origin = "https://localhost:8001"
            assert await tried(key.get(await question(owner))) == UNPROVED
            key.origin = ORIGIN

            torn = key.get(await question(owner))
            torn["response"]["signature"] = bytes_to_base64url(b"\x30" + bytes(70))
            assert await tried(torn) == UNPROVED
            borrowed = key.get(await question(owner))
            borrowed["response"]["userHandle"] = bytes_to_base64url(b"somebody else")
            assert await tried(borrowed) == UNPROVED

            for count, taken in ((6, False), (7, True), (7, False), (8, True)):  # it signs with one more
                key.count = count
                entrance.pass_by(31)
                reply = await entrance.browser().post("/api/session/passkey", passkey=key.get(await question(owner)))
                assert ("person" in reply) == taken, count
            answers: list[dict[str, Any]] = [
                {},
                {"response": {}},
                {"response": {"clientDataJSON": "x"}},
                {"response": 3},
            ]
            for nonsense in answers:
                assert await tried(nonsense) == "This is not the answer of a passkey."

    run(work)


@pytest.mark.parametrize(
    ("host", "name", "origins"),
    [
        ("localhost:8000", "localhost", ("https://localhost:8000", "http://localhost:8000")),
        ("House.example", "house.example", ("https://house.example",)),
        ("127.0.0.1:8000", "", ()),
        ("[::1]:8000", "", ()),
        ("[::1]", "", ()),
    ],
)
def test_people_a_passkey_is_bound_to_a_name_never_to_an_address(
    host: str, name: str, origins: tuple[str, ...]
) -> None:
    """Over https; over http on this machine only."""
    site = site_of(host)
    if name:
        assert (bound_to(site), site.origins) == (name, origins)
    else:
        with pytest.raises(Refused, match=f"by the address {name_in(host)}; use localhost"):
            bound_to(site)

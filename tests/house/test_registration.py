"""Players who make an account for themselves: where the house allows it, with a password or a passkey, so many from one address."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from pitboss.authority import IN_THE_HOUSE, right_of
from pitboss.house.people.people import SelfRegistration
from pitboss.house.wire.limits import ClientLimits
from pitboss.roles import Role
from tests.house.authenticator import Authenticator
from tests.house.desk import run
from tests.house.entrance import HOST, PASSWORD, Browser, Entrance, why

FEW = 5
STALE = "This passkey answers a question that was not asked, or is over; start again."


def entrance_for_all(database: Path, registrations: int = 100) -> Entrance:
    limits = ClientLimits(registrations=1e-6, registration_burst=registrations)
    return Entrance(database, demonstration=True, limits=limits)


async def registered(browser: Browser, **body: Any) -> Any:
    return await browser.post("/api/registration", **body)


def test_people_a_newcomer_registers_by_password(tmp_path: Path) -> None:
    """They are signed in as a player, by nobody's leave but the right to it, and can sign in again by name and by number."""

    async def work() -> None:
        async with entrance_for_all(tmp_path / "house.db") as entrance:
            browser = entrance.browser()
            assert (await browser.get("/api/session"))["registration"] == {"least": 12, "most": 256}
            reply = await registered(browser, name="  Nova   New ", password=PASSWORD)
            person = reply["person"]
            assert (person["name"], person["roles"]) == ("Nova New", ["player"])
            assert person["credential"].startswith("P-")
            (added,) = [one for one in entrance.recorded("person_added") if one["name"] == "Nova New"]
            assert added["by"] == {"credential": person["credential"], "name": "Nova New", "role": "player"}
            assert PASSWORD not in str(added)
            assert [one["how"] for one in entrance.recorded("signed_in")] == ["registration"]
            for name in ("nova new", person["credential"]):
                again = await entrance.browser().post("/api/session", name=name, password=PASSWORD)
                assert again["person"]["credential"] == person["credential"]
            assert right_of(IN_THE_HOUSE, "register oneself").roles == (Role.PLAYER,)

    run(work)


def test_people_a_newcomer_registers_by_passkey(tmp_path: Path) -> None:
    """For the name and number that it was asked for with, once; and signs in by it."""

    async def work() -> None:
        async with entrance_for_all(tmp_path / "house.db") as entrance:
            browser, key = entrance.browser(), Authenticator(f"http://{HOST}")
            asked = await browser.post("/api/registration/passkey/options", name="Nova")
            made, number = key.create(asked["public_key"]), asked["credential"]
            assert why(await registered(browser, name="Nova", credential="P-999999x", passkey=made)) == STALE
            asked = await browser.post("/api/registration/passkey/options", name="Nova")
            made, number = key.create(asked["public_key"]), asked["credential"]
            assert why(await registered(browser, name="Max", credential=number, passkey=made)) == STALE
            asked = await browser.post("/api/registration/passkey/options", name="Nova")
            made, number = key.create(asked["public_key"]), asked["credential"]
            body = {"name": "Nova", "credential": number, "passkey": made}
            assert (await registered(browser, **body))["person"]["credential"] == number
            assert "There is a person" in why(await registered(browser, **body))
            question = (await browser.post("/api/session/passkey/options"))["public_key"]
            signed = await entrance.browser().post("/api/session/passkey", passkey=key.get(question))
            assert signed["person"]["name"] == "Nova"

    run(work)


def test_people_nobody_registers_under_a_name_that_is_taken(tmp_path: Path) -> None:
    """Whoever had it could no longer sign in by it; of two at the same moment one gets it. An account needs a name and a proof."""

    async def work() -> None:
        async with entrance_for_all(tmp_path / "house.db") as entrance:
            await entrance.add("M-1", Role.MANAGER, name="Max Manager")
            for name in ("max  manager", "ＭＡＸ Manager"):
                assert "called" in why(await registered(entrance.browser(), name=name, password=PASSWORD))
            for body, words in (
                ({"name": " ", "password": PASSWORD}, "Type a name"),
                ({"name": "M-1", "password": PASSWORD}, "credential number of a person"),
                ({"name": "Nova", "password": "x" * 11}, "12 to 256"),
                ({"name": "Nova"}, "Choose a password or a passkey"),
            ):
                assert words in why(await registered(entrance.browser(), **body))
            assert set(entrance.register.people) == {"M-1"}
            twice = [registered(entrance.browser(), name="Nova", password=PASSWORD) for _ in range(2)]
            replies = await asyncio.gather(*twice)
            assert sorted("person" in reply for reply in replies) == [False, True]
            assert len(entrance.register.of(Role.PLAYER)) == 1

    run(work)


@pytest.mark.parametrize(
    ("registration", "demonstration", "allowed"),
    [
        (SelfRegistration.IN_DEMONSTRATIONS, True, True),
        (SelfRegistration.IN_DEMONSTRATIONS, False, False),
        (SelfRegistration.ALLOWED, False, True),
        (SelfRegistration.NOT_ALLOWED, True, False),
    ],
)
def test_people_register_where_the_house_allows_it(
    tmp_path: Path, registration: SelfRegistration, demonstration: bool, allowed: bool
) -> None:
    """In a demonstration unless it says otherwise, elsewhere where it says so."""

    async def work() -> None:
        async with Entrance(tmp_path / "house.db", demonstration=demonstration) as entrance:
            entrance.people.registration = registration
            browser = entrance.browser()
            assert ("registration" in await browser.get("/api/session")) is allowed
            asked = await browser.post("/api/registration/passkey/options", name="Nova")
            reply = await registered(browser, name="Nova", password=PASSWORD)
            assert ("public_key" in asked, "person" in reply) == (allowed, allowed)
            if not allowed:
                assert "the cage or an administrator gives you one" in why(asked)
                assert why(asked) == why(reply)
            assert len(entrance.recorded("person_added")) == allowed

    run(work)


def test_people_one_address_tries_to_register_so_often(tmp_path: Path) -> None:
    """Every try counts, also one that is refused, so that nobody learns by it who is here; another address is not concerned."""

    async def work() -> None:
        async with entrance_for_all(tmp_path / "house.db", FEW) as entrance:
            await entrance.add("M-1", Role.MANAGER, name="Max Manager")
            for _ in range(FEW):
                assert "called" in why(await registered(entrance.browser(), name="Max Manager", password=PASSWORD))
            for path in ("/api/registration", "/api/registration/passkey/options"):
                body = {"name": "Nova", "password": PASSWORD} if path == "/api/registration" else {"name": "Nova"}
                assert f"One address may have {FEW} tries" in why(await entrance.browser().post(path, **body))
            assert set(entrance.register.people) == {"M-1"}
            elsewhere = entrance.browser(address="203.0.113.77")
            assert (await registered(elsewhere, name="Nova", password=PASSWORD))["person"]["name"] == "Nova"

    run(work)

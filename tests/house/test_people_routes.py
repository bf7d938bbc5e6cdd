"""Invitations, administrators and the cookie, over HTTP."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.authority import IN_THE_HOUSE, right_of
from pitboss.house.people.demonstration import MORE, add_people, credential_of
from pitboss.house.people.register import HOUSE_JOURNAL
from pitboss.roles import Role, role_for
from tests.house.authenticator import Authenticator
from tests.house.desk import run
from tests.house.entrance import PASSWORD, Browser, Entrance, why

GONE = "This invitation was used or replaced, or is older than a day; ask whoever gave it to you for a new one."


def token_in(link: str) -> str:
    start, _, token = link.partition("#invitation=")
    assert start == "/sign-in"
    return token


async def first_administrator(entrance: Entrance) -> Browser:
    browser, token = entrance.browser(), (await entrance.people.first_invitations())[Role.ADMINISTRATOR]
    reply = await browser.post(
        "/api/invitations/accept", token=token, name="Addie", credential="A-1", password=PASSWORD
    )
    assert reply["person"]["roles"] == ["administrator"]
    return browser


def test_people_the_first_administrator_comes_by_one_link(tmp_path: Path) -> None:
    """Once, within a day, by whoever says who they are; of two at the same moment, one; a restart replaces the link."""

    async def work() -> None:
        async with Entrance(tmp_path / "house.db") as entrance:
            browser, people = entrance.browser(), entrance.people
            old = (await people.first_invitations())[Role.ADMINISTRATOR]
            token = (await people.first_invitations())[Role.ADMINISTRATOR]
            assert why(await browser.post("/api/invitations/look", token=old)) == GONE
            found = await browser.post("/api/invitations/look", token=token)
            assert found == {"name": "", "credential": "", "administrator": True, "least": 12, "most": 256}
            accept: dict[str, Any] = {"token": token, "name": "Addie", "credential": "A-1", "password": PASSWORD}
            for missing in ("name", "credential", "password"):
                assert why(await browser.post("/api/invitations/accept", **accept | {missing: ""}))
            assert "12 to 256" in why(await browser.post("/api/invitations/accept", **accept | {"password": "x" * 11}))
            assert not entrance.register.people
            entrance.pass_by(24 * 3600 - 0.1)
            twice = [entrance.browser().post("/api/invitations/accept", **accept) for _ in range(2)]
            replies = await asyncio.gather(*twice)
            assert sorted("person" in reply for reply in replies) == [False, True]
            assert [why(reply) for reply in replies if "refused" in reply] == [GONE]
            assert set(await people.first_invitations()) == {Role.BOARD}
            assert "belong" in why(await browser.post("/api/session", name="addie", password="x" * 12))
            assert (await browser.post("/api/session", name="addie", password=PASSWORD))["person"][
                "credential"
            ] == "A-1"
        async with Entrance(tmp_path / "house.db", entrance.clock) as entrance:
            assert [person.name for person in entrance.register.of(Role.ADMINISTRATOR)] == ["Addie"]

    run(work)


def test_people_an_invitation_is_good_once_and_for_a_day(tmp_path: Path) -> None:
    """It sets a password, a passkey or both, and ends older sessions; a newer one replaces it."""

    async def work() -> None:
        async with Entrance(tmp_path / "house.db") as entrance:
            boss = await first_administrator(entrance)
            made = await boss.post("/api/people", name="Dana", credential="D-1", roles=["dealer"])
            assert made["person"]["roles"] == ["dealer"]
            dana, token = entrance.browser(), token_in(made["link"])
            assert (await dana.post("/api/invitations/look", token=token))["name"] == "Dana"
            assert "for Dana" in why(
                await dana.post("/api/invitations/accept", token=token, name="Eve", password=PASSWORD)
            )
            assert "password or a passkey" in why(await dana.post("/api/invitations/accept", token=token))
            key = Authenticator("http://localhost:8000")
            asked = await dana.post("/api/invitations/passkey/options", token=token)
            passkey = key.create(asked["public_key"])
            reply = await dana.post("/api/invitations/accept", token=token, passkey=passkey)
            assert reply["person"]["credential"] == "D-1"
            assert why(await dana.post("/api/invitations/accept", token=token, password=PASSWORD)) == GONE
            assert "by passkey" in why(await dana.post("/api/me/password", old="", new=PASSWORD))

            older = token_in((await boss.post("/api/people/D-1/invitation"))["link"])
            newer = token_in((await boss.post("/api/people/D-1/invitation"))["link"])
            again = entrance.browser()
            assert why(await again.post("/api/invitations/accept", token=older, password=PASSWORD)) == GONE
            assert (await again.post("/api/invitations/accept", token=newer, password=PASSWORD))["person"]
            assert (await dana.get("/api/session"))["person"] is None  # older sessions are over
            assert (await again.get("/api/session"))["person"]["name"] == "Dana"

            late = token_in((await boss.post("/api/people/D-1/invitation"))["link"])
            entrance.pass_by(24 * 3600)
            assert why(await again.post("/api/invitations/accept", token=late, password=PASSWORD)) == GONE
            invited = [entry["credential"] for entry in entrance.recorded("person_invited") if "by" in entry]
            assert invited == ["D-1"] * 4

    run(work)


def test_people_each_act_of_an_administrator_by_each_role(tmp_path: Path) -> None:
    """Only whom the table of rights names; everybody else is refused and nothing is recorded."""

    async def work() -> None:
        async with Entrance(tmp_path / "house.db") as entrance:
            await entrance.add("T-1", Role.DEALER, name="Target")
            acts: dict[str, Callable[[Browser, str], Awaitable[Any]]] = {
                "see people": lambda b, n: b.get("/api/people"),
                "add person": lambda b, n: b.post("/api/people", name="New", credential=f"N-{n}", roles=["dealer"]),
                "add player": lambda b, n: b.post("/api/people", name="New", credential=f"P-{n}", roles=["player"]),
                "change roles": lambda b, n: b.post("/api/people/T-1/roles", roles=["dealer", "player"]),
                "invite person": lambda b, n: b.post("/api/people/T-1/invitation"),
                "revoke sessions": lambda b, n: b.post("/api/people/T-1/revoke"),
                "unlock person": lambda b, n: b.post("/api/people/T-1/unlock"),
                "end person": lambda b, n: b.post("/api/people/T-1/end"),
            }
            nobody = entrance.browser()
            for act in acts.values():
                assert "not signed in" in why(await act(nobody, "none"))
            for role in sorted(Role, key=lambda role: role is Role.ADMINISTRATOR):
                await entrance.add(role.value, role)
                browser = entrance.browser()
                await browser.post("/api/session", name=role.value, password=PASSWORD)
                for name, act in acts.items():
                    before = list(entrance.store.entries(HOUSE_JOURNAL))
                    reply = await act(browser, role.value)
                    if role_for([role], right_of(IN_THE_HOUSE, name).roles) is not None:
                        assert "refused" not in reply or "is not locked" in why(reply), (role, name)
                    else:
                        assert reply["refused"]["code"] == "wrong_role", (role, name)
                        assert list(entrance.store.entries(HOUSE_JOURNAL)) == before
            assert entrance.recorded("person_ended") == [
                {
                    "credential": "T-1",
                    "by": {"credential": "administrator", "name": "administrator", "role": "administrator"},
                }
            ]

    run(work)


def test_people_what_an_administrator_may_not_do(tmp_path: Path) -> None:
    """Two people under one number, nobody in charge, roles that do not exist; a lock is ended, and only a lock."""

    async def work() -> None:
        async with Entrance(tmp_path / "house.db") as entrance:
            boss = await first_administrator(entrance)
            await entrance.add("D-1", Role.DEALER, name="Dana")
            for credential in ("D-1", "d-1", " D-1 "):
                reply = await boss.post("/api/people", name="Another", credential=credential, roles=["dealer"])
                assert "There is a person with the credential number" in why(reply)
            reply = await boss.post("/api/people", name="Ghost", credential="guest 1a2b", roles=["player"])
            assert "does not begin with 'guest'" in why(reply)  # else the chips of that guest would be theirs
            reply = await boss.post("/api/people", name="d-1", credential="D-9", roles=["dealer"])
            assert "is the credential number of a person" in why(reply)
            twice = [boss.post("/api/people", name="Twin", credential="D-2", roles=["dealer"]) for _ in range(2)]
            made = sorted(await asyncio.gather(*twice), key=lambda reply: "person" in reply)
            assert "There is a person" in why(made[0])
            assert "person" in made[1]
            assert "at least one role" in why(await boss.post("/api/people/D-1/roles", roles=[]))
            assert (await boss.post("/api/people/D-1/roles", roles=["king"]))["status_code"] == 400
            assert "without an administrator" in why(await boss.post("/api/people/A-1/end"))
            assert "without an administrator" in why(await boss.post("/api/people/A-1/roles", roles=["dealer"]))
            assert "Nobody here has" in why(await boss.post("/api/people/X-1/end"))
            assert "not locked" in why(await boss.post("/api/people/D-1/unlock"))
            for _ in range(10):
                entrance.pass_by(20)
                await entrance.browser().post("/api/session", name="dana", password="x" * 12)
                await boss.get("/api/people")
            entrance.pass_by(31)
            assert "locked" in why(await entrance.browser().post("/api/session", name="dana", password=PASSWORD))
            assert [line["locked"] for line in await boss.get("/api/people") if line["credential"] == "D-1"] == [True]
            assert (await boss.post("/api/people/D-1/unlock"))["locked"] is False
            dana = entrance.browser()
            assert (await dana.post("/api/session", name="dana", password=PASSWORD))["person"]["name"] == "Dana"
            assert (await boss.post("/api/people/D-1/end"))["until"]
            assert (await dana.get("/api/session"))["person"] is None
            assert "has left" in why(await boss.post("/api/people/D-1/invitation"))

    run(work)


def test_people_the_cookie_is_for_this_house_alone(tmp_path: Path) -> None:
    """And is given only where a browser keeps it; signing out and in again ends the session before."""

    async def work() -> None:
        async with Entrance(tmp_path / "house.db") as entrance:
            await entrance.add("P-1", name="Pat")
            assert (await entrance.browser().get("/api/session")) == {
                "person": None, "seconds_left": 0, "secure": True, "passkeys": True, "demonstration": False,
                "zone": "America/New_York",
            }  # fmt: skip
            for host, scheme, secure, named in (
                ("house.example", "http", False, True),
                ("192.0.2.7:8000", "http", False, False),
                ("localhost.evil.example", "http", False, True),
                ("127.0.0.1:8000", "http", True, False),
                ("[::1]:8000", "http", True, False),
                ("house.example", "https", True, True),
            ):
                browser = entrance.browser(host, scheme)
                state = await browser.get("/api/session")
                assert (state["secure"], state["passkeys"]) == (secure, named), host
                reply = await browser.post("/api/session", name="Pat", password=PASSWORD)
                assert ("person" in reply) == secure
                assert bool(browser.token) == secure
                if not named:
                    assert "host name" in why(await browser.post("/api/session/passkey/options"))
            parts = browser.set_cookie.split("; ")
            assert parts[0] == f"__Host-pitboss={browser.token}"
            assert len(browser.token) == 43  # 256 bits
            assert set(parts[1:]) == {"Max-Age=43200", "Path=/", "Secure", "HttpOnly", "SameSite=Strict"}

            first = browser.token
            entrance.pass_by(60)
            assert (await browser.get("/api/session"))["seconds_left"] == 1740  # to ask does not count as an act
            await browser.post("/api/session", name="Pat", password=PASSWORD)
            assert browser.token != first
            assert entrance.people.sessions.of(first) is None
            other = entrance.browser()
            await other.post("/api/session", name="Pat", password=PASSWORD)
            entrance.pass_by(31)
            assert "belong" in why(await browser.post("/api/me/password", old="x" * 12, new=PASSWORD))
            assert await browser.post("/api/me/password", old=PASSWORD, new="another horse battery") == {}
            assert (await other.get("/api/session"))["person"] is None
            assert (await browser.get("/api/session"))["person"]["name"] == "Pat"
            kept = browser.token
            await browser.delete("/api/session")
            assert (browser.token, entrance.people.sessions.of(kept)) == ("", None)
            assert "belong" in why(await browser.post("/api/session", name="Pat", password=PASSWORD))

    run(work)


@pytest.mark.parametrize("demonstration", [True, False])
def test_people_a_demonstration_has_a_link_for_each_role_and_no_other_house_has(
    tmp_path: Path, demonstration: bool
) -> None:
    async def work() -> None:
        async with Entrance(tmp_path / "house.db", demonstration=demonstration) as entrance:
            await add_people(entrance.register)
            await add_people(entrance.register)
            assert len(entrance.register.people) == len(Role) + len(MORE)
            for role in Role:
                person = entrance.register.person(credential_of(role))
                browser = entrance.browser()
                reply = await browser.post("/api/people/enter", token=entrance.people.demonstration_token(person))
                if demonstration:
                    assert reply["person"]["roles"] == [role.value]
                    assert reply["demonstration"]
                else:
                    assert "no demonstration" in why(reply)
                    assert not browser.token
            assert why(await browser.post("/api/people/enter", token="x"))

    run(work)

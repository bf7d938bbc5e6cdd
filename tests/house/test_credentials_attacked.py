"""Passwords, passkeys and failed tries that somebody took out of the file, changed or put in: the record is not in order."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.house.people.sessions import PersonSession
from pitboss.house.storage.backup import check_in_use
from pitboss.house.storage.seal import Sealer
from pitboss.procedure import Refused
from pitboss.roles import Role
from tests.house.authenticator import Authenticator
from tests.house.desk import run
from tests.house.entrance import PASSWORD, Entrance
from tests.house.test_people_passkeys import ORIGIN, registered


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An administrator and a dealer came in by their links; the dealer has two passkeys; two names failed to sign in."""
    database = tmp_path_factory.mktemp("credentials") / "house.db"

    async def work() -> None:
        async with Entrance(database) as entrance:
            people, browser = entrance.people, entrance.browser()
            first = (await people.first_invitations())[Role.ADMINISTRATOR]
            who = {"name": "Addie", "credential": "A-1", "password": PASSWORD}
            await browser.post("/api/invitations/accept", token=first, **who)
            administrator = entrance.register.person("A-1")
            token = (await people.accounts.add(administrator, "Dana", "D-1", [Role.DEALER])).token
            for again in (False, True):  # the second time both passkeys of before are gone
                dana = entrance.browser()
                await dana.post("/api/invitations/accept", token=token, password=PASSWORD)
                for _ in range(2):
                    assert await registered(dana, Authenticator(ORIGIN)) == {}
                token = "" if again else (await people.accounts.invite(administrator, "D-1")).token
            await people.change_password(_session(entrance, dana.token), PASSWORD, f"{PASSWORD} again", "127.0.0.1")
            for name in ("Dana", "nobody", "Dana"):
                with pytest.raises(Refused):
                    await people.sign_in(name, "not the password", "192.0.2.1")

    run(work)
    check_in_use(database, Sealer.beside(database))
    return database


def _session(entrance: Entrance, token: str) -> PersonSession:
    found = entrance.people.sessions.of(token)
    assert found is not None
    return found


FORGED_LOGIN = "INSERT INTO logins SELECT 'D-2', body FROM logins LIMIT 1"
ATTACKS = {
    "a password taken out": ("DELETE FROM logins WHERE credential = 'D-1'", "password of 'D-1'"),
    "all passwords taken out": ("DELETE FROM logins", "password of 'A-1'"),
    "a password put in": (FORGED_LOGIN, "login D-2"),
    "a password exchanged": ("UPDATE logins SET body = (SELECT max(body) FROM logins)", "sealed record login"),
    "a passkey taken out": ("DELETE FROM passkeys WHERE id = (SELECT min(id) FROM passkeys)", "passkey of 'D-1'"),
    "all passkeys taken out": ("DELETE FROM passkeys", "passkey of 'D-1'"),
    "a passkey given to another": (
        "UPDATE passkeys SET credential = 'A-1' WHERE id = (SELECT min(id) FROM passkeys)",
        "is that of another person",
    ),
    "failed tries wiped": ("DELETE FROM attempts", "Failed tries"),
    "a name's failed tries wiped": (
        "DELETE FROM attempts WHERE subject = (SELECT min(subject) FROM attempts)",
        "Failed tries",
    ),
    "failed tries changed": ("UPDATE attempts SET failures = '[]'", "Failed tries"),
    "a lock ended": ("UPDATE attempts SET locked_until = locked_until + 1", "Failed tries"),
    "failed tries put in": ("INSERT INTO attempts VALUES ('forged', '[]', 9e9)", "Failed tries"),
    "failed tries and their sum wiped": ("DELETE FROM attempts; DELETE FROM totals", "Failed tries"),
}


@pytest.mark.parametrize("what", ATTACKS)
def test_credentials_that_somebody_changed_are_missed(what: str, kept: Path, tmp_path: Path) -> None:
    sql, because = ATTACKS[what]
    database = tmp_path / "house.db"
    with closing(sqlite3.connect(kept)) as source, closing(sqlite3.connect(database)) as copy:
        source.backup(copy)
        copy.executescript(sql)
        copy.commit()
    with pytest.raises(Refused, match=because):
        check_in_use(database, Sealer.beside(kept))


def test_the_sum_follows_every_try(tmp_path: Path) -> None:
    """Several at once, those that succeed, and those that are forgotten: it agrees whenever somebody looks."""
    database = tmp_path / "house.db"

    async def work() -> None:
        async with Entrance(database) as entrance:
            await entrance.add("D-1", Role.DEALER, name="Dana")
            for number in range(6):
                with pytest.raises(Refused):
                    await entrance.people.sign_in(f"nobody {number % 3}", "not the password", f"192.0.2.{number}")
                await entrance.people.sign_in("Dana", PASSWORD, "192.0.2.1")
                check_in_use(database, entrance.store.sealer)
            entrance.pass_by(599)
            check_in_use(database, entrance.store.sealer)
            entrance.pass_by(1000)
            await entrance.store.commit(entrance.people.attempts.outdated())
            assert entrance.store.access.attempts() == []
            check_in_use(database, entrance.store.sealer)

    run(work)

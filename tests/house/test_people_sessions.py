"""Sessions end when they are idle, old, revoked or their person has left; whoever holds a line open is told at once."""

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from pitboss.house.people.people import LOOK_SECONDS
from pitboss.house.people.sessions import PersonSession, Why
from pitboss.house.storage import store
from pitboss.roles import Role
from tests.house.desk import HandClock, run
from tests.house.entrance import HERE, PASSWORD, Entrance
from tests.house.live import until


async def sign_in(entrance: Entrance, name: str) -> tuple[str, PersonSession]:
    token = await entrance.people.sign_in(name, PASSWORD, HERE)
    session = entrance.people.sessions.of(token)
    assert session is not None
    return token, session


@pytest.mark.parametrize(
    ("roles", "limit"),
    [
        ((Role.PLAYER,), 1800),
        ((Role.DEALER,), 300),
        ((Role.PLAYER, Role.SURVEILLANCE), 300),
        ((Role.ADMINISTRATOR,), 300),
    ],
)
def test_people_idle_after_five_minutes_at_a_console_and_thirty_for_a_player(
    tmp_path: Path, roles: tuple[Role, ...], limit: float
) -> None:
    """Below, at; what they do begins the time anew; a restart does not, and no wall clock that is set moves it."""

    async def work() -> None:
        async with Entrance(tmp_path / "house.db") as entrance:
            await entrance.add("P-1", *roles)
            token, session = await sign_in(entrance, "P-1")
            entrance.pass_by(limit - 1)
            entrance.people.sessions.touch(session)
            await entrance.store.alive()  # that it was used is on the disk
            entrance.pass_by(limit - 1)
        clock = entrance.clock
        assert isinstance(clock, HandClock)
        async with Entrance(tmp_path / "house.db", clock) as entrance:
            found = entrance.people.sessions.of(token)
            assert found is not None
            assert entrance.people.sessions.seconds_left(found) == pytest.approx(1)
            clock.wall -= 10_000
            entrance.pass_by(0.9)
            assert entrance.people.sessions.of(token) is found
            entrance.pass_by(0.1)
            assert entrance.people.sessions.of(token) is None
            assert not entrance.people.sessions.touch(found)  # too late
            assert entrance.people.sessions.of(token) is None
            await entrance.people.sessions.look()
            assert [entry["why"] for entry in entrance.recorded("signed_out")] == ["idle"]
            assert entrance.store.access.signed_in() == []

    run(work)


def test_people_no_session_lasts_longer_than_12_hours(tmp_path: Path) -> None:
    async def work() -> None:
        async with Entrance(tmp_path / "house.db") as entrance:
            await entrance.add("D-1", Role.DEALER)
            token, session = await sign_in(entrance, "D-1")
            for _ in range(12 * 60):
                entrance.people.sessions.touch(session)
                entrance.pass_by(60 if _ < 719 else 59.9)
            assert entrance.people.sessions.of(token) is session
            entrance.pass_by(0.1)
            assert entrance.people.sessions.of(token) is None
            await entrance.people.sessions.look()
            assert [entry["why"] for entry in entrance.recorded("signed_out")] == ["expired"]

    run(work)


def test_people_a_use_is_written_every_twenty_seconds_at_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with Entrance(tmp_path / "house.db") as entrance:
            await entrance.add("D-1", Role.DEALER)
            _, session = await sign_in(entrance, "D-1")
            written: list[str] = []
            commit = entrance.store.commit

            def counted(writes: Sequence[store.Write]) -> "asyncio.Future[None]":
                written.extend(sql for sql, _ in writes)
                return commit(writes)

            monkeypatch.setattr(entrance.store, "commit", counted)
            for seconds, writes in ((0, 0), (19.9, 0), (0.1, 1), (19.9, 1), (0.1, 2)):
                entrance.pass_by(seconds)
                entrance.people.sessions.touch(session)
                assert written.count(store.SIGNED_IN_USED) == writes

    run(work)


def test_people_the_end_of_a_session_is_told_within_a_second(tmp_path: Path) -> None:
    """Revoked, idle, left the house, a role taken away: every line of that session and no other, each once."""
    assert LOOK_SECONDS < 1

    async def work() -> None:
        async with Entrance(tmp_path / "house.db") as entrance:
            sessions = entrance.people.sessions
            boss = await entrance.add("A-1", Role.ADMINISTRATOR)
            told: list[tuple[str, Why]] = []
            for name, roles in (
                ("idle", (Role.DEALER,)),
                ("revoked", (Role.DEALER,)),
                ("ended", (Role.PLAYER,)),
                ("demoted", (Role.FLOORPERSON, Role.DEALER)),
                ("promoted", (Role.DEALER,)),
            ):
                await entrance.add(name, *roles)
                _, session = await sign_in(entrance, name)
                sessions.subscribe(session.hash, partial(hear, told, name))
                sessions.subscribe(session.hash, partial(hear, told, "never"))()  # taken away again
                if name == "idle":
                    entrance.pass_by(300)
                    await until(lambda: ("idle", "idle") in told)
            await entrance.people.accounts.revoke(boss, "revoked")
            await entrance.end("ended")
            await entrance.people.accounts.change_roles(boss, "demoted", [Role.DEALER])
            await entrance.people.accounts.change_roles(boss, "promoted", [Role.DEALER, Role.FLOORPERSON])
            await until(lambda: ("ended", "ended") in told)
            assert sorted(told) == [
                ("demoted", "revoked"),
                ("ended", "ended"),
                ("idle", "idle"),
                ("revoked", "revoked"),
            ]
            late: list[Why] = []
            sessions.subscribe("0" * 64, late.append)
            assert late == ["ended"]  # a line that is opened just then is told at once
            await until(lambda: len(entrance.recorded("signed_out")) == len(told))  # lines are told first
            ends = entrance.recorded("signed_out")
            by = {entry["credential"]: entry.get("by", {}).get("credential") for entry in ends}
            assert by == {"revoked": "A-1", "idle": None, "ended": None, "demoted": "A-1"}

    run(work)


def hear(told: list[tuple[str, Why]], name: str, why: Why) -> None:
    told.append((name, why))


def test_people_a_session_that_could_not_be_written_as_ended_is_written_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk must not bring it back at the next start."""

    async def work() -> None:
        async with Entrance(tmp_path / "house.db") as entrance:
            await entrance.add("D-1", Role.DEALER)
            token, session = await sign_in(entrance, "D-1")
            with monkeypatch.context() as broken:
                broken.setattr(entrance.register, "enter", full)
                with pytest.raises(store.StorageFailed):
                    await entrance.people.sessions.revoke(session)
            assert entrance.people.sessions.of(token) is None
            assert entrance.store.access.signed_in() != []
            await entrance.people.sessions.look()
            assert entrance.store.access.signed_in() == []
            assert [entry["why"] for entry in entrance.recorded("signed_out")] == ["revoked"]

    async def full(*_: object, **__: object) -> None:
        raise store.StorageFailed("The disk is full.")

    run(work)

"""Signing in by password: nothing tells an unknown name from a wrong password; tries are throttled and names locked."""

import asyncio
import statistics
import time
from pathlib import Path

import argon2
import pytest

from pitboss.house.people import passwords
from pitboss.procedure import Refused
from tests.house.desk import run
from tests.house.entrance import HERE, PASSWORD, Entrance

WRONG = "wrong horse battery"


async def sentence(entrance: Entrance, name: str, password: str = WRONG, address: str = HERE) -> str:
    """What is said to a try; empty: they are signed in."""
    try:
        await entrance.people.sign_in(name, password, address)
    except Refused as refused:
        return refused.sentence
    return ""


@pytest.mark.parametrize(("length", "taken"), [(11, False), (12, True), (256, True), (257, False)])
def test_people_a_password_has_12_to_256_characters(length: int, taken: bool) -> None:
    if taken:
        passwords.check("é" * length)
    else:
        with pytest.raises(Refused, match="12 to 256 characters"):
            passwords.check("é" * length)


def test_people_unknown_name_and_wrong_password_are_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same words after the same work: one verification each, under the same profile, in about the same time."""
    verified: list[str] = []
    verify = argon2.PasswordHasher.verify

    def watched(self: argon2.PasswordHasher, hash: str, password: bytes) -> bool:
        verified.append(hash)
        return bool(verify(self, hash, password))

    monkeypatch.setattr(argon2.PasswordHasher, "verify", watched)
    hasher = argon2.PasswordHasher(time_cost=2, memory_cost=8192, parallelism=1)

    async def work() -> None:
        async with Entrance(tmp_path / "house.db", hasher=hasher) as entrance:
            await entrance.add("D-1", name="Dana")
            await entrance.add("D-2", name="Gone")
            took: dict[str, list[float]] = {"Dana": [], "Nobody": [], "Gone": []}
            await entrance.end("D-2")
            for _ in range(7):
                for name, times in took.items():
                    entrance.pass_by(901)
                    verified.clear()
                    began = time.process_time()
                    said = await sentence(entrance, name)
                    times.append(time.process_time() - began)
                    assert said == "That name and password do not belong together here."
                    assert len(verified) == 1
                    assert argon2.extract_parameters(verified[0]) == argon2.extract_parameters(hasher.hash("x"))
            medians = [statistics.median(times) for times in took.values()]
            assert max(medians) < 3 * min(medians)
            entrance.pass_by(901)
            assert await sentence(entrance, "Gone", PASSWORD) == await sentence(entrance, "Nobody", PASSWORD)
            assert await sentence(entrance, " dana ", PASSWORD) == ""
            assert await sentence(entrance, "d-1", PASSWORD) == ""

    run(work)


def test_people_a_changed_profile_rehashes_at_the_next_sign_in(tmp_path: Path) -> None:
    """And no hash stands in the database unsealed, where who reads the file could try passwords."""
    dearer = argon2.PasswordHasher(time_cost=2, memory_cost=16, parallelism=1)

    async def work() -> None:
        async with Entrance(tmp_path / "house.db") as entrance:
            await entrance.add("D-1")
            before = entrance.store.access.login("D-1")
        async with Entrance(tmp_path / "house.db", hasher=dearer) as entrance:
            assert await sentence(entrance, "D-1") != ""
            assert entrance.store.access.login("D-1") == before
            assert await sentence(entrance, "D-1", PASSWORD) == ""
            kept = entrance.store.access.login("D-1")
            assert kept is not None
            assert "m=16,t=2,p=1" in entrance.store.sealer.open(kept, "login D-1").decode()
            assert await sentence(entrance, "D-1", PASSWORD) == ""
            assert entrance.store.access.login("D-1") == kept

    run(work)
    assert b"argon2id" not in b"".join(file.read_bytes() for file in tmp_path.iterdir())


@pytest.mark.parametrize("name", ["Dana", "Nobody"])
def test_people_the_sixth_try_waits_twice_as_long_each_time(tmp_path: Path, name: str) -> None:
    """Five are free; then 1, 2, 4, 8 seconds, below and at each; the tenth failure locks the name for 15 minutes."""

    async def work() -> None:
        async with Entrance(tmp_path / "house.db") as entrance:
            await entrance.add("D-1", name="Dana")
            for n in range(5):
                typed = (name, name.upper(), f" {name} ")[n % 3]
                said = await sentence(entrance, typed, address=f"198.51.100.{n}")
                assert "belong together" in said
        async with Entrance(tmp_path / "house.db", clock=entrance.clock) as entrance:  # a restart changes nothing
            for n, wait in enumerate((1, 2, 4, 8, 16)):
                entrance.pass_by(wait - 0.01)
                assert "too many tries; wait 1 second " in await sentence(entrance, name, PASSWORD, f"192.0.2.{n}")
                entrance.pass_by(0.01)
                assert "belong together" in await sentence(entrance, name, address=f"192.0.2.{n}")
            locked = await sentence(entrance, name, PASSWORD)
            assert "10 failures" in locked
            assert [entry["credential"] for entry in entrance.recorded("sign_in_locked")] == ["D-1"] * (name == "Dana")
            entrance.pass_by(899.9)
            assert await sentence(entrance, name, PASSWORD) == locked
        async with Entrance(tmp_path / "house.db", clock=entrance.clock) as entrance:
            assert await sentence(entrance, name, PASSWORD) == locked
            entrance.pass_by(0.1)
            assert ("belong together" in await sentence(entrance, name, PASSWORD)) == (name == "Nobody")

    run(work)


def test_people_the_tenth_try_may_be_right_and_an_old_failure_counts_no_more(tmp_path: Path) -> None:
    """Nine failures lock nobody; a success forgets those of the name; failures fall away after 15 minutes."""

    async def work() -> None:
        async with Entrance(tmp_path / "house.db") as entrance:
            await entrance.add("D-1")
            for n in range(9):
                entrance.pass_by(31)
                await sentence(entrance, "D-1", address=str(n))
            entrance.pass_by(31)
            assert await sentence(entrance, "D-1", PASSWORD, "x") == ""
            assert not entrance.recorded("sign_in_locked")
            for n in range(30):  # one in two minutes: never ten within 15
                entrance.pass_by(120)
                assert "belong together" in await sentence(entrance, "D-1", address=str(n))

    run(work)


def test_people_many_tries_at_once_are_no_way_round(tmp_path: Path) -> None:
    """Of twenty at the same moment, five are heard; by name from many addresses, and from one address by many names."""

    async def work() -> None:
        async with Entrance(tmp_path / "house.db") as entrance:
            await entrance.add("D-1")
            for tries in (
                [("D-1", f"192.0.2.{n}") for n in range(20)],
                [(f"name {n}", HERE) for n in range(20)],
                [(f"another name {n}", f"2001:db8::{n}") for n in range(20)],
            ):
                said = await asyncio.gather(*(sentence(entrance, name, address=address) for name, address in tries))
                assert sum("belong together" in words for words in said) == 5

    run(work)


def test_people_an_address_waits_30_seconds_at_most_and_is_never_locked(tmp_path: Path) -> None:
    async def work() -> None:
        async with Entrance(tmp_path / "house.db") as entrance:
            for n in range(12):
                entrance.pass_by(30)
                assert "belong together" in await sentence(entrance, f"name {n}")
            entrance.pass_by(29.99)
            assert "too many tries" in await sentence(entrance, "another")
            assert "belong together" in await sentence(entrance, "another", address="192.0.2.1")

    run(work)


def test_people_a_typed_name_is_not_stored(tmp_path: Path) -> None:
    """People type passwords into the wrong field."""

    async def work() -> None:
        async with Entrance(tmp_path / "house.db") as entrance:
            await sentence(entrance, "hunter2hunter2")

    run(work)
    assert b"hunter2" not in b"".join(file.read_bytes() for file in tmp_path.iterdir())

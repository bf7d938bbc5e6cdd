"""The journal of the cage, read while it is written: by a process that opens, and by one that has just lost the house."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from pitboss.house.cage.cage import Cage
from pitboss.house.clock import Clock
from pitboss.house.storage.store import LeaseLost, Store, Write
from tests.house.purses import ME, A


@pytest.mark.parametrize("before", [True, False])
def test_what_is_followed_while_it_is_being_written_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: bool
) -> None:
    """The process has just lost the house; it reads the record right before, or right after, what it was writing is in it."""

    async def live() -> None:
        store = Store(tmp_path / "house.db")
        cage, commit = Cage(store, Clock()), store.commit

        async def followed(writes: Sequence[Write]) -> None:
            if before:
                cage.follow()
            await commit(writes)
            if not before:
                cage.follow()

        given = cage.purse(ME).balance
        with monkeypatch.context() as reading:
            reading.setattr(store, "commit", followed)
            await cage.send(ME, A, 500)
        assert cage.purse(ME).balance == given - 500
        await cage.send(ME, A, 500)
        assert cage.purse(ME).balance == given - 1_000
        again = Cage(store, Clock())
        again.recover()
        assert again.purse(ME).balance == given - 1_000
        store.close()

    asyncio.run(live())


def test_what_was_followed_while_something_was_not_written_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was refused, because another process has the house by then."""

    async def live() -> None:
        store = Store(tmp_path / "house.db")
        cage, another = Cage(store, Clock()), Cage(store, Clock())

        async def refused(writes: Sequence[Write]) -> None:
            cage.follow()
            raise LeaseLost

        given = cage.purse(ME).balance
        with monkeypatch.context() as reading:
            reading.setattr(store, "commit", refused)
            with pytest.raises(LeaseLost):
                await cage.send(ME, A, 500)
        await another.send(ME, A, 700)
        await another.send(ME, A, 100)
        cage.follow()
        assert cage.purse(ME).balance == given - 800
        await cage.send(ME, A, 200)
        assert cage.purse(ME).balance == given - 1_000
        store.close()

    asyncio.run(live())


def test_a_record_of_the_house_that_grows_while_it_is_read_is_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process opens while the one that has the house writes."""

    async def live() -> None:
        store = Store(tmp_path / "house.db")
        cage, entries = Cage(store, Clock()), store.entries
        await cage.send(ME, A, 500)
        loop, amounts = asyncio.get_running_loop(), [100, 200]

        def then_grown(*given: Any) -> Any:
            found = list(entries(*given))
            if amounts:
                asyncio.run_coroutine_threadsafe(cage.send(ME, A, amounts.pop()), loop).result()
            return found

        monkeypatch.setattr(store, "entries", then_grown)
        opening = Cage(store, Clock())
        await asyncio.to_thread(opening.recover)
        assert opening.purse(ME).balance == cage.purse(ME).balance
        store.close()

    asyncio.run(live())

"""Houses that are wrong on purpose: a simulation that does not find them out proves nothing."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest import mock

from pitboss.drivers.fair import FairDevice
from pitboss.events import Event, Paid
from pitboss.house.host.host import Host
from pitboss.house.host.replies import Replies
from pitboss.house.storage.store import ENTRY, Write
from pitboss.ledger import Ledger
from pitboss.procedure import CHANCE, Answer, Draw
from soak.simulation.world import VirtualStore, World


@contextmanager
def acknowledges_before_it_has_written(world: World) -> Iterator[None]:
    """Whoever waits for an entry is told that it is on the disk while it is not."""
    commit = VirtualStore.commit

    def at_once(self: VirtualStore, writes: Sequence[Write]) -> "asyncio.Future[None]":
        writing = commit(self, writes)
        if not any(sql is ENTRY for sql, _ in writes):
            return writing
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        done.set_result(None)
        return done

    with (
        mock.patch.object(VirtualStore, "commit", at_once),
        mock.patch("soak.simulation.world.COMMIT_SECONDS", (0.5, 2.0)),  # a slow disk, so that it tells the sooner
    ):
        yield


@contextmanager
def forgets_keys(world: World) -> Iterator[None]:
    """A command that comes twice is done twice."""
    with (
        mock.patch.object(Replies, "known", return_value=None),
        mock.patch("pitboss.house.storage.store.COMMAND", "INSERT OR REPLACE INTO commands VALUES (?, ?, ?, ?)"),
    ):
        yield


@contextmanager
def shows_hidden_cards(world: World) -> Iterator[None]:
    """Views are folded from events as they are, not as their reader may see them."""
    with mock.patch("pitboss.house.table.scene.visible", lambda event, *ids: event):
        yield


@contextmanager
def tells_hidden_cards(world: World) -> Iterator[None]:
    """The same of the events that are pushed."""
    with mock.patch("pitboss.house.wire.view_stream.visible", lambda event, *ids: event):
        yield


@contextmanager
def syncs_too_rarely(world: World) -> Iterator[None]:
    """SQLite's NORMAL: a commit is in the file, and on the disk some time later."""
    world.pragmas = {"synchronous": "NORMAL"}
    with mock.patch("pitboss.house.storage.store.NEEDED", {"journal_mode": "wal"}):
        yield


@contextmanager
def pays_from_nowhere(world: World) -> Iterator[None]:
    """Whoever wins gets a cent that is taken from no account; the table notices, and stops."""
    fold = Ledger.fold

    def folded(self: Ledger, events: Iterable[Event]) -> None:
        found = list(events)
        fold(self, found)
        for event in found:
            if isinstance(event, Paid):
                self.balances[self.rack(event.seat)] += 1

    with mock.patch.object(Ledger, "fold", folded):
        yield


@contextmanager
def draws_as_it_likes(world: World) -> Iterator[None]:
    """Now and then the outcome is not the one that was committed to."""
    answer, pick = FairDevice.answer, world.source("liked")

    def liked(self: FairDevice, question: Draw) -> Answer:
        found = answer(self, question)
        if question.independent and pick.random() < 0.2:
            return Answer(CHANCE, pick.choice([says for says, weight in question.weights.items() if weight]))
        return found

    with mock.patch.object(FairDevice, "answer", liked):
        yield


@contextmanager
def recovers_in_silence(world: World) -> Iterator[None]:
    """A table that goes on after its disk failed notifies nobody of it."""
    recover = Host.recover

    def silent(self: Host) -> None:
        recover(self)
        self.suspension.unseen = bool(self.suspension.sentence)

    with mock.patch.object(Host, "recover", silent):
        yield


# what breaks them, the games at which it shows, and a word of what is found
CONTROLS: dict[str, tuple[Callable[[World], Any], tuple[str, ...], str]] = {
    "acknowledges before it has written": (acknowledges_before_it_has_written, ("roulette", "roulette"), "times"),
    "forgets keys": (forgets_keys, ("roulette",), "times"),
    "shows hidden cards": (shows_hidden_cards, ("go-fore-it",), "not shown"),
    "tells hidden cards": (tells_hidden_cards, ("go-fore-it",), "not seen"),
    "syncs too rarely": (syncs_too_rarely, ("roulette", "roulette"), "times"),
    "pays from nowhere": (pays_from_nowhere, ("roulette",), "stands still"),
    "recovers in silence": (recovers_in_silence, ("roulette",), "an open connection shows"),
    "draws as it likes": (draws_as_it_likes, ("roulette",), "replay"),
}
SEEDS = 10  # within which each is found


def seeds_until_found(name: str, hours: float = 0.5, most: int = SEEDS) -> int:
    """After how many seeds a broken house is found out; 0: it is not."""
    from soak.simulation.run import simulate

    broken, games, word = CONTROLS[name]
    for seed in range(1, most + 1):
        found = simulate(seed, hours, games=games, broken=broken)
        if any(word in sentence for sentence in found.broken):
            return seed
    return 0

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
from pitboss.house.storage.audit import Auditor
from pitboss.house.storage.log import Log
from pitboss.house.storage.rules_rows import RulesRows
from pitboss.house.storage.store import ENTRY, Write
from pitboss.house.table.versions import Packages
from pitboss.ledger import Ledger
from pitboss.procedure import CHANCE, Answer, Draw, Refusal, Refused
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.package import Package
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


@contextmanager
def trusts_the_release_of_a_package(world: World) -> Iterator[None]:
    """Rules are looked up by the release that they give themselves, too, and whoever wrote the row is not asked."""

    def by_either(self: RulesRows, version: str) -> bytes | None:
        sql = "SELECT * FROM packages WHERE version = ?1 OR release = ?1 ORDER BY since DESC"
        found = self._store.one(sql, version)
        return bytes(found[3]) if found is not None else None

    def as_given(name: str, packages: Packages) -> list[Package]:
        body = packages(name)
        try:
            return [Package.read(body)] if body is not None else []
        except RulebookError as error:
            raise Refused(Refusal.CORRUPT, str(error), "") from None

    with (
        mock.patch.object(RulesRows, "package", by_either),
        mock.patch("pitboss.house.table.verify.packages_of", as_given),
    ):
        yield


@contextmanager
def forgets_that_heads_were_made(world: World) -> Iterator[None]:
    """A record without any signed head is taken for one that has none yet."""
    with mock.patch.object(Auditor, "_check_kept"), mock.patch.object(Log, "_has", return_value=True):
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
# those that it takes somebody who writes the database to find out
ATTACKED: dict[str, tuple[Callable[[World], Any], str]] = {
    "trusts the release of a package": (trusts_the_release_of_a_package, "rules that nobody approved are run"),
    "forgets that heads were made": (forgets_that_heads_were_made, "nobody is told of wipe heads"),
    "recovers in silence": (recovers_in_silence, "an open connection shows"),
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


def attacks_until_found(name: str, hours: float = 0.15, most: int = SEEDS) -> int:
    """The same of a house whose database somebody writes."""
    from soak.simulation.adversary import disturb
    from soak.simulation.run import simulate

    broken, word = ATTACKED[name]
    for seed in range(1, most + 1):
        found = simulate(seed, hours, games=("roulette",), broken=broken, disturb=disturb)
        if any(word in sentence for sentence in found.broken):
            return seed
    return 0

"""Leaks planted on purpose, one in each way that something leaves a house: a scan that misses one proves nothing."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from pitboss.events import Event, encode, visible
from pitboss.house.host.dealer import Dealer
from pitboss.house.host.host import Host
from pitboss.house.storage import backup
from pitboss.house.table.table import Table
from pitboss.house.wire import archive
from pitboss.house.wire.metrics import Metrics
from tests.secrecy.searching import BACKUP, FILE, FRAME, LOG, PREVIEW, REPLY


@contextmanager
def in_frames() -> Iterator[None]:
    """Views are folded from events as they are."""
    with mock.patch("pitboss.house.table.scene.visible", lambda event, *ids: event):
        yield


@contextmanager
def in_replies() -> Iterator[None]:
    """The round in progress is recalled with everything in it."""
    with mock.patch("pitboss.house.wire.archive.visible", lambda event, *ids: event):
        yield


@contextmanager
def in_exports() -> Iterator[None]:
    """The record is given out with the round in progress."""
    export = archive.export
    with mock.patch.object(archive, "export", lambda store, table, running: export(store, table, None)):
        yield


@contextmanager
def in_previews() -> Iterator[None]:
    """What would follow is told to its end."""

    def everything(table: Table, who: Any, events: list[Event]) -> tuple[list[Event], bool]:
        return [visible(event, who) for event in events] + list(table.play.events), False

    with mock.patch("pitboss.house.commands.preview.seen_now", everything):
        yield


@contextmanager
def in_logs() -> Iterator[None]:
    """Whoever looks for a fault writes down what was dealt."""
    advance = Dealer.advance

    def telling(self: Dealer) -> None:
        advance(self)
        for event in self.host.require_table().play.events:
            logging.getLogger("pitboss").debug("dealt %s", getattr(event, "card", ""))

    with mock.patch.object(Dealer, "advance", telling):
        yield


@contextmanager
def in_metrics() -> Iterator[None]:
    """A label has a seed in it."""
    exposition = Metrics.exposition

    async def labelled(self: Metrics) -> bytes:
        seeds = hosts[0].require_table().seeds.values() if hosts else ()
        return await exposition(self) + b"".join(f'seed{{of="{seed.hex()}"}} 1\n'.encode() for seed in seeds)

    with _known() as hosts, mock.patch.object(Metrics, "exposition", labelled):
        yield


@contextmanager
def _known() -> Iterator[list[Host]]:
    """The host of the table, once it has written something."""
    hosts, commit = list[Host](), Host.commit

    async def noted(self: Host, done: Any) -> None:
        hosts[:] = [self]
        await commit(self, done)

    with mock.patch.object(Host, "commit", noted):
        yield hosts


@contextmanager
def in_the_database() -> Iterator[None]:
    """Steps are neither sealed nor compressed."""
    unsealed = mock.patch("pitboss.house.storage.store.SEALED", ())
    with unsealed, mock.patch("pitboss.house.storage.forms.SHORT", 1 << 30):
        yield


@contextmanager
def in_a_backup() -> Iterator[None]:
    """A copy has at its end what lies on the table."""
    make = backup.make

    def with_a_list(database: Path, target: Path, **more: Any) -> Any:
        made = make(database, target, **more)
        with target.open("ab") as file:
            file.write(encode(hosts[0].require_table().play.events))
        return made

    with _known() as hosts, mock.patch.object(backup, "make", with_a_list):
        yield


PLANTED = {
    "frames": (in_frames, FRAME), "replies": (in_replies, REPLY), "exports": (in_exports, REPLY),
    "previews": (in_previews, PREVIEW), "logs": (in_logs, LOG), "metrics": (in_metrics, REPLY),
    "the database": (in_the_database, FILE), "a backup": (in_a_backup, BACKUP),
}  # fmt: skip

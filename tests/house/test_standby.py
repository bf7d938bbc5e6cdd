"""Two real servers with one record: what is acknowledged is at the standby, and a promotion is survived."""

import shutil
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from pitboss.house.process import promoting
from pitboss.house.sharing import leases
from pitboss.house.sharing.leases import Leases
from pitboss.house.sharing.units import HOUSE
from pitboss.house.storage import standby
from pitboss.house.storage.postgres import PostgresStore, connect_to, servers_of, watch
from pitboss.house.storage.seal import Unsafe
from pitboss.house.storage.store import PULSE, NotDurable, _Part
from tests.cli.conftest import Pitboss
from tests.house.postgres import USER, Server, needs_postgres, server

pytestmark = needs_postgres
PATIENCE = 120.0


class Pair:
    """A primary, a standby for which it waits, and the address with both."""

    def __init__(self, primary: Server) -> None:
        self.primary, self.other = primary, primary.standby()
        with psycopg.connect(primary.address, autocommit=True) as line:
            line.execute("CREATE DATABASE casino TEMPLATE template0")
        self.address = f"postgresql://{USER}@/casino?host={primary.folder},{self.other.folder}"
        self.waits_for(f'"{self.other.folder.name}"')

    def waits_for(self, names: str) -> None:
        with psycopg.connect(self.primary.address, autocommit=True) as line:
            line.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{names}'")
            line.execute("SELECT pg_reload_conf()")
            until(lambda: _one(line, "SHOW synchronous_standby_names") == names)

    def waiting(self) -> int:
        """How many commits wait for the standby."""
        with psycopg.connect(self.primary.address, autocommit=True) as line:
            return int(_one(line, "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"))

    def close(self) -> None:
        servers_of(self.address).end()
        self.other.stop(signal.SIGQUIT)
        shutil.rmtree(self.other.folder, ignore_errors=True)


def _one(line: psycopg.Connection[Any], statement: str) -> Any:
    row = line.execute(statement).fetchone()
    assert row is not None
    return row[0]


def until(holds: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.01)


@pytest.fixture
def pair() -> Iterator[Pair]:
    with server() as primary:
        made = Pair(primary)
        yield made
        made.close()


class Writing(threading.Thread):
    """A transaction in a thread of its own; ``said``: why it was not acknowledged, if it was not."""

    said: Exception | None = None

    def __init__(self, store: PostgresStore) -> None:
        super().__init__(daemon=True)
        self._store = store
        self.start()

    def run(self) -> None:
        self.said = self._store.writing.transaction([_Part([(PULSE, ())], None)])


def acknowledged(store: PostgresStore) -> bool:
    writing = Writing(store)
    writing.join(PATIENCE)
    return not writing.is_alive() and writing.said is None


def number_at(server: Server, store: PostgresStore) -> int:
    with psycopg.connect(f"postgresql://{USER}@/casino?host={server.folder}") as line:
        return int(_one(line, f"SELECT number FROM writers WHERE writer = '{store.writing._name}'"))


def test_nothing_is_acknowledged_before_the_standby_has_it(pair: Pair, tmp_path: Path) -> None:
    store = PostgresStore(pair.address, tmp_path)
    assert acknowledged(store)
    pair.other.stop()
    writing = Writing(store)
    until(pair.waiting)
    assert writing.is_alive()
    with psycopg.connect(pair.primary.address, autocommit=True) as line:  # who waits is cut off: is it there or not?
        line.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
    until(lambda: pair.waiting() and number_at(pair.primary, store) == 2)  # there, and still not acknowledged
    assert writing.is_alive()
    pair.other.start()
    writing.join(PATIENCE)
    assert writing.said is None
    until(lambda: number_at(pair.other, store) == 2)
    store.close()


def test_a_house_of_several_servers_waits_for_a_standby_or_says_that_it_does_not(pair: Pair, tmp_path: Path) -> None:
    store = PostgresStore(pair.address, tmp_path)
    pair.waits_for("")
    writing = Writing(store)
    writing.join(PATIENCE)
    assert isinstance(writing.said, NotDurable)
    assert "waits for no standby" in str(writing.said)
    with pytest.raises(Unsafe, match="waits for no standby"):
        PostgresStore(pair.address, tmp_path)
    pair.waits_for(f'"{pair.other.folder.name}"')
    assert acknowledged(store)
    store.close()
    pair.other.stop()  # who goes on waits for nobody
    without = PostgresStore(standby.under("go-on", pair.address), tmp_path)
    assert acknowledged(without)
    assert pair.waiting() == 0
    without.close()
    less = make_conninfo(pair.address, options="-c synchronous_commit=remote_write")
    with pytest.raises(Unsafe, match="synchronous_commit = remote_write"):
        connect_to(less, writes=True)


def test_what_waits_at_a_primary_of_former_times_goes_on_at_the_new_one(pair: Pair, tmp_path: Path) -> None:
    """The primary lives, but nobody follows it any more: a commit there would wait for ever."""
    store = PostgresStore(pair.address, tmp_path)
    watch(pair.address)
    assert acknowledged(store)
    with psycopg.connect(pair.other.address, autocommit=True) as line:
        line.execute("SELECT pg_promote()")  # nobody fenced the one before
        line.execute("ALTER SYSTEM SET synchronous_standby_names = ''")
        line.execute("SELECT pg_reload_conf()")
    late = Writing(store)
    late.join(PATIENCE)
    assert not late.is_alive()
    promoting.go_alone(pair.address)
    assert acknowledged(store)
    assert number_at(pair.other, store) > number_at(pair.primary, store)
    assert (tmp_path / "timeline").read_text() == "2\n"
    store.close()
    servers_of(pair.address).end()
    pair.other.stop()
    servers_of.cache_clear()  # as in a process that was just started
    with pytest.raises(Unsafe, match="as new as timeline 2"):
        PostgresStore(pair.address, tmp_path)


def test_a_standby_is_promoted_by_command_and_the_one_before_is_fenced(
    pair: Pair, tmp_path: Path, pitboss: Pitboss
) -> None:
    store = PostgresStore(pair.address, tmp_path)
    first, second = (f"{one.folder}:5432" for one in (pair.primary, pair.other))
    there = ("--database", pair.address)
    status, out, _ = pitboss("standby", "list", *there)
    assert (status, [line.split()[:2] for line in out.splitlines()]) == (0, [[first, "primary,"], [second, "standby,"]])
    assert "is no standby that answers" in pitboss("standby", "promote", first, *there)[2]
    assert acknowledged(store)
    assert pitboss("standby", "promote", second, "--alone", *there)[0] == 0
    status, out, _ = pitboss("standby", "list", *there)
    assert (status, [line.split()[1] for line in out.splitlines()]) == (
        1,
        ["fenced", "primary,"],
    )  # it waits for nobody
    assert acknowledged(store)
    assert number_at(pair.other, store) == 2
    with pytest.raises(psycopg.errors.ReadOnlySqlTransaction), psycopg.connect(pair.primary.address) as line:
        line.execute("CREATE TABLE written_all_the_same ()")
    assert pitboss("standby", "wait", "another", *there)[0] == 0
    assert "waits for another" in pitboss("standby", "list", *there)[1]
    waits = Writing(store)  # an operator who has a standby again, and loses it
    until(lambda: _waits(pair.other))
    assert pitboss("standby", "alone", *there)[0] == 0
    waits.join(PATIENCE)
    assert waits.said is None
    store.close()


def _waits(server: Server) -> bool:
    with psycopg.connect(server.address, autocommit=True) as line:
        return bool(_one(line, "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"))


def test_a_server_that_does_not_answer_has_to_be_gone(pair: Pair, tmp_path: Path, pitboss: Pitboss) -> None:
    """It may still be a primary that somebody reaches."""
    store = PostgresStore(pair.address, tmp_path)
    assert acknowledged(store)
    pair.primary.crash()
    promote = ("standby", "promote", f"{pair.other.folder}:5432", "--alone", "--database", pair.address)
    status, _, said = pitboss(*promote)
    assert (status, "does not answer" in said) == (2, True)
    assert pitboss(*promote, "--gone")[0] == 0
    assert acknowledged(store)
    assert number_at(pair.other, store) >= 2
    store.close()


@pytest.mark.parametrize(
    ("address", "hosts", "waiting"),
    [
        ("postgresql:///casino", [{}], False),
        ("postgresql://db1/casino", [{"host": "db1"}], False),
        ("postgresql://db1,db2/casino", [{"host": "db1"}, {"host": "db2"}], True),
        ("postgresql://db1:1,db2:2/casino", [{"host": "db1", "port": "1"}, {"host": "db2", "port": "2"}], True),
        ("postgresql:///casino?host=a,b&port=5", [{"host": "a", "port": "5"}, {"host": "b", "port": "5"}], True),
    ],
)
def test_the_servers_of_an_address(address: str, hosts: list[dict[str, str]], waiting: bool) -> None:
    parts = conninfo_to_dict(address)
    assert (standby.hosts_of(parts), standby.waits(parts)) == (hosts, waiting)
    assert not standby.waits(conninfo_to_dict(standby.under("go-on", address)))


def test_whoever_is_there_keeps_what_they_have_when_nothing_was_acknowledged_for_a_while(
    pair: Pair, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All leases seem to be over then, and nobody could renew any."""
    monkeypatch.setattr(leases, "LEASE_SECONDS", 0.5)
    PostgresStore(pair.address, tmp_path).close()
    owner, other = (Leases(pair.address, name, str(tmp_path / name)) for name in ("owner", "other"))
    owner.look()
    assert HOUSE in owner.held
    with psycopg.connect(f"postgresql://{USER}@/casino?host={pair.primary.folder}") as line:
        line.execute("LOCK TABLE processes")
        looking = threading.Thread(target=other.look)
        looking.start()
        looking.join(2 * leases.LEASE_SECONDS)
        assert looking.is_alive()  # as long as that nobody could renew
    looking.join(PATIENCE)
    assert other.held == {}
    while HOUSE not in other.held:  # nobody else is there any more
        other.look()
    owner.close()
    other.close()

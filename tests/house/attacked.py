"""A house with a past that somebody attacks: its record at many moments, its key, and what was kept outside of it.

It plays several games with players and staff: rounds that are over and one in progress at each table, heads between them, words
of players, a correction, sessions that ended and sessions that did not, invitations used and unused.
"""

import logging
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from pitboss.house.founding import Plan
from pitboss.house.host import dealer
from pitboss.house.host.sessions import Session
from pitboss.house.people.demonstration import credential_of
from pitboss.house.storage import backup
from pitboss.house.storage.audit import checkpoint_given
from pitboss.house.storage.export import check, export
from pitboss.house.storage.log import Log, origin
from pitboss.house.storage.seal import Sealer
from pitboss.house.storage.store import Store
from pitboss.house.table.entries import Settings
from pitboss.house.table.verify import verify_entries
from pitboss.procedure import Refused
from pitboss.roles import Role
from pitboss.tlog.note import Checkpoint, Signer
from tests.house.desk import Desk, random_round, run
from tests.house.sending import leave_table

PRACTICE = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0, buy_in=1_000_000)
BY_HAND = Settings(dealer="person", chance="entered", betting_seconds=0, election_seconds=0, settled_seconds=0)
WHEEL = "wheel"  # the table where a person deals
GAMES = {"roulette-1": "roulette", "jack-1": "blackjack", "golf-1": "go-fore-it", "craps-1": "craps"}
PLANS = [*(Plan(name, game, name, PRACTICE) for name, game in GAMES.items()), Plan(WHEEL, "roulette", WHEEL, BY_HAND)]
ROLLBACK_JOURNAL = b"\1\1"  # in place of the two bytes of the header that say that there is a write-ahead log


class Kept(msgspec.Struct, frozen=True):
    """The record of a house: as it is, as it was at earlier moments, its key, and the checkpoint that somebody else has."""

    now: bytes
    before: tuple[bytes, ...]
    key: bytes
    checkpoint: str  # the last head that was made
    vkey: str

    @property
    def sealer(self) -> Sealer:
        return Sealer(self.key)

    @property
    def outside(self) -> Checkpoint:
        return checkpoint_given(self.checkpoint)


def copy_of(database: Path) -> bytes:
    """The database as it is at this moment, in one piece."""
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(":memory:")) as copy:
        source.backup(copy)
        data = bytearray(copy.serialize())
    data[18:20] = ROLLBACK_JOURNAL
    return bytes(data)


def opened(data: bytes) -> sqlite3.Connection:
    """A database in memory."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.deserialize(data)
    return connection


def verdict(attacked: sqlite3.Connection, sealer: Sealer | None, *outside: Checkpoint) -> str:
    """What an audit says is wrong; empty where it finds all in order."""
    try:
        backup.audit(attacked, "the database", sealer, outside, lambda done: None)
    except Refused as refusal:
        return refusal.sentence
    return ""


# --- making it


def make(folder: Path, rounds: int = 3, seed: int = 1) -> Kept:
    """Play, and keep a copy after every round of every table."""
    database = folder / "house.db"
    with patch.object(dealer, "WAYPOINTS", 2):
        return run(lambda: _make(database, rounds, random.Random(seed)))


async def _make(database: Path, rounds: int, pick: random.Random) -> Kept:
    copies: list[bytes] = []
    async with Desk(database, PLANS, entropy=pick.randbytes) as desk:
        copies.append(await _staff(desk, database))
        await desk.open_by_hand(WHEEL)
        players = {name: {s.seat: s for s in [await desk.sit(name) for _ in range(2)]} for name in GAMES}
        gambler = await desk.sit(WHEEL)
        for number in range(rounds):
            for name, sitting in players.items():
                await random_round(desk, name, sitting, pick)
                copies.append(copy_of(database))
            await _spin(desk, gambler, corrected=not number)
            if number % 2 == 0:
                await desk.house.record.make_head()
            await _come_and_go(desk, players, number)
        for name, sitting in players.items():
            await _leave_in_progress(desk, name, next(iter(sitting.values())))
        await desk.house.record.make_head()
        copies.append(copy_of(database))
        await desk.bet("roulette-1", next(iter(players["roulette-1"].values())), "red", 500)
    note = _last(database, "SELECT note FROM checkpoints ORDER BY size DESC")
    with closing(sqlite3.connect(database)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    key = database.with_name(database.name + ".key").read_bytes()
    first = _last(database, "SELECT hash FROM journal WHERE table_id = 'house' AND sequence = 1")
    vkey = Signer(origin(first), Sealer(key).signing[0]).vkey
    return Kept(copy_of(database), tuple(copies), key, note, vkey)


async def _staff(desk: Desk, database: Path) -> bytes:
    """Two sign in, one of them leaves; two are invited. The database before anybody has left."""
    people, register = desk.house.people, desk.house.register
    token = await people.sessions.begin(register.person(credential_of(Role.DEALER)), "password")
    await people.sessions.begin(register.person(credential_of(Role.PIT_MANAGER)), "password")
    session = people.sessions.of(token)
    assert session is not None
    before = copy_of(database)
    await people.sessions.revoke(session, "left")
    administrator = register.person(credential_of(Role.ADMINISTRATOR))
    await people.accounts.add(administrator, "Nora New", "N-1", [Role.DEALER])
    await people.accounts.add(administrator, "Olaf Other", "O-1", [Role.CAGE_CASHIER])
    return before


async def _come_and_go(desk: Desk, players: dict[str, dict[int, Session]], number: int) -> None:
    """One player leaves and another comes; somebody signs in."""
    name = list(players)[number % len(players)]
    seat, session = next(reversed(players[name].items()))
    try:
        await leave_table(desk.host(name), session, desk.key())
    except Refused:  # something of theirs is on the layout
        return
    del players[name][seat]
    new = await desk.sit(name)
    players[name][new.seat] = new
    people = desk.house.people
    await people.sessions.begin(desk.house.register.person(credential_of(Role.SHIFT_MANAGER)), "password")


async def _spin(desk: Desk, player: Session, *, corrected: bool) -> None:
    await desk.until_asked(WHEEL)
    dealer = desk.role("dealer", WHEEL)
    await desk.bet(WHEEL, player, "red", 500)
    await desk.do(WHEEL, dealer, do="no_more_bets")
    await desk.do(WHEEL, dealer, answer={"says": "17", "by": "chance"})
    if corrected:
        await desk.do(WHEEL, dealer, do="correct")
        await desk.do(WHEEL, dealer, answer={"says": "20", "by": "chance"})
    await desk.do(WHEEL, dealer, answer={"says": "valid_spin", "by": "dealer"})
    await desk.take_and_pay(WHEEL)


async def _leave_in_progress(desk: Desk, name: str, player: Session) -> None:
    """A round that is not over; a player has added a word to its chance where that is still possible."""
    try:
        await desk.do(name, player, do="contribute", words=f"luck at {name}")
    except Refused:
        assert name != "roulette-1"
    await desk.settle(name, 0.1)
    await desk.settle(name, 0.1)


def _last(database: Path, sql: str) -> Any:
    with closing(sqlite3.connect(database)) as db:
        (found,) = db.execute(sql).fetchone()
    return found


# --- who looks at what an attack left


class _Heard(logging.Handler):
    """What the house complains of."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.sentences: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.sentences.append(record.getMessage())


def laid_out(folder: Path, data: bytes, kept: Kept) -> Path:
    """A database with its key in a folder, as a house finds them."""
    database, key = folder / "house.db", folder / "house.db.key"
    database.write_bytes(data)
    key.touch(0o600)
    key.write_bytes(kept.key)
    return database


def at_start(folder: Path, data: bytes, kept: Kept) -> str:
    """What a house says that opens with it; empty where it opens all its tables and complains of nothing."""
    heard, logger = _Heard(), logging.getLogger("pitboss")
    logger.addHandler(heard)

    async def work() -> str:
        async with Desk(laid_out(folder, data, kept), []) as desk:
            await desk.house.record.continue_log()  # as it does by itself a little later
            stopped = [host.suspension.sentence for host in desk.house.hosts.values() if host.suspension.sentence]
        return "; ".join([*stopped, *heard.sentences])

    try:
        return run(work)
    except (Refused, sqlite3.Error, ValueError, TypeError, AttributeError, LookupError) as error:
        return str(error) or repr(error)
    finally:
        logger.removeHandler(heard)


def in_exports(folder: Path, data: bytes, kept: Kept) -> str:
    """What is wrong with what the house exports for others, as told by those who check it with the checkpoint they kept."""
    try:
        store = Store(laid_out(folder, data, kept))
    except (Refused, sqlite3.Error, ValueError, TypeError) as error:
        return str(error) or repr(error)
    try:
        log = Log(store)
        latest = log.latest()
        if latest is None:
            return "there is no head"
        check(export(store, log, None, latest, {}), kept.vkey, kept.checkpoint)
        for table, *_ in store.tables():
            verify_entries(list(store.entries(table)))
    except (Refused, sqlite3.Error, ValueError, TypeError, AttributeError, LookupError, AssertionError) as error:
        return str(error) or repr(error)
    finally:
        store.close()
    return ""

"""Make the databases of older versions again, from the history: ``python -m tools.old_databases``, in a clone with its history.

A version's own house opens some tables, its own test kit plays at them, and the house stops with rounds in progress. What is
kept is the database with its key and with the tokens of those who were there, which open nothing else. Of further commits
small databases are kept, with a few rounds of a few games; the rules packages in them stand in one file beside them, for they
are nearly alike. Seeds and keys come from the system, so that the files are others every time.
"""

import io
import os
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
from contextlib import closing
from pathlib import Path

from pitboss.rulebook import former
from pitboss.rulebook.package import Package
from tools.old_versions import PROJECT, checked_out

FIXTURES = PROJECT / "tests" / "house" / "databases"
DATABASES = {1: "35f4189"}  # by the version of the layout, a commit that wrote it
COMMITS = (
    "bc46087",
    "d9678f6",
    "a34b34a",
    "6c93bec",
    "f729bb4",
    "0a6b578",
    "095daba",
    "3fd10aa",
    "d046017",
    "85037fe",
)  # of each a small database
RULES = "rules.tar.xz"  # the packages that those keep
MOST_BYTES = 300_000
MOST_BYTES_OF_A_SMALL_ONE = 120_000

# Run with the sources of the older version: whatever is imported here is that version's own.
PLAY = """\
import json, random, sys
from pathlib import Path

from pitboss.house.house import Plan
from pitboss.house.people.demonstration import credential_of
from pitboss.house.protocol.commands import TakeSeat
from pitboss.house.table.entries import Settings
from pitboss.house.wire import archive
from pitboss.roles import Role
from tests.house.desk import Desk, random_round, run

PRACTICE = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0, buy_in=1_000_000)
GAMES = ("roulette", "go-fore-it", "craps", "blackjack", "casino-war", "minibaccarat")
ROUNDS = 3
folder, told = Path(sys.argv[1]), {"seats": {}, "rounds": {}, "racks": {}, "up": {}, "heads": {}}


async def seat(desk, name):
    reply = await desk.host(name).take_seat(TakeSeat(desk.key()))
    desk.host(name).out_of_reach.pop(reply["seat"])
    told["seats"].setdefault(name, {})[reply["seat"]] = reply["token"]
    return desk.house.sessions.of(reply["token"], name)


async def begun(desk, name, players):
    for player in 10 * list(players.values()):
        if desk.table(name).round is not None:
            return
        await desk.do(name, player, do="ready")


async def dealt(desk, players):
    for _ in range(20):
        await begun(desk, "blackjack", players)
        await desk.decline_cuts("blackjack", players.values())
        for player in players.values():
            await desk.bet("blackjack", player, "blackjack", 1500)
        for player in players.values():
            await desk.do("blackjack", player, do="ready")
        if desk.table("blackjack").round is not None and desk.table("blackjack").up:
            return


async def work():
    async with Desk(folder / "house.db", [Plan(game, game, game.title(), PRACTICE) for game in GAMES]) as desk:
        pick = random.Random(1)
        for name in GAMES[:-1]:  # nobody comes to the last
            players = {s.seat: s for s in [await seat(desk, name) for _ in range(2)]}
            for _ in range(ROUNDS):
                await random_round(desk, name, players, pick)
            if name == "blackjack":
                await dealt(desk, players)  # stops in the middle of a hand
            elif name == "go-fore-it":  # stops while betting is open, with a wager up
                await begun(desk, name, players)
                await desk.bet(name, players[1], "front_9", 500)
            elif name == "casino-war":  # stops with one seat given up
                await desk.host(name).leave(players[2], desk.key())
            else:
                await begun(desk, name, players)
        people, person = desk.house.people, desk.house.register.person
        administrator = person(credential_of(Role.ADMINISTRATOR))
        _, invitation = await people.add(administrator, "Pat Example", "TG-0101", [Role.DEALER])
        told["session"] = await people.accept(invitation, password="correct horse battery")
        _, told["invitation"] = await people.add(administrator, "Kim Example", "TG-0102", [Role.FLOORPERSON])
        for name in GAMES:
            table = desk.table(name)
            told["rounds"][name] = [one.round for one in archive.rounds(desk.house.store, name, None, 100)]
            told["racks"][name] = {seat: table.rack(seat) for seat in table.players}
            told["up"][name] = sum(table.up.values())
            told["heads"][name] = (table.journal.sequence, table.journal.head)
        told["now"] = desk.clock.wall


run(work)
(folder / "told.json").write_text(json.dumps(told, indent=1))
"""


PLAY_A_LITTLE = """\
import random, sys
from pathlib import Path

try:
    from pitboss.house.founding import Plan
except ImportError:
    from pitboss.house.house import Plan
try:
    from pitboss.house.table.entries import Settings
except ImportError:
    from pitboss.house.entries import Settings
from tests.house.desk import Desk, random_round, run

PRACTICE = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0, buy_in=1_000_000)
GAMES = ("roulette", "pai-gow", "craps", "blackjack", "casino-war")


async def work():
    async with Desk(Path(sys.argv[1]) / "house.db", [Plan(game, game, game, PRACTICE) for game in GAMES]) as desk:
        for game in GAMES:
            pick, players = random.Random(game), {s.seat: s for s in [await desk.sit(game) for _ in range(2)]}
            for _ in range(2):
                await random_round(desk, game, players, pick)
            if game == "craps":  # stops while betting is open, with nothing wagered
                for player in 10 * list(players.values()):
                    if desk.table(game).round is None:
                        await desk.do(game, player, do="ready")


run(work)
"""


def played(tree: Path, folder: Path, play: str = PLAY) -> None:
    """Have the version of a tree make a database in a folder."""
    env = os.environ | {"PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree}", "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run([sys.executable, "-P", "-c", play, str(folder)], cwd=tree, env=env, check=True)


def taken_out(database: Path) -> dict[str, Package]:
    """The rules packages of a database, whose rows have none any more."""
    with closing(sqlite3.connect(database, isolation_level=None)) as db:
        if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'packages'").fetchone():
            return {}
        found = {version: Package.read(body) for version, body in db.execute("SELECT version, body FROM packages")}
        db.execute("UPDATE packages SET body = x''")
        db.execute("VACUUM")
    return found


def packed(folder: Path, *more: str) -> bytes:
    """The files of a folder that make up a database, in one archive."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:xz", preset=9) as archive:
        for name in ("house.db", "house.db.key", *more):
            member = tarfile.TarInfo(name)
            body = (folder / name).read_bytes()
            member.size, member.mode = len(body), 0o600
            archive.addfile(member, io.BytesIO(body))
    return out.getvalue()


def main() -> None:
    FIXTURES.mkdir(parents=True, exist_ok=True)
    for version, commit in DATABASES.items():
        with tempfile.TemporaryDirectory() as folder, checked_out(commit) as tree:
            played(tree, Path(folder))
            body = packed(Path(folder), "told.json")
        assert len(body) <= MOST_BYTES, len(body)
        (FIXTURES / f"version-{version}.tar.xz").write_bytes(body)
        print(f"written: version {version} of commit {commit}, {len(body)} bytes")
    small()


def small() -> None:
    """The small databases, and the rules that they keep."""
    rules: dict[str, Package] = {}
    for commit in COMMITS:
        with tempfile.TemporaryDirectory() as folder, checked_out(commit) as tree:
            played(tree, Path(folder), PLAY_A_LITTLE)
            rules |= taken_out(Path(folder) / "house.db")
            body = packed(Path(folder))
        assert len(body) <= MOST_BYTES_OF_A_SMALL_ONE, len(body)
        (FIXTURES / f"{commit}.tar.xz").write_bytes(body)
        print(f"written: commit {commit}, {len(body)} bytes")
    (FIXTURES / RULES).write_bytes(former.shipped(rules))
    print(f"written: {len(rules)} rules packages, {(FIXTURES / RULES).stat().st_size} bytes")


if __name__ == "__main__":
    main()

"""Every kind of table and of patron in one house; then its *database* is verified, backed up, restored and examined.

Entries that verify one by one are not enough: rows beside the journals, purses and sealed parts have to agree as well.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from pitboss.chapters.ch688a_face_up_pai_gow_poker.paytables import ProgressivePaytable
from pitboss.chapters.ch688a_face_up_pai_gow_poker.rules import Rules
from pitboss.cli.app import app
from pitboss.house.founding import Plan
from pitboss.house.storage import backup
from pitboss.house.storage.audit import NotInOrder
from pitboss.house.storage.backup import check_in_use, key_of
from pitboss.house.storage.doctor import IN_ORDER, examine
from pitboss.house.storage.restore import restore
from pitboss.house.storage.seal import Sealer
from pitboss.roles import Role
from tests.house.desk import Desk, check, run
from tests.house.hand import ByHand
from tests.house.live import BY_HAND, PRACTICE, QUICK, Live, Player, acked, credentials, new_key, wait_for
from tests.house.test_devices import DeviceLine, issue
from tests.house.test_own_tables import entered, visitor

AUTOMATIC, PRACTISED, DEALT, FOLLOWED, READ = "automatic", "practice", "dealt", "followed", "roulette-by-hand"
LINKED = ("north-1", "north-2")
FACE_UP = "face-up-pai-gow-poker"


def _linked(name: str) -> Plan:
    rules = Rules(
        progressive_payout=True, progressive_payout_paytable=ProgressivePaytable("4"), progressive_link_group="north"
    )
    return Plan(name, FACE_UP, name, msgspec.structs.replace(PRACTICE, buy_in=1_000_000), rules)


PLANS = (
    Plan(AUTOMATIC, "roulette", "Automatic", QUICK),
    Plan(PRACTISED, "roulette", "Practice", PRACTICE),
    Plan(DEALT, "roulette", "Dealt", BY_HAND),
    Plan(FOLLOWED, "roulette", "Followed", msgspec.structs.replace(BY_HAND, follow=True)),
    Plan(READ, "roulette", "Read by a device", BY_HAND),
    *map(_linked, LINKED),
)


class Patrons:
    """People at the tables of a house that is served."""

    def __init__(self, live: Live) -> None:
        self.live = live

    def account(self, table: str, seat: int) -> Player:
        """Somebody who signed in sits down with chips of their purse."""
        body = {"key": new_key(), "seat": seat}
        reply = self.live.post(f"/api/tables/{table}/seats", body, self.live.cookie(Role.PLAYER))
        assert reply.status_code == 201, reply.text
        return Player(self.live, table, **reply.json())

    def leave(self, player: Player) -> None:
        path = f"/api/tables/{player.table}/seats/{player.seat}/leave"
        reply = self.live.http.post(path, json={"key": new_key()}, headers=credentials(player.token))
        assert reply.status_code == 200, reply.text
        player.close()

    def staff(self, role: Role, table: str, **what: Any) -> None:
        """Somebody of the staff does something at a table."""
        body = {"key": new_key()} | what
        reply = self.live.post(f"/api/tables/{table}/do", body, self.live.cookie(role))
        assert reply.status_code == 200, reply.text

    def correct(self, table: str, seat: int, amount: int) -> None:
        """Two persons put right what the first round settled, for whoever sat there then."""
        lines = [{"seat": seat, "amount": amount}]
        self.staff(Role.PIT_MANAGER, table, do="propose_correction", rounds=[1], lines=lines, reason="paid wrongly")
        self.staff(Role.SHIFT_MANAGER, table, do="decide_correction", number=1, agreed=True)

    def at_automatic(self) -> None:
        """A guest and an account stay; another guest is moved, and one leaves."""
        guest, _, moved = self.live.sit(AUTOMATIC, 1), self.account(AUTOMATIC, 2), self.live.sit(AUTOMATIC, 3)
        self.staff(Role.PIT_MANAGER, AUTOMATIC, do="move_seat", seat=moved.seat, to_seat=6)
        self.leave(guest)

    def at_practice(self, table: str) -> None:
        player = self.live.sit(table)
        acked(player.bet("red", 500))
        acked(player.ready())
        player.wait(lambda view: view["phase"] == "settled")
        self.leave(player)
        self.correct(table, player.seat, 700)

    def at_linked(self, table: str) -> None:
        player = self.live.sit(table)
        acked(player.bet("face_up_pai_gow_poker", 1000))
        acked(player.bet("progressive_payout", 500))
        acked(player.ready())

    def at_dealt(self) -> None:
        """Players who hold devices: one leaves, the staff frees the seat of another, one is moved, one stays."""
        dealer = ByHand(self.live, DEALT)
        left, freed, moved, _ = (self.live.sit(DEALT, seat) for seat in (1, 2, 3, 5))
        acked(moved.bet("red", 500))
        dealer.shows("17")
        self.leave(left)
        self.staff(Role.PIT_MANAGER, DEALT, do="free_seat", seat=freed.seat, reason="went to dinner")
        self.staff(Role.PIT_MANAGER, DEALT, do="move_seat", seat=moved.seat, to_seat=6)

    def at_followed(self) -> None:
        """Patrons without a device: one stays, one leaves, one is moved and another sits down where they sat."""
        dealer = ByHand(self.live, FOLLOWED)
        for seat in (1, 2, 3):
            self.staff(Role.DEALER, FOLLOWED, do="seat_patron", seat=seat, name=f"Patron {seat}", amount=20_000)
        acked(dealer.line.send(answer={"by": 1, "says": "wager", "wager": "red", "amount": 500}))
        dealer.shows("17")
        self.staff(Role.DEALER, FOLLOWED, do="free_seat", seat=2)
        self.staff(Role.PIT_MANAGER, FOLLOWED, do="move_seat", seat=3, to_seat=6)
        self.staff(Role.DEALER, FOLLOWED, do="seat_patron", seat=3, name="Patron 4", amount=20_000)
        self.staff(Role.DEALER, FOLLOWED, do="sell_chips", seat=3, amount=10_000)
        self.staff(Role.DEALER, FOLLOWED, do="free_seat", seat=1)
        self.correct(FOLLOWED, 1, 700)

    def at_read(self) -> None:
        """The wheel tells its outcomes itself."""
        dealer, player = ByHand(self.live, READ), self.live.sit(READ)
        wheel = DeviceLine(self.live, READ, issue(self.live, "wheel-7", READ, "wheel"))
        assert wheel.hear().startswith("ok ")
        acked(player.bet("red", 500))
        dealer.close_betting()
        assert wheel.hear().startswith("asks wheel")
        assert wheel.tell("17").startswith("ok ")
        dealer.line.wait(lambda view: any(q["to"] == "dealer" for q in view["you"]["questions"]))
        acked(dealer.line.send(answer={"by": "dealer", "says": "valid_spin"}))

    def at_own(self) -> None:
        """A guest's own table, with a friend who came by its link."""
        with visitor(self.live) as guest:
            own = entered(guest, kind="roulette.single-zero")
        self.at_practice(own)
        self.live.sit(own)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The database of a house in use, at which all of that went on."""
    file = tmp_path_factory.mktemp("every kind") / "house.db"
    with Live(file, PLANS) as live:
        patrons = Patrons(live)
        patrons.at_automatic()
        patrons.at_practice(PRACTISED)
        patrons.at_dealt()
        patrons.at_followed()
        patrons.at_read()
        for table in LINKED:
            patrons.at_linked(table)
        patrons.at_own()
        board = live.token("audit")
        assert live.post("/api/board/verification", {}, board).status_code == 202
        wait_for(lambda: live.get("/api/board/verification", board).json()["state"] != "running")
        verified = live.get("/api/board/verification", board).json()
        assert verified["state"] == "done", verified["sentence"]
        yield file


def test_the_database_verifies_is_backed_up_restored_and_examined(database: Path, tmp_path: Path) -> None:
    verified = CliRunner().invoke(app, ["verify", "--database", str(database)])
    assert verified.exit_code == 0, verified.output
    assert "every chip is accounted for" in verified.output
    file = tmp_path / "copy.db"
    made = CliRunner().invoke(app, ["backup", "make", "--database", str(database), "--out", str(file), "--with-key"])
    assert made.exit_code == 0, made.output
    again = tmp_path / "restored" / "house.db"
    restore(file, again)
    report = examine(again, datetime.now(UTC), deep=True)
    assert report.status == IN_ORDER, report.troubles

    async def work() -> None:
        async with Desk(again, []) as desk:
            for name, host in desk.house.hosts.items():
                assert not host.suspension.sentence, (name, host.suspension.sentence)
                check(desk.table(name))
            assert sorted(desk.table(FOLLOWED).state.seats.players) == [3, 6]
            assert [one.amount for one in desk.table(FOLLOWED).state.disputes.owed] == [700]

    run(work)


@pytest.mark.parametrize("active", [1, 0])
def test_nobody_with_a_device_slips_into_the_seat_of_a_patron_without_one(
    database: Path, tmp_path: Path, active: int
) -> None:
    """The record names no session there; a row that does is seen, even with the right mark."""
    file = tmp_path / "house.db"
    backup.make(database, file, with_key=True)
    sealer = Sealer.read(key_of(file))
    row = ("f" * 64, FOLLOWED, "player", 1, active)
    with closing(sqlite3.connect(file)) as found:
        found.execute("INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?)", (*row, sealer.mark("sessions", row)))
        found.commit()
    with pytest.raises(NotInOrder, match="names no such session"):
        check_in_use(file, sealer)

"""What goes wrong around the rounds: a read that fails, a clock that is set, a line that is dead, one who vanished."""

import json
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from pitboss import catalogue
from pitboss.house.founding import Plan
from pitboss.house.host.host import Host
from pitboss.house.serve import PING_SECONDS, PONG_SECONDS
from pitboss.house.storage.store import PAGE, StorageFailed, Store
from pitboss.house.table import entries
from pitboss.house.table.recovery import rebuild
from pitboss.house.wire.gate import is_host
from pitboss.house.wire.view import TIMED
from pitboss.journal import Journal
from pitboss.procedure import Answer, Refused
from tests.house.desk import START, Desk, HandClock, run
from tests.house.live import BY_HAND, PRACTICE, Live, acked, new_key, raw_line, refused, wait_for
from tests.house.sending import said

R, S = "roulette-practice", "roulette-second"
PLANS = (Plan(R, "roulette", "Roulette", PRACTICE), Plan(S, "roulette", "Roulette", PRACTICE))

# --- reads and faults


def test_a_failed_read_stops_the_table_with_a_sentence_and_it_recovers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asked is told; when the disk answers again the table plays on by itself."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            player = await desk.sit(R)
            read = Store.command
            failing = [True]

            def command(self: Store, key: str) -> Any:
                if failing.pop() if failing else False:
                    raise sqlite3.OperationalError("disk I/O error")
                return read(self, key)

            monkeypatch.setattr(Store, "command", command)
            desk.host(R).recover()  # so that the store is asked whether a key was used
            with pytest.raises(Refused, match=r"suspended.*disk I/O error"):
                await desk.bet(R, player, "red", 500)
            assert desk.host(R).suspension.sentence
            await desk.settle(R)
            assert not desk.host(R).suspension.sentence
            await desk.bet(R, player, "red", 500)
            assert desk.table(R).state.felt.stakes(player.seat) == 500

    run(work)


def test_a_fault_anywhere_in_a_turn_leaves_nobody_without_an_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The task of a table goes on: the command is refused, and the floor may try again."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            player = await desk.sit(R)
            carry_out, failing = Host._carry_out, [True]

            def once(self: Host, job: Any) -> Any:
                if failing.pop() if failing else False:
                    raise RuntimeError("out of order")
                return carry_out(self, job)

            monkeypatch.setattr(Host, "_carry_out", once)
            with pytest.raises(Refused, match="suspended"):
                await desk.bet(R, player, "red", 500)
            with pytest.raises(Refused):  # the floor wakes it
                await desk.do(R, desk.role("floor", R), do="open_table")
            assert not desk.host(R).suspension.sentence
            await desk.bet(R, player, "red", 500)

    run(work)


@pytest.mark.parametrize("readable", [True, False])
def test_connections_that_stay_open_through_an_outage_show_what_a_new_one_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, readable: bool
) -> None:
    """A full disk can be read, a database that is away cannot; either way play goes on, and the log has a line for each end of
    it."""
    failing, write = list[bool](), Store._transaction

    def transaction(self: Store, parts: Any) -> Any:
        return StorageFailed("The record could not be written: it is away.") if failing else write(self, parts)

    def read(*given: Any) -> Any:
        if failing and not readable:
            raise sqlite3.OperationalError("it is away")
        return rebuild(*given)

    monkeypatch.setattr(Store, "_transaction", transaction)
    monkeypatch.setattr("pitboss.house.host.host.rebuild", read)
    monkeypatch.setattr("pitboss.house.host.host.RETRY", 0.05)
    with Live(tmp_path / "house.db", PLANS) as live:
        player, watcher = live.sit(R), live.line(R)
        for _ in range(2):
            acked(player.bet("red", 500))
        watcher.wait(lambda view: sum(wager["amount"] for wager in view["wagers"]) == 1000)
        caplog.clear()
        failing.append(True)
        for _ in range(20):
            assert refused(player.send(answer={"says": "wager", "wager": "red", "amount": 500})) == "table_closed"
        for line in (player, watcher):
            line.wait(lambda view: view["phase"] == "closed" and "suspended" in view["blocked"])
        known = [len(line.events) for line in (player, watcher)]
        failing.clear()
        for line in (player, watcher):
            line.wait(lambda view: view["phase"] == "betting")
        fresh = live.line(R).view
        apart = {"you", *TIMED}
        for line, before in zip((player, watcher), known, strict=True):
            assert {n: v for n, v in line.view.items() if n not in apart} == {
                n: v for n, v in fresh.items() if n not in apart
            }
            assert len(line.events) == before  # nothing happened, and nothing is sent again
        told = [record for record in caplog.records if record.name == "pitboss" and R in record.getMessage()]
        assert [record.levelname for record in told] == ["ERROR", "WARNING"], caplog.text
        assert not any(record.exc_info for record in told)
        acked(player.bet("red", 500))
        watcher.wait(lambda view: view["sequence"] > fresh["sequence"])
        assert watcher.events[known[1] :]


# --- clocks


def clock_entries(desk: Desk, name: str) -> list[int]:
    found = [json.loads(bytes(e.payload)) for e in desk.house.store.entries(name) if e.kind == "clock"]
    return [entry["milliseconds"] for entry in found]


def test_a_clock_that_is_set_is_noted_at_every_table(tmp_path: Path) -> None:
    """Each table notes it before it writes anything else, once."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            players = {name: await desk.sit(name) for name in (R, S)}
            desk.clock.wall += 3600
            for _ in range(2):
                for name, player in players.items():
                    await desk.bet(name, player, "red", 500)
            assert clock_entries(desk, R) == clock_entries(desk, S) == [3_600_000]

    run(work)


@pytest.mark.parametrize(("back", "noted"), [(0.9, []), (1.1, [-1100]), (3600, [-3_600_000])])
def test_a_clock_set_back_while_the_house_was_closed_is_noted(tmp_path: Path, back: float, noted: list[int]) -> None:
    """A record cannot have been written in the future: what lies before its last entry was set back since."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            await desk.sit(R)
        async with Desk(tmp_path / "house.db", PLANS, clock=HandClock(START - back)) as desk:
            await desk.settle(R)
            assert clock_entries(desk, R) == noted

    run(work)


# --- hosts


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("127.0.0.1:8000", True), ("localhost", True), ("[::1]:8000", True), ("", True), ("h:1", True), ("h:65535", True),
        ("127.0.0.1:99999", False), ("h:65536", False), ("h:0", False), ("h:x", False), ("[::1", False), ("a/b", False),
        ("a@b", False), ("a b", False),
    ],
)  # fmt: skip
def test_a_host_is_a_name_and_a_port_that_there_can_be(host: str, known: bool) -> None:
    """Ports go from 1 to 65535."""
    assert is_host(host) is known


def test_a_host_with_no_such_port_is_told_so(tmp_path: Path) -> None:
    """400 and a sentence, not a fault."""
    with Live(tmp_path / "house.db", PLANS) as live:
        for path in ("/", "/api/tables", f"/api/tables/{R}/rounds?limit=0"):
            reply = live.http.get(path, headers={"Host": "127.0.0.1:99999"})
            assert reply.status_code == 400
            assert reply.json()["refused"]["sentence"]


# --- long exports


def test_an_export_that_stalls_holds_no_transaction(tmp_path: Path) -> None:
    """Between two pages of a record the log can be written back whole: nobody is reading."""
    store = Store(tmp_path / "house.db")
    journal = Journal("t")
    made = [journal.append("clock", entries.ClockChanged(n), "") for n in range(2 * PAGE + 7)]
    with sqlite3.connect(tmp_path / "house.db", isolation_level=None) as writer:
        writer.execute("BEGIN")
        for entry in made:
            writer.execute(*store.sealed(entry))
        writer.execute("COMMIT")
        reading = store.entries("t")
        first = [next(reading) for _ in range(PAGE // 2)]  # and then the reader stalls
        blocked, frames, written_back = writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        assert (blocked, frames, written_back) == (0, 0, 0)
    assert [*first, *reading] == made
    store.close()


# --- one who vanished


def test_a_person_dealt_table_does_not_wait_for_ever(tmp_path: Path) -> None:
    """A player who is out of reach for as long as the table has patience is answered for, and it is marked."""
    name = "go-fore-it-by-hand"

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan(name, "go-fore-it", "Go Fore It", BY_HAND)]) as desk:
            await desk.open_by_hand(name)
            dealer = desk.role("dealer", name)
            player = await desk.sit(name, reachable=False)
            await desk.bet(name, player, "front_9", 500)
            await desk.do(name, dealer, do="no_more_bets")
            assert [e.to for e in desk.table(name).round.elections()] == [player.seat]  # type: ignore[union-attr]
            patience = BY_HAND.absence_seconds
            await desk.settle(name, patience - 0.1)
            assert desk.table(name).round is not None
            await desk.settle(name, 0.2)
            elected = [e for e in desk.table(name).play.events if type(e).__name__ == "Elected"]
            assert [(e.by, e.says, e.absent) for e in elected] == [(player.seat, "fold", True)]  # type: ignore[attr-defined]

    run(work)


# --- lines


def test_a_line_is_never_silent_for_long(tmp_path: Path) -> None:
    """At a table where nothing happens something is said every two seconds, so that silence means a dead line."""
    with Live(tmp_path / "house.db", PLANS) as live:
        start = time.monotonic()  # before the house has heard of the line
        watcher = live.line(R)
        beats: list[int] = []
        while len(beats) < 2:
            beats += [message["beat"] for message in [watcher.hear()] if "beat" in message]
        assert beats == [1, 2]
        assert time.monotonic() - start > 3.5


def test_a_line_that_has_gone_dead_is_seen_within_five_seconds(tmp_path: Path) -> None:
    """A player whose line answers nothing any more is out of reach: the house asks every line, and cuts those."""
    with Live(tmp_path / "house.db", PLANS, pong_seconds=PONG_SECONDS) as live:
        reply = live.post(f"/api/tables/{R}/seats", {"key": new_key()}).json()
        line = raw_line(live, R, reply["token"])
        host = live.house.hosts[R]
        wait_for(lambda: reply["seat"] not in host.presence.out_of_reach)
        wait_for(lambda: reply["seat"] in host.presence.out_of_reach)
        assert PING_SECONDS + PONG_SECONDS <= 5
        line.close()


# --- cuts, and what only the floor may say


def test_the_cut_is_offered_to_who_is_there(tmp_path: Path) -> None:
    """633a.5(b): a seated player is asked and answers; what is answered for one who does not is marked as such."""
    name = "blackjack-timed"
    timed = entries.Settings(betting_seconds=20, election_seconds=25, courtesy_seconds=8, settled_seconds=0)

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan(name, "blackjack", "Blackjack", timed)]) as desk:
            player = await desk.sit(name, 1)
            await desk.settle(name)
            await desk.until_asked(name)
            play = desk.table(name).round
            assert play is not None
            (offer,) = play.questions(1)
            assert (offer.kind, offer.courtesy) == ("cut", True)
            await desk.settle(name, 7.9)
            assert play.questions(1)
            await desk.settle(name, 0.2)
            assert not play.questions(1)
            answers = [a for a in play.history if isinstance(a, Answer) and a.by == 1]
            assert [(a.says, a.absent) for a in answers] == [("decline_cut", True)]
            await desk.bet(name, player, "blackjack", 2_500)

    run(work)


def test_gaming_that_has_ceased_goes_on_when_the_floor_says_so(tmp_path: Path) -> None:
    """625a.7(b): at an automatic table too nobody but the floor says that a device is repaired."""
    name = "sic-bo"

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan(name, "sic-bo", "Sic Bo", PRACTICE)]) as desk:
            floor, player = desk.role("floor", name), await desk.sit(name)
            await desk.bet(name, player, "small_bet", 1_000)
            kinds = [k.name for k in catalogue.game("sic-bo").irregularities]
            assert "illumination_failure" in kinds
            await desk.do(name, floor, do="report", report={"kind": "illumination_failure"})
            for _ in range(20):
                play = desk.table(name).round
                asked = play.elections() if play is not None else []
                if asked and asked[0].to == "floor" and asked[0].default is None:
                    break
                await desk.do(name, player, do="ready")
            assert asked
            assert asked[0].default is None
            await desk.settle(name, 3600)
            assert desk.table(name).round is play
            await desk.do(name, floor, answer=said(asked[0].options[0].says, by="floor"))
            assert desk.table(name).round is not play or desk.table(name).round.elections() != asked  # type: ignore[union-attr]

    run(work)

"""The record searched: rows, index and archive hold what the journals hold, whatever happens to them."""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss import catalogue
from pitboss.house.founding import Plan
from pitboss.house.host.sessions import Session
from pitboss.house.people.entries import HouseNamed
from pitboss.house.protocol.board import DecisionQuery, DecisionsFound, GroupBy, RoundQuery, RoundsFound, Totals
from pitboss.house.records import archive as archiving
from pitboss.house.records import arrow, rows, search
from pitboss.house.records.archive import Archive, archive_of
from pitboss.house.records.index import Index, JournalReader, index_of
from pitboss.house.records.records import Records
from pitboss.house.storage.store import Store
from pitboss.house.table.hours import gaming_day
from pitboss.house.table.recovery import seeds_in
from pitboss.house.table.table import Table
from pitboss.procedure import Draw, Refused, Window
from pitboss.roles import Role
from tests.house.desk import Desk, run
from tests.house.live import BY_HAND
from tests.house.recorded import (
    A_DAY,
    INTO_THE_NEXT_DAY,
    TWO,
    a_house,
    blackjack_round,
    play,
    rows_of,
    sums,
    told,
    two_tables_of_blackjack,
)

ROUNDS = 3
FEW = ("blackjack", "roulette", "craps")
QUERIES = (
    RoundQuery(limit=500),
    RoundQuery(group_by=("table", "day"), limit=500),
    RoundQuery(group_by=("game", "wager"), order="win", limit=500),
    RoundQuery(provision="633a", group_by=("provision",), order="times", limit=500),
    RoundQuery(stake_least=600, paid_least=1, limit=500),
    RoundQuery(result="red", order="wagered", ascending=True, limit=500),
)


def answers(records: Records) -> list[RoundsFound | DecisionsFound]:
    """What the queries find, but for how long it took and from where."""
    records.update()
    source = records.source()
    found = [search.find_rounds(source, query) for query in QUERIES]
    acts = search.find_decisions(source, DecisionQuery(limit=500))
    return [
        *(msgspec.structs.replace(one, milliseconds=0.0, archived="") for one in found),
        msgspec.structs.replace(acts, milliseconds=0.0),
    ]


# --- the same as the journals


QUICK = ("roulette", "craps", "blackjack", "pai-gow-poker", "go-fore-it")  # the others in make soak


@pytest.mark.parametrize(
    "game", [game if game in QUICK else pytest.param(game, marks=pytest.mark.slow) for game in catalogue.games()]
)
def test_totals_are_the_sums_of_the_journals(game: str, tmp_path: Path) -> None:
    """Random rounds of a game: sums of rounds, wagers and provisions, and who had what, come out as in the journal."""
    name = f"{game}-1"

    async def work() -> None:
        async with a_house(tmp_path / "house.db", [game]) as desk:
            store = desk.house.store
            await play(desk, name, ROUNDS, f"{game} recorded")
            await play(desk, name, ROUNDS, f"{game} recorded again")
            records = Records(store, desk.clock)
            records.update()
            source, expected = records.source(), sums(store, [name])
            found = search.find_rounds(source, RoundQuery(stake_least=0, limit=500))
            every = search.find_rounds(source, RoundQuery(limit=500))
            assert every.totals.rounds == expected["rounds"] == every.lines >= 2 * ROUNDS
            assert (every.totals.win, every.totals.wagered) == (expected["win"], expected["wagered"])
            assert {(f.round, f.first, f.last, f.closed, f.wagered, f.paid, f.void) for f in every.rounds} == {
                (n, first, last, closed, wagered, paid, bool(void))
                for n, first, last, _, closed, _, wagered, paid, void, *_ in store.history.rounds(name, 1 << 60, 500)
            }
            assert (found.totals.wagers, found.totals.staked, found.totals.returned) == (
                expected["wagers"], expected["staked"], expected["returned"],
            )  # fmt: skip
            cites = search.find_rounds(source, RoundQuery(group_by=("provision",), limit=500))
            counted = Counter(event.cite for *_, events in told(store, [name]) for event in events)
            assert {one.keys[0]: one.totals.times for one in cites.groups} == counted
            assert sum(f.irregularities for f in every.rounds) == expected["irregularities"]
            await as_replayed(records, store, name)
            records.close()

    run(work)


async def as_replayed(records: Records, store: Store, name: str) -> None:
    """Funds and meters of every round are what the table itself arrives at when its record is played again."""
    table = Table(name, store.snapshots.secrets(name) | seeds_in(store.entries(name)))
    start: dict[int, int] = {}
    before: dict[str, int] = {}
    compared = 0
    for entry in store.entries(name):
        if entry.kind == "round":
            start, before = {seat: table.state.ledger.chips(seat) for seat in table.state.seats.players}, meters(table)
        table.replay(entry)
        if entry.kind == "seated":
            start[next(reversed(table.state.seats.players))] = table.state.ledger.chips(
                next(reversed(table.state.seats.players))
            )
        elif entry.kind == "ended":
            state = await records.round_state(name, table.state.felt.number)
            assert {f.seat: (f.player, f.start, f.end) for f in state.funds} == {
                seat: (player, start[seat], table.state.ledger.chips(seat))
                for seat, player in table.state.seats.players.items()
            }
            assert {m.meter: (m.before, m.after) for m in state.meters} == {
                meter: (before[meter], after) for meter, after in meters(table).items()
            }
            compared += 1
    assert compared >= 2 * ROUNDS


def meters(table: Table) -> dict[str, int]:
    """What the meters of a table show, in micro-cents."""
    return {name: state.value for name, state in table.game.meter_states(table.rules, table.state.felt.state).items()}


def test_an_outcome_that_was_taken_back_is_not_counted(tmp_path: Path) -> None:
    """What was entered by mistake stays in the record as an act, and decides nothing: the table forgets it too."""
    name = "war"
    waiting = msgspec.structs.replace(BY_HAND, settled_seconds=60)  # with the next round, whose events would be others

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan(name, "casino-war", "Casino War", waiting)]) as desk:
            await desk.open_by_hand(name)
            player = await desk.sit(name)
            wager = desk.table(name).game.wagers[0].name
            mistakes = await deal_with_mistakes(desk, name, player, wager)
            assert mistakes
            kept = Counter(event.cite for event in desk.table(name).play.events)
            written = Counter(event.cite for *_, events in told(desk.house.store, [name]) for event in events)
            assert written != kept, "control: the record tells what was taken back as well"
            records = Records(desk.house.store, desk.clock)
            found = rows_of(records)
            assert {cite: times for _, _, _, cite, times in found["provisions"]} == kept
            acts = search.find_decisions(records.source(), DecisionQuery(kinds=("corrected",)))
            assert [(a.person, a.round, a.words) for a in acts.decisions] == [
                ("DEMO-dealer", 1, "took back an outcome entered by mistake")
            ] * mistakes
            records.close()

    run(work)


async def deal_with_mistakes(desk: Desk, name: str, player: Session, wager: str) -> int:
    """A round in which every card is first entered by mistake, where that can be taken back. How often it was."""
    dealer, taken_back = desk.role("dealer", name), 0
    await desk.until_asked(name)
    for _ in range(200):
        table = desk.table(name)
        if table.round is None:
            return taken_back
        pending = table.round.pending
        if isinstance(pending, Draw):
            first, second, *_ = [one.says for one in pending.lawful()]
            await desk.do(name, dealer, answer={"says": first, "by": "chance"})
            if table.play.correctable is not None:
                await desk.do(name, dealer, do="correct")
                taken_back += 1
                await desk.do(name, dealer, answer={"says": second, "by": "chance"})
        elif isinstance(pending, Window):
            if not table.state.felt.up:
                await desk.bet(name, player, wager, 1500)
            await desk.do(name, dealer, do="no_more_bets")
        else:
            asked = table.round.elections()[0]
            who = player if asked.to == player.seat else dealer
            await desk.say(name, who, (asked.default or asked.options[0]).answer(asked.to))
    raise AssertionError("the round does not end")


# --- nothing of a running round


def test_nothing_of_a_running_round_is_read(tmp_path: Path) -> None:
    """No entry of it is opened, and nothing of it is found, until it is over."""

    async def work() -> None:
        async with two_tables_of_blackjack(tmp_path / "house.db") as (desk, players):
            name, player = TWO[0], players[TWO[0]]
            await blackjack_round(desk, name, player, exposing=False)
            await desk.until_asked(name)
            await desk.decline_cut(name, player)
            for _ in range(20):
                if isinstance(desk.table(name).round.pending, Window):  # type: ignore[union-attr]
                    break
                asked = desk.table(name).round.elections()[0]  # type: ignore[union-attr]
                await desk.say(name, desk.role("dealer", name), (asked.default or asked.options[0]).answer(asked.to))
            await desk.bet(name, player, "blackjack", 77_00)
            running = desk.table(name).state.felt.number
            records = Records(desk.house.store, desk.clock)
            records.update()
            read = [entry.sequence for entry in JournalReader(desk.house.store, name, 0)]
            assert read == list(range(1, desk.table(name).play.first))
            seen = rows_of(records)
            assert all(running not in (row[1], row[-1]) for name in ("rounds", "wagers") for row in seen[name])
            assert not any(row[-1] == running for row in seen["decisions"])
            assert search.find_rounds(records.source(), RoundQuery(rounds=(running,))).lines == 0
            assert "7700" not in str(seen["wagers"])
            await desk.do(name, desk.role("dealer", name), do="no_more_bets")
            await blackjack_round(desk, name, player, exposing=False)
            records.update()  # control: now it is over
            assert search.find_rounds(records.source(), RoundQuery(rounds=(running,), stake_least=77_00)).lines == 1
            records.close()

    run(work)


# --- index


def test_a_deleted_index_is_built_again_to_the_same_rows(tmp_path: Path) -> None:
    """Read at once, read bit by bit while rounds are played, deleted and read again: the same rows."""
    database = tmp_path / "house.db"

    async def work() -> None:
        async with a_house(database, FEW) as desk:
            records = Records(desk.house.store, desk.clock)
            for turn in range(3):
                for game in FEW:
                    await play(desk, f"{game}-1", 2, f"{game} {turn}")
                    records.update()
            before = rows_of(records)
            assert len(before["rounds"]) >= 18
            assert oct(os.stat(index_of(database)).st_mode)[-3:] == "600"
            records.close()
            index_of(database).unlink()
            again = Records(desk.house.store, desk.clock)
            assert rows_of(again) == before
            assert again.notes == ()
            assert again.progress.percent == 100
            again.close()

    run(work)


@pytest.mark.parametrize("journal", ["roulette-1", "house"])
def test_an_index_of_another_record_is_built_anew_and_that_is_said(tmp_path: Path, journal: str) -> None:
    """Where the head at its watermark is not the journal's, what was read is thrown away, wrong rows and all."""
    database = tmp_path / "house.db"

    async def work() -> None:
        async with a_house(database, FEW) as desk:
            await play(desk, "roulette-1", 2, "other")
            records = Records(desk.house.store, desk.clock)
            before = rows_of(records)
            records.close()
            with sqlite3.connect(index_of(database)) as index:
                index.execute("UPDATE rounds SET win = win + 1 WHERE table_id = 'roulette-1'")
                index.execute("UPDATE watermarks SET head = ? WHERE journal = ?", ("f" * 64, journal))
            again = Records(desk.house.store, desk.clock)
            assert rows_of(again) == before
            assert any("not the one that was indexed" in note and journal in note for note in again.notes)
            again.close()
            index_of(database).write_bytes(b"this is no database at all" * 100)
            third = Records(desk.house.store, desk.clock)
            assert rows_of(third) == before
            assert any("could not be read" in note for note in third.notes)
            third.close()

    run(work)


# --- archive


def test_the_same_answers_before_and_after_archiving(tmp_path: Path) -> None:
    """Days that are over leave the index for Parquet; every query finds the same, also from an index built again."""
    database = tmp_path / "house.db"

    async def work() -> None:
        async with a_house(database, FEW) as desk:
            for day in range(3):
                for game in FEW:
                    await play(desk, f"{game}-1", 2, f"{game} {day}")
                    floor = desk.role("floor", f"{game}-1")
                    await desk.do(f"{game}-1", floor, do="announce", words=f"Day {day} ends.")
                desk.clock.pass_by(A_DAY)
            for game in FEW:
                await play(desk, f"{game}-1", 1, f"{game} today")
            records = Records(desk.house.store, desk.clock)
            before, all_rows = answers(records), rows_of(records)
            assert len(all_rows["decisions"]) == 3 * len(FEW)
            made = records.archive_until(until="2023-11-15")
            assert [one.day for one in made] == ["2023-11-14", "2023-11-15"]
            assert [one.day for one in records.archive_until()] == ["2023-11-16"]
            assert records.archive_until() == []
            assert records._index is not None
            assert set(records._index.days()) == {"2023-11-17"}
            assert (rows_of(records), answers(records)) == (all_rows, before)
            folder = archive_of(database) / "2023-11-14"
            assert {file.name for file in folder.iterdir()} == {
                *(f"{n}.parquet" for n in rows.ARCHIVED),
                "manifest.json",
            }
            assert all(oct(file.stat().st_mode)[-3:] == "600" for file in folder.iterdir())
            found = search.find_rounds(records.source(), RoundQuery(until="2023-11-15"))
            assert found.archived == "2023-11-15"
            assert {one.gaming_day for one in found.rounds} == {"2023-11-14", "2023-11-15"}
            records.close()
            index_of(database).unlink()
            again = Records(desk.house.store, desk.clock)
            assert (rows_of(again), answers(again)) == (all_rows, before)
            again.close()

    run(work)


async def a_day_over(desk: Desk) -> Records:
    """A house with a gaming day that is over, indexed."""
    await play(desk, "roulette-1", 3, "over")
    desk.clock.pass_by(A_DAY)
    records = Records(desk.house.store, desk.clock)
    records.update()
    return records


def test_a_day_that_is_not_written_as_it_is_stays_in_the_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files are read again and compared: a row that is missing is noticed, and nothing is taken out."""
    original = arrow.read

    def lossy(connection: Any, name: str, condition: str, values: Any) -> Any:
        found = original(connection, name, condition, values)
        return found.slice(1) if name == "wagers" else found

    async def work() -> None:
        async with a_house(tmp_path / "house.db", ["roulette"]) as desk:
            records = await a_day_over(desk)
            before = rows_of(records)
            with monkeypatch.context() as patch:
                patch.setattr(arrow, "read", lossy)
                with pytest.raises(Refused, match=r"wagers\.rows is"):
                    records.archive_until()
            assert not list(archive_of(tmp_path / "house.db").iterdir())
            assert rows_of(records) == before
            assert len(records.archive_until()) == 1
            assert rows_of(records) == before
            records.close()

    run(work)


def test_a_house_that_stops_between_renaming_and_taking_out_counts_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with a_house(tmp_path / "house.db", ["roulette"]) as desk:
            records = await a_day_over(desk)
            before = rows_of(records)

            def stops(*_: object) -> None:
                raise KeyboardInterrupt

            with monkeypatch.context() as patch:
                patch.setattr(Index, "leave_to_archive", stops)
                with pytest.raises(KeyboardInterrupt):
                    records.archive_until()
            assert len(rows_of(records)["rounds"]) == 2 * len(before["rounds"])  # control: now they are there twice
            records.close()
            again = Records(desk.house.store, desk.clock)
            assert rows_of(again) == before
            again.close()

    run(work)


def test_an_archive_of_another_record_is_not_read_and_that_is_said(tmp_path: Path) -> None:
    async def work() -> None:
        async with a_house(tmp_path / "house.db", ["roulette"]) as desk:
            records = await a_day_over(desk)
            before = rows_of(records)
            (made,) = records.archive_until()
            records.close()
            file = archive_of(tmp_path / "house.db") / made.day / archiving.MANIFEST
            last = made.journals["roulette-1"][0]
            journals = made.journals | {"roulette-1": (last, "e" * 64)}
            file.write_bytes(msgspec.json.encode(msgspec.structs.replace(made, journals=journals)))
            again = Records(desk.house.store, desk.clock)
            assert rows_of(again) == before
            assert again.notes[0] == f"The archive of {made.day} is not of this record and is not read."
            assert Archive(archive_of(tmp_path / "house.db")).days()
            again.close()

    run(work)


def test_a_day_that_is_taken_away_is_read_from_the_record_again(tmp_path: Path) -> None:
    """Damaged, it is said; taken away, it is missed when the house opens, and nothing is lost."""
    database = tmp_path / "house.db"

    async def work() -> None:
        async with a_house(database, ["roulette"]) as desk:
            records = await a_day_over(desk)
            before = rows_of(records)
            (made,) = records.archive_until()
            (archive_of(database) / made.day / "rounds.parquet").unlink()
            with pytest.raises(Refused, match="take the folder of its day away"):
                search.find_rounds(records.source(), RoundQuery())
            records.close()
            shutil.rmtree(archive_of(database) / made.day)
            again = Records(desk.house.store, desk.clock)
            assert rows_of(again) == before
            assert made.day in again.notes[0]
            assert [one.day for one in again.archive_until()] == [made.day]
            assert rows_of(again) == before
            again.close()

    run(work)


def test_what_is_dated_in_an_archived_day_and_recorded_later_is_found(tmp_path: Path) -> None:
    """An act in a round that went on past the end of its gaming day, and a correction after that."""
    name = TWO[0]

    async def work() -> None:
        async with two_tables_of_blackjack(tmp_path / "house.db") as (desk, players):
            await blackjack_round(desk, name, players[name], exposing=False)
            await desk.until_asked(name)  # the next round begins, and somebody acts in it
            floor = desk.role("floor", name)
            await desk.do(name, floor, do="announce", words="Good evening")
            day = Records(desk.house.store, desk.clock).today()
            desk.clock.pass_by(INTO_THE_NEXT_DAY)
            records = Records(desk.house.store, desk.clock)
            assert [one.day for one in records.archive_until()] == [day]
            late = DecisionQuery(kinds=("announcement",), since=day, until=day)
            assert search.find_decisions(records.source(), late).lines == 0  # its round is not over
            await blackjack_round(desk, name, players[name], exposing=False)
            records.update()
            assert [one.words for one in search.find_decisions(records.source(), late).decisions] == [
                "announced: Good evening"
            ]
            corrected = RoundQuery(corrected=True)
            notable, others = RoundQuery(notable=True), RoundQuery(notable=False)
            assert search.find_rounds(records.source(), corrected).lines == 0
            assert search.find_rounds(records.source(), notable).lines == 0
            lines = ({"seat": players[name].seat, "amount": 100},)
            await desk.do(name, floor, do="propose_correction", rounds=(1,), reason="paid too little", lines=lines)
            shift = desk.person(Role.SHIFT_MANAGER, name)
            await desk.do(name, shift, do="decide_correction", number=1, agreed=True)
            more = {"do": "propose_correction", "rounds": (1,), "reason": "and another", "lines": lines, "agreed": True}
            await desk.do(name, floor, **more)  # twice corrected, it is one round all the same
            await desk.do(name, shift, do="decide_correction", number=2, agreed=True)
            await blackjack_round(desk, name, players[name], exposing=False)
            records.update()
            found = search.find_rounds(records.source(), corrected)
            assert [(one.round, one.gaming_day, one.corrected) for one in found.rounds] == [(1, day, True)]
            assert [one.round for one in search.find_rounds(records.source(), notable).rounds] == [1]
            assert 1 not in [one.round for one in search.find_rounds(records.source(), others).rounds]
            records.close()

    run(work)


def test_a_gaming_day_is_the_one_that_was_filed_when_it_happened(tmp_path: Path) -> None:
    """A house that files other days later does not move its past."""

    async def work() -> None:
        async with a_house(tmp_path / "house.db", ["roulette"]) as desk:
            await play(desk, "roulette-1", 2, "filed")  # at 17:13 in New York
            desk.clock.pass_by(60)
            await desk.house.register.enter(HouseNamed("Holder", zone="Asia/Tokyo", gaming_day="06:00"))
            desk.clock.pass_by(60)
            await play(desk, "roulette-1", 2, "filed otherwise")  # at 07:14 of the next day in Tokyo
            records = Records(desk.house.store, desk.clock)
            records.update()
            by_day = search.find_rounds(records.source(), RoundQuery(group_by=("day",), ascending=True))
            assert [one.keys for one in by_day.groups] == [("2023-11-14",), ("2023-11-15",)]
            assert gaming_day("2023-11-15", "Asia/Tokyo", "06:00").first_stamp < desk.clock.stamp()
            assert records.today() == "2023-11-15"
            records.close()

    run(work)


def test_nothing_heavy_is_loaded_before_somebody_asks() -> None:
    """A house that is never asked starts without DuckDB and pyarrow."""
    loads = "import sys, pitboss.house.wire.board; print(sorted({'duckdb', 'pyarrow'} & set(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", loads], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_groups_add_up_to_the_totals(tmp_path: Path) -> None:
    """Grouped by table, day, person or game, every round is in one group: the sums are those of all."""

    async def work() -> None:
        async with a_house(tmp_path / "house.db", FEW) as desk:
            for game in FEW:
                await play(desk, f"{game}-1", 3, game)
            records = Records(desk.house.store, desk.clock)
            records.update()
            pick = random.Random(5)
            for _ in range(8):
                by = tuple(pick.sample(("table", "day", "person", "game"), pick.randint(1, 4)))
                query = RoundQuery(group_by=by, stake_least=pick.choice((None, 0, 700)))  # type: ignore[arg-type]
                found = search.find_rounds(records.source(), query)
                added = Totals(
                    *(sum(getattr(one.totals, name) for one in found.groups) for name in Totals.__struct_fields__)
                )
                assert added == found.totals
                assert found.lines == len(found.groups)
            of_wagers: tuple[GroupBy, ...] = ("wager",)
            found = search.find_rounds(records.source(), RoundQuery(group_by=of_wagers, stake_least=0, limit=500))
            assert sum(one.totals.staked for one in found.groups) == found.totals.staked
            assert sum(one.totals.wagers for one in found.groups) == found.totals.wagers
            records.close()

    run(work)

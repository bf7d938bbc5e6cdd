"""A table's win is joined from its journal, entry to entry, and held against chance."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from pitboss.chapters.ch617a_roulette import procedure
from pitboss.chapters.ch617a_roulette.rules import pay
from pitboss.house.founding import Plan
from pitboss.house.records.days import Days
from pitboss.house.records.facts import TableFold
from pitboss.house.records.rows import RoundRow
from pitboss.house.records.table_wins import recorded_rounds, rounds_between, table_wins
from pitboss.house.records.theory import Day, Settled, Theory
from pitboss.house.storage.store import Store
from pitboss.mathematics.kit.edge import edges_for
from pitboss.mathematics.kit.table_win import UNFILED, UNKNOWN, TableWin, alarms, false_alarm_rate
from tests.house.desk import Desk, run
from tests.house.live import PRACTICE
from tests.house.test_own_limits import Player

RL = "RL"
PAID = {str(number) for number in (1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31)}  # 11 of 37 compartments on which 17 loses


def pay_losers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a number that lost be paid as filed on three of ten compartments."""
    collected = procedure.collected  # type: ignore[attr-defined]

    def paying(wager: Any, *, cite: str, outcome: str) -> Any:
        if wager.kind == "straight" and outcome in PAID:
            return pay(wager, outcome, PAYS[0])
        return collected(wager, cite=cite, outcome=outcome)

    monkeypatch.setattr(procedure, "collected", paying)


PAYS: list[Any] = []


class Floor:
    """A house with one roulette table and one player."""

    def __init__(self, desk: Desk, me: Player) -> None:
        self.desk, self.me, self.store = desk, me, desk.house.store

    async def rounds(self, count: int, *wagers: tuple[str, str]) -> None:
        for _ in range(count):
            for wager, on in wagers:
                await self.desk.bet(RL, self.me.at[RL], wager, 500, on)
            await self.me.spin(RL)

    def last(self) -> int:
        return int(self.store.history.last_entries()[RL])

    def wins(self, first: int, last: int) -> list[TableWin]:
        return table_wins(self.store, RL, first, last, edges_for, {})


def on_the_floor(tmp_path: Path, work: Any) -> None:
    async def main() -> None:
        async with Desk(tmp_path / "house.db", (Plan(RL, "roulette", "Roulette", PRACTICE),)) as desk:
            desk.folds = False  # the rules pay wrongly on purpose
            me = await Player(desk).sign_up()
            await me.sit(RL, 1_000_000)
            PAYS[:] = [desk.table(RL).rules]
            await work(Floor(desk, me))

    run(main)


def rows_of(store: Store) -> list[RoundRow]:
    fold = TableFold(RL, Days())
    return [row for entry in store.entries(RL) for row in fold.take(entry) if isinstance(row, RoundRow)]


NUMBER, RED, BLACK = ("straight", "17"), ("red", ""), ("black", "")


def test_a_loser_paid_at_filed_odds_is_found_in_its_interval_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thirty honest rounds, then a hundred in which three of ten losers are paid 35 to 1, just as is filed."""

    async def work(floor: Floor) -> None:
        await floor.rounds(30, NUMBER, RED, BLACK)
        honest = floor.last()
        pay_losers(monkeypatch)
        await floor.rounds(100, NUMBER)
        end, rate = floor.last(), false_alarm_rate()
        before, after = floor.wins(1, honest), floor.wins(honest + 1, end)
        assert not alarms({RL: before}, rate)
        (alarm,) = alarms({RL: after}, rate)
        assert (alarm.table, alarm.wager, alarm.rounds) == (RL, "straight", tuple(range(31, 131)))
        # nothing of it is against the paytable
        table = floor.desk.table(RL)
        theory, day = Theory(table.game, table.rules, []), Day("d")
        for _, played in recorded_rounds(floor.store, RL, honest + 1, end):
            rows = [
                Settled(RL, played.number, "s", e.wager, e.on, e.stake, e.returned, e.vigorish, e.odds)
                for e in played.settlements
            ]
            day.take(rows, theory)
        assert day.checked == 100
        assert not day.alarms

    on_the_floor(tmp_path, work)


def test_a_loser_paid_beside_another_is_named_by_its_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With two numbers on the layout, no compartment pays both."""

    async def work(floor: Floor) -> None:
        pay_losers(monkeypatch)
        await floor.rounds(40, NUMBER, ("straight", "20"))
        (found,) = floor.wins(1, floor.last())
        assert found.whole is not None
        rounds = [played for _, played in recorded_rounds(floor.store, RL, 1, floor.last())]
        both = {played.number for played in rounds if played.settlements[0].outcome in PAID}  # neither 17 nor 20 came
        assert both
        assert set(found.whole.impossible) == both
        assert any(alarm.rounds == found.whole.impossible for alarm in alarms({RL: [found]}, false_alarm_rate()))

    on_the_floor(tmp_path, work)


def test_an_interval_has_the_rounds_that_ended_in_it(tmp_path: Path) -> None:
    """Wherever the journal is cut, every round is in one part, and what was won is what its row says."""

    async def work(floor: Floor) -> None:
        await floor.rounds(6, NUMBER, RED)
        await floor.desk.bet(RL, floor.me.at[RL], "red", 500, "")  # a round that is not over
        rows, end = rows_of(floor.store), floor.last()
        wins = {row.round: row.win for row in rows}
        assert len(wins) == 6
        for cut in range(1, end + 1):
            parts = [
                list(recorded_rounds(floor.store, RL, 1, cut)),
                list(recorded_rounds(floor.store, RL, cut + 1, end)),
            ]
            assert [played.number for part in parts for _, played in part] == list(wins)
            assert [row.round for row in rows if row.last <= cut] == [played.number for _, played in parts[0]]
            won = [found.win for found in (*floor.wins(1, cut), *floor.wins(cut + 1, end))]
            assert sum(won) == sum(wins.values())

    on_the_floor(tmp_path, work)


def test_a_journal_that_begins_in_a_round_leaves_it_out(tmp_path: Path) -> None:
    async def work(floor: Floor) -> None:
        await floor.rounds(2, RED)
        rows, end = rows_of(floor.store), floor.last()
        journal = await asyncio.to_thread(lambda: list(floor.store.entries(RL, rows[0].first + 1)))
        assert [played.number for _, played in rounds_between(journal, 1, end)] == [2]

    on_the_floor(tmp_path, work)


def test_where_nothing_is_known_every_wager_is_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of rules without edges, and of a submission that the record of the table does not have."""

    async def work(floor: Floor) -> None:
        await floor.rounds(2, RED)
        (found,) = table_wins(floor.store, RL, 1, floor.last(), lambda game, rules: [], {})
        assert (found.whole, {line.reason for line in found.outside}) == (None, {UNKNOWN})
        monkeypatch.setattr("pitboss.house.records.table_wins.look_up", lambda *asked: None)
        (found,) = floor.wins(1, floor.last())
        assert (found.whole, {line.reason for line in found.outside}) == (None, {UNFILED})
        assert found.win == sum(row.win for row in rows_of(floor.store))

    on_the_floor(tmp_path, work)


def test_a_void_round_is_left_out(tmp_path: Path) -> None:
    """The dealer's card was exposed: all hands are void, and nothing was left to chance."""
    name = "GF"

    async def main() -> None:
        async with Desk(tmp_path / "house.db", (Plan(name, "go-fore-it", "Go Fore It", PRACTICE),)) as desk:
            player, floor = await desk.sit(name), desk.role("floor", name)
            await desk.bet(name, player, "front_9", 500)
            await desk.do(name, player, do="ready")
            await desk.do(name, floor, do="report", report={"kind": "dealer_card_exposed"})
            assert desk.table(name).play.void
            end = desk.house.store.history.last_entries()[name]
            assert list(recorded_rounds(desk.house.store, name, 1, end)) == []

    run(main)

"""Counted, played, paytable and chance: each planted fault is found and named, and honest play is silent."""

import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.chapters.ch617a_roulette import procedure
from pitboss.house.book import folding
from pitboss.house.book.causes import CountDifference, differences
from pitboss.house.book.entries import SlipMade
from pitboss.house.host.money import facts
from pitboss.house.protocol.reconciliation import PlayHeld, Reconciliation
from pitboss.house.records.play_held import hold
from pitboss.house.table.felt import WonFromMeter
from pitboss.house.wire.reconciliation import reconcile, request_of
from pitboss.journal import Actor
from pitboss.mathematics.kit.table_win import SettledRound
from pitboss.procedure import Refused
from pitboss.roles import Role
from tests.house.desk import run
from tests.house.money import MoneyDesk
from tests.house.test_followed import Dealer
from tests.house.test_table_wins import NUMBER, RED, RL, Floor, on_the_floor, pay_losers

R, B = "roulette", "blackjack"
Work = Callable[[MoneyDesk], Awaitable[None]]


def with_money(tmp_path: Path, work: Work, *games: str) -> None:
    async def main() -> None:
        async with MoneyDesk(tmp_path, games or (R,)) as desk:
            await desk.begin()
            for game in desk.games:
                await desk.count(game, "opener")
                await desk.open_by_hand(game)
            await work(desk)

    run(main)


def found_in(desk: MoneyDesk) -> list[CountDifference]:
    """Every difference of the gaming day."""
    awards = {name: fact.awards for name, fact in desk.house.bookkeeper.facts().items()}
    return differences(desk.book, desk.house.calendar.gaming_day().date, awards)


async def played(desk: MoneyDesk, table: str, rounds: int = 3) -> None:
    dealer = Dealer(desk, table, random.Random(3))
    await desk.do(table, dealer.session(), do="seat_patron", seat=1, amount=200_000)
    for _ in range(rounds):
        await dealer.round()
    await desk.do(table, desk.role("floor", table), do="free_seat", seat=1, reason="x")


async def taken(desk: MoneyDesk, table: str, by_hand: int = 0) -> str:
    """The table closed, its tray counted, and its box taken."""
    await desk.close(table)
    await desk.count(table, "closer", by_hand)
    box = desk.book.tables[table].box
    await desk.money(Role.SECURITY, "take_box", table=table)
    return box


async def asked(desk: MoneyDesk, table: str = "", day: str = "") -> Reconciliation:
    """The reconciliation, once the workers are done."""
    while True:
        made = await reconcile(desk.house, day, table)
        if not any(one.working for one in made.intervals):
            return made


# --- counted − played


def test_honest_play_is_silent(tmp_path: Path) -> None:
    """Rounds, a fill, a credit, a drop, a count: nothing differs, by the book and by the route; counted is what was played."""

    async def work(desk: MoneyDesk) -> None:
        await played(desk, R)
        await desk.fill(R, {2500: 40})
        await desk.fill(R, {500: 20}, "credit")
        box = await taken(desk, R)
        await desk.count_box(box)
        await desk.end_count()
        assert found_in(desk) == []
        made = await asked(desk, R)
        assert (made.house, [(one.differences, one.amount, one.alarms) for one in made.tables]) == ((), [(0, 0, 0)])
        of_box, of_shift = made.intervals
        assert (of_box.kind, of_box.name, of_box.over) == ("box", box, True)
        assert (of_shift.kind, of_shift.over) == ("shift", False)
        assert of_box.counted == of_box.played == of_shift.played
        for one in made.intervals:
            assert one.differences == ()
            play = one.play
            assert play is not None
            assert (play.rounds, play.faults, play.alarms) == (desk.table(R).state.felt.number, (), ())
            assert play.checked > 0
            assert play.win == one.played  # nothing but wagers moved the money

    with_money(tmp_path, work)


def test_a_tray_short_by_one_chip_is_named(tmp_path: Path) -> None:
    """Who counted, who watched, since when, and the rounds in between; also once the day is final."""

    async def work(desk: MoneyDesk) -> None:
        await played(desk, R, 2)
        box, last = await taken(desk, R, -2500), desk.table(R).state.felt.number
        await desk.count_box(box)
        await desk.end_count()
        (one,) = found_in(desk)
        slip = desk.book.slips[one.about]
        counted, watched = slip.signed[0].by.name, slip.signed[-1].by.name
        assert (one.kind, one.table, one.amount, one.box, one.first, one.last) == ("tray", R, -2500, box, 1, last)
        assert "one chip of $25.00 missing since I-000001" in one.cause
        assert f"{counted} counted it, {watched} watched." in one.words
        assert one.since < one.until == slip.signed[-1].at
        assert one.alarm == ""  # as much as the filed tolerance, and no more
        made = await asked(desk, R)
        of_box = made.intervals[0]
        assert [line.about for line in of_box.differences] == [slip.id]
        assert of_box.counted == of_box.played - 2500
        # a final day has forgotten its papers; they are folded again
        day = made.day
        desk.clock.pass_by(24 * 3600)
        for state in ("dropped", "counted", "reconciled"):
            await desk.money(Role.SHIFT_MANAGER, "move_day", day=day, state=state)
        await desk.money(Role.AUDITOR, "move_day", day=day, state="final")
        final = await asked(desk, R, day)
        assert final.state == "final"
        assert final.intervals[0].differences == of_box.differences

    with_money(tmp_path, work)


def test_more_than_the_tolerance_is_an_alarm(tmp_path: Path) -> None:
    async def work(desk: MoneyDesk) -> None:
        await played(desk, R, 1)
        await taken(desk, R, -12_500)
        (one,) = found_in(desk)
        assert one.alarm == "the floor, security and the Board's agent"
        assert one.notes == ("told to everybody",)

    with_money(tmp_path, work)


@pytest.mark.parametrize("paper", ["fill", "credit"])
def test_chips_booked_to_another_table_are_named(tmp_path: Path, paper: str) -> None:
    """Two trays differ by opposite amounts, and a slip of that value lies between the counts of both."""

    async def work(desk: MoneyDesk) -> None:
        wrong = await desk.fill(R, {2500: 20}, paper)
        await desk.fill(R, {500: 10}, paper)  # of another value: it explains nothing
        sign = -1 if paper == "fill" else 1
        await taken(desk, R, sign * 50_000)
        await taken(desk, B, -sign * 50_000)
        found = {one.table: one for one in found_in(desk)}
        assert {table: one.amount for table, one in found.items()} == {R: sign * 50_000, B: -sign * 50_000}
        for table, other in ((R, B), (B, R)):
            assert (found[table].papers, found[table].tables) == ((wrong,), (other,))
            assert f"The {paper} {wrong} of $500.00 is booked to {R}" in found[table].cause

    with_money(tmp_path, work, R, B)


def test_a_fill_before_the_counts_explains_nothing(tmp_path: Path) -> None:
    """The control: the same amounts, but the trays were counted after the fill and were right."""

    async def work(desk: MoneyDesk) -> None:
        await desk.fill(R, {2500: 20})
        desk.clock.pass_by(60)
        for table in (R, B):
            await desk.count(table, "shift")
        desk.clock.pass_by(60)
        await taken(desk, R, -50_000)
        await taken(desk, B, 50_000)
        found = found_in(desk)
        assert [one.papers for one in found] == [(), ()]
        assert all("No fill or credit explains it" in one.cause for one in found)

    with_money(tmp_path, work, R, B)


def test_a_box_is_looked_at_by_cash_and_papers(tmp_path: Path) -> None:
    """A slip that is missing, cash that is short, receipts that are over: each is an equation of its own."""

    async def work(desk: MoneyDesk) -> None:
        await played(desk, R, 1)
        fill = await desk.fill(R, {2500: 4})
        box = await taken(desk, R)
        there = [one for one in desk.book.boxes[box].slips if one != fill]
        await desk.count_box(box, -2000, slips=there, withdrawn=2000)
        assert found_in(desk) == []  # sealed until everybody signed the count
        await desk.end_count()
        found = {one.kind: one for one in found_in(desk)}
        assert {kind: (one.about, one.amount) for kind, one in found.items()} == {
            "cash": (box, -2000),
            "receipts": (box, 2000),
            "slip": (fill, 0),
        }
        assert "one was counted as the other" in found["cash"].cause
        assert "No box that was counted has it." in found["slip"].cause
        (of_box, _) = (await asked(desk, R)).intervals
        assert of_box.counted is not None
        assert of_box.counted - of_box.played == sum(one.amount for one in of_box.differences)

    with_money(tmp_path, work)


def test_a_drawer_that_is_short_is_named(tmp_path: Path) -> None:
    async def work(desk: MoneyDesk) -> None:
        slip = await desk.money(Role.CAGE_CASHIER, "hand_out_drawer", cashier="cashier-2", cash=500_000)
        await desk.money("cashier-2", "sign_slip", slip=slip)
        await desk.money("cashier-2", "sign_slip", slip=slip, cash=499_000)
        while (step := desk.book.slips[slip].next) is not None:
            assert step.roles == (Role.CAGE_CASHIER,)
            await desk.money(Role.CAGE_CASHIER, "sign_slip", slip=slip, cash=499_000, note="seen")
        (one,) = (await asked(desk)).house
        assert (one.kind, one.about, one.amount) == ("drawer", slip, -1000)
        assert "The drawer of cashier-2" in one.words

    with_money(tmp_path, work)


def test_a_jackpot_paid_twice(tmp_path: Path) -> None:
    """The book refuses a second slip for one award; one that is planted under another name is found, with the first."""

    async def work(desk: MoneyDesk) -> None:
        desk.folds = False  # an award is planted in the table, where a meter would have paid it
        desk.table(R).state.felt.awards.append(WonFromMeter(5, 1, "meter", 100_000))
        award = next(iter(facts(desk.table(R)).awards))
        first = await desk.money(desk.crew(R), "claim_jackpot", table=R, award=award)
        assert found_in(desk) == []
        with pytest.raises(Refused, match="an award is paid once"):
            await desk.money(desk.crew(R), "claim_jackpot", table=R, award=award)
        slip = desk.book.slips[first]
        planted = SlipMade(
            by=Actor("X", "Somebody", "dealer"), day=slip.day, shift=slip.shift, slip=desk.book.next_number("J"),
            paper="jackpot", table=R, cash=slip.cash, about=f"{award} again",
        )  # fmt: skip
        folding.apply(desk.book, planted, slip.signed[0].at)
        (one,) = found_in(desk)
        assert (one.kind, one.about, one.amount, one.papers) == ("jackpot", planted.slip, -100_000, (first,))
        assert (one.first, one.last) == (5, 5)
        assert f"It was paid twice: {first} paid $1000.00 for the same hand" in one.cause

    with_money(tmp_path, work)


# --- played − paytable − chance


def held(floor: Floor, first: int = 1) -> PlayHeld:
    request = request_of(floor.store, RL, first, floor.last())
    travelled = msgspec.msgpack.decode(msgspec.msgpack.encode(request), type=type(request))
    return hold(
        RL, travelled.filed, ((one.submission, SettledRound(one.number, one.settlements)) for one in travelled.rounds)
    )


def test_a_wager_paid_once_at_other_odds_is_named_by_its_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red pays 2 to 1 once: found with its round, seat and amount; before and after nothing is."""
    pay, wrong = procedure.pay, list[int]()  # type: ignore[attr-defined]

    async def work(floor: Floor) -> None:
        def paying(wager: Any, pocket: str, rules: Any) -> Any:
            made = pay(wager, pocket, rules)
            if wrong:
                return made
            wrong.append(floor.desk.table(RL).state.felt.number)
            return msgspec.structs.replace(made, returned=3 * made.stake, odds="2 to 1")

        await floor.rounds(4, RED)
        assert held(floor).faults == ()
        monkeypatch.setattr(procedure, "pay", paying)
        await floor.rounds(12, RED)
        play = held(floor)
        (fault,) = play.faults
        assert [fault.round] == wrong
        assert (fault.wager, fault.stake, fault.returned, fault.odds, fault.off) == ("red", 500, 1500, "2 to 1", 500)
        assert fault.words.startswith(f"Round {fault.round} of {RL}, seat {fault.seat}: 2 to 1 is not filed for it")
        assert (play.checked, play.rounds) == (16, 16)

    on_the_floor(tmp_path, work)


def test_losers_paid_at_filed_odds_are_found_by_chance_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three of ten losers paid 35 to 1: as filed by the paytable, not by chance; the honest rounds before are silent."""

    async def work(floor: Floor) -> None:
        await floor.rounds(30, NUMBER)
        honest = floor.last()
        assert held(floor).alarms == ()
        pay_losers(monkeypatch)
        await floor.rounds(100, NUMBER)
        play = held(floor, honest + 1)
        assert play.faults == ()
        (alarm,) = play.alarms
        assert (alarm.wager, alarm.count, alarm.rounds) == ("straight", 100, tuple(range(31, 131)))
        assert alarm.chance < play.rate
        (line,) = play.lines
        assert line.least == line.most > line.win  # nobody decides anything

    on_the_floor(tmp_path, work)


def test_where_players_decide_there_is_a_band_and_words(tmp_path: Path) -> None:
    """Blackjack is held against the best play and against others that are worked out, and it is said."""

    async def work(desk: MoneyDesk) -> None:
        await played(desk, B, 2)
        made = await asked(desk, B)
        play = made.intervals[0].play
        assert play is not None
        line = next(one for one in play.lines if one.strategies)
        assert "Players decide" in line.words
        assert line.least <= line.most

    with_money(tmp_path, work, B)


def test_each_shift_has_the_rounds_that_ended_in_it(tmp_path: Path) -> None:
    """A shift that was ended keeps its reading; the next one begins there, and together they are the box."""

    async def work(desk: MoneyDesk) -> None:
        day, shift = desk.house.calendar.shift()
        await played(desk, R, 2)
        desk.clock.pass_by(8 * 3600)
        await desk.money(Role.SHIFT_MANAGER, "end_shift", day=day, shift=shift)
        assert desk.house.calendar.shift() == (day, shift + 1)
        await played(desk, R, 3)
        of_box, first, second = (await asked(desk, R)).intervals
        assert [(one.kind, one.shift, one.over) for one in (first, second)] == [
            ("shift", shift, True), ("shift", shift + 1, False),
        ]  # fmt: skip
        assert (of_box.first, first.last + 1, of_box.last) == (first.first, second.first, second.last)
        assert of_box.played == first.played + second.played
        plays = [one.play for one in (of_box, first, second)]
        counts = [one.rounds for one in plays if one is not None]
        assert counts[0] == counts[1] + counts[2]
        assert min(counts) >= 2

    with_money(tmp_path, work)

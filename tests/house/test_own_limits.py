"""Limits and exclusion of players always win: set by themselves, at every table, from the next command on."""

import asyncio
import os
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.house.cage import entries as cage_entries
from pitboss.house.cage.cage import Cage
from pitboss.house.cage.play import first_day
from pitboss.house.cage.purses import OPENING
from pitboss.house.clock import stamp
from pitboss.house.founding import Plan
from pitboss.house.host.sessions import Session
from pitboss.house.people import entries
from pitboss.house.people.limits import AMOUNTS, CHECKS, DAY, NAMES, PlayersLimits, wait_of
from pitboss.house.people.register import HOUSE_JOURNAL
from pitboss.house.storage.store import Store
from pitboss.house.table.entries import Settings
from pitboss.procedure import Refused
from pitboss.roles import Role
from soak.limits import campaign
from tests.house.desk import START, Desk, HandClock, run
from tests.house.live import Live
from tests.house.sending import leave_table, said, seat_wish
from tests.house.test_cage_races import dies_after, killed
from tests.house.viewer import Onlooker

PRACTICE = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0, absence_seconds=1e9)
A, B, BJ = "RL-A", "RL-B", "BJ-A"
PLANS = (
    Plan(A, "roulette", "Roulette", PRACTICE),
    Plan(B, "roulette", "Roulette", PRACTICE),
    Plan(BJ, "blackjack", "Blackjack", PRACTICE),
)
ME = "P-7"


# --- what somebody wants


class Wishes:
    """A fold with a clock of its own."""

    def __init__(self) -> None:
        self.fold, self.now = PlayersLimits(), START

    def do(self, made: Callable[[], tuple[Any, ...]]) -> list[str]:
        found = made()
        for one in found:
            self.fold.apply(one, stamp(self.now))
        return [entries.NAMES[type(one)] for one in found]

    def want(self, name: str, value: int | None) -> list[str]:
        return self.do(lambda: self.fold.wanted(ME, name, value))

    def confirm(self, name: str) -> list[str]:
        return self.do(lambda: self.fold.confirmed(ME, name, self.now))

    def value(self, name: str) -> int | None:
        return self.fold.of(ME).values.get(name)


@pytest.mark.parametrize("name", [*AMOUNTS, "time_day"])
def test_a_tighter_limit_counts_at_once_and_a_wider_one_after_the_wait_and_a_second_word(name: str) -> None:
    own = Wishes()
    assert own.want(name, 600) == ["limit_set"]
    assert own.want(name, 599) == ["limit_set"]
    assert own.value(name) == 599
    assert own.want(name, 599) == []
    assert own.want(name, 600) == ["loosening_asked"]
    assert own.value(name) == 599
    own.now += wait_of(name) - 0.001
    with pytest.raises(Refused, match="and not before"):
        own.confirm(name)
    own.now += 0.001
    assert own.value(name) == 599, "a wider limit takes a second word"
    assert own.confirm(name) == ["limit_loosened"]
    assert own.value(name) == 600
    with pytest.raises(Refused, match="no wider limit"):
        own.confirm(name)
    assert own.want(name, None) == ["loosening_asked"]
    own.now += 2 * wait_of(name)
    assert own.confirm(name) == ["limit_loosened"]
    assert own.value(name) is None


def test_a_tighter_limit_takes_a_wish_for_a_wider_one_back() -> None:
    own = Wishes()
    own.want("loss_day", 100)
    own.want("loss_day", 200)
    assert own.want("loss_day", 50) == ["limit_set"]
    own.now += 40 * DAY
    with pytest.raises(Refused):
        own.confirm("loss_day")
    own.want("loss_day", 200)
    assert own.want("loss_day", 50) == ["loosening_dropped"]
    assert own.value("loss_day") == 50


def test_the_wait_is_the_period_and_never_less_than_a_day() -> None:
    assert {name: wait_of(name) / DAY for name in NAMES} == {
        "loss_day": 1, "loss_week": 7, "loss_month": 31, "wager_day": 1, "wager_week": 7, "wager_month": 31,
        "time_day": 1, "check": 1,
    }  # fmt: skip


def test_a_reality_check_every_15_30_or_60_minutes() -> None:
    own = Wishes()
    assert own.fold.of(ME).check_minutes() == 60
    for minutes in (14, 16, 29, 31, 59, 61, 0):
        with pytest.raises(Refused, match="15, 30 or 60"):
            own.want("check", minutes)
    assert own.want("check", 60) == own.want("check", None) == []
    assert own.want("check", 15) == ["limit_set"]
    assert own.want("check", 30) == ["loosening_asked"]
    assert own.fold.of(ME).check_minutes() == 15
    own.now += DAY
    assert own.confirm("check") == ["limit_loosened"]
    assert own.fold.of(ME).check_minutes() == 30
    assert own.want("check", None) == ["loosening_asked"]


def test_exclusion_is_lengthened_and_never_shortened() -> None:
    own = Wishes()

    def exclude(days: int | None) -> list[str]:
        return own.do(lambda: own.fold.excluded(ME, days, own.now))

    for days in (0, 1827):
        with pytest.raises(Refused, match="from 1 to 1826"):
            exclude(days)
    assert exclude(7) == ["excluded"]
    with pytest.raises(Refused, match="for longer than that"):
        exclude(6)
    assert exclude(8) == ["excluded"]
    own.now += 8 * DAY - 0.01
    assert own.fold.of(ME).is_excluded(own.now)
    own.now += 0.01
    assert not own.fold.of(ME).is_excluded(own.now)
    assert exclude(None) == ["excluded"]
    with pytest.raises(Refused, match="for longer than that"):
        exclude(1826)

    def again() -> list[str]:
        return own.do(lambda: own.fold.play_asked(ME, own.now))

    assert again() == ["play_asked"]
    own.now += DAY - 1
    with pytest.raises(Refused, match="and not before"):
        again()
    own.now += 1
    assert again() == ["exclusion_ended"]
    assert not own.fold.of(ME).is_excluded(own.now)


def test_periods() -> None:
    assert first_day("day", "2026-11-17") == "2026-11-17"
    assert first_day("week", "2026-11-17") == "2026-11-16"
    assert first_day("week", "2026-11-16") == "2026-11-16"
    assert first_day("week", "2026-11-15") == "2026-11-09"
    assert first_day("month", "2026-11-17") == "2026-11-01"


# --- at the tables


class Player:
    """Somebody with an account, at several tables of a house in this loop."""

    def __init__(self, desk: Desk, person: str = ME) -> None:
        self.desk, self.house, self.person = desk, desk.house, person
        self.at: dict[str, Session] = {}

    async def sign_up(self) -> "Player":
        await self.house.register.enter(entries.PersonAdded(self.person, "Robin", (Role.PLAYER,)))
        return self

    async def sit(self, name: str, amount: int = 100_000) -> Session:
        wish = seat_wish(self.desk.key(), amount=amount)
        reply = await self.house.cashier.sit_down(self.desk.host(name), wish, self.person, lambda: self.person)
        self.desk.host(name).presence.out_of_reach.pop(reply["seat"], None)
        session = self.house.sessions.of(reply["token"], name)
        self.at[name] = msgspec.structs.replace(session, person=self.person)
        return self.at[name]

    async def want(self, name: str, value: int | None) -> None:
        await self.house.players.decide_limits(
            self.person, lambda: self.house.register.limits.wanted(self.person, name, value)
        )

    async def exclude(self, days: int | None = None) -> None:
        now = self.house.clock.seconds()
        await self.house.players.decide_limits(
            self.person, lambda: self.house.register.limits.excluded(self.person, days, now)
        )

    async def bet(self, name: str, amount: int, on: str = "red") -> None:
        await self.desk.bet(name, self.at[name], on, amount)

    async def spin(self, name: str) -> None:
        await self.desk.do(name, self.at[name], do="ready")
        await self.house.allowances.flush()

    def sits(self, name: str) -> bool:
        return self.desk.host(name).presence.sits(self.at[name])


def playing(tmp_path: Path, work: Callable[[Player], Awaitable[None]], plans: tuple[Plan, ...] = PLANS) -> None:
    async def main() -> None:
        async with Desk(tmp_path / "house.db", plans) as desk:
            await work(await Player(desk).sign_up())

    run(main)


@pytest.mark.parametrize("name", AMOUNTS)
def test_no_wager_passes_a_limit_below_at_and_above_it(tmp_path: Path, name: str) -> None:
    """Wagers at two tables at once, none decided: what is up counts as lost, so losses and wagers have the same bound."""

    async def work(me: Player) -> None:
        await me.sit(A)
        await me.sit(B)
        await me.want(name, 10_000)
        await me.bet(A, 4_000)
        await me.bet(B, 5_900)
        with pytest.raises(Refused, match=r"\$1.00 of it is left, and that takes \$2.00"):
            await me.bet(A, 200)
        await me.bet(B, 100)
        for table in (A, B):
            with pytest.raises(Refused, match=r"\$0.00 of it is left"):
                await me.bet(table, 100)
        assert sum(me.desk.table(t).state.felt.stakes(me.at[t].seat) for t in (A, B)) == 10_000

    playing(tmp_path, work)


def test_a_limit_begins_anew_with_its_period(tmp_path: Path) -> None:
    async def work(me: Player) -> None:
        await me.sit(A)
        await me.want("wager_day", 1_000)
        await me.want("wager_week", 1_500)
        for day in range(4):  # from a Tuesday
            if day < 2:
                await me.bet(A, 1_000 if day == 0 else 500)
                await me.spin(A)
            with pytest.raises(Refused, match="of it is left"):
                await me.bet(A, 100)
            me.desk.clock.pass_by(DAY)
        me.desk.clock.pass_by(2 * DAY)
        await me.bet(A, 1_000)

    playing(tmp_path, work)


def test_what_was_wagered_before_a_limit_was_set_counts(tmp_path: Path) -> None:
    """Of rounds that are over, and of one that is not, at another table."""

    async def work(me: Player) -> None:
        await me.sit(A)
        await me.sit(B)
        await me.bet(A, 3_000)
        await me.spin(A)
        await me.bet(B, 2_000)
        await me.want("wager_day", 6_000)
        with pytest.raises(Refused, match=r"\$10.00 of it is left"):
            await me.bet(A, 1_100)
        await me.bet(A, 1_000)
        with pytest.raises(Refused, match=r"\$0.00 of it is left"):
            await me.bet(B, 100)

    playing(tmp_path, work)


def test_what_is_taken_back_can_be_wagered_again(tmp_path: Path) -> None:
    async def work(me: Player) -> None:
        await me.sit(A)
        await me.want("wager_day", 1_000)
        await me.bet(A, 1_000)
        await me.desk.do(A, me.at[A], answer=_remove("red"))
        await me.bet(A, 1_000, "black")
        await me.spin(A)
        with pytest.raises(Refused, match=r"\$0.00 of it is left"):
            await me.bet(A, 100)

    playing(tmp_path, work)


def _remove(wager: str) -> Any:
    return said("remove", wager)


def test_a_wager_that_is_sent_again_counts_once(tmp_path: Path) -> None:
    """Its reply was lost: sent again under the same key at the very limit it gets the same reply, and takes nothing more."""

    async def work(me: Player) -> None:
        await me.sit(A)
        await me.want("wager_day", 1_000)
        wager = said("wager", "red", "", 1_000)
        first = await me.desk.do(A, me.at[A], "the-same-key-00000000", answer=wager)
        again = await asyncio.gather(
            *(me.desk.do(A, me.at[A], "the-same-key-00000000", answer=wager) for _ in range(5))
        )
        assert again == [first] * 5
        assert me.desk.table(A).state.felt.stakes(me.at[A].seat) == 1_000
        assert me.house.cage.play.of(ME).reserved == 1_000

    playing(tmp_path, work)


def test_what_comes_back_can_be_lost_again(tmp_path: Path) -> None:
    """Losses are counted by the same ledger as play: a limit on them leaves what was won, and no more."""

    async def work(me: Player) -> None:
        await me.sit(A)
        await me.want("loss_day", 10_000)
        pick, taken = random.Random(1), 0
        for _ in range(60):
            lost = 100_000 - me.desk.table(A).state.ledger.chips(me.at[A].seat)
            assert lost <= 10_000
            amount = pick.choice((500, 1_000, 2_500))
            if lost + amount <= 10_000:
                await me.bet(A, amount)
                await me.spin(A)
                taken += 1
            else:
                with pytest.raises(Refused, match="of it is left"):
                    await me.bet(A, amount)
        assert taken > 5

    playing(tmp_path, work)


def test_a_double_down_is_a_wager_and_standing_is_not(tmp_path: Path) -> None:
    """In the middle of a round only what costs more is refused, and the round goes on; also for somebody who is gone."""

    async def work(me: Player) -> None:
        await me.sit(BJ)
        await me.want("wager_day", 1_000)
        refused = 0
        for _ in range(40):
            if me.desk.table(BJ).round is None:
                await me.desk.do(BJ, me.at[BJ], do="ready")
            await me.desk.decline_cut(BJ, me.at[BJ])
            await me.desk.do(BJ, me.at[BJ], answer=_wager("blackjack", 1_000))
            await me.desk.do(BJ, me.at[BJ], do="ready")
            await me.desk.decline_cut(BJ, me.at[BJ])
            for _ in range(20):
                play = me.desk.table(BJ).round
                asked = play.questions(me.at[BJ].seat) if play is not None else []
                if not asked or me.desk.table(BJ).state.felt.stakes(me.at[BJ].seat) == 0:
                    break
                dear = [o for o in asked[0].options if play is not None and play.price(o.answer(me.at[BJ].seat)).amount]
                for option in dear:
                    with pytest.raises(Refused, match="of it is left"):
                        await me.desk.say(BJ, me.at[BJ], option.answer(me.at[BJ].seat))
                    refused += 1
                free = next(o for o in asked[0].options if o not in dear)
                await me.desk.say(BJ, me.at[BJ], free.answer(me.at[BJ].seat))
            await me.house.allowances.flush()
            me.desk.clock.pass_by(DAY)
            if refused > 2:
                break
        assert refused > 2

    playing(tmp_path, work, (PLANS[2],))


def _wager(wager: str, amount: int) -> Any:
    return said("wager", wager, "", amount)


def test_the_excluded_play_no_more_from_the_next_command_on(tmp_path: Path) -> None:
    """No wager, seat or chips; the open round is finished and paid, and every chip comes back to the purse."""

    async def work(me: Player) -> None:
        await me.sit(A)
        await me.sit(B)
        await me.bet(A, 1_000)
        await me.exclude(1)
        with pytest.raises(Refused, match="excluded yourself"):
            await me.bet(A, 100)
        await me.desk.quiet(B)
        await me.house.cashier.brought_back()
        assert not me.sits(B)
        assert me.sits(A), "its round is open"
        with pytest.raises(Refused, match="excluded yourself"):
            await me.sit(B)
        with pytest.raises(Refused, match="excluded yourself"):
            await me.house.cage.send(ME, B, 100)
        with pytest.raises(Refused, match="excluded yourself"):
            await me.house.cage.top_up(ME, me.house.calendar.gaming_day().date, 0)
        before = me.desk.table(A).state.felt.number
        await me.spin(A)
        await me.desk.settle(A)
        await me.house.cashier.brought_back()
        assert me.desk.table(A).state.felt.number >= before
        assert not me.sits(A)
        assert me.house.cage.purse(ME).balance == OPENING - 1_000 + 2_000 * (me.house.cage.purse(ME).balance > OPENING)
        me.desk.clock.pass_by(DAY - 1)
        with pytest.raises(Refused, match="excluded yourself"):
            await me.sit(A)
        me.desk.clock.pass_by(1)
        await me.sit(A)
        await me.bet(A, 100)
        kinds = [one.kind for one in me.house.store.entries(HOUSE_JOURNAL)]
        assert kinds.count("excluded") == 1

    playing(tmp_path, work)


def test_time_at_tables_below_at_and_above_the_limit(tmp_path: Path) -> None:
    """Time at two tables at once counts once; the next day begins anew."""

    async def work(me: Player) -> None:
        await me.want("time_day", 60)
        await me.sit(A)
        me.desk.clock.pass_by(1_000)
        await me.sit(B)
        me.desk.clock.pass_by(3_600 - 1_000 - 1)
        await me.bet(A, 100)
        me.desk.clock.pass_by(1)
        with pytest.raises(Refused, match="60 minutes a day"):
            await me.bet(B, 100)
        await me.house.players.attend()
        await me.desk.quiet(B)
        await me.spin(A)
        await me.desk.settle(A)
        await me.house.cashier.brought_back()
        assert not me.sits(A)
        assert not me.sits(B)
        with pytest.raises(Refused, match="60 minutes a day"):
            await me.sit(A)
        me.desk.clock.pass_by(DAY)
        await me.sit(A)
        await me.bet(A, 100)

    playing(tmp_path, work)


@pytest.mark.parametrize("minutes", CHECKS)
def test_a_reality_check_comes_to_the_second(tmp_path: Path, minutes: int) -> None:
    async def work(me: Player) -> None:
        if minutes != 60:
            await me.want("check", minutes)
        screen = Onlooker(await me.sit(A))
        me.desk.host(A).presence.join(screen)
        await me.bet(A, 1_000)
        await me.spin(A)
        for number in range(1, 4):
            me.desk.clock.pass_by(minutes * 60 - 1)
            await me.house.players.attend()
            assert len(screen.notices) == number - 1
            me.desk.clock.pass_by(1)
            await me.house.players.attend()
            await me.house.players.attend()
            assert len(screen.notices) == number
        last = screen.notices[-1]
        assert last.code == "reality_check"
        assert "wagered $10.00" in last.sentence
        assert (
            "3 h 00 min" if minutes == 60 else f"{3 * minutes // 60} h" if minutes == 30 else "45 minutes"
        ) in last.sentence

    playing(tmp_path, work)


# --- whatever happens


def test_no_race_passes_a_limit_and_no_change_of_one_does(tmp_path: Path) -> None:
    """Twelve days of one player with a client at each of eight tables; 400 days in ``python -m soak limits``."""
    outcome = asyncio.run(campaign(tmp_path / "house.db", 12))
    assert not outcome.complaint
    assert outcome.taken > 20
    assert outcome.refused > 20
    assert outcome.most == 100, "the limit itself may be reached"


def test_a_house_that_looks_first_and_takes_later_is_found_out(tmp_path: Path) -> None:
    """Control: the cage looks at the limit, and writes the wager down when others have looked too."""
    outcome = asyncio.run(campaign(tmp_path / "house.db", 3, hasty=True))
    assert "against a limit of" in outcome.complaint


def test_limits_over_four_hundred_days(tmp_path: Path) -> None:
    """A virtual clock, a model beside it, and the house closed and opened in between: no period passes its limit, and a
    wider one never counts before its wait and its second word."""
    pick = random.Random(4)
    allowed: dict[str, int | None] = {"loss_day": None, "wager_day": None, "wager_week": None, "wager_month": None}
    wishes: dict[str, tuple[int, float]] = {}
    wagered: dict[str, int] = {}
    clock, taken, refused = HandClock(), 0, 0

    async def some_days(days: int, first: bool) -> None:
        nonlocal taken, refused
        async with Desk(tmp_path / "house.db", PLANS[:1], clock=clock) as desk:
            desk.keys = iter(range(int(clock.seconds()), 10**12))
            me = Player(desk)
            if first:
                await me.sign_up()
            own = desk.house.register.limits
            for _ in range(days):
                for name in ("wager_day", "wager_week", "wager_month"):
                    value = (
                        pick.choice((1_000, 2_000, 3_000)) * {"day": 1, "week": 3, "month": 9}[name.partition("_")[2]]
                    )
                    if pick.random() > 0.15:
                        continue
                    await me.want(name, value)
                    if allowed[name] is None or value <= (allowed[name] or 0):
                        allowed[name] = value
                        wishes.pop(name, None)
                    else:
                        wishes[name] = (value, clock.seconds())
                for name, (value, asked) in list(wishes.items()):
                    waited = clock.seconds() >= asked + wait_of(name)
                    try:
                        await desk.house.players.decide_limits(ME, lambda n=name: own.confirmed(ME, n, clock.seconds()))  # type: ignore[misc]
                    except Refused:
                        assert not waited
                    else:
                        assert waited
                        allowed[name] = value
                        del wishes[name]
                assert {n: own.of(ME).values.get(n) for n in allowed} == allowed
                day = desk.house.calendar.gaming_day().date
                if not (me.at and me.sits(A)):
                    await me.sit(A, 20_000)
                amount = pick.choice((500, 1_000, 2_000))
                sums = {
                    n: sum(a for d, a in wagered.items() if d >= first_day(n.partition("_")[2], day))
                    for n in ("wager_day", "wager_week", "wager_month")
                }
                fits = all((limit := allowed[n]) is None or used + amount <= limit for n, used in sums.items())
                try:
                    await me.bet(A, amount)
                except Refused as refusal:
                    assert not fits or "rack" in refusal.sentence, refusal.sentence
                    refused += 1
                else:
                    assert fits
                    wagered[day] = wagered.get(day, 0) + amount
                    taken += 1
                    await me.spin(A)
                clock.pass_by(DAY)
            await leave_table(desk.host(A), me.at[A], desk.key())
            await desk.house.cashier.brought_back()

    for part in range(8):
        run(lambda part=part: some_days(50, part == 0))  # type: ignore[misc]
    assert taken > 50
    assert refused > 50


WHEN = {  # killed, and how often the cage has the round by its own record then
    "reserved": 0,  # after the limit was looked at
    "undecided": 0,  # before the end of the round is on the disk
    "decided": 1,  # right after that
    "apart": 0,  # after that, where the cage is at another process and was not told yet
}


@pytest.mark.parametrize("when", WHEN)
def test_a_crash_leaves_no_more_reserved_than_was_wagered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    database = tmp_path / "house.db"

    async def dies() -> None:
        async with Desk(database, PLANS) as desk:
            me = await Player(desk).sign_up()
            await me.sit(A)
            await me.want("wager_day", 2_000)
            if when == "reserved":
                dies_after(monkeypatch, Cage, "stake")
            elif when == "undecided":
                monkeypatch.setattr(Cage, "played", lambda *_: os._exit(9))
            elif when == "decided":
                dies_after(monkeypatch, Cage, "played")
            else:
                desk.house.cage.leads = False
                monkeypatch.setattr(Cage, "played", lambda *_: os._exit(9))
            await me.bet(A, 1_500)
            await me.spin(A)
            raise AssertionError("nobody was killed")

    killed(dies)

    async def opens() -> None:
        async with Desk(database, PLANS) as desk:
            cage, store = desk.house.cage, desk.house.store
            recorded = [entry.kind for entry in store.entries("cage")].count("played")
            ended = [entry.kind for entry in store.entries(A)].count("ended")
            assert recorded == WHEN[when]
            assert ended == (when in ("decided", "apart"))
            await desk.house.allowances.settle(desk.house.hosts, store)
            day = desk.house.calendar.gaming_day().date
            own = cage.play.of(ME)
            assert own.sums(day, day).wagered == (0 if when == "reserved" else 1_500)
            assert own.reserved == 0
            if when != "reserved":
                lost = own.sums(day, day).lost
                seat = next(iter(desk.table(A).state.seats.players))
                assert lost == 100_000 - desk.table(A).state.ledger.chips(seat)

    run(opens)


def test_a_limit_takes_one_commit_more_a_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first wager has a grant reserved; the end of the round and what it came to are one transaction."""
    commits: list[int] = []
    commit = Store.commit

    def counted(self: Store, writes: Any) -> Any:
        if any(row[0] in (A, "cage") for _, row in writes):  # the house has work of its own meanwhile
            commits.append(len(writes))
        return commit(self, writes)

    async def a_round(me: Player) -> int:
        before = len(commits)
        await me.bet(A, 500)
        await me.bet(A, 500)
        await me.desk.do(A, me.at[A], do="ready")
        return len(commits) - before

    async def work(me: Player) -> None:
        await me.sit(A)
        monkeypatch.setattr(Store, "commit", counted)
        without = await a_round(me)
        await me.house.allowances.flush()
        await me.want("wager_day", 100_000)
        assert await a_round(me) == without + 1
        assert not me.house.cage.play.of(ME).held
        await me.house.allowances.flush()
        day = me.house.calendar.gaming_day().date
        assert me.house.cage.play.of(ME).sums(day, day).wagered == 2_000

    playing(tmp_path, work)


def test_a_wager_that_waits_for_its_grant_holds_back_only_what_its_player_sends_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(me: Player) -> None:
        desk = me.desk
        await me.sit(A)
        other = await desk.sit(A)
        await me.want("wager_day", 10_000)
        await desk.until_asked(A)
        asked, granted, stake = asyncio.Event(), asyncio.Event(), Cage.stake

        async def slow(self: Cage, *given: Any) -> None:
            asked.set()
            await granted.wait()
            await stake(self, *given)

        monkeypatch.setattr(Cage, "stake", slow)
        first = asyncio.create_task(me.bet(A, 500))
        await asked.wait()
        second = asyncio.create_task(desk.do(A, me.at[A], answer=said("remove", "red")))
        await desk.bet(A, other, "black", 700)
        table = desk.table(A)
        assert table.state.felt.stakes(other.seat) == 700
        assert table.state.felt.stakes(me.at[A].seat) == 0
        assert not first.done()
        assert not second.done(), "there is nothing to remove before the first is done"
        granted.set()
        await asyncio.gather(first, second)
        assert table.state.felt.stakes(me.at[A].seat) == 0
        says = [answer["says"] for entry in desk.house.store.entries(A) if entry.kind == "step"
                for answer in msgspec.json.decode(entry.payload).get("answers", ()) if answer["by"] == me.at[A].seat]  # fmt: skip
        assert says == ["wager", "remove"]

    playing(tmp_path, work)


def test_nothing_is_taken_on_a_grant_while_a_limit_changes(tmp_path: Path) -> None:
    """What counts is being reported: a wager within what was granted waits until that is done."""

    async def work(me: Player) -> None:
        await me.sit(A)
        await me.want("wager_day", 100_000)
        await me.bet(A, 500)
        async with me.house.allowances.changing(ME):
            bet = asyncio.create_task(me.bet(A, 500))
            await me.desk.do(A, await me.desk.sit(A), do="ready")
            assert me.desk.table(A).state.felt.stakes(me.at[A].seat) == 500
            assert not bet.done()
        await bet
        assert me.desk.table(A).state.felt.stakes(me.at[A].seat) == 1_000

    playing(tmp_path, work)


def test_the_entries_of_play_are_read_as_they_were_written() -> None:
    made = cage_entries.Played(ME, A, "2026-11-17", 3, 500, 1_000)
    again = cage_entries.DECODERS["played"].decode(msgspec.json.encode(made))
    assert again == made


# --- over the wire


def test_limits_over_http_and_who_sees_them(tmp_path: Path) -> None:
    """The player's page, the list of people, the Board's search: each is told what it has to know."""
    with Live(tmp_path / "house.db", PLANS[:1]) as live:
        player = live.cookie(Role.PLAYER)
        assert live.get("/api/me/limits").status_code == 401
        state = live.get("/api/me/limits", player).json()
        assert [line["limit"] for line in state["limits"]] == list(NAMES)
        assert state["excluded"] is None
        state = live.post("/api/me/limits", {"limit": "loss_day", "value": 5_000}, player).json()
        assert state["limits"][0]["value"] == 5_000
        state = live.post("/api/me/limits", {"limit": "loss_day", "value": 6_000}, player).json()
        assert (state["limits"][0]["value"], state["limits"][0]["wish"]) == (5_000, 6_000)
        refused = live.post("/api/me/limits/confirm", {"limit": "loss_day"}, player)
        assert refused.status_code == 409
        assert "and not before" in refused.text
        assert live.post("/api/me/limits/drop", {"limit": "loss_day"}, player).json()["limits"][0]["wish_from"] == ""
        reply = live.post(f"/api/tables/{A}/seats", {"key": "k" * 20}, player)
        assert reply.status_code == 201, reply.text
        assert live.post("/api/me/exclusion", {"days": 2}, player).json()["barred"]
        assert live.post(f"/api/tables/{A}/seats", {"key": "l" * 20}, player).status_code == 409
        people = live.get("/api/people", live.cookie(Role.MANAGER)).json()
        own = next(one for one in people if one["limits"])
        assert "excluded until" in own["limits"]
        assert "loss a day at most $50.00" in own["limits"]
        journal = live.get("/api/house/journal.jsonl", live.cookie(Role.BOARD)).text
        assert '"kind":"limit_set"' in journal
        assert '"kind":"excluded"' in journal


# --- a grant for a round


def staked_entries(desk: Desk) -> int:
    return sum(entry.kind == "staked" for entry in desk.house.store.entries("cage"))


@pytest.mark.parametrize(("limit", "asked"), [(8_001, 1), (8_000, 1), (7_999, 3)])
def test_far_from_the_limit_a_round_is_granted_at_once(tmp_path: Path, limit: int, asked: int) -> None:
    """Twenty dollars, where no minimum is posted, are granted where four times as much is left of the limit."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            me = await Player(desk).sign_up()
            await me.want("wager_day", limit)
            await me.sit(A)
            for _ in range(3):
                await me.bet(A, 500)
            assert staked_entries(desk) == asked
            await me.bet(A, 600)  # more than what was granted is asked for
            assert staked_entries(desk) == asked + 1
            await me.spin(A)
            assert not desk.house.cage.play.of(ME).held

    run(work)


def test_a_grant_ends_when_a_limit_is_set(tmp_path: Path) -> None:
    """What was granted and is not staked yet counts no more: the new limit binds the very next wager."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            me = await Player(desk).sign_up()
            await me.want("wager_day", 100_000)
            await me.sit(A)
            await me.bet(A, 500)
            assert desk.house.cage.play.of(ME).reserved == 2_000
            await me.want("wager_day", 1_000)
            assert desk.house.cage.play.of(ME).reserved == 500
            await me.bet(A, 500)
            with pytest.raises(Refused, match="is left"):
                await me.bet(A, 500)

    run(work)

"""Ways round a player's own limits that were tried: two seats, two words for exclusion, a change in the midst of a wager, the turn
of a day."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from pitboss.house.cage.purses import OPENING
from pitboss.house.host import seats
from pitboss.house.people.limits import DAY
from pitboss.procedure import Refused
from tests.house.sending import leave_table, said, seat_wish, take_box
from tests.house.test_own_limits import BJ, ME, PLANS, A, B, Player, Wishes, playing


def counted(me: Player) -> int:
    """What counts against a limit on wagers today."""
    own, day = me.house.cage.play.of(ME), me.house.calendar.gaming_day().date
    return own.reserved + own.sums(day, day).wagered


def on_the_layouts(me: Player, *tables: str) -> int:
    return sum(
        me.desk.table(name).state.felt.stakes(seat)
        for name in tables
        for seat in me.desk.table(name).state.seats.players
    )


def test_until_further_notice_does_not_shorten_an_exclusion_for_a_time() -> None:
    """A year, then "until further notice", which by itself ends a day after it is asked for: the year stays."""
    own = Wishes()

    def exclude(days: int | None) -> list[str]:
        return own.do(lambda: own.fold.excluded(ME, days, own.now))

    def again() -> list[str]:
        return own.do(lambda: own.fold.play_asked(ME, own.now))

    began = own.now
    assert exclude(365) == exclude(None) == ["excluded"]
    assert again() == ["play_asked"]
    for day in (1, 2, 364.999):
        own.now = began + day * DAY
        with pytest.raises(Refused, match="and not before"):
            again()
    assert exclude(None) == ["excluded"]  # not after all; the year still counts
    assert again() == ["play_asked"]
    own.now = began + 365.5 * DAY
    with pytest.raises(Refused, match="and not before"):
        again()  # a day after it was asked for
    own.now = began + 366 * DAY
    assert again() == ["exclusion_ended"]
    assert (exclude(None), again()) == (["excluded"], ["play_asked"])
    own.now += DAY
    assert again() == ["exclusion_ended"], "the year is over, and counts no more"


@pytest.mark.parametrize("name", ["wager_day", "loss_day"])
def test_seats_at_two_tables_have_one_limit(tmp_path: Path, name: str) -> None:
    """The same account in two browsers, at one table once: each seat counts, while wagers are up and when they are decided."""

    async def work(me: Player) -> None:
        first, second = await me.sit(A), await me.sit(B)
        with pytest.raises(Refused, match="You have seat"):
            await me.sit(A)
        await me.want(name, 10_000)
        await me.desk.bet(A, first, "red", 8_000)
        with pytest.raises(Refused, match=r"\$20.00 of it is left"):
            await me.desk.bet(B, second, "red", 8_000)
        await me.desk.bet(B, second, "red", 2_000)
        with pytest.raises(Refused, match=r"\$0.00 of it is left"):
            await me.desk.bet(A, first, "red", 100)
        assert on_the_layouts(me, A, B) == counted(me) == 10_000
        at = ((A, first), (B, second))
        for table, session in at:
            await me.desk.do(table, session, do="ready")
        await me.house.allowances.flush()
        day = me.house.calendar.gaming_day().date
        assert me.house.cage.play.of(ME).sums(day, day).wagered == 10_000
        racks = sum(me.desk.table(table).state.ledger.chips(session.seat) for table, session in at)
        assert me.house.cage.play.of(ME).sums(day, day).lost == 200_000 - racks

    playing(tmp_path, work)


def test_what_is_taken_back_after_the_day_leaves_no_more_for_the_next(tmp_path: Path) -> None:
    """The round began yesterday: its wager, taken back today, was yesterday's; today has its limit and no cent more."""

    async def work(me: Player) -> None:
        await me.sit(A)
        await me.sit(B)
        await me.want("wager_day", 10_000)
        await me.bet(A, 10_000)
        with pytest.raises(Refused):
            await me.bet(A, 100)  # whereupon the table tells what was wagered so far
        me.desk.clock.pass_by(DAY)
        await me.desk.do(A, me.at[A], answer=said("remove", "red"))
        with pytest.raises(Refused, match=r"\$100.00 of it is left"):
            await me.bet(A, 10_100)
        await me.bet(A, 6_000)
        with pytest.raises(Refused, match=r"\$40.00 of it is left"):
            await me.bet(B, 4_100)
        await me.bet(B, 4_000)
        for table in (A, B):
            await me.spin(table)
        for table in (A, B):
            with pytest.raises(Refused, match=r"\$0.00 of it is left"):
                await me.bet(table, 100)
        assert {day: sums.wagered for day, sums in me.house.cage.play.of(ME).days.items()} == {
            "2023-11-14": 0,
            "2023-11-15": 10_000,
        }

    playing(tmp_path, work)


def test_a_limit_changed_in_the_midst_of_a_wager_frees_nothing_of_it(tmp_path: Path) -> None:
    """The wager is reserved; a limit is set; what the table tells then is on its way while the wager is taken."""

    async def work(me: Player) -> None:
        await me.sit(A)
        await me.sit(B)
        await me.want("wager_day", 10_000)
        reserved, taken = asyncio.Event(), asyncio.Event()
        cage = me.house.cage
        stake, played = cage.stake, cage.played

        async def staked(*given: Any) -> None:
            await stake(*given)
            reserved.set()
            await asyncio.sleep(0.05)

        async def told(given: Any) -> None:
            await taken.wait()
            await played(given)

        cage.stake, cage.played = staked, told  # type: ignore[method-assign, assignment]
        bet = asyncio.create_task(me.bet(A, 6_000))
        await reserved.wait()
        want = asyncio.create_task(me.want("loss_day", 9_000))
        await asyncio.wait([bet])
        taken.set()
        await want
        cage.stake, cage.played = stake, played  # type: ignore[method-assign]
        assert on_the_layouts(me, A) == counted(me)
        with pytest.raises(Refused, match="of it is left"):
            await me.bet(B, 5_000)

    playing(tmp_path, work)


def test_wagers_on_further_boxes_count_after_a_crash(tmp_path: Path) -> None:
    """What the record says a round came to has the wagers on further boxes in it, though nobody was there to tell."""

    async def work(me: Player) -> None:
        await me.sit(BJ)
        host = me.desk.host(BJ)
        box = (await take_box(host, me.at[BJ], seat_wish(me.desk.key())))["seat"]
        await me.want("wager_day", 10_000)
        if me.desk.table(BJ).round is None:
            await me.desk.do(BJ, me.at[BJ], do="ready")
        await me.desk.decline_cut(BJ, me.at[BJ])
        lost: list[Any] = []

        async def nobody_tells(store: Any, writes: Any, played: Any) -> None:
            await store.commit(writes)
            lost.extend(played)

        me.house.allowances.commit = nobody_tells  # type: ignore[method-assign]
        for seat in (me.at[BJ].seat, box):
            await me.desk.do(BJ, me.at[BJ], answer=said("wager", "blackjack", "", 1_000, by=seat))
        await me.desk.do(BJ, me.at[BJ], do="ready")
        for _ in range(40):
            await me.desk.decline_cut(BJ, me.at[BJ])
            play = me.desk.table(BJ).round
            if lost or play is None:
                break
            asked = [e for seat in (me.at[BJ].seat, box) for e in play.questions(seat)]
            if not asked or asked[0].default is None:
                break
            assert isinstance(asked[0].to, int)
            await me.desk.say(BJ, me.at[BJ], asked[0].default.answer(asked[0].to))
        assert lost, "the round is over, and the cage was told nothing"
        await me.desk.do(BJ, me.at[BJ], do="ready")
        await me.house.allowances.settle(me.house.hosts, me.house.store)
        day = me.house.calendar.gaming_day().date
        own = me.house.cage.play.of(ME)
        assert own.sums(day, day).wagered == sum(one.wagered for one in lost) >= 2_000
        assert own.sums(day, day).returned == sum(one.returned for one in lost)
        assert not own.reserved

    playing(tmp_path, work, (PLANS[2],))


def test_wagers_on_further_boxes_count_for_whoever_leaves_in_mid_round(tmp_path: Path) -> None:
    async def work(me: Player) -> None:
        await me.sit(BJ)
        host, table = me.desk.host(BJ), me.desk.table(BJ)
        box = (await take_box(host, me.at[BJ], seat_wish(me.desk.key())))["seat"]
        if table.round is None:
            await me.desk.do(BJ, me.at[BJ], do="ready")
        await me.desk.decline_cut(BJ, me.at[BJ])
        for seat in (me.at[BJ].seat, box):
            await me.desk.do(BJ, me.at[BJ], answer=said("wager", "blackjack", "", 1_000, by=seat))
        seats.give_up_all(host, table, me.at[BJ].seat, "house")
        (played,) = host.outbox.played
        assert (played.wagered, played.returned, played.over) == (2_000, 0, True)
        host.recover()  # nobody really left

    playing(tmp_path, work, (PLANS[2],))


def test_leaving_a_seat_counts_no_round_twice(tmp_path: Path) -> None:
    """Somebody without limits, whose rounds are summed up: what they see of their play today is what they played."""

    async def work(me: Player) -> None:
        for _ in range(3):
            session = await me.sit(A)
            await me.bet(A, 1_000)
            await me.spin(A)
            await leave_table(me.desk.host(A), session, me.desk.key())
            await me.house.cashier.brought_back()
        await me.house.allowances.flush()
        day = me.house.calendar.gaming_day().date
        own = me.house.cage.play.of(ME).sums(day, day)
        assert own.wagered == 3_000
        assert own.lost == OPENING - me.house.cage.purse(ME).balance

    playing(tmp_path, work)

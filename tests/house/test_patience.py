"""Nobody keeps a table waiting for ever: courtesies end, closing takes effect, what failed is not told."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from pitboss.house.founding import Plan
from pitboss.house.host.sessions import Session
from pitboss.house.storage.store import Store
from pitboss.journal import Actor
from pitboss.procedure import Refused, Window
from tests.house.desk import Desk, run
from tests.house.hand import ByHand
from tests.house.live import BY_HAND, PRACTICE, Live, acked
from tests.house.sending import leave_table, said
from tests.house.viewer import Onlooker

B, R, L = "blackjack", "roulette", "by-hand"
PLANS = (
    Plan(B, "blackjack", "Blackjack", PRACTICE),
    Plan(R, "roulette", "Roulette", PRACTICE),
    Plan(L, "roulette", "Roulette", BY_HAND),
)


def asked(desk: Desk, name: str) -> list[tuple[Any, str]]:
    play = desk.table(name).round
    return [(election.to, election.kind) for election in play.elections()] if play is not None else []


@pytest.mark.parametrize(("alone", "seconds", "still"), [(True, 3600, True), (False, 7.9, True), (False, 8.1, False)])
def test_a_cut_keeps_nobody_else_waiting(tmp_path: Path, alone: bool, seconds: float, still: bool) -> None:
    """At a practice table one who is alone has all the time there is; where another waits, the offer lapses."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            await desk.sit(B, 1)
            if not alone:
                await desk.sit(B, 2)
            assert asked(desk, B) == [(1, "cut")]
            await desk.settle(B, seconds)
            assert (asked(desk, B) == [(1, "cut")]) is still

    run(work)


def test_the_first_to_come_is_offered_the_cut(tmp_path: Path) -> None:
    """633a.5(b): a freshly opened table waits with its shuffle until somebody can be asked; a wheel does not."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            await desk.settle(B, 60)
            assert desk.table(B).round is None
            assert desk.table(R).round is not None
            await desk.sit(B, 3)
            assert asked(desk, B) == [(3, "cut")]

    run(work)


def test_a_table_that_is_to_close_closes_after_the_cut(tmp_path: Path) -> None:
    """Told to close while a cut is asked, it closes when betting would open and nothing is up."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            player = await desk.sit(B, 1)
            await desk.do(B, desk.role("floor", B), do="close_table")
            assert desk.table(B).play.closing
            await desk.do(B, player, answer=said("decline_cut"))
            await desk.settle(B)
            assert not desk.table(B).state.standing.open
            assert desk.table(B).round is None

    run(work)


# --- what did not get to the disk


def test_what_was_not_written_is_not_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A correction that fails is announced to nobody, and a leave that fails cuts nobody's line."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            await desk.open_by_hand(L)
            dealer, player = desk.role("dealer", L), await desk.sit(L, 1)
            viewer = Onlooker(player)
            desk.host(L).presence.join(viewer)
            commit = Store.commit

            def failing(self: Store, writes: Any) -> Any:
                return commit(self, [("INSERT INTO nowhere VALUES (?)", (len(writes),))])

            monkeypatch.setattr(Store, "commit", failing)
            with pytest.raises(Refused, match="suspended"):
                await leave_table(desk.host(L), player, desk.key())
            monkeypatch.setattr(Store, "commit", commit)
            await desk.settle(L, 3)
            assert not viewer.over
            await desk.bet(L, player, "red", 500)
            await desk.do(L, dealer, do="no_more_bets")
            await desk.do(L, dealer, answer={"says": "17", "by": "chance"})
            before = len(viewer.notices)
            monkeypatch.setattr(Store, "commit", failing)
            with pytest.raises(Refused, match="suspended"):
                await desk.do(L, dealer, do="correct")
            monkeypatch.setattr(Store, "commit", commit)
            await desk.settle(L, 3)
            assert len(viewer.notices) == before
            assert desk.table(L).play.correctable is not None, "17 stands"

    run(work)


def test_a_card_that_was_taken_back_lies_sealed(tmp_path: Path) -> None:
    """The outcome of a correction may be a card that lies face down."""
    name = "cards-by-hand"

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan(name, "go-fore-it", "Go Fore It", BY_HAND)]) as desk:
            player = await desk.sit(name, 1)
            await desk.open_by_hand(name)
            dealer = desk.role("dealer", name)
            await desk.bet(name, player, "front_9", 500)
            await desk.do(name, dealer, do="no_more_bets")
            await desk.do(name, player, answer={"says": "back_9"})
            await desk.do(name, dealer, answer={"says": "KS", "by": "chance"})  # the first card that is turned
            await desk.do(name, dealer, do="correct")
            with sqlite3.connect(tmp_path / "house.db") as file:
                ((payload, sealed),) = file.execute("SELECT payload, form & 1 FROM journal WHERE kind = 'corrected'")
            assert sealed
            assert b'"KS"' not in payload  # two letters alone may be in any sealed text

    run(work)


# --- presses and lines


async def wagered(desk: Desk) -> Session:
    """A player wagers at the table that is dealt by hand; its dealer."""
    await desk.open_by_hand(L)
    await desk.bet(L, await desk.sit(L, 1), "red", 500)
    return desk.role("dealer", L)


def test_a_stale_no_more_bets_closes_no_other_betting(tmp_path: Path) -> None:
    """617a.6: betting that was reopened is closed by a press that was made for it, in either form."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            dealer, first = await wagered(desk), desk.moment(L)
            await desk.do(L, dealer, do="no_more_bets")
            await desk.do(L, dealer, do="report", report={"kind": "ball_spun_same_direction"})
            play = desk.table(L).round
            assert play is not None
            assert isinstance(play.pending, Window)
            for question in (0, first["question"]):
                for what in ({"do": "no_more_bets"}, {"answer": said("no_more_bets", by="dealer")}):
                    with pytest.raises(Refused, match="question"):
                        await desk.do(L, dealer, **what, round=first["round"], question=question)
            assert isinstance(play.pending, Window)

    run(work)


def test_a_report_may_name_its_question(tmp_path: Path) -> None:
    """Two presses of one report, made for one and the same question: the second is refused."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            dealer = await wagered(desk)
            await desk.do(L, dealer, do="no_more_bets")
            seen, what = desk.moment(L), {"do": "report", "report": {"kind": "ball_spun_same_direction"}}
            await desk.do(L, dealer, **what, **seen)
            with pytest.raises(Refused, match="question"):
                await desk.do(L, dealer, **what, **seen)

    run(work)


def test_the_line_of_one_who_left_does_not_stand_for_the_next(tmp_path: Path) -> None:
    """The next player vanishes while a connection of the last is still open: they count as disconnected all the same."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            host = desk.host(R)
            old = await desk.sit(R, 1)
            lingering = Onlooker(old)
            host.presence.join(lingering)
            await leave_table(host, old, desk.key())
            line = Onlooker(await desk.sit(R, 1))
            host.presence.join(line)
            host.presence.part(line)
            assert 1 in host.presence.out_of_reach

    run(work)


# --- reads


def test_a_verification_that_cannot_read_says_so_and_stops_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that fails for a moment does not mean that the record is wrong; the next verification finds it in order."""
    somebody = Actor("B-1", "Bo", "board")

    def fails(*_: object) -> None:
        raise OSError("disk I/O error")

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            with monkeypatch.context() as broken:
                broken.setattr("pitboss.house.verification.check_in_use", fails)
                with pytest.raises(OSError, match="disk"):
                    await desk.house.record.verify(somebody)
                assert "could not be read" in desk.house.record.verification.state.sentence
            await desk.house.record.verify(somebody)
            assert "are in order" in desk.house.record.verification.state.sentence
            assert not any(host.suspension.sentence for host in desk.house.hosts.values())

    run(work)


def test_recall_tells_of_a_correction(tmp_path: Path) -> None:
    """A past round says that an outcome was taken back, and which."""
    with Live(tmp_path / "house.db", (PLANS[2],)) as live:
        dealer, player = ByHand(live, L), live.sit(L)
        acked(player.bet("red", 500))
        dealer.close_betting()
        dealer.say(says="17", by="chance")
        acked(dealer.line.send(do="correct"))
        dealer.say(says="20", by="chance")
        dealer.say(says="valid_spin", by="dealer")
        player.wait(lambda view: bool(view["results"]))
        found = live.get(f"/api/tables/{L}/rounds/1").json()
        words = [e["what"] for s in found["steps"] for e in s["events"] if e["event"] == "noted"]
        assert any("17 on the wheel was entered by mistake" in what for what in words)


def test_markers_of_a_round_that_was_taken_back_are_gone(tmp_path: Path) -> None:
    """A cover card that was put in for a round that is not played stands nowhere."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            player = await desk.sit(B, 1)
            before = dict(desk.table(B).state.felt.markers)
            await desk.do(B, player, answer=said("decline_cut"))
            assert desk.table(B).state.felt.markers != before
            await desk.do(B, desk.role("floor", B), do="close_table")
            assert not desk.table(B).state.standing.open
            assert desk.table(B).state.felt.markers == before

    run(work)

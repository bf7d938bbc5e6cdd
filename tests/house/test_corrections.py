"""An outcome that a person enters: shown when it is confirmed, and taken back when it was entered by mistake."""

from pathlib import Path

import pytest

from pitboss.house.founding import Plan
from pitboss.house.table.verify import verify
from pitboss.procedure import Refused
from tests.house.desk import Desk, fingerprint, run
from tests.house.hand import ByHand
from tests.house.live import BY_HAND, Live, acked, refused

L = "roulette-by-hand"
PLANS = (Plan(L, "roulette", "Roulette", BY_HAND),)


def test_an_entered_result_is_shown_corrected_and_told(tmp_path: Path) -> None:
    """The confirmation carries what was entered; taken back, the wheel is asked again; the record keeps both."""
    with Live(tmp_path / "house.db", PLANS) as live:
        dealer, player = ByHand(live, L), live.sit(L)
        line = dealer.line
        acked(player.bet("straight", 500, "17"))
        dealer.close_betting()
        dealer.say(says="17", by="chance")
        seen = line.wait(lambda view: bool(view["you"]["questions"]) and view["you"]["questions"][0]["to"] == "dealer")
        assert seen["you"]["questions"][0]["entered"] == "17"
        assert seen["you"]["correctable"] == {"device": "wheel", "outcome": "17"}
        assert player.view["you"]["correctable"] is None
        stale = line.moment()
        acked(line.send(do="correct"))
        notice = player.wait(lambda _: bool(player.notices)) and player.notices[-1]
        assert "17" in notice["sentence"]
        assert "mistake" in notice["sentence"]
        dealer.say(says="20", by="chance")
        assert refused(line.send(answer={"says": "valid_spin", "by": "dealer"}, **stale)) == "stale"
        line.wait(lambda view: view["you"]["correctable"] == {"device": "wheel", "outcome": "20"})
        dealer.say(says="valid_spin", by="dealer")
        view = player.wait(lambda view: bool(view["results"]))
        assert "20" in view["results"][-1]
        assert [s["event"] for s in view["settlements"]] == ["collected"]
        assert refused(line.send(do="correct")) == "locked"
        (tmp_path / "record.jsonl").write_bytes(live.export(L))
    assert b'"kind":"corrected"' in (tmp_path / "record.jsonl").read_bytes()
    assert len(verify(tmp_path / "record.jsonl").rounds) == 1


def test_a_player_takes_nothing_back(tmp_path: Path) -> None:
    """Only the dealer or the floor corrects, and only what was entered last, before it was confirmed."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            await desk.open_by_hand(L)
            dealer = desk.role("dealer", L)
            player = await desk.sit(L)
            await desk.bet(L, player, "red", 500)
            with pytest.raises(Refused, match="no outcome to take back"):
                await desk.do(L, dealer, do="correct")
            await desk.do(L, dealer, do="no_more_bets")
            before = fingerprint(desk.table(L))[2:]
            await desk.do(L, dealer, answer={"says": "17", "by": "chance"})
            with pytest.raises(Refused, match="Only a dealer or a floorperson"):
                await desk.do(L, player, do="correct")
            await desk.do(L, dealer, do="correct")
            assert fingerprint(desk.table(L))[2:] == before
            await desk.do(L, dealer, answer={"says": "20", "by": "chance"})
            still = fingerprint(desk.table(L))
        async with Desk(tmp_path / "house.db", PLANS) as desk:  # rebuilt from the record
            assert fingerprint(desk.table(L)) == still

    run(work)

"""What staff may look at before they report: nothing that depends on a card they cannot see, and that they looked is kept."""

from pathlib import Path
from typing import Any

import pytest

from pitboss.events import Dealt, Discarded, Revealed, visible
from pitboss.house.founding import Plan
from pitboss.house.table import preview
from pitboss.journal import Report
from tests.house.desk import Desk, run
from tests.house.live import PRACTICE
from tests.house.sending import said

G, D = "go-fore-it-practice", "dj-wild-practice"
PLANS = (
    Plan(G, "go-fore-it", "Go Fore It", PRACTICE),
    Plan(D, "dj-wild-stud-poker", "DJ Wild Stud Poker", PRACTICE),
)


async def last_to_decide(desk: Desk, name: str, wagers: list[str]) -> None:
    """Two players, of whom one has decided: whatever the other does, the hands would be turned up."""
    players = [await desk.sit(name) for _ in range(2)]
    for player in players:
        for wager in wagers:
            await desk.bet(name, player, wager, 1_000)
    for player in players:
        await desk.do(name, player, do="ready")
    play = desk.table(name).round
    assert play is not None
    stays = next(option for option in play.questions(1)[0].options if option.most)
    await desk.do(name, players[0], answer=said(stays.says))


def shown(events: list[Any]) -> list[str]:
    """Every card that these events name."""
    found = []
    for event in events:
        found += [event.card] if isinstance(event, Dealt) else []
        found += event.cards if isinstance(event, Revealed | Discarded) else []
    return [card for card in found if card]


@pytest.mark.parametrize(("name", "wagers"), [(G, ["front_9"]), (D, ["ante", "blind"])])
def test_a_preview_stops_before_a_hidden_card(tmp_path: Path, name: str, wagers: list[str]) -> None:
    """The last player to decide leaves: what would be turned up then is not told now, nor what it would decide."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            await last_to_decide(desk, name, wagers)
            table = desk.table(name)
            hidden = [visible(event, "floor") for event in table.play.events]
            before = table.journal.sequence
            reply = await desk.do(
                name, desk.role("floor", name), do="preview", report={"kind": "player_left", "seat": 2}
            )
            assert reply["more"] is True
            assert not shown(reply["events"])
            assert {type(event).__name__ for event in reply["events"]} <= {
                "IrregularityReported",
                "Collected",
                "Noted",
                "Discarded",
            }
            assert all(event.seat == 2 for event in reply["events"] if hasattr(event, "returned"))
            assert len(hidden) == len(table.play.events), "nothing happened"
            assert table.journal.sequence == before + 1
            (entry,) = [e for e in desk.house.store.entries(name) if e.kind == "previewed"]
            assert b"player_left" in bytes(entry.payload)
            assert b'"credential":"DEMO-pit-manager"' in bytes(entry.payload)

    run(work)


def test_the_preview_would_tell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: without the look at what lies face down, the hands are all there."""
    monkeypatch.setattr(preview, "_turns", lambda scene, event: False)

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            await last_to_decide(desk, G, ["front_9"])
            reply = await desk.do(G, desk.role("floor", G), do="preview", report={"kind": "player_left", "seat": 2})
            assert shown(reply["events"])

    run(work)


def test_a_preview_says_what_the_racks_will_have(tmp_path: Path) -> None:
    """Of a report that would move money and turn no card: the money named is the money that moves."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            player = await desk.sit(G, 3)
            await desk.bet(G, player, "front_9", 1_000)
            await desk.do(G, player, do="ready")
            floor, table, found = desk.role("floor", G), desk.table(G), 0
            assert table.round is not None
            for kind, seats in table.round.possible((3,)).items():
                report = {"kind": kind, "seat": (*seats, 0)[0]}
                reply = await desk.do(G, floor, do="preview", report=report)
                if reply["money"] and not reply["more"]:
                    rack = table.state.ledger.chips(3)
                    await desk.do(G, floor, do="report", report=report)
                    assert {"3": table.state.ledger.chips(3) - rack} == reply["money"]
                    found += 1
                    break
            assert found

    run(work)


# --- what can be reported, and about whom


def test_the_floor_can_report_about_any_seat(tmp_path: Path) -> None:
    """676a.7(b): with only seat 3 playing, it is seat 3 that could leave, and no other."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            player = await desk.sit(G, 3)
            await desk.bet(G, player, "front_9", 500)
            await desk.do(G, player, do="ready")
            play = desk.table(G).round
            assert play is not None
            possible = play.possible()
            assert possible["player_left"] == (3,)
            for kind, seats in possible.items():
                for seat in seats or (0,):
                    play.preview(Report(kind, seat))
            await desk.do(G, desk.role("floor", G), do="report", report={"kind": "player_left", "seat": 3})
            assert desk.table(G).round is None

    run(work)


@pytest.mark.parametrize("fact", ["kind", "seat", "self"])
def test_facts_of_any_name_stop_no_table(tmp_path: Path, fact: str) -> None:
    """A fact may be called what it likes: the report is refused or taken, and the table plays on."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            player = await desk.sit(G, 1)
            await desk.bet(G, player, "front_9", 500)
            await desk.do(G, player, do="ready")
            report = {"kind": "player_left", "seat": 1, "facts": {fact: True}}
            await desk.do(G, desk.role("floor", G), do="preview", report=report)
            assert not desk.host(G).suspension.sentence
            await desk.do(G, player, answer=said("fold"))

    run(work)

"""601a.2, I-GEN-34: a filing put in force keeps the posted limits that are lawful under it, and the Board's conditions bind."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss import catalogue
from pitboss.house.founding import Plan
from pitboss.house.host import conditions
from pitboss.house.people import entries
from pitboss.house.protocol.filings import AddTable
from pitboss.house.table.entries import Settings
from pitboss.house.table.verify import verify_entries
from pitboss.journal import Actor
from pitboss.procedure import Refused
from pitboss.roles import Role
from pitboss.submission import made_choices, submit
from tests.house.desk import Desk, fingerprint, run
from tests.house.live import PRACTICE, Live, new_key

R, S = "RL-1", "RL-2"
OPEN = Settings(betting_seconds=5, election_seconds=5, settled_seconds=0)
PLANS = [Plan(R, "roulette", "Roulette", OPEN), Plan(S, "roulette", "Roulette", OPEN)]
DRAFTER, BOARD = Actor("DEMO-manager", "M", "manager"), Actor("DEMO-board", "B", "board")


async def approved(desk: Desk, binding: entries.Binding | None = None, **choices: Any) -> str:
    """A filing of the game's example with some choices otherwise, which the Board approved."""
    game, register = catalogue.game("roulette"), desk.house.register
    filed = made_choices(game.example().chosen) | choices
    rules, id = submit(game.rules, filed), register.filings.next_id
    await register.enter(entries.FilingDrafted(id, game.name, "T", rules.chosen, rules.hash(game.name), DRAFTER))
    await register.enter(entries.FilingFiled(id, f"N-{id}", "2023-11-01", DRAFTER))
    await register.enter(entries.FilingDecided(id, True, "2023-11-10", BOARD, "as said", binding))
    return id


def limits(desk: Desk, name: str = R) -> tuple[int | None, int | None]:
    rules = desk.table(name).rules
    return rules.minimum, rules.maximum


async def force(desk: Desk, filing: str, name: str = R, **more: Any) -> str:
    reply = await desk.do(name, desk.person(Role.MANAGER, name), do="put_in_force", filing=filing, **more)
    return str(reply.get("words", ""))


def test_i_gen_34_posted_limits_that_are_lawful_stay(tmp_path: Path) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            pit = desk.person(Role.PIT_MANAGER, R)
            first = await approved(desk, minimum="5.00", maximum="500.00")
            words = await force(desk, first)
            assert "Minimum: " in words
            await desk.do(R, pit, do="change_limits", limits={"": {"minimum": 2_500, "maximum": 40_000}})
            assert limits(desk) == (2_500, 40_000)
            second = await approved(desk, minimum="10.00", maximum="1000.00")
            words = await force(desk, second)
            assert "Posted limits that stay: minimum $25.00, maximum $400.00." in words
            assert limits(desk) == (2_500, 40_000)
            assert desk.table(R).state.filing.bounds["maximum"] == "1000.00"
            assert desk.table(R).state.filing.filing == second
            with pytest.raises(Refused, match="in force at this table already"):
                await force(desk, second)
            with pytest.raises(Refused, match=r"the filing has \$1000.00 or less"):
                await desk.do(R, pit, do="change_limits", limits={"": {"maximum": 100_001}})
            third = await approved(desk, minimum="50.00", maximum="300.00")
            words = await force(desk, third)
            assert "The posted minimum of $25.00 is not lawful under F-3; $50.00 is posted." in words
            assert "The posted maximum of $400.00 is not lawful under F-3; $300.00 is posted." in words
            assert limits(desk) == (5_000, 30_000)
            still = fingerprint(desk.table(R))
            desk.host(R).recover()
            assert fingerprint(desk.table(R)) == still
            assert desk.table(R).state.filing.bounds["minimum"] == "50.00"
            verify_entries(list(desk.house.store.entries(R)))

    run(work)


def test_i_gen_34_limits_that_nobody_posted_are_those_of_the_filing(tmp_path: Path) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            await force(desk, await approved(desk, minimum="5.00", maximum="500.00"))
            await force(desk, await approved(desk, minimum="1.00", maximum="600.00"))
            assert limits(desk) == (100, 60_000)
            assert not desk.table(R).state.filing.founded.bounds

    run(work)


def test_601a_2_a_maximum_of_the_board_binds(tmp_path: Path) -> None:
    """Below, at and above $200; the filing itself says $500."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            filing = await approved(desk, entries.Binding(maximum=20_000), minimum="5.00", maximum="500.00")
            await force(desk, filing)
            rules = desk.table(R).rules
            assert max(rules.most(wager) or 10**9 for wager in ("", *rules.wager_names())) == 20_000
            pit = desk.person(Role.PIT_MANAGER, R)
            await desk.do(R, pit, do="change_limits", limits={"": {"maximum": 19_999}})
            await desk.do(R, pit, do="change_limits", limits={"": {"maximum": 20_000}})
            said = (
                rf"{filing} is approved on the condition that no wager is above \$200.00; the maximum of the table would be "
                rf"\$200.01"
            )
            with pytest.raises(Refused, match=said):
                await desk.do(R, pit, do="change_limits", limits={"": {"maximum": 20_001}})
            impossible = await approved(desk, entries.Binding(maximum=100), minimum="5.00", maximum="500.00")
            with pytest.raises(Refused):
                await force(desk, impossible)

    run(work)


def test_601a_2_a_date_and_a_table_of_the_board_bind(tmp_path: Path) -> None:
    """The clock of the desk stands at 2023-11-14; a day before, on it, and after."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            bound = entries.Binding(since="2023-11-15", until="2023-11-16", tables=(R,))
            filing = await approved(desk, bound, minimum="5.00", maximum="500.00")
            with pytest.raises(
                Refused, match=f"{filing} is approved on the condition that it is in force at RL-1 only"
            ):
                await force(desk, filing, S)
            with pytest.raises(Refused, match="comes into force on 2023-11-15 or later, not on 2023-11-14"):
                await force(desk, filing)
            await force(desk, filing, at="2023-11-15T09:00")
            desk.clock.pass_by(86_400)
            await desk.settle(R, 1)
            assert desk.table(R).state.filing.filing == filing
            assert not desk.host(R).require_table().state.standing.retired
            from pitboss.house.host.readiness import blocked

            assert not blocked(desk.host(R))
            desk.clock.pass_by(2 * 86_400)
            assert "in force until 2023-11-16; put another filing in force" in blocked(desk.host(R))
            with pytest.raises(Refused, match="until 2023-11-16, not on 2023-11-17"):
                await force(desk, filing)
            with pytest.raises(Refused, match="at RL-1 only, not at RL-3"):
                await desk.house.floor.add_table(AddTable("RL-3", "roulette", filing), DRAFTER)

    run(work)


def test_the_board_states_conditions_and_the_manager_is_shown_them(tmp_path: Path) -> None:
    """In the form, in the register, in the preview of a table and in the reply."""
    with Live(tmp_path / "house.db", [Plan(R, "roulette", "Roulette", PRACTICE)]) as live:
        manager, board = live.cookie(Role.MANAGER), live.cookie(Role.BOARD)
        game = catalogue.game("roulette")
        chosen = made_choices(game.example().chosen)
        draft = {"game": "roulette", "choices": chosen | {"maximum": "500.00"}, "title": "New"}
        id = live.post("/api/filings", draft, manager).json()["id"]
        assert live.post(f"/api/filings/{id}/file", {"number": "N-1"}, manager).status_code == 200

        def decide(binding: dict[str, Any], *, approved: bool = True) -> Any:
            body = {"approved": approved, "conditions": "Report monthly.", "binding": binding}
            return live.post(f"/api/filings/{id}/decide", body, board)

        assert "like 2026-05-01" in decide({"until": "soon"}).json()["refused"]["sentence"]
        assert "Expected tables of this house" in decide({"tables": ["RL-77"]}).json()["refused"]["sentence"]
        assert (
            "from 2026-02-02 on" in decide({"since": "2026-02-02", "until": "2026-02-01"}).json()["refused"]["sentence"]
        )
        refused = decide({"maximum": 20_000}, approved=False).json()["refused"]
        assert "refused has no conditions" in refused["sentence"]
        reply = decide({"maximum": 20_000, "tables": [R]})
        assert reply.status_code == 200, reply.text
        assert reply.json()["binding"] == ["No wager above $200.00.", "Only at RL-1."]
        shown = live.get(f"/api/tables/{R}/filings/{id}", manager).json()
        assert shown["conditions"] == "Report monthly."
        assert shown["binding"] == ["No wager above $200.00.", "Only at RL-1."]
        assert any("Maximum" in one for one in shown["changes"])
        done = live.post(f"/api/tables/{R}/do", {"key": new_key(), "do": "put_in_force", "filing": id}, manager)
        assert done.status_code == 200, done.text
        assert "Maximum" in done.json()["words"]
        assert live.get(f"/api/tables/{R}/filings/{id}").status_code in (401, 403)


def test_decisions_of_before_conditions_were_data_are_read_as_they_were() -> None:
    old = entries.FilingDecided("F-1", True, "2026-01-01", BOARD, "maximum 200 dollars")
    assert b"binding" not in msgspec.json.encode(old)
    assert conditions.sentences(msgspec.json.decode(msgspec.json.encode(old), type=entries.FilingDecided).binding) == ()

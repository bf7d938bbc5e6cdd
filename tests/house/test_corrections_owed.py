"""I-GEN-44: a correction goes to the person whom it concerns: rack, else purse, else owed and shown until it is paid."""

import asyncio
import random
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.house.cage import conserved
from pitboss.house.cage.cage import Cage
from pitboss.house.founding import Plan
from pitboss.house.host import rights
from pitboss.house.host.sessions import Session
from pitboss.house.people.demonstration import credential_of
from pitboss.house.protocol.commands import AdjustmentMessage
from pitboss.house.storage.audit import NotInOrder
from pitboss.house.storage.record_file import as_file
from pitboss.house.storage.store import StorageFailed
from pitboss.house.table import entries
from pitboss.house.table.seats import REMEMBERED
from pitboss.house.table.verify import verify_entries
from pitboss.house.wire.incident_book import book
from pitboss.journal import AUTOMATIC, Actor
from pitboss.ledger import CAGE, OWED
from pitboss.procedure import Refused
from pitboss.roles import Role
from tests.house.desk import Desk, fingerprint, run
from tests.house.hand import ByHand
from tests.house.live import BY_HAND, PRACTICE, Live, credentials, new_key, until
from tests.house.postgres import Server, needs_postgres
from tests.house.purses import ME, PLANS, YOU, A, B, balance, counted, leave, sit
from tests.house.sending import command_of, leave_table, message, said, seat_wish, take_box
from tests.house.test_records_patrons import TABLES, Wheel, at_the_wheel
from tests.house.two_processes import two_processes

FOLLOWED, WHEEL = "followed", TABLES[0]
MORE = 4_000  # what a correction gives


async def play(desk: Desk, session: Session, name: str = A) -> int:
    """A round in which somebody wagers; its number."""
    if desk.table(name).round is None:
        await desk.do(name, session, do="ready")
    number = desk.table(name).state.felt.number
    await desk.bet(name, session, "red", 2_500)
    await desk.do(name, session, do="ready")
    return number


async def played_and_left(desk: Desk) -> Session:
    """Somebody who sat for one round."""
    mine = await sit(desk, A)
    await play(desk, mine)
    await leave(desk, A, mine)
    return mine


async def correct(desk: Desk, number: int, *lines: tuple[int, int], name: str = A, round: int = 1) -> None:
    """One person proposes, another agrees."""
    floor, shift = desk.person(Role.PIT_MANAGER, name), desk.person(Role.SHIFT_MANAGER, name)
    said = [{"seat": seat, "amount": amount} for seat, amount in lines]
    await desk.do(name, floor, do="propose_correction", rounds=(round,), lines=said, reason="paid wrongly")
    await desk.do(name, shift, do="decide_correction", number=number, agreed=True)
    await desk.house.cashier.brought_back()


def test_i_gen_44_to_one_who_was_moved_it_goes_into_the_rack(tmp_path: Path) -> None:
    """From seat 2 to 6; whoever sits in seat 2 by now gets nothing, and what is taken comes from the same rack."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            first, second = await sit(desk, A), await sit(desk, A, purse=YOU)
            await play(desk, second)
            await desk.do(A, first, do="ready")
            await desk.do(A, desk.person(Role.PIT_MANAGER, A), do="move_seat", seat=2, to_seat=6)
            await sit(desk, A, purse="guest third")
            racks = [desk.table(A).state.ledger.chips(seat) for seat in (1, 2, 6)]
            await correct(desk, 1, (2, MORE))
            assert [desk.table(A).state.ledger.chips(seat) for seat in (1, 2, 6)] == [
                racks[0],
                racks[1],
                racks[2] + MORE,
            ]
            lines = ({"seat": 2, "amount": -racks[2] - MORE - 1},)
            boss = desk.person(Role.PIT_MANAGER, A)
            more: dict[str, Any] = {"rounds": (1,), "lines": lines, "reason": "again", "agreed": True}
            await desk.do(A, boss, do="propose_correction", **more)
            with pytest.raises(Refused, match=r"Seat 6 has .* in the rack"):
                await desk.do(A, desk.person(Role.SHIFT_MANAGER, A), do="decide_correction", number=2, agreed=True)
            verify_entries(list(desk.house.store.entries(A)))

    run(work)
    assert counted(tmp_path / "house.db").purses == 3


def test_i_gen_44_to_one_who_left_it_goes_into_the_purse_and_not_to_the_next_in_the_seat(tmp_path: Path) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            mine = await played_and_left(desk)
            await sit(desk, A, purse=YOU)
            before, rack = balance(desk), desk.table(A).state.ledger.chips(mine.seat)
            await correct(desk, 1, (mine.seat, MORE))
            assert balance(desk) == before + MORE
            assert desk.table(A).state.ledger.chips(mine.seat) == rack
            assert not desk.table(A).state.disputes.owed
            desk.host(A).recover()
            await desk.house.cashier.settle_all()
            await desk.house.cashier.brought_back()
            assert balance(desk) == before + MORE, "once"
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            assert balance(desk) == before + MORE

    run(work)
    assert counted(tmp_path / "house.db").on_the_way == 0


def test_i_gen_44_to_one_who_came_back_it_goes_into_the_rack(tmp_path: Path) -> None:
    """In another seat, by the purse that they sit down with; somebody else has their seat."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            mine = await played_and_left(desk)
            await sit(desk, A, purse=YOU)
            again = await sit(desk, A)
            rack, kept = desk.table(A).state.ledger.chips(again.seat), balance(desk)
            await correct(desk, 1, (mine.seat, MORE))
            assert (desk.table(A).state.ledger.chips(again.seat), balance(desk)) == (rack + MORE, kept)

    run(work)
    counted(tmp_path / "house.db")


def test_i_gen_44_what_one_who_left_owes_is_shown_and_never_taken(tmp_path: Path) -> None:
    """Neither from the purse, nor from chips that they brought again; until it is collected."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            mine = await played_and_left(desk)
            kept = balance(desk)
            await correct(desk, 1, (mine.seat, -1_000))
            assert balance(desk) == kept
            (owed,) = book(desk.host(A)).owed
            assert (owed.amount, owed.round, owed.seat) == (-1_000, 1, mine.seat)
            table = desk.table(A)
            assert table.state.ledger.balance(OWED) == -1_000
            table.state.ledger.check()
            still = fingerprint(table)
            desk.host(A).recover()
            assert fingerprint(desk.table(A)) == still
            assert desk.table(A).state.disputes.owed == table.state.disputes.owed
            again = await sit(desk, A)
            floor = desk.person(Role.PIT_MANAGER, A)
            with pytest.raises(Refused, match="owes nothing for seat 9"):
                await desk.do(A, floor, do="settle_owed", number=1, seat=9)
            with pytest.raises(Refused, match="Nobody has seat 5"):
                await desk.do(A, floor, do="settle_owed", number=1, seat=mine.seat, to_seat=5)
            with pytest.raises(Refused, match="Only"):
                await desk.do(A, again, do="settle_owed", number=1, seat=mine.seat)
            rack = desk.table(A).state.ledger.chips(again.seat)
            await desk.do(A, floor, do="settle_owed", number=1, seat=mine.seat, to_seat=again.seat)
            assert desk.table(A).state.ledger.chips(again.seat) == rack - 1_000
            assert not desk.table(A).state.disputes.owed
            assert not desk.table(A).state.ledger.balance(OWED)
            with pytest.raises(Refused, match="owed at this table: nothing"):
                await desk.do(A, floor, do="settle_owed", number=1, seat=mine.seat)
            verify_entries(list(desk.house.store.entries(A)))

    run(work)
    counted(tmp_path / "house.db")


def test_i_gen_44_a_seat_that_changed_hands_within_a_round_is_whose_wager_it_was(tmp_path: Path) -> None:
    """Whoever is bust may go before the round is over, and another may sit down there: the correction goes to the first."""

    async def until_bust(desk: Desk, mine: Session, other: Session) -> bool:
        """Deal a round in which the first player draws until they are bust, while the second is still asked."""
        if desk.table(A).round is None:
            await desk.do(A, mine, do="ready")
        await desk.decline_cuts(A, [mine, other])
        for one in (mine, other):
            await desk.bet(A, one, "blackjack", 2_500)
        for one in (mine, other):
            await desk.do(A, one, do="ready")
        number = desk.table(A).state.felt.number
        while (
            (play := desk.table(A).round) is not None and desk.table(A).state.felt.number == number and play.elections()
        ):
            asked = play.elections()[0]
            says = {option.says: option for option in asked.options}
            if asked.to == other.seat and not desk.table(A).state.felt.stakes(mine.seat) and "draw" in says:
                return True
            wanted = says.get("draw") if asked.to == mine.seat else says.get("stand")
            who = mine if asked.to == mine.seat else other
            await desk.say(A, who, (wanted or asked.default or asked.options[0]).answer(asked.to))
        return False

    async def work() -> None:
        cards = random.Random(44).randbytes
        async with Desk(tmp_path / "house.db", [Plan(A, "blackjack", "Blackjack", PRACTICE)], entropy=cards) as desk:
            mine, other = await sit(desk, A), await sit(desk, A, purse=YOU)
            while not await until_bust(desk, mine, other):
                await desk.settle(A, 1)
            number = desk.table(A).state.felt.number
            await leave(desk, A, mine)
            await sit(desk, A, purse="guest third")
            while (play := desk.table(A).round) is not None and desk.table(A).state.felt.number == number:
                asked = play.elections()[0]
                says = {option.says: option for option in asked.options}
                await desk.say(A, other, (says.get("stand") or asked.options[0]).answer(asked.to))
            kept, rack = balance(desk), desk.table(A).state.ledger.chips(mine.seat)
            await correct(desk, 1, (mine.seat, MORE), round=number)
            assert (balance(desk), desk.table(A).state.ledger.chips(mine.seat)) == (kept + MORE, rack)

    run(work)
    counted(tmp_path / "house.db")


def test_i_gen_44_a_box_is_its_holder_s(tmp_path: Path) -> None:
    """What was won at a further box goes to the player, wherever they are."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan(A, "casino-war", "War", PRACTICE)]) as desk:
            mine = await sit(desk, A)
            await take_box(desk.host(A), mine, seat_wish(desk.key()))
            held = desk.table(A).state.seats.held(mine.seat)
            assert len(held) == 2
            await desk.do(A, mine, do="ready")
            await desk.decline_cut(A, mine)
            for box in held:
                await desk.do(A, mine, answer=said("wager", "initial", "", 2_500, by=box))
            await desk.do(A, mine, do="ready")
            while desk.table(A).round is not None and desk.table(A).state.felt.number == 1:
                asked = desk.table(A).round.elections()[0]  # type: ignore[union-attr]
                await desk.say(A, mine, (asked.default or asked.options[0]).answer(asked.to))
            await leave(desk, A, mine)
            kept = balance(desk)
            await correct(desk, 1, *((box, MORE) for box in held))
            assert balance(desk) == kept + 2 * MORE

    run(work)
    counted(tmp_path / "house.db")


# --- patrons without a device


def _has_rack(seat: int, seen: dict[str, Any]) -> bool:
    return str(seat) in seen["racks"]


def test_i_gen_44_a_patron_without_a_device_is_owed_until_the_dealer_pays(tmp_path: Path) -> None:
    """Shown at the console and in the pit; paid at the rack where they sit again, or by hand, and recorded."""
    plan = Plan(FOLLOWED, "roulette", "Roulette", msgspec.structs.replace(BY_HAND, follow=True))
    with Live(tmp_path / "house.db", [plan]) as live:
        dealer = ByHand(live, FOLLOWED)

        def do(role: Role, **what: Any) -> Any:
            reply = live.post(f"/api/tables/{FOLLOWED}/do", {"key": new_key()} | what, live.cookie(role))
            assert reply.status_code == 200, reply.text
            return reply.json()

        for seat, name in ((1, "Ann"), (2, "Bob")):
            do(Role.DEALER, do="seat_patron", seat=seat, name=name, amount=20_000)
            dealer.line.wait(partial(_has_rack, seat))
            dealer.line.send(answer={"by": seat, "says": "wager", "wager": "red", "amount": 500})
        dealer.shows("17")
        do(Role.DEALER, do="free_seat", seat=1)
        do(Role.DEALER, do="free_seat", seat=2)
        lines = [{"seat": 1, "amount": MORE}, {"seat": 2, "amount": 500}]
        do(Role.PIT_MANAGER, do="propose_correction", rounds=[1], lines=lines, reason="paid too little")
        do(Role.SHIFT_MANAGER, do="decide_correction", number=1, agreed=True)
        seen = dealer.line.wait(lambda shown: len(shown["owed"]) == 2)
        assert [(one["name"], one["amount"]) for one in seen["owed"]] == [("Ann", MORE), ("Bob", 500)]
        (pit,) = live.get("/api/pit", live.cookie(Role.PIT_MANAGER)).json()
        waits = [(one["words"], one["cite"]) for one in pit["waiting"] if one["what"] == "owed"]
        assert waits[0] == ("Ann, seat 1 in round 1, is owed $40.00.", "I-GEN-44")
        do(Role.DEALER, do="seat_patron", seat=4, name="Ann", amount=10_000)
        do(Role.DEALER, do="settle_owed", number=1, seat=1, to_seat=4)
        do(Role.DEALER, do="settle_owed", number=1, seat=2)
        dealer.line.wait(lambda shown: not shown["owed"] and shown["racks"]["4"] == 10_000 + MORE)
        table = live.house.hosts[FOLLOWED].require_table()
        table.state.ledger.check()
        assert not table.state.ledger.balance(OWED)
        found = [entry for entry in live.house.store.entries(FOLLOWED) if entry.kind == "owed_settled"]
        by = [msgspec.json.decode(one.payload, type=entries.OwedSettled).by.role for one in found]
        assert by == [Role.DEALER, Role.DEALER]
    counted(tmp_path / "house.db")


def test_i_gen_44_the_visitor_is_told_by_their_purse(tmp_path: Path) -> None:
    """What came into it, and what they owe; nobody else is."""
    with Live(tmp_path / "house.db", PLANS) as live:
        me = credentials(live.cookie(Role.PLAYER))
        taken = live.http.post(f"/api/tables/{A}/seats", json={"key": new_key(), "seat": 2}, headers=me).json()
        seat = me | credentials(taken["token"])

        def do(headers: dict[str, str], **what: Any) -> None:
            found = live.house.hosts[A].require_table()
            asked = found.round.asked if found.round is not None else 0
            moment = {"round": found.state.felt.number + (found.round is None), "question": asked}
            reply = live.http.post(f"/api/tables/{A}/do", json=message(new_key(), **moment | what), headers=headers)
            assert reply.status_code == 200, reply.text

        if live.house.hosts[A].require_table().round is None:
            do(seat, do="ready")
        do(seat, answer={"says": "wager", "wager": "red", "amount": 2_500})
        do(seat, do="ready")
        gone = live.http.post(f"/api/tables/{A}/seats/2/leave", json={"key": new_key()}, headers=seat)
        assert gone.status_code == 200, gone.text
        pit, shift = (credentials(live.cookie(role)) for role in (Role.PIT_MANAGER, Role.SHIFT_MANAGER))
        before = live.http.get("/api/purse", headers=me).json()["balance"]
        for number, amount in ((1, MORE), (2, -1_000)):
            lines = [{"seat": 2, "amount": amount}]
            do(pit, do="propose_correction", rounds=[1], lines=lines, reason="wrong", agreed=True)
            do(shift, do="decide_correction", number=number, agreed=True)
        purse = live.http.get("/api/purse", headers=me).json()
        assert purse["balance"] == before + MORE
        assert [(one["table"], one["round"], one["amount"]) for one in purse["corrections"]] == [
            (A, 1, MORE),
            (A, 1, -1_000),
        ]
        assert live.http.get("/api/purse").json()["corrections"] == []
    counted(tmp_path / "house.db")


# --- the record


def test_i_gen_44_chips_between_the_two_journals_arrive_after_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cage cannot write just then: they are on the way, and arrive when the house opens again, once."""
    kept: list[int] = []

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            mine = await played_and_left(desk)

            async def fails(*_: object) -> None:
                raise StorageFailed("the disk is full")

            monkeypatch.setattr(Cage, "pay_correction", fails)
            await correct(desk, 1, (mine.seat, MORE))
            kept.append(balance(desk))
            monkeypatch.undo()

    run(work)
    assert counted(tmp_path / "house.db").on_the_way == MORE

    async def later() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            await desk.house.cashier.settle_all()
            await desk.house.cashier.brought_back()
            assert balance(desk) == kept[0] + MORE

    run(later)
    assert counted(tmp_path / "house.db").on_the_way == 0


def test_i_gen_44_a_correction_that_no_table_agreed_to_is_found(tmp_path: Path) -> None:
    """Nor is it found in order where the table agreed to another amount."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            mine = await played_and_left(desk)
            await correct(desk, 1, (mine.seat, MORE))
            await desk.house.cage.pay_correction(ME, B, 1, 100_000, "correction RL-B 1 1")

    run(work)
    with pytest.raises(NotInOrder, match="RL-B did not agree to what the cage paid"):
        counted(tmp_path / "house.db")


def test_i_gen_40_a_decision_of_before_payees_were_named_folds_as_it_did(tmp_path: Path) -> None:
    """To the rack of whoever still sat there, else to the cage."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            stays, gone = await sit(desk, A), await sit(desk, A, purse=YOU)
            table = desk.table(A)
            since = table.state.seats.held_since(stays.seat)
            await leave(desk, A, gone)
            boss, shift = (Actor(credential_of(r), "x", r) for r in (Role.PIT_MANAGER, Role.SHIFT_MANAGER))
            lines = (
                entries.Adjustment(stays.seat, MORE, "Player", since),
                entries.Adjustment(gone.seat, MORE, ""),
            )
            rack, cage = table.state.ledger.chips(stays.seat), table.state.ledger.balance(CAGE)
            table.enter(entries.CorrectionProposed(1, 1, lines, "old", boss))
            decided = entries.CorrectionDecided(1, True, shift)
            assert b"payees" not in msgspec.json.encode(decided)
            table.enter(decided)
            assert table.state.ledger.chips(stays.seat) == rack + MORE
            assert table.state.ledger.balance(CAGE) == cage + MORE
            assert not table.state.disputes.owed
            assert not table.state.disputes.to_purses

    run(work)


# --- several processes


@needs_postgres
def test_i_gen_44_a_table_of_another_process_pays_into_the_purse(postgres: Server, tmp_path: Path) -> None:
    """The process of the table decides, the one that has the house writes the cage's journal."""
    address, keys = postgres.new_database("owed"), iter(range(10**6))
    plans = [Plan(f"RL-{number}", "roulette", "Roulette", PRACTICE) for number in range(4)]

    def key() -> str:
        return f"owed-{next(keys):020d}"

    async def live() -> None:
        both = await two_processes(address, tmp_path, plans)
        leader, other, _ = both
        name = next(iter(other.hosts))
        host = other.hosts[name]

        async def do(session: Session, **what: Any) -> None:
            table = host.require_table()
            asked = table.round.asked if table.round is not None else 0
            await host.do(
                session,
                command_of(
                    key(), **{"round": table.state.felt.number + (table.round is None), "question": asked} | what
                ),
            )

        reply = await other.cashier.sit_down(host, seat_wish(key(), amount=100_000), "", lambda: ME)
        mine = other.sessions.of(reply["token"], name)
        if host.require_table().round is None:
            await do(mine, do="ready")
        await do(mine, answer=said("wager", "red", "", 2_500))
        await do(mine, do="ready")
        await leave_table(host, mine, key())
        await other.cashier.brought_back()
        await until(lambda: not leader.cage.out)
        before = leader.cage.purse(ME).balance
        pit, shift = (Session(hash=r, person=credential_of(r)) for r in (Role.PIT_MANAGER, Role.SHIFT_MANAGER))
        lines = (AdjustmentMessage(mine.seat, MORE),)
        await do(
            rights.current_session(host, pit),
            do="propose_correction",
            rounds=(1,),
            lines=lines,
            reason="paid too little",
        )
        await do(rights.current_session(host, shift), do="decide_correction", number=1, agreed=True)
        await other.cashier.paid(host.require_table())
        assert leader.cage.purse(ME).balance == before + MORE
        await until(lambda: other.cage.purse(ME).balance == before + MORE)
        assert await leader.record.verification.run(AUTOMATIC) is None
        with as_file(leader.store) as file:
            assert conserved.of_database(file, leader.store.sealer).on_the_way == 0
        await both.close()

    asyncio.run(live())


async def carded_patron_left(wheel: Wheel) -> None:
    """Nobody knew patron 1 of a followed table when they won; they left, and the floor found out that they have the card C1."""
    await wheel.seats(WHEEL, 2)
    await wheel.round(WHEEL, 10, "7", {2: {"red": 1000}})
    await wheel.leaves(WHEEL, 2)
    await wheel.identifies(WHEEL, 1, "C1")


def test_i_gen_44_who_was_identified_by_a_card_and_came_back_has_it_in_the_rack(tmp_path: Path) -> None:
    """Though they were another patron then: also when the table has forgotten the one who left."""

    async def work(wheel: Wheel) -> None:
        await carded_patron_left(wheel)
        for _ in range(REMEMBERED):
            await wheel.seats(WHEEL, 2)
            await wheel.leaves(WHEEL, 2)
        await wheel.seats(WHEEL, 4, card="C1")
        table = wheel.desk.table(WHEEL)
        assert table.state.seats.patron(4) != 1
        rack = table.state.ledger.chips(4)
        await correct(wheel.desk, 1, (2, MORE), name=WHEEL)
        assert (table.state.ledger.chips(4), table.state.disputes.owed) == (rack + MORE, [])

    at_the_wheel(tmp_path, work)


def test_i_gen_44_what_is_owed_to_one_is_not_paid_to_another(tmp_path: Path) -> None:
    """Not into the rack of somebody who is known to be another; of somebody unknown the floor says who it is."""

    async def work(wheel: Wheel) -> None:
        await carded_patron_left(wheel)
        await correct(wheel.desk, 1, (2, MORE), name=WHEEL)
        table = wheel.desk.table(WHEEL)
        assert [(one.patron, one.amount) for one in table.state.disputes.owed] == [(1, MORE)]
        await wheel.seats(WHEEL, 2, card="C2")
        await wheel.seats(WHEEL, 4)

        async def settle(seat: int) -> None:
            floor = wheel.desk.person(Role.PIT_MANAGER, WHEEL)
            await wheel.desk.do(WHEEL, floor, do="settle_owed", number=1, seat=2, to_seat=seat)

        with pytest.raises(Refused) as refused:
            await settle(2)
        assert (refused.value.code, refused.value.cite) == ("one_position", "I-GEN-44")
        await settle(4)
        made: dict[str, Any] = {
            one.kind: entries.DECODERS[one.kind].decode(one.payload)
            for one in wheel.desk.house.store.entries(WHEEL)
            if one.kind in ("correction_proposed", "correction_decided", "owed_settled")
        }
        assert made["correction_proposed"].lines[0].patron == made["correction_decided"].payees[0].patron == 1
        assert made["owed_settled"].patron == 1, "whose it was, and not who is in their seat by now"

    at_the_wheel(tmp_path, work)

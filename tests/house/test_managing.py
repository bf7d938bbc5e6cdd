"""Rules, limits and tables that change while the house is open; incidents, corrections, patrons without a device."""

import random
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss import catalogue
from pitboss.events import Paid, Wagered
from pitboss.house.floorplan.file import LIVE
from pitboss.house.founding import Plan
from pitboss.house.host.sessions import Session
from pitboss.house.people.entries import FilingDecided, FilingDrafted, FilingFiled
from pitboss.house.protocol.filings import AddTable
from pitboss.house.table import entries, rounds
from pitboss.house.table.verify import verify_entries
from pitboss.journal import Actor
from pitboss.ledger import INVENTORY
from pitboss.procedure import CHANCE, Refused
from pitboss.roles import Role
from pitboss.submission import made_choices, submit
from tests.house.desk import Desk, run
from tests.house.sending import leave_table

R, G = "roulette-1", "go-fore-it-1"
MANAGER = Actor("DEMO-manager", "Manager", "manager")
BOARD = Actor("DEMO-board", "Board", "board")
OPEN = entries.Settings(betting_seconds=5, election_seconds=5, settled_seconds=0)
FOLLOWED = msgspec.structs.replace(LIVE, follow=True)


def choices(game: str, **others: Any) -> dict[str, Any]:
    filed = made_choices(catalogue.game(game).example().chosen)
    return filed | others


async def approved(desk: Desk, game: str, **others: Any) -> str:
    """A filing that the Board has approved."""
    register, found = desk.house.register, catalogue.game(game)
    rules = submit(found.rules, choices(game, **others))
    id = register.filings.next_id
    await register.enter(FilingDrafted(id, game, "other rules", rules.chosen, rules.hash(game), MANAGER))
    await register.enter(FilingFiled(id, f"2026-{id}", "2026-01-05", MANAGER))
    await register.enter(FilingDecided(id, True, "2026-01-19", BOARD))
    return id


async def refusal(desk: Desk, table: str, who: Any, **what: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        await desk.do(table, who, **what)
    return caught.value


def mixed(record: Iterable[Any]) -> tuple[int, int]:
    """Settlements that were paid by other odds than those in force when the wager was accepted; and all that were paid."""
    red, accepted, paid, wrong = "", {}, 0, 0
    for made in record:
        if isinstance(made, entries.Founded | entries.RulesChanged):
            red = (made.choices.get("payouts") or {}).get("red", "1 to 1")
        for event in getattr(made, "events", ()):
            if isinstance(event, Wagered):
                accepted[event.seat, event.wager] = red
            elif isinstance(event, Paid):
                paid += 1
                wrong += accepted[event.seat, event.wager] != event.odds
    return wrong, paid


def payloads(desk: Desk, table: str) -> list[Any]:
    return [entries.DECODERS[entry.kind].decode(entry.payload) for entry in desk.house.store.entries(table)]


def change_in_mid_round(folder: Path, changes: int) -> list[Any]:
    """The record of a table at which rules are put in force at random moments of rounds."""
    pick = random.Random(601)

    async def work() -> list[Any]:
        async with Desk(folder / "house.db", [Plan(R, "roulette", "Roulette", OPEN)]) as desk:
            filings = [await approved(desk, "roulette", payouts={"red": f"{n} to 1"}) for n in (1, 2, 3)]
            manager, player = desk.person(Role.MANAGER, R), await desk.sit(R)
            for _ in range(changes):
                moment = pick.randrange(3)
                other = pick.choice([one for one in filings if one != desk.table(R).state.filing.filing])
                if moment == 0:
                    await desk.do(R, manager, do="put_in_force", filing=other)
                if desk.table(R).state.ledger.chips(player.seat) > 1000:
                    await desk.bet(R, player, "red", 100)
                if moment == 1:
                    await desk.do(R, manager, do="put_in_force", filing=other)
                await desk.settle(R, 5)
                if (
                    moment == 2
                    and desk.table(R).state.filing.scheduled is None
                    and desk.table(R).state.filing.filing != other
                ):
                    await desk.do(R, manager, do="put_in_force", filing=other)
                await desk.settle(R, 1)
            return payloads(desk, R)

    return run(work)


def changes_in(record: Iterable[Any]) -> int:
    return sum(isinstance(made, entries.RulesChanged) for made in record)


def test_601a_2_a_wager_settles_under_the_rules_in_force_when_it_was_accepted(tmp_path: Path) -> None:
    record = change_in_mid_round(tmp_path, 40)
    wrong, paid = mixed(record)
    assert wrong == 0
    assert paid > 10
    assert changes_in(record) > 30
    # control: the same record, had other rules come into force before the last wager that was paid
    wagers = [at for at, made in enumerate(record) if any(isinstance(e, Wagered) for e in getattr(made, "events", ()))]
    other = entries.RulesChanged({"payouts": {"red": "9 to 1"}}, "")
    assert any(mixed([*record[:at], other, *record[at:]])[0] for at in wagers[-8:])


@pytest.mark.slow
def test_601a_2_a_thousand_changes_in_mid_round(tmp_path: Path) -> None:
    record = change_in_mid_round(tmp_path, 1000)
    wrong, paid = mixed(record)
    assert wrong == 0
    assert paid > 300
    assert changes_in(record) > 900


def test_rules_are_put_in_force_only_when_approved_for_this_game_and_once(tmp_path: Path) -> None:
    async def work() -> None:
        plans = [Plan(R, "roulette", "Roulette", OPEN), Plan(G, "go-fore-it", "Go Fore It", OPEN)]
        async with Desk(tmp_path / "house.db", plans) as desk:
            manager, register = desk.person(Role.MANAGER, R), desk.house.register
            filing = await approved(desk, "roulette", payouts={"red": "2 to 1"})
            draft = register.filings.next_id
            await register.enter(FilingDrafted(draft, "roulette", "a draft", choices("roulette"), "0", MANAGER))
            assert (await refusal(desk, R, manager, do="put_in_force", filing=draft)).why == "locked"
            assert (
                await refusal(desk, G, desk.person(Role.MANAGER, G), do="put_in_force", filing=filing)
            ).cite == "601a.2"
            assert (await refusal(desk, R, manager, do="put_in_force", filing="F-99")).why == "not_found"
            assert (await refusal(desk, R, desk.role("floor", R), do="put_in_force", filing=filing)).why == "wrong_role"
            later = "2023-11-15T06:00"  # the clock of this house stands in the evening before
            await desk.do(R, manager, do="put_in_force", filing=filing, at=later)
            assert desk.table(R).state.filing.filing == ""
            assert (await refusal(desk, R, manager, do="put_in_force", filing=filing, at="noon")).why == "malformed"
            await desk.settle(R, 24 * 3600)
            assert desk.table(R).state.filing.filing == filing
            assert (await refusal(desk, R, manager, do="put_in_force", filing=filing)).why == "stale"
            desk.host(R).recover()
            assert desk.table(R).state.filing.filing == filing
            assert desk.table(R).rules.chosen["payouts"] == {"red": "2 to 1"}

    run(work)


def test_i_gen_34_limits_change_within_the_filing(tmp_path: Path) -> None:
    """Below, at and above what was filed: $1 to $500."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan(R, "roulette", "Roulette", OPEN)]) as desk:
            pit, player = desk.role("floor", R), await desk.sit(R)
            least, most = desk.table(R).rules.minimum, desk.table(R).rules.maximum
            assert least is not None
            assert most is not None
            for limits in ({"minimum": least - 1}, {"maximum": most + 1}):
                assert (await refusal(desk, R, pit, do="change_limits", limits={"": limits})).cite == "I-GEN-34"
            await desk.bet(R, player, "red", least)
            await desk.do(R, pit, do="change_limits", limits={"": {"minimum": 2500}})
            assert desk.table(R).rules.minimum == least, "from the next round on"
            await desk.settle(R, 6)
            assert desk.table(R).rules.minimum == 2500
            assert (
                await refusal(desk, R, player, answer={"says": "wager", "wager": "red", "amount": least})
            ).why == "below_minimum"
            await desk.do(R, pit, do="change_limits", limits={"": {"minimum": least, "maximum": most}})
            assert desk.table(R).rules.minimum == least, "back to the bounds of the filing"

    run(work)


def test_a_table_is_added_moved_and_retired_while_the_house_is_open(tmp_path: Path) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan(R, "roulette", "Roulette", OPEN)]) as desk:
            filing, manager = await approved(desk, "craps"), desk.person(Role.MANAGER, R)
            wish = AddTable("C-7", "craps", filing, dealt="automatic", chance="generator")
            await desk.house.floor.add_table(wish, MANAGER)
            assert desk.table("C-7").state.filing.filing == filing
            assert desk.table("C-7").state.standing.open
            with pytest.raises(Refused, match="already"):
                await desk.house.floor.add_table(wish, MANAGER)
            with pytest.raises(Refused, match="letters"):
                await desk.house.floor.add_table(msgspec.structs.replace(wish, number="C 8"), MANAGER)
            with pytest.raises(Refused, match="up to 40 letters"):
                await desk.house.floor.add_table(msgspec.structs.replace(wish, number="C" * 41), MANAGER)
            with pytest.raises(Refused, match="the name of the house's own record"):
                await desk.house.floor.add_table(msgspec.structs.replace(wish, number="House"), MANAGER)
            for amount in (0, -1):
                with pytest.raises(Refused, match="at least one cent"):
                    await desk.house.floor.add_table(
                        msgspec.structs.replace(wish, number="C-8", buy_in=amount), MANAGER
                    )
            await desk.do(R, manager, do="change_settings", settings={"title": "Wheel 1", "buy_in": 50_000})
            assert (desk.table(R).state.filing.founded.title, desk.table(R).state.filing.settings.buy_in) == (
                "Wheel 1",
                50_000,
            )
            assert (await refusal(desk, R, manager, do="retire_table", reason="sold")).why == "locked"
            await desk.do(R, desk.role("floor", R), do="close_table")
            await desk.do(R, manager, do="retire_table", reason="sold")
            assert (await refusal(desk, R, desk.role("floor", R), do="open_table")).why
            assert desk.table(R).state.standing.retired

    run(work)


async def lost_round(desk: Desk) -> tuple[Session, Session, Session]:
    """One round with a wager on 17; the player, and two who may put it right."""
    player = await desk.sit(R)
    await desk.bet(R, player, "straight", 500, "17")
    await desk.settle(R, 6)
    return player, desk.person(Role.PIT_MANAGER, R), desk.person(Role.SHIFT_MANAGER, R)


def test_i_gen_40_what_was_settled_is_put_right_by_two_persons(tmp_path: Path) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan(R, "roulette", "Roulette", OPEN)]) as desk:
            player, floor, other = await lost_round(desk)
            table, before = desk.table(R), desk.table(R).state.ledger.chips(player.seat)
            lost = 100_000 - before
            what = {"do": "propose_correction", "rounds": (1,), "reason": "the ball was touched"}
            assert (await refusal(desk, R, player, **what)).why == "wrong_role"
            assert (await refusal(desk, R, floor, **(what | {"rounds": (2,)}))).cite == "I-GEN-40"
            assert (await refusal(desk, R, floor, **(what | {"reason": " "}))).why == "malformed"
            await desk.do(R, floor, **what)
            assert (await refusal(desk, R, other, **what)).why == "stale"
            assert (await refusal(desk, R, floor, do="decide_correction", number=1, agreed=True)).why == "not_lawful"
            assert table.state.ledger.chips(player.seat) == before
            await desk.do(R, other, do="decide_correction", number=1, agreed=True)
            assert (await refusal(desk, R, floor, do="decide_correction", number=1, agreed=True)).why == "stale"
            assert table.state.ledger.chips(player.seat) == before + lost == 100_000
            assert table.state.ledger.balance(INVENTORY) == 0
            assert (await refusal(desk, R, floor, **what)).why == "stale", "it is void already"
            more = {**what, "lines": ({"seat": player.seat, "amount": -10_000_000},)}
            assert (await refusal(desk, R, floor, **more)).why == "stale", "unless it is said to come on top"
            await desk.do(R, floor, **more, agreed=True)
            assert (
                await refusal(desk, R, other, do="decide_correction", number=2, agreed=True)
            ).why == "not_enough_chips"
            await desk.do(R, floor, do="decide_correction", number=2, agreed=False)
            await desk.do(
                R, floor, do="incident", name="wrong_payout", words="Paid 35 for 34.", rounds=(1,), seats=(1,)
            )
            assert (await refusal(desk, R, floor, do="incident", name="comet", words="!")).why == "malformed"
            desk.host(R).recover()
            assert desk.table(R).state.disputes.incidents[0].words == "Paid 35 for 34."
            assert desk.table(R).state.ledger.chips(player.seat) == 100_000

    run(work)


def test_patrons_without_a_device_are_followed_by_the_dealer(tmp_path: Path) -> None:
    """Chips on the felt and hand signals: the dealer seats, wagers and answers for the seats, by name in the record."""
    name = "blackjack-followed"

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan(name, "blackjack", "Blackjack", FOLLOWED)]) as desk:
            dealer = desk.role("dealer", name)
            with pytest.raises(Refused, match="with the dealer"):
                await desk.sit(name)
            await desk.do(name, dealer, do="seat_patron", seat=3, amount=20_000)
            await desk.open_by_hand(name)
            await desk.do(name, dealer, do="seat_patron", seat=5, name="Ada", amount=30_000)
            await desk.do(name, dealer, do="sell_chips", seat=5, amount=1_000)
            await until_betting(desk, name)
            for seat, amount in ((3, 1000), (5, 2000)):
                await desk.do(
                    name, dealer, answer={"says": "wager", "wager": "blackjack", "amount": amount, "by": seat}
                )
            assert (
                await refusal(
                    desk, name, dealer, answer={"says": "wager", "wager": "blackjack", "amount": 500, "by": 4}
                )
            ).why
            await desk.do(name, dealer, do="no_more_bets")
            for card in ("TH", "9C", "6D", "TS", "8S"):
                await desk.do(name, dealer, answer={"says": card, "by": "chance"})
            play = desk.table(name).round
            assert play is not None
            assert [e.to for e in play.elections()] == [3]
            await desk.do(name, dealer, answer={"says": "stand", "by": 3})
            await desk.do(name, dealer, answer={"says": "stand", "by": 5})
            await desk.do(name, dealer, answer={"says": "KD", "by": "chance"})  # the hole card, turned now
            await desk.do(name, dealer, answer={"says": "7C", "by": "chance"})
            await desk.settle(name, 3)
            table = desk.table(name)
            assert (table.state.ledger.chips(3), table.state.ledger.chips(5)) == (21_000, 33_000)
            record = list(desk.house.store.entries(name))
            steps: list[Any] = [entries.DECODERS[e.kind].decode(e.payload) for e in record if e.kind == "step"]
            spoken = [(s.answers[0].says, s.person.role) for s in steps if s.answers and s.answers[0].by in (3, 5)]
            assert spoken[-4:] == [("wager", "dealer"), ("wager", "dealer"), ("stand", "dealer"), ("stand", "dealer")]
            assert all(s.person for s in steps if s.answers and s.answers[0].by == CHANCE and s.answers[0].says != "?")
            await desk.do(name, dealer, do="free_seat", seat=3)
            assert 3 not in table.state.seats.players

    run(work)


async def until_betting(desk: Desk, name: str) -> None:
    """The dealer and the seats answer what comes before betting by what the text has by default."""
    dealer = desk.role("dealer", name)
    for _ in range(60):
        await desk.settle(name, 3)
        table = desk.table(name)
        if rounds.is_cancelable(table):
            return
        if table.round is None:
            await desk.sign_all(name)
            continue
        asked = table.round.elections()
        if asked:
            election = asked[0]
            answer = (election.default or election.options[0]).answer(election.to)
            who = desk.role("floor", name) if election.to == "floor" else dealer
            await desk.say(name, who, answer)
    raise AssertionError("betting does not open")


def test_a_record_of_a_table_with_places_and_corrections_verifies(tmp_path: Path) -> None:
    """The record is folded again to the same state by somebody who has nothing else."""

    async def work() -> list[Any]:
        test = "go-fore-it-by-hand"
        async with Desk(tmp_path / "house.db", [Plan(test, "go-fore-it", "Go Fore It", FOLLOWED)]) as desk:
            dealer = desk.role("dealer", test)
            await desk.do(test, dealer, do="seat_patron", seat=2, amount=40_000)
            await desk.open_by_hand(test)
            await until_betting(desk, test)
            await desk.do(test, dealer, answer={"says": "wager", "wager": "front_9", "amount": 500, "by": 2})
            await desk.do(test, dealer, do="no_more_bets")
            await desk.do(test, dealer, answer={"says": "back_9", "by": 2})
            cards = iter(["KS", "QS", "2H", "3H", "4H", "5H", "6C", "7C", "8D"])
            await desk.do(test, dealer, answer={"says": next(cards), "by": "chance"})
            await desk.do(test, dealer, do="correct")
            for card in cards:
                play = desk.table(test).round
                if play is None or type(play.pending).__name__ != "Draw":
                    break
                await desk.do(test, dealer, answer={"says": card, "by": "chance"})
            return list(desk.house.store.entries(test))

    found = run(work)
    assert "corrected" in {entry.kind for entry in found}
    verify_entries(found)


# --- what an adversary tried


def test_patrons_without_a_device_are_there_after_a_restart(tmp_path: Path) -> None:
    async def work() -> None:
        name = "roulette-followed"
        async with Desk(tmp_path / "house.db", [Plan(name, "roulette", "Roulette", FOLLOWED)]) as desk:
            await desk.do(name, desk.role("dealer", name), do="seat_patron", seat=2, amount=40_000)
            desk.host(name).recover()
            await desk.settle(name, 7200)
            assert 2 in desk.table(name).state.seats.players
            floor = desk.role("floor", name)
            await desk.do(name, floor, do="free_seat", seat=2, reason="left the casino")
            assert 2 not in desk.table(name).state.seats.players

    run(work)


def test_i_gen_40_a_correction_is_paid_to_whoever_played_and_nobody_else(tmp_path: Path) -> None:
    """Whoever sits down after the round, under the same name, gets nothing of it; it is owed to who sat there."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan(R, "roulette", "Roulette", OPEN)]) as desk:
            first, floor, other = await lost_round(desk)
            await leave_table(desk.host(R), first, desk.key())
            await desk.sit(R)
            desk.host(R).recover()
            what = {"do": "propose_correction", "rounds": (1,), "reason": "paid too little"}
            assert (await refusal(desk, R, floor, **what, lines=({"seat": 5, "amount": 100},))).why == "no_such_seat"
            await desk.do(R, floor, **what, lines=({"seat": 1, "amount": 700},))
            await desk.do(R, other, do="decide_correction", number=1, agreed=True)
            assert desk.table(R).state.ledger.chips(1) == 100_000
            assert [one.amount for one in desk.table(R).state.disputes.owed] == [700]
            assert sum(desk.table(R).state.ledger.balances.values()) == 0

    run(work)


def test_a_moved_player_takes_along_what_they_may_see_and_leaves_nothing(tmp_path: Path) -> None:
    """Cards that were dealt to a seat are shown to who sat there then, wherever they sit now; not to who sits there now."""
    from pitboss.house.wire.archive import held_by

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan(R, "roulette", "Roulette", OPEN)]) as desk:
            player = await desk.sit(R, 1)
            await desk.do(R, desk.role("floor", R), do="move_seat", seat=1, to_seat=4)
            newcomer = await desk.sit(R, 1)
            store = desk.house.store
            moved = msgspec.structs.replace(player, seat=4)
            assert [seat for seat, *_ in held_by(store, R, moved)] == [1, 4]
            ((_, since, _),) = held_by(store, R, newcomer)
            assert since > held_by(store, R, moved)[0][2], "from when they sat down"
            assert desk.host(R).presence.sits(moved)
            assert not desk.host(R).presence.sits(player)

    run(work)


def test_limits_of_one_round_add_up_and_a_scheduled_filing_is_not_lost(tmp_path: Path) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan(R, "roulette", "Roulette", OPEN)]) as desk:
            pit, manager, player = desk.role("floor", R), desk.person(Role.MANAGER, R), await desk.sit(R)
            await desk.bet(R, player, "red", 500)
            await desk.do(R, pit, do="change_limits", limits={"": {"minimum": 500}})
            await desk.do(R, pit, do="change_limits", limits={"": {"maximum": 20_000}})
            await desk.settle(R, 6)
            assert (desk.table(R).rules.minimum, desk.table(R).rules.maximum) == (500, 20_000)
            filing = await approved(desk, "roulette", minimum="2.00")
            for moment in ("9999-12-31T23:59", "2026-03-08T02:30"):  # too far away; an hour that does not exist
                assert (await refusal(desk, R, manager, do="put_in_force", filing=filing, at=moment)).why == "malformed"
            await desk.do(R, manager, do="put_in_force", filing=filing, at="2030-01-01T06:00")
            assert (await refusal(desk, R, pit, do="change_limits", limits={"": {"minimum": 600}})).why == "locked"
            assert not desk.host(R).suspension.sentence

    run(work)


def test_a_seat_is_freed_wholly_or_not_at_all(tmp_path: Path) -> None:
    """623a: a Pass Line wager with a point may not be taken down; then nothing is."""

    async def work() -> None:
        name = "craps-followed"
        async with Desk(tmp_path / "house.db", [Plan(name, "craps", "Craps", FOLLOWED)]) as desk:
            stick = desk.person(Role.STICKPERSON, name)
            await desk.do(name, stick, do="seat_patron", seat=1, amount=40_000)
            await desk.open_by_hand(name)
            await until_betting(desk, name)
            wager = {"says": "wager", "wager": "pass_bet", "amount": 1000, "by": 1}
            await desk.do(name, stick, answer=wager)
            await desk.do(name, stick, do="no_more_bets")
            for _ in range(20):
                table = desk.table(name)
                if rounds.is_cancelable(table) or (
                    table.round is not None and table.round.was_open and not table.round.history
                ):
                    break
                asked = table.round.elections() if table.round is not None else []
                if asked:
                    await desk.say(name, stick, (asked[0].default or asked[0].options[0]).answer(asked[0].to))
                elif type(getattr(table.round, "pending", None)).__name__ == "Draw":
                    await desk.do(name, stick, answer={"says": "2 2", "by": "chance"})
                else:
                    await desk.settle(name, 3)
                if table.round is not None and type(table.round.pending).__name__ == "Window":
                    break
            await desk.do(name, stick, answer={"says": "wager", "wager": "field_bet", "amount": 500, "by": 1})
            before, written = dict(desk.table(name).state.felt.up), desk.table(name).journal.sequence
            assert len(before) == 2
            assert (await refusal(desk, name, stick, do="free_seat", seat=1)).why == "locked"
            assert (desk.table(name).state.felt.up, desk.table(name).journal.sequence) == (before, written)

    run(work)


OLD = {"breakage": "down_to_chip"}  # as it was lawful once: rounded to chips, and no chip filed


def test_i_gen_41_a_filing_without_its_chip_keeps_running_and_is_warned_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """No new table is opened under it and none comes under it; one that is under it plays on, to the cent."""
    filed = submit(catalogue.game("craps").rules, choices("craps", **OLD))
    old, plain = Plan("craps-1", "craps", "Craps", OPEN, filed), Plan(R, "roulette", "Roulette", OPEN)
    with pytest.raises(Refused) as no:
        run(partial(_open, tmp_path / "new.db", [old]))
    assert no.value.cite == "I-GEN-41"
    with monkeypatch.context() as before:  # the version that took it
        before.setattr("pitboss.house.founding.check_fileable", lambda rules: None)
        run(partial(_open, tmp_path / "house.db", [old, plain]))

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [old, plain]) as desk:
            assert desk.table("craps-1").rules.chosen["breakage"] == "down_to_chip"
            assert desk.table("craps-1").rules.payout_rounding.step == 1
            filing = await approved(desk, "roulette", **OLD)
            refused = await refusal(desk, R, desk.person(Role.MANAGER, R), do="put_in_force", filing=filing)
            assert (refused.why, refused.cite) == ("forbidden_choice", "I-GEN-41")

    caplog.clear()
    run(work)
    assert [line for line in caplog.messages if "craps-1 keeps running" in line and "I-GEN-41" in line]


async def _open(database: Path, plans: list[Plan]) -> None:
    async with Desk(database, plans):
        pass


def test_i_gen_42_a_progressive_in_force_takes_the_minimum_of_its_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """No new table is opened with stakes left open; one that was keeps running, and a cent wins no meter there."""
    meter = {"progressive_payout": True, "progressive_rate": "10", "minimum": "5.00", "limits": {}}
    filed = submit(catalogue.game("pai-gow-poker").rules, choices("pai-gow-poker", **meter))
    old = Plan("pg-1", "pai-gow-poker", "Pai Gow Poker", OPEN, filed)
    with pytest.raises(Refused) as no:
        run(partial(_open, tmp_path / "new.db", [old]))
    assert no.value.cite == "I-GEN-42"
    with monkeypatch.context() as before:  # the version that took it
        before.setattr("pitboss.house.founding.check_fileable", lambda rules: None)
        run(partial(_open, tmp_path / "house.db", [old]))

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [old]) as desk:
            player = await desk.sit("pg-1")
            await desk.bet("pg-1", player, "pai_gow_poker", 1000)
            for amount, why in ((1, "below_minimum"), (499, "below_minimum"), (501, "above_maximum")):
                with pytest.raises(Refused) as refused:
                    await desk.bet("pg-1", player, "progressive_payout", amount)
                assert refused.value.why == why
            await desk.bet("pg-1", player, "progressive_payout", 500)
            assert desk.table("pg-1").rules.chosen["limits"] == {}  # as it was filed

    run(work)
    assert [line for line in caplog.messages if "pg-1 keeps running" in line and "I-GEN-42" in line]

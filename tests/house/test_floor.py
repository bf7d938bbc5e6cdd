"""Inspections, duties, opening and closing: who signs, when play is blocked, and that it stands in the record."""

from pathlib import Path

import pytest

from pitboss import catalogue
from pitboss.events import Burned
from pitboss.game import When
from pitboss.house.floorplan.demonstration import demonstration
from pitboss.house.founding import Plan, plans_of
from pitboss.house.host.readiness import blocked
from pitboss.house.host.sessions import Session
from pitboss.house.people.entries import PersonAdded
from pitboss.house.table import equipment, standing
from pitboss.house.table.entries import Released, Settings
from pitboss.journal import AUTOMATIC
from pitboss.procedure import Refused, Window
from pitboss.roles import Role
from tests.house.desk import Desk, check, fingerprint, run
from tests.house.sending import said, seat_wish, take_seat

HOURS = 3600
LIVE = {f"{game}-live" for game in catalogue.games()} | {"roulette-felt"}
TIMED = Settings(betting_seconds=20, election_seconds=15, settled_seconds=5)
PERSON = Settings(dealer="person", betting_seconds=0, election_seconds=0, settled_seconds=5)
PLANS = (
    Plan("auto", "go-fore-it", "Go Fore It", TIMED),
    Plan("person", "go-fore-it", "Go Fore It", PERSON),
    Plan("wheel", "roulette", "Roulette", PERSON),
)


async def refusal(desk: Desk, table: str, session: Session, /, **what: object) -> Refused:
    with pytest.raises(Refused) as caught:
        await desk.do(table, session, **what)
    assert caught.value.sentence.endswith(".")
    return caught.value


def items(desk: Desk, name: str, checklist: int = 0) -> tuple[str, ...]:
    table = desk.table(name)
    return tuple(item.cite for item in table.game.checklists(table.rules)[checklist].items)


def kinds(desk: Desk, name: str) -> list[str]:
    return [entry.kind for entry in desk.house.store.entries(name)]


def test_617a_2_a_a_table_opens_after_its_inspection(tmp_path: Path) -> None:
    """617a.2(a): every line checked, by a floorperson or by security, either is enough; then the floor opens, not before."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            floor, dealer, every = desk.role("floor", "wheel"), desk.role("dealer", "wheel"), items(desk, "wheel")
            security = desk.person(Role.SECURITY, "wheel")
            await desk.quiet("wheel")
            assert desk.table("wheel").state.felt.number == 0
            caught = await refusal(desk, "wheel", floor, do="open_table")
            assert (caught.why, caught.cite) == ("table_closed", "617a.2(a)")
            assert "a floorperson or above or somebody from security" in caught.sentence
            sign = {"do": "sign", "checklist": "opening"}
            assert (await refusal(desk, "wheel", floor, **sign, items=every[:-1])).cite == "617a.1(g)"
            assert "no item" in (await refusal(desk, "wheel", floor, **sign, items=(*every, "1.1(a)"))).sentence
            assert (
                "a checklist of this game" in (await refusal(desk, "wheel", floor, do="sign", checklist="x")).sentence
            )
            assert (await refusal(desk, "wheel", dealer, **sign, items=every)).why == "wrong_role"
            await desk.do("wheel", security, **sign, items=every)
            assert (await refusal(desk, "wheel", floor, **sign, items=every)).why == "stale"
            assert (await refusal(desk, "wheel", dealer, do="open_table")).why == "wrong_role"
            await desk.do("wheel", floor, do="open_table")
            assert (await refusal(desk, "wheel", floor, do="open_table")).why == "stale"
            assert desk.table("wheel").state.felt.number == 1
            signed = [bytes(e.payload) for e in desk.house.store.entries("wheel") if e.kind == "signed"]
            assert len(signed) == 1
            assert b'"credential":"DEMO-security"' in signed[0]
            assert b'"role":"security"' in signed[0]

    run(work)


def test_cards_are_inspected_by_two_and_again_when_others_come(tmp_path: Path) -> None:
    """676a.4(a): the dealer inspects, the floorperson verifies, each in person; other cards are inspected again."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            table, dealer = desk.table("person"), desk.role("dealer", "person")
            desk.station("person", Role.FLOORPERSON)
            floor, above = desk.person(Role.FLOORPERSON, "person"), desk.role("floor", "person")
            (cards,) = [one for one in table.checklists if one.when is When.CARDS]
            for other in [one for one in equipment.lists_due(table) if one is not cards]:
                await desk.sign("person", other)
            sign = {"do": "sign", "checklist": cards.name, "items": tuple(item.cite for item in cards.items)}
            assert "once it was inspected" in (await refusal(desk, "person", floor, **sign)).sentence
            await desk.do("person", dealer, **sign)
            assert (await refusal(desk, "person", dealer, **sign)).why == "wrong_role"
            assert "assigned" in (await refusal(desk, "person", above, **sign)).sentence, (
                "only who is assigned verifies"
            )
            assert (await refusal(desk, "person", floor, do="open_table")).cite == cards.cite
            await desk.do("person", floor, **sign)
            assert (await refusal(desk, "person", floor, **sign)).why == "stale"
            await desk.do("person", floor, do="open_table")
            (fresh,) = [
                t.id for t in table.state.equipment.things.values() if t.kind == "cards" and t.state == "reserve"
            ][:1]
            await desk.do("person", dealer, do="duty", name="deck_change", thing=fresh)
            assert table.state.equipment.things[fresh].state == "in_use"
            assert [one.name for one in equipment.lists_due(table)] == [cards.name]
            assert cards.title in blocked(desk.host("person"))
            await desk.sign("person", cards)
            assert not blocked(desk.host("person"))

    run(work)


def test_an_automatic_table_is_signed_for_by_the_automatic_dealer(tmp_path: Path) -> None:
    """It is open at once, and the record does not claim that a person signed (I-GEN-39)."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            await desk.quiet("auto")
            assert desk.table("auto").state.standing.open
            assert desk.table("auto").round is None, "the cards are washed when somebody comes"
            await desk.sit("auto")
            assert desk.table("auto").state.felt.number == 1
            signers = {by for slots in desk.table("auto").state.equipment.signed.values() for by in slots.values()}
            assert signers == {AUTOMATIC}

    run(work)


def test_617a_2_b_adjustments_are_signed_by_two_and_inspected_again(tmp_path: Path) -> None:
    """617a.2(b)–(e): maintenance or a floorperson, with security present; the work is described; then (a) again."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            table, every = desk.table("wheel"), items(desk, "wheel", 1)
            mend, security = desk.person(Role.MAINTENANCE, "wheel"), desk.person(Role.SECURITY, "wheel")
            sign = {"do": "sign", "checklist": "adjustment", "items": every, "reason": "levelled the wheel"}
            await desk.sign_all("wheel")
            assert not equipment.lists_due(table)
            await desk.do("wheel", mend, **sign)
            assert (await refusal(desk, "wheel", mend, **sign)).why == "wrong_role"
            assert "what was done" in (await refusal(desk, "wheel", security, **sign | {"reason": " "})).sentence
            assert [one.name for one in equipment.lists_due(table)] == ["opening", "adjustment"], (
                "begun, and not finished"
            )
            await desk.do("wheel", security, **sign)
            assert [one.name for one in equipment.lists_due(table)] == ["opening"]
            assert b"levelled the wheel" in bytes([*desk.house.store.entries("wheel")][-1].payload)
            await desk.open_by_hand("wheel")
            assert (await refusal(desk, "wheel", mend, **sign)).why == "locked"

    run(work)


def test_an_automatic_table_changes_its_cards_by_itself(tmp_path: Path) -> None:
    """676a.3(c)(2): at 8 hours, not before; a round in progress is finished first; an idle one is taken back."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            await desk.settle("auto", 8 * HOURS - 1)
            assert "duty" not in kinds(desk, "auto")
            player = await desk.sit("auto")
            await desk.bet("auto", player, "front_9", 500)
            await desk.settle("auto", 1)
            assert "duty" not in kinds(desk, "auto")  # the deadline fell within a round
            await desk.settle("auto", 20)
            await desk.do("auto", player, answer=said("back_9"))
            assert desk.table("auto").round is None
            assert "duty" not in kinds(desk, "auto")
            await desk.settle("auto", 5)
            assert kinds(desk, "auto").count("duty") == 1
            assert desk.table("auto").state.felt.number == 2
            await desk.settle("auto", 8 * HOURS)  # and now nobody has wagered
            assert kinds(desk, "auto").count("duty") == 2
            assert kinds(desk, "auto").count("unplayed") == 1
            assert desk.table("auto").state.felt.number == 3
            await desk.bet("auto", player, "front_9", 500)
            check(desk.table("auto"))

    run(work)


def test_a_person_dealt_table_is_blocked_until_the_cards_are_changed(tmp_path: Path) -> None:
    """At 8 hours the round is finished and the next one does not open until someone has changed the cards."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            dealer, fresh = desk.role("dealer", "person"), "person:cards-2"
            await desk.open_by_hand("person")
            player = await desk.sit("person")
            await desk.bet("person", player, "front_9", 500)
            await desk.settle("person", 8 * HOURS)
            caught = await refusal(desk, "person", dealer, do="duty", name="deck_change", thing=fresh)
            assert caught.cite == "676a.3(c)(2)"
            await desk.do("person", dealer, do="no_more_bets")
            await desk.do("person", player, answer=said("fold"))
            table = desk.table("person")
            assert table.round is None
            await desk.settle("person", 100)
            assert table.round is None
            with pytest.raises(Refused, match=r"8 hours have passed.*676a\.3\(c\)\(2\)"):
                await desk.bet("person", player, "front_9", 500)
            assert "deck_change" in (await refusal(desk, "person", dealer, do="duty", name="wash")).sentence
            duty = {"do": "duty", "name": "deck_change"}
            assert "which cards" in (await refusal(desk, "person", dealer, **duty)).sentence
            assert (await refusal(desk, "person", dealer, **duty, thing="person:cards-9")).why == "not_found"
            assert (await refusal(desk, "person", dealer, **duty, thing="person:cards-1")).why == "stale"
            await desk.do("person", dealer, **duty, thing=fresh)
            assert table.round is None
            await desk.sign_all("person")
            assert table.round is None
            await desk.take_and_pay("person")
            assert table.round is not None
            entry = next(e for e in desk.house.store.entries("person") if e.kind == "duty")
            assert b'"credential":"DEMO-dealer"' in bytes(entry.payload)
            await desk.do("person", dealer, **duty, thing="person:cards-1")  # it is as old as it is
            assert "8 hours" in blocked(desk.host("person"))
            assert table.state.felt.number == 2
            await desk.do("person", dealer, **duty, thing=fresh)
            await desk.sign_all("person")

    run(work)


def test_a_table_closes_at_once_or_after_the_round(tmp_path: Path) -> None:
    """Nothing on the layout: at once. Otherwise the round is played out, and the order survives a restart."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            floor = desk.role("floor", "auto")
            player = await desk.sit("auto")
            await desk.do("auto", floor, do="close_table")
            table = desk.table("auto")
            assert not table.state.standing.open
            assert kinds(desk, "auto")[-4:] == ["unplayed", "revealed", "closed", "revealed"]  # nothing stays unopened
            assert not table.state.chance.commitments
            with pytest.raises(Refused, match="closed"):
                await desk.bet("auto", player, "front_9", 500)
            assert (await refusal(desk, "auto", floor, do="close_table")).why == "stale"
            await desk.do("auto", floor, do="open_table")
            await desk.bet("auto", player, "front_9", 500)
            await desk.do("auto", floor, do="close_table")
            assert table.state.standing.open
            desk.host("auto").recover()
            table = desk.table("auto")
            assert table.play.closing
            await desk.settle("auto", 20)
            await desk.do("auto", player, answer=said("fold"))
            assert not table.state.standing.open
            await desk.settle("auto", 100)
            assert table.round is None

    run(work)


def test_the_default_floor_has_every_game(tmp_path: Path) -> None:
    """One table against the clock and one to practise at for each game, and those that a person deals."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", plans_of(demonstration())) as desk:
            names = set(desk.house.hosts)
            assert names == {f"{g}-{kind}" for g in catalogue.games() for kind in ("1", "practice")} | LIVE
            for name, host in desk.house.hosts.items():
                await desk.quiet(name)
                assert not host.suspension.sentence
                assert host.require_table().state.standing.open is (name not in LIVE - {"roulette-felt"})
                if host.require_table().state.standing.open and not standing.awaits_players(host.require_table()):
                    play = host.require_table().round
                    assert play is not None
                    assert isinstance(play.pending, Window), name
                elif host.require_table().state.standing.open:  # cards are washed when somebody comes
                    await take_seat(host, seat_wish(desk.key()), "DEMO-player")
                    assert host.require_table().round is not None, name

    run(work)


def test_617a_2_f_the_closing_list_is_signed_after_the_last_round(tmp_path: Path) -> None:
    """What was covered and locked before a round began is not covered and locked after it."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            await desk.open_by_hand("wheel")
            floor, dealer = desk.role("floor", "wheel"), desk.role("dealer", "wheel")
            closing = next(one for one in desk.table("wheel").checklists if one.when is When.CLOSING)
            sign = {"do": "sign", "checklist": closing.name, "items": tuple(item.cite for item in closing.items)}
            assert (await refusal(desk, "wheel", floor, do="close_table")).cite == "617a.2(f)"
            await desk.do("wheel", floor, **sign)
            player = await desk.sit("wheel")
            await desk.bet("wheel", player, "red", 500)
            await desk.do("wheel", dealer, do="no_more_bets")
            await desk.do("wheel", dealer, answer=said("valid_spin"))
            await desk.settle("wheel", 5)
            assert (await refusal(desk, "wheel", floor, do="close_table")).cite == "617a.2(f)"
            await desk.do("wheel", floor, **sign)
            await desk.do("wheel", floor, do="close_table")
            assert not desk.table("wheel").state.standing.open

    run(work)


def test_623a_7_d_reopening_takes_a_new_set_of_dice(tmp_path: Path) -> None:
    """The set that was in use leaves at closing, for good; another is put in use before the table opens again."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", (Plan("dice", "craps", "Craps", PERSON),)) as desk:
            await desk.open_by_hand("dice")
            floor, used = desk.role("floor", "dice"), "dice:dice-1"
            await desk.do("dice", floor, do="close_table")
            assert used in desk.table("dice").state.equipment.gone
            await desk.sign_all("dice")
            assert "put set of 5 dice in use" in (await refusal(desk, "dice", floor, do="open_table")).sentence
            assert "does not come back" in (await refusal(desk, "dice", floor, do="bring_thing", thing=used)).sentence
            await desk.do("dice", floor, do="use_thing", thing="dice:dice-2")
            await desk.do("dice", floor, do="open_table")
            desk.table("dice").enter(Released("DEMO-boxperson", Role.BOXPERSON))
            assert "assign a boxperson" in blocked(desk.host("dice"))

    run(work)


async def war_elections(desk: Desk, player: Session) -> None:
    """Everybody answers as is usual, until wagers are taken or the round is over."""
    table = desk.table("war")
    while table.round is not None and not isinstance(table.round.pending, Window):
        for asked in table.round.elections():
            who = player if isinstance(asked.to, int) else desk.role("dealer", "war")
            await desk.say("war", who, (asked.default or asked.options[0]).answer(asked.to))


async def war_round(desk: Desk, player: Session) -> int:
    """Play a round out, and tell how many first cards were burned in it; those before a war are another matter."""
    await war_elections(desk, player)
    await desk.bet("war", player, "initial", 1_000)
    await desk.do("war", desk.role("dealer", "war"), do="no_more_bets")
    await war_elections(desk, player)
    burned = sum(isinstance(event, Burned) and event.cite == "651a.8(b)" for event in desk.table("war").play.events)
    await desk.take_and_pay("war")
    await desk.settle("war", 60)
    return burned


def test_a_new_dealer_burns_a_card_in_their_first_round(tmp_path: Path) -> None:
    """651a.8(b): between rounds, by name, in the record; the next round has it, the one after has not."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", (*PLANS, Plan("war", "casino-war", "Casino War", PERSON))) as desk:
            floor = desk.role("floor", "war")
            await desk.house.register.enter(PersonAdded("D-2", "Cy", (Role.DEALER,)))
            relief = {"do": "assign", "person": "D-2", "role": "dealer"}
            await desk.open_by_hand("war")
            player = await desk.sit("war", 1)
            assert await war_round(desk, player) == 1  # the first of the shoe
            assert await war_round(desk, player) == 0
            assert (await refusal(desk, "war", floor, **relief | {"person": "D-3"})).why == "not_found"
            board = relief | {"person": "DEMO-board"}
            assert "is no dealer" in (await refusal(desk, "war", floor, **board)).sentence
            await desk.bet("war", player, "initial", 1_000)
            assert "this round is over" in (await refusal(desk, "war", floor, **relief)).sentence
            assert await war_round(desk, player) == 0
            await desk.do("war", floor, **relief)
            dealers = [place.name for place in desk.table("war").state.standing.assigned if place.role is Role.DEALER]
            assert dealers == ["Cy"]
            before = fingerprint(desk.table("war"))
            desk.host("war").recover()
            assert fingerprint(desk.table("war")) == before
            dealer = desk.person(Role.DEALER, "war")
            assert "assigned" in (await refusal(desk, "war", dealer, do="no_more_bets")).sentence
            assert "stands at war" in (await refusal(desk, "wheel", floor, **relief)).sentence
            for name in ("person", "wheel"):
                desk.table(name).enter(Released("DEMO-dealer", Role.DEALER))
            await desk.do("war", floor, **relief | {"person": "DEMO-dealer"})
            await desk.settle("war", 60)
            assert await war_round(desk, player) == 1
            assert await war_round(desk, player) == 0
            assert "deals automatically" in (await refusal(desk, "auto", desk.role("floor", "auto"), **relief)).sentence
            check(desk.table("war"))

    run(work)

"""Inspections, duties, opening and closing: who signs, when play is blocked, and that it stands in the record."""

from pathlib import Path

import pytest

from pitboss import catalogue
from pitboss.events import Burned
from pitboss.house.host.sessions import Session
from pitboss.house.house import Plan, default_floor
from pitboss.house.protocol.commands import AnswerMessage
from pitboss.house.table.entries import Settings
from pitboss.procedure import Refused, Window
from tests.house.desk import Desk, check, fingerprint, run

HOURS = 3600
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


def test_a_person_dealt_table_opens_after_its_inspection(tmp_path: Path) -> None:
    """617a.2: every line checked, two persons, each in their own role, then the floor opens; not before."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            floor, dealer, every = desk.role("floor", "wheel"), desk.role("dealer", "wheel"), items(desk, "wheel")
            await desk.quiet("wheel")
            assert desk.table("wheel").number == 0
            caught = await refusal(desk, "wheel", floor, do="open_table")
            assert (caught.why, caught.cite) == ("table_closed", "617a.2(a)")
            assert "0 of 2" in caught.sentence
            sign = {"do": "sign", "checklist": "opening"}
            caught = await refusal(desk, "wheel", floor, **sign, by="Ada", items=every[:-1])
            assert caught.cite == "617a.1(g)"
            assert "name" in (await refusal(desk, "wheel", floor, **sign, by="  ", items=every)).sentence
            assert (
                "a checklist of this game"
                in (await refusal(desk, "wheel", floor, do="sign", checklist="x", by="A")).sentence
            )
            await desk.do("wheel", floor, **sign, by="Ada", items=every)
            caught = await refusal(desk, "wheel", dealer, **sign, by=" ada ", items=every)
            assert "a second person" in caught.sentence
            caught = await refusal(desk, "wheel", floor, **sign, by="Bo", signs_as="floorperson", items=every)
            assert "security" in caught.sentence
            assert "1 of 2" in (await refusal(desk, "wheel", floor, do="open_table")).sentence
            await desk.do("wheel", floor, **sign, by="Bo", signs_as="security", items=every)
            assert (await refusal(desk, "wheel", floor, **sign, by="Cy", items=every)).why == "stale"
            assert (await refusal(desk, "wheel", dealer, do="open_table")).why == "wrong_role"
            await desk.do("wheel", floor, do="open_table", by="Ada")
            assert (await refusal(desk, "wheel", floor, do="open_table")).why == "stale"
            assert desk.table("wheel").number == 1
            assert kinds(desk, "wheel")[:5] == ["founded", "signed", "signed", "opened", "round"]
            signed = [bytes(e.payload) for e in desk.house.store.entries("wheel") if e.kind == "signed"]
            assert b'"by":"Ada"' in signed[0]
            assert b'"role":"security"' in signed[1]

    run(work)


def test_an_automatic_table_is_signed_for_by_the_house(tmp_path: Path) -> None:
    """It is open at once, and the record says who signed."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            await desk.quiet("auto")
            assert desk.table("auto").open
            assert desk.table("auto").round is None, "the cards are washed when somebody comes"
            await desk.sit("auto")
            assert desk.table("auto").number == 1
            assert desk.table("auto").signed == {"opening": {"the house as floorperson": "floorperson"}}

    run(work)


def test_a_checklist_that_recurs_is_signed_anew(tmp_path: Path) -> None:
    """617a.2(b): an adjustment is signed by two each time it is made, and blocks nothing."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            floor, every = desk.role("floor", "wheel"), items(desk, "wheel", 1)
            for _ in range(2):
                for person in ("Ada", "Bo"):
                    await desk.do("wheel", floor, do="sign", checklist="adjustment", by=person, items=every)
            await desk.do("wheel", floor, do="sign", checklist="adjustment", by="Ada", items=every)
            assert (
                "a second person"
                in (
                    await refusal(desk, "wheel", floor, do="sign", checklist="adjustment", by="Ada", items=every)
                ).sentence
            )
            assert kinds(desk, "wheel").count("signed") == 5

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
            await desk.do("auto", player, answer=AnswerMessage("back_9"))
            assert desk.table("auto").round is None
            assert "duty" not in kinds(desk, "auto")
            await desk.settle("auto", 5)
            assert kinds(desk, "auto").count("duty") == 1
            assert desk.table("auto").number == 2
            await desk.settle("auto", 8 * HOURS)  # and now nobody has wagered
            assert kinds(desk, "auto").count("duty") == 2
            assert kinds(desk, "auto").count("unplayed") == 1
            assert desk.table("auto").number == 3
            await desk.bet("auto", player, "front_9", 500)
            check(desk.table("auto"))

    run(work)


def test_a_person_dealt_table_is_blocked_until_the_cards_are_changed(tmp_path: Path) -> None:
    """At 8 hours the round is finished and the next one does not open until someone has changed the cards."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            floor, dealer = desk.role("floor", "person"), desk.role("dealer", "person")
            await desk.do("person", floor, do="sign", checklist="opening", by="Ada", items=items(desk, "person"))
            await desk.do("person", floor, do="open_table")
            player = await desk.sit("person")
            await desk.bet("person", player, "front_9", 500)
            await desk.settle("person", 8 * HOURS)
            caught = await refusal(desk, "person", dealer, do="duty", name="deck_change", by="Di")
            assert caught.cite == "676a.3(c)(2)"
            await desk.do("person", dealer, do="no_more_bets")
            await desk.do("person", player, answer=AnswerMessage("fold"))
            table = desk.table("person")
            assert table.round is None
            await desk.settle("person", 100)
            assert table.round is None
            with pytest.raises(Refused, match=r"8 hours have passed.*676a\.3\(c\)\(2\)"):
                await desk.bet("person", player, "front_9", 500)
            assert "deck_change" in (await refusal(desk, "person", dealer, do="duty", name="wash")).sentence
            await desk.do("person", dealer, do="duty", name="deck_change", by="Di")
            assert table.round is not None
            entry = next(e for e in desk.house.store.entries("person") if e.kind == "duty")
            assert b'"by":"Di"' in bytes(entry.payload)
            assert table.number == 2

    run(work)


def test_a_table_closes_at_once_or_after_the_round(tmp_path: Path) -> None:
    """Nothing on the layout: at once. Otherwise the round is played out, and the order survives a restart."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", PLANS) as desk:
            floor = desk.role("floor", "auto")
            player = await desk.sit("auto")
            await desk.do("auto", floor, do="close_table", by="Ada")
            table = desk.table("auto")
            assert not table.open
            assert kinds(desk, "auto")[-3:] == ["unplayed", "revealed", "closed"]
            with pytest.raises(Refused, match="closed"):
                await desk.bet("auto", player, "front_9", 500)
            assert (await refusal(desk, "auto", floor, do="close_table")).why == "stale"
            await desk.do("auto", floor, do="open_table")
            await desk.bet("auto", player, "front_9", 500)
            await desk.do("auto", floor, do="close_table")
            assert table.open
            desk.host("auto").recover()
            table = desk.table("auto")
            assert table.closing
            await desk.settle("auto", 20)
            await desk.do("auto", player, answer=AnswerMessage("fold"))
            assert not table.open
            await desk.settle("auto", 100)
            assert table.round is None

    run(work)


def test_the_default_floor_has_every_game(tmp_path: Path) -> None:
    """One table against the clock and one to practise at for each game, and a roulette table dealt by hand."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", default_floor()) as desk:
            names = set(desk.house.hosts)
            assert names == {f"{g}-{kind}" for g in catalogue.games() for kind in ("1", "practice")} | {"roulette-live"}
            for name, host in desk.house.hosts.items():
                await desk.quiet(name)
                assert not host.suspended
                assert host.require_table().open is (name != "roulette-live")
                if host.require_table().open and not host.require_table().awaits_players:
                    play = host.require_table().round
                    assert play is not None
                    assert isinstance(play.pending, Window), name
                elif host.require_table().open:  # cards are washed when somebody comes
                    await desk.sit(name)
                    assert host.require_table().round is not None, name
            tokens = {(role, table) for role, table, _ in desk.house.role_tokens()}
            assert tokens == {("dealer", "roulette-live"), ("floor", ""), ("audit", "")}

    run(work)


async def war_opened(desk: Desk) -> Session:
    """A person-dealt Casino War table, inspected and open, and the floor's session."""
    floor = desk.role("floor", "war")
    for checklist in desk.table("war").game.checklists(desk.table("war").rules):
        for role in checklist.signed_by if checklist.blocks_opening else ():
            every = tuple(item.cite for item in checklist.items)
            await desk.do("war", floor, do="sign", checklist=checklist.name, by=f"A {role}", signs_as=role, items=every)
    await desk.do("war", floor, do="open_table", by="Ada")
    return floor


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
    burned = sum(isinstance(event, Burned) and event.cite == "651a.8(b)" for event in desk.table("war").events)
    await desk.settle("war", 60)
    return burned


def test_a_new_dealer_burns_a_card_in_his_first_round(tmp_path: Path) -> None:
    """651a.8(b): between rounds, by name, in the record; the next round has it, the one after has not."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", (*PLANS, Plan("war", "casino-war", "Casino War", PERSON))) as desk:
            relief = {"do": "new_dealer", "by": " Cy "}
            floor = desk.role("floor", "war")
            assert (await refusal(desk, "war", floor, **relief)).why == "table_closed"
            await war_opened(desk)
            player = await desk.sit("war", 1)
            assert await war_round(desk, player) == 1  # the first of the shoe
            assert await war_round(desk, player) == 0
            assert "a name" in (await refusal(desk, "war", floor, do="new_dealer", by=" ")).sentence
            await desk.bet("war", player, "initial", 1_000)
            assert "this round is over" in (await refusal(desk, "war", floor, **relief)).sentence
            assert await war_round(desk, player) == 0
            await desk.do("war", floor, **relief)
            before = fingerprint(desk.table("war"))
            desk.host("war").recover()
            assert fingerprint(desk.table("war")) == before
            await desk.settle("war", 60)
            assert await war_round(desk, player) == 1
            assert await war_round(desk, player) == 0
            assert kinds(desk, "war").count("relieved") == 1
            assert "deals automatically" in (await refusal(desk, "auto", desk.role("floor", "auto"), **relief)).sentence
            check(desk.table("war"))

    run(work)

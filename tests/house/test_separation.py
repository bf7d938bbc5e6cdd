"""Duties are kept apart: which roles nobody gets together, what two persons decide, who is notified, and that nobody is locked
out."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss import authority, catalogue
from pitboss.authority import APART, CONTROL, IN_THE_HOUSE, SIDES, incompatible, keeper, require_compatible
from pitboss.house.floor import Opening
from pitboss.house.founding import Plan
from pitboss.house.people import entries
from pitboss.house.people.people import People
from pitboss.house.people.register import HOUSE_JOURNAL, Register
from pitboss.house.process.recovering import read_people, recover
from pitboss.house.storage.backup import key_of
from pitboss.house.storage.store import Store
from pitboss.procedure import Refused
from pitboss.roles import Role, role_for, spoken
from tests.cli.conftest import Pitboss, pitboss
from tests.house.desk import HandClock, run
from tests.house.entrance import CHEAP, PASSWORD, Browser, Entrance, why
from tests.house.live import BY_HAND, Cookie, Live, until
from tests.house.migrating import old_database
from tests.house.postgres import needs_postgres, server
from tests.house.two_processes import a_process

__all__ = ["pitboss"]
A1, A2, B1, B2 = "A-1", "A-2", "B-1", "B-2"
PAIRS = list(combinations(Role, 2))
OTHER_PASSWORD = "another horse battery"


async def two_of_each(entrance: Entrance) -> None:
    """A house in which both sides can agree by themselves, with somebody in each role of control besides."""
    for number, name in ((A1, "Addie"), (A2, "Alex")):
        await entrance.add(number, Role.ADMINISTRATOR, name=name)
    for number, name in ((B1, "Blair"), (B2, "Bo")):
        await entrance.add(number, Role.BOARD, name=name)


async def signed_in(entrance: Entrance, credential: str, password: str = PASSWORD) -> Browser:
    browser = entrance.browser()
    reply = await browser.post("/api/session", name=credential, password=password)
    assert "person" in reply, reply
    return browser


def held(entrance: Entrance) -> dict[str, tuple[Role, ...]]:
    return {person.credential: person.roles for person in entrance.register.people.values() if person.active}


def token_in(link: str) -> str:
    return link.partition("#invitation=")[2]


# --- the declaration


def test_the_declaration_says_what_has_to_be_apart() -> None:
    """The Board and auditors from whoever runs and files, filing from approving, the count team from pit and cage; no more."""
    house = set(Role) - {Role.PLAYER, Role.BOARD, Role.AUDITOR}
    pit = {Role.DEALER, Role.STICKPERSON, Role.BOXPERSON, Role.FLOORPERSON, Role.PIT_MANAGER, Role.SHIFT_MANAGER}
    expected = {frozenset({overseer, role}) for overseer in (Role.BOARD, Role.AUDITOR) for role in house}
    expected |= {frozenset({Role.COUNT_TEAM, role}) for role in {*pit, Role.CAGE_CASHIER}}
    assert {frozenset(pair) for pair in PAIRS if incompatible(pair)} == expected
    assert all(rule.why and rule.cite for rule in APART)


def test_who_files_and_who_approves_are_apart_wherever_the_sides_of_an_act_differ() -> None:
    """From the rights themselves: where others do the first side of an act of the house than the second, nobody may do both."""
    known = {right.act: right for right in IN_THE_HOUSE}
    for right in IN_THE_HOUSE:
        if right.second is not None and set(known[right.second.of].roles) != set(right.roles):
            assert all(incompatible((one, two)) for one in known[right.second.of].roles for two in right.roles), right


def test_every_right_to_a_second_side_is_one_of_control() -> None:
    """Also those that a chapter declares: whoever countersigns is granted by two."""
    assert {Role.BOARD, Role.AUDITOR, Role.ADMINISTRATOR, Role.MANAGER} <= CONTROL
    assert not CONTROL & {Role.PLAYER, Role.DEALER, Role.CAGE_CASHIER}
    for game in catalogue.games().values():
        for right in authority.rights(game, game.example()):
            verifies = right.act.startswith("sign ") and not right.act.endswith(" 1")
            assert right.second is not None or not verifies
            if verifies or (right.second is not None and not right.act.startswith("sign ")):
                assert {role for role in Role if role_for((role,), right.roles)} <= CONTROL, right


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: " and ".join(pair))
def test_each_pair_of_roles(pair: tuple[Role, Role]) -> None:
    """An incompatible one is refused in one sentence that names both; one that is held already is not refused again."""
    if not incompatible(pair):
        return require_compatible(pair)
    for order in (pair, pair[::-1]):
        with pytest.raises(Refused) as refusal:
            require_compatible(order)
        for role in pair:
            assert spoken((role,)).removesuffix(" or above") in refusal.value.sentence
        assert refusal.value.sentence.count(".") == 1
        assert refusal.value.cite
        require_compatible(order, pair)


def test_roles_that_belong_apart_are_refused_wherever_roles_are_given(tmp_path: Path) -> None:
    """For a new person and for a known one, by both sides, and nothing is recorded."""

    async def work() -> None:
        async with Entrance(tmp_path / "house.db") as entrance:
            await two_of_each(entrance)
            await entrance.add("C-1", Role.COUNT_TEAM, name="Cory")
            admin, board = await signed_in(entrance, A1), await signed_in(entrance, B1)
            before = list(entrance.store.entries(HOUSE_JOURNAL))
            for pair in PAIRS:
                if incompatible(pair):
                    by = board if keeper(*pair) is Role.BOARD else admin
                    sentence = why(await by.post("/api/people", name="New", credential="N-1", roles=list(pair)))
                    assert sentence.startswith("Nobody is both"), (pair, sentence)
            sentence = why(await admin.post("/api/people/C-1/roles", roles=["count_team", "cage_cashier"]))
            assert sentence.startswith("Nobody is both a cage cashier and the count team")
            sentence = why(await board.post("/api/people/B-1/roles", roles=["board", "manager"]))
            assert sentence.startswith(
                "Nobody is both a manager and the Board: whoever files rules does not approve them"
            )
            assert list(entrance.store.entries(HOUSE_JOURNAL)) == before

    run(work)


# --- one administrator alone


async def one_against_the_house(database: Path) -> None:
    """An administrator of two tries every way over the wire; fails where one of them leads somewhere."""
    password = {"password": OTHER_PASSWORD}
    async with Entrance(database) as entrance:
        await two_of_each(entrance)
        await entrance.add("M-1", Role.MANAGER, name="Max")
        await entrance.add("U-1", Role.AUDITOR, name="Audie")
        await entrance.add("D-1", Role.DEALER, name="Dana")
        boss = await signed_in(entrance, A1)
        before = held(entrance)

        async def take(reply: dict[str, Any]) -> bool:
            """Whether a reply gives a link by which the account can be taken over."""
            if not reply.get("link"):
                return False
            found = await entrance.browser().post("/api/invitations/accept", token=token_in(reply["link"]), **password)
            return "person" in found

        # by roles, of themselves and of another
        for who in (A1, "D-1"):
            own = list(before[who])
            for role in ("board", "auditor", "manager"):
                await boss.post(f"/api/people/{who}/roles", roles=[*own, role])
        assert held(entrance) == before
        # by a second account, of whatever name
        for number, role in (("X-1", "board"), ("X-2", "auditor"), ("X-3", "manager"), ("X-4", "administrator")):
            assert not await take(await boss.post("/api/people", name="Addie", credential=number, roles=[role]))
        assert held(entrance) == before
        # by a new link for somebody else
        for who in (B1, "M-1", "U-1", A2):
            assert not await take(await boss.post(f"/api/people/{who}/invitation")), who
        # by agreeing to what they asked for themselves
        waiting = list(entrance.register.access.waiting)
        assert len(waiting) >= 6
        for request in waiting:
            reply = await boss.post(f"/api/access/{request}/agree")
            assert "a second person has to agree" in why(reply), reply
        assert held(entrance) == before
        for request in waiting:
            await boss.post(f"/api/access/{request}/withdraw")
        # by a link that was made before two granted a role
        older = await boss.post("/api/people/D-1/invitation")
        asked = (await boss.post("/api/people/D-1/roles", roles=["dealer", "manager"]))["request"]
        other = await signed_in(entrance, A2)
        assert (await other.post(f"/api/access/{asked}/agree"))["person"]["roles"] == ["dealer", "manager"]
        assert not await take(older)
        # by taking a role away, taking the account over, and giving it back
        assert (await boss.post("/api/people/M-1/roles", roles=["dealer"]))["roles"] == ["dealer"]
        assert await take(await boss.post("/api/people/M-1/invitation"))  # an account of no consequence now
        assert (await boss.post("/api/people/M-1/roles", roles=["dealer", "manager"]))["roles"] == ["dealer"]
        # by ending the other administrator: whoever is left is not the first one, who admits the second alone
        assert (await boss.post(f"/api/people/{A2}/end"))["until"]
        reply = await boss.post("/api/people", name="Addie", credential="A-3", roles=["administrator"])
        assert reply["request"]["waits_for"] == []
        assert not reply["link"]
        # by what is the Board's alone
        for act in ("end", "revoke", "unlock"):
            assert "Only the Board" in why(await boss.post(f"/api/people/{B1}/{act}")), act
        assert held(entrance)[A1] == (Role.ADMINISTRATOR,)
        assert {who for who, roles in held(entrance).items() if Role.BOARD in roles} == {B1, B2}


def test_one_administrator_does_not_become_the_house(tmp_path: Path, pitboss: Pitboss) -> None:
    """Roles, a second account, invitations, resets, an older link, ending the others, recovering without the key: none of it gives
    them manager, auditor or Board, or the account of somebody who is."""
    database = tmp_path / "house.db"
    run(lambda: one_against_the_house(database))
    key = key_of(database)
    kept = key.read_bytes()
    key.unlink()
    for side in SIDES:
        status, out, err = pitboss("people", "recover", side, "--database", str(database))
        assert (status, out) == (2, "")
        assert "house.db.key" in err
    key.write_bytes(bytes(len(kept)))
    key.chmod(0o600)
    assert pitboss("people", "recover", "administrator", "--database", str(database))[0] == 2
    key.write_bytes(kept)
    status, _, err = pitboss("people", "recover", "board", "--database", str(database))
    assert status == 2  # also with the key: the Board can agree by itself
    assert "The Board can agree by themselves: Blair (B-1), Bo (B-2)" in err


@pytest.mark.parametrize("broken", ["CONTROL", "require_second"])
def test_a_house_that_keeps_nothing_apart_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    """The control: where no role is one of control, or whoever asked may agree, the same attack gets somewhere."""
    if broken == "CONTROL":
        monkeypatch.setattr("pitboss.house.people.accounts.CONTROL", frozenset())
    else:
        monkeypatch.setattr("pitboss.house.people.register.require_second", lambda *_: None)
    with pytest.raises(AssertionError):
        run(lambda: one_against_the_house(tmp_path / "house.db"))


def test_the_board_does_not_run_the_house(tmp_path: Path) -> None:
    """It keeps its own accounts, and no others."""

    async def work() -> None:
        async with Entrance(tmp_path / "house.db") as entrance:
            await two_of_each(entrance)
            await entrance.add("D-1", Role.DEALER, name="Dana")
            board = await signed_in(entrance, B1)
            for path, body in (
                ("/api/people", {"name": "N", "credential": "N-1", "roles": ["dealer"]}),
                ("/api/people/D-1/roles", {"roles": ["dealer", "floorperson"]}),
                ("/api/people/D-1/end", {}),
                ("/api/people/A-1/invitation", {}),
            ):
                assert "Only an administrator may do that" in why(await board.post(path, **body)), path
            # neither does it take an account of the house, nor make one of its own into one
            for path, roles in (("D-1", ["board"]), (B2, ["manager"]), (B2, ["player"])):
                assert "is kept by" in why(await board.post(f"/api/people/{path}/roles", roles=roles)), path
            asked = await (await signed_in(entrance, A1)).post("/api/people/D-1/roles", roles=["floorperson"])
            reply = await board.post(f"/api/access/{asked['request']}/agree")
            assert "for the administrators to decide" in why(reply)
            assert "for the administrators to decide" in why(
                await board.post(f"/api/access/{asked['request']}/withdraw")
            )
            assert (await board.post(f"/api/people/{B2}/end"))["until"]
            assert "left without the Board; admit another first" in why(await board.post(f"/api/people/{B1}/end"))

    run(work)


# --- what two decide


def test_two_agree_and_both_are_in_the_record(tmp_path: Path) -> None:
    """Asked by one, agreed to by another of that side and nobody else, with both names; the person and the Board are notified until
    they dismiss it, after a restart too."""

    async def work() -> None:
        async with Entrance(tmp_path / "house.db") as entrance:
            await two_of_each(entrance)
            await entrance.add("D-1", Role.DEALER, name="Dana")
            first, second = await signed_in(entrance, A1), await signed_in(entrance, A2)
            dana, board = await signed_in(entrance, "D-1"), await signed_in(entrance, B1)
            made = await first.post("/api/people", name="Fay", credential="F-1", roles=["floorperson"])
            assert made["person"] is None
            assert made["request"]["words"] == "add Fay (F-1): floorperson"
            assert made["request"]["waits_for"] == ["Alex (A-2)"]
            assert "Request 1 about f-1 waits already" in why(
                await second.post("/api/people", name="Fay", credential="f-1", roles=["floorperson"])
            )
            asked = await first.post("/api/people/D-1/roles", roles=["dealer", "floorperson"])
            assert (asked["roles"], asked["request"]) == (["dealer"], 2)
            assert "Only" in why(await dana.post("/api/access/2/agree"))
            state = await second.get("/api/access")
            assert [(one["number"], one["may_agree"]) for one in state["requests"]] == [(1, True), (2, True)]
            assert [one["may_agree"] for one in (await first.get("/api/access"))["requests"]] == [False, False]
            agreed = await second.post("/api/access/1/agree")
            assert agreed["person"]["roles"] == ["floorperson"]
            fay = entrance.browser()
            token = token_in(agreed["link"])
            assert (await fay.post("/api/invitations/accept", token=token, password=PASSWORD))["notices"] == 1
            assert (await second.post("/api/access/2/agree"))["person"]["roles"] == ["dealer", "floorperson"]
            assert "No request 2 waits" in why(await second.post("/api/access/2/agree"))
            (entry,) = [one for one in entrance.recorded("access_agreed") if one["number"] == 2]
            assert (entry["asked"]["credential"], entry["by"]["credential"]) == (A1, A2)

            words = [
                "Addie (administrator, A-1) asked, and Alex (administrator, A-2) agreed, to add Fay (F-1): floorperson.",
                "Addie (administrator, A-1) asked, and Alex (administrator, A-2) agreed, to change the roles of Dana (D-1) "
                "from dealer to dealer, floorperson.",
            ]
            assert [one["words"] for one in await board.get("/api/me/notices")] == words
            assert [one["words"] for one in await dana.get("/api/me/notices")] == words[1:]
            assert "no notice 1" in why(await dana.post("/api/me/notices/1/dismiss"))
            assert len(await board.post("/api/me/notices/1/dismiss")) == 1
            assert await dana.post("/api/me/notices/2/dismiss") == []
            await first.post("/api/people/F-1/invitation")
            await first.post("/api/access/3/withdraw")
        async with Entrance(tmp_path / "house.db", entrance.clock) as entrance:
            notices = {
                who: len(entrance.register.access.notices_for(entrance.register.person(who)))
                for who in ("D-1", B1, B2, A1)
            }
            assert notices == {"D-1": 0, B1: 1, B2: 2, A1: 0}
            assert not entrance.register.access.waiting
            entrance.pass_by(60)
            await entrance.add("B-3", Role.BOARD)  # whoever comes later hears of what nobody of the Board has read
            assert [one.number for one in entrance.register.access.notices_for(entrance.register.person("B-3"))] == [2]

    run(work)


def test_a_request_that_was_overtaken_is_refused(tmp_path: Path) -> None:
    """The roles changed, whoever asked is gone, or the person is: nothing happens, and the sentence says what to do."""

    async def work() -> None:
        async with Entrance(tmp_path / "house.db") as entrance:
            await two_of_each(entrance)
            await entrance.add("A-3", Role.ADMINISTRATOR, name="Ada")
            for number in ("D-1", "D-2", "D-3"):
                await entrance.add(number, Role.DEALER, name=f"Dana {number}")
            first, second = await signed_in(entrance, A1), await signed_in(entrance, A2)
            third = await signed_in(entrance, "A-3")
            for number in ("D-1", "D-2"):
                await first.post(f"/api/people/{number}/roles", roles=["floorperson"])
            await third.post("/api/people/D-3/roles", roles=["floorperson"])
            await second.post("/api/people/D-1/roles", roles=["dealer", "player"])
            await second.post("/api/people/D-2/end")
            await second.post("/api/people/A-3/end")
            assert "roles of Dana D-1 were changed since" in why(await second.post("/api/access/1/agree"))
            assert "has left" in why(await second.post("/api/access/2/agree"))
            assert "is not of the administrators any more" in why(await second.post("/api/access/3/agree"))
            assert held(entrance)["D-1"] == (Role.PLAYER, Role.DEALER)
            assert held(entrance)["D-3"] == (Role.DEALER,)

    run(work)


def test_nobody_agrees_to_what_is_about_themselves(tmp_path: Path) -> None:
    async def work() -> None:
        async with Entrance(tmp_path / "house.db") as entrance:
            await two_of_each(entrance)
            first, second = await signed_in(entrance, A1), await signed_in(entrance, A2)
            await first.post(f"/api/people/{A2}/roles", roles=["administrator", "manager"])
            assert "This is about you" in why(await second.post("/api/access/1/agree"))

    run(work)


def test_two_who_collude_are_seen_by_the_board(tmp_path: Path) -> None:
    """Two administrators may give each other what is theirs to give; the Board is notified of all of it, and none of it is the
    Board's."""

    async def work() -> None:
        async with Entrance(tmp_path / "house.db") as entrance:
            await two_of_each(entrance)
            first, second = await signed_in(entrance, A1), await signed_in(entrance, A2)
            await first.post("/api/people", name="Addie", credential="M-9", roles=["manager"])
            await second.post("/api/access/1/agree")
            await second.post("/api/people", name="Alex", credential="U-9", roles=["auditor"])
            await first.post("/api/access/2/agree")
            reply = await first.post("/api/people", name="Addie", credential="B-9", roles=["board"])
            assert "Only the Board" in why(reply)
            board = await signed_in(entrance, B1)
            told = [one["words"] for one in await board.get("/api/me/notices")]
            assert len(told) == 2
            assert all(name in words for words in told for name in ("A-1", "A-2"))
            same = (await board.get("/api/access"))["same_names"]
            assert same == [
                "Addie: A-1 (administrator), M-9 (manager) have the same name.",
                "Alex: A-2 (administrator), U-9 (auditor) have the same name.",
            ]

    run(work)


# --- nobody is locked out


def test_each_side_begins_with_a_link_and_admits_its_second_alone(tmp_path: Path) -> None:
    """Once, and said so in the record; a link of theirs that was never used is made again by the same person."""

    async def work() -> None:
        async with Entrance(tmp_path / "house.db") as entrance:
            links = await entrance.people.first_invitations()
            assert set(links) == set(SIDES)
            browsers = {}
            for side, number in ((Role.ADMINISTRATOR, A1), (Role.BOARD, B1)):
                browsers[side] = entrance.browser()
                found = await browsers[side].post("/api/invitations/look", token=links[side])
                assert (found["administrator"], found.get("board", False)) == (
                    side is not Role.BOARD,
                    side is Role.BOARD,
                )
                body = {"token": links[side], "name": number, "credential": number, "password": PASSWORD}
                reply = await browsers[side].post("/api/invitations/accept", **body | {"name": f"Person {number}"})
                assert reply["person"]["roles"] == [side.value]
            assert await entrance.people.first_invitations() == {}
            # nothing else is theirs alone
            reply = await browsers[Role.ADMINISTRATOR].post(
                "/api/people", name="M", credential="M-1", roles=["manager"]
            )
            assert reply["request"]["waits_for"] == []
            for side, number in ((Role.ADMINISTRATOR, A2), (Role.BOARD, B2)):
                by = browsers[side]
                made = await by.post("/api/people", name=f"Person {number}", credential=number, roles=[side.value])
                again = await by.post(f"/api/people/{number}/invitation")
                reply = await entrance.browser().post(
                    "/api/invitations/accept", token=token_in(made["link"]), password=PASSWORD
                )
                assert "used or replaced" in why(reply)
                await entrance.browser().post(
                    "/api/invitations/accept", token=token_in(again["link"]), password=PASSWORD
                )
                assert (await by.post(f"/api/people/{number}/invitation"))["request"]  # from now on two decide
                third = await by.post("/api/people", name="Third", credential=f"{number}3", roles=[side.value])
                assert third["request"]["waits_for"] == [f"Person {number} ({number})"]
            alone = entrance.recorded("admitted_alone")
            assert [(one["credential"], one["by"]["credential"]) for one in alone] == [(A2, A1), (B2, B1)]
            told = await browsers[Role.BOARD].get("/api/me/notices")
            assert any("admitted Person A-2 (A-2) as the second administrator, alone" in one["words"] for one in told)

    run(work)


def test_the_key_file_recovers_a_side(tmp_path: Path, pitboss: Pitboss) -> None:
    """For somebody new where fewer than two are left, for a person who cannot sign in, and for a side whose people are gone; it is
    in the record and the Board is notified; a house that is open keeps its database."""
    database = tmp_path / "house.db"

    def recovered(*options: str) -> str:
        status, out, err = pitboss("people", "recover", *options, "--database", str(database))
        assert (status, err) == (0, ""), err
        return token_in(out.split()[-1])

    async def prepare() -> None:
        async with Entrance(database) as entrance:
            await two_of_each(entrance)

    async def accept(token: str, **body: str) -> list[str]:
        async with Entrance(database) as entrance:
            browser = entrance.browser()
            reply = await browser.post("/api/invitations/accept", token=token, password=OTHER_PASSWORD, **body)
            assert "person" in reply, reply
            person = entrance.register.person(reply["person"]["credential"])
            board = entrance.register.of(Role.BOARD)[0]
            told = [one.words for one in entrance.register.access.notices_for(board)]
            assert any("key file" in words for words in told)
            return [person.credential, *map(str, person.roles)]

    asyncio.run(prepare())
    new = str(tmp_path / "new.db")
    Store(tmp_path / "new.db").close()
    assert "prints a link for them whenever it is opened" in pitboss("people", "recover", "board", "--database", new)[2]
    open_house = Store(database)
    assert (
        "is in use by another house; stop that one first"
        in pitboss("people", "recover", "board", "--database", str(database))[2]
    )
    open_house.close()
    assert "There is no database" in pitboss("people", "recover", "board", "--database", str(tmp_path / "none.db"))[2]
    assert "Expected administrator or board" in pitboss("people", "recover", "manager", "--database", str(database))[2]
    assert (
        "A-1 is not one of the Board now"
        in pitboss("people", "recover", "board", "--for", A1, "--database", str(database))[2]
    )
    assert asyncio.run(accept(recovered("administrator", "--for", A2))) == [A2, "administrator"]
    everyone = asyncio.run(accept(recovered("board", "--gone", B1, "--gone", B2), name="Bea", credential="B-7"))
    assert everyone == ["B-7", "board"]
    assert asyncio.run(accept(recovered("board"), name="Ben", credential="B-8")) == ["B-8", "board"]
    assert pitboss("people", "recover", "board", "--database", str(database))[0] == 2  # there are two again
    status, out, _ = pitboss("people", "list", "--database", str(database))
    assert status == 0
    assert "B-7  Bea: board" in out.splitlines()
    assert "Blair" not in out


ACTS = ("add", "grant", "drop", "end", "reset", "agree", "withdraw", "recover", "lost", "gone")


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sequence=st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 9), st.integers(0, 9)), max_size=25))
def test_no_sequence_locks_a_side_out(
    tmp_path_factory: pytest.TempPathFactory, sequence: list[tuple[str, int, int]]
) -> None:
    """Whatever is granted, ended, reset and recovered, in any order: each side that had somebody has somebody, or the key file
    brings one; and whoever is left can get a second by agreement or by the key file. A replay of the record says the same."""

    async def work() -> None:
        store = Store(tmp_path_factory.mktemp("sequence") / "house.db")
        try:
            register = Register(store, HandClock())
            register.recover()
            people = People(store, HandClock(), register, hasher=CHEAP)
            for number, side in ((A1, Role.ADMINISTRATOR), (B1, Role.BOARD)):
                await register.enter(entries.PersonAdded(number, number.lower(), (side,)))
            for count, (act, one, two) in enumerate(sequence):
                with suppress(Refused):
                    await _do(people, count, act, one, two)
            for side in SIDES:
                for count in range(2):
                    if len(register.of(side)) < 2:
                        await _come(people, side, f"last {count}")
                asking, other = register.of(side)[:2]
                waiting = await people.accounts.add(asking, f"new {side}", f"N{side}", [side])
                made = await people.accounts.agree(other, waiting.request) if waiting.request else waiting
                assert made.person is not None
                assert side in made.person.roles
            again = Register(store, HandClock())
            again.recover()
            assert again.people == register.people
            assert (again.access.waiting, again.access.notices) == (register.access.waiting, register.access.notices)
            assert not any(incompatible(person.roles) for person in again.people.values())
        finally:
            store.close()

    asyncio.run(work())


async def _come(people: People, side: Role, name: str) -> None:
    """Somebody new comes by a link that was made with the key file."""
    token = await people.accounts.recover(side)
    await people.accept(token, name=f"{name} of {side}", credential=f"N {name} {side}", password=PASSWORD)


async def _do(people: People, count: int, act: str, one: int, two: int) -> None:
    """One step of a random sequence, by somebody of a side and about anybody."""
    register, side = people.register, SIDES[one % 2]
    if not (there := register.of(side)):
        return await _come(people, side, str(count))
    by, about = there[one % len(there)], list(register.people.values())[two % len(register.people)]
    waiting = list(register.access.waiting)
    done: dict[str, Callable[[], Awaitable[Any]]] = {
        "add": lambda: people.accounts.add(by, f"person {count}", f"P-{count}", [side if two % 2 else Role.MANAGER]),
        "grant": lambda: people.accounts.change_roles(
            by, about.credential, [*about.roles, list(Role)[two % len(Role)]]
        ),
        "drop": lambda: people.accounts.change_roles(by, about.credential, [Role.DEALER if two % 2 else Role.PLAYER]),
        "end": lambda: people.accounts.end(by, about.credential),
        "reset": lambda: people.accounts.invite(by, about.credential),
        "agree": lambda: people.accounts.agree(by, waiting[two % len(waiting)] if waiting else 1),
        "withdraw": lambda: people.accounts.withdraw(by, waiting[two % len(waiting)] if waiting else 1),
        "recover": lambda: people.accounts.recover(side),
        "lost": lambda: people.accounts.recover(side, person=about.credential),
        "gone": lambda: people.accounts.recover(side, gone=[person.credential for person in there[: two % 3]]),
    }
    await done[act]()


# --- houses from before


def test_roles_held_from_before_stay_are_listed_and_do_not_take_both_sides(tmp_path: Path, pitboss: Pitboss) -> None:
    """A manager who is the Board too, as an older version let them be: they keep their roles, the pages and the command line list
    them, another's filing they decide, and their own they do not; nothing more is added to it."""
    plans = (Plan("here", "roulette", "Roulette", BY_HAND),)
    database = tmp_path / "house.db"

    async def before() -> None:
        async with Entrance(database) as entrance:
            await entrance.register.enter(
                entries.PersonAdded("Z-1", "Zed", (Role.MANAGER, Role.BOARD, Role.ADMINISTRATOR))
            )

    asyncio.run(before())
    with Live(database, plans, demonstration=False) as live:
        zed = live.house.register.person("Z-1")
        assert zed.roles == (Role.MANAGER, Role.BOARD, Role.ADMINISTRATOR)
    listed = pitboss("people", "list", "--database", str(database))[1]
    assert "! Zed (Z-1) is both manager and board: whoever files rules does not approve them." in listed.splitlines()

    async def after() -> None:
        async with Entrance(database) as entrance:
            written = await entrance.people.passwords.written("Z-1", PASSWORD)
            await entrance.register.enter(entries.PasswordSet("Z-1"), also=[written])
            browser = await signed_in(entrance, "Z-1")
            assert len((await browser.get("/api/access"))["conflicts"]) == 2
            reply = await browser.post("/api/people/Z-1/roles", roles=["manager", "board", "administrator", "auditor"])
            assert "Nobody is both" in why(reply)
            person = entrance.register.person("Z-1")
            filed = person.doing("file filing")
            with pytest.raises(Refused, match="Zed filed it; a second person has to decide on it"):
                person.doing("decide filing", first=[filed])
            assert person.doing("decide filing", first=[None]).credential == "Z-1"

    asyncio.run(after())


def test_a_filing_is_not_decided_by_whoever_filed_it(tmp_path: Path) -> None:
    """Over the wire, in a house whose record gave one person both roles."""
    with Live(tmp_path / "house.db", ()) as live:
        both = entries.PersonAdded("Z-1", "Zed", (Role.MANAGER, Role.BOARD))

        async def enter() -> None:
            await live.house.register.enter(both)

        assert live.house.meters.loop is not None
        asyncio.run_coroutine_threadsafe(enter(), live.house.meters.loop).result(30)
        token = live.house.people.demonstration_token(live.house.register.person("Z-1"))
        reply = live.http.post("/api/people/enter", json={"token": token})
        cookie = Cookie(reply.headers["set-cookie"].partition(";")[0].partition("=")[2])
        live.http.cookies.clear()
        games = live.get("/api/games", cookie).json()
        example = next(game["example"] for game in games if game["name"] == "roulette")
        drafted = live.post("/api/filings", {"game": "roulette", "choices": example}, cookie).json()
        id = drafted["id"]
        assert live.post(f"/api/filings/{id}/file", {"number": "Z-7"}, cookie).status_code == 200
        refused = live.post(f"/api/filings/{id}/decide", {"approved": True}, cookie).json()["refused"]
        assert refused["sentence"] == "Zed filed it; a second person has to decide on it."
        assert live.post(f"/api/filings/{id}/decide", {"approved": True}, live.cookie(Role.BOARD)).status_code == 200


def test_a_database_of_an_older_version_opens_and_its_administrator_works(tmp_path: Path) -> None:
    """Its people are as they were, nobody is notified of what happened before, and its administrator admits a second one."""
    database, _ = old_database(tmp_path)
    with Live(database, ()) as live:
        register, admin = live.house.register, live.cookie(Role.ADMINISTRATOR)
        assert all(register.access.ever[side] for side in SIDES)
        assert (register.access.waiting, register.access.notices) == ({}, [])
        for number, role in (("D-9", "dealer"), ("A-9", "administrator")):
            reply = live.post("/api/people", {"name": number, "credential": f"{number}x", "roles": [role]}, admin)
            assert reply.status_code == 201
            assert reply.json()["link"]
        assert len(live.get("/api/me/notices", live.cookie(Role.BOARD)).json()) == 1


@needs_postgres
def test_every_process_of_a_shared_house_sees_requests_and_agreements(tmp_path: Path) -> None:
    """A request made at the process that leads is known to another, and so is what was agreed to; the other leads later and goes
    on."""
    with server() as running:
        address = running.new_database("separation")

        async def work() -> None:
            houses = []
            for name in ("first", "second"):
                opening = Opening([], demonstration=True)
                houses.append(a_process(address, tmp_path, tmp_path / f"{name}.sock", opening))
                await houses[-1].open()
            first, second = houses
            assert (first.processes.leads, second.processes.leads) == (True, False)
            admin = first.register.person("DEMO-administrator")
            await first.people.accounts.add(admin, "Alex", A2, [Role.ADMINISTRATOR])
            asked = await first.people.accounts.add(admin, "Max", "M-9", [Role.MANAGER])
            await until(lambda: asked.request in second.register.access.waiting)
            await first.close()
            await until(lambda: second.processes.leads)
            made = await second.people.accounts.agree(second.register.person(A2), asked.request)
            assert made.person is not None
            board = second.register.person("DEMO-board")
            assert len(second.register.access.notices_for(board)) == 2
            with pytest.raises(Refused, match="in use by another house"):
                await asyncio.to_thread(recover, address, tmp_path, Role.ADMINISTRATOR)
            await second.close()

        asyncio.run(work())
        with pytest.raises(Refused, match="The administrators can agree by themselves"):
            recover(address, tmp_path, Role.ADMINISTRATOR)
        assert recover(address, tmp_path, Role.BOARD)
        assert read_people(address, tmp_path).access.notices[-1].words.startswith("Whoever has the key file")

"""What persons sign has its effect: a list that says that equipment was moved moves it, at every table of every game."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss import catalogue
from pitboss.game import Checklist, Game, When
from pitboss.house.floorplan.variations import variations
from pitboss.house.founding import Plan
from pitboss.house.table import entries, equipment
from pitboss.house.table.verify import verify_entries
from pitboss.procedure import Refused
from pitboss.roles import Role
from pitboss.submission import RulesSubmission
from tests.house.desk import Desk, fingerprint, run
from tests.house.live import BY_HAND

MOVES = re.compile(
    r"(?<!can be )\b(brought|sealed|destroyed|replaced|exchanged|removed|discarded|taken (away|out)|torn|new set)\b"
)
# What reads like such an act, and why nothing in the register of equipment moves.
ONLY_SAID = {
    "617a.2(d)": "parts of a wheel are in no register; the wheel is inspected again before play",
    "645a.4(b)": "a joker that is never in play",
    "670a.4(b)": "a joker that is never in play",
    "688a.4(b)": "a joker that is never in play",
    "633a.5(g)(2)": "the batch in the shuffler and the one in play are one set of the register",
    "645a.5(g)(2)": "the deck in the shuffler and the one in play are one set of the register",
    "670a.5(g)(2)": "the deck in the shuffler and the one in play are one set of the register",
    "688a.5(g)(2)": "the deck in the shuffler and the one in play are one set of the register",
}
TABLE = "PG-1"


def games() -> Iterator[tuple[Game, RulesSubmission]]:
    for game in catalogue.games().values():
        yield game, game.example()
    for one in variations():
        yield catalogue.game(one.game), one.rules()


def lists() -> Iterator[tuple[Game, RulesSubmission, Checklist]]:
    for game, rules in games():
        for checklist in game.checklists(rules):
            yield game, rules, checklist


def test_every_item_that_says_that_equipment_was_moved_moves_it() -> None:
    met = set()
    for game, _, checklist in lists():
        for item in checklist.items:
            if MOVES.search(item.text) and not checklist.replaces:
                assert item.cite in ONLY_SAID, f"{game.name}, {checklist.title}: {item.text} [{item.cite}]"
                met.add(item.cite)
    assert met == ONLY_SAID.keys(), "every exception is one"


def test_every_list_that_replaces_equipment_can_do_it() -> None:
    """It names a kind that the table works with and has in reserve, is signed at the closed table, and inspected again after it."""
    found = [(game, rules, one) for game, rules, one in lists() if one.replaces]
    assert {game.name for game, _, _ in found} == {"pai-gow"}
    for game, rules, checklist in found:
        kind = next(kind for kind in game.things(rules) if kind.name == checklist.replaces)
        assert kind.reserve
        assert checklist.when is When.WORK
        assert len(checklist.signatures) == 2
        assert any(one.when is When.CARDS for one in game.checklists(rules))


def _signs(desk: Desk) -> tuple[Checklist, dict[str, object]]:
    checklist = equipment.checklist(desk.table(TABLE), "unsuitable")
    assert checklist is not None
    items = tuple(item.cite for item in checklist.items)
    return checklist, {"do": "sign", "checklist": "unsuitable", "items": items, "reason": "a chipped tile"}


def test_621a_4_a_3_ii_the_unsuitable_tiles_are_sealed_and_the_other_set_is_dealt(tmp_path: Path) -> None:
    """With the second signature, not before; the other set is inspected before play, and the sealed one never comes back."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan(TABLE, "pai-gow", "Pai Gow", BY_HAND)]) as desk:
            await desk.sign_all(TABLE)
            table = desk.table(TABLE)
            old = table.state.equipment.in_use("tiles")
            (other,) = [
                one for one in table.state.equipment.things.values() if one.kind == "tiles" and one.state == "reserve"
            ]
            assert old is not None
            _, sign = _signs(desk)
            await desk.do(TABLE, desk.person(Role.DEALER, TABLE), **sign)
            assert table.state.equipment.in_use("tiles") == old
            await desk.do(TABLE, desk.person(Role.PIT_MANAGER, TABLE), **sign)
            now = table.state.equipment.in_use("tiles")
            assert now is not None
            assert now.id == other.id
            assert old.id not in table.state.equipment.things
            assert (table.state.equipment.gone[old.id].state, table.state.equipment.gone[old.id].reason) == (
                "sealed",
                "a chipped tile",
            )
            assert [one.name for one in equipment.lists_due(table)] == ["equipment", "opening"], (
                "inspected again before play"
            )
            with pytest.raises(Refused, match="sealed and does not come back"):
                await desk.do(TABLE, desk.person(Role.PIT_MANAGER, TABLE), do="bring_thing", thing=old.id)
            with pytest.raises(Refused, match="no other tiles are in reserve here; bring some"):
                await desk.do(TABLE, desk.person(Role.DEALER, TABLE), **sign)
            await desk.open_by_hand(TABLE)
            still = fingerprint(table)
            desk.host(TABLE).recover()
            assert fingerprint(desk.table(TABLE)) == still
            verify_entries(list(desk.house.store.entries(TABLE)))

    run(work)


def test_621a_4_a_3_i_where_several_sets_are_in_reserve_one_is_named(tmp_path: Path) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan(TABLE, "pai-gow", "Pai Gow", BY_HAND)]) as desk:
            table = desk.table(TABLE)
            table.enter(entries.ThingBrought("T-3", "tiles", "Set of 32 tiles"))
            _, sign = _signs(desk)
            dealer, floor = desk.person(Role.DEALER, TABLE), desk.person(Role.PIT_MANAGER, TABLE)
            with pytest.raises(Refused, match=r"say which tiles come into use: .*, T-3\."):
                await desk.do(TABLE, dealer, **sign)
            with pytest.raises(Refused, match="no equipment 'T-9'"):
                await desk.do(TABLE, dealer, **sign, thing="T-9")
            await desk.do(TABLE, dealer, **sign, thing="T-3")
            await desk.do(TABLE, floor, **sign, thing="T-3")
            assert table.state.equipment.in_use("tiles") == table.state.equipment.things["T-3"]

    run(work)


def test_a_list_signed_before_it_moved_anything_folds_as_it_did(tmp_path: Path) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan(TABLE, "pai-gow", "Pai Gow", BY_HAND)]) as desk:
            table = desk.table(TABLE)
            before = dict(table.state.equipment.things)
            for number, role in enumerate((Role.DEALER, Role.PIT_MANAGER), 1):
                actor = desk.house.register.person(desk.person(role).person)
                table.enter(entries.Signed("unsuitable", actor.name, role, (), "", "", number, "chipped"))
            assert table.state.equipment.things == before

    run(work)

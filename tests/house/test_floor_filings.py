"""Filings that a floor file names: in the register as the file says, once each, and in force at the tables."""

from pathlib import Path

import msgspec
import pytest

from pitboss.cli.papers import in_a_sentence
from pitboss.house.commands.union import SocketCommand
from pitboss.house.floorplan.file import FloorFile, load
from pitboss.house.founding import Plan
from pitboss.house.people.entries import Binding, FilingDecided, FilingDrafted, FilingFiled
from pitboss.house.people.filings import FILE
from pitboss.house.protocol.commands import MOST_SECONDS
from pitboss.house.protocol.filings import AddTable
from pitboss.house.table import entries
from pitboss.house.table.filing import limits_of
from pitboss.house.wire import filing_register
from pitboss.house.wire.filings import _particulars
from pitboss.journal import Actor
from pitboss.procedure import Refused
from pitboss.roles import Role
from tests.house.desk import Desk, run

FILING = 'game = "roulette"\nminimum = "10.00"\nmaximum = "1000.00"\n'
HOUSE = '[house]\nholder = "Keystone"\n[[pit]]\nname = "A"\n'
MANAGER, BOARD = Actor("M-1", "Max", "manager"), Actor("B-1", "Bea", "board")


def table(number: str, filing: str = "", more: str = "") -> str:
    under = f'filing = "{filing}"\n' if filing else ""
    return f'[[table]]\nnumber = "{number}"\npit = "A"\ngame = "roulette"\n{under}{more}'


LIMITED = 'limits = { minimum = "25.00" }\n'
FLOOR = HOUSE + table("RL-1", "one.toml", LIMITED) + table("RL-2", "same.toml") + table("RL-3")


def floor(folder: Path, text: str = FLOOR) -> FloorFile:
    for name in ("one.toml", "same.toml"):
        (folder / name).write_text(FILING, encoding="utf-8")
    (folder / "other.toml").write_text(FILING.replace("1000", "2000"), encoding="utf-8")
    (folder / "floor.toml").write_text(text, encoding="utf-8")
    return load(folder / "floor.toml")


def opened(folder: Path, text: str = FLOOR, *, apply: bool = False) -> Desk:
    return Desk(folder / "house.db", None, floor=floor(folder, text), apply_floor=apply)


def test_601a_2_filings_of_a_file_are_in_the_register_and_in_force(tmp_path: Path) -> None:
    """Equal ones once, by the file and nobody else, without a number or a date that it does not state."""

    async def work() -> None:
        async with opened(tmp_path) as desk:
            known = desk.house.register.filings.known
            assert {name: desk.table(name).state.filing.filing for name in desk.house.hosts} == {
                "RL-1": "F-1",
                "RL-2": "F-1",
                "RL-3": "F-2",
            }
            assert [(one.state, one.title) for one in known.values()] == [
                ("approved", "Roulette, one.toml"),
                ("approved", "Roulette, the example of the game"),
            ]
            for one in known.values():
                assert one.said_by_file
                assert one.drafted_by == one.filed_by == one.decided_by == FILE
                assert (one.number, one.filed, one.decided, one.review_ends) == ("", "", "", "")
                assert one.choices["holder"] == "Keystone"
            shown = [(await filing_register.detail(desk.house, id)).example for id in known]
            assert shown == [False, True]  # whoever holds the certificate
            limited = desk.table("RL-1")
            assert limited.rules.minimum == 2500
            assert limited.state.filing.bounds == limits_of(known["F-1"].choices)
            made = [entries.DECODERS[e.kind].decode(e.payload) for e in desk.house.store.entries("RL-1")]
            changed = [one for one in made if isinstance(one, entries.RulesChanged)]
            assert [(one.filing, one.by) for one in changed] == [("F-1", FILE), ("", FILE)]

    run(work)


def test_601a_2_a_file_that_is_applied_finds_its_filings_again(tmp_path: Path) -> None:
    """Nothing is written for what is as the file says; another filing is registered and comes into force."""

    async def work() -> None:
        async with opened(tmp_path):
            pass
        async with opened(tmp_path, apply=True) as desk:
            assert list(desk.house.register.filings.known) == ["F-1", "F-2"]
            assert desk.house.floor.differences == []
            size = len(list(desk.house.store.entries("RL-1")))
        other = FLOOR.replace("one.toml", "other.toml").replace("same.toml", "one.toml")
        async with opened(tmp_path, other, apply=True) as desk:
            assert list(desk.house.register.filings.known) == ["F-1", "F-2", "F-3"]
            assert [desk.table(name).state.filing.filing for name in ("RL-1", "RL-2")] == ["F-3", "F-1"]
            assert desk.table("RL-1").state.filing.bounds["maximum"] == "2000.00"
            assert desk.table("RL-1").rules.minimum == 2500
            assert len(list(desk.house.store.entries("RL-1"))) > size

    run(work)


def test_601a_2_a_house_of_before_names_its_filings_when_a_file_is_applied(tmp_path: Path) -> None:
    """Tables that were founded without one, under the same rules: the filing is named, the rules stay."""

    async def work() -> None:
        line = floor(tmp_path).tables[1]
        plan = Plan(line.number, line.game, line.title, line.settings, line.rules("Keystone"))
        async with Desk(tmp_path / "house.db", [plan]) as desk:
            before = desk.table("RL-2").state.filing.founded.submission
            assert desk.table("RL-2").state.filing.filing == ""
        async with opened(tmp_path, HOUSE + table("RL-2", "one.toml"), apply=True) as desk:
            assert desk.table("RL-2").state.filing.filing == "F-1"
            assert desk.table("RL-2").state.filing.founded.submission == before
            assert desk.house.floor.differences == []

    run(work)


@pytest.mark.parametrize(
    ("approved", "words"), [(None, "waits for the Board's decision"), (False, "was refused by the Board")]
)
def test_601a_2_a_file_approves_nothing_that_the_board_has_or_refused(
    tmp_path: Path, approved: bool | None, words: str
) -> None:
    async def work() -> None:
        rules = floor(tmp_path).tables[0].as_filed("Keystone")
        async with Desk(tmp_path / "house.db", []) as desk:
            enter = desk.house.register.enter
            await enter(FilingDrafted("F-1", "roulette", "x", rules.chosen, rules.hash("roulette"), MANAGER))
            await enter(FilingFiled("F-1", "7", "2026-01-05", MANAGER))
            if approved is not None:
                await enter(FilingDecided("F-1", approved, "2026-01-06", BOARD, "no"))
        async with opened(tmp_path, HOUSE + table("RL-1", "one.toml") + table("RL-3")) as desk:
            assert list(desk.house.hosts) == ["RL-3"]
            assert words in desk.house.floor.differences[0]

    run(work)


@pytest.mark.parametrize(
    ("binding", "words"),
    [
        (Binding(tables=("RL-3",)), "in force at RL-3 only, not at RL-1"),
        (Binding(until="2023-11-13"), "in force until 2023-11-13, not on 2023-11-14"),
        (Binding(maximum=20_000), "no wager is above $200.00; the maximum of the table would be $1000.00"),
    ],
)
@pytest.mark.parametrize("apply", [False, True])
def test_601a_2_the_boards_conditions_bind_a_new_table_of_a_file(
    tmp_path: Path, binding: Binding, words: str, apply: bool
) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", []) as desk:
            await approve(desk, floor(tmp_path), binding)
        text = HOUSE + table("RL-1", "one.toml") + table("RL-3")
        async with opened(tmp_path, text, apply=apply) as desk:
            assert list(desk.house.hosts) == ["RL-3"]
            assert words in desk.house.floor.differences[0]

    run(work)


def test_601a_2_a_file_posts_no_limits_above_the_boards_maximum(tmp_path: Path) -> None:
    """Not even where the filing is in force already: at, and above $200."""

    async def work() -> None:
        within = 'limits = { maximum = "200.00" }\n'
        async with Desk(tmp_path / "house.db", []) as desk:
            await approve(desk, floor(tmp_path), Binding(maximum=20_000))
        async with opened(tmp_path, HOUSE + table("RL-1", "one.toml", within)) as desk:
            assert desk.table("RL-1").state.filing.filing == "F-1"
            assert desk.table("RL-1").rules.maximum == 20_000
        above = HOUSE + table("RL-1", "one.toml", within.replace("200.00", "200.01"))
        async with opened(tmp_path, above, apply=True) as desk:
            assert (
                "no wager is above $200.00; the maximum of the table would be $200.01"
                in desk.house.floor.differences[0]
            )
            assert desk.table("RL-1").rules.maximum == 20_000

    run(work)


async def approve(desk: Desk, file: FloorFile, binding: Binding) -> None:
    """The filing of the first table of a file, approved by the Board on a condition."""
    rules, enter = file.tables[0].as_filed("Keystone"), desk.house.register.enter
    await enter(FilingDrafted("F-1", "roulette", "x", rules.chosen, rules.hash("roulette"), MANAGER))
    await enter(FilingFiled("F-1", "7", "2023-11-01", MANAGER))
    await enter(FilingDecided("F-1", True, "2023-11-02", BOARD, "as said", binding))


def test_601a_2_only_a_file_leaves_out_number_and_date(tmp_path: Path) -> None:
    async def work() -> None:
        rules = floor(tmp_path).tables[0].filed
        async with Desk(tmp_path / "house.db", []) as desk:
            enter = desk.house.register.enter
            await enter(FilingDrafted("F-1", "roulette", "x", rules.chosen, rules.hash("roulette"), MANAGER))
            with pytest.raises(Refused, match="under which number"):
                await enter(FilingFiled("F-1", "", "2026-01-05", MANAGER))
            with pytest.raises(Refused, match="Expected a date"):
                await enter(FilingFiled("F-1", "7", "", MANAGER))

    run(work)


# --- the same rule at the desk and in the file


def test_a_table_stands_in_a_pit_of_its_house_by_desk_and_file(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as desk:
            wish = AddTable("RL-9", "roulette", "F-1")
            with pytest.raises(Refused, match="not no pit: A"):
                await desk.house.floor.add_table(wish, MANAGER)
            manager = desk.person(Role.MANAGER, "RL-1")
            with pytest.raises(Refused, match="not no pit: A"):
                await desk.do("RL-1", manager, do="change_settings", settings={"pit": ""})
            await desk.house.floor.add_table(msgspec.structs.replace(wish, pit="A"), MANAGER)
            assert desk.table("RL-9").state.filing.settings.pit == "A"

    run(work)


@pytest.mark.parametrize(("seconds", "fits"), [(MOST_SECONDS, True), (MOST_SECONDS + 1, False)])
def test_timers_have_one_bound_by_desk_and_file(tmp_path: Path, seconds: int, fits: bool) -> None:
    sent = f'{{"key":"k","do":"change_settings","settings":{{"betting_seconds":{seconds}}}}}'
    text = HOUSE + table("RL-1", "one.toml", f"betting_seconds = {seconds}\n")
    if fits:
        msgspec.json.decode(sent, type=SocketCommand)
        floor(tmp_path, text)
        return
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(sent, type=SocketCommand)
    with pytest.raises(Refused, match="to 3600"):
        floor(tmp_path, text)


# --- what a desk is told


def test_601a_2_a_moment_that_is_over_and_what_is_scheduled_already_are_refused(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as desk:
            manager = desk.person(Role.MANAGER, "RL-1")
            for at, words in (("2020-01-01T00:00", "2020-01-01 00:00 is over"),):
                with pytest.raises(Refused, match=words):
                    await desk.do("RL-1", manager, do="put_in_force", filing="F-2", at=at)
            assert desk.table("RL-1").state.filing.filing == "F-1"
            later = {"do": "put_in_force", "filing": "F-2", "at": "2030-01-01T00:00"}
            await desk.do("RL-1", manager, **later)
            with pytest.raises(Refused, match="F-2 is to come into force at this table already"):
                await desk.do("RL-1", manager, **later)
            await desk.do("RL-1", manager, **{**later, "at": "2030-01-02T00:00"})  # another moment is a change

    run(work)


def test_settings_that_change_nothing_are_refused(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as desk:
            manager = desk.person(Role.MANAGER, "RL-1")
            for settings in ({}, {"pit": "A"}):
                with pytest.raises(Refused, match="Nothing would be different"):
                    await desk.do("RL-1", manager, do="change_settings", settings=settings)

    run(work)


def test_an_incident_names_rounds_and_seats_that_the_table_has(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path, HOUSE + table("RL-1", "", 'dealt = "person"\n')) as desk:
            floorperson = desk.person(Role.PIT_MANAGER, "RL-1")
            most = desk.table("RL-1").rules.posted.seats
            told = {"do": "incident", "name": "spill", "words": "a drink"}
            with pytest.raises(Refused, match="No round has been played"):
                await desk.do("RL-1", floorperson, **told, rounds=(1,))
            for seat in (0, most + 1):
                with pytest.raises(Refused, match=f"seats 1 to {most}, not seat {seat}"):
                    await desk.do("RL-1", floorperson, **told, seats=(seat,))
            await desk.do("RL-1", floorperson, **told, seats=(1, most))
            assert desk.table("RL-1").state.disputes.reported == 1

    run(work)


def test_papers_print_what_a_table_is_called_never_a_working_name(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path, FLOOR.replace("[[table]]", '[[table]]\ntitle = "The wheel"')) as desk:
            rules, known = floor(tmp_path).tables[0].filed, desk.house.register.filings
            await desk.house.register.enter(
                FilingDrafted("F-3", "roulette", "Max's try", rules.chosen, rules.hash("roulette"), MANAGER)
            )
            titles = [(await _particulars(desk.house, known.get(id))).title for id in ("F-1", "F-3")]
            assert titles == ["The wheel", ""]

    run(work)


def test_a_paper_is_worked_out_in_words() -> None:
    assert [in_a_sentence(title) for title in ("Gaming guide", "PAR sheet")] == ["gaming guide", "PAR sheet"]

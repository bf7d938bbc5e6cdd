"""I-GEN-46: where a text that is only proposed may be played, who accepts that it is one, and what the record says of it."""

import re
from pathlib import Path
from typing import Any

import pytest

from pitboss import catalogue
from pitboss.chapters.ch686a_over_under import Edition
from pitboss.game import Game, RoundStart
from pitboss.house.filings import proposals
from pitboss.house.floor import Opening
from pitboss.house.founding import Plan
from pitboss.house.house import House
from pitboss.house.people import entries as of_people
from pitboss.house.storage.store import Store
from pitboss.house.table import entries
from pitboss.house.table.filing import Founded
from pitboss.house.table.table import found
from pitboss.house.tasks.in_house import tasks
from pitboss.house.wire import filing_register
from pitboss.house.wire.archive import _edition
from pitboss.journal import Actor
from pitboss.procedure import Refused
from pitboss.submission import RulesSubmission, submit
from tests.house.desk import Desk, HandClock, run
from tests.house.live import BY_HAND, PRACTICE

DJ, OVER = "dj-wild-stud-poker", "over-under"
MANAGER = Actor("M-1", "Max Manager", "manager")


def rules(game: str, **chosen: Any) -> tuple[Game, RulesSubmission]:
    found = catalogue.game(game)
    return found, submit(found.rules, chosen or found.example().chosen)


def house(path: Path, *plans: Plan, demonstration: bool = False) -> House:
    return House(Store(path / "house.db"), Opening(plans, demonstration=demonstration), clock=HandClock())


@pytest.mark.parametrize("demonstration", [False, True])
def test_i_gen_46_a_proposal_plays_where_nobody_stakes_on_it(tmp_path: Path, demonstration: bool) -> None:
    """In earnest the proposal of an adopted chapter is refused for good, that of 687a until a manager accepts it."""

    async def work() -> None:
        made = house(tmp_path, demonstration=demonstration)
        await made.open()
        try:
            adopted, proposed = rules(OVER), rules(OVER, edition="2019-proposed")
            assert proposals.not_to_be_played(*adopted, made.register) == ""
            refused = proposals.not_to_be_played(*proposed, made.register)
            waits = proposals.not_to_be_played(*rules(DJ), made.register)
            if demonstration:
                assert refused == waits == ""
                return
            assert refused.endswith("File edition 2021.")
            assert "a manager accepts that first" in waits
            with pytest.raises(Refused, match="no adopted text is at hand"):
                proposals.check(*rules(DJ), made.register)
            text = proposals.accepted_edition("687a", made.register)
            await made.register.enter(of_people.ProposalAccepted("687a", text.name, MANAGER))
            assert proposals.not_to_be_played(*rules(DJ), made.register) == ""
            assert "no adopted text" in proposals.not_to_be_played(*rules("face-up-pai-gow-poker"), made.register)
            with pytest.raises(Refused, match="Max Manager accepted it already"):
                proposals.accepted_edition("687a", made.register)
            with pytest.raises(Refused, match=re.escape("Edition 2021 of Chapter 686a was adopted")):
                proposals.accepted_edition("686a", made.register)
        finally:
            await made.close()

    run(work)


def test_i_gen_46_a_table_that_runs_keeps_running_and_somebody_is_told(tmp_path: Path) -> None:
    """The task names who accepts what; a practice table needs nobody; once accepted it is gone, also after a restart."""

    async def work() -> None:
        plans = (Plan("dj", DJ, "DJ Wild", BY_HAND), Plan("practice", "face-up-pai-gow-poker", "Face Up", PRACTICE))
        made = house(tmp_path, *plans)
        await made.open()
        try:
            waiting = [task for task in tasks(made) if task.kind == "proposal"]
            assert [(task.name, task.right.act, task.act.path) for task in waiting] == [
                ("687a", "accept proposal", "/api/editions/687a/accept")
            ]
            assert made.hosts["dj"].table is not None
            await made.register.enter(of_people.ProposalAccepted("687a", "2019-proposed", MANAGER))
            assert not [task for task in tasks(made) if task.kind == "proposal"]
        finally:
            await made.close()
        again = house(tmp_path, *plans)
        await again.open()
        try:
            assert again.register.filings.proposals == {("687a", "2019-proposed"): MANAGER}
        finally:
            await again.close()

    run(work)


@pytest.mark.parametrize(
    ("game", "chosen", "name", "words"),
    [
        (OVER, {}, "2021", "edition 2021, adopted, 51 Pa.B. 2975, effective 2021-05-29"),
        (
            OVER,
            {"edition": "2019-proposed"},
            "2019-proposed",
            "PROPOSED: edition 2019-proposed, Pa.B. Doc. No. 19-1055",
        ),
        (DJ, {}, "2019-proposed", "PROPOSED: edition 2019-proposed, Pa.B. Doc. No. 19-1055"),
    ],
)
def test_i_gen_46_every_round_names_its_text(
    tmp_path: Path, game: str, chosen: dict[str, Any], name: str, words: str
) -> None:
    """The entry that begins a round has the edition beside the hash of the rules; one that says another is refused."""

    async def work() -> None:
        _, filed = rules(game, **chosen)
        async with Desk(tmp_path / "house.db", [Plan("t", game, "A table", PRACTICE, filed)]) as desk:
            await desk.sit("t")
            await desk.until_asked("t")
            entry = next(one for one in desk.house.store.entries("t", 1, None) if one.kind == "round")
            began = entries.DECODERS["round"].decode(entry.payload)
            assert isinstance(began, entries.Began)
            assert (began.edition, bool(began.version)) == (name, True)
            assert _edition(desk.house.store, "t", began).startswith(words)
            before = type(began)(began.start, began.submission, began.version)  # of a record from before editions
            assert _edition(desk.house.store, "t", before).startswith(words)

    run(work)


def test_i_gen_46_a_round_of_another_text_does_not_replay(tmp_path: Path) -> None:
    """A record that names an edition is held to it; one that names none is not."""
    found_game, filed = rules(OVER)
    table = found("t", Founded(OVER, "A table", filed.chosen, filed.hash(OVER), "1"), "2026-01-01T00:00:00.000Z")
    start = RoundStart(1)
    with pytest.raises(Refused, match="The round was played by edition 2019-proposed of Chapter 686a, not by 2021"):
        table.enter(entries.Began(start, filed.hash(OVER), "1", edition=str(Edition.PROPOSED_2019)))
    assert found_game.chapter == "686a"


def test_i_gen_46_a_filing_says_which_text_it_follows(tmp_path: Path) -> None:
    """In the register, as it was filed; a draft that cannot be read yet names what is encoded."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", []) as desk:
            made: list[tuple[str, str, dict[str, Any]]] = [
                ("F-1", OVER, {}),
                ("F-2", OVER, {"edition": "2019-proposed"}),
                ("F-3", DJ, {"no such": 1}),
            ]
            for filing, game, chosen in made:
                await desk.house.register.enter(of_people.FilingDrafted(filing, game, game, chosen, "", MANAGER))
            found = [await filing_register.detail(desk.house, filing) for filing, _, _ in made]
            assert [one.proposed for one in found] == [False, True, True]
            assert [one.text.split(",")[0] for one in found] == [
                "edition 2021",
                "edition 2019-proposed",
                "edition 2019-proposed",
            ]

    run(work)

"""Filings: drafts and what is told of them, the register over HTTP, who may decide, papers."""

import asyncio
import re
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from pitboss import catalogue
from pitboss.house.filings.checking import judge
from pitboss.house.filings.comparing import changes, edge_lines
from pitboss.house.filings.warnings import warnings
from pitboss.house.founding import Plan
from pitboss.house.people.entries import FilingDrafted, FilingFiled
from pitboss.house.people.filings import Filings
from pitboss.house.protocol.info import SpotEdge
from pitboss.house.wire import draft_check
from pitboss.house.wire.draft_check import Drafts
from pitboss.house.workers.paper import PaperAsked, papers
from pitboss.house.workers.request import Rank, Request
from pitboss.house.workers.workers import Workers
from pitboss.journal import Actor
from pitboss.procedure import Refused
from pitboss.roles import Role
from pitboss.submission import made_choices
from tests.house.desk import run
from tests.house.live import BY_HAND, PRACTICE, Live, until


def example(game: str, **choices: Any) -> dict[str, Any]:
    filed = made_choices(catalogue.game(game).example().chosen)
    return filed | choices


def mistakes_in(game: str, **choices: Any) -> dict[str, str]:
    """Choice → the provision that refuses it."""
    return {line.choice: line.cite for line in judge(catalogue.game(game), example(game, **choices)).mistakes}


def warned(game: str, *edges: SpotEdge, **choices: Any) -> list[str]:
    judged = judge(catalogue.game(game), example(game, **choices))
    assert judged.rules is not None, judged.mistakes
    found = warnings(catalogue.game(game), judged.rules, edges)
    assert all(line.warning and line.cite for line in found)
    return [line.sentence for line in found]


# --- drafts


@pytest.mark.parametrize("game", catalogue.games())
def test_601a_2_an_example_is_lawful_and_every_choice_is_told(game: str) -> None:
    found = catalogue.game(game)
    judged = judge(found, example(game))
    assert judged.mistakes == ()
    assert judged.rules == found.example()
    assert [line.name for line in judged.choices] == [*dict.fromkeys(line.name for line in judged.choices)]
    for line in judged.choices:
        assert all((line.about, line.cite, line.allowed, line.group, line.kind)), line
        assert set(line.unlawful) <= set(line.values)
        assert line.kind not in ("limits", "payouts", "texts") or line.keys, line


def test_601a_2_every_mistake_of_a_draft_is_told_with_its_provision() -> None:
    """Values that cannot be read, lines of tables and misspelt names, all at once; else what two choices exclude, each."""
    payouts = {"straight": "34 to 1", "splitt": "17 to 1"}
    wrong = judge(catalogue.game("roulette"), example("roulette", payouts=payouts, minimum="x", wheell="single"))
    assert [(line.choice, line.cite) for line in wrong.mistakes] == [
        ("wheell", "601a.2"),
        ("payouts", "617a.4(a)"),
        ("payouts", "617a.4(a)"),
        ("minimum", "I-GEN-34"),
    ]
    assert wrong.rules is None
    assert mistakes_in("blackjack", decks=8, royal_match_21_paytable="A", super_match=True) == {
        "royal_match_21_paytable": "633a.13(f)(2)",
        "super_match": "633a.6(e)(7)",
    }
    assert mistakes_in("blackjack", bet_the_set_21=True) == {"bet_the_set_21_paytable": "633a.13(g)"}


def test_601a_2_to_be_specified_is_what_is_not_specified_yet() -> None:
    """Neither what is filled in, nor what belongs to a wager that is not offered."""

    def lacking(**choices: Any) -> set[str]:
        made = {name: value for name, value in example("blackjack").items() if name != "bet_the_set_21_paytable"}
        return {line.name for line in judge(catalogue.game("blackjack"), made | choices).choices if line.specify}

    assert lacking(bet_the_set_21=False) == set()
    assert lacking(bet_the_set_21=True) == {"bet_the_set_21_paytable"}
    assert lacking(bet_the_set_21=True, bet_the_set_21_paytable="A") == set()


def test_633a_13_f_2_an_unlawful_value_is_shown_with_the_reason() -> None:
    """Of one value that two others exclude; nothing is blamed on a choice that has nothing to do with a mistake."""
    lines = {line.name: line for line in judge(catalogue.game("blackjack"), example("blackjack", decks=8)).choices}
    assert set(lines["royal_match_21_paytable"].unlawful) == {"A", "B"}
    assert lines["royal_match_21_paytable"].unlawful["A"].endswith("is not for 8 decks. [633a.13(f)(2)]")
    assert set(lines["dealt_from_hand"].unlawful) == {"true"}
    assert set(lines["breakage"].unlawful) == {"up_to_chip"}  # no unit is filed (I-GEN-41)
    assert lines["settlement_order"].unlawful == {}
    broken = judge(catalogue.game("blackjack"), example("blackjack", decks=8, royal_match_21_paytable="A", minimum="x"))
    assert [line.name for line in broken.choices if "A" in line.unlawful] == ["royal_match_21_paytable"]


# --- what to look at twice


def test_617a_4_a_a_wager_in_the_players_favour_is_pointed_out() -> None:
    """At zero nobody is favoured; of an interval all of it has to be below."""

    def edge(value: str, half: str = "0") -> SpotEdge:
        return SpotEdge("straight", "17", value, "interval", half, "none", "1", "")

    assert warned("roulette", edge("-0.0811"))[0].endswith("is in the player's favor: its house edge is -8.1100%.")
    assert not warned("roulette", edge("0"))
    assert not warned("roulette", edge("-0.01", "0.01"))
    assert warned("roulette", edge("-0.01", "0.009"))


def test_i_gen_34_a_side_wager_with_the_tables_limits_is_pointed_out() -> None:
    first = warned("pai-gow-poker", minimum="25.00", maximum="10000.00", emperors_treasure=False)[0]
    assert first.startswith("Fortune Bonus Wager takes $25.00 to $10000.00: it has the table's minimum and maximum")
    own = {"minimum": "25.00", "maximum": "100.00"}  # of its own, though it is the table's
    limits = dict.fromkeys(("fortune_bonus", "pai_gow_insurance", "emperors_treasure"), own)
    limits["progressive_payout"] = {"minimum": "25.00", "maximum": "25.00"}
    assert warned("pai-gow-poker", minimum="25.00", maximum="10000.00", limits=limits) == []
    limits["progressive_payout"] = own
    (told,) = warned("pai-gow-poker", minimum="25.00", maximum="10000.00", limits=limits)
    assert told.startswith("the stake of the progressive_payout is open")  # I-GEN-42


def test_i_gen_37_limits_that_cannot_be_paid_or_wagered_are_pointed_out() -> None:
    quiet = {"match_the_dealer": False, "lucky_ladies": False, "royal_match_21": False}
    assert "wins $7.50 at 3 to 2" in warned("blackjack", **quiet, minimum="5.00")[0]
    assert "$6.00 is the first" in warned("blackjack", **quiet, minimum="5.00")[0]
    assert warned("blackjack", **quiet, minimum="10.00") == []
    assert warned("blackjack", **quiet, minimum="5.00", unit="0.50") == []
    assert "it takes from $15.00 to $100.00" in warned("roulette", minimum="11.00", maximum="103.00", unit="5.00")[0]
    assert warned("roulette", minimum="10.00", maximum="100.00", unit="5.00") == []
    assert warned("roulette", minimum="11.00", maximum="14.00", unit="5.00")[0].startswith("No wager")


def test_645a_13_f_a_maximum_above_the_payout_limit_is_pointed_out() -> None:
    """8000 to 1 on $10 is $80,000: at that limit nothing is said, a dollar below it is."""
    own = {"minimum": "1.00", "maximum": "10.00"}
    limits = dict.fromkeys(("fortune_bonus", "pai_gow_insurance", "emperors_treasure"), own)
    limits["progressive_payout"] = {"minimum": "1.00", "maximum": "1.00"}
    assert warned("pai-gow-poker", limits=limits, payout_limit="80000.00") == []
    told = warned("pai-gow-poker", limits=limits, payout_limit="79999.00")
    assert len(told) == 2
    assert "would win $80000.00 at 8000 to 1" in told[0]
    assert "up to $9.99 is paid in full" in told[0]


def test_casino_a_draft_is_compared_choice_by_choice_and_wager_by_wager() -> None:
    game = catalogue.game("roulette")
    made = changes(game, example("roulette"), example("roulette", wheel="single", minimum="1"))
    assert [(line.choice, line.before, line.after) for line in made] == [("wheel", "double", "single")]
    unlawful = {**example("roulette", wheel="single", payouts={"straight": "34 to 1"}), "seats": None}
    made = changes(game, example("roulette", seats=8), unlawful)  # what holds unless filed otherwise is no change
    assert [line.choice for line in made] == ["wheel", "payouts"]
    rules = judge(game, example("roulette")).rules
    assert rules is not None
    old, new = (SpotEdge("red", "", value, "enumeration", "0", "none", "1", "1/2") for value in ("0.05", "0.02"))
    gone = SpotEdge("black", "", "0.05", "enumeration", "0", "none", "1", "")
    lines = edge_lines(game, rules, [new], [old, gone])
    assert [(line.wager, line.edge, line.other) for line in lines] == [("red", 0.02, 0.05), ("black", None, 0.05)]


# --- the register over HTTP


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    plans = [
        Plan("roulette-practice", "roulette", "Roulette", PRACTICE),
        Plan("RL-101", "roulette", "Roulette", BY_HAND),
    ]
    with Live(tmp_path_factory.mktemp("filings") / "house.db", plans) as house:
        yield house


def put(live: Live, role: Role, path: str, **body: Any) -> Any:
    return live.post(path, body, live.cookie(role)).json()


def state(live: Live, filing: str) -> dict[str, Any]:
    found: dict[str, Any] = live.get(f"/api/filings/{filing}", live.cookie(Role.AUDITOR)).json()
    return found


def test_601a_2_a_filing_from_draft_to_superseded(live: Live) -> None:
    """Only who may; an unlawful or incomplete draft is saved but not filed; what was filed is not changed any more."""
    manager, board = Role.MANAGER, Role.BOARD
    for role in (Role.PIT_MANAGER, Role.BOARD, Role.AUDITOR, Role.DEALER):
        assert put(live, role, "/api/filings", game="roulette", choices={})["refused"]["code"] == "wrong_role"
    unlawful = example("roulette", payouts={"straight": "34 to 1"})
    id = put(live, manager, "/api/filings", game="roulette", choices=unlawful)["id"]
    assert "at least 35 to 1" in put(live, manager, f"/api/filings/{id}/file", number="1")["refused"]["sentence"]
    put(
        live,
        manager,
        "/api/filings",
        game="roulette",
        filing=id,
        title="Better",
        choices=example("roulette", wheel="single"),
    )
    assert put(live, board, f"/api/filings/{id}/decide", approved=True)["refused"]["code"] == "stale"
    filed = put(live, manager, f"/api/filings/{id}/file", number="TG-1", date="2026-05-01")
    assert (filed["state"], filed["review_ends"]) == ("filed", "2026-05-16")
    again = put(live, manager, "/api/filings", game="roulette", filing=id, choices=example("roulette"))
    assert again["refused"]["code"] == "locked"
    assert put(live, manager, f"/api/filings/{id}/decide", approved=True)["refused"]["code"] == "wrong_role"
    assert "code" in put(live, board, f"/api/filings/{id}/decide", approved=False)["refused"]
    assert put(live, board, f"/api/filings/{id}/decide", approved=True, date="2026-05-10")["state"] == "approved"
    do = {"key": "k-1", "do": "put_in_force", "filing": id}
    assert "refused" in put(live, Role.PIT_MANAGER, "/api/tables/RL-101/do", **do)
    assert "refused" not in put(live, manager, "/api/tables/RL-101/do", **do | {"key": "k-2"})
    assert (state(live, id)["state"], state(live, id)["tables"]) == ("in_force", ["RL-101"])
    assert "RL-101" in put(live, manager, f"/api/filings/{id}/withdraw", reason="no")["refused"]["sentence"]
    other = put(live, manager, "/api/filings", game="roulette", instead_of=id, choices=example("roulette"))["id"]
    for taken in ("TG-1", "tg-1 "):
        assert (
            f"{id} was filed as TG-1"
            in put(live, manager, f"/api/filings/{other}/file", number=taken)["refused"]["sentence"]
        )
    # Filed today, where the house is: whatever the date may be where it is read.
    assert put(live, manager, f"/api/filings/{other}/file", number="TG-2")["days_left"] == 15
    put(live, board, f"/api/filings/{other}/decide", approved=True, conditions="none")
    put(live, manager, "/api/tables/RL-101/do", key="k-3", do="put_in_force", filing=other)
    assert [state(live, one)["state"] for one in (id, other)] == ["superseded", "in_force"]
    assert put(live, manager, f"/api/filings/{id}/withdraw", reason="old")["state"] == "withdrawn"
    new = {"number": "RL-102", "game": "roulette", "filing": other}
    assert "refused" in put(live, manager, "/api/tables", **new | {"filing": id})
    added = put(live, manager, "/api/tables", **new | {"title": "Wheel"})["tables"][-1]
    assert (added["number"], added["filing"]) == ("RL-102", other)
    assert "refused" in put(live, manager, "/api/tables", **new)
    register = live.get("/api/filings", live.cookie(Role.PIT_MANAGER)).json()
    assert [line["id"] for line in register] == [other, id]
    assert "ack" not in put(
        live, manager, "/api/tables/RL-102/do", key="k-4", do="change_limits", limits={"": {"minimum": 2500}}
    )
    signs = live.get(f"/api/filings/{other}/documents/signs.html", live.cookie(manager)).text
    assert re.findall(r"Table (RL-10\d).{0,200}?Minimum \$(\d+)", signs, re.DOTALL) == [
        ("RL-101", "1"),
        ("RL-102", "25"),
    ]


def test_601a_2_a_draft_is_checked_as_it_is_typed(live: Live) -> None:
    """Against what is in force, a table, nothing; by whoever may see filings; no edges without exact figures or law."""
    draft = {"game": "roulette", "choices": example("roulette", wheel="single"), "against": "roulette-practice"}
    found = put(live, Role.BOARD, "/api/filings/check", **draft)
    assert (found["lawful"], found["against"]) == (True, "table roulette-practice")
    assert [line["choice"] for line in found["changes"]] == ["wheel"]
    none = put(live, Role.BOARD, "/api/filings/check", **draft | {"against": "nothing"})
    assert "changes" not in none
    assert put(live, Role.DEALER, "/api/filings/check", **draft)["refused"]["code"] == "wrong_role"
    assert put(live, Role.BOARD, "/api/filings/check", game="whist")["refused"]["code"] == "not_found"
    wrong = put(live, Role.BOARD, "/api/filings/check", **draft | {"choices": {"minimum": {"a": [1]}, "x": None}})
    assert (wrong["lawful"], wrong["edges"]) == (False, [])


def test_casino_edges_of_what_is_not_typed_any_more_are_given_up() -> None:
    """The oldest drafts of one person; not what somebody else looks at."""
    game, computing = catalogue.game("roulette"), list[str]()

    class Slow(Workers):
        async def ask(self, request: Request[Any], **how: Any) -> Any:
            computing.append(name := str(request.choices["minimum"]))  # type: ignore[attr-defined]
            try:
                return await asyncio.Event().wait()
            finally:
                computing.remove(name)

    async def look(drafts: Drafts, person: str, minimum: str) -> str:
        states = drafts.states(person, game, example("roulette", minimum=minimum), None)
        try:
            return [str(state.edges) async for state in states][-1]
        except Refused as refused:
            return refused.sentence

    async def work() -> None:
        workers = Slow()
        drafts = Drafts(workers, Rank.FIRST)
        looks = [asyncio.create_task(look(drafts, *one)) for one in (("B", "1.00"), ("A", "2.00"))]
        await until(lambda: computing == ["1.00", "2.00"])
        for minimum in ("3.00", "4.00", "5.00"):
            looks.append(asyncio.create_task(look(drafts, "A", minimum)))
            await until(partial(computing.__contains__, minimum))
        assert await looks[1] == draft_check.OLD
        assert computing == ["1.00", "3.00", "4.00", "5.00"]
        for one in looks:
            one.cancel()
        await asyncio.gather(*looks, return_exceptions=True)
        assert not computing
        await workers.close()

    run(work)


def test_casino_the_house_is_named_with_a_zone_and_hours_that_exist(live: Live) -> None:
    details = {"holder": "Stone Hall Casino", "licence": "1", "zone": "America/New_York", "gaming_day": "06:00"}
    for wrong in (
        {"zone": "Mars/Base"},
        {"zone": "../etc"},
        {"gaming_day": "24:00"},
        {"gaming_day": "6:00"},
        {"shifts": ["06:60"]},
        {"shifts": ["07:00"]},
        {"shifts": ["06:00", "22:00", "14:00"]},
    ):
        assert put(live, Role.MANAGER, "/api/house", **details | wrong)["refused"]["code"] == "malformed"
    assert put(live, Role.MANAGER, "/api/house", **details | {"gaming_day": "23:59"})["gaming_day"] == "23:59"
    assert put(live, Role.DEALER, "/api/house", **details)["refused"]["code"] == "wrong_role"
    assert put(live, Role.MANAGER, "/api/house", **details | {"shifts": ["06:00", "22:00", "02:00"]})["shifts"]
    assert put(live, Role.MANAGER, "/api/house", **details | {"several_tables": False})["several_tables"] is False
    assert put(live, Role.MANAGER, "/api/pits", pit="A", title="Main")["pits"] == [{"pit": "A", "title": "Main"}]
    assert "There is a pit A already" in put(live, Role.MANAGER, "/api/pits", pit="a", title="")["refused"]["sentence"]
    assert "required field `title`" in put(live, Role.MANAGER, "/api/pits", pit="a")["refused"]["sentence"]
    assert put(live, Role.MANAGER, "/api/pits", pit="A", title="Hall")["pits"] == [{"pit": "A", "title": "Hall"}]


def test_casino_the_papers_of_a_draft_are_files(live: Live) -> None:
    """Made in a process of its own; a paper or a form that there is not is refused with those there are."""
    draft = {"game": "roulette", "choices": example("roulette", holder="Stone Hall Casino")}
    reply = live.post("/api/filings/documents/layout.svg", draft, live.cookie(Role.MANAGER))
    assert (reply.status_code, reply.headers["content-type"]) == (200, "image/svg+xml")
    assert "attachment" in reply.headers["content-disposition"]
    assert b"STONE HALL" in reply.content.upper()
    for file in ("layout.doc", "novel.pdf"):
        found = live.post(f"/api/filings/documents/{file}", draft, live.cookie(Role.MANAGER))
        assert (found.status_code, "layout.svg" in found.text) == (404, True)
    unlawful = draft | {"choices": example("roulette", payouts={"straight": "34 to 1"})}
    refused = live.post("/api/filings/documents/layout.svg", unlawful, live.cookie(Role.MANAGER)).json()
    assert "at least 35 to 1" in refused["refused"]["sentence"]
    assert {"layout", "signs", "guide", "form", "card", "checklist", "par"} <= {paper.name for paper in papers()}
    assert next(PaperAsked("roulette", example("roulette"), "signs", ".html").work()).startswith(b"<!doctype html>")


@pytest.mark.parametrize(
    ("number", "taken"), [("TG-1", True), ("tg-1", True), ("TG-1a", False), ("TG-", False), ("TG-2", False)]
)
def test_a_number_is_one_filings_in_whatever_letters(number: str, taken: bool) -> None:
    """601a.2: refused to a new filing, by whatever way it comes; an older record that has both is read as it is."""
    by = Actor("M-1", "Max", "manager")
    both = Filings()
    for id in ("F-1", "F-2"):
        both.apply(FilingDrafted(id, "roulette", "Roulette", {}, "", by), "")
    both.apply(FilingFiled("F-1", "TG-1", "2026-05-01", by), "")
    made = FilingFiled("F-2", number, "2026-05-01", by)
    if taken:
        with pytest.raises(Refused) as caught:
            both.after([made])
        assert caught.value.sentence == "F-1 was filed as TG-1; expected a number that no other filing has."
        assert caught.value.cite == "601a.2"
    else:
        assert both.after([made]).known["F-2"].number == number
    both.apply(made, "")
    assert both.known["F-2"].number == number


def test_a_filing_was_drafted_when_it_was_first_saved() -> None:
    """Not when it was saved again, nor when it was filed, which writes its choices once more."""
    by = Actor("M-1", "Max", "manager")
    filings = Filings()
    for title, now in (("Roulette", "2026-05-01T23:44:00.000Z"), ("One zero", "2026-05-01T23:49:00.000Z")):
        filings.apply(FilingDrafted("F-1", "roulette", title, {}, "", by), now)
    assert (filings.known["F-1"].title, filings.known["F-1"].drafted) == ("One zero", "2026-05-01T23:44:00.000Z")

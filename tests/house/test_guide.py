"""Behind "Rules": the guide of this very table is the document that ``pitboss guide --full`` prints."""

import asyncio
from collections.abc import Iterator
from typing import Any, TypeVar

import pytest

from pitboss import catalogue
from pitboss.house.floorplan.variations import variation
from pitboss.house.founding import Plan
from pitboss.house.workers.guide import GuideAsked, guide_of
from pitboss.house.workers.request import Request
from pitboss.house.workers.workers import Workers
from pitboss.paper.document import Drawing, Heading, Items, Paragraph, TableBlock
from pitboss.paper.documents import document_named
from pitboss.paper.particulars import Particulars
from pitboss.procedure import Refused
from tests.house.live import PRACTICE, Live, wait_for

A = TypeVar("A")
PLANS = (
    Plan("go-fore-it-practice", "go-fore-it", "Go Fore It", PRACTICE),
    Plan("single", "roulette", "Single zero", PRACTICE, variation("roulette.single-zero").rules()),
)


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with Live(tmp_path_factory.mktemp("guide") / "house.db", PLANS) as house:
        yield house


def asked(request: Request[A]) -> A:
    """What a worker of the house answers."""

    async def ask() -> A:
        workers = Workers()
        try:
            return await workers.ask(request)
        finally:
            await workers.close()

    return asyncio.run(ask())


def printed(game: str, rules: Any) -> list[str]:
    """The words of the paper, block by block."""
    made = document_named("guide-full").make(catalogue.game(game), rules, Particulars())
    found = []
    for block in made.blocks:  # type: ignore[union-attr]
        match block:
            case Heading():
                found.append(block.words)
            case Paragraph():
                found.append(str(block.words))
            case Items():
                found.append(" ".join(map(str, block.lines)))
            case TableBlock():
                found.append(" ".join(str(cell) for row in block.rows for cell in row))
            case Drawing():
                found.append("" if block.words == "layout" else block.words)
    return found


def shown(guide: dict[str, Any]) -> list[str]:
    """The words of the page, block by block."""

    def words(parts: list[dict[str, str]]) -> str:
        return "".join(part["text"] for part in parts)

    return [
        " ".join([words(cell) for row in block["rows"] for cell in row])
        if "rows" in block
        else " ".join(map(words, block["lines"]))
        if "lines" in block
        else words(block.get("words", []))
        for block in guide["blocks"]
    ]


def test_the_page_shows_what_the_command_prints(live: Live) -> None:
    """At once without edges, then with them; under the rules of this table."""
    address = "/api/tables/single/guide"
    first = live.get(address).json()
    assert {block["anchor"] for block in first["blocks"] if "anchor" in block} >= {"object", "wager-straight"}
    wait_for(lambda: bool(live.get(address).json().get("complete")))
    whole = live.get(address).json()
    text, *words = shown(whole)
    assert text.startswith("Text: 58 Pa. Code Chapter 617a, edition 2012, adopted")  # on paper it stands at the foot
    assert words == printed("roulette", live.house.hosts["single"].require_table().rules)
    assert "2.7027 % = 1/37" in " ".join(shown(whole))
    assert whole["submission"] == live.get("/api/tables/single").json()["submission_hash"]


def test_a_guide_tells_nothing_of_what_this_table_does_not_offer(live: Live) -> None:
    anchors = {block.get("anchor") for block in live.get("/api/tables/single/guide").json()["blocks"]}
    assert "wager-first_five_numbers" not in anchors
    assert "wager-five_adjacent_number" not in anchors
    assert live.get("/api/tables/none/guide").status_code == 404


def test_a_guide_that_cannot_be_made_is_refused(live: Live) -> None:
    """Choices of another version are refused in the worker, which goes on."""
    founded = live.house.founded["go-fore-it-practice"]
    assert guide_of(founded.game, founded.choices, ()).complete is False
    with pytest.raises(Refused, match="gopher_paytable"):
        asked(GuideAsked("go-fore-it", {"gopher_paytable": "Z"}))
    assert asked(GuideAsked("roulette", live.house.founded["single"].choices)).complete

"""A player's own rounds: what they came to, at one table and at all, as a file; and one of them shown to somebody else."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, Pages, practice
from tests.browser.table import answer_all, area, over, sit, wagered
from tests.house.live import Live

pytestmark = pytest.mark.browser
ROUNDS = 3


@pytest.fixture
def house(tmp_path: Path, _quick_edges: None) -> Iterator[Live]:
    with Live(tmp_path / "house.db", [practice("roulette", "wheel"), practice("blackjack", "cards")]) as live:
        yield live


def spin(page: Page, number: int) -> None:
    area(page, "red").click()
    area(page, "dozen", "1").click()
    wagered(page, "$10")
    page.locator("#ready").click()
    expect(page.locator("#results .result")).to_have_count(number)
    over(page)
    page.wait_for_timeout(320)  # a press in the breath in which a result has come counts for nothing


def saved(page: Page, words: str, where: Path) -> str:
    with page.expect_download() as download:
        page.get_by_role("button", name=words).click()
    download.value.save_as(where)
    return where.read_text(encoding="utf-8")


def test_what_ones_own_rounds_came_to_is_told_and_saved(open_page: OpenPage, tmp_path: Path) -> None:
    """The result is what the rack has gained or lost; rounds that this browser has not seen come from the house."""
    page = open_page("/table/wheel")
    sit(page)
    for number in range(1, ROUNDS + 1):
        spin(page, number)
    rack = page.locator("#rack").inner_text().replace("$", "").replace(",", "")
    net = round(100 * float(rack)) - 100_000
    page.get_by_role("button", name="My results").click()
    facts = page.locator(".history-facts")
    expect(facts).to_contain_text(f"{ROUNDS}: ")
    expect(page.locator(".history-list tbody tr")).to_have_count(ROUNDS)
    rows = list(csv.DictReader(saved(page, "Save as CSV", tmp_path / "own.csv").splitlines()))
    assert [int(row["round"]) for row in rows] == list(range(1, ROUNDS + 1))
    assert sum(int(row["net"]) for row in rows) == net
    assert {row["staked"] for row in rows} == {"1000"}
    kept = json.loads(saved(page, "Save as JSON", tmp_path / "own.json"))
    assert [one["net"] for one in kept] == [int(row["net"]) for row in rows]

    page.evaluate("localStorage.removeItem('pitboss.history')")  # as if another device had played them
    page.reload()
    page.get_by_role("button", name="My results").click()
    expect(page.locator(".history-list tbody tr")).to_have_count(ROUNDS)
    named = page.locator(".history-list a").all_text_contents()
    assert named == [f"Roulette, round {number}" for number in range(ROUNDS, 0, -1)]
    shown = page.locator(".history-facts div", has_text="Result").locator("dd").inner_text()
    sign = -1 if "−" in shown else 1
    assert sign * round(100 * float(shown.strip("+−$").replace("$", "").replace(",", ""))) == net

    page.evaluate("localStorage.clear()")  # a browser that knows nothing, but whose purse it is
    page.goto(page.url.split("/table")[0] + "/")
    page.locator("#my-results").click()
    expect(page.locator(".history-list tbody tr")).to_have_count(ROUNDS)
    stranger = open_page("/")
    stranger.locator("#my-results").click()
    expect(stranger.locator(".history")).to_contain_text("No round of yours")


def test_a_finished_round_is_shared_by_its_link_and_a_running_one_is_not(
    open_page: OpenPage, house: Live, request: pytest.FixtureRequest
) -> None:
    """Somebody else replays it with its provisions, and sees no more than they may; what is being played is refused."""
    pages: Pages = request.getfixturevalue("_pages")
    page = open_page("/table/cards")
    seat = sit(page)
    number = 0
    while True:  # until a round is not over at once
        number += 1
        area(page, "blackjack", "", seat).click()
        page.locator("#ready").click()
        asked = page.locator("#decision .answer:enabled").first
        expect(asked.or_(page.locator("#results .result").nth(number - 1)).first).to_be_visible()
        if asked.is_visible():
            break
        page.wait_for_timeout(320)  # a press in the breath in which a result has come counts for nothing
    running = open_page(f"/audit?table=cards&round={number}")
    expect(running.locator("#choose")).to_have_text(f"This table has no closed round {number}.")
    assert pages.complaints.pop().endswith("404 (Not Found)")
    assert page.get_by_role("button", name=f"Share round {number}").count() == 0
    answer_all(page)
    page.get_by_role("button", name=f"Share round {number}").click()
    link = page.locator("#share-link").input_value()
    other = open_page(link.removeprefix(f"http://{house.address}"))
    expect(other.locator("#round-title")).to_have_text(f"Blackjack, round {number}")
    expect(other.locator("#chain")).to_contain_text("record intact")
    other.locator("#last").click()
    expect(other.locator("#step .cite").first).to_be_visible()
    assert other.locator("#steps .law-line b").count() > 5

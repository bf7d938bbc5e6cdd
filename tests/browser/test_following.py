"""What the house works out arrives by itself, in a real browser: a page asks once, and again where the connection was cut."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pitboss.house.wire import pushing
from pitboss.house.workers.workers import Workers
from pitboss.roles import Role
from tests.browser.conftest import OpenPage, practice
from tests.browser.test_filings import begin, desk
from tests.house.live import Live
from tests.house.no_edges import FOLLOW, KNOWN

pytestmark = pytest.mark.browser
CHECK, GUIDE, PRACTICE_CHECK = "/api/filings/check", "/api/tables/roulette-practice/guide", "/api/practice/check"


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Live]:
    """A house whose edges are worked out as they are elsewhere: by its workers."""
    monkeypatch.setattr(Workers, "follow", FOLLOW)
    monkeypatch.setattr(Workers, "known", KNOWN)
    with Live(tmp_path / "house.db", [practice("roulette")]) as live:
        yield live


def asked(page: Page, path: str) -> list[str]:
    """Every request for a path, from now on."""
    requests: list[str] = []
    page.on("request", lambda one: requests.append(one.url) if one.url.endswith(path) else None)
    return requests


def cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first connection ends after its first state."""
    lines, cuts = pushing._lines, iter([True])

    async def some(states: Any) -> AsyncIterator[bytes]:
        is_cut = next(cuts, False)
        async for line in lines(states):
            yield line
            if is_cut:
                return

    monkeypatch.setattr(pushing, "_lines", some)


def test_the_edges_of_a_draft_arrive_by_themselves(open_page: OpenPage, house: Live) -> None:
    """One request for what was opened; and one for each change, of which only the last is shown."""
    page = desk(open_page, house, Role.MANAGER)
    requests = asked(page, CHECK)
    begin(page, "roulette")
    red = page.locator('tr[data-wager="red"]').first
    expect(red).to_contain_text("5.2632 %")
    assert len(requests) == 1
    page.locator("#choice-wheel").select_option("single")
    expect(red).to_contain_text("2.7027 %")
    assert len(requests) == 2


def guide_with_edges(open_page: OpenPage, house: Live) -> tuple[Page, list[str]]:
    """A table's guide, once it shows the edges of its wagers; and what was asked for them."""
    page = open_page("/static/icon.svg")
    requests = asked(page, GUIDE)
    page.goto(f"http://{house.address}/table/roulette-practice")
    page.wait_for_selector("body[data-ready]")
    page.locator("#rules-button").click()
    expect(page.locator("#guide-wager-red")).to_contain_text("1/19")
    return page, requests


def test_the_edges_of_a_table_of_ones_own_arrive_by_themselves(open_page: OpenPage, house: Live) -> None:
    page = open_page("/static/icon.svg")
    requests = asked(page, PRACTICE_CHECK)
    page.goto(f"http://{house.address}/open?kind=roulette.single-zero")
    expect(page.locator('tr[data-wager="red"]').first).to_contain_text("2.7027 %")
    assert len(requests) == 1


def test_the_edges_of_a_guide_arrive_by_themselves(open_page: OpenPage, house: Live) -> None:
    page, requests = guide_with_edges(open_page, house)
    expect(page.locator(".guide-find [role=status]")).to_be_empty()
    assert len(requests) == 1


def test_a_connection_that_drops_is_opened_again(
    open_page: OpenPage, house: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the editor; what it showed before stays until then."""
    cut(monkeypatch)
    page = desk(open_page, house, Role.MANAGER)
    requests = asked(page, CHECK)
    begin(page, "roulette")
    expect(page.locator('tr[data-wager="red"]').first).to_contain_text("5.2632 %")
    assert len(requests) == 2


def test_a_guide_that_is_cut_off_is_followed_again(
    open_page: OpenPage, house: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut(monkeypatch)
    _, requests = guide_with_edges(open_page, house)
    assert len(requests) == 2


def test_whoever_closes_the_page_ends_the_computing(open_page: OpenPage, house: Live) -> None:
    """Of a game whose edges take long."""
    page = desk(open_page, house, Role.MANAGER)
    begin(page, "blackjack")
    page.locator("#choice-minimum").fill("3.00")
    _until_working(page, house, working=True)
    page.goto(f"http://{house.address}/static/icon.svg")
    _until_working(page, house, working=False)


def _until_working(page: Page, house: Live, *, working: bool) -> None:
    while bool(house.house.workers.working("slow")) is not working:
        page.wait_for_timeout(50)

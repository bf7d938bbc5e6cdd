"""A real browser at a real house. Where there is no browser these tests are skipped, and say so."""

import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from pitboss import catalogue
from pitboss.house import facts
from pitboss.house.entries import Founded
from pitboss.house.house import Plan
from tests.house.live import BY_HAND, PRACTICE, Live
from tools.bootstrap import NO_BROWSER, find_browser

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
PATIENCE = 6000

OpenPage = Callable[..., Page]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = find_browser()
    if path is None:
        warnings.warn(NO_BROWSER, stacklevel=1)
        pytest.skip("NO BROWSER FOUND: the page is not tested here.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


def practice(game: str) -> Plan:
    return Plan(f"{game}-practice", game, catalogue.game(game).title, PRACTICE)


@pytest.fixture
def house(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Live]:
    """A house of the test's own: a practice table of the ``game`` it is about, or the three that most are about."""
    plans = [
        practice("roulette"),
        practice("go-fore-it"),
        Plan("roulette-hand", "roulette", "Roulette by hand", BY_HAND),
    ]
    if "game" in request.fixturenames:
        plans = [practice(request.getfixturevalue("game"))]
    monkeypatch.setattr(facts, "edges", _only_roulette(facts.edges))
    with Live(tmp_path / "house.db", plans) as live:
        yield live


Edges = dict[tuple[str, str], str]


def _only_roulette(edges: Callable[[Founded], Edges]) -> Callable[[Founded], Edges]:
    """Some games' exact edges take the machine for a while, which the page does not wait for."""
    return lambda founded: edges(founded) if founded.game == "roulette" else {}


@pytest.fixture
def open_page(chromium: Browser, house: Live) -> Iterator[OpenPage]:
    """Open a page of the house in a browser of its own; whatever its console complains of fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_one(path: str, *, phone: bool = False, still: bool = True, beside: Page | None = None) -> Page:
        if beside is None:
            context = chromium.new_context(
                viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]
                reduced_motion="reduce" if still else "no-preference",
                has_touch=phone,
                is_mobile=phone,
            )
            context.set_default_timeout(PATIENCE)
            contexts.append(context)
        else:
            context = beside.context
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(f"{path}: {error}"))
        page.on("console", lambda said: complaints.append(f"{path}: {said.text}") if said.type == "error" else None)
        page.goto(f"http://{house.address}{path}")
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert complaints == []

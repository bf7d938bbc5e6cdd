"""A real browser at a real house. Where there is no browser these tests are skipped, and say so."""

import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from pitboss import catalogue
from pitboss.house.edges import Edges, Mathematician, work_out
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


def practice(game: str, name: str = "") -> Plan:
    return Plan(name or f"{game}-practice", game, catalogue.game(game).title, PRACTICE)


@pytest.fixture(scope="session")
def _quick_edges() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Mathematician, "edges", _edges_of_roulette)
        yield


@pytest.fixture(scope="session")
def arcade(tmp_path_factory: pytest.TempPathFactory, _quick_edges: None) -> Iterator[Live]:
    """Two practice tables of every game, one for each way of playing."""
    plans = [practice(game, f"{game}-{way}") for game in catalogue.games() for way in ("mouse", "keyboard")]
    with Live(tmp_path_factory.mktemp("arcade") / "house.db", plans) as live:
        yield live


@pytest.fixture
def house(request: pytest.FixtureRequest, tmp_path: Path, _quick_edges: None) -> Iterator[Live]:
    """A house of the test's own, with the three tables that most tests are about; the arcade for those about games."""
    if "game" in request.fixturenames:
        yield request.getfixturevalue("arcade")
        return
    by_hand = Plan("roulette-hand", "roulette", "Roulette by hand", BY_HAND)
    with Live(tmp_path / "house.db", [practice("roulette"), practice("go-fore-it"), by_hand]) as live:
        yield live


async def _edges_of_roulette(_: Mathematician, founded: Founded) -> Edges:
    """At once, and for one game: a house of each test's own would work them all out again every time."""
    if founded.game != "roulette":
        return {}
    return {(wager, on): edge for wager, on, edge in work_out(founded)}


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

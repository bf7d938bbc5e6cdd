"""A real browser at a real house. Where there is no browser these tests are skipped, and say so."""

import socket
import warnings
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from pitboss import catalogue
from pitboss.house.founding import Plan
from pitboss.house.process.listener import listen
from pitboss.house.record_keeper import RecordKeeper
from pitboss.house.workers.edges import Edges, EdgesAsked
from pitboss.house.workers.workers import Workers
from tests.house.live import BY_HAND, PRACTICE, Live
from tests.house.no_edges import answered_at_once
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
PATIENCE = 60_000  # milliseconds: never reached by a page that works, however busy its machine is
FAILED: pytest.StashKey[bool] = pytest.StashKey()
# A judge is a process that compiles: where nothing is said of the coach, whoever plays has turned it off.
UNCOACHED = "localStorage.getItem('pitboss.judge') ?? localStorage.setItem('pitboss.judge', JSON.stringify('off'))"
IDLE = "/static/icon.svg#idle"  # where a page is kept between two tests

expect.set_options(timeout=PATIENCE)

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
        for name, replaced in answered_at_once(EdgesAsked, _edges_of_roulette).items():
            patch.setattr(Workers, name, replaced)
        yield


@pytest.fixture(scope="session", autouse=True)
def _nobody_watches() -> Iterator[None]:
    """A house that has been open for a while holds its play against theory, and would work out the edges of every game for
    that, which takes longer than all these tests. What it finds is tested in house/test_theory."""

    async def nothing(_: RecordKeeper) -> None:
        pass

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RecordKeeper, "watch_play", nothing)
        yield


@pytest.fixture(scope="session")
def arcade(tmp_path_factory: pytest.TempPathFactory, _quick_edges: None) -> Iterator[Live]:
    """Three practice tables of every game, one for each way of playing, and those of tests that would meet another's player.

    Whoever closed the page is waited for at a table, so that no two tests play at one.
    """
    plans = [practice(game, f"{game}-{way}") for game in catalogue.games() for way in ("mouse", "keyboard", "touch")]
    plans += [practice(game, f"{game}-nearby") for game in ("roulette", "craps")]
    plans += [practice(game, f"{game}-layout") for game in ("blackjack", "roulette", "pai-gow-poker")]
    plans += [practice("blackjack", "blackjack-axe")]
    with Live(tmp_path_factory.mktemp("arcade") / "house.db", plans) as live:
        yield live


@pytest.fixture(scope="session")
def _listener() -> Iterator[socket.socket]:
    """One address for the houses of all tests, one after the other: a page fetches its parts only once."""
    with listen("127.0.0.1", 0) as listener:
        yield listener


@pytest.fixture
def house(
    request: pytest.FixtureRequest, tmp_path: Path, _listener: socket.socket, _quick_edges: None
) -> Iterator[Live]:
    """A house of the test's own, with the three tables that most tests are about; the arcade for those about games."""
    if "game" in request.fixturenames:
        yield request.getfixturevalue("arcade")
        return
    by_hand = Plan("roulette-hand", "roulette", "Roulette by hand", BY_HAND)
    with Live(tmp_path / "house.db", [practice("roulette"), practice("go-fore-it"), by_hand], _listener) as live:
        yield live


def _edges_of_roulette(asked: EdgesAsked) -> Edges:
    """For one game, and without a process: a house of each test's own would work them all out again every time."""
    return next(asked.work()) if asked.game == "roulette" else ()


class Pages:
    """Pages kept from one test to the next: most of what a page costs is the process it is drawn in.

    Each has a context of its own, so that two pages of one test are two people; what a test leaves in it is cleared.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._idle: dict[tuple[bool, bool, bool], list[Page]] = {}
        self._lent: list[tuple[tuple[bool, bool, bool], Page]] = []
        self.complaints: list[str] = []

    def lend(self, *, phone: bool, still: bool, coached: bool) -> Page:
        kind = phone, still, coached
        idle = self._idle.setdefault(kind, [])
        page = (
            idle.pop() if idle else self._listened(self._context(phone=phone, still=still, coached=coached).new_page())
        )
        page.set_viewport_size(PHONE if phone else DESKTOP)  # type: ignore[arg-type]
        self._lent.append((kind, page))
        return page

    def _listened(self, page: Page) -> Page:
        """Whatever its console complains of is written down, unless it is kept: by then the house it was at may be gone."""

        def note(said: object) -> None:
            if not page.url.endswith(IDLE):
                self.complaints.append(f"{page.url}: {said}")

        page.on("pageerror", note)
        page.on("console", lambda said: note(said.text) if said.type == "error" else None)
        return page

    def _context(self, *, phone: bool, still: bool, coached: bool) -> BrowserContext:
        context = self._browser.new_context(
            viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]
            reduced_motion="reduce" if still else "no-preference",
            has_touch=phone,
            is_mobile=phone,
        )
        context.set_default_timeout(PATIENCE)
        if not coached:
            context.add_init_script(UNCOACHED)
        return context

    def take_back(self, *, keep: bool) -> None:
        """All that were lent: emptied for the next test, or gone, where this one may have left them in any state."""
        for kind, page in self._lent:
            if keep and not page.is_closed():
                # Off the table first: what it still asks for without its cookies would be refused. An empty page would cost it its
                # process.
                page.goto(f"{page.evaluate('() => location.origin')}{IDLE}")
                page.evaluate("() => (localStorage.clear(), sessionStorage.clear())")
                page.context.clear_cookies()
                self._idle[kind].append(page)
            else:
                page.context.close()
        self._lent.clear()


@pytest.fixture(scope="session")
def _pages(chromium: Browser) -> Pages:
    return Pages(chromium)


@pytest.fixture
def open_page(request: pytest.FixtureRequest, _pages: Pages, house: Live) -> Iterator[OpenPage]:
    """Open a page of the house in a browser of its own; whatever its console complains of fails the test."""

    def open_one(path: str, *, phone: bool = False, still: bool = True, coached: bool = False) -> Page:
        page = _pages.lend(phone=phone, still=still, coached=coached)
        page.goto(f"http://{house.address}{path}")
        return page

    yield open_one
    failed = request.node.stash.get(FAILED, False)
    _pages.take_back(keep=not failed)
    complaints, _pages.complaints = _pages.complaints, []
    assert complaints == []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call" and report.failed:
        item.stash[FAILED] = True
    return report

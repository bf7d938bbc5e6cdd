"""Every page as a wheel has it, bundled by esbuild; the other tests open them as a checkout serves them."""

import re
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from pitboss.house.founding import Plan
from pitboss.roles import Role
from tests.browser.conftest import OpenPage, practice
from tests.browser.table import console, enter, open_drawer, sit
from tests.browser.test_axe import STAFF, VISITORS
from tests.browser.test_speed import first_screen
from tests.house.live import BY_HAND, Live
from tools.bootstrap import ROOT
from tools.web.hatch_build import bundle

pytestmark = pytest.mark.browser
EDITION = re.compile(r"/static/\w{16}/")
MOST_BYTES = 90_000  # of the first screen of a table


@pytest.fixture(scope="module")
def built_pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    web = tmp_path_factory.mktemp("wheel") / "web"
    shutil.copytree(ROOT / "src/pitboss/web", web)
    if not bundle(ROOT, web / "dist"):
        pytest.skip("THE PAGES OF A WHEEL ARE NOT TESTED: npm could not install esbuild.")
    return web


@pytest.fixture
def house(
    tmp_path: Path, built_pages: Path, _listener: socket.socket, _quick_edges: None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Live]:
    """A house that serves them."""
    monkeypatch.setattr("pitboss.house.wire.pages.WEB", built_pages)
    by_hand = Plan("roulette-hand", "roulette", "Roulette by hand", BY_HAND)
    with Live(tmp_path / "house.db", [practice("roulette"), by_hand], _listener) as live:
        yield live


def edition(page: Page) -> str:
    """The folder of the page's script."""
    found = EDITION.search(page.locator("script[type=module]").get_attribute("src") or "")
    assert found is not None
    return found[0]


def test_every_page_of_a_wheel_opens(open_page: OpenPage, house: Live) -> None:
    """What its script writes is there, in whatever role it takes; and all of it is of one edition."""
    page, editions = open_page("/static/icon.svg"), set()
    for role, path, ready in (*((None, *visitor) for visitor in VISITORS), *STAFF):
        if role is not None:
            page.context.clear_cookies()
            enter(page, house, role)
        page.goto(f"http://{house.address}{path}")
        page.wait_for_selector(ready)
        editions.add(edition(page))
    assert len(editions) == 1


def test_what_a_table_of_a_wheel_fetches_later(open_page: OpenPage, house: Live, built_pages: Path) -> None:
    """Panels, the guide, the console of the staff, signing in again: each works with what the page has already."""
    page = open_page("/static/icon.svg")
    page.goto(f"http://{house.address}/table/roulette-practice")
    sit(page)
    open_drawer(page, "Find a wager")
    expect(page.locator("#finder-list .spot-row").first).to_be_visible()
    page.get_by_role("button", name="Rules", exact=True).click()
    expect(page.locator("dialog[open] .guide-section").first).to_be_visible()
    later = [path.name for path in (built_pages / "dist").glob("table-*.js") if "early" not in path.name]
    assert len(later) == 10
    for name in later:
        assert page.evaluate(
            "(path) => import(path).then((module) => Object.keys(module).length)", edition(page) + name
        )
    staff = open_page("/static/icon.svg")
    console(staff, house, Role.DEALER, "roulette-hand")
    expect(staff.locator("#console h2").first).to_be_visible()
    expect(staff.locator("#console")).to_have_css("display", "grid")  # by the styles that players do not load
    expect(page.locator("#later-styles")).to_have_js_property("disabled", True)


def test_the_first_screen_of_a_wheel_takes_fewer_bytes(chromium: Browser, house: Live) -> None:
    first_screen(chromium, house, MOST_BYTES)

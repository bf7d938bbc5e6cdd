"""One balance in the browser: chips that go along from table to table, under a name and a colour of one's own."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from pitboss.house.cage.purses import OPENING
from tests.browser.conftest import OpenPage, practice
from tests.browser.table import area, choose_chip, state
from tests.house.live import Live

pytestmark = pytest.mark.browser
A, B = "roulette-a", "roulette-b"
FITS = "() => document.documentElement.scrollWidth <= innerWidth"
RING = "node => getComputedStyle(node).backgroundColor"
TEAL = "rgb(77, 208, 225)"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, _quick_edges: None) -> Iterator[Live]:
    with Live(tmp_path_factory.mktemp("purse") / "house.db", [practice("roulette", name) for name in (A, B)]) as live:
        yield live


def sit_with(page: Page, amount: str) -> None:
    expect(page.locator("#buy-in")).to_be_visible()
    page.locator("#buy-in").fill(amount)
    page.locator(".seat:not([disabled])").first.click()


def in_purse(page: Page) -> int:
    found: int = page.evaluate("async () => (await (await fetch('/api/purse')).json()).balance")
    return found


@pytest.mark.parametrize(
    "phone", [pytest.param(False, marks=pytest.mark.slow, id="desktop"), pytest.param(True, id="phone")]
)
def test_what_is_left_at_one_table_is_brought_to_the_next(open_page: OpenPage, house: Live, phone: bool) -> None:
    """Lobby: name and colour; table A: buy in, play, leave; table B: sit down with all of it, seen by somebody else."""
    page = open_page("/", phone=phone)
    expect(page.locator("#purse .purse-balance")).to_contain_text("$10,000 in your purse, kept for this browser")
    page.locator("#purse-name").fill("Ann")
    page.locator("#purse-colour").select_option("teal")
    page.locator("#purse button", has_text="Keep").click()
    expect(page.locator(".purse-said")).to_contain_text("from your next seat on")
    assert page.evaluate(FITS)

    page.goto(f"http://{house.address}/table/{A}")
    sit_with(page, "10000.01")
    expect(page.locator(".notice, [role=alert]").first).to_contain_text(
        "You have $10,000 in your purse, and that takes $10,000.01"
    )
    sit_with(page, "200")
    expect(page.locator("#seated .purse-balance")).to_have_text("Purse $9,800")
    choose_chip(page, 10_000)
    area(page, "red").click()
    page.locator("#ready").click()
    state(page, "Round settled")
    page.wait_for_timeout(320)  # a press in the breath in which a result has come counts for nothing
    page.locator("#seated button", has_text="Leave").click()
    expect(page.locator("#buy-in")).to_be_visible()
    left = in_purse(page)
    assert left in (OPENING - 10_000, OPENING + 10_000)

    page.goto(f"http://{house.address}/table/{B}")
    sit_with(page, f"{left / 100:.2f}")
    expect(page.locator("#seated .purse-balance")).to_have_text("Purse $0")
    assert page.locator("#seated .own-colour").evaluate(RING) == TEAL
    assert page.evaluate(FITS)
    watcher = open_page(f"/table/{B}", phone=phone)
    taken = watcher.locator(".seat[disabled]").last
    expect(taken).to_contain_text("Ann")
    assert taken.locator(".own-colour").evaluate(RING) == TEAL
    page.locator("#seated button", has_text="Leave").click()
    expect(page.locator(".buy-in")).to_contain_text(f"of ${left // 100:,}")

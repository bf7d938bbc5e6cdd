"""The progressive book in a browser: a meter and a jackpot reached by keyboard, at both widths, without a fault."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from pitboss.roles import Role
from soak.linked import plans, race, seated
from tests.browser.axe import faults
from tests.browser.conftest import OpenPage
from tests.browser.table import enter
from tests.browser.test_design import OVERFLOWING
from tests.house.desk import Desk, run
from tests.house.live import Live

pytestmark = pytest.mark.browser
METER = "linked.progressive_payout.4.north"


@pytest.fixture(scope="module")
def won(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A house whose linked meter was won."""
    database = tmp_path_factory.mktemp("won") / "house.db"

    async def work() -> None:
        async with Desk(database, plans(2)) as desk:
            players = {name: await seated(desk, name) for name in desk.house.hosts}
            for _ in range(4):
                await race(desk, players, random.Random(8))

    with ThreadPoolExecutor(1) as thread:  # the browser has the loop of this one
        thread.submit(run, work).result()
    with Live(database, plans(2)) as live:
        yield live


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_meter_and_its_jackpots_are_reached_by_keyboard(open_page: OpenPage, won: Live, phone: bool) -> None:
    """Tick practice, open the meter, read its days, go to the jackpots; nothing overflows, axe finds nothing."""
    page = open_page("/static/icon.svg", phone=phone)
    page.goto(f"http://{won.address}/static/icon.svg")
    enter(page, won, Role.CAGE_CASHIER)
    page.goto(f"http://{won.address}/progressives")
    page.locator(".meters .empty").wait_for()
    page.get_by_label("Show tables for practice").focus()
    page.keyboard.press("Space")
    page.locator(f"[data-meter='{METER}'] a").focus()
    page.keyboard.press("Enter")
    page.locator(".meter-periods tbody tr").first.wait_for()
    assert page.locator(".meter-panel .jackpots tbody tr").count() > 0
    assert page.evaluate(OVERFLOWING) == []
    assert faults(page) == []
    page.get_by_label("Lines by").select_option("shift")
    page.locator(".meter-periods th:has-text('shift 1')").first.wait_for()
    page.get_by_role("tab", name="Meters").focus()
    page.keyboard.press("ArrowRight")
    page.locator("#panel-jackpots .jackpots").wait_for()
    assert page.get_by_role("link", name="slip of").first.get_attribute("href")
    assert page.evaluate(OVERFLOWING) == []
    assert faults(page) == []
    page.goto(f"http://{won.address}/static/icon.svg")

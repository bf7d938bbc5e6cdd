"""The reconciliation in a browser: a tray that is short is reached by keyboard, at both widths, without a fault."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pitboss.roles import Role
from tests.browser.axe import faults
from tests.browser.conftest import OpenPage
from tests.browser.table import enter
from tests.browser.test_design import OVERFLOWING
from tests.house.desk import run
from tests.house.live import Live
from tests.house.money import MoneyDesk
from tests.house.test_followed import Dealer

pytestmark = pytest.mark.browser
R, B = "roulette", "blackjack"


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Live, str]]:
    """A house with a tray that was short by a chip, a fill at the wrong table, and the gaming day of both."""
    folder: Path = tmp_path_factory.mktemp("short")
    days: list[str] = []

    async def work() -> None:
        async with MoneyDesk(folder, (R, B)) as desk:
            await desk.begin()
            for game in desk.games:
                await desk.count(game, "opener")
                await desk.open_by_hand(game)
            dealer = Dealer(desk, R, random.Random(3))
            await desk.do(R, dealer.session(), do="seat_patron", seat=1, amount=200_000)
            for _ in range(3):
                await dealer.round()
            await desk.do(R, desk.role("floor", R), do="free_seat", seat=1, reason="x")
            await desk.fill(R, {2500: 20})
            desk.clock.pass_by(60)
            for game, by_hand in ((R, -50_000), (B, 50_000)):
                await desk.close(game)
                await desk.count(game, "closer", by_hand)
                await desk.money(Role.SECURITY, "take_box", table=game)
            for box in list(desk.book.boxes):
                await desk.count_box(box)
            await desk.end_count()
            days.append(desk.house.calendar.gaming_day().date)

    with ThreadPoolExecutor(1) as thread:  # the browser has the loop of this one
        thread.submit(run, work).result()
    with Live(folder / "house.db", ()) as live:
        yield live, days[0]


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_difference_is_reached_by_keyboard(open_page: OpenPage, short: tuple[Live, str], phone: bool) -> None:
    """Choose the day and the table; the fill that explains both trays is named, and the other table is one press away."""
    house, day = short
    page = open_page("/static/icon.svg", phone=phone)
    page.goto(f"http://{house.address}/static/icon.svg")
    enter(page, house, Role.SHIFT_MANAGER)
    page.goto(f"http://{house.address}/reconciliation")
    page.get_by_label("Gaming day").select_option(day)
    page.locator(f".day-table-list [data-table='{R}']:has(.badge.bad) a").focus()
    page.keyboard.press("Enter")
    box = page.locator(f".interval[data-interval='{R} {day}']")
    box.get_by_text("The fill F-000001 of $500.00 is booked to roulette").wait_for()
    box.get_by_role("heading", name="Paytable − chance").wait_for()
    assert [head.inner_text() for head in box.locator("h3").all()] == [
        "Counted − played",
        "Played − paytable",
        "Paytable − chance",
    ]
    box.get_by_text("Each wager").focus()
    page.keyboard.press("Enter")
    assert box.get_by_role("link", name="Round 1 of roulette").first.get_attribute("href")
    assert page.evaluate(OVERFLOWING) == []
    assert faults(page) == []
    box.get_by_role("link", name=B).focus()
    page.keyboard.press("Enter")
    page.locator(f".interval[data-interval='{B} {day}'] [data-about]").wait_for()
    page.goto(f"http://{house.address}/static/icon.svg")


def test_a_cashier_does_not_see_it(open_page: OpenPage, short: tuple[Live, str]) -> None:
    house, _ = short
    page = open_page("/static/icon.svg")
    page.goto(f"http://{house.address}/static/icon.svg")
    enter(page, house, Role.CAGE_CASHIER)
    page.goto(f"http://{house.address}/reconciliation")
    page.get_by_text("Nothing here is for").wait_for()
    page.goto(f"http://{house.address}/static/icon.svg")

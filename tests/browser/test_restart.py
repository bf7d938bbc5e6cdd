"""A restart of the house under a page: it is back by itself, where it was, and complains of nothing."""

import pytest

from tests.browser.conftest import OpenPage
from tests.browser.table import area, choose_chip, sit, state, wagered
from tests.house.live import Live
from tests.house.test_restart import House

pytestmark = pytest.mark.browser


def test_a_page_goes_on_where_it_was(
    open_page: OpenPage, house: Live, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The wager that was made stays up, and the next one is taken by the successor."""
    page = open_page("/")
    restarted = House(tmp_path_factory.mktemp("restarted"))
    try:
        page.goto(f"http://127.0.0.1:{restarted.port}/table/roulette-0")
        sit(page)
        choose_chip(page, 500)
        area(page, "red").click()
        wagered(page, "$5")
        before = restarted.process
        with page.expect_websocket():  # the page has seen that its line was closed, and opens another
            restarted.hang_up()
            assert restarted.next() != before
        state(page, "Bets open")  # it is welcome again: a press before that is told that the house cannot be reached
        area(page, "red").click()
        wagered(page, "$10")
    finally:
        page.goto(f"http://{house.address}/")  # off the house that is closed now
        restarted.close()

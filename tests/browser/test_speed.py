"""How much a browser has to fetch before one can play; ``make bench`` tells how long that takes."""

import pytest
from playwright.sync_api import Browser

from tests.house.live import Live

pytestmark = pytest.mark.browser
# Page, style sheet, script, icon, facts, layout, session, purse; the browser tells of the socket elsewhere.
MOST_REQUESTS, MOST_BYTES = 8, 150_000


def test_the_first_screen_takes_few_requests_and_few_bytes(chromium: Browser, house: Live) -> None:
    """Nothing is asked for twice: what the page announces is what its script takes. The second time hardly anything is sent."""
    context = chromium.new_context()
    page = context.new_page()
    asked: dict[str, str] = {}
    sizes: dict[str, float] = {}
    cdp = context.new_cdp_session(page)
    cdp.send("Network.enable")
    cdp.on("Network.requestWillBeSent", lambda event: asked.update({event["requestId"]: event["request"]["url"]}))
    cdp.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    warnings: list[str] = []
    page.on("console", lambda said: warnings.append(said.text))
    page.goto(f"http://{house.address}/table/roulette-practice")
    page.wait_for_selector("body[data-ready] .seat:not([disabled])")
    assert len(set(asked.values())) == len(asked) <= MOST_REQUESTS, asked
    assert 0 < sum(sizes.values()) <= MOST_BYTES, sizes
    first = sum(sizes.values())
    sizes.clear()
    page.reload()
    page.wait_for_selector("body[data-ready] .seat:not([disabled])")
    assert sum(sizes.values()) < first / 10, sizes
    assert warnings == []
    context.close()

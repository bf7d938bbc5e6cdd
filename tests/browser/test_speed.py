"""How much a browser has to fetch before one can play; ``make bench`` tells how long that takes."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, WebSocketRoute

from tests.browser.conftest import OpenPage
from tests.browser.table import choose_chip, sit
from tests.house.live import Live

pytestmark = pytest.mark.browser
# Page, style sheet, script, icon, facts, layout, session, purse; the browser tells of the socket elsewhere.
MOST_REQUESTS, MOST_BYTES = 8, 113_000
LATER = "-panels.js"  # asked for when the first screen is there


def test_the_first_screen_takes_few_requests_and_few_bytes(chromium: Browser, house: Live) -> None:
    first_screen(chromium, house, MOST_BYTES)


def first_screen(chromium: Browser, house: Live, most_bytes: int) -> None:
    """Nothing is asked for twice: what the page announces is what its script takes. The second time hardly anything is sent."""
    context = chromium.new_context()
    page = context.new_page()
    asked: dict[str, str] = {}
    sizes: dict[str, float] = {}

    def ask(event: dict[str, Any]) -> None:
        if not event["request"]["url"].endswith(LATER):
            asked[event["requestId"]] = event["request"]["url"]

    def receive(event: dict[str, Any]) -> None:
        if event["requestId"] in asked:
            sizes[event["requestId"]] = event["encodedDataLength"]

    cdp = context.new_cdp_session(page)
    cdp.send("Network.enable")
    cdp.on("Network.requestWillBeSent", ask)
    cdp.on("Network.loadingFinished", receive)
    warnings: list[str] = []
    page.on("console", lambda said: warnings.append(said.text))
    page.goto(f"http://{house.address}/table/roulette-practice")
    page.wait_for_selector("body[data-ready] .seat:not([disabled])")
    assert len(set(asked.values())) == len(asked) <= MOST_REQUESTS, asked
    assert 0 < sum(sizes.values()) <= most_bytes, sizes
    first = sum(sizes.values())
    sizes.clear()
    page.reload()
    page.wait_for_selector("body[data-ready] .seat:not([disabled])")
    assert sum(sizes.values()) < first / 10, sizes
    assert warnings == []
    context.close()


# From a press to the first frame that has its chip: how often the page is laid out, and how much of it.
LAYS_OUT = "() => ['#felt', 'svg.felt'].map((part) => getComputedStyle(document.querySelector(part)).contain)"


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "hand"])
def test_a_chip_is_drawn_before_the_house_answers_and_lays_out_only_itself(
    open_page: OpenPage, house: Live, phone: bool
) -> None:
    """The house is told and says nothing: the chip is there in the next frame all the same, marked as on its way."""
    page = open_page("/", phone=phone)
    hushed: list[bool] = []

    def hush(client: WebSocketRoute) -> None:
        server = client.connect_to_server()
        client.on_message(server.send)
        server.on_message(lambda message: None if hushed else client.send(message))

    page.route_web_socket(re.compile("/ws/tables/"), hush)
    page.goto(f"http://{house.address}/table/roulette-practice")
    sit(page)
    hushed.append(True)
    choose_chip(page, 500)
    seen = page.evaluate(
        """async (spot) => {
          document.querySelector(spot).dispatchEvent(new MouseEvent("click", { bubbles: true }));
          await new Promise((done) => requestAnimationFrame(done));
          return [...document.querySelectorAll(".stack")].map((chip) => chip.getAttribute("class"));
        }""",
        '.area[data-wager="straight"][data-on="17"]',
    )
    assert seen == ["stack mine pending"]
    assert page.evaluate(LAYS_OUT) == ["strict", "strict"]
    page.context.close()  # its line stays the silent one


# From now on: what is written where it stands already, which lays the page out for nothing, and the frames that scripts ask for.
COUNTS = """() => {
  const count = (window.counted = { again: [], frames: 0 });
  const { get, set } = Object.getOwnPropertyDescriptor(Node.prototype, "textContent");
  Object.defineProperty(Node.prototype, "textContent", {
    get,
    set(words) {
      if (words && get.call(this) === words) count.again.push(words);
      set.call(this, words);
    },
  });
  const ask = requestAnimationFrame;
  window.requestAnimationFrame = (draw) => (count.frames++, ask(draw));
}"""


def test_a_page_on_which_nothing_happens_draws_nothing(open_page: OpenPage, house: Live) -> None:
    """A seat is taken and nobody plays: timers run, and none of them writes what is there already or asks for a frame."""
    page = open_page("/static/icon.svg")
    page.clock.install()
    page.goto(f"http://{house.address}/table/roulette-practice")
    sit(page)
    page.clock.run_for(500)  # what the press has drawn
    page.evaluate(COUNTS)
    page.clock.run_for(2_000)  # less than the silence after which a page connects again
    assert page.evaluate("() => counted") == {"again": [], "frames": 0}
    page.context.close()  # its clock is its own

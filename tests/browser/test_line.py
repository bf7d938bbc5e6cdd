"""The line to the house: a dead one is seen and told within seconds, and the page is back as soon as it is."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

import pitboss
from bench.line import Line
from tests.browser.conftest import OpenPage
from tests.browser.table import area, choose_chip, leave_line, notice, sit, state, wagered
from tests.house.live import Live

pytestmark = pytest.mark.browser
SEEN = 5_000  # milliseconds of silence, at most
CONNECTION = Path(pitboss.__file__).parent / "web" / "table" / "connection.js"


@pytest.fixture
def line(house: Live) -> Iterator[Line]:
    with Line(house.port) as line:
        yield line


def milliseconds(name: str) -> int:
    """How long the page waits for something, as its script says."""
    (found,) = re.findall(rf"^const {name} = (\d+);", CONNECTION.read_text(encoding="utf-8"), re.MULTILINE)
    return int(found)


def test_a_silent_line_is_told_within_five_seconds(open_page: OpenPage, house: Live, line: Line) -> None:
    """No sign of life: the state is no longer green, nothing can be pressed, and it says why; then all is as before.

    How soon is read from the script: a clock outside it would measure how busy the machine is.
    """
    assert milliseconds("DEAD_AFTER") + milliseconds("CHECK_EVERY") <= SEEN
    page = open_page("/")
    page.goto(f"http://{line.address}/table/roulette-practice")
    sit(page)
    choose_chip(page, 500)
    area(page, "red").click()
    wagered(page, "$5")
    page.wait_for_timeout(SEEN)  # a quiet table is not a dead line
    state(page, "Bets open")
    line.silence()
    state(page, "No connection")
    expect(page.locator("#line")).to_have_text("Reconnecting …")
    expect(page.locator("#waiting")).to_contain_text("The house cannot be reached")
    for control in ("#ready", "#actions button:nth-child(1)"):
        expect(page.locator(control)).to_be_disabled()
    area(page, "red").click()
    expect(notice(page)).to_contain_text("The house cannot be reached")
    wagered(page, "$5")
    line.speak()
    state(page, "Bets open")
    expect(page.locator("#line")).to_have_text("")
    wagered(page, "$5")
    expect(page.locator("#ready")).to_be_enabled()
    leave_line(page, house)


def test_a_decision_cannot_be_pressed_on_a_dead_line(open_page: OpenPage, house: Live, line: Line) -> None:
    """Answers are dead with the reason beside them, and alive again with the line; the browser's word is taken at once."""
    page = open_page("/")
    page.goto(f"http://{line.address}/table/go-fore-it-practice")
    seat = sit(page)
    area(page, "front_9", seat=seat).click()
    page.locator("#ready").click()
    state(page, "Your decision")
    line.silence()
    page.evaluate("() => dispatchEvent(new Event('offline'))")
    expect(page.locator("#decision .answer").first).to_be_disabled()
    expect(page.locator("#decision .held")).to_contain_text("The house cannot be reached")
    page.keyboard.press(page.locator("#decision kbd").first.inner_text().lower())
    line.speak()
    page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(page.locator("#decision .answer").first).to_be_enabled()
    state(page, "Your decision")
    leave_line(page, house)


def test_the_page_tries_at_once_when_somebody_wants_it(open_page: OpenPage, house: Live, line: Line) -> None:
    """While it waits for its next attempt; the button is there only as long as there is no connection."""
    page = open_page("/")
    page.goto(f"http://{line.address}/table/roulette-practice")
    sit(page)
    button = page.locator("#reconnect")
    expect(button).to_be_hidden()
    line.silence()
    # From now on it would wait for ever: only what is tried at once brings it back.
    page.evaluate("() => { setTimeout = () => 0; dispatchEvent(new Event('offline')); }")
    state(page, "No connection")
    expect(button).to_be_visible()
    line.speak()
    button.click()
    state(page, "Bets open")
    expect(button).to_be_hidden()
    leave_line(page, house)

"""The table is drawn around the player: large, legible, and whole on every screen."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pitboss import catalogue
from tests.browser.conftest import OpenPage
from tests.browser.layout import OWN, WIDER, measured
from tests.browser.table import answer_all, choose_chip, enough, first_area, over, sit, wait_until_asked

pytestmark = pytest.mark.browser

DESK = (1440, 900)
AT_THE_DESK = (DESK, (1280, 800), (720, 450), (320, 640))  # the third is a desk at twice its size
IN_THE_HAND = ((390, 844), (844, 390), (320, 640))
GAMES = list(catalogue.games())


def measure(page: Page, state: str, *, touch: bool) -> dict[str, Any]:
    """The page on every screen; what is wrong with it there, by screen."""
    wrong: dict[str, Any] = {}
    for width, height in reversed(IN_THE_HAND if touch else AT_THE_DESK):
        page.set_viewport_size({"width": width, "height": height})
        found = measured(page, touch=touch, letters=(width, height) == DESK)
        if found:
            wrong[f"{state}, {width} by {height}"] = found
    return wrong


def walk(page: Page, game: str, *, touch: bool) -> dict[str, Any]:
    """A round, measured with nothing on the layout, with wagers, at the first decision and with the result."""
    seat = sit(page)
    wrong = measure(page, "empty", touch=touch)
    chip, needed = enough(catalogue.game(game))
    choose_chip(page, chip)
    for wager in needed:
        first_area(page, wager, seat).dispatch_event("click")
    wrong |= measure(page, "wagers", touch=touch)
    page.locator("#ready").click()
    if not page.locator("#turn").is_visible():
        wait_until_asked(page)
    if page.locator("#decision").is_visible():
        wrong |= measure(page, "decision", touch=touch)
    answer_all(page)
    over(page)
    return wrong | measure(page, "result", touch=touch)


@pytest.mark.parametrize(("game", "touch"), [("blackjack", False), ("roulette", False), ("pai-gow-poker", True)])
def test_a_table_is_legible_and_whole(open_page: OpenPage, game: str, touch: bool) -> None:
    """Letters of 11 pixels at 1440 by 900, targets of 24 (44 for fingers), no sideways scroll, and no spot lost."""
    page = open_page(f"/table/{game}-layout", phone=touch)
    assert walk(page, game, touch=touch) == {}


@pytest.mark.slow
@pytest.mark.parametrize("touch", [False, True], ids=["desk", "hand"])
@pytest.mark.parametrize("game", GAMES)
def test_every_table_is_legible_and_whole(open_page: OpenPage, game: str, touch: bool) -> None:
    """The same for every game, at a desk and in the hand."""
    page = open_page(f"/table/{game}-{'touch' if touch else 'mouse'}", phone=touch)
    assert walk(page, game, touch=touch) == {}


@pytest.mark.parametrize("path", ["/", "/open", "/drills", "/analysis"])
def test_the_pages_around_the_tables_are_no_wider_than_the_screen(open_page: OpenPage, path: str) -> None:
    """No sideways scroll at any width from 320 pixels on."""
    page = open_page(path)
    page.wait_for_selector("main :is(a, button, select)")
    for width, height in (*IN_THE_HAND, *AT_THE_DESK):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WIDER) == [], f"{width} by {height}"


def test_the_own_place_is_large_and_the_whole_table_is_one_press_away(open_page: OpenPage) -> None:
    """Empty seats are folded and counted; the whole layout comes back as it was filed, and the choice is kept."""
    page = open_page("/table/go-fore-it-practice")
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    sit(page)
    whole = page.locator("#zoom-whole")
    expect(whole).to_have_text("Whole table · 5 free")
    expect(page.locator(".area[data-seat='5']").first).to_be_hidden()
    around = page.evaluate(OWN)
    assert around["height"] >= 211  # pixels: a third of a felt of 640
    whole.click()
    expect(page.locator(".area[data-seat='5']").first).to_be_visible()
    assert page.evaluate(OWN)["height"] < 0.8 * around["height"]
    page.reload()
    expect(whole).to_have_text("My place")
    whole.click()
    expect(page.locator(".area[data-seat='5']").first).to_be_hidden()

"""A whole round at a table, and the one after it, by one way of playing: with the mouse, by the keyboard alone, by touch."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from pitboss import catalogue
from tests.browser.table import (
    CHIPS,
    answer_all,
    enough,
    first_area,
    over,
    pass_cut,
    seat_of,
    tab_to,
    wagered,
    walk_to,
)

MOUSE, KEYBOARD, TOUCH = WAYS = ("mouse", "keyboard", "touch")
A_BREATH = 400  # milliseconds: before that nobody has read the result, and nothing goes on by a press
SIZES = ((1440, 900), (390, 844), (844, 390))


def play_twice(page: Page, game: str, way: str) -> None:
    """Sit, wager, decide until it is over, read what came of it, put the same down again and go."""
    keyboard, touch = way == KEYBOARD, way == TOUCH
    press = _pressing(page, way)
    press(".seat:not([disabled])")
    page.wait_for_selector("#controls:not([hidden])")
    pass_cut(page, keyboard=keyboard, touch=touch)
    _wager(page, game, way, press)
    press("#ready")
    _to_the_end(page, keyboard=keyboard, touch=touch)
    page.wait_for_timeout(A_BREATH)
    before = _rounds(page)
    again = page.locator(".encore")
    if again.is_enabled():
        if keyboard:
            page.keyboard.press("b")
        else:
            press(".encore")
    else:  # at dice the wagers may be up still
        press("#ready")
    page.wait_for_function("before => document.querySelectorAll('#log-list li').length > before", arg=before)
    _to_the_end(page, keyboard=keyboard, touch=touch)


def _to_the_end(page: Page, *, keyboard: bool, touch: bool) -> None:
    """Decide whatever is asked; at the end a sentence says what came of it, to be read and to be heard."""
    answer_all(page, keyboard=keyboard, touch=touch)
    over(page)
    told = page.locator("#told")
    if "is-empty" in (told.get_attribute("class") or ""):  # the dice decided nothing yet
        return
    expect(told).to_contain_text(".")
    expect(page.locator("#live")).to_contain_text(told.inner_text())
    assert page.evaluate("() => document.activeElement !== document.body || !document.hasFocus()")


def _rounds(page: Page) -> int:
    return page.locator("#log-list li").count()


def _pressing(page: Page, way: str) -> Callable[[str], None]:
    """Press the first of what a selector finds."""

    def press(selector: str) -> None:
        found = page.locator(selector).first
        if way == TOUCH:
            found.tap()
        elif way == MOUSE:
            found.click()
        elif selector == "#ready":
            expect(found).to_be_enabled()
            page.keyboard.press("g")
        else:
            found.wait_for()
            tab_to(page, selector)
            page.keyboard.press("Enter")

    return press


def _wager(page: Page, game: str, way: str, press: Callable[[str], None]) -> None:
    chip, needed = enough(catalogue.game(game))
    if way == KEYBOARD:
        page.keyboard.press(str(1 + CHIPS.index(chip)))
        page.keyboard.press("f")
    else:
        press(f'[data-chip="{chip}"]')
    for wager in needed:
        if way == KEYBOARD:
            walk_to(page, wager, seat_of(page))
            page.keyboard.press("Enter")
        elif way == TOUCH:
            first_area(page, wager, seat_of(page)).tap()
        else:
            first_area(page, wager, seat_of(page)).click()
    wagered(page, f"${chip * len(needed) // 100}")

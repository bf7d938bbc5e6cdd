"""What a person does at a table page, in the table's words."""

import re

from playwright.sync_api import Locator, Page, expect

SETTLED = "Round settled"
MOST_ANSWERS = 40


def sit(page: Page) -> int:
    """Take the first free seat."""
    page.locator(".seat:not([disabled])").first.click()
    page.wait_for_selector("#deck:not([hidden])")
    return seat_of(page)


def seat_of(page: Page) -> int:
    found = re.search(r"Seat (\d+)", page.locator("#seated").inner_text())
    assert found
    return int(found[1])


def area(page: Page, wager: str, on: str = "", seat: int = 0) -> Locator:
    where = f'[data-seat="{seat}"]' if seat else ""
    return page.locator(f'.area[data-wager="{wager}"][data-on="{on}"]{where}').first


def choose_chip(page: Page, cents: int) -> None:
    page.locator(f'[data-chip="{cents}"]').click()


def money(page: Page, which: str) -> str:
    return page.locator(f"#{which}").inner_text()


def wagered(page: Page, amount: str) -> None:
    expect(page.locator("#wagered")).to_have_text(amount)


def state(page: Page, words: str) -> None:
    expect(page.locator("#state strong")).to_have_text(words)


def notice(page: Page) -> Locator:
    return page.locator("#notice")


def playable(page: Page, seat: int) -> list[Locator]:
    """The areas a seat may put chips on, those of its own position or of the shared layout."""
    own = page.locator(f'.area[data-seat="{seat}"][data-wager]')
    found = own if own.count() else page.locator('.area[data-seat=""][data-wager]:not([data-wager=""])')
    return found.all()


def answer_all(page: Page, answer: "object" = None) -> int:
    """Answer every question by its first lawful answer until the round is settled; returns how many there were."""
    for answered in range(MOST_ANSWERS):
        page.wait_for_function(
            "words => document.querySelector('#state strong').textContent === words"
            " || document.querySelector('#decision .answer, #decision .house-way')",
            arg=SETTLED,
        )
        if page.locator("#decision").is_hidden():
            return answered
        answer_one(page)
    raise AssertionError("the round does not come to an end")


def answer_one(page: Page) -> None:
    house_way = page.locator("#decision .house-way")
    if house_way.count():
        house_way.click()
    before = page.locator("#decision").inner_text()
    page.locator("#decision .answer:not([disabled])").first.click()
    page.wait_for_function("before => document.querySelector('#decision').innerText !== before", arg=before)

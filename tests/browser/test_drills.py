"""Drills in a browser: as a player by keys, as a dealer by mouse, as a floorperson by touch, and an exam with its record."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import OpenPage
from tests.browser.test_access import sound
from tests.house.live import Live
from tools.bootstrap import page_checker

pytestmark = pytest.mark.browser


def practise(page: Page, who: str, game: str, kind: str = "") -> None:
    """Choose and begin, with the keyboard alone."""
    page.wait_for_selector("body[data-ready]")
    if (others := page.get_by_role("button", name="Other drills")).is_visible():
        others.press("Enter")  # on a small screen the first question stands in the place of what is chosen
    page.get_by_role("radio", name=who).focus()
    page.keyboard.press("Space")
    page.locator("#drill-game").select_option(game)
    expect(page.locator("#practise")).to_be_enabled()
    if kind:
        page.locator("#drill-kind").select_option(label=kind)
    page.locator("#practise").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".question .answers")


def is_sound(page: Page) -> None:
    """As the tests of access have it, and as axe has it, which takes a second."""
    assert sound(page) == {}
    if page_checker("axe-core/axe.min.js") is not None:  # the rest of this test needs no axe
        assert faults(page) == []


def test_player_dealer_floor_and_exam(open_page: OpenPage, house: Live) -> None:
    page = open_page("/")
    page.get_by_role("link", name="Drills", exact=True).click()
    # --- a player, by digits: graded with worths, chances and provisions; the next one by Enter
    practise(page, "Player", "over-under")
    expect(page.locator(".drill-table .card-picture").first).to_be_visible()
    assert sound(page) == {}
    page.keyboard.press("3")
    expect(page.locator(".grade .verdict")).to_contain_text(re.compile("Right|Wrong|Better"))
    expect(page.locator(".worths tr.taken")).to_contain_text("yours")
    expect(page.locator(".by .cite").first).to_be_visible()
    expect(page.locator(".counts")).to_contain_text("Asked1")
    is_sound(page)
    page.keyboard.press("Enter")
    expect(page.locator(".choice:enabled")).to_have_count(3)
    page.locator(".chart-of summary").click()
    expect(page.locator(".chart-of h3").first).to_be_visible()
    # --- a dealer, by mouse: an amount; a letter is refused and the question stays
    practise(page, "Dealer", "sic-bo", "Pay this")
    expect(page.locator(".dice-picture")).to_be_visible()
    amount, answer = page.locator(".amount input"), page.get_by_role("button", name="Answer", exact=True)
    amount.fill("much")
    answer.click()
    expect(page.locator(".question .refusal")).to_contain_text("much")
    amount.fill("$5.00")
    answer.click()
    expect(page.locator(".grade")).to_contain_text("§ 625a")
    # what was learned is there when the page comes again
    page.reload()
    practise(page, "Dealer", "sic-bo")
    expect(page.locator(".counts")).to_contain_text("Asked2")
    expect(page.locator("#drill-kind option").first).to_have_text("All, the weak ones first")
    # --- a floorperson, by touch on a phone, under the rules of a table
    phone = open_page("/table/go-fore-it-practice", phone=True)
    phone.wait_for_selector("body[data-ready]")
    phone.locator("#rules-button").click()
    link = phone.get_by_role("link", name="Drill these rules").get_attribute("href")
    phone.goto(f"http://{house.address}{link}")
    phone.wait_for_selector("body[data-ready]")
    expect(phone.locator(".rules-line")).to_contain_text("Go Fore It")
    practise(phone, "Floorperson", "go-fore-it")
    assert sound(phone) == {}
    phone.set_viewport_size({"width": 320, "height": 640})
    is_sound(phone)
    phone.locator(".choice").nth(1).tap()
    expect(phone.locator(".choice.right")).to_have_count(1)
    expect(phone.locator(".grade ol")).to_contain_text("Irregularity")
    assert sound(phone) == {}
    phone.get_by_role("button", name="Other drills").tap()
    # --- an exam: nothing is graded before its end, and a tab that is loaded again goes on
    phone.locator(".exam-setup summary").tap()
    phone.locator("#exam-name").fill("Ann Lee")
    phone.locator("#exam-count").select_option("5")
    phone.locator("#begin-exam").tap()
    for number in range(1, 6):
        expect(phone.locator(".question-head")).to_contain_text(f"question {number} of 5")
        expect(phone.locator(".grade")).to_have_count(0)
        if number == 3:
            phone.reload()
            expect(phone.locator(".question-head")).to_contain_text("question 3 of 5")
        phone.locator(".choice").first.tap()
    expect(phone.locator(".score")).to_contain_text("of 5 right")
    is_sound(phone)
    record = phone.locator("a.record").get_attribute("href")
    phone.goto(f"http://{house.address}{record}")
    expect(phone.locator("body")).to_contain_text("Ann Lee")
    expect(phone.locator("body")).to_contain_text("611a")

"""The players' pages in other languages: as the browser asks for, as is chosen on the page; never for those who work here."""

import pytest
from playwright.sync_api import Browser, expect

from pitboss.roles import Role
from tests.browser.conftest import UNCOACHED
from tests.browser.table import area, choose_chip, enter
from tests.browser.test_access import sound
from tests.house.live import Live

pytestmark = pytest.mark.browser


def test_a_page_in_the_language_of_its_reader(chromium: Browser, house: Live) -> None:
    """Chinese by what the browser asks for, Spanish by choice, to the end of a round, where what is printed stays in English."""
    context = chromium.new_context(locale="zh-CN", reduced_motion="reduce", viewport={"width": 1440, "height": 900})
    context.add_init_script(UNCOACHED)
    page = context.new_page()
    page.goto(f"http://{house.address}/")
    expect(page.locator(".games-head h2")).to_have_text("选择游戏")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(page.locator("#language-choice option:checked")).to_have_text("简体中文（非官方）")
    page.select_option("#language-choice", "es")
    expect(page.locator(".games-head h2")).to_have_text("Elija un juego")
    expect(page.locator('.game-card[data-game="roulette"] h3')).to_contain_text("Ruleta")
    assert sound(page) == {}

    page.goto(f"http://{house.address}/table/roulette-practice")
    expect(page.locator("#state strong")).to_have_text("Apuestas abiertas")
    page.locator(".seat:not([disabled])").first.click()
    choose_chip(page, 500)
    area(page, "red").click()
    expect(area(page, "red").locator("text")).to_have_text("RED")  # the layout is filed in English
    expect(page.locator("#bets")).to_contain_text("1 apuesta, $5")
    page.locator("#ready").click()
    expect(page.locator("#state strong")).to_have_text("Ronda resuelta")
    expect(page.locator("#told")).to_contain_text("El resultado es")
    expect(page.locator("#settled")).to_contain_text("Total de la ronda 1:")
    page.locator("#drawer-button").click()
    expect(page.get_by_role("tab", name="Imparcialidad")).to_be_visible()
    assert sound(page) == {}

    enter(page, house, Role.MANAGER)
    page.goto(f"http://{house.address}/filings")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("tab").first).to_be_visible()
    context.close()

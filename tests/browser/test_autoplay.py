"""The same bets again until a stop, and a guided first round that comes once."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import faults
from tests.browser.conftest import OpenPage
from tests.browser.table import area, choose_chip, open_drawer, sit, wagered

pytestmark = pytest.mark.browser


def test_the_same_bets_are_played_until_a_stop_after_a_guided_first_round(open_page: OpenPage) -> None:
    """Roulette: three sentences in their order and never again; then rounds by themselves, to their number and to a stop."""
    page = open_page("/table/roulette-practice", coached=True)
    sit(page)
    guide = page.locator("#first-round")
    expect(guide).to_contain_text("1 of 3")
    choose_chip(page, 500)
    area(page, "straight", "17").click()
    expect(guide).to_contain_text("2 of 3 Your chips are down. Press Spin")
    assert faults(page) == []
    page.locator("#ready").click()
    expect(page.locator("#last-result")).not_to_have_text("")
    expect(guide).to_be_empty()
    open_drawer(page, "Quick bets")
    page.locator("#auto-rounds").fill("2")
    page.get_by_role("button", name="Play the same bets").click()
    said = page.locator(".autoplay [role=status]")
    expect(said).to_contain_text(re.compile(r"Done\. 2 rounds, "))
    # --- a stop that the first lost chip reaches: a wager of $5 loses 37 times in 38, else it wins $175
    page.locator("#auto-rounds").fill("1000")
    page.locator("#auto-loss").fill("5")
    page.locator("#auto-win").fill("100")
    page.get_by_role("button", name="Play the same bets").press("Enter")
    expect(said).to_contain_text(re.compile(r"Stopped: \$(5 lost|1\d\d won)\. 1 round"))
    wagered(page, "$0")
    page.locator("#auto-loss").fill("much")
    page.get_by_role("button", name="Play the same bets").click()
    expect(said).to_contain_text("A stop is an amount in dollars")
    # --- what came at this table, beside what chance expects
    open_drawer(page, "Hot/cold")
    expect(page.locator(".hot-cold")).to_contain_text("last 4 rounds at this table")
    expect(page.locator(".hot-cold tbody tr")).to_have_count(10)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    expect(guide).to_be_empty()

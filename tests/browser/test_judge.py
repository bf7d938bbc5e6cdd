"""Decisions judged in the page of a practice table, before or after the player decides; and what a session came to."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.table import area, choose_chip, open_drawer, sit, wait_until_asked, wait_until_ready
from tests.browser.walk import A_BREATH

pytestmark = pytest.mark.browser


def test_a_decision_is_judged(open_page: OpenPage) -> None:
    """Before: the best answer is named over a table of worths and a picture. After: nothing is told until the answer is
    given, then what it cost. The session tells luck from skill, and nothing of it is shown before it is asked for."""
    page = open_page("/table/go-fore-it-practice")
    seat = sit(page)
    line, panel = page.locator("#judge-line"), page.locator("#judge")
    open_drawer(page, "Coach")
    page.select_option("#judge-when", "before")
    choose_chip(page, 500)
    area(page, "front_9", seat=seat).click()
    page.keyboard.press("g")
    wait_until_asked(page)
    expect(line).to_contain_text("Best: ")
    expect(panel.locator(".worths tbody tr")).to_have_count(2)
    box, screen = panel.locator(".worths").bounding_box(), page.viewport_size
    assert box is not None
    assert screen is not None
    assert box["y"] + box["height"] <= screen["height"]  # the whole table is in sight, and nothing is cut off
    assert page.locator("#panel-judge").evaluate("node => node.clientHeight") > box["height"]
    expect(panel.locator(".worths tr.best")).to_contain_text("best")
    expect(panel.locator("figure.bars")).to_contain_text("par")
    best = "Back 9" if "Back 9" in line.inner_text() else "Fold"
    page.locator("#decision button", has_text="Fold" if best == "Back 9" else "Back 9").click()
    expect(line).to_contain_text(f"better: {best}.")
    expect(line).to_contain_text("% of the wager")
    page.select_option("#judge-when", "after")
    page.keyboard.press("g")
    area(page, "front_9", seat=seat).click()
    page.keyboard.press("g")
    wait_until_asked(page)
    expect(panel).to_contain_text("Decide first")
    expect(line).to_be_empty()
    page.locator("#decision button", has_text="Fold").click()
    expect(line).to_contain_text("Fold")
    expect(panel.locator(".worths tr.taken")).to_contain_text("Fold")
    page.get_by_role("button", name="My session").click()
    report = page.locator("dialog .session-report")
    expect(report).to_contain_text("2 rounds, result ")
    expect(report.locator(".shares")).to_contain_text("Luck")
    with page.expect_download() as saved:
        report.get_by_role("button", name="Save as a file").click()
    assert saved.value.suggested_filename == "session-go-fore-it-practice.csv"


def test_the_coach_speaks_without_being_asked(open_page: OpenPage) -> None:
    """Nobody has chosen anything: after the first answer each answer stands where its button was, with what it was worth; the
    board beside the felt counts what was given away, also after a reload. Before the answer nothing is told, unless on request."""
    page = open_page("/table/go-fore-it-practice", coached=True)
    seat = sit(page)
    line, board = page.locator("#judge-line"), page.locator("#coach")
    choose_chip(page, 500)
    area(page, "front_9", seat=seat).click()
    page.keyboard.press("g")
    wait_until_asked(page)
    expect(page.locator("#decision h2").first).to_contain_text("You have")
    expect(board).to_contain_text("Decide first")
    expect(line).to_be_empty()
    page.locator("#decision button", has_text="Back 9").click()
    expect(line.locator(".coach-answers li")).to_have_count(2)
    expect(line.locator(".best")).to_have_count(1)
    expect(line.locator(".taken")).to_contain_text("Back 9")
    expect(board.locator(".worth-bars li")).to_have_count(2)
    expect(board.locator(".coach-score")).to_contain_text("1 decision,")
    given = board.locator(".coach-score b").inner_text()
    assert (given == "$0.00") == ("nothing is worth more" in line.inner_text())
    encore, go = page.locator(".encore"), page.locator("#ready")
    expect(encore).to_have_class("encore primary")
    expect(go).not_to_have_class("go primary")
    page.reload()
    wait_until_ready(page)
    page.wait_for_timeout(A_BREATH)  # before that no press is taken
    page.keyboard.press("b")
    wait_until_asked(page)
    expect(board.locator(".coach-score b")).to_have_text(given)
    board.get_by_role("button", name="Show me before I decide").click()
    expect(board.locator(".worth-bars li")).to_have_count(2)
    expect(line).to_contain_text("Best: ")

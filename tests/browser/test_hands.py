"""Hands in a real browser: several boxes of one player, hands that are set, and the chart at a practice table."""

import re
from collections.abc import Iterator
from itertools import combinations

import pytest
from playwright.sync_api import Locator, Page, expect

from pitboss.house.founding import Plan
from pitboss.house.workers.chart import ChartAsked
from pitboss.house.workers.workers import Workers
from pitboss.mathematics.kit.chart import Chart, grid
from pitboss.roles import Role
from tests.browser.conftest import OpenPage
from tests.browser.table import (
    SETTLED,
    answer_all,
    area,
    choose_chip,
    enter,
    open_drawer,
    pass_cut,
    sit,
    state,
    wagered,
    wait_until_asked,
)
from tests.house.live import PRACTICE, QUICK, Live, plan
from tests.house.no_edges import answered_at_once

pytestmark = pytest.mark.browser
UP = tuple("23456789TA")
TOTALS = Chart(
    "Basic strategy",
    ("No Insurance.",),
    (
        grid("Hard totals", "held", "the up card", UP, {str(n): ("H",) * 10 for n in range(4, 22)}),
        grid("Soft totals", "held", "the up card", UP, {str(n): ("S",) * 10 for n in range(12, 22)}),
        grid("Pairs", "held", "the up card", UP, dict.fromkeys("A23456789T", ("P",) * 10)),
    ),
    {"H": "draw", "S": "stand", "P": "split"},
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, _quick_edges: None) -> Iterator[Live]:
    plans = [
        plan("blackjack", adjacent_boxes=3), plan("pai-gow-poker", adjacent_boxes=2),
        plan("six-card-fortune-pai-gow-poker"), Plan("blackjack-timed", "blackjack", "Blackjack", QUICK),
        Plan("blackjack-chart", "blackjack", "Blackjack", PRACTICE),
    ]  # fmt: skip
    with pytest.MonkeyPatch.context() as patch:
        for name, replaced in answered_at_once(ChartAsked, lambda _: TOTALS).items():
            patch.setattr(Workers, name, replaced)
        with Live(tmp_path_factory.mktemp("hands") / "house.db", plans) as live:
            yield live


def take_box(page: Page, box: int) -> None:
    page.get_by_role("button", name=f"Also play box {box}").click()
    expect(page.get_by_role("button", name=f"Give up box {box}")).to_be_visible()


def low_hand(page: Page) -> Locator:
    return page.locator(".lane-box.low .set-card")


def find_a_foul(page: Page) -> bool:
    """Lay two cards low by their letters until the house calls it foul; of three pairs, say, nothing is."""
    for one, two in combinations("abcdefg", 2):
        laid = page.locator(".lane-box.low kbd").all_inner_texts()
        for letter in [*(word.lower() for word in laid), one, two]:
            page.keyboard.press(letter)
        if page.locator(".foul:not(:empty)").count():
            return True
    return False


def test_one_player_plays_several_boxes(open_page: OpenPage) -> None:
    """Boxes beside the seat: one rack, a decision for each in turn, each settled by its number, given up again."""
    page = open_page("/table/blackjack")
    page.locator('.seat[data-seat="3"]').click()
    page.wait_for_selector("#controls:not([hidden])")
    pass_cut(page)
    take_box(page, 4)
    take_box(page, 2)
    expect(page.get_by_role("button", name="Also play box 1")).to_have_count(0)  # three are filed
    choose_chip(page, 2500)
    for seat in (2, 3, 4):
        area(page, "blackjack", seat=seat).click()
    wagered(page, "$75")
    expect(page.locator("#rack")).to_have_text("$925")
    expect(page.locator("#actions button", has_text="Undo")).to_be_enabled()  # they are not placed yet
    page.get_by_role("button", name="Press, doubling it: Box 2: Blackjack").click()
    wagered(page, "$100")
    page.locator("#ready").click()
    answer_all(page, keyboard=True)
    state(page, SETTLED)
    for seat in (2, 3, 4):
        expect(page.locator("#settled")).to_contain_text(f"Seat {seat}: Blackjack")
    page.keyboard.press("r")
    wagered(page, "$100")
    state(page, "Bets open")
    page.locator("#ready").click()
    expect(page.locator("#state strong")).not_to_have_text("Bets open")  # until then the round before is the newest
    answer_all(page)
    state(page, SETTLED)
    pass_cut(page)  # where the shoe was played to its end
    page.get_by_role("button", name="Give up box 4").click()
    expect(page.get_by_role("button", name="Give up box 4")).to_have_count(0)
    expect(area(page, "blackjack", seat=4)).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Leave").click()
    page.wait_for_selector('.seat[data-seat="2"]:not([disabled])')


ALL = """
(kinds) => import("/static/table/questions.js").then(({ questionForAll }) => {
  const asked = kinds.map(([kind, ...says], n) => ({ to: n + 2, kind, cite: "633a.8(a)", hand: 0, options: [
    ...says.map((one) => ({ says: one })), { says: "insurance", least: 1, most: 100 * (n + 1) } ] }));
  const sent = [];
  const form = questionForAll(asked, { answer: (answers) => sent.push(...answers), keys: {
    hint: () => null, letters: (says) => says.map((one) => one[0]) } });
  form?.keys.get("shift n")?.();
  form?.node.querySelector("button").click();
  return form && sent.map(({ by, says }) => `${by} ${says}`);
})
"""


def test_one_press_answers_for_all_boxes_that_are_asked_alike(open_page: OpenPage) -> None:
    """By button, or by Shift and the letter; boxes that are asked something else are answered one by one."""
    page = open_page("/")
    alike, other = ["insurance", "insurance", "no_insurance"], ["even money", "even_money", "no_even_money"]
    every = [f"{box} {says}" for says in ("no_insurance", "insurance") for box in (2, 3, 4)]
    assert page.evaluate(ALL, [alike, alike, alike]) == every
    assert page.evaluate(ALL, [alike, other]) is None
    assert page.evaluate(ALL, [alike]) is None


def test_a_foul_is_told_before_it_is_confirmed(open_page: OpenPage, house: Live) -> None:
    """By letters, by dragging and by the house way; the warning names both hands, and goes when they are set right."""
    page = open_page("/table/pai-gow-poker")
    seat = sit(page)
    choose_chip(page, 2500)
    area(page, "pai_gow_poker", seat=seat).click()
    page.locator("#ready").click()
    expect(page.locator(".high .set-card")).to_have_count(7)
    expect(page.locator(".answer.set")).to_be_disabled()
    source, target = page.locator(".high .set-card").nth(3).bounding_box(), page.locator(".lane-box.low").bounding_box()
    assert source
    assert target
    page.mouse.move(source["x"] + 20, source["y"] + 20)
    page.mouse.down()
    page.mouse.move(target["x"] + 40, target["y"] + 60, steps=4)
    page.mouse.up()
    expect(low_hand(page)).to_have_count(1)
    low_hand(page).first.click()  # back again
    expect(low_hand(page)).to_have_count(0)
    page.locator(".high .set-card").first.focus()
    page.keyboard.press("ArrowDown")
    expect(low_hand(page)).to_have_count(1)
    while not find_a_foul(page):
        page.keyboard.press("w")
        page.keyboard.press("s")
        answer_all(page)
        state(page, SETTLED)
        area(page, "pai_gow_poker", seat=seat).click()
        page.locator("#ready").click()
        expect(page.locator(".high .set-card")).to_have_count(7)
    expect(page.locator(".foul")).to_contain_text("Foul: the low hand,")
    expect(page.locator(".foul")).to_contain_text("§ 645a.11(f)(1)(iii)")
    expect(page.locator(".answer.set")).to_contain_text("Set a foul hand")
    page.keyboard.press("w")
    expect(page.locator(".foul:not(:empty)")).to_have_count(0)
    expect(page.locator(".high h3")).to_contain_text("High: ")
    named = page.locator(".high h3").inner_text().removeprefix("High: ")
    page.keyboard.press("s")
    answer_all(page)
    state(page, SETTLED)
    expect(page.locator("#hands-set")).to_contain_text("The dealer")
    expect(page.locator("#hands-set dd").first).to_contain_text(named)
    names = page.locator(".cards .set-names")
    expect(names).to_have_count(2)  # one's own and the dealer's, high and low apart
    shown = sorted(names.all_text_contents())
    number = page.evaluate("() => fetch('/api/tables/pai-gow-poker/rounds?limit=1').then((r) => r.json())")[0]["round"]
    enter(page, house, Role.BOARD)
    page.goto(f"http://{house.address}/audit?table=pai-gow-poker&round={number}")
    page.wait_for_selector("#player:not([hidden])")
    page.keyboard.press("End")
    expect(names).to_have_count(2)
    assert sorted(names.all_text_contents()) == shown, "the replay shows them as they lay"
    expect(page.locator(f'.laid[data-at^="{seat}/0/low/"]')).to_have_count(2)
    expect(page.locator('.laid[data-at^="dealer/0/high/"]')).to_have_count(5)


def drag_by_touch(page: Page, card: Locator, lane: Locator) -> None:
    """A finger goes down on a card, moves over a hand, and is lifted there."""
    start, end = card.bounding_box(), lane.bounding_box()
    assert start
    assert end
    finger = page.context.new_cdp_session(page)
    x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    dx, dy = end["x"] + end["width"] / 2 - x, end["y"] + end["height"] / 2 - y
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in (0.2, 0.6, 1.0):
        at = {"x": x + part * dx, "y": y + part * dy}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    finger.detach()


def test_one_card_goes_low_by_touch(open_page: OpenPage) -> None:
    """670a on a phone: a tap lays a card low in the stead of the one before; a finger drags it there and back."""
    page = open_page("/table/six-card-fortune-pai-gow-poker", phone=True)
    seat = sit(page)
    choose_chip(page, 2500)
    area(page, "six_card_fortune_pai_gow_poker", seat=seat).click()
    page.locator("#ready").click()
    while not page.locator(".set-card").count():  # a double down may be offered first
        page.wait_for_selector("#decision .answer")
        if not page.locator(".set-card").count():
            page.locator("#decision .answer").first.tap()
    for _ in range(2):
        page.locator(".high .set-card").first.tap()
        expect(low_hand(page)).to_have_count(1)
    expect(page.locator(".high .set-card")).to_have_count(5)
    drag_by_touch(page, low_hand(page), page.locator(".lane-box.high"))
    expect(page.locator(".high .set-card")).to_have_count(6)
    dragged = page.locator(".high .set-card").nth(2)
    name = dragged.locator(".only-spoken").inner_text().split(",")[0]
    drag_by_touch(page, dragged, page.locator(".lane-box.low"))
    expect(low_hand(page)).to_have_accessible_name(re.compile(f"^{name}, in the low hand"))
    page.locator(".house-way").tap()
    page.locator(".answer.set").tap()
    answer_all(page)
    state(page, SETTLED)


def test_the_chart_lights_the_hand_at_a_practice_table_only(open_page: OpenPage) -> None:
    """Letters and colours, one cell lit for the hand that is decided; a table with real limits has no such tab."""
    page = open_page("/table/blackjack-chart")
    seat = sit(page)
    open_drawer(page, "Strategy")
    expect(page.locator("table.chart")).to_have_count(3)
    choose_chip(page, 2500)
    for _ in range(12):  # until something is decided by the chart
        area(page, "blackjack", seat=seat).click()
        state(page, "Bets open")
        page.locator("#ready").click()
        wait_until_asked(page)
        page.wait_for_function(
            """settled => document.querySelector("table.chart td.lit") || !document.querySelector("#decision [data-says=stand]")
              || document.querySelector("#state strong").textContent === settled""",
            arg=SETTLED,
        )
        if page.locator("table.chart td.lit").count():
            break
        answer_all(page)  # insurance, which the chart does not decide, or a dealer's Blackjack: another round
    lit = page.locator("table.chart td.lit")
    expect(lit).to_have_count(1)
    expect(lit).to_have_text(
        {"Hard totals": "H", "Soft totals": "S", "Pairs": "P"}[lit.get_attribute("data-grid") or ""]
    )
    expect(page.locator(".this-hand")).to_contain_text(f"held {lit.get_attribute('data-head')}, the up card")
    answer_all(page)
    timed = open_page("/table/blackjack-timed")
    expect(timed.locator("#felt svg")).to_be_visible()
    expect(timed.get_by_role("tab", name="Strategy")).to_have_count(0)

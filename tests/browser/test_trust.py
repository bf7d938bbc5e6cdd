"""Every press can be trusted: chips are the player's until they say go, and nothing is pressed that was not seen."""

import os
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from pitboss.house.founding import Plan
from pitboss.house.table.entries import Settings
from tests.browser.conftest import OpenPage, practice
from tests.browser.table import (
    SETTLED,
    answer_all,
    area,
    choose_chip,
    first_area,
    notice,
    sit,
    state,
    wagered,
)
from tests.house.live import Live

pytestmark = pytest.mark.browser
TIMED = Settings(betting_seconds=60, election_seconds=1, settled_seconds=0.2)
DRAFTED = {"blackjack": "blackjack", "casino-war": "initial", "over-under": "ante"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, _quick_edges: None) -> Iterator[Live]:
    games = [*DRAFTED, "pai-gow-poker", "roulette", "craps"]
    plans = [*(practice(game) for game in games), Plan("blackjack-timed", "blackjack", "Blackjack", TIMED)]
    with Live(tmp_path_factory.mktemp("trust") / "house.db", plans) as live:
        yield live


def up(house: Live, table: str) -> int:
    """What the house holds on the layout."""
    return sum(house.house.hosts[table].require_table().state.felt.up.values())


def tool(page: Page, name: str) -> Locator:
    return page.locator("#actions button", has_text=name)


@pytest.mark.parametrize(
    "game", ["blackjack", *(pytest.param(one, marks=pytest.mark.slow) for one in DRAFTED if one != "blackjack")]
)
def test_chips_are_a_draft_until_the_deal(open_page: OpenPage, house: Live, game: str) -> None:
    """§§ 633a.6(c), 651a.7(d), 686a.6(c): not touched once placed, so a chip is placed by Deal and not before."""
    table = f"{game}-practice"
    page = open_page(f"/table/{table}")
    seat = sit(page)
    spot = first_area(page, DRAFTED[game], seat)
    choose_chip(page, 50_000)
    spot.click()
    wagered(page, "$500")
    expect(page.locator("#waiting")).to_have_text("Your chips can still be taken back. Deal places them.")
    expect(page.locator(".draft-ring")).to_have_count(1)
    expect(spot).to_have_attribute("aria-label", re.compile(r"\$500 on it, not placed yet$"))
    tool(page, "Undo").click()
    wagered(page, "$0")
    tool(page, "Redo").click()
    wagered(page, "$500")
    spot.click(modifiers=["Shift"])
    wagered(page, "$0")
    choose_chip(page, 2500)
    spot.click()
    page.keyboard.press("d")
    wagered(page, "$50")
    expect(page.locator("#bets .status")).to_have_text("◌ not placed yet")
    tool(page, "Clear").click()
    wagered(page, "$0")
    expect(page.locator("#rack")).to_have_text("$1,000")
    assert up(house, table) == 0
    spot.click()
    wagered(page, "$25")
    page.locator("#ready").click()
    answer_all(page)
    state(page, SETTLED)
    page.keyboard.press("r")
    wagered(page, "$25")
    state(page, "Bets open")
    assert up(house, table) == 0, "repeated chips are a draft, too"
    page.get_by_role("button", name="Leave").click()
    page.wait_for_selector("#seating:not([hidden])")


def test_at_a_table_with_a_clock_a_draft_is_placed_in_time(open_page: OpenPage, house: Live) -> None:
    """The clock begins with the first wager: a draft is placed when it is left alone for a while, or at once by a press."""
    table = "blackjack-timed"
    page = open_page(f"/table/{table}")
    seat = sit(page)
    choose_chip(page, 500)
    spot = first_area(page, "blackjack", seat)
    spot.click()
    tool(page, "Undo").click()
    wagered(page, "$0")
    spot.click()
    go = page.locator("#ready")
    expect(go).to_contain_text("Place bets")
    placed, draft = up(house, table), page.locator(".draft-ring")
    assert not draft.count() or placed == 0, "while it is a draft nothing is placed"
    expect(draft).to_have_count(0)  # after some seconds it is placed
    expect(go).to_be_hidden()
    assert up(house, table) == 500
    spot.click()  # the clock runs: there is still time to take it back
    wagered(page, "$10")
    expect(page.locator(".draft-ring")).to_have_count(1)
    go.click()
    expect(page.locator(".draft-ring")).to_have_count(0)
    expect(tool(page, "Undo")).to_be_disabled()
    expect(page.locator(".stack.pending")).to_have_count(0)
    assert up(house, table) == 1000


def cards_of(page: Page, seat: int) -> Locator:
    return page.locator(f'.laid[data-at^="{seat}/"]')


# A press, and another one as soon as something else can be pressed: nobody can have read it.
DRAW_AND_AGAIN = """
() => new Promise((done, fail) => {
  setTimeout(() => fail(new Error("nothing came of the press")), 60000);
  const press = () => document.querySelector("#decision [data-says=draw]")?.click();
  const again = new MutationObserver(() => document.querySelector("#decision [data-says=draw]") && (press(), stop()));
  const stop = () => (again.disconnect(), setTimeout(done, 100));
  press();
  again.observe(document.querySelector("#decision"), { childList: true, subtree: true });
})
"""
GO_AND_AGAIN = """
() => new Promise((done, fail) => {
  setTimeout(() => fail(new Error("nothing came of the press")), 60000);
  const go = document.querySelector("#ready");
  const isOver = () => document.querySelector("#state").classList.contains("is-settled") && !go.disabled;
  const again = new MutationObserver(() => isOver() && (again.disconnect(), go.click(), done()));
  again.observe(document.body, { childList: true, subtree: true, attributes: true });
  go.click();
})
"""


NINE = random.Random(7).randbytes(32)  # cards shuffled by it deal the player 9 first, then a 3


def known_shuffle(count: int) -> bytes:
    """Entropy of a house that shuffles all its cards by one seed; whatever else it draws is the system's."""
    return NINE if count == len(NINE) else os.urandom(count)


@pytest.fixture
def known(tmp_path: Path, _quick_edges: None) -> Iterator[Live]:
    """A house whose first hand at Blackjack is known."""
    with Live(tmp_path / "house.db", [practice("blackjack"), practice("roulette")], entropy=known_shuffle) as live:
        yield live


def test_a_second_press_in_the_same_breath_is_no_press(known: Live, open_page: OpenPage) -> None:
    """A double click on Draw draws one card, and G pressed twice goes once: nobody had seen what the second was for."""
    page = open_page("/")
    page.goto(f"http://{known.address}/table/blackjack-practice")
    seat = sit(page)
    choose_chip(page, 2500)
    draw = page.locator("#decision [data-says=draw]")
    first_area(page, "blackjack", seat).click()
    page.keyboard.press("g")
    expect(page.locator("#decision h2").first).to_contain_text("You have 9.")  # one more card cannot end it
    expect(cards_of(page, seat)).to_have_count(2)
    expect(draw).to_be_enabled()  # before that no press is taken
    page.evaluate(DRAW_AND_AGAIN)
    expect(draw).to_be_enabled()
    expect(cards_of(page, seat)).to_have_count(3)
    answer_all(page)
    page.get_by_role("button", name="Leave").click()
    page.wait_for_selector("#seating:not([hidden])")

    page.goto(page.url.replace("blackjack", "roulette"))
    sit(page)
    area(page, "red").click()
    expect(page.locator("#ready")).to_be_enabled()
    page.evaluate(GO_AND_AGAIN)
    page.wait_for_timeout(500)
    state(page, SETTLED)
    expect(page.locator("#told")).to_be_visible()
    page.keyboard.press("g")  # later it is one
    state(page, "Bets open")


def test_hands_that_are_set_are_shown_and_a_seat_begins_clean(open_page: OpenPage, house: Live) -> None:
    """§ 645a.11(d): to surrender is a key away and no step; who sits down next sees nothing of it."""
    page = open_page("/table/pai-gow-poker-practice")
    page.locator(".seat:not([disabled])").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#controls:not([hidden])")
    seat = sit_again = int(re.findall(r"\d+", page.locator("#seated").inner_text())[0])
    expect(page.locator(f'.area[data-seat="{seat}"]:focus')).to_have_count(1)
    choose_chip(page, 2500)
    spot = area(page, "pai_gow_poker", seat=seat)

    def set_hands() -> None:
        spot.click()
        page.locator("#ready").click()
        expect(page.locator("#decision .house-way")).to_be_enabled()
        page.locator("#decision .house-way").click()

    set_hands()
    page.locator("#decision .answer.set").click()
    state(page, SETTLED)
    told = page.locator("#told")
    expect(told).to_contain_text(re.compile(r"(beats|against).* You (win|lose|neither)"))
    label = page.locator(".win.mine text")
    if "You lose" in told.inner_text():
        expect(label).to_have_text("▼ −$25")
        expect(page.locator(".win.loss.mine")).to_have_count(1)
    set_hands()
    page.keyboard.press("x")
    expect(notice(page)).to_contain_text("In this round you are asked before your hands are shown.")
    page.locator("#decision .answer.set").click()
    surrender = page.locator('#decision [data-says="surrender"]')
    expect(surrender).to_contain_text("Surrender: lose $25")
    surrender.click()
    state(page, SETTLED)
    expect(told).to_have_text("You surrendered. You lose $25.")
    expect(cards_of(page, seat)).not_to_have_count(0)
    page.get_by_role("button", name="Leave").click()
    expect(page.locator(".seat:focus")).to_have_count(1)
    page.locator(f'.seat[data-seat="{sit_again}"]').click()
    page.wait_for_selector("#controls:not([hidden])")
    expect(cards_of(page, seat)).to_have_count(0)
    expect(told).to_be_hidden()
    expect(page.locator("#hands-set")).not_to_contain_text("You")
    expect(page.locator("#last-result")).to_have_text("—")


PRINTED = """
() => [...document.querySelectorAll(".area[aria-label]")].flatMap((node) => {
  const plain = (text) => text.toLowerCase().replace(/[^\\p{L}\\p{N}]+/gu, "");
  const lines = [...node.querySelectorAll("text")].flatMap((text) => text.children.length ? [...text.children] : [text]);
  const said = plain(node.getAttribute("aria-label"));
  return lines.filter((line) => !said.includes(plain(line.textContent))).map((line) => line.textContent);
})
"""


@pytest.mark.parametrize("game", ["blackjack", "craps"])
def test_an_area_is_called_by_what_is_printed_on_it(open_page: OpenPage, game: str) -> None:
    """Who says aloud what they read on the felt finds it (WCAG 2.5.3)."""
    page = open_page(f"/table/{game}-practice")
    page.wait_for_selector("body[data-ready]")
    assert page.locator(".area[aria-label] text").count()
    assert page.evaluate(PRINTED) == []


NOTICES = """
async () => {
  const { NoticeBoard } = await import("/static/table/notice.js");
  const panel = document.querySelector("#notice");
  const table = { hasView: true, moment: { round: 1 } };
  const board = new NoticeBoard(table);
  const found = {};
  board.show({ sentence: "Of a round." }, { lasts: true });
  table.moment.round = 2;
  board.expire(false);
  found.next = panel.textContent;
  table.moment.round = 3;
  board.expire(false);
  found.later = panel.textContent;
  const wait = globalThis.setTimeout;
  globalThis.setTimeout = (act, delay) => ((found.delay = delay), (found.act = act), 0);
  board.show({ sentence: "Of a moment." });
  globalThis.setTimeout = wait;
  found.now = panel.textContent;
  found.act();
  return { ...found, act: undefined, after: panel.textContent };
}
"""


def test_no_notice_stands_for_ever(open_page: OpenPage) -> None:
    """What was said goes after a while, and what lasts once a whole round was played since."""
    page = open_page("/table/roulette-practice")
    page.wait_for_selector("body[data-ready]")
    found = page.evaluate(NOTICES)
    assert "Of a round." in found["next"]
    assert found["later"] == found["after"] == ""
    assert "Of a moment." in found["now"]
    assert found["delay"] == 15_000

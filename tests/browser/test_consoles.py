"""The console beside the felt: the first act in view for whoever works at a table, and no act that cannot succeed."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pitboss.house.founding import Plan
from pitboss.roles import Role
from tests.browser import table as at
from tests.browser.conftest import OpenPage
from tests.browser.test_access import sound
from tests.house.hand import ByHand
from tests.house.live import BY_HAND, Live, acked, refused

pytestmark = pytest.mark.browser
ROULETTE, CRAPS, BLACKJACK, PAI_GOW = "roulette-hand", "craps-hand", "blackjack-hand", "pai-gow-hand"
GAMES = {ROULETTE: "roulette", CRAPS: "craps", BLACKJACK: "blackjack", PAI_GOW: "pai-gow"}
SCREENS = ({"width": 1440, "height": 900}, {"width": 390, "height": 844})
# The first control of the console that does something: where it is, and where what covers it begins.
FIRST_ACT = """
() => {
  const acts = ".console-act :is(button:not(.cite, .guide-link, .quiet), input, select)";
  const act = [...document.querySelectorAll(acts)].find((node) => node.checkVisibility() && !node.disabled);
  if (!act) return null;
  const { left, right, top, bottom } = act.getBoundingClientRect();
  const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return {
    left, right, top, bottom,
    isOnTop: act === over || act.contains(over) || over.contains(act),
    says: act.textContent || act.getAttribute("aria-label"),
    sideways: document.documentElement.scrollWidth - innerWidth,
    gold: [...document.querySelectorAll(".console .primary")].filter((node) => node.checkVisibility() && !node.disabled).length,
  };
}
"""


@pytest.fixture
def house(tmp_path: Path, _listener: socket.socket, _quick_edges: None) -> Iterator[Live]:
    plans = [Plan(name, game, game, BY_HAND) for name, game in GAMES.items()]
    with Live(tmp_path / "house.db", plans, _listener) as live:
        yield live


def first_act(page: Page) -> dict[str, Any]:
    """Of the console, once it is there; in view, under nothing, and the only one in gold."""
    found: dict[str, Any] = page.evaluate(FIRST_ACT)
    size = page.viewport_size
    assert found, page.locator("#console").inner_text()
    assert size is not None
    assert found["top"] >= 0, found
    assert found["bottom"] <= size["height"], found
    assert found["left"] >= 0, found
    assert found["right"] <= size["width"], found
    assert found["isOnTop"], found
    assert found["sideways"] <= 0, found
    assert found["gold"] <= 1, found
    return found


def at_both_sizes(page: Page) -> list[str]:
    words = []
    for size in SCREENS:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        words.append(first_act(page)["says"])
    return words


@pytest.mark.parametrize("table", GAMES)
def test_the_first_act_is_in_view_for_whoever_opens_a_table(open_page: OpenPage, house: Live, table: str) -> None:
    """A closed table lists its steps; only the next one can be done, and nobody is offered what would be refused."""
    page = open_page("/static/icon.svg")
    house.station(table, Role.FLOORPERSON)
    at.enter(page, house, Role.PIT_MANAGER)
    page.goto(f"http://{house.address}/table/{table}")
    page.wait_for_selector("#console:not([hidden]) .steps li")
    at_both_sizes(page)
    expect(page.locator(".steps-to-open h3")).to_contain_text("to open")
    assert page.locator(".queue .task").count() == 1
    expect(page.locator(".steps li").last).to_contain_text("Open the table")
    expect(page.locator('[data-do="open_table"]')).to_have_count(0)
    assert sound(page) == {}


def up_to_date(house: Live, table: str, line: Any) -> dict[str, Any]:
    """What somebody sees once they see all that is in the record."""
    now = house.house.hosts[table].require_table().journal.sequence
    seen: dict[str, Any] = line.wait(lambda view: view["sequence"] >= now)
    return seen


@pytest.mark.parametrize(
    ("table", "role"),
    [
        (ROULETTE, Role.DEALER),
        (BLACKJACK, Role.DEALER),
        (PAI_GOW, Role.DEALER),
        (CRAPS, Role.STICKPERSON),
        (CRAPS, Role.BOXPERSON),
    ],
)
def test_the_first_act_is_in_view_for_whoever_deals(open_page: OpenPage, house: Live, table: str, role: Role) -> None:
    """Betting is open, and somebody has bets up; or something is asked before that."""
    hand, player = ByHand(house, table), house.sit(table)
    hand.sign_all()
    wager = {ROULETTE: "red", CRAPS: "pass_bet", BLACKJACK: "blackjack", PAI_GOW: "pai_gow"}[table]
    while up_to_date(house, table, player)["phase"] != "betting":
        asked = player.view["you"]["questions"]
        if asked:
            usual = asked[0]["default"] or asked[0]["options"][0]
            acked(player.send(answer={"says": usual["says"], "by": asked[0]["to"]}))
        else:
            up_to_date(house, table, hand.line)
            hand.until_betting()
    acked(player.bet(wager, 1000))
    page = open_page("/static/icon.svg")
    at.console(page, house, role, table)
    expect(page.locator(".up-now")).to_have_text("1 player has bets up.")
    if role is not Role.BOXPERSON:
        assert all("No more bets" in words for words in at_both_sizes(page))
    page.set_viewport_size(SCREENS[0])  # type: ignore[arg-type]
    felt, box = page.locator("#felt").bounding_box(), page.locator("#console").bounding_box()
    assert felt
    assert box
    assert felt["x"] + felt["width"] <= box["x"]  # beside it
    assert box["y"] <= felt["y"] + 1
    for id_ in ("area-card", "tab-quick", "tab-finder", "tab-fairness"):
        expect(page.locator(f"#{id_}")).to_be_hidden()
    hand.line.close()
    player.close()


def entries(house: Live) -> int:
    return house.house.hosts[ROULETTE].require_table().journal.sequence


def spun(open_page: OpenPage, house: Live, outcome: str = "17") -> tuple[Page, Any]:
    """The dealer's console, when the wheel has shown a number that is not confirmed yet."""
    ByHand(house, ROULETTE).line.close()
    player = house.sit(ROULETTE)
    acked(player.bet("red", 500))
    page = open_page("/static/icon.svg")
    at.console(page, house, Role.DEALER, ROULETTE)
    expect(page.locator(".up-now")).to_have_text("1 player has bets up.")
    page.keyboard.press("n")
    expect(page.locator("#typed-outcome")).to_be_focused()
    page.keyboard.type(outcome)
    expect(page.locator(".entered strong")).to_have_text(outcome)
    return page, player


def test_an_irregularity_asks_once_and_is_applied_by_no_enter_too_many(open_page: OpenPage, house: Live) -> None:
    page, player = spun(open_page, house)
    page.keyboard.press("i")
    sheet = page.locator("dialog[open]")
    choices = sheet.locator(".choices-list button")
    expect(choices.first).to_be_focused()
    assert [key.strip() for key in choices.locator("kbd").all_inner_texts()] == ["A", "B", "C", "D"]
    before = entries(house)
    page.keyboard.type("17\n")  # meant for the wheel, by habit or by a scanner
    page.keyboard.press("b")
    expect(sheet.locator('[data-kind="ball_under_four_revolutions"]')).to_have_attribute("aria-pressed", "true")
    page.keyboard.type("17\n")
    expect(sheet.locator(".effect")).to_be_empty()
    assert entries(house) == before
    sheet.get_by_label("ball damaged").check()
    sheet.get_by_role("button", name="Preview the effect").click()
    apply = sheet.get_by_role("button", name="Apply and record")
    expect(apply).to_have_class("answer primary")  # no money moves, and no hand dies
    seen = entries(house)
    page.keyboard.type("17\n")
    page.keyboard.press("Enter")
    expect(apply).to_be_visible()
    assert entries(house) == seen
    remedy = "No spin: inspect the ball, replace it if damaged"
    assert sheet.inner_text().count(remedy) == 1
    assert sound(page) == {}
    apply.click()
    # The dealer said that the ball is damaged, and is not asked again: the floor is asked for another one.
    waiting = page.locator(".console-body > .waiting")
    expect(waiting).to_contain_text("the floor: new ball")
    made = [bytes(entry.payload) for entry in house.house.store.entries(ROULETTE)]
    assert any(b'"says":"ball_damaged"' in payload for payload in made)
    player.close()


def test_nothing_lies_on_the_last_number_when_bets_are_open_again(open_page: OpenPage, house: Live) -> None:
    """Nor after a spin that did not count; and the marker leaves the number to be read."""
    page, player = spun(open_page, house)
    page.keyboard.press("v")
    confirm = page.locator('[data-do="take_and_pay"]')
    expect(confirm).to_be_visible()
    marker, number = page.locator(".markers .marker"), page.locator('.area[data-wager="straight"][data-on="17"] > text')
    expect(marker).to_have_count(1)
    dolly, printed = marker.bounding_box(), number.first.bounding_box()
    assert dolly
    assert printed
    assert dolly["x"] > printed["x"] + printed["width"] / 2
    expect(page.locator(".pocket.result")).to_have_count(1)
    confirm.click()
    expect(page.locator("#state strong")).to_have_text("Bets open")
    expect(marker).to_have_count(0)
    expect(page.locator(".pocket.result")).to_have_count(0)
    player.wait(lambda view: view["round"] == 2 and view["phase"] == "betting")
    acked(player.bet("red", 500))
    page.keyboard.press("n")
    expect(page.locator("#typed-outcome")).to_be_focused()
    expect(marker).to_have_count(0)
    page.keyboard.press("i")
    page.keyboard.press("a")
    page.get_by_role("button", name="Preview the effect").click()
    page.get_by_role("button", name="Apply and record").click()
    expect(page.locator("#state strong")).to_have_text("Bets open")
    expect(marker).to_have_count(0)
    player.close()


def test_a_house_that_closes_without_a_signature_says_what_it_waits_for(open_page: OpenPage, house: Live) -> None:
    """Closing cannot be pressed before the closing list is signed; the console says so."""
    ByHand(house, ROULETTE).line.close()
    page = open_page("/static/icon.svg")
    at.console(page, house, Role.PIT_MANAGER, ROULETTE)
    close = page.locator('[data-do="close_table"]')
    expect(close).to_be_disabled()
    expect(page.locator(".console-head")).to_contain_text("To close, sign first:")
    assert refused(house.line(ROULETTE, house.cookie(Role.PIT_MANAGER)).send(do="close_table")) == "locked"


def test_the_clock_of_whoever_works_is_the_house_s(open_page: OpenPage, house: Live) -> None:
    page = open_page("/static/icon.svg")
    at.console(page, house, Role.PIT_MANAGER, ROULETTE)
    expect(page.locator("#clock")).to_have_attribute("title", "Time of the house")
    zone = house.get("/api/session", house.cookie(Role.PIT_MANAGER)).json()["zone"]
    told = "zone => new Date().toLocaleTimeString('en-GB', { timeStyle: 'short', timeZone: zone })"
    page.wait_for_function(f"zone => document.getElementById('clock').textContent === ({told})(zone)", arg=zone)

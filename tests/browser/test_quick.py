"""Bets in one press: calls of the wheel, favourites, the same again, and the few wagers that somebody new begins with."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pitboss.chapters.ch617a_roulette.rules import Rules, WheelInUse
from pitboss.house.founding import Plan
from pitboss.money import Money
from tests.browser.conftest import OpenPage, practice
from tests.browser.table import area, choose_chip, notice, open_drawer, over, sit, wagered
from tests.house.live import PRACTICE, Live

pytestmark = pytest.mark.browser
TIERS = {"5-8", "10-11", "13-16", "23-24", "27-30", "33-36"}
SINGLE = Rules(minimum=Money(100), maximum=Money(50_000), wheel=WheelInUse.SINGLE, single_zero_trio_and_four=True)
TEN = ("pass_bet", "dont_pass_bet", "come_bet", "dont_come_bet", "place_bet_to_win", "field_bet")


@pytest.fixture
def house(tmp_path: Path, _quick_edges: None) -> Iterator[Live]:
    """Roulette with one zero, and craps."""
    plans = [Plan("wheel", "roulette", "Roulette", PRACTICE, SINGLE), practice("craps", "dice")]
    with Live(tmp_path / "house.db", plans) as live:
        yield live


def chips_down(page: Page, on: set[str]) -> None:
    """These spots have chips in the list of bets, and no others."""
    page.wait_for_function(
        "on => on.join() === [...document.querySelectorAll('#bets .up-row')].map((one) => one.dataset.on).sort().join()",
        arg=sorted(on),
    )


def quick(page: Page) -> None:
    open_drawer(page, "Quick bets")


def test_a_call_is_laid_and_undone_as_one_and_kept_as_a_favourite(open_page: OpenPage) -> None:
    """Every section says what it costs; too much is refused as one; what is down is kept, laid again, and spun again."""
    page = open_page("/table/wheel")
    sit(page)
    choose_chip(page, 500)
    quick(page)
    costs = page.locator(".call .cost").all_text_contents()
    assert costs == ["9 × $5 = $45", "6 × $5 = $30", "5 × $5 = $25"]
    page.locator('[data-call="tiers"]').click()
    wagered(page, "$30")
    chips_down(page, TIERS)
    page.locator("#actions button", has_text="Undo").click()
    wagered(page, "$0")
    page.locator("#actions button", has_text="Redo").click()
    wagered(page, "$30")
    quick(page)
    page.locator('.pocket-cell[data-number="26"]').click()  # with two neighbours on either side
    wagered(page, "$55")
    chips_down(page, TIERS | {"35", "3", "26", "0", "32"})
    page.locator("#actions button", has_text="Undo").click()
    wagered(page, "$30")

    quick(page)
    page.locator("#favourite-name").fill("My third")
    page.locator(".keep-form button").click()
    page.locator("#actions button", has_text="Clear").click()
    wagered(page, "$0")
    choose_chip(page, 50_000)
    expect(page.locator('[data-call="voisins"]')).to_contain_text("9 × $500 = $4,500")  # what the press costs now
    page.locator('[data-call="voisins"]').click()
    expect(notice(page)).to_contain_text("Voisins du zéro costs $4,500: more than")
    wagered(page, "$0")
    page.locator(".favourite", has_text="My third").click()
    wagered(page, "$30")
    page.locator("#ready").click()
    over(page)

    page.wait_for_timeout(320)  # a press in the breath in which a result has come counts for nothing
    expect(page.locator(".encore")).to_contain_text("Repeat $30 & spin")
    page.keyboard.press("b")
    expect(page.locator("#results .result")).to_have_count(2)
    over(page)
    page.reload()
    quick(page)
    page.get_by_label("Delete My third").click()
    expect(page.locator(".favourites")).to_contain_text("None yet")


def test_somebody_new_at_craps_sees_ten_wagers_and_finds_the_rest_by_the_names_players_use(open_page: OpenPage) -> None:
    """Nothing else can be pressed on the felt until one press shows all, which is remembered; "yo" finds its spot."""
    page = open_page("/table/dice")
    sit(page)
    shown = ".area[data-wager]:not(.put-away)"
    kinds = "all => [...new Set(all.map(one => one.dataset.wager))]"
    assert set(page.locator(shown).evaluate_all(kinds)) >= set(TEN)
    expect(area(page, "any_seven_bet")).to_have_attribute("aria-hidden", "true")
    open_drawer(page, "Find a wager")
    for said, title in {
        "yo": "11 in One Roll",
        "boxcars": "Craps Twelve",
        "big red": "Any Seven",
        "hard 6": "Six the Hardway",
        "C&E": "Craps-Eleven",
    }.items():
        page.locator("#finder-field").fill(said)
        expect(page.locator(".spot-row:visible .title")).to_have_count(1)
        expect(page.locator(".spot-row:visible .title")).to_contain_text(title)
    page.locator("#finder-field").fill("voisins")
    expect(page.locator("#panel-finder")).to_contain_text('No wager of this table is called "voisins".')
    page.locator("#finder-field").fill("yo")
    page.locator(".spot-row:visible button", has_text="+").click()
    expect(area(page, "eleven_in_one_roll_bet")).not_to_have_class("put-away")
    page.locator("#easy button").click()
    expect(page.locator(".put-away")).to_have_count(0)
    page.reload()
    page.wait_for_selector("#controls:not([hidden])")
    expect(page.locator("#easy button")).to_contain_text("Only the 10 basic wagers")
    expect(page.locator(".put-away")).to_have_count(0)


# Letters of an area that are drawn, and lie outside of it by more than a stroke.
OVERFLOWING = """
() => [...document.querySelectorAll("svg.felt .area")].flatMap((area) => {
  const box = area.querySelector(".shape")?.getBoundingClientRect();
  return [...area.querySelectorAll("text > tspan[y]")].filter((line) => {
    const drawn = line.getBoundingClientRect();
    return box?.width && drawn.width && (drawn.left < box.left - 2 || drawn.right > box.right + 2);
  }).map((line) => `${area.dataset.name}: ${line.textContent}`);
})
"""


def test_words_stay_in_their_areas_on_a_phone(open_page: OpenPage, house: Live) -> None:
    """Also where areas were put away when the felt was lettered: an area has its name, and its odds where they have room."""
    page = open_page("/table/dice", phone=True)
    page.wait_for_selector("svg.felt .area")
    assert page.evaluate(OVERFLOWING) == []  # as one who watches sees it, with every wager
    sit(page)
    page.locator("#easy button").click()
    expect(page.locator(".put-away")).to_have_count(0)
    page.wait_for_function(f"() => ({OVERFLOWING})().length === 0")
    expect(area(page, "place_bet_to_win", "4").locator("tspan", has_text="place")).to_be_visible()

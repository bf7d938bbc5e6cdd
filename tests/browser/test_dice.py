"""Dice, wheel and tiles on the page: what works and what is locked, lit areas, the clapper, stacks and pairs."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from pitboss import catalogue
from pitboss.equipment.tiles import NAMES, RANK, TRADITIONAL, spots
from pitboss.house.founding import Plan
from pitboss.house.table.entries import Settings
from pitboss.submission import submit
from tests.browser.conftest import OpenPage, practice
from tests.browser.table import SETTLED, area, choose_chip, notice, sit, state, wagered
from tests.browser.test_access import sound
from tests.house.hand import ByHand
from tests.house.live import Live

pytestmark = pytest.mark.browser
HAND = Settings(dealer="person", chance="entered", betting_seconds=0, election_seconds=0, settled_seconds=1)
LONG = Settings(dealer="person", chance="entered", betting_seconds=0, election_seconds=0, settled_seconds=600)
CRAPS = submit(
    catalogue.game("craps").rules, {"minimum": "5.00", "maximum": "500.00", "odds_multiple": 5, "fire_bet": True}
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, _quick_edges: None) -> Iterator[Live]:
    """Tables on which the tests decide what the dice and the wheel show; and one of tiles to practise at."""
    plans = [
        Plan("craps", "craps", "Craps", HAND, CRAPS), Plan("sic-bo", "sic-bo", "Sic Bo", LONG),
        Plan("big-six-wheel", "big-six-wheel", "Big Six Wheel", LONG), practice("pai-gow"),
    ]  # fmt: skip
    with Live(tmp_path_factory.mktemp("dice") / "house.db", plans) as live:
        yield live


def row(page: Page, wager: str, on: str = "") -> str:
    """What the list of wagers says of one."""
    return page.locator(f'.up-row[data-wager="{wager}"][data-on="{on}"]').inner_text()


LIES_IN = """
([piece, where]) => {
  const node = document.querySelector(piece);
  if (!node) return false;
  const [inner, outer] = [node.getBoundingClientRect(), where.getBoundingClientRect()];
  const [x, y] = [inner.x + inner.width / 2, inner.y + inner.height / 2];
  return outer.left <= x && x <= outer.right && outer.top <= y && y <= outer.bottom;
}
"""


def lies_in(page: Page, piece: str, where: Locator) -> None:
    """Wait until a piece lies at an area or a place; it may hang over its edge."""
    page.wait_for_function(LIES_IN, arg=[piece, where.element_handle()])


def test_craps_shows_what_works_what_is_locked_and_what_may_back_it(open_page: OpenPage, house: Live) -> None:
    """Off chips bear a lammer, contract wagers a lock with its provision, odds their limit, and the puck its number."""
    dealer, page = ByHand(house, "craps"), open_page("/table/craps")
    seat = sit(page)
    page.locator("#easy button").click()  # all wagers, not only those for beginners
    choose_chip(page, 500)
    area(page, "fire_bet", seat=seat).click()
    fire = f'.chips [data-of="{seat}|fire_bet||0"]'
    lies_in(page, fire, area(page, "fire_bet", seat=seat))
    choose_chip(page, 2500)
    area(page, "pass_bet").click()
    area(page, "place_bet_to_win", "6").click()
    wagered(page, "$55")
    expect(page.locator(".statuses .lammer.off")).to_have_count(1)
    expect(page.locator(".markers .puck.off")).to_have_text("OFF")
    expect(page.locator("#turn")).to_have_text(re.compile("Offered the dice: you"))
    assert "off" in row(page, "place_bet_to_win", "6")
    assert "§ 623a.3(a)(5)" in row(page, "place_bet_to_win", "6")
    assert re.search(r"\boff\b", area(page, "place_bet_to_win", "6").get_attribute("aria-label") or "")
    page.get_by_role("button", name="Turn on: Place to Win 6").click()
    expect(page.locator(".statuses .lammer")).to_have_text("ON")
    page.get_by_role("button", name="Turn off: Place to Win 6").click()
    expect(page.locator(".statuses .lammer.off")).to_have_count(1)
    page.get_by_role("button", name="Take the dice").click()
    expect(page.locator("#turn")).to_have_text(re.compile("Shooter: you"))

    dealer.shows("4 4")
    expect(page.locator(".statuses .padlock")).to_have_count(2)
    expect(page.locator(".statuses .lammer")).to_have_count(0)
    lies_in(page, ".markers .puck", area(page, "come_bet", "8"))
    lies_in(page, fire, page.locator(f'.place[data-of="fire {seat}"]'))  # brought in before the boxperson
    expect(page.locator("#results .newest")).to_have_attribute("aria-label", "4 and 4, total 8")
    expect(page.locator("#results .newest .pip")).to_have_count(8)
    expect(page.locator(".cards .dice .pip")).to_have_count(8)
    expect(page.locator(".statuses .room")).to_have_text("up to $125")
    assert "locked" in row(page, "pass_bet")
    assert "odds up to $125.00, 5× the bet" in row(page, "pass_bet")
    area(page, "pass_bet").click(modifiers=["Shift"])
    expect(notice(page)).to_contain_text("stays up until it is decided")
    expect(notice(page)).to_contain_text("§ 623a.4(c)(1)")
    wagered(page, "$55")
    page.get_by_role("button", name="Press, doubling it: Place to Win 6").click()
    wagered(page, "$80")
    page.get_by_role("button", name="Take down: Place to Win 6").click()
    wagered(page, "$30")
    assert sound(page) == {}


def test_sic_bo_lights_every_area_that_wins(open_page: OpenPage, house: Live) -> None:
    """The areas the chapter says win are lit, and no others; a page opened afterwards shows them too."""
    dealer, page = ByHand(house, "sic-bo"), open_page("/table/sic-bo")
    sit(page)
    choose_chip(page, 500)
    area(page, "small_bet").click()
    wagered(page, "$5")
    expect(page.locator(".cards .shaker")).to_have_count(1)
    dealer.shows("2 2 5")
    state(page, SETTLED)
    expect(page.locator(".cards .dice .pip")).to_have_count(9)
    rules = catalogue.game("sic-bo").example()
    winners = {tuple(spot) for spot in rules.winners["2 2 5"]}  # type: ignore[attr-defined]
    lit = "nodes => nodes.map((node) => [node.dataset.wager, node.dataset.on])"
    assert {tuple(one) for one in page.locator(".area.lit").evaluate_all(lit)} == winners
    late = open_page("/table/sic-bo")
    expect(late.locator(".area.lit")).to_have_count(len(winners))


def test_big_six_wheel_comes_to_rest_under_the_clapper(open_page: OpenPage, house: Live) -> None:
    """Fifty-four sections, a clapper and no ball; the section at the clapper bears the symbol that was shown."""
    dealer, page = ByHand(house, "big-six-wheel"), open_page("/table/big-six-wheel")
    sit(page)
    choose_chip(page, 500)
    area(page, "symbol", "$20").click()
    wagered(page, "$5")
    dealer.shows("$20")
    state(page, SETTLED)
    expect(page.locator("#last-result")).to_have_text("+$100")
    expect(page.locator(".pocket")).to_have_count(54)
    expect(page.locator(".ball")).to_have_count(0)
    result, clapper = page.locator(".pocket.result"), page.locator(".clapper")
    expect(result).to_have_attribute("data-pocket", "$20")
    at, under = clapper.bounding_box(), result.bounding_box()
    assert at
    assert under
    assert under["x"] <= at["x"] + at["width"] / 2 <= under["x"] + under["width"]
    assert abs(under["y"] - at["y"]) < 2 * at["height"]
    expect(page.locator("#results .newest")).to_have_text("$20")


def test_pai_gow_draws_stacks_tiles_and_pairs(open_page: OpenPage, house: Live) -> None:
    """Eight stacks of four go out to eight places; tiles bear their names and ranks; hands lie as the pairs they are set in."""
    page = open_page("/table/pai-gow-practice")
    seat = sit(page)
    choose_chip(page, 2500)
    area(page, "pai_gow", seat=seat).click()
    wagered(page, "$25")
    expect(page.locator(".tile-stack")).to_have_count(8)
    expect(page.locator(".tile-stack .tile")).to_have_count(32)
    page.locator("#ready").click()
    page.wait_for_selector("#decision .set-card")
    expect(page.locator(".tile-stack .tile")).to_have_count(0)
    went = page.locator(".tile-stack > .stack-number:last-child").all_text_contents()
    assert sorted(went) == sorted(["dealer", "dead hand", *(f"seat {n}" for n in range(1, 7))])
    expect(page.locator(".markers .plate", has_text="START")).to_have_count(1)
    own = page.locator(f'.laid[data-at^="{seat}/"]')
    tiles = [str(own.nth(n).get_attribute("data-card")) for n in range(4)]
    words = [word for t in tiles for word in (NAMES[spots(t)], TRADITIONAL[t], f"#{RANK[t]}")]
    assert own.locator(".tile-name").all_text_contents() == words
    for tile, drawn in zip(tiles, own.all(), strict=True):
        expect(drawn.locator(".pip")).to_have_count(spots(tile))
    expect(page.locator('.laid[data-at^="dead hand/"] .tile.down')).to_have_count(4)
    assert sound(page) == {}
    page.evaluate("() => localStorage.setItem('pitboss.surrender', '\"ask\"')")  # the next question is of use here
    page.keyboard.press("a")
    page.keyboard.press("b")
    named = page.locator("#decision h3").all_inner_texts()
    expect(page.locator("#decision .answer.set")).to_be_enabled()
    page.keyboard.press("s")
    expect(page.locator('#decision [data-says="surrender"]')).to_be_visible()
    labels = page.locator(".cards .pair-label")
    expect(labels).to_have_count(4)  # the dealer's, shown, and one's own
    assert set(named) <= set(labels.all_text_contents())
    page.locator('#decision [data-says="surrender"]').click()
    state(page, SETTLED)
    expect(page.locator("#last-result")).to_have_text("−$25")
    expect(own.locator(".tile.down")).to_have_count(0)

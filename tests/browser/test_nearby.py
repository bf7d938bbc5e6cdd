"""A finger is wider than many a spot: whatever it covers gets the chip or is offered instead, on a button of its size."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.table import choose_chip, sit, wagered

pytestmark = pytest.mark.browser

# Touch the felt beside the middle of each spot and see whether the spot got the chip or is offered; what it is if not.
MISSED = """
async ([selector, reach]) => {
  const missed = [];
  const felt = document.getElementById("felt");
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  for (const node of document.querySelectorAll(selector)) {
    node.querySelector(".shape").scrollIntoView({ block: "center", inline: "center" });
    await frame();
    const shape = node.querySelector(".shape").getBoundingClientRect();
    for (const [dx, dy] of [[0, 0], [-1, -1], [1, -1], [1, 1], [-1, 1]]) {
      const [x, y] = [shape.x + shape.width / 2 + dx * reach, shape.y + shape.height / 2 + dy * reach];
      const box = felt.getBoundingClientRect();
      if (x < box.left || x > box.right || y < box.top || y > box.bottom) continue;
      const hit = document.elementFromPoint(x, y)?.closest(".area[role=button]");
      if (!hit) continue; // bare cloth: nothing happens there
      hit.dispatchEvent(new PointerEvent("click", { bubbles: true, pointerType: "touch", clientX: x, clientY: y }));
      const there = [...document.querySelectorAll("#nearby button")];
      const isSame = (other) => other.dataset.wager === node.dataset.wager && other.dataset.on === node.dataset.on;
      if (!isSame(hit) && !there.some(isSame)) missed.push(`${node.dataset.name} by a touch at ${dx}, ${dy}`);
      for (const one of there) if (one.getBoundingClientRect().height < 43.5) missed.push(`${one.textContent} is small`);
    }
  }
  return missed;
}
"""


def missed(page: Page, selector: str) -> list[str]:
    found: list[str] = page.evaluate(MISSED, [selector, 21])
    return found


@pytest.mark.parametrize(
    ("game", "selector"),
    [("roulette", ".area.hot:nth-of-type(5n)"), ("craps", '.area[data-wager="place_bet_to_win"]')],
)
def test_whatever_a_finger_covers_gets_the_chip_or_is_offered(open_page: OpenPage, game: str, selector: str) -> None:
    """Within 44 pixels around the middle of a spot; a sample of those of two layouts."""
    page = open_page(f"/table/{game}-nearby", phone=True)
    sit(page)
    choose_chip(page, 500)
    assert missed(page, selector) == []


@pytest.mark.slow
def test_every_spot_of_roulette_is_within_reach_of_a_finger(open_page: OpenPage) -> None:
    """All of them: numbers, lines, corners, and the racetrack."""
    page = open_page("/table/roulette-practice", phone=True)
    sit(page)
    choose_chip(page, 100)
    assert missed(page, '.area[role=button][aria-disabled="false"]') == []


def test_a_chip_goes_where_it_was_meant_to(open_page: OpenPage) -> None:
    """One press moves it to the neighbour, and back; Undo takes it back to where the finger went."""
    page = open_page("/table/roulette-practice", phone=True)
    sit(page)
    choose_chip(page, 500)
    number = page.locator('.area[data-wager="straight"][data-on="2"]')
    box = number.bounding_box()
    assert box
    number.tap(position={"x": box["width"] / 2, "y": 0.68 * box["height"]})  # nearer to the line than to the middle
    nearby = page.locator("#nearby")
    expect(nearby).to_contain_text("Straight 2. Or instead:")
    nearby.locator('[data-wager="split"][data-on="1-2"]').tap()
    expect(page.locator(".stack")).to_have_count(1)
    expect(page.locator(".stack")).to_have_attribute("data-of", "1|split|1-2|0")
    wagered(page, "$5")
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator(".stack")).to_have_attribute("data-of", "1|straight|2|0")
    page.locator('.area[data-wager="red"]').tap()
    expect(nearby).to_be_hidden()

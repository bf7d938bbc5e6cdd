"""Cards are as large as the screen allows, and nothing that is written lies under them: asked of the page's geometry."""

import pytest
from playwright.sync_api import Page

from pitboss import catalogue
from tests.browser.conftest import OpenPage
from tests.browser.table import answer_all, choose_chip, enough, first_area, over, sit, wagered

pytestmark = pytest.mark.browser
GAMES = [name for name, game in catalogue.games().items() if "deck" in game.equipment]
DESK, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
LARGEST = "() => Math.max(0, ...[...document.querySelectorAll('#felt .laid')].map((one) => one.getBoundingClientRect().height))"
# Words of the player's own areas that a card or the pill of a hand covers by more than a sliver, or that a chip hides without its
# area being named over it.
COVERED = """
() => {
  const box = (node) => node.getBoundingClientRect();
  const across = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = (one, other) => Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  const meets = (one, other) => across(one, other) > 4 && down(one, other) > 4;
  const all = (selector) => [...document.querySelectorAll(`#felt ${selector}`)].filter((node) => node.checkVisibility());
  const words = all('.area.own > text').filter((text) => text.textContent.trim());
  const over = [...all('.laid'), ...all('.total > rect')];
  const hidden = words.filter((text) => over.some((node) => meets(box(text), box(node)))).map((text) => text.textContent.trim());
  const bare = words.filter((text) => !text.closest('.area').classList.contains('named'));
  const chips = bare.filter((text) => all('.stack .chip-body').some((chip) => meets(box(text), box(chip))));
  return [...hidden, ...chips.map((text) => `${text.textContent.trim()} (chip)`)];
}
"""


def dealt(page: Page, game: str) -> None:
    seat = sit(page)
    chip, needed = enough(catalogue.game(game))
    choose_chip(page, chip)
    for wager in needed:
        first_area(page, wager, seat).dispatch_event("click")
    wagered(page, f"${chip * len(needed) // 100}")
    page.locator("#ready").click()
    page.wait_for_function("() => document.querySelectorAll('#felt .laid').length > 0")


def sound(page: Page) -> None:
    """At a desk and in the hand: the felt is drawn for the screen as soon as that has another size."""
    own = page.locator("#felt .place.mine").count() > 0
    # Where nobody has cards of their own, two hands of three lie side by side and fill the width of a phone.
    for size, least in ((PHONE, 84 if own else 60), (DESK, 140)):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.wait_for_function(f"() => ({LARGEST})() >= {least}", timeout=20_000)
        page.wait_for_function(f"() => ({COVERED})().length === 0", timeout=20_000)


@pytest.mark.parametrize("game", GAMES)
def test_cards_are_large_and_cover_no_words(open_page: OpenPage, game: str) -> None:
    """While a hand is decided, and when it is settled."""
    page = open_page(f"/table/{game}-mouse")
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    dealt(page, game)
    sound(page)
    answer_all(page)
    over(page)
    sound(page)

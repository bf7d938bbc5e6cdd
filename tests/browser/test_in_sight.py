"""What is printed, dealt and won stays in sight: no chip, card or label lies on what a player has to read."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pitboss.drivers.fair import FairDevice
from tests.browser.conftest import OpenPage
from tests.browser.table import SETTLED, answer_all, choose_chip, sit, state, wagered
from tests.house.live import Live, plan

pytestmark = pytest.mark.browser

# First cards of the shoe: burn, 8, up, 8, hole; then two more eights, and what each of the four hands is dealt.
FOUR_HANDS = ["9C", "8S", "6D", "8H", "TD", "8D", "8C", "3S", "2C", "TH", "QC", "JD", "KD", "5C", "6C"]
SCREENS = ({"width": 1440, "height": 900}, {"width": 390, "height": 844})

# What lies on something that must be read; a font keeps a fifth of its line empty above and below capitals.
HIDDEN = """
([pieces, read]) => {
  const shown = (node) => node.checkVisibility({ visibilityProperty: true });
  const edges = (node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const spare = node.tagName === "text" ? (0.22 * (bottom - top)) / Math.max(1, node.children.length) : 1;
    return { left: left + 1, right: right - 1, top: top + spare, bottom: bottom - spare };
  };
  const cover = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const found = [];
  for (const piece of [...document.querySelectorAll(pieces)].filter(shown)) {
    for (const node of [...document.querySelectorAll(read)].filter(shown)) {
      if (node !== piece && cover(edges(piece), edges(node))) found.push(`${piece.textContent} on ${node.dataset.card ?? node.textContent}`);
    }
  }
  return found;
}
"""  # noqa: E501
PRINT = ".felt .area:not(.folded) > text"


def hidden(page: Page, pieces: str, read: str) -> list[str]:
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found: list[str] = page.evaluate(HIDDEN, [pieces, read])
    return found


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, _quick_edges: None) -> Iterator[Live]:
    """Tables of three games; at Blackjack every shoe begins with a pair of eights that is split three times."""

    def fix(self: Any, cards: list[str], cut: int | None = None) -> None:
        order = sorted(cards)
        if len(cards) > 2 * 52 and order.count("8S") == 6:
            for card in FOUR_HANDS:
                order.remove(card)
            order = FOUR_HANDS + order
        self._start, self._order = sorted(cards), order[::-1]

    plans = [plan("blackjack", decks=6, max_resplits=2), plan("minibaccarat"), plan("dj-wild-stud-poker")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FairDevice, "fix", fix)
        with Live(tmp_path_factory.mktemp("sight") / "house.db", plans) as live:
            yield live


def wager_everywhere(page: Page) -> None:
    choose_chip(page, 500)
    for each in page.locator('.area[aria-disabled="false"]').all():
        each.dispatch_event("click")


@pytest.mark.parametrize("game", ["minibaccarat", "dj-wild-stud-poker"])
def test_labels_and_chips_leave_the_print_in_sight(open_page: OpenPage, house: Live, game: str) -> None:
    """With a chip on every spot, and with every result, at a desk and on a phone."""
    page = open_page(f"/table/{game}")
    page.set_viewport_size(SCREENS[0])  # type: ignore[arg-type]
    sit(page)
    wager_everywhere(page)
    for size in SCREENS:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert hidden(page, ".stack", PRINT) == []
    page.locator("#ready").click()
    answer_all(page)
    state(page, SETTLED)
    expect(page.locator(".win").first).to_be_visible()
    for size in SCREENS:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert hidden(page, ".win", f"{PRINT}, .laid, .total, .win") == []


def test_split_hands_lie_beside_each_other_on_the_free_felt(open_page: OpenPage, house: Live) -> None:
    """Four hands: whole cards, wider than their box, nothing on them but what they count."""
    page = open_page("/table/blackjack")
    page.set_viewport_size(SCREENS[0])  # type: ignore[arg-type]
    sit(page)
    choose_chip(page, 500)
    page.locator('.area[data-wager="blackjack"][aria-disabled="false"]').dispatch_event("click")
    wagered(page, "$5")
    page.locator("#ready").click()
    for hands in (2, 3, 4):
        page.locator('#decision [data-says="split_pairs"]').click()
        expect(page.locator(f'.laid[data-at^="1/{hands - 1}/"]').first).to_be_visible()
    box = page.locator(".place.mine").first.bounding_box()
    cards = page.locator('.laid[data-at^="1/"]')
    assert box
    for _ in range(8):  # hands, and a press that came too early for one
        page.wait_for_function(
            """settled => document.querySelector("#decision [data-says=stand]:enabled")
              || document.querySelector("#state strong").textContent.trim() === settled""",
            arg=SETTLED,
        )
        if page.locator("#state strong").inner_text().strip() == SETTLED:
            break
        page.evaluate("() => document.querySelector('#decision [data-says=stand]:enabled')?.click()")
        page.wait_for_function("() => !document.querySelector('#decision [data-says=stand]:enabled')")
    state(page, SETTLED)
    edges = [each.bounding_box() for each in cards.all()]
    assert len({n for n in range(len(edges)) if edges[n]}) == 8
    left, right = min(e["x"] for e in edges if e), max(e["x"] + e["width"] for e in edges if e)
    assert right - left > 1.5 * box["width"]
    assert hidden(page, ".win", f"{PRINT}, .laid, .total, .win") == []
    assert hidden(page, ".total", PRINT) == []
    first = [max(e["x"] + e["width"] for e in edges[n : n + 2] if e) for n in (0, 2, 4)]
    later = [min(e["x"] for e in edges[n : n + 2] if e) for n in (2, 4, 6)]
    assert all(one <= other + 1 for one, other in zip(first, later, strict=True))

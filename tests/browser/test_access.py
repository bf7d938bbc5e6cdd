"""Whoever comes can use the page: names for every control, contrast, targets, small screens."""

from typing import Any

import pytest
from playwright.sync_api import Page

from pitboss.roles import Role
from tests.browser.conftest import OpenPage
from tests.browser.table import area, console, open_drawer, sit, state
from tests.house.live import Live

pytestmark = pytest.mark.browser

# Controls without a name, ids that occur twice, pictures without an alternative, fields without a label.
NAMELESS = """
() => {
  const found = [];
  const seen = (node) => node.getClientRects().length && getComputedStyle(node).visibility !== "hidden";
  const labelled = (node) => (node.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join("");
  for (const node of document.querySelectorAll("button, a[href], input, select, [role=button], [role=tab], [role=radio]")) {
    const label = node.labels?.length ? node.labels[0].textContent : "";
    const name = node.getAttribute("aria-label") || labelled(node) || label || node.textContent;
    if (seen(node) && !node.closest("[aria-hidden=true]") && !name.trim()) found.push(`no name: ${node.outerHTML.slice(0, 120)}`);
    if (/^\\s*[:;,]/.test(name)) found.push(`a name that begins with a mark: ${name.slice(0, 60)}`);
  }
  const ids = new Set();
  for (const { id } of document.querySelectorAll("[id]")) ids.has(id) ? found.push(`twice: #${id}`) : ids.add(id);
  for (const image of document.images) if (!image.hasAttribute("alt")) found.push(`no alt: ${image.src}`);
  for (const node of document.querySelectorAll("[aria-controls]")) {
    if (!document.getElementById(node.getAttribute("aria-controls"))) found.push(`controls nothing: ${node.id}`);
  }
  if (document.querySelectorAll("h1").length !== 1) found.push("not exactly one h1");
  if (!document.querySelector("main") || !document.documentElement.lang || !document.title) found.push("no main, language or title");
  return found;
}
"""  # noqa: E501

# Text on plain backgrounds whose contrast is below 4.5 to 1 (3 to 1 when large); disabled controls are exempt.
FAINT = """
() => {
  const found = [];
  const parse = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number);
  const over = ([r, g, b, a = 1], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a)];
  const light = (colour) => {
    const [r, g, b] = colour.map((c) => c / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const grounds = new Map([[null, [10, 20, 16]]]);
  const ground = (node) => {
    if (!grounds.has(node)) grounds.set(node, groundOf(node));
    return grounds.get(node);
  };
  const groundOf = (node) => {
    const style = getComputedStyle(node);
    if (style.backgroundImage !== "none" && node !== document.body) return null; // a gradient: looked at by eye
    const colour = parse(style.backgroundColor);
    if (colour.length === 3) return colour;
    const below = ground(node.parentElement);
    return below && (colour[3] ? over(colour, below) : below);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode.parentElement;
    if (!texts.currentNode.textContent.trim() || !node.getClientRects().length || node.closest("svg, :disabled, .only-spoken, .skip")) continue;
    const behind = ground(node);
    if (!behind) continue;
    const style = getComputedStyle(node);
    const [a, b] = [light(over(parse(style.color), behind)), light(behind)].sort((x, y) => y - x);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < (large ? 3 : 4.5)) found.push(`${contrast.toFixed(2)}: ${texts.currentNode.textContent.trim().slice(0, 40)}`);
  }
  return found;
}
"""  # noqa: E501

# Controls smaller than 24 by 24 pixels; words in a running text are exempt, and areas of the felt have the list of wagers beside
# them.
SMALL = """
(least) => [...document.querySelectorAll("button, a[href], input, select, summary, [role=tab]")]
  .filter((node) => node.getClientRects().length && !node.closest("p, dd, dialog:not([open]), .only-spoken, .skip"))
  .map((node) => [node, node.getBoundingClientRect()])
  .filter(([, box]) => box.width < least || box.height < least)
  .map(([node, box]) => `${Math.round(box.width)}x${Math.round(box.height)} ${node.outerHTML.slice(0, 90)}`)
"""

WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def sound(page: Page, least: int = 24) -> dict[str, Any]:
    """What is wrong with a page as it stands; nothing, if all is well."""
    found = {
        "nameless": page.evaluate(NAMELESS),
        "faint": page.evaluate(FAINT),
        "small": page.evaluate(SMALL, least),
        "wider than the screen": page.evaluate(WIDER),
    }
    return {what: wrong for what, wrong in found.items() if wrong}


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_every_screen_is_sound(open_page: OpenPage, house: Live, phone: bool) -> None:
    """Lobby, watching, betting, refusal, decision, result, each tab, floor and audit; on a desk and on a phone."""
    page = open_page("/", phone=phone)
    page.wait_for_selector(".game-card")
    assert sound(page) == {}
    page.goto(f"http://{house.address}/table/go-fore-it-practice")
    page.wait_for_selector("body[data-ready]")
    assert sound(page) == {}, "watching"
    seat = sit(page)
    for wager in ("front_9", "gopher"):
        area(page, wager, seat=seat).dispatch_event("click")
    assert sound(page) == {}, "betting"
    page.locator("#ready").click()
    state(page, "Your decision")
    assert sound(page) == {}, "decision"
    page.locator('#decision [data-says="back_9"]').click()
    state(page, "Round settled")
    page.locator(".settled summary").first.click()
    assert sound(page) == {}, "settled"
    for tab in ("Find a wager", "Table log", "Fairness"):
        open_drawer(page, tab)
        assert sound(page) == {}, tab
    page.get_by_role("button", name="Rules").click()
    assert sound(page) == {}, "rules"
    page.get_by_role("button", name="Close").click()
    page.evaluate("localStorage.clear()")  # the seat, which would come first
    console(page, house, Role.PIT_MANAGER, "go-fore-it-practice")
    page.locator("#console summary", has_text="Inspections").click()
    page.locator(".checklist summary").first.click()
    assert sound(page) == {}, "floor"
    page.goto(f"http://{house.address}/audit?table=go-fore-it-practice")
    page.locator(".replay-round").first.click()
    page.wait_for_selector("#player:not([hidden])")
    page.locator("#last").click()
    assert sound(page) == {}, "audit"


def test_no_page_is_wider_than_its_screen(open_page: OpenPage) -> None:
    """From 320 pixels up nothing scrolls sideways but the felt in its own box."""
    page = open_page("/table/roulette-practice")
    sit(page)
    for width in (320, 390, 768, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        page.reload()
        page.wait_for_selector("#controls:not([hidden])")
        assert page.evaluate(WIDER) == 0, width
        box = page.locator("#felt").bounding_box()
        assert box
        assert box["width"] <= width


def test_on_a_phone_the_felt_is_large_enough_to_touch(open_page: OpenPage) -> None:
    """The felt starts at a size at which a number is at least 44 pixels wide, at the layout's beginning, and can be zoomed."""
    page = open_page("/table/roulette-practice", phone=True)
    sit(page)
    cell = area(page, "straight", "2").bounding_box()
    assert cell
    assert cell["width"] >= 44
    assert cell["x"] < 390
    area(page, "straight", "2").tap()
    page.locator("#zoom-fit").tap()
    fitted = page.locator("#felt svg.felt").bounding_box()
    assert fitted
    assert fitted["width"] <= 390


def test_arrow_keys_reach_every_area_of_the_layout(open_page: OpenPage) -> None:
    """Each area has a neighbour, and from the first all others can be reached."""
    page = open_page("/table/roulette-practice")
    sit(page)
    reached = page.evaluate(
        """() => {
          const areas = [...document.querySelectorAll(".area[data-wager]")].filter((node) => node.dataset.wager);
          const seen = new Set([areas[0]]);
          const queue = [areas[0]];
          while (queue.length) {
            const from = queue.shift();
            for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
              from.focus();
              from.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
              const to = document.activeElement;
              if (!seen.has(to)) { seen.add(to); queue.push(to); }
            }
          }
          return [seen.size, areas.length];
        }"""
    )
    assert reached[0] == reached[1]

"""The design: every component in every state, and the same on every page.

Facts that a browser computes are compared, not pictures: letters are the device's own, so that no two machines draw the same
pixels, and a picture that is taken again with every change says nothing of why.
"""

from typing import Any

import pytest
from playwright.sync_api import Page

from pitboss.roles import Role
from tests.browser.axe import faults
from tests.browser.conftest import OpenPage
from tests.browser.table import console, enter
from tests.browser.test_axe import STAFF, THEMES, VISITORS
from tests.house.live import Live

pytestmark = pytest.mark.browser

# What can be pressed and is smaller than a finger; a mark in a sentence and a tick beside its words have those around them.
SMALL = """
(least) => [...document.querySelectorAll("main :is(button, select, textarea, summary, a.button, label.check, input)")]
  .filter((node) => node.checkVisibility() && !node.matches(".cite, [type=checkbox], [type=radio]"))
  .map((node) => [node, node.getBoundingClientRect()])
  .filter(([, { width, height }]) => Math.min(width, height) < least - 0.5)
  .map(([node, { width, height }]) => `${node.tagName} ${node.textContent.slice(0, 30)}: ${width} x ${height}`)
"""

# What is wider than its box, or the page than its screen.
OVERFLOWING = """
() => [...document.querySelectorAll("main *")]
  .filter((node) => node.checkVisibility() && !node.closest("select, .badge, .only-spoken, svg") && node.tagName !== "INPUT")
  .filter((node) => node.getBoundingClientRect().right > innerWidth + 0.5 ||
    (node.scrollWidth > node.clientWidth + 1 && node.clientWidth))
  .map((node) => `${node.tagName}.${node.className}: ${node.textContent.slice(0, 40)}`)
"""

LOOK = (
    "node => { const s = getComputedStyle(node); return [s.outlineStyle, s.outlineWidth, s.outlineColor].join(' '); }"
)
GROUND = "node => { const s = getComputedStyle(node); return [s.backgroundColor, s.borderColor, s.color].join(' '); }"

# Each component. Where a page packs it closer its size may differ, never its colours or shape.
COMPONENTS = {
    "primary act": ".primary:not(:disabled, [aria-busy], .big)",
    "button": "button:not([class], [role], :disabled, [aria-pressed], [aria-busy], .stepper *, .zoom *)",
    "quiet button": "button.quiet:not(:disabled, .go, [aria-busy], .guide-contents *, .sorts)",
    "field": ":is(input, select, textarea):not([type=checkbox], [type=radio], [type=range], :disabled, [aria-invalid], .stepper *)",
    "status": ".badge:not(.good, .warn, .bad, .info)",
    "provision": "button.cite:not(.foul *)",
    "panel": "section.panel, details.panel",
    "tab": "[role=tab][aria-selected=false]",
    "chosen tab": "[role=tab][aria-selected=true]",
    "name of a field": ".field-name",
    "bar": "header.top",
}
LOOKS = """
(components) => Object.fromEntries(Object.entries(components).map(([name, selector]) => [name, [...new Set(
  [...document.querySelectorAll(selector)]
    .filter((node) => node.checkVisibility() && !node.matches(":focus-visible"))
    .map((node) => {
      const s = getComputedStyle(node);
      const letters = s.fontFamily.slice(0, 12);
      return [s.color, s.backgroundColor, s.borderTopColor, s.borderTopStyle, s.borderTopLeftRadius, letters].join(" | ");
    }),
)]]))
"""


def look_of(page: Page) -> dict[str, list[str]]:
    page.mouse.move(1279, 799)  # off everything
    found: dict[str, list[str]] = page.evaluate(LOOKS, COMPONENTS)
    return found


def in_theme(page: Page, theme: str) -> None:
    page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)


def opened(page: Page) -> Page:
    page.wait_for_selector("main section:last-of-type .checklist")
    return page


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_every_component_is_sound_in_every_theme(open_page: OpenPage, phone: bool) -> None:
    """Contrast and names by axe, nothing wider than its box, targets as large as a finger where there are fingers."""
    page = opened(open_page("/design", phone=phone))
    assert "\n".join(page.evaluate(OVERFLOWING)) == ""
    assert page.evaluate(SMALL, 44 if phone else 24) == []
    for theme in THEMES:
        in_theme(page, theme)
        assert (theme, faults(page)) == (theme, [])


@pytest.mark.parametrize("theme", THEMES)
def test_focus_and_pointer_are_seen(open_page: OpenPage, theme: str) -> None:
    page = opened(open_page("/design"))
    in_theme(page, theme)
    page.locator("#theme").focus()
    unseen: list[str] = []
    for _ in range(40):
        page.keyboard.press("Tab")
        style, width, _colour = page.locator(":focus").evaluate(LOOK).split(" ", 2)
        if style != "solid" or width != "3px":
            unseen.append(page.locator(":focus").inner_text())
    assert unseen == []
    for name in ("Default", "Primary", "Danger", "Quiet"):
        button = page.get_by_role("button", name=name, exact=True).first
        before = button.evaluate(GROUND)
        button.hover()
        assert button.evaluate(GROUND) != before, name
        page.mouse.move(1279, 799)


def test_what_waits_says_so_without_growing(open_page: OpenPage) -> None:
    page = opened(open_page("/design"))
    widths: list[Any] = [
        page.get_by_role("button", name="Primary", exact=True).nth(n).evaluate("node => node.offsetWidth")
        for n in (0, 2)
    ]
    assert widths[0] == widths[1]


def test_a_component_looks_the_same_on_every_page(open_page: OpenPage, house: Live) -> None:
    """Colours, shape and letters of each, against those on the page of the design."""
    page = opened(open_page("/design"))
    in_theme(page, "light")
    expected = look_of(page)
    assert {name: looks for name, looks in expected.items() if len(looks) != 1} == {}
    other: list[str] = []

    def compare(where: str) -> None:
        in_theme(page, "light")
        for name, looks in look_of(page).items():
            other.extend(
                f"{where}, {name}: {look}, not {expected[name][0]}" for look in looks if look not in expected[name]
            )

    for role, path, ready in (*((None, *visitor) for visitor in VISITORS), *STAFF):
        if role is not None:
            page.context.clear_cookies()
            enter(page, house, role)
        page.goto(f"http://{house.address}{path}")
        page.wait_for_selector(ready)
        compare(path)
    page.context.clear_cookies()
    page.goto(f"http://{house.address}/table/roulette-practice")
    page.wait_for_selector("body[data-ready]")
    compare("table")
    console(page, house, Role.DEALER, "roulette-hand")
    compare("console")
    assert "\n".join(other) == ""

"""No page has a fault that axe can find, in any theme; the focus is never lost, and the whole deal is spoken."""

import pytest
from playwright.sync_api import Page, expect

from pitboss import catalogue
from pitboss.roles import Role
from tests.browser.axe import faults
from tests.browser.conftest import OpenPage
from tests.browser.table import (
    answer_all,
    choose_chip,
    console,
    enough,
    enter,
    first_area,
    over,
    play_first_hand,
    sit,
    state,
    tab_to,
    wait_until_asked,
)
from tests.house.live import Live

pytestmark = pytest.mark.browser

THEMES = ("felt", "night", "light", "contrast")
FELT, *_ = THEMES
EVERY_THEME = ("roulette", "craps", "blackjack", "pai-gow-poker")
# Who works at which page, and what is there once it is drawn; then every tab of it that can be seen.
VISITORS = (("/", ".game-card"), ("/open", "main button"), ("/drills", "main button"), ("/sign-in", "form"),
            ("/analysis", ".worth-bars"))  # fmt: skip
STAFF = (
    (Role.PIT_MANAGER, "/pit", ".pit-card:not([hidden])"),
    (Role.MANAGER, "/filings", "main :is(h2, table, button):visible"),
    (Role.MANAGER, "/account", "main h2:visible"),
    (Role.PIT_MANAGER, "/equipment", "main table:visible"),
    (Role.CAGE_CASHIER, "/progressives", ".meters :is(.empty, table)"),
    (Role.PIT_MANAGER, "/work", ".queue .task"),
    (Role.COUNT_TEAM, "/work", ".queue .empty"),
    (Role.ADMINISTRATOR, "/people", "main table"),
    (Role.ADMINISTRATOR, "/administration", "main h2:visible"),
    (Role.BOARD, "/board", "[role=tab]"),
    (Role.BOARD, "/audit", "main :is(select, table):visible"),
)
CONSOLES = (Role.DEALER, Role.FLOORPERSON, Role.PIT_MANAGER, Role.BOARD)
FOCUS = (
    "() => document.activeElement?.id || document.activeElement?.className?.baseVal || document.activeElement?.tagName"
)


def faults_in(page: Page, themes: tuple[str, ...], what: str) -> list[str]:
    """What is wrong with a page as it stands, in each of the themes."""
    found = []
    for theme in themes:
        page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        found += [f"{what}, {theme}: {fault}" for fault in faults(page)]
    return found


def faults_of_a_round(page: Page, game: str, themes: tuple[str, ...]) -> list[str]:
    """With nothing on the layout, with wagers, deciding, settled."""
    seat = sit(page)
    found = faults_in(page, themes[:1], "empty")
    chip, needed = enough(catalogue.game(game))
    choose_chip(page, chip)
    for wager in needed:
        first_area(page, wager, seat).dispatch_event("click")
    found += faults_in(page, themes, "wagers")
    page.locator("#ready").click()
    if not page.locator("#turn").is_visible():
        wait_until_asked(page)
    if page.locator("#decision").is_visible():
        found += faults_in(page, themes, "decision")
    answer_all(page)
    over(page)
    return found + faults_in(page, themes, "result")


def faults_of_a_table(page: Page, game: str, themes: tuple[str, ...]) -> list[str]:
    """Watched, and in a round; each panel; rules and settings."""
    page.wait_for_selector("body[data-ready]")
    found = faults_in(page, themes[:1], "watching") + faults_of_a_round(page, game, themes)
    for tab in page.locator("[role=tab]:visible").all():
        tab.click()
        found += faults_in(page, themes[:1], tab.inner_text())
    for name in ("Rules", "Settings"):
        page.get_by_role("button", name=name, exact=True).click()
        page.wait_for_selector("dialog[open] .dialog-body > *")
        found += faults_in(page, themes[-1:], name)
        page.get_by_role("button", name="Close").click()
    return found


@pytest.mark.parametrize("game", ["blackjack"])
def test_a_table_has_no_fault(open_page: OpenPage, game: str) -> None:
    """A round of one game, in the theme that differs most from the felt's own colours."""
    assert faults_of_a_round(open_page(f"/table/{game}-axe"), game, ("light",)) == []


def test_the_lobby_has_no_fault(open_page: OpenPage) -> None:
    """The page that everybody sees first, in two themes."""
    page = open_page("/")
    page.wait_for_selector(".game-card")
    assert faults_in(page, (FELT, "light"), "lobby") == []
    play_first_hand(page)
    page.locator(".game-card .ways-button").first.click()
    assert faults_in(page, (FELT, "light"), "a hand that was judged, and every way to play a game") == []


@pytest.mark.slow
@pytest.mark.parametrize("game", list(catalogue.games()))
def test_every_table_has_no_fault(open_page: OpenPage, game: str) -> None:
    """Watched, empty, with wagers, deciding, settled; every panel and sheet; four games that differ most in every theme."""
    themes = THEMES if game in EVERY_THEME else (FELT,)
    assert faults_of_a_table(open_page(f"/table/{game}-keyboard"), game, themes) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", ["craps", "roulette", "go-fore-it"])
def test_a_table_in_the_hand_has_no_fault(open_page: OpenPage, game: str) -> None:
    """The same on a phone, where the layout is drawn otherwise."""
    assert faults_of_a_round(open_page(f"/table/{game}-touch", phone=True), game, (FELT, "light")) == []


def faults_of_a_page(page: Page, address: str, ready: str) -> list[str]:
    """A page in every theme, then each of its tabs."""
    page.goto(address)
    page.wait_for_selector(ready)
    found = faults_in(page, THEMES, address)
    for tab in page.locator("[role=tab]:visible").all():
        tab.click()
        page.wait_for_timeout(150)
        found += faults_in(page, (FELT, "light"), f"{address}, {tab.inner_text()}")
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("path", "ready"), VISITORS)
def test_pages_for_everybody_have_no_fault_in_any_theme(
    open_page: OpenPage, house: Live, path: str, ready: str
) -> None:
    assert faults_of_a_page(open_page("/static/icon.svg"), f"http://{house.address}{path}", ready) == []


@pytest.mark.slow
@pytest.mark.parametrize(("role", "path", "ready"), STAFF)
def test_pages_for_staff_have_no_fault_in_any_theme(
    open_page: OpenPage, house: Live, role: Role, path: str, ready: str
) -> None:
    page = open_page("/static/icon.svg")
    enter(page, house, role)
    assert faults_of_a_page(page, f"http://{house.address}{path}", ready) == []


@pytest.mark.slow
@pytest.mark.parametrize("role", CONSOLES)
def test_consoles_have_no_fault_in_any_theme(open_page: OpenPage, house: Live, role: Role) -> None:
    page = open_page("/static/icon.svg")
    console(page, house, role, "roulette-hand")
    assert faults_in(page, THEMES, "console") == []


def test_the_focus_is_never_lost_and_the_whole_deal_is_spoken(open_page: OpenPage) -> None:
    """By keyboard: sit, bet, take back, deal, decide, next, leave; whatever is said stays until it can have been read."""
    page = open_page("/table/go-fore-it-practice")
    page.locator(".seat:not([disabled])").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#controls:not([hidden])")

    def held(after: str) -> None:
        page.wait_for_timeout(50)
        assert page.evaluate(FOCUS) not in ("BODY", None), f"the focus is lost after: {after}"

    held("sitting down")
    page.keyboard.press("3")
    page.keyboard.press("f")
    page.keyboard.press("Enter")
    expect(page.locator("#wagered")).to_have_text("$25")
    tab_to(page, "#actions button:first-child")
    page.keyboard.press("Enter")  # Undo, which cannot be pressed any more then
    expect(page.locator("#wagered")).to_have_text("$0")
    held("taking back")
    page.keyboard.press("f")
    page.keyboard.press("Enter")
    page.locator("#ready").focus()
    page.keyboard.press("Enter")
    state(page, "Your decision")
    held("dealing")
    said = page.locator("#live").inner_text()
    assert "to the dealer" in said
    assert said.index("to you") < said.index("Your decision")
    tab_to(page, "#decision .answer")
    page.keyboard.press("Enter")
    state(page, "Round settled")
    held("deciding")
    assert said in page.locator("#live").inner_text(), "what was said before is still there"
    assert "Your rack holds" in page.locator("#live").inner_text()
    page.get_by_role("button", name="Leave").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#seating:not([hidden])")
    held("leaving")
    page.get_by_role("button", name="Settings").click()
    page.keyboard.press("Escape")
    held("closing a sheet")


def test_colours_are_chosen_kept_and_those_of_the_device(open_page: OpenPage) -> None:
    """A theme is chosen in the settings and holds on every page; without a choice the device's holds."""
    page = open_page("/table/roulette-practice")
    page.wait_for_selector("body[data-ready]")
    root = page.locator("html")
    page.emulate_media(color_scheme="dark")
    expect(root).to_have_attribute("data-theme", "felt")
    page.emulate_media(color_scheme="light")
    expect(root).to_have_attribute("data-theme", "light")
    page.get_by_role("button", name="Settings").click()
    page.locator("#theme-choice").select_option("night")
    expect(root).to_have_attribute("data-theme", "night")
    page.goto(page.url.split("/table/")[0])
    expect(root).to_have_attribute("data-theme", "night")


# Whatever is put into the live region, and whatever of it is changed or taken out while it may still be read.
LISTEN = """
() => {
  window.spoken = [];
  window.cut = [];
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes, removedNodes } of changes) {
      if (type === "characterData" || target.id !== "live") window.cut.push(target.textContent);
      for (const node of addedNodes) window.spoken.push(node.textContent);
      for (const node of removedNodes) if (window.spoken.indexOf(node.textContent) > window.spoken.length - 8) window.cut.push(node.textContent);
    }
  }).observe(document.getElementById("live"), { childList: true, characterData: true, subtree: true });
}
"""  # noqa: E501


def test_every_card_is_spoken_and_nothing_is_overwritten(open_page: OpenPage) -> None:
    """Two rounds: each line of the log that tells of a card was said, in full, and stayed while others were said."""
    page = open_page("/table/go-fore-it-practice")
    seat = sit(page)
    page.evaluate(LISTEN)
    for _ in range(2):
        choose_chip(page, 2500)
        first_area(page, "front_9", seat).dispatch_event("click")
        page.locator("#ready").click()
        answer_all(page)
        state(page, "Round settled")
    told = page.locator("#log-list :is(.log-dealt, .log-revealed) span").all_inner_texts()
    spoken = " ".join(page.evaluate("() => window.spoken"))
    assert len(told) >= 8
    assert [line for line in told if line not in spoken] == []
    assert page.evaluate("() => window.cut") == []

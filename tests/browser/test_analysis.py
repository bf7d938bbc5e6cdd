"""The analysis board in a browser: a card by mouse, a rule by keys, on a phone by touch, and the ways to it."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.test_drills import is_sound

pytestmark = pytest.mark.browser

# The ranks of all cards that go by, in order: each line that is spoken once.
SEEN = """
() => {
  const [heard, lines] = [new Set(), ".count-felt .only-spoken[role=status]"];
  window.seenCards = [];
  new MutationObserver(() => {
    for (const line of document.querySelectorAll(lines)) {
      if (heard.has(line)) continue;
      heard.add(line);
      window.seenCards.push(...line.textContent.split(", ").map((card) => card.split(" of ")[0]));
    }
  }).observe(document.body, { childList: true, subtree: true });
}
"""
POSITION = "/analysis?game=blackjack&cards=8S+8H&up=TS"


def bars(page: Page) -> dict[str, str]:
    """Each answer with its worth."""
    found = page.locator(".worth-bars li")
    return {one.locator(".worth-words").inner_text(): one.locator(".worth-value").inner_text() for one in found.all()}


def ready(page: Page) -> Page:
    page.wait_for_selector("body[data-ready]")
    expect(page.locator(".worth-bars")).to_be_visible()
    return page


def test_cards_and_rules_move_the_worths(open_page: OpenPage) -> None:
    page = open_page("/")
    page.get_by_role("link", name="Analysis board", exact=True).click()
    ready(page)
    assert "game=blackjack" in page.url
    page.goto(page.url.partition("/analysis")[0] + POSITION)
    ready(page)
    expect(page.locator(".worth-bars .best .worth-words")).to_have_text("Split pairs")
    # --- a card, by mouse: the worths and the address are of the new position, and Back is the one before
    page.get_by_role("button", name="10 of spades, change").click()
    page.get_by_role("button", name="6 of spades", exact=True).click()
    expect(page.locator(".board-said")).to_have_text("You have 16. The dealer shows 6.")
    assert "up=6S" in page.url
    six = bars(page)
    page.go_back()
    expect(page.locator(".board-said")).to_have_text("You have 16. The dealer shows 10.")
    assert bars(page) != six
    # --- a card that cannot be, by keys: said with its provision, and the position stays
    page.get_by_role("button", name="Add a card, You").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="King of clubs", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".board-position .refusal")).to_contain_text("the hand is over by then")
    expect(page.locator(".board-said")).to_have_text("You have 16. The dealer shows 10.")
    # --- a rule, by keys: side wagers that one deck excludes are left out
    before = bars(page)
    page.locator("summary", has_text="Rules:").focus()
    page.keyboard.press("Enter")
    page.locator("#rule-decks").focus()
    page.locator("#rule-decks").select_option("1")
    expect(page.locator("summary", has_text="Rules: changed")).to_be_visible()
    expect(page.locator("summary", has_text="Cards not yet seen: 49")).to_be_visible()
    assert bars(page) != before
    expect(page.locator("#rule-decks")).to_be_focused()
    is_sound(page)


def test_a_position_on_a_phone_and_one_from_a_drill(open_page: OpenPage) -> None:
    phone = ready(open_page("/analysis?game=pai-gow-poker", phone=True))
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.locator(".board-card:not(.add)").first.tap()
    phone.locator(".pick:enabled:not(.now)").last.tap()
    expect(phone.locator(".pick")).to_have_count(0)
    expect(phone.locator(".worth-bars")).to_be_visible()
    page = open_page("/drills?game=go-fore-it&who=player")
    page.locator(".choice").first.click()
    page.get_by_role("link", name="Open on the analysis board").click()
    ready(page)
    assert "game=go-fore-it" in page.url
    expect(page.locator("#board-game")).to_have_value("go-fore-it")


def test_the_puzzle_of_the_day_goes_into_ones_book(open_page: OpenPage) -> None:
    """Answered by keys; what each answer was worth is shown, and the book leads back to the position."""
    page = open_page("/")
    page.get_by_role("link", name="Puzzle of the day").click()
    page.wait_for_selector(".puzzle .answers :is(button, select)")
    is_sound(page)
    page.locator(".puzzle .answers button").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".solved .worth-bars .taken")).to_have_count(1)
    is_sound(page)
    page.get_by_role("link", name="My book").click()
    expect(page.locator(".own-book tbody tr")).to_have_count(1)
    is_sound(page)
    page.locator(".own-book tbody a").click()
    ready(page)
    page.go_back()
    page.get_by_role("button", name="Delete my book").click()
    page.get_by_role("button", name="Delete it").click()
    expect(page.locator(".empty")).to_contain_text("Your book is empty")
    page.get_by_role("link", name="My mistakes").click()
    expect(page.locator(".empty")).to_contain_text("No mistake waits for you")


def test_a_shoe_is_counted(open_page: OpenPage) -> None:
    """The cards that went by, as they are spoken, are counted here; the answer is graded, and the board opens with what is left."""
    page = open_page("/drills")
    page.wait_for_selector("body[data-ready]")
    page.get_by_role("link", name="Count a shoe").click()
    page.locator("#count-pace").select_option("800")
    page.evaluate(SEEN)
    page.locator("#count-start").press("Enter")
    page.locator("#count-answer").wait_for()
    ranks = page.evaluate("() => window.seenCards")
    small, large = ("2", "3", "4", "5", "6"), ("10", "jack", "queen", "king", "ace")
    assert len(ranks) == 20
    count = sum((rank in small) - (rank in large) for rank in ranks)
    page.locator("#count-answer").fill(str(count))
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_contain_text("Right:")
    is_sound(page)
    page.get_by_role("link", name="See what Insurance is worth").click()
    ready(page)
    expect(page.locator("summary", has_text="Cards not yet seen: 289, as you counted")).to_be_visible()

"""The first page: a hand that is played and judged without a table, one press to any game, and the ways on."""

import pytest
from playwright.sync_api import Page, expect

from pitboss import catalogue
from pitboss.shown import shown_of
from tests.browser.conftest import OpenPage
from tests.browser.table import play_first_hand
from tests.house.live import Live

pytestmark = pytest.mark.browser
DESKTOP, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
HEIGHT = "() => document.documentElement.scrollHeight"
CARDS = (
    "() => Math.max(...[...document.querySelectorAll('.hand-card')].map((card) => card.getBoundingClientRect().height))"
)
WAITS = "() => document.getAnimations().filter((one) => one.playState === 'running').length"


def ready(page: Page) -> None:
    expect(page.locator(".first-hand .answers button").first).to_be_visible()
    expect(page.locator(".game-card[data-game]")).to_have_count(len(catalogue.games()))


@pytest.mark.parametrize(("size", "screens", "least"), [(DESKTOP, 2, 140), (PHONE, 3, 84)], ids=["desktop", "phone"])
def test_it_is_short_and_its_cards_are_large(
    open_page: OpenPage, size: dict[str, int], screens: int, least: int
) -> None:
    page = open_page("/", phone=size is PHONE)
    page.set_viewport_size(size)  # type: ignore[arg-type]
    ready(page)
    assert page.evaluate(HEIGHT) <= screens * size["height"]
    assert page.evaluate(CARDS) >= least
    assert page.evaluate("() => document.documentElement.scrollWidth") <= size["width"]


def test_every_game_has_one_act(open_page: OpenPage) -> None:
    """The favorites come first and are larger; each game has one press that plays it, and all else is behind it."""
    page = open_page("/")
    ready(page)
    games = catalogue.games().values()
    favorites = sorted((game for game in games if shown_of(game).favorite), key=lambda game: shown_of(game).favorite)
    shown = page.locator(".game-card[data-game]").evaluate_all("cards => cards.map((card) => card.dataset.game)")
    assert shown[: len(favorites)] == [game.name for game in favorites]
    assert len(favorites) == page.locator(".favorite").count() == 4
    for card in page.locator(".game-card[data-game]").all():
        expect(card.locator(".primary")).to_have_count(1)
    page.get_by_label("Find a game").fill("joker wild")
    expect(page.locator(".game-card:visible")).to_have_count(1)
    page.get_by_label("Find a game").fill("")
    page.locator('.game-card[data-game="sic-bo"] .primary').click()
    page.wait_for_url("**/table/own-*")
    page.wait_for_selector("#controls:not([hidden])")


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_a_hand_is_played_and_judged_at_no_table(open_page: OpenPage, house: Live, by: str) -> None:
    """Nothing is opened; what the answer was worth stands beside it, and is counted once."""
    page = open_page("/")
    ready(page)
    tables = len(house.house.everywhere)
    presses = play_first_hand(page, keyboard=by == "keyboard")
    assert presses <= 3  # insurance where there is an ace, and two hands where a pair was dealt
    assert len(house.house.everywhere) == tables
    expect(page.locator(".hand-board .worth-bars .taken")).to_have_count(1)
    assert page.locator(".hand-board .worth-bars li").count() >= 3
    assert page.locator(".hand-board .worth-bars .best").count() >= 1
    expect(page.locator(".hand-score")).to_contain_text("of them the best")
    decided = page.locator(".hand-score").inner_text()
    if by == "keyboard":
        expect(page.get_by_role("button", name="Next hand")).to_be_focused()
    page.get_by_role("button", name="Next hand").click()
    expect(page.locator(".first-hand .answers button")).not_to_have_count(2)
    expect(page.locator(".hand-score")).to_have_text(decided)
    page.get_by_role("button", name="Show me before I answer").click()
    expect(page.locator(".hand-board .worth-bars .taken")).to_have_count(0)
    expect(page.locator(".hand-board .worth-bars li").nth(2)).to_be_visible()


def test_nothing_moves_for_those_who_ask_for_none(open_page: OpenPage) -> None:
    page = open_page("/", still=True)
    ready(page)
    assert page.evaluate(WAITS) == 0


def test_one_press_makes_one_the_dealer_of_a_demonstration(open_page: OpenPage) -> None:
    page = open_page("/")
    page.get_by_role("button", name="Be the dealer").click()
    page.wait_for_url("**/work")
    expect(page.locator("#account")).to_contain_text("Dana Dealer")

"""Tables of one's own in a browser: entered from the lobby, opened with rules of one's own, shared, and explained."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.table import answer_all, area, choose_chip, pass_cut, seat_of, state, wagered
from tests.browser.test_access import sound
from tests.house.live import Live

SETTLED = "Round settled"


def play_red(page: Page) -> None:
    page.wait_for_selector("#controls:not([hidden])")
    choose_chip(page, 500)
    area(page, "red").click()
    wagered(page, "$5")
    page.locator("#ready").click()
    state(page, SETTLED)


def test_practice_is_at_a_table_of_ones_own(open_page: OpenPage, house: Live) -> None:
    """Two visitors press the same button, each sits at once at a table of their own, and neither waits for the other."""
    pages = [open_page("/"), open_page("/", phone=True)]
    tables = []
    for page in pages:
        page.locator('[data-game="roulette"] .ways-button').click()
        page.locator('dialog [data-kind="roulette.single-zero"] button').click()
        page.wait_for_url(re.compile("/table/own-"))
        page.wait_for_selector("#controls:not([hidden])")
        tables.append(page.url.partition("#")[0])
        assert sound(page) == {}
    assert tables[0] != tables[1]
    expect(pages[0].locator('[data-wager="straight"][data-on="00"]')).to_have_count(0)
    choose_chip(pages[1], 500)
    area(pages[1], "red").click()  # a stranger who wagers and never goes on
    play_red(pages[0])
    pages[0].goto(f"http://{house.address}/")
    own = pages[0].locator(".own-tables li")
    expect(own).to_have_count(1)
    expect(own).to_contain_text("1 round")
    assert sound(pages[0]) == {}
    own.get_by_role("link", name="Roulette, single zero", exact=True).click()
    pages[0].wait_for_selector("#controls:not([hidden])")
    assert pages[0].url.partition("#")[0] == tables[0]
    # A table with high limits takes half of the purse, not all of it: there are other games to practise.
    page.goto(f"http://{house.address}/open?kind=baccarat.example")
    page.wait_for_selector("body[data-ready]")
    page.locator("#play").click()
    page.wait_for_url(re.compile("/table/own-"))
    expect(page.locator("#rack")).to_have_text("$4,500")
    expect(page.locator(".purse-balance")).to_have_text("Purse $4,500")


def test_any_lawful_rules_are_set_played_and_shared(open_page: OpenPage, house: Live) -> None:
    """A choice is changed, an unlawful one is refused with its provision, edges follow; a friend comes by the link."""
    page = open_page("/open?kind=roulette.example")
    page.wait_for_selector("body[data-ready]")
    straight = page.locator('tr[data-wager="straight"]').first
    expect(straight).to_contain_text("5.2632 %")
    assert sound(page) == {}
    # What the others exclude is not offered, and folded away with the reason; with another wheel it is.
    trio, wheel = page.locator('[data-choice="single_zero_trio_and_four"]'), page.locator("#choice-wheel")
    ruled_out = page.locator('[data-ruled-out="single_zero_trio_and_four"]')
    expect(trio).to_be_hidden()
    expect(ruled_out).to_contain_text("617a.3(e)(3)(i)")
    wheel.select_option("single")
    expect(trio).to_be_visible()
    expect(ruled_out).to_have_count(0)
    trio.locator("select").select_option("true")
    wheel.select_option("double")
    expect(page.locator(".verdict")).to_contain_text("cannot stand")
    expect(page.locator(".mistake-list .refusal").first).to_contain_text("§ 617a.3(e)(3)(i)")
    expect(trio).to_be_visible()  # where it is wrong it is beside its choice
    expect(page.locator("#play")).to_be_disabled()
    wheel.select_option("single")
    trio.locator("select").select_option("false")
    bar = page.locator(".verdict-bar")
    expect(bar).to_contain_text("✓ Lawful · 1 change · edge 5.26 → 2.70 %")
    expect(bar.get_by_role("button", name="Play it now")).to_be_enabled()
    expect(straight).to_contain_text("2.7027 %")
    expect(straight).to_contain_text("−2.5605 %")
    page.get_by_label("What the table is called").fill("Ours")
    page.get_by_text("Share it").click()
    page.locator("#share-table").click()
    link = page.get_by_label("The link", exact=True)
    expect(link).to_have_value(re.compile("/table/own-"))
    shared = link.input_value()
    page.locator("#share-rules").click()
    expect(link).to_have_value(re.compile("/open"))
    rules = link.input_value()
    page.locator("#play").click()
    page.wait_for_url(re.compile("/table/own-"))
    assert page.url.partition("#")[0] == shared
    play_red(page)
    expect(page.locator("#title")).to_have_text("Ours")
    friend = open_page(shared.partition(house.address)[2])
    friend.locator(".seat:not([disabled])").first.click()
    friend.wait_for_selector("#controls:not([hidden])")
    other = open_page(rules.partition(house.address)[2])
    other.wait_for_selector("body[data-ready]")
    expect(other.locator('[data-choice="wheel"] select')).to_have_value("single")
    expect(other.get_by_label("What the table is called")).to_have_value("Ours")


def test_opening_a_table_is_short_by_phone(open_page: OpenPage) -> None:
    """Every group of choices is folded until it is wanted; what one came for is in view."""
    page = open_page("/open?kind=blackjack.example", phone=True)
    page.wait_for_selector("body[data-ready]")
    page.wait_for_selector(".choice-group")
    expect(page.get_by_role("button", name="Play it now")).to_be_in_viewport()
    assert page.evaluate("() => document.documentElement.scrollHeight") < 3000
    assert sound(page) == {}
    page.get_by_label("Find a choice").fill("split aces")
    expect(page.locator("#choice-split_aces")).to_be_visible()
    assert re.findall(r"\b[a-z]+_[a-z_]+\b", page.locator("main").inner_text()) == []


def test_switch_and_ez_baccarat_are_played_in_a_browser(open_page: OpenPage) -> None:
    """What the floor has no table for: entered by a link, wagered on, decided, settled."""
    kinds = {
        "blackjack.switch": ("blackjack", "super_match"),
        "minibaccarat.ez": ("bankers_hand", "dragon_7_insurance"),
    }
    for kind, wagers in kinds.items():
        page = open_page(f"/open?kind={kind}")
        page.wait_for_selector("body[data-ready]")
        page.locator("#play").click()
        page.wait_for_url(re.compile("/table/own-"))
        page.wait_for_selector("#controls:not([hidden])")
        pass_cut(page)
        choose_chip(page, 500)
        for wager in wagers:
            for spot in page.locator(f'[data-wager="{wager}"][data-seat="{seat_of(page)}"]').all():
                spot.click()
        page.locator("#ready").click()
        answer_all(page)
        state(page, SETTLED)


def test_the_guide_is_behind_rules_areas_and_decisions(open_page: OpenPage) -> None:
    """It opens where a wager or a decision is told of, and its words are found."""
    page = open_page("/table/go-fore-it-practice", phone=True)
    page.wait_for_selector("body[data-ready]")
    page.locator("#rules-button").click()
    page.wait_for_selector("#guide-decisions")
    expect(page.locator("#guide-ranking")).to_contain_text("birdie")
    assert sound(page) == {}
    page.get_by_label("Find in the guide").fill("albatross")
    expect(page.locator("#guide-ranking")).to_be_visible()
    expect(page.locator("#guide-connection")).to_be_hidden()
    page.keyboard.press("Escape")
    desk = open_page("/table/roulette-practice")
    desk.wait_for_selector("body[data-ready]")
    area(desk, "red").hover()
    desk.get_by_role("button", name="Red Wager in the guide").click()
    expect(desk.locator("#guide-wager-red")).to_contain_text(
        "1/19"
    )  # once its edges are there one reads on where one was
    expect(desk.locator("#guide-wager-red")).to_be_focused()
    expect(desk.locator("#guide-wager-red h4")).to_be_in_viewport()

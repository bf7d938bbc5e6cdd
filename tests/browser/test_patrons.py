"""Patrons in a real browser: the dealer seats one, the floor identifies and moves; a player is moved, and offered a box."""

import socket
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Page, expect

from pitboss.house.founding import Plan
from pitboss.house.people.demonstration import credential_of
from pitboss.roles import Role
from tests.browser import table as at
from tests.browser.conftest import OpenPage
from tests.browser.test_access import sound
from tests.house.hand import ByHand
from tests.house.live import BY_HAND, PRACTICE, Live, acked

pytestmark = pytest.mark.browser
FOLLOWED, ALONE, BOXES, WHEEL, WAR = "RO-1", "GF-1", "CW-1", "RO-2", "CW-2"
PLAYER = credential_of(Role.PLAYER)


@pytest.fixture
def house(tmp_path: Path, _listener: socket.socket, _quick_edges: None) -> Iterator[Live]:
    plans = [
        Plan(FOLLOWED, "roulette", "Roulette", msgspec.structs.replace(BY_HAND, follow=True, pit="A")),
        Plan(ALONE, "go-fore-it", "Go Fore It", PRACTICE),
        Plan(BOXES, "casino-war", "Casino War", PRACTICE),
        Plan(WHEEL, "roulette", "Roulette", PRACTICE),
        Plan(WAR, "casino-war", "Casino War", msgspec.structs.replace(BY_HAND, follow=True)),
    ]
    with Live(tmp_path / "house.db", plans, _listener) as live:
        yield live


def panel_at(open_page: OpenPage, house: Live, table: str) -> Page:
    page = at.staff_page(open_page, house, Role.PIT_MANAGER, "/pit", ".pit-card")
    page.locator(f'[data-table="{table}"] button').click()
    page.locator(".act-fold summary", has_text="Seats and patrons").click()
    return page


def test_a_patron_is_seated_with_a_card_identified_and_moved(open_page: OpenPage, house: Live) -> None:
    dealer = ByHand(house, FOLLOWED)
    page = open_page("/static/icon.svg")
    at.console(page, house, Role.DEALER, FOLLOWED)
    page.locator('[data-follow="3"]').click()
    page.get_by_label("Dollars", exact=True).fill("100")
    page.get_by_label("Player's card").fill("C-12")
    page.get_by_role("button", name="Seat a patron").click()
    expect(page.locator('[data-patron="1"]')).to_contain_text("Seat 3: Patron 1, known by card C-12, here for 0 min")
    acked(dealer.line.send(answer={"says": "wager", "wager": "red", "amount": 500, "by": 3}))

    pit = panel_at(open_page, house, FOLLOWED)
    panel = pit.locator("#pit-panel")
    facts = panel.locator('[data-patron="1"]')
    expect(facts).to_contain_text("known by card C-12")
    panel.get_by_label("Account or player's card").fill(PLAYER)
    panel.get_by_role("button", name="Identify").click()
    expect(facts).to_contain_text("known by account")
    expect(panel.get_by_role("button", name="Identify")).to_be_hidden()
    panel.get_by_label("To seat").select_option("6")
    panel.get_by_role("button", name="Move", exact=True).click()
    expect(panel).to_contain_text("Seat 3 moves to seat 6 after this round.")
    expect(facts).to_contain_text("moves to seat 6 after this round")
    expect(page.locator('[data-follow="3"]')).to_contain_text("moves to seat 6 after this round")
    assert sound(pit) == {}
    panel.get_by_role("button", name="Take back this move").click()
    expect(facts).not_to_contain_text("moves to seat 6")
    panel.get_by_label("To seat").select_option("6")
    panel.get_by_role("button", name="Move", exact=True).click()
    expect(facts).to_contain_text("moves to seat 6 after this round")
    dealer.shows("17")
    expect(facts).to_contain_text("Seat 6:")
    expect(page.locator('[data-patron="1"]')).to_contain_text("Seat 6:")
    assert sound(page) == {}


def test_a_patron_for_whom_the_dealer_speaks_has_a_further_box(open_page: OpenPage, house: Live) -> None:
    dealer = ByHand(house, WAR)
    for seat in (2, 5):
        acked(dealer.line.send(do="seat_patron", seat=seat, amount=20_000))
    page = open_page("/static/icon.svg")
    at.console(page, house, Role.DEALER, WAR)
    place, give, clear = (
        page.locator('[data-follow="3"]'),
        page.locator('[data-do="give_box"]'),
        page.locator('[data-do="free_seat"]'),
    )
    page.locator('[data-follow="7"]').click()
    expect(give).to_have_count(0)
    place.click()
    expect(give).to_have_text("Further box of seat 2, Unknown patron 1")
    give.click()
    expect(place).to_contain_text("Unknown patron 1 · box of seat 2")
    expect(page.locator('[data-patron="1"]')).to_contain_text("also box 3")
    expect(page.get_by_role("button", name="Sell chips")).to_be_hidden()
    assert sound(page) == {}
    expect(clear).to_have_text("Give up this box")
    clear.click()
    expect(place).to_contain_text("free")
    expect(page.locator('[data-follow="2"]')).to_contain_text("$200")


def test_the_same_bets_again_are_not_put_down_for_who_took_the_seat(open_page: OpenPage, house: Live) -> None:
    dealer = ByHand(house, FOLLOWED)
    page = open_page("/static/icon.svg")
    at.console(page, house, Role.DEALER, FOLLOWED)

    def seat_patron(seat: int) -> None:
        acked(dealer.line.send(do="seat_patron", seat=seat, amount=10_000))

    for seat in (2, 3):
        seat_patron(seat)
        acked(dealer.line.send(answer={"says": "wager", "wager": "red", "amount": 500, "by": seat}))
    expect(page.locator('[data-follow="3"]')).to_contain_text("$5 up")
    dealer.shows("17")
    again = page.locator('[data-do="again"]')
    expect(again).to_be_visible()
    acked(dealer.line.send(do="free_seat", seat=2, reason="gone"))
    seat_patron(2)
    expect(page.locator('[data-follow="2"]')).to_contain_text("Unknown patron 3")
    again.click()
    expect(page.locator('[data-follow="3"]')).to_contain_text("$5 up")
    expect(page.locator('[data-follow="2"]')).not_to_contain_text("up")
    assert {spot[0] for spot in house.house.hosts[FOLLOWED].require_table().state.felt.up} == {3}


def test_a_player_who_is_moved_sees_it_and_keeps_what_was_settled(open_page: OpenPage, house: Live) -> None:
    page = open_page(f"/table/{WHEEL}")
    seat = at.sit(page)
    other = house.sit(WHEEL, seat + 1)
    acked(other.bet("red", 500))
    at.choose_chip(page, 500)
    at.area(page, "red").click()
    page.locator("#ready").click()
    other.wait(lambda view: seat in view["ready"])
    floor = house.line(WHEEL, house.cookie(Role.PIT_MANAGER))
    acked(floor.send(do="move_seat", seat=seat, to_seat=seat + 4))
    expect(page.locator("#seated")).to_contain_text(f"moves to seat {seat + 4} after this round")
    acked(other.ready())
    expect(page.locator("#notice")).to_contain_text(f"The floor moved you to seat {seat + 4}.")
    expect(page.locator("#seated")).to_contain_text(f"Seat {seat + 4}")
    expect(page.locator("#settled")).to_contain_text("Red")
    page.reload()
    expect(page.locator("#seated")).to_contain_text(f"Seat {seat + 4}")
    expect(page.locator("#notice")).not_to_contain_text("The floor moved you")
    expect(page.locator("#settled")).to_contain_text("Red")
    floor.close()


def test_a_press_on_another_seat_offers_a_box_or_says_why_not(open_page: OpenPage, house: Live) -> None:
    page = open_page(f"/table/{BOXES}")
    seat = at.sit(page)
    notice = at.notice(page)

    def press(other: int) -> None:
        page.locator(f'.area[data-wager][data-seat="{other}"]').first.click(force=True)  # it takes no chips of theirs

    page.get_by_role("button", name="Whole table").click()
    press(seat + 3)
    expect(notice).to_contain_text("boxes must be adjacent")
    press(seat + 1)
    notice.get_by_role("button", name=f"Also play box {seat + 1}").click()
    expect(page.locator("#seated")).to_contain_text(f"boxes {seat}–{seat + 1}")
    press(seat + 2)
    expect(notice).to_contain_text("One player may hold 2 adjacent boxes at this table.")

    page.goto(f"http://{house.address}/table/{ALONE}")
    seat = at.sit(page)  # still with the whole table in sight
    press(seat + 1)
    expect(notice).to_contain_text("One player has one betting area at this table.")
    expect(notice.locator(".cite")).to_be_visible()

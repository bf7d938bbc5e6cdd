"""The pit desk in a real browser: two persons put a round right, and a refusal goes away when it is cured."""

import socket
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Page, expect

from pitboss.house.founding import Plan
from pitboss.house.table import equipment
from pitboss.roles import Role
from tests.browser.conftest import OpenPage, Pages
from tests.browser.table import staff_page
from tests.browser.test_access import sound
from tests.house.hand import ByHand
from tests.house.live import BY_HAND, Live, acked

pytestmark = pytest.mark.browser
OPEN, SHUT = "RO-1", "RO-2"
STAFF = (Role.DEALER, Role.FLOORPERSON)


@pytest.fixture
def house(tmp_path: Path, _listener: socket.socket, _quick_edges: None) -> Iterator[Live]:
    settings = msgspec.structs.replace(BY_HAND, pit="A")
    plans = [Plan(name, "roulette", f"Roulette {name}", settings) for name in (OPEN, SHUT)]
    with Live(tmp_path / "house.db", plans, _listener) as live:
        yield live


def at_pit(open_page: OpenPage, house: Live, role: Role, *, phone: bool = False) -> Page:
    return staff_page(open_page, house, role, "/pit", ".pit-card", phone=phone)


def fold(page: Page, title: str) -> None:
    page.locator(".act-fold summary", has_text=title).click()


def test_i_gen_40_two_persons_put_a_round_right_from_the_pit(open_page: OpenPage, house: Live) -> None:
    """17 loses for the player; one person reports and proposes by keyboard, another agrees at a phone."""
    dealer, player = ByHand(house, OPEN), house.sit(OPEN, name="Ann")
    acked(player.bet("straight", 500, "5"))
    dealer.close_betting()
    dealer.say(says="17", by="chance")
    dealer.say(says="valid_spin", by="dealer")
    page = at_pit(open_page, house, Role.PIT_MANAGER)
    card = page.locator(f'[data-table="{OPEN}"]')
    expect(card).to_contain_text("+$5")
    assert sound(page) == {}
    page.locator(f'[data-table="{SHUT}"] button').focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    panel = page.locator("#pit-panel")
    expect(panel.locator("h2")).to_be_focused()
    fold(page, "Incidents")
    words = panel.get_by_label("What happened")
    words.fill("The ball lay on 5")
    panel.get_by_role("checkbox", name="Ann, seat").check()
    house.sit(OPEN, name="Bob")  # the table changes, what was typed and ticked stays
    expect(card).to_contain_text("2 of 8")
    expect(words).to_have_value("The ball lay on 5")
    expect(panel.get_by_role("checkbox", name="Ann, seat")).to_be_checked()
    panel.get_by_label("Rounds it is about").fill("1 - 1")
    panel.get_by_role("button", name="Report this incident").click()
    expect(panel.locator('[data-incident="1"]')).to_contain_text("The ball lay on 5")
    fold(page, "Correct or void a round")
    amount = panel.get_by_label("Ann, seat 1: should have won")
    expect(amount).to_have_value("-5")
    amount.fill("175")
    expect(panel).to_contain_text("gives +$180")
    panel.locator(".act-fold[open]").last.get_by_label("Why").fill("Wrong number entered")
    panel.get_by_role("button", name="Propose").click()
    expect(panel.locator("[data-fix]")).to_contain_text("+$180")
    assert sound(page) == {}, "panel"

    phone = at_pit(open_page, house, Role.SHIFT_MANAGER, phone=True)
    phone.get_by_text("Filter", exact=True).click()
    phone.get_by_label("What waits").select_option("correction")
    expect(phone.locator(".pit-card:visible")).to_have_count(1)
    phone.get_by_text("Filter", exact=True).click()
    phone.locator(f'[data-table="{OPEN}"] button').click()
    fold(phone, "Correct or void a round")
    assert sound(phone) == {}, "phone"
    phone.get_by_role("button", name="Drop it").click()
    expect(phone.locator("[data-fix] .refusal")).to_have_text("Say why it is dropped.")
    phone.get_by_role("button", name="Agree …").click()
    look = phone.get_by_role("dialog").last
    expect(look.locator(".second-look")).to_have_text("Agree to correct round 1: Ann, seat 1: +$180.")
    expect(look.locator(".second-look")).to_be_focused()
    look.get_by_role("button", name="Agree, and pay it").click()
    expect(phone.locator("[data-fix]")).to_have_count(0)
    expect(card).to_contain_text("−$175")
    expect(panel.locator("[data-incident]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(card.locator("button")).to_be_focused()
    page.get_by_role("tab", name="Hourly sheet").click()
    expect(page.locator(".hours-plot")).to_be_visible()
    expect(page.locator("table.hours tfoot")).to_contain_text("−$175")
    assert sound(page) == {}, "hours"


def test_617a_2_a_a_refusal_stands_beside_the_act_until_it_is_cured(
    request: pytest.FixtureRequest, open_page: OpenPage, house: Live
) -> None:
    """The table does not open before its inspection is signed; once it is, the refusal is gone and the table opens."""
    page = at_pit(open_page, house, Role.PIT_MANAGER)
    page.locator(f'[data-table="{SHUT}"] button').click()
    opens = page.locator("#pit-panel").get_by_role("button", name="Open the table")
    opens.click()
    refusal = page.locator("#pit-panel .refusal")
    expect(refusal).to_contain_text(
        "Still missing: assign a dealer (a floorperson or above); inspect and sign: Opening inspection"
    )
    pages: Pages = request.getfixturevalue("_pages")
    pages.complaints.clear()  # the browser logs every refusal over HTTP
    table = house.house.hosts[SHUT].require_table()
    floor = house.line(SHUT, house.cookie(Role.PIT_MANAGER))
    for checklist in list(equipment.lists_due(table)):
        items = [item.cite for item in checklist.items]
        acked(floor.send(do="sign", checklist=checklist.name, items=items))
    floor.close()
    expect(refusal).to_have_count(0)
    for role in STAFF:
        house.station(SHUT, role)
    opens.click()
    expect(page.locator(f'[data-table="{SHUT}"]')).to_contain_text("Open")
    expect(page.get_by_role("button", name="Close the table")).to_be_visible()

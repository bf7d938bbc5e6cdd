"""The pages of cage, count room and security in a demonstration: each begins with work, by keyboard and in the hand."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pitboss.house.wire.book_view import view
from pitboss.roles import Role
from tests.browser.conftest import OpenPage
from tests.browser.table import staff_page
from tests.browser.test_access import sound
from tests.browser.test_axe import faults_in
from tests.browser.test_work import SIZES, THEMES, at_size, first_act, in_view
from tests.house.live import Live
from tools.bootstrap import page_checker

pytestmark = pytest.mark.browser
PAGES = (
    (Role.CAGE_CASHIER, "/cage"),
    (Role.COUNT_TEAM, "/count"),
    (Role.SECURITY, "/security"),
    (Role.CAGE_CASHIER, "/slips"),
)
READY = ".queue .task"


@pytest.fixture
def house(tmp_path: Path, _listener: socket.socket, _quick_edges: None) -> Iterator[Live]:
    with Live(tmp_path / "house.db", None, _listener) as live:
        yield live


@SIZES
@pytest.mark.parametrize(("role", "path"), PAGES, ids=[path for _, path in PAGES])
def test_a_page_begins_with_work_and_is_sound(
    open_page: OpenPage, house: Live, role: Role, path: str, phone: bool
) -> None:
    """The act is in view and the only one in gold, a key leads to it, and nothing is wrong on any of the page's tabs."""
    page = at_size(staff_page(open_page, house, role, path, READY, phone=phone), phone=phone)
    assert in_view(page, first_act(page))
    assert page.locator(".primary:visible").count() == 1
    page.locator("main").focus()
    page.keyboard.press("n")
    expect(first_act(page)).to_be_focused()
    tabs = page.get_by_role("tab").all()
    for place in range(max(1, len(tabs))):
        if tabs:
            tabs[place].click()
        assert sound(page) == {}, path
        if page_checker("axe-core/axe.min.js") is not None:
            assert faults_in(page, THEMES, path) == []


def typed(page: Page, *keys: str) -> None:
    """Keys, and words to type, one after the other."""
    for key in keys:
        if key in ("Tab", "Shift+Tab", "Enter", "Space", "ArrowDown", "ArrowRight"):
            page.keyboard.press(key)
        else:
            page.keyboard.type(key)


def test_a_cashier_prepares_a_fill_and_pays_by_keyboard(open_page: OpenPage, house: Live) -> None:
    book = house.house.book
    page = staff_page(open_page, house, Role.CAGE_CASHIER, "/cage", READY)
    page.locator("main").focus()
    typed(page, "n", "Enter")
    expect(page.locator(".queue .empty")).to_be_visible()
    assert book.slips["F-000001"].state == "issued"

    page.get_by_label("Redeem chips for cash").focus()
    typed(page, "ArrowDown", "ArrowDown", "ArrowDown", "Tab")  # "Pay out of a deposit", then the patron
    expect(page.get_by_label("Patron").first).to_be_focused()
    typed(page, "Pat", "Tab", "250", "Enter")
    look = page.get_by_role("dialog")
    expect(look).to_contain_text("$250 in cash leave your drawer, out of the deposit of Pat Player.")
    page.keyboard.press("Enter")  # confirms nothing
    assert len(book.acts) == 1
    typed(page, "Tab", "Tab", "Enter")
    expect(page.get_by_role("link", name="Receipt R-000002")).to_be_visible()
    assert (book.acts[-1][1].act, book.acts[-1][1].amount) == ("withdraw", 250_00)

    receipt = house.get("/api/book/receipts/R-000002/paper.html", house.cookie(Role.CAGE_CASHIER)).text
    assert "Part 1 of 2: patron" in receipt
    assert "Deposit withdrawn in cash" in receipt


def test_what_is_wrong_at_the_window_is_said_and_moves_nothing(open_page: OpenPage, house: Live) -> None:
    page = staff_page(open_page, house, Role.CAGE_CASHIER, "/cage", READY)
    window = page.get_by_role("region", name="At the window")
    window.get_by_role("button", name="Continue").click()
    expect(window.locator(".refusal")).to_have_text("Choose what the patron wants first.")
    window.get_by_label("Redeem chips for cash").check()
    window.get_by_label("$25 chips").fill("2.5")
    expect(window.locator(".chip-total")).to_have_text("Whole numbers only.")
    window.get_by_label("$25 chips").fill("1000")
    expect(window.locator(".chip-total")).to_have_text("$25,000 1,000 chips")
    window.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("dialog")).to_contain_text("$25,000 in cash leave your drawer, for 1,000 × $25.")
    page.get_by_role("button", name="Go back").click()
    body = {"do": "at_window", "act": "redeem", "chips": {"2500": 1000}}
    refused = house.post("/api/book", body, house.cookie(Role.CAGE_CASHIER))
    assert "were never given to them" in refused.text
    assert len(house.house.book.acts) == 1


def test_a_tip_goes_from_the_console_to_the_window_and_a_coupon_is_paid(open_page: OpenPage, house: Live) -> None:
    """The dealer says what a patron put into the tip box; the cage redeems what is brought, and pays a coupon by its number."""
    house.station("roulette-felt", Role.DEALER)
    patron = {"key": "seat-1", "do": "seat_patron", "seat": 1, "amount": 40_000}
    assert house.post("/api/tables/roulette-felt/do", patron, house.cookie(Role.DEALER)).status_code == 200
    table = staff_page(open_page, house, Role.DEALER, "/table/roulette-felt", '.follow [data-do="tip"]')
    table.locator('[data-follow="1"]').click()
    table.get_by_label("Tip, in dollars").fill("25")
    table.get_by_role("button", name="Tip into the box").click()
    expect(table.locator('[data-follow="1"]')).to_contain_text("$375")

    page = staff_page(open_page, house, Role.CAGE_CASHIER, "/cage", READY)
    window = page.get_by_role("region", name="At the window")
    window.get_by_label("Redeem the chips of a tip box").check()
    window.get_by_label("Table").select_option("roulette-felt")
    window.get_by_label("$25 chips").fill("1")
    window.get_by_role("button", name="Continue").click()
    expect(window.locator(".refusal")).to_have_text("Say who brought the tip box.")
    window.get_by_label("Who brought the tip box").fill("Dale Dealer")
    window.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Pay $25").click()
    expect(page.get_by_role("link", name="Receipt R-000002")).to_be_visible()
    window.get_by_label("Pay a coupon").check()
    window.get_by_label("Number of the coupon").fill("X-7")
    window.get_by_label("Amount in dollars").fill("10")
    window.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("dialog")).to_contain_text("$10 in cash leave your drawer, for coupon X-7.")
    page.get_by_role("button", name="Pay $10").click()
    expect(page.get_by_role("link", name="Receipt R-000003")).to_be_visible()
    assert [act.act for _, act in house.house.book.acts] == ["deposit", "redeem tips", "coupon"]


def test_a_box_is_counted_by_keyboard_and_stays_sealed(open_page: OpenPage, house: Live) -> None:
    book = house.house.book
    box = next(iter(book.boxes_in("taken"))).name
    page = staff_page(open_page, house, Role.COUNT_TEAM, f"/count#{box}", READY)
    page.get_by_label("$100 notes").focus()
    typed(page, "4", "Enter", "0")
    expect(page.locator(".chip-total")).to_have_text("$400 4 notes")
    page.get_by_label("Deposit receipts, together, in dollars").focus()
    typed(page, "0", "Tab", "i-000002", "Enter")
    expect(page.get_by_role("button", name="Remove I-000002")).to_be_visible()
    page.get_by_role("button", name="Counted …").focus()
    typed(page, "Enter")
    expect(page.get_by_role("dialog")).to_contain_text("$400 in notes, 1 slip.")
    typed(page, "Tab", "Tab", "Enter")
    expect(page.locator(f'[data-box="{box}"]')).to_contain_text("counted by 1")
    expect(page.locator(f'[data-box="{box}"]')).to_contain_text("sealed")
    for role in (Role.COUNT_TEAM, Role.CAGE_CASHIER, Role.SURVEILLANCE, Role.SHIFT_MANAGER):
        person = house.house.register.person(f"DEMO-{role.value.replace('_', '-')}")
        seen = view(house.house, person)
        assert all(line.cash is None and line.difference is None for line in seen.boxes if line.name == box), role
        assert f"box {box}" not in {line.account for line in seen.accounts}, role


def test_security_signs_and_carries_by_keyboard(open_page: OpenPage, house: Live) -> None:
    book = house.house.book
    body = {"do": "sign_slip", "slip": "F-000001"}
    assert house.post("/api/book", body, house.cookie(Role.CAGE_CASHIER)).status_code == 200
    page = staff_page(open_page, house, Role.SECURITY, "/security", '[aria-label^="Carry a fill"]')
    for is_void in (True, False):
        before = page.locator(READY).count()
        page.locator("main").focus()
        typed(page, "n", "Enter")
        if is_void:
            expect(page.get_by_role("dialog")).to_contain_text("C-000001 is void for good, and keeps its number.")
            typed(page, "Enter")  # confirms nothing: the sentence has the focus
            assert not book.slips["C-000001"].void
            typed(page, "Tab", "Tab", "Enter")
        expect(page.locator(READY)).to_have_count(before - 1)
    assert book.slips["C-000001"].void
    assert book.slips["F-000001"].state == "carried"
    expect(page.get_by_role("region", name="On the way")).to_contain_text("Sky Security, since")


def test_a_slip_names_its_parts_and_marks_a_reprint(house: Live) -> None:
    cookie = house.cookie(Role.CAGE_CASHIER)

    def paper() -> str:
        return house.get("/api/book/slips/F-000001/paper.html", cookie).text

    assert all(f": {copy}<" in paper() for copy in ("drop box", "cage", "accounting"))
    marks = []
    for _ in range(3):
        marks.append([mark for mark in ("LOOKED AT, NOT PRINTED", "REPRINT 1") if mark in paper()])
        assert house.post("/api/book", {"do": "print_slip", "slip": "F-000001"}, cookie).status_code == 200
    assert marks == [["LOOKED AT, NOT PRINTED"], [], ["REPRINT 1"]]
    assert house.get("/api/book/slips/F-000001/paper.pdf", cookie).content.startswith(b"%PDF")
    assert house.get("/api/book/slips/F-000001/paper.html", house.cookie(Role.COUNT_TEAM)).status_code == 403

"""Trays in the pit, shift and day, what is watched, settings and a player's statement: at a desk, in the hand."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pitboss.roles import Role
from tests.browser.axe import faults
from tests.browser.conftest import OpenPage
from tests.browser.table import staff_page
from tests.house.live import Live

pytestmark = pytest.mark.browser
SHOTS = os.environ.get("PITBOSS_SHOTS", "")
# Each page with the role whose work it is, and what is there once it is drawn.
PAGES = (
    (Role.PIT_MANAGER, "/pit#trays", "[data-tray]"),
    (Role.SHIFT_MANAGER, "/shift", "[data-tray]"),
    (Role.SURVEILLANCE, "/watch", "[data-total='0']"),
    (Role.MANAGER, "/book", "form"),
    (Role.PLAYER, "/statement", ".facts"),
)


@pytest.fixture
def house(tmp_path: Path, _listener: socket.socket, _quick_edges: None) -> Iterator[Live]:
    with Live(tmp_path / "house.db", None, _listener) as live:
        yield live


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_pages_of_the_money_are_sound(open_page: OpenPage, house: Live, phone: bool) -> None:
    """Nothing wider than the screen, nothing that axe finds, light and dark."""
    for role, path, drawn in PAGES:
        page = staff_page(open_page, house, role, path, drawn, phone=phone)
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{path} is {wide} px too wide"
        for theme in ("light", "felt"):
            page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
            assert faults(page) == [], f"{path} {theme}"
            if SHOTS:
                page.screenshot(path=f"{SHOTS}/{path.strip('/').replace('#', '-')}-{phone}-{theme}.png", full_page=True)
        page.close()


def test_nothing_can_be_touched_by_whoever_watches(open_page: OpenPage, house: Live) -> None:
    page = staff_page(open_page, house, Role.SURVEILLANCE, "/watch", "[data-total='0']")
    expect(page.locator("main :is(form, input, select, textarea)").locator("visible=true")).to_have_count(0)
    expect(page.locator("main")).to_contain_text("The sum of all accounts is zero")


def test_a_manager_files_a_par_and_the_pit_sees_what_a_tray_needs(open_page: OpenPage, house: Live) -> None:
    """By keyboard: typed and sent with Enter."""
    page = staff_page(open_page, house, Role.MANAGER, "/book", "form")
    field = page.get_by_label("Par of").first
    field.fill("50000")
    field.press("Enter")
    expect(page.locator("main")).to_contain_text("Filed; it counts from now on.")
    assert 5_000_000 in house.house.book.settings.par.values()
    pit = staff_page(open_page, house, Role.PIT_MANAGER, "/pit#trays", "[data-tray]")
    expect(
        pit.locator("[data-tray] .badge")
        .filter(has_text="fill")
        .or_(pit.locator("[data-tray] .badge").filter(has_text="credit"))
        .first
    ).to_be_visible()

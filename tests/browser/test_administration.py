"""The administrator's desk in a real browser: health, sessions, a device's key, a backup, who may do what."""

import pytest
from playwright.sync_api import Page, expect

from pitboss.roles import Role
from tests.browser.conftest import OpenPage
from tests.browser.table import enter, staff_page
from tests.browser.test_access import sound
from tests.house.live import Live

pytestmark = pytest.mark.browser
TABS = ("Health", "Alarms", "Signed in", "Devices", "Programs", "Backups", "Decided by two", "Who may do what")


def desk(open_page: OpenPage, house: Live, role: Role = Role.ADMINISTRATOR, *, phone: bool = False) -> Page:
    return staff_page(open_page, house, role, "/administration", "[role=tab] >> text=Health", phone=phone)


@pytest.mark.parametrize("phone", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["desktop", "phone"])
def test_the_administrator_s_desk_is_sound_and_worked_by_keyboard(
    open_page: OpenPage, house: Live, phone: bool
) -> None:
    """Every panel is reached by arrows, has names and contrast, and is no wider than the screen."""
    page = desk(open_page, house, phone=phone)
    expect(page.locator("#panel-health h2").first).to_have_text("Everything works")
    page.get_by_role("tab", name="Health").focus()
    for name in TABS:
        expect(page.get_by_role("tab", name=name)).to_be_focused()
        assert sound(page) == {}, name
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, name
        page.keyboard.press("ArrowRight")


def test_a_key_is_shown_once_a_backup_is_made_and_a_browser_signed_out(open_page: OpenPage, house: Live) -> None:
    """What the desk is for; and what was typed stays typed while a list is drawn again."""
    dealer = open_page("/static/icon.svg")
    enter(dealer, house, Role.DEALER)
    page = desk(open_page, house)
    page.get_by_role("tab", name="Devices").click()
    page.get_by_text("Issue a key for a device").click()
    expect(page.locator(".issue select").nth(0).locator("option")).to_have_count(1)
    page.get_by_label("Name of the device").fill("wheel-7")
    page.locator(".issue select").nth(1).select_option("wheel")
    page.get_by_role("button", name="Issue a key").click()
    shown = page.locator("dialog input.link").input_value()
    assert len(shown) >= 32
    assert page.locator("dialog code").inner_text().endswith("/ws/devices/roulette-hand --key-file FILE")
    page.keyboard.press("Escape")
    expect(page.locator('[data-device="wheel-7"]')).to_contain_text("not connected")
    assert shown not in page.content()
    page.get_by_label("Name of the device").fill("shoe-8")
    page.locator(".issue select").nth(1).select_option("cards")
    page.get_by_role("button", name="Refresh").nth(0).press("Enter")
    page.get_by_role("button", name="Revoke the key of wheel-7").click()
    look = page.get_by_role("dialog")
    expect(look.locator(".second-look")).to_be_focused()
    expect(look).to_contain_text("wheel-7 at roulette-hand is disconnected now")
    assert sound(page) == {}, "second look"
    page.keyboard.press("Enter")  # confirms nothing
    expect(look).to_be_visible()
    look.get_by_role("button", name="Go back").click()
    expect(look).to_have_count(0)
    expect(page.locator('[data-device="wheel-7"]')).to_have_count(1)
    page.get_by_role("button", name="Revoke the key of wheel-7").click()
    look.get_by_role("button", name="Revoke the key of wheel-7").click()
    expect(page.locator('[data-device="wheel-7"]')).to_have_count(0)
    expect(page.get_by_label("Name of the device")).to_have_value("shoe-8")
    expect(page.locator(".issue select").nth(1)).to_have_value("cards")

    page.get_by_role("tab", name="Backups").click()
    page.get_by_role("button", name="Make a backup now").click()
    expect(page.get_by_text("every chain in it is in order")).to_be_visible()
    expect(page.locator("[data-backup]")).to_contain_text("sha256")

    page.get_by_role("tab", name="Signed in").click()
    page.get_by_role("button", name="Sign out Dana Dealer").click()
    expect(look).to_contain_text("Dana Dealer signed in on")
    look.get_by_role("button", name="Sign Dana Dealer out").click()
    expect(page.get_by_text("Dana Dealer is signed out of that browser.")).to_be_visible()
    assert dealer.evaluate("fetch('/api/session').then((reply) => reply.json())")["person"] is None

    page.get_by_role("tab", name="Who may do what").click()
    page.get_by_label("Find a right").fill("backup")
    expect(page.locator("#panel-rights tbody tr")).to_have_count(1)
    expect(page.locator("#panel-rights tbody tr")).to_contain_text("administrator")


def test_a_token_and_a_secret_are_shown_once(open_page: OpenPage, house: Live) -> None:
    """A program that one administrator creates, one that waits for a second, and a webhook; then each is ended."""
    house.house.webhooks.allowed = ("https://example.org/hooks",)
    page = desk(open_page, house)
    page.get_by_role("tab", name="Programs").click()
    page.get_by_text("Create an account for a program").click()
    for name, scope in (("pit-screen", "read the pit console"), ("nightly", "export the record")):
        page.get_by_label("Name of the program").fill(name)
        page.get_by_label("What it is for").fill("tests of the page")
        page.get_by_label(scope).check()
        page.get_by_role("button", name="Create the program").click()
        if name == "pit-screen":
            token = page.locator("dialog input.link").input_value()
            page.keyboard.press("Escape")
    assert token.startswith("pitboss_program_")
    assert token not in page.content()
    assert house.get("/api/pit", token).status_code == 200
    expect(page.get_by_text("nightly waits for another administrator")).to_be_visible()
    expect(page.get_by_role("button", name="Agree to program request 1")).to_have_count(0)
    page.get_by_role("button", name="Withdraw program request 1").click()
    expect(page.locator("[data-program-request]")).to_have_count(0)
    page.get_by_role("button", name="Revoke pit-screen").click()
    expect(page.locator('[data-program="pit-screen"]')).to_contain_text("revoked")
    assert house.get("/api/pit", token).status_code == 401
    page.get_by_text("Name a webhook").click()
    page.get_by_label("Name of the webhook").fill("ours")
    page.get_by_label("Address").fill("https://example.org/hooks/a")
    page.get_by_role("checkbox", name="alarms").check()
    page.get_by_role("button", name="Name the webhook").click()
    secret = page.locator("dialog input.link").input_value()
    page.keyboard.press("Escape")
    assert secret.startswith("whsec_")
    page.get_by_role("button", name="End the webhook ours").click()
    expect(page.locator("[data-webhook]")).to_have_count(0)
    assert sound(page) == {}

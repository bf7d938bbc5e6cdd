"""People in a real browser: signing in by link and passkey, two persons' signatures, the lock, administration."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pitboss.house.founding import Plan
from pitboss.house.people.demonstration import credential_of
from pitboss.house.table.entries import Settings
from pitboss.roles import Role
from tests.browser.conftest import OpenPage, practice
from tests.browser.table import demo_token, enter, sit
from tests.browser.test_access import sound
from tests.house.live import BY_HAND, Live, acked

pytestmark = pytest.mark.browser
BACCARAT = "minibaccarat-hand"
WITH_ACCOUNT = "roulette-1"
RELIEF = "C-7001"


@pytest.fixture
def house(tmp_path: Path, _listener: socket.socket, _quick_edges: None) -> Iterator[Live]:
    staff = tuple((role, credential_of(role)) for role in (Role.DEALER, Role.FLOORPERSON))
    by_hand = Plan(BACCARAT, "minibaccarat", "Minibaccarat by hand", BY_HAND, staff=staff)
    timed = Plan(WITH_ACCOUNT, "roulette", "Roulette", Settings(accounts=True))
    with Live(tmp_path / "house.db", [practice("roulette"), by_hand, timed], _listener) as live:
        yield live


def at_desk(open_page: OpenPage, house: Live, role: Role, path: str) -> Page:
    """Through the link of the demonstration, which leads to one's work, to one of the pages that it names."""
    page = open_page("/static/icon.svg")
    page.goto(f"http://{house.address}/sign-in#demo={demo_token(house, role)}")
    expect(page).to_have_url(f"http://{house.address}/work")
    page.locator(f'main a[href="{path}"]').click()
    expect(page).to_have_url(f"http://{house.address}{path}")
    return page


def tick_and_sign(page: Page, name: str) -> None:
    checklist = page.locator(f'[data-checklist="{name}"]')
    checklist.locator("input[type=checkbox]").evaluate_all("boxes => boxes.forEach((box) => box.click())")
    checklist.get_by_role("button", name="Sign").click()


def test_627a_4_a_two_persons_inspect_the_cards_each_at_their_own_console(open_page: OpenPage, house: Live) -> None:
    """One's work leads to the console; the dealer signs the first line and cannot sign the second, which is the floorperson's."""
    roles = (Role.DEALER, Role.FLOORPERSON)
    dealer, floor = (at_desk(open_page, house, role, f"/table/{BACCARAT}") for role in roles)
    for page in (dealer, floor):
        page.wait_for_selector("#console:not([hidden])")
    lines = [page.locator('[data-checklist="opening"] .signatures li') for page in (dealer, floor)]
    expect(floor.locator(".steps li", has_text="Inspect and sign: Opening of the table").first).to_contain_text(
        "a dealer"
    )
    expect(floor.locator('[data-task*="/signature/equipment"]')).to_be_visible()
    assert [line.get_by_role("button", name="Sign").count() for line in lines] == [
        1,
        0,
    ]  # it verifies what was inspected
    expect(dealer.locator('[data-do="open_table"]')).to_have_count(0)
    tick_and_sign(floor, "equipment")
    tick_and_sign(dealer, "opening")
    expect(lines[1].nth(0)).to_contain_text("Signed: Dana Dealer, dealer")
    expect(lines[0].get_by_role("button", name="Sign")).to_have_count(0)
    floor.locator('[data-checklist="opening"]').get_by_role("button", name="Sign").click()
    expect(floor.locator("#notice")).to_contain_text("Not checked off")
    tick_and_sign(floor, "opening")
    expect(lines[0].nth(1)).to_contain_text("Signed: Frankie Floor, floorperson")
    expect(dealer.locator('[data-checklist="opening"] summary')).to_contain_text("signed")
    floor.locator('[data-do="open_table"]').click()
    expect(dealer.locator(".console-head")).to_contain_text("table open")
    # What waits for the dealer is unfolded, also where it comes to a page that was open before; what is signed is not.
    expect(dealer.locator('[data-checklist="opening"]')).not_to_have_attribute("open", "")
    arrival = dealer.locator('[data-checklist="arrival"]')
    expect(arrival).not_to_have_attribute("open", "")
    expect(floor.locator("#state strong")).to_have_text("No round yet")
    player = open_page(f"/table/{BACCARAT}")
    sit(player)
    expect(arrival).to_have_attribute("open", "")
    tick_and_sign(dealer, "arrival")
    expect(arrival).not_to_have_attribute("open", "")
    expect(floor.locator("#state strong")).to_have_text("Bets not open")  # the cut comes first
    # A dealer, who does not see the pit, reports and announces in their own words.
    words = dealer.locator(".report-panel")
    dealer.get_by_text("In your own words").click()
    words.get_by_text("Report an incident").click()
    words.locator("select").select_option("spill")
    words.get_by_label("What happened").fill("A glass fell.")
    words.get_by_role("button", name="Report this incident").click()
    expect(words).to_contain_text("Recorded.")
    words.get_by_text("Announce", exact=True).click()
    words.get_by_label("What everyone at this table is told").fill("The cloth is dried.")
    words.get_by_role("button", name="Announce to this table").click()
    expect(player.locator("#notice")).to_contain_text("The cloth is dried.")
    reported = house.get(f"/api/tables/{BACCARAT}/incidents", house.cookie(Role.PIT_MANAGER)).json()["incidents"]
    assert [(one["kind"], one["words"], one["rounds"]) for one in reported] == [("spill", "A glass fell.", [1])]
    assert sound(dealer) == {}


def with_authenticator(page: Page) -> None:
    """A device that makes and uses passkeys without asking."""
    devtools = page.context.new_cdp_session(page)
    for act in ("enable", "disable", "enable"):  # the page may have one from an earlier test
        devtools.send(f"WebAuthn.{act}")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def relief(open_page: OpenPage, house: Live) -> Page:
    """An administrator adds a dealer, who follows the link and makes a passkey; by name, which passkeys need."""
    admin = at_desk(open_page, house, Role.ADMINISTRATOR, "/people")
    admin.get_by_text("Add a person").click()
    form = admin.locator("details.add")
    form.get_by_label("Name").fill("Riley Relief")
    form.get_by_label("Credential number").fill(RELIEF)
    form.get_by_label("dealer", exact=True).check()
    form.get_by_role("button", name="Add this person").click()
    link = admin.locator("input.link").input_value()
    expect(admin.locator(f'[data-person="{RELIEF}"]')).to_contain_text("nothing yet")
    page = open_page("/static/icon.svg")
    with_authenticator(page)
    page.goto(link.replace("127.0.0.1", "localhost"))
    expect(page.locator("main")).to_contain_text("Welcome, Riley Relief")
    page.get_by_role("button", name="Make a passkey and sign in").click()
    page.wait_for_url("**/work")
    page.goto(f"{page.evaluate('location.origin')}/table/{BACCARAT}")
    return page


def test_an_invited_person_signs_in_with_a_passkey_and_out(open_page: OpenPage, house: Live) -> None:
    page = relief(open_page, house)
    expect(page.locator("#seating")).to_contain_text("You are not assigned to this table")
    page.locator(".account-menu summary").click()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("link", name="Sign in").click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.locator(".account-menu")).to_contain_text("Riley Relief")
    page.wait_for_url("**/work")
    page.goto(f"{page.evaluate('location.origin')}/people")
    expect(page.locator("main")).to_contain_text("Nothing here is for dealer")
    expect(page.get_by_label("Find a person")).to_have_count(0)


def test_a_newcomer_makes_an_account_and_sits_down_where_one_is_asked_for(open_page: OpenPage, house: Live) -> None:
    """From the table that asks for a sign-in: a name and a passkey, and back at the table with seats to take; then their limits."""
    page = open_page("/static/icon.svg")
    with_authenticator(page)
    here = f"http://localhost:{house.address.rpartition(':')[2]}"
    page.goto(f"{here}/table/{WITH_ACCOUNT}")
    page.get_by_role("link", name="Sign in, or create an account").click()
    page.get_by_role("link", name="Create an account").click()
    page.get_by_label("Your name").fill("Nova Newcomer")
    page.get_by_text("Use a password instead").click()
    assert sound(page) == {}
    page.get_by_role("button", name="Create an account with a passkey").click()
    page.wait_for_url(f"{here}/table/{WITH_ACCOUNT}")
    expect(page.locator(".account-menu")).to_contain_text("Nova Newcomer")
    page.locator("[data-seat='2']").click()
    expect(page.locator("#seated")).to_contain_text("Seat 2")
    page.goto(f"{here}/account")
    expect(page.locator("main")).to_contain_text("Be at tables in a day")


def add_person(page: Page, name: str, number: str, role: str) -> None:
    form = page.locator("details.add")
    if form.get_attribute("open") is None:
        page.get_by_text("Add a person").click()
    form.get_by_label("Name").fill(name)
    form.get_by_label("Credential number").fill(number)
    for box in form.get_by_role("checkbox").all():
        box.uncheck()
    form.get_by_label(role, exact=True).check()
    form.get_by_role("button", name="Add this person").click()


def test_two_administrators_agree_and_the_board_is_notified(open_page: OpenPage, house: Live) -> None:
    """The first admits the second alone; a pit manager then waits for the second, who agrees and gets the link; the Board sees both
    notices on its page until it dismisses them."""
    first = at_desk(open_page, house, Role.ADMINISTRATOR, "/people")
    expect(first.locator("details.add").get_by_label("board", exact=True)).to_have_count(0)  # the Board's to give
    add_person(first, "Alex Admin", "A-2", "administrator")
    link = first.locator("input.link").input_value()
    first.keyboard.press("Escape")
    add_person(first, "Piper Pit", "P-9", "pit manager")
    expect(first.locator("dialog[open]")).to_contain_text("it waits for Alex Admin (A-2) to agree")
    first.keyboard.press("Escape")
    waiting = first.locator('[data-request="1"]')
    expect(waiting).to_contain_text("add Piper Pit (P-9): pit manager")
    expect(waiting.get_by_role("button", name="Agree")).to_have_count(0)
    assert sound(first) == {}

    second = open_page("/static/icon.svg")
    second.goto(link)
    for label in ("Password (12 characters or more)", "The same password again"):
        second.get_by_label(label).fill("correct horse battery")
    second.get_by_role("button", name="Set the password and sign in").click()
    second.wait_for_url("**/work")
    second.get_by_role("link", name="People").click()
    second.get_by_role("button", name="Agree to request 1").press("Enter")
    look = second.get_by_role("dialog")
    expect(look.locator(".second-look")).to_have_text("Agree to add Piper Pit (P-9): pit manager.")
    expect(look.locator(".second-look")).to_be_focused()
    second.keyboard.press("Enter")  # confirms nothing
    expect(look).to_be_visible()
    look.get_by_role("button", name="Agree, and carry it out").click()
    expect(second.locator("dialog[open]")).to_contain_text("Invitation for Piper Pit")
    second.keyboard.press("Escape")
    expect(second.locator('[data-group="pit_manager"] [data-person="P-9"]')).to_be_visible()
    expect(second.locator("[data-request]")).to_have_count(0)

    board = at_desk(open_page, house, Role.BOARD, "/board")
    notices = board.locator("[data-notice]")
    expect(notices).to_have_count(2)
    expect(notices.nth(0)).to_contain_text("admitted Alex Admin (A-2) as the second administrator, alone")
    expect(notices.nth(1)).to_contain_text("Alex Admin (administrator, A-2) agreed")
    assert sound(board) == {}
    notices.nth(0).get_by_role("button").click()
    expect(notices).to_have_count(1)
    board.get_by_role("tab", name="Accounts").click()
    expect(board.locator("#panel-accounts")).to_contain_text("Blair Board")
    notices.nth(0).get_by_role("button").click()
    expect(notices).to_have_count(0)
    board.reload()
    board.get_by_role("tab", name="Accounts").wait_for()
    expect(notices).to_have_count(0)


def test_an_idle_console_is_locked_and_goes_on_where_it_was(open_page: OpenPage, house: Live) -> None:
    """Five minutes without an act: a panel covers the console; whoever signs in again finds their ticks."""
    page = relief(open_page, house)
    floor = house.line(BACCARAT, house.cookie(Role.PIT_MANAGER))
    acked(floor.send(do="assign", person=RELIEF, role="dealer"))
    floor.close()
    box = page.locator('[data-checklist="opening"] input[type=checkbox]').first
    box.check()
    for session in house.house.people.sessions.of_person(RELIEF):
        session.last_used -= 301
    panel = page.locator("dialog.signed-out")
    expect(panel).to_contain_text("five minutes")
    page.keyboard.press("Escape")
    expect(panel).to_be_visible()
    assert sound(page) == {}
    panel.get_by_role("button", name="Sign in with a passkey").click()
    expect(panel).to_have_count(0)
    expect(page.locator("#line")).to_have_text("")
    expect(box).to_be_checked()


def test_the_board_agrees_in_its_queue_after_a_second_look_and_gets_the_link(open_page: OpenPage, house: Live) -> None:
    first = open_page("/static/icon.svg")
    enter(first, house, Role.BOARD)
    first.goto(f"http://{house.address}/people")
    add_person(first, "Bo Board", "B-2", "board")
    link = first.locator("input.link").input_value()
    first.keyboard.press("Escape")
    second = open_page("/static/icon.svg")
    second.goto(link)
    for label in ("Password (12 characters or more)", "The same password again"):
        second.get_by_label(label).fill("correct horse battery")
    second.get_by_role("button", name="Set the password and sign in").click()
    second.wait_for_url("**/work")
    second.get_by_role("link", name="Board", exact=True).click()
    add_person(first, "Billie Board", "B-3", "board")
    card = second.locator(".task", has_text="Billie Board")
    card.get_by_role("button", name="Agree …").press("Enter")
    look = second.get_by_role("dialog")
    expect(look.locator(".second-look")).to_contain_text("Agree to add Billie Board (B-3): board")
    expect(look.locator(".second-look")).to_be_focused()
    second.keyboard.press("Enter")  # confirms nothing
    assert "B-3" not in house.house.register.people
    look.get_by_role("button", name="Agree, and carry it out").click()
    expect(second.locator("dialog[open]")).to_contain_text("Invitation for Billie Board")
    second.keyboard.press("Escape")
    expect(card).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_pages_of_people_are_sound(open_page: OpenPage, house: Live, phone: bool) -> None:
    """Signing in, one's account and its menu, people with the matrix of roles, things with receiving one."""
    page = open_page("/sign-in", phone=phone)
    page.wait_for_selector("form")
    expect(page.locator("main")).to_contain_text(
        "opens the link that was printed"
    )  # idle for five minutes, and no password
    assert sound(page) == {}, "sign-in"
    enter(page, house, Role.ADMINISTRATOR)
    for path, ready in (("/account", "main h2"), ("/people", "[data-person]")):
        page.goto(f"http://{house.address}{path}")
        page.wait_for_selector(ready)
        page.locator("summary").evaluate_all("all => all.forEach((one) => one.parentElement.open = true)")
        assert sound(page) == {}, path
    page.locator(".account-menu").evaluate("menu => menu.open = false")
    page.locator(".manage").first.click()
    assert sound(page) == {}, "what can be done about one person"
    page.get_by_role("menuitem", name="Change roles").click()
    assert sound(page) == {}, "one person"
    enter(page, house, Role.PLAYER)
    page.goto(f"http://{house.address}/account")
    hours = page.locator('[data-limit="time_day"]')
    hours.get_by_label("in minutes").fill("2 hours")  # two minutes would count at once, and for a day at least
    hours.get_by_role("button", name="Set").click()
    expect(hours.locator(".refusal")).to_have_text("Type a whole number of minutes, like 90.")
    hours.get_by_label("in minutes").fill("120")
    hours.get_by_role("button", name="Set").click()
    expect(hours.locator(".outcome")).to_have_text("Be at tables in a day: noted.")
    expect(hours).to_contain_text("at most 120 minutes")
    page.get_by_role("button", name="Stop playing").click()  # nothing yet: it cannot be taken back
    expect(page.locator(".pause")).not_to_contain_text("You play no more until")
    page.get_by_label("I know that nobody can shorten it.").check()
    page.get_by_role("button", name="Stop playing").click()
    expect(page.locator(".pause")).to_contain_text("You play no more until")
    assert sound(page) == {}, "limits"
    enter(page, house, Role.SECURITY)
    page.goto(f"http://{house.address}/equipment")
    page.get_by_text("Receive equipment").click()
    page.get_by_label("Its number").fill("4711-3")
    page.get_by_label("Kind", exact=True).fill("cards")
    page.get_by_label("What it is").fill("Eight decks, lot 4711")
    page.get_by_role("button", name="Receive").click()
    expect(page.locator('[data-thing="4711-3"]')).to_contain_text("in the store")
    assert sound(page) == {}, "things"

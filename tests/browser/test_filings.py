"""The manager's desk in a real browser: draft, mistakes told as one types, file, the Board approves, put in force."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pitboss import catalogue
from pitboss.roles import Role
from pitboss.submission import made_choices
from tests.browser.axe import faults
from tests.browser.conftest import OpenPage, Pages
from tests.browser.table import enter, sit, staff_page
from tests.browser.test_access import sound
from tests.house.live import Live

pytestmark = pytest.mark.browser


def desk(open_page: OpenPage, house: Live, role: Role, *, phone: bool = False, at: str = "") -> Page:
    return staff_page(open_page, house, role, f"/filings{at}", "[role=tab]", phone=phone)


def begin(page: Page, game: str) -> None:
    page.locator("#panel-register details.add summary").click()
    page.locator("#panel-register details.add select").first.select_option(game)
    page.locator("#panel-register details.add button[type=submit]").click()
    page.wait_for_selector(".choice-group")


def approved(house: Live, *, binding: dict[str, Any] | None = None, **choices: Any) -> str:
    """A filing for Roulette that the Board has approved; its number in the register."""
    manager, board = house.cookie(Role.MANAGER), house.cookie(Role.BOARD)
    chosen = made_choices(catalogue.game("roulette").example().chosen) | choices
    id: str = house.post("/api/filings", {"game": "roulette", "choices": chosen, "title": "Other"}, manager).json()[
        "id"
    ]
    for path, body, who in (
        ("file", {"number": f"TG-2026-{id[2:]}"}, manager),
        ("decide", {"approved": True, **({"binding": binding} if binding else {})}, board),
    ):
        assert house.post(f"/api/filings/{id}/{path}", body, who).status_code < 300
    return id


SINGLE: dict[str, Any] = {"wheel": "single", "five_adjacent_number_wager": False}


def approve(board: Page, filing: str, conditions: str = "") -> None:
    """The Board approves a filing on its page, after the second look."""
    form = board.locator(f'#panel-filings [data-filing="{filing}"]')
    form.get_by_role("radio", name="Approve").check()
    form.get_by_label("Conditions in words").fill(conditions)
    form.get_by_role("button", name="Look at it once more").click()
    board.get_by_role("dialog").get_by_role("button", name=f"Approve {filing}").click()
    expect(form).to_contain_text("approved on")


def test_601a_2_a_filing_is_drafted_filed_approved_and_put_in_force(open_page: OpenPage, house: Live) -> None:
    manager = desk(open_page, house, Role.MANAGER)
    begin(manager, "roulette")
    bar, wheel = manager.locator(".verdict-bar"), manager.locator("#choice-wheel")
    expect(bar).to_contain_text("Lawful · 0 changes · edge 5.26 %")
    red = manager.locator('tr[data-wager="red"]').first
    expect(red).to_contain_text("5.2632 %")
    expect(red).to_contain_text("same")
    # An unlawful payout is told beside its choice, with its provision, and what is typed stays.
    payouts = manager.locator('[data-choice="payouts"]')
    payouts.locator("summary").first.click()
    straight = payouts.get_by_label("straight", exact=True)
    straight.fill("34 to 1")
    expect(payouts).to_contain_text("must pay at least 35 to 1")
    expect(payouts.locator("button.cite").first).to_have_text("§ 617a.4(a)")
    expect(bar).to_contain_text("1 mistake · 1 change")
    expect(manager.get_by_role("button", name="File", exact=True)).to_be_disabled()
    expect(straight).to_have_value("34 to 1")
    expect(straight).to_be_focused()
    straight.fill("40 to 1")
    expect(manager.locator(".mistake-list")).to_contain_text("in the player's favor")
    straight.fill("")
    wheel.select_option("single")
    expect(red).to_contain_text("2.7027 %")
    expect(red).to_contain_text("−2.5605 %")
    expect(bar).to_contain_text("Lawful · 1 change · edge 5.26 → 2.70 %")
    # Money: 40 spins of $10.
    manager.get_by_label("Hands or rolls an hour").fill("40")
    manager.get_by_label("Average wager, $").fill("10")
    expect(red).to_contain_text("$11 ± $63")
    manager.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    expect(bar).to_be_in_viewport(ratio=1)
    # What is filed is shown once more, with whose number it gets; the house has given none yet.
    manager.get_by_role("button", name="File", exact=True).click()
    dialog = manager.get_by_role("dialog")
    expect(dialog.locator(".difference")).to_have_text(re.compile("Wheel.*double.*single"))
    expect(dialog).to_contain_text("It is the house's own number")
    number = dialog.get_by_label("Number that your house gives this filing")
    expect(number).to_have_value("")
    number.fill("TG-2026-1")
    dialog.get_by_role("button", name="File it with the Board").click()
    expect(manager.locator("#panel-draft")).to_contain_text("F-1 is filed as TG-2026-1")
    expect(manager.locator("#panel-draft h2").first).to_contain_text("F-1, filed: Roulette")
    expect(manager.get_by_role("button", name="Save", exact=True)).to_be_hidden()
    assert manager.url.endswith("#draft/F-1")

    board = desk(open_page, house, Role.BOARD)
    waiting = board.locator('[data-filing="F-1"]')
    expect(waiting).to_contain_text("15 days left")
    waiting.get_by_role("link", name="F-1").click()
    expect(board.locator("section.filing .difference")).to_have_text(re.compile("Wheel.*double.*single"))
    expect(board.locator(".edge-line")).to_contain_text("edge 5.26 → 2.70 %")
    expect(board.locator("section.filing form")).to_have_count(0)  # here nobody decides
    board.locator("section.filing").get_by_role("link", name="Decide").click()
    expect(board.locator("#panel-filings .deciding")).to_contain_text("15 days left")
    approve(board, "F-1", conditions="None")

    manager.goto(f"http://{house.address}/filings#filing/F-1")
    manager.reload()
    filing = manager.locator("section.filing")
    filing.get_by_label(re.compile("^roulette-hand")).check()
    filing.get_by_role("button", name="Review").first.click()
    look = manager.get_by_role("dialog")
    expect(look).to_contain_text("F-1 comes into force at roulette-hand")
    expect(look).to_contain_text("Wheel: double becomes single")
    expect(look).to_contain_text("Conditions of the Board: None")
    look.get_by_role("button", name="Put in force at roulette-hand").click()
    expect(filing).to_contain_text("F-1 is in force at roulette-hand.")
    expect(filing.locator("h2")).to_contain_text("in force")
    manager.get_by_role("tab", name="Floor plan").click()
    expect(manager.locator('[data-table="roulette-hand"]')).to_contain_text("F-1")


def test_what_changes_stands_first_and_is_undone_there(open_page: OpenPage, house: Live) -> None:
    """A word, an amount and a line of a table; the way to each choice, and back to what is in force."""
    page = desk(open_page, house, Role.MANAGER, at="#draft/new/roulette")
    bar, changes = page.locator(".verdict-bar"), page.locator(".change-list li")
    page.locator("#choice-wheel").select_option("single")
    page.locator("#choice-minimum").fill("25")
    page.locator('[data-choice="payouts"] summary').first.click()
    page.locator('[data-choice="payouts"]').get_by_label("straight", exact=True).fill("36 to 1")
    expect(bar).to_contain_text("3 changes")
    expect(changes).to_have_count(3)
    expect(page.locator(".overview")).to_contain_text("Payouts of straight")
    page.get_by_role("button", name="Go to it: Minimum").click()
    expect(page.locator("#choice-minimum")).to_be_focused()
    for name in ("Payouts", "Minimum", "Wheel"):
        page.get_by_role("button", name=f"Undo: {name}").click()
        expect(page.locator(".change-list li", has_text=name)).to_have_count(0)
    expect(bar).to_contain_text("Lawful · 0 changes · edge 5.26 %")


def test_617a_1_c_a_draft_is_studied_beside_its_choices(open_page: OpenPage, house: Live) -> None:
    """Reached from the bar over the draft: the wheels by the edge of one wager, and the change that reaches an edge."""
    page = desk(open_page, house, Role.MANAGER)
    begin(page, "roulette")
    page.get_by_role("region", name="The draft as it stands").get_by_role("button", name="Study").click()
    panel = page.get_by_role("region", name="Study")
    expect(panel.get_by_role("combobox", name="Wager", exact=True)).to_contain_text("straight")
    panel.get_by_role("combobox", name="Choice", exact=True).select_option("wheel")
    panel.get_by_role("combobox", name="Wager", exact=True).select_option("red")
    panel.get_by_role("button", name="Work it out").click()
    expect(panel.locator(".study-bar")).to_have_count(3)
    expect(panel.locator(".study-bar.filed")).to_have_text("double (this draft)5.2632 %")
    expect(panel.get_by_role("table")).to_contain_text("2.7027 %")
    panel.get_by_role("combobox", name="Study", exact=True).select_option("solve")
    expect(panel.locator("select").nth(1)).to_be_hidden()
    panel.get_by_label("House edge").fill("20..30")
    panel.get_by_role("button", name="Work it out").click()
    expect(panel).to_contain_text("No 2 lawful changes bring red into this range; the nearest edge is")
    panel.get_by_label("House edge").fill("2.5..3")
    panel.get_by_role("button", name="Work it out").click()
    expect(panel.get_by_role("table")).to_contain_text("wheel = single")


def test_617a_4_a_the_desk_serves_by_phone(open_page: OpenPage, house: Live) -> None:
    """Nothing is wider than the screen, every control has its name, and groups of choices are folded until one is wanted."""
    page = desk(open_page, house, Role.MANAGER, phone=True)
    begin(page, "roulette")
    page.get_by_text("Limits and chips").click()
    page.locator("#choice-minimum").fill("12.34")
    page.wait_for_selector("tr[data-wager]")
    assert page.evaluate("() => document.documentElement.scrollHeight") < 4500
    for tab in ("Editor", "Floor plan", "House", "Register"):
        page.get_by_role("tab", name=tab).click()
        assert sound(page) == {}, tab
    page.get_by_role("tab", name="Floor plan").click()
    page.locator('[data-table="roulette-hand"] input').check()
    page.get_by_role("button", name="1 table selected: change it").click()
    expect(page.get_by_role("region", name="Selected tables")).to_be_in_viewport()


def sign_out(page: Page) -> None:
    page.locator(".account-menu summary").click()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/")
    page.locator(".sign-in-link").first.wait_for()


def test_a_draft_that_is_not_saved_survives_signing_out_for_whoever_typed_it(
    open_page: OpenPage, house: Live, request: pytest.FixtureRequest
) -> None:
    """Also a closed browser, which leaves what is stored; nobody else who signs in there finds it."""
    page = desk(open_page, house, Role.MANAGER)
    begin(page, "roulette")
    page.locator("#choice-minimum").fill("12.34")
    expect(page.locator("#panel-draft .message")).to_contain_text("This browser keeps it for Max Manager alone")
    address = page.url
    sign_out(page)
    enter(page, house, Role.SHIFT_MANAGER)  # may see filings, at the same browser
    page.goto(address)
    page.reload()
    page.wait_for_selector(".choice-group")
    expect(page.locator("#choice-minimum")).to_have_value("1.00")
    page.get_by_role("tab", name="Register").click()
    expect(page.get_by_role("link", name="Go on with it")).to_have_count(0)
    sign_out(page)
    enter(page, house, Role.MANAGER)
    page.goto(f"http://{house.address}/filings")
    page.get_by_role("link", name="Go on with it").click()
    expect(page.locator("#choice-minimum")).to_have_value("12.34")
    expect(page.locator("#panel-draft .message")).to_contain_text("did not save")
    # Saved, it is the house's, and is kept here no more.
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#panel-draft")).to_contain_text("F-1 is saved as a draft.")
    assert page.url.endswith("#draft/F-1")
    assert page.evaluate("() => Object.keys(localStorage).filter((name) => name.includes('drafts'))") == []
    page.get_by_role("tab", name="Register").click()
    expect(page.get_by_role("link", name="Go on with it")).to_have_count(0)
    pages: Pages = request.getfixturevalue("_pages")
    assert [said for said in pages.complaints if "401 (Unauthorized)" not in said] == []
    pages.complaints.clear()  # what was asked for while signing out


def test_filings_drafts_and_tabs_have_addresses_and_back_works(open_page: OpenPage, house: Live) -> None:
    id = approved(house, **SINGLE)
    page = desk(open_page, house, Role.MANAGER)
    page.locator(f'[data-filing="{id}"]').get_by_role("link").click()
    expect(page.locator("section.filing h2")).to_contain_text(id)
    page.get_by_role("link", name="Draft a change of it").click()
    page.wait_for_selector(".choice-group")
    assert page.url.endswith(f"#draft/change/{id}")
    page.get_by_role("tab", name="Floor plan").click()
    page.locator('[data-table="roulette-hand"] input').check()
    assert page.url.endswith("#floor/roulette-hand")
    for address, shown in (
        (f"#draft/change/{id}", "#panel-draft .verdict-bar"),
        (f"#filing/{id}", "section.filing"),
        ("/filings", ".filing-table"),
    ):
        page.go_back()
        expect(page.locator(shown)).to_be_visible()
        assert page.url.endswith(address)
    page.goto(f"http://{house.address}/filings#floor/roulette-hand")
    page.reload()
    expect(page.get_by_role("region", name="Selected tables")).to_contain_text("roulette-hand")
    page.goto(f"http://{house.address}/filings#{id}")  # as links of before have it
    expect(page.locator("section.filing h2")).to_contain_text(id)


def test_the_register_is_a_table_that_sorts_with_what_waits_on_top(open_page: OpenPage, house: Live) -> None:
    manager = house.cookie(Role.MANAGER)
    first = approved(house, **SINGLE)
    for game in ("go-fore-it", "casino-war"):
        example = made_choices(catalogue.game(game).example().chosen)
        assert house.post("/api/filings", {"game": game, "choices": example}, manager).status_code < 300
    assert house.post("/api/filings/F-2/file", {"number": "TG-2026-2"}, manager).status_code < 300
    page = desk(open_page, house, Role.MANAGER)
    rows = page.locator(".filing-table tbody tr")

    def order() -> list[str | None]:
        return [row.get_attribute("data-filing") for row in rows.all()]

    expect(rows).to_have_count(3)
    assert order() == ["F-2", "F-3", first]  # waits for the Board, a draft, approved
    expect(rows.first).to_contain_text("Go Fore It")
    expect(rows.first).to_contain_text("15 days left")
    by_game = page.get_by_role("button", name="Game: sort")
    by_game.focus()
    page.keyboard.press("Enter")
    expect(page.locator("th[aria-sort=ascending]")).to_contain_text("Game")
    assert order() == ["F-3", "F-2", first]
    page.keyboard.press("Enter")
    expect(page.locator("th[aria-sort=descending]")).to_contain_text("Game")
    assert order() == [first, "F-2", "F-3"]
    page.get_by_label("Find a filing").fill("war")
    expect(rows).to_have_count(1)
    # What is to be done is above it, the first thing in view.
    expect(page.locator(".queue .task").first).to_be_in_viewport()
    expect(page.locator(".queue")).to_contain_text("Finish the draft F-3")


def test_the_next_number_follows_the_last_of_the_house(open_page: OpenPage, house: Live) -> None:
    approved(house, **SINGLE)
    page = desk(open_page, house, Role.MANAGER)
    begin(page, "roulette")
    page.get_by_role("button", name="File", exact=True).click()
    expect(page.get_by_label("Number that your house gives this filing")).to_have_value("TG-2026-2")
    expect(page.get_by_role("dialog")).to_contain_text("the last one was TG-2026-1")
    numbers = [["TG-9", "TG-10"], ["A-099"], ["tg-8", "TG-7"], ["", "letter"], []]
    found = page.evaluate(
        "(all) => import('/static/filings/editor.js').then(({ nextNumber }) =>"
        " all.map((numbers) => nextNumber(numbers.map((number) => ({ number })))))",
        numbers,
    )
    assert found == ["TG-11", "A-100", "tg-9", "", ""]


def test_several_tables_are_changed_at_once_after_a_second_look(
    open_page: OpenPage, house: Live, request: pytest.FixtureRequest
) -> None:
    """Limits, then a filing with a condition of the Board; what came of it is a sentence, and what is refused names the table."""
    id = approved(house, binding={"maximum": 20_000}, payouts={"straight": "36 to 1"})
    page = desk(open_page, house, Role.MANAGER, at="#floor")
    panel = page.get_by_role("region", name="Selected tables")
    page.get_by_text("Practice tables").click()
    for table in ("roulette-hand", "roulette-practice"):
        page.locator(f'[data-table="{table}"] input').focus()
        page.keyboard.press("Space")
    expect(panel.locator("h2")).to_contain_text("2 tables")
    panel.get_by_text("Change limits").click()
    panel.get_by_label("Minimum, $").fill("10")
    review = panel.get_by_role("button", name="Review").first
    review.click()
    look = page.get_by_role("dialog")
    expect(look.locator(".difference")).to_contain_text("$1 to $500 $10 to $500")
    tables = {"roulette-hand", "roulette-practice"}

    def limits() -> set[tuple[str, int]]:
        found = house.get("/api/floor", house.cookie(Role.MANAGER)).json()["tables"]
        return {(one["number"], one["minimum"]) for one in found if one["number"] in tables}

    assert limits() == {("roulette-hand", 100), ("roulette-practice", 100)}  # nothing is done before the second press
    look.get_by_role("button", name="Post these limits at").click()
    expect(panel).to_contain_text("These limits are in force at roulette-practice and roulette-hand.")
    assert limits() == {("roulette-hand", 1000), ("roulette-practice", 1000)}
    panel.get_by_text("Put a filing in force").click()
    panel.get_by_label("Approved filing").select_option(id)
    panel.get_by_role("button", name="Review").last.click()
    expect(look).to_contain_text("Conditions of the Board: No wager above $200")
    expect(look).to_contain_text("Payouts: none becomes straight 36 to 1.")
    look.get_by_role("button", name="Put in force at").click()
    expect(panel).to_contain_text(f"{id} is in force at roulette-practice and roulette-hand.")
    # One game at a time; and each refusal names its table.
    page.locator('[data-table="go-fore-it-practice"] input').check()
    expect(panel).to_contain_text("Select tables of one game")
    panel.get_by_label("Maximum, $").fill("300")
    panel.get_by_role("button", name="Review").first.click()
    look.get_by_role("button", name="Post these limits at").click()
    expect(panel).to_contain_text("Refused at roulette-hand:")
    expect(panel).to_contain_text("These limits are in force at go-fore-it-practice.")
    pages: Pages = request.getfixturevalue("_pages")
    assert [said for said in pages.complaints if "409 (Conflict)" not in said] == []
    pages.complaints.clear()  # the browser logs every refusal over HTTP


def test_retiring_and_withdrawing_take_a_second_look(open_page: OpenPage, house: Live) -> None:
    id = approved(house, **SINGLE)
    page = desk(open_page, house, Role.MANAGER, at=f"#filing/{id}")
    filing = page.locator("section.filing")
    filing.get_by_text("Withdraw", exact=True).click()
    filing.get_by_label("Why").fill("Not needed")
    filing.get_by_role("button", name="Review").last.click()
    look = page.get_by_role("dialog")
    expect(look).to_contain_text("It can never come into force at a table.")
    look.get_by_role("button", name="Go back").click()
    expect(filing.get_by_label("Why")).to_have_value("Not needed")
    filing.get_by_role("button", name="Review").last.click()
    look.get_by_role("button", name=f"Withdraw {id}").click()
    expect(filing.locator("h2")).to_contain_text("withdrawn")
    page.goto(f"http://{house.address}/filings#floor/roulette-hand")
    panel = page.get_by_role("region", name="Selected tables")
    panel.get_by_text("Retire this table").click()
    panel.get_by_label("Why").fill("Worn")
    panel.get_by_role("button", name="Review").last.click()
    expect(look).to_contain_text("closed for good")
    look.get_by_role("button", name="Retire roulette-hand for good").click()
    expect(page.get_by_text("Retired: 1")).to_be_visible()


@pytest.mark.parametrize("theme", ["felt", "light"])
def test_no_view_of_filings_has_a_fault(open_page: OpenPage, house: Live, theme: str) -> None:
    """What axe finds: the register with something in it, a filing, a draft with a mistake, a second look, both sizes."""
    id = approved(house, binding={"maximum": 20_000}, **SINGLE)
    for phone in (False, True):
        page = desk(open_page, house, Role.MANAGER, phone=phone)
        page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        page.wait_for_selector(".queue .task")
        found = [("register", faults(page))]
        page.evaluate("id => location.hash = `#filing/${id}`", id)
        page.wait_for_selector(".edge-line")
        page.locator("section.filing .role-choice input").first.check()
        page.locator("section.filing").get_by_role("button", name="Review").first.click()
        page.wait_for_selector("dialog .second-look")
        found.append(("filing", faults(page)))
        page.get_by_role("button", name="Go back").click()
        page.evaluate("id => location.hash = `#draft/change/${id}`", id)
        page.wait_for_selector(".choice-group")
        if phone:
            page.get_by_text("Limits and chips").click()
        page.locator("#choice-maximum").fill("0.01")
        page.wait_for_selector(".mistake-list .refusal")
        found.append(("draft", faults(page)))
        page.evaluate("() => location.hash = '#floor/roulette-hand'")
        page.wait_for_selector(".floor-tile.selected")
        found.append(("floor", faults(page)))
        assert [one for one in found if one[1]] == []
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_no_name_of_the_record_is_on_the_screen(open_page: OpenPage, house: Live) -> None:
    page = desk(open_page, house, Role.MANAGER)
    for game in ("roulette", "blackjack", "pai-gow", "craps"):
        page.goto(f"http://{house.address}/filings#draft/new/{game}/nothing")
        expect(page.locator("#panel-draft h2").first).to_contain_text(catalogue.game(game).title)
        page.wait_for_selector(".mistake-list, .verdict.gain")
        shown = page.locator("#panel-draft").inner_text() + " ".join(
            page.locator("#panel-draft option").all_inner_texts()
        )
        assert re.findall(r"\b[a-z]+_[a-z_]+\b", shown) == [], game


def test_601a_2_whoever_sits_there_is_told_of_other_rules_although_the_layout_is_another(
    open_page: OpenPage, house: Live
) -> None:
    """The page is loaded again for the new layout; what the house said with it is still there."""
    manager, board, table = house.cookie(Role.MANAGER), house.cookie(Role.BOARD), "roulette-practice"
    player = open_page(f"/table/{table}")
    sit(player)
    zeros = player.locator('.area[data-wager="straight"][data-on="00"]')
    expect(zeros).to_have_count(1)
    chosen = made_choices(catalogue.game("roulette").example().chosen)
    single = chosen | {"wheel": "single", "five_adjacent_number_wager": False}
    for path, body, who in (
        ("filings", {"game": "roulette", "choices": single}, manager),
        ("filings/F-1/file", {"number": "TG-1"}, manager),
        ("filings/F-1/decide", {"approved": True}, board),
        (f"tables/{table}/do", {"key": "other-rules", "do": "put_in_force", "filing": "F-1"}, manager),
    ):
        reply = house.post(f"/api/{path}", body, who)
        assert reply.status_code < 300, reply.text
    expect(zeros).to_have_count(0)
    expect(player.locator("#notice")).to_contain_text("other rules are in force at this table", ignore_case=True)
    player.reload()
    player.wait_for_selector("#controls:not([hidden])")
    expect(player.locator("#notice")).to_be_empty()


def test_601a_2_to_be_specified_goes_when_it_is_specified(open_page: OpenPage, house: Live) -> None:
    """And stands beside nothing of a wager that is not offered."""
    page = desk(open_page, house, Role.MANAGER)
    begin(page, "blackjack")
    expect(page.locator(".verdict")).to_contain_text("Lawful")
    lacking = page.locator(".choice .badge:visible", has_text="to be specified")
    expect(lacking).to_have_count(0)
    page.locator("#choice-bet_the_set_21_paytable").select_option("")
    page.locator("#choice-bet_the_set_21").select_option("true")
    expect(lacking).to_have_count(1)


def test_601a_2_the_register_says_what_the_floor_file_said(open_page: OpenPage, house: Live) -> None:
    page = desk(open_page, house, Role.MANAGER)
    line = {
        "drafted": "2026-01-01T00:00:00.000Z",
        "drafted_by": "the floor file",
        "said_by_file": True,
        "state": "in_force",
    }
    told = page.evaluate("(line) => import('/static/filings/register.js').then(({ history }) => history(line))", line)
    assert told.startswith("Filed and approved, as the floor file says")
    assert "Drafted" not in told


FILING = """async () => {
  const { FilingView } = await import("/static/filings/filing.js");
  let tables = ["A", "B"].map((number) => ({ number, title: number, game: "roulette" }));
  const page = { account: { may: () => true }, refused: () => {} };
  const view = new FilingView(page, { refresh: async () => {}, floor: () => ({ pits: [], tables }), game: () => undefined });
  document.body.append(view.node);
  const filing = { id: "F-1", game: "roulette", title: "Roulette", state: "superseded", drafted: "", drafted_by: "Max" };
  view.show(filing);
  const boxes = () => [...view.node.querySelectorAll(".role-choice input")];
  const before = boxes();
  before[1].checked = true;
  tables = tables.map((table) => (table.number === "A" ? { ...table, filing: "F-1" } : table));
  view.show({ ...filing, state: "in_force", tables: ["A"] });
  const withdraws = view.node.textContent.includes("Withdraw");
  return [boxes().map(({ checked, disabled }, n) => [checked, disabled, boxes()[n] === before[n]]), withdraws];
}"""


def test_601a_2_a_table_stays_ticked_when_the_filing_comes_into_force_elsewhere(open_page: OpenPage) -> None:
    """What can be done with a filing follows its state; a form that is still offered is left as it is."""
    boxes, withdraws = open_page("/docs/").evaluate(FILING)
    assert boxes == [[False, True, True], [True, False, True]]
    assert not withdraws

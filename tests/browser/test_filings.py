"""The manager's desk in a real browser: draft, mistakes told as one types, file, the Board approves, put in force."""

import re

import pytest
from playwright.sync_api import Page, expect

from pitboss import catalogue
from pitboss.roles import Role
from pitboss.submission import made_choices
from tests.browser.conftest import OpenPage
from tests.browser.table import sit, staff_page
from tests.browser.test_access import sound
from tests.house.live import Live

pytestmark = pytest.mark.browser


def desk(open_page: OpenPage, house: Live, role: Role, *, phone: bool = False) -> Page:
    return staff_page(open_page, house, role, "/filings", "[role=tab]", phone=phone)


def begin(page: Page, game: str) -> None:
    page.locator("#panel-register details.add summary").click()
    page.locator("#panel-register details.add select").first.select_option(game)
    page.locator("#panel-register details.add button[type=submit]").click()
    page.wait_for_selector(".choice")


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
    verdict, wheel = manager.locator(".verdict"), manager.locator("#choice-wheel")
    expect(verdict).to_contain_text("Lawful")
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
    expect(verdict).to_contain_text("One mistake keeps")
    expect(straight).to_have_value("34 to 1")
    expect(straight).to_be_focused()
    straight.fill("40 to 1")
    expect(manager.locator(".mistake-list")).to_contain_text("in the player's favour")
    straight.fill("")
    wheel.select_option("single")
    expect(red).to_contain_text("2.7027 %")
    expect(red).to_contain_text("−2.5605 %")
    # Money: 40 spins of $10.
    manager.get_by_label("Hands or rolls an hour").fill("40")
    manager.get_by_label("Average wager, $").fill("10")
    expect(red).to_contain_text("$11 ± $63")
    manager.get_by_text("File it", exact=True).click()
    manager.get_by_label("Number of the filing").fill("TG-2026-1")
    manager.get_by_role("button", name="File it with the Board").click()
    expect(manager.locator(".editor-acts")).to_contain_text("F-1 is filed as TG-2026-1")
    expect(manager.locator("#panel-editor h2").first).to_contain_text("F-1, filed: Roulette")

    board = desk(open_page, house, Role.BOARD)
    board.goto(f"http://{house.address}/board#filings")
    board.get_by_role("link", name="F-1", exact=True).click()  # leads to this one
    expect(board.locator(".deciding")).to_contain_text("15 days left")
    approve(board, "F-1", conditions="None")

    manager.reload()
    filing = manager.locator('[data-filing="F-1"]')
    filing.locator("summary").first.click()
    filing.get_by_text("Put in force at tables").click()
    filing.get_by_label(re.compile("^roulette-hand")).check()
    filing.get_by_role("button", name="Put in force", exact=True).click()
    expect(filing.locator("summary").first).to_contain_text("in force")
    manager.get_by_role("tab", name="Floor plan").click()
    expect(manager.locator('[data-table="roulette-hand"]')).to_contain_text("F-1")


def test_617a_4_a_the_desk_serves_by_phone_and_keeps_what_was_typed(open_page: OpenPage, house: Live) -> None:
    """Nothing is wider than the screen, every control has its name; a draft that was left is offered again."""
    page = desk(open_page, house, Role.MANAGER, phone=True)
    begin(page, "roulette")
    page.locator("#choice-minimum").fill("12.34")
    page.wait_for_selector("tr[data-wager]")
    for tab in ("Editor", "Floor plan", "House", "Register"):
        page.get_by_role("tab", name=tab).click()
        assert sound(page) == {}, tab
    page.reload()
    page.get_by_role("button", name="Go on with it").click()
    expect(page.locator("#choice-minimum")).to_have_value("12.34")


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


REGISTER = """async () => {
  const { FilingRegister } = await import("/static/filings/register.js");
  let tables = ["A", "B"].map((number) => ({ number, title: number, game: "roulette" }));
  const page = { account: { may: () => true }, refused: () => {} };
  const acts = { edit: () => {}, refresh: async () => {}, floor: () => ({ pits: [], tables }), game: () => undefined };
  const register = new FilingRegister(page, acts);
  document.body.append(register.node);
  const filing = { id: "F-1", game: "roulette", title: "Roulette", state: "approved", drafted: "", drafted_by: "Max" };
  register.show([filing]);
  const entry = register.node.querySelector("details.filing");
  const opened = new Promise((then) => entry.addEventListener("toggle", then, { once: true }));
  entry.open = true;
  await opened;
  const boxes = () => [...entry.querySelectorAll(".role-choice input")];
  const before = boxes();
  before[1].checked = true;
  tables = tables.map((table) => (table.number === "A" ? { ...table, filing: "F-1" } : table));
  register.show([{ ...filing, state: "in_force", tables: ["A"] }]);
  const withdraws = entry.textContent.includes("Withdraw");
  return [boxes().map(({ checked, disabled }, n) => [checked, disabled, boxes()[n] === before[n]]), withdraws];
}"""


def test_601a_2_a_table_stays_ticked_when_the_filing_comes_into_force_elsewhere(open_page: OpenPage) -> None:
    """What can be done with a filing follows its state; a form that is still offered is left as it is."""
    boxes, withdraws = open_page("/docs/").evaluate(REGISTER)
    assert boxes == [[False, True, True], [True, False, True]]
    assert not withdraws

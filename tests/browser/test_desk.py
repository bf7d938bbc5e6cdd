"""The consoles of dealer and floor, and what is asked beside the play: half-filled forms, entered results, the cut."""

import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pitboss.house.founding import Plan
from pitboss.roles import Role
from tests.browser import table as at
from tests.browser.conftest import OpenPage, practice
from tests.browser.table import (
    LONGEST,
    SETTLED,
    answer_all,
    area,
    choose_chip,
    first_area,
    open_drawer,
    pass_cut,
    sit,
    state,
    wagered,
)
from tests.browser.test_access import sound
from tests.house.hand import ByHand
from tests.house.live import BY_HAND, Live, acked

pytestmark = pytest.mark.browser
ROULETTE, BACCARAT, GO_FORE_IT = "roulette-hand", "minibaccarat-practice", "go-fore-it-practice"


@pytest.fixture
def house(tmp_path: Path, _listener: socket.socket, _quick_edges: None) -> Iterator[Live]:
    plans = [Plan(ROULETTE, "roulette", "Roulette", BY_HAND), practice("minibaccarat"), practice("go-fore-it")]
    with Live(tmp_path / "house.db", plans, _listener) as live:
        yield live


def console(open_page: OpenPage, house: Live, role: Role, table: str) -> Page:
    page = open_page("/static/icon.svg")
    at.console(page, house, role, table)
    return page


def test_a_half_filled_report_survives_what_players_do(open_page: OpenPage, house: Live) -> None:
    """A chip, another player, the next question: ticks, words and the chosen report stay until they are sent."""
    dealer = ByHand(house, ROULETTE)
    page = console(open_page, house, Role.PIT_MANAGER, ROULETTE)
    state(page, "Bets open")
    checklist = page.locator('[data-checklist="adjustment"]')
    page.get_by_text("Inspections", exact=True).click()
    checklist.locator("summary").click()
    checklist.locator("input[type=checkbox]").first.check()
    checklist.get_by_role("textbox", name="What was done").fill("The rotor was oiled.")
    page.get_by_role("button", name="Report irregularity").click()
    page.locator(".choices-list button").first.click()
    kind = page.locator(".irregularity-detail h3").inner_text()
    player = house.sit(ROULETTE)
    for wager in ("red", "black"):
        acked(player.bet(wager, 500, round=player.view["round"], question=0))
    expect(page.locator("#bets .up-row")).to_have_count(2)
    dealer.close_betting()
    expect(page.locator("#state.is-open")).to_have_count(0)
    expect(checklist).to_have_attribute("open", "")
    expect(checklist.locator("input[type=checkbox]").first).to_be_checked()
    expect(checklist.get_by_role("textbox", name="What was done")).to_have_value("The rotor was oiled.")
    expect(page.locator(".irregularity-detail h3")).to_have_text(kind)
    player.close()
    dealer.line.close()


def test_a_report_names_only_the_seats_it_can_concern(open_page: OpenPage, house: Live) -> None:
    """The desk offers what the house says is possible now, and for each no other seats than the house names."""
    page = open_page(f"/table/{GO_FORE_IT}")
    page.locator('.seat[data-seat="4"]').click()
    page.wait_for_selector("#controls:not([hidden])")
    pass_cut(page)
    choose_chip(page, 2500)
    first_area(page, "front_9", 4).click()
    wagered(page, "$25")
    page.locator("#ready").click()
    state(page, "Your decision")
    floor = house.line(GO_FORE_IT, house.token("floor"))
    view = floor.wait(lambda view: view["phase"] == "playing" and view["you"]["possible"])
    possible = {one["kind"]: one["seats"] for one in view["you"]["possible"]}
    assert possible["player_left"] == [4]
    desk = console(open_page, house, Role.PIT_MANAGER, GO_FORE_IT)
    desk.get_by_role("button", name="Report irregularity").click()
    shown = desk.locator(".choices-list button").evaluate_all("nodes => nodes.map((node) => node.dataset.kind)")
    assert set(shown) == set(possible)
    for kind, seats in possible.items():
        desk.locator(f'[data-kind="{kind}"]').click()
        options = desk.locator(".irregularity-detail option").evaluate_all("all => all.map((one) => Number(one.value))")
        assert options == seats
    floor.close()


def test_an_entered_result_is_seen_before_it_is_confirmed_and_can_be_taken_back(
    open_page: OpenPage, house: Live
) -> None:
    """17 was typed for 14: it is taken back, and everyone is told. No virtual wheel spins after the real one."""
    ByHand(house, ROULETTE).line.close()
    player = open_page(f"/table/{ROULETTE}", still=False)
    player.evaluate(LONGEST)
    sit(player)
    choose_chip(player, 500)
    area(player, "straight", "14").click()
    wagered(player, "$5")
    page = console(open_page, house, Role.DEALER, ROULETTE)
    page.keyboard.press("n")
    page.locator("#typed-outcome").fill("17")
    page.keyboard.press("Enter")
    entered = page.locator(".entered strong")
    expect(entered).to_have_text("17")
    assert (entered.bounding_box() or {"height": 0})["height"] >= 36
    assert sound(page) == {}
    page.locator('[data-do="correct"]').click()
    page.wait_for_selector("#typed-outcome")
    expect(player.locator("#notice")).to_contain_text(re.compile("17 .*by mistake"))
    page.locator("#typed-outcome").fill("14")
    page.keyboard.press("Enter")
    expect(entered).to_have_text("14")
    page.keyboard.press("v")
    expect(player.locator("#last-result")).to_have_text("+$175")
    assert player.evaluate("() => window.longest") < 1000
    expect(page.locator('[data-do="correct"]')).to_have_count(0)


def test_an_irregularity_can_be_reported_while_a_result_is_asked(open_page: OpenPage, house: Live) -> None:
    """The field has the focus: a letter that no result has is a shortcut there, too, and Escape leaves the field."""
    ByHand(house, ROULETTE).line.close()
    page = console(open_page, house, Role.DEALER, ROULETTE)
    page.keyboard.press("n")
    field = page.locator("#typed-outcome")
    expect(field).to_be_focused()
    page.keyboard.type("1i")
    expect(page.locator("dialog[open]")).to_contain_text("Report an irregularity")
    expect(field).to_have_value("1")
    page.keyboard.press("Escape")
    field.focus()
    page.keyboard.press("Escape")
    expect(field).not_to_be_focused()


def test_a_signed_list_shows_its_ticks_and_a_refusal_goes_when_it_is_cured(open_page: OpenPage, house: Live) -> None:
    house.station(ROULETTE, Role.DEALER)  # nothing else has to be done first
    page = console(open_page, house, Role.FLOORPERSON, ROULETTE)
    opening = page.locator('[data-checklist="opening"]')
    boxes = opening.locator("input[type=checkbox]")
    opening.get_by_role("button", name=re.compile("^Sign")).click()
    expect(page.locator("#notice")).to_contain_text("Not checked off")
    for n in range(boxes.count()):
        boxes.nth(n).check()
    expect(page.locator("#notice")).to_be_empty()
    opening.get_by_role("button", name=re.compile("^Sign")).click()
    expect(opening.locator(".signed")).to_contain_text("Frankie Floor")
    assert [(boxes.nth(n).is_checked(), boxes.nth(n).is_enabled()) for n in range(boxes.count())] == [
        (True, False)
    ] * boxes.count()


def test_a_closed_table_tells_players_nothing_of_what_the_staff_waits_for(open_page: OpenPage, house: Live) -> None:
    """A player reads that it is closed; whoever works elsewhere is offered no seat; whoever signed in is not asked who they are."""
    page = open_page(f"/table/{ROULETTE}")
    expect(page.locator("#state strong")).to_have_text("Table closed")
    expect(page.locator("#waiting")).to_be_empty()
    expect(page.locator("#player-name")).to_be_visible()
    at.enter(page, house, Role.PLAYER)
    page.reload()
    expect(page.locator("#seating .seat").first).to_be_visible()
    expect(page.locator("#player-name")).to_have_count(0)
    at.enter(page, house, Role.DEALER)
    page.reload()
    expect(page.locator("#seating")).to_contain_text("You are not assigned to this table")
    expect(page.locator("#seating .seat")).to_have_count(0)


def new_cards(house: Live, table: str) -> None:
    """The cards are changed: the next round begins with a shuffle and a cut."""
    floor = house.line(table, house.token("floor"))
    acked(floor.send(do="duty", name="deck_change"))
    floor.close()


def play_a_round(page: Page, seat: int) -> None:
    choose_chip(page, 2500)
    first_area(page, "bankers_hand", seat).click()
    wagered(page, "$25")
    page.locator("#ready").click()
    answer_all(page)
    state(page, SETTLED)


def test_627a_5_b_chips_laid_before_the_cut_are_laid_after_it(open_page: OpenPage, house: Live) -> None:
    """The cut is asked before betting opens; one key passes it, and the chip that opened the round is not lost."""
    page = open_page(f"/table/{BACCARAT}")
    seat = sit(page)
    play_a_round(page, seat)
    new_cards(house, BACCARAT)
    first_area(page, "bankers_hand", seat).click()
    state(page, "Your decision")
    expect(page.locator("#decision h2")).to_contain_text("Cut")
    expect(page.locator("#decision .answers .answer")).to_have_count(1)
    assert "$" not in page.locator("#decision").inner_text()
    expect(page.locator("#decision .answers .answer")).to_be_enabled()
    page.keyboard.press(page.locator("#decision .answers kbd").inner_text().lower())
    state(page, "Bets open")
    wagered(page, "$25")
    expect(page.locator("#ready")).to_be_enabled()
    page.keyboard.press("g")
    state(page, SETTLED)


def test_a_standing_order_passes_the_cut(open_page: OpenPage, house: Live) -> None:
    """Set once to pass, the cut is not asked again: the page says no for the player, and betting opens."""
    page = open_page(f"/table/{BACCARAT}")
    seat = sit(page)
    play_a_round(page, seat)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Cutting the cards").select_option("pass")
    page.locator("dialog[open]").get_by_role("button", name="Close").click()
    new_cards(house, BACCARAT)
    first_area(page, "bankers_hand", seat).click()
    state(page, "Bets open")
    wagered(page, "$25")
    expect(page.locator("#ready")).to_be_enabled()
    page.keyboard.press("g")
    expect(page.locator("#results li")).to_have_count(2)
    state(page, SETTLED)
    open_drawer(page, "Table log")
    expect(page.locator("#log-list")).to_contain_text("The dealer cuts after card")


def test_a_count_is_typed_by_whoever_counted(open_page: OpenPage) -> None:
    """Nothing is filled in for them; no number, and one that cannot be, is not sent; words tell who counted what."""
    page = open_page("/")
    found = page.evaluate(
        """async () => {
          const { questionForm } = await import("/static/table/questions.js");
          const { sentence } = await import("/static/felt/sentences.js");
          const options = [{ says: "stub_counted", least: 1, most: 52, unit: "count", usual: 43 }];
          const question = { to: "dealer", kind: "stub", cite: "676a.7(e)", options, hand: 0, default: options[0] };
          const answers = [];
          const keys = { hint: () => null, letters: () => [] };
          const { node } = questionForm(question, { hand: [], answer: (one) => answers.push(one), keys });
          document.querySelector("main").append(node);
          const field = node.querySelector("input");
          const seen = [field.value, node.querySelector("h2").textContent.trim()];
          for (const typed of ["", "0", "53", "4x", "43"]) {
            field.value = typed;
            node.querySelector("form").requestSubmit();
          }
          const names = { who: (who) => `the ${who}`, title: (wager) => wager };
          const counted = { event: "attested", by: "dealer", what: "counted the stub", count: 43, cite: "" };
          const said = [counted, { ...counted, automatic: true, count: null }];
          return [...seen, answers, ...said.map((event) => sentence(event, names))];
        }"""
    )
    assert found == [
        "",
        "Count: stub § 676a.7(e) Guide",
        [{"says": "stub_counted", "amount": 43, "by": "dealer"}],
        "The dealer counted the stub: 43.",
        "The automatic dealer counted the stub.",
    ]


def test_the_floor_announces_the_last_hand_and_players_see_it(open_page: OpenPage, house: Live) -> None:
    """At once as a notice, and beside the state of the round for whoever comes later; the floor still closes the table."""
    dealer, player = ByHand(house, ROULETTE), open_page(f"/table/{ROULETTE}")
    sit(player)
    floor, at_dealer = (console(open_page, house, role, ROULETTE) for role in (Role.PIT_MANAGER, Role.DEALER))
    announce = '[data-do="announce_last_hand"]'
    expect(at_dealer.locator(".console-head")).to_contain_text("table open")
    expect(at_dealer.locator(announce)).to_have_count(0)
    floor.locator(announce).click()
    expect(player.locator("#notice")).to_contain_text("one more round is dealt before this table closes")
    expect(floor.locator(".console-head")).to_contain_text("last hand announced")
    expect(floor.locator(announce)).to_have_count(0)
    expect(floor.locator('[data-do="close_table"]')).to_be_visible()
    player.reload()
    expect(player.locator("#waiting")).to_contain_text("Last hand before the table closes.")
    assert sound(floor) == {}
    dealer.line.close()

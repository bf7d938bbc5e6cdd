"""Board console in a real browser: rounds searched, opened and replayed, decisions of people, queries kept and sent."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pitboss import catalogue
from pitboss.roles import Role
from pitboss.submission import made_choices
from pitboss.tlog.note import Checkpoint, Cosigner, Signer, add_signatures
from pitboss.tlog.proofs import inclusion_proof, root_of
from pitboss.tlog.tiles import TileWriter
from pitboss.tlog.tree import leaf_hash
from tests.browser.conftest import OpenPage, Pages
from tests.browser.table import demo_token, enter, staff_page
from tests.browser.test_access import sound
from tests.browser.test_axe import faults_in
from tests.house.live import Live, acked

pytestmark = pytest.mark.browser
TABS = ("Your work", "Rounds", "Decisions", "Filings", "Play watched", "The record", "Other readings", "Accounts")
ROULETTE, GO_FORE_IT = "roulette-practice", "go-fore-it-practice"


def play(house: Live, rounds: int = 2) -> None:
    """Some rounds of roulette, and one of Go Fore It that an irregularity made void."""
    ann = house.sit(ROULETTE, name="Ann")
    for _ in range(rounds):
        ann.bet("red", 500)
        ann.bet("black", 500)
        acked(ann.ready())
        ann.wait(lambda view: view["phase"] == "settled")
    ann.close()
    bob = house.sit(GO_FORE_IT, name="Bob")
    bob.bet("front_9", 2500)
    bob.ready()
    bob.wait(lambda view: bool(view["you"]["questions"]))
    floor = house.line(GO_FORE_IT, house.token("floor"))
    acked(floor.send(do="report", report={"kind": "hole_card_exposed"}))
    floor.close()
    bob.close()


def desk(open_page: OpenPage, house: Live, address: str = "", role: Role = Role.BOARD, *, phone: bool = False) -> Page:
    return staff_page(open_page, house, role, f"/board{address}", "[role=tab] >> text=Rounds", phone=phone)


def rows(page: Page, panel: str = "rounds") -> list[str]:
    return page.locator(f"#panel-{panel} .found-table tbody tr").all_inner_texts()


@pytest.mark.parametrize("phone", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["desktop", "phone"])
def test_the_board_s_desk_is_sound_and_worked_by_keyboard(open_page: OpenPage, house: Live, phone: bool) -> None:
    """Every tab is reached by arrows, has names and contrast, and is no wider than the screen; a round as well."""
    play(house, 1)
    page = desk(open_page, house, "#rounds?order=closed", phone=phone)
    expect(page.locator("#panel-rounds .found-table tbody tr")).to_have_count(2)
    page.locator("#panel-rounds .filters > summary").click()
    page.locator(".more-filters summary").click()
    page.locator("details.saved summary").click()
    page.get_by_role("tab", name="Your work").focus()
    for name, ready in zip(
        TABS,
        (
            ".queue h2",
            ".query-words",
            ".counts",
            ".empty",
            ".play-watch h2",
            ".verification",
            "optgroup >> nth=0",
            ".found-table",
        ),
        strict=True,
    ):
        expect(page.get_by_role("tab", name=name)).to_be_focused()
        expect(page.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
        page.locator(f"[role=tabpanel]:visible {ready}").first.wait_for()
        assert sound(page) == {}, name
        page.keyboard.press("ArrowRight")
    page.goto(f"http://{house.address}/board#round?table={ROULETTE}&round=1")
    page.locator("#steps li").first.wait_for()
    expect(page.locator("#played-again")).to_contain_text("✓ played again: as recorded")
    page.locator(".proof-of-round > summary").click()
    expect(page.locator(".round-acts")).to_contain_text("Entries of its journal")
    assert sound(page) == {}, "a round"


def test_what_would_have_been_otherwise_is_found_and_listed(open_page: OpenPage, house: Live) -> None:
    """A control that pays red and black two to one: each win is listed with both amounts and its provision."""
    play(house, 3)
    page = desk(open_page, house, "#otherwise")
    reading = page.get_by_label("Edition or reading")
    reading.select_option("foul_against_ace_high=loses")
    expect(page.get_by_role("tabpanel", name="Other readings")).to_contain_text(
        "A foul hand loses against an Ace High Pai Gow"
    )
    page.get_by_label("Or another choice").fill('payouts={red="2 to 1", black="2 to 1"}')
    page.get_by_role("button", name="Settle under this reading").click()
    badge = page.locator("#panel-otherwise .badge")
    expect(badge).to_contain_text("would have been", timeout=30_000)
    expect(page.locator("#panel-otherwise .found")).to_contain_text(
        "beside what was filed: 3 rounds, 0 not comparable."
    )
    for row in rows(page, "otherwise"):
        assert "$10" in row, row
        assert "$15" in row, row
        assert "617a.4(a)" in row, row
    assert sound(page) == {}


def test_how_often_a_provision_decided_anything_at_which_tables_under_whom(open_page: OpenPage, house: Live) -> None:
    """One ready-made query; its groups lead to their rounds, and what was typed stays while the list is sorted."""
    play(house)
    page = desk(open_page, house, "#rounds")
    page.get_by_role("button", name="Every use of one provision this month").click()
    provision = page.get_by_label("Provision that was applied")
    expect(provision).to_be_focused()
    page.keyboard.type("617a.5(b)")
    expect(page.locator(".field-gist")).to_contain_text("no more bets")
    page.keyboard.press("Enter")
    expect(page.locator(".query-words")).to_contain_text("617a.5(b)")
    expect(page.locator(".totals")).to_contain_text("Times applied")
    group = page.locator("[data-group]")
    expect(group).to_have_count(1)
    expect(group).to_contain_text(ROULETTE)
    assert re.search(r"group_by=table&group_by=person", page.url)
    group.get_by_role("link").click()
    expect(page.locator("[data-round]")).to_have_count(2)
    assert f"tables={ROULETTE}" in page.url
    page.locator("#panel-rounds .filters > summary").click()
    page.get_by_label("Player").fill("half a na")
    page.get_by_role("button", name="Wagered").click()
    expect(page.locator('th[aria-sort="descending"]')).to_have_text(re.compile("Wagered"))
    expect(page.get_by_role("button", name="Wagered")).to_be_focused()
    expect(page.get_by_label("Player")).to_have_value("half a na")
    page.go_back()
    expect(page.locator('th[aria-sort="descending"]')).to_have_text(re.compile("Closed"))


def test_void_rounds_amounts_and_a_mistake_said_in_a_sentence(
    request: pytest.FixtureRequest, open_page: OpenPage, house: Live
) -> None:
    pages: Pages = request.getfixturevalue("_pages")
    play(house)
    page = desk(open_page, house, "#rounds")
    filters = page.locator("#panel-rounds .filters > summary")
    page.get_by_role("button", name="Voided rounds").click()
    expect(page.locator(".query-words")).to_contain_text("void")
    expect(page.locator("[data-round]")).to_have_count(1)
    expect(page.locator("[data-round]")).to_contain_text(re.compile("void.*irregularity"))
    page.get_by_role("button", name="Remove the filter: void").click()
    expect(page.locator("[data-round]")).to_have_count(3)
    filters.click()
    page.get_by_label("Tables", exact=True).fill(GO_FORE_IT)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=f"Tables: take {GO_FORE_IT} away")).to_be_visible()
    page.get_by_label("Round numbers").fill("1 - 3")
    page.keyboard.press("Enter")
    expect(page.locator("[data-round]")).to_have_count(1)
    assert f"tables={GO_FORE_IT}&rounds=1&rounds=2&rounds=3" in page.url
    expect(page.locator("#panel-rounds .filters")).not_to_have_attribute("open", "")
    expect(page.locator(".query-words")).to_be_focused()
    expect(page.get_by_role("button", name="Remove the filter: round 1-3")).to_be_visible()
    filters.click()
    page.get_by_role("button", name=f"Tables: take {GO_FORE_IT} away").click()
    page.get_by_label("Round numbers").fill("")
    page.get_by_label("Returned on it, at least").fill("ten")
    page.get_by_role("button", name="Search").first.click()
    expect(page.locator(".query-form .refusal")).to_contain_text("expected an amount such as 250")
    page.get_by_label("Returned on it, at least").fill("10.00")
    page.get_by_label("Returned on it, at most").fill("$10")
    page.get_by_role("button", name="Search").first.click()
    expect(page.locator(".totals")).to_contain_text("Returned on them")
    assert "paid_least=1000&paid_most=1000" in page.url
    filters.click()
    page.get_by_label("Provision that was applied").fill("nonsense")
    page.get_by_role("button", name="Search").first.click()
    expect(page.locator("#panel-rounds .board-panel > .refusal")).to_contain_text("Expected a citation")
    pages.complaints.clear()  # the browser logs every refusal over HTTP


def test_a_query_is_saved_sent_and_exported(open_page: OpenPage, house: Live, tmp_path: Path) -> None:
    """Its address brings a colleague, who first signs in, to the same; the export has every line."""
    play(house)
    page = desk(open_page, house, f"#rounds?tables={ROULETTE}")
    expect(page.locator("[data-round]")).to_have_count(2)
    page.locator("details.saved summary").click()
    page.get_by_label("Save the query that is shown").fill("Roulette alone")
    page.get_by_role("button", name="Save the query").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save all 2 lines as CSV").click()
    sheet = tmp_path / "rounds.csv"
    download.value.save_as(sheet)
    lines = sheet.read_text().splitlines()
    assert len([line for line in lines if ROULETTE in line]) == 2
    page.get_by_role("button", name="All rounds, the latest first").click()
    expect(page.locator("[data-round]")).to_have_count(3)
    page.locator('[data-saved="Roulette alone"] a').click()
    expect(page.locator("[data-round]")).to_have_count(2)
    sent = page.url

    colleague = open_page("/static/icon.svg")
    colleague.goto(sent)
    colleague.wait_for_url("**/sign-in?next=**")
    asked = colleague.url
    colleague.goto(f"http://{house.address}/static/icon.svg")
    colleague.goto(f"{asked}#demo={demo_token(house, Role.AUDITOR)}")
    colleague.wait_for_url(sent)
    expect(colleague.locator("[data-round]")).to_have_count(2)
    expect(colleague.locator("details.saved li")).to_have_text(re.compile("None yet"))

    page.get_by_role("button", name="Delete Roulette alone").click()
    expect(page.locator("[data-saved]")).to_have_count(0)


def test_a_round_is_opened_with_funds_entries_and_its_replay(open_page: OpenPage, house: Live) -> None:
    play(house)
    page = desk(open_page, house, f"#rounds?tables={ROULETTE}")
    page.get_by_role("link", name=f"{ROULETTE}, 2: open the round").click()
    expect(page.get_by_role("heading", name=f"Table {ROULETTE}, round 2")).to_be_focused()
    expect(page.locator('.round-state [data-seat="1"]')).to_contain_text("Ann")
    expect(page.locator(".round-facts")).to_contain_text("Win of the house")
    expect(page.locator("#stamp")).to_contain_text("Rules Submission")
    expect(page.locator(".proof-of-round")).not_to_have_attribute("open", "")
    assert "This table has none" not in page.locator("main").inner_text()
    expect(page.locator("#chain")).to_contain_text("record intact")
    page.keyboard.press("End")
    expect(page.locator("#where")).to_have_text(re.compile(r"Step (\d+) of \1$"))
    page.get_by_role("link", name="Back to the list").click()
    expect(page.locator("[data-round]")).to_have_count(2)
    expect(page.locator(".query-words")).to_be_visible()


def test_every_act_of_a_person_is_found_by_who_what_and_where(open_page: OpenPage, house: Live) -> None:
    play(house, 1)
    page = desk(open_page, house, "#decisions")
    panel = page.locator("#panel-decisions")
    expect(panel.locator(".counts").first).to_contain_text("Blair Board")
    panel.locator(".filters > summary").click()
    panel.get_by_label("Words").fill("hole card")
    panel.get_by_role("button", name="Search").click()
    expect(panel.locator("tbody tr").first).to_contain_text("hole card exposed")
    assert all("hole card exposed" in row for row in rows(page, "decisions"))
    panel.locator("tbody a").first.click()
    expect(page.get_by_role("heading", name=f"Table {GO_FORE_IT}, round 1")).to_be_visible()


def file_single_wheel(house: Live, **other: object) -> str:
    """The house files a single wheel for a table where a double one is in force; the number of the filing here."""
    manager = house.cookie(Role.MANAGER)
    chosen = made_choices(catalogue.game("roulette").example().chosen)
    single = chosen | {"wheel": "single", "five_adjacent_number_wager": False} | other
    body = {"game": "roulette", "choices": single, "title": "Single wheel"}
    drafted = house.post("/api/filings", body, manager)
    assert drafted.status_code < 300, drafted.text
    filing: str = drafted.json()["id"]
    filed = house.post(f"/api/filings/{filing}/file", {"number": f"RS-{filing.removeprefix('F-')}"}, manager)
    assert filed.status_code < 300, filed.text
    return filing


def test_601a_10_filings_that_wait_are_listed_with_their_clock(open_page: OpenPage, house: Live) -> None:
    page = desk(open_page, house, "#filings")
    waiting = page.locator("#panel-filings [data-filing]")
    expect(page.locator("#panel-filings")).to_contain_text("Nothing waits")
    file_single_wheel(house)
    page.reload()
    expect(waiting).to_have_count(1)
    expect(waiting).to_contain_text("Single wheel")
    expect(waiting).to_contain_text(re.compile(r"as RS-1.*1[45] days left", re.DOTALL))
    page.get_by_role("link", name="F-1", exact=True).click()
    assert page.url.endswith("/board#filings/F-1")
    expect(page.get_by_role("heading", name="Decide F-1")).to_be_focused()
    page.go_back()
    expect(waiting).to_contain_text("Single wheel")
    page.get_by_role("link", name="The register of all filings").click()
    page.wait_for_url("**/filings")
    page.locator('.filing-table [data-filing="F-1"]').get_by_role("link").click()
    page.locator("section.filing").get_by_role("link", name="Decide").click()
    page.wait_for_url("**/board#filings/F-1")
    expect(page.locator("#panel-filings .deciding")).to_contain_text("Max Manager")


def test_601a_2_the_difference_stands_in_the_decision_and_nothing_is_preset(open_page: OpenPage, house: Live) -> None:
    """Each choice before and after with its provision, the edges, who filed it and the days left; then Approve or Refuse, and an
    approval only after a second look, whose focus is not on the button that approves."""
    filing = file_single_wheel(house, minimum="5", limits={"straight": {"maximum": "100"}})
    page = desk(open_page, house)
    card = page.locator(f'.task [data-filing="{filing}"]')
    choices, edges = card.get_by_label("What changes"), card.get_by_label("House edge")
    wheel = choices.locator("dt", has_text="Wheel")
    expect(wheel.get_by_role("button")).to_have_text("§ 617a.1(c)")
    expect(wheel.locator("+ dd")).to_have_text("double single")
    expect(choices.locator("dt", has_text="Maximum of straight").locator("+ dd")).to_have_text("not chosen $100")
    expect(edges.locator("[data-edge]", has_text="Straight")).to_contain_text("5.26 % → 2.70 %")
    expect(card).to_contain_text(re.compile(r"filed on .* as RS-1 by Max Manager .*1[45] days left"))
    # Nothing is chosen, and so there is nothing to press.
    for name in ("Approve", "Refuse"):
        expect(card.get_by_role("radio", name=name)).not_to_be_checked()
    assert card.locator("[type=submit]:visible").count() == 0
    card.get_by_role("radio", name="Approve").check()
    card.get_by_label("No wager above, $").fill("two hundred")
    card.get_by_role("button", name="Look at it once more").click()
    expect(card.locator(".refusal")).to_contain_text("expected an amount in dollars")
    card.get_by_label("No wager above, $").fill("200")
    card.get_by_label("roulette-hand").check()
    card.get_by_role("button", name="Look at it once more").press("Enter")
    look = page.get_by_role("dialog")
    sentence = look.locator(".second-look")
    expect(sentence).to_have_text(
        re.compile(rf"Approve {filing}: wheel double → single, .*Straight.* 5\.26 % → 2\.70 %")
    )
    expect(sentence).to_be_focused()
    expect(look).to_contain_text(re.compile(r"No wager above \$200.*Only at roulette-hand"))
    page.keyboard.press("Enter")  # confirms nothing
    expect(look).to_be_visible()
    assert house.house.register.filings.get(filing).state == "filed"
    look.get_by_role("button", name="Go back").click()
    expect(look).to_have_count(0)
    expect(card.get_by_label("No wager above, $")).to_have_value("200")
    card.get_by_role("button", name="Look at it once more").click()
    page.get_by_role("dialog").get_by_role("button", name=f"Approve {filing}").click()
    expect(page.locator(".toast")).to_have_text(f"{filing} is approved.")
    expect(card).to_have_count(0)
    decided = house.house.register.filings.get(filing)
    assert decided.state == "approved"
    assert decided.binding is not None
    assert (decided.binding.maximum, decided.binding.tables) == (20_000, ("roulette-hand",))


def test_601a_2_a_refusal_takes_a_reason_and_a_first_filing_is_shown_in_short(open_page: OpenPage, house: Live) -> None:
    manager = house.cookie(Role.MANAGER)
    chosen = made_choices(catalogue.game("blackjack").example().chosen)
    for path, body in (
        ("filings", {"game": "blackjack", "choices": chosen, "title": "Blackjack"}),
        ("filings/F-1/file", {"number": "RS-8"}),
    ):
        assert house.post(f"/api/{path}", body, manager).status_code < 300
    page = desk(open_page, house, "#filings/F-1")
    form = page.locator("#panel-filings .deciding")
    expect(form.get_by_label("What changes")).to_contain_text("The first filing of its game")
    expect(form.get_by_label("What changes")).to_contain_text(re.compile(r"All \d\d choices"))
    form.get_by_role("radio", name="Refuse").check()
    expect(form.get_by_label("No wager above, $")).to_be_hidden()
    refuse = form.get_by_role("button", name="Refuse F-1")
    refuse.click()  # the browser asks for a reason first
    assert house.house.register.filings.get("F-1").state == "filed"
    form.get_by_label("Why it is refused").fill("The paytable is not the one of the text.")
    refuse.click()
    expect(form).to_contain_text("refused")
    expect(form).to_contain_text("The paytable is not the one of the text.")
    assert house.house.register.filings.get("F-1").state == "refused"


def test_what_is_typed_into_a_decision_stays_while_the_queue_changes(open_page: OpenPage, house: Live) -> None:
    filing = file_single_wheel(house)
    page = desk(open_page, house)
    card = page.locator(f'.task [data-filing="{filing}"]')
    card.get_by_role("radio", name="Refuse").check()
    card.get_by_label("Why it is refused").fill("half a sen")
    file_single_wheel(house, minimum="5")
    expect(page.locator('.task [data-filing="F-2"]')).to_be_visible()
    expect(card.get_by_label("Why it is refused")).to_have_value("half a sen")


def test_the_first_answer_is_at_the_top_of_the_screen(open_page: OpenPage, house: Live) -> None:
    """What waits comes first; the search asks for rounds with something to look at by itself, and its first line is in view."""
    play(house)
    for phone, size in ((False, {"width": 1440, "height": 900}), (True, {"width": 390, "height": 844})):
        page = staff_page(open_page, house, Role.BOARD, "/board", ".queue h2 .badge", phone=phone)
        page.set_viewport_size(size)  # type: ignore[arg-type]
        expect(page.locator(".queue .task").first.get_by_role("button").first).to_be_in_viewport()
        page.get_by_role("tab", name="Rounds").click()
        found = page.locator("#panel-rounds [data-round]")
        expect(found).to_have_count(1)
        expect(found).to_contain_text(re.compile("void.*irregularity"))
        expect(found.get_by_role("link")).to_be_in_viewport()
        top = found.evaluate("(line) => line.getBoundingClientRect().top")
        assert top < size["height"] * (0.45 if not phone else 0.9), top
        page.get_by_role("button", name="Remove the filter: something to look at").click()
        expect(found).to_have_count(3)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_where_nothing_is_to_be_looked_at_the_latest_rounds_are_shown(open_page: OpenPage, house: Live) -> None:
    ann = house.sit(ROULETTE, name="Ann")
    ann.bet("red", 500)
    acked(ann.ready())
    ann.wait(lambda view: view["phase"] == "settled")
    ann.close()
    page = desk(open_page, house, "#rounds")
    expect(page.locator("#panel-rounds")).to_contain_text("No round is void, corrected or has an irregularity.")
    expect(page.locator("#panel-rounds [data-round]")).to_have_count(1)


def test_a_step_of_a_replay_has_an_address_and_the_keys_go_through_it(open_page: OpenPage, house: Live) -> None:
    """Felt left and steps right; every step of the list can be reached in its box; Back leads to the list."""
    play(house, 1)
    page = desk(open_page, house, "#rounds?order=closed")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_role("link", name=f"{ROULETTE}, 1: open the round").click()
    where, steps = page.locator("#where"), page.locator("#steps li")
    expect(where).to_have_text(re.compile("^Step 0 of"))
    last = steps.count()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(where).to_have_text(f"Step 2 of {last}")
    assert page.url.endswith(f"#round?table={ROULETTE}&round=1&step=2")
    page.keyboard.press("End")
    expect(steps.last.get_by_role("button")).to_have_attribute("aria-current", "step")
    expect(steps.last).to_be_in_viewport()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    expect(where).to_have_text(f"Step 0 of {last}")
    steps.nth(2).get_by_role("button").click()
    page.keyboard.press("ArrowRight")
    expect(steps.nth(3).get_by_role("button")).to_be_focused()
    address = page.url
    assert address.endswith("step=4")
    felt, listed = page.locator("#felt").bounding_box(), page.locator("#steps").bounding_box()
    assert felt
    assert listed
    assert felt["x"] + felt["width"] <= listed["x"]
    assert page.locator("#last").bounding_box()["y"] < 900  # type: ignore[index]
    other = desk(open_page, house, address.partition("/board")[2], Role.AUDITOR)
    expect(other.locator("#where")).to_have_text(f"Step 4 of {last}")
    expect(other.locator("#steps .current")).to_have_count(1)
    chips = """() => [...document.querySelectorAll("#felt .stack")].map((one) => {
      const { e, f } = one.transform.baseVal.consolidate().matrix;
      return [Math.round(e), Math.round(f)];
    })"""
    assert other.evaluate(chips) == page.evaluate(chips), "chips lie where they lay"
    page.go_back()
    expect(page.locator("[data-round]")).to_have_count(2)
    phone = desk(open_page, house, address.partition("/board")[2], phone=True)
    expect(phone.locator("#where")).to_have_text(f"Step 4 of {last}")
    above, below = phone.locator("#felt").bounding_box(), phone.locator("#steps").bounding_box()
    assert above
    assert below
    assert above["y"] + above["height"] <= below["y"]
    assert phone.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_deciding_search_and_replay_have_no_fault(open_page: OpenPage, house: Live, phone: bool) -> None:
    """As axe sees them, dark and light, and no wider than the screen: the queue with a decision under way, the second look, the
    search with its filters open, a replay with its proof, the record."""
    play(house, 1)
    filing = file_single_wheel(house)
    page = desk(open_page, house, phone=phone)
    card, themes = page.locator(f'.task [data-filing="{filing}"]'), ("felt", "light")
    card.locator("[data-edge]").first.wait_for()
    card.get_by_role("radio", name="Approve").check()
    found = faults_in(page, themes, "deciding")
    card.get_by_role("button", name="Look at it once more").click()
    found += faults_in(page, themes, "second look")
    page.keyboard.press("Escape")
    wide = "() => document.documentElement.scrollWidth - innerWidth"
    assert page.evaluate(wide) <= 0, "deciding"
    for address, ready, unfold in (
        ("#rounds", "#panel-rounds [data-round]", "#panel-rounds .filters > summary"),
        (f"#round?table={ROULETTE}&round=1&step=3", "#steps .current", ".proof-of-round > summary"),
        ("#decisions", "#panel-decisions tbody tr", "#panel-decisions .filters > summary"),
        ("#record", ".verification .badge", ".witnesses > summary"),
    ):
        page.goto(f"http://{house.address}/board{address}")
        page.locator(ready).first.wait_for()
        page.locator(unfold).click()
        found += faults_in(page, themes, address)
        assert page.evaluate(wide) <= 0, address
    assert found == []


def test_surveillance_searches_the_record_and_is_offered_nothing_that_it_may_not(
    open_page: OpenPage, house: Live
) -> None:
    play(house, 1)
    page = desk(open_page, house, f"#round?table={ROULETTE}&round=1", Role.SURVEILLANCE)
    expect(page.get_by_role("heading", level=1)).to_have_text("Search the record")
    assert page.get_by_role("tab").all_inner_texts() == ["Your work", "Rounds", "Decisions"]
    assert page.locator(".top").get_by_role("link", name="Filings").count() == 0
    expect(page.locator("#played-again")).to_contain_text("✓ played again: as recorded")
    page.locator(".proof-of-round > summary").click()
    expect(page.get_by_role("button", name="Prove it")).to_be_visible()
    assert page.get_by_role("button", name="Evidence").count() == 0
    page.get_by_role("button", name="Between the rounds").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    page.goto(f"http://{house.address}/audit")
    expect(page.locator("#player")).to_be_visible()
    assert page.get_by_role("button", name=re.compile("^Export")).count() == 0
    page.locator(".account-menu summary").click()
    expect(page.locator(".account-list").get_by_role("link", name="Search the record")).to_be_visible()
    expect(page.locator(".account-list").get_by_role("link", name="Equipment")).to_be_visible()


def test_records_and_replay_open_the_latest_round_for_anybody(open_page: OpenPage, house: Live) -> None:
    """And a table that nobody played at says so; a step has an address there, too."""
    play(house)
    page = open_page(f"/audit?table={ROULETTE}")
    expect(page.locator("#round-title")).to_have_text("Roulette, round 2")
    page.keyboard.press("ArrowRight")
    assert page.url.endswith(f"/audit?table={ROULETTE}&round=2&step=1")
    page.reload()
    expect(page.locator("#where")).to_have_text(re.compile("^Step 1 of"))
    page.get_by_label("Table").select_option("roulette-hand")
    expect(page.locator("#choose")).to_have_text("No round of this table is over yet.")
    expect(page.locator("#player")).to_be_hidden()
    assert page.get_by_role("button", name="Between the rounds").count() == 0


def test_the_record_says_first_when_it_was_verified(open_page: OpenPage, house: Live, tmp_path: Path) -> None:
    """Red where nobody did for a day; the journals of tables and house are exported there, too."""
    page = desk(open_page, house, "#record")
    panel = page.locator("#panel-record")
    state = panel.locator(".verification .badge")
    expect(state).to_have_text("✗ Never verified")
    expect(state).to_have_class(re.compile("bad"))
    expect(state).to_be_in_viewport()
    panel.get_by_role("button", name="Verify now").click()
    expect(state).to_have_text(re.compile(r"^✓ Verified .*, [\d,]+ entries, in order$"))
    page.clock.install(time=datetime.now(UTC) + timedelta(hours=25))
    page.reload()
    expect(state).to_contain_text("longer than a day ago")
    expect(state).to_have_class(re.compile("bad"))
    for name in ("Export the record of the table", "Export the house's record"):
        with page.expect_download() as download:
            panel.get_by_role("button", name=name).click()
        download.value.save_as(tmp_path / name)
        assert (tmp_path / name).read_text().count("\n") > 3, name


QUEUE = """async () => {
  const { Queue } = await import("/static/kit/queue.js");
  const queue = new Queue({ refused: () => {} });
  document.querySelector("main").replaceChildren(queue.node);
  const task = (id, act) => ({ id, kind: "any", title: id, yours: true, urgency: "now", act });
  const agree = { words: "Agree", path: "/no/such", second_look: "Agree: round 7 is void." };
  queue.show([
    task("there", { words: "Decide", path: "/no/such", page: "/board#filings/F-1", only_there: true }),
    task("here", { words: "Decide", choices: [agree, { words: "Drop it", path: "/no/such" }] }),
  ]);
}"""


def test_a_task_that_binds_is_done_at_its_page_or_after_a_second_look(
    request: pytest.FixtureRequest, open_page: OpenPage
) -> None:
    """Wherever a queue is shown: one whose page has to be seen first has no form elsewhere; one with a second look sends nothing
    before it."""
    pages: Pages = request.getfixturevalue("_pages")
    page = open_page("/design")
    page.evaluate(QUEUE)
    there, here = page.locator('[data-task="there"]'), page.locator('[data-task="here"]')
    assert there.locator("form, button:not(.cite)").count() == 0
    expect(there.get_by_role("link", name="Decide")).to_have_attribute("href", "/board#filings/F-1")
    asked: list[str] = []
    page.on("request", lambda sent: asked.append(sent.method))
    here.get_by_role("radio", name="Agree").check()
    here.get_by_role("button", name="Decide").press("Enter")
    look = page.get_by_role("dialog")
    expect(look.locator(".second-look")).to_have_text("Agree: round 7 is void.")
    expect(look.locator(".second-look")).to_be_focused()
    page.keyboard.press("Enter")
    assert "POST" not in asked
    look.get_by_role("button", name="Agree").click()
    expect(look.locator(".refusal")).to_be_visible()
    assert "POST" in asked
    pages.complaints.clear()  # the browser logs every refusal over HTTP


def test_it_is_for_the_board_and_the_auditor_and_nobody_else(open_page: OpenPage, house: Live) -> None:
    page = desk(open_page, house, role=Role.AUDITOR)
    expect(page.locator(".queue h2").first).to_be_visible()
    page.locator(".account-menu summary").click()
    expect(page.locator(".account-list").get_by_role("link", name="Board")).to_be_visible()
    page.goto(f"http://{house.address}/audit")
    page.get_by_role("link", name="Board console").click()
    page.get_by_role("tab", name="Rounds").wait_for()
    other = open_page("/static/icon.svg")
    enter(other, house, Role.DEALER)
    other.goto(f"http://{house.address}/board")
    expect(other.get_by_text("Nothing here is for dealer.")).to_be_visible()
    assert other.locator("[role=tab]").count() == 0


def test_the_record_is_verified_against_a_kept_checkpoint_and_cosigned(
    request: pytest.FixtureRequest, open_page: OpenPage, house: Live, tmp_path: Path
) -> None:
    """Its signature is checked in the browser; a kept head is compared, and a forged one is found."""
    pages: Pages = request.getfixturevalue("_pages")
    play(house, 1)
    page = desk(open_page, house, "#record")
    panel = page.locator("#panel-record")
    expect(panel.locator(".signatures").first).to_contain_text("✓ signature right")
    with page.expect_download() as download:
        panel.get_by_role("button", name="Save this checkpoint").click()
    kept = tmp_path / "checkpoint.txt"
    download.value.save_as(kept)
    panel.get_by_label(re.compile("^and play every round again")).check()
    panel.get_by_role("button", name="Verify now").click()
    expect(panel.locator(".verification")).to_contain_text("played again, all as recorded")
    panel.get_by_label(re.compile("^and play every round again")).uncheck()
    panel.get_by_text("Compare with a checkpoint").click()
    field, state = panel.get_by_label("A saved checkpoint"), panel.locator(".verification")
    field.fill(kept.read_text())
    panel.get_by_role("button", name="Verify now").click()
    expect(state).not_to_contain_text("played again")  # what is shown is not the outcome before
    expect(state).to_contain_text("✓ Verified")
    forged = kept.read_text().splitlines(keepends=True)
    forged[2] = f"{'A' if forged[2][0] != 'A' else 'B'}{forged[2][1:]}"
    field.fill("".join(forged))
    panel.get_by_role("button", name="Verify now").click()
    expect(panel.locator(".outcome.refusal, .badge.bad").first).to_be_visible()
    expect(field).to_have_value("".join(forged))

    panel.get_by_role("button", name="Settle again").click()
    expect(panel.locator(".settled-again")).to_contain_text("agree to the cent")

    witness = Cosigner("witness.example", bytes(range(1, 33)))
    panel.get_by_text("Witnesses, who cosign").click()
    panel.get_by_label("Public key of a witness").fill(witness.vkey)
    panel.get_by_role("button", name="Name this witness").click()
    expect(panel.locator('[data-witness="witness.example"]')).to_be_visible()
    text = house.get("/checkpoint").text.partition("\n\n")[0] + "\n"
    reply = house.post("/api/record/cosignatures", {"lines": [witness.line(text, 1_800_000_000)]})
    assert reply.status_code == 200, reply.text
    panel.get_by_role("button", name="Refresh").click()
    expect(panel.locator(".facts").first).to_contain_text(re.compile("witness.example.*signature right"))
    pages.complaints.clear()  # the browser logs every refusal over HTTP


def test_a_round_is_proved_in_the_browser(open_page: OpenPage, house: Live) -> None:
    play(house, 1)
    assert house.get("/api/board/export", house.token("audit")).status_code == 200  # which makes a head
    page = desk(open_page, house, f"#round?table={ROULETTE}&round=1")
    page.locator(".proof-of-round > summary").click()
    page.get_by_role("button", name="Prove it").click()
    proof = page.locator(".proof")
    expect(proof).to_contain_text("✓ proved in this browser")
    expect(proof).to_contain_text("Its signature is right")


def test_only_the_board_approves_what_is_running(open_page: OpenPage, house: Live) -> None:
    auditor = desk(open_page, house, "#record", Role.AUDITOR)
    expect(auditor.get_by_text("The Board has approved no version")).to_be_visible()
    assert auditor.get_by_role("button", name="Approve what is running").count() == 0
    page = desk(open_page, house, "#record")
    page.get_by_role("button", name="Approve what is running").press("Enter")
    look = page.get_by_role("dialog")
    expect(look.locator(".second-look")).to_contain_text("the first that is approved here")
    expect(look.locator(".second-look")).to_be_focused()
    page.keyboard.press("Enter")  # confirms nothing
    assert house.house.register.software_approved is None
    look.get_by_role("button", name="Approve the software").click()
    expect(page.get_by_text("✓ What runs is what the Board approved.")).to_be_visible()
    auditor.get_by_role("button", name="Compare now").click()
    expect(auditor.get_by_text("✓ What runs is what the Board approved.")).to_be_visible()


PROVED = """
async ([proof, keys]) => {
  const { isIncluded, readCheckpoint, whoSigned } = await import("/static/board/proof.js");
  return [await isIncluded(proof), (await whoSigned(readCheckpoint(proof.checkpoint), keys)).map(({ name, ok }) => [name, ok])];
}
"""


def test_proofs_and_signatures_are_worked_out_in_the_browser(open_page: OpenPage) -> None:
    """Every entry of trees of all sizes up to 20 is proved; one that was changed, or another signature, is not."""
    page = open_page("/audit")
    log, witness = Signer("house.example", bytes(range(32))), Cosigner("witness.example", bytes(range(1, 33)))
    keys = [log.vkey, witness.vkey]
    for size in (1, 2, 7, 8, 20):
        tree = TileWriter()
        tree.extend(leaf_hash(f"t1 {n} {n:064x}\n".encode()) for n in range(1, size + 1))
        read = tree.reader(lambda *_: b"")
        text = Checkpoint(log.name, size, root_of(read, size)).encode()
        note = add_signatures(log.sign(text), [witness.line(text, 1_800_000_000)])
        for index in {0, size // 2, size - 1}:
            path = [each.hex() for each in inclusion_proof(read, index, size)]
            proof = {"journal": "t1", "sequence": index + 1, "hash": f"{index + 1:064x}", "index": index}
            whole = proof | {"size": size, "path": path, "checkpoint": note}
            signed = [[log.name, True], [witness.name, True]]
            assert page.evaluate(PROVED, [whole, keys]) == [True, signed], (size, index)
            changed = whole | {"hash": f"{index + 2:064x}"}
            assert page.evaluate(PROVED, [changed, keys])[0] is False, (size, index)
    forged = note.replace("20\n", "21\n", 1)
    assert page.evaluate(PROVED, [whole | {"checkpoint": forged, "size": 21}, keys]) == [
        False,
        [[log.name, False], [witness.name, False]],
    ]

"""Board console in a real browser: rounds searched, opened and replayed, decisions of people, queries kept and sent."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pitboss.roles import Role
from pitboss.tlog.note import Checkpoint, Cosigner, Signer, add_signatures
from pitboss.tlog.proofs import inclusion_proof, root_of
from pitboss.tlog.tiles import TileWriter
from pitboss.tlog.tree import leaf_hash
from tests.browser.conftest import OpenPage, Pages
from tests.browser.table import demo_token, enter, staff_page
from tests.browser.test_access import sound
from tests.house.live import Live, acked

pytestmark = pytest.mark.browser
TABS = ("Rounds", "Decisions", "Filings to decide", "Play watched", "The record", "Accounts")
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
    page = desk(open_page, house, phone=phone)
    expect(page.locator("#panel-rounds .found-table tbody tr")).to_have_count(2)
    page.locator(".more-filters summary").click()
    page.locator("details.saved summary").click()
    page.get_by_role("tab", name="Rounds").focus()
    for name, ready in zip(
        TABS, (".query-words", ".counts", ".empty", ".play-watch h2", ".verification", ".found-table"), strict=True
    ):
        expect(page.get_by_role("tab", name=name)).to_be_focused()
        expect(page.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
        page.locator(f"[role=tabpanel]:visible {ready}").first.wait_for()
        assert sound(page) == {}, name
        page.keyboard.press("ArrowRight")
    page.goto(f"http://{house.address}/board#round?table={ROULETTE}&round=1")
    page.locator("#steps li").first.wait_for()
    expect(page.locator("#played-again")).to_contain_text("✓ played again: as recorded")
    expect(page.locator(".round-facts")).to_contain_text("Entries of its journal")
    assert sound(page) == {}, "a round"


def test_how_often_a_provision_decided_anything_at_which_tables_under_whom(open_page: OpenPage, house: Live) -> None:
    """One ready-made query; its groups lead to their rounds, and what was typed stays while the list is sorted."""
    play(house)
    page = desk(open_page, house)
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
    page = desk(open_page, house)
    page.get_by_role("button", name="Voided rounds").click()
    expect(page.locator(".query-words")).to_contain_text("void")
    expect(page.locator("[data-round]")).to_have_count(1)
    expect(page.locator("[data-round]")).to_contain_text(re.compile("void.*irregularity"))
    page.get_by_role("button", name="Clear").first.click()
    expect(page.locator("[data-round]")).to_have_count(3)
    page.get_by_label("Tables", exact=True).fill(GO_FORE_IT)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=f"Tables: take {GO_FORE_IT} away")).to_be_visible()
    page.get_by_label("Round numbers").fill("1-3")
    page.keyboard.press("Enter")
    expect(page.locator("[data-round]")).to_have_count(1)
    assert f"tables={GO_FORE_IT}&rounds=1&rounds=2&rounds=3" in page.url
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
    page.get_by_label("Provision that was applied").fill("nonsense")
    page.get_by_role("button", name="Search").first.click()
    expect(page.locator("#panel-rounds > .board-panel > .refusal")).to_contain_text("Expected a citation")
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
    page.get_by_role("button", name="Clear").first.click()
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
    expect(page.locator('[data-seat="1"]')).to_contain_text("Ann")
    expect(page.locator(".round-facts")).to_contain_text("Rules Submission")
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
    panel.get_by_label("Words").fill("hole card")
    panel.get_by_role("button", name="Search").click()
    expect(panel.locator("tbody tr").first).to_contain_text("hole card exposed")
    assert all("hole card exposed" in row for row in rows(page, "decisions"))
    panel.locator("tbody a").first.click()
    expect(page.get_by_role("heading", name=f"Table {GO_FORE_IT}, round 1")).to_be_visible()


def test_601a_2_filings_that_wait_are_listed_with_their_clock(open_page: OpenPage, house: Live) -> None:
    page = desk(open_page, house, "#filings")
    waiting = page.locator("#panel-filings [data-filing]")
    expect(page.locator("#panel-filings")).to_contain_text("Nothing waits")
    manager = house.cookie(Role.MANAGER)
    example = next(game for game in house.get("/api/games", manager).json() if game["name"] == "roulette")["example"]
    drafted = house.post("/api/filings", {"game": "roulette", "choices": example, "title": "Single wheel"}, manager)
    assert drafted.status_code < 300, drafted.text
    filed = house.post(f"/api/filings/{drafted.json()['id']}/file", {"number": "RS-7"}, manager)
    assert filed.status_code < 300, filed.text
    page.reload()
    expect(waiting).to_have_count(1)
    expect(waiting).to_contain_text("Single wheel")
    expect(waiting).to_contain_text(re.compile(r"as RS-7.*1[45] days left", re.DOTALL))
    page.get_by_role("link", name="Decide them at the page of filings").click()
    page.wait_for_url("**/filings")
    expect(page.locator(".filing-list [data-filing]")).to_have_count(1)


def test_it_is_for_the_board_and_the_auditor_and_nobody_else(open_page: OpenPage, house: Live) -> None:
    page = desk(open_page, house, role=Role.AUDITOR)
    expect(page.locator(".query-words, .empty").first).to_be_visible()
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
    panel.get_by_label(re.compile("^Play every round again")).check()
    panel.get_by_role("button", name="Verify now").click()
    expect(panel.locator(".verification")).to_contain_text("played again, all as recorded")
    panel.get_by_label(re.compile("^Play every round again")).uncheck()
    panel.get_by_text("Compare with a checkpoint").click()
    field, state = panel.get_by_label("A saved checkpoint"), panel.locator(".verification")
    field.fill(kept.read_text())
    panel.get_by_role("button", name="Verify now").click()
    expect(state).not_to_contain_text("played again")  # what is shown is not the outcome before
    expect(state).to_contain_text("✓ verified")
    forged = kept.read_text().splitlines(keepends=True)
    forged[2] = f"{'A' if forged[2][0] != 'A' else 'B'}{forged[2][1:]}"
    field.fill("".join(forged))
    panel.get_by_role("button", name="Verify now").click()
    expect(panel.locator(".outcome.refusal, .badge.bad").first).to_be_visible()
    expect(field).to_have_value("".join(forged))

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
    expect(page.get_by_role("button", name="Yes, approve it")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("✓ What runs is what the Board approved.")).to_be_visible()
    expect(page.get_by_role("button", name="Compare now")).to_be_focused()
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

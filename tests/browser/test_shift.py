"""A whole shift in real browsers: rules filed and put in force, tables opened, dealt, put right, closed, and read again."""

import re
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from pitboss.house.founding import Plan
from pitboss.house.people.demonstration import credential_of
from pitboss.house.table.verify import verify_any
from pitboss.roles import Role
from tests.browser.conftest import OpenPage, Pages
from tests.browser.table import first_area, seat_of
from tests.browser.test_dealing import Hands
from tests.browser.test_filings import approve
from tests.house.live import BY_HAND, PATIENCE, Live

pytestmark = pytest.mark.browser
BLACKJACK, CRAPS = "BJ-1", "CR-1"
MORE_PEOPLE = {"D-2": ("Robin Relief", "dealer"), "D-3": ("Drew Dealer", "dealer"), "P-2": ("Quinn Player", "player")}


@pytest.fixture
def house(tmp_path: Path, _listener: socket.socket, _quick_edges: None) -> Iterator[Live]:
    settings = msgspec.structs.replace(BY_HAND, accounts=True, pit="A")
    plans = [Plan(BLACKJACK, "blackjack", "Blackjack", settings), Plan(CRAPS, "craps", "Craps", settings)]
    with Live(tmp_path / "house.db", plans, _listener) as live:
        for credential, (name, role) in MORE_PEOPLE.items():
            body = {"credential": credential, "name": name, "roles": [role]}
            assert live.post("/api/people", body, live.cookie(Role.ADMINISTRATOR)).status_code < 300
        yield live


class Shift:
    """The people of a house, each in a browser of their own."""

    def __init__(self, house: Live, open_page: OpenPage) -> None:
        self.house, self._open_page = house, open_page
        self._pages: dict[str, Page] = {}

    def page(self, who: Role | str, path: str = "") -> Page:
        credential = credential_of(who) if isinstance(who, Role) else who
        if credential not in self._pages:
            page = self._pages[credential] = self._open_page("/static/icon.svg")
            token = self.house.house.people.demonstration_token(self.house.house.register.person(credential))
            page.evaluate(
                "async token => (await fetch('/api/people/enter', { method: 'POST', body: JSON.stringify({ token }),"
                " headers: { 'Content-Type': 'application/json' } })).json()",
                token,
            )
        page = self._pages[credential]
        if path:
            page.goto(f"http://{self.house.address}{path}")
        return page

    # --- filings

    def file_rules(self) -> None:
        """One deck instead of six: the chapter has no paytables of two side wagers for it, and says so."""
        page = self.page(Role.MANAGER, "/filings")
        page.locator("#panel-register details.add summary").click()
        page.locator("#panel-register details.add select").first.select_option("blackjack")
        page.locator("#panel-register details.add button[type=submit]").click()
        page.locator("#choice-decks").fill("1")
        wrong = page.locator(".mistake-list")
        expect(wrong).to_contain_text("has paytables for six and eight decks only. § 633a.13(d)")
        for wager in ("match_the_dealer", "royal_match_21"):
            page.locator(f"#choice-{wager}").select_option("false")
        page.locator("#choice-royal_match_21_paytable").select_option("")
        expect(page.locator(".verdict")).to_contain_text("Lawful")
        page.get_by_role("button", name="File", exact=True).click()
        page.get_by_label("Number that your house gives this filing").fill("TG-2026-7")
        page.get_by_role("button", name="File it with the Board").click()
        expect(page.locator("#panel-draft")).to_contain_text("is filed as TG-2026-7")

    def decide(self) -> None:
        approve(self.page(Role.BOARD, "/board#filings/F-1"), "F-1")

    def draft_more(self) -> None:
        """Another filing, approved as well: no even money."""
        manager, board = self.house.cookie(Role.MANAGER), self.house.cookie(Role.BOARD)
        choices = self.house.get("/api/filings/F-1", manager).json()["choices"] | {"even_money": False}
        for path, body, who in (
            ("", {"game": "blackjack", "choices": choices}, manager),
            ("/F-2/file", {"number": "TG-2026-8"}, manager),
            ("/F-2/decide", {"approved": True}, board),
        ):
            assert self.house.post(f"/api/filings{path}", body, who).status_code < 300

    def put_in_force(self, name: str, told: str) -> None:
        page = self.page(Role.MANAGER, "/filings")
        page.goto(f"http://{self.house.address}/filings#filing/{name}")
        filing = page.locator("section.filing")
        filing.get_by_label(re.compile(f"^{BLACKJACK}")).check()
        filing.get_by_role("button", name="Review").first.click()
        page.get_by_role("dialog").get_by_role("button", name=f"Put in force at {BLACKJACK}").click()
        expect(filing.locator(".outcome").first).to_contain_text(told)

    # --- opening

    def _panel(self, who: Role, table: str, fold: str) -> Locator:
        """A fold of the panel of a table, at the pit desk."""
        page = self.page(who, "/pit")
        page.locator(f'[data-table="{table}"] button').click()
        found = page.locator("#pit-panel .act-fold", has=page.locator("summary", has_text=fold))
        if found.get_attribute("open") is None:
            found.locator("summary").click()
        return found

    def relieve(self, table: str, person: str, told: str) -> None:
        panel = self._panel(Role.PIT_MANAGER, table, "Dealer and staff")
        panel.locator("select").last.select_option(person)
        panel.get_by_role("button", name="Takes over").click()
        expect(panel).to_contain_text(told)

    def correct(self, table: str, round_: int) -> None:
        """Two propose the same correction: one counts; a second person agrees."""
        panels = [self._panel(who, table, "Correct or void") for who in (Role.PIT_MANAGER, Role.FLOORPERSON)]
        for panel in panels:
            panel.get_by_label("Round", exact=True).fill(str(round_))
            panel.get_by_label("Round", exact=True).press("Tab")
            amount = panel.get_by_label(re.compile("^Pat Player, seat 1: should have won"))
            amount.fill("30")
            panel.get_by_label("Why", exact=True).fill("Paid too little")
        panels[0].get_by_role("button", name="Propose").click()
        expect(panels[0].locator("[data-fix]")).to_contain_text("Paid too little")
        panels[1].get_by_role("button", name="Propose").click()
        expect(panels[1]).to_contain_text(f"A correction of round {round_} waits for a second person already.")
        expect(panels[1].get_by_label("Why", exact=True)).to_have_value("Paid too little")
        panels[1].get_by_role("button", name="Agree …").click()
        panels[1].page.get_by_role("dialog").get_by_role("button", name="Agree, and pay it").click()
        expect(panels[1].locator("[data-fix]")).to_have_count(0)

    def close(self, at: "AtTable") -> None:
        """Where new cards are being cut, they are cut first."""
        panel = self._panel(Role.PIT_MANAGER, at.table, "Open or close")
        panel.get_by_role("button", name="Close the table").click()
        expect(panel).to_contain_text("It closes")
        while at.step():
            pass
        expect(panel.get_by_role("button", name="Open the table")).to_be_visible()

    def staff(self, table: str, places: dict[Role, str]) -> None:
        """The pit manager sends people to a table from the pit desk."""
        panel = self._panel(Role.PIT_MANAGER, table, "Dealer and staff")
        for role, person in places.items():
            panel.locator("select").first.select_option(role.value)
            panel.locator("select").last.select_option(person)
            panel.get_by_role("button", name="Takes over").click()
            expect(panel.locator(".plain-list")).to_contain_text(role.value)
            expect(panel.locator(f'option[value="{person}"]')).to_have_count(0)  # here already

    def sign(self, who: Role | str, table: str, checklist: str) -> None:
        page = self.page(who, f"/table/{table}")
        card = page.locator(f'[data-checklist="{checklist}"]')
        expect(card).to_have_attribute("open", "")
        boxes = card.locator("input[type=checkbox]")
        for n in range(boxes.count()):
            boxes.nth(n).check()
        card.get_by_role("button", name=re.compile("^Sign")).click()
        expect(card.locator(".signed")).not_to_have_count(0)


class AtTable:
    """Those who deal and play at a table, and a line on which the test sees whose turn it is."""

    def __init__(self, shift: Shift, table: str, wager: str, players: dict[int, Page], dealer: Page) -> None:
        self.shift, self.table, self.wager, self.players = shift, table, wager, players
        self.hands = Hands(dealer)
        self.line = shift.house.line(table, shift.house.cookie(Role.PIT_MANAGER))
        self.outcomes: list[str] = []

    @property
    def dealer(self) -> Page:
        return self.hands.page

    def _moment(self) -> tuple[int, int, str]:
        seen = self.line.view
        return seen["round"], seen["question"], seen["phase"]

    def wait(self, until: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """What the line shows, once it is so; a line that only hears that it is alive does not wait for ever."""
        deadline = time.monotonic() + PATIENCE
        while not until(self.line.view):
            assert time.monotonic() < deadline, self.line.view
            self.line.hear()
        return self.line.view

    def bet(self) -> None:
        """Whoever has nothing up puts $25 down: by the felt, later by the key that repeats it."""
        self.until_betting()
        up = {wager["seat"] for wager in self.line.view["wagers"]}
        for seat, page in self.players.items():
            if seat in up:
                continue
            expect(page.locator("#state strong")).to_have_text("Bets open")
            if self.line.view["round"] > 1:
                # not before this page, too, shows the round that the line shows: there was nothing to repeat in the one before
                expect(page.locator("#actions button", has_text="Repeat")).to_be_enabled()
                page.keyboard.press("r")
            else:
                page.locator('[data-chip="2500"]').click()
                first_area(page, self.wager, seat).click()
        self.wait(lambda view: {wager["seat"] for wager in view["wagers"]} == set(self.players))
        expect(self.dealer.locator(".up-now")).to_have_text("2 players have bets up.")

    def until_betting(self) -> None:
        """The cut is passed, the cover card set."""
        while self.step() and self.line.view["phase"] != "betting":
            pass

    def close_betting(self) -> None:
        self.hands.press("n")
        self.wait(lambda view: view["phase"] != "betting")

    def finish(self, *, other_rules: bool = False) -> None:
        """The rest of the round, until it is taken and paid; the keys of whoever deals are told. ``other_rules``: those that come
        into force with its end have another layout, for which pages are loaded again; a key pressed meanwhile is lost."""
        number = self.line.view["round"]
        self.dealer.evaluate("() => (window.isFormer = true)")
        while self.line.view["round"] == number and self.step():
            pass
        if other_rules:
            self.dealer.wait_for_function("() => !window.isFormer")
        if self.line.view["pay"]:
            expect(self.dealer.locator('[data-do="take_and_pay"]')).to_be_visible()
            self.hands.press("p")
            self.wait(lambda view: not view["pay"])
        print(f"{self.table}, round {number}: {self.hands.counted()} keys")

    def play(self, *outcomes: str) -> None:
        self.outcomes = list(outcomes)
        self.bet()
        self.close_betting()
        self.finish()

    def step(self) -> bool:
        """Whoever is asked answers; whether anybody was."""
        now = self.shift.house.house.hosts[self.table].require_table().journal.sequence
        self.wait(lambda view: view["sequence"] >= now)
        view = self.wait(lambda view: view["asked"] or view["phase"] != "playing")
        if view["phase"] != "playing":
            return False
        before, to, kind = self._moment(), view["asked"][0]["to"], view["asked"][0]["kind"]
        if to == "chance":
            self.enter(self.outcomes.pop(0))
        elif isinstance(to, int):
            self.players[to].keyboard.press(_first_key(self.players[to], "#decision", kind))
        else:
            self.hands.press(_first_key(self.dealer, ".console-questions", kind))
        self.wait(lambda _: self._moment() != before)
        return True

    def enter(self, outcome: str) -> None:
        expect(self.dealer.locator("#typed-outcome")).to_be_focused()
        self.hands.press(*outcome)

    def report(self, page: Page, kind: str) -> None:
        """After an outcome was entered: what would follow is seen first, then it is recorded."""
        expect(self.dealer.locator(".entered")).to_be_visible()
        if page.locator(".choices-list:visible").count() == 0:
            page.keyboard.press("i")
        page.locator(f'.choices-list:visible [data-kind="{kind}"]').click()
        page.get_by_role("button", name="Preview the effect").click()
        page.get_by_role("button", name="Apply and record").click()
        expect(page.get_by_role("button", name="Apply and record")).to_have_count(0)
        expect(self.dealer.locator(".entered")).to_be_hidden()  # what was entered before counts now


def _first_key(page: Page, where: str, kind: str) -> str:
    """The letter of the first answer to a question; where an amount is asked, the key of the next step takes the usual."""
    said = re.compile(f"{kind}|you have", re.IGNORECASE)  # of a decision it says what the player has
    expect(page.locator(f"{where} h2").first).to_contain_text(said)
    page.wait_for_selector(f"{where} fieldset[disabled]", state="detached")  # what has just come cannot be answered yet
    letter = page.locator(f"{where} .answers .answer:not([disabled], .for-all) kbd")
    if letter.count():
        return letter.first.inner_text().lower()
    return "g"


def _sit(shift: Shift, table: str) -> dict[int, Page]:
    players = {}
    for who in (Role.PLAYER, "P-2"):
        page = shift.page(who, f"/table/{table}")
        page.locator(".seat:not([disabled])").first.click()
        page.wait_for_selector("#controls:not([hidden])")
        players[seat_of(page)] = page
    return players


def _open(page: Page) -> None:
    page.locator('[data-do="open_table"]').click()
    expect(page.locator(".console-head")).to_contain_text("table open")


@pytest.mark.parametrize("rounds", [2, pytest.param(10, marks=pytest.mark.slow)])
def test_a_whole_shift_is_worked_at_the_desks(
    rounds: int, request: pytest.FixtureRequest, open_page: OpenPage, house: Live, tmp_path: Path
) -> None:
    """So many rounds of blackjack and of craps, and what stands in the record afterwards."""
    shift = Shift(house, open_page)
    before = house.house.hosts[BLACKJACK].require_table().state.filing.founded.submission
    shift.file_rules()
    shift.decide()
    shift.put_in_force("F-1", "F-1 is in force at BJ-1.")
    floor, dana = credential_of(Role.FLOORPERSON), credential_of(Role.DEALER)
    shift.staff(BLACKJACK, {Role.FLOORPERSON: floor, Role.DEALER: dana})
    for who, checklist in ((Role.FLOORPERSON, "equipment"), (Role.DEALER, "opening"), (Role.FLOORPERSON, "opening")):
        shift.sign(who, BLACKJACK, checklist)
    _open(shift.page(Role.FLOORPERSON))
    players = _sit(shift, BLACKJACK)
    shift.sign(Role.DEALER, BLACKJACK, "arrival")
    _deal_blackjack(shift, AtTable(shift, BLACKJACK, "blackjack", players, shift.page(Role.DEALER)), rounds)
    for page in players.values():
        page.get_by_role("button", name="Leave").click()
        expect(page.locator("#seating .seat").first).to_be_visible()
    shift.staff(CRAPS, {Role.FLOORPERSON: floor, Role.DEALER: "D-3", Role.STICKPERSON: credential_of(Role.STICKPERSON),
                        Role.BOXPERSON: credential_of(Role.BOXPERSON)})  # fmt: skip
    shift.sign(Role.FLOORPERSON, CRAPS, "opening")
    _open(shift.page(Role.FLOORPERSON))
    stick = shift.page(Role.STICKPERSON, f"/table/{CRAPS}")
    _roll_craps(shift, AtTable(shift, CRAPS, "pass_bet", _sit(shift, CRAPS), stick), rounds)
    pages: Pages = request.getfixturevalue("_pages")
    pages.complaints.clear()  # the browser logs every refusal over HTTP
    _read_again(shift, tmp_path, rounds, before)


HANDS = (  # of one deck, three rounds of it: 19 and 17 against 18; 20 and 20 against 17; 19 and 19 against 18
    ("th", "9d", "5h", "9c", "8s", "7s", "6h"),
    ("tc", "ks", "7d", "td", "jh", "qd"),
    ("9h", "9s", "8d", "kc", "ts", "kd"),
)


def _deal_blackjack(shift: Shift, at: AtTable, rounds: int) -> None:
    """A card typed twice is refused and corrected; other rules wait for the wagers; the relief waits for the round."""
    page = at.dealer
    at.outcomes = list(HANDS[0])
    at.bet()
    at.close_betting()
    at.enter("as")
    at.wait(lambda view: view["cards"].get("1"))
    at.enter("as")
    expect(page.locator("#typed-note")).to_contain_text("No ace of spades is left here.")
    expect(page.locator("#typed-outcome")).to_have_value("as")
    at.hands.press("Escape", "c")
    expect(page.locator(".deal-for")).to_contain_text("Seat 1, first")
    at.step()
    at.report(page, "cover_card")
    shift.draft_more()
    shift.put_in_force("F-2", "F-2 comes into force at BJ-1 after this round.")
    shift.relieve(BLACKJACK, "D-2", "Robin Relief takes over as dealer when this round is over")
    at.finish(other_rules=True)
    at.hands = Hands(shift.page("D-2", f"/table/{BLACKJACK}"))
    for number in range(1, rounds):
        at.outcomes = list(HANDS[number % 3])
        at.bet()
        at.close_betting()
        if number % 3 == 1:
            at.step()
            at.report(
                *((shift.page(Role.FLOORPERSON), "reshuffle_ordered") if number == 1 else (at.dealer, "cover_card"))
            )
        at.finish()
    shift.correct(BLACKJACK, rounds)
    shift.close(at)


def _roll_craps(shift: Shift, at: AtTable, rounds: int) -> None:
    """A throw that does not count, and a 13 that no two dice show."""
    for number in range(rounds):
        at.outcomes = [("34", "56", "22", "22")[number % 4]]
        at.bet()
        at.close_betting()
        if number == 0:
            at.enter("67")
            expect(at.dealer.locator("#typed-note")).to_contain_text("cannot have been shown. Type the 2 faces")
            at.outcomes.append("56")
            at.step()
            at.report(at.dealer, "dice_stacked")  # void: wagers may be made again, then the same shooter throws
            at.bet()
            at.close_betting()
        at.finish()
    shift.close(at)


def _read_again(shift: Shift, folder: Path, rounds: int, before: str) -> None:
    """The Board replays a round, saves all three records, and they prove themselves."""
    page, records = shift.page(Role.BOARD, f"/audit?table={BLACKJACK}"), {}
    page.get_by_role("button", name="Replay round 1", exact=True).click()
    expect(page.locator("#chain")).to_contain_text("record intact")
    page.locator("#last").click()
    expect(page.locator("#felt .card-body")).to_have_count(7)  # without the ace that was taken back
    for table, words in ((BLACKJACK, "the"), ("house", "the house's"), (CRAPS, "the")):
        if table == CRAPS:
            page = shift.page(Role.BOARD, f"/audit?table={CRAPS}")
            expect(page.get_by_role("button", name=f"Replay round {rounds}", exact=True)).to_be_visible()
        with page.expect_download() as download:
            page.get_by_role("button", name=f"Export {words} record", exact=True).click()
        file = folder / f"{table}.jsonl"
        download.value.save_as(file)
        assert "all as recorded" in str(verify_any(file)), table
        records[table] = [msgspec.json.decode(line) for line in file.read_bytes().splitlines()]
    reported = [entry for table in (BLACKJACK, CRAPS) for entry in records[table] if entry["payload"].get("report")]
    told = [(entry["kind"], entry["payload"]["report"]["kind"], _person(entry)) for entry in reported]
    for kind, person in (
        ("cover_card", "Dana Dealer"),
        ("reshuffle_ordered", "Frankie Floor"),
        ("dice_stacked", "Sam Stick"),
    ):
        assert told.index(("previewed", kind, person)) < told.index(("step", kind, person))
    rules = [entry["payload"] for entry in records[BLACKJACK] if entry["kind"] == "rules_changed"]
    assert [(made["filing"], made["by"]["name"]) for made in rules] == [("F-1", "Max Manager"), ("F-2", "Max Manager")]
    played = [entry["payload"]["submission"] for entry in records[BLACKJACK] if entry["kind"] == "round"]
    assert played[0] == rules[0]["submission"] != before  # other rules waited for the wagers of the first round
    assert set(played[1:]) == {rules[1]["submission"]} != {played[0]}
    done = [(entry["kind"], _person(entry)) for entry in records[BLACKJACK]]
    signed = {_person(entry) for entry in records[BLACKJACK] if entry["payload"].get("checklist") == "opening"}
    assert signed == {"Dana Dealer", "Frankie Floor"}
    assert ("corrected", "Dana Dealer") in done
    assert done.index(("relief_queued", "Parker Pit")) < done.index(("rules_changed", "Max Manager"),
        done.index(("corrected", "Dana Dealer")))  # fmt: skip
    assert [entry["payload"]["name"] for entry in records[BLACKJACK] if entry["kind"] == "assigned"][
        -1
    ] == "Robin Relief"
    assert done.index(("correction_proposed", "Parker Pit")) < done.index(("correction_decided", "Frankie Floor"))
    assert ("closed", "Parker Pit") in done
    decided = [_person(entry) for entry in records["house"] if entry["kind"] in ("filing_filed", "filing_decided")]
    assert decided == ["Max Manager", "Blair Board"] * 2


def _person(entry: dict[str, Any]) -> str:
    """Who caused an entry."""
    by = entry["payload"].get("by") or entry["payload"].get("person")
    return str(by["name"]) if isinstance(by, dict) else ""

"""One press does one thing: it counts for what the player saw, however late the line is."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from bench.line import Line
from tests.browser.conftest import PATIENCE, OpenPage, practice
from tests.browser.table import SETTLED, area, choose_chip, leave_line, notice, sit, state, wagered
from tests.house.live import Live, acked

pytestmark = pytest.mark.browser
LATE = 0.15  # seconds each way


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, _quick_edges: None) -> Iterator[Live]:
    plans = [practice("craps"), practice("roulette")]
    with Live(tmp_path_factory.mktemp("press") / "house.db", plans) as live:
        yield live


def rounds(page: Page, table: str) -> list[dict[str, object]]:
    """What the record knows of the last rounds, the oldest first."""
    found = page.evaluate(f"() => fetch('/api/tables/{table}/rounds?limit=100').then((reply) => reply.json())")
    return list(reversed(found))


@pytest.fixture(scope="module")
def line(house: Live) -> Iterator[Line]:
    with Line(house.port, round_trip=2 * LATE) as line:
        yield line


def throws(page: Page) -> list[object]:
    return [one["result"] for one in rounds(page, "craps-practice") if one["result"]]


def thrown_by(page: Page, before: int) -> int:
    """How many throws there are more, once the first has come and whatever else is still on its way."""
    until = time.monotonic() + PATIENCE / 1000
    while len(throws(page)) == before and time.monotonic() < until:
        page.wait_for_timeout(100)
    page.wait_for_timeout(6_000 * LATE)
    return len(throws(page)) - before


def test_whom_the_round_waits_for_is_said(open_page: OpenPage, house: Live) -> None:
    """Where one has pressed and another with chips up has not, each of them reads whose press is missing."""
    page, other = open_page("/table/roulette-practice"), house.sit("roulette-practice", name="Bea")
    sit(page)
    choose_chip(page, 500)
    area(page, "red").click()
    wagered(page, "$5")
    acked(other.bet("black", 500))
    expect(page.locator(".stack")).to_have_count(2)
    waiting = page.locator("#waiting")
    expect(waiting).to_be_empty()  # nobody has pressed
    acked(other.ready())
    expect(waiting).to_have_text("Waiting for you: spin")
    page.locator("#ready").click()
    state(page, SETTLED)
    other.wait(lambda view: view["phase"] == "settled")
    area(page, "red").click()
    wagered(page, "$5")
    other.wait(lambda view: view["phase"] == "betting")
    acked(other.bet("black", 500))
    expect(page.locator(".stack")).to_have_count(2)
    page.locator("#ready").click()
    expect(waiting).to_have_text(f"Waiting for Bea (seat {other.seat}): spin")
    acked(other.ready())
    state(page, SETTLED)
    page.get_by_role("button", name="Leave").click()
    page.wait_for_selector("#seating:not([hidden])")
    other.close()


@pytest.mark.parametrize("games", [1, pytest.param(10, marks=pytest.mark.slow)])
def test_one_press_of_roll_throws_once(games: int, open_page: OpenPage, house: Live, line: Line) -> None:
    """A chip on Pass and Roll right after it, over a slow line: one throw, also where a point is made by it."""
    page = open_page("/")
    page.goto(f"http://{line.address}/table/craps-practice")
    sit(page)
    choose_chip(page, 2500)
    played, longest = 0, 0
    while played < games or longest < 2:  # a point is thrown for in one of them at least
        first = before = len(throws(page))
        area(page, "pass_bet").click()
        page.keyboard.press("g")
        assert thrown_by(page, before) == 1
        while page.locator("#state strong").inner_text() != SETTLED:
            before = len(throws(page))
            expect(page.locator("#ready")).to_be_enabled()
            page.keyboard.press("g")
            assert thrown_by(page, before) == 1
        played, longest = played + 1, max(longest, before + 1 - first)
    page.get_by_role("button", name="Leave").click()  # the dice are nobody's, for the next to come
    page.wait_for_selector("#seating:not([hidden])")
    leave_line(page, house)


def test_dice_that_pass_on_are_told_of(open_page: OpenPage, house: Live) -> None:
    """Where the shooter has no line bet, Roll passes the dice on, and the player reads why nothing was thrown (623a.10)."""
    shooter = house.sit("craps-practice", name="Bea")
    holds = {"seat": shooter.seat, "words": "shooter", "cite": "623a.7(c)"}
    while shooter.view["turn"] != holds or shooter.view["phase"] != "settled":
        if not shooter.view["wagers"]:
            acked(shooter.bet("pass_bet", 500))
        sequence = acked(shooter.ready())
        shooter.wait(lambda view, after=sequence: view["sequence"] >= after)  # type: ignore[misc]
    page = open_page("/table/craps-practice")
    sit(page)
    choose_chip(page, 2500)
    area(page, "pass_bet").click()
    page.keyboard.press("g")
    expect(notice(page)).to_contain_text("The dice have gone to you; bets are open until the next press.")
    before = len(throws(page))
    expect(page.locator("#ready")).to_be_enabled()
    page.keyboard.press("g")
    assert thrown_by(page, before) == 1
    shooter.close()


def test_repeat_and_spin_in_one_breath_show_the_result(open_page: OpenPage, house: Live) -> None:
    """R and G one right after the other: the wagers are made, the wheel is spun once, and no empty round is opened."""
    page = open_page("/table/roulette-practice")
    before = len(rounds(page, "roulette-practice"))  # those of other tests
    sit(page)
    choose_chip(page, 500)
    area(page, "red").click()
    page.locator("#ready").click()
    # the table shows an earlier round as settled until then
    expect(page.locator("#results li")).to_have_count(before + 1)
    state(page, SETTLED)
    for spun in range(before + 2, before + 12):
        page.keyboard.press("r")
        page.keyboard.press("g")
        expect(page.locator("#results li")).to_have_count(spun)
        page.wait_for_timeout(150)
        state(page, SETTLED)
        expect(page.locator("#results li")).to_have_count(spun)
        expect(page.locator("#settled .settled")).to_have_count(1)
    assert [one["round"] for one in rounds(page, "roulette-practice")] == list(range(1, before + 12))

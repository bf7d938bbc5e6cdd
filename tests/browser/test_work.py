"""The pages of those who work here begin with what waits for them: by role, at a desk and in the hand, by keyboard and scanner."""

import re
import socket
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from pitboss.house.founding import Plan
from pitboss.house.people.demonstration import credential_of
from pitboss.house.protocol.theory import TheoryLine
from pitboss.house.wire.pit import PitConsole
from pitboss.house.workers.watch import Watched
from pitboss.roles import STAFF, Role
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.table import demo_token, enter, staff_page
from tests.browser.test_access import sound
from tests.browser.test_axe import faults_in
from tests.house.hand import ByHand
from tests.house.live import BY_HAND, QUICK, Live
from tools.bootstrap import page_checker

pytestmark = pytest.mark.browser
DESK = {"width": 1440, "height": 900}
SIZES = pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
LIVE, OPEN = "RO-1", "RO-2"
CARDS = "WAR-1"
BALL, LONG = "RO-1:ball-1", "4711-3"
BESIDE = (
    Role.CAGE_CASHIER,
    Role.COUNT_TEAM,
    Role.SECURITY,
    Role.SURVEILLANCE,
    Role.MAINTENANCE,
    Role.AUDITOR,
)
THEMES = ("felt", "light")
# Each page with the role whose work it is, and what it is about, once it is drawn.
PAGES = (
    (Role.PIT_MANAGER, "/pit", ".pit-card"),
    (Role.SHIFT_MANAGER, "/equipment", "[data-thing]"),
    (Role.ADMINISTRATOR, "/people", "[data-person]"),
    (Role.ADMINISTRATOR, "/administration", ".health"),
    (Role.FLOORPERSON, "/drills", ".question .answers"),
)


@pytest.fixture
def house(tmp_path: Path, _listener: socket.socket, _quick_edges: None) -> Iterator[Live]:
    """Two tables that persons have to open, and one that is open already."""
    staff = tuple((role, credential_of(role)) for role in (Role.DEALER, Role.FLOORPERSON))
    plans = [
        Plan(LIVE, "roulette", "Roulette by hand", BY_HAND, staff=staff),
        Plan(OPEN, "roulette", "Roulette", QUICK),
        Plan(CARDS, "casino-war", "Casino War by hand", BY_HAND),
    ]
    with Live(tmp_path / "house.db", plans, _listener) as live:
        yield live


def is_sound(page: Page, what: str) -> None:
    """As the tests of access have it, and as axe has it, light and dark."""
    assert sound(page) == {}, what
    if page_checker("axe-core/axe.min.js") is not None:
        assert faults_in(page, THEMES, what) == []


def in_view(page: Page, node: Locator) -> bool:
    """Whether something can be seen without scrolling, all of it."""
    box, size = node.bounding_box(), page.viewport_size
    assert box is not None
    assert size is not None
    return box["y"] >= 0 and box["y"] + box["height"] <= size["height"] and page.evaluate("scrollY") == 0


def at_size(page: Page, *, phone: bool) -> Page:
    page.set_viewport_size(PHONE if phone else DESK)  # type: ignore[arg-type]
    return page


def first_act(page: Page) -> Locator:
    return page.locator(".queue .task").first.locator("summary, button:not(.cite), a").first


@SIZES
def test_signing_in_leads_to_one_s_work_whatever_it_is(open_page: OpenPage, house: Live, phone: bool) -> None:
    """The first task with its act in view, or that nothing waits; what one's work here is, and no page that refuses."""
    page = at_size(open_page("/static/icon.svg", phone=phone), phone=phone)
    for role in sorted(STAFF):
        page.goto(f"http://{house.address}/sign-in#demo={demo_token(house, role)}")
        expect(page).to_have_url(f"http://{house.address}/work")
        queue = page.locator(".queue")
        expect(queue.locator(".task, .empty").first).to_be_visible()
        nothing = queue.get_by_text("Nothing waits for you.")
        first = nothing if nothing.count() else first_act(page)
        assert in_view(page, first), role
        expect(page.locator(".work-pages")).to_contain_text(role.title.capitalize())
        assert page.locator("main a.button").count() >= 4, role
        assert sound(page) == {}, role


def test_nobody_is_sent_to_a_page_that_refuses_them(open_page: OpenPage, house: Live) -> None:
    page = open_page("/static/icon.svg")
    for role in BESIDE:
        page.goto(f"http://{house.address}/sign-in#demo={demo_token(house, role)}")
        page.wait_for_selector(".work-links a")
        links = page.locator(".work-links a").evaluate_all("all => all.map((one) => one.getAttribute('href'))")
        for path in (link for link in links if link not in ("/", "/docs/")):
            page.goto(f"http://{house.address}{path}")
            page.locator("#main > :not(p.quiet-text):visible").first.wait_for()
            expect(page.locator("main")).not_to_contain_text("Nothing here is for")
            expect(page.locator("main .refusal:visible")).to_have_count(0)


@SIZES
@pytest.mark.parametrize(("role", "path", "ready"), PAGES, ids=[path for _, path, _ in PAGES])
def test_every_page_begins_with_what_waits(
    open_page: OpenPage, house: Live, role: Role, path: str, ready: str, phone: bool
) -> None:
    """At both sizes its act is in view; a key leads to it; axe finds nothing, light or dark."""
    page = at_size(staff_page(open_page, house, role, path, ready, phone=phone), phone=phone)
    page.wait_for_selector(".queue .task")
    assert in_view(page, first_act(page))
    queue, about = page.locator(".queue").bounding_box(), page.locator(ready).first.bounding_box()
    assert queue is not None
    assert about is not None
    assert (queue["x"], queue["y"]) < (about["x"], about["y"]) if not phone else queue["y"] < about["y"]
    assert page.locator(".primary:visible").count() == 1, "one act comes first"
    page.locator("main").focus()
    page.keyboard.press("n")
    expect(first_act(page)).to_be_focused()
    is_sound(page, path)


def test_the_lobby_sends_those_who_work_here_to_their_work(open_page: OpenPage, house: Live) -> None:
    page = staff_page(open_page, house, Role.DEALER, "/", ".game-card")
    page.get_by_role("link", name="Your work").first.click()
    expect(page).to_have_url(f"http://{house.address}/work")
    player = staff_page(open_page, house, Role.PLAYER, "/", ".game-card")
    expect(player.get_by_role("link", name="Your work")).to_have_count(0)


def test_a_page_of_one_kind_of_work_says_what_waits_elsewhere(open_page: OpenPage, house: Live) -> None:
    """No page says that nothing waits while something does; a page to read has one line where nothing waits."""
    page = staff_page(open_page, house, Role.SHIFT_MANAGER, "/shift", ".queue .empty")
    expect(page.locator(".queue .empty")).to_contain_text("Nothing on this page waits for you.")
    expect(page.locator(".queue")).not_to_contain_text("nothing waits")
    page.get_by_role("link", name=re.compile(r"^\d+ under Your work$")).click()
    expect(page).to_have_url(f"http://{house.address}/work")
    for path in ("/watch", "/progressives", "/reconciliation", "/reports"):
        page.goto(f"http://{house.address}{path}")
        first_act(page).wait_for()
        assert in_view(at_size(page, phone=False), first_act(page)), path
        assert sound(page) == {}, path
    watch = staff_page(open_page, house, Role.SURVEILLANCE, "/watch", ".queue .badge")
    expect(watch.locator(".queue")).to_contain_text("nothing waits")
    box = watch.locator(".queue").bounding_box()
    assert box is not None
    assert box["height"] < 80


@pytest.mark.parametrize("size", [(820, 1180), (1180, 820)], ids=["upright", "across"])
def test_on_a_tablet_the_first_act_is_in_view(open_page: OpenPage, house: Live, size: tuple[int, int]) -> None:
    """At work and at the table, with what is pressed as large as a finger."""
    page = open_page("/static/icon.svg", phone=True)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for role in (Role.FLOORPERSON, Role.DEALER):
        house.station(LIVE, role)
    enter(page, house, Role.FLOORPERSON)
    for path in ("/work", f"/table/{LIVE}"):
        page.goto(f"http://{house.address}{path}")
        act = (
            page.locator(".queue .task")
            .first.locator("label.check, summary, button:not(.cite)")
            .filter(visible=True)
            .first
        )
        act.wait_for()
        assert in_view(page, act), path
        box = act.bounding_box()
        assert box is not None
        assert box["height"] >= 44, path
        assert sound(page) == {}, path


# --- equipment


@SIZES
def test_equipment_is_found_by_a_scanner_one_after_the_other(open_page: OpenPage, house: Live, phone: bool) -> None:
    """A line and Enter opens it, and the next line replaces the one before; kinds and items have addresses."""
    body = {"thing": LONG, "kind": "ball", "description": "A ball of lot 4711"}
    assert house.post("/api/things", body, house.cookie(Role.SECURITY)).status_code == 201
    page = at_size(staff_page(open_page, house, Role.SECURITY, "/things", "[data-thing]", phone=phone), phone=phone)
    expect(page).to_have_url(f"http://{house.address}/equipment")  # its former address leads there
    assert page.evaluate("document.documentElement.scrollHeight") <= 3 * (page.viewport_size or DESK)["height"]
    field, item = page.get_by_label("Find, or scan a number"), page.locator(".item")
    field.focus()
    for number, words in ((LONG, "in the store"), (BALL, "in use")):
        page.keyboard.type(f"{number}\n")
        expect(item.locator("h2")).to_have_text(number)
        expect(item).to_contain_text(words)
        expect(field).to_be_focused()
        expect(page).to_have_url(re.compile(f"#all/{re.escape(number.replace(':', '%3A'))}$"))
    page.keyboard.type("0815\n")
    expect(page.locator("main .outcome").filter(has_text="No equipment has the number “0815”.")).to_be_visible()
    page.go_back()
    expect(item.locator("h2")).to_have_text(LONG)
    field.fill("")
    page.get_by_role("tab", name=re.compile("^Ball")).click()
    expect(page).to_have_url(re.compile("#ball$"))
    expect(page.locator("[data-thing]").first).to_be_visible()
    is_sound(page, "equipment")


def test_what_falls_due_next_stands_first(open_page: OpenPage, house: Live) -> None:
    """Once a table is open a clock runs for its cards; what rests in reserve or in the store comes after, late ones first."""
    ByHand(house, CARDS)
    page = staff_page(open_page, house, Role.PIT_MANAGER, "/equipment", "[data-thing]")
    lines = house.get("/api/things", house.cookie(Role.PIT_MANAGER)).json()
    due = sorted((one["due"], one["thing"]) for one in lines if one.get("due"))
    assert due
    shown = page.locator("[data-thing]").evaluate_all("all => all.map((one) => one.dataset.thing)")
    assert shown[: len(due)] == [thing for _, thing in due]
    first = page.locator("[data-thing]").first.locator('[data-label="Due"]')
    expect(first).to_contain_text(re.compile(r"in \d+ h \d+ min"))
    expect(page.locator("[data-thing]").nth(len(due)).locator('[data-label="Due"]')).to_have_text("")


# --- people


def test_people_by_role_and_what_is_done_about_them_by_keyboard(open_page: OpenPage, house: Live) -> None:
    """Who is on shift and where; the menu of one person by keys; nothing is done before it was looked at twice."""
    page = staff_page(open_page, house, Role.ADMINISTRATOR, "/people", "[data-person]")
    dealer = page.locator('[data-group="dealer"] [data-person="DEMO-dealer"]')
    expect(dealer).to_contain_text(re.compile(f"{LIVE} as dealer, \\d+ min"))
    expect(page.locator('[data-group="dealer"] .group')).to_contain_text("1 of 4 on shift now")
    expect(page.locator('[data-person="DEMO-count-team"]')).to_contain_text("not here")
    page.get_by_label("on shift now").check()
    expect(page.locator('[data-person="DEMO-count-team"]')).to_have_count(0)
    page.get_by_label("on shift now").uncheck()
    page.get_by_label("Find a person").fill("dana")
    expect(page.locator("[data-person]")).to_have_count(1)

    manage = page.get_by_role("button", name="Manage Dana Dealer")
    manage.focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("menuitem", name="Change roles")).to_be_focused()
    is_sound(page, "menu")
    page.keyboard.press("s")
    expect(page.get_by_role("menuitem", name="Sign out everywhere")).to_be_focused()
    page.keyboard.press("Escape")
    expect(manage).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("menuitem", name="Leaves the house")).to_be_focused()
    page.keyboard.press("Enter")
    look = page.get_by_role("dialog")
    expect(look).to_contain_text("Dana Dealer is signed out and cannot sign in any more")
    is_sound(page, "second look")
    page.keyboard.press("Enter")  # confirms nothing
    expect(look).to_be_visible()
    page.keyboard.press("Escape")
    expect(look).to_have_count(0)
    assert house.house.register.person("DEMO-dealer").active

    manage.click()
    page.get_by_role("menuitem", name="Change roles").click()
    page.get_by_role("button", name="Continue").click()
    expect(page.locator("dialog .refusal")).to_have_text("These are the roles that they have.")
    page.locator("dialog").get_by_label("stickperson", exact=True).check()
    page.get_by_role("button", name="Continue").click()
    expect(look.locator("del")).to_have_text("dealer")
    expect(look.locator("ins")).to_have_text("dealer, stickperson")
    assert Role.STICKPERSON not in house.house.register.person("DEMO-dealer").roles
    look.get_by_role("button", name="Change the roles of Dana Dealer").click()
    expect(page.get_by_text("The roles of Dana Dealer are changed.")).to_be_visible()
    assert Role.STICKPERSON in house.house.register.person("DEMO-dealer").roles


# --- administration


def test_administration_says_that_all_works_and_only_what_does_not(open_page: OpenPage, house: Live) -> None:
    page = staff_page(open_page, house, Role.ADMINISTRATOR, "/administration", ".health")
    expect(page.locator(".health")).to_have_text("Everything works")
    expect(page.locator("#panel-health")).to_contain_text(re.compile(r"Checked at \d\d:\d\d\."))
    expect(page.locator("#panel-health .message")).to_have_count(0)
    expect(page.locator("#panel-health tbody tr:visible")).to_have_count(0)  # behind a fold
    page.get_by_text("All 3 tables").click()
    expect(page.locator("#panel-health tbody tr:visible")).to_have_count(3)
    house.house.hosts[OPEN].suspend("This table is suspended: a test says so.")
    page.get_by_role("button", name="Check now").click()
    expect(page.locator(".health")).to_have_text("Something needs a look")
    expect(page.locator("#panel-health .message")).to_have_text(re.compile(f"^{OPEN} is suspended: .*a test says so"))
    expect(page.locator("#panel-health tbody tr:visible")).to_have_count(3)  # what was unfolded stays so
    is_sound(page, "something is wrong")
    page.get_by_role("tab", name="Backups").click()
    expect(page).to_have_url(re.compile("#backups$"))
    page.reload()
    expect(page.get_by_role("button", name="Make a backup now")).to_be_visible()
    page.go_back()
    expect(page.locator(".health")).to_be_visible()


# --- drills


def test_a_dealer_is_asked_at_once_what_a_dealer_is_asked(open_page: OpenPage, house: Live) -> None:
    page = at_size(staff_page(open_page, house, Role.DEALER, "/drills", ".question .answers"), phone=False)
    expect(page.get_by_role("radio", name="Dealer")).to_be_checked()
    expect(page.locator("#drill-game")).to_have_value("roulette")  # where they stand
    assert in_view(page, page.locator(".question .answers"))
    page.locator(".account-menu summary").click()
    expect(page.locator(".account-list").get_by_role("link", name="Drills")).to_be_visible()


# --- the wall of the pit


class TestWall:
    """Many tables at once."""

    @pytest.fixture
    def house(self, tmp_path: Path, _listener: socket.socket, _quick_edges: None) -> Iterator[Live]:
        settings = msgspec.structs.replace(QUICK, pit="A")
        plans = [Plan(f"RO-{n}", "roulette", "Roulette, single zero", settings) for n in range(101, 135)]
        with Live(tmp_path / "house.db", plans, _listener) as live:
            yield live

    def test_34_tables_fit_into_one_screen_those_with_patrons_first(self, open_page: OpenPage, house: Live) -> None:
        house.sit("RO-134", name="Ann")
        house.house.hosts["RO-120"].suspend("This table is suspended: a test says so.")
        red = TheoryLine("RO-134", "roulette", "red", 100, 500_00, 300_00, -26_00, 50_00, 6.5, 0.1, 0.01, 1000)
        house.house.record.watched = Watched(PitConsole(house.house).day().date, (red,))
        page = at_size(staff_page(open_page, house, Role.PIT_MANAGER, "/pit", ".pit-card"), phone=False)
        expect(page.locator(".pit-card:visible")).to_have_count(34)
        expect(page.locator(".pit-card").nth(0)).to_have_attribute("data-table", "RO-120")
        expect(page.locator(".pit-card").nth(1)).to_have_attribute("data-table", "RO-134")
        expect(page.locator(".pit-card").nth(1)).to_contain_text("1 of 8 seats")
        expect(page.locator(".pit-card").nth(1)).to_contain_text(
            "▼ less than usual"
        )  # $300 went to red since the day began
        seen: dict[str, Any] = page.evaluate(WALL)
        assert seen["scrolls"] <= 0
        assert seen["outside"] == []
        assert seen["over each other"] == []
        assert seen["cut"] == []
        assert in_view(page, page.locator(".queue"))
        is_sound(page, "wall")

        page.locator('[data-table="RO-134"] button').focus()
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile("#tables/RO-134$"))
        panel = page.locator("#pit-panel")
        expect(panel.locator("h2")).to_be_focused()
        expect(panel).to_contain_text("Ann")
        expect(panel).to_contain_text(
            "+$228 to +$424"
        )  # what was to be expected of red beside what it paid, 1.96 times $50 to each side
        assert in_view(page, panel)
        page.go_back()
        expect(panel).to_be_hidden()
        page.get_by_role("tab", name="Hourly sheet").click()
        expect(page).to_have_url(re.compile("#hours$"))
        assert in_view(page, page.locator(".hourly"))
        is_sound(page, "hourly sheet")

    def test_in_the_hand_what_waits_comes_first_then_a_line_for_each_table(
        self, open_page: OpenPage, house: Live
    ) -> None:
        house.house.hosts["RO-120"].suspend("This table is suspended: a test says so.")
        page = staff_page(open_page, house, Role.PIT_MANAGER, "/pit#tables", ".pit-card", phone=True)
        heights = page.locator(".pit-card").evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
        assert max(heights) <= 90
        assert sound(page) == {}


# Tiles that are not in the screen, lie over each other, or hide a word that says what state they are in or what they won.
WALL = """
() => {
  const cards = [...document.querySelectorAll(".pit-card")];
  const boxes = cards.map((card) => card.getBoundingClientRect());
  const name = (n) => cards[n].dataset.table;
  const isOver = (one, other) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  const words = [...document.querySelectorAll(".pit-card :is(strong, .pit-state > span, .tile-row > span)")];
  return {
    scrolls: document.documentElement.scrollHeight - innerHeight,
    outside: boxes.flatMap((box, n) => (box.top >= 0 && box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight ? [] : [name(n)])),
    "over each other": boxes.flatMap((box, n) => boxes.slice(n + 1).flatMap((other, m) => (isOver(box, other) ? [`${name(n)} ${name(n + 1 + m)}`] : []))),
    cut: words.filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth).map((one) => one.textContent),
  };
}
"""  # noqa: E501


# --- times


def test_times_are_those_of_the_house_wherever_the_browser_is(open_page: OpenPage, house: Live) -> None:
    page = open_page("/static/icon.svg")
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setTimezoneOverride", {"timezoneId": "Asia/Tokyo"})
    try:
        page.goto(f"http://{house.address}/sign-in#demo={demo_token(house, Role.ADMINISTRATOR)}")
        expect(page).to_have_url(f"http://{house.address}/work")
        zone = ZoneInfo(page.evaluate("fetch('/api/session').then((reply) => reply.json())")["zone"])
        page.goto(f"http://{house.address}/administration#sessions")
        since = page.locator("[data-session]").first.locator('[data-label="Since"]').inner_text()
        told = datetime.strptime(since, "%d %b %Y, %H:%M").replace(tzinfo=zone)
        assert abs((datetime.now(zone) - told).total_seconds()) < 600
    finally:
        devtools.send("Emulation.setTimezoneOverride", {"timezoneId": ""})
        devtools.detach()

"""The page in a real browser: rounds by mouse and by keyboard, refusals, broken lines, consoles, replay."""

import re
import time

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from pitboss import catalogue
from pitboss.house.floorplan.variations import variations
from pitboss.roles import Role
from tests.browser.conftest import PATIENCE, OpenPage
from tests.browser.table import (
    CHIPS,
    SETTLED,
    answer_all,
    area,
    choose_chip,
    console,
    enough,
    enter,
    first_area,
    notice,
    open_drawer,
    over,
    pass_cut,
    seat_of,
    sit,
    state,
    wagered,
    walk_to,
)
from tests.browser.walk import A_BREATH
from tests.house.live import Live

pytestmark = pytest.mark.browser
GAMES = list(catalogue.games())
# Here every game is played once, by turns with mouse and keyboard, and two by touch; test_every_way.py plays each of
# them all three ways.
MOUSE, KEYBOARD, TOUCH = GAMES[::2], GAMES[1::2], ["craps", "pai-gow-poker"]


# --- the lobby


def test_lobby_tells_limits_odds_and_edges_without_a_seat(open_page: OpenPage) -> None:
    """Whoever comes in sees every game and its tables, where seats are free, what each wager pays and the house's edge."""
    page = open_page("/")
    expect(page.locator(".game-card[data-game]")).to_have_count(len(catalogue.games()))
    tables = 0
    for name in catalogue.games():  # behind each game are its tables and every way to play it
        page.locator(f'.game-card[data-game="{name}"] .ways-button').click()
        tables += page.locator("dialog .table-row").count()
        page.get_by_role("button", name="Close").click()
    assert tables == 1  # whoever practices has a table of their own
    page.locator('.game-card[data-game="roulette"] .ways-button').click()
    roulette = page.locator("dialog")
    expect(roulette).to_contain_text("of 8 seats free")
    expect(roulette.locator(".kind-row")).to_have_count(len([one for one in variations() if one.game == "roulette"]))
    roulette.get_by_role("button", name="Rules, odds and house edge of Roulette").click()
    straight = page.locator("dialog.guide-sheet tbody tr").first
    expect(straight).to_contain_text("35 to 1")
    expect(straight).to_contain_text("5.26 %")
    expect(straight).to_contain_text("§ 617a.3(e)(1)")


# --- a round of every game


@pytest.mark.parametrize("game", MOUSE)
def test_a_round_by_mouse(open_page: OpenPage, game: str) -> None:
    """Sit, put a chip down, go, decide by the buttons, and see the round settled."""
    page = open_page(f"/table/{game}-mouse")
    seat = sit(page)
    chip, needed = enough(catalogue.game(game))
    choose_chip(page, chip)
    for wager in needed:
        first_area(page, wager, seat).click()
    wagered(page, f"${chip * len(needed) // 100}")
    page.locator("#ready").click()
    answer_all(page)
    over(page)


@pytest.mark.parametrize("game", KEYBOARD)
def test_a_round_by_keyboard_alone(open_page: OpenPage, game: str) -> None:
    """The same with no pointer at all: Tab and Enter for the seat, letters and arrows for the rest."""
    page = open_page(f"/table/{game}-keyboard")
    page.locator(".seat:not([disabled])").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#controls:not([hidden])")
    pass_cut(page, keyboard=True)
    chip, needed = enough(catalogue.game(game))
    page.keyboard.press(str(1 + CHIPS.index(chip)))
    page.keyboard.press("f")
    for wager in needed:
        walk_to(page, wager, seat_of(page))
        page.keyboard.press("Enter")
    wagered(page, f"${chip * len(needed) // 100}")
    page.keyboard.press("g")
    answer_all(page, keyboard=True)
    over(page)


@pytest.mark.parametrize("game", TOUCH)
def test_a_round_by_touch_on_a_phone(open_page: OpenPage, game: str) -> None:
    """The same with a finger, on a screen that shows a part of the felt."""
    page = open_page(f"/table/{game}-touch", phone=True)
    page.locator(".seat:not([disabled])").first.tap()
    page.wait_for_selector("#controls:not([hidden])")
    pass_cut(page, touch=True)
    chip, needed = enough(catalogue.game(game))
    page.locator(f'[data-chip="{chip}"]').tap()
    for wager in needed:
        first_area(page, wager, seat_of(page)).tap()
    wagered(page, f"${chip * len(needed) // 100}")
    page.locator("#ready").tap()
    answer_all(page, touch=True)
    over(page)


# --- wagering


def test_an_area_tells_what_it_is_before_anything_is_wagered(open_page: OpenPage) -> None:
    """Hovering shows numbers covered, limits, odds, edge and provision, and lights the numbers up."""
    page = open_page("/table/roulette-practice")
    sit(page)
    area(page, "split", "17-20").hover()
    for words in ("17 to 1", "5.26 %", "$1 to $500", "17 20", "§ 617a.3(e)(2)"):
        expect(page.locator("#area-card")).to_contain_text(words)
    lit = page.locator(".area.covered").evaluate_all("nodes => nodes.map(node => node.dataset.on)")
    assert sorted(lit) == ["17", "20"]


def test_undo_redo_clear_double_and_repeat(open_page: OpenPage) -> None:
    """Every step can be taken back, and the last wagers can be made again."""
    page = open_page("/table/roulette-practice")
    sit(page)
    choose_chip(page, 500)
    area(page, "red").click()
    area(page, "straight", "7").click()
    area(page, "red").click()
    wagered(page, "$15")
    area(page, "red").click(modifiers=["Shift"])
    wagered(page, "$10")
    for key, total in (("u", "$15"), ("u", "$10"), ("y", "$15"), ("d", "$30"), ("u", "$15"), ("c", "$0"), ("u", "$15")):
        page.keyboard.press(key)
        wagered(page, total)
    expect(page.locator("#rack")).to_have_text("$985")
    page.locator("#ready").click()
    state(page, SETTLED)
    page.keyboard.press("r")
    wagered(page, "$15")
    page.keyboard.press("u")
    wagered(page, "$0")


def test_too_much_is_explained_and_the_maximum_offered(open_page: OpenPage) -> None:
    """A wager over the maximum is not sent: the page says why, with the provision, and offers what would do."""
    page = open_page("/table/roulette-practice")
    sit(page)
    page.get_by_role("button", name="Other…").click()
    page.get_by_label("Amount of each chip, in dollars").fill("600")
    page.keyboard.press("Enter")
    area(page, "straight", "17").click()
    expect(notice(page)).to_contain_text("at most $500")
    expect(notice(page).locator(".cite")).to_have_text("§ 617a.3(e)(1)")
    wagered(page, "$0")
    notice(page).get_by_role("button", name="Place $500").click()
    wagered(page, "$500")
    area(page, "straight", "17").click()
    expect(notice(page)).to_contain_text("$500")
    wagered(page, "$500")


def test_what_was_told_about_wagers_goes_when_betting_closes(open_page: OpenPage) -> None:
    """A notice about chips that were not taken says nothing of the round that is played then."""
    page = open_page("/table/go-fore-it-practice")
    seat = sit(page)
    choose_chip(page, 2500)
    area(page, "front_9", seat=seat).click()
    wagered(page, "$25")
    area(page, "back_9", seat=seat).click()
    expect(notice(page)).to_contain_text("made by your decision during the round")
    page.locator("#ready").click()
    state(page, "Your decision")
    expect(notice(page)).to_be_empty()


@pytest.mark.parametrize(
    ("game", "moved", "on", "placed"),
    [("craps", "come_bet", "6", "Come"),
     pytest.param("mini-craps", "dont_come_bet", "4", "Don't Come", marks=pytest.mark.slow),
     pytest.param("casino-war", "tie", "war", "Tie", marks=pytest.mark.slow)],
)  # fmt: skip
def test_an_area_that_chips_come_to_says_where_they_are_placed(
    open_page: OpenPage, game: str, moved: str, on: str, placed: str
) -> None:
    """§§ 623a.4, 651a.9(e): on some areas no chips are put by hand; whoever tries is told where to put them."""
    page = open_page(f"/table/{game}-mouse")
    sit(page)
    first_area(page, moved, seat_of(page), on).click()
    expect(notice(page)).to_contain_text("The dealer moves chips here during play")
    expect(notice(page)).to_contain_text(f"is placed on {placed}.")
    page.get_by_role("button", name="Leave").click()
    page.wait_for_selector("#seating:not([hidden])")


def test_what_the_house_refuses_is_told_with_its_provision(open_page: OpenPage) -> None:
    """Side wagers that lack what they need are handed back when betting closes, with sentence and citation."""
    page = open_page("/table/go-fore-it-practice")
    seat = sit(page)
    choose_chip(page, 500)
    area(page, "skins", seat=seat).click()
    wagered(page, "$5")
    page.locator("#ready").click()
    expect(notice(page)).to_contain_text("Your Skins Wager needs the Front 9")
    expect(notice(page).locator(".cite")).to_have_text("§ 676a.7(d)(1)")
    notice(page).locator(".cite").click()
    expect(page.locator("dialog.law")).to_contain_text("Front 9")


def test_why_was_i_paid_this(open_page: OpenPage) -> None:
    """Each settled wager opens up: stake, outcome, odds, arithmetic, and the provision with its gist."""
    page = open_page("/table/roulette-practice")
    sit(page)
    choose_chip(page, 500)
    for spot in ("red", "black"):
        area(page, spot).click()
    page.locator("#ready").click()
    state(page, SETTLED)
    won = page.locator("#settled .settled.paid")
    if not won.count():  # the ball is in a zero: both lost, which has a why of its own
        won = page.locator("#settled .settled.collected")
    won.first.locator("summary").click()
    expect(won.first).to_contain_text("$5")
    expect(won.first.locator(".cite")).to_contain_text("§ 617a")
    expect(won.first.locator(".gist")).not_to_be_empty()


def test_the_live_region_speaks_result_and_each_wager(open_page: OpenPage) -> None:
    """What happened is spoken: the call, each of the seat's wagers, what it came to, the rack; and is to be read, too."""
    page = open_page("/table/roulette-practice")
    sit(page)
    choose_chip(page, 500)
    area(page, "red").click()
    area(page, "odd").click()
    page.locator("#ready").click()
    state(page, SETTLED)
    live = page.locator("#live")
    expect(live).to_contain_text("The dealer says")
    expect(live).to_contain_text(re.compile(r"Your Red (wins|loses) \$5"))
    expect(live).to_contain_text("Your rack holds")
    told = page.locator("#told")
    expect(told).to_contain_text(re.compile(r"^The result is \d+\. .*You (win \$10|lose \$10|neither win nor lose)\.$"))
    expect(live).to_contain_text(told.inner_text())


def test_the_live_region_speaks_the_deal_before_the_decision(open_page: OpenPage) -> None:
    """What was dealt is not cut short by what is asked about it."""
    page = open_page("/table/go-fore-it-practice")
    seat = sit(page)
    area(page, "front_9", seat=seat).click()
    page.locator("#ready").click()
    state(page, "Your decision")
    live = page.locator("#live")
    expect(live).to_contain_text(re.compile(r"to you.*Your decision: back 9", re.DOTALL))


def test_shortcuts_can_be_switched_off_and_changed(open_page: OpenPage) -> None:
    """Single keys do nothing once they are off (WCAG 2.1.4), and each can be another key."""
    page = open_page("/table/roulette-practice")
    sit(page)
    page.keyboard.press("?")
    page.get_by_label("Key for: Choose the third chip").fill("q")
    page.get_by_label("Key for: Undo").focus()
    page.locator("dialog[open]").get_by_role("button", name="Close").click()
    page.keyboard.press("q")
    expect(page.locator('[data-chip="2500"]')).to_have_attribute("aria-checked", "true")
    page.get_by_role("button", name="Keys").click()
    page.get_by_label("Single-key shortcuts").uncheck()
    page.locator("dialog[open]").get_by_role("button", name="Close").click()
    expect(page.locator("#controls kbd")).to_have_count(0)
    page.keyboard.press("1")
    expect(page.locator('[data-chip="2500"]')).to_have_attribute("aria-checked", "true")


# Whatever moves goes on until it is skipped: a busy machine may not look before the ball has fallen.
ENDLESS = """() => {
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, options) {
    return animate.call(this, frames, { ...options, duration: 3_600_000 });
  };
}"""


def test_the_wheel_spins_to_the_result_the_house_told(open_page: OpenPage) -> None:
    """With motion on, nothing is told before the ball has fallen; Escape brings everything to its end."""
    page = open_page("/table/roulette-practice", still=False)
    page.evaluate(ENDLESS)
    sit(page)
    area(page, "red").click()
    page.locator("#ready").click()
    state(page, "No more bets")
    expect(page.locator("#settled .settled")).to_have_count(0)
    until = time.monotonic() + PATIENCE / 1000
    while page.locator("#state strong").inner_text() != SETTLED and time.monotonic() < until:
        page.keyboard.press("Escape")
    state(page, SETTLED)
    shown = page.locator(".pocket.result").get_attribute("data-pocket")
    assert page.locator("#results .newest").inner_text() == shown


def test_fairness_is_checked_on_the_page(open_page: OpenPage) -> None:
    """The opened seed is compared with the commitment, in the browser."""
    page = open_page("/table/roulette-practice")
    sit(page)
    area(page, "red").click()
    page.locator("#ready").click()
    state(page, SETTLED)
    open_drawer(page, "Fairness")
    page.get_by_role("button", name=re.compile("Check round")).click()
    expect(page.locator(".check-result")).to_contain_text("✓ The seed matches the commitment")


# --- the line


NOTE_THE_LINE = """
() => {
  const line = document.getElementById("line");
  const said = [];
  const note = () => said.at(-1) === line.textContent || said.push(line.textContent);
  new MutationObserver(() => (note(), (line.dataset.said = said.join(" | ")))).observe(line, { childList: true });
}
"""


def test_a_wager_whose_acknowledgement_is_lost_counts_once(open_page: OpenPage, house: Live) -> None:
    """The line breaks after the house took a wager: the page comes back, asks again under the same key, and it is one."""
    page = open_page("/")
    keys: list[str] = []

    def breaking(client: WebSocketRoute) -> None:
        server = client.connect_to_server()

        def from_page(message: "str | bytes") -> None:
            if '"wager"' not in str(message):
                server.send(message)
                return
            found = re.search(r'"key":"(\w+)"', str(message))
            assert found
            keys.append(found[1])
            server.send(message)

        def from_house(message: "str | bytes") -> None:
            if len(keys) == 1 and keys[0] in str(message):
                client.close()  # the house has it, the page never hears so
            else:
                client.send(message)

        client.on_message(from_page)
        server.on_message(from_house)

    page.route_web_socket(re.compile("/ws/tables/"), breaking)
    page.goto(f"http://{house.address}/table/roulette-practice")
    sit(page)
    choose_chip(page, 2500)
    page.evaluate(NOTE_THE_LINE)  # it may be back before anybody looks
    area(page, "red").click()
    expect(page.locator("#line")).to_have_attribute("data-said", "Reconnecting … | ")
    wagered(page, "$25")
    expect(page.locator("#rack")).to_have_text("$975")
    assert len(keys) == 2
    assert keys[0] == keys[1]
    page.context.close()  # its line stays the breaking one


def test_a_reload_comes_back_to_the_same_seat_and_decision(open_page: OpenPage) -> None:
    """In the middle of a round the page is redrawn from the house's view, the question included."""
    page = open_page("/table/go-fore-it-practice")
    seat = sit(page)
    area(page, "front_9", seat=seat).click()
    page.locator("#ready").click()
    state(page, "Your decision")
    cards = page.locator(f'.laid[data-at^="{seat}/"]').evaluate_all("nodes => nodes.map(node => node.dataset.card)")
    assert [bool(card) for card in cards] == [True, True, False, False]
    page.reload()
    state(page, "Your decision")
    again = page.locator(f'.laid[data-at^="{seat}/"]').evaluate_all("nodes => nodes.map(node => node.dataset.card)")
    assert again == cards
    answer_all(page)


# --- dealer, floor, audit


@pytest.fixture
def floor(open_page: OpenPage, house: Live) -> Page:
    """The floor's console at the table dealt by hand, with its dealer, inspected and open."""
    house.station("roulette-hand", Role.DEALER)
    page = open_page("/static/icon.svg")
    console(page, house, Role.PIT_MANAGER, "roulette-hand")
    checklist = page.locator('[data-checklist="opening"]')
    checklist.locator("input[type=checkbox]").evaluate_all("boxes => boxes.forEach((box) => box.click())")
    checklist.get_by_role("button", name="Sign").click()
    expect(checklist.locator(".signatures")).to_contain_text("Signed: Parker Pit, pit manager")
    page.locator('[data-do="open_table"]').click()
    state(page, "Bets open")
    return page


def test_a_dealer_closes_betting_and_enters_what_the_wheel_showed(
    open_page: OpenPage, house: Live, floor: Page
) -> None:
    """One key closes betting, the pocket is typed, one key certifies the spin; the player is paid."""
    player = open_page("/table/roulette-hand")
    sit(player)
    choose_chip(player, 500)
    area(player, "straight", "2").click()
    wagered(player, "$5")
    dealer = floor  # the browser in which the table was opened is its dealer's from now on
    console(dealer, house, Role.DEALER, "roulette-hand")
    dealer.wait_for_selector('[data-says="no_more_bets"]')
    dealer.keyboard.press("n")
    state(player, "No more bets")
    dealer.wait_for_selector(".keypad")
    dealer.keyboard.type("39")
    dealer.keyboard.press("Enter")
    expect(dealer.locator("#typed-note")).to_contain_text("“39” cannot have been shown. Type a number from 0 to 36")
    dealer.locator("#typed-outcome").fill("2")
    dealer.keyboard.press("Enter")
    dealer.wait_for_selector('[data-says="valid_spin"]')
    dealer.keyboard.press("Enter")
    expect(player.locator("#last-result")).to_have_text("+$175")
    marker, number = player.locator(".markers .marker").bounding_box(), area(player, "straight", "2").bounding_box()
    assert marker
    assert number
    assert number["x"] <= marker["x"] <= number["x"] + number["width"], (
        "the marker stands on the number, not on the dozen"
    )
    assert player.url.endswith("/table/roulette-hand")
    player.get_by_role("button", name="Leave").click()
    player.wait_for_selector("#seating:not([hidden])")


def test_the_floor_sees_the_effect_before_it_is_applied(open_page: OpenPage, house: Live) -> None:
    """A hole card was exposed: the remedy, its events and the money of each seat are shown, then applied."""
    player = open_page("/table/go-fore-it-practice")
    seat = sit(player)
    choose_chip(player, 2500)
    area(player, "front_9", seat=seat).click()
    player.locator("#ready").click()
    state(player, "Your decision")
    page = open_page("/static/icon.svg")
    console(page, house, Role.PIT_MANAGER, "go-fore-it-practice")
    page.get_by_role("button", name="Report irregularity").click()
    page.locator('[data-kind="hole_card_exposed"]').click()
    page.get_by_role("button", name="Preview the effect").click()
    effect = page.locator(".effect")
    expect(page.locator(".irregularity-detail")).to_contain_text("All hands void, all wagers returned")
    expect(page.get_by_role("button", name="Apply and record")).to_have_class("answer danger")  # hands die
    expect(effect.locator("tbody tr").first).to_contain_text("+$25")
    state(player, "Your decision")
    page.get_by_role("button", name="Apply and record").click()
    state(player, SETTLED)
    expect(player.locator("#rack")).to_have_text("$1,000")
    expect(player.locator("#settled .settled.returned")).to_have_count(1)


def test_audit_replays_a_round_beside_its_provisions(open_page: OpenPage, house: Live) -> None:
    """Any round, event by event, with the felt as it was and the gist of what made each happen."""
    player = house.sit("roulette-practice")
    player.bet("straight", 500, "17")
    player.bet("red", 500)
    player.ready()
    number = player.wait(lambda view: view["phase"] == "settled")["round"]
    player.close()
    page = open_page("/static/icon.svg")
    enter(page, house, Role.BOARD)
    page.goto(f"http://{house.address}/audit?table=roulette-practice&round={number}")
    page.wait_for_selector("#player:not([hidden])")
    expect(page.locator(".stamp").first).to_have_text("Replay")
    expect(page.locator("#chain")).to_contain_text("record intact")
    expect(page.locator("#seed-check")).to_contain_text("✓")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step")).to_contain_text(f"Round {number}")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step")).to_contain_text("Straight 17")
    expect(page.locator("#step .cite")).to_have_text("§ 617a.3(e)(1)")
    expect(page.locator(".stack")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".stack")).to_have_count(2)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".stack")).to_have_count(1)
    page.keyboard.press("End")
    expect(page.locator(".stack")).to_have_count(0)
    assert page.locator("#steps .law-line").count() > 5
    with page.expect_download() as download:
        page.get_by_role("button", name="Export the record").click()
    assert download.value.suggested_filename == "roulette-practice.jsonl"
    page.get_by_role("button", name="Between the rounds").click()
    log = page.locator("dialog tbody tr")
    expect(log.last).to_contain_text("the automatic dealer")
    expect(log.last).to_contain_text("signed opening")


def test_a_player_adds_a_word_of_their_own(open_page: OpenPage) -> None:
    """After the commitment, before the draw; what is typed survives the house's news, and one word counts a round."""
    page = open_page("/table/roulette-practice")
    seat = sit(page)
    open_drawer(page, "Fairness")
    word = page.get_by_label("A word of your own")
    word.fill("half a w")
    choose_chip(page, 500)
    area(page, "red").click()
    expect(word).to_have_value("half a w")
    word.fill("my own word")
    page.get_by_role("button", name="Add it").click()
    expect(page.locator("#fairness")).to_contain_text("Your word counts")
    expect(page.get_by_role("button", name="Add it")).to_be_disabled()
    page.locator("#ready").click()
    state(page, SETTLED)
    expect(page.get_by_role("button", name="Add it")).to_be_enabled()
    page.get_by_label("Add one made up by this browser in every round").check()
    expect(page.locator("#fairness")).to_contain_text("Your word counts")
    assert seat


# Notes what the head of the page says whenever a decision is put before the player.
ASKED_WHEN = """
() => {
  window.askedWhen = [];
  const panel = document.getElementById("decision");
  const note = () => panel.hidden || window.askedWhen.push(document.querySelector("#state strong").textContent);
  new MutationObserver(note).observe(panel, { attributeFilter: ["hidden"] });
}
"""


# By how many pixels the answers move when a judgement comes.
JUDGED = """
() => {
  const [line, answer] = [document.getElementById("judge-line"), document.querySelector("#decision .answer")];
  const top = () => answer.getBoundingClientRect().top;
  line.textContent = "";
  const before = top();
  line.textContent = "Best: Draw (hit), worth −$12.50 on average.";
  return Math.round(top() - before);
}
"""


def test_on_a_phone_nothing_moves_under_the_finger_and_no_hand_is_covered(open_page: OpenPage) -> None:
    """The felt stays where it is while chips are put down; the sentence lies under the own hand; cards are dealt before they
    are decided on, also where a press repeats the bets and deals at once."""
    page = open_page("/table/go-fore-it-practice", phone=True, still=False)
    page.evaluate("() => localStorage.setItem('pitboss.speed', JSON.stringify('fast'))")
    seat = sit(page)
    felt, told = page.locator("#felt"), page.locator("#told")
    top = felt.evaluate("node => node.getBoundingClientRect().top")
    choose_chip(page, 2500)
    area(page, "front_9", seat=seat).tap()
    wagered(page, "$25")
    page.evaluate("() => { document.getElementById('waiting').textContent = 'Your chips can still be taken back.'; }")
    assert felt.evaluate("node => node.getBoundingClientRect().top") == top
    page.evaluate(ASKED_WHEN)
    page.locator("#ready").tap()
    answer_all(page, touch=True)
    expect(told).to_contain_text("You ")
    foot = felt.evaluate("node => node.getBoundingClientRect().bottom")
    assert foot <= told.evaluate("node => node.getBoundingClientRect().top") + 1
    page.wait_for_timeout(A_BREATH)
    page.locator(".encore").tap()
    state(page, "Your decision")
    assert page.evaluate("() => window.askedWhen") == ["Your decision"] * 2
    for size in ({"width": 1280, "height": 800}, {"width": 844, "height": 390}, {"width": 390, "height": 844}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert page.evaluate(JUDGED) == 0, "the answers moved when they were judged"
    assert felt.evaluate("node => node.getBoundingClientRect().top") == top  # the sentence is gone

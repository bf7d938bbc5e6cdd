"""What a person does at a table page, in the table's words."""

import re

from playwright.sync_api import Locator, Page, expect

from pitboss.game import Game
from pitboss.house.people.demonstration import credential_of
from pitboss.roles import Role
from tests.browser.conftest import OpenPage
from tests.house.live import Live

BETS_OPEN = "Bets open"
SETTLED = "Round settled"
MOST_ANSWERS = 40
CHIPS = (100, 500, 2500, 10_000, 50_000)

# Remembers, in milliseconds, the longest motion that the page has made since.
LONGEST = """
() => {
  const { animate } = Element.prototype;
  window.longest = 0;
  Element.prototype.animate = function (frames, options) {
    window.longest = Math.max(window.longest, options.duration);
    return animate.call(this, frames, options);
  };
}
"""


def demo_token(house: Live, role: Role) -> str:
    """What is in the link of a person of the demonstration."""
    return house.house.people.demonstration_token(house.house.register.person(credential_of(role)))


def enter(page: Page, house: Live, role: Role) -> None:
    """Sign in as a person of the demonstration, without going to their desk."""
    page.evaluate(
        "async token => (await fetch('/api/people/enter', { method: 'POST', body: JSON.stringify({ token }),"
        " headers: { 'Content-Type': 'application/json' } })).json()",
        demo_token(house, role),
    )


def staff_page(open_page: OpenPage, house: Live, role: Role, path: str, ready: str, *, phone: bool = False) -> Page:
    """A page for a person of the demonstration who is signed in, once it shows ``ready``."""
    page = open_page("/static/icon.svg", phone=phone)
    enter(page, house, role)
    page.goto(f"http://{house.address}{path}")
    page.locator(ready).first.wait_for()
    return page


def play_first_hand(page: Page, *, keyboard: bool = False) -> int:
    """The hand on the first page played by standing, until it is over and judged: how many presses that took."""
    answers = page.locator(".first-hand .answers button")
    presses = 0
    expect(answers.first).to_be_visible()
    while not page.get_by_role("button", name="Next hand").count():
        said = page.locator(".hand-said").inner_text()
        stand = answers.filter(has_text=re.compile("^(Stand|No insurance)$")).first
        if keyboard:
            stand.focus()
            page.keyboard.press("Enter")
        else:
            stand.click()
        presses += 1
        asked = page.locator(".answers button", has_text=re.compile("^(Next hand|Stand|No insurance)$")).first
        expect(asked).to_be_visible()
        page.wait_for_function(
            "said => document.querySelector('.hand-said').textContent !== said || document.querySelector('.answers .primary')",
            arg=said,
        )
    expect(page.locator(".hand-board .verdict")).to_be_visible()
    return presses


def leave_line(page: Page, house: Live) -> None:
    """Off the line, before it is taken down; nothing of it is kept, for what is cleared later is of the house's own address."""
    page.evaluate("() => (localStorage.clear(), sessionStorage.clear())")
    page.goto(f"http://{house.address}/static/icon.svg")


def console(page: Page, house: Live, role: Role, table: str) -> None:
    """The console at a table of a person of the demonstration; those who work at one table stand there."""
    if role in (Role.DEALER, Role.STICKPERSON, Role.BOXPERSON, Role.FLOORPERSON):
        house.station(table, role)
    enter(page, house, role)
    page.goto(f"http://{house.address}/table/{table}")
    page.wait_for_selector("#console:not([hidden])")


def open_drawer(page: Page, name: str) -> None:
    """Open the drawer beside the felt at one of its panels."""
    if page.locator("#drawer").is_hidden():
        page.locator("#drawer-button").click()
    page.get_by_role("tab", name=name, exact=True).click()


def sit(page: Page) -> int:
    """Take the first free seat."""
    page.locator(".seat:not([disabled])").first.click()
    page.wait_for_selector("#controls:not([hidden])")
    pass_cut(page)
    return seat_of(page)


def pass_cut(page: Page, *, keyboard: bool = False, touch: bool = False) -> None:
    """Whoever comes first to new cards is offered the cut before betting opens, and lets it pass; at Baccarat the shoe, too."""
    decline = page.locator('#decision [data-says="decline_cut"]')
    if not decline.count():
        return
    answer = _answer_by_key if keyboard else _answer_by_touch if touch else _answer_by_mouse
    answer(page)
    shoe = '#decision [data-says="decline_shoe"]'
    page.wait_for_selector(f'#state strong:text-is("Bets open"), {shoe}')
    if page.locator(shoe).count():
        answer(page)
    state(page, "Bets open")


def seat_of(page: Page) -> int:
    found = re.search(r"Seat (\d+)", page.locator("#seated").inner_text())
    assert found
    return int(found[1])


def area(page: Page, wager: str, on: str = "", seat: int = 0) -> Locator:
    where = f'[data-seat="{seat}"]' if seat else ""
    return page.locator(f'.area[data-wager="{wager}"][data-on="{on}"]{where}').first


def choose_chip(page: Page, cents: int) -> None:
    page.locator(f'[data-chip="{cents}"]').click()


def wagered(page: Page, amount: str) -> None:
    expect(page.locator("#wagered")).to_have_text(amount)


def state(page: Page, words: str) -> None:
    expect(page.locator("#state strong")).to_have_text(words)


def over(page: Page) -> None:
    """The round is settled; where the dice go on with wagers up, the next is open already."""
    if page.locator("#turn").is_visible():
        expect(page.locator("#results .newest")).to_be_visible()
    else:
        state(page, SETTLED)


def notice(page: Page) -> Locator:
    return page.locator("#notice")


def enough(game: Game) -> tuple[int, list[str]]:
    """What it takes to play a round: a chip of at least the minimum, the first wager, and those it needs beside it."""
    chip = next(chip for chip in CHIPS if chip >= max(2500, game.example().minimum or 0))
    found = [next(kind.name for kind in game.wagers if kind.tendered)]
    for name in found:
        needs = game.wager(name).needs
        if needs and needs not in found:
            found.append(needs)
    return chip, found


def first_area(page: Page, wager: str, seat: int, on: str = "") -> Locator:
    """Where a seat puts a wager: at its own position or on the shared layout."""
    where = f'[data-on="{on}"]' if on else ""
    return page.locator(f'.area[data-wager="{wager}"]{where}:is([data-seat="{seat}"], [data-seat=""])').first


# The keys from the area in focus to one of a wager, found by pressing them all.
WAY = """
([wager, seat]) => {
  const keys = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];
  const start = document.activeElement;
  const ways = new Map([[start, []]]);
  const queue = [start];
  const there = (node) => node.dataset.wager === wager && ["", String(seat)].includes(node.dataset.seat);
  while (queue.length) {
    const from = queue.shift();
    if (there(from)) {
      start.focus();
      return ways.get(from);
    }
    for (const key of keys) {
      from.focus();
      from.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      const to = document.activeElement;
      if (!ways.has(to)) {
        ways.set(to, [...ways.get(from), key]);
        queue.push(to);
      }
    }
  }
  return null;
}
"""


def walk_to(page: Page, wager: str, seat: int) -> None:
    """Go over the felt by arrow keys."""
    way = page.evaluate(WAY, [wager, seat])
    assert way is not None, f"{wager} cannot be reached by arrow keys"
    for key in way:
        page.keyboard.press(key)


ASKED = "#decision .answer:enabled, #decision .house-way:enabled"  # what has just appeared cannot be pressed yet


def wait_until_asked(page: Page) -> None:
    """Wait until something is asked of the player, or the round is settled."""
    page.wait_for_function(
        "([words, asked]) => document.querySelector('#state strong').textContent === words"
        " || document.querySelector(asked)",
        arg=[SETTLED, ASKED],
    )


# Settled, or the next throw: else somebody may be asked soon.
OVER = """(document.querySelector('#state strong').textContent === words
  || (document.querySelector('#turn:not([hidden])') && document.querySelector('#results .newest')
    && document.querySelector('#state strong').textContent === open))"""
WORDS = [SETTLED, BETS_OPEN]


def answer_all(page: Page, *, keyboard: bool = False, touch: bool = False) -> int:
    """Answer every question by its first lawful answer until the round is settled; returns how many there were."""
    answered = 0
    while answered < MOST_ANSWERS:
        page.wait_for_function(
            f"([words, open, asked]) => document.querySelector(asked) || {OVER}", arg=[*WORDS, ASKED]
        )
        if page.locator("#decision").is_hidden():
            if page.evaluate(f"([words, open]) => Boolean({OVER})", WORDS):
                return answered
            continue  # it was answered just now, and the next one is asked soon
        answered += 1
        (_answer_by_key if keyboard else _answer_by_touch if touch else _answer_by_mouse)(page)
    raise AssertionError("the round does not come to an end")


def _answer_by_mouse(page: Page) -> None:
    house_way = page.locator("#decision .house-way")
    if house_way.count():
        house_way.click()
    page.locator("#decision .answer:not([disabled])").first.click()


def _answer_by_touch(page: Page) -> None:
    house_way = page.locator("#decision .house-way")
    if house_way.count():
        house_way.tap()
    page.locator("#decision .answer:not([disabled])").first.tap()


def _answer_by_key(page: Page) -> None:
    """The letter on the first answer; where cards are chosen or amounts set, Tab to the control and press it."""
    page.wait_for_selector(ASKED)
    letter = page.locator("#decision .answers .answer:enabled:not(.for-all) kbd")
    if letter.count():
        page.keyboard.press(letter.first.inner_text().lower())
        return
    for wanted in (".house-way", ".answer:not([disabled])"):
        if page.locator(f"#decision {wanted}").count():
            tab_to(page, f"#decision {wanted}")
            page.keyboard.press("Enter")


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the control has the focus."""
    for _ in range(80):
        if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached by Tab")


def wait_until_ready(page: Page) -> None:
    """The table is shown, with what can be pressed."""
    page.wait_for_selector("body[data-ready]")
    page.wait_for_selector("#controls:not([hidden])")

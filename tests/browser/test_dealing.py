"""Dealing from the console with real cards, dice and wheels: few keys, the right card for the right seat, nothing lost."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from pitboss.house.founding import Plan
from pitboss.roles import Role
from tests.browser import table as at
from tests.browser.conftest import OpenPage
from tests.browser.test_access import sound
from tests.house.hand import ByHand
from tests.house.live import BY_HAND, Live, acked, refused

pytestmark = pytest.mark.browser
ROULETTE, CRAPS, BLACKJACK = "roulette-hand", "craps-hand", "blackjack-followed"
FOLLOWED = msgspec.structs.replace(BY_HAND, follow=True)
MOST_KEYS = {"roulette": 4, "craps": 4, "blackjack": 59}


@pytest.fixture
def house(tmp_path: Path, _listener: socket.socket, _quick_edges: None) -> Iterator[Live]:
    plans = [
        Plan(ROULETTE, "roulette", "Roulette", BY_HAND),
        Plan(CRAPS, "craps", "Craps", BY_HAND),
        Plan(BLACKJACK, "blackjack", "Blackjack", FOLLOWED),
    ]
    with Live(tmp_path / "house.db", plans, _listener) as live:
        yield live


class Hands:
    """Whoever types, and how many keys it took."""

    def __init__(self, page: Page) -> None:
        self.page, self.keys = page, 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.keys += 1

    def counted(self) -> int:
        keys, self.keys = self.keys, 0
        return keys


# A table of no house: a view is all that the console needs.
STUB = """
async ([info, views, work]) => {
  const { TableState } = await import("/static/felt/tablestate.js");
  const { Keys } = await import("/static/table/keys.js");
  const { NextStep } = await import("/static/table/consoles/nextstep.js");
  const { FollowPanel } = await import("/static/table/consoles/follow.js");
  const { PayPanel } = await import("/static/table/consoles/pay.js");
  const table = new TableState({ id: "stub", seats: 7, spots: [], wagers: [], dealer: "person", chance: "entered", ...info });
  const empty = { round: 1, question: 1, phase: "playing", asked: [], wagers: [], cards: {}, totals: {}, names: {}, racks: {},
    boxes: {}, settlements: [], settled_round: 0, blocked: "", closing: false, deal: null, follow: false, owed: [],
    sales: {}, moves: {}, tasks: [], pay: "", patrons: [] };
  const you = { role: "dealer", seat: 0, seats: [], rack: 0, offers: [], offers_at: {}, questions: [], possible: [],
    correctable: null, name: "Dana", roles: ["dealer"], may: ["no_more_bets", "enter outcome", "speak for seat", "sell chips"] };
  window.sent = [];
  window.views = views;
  window.taken = true;
  const keys = new Keys();
  const act = async (command) => (window.sent.push(command), window.taken);
  const follow = new FollowPanel(table, act, keys, () => {});
  const pays = new PayPanel(table, act, keys);
  const step = new NextStep(table, act, keys, pays, () => follow.line, () => {});
  const own = ["correct", "ready", "close", "report", "again", "help"];
  keys.applies = (action) => own.includes(action) || (["tick", "paid"].includes(action) && pays.hasKeys);
  keys.bind("report", () => window.sent.push("report"));
  window.see = (view) => {
    table.see({ ...empty, ...view, you: { ...you, ...view.you } }, 0);
    for (const desk of [follow, pays, step]) desk.show();
  };
  const felt = document.createElement("div");
  felt.id = "felt";
  document.querySelector("main").replaceChildren(felt, step.node, pays.node, follow.node);
  window.see(views[0]);
}
"""
DECK = [f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "SHDC"]


def stub(page: Page, first: dict[str, Any], **info: Any) -> None:
    page.goto(page.url.split("/static")[0] + "/")
    page.evaluate(STUB, [info, [first], ""])


def see(page: Page, view: dict[str, Any]) -> None:
    page.evaluate("view => window.see(view)", view)


def sent(page: Page) -> list[Any]:
    found: list[Any] = page.evaluate("() => window.sent.splice(0)")
    drop = ("do", "round", "question")
    return [
        {name: value for name, value in one.items() if name not in drop}
        if isinstance(one, dict) and one.get("do") == "answer"
        else one
        for one in found
    ]


def asked(outcomes: list[str], number: int, **deal: Any) -> dict[str, Any]:
    """A view in which the dealer is asked for what a device showed."""
    question = {"to": "chance", "kind": "shoe", "cite": "633a.7(f)(1)", "options": [{"says": o} for o in outcomes]}
    prompt = {"device": "shoe", "cite": "633a.7(f)(1)", **deal}
    return {"question": number, "deal": prompt, "you": {"questions": [question | {"hand": 0, "default": None}]}}


def test_the_dealer_is_told_for_whom_a_card_is_and_a_line_is_enough_to_enter_it(open_page: OpenPage) -> None:
    """Two keys a card, also by a scanner that sends Enter and does not wait; a wrong card is answered in a sentence."""
    page = open_page("/static/icon.svg")
    coming = [{"to": 4}, {"to": "dealer", "face_up": False}]
    stub(page, asked(DECK, 5, card={"to": 3}, position=2, next=coming))
    expect(page.locator(".deal-for")).to_contain_text("Seat 3, second card, face up")
    expect(page.locator(".deal-next")).to_have_text("Then seat 4, then your own card face down.")
    expect(page.locator("#typed-outcome")).to_be_focused()
    page.keyboard.type("th\n9d\n")  # a scanner: the next line comes before the house has answered
    assert sent(page) == [{"says": "TH", "by": "chance"}]
    shown = {"correctable": {"device": "shoe", "outcome": "TH"}}
    following = asked([card for card in DECK if card != "9D"], 6, card={"to": 4}, position=2)
    see(page, following | {"you": following["you"] | shown})
    expect(page.locator(".entered")).to_contain_text("10 of hearts")
    expect(page.locator(".entered")).to_contain_text("seat 3, second card")
    expect(page.locator("#typed-note")).to_contain_text("No 9 of diamonds is left here. Type rank and suit")
    page.keyboard.type("10c")
    assert sent(page) == [{"says": "TC", "by": "chance"}]
    see(page, asked(DECK, 7, card={"to": "dealer"}, place="dealer 2", position=2))
    expect(page.locator(".deal-for")).to_contain_text("Turn your own second card")
    page.keyboard.type("9")
    page.keyboard.press("i")  # no suit: the key of irregularities works, and what was typed stays
    assert sent(page) == ["report"]
    see(page, asked(DECK, 7, card={"to": "dealer"}, place="dealer 2", position=2) | {"asked": [], "closing": True})
    expect(page.locator("#typed-outcome")).to_have_value("9")
    told = asked(["ten", "not_ten"], 8, tells="hole_card")
    see(page, told)
    page.keyboard.press(page.locator('[data-says="not_ten"] kbd').inner_text().lower())
    assert sent(page) == [{"says": "not_ten", "by": "chance"}]


ENTER_BY_HABIT = """
(view) => {
  const enter = () => document.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", cancelable: true }));
  const field = document.getElementById("typed-outcome");
  field.value = "th";
  field.dispatchEvent(new Event("input"));
  window.see(view);
  return enter();
}
"""


def test_an_enter_by_habit_does_not_press_what_comes_after_a_line_that_was_complete(open_page: OpenPage) -> None:
    page = open_page("/static/icon.svg")
    stub(page, asked(DECK, 5, card={"to": 3}, position=2))
    confirm = {"to": "dealer", "kind": "spin", "cite": "617a.5(a)", "options": [{"says": "valid"}], "hand": 0}
    assert page.evaluate(ENTER_BY_HABIT, {"question": 6, "you": {"questions": [confirm | {"default": None}]}}) is False
    assert sent(page) == [{"says": "TH", "by": "chance"}]


READ = """
async (cases) => {
  const { OutcomeReader } = await import("/static/table/consoles/outcomereader.js");
  return cases.map(([outcomes, text]) => {
    const reader = new OutcomeReader(outcomes);
    const found = reader.read(text);
    return found ? `${found.outcome}${found.isComplete ? "" : " …"}` : (reader.meant(text) ?? "");
  });
}
"""


def test_what_is_typed_is_read_as_soon_as_nothing_else_can_be_meant(open_page: OpenPage) -> None:
    page = open_page("/")
    wheel = ["0", "00", *(str(n) for n in range(1, 37))]
    dice, three = ["3 4", "1 1", "6 6"], ["1 2 3", "6 6 6"]
    big_six = ["$1", "$2", "$5", "$10", "$20", "flag", "joker"]
    read = {
        "wheel": (wheel, {"7": "7 …", "07": "7", "36": "36", "0": "0 …", "00": "00", "37": "", "3": "3 …"}),
        "dice": (dice, {"3": "3 4", "34": "3 4", "3 4": "3 4", "77": ""}),
        "sic bo": (three, {"123": "1 2 3", "66": "6 6 6", "666": "6 6 6"}),
        "tiles": (["5-6", "1-1"], {"56": "5-6", "65": "5-6", "11": "1-1", "12": ""}),
        "cards": ([*DECK, "JK"], {"10h": "TH", "th": "TH", "jk": "JK", "js": "JS", "1h": ""}),
        "symbols": (big_six, {"1": "$1 …", "10": "$10", "f": "flag", "flag": "flag", "$20": "$20", "x": ""}),
    }
    cases = [(outcomes, text) for outcomes, texts in read.values() for text in texts]
    assert page.evaluate(READ, cases) == [found for _, texts in read.values() for found in texts.values()]


def test_a_spin_and_a_roll_take_four_keys_and_what_is_paid_stands_in_order(open_page: OpenPage, house: Live) -> None:
    """No virtual wheel follows the real one, an Enter by habit confirms nothing, and the next key works from the list."""
    ByHand(house, ROULETTE).line.close()
    player = house.sit(ROULETTE)
    page = open_page("/static/icon.svg", still=False)
    at.console(page, house, Role.DEALER, ROULETTE)
    page.evaluate(at.LONGEST)
    hands = Hands(page)
    for spin, typed in enumerate(["14", "07"], 1):
        player.wait(lambda view, spin=spin: view["round"] == spin and view["phase"] == "betting")  # type: ignore[misc]
        for wager, on in (("straight", "14"), ("red", ""), ("black", "")):
            acked(player.bet(wager, 500, on))
        expect(page.locator(".up-now")).to_have_text("1 player has bets up.")
        hands.press("n")
        expect(page.locator("#typed-outcome")).to_be_focused()
        hands.press(*typed)
        page.keyboard.press("Enter")  # by habit, not counted: the line was complete without it
        expect(page.locator(".entered strong")).to_have_text(str(int(typed)))
        hands.press("v")
        expect(page.locator(".pays .badge")).to_contain_text(f"round {spin}: 0 of 3")
        assert page.evaluate("() => window.longest") < 1000
        assert hands.counted() <= MOST_KEYS["roulette"]
        if spin == 1:
            hands.press("p")  # one key says that all is taken and paid
            assert hands.counted() == 1
    lines = page.locator(".pay-line")
    settled = player.wait(lambda view: view["settled_round"] == 2)["settlements"]
    assert [one["event"] for one in settled] == ["collected", "collected", "paid"]
    assert [text.split(": ")[1].split(" $")[0] for text in lines.all_inner_texts()] == ["Straight 14", "Black", "Red"]
    expect(lines.nth(2)).to_contain_text("Pay $5 (1 to 1)")
    expect(lines.nth(2)).to_contain_text("1 × $5")
    page.keyboard.press("t")
    expect(lines.nth(1)).to_have_attribute("aria-current", "step")
    assert refused(player.bet("red", 500)) == "betting_closed"  # 617a.5(e): collected and paid first
    expect(lines.nth(0).locator("input")).to_be_checked()
    expect(lines.nth(1).locator("input")).to_be_focused()
    assert sound(page) == {}
    page.keyboard.press("Space")
    expect(lines.nth(2)).to_have_attribute("aria-current", "step")
    page.keyboard.press("p")
    expect(page.locator(".pays details")).not_to_have_attribute("open", "")
    expect(page.locator(".pays .badge")).to_have_text("round 2: 3 of 3")
    player.wait(lambda view: view["round"] == 3 and view["phase"] == "betting")
    acked(player.bet("red", 500))
    expect(page.locator(".up-now")).to_have_text("1 player has bets up.")
    player.close()
    ByHand(house, CRAPS).line.close()
    shooter = house.sit(CRAPS)
    acked(shooter.bet("pass_bet", 1000))
    at.console(page, house, Role.STICKPERSON, CRAPS)
    hands.press("n")
    expect(page.locator("#typed-outcome")).to_be_focused()
    hands.press("3", "4")
    expect(page.locator(".entered strong")).to_contain_text("3 and 4")
    hands.press("v")
    expect(page.locator("#results li")).to_have_count(1)
    assert hands.counted() <= MOST_KEYS["craps"]
    shooter.close()


def test_the_dealer_speaks_for_seats_by_keys_alone(open_page: OpenPage) -> None:
    """A patron is seated, bets, signals and leaves; what is half typed stays when others act."""
    page = open_page("/static/icon.svg")
    spots = [{"wager": wager, "on": on, "title": title, "covers": []} for wager, on, title in SPOTS]
    offers = [{"says": "wager", "wager": wager, "on": on} for wager, on, _ in SPOTS]
    betting = {"phase": "betting", "follow": True}
    stub(page, betting, spots=spots)
    page.keyboard.press("3")
    page.keyboard.type("Ann")
    page.keyboard.press("Tab")
    page.keyboard.type("200")
    see(page, betting | {"racks": {"5": 10000}, "names": {"5": "Bob"}})  # somebody else comes meanwhile
    page.keyboard.press("Enter")
    assert sent(page) == [{"do": "seat_patron", "name": "Ann", "seat": 3, "amount": 20000}]
    taken = {"racks": {"3": 20000, "5": 10000}, "names": {"3": "Ann", "5": "Bob"}, "you": {"offers_at": {"3": offers}}}
    see(page, betting | taken)
    page.keyboard.press("Escape")
    page.keyboard.press("Control+Home")
    page.locator("body").press("3")
    for typed in ("25", "10 str 17", "5 dozen", "x", "-5 red"):
        page.locator("#bet-line").fill(typed)
        page.keyboard.press("Enter")
        if typed == "5 dozen":
            expect(page.locator("#bet-note")).to_have_text("“dozen” could be First dozen, Second dozen.")
        if typed == "x":
            expect(page.locator("#bet-note")).to_have_text("“x” does not begin with an amount in dollars.")
    bet = {"says": "wager", "by": 3, "on": ""}
    assert sent(page) == [
        bet | {"wager": "red", "amount": 2500},
        bet | {"wager": "straight", "on": "17", "amount": 1000},
    ]
    expect(page.locator("#bet-note")).to_have_text("This seat has nothing that may be taken down.")
    page.locator("#bet-line").fill("")
    page.keyboard.press("n")  # an amount begins with a digit: letters are shortcuts in an empty line
    assert [one["do"] for one in sent(page)] == ["no_more_bets"]
    signal = {"to": 3, "kind": "hand", "cite": "633a.9(a)", "hand": 0, "default": None}
    options = [{"says": says} for says in ("surrender", "double_down", "split_pairs", "stand", "draw")]
    wagers = [{"seat": 3, "wager": "red", "on": "", "amount": 2500, "hand": 0}]
    playing = taken | {"follow": True, "wagers": wagers, "totals": {"3/0": "hard 16"}}
    see(page, playing | {"you": {"questions": [signal | {"options": options}]}})
    expect(page.locator(".question h2").last).to_contain_text("Seat 3: hard 16")
    page.keyboard.press("Escape")
    for key in "hsdpr":
        page.keyboard.press(key)
    says = [answer["says"] for answer in sent(page)]
    assert says == ["draw", "stand", "double_down", "split_pairs", "surrender"]
    see(page, betting | taken | {"round": 2})
    page.keyboard.press("a")
    assert sent(page) == [bet | {"wager": "red", "amount": 2500}]
    page.locator('[data-do="free_seat"]').click()
    assert [(one["do"], one["seat"]) for one in sent(page)] == [("free_seat", 3)]


def test_the_list_holds_the_next_round_where_the_text_orders_it_and_informs_elsewhere(open_page: OpenPage) -> None:
    """One key ticks the next line, one confirms all; where no provision orders it there is nothing to confirm."""
    page = open_page("/static/icon.svg")
    lost = {
        "event": "collected",
        "seat": 2,
        "wager": "red",
        "on": "",
        "stake": 500,
        "returned": 0,
        "hand": 0,
        "cite": "",
    }
    settled = {"phase": "settled", "round": 4, "settled_round": 4, "settlements": [lost]}
    dealer = {"you": {"may": ["take and pay"]}}
    stub(page, settled | dealer)
    note, confirm = page.locator(".pays p"), page.locator('[data-do="take_and_pay"]')
    expect(note).to_contain_text("This list only informs")
    expect(confirm).to_be_hidden()
    expect(page.locator(".console-body .waiting")).to_have_text(
        "Take and pay round 4; the next round does not wait for it."
    )
    stub(page, settled | dealer | {"pay": "617a.5(e)"}, take_and_pay="617a.5(e)")
    expect(note).to_contain_text("The next round waits until all is taken and paid.")
    expect(page.locator(".console-body .waiting")).to_have_text("Take and pay round 4. Then betting opens.")
    page.keyboard.press("t")
    expect(page.locator(".pay-line input")).to_be_checked()
    assert sent(page) == []
    page.keyboard.press("p")
    assert sent(page) == [{"do": "take_and_pay", "round": 4}]
    see(page, settled | dealer)  # somebody has confirmed it
    expect(confirm).to_be_hidden()
    expect(page.locator(".pays .badge")).to_have_text("round 4: 1 of 1")


SPOTS = [
    ("red", "", "Red"),
    ("straight", "17", "Straight 17"),
    ("dozen", "1", "First dozen"),
    ("dozen", "2", "Second dozen"),
]


def test_a_full_table_of_blackjack_without_devices_takes_less_than_60_keys_a_round(
    open_page: OpenPage, house: Live
) -> None:
    """Seven patrons, three of whom draw; the dealer's second card is asked for when it is turned, not when it is dealt."""
    dealer = ByHand(house, BLACKJACK)
    for seat in range(1, 8):
        acked(dealer.line.send(do="seat_patron", seat=seat, amount=49_900))
    dealer.sign_all()
    dealer.line.wait(lambda view: view["phase"] == "playing")
    dealer.until_betting()
    page = open_page("/static/icon.svg")
    at.console(page, house, Role.DEALER, BLACKJACK)
    hands, heading = Hands(page), page.locator(".console-work h2:visible").first
    expect(page.locator("#bet-line")).to_be_focused()
    for seat in range(2, 8):
        acked(dealer.line.send(answer={"says": "wager", "wager": "blackjack", "amount": 2500, "by": seat}))
    expect(page.locator(".up-now")).to_have_text("6 players have bets up.")
    page.keyboard.type("25\n")
    expect(page.locator(".up-now")).to_have_text("7 players have bets up.")
    hands.press("n")
    first, second = ["th", "9d", "2c", "8s", "4h", "5d", "9s"], ["8h", "9c", "tc", "jc", "7s", "6h", "ad"]
    deal = [*enumerate(first, 1), ("dealer", "7s"), *enumerate(second, 1)]
    for to, card in deal:
        whose = (
            "Dealer, first card"
            if to == "dealer"
            else f"Seat {to}, {'second' if deal.index((to, card)) > 7 else 'first'}"
        )
        expect(heading).to_contain_text(whose)
        hands.press(*card)
    for seat in range(1, 8):
        expect(heading).to_contain_text(f"Seat {seat}: ")
        if seat in (3, 5, 6):
            hands.press("h")
            expect(heading).to_contain_text(f"Seat {seat}, third card")
            hands.press(*"7d")
            expect(heading).to_contain_text(f"Seat {seat}: ")
        hands.press("s")
    expect(heading).to_contain_text("Turn your own second card")
    hands.press(*"9h")
    expect(heading).to_contain_text("Dealer, third card")
    expect(page.locator(".entered")).to_contain_text("9 of hearts")
    assert sound(page) == {}
    hands.press(*"2d")
    expect(heading).to_contain_text("Stand")
    hands.press("s")
    expect(page.locator(".pays .badge")).to_contain_text("0 of 7")
    keys = hands.counted()
    print(f"blackjack, 7 seats: {keys} keys from no more bets to the last card")
    assert keys <= MOST_KEYS["blackjack"]
    dealer.line.close()


# What of a seat's last round is still told, in each of some views; the seat is held by whoever looks.
TOLD = """
async (views) => {
  const { TableState } = await import("/static/felt/tablestate.js");
  const table = new TableState({ id: "told", seats: 7, spots: [], wagers: [], dealer: "person", chance: "entered" });
  const you = { role: "player", seat: 4, seats: [4], rack: 0, offers: [], questions: [], may: [] };
  const settlements = [{ seat: 4, wager: "blackjack", on: "", stake: 2500, returned: 2500, hand: 0 }];
  return views.map((view) => {
    table.see({ asked: [], names: {}, racks: {}, settlements, settled_round: 1, wagers: [], ...view, you }, 0);
    return [table.beforeBets, table.justSettled.length];
  });
}
"""


def test_a_round_that_ended_is_told_of_until_there_are_bets_again(open_page: OpenPage) -> None:
    """A void round is over, and the next begins with a question to the floor or a cut: nobody has read the sentence yet."""
    up = [{"seat": 4, "wager": "blackjack", "on": "", "amount": 2500, "hand": 0}]
    views = [
        {"round": 1, "phase": "settled"},
        {"round": 2, "phase": "playing"},
        {"round": 2, "phase": "betting", "wagers": up},
        {"round": 2, "phase": "playing", "wagers": up},
        {"round": 3, "phase": "playing"},
    ]
    page = open_page("/")
    assert page.evaluate(TOLD, views) == [[False, 1], [True, 1], [False, 1], [False, 0], [True, 0]]


def test_a_second_tap_is_not_the_next_card(open_page: OpenPage) -> None:
    """Of two taps on the same key the second was meant for nothing; the line takes what is typed at once."""
    page = open_page("/static/icon.svg")
    stub(page, asked(DECK, 5, card={"to": 3}, position=1))
    key = page.locator(".card-keys .outcome").first
    key.click()
    assert sent(page) == [{"says": "AS", "by": "chance"}]
    box = key.bounding_box()
    assert box
    see(page, asked(DECK, 6, card={"to": 3}, position=2))
    page.mouse.click(box["x"] + 5, box["y"] + 5)
    assert sent(page) == []
    page.keyboard.type("2h")
    assert sent(page) == [{"says": "2H", "by": "chance"}]
    see(page, asked(DECK, 7, card={"to": 3}, position=3))
    key.click()  # as soon as it can have been read
    assert sent(page) == [{"says": "AS", "by": "chance"}]

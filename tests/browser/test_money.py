"""Money and answers as the page tells them: what a wager pays, what was won, the meter, and what an answer costs."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from pitboss import catalogue
from pitboss.house.founding import Plan
from pitboss.house.table.entries import Settings
from tests.browser.conftest import OpenPage, practice
from tests.browser.table import (
    SETTLED,
    area,
    choose_chip,
    first_area,
    open_drawer,
    sit,
    state,
    wagered,
    wait_until_asked,
)
from tests.house.hand import ByHand
from tests.house.live import Live

pytestmark = pytest.mark.browser
HAND = Settings(dealer="person", chance="entered", betting_seconds=0, election_seconds=0, settled_seconds=0)
METERED = ("dj-wild-stud-poker", "pai-gow-poker", "six-card-fortune-pai-gow-poker", "face-up-pai-gow-poker")
PRACTISED = ("blackjack", "craps", "minibaccarat", "pai-gow", *METERED)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, _quick_edges: None) -> Iterator[Live]:
    plans = [*(practice(game) for game in PRACTISED), Plan("craps-hand", "craps", "Craps", HAND)]
    with Live(tmp_path_factory.mktemp("money") / "house.db", plans) as live:
        yield live


@pytest.fixture(scope="module")
def scripts(chromium: Browser, house: Live) -> Iterator[Page]:
    """A table's page for those who only ask its scripts what they make of something: one page does for all of them."""
    context = chromium.new_context(reduced_motion="reduce")
    page = context.new_page()
    complaints: list[object] = []
    page.on("pageerror", lambda said: complaints.append(said))
    page.goto(f"http://{house.address}/table/blackjack-practice")
    page.wait_for_selector("body[data-ready]")
    yield page
    context.close()
    assert complaints == []


@pytest.mark.parametrize(
    ("table", "wager", "on", "pays", "wins"),
    [
        ("minibaccarat", "bankers_hand", "", "1 to 1 less 5% vigorish", "$95: $100 less $5 vigorish"),
        ("craps", "buy_bet", "4", "2 to 1 less 5% vigorish", "$195: $200 less $5 vigorish"),
        *(
            pytest.param(*one, marks=pytest.mark.slow)
            for one in (
                ("pai-gow", "pai_gow", "", "1 to 1 less 5% vigorish", "$95: $100 less $5 vigorish"),
                ("pai-gow-poker", "pai_gow_poker", "", "1 to 1 less 5% vigorish", "$95: $100 less $5 vigorish"),
                ("craps", "lay_bet", "10", "1 to 2 less 5% vigorish", "$45: $50 less $5 vigorish"),
            )
        ),
    ],
)
def test_what_a_wager_pays_is_told_net_of_vigorish(
    open_page: OpenPage, table: str, wager: str, on: str, pays: str, wins: str
) -> None:
    """§§ 621a.8(k), 623a.5(g)(3), 627a.12(c), 645a.13(a): the area says what a stake wins once vigorish is taken."""
    page = open_page(f"/table/{table}-practice")
    page.wait_for_selector("body[data-ready]")  # until then the felt may still move away from under the pointer
    spot = page.locator(f'.area[data-wager="{wager}"][data-on="{on}"]').first
    spot.hover()
    expect(page.locator("#area-card")).to_contain_text(pays)
    expect(page.locator("#area-card")).to_contain_text(f"$100 wins{wins}")
    expect(page.locator("#area-card")).not_to_contain_text("$5 wins")
    expect(spot).to_have_attribute("aria-label", re.compile(f"{spot.get_attribute('data-name')}, pays {pays}$"))


def test_the_last_result_is_of_this_player_and_this_round(open_page: OpenPage, house: Live) -> None:
    """A throw that decides nothing has no result; a loss is told as one; who sits down next begins with none."""
    dealer, page = ByHand(house, "craps-hand"), open_page("/table/craps-hand")
    seat = sit(page)
    last = page.locator("#last-result")
    expect(page.locator("dt", has=page.locator("xpath=following-sibling::dd[@id='last-result']"))).to_have_text(
        "Last result"
    )
    choose_chip(page, 500)
    area(page, "pass_bet").click()
    area(page, "field_bet").click()
    wagered(page, "$10")
    dealer.shows("2 2")
    expect(last).to_have_text("+$5")
    expect(page.locator("#settled .total-line")).to_have_text("Round 1 total: +$5")
    dealer.shows("3 3")
    expect(page.locator("#results li")).to_have_count(2)
    expect(last).to_have_text("—")
    expect(page.locator("#settled .total-line")).to_have_text("Round 1 total: +$5")
    dealer.shows("3 4")
    expect(last).to_have_text("−$5")
    page.reload()
    expect(last).to_have_text("−$5")
    page.get_by_role("button", name="Leave").click()
    page.locator(f'.seat[data-seat="{seat}"]').click()
    page.wait_for_selector("#controls:not([hidden])")
    expect(last).to_have_text("—")
    expect(page.locator("#settled .settled")).to_have_count(0)
    dealer.line.close()


@pytest.mark.parametrize("table", [*METERED[:1], *(pytest.param(one, marks=pytest.mark.slow) for one in METERED[1:])])
def test_the_meter_is_shown_where_its_wager_is_sold(open_page: OpenPage, table: str) -> None:
    """§§ 645a.13(e), 670a.12(d), 687a.12(c), 688a.12(d): what stands on it is on the felt and with the wager."""
    page = open_page(f"/table/{table}-practice")
    meter = page.locator(".meters .meter-amount")
    expect(meter).to_have_count(1)
    amount = meter.text_content() or ""
    assert amount.startswith("$")
    spot = page.locator('.area[data-wager^="progressive"]').first
    spot.hover()
    expect(page.locator("#area-card")).to_contain_text(f"Meter{amount}")
    assert f"the meter shows {amount}" in (spot.get_attribute("aria-label") or "")


HANDS = """
async ([table, hands]) => {
  const { Felt } = await import("/static/felt/felt.js");
  const { drawCards } = await import("/static/felt/cards.js");
  const { emptyScene } = await import("/static/kit/fold.js");
  const box = document.createElement("div");
  document.body.append(box);
  const felt = await Felt.into(box, table);
  const held = hands.flatMap((cards, hand) => cards.map((card) => ({ card, place: "", hand })));
  drawCards(felt, { ...emptyScene(), cards: { 3: held } });
  const place = felt.place(["cards"], 3).box;
  const laid = [...felt.layers.cards.querySelectorAll(".laid")].map((node) => {
    const { e, f } = node.transform.baseVal.getItem(0).matrix;
    const { width, height } = node.querySelector(".card-body").getBBox();
    return { at: node.dataset.at, x: e - place.x, y: f - place.y, width, height };
  });
  const others = [...felt.areas, ...felt.places].map((part) => part.box).filter((one) => one !== place)
    .map(({ x, y, width, height }) => ({ x: x - place.x, y: y - place.y, width, height }));
  box.remove();
  return { laid, place, others };
}
"""


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("cards", [2, 3, 5])
def test_split_hands_show_every_card(scripts: Page, count: int, cards: int) -> None:
    """§ 633a.11: however many hands a box is split into, rank and suit of each card are in sight, in its box or on the free
    felt beside it, never on what is printed for another."""
    found = scripts.evaluate(HANDS, ["blackjack-practice", [["8S", "3H", "KD", "2C", "5S"][:cards]] * count])
    laid, place = found["laid"], found["place"]
    assert len(laid) == count * cards
    for one, after in pairwise(laid):
        if one["at"].rpartition("/")[0] == after["at"].rpartition("/")[0]:
            beside, below = (after["x"] - one["x"]) / one["width"], (after["y"] - one["y"]) / one["height"]
            assert beside >= 0.45 or below >= 0.3, "what shows of a card that lies under another"
    for card in laid:
        assert card["height"] >= 25
        assert card["y"] >= -0.5
        assert card["y"] + card["height"] <= place["height"] + 0.5
        if count == 1:
            assert -0.5 <= card["x"] <= place["width"] + 0.5 - card["width"]
        for other in found["others"]:
            across = min(card["x"] + card["width"], other["x"] + other["width"]) - max(card["x"], other["x"])
            down = min(card["y"] + card["height"], other["y"] + other["height"]) - max(card["y"], other["y"])
            assert min(across, down) < 0.5


FORM = """
([question, hand]) => import("/static/table/questions.js").then(async ({ questionForm }) => {
  const { Keys } = await import("/static/table/keys.js");
  const keys = new Keys();
  for (const tool of ["undo", "redo", "clear", "repeat", "double", "ready", "felt", "chip1"]) keys.bind(tool, () => {});
  const sent = [];
  const form = questionForm(question, { hand, answer: (answer) => sent.push(answer), keys });
  document.body.append(form.node);
  for (const one of form.node.querySelectorAll(".answers > .answer")) one.click();
  for (const one of form.node.querySelectorAll("form.range")) one.requestSubmit();
  const buttons = [...form.node.querySelectorAll(".answers > .answer")];
  const beside = [...form.node.querySelectorAll(".answers > details")].map((one) => [
    one.previousElementSibling.dataset.says, one.open ]);
  const words = form.node.innerText;
  return { keys: [...form.keys.keys()], sent, words, says: buttons.map((one) => one.dataset.says), beside,
    look: buttons.map((one) => getComputedStyle(one).backgroundColor) };
})
"""
TOOLS = set("uycrdgf1")


FORFEITS = ("surrender", "fold", "retreat")


def forfeit(says: str, loses: int = 1000) -> dict[str, Any]:
    return {"says": says, "gives_up": {"loses": loses}}


def form(page: Page, kind: str, *options: dict[str, Any], default: str = "") -> dict[str, Any]:
    """What a question with these options looks like, and what each of its controls sends."""
    usual = {"says": default} if default else None
    question = {"to": 1, "kind": kind, "cite": "633a.9(a)", "hand": 0, "options": options, "default": usual}
    return dict(page.evaluate(FORM, [question, []]))


@pytest.mark.parametrize(
    "says",
    [("surrender", "double_down", "stand", "draw"), ("fold", "raise"), ("under_18", "over", "surrender"),
     ("surrender", "show_hands"), ("fold", "back_9"), ("retreat", "stay")],
)  # fmt: skip
def test_no_answer_has_the_key_of_a_tool_and_none_that_gives_up_comes_first(
    scripts: Page, says: tuple[str, ...]
) -> None:
    """Repeat, Double, Undo and the rest keep their keys to themselves; what forfeits is last, whatever it is called."""
    found = form(scripts, "decision", *(forfeit(one) if one in FORFEITS else {"says": one} for one in says))
    assert not TOOLS & set(found["keys"])
    assert len(found["keys"]) == len(says)
    order, look = list(found["says"]), list(found["look"])
    assert sorted(order) == sorted(says)
    costly = [n for n, one in enumerate(order) if one in FORFEITS]
    assert costly == [len(order) - 1]
    assert look[-1] != look[0]


def test_counts_are_counts_and_one_amount_is_said_on_the_button(scripts: Page) -> None:
    """An option's unit says what its amount is; where least and most are one it is stated, and sent; else none is."""
    cut = form(scripts, "cut", {"says": "cut", "least": 10, "most": 406, "unit": "position"}, {"says": "decline_cut"})
    assert "Cut: after card 208 of the stack" in str(cut["words"]), "it begins in the middle"
    assert "Counted from the top. The cards above the cut go to the bottom" in str(cut["words"])
    assert "$" not in str(cut["words"])
    assert cut["sent"] == [{"by": 1, "says": "decline_cut"}, {"amount": 208, "by": 1, "says": "cut"}]
    said = scripts.evaluate(
        """event => import("/static/felt/sentences.js").then(({ sentence, namesForViewers }) =>
            sentence(event, namesForViewers(() => "")))""",
        {"event": "elected", "by": "dealer", "says": "shakes", "amount": 3, "unit": "count", "cite": "625a.7(a)"},
    )
    assert said == "The dealer: shakes 3."
    raised = form(scripts, "raise", forfeit("fold"), {"says": "raise", "wager": "raise", "least": 5000, "most": 5000})
    assert "$50" in str(raised["words"])
    assert raised["sent"] == [{"amount": 5000, "by": 1, "says": "raise", "wager": "raise"}, {"by": 1, "says": "fold"}]


def up_to(says: str, most: int) -> dict[str, Any]:
    return {"says": says, "least": 100, "most": most, "step": 100, "usual": most}


def costing(says: str, amount: int = 2500) -> dict[str, Any]:
    return {"says": says, "least": amount, "most": amount, "usual": amount}


DECISION = (
    forfeit("surrender"), up_to("double_down", 2500), costing("split_pairs"), {"says": "stand"}, {"says": "draw"}
)  # fmt: skip
INSURANCE = up_to("insurance", 1200), {"says": "even_money"}, {"says": "no_insurance"}


@pytest.mark.parametrize(
    ("options", "default", "order"),
    [
        (DECISION, "stand", ["stand", "draw", "double_down", "split_pairs", "surrender"]),
        (INSURANCE, "no_insurance", ["no_insurance", "even_money", "insurance"]),
        ((forfeit("surrender"), costing("war")), "surrender", ["war", "surrender"]),
        (
            (costing("over_23"), costing("under_18"), forfeit("surrender")),
            "surrender",
            ["over_23", "under_18", "surrender"],
        ),
        ((costing("raise"), forfeit("fold")), "fold", ["raise", "fold"]),
        ((forfeit("fold"), costing("back_9")), "fold", ["back_9", "fold"]),
        (({"says": "no_double_down"}, costing("double_down")), "no_double_down", ["no_double_down", "double_down"]),
    ],
)
def test_what_costs_nothing_comes_first_and_what_gives_up_last(
    scripts: Page, options: tuple[dict[str, Any], ...], default: str, order: list[str]
) -> None:
    """The default before all that is free, then what costs chips; what forfeits is last and never looks like gold."""
    found = form(scripts, "decision", *options, default=default)
    assert found["says"] == order
    gold = dict(zip(order, found["look"], strict=True))[next(one for one in order if one not in FORFEITS)]
    for says, look in zip(order, found["look"], strict=True):
        assert (look == gold) is (says not in FORFEITS), says


@pytest.mark.parametrize(
    ("given_up", "says"),
    [
        (({"loses": 500}, {"loses": 1000}), "Surrender: lose $15, all 2"),
        (({"loses": 500, "otherwise": 1000, "when": "it rains"}, {"loses": 300}), "Surrender: lose $8, or $13 if it rains, all 2"),
    ],
)  # fmt: skip
def test_one_answer_for_all_says_what_is_lost_in_all(
    scripts: Page, given_up: tuple[dict[str, Any], ...], says: str
) -> None:
    """Hands with other stakes are asked together all the same; what one press loses is the sum."""
    questions = [
        {"to": seat, "kind": "surrender", "cite": "I-GEN-27", "hand": 0, "default": None,
         "options": [{"says": "show_hands"}, {"says": "surrender", "gives_up": lost}]}
        for seat, lost in enumerate(given_up, 1)
    ]  # fmt: skip
    words = scripts.evaluate(
        """questions => import("/static/table/questions.js").then(({ questionForAll }) => {
            const keys = { hint: () => null, letters: (says) => says.map((word) => word[0]) };
            return questionForAll(questions, { answer: () => {}, keys }).node.textContent;
        })""",
        questions,
    )
    assert says in words


def test_double_down_and_insurance_are_one_press(scripts: Page) -> None:
    """§§ 633a.8(b), 633a.10(a): the usual amount has a button and a letter; another is folded away beside it."""
    found = form(scripts, "decision", *DECISION, default="stand")
    assert found["keys"] == ["s", "h", "o", "p", "e"]
    assert found["sent"][2] == {"amount": 2500, "by": 1, "says": "double_down"}
    assert found["beside"] == [["double_down", False]]
    assert "Double down +$25" in found["words"]
    assert "Draw (hit)" in found["words"]
    insured = form(scripts, "insurance", *INSURANCE, default="no_insurance")
    assert insured["keys"] == ["n", "e", "i"]
    assert insured["sent"][2:] == [{"amount": 1200, "by": 1, "says": "insurance"}] * 2  # the slider begins there
    assert insured["beside"] == [["insurance", False]]


def test_new_cards_are_cut_where_the_player_says(open_page: OpenPage) -> None:
    """§ 633a.5(b): who comes first is offered the cut; the place is said in words, and chosen from the middle."""
    page = open_page("/table/minibaccarat-practice")
    page.locator(".seat:not([disabled])").first.click()
    page.wait_for_selector("#decision form.range")
    slider = page.locator("#decision input[type=range]")
    least, most = (int(slider.get_attribute(name) or 0) for name in ("min", "max"))
    assert int(slider.input_value()) == (least + most) // 2
    page.locator("#decision .amount").fill("52")
    page.get_by_role("button", name="Cut: after card 52 of the stack").click()
    state(page, "Bets open")
    open_drawer(page, "Table log")
    expect(page.locator("#log-list")).to_contain_text("You cut after card 52 of the stack.")


def test_repeat_pressed_once_too_often_gives_nothing_up(open_page: OpenPage) -> None:
    """R, G, R at blackjack: whatever is decided, the hand is still there to be decided."""
    page = open_page("/table/blackjack-practice")
    seat = sit(page)
    choose_chip(page, 2500)
    decided = page.locator("#decision [data-says=stand]")
    for _ in range(12):
        first_area(page, "blackjack", seat).click()
        wagered(page, "$25")
        page.keyboard.press("g")
        wait_until_asked(page)
        if page.locator('#decision [data-says^="no_"]').count():
            page.locator('#decision [data-says^="no_"]').click()
            expect(page.locator('#decision [data-says^="no_"]')).to_have_count(0)
            wait_until_asked(page)
        if decided.count():
            break
    for key in "rducy":
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    expect(decided).to_be_visible()
    wagered(page, "$25")
    decided.click()
    state(page, SETTLED)


def test_a_game_without_a_meter_shows_none(open_page: OpenPage) -> None:
    """Nothing stands on the felt that the table does not sell."""
    page = open_page("/table/craps-practice")
    page.wait_for_selector("body[data-ready]")
    expect(page.locator(".meters .meter")).to_have_count(0)
    assert not getattr(catalogue.game("craps").example(), "meter", None)


def test_an_edge_below_nothing_is_the_players(scripts: Page) -> None:
    """The sign is explained in words, and the play it holds for is named."""
    words = scripts.evaluate(
        """edges => import("/static/kit/rules.js").then(({ edgeWords }) => edges.map((edge) => edgeWords({ edges: [edge] })))""",
        [
            {"edge": "-0.0094", "half_width": "0", "strategy": "optimal"},
            {"edge": "0.0526", "half_width": "0", "strategy": "none"},
        ],
    )
    assert words == ["0.94 % in the player's favor (optimal)", "5.26 %"]

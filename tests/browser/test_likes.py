"""What makes a table pleasant: baccarat's five roads, sounds for those who ask for them, and the speed of the deal."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from pitboss.families.baccarat.hands import Hand
from tests.browser.conftest import OpenPage, practice
from tests.browser.table import area, open_drawer, pass_cut, sit, state, wagered
from tests.browser.test_access import sound as wrong_with
from tests.house.live import Live

pytestmark = pytest.mark.browser
LETTERS = {"Player wins": "P", "Banker wins": "B", "tie hand": "T"}
ROUNDS = 4
CHIP, CARD, WIN, LOSS = [2600, 3100], 520, [523, 659, 784], [294]  # how high they begin, in hertz
ROADS = ["Bead plate", "Big road", "Big eye boy", "Small road", "Cockroach pig"]

# The pitches of tones that are begun, and what moves, with how long it takes.
LISTEN = """() => {
  window.tones = [];
  window.moves = [];
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (...when) {
    window.tones.push(Math.round(this.frequency.value));
    return start.apply(this, when);
  };
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, options) {
    const animation = animate.call(this, frames, options);
    setTimeout(() => window.moves.push(options.duration / animation.playbackRate));
    return animation;
  };
}"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, _quick_edges: None) -> Iterator[Live]:
    with Live(
        tmp_path_factory.mktemp("likes") / "house.db", [practice("minibaccarat", name) for name in ("roads", "sounds")]
    ) as live:
        yield live


def play(page: Page, number: int) -> None:
    """A round with a wager on the Banker's Hand, until it is seen to be settled."""
    area(page, "bankers_hand").click()
    wagered(page, "$5")
    page.locator("#ready").click()
    expect(page.locator("#results .result")).to_have_count(number)
    state(page, "Round settled")
    page.wait_for_timeout(320)  # a press in the breath in which a result has come counts for nothing


def test_roads_show_every_result_and_what_the_house_noted_of_it(open_page: OpenPage, house: Live) -> None:
    """Five roads inside their panel, on a desk and on a phone; pairs and naturals are marked for whoever comes later, too."""
    page = open_page("/table/roads")
    sit(page)
    marks = []
    for number in range(1, ROUNDS + 1):
        play(page, number)
        hands = [
            page.locator(f'.laid[data-at^="{name}\'s Hand/"]').evaluate_all("all => all.map(one => one.dataset.card)")
            for name in ("Banker", "Player")
        ]
        pairs = [f"pair-{side}" for side, hand in zip("BP", hands, strict=True) if hand[0][0] == hand[1][0]]
        naturals = [hand.points for hand in map(Hand.of, hands) if hand.natural]
        marks.append([*pairs, *([str(max(naturals))] if naturals else [])])
    page = open_page("/table/roads")  # of somebody who has seen none of it
    open_drawer(page, "Roads")
    results = [line["result"] for line in house.get("/api/tables/roads/rounds").json()][::-1]
    beads = page.locator(".plate .bead")
    expect(beads).to_have_count(ROUNDS)
    letters = "all => all.map(one => one.firstChild.textContent)"
    assert beads.evaluate_all(letters) == [LETTERS[result] for result in results]
    drawn = "all => all.map(one => [...one.children].map(mark => mark.textContent || mark.classList[1]))"
    assert beads.evaluate_all(drawn) == marks
    assert page.locator("#roads h3").all_text_contents() == ROADS
    expect(page.locator(".road-preview tbody tr")).to_have_count(2)
    assert wrong_with(page) == {}
    page.reload()
    open_drawer(page, "Roads")
    expect(beads).to_have_count(ROUNDS)
    assert beads.evaluate_all(drawn) == marks
    page.set_viewport_size({"width": 390, "height": 844})
    assert wrong_with(page) == {}


def choose(page: Page, *, speed: str, sounds: bool) -> None:
    page.locator("#settings-button").click()
    page.locator("#speed-choice").select_option(speed)
    page.get_by_label("Sounds").set_checked(sounds)
    page.get_by_label("Close").click()


def test_sounds_and_the_speed_of_the_deal_are_the_players(open_page: OpenPage) -> None:
    """No tone until sounds are asked for; then chips and cards are heard. A fast deal takes half as long, or none."""
    page = open_page("/table/sounds", still=False)
    page.evaluate(LISTEN)
    sit(page)
    choose(page, speed="fast", sounds=False)
    play(page, 1)
    assert page.evaluate("() => window.tones") == []
    moved = page.evaluate("() => window.moves")
    assert 95 in moved, moved  # a card takes 190 milliseconds
    assert 190 not in moved
    choose(page, speed="at once", sounds=True)
    page.evaluate("() => { window.tones = []; window.moves = []; }")
    area(page, "bankers_hand").click()
    wagered(page, "$5")
    page.wait_for_function("many => window.tones.length >= many", arg=len(CHIP))  # the first has to be fetched
    assert page.evaluate("() => window.tones") == CHIP
    page.locator("#ready").click()
    pass_cut(page)
    state(page, "Round settled")
    expect(page.locator("#results .result")).to_have_count(
        2
    )  # the sentence is of this round, not still of the one before
    told = page.locator("#told").inner_text()
    result = WIN if "You win" in told else LOSS if "You lose" in told else []
    page.wait_for_function("many => window.tones.length >= many", arg=len([*CHIP, CARD, *result]))
    assert page.evaluate("() => window.tones") == [*CHIP, CARD, *result]  # all cards at once are one sound
    assert page.evaluate("() => window.moves") == []

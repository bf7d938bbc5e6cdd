"""The hand on the first page: dealt and answered over HTTP, judged by the judge of the table, and kept nowhere."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss import catalogue
from pitboss.drills import hand
from pitboss.drills.tables import DrillTable, Setting
from pitboss.drivers.fair import Stream
from pitboss.house.founding import Plan
from pitboss.house.wire import first_hand
from pitboss.library.judging import judge
from pitboss.mathematics.kit.judging import is_judged
from pitboss.procedure import Draw, Refused, Window
from tests.house.live import BY_HAND, NO_CERTIFICATES, Live

ADDRESS = "/api/practice/hand"
SEEDS = [bytes([n]) * 32 for n in range(12)]


def setting() -> Setting:
    game = catalogue.game(first_hand.first_game())
    return Setting(game, game.example())


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with Live(tmp_path_factory.mktemp("hand") / "house.db") as found:
        yield found


@pytest.fixture
def http(live: Live) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"http://{live.address}", timeout=120, verify=NO_CERTIFICATES) as client:
        yield client


def say(http: httpx.Client, status: int = 200, **body: Any) -> dict[str, Any]:
    reply = http.post(ADDRESS, json=body)
    assert reply.status_code == status, reply.text
    return dict(reply.json())


def judged(http: httpx.Client, **body: Any) -> dict[str, Any]:
    """The hand when its worths are known: whoever asks for one state may get it before."""
    found = say(http, **body)
    while found.get("coming"):
        found = say(http, token=found["token"])
    return found


def test_a_hand_is_dealt_answered_and_judged(live: Live, http: httpx.Client) -> None:
    tables = len(live.house.everywhere)
    found = say(http)
    assert not found["over"]
    assert len(found["steps"][0]["options"]) >= hand.A_CHOICE
    while not found["over"]:
        asked = found["steps"][-1]
        stand = next(n for n, option in enumerate(asked["options"], 1) if option["says"] in ("stand", "no_insurance"))
        found = judged(http, token=found["token"], answer=stand)
    assert [step["given"] > 0 for step in found["steps"]] == [True] * len(found["steps"])
    worths = found["steps"][0]["judged"]["worths"]
    assert {worth["option"]["says"] for worth in worths} == {option["says"] for option in found["steps"][0]["options"]}
    assert sum(worth.get("best", False) for worth in worths) >= 1
    assert found["net"] in range(-5000, 5001, 250)
    assert len(live.house.everywhere) == tables  # no table was opened for it
    assert not http.cookies  # and nobody is remembered


@pytest.mark.parametrize("seed", SEEDS[:3])
def test_what_it_says_is_what_the_library_says(seed: bytes) -> None:
    """The round is played again at a table, and judged there from the round itself."""
    made = setting()
    decision = hand.play(made, seed, ()).decisions[0]
    found = next(iter(hand.judged(made, (decision,))))
    table = DrillTable(made, Stream(seed), (hand.SEAT,), plain=True, stake=hand.STAKE)
    while True:
        play = table.begin()
        while not play.closed:
            asked = [] if isinstance(play.pending, Draw | Window) else play.questions(hand.SEAT)
            if asked and len(asked[0].options) > 1:
                break
            table.step(play)
        if not play.closed and len(play.questions(hand.SEAT)[0].options) >= hand.A_CHOICE:
            break
        while not play.closed:
            table.step(play)
        table.keep(play)
    assert play.questions(hand.SEAT) == [decision.situation.election]
    said = judge(play, hand.SEAT)
    assert said is not None
    assert found is not None
    assert said.worths == found.worths
    assert said.wager == hand.STAKE


@pytest.mark.parametrize("seed", SEEDS)
def test_it_goes_on_as_it_was_dealt(seed: bytes) -> None:
    """Whatever is answered, the events before stay the events before: the token can be trusted with the rest."""
    made, given = setting(), list[int]()
    found = hand.play(made, seed, given)
    while not found.over:
        given.append(1)
        after = hand.play(made, seed, given)
        assert after.events[: len(found.events)] == found.events
        assert [one.given for one in after.decisions if one.given] == given
        found = after
    for option in range(1, len(found.decisions[0].options) + 1):
        assert hand.play(made, seed, (option,)).decisions[0].given == option


@pytest.mark.parametrize("seed", SEEDS)
def test_its_player_is_not_told_what_lies_face_down(seed: bytes) -> None:
    dealt = [event for event in hand.play(setting(), seed, ()).events if event.__class__.__name__ == "Dealt"]
    assert [bool(event.card) for event in dealt] == [True, True, True, False]  # type: ignore[union-attr]


def test_answers_that_are_none(http: httpx.Client) -> None:
    found = say(http)
    assert "from 1 to" in say(http, 400, token=found["token"], answer=99)["refused"]["sentence"]
    assert "dealt" in say(http, 400, token="AAAA")["refused"]["sentence"]
    over = found
    while not over["over"]:
        over = say(http, token=over["token"], answer=2)
    assert "over" in say(http, 409, token=over["token"], answer=1)["refused"]["sentence"]


def test_a_game_without_decisions_has_no_hand(http: httpx.Client) -> None:
    undecided = next(game for game in catalogue.games().values() if not is_judged(game))
    assert undecided.title in say(http, 409, game=undecided.name)["refused"]["sentence"]
    with pytest.raises(Refused, match="asks its player"):
        hand.play(setting(), SEEDS[0], (), least=99)


def test_a_house_without_practice_deals_none(tmp_path: Path) -> None:
    by_hand = Plan("hand", "roulette", "Roulette", BY_HAND)
    with Live(tmp_path / "house.db", [by_hand]) as live, httpx.Client(base_url=f"http://{live.address}") as client:
        assert "practice" in client.post(ADDRESS, json={}).json()["refused"]["sentence"]


def test_nobody_is_the_dealer_of_a_house_that_is_no_demonstration(tmp_path: Path, live: Live) -> None:
    with Live(tmp_path / "house.db", demonstration=False) as other:
        assert other.http.post("/api/people/enter", json={}).status_code == 409
    reply = live.http.post("/api/people/enter", json={})
    assert reply.json()["person"]["roles"] == ["dealer"]
    live.http.cookies.clear()

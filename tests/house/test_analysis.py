"""The analysis board over HTTP: positions by address, the same worths as at a table, and nothing during a round for money."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs

import httpx
import pytest

import pitboss
from pitboss.house.filings import link
from pitboss.house.founding import Plan
from pitboss.house.table.entries import Settings
from pitboss.mathematics.kit.judging import is_judged
from tests.house.live import NO_CERTIFICATES, PRACTICE, Live, new_key

ADDRESS = "/api/analysis"
MONEY = Settings(betting_seconds=600, election_seconds=600, settled_seconds=0)


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    tables = [Plan("practice", "blackjack", "Practice", PRACTICE), Plan("money", "blackjack", "Blackjack 1", MONEY)]
    with Live(tmp_path_factory.mktemp("analysis") / "house.db", tables) as found:
        yield found


@pytest.fixture
def http(live: Live) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"http://{live.address}", timeout=120, verify=NO_CERTIFICATES) as client:
        yield client


def position(http: httpx.Client, status: int = 200, **texts: str) -> dict[str, Any]:
    reply = http.get(ADDRESS, params=texts)
    assert reply.status_code == status, reply.text
    return dict(reply.json())


def best(found: dict[str, Any]) -> str:
    return str(next(one for one in found["judged"]["worths"] if one.get("best"))["option"]["says"])


def test_a_position_is_worth_what_the_library_says(http: httpx.Client) -> None:
    """By its cards; and by the address that comes with it."""
    found = position(http, game="blackjack", cards="8S 8H", up="TS")
    expected = pitboss.worth("blackjack", cards="8S 8H", up="TS")
    worths = [(one["option"]["says"], one["low"]) for one in found["judged"]["worths"]]
    assert worths == [(one.option.says, pytest.approx(float(one.low))) for one in expected.worths]
    assert (found["labels"], found["up_label"], found["hands"]) == (["16"], "10", [["8S", "8H"]])
    again = position(http, **{name: value for name, (value,) in parse_qs(found["address"]).items()})
    assert again["judged"] == found["judged"]
    assert sum(found["left"].values()) == 6 * 52 - 3


def test_every_game_with_decisions_deals_a_position(http: httpx.Client) -> None:
    games = [one["name"] for one in http.get(f"{ADDRESS}/games").json()["games"]]
    assert games == [game.name for game in pitboss.games().values() if is_judged(game)]
    for game in games:
        found = position(http, game=game)
        assert found["judged"]["worths"], game
        assert (
            position(http, **{name: value for name, (value,) in parse_qs(found["address"]).items()})["judged"]
            == found["judged"]
        )
    assert position(http)["game"] == "blackjack"


def test_a_rule_that_is_changed_moves_the_worths(http: httpx.Client) -> None:
    """Decks from six to one: side wagers that would be unlawful with one deck are left out."""
    rules = http.get(f"{ADDRESS}/rules", params={"game": "blackjack"}).json()
    decks = next(one for one in rules["choices"] if one["name"] == "decks")
    assert decks["value"] == "6"
    letters = next(one["rules"] for one in decks["values"] if one["value"] == "1")
    assert link.decode(letters)[2]["decks"] == 1
    six, one = (position(http, game="blackjack", cards="8S 8H", up="TS", rules=of) for of in ("", letters))
    assert sum(one["left"].values()) == 52 - 3
    assert six["judged"]["worths"] != one["judged"]["worths"]
    unlawful = [value for choice in rules["choices"] for value in choice["values"] if not value.get("rules")]
    assert unlawful
    assert all(value["why"] for value in unlawful)


def test_insurance_and_the_question_after_it(http: httpx.Client) -> None:
    found = position(http, game="blackjack", cards="8S 3D", up="AC")
    assert [one["kind"] for one in found["questions"]] == ["insurance", "decision"]
    assert best(found) == "no_insurance"
    assert best(position(http, game="blackjack", cards="8S 3D", up="AC", ask=found["questions"][1]["ask"])) == "draw"


@pytest.mark.parametrize(
    ("texts", "status", "words"),
    [
        ({"game": "blackjack", "cards": "TS TD 5C", "up": "6S"}, 409, "the hand is over by then"),
        ({"game": "blackjack", "cards": "1S 3D", "up": "6S"}, 409, "cannot show '1S'"),
        ({"game": "roulette", "cards": "1S"}, 409, "nobody decides"),
        ({"game": "bridge"}, 404, "no game"),
        ({"game": "blackjack", "rules": "abc"}, 400, "does not carry the rules"),
        ({"game": "blackjack", "cards": "8S 8H", "up": "TS", "unseen": "much"}, 400, "count of unseen cards"),
    ],
)
def test_what_cannot_be_is_refused(http: httpx.Client, texts: dict[str, str], status: int, words: str) -> None:
    assert words in position(http, status, **texts)["refused"]["sentence"]


def test_nothing_is_judged_during_a_round_for_money(live: Live, http: httpx.Client) -> None:
    """For whoever sits in it; others, and a player of a practice table, go on."""
    texts = {"game": "blackjack", "cards": "8S 8H", "up": "TS"}
    for table, judged in (("practice", True), ("money", False)):
        reply = http.post(f"/api/tables/{table}/seats", json={"key": new_key()})
        assert reply.status_code == 201, reply.text
        assert (http.get(ADDRESS, params=texts).status_code == 200) is judged
    assert "round at Blackjack 1" in position(http, 409, **texts)["refused"]["sentence"]
    assert http.get(f"{ADDRESS}/rules", params={"game": "blackjack"}).status_code == 409
    with httpx.Client(base_url=f"http://{live.address}", timeout=120) as other:
        assert other.get(ADDRESS, params=texts).status_code == 200

"""What the house works out is pushed to whoever follows it; whoever leaves ends the computing."""

import asyncio
import json
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from types import MappingProxyType
from typing import Any

import httpx
import pytest

from pitboss import catalogue
from pitboss.house.floor import Opening
from pitboss.house.founding import Plan
from pitboss.house.wire import pushing
from pitboss.house.wire.pushing import END, LINES
from pitboss.roles import Role
from soak.crash import plans
from tests.house.live import PRACTICE, Live, credentials, until, wait_for
from tests.house.postgres import needs_postgres, server
from tests.house.test_shared_faults import serving
from tests.house.two_processes import a_process

MATHEMATICS = True
PLANS = (Plan("roulette", "roulette", "Roulette", PRACTICE), Plan("war", "casino-war", "Casino War", PRACTICE))


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with Live(tmp_path_factory.mktemp("pushing") / "house.db", PLANS) as house:
        yield house


def draft(game: str, **other: Any) -> dict[str, Any]:
    chosen = catalogue.game(game).example().chosen | other
    return dict(json.loads(json.dumps({"game": game, "choices": chosen})))


def followed(live: Live, method: str, path: str, body: object = None, who: str = "") -> Generator[Any, None, None]:
    """Every line as it is pushed."""
    headers = {"Accept": LINES, **credentials(who)}
    with live.http.stream(method, path, json=body, headers=headers) as reply:
        assert reply.headers["content-type"].startswith(LINES)
        yield from (json.loads(line) for line in reply.iter_lines() if line)


def test_a_draft_is_followed_to_its_edges(live: Live) -> None:
    """At once without them, then with them; and what is known is said once."""
    wanted = draft("roulette", minimum="3.00")
    first, last, end = followed(live, "POST", "/api/filings/check", wanted, live.cookie(Role.MANAGER))
    assert (first["lawful"], first.get("edges")) == (True, None)
    assert any(line["wager"] == "red" and round(line["edge"], 4) == 0.0526 for line in last["edges"])
    assert end == json.loads(END)
    assert list(followed(live, "POST", "/api/filings/check", wanted, live.cookie(Role.MANAGER))) == [last, end]
    assert live.post("/api/filings/check", wanted, live.cookie(Role.MANAGER)).json() == last


def study(live: Live, other: Mapping[str, Any] = MappingProxyType({}), **asked: Any) -> list[Any]:
    body = {"draft": draft("roulette", minimum="3.00", **other) | {"against": "roulette"}} | asked
    return list(followed(live, "POST", "/api/filings/study", body, live.cookie(Role.MANAGER)))


def test_617a_1_c_a_draft_is_studied_as_the_commands_do(live: Live) -> None:
    """A sweep with what is done so far, its bars and its table; what one change reaches; what each choice contributes; once known,
    said at once. What cannot be studied is a sentence."""
    *before, swept, end = study(live, study="sweep", choice="wheel", wager="red")
    assert end == json.loads(END)
    assert all(not state.get("ready") and not state.get("rows") for state in before)
    assert all(state == {} or state["total"] == 3 for state in before)
    bars = {bar["label"]: (round(bar["percent"], 4), bar.get("filed", False)) for bar in swept["bars"]}
    assert bars == {"double": (5.2632, True), "single": (2.7027, False), "double as single": (2.7027, False)}
    assert swept["rows"][0][:3] == ["double", "red", "5.2632 %"]
    assert study(live, study="sweep", choice="wheel", wager="red") == [swept, end]
    *_, solved, _ = study(live, study="solve", wager="red", edge="2.5..3")
    assert {row[0] for row in solved["rows"]} == {"wheel = single", "wheel = double as single"}
    *_, compared, _ = study(live, {"wheel": "single"}, study="compare", wager="red")
    assert [(bar["label"], round(bar["percent"], 4)) for bar in compared["bars"]] == [("wheel", -2.5605)]
    *_, refused = study(live, study="solve", wager="red", edge="many")
    assert refused["refused"]["sentence"] == "Expected a range in percent such as 2.5..3, not 'many'."


def test_whoever_leaves_ends_the_computing(live: Live) -> None:
    """Edges that take long, of which nobody wants to know any more."""
    states = followed(live, "POST", "/api/practice/check", draft("blackjack", minimum="3.00"))
    with closing(states):
        assert next(states)["lawful"]
        wait_for(lambda: bool(live.house.workers.working("slow")))
    wait_for(lambda: not live.house.workers.working("slow"))


def test_a_guide_is_followed_to_its_end(live: Live) -> None:
    first, last, _ = followed(live, "GET", "/api/tables/roulette/guide")
    assert (first.get("complete", False), last["complete"]) == (False, True)


def test_a_drill_and_its_exam_are_followed(live: Live) -> None:
    """Each says that it is being made, and then what was made."""
    coming, asked, _ = followed(live, "POST", "/api/drills/question", {"game": "sic-bo", "kinds": ["floor"]})
    assert coming["coming"]
    assert asked["token"]
    wish = {"game": "sic-bo", "kinds": ["floor"], "name": "Ann", "count": 1}
    *_, state, _ = followed(live, "POST", "/api/drills/exams", wish)
    assert state["question"]


def test_what_is_refused_on_the_way_is_the_last_line(live: Live) -> None:
    *_, last = followed(live, "POST", "/api/drills/question", {"game": "sic-bo", "kinds": ["read"]})
    assert last["refused"]["code"] == "not_found"
    assert "has no drills" in last["refused"]["sentence"]
    assert live.http.get("/api/tables/none/guide", headers={"Accept": LINES}).status_code == 404


def test_silence_is_filled_with_empty_lines(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a proxy keeps the connection."""
    monkeypatch.setattr(pushing, "BEAT_SECONDS", 0.01)
    body = draft("blackjack", minimum="4.00")
    with live.http.stream("POST", "/api/practice/check", json=body, headers={"Accept": LINES}) as reply:
        lines = reply.iter_lines()
        assert json.loads(next(filter(None, lines)))["lawful"]
        assert [next(lines) for _ in range(3)] == [""] * 3


def test_who_asks_for_one_state_gets_the_latest(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a moment; what is worked out meanwhile is there for whoever asks again."""
    monkeypatch.setattr(pushing, "PATIENCE", 0.0)
    path = "/api/tables/war/guide"
    first = live.get(path).json()
    assert first["blocks"]
    wait_for(lambda: bool(live.get(path).json().get("complete")))


@needs_postgres
def test_the_other_process_of_a_house_pushes_too(tmp_path: Path) -> None:
    """A guide is followed through the process that does not have the table."""

    async def follow(address: str) -> None:
        names = ("one", "two")
        one, two = (a_process(address, tmp_path, tmp_path / n, Opening(plans(2))) for n in names)
        async with serving(one), serving(two) as there:
            await until(lambda: len(one.hosts) == len(two.hosts) == 1)  # each has its share
            table = next(iter(one.hosts))
            reply: httpx.Response = await there.get(
                f"/api/tables/{table}/guide", headers={"Accept": LINES}, timeout=120
            )
            *_, last, end = (json.loads(line) for line in reply.text.splitlines() if line)
            assert last["complete"]
            assert end == json.loads(END)

    with server() as running:
        asyncio.run(follow(running.new_database("pushing")))

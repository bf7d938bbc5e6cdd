"""Drills over HTTP: every kind of three games is asked and graded, and nobody learns or forges what they should not."""

import asyncio
import base64
import os
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss import catalogue
from pitboss.drills import asking
from pitboss.drills.kinds import Kind
from pitboss.drills.question import Drill
from pitboss.drills.tables import Setting
from pitboss.house.clock import Clock
from pitboss.house.filings import link
from pitboss.house.founding import Plan
from pitboss.house.storage.seal import Sealer
from pitboss.house.wire import drill_exams, drill_room
from pitboss.house.wire.drill_book import DrillBook, in_file
from pitboss.house.workers.drills import ExamPaper, RecordAsked, Under
from pitboss.procedure import Refusal, Refused
from tests.house.live import BY_HAND, NO_CERTIFICATES, Live

GAMES = {  # three games that have all kinds between them, and are quickly counted
    "casino-war": {"decisions", "pay", "next", "floor"},
    "over-under": {"decisions", "pay", "next", "read", "floor"},
    "sic-bo": {"pay", "next", "call", "floor"},
}
TOLD = {"kind", "asks", "scene", "choices"}  # of a question


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with Live(tmp_path_factory.mktemp("drills") / "house.db") as found:
        yield found


class Visitor:
    """Somebody with a browser of their own: the cookie that they get is kept."""

    def __init__(self, live: Live) -> None:
        self.http = httpx.Client(base_url=f"http://{live.address}", timeout=60, verify=NO_CERTIFICATES)

    def get(self, path: str) -> dict[str, Any]:
        reply = self.http.get(path)
        assert reply.status_code == 200, reply.text
        return dict(reply.json())

    def post(self, path: str, status: int = 200, **body: Any) -> dict[str, Any]:
        reply = self.http.post(path, json=body)
        assert reply.status_code == status, reply.text
        return dict(reply.json())

    def refused(self, path: str, status: int, **body: Any) -> str:
        return str(self.post(path, status, **body)["refused"]["sentence"])

    def question(self, game: str, *kinds: str, **more: Any) -> dict[str, Any]:
        return self.post("/api/drills/question", game=game, kinds=kinds, **more)

    def answer(self, asked: dict[str, Any], answer: str, **more: Any) -> dict[str, Any]:
        return self.post("/api/drills/answer", token=asked["token"], answer=answer, **more)


def first_of(asked: dict[str, Any]) -> str:
    """An answer to any question."""
    choices = asked["question"].get("choices", ())
    return str(choices[0]["key"]) if choices else "1"


@pytest.fixture
def made(live: Live, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What the house put into the tokens: game, rules, kind, seed and number of every question."""
    noted: list[tuple[Any, ...]] = []
    issue = drill_room.Tickets.issue

    def note(self: drill_room.Tickets, *given: Any) -> str:
        noted.append(given[1:])
        return issue(self, *given)

    monkeypatch.setattr(drill_room.Tickets, "issue", note)
    return noted


def made_again(game: str, _rules: str, kind: Kind, seed: bytes, number: int) -> Drill:
    found = catalogue.game(game)
    drill = asking.drill(Setting(found, found.example()), kind, seed, number)
    assert drill is not None
    return drill


def leak(asked: dict[str, Any], drill: Drill, seed: bytes) -> str:
    """What of the answer is in what the page was told; empty where nothing is."""
    question = asked["question"]
    if more := set(asked) - {"question", "token"} | set(question) - TOLD:
        return f"more than a question: {more}"
    sealed = base64.urlsafe_b64decode(asked["token"])
    if seed in sealed or seed.hex().encode() in sealed:
        return "its seed"
    if any(set(choice) - {"key", "words", "cards"} for choice in question.get("choices", ())):
        return "more than a choice"
    text = str([question["asks"], question["scene"], sealed])
    if drill.question.topic in text.replace("\\", "") and drill.question.kind in (Kind.NEXT, Kind.PAY, Kind.READ):
        return "its topic"
    return ""


# --- what there is


def test_games_and_their_kinds(live: Live) -> None:
    """All games, all kinds, and what each of three games has; under rules of a link, too."""
    anybody = Visitor(live)
    told = anybody.get("/api/drills")
    assert {game["name"] for game in told["games"]} == set(catalogue.games())
    assert [kind["kind"] for kind in told["kinds"]] == list(Kind)
    assert {kind["who"] for kind in told["kinds"]} == {"player", "dealer", "floor"}
    for game, kinds in GAMES.items():
        found = anybody.get(f"/api/drills/games/{game}")
        assert set(found["kinds"]) == kinds
        assert found["submission"] == catalogue.game(game).example().hash(game)
    letters = link.encode("casino-war", "Mine", {"minimum": 10_00, "holder": "A"})
    found = anybody.get(f"/api/drills/games/casino-war?rules={letters}")
    assert found["title"] == "Mine"
    assert found["submission"] != catalogue.game("casino-war").example().hash("casino-war")


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_is_asked_and_graded(live: Live, made: list[tuple[Any, ...]], game: str) -> None:
    """The grade over the wire is the grade of the same drill made again, whatever was answered; the topic goes to its box."""
    learner = Visitor(live)
    for kind in sorted(GAMES[game]):
        asked = learner.question(game, kind)
        drill = made_again(*made[-1])
        assert asked["question"]["asks"] == drill.question.asks
        assert leak(asked, drill, made[-1][3]) == ""
        given = first_of(asked)
        graded = learner.answer(asked, given, seconds=2.5)
        expected = drill.grade(given)
        assert graded["grade"]["right"] is expected.right
        assert tuple(graded["grade"]["accepted"]) == expected.accepted
        assert tuple(graded["grade"]["cites"]) == expected.cites != ()
        assert graded["grade"].get("cost", 0) == expected.cost
        assert graded["topic"] == drill.question.topic
        kept = graded["progress"]
        assert (kept["asked"], kept.get("right", 0), kept["seconds"]) == (1, int(expected.right), 2.5)
        assert list(kept["topics"]) == [f"{game}/{kind}/{drill.question.topic}"]


def test_weak_topics_come_first(live: Live, made: list[tuple[Any, ...]]) -> None:
    """Of several kinds the weak one is asked, and of its topics the one that is due."""
    learner = Visitor(live)
    topics = {
        "over-under/pay/any": {"box": 4, "due": 30, "asked": 6, "right": 6},
        "over-under/floor/any": {"box": 0, "due": 3, "asked": 2},
        "over-under/read/any": {"box": 2, "due": 4, "asked": 2, "right": 2},
    }
    asked = learner.question("over-under", "pay", "read", "floor", progress={"asked": 9, "topics": topics})
    assert asked["question"]["kind"] == "floor"
    fresh = {f"over-under/{kind}/x": {"box": 1, "due": 99, "asked": n} for n, kind in enumerate(("read", "pay"), 1)}
    asked = learner.question("over-under", "pay", "read", progress={"asked": 9, "topics": fresh})
    assert asked["question"]["kind"] == "read"


# --- what nobody gets


def test_a_leak_would_be_seen(live: Live, made: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
    """The controls: a topic that is told along, and a token that can be read, are both found."""
    learner = Visitor(live)
    asked = learner.question("sic-bo", "next")
    drill, seed = made_again(*made[-1]), made[-1][3]
    assert leak(asked, drill, seed) == ""
    told = {**asked, "question": {**asked["question"], "topic": drill.question.topic}}
    assert "topic" in leak(told, drill, seed)
    told = {**asked, "question": {**asked["question"], "asks": f"{drill.question.topic}?"}}
    assert leak(told, drill, seed) == "its topic"
    monkeypatch.setattr(Sealer, "seal", lambda self, data, place: data)
    asked = learner.question("sic-bo", "next")
    assert leak(asked, made_again(*made[-1]), made[-1][3]) == "its seed"


def test_forged_foreign_late_and_second_answers(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a question of this house, put to this visitor, a while ago at most, and only one answer."""
    learner, other = Visitor(live), Visitor(live)
    asked = learner.question("sic-bo", "floor")
    other.question("sic-bo", "floor")  # they have a cookie of their own
    path, token = "/api/drills/answer", asked["token"]
    for forged in ("", "AAAA", "☺", token[:-8] + "AAAAAAA=", token.swapcase(), base64.b64encode(b"x" * 99).decode()):
        assert "no question that this house" in learner.refused(path, 400, token=forged, answer="1")
    assert "somebody else" in other.refused(path, 403, token=token, answer="1")
    assert "somebody else" in Visitor(live).refused(path, 403, token=token, answer="1")
    assert "from 1 to" in learner.refused(path, 400, token=token, answer="9")  # none of the choices, and still open
    first = learner.answer(asked, "1")
    assert learner.answer(asked, " 1 ") == first  # what was sent twice is answered twice
    assert "answered already" in learner.refused(path, 409, token=token, answer="2")
    for otherwise in {token.replace("-", "+"), token.replace("_", "/"), _last_bits_changed(token)} - {token}:
        assert "no question that this house" in learner.refused(path, 400, token=otherwise, answer="2")
    late = learner.question("sic-bo", "floor")
    monkeypatch.setattr(drill_room, "QUESTION_SECONDS", -1.0)
    assert "older" in learner.refused(path, 409, token=late["token"], answer="1")


def _last_bits_changed(token: str) -> str:
    """Other letters for the same bytes: the bits that padding leaves over say nothing."""
    letters, body = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", token.rstrip("=")
    changed = letters[letters.index(body[-1]) ^ 1] if len(body) < len(token) else body[-1]
    return body[:-1] + changed + token[len(body) :]


def test_bad_input_is_refused_with_a_sentence(live: Live) -> None:
    learner = Visitor(live)
    path = "/api/drills/question"
    assert "no game" in learner.refused(path, 404, game="none", kinds=["pay"]).lower()
    assert "has no drills" in learner.refused(path, 404, game="sic-bo", kinds=["read"])
    assert "kinds" in learner.refused(path, 400, game="sic-bo", kinds=["guess"])
    assert "kinds" in learner.refused(path, 400, game="sic-bo", kinds=[])
    assert learner.refused(path, 400, game="sic-bo", kinds=["pay"], rules="x")
    letters = link.encode("craps", "", {"holder": "A"})
    assert "rules of craps" in learner.refused(path, 400, game="sic-bo", kinds=["pay"], rules=letters)
    for topics in ({"a": {"box": 9, "due": 1}}, {"a": {"box": 0, "due": -1}}, {"a" * 500: {"box": 0, "due": 1}}):
        assert learner.refused(path, 400, game="sic-bo", kinds=["pay"], progress={"topics": topics})
    assert learner.refused(path, 400, game="sic-bo", kinds=["pay"], progress={"asked": 10**30})


def test_one_visitor_keeps_little_waiting(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has as many in the making as they may is told so."""
    learner = Visitor(live)
    wish: dict[str, Any] = {"game": "sic-bo", "kinds": ["next"]}
    learner.question("sic-bo", "floor")  # a cookie
    assert learner.post("/api/drills/question", **wish)["question"]
    for bound, whose in (("MOST_OF_VISITOR", "One visitor"), ("MOST_OF_ADDRESS", "One address")):
        with monkeypatch.context() as patch:
            patch.setattr(drill_room, bound, 0)
            assert whose in learner.refused("/api/drills/question", 429, **wish)
    monkeypatch.setattr(drill_room, "MOST_WAITING", 0)
    assert "try again soon" in learner.refused("/api/drills/question", 503, **wish)


def test_a_house_without_practice_asks_those_who_work_there(tmp_path: Path) -> None:
    plans = (Plan("here", "sic-bo", "Sic Bo", BY_HAND),)
    with Live(tmp_path / "house.db", plans) as live:
        assert "sign in" in Visitor(live).refused("/api/drills/question", 409, game="sic-bo", kinds=["floor"])
        body = {"game": "sic-bo", "kinds": ["floor"]}
        assert live.post("/api/drills/question", body, live.token("dealer")).status_code == 200


# --- an exam


def sat(learner: Visitor, state: dict[str, Any], answers: list[str]) -> dict[str, Any]:
    """Answer every question, the first way."""
    path = f"/api/drills/exams/{state['exam']}"
    while not state.get("result"):
        answers.append(first_of(state))
        state = learner.post(f"{path}/answer", number=state["number"], answer=answers[-1])
    return state


def test_an_exam_is_graded_at_its_end_and_has_a_record(live: Live) -> None:
    learner, answers = Visitor(live), list[str]()
    begun = learner.post(
        "/api/drills/exams", 201, game="over-under", kinds=["pay", "read", "floor"], count=6, name=" Ann\n Lee "
    )
    path = f"/api/drills/exams/{begun['exam']}"
    assert set(begun["question"]) <= TOLD
    assert "not over" in str(learner.http.get(f"{path}/record.html").text)
    assert "has not been asked" in learner.refused(f"{path}/answer", 409, number=2, answer="1")
    assert "somebody else" in Visitor(live).refused(f"{path}/answer", 403, number=1, answer="1")
    nonsense = learner.refused(f"{path}/answer", 400, number=1, answer="nonsense")
    assert "nonsense" in nonsense
    state = sat(learner, begun, answers)
    assert (len(answers), state["count"]) == (6, 6)
    lines = state["result"]["lines"]
    assert state["result"]["right"] == sum(line["right"] for line in lines)
    assert {line["kind"] for line in lines} == {"pay", "read", "floor"}
    assert learner.get(path) == state
    other = "9" if answers[0] != "9" else "8"
    assert "answered already" in learner.refused(f"{path}/answer", 409, number=1, answer=other)
    record = learner.http.get(f"{path}/record.html")
    assert record.headers["content-type"].startswith("text/html")
    for words in ("Ann Lee", "611a", f"{state['result']['right']} of 6", "686a"):
        assert words in record.text
    assert Visitor(live).http.get(f"{path}/record.html").status_code == 403


def test_an_exam_whose_result_could_not_be_made_is_finished_later(tmp_path: Path) -> None:
    """The process died over the result of the last answer: who asks again gets it, and the answers stand; nor does a wall
    clock that is set in between count for anything."""
    clock = Clock()
    failures = [Refused(Refusal.UNAVAILABLE, "It could not be made.", "")]

    async def asked(what: Any) -> Any:
        if isinstance(what, RecordAsked) and failures:
            raise failures.pop()
        return next(what.work())

    async def sit() -> None:
        exams = drill_exams.Exams(clock, DrillBook(partial(in_file, tmp_path / "book"), Sealer(bytes(32))))
        exam = await exams.begin(
            "guest", "::1", ExamPaper(Under("sic-bo", {}), (Kind.FLOOR,), bytes(32), 1), "Ann", "2026-01-01"
        )
        exams.go_on(exam, asked, asked)
        assert (await exams.state(exam)).question is not None
        clock.seconds = lambda: 0.0  # type: ignore[method-assign]
        exams.take(exam, 1, "1", asked, asked)
        with pytest.raises(Refused, match="could not be made"):
            await exams.state(exam)
        exams.go_on(exam, asked, asked)
        result = (await exams.state(exam)).result
        assert result is not None
        assert len(result.lines) == 1
        assert 0.0 < result.lines[0].seconds < 60.0

    asyncio.run(sit())


def test_exams_are_bounded(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest of one address goes; one that is too old is not there; one without questions never begins."""
    learner = Visitor(live)
    wish = {"game": "sic-bo", "kinds": ["floor"], "name": "A", "count": 2}
    monkeypatch.setattr(drill_exams, "MOST_OF_ADDRESS", 2)
    first, second, third = (learner.post("/api/drills/exams", 201, **wish)["exam"] for _ in range(3))
    assert learner.http.get(f"/api/drills/exams/{first}").status_code == 404
    assert learner.http.get(f"/api/drills/exams/{second}").status_code == 200
    monkeypatch.setattr(drill_exams, "EXAM_SECONDS", -1.0)
    assert learner.http.get(f"/api/drills/exams/{third}").status_code == 404
    assert "has no drills" in learner.refused("/api/drills/exams", 404, **{**wish, "kinds": ["read"]})
    for more in ({"name": " "}, {"count": 0}, {"count": 51}):
        assert learner.refused("/api/drills/exams", 400, **{**wish, **more})


def test_a_process_that_dies_is_started_again(live: Live) -> None:
    """Nothing of a question is in the process: another grades it the same."""
    learner = Visitor(live)
    asked = learner.question("sic-bo", "call")
    before = live.house.workers.processes("now")
    assert before
    for process in before:
        os.kill(process, signal.SIGKILL)
    assert learner.answer(asked, "1")["grade"]["given"] == "1"
    assert not set(before) & set(live.house.workers.processes("now"))

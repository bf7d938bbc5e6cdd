"""A visitor's own book: decisions of tables, hands, drills and puzzles, kept over restarts, exported, deleted; nobody else's."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.drills import book
from pitboss.house.clock import Clock
from pitboss.house.founding import Plan
from pitboss.house.storage.backup import check_in_use
from pitboss.house.storage.seal import Sealer
from pitboss.house.workers.position import DailyAsked
from pitboss.procedure import Refused
from tests.house.live import PATIENCE, PRACTICE, Live, Player, acked, new_key

PLANS = (Plan("cards", "go-fore-it", "Go Fore It", PRACTICE),)
BOOK, PUZZLE, ANSWER = "/api/analysis/book", "/api/analysis/puzzle", "/api/analysis/answer"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


@pytest.fixture
def live(database: Path) -> Iterator[Live]:
    with Live(database, PLANS) as live:
        yield live


class Visitor:
    """A browser of one's own: it keeps its cookie."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.http = httpx.Client(base_url=f"http://{live.address}", timeout=PATIENCE)

    def get(self, path: str, **query: str) -> dict[str, Any]:
        reply = self.http.get(path, params=query)
        assert reply.status_code == 200, reply.text
        return dict(reply.json())

    def post(self, path: str, status: int = 200, token: str = "", **body: Any) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        reply = self.http.post(path, json=body, headers=headers)
        assert reply.status_code == status, reply.text
        return dict(reply.json())

    def book(self) -> dict[str, Any]:
        return self.get(BOOK)

    def play(self) -> str:
        """The worst answer at the practice table: judged, given, and told."""
        seat = self.post("/api/tables/cards/seats", 201, key=new_key())
        player = Player(self.live, "cards", **seat)
        acked(player.bet("front_9", 1000))
        acked(player.ready())
        player.wait(lambda view: any(one["kind"] == "back 9" for one in view["you"]["questions"]))
        judged: dict[str, Any] = {"coming": True}
        while judged.get("coming"):
            reply = self.http.get("/api/tables/cards/judgement", headers={"Authorization": f"Bearer {player.token}"})
            judged = reply.json()
        worst = max(judged["judged"]["worths"], key=lambda one: one["cost"])["option"]["says"]
        acked(player.send(answer={"says": worst}))
        assert self.post("/api/tables/cards/judgement", token=player.token)["booked"] == 1
        assert not self.post("/api/tables/cards/judgement", token=player.token).get("booked")  # once
        player.close()
        return str(worst).replace("_", " ")


class Later(Clock):
    """A clock that is ahead."""

    def __init__(self, clock: Clock, ahead: float) -> None:
        self._clock, self._ahead = clock, ahead

    def __getattr__(self, name: str) -> Any:
        return getattr(self._clock, name)

    def seconds(self) -> float:
        return self._clock.seconds() + self._ahead


def solve(visitor: Visitor, kind: str, *, best: bool) -> dict[str, Any]:
    found = visitor.get(PUZZLE, kind=kind)
    assert "judged" not in found["position"]  # nothing says what is best
    worths = visitor.get("/api/analysis", **position(found["position"]["address"]))["judged"]["worths"]
    right = {json.dumps(one["option"], sort_keys=True) for one in worths if one.get("best")}
    number = next(n for n, one in enumerate(found["options"], 1) if (json.dumps(one, sort_keys=True) in right) is best)
    return visitor.post(ANSWER, kind=kind, id=found["id"], answer=number)


def position(address: str) -> dict[str, str]:
    return dict(httpx.QueryParams(address))


def test_a_book_outlives_a_restart_and_is_its_owners_alone(database: Path) -> None:
    """The puzzle of the day counts once; a drill's decision is in the book; exported, and deleted."""
    with Live(database, PLANS) as live:
        ada, stranger = Visitor(live), Visitor(live)
        assert solve(ada, "daily", best=True)["right"]
        assert not solve(ada, "daily", best=False).get("right")
        assert [one["cost"] for one in ada.book()["decisions"]] == [0]
        drill = ada.post("/api/drills/question", game="go-fore-it", kinds=["decisions"])["token"]
        assert ada.http.post("/api/drills/answer", json={"token": drill, "answer": "1"}).json()["position"]
        found = ada.book()
        assert [one["source"] for one in found["decisions"]] == ["drill", "daily"]
        assert stranger.book()["made"] == 0
        assert json.loads(ada.http.get(f"{BOOK}.json").content)[1]["source"] == "drill"
        cookies = ada.http.cookies
    check_in_use(database, Sealer.beside(database))
    with Live(database, PLANS) as again:
        back = Visitor(again)
        back.http.cookies = cookies
        assert back.book() == found
        assert back.http.delete(BOOK).status_code == 200
        assert back.book()["made"] == 0


def test_a_mistake_at_a_table_comes_back_as_a_puzzle(live: Live) -> None:
    """By the record of the table, once; it is due after a while, and each right answer lets it rest longer."""
    ada = Visitor(live)
    worst = ada.play()
    (mistake,) = ada.book()["decisions"]
    assert (mistake["source"], mistake["game"], mistake["says"]) == ("table", "go-fore-it", worst)
    assert mistake["percent"] > book.LEAST
    waits = ada.get(PUZZLE, kind="own")
    assert waits["position"] is None
    assert waits["next_due"] == mistake["due"]
    live.house.clock = Later(live.house.clock, book.RESTS[0] + 1)
    assert ada.get(PUZZLE, kind="own")["position"]["address"] == mistake["position"]
    solved = solve(ada, "own", best=True)
    assert solved["right"]
    assert solved["due"] == pytest.approx(mistake["due"] + book.RESTS[1], abs=120)
    assert ada.get(PUZZLE, kind="own")["position"] is None
    assert [one["source"] for one in ada.book()["decisions"]] == ["puzzle", "table"]


def test_a_book_that_somebody_wrote_into_is_not_in_order(database: Path) -> None:
    with Live(database, PLANS) as live:
        solve(Visitor(live), "daily", best=True)
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE own_decisions SET owner = 'another'")
        connection.commit()
    with pytest.raises(Refused):
        check_in_use(database, Sealer.beside(database))


def test_the_puzzle_of_a_day_follows_from_its_date() -> None:
    """In every house and process the same, and another one on another day."""
    first, again, other = (next(DailyAsked(day).work()) for day in ("2026-11-19", "2026-11-19", "2026-11-20"))
    assert first == again
    assert first.address != other.address

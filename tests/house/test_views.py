"""What the page is told: the view of a seat, the facts of a table, past rounds, after a reconnection the same."""

import asyncio
import json
import random
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.house.founding import Plan
from pitboss.house.people.demonstration import MORE
from pitboss.house.table.table import Table
from pitboss.house.table.verify import verify
from pitboss.procedure import Refused
from pitboss.roles import Role
from tests.house.desk import Desk, check, run
from tests.house.live import BOTH, QUICK, Live, acked
from tests.house.sending import command_of, said

R, G = "roulette-practice", "go-fore-it-practice"
MATHEMATICS = True  # the facts of a table have its edges (conftest.py)
VIEW = {
    "table", "round", "phase", "clock", "wagers", "cards", "shown", "markers", "racks", "names", "you", "asked",
    "settlements", "results", "commitment", "opened", "blocked", "version",
}  # fmt: skip
SUMMARY = {
    "id", "game", "title", "chapter", "about", "seats", "numbers", "taken", "practice", "accounts", "dealer", "chance", "minimum",
    "maximum", "open",
    "buy_in", "sale_maximum", "sale_approval", "follow", "pit", "edition", "proposed", "text",
}  # fmt: skip
DETAIL = SUMMARY | {
    "boxes", "strategy", "tiles", "wagers", "spots", "signs", "checklists", "submission", "submission_hash",
    "irregularities", "felt", "own", "rules_version", "duties", "racetrack", "awards",
    "rules", "take_and_pay",
}  # fmt: skip


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    plans = (*BOTH, Plan("roulette-1", "roulette", "Roulette", QUICK))
    with Live(tmp_path_factory.mktemp("views") / "house.db", plans) as found:
        yield found


def test_the_lobby(live: Live) -> None:
    tables = live.get("/api/tables").json()
    assert [t["id"] for t in tables] == [R, G, "roulette-1"]
    assert all(set(t) == SUMMARY for t in tables)
    assert tables[0]["practice"]
    assert tables[0]["minimum"] == 100


def test_the_facts_of_a_table(live: Live) -> None:
    """Every spot with its terms and its exact edge, every paper the chapter demands."""
    for _ in range(600):
        facts = live.get(f"/api/tables/{R}").json()
        if facts["spots"][0]["edges"]:
            break
        time.sleep(0.2)  # the mathematics has a process of its own
    assert set(facts) == DETAIL
    spots = {(s["wager"], s["on"]): s for s in facts["spots"]}
    (edge,) = spots["straight", "17"]["edges"]
    assert (edge["edge"], edge["method"], edge["half_width"]) == ("0.0526315789474", "enumeration", "0")
    assert spots["straight", "17"]["odds"] == "35 to 1"
    assert spots["five_adjacent_number", "17"]["odds"] == "35 to 1 on one of 5 equal parts"
    assert spots["split", "17-20"]["covers"] == ["17", "20"]
    assert spots["red", ""] | {"covers": []} == {
        "wager": "red", "on": "", "title": "Red Wager", "covers": [], "least": 100, "most": 50000, "step": 1,
        "odds": "1 to 1", "edges": [edge | {"wager": "red", "deviation": spots["red", ""]["edges"][0]["deviation"]}],
        "worked": None,
    }  # fmt: skip
    assert {w["name"] for w in facts["wagers"]} >= {"straight", "red"}
    assert facts["irregularities"][0]["cite"] == "617a.6(a)"
    assert facts["checklists"][0]["signatures"][0]["roles"] == ["floorperson", "security"]
    assert facts["submission"]["wheel"] == "double"
    assert facts["submission_hash"] == live.house.hosts[R].require_table().rules.hash("roulette")
    drawing = live.get(f"/api/tables/{R}/felt.svg")
    assert drawing.headers["content-type"].startswith("image/svg+xml")
    assert drawing.text.startswith("<svg")


def test_pages_and_their_modules(live: Live) -> None:
    for path, kind in (
        ("/", "html"),
        (f"/table/{R}", "html"),
        ("/audit", "html"),
        ("/static/table/table.js", "javascript"),
    ):
        reply = live.get(path)
        assert reply.status_code == 200
        assert kind in reply.headers["content-type"]
        assert reply.headers["cache-control"] == "no-cache"


def test_the_law(live: Live) -> None:
    assert live.get("/api/law/676a.11(b)").json()["status"] == "rule"
    assert live.get("/api/law/I-GEN-15").json()["status"] == "reading"


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("/api/tables/none", "unknown_table"),
        (f"/api/tables/{R}/rounds/999999", "not_found"),
        ("/api/law/I-GEN-99", "not_found"),
        ("/static/none.js", "not_found"),
    ],
)
def test_what_does_not_exist_is_not_found(live: Live, path: str, why: str) -> None:
    """Only an unknown table is refused as one; anything else that does not exist is ``not_found``; both are 404."""
    reply = live.get(path)
    assert (reply.status_code, reply.json()["refused"]["code"]) == (404, why)


def test_a_round_as_a_player_sees_it(live: Live) -> None:
    """From the first offer to the settlement, by the names the page relies on."""
    player = live.sit(G, name="Ann")
    view = player.view
    assert view.keys() >= VIEW
    assert view["phase"] == "betting"
    offers = {(o["says"], o["wager"]) for o in view["you"]["offers"]}
    assert offers == {("wager", "front_9"), ("wager", "skins"), ("wager", "gopher")}
    acked(player.bet("front_9", 500))
    view = player.wait(lambda v: bool(v["wagers"]))
    assert view["wagers"] == [{"seat": 1, "wager": "front_9", "on": "", "amount": 500, "hand": 0}]
    assert view["racks"] == {"1": 99_500}
    assert view["names"] == {"1": "Ann"}
    assert ("remove", "front_9") in {(o["says"], o["wager"]) for o in view["you"]["offers"]}
    sequence = acked(player.ready())
    view = player.wait(lambda v: v["phase"] == "playing")
    assert view["sequence"] >= sequence
    (question,) = view["you"]["questions"]
    assert question["kind"] == "back 9"
    assert [o["says"] for o in question["options"]] == ["back_9", "fold"]
    assert question["default"] == {"says": "fold", "gives_up": {"loses": 500}}
    assert view["asked"] == [{"to": 1, "kind": "back 9", "cite": "676a.11(b)"}]
    assert len(view["commitment"]) == 64
    acked(player.say("back_9"))
    view = player.wait(lambda v: v["phase"] == "settled")
    assert {s["wager"] for s in view["settlements"]} == {"front_9", "back_9"}
    assert all(card["card"] for card in view["cards"]["dealer"])
    assert view["results"][-1].startswith("dealer ")
    assert view["opened"]["round"] == view["round"]
    kinds = [event["event"] for event in player.events]
    assert kinds[0] in ("wagered", "round_opened")
    assert kinds[-1] == "round_closed"
    assert kinds.count("dealt") == 8
    floor = live.line(G, live.token("floor"))
    assert floor.view["you"]["possible"] == []
    acked(player.bet("front_9", 500))
    possible = floor.wait(lambda v: v["phase"] == "betting")["you"]["possible"]
    assert {"kind": "shuffler_jam", "seats": []} in possible


def test_an_acknowledgement_names_the_view_that_shows_its_effect(tmp_path: Path) -> None:
    """A view of the sequence that was acknowledged has the wager up, and betting closed once a player was ready."""
    with Live(tmp_path / "house.db") as live:
        player = live.sit(G)
        done = acked(player.bet("front_9", 500))
        assert player.wait(lambda v: v["sequence"] >= done)["wagers"]
        done = acked(player.ready())
        assert player.wait(lambda v: v["sequence"] >= done)["phase"] == "playing"


def test_a_table_against_the_clock(live: Live) -> None:
    """The clock is in the view, runs down, and the round after it opens by itself."""
    player = live.sit("roulette-1")
    assert player.view["clock"] is None
    acked(player.bet("red", 500))
    clock = player.wait(lambda v: v["clock"] is not None)["clock"]
    assert 0 < clock["closes_in_ms"] <= 1000
    view = player.wait(lambda v: v["phase"] == "settled")
    assert view["settlements"]
    assert player.wait(lambda v: v["phase"] == "betting")["round"] == 2


def test_past_rounds(live: Live) -> None:
    """Listed latest first, by pages; one in full with its law beside it, by less than a fifth of a second's work."""
    player = live.sit(R)
    for _ in range(8):
        acked(player.bet("red", 500))
        acked(player.ready())
    rounds = live.get(f"/api/tables/{R}/rounds?limit=5").json()
    assert [r["round"] for r in rounds] == [8, 7, 6, 5, 4]
    assert set(rounds[0]) == {"round", "opened", "closed", "result", "wagers", "paid", "void"}
    assert rounds[0]["wagers"] == 500
    assert rounds[0]["paid"] in (0, 1000)
    assert [r["round"] for r in live.get(f"/api/tables/{R}/rounds?before=4").json()] == [3, 2, 1]
    waits = []
    for _ in range(3):
        start = time.process_time()
        found = live.get(f"/api/tables/{R}/rounds/5").json()
        waits.append(time.process_time() - start)
    assert min(waits) < 0.2
    assert found["chain_ok"]
    assert found["replay"]
    assert found["settlements"][0]["stake"] == 500
    assert len(found["seed"]) == len(found["commitment"]) == 64
    events = [e for s in found["steps"] for e in s["events"]]
    assert events[0]["event"] == "round_opened"
    assert events[-1]["event"] == "round_closed"
    gists = {cite: gist for s in found["steps"] for cite, gist in s["gists"].items()}
    assert gists["617a.5(c)"]
    assert found["submission_hash"] == live.get(f"/api/tables/{R}").json()["submission_hash"]


def test_a_reconnection_finds_the_same_table(tmp_path: Path) -> None:
    """Between a client's two lines, and between two houses on one record, the view is the same."""

    def still(view: dict[str, Any]) -> dict[str, Any]:
        return {k: v for k, v in view.items() if k not in ("clock", "duties", "ready", "settlements")}

    with Live(tmp_path / "house.db") as live:
        player = live.sit(G)
        acked(player.bet("front_9", 500))
        acked(player.ready())
        before = player.wait(lambda v: v["phase"] == "playing" and bool(v["you"]["questions"]))
        assert still(live.line(G, player.token).view) == still(before)
        token = player.token
    with Live(tmp_path / "house.db") as live:
        again = live.line(G, token)
        assert still(again.view) == still(before)
        acked(again.send(answer={"says": "back_9"}))


def test_everyone_hears_the_same_in_the_same_order(live: Live) -> None:
    """Two viewers of public events get the same list, however their lines are timed."""
    watcher, other = live.line(R), live.line(R)
    player = live.sit(R)
    for _ in range(6):
        acked(player.bet("red", 500))
        acked(player.bet("black", 500))
        acked(player.ready())
    last = live.house.hosts[R].require_table().state.felt.number
    for line in (watcher, other):
        line.wait(lambda v: v["round"] == last and v["phase"] == "settled")
    assert watcher.events == other.events
    assert [e["event"] for e in watcher.events].count("round_closed") == 6


# --- many at once


async def _crowd(database: Path, *, patrons: int, commands: int) -> bytes:
    """Many at two tables, each with a list of commands of their own, all at the same time."""
    async with Desk(database, BOTH) as desk:
        people = [(name, await desk.sit(name)) for name in (R, G) for _ in range(patrons)]

        async def one(number: int, name: str, session: Any) -> None:
            pick = random.Random(number)
            for n in range(commands):
                wager = pick.choice(["red", "black", "odd", "even"] if name == R else ["front_9", "gopher"])
                command: Any = {"answer": said("wager", wager, amount=pick.choice((500, 10_000, 40_000)))}
                if pick.random() < 0.3:
                    command = {"do": "ready"}
                elif pick.random() < 0.2:
                    command = {"answer": said(pick.choice(["back_9", "fold"]))}
                try:
                    await desk.host(name).do(session, command_of(f"{number}-{n}", **command, **desk.moment(name)))
                except Refused:
                    continue

        await asyncio.gather(*(one(n, name, session) for n, (name, session) in enumerate(people)))
        for name in (R, G):
            check(desk.table(name))
        entries = [e for name in (R,) for e in desk.house.store.entries(name)]
        table = desk.table(R)
        last = table.play.first if table.round is not None else len(entries) + 1
        return b"".join(msgspec.json.encode(e) + b"\n" for e in entries if e.sequence < last)


def test_what_many_do_at_once_is_as_if_one_after_the_other(tmp_path: Path) -> None:
    """The record of a crowd replays single-handed to the very same events, and nobody spends more than they have."""
    (tmp_path / "record.jsonl").write_bytes(run(lambda: _crowd(tmp_path / "house.db", patrons=3, commands=80)))
    verdict = verify(tmp_path / "record.jsonl")
    assert len(verdict.rounds) >= 2
    assert b'"kind":"advanced"' not in (tmp_path / "record.jsonl").read_bytes()


def test_the_crowd_finds_a_house_that_does_not_look_at_racks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: without the check of racks someone overdraws at once."""
    monkeypatch.setattr(Table, "quote", lambda *_: 0)
    assert b'"kind":"advanced"' in run(lambda: _crowd(tmp_path / "house.db", patrons=3, commands=80))


# --- the command


@pytest.mark.parametrize("demonstration", [False, True])
def test_pitboss_serve_says_where_to_go(tmp_path: Path, demonstration: bool) -> None:
    """Started as people start it: a new house prints a link for its administrator and one for the Board, a demonstration one for
    each person; the house answers, an interrupt closes it."""
    code = (
        "from pathlib import Path; import sys; from pitboss.house.floor import Opening; "
        "from pitboss.house.serve import Network, Operation, serve; "
        f"serve(Path(sys.argv[1]), Opening([], demonstration={demonstration}), Network(port=0), Operation())"
    )
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", code, str(tmp_path / "house.db")], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        lines = [process.stdout.readline()]
        while "Ctrl-C" not in lines[-1]:
            lines.append(process.stdout.readline())
        place, links = lines[0].split()[-1], [line.split()[-1] for line in lines if "/sign-in#" in line]
        assert place.startswith("http://localhost:")
        kind = "demo" if demonstration else "invitation"
        assert [link.partition("=")[0] for link in links] == [f"{place}/sign-in#{kind}"] * (
            len(Role) + len(MORE) if demonstration else 2
        )
        body = json.dumps({"token": links[0].partition("=")[2]}).encode()
        where = "/api/people/enter" if demonstration else "/api/invitations/look"
        head = {"Content-Type": "application/json"}
        with urllib.request.urlopen(urllib.request.Request(place + where, body, head), timeout=60) as reply:
            assert reply.status == 200
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(20) in (0, -signal.SIGINT, 130)

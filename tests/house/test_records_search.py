"""Questions to the record: one query for what the Board asks, over HTTP, as a sheet, from a notebook; and who may ask."""

import csv
import io
import json
import os
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import msgspec
import pytest

from pitboss import law
from pitboss.cli import main
from pitboss.house.founding import Plan
from pitboss.house.people.demonstration import credential_of
from pitboss.house.protocol.board import MOST_LINES, DecisionQuery, RoundQuery
from pitboss.house.records import connect, search
from pitboss.house.records.asking import SqlStatement
from pitboss.house.records.records import Records, sheet
from pitboss.house.records.saved import QUERIES
from pitboss.house.storage.seal import Unsafe
from pitboss.procedure import Refused
from pitboss.roles import Role
from tests.house.desk import run
from tests.house.live import PRACTICE, Live, acked
from tests.house.recorded import (
    A_DAY,
    DORA,
    INTO_THE_NEXT_DAY,
    TWO,
    a_house,
    blackjack_round,
    play,
    two_tables_of_blackjack,
)

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "records.py"
CITE = "633a.14(c)"


def test_633a_14_c_how_often_it_decided_anything_at_which_tables_under_whom(tmp_path: Path) -> None:
    """One query, over days that are archived and today; the times are the events that the record cites it for."""

    async def work() -> None:
        async with two_tables_of_blackjack(tmp_path / "house.db") as (desk, players):
            records, exposed = Records(desk.house.store, desk.clock), dict.fromkeys(TWO, 0)
            times = dict.fromkeys(TWO, 0)
            for day in range(2):
                for name, wanted in zip(TWO, (2, 1), strict=True):
                    for number in range(3):
                        happened = await blackjack_round(desk, name, players[name], exposing=number < wanted)
                        exposed[name] += happened
                if day == 0:
                    desk.clock.pass_by(INTO_THE_NEXT_DAY)
                    assert [one.day for one in records.archive_until()] == ["2023-11-13"]
            for name in TWO:
                for entry in desk.house.store.entries(name):
                    if entry.kind == "step":
                        events = json.loads(bytes(entry.payload)).get("events", ())
                        times[name] += sum(event["cite"] == CITE for event in events)
            month = RoundQuery(
                provision=CITE, since="2023-11-01", until="2023-11-30", group_by=("table", "person"), order="times"
            )
            found = await records.find_rounds(month)
            assert min(exposed.values()) > 0, "it has to happen for this to be a test"
            dana = credential_of(Role.DEALER), "Dana Dealer"
            by = {"jack-1": dana, "jack-2": (DORA.credential, DORA.name)}
            assert {(g.keys, g.labels, g.totals.rounds, g.totals.times) for g in found.groups} == {
                ((name, by[name][0]), (name, by[name][1]), exposed[name], times[name]) for name in TWO
            }
            assert found.totals.times == sum(times.values())
            assert found.words == (
                "Rounds that are over, from 2023-11-01, to 2023-11-30, in which 633a.14(c) was applied; by table and dealer."
            )
            assert found.archived == "2023-11-13"
            await alike(records, exposed)
            records.close()

    run(work)


async def alike(records: Records, exposed: dict[str, int]) -> None:
    """Other ways to ask for the same: the irregularity, its gist, the floor who reported it; and what is no part of it."""
    every = sum(exposed.values())
    assert (await records.find_rounds(RoundQuery(irregularity="card_exposed"))).lines == every
    assert (await records.find_rounds(RoundQuery(irregularity="any"))).lines == every
    cites = await records.find_rounds(RoundQuery(provision=CITE, group_by=("provision",)))
    assert [(g.keys, g.labels) for g in cites.groups] == [((CITE,), (law.gist(CITE),))]
    assert (await records.find_rounds(RoundQuery(provision="633a.14"))).lines >= every
    assert (await records.find_rounds(RoundQuery(provision="633a.1"))).lines == 0, "it is another section"
    acted = await records.find_rounds(RoundQuery(person="parker PIT"))
    assert acted.lines == every, "who reported, by name"
    dealt = await records.find_rounds(RoundQuery(person=DORA.credential))
    assert {one.table for one in dealt.rounds} == {"jack-2"}
    assert dealt.lines == 6
    reported = DecisionQuery(words="reported card exposed", role="pit_manager")
    acts = await records.find_decisions(reported)
    assert acts.lines == every
    assert acts.people == ((credential_of(Role.PIT_MANAGER), "Parker Pit", every),)
    assert acts.kinds == (("step", every),)
    assert (await records.find_decisions(DecisionQuery(journals=("house",), kinds=("person_added",)))).lines == 0
    assert (await records.find_decisions(DecisionQuery(round=1, journals=("jack-1",)))).lines > 1


# --- what is allowed


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        (RoundQuery(limit=0), f"Expected a limit from 1 to {MOST_LINES}, not 0"),
        (RoundQuery(limit=MOST_LINES + 1), "an export has all"),
        (RoundQuery(offset=-1), "Expected an offset from 0 on"),
        (RoundQuery(tables=("nowhere",)), "This house has no table 'nowhere'"),
        (RoundQuery(games=("chess",)), "This house has no game 'chess'"),
        (RoundQuery(since="yesterday"), "Expected a gaming day like 2026-05-31 or a time with its zone"),
        (RoundQuery(until="2026-05-31T18:00"), "a time with its zone"),
        (RoundQuery(since="2026-02-30"), "Expected a gaming day"),
        (RoundQuery(provision="fourteen"), "Expected a citation like"),
        (RoundQuery(provision="633a.14(c"), "Expected a citation like"),
        (RoundQuery(group_by=("day", "day")), "grouped by each thing once"),
        (RoundQuery(order="times"), "name a provision"),
        (RoundQuery(stake_least=2, stake_most=1), "The least stake is above the most"),
        (RoundQuery(paid_least=-1), "Expected amounts in cents"),
        (RoundQuery(rounds=(0,)), "Expected numbers of rounds from 1 on"),
        (RoundQuery(player="x" * 201), "Expected at most 200 letters for player"),
    ],
)
def test_a_query_that_is_no_good_gets_a_sentence(source: search.Source, query: RoundQuery, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        search.find_rounds(source, query)
    assert sentence in refused.value.sentence
    assert refused.value.sentence.endswith(".")


HOSTILE = ("'", "' OR '1'='1", "'; DROP TABLE rounds; --", "%", "_", '"', "\\", "\x00", "red' --")


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_typed_is_never_part_of_the_statement(source: search.Source, text: str) -> None:
    """Every field that takes words, with words that would change a statement: nothing is found, and nothing breaks."""
    for field in ("player", "wager", "irregularity", "person", "version", "result"):
        query = msgspec.convert({field: text}, RoundQuery)
        assert search.find_rounds(source, query).lines == 0, field
    for field in ("person", "role", "words"):
        assert search.find_decisions(source, msgspec.convert({field: text}, DecisionQuery)).lines == 0, field
    assert search.find_decisions(source, DecisionQuery(kinds=(text,))).lines == 0
    assert search.find_rounds(source, RoundQuery()).lines > 0


def test_filters_hold_of_one_and_the_same_wager(source: search.Source) -> None:
    """Below, at and above an amount; a stake of one wager and a payment of another do not add up to a round."""
    opened = search.connection(source)
    wagers = opened.execute("SELECT table_id, round, player, wager, stake, returned FROM wagers").fetchall()
    for least in sorted({stake for *_, stake, _ in wagers})[:5]:
        for at in (least - 1, least, least + 1):
            expected = {(t, n) for t, n, _, _, stake, _ in wagers if stake >= at}
            assert search.find_rounds(source, RoundQuery(stake_least=at)).lines == len(expected)
    by_player = {player for _, _, player, *_ in wagers if player}
    assert by_player
    for player in by_player:
        mine = [w for w in wagers if w[2] == player and w[5] > 0]
        found = search.find_rounds(source, RoundQuery(player=player.upper(), paid_least=1))
        assert found.lines == len({w[:2] for w in mine})
        assert (found.totals.wagers, found.totals.staked) == (len(mine), sum(w[4] for w in mine))


def test_lines_are_paged_in_one_order(source: search.Source) -> None:
    whole = search.find_rounds(source, RoundQuery(order="wagered", limit=MOST_LINES)).rounds
    paged = [
        one
        for offset in range(0, len(whole) + 3, 3)
        for one in search.find_rounds(source, RoundQuery(order="wagered", limit=3, offset=offset)).rounds
    ]
    assert tuple(paged) == whole
    assert [one.wagered for one in whole] == sorted((one.wagered for one in whole), reverse=True)


def test_a_time_is_one_moment_and_until_is_not_included(source: search.Source) -> None:
    closed = sorted(one.closed for one in search.find_rounds(source, RoundQuery(limit=MOST_LINES)).rounds)
    last = closed[-1]
    assert search.find_rounds(source, RoundQuery(until=last)).lines == sum(one < last for one in closed)
    assert search.find_rounds(source, RoundQuery(since=last)).lines == closed.count(last)
    east = "2023-11-14T17:13:20-05:00"
    assert search.find_rounds(source, RoundQuery(since=east)).lines == len(closed)


def test_a_question_that_takes_too_long_is_stopped(source: search.Source) -> None:
    heavy = "SELECT count(*) FROM range(100000) a, range(100000) b, range(1000) c WHERE a.range * b.range % 7 = c.range"
    with (
        pytest.raises(Refused, match="takes too long"),
        search.asking_of(source, SqlStatement(heavy, ()), 0.3) as opened,
    ):
        opened.execute(heavy).fetchall()


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> search.Source:
    """A few rounds of three games."""
    games = ("roulette", "blackjack", "craps")

    async def work() -> search.Source:
        async with a_house(tmp_path_factory.mktemp("searched") / "house.db", games) as desk:
            for game in games:
                await play(desk, f"{game}-1", 4, f"{game} searched")
                desk.clock.pass_by(7)
            records = Records(desk.house.store, desk.clock)
            records.update()
            return records.source()

    return run(work)


# --- over HTTP


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    folder = tmp_path_factory.mktemp("board")
    with Live(folder / "house.db", (Plan("wheel", "roulette", "Roulette", PRACTICE),)) as house:
        player = house.sit("wheel", name="=1+2")
        for _ in range(3):
            acked(player.bet("red", 500))
            acked(player.ready())
            player.wait(lambda view: bool(view["settlements"]))
            acked(player.ready())
        player.close()
        yield house


ROUTES: tuple[tuple[str, str, Any], ...] = (
    ("POST", "/api/board/rounds", {}),
    ("POST", "/api/board/rounds.csv", {}),
    ("POST", "/api/board/decisions", {}),
    ("POST", "/api/board/decisions.csv", {}),
    ("GET", "/api/board/queries", None),
    ("PUT", "/api/board/queries", {"name": "nothing"}),
    ("GET", "/api/board/choices", None),
    ("GET", "/api/board/rounds/wheel/1/state", None),
)


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route[0]} {route[1]}")
def test_the_board_an_auditor_and_surveillance_may_ask_and_nobody_else(live: Live, route: tuple[str, str, Any]) -> None:
    method, path, body = route
    for role in (None, *Role):
        headers = {"Cookie": f"__Host-pitboss={live.cookie(role)}"} if role is not None else {}
        reply = live.http.request(method, path, json=body, headers=headers)
        if role in (Role.BOARD, Role.AUDITOR, Role.SURVEILLANCE):
            assert reply.status_code == 200, (role, reply.text)
        else:
            assert reply.status_code == (403 if role else 401), (role, reply.text)
            assert reply.json()["refused"]["code"] == ("wrong_role" if role else "not_signed_in")


def test_the_token_of_a_seat_asks_nothing(live: Live) -> None:
    with_seat = live.sit("wheel")
    for method, path, body in ROUTES:
        headers = {"Authorization": f"Bearer {with_seat.token}"}
        assert live.http.request(method, path, json=body, headers=headers).status_code == 401
    with_seat.close()


def test_rounds_decisions_state_and_choices(live: Live) -> None:
    board = live.cookie(Role.BOARD)
    found = live.post("/api/board/rounds", {"wager": "red", "limit": 1}, board).json()
    assert found["lines"] == 3
    assert found["totals"] | {"win": 0, "paid": 0, "returned": 0} == {
        "rounds": 3, "wagered": 1500, "wagers": 3, "staked": 1500, "win": 0, "paid": 0, "returned": 0,
    }  # fmt: skip
    assert len(found["rounds"]) == 1
    state = live.get("/api/board/rounds/wheel/1/state", board).json()
    (funds,) = state["funds"]
    first = live.post("/api/board/rounds", {"rounds": [1]}, board).json()["rounds"][0]
    assert funds["start"] - funds["end"] == first["win"]
    assert funds["player"] == "=1+2"
    missing = live.get("/api/board/rounds/wheel/99/state", board)
    assert (missing.status_code, missing.json()["refused"]["sentence"]) == (404, "wheel has no closed round 99.")
    wrong = live.post("/api/board/rounds", {"order": "colour"}, board)
    assert wrong.status_code == 400
    assert "order" in wrong.json()["refused"]["sentence"]
    assert live.post("/api/board/rounds", {"color": "red"}, board).status_code == 400
    acts = live.post("/api/board/decisions", {"kinds": ["signed_in"], "person": "Blair Board"}, board).json()
    assert acts["decisions"][0]["words"].startswith("signed in")
    choices = live.get("/api/board/choices", board).json()
    assert choices["tables"] == [["wheel", "Roulette"]]
    assert "red" in choices["wagers"]["roulette"]
    assert "card_exposed" in choices["irregularities"]
    assert {"credential": "DEMO-dealer", "name": "Dana Dealer", "roles": ["dealer"]} in choices["people"]
    assert not any(one["credential"] == "DEMO-player" for one in choices["people"])
    assert len(choices["versions"]) == 1
    assert choices["today"] >= "2026"


def test_a_sheet_has_everything_and_no_formula(live: Live) -> None:
    """All lines, however many an answer may have; a name that a spreadsheet would calculate is a text."""
    board = live.cookie(Role.BOARD)
    reply = live.post(
        "/api/board/rounds.csv", {"player": "=1+2", "limit": 1, "order": "round", "ascending": True}, board
    )
    assert reply.headers["content-type"].startswith("text/csv")
    lines = list(csv.DictReader(io.StringIO(reply.text)))
    assert [line["round"] for line in lines] == ["1", "2", "3"]
    assert sum(int(line["wagered"]) for line in lines) == 1500
    grouped = live.post("/api/board/rounds.csv", {"group_by": ["wager", "person"]}, board).text
    assert next(csv.DictReader(io.StringIO(grouped)))["person_name"] == "the automatic dealer"
    bad = live.post("/api/board/rounds.csv", {"limit": 0}, board)
    assert (bad.status_code, bad.json()["refused"]["code"]) == (400, "malformed")
    decisions = live.post("/api/board/decisions.csv", {"journals": ["house"]}, board).text
    assert len(list(csv.DictReader(io.StringIO(decisions)))) > 1
    assert sheet(iter([["=1+2", "+1", "-1", -1, "@x", "plain"]])) == b"'=1+2,'+1,'-1,-1,'@x,plain\r\n"


def test_saved_queries_are_each_person_s_own(live: Live) -> None:
    board, auditor = live.cookie(Role.BOARD), live.cookie(Role.AUDITOR)

    def save(cookie: str, body: Any) -> Any:
        return live.http.put("/api/board/queries", json=body, headers={"Cookie": f"__Host-pitboss={cookie}"})

    saved = {"name": " Voided ", "query": {"void": True}}
    assert save(board, saved).json() == [{"name": "Voided", "query": {"void": True}}]
    assert save(board, {"name": "Any", "query": {}}).json() == [
        {"name": "Any", "query": {}},
        {"name": "Voided", "query": {"void": True}},
    ]
    assert live.get("/api/board/queries", auditor).json() == []
    assert live.get("/api/board/queries", board).json()[1]["name"] == "Voided"
    file = live.house.store.path.with_name(f"{live.house.store.path.name}.{QUERIES}")
    assert oct(os.stat(file).st_mode)[-3:] == "600"
    assert [one.name for one in file.parent.iterdir() if one.name.startswith(file.name)] == [file.name]
    assert save(board, {"name": "Any"}).json() == [{"name": "Voided", "query": {"void": True}}]
    assert save(board, {"name": " "}).status_code == 400


# --- notebook and command


def test_a_notebook_reads_archive_and_index_and_the_example_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "house.db"
    with pytest.raises(Unsafe, match="pitboss archive --database"):
        connect(database)

    async def work() -> None:
        async with a_house(database, ["roulette", "blackjack"]) as desk:
            for game in ("roulette", "blackjack"):
                await play(desk, f"{game}-1", 3, game)
            records = Records(desk.house.store)  # by the clock of this machine, those days are long over
            records.update()
            before = connect(database).execute("SELECT count(*), sum(win) FROM rounds").fetchone()
            assert before is not None
            assert before[0] == 6
            assert len(records.archive_until()) == 1
            assert connect(database).execute("SELECT count(*), sum(win) FROM rounds").fetchone() == before
            records.close()

    run(work)
    monkeypatch.setattr(sys, "argv", ["records.py", str(database)])
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    printed = capsys.readouterr().out
    assert "2023-11-14" in printed
    assert "blackjack-1" in printed
    with pytest.raises(duckdb.Error):
        connect(database).execute("INSERT INTO rounds SELECT * FROM rounds")


def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    monkeypatch.setattr(sys, "argv", ["pitboss", "archive", *words])
    with pytest.raises(SystemExit) as stopped:
        main()
    told = capsys.readouterr()
    return int(stopped.value.code or 0), told.out + told.err


def test_the_command_archives_days_that_are_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "house.db"

    async def work() -> None:
        async with a_house(database, ["roulette"]) as desk:
            for _ in range(2):
                await play(desk, "roulette-1", 2, "command")
                desk.clock.pass_by(A_DAY)

    run(work)
    given = ("--database", str(database))
    status, told = command(monkeypatch, capsys, *given, "--until", "2023-11-14")
    assert status == 0
    assert "2023-11-14: 2 rounds" in told
    assert "1 days are archived" in told
    status, told = command(monkeypatch, capsys, *given)
    assert "2023-11-15: 2 rounds" in told
    assert command(monkeypatch, capsys, *given, "--until", "soon")[0] == 2
    status, told = command(monkeypatch, capsys, "--database", str(tmp_path / "none.db"))
    assert (status, "there is no such database" in told) == (2, True)
    assert not (tmp_path / "none.db").exists()

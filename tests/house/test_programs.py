"""Programs of the staff: their tokens count for their scopes, until they expire or are revoked, and nowhere else."""

import asyncio
import json
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import InvalidHandshake, WebSocketException
from websockets.sync.client import connect

from pitboss.authority import CONTROL
from pitboss.house.founding import Plan
from pitboss.house.people.program_accounts import SCOPES, needs_two
from pitboss.house.people.programs import PREFIX
from pitboss.house.people.register import HOUSE_JOURNAL, Register
from pitboss.house.process import logs
from pitboss.house.storage.store import Store
from pitboss.house.table.verify import verify_any
from pitboss.house.wire.limits import ClientLimits
from pitboss.procedure import Refused
from pitboss.roles import Role
from tests.house.desk import HandClock, run
from tests.house.entrance import Entrance
from tests.house.live import BY_HAND, GREETING, Cookie, Live, credentials
from tests.house.programs import PROGRAMS, SECOND, created, on_loop, revoked, second_administrator, why
from tests.house.test_roles import ENDPOINTS as AT_TABLES
from tests.house.test_roles import OPEN_TO_ALL, OWN
from tests.house.test_who_may import ENDPOINTS as IN_HOUSE

R = "roulette-live"
NAMED = {
    "slip": "F-000001", "receipt": "R-000001", "report": "master-games",
    "table": R, "credential": "nobody", "filing": "F-404", "file": "signs.html", "number": 404, "session": "0" * 24,
    "device": "D-404", "version": "0", "program": "none", "webhook": "none", "seat": 1, "cite": "617a.5(b)",
    "path": "0/000", "journal": "house", "sequence": 1, "game": "roulette", "exam": "none",
    "meter": "none", "award": "none", "chapter": "687a", "language": "es",
}  # fmt: skip
ROUTES = sorted({*IN_HOUSE, *AT_TABLES, *OPEN_TO_ALL, *OWN})
# What each scope opens besides what everybody may read; nothing else in the matrix of endpoints may succeed.
OPENED = {
    "export": {
        ("GET", "/api/board/export"), ("GET", "/api/board/evidence"), ("GET", "/api/board/rules/{version}/package"),
        ("GET", "/api/tables/{table}/journal.jsonl"), ("GET", "/api/house/journal.jsonl"),
        ("GET", "/api/cage/journal.jsonl"),
    },
    "reports": {
        ("POST", "/api/board/rounds"), ("POST", "/api/board/rounds.csv"), ("POST", "/api/board/decisions"),
        ("POST", "/api/board/decisions.csv"), ("GET", "/api/board/rounds/{table}/{number}/state"),
        ("GET", "/api/pit/hours"), ("POST", "/api/pit/ratings"), ("POST", "/api/pit/ratings.csv"), ("GET", "/api/theory"),
        ("GET", "/api/progressives"), ("GET", "/api/progressives/{meter}"), ("GET", "/api/jackpots"),
        ("GET", "/api/jackpots/{award}/slip.pdf"), ("GET", "/api/reports"), ("GET", "/api/reports/{report}"),
        ("GET", "/api/reports/{report}/report.pdf"), ("GET", "/api/reports/{report}/report.csv"),
        ("GET", "/api/reports/{report}/report.parquet"),
    },
    "filings": {
        ("GET", "/api/games"), ("GET", "/api/filings"), ("GET", "/api/filings/{filing}"), ("POST", "/api/filings"),
        ("POST", "/api/filings/check"), ("POST", "/api/filings/study"), ("GET", "/api/filings/{filing}/documents/{file}"),
        ("POST", "/api/filings/documents/{file}"), ("GET", "/api/tables/{table}/filings/{filing}"),
    },
    "pit": {
        ("GET", "/api/pit"), ("GET", "/api/pit/hours"), ("GET", "/api/things"),
        ("GET", "/api/tables/{table}/incidents/{number}/report.html"),
        ("GET", "/api/tables/{table}/incidents/{number}/report.pdf"),
    },
}  # fmt: skip
NOT_LET_IN = ("expired or was revoked", "and nothing else")


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    plans = (Plan(R, "roulette", "Roulette", BY_HAND),)
    with Live(
        tmp_path_factory.mktemp("programs") / "house.db",
        plans,
        limits=ClientLimits(requests=1000, account_requests=1000),
    ) as found:
        yield found


@pytest.fixture(scope="module")
def tokens(live: Live) -> dict[str, str]:
    """One program for each scope, and three whose tokens do not count."""
    made = {scope: created(live, f"{scope}-only", scope) for scope in SCOPES}
    made["revoked"] = created(live, "revoked-one", "export", "reports")
    revoked(live, "revoked-one")
    made["expired"] = created(live, "expired-one", "export", "reports")
    known = live.house.register.programs.known
    over = {"expires": "2020-01-01T00:00:00.000Z"}
    known["expired-one"] = msgspec.structs.replace(known["expired-one"], **over)
    made["made up"] = PREFIX + "x" * 43
    return made


def asked(live: Live, endpoint: tuple[str, str], token: str) -> httpx.Response:
    method, path = endpoint
    body = IN_HOUSE[endpoint][1] if endpoint in IN_HOUSE else {"key": "k"}
    sent = None if method == "GET" else body
    reply = live.http.request(method, path.format(**NAMED), json=sent, headers=credentials(token))
    live.http.cookies.clear()
    return reply


@pytest.mark.parametrize("endpoint", ROUTES, ids=lambda e: f"{e[0]} {e[1]}")
def test_every_endpoint_by_every_token(live: Live, tokens: dict[str, str], endpoint: tuple[str, str]) -> None:
    """A token opens its scope and what everybody may read; expired, revoked and unknown ones open nothing at all."""
    method, path = endpoint
    schema = live.http.get("/schema").json()["paths"][path][method.lower()]
    public = method == "GET" and schema["security"] == []
    named = {scope for shown in schema["security"] for scope in shown.get("program", ())}
    assert named == {scope for scope, routes in OPENED.items() if endpoint in routes}
    for holder, token in tokens.items():
        reply = asked(live, endpoint, token)
        refused = reply.json().get("refused", {}) if reply.status_code >= 400 else {}
        if holder in ("revoked", "expired", "made up"):
            assert (reply.status_code, refused["code"]) == (401, "not_signed_in"), (holder, reply.text)
        elif public or endpoint in OPENED[holder]:
            assert not any(words in refused.get("sentence", "") for words in NOT_LET_IN), (holder, reply.text)
            assert reply.status_code not in (401, 403), (holder, reply.text)
        else:
            assert (reply.status_code, refused["code"]) == (403, "wrong_role"), (holder, reply.text)
            assert SCOPES[holder].words in refused["sentence"]


def test_a_cookie_beside_a_token_adds_nothing(live: Live, tokens: dict[str, str]) -> None:
    """Whoever shows a program's token asks as that program."""
    both = credentials(live.cookie(Role.ADMINISTRATOR)) | credentials(tokens["pit"])
    assert live.http.get("/api/people", headers=both).status_code == 403
    assert live.http.get("/api/pit", headers=both).status_code == 200


def test_a_socket_is_no_program_s(live: Live, tokens: dict[str, str]) -> None:
    """A handshake with a program's token is refused before anything is shown."""
    shown = credentials(tokens["pit"])
    with pytest.raises((InvalidHandshake, WebSocketException)):
        heard(live.address, shown)


def heard(address: str, headers: dict[str, str]) -> object:
    """The first thing that a socket says to whoever shows this."""
    with connect(f"ws://{address}/ws/tables/{R}", additional_headers=headers, open_timeout=60) as line:
        line.send(GREETING)
        return line.recv(60)


def test_an_entry_that_a_program_causes_names_it(live: Live, tokens: dict[str, str]) -> None:
    """Without an Origin and without a cookie, a draft is saved, and the record says whose it is."""
    reply = live.http.post(
        "/api/filings", json={"game": "roulette", "title": "By a program"}, headers=credentials(tokens["filings"])
    )
    assert reply.status_code == 201, reply.text
    entry = [one for one in live.house.store.entries(HOUSE_JOURNAL) if one.kind == "filing_drafted"][-1]
    by = json.loads(bytes(entry.payload))["by"]
    assert by == {"credential": "program filings-only", "name": "filings-only", "role": "manager"}
    filing = reply.json()["filing"] if "filing" in reply.json() else reply.json()["id"]
    for act, body in (("file", {"number": "1"}), ("withdraw", {"reason": "no"})):
        words = why(live.post(f"/api/filings/{filing}/{act}", body, tokens["filings"]))
        assert words == "The program filings-only may read, check and draft filings, and nothing else."


def test_two_persons_decide_where_the_role_needs_two(live: Live) -> None:
    """Nothing counts before a second administrator agrees; whoever asked is not one, however they sign in."""
    assert {scope for scope in SCOPES if needs_two((scope,))} == {
        scope for scope, one in SCOPES.items() if one.role in CONTROL
    }
    first, body = live.cookie(Role.ADMINISTRATOR), {"program": "two", "purpose": "tests", "scopes": ["export"]}
    made = live.post(PROGRAMS, body, first).json()
    assert "token" not in made
    number = made["programs"]["requests"][-1]["number"]
    assert made["programs"]["requests"][-1]["you_may"] is False
    agree = f"{PROGRAMS}/requests/{number}/agree"
    assert "a second person has to agree" in why(live.post(agree, {}, first))
    again = on_loop(
        live, live.house.people.sessions.begin(live.house.register.person("DEMO-administrator"), "password")
    )
    assert "a second person has to agree" in why(live.post(agree, {}, Cookie(again)))
    assert "Only an administrator" in why(live.post(agree, {}, live.cookie(Role.MANAGER)))
    assert "waits already" in why(live.post(PROGRAMS, body, first))
    second = second_administrator(live)
    reply = live.post(agree, {}, second)
    assert reply.json()["token"].startswith(PREFIX)
    assert "No request" in why(live.post(agree, {}, second))
    assert "There is or was a program 'two'" in why(live.post(PROGRAMS, body, first))
    notices = live.get("/api/me/notices", live.cookie(Role.BOARD)).json()
    assert any("create the program two" in one["words"] for one in notices)
    withdrawn = live.post(PROGRAMS, body | {"program": "three"}, first).json()["programs"]["requests"][-1]["number"]
    assert live.post(f"{PROGRAMS}/requests/{withdrawn}/withdraw", {}, second).status_code == 200
    assert "No request" in why(live.post(f"{PROGRAMS}/requests/{withdrawn}/agree", {}, second))


def test_two_administrators_who_agree_at_once_make_one_token(live: Live) -> None:
    """The request is carried out once."""
    first, second = live.cookie(Role.ADMINISTRATOR), second_administrator(live)
    made = live.post(PROGRAMS, {"program": "once", "purpose": "tests", "scopes": ["export"]}, first).json()
    path = f"{PROGRAMS}/requests/{made['programs']['requests'][-1]['number']}/agree"

    async def both() -> list[httpx.Response]:
        async with httpx.AsyncClient(base_url=f"http://{live.address}", headers=credentials(second)) as client:
            return await asyncio.gather(*(client.post(path, json={}) for _ in range(4)))

    replies = asyncio.run(both())
    assert sorted(reply.status_code for reply in replies)[0] == 200
    assert [reply.status_code for reply in replies].count(200) == 1


def test_whoever_asked_and_left_made_nothing(tmp_path: Path) -> None:
    """Where whoever asked is no administrator any more, the second person has nobody to agree with."""

    async def work() -> None:
        async with Entrance(tmp_path / "house.db") as entrance:
            first = await entrance.add("A-1", Role.ADMINISTRATOR)
            second = await entrance.add("A-2", Role.ADMINISTRATOR)
            made = await entrance.people.programs.ask(first, "gone", "tests", ("export",), 5)
            await entrance.end("A-1")
            with pytest.raises(Refused, match="is no administrator any more"):
                await entrance.people.programs.agree(second, made.request)

    run(work)


def test_a_token_expires(tmp_path: Path) -> None:
    """At its last moment it counts, a moment later it does not, though the wall clock is set back."""

    async def work() -> None:
        async with Entrance(tmp_path / "house.db") as entrance:
            admin = await entrance.add("A-1", Role.ADMINISTRATOR)
            made = await entrance.people.programs.ask(admin, "pit", "tests", ("pit",), 2)
            entrance.pass_by(2 * 86_400 - 1)
            assert entrance.people.programs.of(made.token).program == "pit"
            entrance.pass_by(2)
            with pytest.raises(Refused, match="has expired"):
                entrance.people.programs.of(made.token)

    run(work)


def test_a_token_counts_after_a_restart_and_is_revoked_for_good(tmp_path: Path) -> None:
    """What counts is in the record: a house that opens again knows the token, and that it was revoked."""
    database = tmp_path / "house.db"
    kept: dict[str, str] = {}

    async def first() -> None:
        async with Entrance(database) as entrance:
            admin = await entrance.add("A-1", Role.ADMINISTRATOR)
            kept["token"] = (await entrance.people.programs.ask(admin, "pit", "tests", ("pit",), 20)).token

    async def then() -> None:
        async with Entrance(database) as entrance:
            assert entrance.people.programs.of(kept["token"]).program == "pit"
            admin = entrance.register.person("A-1")
            await entrance.people.programs.revoke(admin, "pit")
            with pytest.raises(Refused, match="was revoked"):
                entrance.people.programs.of(kept["token"])
            with pytest.raises(Refused, match="was revoked already"):
                await entrance.people.programs.revoke(admin, "pit")

    async def last() -> None:
        async with Entrance(database) as entrance:
            with pytest.raises(Refused, match="was revoked"):
                entrance.people.programs.of(kept["token"])

    for work in (first, then, last):
        run(work)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"program": "Nightly"}, "small letters, digits and dashes"),
        ({"program": "-x"}, "small letters, digits and dashes"),
        ({"purpose": " \n "}, "what the program is for"),
        ({"scopes": []}, "at least one scope"),
        ({"scopes": ["everything"]}, "Expected one of export, reports, filings, pit"),
        ({"scopes": ["export", "filings"]}, "No program has both"),
        ({"scopes": ["reports", "pit"]}, "No program has both"),
        ({"days": 0}, "days"),
        ({"days": 367}, "days"),
    ],
)
def test_what_no_program_can_be(live: Live, change: dict[str, Any], words: str) -> None:
    body = {"program": "good", "purpose": "tests", "scopes": ["pit"], "days": 1} | change
    reply = live.post(PROGRAMS, body, live.cookie(Role.ADMINISTRATOR))
    assert words in why(reply)
    assert "good" not in live.house.register.programs.known


def test_no_person_is_mistaken_for_a_program(live: Live) -> None:
    """Entries of a program name it by a number that no person can have."""
    body = {"name": "Eve", "credential": "Program x", "roles": ["dealer"]}
    assert "does not begin with 'guest' or 'program'" in why(
        live.post("/api/people", body, live.cookie(Role.ADMINISTRATOR))
    )


def test_no_token_is_in_the_record_or_the_log(
    live: Live, tokens: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither the database nor its exports nor the log has a token, nor a part of one that could be used."""
    record = asked(live, ("GET", "/api/house/journal.jsonl"), tokens["export"]).content
    (tmp_path / "house.jsonl").write_bytes(record)
    assert "all as recorded" in str(verify_any(tmp_path / "house.jsonl"))
    whole = asked(live, ("GET", "/api/board/export"), tokens["export"]).content
    database = live.house.store.path
    files = {one.name: one.read_bytes() for one in database.parent.iterdir() if one.is_file()}
    for holder, token in tokens.items():
        secret = token.removeprefix(PREFIX).encode()
        assert secret not in record, holder
        assert secret not in whole, holder
        assert not [name for name, data in files.items() if secret in data], holder
        said = logs.line_of(logging.LogRecord("pitboss", 40, "x", 1, f"asked with {token}", None, None))
        assert token not in said.message
    assert b"export-only" in record
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as reader:
        dump = "\n".join(map(str, reader.execute("SELECT * FROM journal")))
    assert not [holder for holder, token in tokens.items() if token.removeprefix(PREFIX) in dump]
    out = capsys.readouterr()
    assert not [holder for holder, token in tokens.items() if token in out.out + out.err]


def test_the_register_of_another_process_knows_them(live: Live, tokens: dict[str, str], tmp_path: Path) -> None:
    """Read again from its journal it is the same: known programs, hashes, requests."""
    copy = tmp_path / "copy.db"
    with closing(sqlite3.connect(live.house.store.path)) as one, closing(sqlite3.connect(copy)) as other:
        one.backup(other)
    key = live.house.store.path.with_name(live.house.store.path.name + ".key")
    copy.with_name("copy.db.key").write_bytes(key.read_bytes())
    copy.with_name("copy.db.key").chmod(0o600)
    store = Store(copy)
    again = Register(store, HandClock())
    again.recover()
    ours = live.house.register.programs
    assert set(again.programs.known) == set(ours.known)
    assert again.programs.tokens == ours.tokens
    assert again.programs.waiting == ours.waiting
    assert SECOND in again.people
    store.close()

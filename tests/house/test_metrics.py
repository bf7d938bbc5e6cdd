"""What Prometheus reads: counts that are right, labels that nobody can multiply, no secrets, and next to no cost."""

import time
from pathlib import Path
from typing import get_args

import pytest
from prometheus_client.parser import text_string_to_metric_families

from pitboss import catalogue
from pitboss.house.floor import Opening
from pitboss.house.house import House
from pitboss.house.people.demonstration import credential_of
from pitboss.house.protocol.administration import TableState
from pitboss.house.storage.store import StorageFailed, Store
from pitboss.house.wire.metrics import Metrics
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role
from tests.house.live import BOTH, Live, acked, refused, wait_for

TABLE = "roulette-practice"
MICROSECONDS = 20.0  # a command may cost at most, on a machine that does much else; measured alone it is about 3


def samples(text: str) -> dict[tuple[str, ...], float]:
    """Every sample by its name and the values of its labels."""
    families = text_string_to_metric_families(text)
    return {(one.name, *one.labels.values()): one.value for family in families for one in family.samples}


def read(live: Live) -> dict[tuple[str, ...], float]:
    reply = live.get("/metrics", live.cookie(Role.ADMINISTRATOR))
    assert reply.status_code == 200, reply.text
    assert reply.headers["content-type"].startswith("text/plain; version=")
    return samples(reply.text)


def test_what_happens_is_counted(tmp_path: Path) -> None:
    """Commands, refusals, rounds, sockets, tables, commits, heads, refused sign-ins and the process."""
    with Live(tmp_path / "house.db", BOTH) as live:
        player = live.sit(TABLE)
        assert refused(player.bet("red", 1)) == Refusal.BELOW_MINIMUM
        acked(player.bet("red", 500))
        acked(player.ready())
        player.wait(lambda view: bool(view["results"]))
        wrong = {"name": "nobody", "password": "not this one at all"}
        assert live.post("/api/session", wrong).status_code == 401
        wait_for(lambda: ("pitboss_checkpoint_timestamp_seconds",) in read(live))
        found = read(live)
        assert found["pitboss_commands_total", "answer", "acknowledged"] == 1
        assert found["pitboss_commands_total", "answer", "refused"] == 1
        assert found["pitboss_commands_total", "take_seat", "acknowledged"] == 1
        assert found["pitboss_commands_total", "ready", "acknowledged"] == 1
        assert found["pitboss_refusals_total", "below_minimum"] == 1
        assert found["pitboss_command_seconds_count",] == 3
        assert 0 < found["pitboss_command_seconds_sum",] < 60
        assert found["pitboss_commit_seconds_count",] >= 3
        assert found["pitboss_commits_failed_total",] == 0
        assert (
            found["pitboss_rounds_total", "roulette"] == live.house.hosts[TABLE].require_table().state.felt.number >= 1
        )
        assert found["pitboss_rounds_total", "go-fore-it"] == 0
        assert found["pitboss_sockets",] == found["pitboss_seats_taken",] == 1
        assert found["pitboss_signed_in",] == 1
        assert (found["pitboss_tables", "open"], found["pitboss_tables", "suspended"]) == (2, 0)
        assert time.time() - found["pitboss_checkpoint_timestamp_seconds",] < 300
        assert found["pitboss_sign_ins_refused_total", "password"] == 1
        assert found["pitboss_http_requests_total", "4xx"] == 1
        assert found["process_resident_memory_bytes",] > 10**7
        live.house.hosts[TABLE].suspension.sentence = "This table is suspended: its record is not in order."
        player.close()
        wait_for(lambda: read(live)["pitboss_sockets",] == 0)
        assert read(live)["pitboss_tables", "suspended"] == 1


def test_what_cannot_be_written_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A commit that fails is a failed commit, and its command a refusal."""
    with Live(tmp_path / "house.db", BOTH) as live:
        player = live.sit(TABLE)
        cookie = live.cookie(Role.ADMINISTRATOR)
        monkeypatch.setattr(
            Store, "_transaction", lambda self, parts: StorageFailed("The record could not be written.")
        )
        assert refused(player.bet("red", 500)) == Refusal.TABLE_CLOSED
        assert live.get("/health/ready").status_code == 503
        assert live.get("/health/ready").json() == {"ready": False, "why": "The record cannot be written."}
        assert live.get("/health/live").status_code == 200
        found = samples(live.get("/metrics", cookie).text)
        monkeypatch.undo()
        assert found["pitboss_commits_failed_total",] >= 1
        assert found["pitboss_refusals_total", "table_closed"] == 1
        wait_for(lambda: live.get("/health/ready").status_code == 200)


def test_who_may_read_them(tmp_path: Path) -> None:
    """Administrators and auditors, or a program with its token; nobody else, and no token counts where none was set."""
    token = "a token for the metrics alone"
    with Live(tmp_path / "house.db", BOTH, metrics_token=token) as live:
        for role, allowed in ((Role.ADMINISTRATOR, True), (Role.AUDITOR, True), (Role.DEALER, False)):
            assert (live.get("/metrics", live.cookie(role)).status_code == 200) is allowed, role
        for given in (token, token + "x", "x"):
            headers = {"Authorization": f"Bearer {given}"}
            assert (live.http.get("/metrics", headers=headers).status_code == 200) is (given == token), given
        assert live.http.get("/metrics").status_code == 401
        assert live.http.get("/metrics", headers={"Authorization": f"Basic {token}"}).status_code == 401
        assert live.http.get("/api/administration", headers={"Authorization": f"Bearer {token}"}).status_code == 401
    with Live(tmp_path / "second.db", BOTH) as live:
        for given in ("Bearer", "Bearer x"):
            assert live.http.get("/metrics", headers={"Authorization": given}).status_code == 401


def test_labels_are_words_of_the_program_and_nothing_is_told_of_anybody(tmp_path: Path) -> None:
    """Whatever is sent, no series comes of it; no name, token, table or address is in what is told."""
    with Live(tmp_path / "house.db", BOTH) as live:
        player = live.sit(TABLE, name="Theodora Quill")
        acked(player.bet("red", 500))
        before = set(read(live))
        for number in range(20):
            live.get(f"/api/tables/table-{number}")
            live.get(f"/nowhere/{number}")
            live.post("/api/session", {"name": f"somebody-{number}", "password": "x" * 12})
            player.send(do="announce", words=f"word {number}")
            player.send_raw({"do": f"act-{number}", "key": f"key-{number}"})
        text = live.get("/metrics", live.cookie(Role.ADMINISTRATOR)).text
        grown = set(samples(text)) - before
        assert {name for name, *_ in grown} <= {"pitboss_commands_total", "pitboss_commands_created"}, grown
        assert len(grown) <= 2, grown  # "announce" was refused for the first time
        secrets = ["Theodora", player.token, TABLE, "127.0.0.1", "somebody", credential_of(Role.ADMINISTRATOR)]
        assert [one for one in secrets if one in text] == []
        words = {label for name, *labels in samples(text) if name.startswith("pitboss_") for label in labels}
        assert words & set(catalogue.games()) == {"roulette", "go-fore-it"}
        assert set(get_args(TableState)) <= words
        assert len(samples(text)) < 250


def test_a_command_costs_microseconds(tmp_path: Path) -> None:
    """What a command and its commit add to the work of the house."""
    house = House(Store(tmp_path / "house.db"), Opening([]))
    metrics, refusal = Metrics(house), Refused(Refusal.STALE, "Too late.", "")
    best = float("inf")
    for _ in range(5):
        began = time.process_time()
        for _ in range(2000):
            metrics.answered("answer", 0.003, {"sequence": 1})
            metrics.committed(0.002, written=True)
            metrics.answered("answer", 0.003, refusal)
        best = min(best, time.process_time() - began)
    house.store.close()
    each = best / 4000 * 1e6
    print(f"{each:.1f} µs a command")
    assert each < MICROSECONDS

"""``pitboss record``: a signed record from a running house, by the token of a program, or from its database."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.house.founding import Plan
from pitboss.house.storage.export import check
from pitboss.roles import Role
from tests.cli.conftest import Pitboss, pitboss
from tests.house.live import BY_HAND, PRACTICE, Live, acked
from tests.house.programs import created, on_loop, revoked

__all__ = ["pitboss"]
R, L = "roulette-practice", "roulette-live"


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A house with a round that is over and one that is in progress."""
    plans = (Plan(R, "roulette", "Roulette", PRACTICE), Plan(L, "roulette", "Roulette", BY_HAND))
    with Live(tmp_path_factory.mktemp("record") / "house.db", plans) as found:
        player = found.sit(R)
        acked(player.bet("red", 500))
        acked(player.ready())
        while not found.get(f"/api/tables/{R}/rounds").json():
            player.hear()
        acked(player.bet("red", 500))
        yield found
        player.close()


def token_in(tmp_path: Path, token: str) -> Path:
    file = tmp_path / "token"
    file.write_text(token + "\n", encoding="utf-8")
    return file


def test_a_program_writes_the_record_of_a_running_house(live: Live, pitboss: Pitboss, tmp_path: Path) -> None:
    """The file is checked, and the token is neither shown nor in the file."""
    token = created(live, "nightly", "export")
    out = tmp_path / "record.jsonl"
    file = token_in(tmp_path, token)
    status, said, err = pitboss("record", "--house", f"http://{live.address}", "--token-file", file, "--out", out)
    assert (status, err) == (0, "")
    assert "all as they were signed for" in said
    with out.open("rb") as lines:
        found = check(lines)
    assert found.journals.keys() >= {"house", R}
    assert token not in said + out.read_text(encoding="utf-8")
    status, said, _ = pitboss("verify", out)
    assert "all as they were signed for" in said
    day = json.loads(out.read_bytes().splitlines()[2])["entry"]["time"][:10]
    some = ("--day", "2020-01-01", "--until", day)
    assert pitboss("record", "--house", f"http://{live.address}", "--token-file", file, "--out", out, *some)[0] == 0


def test_the_same_record_comes_out_of_the_database(live: Live, pitboss: Pitboss, tmp_path: Path) -> None:
    """While the house has it open: what is under the last signed head, and nothing of the round in progress."""
    on_loop(live, live.house.record.make_head())
    board = live.get("/api/board/export", live.cookie(Role.BOARD)).content
    out = tmp_path / "record.jsonl"
    status, _, err = pitboss("record", "--database", live.house.store.path, "--out", out)
    assert (status, err) == (0, "")
    with out.open("rb") as lines:
        found = check(lines)
    with (tmp_path / "board.jsonl").open("wb+") as file:
        file.write(board)
        file.seek(0)
        served = check(file)
    assert set(served.withheld) == {R}
    assert found.last <= served.last
    ours, theirs = out.read_bytes().splitlines(), board.splitlines()
    assert ours[1:-1] == theirs[1 : len(ours) - 1]
    assert set(found.withheld) == {R}


@pytest.mark.parametrize("broken", ["revoked", "wrong scope", "made up", "none"])
def test_without_a_token_that_may_nothing_is_written(
    live: Live, pitboss: Pitboss, tmp_path: Path, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PITBOSS_TOKEN", raising=False)
    token = {"made up": "pitboss_program_x", "none": ""}.get(broken)
    if token is None:
        name = broken.replace(" ", "-")
        token = created(live, name, "pit" if broken == "wrong scope" else "export")
        if broken == "revoked":
            revoked(live, name)
    out, file = tmp_path / "record.jsonl", token_in(tmp_path, token)
    status, said, err = pitboss("record", "--house", f"http://{live.address}", "--token-file", file, "--out", out)
    assert (status, said, out.exists()) == (2, "", False)
    assert err.count("\n") == 1
    assert not token or token not in err


def test_what_is_no_house_is_one_sentence(pitboss: Pitboss, tmp_path: Path, live: Live) -> None:
    file = token_in(tmp_path, "pitboss_program_x")
    for house in ("http://127.0.0.1:1", "ftp://x", f"http://{live.address}/elsewhere"):
        status, _, err = pitboss("record", "--house", house, "--token-file", file, "--out", tmp_path / "r")
        assert (status, err.count("\n")) == (2, 1), err
    assert pitboss("record")[0] == 2
    assert pitboss("record", "--database", tmp_path / "nothing.db")[0] == 2
    assert not (tmp_path / "r").exists()

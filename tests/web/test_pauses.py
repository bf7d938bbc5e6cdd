"""A page that cannot reach its house tries again with growing pauses."""

import subprocess
from pathlib import Path
from typing import Any

import msgspec

from tools.bootstrap import ROOT, find_node

PAUSES = ROOT / "src" / "pitboss" / "web" / "table" / "pauses.js"
RUNNER = Path(__file__).with_name("call_module.js")


def pauses(many: int, drawn: float) -> list[int]:
    node = find_node()
    assert node is not None, "Node is one of the development packages: run `make setup`."
    calls = [("pauseAfter", failed, drawn) for failed in range(1, many + 1)]
    done = subprocess.run([node, RUNNER, PAUSES], input=msgspec.json.encode(calls), capture_output=True, check=True)
    found: list[Any] = msgspec.json.decode(done.stdout)
    return found


def test_pauses_grow_to_a_limit() -> None:
    """Back at once after a break; offline for long, a page asks about six times a minute."""
    assert pauses(8, 1) == [50, 400, 800, 1600, 3200, 6400, 10_000, 10_000]
    assert pauses(60, 1)[-1] == 10_000


def test_pauses_are_drawn_so_that_pages_do_not_come_back_together() -> None:
    """Between half of it and all of it."""
    least, most = pauses(12, 0), pauses(12, 1)
    assert least == [one // 2 for one in most]
    assert sum(1 for n in range(12) if sum(least[: n + 1]) < 12_000) <= 7  # attempts in twelve seconds, at most

"""One house on three machines in network namespaces, cut off, killed and promoted past (``soak.machines``, which is long)."""

import subprocess
import sys
from pathlib import Path

import pytest

from soak.network import why_not
from tests.house.postgres import needs_postgres
from tools.bootstrap import find_unpacked

pytestmark = [
    needs_postgres,
    pytest.mark.skipif(bool(why_not()), reason=why_not() or "network namespaces are permitted"),
    pytest.mark.skipif(
        find_unpacked("nginx") is None, reason="nginx is not installed; `make setup` unpacks it on Debian"
    ),
]


def test_nothing_is_lost_when_machines_are_cut_off_and_a_database_is_promoted_past() -> None:
    """In a process of its own, which goes into the network of the players."""
    done = subprocess.run(
        [sys.executable, "-m", "soak.machines", "cut", "kill_machine", "fail_over"],
        cwd=Path(__file__).parents[2], capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "lost 0, twice 0, 0 complaints" in done.stdout

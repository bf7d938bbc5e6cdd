"""What `make test` says at its end: how long each part took."""

import re
import subprocess
import sys
from pathlib import Path

TIMED = Path(__file__).parents[1] / "tools" / "timed.py"
WORK = "import sys, time\nwhile time.process_time() < 0.6: pass\nsys.exit(3)"


def test_a_part_is_noted_with_its_work_and_its_status_is_handed_on(tmp_path: Path) -> None:
    """Parts come in the order in which they ended; what failed is told like any other."""
    parts = {"quick": ("pass", 0), "worked": (WORK, 3)}
    for name, (program, status) in parts.items():
        command = [sys.executable, str(TIMED), name, sys.executable, "-c", program]
        assert subprocess.run(command, cwd=tmp_path, check=False).returncode == status
    told = subprocess.run([sys.executable, str(TIMED)], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    found = re.findall(r"^ +(\d+) s +(\d+) s of processor time  (\w+)$", told, re.MULTILINE)
    assert [name for *_, name in found] == list(parts)
    little, much = (int(worked) for _, worked, _ in found)
    assert little < much

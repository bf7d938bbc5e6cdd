"""Play a round of every game in a real browser all three ways: with the mouse, by the keyboard alone, by touch."""

import os
import subprocess
import sys

EVERY_WAY = "PITBOSS_EVERY_WAY"  # set: the tests of the page leave nothing out


def main() -> None:
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "tests/browser", "-k", "a_round_by"],
        env={**os.environ, EVERY_WAY: "1"},
        check=True,
    )

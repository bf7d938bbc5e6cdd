"""Play two rounds of every game in a real browser with the mouse, by the keyboard alone and by touch, on three screens."""

import subprocess
import sys


def main() -> None:
    subprocess.run([sys.executable, "-m", "pytest", "-q", "tests/browser/test_every_way.py", "-m", "slow"], check=True)

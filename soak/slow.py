"""The tests that `make test` leaves out because they take long: those marked ``slow``."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def main() -> None:
    subprocess.run([sys.executable, "-m", "pytest", "-n", "2", "-m", "slow", "tests"], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()

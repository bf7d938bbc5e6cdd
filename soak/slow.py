"""The tests that `make test` leaves out because they take long: those marked ``slow``, and the properties of many more rounds."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PYTEST = (sys.executable, "-m", "pytest", "-n", "2")
PROPERTIES = ("tests/test_properties.py", "tests/test_rigged.py", "tests/interchange/test_disputed.py")
EXAMPLES = "60"  # of each property of each game; make test has three


def main() -> None:
    subprocess.run([*PYTEST, "-m", "slow", "tests"], cwd=ROOT, check=True)
    more = {**os.environ, "PITBOSS_EXAMPLES": EXAMPLES}
    subprocess.run([*PYTEST, *PROPERTIES], cwd=ROOT, env=more, check=True)


if __name__ == "__main__":
    main()

"""What somebody at a terminal waits for: seconds of CPU of whole commands, once their bytecode is compiled."""

import os
import resource
import subprocess
import sys
from pathlib import Path

from bench.measure import Measured

REPEATS = 5
ROOT = Path(__file__).parents[1]
COMMANDS = {
    "pitboss --help": ["--help"],
    "pitboss games": ["games"],
    "pitboss run": ["run", "tests/golden/craps/line_and_odds.toml"],
}


def run() -> dict[str, float | str]:
    return {f"{name}, CPU seconds": Measured(spent(given)) for name, given in COMMANDS.items()}


def spent(given: list[str]) -> list[float]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command, found = [sys.executable, "-m", "pitboss.cli", *given], list[float]()
    for _ in range(REPEATS + 1):
        before = _children()
        subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True)
        found.append(_children() - before)
    return found[1:]


def _children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime

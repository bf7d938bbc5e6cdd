"""What somebody at a terminal waits for: seconds of CPU of whole commands, once their bytecode is compiled.

Every edge of every game is worked out with nothing kept, in a folder that is thrown away: code is compiled, tables are made.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.measure import Measured

REPEATS = 5
ROOT = Path(__file__).parents[1]
MEASURED = """
import resource, subprocess, sys
done = subprocess.run([sys.executable, "-m", "pitboss.cli", *sys.argv[2:]])
of = resource.getrusage(resource.RUSAGE_CHILDREN)
print(of.ru_utime + of.ru_stime, of.ru_maxrss / 1024, file=sys.stderr)
sys.exit(done.returncode)
"""  # in a process between: what children took is only known of all of them together
COMMANDS = {
    "pitboss --help": ["--help"],
    "pitboss games": ["games"],
    "pitboss run": ["run", "tests/golden/craps/line_and_odds.toml"],
}


def run() -> dict[str, float | str]:
    return {f"{name}, CPU seconds": Measured(spent(given)) for name, given in COMMANDS.items()} | every_edge()


def spent(given: list[str]) -> list[float]:
    return [_command(given)[0] for _ in range(REPEATS + 1)][1:]


def every_edge() -> dict[str, float | str]:
    """Once with nothing kept, and again with everything."""
    with tempfile.TemporaryDirectory() as empty:
        given = ["edge", "--all", "--json"]
        (cold, memory), *warm = (_command(given, XDG_CACHE_HOME=empty, NUMBA_CACHE_DIR="") for _ in range(REPEATS))
    return {
        "pitboss edge --all, nothing kept, CPU seconds": cold,
        "pitboss edge --all, nothing kept, MB of the largest process": memory,
        "pitboss edge --all, everything kept, CPU seconds": Measured([seconds for seconds, _ in warm]),
    }


def _command(given: list[str], **more: str) -> tuple[float, float]:
    """Seconds of CPU of a command with its processes, and the memory of the largest of them in MB."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-c", MEASURED, "pitboss", *given]
    told = subprocess.run(command, cwd=ROOT, env=environment | more, check=True, capture_output=True, text=True).stderr
    seconds, memory = map(float, told.split()[-2:])
    return seconds, memory

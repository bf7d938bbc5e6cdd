"""The library's tests on the newest Python that this machine has: ``python3 tools/newer_python.py``.

The suite runs on the oldest Python that README names. Where a newer one is installed, it gets an environment of its
own (.venv-newer) and runs the tests of library and base install there; where there is none, this says so and passes.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ".venv-newer"
OLDEST, NEWEST = 11, 19  # minor versions of Python 3 that are looked for
CHAINS = "tests/golden/test_chains.py::test_random_rounds_end_on_the_heads_that_are_kept"  # the same on every Python
TESTS = ("tests/library", "tests/test_base.py", CHAINS)


def main() -> int:
    python = newest_python()
    if python is None:
        print(f"newer Python: none is installed here; the library ran on {sys.version.split()[0]} alone.")
        return 0
    environment = {**os.environ, "PITBOSS_VENV": FOLDER}
    subprocess.run([python, "tools/bootstrap.py", "library"], cwd=ROOT, env=environment, check=True)
    print(f"newer Python: the library on {version_of(python)}", flush=True)
    return subprocess.run([f"{FOLDER}/bin/pytest", "-n", "2", "-q", *TESTS], cwd=ROOT, check=False).returncode


def newest_python() -> str | None:
    """The path of the newest Python 3 above 3.11 that runs, on the PATH or among those that pyenv installed."""
    for minor in range(NEWEST, OLDEST, -1):
        name = f"python3.{minor}"
        for path in (shutil.which(name), pyenv_path(name)):
            if path and version_of(path).startswith(f"3.{minor}."):
                return path
    return None


def pyenv_path(name: str) -> str | None:
    """Where pyenv keeps a Python that no shim on the PATH starts."""
    pyenv = shutil.which("pyenv")
    if pyenv is None:
        return None
    root = subprocess.run([pyenv, "root"], capture_output=True, text=True, check=False).stdout.strip()
    return next((str(path) for path in Path(root, "versions").glob(f"*/bin/{name}")), None)


def version_of(python: str) -> str:
    """The version of an interpreter; nothing for a stub that does not start one."""
    asked = subprocess.run([python, "--version"], capture_output=True, text=True, check=False)
    return asked.stdout.removeprefix("Python ").strip() if asked.returncode == 0 else ""


if __name__ == "__main__":
    sys.exit(main())

"""``pitboss edge`` follows a constant of a chapter, whatever was cached before it changed.

A copy of the package gets another vigorish in Pai Gow. Every cached figure of the first run is spoiled, so that a
command that still read one would fail.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from pitboss.mathematics.kit.sources import PACKAGE

GAME, CACHED_EDGE = "pai-gow", "bank full table"
CHAPTER, BEFORE, AFTER = "chapters/ch621a_pai_gow/rules.py", "VIGORISH = 5", "VIGORISH = 4"


def edges(package: Path, cache: Path) -> str:
    """What ``pitboss edge`` prints with this package in front."""
    environ = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    environ |= {"PYTHONPATH": str(package.parent), "XDG_CACHE_HOME": str(cache), "COLUMNS": "200"}
    words = [sys.executable, "-m", "pitboss.cli", "edge", GAME]
    return subprocess.run(words, env=environ, check=True, capture_output=True, text=True).stdout


def campaign() -> None:
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        copied = shutil.copytree(PACKAGE, cache / "src" / "pitboss", ignore=shutil.ignore_patterns("__pycache__"))
        printed = edges(PACKAGE, cache)
        cached = list(cache.glob("pitboss/*/pai_gow-*.json"))
        assert cached, "nothing was cached"
        for path in cached:
            path.write_text("[]", encoding="utf-8")
        chapter = copied / CHAPTER
        text = chapter.read_text(encoding="utf-8")
        assert text.count(BEFORE) == 1
        chapter.write_text(text.replace(BEFORE, AFTER), encoding="utf-8")
        before, after = (
            next(line for line in each.splitlines() if CACHED_EDGE in line) for each in (printed, edges(copied, cache))
        )
        assert before != after, "the edge did not follow the vigorish"
        print(f"  {GAME}: {len(cached)} cached figures were not read again after {BEFORE} became {AFTER}", flush=True)


def main() -> None:
    campaign()


if __name__ == "__main__":
    main()

"""Others' programs from the registry, in an environment of their own: they need not fit what pitboss needs.

``build/peers`` is made from ``bench/peers.txt`` (locked with hashes, from ``peers.in``) at the first run and again when the lock
changes. PITBOSS_BENCH_PEERS names an interpreter to be used instead. Where none can be had, figures say so.
"""

import functools
import os
import subprocess
import sys
from pathlib import Path

PEERS = "PITBOSS_BENCH_PEERS"
LOCK = Path(__file__).with_name("peers.txt")
SIDE = Path(__file__).with_name("peers_side.py")
PLACE = Path(__file__).parents[1] / "build" / "peers"
ABSENT = f"not installed: the registry could not be reached (name an interpreter that has it in {PEERS})"
SECONDS = 0.5


@functools.cache
def interpreter() -> str:
    """The Python that has them; empty where there is none."""
    if given := os.environ.get(PEERS):
        return given
    python, stamp = PLACE / "bin" / "python", PLACE / "lock.txt"
    if not stamp.exists() or stamp.read_text() != LOCK.read_text():
        install = [
            sys.executable,
            "-m",
            "uv",
            "pip",
            "install",
            "--quiet",
            "--require-hashes",
            "--python",
            str(python),
            "-r",
        ]
        try:
            subprocess.run([sys.executable, "-m", "venv", "--clear", "--without-pip", str(PLACE)], check=True)
            subprocess.run([*install, str(LOCK)], check=True, timeout=600)
        except (OSError, subprocess.SubprocessError):
            return ""
        stamp.write_text(LOCK.read_text())
    return str(python)


def rate(peer: str) -> float | None:
    """How many things a peer does for each second of CPU, in a process of its own; None where it is not installed."""
    told = _asked(peer, str(SECONDS))
    return float(told) if told else None


@functools.cache
def version(peer: str) -> str:
    return _asked(peer, "version")


def _asked(*arguments: str) -> str:
    python = interpreter()
    if not python:
        return ""
    done = subprocess.run([python, str(SIDE), *arguments], capture_output=True, text=True, check=True, timeout=120)
    return done.stdout.strip()

"""The report of ``make bench``: when and where it was measured, and every figure with its spread, peer, floor and aim."""

import os
import platform
import re
import subprocess
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from bench.aims import AIMS, compared, shown
from bench.measure import Measured

PACKAGES = ("numpy", "numba", "msgspec", "litestar", "uvicorn", "crapssim", "phevaluator")
WIDTHS = (76, 14, 20, 14, 14, 14)
COLUMNS = ("what", "now", "least to most", "peer", "floor", "aim")


def head() -> str:
    """When, on what and with what; and how busy the machine was, for other work slows everything by the clock."""
    packages = ", ".join(f"{name} {_version(name)}" for name in PACKAGES)
    return "\n".join(
        (
            f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC; pitboss {_version('pitboss')} {_commit()}",
            f"{_processor()}, {os.cpu_count()} cores, {platform.system()} {platform.release()}; load {load()}",
            f"Python {platform.python_version()}; {packages}",
            "Rates are for each second of CPU unless a name says otherwise: the median, then the least and the most.",
            "Audited: every wager checked, every event cited, folded into a ledger that must balance, encoded, hash-chained.",
        )
    )


def load() -> str:
    return " ".join(f"{one:.1f}" for one in os.getloadavg())


def titles() -> str:
    return _line(COLUMNS)


def row(name: str, figures: Mapping[str, float | str]) -> str:
    """One figure; ``figures`` are all that were measured so far, by "module: name"."""
    figure, beside = figures[name], compared(name, figures)
    what = name.partition(": ")[2]
    spread = f"{shown(min(figure.all))} to {shown(max(figure.all))}" if isinstance(figure, Measured) else ""
    peer = ""
    if beside.peer is not None:
        now = figure if isinstance(figure, Measured) else None
        peer = f"{shown(beside.peer)} (×{now.times(beside.peer):.1f})" if now is not None else shown(beside.peer)
    floor = shown(beside.floor) if beside.floor is not None else ""
    reached = {True: " met", False: " NOT MET", None: ""}[beside.met]
    now_shown = figure if isinstance(figure, str) else shown(figure)
    return _line((what, now_shown, spread, peer, floor, beside.aim + reached))


def unmeasured(names: Iterable[str]) -> list[str]:
    """Aims of the modules that ran for which no figure was found: a name has changed, or a part is not installed."""
    known = list(names)
    ran = {name.partition(":")[0] for name in known}
    return [
        aim.figure
        for aim in AIMS
        if aim.figure.partition(":")[0] in ran and not any(re.fullmatch(aim.figure, name) for name in known)
    ]


def _line(cells: Iterable[str]) -> str:
    return "  ".join(f"{cell:<{width}}" for cell, width in zip(cells, WIDTHS, strict=True)).rstrip()


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "(none)"


def _commit() -> str:
    command = ["git", "describe", "--always", "--dirty"]
    try:
        told = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parent, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return f"({told.stdout.strip()})"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.machine())

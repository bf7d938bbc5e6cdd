"""CPU seconds of each test, for ``pytest -p tools.test_cpu``: its own and those of every process it started, houses, workers and
browsers included. The list is in ``build/cpu.tsv``, the longest 40 and the sum of each folder are shown at the end.

On a busy machine tests last longer, but hardly take more of its processors, so the list serves where others work too.
It needs a control group for each process of the tests: Linux, and the right to make one.
"""

import os
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import pytest

LIST = Path(os.environ.get("PITBOSS_CPU_LIST", "build/cpu.tsv"))
SHOWN = 40
ROOT = next(
    place for place in (Path("/sys/fs/cgroup/unified"), Path("/sys/fs/cgroup")) if (place / "cgroup.procs").exists()
)
GROUP = ROOT / f"pitboss-test-{os.getpid()}"


def seconds() -> float:
    """What this process and all that it started have used, those that have ended included."""
    return int((GROUP / "cpu.stat").read_text().split()[1]) / 1e6


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        LIST.parent.mkdir(exist_ok=True)
        LIST.unlink(missing_ok=True)
    GROUP.mkdir()
    (GROUP / "cgroup.procs").write_text(str(os.getpid()))


def pytest_unconfigure() -> None:
    for process in (GROUP / "cgroup.procs").read_text().split():
        (ROOT / "cgroup.procs").write_text(process)
    GROUP.rmdir()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """With what is set up for it, which the first of several tests pays."""
    began = seconds()
    result = yield
    with LIST.open("a") as rows:
        rows.write(f"{seconds() - began:.3f}\t{item.nodeid}\n")
    return result


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not LIST.exists():
        return
    rows = [(float(used), name) for used, _, name in (line.partition("\t") for line in LIST.read_text().splitlines())]
    terminalreporter.section(f"CPU seconds: {sum(used for used, _ in rows):.0f} in {len(rows)} tests")
    for used, name in sorted(rows, reverse=True)[:SHOWN]:
        terminalreporter.write_line(f"{used:8.2f} {name}")
    folders: Counter[str] = Counter()
    for used, name in rows:
        folders["/".join(name.split("/")[:2])] += used  # type: ignore[assignment]
    terminalreporter.section("by folder")
    for folder, used in folders.most_common():
        terminalreporter.write_line(f"{used:8.1f} {folder}")

"""One mutant and the tests that should notice it, in a forked child that imports everything anew.

The parent has imported pytest and what the project depends on, but nothing of the project: a child imports the changed
module and all that imports it as if the file had been edited, so that no copy of a name, no default evaluated at import
and no cache keeps what was there before. Sources are read once, at the start; what is edited meanwhile changes nothing.
"""

import gc
import importlib.abc
import importlib.machinery
import importlib.util
import inspect
import marshal
import os
import pickle
import resource
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any

import pytest

from soak.mutants.changes import Change
from soak.mutants.links import ROOT, Survey, aside, module_of, survey

FOLDERS = {"pitboss": ROOT / "src", "tests": ROOT}
SECONDS, LONGEST = 4, 60  # of the processor: what a child may take whose tests are quick, and any
MEMORY = 3 << 30  # of addresses, beyond those that a child begins with
OPTIONS = ("-x", "-o", "addopts=", "--assert=plain", "--capture=no", "-p", "no:cacheprovider", "-p", "no:terminal")


TraceFunction = Callable[[FrameType, str, Any], Any]


class Outcome(IntEnum):
    """How a trial ended; the child's exit status says which."""

    PASSED = 0
    FAILED = 41
    STILLBORN = 42  # the changed module cannot be imported: nobody would get as far as a test
    NOTHING_RAN = 43


class Sources(importlib.abc.MetaPathFinder):
    """Modules of the project as they were when the campaign began, one of them changed."""

    def __init__(self) -> None:
        self.changed: dict[str, CodeType] = {}
        self.known: dict[str, CodeType] = {}
        self._paths: dict[str, Path] = {}
        self._texts: dict[str, bytes] = {}
        for package, folder in FOLDERS.items():
            for path in (folder / package).rglob("*.py"):
                parts = path.relative_to(folder).with_suffix("").parts
                name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
                self._paths[name], self._texts[name] = path, path.read_bytes()

    def text(self, name: str) -> bytes:
        return self._texts[name]

    def has(self, name: str) -> bool:
        return name in self._paths

    def compiled(self, name: str) -> CodeType:
        if name not in self.known:
            self.known[name] = self.compile(name, self._texts[name])
        return self.known[name]

    def compile(self, name: str, text: bytes) -> CodeType:
        return compile(text, str(self._paths[name]), "exec", dont_inherit=True)

    def watch(self, names: Sequence[str]) -> dict[str, set[int]]:
        """From now on, the lines that run of these modules."""
        ran: dict[str, set[int]] = {name: set() for name in names}
        files = {str(self._paths[name]): ran[name] for name in names}

        def entered(frame: FrameType, event: str, argument: object) -> TraceFunction | None:
            if (lines := files.get(frame.f_code.co_filename)) is None:
                return None

            def stepped(frame: FrameType, event: str, argument: object) -> TraceFunction:
                lines.add(frame.f_lineno)
                return stepped

            return stepped(frame, event, argument)

        if names:
            sys.settrace(entered)
        return ran

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if (file := self._paths.get(fullname)) is None:
            return None
        inside = [str(file.parent)] if file.name == "__init__.py" else None
        loader = _Loader(fullname, str(file), self.changed.get(fullname) or self.compiled(fullname))
        return importlib.util.spec_from_file_location(fullname, file, loader=loader, submodule_search_locations=inside)


class _Loader(importlib.machinery.SourceFileLoader):
    """A source file whose code is already there."""

    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self._code = code

    def get_code(self, fullname: str) -> CodeType:
        return self._code


class _Tally:
    """Whether a test failed, and how many ran."""

    def __init__(self) -> None:
        self.failed = False
        self.ran = 0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed
        self.ran += report.when == "call" and not report.skipped

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.failed |= report.failed


def prepare(sources: Sources) -> Survey:
    """Read the registers, and get everything ready of which nothing will be changed.

    The registers are read in a process of its own, so that this one imports nothing of the project; it hands back what it
    compiled. What the project needs from elsewhere is imported here, once for all children.
    """

    def look() -> tuple[Survey, dict[str, bytes]]:
        sys.meta_path.insert(0, sources)
        return survey(), {name: marshal.dumps(code) for name, code in sources.known.items()}

    found, compiled = aside(look)
    sources.known = {name: marshal.loads(code) for name, code in compiled.items()}
    for name in found.loaded:
        if name.partition(".")[0] not in (*FOLDERS, "soak", "__main__"):
            try:
                importlib.import_module(name)
            except ImportError:
                continue  # a name that another module gave itself
    from hypothesis import settings

    settings.register_profile("mutants", database=None, derandomize=True, deadline=None)
    settings.load_profile("mutants")
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    kept = [name for name in sys.modules if name.partition(".")[0] in FOLDERS]
    assert not kept, f"already imported: {kept}"
    gc.collect()
    gc.freeze()
    return found


@dataclass(frozen=True)
class Trial:
    """Tests to be run with a change, or with none; in some modules it is of interest which lines they run."""

    change: Change | None
    tests: Sequence[str]
    seconds: float = SECONDS
    watched: Sequence[str] = ()


@dataclass(frozen=True)
class Ended:
    """How a trial ended, what it took of the processor, and the lines that ran of each module that was watched."""

    outcome: Outcome
    seconds: float
    ran: dict[str, set[int]]


def start(sources: Sources, trial: Trial) -> tuple[int, int]:
    """Begin one trial: the number of its process, and the file on which it tells what ran."""
    sys.stdout.flush()
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    status = int(Outcome.FAILED)
    try:
        _limit(trial.seconds)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (1, 2):
            os.dup2(nowhere, stream)
        ran = sources.watch(trial.watched)
        status = int(_run(sources, trial))
        sys.settrace(None)
        os.write(writing, pickle.dumps(ran))  # a few hundred numbers: less than a pipe holds
    finally:
        os._exit(status)


def wait() -> tuple[int, Outcome, float]:
    """The next process to end, how, and what it took; one that was killed had run out of time or memory."""
    child, status, used = os.wait4(-1, 0)
    code = os.waitstatus_to_exitcode(status)
    return child, Outcome(code) if code in list(Outcome) else Outcome.FAILED, used.ru_utime + used.ru_stime


def told(reading: int) -> dict[str, set[int]]:
    """What a process that has ended told of the lines that ran."""
    with os.fdopen(reading, "rb") as file:
        text = file.read()
    found: dict[str, set[int]] = pickle.loads(text) if text else {}
    return found


def _limit(seconds: float) -> None:
    signal.setitimer(signal.ITIMER_PROF, seconds)  # nothing handles it: the process ends
    signal.setitimer(signal.ITIMER_REAL, 30 * seconds)  # for one that waits
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _run(sources: Sources, trial: Trial) -> Outcome:
    change, tests = trial.change, trial.tests
    gc.disable()
    sys.meta_path.insert(0, sources)
    if change:
        try:
            sources.changed[change.module] = sources.compile(change.module, change.apply(sources.text(change.module)))
        except (SyntaxError, ValueError):
            return Outcome.STILLBORN
    try:
        for module in dict.fromkeys(module_of(test.partition("::")[0]) for test in tests):
            importlib.import_module(module)
    except Exception:
        return Outcome.STILLBORN
    calls = [_calls(test) for test in tests]
    if None not in calls:
        return _directly(call for each in calls if each for call in each)
    tally = _Tally()
    files = [str(ROOT / test) for test in tests]
    pytest.main([*OPTIONS, "-c", str(ROOT / "pyproject.toml"), f"--rootdir={ROOT}", *files], plugins=[tally])
    if tally.failed:
        return Outcome.FAILED
    return Outcome.PASSED if tally.ran else Outcome.NOTHING_RAN


def _calls(test: str) -> list[Callable[[], None]] | None:
    """The calls that a test comes to; None where it takes more than parameters, and pytest has to run it.

    Most take none or a few: called like this they cost half of what they cost in a session of pytest.
    """
    path, _, name = test.partition("::")
    module = sys.modules[module_of(path)]
    function = getattr(module, name, None)
    if function is None or hasattr(module, "pytestmark") or hasattr(function, "is_hypothesis_test"):
        return None
    rows: list[dict[str, object]] = [{}]
    for mark in getattr(function, "pytestmark", ()):
        if mark.name != "parametrize" or set(mark.kwargs) - {"ids"}:
            return None
        names, values = mark.args
        names = [each.strip() for each in names.split(",")] if isinstance(names, str) else list(names)
        values = [getattr(each, "values", None) or (each if len(names) > 1 else (each,)) for each in values]
        if any(callable(each) for each in values):
            return None
        rows = [row | dict(zip(names, each, strict=True)) for row in rows for each in values]
    takes = set(inspect.signature(function).parameters)
    return [partial(function, **row) for row in rows] if all(takes == set(row) for row in rows) else None


def _directly(calls: Iterable[Callable[[], None]]) -> Outcome:
    ran = False
    for call in calls:
        try:
            call()
            ran = True
        except pytest.skip.Exception:
            continue
        except BaseException:
            return Outcome.FAILED
    return Outcome.PASSED if ran else Outcome.NOTHING_RAN

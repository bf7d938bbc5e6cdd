"""Cached figures and compiled code are out of use as soon as a source that they may depend on has changed."""

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.chapters.ch621a_pai_gow.rules import Rules
from pitboss.families.banking import BANK
from pitboss.mathematics.kit.cache import folder, sources
from pitboss.mathematics.kit.sources import BELOW, PACKAGE, digest, digest_of
from pitboss.mathematics.pai_gow.edges import full_table
from pitboss.rulebook.closure import CATALOGUE, Closure

PROBE = """
from pitboss.chapters.ch619a_big_six_wheel.rules import SEATS
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.cache import disk_cached

@njit
def frozen() -> int:
    return SEATS

@disk_cached
def figure(name: str) -> list[int]:
    return [SEATS]
"""
DEALS = 256
EDGE = f"""
from pitboss.chapters.ch621a_pai_gow.rules import Rules
from pitboss.families.banking import BANK
from pitboss.mathematics.pai_gow.edges import full_table

print(full_table(Rules(player_bank=True), BANK, best=False, deals={DEALS}).house_edge)
"""  # of Pai Gow, from cached figures


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package again, where a source may be changed."""
    there = tmp_path_factory.mktemp("sources") / "src" / "pitboss"
    return Path(shutil.copytree(PACKAGE, there, ignore=shutil.ignore_patterns("__pycache__")))


@pytest.fixture
def copied(package: Path) -> Iterator[Path]:
    """The same, and afterwards as it was: sources that were changed, renamed or added are put back or taken away."""
    before = {path: path.stat() for path in package.rglob("*.py")}
    yield package
    after = {path: path.stat() for path in package.rglob("*.py")}
    for path in after.keys() - before.keys():
        path.unlink()
    for path, known in before.items():
        if (now := after.get(path)) is None or now.st_ctime_ns != known.st_ctime_ns:  # also where it looks as old
            shutil.copy2(PACKAGE / path.relative_to(package), path)


def change(path: Path, before: str, after: str) -> None:
    """Another text in a source that looks as old as it was."""
    text, before_change = path.read_text(encoding="utf-8"), path.stat()
    assert text.count(before) == 1
    path.write_text(text.replace(before, after), encoding="utf-8")
    os.utime(path, ns=(before_change.st_atime_ns, before_change.st_mtime_ns))


def run(package: Path, cache: Path, *words: str, **more: str) -> str:
    """What Python prints with a package of ours in front."""
    environ = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    # A source that changed and looks as old as it was would be taken from Python's own cache.
    environ |= {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(package.parent)}
    environ |= {"XDG_CACHE_HOME": str(cache), "COLUMNS": "200", **more}
    return subprocess.run([sys.executable, *words], env=environ, check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize(
    "source",
    [
        "chapters/ch651a_casino_war/rules.py",
        "chapters/ch621a_pai_gow/rules.py",
        "families/baccarat/hands.py",
        "equipment/cards.py",
        "money.py",
        "submission.py",
        "mathematics/blackjack/chart.py",
        "mathematics/kit/philox.py",
        "mathematics/blackjack/strategy.py",
        "drivers/round.py",
    ],
)
def test_every_source_that_mathematics_may_import_counts(copied: Path, source: str) -> None:
    """A changed line in any of these rooms is another key; so is a file more, and a file under another name."""
    assert digest(copied) == digest() != ""
    path = copied / source
    path.write_bytes(path.read_bytes() + b"\nMORE = 1\n")
    changed = digest(copied)
    path.rename(path.with_stem("another"))
    assert len({digest(), changed, digest(copied)}) == 3


def test_rooms_below_mathematics_do_not_count(copied: Path) -> None:
    """The import contract puts each of them below it, and a change in one leaves the key as it is."""
    layers = tomllib.loads((PACKAGE.parent.parent / "pyproject.toml").read_text(encoding="utf-8"))
    rooms = [room.strip("()") for room in layers["tool"]["importlinter"]["contracts"][0]["layers"]]
    assert {*rooms[: rooms.index("mathematics")], "web"} >= BELOW
    for room in BELOW - {"web"}:
        (copied / room / "__init__.py").write_text("MORE = 1\n", encoding="utf-8")
    assert digest(copied) == digest()


@pytest.mark.parametrize("chosen", ["", "theirs"])
def test_compiled_code_and_cached_figures_follow_a_constant_of_a_chapter(
    copied: Path, tmp_path: Path, chosen: str
) -> None:
    """A number that another file froze into them changes: both are worked out anew, wherever compiled code is cached."""
    (copied / "mathematics" / "roulette" / "probe.py").write_text(PROBE, encoding="utf-8")
    words = "-c", "from pitboss.mathematics.roulette.probe import figure, frozen; print(frozen(), *figure('seats'))"
    where = {"NUMBA_CACHE_DIR": str(tmp_path / chosen)} if chosen else {}
    seats = int(run(copied, tmp_path, *words, **where).split()[0])
    change(copied / "chapters" / "ch619a_big_six_wheel" / "rules.py", f"SEATS = {seats}", f"SEATS = {seats + 1}")
    assert run(copied, tmp_path, *words, **where) == f"{seats + 1} {seats + 1}\n"


COMPILING = ["pitboss.mathematics.kit.poker"] + [
    f"pitboss.mathematics.{game}.kernel"
    for game in ("blackjack", "craps", "pai_gow", "pai_gow_poker", "six_card_fortune")
]
LOADED = """
import sys, importlib
for name in sys.argv[1:]:
    importlib.import_module(name)
    print(name, *(other for other in sys.modules if other.split(".")[0] == "pitboss"))
    for other in [other for other in sys.modules if other.split(".")[0] == "pitboss"]:
        del sys.modules[other]
"""


def test_compiled_code_is_kept_by_all_that_its_module_loads() -> None:
    """Whatever is there after the import of a module counts for its key, and most of the package does not."""
    told = subprocess.run([sys.executable, "-c", LOADED, *COMPILING], check=True, capture_output=True, text=True).stdout
    loaded = [line.split() for line in told.splitlines()]
    assert [name for name, *_ in loaded] == COMPILING
    for name, *others in loaded:
        followed = Closure(PACKAGE.parent, name).reached([name])
        assert set(followed) >= set(others), name
        assert CATALOGUE not in followed


@pytest.mark.parametrize(
    ("source", "counts"),
    [
        ("families/poker_ranks.py", True),
        ("equipment/cards.py", True),
        ("mathematics/kit/suits.py", True),
        ("mathematics/kit/poker.py", True),
        ("__init__.py", True),
        ("families/baccarat/hands.py", False),
        ("chapters/ch645a_pai_gow_poker/rules.py", False),
        ("mathematics/kit/philox.py", False),
        ("mathematics/blackjack/splits.py", False),
    ],
)
def test_an_edit_elsewhere_leaves_compiled_code_in_use(copied: Path, source: str, counts: bool) -> None:
    """Of the poker hands: what they import, directly or not, and nothing else."""
    module = "pitboss.mathematics.kit.duels"
    before = digest_of(module, copied)
    assert before == digest_of(module)
    path = copied / source
    path.write_bytes(path.read_bytes() + b"\nMORE = 1\n")
    assert (digest_of(module, copied) != before) is counts
    assert digest_of("pitboss.mathematics.kit.every_edge", copied) == digest(copied)  # it loads games by their names


def test_edges_follow_a_constant_of_a_chapter(copied: Path, tmp_path: Path) -> None:
    """Another vigorish in the chapter: another edge, for which no old figure is read. The whole of ``pitboss edge`` is
    put to this by ``soak.sources``."""
    edge = full_table(Rules(player_bank=True), BANK, best=False, deals=DEALS).house_edge
    cached = [path.name for path in folder().glob(f"pai_gow-*-{DEALS}.json")]
    assert cached
    old = tmp_path / "pitboss" / sources()
    old.mkdir(parents=True)
    for name in cached:
        (old / name).write_text("[]", encoding="utf-8")  # whoever reads it fails
    change(copied / "chapters" / "ch621a_pai_gow" / "rules.py", "VIGORISH = 5", "VIGORISH = 4")
    assert Fraction(run(copied, tmp_path, "-c", EDGE)) != edge


def test_code_of_others_counts_every_source() -> None:
    """A strategy compiled in a program of one's own may import anything of ours."""
    assert digest_of("somebody.strategy") == digest()

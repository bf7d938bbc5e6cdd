"""Which files can decide a round: whatever is imported, wherever it is imported, and the data that is read."""

from itertools import pairwise
from pathlib import Path

import pytest

from pitboss import catalogue
from pitboss.rulebook import closure, manifest
from pitboss.rulebook.closure import Closure, unfollowed
from tests.rulebook.trees import tree


@pytest.fixture(scope="module")
def installed() -> Closure:
    return Closure(manifest.installed())


def test_no_module_of_the_rules_imports_or_reads_unseen(installed: Closure) -> None:
    """But for the catalogue, whose chapters are followed, nothing looks for files or for modules by name."""
    assert list(unfollowed(installed)) == []


def test_rules_know_no_clock_network_database_or_page(installed: Closure) -> None:
    """What can decide a round are the rules and the fold of a table's record, nothing else of the house."""
    rooms = {module.split(".")[2] for module in installed.modules if module.startswith("pitboss.house.")}
    assert rooms == {"table"}
    assert {"pitboss.cli", "pitboss.paper", "pitboss.mathematics", "pitboss.rulebook"}.isdisjoint(installed.modules)
    # Who may do what, and how a staff command is worded, is no version of the rules.
    assert "pitboss.authority" not in installed.modules


def test_every_game_has_its_chapter_and_no_other(installed: Closure) -> None:
    """By game: the files of its own chapter among those of the chapters, and whatever is shared."""
    assert set(installed.games) == set(catalogue.games())
    for name, files in installed.games.items():
        chapters = {file.split("/")[2].removesuffix(".py") for file in files if file.startswith("pitboss/chapters/ch")}
        assert len(chapters) == 1, name
        assert catalogue.game(name).chapter in chapters.pop()
        assert "pitboss/procedure.py" in files


def test_chain_of_imports_is_told(installed: Closure) -> None:
    """Why a file counts: from the replay to it, each importing the next."""
    chain = installed.why("pitboss.money")
    assert chain[0] == closure.ENTRIES[0] or chain[0] in ("pitboss", "pitboss.house", "pitboss.house.table")
    assert chain[-1] == "pitboss.money"
    for by, module in pairwise(chain):
        assert module in installed.imports(by)


def test_imports_are_found_wherever_they_stand(tmp_path: Path) -> None:
    """In functions, relative, of a name in a package, with the packages above; not those that only a type checker sees."""
    source = """
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    import pitboss.only_types
else:
    import pitboss.at_run_time
def later():
    from .entries import Thing
    from ...law import known
    import pitboss.families.deck.cards as cards
    try:
        with later():
            import pitboss.tried
    except ImportError:
        import pitboss.instead
    finally:
        match later:
            case _:
                import pitboss.anyhow
from pitboss.house import clock
"""
    names: tuple[str, ...] = (
        "only_types",
        "at_run_time",
        "house__table__entries",
        "law",
        "families__deck__cards",
        "house__clock",
        "idle",
    )
    names += ("tried", "instead", "anyhow")
    root = tree(tmp_path, house__table__replay=source, **dict.fromkeys(names, ""))
    found = set(Closure(root).paths)
    assert {path for path in found if not path.endswith("__init__.py")} == {
        "pitboss/anyhow.py",
        "pitboss/at_run_time.py",
        "pitboss/families/deck/cards.py",
        "pitboss/house/clock.py",
        "pitboss/house/table/entries.py",
        "pitboss/house/table/replay.py",
        "pitboss/instead.py",
        "pitboss/law.py",
        "pitboss/tried.py",
    }
    assert {"pitboss/families/__init__.py", "pitboss/families/deck/__init__.py"} <= found


def test_data_that_a_module_reads_counts_with_it(tmp_path: Path) -> None:
    """The registers come with the module that reads them."""
    root = tree(tmp_path, house__table__replay="import pitboss.law", law="")
    (root / "pitboss/provisions").mkdir()
    (root / "pitboss/provisions/617a.toml").write_text("")
    assert "pitboss/provisions/617a.toml" in Closure(root).paths


@pytest.mark.parametrize("source", ["open('x')", "import importlib", "from pathlib import Path", "exec('x')"])
def test_module_that_may_find_more_files_is_named(source: str, tmp_path: Path) -> None:
    """What the search cannot follow is not passed over in silence."""
    root = tree(tmp_path, house__table__replay="import pitboss.finder", finder=source)
    assert list(unfollowed(Closure(root))) == ["pitboss.finder"]


def test_source_that_is_not_python_leads_nowhere(tmp_path: Path) -> None:
    """A damaged source is still a file of the rules, so that its hash tells."""
    root = tree(tmp_path, house__table__replay="import pitboss.law", law="import pitboss.money (", money="")
    assert "pitboss/law.py" in Closure(root).paths
    assert "pitboss/money.py" not in Closure(root).paths


def test_tree_without_the_entry_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^There is no module pitboss\.house\.verify below "):
        Closure(tree(tmp_path), "pitboss.house.verify")

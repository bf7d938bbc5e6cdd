"""``import pitboss``: light, typed, and complete."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import pitboss
from pitboss import catalogue
from pitboss.public import PROMISED
from tools import surface

PACKAGE = Path(pitboss.__file__).parent
HEAVY = ("numpy", "numba", "litestar", "matplotlib", "pyarrow", "msgspec", "cryptography", "typer", "rich", "duckdb")


def loaded_by(statement: str) -> set[str]:
    """The modules that a fresh interpreter has after a statement."""
    code = f"import sys; {statement}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_loads_nothing_else() -> None:
    """Neither anything heavy nor any room of the house."""
    loaded = loaded_by("import pitboss")
    assert loaded.isdisjoint(HEAVY)
    assert {name for name in loaded if name.startswith("pitboss")} == {"pitboss"}


@pytest.mark.parametrize(
    "statement", ["import pitboss.cli", "from pitboss import catalogue; catalogue.game('roulette')"]
)
def test_what_every_command_needs_is_light(statement: str) -> None:
    """The commands, and one game, load neither mathematics, papers nor a server; and of the chapters only the one."""
    loaded = loaded_by(statement)
    assert loaded.isdisjoint({"numpy", "numba", "litestar", "matplotlib", "pyarrow", "duckdb", "rich"})
    chapters = {name.split(".")[2] for name in loaded if name.startswith("pitboss.chapters.")}
    assert chapters <= {"ch617a_roulette"}


def test_a_game_is_the_same_however_it_is_found() -> None:
    """By its name, or among all; where the name of a module does not tell, the other chapters are looked through."""
    every = catalogue.games()
    assert [catalogue.game(name) for name in every] == list(every.values())
    assert catalogue.game("mini-craps").chapter == catalogue.game("craps").chapter == "623a"


def test_a_game_whose_module_is_named_otherwise_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which chapter is looked at first is a matter of time only."""
    monkeypatch.setattr(catalogue, "_likeness", lambda module, name: (0, False))
    assert catalogue.game.__wrapped__("blackjack") is catalogue.games()["blackjack"]


def test_playing_a_round_loads_no_compiler() -> None:
    """Rules and chance are enough to play."""
    loaded = loaded_by("import pitboss; pitboss.Table('roulette', seed=1).play()")
    assert loaded.isdisjoint({"numpy", "numba", "litestar", "matplotlib", "pyarrow"})


@pytest.mark.parametrize("name", pitboss.__all__)
def test_every_name_is_there(name: str) -> None:
    """And told by dir()."""
    assert getattr(pitboss, name) is not None
    assert name in dir(pitboss)


def test_types_are_declared_for_every_name_and_no_other() -> None:
    """What a type checker reads is what is offered."""
    stub = ast.parse((PACKAGE / "__init__.pyi").read_text(encoding="utf-8"))
    imported = {alias.asname for node in stub.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert imported | {"__version__"} == set(pitboss.__all__)


def test_what_the_last_release_promised_is_kept() -> None:
    """Nothing is gone, and nothing has to be given that had not to be (docs/library.md, "The promise").

    What may go was marked as deprecated for a release; then it is taken out of the record: ``python -m tools.surface``.
    """
    assert list(surface.broken(surface.recorded()["surface"], surface.surface())) == []


def test_a_promise_that_is_not_kept_is_noticed() -> None:
    """A name, a field, a member or a parameter that is gone; a parameter that has to be given now."""
    before = {
        "m": {"f": {"parameters": {"a": "required", "b": "optional"}}, "C": {"fields": ["x", "y"], "methods": {}}}
    }
    assert list(surface.broken(before, before)) == []
    more = {"m": {**before["m"], "g": {}, "f": {"parameters": {"a": "required", "b": "optional", "c": "optional"}}}}
    assert list(surface.broken(before, more)) == []
    other = {
        "m": {
            "f": {"parameters": {"b": "required", "c": "required"}},
            "C": {"fields": ["x"]},
        }
    }
    assert sorted(surface.broken(before, other)) == [
        "m.C.fields.y is gone.",
        "m.C.methods is gone.",
        "m.f.parameters.a is gone.",
        "m.f.parameters.b has to be given now.",
        "m.f.parameters.c is new and has to be given.",
    ]


def test_every_promised_module_is_in_the_promise() -> None:
    """The page lists them with every name that is not of ``pitboss`` itself, and each is there."""
    page = (PACKAGE.parents[1] / "docs" / "library.md").read_text(encoding="utf-8").partition("## The promise")[2]
    for module, names in PROMISED.items():
        assert f"`{module}`" in page
        if module != "pitboss":
            assert {name for name in names.split() if f"`{name}`" not in page} == set()


def test_no_name_is_that_of_a_room() -> None:
    """A module that is imported takes its name in the package: a function of the same name would then be gone."""
    rooms = {path.stem for path in PACKAGE.iterdir()}
    assert rooms.isdisjoint(set(pitboss.__all__))


def test_what_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"^module 'pitboss' has no attribute 'nothing'$"):
        pitboss.nothing  # type: ignore[attr-defined]  # noqa: B018

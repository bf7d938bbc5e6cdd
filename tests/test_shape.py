"""How large things in ``src`` may be: what can be counted is counted, from the sources alone."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pitboss import catalogue

SRC = Path(__file__).parents[1] / "src"

MANY_PARAMETERS = 9  # A function with so many is called without seeing what each of them is.
MOST_FUNCTIONS = 1  # So many functions may have that many: the entry point whose parameters are a person's options.
MOST_MEMBERS = 40  # Attributes and methods of one class, inherited ones among them: what a reader has to know of it.
MORE_MEMBERS = {  # Classes that have more, and how many at most: the next to be taken apart.
    "pitboss.chapters.ch623a_craps.layout.Layout": 76,
    "pitboss.drivers.round.Round": 60,
    "pitboss.families.banking.BankingBook": 50,
}
DEEPEST = 3  # Classes of this project from a class up to its last ancestor: places to look for a method.
DEEPEST_COMMAND = 2  # The same of a command: it reads as one declaration, above it only what all of them have.
MANY_GAMES = 3  # A module outside the chapters that names so many games is a registry, to be edited for each new game.
MOST_REGISTRIES = 0  # So many there may be; what is to be known of a game belongs beside its chapter.
CHOICES = (
    "pitboss.submission.RulesSubmission"  # Its kinds have a field for each choice that the regulation leaves open.
)
MESSAGES = "pitboss.house.protocol."  # A message has a field for each thing that it tells.


class Class(NamedTuple):
    """A class as its source has it, its bases by their full names."""

    name: str
    bases: tuple[str, ...]
    members: frozenset[str]


class Sources(NamedTuple):
    """What is counted: the parameters of every function, and every class of a module, by full name."""

    functions: list[tuple[str, int]]
    classes: dict[str, Class]


@cache
def sources() -> Sources:
    """One module after the other: a tree is let go once it was read, for many trees take long to hold."""
    found = Sources([], {})
    for file in sorted(SRC.rglob("*.py")):
        parts, tree = file.relative_to(SRC).with_suffix("").parts, ast.parse(file.read_bytes())
        module, names = ".".join(parts[:-1] if parts[-1] == "__init__" else parts), imported(tree)
        for node in statements(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found.functions.append((f"{module}.{node.name}", len(parameters(node))))
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                bases = tuple(resolved(base, module, names) for base in node.bases)
                full = f"{module}.{node.name}"
                found.classes[full] = Class(full, bases, frozenset(members(node)))
    return found


def statements(node: ast.AST) -> Iterator[ast.stmt]:
    """All statements in a module, a class or a function; expressions, which are most of a tree, are passed over."""
    for field in ("body", "handlers", "orelse", "finalbody", "cases"):
        for each in getattr(node, field, ()):
            if isinstance(each, ast.stmt):
                yield each
            yield from statements(each)


# --- functions


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    """All that a caller may give; ``self`` and ``cls`` are not given."""
    taken = function.args
    names = [each.arg for each in (*taken.posonlyargs, *taken.args)]
    names = names[1:] if names[:1] in (["self"], ["cls"]) else names
    return names + [each.arg for each in (*taken.kwonlyargs, taken.vararg, taken.kwarg) if each is not None]


def test_few_functions_take_many_parameters() -> None:
    found = [f"{name}: {count}" for name, count in sources().functions if count >= MANY_PARAMETERS]
    assert len(found) <= MOST_FUNCTIONS, found


# --- registries of games


def test_few_modules_know_the_list_of_games() -> None:
    names, found = [f'"{name}"' for name in catalogue.games()], []
    for file in sorted(
        (SRC / "pitboss").rglob("*.py")
    ):  # the engine that audits stands alone, and has a list of its own
        if "chapters" not in file.parts:
            text = file.read_text(encoding="utf-8")
            named = sum(name in text for name in names)
            if named >= MANY_GAMES:
                found.append(f"{file.relative_to(SRC)}: {named} games")
    assert len(found) <= MOST_REGISTRIES, found


# --- classes


def imported(tree: ast.Module) -> dict[str, str]:
    """What each name stands for that a module imports."""
    found: dict[str, str] = {}
    for node in statements(tree):
        if isinstance(node, ast.Import):
            found |= {each.asname: each.name for each in node.names if each.asname}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {each.asname or each.name: f"{node.module}.{each.name}" for each in node.names}
    return found


def resolved(base: ast.expr, module: str, names: dict[str, str]) -> str:
    """The full name of a base class: ``Solved``, ``kernel.Tables``, ``Message[Reply]``."""
    if isinstance(base, ast.Subscript):
        return resolved(base.value, module, names)
    first, _, rest = ast.unparse(base).partition(".")
    full = names.get(first, f"{module}.{first}")
    return f"{full}.{rest}" if rest else full


def members(node: ast.ClassDef) -> Iterator[str]:
    """Methods, names that the body of a class assigns or annotates, and attributes that its methods assign on ``self``."""
    for each in node.body:
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
            yield each.name
            yield from assigned(each)
        elif isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            yield each.target.id
        elif isinstance(each, ast.Assign):
            yield from (target.id for target in each.targets if isinstance(target, ast.Name))


def assigned(function: ast.AST) -> Iterator[str]:
    """``self.name`` wherever a statement assigns it."""
    for each in statements(function):
        for target in (*getattr(each, "targets", ()), getattr(each, "target", None), *withs(each)):
            for node in ast.walk(target) if target is not None else ():
                if (
                    isinstance(node, ast.Attribute)
                    and isinstance(node.ctx, ast.Store)
                    and ast.unparse(node.value) == "self"
                ):
                    yield node.attr


def withs(statement: ast.stmt) -> Iterator[ast.expr | None]:
    return (item.optional_vars for item in getattr(statement, "items", ()))


def ancestry(of: Class) -> list[list[Class]]:
    """Every way from a class up through the classes of this project."""
    bases = [sources().classes[base] for base in of.bases if base in sources().classes]
    return [[of, *rest] for base in bases for rest in ancestry(base)] or [[of]]


def is_list_of_fields(of: Class) -> bool:
    return of.name.startswith(MESSAGES) or any(each.name == CHOICES for way in ancestry(of) for each in way)


def size(of: Class) -> int:
    return len(frozenset().union(*(each.members for way in ancestry(of) for each in way)))


def test_no_class_has_too_many_members() -> None:
    classes = [each for each in sources().classes.values() if not is_list_of_fields(each)]
    large = {each.name: size(each) for each in classes if size(each) > MORE_MEMBERS.get(each.name, MOST_MEMBERS)}
    assert not large, "attributes and methods"


def test_no_class_inherits_too_deeply() -> None:
    deepest = max((way for each in sources().classes.values() for way in ancestry(each)), key=len)
    assert len(deepest) <= DEEPEST, " < ".join(each.name for each in deepest)


def test_a_command_has_one_base() -> None:
    base, found = "pitboss.house.host.command.Command", []
    for each in sources().classes.values():
        found += [way for way in ancestry(each) if way[-1].name == base and len(way) > 1]
    assert found, "there are commands"
    assert max(map(len, found)) <= DEEPEST_COMMAND, found


def test_what_is_counted() -> None:
    """Methods once though they are overridden; attributes on ``self`` wherever they are assigned; no local names."""
    tree = ast.parse(
        "class One(Base):\n"
        "    a: int\n"
        "    B = 1\n"
        "    def c(self, x, /, y, *rest, z=1, **more):\n"
        "        self.d, local = x, y\n"
        "        for self.e in rest:\n"
        "            with rest as (self.i, j): pass\n"
        "        other.f = self.g.h = 2\n"
        "    async def c(self): self.a = 3\n"
    )
    (one,) = (node for node in tree.body if isinstance(node, ast.ClassDef))
    assert set(members(one)) == {"a", "B", "c", "d", "e", "i"}
    function = one.body[2]
    assert isinstance(function, ast.FunctionDef)
    assert parameters(function) == ["x", "y", "z", "rest", "more"]
    assert (
        "pitboss.mathematics.blackjack.compositions.Solved"
        in sources().classes["pitboss.mathematics.blackjack.bad_beat_judging.BadBeat"].bases
    )

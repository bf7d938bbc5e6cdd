"""What the documentation names is there: every file of the project and every module that a page speaks of."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "pitboss"
PAGES = sorted(
    page
    for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *PACKAGE.rglob("README.md"))
    if page.name != "CHANGELOG.md"  # it tells what was
)
CODE = re.compile(r"`([^`\n]+)`")
TARGET = re.compile(r"make ([a-z][a-z-]*)")
MODULE = re.compile(r"\bpitboss(?:\.(?!db|toml|service|socket)[a-z_]\w*)+")
# A path of the project: a folder of the project, the package, the house or the pages, and what is in it.
ROOTS = (ROOT, PACKAGE, PACKAGE / "house", PACKAGE / "web")
FOLDERS = sorted({path.name for root in ROOTS for path in root.iterdir() if path.is_dir()} - {"build", "dist"})
PATH = re.compile(rf"(?:{'|'.join(map(re.escape, FOLDERS))})/[\w./-]*\w/?")
EXAMPLES = ("699a", "high_card", "high-card", "remind_of_limits")  # of a game and a command that a reader adds
ENDINGS = ("", ".py", ".js", ".md")


def named(text: str) -> Iterator[str]:
    """What a text names in its code: paths, modules and targets of make."""
    for code in CODE.findall(text):
        if not any(example in code for example in EXAMPLES):
            yield from (f"make {target}" for target in TARGET.findall(code))
            yield from MODULE.findall(code)
            if PATH.fullmatch(code):
                yield code


def is_there(name: str, page: Path) -> bool:
    if name.startswith("make "):
        return bool(re.search(rf"^{name.removeprefix('make ')}:", (ROOT / "Makefile").read_text(), re.MULTILINE))
    if MODULE.fullmatch(name):
        return is_module(name)
    return any((root / f"{name}{end}").exists() for root in (*ROOTS, page.parent) for end in ENDINGS)


def is_module(name: str) -> bool:
    """A module or package, or something that is written in one."""
    place, *parts = PACKAGE, *name.split(".")[1:]
    while parts and ((place / parts[0]).is_dir() or (place / f"{parts[0]}.py").exists()):
        place /= parts.pop(0)
    files = [file for end in ("py", "pyi") for file in (place.with_suffix(f".{end}"), place / f"__init__.{end}")]
    text = "".join(file.read_text(encoding="utf-8") for file in files if file.exists())
    return not parts or bool(re.search(rf"\b{parts[0]}\b", text))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_names_is_there(page: Path) -> None:
    assert not [name for name in named(page.read_text(encoding="utf-8")) if not is_there(name, page)]


PURPOSE = re.compile(r"^# .+\n\n(For |A tutorial for |You )")


@pytest.mark.parametrize("page", [page for page in PAGES if "docs" in page.parts], ids=lambda page: page.name)
def test_a_page_says_in_its_first_line_whom_it_is_for(page: Path) -> None:
    assert PURPOSE.match(page.read_text(encoding="utf-8")), f"{page.relative_to(ROOT)}: begin with whom it is for"


def test_a_page_that_begins_with_something_else_is_noticed() -> None:
    assert not PURPOSE.match("# Drills\n\nQuestions for those who play.\n")


@pytest.mark.parametrize(
    "text",
    [
        "`house/host/no_such.py`",
        "`src/pitboss/no_such/`",
        "`pitboss.house.no_such`",
        "`pitboss.law.no_such`",
        "`make no-such`",
    ],
)
def test_a_name_that_is_gone_is_noticed(text: str) -> None:
    """Control: one name that stands for nothing."""
    (name,) = named(text)
    assert not is_there(name, ROOT / "README.md")


@pytest.mark.parametrize(
    "text",
    [
        "`house/host/host.py`",
        "`house/table/felt`",
        "`docs/wire.md`",
        "`pitboss.house.wire`",
        "`pitboss.law.chapter`",
        "`make wire`",
    ],
)
def test_a_name_that_is_there_is_found(text: str) -> None:
    (name,) = named(text)
    assert is_there(name, ROOT / "README.md")

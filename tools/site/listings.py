"""The source that provisions and promises name, as pages of the site: each line can be linked to, nothing is outside."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from pathlib import Path

from pygments import highlight  # type: ignore[import-untyped]
from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped]
from pygments.lexers import PythonLexer, TextLexer  # type: ignore[import-untyped]

from pitboss import law
from tools.site.tree import PROJECT

FOLDER = "source"
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><link rel="stylesheet" href="{up}_static/pygments.css"><link rel="stylesheet" href="{up}_static/site.css"></head>
<body class="listing"><p><a href="{up}index.html">pitboss</a> · <a href="{up}provisions/index.html">Provisions</a></p>
<h1>{title}</h1>
{code}</body></html>
"""  # noqa: E501


def module_file(module: str) -> Path:
    """The file of a module of the package."""
    path = PROJECT / "src" / module.replace(".", "/")
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def place_of(named: str) -> tuple[Path, int]:
    """File and line of ``module:name`` or ``module:Class.name``; line 1 of a module named alone."""
    module, _, name = named.partition(":")
    file = module_file(module)
    return file, _lines(file).get(name, 1) if name else 1


@cache
def _lines(file: Path) -> dict[str, int]:
    """Where each name of a file is defined, the first time; members by ``Class.name``."""
    found: dict[str, int] = {}

    def walk(body: Iterable[ast.stmt], prefix: str) -> None:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                found.setdefault(prefix + node.name, node.lineno)
                if isinstance(node, ast.ClassDef):
                    walk(node.body, f"{prefix}{node.name}.")
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                for name in (leaf.id for target in targets for leaf in ast.walk(target) if isinstance(leaf, ast.Name)):
                    found.setdefault(prefix + name, node.lineno)
            elif isinstance(node, ast.If | ast.Try):
                walk(node.body, prefix)

    walk(ast.parse(file.read_text(encoding="utf-8")).body, "")
    return found


@cache
def places_of_tests() -> dict[str, list[tuple[Path, int]]]:
    """By the name of a test, where it is."""
    found: dict[str, list[tuple[Path, int]]] = {}
    for file in sorted((PROJECT / "tests").rglob("test_*.py")):
        for name, line in _lines(file).items():
            if name.rpartition(".")[2].startswith("test_"):
                found.setdefault(name.rpartition(".")[2], []).append((file, line))
    return found


def place_of_test(named: str) -> tuple[Path, int] | None:
    """Where the test is that a page calls ``house/test_crash::nothing_is_lost``; None where there is none."""
    file, _, name = named.partition("::")
    path = PROJECT / "tests" / f"{file}.py"
    line = _lines(path).get(f"test_{name}") if path.exists() else None
    return None if line is None else (path, line)


def page_of(file: Path) -> str:
    """The page of a source file, from the root of the site."""
    return f"{FOLDER}/{file.relative_to(PROJECT).as_posix().removeprefix('src/')}.html"


def named_files() -> Iterator[Path]:
    """Every file that holds code or a test named in a register."""
    for chapter in law.chapters():
        for provision in law.chapter(chapter).provision:
            yield from (place_of(named)[0] for named in provision.code)
            yield from (file for named in provision.tests for file, _ in places_of_tests().get(named, []))


def write_listings(files: Iterable[Path], out: Path, *, coloured: bool = True) -> int:
    """A page for each file; how many there are. Colours take a third of the time that the whole site takes."""
    lexer = PythonLexer() if coloured else TextLexer()
    formatter = HtmlFormatter(linenos="inline", lineanchors="L", wrapcode=True)
    count = 0
    for file in sorted(set(files)):
        page = out / page_of(file)
        page.parent.mkdir(parents=True, exist_ok=True)
        up = "../" * (len(page.relative_to(out).parts) - 1)
        code = highlight(file.read_text(encoding="utf-8"), lexer, formatter)
        title = escape(file.relative_to(PROJECT).as_posix())
        page.write_text(PAGE.format(title=title, up=up, code=code), encoding="utf-8")
        count += 1
    return count

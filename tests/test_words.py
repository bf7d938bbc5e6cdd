"""Plain words: none of ``words.toml`` in names, comments, messages, pages or documents; no two classes of one name.

What was there before the list is counted there, as ``left``, and by class in ``classes``; a count may only fall.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent
LIST = tomllib.loads((HERE / "words.toml").read_text(encoding="utf-8"))
LAW = ("chapters",)  # where classes are named by chapter: Rules, Table
DOCUMENTS = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "ADDING_A_GAME.md", "docs/**/*.md")
STRINGS = re.compile(r'"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|#[^\n]*')
CLASS = re.compile(r"^class ([A-Za-z]\w*)", re.MULTILINE)  # one that begins with an underscore is its module's own

Text = tuple[str, str, str]  # the file, the kind, the text with all else blank


def blank(text: str) -> str:
    """As many lines, and nothing on them."""
    return "\n" * text.count("\n")


def parts(file: str, text: str) -> Iterator[Text]:
    """The parts of a file by kind; line numbers stay."""
    if file.endswith(".py"):
        yield file, "names", STRINGS.sub(lambda found: blank(found[0]), text)
        prose, at = [], 0
        for found in STRINGS.finditer(text):
            prose += [blank(text[at : found.start()]), found[0]]
            at = found.end()
        yield file, "prose", " ".join(prose)
    else:
        yield file, "docs" if file.endswith(".md") else "pages", text


@cache
def sources() -> tuple[Text, ...]:
    files = [
        *(path for pattern in ("*.py", "*.js", "*.html") for path in sorted((ROOT / "src").rglob(pattern))),
        *(path for pattern in DOCUMENTS for path in sorted(ROOT.glob(pattern))),
    ]
    return tuple(
        part for path in files for part in parts(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
    )


def is_exempt(file: str, words: str) -> bool:
    return any(re.match(one["file"], file) and re.fullmatch(one["match"], words) for one in LIST["exempt"])


def uses(word: dict[str, Any], texts: tuple[Text, ...]) -> list[str]:
    """Where a word is used: file, line, and what is there."""
    pattern, found = re.compile(word["pattern"]), []
    for file, kind, text in texts:
        if kind in word["in"] and word["has"] in text:
            for use in pattern.finditer(text):
                if not is_exempt(file, use[0]):
                    found.append(f"{file}:{text.count(chr(10), 0, use.start()) + 1}: {use[0]}")
    return found


@pytest.mark.parametrize("word", LIST["word"], ids=lambda word: f"{'+'.join(word['in'])}-{word['has'].strip()}")
def test_word_is_not_used(word: dict[str, Any]) -> None:
    found, most = uses(word, sources()), word.get("left", 0)
    listed = "\n".join(found)
    assert len(found) <= most, f"Write instead: {word['write']}.\n{listed}"
    assert len(found) == most, f"{most - len(found)} fewer: lower its ``left`` in words.toml to {len(found)}."


def classes_twice(texts: tuple[Text, ...]) -> dict[str, list[str]]:
    where: dict[str, list[str]] = {}
    for file, kind, text in texts:
        alone = file.startswith(
            "src/pitboss_audit/"
        )  # it imports nothing of pitboss, and has the trade's words for its classes
        if kind == "names" and not alone and not any(f"/{law}/" in file for law in LAW):
            for name in CLASS.findall(text):
                where.setdefault(name, []).append(file)
    return {name: files for name, files in where.items() if len(files) > 1}


def test_no_two_classes_have_one_name() -> None:
    found = classes_twice(sources())
    counts = Counter({name: len(files) for name, files in found.items()})
    more = {name: found[name] for name, count in counts.items() if count > LIST["classes"].get(name, 0)}
    assert not more, "\n".join(
        f"{name} is a class in {', '.join(files)}: say of what it is one" for name, files in more.items()
    )
    fewer = {name: counts[name] for name, count in LIST["classes"].items() if counts[name] < count}
    assert not fewer, f"lower these counts in words.toml: {fewer}"


# --- controls


@pytest.mark.parametrize(
    ("file", "text", "write"),
    [
        ("src/pitboss/house/a.py", "def told(x: int) -> int:\n    return x\n", "the noun"),
        ("src/pitboss/house/a.py", "with connect() as c:\n    line.execute(query)\n", "connection"),
        ("src/pitboss/house/a.py", '"""The pit desk."""\n', "console"),
        ("src/pitboss/house/a.py", "x = 1  # built anew\n", "again"),
        ("src/pitboss/web/a.js", 'button("Look again", go);\n', "Refresh"),
        ("src/pitboss/web/a.js", "export class PayDesk {}\n", "console"),
        ("docs/a.md", "The table stands still.\n", "suspended"),
    ],
)
def test_a_word_that_is_used_is_found(file: str, text: str, write: str) -> None:
    told = [word["write"] for word in LIST["word"] if uses(word, tuple(parts(file, text)))]
    assert any(write in one for one in told)


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("src/pitboss/house/a.py", 'name = "Pass Line"  # a Place Bet; it is the player\'s turn\n'),
        ("src/pitboss/house/a.py", 'kind = "thing_brought"\nfor line in lines:\n    read(line)\n'),
        ("src/pitboss/web/a.js", "if (told) wait(); // anything that comes to rest\n"),
        ("docs/a.md", "A player is told the result; the line bet stays in place.\n"),
    ],
)
def test_the_law_and_the_record_keep_their_words(file: str, text: str) -> None:
    assert not [word["pattern"] for word in LIST["word"] if uses(word, tuple(parts(file, text)))]


def test_two_classes_of_one_name_are_found() -> None:
    one, other = (tuple(parts(f"src/pitboss/{name}.py", "class Line:\n    pass\n")) for name in "ab")
    assert classes_twice((*one, *other)) == {"Line": ["src/pitboss/a.py", "src/pitboss/b.py"]}

"""What every field of a message means: the comment beside it in the source, else what ``fields.toml`` says of its name.

``make wire`` collects the comments (``comments.json``), so that nobody who asks for /schema waits for sources to be read.
"""

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

HERE = Path(__file__).parent
COMMENTS = HERE / "comments.json"
# Where nearly all structures of the wire are, below the package.
SOURCES = ("house/protocol/*.py", "house/commands/*.py", "events.py", "procedure.py", "game.py", "wagers.py")
_COMMENT = re.compile(r"  # (?!type:|noqa)(.+)$", re.MULTILINE)


def comments() -> bytes:
    """By class and field, the comments of these sources: ``amount: Cents  # of one wager``."""
    found: dict[str, dict[str, str]] = {}
    for file in sorted(path for pattern in SOURCES for path in HERE.parents[1].glob(pattern)):
        text = file.read_text(encoding="utf-8")
        lines = text.splitlines()
        for node in (one for one in ast.walk(ast.parse(text)) if isinstance(one, ast.ClassDef) and one.bases):
            for field in node.body:
                if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                    if said := _COMMENT.search("\n".join(lines[field.lineno - 1 : field.end_lineno])):
                        found.setdefault(node.name, {})[field.target.id] = said[1]
    return msgspec.json.format(msgspec.json.encode(found, order="sorted"), indent=1) + b"\n"


@cache
def _known() -> tuple[dict[str, dict[str, str]], dict[str, str]]:
    beside = msgspec.json.decode(COMMENTS.read_bytes(), type=dict[str, dict[str, str]])
    return beside, msgspec.toml.decode((HERE / "fields.toml").read_bytes(), type=dict[str, str])


def meaning(structure: str, field: str) -> str:
    """What a field of a structure means; empty where nobody wrote it down."""
    beside, names = _known()
    if words := beside.get(structure, {}).get(field, ""):
        sentence = words[0].upper() + words[1:]
        return sentence if sentence.endswith(".") else f"{sentence}."
    return names.get(f"{structure}.{field}") or names.get(field, "")


def described(schemas: dict[str, Any]) -> dict[str, Any]:
    """The same schemas, every property with what it means."""
    return {
        name: schema | {"properties": {key: _with(name, key, own) for key, own in schema["properties"].items()}}
        if "properties" in schema
        else schema
        for name, schema in schemas.items()
    }


def _with(structure: str, field: str, schema: dict[str, Any]) -> dict[str, Any]:
    words = meaning(structure, field)
    return {**schema, "description": words} if words and "description" not in schema else schema

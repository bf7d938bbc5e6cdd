"""An example of every body that the house reads or replies, made from its schema: short, and valid by it."""

from collections.abc import Mapping
from typing import Any

DEEP = 4  # levels that are shown; below, what may be left out is
# By the name of a field: what it might be. Where its schema does not allow that, the least that it allows is taken.
VALUES: Mapping[str, Any] = {
    "amount": 500,
    "answer": "stand",
    "cards": ["AS", "10H"],
    "chapter": "617a",
    "cite": "617a.5(b)",
    "credential": "D-1001",
    "day": "2026-11-17",
    "game": "roulette",
    "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "holder": "Example Casino",
    "id": "roulette-1",
    "key": "8d0f3c52a1b94e67",
    "maximum": 50_000,
    "minimum": 500,
    "name": "Pat",
    "number": 7,
    "odds": "35 to 1",
    "on": "17",
    "outcome": "17",
    "patron": "p7",
    "reason": "A card was exposed.",
    "released": "0.3.0",
    "role": "dealer",
    "round": 7,
    "seat": 1,
    "sentence": "There is no such table.",
    "sequence": 42,
    "since": "2026-11-17T18:00:00Z",
    "stake": 500,
    "table": "roulette-1",
    "time": "2026-11-17T18:00:00Z",
    "title": "Roulette",
    "wager": "straight",
    "why": "not_found",
}
KINDS: Mapping[str, type] = {"string": str, "integer": int, "number": int, "boolean": bool, "array": list}


def example(schema: Mapping[str, Any], schemas: Mapping[str, Any], name: str = "", depth: int = 0) -> Any:
    """A value that a schema allows; ``name`` is that of the field."""
    if (target := schema.get("$ref")) is not None:
        return example(schemas[target.rpartition("/")[2]], schemas, name, depth)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    if several := schema.get("anyOf") or schema.get("oneOf"):
        full = [one for one in several if one.get("type") != "null"]
        return example(full[0], schemas, name, depth) if full and (depth < DEEP or len(full) == len(several)) else None
    kind = schema.get("type", "")
    if name in VALUES and _allows(schema, VALUES[name]):
        return VALUES[name]
    if kind == "object" or "properties" in schema:
        return _object(schema, schemas, depth)
    if kind == "array":
        return _array(schema, schemas, name, depth)
    if "default" in schema:
        return schema["default"]
    return _least(schema, kind, name)


def _object(schema: Mapping[str, Any], schemas: Mapping[str, Any], depth: int) -> dict[str, Any]:
    needed = set(schema.get("required", ()))
    shown = schema.get("properties", {})
    return {name: example(own, schemas, name, depth + 1) for name, own in shown.items() if name in needed or depth < 2}


def _array(schema: Mapping[str, Any], schemas: Mapping[str, Any], name: str, depth: int) -> list[Any]:
    made = [example(one, schemas, name, depth + 1) for one in schema.get("prefixItems", ())]
    least, items = schema.get("minItems", 0), schema.get("items")
    if isinstance(items, Mapping):
        wanted = max(least, 1 if depth < DEEP and schema.get("maxItems", 1) > len(made) else 0)
        made += [example(items, schemas, name, depth + 1) for _ in range(wanted - len(made))]
    return made


def _allows(schema: Mapping[str, Any], value: Any) -> bool:
    """Whether a value is of the kind that a schema names, and within its bounds."""
    kind = KINDS.get(schema.get("type", ""))
    if kind is None or not isinstance(value, kind) or (isinstance(value, bool) and schema["type"] != "boolean"):
        return False
    if isinstance(value, list):
        return bool(schema.get("items", {}).get("type") == "string" and schema.get("maxItems", 2) >= len(value))
    if isinstance(value, str):
        fits = schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value))
        return bool(fits and not {"pattern", "format"} & set(schema))
    return bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))


def _least(schema: Mapping[str, Any], kind: str, name: str) -> Any:
    if kind == "string":
        word = name.replace("_", " ") or "text"
        return word if _allows(schema, word) else "x" * max(1, schema.get("minLength", 1))
    if kind in ("integer", "number"):
        return max(
            schema.get("minimum", 1), schema.get("exclusiveMinimum", 0) + 1 if "exclusiveMinimum" in schema else 0
        )
    return {"boolean": True, "null": None}.get(kind, {})

"""As much of JSON Schema as ``case.schema.json`` uses. A keyword that is not known here is an error, never passed over."""

import re
from collections.abc import Callable, Iterator
from typing import Any

TYPES: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
}
RIGHT: set[tuple[int, str]] = set()  # items already found right: most lines of a case are those of many others
WORDS = {"$schema", "$id", "$defs", "title", "description"}  # they say nothing about a value


def mistakes(value: Any, schema: dict[str, Any], root: dict[str, Any], at: str = "") -> Iterator[str]:
    """Everything in a value that its schema does not allow."""
    for keyword, wanted in schema.items():
        if keyword in WORDS:
            continue
        if keyword == "$ref":
            yield from mistakes(value, root["$defs"][wanted.removeprefix("#/$defs/")], root, at)
        elif keyword == "type":
            if not any(TYPES[name](value) for name in ([wanted] if isinstance(wanted, str) else wanted)):
                yield f"{at} is not of type {wanted}"
        elif keyword in ("oneOf", "anyOf"):
            fitting = sum(next(mistakes(value, option, root, at), None) is None for option in wanted)
            if not fitting or (keyword == "oneOf" and fitting > 1):
                yield f"{at} fits {fitting} of the {keyword} options"
        elif keyword in CHECKS:
            if not CHECKS[keyword](value, wanted):
                yield f"{at} breaks {keyword} {wanted}"
        elif keyword == "properties":
            for name in wanted.keys() & (value.keys() if isinstance(value, dict) else set()):
                yield from mistakes(value[name], wanted[name], root, f"{at}.{name}")
        elif keyword == "additionalProperties":
            for name in (value.keys() if isinstance(value, dict) else set()) - schema.get("properties", {}).keys():
                if wanted is False:
                    yield f"{at} has an unknown key {name}"
                else:
                    yield from mistakes(value[name], wanted, root, f"{at}.{name}")
        elif keyword == "items":
            for place, item in enumerate(value if isinstance(value, list) else []):
                if (seen := (id(wanted), repr(item))) in RIGHT:
                    continue
                if wrong := list(mistakes(item, wanted, root, f"{at}[{place}]")):
                    yield from wrong
                else:
                    RIGHT.add(seen)
        else:
            raise AssertionError(f"The keyword {keyword} is not known to the test.")


CHECKS: dict[str, Callable[[Any, Any], bool]] = {
    "const": lambda value, wanted: bool(value == wanted),
    "enum": lambda value, wanted: value in wanted,
    "required": lambda value, wanted: not isinstance(value, dict) or set(wanted) <= value.keys(),
    "pattern": lambda value, wanted: not isinstance(value, str) or re.search(wanted, value) is not None,
    "minimum": lambda value, wanted: not isinstance(value, int) or value >= wanted,
    "minLength": lambda value, wanted: not isinstance(value, str) or len(value) >= wanted,
    "minItems": lambda value, wanted: not isinstance(value, list) or len(value) >= wanted,
}

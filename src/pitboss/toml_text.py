"""TOML that somebody wrote, read within bounds: whatever is wrong with it is one mistake, never an error of Python's.

``tomllib`` fails in its own ways at lists within lists without end and at numbers of thousands of digits; and what it reads may be
nested too deeply, or have numbers too large, for whoever shows them.
"""

import re
import tomllib
from collections.abc import Callable
from typing import Any

DEEPEST = 100  # tables and lists within each other
LONGEST = 63  # bits of a whole number in TOML, the sign not counted

NotToml = tomllib.TOMLDecodeError
_TOO_DEEP = f"Lists and tables lie at most {DEEPEST} deep within each other"
# A key of so many parts, which would take the parser a time that grows with their square.
_LONG_KEY = re.compile(rf"""(?:^|[{{,\[])\s*(?:[\w"'-]+[ \t]*\.[ \t]*){{{DEEPEST}}}""", re.MULTILINE)


def read_toml(text: str, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """What the text says, or ``NotToml``."""
    if _LONG_KEY.search(text):
        raise NotToml(_TOO_DEEP)
    try:
        found = tomllib.loads(text, parse_float=parse_float)
    except NotToml:
        raise
    except RecursionError:
        raise NotToml(_TOO_DEEP) from None
    except (ValueError, ArithmeticError):
        raise NotToml("A number has too many digits") from None
    waiting: list[tuple[Any, int]] = [(found, 0)]
    while waiting:
        value, depth = waiting.pop()
        if depth > DEEPEST:
            raise NotToml(_TOO_DEEP)
        if isinstance(value, dict | list):
            inner = value.values() if isinstance(value, dict) else value
            waiting += [(one, depth + 1) for one in inner]
        elif type(value) is int and value.bit_length() > LONGEST:
            raise NotToml(f"A whole number has at most {LONGEST} bits")
    return found

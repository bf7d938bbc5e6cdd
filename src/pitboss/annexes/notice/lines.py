"""Where each fact is in its file, so that a mistake can be reported with its line."""

import re

_TABLE = re.compile(r"\s*(\[{1,2})\s*([\w.\- ]+?)\s*\]{1,2}\s*(?:#.*)?$")
_KEY = re.compile(r"\s*([\w-]+)\s*=")


class Lines:
    """``of("lost_sales.customers[2].lost")`` → the line of that fact, else of what holds it; 0 where nothing does."""

    def __init__(self, text: str) -> None:
        self._found: dict[str, int] = {}
        table, counts = "", dict[str, int]()
        for number, line in enumerate(text.splitlines(), 1):
            if heading := _TABLE.match(line):
                table = _numbered(heading[2].replace(" ", ""), counts, one_of_many=heading[1] == "[[")
                self._found.setdefault(table, number)
            elif key := _KEY.match(line):
                self._found.setdefault(f"{table}.{key[1]}" if table else key[1], number)

    def of(self, path: str) -> int:
        while path and path not in self._found:
            path = re.sub(r"(\[\d+\]|\.?[^.\[\]]+)$", "", path)
        return self._found.get(path, 0)


def _numbered(name: str, counts: dict[str, int], *, one_of_many: bool) -> str:
    if not one_of_many:
        return name
    counts[name] = counts.get(name, 0) + 1
    return f"{name}[{counts[name]}]"

"""On which line of a TOML file something stands; the parser of the standard library does not say."""

import bisect
import contextlib
import re

Path = tuple[str | int, ...]
_SKIP = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_KEY = re.compile(r"""[ \t]*("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[A-Za-z0-9_-]+)[ \t]*""")
_HEADER = re.compile(r"\[(\[?)([^\n]*?)\](?=[ \t\r]*(?:#|\n|$))")
_TEXT = re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.DOTALL)
_PLAIN = re.compile(r"[^,\]}\s#]+(?: [0-9][^,\]}\s#]*)?")  # a number, a date with its time, true, false


class LineNumbers:
    """The lines of a text that is known to be TOML. A path is made of keys; in a list of tables, of its number from 0."""

    def __init__(self, text: str) -> None:
        self._text, self._found = text, dict[Path, int]()
        self._ends = [found.start() for found in re.finditer("\n", text)]
        with contextlib.suppress(IndexError, RecursionError):  # what was found until then stands
            self._scan(text)

    def _scan(self, text: str) -> None:
        at, table, numbers = self._skip(0), Path(), dict[Path, int]()
        while at < len(text):
            if header := _HEADER.match(text, at):
                table = self._header(at, header[2].removesuffix("]"), bool(header[1]), numbers)
                at = header.end()
            else:
                at = self._line(at, table)
            at = self._skip(at)

    def of(self, *path: str | int) -> int:
        """The line of a path, or of what is nearest around it; 0 where there is none."""
        while path and path not in self._found:
            path = path[:-1]
        return self._found.get(path, 0)

    def _note(self, path: Path, at: int) -> None:
        self._found.setdefault(path, bisect.bisect_left(self._ends, at) + 1)

    def _skip(self, at: int) -> int:
        found = _SKIP.match(self._text, at)
        assert found is not None
        return found.end()

    def _header(self, at: int, name: str, of_list: bool, numbers: dict[Path, int]) -> Path:
        """The path that ``[name]`` or ``[[name]]`` opens."""
        path, words = Path(), [_bare(found[1]) for found in _KEY.finditer(name)]
        for place, word in enumerate(words):
            path = (*path, word)
            last = place == len(words) - 1
            if of_list and last:
                self._note(path, at)  # the list itself begins where its first table does
                numbers[path] = numbers.get(path, -1) + 1
            if path in numbers:
                path = (*path, numbers[path])
        self._note(path, at)
        return path

    def _line(self, at: int, table: Path) -> int:
        """Note ``a.b = value``; returns where it ends."""
        path, begin = table, at
        while (key := _KEY.match(self._text, at)) is not None:
            path, at = (*path, _bare(key[1])), key.end()
            self._note(path, begin)
            if self._text[at] != ".":
                break
            at += 1
        return self._value(at + 1, path)

    def _value(self, at: int, path: Path) -> int:
        at = self._skip(at)
        opened = self._text[at]
        if opened not in "[{":
            found = _TEXT.match(self._text, at) if opened in "\"'" else _PLAIN.match(self._text, at)
            return found.end() if found else at + 1
        at, number = self._skip(at + 1), 0
        while self._text[at] not in "]}":
            if opened == "{":
                at = self._line(at, path)
            else:
                self._note((*path, number), at)
                at, number = self._value(at, (*path, number)), number + 1
            at = self._skip(at)
            if self._text[at] == ",":
                at = self._skip(at + 1)
        return at + 1


def _bare(key: str) -> str:
    return key[1:-1] if key[0] in "\"'" else key

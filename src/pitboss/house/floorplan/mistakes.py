"""The mistakes of a file, all at once: each with its line, a sentence, and the provision where one decides."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from pitboss.house.floorplan.lines import LineNumbers
from pitboss.house.floorplan.lines import Path as Place
from pitboss.procedure import Refusal, Refused
from pitboss.toml_text import NotToml, read_toml

_AT_LINE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)")


class FloorMistake(msgspec.Struct, frozen=True, omit_defaults=True):
    """One mistake. ``file`` is empty for the floor file itself, else the filing that it names; line 0 is the whole file."""

    line: int
    sentence: str
    cite: str = ""
    file: str = ""

    def __str__(self) -> str:
        where = [self.file] * bool(self.file) + [f"line {self.line}"] * bool(self.line)
        words = f"{', '.join(where)}: {self.sentence}" if where else self.sentence
        return f"{words} [{self.cite}]" if self.cite else words


class Mistakes(Refused):
    """A file cannot be used; ``found`` says everything that is wrong with it, in the order of its lines."""

    def __init__(self, found: Sequence[FloorMistake]) -> None:
        self.found = sorted(found, key=lambda mistake: (mistake.file, mistake.line))
        super().__init__(Refusal.MALFORMED, "\n".join(map(str, self.found)), "")


class Notes:
    """The mistakes found in one file while it is read; those of the filings that it names are added to them."""

    def __init__(self, text: str, file: str = "") -> None:
        self.file, self.lines, self.found = file, LineNumbers(text), list[FloorMistake]()

    def add(self, place: Place, sentence: str, cite: str = "") -> None:
        self.found.append(FloorMistake(self.lines.of(*place), sentence, cite, self.file))


def parsed(text: str, file: str = "") -> dict[str, Any]:
    """What a TOML file says, or its mistake: the parser tells one."""
    try:
        return read_toml(text)
    except NotToml as error:
        message = str(error)
        line = int(found[1] or text.count("\n") + 1) if (found := _AT_LINE.search(message)) else 0
        words = _AT_LINE.sub("", message).rstrip(".")
        raise Mistakes([FloorMistake(line, f"This is not TOML: {words[0].lower()}{words[1:]}.", "", file)]) from None

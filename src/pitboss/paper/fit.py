"""Fits printed words into a box: how wide a line is, where to break it, how large it can be.

Widths are those of a common bold sans serif, rounded up, so that what fits these widths fits in any viewer's font.
"""

import re

NARROW, WIDE = frozenset(" \u00a0.,:;'!|ijlItf()[]/·"), frozenset("MWmw@%—")
LINE_HEIGHT = 1.18
_ODDS = re.compile(r"(?<=\d) (to|for) (?=\d)")


def bound(text: str) -> str:
    """The text with its odds held together."""
    return _ODDS.sub("\u00a0\\1\u00a0", text)


def width(text: str) -> float:
    """The width of a line in ems."""
    return sum(0.42 if c in NARROW else 1.0 if c in WIDE else 0.76 if c.isupper() else 0.68 for c in text)


def fit(text: str, across: float, down: float, largest: float) -> tuple[float, list[str]]:
    """The largest size (up to ``largest``) and the lines that fit the words into ``across`` by ``down``.

    A line break in the text stays; others are made at spaces where that allows larger letters.
    """
    best: tuple[float, list[str]] = (0.0, [])
    for lines in _breakings(text):
        size = min(largest, across / max(map(width, lines)), down / (len(lines) * LINE_HEIGHT))
        if size > best[0]:
            best = size, lines
    return best


def _breakings(text: str) -> list[list[str]]:
    """The ways to set the text: as it is, then balanced over two, three … lines."""
    if "\n" in text:
        return [text.split("\n")]
    words = bound(text).split(" ")
    return [_balanced(words, count) for count in range(1, min(len(words), 5) + 1)]


def _balanced(words: list[str], count: int) -> list[str]:
    """The words on ``count`` lines, the longest of them as short as can be."""
    if count == 1:
        return [" ".join(words)]
    found: list[list[str]] = []
    for first in range(1, len(words) - count + 2):
        found.append([" ".join(words[:first]), *_balanced(words[first:], count - 1)])
    return min(found, key=lambda lines: max(map(width, lines)))

"""Sequence diagrams as drawings: the few lines of Mermaid that the project's pages use, drawn without Mermaid.

``participant A as label``, ``A->>B: words`` and ``A-->>B: words`` (an answer, drawn dashed). A diagram with anything else in
it is refused, so that no page is built with a part of it missing.
"""

import re
from textwrap import wrap

from tools.site.markup import block, text

PARTICIPANT = re.compile(r"participant (\w+) as (.+)")
MESSAGE = re.compile(r"(\w+)(--?)>>(\w+): (.+)")
APART, MARGIN, LINE = 128, 66, 15  # between two participants, before the first, of words one below the other
LETTERS, LABEL_LETTERS = 34, 15  # in a line of words, and of a participant's label
HEAD = 44


def drawing(source: str) -> str:
    """A block of HTML with the diagram as an SVG, its words as text."""
    first, *lines = (line.strip() for line in source.strip().splitlines())
    if first != "sequenceDiagram":
        raise ValueError(f"Only a sequenceDiagram is drawn, not {first!r}.")
    places: dict[str, int] = {}
    heads, messages, y = list[str](), list[str](), HEAD + 26
    for line in lines:
        if found := PARTICIPANT.fullmatch(line):
            places[found[1]] = MARGIN + APART * len(places)
            heads.append(_head(places[found[1]], found[2]))
        elif found := MESSAGE.fullmatch(line):
            sender, dashes, receiver, words = found.groups()
            drawn, y = _message(places[sender], places[receiver], y, words, dashed=dashes == "--")
            messages.append(drawn)
        else:
            raise ValueError(f"A line of a diagram is not understood: {line!r}.")
    width = 2 * MARGIN + APART * (len(places) - 1)
    columns = [f'<path class="life" d="M{x} {HEAD}V{y}"/>' for x in places.values()]
    return block(
        f'<div class="sequence"><svg viewBox="0 0 {width} {y}" role="img" aria-label="Who sends what to whom, from top to bottom">',
        *columns, *heads, *messages, "</svg></div>",
    )  # fmt: skip


def _head(x: int, label: str) -> str:
    rows = wrap(label, LABEL_LETTERS)
    top = HEAD / 2 + 5 - LINE * (len(rows) - 1) / 2
    words = "".join(
        f'<text class="label" x="{x}" y="{top + LINE * n:g}">{text(row)}</text>' for n, row in enumerate(rows)
    )
    return f'<rect x="{x - APART // 2 + 5}" y="1" width="{APART - 10}" height="{HEAD}" rx="6"/>{words}'


def _message(start: int, end: int, y: int, words: str, *, dashed: bool) -> tuple[str, int]:
    """Its words, from the left, with the arrow below them; and where the next one begins."""
    rows = wrap(words, LETTERS)
    left = min(start, end) + 8
    said = "".join(f'<text x="{left}" y="{y + LINE * n}">{text(row)}</text>' for n, row in enumerate(rows))
    at = y + LINE * (len(rows) - 1) + 8
    kind = ' class="answer"' if dashed else ""
    if start == end:
        return f'{said}<path{kind} d="M{start} {at}h18v10h-18"/>{_point(start, at + 10, 1)}', at + 32
    return f'{said}<path{kind} d="M{start} {at}H{end}"/>{_point(end, at, 1 if end < start else -1)}', at + 26


def _point(x: int, y: int, way: int) -> str:
    return f'<path class="point" d="M{x} {y}l{8 * way} -4v8z"/>'

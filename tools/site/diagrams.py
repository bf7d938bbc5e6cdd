"""The diagrams of ARCHITECTURE.md as drawings; ``python -m tools.site.pictures`` writes them into docs/pictures."""

from textwrap import wrap

from tools.site.markup import text

INK, PAPER, BOX, ARROW = "#222", "#fffdf8", "#f3e9d2", "#8a4b12"
LINE = 15  # height of a row of words
APART, MARGIN, HEAD = 140, 74, 44  # of a sequence: between two columns, before the first, height of a column's head
LETTERS = 40  # in a row of words
LIVES = "#c8bda4"  # colour of what goes down from a head

# Who sends what to whom: sender, receiver, words; an answer is drawn dashed.
COLUMNS = (
    "page (web/table)",
    "wire/sockets",
    "host/host",
    "commands/answer",
    "table/table",
    "round and Book",
    "storage/store",
)
PAGE, SOCKET, HOST, COMMAND, TABLE, ROUND, STORE = range(len(COLUMNS))
WAGER = (
    (PAGE, SOCKET, "do: answer, key, round, question, says: wager", False),
    (SOCKET, HOST, "in turn by address (first queue): Host.do", False),
    (HOST, HOST, "the table's job list (second queue); a key seen before gets its first reply", False),
    (HOST, COMMAND, "carry_out: who, for which seat, meant for this moment?", False),
    (COMMAND, TABLE, "Table.answer", False),
    (TABLE, ROUND, "price: can the rack pay? then take", False),
    (ROUND, TABLE, "Wagered, with its provision", True),
    (TABLE, TABLE, "ledger and felt; a step in the journal", False),
    (HOST, HOST, "dealer.advance: what is the house's to answer", False),
    (HOST, STORE, "step, reply and key: one commit", False),
    (STORE, HOST, "on the disk", True),
    (HOST, SOCKET, "reply; viewers wake", True),
    (SOCKET, PAGE, "ack; then events and what of the view changed", True),
)  # fmt: skip
READERS = (
    ("ledger", "double entry, sum zero"),
    ("journal", "hash chain, replay"),
    ("house/wire/view", "what one viewer may see"),
    ("terminal", "pitboss play"),
    ("drivers/script", "scenarios, golden plays"),
)


def drawings() -> dict[str, str]:
    """Every diagram by the name of its file."""
    return {"architecture-round.svg": a_round(), "architecture-wager.svg": sequence(COLUMNS, WAGER)}


def a_round() -> str:
    """Who asks, who answers, who reads the events."""
    parts = [
        _box(10, 40, 210, 60, "seat · dealer · floor · chance", "a person, a device, a program"),
        _box(400, 30, 240, 80, "chapters/…/procedure.py", "one generator for a round,", "pure functions beside it"),
        _box(690, 40, 160, 60, "provisions/….toml", "gist, code, tests"),
        *(_words(310, 52, "Answer", "middle"), _arrow(220, 60, 400, 60)),
        *(_words(310, 102, "Question", "middle"), _arrow(400, 84, 220, 84)),
        _arrow(690, 70, 640, 70),
        *(_words(530, 140, "Event, with its citation and who may see it"), _arrow(520, 110, 520, 160)),
    ]
    for number, (name, words) in enumerate(READERS):
        left = 10 + 170 * number
        parts += [_box(left, 190, 160, 50, name, words), _arrow(left + 80, 160, left + 80, 190)]
    parts.append(f'<path d="M90 160H770" stroke="{ARROW}" fill="none"/>')
    return _svg(860, 250, "A round asks Questions, takes Answers and yields Events", parts)


def sequence(columns: tuple[str, ...], messages: tuple[tuple[int, int, str, bool], ...]) -> str:
    """Messages from top to bottom between columns."""
    places, drawn, y = [MARGIN + APART * n for n in range(len(columns))], [], HEAD + 26
    for sender, receiver, words, dashed in messages:
        start, end, rows = places[sender], places[receiver], wrap(words, LETTERS)
        left = min(start, end) + 8
        drawn += [_words(left, y + LINE * n, row) for n, row in enumerate(rows)]
        y += LINE * (len(rows) - 1) + 8
        if start == end:
            drawn.append(f'<path d="M{start} {y}h18v10" stroke="{ARROW}" fill="none"/>')
            y += 10
            start += 18
        drawn.append(_arrow(start, y, end, y, dashed=dashed))
        y += 24
    heads = [
        _box(x - APART // 2 + 4, 1, APART - 8, HEAD, *wrap(name, 17)) for x, name in zip(places, columns, strict=True)
    ]
    lives = [f'<path d="M{x} {HEAD}V{y}" stroke="{LIVES}"/>' for x in places]
    return _svg(places[-1] + MARGIN, y, "A wager from the page to the disk and back", [*lives, *heads, *drawn])


def _svg(width: int, height: int, title: str, parts: list[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">'
    return "\n".join([head, f"<title>{text(title)}</title>", f'<rect width="{width}" height="{height}" fill="{PAPER}"/>', *parts,
        "</svg>", ""])  # fmt: skip


def _box(x: int, y: int, width: int, height: int, *rows: str) -> str:
    top = y + height / 2 + 4 - LINE * (len(rows) - 1) / 2
    words = "".join(_words(x + width // 2, top + LINE * n, row, "middle", bold=n == 0) for n, row in enumerate(rows))
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="6" fill="{BOX}" stroke="{LIVES}"/>{words}'


def _words(x: int, y: float, words: str, anchor: str = "start", *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x}" y="{y:g}" fill="{INK}" text-anchor="{anchor}"{weight}>{text(words)}</text>'


def _arrow(x: int, y: int, to_x: int, to_y: int, *, dashed: bool = False) -> str:
    """A straight one, across or down."""
    kind = ' stroke-dasharray="4 3"' if dashed else ""
    way = 1 if to_x < x else -1
    point = f"l{8 * way} -4v8z" if y == to_y else "l-4 -8h8z"
    return f'<path d="M{x} {y}L{to_x} {to_y}" stroke="{ARROW}" fill="none"{kind}/><path d="M{to_x} {to_y}{point}" fill="{ARROW}"/>'

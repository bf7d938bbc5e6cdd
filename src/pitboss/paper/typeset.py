"""Sets a document as a PDF by typst: one sheet for all papers, the same bytes every time."""

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import typst

from pitboss.paper.document import (
    Block,
    Columns,
    Document,
    Drawing,
    Heading,
    Items,
    Mark,
    NoticeBlock,
    Paragraph,
    Signatures,
    TableBlock,
    Words,
)

GOLD, QUIET = 'rgb("#8a6a1c")', 'rgb("#595959")'
RULE = 'rgb("#b9b2a0")'
WIDTHS = {"pays": "(1fr, auto)", "blanks": "(30%, 1fr)"}
MANY = 5  # columns from which a table is set small


SIZES = (
    10.5,
    10.0,
    9.5,
    9.0,
    8.5,
    8.0,
    7.5,
    7.0,
    6.5,
)  # points that a dense paper is tried in, until it is short enough


def pdf(document: Document) -> bytes:
    """The document, on as many sheets as it takes, or as it may have."""
    drawings: dict[str, str] = {}
    body = "\n".join(_block(block, drawings) for block in document.blocks)
    for size in SIZES if document.pages else (SIZES[2] if document.dense else 10,):
        made, pages = _compiled("\n".join([*_head(document, size), body, COUNT]), drawings)
        if not document.pages or pages <= document.pages:
            break
    return made


COUNT = "#context [#metadata(counter(page).final().first()) <pages>]"


def compiled(source: str, drawings: Mapping[str, str]) -> bytes:
    """A PDF of typst markup; ``drawings`` are the SVG files it speaks of, by name."""
    return _compiled(f"{source}\n{COUNT}", drawings)[0]


def _compiled(source: str, drawings: Mapping[str, str]) -> tuple[bytes, int]:
    """The PDF, and how many pages it has."""
    with tempfile.TemporaryDirectory() as folder:
        for name, svg in drawings.items():
            (Path(folder) / name).write_text(svg, encoding="utf-8")
        sheet = Path(folder) / "sheet.typ"
        sheet.write_text(source, encoding="utf-8")
        # a fixed date and no fonts of the machine: the same sheet is the same bytes anywhere
        made = typst.compile(str(sheet), ignore_system_fonts=True, timestamp=0)
        pages = typst.query(str(sheet), "<pages>", field="value", one=True, ignore_system_fonts=True)
    assert isinstance(made, bytes)
    return made, int(pages)


def _head(document: Document, points: float) -> Iterator[str]:
    margin, size = ("1.2cm" if document.dense else "1.8cm"), f"{points}pt"
    tables = f"Table {', '.join(document.particulars.tables)}" if document.particulars.tables else ""
    foot = f"#set text(7pt, fill: {QUIET}); {plain(document.foot)} #h(1fr) {plain(tables)} #h(1em)"
    number = '#context counter(page).display("1 / 1", both: true)'
    yield f'#set page(paper: "us-letter", margin: {margin}, footer-descent: 30%, footer: [{foot} {number}])'
    yield f"#set document(title: {quote(f'{document.game}: {document.title}')}, author: {quote(document.holder)})"
    yield f"#set text({size}); #set par(leading: 0.5em, spacing: 0.75em); #set list(spacing: 0.5em); #set enum(spacing: 0.5em)"
    yield (
        f"#show heading.where(level: 2): it => block(above: 1.1em, below: 0.5em, width: 100%, stroke: (bottom: 0.5pt + "
        f"{RULE}), inset: (bottom: 2pt), it)"
    )
    yield "#show heading.where(level: 3): it => block(above: 0.9em, below: 0.4em, it)"
    known = " #h(1em) ".join(f"{strong(name)} {plain(value)}" for name, value in document.head)
    yield (
        f"#block(width: 100%, stroke: (bottom: 1.2pt + {GOLD}), inset: (bottom: 5pt))[#text(19pt, weight: "
        f"700)[{plain(document.game)}] "
        f"#h(0.6em) #text(12pt)[{plain(document.title)}] #h(1fr) #text(fill: "
        f"{QUIET})[{plain(f'58 Pa. Code Chapter {document.chapter}')}]"
        f" \\ #text(8.5pt)[{known}]{_text_of(document)}]"
    )
    if document.notice:
        red = 'rgb("#a51424")'
        yield f"#block(width: 100%, stroke: 1.2pt + {red}, inset: 4pt)[#text(fill: {red})[{strong(document.notice)}]]"


def _text_of(document: Document) -> str:
    """Which text of the chapter the paper follows, in one small line."""
    if document.edition is None or document.notice:
        return ""
    return f" \\ #text(7.5pt, fill: {QUIET})[{plain(f'Text: {document.edition.words}')}]"


def _block(block: Block, drawings: dict[str, str]) -> str:
    match block:
        case Heading():
            return f"#heading(level: {block.level})[{plain(block.words)}]"
        case Paragraph():
            body = inline(block.words)
            return f"#par[#text(fill: {QUIET}, size: 0.9em)[{body}]]" if block.kind == "quiet" else f"#par[{body}]"
        case Items():
            lines = ", ".join(f"[{inline(line)}]" for line in block.lines)
            return f"#{'enum' if block.numbered else 'list'}({lines})" if lines else ""
        case TableBlock():
            return _table(block)
        case Drawing():
            name = f"drawing{len(drawings)}.svg"
            drawings[name] = block.svg
            size = f"height: {block.height}mm" if block.height else "width: 100%"
            return f'#align(center, image("{name}", {size}))'
        case NoticeBlock():
            return _notice(block)
        case Signatures():
            return _signatures(block)
        case Columns():
            sides = ("\n".join(_block(part, drawings) for part in side) for side in (block.left, block.right))
            return f"#grid(columns: (1fr, 1fr), column-gutter: 1.6em, {', '.join(f'[{side}]' for side in sides)})"


def _table(block: TableBlock) -> str:
    """Thin lines between the rows. The first wide column takes the room that is left."""
    count, small = len(block.heads), len(block.heads) >= MANY
    head = ", ".join(f"[#text(0.85em, fill: {QUIET})[{strong(name)}]]" if name else "[]" for name in block.heads)
    cells = ", ".join(f"[{inline(cell)}]" for row in block.rows for cell in row)
    align = ", ".join("right" if n in block.numbers else "left" for n in range(count))
    shape = f"columns: {_widths(block)}, align: ({align},), inset: (x: 4pt, y: 2.6pt)"
    lines = f"stroke: (x, y) => (bottom: 0.4pt + {RULE})"
    top = f"table.header({head}), " if any(block.heads) else ""
    return f"#[#set text({'0.88em' if small else '0.95em'}); #table({shape}, {lines}, {top}{cells})]"


def _widths(block: TableBlock) -> str:
    """Columns of numbers and of short words are as wide as they need; the others share the rest by their longest words."""
    if block.kind in WIDTHS:
        return WIDTHS[block.kind]
    longest = [
        max((len(str(row[n])) for row in block.rows), default=0) if n not in block.numbers else 0
        for n in range(len(block.heads))
    ]
    return "(" + ", ".join(f"{min(most, 60)}fr" if most > 18 else "auto" for most in longest) + ",)"


def _notice(notice: NoticeBlock) -> str:
    size, head = ("40pt", "22pt") if notice.large else ("15pt", "26pt")
    weight = 700 if notice.large else 400
    lines = "".join(f"#block(above: 0.9em)[#text(weight: {weight})[{inline(line)}]]" for line in notice.lines)
    rows = ", ".join(f"[{plain(what)}], [{strong(odds)}]" for what, odds in notice.pays)
    wide = "(auto, auto)" if len(notice.pays) < 9 else "(auto, auto, auto, auto)"
    pays = (
        f"#align(center, table(columns: {wide}, align: (left, right), stroke: none,  inset: (x: 10pt, y: 5pt), {rows}))"
    )
    foot = f"#block(above: 1.2em)[#text(13pt)[{plain(notice.foot)}]]" if notice.foot else ""
    cite = f"#block(above: 1.2em)[#text(8pt, fill: {GOLD})[{plain(notice.cite)}]]" if notice.cite else ""
    body = f"#text({head}, weight: 700)[{plain(notice.head)}]{lines}{pays if notice.pays else ''}{foot}{cite}"
    return (
        f"#block(width: 100%, breakable: false, above: 1.4em, inset: 18pt, stroke: 2.5pt + {GOLD}, radius: 6pt)"
        f"[#block(width: 100%, inset: 16pt, stroke: 0.7pt + {GOLD}, radius: 4pt)[#set align(center); #set text({size}); {body}]]"
    )


def _signatures(block: Signatures) -> str:
    cells = ", ".join(
        f"block(width: 100%, above: 2.4em, inset: (top: 3pt), stroke: (top: 0.6pt))[#text(0.8em, fill: {QUIET})[{plain(line)}]]"
        for line in block.lines
    )
    return f"#block(breakable: false, above: 2.8em)[#grid(columns: (1fr, 1fr), column-gutter: 2em, row-gutter: 2.6em, {cells})]"


# --- words -------------------------------------------------------------------------------------------------


def inline(words: Words) -> str:
    return "".join(plain(part) if isinstance(part, str) else _mark(part) for part in words)


def _mark(mark: Mark) -> str:
    if mark.kind == "break":
        return " \\ "
    if mark.kind == "box":
        return "#box(width: 0.9em, height: 0.9em, stroke: 0.8pt, baseline: 0.1em)"
    if mark.kind == "cite":
        return f"#text(0.82em, fill: {GOLD})[#box[{plain(mark.words)}]]"
    if mark.kind == "code":
        return f"#raw({quote(mark.words)});"
    return strong(mark.words)


def plain(text: str) -> str:
    """Text that typst sets as it stands, whatever signs are in it."""
    return f"#{quote(text)};" if text else ""


def strong(text: str) -> str:
    return f"#strong({quote(text)});" if text else ""


def quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'

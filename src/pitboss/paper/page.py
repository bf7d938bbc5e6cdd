"""Writes a document as one HTML page. Nothing is fetched: style and drawings are in the page."""

from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources

from pitboss import __version__
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

TAGS = {"strong": "<strong>{}</strong>", "cite": '<span class="cite">{}</span>', "code": "<code>{}</code>"}


def html(document: Document) -> str:
    """The whole page, with the submission's hash at its foot."""
    style = (resources.files("pitboss.paper") / "page.css").read_text(encoding="utf-8")
    rules = f"Rules Submission <code>{document.hash}</code> · " if document.hash else ""
    title, kind = f"{document.game}: {document.title}", ' class="dense"' if document.dense else ""
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_text(title)}</title>\n<style>\n{style}</style>\n</head>\n<body{kind}>\n"
        f"<header><h1>{_text(document.game)}</h1>"
        f"<p>{_text(document.title)} · {_text(document.text)}</p>{_particulars(document)}{_proposed(document)}</header>\n<main>\n"
        + "\n".join(map(_block, document.blocks))
        + f"\n</main>\n<footer>{_text(document.holder)} · {rules}pitboss {__version__}</footer>\n</body>\n</html>\n"
    )


def _proposed(document: Document) -> str:
    return f'<p class="proposed">{_text(document.notice)}</p>' if document.notice else ""


def _particulars(document: Document) -> str:
    parts = (f"<span><b>{_text(name)}</b> {_text(value)}</span>" for name, value in document.head)
    return f'<p class="particulars">{" ".join(parts)}</p>'


def _text(text: str) -> str:
    return escape(text, quote=False)


def inline(words: Words) -> str:
    """Words as markup."""
    return "".join(_text(part) if isinstance(part, str) else _mark(part) for part in words)


def _mark(mark: Mark) -> str:
    if mark.kind == "break":
        return "<br>"
    if mark.kind == "box":
        return '<span class="box"></span>'
    return TAGS[mark.kind].format(_text(mark.words))


def _block(block: Block) -> str:
    match block:
        case Heading():
            named = f' id="{_text(block.anchor)}"' if block.anchor else ""
            return f"<h{block.level}{named}>{_text(block.words)}</h{block.level}>"
        case Paragraph():
            return f"<p{_kind(block.kind)}>{inline(block.words)}</p>"
        case Items():
            tag = "ol" if block.numbered else "ul"
            return f"<{tag}>" + "".join(f"<li>{inline(line)}</li>" for line in block.lines) + f"</{tag}>"
        case TableBlock():
            return _table(block)
        case Drawing():
            named = f' role="img" aria-label="{escape(block.words)}"' if block.words else ""
            size = ' class="low"' if block.height else ""
            return f"<figure{named}{size}>{block.svg}</figure>"
        case NoticeBlock():
            return _notice(block)
        case Signatures():
            return "".join(f'<span class="signature">{_text(line)}</span>' for line in block.lines)
        case Columns():
            sides = ("".join(map(_block, side)) for side in (block.left, block.right))
            return f'<div class="columns">{"".join(f"<div>{side}</div>" for side in sides)}</div>'


def _kind(kind: str) -> str:
    return f' class="{kind}"' if kind else ""


def _table(block: TableBlock) -> str:
    def row(tag: str, cells: Iterable[str]) -> str:
        places = (' class="number"' if n in block.numbers else "" for n in range(len(block.heads)))
        return (
            "<tr>"
            + "".join(f"<{tag}{place}>{cell}</{tag}>" for place, cell in zip(places, cells, strict=True))
            + "</tr>"
        )

    body = "".join(row("td", map(inline, cells)) for cells in block.rows)
    head = f"<thead>{row('th', map(_text, block.heads))}</thead>" if any(block.heads) else ""
    return f"<table{_kind(block.kind)}>{head}<tbody>{body}</tbody></table>"


def _notice(notice: NoticeBlock) -> str:
    size = "sign large" if notice.large else "sign"
    cite = f'<span class="cite">{_text(notice.cite)}</span>' if notice.cite else ""
    return (
        f'<section class="{size}"><h2>{_text(notice.head)}</h2>'
        + "".join(f"<p>{inline(line)}</p>" for line in notice.lines)
        + _pays(notice.pays)
        + (f'<p class="foot">{_text(notice.foot)}</p>' if notice.foot else "")
        + f"{cite}</section>"
    )


def _pays(rows: Sequence[tuple[str, str]]) -> str:
    cells = "".join(f'<tr><td>{_text(what)}</td><td class="number">{_text(odds)}</td></tr>' for what, odds in rows)
    return f'<table class="pays"><tbody>{cells}</tbody></table>' if rows else ""

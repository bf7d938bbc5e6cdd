"""Small pieces of HTML for generated pages: tables, lists, and citations that lead to their provision."""

from collections.abc import Iterable, Sequence
from html import escape
from re import sub

from pitboss import law
from pitboss.law import Citation


def text(words: object) -> str:
    return escape(str(words), quote=False)


def code(words: object) -> str:
    return f"<code>{text(words)}</code>"


def codes(names: Iterable[object], none: str = "") -> str:
    return ", ".join(map(code, names)) or none


def block(*html: str) -> str:
    """HTML as a block of a page: it is not read as Markdown, and may have any length."""
    return "\n".join(["````{raw} html", *html, "````", ""])


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "") -> str:
    """A table of cells that are HTML already, in a frame of its own that can be moved where it is too wide."""
    head = "".join(f"<th>{text(cell)}</th>" for cell in heads)
    body = "\n".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    named = f"docutils facts {kind}".rstrip()
    return (
        f'<div class="table-wrapper docutils container"><table class="{named}">\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>"
    )


def listed(lines: Iterable[str], *, numbered: bool = False) -> str:
    tag = "ol" if numbered else "ul"
    return f"<{tag}>\n" + "\n".join(f"<li>{line}</li>" for line in lines) + f"\n</{tag}>"


def anchor(cite: str) -> str:
    """Where a provision stands in the page of its chapter: ``p-676a-11-d-3-i``."""
    return "p-" + sub(r"[^0-9A-Za-z]+", "-", cite).strip("-")


def cite(named: str, up: str = "../") -> str:
    """A citation as a link to its line, or to the nearest provision above it."""
    if not named:
        return ""
    if named.startswith("I-"):
        return f'<a class="cite" href="{up}provisions/readings.html#{named}">{text(named)}</a>'
    place: Citation | None = Citation.parse(named) if law.is_citation(named) else None
    while place is not None:
        if place.chapter in law.chapters() and str(place) in _lines(place.chapter):
            return (
                f'<a class="cite" href="{up}provisions/{place.chapter}.html#{anchor(str(place))}">§ {text(named)}</a>'
            )
        place = place.above
    return f'<span class="cite">§ {text(named)}</span>'


def _lines(chapter: str) -> set[str]:
    return {provision.id for provision in law.chapter(chapter).provision}

"""The sheet that every paper is printed on, and the few pieces it is made of.

A piece is HTML already; ``text`` makes it from words. Nothing is fetched: style and drawings are in the page.
"""

from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources

from pitboss import __version__
from pitboss.game import Game
from pitboss.submission import RulesSubmission


class Html(str):
    """Markup, as distinct from text that has yet to be escaped."""

    __slots__ = ()


def text(words: object) -> Html:
    return words if isinstance(words, Html) else Html(escape(str(words), quote=False))


def cite(provision: str) -> Html:
    """The provision behind something, set small."""
    return Html(f'<span class="cite">{_section(provision)}</span>') if provision else Html("")


def _section(provision: str) -> str:
    return escape(provision if provision.startswith("I-") else f"§ {provision}", quote=False)


def heading(words: str) -> Html:
    return Html(f"<h2>{text(words)}</h2>")


def paragraph(words: object, kind: str = "") -> Html:
    return Html(f'<p class="{kind}">{text(words)}</p>' if kind else f"<p>{text(words)}</p>")


def cited(words: object, provision: str) -> Html:
    return Html(f"{text(words)} {cite(provision)}")


def items(lines: Iterable[object]) -> Html:
    return Html("<ul>" + "".join(f"<li>{text(line)}</li>" for line in lines) + "</ul>")


def table(
    heads: Sequence[str], rows: Iterable[Sequence[object]], *, numbers: Sequence[int] = (), kind: str = ""
) -> Html:
    """A table; the columns in ``numbers`` are set to the right, ``kind`` is its style."""

    def row(tag: str, cells: Sequence[object]) -> str:
        places = [' class="number"' if n in numbers else "" for n in range(len(cells))]
        return (
            "<tr>"
            + "".join(f"<{tag}{place}>{text(cell)}</{tag}>" for place, cell in zip(places, cells, strict=True))
            + "</tr>"
        )

    body = "".join(row("td", cells) for cells in rows)
    head = f"<thead>{row('th', heads)}</thead>" if any(heads) else ""
    return Html(f'<table class="{kind}">{head}<tbody>{body}</tbody></table>')


def page(game: Game, rules: RulesSubmission, title: str, *body: Html) -> str:
    """A whole document, with the submission's hash at its foot."""
    style = (resources.files("pitboss.paper") / "page.css").read_text(encoding="utf-8")
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{text(game.title)}: {text(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f"<header><h1>{text(game.title)}</h1><p>{text(title)} · 58 Pa. Code Chapter {game.chapter}</p></header>\n<main>\n"
        + "\n".join(body)
        + f"\n</main>\n<footer>{text(rules.holder)} · Rules Submission <code>{rules.hash(game.name)}</code> · pitboss {__version__}</footer>\n</body>\n</html>\n"
    )

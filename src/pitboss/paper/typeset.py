"""PDFs set by typst: one sheet for all papers, the same bytes every time."""

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import typst

from pitboss import __version__
from pitboss.game import Game
from pitboss.submission import RulesSubmission

Row = Sequence[str]


def pdf(
    game: Game, rules: RulesSubmission, title: str, body: Sequence[str], drawings: Mapping[str, str] | None = None
) -> bytes:
    """A document of typst markup under the game's heading; ``drawings`` are the SVG files it speaks of, by name."""
    with tempfile.TemporaryDirectory() as folder:
        for name, svg in (drawings or {}).items():
            (Path(folder) / name).write_text(svg, encoding="utf-8")
        source = Path(folder) / "sheet.typ"
        source.write_text("\n".join([*_head(game, rules, title), *body]), encoding="utf-8")
        # a fixed date and no fonts of the machine: the same sheet is the same bytes anywhere
        made = typst.compile(str(source), ignore_system_fonts=True, timestamp=0)
    assert isinstance(made, bytes)
    return made


def _head(game: Game, rules: RulesSubmission, title: str) -> list[str]:
    hash_ = rules.hash(game.name)
    foot = f"Rules Submission {hash_[:16]} · pitboss {__version__}"
    return [
        f'#set page(paper: "us-letter", margin: 2cm, footer: context [#set text(8pt); {escape(foot)} #h(1fr) #counter(page).display()])',
        "#set text(10pt)",
        f"= {escape(game.title)}: {escape(title)}",
        f"58 Pa. Code Chapter {game.chapter}. Submission #raw({quote(hash_)}).",
    ]


def table(heads: Row, rows: Sequence[Row], *, small: bool = False, numbers: int = 0) -> str:
    """A ruled table; ``small`` for one with many columns, the last ``numbers`` of them set to the right."""
    cells = [f"[*{escape(head)}*]" if head else "[]" for head in heads] if any(heads) else []
    cells += [f"[{escape(cell)}]" for row in rows for cell in row]
    align = ", ".join(["left"] * (len(heads) - numbers) + ["right"] * numbers)
    shape = f"columns: {len(heads)}, align: ({align},), stroke: 0.3pt, inset: {'3pt' if small else '4pt'}"
    return f"#[#set text({'8pt' if small else '9.5pt'}); #table({shape}, {', '.join(cells)})]"


def escape(words: str) -> str:
    return "".join("\\" + c if c in "\\#$*_`<>@[]~/=+-" else c for c in words)


def quote(words: str) -> str:
    return '"' + words.replace("\\", "\\\\").replace('"', '\\"') + '"'

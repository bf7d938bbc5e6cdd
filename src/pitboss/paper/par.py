"""The PAR sheet: what a game is expected to do, wager by wager, with the rules, methods and hashes behind it.

One set of facts, two papers: HTML on the house's own page, and a PDF set by typst, the same bytes every time.
"""

import tempfile
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

import msgspec
import typst

from pitboss import __version__
from pitboss.exact.edge import INTERVAL, Edge, decimal, edges_for, root
from pitboss.game import Game
from pitboss.paper import plots
from pitboss.paper.page import Html, heading, page, paragraph, table
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission, choices

MARKS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
Row = tuple[str, ...]


class Block(msgspec.Struct, frozen=True):
    """One wager of the sheet."""

    title: str
    note: str
    figures: tuple[Row, ...]  # what, value
    outcomes: tuple[Row, ...]  # outcome, probability, one in, pays (net), contribution
    bands: tuple[Row, ...]  # rounds, hold from, hold to
    plot: str  # SVG


def blocks(game: Game, rules: RulesSubmission) -> list[Block]:
    """Every wager under these rules; a chapter without mathematics has no sheet."""
    edges = edges_for(game, rules)
    if not edges:
        raise Refused(Refusal.NOT_OFFERED, f"{game.title} has no edges worked out under these rules.", game.closed)
    return [_block(game, edge) for edge in edges]


def _block(game: Game, edge: Edge) -> Block:
    kind = next((k for k in game.wagers if k.name == edge.wager), None)
    title = " ".join(filter(None, (kind.title if kind else edge.wager, edge.on, edge.paytable)))
    return Block(title, edge.note, tuple(_figures(edge)), tuple(_outcomes(edge)), tuple(_bands(edge)), plots.band(edge))


def _figures(edge: Edge) -> Iterator[Row]:
    exact = edge.method != INTERVAL
    yield "House edge", percent(edge.house_edge)
    if exact:
        yield "as a fraction", str(edge.house_edge)
    else:
        yield "half width (95 %)", percent(edge.half_width)
    yield "Edge of all money staked", percent(edge.element_of_risk)
    yield "Average staked for each unit", decimal(edge.staked)[:10]
    yield "Wins, pushes, loses", ", ".join(percent(edge.chance(sign)) for sign in (1, 0, -1))
    yield "Standard deviation", root(edge.variance)[:10]
    yield "Method", edge.method
    yield "Played", edge.strategy
    for option, value in edge.options.items():
        yield option.replace("_", " "), str(value)


def _outcomes(edge: Edge) -> Iterator[Row]:
    for outcome in edge.outcomes:
        chance = outcome.probability
        often = decimal(1 / chance)[:10] if chance else "never"
        yield outcome.name, decimal(chance), often, decimal(outcome.net)[:12], percent(outcome.net * chance)


def _bands(edge: Edge) -> Iterator[Row]:
    """Between what the actual hold lies in 95 of 100 samples of so many rounds."""
    for rounds in MARKS:
        width = Fraction(196, 100) * Fraction(root(edge.variance / rounds))
        yield f"{rounds:,}", percent(edge.house_edge - width), percent(edge.house_edge + width)


def percent(value: Fraction) -> str:
    return f"{float(100 * value):.4f} %"


# --- on paper ----------------------------------------------------------------------------------------------

OUTCOMES = ("Outcome", "Probability", "One in", "Pays (net)", "Contribution")
BANDS = ("Rounds", "Hold from", "Hold to")
FOOT = "Edges are for the odds as filed, without breakage, for each unit of the initial wager."


def filed(game: Game, rules: RulesSubmission) -> list[Row]:
    """Every choice of the submission: name, value, provision."""
    told = rules.filed
    return [
        (name.replace("_", " "), _said(told[name]), note.cite) for name, (_, note, _) in choices(type(rules)).items()
    ]


def _said(value: object) -> str:
    if value is None or value == {} or value == []:
        return "none"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_said(item)}" for key, item in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def html(game: Game, rules: RulesSubmission) -> str:
    body: list[Html] = [
        paragraph(FOOT),
        heading("Rules filed"),
        table(("Choice", "Value", "Provision"), filed(game, rules)),
    ]
    for block in blocks(game, rules):
        body += [
            heading(block.title),
            *([paragraph(block.note)] if block.note else []),
            table(("", ""), block.figures),
            table(OUTCOMES, block.outcomes, numbers=(1, 2, 3, 4)),
            table(BANDS, block.bands, numbers=(0, 1, 2)),
            Html(f"<figure>{block.plot[block.plot.index('<svg') :]}</figure>"),
        ]
    return page(game, rules, "PAR sheet", *body)


def pdf(game: Game, rules: RulesSubmission) -> bytes:
    """The same, as a PDF."""
    found = blocks(game, rules)
    with tempfile.TemporaryDirectory() as folder:
        for number, block in enumerate(found):
            (Path(folder) / f"band{number}.svg").write_text(block.plot, encoding="utf-8")
        source = Path(folder) / "par.typ"
        source.write_text("\n".join(_typst(game, rules, found)), encoding="utf-8")
        # a fixed date and no fonts of the machine: the same sheet is the same bytes anywhere
        made = typst.compile(str(source), ignore_system_fonts=True, timestamp=0)
    assert isinstance(made, bytes)
    return made


def _typst(game: Game, rules: RulesSubmission, found: Sequence[Block]) -> Iterator[str]:
    hash_ = rules.hash(game.name)
    foot = f"Rules Submission {hash_[:16]} · pitboss {__version__}"
    yield f'#set page(paper: "us-letter", margin: 2cm, footer: context [#set text(8pt); {_escape(foot)} #h(1fr) #counter(page).display()])'
    yield "#set text(10pt)"
    yield f"= {_escape(game.title)}: PAR sheet"
    yield f"58 Pa. Code Chapter {game.chapter}. {_escape(FOOT)} Submission #raw({_quote(hash_)})."
    yield "== Rules filed"
    yield _grid(("Choice", "Value", "Provision"), filed(game, rules))
    for number, block in enumerate(found):
        yield f"== {_escape(block.title)}"
        if block.note:
            yield _escape(block.note) + "."
        yield _grid(("", ""), block.figures)
        yield _grid(OUTCOMES, block.outcomes)
        yield f'#grid(columns: (auto, 1fr), gutter: 1em, {_grid(BANDS, block.bands)[1:]}, image("band{number}.svg", width: 100%))'


def _grid(heads: Sequence[str], rows: Sequence[Row]) -> str:
    cells = [f"[*{_escape(head)}*]" if head else "[]" for head in heads] if any(heads) else []
    cells += [f"[{_escape(cell)}]" for row in rows for cell in row]
    return f"#table(columns: {len(heads)}, stroke: 0.3pt, inset: 4pt, {', '.join(cells)})"


def _escape(words: str) -> str:
    return "".join("\\" + c if c in "\\#$*_`<>@[]~/=+-" else c for c in words)


def _quote(words: str) -> str:
    return '"' + words.replace("\\", "\\\\").replace('"', '\\"') + '"'

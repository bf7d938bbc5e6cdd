"""The long guide: every provision that is a rule of play or that players must be informed of, section by section."""

from collections.abc import Iterator

from pitboss.game import Game
from pitboss.mathematics.kit.edge import edges_for
from pitboss.paper.document import (
    Block,
    Document,
    Drawing,
    cited,
    document,
    heading,
    items,
    paragraph,
    strong,
    table,
    words,
)
from pitboss.paper.guide import HELP, percent
from pitboss.paper.layout import svg
from pitboss.paper.particulars import Particulars
from pitboss.paper.posted import notices
from pitboss.paper.register import by_section, lines
from pitboss.paper.wager_rows import wager_rows
from pitboss.submission import RulesSubmission


def document_of(game: Game, rules: RulesSubmission, particulars: Particulars | None = None) -> Document:
    edges = edges_for(game, rules)
    exact = [
        (edge.wager.replace("_", " "), edge.on, edge.strategy, percent(edge.house_edge), edge.note) for edge in edges
    ]
    body: list[Block] = [
        heading("The object of the game"),
        paragraph(game.about),
        heading("What it is played with"),
        paragraph(f"{game.equipment.capitalize()}; places for {rules.posted.seats} players."),
        Drawing(svg(game.felt(rules))),
        heading("Wagers"),
        table(
            ("Wager", "Wins with", "Pays", "Limits", "House edge"),
            wager_rows(game, rules, edges, notices(game, rules)),
            kind="wagers",
        ),
        heading("Posted at the table"),
        items(cited(sign.text, sign.cite) for sign in game.signs(rules)),
        heading("How it is played"),
        *_rules(game),
        heading("When something goes wrong"),
        items(cited(words(strong(f"{kind.title}. "), game.remedy(kind, rules)), kind.cite) for kind in game.irregularities),
        heading("House edges in full"), table(("Wager", "On", "Played", "House edge", "Note"), exact),
        paragraph(HELP, "quiet"),
    ]  # fmt: skip
    return document(game, rules, "Gaming guide, in full", body, particulars)


def _rules(game: Game) -> Iterator[Block]:
    """The chapter in our words, section by section, with whatever players must be informed of."""
    spoken = [*lines(game, "rule"), *lines(game, "paper", "guide")]
    for section, provisions in by_section(spoken).items():
        yield heading(f"§ {section}", 3)
        yield items(cited(p.gist, p.id) for p in provisions)

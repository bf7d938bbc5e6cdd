"""The long guide of a table: object, a round with pictures, what beats what, every wager with its chances and its edge, what
happens when something goes wrong, and every provision that is a rule of play. Tables show the same behind "Rules"."""

from collections.abc import Iterable, Iterator, Sequence

from pitboss import law
from pitboss.game import Game
from pitboss.mathematics.kit.edge import Edge, edges_for
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
from pitboss.paper.example_round import example_of
from pitboss.paper.guide import HELP, percent
from pitboss.paper.layout import svg
from pitboss.paper.particulars import Particulars
from pitboss.paper.posted import notices
from pitboss.paper.ranking import ranking_of
from pitboss.paper.register import by_section, lines
from pitboss.paper.wager_rows import wager_rows
from pitboss.paper.wager_sections import sections
from pitboss.shown import Line, shown_of
from pitboss.submission import RulesSubmission

TITLE = "Gaming guide, in full"
LAYOUT = "layout"  # what the drawing of the layout is called
GONE = (
    "A wager that was accepted stays as it is, and is decided like everybody else's.",
    "What you are asked and do not answer in time is answered for you with what stands when nobody says otherwise; your "
    "record says that you were absent.",
    "Your seat and your chips wait for you; you come back to the question that is open. Where nothing of yours is on the "
    "layout and you stay away for half an hour, the seat is given up and your chips go to the cage.",
)


def document_of(
    game: Game, rules: RulesSubmission, particulars: Particulars | None = None, *, edges: Sequence[Edge] | None = None
) -> Document:
    """``edges`` are worked out unless they are given; without any, their parts are left out."""
    found = list(edges_for(game, rules) if edges is None else edges)
    return document(game, rules, TITLE, _body(game, rules, found), particulars)


def _body(game: Game, rules: RulesSubmission, edges: list[Edge]) -> Iterator[Block]:
    words_of = shown_of(game).how_to_play(rules)
    yield heading("The object of the game", anchor="object")
    yield paragraph(game.about)
    yield from (paragraph(cited(text, cite)) for text, cite in words_of.worth)
    yield heading("What it is played with", anchor="equipment")
    yield paragraph(f"{game.equipment.capitalize()}; places for {rules.posted.seats} players.")
    yield Drawing(svg(game.felt(rules), text=law.edition_of(game.chapter, rules)), words=LAYOUT)
    yield from _listed("How a round goes", "round", words_of.steps, numbered=True)
    yield from _listed("What you may decide", "decisions", words_of.decisions)
    yield from example_of(game, rules)
    yield from ranking_of(game, rules)
    yield heading("Wagers", anchor="wagers")
    rows = wager_rows(game, rules, edges, notices(game, rules))
    yield table(("Wager", "Wins with", "Pays", "Limits", "House edge"), rows, kind="wagers")
    yield heading("Wager by wager", anchor="wager-by-wager")
    yield from sections(game, rules, edges)
    yield heading("Posted at the table", anchor="posted")
    yield items(cited(sign.text, sign.cite) for sign in game.signs(rules))
    yield heading("When something goes wrong", anchor="irregularities")
    yield items(
        cited(words(strong(f"{kind.title}. "), game.remedy(kind, rules)), kind.cite) for kind in game.irregularities
    )
    yield heading("If your connection is lost", anchor="connection")
    yield items(GONE)
    yield heading("How it is played, by the text", anchor="text")
    yield from _rules(game, rules)
    if edges:
        yield heading("House edges in full", anchor="edges")
        exact = [
            (edge.wager.replace("_", " "), edge.on, edge.strategy, percent(edge.house_edge), edge.note)
            for edge in edges
        ]
        yield table(("Wager", "On", "Played", "House edge", "Note"), exact)
    yield paragraph(HELP, "quiet")


def _listed(head: str, anchor: str, lines: Iterable[Line], *, numbered: bool = False) -> Iterator[Block]:
    found = [cited(text, cite) for text, cite in lines]
    if found:
        yield heading(head, anchor=anchor)
        yield items(found, numbered=numbered)


def _rules(game: Game, rules: RulesSubmission) -> Iterator[Block]:
    """The chapter in our words, section by section, with whatever players must be informed of."""
    spoken = [*lines(game, rules, "rule"), *lines(game, rules, "paper", "guide")]
    for section, provisions in by_section(spoken).items():
        yield heading(f"§ {section}", 3, f"text-{section}")
        yield items(cited(p.gist, p.id) for p in provisions)

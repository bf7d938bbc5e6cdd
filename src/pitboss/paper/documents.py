"""All documents of a filing: what a page can offer of a game under its rules, and how each is made."""

from collections.abc import Callable

import msgspec

from pitboss import law
from pitboss.game import Game
from pitboss.paper import (
    checklists,
    full_guide,
    guide,
    laboratory,
    layout,
    par,
    print_layout,
    procedure_card,
    signs,
    strategy,
    submission_form,
    vulnerability,
)
from pitboss.paper.document import Document
from pitboss.paper.output import DRAWN, SUFFIXES, Artwork
from pitboss.paper.particulars import Particulars
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission

Maker = Callable[[Game, RulesSubmission, Particulars], Document | Artwork]


class Paper(msgspec.Struct, frozen=True):
    """One kind of document, under its name in commands and addresses; ``output.render`` writes what is made."""

    name: str
    title: str
    make: Maker
    suffixes: tuple[str, ...] = SUFFIXES


def layout_of(game: Game, rules: RulesSubmission, particulars: Particulars | None = None) -> Artwork:
    """The layout: on a screen as it is drawn, for the printer of the cloth at its usual size."""
    drawn = layout.svg(game.felt(rules), text=law.edition_of(game.chapter, rules))
    return Artwork(drawn, lambda: print_layout.pdf(game, rules))


DOCUMENTS: tuple[Paper, ...] = (
    Paper("form", "Rules Submission", submission_form.document_of),
    Paper("guide", "Gaming guide", guide.document_of),
    Paper("guide-full", "Gaming guide, in full", full_guide.document_of),
    Paper("layout", "Layout", layout_of, DRAWN),
    Paper("signs", "Signs at the table", signs.document_of),
    Paper("card", "Procedure card", procedure_card.document_of),
    Paper("checklist", "Checklists", checklists.document_of),
    Paper("par", "PAR sheet", par.document_of),
    Paper("report", laboratory.TITLE, laboratory.document_of),
    Paper("depth", vulnerability.TITLE, vulnerability.document_of),
    Paper("strategy", "Strategy", strategy.document_of),
)


def document_named(name: str) -> Paper:
    """One of them, or a refusal."""
    found = {paper.name: paper for paper in DOCUMENTS}
    if name not in found:
        raise Refused(Refusal.NOT_FOUND, f"There is no document {name!r}; there are: {', '.join(found)}.", "")
    return found[name]

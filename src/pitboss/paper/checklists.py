"""Checklists: what a person looks at and signs, for each inspection that these rules call for."""

from collections.abc import Iterator

from pitboss.game import CheckItem, Checklist, Game, Signature, When
from pitboss.paper.document import (
    BOX,
    BREAK,
    Block,
    Document,
    Signatures,
    Words,
    cite,
    cited,
    document,
    heading,
    paragraph,
    strong,
    table,
    words,
)
from pitboss.paper.particulars import Particulars
from pitboss.roles import spoken
from pitboss.submission import RulesSubmission

WHEN = {
    When.OPENING: "before the table opens",
    When.CARDS: "before the table opens, and again for other cards or tiles,",
    When.ARRIVAL: "when the first player comes to cards or tiles that came to the table",
    When.IDLE: "when somebody comes to an idle table",
    When.WORK: "whenever it is done",
    When.CLOSING: "before the table closes",
}


def document_of(game: Game, rules: RulesSubmission, particulars: Particulars | None = None) -> Document:
    """The game's lists under these rules, then what has to be done again in time."""
    known = particulars or Particulars()
    place = [("Table", ", ".join(known.tables)), ("Gaming day", ""), ("Shift", "")]
    body: list[Block] = [table(("", ""), place, kind="blanks")]
    body += [part for checklist in game.checklists(rules) for part in _sheet(checklist)]
    if game.duties(rules):
        rows = [(BOX, cited(d.title, d.cite), spoken(d.roles), d.when) for d in game.duties(rules)]
        body += [heading("To be done again in time"), table(("", "Duty", "By", "At the latest"), rows, kind="boxes")]
    return document(game, rules, "Checklists", body, known)


def _sheet(checklist: Checklist) -> Iterator[Block]:
    who = " and ".join(spoken(signature.roles) for signature in checklist.signatures)
    yield heading(checklist.title)
    yield paragraph(cited(f"To be signed {WHEN[checklist.when]} by {who}.", checklist.cite), "quiet")
    rows = [(BOX, _words(items), _cites(items)) for items in _lines(checklist)]
    yield table(("", "Looked at", "Provision"), rows, kind="boxes")
    yield Signatures(tuple(_line(signature) for signature in checklist.signatures))


def _lines(checklist: Checklist) -> Iterator[list[CheckItem]]:
    """Each item by itself; alternatives, of which one is enough, together."""
    met: set[str] = set()
    for item in checklist.items:
        if not item.either:
            yield [item]
        elif item.either not in met:
            met.add(item.either)
            yield [other for other in checklist.items if other.either == item.either]


def _words(items: list[CheckItem]) -> Words:
    said = [item.text.rstrip(".").removesuffix(", or") for item in items]
    return words(said[0], *(part for text in said[1:] for part in (BREAK, strong("or "), text)), ".")


def _cites(items: list[CheckItem]) -> Words:
    return words(*(part for item in items for part in (cite(item.cite), " ")))


def _line(signature: Signature) -> str:
    roles = " or ".join(role.title for role in signature.roles)
    return f"{roles[0].upper()}{roles[1:]}, who {signature.does}: signature, credential number, date and time"

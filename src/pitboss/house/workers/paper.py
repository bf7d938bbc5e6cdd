"""The papers of a filing: setting one may take seconds, which the tables do not have."""

from collections.abc import Iterator
from typing import Any

from pitboss.house.protocol.filings import DocumentLine
from pitboss.house.workers.request import Rank, Request, rules_of
from pitboss.paper.documents import DOCUMENTS, document_named
from pitboss.paper.output import render
from pitboss.paper.particulars import Particulars
from pitboss.procedure import Refusal, Refused


class PaperAsked(Request[bytes], frozen=True):
    """One paper of one set of choices, in one form, as a file."""

    lane, longest, answer, extra, title = "paper", 120.0, bytes, "", "This paper"

    game: str
    choices: dict[str, Any]
    paper: str
    suffix: str  # .html, .pdf, .svg
    particulars: Particulars = Particulars()

    def rank(self) -> Rank:
        return Rank.FIRST

    def work(self) -> Iterator[bytes]:
        try:
            game, rules = rules_of(self.game, self.choices)
            yield render(document_named(self.paper).make(game, rules, self.particulars), self.suffix)
        except Refused as refused:
            raise Refused(Refusal.FORBIDDEN_CHOICE, str(refused), "") from None


def papers() -> tuple[DocumentLine, ...]:
    """All papers of a filing."""
    return tuple(DocumentLine(one.name, one.title, tuple(one.suffixes)) for one in DOCUMENTS)

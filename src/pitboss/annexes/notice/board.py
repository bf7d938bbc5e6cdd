"""The Board's ten business days: the same for a score, for lost sales, for a donation and for a catastrophe."""

from collections.abc import Iterator
from datetime import date

from pitboss.annexes.notice.days import business_day_after, business_days_between, holidays_between
from pitboss.annexes.notice.facts import Facts, Ground, Petition
from pitboss.annexes.notice.grounds import missing_documents, scored
from pitboss.annexes.notice.line import LetterLine

DAYS = 10
CITES = {
    Ground.FINANCIAL_DISTRESS: "143.31(c)#3",
    Ground.SOLVENCY_RATIOS: "143.31(c)#3",  # I-143-10
    Ground.LOST_SALES: "143.31(e)(5)",
    Ground.CATASTROPHE: "143.31(g)(8)",
}


def decides_by(had: date) -> date:
    """The last of the Board's ten business days after it had what it needs."""
    return business_day_after(had, DAYS)


def reckoning(had: date) -> str:
    """How that day was found, with the holidays that were passed over."""
    closed = holidays_between(had, decides_by(had))
    passed = f", passing over {', '.join(map(str, closed))}" if closed else ""
    return f"{had} + {DAYS} business days{passed} = {decides_by(had)}"


def due(facts: Facts) -> date | None:
    """The day by which a petition is to be decided; None while documents are lacking."""
    petition = facts.petition
    ready = petition is not None and petition.documented is not None and not missing_documents(facts)
    return decides_by(petition.documented) if ready and petition and petition.documented else None


def _last_year(facts: Facts, petition: Petition) -> Iterator[LetterLine]:
    """A statement of two years before is the most recent only while there is none of last year (I-143-23)."""
    this, had = facts.statement, petition.documented
    if this and had and scored(petition) and this.year < had.year - 1:
        says = f"The statement of {this.year} serves only if there was none of {had.year - 1} on {had}."
        yield LetterLine(says, ("143.31(c)#2", "I-143-23"))


def lines(facts: Facts, petition: Petition) -> Iterator[LetterLine]:
    """What the Board has, by when it decides, what it decided."""
    for document in missing_documents(facts):
        says = f"The Board lacks the {document.replace('_', ' ')}; its ten days have not begun."
        yield LetterLine(says, ("143.31(c)#4", "I-143-10"), (), False)
    yield from _last_year(facts, petition)
    by = due(facts)
    if by and petition.documented:
        cites = dict.fromkeys(CITES[ground] for ground in petition.grounds)
        says = f"The Board decides and tells the dealer and the producers by {by}."
        yield LetterLine(says, (*cites, "I-143-05"), (reckoning(petition.documented),))
    if petition.decided:
        yield LetterLine(
            f"The Board {'approved' if petition.approved else 'denied'} 28 days on {petition.decided}.", ("143.31(h)",)
        )
        if by and petition.decided > by:
            late = business_days_between(by, petition.decided)
            says = f"That was {late} business day{'' if late == 1 else 's'} late; the text ties nothing to it."
            yield LetterLine(says, tuple(dict.fromkeys(CITES[ground] for ground in petition.grounds)), (), False)

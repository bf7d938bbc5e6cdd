"""The grounds of a petition for 28 days, each with its arithmetic: (c), (d), (e) and (g)."""

from fractions import Fraction

import msgspec

from pitboss.annexes.notice import score, solvency, volume
from pitboss.annexes.notice.facts import Facts, Ground, Petition, ScoreDocument
from pitboss.annexes.notice.figures import equals, rounded, shown, whole
from pitboss.annexes.notice.line import LetterLine, yes_or_no

SCORE_PLACES = 12


class Plea(msgspec.Struct, frozen=True):
    """One ground, and whether it is made out."""

    ground: Ground
    met: bool
    lines: tuple[LetterLine, ...]
    score: str = ""
    ratios_met: int | None = None


def plead(ground: Ground, facts: Facts) -> Plea:
    if ground is Ground.LOST_SALES:
        return _lost_sales(facts)
    if ground is Ground.CATASTROPHE:
        return _catastrophe(facts)
    return _on_the_score(ground, facts)


def missing_documents(facts: Facts) -> tuple[ScoreDocument, ...]:
    """What the Board still needs for a score (143.31(c)#4, I-143-10)."""
    petition, this = facts.petition, facts.statement
    wanted = petition and this and scored(petition)
    return tuple(each for each in ScoreDocument if each not in this.documents) if wanted and this else ()


def scored(petition: Petition) -> bool:
    """Whether a ground turns on the score, and so on the statements."""
    return not {Ground.FINANCIAL_DISTRESS, Ground.SOLVENCY_RATIOS}.isdisjoint(petition.grounds)


# --- the score and the ratios ------------------------------------------------------------------------------


def _on_the_score(ground: Ground, facts: Facts) -> Plea:
    this, before = facts.statement, facts.prior_statement
    assert this is not None
    assert before is not None
    if zero := score.undefined(this):
        says = f"The O-score is undefined, for the {zero} are zero; neither (c) nor (d) is open."
        return Plea(ground, False, (LetterLine(says, ("143.31(c)#2", "I-143-02"), ok=False),))
    found = score.score(this, before)
    return _distress(found) if ground is Ground.FINANCIAL_DISTRESS else _ratios(found, facts)


def _distress(found: score.Score) -> Plea:
    words = "at or above 0.5: financial distress" if found.distress else "below 0.5: no financial distress"
    cites = ("143.31(c)#1", "143.31(c)#2", "I-143-01", "I-143-07")
    line = LetterLine(f"The O-score is {_number(found)}, {words}.", cites, _terms(found), found.distress)
    return Plea(Ground.FINANCIAL_DISTRESS, found.distress, (line,), rounded(found.at(), SCORE_PLACES))


def _ratios(found: score.Score, facts: Facts) -> Plea:
    assert facts.statement is not None
    assert facts.petition is not None
    shown_before = Ground.FINANCIAL_DISTRESS in facts.petition.grounds  # with all its terms
    conditions = solvency.conditions(facts.statement)
    met = sum(each.met for each in conditions)
    enough = met >= solvency.NEEDED
    says = f"The O-score is {_number(found)}; it {'lies' if found.between else 'does not lie'} from -1.0 up to 0.5."
    count = f"{met} of the five conditions {'is' if met == 1 else 'are'} met; {solvency.NEEDED} are needed."
    lines = (
        LetterLine(says, ("143.31(d)", "I-143-01", "I-143-03"), () if shown_before else _terms(found), found.between),
        *(_condition(each) for each in conditions),
        LetterLine(count, ("143.31(d)",), (), enough),
    )
    return Plea(Ground.SOLVENCY_RATIOS, found.between and enough, lines, rounded(found.at(), SCORE_PLACES), met)


def _number(found: score.Score) -> str:
    return shown(found.at(), SCORE_PLACES)


def _terms(found: score.Score) -> tuple[str, ...]:
    rows = [f"constant: {shown(score.CONSTANT)}"]
    for term in found.terms:
        result = equals(score.product(term), SCORE_PLACES)
        rows.append(f"{shown(term.coefficient)} × {term.name}: {shown(term.coefficient)} × {term.sum} {result}")
    digits = len(str(score.TOLERANCE.denominator)) - 1
    return (*rows, f"total: {_number(found)} (the logarithm is right to within 10^-{digits})")


def _condition(each: solvency.Condition) -> LetterLine:
    ratio = shown(each.ratio) if each.ratio is not None else "no ratio"
    cites = (each.cite, each.reading) if each.reading else (each.cite,)
    says = f"{each.name}: {ratio}, to be {each.must}: {'met' if each.met else 'not met'}."
    sums = (f"{each.sum} {equals(each.ratio)}",) if each.ratio is not None else (each.sum,)
    return LetterLine(says, cites, sums, each.met)


# --- pounds ------------------------------------------------------------------------------------------------


def lost_sales_lines(found: volume.Lost, facts: Facts) -> tuple[LetterLine, ...]:
    """Whose sales were lost, and how many pounds a week."""
    assert facts.lost_sales
    left_out = [each.name for each in facts.lost_sales.customers if each not in found.customers]
    rows = []
    for each in found.customers:
        weeks = len(each.weeks[-volume.WEEKS :])
        rows.append(
            f"{each.name}: average of {weeks} weeks {shown(volume.average(each.weeks))} − {whole(each.remaining)} "
            f"{equals(volume.decrease(each))}"
        )
    if left_out:
        rows.append(f"outside these 90 days: {', '.join(left_out)}")
    says = f"From {found.first} to {found.last} sales of {shown(found.pounds)} pounds a week were lost."
    return (LetterLine(says, ("143.31(e)(1)", "143.31(e)(2)", "I-143-11", "I-143-12"), tuple(rows)),)


def _lost_sales(facts: Facts) -> Plea:
    assert facts.lost_sales
    found = volume.lost(facts.lost_sales)
    return Plea(
        Ground.LOST_SALES,
        found.approved,
        (
            *lost_sales_lines(found, facts),
            _enough(found.enough, shown(found.pounds), found.large_enough, ("143.31(e)(4)", "I-143-13")),
            yes_or_no(found.good_faith, "Good faith efforts to replace the lost sales are", "affirmed", "143.31(e)(3)"),
        ),
    )


def _catastrophe(facts: Facts) -> Plea:
    assert facts.catastrophe
    event, found = facts.catastrophe, volume.Stopped(facts.catastrophe)
    happened = f"On {event.day}: {event.event.replace('_', ' ')} ({event.evidence})."
    output = f"Output was {shown(found.output)} pounds a week; {whole(event.reduction)} of them cannot be handled: {event.extent}."
    lasts = f"The reduction is expected to last {event.expected_days} days, to be more than {volume.OUTLASTS}."
    return Plea(
        Ground.CATASTROPHE,
        found.approved,
        (
            LetterLine(happened, ("143.31(g)", "143.31(g)(1)")),
            LetterLine(output, ("143.31(g)(2)", "143.31(g)(4)"), (_average(event.output, found.output),)),
            LetterLine(lasts, ("143.31(g)", "I-143-22"), (), found.lasts),
            _enough(found.enough, whole(event.reduction), found.large_enough, ("143.31(g)(3)", "143.31(g)(7)")),
            yes_or_no(event.good_faith, "Good faith efforts to restore output are", "affirmed", "143.31(g)(5)"),
            yes_or_no(event.outlasts, "That the reduction will outlast 28 days is", "affirmed", "143.31(g)(6)"),
        ),
    )


def _average(weeks: tuple[int, ...], average: Fraction) -> str:
    last = weeks[-volume.WEEKS :]
    return f"{whole(sum(last))} pounds ÷ {len(last)} weeks {equals(average)}"


def _enough(enough: volume.Enough, pounds: str, large: bool, cites: tuple[str, ...]) -> LetterLine:
    says = f"{pounds} pounds a week {'are' if large else 'are not'} enough; {shown(enough.least)} are needed."
    share = f"3% of average receipts {shown(enough.receipts)} {equals(enough.share)}"
    return LetterLine(
        says, cites, (share, f"the less of {whole(volume.ENOUGH)} and that: {shown(enough.least)}"), large
    )

"""§ 143.31 as it was in force when other words were proposed for it, with § 143.32 (I-143-25).

28 days of written notice both ways, reasons by the dealer, payment by the 20th of the following month, none of the waivers. A
producer who sells milk at the farm counts as a dealer and has no rights under the section.
"""

from collections.abc import Iterator

from pitboss.annexes.notice import period
from pitboss.annexes.notice.answer import NoticeAnswer
from pitboss.annexes.notice.days import payday
from pitboss.annexes.notice.facts import Facts, MilkNotice, Party
from pitboss.annexes.notice.line import LetterLine
from pitboss.annexes.notice.period import Period

DAYS = 28
CITE = "7 Pa. Code § 143.31, before 2019"
FARM = "7 Pa. Code § 143.32, before 2019"
SAYS = "This is 7 Pa. Code § 143.31 as it was in force before the proposal of July 2019."


def answer(facts: Facts) -> NoticeAnswer:
    """The same facts under the earlier text; what only the proposal asks for or allows is passed over, and said to be."""
    notice, lines = facts.notice, [LetterLine(SAYS, ("I-143-25",))]
    lacking = _lacks(facts, notice) if notice else ()
    end = _ends(facts, notice) if notice and not _lost(facts) else None
    early = (end.ends - notice.ends).days if end and notice and notice.ends else 0
    paid = payday(max(end.ends, notice.ends or end.ends)) if end and notice else None
    if _lost(facts):
        says = "The producer sells milk at the farm, counts as a dealer, and has no right to notice under the section."
        lines.append(LetterLine(says, (FARM,)))
    lines += [LetterLine(says, (CITE,), (), False) for says in lacking]
    if notice and not lacking and not _lost(facts):
        lines.append(LetterLine("The notice has all that it must contain.", (CITE,), (), True))
    if end:
        lines.append(LetterLine(f"The dealings end on {end.ends} at the earliest.", end.cites, (end.reckoning,)))
    elif notice and not _lost(facts):
        lines.append(LetterLine("No period of notice has begun.", (CITE,)))
    if end and notice and notice.ends:
        late = f"{early} day{'s' * (early != 1)} too early" if early > 0 else "not too early"
        lines.append(LetterLine(f"The day named, {notice.ends}, is {late}.", end.cites, (), early <= 0))
    if paid:
        lines.append(LetterLine(f"The dealer pays the producer in full by {paid}.", (CITE, "I-143-06")))
    return NoticeAnswer(
        applies=not _lost(facts),
        in_order=not lacking and early <= 0,
        lacks=lacking,
        grounds={},
        score=None,
        ratios_met=None,
        board_decides_by=None,
        earliest_end=end.ends if end else None,
        paid_by=paid,
        donation=None,
        lines=(*lines, *_passed_over(facts)),
    )


def _lost(facts: Facts) -> bool:
    """§ 143.32: whether the one to whom notice is given has no rights under the section."""
    return facts.by is Party.DEALER and facts.producer.sells_at_farm


def _lacks(facts: Facts, notice: MilkNotice) -> tuple[str, ...]:
    if _lost(facts) or period.repeated(facts):
        return ()
    found = (
        (not notice.written, "The notice is not in writing."),
        (facts.by is Party.DEALER and not notice.reasons, "The notice gives no reasons."),
    )
    return tuple(says for lacking, says in found if lacking)


def _ends(facts: Facts, notice: MilkNotice) -> Period | None:
    if again := period.repeated(facts):
        return Period(max(notice.sent, again.day), 0, (f"{CITE}(b)", "I-143-18"))
    if notice.received is None or not notice.written:
        return None
    return Period(notice.received, DAYS, (CITE, "I-143-05"), by_law=True)


def _passed_over(facts: Facts) -> Iterator[LetterLine]:
    notice = facts.notice
    given = {
        "petition": facts.petition is not None,
        "Board's list": bool(notice and notice.assistance),
        "donation": facts.donation is not None,
        "agreement's own terms": facts.agreement.termination_provision or facts.agreement.notice_days is not None,
    }
    for what in (name for name, is_given in given.items() if is_given):
        yield LetterLine(f"This text says nothing of the {what}.", (CITE,))

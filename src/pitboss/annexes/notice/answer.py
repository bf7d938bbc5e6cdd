"""The answer to a facts file: what follows from § 143.31, sentence by sentence, each with its citations."""

from collections.abc import Iterator
from datetime import date

import msgspec

from pitboss.annexes.notice import board, donation, period
from pitboss.annexes.notice.days import payday
from pitboss.annexes.notice.facts import Facts, Ground, MilkNotice, Party, Petition
from pitboss.annexes.notice.grounds import Plea, plead
from pitboss.annexes.notice.line import LetterLine
from pitboss.annexes.notice.period import Period


class NoticeAnswer(msgspec.Struct, frozen=True):
    """``in_order``: the notice lacks nothing and names no day that is too early."""

    applies: bool
    in_order: bool
    lacks: tuple[str, ...]
    grounds: dict[Ground, bool]
    score: str | None
    ratios_met: int | None
    board_decides_by: date | None
    earliest_end: date | None
    paid_by: date | None
    donation: donation.Given | None
    lines: tuple[LetterLine, ...]


PROPOSED = "This is 7 Pa. Code § 143.31 as proposed in July 2019, not as it was in force then (--text in-force)."


def answer(facts: Facts) -> NoticeAnswer:
    notice = facts.notice
    petition = facts.petition if period.subsection_a_applies(facts) else None  # elsewhere it changes nothing (I-143-17)
    pleas = tuple(plead(ground, facts) for ground in dict.fromkeys(petition.grounds)) if petition else ()
    lacking, end = period.lacks(facts), period.earliest(facts)
    gift = facts.donation if period.applies(facts) else None  # elsewhere it gains nothing by the section
    lines = [LetterLine(PROPOSED, ("I-143-25",)), *_scope(facts)]
    if notice:
        lines += [*_content(facts, notice), *_repetition(facts)]
        lines += [*_petition(facts, petition, pleas)] if petition else [*_idle_petition(facts)]
        lines += [*_end(facts, notice, end)]
    return NoticeAnswer(
        applies=period.applies(facts),
        in_order=not lacking and not _too_early(facts),
        lacks=tuple(says for says, _ in lacking),
        grounds={plea.ground: plea.met for plea in pleas},
        score=next((plea.score for plea in pleas if plea.score), None),
        ratios_met=next((plea.ratios_met for plea in pleas if plea.ratios_met is not None), None),
        board_decides_by=board.due(facts) if petition else None,
        earliest_end=end.ends if end else None,
        paid_by=paid_by(facts),
        donation=donation.given(gift, facts) if gift else None,
        lines=(*lines, *(donation.lines(gift, facts) if gift else _idle_donation(facts))),
    )


def paid_by(facts: Facts) -> date | None:
    """The day by which the dealer pays in full, whoever gave notice (143.31(a)#4, I-143-06, I-143-19)."""
    end = period.earliest(facts)
    if end is None or facts.notice is None or not period.subsection_a_applies(facts):
        return None
    return payday(max(end.ends, facts.notice.ends or end.ends))


BREACHES = ("143.31(a)#4", "143.31(a)#5")  # what is left out against these does not stop the period (I-143-16)

# --- the lines ---------------------------------------------------------------------------------------------


def _scope(facts: Facts) -> Iterator[LetterLine]:
    agreement = facts.agreement
    if not period.applies(facts):
        says = (
            f"The section does not apply: a cooperative's contract with its member asks for "
            f"{_days(agreement.notice_days or 0)} of notice."
        )
        yield LetterLine(says, ("143.31(i)",))
    elif agreement.termination_provision:
        says = "The section applies, but not its subsection (a): the agreement has its own termination provision."
        yield LetterLine(says, ("143.31(j)", "I-143-17"))
    else:
        yield LetterLine("The section applies: the agreement has no termination provision of its own.", ("143.31(j)",))
    if facts.producer.sells_at_farm and period.applies(facts):
        yield LetterLine("Selling milk at the farm takes no right from the producer.", ("143.32",))


def _content(facts: Facts, notice: MilkNotice) -> Iterator[LetterLine]:
    if not period.applies(facts) or period.repeated(facts):
        return
    lacking = period.lacks(facts)
    for says, cite in lacking:
        yield LetterLine(says, (cite, "I-143-16") if cite in BREACHES else (cite,), (), False)
    if not lacking:
        yield LetterLine("The notice has all that it must contain.", _contents(facts), (), True)
    if notice.received is None:
        yield LetterLine("The notice has not been received; no period has begun.", ("143.31(a)#3",))
    elif period.received(facts) is None:
        cites = tuple(cite for _, cite in lacking if cite not in BREACHES)
        yield LetterLine("The notice does not count as received; no period has begun.", cites, (), False)
    else:
        yield LetterLine(f"The notice was received on {notice.received}.", ("143.31(a)#3",))


def _contents(facts: Facts) -> tuple[str, ...]:
    """By what a notice has contents at all."""
    if facts.by is Party.PRODUCER:
        return ("143.31(a)#2",)
    return ("143.31(a)#4", "143.31(k)") if period.subsection_a_applies(facts) else ("143.31(k)",)


def _repetition(facts: Facts) -> Iterator[LetterLine]:
    if facts.by is Party.PRODUCER or not facts.rejections or not period.applies(facts):
        return
    if again := period.repeated(facts):
        says = f"The cause {again.cause!r} was repeated on {again.day}; the dealings may end without notice."
        yield LetterLine(says, ("143.31(b)", "I-143-18"))
    else:
        yield LetterLine("No cause of rejection was repeated; notice is needed.", ("143.31(b)", "I-143-18"))


def _idle_petition(facts: Facts) -> Iterator[LetterLine]:
    if facts.petition and period.applies(facts):
        says = "The petition changes nothing: 28 days shorten the period of subsection (a), which does not apply."
        yield LetterLine(says, ("143.31(j)", "I-143-17"))


def _idle_donation(facts: Facts) -> Iterator[LetterLine]:
    if facts.donation:
        yield LetterLine("Nothing follows from the donation under the section, which does not apply.", ("143.31(i)",))


def _petition(facts: Facts, petition: Petition, pleas: tuple[Plea, ...]) -> Iterator[LetterLine]:
    for plea in pleas:
        yield from plea.lines
        words = plea.ground.replace("_", " ")
        yield LetterLine(f"The ground of {words} is {'made out' if plea.met else 'not made out'}.", (GROUNDS[plea.ground],), (),
            plea.met)  # fmt: skip
    yield from board.lines(facts, petition)
    if petition.approved and not any(plea.met for plea in pleas):
        yield LetterLine(
            "The facts given do not bear the approval out; it stands until the Board changes it.", ("143.31(h)",)
        )
    by, begun = board.due(facts), period.received(facts)
    if petition.decided is None and by and begun and any(plea.met for plea in pleas):
        last = Period(max(by, begun), period.SHORT, (), by_law=True)
        says = f"Approved on the last of the Board's days, the 28 days would end on {last.ends}."
        yield LetterLine(says, ("143.31(h)", "I-143-14"), (last.reckoning,))


GROUNDS = {
    Ground.FINANCIAL_DISTRESS: "143.31(c)#1",
    Ground.SOLVENCY_RATIOS: "143.31(d)",
    Ground.LOST_SALES: "143.31(e)(4)",
    Ground.CATASTROPHE: "143.31(g)(7)",
}


def _end(facts: Facts, notice: MilkNotice, end: Period | None) -> Iterator[LetterLine]:
    if end is None:
        if period.applies(facts) and period.received(facts):
            yield LetterLine("When the dealings end is for the agreement's own provision to say.", ("143.31(j)",))
        return
    sums = tuple(each.reckoning for each in period.periods(facts))
    cites = end.cites if len(sums) == 1 else (*end.cites, "I-143-15")
    yield LetterLine(f"The dealings end on {end.ends} at the earliest.", cites, sums)
    if notice.ends:
        early = (end.ends - notice.ends).days
        says = f"The day named, {notice.ends}, is {f'{_days(early)} too early' if early > 0 else 'not too early'}."
        yield LetterLine(says, end.cites, (), early <= 0)
    if by := paid_by(facts):
        yield LetterLine(f"The dealer pays the producer in full by {by}.", ("143.31(a)#4", "I-143-06", "I-143-19"))
    else:
        yield LetterLine("The section sets no day for payment; the agreement does.", ("143.31(j)", "I-143-17"))


def _too_early(facts: Facts) -> bool:
    end, notice = period.earliest(facts), facts.notice
    return bool(end and notice and notice.ends and notice.ends < end.ends)


def _days(count: int) -> str:
    return f"{count} day" if count == 1 else f"{count} days"


# --- as it is printed --------------------------------------------------------------------------------------


def printed(found: NoticeAnswer) -> str:
    """One line each; the arithmetic is indented, and what is not as it should be is marked."""
    rows = []
    for line in found.lines:
        rows.append(f"{'✗' if line.ok is False else '·'} {line.says} [{', '.join(line.cites)}]")
        rows += [f"      {each}" for each in line.sums]
    return "\n".join([*rows, f"{'In order.' if found.in_order else 'Not in order.'}", ""])

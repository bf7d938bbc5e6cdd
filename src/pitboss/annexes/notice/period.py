"""Which period of notice governs, when it begins and when the dealings end at the earliest."""

from collections import Counter
from datetime import date

import msgspec

from pitboss.annexes.notice.days import after, last_day
from pitboss.annexes.notice.facts import Facts, Party, Rejection

NOTICE = 90  # 143.31(a)#1 and #2
SHORT = 28  # 143.31(c) to (g)
REPEATED = 2  # I-143-18: the same cause for the second time


class Period(msgspec.Struct, frozen=True):
    """A period of notice that has begun."""

    begins: date
    days: int
    cites: tuple[str, ...]
    by_law: bool = False  # the section sets it, and not the agreement

    @property
    def ends(self) -> date:
        return last_day(self.begins, self.days) if self.by_law else after(self.begins, self.days)

    @property
    def reckoning(self) -> str:
        """``2019-10-03 + 90 days = 2020-01-01``, and the day that takes its place where that one is left out."""
        counted = after(self.begins, self.days)
        days = f"{self.days} day" if self.days == 1 else f"{self.days} days"
        moved = f", a weekend or holiday; the last day is {self.ends}" if counted != self.ends else ""
        return f"{self.begins} + {days} = {counted}{moved}"


def applies(facts: Facts) -> bool:
    """Not to a cooperative's contract with its member that provides for the notice (143.31(i))."""
    return not (facts.agreement.cooperative_member and facts.agreement.notice_days is not None)


def subsection_a_applies(facts: Facts) -> bool:
    """Where the dealings have no termination provision of their own (143.31(j))."""
    return applies(facts) and not facts.agreement.termination_provision


def decided_before(facts: Facts) -> bool:
    """Whether the Board had decided by the day of sending, so that nobody is petitioning any more (I-143-24)."""
    notice, petition = facts.notice, facts.petition
    return bool(notice and petition and petition.decided and petition.decided <= notice.sent)


def lacks(facts: Facts) -> tuple[tuple[str, str], ...]:
    """What a notice must contain and does not: a sentence and its citation each."""
    notice = facts.notice
    if notice is None or not applies(facts) or repeated(facts):
        return ()
    dealer, by_a = facts.by is Party.DEALER, subsection_a_applies(facts)
    writing = "143.31(a)#1" if dealer else "143.31(a)#2"
    found = (
        (not notice.written and by_a, "The notice is not in writing.", writing),
        (dealer and by_a and not notice.reasons, "The notice gives no reasons.", "143.31(a)#4"),
        (
            by_a and facts.petition is not None and not decided_before(facts) and not notice.tells_of_petition,
            "The notice does not tell the producer of the petition for a shorter period.",
            "143.31(a)#5",
        ),
        (
            dealer and not notice.assistance,
            "The notice does not include the Board's list of who can help.",
            "143.31(k)",
        ),
    )
    return tuple((says, cite) for lacking, says, cite in found if lacking)


def received(facts: Facts) -> date | None:
    """The day from which a notice counts as received: a producer's only with the Board's list (143.31(k))."""
    notice = facts.notice
    if notice is None or (not notice.written and subsection_a_applies(facts)):
        return None
    listed = bool(notice.assistance) or facts.by is Party.PRODUCER
    return notice.received if listed else None


def repeated(facts: Facts) -> Rejection | None:
    """The rejection that repeated a cause, the first such; a producer does not reject milk (143.31(b), I-143-18)."""
    if facts.by is Party.PRODUCER:
        return None
    seen = Counter[str]()
    for rejection in sorted(facts.rejections, key=lambda each: each.day):
        cause = " ".join(rejection.cause.casefold().split())  # capitals and spaces make no other cause
        seen[cause] += 1
        if seen[cause] == REPEATED:
            return rejection
    return None


def periods(facts: Facts) -> tuple[Period, ...]:
    """Every period by which the dealings may end; the one that ends first is enough (I-143-15)."""
    notice = facts.notice
    if notice is None or not applies(facts):
        return ()
    found = []
    if rejection := repeated(facts):
        found.append(Period(max(notice.sent, rejection.day), 0, ("143.31(b)", "I-143-18")))
    if begins := received(facts):
        found += _noticed(facts, begins)
    return tuple(found)


def _noticed(facts: Facts, begins: date) -> list[Period]:
    agreement, petition = facts.agreement, facts.petition
    if agreement.termination_provision:
        days = agreement.notice_days
        return [] if days is None else [Period(begins, days, ("143.31(j)", "143.31(a)#3"))]
    ninety = "143.31(a)#1" if facts.by is Party.DEALER else "143.31(a)#2"
    found = [Period(begins, NOTICE, (ninety, "143.31(a)#3", "I-143-05"), by_law=True)]
    if petition and petition.approved and petition.decided:
        found.append(Period(max(begins, petition.decided), SHORT, ("143.31(h)", "I-143-05", "I-143-14"), by_law=True))
    return found


def earliest(facts: Facts) -> Period | None:
    return min(periods(facts), key=lambda period: period.ends, default=None)

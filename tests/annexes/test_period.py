"""Who gives how much notice, what it contains, when the dealings end (143.31(a), (b) and (h) to (k))."""

from datetime import date

import pytest

from pitboss.annexes.notice import period
from pitboss.annexes.notice.answer import answer
from pitboss.annexes.notice.days import payday
from pitboss.annexes.notice.facts import Agreement, Dealings, Ground, Party, Producer, Rejection
from tests.annexes.cases import FACTS, NOTICE, change, noticed, petition, says

CONTRACT = Agreement(kind=Dealings.CONTRACT)


def test_143_31_a_1_dealer_gives_90_days() -> None:
    """A dealer's notice of 90 days, received on October 3, ends on January 1."""
    assert period.NOTICE == 90
    assert noticed().earliest_end == date(2020, 1, 2)


@pytest.mark.parametrize(("day", "lawful"), [(date(2020, 1, 1), False), (date(2020, 1, 2), True),
    (date(2020, 1, 3), True)])  # fmt: skip
def test_143_31_a_1_a_day_named_too_early(day: date, lawful: bool) -> None:
    """A notice may name the 90th day or a later one, not the 89th."""
    found = noticed(ends=day)
    assert found.in_order is lawful
    assert says(found, "1 day too early") is not lawful


def test_143_31_a_1_notice_is_in_writing() -> None:
    """A spoken notice begins no period."""
    found = noticed(written=False)
    assert found.earliest_end is None
    assert found.lacks == ("The notice is not in writing.",)


def test_143_31_a_2_producer_gives_90_days() -> None:
    """A producer's notice runs as long as a dealer's."""
    found = answer(change(FACTS, by=Party.PRODUCER))
    assert found.earliest_end == date(2020, 1, 2)
    for each, cite in ((found, "143.31(a)#2"), (noticed(), "143.31(a)#1")):
        assert next(line.cites[0] for line in each.lines if "at the earliest" in line.says) == cite


def test_143_31_a_2_producer_needs_no_reasons_and_no_list() -> None:
    """Reasons and the Board's list are for a dealer to give; a producer's notice has to be in writing."""
    notice = change(NOTICE, reasons=(), assistance=())
    bare = change(FACTS, by=Party.PRODUCER, notice=notice)
    assert answer(bare).in_order
    assert not answer(change(bare, notice=change(notice, written=False))).in_order


def test_143_31_a_3_period_begins_on_receipt() -> None:
    """The period is counted from receipt, not from sending, and has not begun before it."""
    assert noticed(received=date(2019, 10, 4)).earliest_end == date(2020, 1, 2)
    found = noticed(received=None)
    assert found.earliest_end is None
    assert says(found, "has not been received")


def test_143_31_a_4_dealer_states_reasons() -> None:
    """A dealer's notice without reasons is incomplete, though its period runs (I-143-16)."""
    found = noticed(reasons=())
    assert found.lacks == ("The notice gives no reasons.",)
    assert not found.in_order
    assert found.earliest_end == date(2020, 1, 2)


@pytest.mark.parametrize(
    ("ended", "paid"),
    [
        (date(2019, 11, 30), date(2019, 12, 20)),
        (date(2019, 12, 1), date(2020, 1, 20)),
        (date(2019, 12, 31), date(2020, 1, 20)),
        (date(2020, 1, 1), date(2020, 2, 20)),
        (date(2020, 1, 31), date(2020, 2, 20)),
        (date(2020, 2, 29), date(2020, 3, 20)),
    ],
)
def test_143_31_a_4_paid_by_the_20th_of_the_next_month(ended: date, paid: date) -> None:
    """Payment in full is due on the 20th of the month after the one in which the dealings end (I-143-06)."""
    assert payday(ended) == paid


def test_143_31_a_4_a_later_end_is_paid_later() -> None:
    """Where the notice names a later day the payment follows that day; whoever gives notice, the dealer pays."""
    assert noticed().paid_by == date(2020, 2, 20)
    assert noticed(ends=date(2020, 2, 1)).paid_by == date(2020, 3, 20)
    assert noticed(ends=date(2019, 12, 1)).paid_by == date(2020, 2, 20)  # too early to count
    assert answer(change(FACTS, by=Party.PRODUCER)).paid_by == date(2020, 2, 20)


def test_143_31_a_5_notice_tells_of_the_petition() -> None:
    """A notice given beside a petition says so."""
    told = petition(Ground.LOST_SALES)
    assert answer(told).in_order
    silent = change(told, notice=NOTICE)
    assert answer(silent).lacks == ("The notice does not tell the producer of the petition for a shorter period.",)
    assert answer(silent).earliest_end == date(2020, 1, 2)


@pytest.mark.parametrize("approved", [True, False])
@pytest.mark.parametrize(("day", "pending"), [(30, False), (1, False), (2, True)])
def test_143_31_a_5_petition_decided_before_the_notice(day: int, pending: bool, approved: bool) -> None:
    """A notice sent once the Board has decided, on the same day or later, need not tell of the petition (I-143-24)."""
    had, decided = date(2019, 9, 20), date(2019, 9 if day == 30 else 10, day)
    silent = change(petition(Ground.LOST_SALES, documented=had, decided=decided, approved=approved), notice=NOTICE)
    assert answer(silent).in_order is not pending


@pytest.mark.parametrize(
    ("causes", "end"),
    [
        (["odor"], None),
        (["odor", "antibiotics"], None),
        (["odor", "odor"], date(2019, 10, 1)),
        (["odor", "antibiotics", "odor"], date(2019, 10, 1)),
    ],
)
def test_143_31_b_repeated_cause_needs_no_notice(causes: list[str], end: date | None) -> None:
    """One cause of rejection that occurs for the second time ends the dealings at once; two causes once each do not."""
    rejections = tuple(Rejection(day=date(2019, 9, n), cause=cause) for n, cause in enumerate(causes, 1))
    silent = change(NOTICE, received=None, reasons=(), assistance=())
    found = answer(change(FACTS, rejections=rejections, notice=silent))
    assert found.earliest_end == end
    assert found.in_order is (end is not None)
    assert found.paid_by == (date(2019, 11, 20) if end else None)


@pytest.mark.parametrize(
    ("second", "same"), [("Odor  of feed", True), ("ODOR OF FEED ", True), ("odor\tof\nfeed", True), ("odor", False)]
)
def test_143_31_b_the_same_cause_written_otherwise(second: str, same: bool) -> None:
    """Capitals and spaces make no other cause."""
    causes = ("odor of feed", second)
    rejections = tuple(Rejection(day=date(2019, 9, n), cause=cause) for n, cause in enumerate(causes, 1))
    assert (period.repeated(change(FACTS, rejections=rejections)) is not None) is same


def test_143_31_b_is_for_a_dealer() -> None:
    """A producer does not reject milk and gains nothing from a repetition; neither does the order of entry matter."""
    twice = tuple(Rejection(day=date(2019, 9, n), cause="odor") for n in (9, 2))
    assert answer(change(FACTS, by=Party.PRODUCER, rejections=twice)).earliest_end == date(2020, 1, 2)
    again = period.repeated(change(FACTS, rejections=twice))
    assert again is not None
    assert again.day == date(2019, 9, 9)


@pytest.mark.parametrize(
    ("decided", "approved", "end"),
    [
        (date(2019, 10, 15), True, date(2019, 11, 12)),
        (date(2019, 10, 15), False, date(2020, 1, 2)),
        (None, None, date(2020, 1, 2)),
    ],
)
def test_143_31_h_28_days_from_approval(decided: date | None, approved: bool | None, end: date) -> None:
    """Twenty-eight days run from the day of approval; without it the 90 days do."""
    found = answer(petition(Ground.LOST_SALES, decided=decided, approved=approved))
    assert period.SHORT == 28
    assert found.earliest_end == end


@pytest.mark.parametrize(
    ("approved", "end"),
    [
        (date(2019, 12, 3), date(2019, 12, 31)),
        (date(2019, 12, 4), date(2020, 1, 2)),  # New Year's Day is left out of either period
        (date(2019, 12, 5), date(2020, 1, 2)),
    ],
)
def test_143_31_h_whichever_ends_first(approved: date, end: date) -> None:
    """The 90 days go on beside the petition, so that a late approval lengthens nothing (I-143-15)."""
    assert answer(petition(Ground.LOST_SALES, decided=approved, approved=True)).earliest_end == end


def test_143_31_h_notice_received_after_approval() -> None:
    """No 28 days run before the producer has the notice (I-143-14)."""
    facts = petition(Ground.LOST_SALES, decided=date(2019, 10, 15), approved=True)
    assert facts.notice is not None
    late = change(facts, notice=change(facts.notice, received=date(2019, 10, 20)))
    assert answer(late).earliest_end == date(2019, 11, 18)  # not on a Sunday
    never = change(facts, notice=change(facts.notice, assistance=()))
    assert answer(never).earliest_end is None


def test_143_31_h_approval_that_the_facts_do_not_bear_out() -> None:
    """An approval stands, but the answer says that the facts given do not lead to it."""
    facts = petition(Ground.LOST_SALES, decided=date(2019, 10, 15), approved=True)
    assert not says(answer(facts), "do not bear the approval out")
    assert facts.lost_sales is not None
    unsworn = change(facts, lost_sales=change(facts.lost_sales, good_faith=False))
    assert says(answer(unsworn), "do not bear the approval out")
    assert answer(unsworn).earliest_end == date(2019, 11, 12)


@pytest.mark.parametrize(
    ("member", "provision", "days", "applies"),
    [(True, True, 30, False), (True, True, 0, False), (True, True, None, True), (True, False, None, True), (False, True, 30, True)],
)  # fmt: skip
def test_143_31_i_cooperative(member: bool, provision: bool, days: int | None, applies: bool) -> None:
    """A cooperative's contract with its member is left alone where it says how much notice is due, and only there."""
    own = change(CONTRACT, cooperative_member=member, termination_provision=provision, notice_days=days)
    found = answer(change(FACTS, agreement=own))
    assert found.applies is applies
    assert says(found, "The section applies") is applies
    assert says(found, "its member asks for") is not applies
    if not applies:
        bare = change(NOTICE, reasons=(), assistance=(), ends=date(2019, 10, 5))
        found = answer(change(FACTS, agreement=own, notice=bare))
        assert found.in_order
        assert (found.earliest_end, found.paid_by) == (None, None)


@pytest.mark.parametrize("days", [0, 1, 89, 90, 91, 365])
def test_143_31_j_own_days(days: int) -> None:
    """The parties' own days hold, be they fewer than 90 or more; payment is then theirs to settle (I-143-17)."""
    own = change(CONTRACT, termination_provision=True, notice_days=days)
    found = answer(change(FACTS, agreement=own, notice=change(NOTICE, reasons=())))
    assert found.in_order
    assert found.earliest_end is not None
    assert (found.earliest_end - date(2019, 10, 3)).days == days
    assert found.paid_by is None


def test_143_31_j_provision_without_days() -> None:
    """A provision that names no days is for the agreement to apply; a petition for 28 days changes nothing."""
    own = change(CONTRACT, termination_provision=True)
    found = answer(change(petition(Ground.LOST_SALES, decided=date(2019, 10, 15), approved=True), agreement=own))
    assert found.earliest_end is None
    assert says(found, "own provision to say")
    assert says(found, "The petition changes nothing")
    assert (found.grounds, found.board_decides_by) == ({}, None)
    member = change(own, cooperative_member=True, notice_days=30)
    assert len(answer(change(petition(Ground.LOST_SALES), agreement=member)).lines) == 2


@pytest.mark.parametrize("provision", [False, True])
def test_143_31_k_list_makes_the_notice_received(provision: bool) -> None:
    """Without the Board's list a notice to a producer is not received, whatever the agreement says."""
    own = change(CONTRACT, termination_provision=provision, notice_days=30 if provision else None)
    found = answer(change(FACTS, agreement=own, notice=change(NOTICE, assistance=())))
    assert found.earliest_end is None
    assert found.lacks == ("The notice does not include the Board's list of who can help.",)
    assert says(found, "does not count as received")
    assert answer(change(FACTS, agreement=own)).earliest_end is not None


def test_143_32_sale_at_the_farm() -> None:
    """A producer who sells at the farm keeps every right of the section."""
    found = answer(change(FACTS, producer=Producer(name="A Farm", sells_at_farm=True)))
    assert says(found, "takes no right from the producer")
    assert found.earliest_end == noticed().earliest_end

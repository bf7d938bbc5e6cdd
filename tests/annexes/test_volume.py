"""Pounds: lost sales (e), donations (f) and catastrophes (g)."""

from datetime import date, timedelta
from fractions import Fraction

import pytest

from pitboss.annexes.notice import donation, volume
from pitboss.annexes.notice.answer import answer
from pitboss.annexes.notice.facts import Agreement, Catastrophic, Dealings, Donation, Ground, MilkNotice
from pitboss.annexes.notice.sense import contradictions
from pitboss.money import Money
from tests.annexes.cases import CUSTOMER, EVENT, FACTS, GIFT, NOTICE, SALES, change, petition, says

LARGE = (2_000_000,) * 26  # three per cent of these are more than 40,000
SMALL = (1_000_000,) * 26  # of these they are 30,000


# --- lost sales --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("apart", "pounds"), [(88, 50_000), (89, 50_000), (90, 40_000), (91, 40_000)])
def test_143_31_e_1_ninety_days(apart: int, pounds: int) -> None:
    """Losses on the first and the 90th day of a period count together, on the first and the 91st they do not (I-143-11)."""
    other = change(CUSTOMER, name="B", lost=CUSTOMER.lost - timedelta(apart), weeks=(10_000,) * 26)
    found = volume.lost(change(SALES, customers=(CUSTOMER, other)))
    assert found.pounds == pounds
    assert (found.last - found.first).days == 89


def test_143_31_e_1_the_fullest_period_counts() -> None:
    """Of all periods of 90 days the one with the greatest losses is taken, wherever it begins."""
    days = (date(2019, 1, 1), date(2019, 3, 20), date(2019, 5, 15), date(2019, 6, 1))
    customers = tuple(
        change(CUSTOMER, name=str(n), lost=day, weeks=(10_000 * n,) * 26) for n, day in enumerate(days, 1)
    )
    found = volume.lost(change(SALES, customers=customers))
    assert (found.first, found.pounds) == (date(2019, 3, 20), Fraction(90_000))
    assert says(answer(change(petition(Ground.LOST_SALES), lost_sales=change(SALES, customers=customers))), "90,000")


@pytest.mark.parametrize(
    ("weeks", "average"),
    [
        ((26,) * 25 + (52,), Fraction(27)),
        ((1_000_000,) + (26,) * 25 + (52,), Fraction(27)),
        ((10, 11), Fraction(21, 2)),
    ],
)
def test_143_31_e_2_average_of_26_weeks(weeks: tuple[int, ...], average: Fraction) -> None:
    """The last 26 weeks are averaged, exactly; a 27th before them is left out."""
    assert volume.average(weeks) == average


@pytest.mark.parametrize(
    ("weeks", "days", "school", "lawful"),
    [
        (25, None, False, False),
        (26, None, False, True),
        (27, None, False, True),
        (25, 181, False, True),
        (25, 182, False, False),
        (25, 183, False, False),
        (1, None, True, True),
        (0, None, True, False),
    ],
)
def test_143_31_e_2_shorter_history(weeks: int, days: int | None, school: bool, lawful: bool) -> None:
    """Fewer than 26 weeks serve for a customer of fewer weeks and for a school that left during its year."""
    since = CUSTOMER.lost - timedelta(days) if days else None
    customer = change(CUSTOMER, weeks=(40_000,) * weeks, since=since, school=school)
    facts = change(petition(Ground.LOST_SALES), lost_sales=change(SALES, customers=(customer,)))
    wrong = [cite for _, _, cite in contradictions(facts)]
    assert wrong == ([] if lawful else ["143.31(e)(2)"])


@pytest.mark.parametrize(
    ("weeks", "days", "lawful"),
    [(1, 0, False), (1, 1, True), (1, 7, True), (2, 7, False), (2, 8, True), (4, 25, True), (5, 25, False), (26, 181, True),
    (27, 182, False), (30, 210, True)],
)  # fmt: skip
@pytest.mark.parametrize("school", [False, True])
def test_143_31_e_2_no_more_weeks_than_there_were(weeks: int, days: int, lawful: bool, school: bool) -> None:
    """A customer has no more weeks of sales than there were, begun ones included, from its first sale to the loss."""
    customer = change(CUSTOMER, weeks=(40_000,) * weeks, since=CUSTOMER.lost - timedelta(days), school=school)
    facts = change(petition(Ground.LOST_SALES), lost_sales=change(SALES, customers=(customer,)))
    assert [cite for _, _, cite in contradictions(facts)] == ([] if lawful else ["143.31(e)(2)"])


def test_143_31_e_2_first_sale_after_the_loss() -> None:
    """Where the first sale comes after the loss that alone is told; there are no weeks to count."""
    customer = change(CUSTOMER, since=CUSTOMER.lost + timedelta(8))
    facts = change(petition(Ground.LOST_SALES), lost_sales=change(SALES, customers=(customer,)))
    assert [cite for _, _, cite in contradictions(facts)] == ["143.31(e)(1)"]


@pytest.mark.parametrize(("remaining", "cites"), [(39_999, []), (40_000, ["143.31(e)(1)"]), (40_001, ["143.31(e)(1)"])])
def test_143_31_e_2_decrease(remaining: int, cites: list[str]) -> None:
    """A customer that still buys is lost by what it buys less; one that buys no less is not lost at all (I-143-12)."""
    customer = change(CUSTOMER, remaining=remaining)
    assert volume.decrease(customer) == 40_000 - remaining
    facts = change(petition(Ground.LOST_SALES), lost_sales=change(SALES, customers=(customer,)))
    assert [cite for _, _, cite in contradictions(facts)] == cites


def test_143_31_e_3_affirmation() -> None:
    """Without the affirmation of good faith the Board does not approve."""
    assert answer(petition(Ground.LOST_SALES)).grounds == {Ground.LOST_SALES: True}
    silent = change(petition(Ground.LOST_SALES), lost_sales=change(SALES, good_faith=False))
    assert answer(silent).grounds == {Ground.LOST_SALES: False}


ENOUGH_POUNDS = pytest.mark.parametrize(
    ("pounds", "receipts", "enough"),
    [
        (39_999, LARGE, False),
        (40_000, LARGE, True),
        (40_001, LARGE, True),
        (29_999, SMALL, False),
        (30_000, SMALL, True),
        (30_001, SMALL, True),
    ],
)


@ENOUGH_POUNDS
def test_143_31_e_4_enough_pounds(pounds: int, receipts: tuple[int, ...], enough: bool) -> None:
    """A loss of 40,000 pounds a week is enough, and so is 3% of receipts where that is less."""
    customer = change(CUSTOMER, weeks=(pounds,) * 26)
    sales = change(SALES, customers=(customer,), receipts=receipts)
    assert answer(change(petition(Ground.LOST_SALES), lost_sales=sales)).grounds == {Ground.LOST_SALES: enough}


@pytest.mark.parametrize(
    ("receipts", "least"),
    [(1_333_333, Fraction(3_999_999, 100)), (1_333_334, Fraction(40_000)), (1_333_400, Fraction(40_000))],
)
def test_143_31_e_4_three_per_cent(receipts: int, least: Fraction) -> None:
    """The two measures cross where 3% of receipts come to 40,000 pounds; the share is not rounded."""
    assert volume.Enough(Fraction(receipts)).least == least


# --- donations ---------------------------------------------------------------------------------------------


def gave(gift: Donation) -> donation.Given:
    found = answer(change(FACTS, notice=None, lost_sales=SALES, donation=gift)).donation
    assert found is not None
    return found


@pytest.mark.parametrize("lacking", ["good_faith", "no_better_outlet", "packaged", "licensed"])
def test_143_31_f_1_free_of_premiums(lacking: str) -> None:
    """Two affirmations, a package and a licensed Food Bank free the milk of premiums; none of the four may lack."""
    assert gave(GIFT).exempt
    found = gave(change(GIFT, **{lacking: False}))
    assert not found.exempt
    assert found.exempt_pounds == "0"


@pytest.mark.parametrize(("pounds", "free"), [(79_999, "79999"), (80_000, "80000"), (80_001, "80000")])
def test_143_31_f_1_surplus_only(pounds: int, free: str) -> None:
    """Free is no more than the excess of the weeks concerned, here 40,000 pounds for two (I-143-20)."""
    assert gave(change(GIFT, pounds=pounds)).exempt_pounds == free


def test_143_31_f_1_needs_no_least_volume() -> None:
    """The 40,000 pounds of (e)(4) are no measure of a donation."""
    sales = change(SALES, customers=(change(CUSTOMER, weeks=(10,) * 26),), good_faith=False)
    found = answer(change(FACTS, notice=None, lost_sales=sales, donation=GIFT)).donation
    assert found is not None
    assert (found.exempt, found.exempt_pounds) == (True, "20")


def test_143_31_f_2_value() -> None:
    """The value is the price after discounts, less premiums: 1000.00 − 50.00 − 25.50 (I-143-21)."""
    assert gave(GIFT).value == "924.50"
    assert gave(change(GIFT, discounts=Money(0), premiums=Money(0))).value == "1000.00"
    even = change(GIFT, premiums=Money(950_00))
    assert gave(even).value == "0.00"
    assert not [*contradictions(change(FACTS, lost_sales=SALES, donation=even))]
    over = change(GIFT, premiums=Money(950_01))
    assert [cite for _, _, cite in contradictions(change(FACTS, lost_sales=SALES, donation=over))] == ["143.31(f)#2"]


def test_143_31_f_3_no_inducement() -> None:
    """A donation that is exempt is no inducement; nothing is said of one that is not."""
    words = "no inducement"
    assert says(answer(change(FACTS, lost_sales=SALES, donation=GIFT)), words)
    assert not says(answer(change(FACTS, lost_sales=SALES, donation=change(GIFT, licensed=False))), words)


def test_143_31_f_4_ten_business_days() -> None:
    """The Board has ten business days from the request: from October 4, past Columbus Day, to October 21."""
    assert gave(GIFT).board_decides_by == date(2019, 10, 21)
    assert gave(change(GIFT, requested=None)).board_decides_by is None


@pytest.mark.parametrize("notice", [None, NOTICE])
def test_143_31_i_donation_gains_nothing(notice: MilkNotice | None) -> None:
    """Where the section does not apply nothing is claimed under it: no premiums, no contribution, no day of the Board."""
    own = Agreement(kind=Dealings.CONTRACT, cooperative_member=True, termination_provision=True, notice_days=30)
    found = answer(change(FACTS, notice=notice, agreement=own, lost_sales=SALES, donation=GIFT))
    assert found.donation is None
    assert [line.cites for line in found.lines] == [("I-143-25",), ("143.31(i)",), ("143.31(i)",)]
    assert says(found, "Nothing follows from the donation")
    held = answer(change(FACTS, notice=notice, agreement=change(own, cooperative_member=False), lost_sales=SALES,
        donation=GIFT))  # fmt: skip
    assert says(held, "free of Pennsylvania's premiums")


# --- catastrophes ------------------------------------------------------------------------------------------


def granted(**more: object) -> bool:
    event = change(EVENT, **more)
    return answer(change(petition(Ground.CATASTROPHE), catastrophe=event)).grounds[Ground.CATASTROPHE]


@pytest.mark.parametrize(("days", "lawful"), [(27, False), (28, False), (29, True)])
def test_143_31_g_lasts_beyond_28_days(days: int, lawful: bool) -> None:
    """A reduction of 28 days is too short; one of 29 is not."""
    assert granted(expected_days=days) is lawful


@pytest.mark.parametrize("kind", list(Catastrophic))
def test_143_31_g_1_kinds_of_event(kind: Catastrophic) -> None:
    """Every kind that the text names will do, and any similar one; the answer names it."""
    found = answer(change(petition(Ground.CATASTROPHE), catastrophe=change(EVENT, event=kind)))
    assert found.grounds == {Ground.CATASTROPHE: True}
    assert says(found, kind.replace("_", " "))


@pytest.mark.parametrize(("history", "cite"), [("output", "143.31(g)(2)"), ("receipts", "143.31(g)(3)")])
@pytest.mark.parametrize(("weeks", "lawful"), [(25, False), (26, True), (27, True)])
def test_143_31_g_2_g_3_averages_of_26_weeks(history: str, cite: str, weeks: int, lawful: bool) -> None:
    """Output and receipts are documented for 26 weeks; the last 26 are averaged."""
    event = change(EVENT, **{history: (9_000_000,) * (weeks - 25) + (1_000_000,) * 25})
    facts = change(petition(Ground.CATASTROPHE), catastrophe=event)
    assert [each for _, _, each in contradictions(facts)] == ([] if lawful else [cite])
    if weeks == 26:
        averages = volume.Stopped(event)
        assert {"output": averages.output, "receipts": averages.enough.receipts}[history] == Fraction(34_000_000, 26)


def test_143_31_g_4_reduction_is_documented() -> None:
    """The reduction is told with its reasons, and cannot exceed the output that there was."""
    found = answer(petition(Ground.CATASTROPHE))
    assert says(found, "40,000 of them cannot be handled: The filler stands still")
    for reduction, cites in ((900_000, []), (900_001, ["143.31(g)(4)"])):
        facts = change(petition(Ground.CATASTROPHE), catastrophe=change(EVENT, reduction=reduction))
        assert [cite for _, _, cite in contradictions(facts)] == cites


@pytest.mark.parametrize("lacking", ["good_faith", "outlasts"])
def test_143_31_g_5_g_6_affirmations(lacking: str) -> None:
    """Both affirmations are needed."""
    assert granted()
    assert not granted(**{lacking: False})


@ENOUGH_POUNDS
def test_143_31_g_7_enough_pounds(pounds: int, receipts: tuple[int, ...], enough: bool) -> None:
    """A reduction of 40,000 pounds a week is enough, and so is 3% of receipts where that is less."""
    assert granted(reduction=pounds, receipts=receipts) is enough

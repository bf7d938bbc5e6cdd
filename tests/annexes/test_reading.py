"""Facts files: what they may say, and what is wrong with those that say something else."""

import re
from datetime import date
from fractions import Fraction

import pytest

from pitboss.annexes.notice import facts as vocabulary
from pitboss.annexes.notice.answer import answer
from pitboss.annexes.notice.example import example
from pitboss.annexes.notice.lines import Lines
from pitboss.annexes.notice.reading import YEARS, BadFacts, notes, read
from pitboss.annexes.notice.sense import LONGEST_NOTICE
from tests.annexes.cases import mistakes

EXAMPLE = example()


def edited(old: str, new: str) -> str:
    assert EXAMPLE.count(old) == 1, old
    return EXAMPLE.replace(old, new)


def test_the_example_is_lawful_and_exact() -> None:
    """The example reads as it stands; the index is the fraction that is written."""
    found = read(EXAMPLE)
    assert found.statement is not None
    assert found.statement.gnp_index == Fraction(1104, 10)
    assert found.notice is not None
    assert found.notice.sent == date(2019, 10, 1)
    assert found.donation is not None
    assert found.donation.price == 21_600_00


def test_the_example_shows_every_fact() -> None:
    """Whatever a facts file may say stands in the example, if only in a comment."""
    tables = [
        each
        for each in vars(vocabulary).values()
        if isinstance(each, type) and issubclass(each, vocabulary.NoticeTable)
    ]
    for name in {name for table in tables for name in notes(table)}:
        shown = any(
            line.lstrip("# [").startswith((f"{name} =", f"{name}]", f"{name}.")) for line in EXAMPLE.splitlines()
        )
        assert shown or f".{name}]" in EXAMPLE, name


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('by = "dealer" ', 'by = "grocer" ', "line 6: by: Expected one of dealer, producer, not 'grocer'."),
        ("sent = 2019-10-01", 'sent = "soon"', "notice.sent: Expected a day from 1980 to 2099, such as 2019-10-01, not 'soon'."),
        ("sent = 2019-10-01", "sent = 2019-10-01T10:00:00", "Expected a day from 1980 to 2099"),
        ("sent = 2019-10-01", "sent = 1979-12-31", "Expected a day from 1980 to 2099"),
        ("documented = 2019-10-04", "documented = 2100-01-01",
        "petition.documented: Expected a day from 1980 to 2099, such as " "2019-10-01, not '2100-01-01'"),
        ("sent = 2019-10-01\n", "", "notice.sent is missing: the day on which the notice was sent. [143.31(a)#1]"),
        ("written = true ", 'written = "yes" ', "notice.written: Expected true or false, not 'yes'."),
        ("cash = 200_000", "cash = 200_000.5",
        "statement.cash: Expected a whole number from 0 to 1,000,000,000,000, not " "'200000.5'"),
        ("cash = 200_000", "cash = -1", "statement.cash: Expected a whole number from 0 to 1,000,000,000,000, not '-1'"),
        ("cash = 200_000", "cash = true", "statement.cash: Expected a whole number from 0 to 1,000,000,000,000, not 'True'"),
        ("cash = 200_000", "cash = 1_000_000_000_001", "from 0 to 1,000,000,000,000, not"),
        ("gnp_index = 110.4 ", "gnp_index = 0 ", "statement.gnp_index: Expected a number above zero"),
        ("gnp_index = 110.4 ", "gnp_index = nan ", "Expected a number above zero"),
        ("gnp_index = 110.4 ", "gnp_index = 1e-9 ", "Expected a number above zero with 6 decimals or fewer"),
        ("gnp_index = 110.4 ", "gnp_index = 1e99999999 ", "Expected a number above zero"),
        ('price = "21600.00"', 'price = "21,600"', "Expected an amount of dollars and cents, such as \"12.50\", not"),
        ('price = "21600.00"', "price = 21600", "Expected an amount of dollars and cents"),
        ('name = "Example Farm"', 'name = "  "', "producer.name: Expected text in quotes, not ''."),
        ("remaining = 5_000 ", "remaning = 5_000 ", "There is no fact lost_sales.customers[1].remaning; there are: name, lost"),
        ("lost = 2019-09-20", "lost = 20190920", "lost_sales.customers[2].lost: Expected a day"),
        ("weeks = [9_000, 9_500, 9_250]", "weeks = 9_000", "lost_sales.customers[2].weeks is a list; write it in brackets."),
        ("weeks = [9_000, 9_500, 9_250]", "weeks = [9_000, -1]", "lost_sales.customers[2].weeks[2]: Expected a whole number"),
        ("[prior_statement]", "[[prior_statement]]", "prior_statement is a table; write it as [prior_statement]."),
        ('grounds = ["financial_distress", "solvency_ratios", "lost_sales", "catastrophe"]', "grounds = []",
        "petition.grounds " "is empty: why 28 days are asked for."),
        ("[notice]", "[notice", "The file is not TOML: "),
        ("cash = 200_000", "cash = " + "9" * 5000, "The file is not TOML: "),
        ("cash = 200_000", "cash = " + "[" * 5000, "The file is not TOML: "),
    ],
)  # fmt: skip
def test_a_fact_of_the_wrong_form(old: str, new: str, told: str) -> None:
    """It is told in one sentence what stands there and what may."""
    (only,) = mistakes(edited(old, new))
    assert told in only
    assert "\n" not in only


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("received = 2019-10-03", "received = 2019-09-30",
        "The receipt (2019-09-30) comes before the sending (2019-10-01). " "[143.31(a)#3]"),
        ("ends = 2020-01-31", "ends = 2019-09-30",
        "The end of the dealings (2019-09-30) comes before the sending (2019-10-01). " "[143.31(a)#1]"),
        ("# notice_days = 60", "notice_days = 60",
        "An agreement without a termination provision has no days of notice of its " "own. [143.31(j)]"),
        ("# decided = 2019-10-15", "decided = 2019-10-15",
        "A decision has both its day (decided) and its outcome (approved). " "[143.31(h)]"),
        ("# approved = true ", "approved = true ", "A decision has both its day (decided) and its outcome (approved). [143.31(h)]"),
        ("gnp_year = 2018", "gnp_year = 2017", "The index is of 2017, the statement of 2018. [I-143-01]"),
        ("year = 2017", "year = 2016", "The year before 2018 is 2017, not 2016. [143.31(c)#2]"),
        ("documented = 2019-10-04", "documented = 2017-10-04", "before the year 2018 began. [143.31(c)#4]"),
        ("documented = 2019-10-04", "documented = 2021-10-04",
        "The Board had the documents on 2021-10-04; 2018 was not the most " "recent year then. [143.31(c)#2]"),
        ("weeks = [9_000, 9_500, 9_250]", "weeks = [9_000, 9_500, 9_250, 9_000, 9_000]",
        "Example School District has 5 weeks of " "sales; from 2019-08-26 to 2019-09-20 there were 4. [143.31(e)(2)]"),
        ("current_assets = 2_000_000", "current_assets = 8_000_001",
        "The current assets, $8,000,001, exceed the total assets, " "$8,000,000. [143.31(c)#4]"),
        ("current_liabilities = 2_500_000", "current_liabilities = 5_000_001",
        "The current liabilities, $5,000,001, exceed the " "total liabilities, $5,000,000."),
        ("cash = 200_000", "cash = 1_000_001", "The cash and receivables, $2,000,001, exceed the current assets, $2,000,000."),
        ("fixed_assets = 5_500_000", "fixed_assets = 6_000_001",
        "The fixed and current assets, $8,000,001, exceed the total " "assets, $8,000,000."),
        ("since = 2019-08-26", "since = 2019-09-21",
        "The loss (2019-09-20) comes before the first sale (2019-09-21). " "[143.31(e)(1)]"),
        ("lost = 2019-09-20", "lost = 2019-10-05", "Receipt of the documents (2019-10-04) comes before the loss (2019-10-05)."),
        ("day = 2019-09-10", "day = 2019-10-05", "before the event (2019-10-05). [143.31(g)(1)]"),
        ("requested = 2019-10-04", "requested = 2019-09-19",
        "The request (2019-09-19) comes before the loss (2019-09-20). " "[143.31(f)#4]"),
        ("reduction = 50_000", "reduction = 900_001", "The reduction exceeds the output that there was on average. [143.31(g)(4)]"),
        ("tells_of_petition = true", "tells_of_petition = true\n[x]", "There is no fact x; there are: by, dealer"),
    ],
)  # fmt: skip
def test_facts_that_contradict_each_other(old: str, new: str, told: str) -> None:
    """A day before its cause, a part above its whole, a year that does not follow: told in a sentence with its citation."""
    assert [each for each in mistakes(edited(old, new)) if told in each]


def _without(text: str, *tables: str) -> str:
    """The file without some of its tables."""
    kept, skip = [], False
    for line in text.splitlines():
        if line.startswith("["):
            skip = line.strip("[]").split(".")[0] in tables
        if not skip:
            kept.append(line)
    return "\n".join(kept) + "\n"


@pytest.mark.parametrize(
    ("tables", "told"),
    [
        (("statement",), "The petition pleads financial_distress, but the file has no [statement]. [143.31(c)#4]"),
        (("prior_statement",), "The petition pleads solvency_ratios, but the file has no [prior_statement]. [143.31(c)#2]"),
        (("lost_sales",), "The petition pleads lost_sales, but the file has no [lost_sales]. [143.31(e)]"),
        (("lost_sales",), "The excess milk is reckoned from [lost_sales], which the file does not have. [143.31(f)#1]"),
        (("catastrophe",), "The petition pleads catastrophe, but the file has no [catastrophe]. [143.31(g)]"),
        (("notice",), "A petition asks for a shorter notice, but the file has no [notice]. [143.31(a)#5]"),
        (("notice", "petition", "donation"), "The file has neither a [notice] nor a [donation]; there is nothing to answer."),
        (("petition",), "The notice tells of a petition, but the file has no [petition]. [143.31(a)#5]"),
    ],
)  # fmt: skip
def test_tables_that_are_missing(tables: tuple[str, ...], told: str) -> None:
    """What the petition or the donation rests on has to be in the file."""
    assert [each for each in mistakes(_without(EXAMPLE, *tables)) if told in each]


@pytest.mark.parametrize(("what", "cite"), [("lost_sales", "143.31(e)(4)"), ("catastrophe", "143.31(g)(3)")])
def test_a_share_of_nothing(what: str, cite: str) -> None:
    """No share can be taken of receipts that are zero throughout."""
    head, mark, tail = EXAMPLE.partition(f"[{what}]\n")
    before, _, rest = tail.partition("receipts = [")
    zero = f"{head}{mark}{before}receipts = [{'0, ' * 26}]\n{rest.partition(']')[2]}"
    assert f"{what}.receipts are zero throughout; no share can be taken of them. [{cite}]" in mistakes(zero)[0]


def test_a_decision_without_documents() -> None:
    """The Board decides on documents that it has; with them, a decision of the same day is no contradiction."""
    decided = edited("# decided = 2019-10-15", "decided = 2019-10-04").replace("# approved = true ", "approved = true ")
    assert mistakes(decided) == []
    without = mistakes(decided.replace("documented = 2019-10-04", "#"))
    assert [each.partition(": ")[2] for each in without] == [
        "The Board cannot have decided before it had the documents (documented). [143.31(h)]"
    ]


def test_a_rejection_after_the_notice_and_a_petition_of_a_producer() -> None:
    """A notice rests on rejections before it; only a dealer petitions."""
    late = EXAMPLE + '[[rejections]]\nday = 2019-10-02\ncause = "odor"\n'
    assert (
        "The sending (2019-10-01) comes before a rejection that it rests on (2019-10-02). [143.31(b)]"
        in mistakes(late)[0]
    )
    assert "Only a dealer may ask the Board" in mistakes(edited('by = "dealer" ', 'by = "producer" '))[0]


def test_all_mistakes_are_told_at_once_in_the_order_of_the_file() -> None:
    """Each with its line, so that one reading mends them all."""
    text = edited('by = "dealer" ', 'by = "grocer" ').replace("sent = 2019-10-01", "sent = 1").replace("weeks = 2\n",
        "weeks = 0\n")  # fmt: skip
    with pytest.raises(BadFacts) as told:
        read(text)
    lines = text.splitlines()
    found = [(each.fact, lines[each.line - 1].split(" =")[0]) for each in told.value.mistakes]
    assert found == [("by", "by"), ("notice.sent", "sent"), ("donation.weeks", "weeks")]
    two = edited("received = 2019-10-03", "received = 2019-09-30").replace("gnp_year = 2018", "gnp_year = 2001")
    assert len(mistakes(two)) == 2


def test_lines_of_a_file() -> None:
    """A fact is found by its path; what is not there by whatever would hold it."""
    lines = Lines('by = "dealer"\n[notice] # here\nsent = 1\n[[a.b]]\nc = 1\n[[ a.b ]]\nc = [\n1,\n]\n')
    assert [lines.of(path) for path in ("by", "notice", "notice.sent", "notice.received")] == [1, 2, 3, 2]
    assert [lines.of(path) for path in ("a.b[1].c", "a.b[2].c", "a.b[2].c[1]", "a.b[2].d", "nothing")] == [
        5,
        7,
        7,
        6,
        0,
    ]


@pytest.mark.parametrize("member", [False, True])
@pytest.mark.parametrize(("days", "told"), [(3660, 0), (3661, 1), (3_000_000, 1)])
def test_143_31_j_no_more_than_ten_years(days: int, told: int, member: bool) -> None:
    """Days of notice that no calendar holds are refused in one sentence, for a cooperative's member too."""
    own = edited("termination_provision = false", "termination_provision = true").replace("# notice_days = 60",
        f"notice_days = {days}")  # fmt: skip
    found = mistakes(own.replace("cooperative_member = false", f"cooperative_member = {str(member).lower()}"))
    assert len(found) == told
    assert all(f"A notice of {days:,} days is longer than the ten years" in each for each in found)
    assert all(each.endswith("[143.31(j)]") for each in found)


def test_the_last_days_that_a_file_may_name_can_be_answered() -> None:
    """On the last day of all, ten years of notice and the Board's ten days still lie within the calendar."""
    late = re.sub(r"\b20(19|20)-\d\d-\d\d\b", f"{YEARS[-1]}-12-31", EXAMPLE)
    late = late.replace("year = 2018", f"year = {YEARS[-1]}").replace("year = 2017", f"year = {YEARS[-2]}")
    found = answer(read(late.replace("weeks = [9_000, 9_500, 9_250]\nsince", "weeks = [9_000]\n# since")))
    assert found.board_decides_by == date(2100, 1, 15)
    own = late.replace("termination_provision = false", f"termination_provision = true\nnotice_days = {LONGEST_NOTICE}")
    found = answer(read(own.replace("weeks = [9_000, 9_500, 9_250]\nsince", "weeks = [9_000]\n# since")))
    assert found.earliest_end == date(2110, 1, 8)

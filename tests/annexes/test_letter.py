"""The notice as a letter: it contains all that a notice must."""

from datetime import date
from typing import Any

import pytest

from pitboss.annexes.notice.facts import Agreement, Dealings, Ground, MilkDealer, Party, Rejection
from pitboss.annexes.notice.letter import html, letter, pdf, text
from pitboss.procedure import Refused
from tests.annexes.cases import FACTS, NOTICE, change, petition


def words(found: str) -> str:
    return " ".join(found.split())


def test_143_31_a_letter_of_a_dealer() -> None:
    """In writing: who ends what, 90 days from receipt, the reasons, the payment, the Board's list."""
    found = words(text(letter(FACTS)))
    for part in (
        "A Dairy October 1, 2019 A Farm",
        "we end our contract",
        "runs for 90 days from the day on which you receive it",
        "- Sales fell.",
        "We will pay you in full by the 20th day of the month after",
        "- An agency - Another",
    ):
        assert part in found, part
    assert "petition" not in found


def test_143_31_a_5_letter_tells_of_the_petition() -> None:
    """Where there is a petition the letter says so, with its grounds, whether or not an earlier notice did."""
    facts = petition(Ground.SOLVENCY_RATIOS, Ground.CATASTROPHE)
    found = words(text(letter(change(facts, notice=NOTICE))))
    assert "petitioning the Pennsylvania Milk Marketing Board for a period of notice of 28 days in place of 90" in found
    assert "- solvency ratios (7 Pa. Code § 143.31(d)) - a catastrophic event" in found


@pytest.mark.parametrize(
    ("lacking", "told"),
    [({"reasons": ()}, ["143.31(a)#4"]), ({"assistance": ()}, ["143.31(k)"]),
    ({"reasons": (), "assistance": ()}, ["143.31(a)#4", "143.31(k)"])],
)  # fmt: skip
def test_143_31_k_letter_is_refused_without_its_contents(lacking: dict[str, tuple[str, ...]], told: list[str]) -> None:
    """No letter is written that would be no notice; all that lacks is told."""
    with pytest.raises(Refused) as no:
        letter(change(FACTS, notice=change(NOTICE, **lacking)))
    assert [line.rpartition("[")[2] for line in str(no.value).splitlines()] == [f"{cite}]" for cite in told]
    with pytest.raises(Refused, match="no letter to write"):
        letter(change(FACTS, notice=None))


def test_143_31_a_2_letter_of_a_producer() -> None:
    """A producer writes to the dealer, without reasons and without the Board's list."""
    found = words(
        text(letter(change(FACTS, by=Party.PRODUCER, notice=change(NOTICE, reasons=(), ends=date(2020, 2, 1)))))
    )
    assert found.startswith("A Farm October 1, 2019 A Dairy")
    assert "The last day is February 1, 2020, or the last of those 90 days if that is later." in found
    assert "Please pay us in full" in found
    assert "An agency" not in found


@pytest.mark.parametrize(
    ("own", "told"),
    [
        ({"termination_provision": True, "notice_days": 30},
        "runs for 30 days from the day on which you receive it (by its own " "terms, 7 Pa. Code § 143.31(j))"),
        ({"termination_provision": True}, "It ends as its own termination provision says (7 Pa. Code § 143.31(j))."),
        ({"termination_provision": True, "notice_days": 30, "cooperative_member": True},
        "(by its own terms, 7 Pa. Code § " "143.31(i))"),
    ],
)  # fmt: skip
def test_143_31_j_letter_under_the_agreements_own_provision(own: dict[str, Any], told: str) -> None:
    """The letter then names the agreement's own days and sets no day for payment."""
    facts = change(petition(Ground.LOST_SALES), agreement=Agreement(kind=Dealings.PURCHASING_AGREEMENT, **own))
    found = words(text(letter(facts)))
    assert told in found
    assert "we end our purchasing agreement" in found
    assert "pay you" not in found
    assert "petition" not in found


def test_143_31_b_letter_after_a_repetition() -> None:
    """The letter then says why no period runs."""
    twice = tuple(Rejection(day=date(2019, 9, n), cause="odor") for n in (1, 2))
    found = words(text(letter(change(FACTS, rejections=twice))))
    assert "No period of notice runs, because a cause of rejection was repeated on September 2, 2019: odor" in found


@pytest.mark.parametrize("approved", [True, False])
@pytest.mark.parametrize(("decided", "before"),
    [(date(2019, 9, 30), True), (date(2019, 10, 1), True), (date(2019, 10, 2), False)])  # fmt: skip
def test_143_31_h_letter_after_the_decision(decided: date, before: bool, approved: bool) -> None:
    """Once the Board has decided the letter asks for nothing: it runs for the 28 days approved, or for 90."""
    facts = petition(Ground.LOST_SALES, documented=date(2019, 9, 20), decided=decided, approved=approved)
    found = words(text(letter(facts)))
    assert ("We are petitioning" in found) is not before
    assert ("Petition for a shorter period" in found) is not before
    short = (
        f"runs for 28 days from the day on which you receive it (as the Pennsylvania Milk Marketing Board approved on "
        f"{decided:%B} {decided.day}, 2019, 7 Pa. Code § 143.31(h))."
    )
    assert (short in found) is (before and approved)
    assert ("runs for 90 days from the day on which you receive it (7 Pa. Code § 143.31(a))" in found) is not (
        before and approved
    )


def test_143_31_i_letter_after_a_repetition() -> None:
    """Where the section does not apply a repeated cause ends nothing at once; the agreement's own days run."""
    twice = tuple(Rejection(day=date(2019, 9, n), cause="odor") for n in (1, 2))
    own = Agreement(kind=Dealings.CONTRACT, cooperative_member=True, termination_provision=True, notice_days=30)
    found = words(text(letter(change(FACTS, rejections=twice, agreement=own))))
    assert "No period of notice runs" not in found
    assert "runs for 30 days" in found


def test_words_of_the_facts_are_never_markup() -> None:
    """A name in angle brackets, or one that a typesetter would read as a command, is printed as it stands."""
    odd = change(FACTS, dealer=MilkDealer(name="<b>A & B</b> #panic() $x$ *y*", address=("\\ @z",)))
    page = html(letter(odd))
    assert "&lt;b&gt;A &amp; B&lt;/b&gt; #panic() $x$ *y*" in page
    assert "<b>" not in page
    assert pdf(letter(odd)).startswith(b"%PDF")


def test_the_same_letter_is_the_same_bytes() -> None:
    """Nothing of the day or of the machine goes into a letter."""
    assert pdf(letter(FACTS)) == pdf(letter(FACTS))
    assert html(letter(FACTS)).count("<h2>") == 5

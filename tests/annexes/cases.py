"""Facts to start from: a lawful notice of a dealer without any petition, and tables to add to it."""

from datetime import date
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.annexes.notice.answer import NoticeAnswer, answer
from pitboss.annexes.notice.facts import (
    Agreement,
    Catastrophe,
    Catastrophic,
    Customer,
    Dealings,
    Donation,
    Facts,
    Ground,
    LostSales,
    MilkDealer,
    MilkNotice,
    Party,
    Petition,
    PriorStatement,
    Producer,
    ScoreDocument,
    Statement,
)
from pitboss.annexes.notice.reading import BadFacts, read
from pitboss.money import Money

change = msgspec.structs.replace

NOTICE = MilkNotice(
    sent=date(2019, 10, 1), received=date(2019, 10, 3), reasons=("Sales fell.",), assistance=("An agency", "Another")
)
FACTS = Facts(
    by=Party.DEALER,
    dealer=MilkDealer(name="A Dairy"),
    producer=Producer(name="A Farm"),
    agreement=Agreement(kind=Dealings.CONTRACT),
    notice=NOTICE,
)
# TA equals the index, so that the logarithm is 0 and the score a fraction; CL/CA is 1, and all else is 0.
STATEMENT = Statement(
    year=2018,
    documents=tuple(ScoreDocument),
    gnp_index=Fraction(6_030_000),
    gnp_year=2018,
    total_assets=6_030_000,
    total_liabilities=1_744_300,
    current_assets=200_000,
    current_liabilities=200_000,
    net_income=0,
    operating_cash_flow=0,
    cash=0,
    receivables=0,
    fixed_assets=0,
)
PRIOR = PriorStatement(year=2017, net_income=0)
CUSTOMER = Customer(name="A Market", lost=date(2019, 8, 1), weeks=(40_000,) * 26)
SALES = LostSales(customers=(CUSTOMER,), receipts=(2_000_000,) * 26, good_faith=True)
EVENT = Catastrophe(
    event=Catastrophic.MECHANICAL_FAILURE,
    day=date(2019, 9, 1),
    evidence="a report",
    expected_days=29,
    output=(900_000,) * 26,
    receipts=(2_000_000,) * 26,
    reduction=40_000,
    extent="The filler stands still",
    good_faith=True,
    outlasts=True,
)
GIFT = Donation(
    food_bank="A Food Bank",
    licensed=True,
    packaged=True,
    pounds=80_000,
    weeks=2,
    good_faith=True,
    no_better_outlet=True,
    price=Money(1_000_00),
    discounts=Money(50_00),
    premiums=Money(25_50),
    requested=date(2019, 10, 4),
)


def petition(*grounds: Ground, **more: Any) -> Facts:
    """The notice with a petition on these grounds, told of, with all that they need."""
    asked = Petition(grounds=grounds, **{"documented": date(2019, 10, 4), **more})
    return change(
        FACTS,
        notice=change(NOTICE, tells_of_petition=True),
        petition=asked,
        statement=STATEMENT,
        prior_statement=PRIOR,
        lost_sales=SALES,
        catastrophe=EVENT,
    )


def noticed(**more: Any) -> NoticeAnswer:
    """The answer to the notice with these facts in it."""
    return answer(change(FACTS, notice=change(NOTICE, **more)))


def says(found: NoticeAnswer, words: str) -> bool:
    return any(words in line.says for line in found.lines)


def mistakes(text: str) -> list[str]:
    """What is wrong with a file, sentence by sentence; nothing where it is right."""
    try:
        read(text)
    except BadFacts as wrong:
        return [str(mistake) for mistake in wrong.mistakes]
    return []

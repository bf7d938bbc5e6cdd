"""What a facts file may say. Each fact carries a note: what it is, by which provision it matters, its least number."""

from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import Annotated

import msgspec

from pitboss.money import Money

Dollars = int  # whole dollars, as a financial statement has them
Pounds = int


class Note(msgspec.Struct, frozen=True):
    """The provision and the sentence behind one fact."""

    cite: str
    about: str
    least: int | None = None


class NoticeTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the file: one struct, one heading."""


class Party(StrEnum):
    DEALER = "dealer"
    PRODUCER = "producer"


class Dealings(StrEnum):
    """What is ended, in the words of 143.31(a)."""

    CONTRACT = "contract"
    PURCHASING_AGREEMENT = "purchasing_agreement"
    COURSE_OF_DEALING = "course_of_dealing"


class Ground(StrEnum):
    """Why a dealer asks for 28 days."""

    FINANCIAL_DISTRESS = "financial_distress"
    SOLVENCY_RATIOS = "solvency_ratios"
    LOST_SALES = "lost_sales"
    CATASTROPHE = "catastrophe"


class ScoreDocument(StrEnum):
    """What the Board needs for the score (143.31(c)#4)."""

    BALANCE_SHEET = "balance_sheet"
    STATEMENT_OF_OPERATIONS = "statement_of_operations"
    STATEMENT_OF_CASH_FLOWS = "statement_of_cash_flows"


class Catastrophic(StrEnum):
    """The kinds of event that 143.31(g)(1) names; its list is open."""

    MECHANICAL_FAILURE = "mechanical_failure"
    WEATHER_DAMAGE = "weather_damage"
    INFRASTRUCTURE_DAMAGE = "infrastructure_damage"
    PLANT_SHUT_OR_SLOWED = "plant_shut_or_slowed"
    GOVERNMENT_SHUTDOWN = "government_shutdown"
    SIMILAR = "similar"


class MilkDealer(NoticeTable, frozen=True, kw_only=True):
    name: Annotated[str, Note("143.31(a)#1", "Who buys the milk.")]
    address: Annotated[tuple[str, ...], Note("143.31(a)#1", "Lines of the address.")] = ()


class Producer(NoticeTable, frozen=True, kw_only=True):
    name: Annotated[str, Note("143.31(a)#2", "Who sells the milk.")]
    address: Annotated[tuple[str, ...], Note("143.31(a)#2", "Lines of the address.")] = ()
    sells_at_farm: Annotated[bool, Note("143.32", "The producer also sells milk at the farm.")] = False


class Agreement(NoticeTable, frozen=True, kw_only=True):
    kind: Annotated[Dealings, Note("143.31(a)#1", "What is ended.")]
    cooperative_member: Annotated[bool, Note("143.31(i)", "The dealer is a cooperative and the producer a member.")] = (
        False
    )
    termination_provision: Annotated[bool, Note("143.31(j)", "The agreement says itself how it is ended.")] = False
    notice_days: Annotated[int | None, Note("143.31(j)", "The days of notice that it asks for.", 0)] = None


class MilkNotice(NoticeTable, frozen=True, kw_only=True):
    sent: Annotated[date, Note("143.31(a)#1", "The day on which the notice was sent.")]
    received: Annotated[date | None, Note("143.31(a)#3", "The day on which it was received.")] = None
    written: Annotated[bool, Note("143.31(a)#1", "The notice is in writing.")] = True
    ends: Annotated[date | None, Note("143.31(a)#1", "The day it names as the end, if it names one.")] = None
    reasons: Annotated[tuple[str, ...], Note("143.31(a)#4", "The dealer's reasons.")] = ()
    tells_of_petition: Annotated[bool, Note("143.31(a)#5", "It tells the producer of the petition.")] = False
    assistance: Annotated[tuple[str, ...], Note("143.31(k)", "The Board's list of who can help, as enclosed.")] = ()


class Rejection(NoticeTable, frozen=True, kw_only=True):
    day: Annotated[date, Note("143.31(b)", "The day on which milk was rejected.")]
    cause: Annotated[str, Note("143.31(b)", "Which cause of § 143.44; the same words for the same cause.")]


class Petition(NoticeTable, frozen=True, kw_only=True):
    grounds: Annotated[tuple[Ground, ...], Note("143.31(a)#5", "Why 28 days are asked for.", 1)]
    documented: Annotated[date | None, Note("143.31(c)#3", "The day on which the Board had all documents.")] = None
    decided: Annotated[date | None, Note("143.31(h)", "The day of the Board's decision.")] = None
    approved: Annotated[bool | None, Note("143.31(h)", "Whether the Board approved the 28 days.")] = None


class Statement(NoticeTable, frozen=True, kw_only=True):
    """The most recent year, in whole dollars."""

    year: Annotated[int, Note("143.31(c)#2", "The year of the statement.", 1900)]
    documents: Annotated[tuple[ScoreDocument, ...], Note("143.31(c)#4", "What was given to the Board.")] = ()
    gnp_index: Annotated[Fraction, Note("143.31(c)#2", "The price index of the gross national product.")]
    gnp_year: Annotated[int, Note("I-143-01", "The year of that index.", 1900)]
    total_assets: Annotated[Dollars, Note("143.31(c)#2", "TA.", 0)]
    total_liabilities: Annotated[Dollars, Note("143.31(c)#2", "TL.", 0)]
    current_assets: Annotated[Dollars, Note("143.31(c)#2", "CA.", 0)]
    current_liabilities: Annotated[Dollars, Note("143.31(c)#2", "CL.", 0)]
    net_income: Annotated[Dollars, Note("143.31(c)#2", "NI after taxes; a loss is negative.")]
    operating_cash_flow: Annotated[Dollars, Note("143.31(c)#2", "FFO; may be negative.")]
    cash: Annotated[Dollars, Note("143.31(d)(i)", "Cash on hand.", 0)]
    receivables: Annotated[Dollars, Note("143.31(d)(i)", "Accounts receivable.", 0)]
    fixed_assets: Annotated[Dollars, Note("143.31(d)(v)", "Fixed assets.", 0)]

    @property
    def equity(self) -> Dollars:
        """I-143-08."""
        return self.total_assets - self.total_liabilities

    @property
    def working_capital(self) -> Dollars:
        return self.current_assets - self.current_liabilities


class PriorStatement(NoticeTable, frozen=True, kw_only=True):
    """The year before."""

    year: Annotated[int, Note("143.31(c)#2", "The year before that of the statement.", 1900)]
    net_income: Annotated[Dollars, Note("143.31(c)#2", "NI of that year.")]


class Customer(NoticeTable, frozen=True, kw_only=True):
    name: Annotated[str, Note("143.31(e)(1)", "Whose custom was lost or fell.")]
    lost: Annotated[date, Note("143.31(e)(1)", "The day on which it was lost or fell.")]
    weeks: Annotated[tuple[Pounds, ...], Note("143.31(e)(2)", "Pounds sold in each week before, oldest first.", 0)]
    remaining: Annotated[Pounds, Note("143.31(e)(2)", "Pounds a week still bought; 0 where all is lost.", 0)] = 0
    since: Annotated[date | None, Note("143.31(e)(2)", "Customer since; for a history under 26 weeks.")] = None
    school: Annotated[bool, Note("143.31(e)(2)", "A school whose contract was lost in the school year.")] = False


class LostSales(NoticeTable, frozen=True, kw_only=True):
    customers: Annotated[tuple[Customer, ...], Note("143.31(e)(1)", "Customers lost or buying less.", 1)]
    receipts: Annotated[tuple[Pounds, ...], Note("143.31(e)(4)", "Raw milk received in each week, oldest first.", 0)]
    good_faith: Annotated[bool, Note("143.31(e)(3)", "Affirmed: good faith efforts to replace the sales.")] = False


class Catastrophe(NoticeTable, frozen=True, kw_only=True):
    event: Annotated[Catastrophic, Note("143.31(g)(1)", "What kind of event.")]
    day: Annotated[date, Note("143.31(g)(1)", "The day on which it happened.")]
    evidence: Annotated[str, Note("143.31(g)", "How the event can be verified.")]
    expected_days: Annotated[int, Note("143.31(g)", "How many days the reduction is expected to last.", 0)]
    output: Annotated[tuple[Pounds, ...], Note("143.31(g)(2)", "Packaged pounds sold in each week before.", 0)]
    receipts: Annotated[tuple[Pounds, ...], Note("143.31(g)(3)", "Raw milk received in each week before.", 0)]
    reduction: Annotated[Pounds, Note("143.31(g)(4)", "Estimated pounds a week that cannot be handled.", 0)]
    extent: Annotated[str, Note("143.31(g)(4)", "Reasons and nature of the reduction.")]
    good_faith: Annotated[bool, Note("143.31(g)(5)", "Affirmed: efforts to return to the former output.")] = False
    outlasts: Annotated[bool, Note("143.31(g)(6)", "Affirmed: it will last beyond 28 days even so.")] = False


class Donation(NoticeTable, frozen=True, kw_only=True):
    food_bank: Annotated[str, Note("143.31(f)#1", "Who is given the milk.")]
    licensed: Annotated[bool, Note("143.31(f)#1", "The Board has licensed that Food Bank.")]
    packaged: Annotated[bool, Note("143.31(f)#1", "The milk is packaged.")]
    pounds: Annotated[Pounds, Note("143.31(f)#1", "Pounds of producer milk packaged and donated.", 1)]
    weeks: Annotated[int, Note("I-143-20", "The weeks over which it is donated.", 1)]
    good_faith: Annotated[bool, Note("143.31(f)#1", "Affirmed: good faith efforts to dispose of it.")] = False
    no_better_outlet: Annotated[bool, Note("143.31(f)#1", "Affirmed: dumping or donating is what remains.")] = False
    price: Annotated[Money, Note("143.31(f)#2", "Minimum wholesale price of all of it.")]
    discounts: Annotated[Money, Note("143.31(f)#2", "Discounts off that price.")] = Money(0)
    premiums: Annotated[Money, Note("143.31(f)#2", "Mandated premiums within that price.")] = Money(0)
    requested: Annotated[date | None, Note("143.31(f)#4", "The day on which the Board had the request.")] = None


class Facts(NoticeTable, frozen=True, kw_only=True):
    by: Annotated[Party, Note("143.31(a)#1", "Who gives the notice.")]
    dealer: Annotated[MilkDealer, Note("143.31(a)#1", "The dealer.")]
    producer: Annotated[Producer, Note("143.31(a)#2", "The producer.")]
    agreement: Annotated[Agreement, Note("143.31(a)#1", "What there is between them.")]
    notice: Annotated[MilkNotice | None, Note("143.31(a)#1", "The notice.")] = None
    rejections: Annotated[tuple[Rejection, ...], Note("143.31(b)", "Milk rejected under § 143.44.")] = ()
    petition: Annotated[Petition | None, Note("143.31(a)#5", "The petition for 28 days.")] = None
    statement: Annotated[Statement | None, Note("143.31(c)#4", "The financial statement of the last year.")] = None
    prior_statement: Annotated[PriorStatement | None, Note("143.31(c)#2", "Of the year before.")] = None
    lost_sales: Annotated[LostSales | None, Note("143.31(e)", "Sales lost.")] = None
    catastrophe: Annotated[Catastrophe | None, Note("143.31(g)", "The catastrophic event.")] = None
    donation: Annotated[Donation | None, Note("143.31(f)#1", "Milk given to a Food Bank.")] = None

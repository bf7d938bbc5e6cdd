"""Facts that contradict themselves or each other: a day before its cause, a statement that cannot be, what is missing."""

from collections.abc import Iterator
from datetime import date

from pitboss.annexes.notice import volume
from pitboss.annexes.notice.facts import Customer, Facts, Ground, Party, Petition, Statement

Wrong = tuple[str, str, str]  # the fact, a sentence, a citation

LONGEST_NOTICE = 3660  # days, ten years: the text sets no bound, but the calendar does, and more is a typing error
OLDEST_STATEMENT = 2  # I-143-23: years before the one in which the Board had the documents

STATEMENTS = {"statement": "143.31(c)#4", "prior_statement": "143.31(c)#2"}
NEEDS = {
    Ground.FINANCIAL_DISTRESS: STATEMENTS,
    Ground.SOLVENCY_RATIOS: STATEMENTS,
    Ground.LOST_SALES: {"lost_sales": "143.31(e)"},
    Ground.CATASTROPHE: {"catastrophe": "143.31(g)"},
}


def contradictions(facts: Facts) -> Iterator[Wrong]:
    """Every one there is."""
    yield from _agreement(facts)
    yield from _notice(facts)
    yield from _petition(facts)
    yield from _years(facts)
    if facts.statement:
        yield from _statement(facts.statement)
    yield from _lost_sales(facts)
    yield from _catastrophe(facts)
    yield from _donation(facts)


def _agreement(facts: Facts) -> Iterator[Wrong]:
    agreement = facts.agreement
    if agreement.notice_days is not None and not agreement.termination_provision:
        yield (
            "agreement.notice_days",
            "An agreement without a termination provision has no days of notice of its own.",
            "143.31(j)",
        )
    if agreement.notice_days is not None and agreement.notice_days > LONGEST_NOTICE:
        yield (
            "agreement.notice_days",
            f"A notice of {agreement.notice_days:,} days is longer than the ten years ({LONGEST_NOTICE:,} days) allowed "
            "here.",
            "143.31(j)",
        )
    if not (facts.notice or facts.donation):
        yield "notice", "The file has neither a [notice] nor a [donation]; there is nothing to answer.", "143.31(a)#1"


def _notice(facts: Facts) -> Iterator[Wrong]:
    if not (notice := facts.notice):
        return
    yield from _order("notice.received", notice.received, "the receipt", notice.sent, "the sending", "143.31(a)#3")
    yield from _order("notice.ends", notice.ends, "the end of the dealings", notice.sent, "the sending", "143.31(a)#1")
    if facts.by is Party.DEALER:
        for number, rejection in enumerate(facts.rejections, 1):
            fact = f"rejections[{number}].day"
            yield from _order(
                fact, notice.sent, "the sending", rejection.day, "a rejection that it rests on", "143.31(b)"
            )
    if notice.tells_of_petition and not facts.petition:
        yield (
            "notice.tells_of_petition",
            "The notice tells of a petition, but the file has no [petition].",
            "143.31(a)#5",
        )


def _petition(facts: Facts) -> Iterator[Wrong]:
    if not (petition := facts.petition):
        return
    if facts.by is Party.PRODUCER:
        yield "petition", "Only a dealer may ask the Board for a shorter period; the producer gives this notice.", "143.31(a)#5"  # fmt: skip  # noqa: E501
    if not facts.notice:
        yield "petition", "A petition asks for a shorter notice, but the file has no [notice].", "143.31(a)#5"
    for ground in dict.fromkeys(petition.grounds):
        for table, cite in NEEDS[ground].items():
            if getattr(facts, table) is None:
                yield "petition.grounds", f"The petition pleads {ground}, but the file has no [{table}].", cite
    yield from _decision(petition)


def _decision(petition: Petition) -> Iterator[Wrong]:
    if (petition.decided is None) != (petition.approved is None):
        yield "petition", "A decision has both its day (decided) and its outcome (approved).", "143.31(h)"
    if petition.decided and not petition.documented:
        yield "petition.decided", "The Board cannot have decided before it had the documents (documented).", "143.31(h)"
    yield from _order(
        "petition.decided",
        petition.decided,
        "the decision",
        petition.documented,
        "receipt of the documents",
        "143.31(h)",
    )


def _years(facts: Facts) -> Iterator[Wrong]:
    this, before = facts.statement, facts.prior_statement
    if this and this.gnp_year != this.year:
        yield "statement.gnp_year", f"The index is of {this.gnp_year}, the statement of {this.year}.", "I-143-01"
    if this and before and before.year != this.year - 1:
        yield (
            "prior_statement.year",
            f"The year before {this.year} is {this.year - 1}, not {before.year}.",
            "143.31(c)#2",
        )
    documented = facts.petition.documented if facts.petition else None
    if this and documented and this.year > documented.year:
        yield (
            "statement.year",
            f"The Board had the documents on {documented}, before the year {this.year} began.",
            "143.31(c)#4",
        )
    if this and documented and this.year < documented.year - OLDEST_STATEMENT:
        yield (
            "statement.year",
            f"The Board had the documents on {documented}; {this.year} was not the most recent year then.",
            "143.31(c)#2",
        )


def _statement(this: Statement) -> Iterator[Wrong]:
    """Parts that exceed their whole."""
    pairs = (
        ("current_assets", this.current_assets, "total assets", this.total_assets),
        ("current_liabilities", this.current_liabilities, "total liabilities", this.total_liabilities),
        ("cash", this.cash + this.receivables, "current assets", this.current_assets),
        ("fixed_assets", this.fixed_assets + this.current_assets, "total assets", this.total_assets),
    )
    names = {"cash": "cash and receivables", "fixed_assets": "fixed and current assets"}
    for part, amount, whole, most in pairs:
        if amount > most:
            words = names.get(part, part.replace("_", " "))
            yield f"statement.{part}", f"The {words}, ${amount:,}, exceed the {whole}, ${most:,}.", "143.31(c)#4"


def _lost_sales(facts: Facts) -> Iterator[Wrong]:
    if not (sales := facts.lost_sales):
        return
    documented = facts.petition.documented if facts.petition else None
    for number, customer in enumerate(sales.customers, 1):
        path = f"lost_sales.customers[{number}]"
        yield from _customer(path, customer)
        yield from _order(
            f"{path}.lost", documented, "receipt of the documents", customer.lost, "the loss", "143.31(e)(1)"
        )
    yield from _history("lost_sales.receipts", sales.receipts, "143.31(e)(4)", over=True)


def _customer(path: str, customer: Customer) -> Iterator[Wrong]:
    yield from _order(f"{path}.lost", customer.lost, "the loss", customer.since, "the first sale", "143.31(e)(1)")
    if not customer.weeks or (len(customer.weeks) < volume.WEEKS and not volume.short_history(customer)):
        yield (
            f"{path}.weeks",
            f"{customer.name} has {len(customer.weeks)} weeks of sales; {volume.WEEKS} are needed unless it was a "
            "customer for less (since) or a school that left in the school year (school).",
            "143.31(e)(2)",
        )
    elif customer.since and len(customer.weeks) > (fit := volume.weeks_between(customer.since, customer.lost)) >= 0:
        yield (
            f"{path}.weeks",
            f"{customer.name} has {len(customer.weeks)} weeks of sales; from {customer.since} to {customer.lost} there "
            f"{'was' if fit == 1 else 'were'} {fit}.",
            "143.31(e)(2)",
        )
    elif volume.decrease(customer) <= 0:
        yield f"{path}.remaining", f"{customer.name} buys no less than before; nothing is lost.", "143.31(e)(1)"


def _catastrophe(facts: Facts) -> Iterator[Wrong]:
    if not (event := facts.catastrophe):
        return
    documented = facts.petition.documented if facts.petition else None
    yield from _order("catastrophe.day", documented, "receipt of the documents", event.day, "the event", "143.31(g)(1)")
    yield from _history("catastrophe.output", event.output, "143.31(g)(2)", over=False)
    yield from _history("catastrophe.receipts", event.receipts, "143.31(g)(3)", over=True)
    if len(event.output) >= volume.WEEKS and event.reduction > volume.average(event.output):
        yield "catastrophe.reduction", "The reduction exceeds the output that there was on average.", "143.31(g)(4)"


def _donation(facts: Facts) -> Iterator[Wrong]:
    if not (donation := facts.donation):
        return
    if not facts.lost_sales:
        yield "donation", "The excess milk is reckoned from [lost_sales], which the file does not have.", "143.31(f)#1"
    if donation.discounts + donation.premiums > donation.price:
        yield "donation.price", "Discounts and premiums exceed the price that they are part of.", "143.31(f)#2"
    for customer in facts.lost_sales.customers if facts.lost_sales else ():
        yield from _order(
            "donation.requested", donation.requested, "the request", customer.lost, "the loss", "143.31(f)#4"
        )


def _history(fact: str, weeks: tuple[int, ...], cite: str, *, over: bool) -> Iterator[Wrong]:
    """A history of 26 weeks or more; ``over``, something is measured by it, so that it may not be all zero."""
    if len(weeks) < volume.WEEKS:
        yield fact, f"{fact} has {len(weeks)} weeks; {volume.WEEKS} are needed.", cite
    elif over and not sum(weeks[-volume.WEEKS :]):
        yield fact, f"{fact} are zero throughout; no share can be taken of them.", cite


def _order(fact: str, later: date | None, what: str, earlier: date | None, cause: str, cite: str) -> Iterator[Wrong]:
    if later and earlier and later < earlier:
        yield fact, f"{_capital(what)} ({later}) comes before {cause} ({earlier}).", cite


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]

"""The O-score of 143.31(c): Ohlson's nine terms, with the signs that the print has lost (I-143-01).

All terms but one are fractions. The logarithm of a fraction other than 1 is irrational, so that a score with one never
equals a bound exactly: it is worked out with more digits until it is clearly above or below. What is printed is
right to within ``TOLERANCE``.
"""

from decimal import Context, Decimal
from fractions import Fraction

import msgspec

from pitboss.annexes.notice.facts import PriorStatement, Statement
from pitboss.annexes.notice.figures import shown

DISTRESS = Fraction("0.5")  # 143.31(c)#1: this and higher
LOWEST = Fraction(-1)  # 143.31(d): from here up to distress
DIGITS = 50  # of the first attempt
TOLERANCE = Fraction(1, 10**40)  # of a score worked out with DIGITS
CONSTANT = Fraction("-1.32")


class Term(msgspec.Struct, frozen=True):
    """One term: its coefficient, what it multiplies, and that in words."""

    coefficient: Fraction
    name: str
    sum: str  # in brackets, something that counts 1 if it is so and 0 if it is not
    value: Fraction
    logarithm: bool = False  # of the value


class Score(msgspec.Struct, frozen=True):
    """A score that is defined; ``terms`` in the order of the text."""

    terms: tuple[Term, ...]

    def at(self, digits: int = DIGITS) -> Fraction:
        """The score, its logarithm taken to so many digits."""
        return CONSTANT + sum((product(term, digits) for term in self.terms), Fraction(0))

    def reaches(self, bound: Fraction) -> bool:
        """Whether the score is at or above a bound: never in doubt."""
        if all(term.value == 1 for term in self.terms if term.logarithm):
            return self.at() >= bound
        digits, error = DIGITS, TOLERANCE
        while abs(self.at(digits) - bound) <= error:
            digits, error = 2 * digits, error * error
        return self.at(digits) > bound

    @property
    def distress(self) -> bool:
        """143.31(c)#1."""
        return self.reaches(DISTRESS)

    @property
    def between(self) -> bool:
        """143.31(d): the lower bound belongs to it, the upper to distress (I-143-03)."""
        return self.reaches(LOWEST) and not self.reaches(DISTRESS)


def undefined(this: Statement) -> str:
    """What keeps the score from being defined (I-143-02); empty where nothing does."""
    zero = {
        "total assets": this.total_assets,
        "total liabilities": this.total_liabilities,
        "current assets": this.current_assets,
    }
    return " and ".join(name for name, amount in zero.items() if amount == 0)


def score(this: Statement, before: PriorStatement) -> Score:
    """The nine terms of a statement for which the score is defined."""
    ta, tl, ca, cl = this.total_assets, this.total_liabilities, this.current_assets, this.current_liabilities
    ni, last = this.net_income, before.net_income
    swing = abs(ni) + abs(last)
    index = shown(this.gnp_index)
    return Score(
        (
            _term("-0.407", "log(TA/GNP)", f"ln({ta:,} ÷ {index})", ta / this.gnp_index, logarithm=True),
            _term("6.03", "TL/TA", f"{tl:,} ÷ {ta:,}", Fraction(tl, ta)),
            _term("-1.43", "WC/TA", f"({ca:,} − {cl:,}) ÷ {ta:,}", Fraction(this.working_capital, ta)),
            _term("0.0757", "CL/CA", f"{cl:,} ÷ {ca:,}", Fraction(cl, ca)),
            _term("-1.72", "X", f"[{tl:,} > {ta:,}]", Fraction(tl > ta)),
            _term("-2.37", "NI/TA", f"{ni:,} ÷ {ta:,}", Fraction(ni, ta)),
            _term("-1.83", "FFO/TL", f"{this.operating_cash_flow:,} ÷ {tl:,}", Fraction(this.operating_cash_flow, tl)),
            _term("0.285", "Y", f"[{ni:,} < 0 and {last:,} < 0]", Fraction(ni < 0 and last < 0)),
            _term(
                "-0.521",
                "change of NI",
                f"({ni:,} − ({last:,})) ÷ ({abs(ni):,} + {abs(last):,})",
                Fraction(ni - last, swing) if swing else Fraction(0),  # I-143-02
            ),
        )
    )


def product(term: Term, digits: int = DIGITS) -> Fraction:
    """Coefficient times value, or times its natural logarithm."""
    return term.coefficient * (natural_log(term.value, digits) if term.logarithm else term.value)


def natural_log(number: Fraction, digits: int = DIGITS) -> Fraction:
    """ln of a positive fraction. Each of two logarithms is rounded correctly to so many digits, and so is their
    difference; none of them has more than three digits before the point, so ten digits fewer are right."""
    context = Context(prec=digits)
    above, below = (context.ln(Decimal(part)) for part in number.as_integer_ratio())
    return Fraction(context.subtract(above, below))


def _term(coefficient: str, name: str, words: str, value: Fraction, *, logarithm: bool = False) -> Term:
    return Term(Fraction(coefficient), name, words, value, logarithm)

"""The five solvency ratios of 143.31(d). Each condition measures weakness; three of them are needed."""

from fractions import Fraction

import msgspec

from pitboss.annexes.notice.facts import Statement

NEEDED = 3  # 143.31(d)
QUICK = Fraction("0.6")  # 143.31(d)(i): at most
CURRENT = Fraction(1)  # 143.31(d)(ii): less
CURRENT_LIABILITIES = Fraction(2, 3)  # 143.31(d)(iii): greater
TOTAL_LIABILITIES = Fraction(1)  # 143.31(d)(iv): greater
FIXED_ASSETS = Fraction(3, 4)  # 143.31(d)(v): greater


class Condition(msgspec.Struct, frozen=True):
    """One ratio, what it must be, and whether it is. ``ratio`` is None where there is nothing to divide by."""

    cite: str
    name: str
    sum: str
    ratio: Fraction | None
    must: str
    met: bool
    reading: str = ""  # what was relied on where the ratio says nothing


def conditions(this: Statement) -> tuple[Condition, ...]:
    quick = this.cash + this.receivables
    return (
        _liquid(
            "143.31(d)(i)", "Quick ratio", f"({this.cash:,} + {this.receivables:,})", quick, this, QUICK, equal=True
        ),
        _liquid("143.31(d)(ii)", "Current ratio", f"{this.current_assets:,}", this.current_assets, this, CURRENT),
        _burden("143.31(d)(iii)", "Current liabilities to equity", this.current_liabilities, this, CURRENT_LIABILITIES),
        _burden("143.31(d)(iv)", "Total liabilities to equity", this.total_liabilities, this, TOTAL_LIABILITIES),
        _burden("143.31(d)(v)", "Fixed assets to equity", this.fixed_assets, this, FIXED_ASSETS),
    )


def _liquid(
    cite: str, name: str, words: str, assets: int, this: Statement, bound: Fraction, *, equal: bool = False
) -> Condition:
    """Assets at hand for each dollar soon due: few of them are a weakness. Nothing due, no weakness (I-143-09)."""
    must = f"{'at most' if equal else 'less than'} {bound}"
    due = this.current_liabilities
    if due == 0:
        return Condition(cite, name, f"{words} ÷ 0", None, must, False, "I-143-09")
    ratio = Fraction(assets, due)
    return Condition(cite, name, f"{words} ÷ {due:,}", ratio, must, ratio < bound or (equal and ratio == bound))


def _burden(cite: str, name: str, burden: int, this: Statement, bound: Fraction) -> Condition:
    """What rests on each dollar of equity: much is a weakness, and anything where there is none (I-143-04)."""
    must = f"greater than {bound}"
    words = f"{burden:,} ÷ {this.equity:,}"
    if this.equity <= 0:
        return Condition(cite, name, words, None, must, burden > 0, "I-143-04")
    ratio = Fraction(burden, this.equity)
    return Condition(cite, name, words, ratio, must, ratio > bound)

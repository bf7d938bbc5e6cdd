"""Numbers as they are printed. Whatever is cut says so; what decides is the fraction, never the print."""

from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

PLACES = 6
_LONG = Context(prec=60, rounding=ROUND_HALF_EVEN)


def whole(number: int) -> str:
    """``1,234,567``."""
    return f"{number:,}"


def rounded(number: Fraction, places: int = PLACES) -> str:
    """To so many decimals, and no more of them than it needs."""
    text = f"{Decimal(round(number * 10**places)).scaleb(-places, _LONG):,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def shown(number: Fraction, places: int = PLACES) -> str:
    """Exact where so many decimals are enough for that; otherwise rounded and marked as such."""
    return rounded(number, places) if _exact(number, places) else f"≈ {rounded(number, places)}"


def equals(number: Fraction, places: int = PLACES) -> str:
    """The same behind a sum."""
    return f"= {rounded(number, places)}" if _exact(number, places) else shown(number, places)


def _exact(number: Fraction, places: int) -> bool:
    scale: int = 10**places
    return scale % number.denominator == 0

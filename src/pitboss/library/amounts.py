"""Amounts of money, as a program reads them."""

from pitboss import money
from pitboss.procedure import Refusal, Refused


def cents(text: str) -> money.Cents:
    """``"12.50"`` → 1250. Dollars with or without two decimals; anything else is refused."""
    try:
        return money.cents(text)
    except ValueError as error:
        raise Refused(Refusal.MALFORMED, str(error), "") from None

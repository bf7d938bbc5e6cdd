"""The accounts of the book. Every posting has two sides, so the sum over all of them is zero after each.

What the house has is above zero; what it owes, and what came from outside, below. Chips are worth what is on them wherever they
are: in the hands of the house or of patrons. ``MONEY`` is what patrons gave for chips more than they got for them at the cage;
``HOUSE`` what the house put in when the book was opened, and later.
"""

from collections.abc import Iterable

import msgspec

from pitboss.money import Cents, dollars

MAIN_BANK, CHIP_BANK, RESERVE, RETIRED, COUNT_ROOM = (
    "main bank",
    "chip bank",
    "reserve chips",
    "retired chips",
    "count room",
)
CHECKS, DEPOSITS = "counter checks on hand", "deposits"
PATRONS, MONEY = "chips of patrons", "money of patrons"
OWED, AWARDS = "owed to patrons", "awards to pay"
MARKED, UNCOLLECTED = "marked vigorish owed", "vigorish to collect"
COUPONS = "coupons"
OVER_SHORT, HOUSE = "over and short", "house"


def drawer(cashier: str) -> str:
    """The cash in a cashier's drawer."""
    return f"drawer {cashier}"


def drawer_chips(cashier: str) -> str:
    return f"drawer chips {cashier}"


def transit(slip: str) -> str:
    """Chips that security carries, by their slip."""
    return f"in transit {slip}"


def tray(table: str) -> str:
    return f"tray {table}"


def tips(table: str) -> str:
    """The chips in the tip box of a table, which are the dealers'."""
    return f"tip box {table}"


def box(name: str) -> str:
    """The cash in a drop box."""
    return f"box {name}"


class MoneyPosting(msgspec.Struct, frozen=True):
    """One amount from one account to another."""

    source: str
    target: str
    amount: Cents


class BookAccounts(msgspec.Struct):
    """What is in each account; ``total`` is zero, or something was made out of nothing."""

    balances: dict[str, Cents] = {}
    total: Cents = 0

    def post(self, postings: Iterable[MoneyPosting]) -> None:
        balances = self.balances
        for one in postings:
            for account, amount in ((one.source, -one.amount), (one.target, one.amount)):
                now = balances[account] = balances.get(account, 0) + amount
                self.total += amount
                if not now:
                    del balances[account]
        if self.total:
            raise ValueError(f"the book is out of balance by ${dollars(self.total)}")

    def balance(self, account: str) -> Cents:
        return self.balances.get(account, 0)

    def check(self) -> None:
        """The sum over all accounts, taken again."""
        total = sum(self.balances.values())
        if total:
            raise ValueError(f"the book is out of balance by ${dollars(total)}")

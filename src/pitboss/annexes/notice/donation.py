"""Milk given to a Food Bank (143.31(f)): whether it is free of premiums, what it is worth, when the Board decides."""

from datetime import date
from fractions import Fraction

import msgspec

from pitboss.annexes.notice import board, volume
from pitboss.annexes.notice.facts import Donation, Facts
from pitboss.annexes.notice.figures import shown, whole
from pitboss.annexes.notice.grounds import lost_sales_lines
from pitboss.annexes.notice.line import LetterLine, yes_or_no
from pitboss.money import Cents, dollars


class Given(msgspec.Struct, frozen=True):
    """What follows from a donation."""

    exempt: bool
    exempt_pounds: str
    value: str
    board_decides_by: date | None


def value(donation: Donation) -> Cents:
    """The minimum wholesale price after its discounts, less the mandated premiums within it (I-143-21)."""
    return donation.price - donation.discounts - donation.premiums


def exempt(donation: Donation) -> bool:
    """Both affirmations, a package, and a Food Bank that the Board has licensed (143.31(f)#1)."""
    return donation.good_faith and donation.no_better_outlet and donation.packaged and donation.licensed


def exempt_pounds(donation: Donation, lost: volume.Lost) -> Fraction:
    """Of the milk donated, what is surplus: no more than the excess of the weeks concerned (I-143-20)."""
    return min(Fraction(donation.pounds), lost.pounds * donation.weeks) if exempt(donation) else Fraction(0)


def given(donation: Donation, facts: Facts) -> Given:
    assert facts.lost_sales
    pounds = exempt_pounds(donation, volume.lost(facts.lost_sales))
    by = board.decides_by(donation.requested) if donation.requested else None
    return Given(exempt(donation), str(pounds), dollars(value(donation)), by)


def lines(donation: Donation, facts: Facts) -> list[LetterLine]:
    """The same in sentences."""
    assert facts.lost_sales
    lost = volume.lost(facts.lost_sales)
    one, worth = "143.31(f)#1", dollars(value(donation))
    rows = [
        *lost_sales_lines(lost, facts),
        yes_or_no(donation.good_faith, "Good faith efforts to dispose of the excess milk are", "affirmed", one),
        yes_or_no(donation.no_better_outlet, "That no sounder outlet than dumping or donating is left is", "affirmed", one),
        yes_or_no(donation.packaged, "The milk for the Food Bank is", "packaged", one),
        yes_or_no(donation.licensed, f"{donation.food_bank} is", "licensed by the Board", one),
    ]  # fmt: skip
    if exempt(donation):
        pounds = exempt_pounds(donation, lost)
        most = f"the less of {whole(donation.pounds)} donated and {shown(lost.pounds)} × {donation.weeks} weeks: {shown(pounds)}"
        rows += [
            LetterLine(
                f"{shown(pounds)} pounds are free of Pennsylvania's premiums.", (one, "I-143-20"), (most,), True
            ),
            LetterLine("The donation is no inducement by the dealer.", ("143.31(f)#3",), (), True),
        ]
        terms = f"{dollars(donation.price)} − {dollars(donation.discounts)} − {dollars(donation.premiums)} = {worth}"
        rows.append(
            LetterLine(f"It may be reported as a contribution of ${worth}.", ("143.31(f)#2", "I-143-21"), (terms,))
        )
    else:
        rows.append(LetterLine("The milk donated is not free of Pennsylvania's premiums.", (one,), (), False))
    if donation.requested:
        by = board.decides_by(donation.requested)
        says = f"The Board decides on the excess and tells the dealer and the producers by {by}."
        rows.append(LetterLine(says, ("143.31(f)#4", "I-143-05"), (board.reckoning(donation.requested),)))
    return rows

"""Papers in words, for people."""

from collections.abc import Callable

from pitboss.house.book.book import TRANSFERS, Slip
from pitboss.house.book.chips import spoken
from pitboss.money import dollars

KINDS = {
    "opener": "before play",
    "closer": "after the closing",
    "drop": "at the drop",
    "shift": "at the end of a shift",
    "closed": "of a closed table",
}


def describe(slip: Slip, name_of: Callable[[str], str] = str) -> str:
    """What a paper is about, in a sentence; ``name_of`` says who has a credential number."""
    match slip.paper:
        case "fill":
            return f"{spoken(slip.chips)} (${dollars(slip.value)}) from the chip bank to {slip.table}."
        case "credit":
            return f"{spoken(slip.chips)} (${dollars(slip.value)}) from {slip.table} to the chip bank."
        case "inventory":
            return f"The tray of {slip.table} {KINDS[slip.kind]}: {spoken(slip.chips)} (${dollars(slip.value)})."
        case "jackpot":
            return f"${dollars(slip.cash)} for {slip.about}; the cage pays it in chips."
        case "check":
            return f"${dollars(slip.cash)} of chips to {name_of(slip.patron)} in seat {slip.about} of {slip.table}."
        case "imprest":
            return f"${dollars(slip.cash)} in the drawer of {name_of(slip.drawer)}."
        case _:
            what = f"{spoken(slip.chips)} (${dollars(slip.value)})" if slip.chips else f"${dollars(slip.cash)}"
            return f"{TRANSFERS[slip.kind][2].capitalize()}: {what}."

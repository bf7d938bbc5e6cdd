"""The jackpot slip: what a progressive wager won, who verified it, who pays it, and which form is due."""

from collections.abc import Iterator

import msgspec

from pitboss.game import Game
from pitboss.money import Cents, dollars
from pitboss.paper.document import Block, Document, Signatures, cited, document, heading, paragraph, table
from pitboss.paper.particulars import Particulars
from pitboss.submission import RulesSubmission

UNKNOWN = "Unknown"


class Jackpot(msgspec.Struct, frozen=True, kw_only=True):
    """What the record says of an award; times are written as on the clock of the house."""

    id: str
    time: str
    round: int
    seat: int
    wager: str
    cite: str
    hand: str
    cards: tuple[str, ...]
    odds: str
    stake: Cents
    amount: Cents
    of_meter: Cents
    by_table: bool
    patron: str  # empty: unknown
    verified: tuple[tuple[str, str, str, str], ...]  # what, by whom, when, by which provision
    documented: bool
    w2g: bool
    w2g_from: str  # the threshold in words
    corrections: tuple[int, ...] = ()


def jackpot_slip(game: Game, rules: RulesSubmission, jackpot: Jackpot, particulars: Particulars) -> Document:
    """The slip as a document, to be printed and signed."""
    return document(game, rules, "Jackpot slip", _blocks(jackpot), particulars)


def _blocks(jackpot: Jackpot) -> Iterator[Block]:
    facts = {
        "Slip": jackpot.id,
        "Awarded": jackpot.time,
        "Round": str(jackpot.round),
        "Seat": str(jackpot.seat),
        "Patron": jackpot.patron or UNKNOWN,
        "Wager": f"{jackpot.wager}, ${dollars(jackpot.stake)}",
        "Hand": jackpot.hand.capitalize(),
        "Cards": " ".join(jackpot.cards),
        "Pays": cited(jackpot.odds, jackpot.cite),
    }
    yield table(("", ""), [(name, value) for name, value in facts.items() if str(value)])
    yield heading("Amount")
    rest = jackpot.amount - jackpot.of_meter
    parts = [("Part of the meter", jackpot.of_meter), ("Fixed award, with the stake where it is returned", rest)]
    rows = [(name, f"${dollars(amount)}") for name, amount in parts if amount]
    yield table(("", ""), [*rows, ("To be paid", f"${dollars(jackpot.amount)}")], numbers=(1,))
    payer = (
        "Paid out of the table inventory."
        if jackpot.by_table
        else "Paid by the cage, never out of the table inventory."
    )
    form = f"Form W-2G: {'yes' if jackpot.w2g else 'no'} ({jackpot.w2g_from})."
    yield paragraph(f"{payer} {form}")
    yield heading("Verified")
    yield table(
        ("What", "By", "When", "Provision"),
        [(what.capitalize(), by, at, cite) for what, by, at, cite in jackpot.verified],
    )
    if not jackpot.documented and not jackpot.by_table:
        yield paragraph("The cards stay on the table until the documents are complete.")
    if jackpot.corrections:
        numbers = ", ".join(map(str, jackpot.corrections))
        yield paragraph(
            f"The round was corrected after it was settled (correction {numbers}): look at it before paying."
        )
    yield heading("Signatures")
    yield Signatures(("Dealer", "Floorperson or above", "Cage cashier", "Patron"))

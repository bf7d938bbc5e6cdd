"""Every paper of the money, declared: its series of numbers, who signs it in which order, and by which provision.

Numbers of a series follow each other without a gap; one that is void keeps its number. Whoever signs as one role does not sign the
same paper as another: two persons are two (465a.32). ``distinct`` steps want another person than every step before them.
"""

import msgspec

from pitboss.roles import Role

FLOOR, CASHIER, SECURITY = (Role.FLOORPERSON,), (Role.CAGE_CASHIER,), (Role.SECURITY,)
DEALS = (Role.DEALER, Role.BOXPERSON)
SIGNATURE = "465a.32"


class PaperStep(msgspec.Struct, frozen=True):
    """One signature: the state it brings the paper to, who gives it, and what they do."""

    state: str
    roles: tuple[Role, ...]
    does: str  # as in "Casey Cage prepared it"
    title: str  # what it asks for, as the title of a task
    button: str
    cite: str
    at_table: bool = False  # only by somebody who is assigned there
    counts: bool = False  # whoever signs says what they counted
    distinct: bool = False
    urgent: bool = True


class SlipForm(msgspec.Struct, frozen=True):
    """A kind of slip."""

    name: str
    letter: str
    title: str
    steps: tuple[PaperStep, ...]
    copies: tuple[str, ...]  # where each part goes, printed on it (465a.3)
    moves: str = (
        ""  # the state in which its chips have left: from then on it is not void, an opposite slip is made instead
    )

    def after(self, state: str) -> PaperStep | None:
        """The step that follows a state; None where the paper is complete."""
        names = [step.state for step in self.steps]
        place = names.index(state) + 1
        return self.steps[place] if place < len(names) else None

    def may_be_void(self, state: str) -> bool:
        names = [step.state for step in self.steps]
        return bool(self.moves) and names.index(state) < names.index(self.moves)


FILL = SlipForm(
    "fill",
    "F",
    "Fill",
    (
        PaperStep("requested", FLOOR, "requested it", "Request a fill", "Request", "465a.38", at_table=True),
        PaperStep("issued", CASHIER, "prepared it", "Prepare the chips of a fill", "Chips prepared", "465a.38"),
        PaperStep("carried", SECURITY, "carries it", "Carry a fill to its table", "Chips taken", "465a.38"),
        PaperStep("counted", DEALS, "counted it", "Count a fill", "Counted", "465a.38", at_table=True, counts=True),
        PaperStep("received", FLOOR, "received it", "Sign for a fill", "Sign", "465a.38", at_table=True),
    ),
    ("drop box", "cage", "accounting"),
    moves="carried",
)
CREDIT = SlipForm(
    "credit",
    "C",
    "Credit",
    (
        PaperStep("requested", FLOOR, "requested it", "Request a credit", "Request", "465a.39", at_table=True),
        PaperStep("issued", CASHIER, "made out the slip", "Make out the slip of a credit", "Slip made out", "465a.39"),
        PaperStep(
            "counted", DEALS, "counted it", "Count out a credit", "Counted", "465a.39", at_table=True, counts=True
        ),
        PaperStep("released", FLOOR, "released it", "Sign for a credit", "Sign", "465a.39", at_table=True),
        PaperStep("carried", SECURITY, "carries it", "Carry a credit to the chip bank", "Chips taken", "465a.39"),
        PaperStep(
            "received", CASHIER, "received it", "Count a credit at the chip bank", "Counted", "465a.39", counts=True
        ),
    ),
    ("drop box", "cage", "accounting"),
    moves="carried",
)
INVENTORY = SlipForm(
    "inventory",
    "I",
    "Table Inventory Slip",
    (
        PaperStep("counted", DEALS, "counted it", "Count the tray", "Counted", "465a.36", at_table=True, counts=True),
        PaperStep(
            "signed", FLOOR, "watched the count", "Sign the Table Inventory Slip", "Sign", "465a.36", at_table=True
        ),
    ),
    ("drop box", "container"),
)
JACKPOT = SlipForm(
    "jackpot",
    "J",
    "Jackpot slip",
    (
        PaperStep("verified", DEALS, "verified the hand", "Verify a jackpot", "Verified", "605a.7", at_table=True),
        PaperStep("validated", FLOOR, "validated it", "Validate a jackpot", "Validate", "605a.7", at_table=True),
        PaperStep("paid", CASHIER, "paid it", "Pay a jackpot", "Paid", "605a.7"),
    ),
    ("patron", "cage", "accounting"),
)
CHECK = SlipForm(
    "check",
    "K",
    "Counter check",
    (
        PaperStep("issued", FLOOR, "issued it", "Issue a counter check", "Issue", "609a.7", at_table=True),
        PaperStep("given", DEALS, "gave the chips", "Give chips for a counter check", "Given", "609a.7", at_table=True),
    ),
    ("drop box", "cage", "accounting"),
    moves="given",
)
IMPREST = SlipForm(
    "imprest",
    "D",
    "Drawer",
    (
        PaperStep("issued", CASHIER, "handed it out", "Hand out a drawer", "Handed out", "465a.16"),
        PaperStep("held", CASHIER, "took it", "Take a drawer", "Counted and taken", "465a.16", distinct=True),
        PaperStep("counted", CASHIER, "counted it", "Count a drawer", "Counted", "465a.16", counts=True, urgent=False),
        PaperStep(
            "returned", CASHIER, "took it back", "Take back a drawer", "Counted and taken", "465a.16", counts=True
        ),
    ),
    ("cage", "accounting"),
    moves="held",
)
TRANSFER = SlipForm(
    "transfer",
    "T",
    "Chip transfer",
    (
        PaperStep("given", CASHIER, "gave it", "Give a transfer", "Given", "465a.16"),
        PaperStep("taken", CASHIER, "took it", "Take a transfer", "Counted and taken", "465a.16", distinct=True),
    ),
    ("cage", "accounting"),
    moves="taken",
)
PAPERS = {paper.name: paper for paper in (FILL, CREDIT, INVENTORY, JACKPOT, CHECK, IMPREST, TRANSFER)}
RECEIPT = "R"  # receipts of the cage's window are one series


def number(letter: str, place: int) -> str:
    """``F-000012``."""
    return f"{letter}-{place:06}"

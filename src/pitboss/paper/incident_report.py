"""The report of an incident: what happened at a table that is in no chapter's list, and what was done about it."""

from collections.abc import Iterator

import msgspec

from pitboss.game import Game
from pitboss.money import Cents, dollars
from pitboss.paper.document import Block, Document, Signatures, cited, document, heading, paragraph, table
from pitboss.paper.particulars import Particulars
from pitboss.submission import RulesSubmission

CORRECTED = "I-GEN-40"


class RoundPlayed(msgspec.Struct, frozen=True):
    """A round that the incident is about, as it was settled."""

    number: int
    opened: str
    closed: str
    result: str
    wagered: Cents
    paid: Cents
    void: bool = False


class CorrectionMade(msgspec.Struct, frozen=True):
    """A correction that names the incident: by whom, for whom how much, and what was decided."""

    number: int
    round: int
    void: bool
    reason: str
    proposed: str
    lines: tuple[tuple[str, Cents], ...]
    decided: str  # empty while it waits for a second person


class Incident(msgspec.Struct, frozen=True):
    """What the record says of an incident; times are written as on the clock of the house."""

    number: int
    kind: str
    words: str
    by: str
    time: str
    seats: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    rounds: tuple[RoundPlayed, ...] = ()
    corrections: tuple[CorrectionMade, ...] = ()


def incident_report(game: Game, rules: RulesSubmission, incident: Incident, particulars: Particulars) -> Document:
    """The report as a document, to be printed and signed."""
    return document(game, rules, f"Incident {incident.number}", _blocks(incident), particulars)


def _blocks(incident: Incident) -> Iterator[Block]:
    facts = {
        "What": incident.kind.replace("_", " ").capitalize(),
        "Reported": incident.time,
        "By": incident.by,
        "Seats": ", ".join(incident.seats),
        "People": ", ".join(incident.people),
    }
    yield table(("", ""), [(name, value) for name, value in facts.items() if value])
    yield heading("What happened")
    yield paragraph(incident.words)
    if incident.rounds:
        yield heading("Rounds as they were settled")
        yield table(
            ("Round", "Began", "Ended", "Result", "Wagered", "Paid back"),
            [
                (one.number, one.opened, one.closed, _result(one), f"${dollars(one.wagered)}", f"${dollars(one.paid)}")
                for one in incident.rounds
            ],
            numbers=(4, 5),
        )
    for made in incident.corrections:
        yield from _correction(made)
    yield heading("Signatures")
    yield Signatures((f"Reported by {incident.by}", "Floorperson or above", "Surveillance"))


def _result(played: RoundPlayed) -> str:
    return f"{played.result}, void".removeprefix(", ") if played.void else played.result


def _correction(made: CorrectionMade) -> Iterator[Block]:
    what = "void" if made.void else "correction"
    yield heading(f"Round {made.round}: {what} {made.number}")
    yield paragraph(cited(f"{made.reason} Proposed by {made.proposed}.", CORRECTED))
    yield table(("Player", "Given, or taken"), [(who, _change(amount)) for who, amount in made.lines], numbers=(1,))
    yield paragraph(made.decided or "It waits for a second person; no chips have moved.")


def _change(amount: Cents) -> str:
    return f"{'−' if amount < 0 else '+'}${dollars(abs(amount))}"

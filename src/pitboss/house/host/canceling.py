"""What can be done only between rounds: a round in which nothing has happened makes way for it."""

from pitboss.house.table import rounds
from pitboss.house.table.table import Table
from pitboss.procedure import Refusal, Refused


def between_rounds(table: Table, what: str, cite: str) -> None:
    """Cancel a round in which nothing was wagered or paid; refuse in the middle of any other."""
    if table.round is None:
        return
    if not rounds.is_cancelable(table):
        raise Refused(
            Refusal.NOT_YOUR_TURN, f"{what}: wait until this round is over and nothing is on the layout.", cite
        )
    rounds.unplay(table, what.lower())


def waits(table: Table) -> str:
    """What something waits for that is done only between rounds, as a sentence; empty where it can be done now."""
    if table.round is None or rounds.is_cancelable(table):
        return ""
    return "This round has to be over, and nothing on the layout."

"""Taking and paying by hand: where the chapter has all wagers of a round collected and paid first, a table whose dealer is a
person opens no other round until somebody has said that it is done."""

from pitboss.house.table.table import Table
from pitboss.shown import shown_of


def due(table: Table) -> str:
    """The provision for which the next round waits until the last one is taken and paid; empty where it waits for nobody."""
    return shown_of(table.game).take_and_pay if table.state.felt.unpaid else ""


def words(table: Table) -> str:
    """The same as a sentence for everybody at the table."""
    return f"The dealer takes and pays round {table.state.felt.number}; then betting opens." if due(table) else ""

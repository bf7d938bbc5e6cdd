"""The status of the wagers on the layout: which work, which are locked, whose turn it is. The betting book knows.

While betting is open the book is that of the window; when it has closed, the book as it was then; between rounds, the
book of the next round.
"""

import msgspec

from pitboss.drivers.round import Round
from pitboss.house.table.rounds import next_start
from pitboss.house.table.table import Table
from pitboss.journal import Report
from pitboss.procedure import NO_MORE_BETS, Answer, LayoutStatus, Menu, Window


def betting_book(table: Table) -> Menu | None:
    """The betting book that describes the wagers now; None before the round has come to its betting."""
    play = table.round
    if play is None:
        start = msgspec.structs.replace(next_start(table), new_dealer=False, reopened=False)
        play = Round(table.game, table.rules, table.state.felt.state, start)
    elif not isinstance(play.pending, Window):
        play = play.before(answers_in_betting(play))  # a replica, as it was when betting last closed
    return play.pending.menu if isinstance(play.pending, Window) else None


def answers_in_betting(play: Round) -> int:
    """How many answers of a round its betting book knows: all while betting is open, then those before it last closed."""
    if isinstance(play.pending, Window):
        return len(play.history)
    calls = (n for n in range(len(play.history) - 1, -1, -1) if _closes(play.history[n]))
    return next(calls, 0)


def _closes(one: Answer | Report) -> bool:
    return not isinstance(one, Report) and one.says == NO_MORE_BETS


def layout_status(table: Table) -> LayoutStatus:
    """The status of every wager that is up; empty for a closed table and before the round has come to its betting."""
    menu = betting_book(table) if table.state.standing.open else None
    return LayoutStatus() if menu is None else menu.status()

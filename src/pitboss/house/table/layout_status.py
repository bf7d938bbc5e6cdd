"""The status of the wagers on the layout: which work, which are locked, whose turn it is. The betting book knows.

While betting is open the book is that of the window; when it has closed, the book as it was then; between rounds, the
book of the next round.
"""

import msgspec

from pitboss.drivers.round import Round
from pitboss.house.table.rounds import next_start
from pitboss.house.table.table import Table
from pitboss.journal import Report
from pitboss.procedure import NO_MORE_BETS, LayoutStatus, Menu, Window
from pitboss.wagers import REMOVE, WAGER


def betting_book(table: Table) -> Menu | None:
    """The betting book that describes the wagers now; None before the round has come to its betting."""
    play = table.round
    if play is None:
        start = msgspec.structs.replace(next_start(table), new_dealer=False, reopened=False)
        play = Round(table.game, table.rules, table.state.felt.state, start)
    elif not isinstance(play.pending, Window):
        play = _before_closing(play)
    return play.pending.menu if isinstance(play.pending, Window) else None


def _before_closing(play: Round) -> Round:
    """The round as it was when betting last closed: a replica with the answers up to that call."""
    calls = [n for n, one in enumerate(play.history) if not isinstance(one, Report) and one.says == NO_MORE_BETS]
    return play.before(calls[-1] if calls else 0)


def layout_status(table: Table) -> LayoutStatus:
    """The status of every wager that is up; empty for a closed table and before the round has come to its betting."""
    menu = betting_book(table) if table.state.standing.open else None
    return LayoutStatus() if menu is None else menu.status()


def count_acts(table: Table) -> int:
    """How many answers of this round were neither wagers nor removals: each may change what is offered."""
    history = table.round.history if table.round is not None else []
    return sum(isinstance(one, Report) or one.says not in (WAGER, REMOVE) for one in history)

"""How the wagers on the layout stand, told by the betting book of the round, open or closed, or of the next round."""

from typing import Any

import msgspec

from pitboss.drivers.round import Round
from pitboss.game import RoundStart
from pitboss.house.table.layout import Spot
from pitboss.house.table.table import Table
from pitboss.journal import Report
from pitboss.procedure import NO_MORE_BETS, LayoutStatus, Menu, WagerStatus, Window
from pitboss.wagers import REMOVE, WAGER

Json = dict[str, Any]
TOLD = ("works", "locked", "called", "note", "cite", "lies")
PLAIN = WagerStatus(0, "")


def book(table: Table) -> Menu | None:
    """The book that knows: of the open window; of the one closed last; between rounds, of the window to come."""
    play = table.round
    if play is None:
        play = Round(table.game, table.rules, table.state, RoundStart(table.number + 1, seated=tuple(table.players)))
    elif not isinstance(play.pending, Window):
        play = _before_closing(play)
    return play.pending.menu if isinstance(play.pending, Window) else None


def _before_closing(play: Round) -> Round:
    """The round as it was when betting closed last: a twin, fed the same answers up to that call."""
    calls = [n for n, said in enumerate(play.history) if not isinstance(said, Report) and said.says == NO_MORE_BETS]
    twin = Round(play.game, play.rules, play.state, play.start)
    for said in play.history[: calls[-1]] if calls else ():
        if isinstance(said, Report):
            twin.report(said)
        else:
            twin.answer(said)
    return twin


def standings(table: Table) -> LayoutStatus:
    """Nothing to tell of a table that is closed, or whose round has not come to its wagers."""
    menu = book(table) if table.open else None
    return LayoutStatus() if menu is None else menu.standings()


def acts(table: Table) -> int:
    """How often something was said in this round besides wagers made and taken back: it may change what is offered."""
    said = table.round.history if table.round is not None else []
    return sum(isinstance(one, Report) or one.says not in (WAGER, REMOVE) for one in said)


def marks(found: LayoutStatus) -> dict[Spot, Json]:
    """What is to tell of each wager besides its amount."""
    return {
        (one.seat, one.wager, one.on, one.hand): {
            name: value for name in TOLD if (value := getattr(one, name)) != getattr(PLAIN, name)
        }
        for one in found.wagers
    }


def turn(found: LayoutStatus) -> Json | None:
    return None if found.turn is None else msgspec.structs.asdict(found.turn)

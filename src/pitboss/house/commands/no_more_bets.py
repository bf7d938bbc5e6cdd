"""The dealer closes betting."""

from pitboss.house.host import readiness, strays
from pitboss.house.host.command import At, Command, Entries, Index, Number
from pitboss.procedure import Refusal, Refused
from pitboss.wagers import close_betting


class NoMoreBets(Command, frozen=True, kw_only=True):
    """The dealer announces that no more bets are taken."""

    right = "no_more_bets"
    names_moment = True
    round: Number
    question: Index

    def entries(self, at: At) -> Entries:
        close_by_dealer(at)
        yield from ()


def close_by_dealer(at: At) -> None:
    """Close betting in the name of the dealer; wagers that cannot stand go back first."""
    table, actor = at.table, at.actor(NoMoreBets.right)
    if table.state.filing.settings.dealer == "automatic":
        raise Refused(Refusal.WRONG_MODE, "This table deals automatically; nobody closes betting for it.", "")
    if not readiness.is_betting(table):
        raise Refused(Refusal.STALE, "Betting is not open.", table.game.closed)
    strays.hand_back(at.host, table)
    table.answer(close_betting(), at.key, actor)

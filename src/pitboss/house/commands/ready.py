"""A player is ready: at a practice table betting closes when all are."""

from pitboss.house.host import readiness
from pitboss.house.host.command import At, Command, Entries, Index, Number
from pitboss.procedure import Refusal, Refused, Window


class PlayerReady(Command, frozen=True, kw_only=True, tag="ready"):
    """A player is ready. Only practice tables wait for that; at others it does nothing."""

    names_moment = True
    round: Number
    question: Index

    def entries(self, at: At) -> Entries:
        table = at.table
        if not at.is_player:
            raise Refused(Refusal.WRONG_ROLE, "Only a player can be ready.", "")
        if table.state.filing.settings.practice:
            if table.round is None:
                at.host.dealer.open_next()
                if table.round is None:
                    raise readiness.no_round(at.host, table)
            elif isinstance(table.round.pending, Window):
                at.host.dealer.player_ready(table, at.session.seat)
        yield from ()

"""The house retires a visitor's own practice table, where nobody is any more."""

from contextlib import suppress

from pitboss.house.host import seats
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.host.host import Host
from pitboss.house.host.idle import in_use
from pitboss.house.table import entries, pledges, rounds
from pitboss.house.table.table import Table
from pitboss.journal import AUTOMATIC
from pitboss.procedure import Answer, Refusal, Refused, Window
from pitboss.wagers import REMOVE

STEPS = 300  # in which the wagers of somebody who is gone are decided; more are tried the next time
WHY = "nobody came for long"


class RetireOwn(Command, frozen=True, kw_only=True):
    """Decide what is still up as for anybody who is absent, give the seats back, and retire the table."""

    over = "house"
    kept = False

    def check_sender(self, at: At) -> None:
        """The house itself asks for it."""

    def entries(self, at: At) -> Entries:
        table, host = at.table, at.host
        if table.state.standing.retired:
            return
        if in_use(host):
            raise Refused(Refusal.LOCKED, "Somebody plays at this table.", "")
        _play_out(host, table)
        if table.round is not None:
            rounds.unplay(table, WHY)
        for seat in list(table.state.seats.players):
            seats.give_up_all(at.host, table, seat, entries.HOUSE, at.key)
            host.presence.get_up(seat)
        if table.state.standing.open:
            pledges.close(table, AUTOMATIC, at.key)
        yield entries.Retired(WHY, AUTOMATIC, at.key)
        at.reply |= {"retired": True}


def _play_out(host: "Host", table: Table) -> None:
    """Play on without the players until nothing of theirs is on the layout."""
    for _ in range(STEPS):
        play = table.round
        if not table.state.felt.up and (play is None or rounds.is_cancelable(table)):
            return
        before = table.journal.sequence
        if play is None:
            host.dealer.open_next()
            if table.round is None:
                break
        elif isinstance(play.pending, Window):
            host.dealer.close_betting(table)
        else:
            host.dealer.answer_for(table, [asked.to for asked in play.elections() if isinstance(asked.to, int)])
        host.dealer.advance()
        if table.journal.sequence == before and not _taken_down(table):
            break
    raise Refused(Refusal.LOCKED, "There are wagers on the layout that are not decided yet.", table.game.closed)


def _taken_down(table: Table) -> bool:
    """Take down what may be taken down, where play cannot go on without its player: at craps nobody throws the dice for a
    shooter without a line bet. Whether anything was."""
    before = table.journal.sequence
    for (seat, wager, on, _), amount in list(table.state.felt.up.items()):
        with suppress(Refused):
            table.house(Answer(seat, REMOVE, wager, on, amount, absent=True))
            table.flush()
    return table.journal.sequence > before

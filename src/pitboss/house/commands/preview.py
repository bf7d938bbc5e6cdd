"""What would follow from a report, before it is made."""

from collections.abc import Iterable
from typing import cast

import msgspec

from pitboss.events import AnyEvent, Event
from pitboss.house.commands.report import Facts, reported
from pitboss.house.host import rights
from pitboss.house.host.command import At, Command, Entries, Index, Number
from pitboss.house.protocol.commands import Seat, Word
from pitboss.house.protocol.messages import Preview
from pitboss.house.table import entries
from pitboss.house.table.preview import seen_now
from pitboss.house.table.table import Table
from pitboss.ledger import Ledger
from pitboss.money import Cents
from pitboss.procedure import Refusal, Refused


class PreviewReport(Command, frozen=True, kw_only=True, tag="preview"):
    """What would follow from a report, up to the first card that this person may not see; the preview is recorded."""

    right = "report {kind}"
    kept = False
    names_moment = True
    round: Number
    question: Index | None = None  # what happened may be reported while play goes on
    kind: Word
    seat: Seat = 0
    facts: Facts = {}

    def entries(self, at: At) -> Entries:
        table = at.table
        report, actor = reported(at, self, self.kind, self.seat, self.facts)
        report = table.concerning(report)
        if table.round is None:
            raise Refused(Refusal.CANNOT_HAPPEN, "No round is in progress.", table.game.closed)
        tried, turns = table.round.tried(report)
        events, more = seen_now(table, rights.current_session(at.host, at.session).role, tried)
        kind = table.game.irregularity(report.kind)
        assert kind is not None
        yield entries.Previewed(table.state.felt.number, report, actor, at.key)
        shown = Preview(
            key=at.key,
            events=cast(tuple[AnyEvent, ...], tuple(events)),
            more=more or turns,
            money=_money(table, events),
            remedy=table.game.remedy(kind, table.rules),
            cite=kind.cite,
        )
        at.reply |= msgspec.structs.asdict(shown)


def _money(table: Table, events: Iterable[Event]) -> dict[str, Cents]:
    """What these events would do to the rack of each player, by the ledger."""
    now = table.state.ledger
    trial = Ledger(dict(now.balances), dict(now.owners))
    trial.fold(events)
    changes = {str(seat): trial.chips(seat) - now.chips(seat) for seat in table.state.seats.players}
    return {seat: change for seat, change in changes.items() if change}

"""Somebody proposes to put right what a round settled."""

from typing import Annotated

import msgspec

from pitboss.house.host import payees
from pitboss.house.host.command import At, Command, Entries
from pitboss.house.host.readiness import stated
from pitboss.house.protocol.commands import AdjustmentMessage, Count, Reason
from pitboss.house.table import entries
from pitboss.procedure import Refusal, Refused

CITE = "I-GEN-40"


class ProposeCorrection(Command, frozen=True, kw_only=True):
    """Propose to put right what a round settled: amounts by seat, or, where none are stated, the whole round void."""

    right = "propose correction"
    rounds: Annotated[tuple[int, ...], msgspec.Meta(max_length=50)] = ()  # one
    lines: Annotated[tuple[AdjustmentMessage, ...], msgspec.Meta(max_length=20)] = ()  # none: void
    number: Count = 0  # of the incident that it is about
    reason: Reason = ""
    agreed: bool = False  # that it comes on top of an earlier one

    def entries(self, at: At) -> Entries:
        table, host, actor = at.table, at.host, self.actor(at)
        disputes = table.state.disputes
        if len(self.rounds) != 1:
            raise Refused(Refusal.MALFORMED, "A correction is of one round; name it.", CITE)
        number = self.rounds[0]
        row = host.house.store.history.round(host.name, number)
        if row is None:
            raise Refused(Refusal.NOT_FOUND, f"Round {number} has not been settled at this table.", CITE)
        steps = payees.steps(host, *row)
        if number in {one.round for one in disputes.corrections_open.values()}:
            raise Refused(Refusal.STALE, f"A correction of round {number} waits for a second person already.", CITE)
        if self.number > disputes.reported:
            raise Refused(Refusal.NOT_FOUND, f"There is no incident {self.number} at this table.", CITE)
        reason = stated(self.reason, "Say why the round has to be corrected.")
        lines = [(line.seat, line.amount) for line in self.lines if line.amount]
        void, earlier = not self.lines, disputes.corrected_rounds.get(number)
        if earlier and (void or not self.agreed):
            words = f"Round {number} was corrected already (correction {earlier}); say that this comes on top of it, by seat."
            raise Refused(Refusal.STALE, words, CITE)
        if void:
            lines = sorted(payees.undone([event for _, events in steps for event in events], number).items())
        if not lines:
            words = f"Nothing was won or lost in round {number} that could be given back."
            raise Refused(Refusal.MALFORMED, words, CITE)
        if len({seat for seat, _ in lines}) < len(lines):
            raise Refused(Refusal.MALFORMED, "A correction names each seat once.", CITE)
        played = payees.played(steps)
        for seat, _ in lines:
            if seat not in played:
                known = ", ".join(map(str, sorted(played))) or "none"
                words = f"Seat {seat} did not play in round {number}; played: {known}."
                raise Refused(Refusal.NO_SUCH_SEAT, words, CITE)
        receivers = [payees.receiver(host, table, seat, played[seat]) for seat, _ in lines]
        made = tuple(
            entries.Adjustment(seat, amount, who.name, patron=who.patron)
            for (seat, amount), who in zip(lines, receivers, strict=True)
        )
        yield entries.CorrectionProposed(disputes.proposed + 1, number, made, reason, actor, void, self.number, at.key)

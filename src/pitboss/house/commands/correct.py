"""An outcome that was entered by mistake is taken back."""

from pitboss.house.host.command import At, Command, Entries, Index, Number
from pitboss.house.table import entries
from pitboss.procedure import Refusal, Refused


class CorrectOutcome(Command, frozen=True, kw_only=True, tag="correct"):
    """Take back the outcome that was entered last, before anything is settled on it, and notify everyone."""

    right = "correct outcome"
    names_moment = True
    round: Number
    question: Index

    def entries(self, at: At) -> Entries:
        table, actor = at.table, self.actor(at)
        entered = table.play.correctable
        if entered is None:
            words = (
                "There is no outcome to take back: only the last one entered can be, before anything is settled on it."
            )
            raise Refused(Refusal.LOCKED, words, table.game.closed)
        card = f"A card from the {entered.device}"
        what = card if table.play.has_cards else f"{entered.outcome} on the {entered.device}"
        yield entries.Corrected(table.state.felt.number, entered.device, entered.outcome, actor, at.key)
        at.host.outbox.announce(
            f"{what} was entered by mistake and is taken back; the correct outcome follows.", "I-GEN-40"
        )

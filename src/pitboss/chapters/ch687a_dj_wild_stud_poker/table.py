"""The state of the table between rounds."""

import msgspec

from pitboss.chapters.ch687a_dj_wild_stud_poker.rules import Rules
from pitboss.equipment.shoe import ShoeState
from pitboss.families.one_deck import Deck
from pitboss.families.progressive import opened
from pitboss.game import RoundStart
from pitboss.meters import MeterState


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state between rounds. A deck that is not ``shuffled`` yet is new to the table, and so is the other of two."""

    deck: ShoeState = ShoeState()
    uncounted: int = 0  # rounds since the stub was counted
    unused: int = 0  # decks that have not been used since they came to the table
    meter: MeterState | None = None
    shoe_out: bool = False  # the automated shoe is out of order
    rack: int = 0  # which deck's cards lie in the discard rack; 0: none

    def begins(self, start: RoundStart) -> "Table":
        """The state at the start of a round: at a table that was reopened or idle, or got new cards, all decks are new."""
        return (
            msgspec.structs.replace(self, deck=msgspec.structs.replace(self.deck, shuffled=False), rack=0)
            if start.reopened
            else self
        )

    @property
    def new(self) -> int:
        """How many decks have not been used since they came to the table, this one first."""
        return self.unused if self.deck.shuffled else self.deck.batches

    def after(self, deck: Deck, uncounted: int, meter: MeterState | None) -> "Table":
        another = deck.removed and self.deck.batches == 1
        next_deck = msgspec.structs.replace(deck.after(), shuffled=not another)
        return Table(next_deck, uncounted, max(0, self.new - 1), meter, deck.shoe_out, deck.shoe.rack)


def open_table(rules: Rules) -> Table:
    meter = opened(rules.meter) if rules.meter is not None else None
    return Table(ShoeState(batches=2 if rules.two_decks else 1), meter=meter)

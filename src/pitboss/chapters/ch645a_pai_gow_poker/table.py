"""The state of the table between rounds."""

from typing import Self

import msgspec

from pitboss.chapters.ch645a_pai_gow_poker.rules import Rules
from pitboss.families.banking import BankState
from pitboss.families.pai_gow_poker.table import PaiGowTable
from pitboss.game import RoundStart


class Table(PaiGowTable, frozen=True, omit_defaults=True):
    """The state of a Pai Gow poker table, with what banking remembers and the place of the button."""

    bank: BankState = BankState()
    button: int = 0  # 0 at the dealer, else a seat

    def begins(self, start: RoundStart) -> Self:
        """At a table that was reopened or idle nobody has banked yet, and the button is before the dealer again."""
        found = super().begins(start)
        return found if found is self else msgspec.structs.replace(found, bank=BankState(), button=0)

    @property
    def fresh(self) -> bool:
        """645a.12(b), I-645a-13: whether this is the start of the game, when nobody may bank."""
        return not self.deck.shuffled


def open_table(rules: Rules) -> Table:
    return Table.opened(rules)

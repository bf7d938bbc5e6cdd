"""Pai Gow: hands set by a table, whether the best settings there are (``edges.best_settings``) or the house's."""

from collections.abc import Mapping

from pitboss.chapters.ch621a_pai_gow.completion import LOW
from pitboss.chapters.ch621a_pai_gow.hands import Setting
from pitboss.equipment.tiles import RANK
from pitboss.mathematics.kit.strategy import Seen, default_answer
from pitboss.procedure import Answer, Election


class SetsTiles:
    """``settings``: how each hand is set, by its tiles in the order of a set. Whatever else is asked, the default."""

    def __init__(self, settings: Mapping[tuple[str, ...], Setting]) -> None:
        self.settings = settings

    def answer(self, election: Election, seen: Seen) -> Answer:
        assert isinstance(election.to, int)
        if election.options[0].says == LOW:
            tiles = tuple(sorted(seen.hand(election.to), key=list(RANK).index))
            return Answer(election.to, LOW, cards=self.settings[tiles].low)
        return default_answer(election)

"""A round at which some seats have players with names, up to its open betting, and to its end."""

from collections.abc import Mapping
from typing import Any

import pytest

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.events import Event
from pitboss.game import RoundStart
from pitboss.journal import Report
from pitboss.procedure import Answer, Draw, Refused, Window
from pitboss.submission import RulesSubmission, submit
from pitboss.wagers import WAGER, close_betting


def starts(number: int, players: Mapping[int, str]) -> RoundStart:
    """A round before which these players sit at these seats."""
    return RoundStart(number, seated=tuple(players), players=tuple(players.values()))


class At:
    """A table of a game: round after round, with whoever sits there."""

    def __init__(self, game: str, state: Any = None, **choices: Any) -> None:
        self.game = catalogue.game(game)
        self.rules: RulesSubmission = submit(self.game.rules, choices)
        self.state = self.game.open(self.rules) if state is None else state
        self.number = 0
        self.round: Round

    def begin(self, players: Mapping[int, str]) -> "At":
        """Betting is open."""
        self.number += 1
        self.round = Round(self.game, self.rules, self.state, starts(self.number, players))
        self.events: list[Event] = list(self.round.events)
        self._usual(until_betting=True)
        return self

    def says(self, seat: int, says: str, player: str = "") -> "At":
        self.events += self.round.answer(Answer(seat, says, player=player))
        return self

    def bets(self, seat: int, kind: str = "", amount: int = 1000, player: str = "") -> "At":
        """A wager; of the first kind of the game unless another is named."""
        wager = kind or self.game.wagers[0].name
        self.events += self.round.answer(Answer(seat, WAGER, wager, "", amount, player=player))
        return self

    def reports(self, kind: str, seat: int, player: str = "") -> "At":
        self.events += self.round.report(Report(kind, seat, player=player))
        return self

    def ends(self) -> "At":
        """Betting closes; chance shows what it may, and whoever is asked gives the usual answer."""
        self.events += self.round.answer(close_betting())
        self._usual()
        self.state = self.round.result
        return self

    def _usual(self, *, until_betting: bool = False) -> None:
        while (asked := self.round.pending) is not None:
            if isinstance(asked, Window):
                if until_betting:
                    return
                self.events += self.round.answer(close_betting())
            elif isinstance(asked, Draw):
                self.events += self.round.answer(next(asked.lawful()))
            else:
                election = self.round.elections()[0]
                usual = election.default or election.options[0]
                self.events += self.round.answer(usual.answer(election.to))


def is_refused(why: str, cite: str, act: Any, *args: Any, **more: Any) -> None:
    """An act is refused for this reason, on this authority."""
    with pytest.raises(Refused) as refusal:
        act(*args, **more)
    assert (refusal.value.why, refusal.value.cite) == (why, cite)

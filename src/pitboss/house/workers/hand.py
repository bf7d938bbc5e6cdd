"""A hand of the first page judged, and the judge of a game made ready before somebody needs it."""

from collections.abc import Iterator
from contextlib import suppress

from pitboss.drills import hand
from pitboss.house.filings.position import address_of
from pitboss.house.protocol.judging import JudgedQuestion
from pitboss.house.workers.drills import Under, setting_of
from pitboss.house.workers.judge import as_sent
from pitboss.house.workers.request import Rank, Request
from pitboss.procedure import Refused

READY = bytes(32)  # the seed of the hand that is judged to make the judge ready


class HandJudged(Request[tuple[JudgedQuestion | None, ...]], frozen=True):
    """Every decision of a hand so far."""

    lane, longest, answer, title = "now", 180.0, tuple[JudgedQuestion | None, ...], "The judgement"

    under: Under
    seed: bytes
    given: tuple[int, ...]

    def work(self) -> Iterator[tuple[JudgedQuestion | None, ...]]:
        setting = setting_of(self.under)
        decisions = hand.play(setting, self.seed, self.given).decisions
        found = zip(decisions, hand.judged(setting, decisions), strict=True)
        yield tuple(
            None if one is None else as_sent(one, address_of(setting.game, setting.rules.chosen, decision.situation))
            for decision, one in found
        )


class JudgeMadeReady(Request[bool], frozen=True):
    """Compile what judges the decisions of a game, and count what they share, by judging one: whether there was one."""

    lane, longest, answer, title = "now", 180.0, bool, "The judgement"

    under: Under

    def rank(self) -> Rank:
        return Rank.BACKGROUND

    def work(self) -> Iterator[bool]:
        setting = setting_of(self.under)
        for least in (hand.A_CHOICE, 2):  # a question with many answers is the one that takes long
            with suppress(Refused):
                decisions = hand.play(setting, READY, (), least).decisions
                yield any(one is not None for one in hand.judged(setting, decisions))
                return
        yield False

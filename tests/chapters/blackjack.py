"""Blackjack as the tests tell it: one round from a new shoe, the burn card understood."""

from typing import Any

import msgspec

from pitboss.chapters.ch633a_blackjack import GAME
from pitboss.chapters.ch633a_blackjack.irregularities import LAW
from pitboss.chapters.ch633a_blackjack.rules import Rules
from pitboss.drivers.round import Round
from pitboss.equipment.shoe import ShoeState
from pitboss.game import RoundStart
from pitboss.journal import Report
from pitboss.money import cents
from pitboss.procedure import Answer, Draw, Election, Refused, Window
from pitboss.submission import submit
from pitboss.testkit.tables import Played, deal, play
from pitboss.wagers import close_betting
from tests.shoes import BURN, ShoeGame

ONE = "1 blackjack 10"
TWO = "1 blackjack 10; 2 blackjack 20"
DOUBLE = {"double_shoe": True, "suit_to_side": "red_left"}
SHUFFLERS = {
    "manual": {},
    "automated": {"automated_shuffling_device": True},
    "continuous": {"continuous_shuffler": True},
}


def filed(**choices: Any) -> Rules:
    """A submission; split aces take one card unless it says otherwise."""
    return submit(Rules, {"split_aces": "one_card", **choices})


def refusal(**choices: Any) -> tuple[str, str]:
    """Why and by what these choices are refused."""
    try:
        filed(**choices)
    except Refused as refusal:
        return str(refusal.why), refusal.cite
    raise AssertionError("nothing was refused")


def table(*rounds: dict[str, Any], **submission: Any) -> Played:
    return play("blackjack", *rounds, **{"split_aces": "one_card", **submission})


def hand(
    cards: str,
    answers: str | list[dict[str, Any]] = "",
    wagers: str | list[dict[str, Any]] = ONE,
    faults: list[dict[str, Any]] | None = None,
    *,
    system: dict[str, Any] | None = None,
    **submission: Any,
) -> Played:
    """One round from a new shoe: first cards, up card, second cards, hole card, then as drawn."""
    rest = {} if system is None else {"system": system}
    return table(deal(wagers, f"{BURN} {cards}", answers, faults, **rest), **submission)


def net(played: Played, seat: int = 1) -> int:
    """What a seat won or lost in all, in cents."""
    return sum(cents(s["returned"]) - cents(s["stake"]) for s in played.ok().settlements if s["seat"] == seat)


def outcomes(played: Played) -> list[str]:
    """What the settlements say, in order."""
    return [
        event.get("outcome", "") for event in played.ok().events if event["event"] in ("paid", "collected", "returned")
    ]


def drive(
    rules: Rules, cards: str, answers: list[str], reports: dict[int, Report] | None = None, state: Any = None
) -> Round:
    """Seat 1 plays one round for $10; a report comes when so many cards are out."""
    round_, waiting, said = (
        Round(GAME, rules, GAME.open(rules) if state is None else state, RoundStart(1)),
        cards.split(),
        iter(answers),
    )
    total, due = len(waiting), dict(reports or {})
    while not round_.closed:
        question = round_.pending
        if isinstance(question, Window):
            round_.answer(Answer(1, "wager", "blackjack", "", 1000))
            round_.answer(close_betting())
        elif isinstance(question, Draw):
            if report := due.pop(total - len(waiting), None):
                round_.report(report)
            else:
                round_.answer(Answer("chance", waiting.pop(0)))
        elif isinstance(question, Election) and question.courtesy:
            assert question.default is not None
            round_.answer(question.default.answer(question.to))
        else:
            assert isinstance(question, Election)
            round_.answer(Answer(question.to, next(said)))
    return round_


def begun(cards: str, wagers: int = 1, rules: Rules | None = None) -> Round:
    """A round for $10 at each of so many seats, these cards dealt after the burn, at the question that follows."""
    rules = filed() if rules is None else rules
    round_, waiting = Round(GAME, rules, GAME.open(rules), RoundStart(1)), [BURN, *cards.split()]
    while waiting or (isinstance(round_.pending, Election) and round_.pending.courtesy):
        question = round_.pending
        if isinstance(question, Window):
            for seat in range(1, wagers + 1):
                round_.answer(Answer(seat, "wager", "blackjack", "", 1000))
            round_.answer(close_betting())
        elif isinstance(question, Draw):
            round_.answer(Answer("chance", waiting.pop(0)))
        else:
            assert isinstance(question, Election)
            assert question.default is not None
            round_.answer(question.default.answer(question.to))
    return round_


class Shoe(ShoeGame, frozen=True):
    """The shoe of Blackjack for the tests shared by all shoe games."""

    def play(self, *rounds: dict[str, Any], shuffler: str = "manual", **submission: Any) -> Played:
        return table(*rounds, **SHUFFLERS[shuffler], **submission)

    def begin(
        self, start: RoundStart, shoe: ShoeState | None = None, shuffler: str = "manual", **choices: Any
    ) -> Round:
        rules = filed(**SHUFFLERS[shuffler], **choices)
        state = GAME.open(rules)
        if shoe is not None:
            state = msgspec.structs.replace(state, shoe=shoe)
        return Round(GAME, rules, state, start)


SHOE = Shoe("blackjack", LAW, "633a.6(c)", ONE, "TS 7H 9S TH", "1 stand", needs=78)

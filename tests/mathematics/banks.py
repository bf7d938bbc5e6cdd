"""Rounds that a player banks, through the engine: a full table where everybody wagers the same."""

from collections.abc import Iterator, Mapping

from pitboss.drivers.round import Round
from pitboss.events import Dealt, Event, Settlement
from pitboss.families.banking import BANK, CO_BANK, DEALER_WAGER
from pitboss.mathematics.kit.strategy import Seen, Strategy, default_answer
from pitboss.money import Cents
from pitboss.procedure import CHANCE, Answer, Draw, Who
from pitboss.wagers import WAGER, close_betting

SEATS = range(1, 7)


def everybody(wager: str, amount: Cents, bank: int = 0, kind: str = BANK) -> list[Answer]:
    """All six wager, or one banks and five wager."""
    return [Answer(seat, kind) if seat == bank else Answer(seat, WAGER, wager, "", amount) for seat in SEATS]


def played(play: Round, said: list[Answer], chance: Iterator[str], minds: Mapping[Who, Strategy]) -> list[Event]:
    """The round to its end; who has no strategy lets things stand."""
    events = list(play.events)
    for answer in (*said, close_betting()):
        events += play.answer(answer)
    while not play.closed:
        if isinstance(play.pending, Draw):
            events += play.answer(Answer(CHANCE, next(chance)))
            continue
        for question in play.elections():
            strategy = minds.get(question.to)
            if strategy is None:
                events += play.answer(default_answer(question))
            else:
                assert isinstance(question.to, int)
                events += play.answer(strategy.answer(question, Seen(question.to, events)))
    return events


def hands(events: list[Event], bank: int) -> list[list[str]]:
    """As the kernels have them: the bank's hand, the dealer's, the other players'."""
    dealt: dict[Who, list[str]] = {}
    for event in events:
        if isinstance(event, Dealt):
            dealt.setdefault(event.to, []).append(event.card)
    return [dealt[bank], dealt["dealer"], *(dealt[seat] for seat in SEATS if seat != bank)]


def nets(events: list[Event]) -> tuple[Cents, Cents]:
    """What the bank netted, and what of it came from the dealer's wager before the vigorish."""
    lines = [line for line in events if isinstance(line, Settlement)]
    own = sum(line.returned - line.stake - line.vigorish for line in lines if line.wager in (BANK, CO_BANK))
    return own, sum(line.stake - line.returned for line in lines if line.wager == DEALER_WAGER)

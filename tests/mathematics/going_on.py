"""A round played by hand in a test: the dealer, who is only asked to go on, goes on; or by a strategy to its end."""

from collections.abc import Iterable

from pitboss.drivers.round import Round
from pitboss.events import Event
from pitboss.mathematics.kit.strategy import Seen, Strategy
from pitboss.procedure import DEALER, Answer, Draw, Election


def dealer_goes_on(play: Round) -> list[Event]:
    """What happens until somebody else is asked."""
    events: list[Event] = []
    while isinstance(play.pending, Election) and play.pending.to == DEALER and play.pending.default is not None:
        events += play.answer(play.pending.default.answer(DEALER))
    return events


def played_out(play: Round, strategy: Strategy, cards: Iterable[str]) -> list[Event]:
    """What happens to the end of a round that only seat 1 plays, with these cards."""
    events, waiting = list[Event](), iter(cards)
    while not play.closed:
        if isinstance(play.pending, Draw):
            events += play.answer(Answer("chance", next(waiting)))
        else:
            assert isinstance(play.pending, Election)
            events += play.answer(strategy.answer(play.pending, Seen(1, events)))
    return events

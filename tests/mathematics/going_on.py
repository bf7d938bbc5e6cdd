"""A round played by hand in a test: the dealer, who is only asked to go on, goes on."""

from pitboss.drivers.round import Round
from pitboss.events import Event
from pitboss.procedure import DEALER, Election


def dealer_goes_on(play: Round) -> list[Event]:
    """What happens until somebody else is asked."""
    events: list[Event] = []
    while isinstance(play.pending, Election) and play.pending.to == DEALER and play.pending.default is not None:
        events += play.answer(play.pending.default.answer(DEALER))
    return events

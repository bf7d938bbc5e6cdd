"""What a hand that is given up costs: as its chapter says, else found by trying the answer on a replica of the round."""

from collections.abc import Iterator

from pitboss.events import Collected, Event
from pitboss.house.table.preview import seen_now
from pitboss.house.table.table import Table
from pitboss.money import Cents
from pitboss.procedure import DEALER, Answer, Election, Refused, Who

GIVES_UP = frozenset({"surrender", "fold"})  # what a player says to give a hand up
MOST_STEPS = 8  # of the dealer and the other seats, until the hand is settled


def losses(table: Table, election: Election) -> dict[str, Cents]:
    """By what is said to give the hand up, what is lost by it; only where no card has to be turned first.

    Where it depends on a card that nobody has seen, the option itself says what could be lost.
    """
    found: dict[str, Cents] = {}
    for option in election.options:
        if option.gives_up is not None:
            if not option.gives_up.otherwise:
                found[option.says] = option.gives_up.loses
        elif option.says in GIVES_UP and not option.most and not option.cards:
            answer = Answer(election.to, option.says, option.wager, option.on, hand=election.hand)
            lost = sum(event.stake - event.returned for event in _collected(table, election.to, answer))
            if lost > 0:
                found[option.says] = lost
    return found


def _collected(table: Table, seat: Who, answer: Answer) -> Iterator[Collected]:
    events, _ = seen_now(table, seat, _tried(table, answer))
    return (event for event in events if isinstance(event, Collected) and event.seat == seat)


def _tried(table: Table, answer: Answer) -> list[Event]:
    """What follows on the answer, with the default answers of all others; up to the next card or the player's turn."""
    assert table.round is not None
    twin = table.round.replica()
    try:
        events = twin.answer(answer)
        for _ in range(MOST_STEPS):
            asked = next((one for one in twin.elections() if one.default is not None), None)
            if asked is None or (asked.to != DEALER and asked.to == answer.by):
                break
            assert asked.default is not None
            events += twin.answer(asked.default.answer(asked.to))
    except Refused:
        return []
    return events

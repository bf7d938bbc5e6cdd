"""A word for each round in the list of results: what its wheel, dice, cards or tiles came to."""

import re
from collections.abc import Sequence

from pitboss.events import Announced, Dealt, Event, Revealed, Shown
from pitboss.procedure import NO_MORE_BETS

NO_RESULT = (NO_MORE_BETS.replace("_", " "), "last hand")  # what is called that is no result
OF_ONE = re.compile(r"\bseat \d|^the dealer ")  # a call about one hand of several


def result(events: Sequence[Event]) -> str:
    """What wheel or dice showed; of cards and tiles, what was called or turned up last for all to see.

    What is called of one seat, or of a dealer who plays against a bank, is no result of the table.
    """
    if not any(isinstance(event, Dealt) for event in events):
        shown = [event.outcome for event in events if isinstance(event, Shown)]
        if shown:
            return str(shown[-1])
    word, turned = "", list[str]()
    for event in events:
        if isinstance(event, Revealed) and not isinstance(event.of, int):
            turned.append(f"{event.of} {event.total}".strip())
            word = ", ".join(turned)
        elif isinstance(event, Announced) and event.words not in NO_RESULT and not OF_ONE.search(event.words):
            word = str(event.words)
    return word

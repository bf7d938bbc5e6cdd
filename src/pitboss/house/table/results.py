"""One or two words per round for the list of results: what the wheel, dice, cards or tiles showed."""

import re
from collections.abc import Sequence

from pitboss.events import Announced, Dealt, Event, Revealed, Shown
from pitboss.procedure import NO_MORE_BETS

NO_RESULT = (NO_MORE_BETS.replace("_", " "), "last hand")  # announcements that are not a result
OF_ONE = re.compile(r"\bseat \d|^the dealer ")  # an announcement about one hand of several


def result(events: Sequence[Event]) -> str:
    """What wheel or dice showed; for cards and tiles, what was last announced or turned up for all to see.

    An announcement about one seat, or about a dealer who plays against a bank, is not a result of the table.
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

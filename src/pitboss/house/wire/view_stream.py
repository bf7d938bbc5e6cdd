"""What one viewer of a table is sent of it: a whole view at first, then events and what of the view has changed."""

from typing import Any

import msgspec

from pitboss.events import visible
from pitboss.house.host import rights
from pitboss.house.host.host import Host
from pitboss.house.host.sessions import PLAYER, Session
from pitboss.house.protocol.changes import Difference
from pitboss.house.protocol.messages import EventsMessage, Identity, WelcomeMessage
from pitboss.house.wire.view import parts
from pitboss.house.wire.view_cache import cache_of
from pitboss.procedure import Who


class ViewStream:
    """Knows what the viewer has been shown."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self.seen = 0  # the last entry; below 0: nothing yet
        self.difference = Difference()

    def message(self, session: Session) -> bytes:
        """The events that are new to this viewer, and the fields of the view that changed."""
        host = self._host
        shown = parts(host, session)
        sequence: int = shown.parts[0].fields["sequence"]
        seen, self.seen = self.seen, sequence
        if seen < 0:
            you = Identity(shown.you.role, shown.you.seat)
            return msgspec.json.encode(WelcomeMessage(self.difference.whole(shown), you))
        news: Any = cache_of(host).news(host, seen, sequence)
        if not isinstance(news, msgspec.Raw):
            eyes = _eyes(host, session)
            news = tuple(visible(event, *(who for who, since in eyes if since < entry)) for entry, event in news)
        return msgspec.json.encode(EventsMessage(news, sequence, self.difference.since(shown)))


def _eyes(host: Host, session: Session) -> list[tuple[Who, int]]:
    """The seats or role as which this viewer may see events, each with the entry from which on: a player, since they hold it."""
    table, session = host.table, rights.current_session(host, session)
    if session.role != PLAYER:
        return [(session.role, 0)]
    seats = table.state.seats if table is not None else None
    return [(seat, seats.held_since(seat)) for seat in seats.held(session.seat)] if seats is not None else []

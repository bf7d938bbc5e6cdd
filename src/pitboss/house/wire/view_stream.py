"""What one viewer of a table is sent of it: a whole view at first, then events and what of the view has changed."""

from typing import cast

import msgspec

from pitboss.events import AnyEvent, visible
from pitboss.house.host import rights
from pitboss.house.host.host import Host
from pitboss.house.host.sessions import Session
from pitboss.house.protocol.changes import Difference
from pitboss.house.protocol.messages import EventsMessage, Identity, WelcomeMessage
from pitboss.house.wire.view import parts
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
        sequence: int = shown.common.fields["sequence"]
        seen, self.seen = self.seen, sequence
        if seen < 0:
            you = Identity(shown.you.role, shown.you.seat)
            return msgspec.json.encode(WelcomeMessage(self.difference.whole(shown), you))
        news: list[AnyEvent] = []
        for entry, event in reversed(host.presence.recent):
            if entry <= seen:
                break
            if event.seen_by is not None:
                event = visible(event, *_viewer_ids(host, session, entry))
            news.append(cast(AnyEvent, event))
        return msgspec.json.encode(EventsMessage(tuple(news[::-1]), sequence, self.difference.since(shown)))


def _viewer_ids(host: Host, session: Session, entry: int) -> tuple[Who, ...]:
    """The seats or role as which this viewer may see the events of an entry: a player, the seats they held then."""
    table, session = host.table, rights.current_session(host, session)
    held = [] if table is None else table.state.seats.held(session.seat)
    return session.viewer_ids(seat for seat in held if table is not None and table.state.seats.held_since(seat) < entry)

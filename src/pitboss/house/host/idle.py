"""Whether anybody plays at a table, and since when nobody does."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.house.host.host import Host

PLAYS_SECONDS = 3600.0  # since something was done at a table, in which whoever sits there and is connected keeps it


def idle_seconds(host: "Host") -> float:
    """For how long nobody has done anything at a table, whatever became of the wall clock meanwhile; what the house itself does
    with cards and dice day by day does not count."""
    return host.house.clock.elapsed() - host.active_at


def in_use(host: "Host") -> bool:
    """Whether somebody plays at a table: one who sits there is connected, and something was done not long ago. To look on does not
    keep a table."""
    return idle_seconds(host) < PLAYS_SECONDS and any(
        host.presence.sits(viewer.session) for viewer in host.presence.viewers
    )

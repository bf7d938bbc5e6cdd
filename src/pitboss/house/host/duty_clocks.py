"""When duties fall due: in wall time since their equipment was put in use (I-GEN-15)."""

from functools import lru_cache
from typing import TYPE_CHECKING

from pitboss.game import Duty
from pitboss.house.clock import seconds
from pitboss.house.people.entries import UNNAMED
from pitboss.house.table import equipment
from pitboss.house.table.hours import day_of, moment_of
from pitboss.house.table.table import Table

if TYPE_CHECKING:
    from pitboss.house.host.host import Host

HOUR = 3600


def due_at(host: "Host", duty: Duty, since: str) -> float:
    """When a duty falls due whose equipment has been in use, or was inspected, since a time."""
    named = host.house.register.named_as or UNNAMED
    return _due(duty, since, named.zone, named.gaming_day)


@lru_cache(maxsize=4096)
def _due(duty: Duty, since: str, zone: str, gaming_day: str) -> float:
    """After so many hours, or when the next gaming day begins."""
    if not duty.daily:
        return seconds(since) + duty.hours * HOUR
    return day_of(moment_of(since), zone, gaming_day).ends.timestamp()


def is_worn(host: "Host", table: Table, thing: equipment.Thing) -> bool:
    """Whether equipment was in use for so long that it would have to be replaced as soon as it is put in use again."""
    now = host.house.clock.seconds()
    return bool(thing.since) and any(
        duty.thing == thing.kind and duty.replaces and due_at(host, duty, thing.since) <= now
        for duty in equipment.duties(table)
    )

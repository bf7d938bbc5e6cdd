"""The house's own record as another process writes it: read here, so that who signed in and who excluded themselves counts here."""

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from pitboss.house.house import House
from pitboss.procedure import Refused

log = logging.getLogger("pitboss")


class Following:
    """``soon`` has something done after what is being done now."""

    def __init__(self, house: House, soon: Callable[[Callable[[], Any]], None]) -> None:
        self._house, self._soon = house, soon
        self.is_behind = False  # whether something was written that could not be read

    def follow(self) -> None:
        """Read what was written since; where that fails, it is tried at every look until it is done."""
        house = self._house
        self.is_behind = True
        if not house.processes.leads:
            try:
                if house.register.follow():
                    self._people_changed()
                house.cage.follow()
            except Refused as refusal:
                log.error("the house's own record cannot be followed: %s", refusal.sentence)
        house.people.sessions.follow()
        self.is_behind = False

    def follow_people(self) -> None:
        """What the house's own record says of people now; whoever excluded themselves does so at every process."""
        if not self._house.processes.leads and self._house.register.follow():
            self._people_changed()

    async def record_play(self, person: str) -> None:
        """What somebody has wagered here is told to the cage: they decided about their limits, at another process."""
        self.follow_people()
        await self._house.allowances.limits_changed(person, list(self._house.hosts.values()))

    def _people_changed(self) -> None:
        """Tables look again at who may play; what somebody with a limit has wagered here counts from now on."""
        house = self._house
        for host in house.hosts.values():
            host.jobs.ring()
        here = {person for table in house.tables() for person in table.state.seats.persons.values()}
        for person in here | house.allowances.unwritten:  # whoever has left may have wagered here all the same
            if house.register.limits.of(person).has_amounts:
                self._soon(partial(house.allowances.limits_changed, person, list(house.hosts.values())))

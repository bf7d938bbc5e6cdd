"""The routes of play held against theory: what is watched, the alarms, and what came of looking into one."""

from typing import Annotated, Any

from litestar import get, post
from litestar.params import Body, Parameter

from pitboss.house.house import House
from pitboss.house.people.entries import AlarmSeen
from pitboss.house.protocol.theory import AlarmLine, PlayWatched, SeeAlarm
from pitboss.house.wire.access import By
from pitboss.procedure import Refusal, Refused

Number = Annotated[int, Parameter(ge=1, le=10**9, description="The number of an alarm.")]
SEE, ANSWER = "see play watched", "look into alarm"


def routes(house: House) -> list[Any]:
    @get("/api/theory", right=SEE, scopes=("reports",))
    async def watched() -> PlayWatched:
        """What was paid on each wager today beside what is to be expected, and every alarm."""
        return _state(house)

    @post("/api/theory/alarms/{number:int}/seen", status_code=200, right=ANSWER)
    async def seen(number: Number, data: Annotated[SeeAlarm, Body()], by: By) -> PlayWatched:
        """Say what came of looking into an alarm."""
        if number > len(house.register.alarms):
            raise Refused(Refusal.NOT_FOUND, f"There is no alarm {number}.", "")
        await house.register.enter(AlarmSeen(number, data.words, by))
        return _state(house)

    return [watched, seen]


def _state(house: House) -> PlayWatched:
    last, register = house.record.watched, house.register
    alarms = []
    for number, (time, one) in enumerate(register.alarms, 1):
        found = register.seen.get(number)
        words = f"{found.words} ({found.by.name})" if found is not None else ""
        alarms.append(AlarmLine(number, time, one.day, one.kind, one.table, one.wager, one.round, one.words, words))
    return PlayWatched(last.day, last.lines, tuple(reversed(alarms)), last.checked, last.unchecked, last.unknown)

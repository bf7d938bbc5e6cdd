"""The routes of a player's own limits: loss, wagers and time, exclusion from play, how often they are told how long they play."""

from collections.abc import Callable
from typing import Annotated, Any

from litestar import get, post
from litestar.params import Body

from pitboss.house.clock import seconds, stamp
from pitboss.house.house import House
from pitboss.house.people import limits
from pitboss.house.people.limits import AMOUNTS, CHECK, CHECKS, NAMES, WAIT, OwnLimits, wait_of
from pitboss.house.people.register import Person
from pitboss.house.protocol.own_limits import ChosenLimit, Exclude, LimitLine, LimitName, OwnLimitsState, SetLimit
from pitboss.house.wire.access import SIGNED_IN, Own


def routes(house: House) -> list[Any]:
    own, clock = house.register.limits, house.clock

    async def decide(person: Person, entered: Callable[[str], Any]) -> OwnLimitsState:
        who = person.credential
        await house.players.decide_limits(who, lambda: entered(who))
        return _state(house, who)

    @get("/api/me/limits", access=SIGNED_IN)
    async def mine(person: Own) -> OwnLimitsState:
        """What one forbids oneself, and what one has played."""
        who = person.credential
        await house.allowances.flush(who)
        return _state(house, who)

    @post("/api/me/limits", status_code=200, access=SIGNED_IN)
    async def change(data: Annotated[SetLimit, Body()], person: Own) -> OwnLimitsState:
        """Set a limit: a tighter one counts at once, a wider one after a wait and a second word."""
        return await decide(person, lambda who: own.wanted(who, data.limit, data.value))

    @post("/api/me/limits/confirm", status_code=200, access=SIGNED_IN)
    async def confirm(data: Annotated[ChosenLimit, Body()], person: Own) -> OwnLimitsState:
        """Say again, after the wait, that one wants a wider limit."""
        return await decide(person, lambda who: own.confirmed(who, data.limit, clock.seconds()))

    @post("/api/me/limits/drop", status_code=200, access=SIGNED_IN)
    async def drop(data: Annotated[ChosenLimit, Body()], person: Own) -> OwnLimitsState:
        """Want a wider limit no more."""
        return await decide(person, lambda who: own.dropped(who, data.limit))

    @post("/api/me/exclusion", status_code=200, access=SIGNED_IN)
    async def exclude(data: Annotated[Exclude, Body()], person: Own) -> OwnLimitsState:
        """Play no more, for a time or until further notice; at once, at every table."""
        return await decide(person, lambda who: own.excluded(who, data.days, clock.seconds()))

    @post("/api/me/exclusion/end", status_code=200, access=SIGNED_IN)
    async def end(person: Own) -> OwnLimitsState:
        """Want to play again after exclusion until further notice; said twice, with the wait between."""
        return await decide(person, lambda who: own.play_asked(who, clock.seconds()))

    return [mine, change, confirm, drop, exclude, end]


def _state(house: House, person: str) -> OwnLimitsState:
    own, play = house.register.limits.of(person), house.cage.play.of(person)
    day, spent = house.calendar.gaming_day().date, int(house.allowances.seconds_today(person))
    today = play.sums(day, day)
    return OwnLimitsState(
        tuple(_line(house, own, person, name, spent) for name in NAMES),
        own.excluded if own.is_excluded(house.clock.seconds()) else None,
        stamp(own.may_end_from) if own.asked else "",
        house.allowances.barred(person),
        spent,
        today.wagered,
        today.lost,
        CHECKS,
        {period: int(wait // limits.HOUR) for period, wait in WAIT.items()},
    )


def _line(house: House, own: OwnLimits, person: str, name: LimitName, spent: int) -> LimitLine:
    wish = own.wishes.get(name)
    if name in AMOUNTS:
        so_far = max(0, house.allowances.so_far(house.cage.play.of(person), name))
    else:
        so_far = spent // 60
    value = own.check_minutes() if name == CHECK else own.values.get(name)
    wished = (wish.value, stamp(seconds(wish.asked) + wait_of(name))) if wish is not None else (None, "")
    return LimitLine(name, value, so_far, *wished)

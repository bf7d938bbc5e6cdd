"""What a house does again and again while it is open."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager

from pitboss.house.cashier import Cashier
from pitboss.house.clock import Clock, Watch
from pitboss.house.host.allowances import Allowances
from pitboss.house.host.host import Host
from pitboss.house.storage.store import StorageFailed, Store

log = logging.getLogger("pitboss")

CHIP_SECONDS = 60.0  # between two looks for chips that are on the way
CLOCK_SECONDS, CLOCK_SECONDS_MOST = 0.5, 60.0  # between two looks at the clock


@contextmanager
def tried_again(what: str) -> Iterator[None]:
    """What is done again and again is not given up because it failed once: the database may be away for a while."""
    try:
        yield
    except StorageFailed as failure:
        log.error("%s: %s", what, failure)
    except Exception:
        log.exception("%s", what)


async def every(seconds: float, work: Callable[[], Awaitable[object]], otherwise: str) -> None:
    """Never ends; ``otherwise`` is what the log says where it could not be done this time."""
    while True:
        await asyncio.sleep(seconds)
        with tried_again(otherwise):
            await work()


async def settle_chips(cashier: Cashier, allowances: Allowances, hosts: Mapping[str, Host], store: Store) -> None:
    """Whatever a crash left between the cage and a table is settled when the house opens, and a fault soon after it."""
    while True:
        with tried_again("chips on the way could not be settled"):
            await cashier.settle_all()
        with tried_again("what was played could not be settled"):  # what is reserved stays reserved until then
            await allowances.settle(hosts, store)
            await allowances.flush()
        await asyncio.sleep(CHIP_SECONDS)


async def watch_clock(clock: Clock, hosts: Mapping[str, Host]) -> None:
    """Have every table note that the wall clock was set, at once, whether anybody is there or not.

    A clock that has stopped is set again every second; that is looked at less and less often.
    """
    watch, pause = Watch(clock), CLOCK_SECONDS
    while True:
        await asyncio.sleep(pause)
        if not watch.jumped():
            pause = CLOCK_SECONDS
            continue
        pause = min(2 * pause, CLOCK_SECONDS_MOST)
        for host in hosts.values():
            host.jobs.ring()

"""When the interpreter looks for objects that only refer to each other.

By its own settings Python does that after a few hundred new ones, and walks through all there are whenever a quarter more have lasted
a while. In a house with hundreds of tables and thousands of connections that is more than half a second, every few seconds, in which
nobody is answered. What is there when a house opens stays as long as the house; what is new is looked through often; all of
it when the house has little to do.
"""

import asyncio
import gc
import logging
import time

log = logging.getLogger("pitboss")

# New objects; looks at the young, then at the middle, before the next further one.
YOUNG, MIDDLE, OLD = 50_000, 20, 1_000
LOOK_SECONDS = 60.0
CALM = 0.05  # of a core, over LOOK_SECONDS
ALL_SECONDS = 3600.0  # at least, between two looks through everything


def settle() -> None:
    """Once a house is open: what it consists of is not looked through any more. Needs a running loop."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
    _look_later(time.process_time(), time.monotonic())


def _look_later(spent: float, last: float) -> None:
    asyncio.get_running_loop().call_later(LOOK_SECONDS, _look, spent, last)


def _look(spent_before: float, last: float) -> None:
    spent, now = time.process_time(), time.monotonic()
    if now - last >= ALL_SECONDS and spent - spent_before < CALM * LOOK_SECONDS:
        found = gc.collect()
        log.debug("%d objects that only referred to each other were freed", found)
        last = now
    _look_later(spent, last)

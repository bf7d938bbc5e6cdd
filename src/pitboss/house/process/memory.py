"""When the interpreter looks for objects that only refer to each other.

By its own settings Python does that after a few hundred new ones, and walks through all there are whenever a quarter more have lasted
a while. In a house with hundreds of tables and thousands of connections that is more than half a second, every few seconds, in which
nobody is answered. What is there when a house opens stays as long as the house; what is new is looked through often; all of
it when the house has little to do, or has grown by so much that it cannot wait for that.
"""

import asyncio
import gc
import logging
import os
import resource
import sys
import time
from pathlib import Path

log = logging.getLogger("pitboss")

# New objects; looks at the young, then at the middle, before the next further one.
YOUNG, MIDDLE, OLD = 50_000, 20, 1_000
LOOK_SECONDS = 60.0
CALM = 0.05  # of a core, over LOOK_SECONDS
ALL_SECONDS = 3600.0  # at least, between two looks through everything in calm moments
GROWN = 512 << 20  # bytes since the last of these, at which the next is not put off


def settle() -> None:
    """Once a house is open: what it consists of is not looked through any more. Needs a running loop."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
    _look_later(time.process_time(), time.monotonic(), size())


def size() -> int:
    """Bytes of memory of this process, as they lie in the machine; at most, where the system does not tell what they are now."""
    status = Path("/proc/self/statm")
    if status.exists():
        return int(status.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def _look_later(spent: float, last: float, then: int) -> None:
    asyncio.get_running_loop().call_later(LOOK_SECONDS, _look, spent, last, then)


def _look(spent_before: float, last: float, then: int) -> None:
    """``then``: the size when all was last looked through."""
    spent, now = time.process_time(), time.monotonic()
    calm = now - last >= ALL_SECONDS and spent - spent_before < CALM * LOOK_SECONDS
    if calm or size() - then >= GROWN:
        found = gc.collect()
        log.debug("%d objects that only referred to each other were freed", found)
        last, then = now, size()
    _look_later(spent, last, then)

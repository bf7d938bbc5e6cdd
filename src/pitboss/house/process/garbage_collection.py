"""When Python collects garbage: objects that only refer to each other.

By its own settings Python does that after a few hundred new objects, and walks through all there are whenever a quarter more have
lasted a while. In a house with hundreds of tables and thousands of connections that is a pause of more than half a second, every
few seconds. So what is there when a house opens is frozen; new objects are collected often; a full collection runs when the
house has little to do, or when its memory has grown so much that it cannot wait for that.
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

# New objects; collections of the youngest generation, then of the middle one, before the next older one.
YOUNG, MIDDLE, OLD = 50_000, 20, 1_000
CHECK_SECONDS = 60.0
CALM = 0.05  # of a core, over CHECK_SECONDS
ALL_SECONDS = 3600.0  # at least, between two full collections in calm moments
GROWN = 512 << 20  # bytes since the last full collection, at which the next is not put off


def tune_gc() -> None:
    """Once a house is open: freeze what it consists of, and collect as above. Needs a running loop."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
    _check_later(time.process_time(), time.monotonic(), resident_bytes())


def resident_bytes() -> int:
    """Bytes of memory of this process, as they lie in the machine; at most, where the system does not tell what they are now."""
    status = Path("/proc/self/statm")
    if status.exists():
        return int(status.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def _check_later(spent: float, last: float, then: int) -> None:
    asyncio.get_running_loop().call_later(CHECK_SECONDS, _check, spent, last, then)


def _check(spent_before: float, last: float, then: int) -> None:
    """``then``: the resident bytes after the last full collection."""
    spent, now = time.process_time(), time.monotonic()
    calm = now - last >= ALL_SECONDS and spent - spent_before < CALM * CHECK_SECONDS
    if calm or resident_bytes() - then >= GROWN:
        found = gc.collect()
        log.debug("a full garbage collection freed %d objects", found)
        last, then = now, resident_bytes()
    _check_later(spent, last, then)

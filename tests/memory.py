"""Where tests keep what they write: in memory, if there is enough of it, so that none of them waits for a disk.

What a house does to have its record on the disk it does all the same, and what is lost when its process is killed is the same
in both places. What the power takes with it is tried on a disk that tells (tests/house/test_power.py).
"""

import os
import shutil
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM = 4 << 30  # bytes that have to be free: ten times what all tests leave there


def scratch() -> Path | None:
    """The folder in memory; none where it is missing or small, or runs no programs, as in many containers."""
    if not MEMORY.is_dir() or not os.access(MEMORY, os.W_OK) or os.statvfs(MEMORY).f_flag & os.ST_NOEXEC:
        return None
    return MEMORY if shutil.disk_usage(MEMORY).free >= ROOM else None

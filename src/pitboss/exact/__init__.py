"""Exact mathematics, from the chapters' own pure functions and paytables.

Compiled code of this room and of ``simulate`` is cached under a hash of every source it may have taken a helper or
a constant from: numba's own cache does not notice a change in another file.
"""

import hashlib
import os
import tempfile
from pathlib import Path

_rooms = ("families", "exact", "simulate")
_sources = b"".join(
    path.read_bytes() for room in _rooms for path in sorted((Path(__file__).parent.parent / room).glob("*.py"))
)
_home = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
if not os.access(_home.parent, os.W_OK):
    _home = Path(tempfile.gettempdir())
SOURCES = hashlib.sha256(_sources).hexdigest()[:16]
CACHE = _home / "pitboss" / SOURCES
os.environ.setdefault("NUMBA_CACHE_DIR", str(CACHE))

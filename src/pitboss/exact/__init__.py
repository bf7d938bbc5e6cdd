"""Exact mathematics, from the chapters' own pure functions and paytables.

Figures that are kept and compiled code of this room and of ``simulate`` lie under a hash of every source they may
depend on: numba's own cache looks at the file of a function and does not notice a constant that changed in another.
"""

import os
import tempfile
from pathlib import Path

from pitboss.exact.sources import digest

SOURCES = digest()[:16]
_home = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
if not os.access(_home.parent, os.W_OK):
    _home = Path(tempfile.gettempdir())
CACHE = _home / "pitboss" / SOURCES


def _compiled() -> Path:
    """Where numba keeps what it compiles: a folder for these sources, also below one that a person chose."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if not chosen:
        return CACHE
    return Path(chosen) if Path(chosen).name == SOURCES else Path(chosen) / SOURCES  # a child process inherits it


os.environ["NUMBA_CACHE_DIR"] = str(_compiled())

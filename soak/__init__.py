"""Long campaigns: crash, power cut, billions of rounds, kernels beside engine and exact edge. ``make soak`` runs them; the suite
has short versions."""

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Protocol

CONTROL = 20  # trials against the hasty house


class Outcome(Protocol):
    complaint: str


def with_control(campaign: Callable[..., Coroutine[Any, Any, Outcome]], trials: int, what: str) -> None:
    """A campaign against the house, and one against a house that is hasty on purpose: that has to be noticed."""
    with tempfile.TemporaryDirectory() as place:
        began = time.process_time()
        outcome = asyncio.run(campaign(Path(place) / "house.db", trials))
        print(f"{outcome} {time.process_time() - began:.0f} CPU s", flush=True)
        control = asyncio.run(campaign(Path(place) / "hasty.db", CONTROL, hasty=True))
        print(f"control: {control.complaint or 'not noticed'}", flush=True)
    if outcome.complaint or not control.complaint:
        sys.exit(f"soak: {what} failed")

"""For houses whose edges nobody looks at; by itself, as processes import it that are started again and again."""

import asyncio


def begin_nothing(*_: object) -> "asyncio.Task[None]":
    """In the place of ``EdgeWorker.prepare``: no process is started, and no edge is ever known."""
    return asyncio.create_task(asyncio.sleep(0))

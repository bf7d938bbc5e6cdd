"""Connections for reading, kept for the next who reads."""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

IDLE = 4  # connections that are kept


class Readers:
    """For whatever thread reads; each has its connection for itself."""

    def __init__(self, connect: Callable[[], Any]) -> None:
        self._connect = connect
        self._idle: list[Any] = []
        self._closed = False

    @contextlib.contextmanager
    def reading(self) -> Iterator[Any]:
        """A connection for whatever thread reads, kept for the next one: opening one takes longer than most reading."""
        try:
            reader = self._idle.pop()
        except IndexError:
            reader = self._connect()
        try:
            yield reader
        except GeneratorExit:  # whoever reads has enough
            self._put_back(reader)
            raise
        except BaseException:
            reader.close()
            raise
        self._put_back(reader)

    def _put_back(self, reader: Any) -> None:
        if self._closed or len(self._idle) >= IDLE:
            reader.close()
        else:
            self._idle.append(reader)

    def close(self) -> None:
        """Keep none any more."""
        self._closed = True
        while self._idle:
            self._idle.pop().close()

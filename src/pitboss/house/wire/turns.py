"""Fair turns: so many at once, and whoever waits comes address by address, and at each address line by line.

Nothing is held back while there is room. When there is none, an address that sends much waits behind itself: one that
sends a single command waits for those that are being carried out, and for one turn of every other address.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable

Go = Callable[[], None]


class Turns:
    """A number of turns that are taken and given back."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._waiting: OrderedDict[str, OrderedDict[object, deque[Go]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """How many wait for a turn."""
        return sum(len(asked) for lines in self._waiting.values() for asked in lines.values())

    def ask(self, address: str, line: object, go: Go) -> None:
        """``go`` is called when it is this line's turn: at once, if nobody waits and there is room."""
        if self._free > 0:
            self._free -= 1
            go()
        else:
            self._waiting.setdefault(address, OrderedDict()).setdefault(line, deque()).append(go)

    def give_back(self) -> None:
        """A turn is over: the next one begins in the next round of the loop."""
        if not self._waiting:
            self._free += 1
            return
        address, lines = self._waiting.popitem(last=False)
        line, asked = lines.popitem(last=False)
        go = asked.popleft()
        if asked:
            lines[line] = asked  # behind the other lines of its address
        if lines:
            self._waiting[address] = lines  # behind the other addresses
        asyncio.get_running_loop().call_soon(go)

    def withdraw(self, address: str, line: object) -> None:
        """A line is closed, and waits for nothing any more."""
        lines = self._waiting.get(address, OrderedDict())
        lines.pop(line, None)
        if not lines:
            self._waiting.pop(address, None)


def _nothing() -> None:
    pass


class Place:
    """The place of one line among the turns: it holds one at most, and gives it back whatever happens."""

    __slots__ = ("_address", "_asked", "_closed", "_ready", "_turns", "held")

    def __init__(self, turns: Turns, address: str, ready: Go) -> None:
        self._turns, self._address, self._ready = turns, address, ready
        self._asked = self._closed = False
        self.held = False

    def ask(self) -> None:
        """Ask for a turn, unless one is asked for or held; ``ready`` is called when ``held`` is so."""
        if not (self._asked or self.held or self._closed):
            self._asked = True
            self._turns.ask(self._address, self, self._go)

    def give_back(self) -> None:
        if self.held:
            self.held = False
            self._turns.give_back()

    def close(self) -> None:
        """The line is closed; a turn that is on its way to it goes to the next."""
        self._closed = True
        self._ready = _nothing  # whoever holds this place is held by nobody
        self.give_back()
        self._turns.withdraw(self._address, self)

    def _go(self) -> None:
        self._asked = False
        if self._closed:
            self._turns.give_back()
        else:
            self.held = True
            self._ready()

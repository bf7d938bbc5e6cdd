"""A fair queue: so many at once; whoever waits is served address by address, and at each address ticket by ticket.

Nothing is held back while there is room. When there is none, an address that sends much waits behind itself: one that
sends a single command waits for those that are being carried out, and for one command of every other address.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable

Go = Callable[[], None]


class FairQueue:
    """A number of slots that are taken and given back."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._waiting: OrderedDict[str, OrderedDict[object, deque[Go]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """How many wait for a slot."""
        return sum(len(asked) for tickets in self._waiting.values() for asked in tickets.values())

    def ask(self, address: str, ticket: object, go: Go) -> None:
        """``go`` is called when a slot is free for this ticket: at once, if nobody waits and there is room."""
        if self._free > 0:
            self._free -= 1
            go()
        else:
            self._waiting.setdefault(address, OrderedDict()).setdefault(ticket, deque()).append(go)

    def give_back(self) -> None:
        """A slot is free: the next ticket gets it in the next round of the loop."""
        if not self._waiting:
            self._free += 1
            return
        address, tickets = self._waiting.popitem(last=False)
        ticket, asked = tickets.popitem(last=False)
        go = asked.popleft()
        if asked:
            tickets[ticket] = asked  # behind the other tickets of its address
        if tickets:
            self._waiting[address] = tickets  # behind the other addresses
        asyncio.get_running_loop().call_soon(go)

    def withdraw(self, address: str, ticket: object) -> None:
        """A ticket is closed, and waits for nothing any more."""
        tickets = self._waiting.get(address, OrderedDict())
        tickets.pop(ticket, None)
        if not tickets:
            self._waiting.pop(address, None)


def _nothing() -> None:
    pass


class Ticket:
    """One waiter in the queue: it holds one slot at most, and gives it back whatever happens."""

    __slots__ = ("_address", "_asked", "_closed", "_queue", "_ready", "held")

    def __init__(self, queue: FairQueue, address: str, ready: Go) -> None:
        self._queue, self._address, self._ready = queue, address, ready
        self._asked = self._closed = False
        self.held = False

    def ask(self) -> None:
        """Ask for a slot, unless one is asked for or held; ``ready`` is called when ``held`` is so."""
        if not (self._asked or self.held or self._closed):
            self._asked = True
            self._queue.ask(self._address, self, self._go)

    def give_back(self) -> None:
        if self.held:
            self.held = False
            self._queue.give_back()

    def close(self) -> None:
        """The connection is closed; a slot that is on its way to this ticket goes to the next."""
        self._closed = True
        self._ready = _nothing  # whoever holds this ticket is held by nobody
        self.give_back()
        self._queue.withdraw(self._address, self)

    def _go(self) -> None:
        self._asked = False
        if self._closed:
            self._queue.give_back()
        else:
            self.held = True
            self._ready()

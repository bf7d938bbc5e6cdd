"""How much one client may take: rates by a token bucket, and what it holds at once, by address and by account."""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

import msgspec

MANY = 1_000_000  # more than anybody takes
ADDRESSES = 10_000  # remembered at once
HURRY = 8  # a client that took this part of its burst takes much
NEIGHBOURS = 64  # bits of an IPv6 address: whoever has one address has all that begin alike


class ClientLimits(msgspec.Struct, frozen=True):
    """What one address may hold, and one account wherever it signs in; a venue whose guests share an address raises them.

    Sockets are connections to tables, of people and of devices. A connection is silent until its first request is complete; a
    request that takes longer than ``request_seconds`` to arrive is cut off. ``at_once`` are the commands that the whole house
    carries out at a time: whoever waits comes in turn, address by address and at each address line by line, so that it bounds how
    long anybody waits.
    """

    requests: float = 100.0  # to /api, a second
    request_burst: float = 400.0
    account_requests: float = 100.0
    account_burst: float = 400.0
    commands: float = 150.0  # on all sockets together, a second; more are read more slowly
    command_burst: float = 30.0
    account_commands: float = 60.0
    account_command_burst: float = 30.0
    views: float = 200.0  # on all sockets together, a second; what changes meanwhile comes with the next
    view_burst: float = 40.0
    handshakes: float = 20.0  # of sockets, a second; more are refused before they are accepted
    handshake_burst: float = 400.0  # all of an address may come back at once, and then some
    sockets: int = 200
    account_sockets: int = 40
    seats: int = 60
    account_seats: int = 12
    connections: int = 400  # over HTTP, besides the sockets
    silent: int = 100
    own_tables: float = 0.5  # tables of one's own that are opened, a second
    own_table_burst: float = 60.0  # a class of thirty opens two each
    own_tables_at_once: int = 120  # tables of their own that were opened from one address, and are in play; four each
    purses: float = 0.5  # of guests, that are opened, a second
    purse_burst: float = 200.0
    registrations: float = 0.02  # tries of players to make an account for themselves, a second
    registration_burst: float = 60.0  # a class of thirty, by passkey
    request_seconds: float = 10.0
    at_once: int = 8


UNLIMITED = ClientLimits(
    requests=MANY, request_burst=MANY, account_requests=MANY, account_burst=MANY, sockets=MANY, account_sockets=MANY,
    seats=MANY, account_seats=MANY, connections=MANY, silent=MANY, commands=MANY, command_burst=MANY,
    views=MANY, view_burst=MANY, account_commands=MANY, account_command_burst=MANY,
    handshakes=MANY, handshake_burst=MANY, own_tables_at_once=MANY, own_tables=MANY, own_table_burst=MANY, purses=MANY,
    purse_burst=MANY, registrations=MANY, registration_burst=MANY, at_once=64,
)  # fmt: skip  # for measurements, in which one machine plays everybody


def client_of(scope: Any) -> str:
    """The client that limits count by: its address, as the server or a trusted proxy tells it (``pitboss.house.serve``)."""
    return counted_as((scope.get("client") or ("", 0))[0])


@lru_cache(maxsize=ADDRESSES)
def counted_as(address: str) -> str:
    """An address; of IPv6, the network that is given to one customer."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ip_network((found, NEIGHBOURS), strict=False))
    return str(found)


# --- rates


class Bucket:
    """A token bucket: a burst, and after that a steady rate per second."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst, self._left, self._at = rate, burst, burst, time.monotonic()

    def take(self) -> float:
        """Take a token; returns the seconds to wait until it is available, 0 when it is."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        self._left -= 1
        return 0.0 if self._left >= 0 else -self._left / self._rate

    def owe(self, count: int) -> None:
        """So many were taken that nobody asked here for."""
        self.take()
        self._left -= count - 1

    def take_if_available(self) -> bool:
        """Take a token if one is available."""
        if self.take() == 0.0:
            return True
        self._left += 1
        return False


class Buckets:
    """A bucket for each address; the least recently used are forgotten first."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._found: OrderedDict[str, Bucket] = OrderedDict()
        self._unshared: dict[str, int] | None = None  # what was taken here, where other processes are to know it
        self._hurry: Callable[[], None] = lambda: None

    def allow(self, address: str) -> bool:
        """Take a token if one is available."""
        taken = self._of(address).take_if_available()
        if taken and self._unshared is not None:
            self._note(self._unshared, address)
        return taken

    def wait(self, address: str) -> float:
        """Take a token; returns the seconds to wait until it is available."""
        if self._unshared is not None:
            self._note(self._unshared, address)
        return self._of(address).take()

    # --- where several processes serve a house (``rates``)

    def share(self, hurry: Callable[[], None]) -> None:
        """Keep from now on what was taken, for others to be told; ``hurry`` is called for a client that takes much. What nobody
        can exceed is nobody else's business."""
        if self._rate < MANY:
            self._unshared, self._hurry = {}, hurry

    def _note(self, unshared: dict[str, int], client: str) -> None:
        taken = unshared[client] = unshared.get(client, 0) + 1
        if taken >= self._burst / HURRY:
            self._hurry()

    def unshared(self) -> dict[str, int]:
        """What was taken here since this was last asked, by client."""
        if not self._unshared:
            return {}
        found, self._unshared = self._unshared, {}
        return found

    def taken_elsewhere(self, client: str, count: int) -> None:
        self._of(client).owe(count)

    def _of(self, address: str) -> Bucket:
        bucket = self._found.get(address)
        if bucket is None:
            bucket = self._found[address] = Bucket(self._rate, self._burst)
            while len(self._found) > ADDRESSES:
                self._found.popitem(last=False)
        else:
            self._found.move_to_end(address)
        return bucket


# --- what is held at once


class Held:
    """How many of one kind of thing each client holds; ``""`` is nobody, and is not counted."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._count: Counter[str] = Counter()

    def is_full(self, client: str) -> bool:
        return bool(client) and self._count[client] >= self.most

    def take(self, client: str) -> None:
        self._count[client] += 1

    def give(self, client: str) -> None:
        self._count[client] -= 1
        if self._count[client] <= 0:
            del self._count[client]

    def of(self, client: str) -> int:
        return self._count.get(client, 0)

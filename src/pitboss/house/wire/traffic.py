"""Everything that clients of one house share: turns, and what each address and each account holds of it.

Where several processes serve a house, what a client holds is the sum over all of them: a process counts one more first, then asks
the others what they have, and takes it back where that is too much. So no two of them let the last one in at the same time. What it
takes a second is told among them (``rates``).
"""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import ref

from pitboss.house.host.host import Host
from pitboss.house.host.sessions import PLAYER, Session
from pitboss.house.house import House
from pitboss.house.storage.seal import token_hash
from pitboss.house.wire.fair_queue import FairQueue
from pitboss.house.wire.heartbeat import HeartbeatWheel
from pitboss.house.wire.limits import Buckets, ClientLimits, Held
from pitboss.house.wire.rates import TAKEN, Rates
from pitboss.procedure import Refusal, Refused

Taken = tuple["ref[Host]", int, str]  # table, which may be retired since, seat and session
LOOKED_THROUGH = 1_000
HELD, PURSE = "held", "purse"  # what processes of a house ask each other
PACE = 50.0  # messages a second on one connection; bursts of twice as many
VIEWS_AT_ONCE = 1  # views are made one in each round of the loop, so that commands come between them


class TooMany(Refused):
    """A client has as much as it may."""

    def __init__(self, client: str, most: int, what: str) -> None:
        super().__init__(Refusal.UNAVAILABLE, f"One {client} may have {most} {what} and try again.", "")


class Traffic:
    """The limits of a house, and how near to them each client is."""

    def __init__(self, limits: ClientLimits, pace: float = PACE) -> None:
        self.limits, self.pace = limits, pace
        self.commands, self.views = FairQueue(limits.at_once), FairQueue(VIEWS_AT_ONCE)
        self.heartbeats = HeartbeatWheel()
        self.requests = Buckets(limits.requests, limits.request_burst)
        self.account_requests = Buckets(limits.account_requests, limits.account_burst)
        self.handshakes = Buckets(limits.handshakes, limits.handshake_burst)
        self._pace = Buckets(limits.commands, limits.command_burst)
        self._view_pace = Buckets(limits.views, limits.view_burst)
        self._account_pace = Buckets(limits.account_commands, limits.account_command_burst)
        self.sockets, self.account_sockets = Held(limits.sockets), Held(limits.account_sockets)
        self._own_tables = Buckets(limits.own_tables, limits.own_table_burst)
        self._purses = Buckets(limits.purses, limits.purse_burst)
        self._registrations = Buckets(limits.registrations, limits.registration_burst)
        self._opened: dict[str, list[ref[Host]]] = {}  # by address: tables of their own
        self._seats: dict[str, list[Taken]] = {}  # by address
        self._looked_through_at = LOOKED_THROUGH  # addresses with seats, as of which those who have left are forgotten
        self.rates = Rates(
            {
                "requests": self.requests, "account requests": self.account_requests, "commands": self._pace,
                "account commands": self._account_pace, "views": self._view_pace, "handshakes": self.handshakes,
            }
        )  # fmt: skip
        self._sitting_down: Counter[str] = Counter()  # by address, and by account: seats that are just being taken

    # --- what other processes of the house ask

    def answer_others(self, house: House) -> None:
        house.processes.calls |= {HELD: self._held_here, PURSE: self._purses.allow, TAKEN: self.rates.taken_elsewhere}

    def _held_here(self, address: str, account: str) -> tuple[int, int, int, int]:
        """Sockets of an address and of an account; seats of an address, and those that an account is just taking."""
        seats = len(self._seats_of(address)) + self._sitting_down[address]
        own = (self.account_sockets.of(account), self._sitting_down[f"account {account}"]) if account else (0, 0)
        return self.sockets.of(address), own[0], seats, own[1]

    # --- sockets

    async def open_socket(self, house: House, address: str, account: str) -> None:
        """Count a socket, or refuse it."""
        self.sockets.take(address)
        self.account_sockets.take(account)
        try:
            others = await house.processes.ask_others(HELD, address, account)
            if (
                account
                and self.account_sockets.of(account) + sum(one[1] for one in others) > self.limits.account_sockets
            ):
                raise TooMany("account", self.limits.account_sockets, "tables and consoles open; close one")
            if address and self.sockets.of(address) + sum(one[0] for one in others) > self.limits.sockets:
                raise TooMany("address", self.limits.sockets, "tables and consoles open; close one")
        except BaseException:
            self.close_socket(address, account)
            raise

    def close_socket(self, address: str, account: str) -> None:
        self.sockets.give(address)
        self.account_sockets.give(account)

    def wait(self, address: str, account: str) -> float:
        """How many seconds a client waits until its next command is read."""
        return max(self._pace.wait(address), self._account_pace.wait(account) if account else 0.0)

    def view_wait(self, address: str) -> float:
        """How many seconds a client waits until its next view is made."""
        return self._view_pace.wait(address)

    def check_own_table(self, address: str) -> None:
        """Refuse one more table of their own to an address that opened many in a short time."""
        if len(self._opened_by(address)) >= self.limits.own_tables_at_once:
            most = self.limits.own_tables_at_once
            raise TooMany(
                "address", most, "practice tables in play; play at one of those, or wait until one was idle for long"
            )
        if not self._own_tables.allow(address):
            most = int(self.limits.own_table_burst)
            raise TooMany("address", most, "new practice tables in a short time; wait a minute")

    def own_table_opened(self, address: str, host: Host) -> None:
        opened = self._opened_by(address)
        if all(one() is not host for one in opened):
            self._opened[address] = [*opened, ref(host)]

    def _opened_by(self, address: str) -> "list[ref[Host]]":
        """The tables of visitors at this address that are still in play."""
        here = [one for one in self._opened.get(address, []) if _is_in_play(one())]
        if here:
            self._opened[address] = here
        else:
            self._opened.pop(address, None)
        return here

    async def check_purse(self, house: House, address: str) -> None:
        """Refuse one more purse to an address from which many were opened in a short time; the process that has the house
        counts them."""
        allowed = await house.processes.ask_leader(PURSE, address)
        if not (self._purses.allow(address) if allowed is None else allowed):
            most = int(self.limits.purse_burst)
            raise TooMany("address", most, "new purses in a short time; keep the cookie of one")

    def check_registration(self, address: str) -> None:
        """Refuse one more account to an address from which many were made, or tried to be."""
        if not self._registrations.allow(address):
            most = int(self.limits.registration_burst)
            raise TooMany("address", most, "tries to make an account in a short time; wait a few minutes")

    # --- seats

    @asynccontextmanager
    async def one_more_seat(self, house: House, address: str, account: str) -> AsyncIterator[None]:
        """While a seat is being taken it counts; refused to an address or account that has as many as it may."""
        own = [address, *([f"account {account}"] if account else [])]
        self._sitting_down.update(own)
        try:
            others = await house.processes.ask_others(HELD, address, account)
            if account:
                held = sum(list(table.state.seats.persons.values()).count(account) for table in house.tables())
                held = max(held, house.cage.purse(account).stays)  # tables of another process are not seen here
                held += self._sitting_down[own[-1]] + sum(one[3] for one in others)
                if held > self.limits.account_seats:
                    raise TooMany("account", self.limits.account_seats, "seats in the house; leave one")
            held = len(self._seats_of(address)) + self._sitting_down[address] + sum(one[2] for one in others)
            if held > self.limits.seats:
                raise TooMany("address", self.limits.seats, "seats in the house; leave one")
            yield
        finally:
            self._sitting_down.subtract(own)
            for one in own:
                if not self._sitting_down[one]:
                    del self._sitting_down[one]

    def _seats_of(self, address: str) -> list[Taken]:
        """Those in which they still sit, at tables of this process."""
        here = [taken for taken in self._seats.get(address, []) if _sits(*taken)]
        if here:
            self._seats[address] = here
        else:
            self._seats.pop(address, None)
        return here

    def seat_taken(self, address: str, host: Host, seat: int, token: str) -> None:
        taken = (ref(host), seat, token_hash(token))
        held = self._seats.setdefault(address, [])
        if taken not in held:  # the same key brings the same seat
            held.append(taken)
        # Most addresses never come back, and nobody would ask for their seats.
        if len(self._seats) > self._looked_through_at:
            for one in [*self._seats]:
                self._seats_of(one)
            self._looked_through_at = max(LOOKED_THROUGH, 2 * len(self._seats))


def _is_in_play(host: Host | None) -> bool:
    return host is not None and host.table is not None and not host.table.state.standing.retired


def _sits(at: "ref[Host]", seat: int, hash: str) -> bool:
    host = at()
    if host is None:
        return False
    person = host.table.state.seats.persons.get(seat, "") if host.table is not None else ""
    return host.presence.sits(Session(role=PLAYER, seat=seat, hash=hash, person=person))

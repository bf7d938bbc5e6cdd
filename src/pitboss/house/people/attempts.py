"""Failed tries to sign in, counted by the name that was typed and by the address they came from.

The first few are free; then each has to wait longer; too many lock a name for a while. A name that nobody has is counted
like any other, so that nothing tells them apart. A try counts as failed from its beginning until it succeeds: many tries at
once are no way round. A lock stops passwords, not passkeys: anyone can lock a name, but nobody can guess a key.
"""

import ipaddress
import unicodedata

import msgspec

from pitboss.house.people.steady import SteadyClock
from pitboss.house.storage import store
from pitboss.house.storage.store import Store, Write
from pitboss.procedure import Refusal, Refused

FREE = 5  # failures before the next try has to wait
LONGEST_WAIT = 30.0  # seconds; the first wait is one second, each further one twice as long
LOCKING = 10  # failures within WINDOW
WINDOW = 15 * 60.0  # seconds, also how long a lock lasts


class _Tries(msgspec.Struct):
    failures: list[float] = []  # the last LOCKING of them at most
    locked_until: float = 0.0

    def recent(self, now: float) -> list[float]:
        return [at for at in self.failures if now - at < WINDOW]

    def wait(self, now: float) -> float:
        """Seconds until the next try is heard."""
        failures = self.recent(now)
        if len(failures) < FREE:
            return 0.0
        return max(0.0, failures[-1] + min(LONGEST_WAIT, 2.0 ** (len(failures) - FREE)) - now)


class Attempts:
    """The counters of one house, kept in the database."""

    def __init__(self, store: Store, clock: SteadyClock) -> None:
        self._store, self._clock = store, clock
        self.read()

    def read(self) -> None:
        """Those in the store: another process may have counted since this one began."""
        self._tries: dict[str, _Tries] = {}
        now = self._clock.now()
        for subject, failures, until in self._store.access.attempts():
            times = [min(at, now) for at in msgspec.json.decode(failures, type=list[float])]
            self._tries[subject] = _Tries(times, min(until, now + WINDOW))

    def begin(self, name: str, address: str) -> list[Write]:
        """Count a try as failed; a refusal where it comes too soon or the name is locked. ``name`` may be empty."""
        now = self._clock.now()
        subjects = self._subjects(name, address)
        if name and self._locked(self._name(name), now):
            raise Refused(Refusal.LOCKED, _LOCKED, "")
        wait = max(self._tries.get(subject, _Tries()).wait(now) for subject in subjects)
        if wait > 0:
            raise Refused(Refusal.LOCKED, f"There were too many tries; wait {_seconds(wait)} and try again.", "")
        for subject in subjects:
            tries = self._tries.setdefault(subject, _Tries([]))
            tries.failures = [*tries.recent(now), now][-LOCKING:]
        return [self._row(subject) for subject in subjects]

    def lock(self, name: str) -> list[Write]:
        """After a failure: lock the name where it was one too many; empty where it was not."""
        tries = self._tries.get(self._name(name))
        if tries is None or len(tries.recent(self._clock.now())) < LOCKING:
            return []
        tries.locked_until = tries.failures[-1] + WINDOW
        return [self._row(self._name(name))]

    def succeeded(self, name: str, address: str) -> list[Write]:
        """The try that was counted last was none; other failures from its address stay."""
        writes: list[Write] = []
        if name and self._tries.pop(self._name(name), None) is not None:
            writes.append((store.ATTEMPTS_FORGOTTEN, (self._name(name),)))
        tries = self._tries.get(self._address(address))
        if tries is not None and tries.failures:
            tries.failures.pop()
            writes.append(self._row(self._address(address)))
        return writes

    def locked(self, *names: str) -> bool:
        """Whether one of these names is locked."""
        now = self._clock.now()
        if not any(tries.locked_until > now for tries in self._tries.values()):
            return False  # as nearly always, without working out the code of each name
        return any(self._locked(self._name(name), now) for name in names)

    def failing(self) -> int:
        """How many names and addresses failed to sign in lately, or are locked."""
        now = self._clock.now()
        return sum(bool(tries.recent(now)) or tries.locked_until > now for tries in self._tries.values())

    def forget(self, *names: str) -> list[Write]:
        """Unlock these names and count their failures from none."""
        for name in names:
            self._tries.pop(self._name(name), None)
        return [(store.ATTEMPTS_FORGOTTEN, (self._name(name),)) for name in names]

    def outdated(self) -> list[Write]:
        """Forget what no longer counts."""
        now = self._clock.now()
        old = [s for s, tries in self._tries.items() if not tries.recent(now) and tries.locked_until <= now]
        for subject in old:
            del self._tries[subject]
        return [(store.ATTEMPTS_FORGOTTEN, (subject,)) for subject in old]

    def _locked(self, subject: str, now: float) -> bool:
        tries = self._tries.get(subject)
        return tries is not None and now < tries.locked_until

    def _row(self, subject: str) -> Write:
        tries = self._tries[subject]
        return store.ATTEMPT, (subject, msgspec.json.encode(tries.failures), tries.locked_until)

    def _subjects(self, name: str, address: str) -> list[str]:
        return [self._name(name), self._address(address)] if name else [self._address(address)]

    def _name(self, name: str) -> str:
        """A name is stored as a code: people type passwords into the wrong field."""
        return self._store.sealer.token(f"attempts of name {folded(name)}")

    def _address(self, address: str) -> str:
        return self._store.sealer.token(f"attempts from address {_network(address)}")


def folded(name: str) -> str:
    """A name as it is compared: neither capitals nor spaces nor another way to write a letter make another one of it."""
    return " ".join(unicodedata.normalize("NFKC", name).split()).casefold()


def _network(address: str) -> str:
    """One household has one address of IPv4, and a whole /64 of IPv6."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    mapped = found.ipv4_mapped  # as a listener for both kinds of address tells one of IPv4
    return str(mapped) if mapped is not None else str(ipaddress.ip_network((found, 64), strict=False))


_LOCKED = (
    f"There were {LOCKING} failures to sign in under this name; it is locked for {round(WINDOW / 60)} minutes, or until an "
    "administrator unlocks it."
)


def _seconds(wait: float) -> str:
    whole = max(1, -int(-wait // 1))
    return f"{whole} second{'s' * (whole != 1)}"

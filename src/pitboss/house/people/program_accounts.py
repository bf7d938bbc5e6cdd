"""The accounts of programs of the staff: what they may ask for, and until when. A fold over the house's journal.

A scope is what persons in one role may ask for, and no more of it than the routes that name the scope. Two persons create an
account where two persons grant that role, and no account has scopes of two roles that nobody gets together (``authority``).
"""

import msgspec

from pitboss.authority import CONTROL, PERSONS, incompatible
from pitboss.house.people import entries
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role

PROGRAM = "program "  # before the name of a program, where the record names one as whoever caused an entry


class Scope(msgspec.Struct, frozen=True):
    """What a program may do, after "may"; and the role in which a person may."""

    words: str
    role: Role


SCOPES = {
    "export": Scope("export the record", Role.AUDITOR),
    "reports": Scope("read reports and search the record", Role.AUDITOR),
    "filings": Scope("read, check and draft filings", Role.MANAGER),
    "pit": Scope("read the pit console", Role.SURVEILLANCE),
}
ProgramEntry = entries.ProgramAsked | entries.ProgramCreated | entries.ProgramWithdrawn | entries.ProgramRevoked


class ProgramAccount(msgspec.Struct, frozen=True):
    """A program that may sign in, or might once. ``revoked`` is when, and empty where nobody did."""

    program: str
    purpose: str
    scopes: tuple[str, ...]
    since: str
    expires: str
    by: tuple[str, ...]  # who created it
    revoked: str = ""

    @property
    def credential(self) -> str:
        return PROGRAM + self.program


class PendingProgram(msgspec.Struct, frozen=True):
    """A request that waits for a second person."""

    since: str
    asked: entries.ProgramAsked


class ProgramAccounts:
    """The programs of one house, by name; a name is given once."""

    def __init__(self) -> None:
        self.known: dict[str, ProgramAccount] = {}
        self.tokens: dict[str, str] = {}  # by the hash of a token, the program
        self.waiting: dict[int, PendingProgram] = {}
        self.asked = 0  # requests so far
        self.webhooks: dict[str, entries.WebhookNamed] = {}  # those that were not ended
        self.webhooks_named = 0

    def get(self, number: int) -> entries.ProgramAsked:
        """A request that waits, or a refusal."""
        if number not in self.waiting:
            names = ", ".join(map(str, self.waiting)) or "none"
            raise Refused(Refusal.STALE, f"No request {number} for a program waits; there are: {names}.", "")
        return self.waiting[number].asked

    def open(self, program: str) -> ProgramAccount:
        """A program that nobody revoked, or a refusal."""
        found = self.known.get(program)
        if found is None:
            raise Refused(Refusal.NOT_FOUND, f"There is no program {program!r}.", "")
        if found.revoked:
            raise Refused(Refusal.STALE, f"The program {program} was revoked already.", "")
        return found

    def check_new(self, made: ProgramEntry) -> None:
        """Refuse what is there already: whoever looked before had to wait, and somebody else may have been quicker."""
        match made:
            case entries.ProgramAsked():
                self._require_free(made.program)
                if made.number != self.asked + 1:
                    raise Refused(Refusal.STALE, "Another request was made meanwhile; try again.", "")
            case entries.ProgramCreated():
                if made.number:
                    self.get(made.number)
                self._require_free(made.program, made.number)
            case entries.ProgramWithdrawn():
                self.get(made.number)
            case entries.ProgramRevoked():
                self.open(made.program)

    def _require_free(self, program: str, number: int = 0) -> None:
        """A name that no program has or had, and that no other request is about."""
        if program in self.known:
            raise Refused(Refusal.FORBIDDEN_CHOICE, f"There is or was a program {program!r}; choose another name.", "")
        for other, pending in self.waiting.items():
            if pending.asked.program == program and other != number:
                raise Refused(Refusal.STALE, f"Request {other} for {program!r} waits already; withdraw it first.", "")

    def apply(self, made: ProgramEntry, now: str) -> None:
        match made:
            case entries.ProgramAsked():
                self.asked = made.number
                self.waiting[made.number] = PendingProgram(now, made)
            case entries.ProgramCreated():
                self.waiting.pop(made.number, None)
                by = tuple(str(one) for one in (made.asked, made.by) if one is not None)
                self.known[made.program] = ProgramAccount(
                    made.program, made.purpose, made.scopes, now, made.expires, by
                )
                self.tokens[made.token] = made.program
            case entries.ProgramWithdrawn():
                del self.waiting[made.number]
            case entries.ProgramRevoked():
                self.known[made.program] = msgspec.structs.replace(self.known[made.program], revoked=now)


def needs_two(scopes: tuple[str, ...]) -> bool:
    """Whether two persons create a program with these scopes."""
    return any(SCOPES[one].role in CONTROL for one in scopes)


def require_scopes(scopes: tuple[str, ...]) -> None:
    """Refuse scopes that there are not, or that no program gets together."""
    for one in scopes:
        if one not in SCOPES:
            raise Refused(Refusal.MALFORMED, f"Expected one of {', '.join(SCOPES)}, not {one!r}.", "")
    if not scopes:
        raise Refused(Refusal.MALFORMED, f"A program has at least one scope: {', '.join(SCOPES)}.", "")
    roles = {SCOPES[one].role: one for one in scopes}
    for (one, other), rule in incompatible(roles).items():
        words = f"No program has both {roles[one]} and {roles[other]}: {rule.why}; create two programs."
        raise Refused(Refusal.FORBIDDEN_CHOICE, words, rule.cite or PERSONS)


def allowed_words(scopes: tuple[str, ...]) -> str:
    """What a program may do, after "may"."""
    return " and ".join(SCOPES[one].words for one in scopes if one in SCOPES) or "do nothing"


def program_wish(made: entries.ProgramAsked | entries.ProgramCreated) -> str:
    """What a request is for, or was done, after "to"."""
    until = f"for {made.days} days" if isinstance(made, entries.ProgramAsked) else f"until {made.expires[:10]}"
    return f"create the program {made.program} ({made.purpose}), which may {allowed_words(made.scopes)} {until}"

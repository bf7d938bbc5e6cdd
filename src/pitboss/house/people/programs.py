"""Programs of the staff sign in with a token: created, by two persons where the role needs two, and revoked.

The token is shown once; the house keeps its hash. It counts until it expires or is revoked, for what its scopes name and nothing
else. Every entry that a program causes names it.
"""

import re
import secrets
from collections.abc import Collection
from typing import TYPE_CHECKING

import msgspec

from pitboss.authority import PERSONS
from pitboss.house.clock import stamp
from pitboss.house.people import entries
from pitboss.house.people.accounts import active
from pitboss.house.people.attempts import folded
from pitboss.house.people.program_accounts import (
    PROGRAM,
    SCOPES,
    ProgramAccount,
    allowed_words,
    needs_two,
    require_scopes,
)
from pitboss.house.people.register import Person
from pitboss.house.people.steady import SteadyClock
from pitboss.house.storage.seal import token_hash
from pitboss.journal import Actor
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role

if TYPE_CHECKING:
    from pitboss.house.people.people import People

PREFIX = "pitboss_program_"  # of a token, so that whoever finds one knows what it is
TOKEN_BYTES = 32
NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
DAY_SECONDS, MOST_DAYS = 86_400.0, 366


class ProgramOutcome(msgspec.Struct, frozen=True):
    """What came of asking for a program: the account with its token, or the request that waits."""

    account: ProgramAccount | None
    token: str = ""
    request: int = 0


class Programs:
    """The programs of one house."""

    def __init__(self, people: "People", clock: SteadyClock) -> None:
        self._people, self._clock, self._known = people, clock, people.register.programs
        self.last_used: dict[str, str] = {}  # by program, since the house opened

    # --- signing in

    def of(self, token: str) -> ProgramAccount:
        """Whose token it is, unless it has expired or was revoked: a refusal, in the same words for all of that."""
        hashed = token_hash(token)
        if hashed not in self._known.tokens:
            self._people.sessions.ask_others()  # another process may have created it
        found = self._known.known.get(self._known.tokens.get(hashed, ""))
        if found is None or found.revoked or self.is_over(found):
            words = (
                "This token of a program is unknown, has expired or was revoked; ask an administrator for a new one."
            )
            raise Refused(Refusal.NOT_SIGNED_IN, words, "")
        self.last_used[found.program] = stamp(self._clock.now())
        return found

    def is_over(self, account: ProgramAccount) -> bool:
        return stamp(self._clock.now()) >= account.expires

    def asking(self, account: ProgramAccount, scopes: Collection[str]) -> Person:
        """A program as whoever asks for what one of these scopes allows, in the role of that scope; or a refusal."""
        scope = next((one for one in account.scopes if one in scopes), None)
        if scope is None:
            words = f"The program {account.program} may {allowed_words(account.scopes)}, and nothing else."
            raise Refused(Refusal.WRONG_ROLE, words, PERSONS)
        return Person(account.credential, account.program, (SCOPES[scope].role,), account.since)

    # --- what administrators do

    async def ask(self, by: Person, program: str, purpose: str, scopes: tuple[str, ...], days: int) -> ProgramOutcome:
        """Create a program; where two persons decide, ask for it."""
        async with self._people.acting:
            actor = active(self._people.register, by.credential).doing("create program")
            purpose, scopes = " ".join(purpose.split()), tuple(one for one in SCOPES if one in scopes) or scopes
            _check(program, purpose, days)
            if folded(PROGRAM + program) in map(folded, self._people.register.people):  # of an earlier version
                raise Refused(Refusal.FORBIDDEN_CHOICE, f"A person has the credential number {PROGRAM}{program}.", "")
            require_scopes(scopes)
            asked = entries.ProgramAsked(self._known.asked + 1, program, purpose, scopes, days, actor)
            if needs_two(scopes):
                await self._people.register.enter(asked)
                return ProgramOutcome(None, request=asked.number)
            return await self._create(asked, actor)

    async def agree(self, by: Person, number: int) -> ProgramOutcome:
        """A second administrator agrees, and the token is shown to them."""
        async with self._people.acting:
            register = self._people.register
            person = active(register, by.credential)
            person.doing("agree to program")
            asked = self._known.get(number)
            actor = person.doing("agree to program", first=(asked.by,))
            if register.person(asked.by.credential) not in register.of(Role.ADMINISTRATOR):
                words = f"{asked.by.name}, who asked for it, is no administrator any more; ask again yourself."
                raise Refused(Refusal.STALE, words, PERSONS)
            return await self._create(asked, actor, asked.by)

    async def _create(self, asked: entries.ProgramAsked, by: Actor, first: Actor | None = None) -> ProgramOutcome:
        token = PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
        expires = stamp(self._clock.now() + asked.days * DAY_SECONDS)
        number = asked.number if first is not None else 0
        await self._people.register.enter(
            entries.ProgramCreated(
                asked.program, asked.purpose, asked.scopes, expires, token_hash(token), by, first, number
            )
        )
        return ProgramOutcome(self._known.known[asked.program], token)

    async def withdraw(self, by: Person, number: int) -> None:
        """Take a request back, or refuse that of another administrator."""
        async with self._people.acting:
            actor = active(self._people.register, by.credential).doing("create program")
            self._known.get(number)
            await self._people.register.enter(entries.ProgramWithdrawn(number, actor))

    async def revoke(self, by: Person, program: str) -> None:
        """Its token counts no more, from this moment."""
        async with self._people.acting:
            actor = active(self._people.register, by.credential).doing("revoke program")
            self._known.open(program)
            await self._people.register.enter(entries.ProgramRevoked(program, actor))


def _check(program: str, purpose: str, days: int) -> None:
    if not NAME.fullmatch(program):
        words = f"The name of a program has up to 40 small letters, digits and dashes, such as nightly-export, not {program!r}."
        raise Refused(Refusal.MALFORMED, words, "")
    if not purpose or not purpose.isprintable():
        raise Refused(Refusal.MALFORMED, "Say what the program is for, in a few words.", "")
    if not 1 <= days <= MOST_DAYS:
        raise Refused(Refusal.MALFORMED, f"A token counts for 1 to {MOST_DAYS} days, not {days}.", "")

"""What people do about signing in. Whoever asks was let in by ``sessions``.

Each act is checked, written to the house's journal with the person who caused it, and only then counts.
"""

import asyncio
import hmac
import logging
from enum import Enum

import argon2
import msgspec

from pitboss.authority import SIDES
from pitboss.house.clock import Clock
from pitboss.house.people import entries, passwords
from pitboss.house.people import invitations as links
from pitboss.house.people.access import TWO, side_words
from pitboss.house.people.accounts import Accounts, capital, listed, new_person
from pitboss.house.people.attempts import Attempts
from pitboss.house.people.demonstration import credential_of
from pitboss.house.people.invitations import NEWCOMER, Invitation, Invitations
from pitboss.house.people.passkeys import UNPROVED, Passkeys, Response, Site
from pitboss.house.people.passwords import Passwords
from pitboss.house.people.programs import Programs
from pitboss.house.people.register import Person, Register
from pitboss.house.people.sessions import PersonSession, PersonSessions
from pitboss.house.people.steady import SteadyClock
from pitboss.house.storage import store
from pitboss.house.storage.store import Store, Write
from pitboss.journal import Actor
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role

log = logging.getLogger("pitboss")

LOOK_SECONDS = 0.5  # between two looks at sessions that are over
NOT_LET_IN = "That name and password do not belong together here."


class SelfRegistration(Enum):
    """Whether players make accounts for themselves."""

    IN_DEMONSTRATIONS = "demo"
    ALLOWED = "yes"
    NOT_ALLOWED = "no"


class NewPasskey(msgspec.Struct, frozen=True):
    """What an authenticator made, at which site, and what its owner calls it."""

    response: Response
    site: Site
    label: str


class People:
    """The people of one house. ``hasher`` is the profile of their passwords."""

    def __init__(
        self, storage: Store, clock: Clock, register: Register, *, hasher: argon2.PasswordHasher | None = None
    ) -> None:
        self.register, self.clock, self.store = register, clock, storage
        self.registration = SelfRegistration.IN_DEMONSTRATIONS
        steady = SteadyClock(clock)
        self.passwords = Passwords(storage, hasher)
        self.passkeys = Passkeys(storage, steady)
        self.attempts = Attempts(storage, steady)
        self.sessions = PersonSessions(storage, register, steady)
        self.invitations = Invitations(storage, steady, register)
        self.accounts = Accounts(self)
        self.programs = Programs(self, steady)
        self._looking: asyncio.Task[None] | None = None
        self._set: dict[str, int] = {}
        self.acting = asyncio.Lock()  # whoever changes the register has looked at it meanwhile

    def open(self) -> None:
        """From now on let people in, and end what is over. Of several processes one does at a time: it goes on where the one
        before it stopped."""
        self.attempts.read()
        self.invitations.read()
        self._looking = asyncio.create_task(self._look())

    async def close(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.sessions.look()
                if old := [*self.attempts.outdated(), *self.invitations.outdated()]:
                    await self.store.commit(old)
            except Exception:  # a full disk now must not keep sessions open later
                log.exception("sessions that are over could not all be ended")

    @property
    def is_demonstration(self) -> bool:
        founded = self.register.founded
        return founded is not None and founded.demonstration

    @property
    def registers_players(self) -> bool:
        """Whether players make accounts for themselves here."""
        if self.registration is SelfRegistration.IN_DEMONSTRATIONS:
            return self.is_demonstration
        return self.registration is SelfRegistration.ALLOWED

    # --- signing in

    async def sign_in(self, name: str, password: str, address: str) -> str:
        """The token of a new session; an unknown name and a wrong password are refused alike."""
        person = self.register.named(name)
        before = self._changes(person)
        forgiven = await self._prove(name, person, password, address)
        assert person is not None
        async with self.acting:
            if self._changes(person) != before:  # it was another password when this one was looked at
                raise Refused(Refusal.NOT_SIGNED_IN, NOT_LET_IN, "")
            return await self.sessions.begin(person, "password", forgiven)

    def _changes(self, person: Person | None) -> int:
        """How often a password was set since the house opened."""
        return self._set.get(person.credential, 0) if person is not None else 0

    async def _prove(self, name: str, person: Person | None, password: str, address: str) -> list[Write]:
        """That the password is this person's; the try is counted as failed until it is known not to be."""
        await self.store.commit(self.attempts.begin(name, address))
        right = await self.passwords.match(person.credential if person is not None else None, password)
        if person is not None and right and self.register.person(person.credential).active:
            return self.attempts.succeeded(name, address)
        if locking := self.attempts.lock(name):
            lock = [entries.SignInLocked(person.credential)] if person is not None else []
            await self.register.enter(*lock, also=locking)
        raise Refused(Refusal.NOT_SIGNED_IN, NOT_LET_IN, "")

    async def sign_in_with_passkey(self, site: Site, response: Response, address: str) -> str:
        """The token of a new session for the person whose passkey signed."""
        await self.store.commit(self.attempts.begin("", address))
        credential, counted = self.passkeys.answered(site, response)
        person = self.register.person(credential)
        if not person.active:
            raise Refused(Refusal.NOT_SIGNED_IN, UNPROVED, "")
        return await self.sessions.begin(person, "passkey", [counted, *self.attempts.succeeded("", address)])

    async def enter_demonstration(self, token: str) -> str:
        """Sign in as a ready-made person, without a token as the first dealer; only where all people are made up."""
        if not self.is_demonstration:
            raise Refused(Refusal.WRONG_MODE, "This house is no demonstration; sign in as yourself.", "")
        dealer = credential_of(Role.DEALER)
        for person in self.register.people.values():
            own = self.demonstration_token(person)
            named = hmac.compare_digest(own.encode(), token.encode()) if token else person.credential == dealer
            if person.active and named:
                return await self.sessions.begin(person, "demonstration")
        raise Refused(Refusal.NOT_FOUND, "Nobody in this demonstration has this link.", "")

    def demonstration_token(self, person: Person) -> str:
        """The same at every start."""
        return self.store.sealer.token(f"demonstration {person.credential}")

    # --- one's own password and passkeys

    async def change_password(self, session: PersonSession, old: str, new: str, address: str) -> None:
        """Their other sessions end."""
        person = self.sessions.person(session)
        if not self.passwords.has(person.credential):
            raise Refused(
                Refusal.NOT_OFFERED,
                "You sign in by passkey; ask an administrator for an invitation to set a password.",
                "",
            )
        passwords.check(new)
        forgiven = await self._prove(person.credential, person, old, address)
        written = await self.passwords.written(person.credential, new)
        async with self.acting:
            await self.register.enter(entries.PasswordSet(person.credential), also=[written, *forgiven])
            self._set[person.credential] = self._changes(person) + 1
            await self.sessions.revoke_all(person.credential, but=session)

    def passkey_for_session(self, session: PersonSession, site: Site) -> dict[str, object]:
        """What to ask an authenticator for."""
        return self.passkeys.registration(self.sessions.person(session), _of_session(session), site)

    async def add_passkey(self, session: PersonSession, passkey: NewPasskey) -> None:
        person = self.sessions.person(session)
        written = self.passkeys.registered(person, _of_session(session), passkey.site, passkey.response)
        await self.register.enter(entries.PasskeyAdded(person.credential, passkey.label), also=[written])

    # --- invitations

    async def first_invitations(self) -> dict[Role, str]:
        """A link for each side that nobody was ever of: to become the administrator of a house, or its Board."""
        return {
            side: await self.make_invitation(NEWCOMER[side], None)
            for side in SIDES
            if not self.register.access.ever[side]
        }

    async def make_invitation(self, credential: str, by: Actor | None, *before: msgspec.Struct) -> str:
        """The token of a new one; ``before`` are entries that are written with it."""
        token, invitation, writes = self.invitations.make(credential)
        await self.register.enter(
            *before, entries.PersonInvited(credential, by, invitation.hash[: links.NAMED]), also=writes
        )
        self.invitations.admit(invitation)
        return token

    def invited(self, invitation: Invitation, name: str = "", credential: str = "") -> Person:
        """Whom an invitation is for: whoever is new on a side says who they are."""
        if (side := invitation.side) is not None:
            if len(there := self.register.of(side)) >= TWO:
                raise Refused(Refusal.WRONG_ROLE, f"{capital(side_words(side))} can admit you: {listed(there)}.", "")
            return new_person(self.register, name, credential, (side,))
        person = self.register.person(invitation.credential)
        if not person.active:
            raise Refused(Refusal.WRONG_ROLE, f"{person.name} has left this house.", "")
        if name or credential:
            raise Refused(Refusal.MALFORMED, f"This invitation is for {person.name}; it asks for no other name.", "")
        return person

    def passkey_for_invitation(self, token: str, site: Site, name: str, credential: str) -> dict[str, object]:
        """What to ask an authenticator for."""
        invitation = self.invitations.look(token)
        return self.passkeys.registration(self.invited(invitation, name, credential), _of_invitation(invitation), site)

    async def accept(
        self, token: str, *, name: str = "", credential: str = "", password: str = "", passkey: NewPasskey | None = None
    ) -> str:
        """Set a password, a passkey, or both, and sign in; older sessions end."""
        with self.invitations.using(token) as invitation:
            person = self.invited(invitation, name, credential)
            made: list[msgspec.Struct] = []
            named = invitation.hash[: links.NAMED]
            also = [
                links.used(invitation),
                (store.PASSKEYS_GONE, (person.credential,)),
            ]  # what may be lost counts no more
            if password:
                also.append(await self.passwords.written(person.credential, password))
                made.append(entries.PasswordSet(person.credential, named))
            if passkey is not None:
                purpose = _of_invitation(invitation)
                also.append(self.passkeys.registered(person, purpose, passkey.site, passkey.response))
                made.append(entries.PasskeyAdded(person.credential, passkey.label, named))
            if not made:
                raise Refused(Refusal.MALFORMED, "Choose a password or a passkey, or both.", "")
            async with self.acting:
                self.invited(invitation, name, credential)  # it took a moment to hash the password
                if invitation.side is not None:
                    made.insert(0, entries.PersonAdded(person.credential, person.name, person.roles))
                await self.register.enter(*made, also=also)
                self._set[person.credential] = self._changes(person) + 1
                await self.sessions.revoke_all(person.credential)
        return await self.sessions.begin(self.register.person(person.credential), "invitation")

    def locked(self, person: Person) -> bool:
        return self.attempts.locked(person.name, person.credential)


def _of_session(session: PersonSession) -> str:
    return f"session {session.hash}"


def _of_invitation(invitation: Invitation) -> str:
    return f"invitation {invitation.hash}"

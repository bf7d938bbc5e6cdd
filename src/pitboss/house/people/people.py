"""What people do about signing in, and administrators about people. Whoever asks was let in by ``sessions``.

Each act is checked, written to the house's journal with the person who caused it, and only then counts.
"""

import asyncio
import hmac
import logging
import re
from collections.abc import Sequence

import argon2
import msgspec

from pitboss.authority import require_in_house
from pitboss.house.clock import Clock
from pitboss.house.people import entries, passwords
from pitboss.house.people import invitations as links
from pitboss.house.people.attempts import Attempts, folded
from pitboss.house.people.invitations import FIRST_ADMINISTRATOR, Invitation, Invitations
from pitboss.house.people.passkeys import UNPROVED, Passkeys, Response, Site
from pitboss.house.people.passwords import Passwords
from pitboss.house.people.register import GUEST, Person, Register
from pitboss.house.people.sessions import Session, Sessions
from pitboss.house.people.steady import SteadyClock
from pitboss.house.storage import store
from pitboss.house.storage.store import Store, Write
from pitboss.journal import Actor
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role

log = logging.getLogger("pitboss")

LOOK_SECONDS = 0.5  # between two looks at sessions that are over
NUMBER = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]*")
NOT_LET_IN = "That name and password do not belong together here."


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
        self.register, self.clock, self._store = register, clock, storage
        steady = SteadyClock(clock)
        self.passwords = Passwords(storage, hasher)
        self.passkeys = Passkeys(storage, steady)
        self.attempts = Attempts(storage, steady)
        self.sessions = Sessions(storage, register, steady)
        self.invitations = Invitations(storage, steady, register)
        self._looking: asyncio.Task[None] | None = None
        self._set: dict[str, int] = {}
        self._acting = asyncio.Lock()  # whoever changes the register has looked at it meanwhile

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
                    await self._store.commit(old)
            except Exception:  # a full disk now must not keep sessions open later
                log.exception("sessions that are over could not all be ended")

    # --- signing in

    async def sign_in(self, name: str, password: str, address: str) -> str:
        """The token of a new session; an unknown name and a wrong password are refused alike."""
        person = self.register.named(name)
        before = self._changes(person)
        forgiven = await self._prove(name, person, password, address)
        assert person is not None
        async with self._acting:
            if self._changes(person) != before:  # it was another password when this one was looked at
                raise Refused(Refusal.WRONG_ROLE, NOT_LET_IN, "")
            return await self.sessions.begin(person, "password", forgiven)

    def _changes(self, person: Person | None) -> int:
        """How often a password was set since the house opened."""
        return self._set.get(person.credential, 0) if person is not None else 0

    async def _prove(self, name: str, person: Person | None, password: str, address: str) -> list[Write]:
        """That the password is this person's; the try is counted as failed until it is known not to be."""
        await self._store.commit(self.attempts.begin(name, address))
        right = await self.passwords.match(person.credential if person is not None else None, password)
        if person is not None and right and self.register.person(person.credential).active:
            return self.attempts.succeeded(name, address)
        if locking := self.attempts.lock(name):
            lock = [entries.SignInLocked(person.credential)] if person is not None else []
            await self.register.enter(*lock, also=locking)
        raise Refused(Refusal.WRONG_ROLE, NOT_LET_IN, "")

    async def sign_in_with_passkey(self, site: Site, response: Response, address: str) -> str:
        """The token of a new session for the person whose passkey signed."""
        await self._store.commit(self.attempts.begin("", address))
        credential, counted = self.passkeys.answered(site, response)
        person = self.register.person(credential)
        if not person.active:
            raise Refused(Refusal.WRONG_ROLE, UNPROVED, "")
        return await self.sessions.begin(person, "passkey", [counted, *self.attempts.succeeded("", address)])

    async def enter_demonstration(self, token: str) -> str:
        """Sign in as a ready-made person; only where all people are made up."""
        if self.register.founded is None or not self.register.founded.demonstration:
            raise Refused(Refusal.WRONG_ROLE, "This house is no demonstration; sign in as yourself.", "")
        for person in self.register.people.values():
            if person.active and hmac.compare_digest(self.demonstration_token(person).encode(), token.encode()):
                return await self.sessions.begin(person, "demonstration")
        raise Refused(Refusal.NOT_FOUND, "Nobody in this demonstration has this link.", "")

    def demonstration_token(self, person: Person) -> str:
        """The same at every start."""
        return self._store.sealer.token(f"demonstration {person.credential}")

    # --- one's own password and passkeys

    async def change_password(self, session: Session, old: str, new: str, address: str) -> None:
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
        async with self._acting:
            await self.register.enter(entries.PasswordSet(person.credential), also=[written, *forgiven])
            self._set[person.credential] = self._changes(person) + 1
            await self.sessions.revoke_all(person.credential, but=session)

    def passkey_for_session(self, session: Session, site: Site) -> dict[str, object]:
        """What to ask an authenticator for."""
        return self.passkeys.registration(self.sessions.person(session), _of_session(session), site)

    async def add_passkey(self, session: Session, passkey: NewPasskey) -> None:
        person = self.sessions.person(session)
        written = self.passkeys.registered(person, _of_session(session), passkey.site, passkey.response)
        await self.register.enter(entries.PasskeyAdded(person.credential, passkey.label), also=[written])

    # --- invitations

    async def first_invitation(self) -> str | None:
        """A link to become the administrator of a house that has none."""
        if self.register.has_administrator:
            return None
        return await self._invited(FIRST_ADMINISTRATOR, None)

    async def _invited(self, credential: str, by: Actor | None, *before: msgspec.Struct) -> str:
        token, invitation, writes = self.invitations.make(credential)
        await self.register.enter(
            *before, entries.PersonInvited(credential, by, invitation.hash[: links.NAMED]), also=writes
        )
        self.invitations.admit(invitation)
        return token

    def invited(self, invitation: Invitation, name: str = "", credential: str = "") -> Person:
        """Whom an invitation is for: the first administrator says who they are."""
        if invitation.credential != FIRST_ADMINISTRATOR:
            person = self.register.person(invitation.credential)
            if not person.active:
                raise Refused(Refusal.WRONG_ROLE, f"{person.name} has left this house.", "")
            if name or credential:
                raise Refused(
                    Refusal.MALFORMED, f"This invitation is for {person.name}; it asks for no other name.", ""
                )
            return person
        if self.register.has_administrator:
            raise Refused(Refusal.WRONG_ROLE, "This house has its administrator already.", "")
        return self._new_person(name, credential, (Role.ADMINISTRATOR,))

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
            async with self._acting:
                self.invited(invitation, name, credential)  # it took a moment to hash the password
                if invitation.credential == FIRST_ADMINISTRATOR:
                    made.insert(0, entries.PersonAdded(person.credential, person.name, person.roles))
                await self.register.enter(*made, also=also)
                self._set[person.credential] = self._changes(person) + 1
                await self.sessions.revoke_all(person.credential)
        return await self.sessions.begin(self.register.person(person.credential), "invitation")

    # --- what administrators do

    async def add(self, by: Person, name: str, credential: str, roles: Sequence[Role]) -> tuple[Person, str]:
        """A new person, and the invitation for them."""
        plays = set(roles) == {Role.PLAYER}
        actor = by.acting(require_in_house("add player" if plays else "add person", by.roles))
        async with self._acting:
            person = self._new_person(name, credential, _once_each(roles))
            added = entries.PersonAdded(person.credential, person.name, person.roles, actor)
            token = await self._invited(person.credential, actor, added)
        return self.register.person(person.credential), token

    async def change_roles(self, by: Person, credential: str, roles: Sequence[Role]) -> Person:
        """Where a role is taken away, what the person has open is closed."""
        actor = by.acting(require_in_house("change roles", by.roles))
        async with self._acting:
            person, now = self._active(credential), _once_each(roles)
            if Role.ADMINISTRATOR not in now:
                self._keep_an_administrator(person)
            await self.register.enter(entries.RolesChanged(credential, now, actor))
        if set(person.roles) - set(now):
            await self.sessions.revoke_all(credential, by=actor)
        return self.register.person(credential)

    async def end(self, by: Person, credential: str) -> Person:
        actor = by.acting(require_in_house("end person", by.roles))
        async with self._acting:
            self._keep_an_administrator(self._active(credential))
            await self.register.enter(entries.PersonEnded(credential, actor), also=self.invitations.end(credential))
        await self.sessions.revoke_all(credential, "ended", actor)
        return self.register.person(credential)

    async def unlock(self, by: Person, credential: str) -> Person:
        actor = by.acting(require_in_house("unlock person", by.roles))
        person = self._active(credential)
        if not self.locked(person):
            raise Refused(Refusal.NOT_THERE, f"{person.name} is not locked.", "")
        await self.register.enter(
            entries.SignInUnlocked(credential, actor), also=self.attempts.forget(person.name, credential)
        )
        return person

    async def invite(self, by: Person, credential: str) -> str:
        """A link for a person who has no password yet, or has lost it; older ones count no more."""
        actor = by.acting(require_in_house("invite person", by.roles))
        async with self._acting:
            return await self._invited(self._active(credential).credential, actor)

    async def revoke(self, by: Person, credential: str) -> Person:
        """Sign a person out everywhere."""
        actor = by.acting(require_in_house("revoke sessions", by.roles))
        person = self.register.person(credential)
        await self.sessions.revoke_all(credential, by=actor)
        return person

    def locked(self, person: Person) -> bool:
        return self.attempts.locked(person.name, person.credential)

    def _active(self, credential: str) -> Person:
        person = self.register.person(credential)
        if not person.active:
            raise Refused(Refusal.NOT_THERE, f"{person.name} has left this house.", "")
        return person

    def _keep_an_administrator(self, person: Person) -> None:
        others = (p for p in self.register.people.values() if p.active and p.credential != person.credential)
        if Role.ADMINISTRATOR in person.roles and not any(Role.ADMINISTRATOR in other.roles for other in others):
            raise Refused(Refusal.FORBIDDEN_CHOICE, "This house would be left without an administrator.", "")

    def _new_person(self, name: str, credential: str, roles: tuple[Role, ...]) -> Person:
        """One credential number is one human: a second person under it is refused."""
        name, credential = " ".join(name.split()), " ".join(credential.split())
        if not name or not credential:
            raise Refused(Refusal.MALFORMED, "A person has a name and a credential number.", "")
        if not NUMBER.fullmatch(credential):
            raise Refused(
                Refusal.MALFORMED, "A credential number has letters, digits, spaces, dots, dashes and underscores.", ""
            )
        if credential.casefold().startswith(GUEST):  # their chips and tables would be those of a guest
            raise Refused(Refusal.MALFORMED, f"A credential number does not begin with {GUEST.strip()!r}.", "")
        if not name.isprintable() or not any(letter.isalnum() for letter in name):
            raise Refused(Refusal.MALFORMED, "A name has letters that can be read.", "")
        taken = {folded(known) for known in self.register.people}
        if folded(credential) in taken:
            raise Refused(Refusal.FORBIDDEN_CHOICE, f"There is a person with the credential number {credential}.", "")
        if folded(credential) in {folded(known.name) for known in self.register.people.values()}:
            raise Refused(Refusal.FORBIDDEN_CHOICE, f"{credential} is the name of a person.", "")
        if folded(name) in taken:
            raise Refused(Refusal.FORBIDDEN_CHOICE, f"{name} is the credential number of a person.", "")
        return Person(credential, name, roles, "")


def _of_session(session: Session) -> str:
    return f"session {session.hash}"


def _of_invitation(invitation: Invitation) -> str:
    return f"invitation {invitation.hash}"


def _once_each(roles: Sequence[Role]) -> tuple[Role, ...]:
    """In the order of the roles; nobody is without one."""
    if not roles:
        raise Refused(Refusal.MALFORMED, "A person has at least one role.", "")
    return tuple(role for role in Role if role in roles)

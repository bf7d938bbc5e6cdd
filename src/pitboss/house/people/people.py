"""What people do about signing in, and administrators about people. Whoever asks was let in by ``sessions``.

Each act is checked, written to the house's journal with the person who caused it, and only then counts.
"""

import asyncio
import hmac
import logging
import re
from collections.abc import Collection, Sequence

import argon2
import msgspec

from pitboss.authority import CONTROL, PERSONS, SIDES, keeper, require_compatible
from pitboss.house.clock import Clock
from pitboss.house.people import entries, passwords
from pitboss.house.people import invitations as links
from pitboss.house.people.access import TWO, side_words
from pitboss.house.people.attempts import Attempts, folded
from pitboss.house.people.invitations import NEWCOMER, Invitation, Invitations
from pitboss.house.people.passkeys import UNPROVED, Passkeys, Response, Site
from pitboss.house.people.passwords import Passwords
from pitboss.house.people.register import GUEST, Person, Register
from pitboss.house.people.sessions import Session, Sessions
from pitboss.house.people.steady import SteadyClock
from pitboss.house.storage import store
from pitboss.house.storage.store import Store, Write
from pitboss.journal import Actor
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role, spoken

log = logging.getLogger("pitboss")

LOOK_SECONDS = 0.5  # between two looks at sessions that are over
NUMBER = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]*")
MACHINE = Actor("", "whoever has the key file", "machine")  # no person: somebody at the machine of the house
NOT_LET_IN = "That name and password do not belong together here."


class NewPasskey(msgspec.Struct, frozen=True):
    """What an authenticator made, at which site, and what its owner calls it."""

    response: Response
    site: Site
    label: str


class Outcome(msgspec.Struct, frozen=True):
    """What came of an act about an account: the person with the token of their invitation, or the request that waits."""

    person: Person | None
    token: str = ""
    request: int = 0


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
                raise Refused(Refusal.NOT_SIGNED_IN, NOT_LET_IN, "")
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
        raise Refused(Refusal.NOT_SIGNED_IN, NOT_LET_IN, "")

    async def sign_in_with_passkey(self, site: Site, response: Response, address: str) -> str:
        """The token of a new session for the person whose passkey signed."""
        await self._store.commit(self.attempts.begin("", address))
        credential, counted = self.passkeys.answered(site, response)
        person = self.register.person(credential)
        if not person.active:
            raise Refused(Refusal.NOT_SIGNED_IN, UNPROVED, "")
        return await self.sessions.begin(person, "passkey", [counted, *self.attempts.succeeded("", address)])

    async def enter_demonstration(self, token: str) -> str:
        """Sign in as a ready-made person; only where all people are made up."""
        if self.register.founded is None or not self.register.founded.demonstration:
            raise Refused(Refusal.WRONG_MODE, "This house is no demonstration; sign in as yourself.", "")
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

    async def first_invitations(self) -> dict[Role, str]:
        """A link for each side that nobody was ever of: to become the administrator of a house, or its Board."""
        return {
            side: await self._invited(NEWCOMER[side], None) for side in SIDES if not self.register.access.ever[side]
        }

    async def _invited(self, credential: str, by: Actor | None, *before: msgspec.Struct) -> str:
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
                raise Refused(Refusal.WRONG_ROLE, f"{_capital(side_words(side))} can admit you: {_listed(there)}.", "")
            return self._new_person(name, credential, (side,))
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
            async with self._acting:
                self.invited(invitation, name, credential)  # it took a moment to hash the password
                if invitation.side is not None:
                    made.insert(0, entries.PersonAdded(person.credential, person.name, person.roles))
                await self.register.enter(*made, also=also)
                self._set[person.credential] = self._changes(person) + 1
                await self.sessions.revoke_all(person.credential)
        return await self.sessions.begin(self.register.person(person.credential), "invitation")

    # --- what administrators do, and the Board about its own accounts

    async def add(self, by: Person, name: str, credential: str, roles: Sequence[Role]) -> "Outcome":
        """A new person, and the invitation for them; where two decide, the request for it."""
        wanted = _once_each(roles)
        async with self._acting:
            actor = self.keeping(by, "add player" if wanted == (Role.PLAYER,) else "add person", *wanted)
            person = self._new_person(name, credential, wanted)
            require_compatible(wanted)
            asked = self._wish("add", person, actor, wanted)
            if not self._alone(asked):
                return await self._ask(asked)
            return await self._carry_out(asked, actor, *self._said_alone(asked))

    async def change_roles(self, by: Person, credential: str, roles: Sequence[Role]) -> "Outcome":
        """Where a role is taken away, what the person has open is closed; where two decide, a request for it."""
        wanted = _once_each(roles)
        async with self._acting:
            actor = self.keeping(by, "change roles", *self._roles_of(credential), *wanted)
            person = self._active(credential)
            require_compatible(wanted, person.roles)
            _stay_on_their_side(person, wanted)
            for side in set(person.roles) - set(wanted):
                self._keep_one(person, side)
            asked = self._wish("roles", person, actor, wanted)
            if not self._alone(asked):
                return await self._ask(asked)
            return await self._carry_out(asked, actor, *self._said_alone(asked))

    async def invite(self, by: Person, credential: str) -> "Outcome":
        """A link for a person who has no password yet, or has lost it; older ones count no more. Where two decide, a request."""
        async with self._acting:
            actor = self.keeping(by, "invite person", *self._roles_of(credential))
            asked = self._wish("reset", self._active(credential), actor)
            return await (self._carry_out(asked, actor) if self._alone(asked) else self._ask(asked))

    async def end(self, by: Person, credential: str) -> Person:
        async with self._acting:
            actor = self.keeping(by, "end person", *self._roles_of(credential))
            person = self._active(credential)
            for side in person.roles:
                self._keep_one(person, side)
            await self.register.enter(entries.PersonEnded(credential, actor), also=self.invitations.end(credential))
        await self.sessions.revoke_all(credential, "ended", actor)
        return self.register.person(credential)

    async def unlock(self, by: Person, credential: str) -> Person:
        actor = self.keeping(by, "unlock person", *self._roles_of(credential))
        person = self._active(credential)
        if not self.locked(person):
            raise Refused(Refusal.NOT_THERE, f"{person.name} is not locked.", "")
        await self.register.enter(
            entries.SignInUnlocked(credential, actor), also=self.attempts.forget(person.name, credential)
        )
        return person

    async def revoke(self, by: Person, credential: str) -> Person:
        """Sign a person out everywhere."""
        actor = self.keeping(by, "revoke sessions", *self._roles_of(credential))
        person = self.register.person(credential)
        await self.sessions.revoke_all(credential, by=actor)
        return person

    def _roles_of(self, credential: str) -> tuple[Role, ...]:
        """Nobody has none: whoever may not ask is told so, and not who is there."""
        person = self.register.people.get(credential)
        return person.roles if person is not None else ()

    def keeping(self, by: Person, act: str, *roles: Role) -> Actor:
        """Whoever does something about the account of a person in these roles, which may be the Board's own; as they are now:
        another may have acted since they asked."""
        return self._active(by.credential).doing(act if keeper(*roles) is Role.ADMINISTRATOR else "keep Board accounts")

    # --- what two decide

    def _wish(self, act: str, person: Person, by: Actor, roles: tuple[Role, ...] = ()) -> entries.AccessRequested:
        number, held = self.register.access.asked + 1, () if act == "add" else person.roles
        name = person.name if act == "add" else ""
        side = keeper(*held, *roles)
        return entries.AccessRequested(number, act, person.credential, side, by, name, roles, held)

    def _alone(self, asked: entries.AccessRequested) -> bool:
        """Whether one person decides: no role of control is given or reset; or it is the first of a side who admits the second."""
        if asked.act == "reset":
            admitted_by = self.register.access.unclaimed.get(asked.credential)
            return not CONTROL.intersection(asked.held) or admitted_by == asked.by.credential
        given = CONTROL.intersection(asked.roles) - set(asked.held)
        return not given or self._is_second(asked, given)

    def _is_second(self, asked: entries.AccessRequested, given: Collection[Role]) -> bool:
        return given == {asked.side} and self.register.access.ever[asked.side] == {asked.by.credential}

    def _said_alone(self, asked: entries.AccessRequested) -> list[msgspec.Struct]:
        given = CONTROL.intersection(asked.roles) - set(asked.held)
        return [entries.AdmittedAlone(asked.credential, asked.side, asked.by)] if given else []

    async def _ask(self, asked: entries.AccessRequested) -> "Outcome":
        """Have it wait for a second person."""
        if known := self.register.access.about(asked.credential):
            words = f"Request {known} about {asked.credential} waits already; withdraw it first."
            raise Refused(Refusal.STALE, words, PERSONS)
        await self.register.enter(asked)
        return Outcome(self.register.people.get(asked.credential), request=asked.number)

    async def _carry_out(self, asked: entries.AccessRequested, by: Actor, *also: msgspec.Struct) -> "Outcome":
        """Do what was asked. ``also`` are entries that say why it may be done."""
        who, token = asked.credential, ""
        if asked.act == "roles":
            # A link from before, made by one person, must not lead to what two decided.
            ended = self.invitations.end(who) if CONTROL.intersection(asked.roles) - set(asked.held) else []
            await self.register.enter(entries.RolesChanged(who, asked.roles, by), *also, also=ended)
        else:
            new = [entries.PersonAdded(who, asked.name, asked.roles, by)] if asked.act == "add" else []
            token = await self._invited(who, by, *new, *also)
        if asked.act == "roles" and set(asked.held) - set(asked.roles):
            await self.sessions.revoke_all(who, by=by)
        return Outcome(self.register.person(who), token)

    def may_agree(self, asked: entries.AccessRequested) -> list[Person]:
        """Those who could agree to a request: others of its side than whoever asked and whomever it is about."""
        return self.register.of(asked.side, but=(asked.by.credential, asked.credential))

    def _of_side(self, by: Person, asked: entries.AccessRequested) -> None:
        if asked.side not in by.roles:
            words = f"This is for {side_words(asked.side)} to decide; you are {spoken(by.roles)}."
            raise Refused(Refusal.WRONG_ROLE, words, PERSONS)

    async def agree(self, by: Person, number: int) -> "Outcome":
        """A second person of the side agrees to a request, and it is carried out."""
        async with self._acting:
            by = self._active(by.credential)
            by.doing("agree to access")
            asked = self.register.access.get(number).asked
            self._of_side(by, asked)
            by.doing("agree to access", first=(asked.by,))
            if by.credential == asked.credential:
                words = f"This is about you; another of {side_words(asked.side)} has to agree."
                raise Refused(Refusal.NOT_LAWFUL, words, PERSONS)
            actor = by.acting(asked.side)
            self._still_stands(asked)
            return await self._carry_out(asked, actor, entries.AccessAgreed(number, asked.credential, asked.by, actor))

    def _still_stands(self, asked: entries.AccessRequested) -> None:
        """Refuse what has changed since it was asked for."""
        if self.register.person(asked.by.credential) not in self.register.of(asked.side):
            words = (
                f"{asked.by.name}, who asked for it, is not of {side_words(asked.side)} any more; ask again yourself."
            )
            raise Refused(Refusal.STALE, words, PERSONS)
        require_compatible(asked.roles, asked.held)
        if asked.act == "add":
            self._new_person(asked.name, asked.credential, asked.roles)
        elif self._active(asked.credential).roles != asked.held:
            name = self.register.person(asked.credential).name
            raise Refused(
                Refusal.STALE, f"The roles of {name} were changed since; withdraw the request, and ask again.", ""
            )
        elif asked.act == "roles":
            for side in set(asked.held) - set(asked.roles):
                self._keep_one(self._active(asked.credential), side)

    async def withdraw(self, by: Person, number: int) -> None:
        """Whoever asked takes a request back, or another of its side refuses it."""
        async with self._acting:
            by = self._active(by.credential)
            by.doing("withdraw access")
            asked = self.register.access.get(number).asked
            self._of_side(by, asked)
            await self.register.enter(entries.AccessWithdrawn(number, by.acting(asked.side)))

    async def dismiss(self, person: Person, number: int) -> None:
        """Somebody has read what they were notified of."""
        if number not in {notice.number for notice in self.register.access.notices_for(person)}:
            raise Refused(Refusal.NOT_FOUND, f"You have no notice {number}, or dismissed it.", "")
        await self.register.enter(entries.NoticeDismissed(number, person.acting(person.roles[0])))

    async def recover(self, side: Role, *, person: str = "", gone: Sequence[str] = ()) -> str:
        """A link for a side that cannot agree by itself, because fewer than two are left: for somebody new, or for a ``person`` of
        it who cannot sign in. ``gone`` are those of it who left, and are ended. For whoever has the key file, never over the
        wire."""
        async with self._acting:
            for who in (*gone, *([person] if person else ())):
                if self.register.person(who) not in self.register.of(side):
                    raise Refused(Refusal.NOT_THERE, f"{who} is not one of {side_words(side)} now.", "")
            if not self.register.access.ever[side]:
                words = (
                    f"Nobody was one of {side_words(side)} yet; the house prints a link for them whenever it is opened."
                )
                raise Refused(Refusal.NOT_THERE, words, "")
            if person and person in gone:
                raise Refused(Refusal.MALFORMED, f"{person} is either gone, or needs a link.", "")
            left = self.register.of(side, but=(*gone, person))
            if len(left) >= TWO:
                words = (
                    f"{_capital(side_words(side))} can agree by themselves: {_listed(left)}; say who of them is gone."
                )
                raise Refused(Refusal.FORBIDDEN_CHOICE, words, PERSONS)
            ended = [entries.PersonEnded(who, MACHINE) for who in dict.fromkeys(gone)]
            recovered = entries.AccessRecovered(side, person, tuple(dict.fromkeys(gone)))
            token = await self._invited(person or NEWCOMER[side], MACHINE, *ended, recovered)
        for who in gone:
            await self._store.commit(self.invitations.end(who))
            await self.sessions.revoke_all(who, "ended", MACHINE)
        return token

    def locked(self, person: Person) -> bool:
        return self.attempts.locked(person.name, person.credential)

    def _active(self, credential: str) -> Person:
        person = self.register.person(credential)
        if not person.active:
            raise Refused(Refusal.NOT_THERE, f"{person.name} has left this house.", "")
        return person

    def _keep_one(self, person: Person, side: Role) -> None:
        """No side is left without anybody: whoever is the last of it admits another first."""
        if side in SIDES and side in person.roles and not self.register.of(side, but=(person.credential,)):
            left = "an administrator" if side is Role.ADMINISTRATOR else "the Board"
            words = f"This house would be left without {left}; admit another first."
            raise Refused(Refusal.FORBIDDEN_CHOICE, words, PERSONS)

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


def _stay_on_their_side(person: Person, wanted: Sequence[Role]) -> None:
    """An account is the Board's or the house's: neither side gives roles to the other's. Roles may be taken away."""
    if keeper(*wanted) is not keeper(*person.roles) and set(wanted) - set(person.roles):
        words = (
            f"The account {person.credential} is kept by {side_words(keeper(*person.roles))}; add {person.name} under "
            f"another number."
        )
        raise Refused(Refusal.FORBIDDEN_CHOICE, words, PERSONS)


def _once_each(roles: Sequence[Role]) -> tuple[Role, ...]:
    """In the order of the roles; nobody is without one."""
    if not roles:
        raise Refused(Refusal.MALFORMED, "A person has at least one role.", "")
    return tuple(role for role in Role if role in roles)


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]


def _listed(people: Sequence[Person]) -> str:
    return ", ".join(f"{one.name} ({one.credential})" for one in people)

"""Accounts: what administrators do about people, the Board about its own, and what two of a side decide together.

Each act is checked, written to the house's journal with the person who caused it, and only then counts.
"""

import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import msgspec

from pitboss.authority import CONTROL, PERSONS, SIDES, keeper, require_compatible
from pitboss.house.people import entries
from pitboss.house.people.access import TWO, side_words
from pitboss.house.people.attempts import folded
from pitboss.house.people.invitations import NEWCOMER
from pitboss.house.people.register import NOBODYS, Person, Register
from pitboss.journal import Actor
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role, spoken

if TYPE_CHECKING:
    from pitboss.house.people.people import People

NUMBER = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]*")
MACHINE = Actor("", "whoever has the key file", "machine")  # no person: somebody at the machine of the house


class AccountOutcome(msgspec.Struct, frozen=True):
    """What came of an act about an account: the person with the token of their invitation, or the request that waits."""

    person: Person | None
    token: str = ""
    request: int = 0


class Accounts:
    """The accounts of the people of one house."""

    def __init__(self, people: "People") -> None:
        self._people, self._register = people, people.register

    async def add(self, by: Person, name: str, credential: str, roles: Sequence[Role]) -> AccountOutcome:
        """A new person, and the invitation for them; where two decide, the request for it."""
        wanted = _once_each(roles)
        async with self._people.acting:
            actor = self.keeping(by, "add player" if wanted == (Role.PLAYER,) else "add person", *wanted)
            person = new_person(self._register, name, credential, wanted)
            require_compatible(wanted)
            asked = self._wish("add", person, actor, wanted)
            if not self._alone(asked):
                return await self._ask(asked)
            return await self._carry_out(asked, actor, *self._said_alone(asked))

    async def change_roles(self, by: Person, credential: str, roles: Sequence[Role]) -> AccountOutcome:
        """Where a role is taken away, what the person has open is closed; where two decide, a request for it."""
        wanted = _once_each(roles)
        async with self._people.acting:
            actor = self.keeping(by, "change roles", *self._roles_of(credential), *wanted)
            person = active(self._register, credential)
            require_compatible(wanted, person.roles)
            _stay_on_their_side(person, wanted)
            for side in set(person.roles) - set(wanted):
                self._keep_one(person, side)
            asked = self._wish("roles", person, actor, wanted)
            if not self._alone(asked):
                return await self._ask(asked)
            return await self._carry_out(asked, actor, *self._said_alone(asked))

    async def invite(self, by: Person, credential: str) -> AccountOutcome:
        """A link for a person who has no password yet, or has lost it; older ones count no more. Where two decide, a request."""
        async with self._people.acting:
            actor = self.keeping(by, "invite person", *self._roles_of(credential))
            asked = self._wish("reset", active(self._register, credential), actor)
            return await (self._carry_out(asked, actor) if self._alone(asked) else self._ask(asked))

    async def end(self, by: Person, credential: str) -> Person:
        async with self._people.acting:
            actor = self.keeping(by, "end person", *self._roles_of(credential))
            person = active(self._register, credential)
            for side in person.roles:
                self._keep_one(person, side)
            await self._register.enter(
                entries.PersonEnded(credential, actor), also=self._people.invitations.end(credential)
            )
        await self._people.sessions.revoke_all(credential, "ended", actor)
        return self._register.person(credential)

    async def unlock(self, by: Person, credential: str) -> Person:
        actor = self.keeping(by, "unlock person", *self._roles_of(credential))
        person = active(self._register, credential)
        if not self._people.locked(person):
            raise Refused(Refusal.NOT_THERE, f"{person.name} is not locked.", "")
        await self._register.enter(
            entries.SignInUnlocked(credential, actor), also=self._people.attempts.forget(person.name, credential)
        )
        return person

    async def revoke(self, by: Person, credential: str) -> Person:
        """Sign a person out everywhere."""
        actor = self.keeping(by, "revoke sessions", *self._roles_of(credential))
        person = self._register.person(credential)
        await self._people.sessions.revoke_all(credential, by=actor)
        return person

    def _roles_of(self, credential: str) -> tuple[Role, ...]:
        """Nobody has none: whoever may not ask is told so, and not who is there."""
        person = self._register.people.get(credential)
        return person.roles if person is not None else ()

    def keeping(self, by: Person, act: str, *roles: Role) -> Actor:
        """Whoever does something about the account of a person in these roles, which may be the Board's own; as they are now:
        another may have acted since they asked."""
        return active(self._register, by.credential).doing(
            act if keeper(*roles) is Role.ADMINISTRATOR else "keep Board accounts"
        )

    # --- what two decide

    def _wish(self, act: str, person: Person, by: Actor, roles: tuple[Role, ...] = ()) -> entries.AccessRequested:
        number, held = self._register.access.asked + 1, () if act == "add" else person.roles
        name = person.name if act == "add" else ""
        side = keeper(*held, *roles)
        return entries.AccessRequested(number, act, person.credential, side, by, name, roles, held)

    def _alone(self, asked: entries.AccessRequested) -> bool:
        """Whether one person decides: no role of control is given or reset; or it is the first of a side who admits the second."""
        if asked.act == "reset":
            admitted_by = self._register.access.unclaimed.get(asked.credential)
            return not CONTROL.intersection(asked.held) or admitted_by == asked.by.credential
        given = CONTROL.intersection(asked.roles) - set(asked.held)
        return not given or self._is_second(asked, given)

    def _is_second(self, asked: entries.AccessRequested, given: Collection[Role]) -> bool:
        return given == {asked.side} and self._register.access.ever[asked.side] == {asked.by.credential}

    def _said_alone(self, asked: entries.AccessRequested) -> list[msgspec.Struct]:
        given = CONTROL.intersection(asked.roles) - set(asked.held)
        return [entries.AdmittedAlone(asked.credential, asked.side, asked.by)] if given else []

    async def _ask(self, asked: entries.AccessRequested) -> AccountOutcome:
        """Have it wait for a second person."""
        if known := self._register.access.about(asked.credential):
            words = f"Request {known} about {asked.credential} waits already; withdraw it first."
            raise Refused(Refusal.STALE, words, PERSONS)
        await self._register.enter(asked)
        return AccountOutcome(self._register.people.get(asked.credential), request=asked.number)

    async def _carry_out(self, asked: entries.AccessRequested, by: Actor, *also: msgspec.Struct) -> AccountOutcome:
        """Do what was asked. ``also`` are entries that say why it may be done."""
        who, token = asked.credential, ""
        if asked.act == "roles":
            # A link from before, made by one person, must not lead to what two decided.
            ended = self._people.invitations.end(who) if CONTROL.intersection(asked.roles) - set(asked.held) else []
            await self._register.enter(entries.RolesChanged(who, asked.roles, by), *also, also=ended)
        else:
            new = [entries.PersonAdded(who, asked.name, asked.roles, by)] if asked.act == "add" else []
            token = await self._people.make_invitation(who, by, *new, *also)
        if asked.act == "roles" and set(asked.held) - set(asked.roles):
            await self._people.sessions.revoke_all(who, by=by)
        return AccountOutcome(self._register.person(who), token)

    def may_agree(self, asked: entries.AccessRequested) -> list[Person]:
        """Those who could agree to a request: others of its side than whoever asked and whomever it is about."""
        return self._register.of(asked.side, but=(asked.by.credential, asked.credential))

    def _of_side(self, by: Person, asked: entries.AccessRequested) -> None:
        if asked.side not in by.roles:
            words = f"This is for {side_words(asked.side)} to decide; you are {spoken(by.roles)}."
            raise Refused(Refusal.WRONG_ROLE, words, PERSONS)

    async def agree(self, by: Person, number: int) -> AccountOutcome:
        """A second person of the side agrees to a request, and it is carried out."""
        async with self._people.acting:
            by = active(self._register, by.credential)
            by.doing("agree to access")
            asked = self._register.access.get(number).asked
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
        if self._register.person(asked.by.credential) not in self._register.of(asked.side):
            words = (
                f"{asked.by.name}, who asked for it, is not of {side_words(asked.side)} any more; ask again yourself."
            )
            raise Refused(Refusal.STALE, words, PERSONS)
        require_compatible(asked.roles, asked.held)
        if asked.act == "add":
            new_person(self._register, asked.name, asked.credential, asked.roles)
        elif active(self._register, asked.credential).roles != asked.held:
            name = self._register.person(asked.credential).name
            raise Refused(
                Refusal.STALE, f"The roles of {name} were changed since; withdraw the request, and ask again.", ""
            )
        elif asked.act == "roles":
            for side in set(asked.held) - set(asked.roles):
                self._keep_one(active(self._register, asked.credential), side)

    async def withdraw(self, by: Person, number: int) -> None:
        """Whoever asked takes a request back, or another of its side refuses it."""
        async with self._people.acting:
            by = active(self._register, by.credential)
            by.doing("withdraw access")
            asked = self._register.access.get(number).asked
            self._of_side(by, asked)
            await self._register.enter(entries.AccessWithdrawn(number, by.acting(asked.side)))

    async def dismiss(self, person: Person, number: int) -> None:
        """Somebody has read what they were notified of."""
        if number not in {notice.number for notice in self._register.access.notices_for(person)}:
            raise Refused(Refusal.NOT_FOUND, f"You have no notice {number}, or dismissed it.", "")
        await self._register.enter(entries.NoticeDismissed(number, person.acting(person.roles[0])))

    async def recover(self, side: Role, *, person: str = "", gone: Sequence[str] = ()) -> str:
        """A link for a side that cannot agree by itself, because fewer than two are left: for somebody new, or for a ``person`` of
        it who cannot sign in. ``gone`` are those of it who left, and are ended. For whoever has the key file, never over the
        wire."""
        async with self._people.acting:
            for who in (*gone, *([person] if person else ())):
                if self._register.person(who) not in self._register.of(side):
                    raise Refused(Refusal.NOT_THERE, f"{who} is not one of {side_words(side)} now.", "")
            if not self._register.access.ever[side]:
                words = (
                    f"Nobody was one of {side_words(side)} yet; the house prints a link for them whenever it is opened."
                )
                raise Refused(Refusal.NOT_THERE, words, "")
            if person and person in gone:
                raise Refused(Refusal.MALFORMED, f"{person} is either gone, or needs a link.", "")
            left = self._register.of(side, but=(*gone, person))
            if len(left) >= TWO:
                words = f"{capital(side_words(side))} can agree by themselves: {listed(left)}; say who of them is gone."
                raise Refused(Refusal.FORBIDDEN_CHOICE, words, PERSONS)
            ended = [entries.PersonEnded(who, MACHINE) for who in dict.fromkeys(gone)]
            recovered = entries.AccessRecovered(side, person, tuple(dict.fromkeys(gone)))
            token = await self._people.make_invitation(person or NEWCOMER[side], MACHINE, *ended, recovered)
        for who in gone:
            await self._people.store.commit(self._people.invitations.end(who))
            await self._people.sessions.revoke_all(who, "ended", MACHINE)
        return token

    def _keep_one(self, person: Person, side: Role) -> None:
        """No side is left without anybody: whoever is the last of it admits another first."""
        if side in SIDES and side in person.roles and not self._register.of(side, but=(person.credential,)):
            left = "an administrator" if side is Role.ADMINISTRATOR else "the Board"
            words = f"This house would be left without {left}; admit another first."
            raise Refused(Refusal.FORBIDDEN_CHOICE, words, PERSONS)


def new_person(register: Register, name: str, credential: str, roles: tuple[Role, ...]) -> Person:
    """One credential number is one human: a second person under it is refused."""
    name, credential = " ".join(name.split()), " ".join(credential.split())
    if not name or not credential:
        raise Refused(Refusal.MALFORMED, "A person has a name and a credential number.", "")
    if not NUMBER.fullmatch(credential):
        raise Refused(
            Refusal.MALFORMED, "A credential number has letters, digits, spaces, dots, dashes and underscores.", ""
        )
    if credential.casefold().startswith(NOBODYS):  # chips would be those of a guest, entries those of a program
        words = " or ".join(repr(one.strip()) for one in NOBODYS)
        raise Refused(Refusal.MALFORMED, f"A credential number does not begin with {words}.", "")
    if not name.isprintable() or not any(letter.isalnum() for letter in name):
        raise Refused(Refusal.MALFORMED, "A name has letters that can be read.", "")
    taken = {folded(known) for known in register.people}
    if folded(credential) in taken:
        raise Refused(Refusal.FORBIDDEN_CHOICE, f"There is a person with the credential number {credential}.", "")
    if folded(credential) in {folded(known.name) for known in register.people.values()}:
        raise Refused(Refusal.FORBIDDEN_CHOICE, f"{credential} is the name of a person.", "")
    if folded(name) in taken:
        raise Refused(Refusal.FORBIDDEN_CHOICE, f"{name} is the credential number of a person.", "")
    return Person(credential, name, roles, "")


def active(register: Register, credential: str) -> Person:
    """Somebody of the house, or a refusal where they have left."""
    person = register.person(credential)
    if not person.active:
        raise Refused(Refusal.NOT_THERE, f"{person.name} has left this house.", "")
    return person


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


def capital(words: str) -> str:
    return words[0].upper() + words[1:]


def listed(people: Sequence[Person]) -> str:
    return ", ".join(f"{one.name} ({one.credential})" for one in people)

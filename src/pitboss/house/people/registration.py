"""Players who make an account for themselves, where the house allows it: with a password, a passkey or both, and nobody agrees.

They get the role of a player, and a number that the house draws. A name that anybody here has is refused: whoever has the same
name could no longer sign in by it.
"""

import secrets

import msgspec

from pitboss.house.people import entries
from pitboss.house.people.accounts import new_person
from pitboss.house.people.attempts import folded
from pitboss.house.people.passkeys import Site
from pitboss.house.people.people import NewPasskey, People
from pitboss.house.people.register import Person
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role

ACT = "register oneself"
NUMBERS = 1_000_000  # of which one is drawn


def new_number(people: People) -> str:
    """``P-048213``: one that nobody has, and that says nothing of how many there are."""
    while (number := f"P-{secrets.randbelow(NUMBERS):06}") in people.register.people:
        pass
    return number


def newcomer(people: People, name: str, credential: str) -> Person:
    """Who somebody would be, or a refusal where the house does not allow it or the name is taken."""
    if not people.registers_players:
        words = "Nobody makes an account for themselves here; the cage or an administrator gives you one."
        raise Refused(Refusal.NOT_OFFERED, words, "")
    if not name.strip():
        raise Refused(Refusal.MALFORMED, "Type a name; others at the table see it.", "")
    person = new_person(people.register, name, credential, (Role.PLAYER,))
    if folded(person.name) in {folded(known.name) for known in people.register.people.values()}:
        raise Refused(
            Refusal.FORBIDDEN_CHOICE, f"Somebody here is called {person.name} already; choose another name.", ""
        )
    person.doing(ACT)
    return person


def passkey_options(people: People, name: str, credential: str, site: Site) -> dict[str, object]:
    """What to ask an authenticator for."""
    person = newcomer(people, name, credential)
    return people.passkeys.registration(person, _of_newcomer(person), site)


async def register(
    people: People, name: str, *, credential: str = "", password: str = "", passkey: NewPasskey | None = None
) -> str:
    """Make the account and sign in; the token of the session. ``credential`` is the number that a passkey was asked for with."""
    person = newcomer(people, name, credential if passkey is not None else new_number(people))
    made: list[msgspec.Struct] = []
    also = []
    if password:
        also.append(await people.passwords.written(person.credential, password))
        made.append(entries.PasswordSet(person.credential))
    if passkey is not None:
        also.append(people.passkeys.registered(person, _of_newcomer(person), passkey.site, passkey.response))
        made.append(entries.PasskeyAdded(person.credential, passkey.label))
    if not made:
        raise Refused(Refusal.MALFORMED, "Choose a password or a passkey, or both.", "")
    async with people.acting:
        person = newcomer(people, name, person.credential)  # it took a moment to hash the password
        added = entries.PersonAdded(person.credential, person.name, person.roles, person.doing(ACT))
        await people.register.enter(added, *made, also=also)
    return await people.sessions.begin(people.register.person(person.credential), "registration")


def _of_newcomer(person: Person) -> str:
    """The purpose of a challenge: for this name, as it was when it was asked."""
    return f"registration {folded(person.name)}"

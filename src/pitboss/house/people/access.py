"""Accounts that two persons decide on: what was asked, what was agreed, and who is notified of it. A fold over the house's journal.

Which roles need two persons, and whose an account is, stands in ``authority``.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import msgspec

from pitboss.authority import CONTROL, SIDES, incompatible
from pitboss.house.people import entries
from pitboss.house.people.attempts import folded
from pitboss.house.people.program_accounts import program_wish
from pitboss.journal import Actor
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role

if TYPE_CHECKING:
    from pitboss.house.people.register import Person

TWO = 2  # persons of a side decide


class AccessNotice(msgspec.Struct, frozen=True):
    """Something that the person concerned and the Board have to know."""

    number: int
    time: str
    about: str  # credential number; empty: nobody who is there yet
    words: str


class PendingRequest(msgspec.Struct, frozen=True):
    """A request that waits for a second person."""

    since: str
    asked: entries.AccessRequested


class Access:
    """Requests and notices of one house."""

    def __init__(self) -> None:
        self.waiting: dict[int, PendingRequest] = {}  # by number
        self.asked = 0  # requests so far
        self.notices: list[AccessNotice] = []  # numbered from 1
        self.dismissed: dict[int, set[str]] = {}  # by number of the notice, who has read it
        self.ever: dict[Role, set[str]] = {side: set() for side in SIDES}  # who was ever of a side
        self.unclaimed: dict[str, str] = {}  # admitted alone by whom, and have set neither password nor passkey

    def get(self, number: int) -> PendingRequest:
        """A request that waits, or a refusal."""
        found = self.waiting.get(number)
        if found is None:
            names = ", ".join(map(str, self.waiting)) or "none"
            raise Refused(Refusal.STALE, f"No request {number} waits for a second person; there are: {names}.", "")
        return found

    def about(self, credential: str) -> int:
        """The number of the request about a person that waits; 0: none does."""
        return next((n for n, one in self.waiting.items() if folded(one.asked.credential) == folded(credential)), 0)

    def notices_for(self, person: "Person") -> list[AccessNotice]:
        """What somebody has not dismissed. The Board hears of everything; whoever came later, of what nobody had read."""
        return [one for one in self.notices if self._is_for(person, one)]

    def _is_for(self, person: "Person", notice: AccessNotice) -> bool:
        readers = self.dismissed.get(notice.number, set())
        if person.credential in readers:
            return False
        if notice.about == person.credential:
            return True
        return Role.BOARD in person.roles and (notice.time >= person.since or not readers - {notice.about})

    def apply(self, made: msgspec.Struct, now: str, people: "Mapping[str, Person]") -> None:
        """Apply an entry; ``people`` are those who are and were here after it, by credential number."""
        match made:
            case entries.PersonAdded() | entries.RolesChanged():
                for side in set(made.roles) & set(SIDES):
                    self.ever[side].add(made.credential)
            case entries.PasswordSet() | entries.PasskeyAdded():
                self.unclaimed.pop(made.credential, None)
            case entries.AccessRequested():
                self.asked = made.number
                self.waiting[made.number] = PendingRequest(now, made)
            case entries.AccessWithdrawn():
                del self.waiting[made.number]
            case entries.AccessAgreed():
                asked = self.waiting.pop(made.number).asked
                words = f"{made.asked} asked, and {made.by} agreed, to {wish(asked, people[asked.credential].name)}."
                self._notify(now, made.credential, words)
            case entries.AdmittedAlone():
                self.unclaimed[made.credential] = made.by.credential
                who = f"{people[made.credential].name} ({made.credential})"
                words = f"{made.by} admitted {who} as the second {made.side.title}, alone: there was no other."
                self._notify(now, made.credential, words)
            case entries.AccessRecovered():
                self._notify(now, made.credential, _recovered(made, people))
            case entries.ProgramCreated(asked=Actor() as asked):
                words = f"{asked} asked, and {made.by} agreed, to {program_wish(made)}."
                self._notify(now, "", words)
            case entries.NoticeDismissed():
                self.dismissed.setdefault(made.number, set()).add(made.by.credential)
            case _:
                """Not about access."""

    def _notify(self, now: str, about: str, words: str) -> None:
        self.notices.append(AccessNotice(len(self.notices) + 1, now, about, words))


def wish(asked: entries.AccessRequested, name: str = "") -> str:
    """What a request is for, after "to"."""
    who = f"{asked.name or name} ({asked.credential})" if asked.name or name else asked.credential
    if asked.act == "add":
        return f"add {who}: {_titles(asked.roles)}"
    if asked.act == "roles":
        return f"change the roles of {who} from {_titles(asked.held)} to {_titles(asked.roles)}"
    return f"make a new link for {who}, which replaces password and passkeys"


def side_words(side: Role) -> str:
    """``the Board``, ``the administrators``."""
    return "the Board" if side is Role.BOARD else f"the {side.title}s"


def _recovered(made: entries.AccessRecovered, people: "Mapping[str, Person]") -> str:
    whom = f"{people[made.credential].name} ({made.credential})" if made.credential else "somebody new"
    gone = f" Said to be gone: {', '.join(f'{people[who].name} ({who})' for who in made.gone)}." if made.gone else ""
    return f"Whoever has the key file of this house had a link made for {side_words(made.side)}: for {whom}.{gone}"


def _titles(roles: Iterable[Role]) -> str:
    return ", ".join(role.title for role in roles) or "none"


def conflicts(people: Iterable["Person"]) -> list[str]:
    """Who holds roles together that nobody gets together any more: a sentence for each pair."""
    return [
        f"{person.name} ({person.credential}) is both {one.title} and {other.title}: {rule.why}."
        for person in people
        if person.active
        for (one, other), rule in incompatible(person.roles).items()
    ]


def equal_names(people: Iterable["Person"]) -> list[str]:
    """Where somebody in control has the same name as another: perhaps one person with two accounts, which the house cannot know."""
    known: dict[str, list[Person]] = {}
    for person in people:
        if person.active:
            known.setdefault(folded(person.name), []).append(person)
    return [
        f"{same[0].name}: {', '.join(f'{one.credential} ({_titles(one.roles)})' for one in same)} have the same name."
        for same in known.values()
        if len(same) > 1 and any(CONTROL.intersection(one.roles) for one in same)
    ]

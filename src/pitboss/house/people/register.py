"""The register of the house: its people, filings and what it received, as a fold over the house's own journal.

Only this module writes that journal. An entry and whatever belongs to it (the hash of a password, a session) are one
transaction; nothing counts before it is on the disk.
"""

from collections.abc import Callable, Collection, Iterable, Sequence

import msgspec

from pitboss import __version__
from pitboss.authority import IN_THE_HOUSE, require, require_second, right_of
from pitboss.house.clock import Clock
from pitboss.house.people import entries
from pitboss.house.people.access import Access
from pitboss.house.people.attempts import folded
from pitboss.house.people.filings import FilingEntry, Filings
from pitboss.house.people.limits import OwnEntry, PlayersLimits
from pitboss.house.people.program_accounts import PROGRAM, ProgramAccounts, ProgramEntry
from pitboss.house.storage.kept_journal import KeptJournal, Made
from pitboss.house.storage.seal import session_names
from pitboss.house.storage.store import Store, Write
from pitboss.journal import Actor, Entry
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role

HOUSE_JOURNAL = "house"  # the name of the journal; no table may have it
DATE = len("2026-11-16")  # characters of a time that are its date
GUEST = "guest "  # before the hash of a guest's cookie, where the record names a guest
NOBODYS = (GUEST, PROGRAM)  # no credential number of a person begins so


class Person(msgspec.Struct, frozen=True):
    """Somebody who works or plays here. ``until`` is empty while they may sign in."""

    credential: str
    name: str
    roles: tuple[Role, ...]
    since: str
    until: str = ""

    @property
    def active(self) -> bool:
        return not self.until

    def acting(self, role: Role) -> Actor:
        """This person as the one who caused an entry."""
        return Actor(self.credential, self.name, role.value)

    def doing(self, act: str, *, first: Iterable[Actor | None] = ()) -> Actor:
        """This person as the one who does an act of the house, or a refusal. ``first``: who took the first side of an act of which
        this is the second."""
        right = right_of(IN_THE_HOUSE, act)
        actor = self.acting(require(right, self.roles))
        require_second(right.second, actor, first, right.cite)
        return actor


class Received(msgspec.Struct, frozen=True):
    """Equipment that the house received."""

    thing: str
    kind: str
    description: str
    approval: str
    since: str


class Upkeep(msgspec.Struct):
    """When the record was last looked through, and last copied, and what came of it; and who ever was a witness of it."""

    verified: tuple[str, entries.RecordVerified] | None = None
    backed_up: tuple[str, entries.BackupMade] | None = None
    witnesses: set[str] = set()


class RegisterFold:
    """People and equipment, by the house's journal. ``people`` is by credential number, and keeps those who left."""

    def __init__(self) -> None:
        self.applied = 0  # entries
        self.people: dict[str, Person] = {}
        self.things: dict[str, Received] = {}
        self.founded: entries.HouseFounded | None = None
        self.named_as: entries.HouseNamed | None = None
        self.pits: dict[str, str] = {}  # by name, with their titles
        self.filings = Filings()
        self.limits = PlayersLimits()
        self.alarms: list[tuple[str, entries.PlayAlarm]] = []  # when each was raised; numbered from 1
        self.seen: dict[int, entries.AlarmSeen] = {}  # by the number of the alarm
        self.device_keys: dict[str, entries.DeviceKeyIssued] = {}  # by device; those that are valid
        self.keys_issued = 0
        self.programs = ProgramAccounts()
        self.software_approved: entries.SoftwareApproved | None = None
        self.software_checked: tuple[str, entries.SoftwareChecked] | None = None  # when, and what was found
        self.rules_kept: set[str] = set()  # the versions of the rules whose packages the house keeps
        self.rules_approved: set[str] = set()  # and those that the Board ever approved
        self.witnesses: list[str] = []  # their public keys
        self.access = Access()
        self.head_kept: entries.HeadKept | None = None  # the last one
        self.invited: dict[str, str] = {}  # by person, the invitation that they have not used
        self.upkeep = Upkeep()
        self.signed_in: set[tuple[str, str]] = set()  # person, and the beginning of the hash of the session's token

    def replay(self, entry: Entry) -> None:
        """Apply an entry of the record, or refuse it, naming its number."""
        decoder = entries.DECODERS.get(entry.kind)
        try:
            if decoder is None:
                raise Refused(
                    Refusal.CORRUPT, f"Entries of kind {entry.kind!r} are unknown in the house's journal.", ""
                )
            self._apply(decoder.decode(entry.payload), entry.time)
        except (msgspec.MsgspecError, LookupError, ValueError, Refused) as error:
            raise Refused(
                Refusal.CORRUPT, f"Entry {entry.sequence} of the house cannot be applied: {error}.", ""
            ) from error

    def _apply(self, made: msgspec.Struct, now: str) -> None:
        self.applied += 1
        self._fold(made, now)
        self.access.apply(made, now, self.people)

    def _fold(self, made: msgspec.Struct, now: str) -> None:
        match made:
            case entries.HouseFounded():
                self.founded = made
            case entries.PersonAdded():
                if made.credential in self.people:
                    raise ValueError(f"{made.credential} is there already")
                self.people[made.credential] = Person(made.credential, made.name, made.roles, now)
            case entries.RolesChanged():
                self._change(made.credential, roles=made.roles)
            case entries.PersonEnded():
                self._change(made.credential, until=now)
            case entries.ThingReceived():
                if made.thing in self.things:
                    raise ValueError(f"{made.thing} is there already")
                self.things[made.thing] = Received(made.thing, made.kind, made.description, made.approval, now)
            case entries.HouseNamed():
                self.named_as = made
            case entries.PitNamed():
                self.pits[made.pit] = made.title
            case entries.FilingDrafted() | entries.FilingFiled() | entries.FilingDecided() | entries.FilingWithdrawn():
                self.filings.apply(made, now)
            case entries.ProposalAccepted():
                self.filings.proposals[made.chapter, made.edition] = made.by
            case entries.SoftwareApproved():
                self.software_approved = made
                self.rules_approved.add(made.rules)
            case entries.SoftwareChecked():
                self.software_checked = (now, made)
            case entries.HeadKept():
                self.head_kept = made
            case entries.RecordVerified():
                self.upkeep.verified = (now, made)
            case entries.BackupMade():
                self.upkeep.backed_up = (now, made)
            case entries.RulesKept():
                self.rules_kept.add(made.version)
            case entries.WitnessNamed():
                self.witnesses.append(made.vkey)
                self.upkeep.witnesses.add(made.vkey)
            case entries.WitnessEnded():
                self.witnesses.remove(made.vkey)
            case entries.PersonInvited():
                self.invited[made.credential] = made.invitation
            case entries.PasswordSet() | entries.PasskeyAdded():
                if made.invitation:
                    self.invited = {who: one for who, one in self.invited.items() if one != made.invitation}
            case entries.SignedIn():
                self.signed_in.add((made.credential, made.session))
            case entries.SignedOut():
                self.signed_in -= session_names(made.credential, made.session)
            case entries.DeviceKeyIssued():
                self.device_keys[made.device] = made
                self.keys_issued = max(self.keys_issued, made.serial)
            case entries.DeviceKeyRevoked():
                del self.device_keys[made.device]
            case entries.WebhookNamed():
                self.programs.webhooks[made.webhook] = made
                self.programs.webhooks_named = made.serial
            case entries.WebhookEnded():
                del self.programs.webhooks[made.webhook]
            case entries.PlayAlarm():
                self.alarms.append((now, made))
            case entries.AlarmSeen():
                self.seen[made.number] = made
            case _ if isinstance(made, ProgramEntry):
                self.programs.apply(made, now)
            case _ if isinstance(made, OwnEntry):
                self.limits.apply(made, now)
            case _:
                """Only recorded."""

    def _change(self, credential: str, **changes: object) -> None:
        self.people[credential] = msgspec.structs.replace(self.people[credential], **changes)

    # --- looking people up

    def named(self, name: str) -> Person | None:
        """The person with this credential number or name; two of the same name have to use their numbers."""
        wanted = folded(name)
        own = next((p for p in self.people.values() if folded(p.credential) == wanted), None)
        same = [p for p in self.people.values() if folded(p.name) == wanted and p.active]
        return own or (same[0] if len(same) == 1 else None)

    def person(self, credential: str) -> Person:
        """The person with this credential number, or a refusal."""
        try:
            return self.people[credential]
        except KeyError:
            raise Refused(Refusal.NOT_FOUND, f"Nobody here has the credential number {credential!r}.", "") from None

    def of(self, role: Role, *, but: Collection[str] = ()) -> list[Person]:
        """Those who have a role now, but for some."""
        return [p for p in self.people.values() if p.active and role in p.roles and p.credential not in but]


class Register(RegisterFold):
    """The register of a house that is open: it reads the journal once, and then writes it."""

    def __init__(self, store: Store, clock: Clock) -> None:
        super().__init__()
        self._journal = KeptJournal(store, clock, HOUSE_JOURNAL, entries.NAMES, replay=self.replay, apply=self._apply)
        self.recover, self.follow = self._journal.recover, self._journal.follow

    async def enter(self, *made: msgspec.Struct, also: Sequence[Write] = ()) -> None:
        """Write entries, and what belongs to them, in one transaction; then they count."""

        def checked() -> Sequence[msgspec.Struct]:
            self._check_new(made)
            return made

        await self._journal.enter(checked, also)

    async def decide(self, made: Made) -> None:
        """Write what is decided when nobody else can write: two wishes at the same moment do not pass each other."""
        await self._journal.enter(made)

    async def keep_head(self, made: entries.HeadKept) -> None:
        """Enter a signed head, the first of its day."""

        def first() -> Sequence[msgspec.Struct]:
            return [] if self.has_head_of(made.time) else [made]

        await self._journal.enter(first)

    def has_head_of(self, time: str) -> bool:
        """Whether a head of that day (UTC) is entered."""
        return self.head_kept is not None and self.head_kept.time[:DATE] == time[:DATE]

    def _check_new(self, made: Sequence[msgspec.Struct]) -> None:
        """Refuse what is there already: whoever looked before had to wait, and somebody else may have been quicker."""
        self.filings.after(one for one in made if isinstance(one, FilingEntry))
        for one in made:
            if isinstance(one, entries.PersonAdded) and one.credential in self.people:
                raise Refused(
                    Refusal.FORBIDDEN_CHOICE, f"There is a person with the credential number {one.credential}.", ""
                )
            if isinstance(one, entries.AccessRequested) and one.number != self.access.asked + 1:
                raise Refused(Refusal.STALE, "Another request was made meanwhile; try again.", "")
            if isinstance(one, entries.AccessAgreed | entries.AccessWithdrawn):
                self.access.get(one.number)
            if isinstance(one, entries.ThingReceived) and one.thing in self.things:
                raise Refused(Refusal.FORBIDDEN_CHOICE, f"There is a thing {one.thing!r} already.", "")
            if isinstance(one, entries.DeviceKeyIssued) and one.serial <= self.keys_issued:
                raise Refused(Refusal.STALE, "Another key was issued meanwhile; try again.", "")
            if isinstance(one, ProgramEntry):
                self.programs.check_new(one)
            if isinstance(one, entries.WebhookNamed) and one.serial != self.programs.webhooks_named + 1:
                raise Refused(Refusal.STALE, "Another webhook was named meanwhile; try again.", "")
            if isinstance(one, entries.WebhookEnded) and one.webhook not in self.programs.webhooks:
                raise Refused(Refusal.NOT_FOUND, f"There is no webhook {one.webhook!r}.", "")
            if isinstance(one, entries.DeviceKeyRevoked) and one.device not in self.device_keys:
                raise Refused(Refusal.NOT_FOUND, f"No device {one.device!r} has a key.", "")

    async def found(self, *, demonstration: bool = False) -> None:
        """Write the first entry, unless there is one."""
        if self.founded is None:
            await self.enter(entries.HouseFounded(__version__, demonstration))


def names(register: Register) -> Callable[[str], str]:
    """What somebody is called, by their credential number; the number where nobody has it."""
    return lambda credential: known.name if (known := register.people.get(credential)) is not None else credential

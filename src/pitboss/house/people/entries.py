"""The entries of the house's own journal: people, filings, the equipment that the house received.

What happens at a table is in that table's journal. Passwords, passkeys, tokens and secrets are in no journal: these
entries say that one was set or used, never what it is. Their fields are part of the record: old records must still decode.
"""

from typing import Any

import msgspec

from pitboss.journal import Actor, ClockChanged
from pitboss.money import Cents
from pitboss.roles import Role


class HouseFounded(msgspec.Struct, frozen=True, omit_defaults=True):
    """The house exists; ``demonstration``: its people are made up, and anyone at this machine may act as them."""

    version: str
    demonstration: bool = False


class PersonAdded(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody may sign in; ``by`` is None for whoever came by a link that the house printed, and in a demonstration."""

    credential: str
    name: str
    roles: tuple[Role, ...]
    by: Actor | None = None


class RolesChanged(msgspec.Struct, frozen=True, omit_defaults=True):
    """From now on a person has these roles."""

    credential: str
    roles: tuple[Role, ...]
    by: Actor


class PersonEnded(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person may not sign in any more. Nobody is ever taken out of the record."""

    credential: str
    by: Actor


class PersonInvited(msgspec.Struct, frozen=True, omit_defaults=True):
    """A link was made by which a person sets a password or a passkey; empty: an administrator, ``*board``: somebody of the
    Board, who says who they are. ``invitation`` is the beginning of the hash of its token, by which its use is known."""

    credential: str
    by: Actor | None = None
    invitation: str = ""


class PasswordSet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person set a password, with an invitation or by themselves."""

    credential: str
    invitation: str = ""


class PasskeyAdded(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person registered a passkey."""

    credential: str
    label: str
    invitation: str = ""


class SignedIn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person signed in. ``session`` is the beginning of the hash of the session's token, to tell sessions apart."""

    credential: str
    how: str
    session: str


class SignedOut(msgspec.Struct, frozen=True, omit_defaults=True):
    """A session ended: left, idle, expired, revoked."""

    credential: str
    why: str
    session: str
    by: Actor | None = None


class SignInLocked(msgspec.Struct, frozen=True, omit_defaults=True):
    """Too many failures: nobody can sign in as this person for a while."""

    credential: str


class SignInUnlocked(msgspec.Struct, frozen=True, omit_defaults=True):
    """An administrator ended the lock."""

    credential: str
    by: Actor


class AccessRequested(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody asked for what two persons of a side decide: to ``add`` a person, to change their ``roles``, or to ``reset`` the
    credential of one (a new link). Nothing of it counts before another of that side agrees. ``held``: the roles before."""

    number: int
    act: str
    credential: str
    side: Role
    by: Actor
    name: str = ""
    roles: tuple[Role, ...] = ()
    held: tuple[Role, ...] = ()


class AccessAgreed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A second person agreed to a request, and it was carried out with this entry."""

    number: int
    credential: str
    asked: Actor
    by: Actor


class AccessWithdrawn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A request is not pursued any more: whoever asked took it back, or another of that side refused."""

    number: int
    by: Actor


class AdmittedAlone(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first person of a side admitted the second one without another's agreement: there was no other."""

    credential: str
    side: Role
    by: Actor


class AccessRecovered(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whoever has the key file had a link made for a side that cannot agree by itself; without a credential number for
    somebody new. ``gone``: who of that side was said to be gone."""

    side: Role
    credential: str = ""
    gone: tuple[str, ...] = ()


class NoticeDismissed(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody has read what they were notified of."""

    number: int
    by: Actor


class ThingReceived(msgspec.Struct, frozen=True, omit_defaults=True):
    """The house received equipment: cards, dice, a shuffler. ``approval`` names the certificate or approval it came with."""

    thing: str
    kind: str
    description: str
    approval: str = ""
    by: Actor | None = None


class HouseNamed(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whose house it is, and when its days begin; ``by`` is None where the floor file said so."""

    holder: str
    licence: str = ""
    address: str = ""
    zone: str = "America/New_York"
    gaming_day: str = "06:00"
    shifts: tuple[str, ...] = ()
    by: Actor | None = None
    several_tables: bool = True  # whether one person may sit at several tables at once


UNNAMED = HouseNamed("")  # the zone and day of a house that nobody has named


class PitNamed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A pit exists, or has another title from now on."""

    pit: str
    title: str
    by: Actor | None = None


class FilingDrafted(msgspec.Struct, frozen=True, omit_defaults=True):
    """A Rules Submission was drafted, or its draft was changed; nothing of it counts yet."""

    filing: str
    game: str
    title: str
    choices: dict[str, Any]
    submission: str  # the hash of the choices
    by: Actor
    instead_of: str = ""  # the filing that it is to replace


class FilingFiled(msgspec.Struct, frozen=True, omit_defaults=True):
    """A draft was filed with the Board under a number; from now on its choices stand.

    Number and date are empty where a floor file says that it is filed, and no more.
    """

    filing: str
    number: str
    date: str
    by: Actor


class Binding(msgspec.Struct, frozen=True, omit_defaults=True):
    """Conditions of the Board that are rules: no wager above ``maximum``; in force from a date on, or until one; only at some
    tables. What is not stated binds nobody."""

    maximum: Cents | None = None
    since: str = ""
    until: str = ""
    tables: tuple[str, ...] = ()


class FilingDecided(msgspec.Struct, frozen=True, omit_defaults=True):
    """The Board approved or refused a filing, with its conditions or reasons; without a date where a floor file says so."""

    filing: str
    approved: bool
    date: str
    by: Actor
    conditions: str = ""  # in words, for people
    binding: Binding | None = None


class FilingWithdrawn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A filing, or a draft, is not pursued any more."""

    filing: str
    reason: str
    by: Actor


class DeviceKeyIssued(msgspec.Struct, frozen=True, omit_defaults=True):
    """A device at a table (a reading shoe, a wheel's sensor, a scanner) may tell what it shows. The key is in no journal.

    ``reads``: cards, tiles, dice, wheel, number, reader; empty: whatever is asked.
    """

    device: str
    table: str
    serial: int
    by: Actor
    reads: str = ""


class DeviceKeyRevoked(msgspec.Struct, frozen=True, omit_defaults=True):
    """A device may not tell anything any more."""

    device: str
    by: Actor


class ProgramAsked(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody asked for an account of a program that two administrators decide on; it counts when another one agrees."""

    number: int
    program: str
    purpose: str
    scopes: tuple[str, ...]
    days: int
    by: Actor


class ProgramCreated(msgspec.Struct, frozen=True, omit_defaults=True):
    """A program may ask for what is in its scopes until it expires. ``token`` is the hash of its token, which is in no journal.
    ``asked``: who asked, where ``by`` is the second person, who agreed to request ``number``."""

    program: str
    purpose: str
    scopes: tuple[str, ...]
    expires: str
    token: str
    by: Actor
    asked: Actor | None = None
    number: int = 0


class ProgramWithdrawn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A request for an account of a program is not pursued any more."""

    number: int
    by: Actor


class ProgramRevoked(msgspec.Struct, frozen=True, omit_defaults=True):
    """The token of a program counts no more."""

    program: str
    by: Actor


class WebhookNamed(msgspec.Struct, frozen=True, omit_defaults=True):
    """What happens is sent to an address from now on. The secret that signs it is in no journal."""

    webhook: str
    url: str
    topics: tuple[str, ...]
    serial: int
    by: Actor


class WebhookEnded(msgspec.Struct, frozen=True, omit_defaults=True):
    """Nothing is sent to it any more."""

    webhook: str
    by: Actor


class BackupMade(msgspec.Struct, frozen=True, omit_defaults=True):
    """The database was copied while the house was open."""

    file: str
    size: int
    sha256: str
    by: Actor


class ProposalAccepted(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody knows that the encoded text of a chapter is a proposal, and that the house plays it all the same (I-GEN-46)."""

    chapter: str
    edition: str
    by: Actor


class SoftwareApproved(msgspec.Struct, frozen=True, omit_defaults=True):
    """The Board approved the software that was running: the hash over the files that can decide a round, and over all.

    ``versions``: the whole list of rules that may be run on this record from now on, which an older version did not write down.
    """

    rules: str
    software: str
    release: str
    by: Actor
    versions: tuple[str, ...] = ()


class SoftwareChecked(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was running was compared with what is approved; ``differs`` says which files are not."""

    rules: str
    software: str
    release: str
    differs: tuple[str, ...] = ()


class RulesKept(msgspec.Struct, frozen=True, omit_defaults=True):
    """The house keeps the rules package of this version, a hash over its files, and may replay with it."""

    version: str
    release: str


class WitnessNamed(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody outside may sign heads of the record, after having seen that it only grew; ``vkey`` is their public key."""

    vkey: str
    by: Actor


class WitnessEnded(msgspec.Struct, frozen=True, omit_defaults=True):
    """They may not any more; what they signed stays signed."""

    vkey: str
    by: Actor


class RecordVerified(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody had the whole record looked through; what was found, as a sentence."""

    found: str
    in_order: bool
    by: Actor


class HeadKept(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first head of the record that was signed on a day (UTC): over how many entries, and their root in hexadecimal. A log
    that lacks it was wiped or replaced."""

    size: int
    root: str
    time: str


class LimitSet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player forbade themselves more than this from now on; amounts in cents, time in minutes (``people.limits``)."""

    credential: str
    limit: str
    value: int


class LooseningAsked(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player wants one of their limits to be wider, or gone; it counts when they say so again after the wait."""

    credential: str
    limit: str
    value: int | None = None


class LooseningDropped(msgspec.Struct, frozen=True, omit_defaults=True):
    """They want it no more."""

    credential: str
    limit: str


class LimitLoosened(msgspec.Struct, frozen=True, omit_defaults=True):
    """They waited and said so again: the limit is wider from now on, or gone."""

    credential: str
    limit: str
    value: int | None = None


class Excluded(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player plays no more until then; empty: until further notice."""

    credential: str
    until: str = ""


class PlayAsked(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player who is excluded until further notice wants to play again; it counts when they say so again after the wait."""

    credential: str


class ExclusionEnded(msgspec.Struct, frozen=True, omit_defaults=True):
    """They waited and said so again: they may play."""

    credential: str


class PlayAlarm(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was paid at a table in a gaming day is not what is filed (``paytable``), or cannot be chance (``theory``), or a meter
    is not what was wagered and paid (``meter``)."""

    kind: str
    day: str
    table: str  # ``*``: all tables of one filing together
    wager: str
    round: int
    words: str


class AlarmSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody looked into an alarm, and says what came of it."""

    number: int
    words: str
    by: Actor


KINDS: dict[str, type[msgspec.Struct]] = {
    "house_founded": HouseFounded,
    "person_added": PersonAdded,
    "roles_changed": RolesChanged,
    "person_ended": PersonEnded,
    "person_invited": PersonInvited,
    "password_set": PasswordSet,
    "passkey_added": PasskeyAdded,
    "signed_in": SignedIn,
    "signed_out": SignedOut,
    "sign_in_locked": SignInLocked,
    "sign_in_unlocked": SignInUnlocked,
    "access_requested": AccessRequested,
    "access_agreed": AccessAgreed,
    "access_withdrawn": AccessWithdrawn,
    "admitted_alone": AdmittedAlone,
    "access_recovered": AccessRecovered,
    "notice_dismissed": NoticeDismissed,
    "thing_received": ThingReceived,
    "house_named": HouseNamed,
    "pit_named": PitNamed,
    "filing_drafted": FilingDrafted,
    "filing_filed": FilingFiled,
    "filing_decided": FilingDecided,
    "filing_withdrawn": FilingWithdrawn,
    "device_key_issued": DeviceKeyIssued,
    "device_key_revoked": DeviceKeyRevoked,
    "program_asked": ProgramAsked,
    "program_created": ProgramCreated,
    "program_withdrawn": ProgramWithdrawn,
    "program_revoked": ProgramRevoked,
    "webhook_named": WebhookNamed,
    "webhook_ended": WebhookEnded,
    "backup_made": BackupMade,
    "proposal_accepted": ProposalAccepted,
    "software_approved": SoftwareApproved,
    "software_checked": SoftwareChecked,
    "rules_kept": RulesKept,
    "witness_named": WitnessNamed,
    "witness_ended": WitnessEnded,
    "record_verified": RecordVerified,
    "limit_set": LimitSet,
    "loosening_asked": LooseningAsked,
    "loosening_dropped": LooseningDropped,
    "limit_loosened": LimitLoosened,
    "excluded": Excluded,
    "play_asked": PlayAsked,
    "exclusion_ended": ExclusionEnded,
    "play_alarm": PlayAlarm,
    "alarm_seen": AlarmSeen,
    "head_kept": HeadKept,
    "clock": ClockChanged,
}
NAMES = {struct: kind for kind, struct in KINDS.items()}
DECODERS = {kind: msgspec.json.Decoder(struct) for kind, struct in KINDS.items()}

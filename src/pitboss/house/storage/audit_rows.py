"""The rows beside the journals: what each has to say, as the entries say it.

Rooms, rounds, seats and sign-ins are folds over entries; whoever changes, forges, deletes or puts back one of their rows
contradicts the journal. Nothing here is believed because it has the right mark: one who has the key makes marks too.
"""

import sqlite3
from hashlib import sha256
from typing import Any

import msgspec

from pitboss.drivers.fair import commitment
from pitboss.house.storage import schema, totals
from pitboss.house.storage.forms import opened_waypoint
from pitboss.house.storage.log import HOUSE, OF_THE_HOUSE
from pitboss.house.storage.own_decisions import decision_place
from pitboss.house.storage.seal import Sealer, reply_place, session_names
from pitboss.procedure import Refusal, Refused
from pitboss.rulebook import manifest
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.manifest import Manifest
from pitboss.rulebook.package import Package
from pitboss.submission import made_choices, read_choices

VERSION_LENGTH = 64  # of a version that is a hash; records of before have the name of a release


class NotInOrder(Refused):
    """Something is not as it was written. ``journal`` is the one concerned; empty where it is the log, or the whole house."""

    def __init__(self, journal: str, sentence: str) -> None:
        super().__init__(Refusal.CORRUPT, sentence, "")
        self.journal = journal


class _Start(msgspec.Struct, frozen=True):
    number: int = 0


class _Payload(msgspec.Struct, frozen=True, rename={"of": "serial"}):
    """What entries of several kinds have in common, as far as rows of the database are derived from them."""

    of: int = 0
    round: int = 0
    result: str = ""
    commitment: str = ""
    seed: str = ""
    wagered: int = 0
    paid: int = 0
    void: bool = False
    seat: int = 0
    to: int = 0
    session: str = ""
    actor: dict[str, Any] | None = None
    shuffles: int = 0
    shuffle_commitment: str = ""
    credential: str = ""
    software: str = ""
    invitation: str = ""
    version: str = ""
    rules: str = ""
    start: _Start = _Start()


class _Founded(msgspec.Struct, frozen=True):
    game: str = ""
    title: str = ""
    choices: dict[str, Any] = {}
    settings: dict[str, Any] = {}


class _HeadKept(msgspec.Struct, frozen=True):
    size: int
    root: str


_payload = msgspec.json.Decoder(_Payload)
_head_kept = msgspec.json.Decoder(_HeadKept)
_founded = msgspec.json.Decoder(_Founded)
_OPENED = frozenset({"revealed", "ended", "unplayed"})
_PROMISED = frozenset({"round", "committed", "pledged"})
_SITTING = frozenset({"seated", "left", "seat_moved"})
_VERSIONED = frozenset({"founded", "rules_adopted", "round"})
_STAFF = frozenset(
    {"signed_in", "signed_out", "software_approved", "rules_kept", "person_invited", "password_set", "passkey_added"}
)
_INDEXED = {kind: index for index, kinds in schema.INDEXED_KINDS.items() for kind in kinds}
_HEARD = _OPENED | _PROMISED | _SITTING | _STAFF | _VERSIONED


class _Credential(msgspec.Struct, frozen=True):
    """By what somebody signs in: whether they have a password, and how many passkeys, at least and at most."""

    password: bool = False
    least: int = 0
    most: int = 0
    invitation: str = ""  # the one that was used last


class JournalRows:
    """What one journal tells of the rows beside it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.leaves = bytearray()
        self.heads: list[_HeadKept] = []  # that the house's journal names
        self.first_time = self.last_time = ""
        self.set_back: list[int] = []  # entries that are dated before the one before them, and no entry says why
        self.round_marks: list[tuple[int, bool]] = []  # entries after which a round is in progress, or is not any more
        self.rounds: dict[int, tuple[object, ...]] = {}
        self.figures_since = 0  # the first round whose entry tells what was wagered; 0: none does
        self.promised: dict[int, str] = {}  # seeds committed to and not opened
        self.sitting: dict[int, str] = {}
        self.sessions: dict[
            str, int
        ] = {}  # all that ever sat here, and where at last; "": not named, as before they were
        self.signed_in: set[tuple[str, str]] = set()
        self.invited: dict[str, str] = {}
        self.indexed: dict[str, list[int]] = {name: [] for name in schema.INDEXES}  # entries that an index leads to
        self.versions: set[str] = set()
        self.approved: set[str] = set()
        self.credentials: dict[str, _Credential] = {}
        self._names_invitations = False
        self.approved_rules: set[str] = set()
        self.founded = _Founded()
        self._began: tuple[int, int, str] = (0, 0, "")

    def note(self, sequence: int, time: str, kind: str, payload: bytes) -> None:
        if kind in _INDEXED:
            self.indexed[_INDEXED[kind]].append(sequence)
        if kind == "head_kept":
            self.heads.append(_head_kept.decode(payload))
        if kind not in _HEARD:
            return
        made = _payload.decode(payload)
        if kind in _VERSIONED:
            self.versions.add(made.version)
            if kind == "round":
                self._began = (made.start.number, sequence, time)
            elif kind == "founded":
                self.founded = _founded.decode(payload)
        self._hear(sequence, time, kind, made)

    def names(self, hash: str, seat: int) -> bool:
        """Whether a session sat here, at last in that seat."""
        return any(hash.startswith(one) and (not one or at == seat) for one, at in self.sessions.items())

    def _hear(self, sequence: int, time: str, kind: str, made: _Payload) -> None:
        if kind in _PROMISED and made.of:
            self.promised[made.of] = made.commitment
        if made.shuffles:
            self.promised[made.shuffles] = made.shuffle_commitment
        if kind in _OPENED:
            self.promised.pop(made.of, None)
        if kind == "ended":
            number, first, opened = self._began
            figures = (made.wagered, made.paid, int(made.void))
            self.rounds[number] = (self.name, number, first, sequence, opened, time, made.result, *figures)
            if any(figures) and not self.figures_since:
                self.figures_since = number
        elif kind in _SITTING:
            self._note_sitting(kind, made)
        elif kind == "signed_in":
            self.signed_in.add((made.credential, made.session))
        elif kind == "signed_out":
            self.signed_in -= session_names(made.credential, made.session)
        elif kind == "software_approved":
            self.approved.add(made.software)
            self.approved_rules.add(made.rules)
        elif kind == "rules_kept":
            self.versions.add(made.version)
        elif kind == "person_invited":
            self.invited[made.credential] = made.invitation
            self._names_invitations |= bool(made.invitation)
        elif kind in ("password_set", "passkey_added"):
            self._prove(kind, made)
            if made.invitation:
                self.invited = {who: one for who, one in self.invited.items() if one != made.invitation}

    def _prove(self, kind: str, made: _Payload) -> None:
        """By what somebody signs in from now on. With an invitation, passkeys of before count no more; records of before
        invitations were named do not say whether there was one."""
        before = self.credentials.get(made.credential, _Credential())
        least, most = before.least, before.most
        if made.invitation and made.invitation != before.invitation:
            least = most = 0
        elif not made.invitation and not self._names_invitations:
            least = 0
        if kind == "passkey_added":
            least, most = least + 1, most + 1
        password = before.password or kind == "password_set"
        self.credentials[made.credential] = _Credential(password, least, most, made.invitation)

    def _note_sitting(self, kind: str, made: _Payload) -> None:
        """Who sits where. A patron whom somebody seated holds no device, so no session of theirs is there or missing."""
        session = self.sitting.pop(made.seat, None)
        if kind == "seated":
            session = None if made.actor is not None else made.session
        if kind != "left" and session is not None:
            seat = made.to or made.seat
            self.sitting[seat] = session
            self.sessions[session] = seat


class Rows:
    """Checks the rows of one database against its journals. ``sealer`` is None where the key is not there."""

    def __init__(self, connection: sqlite3.Connection, sealer: Sealer | None, found: dict[str, JournalRows]) -> None:
        self._db, self._sealer, self._found = connection, sealer, found

    def check(self) -> None:
        self._check_triggers()
        self._check_tables()
        self._check_packages()
        self._check_rounds()
        self._check_sessions()
        self._check_signed_in()
        if self._sealer is not None:
            self._check_commands(self._sealer)
            self._check_secrets(self._sealer)
            self._check_attempts(self._sealer)
            self._check_own_decisions(self._sealer)
            self._check_credentials(self._sealer)
            self._check_snapshots(self._sealer)
            self._check_waypoints(self._sealer)

    def _check_triggers(self) -> None:
        """Those that keep the journal from being changed are there, and no others."""
        found = {sql for (sql,) in self._db.execute("SELECT sql FROM sqlite_master WHERE type IN ('trigger', 'view')")}
        if found != {statement.rstrip(";") for statement in schema.statements(schema.TRIGGERS)}:
            raise NotInOrder(
                "", "What keeps the journal from being changed was taken out of the database, or replaced."
            )

    def _check_tables(self) -> None:
        known = {row[0]: row for row in self._db.execute("SELECT id, game, title, submission, settings FROM tables")}
        for name, (_, game, title, submission, settings) in known.items():
            if name not in self._found:
                raise NotInOrder(name, f"The journal of {name} is missing.")
            recorded = self._found[name].founded
            if recorded.game != game:
                raise NotInOrder(name, f"{name} was founded for {recorded.game}, not for {game}.")
            written = (title, read_choices(submission), msgspec.json.decode(settings))
            if written != (recorded.title, made_choices(recorded.choices), recorded.settings):
                raise NotInOrder(name, f"{name} is listed otherwise than it was founded.")
        for name in self._found:
            if name not in known and name not in OF_THE_HOUSE:
                raise NotInOrder(name, f"{name} is not in the list of tables.")

    def _check_packages(self) -> None:
        """The rules that played a round are kept, and what was approved, each under its own hash; and no others are."""
        kept = set()
        named_by = {one for journal in self._found.values() for one in journal.versions | journal.approved_rules}
        for row in self._db.execute("SELECT * FROM packages"):
            version, release, _, body, _ = row
            if self._sealer is not None:
                schema.check_package(self._sealer, row)
            try:
                named = _package(body)
            except RulebookError as error:
                raise NotInOrder("", f"The rules {version[:12]} are not as they were kept: {error}") from None
            if named != (version, release):
                raise NotInOrder("", f"The rules {named[0][:12]} are kept under the name of others.")
            if version not in named_by:
                raise NotInOrder("", f"The rules {version[:12]} are kept, and no journal names them.")
            kept.add(version)
        for software, body in self._db.execute("SELECT software, body FROM manifests"):
            if manifest.version(msgspec.json.decode(body, type=Manifest).software.files) != software:
                raise NotInOrder("", f"The list of files {software[:12]} was changed after it was written.")
        listed = {software for (software,) in self._db.execute("SELECT software FROM manifests")}
        for name, journal in self._found.items():
            missing = {one for one in journal.versions if len(one) == VERSION_LENGTH} - kept
            if missing:
                what = "the house's journal names" if name == HOUSE else f"played rounds of {name}"
                raise NotInOrder(name, f"The rules {min(missing)[:12]} that {what} are not kept.")
            if journal.approved - listed:
                raise NotInOrder(name, "A list of files that was approved is not kept.")

    def _check_rounds(self) -> None:
        listed: dict[str, set[int]] = {}
        for row in self._db.execute("SELECT * FROM rounds"):
            self._check_mark("rounds", row)
            table, number = row[0], row[1]
            journal = self._found.get(table)
            recorded = journal.rounds.get(number) if journal is not None else None
            if recorded is None or (recorded != row[:-1] and not _lacks_figures(journal, recorded, row)):
                raise NotInOrder(table, f"Round {number} of {table} is listed otherwise than it was played.")
            listed.setdefault(table, set()).add(number)
        for table, journal in self._found.items():
            if missing := journal.rounds.keys() - listed.get(table, set()):
                raise NotInOrder(table, f"Round {min(missing)} of {table} is not in the list of rounds.")

    def _check_sessions(self) -> None:
        sitting, listed = set(), dict[str, list[str]]()
        for row in self._db.execute("SELECT * FROM sessions"):
            self._check_mark("sessions", row)
            hash, table, role, seat, active, _ = row
            journal = self._found.get(table)
            if journal is None or role != "player" or not journal.names(hash, seat):
                raise NotInOrder(table, f"The record of {table} names no such session: {hash[:12]}.")
            listed.setdefault(table, []).append(hash)
            if active:
                recorded = journal.sitting.get(seat)
                if recorded is None or not hash.startswith(recorded) or (table, seat) in sitting or active != 1:
                    raise NotInOrder(table, f"A session sits in seat {seat} of {table} that the record does not name.")
                sitting.add((table, seat))
        for name, journal in self._found.items():
            for session in journal.sessions:
                if not any(hash.startswith(session) for hash in listed.get(name, ())):
                    raise NotInOrder(name, f"The session {session[:12]} of {name} was taken out.")
            for seat, session in journal.sitting.items():
                if session and (name, seat) not in sitting:
                    raise NotInOrder(name, f"The session in seat {seat} of {name} was taken out.")

    def _check_signed_in(self) -> None:
        """Those who signed in and did not sign out, and nobody else."""
        recorded = self._found[HOUSE].signed_in if HOUSE in self._found else set()
        there = set()
        for row in self._db.execute("SELECT * FROM signed_in"):
            self._check_mark("signed_in", row)
            there.add(next(iter(recorded & session_names(row[1], row[0])), (row[1], row[0])))
        for credential, _ in sorted(there ^ recorded):
            raise NotInOrder(HOUSE, f"Who is signed in as {credential!r} is not what the record says.")
        invited = self._found[HOUSE].invited if HOUSE in self._found else {}
        for row in self._db.execute("SELECT * FROM invitations"):
            self._check_mark("invitations", row)
            if not row[0].startswith(invited.get(row[1], "used")):
                raise NotInOrder(HOUSE, f"An invitation of {row[1]!r} was used already, or is not in the record.")

        for row in self._db.execute("SELECT * FROM webhooks"):
            self._check_mark("webhooks", row)

    def _check_mark(self, table: str, row: tuple[object, ...]) -> None:
        if self._sealer is not None:
            mark = row[-1]
            self._sealer.check_mark(table, row[:-1], mark if isinstance(mark, bytes) else b"")

    def _check_commands(self, sealer: Sealer) -> None:
        for key, table, digest, reply in self._db.execute("SELECT key, table_id, digest, reply FROM commands"):
            sealer.open(reply, reply_place(key, digest))
            if table not in self._found:
                raise NotInOrder("", f"A command was carried out at {table}, which the house does not have.")

    def _check_secrets(self, sealer: Sealer) -> None:
        """For every seed that is committed to and not opened there is one, and it is the one; there are no others."""
        kept: dict[tuple[str, int], bytes] = {}
        for table, serial, body in self._db.execute("SELECT * FROM secrets"):
            kept[table, serial] = sealer.open(body, f"seed {table} {serial}")
        for name, journal in self._found.items():
            for serial, promised in journal.promised.items():
                seed = kept.pop((name, serial), None)
                if seed is None or commitment(seed) != promised:
                    raise NotInOrder(name, f"Seed {serial} of {name} is not the one that was committed to.")
        for name, serial in kept:
            raise NotInOrder(
                name, f"Seed {serial} of {name} is kept, which nothing was committed to or which was opened."
            )

    def _check_attempts(self, sealer: Sealer) -> None:
        """The failed tries to sign in are those that the house counted."""
        row = self._db.execute("SELECT body FROM totals WHERE name = ?", (totals.ATTEMPTS,)).fetchone()
        rows = self._db.execute("SELECT * FROM attempts").fetchall()
        if row is None or totals.opened(sealer, row[0]) != totals.total_of(sealer, rows):
            raise NotInOrder(HOUSE, "Failed tries to sign in were taken out of the database, changed or added.")

    def _check_own_decisions(self, sealer: Sealer) -> None:
        """What visitors had judged is as the house wrote it; they may have it deleted, and so nothing says what has to be there."""
        for owner, decision, body in self._db.execute("SELECT owner, decision, body FROM own_decisions"):
            sealer.open(bytes(body), decision_place(owner, decision))

    def _check_credentials(self, sealer: Sealer) -> None:
        """Whoever set a password has one, and nobody else; and so with passkeys."""
        recorded = self._found[HOUSE].credentials if HOUSE in self._found else {}
        passwords, passkeys = set(), dict[str, int]()
        for credential, body in self._db.execute("SELECT credential, body FROM logins"):
            sealer.open(body, f"login {credential}")
            passwords.add(credential)
        for id, credential, body in self._db.execute("SELECT id, credential, body FROM passkeys"):
            made = msgspec.msgpack.decode(sealer.open(body, f"passkey {id}"))
            if made["credential"] != credential:
                raise NotInOrder(HOUSE, f"A passkey of {credential!r} is that of another person.")
            passkeys[credential] = passkeys.get(credential, 0) + 1
        for who in sorted(recorded.keys() | passwords | passkeys.keys()):
            said = recorded.get(who, _Credential())
            if said.password != (who in passwords):
                raise NotInOrder(HOUSE, f"The password of {who!r} was taken out of the database, or put in.")
            if not said.least <= passkeys.get(who, 0) <= said.most:
                raise NotInOrder(HOUSE, f"A passkey of {who!r} was taken out of the database, or put in.")

    def _check_snapshots(self, sealer: Sealer) -> None:
        kept = {}
        for table, number, sequence, body in self._db.execute("SELECT * FROM snapshots"):
            made = msgspec.json.decode(sealer.open(body, f"snapshot {table}"), type=_Snapshot)
            if not self._is_of_record(table, made) or (made.number, made.sequence) != (number, sequence):
                raise NotInOrder(table, f"The snapshot of {table} is not of its record.")
            kept[table] = number
        for name, journal in self._found.items():
            if journal.rounds and kept.get(name) != max(journal.rounds):
                raise NotInOrder(name, f"The snapshot of {name} is not that of its last round.")

    def _check_waypoints(self, sealer: Sealer) -> None:
        """Snapshots that are kept on the way are of this record. One that is missing makes a replay longer, not wrong."""
        for table, sequence, body in self._db.execute("SELECT * FROM waypoints"):
            made = msgspec.json.decode(opened_waypoint(sealer, table, sequence, body), type=_Snapshot)
            if not self._is_of_record(table, made) or made.sequence != sequence:
                raise NotInOrder(
                    table, f"The snapshot that is kept after entry {sequence} of {table} is not of its record."
                )

    def _is_of_record(self, table: str, made: "_Snapshot") -> bool:
        """Whether the entry that a snapshot was taken after stands in the journal, with the hash that it names."""
        sql = "SELECT hash FROM journal WHERE table_id = ? AND sequence = ?"
        row = self._db.execute(sql, (table, made.sequence)).fetchone()
        return row is not None and row[0].hex() == made.head


_packages: dict[
    bytes, tuple[str, str]
] = {}  # by SHA-256: those that were read before; a record has few, and they are large


def _package(body: bytes) -> tuple[str, str]:
    """The version and the release of the rules in a package, every file of which is as its manifest says."""
    known = sha256(body).digest()
    if known not in _packages:
        rules = Package.read(body).rules
        _packages[known] = (rules.version, rules.release)
    return _packages[known]


class _Snapshot(msgspec.Struct, frozen=True):
    number: int
    sequence: int
    head: str


def _lacks_figures(journal: JournalRows | None, recorded: tuple[object, ...], row: tuple[object, ...]) -> bool:
    """Whether a round is listed as it was played, in a record of before entries told what was wagered."""
    since = journal.figures_since if journal is not None else 0
    early = not since or (isinstance(recorded[1], int) and recorded[1] < since)
    return early and recorded[7:] == (0, 0, 0) and recorded[:7] == row[:7]

"""The whole record of a database, audited: every entry, the log over them, and every row that is derived from them.

It works on any connection, of a house that is open, of a backup or of a file that somebody sent. What it cannot see by itself
is a record that was cut off or replaced as a whole; for that it is given a checkpoint that somebody else kept.
"""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256

import msgspec

from pitboss.house.clock import is_unexplained, seconds
from pitboss.house.storage import schema
from pitboss.house.storage.audit_rows import JournalRows, NotInOrder, Rows
from pitboss.house.storage.forms import COMPRESSED, DICTIONARY_SHIFT, SEALED, Forms, inflated
from pitboss.house.storage.log import (
    HOUSE,
    ROUND_MARKS,
    edge,
    head_of,
    leaf,
    lost_head,
    open_line,
    open_line_of,
    origin,
    time_of,
)
from pitboss.house.storage.seal import Sealer
from pitboss.journal import GENESIS
from pitboss.procedure import Refusal, Refused
from pitboss.tlog import ProofFailed
from pitboss.tlog.note import Checkpoint, Signer, Verifier, parse_note, verified
from pitboss.tlog.tiles import TileWriter
from pitboss.tlog.tree import Frontier, leaf_hash

__all__ = ["Audited", "Auditor", "NotInOrder", "checkpoint_given"]

COMMANDS = 500  # looked up at a time
HEAD_LATE_SECONDS = 600  # a house signs a head every minute
PAGE = 2_000  # entries read at a time, each time in a transaction of its own
Progress = Callable[[float], None]  # how much is done, from 0 to 1


class Audited(msgspec.Struct, frozen=True):
    """What was found: so much, and all of it in order. ``unread``: sealed entries, where the key is not there."""

    journals: int
    entries: int
    rounds: int
    unread: int = 0
    size: int = 0  # entries in the log; those after them are under no checkpoint yet
    root: str = ""
    compared: int = 0  # checkpoints of others that were compared
    set_back: int = 0  # entries of older versions that are dated before the one before them
    vkey: str = ""  # the public key of the log; empty where the key is not there
    former: tuple[str, ...] = ()  # those before it, which signed heads of former times
    signed_by: tuple[str, ...] = ()  # those of all of them that signed the last head

    def __str__(self) -> str:
        words = f"{self.journals} journals with {self.entries} entries and {self.rounds} rounds are in order"
        if self.size:
            words += f"; {self.size} entries are in the log, with root {self.root}"
        if self.compared:
            words += ", which grew from the checkpoint given"
        if self.set_back:
            words += f"; {self.set_back} of an older version are dated before the entry before them, and none says why"
        if not self.unread:
            return f"{words}."
        return f"{words}, as far as can be seen: {self.unread} sealed entries were not read, for the key is not beside the file."


class Auditor:
    """Looks through one database. ``sealer`` is None where the key is not there: then what is sealed cannot be read."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        sealer: Sealer | None,
        *,
        checkpoints: Sequence[Checkpoint] = (),
        progress: Progress = lambda done: None,
        has_log: bool = True,
    ) -> None:
        """``has_log``: it was written by a version that signs heads."""
        self._has_log = has_log
        self._signed: tuple[str, ...] = ()
        self._db, self._sealer, self._progress = connection, sealer, progress
        self._given = checkpoints
        self._unread = self._seen = 0
        self._since: dict[str, int] | None = None  # the last entries under the first head of a version that keeps times
        schema.require_current(connection)

    def audit(self) -> Audited:
        """What was found, or a refusal at the first thing that is not in order."""
        db = self._db
        (total,) = db.execute("SELECT count(*) FROM journal").fetchone()
        names = [name for (name,) in db.execute("SELECT DISTINCT table_id FROM journal ORDER BY table_id")]
        forms = self._forms()
        found = {name: self._walk(name, forms, max(total, 1)) for name in names}
        self._check_indexes(found)
        tree = self._check_log(found)
        earlier = self._check_times(found, self._since)
        Rows(db, self._sealer, found).check()
        self._progress(1.0)
        rounds = sum(len(one.rounds) for one in found.values())
        root = tree.frontier().root().hex() if tree.size else ""
        keys = self._keys()
        vkey, *former = (one.vkey for one in keys) if keys else ("",)
        counts = (len(names), self._seen, rounds, self._unread, tree.size, root, len(self._given), earlier)
        return Audited(*counts, vkey, tuple(former), self._signed)

    def _forms(self) -> Forms | None:
        if self._sealer is None:
            return None
        forms = Forms(self._sealer)
        for serial, game, body in self._db.execute("SELECT * FROM dictionaries ORDER BY serial"):
            forms.admit(serial, game, bytes(body))
        return forms

    # --- entries

    def _walk(self, name: str, forms: Forms | None, total: int) -> JournalRows:
        """Every entry of a journal follows the one before it and is as it was hashed."""
        journal, head, expected = JournalRows(name), GENESIS, 0
        leaves, note, plain = journal.leaves, journal.note, Forms.plain()
        read = forms.reader(name) if forms is not None else _unread
        made_by: list[tuple[str, int]] = []  # commands that are to be there, and the entries that they made
        before, after, possible = f"\n{name}\n", f"\0{name} ", set[int]()
        for rows in self._pages(name):
            for sequence, time, kind, payload, form, hash in rows:
                expected += 1
                if sequence != expected:
                    raise NotInOrder(name, f"Entry {expected} of {name} is missing.")
                if is_unexplained(journal.last_time, time, kind):
                    journal.set_back.append(sequence)
                journal.last_time, journal.first_time = time, journal.first_time or time
                if kind in ROUND_MARKS:
                    journal.round_marks.append((sequence, ROUND_MARKS[kind]))
                if form not in possible:
                    if form >> DICTIONARY_SHIFT and not form & COMPRESSED:
                        raise NotInOrder(name, f"Entry {sequence} of {name} was changed after it was written.")
                    possible.add(form)
                if forms is not None:
                    try:
                        data = read(sequence, payload, form)
                    except Refused as refusal:
                        raise NotInOrder(name, refusal.sentence) from None
                elif form & SEALED or form >> DICTIONARY_SHIFT:
                    self._unread += 1
                    head = hash.hex()
                    leaves += leaf_hash(leaf(name, sequence, head))
                    continue
                else:
                    data = inflated(plain, payload) if form & COMPRESSED else payload
                if sha256(f"{head}{before}{sequence}\n{time}\n{kind}\n".encode() + data).digest() != hash:
                    raise NotInOrder(name, f"Entry {sequence} of {name} was changed after it was written.")
                head = hash.hex()
                leaves += sha256(f"{after}{sequence} {head}\n".encode()).digest()  # the hash of its leaf (log.leaf)
                if kind != "step":
                    note(sequence, time, kind, data)
                at = data.rfind(b'"key":"c.', -2000)
                if at >= 0:
                    made_by.append((data[at + 7 : data.index(b'"', at + 7)].decode(), sequence))
            self._check_commands(name, made_by)
            made_by.clear()
            self._progress(0.9 * (self._seen + expected) / total)
        self._check_tail(name, expected, head)
        self._seen += expected
        return journal

    def _check_commands(self, name: str, made_by: list[tuple[str, int]]) -> None:
        """The command that made an entry is kept, so that it cannot be carried out twice."""
        for first in range(0, len(made_by), COMMANDS):
            wanted = made_by[first : first + COMMANDS]
            marks = ", ".join("?" * len(wanted))
            sql = f"SELECT key FROM commands WHERE key IN ({marks}) AND table_id = ?"
            there = {key for (key,) in self._db.execute(sql, (*(key for key, _ in wanted), name))}
            for key, sequence in wanted:
                if key not in there:
                    raise NotInOrder(
                        name, f"The command that made entry {sequence} of {name} was taken out of the store."
                    )

    def _check_tail(self, name: str, sequence: int, head: str) -> None:
        """The last entry is one that the house wrote."""
        row = self._db.execute("SELECT sequence, mark FROM tails WHERE journal = ?", (name,)).fetchone()
        if row is None or row[0] != sequence:
            raise NotInOrder(name, f"Entry {sequence} of {name} is not the last one that the house wrote.")
        if self._sealer is not None and not schema.is_tail(self._sealer, name, sequence, bytes.fromhex(head), row):
            raise NotInOrder(name, f"Entry {sequence} of {name} is not the last one that the house wrote.")

    def _pages(self, name: str) -> Iterator[list[tuple[int, str, str, bytes, int, bytes]]]:
        after = 0
        sql = (
            "SELECT sequence, time, kind, payload, form, hash FROM journal WHERE table_id = ? AND sequence > ?"
            f" ORDER BY sequence LIMIT {PAGE}"
        )
        while rows := self._db.execute(sql, (name, after)).fetchall():
            yield rows
            after = rows[-1][0]

    def _check_indexes(self, found: dict[str, JournalRows]) -> None:
        """What the indexes of the journal lead to is what stands there: through them seeds and sittings are looked up."""
        recorded: dict[str, set[tuple[str, int]]] = {one: set() for one in schema.INDEXES}
        for name, journal in found.items():
            for index, entries in journal.indexed.items():
                recorded[index].update((name, sequence) for sequence in entries)
        for index, entries_of in recorded.items():
            sql = f"SELECT table_id, sequence FROM journal INDEXED BY {index} WHERE {schema.INDEXES[index]}"
            there = self._db.execute(sql).fetchall()
            if len(there) != len(entries_of) or set(there) != entries_of:
                raise NotInOrder("", f"The index {index} of the journal does not lead to the entries that it should.")

    # --- the log

    def _check_log(self, found: dict[str, JournalRows]) -> TileWriter:
        """Every entry that is in the log stands there as it is in its journal; every head was signed by the house."""
        heads: dict[int, str] = {}
        for size, time, note in self._db.execute("SELECT size, time, note FROM checkpoints ORDER BY size"):
            heads[size] = note
            self._check_time(size, time, note)
        tree, tiles, done = TileWriter(), 0, dict.fromkeys(found, 0)
        given: dict[int, list[Checkpoint]] = {}
        for one in self._given:
            given.setdefault(one.size, []).append(one)
        stops, rounds = sorted({*heads, *given}), _OpenRounds()
        keys = self._keys()
        for first, name, sequence, count in self._db.execute("SELECT * FROM log_batches ORDER BY first").fetchall():
            leaves = found[name].leaves if name in found else bytearray()
            if (
                count < 1
                or first != tree.size
                or sequence != done.get(name, -1) + 1
                or (sequence + count - 1) * 32 > len(leaves)
            ):
                raise NotInOrder(
                    name, f"The log has entries of {name} up to {sequence + count - 1}, which are not there."
                )
            done[name] = sequence + count - 1
            at, end = (sequence - 1) * 32, (sequence + count - 1) * 32
            while at < end:  # up to the next head, or to the end of the batch
                upto = min(end, at + (stops[0] - tree.size) * 32) if stops and stops[0] > tree.size else end
                for tile in tree.extend_packed(bytes(leaves[at:upto])):
                    tiles += 1
                    row = self._db.execute(
                        "SELECT data FROM log_tiles WHERE level = ? AND number = ?", (tile.level, tile.index)
                    ).fetchone()
                    if row is None or row[0] != tile.data:
                        raise NotInOrder(
                            name, f"Entries of {name} up to {upto // 32} are not those that were put into the log."
                        )
                at = upto
                rounds.read(found[name], at // 32)
                while stops and stops[0] == tree.size:
                    size = stops.pop(0)
                    if self._since is None and size in heads and open_line_of(head_of(heads[size])):
                        self._since = done | {name: at // 32}
                    self._check_head(tree.frontier(), heads.get(size), given.get(size, ()), keys, rounds)
        if stops and stops[0] == 0:
            stops.pop(0)
        if stops:
            raise NotInOrder(
                "",
                f"The record was cut off: a checkpoint says that it had {stops[-1]} entries, and {tree.size} are there.",
            )
        self._check_edge(tree, tiles)
        self._check_kept(heads, found)
        if missing := given.keys() - heads.keys() - {0}:
            raise NotInOrder("", f"The house does not keep the checkpoint of {min(missing)} entries that it signed.")
        return tree

    def _check_kept(self, heads: dict[int, str], found: dict[str, JournalRows]) -> None:
        """The heads that the house's journal names are there; and where there are entries of more than a few minutes, any is."""
        for kept in found[HOUSE].heads if HOUSE in found else ():
            if kept.size not in heads or head_of(heads[kept.size]).root.hex() != kept.root:
                raise NotInOrder("", lost_head(kept.size))
        if heads or not found or not self._has_log:
            return
        times = [seconds(time) for one in found.values() for time in (one.first_time, one.last_time)]
        if max(times) - min(times) > HEAD_LATE_SECONDS:
            raise NotInOrder(
                "",
                "No signed head is over these entries, and a house signs one every minute; open the house with it once if it was "
                "brought to this version only just now.",
            )

    def _check_times(self, found: dict[str, JournalRows], since: Mapping[str, int] | None) -> int:
        """Times rise, or a ``clock`` entry says why they do not. ``since``: the last entries of before that was kept up; None: all
        are of before. How many of those are dated before the one before them."""
        earlier = 0
        for name, journal in found.items():
            for sequence in journal.set_back:
                if since is not None and sequence > since.get(name, 0):
                    raise NotInOrder(
                        name,
                        f"Entry {sequence} of {name} is dated before the entry before it, and no entry says that the clock was "
                        "set.",
                    )
                earlier += 1
        return earlier

    def _check_time(self, size: int, time: str, note: str) -> None:
        try:
            recorded = time_of(head_of(note))
        except ProofFailed as failed:
            raise NotInOrder("", f"The checkpoint of {size} entries: {failed}") from None
        if recorded != time:
            raise NotInOrder("", f"The checkpoint of {size} entries was made at {recorded}, not at {time}.")

    def _check_head(
        self,
        tree: Frontier,
        note: str | None,
        given: Sequence[Checkpoint],
        keys: Sequence[Verifier],
        rounds: "_OpenRounds",
    ) -> None:
        root = tree.root()
        own = []
        if note is not None:
            try:
                text, signed = verified(note, keys) if keys else (parse_note(note)[0], {})
                self._signed = tuple(one.vkey for one in signed)
                own = [Checkpoint.decode(text)]
            except ProofFailed as failed:
                raise NotInOrder("", f"The checkpoint of {tree.size} entries: {failed}") from None
        for one in (*own, *given):
            if one.root != root or one.size != tree.size:
                raise NotInOrder(
                    "",
                    f"The first {tree.size} entries are not those of the checkpoint: its root is {one.root.hex()}, "
                    f"theirs is {root.hex()}.",
                )
            if keys and one.origin != keys[0].name:
                raise NotInOrder("", f"The checkpoint is of the log {one.origin}, and this is {keys[0].name}.")
            if open_line_of(one) not in ("", open_line(rounds.began)):
                raise NotInOrder(
                    "", f"The checkpoint of {one.size} entries does not name the rounds that were in progress."
                )

    def _check_edge(self, tree: TileWriter, tiles: int) -> None:
        row = self._db.execute("SELECT size, partial FROM log_edge").fetchone()
        (count,) = self._db.execute("SELECT count(*) FROM log_tiles").fetchone()
        kept = edge(*row) if row is not None else TileWriter()
        if (kept.size, kept.partial(), count) != (tree.size, tree.partial(), tiles):
            raise NotInOrder("", "The log does not end as it should.")

    def _keys(self) -> list[Verifier]:
        """The keys that signed heads of the house, the newest first; none without its key file."""
        if self._sealer is None:
            return []
        row = self._db.execute("SELECT hash FROM journal WHERE table_id = ? AND sequence = 1", (HOUSE,)).fetchone()
        signing = self._sealer.ring.of("signing") if row is not None else ()
        return [Verifier(Signer(origin(row[0]), key).vkey) for key in signing]


class _OpenRounds:
    """The rounds in progress while the log is read: by journal, the entry that began each."""

    def __init__(self) -> None:
        self.began: dict[str, int] = {}
        self._next: dict[str, int] = {}  # by journal, the next of its marks

    def read(self, journal: JournalRows, last: int) -> None:
        """The log has the entries of a journal up to ``last``."""
        at, marks = self._next.get(journal.name, 0), journal.round_marks
        while at < len(marks) and marks[at][0] <= last:
            sequence, opened = marks[at]
            at += 1
            if opened:
                self.began[journal.name] = sequence
            else:
                self.began.pop(journal.name, None)
        self._next[journal.name] = at


def _unread(sequence: int, data: bytes, form: int) -> bytes:
    raise AssertionError("without the key nothing sealed is read")


def checkpoint_given(note: str) -> Checkpoint:
    """A checkpoint that somebody kept; its signature is checked where the key of the house is known."""
    try:
        return head_of(note)
    except ProofFailed as failed:
        raise Refused(Refusal.MALFORMED, f"That is no checkpoint: {failed}", "") from None

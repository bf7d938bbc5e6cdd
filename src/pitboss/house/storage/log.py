"""The log: all journals of a house under one Merkle tree, and the signed heads of it (checkpoints).

A leaf is the line ``journal sequence hash`` of one entry. Entries get their place in the tree not when they are written but
when a head is made, once a minute: journals in the order of their names, the new entries of each in theirs. ``log_batches``
keeps which leaves are which entries. So writing a wager costs nothing, and several processes may write while one makes heads.

The shapes are those of C2SP (``pitboss.tlog``). A head that somebody else has, or a witness signed, shows any entry that was
changed, taken out or cut off since, however well whoever did it knows the house and its key.
"""

import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from typing import Any, Protocol

import msgspec

from pitboss.house.storage import store as sql
from pitboss.house.storage.quorum import Quorum
from pitboss.house.storage.readers import Readers
from pitboss.house.storage.seal import Sealer
from pitboss.house.storage.store import Write, hash_text
from pitboss.journal import Entry, verify
from pitboss.procedure import Refusal, Refused
from pitboss.tlog import ProofFailed
from pitboss.tlog.note import (
    Checkpoint,
    Signer,
    Verifier,
    add_signatures,
    open_checkpoint,
    parse_note,
    signer_of,
    verified,
)
from pitboss.tlog.proofs import consistency_proof, inclusion_proof, root_of
from pitboss.tlog.tiles import TILE_WIDTH, Hashes, Tile, TileWriter, entry_bundle, parse_path
from pitboss.tlog.tree import leaf_hash

ORIGIN = "pitboss"  # and the beginning of the hash of the house's first entry
HOUSE = "house"
OF_THE_HOUSE = (HOUSE, "cage")  # journals that are of no table
TIME = "time "  # the line of a checkpoint that says when it was made
OPEN = "open "  # the line of a checkpoint that says which rounds were in progress
ROUND_MARKS = {"round": True, "ended": False, "unplayed": False}  # whether a round is in progress after such an entry
PAGE = 20_000  # entries put into the tree at a time


def leaf(journal: str, sequence: int, hash: str) -> bytes:
    """The leaf of an entry."""
    return f"{journal} {sequence} {hash}\n".encode()


class EntryProof(msgspec.Struct, frozen=True):
    """That an entry is in a tree of this size."""

    journal: str
    sequence: int
    hash: str
    index: int
    size: int
    path: tuple[str, ...]


class Proof(EntryProof, frozen=True):
    """That an entry is in the tree of a checkpoint. Hashes are in hexadecimal, lowest first."""

    checkpoint: str


class LogSource(Protocol):
    """What a log is read from: a store, or a database that another process holds."""

    @property
    def sealer(self) -> Sealer: ...

    @property
    def readers(self) -> Readers: ...

    def entries(self, table: str, first: int = 1, last: int | None = None) -> Iterator[Entry]: ...


class Log:
    """The log of one store. It reads on connections of its own, so that any thread may call; one at a time makes heads."""

    def __init__(self, store: LogSource) -> None:
        self._store = store
        self._making, self._cosigning = threading.Lock(), threading.Lock()
        self._signers: tuple[tuple[bytes, ...], list[Signer]] = ((), [])  # by the keys that they were made of
        self.reload()

    def reload(self) -> None:
        """Go on where the log stands on the disk, which another process may have written."""
        row = self._row("SELECT size, partial FROM log_edge")
        self._tree = edge(*row) if row is not None else TileWriter()
        self._rounds: dict[str, tuple[int, int]] = {}  # by journal: up to which entry it was read, and the open round

    # --- who signs

    @property
    def signer(self) -> Signer:
        """The key of the house, under a name that no other house has."""
        return self._made_signers()[0]

    def _made_signers(self) -> list[Signer]:
        """The key that signs, and those before it that still do, so that whoever has one of those can go on."""
        keys = self._store.sealer.signing
        if self._signers[0] != keys:
            row = self._row("SELECT hash FROM journal WHERE table_id = ? AND sequence = 1", HOUSE)
            if row is None:
                raise Refused(Refusal.NOT_FOUND, "The house has no entry yet, and so no log.", "")
            self._signers = (keys, [Signer(origin(row[0]), key) for key in keys])
        return self._signers[1]

    def verifier_of(self, note: str) -> Verifier:
        """The newest key of the house that signed a head; where none did, the one that signs now."""
        keys, name = self._store.sealer.ring.of("signing"), self.signer.name
        return signer_of(note, [Verifier(Signer(name, key).vkey) for key in keys])

    # --- making heads

    @property
    def size(self) -> int:
        """How many entries are in the tree."""
        return self._tree.size

    def make(self, now: str, commit: Callable[[list[Write]], None], *, always: bool = False) -> str:
        """Put every entry that is on the disk into the tree, and sign its head; the latest one, if nothing is new.

        ``commit`` writes and waits until it is on the disk. Where it fails, the tree is as it was before.
        """
        with self._making:
            while True:
                tree = self._tree.copy()  # whoever reads meanwhile reads what is on the disk
                writes, ends = self._integrate(tree)
                if not writes:
                    break
                commit(writes)
                self._tree = tree
            latest = self.latest()
            if latest is not None and not always and head_of(latest).size == self._tree.size:
                return latest
            root = self._tree.frontier().root()
            said = (f"{TIME}{now}", open_line(self._open_rounds(ends)))
            text = Checkpoint(self.signer.name, self._tree.size, root, said).encode()
            signer, *before = self._made_signers()
            note = add_signatures(signer.sign(text), [one.line(text) for one in before])
            commit([(sql.CHECKPOINT, (self._tree.size, now, note))])
            return note

    def resume(self, kept: tuple[int, str] | None = None) -> dict[str, str]:
        """See that the record goes on where the last head left it; by journal, what is wrong ("": the log itself).

        ``kept``: the size and root of the last head that the house's journal names, which the log has to have. Looks at the last
        head, at the last entry of each journal under it and at the entries since, never at all of them.
        """
        if lost := self.lost(kept):
            return {"": lost}
        if self.latest() is None:
            return {}
        broken: dict[str, str] = {}
        with self._store.readers.reading() as reader:
            last = (
                "SELECT journal, sequence + count - 1, first + count - 1 FROM log_batches b"
                " WHERE sequence = (SELECT max(sequence) FROM log_batches WHERE journal = b.journal)"
            )
            for journal, sequence, place in reader.execute(last).fetchall():
                row = reader.execute(
                    "SELECT hash FROM journal WHERE table_id = ? AND sequence = ?", (journal, sequence)
                ).fetchone()
                tile = self.tiles(0, place // TILE_WIDTH)
                there = tile[place % TILE_WIDTH * 32 : (place % TILE_WIDTH + 1) * 32]
                if row is None or leaf_hash(leaf(journal, sequence, hash_text(row[0]))) != there:
                    broken[journal] = f"Entry {sequence} of {journal} is not the one under the last checkpoint."
                    continue
                try:
                    verify(self._store.entries(journal, sequence + 1), hash_text(row[0]), sequence)
                except Refused as refusal:
                    broken[journal] = refusal.sentence
        return broken

    def lost(self, kept: tuple[int, str] | None) -> str:
        """What is wrong with the last heads and the tree under them, as they are on the disk; nothing, where all is well."""
        if kept is not None and not self._has(*kept):
            return lost_head(kept[0])
        latest = self.latest()
        if latest is None:
            return ""
        try:
            text, _ = verified(latest, [self.verifier_of(latest)])
            head = Checkpoint.decode(text)
            if head.size > self.size or root_of(self.tiles, head.size) != head.root:
                return f"The log is not the one that was signed when it had {head.size} entries."
        except ProofFailed as failed:
            return f"The last checkpoint: {failed}"
        return ""

    def _has(self, size: int, root: str) -> bool:
        """Whether the log has a head of that size and root."""
        row = self._row("SELECT note FROM checkpoints WHERE size = ?", size)
        return row is not None and head_of(row[0]).root.hex() == root

    def _integrate(self, tree: TileWriter) -> tuple[list[Write], dict[str, int]]:
        """Put the next entries into a tree; the writes that keep it, or none where there are none; and by journal, the last
        entry that was in the tree before."""
        writes: list[Write] = []
        with self._store.readers.reading() as reader:
            ends = "SELECT journal, max(sequence + count - 1) FROM log_batches GROUP BY journal"
            done = dict(reader.execute(ends).fetchall())
            for journal in journals(reader):
                after = done.get(journal, 0)
                rows = reader.execute(
                    "SELECT sequence, hash FROM journal WHERE table_id = ? AND sequence > ? ORDER BY sequence LIMIT ?",
                    (journal, after, PAGE),
                ).fetchall()
                if rows:
                    writes.append((sql.LOG_BATCH, (tree.size, journal, after + 1, len(rows))))
                    full = tree.extend(leaf_hash(leaf(journal, n, hash_text(hash))) for n, hash in rows)
                    writes += [(sql.LOG_TILE, (tile.level, tile.index, tile.data)) for tile in full]
        if writes:
            writes.append((sql.LOG_EDGE, (tree.size, packed(tree.partial()))))
        return writes, done

    def _open_rounds(self, ends: Mapping[str, int]) -> dict[str, int]:
        """The rounds in progress after these entries (the last of each journal): by journal, the entry that began each.

        Only what was written since the last head is read.
        """
        with self._store.readers.reading() as reader:
            for journal, last in ends.items():
                read, began = self._rounds.get(journal, (0, 0))
                if read != last and journal not in OF_THE_HOUSE:
                    self._rounds[journal] = (last, _open_round(reader, journal, read, last, began))
        return {journal: began for journal, (_, began) in self._rounds.items() if began}

    def open_at(self, size: int) -> dict[str, int]:
        """The rounds in progress at a head of that size: by journal, the entry that began each."""
        ends = "SELECT journal, max(sequence + count - 1) FROM log_batches WHERE first < ? GROUP BY journal"
        return self._began(ends, size)

    def open_now(self) -> dict[str, int]:
        """The rounds in progress on the disk, whether they are under a head or not."""
        return self._began("SELECT table_id, max(sequence) FROM journal GROUP BY table_id")

    def _began(self, ends: str, *values: object) -> dict[str, int]:
        """The entries that began the rounds in progress, where each journal ends as a statement says."""
        found: dict[str, int] = {}
        with self._store.readers.reading() as reader:
            for journal, last in reader.execute(ends, values).fetchall():
                if journal not in OF_THE_HOUSE and (began := _open_round(reader, journal, 0, last, 0)):
                    found[journal] = began
        return found

    def cosign(self, lines: list[str], witnesses: list[Verifier], commit: Callable[[list[Write]], None]) -> str:
        """Add signatures of known witnesses to the latest head, or to the one before: it may have been made while a witness
        looked. What is on the disk then, or a refusal."""
        with self._cosigning, self._store.readers.reading() as reader:
            rows = reader.execute("SELECT size, time, note FROM checkpoints ORDER BY size DESC LIMIT 2").fetchall()
            if not rows:
                raise Refused(Refusal.NOT_FOUND, "There is no checkpoint yet.", "")
            why: ProofFailed | None = None
            for size, time, latest in rows:
                try:
                    note = add_signatures(latest, lines)
                    _, signed = open_checkpoint(note, self.verifier_of(note), witnesses)
                except ProofFailed as failed:
                    why = why or failed
                    continue
                if not signed:
                    raise Refused(Refusal.WRONG_ROLE, "No witness that this house knows signed that checkpoint.", "")
                commit([(sql.CHECKPOINT, (size, time, note))])
                return note
            raise Refused(Refusal.MALFORMED, str(why), "")

    # --- reading

    def latest(self) -> str | None:
        """The latest signed head."""
        row = self._row("SELECT note FROM checkpoints ORDER BY size DESC LIMIT 1")
        return str(row[0]) if row is not None else None

    def at_least(self, size: int) -> str | None:
        """The first signed head over so many entries or more."""
        row = self._row("SELECT note FROM checkpoints WHERE size >= ? ORDER BY size LIMIT 1", size)
        return str(row[0]) if row is not None else None

    def heads(self, since: str, until: str) -> list[tuple[int, str, str]]:
        """(size, time, note) of the heads that were made between two times."""
        with self._store.readers.reading() as reader:
            found: list[tuple[int, str, str]] = reader.execute(
                "SELECT * FROM checkpoints WHERE time >= ? AND time < ? ORDER BY size", (since, until)
            ).fetchall()
        return found

    def witnessed(self, quorum: Quorum, since: str = "", least: int = 0) -> tuple[int, str, str] | None:
        """(size, time, note) of a head that a quorum has cosigned: the newest, or the first that was made at a time or after it.
        ``least``: of those over so many entries or more."""
        order = "ASC" if since else "DESC"
        with self._store.readers.reading() as reader:
            rows = reader.execute(
                f"SELECT * FROM checkpoints WHERE time >= ? AND size >= ? ORDER BY size {order}", (since, least)
            )
            return next((row for row in rows if quorum.has_signed(row[2], self.verifier_of(row[2]))), None)

    def head_before(self, time: str) -> tuple[int, str, str] | None:
        """(size, time, note) of the last head that was made before a time."""
        found: tuple[int, str, str] | None = self._row(
            "SELECT * FROM checkpoints WHERE time <= ? ORDER BY size DESC LIMIT 1", time
        )
        return found

    def place(self, journal: str, sequence: int) -> int:
        """The number of an entry's leaf, or a refusal while it has none."""
        row = self._row(
            "SELECT first, sequence, count FROM log_batches WHERE journal = ? AND sequence <= ? ORDER BY sequence DESC"
            " LIMIT 1",
            journal,
            sequence,
        )
        if row is None or not row[1] <= sequence < row[1] + row[2]:
            raise Refused(
                Refusal.NOT_FOUND,
                f"Entry {sequence} of {journal} is under no checkpoint yet; one is made every minute.",
                "",
            )
        return int(row[0] + sequence - row[1])

    def prove(self, journal: str, sequence: int, note: str | None = None) -> Proof:
        """That an entry is in the tree of a checkpoint: the one given, or the first that covers it."""
        index = self.place(journal, sequence)
        row = self._row("SELECT hash FROM journal WHERE table_id = ? AND sequence = ?", journal, sequence)
        assert row is not None
        note = note if note is not None else self.at_least(index + 1)
        assert note is not None, "every batch is committed before its checkpoint is asked for"
        size = head_of(note).size
        path = tuple(each.hex() for each in inclusion_proof(self.tiles, index, size))
        return Proof(journal, sequence, row[0].hex(), index, size, path, note)

    def consistency(self, old: int, size: int) -> list[bytes]:
        """What shows that the tree of ``old`` entries is the beginning of the one of ``size``."""
        return consistency_proof(self.tiles, old, size)

    def root(self, size: int) -> bytes:
        return root_of(self.tiles, size)

    @property
    def tiles(self) -> Hashes:
        return self._tree.reader(self._full)

    def _full(self, level: int, number: int) -> bytes:
        row = self._row("SELECT data FROM log_tiles WHERE level = ? AND number = ?", level, number)
        return bytes(row[0]) if row is not None else b""

    def published(self, path: str) -> bytes:
        """What stands at a path of C2SP tlog-tiles: a tile of hashes, or a bundle of leaves."""
        try:
            tile, entries = parse_path(path)
        except ValueError as error:
            raise Refused(Refusal.MALFORMED, str(error), "") from None
        data = b"".join(self._bundle(tile)) if entries else self.tiles(tile.level, tile.index)[: tile.width * 32]
        if not data or (not entries and len(data) < tile.width * 32):
            raise Refused(Refusal.NOT_FOUND, f"The log has no {path} yet.", "")
        return data

    def _bundle(self, tile: Tile) -> Iterator[bytes]:
        start, end = tile.index * TILE_WIDTH, tile.index * TILE_WIDTH + tile.width
        found = [leaf(journal, n, hash) for journal, n, hash in self.leaves(start, end)]
        if len(found) == tile.width:
            yield entry_bundle(found)

    def leaves(self, start: int, end: int) -> Iterator[tuple[str, int, str]]:
        """(journal, sequence, hash) of the entries with these numbers in the tree."""
        with self._store.readers.reading() as reader:
            for first, journal, sequence, count in batches(reader, start, end):
                low, high = max(start, first), min(end, first + count)
                rows = reader.execute(
                    "SELECT sequence, hash FROM journal WHERE table_id = ? AND sequence BETWEEN ? AND ? ORDER BY sequence",
                    (journal, sequence + low - first, sequence + high - first - 1),
                )
                for number, hash in rows:
                    yield journal, number, hash.hex()

    def _row(self, text: str, *values: object) -> Any:
        with self._store.readers.reading() as reader:
            return reader.execute(text, values).fetchone()


def head_of(note: str) -> Checkpoint:
    """What a signed head says; the signature is checked elsewhere."""
    return Checkpoint.decode(parse_note(note)[0])


def time_of(head: Checkpoint) -> str:
    """When a head was made, as it says itself."""
    return next((line.removeprefix(TIME) for line in head.extensions if line.startswith(TIME)), "")


def open_line(rounds: Mapping[str, int]) -> str:
    """The line of a head that says which rounds are in progress: the hash of the list of them, by journal."""
    listed = "".join(f"{journal} {sequence}\n" for journal, sequence in sorted(rounds.items()))
    return f"{OPEN}{sha256(listed.encode()).hexdigest()}"


def open_line_of(head: Checkpoint) -> str:
    """That line of a head; empty where the head was made by a version that did not write it."""
    return next((line for line in head.extensions if line.startswith(OPEN)), "")


def _open_round(reader: sqlite3.Connection, journal: str, after: int, last: int, before: int) -> int:
    """The entry that began the round in progress after entry ``last``; 0: none is. ``before``: the same after ``after``."""
    row = reader.execute(
        "SELECT sequence, kind FROM journal WHERE table_id = ? AND sequence > ? AND sequence <= ?"
        " AND kind IN ('round', 'ended', 'unplayed') ORDER BY sequence DESC LIMIT 1",
        (journal, after, last),
    ).fetchone()
    if row is None:
        return before
    return int(row[0]) if ROUND_MARKS[row[1]] else 0


def lost_head(size: int) -> str:
    """What is said where a head is not there that the house's journal names."""
    return f"The house's journal names a signed head of {size} entries, which the log does not have."


def origin(first: bytes) -> str:
    """The name of a log, by the hash of the first entry of its house."""
    return f"{ORIGIN}/{first.hex()[:16]}"


def journals(reader: sqlite3.Connection) -> list[str]:
    """The names of all journals, in order; each is found by one look into the index."""
    found: list[str] = []
    last = ""
    while row := reader.execute(
        "SELECT table_id FROM journal WHERE table_id > ? ORDER BY table_id LIMIT 1", (last,)
    ).fetchone():
        last = row[0]
        found.append(last)
    return found


def batches(reader: sqlite3.Connection, start: int, end: int) -> list[tuple[int, str, int, int]]:
    """(first leaf, journal, first sequence, count) of the batches with leaves from ``start`` to before ``end``."""
    return reader.execute(
        "SELECT * FROM log_batches WHERE first < ? AND first + count > ? ORDER BY first", (end, start)
    ).fetchall()


def packed(partial: dict[int, bytes]) -> bytes:
    """The right edge of a tree as it is kept."""
    return msgspec.msgpack.encode(partial)


def edge(size: int, partial: bytes) -> TileWriter:
    """The tree with a right edge that was kept."""
    try:
        return TileWriter(size, msgspec.msgpack.decode(partial, type=dict[int, bytes]))
    except (msgspec.MsgspecError, ValueError):
        raise Refused(Refusal.CORRUPT, "The edge of the log was changed after it was written.", "") from None

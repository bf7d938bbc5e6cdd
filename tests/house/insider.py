"""One who rewrites a record and then makes everything else agree with it, as far as they can: with the key of the house, or
without."""

import json
import sqlite3
from hashlib import sha256

import msgspec

from pitboss.house.storage import schema, store
from pitboss.house.storage.forms import SEALED, Forms
from pitboss.house.storage.log import HOUSE, OPEN, ROUND_MARKS, head_of, leaf, open_line, origin, packed
from pitboss.house.storage.seal import Sealer
from pitboss.journal import GENESIS
from pitboss.tlog.note import Checkpoint, Signer
from pitboss.tlog.tiles import TileWriter
from pitboss.tlog.tree import leaf_hash

Row = tuple[str, int, int, int, str, str, str, int, int, int]


class Line(msgspec.Struct):
    """An entry while it is being rewritten. ``data`` is None where it is sealed and there is no key."""

    time: str
    kind: str
    data: bytes | None
    payload: bytes
    form: int
    was: int  # its number before; 0: it was not there
    batch: int = -1  # with which it was put into the log; -1: not yet
    changed: bool = False
    hash: bytes = b""


class Insider:
    """Reads all journals of a database, has them changed, and writes them back with all that depends on them."""

    def __init__(self, db: sqlite3.Connection, sealer: Sealer | None) -> None:
        self.db, self.sealer = db, sealer
        self._forms = Forms(sealer or Sealer(b"another key"))
        if sealer is not None:
            for row in db.execute("SELECT * FROM dictionaries ORDER BY serial"):
                self._forms.admit(*row)
        self.batches = db.execute("SELECT * FROM log_batches ORDER BY first").fetchall()
        self.heads = db.execute("SELECT size, time, note FROM checkpoints ORDER BY size").fetchall()
        self.journals: dict[str, list[Line]] = {}
        for table, sequence, time, kind, payload, form, hash in db.execute(
            "SELECT * FROM journal ORDER BY table_id, sequence"
        ):
            readable = sealer is not None or not form & SEALED
            data = self._forms.read(table, sequence, payload, form) if readable else None
            self.journals.setdefault(table, []).append(Line(time, kind, data, payload, form, sequence, hash=hash))
        for number, (_, table, sequence, count) in enumerate(self.batches):
            for line in self.journals[table][sequence - 1 : sequence - 1 + count]:
                line.batch = number

    def write(self) -> None:
        """Everything that can be made to agree agrees."""
        hashes = self._write_journals()
        if self.sealer is not None:
            for table, made in hashes.items():
                self.db.execute(store.TAIL, schema.tail(self.sealer, table, len(made), made[-1]))
            self._write_rounds()
            self._write_snapshots(hashes)
        self._write_log(hashes)

    def _write_journals(self) -> dict[str, list[bytes]]:
        self.db.execute("DELETE FROM journal")
        hashes: dict[str, list[bytes]] = {}
        for table, lines in self.journals.items():
            head, made = GENESIS, hashes.setdefault(table, [])
            untouched = True
            for sequence, line in enumerate(lines, 1):
                untouched = untouched and line.was == sequence and not line.changed
                said = (
                    line.data if line.data is not None else line.payload
                )  # without the key it cannot be hashed rightly
                header = f"{head}\n{table}\n{sequence}\n{line.time}\n{line.kind}\n"
                digest = line.hash if untouched else sha256(header.encode() + said).digest()
                if line.data is not None and (line.changed or line.was != sequence):
                    secret = line.kind in store.SEALED and self.sealer is not None
                    line.payload, line.form = self._forms.write(table, sequence, line.data, secret=secret)
                row = (table, sequence, line.time, line.kind, line.payload, line.form, digest)
                self.db.execute(store.ENTRY, row)
                head = digest.hex()
                made.append(digest)
        return hashes

    def rounds(self, table: str) -> dict[int, Row]:
        """The list of rounds as the entries tell it."""
        found: dict[int, Row] = {}
        began = (0, 0, "")
        for sequence, line in enumerate(self.journals.get(table, ()), 1):
            if line.kind == "round":
                began = (json.loads(line.data or b"")["start"]["number"], sequence, line.time)
            elif line.kind == "ended":
                told = json.loads(line.data or b"")
                figures = (told.get("wagered", 0), told.get("paid", 0), int(told.get("void", False)))
                number, first, opened = began
                found[number] = (table, number, first, sequence, opened, line.time, told.get("result", ""), *figures)
        return found

    def _write_rounds(self) -> None:
        assert self.sealer is not None
        self.db.execute("DELETE FROM rounds")
        for table in self.journals:
            for row in self.rounds(table).values():
                self.db.execute(store.ROUND, (*row, self.sealer.mark("rounds", row)))

    def _write_snapshots(self, hashes: dict[str, list[bytes]]) -> None:
        assert self.sealer is not None
        for table, number, sequence, body in self.db.execute("SELECT * FROM snapshots").fetchall():
            made = json.loads(self.sealer.open(body, f"snapshot {table}"))
            now = next((at for at, line in enumerate(self.journals[table], 1) if line.was == sequence), sequence)
            made |= {"sequence": now, "head": hashes[table][min(now, len(hashes[table])) - 1].hex()}
            sealed = self.sealer.seal(json.dumps(made).encode(), f"snapshot {table}")
            self.db.execute(store.SNAPSHOT, (table, number, now, sealed))

    def _write_log(self, hashes: dict[str, list[bytes]]) -> None:
        """The log anew; without the key only those heads are left under which nothing has changed."""
        for name in ("log_batches", "log_tiles", "log_edge", "checkpoints"):
            self.db.execute(f"DELETE FROM {name}")
        tree = TileWriter()
        signer = Signer(origin(hashes[HOUSE][0]), self.sealer.signing[0]) if self.sealer is not None else None
        heads, rounds = list(self.heads), dict[str, int]()
        for number, (first, table, _, count) in enumerate(self.batches):
            own = [at for at, line in enumerate(self.journals.get(table, ()), 1) if line.batch == number]
            if own:
                self.db.execute(store.LOG_BATCH, (tree.size, table, own[0], len(own)))
                leaves = (leaf_hash(leaf(table, at, hashes[table][at - 1].hex())) for at in own)
                for tile in tree.extend(leaves):
                    self.db.execute(store.LOG_TILE, (tile.level, tile.index, tile.data))
                for at in own:
                    if (kind := self.journals[table][at - 1].kind) in ROUND_MARKS:
                        rounds[table] = at if ROUND_MARKS[kind] else 0
            while heads and heads[0][0] <= first + count:
                _, time, note = heads.pop(0)
                self._write_head(tree, signer, time, note, {name: at for name, at in rounds.items() if at})
        self.db.execute(store.LOG_EDGE, (tree.size, packed(tree.partial())))

    def _write_head(
        self, tree: TileWriter, signer: Signer | None, time: str, note: str, rounds: dict[str, int]
    ) -> None:
        head, root = head_of(note), tree.frontier().root()
        if signer is not None:
            said = tuple(open_line(rounds) if line.startswith(OPEN) else line for line in head.extensions)
            note = signer.sign(Checkpoint(signer.name, tree.size, root, said).encode())
        elif (head.size, head.root) != (tree.size, root):
            return
        self.db.execute(store.CHECKPOINT, (tree.size, time, note))

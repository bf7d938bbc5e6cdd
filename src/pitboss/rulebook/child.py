"""What runs in the process of a rules package: ``child.py FOLDER ENTRY [confined]``, as a file, never as a part of ``pitboss``.

Here ``pitboss`` is the package in FOLDER and nothing else; ``confined``: before any of it is imported, the process is left
nothing but to read it (``confinement``), or it ends. Packages with ``pitboss.house.table.replay`` bring their own end
of the wire (``runner``); for older trees this file speaks it, with the table, the snapshot and the verdict that they have.
"""

import importlib
import importlib.util
import sys
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

OWN = "pitboss.house.table.replay"
# By entry: where an older tree has its table and its snapshots.
PLACES = {
    "pitboss.house.table.verify": ("pitboss.house.table.table", "pitboss.house.table.snapshot"),
    "pitboss.house.verify": ("pitboss.house.record", "pitboss.house.snapshot"),
}
WRONG_PACKAGE = 3  # the exit status where pitboss would come from elsewhere
UNCONFINED = 4  # and where the process could not be confined
BEFORE = (
    "hashlib",
    "cryptography.hazmat.primitives.ciphers.algorithms",
)  # what rules import, and what it reads at first


def main(folder: Path, entry: str, *, confined: bool) -> None:
    if confined:
        confine(folder)
    sys.path.insert(0, str(folder))
    import pitboss

    if Path(pitboss.__file__).resolve() != (folder / "pitboss" / "__init__.py").resolve():
        sys.exit(WRONG_PACKAGE)
    module = importlib.import_module(entry)
    if entry == OWN:
        module.main()
    else:
        Older(module).serve()


def confine(folder: Path) -> None:
    """Confine this process, or end it; what the libraries of the rules read when they are first imported is read before."""
    for name in BEFORE:
        importlib.import_module(name)
    spec = importlib.util.spec_from_file_location("confinement", Path(__file__).with_name("confinement.py"))
    assert spec is not None
    assert spec.loader is not None
    confinement = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(confinement)
    try:
        confinement.confine(folder)
    except (confinement.Unconfined, OSError, ValueError) as why:
        print(f"{type(why).__name__}: {why}", file=sys.stderr)
        sys.exit(UNCONFINED)


class Older:
    """Replays with a tree that has no end of the wire of its own."""

    def __init__(self, verify: ModuleType) -> None:
        table, snapshot = map(importlib.import_module, PLACES[verify.__name__])
        self.verify, self.snapshot, self.Table = verify, snapshot, table.Table
        self.journal = importlib.import_module("pitboss.journal")
        self.refused = importlib.import_module("pitboss.procedure").Refused

    def serve(self) -> None:
        """Replay what stands on the standard input: one record after the other, each up to an empty line."""
        lines, encode, out = iter(sys.stdin.buffer), msgspec.json.encode, sys.stdout.buffer
        for first in lines:
            if not first.strip():
                continue
            rest = takewhile(bytes.strip, lines)
            try:
                for name, found in self.replay(first, rest):
                    out.write(encode({name: found}) + b"\n")
                    out.flush()
            except self.refused as refusal:
                out.write(encode({"refused": {"why": str(refusal.why), "sentence": refusal.sentence}}) + b"\n")
            except (msgspec.MsgspecError, LookupError, ValueError) as error:
                sentence = f"What was given to replay cannot be read: {error}."
                out.write(encode({"refused": {"why": "malformed", "sentence": sentence}}) + b"\n")
            for _ in rest:  # what follows a refusal is not looked at
                pass
            out.flush()

    def replay(self, first: bytes, rest: Iterator[bytes]) -> Iterator[tuple[str, Any]]:
        begin = msgspec.json.decode(first, type=dict[str, msgspec.Raw])
        name = msgspec.json.decode(begin["table"], type=str)
        opened = msgspec.json.decode(begin.get("seeds", b"{}"), type=dict[int, str])
        seeds = {serial: bytes.fromhex(seed) for serial, seed in opened.items()}
        start = bytes(begin.get("start", b"null"))
        table = self.Table(name, seeds) if start == b"null" else self.snapshot.restore(name, start, seeds)
        wagered, read = 0, msgspec.json.Decoder(self.journal.Entry).decode
        for entry in map(read, rest):
            if entry.table != name:
                raise ValueError(f"entry {entry.sequence} belongs to {entry.table}, not to {name}")
            self.journal.verify([entry], table.journal.head, table.journal.sequence)
            table.replay(entry)
            if entry.kind == "ended":
                wagered += table.wagered
                table.ledger.check()
                yield "round", self.verify._verdict(table, entry)
        racks = {seat: table.rack(seat) for seat in sorted(table.players)}
        if min(racks.values(), default=0) < 0:
            raise ValueError("a rack is below zero")
        between = table.round is None and table.journal.sequence
        left = msgspec.Raw(self.snapshot.take(table)) if between else None
        end = {"sequence": table.journal.sequence, "head": table.journal.head, "wagered": wagered, "racks": racks}
        yield "end", end | {"snapshot": left}


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], confined="confined" in sys.argv[3:])

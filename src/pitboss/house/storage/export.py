"""A part of the record for others: every entry of all journals between two heads, in the order of the log (docs/record.md).

Together with the hashes of the tree before it (its frontier) the file shows by itself that nothing between the two heads was
left out or changed. Entries of a round in progress may name cards that nobody has seen: of those the file has the hash only.
Which rounds were in progress is signed with the head, so that a round that is over cannot be withheld as one that is not.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

import msgspec

from pitboss.house.clock import is_unexplained
from pitboss.house.storage.log import (
    HOUSE,
    ROUND_MARKS,
    Log,
    LogSource,
    Proof,
    batches,
    head_of,
    leaf,
    open_line,
    open_line_of,
)
from pitboss.house.storage.quorum import NO_QUORUM, Quorum, named_in
from pitboss.journal import GENESIS, Entry, digest
from pitboss.procedure import Refusal, Refused
from pitboss.tlog import ProofFailed
from pitboss.tlog.note import Checkpoint, Verifier, open_checkpoint, parse_note
from pitboss.tlog.proofs import verify_inclusion
from pitboss.tlog.tiles import Hashes, perfect_root, read_hashes
from pitboss.tlog.tree import Frontier, leaf_hash

FORMAT = 1
UNCONFIRMED = "a key that nobody confirmed: compare it with the one that you know of the house, or give that with --key"


class About(msgspec.Struct, frozen=True):
    """The first line: which log it is, and who signs for it. Nothing signs this line: the heads do that for the log.

    ``open``: by journal, the entry that began the round in progress at the last head, which says so too.
    """

    origin: str
    vkey: str
    format: int = FORMAT
    words: str = ""
    open: dict[str, int] = {}


class Begin(msgspec.Struct, frozen=True, omit_defaults=True):
    """The second line: the tree before the first entry, as the hashes of its perfect subtrees (hexadecimal, largest first),
    and the head that was signed over it, unless it is empty."""

    size: int
    hashes: tuple[str, ...]
    checkpoint: str = ""


class Withheld(msgspec.Struct, frozen=True):
    """An entry that is not shown yet: its place and its hash."""

    table: str
    sequence: int
    previous: str
    hash: str


class ExportLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the file: exactly one of these."""

    record: About | None = None
    begin: Begin | None = None
    entry: Entry | None = None
    withheld: Withheld | None = None
    checkpoint: str | None = None


class HiddenSpan(msgspec.Struct, frozen=True):
    """The entries of a round in progress that are not shown: it began with entry ``began``."""

    began: int
    first: int
    last: int


class Exported(msgspec.Struct, frozen=True):
    """What a file was found to be: all entries from leaf ``first`` to before ``last``, as they were signed for."""

    origin: str
    first: int
    last: int
    entries: int
    withheld: Mapping[str, HiddenSpan]  # by journal, the entries of the round in progress that are not shown
    root: str
    journals: Mapping[str, tuple[int, int]]  # by journal, the first and the last entry
    cosigned: tuple[
        str, ...
    ] = ()  # who of the witnesses demanded has signed the last head; else of those that it names
    compared: int = 0
    vkey: str = ""  # the public key of the log
    confirmed: str = ""  # by what the key was confirmed; empty: only the file itself names it
    set_back: int = 0  # entries of older versions that are dated before the one before them
    signatures: int = 0  # of the last head, besides the house's own, whoever made them
    witnesses: int = 0  # who were demanded; else that the record itself names

    def __str__(self) -> str:
        words = [
            f"{self.origin}: entries {self.first + 1} to {self.last} of the log, all as they were signed for.",
            f"signed by {self.vkey}, {self.confirmed or UNCONFIRMED}",
            *(f"{name}: entries {first} to {last}" for name, (first, last) in sorted(self.journals.items())),
        ]
        if self.set_back:
            words.append(
                f"{self.set_back} entries of an older version are dated before the entry before them; none says why"
            )
        words += [
            f"{name}: entries {one.first} to {one.last} are here by their hashes only: they belong to the round that began "
            f"with entry {one.began}, and was in progress when the head was signed"
            for name, one in sorted(self.withheld.items())
        ]
        words.append(f"root {self.root}" + (f", cosigned by {', '.join(self.cosigned)}" if self.cosigned else ""))
        if self.witnesses:
            words.append(f"the last head has {len(self.cosigned)} cosignatures of {self.witnesses} witnesses named")
        elif self.signatures:
            words.append(
                f"the last head has {self.signatures} signatures besides the house's own: name the keys of witnesses with --witness"
            )
        else:
            words.append("the last head has no cosignature")
        return "\n".join(words)


def export(
    store: LogSource, log: Log, start: str | None, end: str, running: Mapping[str, int], words: str = ""
) -> Iterator[bytes]:
    """The lines of a file between two heads; ``start`` is None for the beginning. ``running``: first entries of rounds in
    progress, by table; what follows them is withheld."""
    head = head_of(end)
    first = head_of(start).size if start is not None else 0
    if first > head.size:
        raise Refused(Refusal.MALFORMED, "The first head is later than the last.", "")
    say = msgspec.json.encode
    about = About(log.signer.name, log.signer.vkey, words=words, open=log.open_at(head.size))
    yield say(ExportLine(record=about)) + b"\n"
    before = tuple(each.hex() for each in perfect_hashes(log.tiles, first))
    yield say(ExportLine(begin=Begin(first, before, start or ""))) + b"\n"
    with store.readers.reading() as reader:
        parts = batches(reader, first, head.size)
    for begins, journal, sequence, count in parts:
        low, high = max(first, begins), min(head.size, begins + count)
        for entry in store.entries(journal, sequence + low - begins, sequence + high - begins - 1):
            hidden = journal in running and entry.sequence > running[journal]
            yield say(_withheld(entry) if hidden else ExportLine(entry=entry)) + b"\n"
    yield say(ExportLine(checkpoint=end)) + b"\n"


def _withheld(entry: Entry) -> ExportLine:
    return ExportLine(withheld=Withheld(entry.table, entry.sequence, entry.previous, entry.hash))


def perfect_hashes(tiles: Hashes, size: int) -> list[bytes]:
    """The hashes of the perfect subtrees of a tree of that size, the largest first."""
    hashes, start = [], 0
    for height in reversed(range(size.bit_length())):
        if size >> height & 1:
            level, within = divmod(height, 8)
            tile, at = divmod(start >> level * 8, 256)
            hashes.append(perfect_root(read_hashes(tiles, level, tile, at, at + (1 << within))))
            start += 1 << height
    return hashes


_line = msgspec.json.Decoder(ExportLine)


def read(lines: Iterable[bytes]) -> Iterator[ExportLine]:
    for number, line in enumerate(lines, 1):
        try:
            yield _line.decode(line)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            raise Refused(Refusal.CORRUPT, f"Line {number} is not a line of a record.", "") from None


def check(lines: Iterable[bytes], key: str = "", checkpoint: str = "", quorum: Quorum = NO_QUORUM) -> Exported:
    """Whether a file is all that was signed for, from its first head to its last.

    ``key`` is the public key of the log, known from elsewhere; without one, that of the file itself is believed.
    ``checkpoint`` is a head that somebody kept: the record has to have grown from it, or to it. ``quorum``: the witnesses of whom
    so many have to have cosigned the head with which it ends.
    """
    found = read(lines)
    try:
        return _check(found, key, checkpoint, quorum)
    except ProofFailed as failed:
        raise Refused(Refusal.CORRUPT, str(failed), "") from None


def _check(found: Iterator[ExportLine], key: str, checkpoint: str, quorum: Quorum) -> Exported:
    about, begin = next(found, ExportLine()).record, next(found, ExportLine()).begin
    if about is None or begin is None:
        raise Refused(Refusal.CORRUPT, "The record does not begin with what it is and with the tree before it.", "")
    log = _key_of(about, key)
    before = [bytes.fromhex(one) for one in begin.hashes]
    tree = Frontier(begin.size, before)
    given = open_checkpoint(checkpoint, log)[0] if checkpoint else None
    compared, times = _compare(tree, given), _Times()
    if begin.size:
        start, _ = open_checkpoint(begin.checkpoint, log)
        if (start.size, start.root) != (tree.size, tree.root()):
            raise Refused(Refusal.CORRUPT, "The tree before the first entry is not the one that was signed for.", "")
        times.kept_since = begin.size if open_line_of(start) else None
    heads: dict[str, tuple[int, str]] = {}
    firsts: dict[str, int] = {}
    entries, rounds, leaves = 0, _Rounds(), list[bytes]()
    last: Checkpoint | None = None
    cosigned: dict[str, int] = {}
    known, signatures = quorum.witnesses, 0
    for line in found:
        if last is not None:
            raise Refused(Refusal.CORRUPT, "Something follows the signed head with which the record ends.", "")
        if line.checkpoint is not None:
            known = quorum.witnesses or tuple(Verifier(key) for key in named_in(times.witnesses))
            if not _is_by(line.checkpoint, log):
                raise Refused(Refusal.CORRUPT, f"The record is signed by {about.vkey}, not by {log.vkey}.", "")
            last, cosigned = open_checkpoint(line.checkpoint, log, known)
            signatures = len(parse_note(line.checkpoint)[1]) - 1
            if (last.size, last.root) != (tree.size, tree.root()):
                raise Refused(
                    Refusal.CORRUPT,
                    f"The record has {tree.size} entries with root {tree.root().hex()}; signed for are {last.size} with "
                    f"root {last.root.hex()}.",
                    "",
                )
            continue
        entry = line.entry or line.withheld
        if entry is None:
            raise Refused(Refusal.CORRUPT, "A line of the record says nothing.", "")
        _check_entry(entry, heads.get(entry.table))
        firsts.setdefault(entry.table, entry.sequence)
        heads[entry.table] = (entry.sequence, entry.hash)
        times.note(entry, tree.size)
        leaves.append(leaf_hash(leaf(entry.table, entry.sequence, entry.hash)))
        tree.append(leaves[-1])
        compared += _compare(tree, given)
        rounds.note(entry)
        entries += 1
    if last is None:
        raise Refused(Refusal.CORRUPT, "The record was cut off: it does not end with a signed head.", "")
    if given is not None and not compared:
        raise Refused(
            Refusal.CORRUPT,
            f"The record goes from {begin.size} to {tree.size} entries; the checkpoint given is over {given.size}.",
            "",
        )
    quorum.check(sorted(cosigned), f"The head of {last.size} entries, with which the record ends,")
    rounds.check(last, about.open, firsts)
    _check_kept(times.heads, Frontier(begin.size, before), leaves)
    times.check()
    journals = {name: (firsts[name], sequence) for name, (sequence, _) in heads.items()}
    return Exported(
        *(about.origin, begin.size, tree.size, entries, rounds.withheld, tree.root().hex(), journals),
        tuple(cosigned),
        compared,
        about.vkey,
        "the key that you gave" if key else "the key that signed the checkpoint that you kept" if checkpoint else "",
        len(times.set_back),
        signatures,
        len(known),
    )


class _HeadKept(msgspec.Struct, frozen=True):
    size: int
    root: str


class _Times:
    """Which entries are dated before the one before them without a ``clock`` entry; and which heads the house's journal names.

    A version that names heads and rounds in progress also says when the clock was set; from there on times have to rise.
    """

    def __init__(self) -> None:
        self.kept_since: int | None = None  # the size of the log from which on times have to rise
        self.set_back: list[tuple[int, str, int]] = []
        self.heads: list[_HeadKept] = []
        self.witnesses: list[tuple[str, bytes]] = []  # the entries that name or end them
        self._latest: dict[str, str] = {}

    def note(self, entry: Entry | Withheld, index: int) -> None:
        """``index``: its place in the log, from 0."""
        if isinstance(entry, Withheld):
            return
        if is_unexplained(self._latest.get(entry.table, ""), entry.time, entry.kind):
            self.set_back.append((index, entry.table, entry.sequence))
        self._latest[entry.table] = entry.time
        if entry.table == HOUSE and entry.kind == "head_kept":
            self.heads.append(msgspec.json.decode(entry.payload, type=_HeadKept))
        if entry.table == HOUSE and entry.kind in ("witness_named", "witness_ended"):
            self.witnesses.append((entry.kind, bytes(entry.payload)))

    def check(self) -> None:
        since = [self.kept_since] if self.kept_since is not None else [one.size for one in self.heads]
        for index, table, sequence in self.set_back:
            if since and index >= min(since):
                raise Refused(
                    Refusal.CORRUPT,
                    f"Entry {sequence} of {table} is dated before the entry before it, and no entry says that the clock was set.",
                    "",
                )


def _key_of(about: About, key: str) -> Verifier:
    """The key that somebody knows the house by, or the one that the record names: a head may have signatures of several."""
    try:
        return Verifier(key or about.vkey)
    except ProofFailed:
        words = f"The record is signed by {about.vkey}, not by {key}." if key else "The key in the record is none."
        raise Refused(Refusal.CORRUPT, words, "") from None


def _is_by(note: str, log: Verifier) -> bool:
    return any((one.name, one.key_id) == (log.name, log.key_id) for one in parse_note(note)[1])


def _check_kept(heads: Iterable[_HeadKept], tree: Frontier, leaves: Iterable[bytes]) -> None:
    """The heads that the house's journal names are those of this record."""
    waiting, more = sorted((one for one in heads if one.size >= tree.size), key=lambda one: one.size), iter(leaves)
    for kept in waiting:
        tree.extend(islice(more, kept.size - tree.size))
        if tree.size != kept.size or tree.root().hex() != kept.root:
            raise Refused(
                Refusal.CORRUPT,
                f"The house's journal names another head of {kept.size} entries than these lead to.",
                "",
            )


class _Rounds:
    """Which rounds are in progress as the entries tell it, and which entries are withheld."""

    def __init__(self) -> None:
        self.began: dict[str, int] = {}  # by journal: the entry that began the round in progress; 0: none is
        self.withheld: dict[str, HiddenSpan] = {}

    def note(self, entry: Entry | Withheld) -> None:
        if isinstance(entry, Withheld):
            before = self.withheld.get(entry.table)
            first = entry.sequence if before is None else before.first
            self.withheld[entry.table] = HiddenSpan(self.began.get(entry.table, 0), first, entry.sequence)
        elif entry.table in self.withheld:
            raise Refused(
                Refusal.CORRUPT, f"Entry {entry.sequence} of {entry.table} is shown after others were withheld.", ""
            )
        elif entry.kind in ROUND_MARKS:
            self.began[entry.table] = entry.sequence if ROUND_MARKS[entry.kind] else 0

    def check(self, head: Checkpoint, signed: Mapping[str, int], firsts: Mapping[str, int]) -> None:
        """What is withheld belongs to rounds that the last head names as in progress, and every round that it names is."""
        line = open_line_of(head)
        if line and line != open_line(signed):
            raise Refused(
                Refusal.CORRUPT, "The rounds in progress are not those that the last head was signed for.", ""
            )
        for name, span in self.withheld.items():
            if not line:
                raise Refused(
                    Refusal.CORRUPT,
                    f"Entries {span.first} to {span.last} of {name} are withheld, and the last head does not say that a round "
                    "was in progress there; export the record again when the round is over.",
                    "",
                )
            began = signed.get(name, 0)
            if not 0 < began < span.first or (began >= firsts[name] and span.began != began):
                raise Refused(
                    Refusal.CORRUPT,
                    f"Entries {span.first} to {span.last} of {name} are withheld, and do not belong to a round that was in "
                    "progress when the last head was signed.",
                    "",
                )
            self.withheld[name] = HiddenSpan(began, span.first, span.last)
        for name, began in self.began.items() if line else ():
            if name not in self.withheld and began != signed.get(name, 0):
                raise Refused(
                    Refusal.CORRUPT, f"The last head does not say rightly whether a round of {name} is in progress.", ""
                )


def _compare(tree: Frontier, given: Checkpoint | None) -> int:
    if given is None or given.size != tree.size:
        return 0
    if given.root != tree.root():
        raise Refused(
            Refusal.CORRUPT,
            f"The first {tree.size} entries are not those of the checkpoint given: its root is {given.root.hex()}, theirs "
            f"is {tree.root().hex()}.",
            "",
        )
    return 1


def _check_entry(entry: Entry | Withheld, before: tuple[int, str] | None) -> None:
    """An entry follows the one before it in its journal, and is as it was hashed."""
    if before is not None and (entry.sequence != before[0] + 1 or entry.previous != before[1]):
        raise Refused(
            Refusal.CORRUPT, f"Entry {entry.sequence} of {entry.table} does not follow entry {before[0]}.", ""
        )
    if before is None and entry.sequence == 1 and entry.previous != GENESIS:
        raise Refused(Refusal.CORRUPT, f"The first entry of {entry.table} follows another.", "")
    if isinstance(entry, Entry):
        body = bytes(entry.payload)
        if digest(entry.table, entry.sequence, entry.time, entry.kind, body, entry.previous) != entry.hash:
            raise Refused(
                Refusal.CORRUPT, f"Entry {entry.sequence} of {entry.table} was changed after it was written.", ""
            )


def check_proof(head: str, proof: str, checkpoint: str, key: str = "", quorum: Quorum = NO_QUORUM) -> None:
    """Whether the entry with this hash is under a head that somebody kept, as the proof of it says (``/api/record/proof``)."""
    try:
        given = msgspec.json.decode(proof, type=Proof)
    except msgspec.MsgspecError:
        raise Refused(
            Refusal.MALFORMED,
            "A table's record is compared with a checkpoint by the proof of its last entry: --proof.",
            "",
        ) from None
    try:
        if quorum.least and not key:
            raise Refused(
                Refusal.MALFORMED, "Cosignatures are looked for on a head of a log: give its key with --key.", ""
            )
        signed, cosigned = (
            open_checkpoint(checkpoint, Verifier(key), quorum.witnesses) if key else (head_of(checkpoint), ())
        )
        quorum.check(sorted(cosigned), f"The head of {signed.size} entries that you gave")
        if given.hash != head or given.size != signed.size:
            raise Refused(
                Refusal.CORRUPT, "The proof is not of the last entry of the record, or not of that checkpoint.", ""
            )
        path = [bytes.fromhex(each) for each in given.path]
        verify_inclusion(
            leaf_hash(leaf(given.journal, given.sequence, given.hash)), given.index, given.size, path, signed.root
        )
    except ProofFailed as failed:
        raise Refused(Refusal.CORRUPT, str(failed), "") from None

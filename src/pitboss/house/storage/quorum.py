"""How many witnesses have to have cosigned a head, for whoever does not want to trust the house alone."""

from collections.abc import Iterable, Sequence

import msgspec

from pitboss.procedure import Refusal, Refused
from pitboss.tlog import ProofFailed
from pitboss.tlog.note import COSIGNATURE_V1, Verifier, open_checkpoint, signer_of

SIGNATURE_LINE = "\n— "  # how each signature of a note begins, that of the log among them


class Quorum(msgspec.Struct, frozen=True):
    """At least so many of these witnesses; nobody is demanded where ``least`` is 0."""

    witnesses: tuple[Verifier, ...] = ()
    least: int = 0

    def signers(self, note: str, log: Verifier) -> tuple[str, ...]:
        """Which of them cosigned a head of a log, which has to have signed it itself."""
        return tuple(sorted(open_checkpoint(note, log, self.witnesses)[1]))

    def has_signed(self, note: str, log: Verifier) -> bool:
        """Signatures are checked only where there are enough lines of them: most heads have that of the log alone."""
        enough = note.count(SIGNATURE_LINE) > self.least
        return not self.least or (enough and len(self.signers(note, log)) >= self.least)

    def check(self, signers: Sequence[str], head: str) -> None:
        """Refuse a head that fewer have cosigned. ``head`` says which one it is."""
        if len(signers) < self.least:
            who = f", {' and '.join(signers)}" if signers else ""
            words = f"{head} is cosigned by {len(signers)} of the {len(self.witnesses)} witnesses named{who}; {self.least} have to."
            raise Refused(Refusal.CORRUPT, words, "")


NO_QUORUM = Quorum()


def quorum_of(keys: Iterable[str], least: int) -> Quorum:
    """The quorum that somebody demands by the public keys of witnesses; all of them where no number is said."""
    named = list(keys)
    try:
        found = tuple(Verifier(key) for key in named)
    except ProofFailed as failed:
        raise Refused(Refusal.MALFORMED, f"That is no public key of a witness: {failed}", "") from None
    for witness in found:
        if witness.kind != COSIGNATURE_V1:
            words = f"{witness.name} is the key of a log; a witness has one for cosignatures, as `pitboss witness` prints it."
            raise Refused(Refusal.MALFORMED, words, "")
    keys_alone = {witness.vkey.rpartition("+")[2] for witness in found}
    if len({witness.name for witness in found}) < len(found) or len(keys_alone) < len(found):
        raise Refused(Refusal.MALFORMED, "Name each witness once: two of these have the same name or the same key.", "")
    if least and not found:
        raise Refused(Refusal.MALFORMED, "A quorum is of witnesses: name each with its public key.", "")
    if least > len(found):
        words = f"Expected a quorum of up to {len(found)}, which is how many witnesses are named, not {least}."
        raise Refused(Refusal.MALFORMED, words, "")
    return Quorum(found, least or len(found))


class WitnessedHead(msgspec.Struct, frozen=True):
    """The newest head that a quorum has cosigned, and how much came after it."""

    size: int
    time: str
    witnesses: tuple[str, ...]
    later: int  # entries in the log that only the house has signed for

    def __str__(self) -> str:
        rest = f"; {self.later} entries after it are under the house's own signature alone" if self.later else ""
        return (
            f"The head of {self.size} entries, made at {self.time}, is cosigned by {', '.join(self.witnesses)}{rest}."
        )


class Cosignatures(msgspec.Struct, frozen=True):
    """How many of the witnesses that a record itself names have cosigned its newest head that any has."""

    named: int  # witnesses, by the house's own journal: whoever knows others demands theirs
    heads: int
    head: WitnessedHead | None = None

    def __str__(self) -> str:
        if not self.named:
            return "The record names no witness: its heads are signed by the house alone."
        if self.head is None:
            return f"No head of {self.heads} is cosigned by any of the {self.named} witnesses that the record names."
        return f"{self.head} These are {len(self.head.witnesses)} of the {self.named} witnesses that the record itself names."


def cosignatures(heads: Sequence[tuple[int, str, str]], log: Sequence[Verifier], named: Iterable[str]) -> Cosignatures:
    """Of heads (size, time, note), newest first, by witnesses whose keys stand in the record."""
    keys = tuple(Verifier(key) for key in named)
    try:
        head = newest_witnessed(heads, log, Quorum(keys, 1)) if keys else None
    except Refused:
        head = None
    return Cosignatures(len(keys), len(heads), head)


def named_in(entries: Iterable[tuple[str, bytes]]) -> list[str]:
    """The public keys of witnesses that entries (kind, payload) of the house's journal name, and none has ended."""
    found: dict[str, None] = {}
    for kind, payload in entries:
        if kind == "witness_named":
            found[_named.decode(payload).vkey] = None
        elif kind == "witness_ended":
            found.pop(_named.decode(payload).vkey, None)
    return list(found)


class _Named(msgspec.Struct, frozen=True):
    vkey: str


_named = msgspec.json.Decoder(_Named)


def newest_witnessed(heads: Iterable[tuple[int, str, str]], log: Sequence[Verifier], quorum: Quorum) -> WitnessedHead:
    """Of heads (size, time, note), newest first, each signed by a key of the log; refused where the quorum has cosigned none."""
    newest, count = 0, 0
    for size, time, note in heads:
        newest, count = newest or size, count + 1
        if quorum.has_signed(note, key := signer_of(note, log)):
            return WitnessedHead(size, time, quorum.signers(note, key), newest - size)
    words = f"Of {count} heads none is cosigned by {quorum.least} of the {len(quorum.witnesses)} witnesses named."
    raise Refused(Refusal.CORRUPT, words, "")

"""What a witness does: it cosigns checkpoints of logs that it has seen only grow, as C2SP tlog-witness says.

A witness keeps, of each log, only the newest checkpoint that it cosigned. A log that tells one person this and another
person that needs two checkpoints of which neither is the beginning of the other; a witness cosigns at most one of them.

Nothing here reads or writes anything: who calls it keeps the state, carries out one call at a time, and lets a
cosignature out only when the new state is on the disk. Else two calls at once would have it cosign a log rolled back.
"""

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct

from pitboss.tlog import NoteFailed, ProofFailed
from pitboss.tlog.note import (
    ED25519,
    MAX_NOTE_BYTES,
    Checkpoint,
    Cosigner,
    Verifier,
    decode_base64,
    decode_size,
    encode_base64,
    parse_note,
    verified,
)
from pitboss.tlog.proofs import verify_consistency
from pitboss.tlog.tree import EMPTY_ROOT, HASH_BYTES

MAX_PROOF_HASHES = 63
MAX_SUBMISSION_BYTES = MAX_NOTE_BYTES + 64 * (MAX_PROOF_HASHES + 1)


class WitnessRefusal(StrEnum):
    """Why a witness does not cosign, in the order in which it looks: there is one reason for each refusal."""

    MALFORMED = "malformed"
    UNKNOWN_LOG = "unknown_log"
    NOT_SIGNED = "not_signed"
    ROLLED_BACK = "rolled_back"  # or an older checkpoint, sent again
    FORKED = "forked"  # the log signed two different trees of one size: what it signed is the proof
    OTHER_SIZE = "other_size"  # the proof begins elsewhere; with one that begins at `size` it may be asked again
    NOT_PROVEN = "not_proven"


class WitnessRefused(ProofFailed):
    """A witness does not cosign; the sentence says why, `size` how many leaves the log had when it last did."""

    def __init__(self, refusal: WitnessRefusal, sentence: str, size: int = 0) -> None:
        super().__init__(sentence)
        self.refusal = refusal
        self.size = size


class SeenLog(Struct, frozen=True):
    """The newest checkpoint of a log that a witness cosigned, and as the log signed it: evidence, should it fork."""

    size: int
    root: bytes
    note: str = ""

    def __post_init__(self) -> None:
        if self.size < 0 or len(self.root) != HASH_BYTES:
            raise ValueError(f"A witness has seen a size of 0 or more and a root of {HASH_BYTES} bytes.")


class WitnessState(Struct, frozen=True):
    """All that a witness keeps: what it has seen of each log, by the log's origin."""

    logs: dict[str, SeenLog] = {}

    def seen(self, origin: str) -> SeenLog:
        """The newest checkpoint of that log; before the first, the empty tree, with which every log begins."""
        return self.logs.get(origin) or SeenLog(0, EMPTY_ROOT)


class Submission(Struct, frozen=True):
    """A checkpoint (as a signed note), and what proves that the tree of `old` leaves is its beginning."""

    old: int
    proof: tuple[bytes, ...]
    note: str

    def encode(self) -> str:
        """As it is sent to a witness: the body of `add-checkpoint`."""
        head = [f"old {self.old}", *map(encode_base64, self.proof)]
        return "\n".join([*head, "", self.note])

    @classmethod
    def decode(cls, body: str | bytes) -> "Submission":
        """What such a body says. Nothing of it is verified."""
        if len(body) > MAX_SUBMISSION_BYTES:
            raise NoteFailed(f"A submission to a witness has at most {MAX_SUBMISSION_BYTES} bytes, not {len(body)}.")
        try:
            text = body if isinstance(body, str) else body.decode()
        except UnicodeDecodeError:
            raise NoteFailed("A submission to a witness is valid UTF-8.") from None
        head, blank, note = text.partition("\n\n")
        first, *proof = head.split("\n")
        word, _, size = first.partition(" ")
        if word != "old" or not blank:
            raise NoteFailed(
                "A submission to a witness has a line 'old' with a size, a proof, an empty line and a note."
            )
        return cls(decode_size(size), tuple(decode_base64(line) for line in proof), note)


class Cosigned(Struct, frozen=True):
    """What a witness keeps from now on, and the line that it adds to the checkpoint."""

    state: WitnessState
    line: str


def cosign(
    state: WitnessState, submission: Submission, *, logs: Iterable[Verifier], witness: Cosigner, time: int
) -> Cosigned:
    """Cosign a checkpoint at that time, in seconds since 1970, if one of these logs signed it and only grew since."""
    note, checkpoint = _opened(submission, logs)
    origin, size = checkpoint.origin, checkpoint.size
    seen = state.seen(origin)
    if size < seen.size:
        raise WitnessRefused(
            WitnessRefusal.ROLLED_BACK,
            f"{origin} had {seen.size} leaves when it was last cosigned, and a log never shrinks: not {size}.",
            seen.size,
        )
    if size == seen.size and checkpoint.root != seen.root:
        raise WitnessRefused(
            WitnessRefusal.FORKED,
            f"{origin} has forked: it signed two trees of {size} leaves, with roots {seen.root.hex()} and "
            f"{checkpoint.root.hex()}.",
            seen.size,
        )
    if submission.old != seen.size:
        raise WitnessRefused(
            WitnessRefusal.OTHER_SIZE,
            f"The proof has to begin at the {seen.size} leaves that {origin} had when it was last cosigned, "
            f"not at {submission.old}.",
            seen.size,
        )
    try:
        verify_consistency(seen.size, size, submission.proof, seen.root, checkpoint.root)
    except ProofFailed as failed:
        raise WitnessRefused(
            WitnessRefusal.NOT_PROVEN, f"It is not proven that {origin} only grew. {failed}", seen.size
        ) from None
    newest = SeenLog(size, checkpoint.root, note)
    return Cosigned(WitnessState({**state.logs, origin: newest}), witness.line(checkpoint.encode(), time))


def _opened(submission: Submission, logs: Iterable[Verifier]) -> tuple[str, Checkpoint]:
    """The checkpoint, if the log that it names signed it, as a note with only that log's signatures, and as it states.

    Whoever carries a note can add signatures of keys that nobody knows, so those are not kept.
    """
    try:
        text, signatures = parse_note(submission.note)
        checkpoint = Checkpoint.decode(text)
    except NoteFailed as failed:
        raise WitnessRefused(WitnessRefusal.MALFORMED, str(failed)) from None
    if len(submission.proof) > MAX_PROOF_HASHES:
        raise WitnessRefused(
            WitnessRefusal.MALFORMED, f"A proof has at most {MAX_PROOF_HASHES} hashes, not {len(submission.proof)}."
        )
    keys = [log for log in logs if log.name == checkpoint.origin and log.kind == ED25519]
    if not keys:
        raise WitnessRefused(WitnessRefusal.UNKNOWN_LOG, f"No log called {checkpoint.origin[:100]!r} is known here.")
    try:
        verified(submission.note, keys)
    except NoteFailed as failed:
        raise WitnessRefused(WitnessRefusal.NOT_SIGNED, str(failed)) from None
    known = {(key.name, key.key_id) for key in keys}
    lines = [each.line for each in signatures if (each.name, each.key_id) in known]
    return f"{text}\n{''.join(lines)}", checkpoint

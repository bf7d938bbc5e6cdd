"""A transparency log: a Merkle tree over entries, what proves that it only grew, and notes that sign for it.

The shapes are those of RFC 6962, RFC 9162 and C2SP (tlog-tiles, signed-note, tlog-checkpoint, tlog-cosignature), so
that any program that knows them can check a record. Nothing here reads or writes anything.
"""


class ProofFailed(Exception):
    """What was shown does not prove what it should; the sentence says why."""


class NoteFailed(ProofFailed):
    """A note or a checkpoint is malformed, or not signed as it should be."""

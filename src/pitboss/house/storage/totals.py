"""A sum over all rows of a table that no journal tells of: whoever takes a row out, or puts one in, does not agree with it.

Each row counts as a number under the key; the sum of them is kept sealed, and changes with every row in the same transaction. It
does not show that somebody put back all rows of an earlier moment together with their sum.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pitboss.house.storage.seal import MARK_BYTES, Sealer

ATTEMPTS = "attempts"
TOTAL = "INSERT OR REPLACE INTO totals VALUES (?, ?)"
_ROW = "SELECT * FROM attempts WHERE subject = ?"
_BODY = "SELECT body FROM totals WHERE name = ?"
_RANGE = 1 << 8 * MARK_BYTES
Write = tuple[str, tuple[Any, ...]]
Execute = Callable[[str, tuple[Any, ...]], Any]


def total_of(sealer: Sealer, rows: Iterable[Sequence[object]]) -> int:
    """The sum over rows of failed tries to sign in."""
    return sum(_number(sealer, row) for row in rows) % _RANGE


def sealed(sealer: Sealer, total: int) -> Write:
    """The write of a sum."""
    return TOTAL, (ATTEMPTS, sealer.seal(total.to_bytes(MARK_BYTES, "big"), _place()))


def opened(sealer: Sealer, body: bytes) -> int:
    """A sum that was kept."""
    return int.from_bytes(sealer.open(body, _place()), "big")


def after(
    execute: Execute, sealer: Sealer, changes: Sequence[tuple[str, tuple[Any, ...] | None]]
) -> tuple[str, tuple[Any, ...]]:
    """The write of the sum after some changes: by subject, its new row, or None where it is taken out."""
    found = execute(_BODY, (ATTEMPTS,)).fetchone()
    total = opened(sealer, found[0]) if found is not None else 0
    now: dict[str, tuple[Any, ...] | None] = {}
    for subject, row in changes:
        before = now[subject] if subject in now else execute(_ROW, (subject,)).fetchone()
        total += (0 if row is None else _number(sealer, row)) - (0 if before is None else _number(sealer, before))
        now[subject] = row
    return sealed(sealer, total % _RANGE)


def _number(sealer: Sealer, row: Sequence[object]) -> int:
    return int.from_bytes(sealer.first_mark(ATTEMPTS, list(row)), "big")


def _place() -> str:
    return f"total {ATTEMPTS}"

"""Seeds: written in any of three ways, and checked against what was committed to."""

from pitboss.drivers.fair import commitment
from pitboss.procedure import Refusal, Refused

SEED_BYTES = 32


def seed_bytes(seed: str | bytes | int) -> bytes:
    """32 bytes from 64 hexadecimal digits, from a whole number, or as they are."""
    try:
        found = bytes.fromhex(seed) if isinstance(seed, str) else seed
        found = found.to_bytes(SEED_BYTES, "big") if isinstance(found, int) else bytes(found)
    except (ValueError, OverflowError, TypeError):
        found = b""
    if len(found) != SEED_BYTES:
        raise Refused(
            Refusal.MALFORMED, "A seed is 64 hexadecimal digits, 32 bytes, or a whole number from 0 to 2^256 - 1.", ""
        )
    return found


def check_seed(seed: str | bytes | int, committed: str) -> None:
    """Refuse a seed that was opened unless it is the one that was committed to."""
    if commitment(seed_bytes(seed)) != committed:
        raise Refused(Refusal.DIVERGED, "The seed does not match its commitment.", "")

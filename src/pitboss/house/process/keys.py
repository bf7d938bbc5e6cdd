"""What is done with the key file of a house by whoever runs its machine, while it is open or not."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from pitboss.house.storage import key_escrow, private_files
from pitboss.house.storage.backup import key_of
from pitboss.house.storage.dialect import is_address
from pitboss.house.storage.key_ring import KeyRing, Purpose, ring_of
from pitboss.house.storage.key_wrapping import unwrapped, wrapped
from pitboss.house.storage.seal import read_key
from pitboss.procedure import Refusal, Refused


def key_file(database: str, files: Path) -> Path:
    """The key file of a house that is there."""
    if is_address(database):
        from pitboss.house.storage.machines import NAME

        found = files / f"{NAME}.key"
    else:
        found = key_of(Path(database))
    if not found.is_file():
        words = f"There is no key file {found}; keys are replaced on the machine that has it."
        raise Refused(Refusal.NOT_FOUND, words, "")
    return found


def keys_in(file: Path) -> tuple[str, KeyRing]:
    """By what a key file is wrapped, and the keys in it."""
    return unwrapped(file.read_bytes())[0], ring_of(read_key(file))


def replace(database: str, files: Path, purposes: tuple[Purpose, ...]) -> KeyRing:
    """A new key for each of these purposes, which the house takes within seconds if it is open."""
    file = key_file(database, files)
    by, ring = keys_in(file)
    after = ring
    for purpose in purposes:
        after = after.replaced(purpose)
    _change(database, files, file, by, (ring, after))
    return after


def retire(database: str, files: Path, purpose: Purpose) -> KeyRing:
    """The former keys of a purpose do not count any more."""
    file = key_file(database, files)
    by, ring = keys_in(file)
    after = ring.retire(purpose)
    _change(database, files, file, by, (ring, after))
    return after


def wrap(database: str, files: Path, by: str) -> None:
    """Have the keys wrapped by a service; by nothing where the address is empty."""
    file = key_file(database, files)
    _write(file, by, keys_in(file)[1])


def escrow(
    database: str, files: Path, persons: tuple[str, str], passphrases: tuple[str, str], out: tuple[Path, Path]
) -> None:
    """Write the two parts of the keys, each for one person."""
    _, ring = keys_in(key_file(database, files))
    if out[0].resolve() == out[1].resolve():
        raise Refused(Refusal.FORBIDDEN_CHOICE, "Each part has a file of its own; name two.", "")
    for target, part in zip(out, key_escrow.split(ring.encoded(), persons, passphrases), strict=True):
        with private_files.new_file(target) as file:
            file.write(part.encoded())


def recover(parts: tuple[Path, Path], passphrases: tuple[str, str], out: Path) -> KeyRing:
    """Put a key file together of its two parts, at a place where there is none."""
    one, other = (key_escrow.part_of(part.read_bytes()) for part in parts)
    keys = key_escrow.combine((one, other), passphrases)
    with private_files.new_file(out) as file:
        file.write(keys)
    return ring_of(keys)


def _change(database: str, files: Path, file: Path, by: str, keys: tuple[KeyRing, KeyRing]) -> None:
    """Other machines of the house get the keys with this one, or none does."""
    with _for_other_machines(database, keys):
        _write(file, by, keys[1])


@contextlib.contextmanager
def _for_other_machines(database: str, keys: tuple[KeyRing, KeyRing]) -> Iterator[None]:
    if not is_address(database):
        yield
        return
    from pitboss.house.storage import machines
    from pitboss.house.storage.postgres import connect_to

    before, after = (one.encoded() for one in keys)
    with connect_to(database) as connection, connection.transaction():
        machines.wrap_again(connection, before, after)
        yield


def _write(file: Path, by: str, ring: KeyRing) -> None:
    data = wrapped(by, ring.encoded()) if by else ring.encoded()
    if (unwrapped(data)[1] if by else data) != ring.encoded():  # before the only copy is replaced
        raise Refused(Refusal.UNAVAILABLE, "The service does not give back what it wrapped; nothing was changed.", "")
    private_files.write_over(file, data)

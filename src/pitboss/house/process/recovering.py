"""What is done about people at the machine of the house, with its key file: list them, and make a link where nobody else can."""

import asyncio
import contextlib
import secrets
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from pitboss.house.clock import Clock
from pitboss.house.people.people import People
from pitboss.house.people.register import HOUSE_JOURNAL, Register, RegisterFold
from pitboss.house.storage.backup import key_of
from pitboss.house.storage.dialect import is_address
from pitboss.house.storage.reading import Reader
from pitboss.house.storage.seal import Sealer, Unsafe
from pitboss.house.storage.store import Store
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role


def sealer_of(database: str, files: Path) -> Sealer:
    """The key of a house that was founded, wherever its record is."""
    if not is_address(database):
        return Sealer.read(key_of(Path(database)))
    from pitboss.house.storage.postgres import key_of_house

    return Sealer(key_of_house(database, files))


def read_people(database: str, files: Path) -> RegisterFold:
    """The people of a house as its record tells them, in use or not."""
    fold = RegisterFold()
    with contextlib.ExitStack() as stack:
        file = Path(database)
        if is_address(database):
            from pitboss.house.storage.copying import into_new_file  # a house in a file needs nothing of it

            file = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "house.db"
            into_new_file(database, files, file)
        elif not file.is_file():
            raise Refused(Refusal.NOT_FOUND, f"There is no database {database}.", "")
        reader = stack.enter_context(contextlib.closing(Reader(file, Sealer.read(key_of(file)))))
        for entry in reader.entries(HOUSE_JOURNAL):
            fold.replay(entry)
    return fold


def recover(database: str, files: Path, side: Role, *, person: str = "", gone: Sequence[str] = ()) -> str:
    """The token of an invitation to a side that cannot agree by itself. The house has to be closed."""

    async def work() -> str:
        with _alone(database, files) as store:
            register = Register(store, clock := Clock())
            register.recover()
            return await People(store, clock, register).accounts.recover(side, person=person, gone=gone)

    return asyncio.run(work())


@contextlib.contextmanager
def _alone(database: str, files: Path) -> Iterator[Store]:
    """The store of a house that nobody else has open."""
    if not is_address(database):
        if not Path(database).is_file():
            raise Refused(Refusal.NOT_FOUND, f"There is no database {database}.", "")
        store = Store(Path(database))
        try:
            yield store
        finally:
            store.close()
        return
    from pitboss.house.sharing.leases import Leases
    from pitboss.house.sharing.units import HOUSE
    from pitboss.house.storage.postgres import PostgresStore, key_of_house

    key_of_house(database, files)  # else a house would be founded
    leases = Leases(database, f"recover-{secrets.token_hex(4)}", "")
    store = PostgresStore(database, files, leases)
    try:
        leases.start()
        if HOUSE not in leases.held:
            raise Unsafe("This database is in use by another house; stop that one first.")
        yield store
    finally:
        store.close()
        leases.close()

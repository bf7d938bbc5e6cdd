"""The queries that people saved, each for themselves: a file beside the database, by credential number.

They are no part of the record, and not in the index either, which may be deleted at any time.
"""

import os
import tempfile
import threading
from pathlib import Path

import msgspec

from pitboss.house.protocol.board import SavedQuery
from pitboss.procedure import Refusal, Refused

MOST = 100  # queries of one person
NAME = 80  # letters
_decoder = msgspec.json.Decoder(dict[str, tuple[SavedQuery, ...]])


def queries_of(database: Path) -> Path:
    """The file of the saved queries of a database."""
    return database.with_name(database.name + ".queries.json")


class SavedQueries:
    """Saved queries by person. The file is replaced as a whole: it is the old one or the new one."""

    def __init__(self, path: Path) -> None:
        self._path, self._lock = path, threading.Lock()

    def of(self, person: str) -> tuple[SavedQuery, ...]:
        """What a person saved, by name."""
        return self._read().get(person, ())

    def save(self, person: str, saved: SavedQuery) -> tuple[SavedQuery, ...]:
        """Save a query under a name, in the place of another of that name; without a query, take the name away."""
        name = saved.name.strip()
        if not 1 <= len(name) <= NAME:
            raise Refused(Refusal.MALFORMED, f"Expected a name of 1 to {NAME} letters.", "")
        with self._lock:
            everybody = self._read()
            own = {one.name: one for one in everybody.get(person, ())}
            own.pop(name, None)
            if saved.query is not None:
                if len(own) >= MOST:
                    raise Refused(Refusal.LOCKED, f"You have {MOST} saved queries; take one away first.", "")
                own[name] = SavedQuery(name, saved.query)
            everybody[person] = tuple(own[name] for name in sorted(own, key=str.casefold))
            self._write(everybody)
            return everybody[person]

    def _read(self) -> dict[str, tuple[SavedQuery, ...]]:
        try:
            return _decoder.decode(self._path.read_bytes())
        except FileNotFoundError:
            return {}
        except msgspec.MsgspecError as error:
            sentence = f"{self._path.name} is not as it was written, and is left as it is: {error}."
            raise Refused(Refusal.CORRUPT, sentence, "") from None

    def _write(self, everybody: dict[str, tuple[SavedQuery, ...]]) -> None:
        handle, name = tempfile.mkstemp(prefix=f"{self._path.name}.", dir=self._path.parent)  # for this user alone
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(msgspec.json.format(msgspec.json.encode(everybody)))
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, self._path)
        except BaseException:
            os.unlink(name)
            raise

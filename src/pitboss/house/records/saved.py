"""The queries that people saved, each for themselves: one document beside the database, by credential number.

They are no part of the record, and not in the index either, which may be deleted at any time.
"""

import threading

import msgspec

from pitboss.house.protocol.board import SavedQuery
from pitboss.house.storage.documents import KeptDocument
from pitboss.procedure import Refusal, Refused

MOST = 100  # queries of one person
NAME = 80  # letters
QUERIES = "queries.json"  # the document
_decoder = msgspec.json.Decoder(dict[str, tuple[SavedQuery, ...]])


class SavedQueries:
    """Saved queries by person. The document is replaced as a whole: it is the old one or the new one."""

    def __init__(self, document: KeptDocument) -> None:
        self._document, self._lock = document, threading.Lock()

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
            self._document.replace(msgspec.json.format(msgspec.json.encode(everybody)))
            return everybody[person]

    def _read(self) -> dict[str, tuple[SavedQuery, ...]]:
        body = self._document.read()
        try:
            return {} if body is None else _decoder.decode(body)
        except msgspec.MsgspecError as error:
            sentence = f"{self._document.name} is not as it was written, and is left as it is: {error}."
            raise Refused(Refusal.CORRUPT, sentence, "") from None

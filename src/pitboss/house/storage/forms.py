"""How the payload of an entry lies in the database: plain, compressed, sealed, or both.

The hash of an entry covers its payload as it was made; the form is only how it is kept. Compression is Zstandard's, with a
dictionary for each game that was learned from rounds of that game which are over; dictionaries are sealed too, because they
consist of pieces of such rounds.
"""

import threading
from collections.abc import Callable
from typing import Any

from cryptography.exceptions import InvalidTag

from pitboss.extras import Missing
from pitboss.house.storage.seal import NONCE_BYTES, Sealer
from pitboss.procedure import Refusal, Refused

try:
    import zstandard
except ModuleNotFoundError:  # whoever checks an exported record has no database to read
    zstandard = Missing("zstandard")  # type: ignore[assignment]

SEALED, COMPRESSED = 1, 2  # the two lowest bits of a form; the rest is the serial number of the dictionary
DICTIONARY_SHIFT = 2
LEVEL = 6
SHORT = 64  # bytes, below which nothing is gained
DICTIONARY_BYTES = 32_768
MOST_BYTES = 64 * 1024 * 1024  # of one payload; a large one has a hundredth of that
SAMPLES = 400  # at least so many payloads make a dictionary
ENOUGH = 4_000  # and so many are enough


class _Own(threading.local):
    """What each thread has for itself: Zstandard's objects are not to be used by two at once."""

    def __init__(self) -> None:
        self.reading: dict[int, zstandard.ZstdDecompressor] = {}
        self.writing: dict[int, zstandard.ZstdCompressor] = {}


class Forms:
    """Writes and reads payloads. ``dictionaries`` are by serial number, the latest of a game is used."""

    def __init__(self, sealer: Sealer) -> None:
        self._sealer = sealer
        self._dictionaries: dict[int, zstandard.ZstdCompressionDict] = {}
        self._latest: dict[str, int] = {}  # game → its dictionary
        self._own = _Own()
        self._games: dict[str, str] = {}  # table → game

    @staticmethod
    def plain() -> "zstandard.ZstdDecompressor":
        """Reads what was compressed without a dictionary."""
        return zstandard.ZstdDecompressor()

    @classmethod
    def read_keyless(cls, data: bytes, form: int) -> bytes:
        """A payload that is neither sealed nor compressed with a dictionary."""
        return inflated(cls.plain(), data) if form == COMPRESSED else data

    def admit(self, serial: int, game: str, body: bytes) -> None:
        """Use a dictionary from now on; its body is sealed."""
        data = self._sealer.open(body, f"dictionary {serial}")
        dictionary = zstandard.ZstdCompressionDict(data)
        dictionary.precompute_compress(level=LEVEL)
        self._dictionaries[serial] = dictionary
        self._latest[game] = max(serial, self._latest.get(game, 0))

    def knows(self, serial: int) -> bool:
        return serial in self._dictionaries

    def _reader(self, serial: int) -> "zstandard.ZstdDecompressor":
        found = self._own.reading.get(serial)
        if found is None:
            own = zstandard.ZstdDecompressor(dict_data=self._dictionaries[serial]) if serial else self.plain()
            found = self._own.reading[serial] = own
        return found

    def _writer(self, serial: int) -> "zstandard.ZstdCompressor":
        found = self._own.writing.get(serial)
        if found is None:
            given: dict[str, Any] = {"dict_data": self._dictionaries[serial], "write_dict_id": False} if serial else {}
            found = zstandard.ZstdCompressor(level=LEVEL, write_checksum=False, **given)
            self._own.writing[serial] = found
        return found

    def belongs(self, table: str, game: str) -> None:
        """A table plays a game, and uses its dictionary."""
        self._games[table] = game

    def has_dictionary(self, game: str) -> bool:
        return game in self._latest

    def sealed_dictionary(self, serial: int, samples: list[bytes]) -> bytes:
        """A new dictionary of payloads of rounds that are over."""
        learned = zstandard.train_dictionary(DICTIONARY_BYTES, list[bytes | bytearray | memoryview](samples))
        return self._sealer.seal(learned.as_bytes(), f"dictionary {serial}")

    def write(
        self, table: str, sequence: int, data: bytes, *, secret: bool, keyless: bool = False
    ) -> tuple[bytes, int]:
        """A payload as it is kept, and its form; ``keyless``: it can be read without the key, and so without a dictionary."""
        form = SEALED if secret else 0
        if len(data) >= SHORT:
            game = "" if keyless else self._games.get(table, "")
            serial = self._latest.get(game, 0)
            packed = self._writer(serial).compress(data)
            if len(packed) < len(data):
                data, form = packed, form | COMPRESSED | serial << DICTIONARY_SHIFT
        if secret:
            data = self._sealer.seal(data, f"entry {table} {sequence}")
        return data, form

    def reader(self, table: str) -> Callable[[int, bytes, int], bytes]:
        """Reads payloads of one journal (sequence, data, form), as ``read`` does, for somebody who reads all of them in one
        thread."""
        decrypt, readers = self._sealer.decrypt, dict[int, Callable[[bytes], bytes]]()
        place = f"entry {table} "

        def read(sequence: int, data: bytes, form: int) -> bytes:
            if not form & SEALED:
                return self.read(table, sequence, data, form)
            try:
                try:
                    data = decrypt(data[:NONCE_BYTES], data[NONCE_BYTES:], f"{place}{sequence}".encode())
                except InvalidTag:
                    data = self._sealer.open(data, f"{place}{sequence}")
                if form & COMPRESSED:  # what was sealed has nothing after its end
                    decompress = readers.get(form)
                    if decompress is None:
                        decompress = readers[form] = self._reader(form >> DICTIONARY_SHIFT).decompress
                    return decompress(data)
            except (Refused, ValueError, KeyError, zstandard.ZstdError):
                raise _changed(table, sequence) from None
            return data

        return read

    def read(self, table: str, sequence: int, data: bytes, form: int) -> bytes:
        """The payload as it was made; a refusal where it was changed since."""
        if form & SEALED:
            data = self._sealer.open(data, f"entry {table} {sequence}")
        if form & COMPRESSED:
            try:
                data = inflated(self._reader(form >> DICTIONARY_SHIFT), data)
            except (KeyError, zstandard.ZstdError):
                raise _changed(table, sequence) from None
        return data


def inflated(reader: "zstandard.ZstdDecompressor", data: bytes) -> bytes:
    """A payload that was compressed. Whoever can write the database can put there what inflates to all the memory there is."""
    if not 0 <= zstandard.frame_content_size(data) <= MOST_BYTES:
        raise zstandard.ZstdError("it is larger than any payload, or does not say how large it is")
    return reader.decompress(data, allow_extra_data=False)


def _changed(table: str, sequence: int) -> Refused:
    return Refused(Refusal.CORRUPT, f"Entry {sequence} of {table} was changed after it was written.", "")


def sealed_waypoint(sealer: Sealer, table: str, sequence: int, snapshot: bytes) -> bytes:
    """A snapshot as it is kept on the way."""
    return sealer.seal(zstandard.ZstdCompressor(level=LEVEL).compress(snapshot), _waypoint(table, sequence))


def opened_waypoint(sealer: Sealer, table: str, sequence: int, body: bytes) -> bytes:
    return zstandard.ZstdDecompressor().decompress(sealer.open(body, _waypoint(table, sequence)))


def _waypoint(table: str, sequence: int) -> str:
    return f"waypoint {table} {sequence}"

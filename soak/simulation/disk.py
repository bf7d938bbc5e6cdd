"""A disk under SQLite that can lose its power, fail at any call, and tell what was really on it.

SQLite reaches files through a VFS. ``Disk`` puts one of its own in the place of the default: it is the unix VFS, whose
write, sync and truncate calls are seen here first. Nothing is replaced in the house, which opens its database as always.

The model of a power cut: what was written to a file before its last sync is there. Whatever was written since is there or not,
in any combination (so also out of order), by sectors of 512 bytes, and one of these may be torn: its first bytes are new and
the rest is what was there before. The length of a file is lost or kept likewise. That a file was removed is sure after the next
sync of any file in its folder, because a file system writes its names in order.

What the model leaves out: disks that lie about a sync, and damage to sectors that nobody wrote.
"""

import _sqlite3
import ctypes
import random
import sqlite3
from collections.abc import Callable
from ctypes import POINTER, Structure, addressof, c_char_p, c_int, c_int64, c_void_p
from pathlib import Path
from typing import Any

SECTOR = 512
TORN = 0.2  # how often a cut tears a sector
NAME = b"pitboss-disk"
OK, FULL = 0, 13
IO_READ, IO_WRITE, IO_SYNC = (10 | n << 8 for n in (1, 3, 4))
MAIN_FILES = 0x00000100 | 0x00080000 | 0x00000800  # the database, its write-ahead log, its journal: not temporary files
READ, WRITE, SYNC, TRUNCATE, DELETE = "read", "write", "sync", "truncate", "delete"
_disks: list["Disk"] = []  # every one: SQLite may call back for as long as it holds a file open


class _Methods(Structure):
    """``sqlite3_io_methods``, as far as version 3."""

    _fields_ = [
        ("version", c_int),
        *((name, c_void_p) for name in (
            "close", "read", "write", "truncate", "sync", "size", "lock", "unlock", "check_lock", "control",
            "sector_size", "characteristics", "shm_map", "shm_lock", "shm_barrier", "shm_unmap", "fetch", "unfetch",
        )),
    ]  # fmt: skip


class _File(Structure):
    """The beginning of every ``sqlite3_file``."""

    _fields_ = [("methods", POINTER(_Methods))]


# Names are passed on as addresses: SQLite keeps the address it was given, and puts the shared memory beside what lies there.
_Open = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, POINTER(c_int))
_Delete = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)
_Read = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_Write = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_Truncate = ctypes.CFUNCTYPE(c_int, c_void_p, c_int64)
_Sync = ctypes.CFUNCTYPE(c_int, c_void_p, c_int)
_Close = ctypes.CFUNCTYPE(c_int, c_void_p)


class _Vfs(Structure):
    """``sqlite3_vfs``, as far as the calls that are looked at; the others are copied as bytes."""

    _fields_ = [
        ("version", c_int), ("file_size", c_int), ("longest_path", c_int), ("next", c_void_p), ("name", c_char_p),
        ("data", c_void_p), ("open", c_void_p), ("delete", c_void_p),
        ("others", c_void_p * 14),
    ]  # fmt: skip


class Kept:
    """One file: what is surely on the disk, and what was written since the last sync."""

    def __init__(self) -> None:
        self.durable = bytearray()
        self.there = False  # surely
        self.since: list[tuple[str, int, bytes]] = []

    def sync(self) -> None:
        for call, at, data in self.since:
            self._apply(self.durable, call, at, data)
        self.there = True
        self.since.clear()

    def settle_removal(self) -> None:
        """Something else was synced: if this was removed before, it stays removed."""
        removed = [n for n, (call, _, _) in enumerate(self.since) if call == DELETE]
        if removed:
            self.durable.clear()
            self.there = False
            del self.since[: removed[-1] + 1]

    def after_a_cut(self, pick: random.Random) -> bytes | None:
        """The file as it may be found afterwards; None: it is not there."""
        there = self.there or (bool(self.since) and pick.random() < 0.5)
        if not there:
            return None
        found = bytearray(self.durable)
        keep = pick.choice(
            (0.0, 1.0, pick.random(), pick.random())
        )  # nothing, everything, or some of it reached the disk
        for call, at, data in self.since:
            if call == DELETE:
                if pick.random() < keep:
                    return None
            elif call == TRUNCATE:
                if pick.random() < keep:
                    self._apply(found, call, at, data)
            else:
                self._write_some(found, at, data, keep, pick)
        return bytes(found)

    @staticmethod
    def _write_some(found: bytearray, at: int, data: bytes, keep: float, pick: random.Random) -> None:
        first = at - at % SECTOR
        for sector in range(first, at + len(data), SECTOR):
            if pick.random() >= keep:
                continue
            start, end = max(sector, at), min(sector + SECTOR, at + len(data))
            if keep < 1 and pick.random() < TORN:
                end = start + pick.randrange(end - start)
            Kept._apply(found, WRITE, start, data[start - at : end - at])

    @staticmethod
    def _apply(found: bytearray, call: str, at: int, data: bytes) -> None:
        if call == WRITE:
            if len(found) < at:
                found.extend(bytes(at - len(found)))
            found[at : at + len(data)] = data
        elif call == TRUNCATE:
            del found[at:]
        else:
            found.clear()


class Disk:
    """Everything that SQLite writes below one folder goes over this disk while the ``with`` lasts.

    ``before`` is called before each write, sync, truncation and removal, with its kind and the name of the file. What it
    returns is returned to SQLite instead of doing it: an error, or OK for a call that is swallowed. None lets it be done.
    With ``reads`` it is called before each read too.
    """

    def __init__(self, folder: Path, *, reads: bool = False) -> None:
        self.reads = reads
        self.folder = folder.resolve()
        self.files: dict[str, Kept] = {}
        self.calls = 0
        self.before: Callable[[str, str], int | None] = lambda call, name: None
        self._library = _library()
        self._open_files: dict[int, str] = {}
        self._patched: dict[int, Any] = {}  # by the address of the methods that stand behind
        self._keep: list[Any] = []
        _disks.append(self)

    # --- coming and going

    def __enter__(self) -> "Disk":
        library = self._library
        self._behind = _Vfs.from_address(library.sqlite3_vfs_find(None))
        self._vfs = _Vfs.from_buffer_copy(self._behind)
        self._vfs.name, self._vfs.next = NAME, None
        opened, deleted = _Open(self._open), _Delete(self._delete)
        self._keep += [opened, deleted]
        self._vfs.open, self._vfs.delete = (ctypes.cast(one, c_void_p).value for one in (opened, deleted))
        self._behind_open, self._behind_delete = _Open(self._behind.open), _Delete(self._behind.delete)
        if library.sqlite3_vfs_register(ctypes.byref(self._vfs), 1):
            raise RuntimeError("SQLite does not take another VFS.")
        return self

    def __exit__(self, *_: object) -> None:
        self._library.sqlite3_vfs_register(ctypes.byref(self._behind), 1)
        self._library.sqlite3_vfs_unregister(ctypes.byref(self._vfs))
        self.files.clear()  # they may be large, and nobody asks for them any more
        self.before = lambda call, name: None

    def image(self, to: Path, pick: random.Random) -> None:
        """The power fails now: what may be found afterwards is written into another folder, with what is beside it."""
        to.mkdir(parents=True)
        for name, file in self.files.items():
            found = file.after_a_cut(pick)
            if found is not None:
                (to / name).write_bytes(found)
                (to / name).chmod(0o600)
        for other in self.folder.iterdir():  # the key, which the house syncs itself when it makes it
            if other.suffix == ".key":
                (to / other.name).write_bytes(other.read_bytes())
                (to / other.name).chmod(0o600)

    def adopt(self) -> None:
        """Files that were here before: all of them are on the disk."""
        for path in self.folder.iterdir():
            if path.is_file() and path.suffix not in (".key", ".lock") and not path.name.endswith("-shm"):
                kept = self.files[path.name] = Kept()
                kept.durable, kept.there = bytearray(path.read_bytes()), True

    # --- what SQLite calls

    def _open(self, vfs: int, name: int | None, file: int, flags: int, out: Any) -> int:
        code = int(self._behind_open(addressof(self._behind), name, file, flags, out))
        if code == OK and name is not None and flags & MAIN_FILES:
            path = Path(ctypes.string_at(name).decode())
            if path.parent.resolve() == self.folder:
                found = _File.from_address(file)
                found.methods = self._methods(ctypes.cast(found.methods, c_void_p).value or 0)
                self._open_files[file] = path.name
                self.files.setdefault(path.name, Kept())
        return code

    def _methods(self, behind: int) -> Any:
        """The methods of a file with ours in the place of some; one set for each kind of file."""
        if behind in self._patched:
            return self._patched[behind]
        real = _Methods.from_address(behind)
        mine = _Methods.from_buffer_copy(real)
        write, truncate, close = _Write(real.write), _Truncate(real.truncate), _Close(real.close)

        def writing(file: int, data: int, size: int, at: int) -> int:
            return self._do(WRITE, file, at, ctypes.string_at(data, size), lambda: write(file, data, size, at))

        def truncating(file: int, size: int) -> int:
            return self._do(TRUNCATE, file, size, b"", lambda: truncate(file, size))

        def syncing(file: int, flags: int) -> int:
            return self._do(SYNC, file, 0, b"", lambda: OK)  # what stands behind need not reach any real disk

        def closing(file: int) -> int:
            self._open_files.pop(file, None)
            return int(close(file))

        made = (_Write(writing), _Truncate(truncating), _Sync(syncing), _Close(closing))
        mine.write, mine.truncate, mine.sync, mine.close = (ctypes.cast(one, c_void_p).value for one in made)
        if self.reads:
            read = _Read(real.read)

            def reading(file: int, data: int, size: int, at: int) -> int:
                instead = self.before(READ, self._open_files[file])
                return int(read(file, data, size, at)) if instead is None else instead

            made = (*made, _Read(reading))  # type: ignore[assignment]
            mine.read = ctypes.cast(made[-1], c_void_p).value
        self._keep += [made, mine]
        self._patched[behind] = ctypes.pointer(mine)
        return self._patched[behind]

    def _do(self, call: str, file: int, at: int, data: bytes, behind: Callable[[], int]) -> int:
        name = self._open_files[file]
        self.calls += 1
        instead = self.before(call, name)
        if instead is not None:
            return instead
        code = int(behind())
        if code == OK and name in self.files:
            if call == SYNC:
                self.files[name].sync()
                for kept in self.files.values():
                    kept.settle_removal()
            else:
                self.files[name].since.append((call, at, data))
        return code

    def _delete(self, vfs: int, name: int, sync_folder: int) -> int:
        path = Path(ctypes.string_at(name).decode())
        if path.name not in self.files or path.parent.resolve() != self.folder:
            return int(self._behind_delete(addressof(self._behind), name, sync_folder))
        self.calls += 1
        instead = self.before(DELETE, path.name)
        if instead is not None:
            return instead
        code = int(self._behind_delete(addressof(self._behind), name, 0))
        if code == OK:
            self.files[path.name].since.append((DELETE, 0, b""))
            if sync_folder:
                self.files[path.name].settle_removal()
        return code


def available() -> bool:
    """Whether the SQLite that Python uses can be reached; where it is linked into Python itself it may not be."""
    try:
        return bool(_library().sqlite3_vfs_find(None))
    except (AttributeError, OSError):
        return False


def _library() -> Any:
    """The SQLite that Python's ``sqlite3`` uses, which its extension brings with it."""
    library = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
    library.sqlite3_vfs_find.restype = c_void_p
    library.sqlite3_libversion.restype = c_char_p
    if library.sqlite3_libversion().decode() != sqlite3.sqlite_version:
        raise OSError("another SQLite was found than Python uses")
    return library

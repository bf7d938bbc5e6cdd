"""A rules package: the files that can decide a round and their manifest, in one archive that any later version can run.

A package is known by the version of its rules. The archive is a ZIP with its files in the order of their paths, all of the
same date and permissions, so that the same tree makes the same bytes (with the same zlib; the version depends on nothing but
the files). ``MANIFEST`` is the first file: JSON, ``manifest.Rules``.
"""

import hashlib
import io
import zipfile
import zlib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

import msgspec

from pitboss.rulebook import manifest
from pitboss.rulebook.closure import ENTRIES
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.manifest import PACKAGE, RulesFiles

MANIFEST = "MANIFEST"
MOST_BYTES = 64 * 1024 * 1024
MOST_FILES = 5_000
MOST_RATIO = 100  # of what an archive unpacks to and its own size, from a megabyte on; sources amount to about five
_DATE = (1980, 1, 1, 0, 0, 0)  # the first that a ZIP can have
_UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError, ValueError)


class Package(msgspec.Struct, frozen=True):
    """A package that was checked: every file is as its manifest says, and the manifest is the version's."""

    rules: RulesFiles
    files: dict[str, bytes]

    @property
    def version(self) -> str:
        return self.rules.version

    @classmethod
    def of(cls, root: Path | None = None, entry: str | None = None) -> "Package":
        """The package of a tree, else of the running package."""
        root = manifest.installed() if root is None else root
        rules = manifest.of(root, entry).rules
        return checked(rules, {path: (root / path).read_bytes() for path in rules.files})

    @classmethod
    def read(cls, data: bytes) -> "Package":
        """The package in an archive, or one sentence about what is wrong with it."""
        files = _unpacked(data)
        body = files.pop(MANIFEST, None)
        if body is None:
            raise RulebookError(f"This is no rules package: it has no {MANIFEST}.")
        try:
            rules = msgspec.json.decode(body, type=RulesFiles)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            raise RulebookError(f"The {MANIFEST} of this rules package cannot be read.") from None
        return checked(rules, files)

    def archive(self) -> bytes:
        """The archive; the same package makes the same bytes."""
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for name, body in ((MANIFEST, _json(self.rules)), *sorted(self.files.items())):
                info = zipfile.ZipInfo(name, _DATE)
                info.create_system, info.external_attr = 3, 0o100644 << 16
                archive.writestr(info, body, zipfile.ZIP_DEFLATED, 9)
        return out.getvalue()

    def unpack(self, folder: Path) -> None:
        """Write the files below a folder."""
        for path, body in self.files.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(body)


def pack(root: Path | None = None, entry: str | None = None) -> bytes:
    """The archive of a tree's rules, else of the running package's."""
    return Package.of(root, entry).archive()


def _json(rules: RulesFiles) -> bytes:
    return msgspec.json.format(msgspec.json.encode(rules, order="deterministic"), indent=1) + b"\n"


def _unpacked(data: bytes) -> dict[str, bytes]:
    """The files of an archive, by path; nothing is written anywhere."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            _check_size(len(members), sum(member.file_size for member in members), len(data))
            _check_names([member.filename for member in members])
            return {member.filename: _body(archive, member) for member in members}
    except _UNREADABLE:
        raise RulebookError("This is no rules package: it cannot be read as a ZIP archive.") from None


def _body(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    """A file of an archive. It is read up to the size that is told, because reading all would first inflate whatever is there."""
    with archive.open(member) as file:
        return file.read(member.file_size + 1)


def _check_size(files: int, size: int, packed: int) -> None:
    if files > MOST_FILES:
        raise RulebookError(f"This rules package has {files} files; at most {MOST_FILES} are allowed.")
    if size > MOST_BYTES:
        raise RulebookError(f"This rules package unpacks to {size} bytes; at most {MOST_BYTES} are allowed.")
    if size > max(1 << 20, MOST_RATIO * packed):
        raise RulebookError(
            f"This rules package of {packed} bytes unpacks to {size}; at most {MOST_RATIO} times as many are allowed."
        )


def _check_names(names: list[str]) -> None:
    """Each once, also where capitals do not count, and all below the package's folder."""
    twice = [name for name, count in Counter(name.casefold() for name in names).items() if count > 1]
    if twice:
        raise RulebookError(f"This rules package has {twice[0]!r} twice; each file is allowed once.")
    folders = {str(parent) for name in names for parent in PurePosixPath(name).parents}
    for name in names:
        parts = name.split("/")
        inside = parts[0] == PACKAGE and len(parts) > 1 and not {"", ".", ".."} & set(parts)
        if name != MANIFEST and not (
            inside and name.isprintable() and not {"\\", ":"} & set(name) and name not in folders
        ):
            raise RulebookError(f"This rules package has a file {name!r}; only files below {PACKAGE}/ are allowed.")


def checked(rules: RulesFiles, files: Mapping[str, bytes]) -> Package:
    """The package of these files, every one of which is as its manifest says; else one sentence about the first that is not."""
    if manifest.version(rules.files) != rules.version:
        raise RulebookError(f"The manifest of this rules package is not that of version {rules.version[:12]}.")
    for path in sorted({*rules.files, *files}):
        if path not in files:
            raise RulebookError(f"This rules package lacks {path}, which its manifest names.")
        if path not in rules.files:
            raise RulebookError(f"This rules package has {path}, which its manifest does not name.")
        if hashlib.sha256(files[path]).hexdigest() != rules.files[path]:
            raise RulebookError(f"In this rules package {path} is not as its manifest says.")
    if f"{rules.entry.replace('.', '/')}.py" not in files or rules.entry not in ENTRIES:
        raise RulebookError(f"This rules package has no module {rules.entry!r} that could replay a record.")
    return Package(rules, dict(files))

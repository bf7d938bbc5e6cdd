"""The rules of releases whose records name the release and no hash: a fixed list, with the packages shipped beside it.

Such a record is replayed by each version of the list in turn, for its release does not say which of them played it. Whatever
a package says of its own release counts for nothing: packages are addressed by their hash alone. Nothing is ever added to
the list, since every later record names a hash.
"""

import io
import lzma
import tarfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.manifest import RulesFiles
from pitboss.rulebook.package import MANIFEST, Package, checked

HASH_LENGTH = 64
ARCHIVE = Path(__file__).with_name("former.tar.xz")
# The hash of the rules, by the commit of the history that has them.
HASHES: Mapping[str, str] = {
    "9edd2e7": "5f1e27b0c55f75bd9defaf5b150899a42bfd2045a512e46472712fbd99bd8228",
    "bc46087": "c7197c99eca373a5497eb752dedb948cd96f0374247318fecd12b6217613e64c",
    "876512b": "01e335193b8139f17b0a6ddcd2b29b4d5322fa9ee5a63c3ba6f82ac288c9fa7e",
    "35f4189": "f66dd7b883e131b74f323d9352250a6b27300c50053109616ff4274445cc88ee",
    "d9678f6": "5ccb59bf5f31c6296de4245597f6065d44088fcaf58f3e525794d1535c711e54",
}
RELEASES: Mapping[str, tuple[str, ...]] = {
    "0.1.0": (HASHES["876512b"], HASHES["bc46087"], HASHES["9edd2e7"]),
    "0.2.0": (HASHES["d9678f6"], HASHES["35f4189"]),
}
VERSIONS = frozenset(HASHES.values())


def versions_of(name: str) -> tuple[str, ...]:
    """The hashes that the name of a version in a record can mean: itself where it is a hash, else those of a release."""
    return (name,) if len(name) == HASH_LENGTH else RELEASES.get(name, ())


def package(version: str) -> Package | None:
    """The package of a version in the list."""
    return read(ARCHIVE)[version] if version in VERSIONS else None


def shipped(packages: Mapping[str, Package]) -> bytes:
    """The archive of these packages. Files of one path stand together: they are nearly alike, and take little room so."""
    out = io.BytesIO()
    members = [(path, f"{v}/{path}", body) for v, one in packages.items() for path, body in one.files.items()]
    members += [(MANIFEST, f"{v}/{MANIFEST}", msgspec.json.encode(one.rules)) for v, one in packages.items()]
    with tarfile.open(fileobj=out, mode="w") as archive:
        for _, name, body in sorted(members):
            member = tarfile.TarInfo(name)
            member.size = len(body)
            archive.addfile(member, io.BytesIO(body))
    return lzma.compress(out.getvalue(), preset=9 | lzma.PRESET_EXTREME)


@cache
def read(shipped: Path) -> dict[str, Package]:
    """The packages of an archive that is our own, by version; what it says of them is checked all the same."""
    files: dict[str, dict[str, bytes]] = {}
    with tarfile.open(shipped, mode="r:xz") as archive:
        for member in archive:
            version, _, path = member.name.partition("/")
            if (file := archive.extractfile(member)) is not None:
                files.setdefault(version, {})[path] = file.read()
    found = {}
    for version, own in files.items():
        found[version] = checked(msgspec.json.decode(own.pop(MANIFEST), type=RulesFiles), own)
        if found[version].version != version:
            raise RulebookError(f"{shipped.name} has other rules in the place of {version[:12]}.")
    return found

"""Rules packages: the same bytes from the same tree, and a sentence for each that is not what it says."""

import hashlib
import io
import struct
import tracemalloc
import zipfile
from pathlib import Path

import msgspec
import pytest

from pitboss.rulebook import manifest, package
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.manifest import RulesFiles
from pitboss.rulebook.package import MANIFEST, Package, pack
from tests.rulebook.records import VERSIONS, package_of
from tests.rulebook.trees import REPLAY, copied, tree


@pytest.fixture
def small(tmp_path: Path) -> Package:
    return Package.of(tree(tmp_path / "small", house__table__replay="import pitboss.law", law="KNOWN = True", idle=""))


def zipped(files: list[tuple[str, bytes]]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, body in files:
            archive.writestr(zipfile.ZipInfo(name), body, zipfile.ZIP_DEFLATED, 1)
    return out.getvalue()


def with_files(rules: RulesFiles, files: dict[str, bytes]) -> bytes:
    return zipped([(MANIFEST, msgspec.json.encode(rules)), *files.items()])


def refused(data: bytes) -> str:
    with pytest.raises(RulebookError) as error:
        Package.read(data)
    sentence = str(error.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def test_same_tree_makes_the_same_bytes(tmp_path: Path) -> None:
    """Wherever it is, whenever its files were written, whoever may read them."""
    first, second = copied(tmp_path / "first"), copied(tmp_path / "second")
    for path in second.rglob("*.py"):
        path.touch()
        path.chmod(0o600)
    made = pack(first)
    assert made == pack(second)
    assert Package.read(made).archive() == made


def test_package_has_the_rules_and_nothing_else(small: Package) -> None:
    """The files that can decide a round, in order, after the manifest; all of one date and one permission."""
    with zipfile.ZipFile(io.BytesIO(small.archive())) as archive:
        members = archive.infolist()
    assert [member.filename for member in members] == [MANIFEST, *sorted(small.rules.files)]
    assert "pitboss/law.py" in small.files
    assert "pitboss/idle.py" not in small.files
    assert {(member.date_time, member.external_attr >> 16) for member in members} == {((1980, 1, 1, 0, 0, 0), 0o100644)}
    assert small.rules.release == "9.8.7"


@pytest.mark.parametrize("version", VERSIONS)
def test_older_packages_are_the_same_when_written_again(version: str) -> None:
    """And their version is the hash of what sha256sum would print of their files."""
    found = package_of(version)
    assert Package.read(found.archive()) == found
    assert manifest.version(found.rules.files) == found.version
    assert found.rules.release == version.split("-")[0]


def test_damaged_package_is_refused(small: Package) -> None:
    """A byte changed anywhere in the archive: read as before (where a ZIP ignores it) or refused, never read as another."""
    data = small.archive()
    other = 0
    for place in range(0, len(data), 7):
        damaged = bytearray(data)
        damaged[place] ^= 0x10
        try:
            assert Package.read(bytes(damaged)) == small
        except RulebookError:
            other += 1
    assert other > len(data) // 7 // 2
    for cut in (0, 1, 30, len(data) // 2, len(data) - 1):
        assert "cannot be read as a ZIP archive" in refused(data[:cut])


def test_package_that_differs_from_its_manifest_is_refused(small: Package) -> None:
    """A file changed, missing or added; a manifest of another version; an entry that is not there."""
    law = "pitboss/law.py"
    assert refused(with_files(small.rules, small.files | {law: b"KNOWN = False"})) == (
        f"In this rules package {law} is not as its manifest says."
    )
    without = {path: body for path, body in small.files.items() if path != law}
    assert refused(with_files(small.rules, without)) == f"This rules package lacks {law}, which its manifest names."
    assert refused(with_files(small.rules, small.files | {"pitboss/more.py": b""})) == (
        "This rules package has pitboss/more.py, which its manifest does not name."
    )
    renamed = msgspec.structs.replace(small.rules, version="0" * 64)
    assert (
        refused(with_files(renamed, small.files))
        == "The manifest of this rules package is not that of version 000000000000."
    )
    elsewhere = msgspec.structs.replace(small.rules, entry="pitboss.law")
    assert "has no module 'pitboss.law' that could replay a record" in refused(with_files(elsewhere, small.files))
    assert refused(zipped([(MANIFEST, b"{}"), *small.files.items()])) == (
        f"The {MANIFEST} of this rules package cannot be read."
    )
    assert refused(zipped(list(small.files.items()))) == f"This is no rules package: it has no {MANIFEST}."


@pytest.mark.parametrize(
    "name",
    ["../evil.py", "/etc/evil", "pitboss/../../evil.py", "pitboss//evil.py", "pitboss/./evil.py", "evil.py", "pitboss",
     "pitboss/", "pitboss\\evil.py", "C:/evil.py", "pitboss/evil\n.py", "pitboss/law.py/evil.py"],
)  # fmt: skip
def test_file_that_would_be_written_elsewhere_is_refused(name: str, small: Package) -> None:
    """Also where the manifest names it, with its right hash."""
    files = small.files | {name: b""}
    hashes = small.rules.files | {name: hashlib.sha256(b"").hexdigest()}
    rules = msgspec.structs.replace(small.rules, files=hashes, version=manifest.version(hashes))
    assert refused(with_files(rules, files)).endswith("only files below pitboss/ are allowed.")


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_file_that_is_there_twice_is_refused(small: Package) -> None:
    """Readers differ in which of two they take; also where only capitals differ."""
    for again in ("pitboss/law.py", "pitboss/LAW.py"):
        data = zipped([(MANIFEST, msgspec.json.encode(small.rules)), *small.files.items(), (again, b"")])
        assert refused(data) == "This rules package has 'pitboss/law.py' twice; each file is allowed once."


def test_bomb_is_refused_before_it_is_unpacked(small: Package) -> None:
    """At most so many files and bytes, and no more than an archive admits to."""
    empty = [(f"pitboss/f{n}.py", b"") for n in range(package.MOST_FILES + 1)]
    assert refused(zipped(empty)) == "This rules package has 5001 files; at most 5000 are allowed."
    large = zipped([("pitboss/large.py", bytes(package.MOST_BYTES + 1))])
    assert len(large) < 1_000_000
    assert refused(large) == "This rules package unpacks to 67108865 bytes; at most 67108864 are allowed."
    dense = zipped([("pitboss/dense.py", bytes(2 << 20))])
    assert refused(dense) == (
        f"This rules package of {len(dense)} bytes unpacks to {2 << 20}; at most 100 times as many are allowed."
    )
    place = large.rindex(b"PK\x01\x02") + 24  # where the directory says how large it is
    lying = large[:place] + struct.pack("<I", 10) + large[place + 4 :]
    tracemalloc.start()
    assert "cannot be read as a ZIP archive" in refused(lying)
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()


def test_tree_that_changes_while_it_is_packed_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was hashed is what is packed, or nothing is."""
    root = tree(tmp_path)
    found = manifest.of(root)
    (root / REPLAY).write_text("changed = True")
    monkeypatch.setattr(manifest, "of", lambda *_: found)
    with pytest.raises(RulebookError, match=r"is not as its manifest says\.$"):
        pack(root)

"""The rules of releases whose records name no hash: a fixed list, and a package for each hash in it."""

from pitboss.rulebook import former, manifest
from pitboss.rulebook.package import Package

MOST_BYTES = 400_000  # what they may add to a wheel


def test_every_hash_of_the_list_has_its_package() -> None:
    """Worked out again from the files; the release that a package names is the one under which it is listed."""
    assert former.read(former.ARCHIVE).keys() == former.VERSIONS
    for release, versions in former.RELEASES.items():
        for version in versions:
            found = former.package(version)
            assert found is not None
            assert manifest.version(found.rules.files) == version
            assert found.rules.release == release
            assert Package.read(found.archive()) == found
    assert {one for versions in former.RELEASES.values() for one in versions} == former.VERSIONS


def test_a_name_means_its_hash_or_the_hashes_of_a_release() -> None:
    """Nothing else: neither the release of today nor a part of a hash."""
    version = former.HASHES["bc46087"]
    assert former.versions_of(version) == (version,)
    assert former.versions_of("0.1.0") == former.RELEASES["0.1.0"]
    for name in ("", "0.3.0", version[:12], "0.1"):
        assert former.versions_of(name) == ()
        assert former.package(name) is None


def test_what_is_shipped_is_small() -> None:
    assert former.ARCHIVE.stat().st_size < MOST_BYTES

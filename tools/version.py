"""The version of what is built: the release at its tag, a development version (PEP 440) anywhere else in the history.

Hatchling asks here (pyproject.toml). A development version is in the metadata of a wheel only: ``pitboss.__version__``, which
records and papers name, is always that of a release. In an unpacked archive there is no history to ask: then it is the version
that the sdist was built as, else the release.
"""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = "src/pitboss/version.py"
RELEASE = re.compile(r'^__version__ = "(\d+\.\d+\.\d+)"$', re.MULTILINE)
DESCRIBED = re.compile(r"v(?P<tag>\d+\.\d+\.\d+)-(?P<since>\d+)-g(?P<commit>[0-9a-f]+)(?P<dirty>-dirty)?")


def version(root: Path = ROOT) -> str:
    """The version of a checkout, or of an unpacked archive."""
    release = release_of((root / SOURCE).read_text(encoding="utf-8"))
    if (built := root / "PKG-INFO").is_file():
        (named,) = re.findall(r"^Version: (.+)$", built.read_text(encoding="utf-8"), re.MULTILINE)[:1]
        return str(named)
    commit = _git(root, "rev-parse", "--short=12", "HEAD") if (root / ".git").exists() else ""
    if not commit:
        return release
    described = DESCRIBED.fullmatch(
        _git(root, "describe", "--tags", "--long", "--dirty", "--abbrev=12", "--match", "v[0-9]*.[0-9]*.[0-9]*")
    )
    if described is None:
        return f"{_next(release)}.dev{_git(root, 'rev-list', '--count', 'HEAD')}+g{commit}"
    if described["since"] == "0" and not described["dirty"]:
        if described["tag"] != release:
            raise SystemExit(f"The tag v{described['tag']} is on sources that say {release} in {SOURCE}.")
        return release
    coming = _next(release) if described["tag"] == release else release
    return f"{coming}.dev{described['since']}+g{commit}{'.dirty' if described['dirty'] else ''}"


def release_of(source: str) -> str:
    """The release that the text of ``version.py`` names."""
    found = RELEASE.search(source)
    if found is None:
        raise SystemExit(f"{SOURCE} has no line __version__ with three numbers.")
    return found[1]


def _next(release: str) -> str:
    """What a release is followed by at the least."""
    *others, last = release.split(".")
    return ".".join([*others, str(int(last) + 1)])


def _git(root: Path, *words: str) -> str:
    """What git says; nothing where there is none, or where it has nothing to say."""
    try:
        done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""

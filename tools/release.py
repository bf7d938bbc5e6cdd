"""A release: the version and its changelog entry first, then everything that is published, made and tried (docs/releasing.md).

    python -m tools.release 0.4.0           sets the version and dates what is "Unreleased"; read it, commit it
    python -m tools.release                 builds that commit twice, tries it in empty environments, fills dist/
    python -m tools.release --dry-run       says what it would do, and what stands in the way
    python -m tools.release --full          runs every test of the unpacked sdist, not only some

What is published comes from the last commit, not from the files beside it, and the same commit gives the same bytes: every time in
an archive is that of the commit. Nothing is sent anywhere.
"""

import argparse
import datetime
import hashlib
import json
import os
import platform
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.error
import urllib.request
import venv
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

from tools import sbom
from tools.archives import unpack
from tools.metadata import repository
from tools.version import RELEASE, SOURCE, release_of

PROJECT = Path(__file__).parent.parent
DIST = "dist"
CHANGELOG, CITATION = "CHANGELOG.md", "CITATION.cff"
NPM = "tools/web/node_modules"  # locked, and no part of a commit
SBOM, LICENCES, SUMS = "sbom.json", "licences.md", "SHA256SUMS"
NOTES, PROVENANCE = "notes.md", "provenance.json"
NUMBER = re.compile(r"\d+\.\d+\.\d+")
HEADING = re.compile(r"^## (\S+)(?: - (\d{4}-\d\d-\d\d))?$", re.MULTILINE)
UNRELEASED = "## Unreleased\n"
# What of the sdist's own tests is run unless all are asked for: that it is whole, and that the rules play.
SOME_TESTS = ("tests/test_packaging.py", "tests/test_sbom.py", "tests/kernel", "tests/cli/test_readme.py")
PATIENCE = 120.0  # seconds for a house to open in a new environment, where everything is compiled first
CLOSED = (0, -signal.SIGTERM)  # a house that was told to close hands the signal on when it has done so
KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE")
SETTINGS = ("PIP_", "UV_", "HTTP", "http", "https", "NO_PROXY", "no_proxy")  # where packages come from


class Stop(Exception):
    """Why there is no release, in one sentence."""


# --- the version and its entry in the changelog


def unreleased(changelog: str) -> str:
    """What changed since the last release."""
    _, found, rest = changelog.partition(UNRELEASED)
    if not found:
        raise Stop(f'{CHANGELOG} has no heading "Unreleased".')
    return re.split(r"^## ", rest, maxsplit=1, flags=re.MULTILINE)[0].strip()


def dated(changelog: str, version: str, date: str) -> str:
    """The changelog with what was unreleased under a heading of its own, and nothing unreleased."""
    if not unreleased(changelog):
        raise Stop(f'Nothing in {CHANGELOG} is "Unreleased", so there is nothing to release.')
    released = [name for name, _ in HEADING.findall(changelog)]
    if version in released:
        raise Stop(f"{CHANGELOG} has an entry for {version} already.")
    head, _, rest = changelog.partition(UNRELEASED)
    return f"{head}{UNRELEASED}\n## {version} - {date}\n{rest}"


def later(version: str, than: str) -> bool:
    return tuple(map(int, version.split("."))) > tuple(map(int, than.split(".")))


def prepare(project: Path, version: str, date: str, *, dry: bool) -> None:
    """Set the version, and date its entry in the changelog."""
    source, changelog = (project / SOURCE).read_text("utf-8"), (project / CHANGELOG).read_text("utf-8")
    if not NUMBER.fullmatch(version):
        raise Stop(f"A version has three numbers like 0.4.0, not {version!r}.")
    before = release_of(source)
    if not later(version, before):
        raise Stop(f"{version} is not later than {before}, which is the version now.")
    entry = dated(changelog, version, date)
    say(f"{SOURCE}: {before} becomes {version}")
    say(f"{CHANGELOG}: {len(unreleased(changelog).splitlines())} lines become {version} - {date}")
    if not dry:
        (project / SOURCE).write_text(RELEASE.sub(f'__version__ = "{version}"', source), "utf-8")
        (project / CHANGELOG).write_text(entry, "utf-8")
        cited = (project / CITATION).read_text("utf-8")
        cited = re.sub(r"^version: .*$", f"version: {version}", cited, flags=re.MULTILINE)
        cited = re.sub(r"^date-released: .*$", f'date-released: "{date}"', cited, flags=re.MULTILINE)
        (project / CITATION).write_text(cited, "utf-8")
        if project == PROJECT:
            run([sys.executable, "-m", "tools.surface"], project)  # what this release promises
        say(f'commit them as "Release {version}", tag it (git tag -a v{version}), and run this without a version')


def check_entry(project: Path) -> str:
    """The version to release; refused while something is unreleased, or where the newest entry is of another version."""
    version = release_of((project / SOURCE).read_text("utf-8"))
    changelog = (project / CHANGELOG).read_text("utf-8")
    if unreleased(changelog):
        raise Stop(f'{CHANGELOG} has changes under "Unreleased": give them a version first.')
    newest = next((name for name, date in HEADING.findall(changelog) if date), "")
    if newest != version:
        raise Stop(f"The newest entry of {CHANGELOG} is {newest or 'none'}, but the version is {version}.")
    return version


# --- the commit


class Commit(NamedTuple):
    """What is released: its hash, and its time in seconds, which is that of every file in the archives."""

    hash: str
    epoch: int


def last_commit(project: Path) -> Commit:
    if not (project / ".git").exists():
        raise Stop("A release is made from a checkout with its history; here is none.")
    told = run(["git", "log", "-1", "--format=%H %ct"], project).split()
    return Commit(told[0], int(told[1]))


def check_committed(project: Path) -> None:
    """Refuse while files differ from the last commit: they would not be in the release."""
    if changed := run(["git", "status", "--porcelain"], project).splitlines():
        raise Stop(f"{len(changed)} files differ from the last commit; commit them or put them away first.")


def check_tag(project: Path, version: str) -> None:
    """Refuse a commit that is not tagged as its release: the tag is what others check out to build it again."""
    if f"v{version}" not in run(["git", "tag", "--points-at", "HEAD"], project).split():
        raise Stop(f"The last commit has no tag v{version}; make it first: git tag -a v{version}.")


def unpack_commit(project: Path, commit: Commit, target: Path) -> Path:
    """The files of a commit in a folder of their own, and nothing else that lies about."""
    target.mkdir(parents=True)
    packed = target.with_name(target.name + ".tar")
    run(["git", "archive", "--format=tar", "-o", str(packed), commit.hash], project)
    unpack(packed, target)
    packed.unlink()
    if (npm := project / NPM).exists():  # esbuild, which bundles the pages
        (target / NPM).symlink_to(npm)
    return target


# --- building


def build(source: Path, target: Path, epoch: int) -> list[Path]:
    """Wheel and sdist of a folder, with this time on every file in them."""
    target.mkdir(parents=True, exist_ok=True)
    settings = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch)}
    run([sys.executable, "-m", "hatchling", "build", "-d", str(target)], source, settings)
    made = sorted(path for path in target.iterdir() if path.name.endswith((".whl", ".tar.gz")))
    if len(made) != 2:
        raise Stop(f"Expected a wheel and an sdist, not {', '.join(path.name for path in made) or 'nothing'}.")
    return made


def compare(first: list[Path], second: list[Path]) -> None:
    """Refuse two builds that are not the same, byte for byte."""
    for one, other in zip(first, second, strict=True):
        if one.name != other.name or digest(one) != digest(other):
            raise Stop(f"{one.name} is not the same when it is built again.")


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


# --- trying it in an empty environment


def clean_settings() -> dict[str, str]:
    """The environment of somebody who has just this: no path of ours, only where packages come from."""
    return {name: value for name, value in os.environ.items() if name in KEPT or name.startswith(SETTINGS)}


def empty_environment(folder: Path) -> Path:
    """A new virtual environment; its Python."""
    venv.create(folder, with_pip=True, clear=True, symlinks=True)
    return folder / "bin" / "python"


def install_wheel(python: Path, wheel: Path, lock: Path) -> None:
    """The locked packages, each checked against its hash, and the wheel, with no index asked for it."""
    uv = shutil.which("uv", path=str(Path(sys.executable).parent)) or shutil.which("uv")
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if uv is not None:
        pip = [uv, "pip", "install", "--quiet", "--python", str(python)]
    run([*pip, "--require-hashes", "-r", str(lock)], wheel.parent, clean_settings())
    run([*pip, "--no-index", "--no-deps", str(wheel)], wheel.parent, clean_settings())


def try_serving(command: Path, folder: Path) -> None:
    """Open a demonstration house with an installed `pitboss`, wait until it is ready, and close it."""
    folder.mkdir(parents=True, exist_ok=True)
    port = free_port()
    words = [str(command), "serve", "--demo", "--port", str(port), "--database", str(folder / "house.db")]
    with (folder / "serve.txt").open("wb") as told:
        house = subprocess.Popen(words, cwd=folder, env=clean_settings(), stdout=told, stderr=subprocess.STDOUT)
        try:
            wait_until_ready(house, port, folder / "serve.txt")
        finally:
            house.send_signal(signal.SIGTERM)
            try:
                status = house.wait(30)
            except subprocess.TimeoutExpired:
                house.kill()
                raise Stop("The house was told to close and did not within 30 seconds.") from None
    if status not in CLOSED:
        raise Stop(f"The house closed with status {status}: {last_line(folder / 'serve.txt')}")


def wait_until_ready(house: "subprocess.Popen[bytes]", port: int, told: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if house.poll() is not None:
            raise Stop(f"`pitboss serve --demo` ended with status {house.returncode}: {last_line(told)}")
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health/ready", timeout=5) as reply:
                if reply.status == 200:
                    return
        except (urllib.error.URLError, OSError):
            time.sleep(0.3)
    raise Stop(f"`pitboss serve --demo` did not answer at /health/ready within {PATIENCE:.0f} seconds.")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def try_sdist(sdist: Path, folder: Path, *, full: bool) -> None:
    """Unpack the sdist and run its own tests in an environment that it makes for itself: some of them, or all."""
    unpack(sdist, folder)
    (unpacked,) = (path for path in folder.iterdir() if path.is_dir())
    python = {"PYTHON": os.path.realpath(sys.executable)}
    settings = clean_settings() | python
    if full:
        run(["make", "test"], unpacked, settings)
        return
    run(["make", "setup"], unpacked, settings)
    run([".venv/bin/pytest", "-n", "0", "-m", "not slow", *SOME_TESTS], unpacked, settings)


# --- what lies beside the archives


def describe(source: Path, target: Path) -> list[Path]:
    """Bill of materials and licences of the runtime lock."""
    lock = (source / sbom.RUNTIME).read_text("utf-8")
    about = tomllib.loads((source / "pyproject.toml").read_text("utf-8"))["project"]
    bill, licences = target / SBOM, target / LICENCES
    bill.write_text(json.dumps(sbom.bill(lock, about), indent=1) + "\n", "utf-8")
    licences.write_text(sbom.licence_list(lock), "utf-8")
    return [bill, licences]


def notes(project: Path, version: str) -> str:
    """What the changelog says of a version, for whoever reads of the release elsewhere."""
    _, _, rest = (project / CHANGELOG).read_text("utf-8").partition(f"\n## {version} - ")
    date, _, entry = rest.partition("\n")
    return f"# pitboss {version} ({date})\n\n{re.split('^## ', entry, maxsplit=1, flags=re.MULTILINE)[0].strip()}\n"


def provenance(source: Path, commit: Commit, version: str, files: list[Path]) -> dict[str, Any]:
    """What was made from what and how, as an in-toto statement of SLSA's form; nobody signs it here."""
    address = repository(source)
    locks = sorted((source / "requirements").glob("*.txt"))
    return {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{"name": path.name, "digest": {"sha256": digest(path)}} for path in sorted(files)],
        "predicateType": "https://slsa.dev/provenance/v1",
        "predicate": {
            "buildDefinition": {
                "buildType": f"{address or 'pitboss'}/docs/releasing.md",
                "externalParameters": {"tag": f"v{version}", "command": "make release"},
                "internalParameters": {
                    "SOURCE_DATE_EPOCH": commit.epoch,
                    "python": platform.python_version(),
                    "hatchling": metadata.version("hatchling"),
                },
                "resolvedDependencies": [
                    {"uri": f"git+{address}@v{version}" if address else "git", "digest": {"gitCommit": commit.hash}},
                    *({"uri": f"requirements/{path.name}", "digest": {"sha256": digest(path)}} for path in locks),
                ],
            },
            "runDetails": {"builder": {"id": f"{address or 'pitboss'}/tools/release.py"}},
        },
    }


def write_sums(files: list[Path], target: Path) -> Path:
    """SHA256SUMS, as `sha256sum --check` reads it."""
    sums = target / SUMS
    sums.write_text("".join(f"{digest(path)}  {path.name}\n" for path in sorted(files)), "utf-8")
    return sums


def publish(files: list[Path], dist: Path) -> None:
    """Put everything into dist/, in the place of what was there."""
    shutil.rmtree(dist, ignore_errors=True)
    dist.mkdir(parents=True)
    for path in files:
        shutil.copy2(path, dist / path.name)


# --- all of it


def release(project: Path, *, dry: bool, full: bool, installs: bool = True) -> None:
    """Build the last commit, try it, and fill dist/; the first thing that is wrong ends it, and dist/ stays as it was."""
    version = check_entry(project)
    check_committed(project)
    commit = last_commit(project)
    check_tag(project, version)
    say(f"releasing {version} from commit {commit.hash[:12]}")
    if dry:
        for step in STEPS:
            say(f"would {step}")
        return
    with scratch() as folder:
        source = unpack_commit(project, commit, folder / "source")
        say("building twice")
        made = build(source, folder / "first", commit.epoch)
        again = unpack_commit(project, commit, folder / "again")
        compare(made, build(again, folder / "second", commit.epoch))
        sdist, wheel = sorted(made, key=lambda path: path.suffix == ".whl")
        if installs:
            say("installing the wheel in an empty environment, and opening a house with it")
            python = empty_environment(folder / "empty")
            install_wheel(python, wheel, source / sbom.RUNTIME)
            try_serving(python.parent / "pitboss", folder / "house")
            say(f"running {'all' if full else 'some'} tests of the unpacked sdist")
            try_sdist(sdist, folder / "unpacked", full=full)
        files = [*made, *describe(source, folder / "first")]
        (folder / "first" / NOTES).write_text(notes(source, version), "utf-8")
        statement = json.dumps(provenance(source, commit, version, files), indent=1)
        (folder / "first" / PROVENANCE).write_text(statement + "\n", "utf-8")
        files += [folder / "first" / NOTES, folder / "first" / PROVENANCE]
        publish([*files, write_sums(files, folder / "first")], project / DIST)
    for line in (project / DIST / SUMS).read_text("utf-8").splitlines():
        say(line)


STEPS = (
    "build wheel and sdist of it twice, and compare them",
    "install the wheel with the runtime lock in an empty environment, open `pitboss serve --demo`, and close it",
    "unpack the sdist and run its own tests",
    f"write {SBOM}, {LICENCES}, {NOTES}, {PROVENANCE} and {SUMS} into {DIST}/",
)


@contextmanager
def scratch() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="pitboss-release-") as folder:
        yield Path(folder)


def run(command: list[str], folder: Path, settings: Mapping[str, str] | None = None) -> str:
    """What a command says; where it fails, its last line is the reason."""
    done = subprocess.run(
        command, cwd=folder, env=settings, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode:
        lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        raise Stop(
            f"`{' '.join(command)}` failed with status {done.returncode}: {lines[-1] if lines else 'it said nothing.'}"
        )
    return done.stdout


def last_line(path: Path) -> str:
    lines = [line for line in path.read_text("utf-8", errors="replace").splitlines() if line.strip()]
    return lines[-1] if lines else "it said nothing."


def say(words: str) -> None:
    print(words, flush=True)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.release", description="Make a release.")
    parser.add_argument("version", nargs="?", default="", help="set this version, and date what is unreleased")
    parser.add_argument("--date", default="", help="of the entry in the changelog; else today's, UTC")
    parser.add_argument("--dry-run", action="store_true", help="say what would be done")
    parser.add_argument("--full", action="store_true", help="run every test of the unpacked sdist")
    given = parser.parse_args(arguments)
    try:
        if given.version:
            today = given.date or datetime.datetime.now(datetime.UTC).date().isoformat()
            prepare(PROJECT, given.version, str(datetime.date.fromisoformat(today)), dry=given.dry_run)
        else:
            release(PROJECT, dry=given.dry_run, full=given.full)
    except ValueError:
        sys.exit(f"Expected a date like 2026-11-17, not {given.date!r}.")
    except Stop as why:
        sys.exit(str(why))


if __name__ == "__main__":
    main()

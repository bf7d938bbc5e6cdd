"""The rules as a dependency: the wheel, installed into an empty environment with the locked base and nothing else."""

import json
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hatchling.builders.wheel import WheelBuilder

from pitboss import catalogue, extras
from tests.library.conftest import record

__all__ = ["record"]

PROJECT = Path(__file__).parents[1]
BASE = PROJECT / "requirements" / "base.txt"
UV = [sys.executable, "-m", "uv"]
MEGABYTES, WHEEL_MEGABYTES = 45, 4.5  # the aim for the wheel is 3, which is missed (docs/installing.md)
# Every platform that the metadata name, and the Pythons.
PLATFORMS = ("x86_64-manylinux_2_28", "aarch64-manylinux_2_28", "aarch64-apple-darwin", "x86_64-pc-windows-msvc")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
COMMANDS = {
    "serve": ["serve", "--demo"],
    "mathematics": ["simulate", "roulette"],
    "papers": ["guide", "roulette", "--out", "guide.pdf"],
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    (made,) = WheelBuilder(str(PROJECT)).build(directory=str(tmp_path_factory.mktemp("wheel")), versions=["standard"])
    return Path(made)


def asked_of_uv(*words: str, typed: str = "") -> str:
    """What uv prints; skipped where there is neither an index nor what it keeps of one."""
    done = subprocess.run([*UV, *words], input=typed, cwd=PROJECT, capture_output=True, text=True)
    if done.returncode and any(sign in done.stderr for sign in ("Failed to fetch", "error sending request")):
        pytest.skip("NO INDEX REACHED: installing the rules alone is not tested.")
    assert done.returncode == 0, done.stderr
    return done.stdout


def environment(folder: Path, *install: str) -> Path:
    """An empty environment with these installed; its Python."""
    python = folder / "bin" / "python"
    asked_of_uv("venv", "--quiet", "--python", sys.executable, str(folder))
    for one in install:
        asked_of_uv("pip", "install", "--quiet", "--python", str(python), *one.split())
    return python


@pytest.fixture(scope="module")
def base(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with the rules alone, each package checked against its hash."""
    return environment(tmp_path_factory.mktemp("base"), f"--require-hashes -r {BASE}", f"--no-index --no-deps {wheel}")


def done_alone(python: Path, record: Path, *words: str) -> dict[str, Any]:
    command = [str(python), "-I", str(PROJECT / "tests" / "base_alone.py"), str(record), *words]
    done = subprocess.run(command, capture_output=True, text=True, cwd=record.parent)
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


@pytest.mark.parametrize("words", [(), ("hide",)], ids=["here", "as on Windows"])
def test_the_base_plays_verifies_and_refuses_in_a_sentence(base: Path, record: Path, words: tuple[str, ...]) -> None:
    told = done_alone(base, record, *words)
    assert not {"litestar", "numpy", "zstandard", "httpx", "pyarrow"} & set(told.pop("installed"))
    unix = told.pop("unix")
    assert not (words and unix)
    assert told == {
        "games": len(catalogue.games()),
        "played": ["blackjack"],
        "verified": ["roulette", 2, 1000],
        "scenario": ["10.00"],
        "edge": "1/19",
        "layout": "<svg",
        "refused": extras.sentence("mathematics"),
        "imports": {"client.House": extras.sentence("client"), "environments.SeatEnv": extras.sentence("rl")},
    }


def test_the_commands_of_the_base(base: Path, record: Path, tmp_path: Path) -> None:
    """Verification and conformance need nothing else; what does says which extra."""
    command = str(base.with_name("pitboss"))

    def said(*words: str, typed: str = "") -> tuple[int, str]:
        done = subprocess.run([command, *words], input=typed, capture_output=True, text=True, cwd=tmp_path)
        assert "Traceback" not in done.stderr
        return done.returncode, done.stdout or done.stderr.strip()

    assert said("verify", str(record))[0] == 0
    for extra, words in COMMANDS.items():
        assert said(*words) == (2, extras.sentence(extra))
    runner = [str(base), str(PROJECT / "conformance" / "run.py"), "--game", "roulette"]
    done = subprocess.run([*runner, "--", command, "conformance", "answer"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_base_is_small(base: Path, wheel: Path) -> None:
    """Its environment on the disk before Python compiles any of it, and what is downloaded of ours without documentation."""
    files = [path for path in base.parent.parent.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert sum(path.lstat().st_size for path in files) <= MEGABYTES * 1_000_000
    with zipfile.ZipFile(wheel) as archive:
        ours = sum(one.compress_size for one in archive.infolist() if not one.filename.startswith("pitboss/docs/"))
    assert 1_000_000 < ours <= WHEEL_MEGABYTES * 1_000_000


@pytest.mark.parametrize("python", PYTHONS)
def test_the_base_has_binary_wheels_for_every_platform(python: str) -> None:
    """uv resolves it from wheels alone, for systems that are not here."""
    named = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    for platform in PLATFORMS:
        asked = ["--only-binary", ":all:", "--python-version", python, "--python-platform", platform, "-c", str(BASE)]
        compile = ("pip", "compile", "--quiet", "--no-header", "--no-python-downloads", *asked, "-")
        assert "msgspec==" in asked_of_uv(*compile, typed="\n".join(named))

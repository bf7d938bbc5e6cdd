"""The container recipe: linted, read by a parser, its health check run; built and run where there is an engine for it."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tools.release import free_port

PROJECT = Path(__file__).parent.parent
DOCKERFILE = PROJECT / "Dockerfile"
DEPLOYMENT = PROJECT / "examples" / "deployment"
COMPOSE = [DEPLOYMENT / f"compose{kind}.yaml" for kind in ("", ".postgres", ".machines")]
HADOLINT = shutil.which("hadolint", path=str(Path(sys.executable).parent)) or shutil.which("hadolint")


def instructions(text: str = "") -> list[tuple[str, str]]:
    """The instructions of the Dockerfile in their order, continued lines put together."""
    text = re.sub(r"^#.*\n", "", text or DOCKERFILE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    lines = re.sub(r"\\\n\s*", " ", text).splitlines()
    return [(line.partition(" ")[0], line.partition(" ")[2].strip()) for line in lines if line.strip()]


def of(name: str) -> list[str]:
    return [words for instruction, words in instructions() if instruction == name]


def engine() -> str | None:
    """A program that builds and runs containers here; the client alone is not enough."""
    for name in ("docker", "podman"):
        if (found := shutil.which(name)) and subprocess.run([found, "info"], capture_output=True).returncode == 0:
            return found
    return None


def test_hadolint_finds_nothing(tmp_path: Path) -> None:
    """And it would say so."""
    if HADOLINT is None:
        pytest.skip("NO HADOLINT FOUND: the Dockerfile is not linted.")
    done = subprocess.run([HADOLINT, str(DOCKERFILE)], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")
    wrong = tmp_path / "Dockerfile"
    wrong.write_text(DOCKERFILE.read_text().replace("WORKDIR /src", "RUN cd /src"))
    assert "DL3003" in subprocess.run([HADOLINT, str(wrong)], capture_output=True, text=True).stdout


def test_every_package_is_checked_against_its_hash_and_nobody_is_root() -> None:
    installs = [run for run in of("RUN") if "pip install" in run]
    assert len(installs) == 2
    assert all("--require-hashes" in run or "--no-index --no-deps" in run for run in installs)
    assert len(of("FROM")) == 2
    assert all(re.search(r":\d+\.\d+", image) for image in of("FROM"))
    user = [number for number, (name, _) in enumerate(instructions()) if name == "USER"]
    last = [number for number, (name, _) in enumerate(instructions()) if name in ("RUN", "COPY")]
    assert of("USER") == ["10001:10001"]
    assert user[0] > max(last)  # nothing of the image belongs to who runs it


def test_all_that_is_copied_is_there_and_sent_to_the_builder() -> None:
    """``.dockerignore`` leaves everything out but what is named there."""
    ignored = (PROJECT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    sent = {line.removeprefix("!") for line in ignored if line.startswith("!")}
    assert "*" in ignored
    for words in of("COPY"):
        if not words.startswith("--from"):
            for source in words.split()[:-1]:
                assert (PROJECT / source).exists()
                assert source in sent


@pytest.mark.parametrize("file", COMPOSE, ids=lambda path: path.name)
def test_services_write_to_volumes_alone_and_have_no_rights(file: Path) -> None:
    """A root that cannot be written to, no capability that is not named, no new privileges; every name is declared."""
    found: dict[str, Any] = yaml.safe_load(file.read_text(encoding="utf-8"))
    written = set(json.loads(of("VOLUME")[0]))
    for name, service in found["services"].items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert not {"privileged", "pid", "devices"} & set(service), name
        mounted = [one.split(":") for one in service["volumes"]]
        assert {source for source, *_ in mounted if not source.startswith("./")} <= set(found["volumes"])
        assert {one["source"] for one in service.get("configs", ())} <= set(found.get("configs", ()))
        assert set(service.get("secrets", ())) <= set(found.get("secrets", ()))
        assert set(service.get("depends_on", ())) <= set(found["services"])
        if service.get("image") == "pitboss":
            assert {target for _, target, *_ in mounted} == written
            assert (file.parent / service["build"]).resolve() == PROJECT
    assert all(path.exists() for path in [PROJECT / "examples/deployment/nginx.conf"])


def commands() -> list[list[str]]:
    """What each house of the compose files is started with."""
    files = [yaml.safe_load(file.read_text(encoding="utf-8")) for file in COMPOSE]
    houses = [service for one in files for name, service in one["services"].items() if name.startswith("house")]
    return [service["command"] for service in houses]


@pytest.mark.parametrize(
    "words", commands(), ids=["file", "postgres", "first machine", "second machine", "third machine"]
)
def test_the_house_is_started_with_settings_that_it_has(words: list[str], tmp_path: Path) -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "pitboss.cli", *words, "--show-settings"], capture_output=True, text=True, cwd=tmp_path
    )
    assert shown.returncode == 0, shown.stderr


def test_the_health_check_is_answered_by_a_house(tmp_path: Path) -> None:
    """The very command of the Dockerfile, against a house that is known by another name."""
    port = free_port()
    settings = os.environ | {"PITBOSS_PORT": str(port), "PITBOSS_DATABASE": str(tmp_path / "house.db")}
    (check,) = [words.partition("CMD ")[2] for words in of("HEALTHCHECK")]
    command = [sys.executable, *json.loads(check)[1:]]
    assert subprocess.run(command, env=settings, capture_output=True).returncode != 0
    words = ["serve", "--demo", "--host", "0.0.0.0", "--name", "house.example"]
    with (tmp_path / "log.txt").open("wb") as log:
        house = subprocess.Popen(
            [sys.executable, "-m", "pitboss.cli", *words], env=settings, cwd=tmp_path, stdout=log, stderr=log
        )
        try:
            while subprocess.run(command, env=settings, capture_output=True).returncode:
                assert house.poll() is None, (tmp_path / "log.txt").read_text()
        finally:
            house.terminate()
            house.wait(60)


@pytest.mark.slow
def test_an_image_is_built_and_a_house_runs_in_it() -> None:
    """With a root that cannot be written to, until its own health check finds it healthy."""
    program = engine()
    if program is None:
        pytest.skip("NO CONTAINER ENGINE FOUND: the image is neither built nor run.")
    subprocess.run([program, "build", "-t", "pitboss-test", str(PROJECT)], check=True)
    confined = ["--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"]
    run = [program, "run", "--rm", "--detach", *confined, "pitboss-test", "serve", "--demo", "--host", "0.0.0.0"]
    name = subprocess.run(run, check=True, capture_output=True, text=True).stdout.strip()
    check = json.loads(of("HEALTHCHECK")[0].partition("CMD ")[2])
    try:
        for _ in range(120):
            if subprocess.run([program, "exec", name, *check], capture_output=True).returncode == 0:
                break
            subprocess.run(["sleep", "1"], check=True)
        else:
            pytest.fail(subprocess.run([program, "logs", name], capture_output=True, text=True).stderr)
        who = subprocess.run([program, "exec", name, "id", "-u"], capture_output=True, text=True, check=True)
        assert who.stdout.strip() == "10001"
        touched = subprocess.run([program, "exec", name, "touch", "/opt/pitboss/x"], capture_output=True)
        assert touched.returncode != 0
    finally:
        subprocess.run([program, "stop", name], capture_output=True, check=False)


def test_machines_differ_in_their_address_alone_and_the_proxy_asks_all_of_them() -> None:
    """And each is reached under the name by which it says that it is."""
    services = yaml.safe_load(COMPOSE[-1].read_text(encoding="utf-8"))["services"]
    houses = {name: one["command"] for name, one in services.items() if name.startswith("house")}
    assert len(houses) == 3
    assert len({tuple(word for word in words if "--address" not in word) for words in houses.values()}) == 1
    for name, words in houses.items():
        assert f"--address={name}:7600" in words
        assert f"server {name}:8000" in services["proxy"]["command"][2]


@pytest.mark.parametrize("name", ["founding", "standby"])
def test_scripts_of_the_databases_are_scripts(name: str, tmp_path: Path) -> None:
    """As the engine writes them, read by a shell; and one that is none is found out."""
    text = yaml.safe_load(COMPOSE[-1].read_text(encoding="utf-8"))["configs"][name]["content"].replace("$$", "$")
    for script, status in ((text, 0), (text.replace("fi\n", "") if "fi\n" in text else text + "if\n", 2)):
        (tmp_path / "script").write_text(script)
        assert subprocess.run(["sh", "-n", str(tmp_path / "script")], capture_output=True).returncode == status

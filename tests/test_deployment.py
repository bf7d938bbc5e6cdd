"""What we hand out for a machine: the units of systemd, and the settings. The configuration of nginx is run in tests/house."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.cli.exits import REFUSED
from pitboss.cli.serve_settings import resolve
from pitboss.rulebook import confinement

DEPLOYMENT = Path(__file__).parent.parent / "examples" / "deployment"
ANALYZE = shutil.which("systemd-analyze")
EXPOSED = 20  # tenths: what `systemd-analyze security` may find at most, where 100 is a service that may do everything


@pytest.fixture
def units(tmp_path: Path) -> list[str]:
    """The units, with a program that is here in the place of the one that would be installed."""
    if ANALYZE is None:
        pytest.skip("systemd-analyze is not installed")
    service = (DEPLOYMENT / "pitboss.service").read_text()
    assert service.count("/opt/pitboss/bin/pitboss serve") == 1
    (tmp_path / "pitboss.service").write_text(service.replace("/opt/pitboss/bin/pitboss", sys.executable))
    shutil.copy(DEPLOYMENT / "pitboss.socket", tmp_path)
    witness = (DEPLOYMENT / "pitboss-witness.service").read_text()
    (tmp_path / "pitboss-witness.service").write_text(witness.replace("/opt/pitboss/bin/pitboss", sys.executable))
    return [str(tmp_path / name) for name in ("pitboss.service", "pitboss.socket", "pitboss-witness.service")]


def analyze(*words: str) -> subprocess.CompletedProcess[str]:
    assert ANALYZE is not None
    return subprocess.run([ANALYZE, "--no-pager", *words], capture_output=True, text=True, check=False)


def test_systemd_finds_nothing_wrong_with_the_units(units: list[str], tmp_path: Path) -> None:
    """No key that it does not know, no value that it does not take; and it would say so."""
    done = analyze("verify", *units)
    assert (done.returncode, done.stderr) == (0, "")
    wrong = tmp_path / "wrong.service"
    wrong.write_text(Path(units[0]).read_text().replace("ProtectHome=yes", "ProtectHouse=yes"))
    assert "ProtectHouse" in analyze("verify", str(wrong)).stderr


def test_the_service_may_do_little(units: list[str]) -> None:
    """As systemd rates it; without the lines that protect, it is found out."""
    rated = ("security", "--offline=yes", f"--threshold={EXPOSED}")
    for unit, protected in ((units[0], "# What the house does not need"), (units[2], "# What a witness does not need")):
        assert analyze(*rated, unit).returncode == 0, analyze(*rated, unit).stdout
        service = Path(unit)
        service.write_text(service.read_text().partition(protected)[0])
        assert analyze(*rated, unit).returncode != 0


def test_the_witness_ends_for_good_only_where_a_person_has_to_look() -> None:
    """Its command is one that ``pitboss witness`` takes; the status with which it ends for a fork is not started again."""
    unit = (DEPLOYMENT / "pitboss-witness.service").read_text()
    command = shlex.split(re.findall(r"^ExecStart=((?:.*\\\n)*.*)$", unit, re.MULTILINE)[0].replace("\\\n", " "))
    options = {word for word in command if word.startswith("--")}
    taken = subprocess.run(
        [sys.executable, "-m", "pitboss.cli", "witness", "--help"],
        capture_output=True,
        text=True,
        check=True,
        env={"COLUMNS": "300", "TERM": "dumb", "PATH": "/usr/bin"},
    ).stdout
    assert options == {"--name", "--every", "--key", "--state", "--alarm"}
    assert all(option in taken for option in options)
    assert f"RestartPreventExitStatus={REFUSED}\n" in unit
    assert "StateDirectory=pitboss-witness\n" in unit


def allowed_calls(service: str) -> set[str]:
    """The system calls that the filters of a service leave, as systemd reads them: line after line, ``~`` takes away."""
    found: set[str] = set()
    for words in re.findall(r"^SystemCallFilter=(.*)$", service, re.MULTILINE):
        named = {call for word in words.removeprefix("~").split() for call in calls_of(word)}
        found = found - named if words.startswith("~") else found | named
    return found


def calls_of(word: str) -> set[str]:
    """A system call, or those of a set that systemd knows."""
    if not word.startswith("@"):
        return {word}
    lines = [line.strip() for line in analyze("syscall-filter", word).stdout.splitlines()[1:]]
    return {call for line in lines if line and not line.startswith("#") for call in calls_of(line)}


def test_the_service_may_confine_what_replays_a_record(units: list[str]) -> None:
    """Landlock, and prctl for the filter, are left; what the confined process itself needs is left too."""
    service = Path(units[0]).read_text()
    needed = {"landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self", "prctl", *confinement.CALLS}
    left = allowed_calls(service)
    assert needed <= left, sorted(needed - left)
    assert "reboot" not in left
    without = "\n".join(line for line in service.splitlines() if "landlock" not in line)
    assert "landlock_restrict_self" not in allowed_calls(without)
    for setting in ("RestrictNamespaces=yes", "NoNewPrivileges=yes", "RestrictSUIDSGID=yes"):
        assert setting in service  # nothing of it had to be given up


def test_the_units_agree_with_the_settings() -> None:
    """One address in socket, settings and proxy; the proxy that is trusted is the one that asks."""
    found = resolve({}, {}, DEPLOYMENT / "pitboss.toml").settings
    address = f"{found.host}:{found.port}"
    assert f"ListenStream={address}\n" in (DEPLOYMENT / "pitboss.socket").read_text()
    proxy = (DEPLOYMENT / "nginx.conf").read_text()
    assert f"server {address};" in proxy
    assert found.trusted_proxies == (found.host,)
    assert f"server_name {found.names[0]};" in proxy
    assert found.url == f"https://{found.names[0]}"
    service = (DEPLOYMENT / "pitboss.service").read_text()
    assert f"StateDirectory={Path(found.database).parent.name}\n" in service
    assert found.database.startswith("/var/lib/pitboss/")

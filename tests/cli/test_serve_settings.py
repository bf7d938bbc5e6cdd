"""The settings of ``pitboss serve``: which value counts, where it comes from, and what is refused."""

from pathlib import Path

import pytest

from pitboss.cli.serve_settings import DEFAULT, KINDS, ServeSettings, resolve
from pitboss.house.wire.limits import ClientLimits
from pitboss.procedure import Refused
from tests.cli.conftest import Pitboss


def test_defaults_are_told_as_such() -> None:
    """Nothing given: every setting is its default."""
    found = resolve({}, {})
    assert found.settings == ServeSettings()
    assert set(found.sources.values()) == {DEFAULT}


def test_option_before_environment_before_file_before_default(tmp_path: Path) -> None:
    """Each kind of source once; a list replaces the one below it."""
    file = tmp_path / "house.toml"
    file.write_text('port = 1\nhost = "::1"\nholder = "Holder"\nnames = ["a.example"]\nlog = "json"\n')
    found = resolve(
        {"port": 3}, {"PITBOSS_PORT": "2", "PITBOSS_HOST": "10.0.0.1", "PITBOSS_NAMES": "b.example, c.example"}, file
    )
    assert (found.settings.port, found.sources["port"]) == (3, "--port")
    assert (found.settings.host, found.sources["host"]) == ("10.0.0.1", "PITBOSS_HOST")
    assert (found.settings.names, found.sources["names"]) == (("b.example", "c.example"), "PITBOSS_NAMES")
    assert (found.settings.holder, found.sources["holder"]) == ("Holder", str(file))
    assert (found.settings.demo, found.sources["demo"]) == (False, DEFAULT)


def test_the_file_may_be_named_by_the_environment_and_paths_start_from_it(tmp_path: Path) -> None:
    """A path in the file is meant from the folder of the file, one in the environment from where the command is given."""
    file = tmp_path / "house.toml"
    file.write_text('database = "data/house.db"\nfloor = "/srv/floor.toml"\n')
    found = resolve({}, {"PITBOSS_SETTINGS": str(file), "PITBOSS_METRICS_TOKEN_FILE": "token"})
    assert found.settings.database == str(tmp_path / "data" / "house.db")
    assert found.settings.floor == "/srv/floor.toml"
    assert found.settings.metrics_token_file == "token"
    assert resolve({}, {"PITBOSS_SETTINGS": "elsewhere"}, file).settings.database.endswith("house.db")


@pytest.mark.parametrize("text", ["1", "true", "YES"])
def test_what_is_true_in_the_environment(text: str) -> None:
    """And an option says otherwise."""
    assert resolve({}, {"PITBOSS_DEMO": text}).settings.demo is True
    assert resolve({"demo": False}, {"PITBOSS_DEMO": text}).settings.demo is False


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("port", "65536", "a whole number from 0 to 65535"),
        ("port", "-1", "a whole number from 0 to 65535"),
        ("port", "", "a whole number from 0 to 65535"),
        ("log", "xml", "text or json"),
        ("demo", "perhaps", "true or false"),
        ("trusted_proxies", "*", "an address or a network"),
        ("trusted_proxies", "127.0.0.1, proxy.example", "an address or a network"),
        ("trusted_proxies", "10.0.0.1/8", "an address or a network"),
        ("trusted_proxies", "0.0.0.0/0", "is everyone"),
        ("trusted_proxies", "::/0", "is everyone"),
        ("url", "house.example", "an address such as"),
        ("limits.sockets", "0", "a number above 0"),
        ("limits.sockets", "1.5", "a number above 0"),
        ("limits.requests", "0", "a number above 0"),
        ("limits.requests", "many", "a number above 0"),
    ],
)
def test_what_is_refused(name: str, text: str, expected: str) -> None:
    """One sentence: which setting, from where, what is allowed, what it was."""
    variable = f"PITBOSS_{name.upper().replace('.', '_')}"
    with pytest.raises(Refused, match=expected) as caught:
        resolve({}, {variable: text})
    assert caught.value.sentence.startswith(f"{name} in {variable}: ")


def test_limits_are_a_table_of_the_file(tmp_path: Path) -> None:
    """Each with its own source; those that are not said stay as they are."""
    file = tmp_path / "house.toml"
    file.write_text("[limits]\nsockets = 1\nrequests = 2\nseats = 3\n")
    found = resolve({}, {"PITBOSS_LIMITS_SEATS": "4", "PITBOSS_LIMITS_REQUEST_SECONDS": "0.5"}, file)
    assert found.settings.limits == ClientLimits(sockets=1, requests=2.0, seats=4, request_seconds=0.5)
    assert found.sources["limits.sockets"] == str(file)
    assert found.sources["limits.seats"] == "PITBOSS_LIMITS_SEATS"
    assert found.sources["limits.connections"] == DEFAULT
    told = {line.split()[0]: line.split()[1:] for line in found.lines()}
    assert told["limits.seats"] == ["4", "PITBOSS_LIMITS_SEATS"]


def test_at_the_edges() -> None:
    """What is just allowed."""
    for port in ("0", "65535"):
        assert resolve({}, {"PITBOSS_PORT": port}).settings.port == int(port)
    found = resolve({}, {"PITBOSS_TRUSTED_PROXIES": "127.0.0.1,10.0.0.0/8,2001:db8::/32"})
    assert len(found.settings.trusted_proxies) == 3
    assert resolve({}, {"PITBOSS_TRUSTED_PROXIES": ""}).settings.trusted_proxies == ()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[limits]\nsocket = 1", "has 'limits.socket'"),
        ("limits = 1", "limits are a table"),
        ("prot = 1", "has 'prot', which is no setting; there are: floor, database"),
        ("port = ", "is not TOML"),
        ('port = "x"', "port in"),
    ],
)
def test_a_file_with_a_mistake(tmp_path: Path, text: str, sentence: str) -> None:
    """Named with what is allowed."""
    file = tmp_path / "house.toml"
    file.write_text(text)
    with pytest.raises(Refused, match=sentence):
        resolve({}, {}, file)


def test_show_settings_opens_nothing(pitboss: Pitboss, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every setting on a line with its source; a token is not read, its file is named."""
    monkeypatch.chdir(tmp_path)
    token = tmp_path / "token"
    token.write_text("a secret of the metrics")
    status, out, err = pitboss("serve", "--show-settings", "--port", "9000", "--metrics-token-file", str(token))
    assert status == 0, err
    assert [line.split()[0] for line in out.splitlines()] == list(KINDS)
    assert "9000" in out
    assert "--port" in out
    assert "a secret" not in out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["token"]


def test_a_token_that_is_too_short_is_refused(
    pitboss: Pitboss, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One character less than enough; and nothing was opened."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "token").write_text("x" * 15 + "\n")
    status, _, err = pitboss("serve", "--metrics-token-file", "token")
    assert status == 2
    assert "has 15 characters; it needs 16 or more" in err
    assert not (tmp_path / "pitboss.db").exists()


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("postgresql://floor:s3cret@db/casino", "postgresql://floor:…@db/casino"),
        ("postgresql://floor@db/casino?host=x&password=s3cret", "postgresql://floor:…@x/casino"),
        ("postgresql://floor:pa:ss@db/casino", "postgresql://floor:…@db/casino"),
        ("postgresql://floor:pa%2Fss@db/casino?sslpassword=s3cret", "postgresql://floor:…@db/casino?sslpassword=…"),
        ("postgresql://floor:pa/ss@db/casino", "postgresql://…"),
        ("postgresql://floor:p@ss@db/casino", "postgresql://…"),
        ("postgresql://floor:12/ss@db/casino", "postgresql://…"),
        ("postgresql://floor:pa?ss@db/casino", "postgresql://floor:…@db/casino"),
        ("postgresql://floor:pa%zz@db/casino", "postgresql://…"),
        ("postgresql://floor@db:5432/casino", "postgresql://floor@db:5432/casino"),
        ("postgresql://db:5432/casino", "postgresql://db:5432/casino"),
        ("house.db", "house.db"),
    ],
)
def test_a_password_in_the_address_of_a_database_is_not_shown(given: str, shown: str) -> None:
    (line,) = [line for line in resolve({"database": given}, {}).lines() if line.startswith("database")]
    assert line.split()[1] == shown


@pytest.mark.parametrize("address", ["u:pa/ss@db/x", "u:p@ss@db/x", "u:pa%zz@db/x", "u:12/ss@db/x"])
def test_a_password_is_in_no_error(address: str, tmp_path: Path, pitboss: Pitboss) -> None:
    """One sentence that says how to write it; no piece of the address."""
    for words in (
        ("serve", "--database", f"postgresql://{address}", "--files", tmp_path, "--port", "0"),
        ("backup", "copy", f"postgresql://{address}", tmp_path / "copy.db", "--files", tmp_path),
    ):
        (tmp_path / "house.key").write_bytes(bytes(32))
        (tmp_path / "house.key").chmod(0o600)
        code, said, wrong = pitboss(*words)
        assert code == 2
        assert "write / as %2F" in wrong
        assert "pa" not in (said + wrong).replace("password", "")
        assert "ss@" not in said + wrong

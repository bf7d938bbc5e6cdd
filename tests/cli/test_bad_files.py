"""Files that no person would write, given to every command that reads one: one sentence and an exit code, never a traceback."""

from pathlib import Path

import pytest

from tests.cli.conftest import Pitboss

DEEP, DIGITS = 20_000, 5_000
GAME = 'game = "roulette"\n'
CONTENTS: dict[str, str | bytes] = {
    "lists within lists": f"{GAME}x = {'[' * DEEP}",
    "lists that are closed": f"{GAME}x = {'[' * DEEP}{']' * DEEP}",
    "lists within lists, not too many for the parser": f"{GAME}x = {'[' * 200}{']' * 200}",
    "tables within tables": f"{GAME}{'a.' * DEEP}a = 1",
    "inline tables": f"{GAME}x = {'{a=' * DEEP}",
    "a long number": f"{GAME}x = {'9' * DIGITS}",
    "a long number of a table": f"[house]\nholder = {'9' * DIGITS}\n[[table]]\nnumber = {'9' * DIGITS}\n",
    "a long hexadecimal number": f"{GAME}x = 0x{'f' * DEEP}\n[[table]]\nx = 0x{'f' * DEEP}\n",
    "a long fraction": f"{GAME}x = 1e{'9' * 30}",
    "a date that is none": f"{GAME}x = 2026-99-99",
    "JSON within JSON": '{"record":' * DEEP,
    "JSON lists": "[" * DEEP,
    "an entry within an entry": '{"table":"a","sequence":1,"time":"","kind":"a","payload":' + "[" * DEEP,
    "a long number in JSON": '{"record":{"origin":' + "9" * DIGITS + "}}\n{}\n",
    "an entry with a long number": '{"table":"a","sequence":' + "9" * DIGITS + "}",
    "a round within rounds": '{"format":"pitboss-rounds","x":' + "[" * DEEP,
    "bytes": bytes(range(256)) * 20,
    "the beginning of a database": b"SQLite format 3\0" + bytes(2000),
    "the beginning of an archive": b"PK\x03\x04" + bytes(2000),
    "a lone surrogate": GAME.encode() + b'x = "\xed\xa0\x80"',
}
COMMANDS: dict[str, list[str]] = {
    "submission check": ["submission", "check", "FILE"],
    "edge": ["edge", "roulette", "--submission", "FILE"],
    "floor check": ["floor", "check", "FILE"],
    "floor diff": ["floor", "diff", "FILE", "--database", "FILE"],
    "serve --settings": ["serve", "--settings", "FILE", "--show-settings"],
    "serve --database": ["serve", "--database", "FILE", "--port", "0"],
    "run": ["run", "FILE"],
    "export": ["export", "FILE"],
    "otherwise": ["otherwise", "FILE", "--set", "edition=2021"],
    "notice check": ["notice", "check", "FILE"],
    "verify": ["verify", "FILE"],
    "verify --checkpoint": ["verify", "FILE", "--checkpoint", "FILE"],
    "verify --proof": ["verify", "FILE", "--checkpoint", "FILE", "--proof", "FILE"],
    "verify --rules": ["verify", "FILE", "--rules", "FILE"],
    "verify --database": ["verify", "--database", "FILE"],
    "rules check": ["rules", "check", "FILE"],
    "backup check": ["backup", "check", "FILE"],
    "backup check --checkpoint": ["backup", "check", "FILE", "--checkpoint", "FILE"],
    "backup restore": ["backup", "restore", "FILE", "--to", "NEW", "--key", "FILE"],
    "backup make": ["backup", "make", "--database", "FILE"],
    "doctor": ["doctor", "--database", "FILE"],
    "archive": ["archive", "--database", "FILE"],
    "witness": ["witness", "http://localhost:1", "--name", "a", "--key", "FILE", "--state", "FILE"],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_that_nobody_wrote_is_refused_in_words(command: str, tmp_path: Path, pitboss: Pitboss) -> None:
    """Every content; whatever is raised beside an exit is the fault that this looks for."""
    told: dict[str, str] = {}
    for name, content in CONTENTS.items():
        file = tmp_path / f"{len(told)}.toml"
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        file.chmod(0o600)
        new = tmp_path / f"new-{len(told)}.db"
        words = [str(file) if one == "FILE" else str(new) if one == "NEW" else one for one in COMMANDS[command]]
        code, said, wrong = pitboss(*words)
        told[name] = f"{code}: {said}{wrong}"
        assert len(said + wrong) < 6_000, (name, told[name][:300])
        assert code in (1, 2), (name, told[name][:300])
    assert not [name for name, words in told.items() if "Traceback" in words or "Exceeds the limit" in words]

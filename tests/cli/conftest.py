"""Runs the command line as a person would, without leaving the process."""

import io
import sys
from collections.abc import Callable

import pytest

from pitboss.cli import main

Pitboss = Callable[..., tuple[int, str, str]]


@pytest.fixture
def pitboss(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Pitboss:
    """``pitboss("run", path, typed="…")`` → exit status, standard output, standard error."""

    def run(*words: object, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["pitboss", *map(str, words)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main()
        told = capsys.readouterr()
        return int(left.value.code or 0), told.out, told.err

    return run

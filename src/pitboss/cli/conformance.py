"""`pitboss conformance answer`: this engine behind the conformance suite's pipe, one case a line in, one answer out."""

import sys

import typer

from pitboss.cli.app import group

conformance_app = group("conformance", "The conformance suite: answer its cases.")


@conformance_app.callback()
def conformance() -> None:
    """The conformance suite: answer its cases."""


@conformance_app.command()
def answer() -> None:
    """Read conformance cases, one JSON object per line, and answer each with one line."""
    from pitboss.cli.conformance_answers import answered

    for line in sys.stdin:
        if line.strip():
            typer.echo(answered(line))

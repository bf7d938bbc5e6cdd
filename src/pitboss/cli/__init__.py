"""The command line. Each command opens the room it needs and no other; refusals are one sentence with a citation."""

import sys

import typer

from pitboss.cli import mathematics, notice, papers, playing, rules_and_law
from pitboss.cli.app import app, stop
from pitboss.cli.mistakes import UsageError, sentence
from pitboss.procedure import Refused


def main() -> None:
    """The entry point: what is refused is said in one sentence, never as a traceback or a drawing."""
    try:
        sys.exit(app(standalone_mode=False))
    except UsageError as wrong:
        if told := sentence(wrong):
            typer.echo(told, err=True)
        sys.exit(2)
    except typer.Abort:
        stop("Stopped.", 1)
    except Refused as refusal:
        stop(str(refusal), 2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        stop(f"{error.filename or 'The file'}: {error.strerror or error}.", 2)
    except UnicodeDecodeError:
        stop("The file is not text in UTF-8.", 2)


__all__ = ["main", "mathematics", "notice", "papers", "playing", "rules_and_law"]

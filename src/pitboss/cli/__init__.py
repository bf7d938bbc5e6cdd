"""The command line. Each command opens the room it needs and no other; refusals are one sentence with a citation."""

import sys

from pitboss.cli import mathematics, papers, playing, rules_and_law
from pitboss.cli.app import app, stop
from pitboss.procedure import Refused


def main() -> None:
    """The entry point: what is refused is said in one sentence, never as a traceback."""
    try:
        app()
    except Refused as no:
        stop(str(no), 2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        stop(f"{error.filename or 'The file'}: {error.strerror or error}.", 2)
    except UnicodeDecodeError:
        stop("The file is not text in UTF-8.", 2)


__all__ = ["main", "mathematics", "papers", "playing", "rules_and_law"]

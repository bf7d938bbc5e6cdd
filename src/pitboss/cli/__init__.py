"""The command line. A command imports only the room it needs; a refusal is one sentence with its citation."""

import sys

import typer

from pitboss import extras
from pitboss.cli import (
    alarm,
    archive,
    auditing,
    backup,
    certify,
    conformance,
    device,
    doctor,
    drills,
    floor,
    house_way,
    interchange,
    key,
    machine,
    mathematics,
    names,
    notice,
    otherwise,
    papers,
    people,
    playing,
    ratings,
    record,
    record_file,
    rules,
    rules_and_law,
    serve,
    standby,
    studies,
    warm,
)
from pitboss.cli.app import app, stop, stop_refused
from pitboss.cli.new_game import command as new_game
from pitboss.cli.usage_errors import UsageError, is_help, sentence
from pitboss.procedure import Refused


def main() -> None:
    """The entry point: an error is printed as one sentence, never as a traceback or in a box."""
    try:
        sys.exit(app(standalone_mode=False))
    except UsageError as error:
        if is_help(error):
            typer.echo(sentence(error))
            sys.exit(2)
        stop(sentence(error), 2, "malformed")
    except typer.Abort:
        stop("Stopped.", 1, "stopped")
    except Refused as refusal:
        stop_refused(refusal, 2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except ModuleNotFoundError as error:
        if not (words := extras.missed(error)):
            raise
        stop(words, 2, "unavailable")
    except OSError as error:
        stop(f"{error.filename or 'The file'}: {error.strerror or error}.", 2, "not_found")
    except UnicodeDecodeError:
        stop("The file is not text in UTF-8.", 2, "malformed")


__all__ = [
    "alarm",
    "archive",
    "auditing",
    "backup",
    "certify",
    "conformance",
    "device",
    "doctor",
    "drills",
    "floor",
    "house_way",
    "interchange",
    "key",
    "machine",
    "main",
    "mathematics",
    "names",
    "new_game",
    "notice",
    "otherwise",
    "papers",
    "people",
    "playing",
    "ratings",
    "record",
    "record_file",
    "rules",
    "rules_and_law",
    "serve",
    "standby",
    "studies",
    "warm",
]

"""``pitboss record``: a signed record, out of a house that is running or out of a database."""

import os
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlencode, urlsplit

import typer

from pitboss.cli.app import AsJson, app, put_facts
from pitboss.cli.usage_errors import whole
from pitboss.procedure import Refusal, Refused

TOKEN = "PITBOSS_TOKEN"
PIECE = 1 << 16
TIMEOUT_SECONDS = 60.0  # in which nothing comes from the house
LONGEST_REFUSAL = 4_096


@app.command()
def record(
    house: Annotated[
        str, typer.Option("--house", metavar="URL", help="A running house, such as https://house.example.")
    ] = "",
    token_file: Annotated[
        Path | None,
        typer.Option(
            "--token-file",
            metavar="FILE",
            help=f"The token of a program that may export; without the option it is in {TOKEN}.",
        ),
    ] = None,
    database: Annotated[
        Path | None,
        typer.Option("--database", metavar="FILE", help="A database file, in use or not, with its key beside it."),
    ] = None,
    day: Annotated[
        str, typer.Option("--day", metavar="DATE", help="A gaming day, such as 2026-11-16; without one, everything.")
    ] = "",
    until: Annotated[str, typer.Option("--until", metavar="DATE", help="The last gaming day, from --day on.")] = "",
    quorum: Annotated[
        int,
        typer.Option(
            "--quorum",
            parser=whole(0, 100),
            metavar="N",
            help="End with the last head that so many of the house's witnesses have cosigned.",
        ),
    ] = 0,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where to write it; else record-DAY.jsonl.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write a signed record of a gaming day, or of everything, and check it: chains, tree, signatures.

    The file is there only if it is in order. Verify it with `pitboss verify`, or with the one file of pitboss-verify.
    """
    from pitboss.cli.backup import progress_bar
    from pitboss.house.storage.export import check
    from pitboss.house.storage.private_files import replacing

    if bool(house) is (database is not None):
        raise Refused(Refusal.MALFORMED, "Name a running house with --house, or a database with --database.", "")
    target = out if out is not None else Path(f"record-{day or 'whole'}.jsonl")
    with progress_bar("written") as progress, replacing(target) as part:
        with part.open("wb") as file:
            asked: dict[str, str | int] = {"day": day, "until": until, "quorum": quorum}
            for piece in (
                _of_house(house, _token(token_file), asked) if house else _of_file(database, day, until, quorum)
            ):
                file.write(piece)
        progress(0.5)
        with part.open("rb") as lines:
            found = check(lines)
    put_facts({"file": target, "found": found}, f"{target}\n{found}", as_json=as_json)


def _of_file(database: Path | None, day: str, until: str, quorum: int) -> Iterator[bytes]:
    from pitboss.house.clock import stamp
    from pitboss.house.evidence.record_part import record_of_database

    assert database is not None
    return record_of_database(database, stamp(datetime.now(UTC).timestamp()), day, until, quorum)


def _token(file: Path | None) -> str:
    """Never an argument: whoever looks at the processes of a machine sees those."""
    token = file.read_text(encoding="utf-8").strip() if file is not None else os.environ.get(TOKEN, "").strip()
    if not token:
        raise Refused(Refusal.NOT_SIGNED_IN, f"Give the token of a program with --token-file, or in {TOKEN}.", "")
    if not token.isascii() or not token.isprintable() or " " in token:
        raise Refused(Refusal.MALFORMED, "That is not the token of a program.", "")
    return token


def _of_house(house: str, token: str, query: Mapping[str, str | int]) -> Iterator[bytes]:
    """What the house sends; it leads to no other address, for the token is meant for this one."""
    import http.client

    parts = urlsplit(house)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Refused(Refusal.MALFORMED, f"Expected an address such as https://house.example, not {house!r}.", "")
    kind: Any = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    asked = urlencode({name: value for name, value in query.items() if value})
    connection = kind(parts.hostname, parts.port, timeout=TIMEOUT_SECONDS)
    try:
        path = f"{parts.path.rstrip('/')}/api/board/export{'?' if asked else ''}{asked}"
        connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
        reply = connection.getresponse()
        if reply.status != 200:
            raise _refused(house, reply.status, reply.read(LONGEST_REFUSAL))
        while piece := reply.read(PIECE):
            yield piece
    except (OSError, http.client.HTTPException) as error:
        words = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise Refused(Refusal.UNAVAILABLE, f"{house} does not answer as a house: {words}.", "") from error
    finally:
        connection.close()


def _refused(house: str, status: int, body: bytes) -> Refused:
    """The house's own refusal, where it is one."""
    import msgspec

    from pitboss.house.protocol.messages import RefusedMessage

    try:
        found = msgspec.json.decode(body, type=RefusedMessage).refused
        return Refused(Refusal(found.code), found.sentence, found.cite)
    except (msgspec.MsgspecError, ValueError):
        return Refused(Refusal.UNAVAILABLE, f"{house} answers {status}, which is not what a house says.", "")

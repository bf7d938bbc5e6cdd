"""``pitboss serve``: the house in the browser, and where each of its settings comes from."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.app import app, put_facts, stop
from pitboss.cli.usage_errors import whole

if TYPE_CHECKING:
    from pitboss.cli.serve_settings import Resolved, ServeSettings
    from pitboss.house.alarms.sending import AlarmSettings

LEAST_TOKEN = 16  # characters of the token for the metrics


@app.command()
def serve(
    floor: Annotated[
        Path | None, typer.Argument(metavar="FLOOR.toml", help="The floor: its tables. Without one, the demonstration.")
    ] = None,
    settings: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.toml",
            help="Settings in a file (or PITBOSS_SETTINGS). An option here counts before PITBOSS_… in the environment, "
            "that before the file, the file before the default.",
        ),
    ] = None,
    show_settings: Annotated[
        bool, typer.Option("--show-settings", help="Print every setting and where it comes from; open nothing.")
    ] = False,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="The database for the record: a file, or the address of a PostgreSQL server (postgresql://…). "
            "Default: pitboss.db.",
        ),
    ] = None,
    files: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="With PostgreSQL: the folder of the key, the index and the archives. Default: pitboss-files.",
        ),
    ] = None,
    processes: Annotated[
        int | None,
        typer.Option(parser=whole(1, 64), metavar="N", help="With PostgreSQL: how many processes serve. Default: 1."),
    ] = None,
    address: Annotated[
        str | None,
        typer.Option(
            metavar="HOST:PORT",
            help="With PostgreSQL: where the other machines that serve the house reach this one; its processes take this port and "
            "those after it. Default: this machine serves alone.",
        ),
    ] = None,
    standby: Annotated[
        str | None,
        typer.Option(
            metavar="wait|go-on",
            help="With several servers of PostgreSQL in the address: wait until a standby has what is acknowledged, or go on "
            "without, and lose with the primary what no standby had yet. Default: wait.",
        ),
    ] = None,
    host: Annotated[str | None, typer.Option(help="The address to listen on. Default: 127.0.0.1.")] = None,
    port: Annotated[
        int | None,
        typer.Option(parser=whole(0, 65535), metavar="N", help="The port to listen on. Default: 8000."),
    ] = None,
    name: Annotated[
        list[str] | None, typer.Option(help="Another host name to accept requests for; may be repeated.")
    ] = None,
    url: Annotated[
        str | None, typer.Option(help="The address that people use, where a proxy is in front: https://house.example.")
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS", help="An address or network whose X-Forwarded-For and -Proto count; may be repeated."
        ),
    ] = None,
    holder: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The certificate holder, whose name new tables bear on their layouts."),
    ] = None,
    apply: Annotated[
        bool | None,
        typer.Option("--apply/--no-apply", help="Let the house be as the floor file says, where they differ."),
    ] = None,
    demo: Annotated[
        bool | None,
        typer.Option("--demo/--no-demo", help="A new house gets made-up people, one for each role, each with a link."),
    ] = None,
    registration: Annotated[
        str | None,
        typer.Option(
            metavar="demo|yes|no",
            help="Whether players make accounts for themselves. Default: in a demonstration only.",
        ),
    ] = None,
    log: Annotated[
        str | None,
        typer.Option(
            metavar="text|json",
            help="How the log is written; with json the links of a new house go into a file. Default: text.",
        ),
    ] = None,
    metrics_token_file: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="A file with a token that lets a program read /metrics."),
    ] = None,
    webhook_address: Annotated[
        list[str] | None,
        typer.Option(
            metavar="URL",
            help="Where webhooks may go: an address, with all that lies below it; may be repeated. Default: nowhere.",
        ),
    ] = None,
    alarm_address: Annotated[
        list[str] | None,
        typer.Option(metavar="URL", help="An address that alarms are sent to, signed; may be repeated. Default: none."),
    ] = None,
    alarm_mail_to: Annotated[
        list[str] | None,
        typer.Option(metavar="MAILBOX", help="A mailbox that alarms are sent to; may be repeated. Default: none."),
    ] = None,
    alarm_mail_from: Annotated[str | None, typer.Option(metavar="MAILBOX", help="The sender of that mail.")] = None,
    alarm_mail_server: Annotated[
        str | None, typer.Option(metavar="HOST:PORT", help="The server that takes that mail, with STARTTLS.")
    ] = None,
    alarm_mail_user: Annotated[str | None, typer.Option(metavar="NAME", help="Who signs in there.")] = None,
    alarm_mail_password_file: Annotated[
        str | None, typer.Option(metavar="FILE", help="A file with their password.")
    ] = None,
    witness_file: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="A file on another disk or machine that cosigns the heads of the record; none: no such file. "
            "Default: beside the database.",
        ),
    ] = None,
    witness_of: Annotated[
        list[str] | None,
        typer.Option(metavar="URL", help="Another house, for which this one is a witness; may be repeated."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="With --show-settings: print JSON.")] = False,
) -> None:
    """Open the house: tables in the browser."""
    from pitboss.cli.serve_settings import resolve

    given = {
        "floor": str(floor) if floor is not None else None,
        "database": database,
        "files": files,
        "processes": processes,
        "address": address,
        "standby": standby,
        "host": host,
        "port": port,
        "names": name or None,
        "url": url,
        "trusted_proxies": trusted_proxy or None,
        "holder": holder,
        "apply": apply,
        "demo": demo,
        "registration": registration,
        "log": log,
        "metrics_token_file": metrics_token_file,
        "webhook_addresses": webhook_address or None,
        "alarm_addresses": alarm_address or None,
        "alarm_mail_to": alarm_mail_to or None,
        "alarm_mail_from": alarm_mail_from,
        "alarm_mail_server": alarm_mail_server,
        "alarm_mail_user": alarm_mail_user,
        "alarm_mail_password_file": alarm_mail_password_file,
        "witness_file": witness_file,
        "witness_of": witness_of or None,
    }
    found = resolve(given, os.environ, settings)
    if show_settings:
        put_facts(found.facts(), "\n".join(found.lines()), as_json=as_json)
        return
    _open(found)


def _open(found: "Resolved") -> None:
    from pitboss.house.floor import Opening
    from pitboss.house.floorplan.file import load
    from pitboss.house.people.people import SelfRegistration
    from pitboss.house.serve import Network, Operation
    from pitboss.house.serve import serve as open_house
    from pitboss.house.storage.seal import Unsafe

    chosen = found.settings
    try:
        floor = load(Path(chosen.floor)) if chosen.floor else None
        open_house(
            chosen.database,
            Opening(
                floor=floor,
                apply_floor=chosen.apply,
                demonstration=chosen.demo,
                witness_file=chosen.cosigning_file(),
                witness_of=chosen.witness_of,
                holder=chosen.holder,
                registration=SelfRegistration(chosen.registration),
            ),
            Network(chosen.host, chosen.port, chosen.names, chosen.url, chosen.trusted_proxies),
            Operation(
                log_form=chosen.log,
                metrics_token=_token(chosen.metrics_token_file),
                limits=chosen.limits,
                files=Path(chosen.files),
                processes=chosen.processes,
                address=chosen.address,
                standby=chosen.standby,
                webhook_addresses=chosen.webhook_addresses,
                alarms=alarms_of(chosen),
            ),
            typer.echo,
        )
    except Unsafe as error:
        stop(str(error), 2)


def alarms_of(chosen: "ServeSettings") -> "AlarmSettings":
    """Where alarms go, with the password out of its file."""
    from pitboss.house.alarms.sending import AlarmSettings

    file = chosen.alarm_mail_password_file
    return AlarmSettings(
        chosen.alarm_addresses,
        chosen.alarm_mail_to,
        chosen.alarm_mail_server,
        chosen.alarm_mail_from,
        chosen.alarm_mail_user,
        Path(file).read_text(encoding="utf-8").strip() if file else "",
    )


def _token(file: str) -> str:
    if not file:
        return ""
    token = Path(file).read_text(encoding="utf-8").strip()
    if len(token) < LEAST_TOKEN:
        stop(f"{file}: the token for the metrics has {len(token)} characters; it needs {LEAST_TOKEN} or more.", 2)
    return token

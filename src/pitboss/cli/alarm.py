"""Commands about alarms: what there is, a test message, and the secrets that sign them."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.app import AsJson, group, put_facts

if TYPE_CHECKING:
    from pitboss.cli.serve_settings import ServeSettings
    from pitboss.house.storage.seal import Sealer

alarm_app = group("alarm", "Alarms that a house sends: list them, try where they go.")

Settings = Annotated[
    Path | None,
    typer.Option(metavar="FILE.toml", help="The settings of `pitboss serve` (or PITBOSS_SETTINGS, PITBOSS_…)."),
]


@alarm_app.command("list")
def alarm_list(as_json: AsJson = False) -> None:
    """List every alarm: how urgent it is, from what on, and who sends it (the house, Prometheus, or both)."""
    from pitboss.house.alarms.conditions import KINDS

    for name, kind in KINDS.items():
        summary = kind.summary.replace("{{ $value }} ", "").replace("{{ $labels.instance }}", "the house")
        senders = "house, Prometheus" if kind.house else "Prometheus"
        facts = {
            "alarm": name,
            "severity": kind.severity,
            "senders": senders,
            "rule": kind.rule,
            "minutes": kind.minutes,
        }
        line = f"{name:<24} {kind.severity:<7} {senders:<18} {summary[0].upper()}{summary[1:]}"
        put_facts({**facts, "summary": summary}, line, as_json=as_json)


@alarm_app.command("test")
def alarm_test(settings: Settings = None, as_json: AsJson = False) -> None:
    """Send a test message to every address and mailbox of the settings; exit 1 where one does not arrive."""
    import asyncio
    import time
    from secrets import token_hex

    from pitboss.cli.serve import alarms_of
    from pitboss.house.alarms.sending import receivers, send_test
    from pitboss.house.clock import stamp

    chosen = _chosen(settings)
    found = receivers(alarms_of(chosen), _sealer(chosen))
    if not found:
        typer.echo("Alarms go nowhere: name alarm_addresses or alarm_mail_to in the settings.", err=True)
        raise typer.Exit(1)
    results = asyncio.run(send_test(found, chosen.holder or "pitboss", f"alarms.{token_hex(12)}", stamp(time.time())))
    for name, why in results:
        put_facts({"receiver": name, "arrived": not why, "why": why}, f"{name}: {why or 'arrived.'}", as_json=as_json)
    raise typer.Exit(any(why for _, why in results))


@alarm_app.command("secrets")
def alarm_secrets(settings: Settings = None, as_json: AsJson = False) -> None:
    """Print for each address the secret with which a receiver checks what is sent to it (standardwebhooks.com)."""
    from pitboss.house.alarms.sending import secret

    chosen = _chosen(settings)
    sealer = _sealer(chosen)
    for url in chosen.alarm_addresses:
        found = secret(sealer, url)
        put_facts({"address": url, "secret": found}, f"{url}  {found}", as_json=as_json)


def _chosen(file: Path | None) -> "ServeSettings":
    from pitboss.cli.serve_settings import resolve

    return resolve({}, os.environ, file).settings


def _sealer(chosen: "ServeSettings") -> "Sealer":
    from pitboss.house.process.recovering import sealer_of

    return sealer_of(chosen.database, Path(chosen.files))

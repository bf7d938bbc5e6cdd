"""Commands about devices: a bridge from a serial port or a scanner to a table, and a device that is made up."""

import stat
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.app import Submission, chosen, group, stop
from pitboss.cli.usage_errors import whole
from pitboss.procedure import Refusal, Refused

device_app = group("device", "Devices that tell what they show: pass their lines on to a table, or make one up.")

Address = Annotated[
    str, typer.Option("--url", metavar="URL", help="The table's line: ws://localhost:8000/ws/devices/TABLE.")
]
KeyFile = Annotated[Path, typer.Option("--key-file", metavar="FILE", help="A file with the key of the device.")]
MOST = 10**9


@device_app.command("bridge")
def bridge(
    url: Address,
    key_file: KeyFile,
    port: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE", help="Read from this serial device, not from standard input."),
    ] = None,
) -> None:
    """Pass on what a device says, line by line, and print what the house replies; a lost connection is opened again."""
    import asyncio
    import threading

    from pitboss.house.devices.bridge import Bridge, keep_connected

    key = _key(key_file)

    async def work() -> None:
        passing, loop = Bridge(typer.echo), asyncio.get_running_loop()

        def read() -> None:
            source = sys.stdin if port is None else port.open(encoding="ascii", errors="replace")
            for line in source:
                loop.call_soon_threadsafe(passing.read, line)
            loop.call_soon_threadsafe(passing.end)

        if port is not None and not port.exists():
            raise Refused(Refusal.NOT_FOUND, f"There is no device file {port}.", "")
        threading.Thread(target=read, daemon=True).start()
        await keep_connected(url, key, passing, lambda words: typer.echo(words, err=words.startswith("The ")))

    _run(work())


@device_app.command("simulate")
def simulate(
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="A game's name, as `pitboss games` lists it.")],
    submission: Submission = None,
    seed: Annotated[int, typer.Option(parser=whole(0, MOST), metavar="N", help="The same seed shows the same.")] = 1,
    count: Annotated[
        int, typer.Option(parser=whole(0, MOST), metavar="N", help="So many outcomes; 0: as long as it is asked.")
    ] = 0,
    device: Annotated[str, typer.Option(help="Which of the game's devices, where nothing asks for one.")] = "",
    url: Annotated[str, typer.Option("--url", metavar="URL", help="Answer at this line of a table.")] = "",
    key_file: Annotated[Path | None, typer.Option("--key-file", metavar="FILE", help="The key for that line.")] = None,
) -> None:
    """Show seeded outcomes: at a table's line as often as it asks, or else on standard output."""
    from pitboss.house.devices.bridge import MadeUp, keep_connected
    from pitboss.house.devices.simulator import Simulator, devices_of

    picked, rules = chosen(game, submission)
    devices = devices_of(picked, rules)
    simulator = Simulator(devices, seed)
    if not url:
        for _ in range(count or 1):
            typer.echo(simulator.shows(device or next(iter(devices))))
        return
    if key_file is None:
        raise Refused(Refusal.MALFORMED, "A line of a table needs --key-file, the key that was issued for it.", "")
    _run(keep_connected(url, _key(key_file), MadeUp(simulator, typer.echo, count=count), typer.echo))


def _key(file: Path) -> str:
    if stat.S_IMODE(file.stat().st_mode) & 0o077:
        raise Refused(Refusal.FORBIDDEN_CHOICE, f"{file} can be read by others; it must have mode 0600.", "")
    key = file.read_text(encoding="ascii", errors="replace").strip()
    if not key or len(key.split()) != 1:
        raise Refused(Refusal.MALFORMED, f"{file} has no key; a key file is the key alone, on one line.", "")
    return key


def _run(work: Coroutine[None, None, None]) -> None:
    import asyncio

    try:
        asyncio.run(work)
    except KeyboardInterrupt:
        stop("Stopped.", 1)

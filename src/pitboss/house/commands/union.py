"""Every command, found as games are: whatever the files beside this one declare."""

import pkgutil
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Union

from pitboss.house import commands
from pitboss.house.host.command import Command


@cache
def all_commands() -> dict[str, type[Command]]:
    """Every command by its name on the wire."""
    for found in pkgutil.iter_modules(commands.__path__):
        import_module(f"{commands.__name__}.{found.name}")
    return {
        command.wire_name(): command for command in sorted(_declared(Command), key=lambda command: command.wire_name())
    }


def _declared(base: type[Command]) -> set[type[Command]]:
    """Those that the files of this package declare; what they share stands elsewhere, or has an underscore."""
    below = {found for child in base.__subclasses__() for found in (child, *_declared(child))}
    return {one for one in below if one.__module__.startswith(commands.__name__) and not one.__name__.startswith("_")}


def over(way: str) -> tuple[type[Command], ...]:
    """The commands that come in one way."""
    return tuple(command for command in all_commands().values() if command.over == way)


if TYPE_CHECKING:
    SocketCommand = Command
else:
    SocketCommand = Union[over("socket")]  # noqa: UP007

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
    declared = (one for one in Command.__subclasses__() if one.__module__.startswith(commands.__name__))
    return {command.wire_name(): command for command in sorted(declared, key=lambda command: command.wire_name())}


def over(way: str) -> tuple[type[Command], ...]:
    """The commands that come in one way."""
    return tuple(command for command in all_commands().values() if command.over == way)


if TYPE_CHECKING:
    SocketCommand = Command
else:
    SocketCommand = Union[over("socket")]  # noqa: UP007

"""A command is one file: its fields, its right, its moment and what it enters; nothing else lists the commands."""

import ast
import pkgutil
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

import pitboss.house
from pitboss import authority, catalogue
from pitboss.house import commands
from pitboss.house.commands.union import SocketCommand, all_commands, over
from pitboss.house.host.command import Command
from tests.house.filled import filled

SOURCES = Path(pitboss.house.__file__).parent
MOST_NAMED = 2  # commands that one file may name: more would be a list of them
ROUTES = ("take_seat", "take_box", "buy_chips", "leave")  # words of addresses, too


def test_each_file_declares_one_command_under_its_name() -> None:
    """So that a command is found by guessing."""
    for found in pkgutil.iter_modules(commands.__path__):
        if found.name == "union":
            continue
        module = import_module(f"{commands.__name__}.{found.name}")
        declared = [one for one in all_commands().values() if one.__module__ == module.__name__]
        assert [one.wire_name() for one in declared] == [found.name]


@pytest.mark.parametrize("command", over("socket"), ids=lambda command: str(command.wire_name()))
def test_a_command_decodes_with_its_own_fields_and_no_other(command: type[Command]) -> None:
    """What every field holds survives the wire; a field of another command is refused."""
    hints = {field.name: field.type for field in msgspec.structs.fields(command)}
    sent = command(**{name: filled(kind) for name, kind in hints.items()} | {"key": "key-1"})
    assert msgspec.json.decode(msgspec.json.encode(sent), type=SocketCommand) == sent
    others = {name for one in over("socket") for name in one.__struct_fields__} - set(hints)
    for name in sorted(others):
        body = msgspec.to_builtins(sent) | {name: None}
        with pytest.raises(msgspec.ValidationError, match="unknown field"):
            msgspec.json.decode(msgspec.json.encode(body), type=SocketCommand)


def test_what_is_meant_for_a_moment_names_it() -> None:
    """Answers and what closes betting or takes an outcome back name their question; reports at least their round."""
    meant = {name: command for name, command in all_commands().items() if command.names_moment}
    assert meant.keys() == {"answer", "ready", "no_more_bets", "correct", "report", "preview"}
    assert meant.keys() == {name for name, one in all_commands().items() if "question" in one.__struct_fields__}
    for name, command in meant.items():
        required = {field.name for field in msgspec.structs.fields(command) if field.required}
        assert required >= ({"round"} if name in ("report", "preview") else {"round", "question"})


def test_every_right_of_a_command_is_a_line_of_authority() -> None:
    """With the citation behind it, at every game that has such a thing."""
    acts: set[str] = set()
    for game in catalogue.games().values():
        acts |= {right.act for right in authority.rights(game, game.example())}
    for command in all_commands().values():
        pattern = re.sub(r"\\\{\w+\\\}", ".+", re.escape(command.right))
        assert not command.right or any(re.fullmatch(pattern, act) for act in acts), command.right


def named_in(source: str) -> set[str]:
    """The commands that a file names, by words that mean nothing else."""
    names = {name for name in all_commands() if "_" in name and name not in ROUTES}
    words: set[Any] = {node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)}
    return names & {word for word in words if isinstance(word, str)}


def test_no_other_list_of_commands_exists() -> None:
    lists = {
        str(file.relative_to(SOURCES)): found
        for file in SOURCES.rglob("*.py")
        if file.parent.name != "commands" and len(found := named_in(file.read_text(encoding="utf-8"))) > MOST_NAMED
    }
    assert lists == {}


def test_a_list_of_commands_is_found() -> None:
    """Control: three of them in one file are a list."""
    assert len(named_in("ACTIONS = {'open_table': 1, 'close_table': 2, 'move_seat': 3}")) > MOST_NAMED

"""What was typed wrong, told in one sentence: what it was, and what may stand there instead."""

from collections.abc import Callable, Iterable
from typing import Any

import typer

# Typer does not export the class of all its refusals; the one that it does export is the next below it.
UsageError: type[Exception] = typer.BadParameter.__bases__[0]


# --- values


def whole(least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number within these bounds."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise typer.BadParameter(f"{str(text)!r} is no whole number from {least} to {most}.")
        return number

    return read


def share(text: str) -> float:
    """A part of a wager: 0.001, or 0 for none."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number < 1:
        raise typer.BadParameter(f"{str(text)!r} is no part of a wager from 0 up to 1, such as 0.0005.")
    return number


MOST_DIGITS = 15


def rounds(text: str) -> int:
    """``1e9``, ``1_000_000`` or ``1000000`` rounds."""
    plain = str(text).replace("_", "")
    try:
        number = int(plain) if plain.isdecimal() else float(plain)
    except ValueError:
        number = 0
    if not 1 <= number <= 10**MOST_DIGITS or number != int(number):
        raise typer.BadParameter(
            f"{str(text)!r} is no number of rounds; write it like 1e9 or 1000000, at most 1e{MOST_DIGITS}."
        )
    return int(number)


# --- sentences


def sentence(error: Any) -> str:
    """What a ``UsageError`` comes down to; empty where help was shown instead."""
    context, told = getattr(error, "ctx", None), str(error.format_message())
    if type(error).__name__ == "NoArgsIsHelpError":
        return told.strip()
    if isinstance(error, typer.BadParameter) and error.param is not None:
        return _of_parameter(error, error.param)
    if context is None:
        return _stopped(told)
    if hasattr(error, "possibilities"):  # an option that there is not
        options = (name for each in _parameters(context, "option") for name in each.opts)
        return f"There is no option {error.option_name}; there are: {_listed(options)}."
    if hasattr(context.command, "list_commands"):
        wrong = _stopped(told.partition(" Did you mean")[0])
        return f"{wrong[:-1]}; there are: {_listed(context.command.list_commands(context))}."
    if error.__class__ is UsageError:  # more words than there is room for
        takes = _listed(_name(each) for each in _parameters(context, "argument")) or "no word but its options"
        return f"{_stopped(told)[:-1]}; {context.info_name} takes {takes}."
    return _stopped(told)


def _of_parameter(error: typer.BadParameter, parameter: Any) -> str:
    """A value that is wrong, or one that is missing."""
    if hasattr(error, "param_type"):
        about = getattr(parameter, "help", None) or "it must be named."
        return _stopped(f"{_name(parameter)} is missing: {about[0].lower()}{about[1:]}")
    return _stopped(f"{_name(parameter)}: {error.message}")


def _parameters(context: Any, kind: str) -> Iterable[Any]:
    return (each for each in context.command.get_params(context) if each.param_type_name == kind)


def _name(parameter: Any) -> str:
    """As it is typed, or as help calls it."""
    option = parameter.param_type_name == "option"
    return str(parameter.opts[-1] if option else parameter.metavar or parameter.name.upper())


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def _stopped(told: str) -> str:
    """One line that ends with a full stop."""
    line = " ".join(told.split())
    return line if line.endswith((".", "?")) else f"{line}."

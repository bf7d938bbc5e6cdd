"""Usage errors in one sentence: what was typed, and what is allowed there."""

from collections.abc import Callable, Iterable
from typing import Any

import typer

from pitboss.money import cents

# Typer does not export the base class of its usage errors; ``BadParameter``, which it does export, derives from it.
UsageError: type[Exception] = typer.BadParameter.__bases__[0]


# --- values


def expected(what: str, text: object) -> typer.BadParameter:
    """A value that was refused, in the one form that every option uses."""
    return typer.BadParameter(f"Expected {what}, not {str(text)!r}.")


def whole(least: int, most: int) -> Callable[[str], int]:
    """Parse a whole number within these bounds."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise expected(f"a whole number from {least} to {most}", text)
        return number

    return read


def amount(text: str) -> int:
    """Parse an amount of money above nothing, into cents."""
    try:
        found = cents(text.removeprefix("$"))
    except ValueError:
        found = 0
    if not found:
        raise expected("an amount such as 5.00", text)
    return found


def share(text: str) -> float:
    """Parse a share of a wager: 0.001."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 < number < 1:
        raise expected("a share of the wager, above 0 and below 1, such as 0.0005", text)
    return number


def inches(most: int) -> Callable[[str], float]:
    """Parse a length on a print."""

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = -1.0
        if not 0 <= number <= most:
            raise expected(f"a number of inches from 0 to {most}", text)
        return number

    return read


MOST_DIGITS = 15


def rounds(text: str) -> int:
    """Parse a number of rounds: ``1e9``, ``1_000_000`` or ``1000000``."""
    plain = str(text).replace("_", "")
    try:
        number = int(plain) if plain.isdecimal() else float(plain)
    except ValueError:
        number = 0
    if not 1 <= number <= 10**MOST_DIGITS or number != int(number):
        raise expected(f"a number of rounds such as 1e9 or 1000000, at most 1e{MOST_DIGITS}", text)
    return int(number)


# --- sentences


def is_help(error: Exception) -> bool:
    """Whether the error is a command without its words, whose message is the help page."""
    return type(error).__name__ == "NoArgsIsHelpError"


def sentence(error: Any) -> str:
    """One sentence for a ``UsageError``, or the help page."""
    context, message = getattr(error, "ctx", None), str(error.format_message())
    if is_help(error):
        return message.strip()
    if isinstance(error, typer.BadParameter) and error.param is not None:
        return _of_parameter(error, error.param)
    if context is None:
        return _one_line(message)
    if hasattr(error, "possibilities"):  # an unknown option
        options = (name for each in _parameters(context, "option") for name in each.opts)
        return f"There is no option {error.option_name}; there are: {', '.join(options)}."
    if hasattr(context.command, "list_commands"):
        wrong = _one_line(message.partition(" Did you mean")[0])
        from pitboss.submission import offered

        typed = wrong.partition("'")[2].rpartition("'")[0]
        return f"{wrong[:-1]}; {offered(typed, context.command.list_commands(context), 'there are')}."
    if error.__class__ is UsageError:  # too many arguments
        takes = ", ".join(_name(each) for each in _parameters(context, "argument")) or "options only"
        return f"{_one_line(message)[:-1]}; {context.info_name} takes {takes}."
    return _one_line(message)


def _of_parameter(error: typer.BadParameter, parameter: Any) -> str:
    """A value that is wrong, or one that is missing."""
    if hasattr(error, "param_type"):
        about = getattr(parameter, "help", None) or "it is required."
        return _one_line(f"{_name(parameter)} is missing: {about[0].lower()}{about[1:]}")
    return _one_line(f"{_name(parameter)}: {error.message}")


def _parameters(context: Any, kind: str) -> Iterable[Any]:
    return (each for each in context.command.get_params(context) if each.param_type_name == kind)


def _name(parameter: Any) -> str:
    """An option as it is typed, an argument as the help page calls it."""
    option = parameter.param_type_name == "option"
    return str(parameter.opts[-1] if option else parameter.metavar or parameter.name.upper())


def _one_line(message: str) -> str:
    """One line that ends with a full stop."""
    line = " ".join(message.split())
    return line if line.endswith((".", "?")) else f"{line}."

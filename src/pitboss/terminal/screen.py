"""The screen and the keyboard: lines in colour where there is a screen, plain where there is none."""

from collections.abc import Callable
from contextlib import suppress

from rich.console import Console
from rich.text import Text

STYLES = {"No: ": "red", "Seed ": "dim", "To ": "bold", "You ": "bold", "$ ": "green", "Hint": "cyan"}


def screen() -> Callable[[str], None]:
    """A function that prints one line."""
    console = Console(highlight=False, soft_wrap=True)

    def say(line: str) -> None:
        style = next((style for start, style in STYLES.items() if line.startswith(start)), "")
        if line.startswith("$ ") and " loses" in line:
            style = "yellow"
        console.print(Text(line, style))

    return say


def keyboard() -> Callable[[str], str]:
    """A function that asks for one line, with editing and history where the system has them."""
    with suppress(ImportError):
        import readline  # noqa: F401
    return input

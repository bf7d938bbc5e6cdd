"""The command line described once: ``docs/commands.md`` and the man page ``docs/pitboss.1``, from the commands themselves.

python -m tools.commands            writes both
python -m tools.commands --check    says whether they are as they would be written
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import typer

import pitboss.cli  # every command registers itself
from pitboss.cli.app import SECTIONS, app
from pitboss.cli.exits import MEANING, NO, PRINTS_NO_FACTS, SAYS_NO

DOCS = Path(__file__).parent.parent / "docs"
PAGE, MANUAL = "commands.md", "pitboss.1"
WIDE = 118  # characters of a line in the page


class DescribedCommand(NamedTuple):
    """One command: its words, the section of the help that it stands in, and what Typer knows of it."""

    name: str
    section: str
    command: Any

    @property
    def help(self) -> str:
        return " ".join((self.command.help or "").split())

    @property
    def usage(self) -> str:
        context = typer.Context(self.command, info_name=f"pitboss {self.name}")
        return " ".join([context.info_name or "", *self.command.collect_usage_pieces(context)])

    def options(self) -> Iterator[tuple[str, str]]:
        """Every option and argument as it is typed, and its help."""
        context = typer.Context(self.command)
        for one in self.command.get_params(context):
            if one.name != "help":
                record = one.get_help_record(context)
                words = record[0] if record is not None else one.make_metavar(context)
                yield words, " ".join((getattr(one, "help", "") or "").split())


def commands() -> list[DescribedCommand]:
    """Every command, in the order of the help."""
    assert pitboss.cli
    top: Any = typer.main.get_command(app)
    found: list[DescribedCommand] = []
    for section, names in SECTIONS.items():
        for name in names.split():
            found += _within(name, section, top.commands[name])
    return found


def _within(name: str, section: str, command: Any) -> Iterator[DescribedCommand]:
    if not hasattr(command, "commands"):
        yield DescribedCommand(name, section, command)
        return
    for word, inner in command.commands.items():
        yield from _within(f"{name} {word}", section, inner)


def page() -> str:
    """The reference of the command line."""
    lines = [
        "# Commands",
        "",
        "For whoever types `pitboss` or writes a script around it: every command, what it prints and how it ends. Written by",
        "`python -m tools.commands` from the commands themselves; `pitboss COMMAND --help` has every option.",
        "",
        "`--json` prints JSON, one record to a line, and on standard output also what is refused, in the one shape of the wire:",
        '`{"refused": {"code": …, "sentence": …, "cite": …}}`. What takes longer than a moment says so on standard error.',
        "`pitboss --install-completion` completes commands, options and games in your shell; `man pitboss` has this page.",
        "",
        "| exit status | meaning |",
        "|---|---|",
        *(f"| {status} | {words} |" for status, words in MEANING.items()),
    ]
    for section in SECTIONS:
        lines += ["", f"## {section}", "", "| command | what it does | `--json` | status 1 |", "|---|---|---|---|"]
        for one in (each for each in commands() if each.section == section):
            how = "yes" if one.name not in PRINTS_NO_FACTS else f"no: {PRINTS_NO_FACTS[one.name]}"
            lines.append(f"| `pitboss {one.name}` | {first_sentence(one.help)} | {how} | {SAYS_NO.get(one.name, '')} |")
    return "\n".join(lines) + "\n"


def first_sentence(words: str) -> str:
    """Short enough for a cell."""
    found = re.split(r"(?<=\.) |; ", words, maxsplit=1)[0].rstrip(".").replace("|", "\\|")
    return f"{found}."


def manual() -> str:
    """The man page."""
    lines = [
        '.TH PITBOSS 1 "" "pitboss" "User Commands"',
        ".SH NAME",
        "pitboss \\- Pennsylvania's table-game code, executable",
        ".SH SYNOPSIS",
        ".B pitboss",
        "[\\fIOPTIONS\\fR] \\fICOMMAND\\fR [\\fIARGUMENTS\\fR]",
        ".SH DESCRIPTION",
        "With \\fB\\-\\-json\\fR a command prints JSON, one record to a line, and what is refused in the same way.",
        "\\fBpitboss \\-\\-install\\-completion\\fR completes commands, options and games in your shell.",
    ]
    for section in SECTIONS:
        lines.append(f".SH {section.upper()}")
        for one in (each for each in commands() if each.section == section):
            lines += [".TP", f"\\fB{roff(one.usage)}\\fR", roff(one.help)]
            for words, about in one.options():
                lines += [".RS", ".TP", f"\\fB{roff(words)}\\fR", roff(about) or "\\&", ".RE"]
    lines.append(".SH EXIT STATUS")
    for status, words in MEANING.items():
        lines += [".TP", f"\\fB{status}\\fR", roff(words)]
        if status == NO:
            lines += [f".br\n{roff(f'{name}: {said}.')}" for name, said in SAYS_NO.items()]
    return "\n".join(lines) + "\n"


def roff(words: str) -> str:
    """Text for troff: no escape and no request by accident."""
    escaped = words.replace("\\", "\\e").replace("-", "\\-").replace("\n", " ")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped


def main() -> int:
    made = {DOCS / PAGE: page(), DOCS / MANUAL: manual()}
    if "--check" in sys.argv[1:]:
        old = [path.name for path, text in made.items() if not path.exists() or path.read_text("utf-8") != text]
        print(f"Write {', '.join(old)} again: python -m tools.commands" if old else "The command line is described.")
        return 1 if old else 0
    for path, text in made.items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

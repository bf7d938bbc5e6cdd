"""Commands: every name that a scenario of a game may use."""

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.app import GameName, app

if TYPE_CHECKING:
    from pitboss.cli.listening import AnswerHeard, QuestionHeard
    from pitboss.cli.vocabulary import IrregularityName, Names, WagerName
    from pitboss.library.choices import FilingChoice

WIDTH = 118
STATED = {
    "amount": "an amount of money",
    "count": "a count",
    "position": "a position in the stack",
    "pieces": "a list of cards or tiles",
    "seat": "on = a seat's number",
}


@app.command()
def names(
    game: GameName,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON record with all names.")] = False,
) -> None:
    """List every name that a scenario may use: wagers, spots, answers, choices, irregularities, chance."""
    import msgspec

    from pitboss import catalogue
    from pitboss.cli.vocabulary import names_of

    found = names_of(catalogue.game(game))
    typer.echo(msgspec.json.encode(found).decode() if as_json else "\n".join(text(found)))


def text(found: "Names") -> Iterator[str]:
    """The names for people, part by part in the order of a scenario."""
    yield f'game = "{found.game}"  ({found.title}, {found.chapter}; seats 1 to {found.seats})'
    yield from _part("[submission]: choices", (line for choice in found.choices for line in _choice(choice)))
    yield from _part(
        "wagers: wager, and on where it has spots", (line for each in found.wagers for line in _wager(each))
    )
    if found.forms:
        yield from _part("wagers: form", _indented("", found.forms))
    yield from _part("answers while betting is open", _indented("", found.acts))
    for by in dict.fromkeys(asked.by for asked in found.asked):
        whom = "answers of a seat" if by == "seat" else f"answers of the {by} (may be left out)"
        asked = [question for question in found.asked if question.by == by]
        yield from _part(whom, (line for question in asked for line in _asked(question)))
    yield from _part("irregularities: kind", (line for each in found.irregularities for line in _irregularity(each)))
    yield from _part("chance", (line for device in found.chance for line in _indented(device.name, device.shows)))
    if found.system:
        yield from _part("system", _indented("", found.system))


def _part(head: str, lines: Iterable[str]) -> Iterator[str]:
    yield ""
    yield head
    yield from (f"  {line}" for line in lines)


def _indented(head: str, words: Iterable[str]) -> Iterator[str]:
    """``head: word, word``, wrapped with the further lines set in; names are never broken."""
    line = (f"{head}: " if head else "") + ", ".join(words)
    yield from wrap(line, WIDTH - 2, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)


def _choice(choice: "FilingChoice") -> Iterator[str]:
    usual = "" if choice.default in (None, {}, []) else f"; {_written(choice.default)} if not filed"
    yield from _indented(f"{choice.name}  [{choice.cite}]", [f"{choice.takes}{usual}"])
    if choice.lines:
        yield from _indented("    it may name", choice.lines)


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _wager(wager: "WagerName") -> Iterator[str]:
    notes = [
        "made by an answer" if wager.by_answer else "",
        f"offered with {wager.offered_with}" if wager.offered_with else "",
        f"needs {wager.needs}" if wager.needs else "",
    ]
    yield from _indented(f"{wager.name}  [{wager.cite}]", ["; ".join([wager.title, *filter(None, notes)])])
    if wager.spots:
        yield from _indented("    on", wager.spots)


def _asked(asked: "QuestionHeard") -> Iterator[str]:
    yield f"{asked.question}  [{asked.cite}]"
    for said in asked.answers:
        yield from (f"  {line}" for line in _said(said))


def _said(said: "AnswerHeard") -> Iterator[str]:
    yield f"{said.says} ({STATED[said.takes]})" if said.takes else said.says
    if said.on:
        yield from _indented("    on", said.on)


def _irregularity(kind: "IrregularityName") -> Iterator[str]:
    facts = [*(["seat"] if kind.needs_seat else []), *(f"{fact} = true or false" for fact in kind.facts), *kind.details]
    yield from _indented(f"{kind.name}  [{kind.cite}]", [kind.title + (f"; with {', '.join(facts)}" if facts else "")])

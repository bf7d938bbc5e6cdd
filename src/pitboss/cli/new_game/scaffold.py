"""Templates of the files of a game: which there are, and how the words of one game are put into them.

``templates/cards`` holds the files of a game of cards, ``templates/decisions`` those that are added where players decide
something, ``templates/device`` those of a game of dice or a wheel. Their paths are the paths in the project, with
``CHAPTER``, ``NAME`` and ``GAME`` in place of the words. Inside, ``{{chapter}}`` and the other words of ``Words.fill`` are
replaced; lines between ``##if decisions`` or ``##if dice``, ``##else`` and ``##end`` are for one of two kinds of game.
"""

from collections.abc import Collection, Iterator
from enum import StrEnum
from pathlib import Path

import msgspec

TEMPLATES = Path(__file__).parent / "templates"
SUFFIX = ".template"
IF, ELSE, END = "##if ", "##else", "##end"


class ScaffoldKind(StrEnum):
    """What decides a round."""

    CARDS = "cards"
    DICE = "dice"
    WHEEL = "wheel"


# What a template calls the device of a game, and what is done with it.
DEVICE_WORDS = {
    ScaffoldKind.CARDS: {},
    ScaffoldKind.DICE: {"device": "dice", "device_is": "are", "device_shows": "show", "throw": "throw"},
    ScaffoldKind.WHEEL: {"device": "wheel", "device_is": "is", "device_shows": "shows", "throw": "spin"},
}


class GameNames(msgspec.Struct, frozen=True):
    """What one game is called: ``699a``, ``high_card``, ``High Card``."""

    chapter: str
    name: str
    title: str
    kind: ScaffoldKind = ScaffoldKind.CARDS

    @property
    def game(self) -> str:
        """``high-card``, as commands and scenarios call it."""
        return self.name.replace("_", "-")

    def path(self, template: Path) -> Path:
        """Where a template goes in the project."""
        path = template.as_posix().removesuffix(SUFFIX)
        return Path(path.replace("CHAPTER", self.chapter).replace("NAME", self.name).replace("GAME", self.game))

    def fill(self, text: str) -> str:
        words = {
            "chapter": self.chapter,
            "name": self.name,
            "game": self.game,
            "title": self.title,
            "TITLE": self.title.upper(),
            "number": self.chapter.removesuffix("a"),
            **DEVICE_WORDS[self.kind],
        }
        for key, word in words.items():
            text = text.replace(f"{{{{{key}}}}}", word)
        return text


def files(words: GameNames, *, decisions: bool) -> Iterator[tuple[Path, str]]:
    """(path in the project, text) of every file of a new game."""
    tree = "cards" if words.kind is ScaffoldKind.CARDS else "device"
    flags = {words.kind, *(("decisions",) if decisions else ())}
    for root in (TEMPLATES / tree, *((TEMPLATES / "decisions",) if decisions else ())):
        for template in sorted(root.rglob(f"*{SUFFIX}")):
            text = chosen(template.read_text(encoding="utf-8"), flags)
            yield words.path(template.relative_to(root)), words.fill(text)


def chosen(text: str, flags: Collection[str]) -> str:
    """The lines for a game of this kind: ``##if dice`` begins those where ``dice`` is among the flags."""
    kept, taken, asked = [], True, True
    for line in text.splitlines(keepends=True):
        match line.strip():
            case marker if marker.startswith(IF):
                asked = taken = marker.removeprefix(IF) in flags
            case marker if marker == ELSE:
                taken = not asked
            case marker if marker == END:
                taken = True
            case _ if taken:
                kept.append(line)
    return "".join(kept)

"""Templates of the files of a game: which there are, and how the words of one game are put into them.

``templates/game`` holds the files of every game, ``templates/decisions`` those that are added where players decide
something. Their paths are the paths in the project, with ``CHAPTER``, ``NAME`` and ``GAME`` in place of the words.
Inside, ``{{chapter}}``, ``{{name}}``, ``{{game}}``, ``{{title}}``, ``{{TITLE}}`` and ``{{number}}`` are replaced;
lines between ``##if decisions``, ``##else`` and ``##end`` are for one of the two kinds of game.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec

TEMPLATES = Path(__file__).parent / "templates"
SUFFIX = ".template"
IF, ELSE, END = "##if decisions", "##else", "##end"


class Words(msgspec.Struct, frozen=True):
    """What one game is called: ``699a``, ``high_card``, ``High Card``."""

    chapter: str
    name: str
    title: str

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
        }
        for key, word in words.items():
            text = text.replace(f"{{{{{key}}}}}", word)
        return text


def files(words: Words, *, decisions: bool) -> Iterator[tuple[Path, str]]:
    """(path in the project, text) of every file of a new game."""
    for tree in ("game", "decisions") if decisions else ("game",):
        root = TEMPLATES / tree
        for template in sorted(root.rglob(f"*{SUFFIX}")):
            text = chosen(template.read_text(encoding="utf-8"), decisions=decisions)
            yield words.path(template.relative_to(root)), words.fill(text)


def chosen(text: str, *, decisions: bool) -> str:
    """The lines for a game of this kind."""
    kept, taken = [], True
    for line in text.splitlines(keepends=True):
        match line.strip():
            case marker if marker == IF:
                taken = decisions
            case marker if marker == ELSE:
                taken = not decisions
            case marker if marker == END:
                taken = True
            case _ if taken:
                kept.append(line)
    return "".join(kept)

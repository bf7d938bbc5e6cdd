"""Tables of one's own, over HTTP: what one can begin with, rules as somebody tries them, and the table that comes of it."""

from typing import Annotated, Any

import msgspec

from pitboss.house.protocol.commands import Name, Word
from pitboss.house.protocol.filings import Choices, DraftChecked
from pitboss.house.protocol.message import IncomingMessage, Message
from pitboss.money import Cents

Letters = Annotated[str, msgspec.Meta(max_length=4000)]  # of a link that carries rules
VariationId = Annotated[str, msgspec.Meta(max_length=128)]


class PracticeKind(Message):
    """A way to play a game that can be entered at once, or changed first. ``listed``: the lobby shows it."""

    id: str
    game: str
    title: str
    about: str = ""
    minimum: Cents | None = None
    maximum: Cents | None = None
    listed: bool = False
    rules: str = ""  # the letters of a link that carries them


class PracticeGame(Message):
    """A game and the ways to play it, its example first. ``favorite`` is its place among those shown first; 0: it has none."""

    name: str
    title: str
    chapter: str
    about: str
    kinds: tuple[PracticeKind, ...]
    proposed: bool = False  # whether the text of the chapter is only proposed
    favorite: int = 0


class OwnTableLine(Message):
    """A table that the visitor has; ``rules`` are the letters of a link that opens another like it."""

    table: str
    game: str
    title: str
    rules: str
    rounds: int = 0


class Practice(Message):
    """What a visitor may practise, and the tables that they have; ``open``: whether this house lets them open any."""

    open: bool
    games: tuple[PracticeGame, ...] = ()
    own: tuple[OwnTableLine, ...] = ()


class OpenDraft(IncomingMessage):
    """Rules as somebody tries them; ``start`` is the kind that they are compared with, the example where it is empty."""

    game: Word
    choices: Choices = {}
    title: Name = ""
    start: VariationId = ""


class OpenDraftChecked(DraftChecked):
    """What is known of such rules; ``rules`` are the letters of a link, where they are lawful."""

    rules: str = ""


class LinkedDraft(Message):
    """What a link carries: every choice, with those of the example where it changes nothing."""

    game: str
    title: str
    choices: dict[str, Any]


class OpenTable(IncomingMessage):
    """A wish for a table of one's own: of a kind, or by a link, or with these choices."""

    kind: VariationId = ""
    rules: Letters = ""
    game: Word = ""
    choices: Choices = {}
    title: Name = ""

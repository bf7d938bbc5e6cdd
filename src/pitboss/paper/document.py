"""What a paper says, apart from how it is set: one document is written as HTML and as PDF.

Words are text with a few marks in it; a block is a heading, a paragraph, a list, a table, a drawing, a sign or a line for a
signature. The functions make them, so that a paper reads like its outline.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from pitboss import __version__, law
from pitboss.game import Game
from pitboss.law import Edition
from pitboss.money import dollars
from pitboss.paper.particulars import Particulars
from pitboss.submission import RulesSubmission


class Mark(msgspec.Struct, frozen=True):
    """Words that stand out: ``strong``, a ``cite``, ``code``; or a ``break`` of the line, or a ``box`` to tick."""

    kind: str
    words: str = ""


class Words(tuple[str | Mark, ...]):
    """Text and marks, one after the other."""

    __slots__ = ()

    def __str__(self) -> str:
        return "".join(part if isinstance(part, str) else part.words for part in self)


def money(cents: int) -> str:
    """An amount as it is read: $5, $1,000, $2.50."""
    return f"${cents // 100:,}" if cents % 100 == 0 else f"${cents // 100:,}{dollars(cents % 100)[1:]}"


BREAK, BOX = Words((Mark("break"),)), Words((Mark("box"),))


class Heading(msgspec.Struct, frozen=True):
    words: str
    level: int = 2
    anchor: str = ""  # under which a page can be opened at it


class Paragraph(msgspec.Struct, frozen=True):
    words: Words
    kind: str = ""  # quiet: small and grey


class Items(msgspec.Struct, frozen=True):
    lines: tuple[Words, ...]
    numbered: bool = False


class TableBlock(msgspec.Struct, frozen=True):
    """Rows of words; the columns in ``numbers`` are set to the right, ``kind`` is the style."""

    heads: tuple[str, ...]
    rows: tuple[tuple[Words, ...], ...]
    numbers: tuple[int, ...] = ()
    kind: str = ""


class Drawing(msgspec.Struct, frozen=True):
    svg: str
    height: int = 0  # in millimetres, where it may not take the width of the sheet
    words: str = ""  # what it shows, for whoever cannot see it


class NoticeBlock(msgspec.Struct, frozen=True):
    """A sign: a frame of its own, to be cut out and posted."""

    head: str
    lines: tuple[Words, ...] = ()
    pays: tuple[tuple[str, str], ...] = ()  # what, and what it pays
    foot: str = ""
    cite: str = ""
    large: bool = False  # a few words to be read from afar


class Signatures(msgspec.Struct, frozen=True):
    """Lines to sign on, each with what is written beneath it."""

    lines: tuple[str, ...]


class Columns(msgspec.Struct, frozen=True):
    """Blocks side by side where the sheet is wide enough."""

    left: "tuple[Block, ...]"
    right: "tuple[Block, ...]"


FILING = frozenset({"Licence", "Address", "Filing", "Filed", "Decided"})
Block = Heading | Paragraph | Items | TableBlock | Drawing | NoticeBlock | Signatures | Columns


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """A whole paper: of one game under its filed rules, or of the house."""

    game: str
    title: str
    chapter: str
    holder: str
    hash: str  # of the Rules Submission; empty: a paper of the house under no rules of a game
    blocks: tuple[Block, ...]
    particulars: Particulars = Particulars()
    dense: bool = False  # small letters and narrow margins, for a paper that has to be short
    pages: int = 0  # how many it may have at most; its letters are set smaller until it fits
    brief: bool = False  # without the particulars of the filing at its head
    edition: Edition | None = None  # the text of the chapter that it follows; None: a paper of no chapter

    @property
    def notice(self) -> str:
        """What stands above everything on a paper that follows a text which is only proposed (I-GEN-46)."""
        return f"PROPOSED: {self.edition.words}." if self.edition is not None and self.edition.proposed else ""

    @property
    def text(self) -> str:
        """The chapter, and which text of it."""
        named = f"58 Pa. Code Chapter {self.chapter}"
        return f"{named}, {self.edition.words}" if self.edition is not None else named

    @property
    def head(self) -> tuple[tuple[str, str], ...]:
        """Whose paper it is and for what: name and value of what is known."""
        known = self.particulars
        lines = {
            "Certificate holder": self.holder,
            "Licence": known.licence,
            "Address": known.address,
            "Tables" if len(known.tables) > 1 else "Table": ", ".join(known.tables),
            "Called": known.title,
            "Filing": known.filing,
            "Filed": known.filed,
            "Decided": known.decided,
            "Effective from": known.effective,
        }
        return tuple((name, value) for name, value in lines.items() if value and not (self.brief and name in FILING))

    @property
    def foot(self) -> str:
        """What identifies the paper on every sheet."""
        known = self.particulars
        parts = [self.holder, f"Filing {known.filing}" if known.filing else ""]
        parts += [f"Effective {known.effective}" if known.effective else ""]
        parts += [f"Rules Submission {self.hash[:16]}" if self.hash else ""]
        parts += [f"{self.chapter}, {self.edition.name}" if self.edition is not None else ""]
        return " · ".join(part for part in (*parts, f"pitboss {__version__}") if part)


def document(
    game: Game,
    rules: RulesSubmission,
    title: str,
    blocks: Iterable[Block],
    particulars: Particulars | None = None,
    *,
    dense: bool = False,
    pages: int = 0,
    brief: bool = False,
) -> Document:
    """A paper of this game under these rules."""
    known = particulars or Particulars()
    return Document(
        game=game.title,
        title=title,
        chapter=game.chapter,
        holder=known.holder or rules.holder,
        hash=rules.hash(game.name),
        blocks=tuple(blocks),
        particulars=known,
        dense=dense,
        pages=pages,
        brief=brief,
        edition=law.edition_of(game.chapter, rules),
    )


def document_of_house(
    kind: str, title: str, chapter: str, blocks: Iterable[Block], particulars: Particulars
) -> Document:
    """A paper of the house under no rules of a game."""
    return Document(
        game=kind,
        title=title,
        chapter=chapter,
        holder=particulars.holder,
        hash="",
        blocks=tuple(blocks),
        particulars=particulars,
    )


# --- words -------------------------------------------------------------------------------------------------


def words(*parts: object) -> Words:
    """Text, marks and words together."""
    found: list[str | Mark] = []
    for part in parts:
        if isinstance(part, Words):
            found += part
        elif isinstance(part, Mark):
            found.append(part)
        elif part != "":
            found.append(str(part))
    return Words(found)


def strong(text: object) -> Words:
    return Words((Mark("strong", str(text)),))


def code(text: object) -> Words:
    return Words((Mark("code", str(text)),))


def cite(provision: str) -> Words:
    """The provision behind something, set small."""
    named = provision if provision.startswith("I-") else f"§ {provision.replace(law.EDITION, ', ')}"
    return Words((Mark("cite", named),)) if provision else Words()


def cited(text: object, provision: str) -> Words:
    return words(text, " ", cite(provision)) if provision else words(text)


# --- blocks ------------------------------------------------------------------------------------------------


def heading(text: str, level: int = 2, anchor: str = "") -> Heading:
    return Heading(text, level, anchor)


def paragraph(text: object, kind: str = "") -> Paragraph:
    return Paragraph(words(text), kind)


def items(lines: Iterable[object], *, numbered: bool = False) -> Items:
    return Items(tuple(words(line) for line in lines), numbered)


def table(
    heads: Sequence[str], rows: Iterable[Sequence[Any]], *, numbers: Sequence[int] = (), kind: str = ""
) -> TableBlock:
    found = tuple(tuple(words(cell) for cell in row) for row in rows)
    return TableBlock(tuple(heads), found, tuple(numbers), kind)

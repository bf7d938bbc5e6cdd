"""The guide of a table as a page shows it: the blocks of the same document that ``pitboss guide --full`` prints."""

from pitboss.house.protocol.message import Message


class GuideWord(Message):
    """A piece of text; ``mark`` is ``strong``, ``cite``, ``code`` or ``break``, or empty for plain words."""

    text: str
    mark: str = ""


class GuideBlock(Message):
    """A heading, paragraph, list, table or drawing. ``anchor`` is under what the guide opens at a heading; a drawing is SVG,
    and what it shows is in ``words``; the kind ``layout`` stands for the table's own layout."""

    kind: str  # heading, paragraph, list, table, drawing, layout
    words: tuple[GuideWord, ...] = ()
    level: int = 0
    anchor: str = ""
    style: str = ""
    lines: tuple[tuple[GuideWord, ...], ...] = ()
    numbered: bool = False
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[tuple[GuideWord, ...], ...], ...] = ()
    numbers: tuple[int, ...] = ()  # the columns that are numbers
    drawing: str = ""


class Guide(Message):
    """The whole guide of a table; ``complete`` is false while its edges are being worked out."""

    game: str
    title: str
    chapter: str
    holder: str
    submission: str
    blocks: tuple[GuideBlock, ...]
    complete: bool = False

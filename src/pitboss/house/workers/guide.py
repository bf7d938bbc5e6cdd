"""The guide under a set of rules, with its edges and chances; the same that ``pitboss guide`` prints."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from pitboss.house.protocol.guide import Guide, GuideBlock, GuideWord
from pitboss.house.workers.request import Request, rules_of
from pitboss.mathematics.kit.edge import Edge
from pitboss.paper import full_guide
from pitboss.paper.document import Block, Columns, Drawing, Heading, Items, Mark, Paragraph, TableBlock, Words


class GuideAsked(Request[Guide], frozen=True):
    """The complete guide of a game under its choices."""

    lane, longest, answer, kept, title = "slow", 1800.0, Guide, True, "The edges of this guide"

    game: str
    choices: dict[str, Any]

    def work(self) -> Iterator[Guide]:
        yield guide_of(self.game, self.choices)


@lru_cache(maxsize=64)
def without_edges(game: str, choices: bytes) -> Guide:
    """The guide before its edges are known; ``choices`` as JSON."""
    return guide_of(game, msgspec.json.decode(choices), ())


def guide_of(game: str, choices: dict[str, Any], edges: Sequence[Edge] | None = None) -> Guide:
    """The guide under a set of rules; its edges are worked out unless they are given."""
    made = full_guide.document_of(*rules_of(game, choices), edges=edges)
    text = GuideBlock("paragraph", (GuideWord(made.notice or f"Text: {made.text}.", "strong" if made.notice else ""),))
    blocks = (text, *(shown for block in made.blocks for shown in _shown(block)))
    return Guide(made.game, made.title, made.chapter, made.holder, made.hash, blocks, complete=edges is None)


def _shown(block: Block) -> Iterator[GuideBlock]:
    match block:
        case Heading():
            yield GuideBlock("heading", (GuideWord(block.words),), level=block.level, anchor=block.anchor)
        case Paragraph():
            yield GuideBlock("paragraph", _words(block.words), style=block.kind)
        case Items():
            yield GuideBlock("list", lines=tuple(map(_words, block.lines)), numbered=block.numbered)
        case TableBlock():
            rows = tuple(tuple(map(_words, row)) for row in block.rows)
            yield GuideBlock("table", heads=block.heads, rows=rows, numbers=block.numbers, style=block.kind)
        case Drawing() if block.words == full_guide.LAYOUT:
            yield GuideBlock("layout")  # every table has its layout at an address of its own
        case Drawing():
            yield GuideBlock("drawing", (GuideWord(block.words),), drawing=block.svg)
        case Columns():
            for part in (*block.left, *block.right):
                yield from _shown(part)
        case _:
            raise AssertionError(f"A guide has no {type(block).__name__}.")


def _words(words: Words) -> tuple[GuideWord, ...]:
    return tuple(GuideWord(part.words, part.kind) if isinstance(part, Mark) else GuideWord(part) for part in words)

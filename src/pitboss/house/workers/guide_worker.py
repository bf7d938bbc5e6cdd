"""The guide of a table, its edges and chances worked out in a process of their own; the same that ``pitboss guide`` prints."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache

import msgspec

from pitboss import catalogue
from pitboss.house.protocol.guide import Guide, GuideBlock, GuideWord
from pitboss.house.table.entries import Founded
from pitboss.house.workers.worker import WorkerCache, serve
from pitboss.mathematics.kit.edge import Edge
from pitboss.paper import full_guide
from pitboss.paper.document import Block, Columns, Drawing, Heading, Items, Mark, Paragraph, Table, Words
from pitboss.procedure import Refused
from pitboss.submission import submit

MOST = 100  # guides that are kept
NOTHING = b"null"  # the result of a guide that could not be made


class GuideWorker(WorkerCache):
    """The guide of every submission that was asked for: at once without its edges, then with them."""

    def __init__(self) -> None:
        super().__init__("pitboss.house.workers.guide_worker")

    async def guide(self, founded: Founded) -> bytes | None:
        """The complete guide as JSON; None while its edges are being worked out, or where they cannot be."""
        line = await self.ask(founded)
        return None if line is None or line.strip() == NOTHING else line

    def found(self, submission: str, line: bytes) -> None:
        super().found(submission, line)
        for oldest in list(self._known)[:-MOST]:
            del self._known[oldest]


@lru_cache(maxsize=64)
def without_edges(game: str, choices: bytes) -> bytes:
    """The guide as JSON, before its edges are known."""
    made = Founded(game, "", msgspec.json.decode(choices), "", "")
    return msgspec.json.encode(guide_of(made, ()))


def guide_of(founded: Founded, edges: Sequence[Edge] | None = None) -> Guide:
    """The guide under the rules of a table; its edges are worked out unless they are given."""
    game = catalogue.game(founded.game)
    rules = submit(game.rules, founded.choices)
    made = full_guide.document_of(game, rules, edges=edges)
    blocks = tuple(told for block in made.blocks for told in _told(block))
    return Guide(made.game, made.title, made.chapter, made.holder, made.hash, blocks, complete=edges is None)


def _told(block: Block) -> Iterator[GuideBlock]:
    match block:
        case Heading():
            yield GuideBlock("heading", (GuideWord(block.words),), level=block.level, anchor=block.anchor)
        case Paragraph():
            yield GuideBlock("paragraph", _words(block.words), style=block.kind)
        case Items():
            yield GuideBlock("list", lines=tuple(map(_words, block.lines)), numbered=block.numbered)
        case Table():
            rows = tuple(tuple(map(_words, row)) for row in block.rows)
            yield GuideBlock("table", heads=block.heads, rows=rows, numbers=block.numbers, style=block.kind)
        case Drawing() if block.words == full_guide.LAYOUT:
            yield GuideBlock("layout")  # every table has its layout at an address of its own
        case Drawing():
            yield GuideBlock("drawing", (GuideWord(block.words),), drawing=block.svg)
        case Columns():
            for part in (*block.left, *block.right):
                yield from _told(part)
        case _:
            raise AssertionError(f"A guide has no {type(block).__name__}.")


def _words(words: Words) -> tuple[GuideWord, ...]:
    return tuple(GuideWord(part.words, part.kind) if isinstance(part, Mark) else GuideWord(part) for part in words)


def work_out(founded: Founded) -> Guide | None:
    try:
        return guide_of(founded)
    except Refused:
        return None


if __name__ == "__main__":
    with suppress(BrokenPipeError):  # the house has closed
        serve(work_out, None)  # NOTHING

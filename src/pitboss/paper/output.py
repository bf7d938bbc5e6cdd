"""Writes what was made in the form that a file's name asks for."""

from collections.abc import Callable
from pathlib import PurePath

import msgspec

from pitboss.paper import page
from pitboss.paper.document import Document
from pitboss.procedure import Refusal, Refused


class Artwork(msgspec.Struct, frozen=True):
    """A drawing that is printed at a size of its own."""

    svg: str
    pdf: Callable[[], bytes]


SUFFIXES = (".pdf", ".html")  # of a document
DRAWN = (".pdf", ".svg")  # of a drawing


def render(made: Document | Artwork, suffix: str) -> bytes:
    """A document as ``.html`` or ``.pdf``, a drawing as ``.svg`` or ``.pdf``; any other form is refused."""
    wanted = suffix_of(f"paper{suffix}", DRAWN if isinstance(made, Artwork) else SUFFIXES)
    if isinstance(made, Artwork):
        return made.pdf() if wanted == ".pdf" else made.svg.encode()
    if wanted == ".html":
        return page.html(made).encode()
    from pitboss.paper import typeset  # loads a typesetter, which pages do without

    return typeset.pdf(made)


def suffix_of(file: PurePath | str, allowed: tuple[str, ...]) -> str:
    """The suffix of a file that is to be written; one that would not tell what is in it is refused."""
    suffix = PurePath(file).suffix.lower()
    if suffix not in allowed:
        named = f"{', '.join(allowed[:-1])} or {allowed[-1]}" if len(allowed) > 1 else allowed[0]
        raise Refused(Refusal.MALFORMED, f"Expected a file ending in {named}, not {str(file)!r}.", "")
    return suffix

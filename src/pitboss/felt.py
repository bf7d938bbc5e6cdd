"""The felt: a layout as data. ``paper`` draws it for the filing, and the page uses the same drawing.

Coordinates are in units of the drawing; this module does not know SVG. An ``Area`` takes wagers; a ``Place`` holds
cards, dice, tiles or markers; an ``Inscription`` is printed text the chapter demands.
"""

from collections.abc import Sequence
from typing import Literal, TypeVar

import msgspec

from pitboss.submission import RulesSubmission

At = TypeVar("At")


class Box(msgspec.Struct, frozen=True):
    """A rectangle, rounded by ``radius``; a circle when radius is half of both sides."""

    x: int
    y: int
    width: int
    height: int
    radius: int = 0

    @property
    def middle(self) -> tuple[int, int]:
        return self.x + self.width // 2, self.y + self.height // 2


class Area(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where one wager is placed. ``seat`` 0: the same area serves every player.

    ``hot`` areas (lines and corners between numbers) are not drawn, only clicked; they lie above the others.
    """

    wager: str
    on: str
    box: Box
    label: str = ""
    seat: int = 0
    cite: str = ""
    tint: str = ""  # red, black, green or plain; a class of the drawing
    hot: bool = False
    name: str = ""
    alias: bool = False  # a second place for a wager that has an area already


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where cards, dice, tiles, a wheel or a marker lie. ``of`` is a seat, the dealer, or a device."""

    what: Literal["cards", "dice", "tiles", "wheel", "marker", "replica", "rack", "shoe"]
    of: int | str
    box: Box
    label: str = ""
    order: tuple[str, ...] = ()  # of a wheel: its compartments, clockwise
    labels: tuple[str, ...] = ()  # of a wheel: what is painted in each, where that is not its name


class Inscription(msgspec.Struct, frozen=True):
    """Printed text. ``\\n`` starts a new line."""

    x: int
    y: int
    text: str
    cite: str
    size: int = 16


class Felt(msgspec.Struct, frozen=True):
    """A whole layout."""

    width: int
    height: int
    title: str
    areas: tuple[Area, ...]
    places: tuple[Place, ...] = ()
    inscriptions: tuple[Inscription, ...] = ()


def headed(rules: RulesSubmission, title: str = "") -> str:
    """What stands at the head of a layout: the certificate holder's name, and the game where it is printed beside it."""
    return "  ·  ".join(words.upper() for words in (rules.holder, title) if words)


def in_the_middle(places: Sequence[At], count: int) -> Sequence[At]:
    """The places in the middle of an arc that has room for more: where the seats of a smaller table are."""
    first = (len(places) - count) // 2
    return places[first : first + count]

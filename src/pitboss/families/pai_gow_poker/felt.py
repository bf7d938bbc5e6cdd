"""The felt of a Pai Gow game with cards: two areas for the hands of each place, areas for wagers, and printed odds."""

from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap

from pitboss.families.pai_gow_dealing import Selector
from pitboss.felt import Area, Box, Inscription, Place
from pitboss.procedure import DEALER
from pitboss.wagers import Paytable, WagerKind

ROW = 19  # height of a printed line
SIZE = 15
HARD_SPACE = "\u00a0"  # printed lines are parted at commas only


def dealers_places(selector: Selector, high: Box, low: Box) -> Iterator[Place]:
    """The dealer's two hands, rack, deck, shaker and the mark of the starting position."""
    yield Place("cards", DEALER, high, "High")
    yield Place("cards", DEALER, low, "Low")
    yield Place("rack", "discard", Box(60, 64, 130, 92), "Discards")
    yield Place("shoe", "deck", Box(1310, 64, 130, 92), "Deck")
    if selector is Selector.SHAKER:
        yield Place("dice", "dice", Box(1120, 64, 150, 92), "Shaker")
    yield Place("marker", "start", Box(240, 76, 68, 68, 34), "Start")


def players_places(seat: int, x: int, y: int) -> Iterator[Place]:
    """Two areas for a player's hands."""
    yield Place("cards", seat, Box(x, y, 142, 88), "High")
    yield Place("cards", seat, Box(x + 150, y, 66, 88), "Low")


def wager_area(
    kind: WagerKind, seat: int, x: int, y: int, boxes: Mapping[str, Box], labels: Mapping[str, str], cites: Mapping[str, str]
) -> Area:  # fmt: skip
    """The area of one wager, its box measured from the corner of the seat's place; plain where nothing is tendered."""
    at = boxes[kind.name]
    box = Box(x + at.x, y + at.y, at.width, at.height, at.radius)
    tint, name = "" if kind.tendered else "plain", f"{kind.title}, seat {seat}"
    return Area(kind.name, "", box, labels[kind.name], seat, cites[kind.name], tint, name=name)


def printed(lines: Iterable[tuple[str, str]], x: int, y: int, columns: int) -> Iterator[Inscription]:
    """Sentences with their provisions, one below the other, wrapped."""
    for text, cite in lines:
        rows = wrap(", ".join(part.replace(" ", HARD_SPACE) for part in text.split(", ")), columns)
        yield Inscription(x, y + ROW * len(rows) // 2, "\n".join(rows), cite, SIZE)
        y += ROW * len(rows) + 6


def called(line: str) -> str:
    """``Full house``, ``Seven-card straight flush``: a line as the layout prints it."""
    words = line.replace("seven_card", "seven-card").replace("ace_king", "ace_king_suited")
    return words.replace("_", " ").capitalize()


def odds_of(table: Paytable) -> str:
    """``Full house 5 to 1, Flush 4 to 1``."""
    return ", ".join(f"{called(line)} {pays}" for line, pays in table.lines)


def boxes_held(boxes: int) -> str:
    """On how many areas a player may wager, as the sign says it."""
    areas = "1 betting area" if boxes == 1 else f"{boxes} adjacent betting areas"
    return f"One player may wager on {areas} in a round."

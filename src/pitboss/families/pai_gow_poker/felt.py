"""The felt of a Pai Gow poker game: areas for the hands and wagers of each place, and the odds in print."""

from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap

import msgspec

from pitboss.families.pai_gow_poker.dealing import Selector
from pitboss.families.pai_gow_poker.rules import PaiGowRules
from pitboss.felt import Area, Box, Felt, Inscription, Place, headed
from pitboss.procedure import DEALER
from pitboss.wagers import Paytable, WagerKind

WIDTH = 1500
# Seat 1 is at the dealer's left: the right-hand end as the players face the dealer (I-GEN-10).
SEAT_LEFT = (1262, 1018, 774, 530, 286, 42)
COLUMNS = 122  # of the printed odds
ROW = 19  # height of a printed line
SIZE = 15
HARD_SPACE = "\u00a0"  # printed lines break at commas only


class WagerArea(msgspec.Struct, frozen=True):
    """Where one wager is placed: its box, measured from the corner of the seat's place, its label and its provision."""

    box: Box
    label: str
    cite: str


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """What differs between the layouts of the chapters."""

    title: str
    title_cite: str
    height: int
    seat_top: tuple[int, int, int]  # of the seats at the ends, between, and in the middle of the arc
    high: Box  # the dealer's high hand
    low: Box
    odds_top: int
    wagers: Mapping[str, WagerArea]

    def seat_at(self, seat: int) -> tuple[int, int]:
        """The upper left corner of a seat's place."""
        ends, between, middle = self.seat_top
        return SEAT_LEFT[seat - 1], (ends, between, middle, middle, between, ends)[seat - 1]


def felt_of(
    layout: Layout,
    rules: PaiGowRules,
    kinds: Iterable[WagerKind],
    lines: Iterable[tuple[str, str]],
    *,
    areas: Iterable[Area] = (),
    places: Iterable[Place] = (),
) -> Felt:
    """For each player the areas of these wagers and of two hands, the dealer's hands, and these printed lines.

    ``areas`` and ``places`` are what a chapter has besides.
    """
    kinds, seats = tuple(kinds), range(1, rules.seats + 1)
    title = Inscription(WIDTH // 2, 34, headed(rules, layout.title), layout.title_cite, 24)
    return Felt(
        WIDTH,
        layout.height,
        layout.title,
        (*areas, *(_wager_area(layout, kind, seat) for seat in seats for kind in kinds)),
        (
            *_dealers_places(rules.start_selector, layout),
            *places,
            *(place for seat in seats for place in _players_places(layout, seat)),
        ),
        (title, *printed(lines, WIDTH // 2, layout.odds_top)),
    )


def _dealers_places(selector: Selector, layout: Layout) -> Iterator[Place]:
    """The dealer's two hands, rack, deck, shaker and the mark of the starting position."""
    yield Place("cards", DEALER, layout.high, "High")
    yield Place("cards", DEALER, layout.low, "Low")
    yield Place("rack", "discard", Box(60, 64, 130, 92), "Discards")
    yield Place("shoe", "deck", Box(1310, 64, 130, 92), "Deck")
    if selector is Selector.SHAKER:
        yield Place("dice", "dice", Box(1120, 64, 150, 92), "Shaker")
    yield Place("marker", "start", Box(240, 76, 68, 68, 34), "Start")


def _players_places(layout: Layout, seat: int) -> Iterator[Place]:
    """Two areas for a player's hands."""
    x, y = layout.seat_at(seat)
    yield Place("cards", seat, Box(x, y, 142, 88), "High")
    yield Place("cards", seat, Box(x + 150, y, 66, 88), "Low")


def _wager_area(layout: Layout, kind: WagerKind, seat: int) -> Area:
    """The area of one wager at one seat; plain where the wager is not tendered."""
    (x, y), wager = layout.seat_at(seat), layout.wagers[kind.name]
    box = msgspec.structs.replace(wager.box, x=x + wager.box.x, y=y + wager.box.y)
    tint = "" if kind.tendered else "plain"
    return Area(kind.name, "", box, wager.label, seat, wager.cite, tint, name=f"{kind.title}, seat {seat}")


def printed(lines: Iterable[tuple[str, str]], x: int, y: int) -> Iterator[Inscription]:
    """Sentences with their provisions, one below the other, wrapped."""
    for text, cite in lines:
        rows = wrap(", ".join(part.replace(" ", HARD_SPACE) for part in text.split(", ")), COLUMNS)
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
    """The sentence of the sign on how many areas a player may wager."""
    areas = "1 betting area" if boxes == 1 else f"{boxes} adjacent betting areas"
    return f"One player may wager on {areas} in a round."

"""The Board's published paybacks, compared with what the project's own mathematics finds.

The Board published, with the rulemaking of 2019, a payback for most wagers of three chapters. Each figure is
looked up among the exact edges of the same wager and paytable; the verdict is reproduced (to the digits printed),
not reproduced, or probably misprinted, with the reading the figure was compared under.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

import msgspec

from pitboss import catalogue
from pitboss.mathematics.kit import parts
from pitboss.mathematics.kit.edge import INTERVAL, Edge, edges_for, variants

REPRODUCED, CLOSE, NOT, MISPRINT = "reproduced", "close", "not reproduced", "probably misprinted"


class Figure(msgspec.Struct, frozen=True):
    """One published payback, per cent of what is wagered."""

    game: str
    wager: str
    paytable: str
    printed: str
    of_all_staked: bool = False  # a payback of all money wagered, where the player adds to the first wager
    meaning: str = ""  # the figure it was probably meant to be, where the printed one cannot be right
    reading: str = ""
    house_way: str = ""  # under which the figure is looked up, where nothing says which it was published for
    others: int = 0  # players whose hands the figure counts Envy Bonuses for


def by_paytable(game: str, wager: str, printed: dict[str, str], **rest: object) -> Iterator[Figure]:
    """The figures of one wager, one for each of its paytables."""
    for paytable, payback in printed.items():
        yield Figure(game, wager, paytable, payback, **rest)  # type: ignore[arg-type]


def figures() -> list[Figure]:
    """Those of every game that has some, in ``mathematics/<game>/published.py``."""
    published = dict.fromkeys(parts.load(game, "published") for game in catalogue.games().values())
    return [figure for part in published if part is not None for figure in part.FIGURES]


class Stated(msgspec.Struct, frozen=True):
    """A figure that the Board stated of a game's rules, not of one wager and paytable: per cent, with how ours is found and why
    they differ. ``found`` is None where the rules of the chapter do not know what it is about."""

    game: str
    what: str
    printed: str
    found: Callable[[], float] | None
    why: str


def stated() -> list[Stated]:
    """Those of every game that has some."""
    published = dict.fromkeys(parts.load(game, "published") for game in catalogue.games().values())
    return [one for part in published if part is not None for one in getattr(part, "STATED", ())]


class Compared(msgspec.Struct, frozen=True):
    """A figure with what was found."""

    figure: Figure
    found: Fraction | None  # per cent
    half_width: Fraction
    verdict: str


def compare() -> list[Compared]:
    """Every figure with what the mathematics of its game finds."""
    printed = figures()
    games = [catalogue.game(name) for name in dict.fromkeys(figure.game for figure in printed)]
    known = [edge for game in games for rules in variants(game) for edge in edges_for(game, rules)]
    return [compare_with(figure, next((edge for edge in known if _meant(figure, edge)), None)) for figure in printed]


def _meant(figure: Figure, edge: Edge) -> bool:
    """Whether a figure is of this wager, under this paytable and house way."""
    return (
        (figure.game, figure.wager) == (edge.game, edge.wager)
        and figure.paytable in ("", edge.paytable)
        and figure.house_way in ("", edge.options.get("house_way"))
    )


def compare_with(figure: Figure, edge: Edge | None) -> Compared:
    """One figure with the edge of the same wager and paytable."""
    if edge is None:
        return Compared(figure, None, Fraction(0), "not worked out")
    payback = 100 * (
        1 - (edge.element_of_risk if figure.of_all_staked else edge.house_edge) + figure.others * edge.envy
    )
    width = 100 * edge.half_width if edge.method == INTERVAL else Fraction(0)
    return Compared(figure, payback, width, _verdict(figure, payback, width))


def _verdict(figure: Figure, payback: Fraction, width: Fraction) -> str:
    digits = len(figure.printed.partition(".")[2])
    slack = Fraction(1, 2 * 10**digits) + width

    def near(printed: str, within: Fraction) -> bool:
        return abs(Fraction(printed) - payback) <= within

    if near(figure.printed, slack):
        return REPRODUCED
    if figure.meaning and near(figure.meaning, slack):
        return MISPRINT
    return CLOSE if near(figure.printed, Fraction(15, 100)) else NOT

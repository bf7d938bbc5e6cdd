"""The Board's published paybacks, compared with what the project's own mathematics finds.

The Board published, with the rulemaking of 2019, a payback for most wagers of three chapters. Each figure is
looked up among the exact edges of the same wager and paytable; the verdict is reproduced (to the digits printed),
not reproduced, or probably misprinted, with the reading the figure was compared under.
"""

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from pitboss import catalogue
from pitboss.families.house_ways import HouseWayName
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


def _row(game: str, wager: str, figures: dict[str, str], **rest: object) -> Iterator[Figure]:
    for paytable, printed in figures.items():
        yield Figure(game, wager, paytable, printed, **rest)  # type: ignore[arg-type]


FIGURES: tuple[Figure, ...] = (
    Figure("over-under", "ante", "", "98.95", True, reading="I-686a-01"),
    Figure("over-under", "bonus", "", "94.393"),
    Figure("dj-wild-stud-poker", "ante", "", "98.99", True, reading="I-687a-02"),
    Figure("dj-wild-stud-poker", "trips_bonus", "DJWT-04", "98.843", meaning="93.843", reading="I-687a-05"),
    *_row(
        "dj-wild-stud-poker",
        "trips_bonus",
        {"DJWT-05": "92.474", "DJWT-06": "92.338", "DJWT-07": "91.454"},
        reading="I-687a-04",
    ),
    *_row(
        "dj-wild-stud-poker",
        "two_way_bad_beat_bonus",
        {"DJWBB-01": "86.8", "DJWBB-02": "87.682", "DJWBB-03": "85.904", "DJWBB-04": "85.848"},
        reading="I-687a-06",
    ),
    *_row(
        "face-up-pai-gow-poker",
        "ace_high_bonus",
        {"1": "96.425", "2": "95.233", "3": "94.169", "4": "93.141", "5": "92.647"},
        reading="I-688a-05",
    ),
    *_row(
        "face-up-pai-gow-poker",
        "fortune_bonus",
        {"1": "93.94", "2": "94.15", "3": "94.10", "4": "93.41", "5": "92.62", "6": "94.10"},
        reading="I-688a-21",
    ),
    *_row(
        "face-up-pai-gow-poker",
        "progressive_payout",
        {"1": "75.751", "2": "78.073", "3": "75.568", "5": "80.962"},
        reading="I-688a-11",
    ),
    Figure("face-up-pai-gow-poker", "progressive_payout", "4", "91.937", reading="I-688a-06", others=1),
    *_row("face-up-pai-gow-poker", "progressive_payout", {"6": "75.349", "7": "75.746"}, reading="I-688a-09"),
    *(
        Figure("face-up-pai-gow-poker", "face_up_pai_gow_poker", "", "98.404", True, reading="I-688a-20", house_way=way)
        for way in HouseWayName
    ),
)


class Compared(msgspec.Struct, frozen=True):
    """A figure with what was found."""

    figure: Figure
    found: Fraction | None  # per cent
    half_width: Fraction
    verdict: str


def compare() -> list[Compared]:
    """Every figure whose game is in the catalogue."""
    known: list[Edge] = []
    for name in dict.fromkeys(figure.game for figure in FIGURES):
        game = catalogue.games().get(name)
        if game is not None:
            known += [edge for rules in variants(game) for edge in edges_for(game, rules)]
    return [compare_with(figure, next((edge for edge in known if _meant(figure, edge)), None)) for figure in FIGURES]


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

"""What the Board published, with the rulemaking of 2019, of this game's paybacks."""

from fractions import Fraction

from pitboss.chapters.ch687a_dj_wild_stud_poker.rules import Rules
from pitboss.mathematics.dj_wild_stud_poker.edges import progressive
from pitboss.mathematics.pgcb import Figure, Stated, by_paytable

GAME = "dj-wild-stud-poker"
TRIPS = {"DJWT-05": "92.474", "DJWT-06": "92.338", "DJWT-07": "91.454"}
BAD_BEAT = {"DJWBB-01": "86.8", "DJWBB-02": "87.682", "DJWBB-03": "85.904", "DJWBB-04": "85.848"}
FIGURES = (
    Figure(GAME, "ante", "", "98.99", True, reading="I-687a-02"),
    Figure(GAME, "trips_bonus", "DJWT-04", "98.843", meaning="93.843", reading="I-687a-05"),
    *by_paytable(GAME, "trips_bonus", TRIPS, reading="I-687a-04"),
    *by_paytable(GAME, "two_way_bad_beat_bonus", BAD_BEAT, reading="I-687a-06"),
)


def progressive_payback(rate: int, others: int) -> float:
    """What the Progressive Bonus Wager pays back at a rate, with the Envy Bonuses of so many other players, per cent."""
    edge = progressive(Rules(progressive_bonus=True, progressive_rate=Fraction(rate)))
    return float(100 * (1 - edge.house_edge + others * edge.envy))


STATED = (
    Stated(
        GAME, "payback of the Progressive Bonus Wager", "77", lambda: progressive_payback(20, 1),
        "I-687a-11, at a rate of 20 % with one other player's Envy Bonuses; 76.2 without. The Board names neither.",
    ),
)  # fmt: skip

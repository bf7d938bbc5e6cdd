"""What the Board published, with the rulemaking of 2019, of this game's paybacks."""

from pitboss.families.house_ways import HOUSE_WAYS
from pitboss.mathematics.pgcb import Figure, by_paytable

GAME = "face-up-pai-gow-poker"
ACE_HIGH = {"1": "96.425", "2": "95.233", "3": "94.169", "4": "93.141", "5": "92.647"}
FORTUNE = {"1": "93.94", "2": "94.15", "3": "94.10", "4": "93.41", "5": "92.62", "6": "94.10"}
PROGRESSIVE = {"1": "75.751", "2": "78.073", "3": "75.568", "5": "80.962"}
FIGURES = (
    *by_paytable(GAME, "ace_high_bonus", ACE_HIGH, reading="I-688a-05"),
    *by_paytable(GAME, "fortune_bonus", FORTUNE, reading="I-688a-21"),
    *by_paytable(GAME, "progressive_payout", PROGRESSIVE, reading="I-688a-11"),
    Figure(GAME, "progressive_payout", "4", "91.937", reading="I-688a-06", others=1),
    *by_paytable(GAME, "progressive_payout", {"6": "75.349", "7": "75.746"}, reading="I-688a-09"),
    *(
        Figure(GAME, "face_up_pai_gow_poker", "", "98.404", True, reading="I-688a-20", house_way=way)
        for way in HOUSE_WAYS
    ),
)

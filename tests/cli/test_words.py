"""Events in plain words: tiles, meters, Envy Bonuses."""

import pytest

from pitboss import catalogue
from pitboss.events import Dealt, Discarded, Event, MeterMoved, Paid, Shuffled
from pitboss.terminal.words import describe

SHARE = Paid(1, "progressive_bonus", "", 100, 200_020, "100% of meter", "royal flush", cite="687a.12(c)")
ENVY = Paid(2, "progressive_bonus_envy", "", 0, 100_000, "", "royal flush at seat 1", cite="687a.12(c)")


@pytest.mark.parametrize(
    ("game", "event", "words"),
    [
        ("pai-gow", Shuffled("tiles", 32, cite="621a.4(d)"), "The tiles are mixed, 32 in all  [621a.4(d)]"),
        ("baccarat", Shuffled("shoe", 416, cite="631a.5(a)"), "The shoe is shuffled, 416 in all  [631a.5(a)]"),
        (
            "pai-gow",
            Dealt(1, "", "stack 3", cite="621a.6(d)"),
            "Seat 1 is dealt a tile face down (stack 3)  [621a.6(d)]",
        ),
        (
            "pai-gow",
            Discarded(1, ("1-3", "2-3", "", ""), cite="621a.8(j)"),
            "Seat 1's tiles are gathered: 1-3 2-3 ·· ··  [621a.8(j)]",
        ),
        (
            "dj-wild-stud-poker",
            MeterMoved("progressive_bonus", 200_000 * 10**6, 200_020 * 10**6, "contribution", 1, cite="687a.12(c)"),
            "Meter of the progressive bonus: contribution, now $2000.20  [687a.12(c)]",
        ),
        (
            "dj-wild-stud-poker",
            SHARE,
            "Seat 1, Progressive Bonus Wager wins (royal flush): 100% of meter, $1999.20 won on $1.00, $2000.20 handed back"
            "  [687a.12(c)]",
        ),
        (
            "dj-wild-stud-poker",
            ENVY,
            "Seat 2, Progressive Bonus Wager, Envy Bonus wins (royal flush at seat 1): $1000.00 paid  [687a.12(c)]",
        ),
    ],
)
def test_an_event_in_words(game: str, event: Event, words: str) -> None:
    """What a player at the terminal reads."""
    assert describe(event, catalogue.game(game)) == words

"""Names as players say them, and the wagers that somebody new is shown first."""

from pitboss.chapters.ch623a_craps.wagers import BASIC, KINDS, SPOKEN


def test_every_name_that_players_use_is_of_a_wager_and_ten_wagers_are_basic() -> None:
    """The line bets, what backs them, the numbers and the field; what is said of none of them would never be found."""
    assert set(SPOKEN) <= set(KINDS)
    assert [name for name, kind in KINDS.items() if kind.basic] == sorted(BASIC, key=list(KINDS).index)
    assert len(BASIC) == 10
    said = {word: name for name, words in SPOKEN.items() for word in words}
    assert (said["yo"], said["boxcars"], said["big red"]) == (
        "eleven_in_one_roll_bet",
        "craps_twelve_bet",
        "any_seven_bet",
    )
    assert all(KINDS[name].spoken == words for name, words in SPOKEN.items())

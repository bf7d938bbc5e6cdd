"""What every submission is held to, whatever the game."""

import pytest

from pitboss.chapters.ch617a_roulette import GAME
from pitboss.procedure import Refused
from pitboss.submission import file


@pytest.mark.parametrize(
    ("filed", "sentence"),
    [
        ({"minimum": "10.00", "maximum": "9.99"}, "The minimum of the table, $10.00, is above its maximum, $9.99."),
        ({"minimum": "10.00", "limits": {"straight": {"maximum": "9.99"}}}, "The minimum of straight, $10.00, is"),
        ({"maximum": "10.00", "limits": {"straight": {"minimum": "10.01"}}}, "The minimum of straight, $10.01, is"),
        ({"limits": {"straight": {"minimum": "2.00", "maximum": "1.00"}}}, "The minimum of straight, $2.00, is"),
    ],
)
def test_limits_that_leave_no_wager_are_refused(filed: dict[str, object], sentence: str) -> None:
    """I-GEN-34: what the limits of one wager leave open, those of the table say."""
    with pytest.raises(Refused) as no:
        file(GAME.rules, filed)
    assert no.value.sentence.startswith(sentence)
    assert no.value.cite == "I-GEN-34"


def test_a_single_amount_may_be_the_only_one() -> None:
    """I-GEN-34: a minimum that is the maximum leaves one wager."""
    filed = {"minimum": "10.00", "maximum": "50.00", "limits": {"straight": {"maximum": "10.00"}}}
    rules = file(GAME.rules, filed)
    assert (rules.least("straight"), rules.most("straight"), rules.most("red")) == (1000, 1000, 5000)

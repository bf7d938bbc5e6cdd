"""Every game settled twice, under random lawful filings, with irregularities: the short form of ``soak settled_twice``."""

import pytest

from pitboss import catalogue
from pitboss_audit import SETTLERS
from soak.settled_twice import Campaign

SETTLEMENTS = 250  # of each game


@pytest.mark.parametrize("game", list(SETTLERS))
def test_both_engines_settle_alike(game: str) -> None:
    done = Campaign(game).run(SETTLEMENTS)
    assert not done.found, done.found[0]
    assert done.settlements >= SETTLEMENTS


def test_games_without_a_settler_are_named_in_the_docs() -> None:
    assert set(SETTLERS) <= set(catalogue.games())

"""One module a game; each has ``cases()``, which gives the game with all of its cases."""

from collections.abc import Iterator

from generator import (
    baccarat,
    big_six,
    blackjack,
    casino_war,
    craps,
    dj_wild,
    go_fore_it,
    over_under,
    pai_gow,
    pai_gow_poker,
    roulette,
    sic_bo,
    six_card,
)
from generator.kit import Game

MODULES = (
    roulette,
    big_six,
    craps,
    sic_bo,
    baccarat,
    blackjack,
    casino_war,
    go_fore_it,
    over_under,
    dj_wild,
    pai_gow_poker,
    six_card,
    pai_gow,
)


def games() -> Iterator[Game]:
    for module in MODULES:
        yield from module.cases()

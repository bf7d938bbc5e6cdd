"""How a round goes, for the people who play it: a few sentences for each game, under its filed rules.

A chapter's register tells everything; this tells what a player sees and may do.
"""

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.game import Game
from pitboss.paper.rounds import cards, tiles_and_baccarat, wheels_and_dice
from pitboss.paper.rounds.told import Told
from pitboss.submission import RulesSubmission

ROUNDS: Mapping[str, Callable[[Any], Told]] = {
    "roulette": wheels_and_dice.roulette,
    "big-six-wheel": wheels_and_dice.big_six_wheel,
    "craps": wheels_and_dice.craps,
    "mini-craps": wheels_and_dice.mini_craps,
    "sic-bo": wheels_and_dice.sic_bo,
    "pai-gow": tiles_and_baccarat.pai_gow,
    "minibaccarat": tiles_and_baccarat.minibaccarat,
    "midibaccarat": tiles_and_baccarat.midibaccarat,
    "baccarat": tiles_and_baccarat.baccarat,
    "blackjack": cards.blackjack,
    "casino-war": cards.casino_war,
    "go-fore-it": cards.go_fore_it,
    "over-under": cards.over_under,
    "dj-wild-stud-poker": cards.dj_wild_stud_poker,
    "pai-gow-poker": cards.pai_gow_poker,
    "six-card-fortune-pai-gow-poker": cards.six_card_fortune,
    "face-up-pai-gow-poker": cards.face_up_pai_gow_poker,
}


def told(game: Game, rules: RulesSubmission) -> Told:
    """The words of a game; a game without any has its facts record alone."""
    words = ROUNDS.get(game.name)
    return words(rules) if words else Told()

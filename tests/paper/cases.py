"""Every game under every submission worth printing: its example, and those that show its paytables and options."""

from functools import cache

from pitboss import catalogue
from pitboss.exact.edge import variants
from pitboss.game import Game
from pitboss.submission import RulesSubmission, file

ROULETTES = [
    {"wheel": wheel, "five_adjacent_number_wager": five, "single_zero_trio_and_four": trio}
    for wheel in ("double", "single", "double_as_single")
    for five in (False, True)
    for trio in ((False, True) if wheel == "single" else (False,))
]


@cache
def cases() -> list[tuple[Game, RulesSubmission]]:
    found: dict[str, tuple[Game, RulesSubmission]] = {}
    for game in catalogue.games().values():
        own = [file(game.rules, choices) for choices in ROULETTES] if game.name == "roulette" else []
        for rules in (game.example(), *variants(game), *own):
            found[rules.hash(game.name)] = game, rules
    return list(found.values())


def name(case: object) -> str:
    """A short name for a test's parameter."""
    return case.name if isinstance(case, Game) else ""


def examples() -> list[tuple[Game, RulesSubmission]]:
    return [(game, game.example()) for game in catalogue.games().values()]

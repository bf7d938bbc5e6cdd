"""Every game under every submission that prints differently: its example, its paytables, and each choice changed."""

import os
from functools import cache

import msgspec

from pitboss import catalogue
from pitboss.game import Game
from pitboss.mathematics.kit.edge import variants
from pitboss.paper.alternatives import alternatives
from pitboss.submission import RulesSubmission

FEW = 6  # drawings of one game in the suite; set PITBOSS_ALL_DRAWINGS to look at every one


@cache
def cases() -> list[tuple[Game, RulesSubmission]]:
    """Submissions that print differently: of each game its example and some others, spread over all there are."""
    found: list[tuple[Game, RulesSubmission]] = []
    whole = bool(os.environ.get("PITBOSS_ALL_DRAWINGS"))
    for game in catalogue.games().values():
        filed = [game.example(), *variants(game)]
        filed = [*filed, *alternatives(game)] if whole else filed[:: -(-len(filed) // FEW)]
        every: dict[bytes, tuple[Game, RulesSubmission]] = {}
        for rules in filed:
            printed = (game.felt(rules), game.signs(rules), game.checklists(rules))
            every.setdefault(msgspec.json.encode(printed), (game, rules))
        found += every.values()
    return found


def name(case: object) -> str:
    """A short name for a test's parameter."""
    return case.name if isinstance(case, Game) else ""


def examples() -> list[tuple[Game, RulesSubmission]]:
    return [(game, game.example()) for game in catalogue.games().values()]

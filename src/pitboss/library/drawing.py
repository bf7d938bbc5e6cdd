"""The layout of a table, drawn."""

from pitboss.game import Game
from pitboss.library.rules import Rules, game_of, rules_of
from pitboss.paper.layout import svg


def draw_layout(game: Game | str, rules: Rules = None) -> str:
    """The layout under these rules as an SVG drawing, with every area's wager, spot and provision in it."""
    found = game_of(game)
    return svg(found.felt(rules_of(found, rules)))

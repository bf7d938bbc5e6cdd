"""Certificates of edges: made here, and checked by a program that knows nothing of this project."""

from typing import Any

from pitboss.extras import refusing
from pitboss.game import Game
from pitboss.library.rules import Rules, game_of, rules_of


@refusing
def certify(game: Game | str, rules: Rules = None) -> list[dict[str, Any]]:
    """A certificate for every edge of a game under its rules, as data: counts, payoffs and identities that cannot hold by
    accident. An edge that breaks one is refused. ``pitboss certify`` writes them with the checker."""
    from pitboss.mathematics.certificates.making import certificate
    from pitboss.mathematics.kit.every_edge import edges_kept

    found, filed = game_of(game), rules_of(game_of(game), rules)
    return [certificate(found, filed, edge) for edge in edges_kept(found, filed)]

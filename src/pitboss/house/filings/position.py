"""Positions in an address: a decision, stated by its cards, under the rules that a link carries."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from pitboss.game import Game
from pitboss.house.filings import link
from pitboss.mathematics.kit import position_text
from pitboss.mathematics.kit.judging import Situation
from pitboss.mathematics.kit.restated import restated
from pitboss.mathematics.kit.stated import StatedDecision
from pitboss.submission import made_choices


def address(game: str, letters: str, of: StatedDecision) -> str:
    """What an address says of a position."""
    return urlencode({"game": game, **({"rules": letters} if letters else {}), **position_text.written(of)})


def address_of(game: Game, chosen: Mapping[str, Any], situation: Situation) -> str:
    """The address of a question that a seat is asked."""
    return address(game.name, letters_of(game, chosen), restated(game, situation))


def letters_of(game: Game, chosen: Mapping[str, Any]) -> str:
    """The letters of these rules; none for those that a game has in every house."""
    letters, usual = (link.encode(game.name, "", made_choices(one)) for one in (chosen, game.example().chosen))
    return "" if letters == usual else letters

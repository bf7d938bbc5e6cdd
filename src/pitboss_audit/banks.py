"""A player as the bank, of cards or of tiles: losers pay winners, the bank adds what is missing or has what is over.

645a.12 and 621a.9. A co-bank shares with the house: the odd cent of a shortfall is the house's, of a surplus the player's
(I-GEN-06).
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pitboss_audit.facts import Line, Round
from pitboss_audit.money import commission

BANKS = ("bank", "co_bank")


class Bank(NamedTuple):
    """Who banks the round, and whether together with the dealer."""

    seat: int
    kind: str


def bank_of(played: Round) -> Bank | None:
    """The bank of this round: whoever's cover came to lie on the layout."""
    return next((Bank(fact["seat"], fact["wager"]) for fact in played.of("wagered") if fact["wager"] in BANKS), None)


def settled_with(bank: Bank, decided: Iterable[Line], rules: Mapping[str, Any], cite: str) -> list[Line]:
    """What the bank adds or has, and the half of the house; ``decided``: the wagers against it, the dealer's among them."""
    over = sum(line.stake - line.returned for line in decided)
    house = 0
    if bank.kind == "co_bank":
        house = over // 2 if over > 0 else -((-over + 1) // 2)
    mine = over - house
    surplus, missing = max(mine, 0), max(-mine, 0)
    lines = [Line(bank.seat, bank.kind, "", missing, surplus, cite, vigorish=commission(surplus, rules))]
    if house:
        way = ("centre", "inventory") if house > 0 else ("inventory", "centre")
        lines.append(Line(0, way[0], way[1], 0, abs(house), cite, kind="transferred"))
    return lines

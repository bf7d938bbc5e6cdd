"""House ways as houses published them, and what a way gives whoever sets both sides by it: data in ``published_ways.toml``."""

import tomllib
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import msgspec

from pitboss.chapters.ch645a_pai_gow_poker.rules import Rules
from pitboss.families.house_ways import HOUSE_WAYS, HouseWayName
from pitboss.mathematics.kit.edge import Edge
from pitboss.mathematics.pai_gow_poker.best_play import OwnGain, bank_gain, house_gain
from pitboss.mathematics.pai_gow_poker.edges import main_game

DEALS = 1 << 18  # deals looked at for a comparison: within 0.01 of a hundredth of the wager


class PublishedWay(msgspec.Struct, frozen=True):
    """One way; ``chances``: what was published of a player who sets the same way, in per cent: won, tied, lost."""

    name: str
    title: str
    source: str
    lines: tuple[str, ...]
    chances: tuple[Fraction, ...] = ()


def _filed(lines: tuple[str, ...]) -> Rules:
    """What a house that plays so would file."""
    return Rules(house_way=HouseWayName.FILED, house_way_rules=lines)


@cache
def published_ways() -> tuple[PublishedWay, ...]:
    data = tomllib.loads(files(__package__).joinpath("published_ways.toml").read_text("utf-8"))
    return tuple(
        PublishedWay(
            way["name"], way["title"], way["source"], tuple(way["lines"]), tuple(map(Fraction, way["chances"]))
        )
        for way in data["way"]
    )


class ComparedWay(NamedTuple):
    """A way beside others: the main wager of a player who sets the same way, against a dealer who does."""

    name: str
    edge: Edge
    published: tuple[Fraction, ...]
    bank: OwnGain  # of a bank that sets as well as can be, which may do so
    house: OwnGain  # what the way costs: what a dealer would gain who set as well as can be

    @property
    def chances(self) -> tuple[Fraction, ...]:
        """Won, tied and lost, in per cent."""
        found = {outcome.name: 100 * outcome.probability for outcome in self.edge.outcomes}
        return found["win"], found["tie"], found["lose"]


def compared_ways(filed: tuple[str, ...] = (), deals: int = DEALS) -> Iterator[ComparedWay]:
    """The ways that have a name, those that were published, and a filed one."""
    ways: list[tuple[str, Rules, tuple[Fraction, ...]]] = [
        (str(name), Rules(house_way=name), ()) for name in HOUSE_WAYS
    ]
    ways += [(way.name, _filed(way.lines), way.chances) for way in published_ways()]
    ways += [("as filed", _filed(filed), ())] if filed else []
    for name, rules, chances in ways:
        gains = (gain(rules.way_key, deals // 8) for gain in (bank_gain, house_gain))
        yield ComparedWay(name, main_game(rules, deals), chances, *gains)

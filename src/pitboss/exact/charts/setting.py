"""A house way on paper: its sentences, and two pair, where ways differ, as a grid."""

from pitboss.equipment.cards import NAMES
from pitboss.exact.charts import Chart, grid, worth
from pitboss.exact.edge import Edge
from pitboss.families.house_ways import NEVER, Group, HouseWay
from pitboss.families.poker_ranks import LADDER

SPLIT = "split"


def house_way_chart(way: HouseWay, edge: Edge) -> Chart:
    """For a game in which both sides set seven cards; ``edge`` is that of a player who sets so."""
    groups = tuple(Group)
    rows = {str(of): tuple(_kept(way, of, other) for other in groups) for of in groups}
    return Chart(
        way.title,
        way.sentences,
        (grid("Two pair", "one pair", "the other pair", tuple(map(str, groups)), rows),),
        {
            SPLIT: "the lower pair goes low",
            "a card": "both pairs stay high when such a card or a better one can go low, else the lower goes low",
        },
        (
            f"Set so, the wager is worth {worth(-edge.house_edge)} against a dealer who sets the same way, "
            f"within {float(100 * edge.half_width):.4f} % (95 %).",
        ),
    )


def _kept(way: HouseWay, one: Group, other: Group) -> str:
    least = way.kept.get((one, other), way.kept.get((other, one), NEVER))
    if least == NEVER:
        return SPLIT
    name = LADDER[least - 2]
    return NAMES.get(name, name)

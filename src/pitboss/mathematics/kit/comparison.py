"""Which exact edge a simulated wager is compared with."""

from collections.abc import Iterable

from pitboss.mathematics.kit.edge import Edge
from pitboss.mathematics.kit.kernel import Kernel

UNDECIDED = "none"  # the strategy of a wager on which nothing is decided


def exact_edge_for(kernel: Kernel, wager: str, edges: Iterable[Edge]) -> Edge | None:
    """The edge of a kernel's wager by the strategy that the kernel plays; None where there is none, or not just one.

    The edge of a kind of wager serves for each of its places; the edges of all its places, where they are the same,
    serve for the kind.
    """
    kind, _, on = wager.partition(" ")
    mine = [edge for edge in edges if edge.wager == kind]
    places = mine if not on else []
    mine = [edge for edge in mine if edge.on == on] or [edge for edge in mine if not edge.on] or places
    for strategy in (kernel.strategy, UNDECIDED):
        if found := [edge for edge in mine if edge.strategy == strategy]:
            alike = {edge.house_edge if kernel.stake is None else edge.at_stake for edge in found}
            return found[0] if len(alike) == 1 else None
    return mine[0] if len(mine) == 1 else None

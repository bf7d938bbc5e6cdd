"""621a.8(d) the dealer's own setting where the chapter leaves no choice, and the throw of the cases."""

from collections.abc import Sequence

from pitboss_audit.tiles import RANK, splits, strength

THROW = "3 3 3"  # nine: counted round eight places from the dealer, it comes back to the dealer


def dealers(tiles: Sequence[str]) -> tuple[list[str], list[str]] | None:
    """The dealer's setting where the chapter leaves no choice; ``None`` where it leaves one."""
    ways = splits(tiles)
    if {"1-2", "2-4"} <= set(tiles):
        return next(way for way in ways if set(way[0]) == {"1-2", "2-4"})
    paired = [way for way in ways if strength(way[0])[0]]
    if paired:
        return paired[0] if len({tuple(map(tuple, map(sorted, way))) for way in paired}) == 1 else None
    good = [way for way in ways if strength(way[0])[1] >= 7]
    if good:
        return good[0] if len(good) == 1 else None
    if {"1-2", "2-4"} & set(tiles) or len({RANK[tile] for tile in tiles}) < 4:
        return None  # which tile is the highest, or the lowest, could be argued
    ordered = sorted(tiles, key=lambda tile: RANK[tile])
    return next(way for way in ways if sorted((ordered[0], ordered[3])) in (sorted(way[0]), sorted(way[1])))

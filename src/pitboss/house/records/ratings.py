"""Ratings: how long each patron played, for how much, and what their play is worth to the house in theory.

A fold over rows of the record: sittings of a gaming day are added up to days, tables or patrons. A round counts for whoever had a
wager decided in it; void rounds count for nobody. What corrections gave or took later is not in it.

The edge of a wager is per unit of all that is staked on it (the element of risk), because rows do not tell what was staked first.
What a player adds to a wager by an election (doubling, a War Wager) is worth what that wager is.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

import msgspec

from pitboss.house.protocol.board import RoundQuery
from pitboss.house.protocol.ratings import RatedBy, RatingLine, RatingQuery
from pitboss.house.records import asking
from pitboss.house.records.asking import SqlStatement
from pitboss.mathematics.kit.edge import Edge
from pitboss.money import Cents

Spot = tuple[str, str]  # wager, on
WagerEdges = Mapping[Spot, Fraction]  # per unit of all that is staked


class RatedSitting(msgspec.Struct, frozen=True, array_like=True):
    """The rounds of one sitting in one gaming day."""

    identity: str
    name: str
    table: str
    patron: int
    sitting: int
    day: str
    rounds: int
    milliseconds: int
    since: str
    until: str


class RatedStake(msgspec.Struct, frozen=True, array_like=True):
    """What was staked on one spot in one sitting and gaming day, under one submission."""

    identity: str
    table: str
    sitting: int
    day: str
    game: str
    submission: str
    wager: str
    on: str
    handle: Cents
    returned: Cents


def edges_by_stake(edges: Iterable[Edge]) -> dict[Spot, Fraction]:
    """What each wager gives the house, per unit of all that is staked on it."""
    found = list(edges)
    main = next((edge for edge in found if edge.staked != 1 and not edge.conditional), None)
    by_spot: dict[Spot, Fraction] = {}
    for edge in found:
        continues = main is not None and edge.conditional and edge.staked != 1
        rate = main.element_of_risk if continues and main is not None else edge.element_of_risk
        by_spot.setdefault((edge.wager, edge.on), rate)
        for wager in edge.includes:
            by_spot.setdefault((wager, ""), rate)
    return by_spot


# --- questions


def _wagers(query: RatingQuery, tables: tuple[str, ...]) -> tuple[str, SqlStatement]:
    """The wagers that are rated, each with the round that it was decided in."""
    described = RoundQuery(tables=tables, since=query.since, until=query.until, player=query.player, void=False)
    rounds, wagers = asking.rounds(described, tables), asking.wagers(described)
    sql = (
        f"SELECT w.*, r.game, r.submission, r.opened, r.closed FROM ({asking.whose_wagers(wagers)}) AS w "
        f"JOIN ({rounds.sql}) AS r USING (table_id, round)"
    )
    return sql, SqlStatement(sql, (*wagers.values, *rounds.values), rounds.since, rounds.until)


def sittings(query: RatingQuery, tables: tuple[str, ...]) -> SqlStatement:
    """One line for each sitting and gaming day, as ``RatedSitting`` has it."""
    wagers, asked = _wagers(query, tables)
    began = "greatest(w.opened, coalesce(s.time, w.opened))"
    sql = (
        "SELECT identity, max(known_as), table_id, patron, sitting, gaming_day, count(*), "
        "CAST(sum(epoch_ms(CAST(closed AS TIMESTAMP)) - epoch_ms(CAST(began AS TIMESTAMP))) AS BIGINT), "
        "min(began), max(closed) FROM ("
        "SELECT DISTINCT w.identity, w.known_as, w.table_id, coalesce(w.patron, 0) AS patron, "
        f"coalesce(w.sitting, 0) AS sitting, w.gaming_day, w.round, w.closed, {began} AS began FROM ({wagers}) AS w "
        "LEFT JOIN patrons AS s ON s.table_id = w.table_id AND s.sequence = w.sitting"
        ") GROUP BY ALL ORDER BY 1, 6, 3, 5"
    )
    return msgspec.structs.replace(asked, sql=sql)


def staked(query: RatingQuery, tables: tuple[str, ...]) -> SqlStatement:
    """One line for each spot that was wagered on in a sitting and gaming day, as ``RatedStake`` has it."""
    wagers, asked = _wagers(query, tables)
    sql = (
        "SELECT identity, table_id, coalesce(sitting, 0) AS sitting, gaming_day, game, submission, wager, placed_on, "
        f"CAST(sum(stake) AS BIGINT), CAST(sum(returned - vigorish) AS BIGINT) FROM ({wagers}) GROUP BY ALL"
    )
    return msgspec.structs.replace(asked, sql=sql)


# --- the fold


class _Rating:
    """What is added up for one line."""

    def __init__(self) -> None:
        self.name = self.since = self.until = ""
        self.milliseconds = self.rounds = self.handle = self.returned = self.unrated = 0
        self.worth = Fraction(0)

    def sat(self, one: RatedSitting) -> None:
        self.name = one.name
        self.since, self.until = min(self.since or one.since, one.since), max(self.until, one.until)
        self.rounds, self.milliseconds = self.rounds + one.rounds, self.milliseconds + one.milliseconds

    def wagered(self, one: RatedStake, edge: Fraction | None) -> None:
        self.handle, self.returned = self.handle + one.handle, self.returned + one.returned
        if edge is None:
            self.unrated += one.handle
        else:
            self.worth += one.handle * edge


def rate(
    sat: Iterable[RatedSitting],
    wagered: Iterable[RatedStake],
    edges: Mapping[str, WagerEdges],
    by: Iterable[RatedBy],
    *,
    names: bool,
) -> Iterator[RatingLine]:
    """Lines by patron, and by day, table or sitting; ``edges`` are by submission. Without names, a patron is a number at a
    table."""
    sat, parts = list(sat), frozenset(by)
    ratings: dict[tuple[str, str, str, int], _Rating] = {}
    places: dict[str, str] = {}
    for one in sat:
        ratings.setdefault(_key(one, parts), _Rating()).sat(one)
        place = f"{one.table} p{one.patron}" if one.patron else f"{one.table} sitting {one.sitting}"
        places[one.identity] = min(place, places.get(one.identity, place))
    for spot in wagered:
        known = edges.get(spot.submission, {})
        edge = known.get((spot.wager, spot.on), known.get((spot.wager, "")))
        ratings[_key(spot, parts)].wagered(spot, edge)
    for (identity, day, table, sitting), rating in ratings.items():
        yield RatingLine(
            patron=identity if names else places[identity],
            name=rating.name if names else "",
            day=day,
            table=table,
            sitting=sitting,
            since=rating.since,
            until=rating.until,
            seconds=rating.milliseconds // 1000,
            rounds=rating.rounds,
            handle=rating.handle,
            average_bet=rating.handle // rating.rounds,
            won=rating.returned - rating.handle,
            worth=round(rating.worth),
            unrated=rating.unrated,
        )


def _key(one: RatedSitting | RatedStake, parts: frozenset[RatedBy]) -> tuple[str, str, str, int]:
    sitting = "sitting" in parts
    table = one.table if sitting or "table" in parts else ""
    return one.identity, one.day if "day" in parts else "", table, one.sitting if sitting else 0

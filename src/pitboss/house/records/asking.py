"""Questions as SQL: which rounds and which acts a query describes. Whatever a person typed is bound, never pasted.

A query that is no good is refused with a sentence that says what is allowed.
"""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

import msgspec

from pitboss.house.protocol.board import DecisionQuery, GroupBy, RoundOrder, RoundQuery
from pitboss.house.records.allowed import CHAPTER, TEXT, check_known, check_lines, check_rounds, check_text
from pitboss.house.table.hours import stamp_of
from pitboss.procedure import Refusal, Refused

ANY = "any"


class WhereClause:
    """Parts of a WHERE clause that all have to hold, with the values that are bound to them."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.values: list[Any] = []

    def add(self, part: str, *values: Any) -> None:
        assert part.count("?") == len(values), part
        self.parts.append(part)
        self.values += values

    def one_of(self, column: str, values: Sequence[Any]) -> None:
        if values:
            self.add(f"{column} IN ({', '.join('?' * len(values))})", *values)

    def sql(self) -> str:
        return " AND ".join(f"({part})" for part in self.parts) or "true"

    def __bool__(self) -> bool:
        return bool(self.parts)


class SqlStatement(msgspec.Struct, frozen=True):
    """A statement without its end, the values that are bound to it, and the gaming days that it can concern."""

    sql: str
    values: tuple[Any, ...]
    since: str = ""  # a gaming day; rows of earlier ones need not be read
    until: str = ""
    describes_wagers: bool = False


# --- rounds


def rounds(query: RoundQuery, tables: Sequence[str]) -> SqlStatement:
    """One line for each round that the query describes, with ``times`` and the sums of the wagers that it describes."""
    check_rounds(query, tables)
    described, provision, main = wagers(query), _provision(query.provision), WhereClause()
    joined, values = [], list[Any]()
    times = wanted = "0"
    if provision:
        counted = f"SELECT table_id, round, sum(times) AS times FROM provisions WHERE {provision.sql()} GROUP BY ALL"
        joined.append(f"JOIN ({counted}) AS p USING (table_id, round)")
        values += provision.values
        times = "p.times"
    if described:
        summed = "count(*) AS wagers, sum(stake) AS staked, sum(returned) AS returned"
        found = f"SELECT table_id, round, {summed} FROM wagers WHERE {described.sql()} GROUP BY ALL"
        joined.append(f"JOIN ({found}) AS w USING (table_id, round)")
        values += described.values
        wanted = "w."
    _round_conditions(query, main)
    sums = ", ".join(f"CAST({wanted}{name} AS BIGINT) AS {name}" if described else f"0 AS {name}" for name in OF_WAGERS)
    sql = (
        f"SELECT r.* EXCLUDE (funds, meters), CAST({times} AS BIGINT) AS times, {sums}, c.round IS NOT NULL AS corrected "
        f"FROM rounds AS r {' '.join(joined)} "
        "LEFT JOIN (SELECT DISTINCT table_id, round FROM corrections) AS c USING (table_id, round) "
        f"WHERE {main.sql()}"
    )
    since, until = _span(query.since, query.until)
    return SqlStatement(sql, (*values, *main.values), since, until, bool(described))


OF_WAGERS = ("wagers", "staked", "returned")


def _round_conditions(query: RoundQuery, main: WhereClause) -> None:
    main.one_of("r.table_id", query.tables)
    main.one_of("r.game", query.games)
    main.one_of("r.round", query.rounds)
    _when(main, query.since, query.until, "r.gaming_day", "r.closed")
    if query.result:
        main.add("contains(lower(r.result), lower(?))", query.result)
    if query.irregularity == ANY:
        main.add("r.irregularities > 0")
    elif query.irregularity:
        main.add(f"({OF_ROUND}) IN (SELECT table_id, round FROM irregularities WHERE kind = ?)", query.irregularity)
    if query.person:
        acted = "SELECT table_id, round FROM decisions WHERE round > 0 AND (person = ? OR lower(name) = lower(?))"
        named = f"r.dealer = ? OR lower(r.dealer_name) = lower(?) OR ({OF_ROUND}) IN ({acted})"
        main.add(named, *(query.person,) * 4)
    if query.version:
        main.add("starts_with(r.version, ?)", query.version)
    if query.void is not None:
        main.add("r.void = ?", query.void)
    if query.corrected is not None:
        main.add("(c.round IS NOT NULL) = ?", query.corrected)
    if query.notable is not None:
        main.add("(r.void OR r.irregularities > 0 OR c.round IS NOT NULL) = ?", query.notable)


OF_ROUND = "r.table_id, r.round"


def wagers(query: RoundQuery) -> WhereClause:
    """What one and the same wager has to be."""
    found = WhereClause()
    if query.player:
        known = "? IN (person, card, identity, table_id || ' p' || patron) OR lower(name) = lower(?)"
        patrons = f"(table_id, patron) IN (SELECT table_id, patron FROM ({IDENTITIES}) WHERE {known})"
        before = (
            "coalesce(patron, 0) = 0 AND ? IN (person, table_id || ' ' || player)"  # in records of earlier versions
        )
        found.add(f"lower(player) = lower(?) OR ({before}) OR {patrons}", *(query.player,) * 4)
    if query.wager:
        found.add("wager = ?", query.wager)
    for column, sign, value in (
        ("stake", ">=", query.stake_least),
        ("stake", "<=", query.stake_most),
        ("returned", ">=", query.paid_least),
        ("returned", "<=", query.paid_most),
    ):
        if value is not None:
            found.add(f"{column} {sign} ?", value)
    return found


# Who each patron of a table is, by all that was ever said of them. One with an account or a card is the same at every table; a
# visitor has the name of a patron at one of their tables.
IDENTITIES = """
SELECT *, CASE WHEN person <> '' THEN person WHEN card <> '' THEN 'card ' || card
  WHEN visitor <> '' THEN min(table_id || ' p' || patron) OVER (PARTITION BY visitor)
  ELSE table_id || ' p' || patron END AS identity
FROM (
  SELECT table_id, patron, coalesce(max_by(name, sequence) FILTER (name <> ''), '') AS name,
    coalesce(max_by(person, sequence) FILTER (person <> ''), '') AS person,
    coalesce(max_by(card, sequence) FILTER (card <> ''), '') AS card,
    coalesce(max_by(visitor, sequence) FILTER (visitor <> ''), '') AS visitor
  FROM patrons WHERE patron > 0 GROUP BY table_id, patron
)"""


def whose_wagers(which: WhereClause) -> str:
    """The wagers that meet a condition, with who made each: ``identity`` and ``known_as``."""
    return (
        "SELECT x.*, coalesce(k.identity, nullif(x.person, ''), x.table_id || ' ' || x.player) AS identity, "
        f"coalesce(k.name, x.player) AS known_as FROM (SELECT * FROM wagers WHERE {which.sql()}) AS x "
        f"LEFT JOIN ({IDENTITIES}) AS k ON k.table_id = x.table_id AND k.patron = x.patron"
    )


def _provision(cite: str) -> WhereClause:
    """A citation and what is below it: 633a.14(c) also finds 633a.14(c)(1), and not 633a.14(ca)."""
    found = WhereClause()
    if CHAPTER.fullmatch(cite):
        found.add("starts_with(cite, ?)", f"{cite}.")
    elif cite:
        found.add("cite = ? OR starts_with(cite, ?) OR starts_with(cite, ?)", cite, f"{cite}(", f"{cite}:")
    return found


# --- groups

KEYS: dict[GroupBy, tuple[str, str]] = {  # key and label
    "table": ("f.table_id", "f.table_id"),
    "day": ("f.gaming_day", "f.gaming_day"),
    "person": ("f.dealer", "max(f.dealer_name)"),
    "provision": ("g.cite", "g.cite"),
    "wager": ("v.wager", "v.wager"),
    "game": ("f.game", "f.game"),
    "patron": ("v.identity", "max(v.known_as)"),
}
OF_A_WAGER: dict[GroupBy, tuple[str, ...]] = {"wager": ("wager",), "patron": ("identity", "known_as")}
SUMS = ("wagered", "paid", "win", "times", *OF_WAGERS)


def groups(query: RoundQuery, tables: Sequence[str]) -> SqlStatement:
    """One line for each group of the rounds that the query describes: keys, labels, number of rounds, sums."""
    asked = rounds(query, tables)
    joined, values = [], list(asked.values)
    sums = {name: f"f.{name}" for name in SUMS}
    if "provision" in query.group_by:
        below = _provision(query.provision)
        joined.append(f"JOIN (SELECT * FROM provisions WHERE {below.sql()}) AS g USING (table_id, round)")
        values += below.values
        sums["times"] = "g.times"
    if by := [column for one in query.group_by for column in OF_A_WAGER.get(one, ())]:
        same = wagers(query)
        summed = "count(*) AS wagers, sum(stake) AS staked, sum(returned) AS returned, sum(vigorish) AS vigorish"
        found = f"SELECT table_id, round, {', '.join(by)}, {summed} FROM ({whose_wagers(same)}) GROUP BY ALL"
        joined.append(f"JOIN ({found}) AS v USING (table_id, round)")
        values += same.values
        paid = "v.returned - v.vigorish"
        sums |= {name: f"v.{name}" for name in OF_WAGERS}
        sums |= {"wagered": "v.staked", "paid": paid, "win": f"v.staked - ({paid})"}
    keys = [f"{KEYS[by][0]} AS key_{n}" for n, by in enumerate(query.group_by)]
    labels = [f"{KEYS[by][1]} AS label_{n}" for n, by in enumerate(query.group_by)]
    totals = [f"CAST(sum({what}) AS BIGINT) AS {name}" for name, what in sums.items()]
    sql = (
        f"WITH f AS ({asked.sql}) SELECT {', '.join((*keys, *labels))}, count(*) AS rounds, {', '.join(totals)}, "
        f"max(f.closed) AS latest FROM f {' '.join(joined)} GROUP BY {', '.join(KEYS[by][0] for by in query.group_by)}"
    )
    return SqlStatement(sql, tuple(values), asked.since, asked.until, asked.describes_wagers)


def round_order(query: RoundQuery) -> str:
    """Rounds in the order that was asked for; the same ones in the same order whenever it is asked."""
    way = "ASC" if query.ascending else "DESC"
    first: dict[RoundOrder, str] = {"closed": "closed", "round": "round"}
    return f"ORDER BY {first.get(query.order, query.order)} {way}, table_id {way}, round {way}"


def group_order(query: RoundQuery) -> str:
    """Groups: by their latest round, by how many rounds they have, or by a sum."""
    way = "ASC" if query.ascending else "DESC"
    first: dict[RoundOrder, str] = {"closed": "latest", "round": "rounds"}
    keys = ", ".join(f"key_{n}" for n in range(len(query.group_by)))
    return f"ORDER BY {first.get(query.order, query.order)} {way}, {keys}"


# --- acts of people


def decisions(query: DecisionQuery, journals: Sequence[str]) -> SqlStatement:
    """One line for each act that the query describes."""
    check_lines(query.limit, query.offset)
    check_text(person=query.person, role=query.role, words=query.words)
    check_known("journal", query.journals, journals)
    found = WhereClause()
    found.one_of("journal", query.journals)
    found.one_of("kind", query.kinds)
    _when(found, query.since, query.until, "gaming_day", "time")
    if query.person:
        found.add("person = ? OR lower(name) = lower(?)", query.person, query.person)
    if query.role:
        found.add("role = ?", query.role)
    if query.words:
        found.add("contains(lower(words), lower(?))", query.words)
    if query.round is not None:
        found.add("round = ?", query.round)
    since, until = _span(query.since, query.until)
    return SqlStatement(f"SELECT * FROM decisions WHERE {found.sql()}", tuple(found.values), since, until)


DECISION_ORDER = "ORDER BY time DESC, journal DESC, sequence DESC"

# --- when


def _is_day(text: str) -> bool:
    return len(text) == len("2026-05-31") and "T" not in text


def _parsed(text: str) -> str:
    """A gaming day, or a time as entries write it."""
    try:
        if _is_day(text):
            return date.fromisoformat(text).isoformat()
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            raise ValueError
        return stamp_of(moment)
    except (ValueError, OverflowError):
        wanted = "a gaming day like 2026-05-31 or a time with its zone like 2026-05-31T18:00Z"
        raise Refused(Refusal.MALFORMED, f"Expected {wanted}, not {text[:TEXT]!r}.", "") from None


def _when(found: WhereClause, since: str, until: str, day: str, time: str) -> None:
    if since:
        found.add(f"{day if _is_day(since) else time} >= ?", _parsed(since))
    if until:
        found.add(f"{day} <= ?" if _is_day(until) else f"{time} < ?", _parsed(until))


def _span(since: str, until: str) -> tuple[str, str]:
    """The gaming days within which everything lies; a time may belong to the gaming day before or after its date."""
    return _shifted(_parsed(since), -2) if since else "", _shifted(_parsed(until), 2) if until else ""


def _shifted(text: str, days: int) -> str:
    if _is_day(text):
        return text
    try:
        return date.fromordinal(date.fromisoformat(text[:10]).toordinal() + days).isoformat()
    except (ValueError, OverflowError):
        return ""

"""Reports of the record: dealers, wagers, large wagers, ratings, hours, staffing, access, rules, software, equipment,
irregularities, progressives and jackpots.

Those of the searchable record are a statement over its rows; ``{days}`` stands for the condition on gaming days, ``{tables}`` for
that on tables, those for practice left out.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec

from pitboss.house.people import entries as of_house
from pitboss.house.progressives.book import ProgressiveBook
from pitboss.house.progressives.periods import Periods, local_date
from pitboss.house.progressives.thresholds import needs_slip, needs_w2g
from pitboss.house.protocol.pit import HourLine
from pitboss.house.protocol.ratings import RatingLine
from pitboss.house.records.house_facts import actor_of
from pitboss.house.records.words import words
from pitboss.house.reports.money_record import MoneyRecord, TablePlace
from pitboss.house.reports.report import (
    DAY,
    DAYS_ONLY,
    GAME,
    PIT,
    SHIFT,
    TABLE,
    TIME,
    ReportColumn,
    ReportForm,
    ReportQuery,
    TieOut,
    money,
    number,
    ratio,
    text,
)
from pitboss.house.table.standing import Assigned, Released
from pitboss.journal import Entry
from pitboss.meters import MICRO
from pitboss.money import Cents

LARGE: Cents = 100_000  # a wager, or what one won, from which it is listed
MOST = 5000  # lines of a list


class RecordRows(msgspec.Struct, frozen=True):
    """What a statement found in the record, with where each table is."""

    rows: Sequence[dict[str, Any]]
    places: dict[str, TablePlace] = {}


class _Found:
    """A row of the record as an item: its columns are attributes."""

    def __init__(self, row: dict[str, Any], place: TablePlace) -> None:
        self.__dict__.update({"game": place.game, "pit": place.pit} | row)


def found_rows(source: RecordRows, query: ReportQuery) -> Iterator[_Found]:
    return (_Found(row, source.places.get(str(row.get("table", "")), TablePlace())) for row in source.rows)


STATEMENTS: dict[str, str] = {  # by report
    "dealers": (
        'SELECT gaming_day AS day, table_id AS "table", dealer AS credential, dealer_name AS dealer, count(*) AS rounds, '
        "CAST(sum(wagered) AS BIGINT) AS handle, CAST(sum(win) AS BIGINT) AS win, CAST(sum(irregularities) AS BIGINT) AS faults "
        "FROM rounds WHERE NOT void AND {days} AND {tables} GROUP BY ALL ORDER BY 1, 2, 3"
    ),
    "wagers": (
        'SELECT gaming_day AS day, table_id AS "table", wager, count(*) AS wagers, CAST(sum(stake) AS BIGINT) AS handle, '
        "CAST(sum(returned - vigorish) AS BIGINT) AS paid, CAST(sum(vigorish) AS BIGINT) AS vigorish, "
        "CAST(sum(stake - returned + vigorish) AS BIGINT) AS win FROM wagers WHERE {days} AND {tables} GROUP BY ALL "
        "ORDER BY 1, 2, 3"
    ),
    "large": (
        'SELECT gaming_day AS day, table_id AS "table", round, seat, player AS name, person AS patron, wager, placed_on, stake, '
        "returned - vigorish - stake AS won, odds, outcome, cite FROM wagers WHERE "
        f"(stake >= {LARGE} OR returned - stake >= {LARGE}) AND {{days}} AND {{tables}} ORDER BY 1, 2, 3, 4 LIMIT {MOST}"
    ),
    "irregularities": (
        'SELECT i.gaming_day AS day, i.table_id AS "table", i.round, i.kind, i.seat, i.name AS by_name, i.role, i.remedy, i.cite, '
        "r.dealer_name AS dealer FROM irregularities AS i LEFT JOIN rounds AS r ON i.table_id = r.table_id AND i.round = r.round "
        "WHERE {i.days} AND {i.tables} ORDER BY 1, 2, 3"
    ),
    "void-rounds": (
        'SELECT r.gaming_day AS day, r.table_id AS "table", r.round, r.dealer_name AS dealer, r.wagered, r.result, '
        "r.irregularities AS faults, r.void, count(c.number) AS corrections FROM rounds AS r "
        "LEFT JOIN corrections AS c ON c.table_id = r.table_id "
        "AND c.round = r.round WHERE {r.days} AND {r.tables} GROUP BY ALL HAVING r.void OR count(c.number) > 0 ORDER BY 1, 2, 3"
    ),
    **{
        name: (
            'SELECT gaming_day AS day, time, table_id AS "table", name AS by_name, role, kind, words FROM decisions WHERE kind IN '
            f"({', '.join(repr(kind) for kind in kinds)}) AND {{days}} ORDER BY time LIMIT {MOST}"
        )
        for name, kinds in {
            "incidents": (
                "incident",
                "correction_proposed",
                "correction_decided",
                "owed_settled",
                "corrected",
                "sale_undone",
            ),
            "rules": (
                *(
                    "filing_drafted",
                    "filing_filed",
                    "filing_decided",
                    "filing_withdrawn",
                    "rules_scheduled",
                    "rules_changed",
                ),
                *("rules_unscheduled", "settings_changed", "retired", "house_named"),
            ),
            "equipment": ("thing_received", "thing_brought", "thing_moved", "thing_signed", "signed", "duty"),
        }.items()
    },
}


def _listed(name: str, title: str, about: str, cite: str, *columns: ReportColumn, formula: str = "") -> ReportForm:
    return ReportForm(
        name=name, title=title, about=about, cite=cite, source="play", items=found_rows, columns=columns, spans=DAYS_ONLY,
        formula=formula,
    )  # fmt: skip


_WHERE = (DAY, PIT, GAME, TABLE)
_BY = (text("by_name", "By", groups=True), text("role", "Role", groups=True))
_ACTS = (
    DAY,
    TIME,
    TABLE,
    *_BY,
    text("kind", "Kind", lambda one: one.kind.replace("_", " "), groups=True),
    text("words", "What"),
)
DEALERS = _listed(
    "dealers", "Play by dealer", "Rounds, handle and win of every dealer by table and day", "601a.9",
    *_WHERE, text("credential", "Credential"), text("dealer", "Dealer", groups=True), number("rounds", "Rounds"),
    money("handle", "Handle"), money("win", "Win by play"), ratio("edge", "Win of handle", "win", "handle"),
    number("faults", "Irregularities"),
    formula="Win by play is what the inventory took in more than it paid out in these rounds; void rounds count for nobody.",
)  # fmt: skip
WAGERS = _listed(
    "wagers", "Play by wager", "Handle, payments and win of every wager by table and day", "601a.9",
    *_WHERE, text("wager", "Wager", groups=True), number("wagers", "Decided"), money("handle", "Handle"), money("paid", "Paid"),
    money("vigorish", "Vigorish"), money("win", "Win"), ratio("edge", "Win of handle", "win", "handle"),
)  # fmt: skip
LARGE_WAGERS = _listed(
    "large", "Large wagers and wins", "Wagers, and wins of one wager, from $1,000", "601a.9",
    *_WHERE, number("round", "Round", summed=False), number("seat", "Seat", summed=False), text("name", "Name"),
    text("patron", "Account"), text("wager", "Wager", groups=True), text("placed_on", "On"), money("stake", "Stake"),
    money("won", "Won"), text("odds", "Odds"), text("outcome", "Outcome", groups=True), text("cite", "Provision"),
)  # fmt: skip
IRREGULARITIES = _listed(
    "irregularities", "Irregularities", "What went wrong in rounds, by table, dealer and section, and its remedy", "811a.9",
    *_WHERE, number("round", "Round", summed=False), text("kind", "Kind", lambda one: one.kind.replace("_", " "), groups=True),
    number("seat", "Seat", summed=False), text("dealer", "Dealer", groups=True), *_BY, text("remedy", "Remedy"),
    text("cite", "Provision", groups=True),
)  # fmt: skip
VOID_ROUNDS = _listed(
    "void-rounds", "Void and corrected rounds", "Rounds that are void, or were corrected after they were settled", "811a.9",
    *_WHERE, number("round", "Round", summed=False), text("dealer", "Dealer", groups=True),
    text("void", "Void", lambda one: "void" if one.void else "", groups=True), number("corrections", "Corrections"),
    money("wagered", "Wagered"), number("faults", "Irregularities"), text("result", "Result"),
)  # fmt: skip
INCIDENTS = _listed(
    "incidents",
    "Incidents and corrections",
    "What was reported at tables, and corrections of rounds, by whom",
    "811a.9",
    *_ACTS,
)
RULES = _listed(
    "rules",
    "Rule changes",
    "Filings, decisions of the Board, and rules and limits that came into force",
    "601a.2",
    *_ACTS,
)
EQUIPMENT = _listed(
    "equipment",
    "Equipment log",
    "Cards, dice, tiles and wheels: received, brought, inspected, sealed, destroyed",
    "603a.16",
    *_ACTS,
)


# --- the house's own journal


class HouseActs(msgspec.Struct, frozen=True):
    """Entries of the house's own journal of a few kinds, and who people are."""

    entries: Sequence[Entry]
    periods: Periods
    names: dict[str, str] = {}


class HouseAct(msgspec.Struct, frozen=True):
    day: str
    shift: int
    time: str
    kind: str
    person: str
    by: str
    words: str


ACCESS_KINDS = (
    *("person_added", "roles_changed", "person_ended", "person_invited", "password_set", "passkey_added", "signed_in"),
    *("signed_out", "sign_in_locked", "sign_in_unlocked", "access_requested", "access_agreed", "access_withdrawn"),
    *(
        "admitted_alone",
        "access_recovered",
        "device_key_issued",
        "device_key_revoked",
        "program_asked",
        "program_created",
    ),
    *("program_withdrawn", "program_revoked"),
)
SOFTWARE_KINDS = (
    "software_approved",
    "software_checked",
    "rules_kept",
    "record_verified",
    "backup_made",
    "play_alarm",
    "alarm_seen",
)
HOUSE_KINDS = {"access": ACCESS_KINDS, "software": SOFTWARE_KINDS}  # by report


def house_acts(source: HouseActs, query: ReportQuery) -> Iterator[HouseAct]:
    for entry in source.entries:
        period = source.periods.of(entry.time)
        if query.has(*period):
            made: Any = of_house.DECODERS[entry.kind].decode(entry.payload)
            by, person = actor_of(made), getattr(made, "credential", "")
            name = source.names.get(person, person)
            kind = entry.kind.replace("_", " ")
            yield HouseAct(*period, entry.time, kind, name, by.name if by is not None else "", words(entry.kind, made))


_HOUSE = (
    DAY, SHIFT, TIME, text("kind", "Kind", groups=True), text("person", "Person", groups=True), text("by", "By", groups=True),
    text("words", "What"),
)  # fmt: skip
ACCESS = ReportForm(
    name="access",
    title="Access and role changes",
    about="Accounts, roles, sign-ins and locks after failed sign-ins, programs and devices",
    cite="811a.9",
    source="house",
    items=house_acts,
    columns=_HOUSE,
)
SOFTWARE = ReportForm(
    name="software",
    title="Software and the record",
    about="What the Board approved, comparisons of what runs with it, verifications of the record, backups, alarms of play",
    cite="811a.9",
    source="house",
    items=house_acts,
    columns=_HOUSE,
)


# --- staffing


class StaffSource(msgspec.Struct, frozen=True):
    """The entries of each table by which somebody was assigned or released."""

    tables: dict[str, Sequence[Entry]]
    periods: Periods
    names: dict[str, str]
    places: dict[str, TablePlace]
    now: str


class StaffFacts(msgspec.Struct, frozen=True):
    """Somebody's time at a table."""

    day: str
    shift: int
    pit: str
    game: str
    table: str
    name: str
    role: str
    since: str
    until: str
    minutes: int
    by: str

    @property
    def dealer(self) -> str:
        return self.name if self.role == "dealer" else ""


def staffing(source: StaffSource, query: ReportQuery) -> Iterator[StaffFacts]:
    for table, found in source.tables.items():
        for since, until, made in _stays(found):
            period = source.periods.of(since)
            if query.has(*period):
                place, ends = source.places.get(table, TablePlace()), until or source.now
                minutes = int((datetime.fromisoformat(ends) - datetime.fromisoformat(since)).total_seconds() // 60)
                by = made.by.name if made.by is not None else ""
                yield StaffFacts(
                    *period, place.pit, place.game, table, made.name, made.role.title, since, until, minutes, by
                )


def _stays(found: Iterable[Entry]) -> Iterator[tuple[str, str, Assigned]]:
    """From when until when somebody stood there: a dealer relieves the one before."""
    here: dict[tuple[str, str], tuple[str, Assigned]] = {}
    for entry in found:
        if entry.kind == "assigned":
            made = msgspec.json.decode(entry.payload, type=Assigned)
            for key in [key for key, (_, one) in here.items() if made.role == one.role and made.role.value == "dealer"]:
                since, one = here.pop(key)
                yield since, entry.time, one
            here[made.person, made.role] = entry.time, made
        else:
            left = msgspec.json.decode(entry.payload, type=Released)
            if (left.person, left.role) in here:
                since, one = here.pop((left.person, left.role))
                yield since, entry.time, one
    yield from ((since, "", one) for since, one in here.values())


STAFFING = ReportForm(
    name="staffing",
    title="Staffing and relief",
    about="Who stood at which table in which role, from when until when",
    cite="I-GEN-32",
    source="staff",
    items=staffing,
    columns=(
        DAY, SHIFT, PIT, GAME, TABLE, text("name", "Name", groups=True), text("role", "Role", groups=True),
        ReportColumn("since", "From", "time"), ReportColumn("until", "Until", "time"), number("minutes", "Minutes"),
        text("by", "Assigned by"),
    ),
)  # fmt: skip


# --- hours, ratings


class HourSource(msgspec.Struct, frozen=True):
    """The hourly sheets of a gaming day, and what the book has of it."""

    day: str
    lines: Sequence[HourLine]
    record: MoneyRecord | None
    places: dict[str, TablePlace]
    periods: Periods


class HourFacts(msgspec.Struct, frozen=True):
    """One hour of a table: play by its own ledger; tray and fills by the book, as far as the day has come."""

    day: str
    shift: int
    hour: str
    pit: str
    game: str
    table: str
    rounds: int
    buy_ins: Cents
    handle: Cents
    win: Cents
    so_far: Cents
    opener: Cents | None
    fills: Cents
    credits: Cents
    drop: Cents | None


def hours(source: HourSource, query: ReportQuery) -> Iterator[HourFacts]:
    so_far: dict[str, Cents] = {}
    opened, counted = _opened(source)
    fills = _filled(source)
    for line in sorted(source.lines, key=lambda one: (one.hour, one.table)):
        won = so_far[line.table] = so_far.get(line.table, 0) + line.win
        stamp = datetime.fromisoformat(line.hour)
        period = source.periods.of(_stamp(stamp))
        if query.has(*period):
            place = source.places.get(line.table, TablePlace())
            moved = [amount for table, at, amount in fills if table == line.table and at == line.hour[:13]]
            yield HourFacts(
                *period, line.hour, place.pit, place.game, line.table, line.rounds, line.buy_ins, line.handle, line.win, won,
                opened.get(line.table), sum(one for one in moved if one > 0), -sum(one for one in moved if one < 0),
                counted.get(line.table),
            )  # fmt: skip


def _opened(source: HourSource) -> tuple[dict[str, Cents], dict[str, Cents]]:
    """The opener of the day's first box at each table, and the counted drop of all its boxes that are known."""
    opened: dict[str, Cents] = {}
    counted: dict[str, Cents] = {}
    for box in source.record.book.boxes.values() if source.record is not None else ():
        if box.day == source.day:
            opened.setdefault(box.table, box.opener)
            if box.counted is not None and box.state in ("counted", "accepted"):
                counted[box.table] = counted.get(box.table, 0) + box.cash
    return opened, counted


def _filled(source: HourSource) -> list[tuple[str, str, Cents]]:
    """Fills (above zero) and credits (below) with the hour, on the clock of the house, in which they were signed for."""
    found: list[tuple[str, str, Cents]] = []
    zone = datetime.fromisoformat(source.lines[0].hour).tzinfo if source.lines else None
    for slip in source.record.slips.values() if source.record is not None else ():
        if slip.paper in ("fill", "credit") and slip.state == "received" and not slip.void:
            at = datetime.fromisoformat(slip.signed[-1].at).astimezone(zone)
            found.append((slip.table, at.isoformat()[:13], slip.value if slip.paper == "fill" else -slip.value))
    return found


def _stamp(moment: datetime) -> str:
    from pitboss.house.table.hours import stamp_of

    return stamp_of(moment)


HOURLY = ReportForm(
    name="hourly",
    title="Hourly report",
    about="Win, buy-ins, handle, fills and credits of every table by the hour; buy-ins are not drop",
    cite="465a.36",
    source="hours",
    items=hours,
    columns=(
        DAY, SHIFT, ReportColumn("hour", "Hour from", "time", groups=True), PIT, GAME, TABLE, number("rounds", "Rounds"),
        money("buy_ins", "Buy-ins"), money("handle", "Handle"), money("win", "Win by play"),
        money("so_far", "Win so far", summed=False), ratio("edge", "Win of buy-ins", "win", "buy_ins"),
        money("opener", "Opener of the day", summed=False), money("fills", "Fills"), money("credits", "Credits"),
        money("drop", "Counted cash of the day", summed=False),
    ),
    spans=("day", "shift"),
    formula="Buy-ins are all chips that patrons sat down with or bought, whatever they paid with; drop is only what was counted.",
)  # fmt: skip


def _rating(name: str) -> ReportColumn:
    return money(
        name,
        {"average_bet": "Average bet", "won": "Patron won", "worth": "Theoretical win"}.get(name, name.capitalize()),
    )


RATINGS = ReportForm(
    name="ratings",
    title="Ratings",
    about="How long each patron played, for how much, and what that is worth in theory",
    cite="811a.9(d)",
    source="ratings",
    items=lambda source, query: source,
    columns=(
        text("patron", "Patron", groups=True), text("name", "Name"), DAY, TABLE,
        number("minutes", "Minutes", lambda one: one.seconds // 60), number("rounds", "Rounds"), _rating("handle"),
        money("average_bet", "Average bet", summed=False), _rating("won"), _rating("worth"), money("unrated", "Not rated"),
    ),
    spans=DAYS_ONLY,
)  # fmt: skip
Ratings = Sequence[RatingLine]


# --- progressives


class MeterSource(msgspec.Struct, frozen=True):
    """The progressive book, as somebody in this zone reads it."""

    book: ProgressiveBook
    zone: str
    places: dict[str, TablePlace]


class MeterFacts(msgspec.Struct, frozen=True):
    """A meter in one shift; micro-cents rounded down to cents only where they are shown."""

    day: str
    shift: int
    game: str
    meter: str
    tables: str
    opening: int
    contributions: int
    seeds: int
    from_reserve: int
    awards: int
    corrections: int
    difference: int
    closing: int
    reserve: int
    hits: int


def meters(source: MeterSource, query: ReportQuery) -> Iterator[MeterFacts]:
    for pool in source.book.pools.values():
        for line in pool.lines() if not pool.practice else ():
            if query.has(*line.period):
                tally = line.tally
                yield MeterFacts(
                    *line.period, pool.game, str(pool.id), ", ".join(pool.tables), line.opening, tally.contributions, tally.seeds,
                    tally.from_reserve, tally.awards, tally.corrections, tally.difference, line.closing, line.reserve_closing,
                    tally.hits,
                )  # fmt: skip


def _meter_ties(source: MeterSource, query: ReportQuery, found: Sequence[MeterFacts]) -> Iterator[TieOut]:
    made = sum(
        one.opening + one.contributions + one.seeds + one.from_reserve - one.awards + one.corrections for one in found
    )
    yield TieOut(
        "Meters: what wagers, seeds and awards make of them (micro-cents)", made, sum(one.closing for one in found)
    )


def _micro(name: str, title: str, *, summed: bool = True) -> ReportColumn:
    return money(name, title, lambda one: getattr(one, name) // MICRO, summed=summed)


PROGRESSIVES = ReportForm(
    name="progressives",
    title="Progressives",
    about="Every meter by shift: opening, contributions, seeds, awards, closing, reserve, difference",
    cite="605a.7",
    source="progressives",
    items=meters,
    columns=(
        DAY, SHIFT, GAME, text("meter", "Meter", groups=True), text("tables", "Tables"), _micro("opening", "Opening", summed=False),
        _micro("contributions", "Contributions"), _micro("seeds", "Seeds"), _micro("from_reserve", "From reserve"),
        _micro("awards", "Awards"), _micro("corrections", "Corrections"), _micro("difference", "Difference"),
        _micro("closing", "Closing", summed=False), _micro("reserve", "Reserve", summed=False), number("hits", "Hits"),
    ),
    ties=_meter_ties,
)  # fmt: skip


class JackpotFacts(msgspec.Struct, frozen=True):
    day: str
    time: str
    game: str
    pit: str
    table: str
    round: int
    seat: int
    wager: str
    hand: str
    odds: str
    stake: Cents
    amount: Cents
    of_meter: Cents
    payer: str
    patron: str
    verified: str
    form: str
    state: str


def jackpots(source: MeterSource, query: ReportQuery) -> Iterator[JackpotFacts]:
    for award in source.book.awards:
        on, day = local_date(award.time, source.zone), source.book.day_of(award.time)
        if query.has(day) and not award.practice and needs_slip(award.amount, award.of_meter, on):
            place = source.places.get(award.table, TablePlace())
            who = award.name or award.person or (f"card {award.card}" if award.card else "unknown")
            yield JackpotFacts(
                day, award.time, award.game, place.pit, award.table, award.round, award.seat, award.wager, award.hand, award.odds,
                award.stake, award.amount, award.of_meter, "table" if award.by_table else "cage", who,
                ", ".join(dict.fromkeys(one.by for one in award.verified)),
                "W-2G" if needs_w2g(award.amount, award.stake, on) else "",
                "papers complete" if award.documented or award.by_table else "papers not complete",
            )  # fmt: skip


JACKPOTS = ReportForm(
    name="jackpots",
    title="Jackpots",
    about="Every award that needs a paper: hand, odds, amount, who verified it, who pays, which form is due",
    cite="605a.7",
    source="progressives",
    items=jackpots,
    columns=(
        DAY, TIME, PIT, GAME, TABLE, number("round", "Round", summed=False), number("seat", "Seat", summed=False),
        text("wager", "Wager", groups=True), text("hand", "Hand"), text("odds", "Odds"), money("stake", "Stake"),
        money("amount", "Amount"), money("of_meter", "Of the meter"), text("payer", "Paid by", groups=True),
        text("patron", "Patron"),
        text("verified", "Verified by"), text("form", "Form", groups=True), text("state", "State", groups=True),
    ),
    spans=DAYS_ONLY,
)  # fmt: skip

RECORD = (
    HOURLY, DEALERS, WAGERS, LARGE_WAGERS, RATINGS, PROGRESSIVES, JACKPOTS, IRREGULARITIES, VOID_ROUNDS, INCIDENTS, STAFFING,
    ACCESS, RULES, SOFTWARE, EQUIPMENT,
)  # fmt: skip

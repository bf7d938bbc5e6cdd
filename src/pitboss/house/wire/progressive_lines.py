"""The progressive book as it is sent: meters, periods and jackpots as messages, and the slip of a jackpot as a document."""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from typing import Any

from pitboss import catalogue
from pitboss.house.people.entries import HouseNamed
from pitboss.house.progressives.book import MeterPool, MeterShift, ProgressiveBook
from pitboss.house.progressives.moves import Award, AwardVerified
from pitboss.house.progressives.periods import local_date
from pitboss.house.progressives.thresholds import THRESHOLDS, in_force, needs_slip, needs_w2g
from pitboss.house.protocol.progressives import (
    JackpotLine,
    MeterDifference,
    MeterHistory,
    MeterLine,
    MeterPeriod,
    Per,
    Progressives,
    VerifiedLine,
)
from pitboss.house.table.filing import submission_of
from pitboss.house.wire.incident_book import local_time
from pitboss.money import dollars
from pitboss.paper.document import Document
from pitboss.paper.jackpot_slip import Jackpot, jackpot_slip
from pitboss.paper.particulars import Particulars
from pitboss.procedure import Refusal, Refused

MOST = 1000  # periods of a meter that are listed, the latest
ADDED = (
    *("contributions", "seeds", "from_reserve", "awards", "corrections", "difference"),
    *("reserved", "reserve_corrections", "wagered", "fixed", "hits"),
)


# --- meters


def progressives(book: ProgressiveBook, *, practice: bool) -> tuple[Progressives, list[dict[str, Any]]]:
    """Every meter that is played for, and the choices under which each is filed."""
    pools = [pool for pool in book.pools.values() if pool.tables and (practice or not pool.practice)]
    made = Progressives(
        tuple(_meter(pool, book) for pool in pools),
        sum(pool.liability for pool in pools),
        tuple(one for pool in pools for one in _differences(pool)),
    )
    return made, [pool.choices for pool in pools]


def history(
    book: ProgressiveBook, meter: str, per: Per, named: HouseNamed, *, names: bool
) -> tuple[MeterHistory, dict[str, Any]]:
    """One meter by day or shift, and the choices under which it is filed."""
    pool = next((one for one in book.pools.values() if str(one.id) == meter), None)
    if pool is None:
        raise Refused(Refusal.NOT_FOUND, f"This house has no meter {meter!r}; ask for the list of progressives.", "")
    hits = [award for award in reversed(book.awards) if award.meter == pool.id and award.of_meter]
    made = MeterHistory(
        _meter(pool, book),
        tuple(_periods(pool.lines(), per))[::-1][:MOST],
        tuple(jackpots(book, hits, named, names=names)),
        tuple(_differences(pool)),
    )
    return made, pool.choices


def _meter(pool: MeterPool, book: ProgressiveBook) -> MeterLine:
    filed, won = pool.meter, (one.time for one in book.awards if one.meter == pool.id and one.of_meter)
    return MeterLine(
        id=str(pool.id),
        game=pool.game,
        wager=pool.id.wager,
        title=catalogue.game(pool.game).wager(pool.id.wager).title,
        cite=filed.cite,
        tables=tuple(pool.tables),
        shown=pool.shown,
        liability=pool.liability,
        initial=filed.initial,
        reset=filed.reset,
        rate=_percent(filed.rate),
        since=pool.since,
        sums=_period("", 0, list(pool.lines())),
        linked=filed.linked,
        practice=pool.practice,
        reserve=pool.reserve,
        reserve_rate=_percent(filed.reserve_rate),
        last_hit=max(won, default=""),
    )


def _percent(rate: Fraction) -> str:
    """A rate has four decimals at most."""
    return format((Decimal(rate.numerator) / rate.denominator).normalize(), "f")


def _periods(lines: Iterable[MeterShift], per: Per) -> Iterator[MeterPeriod]:
    if per == "shift":
        yield from (_period(*line.period, [line]) for line in lines)
    else:
        yield from (_period(day, 0, list(found)) for day, found in groupby(lines, key=lambda line: line.period.day))


def _period(day: str, shift: int, lines: list[MeterShift]) -> MeterPeriod:
    """Several shifts, one after the other, in one sum."""
    first, last = lines[0], lines[-1]
    tables: dict[str, int] = {}
    for line in lines:
        for table, amount in line.tally.tables.items():
            tables[table] = tables.get(table, 0) + amount
    return MeterPeriod(
        day,
        shift,
        first.opening,
        last.closing,
        reserve_opening=first.reserve_opening,
        reserve_closing=last.reserve_closing,
        tables=tuple(sorted(tables.items())),
        **{name: sum(getattr(line.tally, name) for line in lines) for name in ADDED},
    )


def _differences(pool: MeterPool) -> Iterator[MeterDifference]:
    for one in pool.differences:
        yield MeterDifference(str(pool.id), one.time, one.table, one.round, one.amount, one.words)


# --- jackpots


def jackpots(
    book: ProgressiveBook, awards: Iterable[Award], named: HouseNamed, *, names: bool
) -> Iterator[JackpotLine]:
    """Those of some awards that need a paper on their date."""
    for award in awards:
        on = local_date(award.time, named.zone)
        if needs_slip(award.amount, award.of_meter, on):
            yield JackpotLine.from_domain(
                award,
                id=award.id,
                meter=str(award.meter),
                title=catalogue.game(award.game).wager(award.wager).title,
                day=book.day_of(award.time),
                name=award.name if names else "",
                verified=tuple(VerifiedLine.from_domain(one) for one in award.verified),
                w2g=needs_w2g(award.amount, award.stake, on),
            )


def slip(book: ProgressiveBook, id: str, named: HouseNamed) -> Document:
    """The slip of a jackpot, by the rules under which it was won."""
    award = next((one for one in book.awards if one.id == id), None)
    on = local_date(award.time, named.zone) if award is not None else None
    if award is None or on is None or not needs_slip(award.amount, award.of_meter, on):
        raise Refused(Refusal.NOT_FOUND, f"There is no jackpot {id!r}; ask for the list of jackpots.", "")
    game, form = catalogue.game(award.game), in_force(THRESHOLDS.w2g, on)
    made = Jackpot(
        id=award.id,
        time=local_time(award.time, named),
        round=award.round,
        seat=award.seat,
        wager=game.wager(award.wager).title,
        cite=award.cite,
        hand=award.hand,
        cards=award.cards,
        odds=award.odds,
        stake=award.stake,
        amount=award.amount,
        of_meter=award.of_meter,
        by_table=award.by_table,
        patron=_patron(award),
        verified=tuple((one.what, _who(one), local_time(one.time, named), one.cite) for one in award.verified),
        documented=award.documented,
        w2g=needs_w2g(award.amount, award.stake, on),
        w2g_from=f"from ${dollars(form.least)} and {form.times} times the wager, since {form.since:%Y-%m-%d}",
        corrections=award.corrections,
    )
    particulars = Particulars(
        holder=named.holder,
        licence=named.licence,
        address=named.address,
        tables=(award.table,),
        title=award.title,
    )
    return jackpot_slip(game, submission_of(game, award.choices), made, particulars)


def _patron(award: Award) -> str:
    known = (award.person, f"card {award.card}" if award.card else "")
    return ", ".join(part for part in (award.name, *known) if part)


def _who(one: AwardVerified) -> str:
    return f"{one.by} ({one.credential})" if one.credential else one.by

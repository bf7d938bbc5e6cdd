"""The progressive system of the house: the amount of a meter that several tables share (I-GEN-33).

The amount is not stored. It is the initial amount plus what each table of the group has added or taken, rounds in
progress included, so that it is the same after a restart; every answer of the system is in the record of its table.

A link is lost while a table of the group is suspended or cannot be read. The wager is then closed at every table of
the group, and what was wagered in a betting that is open is handed back; play goes on without it. A table that is closed
to play, or retired, is not missing: what it moved is known. An amount that a player is waiting for is stated only when it
is known and on the disk; until then the round waits, so that nobody is paid from a sum that is not whole. No two tables
move a meter in the same millisecond of their records, so that the times tell whose turn came first.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import msgspec

from pitboss.events import MeterMoved
from pitboss.families.progressive import AWARD, METER, RESERVE, RESET, after_moves, linked_state
from pitboss.house.clock import JUMP, stamp
from pitboss.house.protocol.views import Meter as MeterView
from pitboss.house.table import entries
from pitboss.house.table.filing import submission_of
from pitboss.house.table.table import Table
from pitboss.journal import AUTOMATIC
from pitboss.meters import MICRO, Meter, MeterState
from pitboss.money import dollars
from pitboss.procedure import SYSTEM, Answer, Election, Refusal, Refused, Window
from pitboss.submission import RulesSubmission
from pitboss.wagers import REMOVE

if TYPE_CHECKING:
    from pitboss.house.host.host import Host

CITE = "I-GEN-33"
TICK = 0.001  # seconds: how exact the times of a record are
RESTORED = "The tables of the group are connected again: the wager on their common meter is taken."


class Floor(msgspec.Struct, frozen=True):
    """Every table that may belong to a group: the hosts, and the games of tables that could not be read from the start."""

    hosts: Mapping[str, "Host"]
    unopened: dict[str, str]
    displayed: dict[tuple[str, str], int]  # by link and name, the last amount of each common meter that was on the disk
    stamped: dict[tuple[str, str], float]  # when each was moved last, in seconds of the wall clock


# --- the amount


def says(election: Election, known: Answer, host: "Host", floor: Floor) -> Answer | None:
    """The amount of the meter, or of its reserve; None while a player waits for it and it is not known for certain.

    A table without a wager on the meter goes on with ``known``, the amount that it saw last: nothing is moved by it.
    """
    table = host.require_table()
    meter = linked_meter(table)
    if meter is None or meter.name != known.on:
        return known
    group = members(meter, table, floor)
    plays = _plays(meter, table)
    if any(not one.is_accountable for one in group) or _unread(meter, table, floor):
        return None if plays else known
    if plays and any(one.moving for one in group if one is not host):
        return None  # another table has moved the meter, and that is not on the disk yet
    if plays:
        _stamp(meter, host, floor)
    amount = _sum(meter, group, election.kind)
    assert amount >= 0, f"{meter.name}: the movements of its group add up to {amount}"
    return msgspec.structs.replace(known, amount=amount)


def _stamp(meter: Meter, host: "Host", floor: Floor) -> None:
    """Give what follows a time of its own, later than that of the last movement; unless the clock was set back since,
    which every table notes."""
    table, now = host.require_table(), host.clock.seconds()
    key = (table.state.filing.settings.link, meter.name)
    last = floor.stamped.get(key, 0.0)
    if now - TICK < last < now + JUMP:
        now = last + TICK
    floor.stamped[key] = now
    table.now = max(stamp(now), table.now)  # a clock that is set at this very moment is noted with the next turn


def members(meter: Meter, table: Table, floor: Floor) -> list["Host"]:
    """The tables that share a meter and can be read, retired ones too: what they moved belongs to it."""
    link = table.state.filing.settings.link
    return [
        host
        for host in floor.hosts.values()
        if host.table is not None
        and host.table.state.filing.settings.link == link
        and (other := linked_meter(host.table)) is not None
        and other.name == meter.name
    ]


def _sum(meter: Meter, group: Iterable["Host"], what: str = METER) -> int:
    state = linked_state(meter, (_now(meter, host.require_table()) for host in group))
    return state.reserve if what == RESERVE else state.value


def _unread(meter: Meter, table: Table, floor: Floor) -> list[str]:
    """Tables that cannot be read and may belong to the group: by what was known of them, else all of the same game."""
    game, link = table.game.name, table.state.filing.settings.link
    unread = {name: host.last_founded for name, host in floor.hosts.items() if host.table is None}
    return [
        *(name for name, of in floor.unopened.items() if of == game and unread.get(name) is None),
        *(
            name
            for name, last in unread.items()
            if last is not None
            and (last.game, last.settings.link) == (game, link)
            and meter.name in _names(table, last.choices)
        ),
    ]


def _names(table: Table, choices: Mapping[str, object]) -> set[str]:
    return {meter.name for meter in submission_of(table.game, dict(choices)).meters if meter.linked}


def _plays(meter: Meter, table: Table) -> bool:
    """Whether somebody at a table plays for the meter in the round in progress."""
    wager = wager_of(meter)
    if any(kind == wager for _, kind, *_ in table.state.felt.up):
        return True
    moves = [e for e in table.play.events if isinstance(e, MeterMoved) and e.meter == meter.name] if table.round else []
    return sum(move.after - move.before for move in moves if move.why not in (AWARD, RESET)) > 0


# --- the link


def lost(table: Table, floor: Floor) -> str:
    """Why the wager on the common meter of a table is closed, as a sentence; empty while its link holds."""
    meter = linked_meter(table)
    if meter is None:
        return ""
    still = [host.name for host in members(meter, table, floor) if not _stands(host)]
    missing = sorted({*still, *_unread(meter, table, floor)})
    if not missing:
        return ""
    title = table.game.wager(wager_of(meter)).title
    others = "it is suspended" if missing == [table.name] else f"{', '.join(missing)} of its group cannot be reached"
    return f"The {title} wager is closed: {others}; every other wager is taken, and the meter keeps its amount."


def _stands(host: "Host") -> bool:
    table = host.require_table()
    return host.is_accountable and (not host.suspended or table.state.standing.retired)


def check_open(host: "Host", table: Table, wager: str) -> None:
    """Refuse a wager on a common meter whose link is lost."""
    meter = linked_meter(table)
    if meter is not None and wager == wager_of(meter) and (sentence := host.house.link_lost(table)):
        raise Refused(Refusal.UNAVAILABLE, sentence, CITE)


def closed_wager(host: "Host", table: Table) -> str:
    """The wager that is not offered now because its link is lost; empty where there is none."""
    meter = linked_meter(table) if host.link_lost else None
    return wager_of(meter) if meter is not None else ""


def attend(host: "Host", table: Table) -> None:
    """Tell the table, and its record, that the link was lost or is back; hand back what lies on a wager that is closed."""
    sentence = host.house.link_lost(table)
    if bool(sentence) != bool(host.link_lost):
        words = sentence or RESTORED
        table.enter(entries.Announcement(words, AUTOMATIC))
        host.announce(words, CITE)
    host.link_lost = sentence
    if sentence:
        _hand_back(host, table, Refused(Refusal.UNAVAILABLE, sentence, CITE))


def _hand_back(host: "Host", table: Table, refusal: Refused) -> None:
    """While betting is open; a wager that was accepted before waits for the meter."""
    meter = linked_meter(table)
    window = table.round.pending if table.round is not None else None
    if meter is None or not isinstance(window, Window):
        return
    wager = wager_of(meter)
    for seat in sorted({seat for seat, kind, *_ in table.state.felt.up if kind == wager}):
        for offer in window.menu.offers(seat):
            if offer.says == REMOVE and offer.wager == wager:
                table.house(Answer(seat, REMOVE, wager, offer.on, offer.least, absent=True))
                table.flush()
                table.enter(entries.HandedBack(seat, wager, offer.on, refusal.sentence, refusal.cite))
                host.notify(table.state.seats.holder(seat), refusal)


# --- what is filed for a meter


def check_kept(table: Table, rules: RulesSubmission) -> None:
    """Refuse rules under which a table would take its part of a common meter with it, or which would change the seed or
    the rates of a meter that players have put money on: that waits until it is won."""
    states, coming = (
        table.game.meter_states(table.rules, table.state.felt.state),
        {meter.name: meter for meter in rules.meters},
    )
    for meter in table.rules.meters:
        state, new = states.get(meter.name), coming.get(meter.name)
        if state is None or new == meter:
            continue
        if new is None and (state.moved or state.kept):
            raise Refused(
                Refusal.FORBIDDEN_CHOICE,
                f"{table.name} has moved the meter {meter.name} of its group, which would lose or gain that; "
                "another meter takes a table of its own.",
                meter.cite,
            )
        if new is not None and not _just_won(meter, state, table):
            raise Refused(
                Refusal.FORBIDDEN_CHOICE,
                f"The meter {meter.name} shows ${dollars(state.shown)}; its seed and its rates change only when it has "
                "just been won, or before anything is wagered on it.",
                meter.cite,
            )


def _just_won(meter: Meter, state: MeterState, table: Table) -> bool:
    """Whether nothing was put on a meter since it was seeded."""
    moves = [e for e in table.play.events if isinstance(e, MeterMoved) and e.meter == meter.name]
    return state == MeterState(meter.initial * MICRO) or bool(moves and moves[-1].why == RESET)


# --- what the players see


def shown(table: Table, floor: Floor) -> list[MeterView]:
    """What the meters at a table show now, by the wager that plays for each: in cents, the round in progress included."""
    return [
        MeterView(
            wager, table.game.wager(wager).title, _shown(meter, state, table, floor), _closed(meter, table, floor)
        )
        for meter, state in _meters(table)
        for wager in (wager_of(meter),)
    ]


def _shown(meter: Meter, state: MeterState, table: Table, floor: Floor) -> int:
    if not meter.linked:
        moves = [event for event in table.play.events if isinstance(event, MeterMoved) and event.meter == meter.name]
        return MeterState(moves[-1].after).shown if moves and table.round is not None else state.shown
    group, key = members(meter, table, floor), (table.state.filing.settings.link, meter.name)
    if all(host.is_accountable and not host.moving for host in group) and not _unread(meter, table, floor):
        floor.displayed[key] = _sum(meter, group)
    return MeterState(floor.displayed.get(key, state.value)).shown


def _closed(meter: Meter, table: Table, floor: Floor) -> str:
    return lost(table, floor) if meter.linked else ""


def wager_of(meter: Meter) -> str:
    """The wager that plays for a meter; behind it the name of a common one has its paytable and group."""
    return meter.name.split()[0]


def _meters(table: Table) -> list[tuple[Meter, MeterState]]:
    """The meters that were filed for a table, as they were when its round began."""
    states = table.game.meter_states(table.rules, table.state.felt.state)
    return [(meter, states[meter.name]) for meter in table.rules.meters if meter.name in states]


def linked_meter(table: Table) -> Meter | None:
    """The meter that a table shares with others, if any."""
    return next((meter for meter, _ in _meters(table) if meter.linked), None)


def awaits_system(table: Table) -> bool:
    """Whether a round waits for the amount of a meter."""
    return table.round is not None and any(election.to == SYSTEM for election in table.round.elections())


def _now(meter: Meter, table: Table) -> MeterState:
    state = table.game.meter_states(table.rules, table.state.felt.state)[meter.name]
    return after_moves(meter, state, table.play.events) if table.round is not None else state

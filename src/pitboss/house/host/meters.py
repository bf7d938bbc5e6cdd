"""The meters of one table: what is filed for them, and what becomes of a wager whose link to other tables is lost (I-GEN-33)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pitboss.events import MeterMoved
from pitboss.families.progressive import AWARD, RESET, after_moves
from pitboss.house.host.suspension import RECORD
from pitboss.house.table import entries
from pitboss.house.table.filing import submission_of
from pitboss.house.table.table import Table
from pitboss.journal import AUTOMATIC
from pitboss.meters import MICRO, Meter, MeterState
from pitboss.money import dollars
from pitboss.procedure import SYSTEM, Answer, Refusal, Refused, Window
from pitboss.submission import RulesSubmission
from pitboss.wagers import REMOVE

if TYPE_CHECKING:
    from pitboss.house.host.host import Host

CITE = "I-GEN-33"
RESTORED = "The tables of the group are connected again: the wager on their common meter is taken."


# --- the link


def check_open(host: "Host", table: Table, wager: str) -> None:
    """Refuse a wager on a common meter whose link is lost."""
    meter = linked_meter(table)
    if meter is not None and wager == wager_of(meter) and (sentence := host.house.meters.lost(table)):
        raise Refused(Refusal.UNAVAILABLE, sentence, CITE)


def closed_wager(host: "Host", table: Table) -> str:
    """The wager that is not offered now because its link is lost; empty where there is none."""
    meter = linked_meter(table) if host.link_lost else None
    return wager_of(meter) if meter is not None else ""


def is_accountable(host: "Host") -> bool:
    """Whether what a table moved on a common meter is known: its record is in order, and what is in memory is not ahead of it
    because of a fault."""
    table = host.table
    ahead = host.busy and bool(host.suspension.sentence)
    return table is not None and table.play.foreign is None and host.suspension.cause != RECORD and not ahead


def attend(host: "Host", table: Table) -> None:
    """Tell the table, and its record, that the link was lost or is back; hand back what lies on a wager that is closed."""
    sentence = host.house.meters.lost(table) if linked_meter(table) is not None else ""
    if bool(sentence) != bool(host.link_lost):
        words = sentence or RESTORED
        table.enter(entries.Announcement(words, AUTOMATIC))
        host.outbox.announce(words, CITE)
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
                host.outbox.notify(table.state.seats.holder(seat), refusal)


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


# --- what a table has


def wager_of(meter: Meter) -> str:
    """The wager that plays for a meter; behind it the name of a common one has its paytable and group."""
    return meter.name.split()[0]


def meters_at(table: Table) -> list[tuple[Meter, MeterState]]:
    """The meters that were filed for a table, as they were when its round began."""
    states = table.game.meter_states(table.rules, table.state.felt.state)
    return [(meter, states[meter.name]) for meter in table.rules.meters if meter.name in states]


def linked_meter(table: Table) -> Meter | None:
    """The meter that a table shares with others, if any."""
    if not any(meter.linked for meter in table.rules.meters):
        return None
    return next((meter for meter, _ in meters_at(table) if meter.linked), None)


def awaits_system(table: Table) -> bool:
    """Whether a round waits for the amount of a meter."""
    return table.round is not None and any(election.to == SYSTEM for election in table.round.elections())


def state_now(meter: Meter, table: Table) -> MeterState:
    state = table.game.meter_states(table.rules, table.state.felt.state)[meter.name]
    return after_moves(meter, state, table.play.events) if table.round is not None else state


def plays_for(meter: Meter, table: Table) -> bool:
    """Whether somebody at a table plays for the meter in the round in progress."""
    wager = wager_of(meter)
    if any(kind == wager for _, kind, *_ in table.state.felt.up):
        return True
    moves = [e for e in table.play.events if isinstance(e, MeterMoved) and e.meter == meter.name] if table.round else []
    return sum(move.after - move.before for move in moves if move.why not in (AWARD, RESET)) > 0


def filed_names(table: Table, choices: Mapping[str, object]) -> set[str]:
    """The names of the common meters that a table of the same game has with these choices."""
    return {meter.name for meter in submission_of(table.game, dict(choices)).meters if meter.linked}

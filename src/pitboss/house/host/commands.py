"""Carries out one command: who sent it, in what role, for which seat, and whether it is meant for this moment."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

import msgspec

from pitboss.drivers.round import LATE
from pitboss.events import COUNT, AnyEvent, Event
from pitboss.house.host import floor, meters, rights, seats
from pitboss.house.host.sessions import PLAYER, Session
from pitboss.house.protocol.commands import Command
from pitboss.house.protocol.messages import Preview
from pitboss.house.table import entries
from pitboss.house.table.preview import seen_now
from pitboss.house.table.table import Table
from pitboss.journal import Actor, Report
from pitboss.ledger import Ledger
from pitboss.money import Cents
from pitboss.procedure import CHANCE, DEALER, FLOOR, NO_MORE_BETS, Answer, Draw, Refusal, Refused, Who, Window, name
from pitboss.wagers import WAGER, close_betting

if TYPE_CHECKING:
    from pitboss.house.host.host import Host


def carry_out(host: "Host", session: Session, command: Command) -> dict[str, Any]:
    """Do what the command says, or refuse it and change nothing."""
    table = _table_for(host, session)
    if (command.answer is None) == (command.do is None):
        raise Refused(Refusal.MALFORMED, "A command has either an answer or something to do, not both.", "")
    _check_moment(table, command)
    if command.answer is not None:
        _answer(host, session, command)
    elif command.do == "ready":
        _ready(host, session)
    elif command.do == "contribute":
        _contribute(host, session, command)
    elif command.do == "no_more_bets":
        _no_more_bets(host, session, command.key)
    elif command.do == "correct":
        _correct(host, session, command)
    elif command.do == "report":
        made, actor = _report(host, session, command)
        table.report(made, command.key, actor)
    elif command.do == "preview":
        return _preview(host, session, command)
    else:
        if words := floor.STAFF_ACTIONS[str(command.do)](host, session, command):
            return {"sequence": table.journal.sequence, "words": words}
    return {"sequence": table.journal.sequence}


def _table_for(host: "Host", session: Session) -> Table:
    table = host.require_table()
    if session.role != PLAYER and not session.person:
        raise Refused(Refusal.NOT_SIGNED_IN, "You are watching; take a seat to play.", "")
    if session.role == PLAYER and not host.sits(session):
        raise Refused(Refusal.WRONG_ROLE, "This seat was given up; take a seat to play.", "")
    return table


# --- the moment a command is meant for

FOR_A_QUESTION = ("ready", "no_more_bets", "correct")  # like answers, these name the question they are meant for
FOR_A_ROUND = (*FOR_A_QUESTION, "report", "preview")  # these name at least their round


def _check_moment(table: Table, command: Command) -> None:
    """Refuse a command that is meant for another round, or another question, than the current one.

    A report need not name the question: what happened may be reported while play goes on.
    """
    if command.answer is None and command.do not in FOR_A_ROUND:
        return
    in_progress = table.round is not None
    current = table.number if in_progress else table.number + 1
    asked = table.round.asked if table.round is not None else 0
    names_question = command.answer is not None or command.do in FOR_A_QUESTION
    if not command.round or (names_question and command.question is None):
        raise Refused(
            Refusal.MALFORMED,
            f"A command names its round and question, as in the view (now {current} and {asked}).",
            "",
        )
    if command.round != current:
        now = f"round {current} is in progress" if in_progress else f"round {current} is next"
        raise Refused(Refusal.STALE, f"That was meant for round {command.round}; {now}.", table.game.closed)
    if command.question is None or command.question == asked or _may_differ(table, command):
        return
    raise Refused(
        Refusal.STALE,
        f"That was meant for question {command.question} of round {current}; question {asked} is asked now.",
        table.game.closed,
    )


def _may_differ(table: Table, command: Command) -> bool:
    """A wager need not name the question of its round's betting; after betting it is refused as late, not as stale."""
    if command.answer is None:
        return False
    if not _betting(table):
        return command.answer.says in LATE
    return not command.question and command.answer.says != NO_MORE_BETS


# --- chance


def _contribute(host: "Host", session: Session, command: Command) -> None:
    if session.role != PLAYER:
        raise Refused(Refusal.WRONG_ROLE, "Take a seat to add a word of your own.", "")
    word = " ".join(command.words.split())
    seats.contribute(host.require_table(), session.seat, word, command.key, session.person)


# --- answers


def _answer(host: "Host", session: Session, command: Command) -> None:
    table, message = host.require_table(), command.answer
    assert message is not None
    if table.round is None and message.says == WAGER and session.role == PLAYER and table.founded.settings.practice:
        host.dealer.open_next()
    by, actor = _answers_for(host, table, session, message.by, message.says)
    if table.round is None:
        raise _no_round(host, table)
    if message.says == NO_MORE_BETS and by == DEALER:
        _no_more_bets(host, session, command.key)
    else:
        player = str(session.seat) if message.says == WAGER and by != session.seat and session.seat else ""
        amount = message.amount or 0
        answer = Answer(
            by, message.says, message.wager, message.on, amount, message.cards, message.hand, message.form, player
        )
        if message.amount == 0:
            table.round.check_nothing(answer)
        elif message.amount is None:
            _check_counted(table, answer)
        if message.says == WAGER:
            meters.check_open(host, table, message.wager)
        table.answer(answer, command.key, actor)
        host.dealer.ready.discard(session.seat)


def _check_counted(table: Table, answer: Answer) -> None:
    """Whoever is asked to count says what they counted; no number is put into their mouth (I-GEN-39)."""
    assert table.round is not None
    for election in table.round.questions(answer.by):
        if any(option.says == answer.says and option.unit == COUNT for option in election.options):
            raise Refused(Refusal.MALFORMED, f"Say how many: {election.kind}.", election.cite)


def _betting(table: Table) -> bool:
    return table.round is not None and isinstance(table.round.pending, Window)


def _answers_for(host: "Host", table: Table, session: Session, claimed: Who, says: str) -> tuple[Who, Actor | None]:
    """Whom a session answers for, and as whom: a player for their seats; others for dealer, floor and devices, as their
    roles allow."""
    if session.role == PLAYER:
        own = table.held(session.seat)
        if claimed != "" and claimed not in own:
            raise Refused(Refusal.WRONG_ROLE, f"A player answers for their own seats, not for {name(claimed)}.", "")
        return claimed or session.seat, rights.player_actor(host, session)
    settings = table.founded.settings
    if isinstance(claimed, int):
        if settings.follow and claimed in table.players:
            return claimed, rights.require(host, session, "speak for seat")
        raise Refused(Refusal.WRONG_ROLE, f"Only the player there answers for {name(claimed)}.", "")
    pending = table.round.pending if table.round is not None else None
    if claimed == CHANCE or (claimed == "" and isinstance(pending, Draw)):
        if settings.chance != "entered":
            raise Refused(Refusal.WRONG_MODE, "At this table a generator decides; nobody enters outcomes.", "")
        return CHANCE, rights.require(host, session, "enter outcome")
    if says == NO_MORE_BETS:
        return DEALER, rights.require(host, session, "no_more_bets")
    asked = [e for e in table.round.elections() if not isinstance(e.to, int)] if table.round is not None else []
    election = next((e for e in asked if claimed in ("", e.to)), None)
    if election is None:
        rights.require(host, session, "no_more_bets" if claimed != FLOOR else "open_table")
        return claimed or DEALER, None  # nobody of theirs is asked now, and the round says so
    if election.to == DEALER and settings.dealer == "automatic":
        raise Refused(Refusal.WRONG_MODE, "This table deals automatically; nobody answers for its dealer.", "")
    return election.to, rights.require_answer(host, session, election)


def _no_round(host: "Host", table: Table) -> Refused:
    why = floor.blocked(host)
    if why:
        return Refused(Refusal.TABLE_CLOSED, why, table.game.closed)
    over = f"Round {table.number} is over; betting for the next is not open yet."
    return Refused(Refusal.BETTING_CLOSED, over, table.game.closed)


def _ready(host: "Host", session: Session) -> None:
    table = host.require_table()
    if session.role != PLAYER:
        raise Refused(Refusal.WRONG_ROLE, "Only a player can be ready.", "")
    if not table.founded.settings.practice:
        return
    if table.round is None:
        host.dealer.open_next()
        if table.round is None:
            raise _no_round(host, table)
    elif isinstance(table.round.pending, Window):
        host.dealer.player_ready(table, session.seat)


def _no_more_bets(host: "Host", session: Session, key: str) -> None:
    table = host.require_table()
    actor = rights.require(host, session, "no_more_bets")
    if table.founded.settings.dealer == "automatic":
        raise Refused(Refusal.WRONG_MODE, "This table deals automatically; nobody closes betting for it.", "")
    if not _betting(table):
        raise Refused(Refusal.STALE, "Betting is not open.", table.game.closed)
    floor.hand_back_strays(host, table)
    table.answer(close_betting(), key, actor)


def _correct(host: "Host", session: Session, command: Command) -> None:
    """Take back an outcome that was entered by mistake, before anything is settled on it, and notify everyone."""
    table = host.require_table()
    actor = rights.require(host, session, "correct outcome")
    entered = table.correctable
    if entered is None:
        raise Refused(
            Refusal.LOCKED,
            "There is no outcome to take back: only the last one entered can be, before anything is settled on it.",
            table.game.closed,
        )
    what = f"A card from the {entered.device}" if table.has_cards else f"{entered.outcome} on the {entered.device}"
    table.enter(entries.Corrected(table.number, entered.device, entered.outcome, actor, command.key))
    host.announce(f"{what} was entered by mistake and is taken back; the correct outcome follows.", "I-GEN-40")


# --- irregularities


def _report(host: "Host", session: Session, command: Command) -> tuple[Report, Actor]:
    given = command.report
    if given is None:
        raise Refused(Refusal.MALFORMED, "A report says what happened: report = {kind, seat, facts}.", "")
    table = host.require_table()
    if table.game.irregularity(given.kind) is None:
        raise Refused(Refusal.CANNOT_HAPPEN, f"This game has no irregularity {given.kind!r}.", table.game.closed)
    actor = rights.require(host, session, f"report {given.kind}")
    return Report(given.kind, given.seat, dict(given.facts), actor.role), actor


def _preview(host: "Host", session: Session, command: Command) -> dict[str, Any]:
    """What would follow from a report, up to the first card that this person may not see; the preview is recorded."""
    table = host.require_table()
    report, actor = _report(host, session, command)
    if table.round is None:
        raise Refused(Refusal.CANNOT_HAPPEN, "No round is in progress.", table.game.closed)
    tried, turns = table.round.tried(report)
    events, more = seen_now(table, host.current_session(session).role, tried)
    more = more or turns
    kind = table.game.irregularity(report.kind)
    assert kind is not None
    table.enter(entries.Previewed(table.number, report, actor, command.key))
    made = Preview(
        key=command.key,
        events=cast(tuple[AnyEvent, ...], tuple(events)),
        more=more,
        money=_money(table, events),
        remedy=table.game.remedy(kind, table.rules),
        cite=kind.cite,
    )
    return msgspec.structs.asdict(made)


def _money(table: Table, events: Iterable[Event]) -> dict[str, Cents]:
    """What these events would do to the rack of each player, by the ledger."""
    trial = Ledger()
    trial.balances, trial.owners = dict(table.ledger.balances), dict(table.ledger.owners)
    trial.fold(events)
    changes = {str(seat): trial.balance(trial.rack(seat)) - table.rack(seat) for seat in table.players}
    return {seat: change for seat, change in changes.items() if change}

"""Rounds of one table held against what is filed for it, settlement by settlement, and against chance by exact tails."""

from collections.abc import Iterable, Iterator, Sequence

from pitboss import catalogue
from pitboss.house.protocol.reconciliation import ChanceAlarm, ChanceLine, OutsideWagers, PaytableFault, PlayHeld
from pitboss.house.records.filed import Filed
from pitboss.house.records.theory import FiledPaytable, Settled
from pitboss.house.table.filing import submission_of
from pitboss.mathematics.kit.every_edge import edges_kept
from pitboss.mathematics.kit.table_win import (
    Expectations,
    SettledRound,
    TableWin,
    WinLine,
    alarms,
    false_alarm_rate,
    nothing_known,
    table_win,
)

MOST_ROUNDS = 200  # that are named behind a line, the first
Played = Iterable[tuple[str, SettledRound]]  # each under its submission


def hold(table: str, filed: Sequence[Filed], played: Played) -> PlayHeld:
    """Hold every settlement against the paytable, and all of them against chance."""
    known, rate = {one.submission: one for one in filed}, false_alarm_rate()
    by_submission: dict[str, list[SettledRound]] = {}
    for submission, one in played:
        by_submission.setdefault(submission, []).append(one)
    checked = unchecked = unknown = 0
    faults, wins = list[PaytableFault](), list[TableWin]()
    for submission, rounds in by_submission.items():
        rules_filed = known.get(submission)
        if rules_filed is None:
            unknown += sum(len(one.settlements) for one in rounds)
            wins.append(nothing_known(rounds))
            continue
        game = catalogue.game(rules_filed.game)
        rules = submission_of(game, rules_filed.choices)
        paytable = FiledPaytable(rules)
        for row, seat in _rows(table, submission, rounds):
            fault = paytable.fault(row)
            checked, unchecked = checked + (fault is not None), unchecked + (fault is None)
            if fault:
                faults.append(_fault(paytable, row, seat, fault))
        wins.append(table_win(Expectations(game, rules, edges_kept(game, rules)), rounds))
    return PlayHeld(
        rounds=sum(map(len, by_submission.values())),
        checked=checked,
        unchecked=unchecked,
        unknown=unknown,
        win=sum(one.win for one in wins),
        faults=tuple(sorted(faults, key=lambda one: one.round)),
        lines=tuple(_line(line) for win in wins for line in _lines(win)),
        outside=tuple(
            OutsideWagers.from_domain(one, rounds=one.rounds[:MOST_ROUNDS]) for win in wins for one in win.outside
        ),
        alarms=tuple(
            ChanceAlarm.from_domain(one, count=len(one.rounds), rounds=one.rounds[:MOST_ROUNDS])
            for one in alarms({table: wins}, rate)
        ),
        rate=rate,
    )


def _lines(win: TableWin) -> Iterator[WinLine]:
    """All together first; where there is one wager it says the same."""
    if win.whole is not None and len(win.lines) > 1:
        yield win.whole
    yield from win.lines


def _line(line: WinLine) -> ChanceLine:
    rounded = {"least": round(line.least), "most": round(line.most)}
    return ChanceLine.from_domain(line, **rounded, count=len(line.rounds), rounds=line.rounds[:MOST_ROUNDS])


def _rows(table: str, submission: str, rounds: Sequence[SettledRound]) -> Iterator[tuple[Settled, int]]:
    for one in rounds:
        for event in one.settlements:
            paid = (event.wager, event.on, event.stake, event.returned, event.vigorish, event.odds)
            yield Settled(table, one.number, submission, *paid), event.seat


def _fault(paytable: FiledPaytable, row: Settled, seat: int, words: str) -> PaytableFault:
    sentence = f"Round {row.round} of {row.table}, seat {seat}: {words} ({row.wager.replace('_', ' ')})."
    return PaytableFault.from_domain(row, seat=seat, off=paytable.off(row), words=sentence)

"""What a table won between two entries of its journal, held against chance (``mathematics.kit.table_win``).

A round belongs to the interval in which it ended. Rounds that are void or were not played are left out. What a correction gave or
took later is no settlement, and is in no round.
"""

from collections.abc import Callable, Iterable, Iterator, MutableMapping
from itertools import takewhile
from typing import Any

from pitboss import catalogue
from pitboss.events import RoundVoided, Settlement
from pitboss.game import Game
from pitboss.house.records.filed import look_up
from pitboss.house.records.index import JournalReader
from pitboss.house.storage.store import Store
from pitboss.house.table import entries
from pitboss.house.table.entries import DECODERS, NAMES
from pitboss.house.table.filing import submission_of
from pitboss.journal import Entry, Step
from pitboss.mathematics.kit.edge import Edge
from pitboss.mathematics.kit.table_win import Expectations, SettledRound, TableWin, nothing_known, table_win
from pitboss.submission import RulesSubmission

BEGAN, ENDED, UNPLAYED = NAMES[entries.Began], NAMES[entries.Ended], NAMES[entries.Unplayed]
FOUNDED = NAMES[entries.Founded]
OF_ROUNDS = frozenset({BEGAN, NAMES[Step], ENDED, UNPLAYED})

Edges = Callable[[Game, RulesSubmission], Iterable[Edge]]
Known = MutableMapping[str, Expectations]  # by submission: what was worked out before


def rounds_between(journal: Iterable[Entry], first: int, last: int) -> Iterator[tuple[str, SettledRound]]:
    """The rounds that ended from one entry to another, each with the hash of the submission under which it was played. The journal
    may begin anywhere before; a round whose beginning it does not have is left out."""
    submission, number, void, settled = "", 0, False, list[Settlement]()
    for entry in takewhile(lambda entry: entry.sequence <= last, journal):
        if entry.kind not in OF_ROUNDS:
            continue
        made: Any = DECODERS[entry.kind].decode(entry.payload)
        if isinstance(made, entries.Began):
            submission, number, void, settled = made.submission, made.start.number, False, []
        elif isinstance(made, Step):
            settled += [event for event in made.events if isinstance(event, Settlement)]
            void |= any(isinstance(event, RoundVoided) for event in made.events)
        else:
            if number and not void and entry.kind == ENDED and entry.sequence >= first:
                yield submission, SettledRound(number, tuple(settled))
            number = 0


def recorded_rounds(store: Store, table: str, first: int, last: int) -> Iterator[tuple[str, SettledRound]]:
    """The same from the record; entries of a round in progress stay sealed."""
    before = store.history.entries_of(table, (BEGAN,), first, 1)
    start = before[0].sequence if before else first
    return rounds_between(JournalReader(store, table, start - 1), first, last)


def table_wins(store: Store, table: str, first: int, last: int, edges: Edges, known: Known) -> list[TableWin]:
    """What a table won from one entry of its journal to another, under each submission that was in force. ``edges`` works out those
    of a submission that is not ``known`` yet; where it knows none, every wager is outside."""
    played: dict[str, list[SettledRound]] = {}
    for submission, one in recorded_rounds(store, table, first, last):
        played.setdefault(submission, []).append(one)
    return [_win(store, table, submission, rounds, edges, known) for submission, rounds in played.items()]


def _win(
    store: Store, table: str, submission: str, rounds: list[SettledRound], edges: Edges, known: Known
) -> TableWin:  # fmt: skip
    if submission not in known:
        filed = look_up(store, submission, table, game_of(store, table))
        if filed is None:
            return nothing_known(rounds)
        game = catalogue.game(filed.game)
        rules = submission_of(game, filed.choices)
        known[submission] = Expectations(game, rules, edges(game, rules))
    return table_win(known[submission], rounds)


def game_of(store: Store, table: str) -> str:
    """The game of a table, as it was founded."""
    made: Any = DECODERS[FOUNDED].decode(store.history.entries_of(table, (FOUNDED,), None, 1)[0].payload)
    return str(made.game)

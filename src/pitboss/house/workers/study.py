"""Studies of a draft: the same that ``pitboss compare``, ``sweep`` and ``solve`` print, with what is done so far."""

import threading
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import Any

from pitboss.game import Game
from pitboss.house.protocol.studies import Study, StudyBar
from pitboss.house.workers.request import Rank, Request, rules_of
from pitboss.mathematics.studies.comparing import Comparison, compared
from pitboss.mathematics.studies.filings import Progress
from pitboss.mathematics.studies.solving import Solutions, read_range, solved
from pitboss.mathematics.studies.sweeping import Sweep, swept
from pitboss.mathematics.studies.words import cell
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission

HEADS = {
    "wager": "Wager", "on": "On", "strategy": "Played", "house_edge": "House edge", "deviation": "Deviation",
    "hit_rate": "Hit rate", "win_per_hour": "Win an hour", "house_edge_a": "Edge before", "deviation_a": "Deviation before",
    "hit_rate_a": "Hit rate before", "win_per_hour_a": "Win an hour before", "house_edge_b": "Edge", "deviation_b": "Deviation",
    "hit_rate_b": "Hit rate", "win_per_hour_b": "Win an hour", "change": "Change", "changes": "Changes",
    "provisions": "Provisions", "not_lawful": "Not lawful because",
}  # fmt: skip
HIDDEN = ("filed",)
MOST_BARS = 64


class StudyAsked(Request[Study], frozen=True):
    """One study of one set of choices."""

    lane, longest, answer, kept, title = "slow", 1800.0, Study, True, "This study"

    game: str
    choices: dict[str, Any]
    study: str
    other: dict[str, Any] | None = None  # with which it is compared
    choice: str = ""
    wager: str = ""
    edge: str = ""
    changes: int = 2
    stake: int = 10_00
    pace: int = 60

    def rank(self) -> Rank:
        return Rank.FIRST

    def work(self) -> Iterator[Study]:
        game, rules = rules_of(self.game, self.choices)
        for state in _with_progress(lambda progress: self._made(game, rules, progress)):
            yield state if isinstance(state, Study) else Study(done=state[0], total=state[1])

    def _made(self, game: Game, rules: RulesSubmission, progress: Progress) -> Study:
        if self.study == "sweep":
            return of_sweep(
                swept(game, rules, self.choice, wager=self.wager, stake=self.stake, pace=self.pace, progress=progress)
            )
        if self.study == "solve":
            least, most = read_range(self.edge)
            return of_solutions(solved(game, rules, self.wager, least, most, changes=self.changes, progress=progress))
        if self.other is None:
            raise Refused(Refusal.MALFORMED, "There is nothing to compare it with; choose a filing or a table.", "")
        other = rules_of(self.game, self.other)[1]
        return of_comparison(
            compared(game, other, rules, stake=self.stake, pace=self.pace, progress=progress), self.wager
        )


def of_sweep(found: Sweep) -> Study:
    """Bars where one wager is looked at."""
    bars = tuple(
        StudyBar(_plain(_value(each.value)), float(100 * figures.house_edge), each.filed)
        for each in found.values
        for spot, figures in each.figures.items()
        if found.wager == spot[0]
    )
    lawful = sum(bool(each.figures) for each in found.values)
    words = f"{lawful} of {len(found.values)} values are lawful beside the other choices."
    return _study(
        found.rows(), words, bars[:MOST_BARS], f"House edge of {_plain(found.wager)} by {_plain(found.choice)}"
    )


def of_solutions(found: Solutions) -> Study:
    words = f"{_plain(found.wager)} has {cell('house_edge', found.edge)} in this draft".capitalize()
    if not found.solutions[0].changes:
        return Study(words=f"{words}: it is in this range.", ready=True)
    bars = (
        StudyBar("this draft", float(100 * found.edge), True),
        *(StudyBar(_plain(row["changes"]), float(100 * row["house_edge"])) for row in found.rows()[: MOST_BARS - 1]),
    )
    title = f"House edge of {_plain(found.wager)} by what is changed"
    return _study(found.rows(), f"{words}; {found.tried} submissions were tried.", bars, title)


def of_comparison(found: Comparison, wager: str = "") -> Study:
    """Bars of what each choice contributes, of the wager that is looked at or of the first that changes."""
    wagers = [each for each in found.wagers if wager in ("", each.wager)]
    moved = next((each for each in wagers if each.contributions), None)
    bars = () if moved is None else tuple(
        StudyBar(" + ".join(map(_plain, part.choices)), float(100 * part.edge)) for part in moved.contributions
    )  # fmt: skip
    title = "" if moved is None else f"What each choice adds to the edge of {_plain(moved.wager)} {moved.on}".strip()
    words = f"They differ in: {', '.join(map(_plain, found.choices)) or 'nothing'}."
    rows = [row for row in found.rows() if wager in ("", row["wager"])]
    return _study(rows, words, bars, title)


def _study(rows: list[dict[str, Any]], words: str, bars: tuple[StudyBar, ...], title: str) -> Study:
    names = [name for name in dict.fromkeys(name for row in rows for name in row) if name not in HIDDEN]
    names = [name for name in names if any(row.get(name) not in (None, "", "none") for row in rows)]
    heads = tuple(HEADS.get(name, _plain(name).capitalize()) for name in names)
    listed = tuple(tuple(_cell(name, row.get(name)) for name in names) for row in rows)
    return Study(words=words, heads=heads, rows=listed, bars=bars, title=title if bars else "", ready=True)


def _cell(name: str, value: Any) -> str:
    return "" if value == "none" else _value(value) if isinstance(value, bool) else _plain(cell(name, value))


def _value(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _plain(name: str) -> str:
    return str(name).replace("_", " ")


def _with_progress(work: Callable[[Progress], Study]) -> Iterator[Study | tuple[int, int]]:
    """What is done so far, the latest of it whenever somebody looks, and then the result."""
    states: SimpleQueue[Study | tuple[int, int] | BaseException] = SimpleQueue()

    def working() -> None:
        try:
            states.put(work(lambda done, total: states.put((done, total))))
        except BaseException as error:
            states.put(error)

    threading.Thread(target=working, daemon=True).start()
    while True:
        state = states.get()
        while isinstance(state, tuple) and not states.empty():
            state = states.get()
        if isinstance(state, BaseException):
            raise state
        yield state
        if isinstance(state, Study):
            return

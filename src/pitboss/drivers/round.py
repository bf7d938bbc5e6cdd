"""One round of play, being driven: the pending Question, the answers so far, the state that comes out.

Everything that plays goes through here: script, replay, random play, terminal, server. ``answer`` checks,
resumes the procedure and returns the events that follow. A generator cannot be copied; ``replica`` is a
fresh one fed the same history, which is how an irregularity is tried before it is applied.
"""

from collections.abc import Iterable
from typing import Any

from pitboss.events import Event
from pitboss.game import Game, IrregularityKind, RoundStart
from pitboss.journal import Report
from pitboss.money import Cents
from pitboss.procedure import (
    FREE,
    NO_MORE_BETS,
    Answer,
    Draw,
    Each,
    Election,
    Irregularity,
    Price,
    Question,
    Refusal,
    Refused,
    Reply,
    Who,
    Window,
    name,
)
from pitboss.submission import RulesSubmission
from pitboss.wagers import REMOVE, WAGER

QUESTIONS = frozenset(
    {Window, Draw, Election, Each}
)  # looked up by class: isinstance on a Struct takes several times as long
LATE = (WAGER, REMOVE)  # answers that are lawful only while betting is open


class Possible:
    """What could be reported at one moment of a round; ``cost`` is how many answers have to be replayed to find out."""

    def __init__(self, play: "Round", seats: tuple[int, ...]) -> None:
        self._play, self._seats = play, seats
        tries = sum(len(seats) if kind.needs_seat else 1 for kind in play.game.irregularities)
        self.cost = tries * len(play.history)

    def __call__(self) -> dict[str, tuple[int, ...]]:
        return self._play.possible(self._seats)


class Round:
    """A round of ``game`` under ``rules``, from ``state``."""

    __slots__ = (
        "_held",
        "_procedure",
        "asked",
        "events",
        "game",
        "history",
        "pending",
        "result",
        "rules",
        "start",
        "state",
        "was_open",
    )

    def __init__(self, game: Game, rules: RulesSubmission, state: Any, start: RoundStart) -> None:
        self.game, self.rules, self.state, self.start = game, rules, state, start
        self.history: list[Answer | Report] = []
        self.pending: Question | None = None
        self.was_open = False  # betting was open in this round, whether or not it still is
        self.asked = 0  # how many questions have been put: the number of the one that is pending
        self.result: Any = None  # the next state, once the round is closed
        self._held: dict[Who, Answer] = {}
        self._procedure = game.play(state, rules, start)
        self.events: list[Event] = self._resume(None)  # those before the first question

    @property
    def closed(self) -> bool:
        return self.pending is None

    # --- answering

    def answer(self, answer: Answer) -> list[Event]:
        """Accept a lawful answer and return what followed; refuse any other and change nothing."""
        try:
            return self._take(answer)
        except Refused as refusal:
            raise self._by_its_own(refusal, answer) from None

    def _take(self, answer: Answer) -> list[Event]:
        question, says = self.pending, answer.says
        if type(question) is Window:
            if says != NO_MORE_BETS:
                events = question.menu.take(answer)
                self.history.append(answer)
                return list(events)  # the window stays open
        elif question is None:
            raise Refused(Refusal.STALE, "The round of play is over.", self.game.closed)
        elif says in LATE:
            raise self._closed_to_wagers(question)
        elif isinstance(question, Each):
            answer = self._open(question, answer).check(answer)
            self._held[answer.by] = answer
            self.history.append(answer)
            return self._go_on(question)
        answer = question.check(answer)
        self.history.append(answer)
        return self._resume(answer)

    def feed(self, history: Iterable[Answer | Report]) -> list[Event]:
        """Apply the answers and reports of an earlier round in order, and return all events that follow.

        This is the only way in which history enters a round. A report is applied without a trial: it was tried when it was
        made, so if it cannot happen now the two rounds differ.
        """
        events: list[Event] = []
        remember = self.history.append
        for item in history:
            question = self.pending
            if isinstance(item, Report):
                events += self._apply(item)
            elif type(question) is Window and item.says != NO_MORE_BETS:
                events += question.menu.take(item)
                remember(item)
            else:
                events += self.answer(item)
        return events

    def check(self, answer: Answer) -> None:
        """Raise what ``answer`` would raise; nothing changes."""
        question = self.pending
        try:
            if question is None or (answer.says in LATE and not isinstance(question, Window)):
                self._take(answer)  # refused: there is nothing to answer
            elif isinstance(question, Each):
                self._open(question, answer).check(answer)
            else:
                question.check(answer)
        except Refused as refusal:
            raise self._by_its_own(refusal, answer) from None

    def check_nothing(self, answer: Answer) -> None:
        """Raise when the answer states an amount of 0 for something that costs money (I-GEN-36)."""
        try:
            for election in self.questions(answer.by):
                election.check_nothing(answer)
        except Refused as refusal:
            raise self._by_its_own(refusal, answer) from None

    def own_provision(self, says: str) -> str:
        """The provision that allows this election, where it has one of its own; else nothing."""
        return self.game.elections(self.rules).get(says, "")

    def _by_its_own(self, refusal: Refused, answer: Answer) -> Refused:
        """The refusal of an election that is not open names the provision of that election, not of what is asked now."""
        own = self.own_provision(answer.says)
        return Refused(refusal.why, refusal.sentence, own) if own else refusal

    def price(self, answer: Answer) -> Price:
        """What an answer would take out of its player's rack, lawful or not."""
        if isinstance(self.pending, Window):
            return self.pending.menu.price(answer)
        asked = self.questions(answer.by)
        return asked[0].price(answer) if asked else FREE

    def pledged(self) -> dict[Who, Cents]:
        """The cost of answers already given to a question to several, which take effect when all have answered."""
        asked = self.pending.elections if isinstance(self.pending, Each) else ()
        return {e.to: e.price(self._held[e.to]).amount for e in asked if e.to in self._held}

    def _closed_to_wagers(self, question: Question) -> Refused:
        if self.was_open:
            sentence = "No more bets: the layout is closed to wagers until this is settled."
        else:
            first = f"; {name(question.to)} is asked first: {question.kind}" if isinstance(question, Election) else ""
            sentence = f"Betting is not open yet{first}."
        return Refused(Refusal.BETTING_CLOSED, sentence, self.game.closed)

    def questions(self, to: Who) -> list[Election]:
        """The elections that this seat or role is asked now."""
        if isinstance(self.pending, Each):
            return [e for e in self.pending.elections if e.to == to and e.to not in self._held]
        return [self.pending] if isinstance(self.pending, Election) and self.pending.to == to else []

    def elections(self) -> list[Election]:
        """Every election still open, whoever it is to."""
        if isinstance(self.pending, Each):
            return [e for e in self.pending.elections if e.to not in self._held]
        return [self.pending] if isinstance(self.pending, Election) else []

    # --- irregularities

    def report(self, report: Report) -> list[Event]:
        """Apply an irregularity as the chapter orders, or refuse it where it cannot happen."""
        self.preview(report)
        return self._apply(report)

    def _apply(self, report: Report) -> list[Event]:
        kind = self._kind_of(report)
        try:
            events = self._throw(report)
        except Irregularity:
            raise _cannot_happen(kind) from None
        self.history.append(report)
        return events

    def preview(self, report: Report) -> list[Event]:
        """What would follow, tried on a replica; the round itself does not move."""
        kind = self._kind_of(report)
        try:
            return self.replica()._throw(report)
        except Irregularity:
            raise _cannot_happen(kind) from None

    def _kind_of(self, report: Report) -> IrregularityKind:
        """The irregularity of the chapter that a report names, with its seat where it needs one."""
        kind = self.game.irregularity(report.kind)
        if kind is None:
            names = ", ".join(k.name for k in self.game.irregularities)
            raise Refused(
                Refusal.CANNOT_HAPPEN,
                f"Expected an irregularity of this game, not {report.kind!r}; there are: {names}.",
                self.game.closed,
            )
        if kind.needs_seat and not report.seat:
            raise Refused(Refusal.MALFORMED, f"{kind.title}: name the seat.", kind.cite)
        return kind

    def possible(self, seats: Iterable[int] = ()) -> dict[str, tuple[int, ...]]:
        """The irregularities that could be reported now, each with those of ``seats`` that it could concern.

        Every combination is tried on a replica, which takes time: pass only the seats that take part in the round.
        """
        tried = tuple(seats) or range(1, self.rules.posted.seats + 1)
        found = {}
        for kind in self.game.irregularities:
            concerned = tuple(seat for seat in (tried if kind.needs_seat else (0,)) if self._could(kind.name, seat))
            if concerned:
                found[kind.name] = concerned if kind.needs_seat else ()
        return found

    def frozen(self, seats: Iterable[int] = ()) -> "Possible":
        """``possible`` as of this moment, to be computed in another thread while the round goes on."""
        twin = Round.__new__(Round)
        twin.game, twin.rules, twin.state, twin.start = self.game, self.rules, self.state, self.start
        twin.history, twin.asked = list(self.history), self.asked
        return Possible(twin, tuple(seats))

    def _could(self, kind: str, seat: int) -> bool:
        try:
            self.preview(Report(kind, seat))
        except Refused:
            return False
        return True

    def replica(self) -> "Round":
        """A second round in the same position."""
        twin = Round(self.game, self.rules, self.state, self.start)
        twin.feed(self.history)
        twin.asked = self.asked
        return twin

    def before(self, moment: int) -> "Round":
        """A second round, as it was before one answer or report of the history."""
        twin = Round(self.game, self.rules, self.state, self.start)
        twin.feed(self.history[:moment])
        return twin

    # --- the generator

    def _resume(self, reply: Reply) -> list[Event]:
        send = self._procedure.send
        events: list[Event] = []
        try:
            item = send(reply)
            while True:
                kind = item.__class__
                if kind is tuple:
                    events += item  # type: ignore[arg-type]
                elif kind in QUESTIONS:
                    self.pending = item  # type: ignore[assignment]
                    self.asked += 1
                    if kind is Window:
                        self.was_open = True
                    return events
                else:
                    events.append(item)  # type: ignore[arg-type]
                item = send(None)
        except StopIteration as stop:
            self.pending, self.result = None, stop.value
        return events

    def _throw(self, report: Report) -> list[Event]:
        asked, held = self.pending, self._held
        events: list[Event] = []
        try:
            fault = Irregularity(report.kind, report.seat, **report.facts)
            fault.by = report.by
            fault.answered = frozenset(held)
            item = self._procedure.throw(fault)
            if isinstance(item, Event | tuple):
                events = [*(item if isinstance(item, tuple) else (item,)), *self._resume(None)]
            else:
                self.pending = item
                self.asked += 1
        except StopIteration as stop:
            self.pending, self.result = None, stop.value
        self._held = {}
        if isinstance(asked, Each) and isinstance(self.pending, Each):
            # earlier answers are kept where the same question is asked again
            same = {election.to for election in self.pending.elections if election in asked.elections}
            self._held = {who: answer for who, answer in held.items() if who in same}
            events += self._go_on(self.pending)
        return events

    def _go_on(self, question: Each) -> list[Event]:
        """Resume once everyone who is asked has answered."""
        if len(self._held) < len(question.elections):
            return []
        held, self._held = self._held, {}
        return self._resume({asked.to: held[asked.to] for asked in question.elections})

    def _open(self, question: Each, answer: Answer) -> Election:
        for election in question.elections:
            if election.to == answer.by:
                if answer.by in self._held:
                    raise Refused(Refusal.STALE, f"{name(answer.by).capitalize()} has already answered.", election.cite)
                return election
        raise Refused(Refusal.NOT_YOUR_TURN, f"There is no question to {name(answer.by)} now.", question.cite)


def _cannot_happen(kind: IrregularityKind) -> Refused:
    return Refused(Refusal.CANNOT_HAPPEN, f"{kind.title}: this cannot happen at this moment.", kind.cite)

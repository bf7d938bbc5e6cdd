"""One round of play, being driven: the pending Question, the answers so far, the state that comes out.

Everything that plays goes through here: script, replay, random play, terminal, server. ``answer`` checks,
resumes the procedure and returns the events that follow. A generator cannot be copied; ``replica`` is a
fresh one fed the same history, which is how an irregularity is tried before it is applied.

Where chance is a person with physical cards (``may_lie_face_down``), a card that is dealt face down is answered with
``FACE_DOWN`` and has only a place (``pitboss.faces``). When the procedure looks at its face, the pending question is to turn
it: the round is then played again with that face, and goes on from where it was.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.events import Announced, Attested, Burned, Dealt, Discarded, Elected, Event, Noted, Revealed
from pitboss.faces import (
    FACE_DOWN,
    FaceDown,
    FaceNeeded,
    Turned,
    cards_in,
    place_of,
    plain,
    plain_event,
    plain_question,
    plain_state,
    revived,
    revived_state,
)
from pitboss.game import Game, IrregularityKind, RoundStart
from pitboss.journal import Report
from pitboss.money import Cents
from pitboss.procedure import (
    CHANCE,
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
# of a card that was drawn in an earlier round, is known to nobody, and belongs to the next hand
WAITING = Draw("shoe", dict.fromkeys(DECK_WITH_JOKER, 1), "", face=True)
SAID = (Announced, Attested, Burned, Dealt, Discarded, Elected, Noted, Revealed)  # what moves neither chips nor markers
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
        "_dealt_to",
        "_held",
        "_places",
        "_procedure",
        "_turned",
        "asked",
        "events",
        "game",
        "history",
        "known_events",
        "may_lie_face_down",
        "pending",
        "result",
        "rules",
        "start",
        "state",
        "was_open",
    )

    def __init__(
        self,
        game: Game,
        rules: RulesSubmission,
        state: Any,
        start: RoundStart,
        *,
        may_lie_face_down: bool = False,
        turned: Mapping[int, str] | None = None,
    ) -> None:
        self.game, self.rules, self.state, self.start = game, rules, state, start
        self.may_lie_face_down = may_lie_face_down
        self.known_events: list[
            Event
        ] = []  # where cards may lie face down: every event so far, with the faces known by now
        self._places: list[str] = []  # the cards that were dealt face down
        self._dealt_to: dict[str, Who] = {}  # by place
        self._turned = dict(turned or {})  # the faces of those that were turned, by their number
        self.history: list[Answer | Report] = []
        self.pending: Question | None = None
        self.was_open = False  # betting was open in this round, whether or not it still is
        self.asked = 0  # how many questions have been put: the number of the one that is pending
        self.result: Any = None  # the next state, once the round is closed
        self._held: dict[Who, Answer] = {}
        begins = revived_state(state, lambda: self._put_down(WAITING)) if may_lie_face_down else state
        self._procedure = game.play(begins, rules, start)
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
        if self.may_lie_face_down and type(question) is Draw and question.face:
            if question.place:
                return self._turn(question, answer)
            if says == FACE_DOWN:
                return self._deal_face_down(question, answer)
        if type(question) is Window:
            if says != NO_MORE_BETS:
                events = list(question.menu.take(answer))
                self.history.append(answer)
                if self.may_lie_face_down:
                    self.known_events += events
                return events  # the window stays open
        elif question is None:
            raise Refused(Refusal.STALE, "The round of play is over.", self.game.closed)
        elif says in LATE:
            raise self._closed_to_wagers(question)
        elif isinstance(question, Each):
            answer = self._named(self._open(question, answer).check(self._said(answer)))
            self._held[answer.by] = answer
            self.history.append(answer)
            return self._go_on(question)
        answer = question.check(self._said(answer) if answer.cards else answer)
        if answer.cards:
            answer = self._named(answer)
        self.history.append(answer)
        return self._resume(answer)

    def _named(self, answer: Answer) -> Answer:
        """The same answer with the places of cards that were dealt face down, which stay when one is turned back."""
        if not answer.cards or not self._places:
            return answer
        own = [card for card in self._places if self._dealt_to.get(place_of(card)) == answer.by]
        named: list[str] = []
        for card in answer.cards:
            same = [place_of(one) for one in own if plain(one) == card and place_of(one) not in named]
            named.append(same[0] if same else card)
        return msgspec.structs.replace(answer, cards=tuple(named))

    def _said(self, answer: Answer) -> Answer:
        """An answer that names places, with the faces of those that have been turned since."""
        return revived(answer, [plain(card) for card in self._places]) if self._places else answer

    def feed(self, history: Iterable[Answer | Report], events: list[Event] | None = None) -> list[Event]:
        """Apply the answers and reports of an earlier round in order, and return all events that follow; they are added to
        ``events`` as they come, for whoever makes the history while it is fed.

        This is the only way in which history enters a round. A report is applied without a trial: it was tried when it was
        made, so if it cannot happen now the two rounds differ.
        """
        if self.may_lie_face_down:
            return self._feed_with_places(history)
        events = [] if events is None else events
        remember, go_on = self.history.append, self._go
        items: Iterator[Any] = iter(history)
        for item in items:  # looked at by class: isinstance on a Struct takes several times as long
            question: Any = self.pending
            kind = question.__class__
            if kind is Window:
                take = question.menu.take
                while item.__class__ is Answer and item.says != NO_MORE_BETS and item.by != CHANCE:
                    events += take(item)
                    remember(item)
                    item = next(items, None)
                if item is None:
                    break
            if item.__class__ is Report:
                events += self._apply(item)
                continue
            if item.by == CHANCE and item.on:
                remember(item)  # a face that was told where cards lay face down: here it was known when it was dealt
                continue
            try:
                if kind is Draw and item.by == CHANCE and question.weights.get(item.says, 0) > 0:
                    remember(item)
                    go_on(item, events)
                elif kind is Election and not item.cards and item.says not in LATE:
                    item = question.check(item)
                    remember(item)
                    go_on(item, events)
                else:
                    events += self._take(item)
            except Refused as refusal:
                raise self._by_its_own(refusal, item) from None
        return events

    def _feed_with_places(self, history: Iterable[Answer | Report]) -> list[Event]:
        """The same where cards may lie face down."""
        events: list[Event] = []
        for item in history:
            question = self.pending
            if isinstance(item, Report):
                events += self._apply(item)
            elif item.by == CHANCE and item.on and not self._is_turned_now(item):
                self.history.append(item)  # the face was known when the round was played again
            elif type(question) is Window and item.says != NO_MORE_BETS:
                taken = question.menu.take(item)
                events += taken
                self.history.append(item)
                self.known_events += taken
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
                self._open(question, answer).check(self._said(answer))
            else:
                question.check(self._said(answer))
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
        return self.tried(report)[0]

    def tried(self, report: Report) -> tuple[list[Event], bool]:
        """The same, and whether a card would have to be turned before more can be said."""
        kind, twin = self._kind_of(report), self.replica()
        try:
            events = twin._throw(report)
        except Irregularity:
            raise _cannot_happen(kind) from None
        return events, type(twin.pending) is Draw and bool(twin.pending.place)

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
        twin.may_lie_face_down, twin._turned = self.may_lie_face_down, dict(self._turned)
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
        twin = self._fresh(self._turned)
        twin.feed(self.history)
        twin.asked = self.asked
        return twin

    def _fresh(self, turned: Mapping[int, str]) -> "Round":
        down = self.may_lie_face_down
        return Round(self.game, self.rules, self.state, self.start, may_lie_face_down=down, turned=turned)

    def before(self, moment: int) -> "Round":
        """A second round, as it was before one answer or report of the history."""
        past = self.history[:moment]
        twin = self._fresh(turned_in(past))
        twin.feed(past)
        return twin

    # --- cards that lie face down

    def _deal_face_down(self, question: Draw, answer: Answer) -> list[Event]:
        """Give the card a place. One that is turned at once was not dealt face down, and its face has to be told."""
        number, asked = len(self._places) + 1, self.asked
        self.history.append(answer)
        events = self._resume(Answer(CHANCE, self._put_down(question)))
        pending = self.pending
        if type(pending) is Draw and pending.place == f"{FACE_DOWN}{number}" and number not in self._turned:
            if not any(_places(event, pending.place) for event in events):
                self._become(self.before(len(self.history) - 1))
                self.asked = asked
                raise Refused(Refusal.IMPOSSIBLE, "This card is dealt face up; tell which it is.", question.cite)
        return events

    def _put_down(self, question: Draw) -> str:
        number = len(self._places) + 1
        place = f"{FACE_DOWN}{number}"
        face = self._turned.get(number)
        card: str = FaceDown(place, question) if face is None else Turned(face, place)
        self._places.append(card)
        return card

    def _turn(self, question: Draw, answer: Answer) -> list[Event]:
        """Turn a card: the round is played again with its face, and what is new since then is returned."""
        answer = question.check(answer)
        turned = {**self._turned, int(question.place[1:]): answer.says}
        twin, before, asked = self._fresh(turned), len(self.known_events), self.asked
        twin.feed([*self.history, answer])
        self._become(twin)
        self.asked = asked + 1  # one question more, however many it takes to play the round again
        return self.known_events[before:]

    def _become(self, twin: "Round") -> None:
        self.history, self.known_events, self.pending, self.result = (
            twin.history,
            twin.known_events,
            twin.pending,
            twin.result,
        )
        self.was_open = twin.was_open
        self._held, self._procedure = twin._held, twin._procedure
        self._places, self._turned, self._dealt_to = twin._places, twin._turned, twin._dealt_to

    def _before_turning(self) -> "Round":
        """As it was before the answer because of which a card has to be turned: there something can still be reported."""
        moment = max(
            at for at, item in enumerate(self.history) if isinstance(item, Report) or not is_about_a_place(item)
        )
        return self.before(moment)

    def _is_turned_now(self, item: Answer) -> bool:
        return type(self.pending) is Draw and self.pending.place == item.on

    def coming(self, most: int = 12) -> list[tuple[Event | None, bool]]:
        """What the next cards are for, in order, up to the next decision: the event that deals or burns each, and whether
        it lies face up. None where the procedure looks at a card before it says what it is for."""
        twin = self.replica()
        found: list[tuple[Event | None, bool]] = []
        while type(twin.pending) is Draw and twin.pending.face and not twin.pending.place and len(found) < most:
            number = len(twin._places) + 1
            place = f"{FACE_DOWN}{number}"
            events = twin._resume(Answer(CHANCE, twin._put_down(twin.pending)), tolerant=True)
            shown = next((event for event in events if _places(event, place)), None)
            found.append((shown, shown is not None and shown.seen_by is None))
        return found

    # --- the generator

    def _resume(self, reply: Reply, *, tolerant: bool = False) -> list[Event]:
        if self.may_lie_face_down:
            return self._resume_with_places(reply, tolerant=tolerant)
        return self._go(reply, [])

    def _go(self, reply: Reply, events: list[Event]) -> list[Event]:
        """Resume the procedure; what it tells up to its next question is added to ``events``."""
        send = self._procedure.send
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

    def _resume_with_places(self, reply: Reply, first: object = None, *, tolerant: bool = False) -> list[Event]:
        """The same where cards may lie face down: an event that shows one to everyone has it turned first."""
        events: list[Event] = []
        if isinstance(reply, Answer):
            reply = revived(reply, self._places)
        elif reply is not None:
            reply = {who: revived(answer, self._places) for who, answer in reply.items()}
        try:
            item: Any = self._procedure.send(reply) if first is None else first
            while item.__class__ not in QUESTIONS:
                for event in item if isinstance(item, tuple) else (item,):
                    if isinstance(event, Dealt) and isinstance(event.card, FaceDown | Turned):
                        self._dealt_to[event.card.place] = event.to
                    if event.seen_by is None and not tolerant:
                        for card in cards_in(event):
                            raise FaceNeeded(card)
                    events.append(plain_event(event))
                item = self._procedure.send(None)
            self.pending = plain_question(item)
            self.was_open = self.was_open or isinstance(item, Window)
            self.asked += 1
        except StopIteration as stop:
            self.pending, self.result = None, plain_state(stop.value)
        except FaceNeeded as needed:
            self._ask_to_turn(needed.card)
        self.known_events += events
        return events

    def _ask_to_turn(self, card: FaceDown) -> None:
        dealt = card.question
        self.pending = Draw(dealt.device, card.possible, dealt.cite, dealt.independent, True, card.place)
        self.asked += 1

    def _throw(self, report: Report) -> list[Event]:
        fault = Irregularity(report.kind, report.seat, **report.facts)
        fault.by, fault.physical = report.by, self.may_lie_face_down
        fault.player = report.player or self.start.player(report.seat)
        if type(self.pending) is Draw and self.pending.place:
            twin = self._before_turning()
            if not all(isinstance(event, SAID) for event in self.known_events[len(twin.known_events) :]):
                raise fault  # chips have moved since: the card is turned first
            self._become(twin)
        asked, held = self.pending, self._held
        events: list[Event] = []
        try:
            fault.answered = frozenset(held)
            item = self._procedure.throw(fault)
            if self.may_lie_face_down:
                events = self._resume_with_places(None, item)
            elif isinstance(item, Event | tuple):
                events = [*(item if isinstance(item, tuple) else (item,)), *self._resume(None)]
            else:
                self.pending = item
                self.asked += 1
        except StopIteration as stop:
            self.pending, self.result = None, plain_state(stop.value) if self.may_lie_face_down else stop.value
        except FaceNeeded as needed:
            self._ask_to_turn(needed.card)
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


def turned_in(history: Iterable[Answer | Report]) -> dict[int, str]:
    """The faces that a history tells, by the number of the place."""
    return {
        int(item.on[1:]): item.says
        for item in history
        if isinstance(item, Answer) and item.by == CHANCE and item.on.startswith(FACE_DOWN)
    }


def is_about_a_place(answer: Answer) -> bool:
    """Whether an answer puts a card down, or turns one."""
    return answer.by == CHANCE and (answer.says == FACE_DOWN or answer.on.startswith(FACE_DOWN))


def _places(event: Event, place: str) -> bool:
    """Whether an event says where a card came to lie."""
    return isinstance(event, Dealt | Burned | Discarded) and place in (
        event.cards if isinstance(event, Discarded) else (event.card,)
    )


def _cannot_happen(kind: IrregularityKind) -> Refused:
    return Refused(Refusal.CANNOT_HAPPEN, f"{kind.title}: this cannot happen at this moment.", kind.cite)

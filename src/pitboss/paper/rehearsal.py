"""Rehearses a game under its filed rules: plays rounds that bring out as much of the procedure as can be.

Nobody's money and no chance: outcomes are chosen, any that the procedure calls lawful, so that hands come up that a
table sees once in a year. The same rules give the same rehearsals, always.
"""

from collections.abc import Iterable, Iterator, Sequence

from pitboss.drivers.fair import Stream
from pitboss.drivers.round import Round
from pitboss.equipment.cards import RANKS, SUITS
from pitboss.events import COUNT, POSITION, Event
from pitboss.game import Game, IrregularityKind, RoundStart
from pitboss.journal import Report
from pitboss.procedure import Answer, Draw, Election, Offer, Option, Question, Refused, Window
from pitboss.submission import RulesSubmission
from pitboss.wagers import REMOVE, WAGER, WagerKind, close_betting, offered

TABLES = 24  # openings, each with another choice of what chance likes
ROUNDS = 5  # played at each
SEATS = 3  # so many players: the least that shows in which order they are served
SPOTS = 12  # wagers of one seat, at most
MOST = 400  # answers in one round: a rehearsal that takes longer is given up

Moment = tuple[
    Question | None, list[Event]
]  # a question, and what followed; an open window comes twice, with its wagers and with its closing


def rehearse(game: Game, rules: RulesSubmission, tables: Iterable[int] = range(TABLES)) -> Iterator[list[Moment]]:
    """Rounds, each as its moments in order; the first moment has what happened before any question."""
    seats = tuple(range(1, min(SEATS, rules.posted.seats) + 1))
    for table in tables:
        stream = Stream(table.to_bytes(32, "big"))
        state, liking = game.open(rules), _liking(stream) if table % 3 else frozenset()
        for number in range(1, ROUNDS + 1):
            start = RoundStart(number, new_dealer=number == ROUNDS, seated=seats, reopened=number == 1)
            rehearsal = _Rehearsal(Round(game, rules, state, start), stream, liking, seats)
            moments = rehearsal.moments()
            if moments is None:
                break
            yield moments
            state = rehearsal.play.result


def reportable(game: Game, rules: RulesSubmission, kinds: Sequence[IrregularityKind]) -> frozenset[str]:
    """Those of these irregularities that could be reported at some moment of a round of a full table."""
    seats = tuple(range(1, min(SEATS, rules.posted.seats) + 1))
    state, start = game.open(rules), RoundStart(1, seated=seats, reopened=True)
    whole = _Rehearsal(Round(game, rules, state, start), Stream(bytes(32)), frozenset(), seats)
    whole.moments()
    found: set[str] = set()
    again = Round(game, rules, state, start)
    for answer in (None, *whole.play.history):
        if answer is not None:
            again.feed((answer,))
        found.update(kind.name for kind in kinds if kind.name not in found and _could(again, kind))
        if len(found) == len(kinds):
            break
    return frozenset(found)


def _could(play: Round, kind: IrregularityKind) -> bool:
    try:
        play.preview(Report(kind.name, 1 if kind.needs_seat else 0))
    except Refused:
        return False
    return True


def _liking(stream: Stream) -> frozenset[str]:
    """Cards that chance likes at a table: of few ranks or suits, so that pairs, straights and flushes come."""
    first, ranks, suits = stream.below(len(RANKS)), 1 + stream.below(5), 1 + stream.below(4)
    liked = [RANKS[(first + n) % len(RANKS)] for n in range(ranks)]
    return frozenset(rank + suit for rank in liked for suit in stream.shuffled(SUITS)[:suits])


class _Rehearsal:
    def __init__(self, play: Round, stream: Stream, liking: frozenset[str], seats: Sequence[int]) -> None:
        self.play, self._stream, self._liking, self._seats = play, stream, liking, seats

    def moments(self) -> list[Moment] | None:
        """The round, or None where betting could not be closed or there was no end."""
        found: list[Moment] = [(None, list(self.play.events))]
        while not self.play.closed:
            if len(found) > MOST:
                return None
            question = self.play.pending
            if isinstance(question, Window):
                wagers, events = self._bet(question)
                if events is None:
                    return None
                found += [(question, wagers), (question, events)]
                continue
            if isinstance(question, Draw):
                found.append((question, self.play.answer(self._shown(question))))
                continue
            asked = self.play.elections()[self._stream.below(len(self.play.elections()))]
            found.append((asked, self.play.answer(self._chosen(asked))))
        return found

    # --- chance and choices

    def _shown(self, draw: Draw) -> Answer:
        liked = {says: n for says, n in draw.weights.items() if n and says in self._liking}
        lawful = {says: n for says, n in draw.weights.items() if n}
        return Answer(draw.to, self._stream.choice(liked if liked and self._stream.below(4) else lawful))

    def _chosen(self, asked: Election) -> Answer:
        option: Option = asked.options[self._stream.below(len(asked.options))]
        if option.most > option.least and option.unit in (COUNT, POSITION) and asked.default is not None:
            return asked.default.answer(asked.to)  # a wrong count is an irregularity, told apart from the procedure
        return option.answer(asked.to)

    # --- wagers

    def _bet(self, window: Window) -> tuple[list[Event], list[Event] | None]:
        """Every seat wagers, then betting is closed: what followed from each; None where betting cannot be closed."""
        events: list[Event] = []
        for seat in self._stream.shuffled(self._seats):
            spots = _spots(window, seat)
            for wager in self._picked():
                events += self._tender(seat, spots.get(wager, []))
            if window.menu.acts - {REMOVE} and not self._stream.below(3):
                others = [o for o in window.menu.offers(seat) if o.says not in (WAGER, REMOVE)]
                events += self._tender(seat, others)
        for kind in offered(self.play.game.wagers, self.play.rules):
            try:
                return events, self.play.answer(close_betting())
            except Refused:  # a wager is lacking that the text wants first
                for seat in self._seats:
                    offers = window.menu.offers(seat)
                    if not any(o.says == REMOVE and o.wager == kind.name for o in offers):
                        events += self._tender(seat, _spots(window, seat).get(kind.name, []))
        return events, None

    def _picked(self) -> list[str]:
        """Some of the wagers, each after the one that it needs."""
        kinds = [kind for kind in offered(self.play.game.wagers, self.play.rules) if kind.tendered]
        few = [kind for kind in kinds if len(kinds) <= SPOTS // 2 or self._stream.below(len(kinds)) < SPOTS]
        chosen = [kind for kind in few if self._stream.below(3)] or kinds[:1]
        return list(dict.fromkeys(name for kind in chosen for name in (*_needed(kind), kind.name)))

    def _tender(self, seat: int, spots: Sequence[Offer]) -> list[Event]:
        """One of these offers taken, for the least that may be wagered; nothing where it is refused."""
        if not spots:
            return []
        offer = spots[self._stream.below(len(spots))]
        least = max(offer.least, self.play.rules.least(offer.wager)) if offer.says == WAGER else offer.least
        try:
            return self.play.answer(
                Answer(seat, offer.says, offer.wager, offer.on, -(-least // offer.step) * offer.step)
            )
        except Refused:
            return []


def _spots(window: Window, seat: int) -> dict[str, list[Offer]]:
    """Where a seat may wager, by the wager."""
    found: dict[str, list[Offer]] = {}
    for offer in window.menu.offers(seat):
        if offer.says == WAGER:
            found.setdefault(offer.wager, []).append(offer)
    return found


def _needed(kind: WagerKind) -> tuple[str, ...]:
    return (kind.needs,) if kind.needs else ()

"""Tables at which drills take place: rounds played to find a question in, by fair or by liberal chance.

The same stream gives the same rounds, always. Amounts vary, since a payment is only worth working out if they do.
"""

import math
from collections.abc import Iterator, Sequence
from functools import cached_property

from pitboss.drivers.fair import Stream
from pitboss.drivers.round import Round
from pitboss.equipment.cards import RANKS, SUITS
from pitboss.events import COUNT, POSITION, Attested, CutMade, Event, MeterMoved, RoundOpened, Shuffled
from pitboss.game import Game, RoundStart
from pitboss.money import Cents
from pitboss.paper.procedure_steps import ProcedureStep, procedure_of
from pitboss.paper.rehearsal import Moment
from pitboss.procedure import Answer, Draw, Election, Offer, Option, Refused, Window
from pitboss.submission import RulesSubmission
from pitboss.wagers import REMOVE, WAGER, WagerKind, close_betting, offered

SEATS = (1, 2, 3)
SPOTS = 6  # wagers of one seat, at most, where the layout has many
CHIP = 100  # the least chip
MOST_CHIPS = 20  # a wager is the least and up to so many chips more
MENDS = 4  # wagers of a seat that are changed so that betting can be closed
MOST_ANSWERS = 400  # in one round: one that takes longer is given up
QUIET = (Attested, CutMade, MeterMoved, RoundOpened, Shuffled)  # of no use to one who is asked about a round


class Setting:
    """A game under its rules; what takes time to work out about them is kept."""

    def __init__(self, game: Game, rules: RulesSubmission) -> None:
        self.game, self.rules = game, rules

    @cached_property
    def steps(self) -> tuple[ProcedureStep, ...]:
        """The steps of a round, as the procedure card has them."""
        return procedure_of(self.game, self.rules).steps


class DrillTable:
    """A table with players at ``seats``. ``plain``: they make only the wagers that a round takes; ``liberal``: chance
    prefers a few ranks and suits, so that hands come that a table seldom sees; ``stake``: each wager is of so much, where
    that may be."""

    def __init__(
        self,
        setting: Setting,
        stream: Stream,
        seats: Sequence[int] = SEATS,
        *,
        plain: bool = False,
        liberal: bool = False,
        stake: Cents = 0,
    ) -> None:
        self.game, self.rules, self._stake = setting.game, setting.rules, stake
        self.seats = tuple(seat for seat in seats if seat <= self.rules.posted.seats)
        self._stream, self._plain = stream, plain
        self._liked = _liked(stream) if liberal else frozenset()
        self._state, self._number = self.game.open(self.rules), 0

    def begin(self) -> Round:
        """The next round, nobody having answered anything yet."""
        self._number += 1
        start = RoundStart(self._number, seated=self.seats, reopened=self._number == 1)
        return Round(self.game, self.rules, self._state, start)

    def keep(self, play: Round) -> None:
        """The next round begins where this one ended."""
        self._state = play.result

    def rounds(self, most: int) -> Iterator[tuple[Round, list[Moment]]]:
        """Whole rounds with their moments, one after the other; none after one that cannot be ended."""
        for _ in range(most):
            play = self.begin()
            moments: list[Moment] = [(None, list(play.events))]
            while not play.closed:
                made = self.step(play) if len(moments) < MOST_ANSWERS else None
                if made is None:
                    return
                moments += made
            self.keep(play)
            yield play, moments

    def step(self, play: Round) -> list[Moment] | None:
        """Answer what is asked now; None where betting cannot be closed."""
        question = play.pending
        if isinstance(question, Window):
            wagers, closing = self._bet(play, question), _closed(play)
            return None if closing is None else [(question, wagers), (question, closing)]
        if isinstance(question, Draw):
            return [(question, play.answer(self._shown(question)))]
        asked = play.elections()[self._stream.below(len(play.elections()))]
        return [(asked, play.answer(self._chosen(asked)))]

    # --- chance and choices

    def _shown(self, draw: Draw) -> Answer:
        liked = {says: n for says, n in draw.weights.items() if n and says in self._liked}
        weights = liked if liked and self._stream.below(3) else {says: n for says, n in draw.weights.items() if n}
        return Answer(draw.to, self._stream.choice(weights))

    def _chosen(self, asked: Election) -> Answer:
        """A random choice by players; what the house's people are asked is answered as usual."""
        if asked.default is not None and not isinstance(asked.to, int):
            return asked.default.answer(asked.to)
        option: Option = asked.options[self._stream.below(len(asked.options))]
        if option.unit in (COUNT, POSITION) and asked.default is not None:
            return asked.default.answer(asked.to)
        return option.answer(asked.to)

    # --- wagers

    def _bet(self, play: Round, window: Window) -> list[Event]:
        events: list[Event] = []
        for seat in self.seats:
            for wager in self._picked():
                spots = [o for o in window.menu.offers(seat) if o.says == WAGER and o.wager == wager]
                if spots:
                    events += self._tender(play, seat, spots[self._stream.below(len(spots))])
            events += _mended(play, window, seat)
        return events

    def _picked(self) -> list[str]:
        """Which wagers a player makes, each after the one that it needs."""
        kinds = [kind for kind in offered(self.game.wagers, self.rules) if kind.tendered]
        if self._plain:
            return [next((kind for kind in kinds if not kind.needs), kinds[0]).name]
        few = self._stream.shuffled(kinds)[:SPOTS]
        chosen: list[WagerKind] = [kinds[0], *few] if len(kinds) <= SPOTS else few
        names = [name for kind in chosen for name in (kind.needs, kind.name) if name]
        return list(dict.fromkeys(names))

    def _tender(self, play: Round, seat: int, offer: Offer) -> list[Event]:
        """The offer taken for a random amount, or for the least where that is refused; nothing where that is too."""
        first, unit = _first(self.rules, offer), math.lcm(offer.step, CHIP)
        whole = -(-first // unit) * unit  # nobody wagers cents at a table
        most = whole + MOST_CHIPS * unit if offer.most is None else offer.most
        chips = self._stream.below(max(0, min(MOST_CHIPS, (most - whole) // unit)) + 1)
        for amount in dict.fromkeys((self._stake or whole + chips * unit, whole, first)):
            try:
                return play.answer(Answer(seat, WAGER, offer.wager, offer.on, amount))
            except Refused:
                continue
        return []


def _first(rules: RulesSubmission, offer: Offer) -> Cents:
    """The least that may be wagered."""
    return -(-max(offer.least, rules.least(offer.wager)) // offer.step) * offer.step


def _liked(stream: Stream) -> frozenset[str]:
    first, ranks, suits = stream.below(len(RANKS)), 1 + stream.below(5), 1 + stream.below(4)
    liked = [RANKS[(first + n) % len(RANKS)] for n in range(ranks)]
    return frozenset(rank + suit for rank in liked for suit in stream.shuffled(SUITS)[:suits])


def _closed(play: Round) -> list[Event] | None:
    """What follows when betting is closed; None where it cannot be."""
    try:
        return play.answer(close_betting())
    except Refused:
        return None


def _refusal(play: Round) -> str:
    """Why betting cannot be closed now, tried on a replica; empty where it can be."""
    try:
        play.replica().answer(close_betting())
    except Refused as refusal:
        return refusal.sentence
    return ""


def _mended(play: Round, window: Window, seat: int) -> list[Event]:
    """Wagers of a seat made or taken back until betting can be closed: a Blind that equals the Ante, a line bet."""
    events: list[Event] = []
    for _ in range(MENDS):
        why = _refusal(play)
        if not why:
            break
        after = {answer: _after(play, answer) for answer in _changes(play, window, seat)}
        whole = (answer for answer, still in after.items() if still == "")
        better = [answer for answer, still in after.items() if still not in (None, why)]
        better.sort(key=lambda each: each.says != REMOVE)  # what is lacking then is made up for as a whole
        answer = next(whole, next(iter(better), None))
        if answer is None:
            break
        events += play.answer(answer)
    return events


def _after(play: Round, answer: Answer) -> str | None:
    """Why betting could still not be closed after this answer; None where the answer is refused."""
    trial = play.replica()
    try:
        trial.answer(answer)
    except Refused:
        return None
    return _refusal(trial)


def _changes(play: Round, window: Window, seat: int) -> Iterator[Answer]:
    """Every wager that a seat may add, for the least and for as much as it has on another; then what it may take back."""
    offers = window.menu.offers(seat)
    up = {offer.least for offer in offers if offer.says == REMOVE}
    for offer in offers:
        if offer.says == WAGER:
            for amount in sorted({_first(play.rules, offer), *up}):
                yield Answer(seat, WAGER, offer.wager, offer.on, amount)
    for offer in offers:
        if offer.says == REMOVE:
            yield Answer(seat, REMOVE, offer.wager, offer.on, offer.least)


def events_of(moments: Sequence[Moment]) -> list[Event]:
    """All events of a round in order."""
    return [event for _, events in moments for event in events]


def scene(events: Sequence[Event]) -> tuple[Event, ...]:
    """What of them the one who is asked needs."""
    return tuple(event for event in events if not isinstance(event, QUIET))


def titled(game: Game, wager: str, on: str, hand: int = 0) -> str:
    """``Split Wager, 19-20``."""
    title = next((kind.title for kind in game.wagers if kind.name == wager), wager)
    return title + (f", {on}" if on else "") + (f", hand {hand}" if hand else "")

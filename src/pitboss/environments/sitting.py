"""A table at which some seats are played from outside: chance, staff and courtesies are answered here.

An episode is a number of rounds at a freshly opened table, and then as many more as it takes until nothing of these seats
is on the layout (a Pass Bet waits for its point); in those nothing is wagered. A player who owes vigorish then pays it.
Where all that was decided before anybody was asked (a Blackjack as dealt), the first seat says ``done`` to what it sees.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType

import msgspec

from pitboss.drivers.round import Round
from pitboss.environments.actions import Actions, Mask, Stake
from pitboss.environments.chance import Chance
from pitboss.environments.shape import Shape
from pitboss.environments.sight import Observation, TableSight
from pitboss.events import Event, Wagered
from pitboss.game import RoundStart, players_of
from pitboss.journal import Report
from pitboss.ledger import Ledger
from pitboss.money import Cents
from pitboss.procedure import CHANCE, NO_MORE_BETS, Answer, Draw, Election, Menu, Refusal, Refused, Window
from pitboss.wagers import REMOVE, WAGER, close_betting

DICE = ("decline_line_bet", "pass_dice", "accept_dice")  # by which another becomes the shooter, at no cost
LEFT = "player_left"  # how a chapter has a player pay what they owe
MOST_MENDED = 1000  # tries to close betting: seats have fewer wagers than that which could be taken back


class Sitting:
    """One episode. ``turn`` is the seat whose action is awaited, None when the episode is over."""

    def __init__(
        self,
        actions: Actions,
        shape: Shape,
        chance: Chance,
        *,
        plan: Sequence[Stake] = (),
        rounds: int = 1,
        most_wagers: int = 8,
        players: Mapping[int, str] = MappingProxyType({}),
    ) -> None:
        self.game, self.rules, self.actions, self.seats = actions.game, actions.rules, actions, shape.seats
        self.turn: int | None = None
        self.question: Election | Window | None = None
        self.ledger = Ledger()
        self.round_events: list[Event] = []  # every event of the round
        self.played = 0  # rounds that are over
        self._chance, self._plan, self._rounds, self._most = chance, tuple(plan), rounds, most_wagers
        self._players = players_of(self.seats, players)
        self._state = self.game.open(self.rules)
        meters = {name: meter.value for name, meter in self.game.meter_states(self.rules, self._state).items()}
        self.sights: Mapping[int, TableSight] = {seat: TableSight(shape, seat, meters) for seat in self.seats}
        self._begin()
        self._advance()
        self._decided = self.turn is None  # before anybody was asked
        if self._decided:
            self.turn = self.seats[0]

    # --- from outside

    def worth(self, seat: int) -> Cents:
        """What a seat has won or lost so far: its rack, and its chips on the layout."""
        return self.ledger.balance(self.ledger.rack(seat)) + self.sights[seat].layout

    def mask(self, seat: int) -> Mask:
        """Which actions are lawful for a seat now; none where it is not its turn."""
        mask = self.actions.mask(self.question if seat == self.turn else None, seat, full=self._full)
        if self._decided and seat == self.turn:
            mask[self.actions.done] = 1
        return mask

    def observe(self, seat: int) -> Observation:
        return self.sights[seat].observe(self.question if seat == self.turn else None)

    def meaning(self, number: int) -> str:
        """What an action says now, its cards included: ``low 3S 7H``; its name where the question has no such option."""
        asked = self.question
        option = self.actions.answers(asked).get(number) if isinstance(asked, Election) else None
        return self.actions.names[number] if option is None else str(option)

    def act(self, number: int) -> str:
        """The action of the seat whose turn it is. One that is not lawful changes nothing; what is returned says why."""
        try:
            answer = self._checked(number)
        except Refused as refusal:
            return str(refusal)
        if self.question is None:  # all was decided as dealt
            self.turn = None
            return ""
        if answer is None:
            self._bettors.pop(0)
            self._tendered = 0
        else:
            self._answer(answer)
            self._tendered += isinstance(self.question, Window)
        self._advance()
        return ""

    def _checked(self, number: int) -> Answer | None:
        """What an action says now; None for ``done``."""
        seat, question = self.turn, self.question
        if seat is None:
            raise Refused(Refusal.STALE, "The episode is over; reset the environment.", "")
        if not 0 <= number < len(self.actions):
            raise Refused(Refusal.MALFORMED, f"Expected an action from 0 to {len(self.actions) - 1}, not {number}.", "")
        if question is None:
            if number != self.actions.done:
                raise Refused(Refusal.NOT_LAWFUL, "The round was decided as dealt; say done.", self.game.closed)
            return None
        answer = self.actions.taken(question, seat, number)
        if answer is not None and isinstance(question, Window) and self._full:
            raise Refused(Refusal.NOT_LAWFUL, f"No more than {self._most} wagers in a round; say done.", question.cite)
        return answer

    # --- inside

    @property
    def _full(self) -> bool:
        return self._tendered >= self._most

    @property
    def _last(self) -> bool:
        """Whether the rounds in which something is wagered are over."""
        return self.played >= self._rounds

    def _begin(self) -> None:
        start = RoundStart(self.played + 1, seated=self.seats, players=self._players)
        self._round = Round(self.game, self.rules, self._state, start)
        self._bettors = list(self.seats) if self.actions.choose and not self._last else []
        self._tendered = 0
        self.round_events = []
        self._hear(self._round.events)

    def _hear(self, events: list[Event]) -> None:
        self.round_events += events
        self.ledger.fold(map(_of_the_seat, events) if self._players else events)
        for sight in self.sights.values():
            sight.fold(events)

    def _answer(self, answer: Answer) -> None:
        self._hear(self._round.answer(answer))

    def _advance(self) -> None:
        """Answer whatever is not asked of a seat, up to the next question that is."""
        self.turn = self.question = None
        while True:
            play = self._round
            pending = play.pending
            if pending is None:
                self._state = play.result
                self.played += 1
                if self._last and not any(sight.chips for sight in self.sights.values()):
                    self._settle_up()
                    return
                self._begin()
            elif isinstance(pending, Draw):
                self._answer(Answer(CHANCE, self._chance(pending)))
            elif isinstance(pending, Window):
                if self._bettors:
                    self.turn, self.question = self._bettors[0], pending
                    return
                if not self._last and not self.actions.choose:
                    self._place(pending)
                self._close(pending)
            else:
                election = play.elections()[0]
                if election.to in self.seats and self.actions.asks(election):
                    assert isinstance(election.to, int)
                    self.turn, self.question = election.to, election
                    return
                self._answer((election.default or election.options[0]).answer(election.to))

    def _place(self, window: Window) -> None:
        """Put down the wagers of the plan that are not up."""
        for seat in self.seats:
            up = {(wager, on) for wager, on, _ in self.sights[seat].chips}
            for stake in self._plan:
                if (stake.wager, stake.on) not in up:
                    self._answer(Answer(seat, WAGER, stake.wager, stake.on, stake.amount))

    def _close(self, window: Window) -> None:
        """Close betting. A wager that lacks the one it needs is handed back, as a dealer would; or the dice go on."""
        said: set[Answer] = set()  # words that were tried: dice that go round and round mend nothing
        for _ in range(MOST_MENDED):
            try:
                self._answer(close_betting())
                return
            except Refused as refusal:
                mended = self._mended(window, refusal, said)
            said.add(mended)
            self._answer(mended)
        raise AssertionError("Betting does not close.")

    def _mended(self, window: Window, refusal: Refused, said: set[Answer]) -> Answer:
        """What lets betting close, or brings it nearer: chips back, a word about the dice, else the wager that is needed."""
        offered = [(seat, offer) for seat in self.seats for offer in window.menu.offers(seat)]
        words = [Answer(seat, offer.says) for seat, offer in offered if offer.says in DICE]
        back = [
            Answer(seat, REMOVE, offer.wager, offer.on, offer.least) for seat, offer in offered if offer.says == REMOVE
        ]
        more = (
            Answer(seat, WAGER, offer.wager, offer.on, amount)
            for seat, offer in offered
            if offer.says == WAGER
            for amount in (max(offer.least, offer.step), *_amounts(self.sights[seat].chips.values()))
        )
        tried = [answer for answer in (*back, *words) if answer not in said]
        helpful = next((answer for answer in tried if self._helps(answer, refusal)), None)
        if helpful is None:
            helpful = back[0] if back else self._needed(more, refusal)
        assert helpful is not None, refusal.sentence
        return helpful

    def _needed(self, more: Iterable[Answer], refusal: Refused) -> Answer | None:
        """The wager with which betting closes, else one with which something else keeps it open: wagers that have to be
        equal are described differently by every cent that is added to one of them."""
        nearer = None
        for answer in more:
            kept_open = self._kept_open(answer)
            if kept_open == "":
                return answer
            if nearer is None and kept_open not in (None, refusal.sentence):
                nearer = answer
        return nearer

    def _helps(self, answer: Answer, refusal: Refused) -> bool:
        """Whether betting could then close, or something else would keep it open."""
        return self._kept_open(answer) not in (None, refusal.sentence)

    def _kept_open(self, answer: Answer) -> str | None:
        """What would keep betting open after an answer: empty where nothing does, None where the answer is refused."""
        assert isinstance(self._round.pending, Window)
        menu = twin(self._round.pending.menu)
        try:
            menu.take(answer)
        except Refused:
            return None
        try:
            menu.check(close_betting())
        except Refused as still:
            return still.sentence
        return ""

    def _settle_up(self) -> None:
        """What a chapter has a player pay before leaving; that is possible only while betting is open."""
        player, must_pay = self._round.start.player, self.game.must_pay_before_leaving
        owing = [seat for seat in self.seats if must_pay(self._state, player(seat))]
        if not owing:
            return
        self._begin()
        while not isinstance(pending := self._round.pending, Window):
            assert pending is not None, f"Betting opens before {NO_MORE_BETS}."
            if isinstance(pending, Draw):
                self._answer(Answer(CHANCE, self._chance(pending)))
            else:
                election = self._round.elections()[0]
                self._answer((election.default or election.options[0]).answer(election.to))
        for seat in owing:
            self._hear(self._round.report(Report(LEFT, seat)))


def twin(menu: Menu) -> Menu:
    """Another menu in the same position: what it keeps of wagers and players is its own."""
    kind = type(menu)
    other = kind.__new__(kind)
    for name in (*_slots(kind), *getattr(menu, "__dict__", ())):
        held = getattr(menu, name)
        setattr(other, name, held.copy() if type(held) in (dict, list, set) else held)
    return other


@cache
def _slots(kind: type) -> tuple[str, ...]:
    return tuple(name for one in kind.__mro__ for name in getattr(one, "__slots__", ()))


def _of_the_seat(event: Event) -> Event:
    """The same event with the rack of its seat, not of a player who may have several: each seat is rewarded for itself."""
    return msgspec.structs.replace(event, player="") if isinstance(event, Wagered) else event


def _amounts(up: Iterable[Cents]) -> tuple[Cents, ...]:
    """As much as one of these wagers, or what one of them lacks to be as much as another."""
    held = sorted(set(up))
    return (*held, *sorted({more - less for less in held for more in held if more > less}))

"""A table to play at: rounds with chance from a seed or as given, players who decide, and what came of each round."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

import msgspec

from pitboss.drivers.round import Round
from pitboss.drivers.script import run as run_scenario
from pitboss.events import Event, Settlement
from pitboss.game import Game, RoundStart, players_of
from pitboss.journal import Report
from pitboss.ledger import Ledger
from pitboss.library.amounts import cents
from pitboss.library.rules import Rules, game_of, rules_of
from pitboss.library.seeds import seed_bytes
from pitboss.mathematics.kit.strategy import Seen, default_answer
from pitboss.money import Cents
from pitboss.procedure import CHANCE, Answer, Draw, Election, Refusal, Refused, Window, name
from pitboss.submission import cautions
from pitboss.tabular import Tabular
from pitboss.terminal.chance import TerminalChance
from pitboss.wagers import WAGER, close_betting

Decide: TypeAlias = Callable[[Election, Seen], Answer]  # what a seat is asked, and the cards it has seen → its answer


def wager(kind: str, amount: str | Cents, on: str = "", *, seat: int = 1, player: str = "") -> Answer:
    """Chips put on a spot. An amount that is text is in dollars ("5.00"), a whole number in cents (500).

    ``player`` is who wagers, where the round does not say so or somebody else sits there by now.
    """
    if not isinstance(amount, str | int):
        words = f"{amount!r} is not an amount; give whole cents, like 1250, or dollars as text, like '12.50'."
        raise Refused(Refusal.MALFORMED, words, "")
    return Answer(seat, WAGER, kind, on, cents(amount) if isinstance(amount, str) else amount, player=player)


def usual(question: Election, seen: Seen) -> Answer:
    """The answer for a player who says nothing: what that is taken to mean, or else the first that is lawful."""
    return default_answer(question)


class Played(msgspec.Struct, Tabular, frozen=True):
    """A round that is over: everything that happened, and how likely it was where all rounds are gone through."""

    round: Round
    events: tuple[Event, ...]
    probability: Fraction = Fraction(1)

    @property
    def settlements(self) -> tuple[Settlement, ...]:
        """Every wager that was decided, in order, each with its provision."""
        return tuple(event for event in self.events if isinstance(event, Settlement))

    @property
    def history(self) -> tuple[Answer | Report, ...]:
        """Every answer that was given, those of chance among them, and every report."""
        return tuple(self.round.history)

    def rows(self) -> list[dict[str, Any]]:
        """Every wager that was decided: as a table, or ``to_frame()``."""
        names = ("seat", "wager", "on", "outcome", "odds", "stake", "returned", "cite")
        return [{name: getattr(each, name) for name in names} for each in self.settlements]

    def net(self, seat: int = 1) -> Cents:
        """What the round brought to the rack of a seat, in cents: negative where it lost, or where a wager stays up.

        A player with a name has one rack, whatever seats they wagered at."""
        ledger = Ledger()
        ledger.fold(self.events)
        return ledger.balance(ledger.rack(seat))


class Table:
    """A table of one game, played at round after round: its rules, the state of its equipment and its chance.

    ``seed`` (64 hexadecimal digits, 32 bytes or a whole number) makes everything that follows repeatable; without one,
    chance comes from the system. ``seeds`` tells what was committed to, and each seed when it is spent.
    """

    def __init__(self, game: Game | str, rules: Rules = None, *, seed: str | bytes | int | None = None) -> None:
        self.game = game_of(game)
        self.rules = rules_of(self.game, rules)
        self.cautions = cautions(self.rules)  # why rules that are played here could not be filed
        self.state: Any = self.game.open(self.rules)
        self.number = 0  # of the last round
        self.seeds: list[str] = []
        self._chance = TerminalChance(self.seeds.append, None if seed is None else seed_bytes(seed))

    # --- question by question

    def begin(self, seated: Iterable[int] = (1,), *, players: Mapping[int, str] | None = None) -> Round:
        """A round to be driven with ``answer``; ``end`` takes it when it is over.

        ``players`` says who sits where: a player who sat elsewhere in the last round was moved. Of a seat without a name
        the player is the seat's own.
        """
        self.number += 1
        names = players or {}
        taken = tuple(dict.fromkeys([*seated, *names]))
        start = RoundStart(self.number, seated=taken, players=players_of(taken, names))
        play = Round(self.game, self.rules, self.state, start)
        self._chance.begin(play.events)
        return play

    def answer(self, play: Round, answer: Answer | None = None) -> list[Event]:
        """Answer the question that a round waits for, and return what followed.

        Where no answer is given, chance shows what it shows, betting closes, and whoever is asked gives the usual answer.
        """
        if answer is None and isinstance(play.pending, Draw):
            answer = self._chance.answer(play.pending)
        events = play.answer(answer or _usual(play))
        self._chance.hear(events)
        return events

    def end(self, play: Round) -> Played:
        """Take a round that is over; the next one begins with the table as it was left."""
        return self._left(play, replay(play))

    def _left(self, play: Round, events: Iterable[Event]) -> Played:
        if not play.closed:
            raise Refused(Refusal.STALE, "The round is not over.", self.game.closed)
        self.state = play.result
        return Played(play, tuple(events))

    # --- whole rounds

    def play(
        self,
        wagers: Iterable[Answer] = (),
        decide: Decide = usual,
        *,
        outcomes: Iterable[str] | None = None,
        players: Mapping[int, str] | None = None,
    ) -> Played:
        """A whole round: these wagers, players who decide so, and chance from the seed, or these outcomes in order.

        ``players`` says who sits where, as in ``begin``.
        Where cards stay in the shoe from round to round, outcomes are given for all of its rounds or for none.
        """
        people = TablePeople(wagers, decide)
        play = self.begin(people.seats, players=players)
        events, given = list(play.events), None if outcomes is None else iter(outcomes)
        while not play.closed:
            if not isinstance(play.pending, Draw):
                events += self.answer(play, people.answer(play, events))
            else:
                events += self.answer(play, None if given is None else _next(play.pending, given))
        people.check_all_tendered(self.game)
        if given is not None and (left := list(given)):
            raise Refused(
                Refusal.UNUSED, f"The round ended before this was used: {' '.join(map(str, left))}.", self.game.closed
            )
        return self._left(play, events)


class TablePeople:
    """Everybody at a table: wagers are tendered while betting is open, seats decide, the staff answers as usual."""

    def __init__(self, wagers: Iterable[Answer], decide: Decide) -> None:
        self._wagers, self._decide = list(wagers), decide
        self.seats = tuple(dict.fromkeys(each.by for each in self._wagers if isinstance(each.by, int)))

    def answer(self, play: Round, events: Iterable[Event]) -> Answer:
        """What is answered to a question that is not to chance; ``events`` are those of the round so far."""
        if isinstance(play.pending, Window) and self._wagers:
            return self._wagers.pop(0)
        question = next(iter(play.elections()), None)
        if question is None or question.to not in self.seats:
            return _usual(play)
        assert isinstance(question.to, int)
        return self._decide(question, Seen(question.to, events))

    def check_all_tendered(self, game: Game) -> None:
        """Refuse a wager for which betting never opened."""
        for late in self._wagers:
            words = f"Betting was not open in this round for the wager of {name(late.by)} on {late.wager}."
            raise Refused(Refusal.BETTING_CLOSED, words, game.closed)


def _usual(play: Round) -> Answer:
    """Betting closes; whoever is asked first gives the usual answer."""
    asked = play.elections()
    return default_answer(asked[0]) if asked else close_betting()


def _next(question: Draw, outcomes: Iterator[str]) -> Answer:
    for outcome in outcomes:
        return Answer(CHANCE, outcome)
    raise Refused(Refusal.CHANCE_EXHAUSTED, f"No further outcome is given for the {question.device}.", question.cite)


def replay(play: Round) -> list[Event]:
    """Every event of a round so far, found by playing it again from its answers."""
    twin = Round(play.game, play.rules, play.state, play.start)
    return [*twin.events, *twin.feed(play.history)]


__all__ = ["Decide", "TablePeople", "Played", "Table", "replay", "run_scenario", "usual", "wager"]

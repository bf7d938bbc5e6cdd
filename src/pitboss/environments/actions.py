"""The actions of a seat: a fixed list for a game and its rules, each with a name; which are lawful is asked of the round."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.drivers.taking_part import amount_on, base_wagers
from pitboss.environments.vocabulary import PLACES, vocabulary
from pitboss.game import Game
from pitboss.money import Cents
from pitboss.procedure import Answer, Election, Menu, Option, Refused, Window
from pitboss.shown import Vocabulary
from pitboss.submission import RulesSubmission
from pitboss.wagers import WAGER, Book

Mask = NDArray[np.int8]
DONE = "done"
OPTION = "option"  # an answer by its place in the list, where a game has no words of its own


class Stake(msgspec.Struct, frozen=True):
    """A wager of a plan: what is put where, at the beginning of a round, if it is not up already."""

    wager: str
    on: str = ""
    amount: Cents = 0  # 0: the least that the spot takes


class Action(msgspec.Struct, frozen=True):
    """One action: an answer to a question (the ``place``-th option of this word), or something said while betting is open."""

    says: str
    wager: str = ""
    on: str = ""
    place: int = -1  # of one word with several options
    betting: bool = False

    def __str__(self) -> str:
        words = [self.says, self.wager, self.on, "" if self.place < 0 else str(self.place)]
        return " ".join(word for word in words if word)


class Actions:
    """The actions of every seat at a table, and what each of them says at a given moment."""

    def __init__(
        self, game: Game, rules: RulesSubmission, *, choose: bool, stake: Cents | None = None, acts: Sequence[str] = ()
    ) -> None:
        self.game, self.rules, self.choose = game, rules, choose
        self._words: Vocabulary | None = vocabulary(game)
        self._amounts = {spot: amount_on(terms, rules, stake) for spot, terms in rules.spots.items()}
        listed = [*self._answers(), Action(DONE, betting=True), *(self._betting(acts) if choose else ())]
        self.all: tuple[Action, ...] = tuple(listed)
        self.names = tuple(map(str, self.all))
        self._number: Mapping[tuple[str, int], int] = {
            (action.says, action.place): n for n, action in enumerate(self.all) if not action.betting
        }
        self.done = self.all.index(Action(DONE, betting=True))
        self._of_betting = [n for n, action in enumerate(self.all) if action.betting and n != self.done]
        self._on: dict[tuple[str, ...], list[int]] = {
            spot: [] for spot in rules.spots
        }  # by spot, what may be said of it
        for n in self._of_betting:
            self._on.setdefault((self.all[n].wager, self.all[n].on), []).append(n)
        self._untouched: Mask | None = None  # which actions are lawful while nothing is on the layout

    def _answers(self) -> Iterable[Action]:
        if self._words is None:
            yield from (Action(OPTION, place=place) for place in range(PLACES))
            return
        yield from (Action(word) for word in self._words.words)
        for word, count in self._words.listed.items():
            yield from (Action(word, place=place) for place in range(count))

    def _betting(self, acts: Sequence[str]) -> Iterable[Action]:
        yield from (Action(WAGER, *spot, betting=True) for spot in self.rules.spots)
        for act in acts:
            yield Action(act, betting=True)
            yield from (Action(act, *spot, betting=True) for spot in self.rules.spots)

    def __len__(self) -> int:
        return len(self.all)

    # --- what is asked, and what may be answered

    def asks(self, election: Election) -> bool:
        """Whether a question is put to the seat; any other takes its default."""
        if election.default is None:
            return True
        if self._words is None:
            return not election.courtesy or election.waits
        return any(self._words.knows(option.says) for option in election.options)

    def answers(self, election: Election) -> dict[int, Option]:
        """By its action, every option of a question that has one."""
        found: dict[int, Option] = {}
        places: dict[str, int] = {}
        for option in election.options:
            says = option.says if self._words is not None else OPTION
            several = self._words is None or says in self._words.listed
            place = places[says] = places.get(says, -1) + 1
            number = self._number.get((says, place if several else -1))
            if number is not None:
                found[number] = option
        return found

    def tender(self, action: Action, seat: int) -> Answer:
        """What an action says while betting is open; a further act concerns all that is on its spot."""
        amount = self._amounts[action.wager, action.on] if action.says == WAGER else 0
        return Answer(seat, action.says, action.wager, action.on, amount)

    def taken(self, question: Election | Window, seat: int, number: int) -> Answer | None:
        """The answer that an action gives now; None for ``done``. Raises ``Refused`` unless it is lawful."""
        if isinstance(question, Election):
            option = self.answers(question).get(number)
            if option is None:
                raise question.unlawful(Answer(seat, self.names[number]))
            return option.answer(seat)
        if number == self.done:
            return None
        answer = self.tender(self.all[number], seat)
        question.menu.check(answer)
        return answer

    def mask(self, question: Election | Window | None, seat: int, *, full: bool = False) -> Mask:
        """1 for every lawful action; ``full``: the seat has made as many wagers as it may in a round."""
        mask = np.zeros(len(self), np.int8)
        if isinstance(question, Election):
            mask[list(self.answers(question))] = 1
        elif question is not None:
            mask[self.done] = 1
            if not full:
                self._mark_betting(mask, question.menu, seat)
        return mask

    def _mark_betting(self, mask: Mask, menu: Menu, seat: int) -> None:
        """Mark what may be said while betting is open. Where only limits can refuse a wager, a spot is looked at again
        only if the seat has chips there; the others are as on an empty layout."""
        again: Iterable[int] = self._of_betting
        if type(menu) is Book and menu.only_limits:
            if self._untouched is None:
                self._untouched = np.zeros(len(self), np.int8)
                self._try(self._untouched, Book(menu.spots, menu.posted, menu.kinds), seat, self._of_betting)
            mask |= self._untouched
            again = [n for owner, *spot in menu.up if owner == seat for n in self._on[tuple(spot)]]
        self._try(mask, menu, seat, again)

    def _try(self, mask: Mask, menu: Menu, seat: int, these: Iterable[int]) -> None:
        """Mark each of these actions by whether it is lawful."""
        for n in these:
            try:
                menu.check(self.tender(self.all[n], seat))
                mask[n] = 1
            except Refused:
                mask[n] = 0


def usual_plan(game: Game, rules: RulesSubmission, stake: Cents | None = None) -> tuple[Stake, ...]:
    """The wagers with which a seat takes part, where there is something to decide afterwards; else none."""
    words = vocabulary(game)
    if words is not None and not words.words:
        return ()
    return tuple(Stake(terms.kind.name, terms.on, amount_on(terms, rules, stake)) for terms in base_wagers(game, rules))

"""A decision from a state that is stated, with no round behind it: the chapter's own procedure is played up to the question.

Stated are the cards of the seat in the order in which they come to it, the dealer's cards that it sees, what it
has wagered and answered, and what is left unseen. Every other card lies face down (``pitboss.faces``), as at a table with
physical cards, so that nothing which is not stated is made up; and a state that the procedure cannot reach is refused by it.

A game in which answers bring a seat further cards says in ``mathematics/<game>/stating.py`` which answers led to
the hands (``hand_plan(rules, stated)``); this module finds it and knows no game.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from pitboss.drivers.round import Round
from pitboss.drivers.taking_part import amount_on, base_wagers
from pitboss.equipment.shoe import ShoeState
from pitboss.events import Dealt, Event
from pitboss.faces import FACE_DOWN
from pitboss.game import Game, RoundStart
from pitboss.mathematics.kit import judging, parts
from pitboss.mathematics.kit.judging import Judgement
from pitboss.mathematics.kit.sight import Sight
from pitboss.money import Cents
from pitboss.procedure import CHANCE, DEALER, Answer, Draw, Election, Refusal, Refused, Window
from pitboss.submission import RulesSubmission
from pitboss.wagers import WAGER, close_betting

SEAT = 1
STAKE: Cents = 10_00  # on each wager that taking part needs, where no wagers are stated
LEAST_UNSEEN = 8  # cards: no game that keeps its shoe takes more after a decision, hands at blackjack left aside
NOTHING = "-"  # an answer that no question offers
Hands = tuple[tuple[str, ...], ...]


class StatedDecision(msgspec.Struct, frozen=True):
    """What is stated of a decision. ``unseen`` counts what this seat has not seen, by card or by rank; None: all the rest."""

    hands: Hands
    up: tuple[str, ...] = ()
    unseen: Mapping[str, int] | None = None
    wagers: tuple[Answer, ...] = ()
    answers: tuple[Answer | str, ...] | None = None  # in order; None: those that lead to these hands
    offers: str = ""  # an answer that the question has to offer; the first that is judged otherwise


class CardPlan(Protocol):
    """Which card comes next to the seat, and what it answers while some are still to come."""

    def card(self, event: Dealt | None) -> str | None: ...

    def answer(self, election: Election) -> Answer | str: ...

    @property
    def left(self) -> int: ...


class CardsInOrder:
    """Cards as they are stated, in the order in which they come to the seat, with the answers that were given."""

    def __init__(self, cards: Sequence[str], answers: Sequence[Answer | str] = ()) -> None:
        self._cards, self._answers = list(cards), list(answers)

    @property
    def left(self) -> int:
        return len(self._cards) + len(self._answers)

    def card(self, event: Dealt | None) -> str | None:
        return self._cards.pop(0) if self._cards else None

    def answer(self, election: Election) -> Answer | str:
        """The next one; a courtesy that is about something else (a cut) is passed over."""
        if not self._answers:
            return ""
        said = self._answers[0]
        word = said.says if isinstance(said, Answer) else said
        if election.courtesy and word not in {option.says for option in election.options}:
            return ""
        return self._answers.pop(0)


def judge(game: Game, rules: RulesSubmission, stated: StatedDecision) -> Judgement:
    """What every answer is worth at the question that a stated position leads to."""
    if not judging.is_judged(game):
        words = f"In {game.title} nobody decides anything after betting closes; ask for its edges."
        raise Refused(Refusal.NOT_OFFERED, words, game.closed)
    gone = Counter[str]() if stated.unseen is None else _gone(game, rules, stated)
    own_draws = frozenset[int]()
    while True:
        played = Position(game, rules, stated, gone, own_draws)
        found = played.judged()
        if found is not None:
            return found
        learned = played.seats_draws() - own_draws
        if not learned:
            raise played.refused()
        own_draws |= learned  # cards that were drawn before it was said whose they are


def questions(game: Game, rules: RulesSubmission, stated: StatedDecision) -> tuple[Election, ...]:
    """Every question that these cards lead to before another card has to be known, the usual answer given to each."""
    gone = Counter[str]() if stated.unseen is None else _gone(game, rules, stated)
    own_draws = frozenset[int]()
    while True:
        played = Position(game, rules, msgspec.structs.replace(stated, offers=NOTHING), gone, own_draws)
        played.judged()
        learned = played.seats_draws() - own_draws
        if played.asked or not learned:
            return tuple(played.asked)
        own_draws |= learned


# --- what is unseen


def full_shoe(game: Game, rules: RulesSubmission) -> Draw:
    """The question for the first card of a new shoe or deck: its weights are everything that is in it."""
    play = Round(game, rules, game.open(rules), RoundStart(1, seated=(SEAT,)), may_lie_face_down=True)
    wagers = wagers_up(game, rules, ())
    while not (isinstance(play.pending, Draw) and play.pending.face):
        if isinstance(play.pending, Draw):
            play.answer(Answer(CHANCE, _first_of(play.pending)))
        else:
            _go_on(play, wagers)
    return play.pending


def _gone(game: Game, rules: RulesSubmission, stated: StatedDecision) -> Counter[str]:
    """The cards that are neither unseen nor stated: this seat saw them leave the shoe before."""
    assert stated.unseen is not None
    shoe = full_shoe(game, rules)
    if not keeps_its_shoe(game.open(rules)) or shoe.independent:
        words = f"{game.title} is dealt from all its cards in every round by these rules: leave out what is unseen."
        raise Refused(Refusal.CANNOT_HAPPEN, words, shoe.cite)
    gone = Counter(shoe.weights)
    gone.subtract([*(card for hand in stated.hands for card in hand), *stated.up])
    for name, count in stated.unseen.items():
        cards = [card for card in shoe.weights if name in (card, card[:1])]
        if not cards:
            words = f"{name!r} is not among the cards of {game.title}: they are named like AS or TD, ranks like A or T."
            raise Refused(Refusal.IMPOSSIBLE, words, shoe.cite)
        whole = not isinstance(count, bool) and isinstance(count, int) and count >= 0
        if not whole or count > sum(gone[card] for card in cards):
            most = max(0, sum(gone[card] for card in cards))
            words = f"{count!r} of {name} cannot be unseen: a whole number from 0 to {most} can, beside the cards on the table."
            raise Refused(Refusal.IMPOSSIBLE, words, shoe.cite)
        for _ in range(count):
            gone[max(cards, key=lambda card: gone[card])] -= 1
    if sum(stated.unseen.values()) < LEAST_UNSEEN:
        words = f"Fewer than {LEAST_UNSEEN} unseen cards may run out before the round is over: state more of them."
        raise Refused(Refusal.CANNOT_HAPPEN, words, shoe.cite)
    return +gone


def keeps_its_shoe(state: msgspec.Struct) -> bool:
    """Whether what left the shoe stays out of it, and there is one shoe only."""
    shoes = [name for name in state.__struct_fields__ if isinstance(getattr(state, name), ShoeState)]
    return shoes == ["shoe"]


# --- the round up to the question


class Position:
    """The round that leads to what is stated. ``own_draws`` are the draws, by their number, whose cards come to the seat although
    nobody can say so when they are drawn: they get the seat's cards, and are known from an earlier attempt."""

    def __init__(
        self, game: Game, rules: RulesSubmission, stated: StatedDecision, gone: Counter[str], own_draws: frozenset[int]
    ) -> None:
        self.game, self.rules, self.stated, self._own_draws = game, rules, stated, own_draws
        state, number = game.open(rules), 1
        if gone:
            shoe = msgspec.structs.replace(state.shoe, missing=tuple(gone.elements()), shuffled=True)
            state, number = msgspec.structs.replace(state, shoe=shoe), 2
        self._play = Round(game, rules, state, RoundStart(number, seated=(SEAT,)), may_lie_face_down=True)
        self._wagers = wagers_up(game, rules, stated.wagers)
        self._plan, self._up = _plan(game, rules, stated), list(stated.up)
        self._draws = 0  # drawn so far
        self._places: dict[str, int] = {}  # by its place, which draw a card came from that lies face down
        self._owners: dict[str, int | str] = {}
        self._coming: list[Event | None] = []
        self._sight = Sight(SEAT, gone)
        self.asked: list[Election] = []  # with these cards, the one that was judged last
        self._hear(self._play.events)

    def judged(self) -> Judgement | None:
        """What is asked for, judged; None where the procedure leads to no such question."""
        while not self._play.closed:
            pending = self._play.pending
            if isinstance(pending, Draw):
                answer = self._shown(pending)
                if answer is None:
                    return None
                self._hear(self._play.answer(answer))
                continue
            self._coming.clear()
            own = next((one for one in self._play.elections() if one.to == SEAT), None)
            if own is None:
                self._hear(_go_on(self._play, self._wagers))
                continue
            if any(card.startswith(FACE_DOWN) for option in own.options for card in option.cards):
                return None  # they look at cards that came to them unseen: to be played again with their faces
            if not (self._plan.left or self._up):
                self.asked.append(own)
                if (found := self._judge(own)) is not None:
                    return found
            self._hear(self._play.answer(self._answer(own)))
        return None

    def _judge(self, question: Election) -> Judgement | None:
        says = self.stated.offers
        if says and says not in {option.says for option in question.options}:
            return None
        return judging.judge(self.game, self._sight.situation(self.rules, question))

    def _answer(self, question: Election) -> Answer:
        """What the seat said, or else its usual answer."""
        says = self._plan.answer(question)
        if isinstance(says, Answer):
            return says
        for option in question.options:
            if option.says == says:
                return option.answer(SEAT)
        if says and self.stated.answers is not None:
            raise question.unlawful(Answer(SEAT, says))
        return (question.default or question.options[0]).answer(SEAT)

    def _shown(self, question: Draw) -> Answer | None:
        """What chance shows; None where a card would have to be known that is not stated."""
        if question.tells:
            return Answer(CHANCE, _undecided(self._play, question))
        if question.place:
            card = self._turned(question.place)
        elif question.face:
            card = self._next_card()
        else:
            card = _first_of(question)
        return None if card is None else Answer(CHANCE, card)

    def _turned(self, place: str) -> str | None:
        """The face of a card that is turned before the question: the seat's, or the dealer's."""
        if self._owners.get(place) == SEAT:
            return self._plan.card(None)
        return self._up.pop(0) if self._owners.get(place) == DEALER and self._up else None

    def _next_card(self) -> str | None:
        if not self._coming:
            self._coming = [event for event, _ in self._play.coming()]
        event, number = self._coming.pop(0), self._draws
        self._draws += 1
        if number in self._own_draws:
            return self._plan.card(None)
        if isinstance(event, Dealt) and (event.seen_by is None or SEAT in event.seen_by):
            if event.to == SEAT:
                return self._plan.card(event)
            if event.to != DEALER or not self._up:
                return None
            return self._up.pop(0)
        self._places[f"{FACE_DOWN}{len(self._places) + 1}"] = number
        return FACE_DOWN

    def _hear(self, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, Dealt) and event.card in self._places:
                self._owners[event.card] = event.to
        self._sight.hear(events)

    def seats_draws(self) -> frozenset[int]:
        """The draws whose cards turned out to be the seat's, which it has looked at by now."""
        return (
            frozenset(self._places[place] for place, owner in self._owners.items() if owner == SEAT) | self._own_draws
        )

    def refused(self) -> Refused:
        """Why what is stated leads to no decision."""
        cards = " / ".join(" ".join(hand) for hand in self.stated.hands) or "no cards"
        against = f" against {' '.join(self.stated.up)}" if self.stated.up else ""
        wanted = f" that {self.stated.offers!r} answers" if self.stated.offers else ""
        words = f"With {cards}{against} nothing is asked of the player{wanted}: the hand is over by then"
        if self._up or self._plan.left:
            words += ", and not every card that is stated comes to the table."
        else:
            words += ", or a card that the player has seen, their own or an open one of the dealer, is not stated."
        cite = self.game.closed if self._play.pending is None else self._play.pending.cite
        return Refused(Refusal.CANNOT_HAPPEN, words, cite)


def _first_of(question: Draw) -> str:
    return next(outcome for outcome, weight in question.weights.items() if weight > 0)


def _undecided(play: Round, question: Draw) -> str:
    """What is told of a card that nobody turns: that after which no card is turned at once (no Blackjack)."""
    for words in question.weights:
        twin = play.replica()
        twin.answer(Answer(CHANCE, words))
        if not (isinstance(twin.pending, Draw) and twin.pending.place):
            return words
    return next(iter(question.weights))


def _go_on(play: Round, wagers: list[Answer]) -> list[Event]:
    """Wagers are made, betting closes, and everybody but the seat gives the usual answer."""
    if isinstance(play.pending, Window):
        return play.answer(wagers.pop(0) if wagers else close_betting())
    asked = play.elections()[0]
    return play.answer((asked.default or asked.options[0]).answer(asked.to))


def wagers_up(game: Game, rules: RulesSubmission, stated: Sequence[Answer]) -> list[Answer]:
    """What is up: as stated, or what taking part needs."""
    if stated:
        return list(stated)
    return [
        Answer(SEAT, WAGER, terms.kind.name, terms.on, amount_on(terms, rules, STAKE))
        for terms in base_wagers(game, rules)
    ]


def _plan(game: Game, rules: RulesSubmission, stated: StatedDecision) -> CardPlan:
    cards = [card for hand in stated.hands for card in hand]
    if stated.answers is not None:
        return CardsInOrder(cards, stated.answers)
    found = parts.load(game, "stating")
    if found is not None:
        made: CardPlan = found.hand_plan(rules, stated)
        return made
    if len(stated.hands) > 1:
        words = f"A player of {game.title} has one hand that is dealt; its cards are stated as one."
        raise Refused(Refusal.MALFORMED, words, game.closed)
    return CardsInOrder(cards)

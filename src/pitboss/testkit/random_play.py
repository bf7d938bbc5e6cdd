"""Random play: any lawful answer to any question, chosen by a ``Pick``. For tests; live chance is in ``drivers.fair``."""

import itertools
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from pitboss.drivers.round import Round
from pitboss.events import COUNT, Event
from pitboss.game import Game
from pitboss.procedure import DEALER, NO_MORE_BETS, Answer, Draw, Election, Offer, Refusal, Refused, Window
from pitboss.wagers import REMOVE, WAGER, close_betting

RIGHT_COUNTS = 12  # of so many counts all but one are as expected: a wrong one mostly ends the round
NOBODY: Mapping[int, str] = MappingProxyType({})
MOST_ADDED = 8  # wagers added so that betting may close; beyond that, what keeps it open is taken back
Pick = Callable[[int], int]  # a number below n


def play_out(
    play: Round, pick: Pick, *, seats: int, wagers: int = 6, players: Mapping[int, str] = NOBODY
) -> list[Event]:
    """Play a round to its end, choosing with ``pick``. Betting closes after about ``wagers`` tenders.

    ``players``: who speaks from a seat, where that is neither its own player nor the one that the round began with.
    """
    events, tenders = list(play.events), 0
    while not play.closed:
        question = play.pending
        if isinstance(question, Window):
            tenders += 1
            answer = bet(question, pick, seats, players) if tenders <= wagers else None
            if answer is None:
                events += close(play, question)
            else:
                events += play.answer(answer)
        elif isinstance(question, Draw):
            events += play.answer(weighted(question, pick))
        else:
            events += play.answer(elect(play.elections()[pick(len(play.elections()))], pick))
    return events


def weighted(question: Draw, pick: Pick) -> Answer:
    at = pick(sum(question.weights.values()))
    for answer in question.lawful():
        at -= question.weights[answer.says]
        if at < 0:
            return answer
    raise AssertionError("pick went past the weights")


def elect(election: Election, pick: Pick) -> Answer:
    option = election.options[pick(len(election.options))]
    if option.unit == COUNT and option.usual and pick(RIGHT_COUNTS):
        return option.answer(election.to)
    if option.most > option.least:
        steps = (option.most - option.least) // option.step
        return option.answer(election.to, option.least + pick(steps + 1) * option.step)
    return option.answer(election.to)


def bet(window: Window, pick: Pick, seats: int, players: Mapping[int, str] = NOBODY) -> Answer | None:
    """A random offer taken by a random seat; None when that seat is offered nothing."""
    seat = 1 + pick(seats)
    player = players.get(seat, "")
    offers = window.menu.offers(seat, player)
    return tender(seat, offers[pick(len(offers))], pick, player) if offers else None


def tender(seat: int, offer: Offer, pick: Pick, player: str = "") -> Answer:
    most = offer.least + 20 * offer.step if offer.most is None else offer.most
    first = -(-offer.least // offer.step) * offer.step
    amount = (
        first + pick(max(0, (most - first) // offer.step) + 1) * offer.step
        if offer.least != offer.most
        else offer.least
    )
    return Answer(seat, offer.says, offer.wager, offer.on, amount, player=player)


def close(play: Round, window: Window) -> list[Event]:
    """Close betting; a wager that lacks the one it needs is taken back first, as a dealer would."""
    events: list[Event] = []
    for tries in itertools.count():
        try:
            return [*events, *play.answer(close_betting())]
        except Refused as refusal:
            removable = [
                (s, o)
                for s in range(1, play.rules.posted.seats + 1)
                for o in window.menu.offers(s)
                if o.says == "remove"
            ]
            made = required(play, refusal) if tries < MOST_ADDED else None
            if made is None and not removable:
                raise AssertionError(refusal.sentence) from refusal
            if made is None:
                seat, offer = removable[0]
                made = Answer(seat, offer.says, offer.wager, offer.on, offer.least)
            events += play.answer(made)
    raise AssertionError("betting does not close")


def required(play: Round, refusal: Refused) -> Answer | None:
    """A wager that mends what keeps betting open: a line bet in craps, a Blind that equals the Ante in DJ Wild."""
    if refusal.why not in (Refusal.WAGER_REQUIRED, Refusal.NOT_EQUAL):
        return None
    assert isinstance(play.pending, Window)
    additions = _up_to_the_other(play.game) if refusal.why is Refusal.NOT_EQUAL else _additions
    for seat in range(1, play.rules.posted.seats + 1):
        for answer in additions(seat, play.pending.menu.offers(seat)):
            trial = play.replica()
            trial.answer(answer)
            try:
                trial.answer(close_betting())
            except Refused as still:
                if still.sentence == refusal.sentence:
                    continue
            return answer
    return None


def _up_to_the_other(game: Game) -> Callable[[int, tuple[Offer, ...]], Iterator[Answer]]:
    """What a seat may add to a wager so that it is as much as the one it needs, or as the same one on another spot."""
    needs = {kind.name: kind.needs for kind in game.wagers}

    def additions(seat: int, offers: tuple[Offer, ...]) -> Iterator[Answer]:
        up = {(offer.wager, offer.on): offer.least for offer in offers if offer.says == REMOVE}
        for offer in offers:
            if offer.says == WAGER:
                equals = {amount for (of, _), amount in up.items() if of in (offer.wager, needs[offer.wager])}
                missing = max(equals, default=0) - up.get((offer.wager, offer.on), 0)
                most = missing if offer.most is None else offer.most
                if max(1, offer.least) <= missing <= most and missing % offer.step == 0:
                    yield Answer(seat, offer.says, offer.wager, offer.on, missing)

    return additions


def _additions(seat: int, offers: tuple[Offer, ...]) -> Iterator[Answer]:
    """Every wager that a seat may add, for the least and for as much as it has on another."""
    others = {offer.least for offer in offers if offer.says == REMOVE}
    for offer in offers:
        if offer.says == WAGER:
            least = tender(seat, offer, lambda n: 0).amount
            most = offer.most if offer.most is not None else max({least, *others})
            lawful = {amount for amount in others if least <= amount <= most and amount % offer.step == 0}
            for amount in (least, *sorted(lawful - {least})):
                yield Answer(seat, offer.says, offer.wager, offer.on, amount)


__all__ = ["DEALER", "NO_MORE_BETS", "bet", "elect", "play_out", "required", "tender", "weighted"]

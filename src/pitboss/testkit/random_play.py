"""Random play: any lawful answer to any question. A test driver; live chance is in ``fair``."""

from collections.abc import Callable
from contextlib import suppress

from pitboss.drivers.round import Round
from pitboss.events import Event
from pitboss.procedure import DEALER, NO_MORE_BETS, Answer, Draw, Election, Offer, Refusal, Refused, Window
from pitboss.wagers import WAGER, close_betting

Pick = Callable[[int], int]  # a number below n


def play_out(play: Round, pick: Pick, *, seats: int, wagers: int = 6) -> list[Event]:
    """Play a round to its end, choosing with ``pick``. Betting closes after about ``wagers`` tenders."""
    events, tenders = list(play.events), 0
    while not play.closed:
        question = play.pending
        if isinstance(question, Window):
            tenders += 1
            answer = bet(question, pick, seats) if tenders <= wagers else None
            if answer is None:
                events += _close(play, question)
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
    if option.most > option.least:
        steps = (option.most - option.least) // option.step
        return option.answer(election.to, option.least + pick(steps + 1) * option.step)
    return option.answer(election.to)


def bet(window: Window, pick: Pick, seats: int) -> Answer | None:
    """A random offer taken by a random seat; None when that seat is offered nothing."""
    seat = 1 + pick(seats)
    offers = window.menu.offers(seat)
    return tender(seat, offers[pick(len(offers))], pick) if offers else None


def tender(seat: int, offer: Offer, pick: Pick) -> Answer:
    most = offer.least + 20 * offer.step if offer.most is None else offer.most
    first = -(-offer.least // offer.step) * offer.step
    amount = (
        first + pick(max(0, (most - first) // offer.step) + 1) * offer.step
        if offer.least != offer.most
        else offer.least
    )
    return Answer(seat, offer.says, offer.wager, offer.on, amount)


def _close(play: Round, window: Window) -> list[Event]:
    """Close betting; a wager that lacks the one it needs is taken back first, as a dealer would."""
    events: list[Event] = []
    while True:
        try:
            return [*events, *play.answer(close_betting())]
        except Refused as refusal:
            removable = [
                (s, o) for s in range(1, play.game.seats + 1) for o in window.menu.offers(s) if o.says == "remove"
            ]
            made = required(play, refusal)
            if made is None and not removable:
                raise AssertionError(refusal.sentence) from refusal
            if made is None:
                seat, offer = removable[0]
                made = Answer(seat, offer.says, offer.wager, offer.on, offer.least)
            events += play.answer(made)


def required(play: Round, no: Refused) -> Answer | None:
    """The wager without which betting may not close, where it is one that somebody has to make (a line bet)."""
    if no.why is not Refusal.WAGER_REQUIRED:
        return None
    for seat in range(1, play.game.seats + 1):
        assert isinstance(play.pending, Window)
        for offer in play.pending.menu.offers(seat):
            trial = play.replica()
            if offer.says == WAGER:
                trial.answer(made := tender(seat, offer, lambda n: 0))
                with suppress(Refused):
                    trial.answer(close_betting())
                    return made
    return None


__all__ = ["DEALER", "NO_MORE_BETS", "bet", "elect", "play_out", "required", "tender", "weighted"]

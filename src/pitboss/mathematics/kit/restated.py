"""A question of a round, stated again from what its seat has seen: the position that ``stated`` judges without the round."""

from collections import Counter
from collections.abc import Iterable

from pitboss.events import Dealt, Discarded, Elected, Event, Wagered, Withdrawn
from pitboss.game import Game
from pitboss.mathematics.kit import parts, stated
from pitboss.mathematics.kit.judging import Situation
from pitboss.mathematics.kit.sight import CardsOut
from pitboss.mathematics.kit.stated import StatedDecision
from pitboss.money import Cents
from pitboss.procedure import DEALER, Answer
from pitboss.wagers import WAGER

JOKER = "JK"


def restated(game: Game, situation: Situation) -> StatedDecision:
    """The position of a question that a seat is asked. Where hands say which answers led to them, those are left out."""
    seat, events = situation.seat, situation.events
    held = CardsOut().fold(event for event in events if not isinstance(event, Discarded)).held
    by_hands = parts.has(game, "stating")
    if by_hands:
        hands = tuple(tuple(filter(None, held[who])) for who in sorted(who for who in held if who[0] == seat))
    else:
        came = [event.card for event in events if isinstance(event, Dealt) and event.to == seat and event.card]
        hands = (tuple(came or filter(None, held.get((seat, 0), []))),)
    up = tuple(filter(None, held.get((DEALER, 0), [])))
    return StatedDecision(
        hands,
        up,
        _unseen(game, situation, Counter(card for hand in (*hands, up) for card in hand)),
        _wagers(seat, events),
        None if by_hands else tuple(_answers(seat, events)) or None,
        situation.election.options[0].says,
    )


def _unseen(game: Game, situation: Situation, named: Counter[str]) -> dict[str, int] | None:
    """What the seat has not seen, by rank, where it saw more than is on its own table; None: all the rest."""
    seen = CardsOut(situation.gone).fold(situation.events).out
    if not seen - named or not stated.keeps_its_shoe(game.open(situation.rules)):
        return None
    shoe = stated.full_shoe(game, situation.rules)
    if shoe.independent:
        return None
    left = Counter(shoe.weights)
    left.subtract(seen | named)
    ranks = Counter[str]()
    for card, count in left.items():
        ranks[card if card == JOKER else card[:1]] += max(0, count)
    return dict(ranks)


def _wagers(seat: int, events: Iterable[Event]) -> tuple[Answer, ...]:
    """What the seat had up when the first card came, or it first decided something."""
    up: dict[tuple[str, str, int], Cents] = {}
    for event in events:
        match event:
            case Wagered(seat=who) if who == seat:
                up[event.wager, event.on, event.hand] = up.get((event.wager, event.on, event.hand), 0) + event.amount
            case Withdrawn(seat=who) if who == seat:
                up[event.wager, event.on, event.hand] = up.get((event.wager, event.on, event.hand), 0) - event.amount
            case Dealt() | Elected(by=_) if isinstance(event, Dealt) or event.by == seat:
                break
            case _:
                pass
    return tuple(
        Answer(stated.SEAT, WAGER, wager, on, amount, hand=hand)
        for (wager, on, hand), amount in up.items()
        if amount > 0
    )


def _answers(seat: int, events: Iterable[Event]) -> Iterable[Answer]:
    for event in events:
        if isinstance(event, Elected) and event.by == seat:
            yield Answer(stated.SEAT, event.says, on=event.on, amount=event.amount, cards=event.cards, hand=event.hand)

"""What the dealer is to enter next at a table where chance is entered: for whom the card is, and what comes after it."""

from pitboss.drivers.round import Round
from pitboss.events import Burned, Dealt, Event, Revealed
from pitboss.house.protocol.views import ComingCard, DealPrompt
from pitboss.house.table.table import Table
from pitboss.procedure import DEALER, Draw

MOST_OUTCOMES = 60  # that are listed: the pockets of a wheel, the throws of three dice
NEXT = 4  # cards that are announced in advance


def deal_prompt(table: Table) -> DealPrompt | None:
    """What is asked of whoever enters outcomes; None where nothing is."""
    play = table.round
    if play is None or table.state.filing.settings.chance != "entered" or not isinstance(play.pending, Draw):
        return None
    asked = play.pending
    if asked.tells or asked.place:
        dealt = _dealt(play, asked.tells or asked.place)
        card = _card(dealt, face_up=not asked.tells) if dealt is not None else None
        outcomes = tuple(sorted(asked.weights)) if asked.tells else ()
        position = _position(play, dealt) if dealt is not None else 0
        return DealPrompt(asked.device, asked.cite, card, asked.place, position, asked.tells, outcomes)
    if not asked.face:
        listed = tuple(asked.weights) if len(asked.weights) <= MOST_OUTCOMES else ()
        return DealPrompt(asked.device, asked.cite, outcomes=listed)
    coming = [_card(event, face_up=up) for event, up in play.coming(NEXT + 1)]
    first, *later = coming or [None]
    return DealPrompt(
        asked.device,
        asked.cite,
        first,
        position=_held(play, first) + 1 if first is not None and not first.burned else 0,
        next=tuple(card for card in later if card is not None),
    )


def _card(event: Event | None, *, face_up: bool) -> ComingCard | None:
    if isinstance(event, Dealt):
        return ComingCard(event.to, event.hand, face_up)
    return ComingCard(DEALER, 0, face_up, burned=True) if isinstance(event, Burned) else None


def _dealt(play: Round, place: str) -> Dealt | Burned | None:
    found = (event for event in play.known_events if isinstance(event, Dealt | Burned) and event.card == place)
    return next(found, None)


def _position(play: Round, dealt: Dealt | Burned) -> int:
    """Which card of its hand this one is, in the order of dealing."""
    if isinstance(dealt, Burned):
        return 0
    same = [e for e in play.known_events if isinstance(e, Dealt) and (e.to, e.hand) == (dealt.to, dealt.hand)]
    return next(number for number, event in enumerate(same, 1) if event is dealt)


def _held(play: Round, card: ComingCard) -> int:
    """How many cards a hand has; one that was split is shown with those that are left of it."""
    count = 0
    for event in play.known_events:
        if isinstance(event, Dealt) and (event.to, event.hand) == (card.to, card.hand):
            count += 1
        elif isinstance(event, Revealed) and (event.of, event.hand) == (card.to, card.hand):
            count = len(event.cards)
    return count

"""How much of a preview a person may see while cards that decide it still lie face down."""

from collections import Counter
from collections.abc import Iterable

from pitboss.events import Dealt, Discarded, Elected, Event, Revealed, visible
from pitboss.house.table.scene import Scene
from pitboss.house.table.table import Table
from pitboss.procedure import Who


def seen_now(table: Table, who: Who, events: Iterable[Event]) -> tuple[list[Event], bool]:
    """The events up to the first that would turn a card this person cannot see now; and whether more would follow.

    What comes before a card is turned does not depend on it; everything after it may.
    """
    scene = Scene((who,))
    scene.fold(table)
    shown: list[Event] = []
    for event in events:
        seen = visible(event, who)
        if _turns(scene, seen):
            return shown, True
        shown.append(seen)
    return shown, False


def _turns(scene: Scene, event: Event) -> bool:
    """Whether an event shows a card that lies face down, or has not been dealt."""
    if isinstance(event, Dealt):
        return bool(event.card)
    if isinstance(event, Revealed | Discarded):
        lying = [held.card for held in scene.hand(event.of, event.hand)]
        return any(event.cards) and ("" in lying or bool(Counter(event.cards) - Counter(lying)))
    return isinstance(event, Elected) and any(event.cards)

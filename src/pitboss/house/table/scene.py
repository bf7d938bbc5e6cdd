"""The cards and devices of one round as one viewer sees them, folded from its events. ``web/fold.js`` folds the same."""

from collections import Counter
from typing import Any

import msgspec

from pitboss.equipment.tiles import HEIGHT, NUMBERED
from pitboss.events import Dealt, Discarded, Elected, Marked, Revealed, Shown, Shuffled, visible
from pitboss.house.table import set_hands
from pitboss.house.table.table import Table
from pitboss.procedure import Who

Json = dict[str, Any]
TILES = "tiles"
LIGHTS = "lights"  # a marker that stands on every area that wins


class VisibleCard(msgspec.Struct, omit_defaults=True):
    """A card or tile on the table; empty where this viewer may not see it, ``gone`` once discarded."""

    card: str
    place: str
    hand: int
    gone: bool = False

    def shown(self) -> Json:
        return {"card": self.card, "place": self.place, "hand": self.hand} | ({"gone": True} if self.gone else {})


class Scene:
    """The cards and devices of one round, as one viewer sees them: with the eyes of a role, or of all he holds."""

    __slots__ = ("cards", "changed", "chosen", "eyes", "folded", "lit", "set", "shown", "stacks", "telling", "totals")

    def __init__(self, eyes: tuple[Who, ...], telling: object = None) -> None:
        self.eyes, self.telling, self.folded = eyes, telling, 0
        self.cards: dict[str, list[VisibleCard]] = {}
        self.totals: dict[str, str] = {}
        self.changed: set[str] = set()  # who no longer holds the cards as they were dealt: they were split or switched
        self.set: dict[str, Json] = {}  # hands that were set: how many cards lie low, and what the two are called
        self.shown: dict[str, str] = {}
        self.stacks: dict[str, int] = {}  # of tiles: how many each still holds
        self.chosen: dict[str, Json] = {}  # cards laid by an election: whose, and which
        self.lit: list[str] = []  # areas that were lighted in this round, also when the lights are out again

    def fold(self, table: Table) -> None:
        """Take in what was told since; what a seat was dealt before he came to it stays hidden from a player."""
        for secret in table.events[self.folded :]:
            eyes = [who for who in self.eyes if not isinstance(who, int) or table.is_seen(who, self.folded)]
            event = visible(secret, *eyes)
            if isinstance(event, Dealt):
                self.cards.setdefault(str(event.to), []).append(VisibleCard(event.card, event.place, event.hand))
                if event.place in self.stacks:
                    self.stacks[event.place] -= 1
            elif isinstance(event, Shuffled) and event.device == TILES:
                self.stacks = {stack[0]: HEIGHT for stack in NUMBERED}
            elif isinstance(event, Revealed):
                self._reveal(event, table)
            elif isinstance(event, Discarded):
                for held in self.hand(event.of, event.hand):
                    held.gone = True
            elif isinstance(event, Shown):
                self.shown[event.device] = event.outcome
            elif isinstance(event, Elected) and event.cards:
                self.chosen[f"{event.by}/{event.hand}"] = {"says": event.says, "cards": event.cards}
            elif isinstance(event, Marked) and event.marker == LIGHTS and event.at:
                self.lit = event.at.split(", ")
            self.folded += 1

    def hand(self, of: Who, hand: int) -> list[VisibleCard]:
        return [held for held in self.cards.get(str(of), []) if held.hand == hand]

    def seen(self) -> dict[tuple[str, int], list[str]]:
        """Every hand, by holder and number, with those of its cards that this viewer sees."""
        found: dict[tuple[str, int], list[str]] = {}
        for of, cards in self.cards.items():
            for held in cards:
                found.setdefault((of, held.hand), []).extend([held.card] if held.card else [])
        return found

    def _reveal(self, event: Revealed, table: Table) -> None:
        """All cards of the hand in their order; or, when fewer are turned, the hidden ones among them.

        Fewer of a hand that lay open are what is left of it: it was split.
        """
        held = self.hand(event.of, event.hand)
        parted = all(card.card for card in held) and {*event.cards} <= {card.card for card in held}
        if Counter(card.card for card in held if card.card) - Counter(event.cards):
            self.changed.add(str(event.of))
        if event.total:
            self.totals[f"{event.of}/{event.hand}"] = event.total
        if self._is_set(event, table):
            return
        if len(event.cards) >= len(held) or parted:
            places = [card.place for card in held] + [""] * (len(event.cards) - len(held))
            others = [card for card in self.cards.get(str(event.of), []) if card.hand != event.hand]
            turned = [VisibleCard(card, place, event.hand) for card, place in zip(event.cards, places, strict=False)]
            self.cards[str(event.of)] = [*others, *turned]
            return
        seen = [card.card for card in held if card.card]
        fresh = [card for card in event.cards if card not in seen]
        for slot in held:
            if not slot.card and fresh:
                slot.card = fresh.pop(0)

    def _is_set(self, event: Revealed, table: Table) -> bool:
        """Remember a hand that is shown as it was set; shown again for another wager, it lies as it lay."""
        key, hands = f"{event.of}/{event.hand}", set_hands.shown(table.game, table.rules, event)
        if hands is not None:
            self.set[key] = hands
            return False
        return key in self.set and len(event.cards) == len(self.hand(event.of, event.hand))

"""The cards and devices of one round as one viewer sees them, folded from its events. ``web/kit/fold.js`` folds the same."""

from collections import Counter

from pitboss.equipment.tiles import HEIGHT, NUMBERED
from pitboss.events import Dealt, Discarded, Elected, Marked, Revealed, Shown, Shuffled, visible
from pitboss.house.protocol.views import ChosenCards, HeldCard, SetHands
from pitboss.house.table import seats, set_hands
from pitboss.house.table.table import Table
from pitboss.procedure import Who

TILES = "tiles"
DRAWN = frozenset({Dealt, Shuffled, Revealed, Discarded, Shown, Elected, Marked})  # the events that change a scene
LIGHTS = "lights"  # a marker that lies on every area that wins


class Scene:
    """The cards and devices of one round as one viewer sees them: as a role, or as the holder of one or more seats."""

    __slots__ = (
        "cards",
        "changed",
        "changes",
        "chosen",
        "folded",
        "labels",
        "lit",
        "set",
        "shown",
        "stacks",
        "totals",
        "unnamed",
        "viewer_ids",
    )

    def __init__(self, viewer_ids: tuple[Who, ...]) -> None:
        self.viewer_ids, self.folded = viewer_ids, 0
        self.changes = 0  # how many of the events that were folded changed something here
        self.cards: dict[str, list[HeldCard]] = {}
        self.totals: dict[str, str] = {}
        self.labels: dict[str, dict[str, str]] = {}  # by holder and hand: what the open hands are called
        self.unnamed: set[str] = set()  # holders whose cards changed since
        self.changed: set[str] = set()  # holders whose cards are no longer as dealt: they were split or switched
        self.set: dict[str, SetHands] = {}  # hands that were set: the size of the low hand, and the names of both
        self.shown: dict[str, str] = {}
        self.stacks: dict[str, int] = {}  # of tiles: how many each still holds
        self.chosen: dict[str, ChosenCards] = {}  # cards chosen by an election, by holder and hand
        self.lit: list[str] = []  # areas that were lit in this round, even if the lights are off again

    def fold(self, table: Table) -> None:
        """Apply the events since the last call; what a seat was dealt before its player arrived stays hidden from them."""
        for secret in table.play.events[self.folded :]:
            self.folded += 1
            if type(secret) not in DRAWN:
                continue
            self.changes += 1
            event = secret if secret.seen_by is None else visible(secret, *self._present(table))
            if isinstance(event, Dealt):
                of = str(event.to)
                self.totals.pop(f"{of}/{event.hand}", None)  # with another card the old total is wrong
                self.cards.setdefault(of, []).append(HeldCard(event.card, event.place, event.hand))
                self.unnamed.add(of)
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
                self.chosen[f"{event.by}/{event.hand}"] = ChosenCards(event.says, event.cards)
            elif isinstance(event, Marked) and event.marker == LIGHTS and event.at:
                self.lit = event.at.split(", ")

    def _present(self, table: Table) -> list[Who]:
        """The role or the seats with which the viewer saw the event that is folded now."""
        event = self.folded - 1
        return [who for who in self.viewer_ids if not isinstance(who, int) or seats.is_seen(table, who, event)]

    def hand(self, of: Who, hand: int) -> list[HeldCard]:
        return [held for held in self.cards.get(str(of), []) if held.hand == hand]

    def seen(self) -> dict[tuple[str, int], list[str]]:
        """Every hand, by holder and number, with those of its cards that this viewer sees."""
        found: dict[tuple[str, int], list[str]] = {}
        for of, cards in self.cards.items():
            for held in cards:
                found.setdefault((of, held.hand), []).extend([held.card] if held.card else [])
        return found

    def _reveal(self, event: Revealed, table: Table) -> None:
        """Put the whole hand in the order shown; or, when fewer cards are shown, turn the hidden ones among them.

        Fewer cards than a hand that was already open means that the hand was split, and these are left of it.
        """
        held = self.hand(event.of, event.hand)
        self.unnamed.add(str(event.of))
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
            turned = [HeldCard(card, place, event.hand) for card, place in zip(event.cards, places, strict=False)]
            self.cards[str(event.of)] = [*others, *turned]
            return
        seen = [card.card for card in held if card.card]
        fresh = [card for card in event.cards if card not in seen]
        for slot in held:
            if not slot.card and fresh:
                slot.card = fresh.pop(0)

    def _is_set(self, event: Revealed, table: Table) -> bool:
        """Remember a hand that is shown as it was set; when it is shown again for another wager, nothing moves."""
        key, hands = f"{event.of}/{event.hand}", set_hands.shown(table.game, table.rules, event)
        if hands is not None:
            self.set[key] = hands
            return False
        return key in self.set and len(event.cards) == len(self.hand(event.of, event.hand))


def chosen(table: Table, scene: Scene) -> dict[str, ChosenCards]:
    """The cards that elections chose, as far as this viewer sees them; for a hand that was set, with both names."""
    hands = {f"{of}/{hand}": cards for (of, hand), cards in scene.seen().items()}
    found = {}
    for key, choice in scene.chosen.items():
        made = set_hands.chosen(table.game, table.rules, hands.get(key, ()), choice.cards)
        found[key] = choice if made is None else ChosenCards(choice.says, choice.cards, made.high, made.low)
    return found


def totals(table: Table, scene: Scene) -> dict[str, str]:
    """The totals announced with the hands that were shown, and the current count of those that are open."""
    for of in scene.unnamed:
        scene.labels[of] = _labels(table, scene, of)
    scene.unnamed.clear()
    found = dict(scene.totals)
    for of in scene.cards:
        found |= scene.labels[of]
    return found


def _labels(table: Table, scene: Scene, of: str) -> dict[str, str]:
    hands: dict[int, list[str]] = {}
    for held in scene.cards.get(of, ()):
        hands.setdefault(held.hand, []).append(held.card)
    label_of, as_dealt = table.game.hand_label, of not in scene.changed
    if table.game.labels_part and of.isdigit():
        hands = {hand: [card for card in cards if card] for hand, cards in hands.items()}
    names = ((hand, label_of(cards, as_dealt) if cards and all(cards) else "") for hand, cards in hands.items())
    return {f"{of}/{hand}": name for hand, name in names if name}

"""What one viewer sees of a table: the events of the round folded as he may see them, and what he may do now."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss import __version__
from pitboss.events import Dealt, Discarded, Event, Revealed, Shown, visible
from pitboss.house import floor
from pitboss.house.record import Table
from pitboss.house.sessions import PLAYER, STAFF, Session
from pitboss.procedure import CHANCE, DEALER, FLOOR, Draw, Election, Option, Who, Window

if TYPE_CHECKING:
    from pitboss.house.tables import Host

Json = dict[str, Any]
NONE = msgspec.Raw(b"[]")


class Held(msgspec.Struct, omit_defaults=True):
    """A card or tile on the table; empty where this viewer may not see it, ``gone`` once discarded."""

    card: str
    place: str
    hand: int
    gone: bool = False

    def shown(self) -> Json:
        return {"card": self.card, "place": self.place, "hand": self.hand} | ({"gone": True} if self.gone else {})


class Scene:
    """The cards and devices of one round, as one pair of eyes sees them."""

    __slots__ = ("cards", "eyes", "folded", "round", "shown", "totals")

    def __init__(self, eyes: Who, round: int) -> None:
        self.eyes, self.round, self.folded = eyes, round, 0
        self.cards: dict[str, list[Held]] = {}
        self.totals: dict[str, str] = {}
        self.shown: dict[str, str] = {}

    def fold(self, events: Iterable[Event]) -> None:
        for secret in events:
            event = visible(secret, self.eyes)
            if isinstance(event, Dealt):
                self.cards.setdefault(str(event.to), []).append(Held(event.card, event.place, event.hand))
            elif isinstance(event, Revealed):
                self._reveal(event)
            elif isinstance(event, Discarded):
                for held in self._hand(event.of, event.hand):
                    held.gone = True
            elif isinstance(event, Shown):
                self.shown[event.device] = event.outcome
            self.folded += 1

    def _hand(self, of: Who, hand: int) -> list[Held]:
        return [held for held in self.cards.get(str(of), []) if held.hand == hand]

    def _reveal(self, event: Revealed) -> None:
        """All cards of the hand in their order; or, when fewer are turned, the hidden ones among them."""
        held = self._hand(event.of, event.hand)
        if event.total:
            self.totals[f"{event.of}/{event.hand}"] = event.total
        if len(event.cards) >= len(held):
            places = [card.place for card in held] + [""] * (len(event.cards) - len(held))
            others = [card for card in self.cards.get(str(event.of), []) if card.hand != event.hand]
            turned = [Held(card, place, event.hand) for card, place in zip(event.cards, places, strict=True)]
            self.cards[str(event.of)] = [*others, *turned]
            return
        seen = [card.card for card in held if card.card]
        fresh = [card for card in event.cards if card not in seen]
        for slot in held:
            if not slot.card and fresh:
                slot.card = fresh.pop(0)


class Eyes:
    """Scenes and offers kept from one look to the next, for one table."""

    def __init__(self) -> None:
        self._scenes: dict[Who, Scene] = {}
        self._offers: dict[int, tuple[object, msgspec.Raw]] = {}  # as JSON: a roulette layout has hundreds
        self._possible: tuple[object, list[str]] = (None, [])

    def scene(self, table: Table, eyes: Who) -> Scene:
        scene = self._scenes.get(eyes)
        if scene is None or scene.round != table.number or scene.folded > len(table.events):
            scene = self._scenes[eyes] = Scene(eyes, table.number)
        scene.fold(table.events[scene.folded :])
        return scene

    def offers(self, table: Table, seat: int) -> msgspec.Raw:
        """What a seat may do while betting is open; worked out again when its own wagers, or the window, change."""
        window = table.round.pending if table.round is not None else None
        if not isinstance(window, Window):
            return NONE
        mark = (table.number, window.menu, [item for item in table.up.items() if item[0][0] == seat])
        kept = self._offers.get(seat)
        if kept is None or kept[0] != mark:
            kept = self._offers[seat] = (mark, msgspec.Raw(msgspec.json.encode(window.menu.offers(seat))))
        return kept[1]

    def possible(self, table: Table) -> list[str]:
        """The irregularities that could be reported now."""
        if table.round is None:
            return []
        mark = (table.number, len(table.round.history))
        if self._possible[0] != mark:
            self._possible = (mark, table.round.possible())
        return self._possible[1]


def view(host: "Host", eyes: Eyes, session: Session) -> Json:
    """The view of one session. Only while the host is not busy: what is not on the disk is not shown."""
    table = host.table
    if table is None:
        return _nothing(host, session)
    scene = eyes.scene(table, session.eyes)
    return {
        "table": host.name,
        "round": table.number,
        "phase": phase(host, table),
        "clock": _clock(host),
        "wagers": [
            {"seat": seat, "wager": wager, "on": on, "amount": amount, "hand": hand}
            for (seat, wager, on, hand), amount in table.up.items()
        ],
        "cards": {of: [held.shown() for held in cards] for of, cards in scene.cards.items()},
        "totals": scene.totals,
        "shown": scene.shown,
        "markers": table.markers,
        "racks": {str(seat): table.rack(seat) for seat in table.players},
        "names": {str(seat): name for seat, name in table.players.items()},
        "you": _you(table, eyes, session),
        "asked": _asked(table),
        "settlements": [visible(event, session.eyes) for event in table.settlements],
        "results": table.results,
        "commitment": _commitment(table),
        "opened": {"round": table.revealed[0], "seed": table.revealed[1]} if table.revealed else None,
        "blocked": floor.blocked(host),
        "closing": table.closing,
        "ready": sorted(host.dealer.ready),
        "signed": {checklist: list(persons) for checklist, persons in table.signed.items()},
        "duties": [
            {"name": name, "due_in_ms": round(left * 1000)} for name, left in floor.duties_left(host, table).items()
        ],
        "sequence": table.journal.sequence,
        "version": __version__,
    }


def phase(host: "Host", table: Table) -> str:
    if host.suspended or not table.open:
        return "closed"
    if table.round is None:
        return "settled"
    return "betting" if isinstance(table.round.pending, Window) else "playing"


def _nothing(host: "Host", session: Session) -> Json:
    """The view of a table whose record cannot be read."""
    empty: Json = {name: {} for name in ("cards", "totals", "shown", "markers", "racks", "names", "signed")}
    empty |= {name: [] for name in ("wagers", "asked", "settlements", "results", "ready", "duties")}
    you = {"role": session.role, "seat": session.seat, "rack": 0, "offers": [], "questions": [], "possible": []}
    return empty | {
        "table": host.name,
        "round": 0,
        "phase": "closed",
        "clock": None,
        "you": you,
        "commitment": "",
        "opened": None,
        "blocked": host.suspended,
        "closing": False,
        "sequence": 0,
        "version": __version__,
    }


def _clock(host: "Host") -> Json | None:
    due = host.dealer.deadline()
    return None if due is None else {"closes_in_ms": max(0, round((due - host.clock.elapsed()) * 1000))}


def _you(table: Table, eyes: Eyes, session: Session) -> Json:
    player, staff = session.role == PLAYER and session.seat in table.players, session.role in STAFF
    return {
        "role": session.role,
        "seat": session.seat,
        "rack": table.rack(session.seat) if player else 0,
        "offers": eyes.offers(table, session.seat) if player else NONE,
        "questions": _questions(table, session),
        "possible": eyes.possible(table) if staff else [],
    }


def _questions(table: Table, session: Session) -> list[Json]:
    if table.round is None or session.role not in (PLAYER, DEALER, FLOOR):
        return []
    asked = [_question(election) for election in table.round.questions(session.eyes)]
    pending = table.round.pending
    if session.role in STAFF and isinstance(pending, Draw) and table.founded.settings.chance == "entered":
        outcomes = [Option(outcome) for outcome, weight in pending.weights.items() if weight > 0]
        asked.append(_question(Election(CHANCE, pending.device, tuple(outcomes), pending.cite)))
    return asked


def _question(election: Election) -> Json:
    return {
        "to": election.to,
        "kind": election.kind,
        "options": election.options,
        "cite": election.cite,
        "hand": election.hand,
        "default": election.default,
    }


def _asked(table: Table) -> list[Json]:
    """Whom the table waits for."""
    if table.round is None:
        return []
    pending = table.round.pending
    if isinstance(pending, Draw):
        return [{"to": CHANCE, "kind": pending.device, "cite": pending.cite}]
    return [{"to": e.to, "kind": e.kind, "cite": e.cite} for e in table.round.elections()]


def _commitment(table: Table) -> str:
    """Of the shoe in use where there is one, else of the round."""
    for device in reversed(table.chance.shoes.values()):
        return device.commitment
    return table.chance.round.commitment if table.chance.round is not None else ""

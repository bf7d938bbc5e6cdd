"""What one viewer sees of a table: the events of the round folded as he may see them, and what he may do now."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss import __version__
from pitboss.equipment.tiles import HEIGHT, NUMBERED
from pitboss.events import Dealt, Discarded, Elected, Marked, Revealed, Shown, Shuffled, visible
from pitboss.house import floor, laid, standings
from pitboss.house.record import Table
from pitboss.house.sessions import PLAYER, STAFF, Session
from pitboss.procedure import CHANCE, DEALER, FLOOR, Draw, Election, Option, Standings, Who, Window
from pitboss.strategies import cells

if TYPE_CHECKING:
    from pitboss.house.tables import Host

Json = dict[str, Any]
NONE = msgspec.Raw(b"[]")
TILES = "tiles"
AT_ONCE = 800  # answers that may be played again to tell what could be reported, before others would feel it
QUIET = 0.2  # seconds without a word
LIGHTS = "lights"  # a marker that stands on every area that wins


class Held(msgspec.Struct, omit_defaults=True):
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
        self.cards: dict[str, list[Held]] = {}
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
                self.cards.setdefault(str(event.to), []).append(Held(event.card, event.place, event.hand))
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

    def hand(self, of: Who, hand: int) -> list[Held]:
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
            turned = [Held(card, place, event.hand) for card, place in zip(event.cards, places, strict=False)]
            self.cards[str(event.of)] = [*others, *turned]
            return
        seen = [card.card for card in held if card.card]
        fresh = [card for card in event.cards if card not in seen]
        for slot in held:
            if not slot.card and fresh:
                slot.card = fresh.pop(0)

    def _is_set(self, event: Revealed, table: Table) -> bool:
        """Remember a hand that is shown as it was set; shown again for another wager, it lies as it lay."""
        key, hands = f"{event.of}/{event.hand}", laid.shown(table.game, table.rules, event)
        if hands is not None:
            self.set[key] = hands
            return False
        return key in self.set and len(event.cards) == len(self.hand(event.of, event.hand))


class Eyes:
    """Scenes and offers kept from one look to the next, for one table."""

    def __init__(self) -> None:
        self._scenes: dict[object, Scene] = {}
        self._offers: dict[int, tuple[object, msgspec.Raw]] = {}  # as JSON: a roulette layout has hundreds
        self._possible: tuple[tuple[object, int] | None, list[Json]] = (None, [])
        self._working: asyncio.Task[None] | None = None
        self._hints: dict[tuple[Who, int], tuple[object, Json]] = {}
        self._standings: tuple[object, Standings] = (None, Standings())

    def scene(self, table: Table, eyes: tuple[Who, ...]) -> Scene:
        if any(scene.telling != table.telling or scene.folded > len(table.events) for scene in self._scenes.values()):
            self._scenes.clear()
        mark = tuple((who, table.arrived.get(who) if isinstance(who, int) else None) for who in eyes)
        scene = self._scenes.setdefault(mark, Scene(eyes, table.telling))
        scene.fold(table)
        return scene

    def offers(self, table: Table, seat: int) -> msgspec.Raw:
        """What a seat may do while betting is open; worked out again when its player's wagers, or the window, change."""
        window = table.round.pending if table.round is not None else None
        if not isinstance(window, Window):
            return NONE
        holder = table.holder(seat)
        held = table.held(holder)
        own = [item for item in table.up.items() if item[0][0] in held]
        mark = (table.telling, window.menu, holder, own, standings.acts(table))
        kept = self._offers.get(seat)
        if kept is None or kept[0] != mark:
            found = window.menu.offers(seat, str(holder) if holder != seat else "")
            kept = self._offers[seat] = (mark, msgspec.Raw(msgspec.json.encode(found)))
        return kept[1]

    def standings(self, table: Table) -> Standings:
        """How the wagers stand; worked out again when something was said."""
        mark = (table.telling, table.open, table.round is None, table.round and len(table.round.history))
        if self._standings[0] != mark:
            self._standings = (mark, standings.standings(table))
        return self._standings[1]

    def hints(self, table: Table, election: Election, scene: Scene) -> Json:
        """How the hands would lie that a player is about to set, for each option; and where his hand is on the chart."""
        arranged, mark = table.game.arranged, (table.telling, len(table.events))
        kept = self._hints.get((election.to, election.hand))
        if kept is not None and kept[0] == mark:
            return kept[1]
        found: Json = {}
        own = [held.card for held in scene.hand(election.to, election.hand)]
        if arranged is not None and all(own) and any(option.cards for option in election.options):
            found["arranged"] = [
                arranged(table.rules, own, option.cards) if option.cards else None for option in election.options
            ]
        if table.founded.settings.practice and isinstance(election.to, int):
            place = cells.cell(table.game, election, scene.seen())
            found |= {"cell": place} if place else {}
        self._hints[election.to, election.hand] = (mark, found)
        return found

    def possible(self, table: Table, wake: Callable[[], None] | None = None) -> list[Json]:
        """The irregularities that could be reported now, each with the seats it could concern, if it concerns one.

        Where that takes a while and somebody can be woken, those of a moment ago until it is worked out.
        """
        if table.round is None:
            return []
        mark = (table.telling, len(table.round.history))
        if self._possible[0] == mark:
            return self._possible[1]
        work = table.round.frozen(table.taking_part or (1,))
        if work.cost > AT_ONCE and wake is not None:
            self._working = self._working or asyncio.create_task(self._work_out(table, wake))
            same_round = self._possible[0] is not None and self._possible[0][0] == table.telling
            return self._possible[1] if same_round else []
        self._possible = (mark, _possible(work()))
        return self._possible[1]

    async def _work_out(self, table: Table, wake: Callable[[], None]) -> None:
        """In a thread, once nothing has been said for a moment, so that nobody waits for it; then whoever looks is told."""
        try:
            while (play := table.round) is not None:
                mark = (table.telling, len(play.history))
                await asyncio.sleep(QUIET)
                if play is table.round and mark == (table.telling, len(play.history)):
                    found = await asyncio.to_thread(play.frozen(table.taking_part or (1,)))
                    self._possible = (mark, _possible(found))
                    wake()
                    return
        finally:
            self._working = None


def view(host: "Host", eyes: Eyes, session: Session) -> Json:
    """The view of one session. Only while the host is not busy: what is not on the disk is not shown."""
    table, session = host.table, host.eyes_of(session)
    if table is None:
        return _nothing(host, session)
    seen = eyes_of(table, session)
    scene, stand = eyes.scene(table, seen), eyes.standings(table)
    marks = standings.marks(stand)
    return {
        "table": host.name,
        "round": table.number,
        "question": table.round.asked if table.round is not None else 0,
        "phase": phase(host, table),
        "clock": _clock(host),
        "wagers": [
            {"seat": seat, "wager": wager, "on": on, "amount": amount, "hand": hand}
            | marks.get((seat, wager, on, hand), {})
            for (seat, wager, on, hand), amount in table.up.items()
        ],
        "cards": {of: [held.shown() for held in cards] for of, cards in scene.cards.items()},
        "totals": _totals(table, scene),
        "set": scene.set,
        "shown": scene.shown,
        "chosen": _chosen(table, scene),
        "lit": scene.lit,
        "stacks": list(scene.stacks.values()),
        "turn": standings.turn(stand),
        "markers": table.markers,
        "before": table.before,
        "racks": {str(seat): table.rack(seat) for seat in table.players},
        "names": {str(seat): table.players[table.holder(seat)] for seat in [*table.players, *table.boxes]},
        "boxes": {str(box): holder for box, holder in table.boxes.items()},
        "you": _you(host, table, eyes, session),
        "asked": _asked(table),
        "meters": host.meters(table),
        "settlements": [visible(event, *seen) for event in table.settlements],
        "settled_round": table.settled_round,
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


def eyes_of(table: Table, session: Session) -> tuple[Who, ...]:
    """As whom a session looks at this table now."""
    return session.eyes(table.held(session.seat))


def phase(host: "Host", table: Table) -> str:
    if host.suspended or not table.open:
        return "closed"
    if table.round is None:
        return "settled"
    return "betting" if isinstance(table.round.pending, Window) else "playing"


def _nothing(host: "Host", session: Session) -> Json:
    """The view of a table whose record cannot be read."""
    empty: Json = {
        name: {}
        for name in ("cards", "totals", "shown", "chosen", "markers", "before", "racks", "names", "boxes", "signed")
    }
    empty |= {name: [] for name in ("wagers", "lit", "stacks", "asked", "settlements", "results", "ready", "duties")}
    you: Json = {"role": session.role, "seat": session.seat, "rack": 0, "offers_at": {}, "correctable": None}
    you |= {name: [] for name in ("seats", "offers", "questions", "possible")}
    return empty | {
        "table": host.name,
        "round": 0,
        "question": 0,
        "settled_round": 0,
        "meters": [],
        "phase": "closed",
        "clock": None,
        "turn": None,
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


def _possible(found: dict[str, tuple[int, ...]]) -> list[Json]:
    return [{"kind": kind, "seats": seats} for kind, seats in found.items()]


def _you(host: "Host", table: Table, eyes: Eyes, session: Session) -> Json:
    player, staff = session.role == PLAYER and session.seat in table.players, session.role in STAFF
    held = table.held(session.seat) if player else []
    return {
        "role": session.role,
        "seat": session.seat,
        "seats": held,
        "rack": table.rack(session.seat) if player else 0,
        "offers": eyes.offers(table, session.seat) if player else NONE,
        "offers_at": {str(box): eyes.offers(table, box) for box in held if box != session.seat},
        "questions": _questions(table, eyes, session),
        "possible": eyes.possible(table, host.waker()) if staff else [],
        "correctable": _correctable(table, session.role) if staff else None,
    }


def _chosen(table: Table, scene: Scene) -> dict[str, Json]:
    """Cards that were laid by an election this viewer sees; of a hand that was set, also what the two are called."""
    hands = {f"{of}/{hand}": cards for (of, hand), cards in scene.seen().items()}
    return {
        key: choice | (laid.chosen(table.game, table.rules, hands.get(key, ()), choice["cards"]) or {})
        for key, choice in scene.chosen.items()
    }


def _totals(table: Table, scene: Scene) -> dict[str, str]:
    """What hands were called when they were shown, and what those that lie open count now."""
    found, called = dict(scene.totals), table.game.called
    for of, cards in scene.cards.items():
        for hand in dict.fromkeys(held.hand for held in cards):
            own = [held for held in cards if held.hand == hand]
            if all(held.card for held in own) and (
                name := called([held.card for held in own], of not in scene.changed)
            ):
                found[f"{of}/{hand}"] = name
    return found


def _questions(table: Table, eyes: "Eyes", session: Session) -> list[Json]:
    if table.round is None or session.role not in (PLAYER, DEALER, FLOOR):
        return []
    seen = eyes_of(table, session)
    correctable = _correctable(table, session.role) if session.role in STAFF else None
    entered = {"entered": correctable["outcome"]} if correctable is not None else {}
    asked = [
        _question(election) | entered | eyes.hints(table, election, eyes.scene(table, seen))
        for who in seen
        for election in table.round.questions(who)
    ]
    pending = table.round.pending
    if session.role in STAFF and isinstance(pending, Draw) and table.founded.settings.chance == "entered":
        all_kinds = session.role != DEALER  # which cards remain would tell which lie face down
        outcomes = [Option(outcome) for outcome, weight in pending.weights.items() if weight > 0 or all_kinds]
        asked.append(_question(Election(CHANCE, pending.device, tuple(outcomes), pending.cite)))
    return asked


def _correctable(table: Table, role: str) -> Json | None:
    """The outcome that could still be taken back; a card is named to the dealer alone, who entered it."""
    entered = table.entered
    if entered is None:
        return None
    return {"device": entered.device, "outcome": "" if table.has_cards and role != DEALER else entered.outcome}


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

"""What one viewer sees of a table: the events of the round folded for them, and what they may do now."""

from typing import Any

from pitboss import __version__
from pitboss.events import visible
from pitboss.house.host import floor
from pitboss.house.host.host import Host
from pitboss.house.host.sessions import PLAYER, STAFF, Session
from pitboss.house.table import set_hands, standings
from pitboss.house.table.scene import Scene
from pitboss.house.table.table import Table
from pitboss.house.wire.view_cache import NONE, ViewCache, cache_of
from pitboss.procedure import CHANCE, DEALER, FLOOR, Draw, Election, Option, Who, Window

Json = dict[str, Any]


def view(host: Host, session: Session) -> Json:
    """The view of one session. Only while the host is not busy: what is not on the disk is not shown."""
    table, session, cache = host.table, host.eyes_of(session), cache_of(host)
    if table is None:
        return _nothing(host, session)
    seen = eyes_of(table, session)
    scene, stand = cache.scene(table, seen), cache.standings(table)
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
        "you": _you(host, table, cache, session),
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


def phase(host: Host, table: Table) -> str:
    if host.suspended or not table.open:
        return "closed"
    if table.round is None:
        return "settled"
    return "betting" if isinstance(table.round.pending, Window) else "playing"


def _nothing(host: Host, session: Session) -> Json:
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


def _clock(host: Host) -> Json | None:
    due = host.dealer.deadline()
    return None if due is None else {"closes_in_ms": max(0, round((due - host.clock.elapsed()) * 1000))}


def _you(host: Host, table: Table, cache: ViewCache, session: Session) -> Json:
    player, staff = session.role == PLAYER and session.seat in table.players, session.role in STAFF
    held = table.held(session.seat) if player else []
    return {
        "role": session.role,
        "seat": session.seat,
        "seats": held,
        "rack": table.rack(session.seat) if player else 0,
        "offers": cache.offers(table, session.seat) if player else NONE,
        "offers_at": {str(box): cache.offers(table, box) for box in held if box != session.seat},
        "questions": _questions(table, cache, session),
        "possible": cache.possible(table, host.waker()) if staff else [],
        "correctable": _correctable(table, session.role) if staff else None,
    }


def _chosen(table: Table, scene: Scene) -> dict[str, Json]:
    """Cards that were laid by an election this viewer sees; of a hand that was set, also what the two are called."""
    hands = {f"{of}/{hand}": cards for (of, hand), cards in scene.seen().items()}
    return {
        key: choice | (set_hands.chosen(table.game, table.rules, hands.get(key, ()), choice["cards"]) or {})
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


def _questions(table: Table, cache: ViewCache, session: Session) -> list[Json]:
    if table.round is None or session.role not in (PLAYER, DEALER, FLOOR):
        return []
    seen = eyes_of(table, session)
    correctable = _correctable(table, session.role) if session.role in STAFF else None
    entered = {"entered": correctable["outcome"]} if correctable is not None else {}
    asked = [
        _question(election) | entered | cache.hints(table, election, cache.scene(table, seen))
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

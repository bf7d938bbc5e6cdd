"""What a table's record says between the rounds: inspections, assignments, things and their clocks."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any, Literal

import msgspec

from pitboss import authority
from pitboss.authority import Right
from pitboss.events import DeviceStatus, Event, Replaced
from pitboss.game import Checklist, Duty, Game, ThingKind, When
from pitboss.house.table import entries
from pitboss.house.table.felt_state import FeltState
from pitboss.journal import AUTOMATIC, Actor
from pitboss.roles import Role
from pitboss.submission import RulesSubmission

ThingState = Literal["reserve", "in_use", "out_of_order", "sealed", "destroyed", "removed"]
ENDED = ("sealed", "destroyed", "removed")  # states from which nothing comes back into play
SHUFFLED = ("cards", "tiles")  # things that are mixed anew when they come to a table (I-GEN-38)
BEFORE_PLAY = (When.OPENING, When.CARDS)


class Thing(msgspec.Struct, frozen=True, omit_defaults=True):
    """A thing at a table, or one that left it. ``since`` is when it was first used: its clock goes with it (I-GEN-15).
    ``removed`` from play for good, because the text or its state ended its use, ``reason`` says why."""

    id: str
    kind: str
    description: str
    state: ThingState = "reserve"
    since: str = ""
    act: str = ""  # what is being done to it, or was: ``seal`` or ``destroy``
    reason: str = ""
    signed: tuple[Actor, ...] = ()  # who did that, and who was present


class Place(msgspec.Struct, frozen=True):
    """Somebody's place at a table."""

    person: str
    name: str
    role: Role


class Stay(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody at the table whose chips came out of their purse, and go back there: under which key the cage sent them."""

    purse: str
    key: str
    colour: str = ""


class Keeping(FeltState):
    """The part of a table that people keep in order."""

    game: Game
    rules: RulesSubmission
    founded: entries.Founded
    state: Any
    now: str

    def __init__(self) -> None:
        super().__init__()
        self.open = self.closing = False
        self.closes_for: entries.By = AUTOMATIC  # who ordered it closed after the round
        self.relieved = False  # a new dealer has come, and no round has begun since
        self.reopened = False  # it was opened, got new cards or was empty, and no round has begun since
        self.idle = False  # it is open, and everybody had left it
        self.unseen = False  # the cards or tiles that came to it have not been shown to a player yet
        self.players: dict[int, str] = {}  # by seat, in order of arrival
        self.persons: dict[int, str] = {}  # seat → credential number of a player who signed in
        self.signed: dict[str, dict[int, Actor]] = {}  # checklist → number of the signature → who signed
        self.since: dict[str, str] = {}  # duty → when the thing it concerns was put in use
        self.assigned: list[Place] = []
        self.things: dict[str, Thing] = {}
        self.gone: dict[str, Thing] = {}  # things that left the table, as they were then
        self.unnamed: set[str] = set()  # kinds of which a set left in a round, and nobody has said yet which one came

    @property
    def by_person(self) -> bool:
        """Whether a person deals here."""
        return self.founded.settings.dealer == "person"

    # --- inspections

    @cached_property
    def rights(self) -> tuple[Right, ...]:
        """Who may do what at this table."""
        return authority.rights(self.game, self.rules)

    @cached_property
    def checklists(self) -> tuple[Checklist, ...]:
        return self.game.checklists(self.rules)

    def checklist(self, name: str) -> Checklist | None:
        return next((one for one in self.checklists if one.name == name), None)

    def is_complete(self, checklist: Checklist) -> bool:
        """Whether as many persons have signed as the chapter requires."""
        return len(self.signed.get(checklist.name, ())) >= len(checklist.signatures)

    @property
    def lists_due(self) -> list[Checklist]:
        """The inspections without which no round begins."""
        return [
            one
            for one in self.checklists
            if not self.is_complete(one) and (one.when in BEFORE_PLAY or one.when in self._due_now or self._begun(one))
        ]

    @property
    def _due_now(self) -> tuple[When, ...]:
        """What is due because somebody has come to the table."""
        if not self.open or not self.players:
            return ()
        if self.unseen and any(one.when is When.ARRIVAL for one in self.checklists):
            return (When.ARRIVAL,)
        return (When.IDLE,) if self.idle else ()

    def _begun(self, checklist: Checklist) -> bool:
        """Whether work on equipment was signed by some of those who have to sign, and not by all."""
        return checklist.when is When.WORK and bool(self.signed.get(checklist.name))

    def _unsign(self, *when: When) -> None:
        for checklist in self.checklists:
            if checklist.when in when:
                self.signed.pop(checklist.name, None)

    def _on_signed(self, made: entries.Signed) -> None:
        checklist = next(c for c in self.checklists if c.name == made.checklist)
        if checklist.when is When.WORK and self.is_complete(checklist):
            self.signed[made.checklist] = {}  # this list is signed each time the work is done
        slots = self.signed.setdefault(made.checklist, {})
        number = made.number or len(slots) + 1
        assert 1 <= number <= len(checklist.signatures), f"{checklist.title} has no signature {number}"
        signer = made.by if isinstance(made.by, Actor) else Actor("", made.by, made.role)
        others = {by.credential for by in slots.values() if by.credential}
        assert signer.credential not in others, "each signature takes a person of its own"
        slots[number] = signer
        if checklist.when is When.WORK:
            self._unsign(When.OPENING)  # what is worked on is inspected again before play
        if not self.is_complete(checklist):
            return
        if made.thing:
            self._replace(checklist.replaces, made.thing, made.work)
        if checklist.when is When.IDLE:
            self.idle = False
        elif checklist.when is When.ARRIVAL:
            self.unseen = self.idle = False  # they were shown and mixed, whatever had lain there before

    def _replace(self, kind: str, thing: str, why: str) -> None:
        """The set in use leaves the table sealed, and another comes into use."""
        assert self.things[thing].kind == kind, f"{thing} is no replacement for {kind or 'anything'}"
        if (old := self.in_use(kind)) is not None:
            self._leaves(old, "sealed", why)
        self._use(thing)

    # --- duties and their clocks

    @property
    def duties(self) -> tuple[Duty, ...]:
        now = self.game.duties_now
        return self.game.duties(self.rules) if now is None else now(self.rules, self.state)

    def _on_duty(self, made: entries.DutyDone) -> None:
        duty = next((duty for duty in self.duties if duty.name == made.name), None)
        self.since[made.name] = self.now
        if duty is None or not duty.replaces:
            return
        if made.thing:
            self._use(made.thing)
        elif duty.thing in SHUFFLED:  # the automatic dealer's
            self._mixed_anew()

    def _mixed_anew(self) -> None:
        self.reopened = self.unseen = True
        self._unsign(When.CARDS, When.ARRIVAL)

    # --- who stands here

    def _on_relieved(self, made: entries.Relieved) -> None:
        self.relieved = True

    def _on_assigned(self, made: entries.Assigned) -> None:
        if made.role is Role.DEALER:
            self.assigned = [place for place in self.assigned if place.role is not Role.DEALER]
            self.relieved = self.open or self.relieved
        self.assigned.append(Place(made.person, made.name, made.role))

    def _on_released(self, made: entries.Released) -> None:
        self.assigned = [p for p in self.assigned if (p.person, p.role) != (made.person, made.role)]

    def roles_of(self, person: str) -> frozenset[Role]:
        """The roles in which a person is assigned to this table."""
        return frozenset(place.role for place in self.assigned if place.person == person)

    # --- things

    @cached_property
    def thing_kinds(self) -> tuple[ThingKind, ...]:
        return self.game.things(self.rules)

    def in_use(self, kind: str) -> Thing | None:
        """The thing of a kind that is in use, or else one that is out of order in its place."""
        of_kind = [thing for thing in self.things.values() if thing.kind == kind]
        states = ("in_use", "out_of_order")
        return next((thing for state in states for thing in of_kind if thing.state == state), None)

    def _on_thing_brought(self, made: entries.ThingBrought) -> None:
        self.gone.pop(made.thing, None)
        state: ThingState = "out_of_order" if made.out_of_order else "reserve"
        self.things[made.thing] = Thing(made.thing, made.kind, made.description, state, made.since)
        if made.in_use:
            self._use(made.thing, starts=self.open)

    def _on_thing_moved(self, made: entries.ThingMoved) -> None:
        thing = self.things[made.thing]
        if made.to == "in_use":
            self._use(made.thing)
        else:
            self._leaves(thing)

    def _leaves(self, thing: Thing, state: ThingState | None = None, reason: str = "") -> None:
        del self.things[thing.id]
        left = thing if state is None else msgspec.structs.replace(thing, state=state, reason=reason)
        self.gone[thing.id] = left

    def _on_thing_signed(self, made: entries.ThingSigned) -> None:
        thing = self.things[made.thing]
        assert made.by.credential not in {by.credential for by in thing.signed}, "it takes two persons"
        signed = (*thing.signed, made.by)
        done: ThingState = "sealed" if made.act == "seal" else "destroyed"
        state = done if len(signed) > 1 else thing.state
        self.things[made.thing] = msgspec.structs.replace(
            thing, signed=signed, state=state, act=made.act, reason=made.reason
        )

    def _use(self, id: str, *, starts: bool = True) -> None:
        """Put a thing in use; the one of its kind that was in use goes into the reserve, as old as it is. What a closed table is
        set up with does not age (``starts``) before the table is opened."""
        thing = self.things[id]
        assert thing.state == "reserve", f"{id} is {thing.state} and cannot be put in use"
        named = thing.kind in self.unnamed
        self.unnamed.discard(thing.kind)
        old = self.in_use(thing.kind)
        if old is not None and old.id != id:
            if old.state == "in_use":
                self.things[old.id] = msgspec.structs.replace(old, state="reserve")
        since = thing.since or (self.now if starts else "")
        thing = self.things[id] = msgspec.structs.replace(thing, state="in_use", since=since)
        for duty in self.duties if since else ():
            if duty.thing == thing.kind and duty.replaces:
                self.since[duty.name] = since
        if thing.kind in SHUFFLED and not named:  # else it has been in play since the round in which it came
            self._mixed_anew()

    def absorb(self, events: Iterable[Event]) -> None:
        """What events of a round say about things: a device out of order or back, a set that left the table."""
        events = list(events)
        super().absorb(events)
        for event in events:
            if isinstance(event, DeviceStatus):
                self._device_status(event)
            elif isinstance(event, Replaced):
                self._replaced(event)

    def _device_status(self, event: DeviceStatus) -> None:
        kinds = {kind.name for kind in self.thing_kinds if kind.device == event.device}
        for kind in kinds:
            thing = self.in_use(kind)
            if thing is not None:  # where another took the place of the broken one, that one serves
                state: ThingState = "in_use" if event.in_service else "out_of_order"
                self.things[thing.id] = msgspec.structs.replace(thing, state=state)

    def _replaced(self, event: Replaced) -> None:
        """The set that was in use has left the table; which one took its place, somebody has to say."""
        kind = event.thing
        old = self.in_use(kind)
        if old is not None:
            self._leaves(old, "sealed" if event.sealed else "removed", event.why)
        if self.by_person:
            self.unnamed.add(kind)
        for duty in self.duties:
            if duty.thing == kind and duty.replaces:
                self.since[duty.name] = self.now
        if kind in SHUFFLED and not event.inspected:
            self._unsign(When.CARDS)

    def works_with(self, kind: str) -> bool:
        """Whether a table works with equipment of a kind; one with a generator needs none, and only keeps what it has."""
        known = (*self.things.values(), *self.gone.values())
        return self.founded.settings.chance == "entered" or any(thing.kind == kind for thing in known)

    @property
    def things_missing(self) -> list[ThingKind]:
        """At a table dealt by a person, the kinds of which nothing is in use; a device out of order is not missing, nor one
        that was taken away as such, for the text says what is done without it."""
        broken = {thing.kind for thing in self.gone.values() if thing.state == "out_of_order"}
        kinds = [kind for kind in self.thing_kinds if self.works_with(kind.name)] if self.by_person else []
        return [kind for kind in kinds if self.in_use(kind.name) is None and not (kind.device and kind.name in broken)]

    # --- open and closed

    def _on_opened(self, made: entries.Opened) -> None:
        if self.by_person:
            assert not self.lists_due, "the table was opened before its inspections were signed"
            assert not self.things_missing, "the table was opened without what it works with"
        self.open = self.reopened = self.unseen = True
        self.idle = False
        self._unsign(When.CLOSING, When.IDLE, When.ARRIVAL)
        for thing in self.things.values():
            if thing.state == "in_use" and not thing.since:
                self.things[thing.id] = msgspec.structs.replace(thing, since=self.now)
        for duty in self.duties:
            if self.by_person:
                self.since.setdefault(duty.name, self.now)
            else:
                self.since[duty.name] = self.now

    def _on_closing(self, made: entries.Closing) -> None:
        self.closing, self.closes_for = True, made.by

    def _on_closed(self, made: entries.Closed) -> None:
        self.open = self.closing = self.idle = False
        self.signed = {}
        for kind in self.thing_kinds:
            if kind.new_at_opening and (old := self.in_use(kind.name)) is not None:
                self._leaves(old, "removed", "used until the table closed")

    def _deserted(self) -> None:
        """The last player has left."""
        self.reopened = True
        if not self.open:
            return
        self.idle = True
        self._unsign(When.IDLE)
        for kind in self.thing_kinds:
            if kind.new_at_opening and kind.name in SHUFFLED and self.number:  # every shoe has new cards (629a.3(b))
                if (old := self.in_use(kind.name)) is not None:
                    self._leaves(old, "removed", "used in a shoe")
                self._mixed_anew()


def signs_itself(table: Keeping, checklist: Checklist) -> Iterable[entries.Signed]:
    """The signatures of the automatic dealer, for all that are missing."""
    items = checklist.enough
    for number, signature in enumerate(checklist.signatures, 1):
        if number not in table.signed.get(checklist.name, {}):
            yield entries.Signed(checklist.name, AUTOMATIC, signature.roles[0], items, number=number)

"""People who come, go, are moved and come back at a table, while its rounds are played at random; and what has to hold then.

The checks share nothing with the table: they keep their own list of who sits where, and read the record beside it.
"""

import random
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from pitboss import catalogue
from pitboss.events import Charged, Collected, Paid, Refunded, Returned, Shuffled, Transferred, Wagered, Withdrawn
from pitboss.families.baccarat.hands import BANKER
from pitboss.families.banking import BANK, CO_BANK
from pitboss.game import Game
from pitboss.house.founding import Plan
from pitboss.house.host.host import Host
from pitboss.house.host.seats import Chips
from pitboss.house.host.sessions import Session
from pitboss.house.table import entries
from pitboss.house.table.entries import Settings
from pitboss.journal import Entry, Step
from pitboss.procedure import Offer, Refused, Window
from pitboss.roles import Role
from pitboss.submission import RulesSubmission, made_choices, submit
from tests.house.desk import Desk, random_round, run
from tests.house.lawful_tables import random_filing
from tests.house.sending import leave_table, seat_wish, take_box, take_seat

UNHURRIED = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0, buy_in=500_000)
# where a filing has this choice and may have it so
WISHED = (
    ("no_mid_shoe_entry", True),
    ("player_bank", True),
    ("adjacent_boxes", 2),
    ("adjacent_boxes", 3),
    ("vigorish_collection", "deferred"),
)
BY_PLACE = {"accept_dice", "reject_dice"}  # what is offered by where somebody sits


class Visitor(msgspec.Struct):
    """Somebody with a purse of their own, who may come back."""

    purse: str
    session: Session
    stays: int = 1


def plan(game: str, pick: random.Random | None = None) -> Plan:
    """The example, or a filing at random, with what is wished where that is lawful."""
    found = catalogue.game(game)
    rules = random_filing(found, lambda n: pick.randrange(n) if n else 0) if pick is not None else found.example()
    for name, value in WISHED:
        if name in rules.chosen:
            with suppress(Refused):
                rules = submit(found.rules, made_choices(rules.chosen) | {name: value})
    return Plan("T", game, "T", UNHURRIED, rules)


async def sit(desk: Desk, purse: str, seat: int, stay: int) -> Session:
    host = desk.host("T")
    reply = await take_seat(host, seat_wish(desk.key(), seat), chips=Chips(purse, f"{purse} {stay}", 500_000))
    host.presence.out_of_reach.pop(reply["seat"], None)
    return desk.house.sessions.of(reply["token"], "T")


def offered(desk: Desk, seat: int) -> set[Offer] | None:
    """What whoever is in a seat may do, apart from what depends on the place; None while betting is closed."""
    table = desk.table("T")
    window = table.round.pending if table.round is not None else None
    if not isinstance(window, Window):
        return None
    found = window.menu.offers(seat, table.state.seats.player(seat))
    return {offer for offer in found if offer.says not in BY_PLACE}


async def play(database: Path, found: Plan, seed: int, rounds: int) -> list[Entry]:
    """Rounds with people who come and go between them and while betting is open; the record that they leave."""
    pick = random.Random(f"{found.game} {seed}")
    assert found.rules is not None
    async with Desk(database, [found]) as desk:
        here: list[Visitor] = []
        gone: list[Visitor] = []
        for number in range(min(3, found.rules.posted.seats)):
            purse = f"visitor-{number}"
            here.append(Visitor(purse, await sit(desk, purse, number + 1, 0)))

        async def between() -> None:
            if pick.random() < 0.15:
                await come_and_go(desk, pick, here, gone)

        for _ in range(rounds):
            await random_round(desk, "T", Seated(desk, here), pick, between)
            await come_and_go(desk, pick, here, gone)
        return list(desk.house.store.entries("T"))


def check(database: Path, found: Plan, seed: int, rounds: int) -> Counter[str]:
    """Play so, and read the record."""
    assert found.rules is not None
    record = run(lambda: play(database, found, seed, rounds))
    return check_record(record) + check_rights(record, catalogue.game(found.game), found.rules)


class Seated(dict[int, Session]):
    """Who holds which seat or box at this moment, as ``random_round`` asks for it."""

    def __init__(self, desk: Desk, here: list[Visitor]) -> None:
        super().__init__()
        self.desk, self.here = desk, here

    def items(self) -> Any:
        follow(self.desk.host("T"), self.here)
        held = self.desk.table("T").state.seats.held
        return [(seat, one.session) for one in self.here for seat in held(one.session.seat)]

    def __contains__(self, seat: object) -> bool:
        return any(seat == one for one, _ in self.items())

    def __getitem__(self, seat: int) -> Session:
        found: Session = next(session for one, session in self.items() if one == seat)
        return found


def follow(host: Host, here: list[Visitor]) -> None:
    """Pages of those who were moved come back, and find where they sit."""
    seats = host.require_table().state.seats
    for one in here:
        number = next(n for n, patron in seats.patrons.items() if patron.purse == one.purse)
        if (seat := seats.seat_of(number)) != one.session.seat:
            one.session = msgspec.structs.replace(one.session, seat=seat)


async def come_and_go(desk: Desk, pick: random.Random, here: list[Visitor], gone: list[Visitor]) -> None:
    """Somebody leaves, comes, comes back or is moved; what the house refuses is refused for a reason of the moment."""
    host = desk.host("T")
    table = desk.table("T")
    follow(host, here)
    free = [s for s in range(1, table.rules.posted.seats + 1) if not table.state.seats.holder(s)]
    free = [s for s in free if s not in {to for to, _ in table.state.seats.moves.values()}]
    act = pick.choice(("leave", "come", "move", "swap", "back", "box", "unbox"))
    try:
        if act in ("leave", "swap") and len(here) > 1:
            one = pick.choice(here)
            seat = one.session.seat
            await leave_table(host, one.session, desk.key())
            here.remove(one)
            gone.append(one)
            if act == "swap":
                purse = f"visitor-{pick.random()}"
                here.append(Visitor(purse, await sit(desk, purse, seat, 0)))
                check_stranger(desk, seat, free)
        elif act == "come" and free and len(here) < 5:
            purse = f"visitor-{pick.random()}"
            here.append(Visitor(purse, await sit(desk, purse, pick.choice(free), 0)))
        elif act == "back" and gone and free:
            one = gone.pop(pick.randrange(len(gone)))
            one.session = await sit(desk, one.purse, pick.choice(free), one.stays)
            one.stays += 1
            here.append(one)
        elif act == "move" and free:
            await move(desk, pick.choice(here), pick.choice(free))
        elif act == "box":
            await take_box(host, pick.choice(here).session, seat_wish(desk.key()))
        elif act == "unbox":
            one = pick.choice(here)
            boxes = [box for box in table.state.seats.held(one.session.seat) if box != one.session.seat]
            if boxes:
                await leave_table(host, one.session, desk.key(), box=pick.choice(boxes))
    except Refused as refused:
        assert refused.code in ("locked", "no_such_seat", "one_position"), refused
    follow(host, here)


async def move(desk: Desk, one: Visitor, to: int) -> None:
    """The floor moves somebody: what they may do stays as it was, and their chips are the same."""
    table, seat = desk.table("T"), one.session.seat
    before, rack = offered(desk, seat), table.state.ledger.chips(seat)
    floor = desk.person(Role.PIT_MANAGER, "T")
    await desk.do("T", floor, do="move_seat", seat=seat, to_seat=to)
    now = table.state.seats
    if now.holder(seat):
        assert now.moves[seat][0] == to, "a move that waits is kept"
        return
    after = offered(desk, to)
    assert before == after, f"moving from {seat} to {to} changed {(before or set()) ^ (after or set())}"
    assert table.state.ledger.chips(to) == rack


def check_stranger(desk: Desk, seat: int, free: list[int]) -> None:
    """Who takes the seat of somebody who left may do what a stranger may in a seat that was empty before."""
    table = desk.table("T")
    window = table.round.pending if table.round is not None else None
    if not isinstance(window, Window) or not free:
        return
    mine = offered(desk, seat)
    fresh = {o for o in window.menu.offers(free[0], table.state.seats.player(seat)) if o.says not in BY_PLACE}
    assert mine == fresh, f"seat {seat}: {(mine or set()) ^ fresh}"


# --- the record, read beside a list of one's own


def check_rights(record: list[Entry], game: Game, rules: RulesSubmission) -> Counter[str]:
    """Nobody wagers in mid-shoe who sat out a round of it, and nobody banks who did not wager against the dealer in the last
    round without a bank, or who banked in the last: by what wagers, shuffles and rounds of the record say."""
    main, closed = game.wagers[0].name, bool(rules.chosen.get("no_mid_shoe_entry"))
    entered: set[str] | None = None  # who wagered in the last round of this shoe; None: it is new
    before: set[str] = set()
    banked, seen = "", Counter[str]()
    up: Counter[str] = Counter()
    owners: dict[int, str] = {}
    banker = ""
    for entry in record:
        made: Any = entries.DECODERS[entry.kind].decode(entry.payload)
        if isinstance(made, entries.Began):
            up, owners, banker = Counter(), {}, ""
        for event in made.events if isinstance(made, Step) else ():
            if isinstance(event, Shuffled):
                entered = None
            elif isinstance(event, Wagered) and event.wager == main:
                assert not closed or entered is None or event.player in entered, f"{event}: only {entered} may"
                seen["in mid-shoe"] += closed and entered is not None
                owners[event.seat], up[event.player] = event.player, up[event.player] + event.amount
            elif isinstance(event, Withdrawn) and event.wager == main:
                up[owners[event.seat]] -= event.amount
            elif isinstance(event, Wagered) and event.wager in (BANK, CO_BANK) and event.seat:
                assert event.player in before, f"{event}: only {before} may"
                assert event.player != banked, f"{event}: twice in a row"
                seen["bank"] += 1
                banker = event.player
        if isinstance(made, entries.Ended):
            there = {player for player, amount in up.items() if amount > 0}
            entered, banked = there or entered, banker
            before = before if banker else there
    return seen


def check_record(record: list[Entry]) -> Counter[str]:
    """Every answer, wager and entry names the patron who was there, and each patron's chips add up by themselves."""
    sits: dict[int, int] = {}
    racks: Counter[int] = Counter()
    wagered: dict[int, int] = {}  # by seat, who wagered there last
    owes: Counter[int] = Counter()  # vigorish that is marked for each patron, or more
    seen: Counter[str] = Counter()
    for entry in record:
        made: Any = entries.DECODERS[entry.kind].decode(entry.payload)
        if isinstance(made, entries.Seated):
            assert made.patron not in sits.values(), "one patron has one seat"
            sits[made.seat] = made.patron
            racks[made.patron] += made.amount
        elif isinstance(made, entries.Left):
            assert made.patron == sits.pop(made.seat)
            assert racks[made.patron] == made.amount, f"patron {made.patron} leaves with {made.amount}"
            assert not owes[made.patron], f"patron {made.patron} leaves owing {owes[made.patron]}"
            racks[made.patron] = 0
        elif isinstance(made, entries.Boxed):
            assert made.patron == sits[made.holder]
            sits[made.seat] = made.patron
        elif isinstance(made, entries.Unboxed):
            assert made.patron == sits.pop(made.seat)
        elif isinstance(made, entries.SeatMoved):
            sits[made.to] = sits.pop(made.seat)
            assert made.patron == sits[made.to]
            if made.seat in wagered:
                wagered[made.to] = wagered.pop(made.seat)
        elif isinstance(made, entries.Bought | entries.Advanced):
            assert made.patron == sits[made.seat]
            racks[made.patron] += made.amount
        elif isinstance(made, Step):
            for answer in made.answers:
                if isinstance(answer.by, int) and answer.by in sits and not answer.absent:
                    assert answer.player == f"p{sits[answer.by]}", answer
            for event in made.events:
                _book(event, sits, racks, wagered)
                _owe(event, sits, owes)
        seen[entry.kind] += 1
    return seen


def _book(event: Any, sits: dict[int, int], racks: Counter[int], wagered: dict[int, int]) -> None:
    if isinstance(event, Transferred) or not getattr(event, "seat", 0):
        return
    if isinstance(event, Wagered):
        assert event.player == f"p{sits[event.seat]}", event
        wagered[event.seat] = sits[event.seat]
        racks[sits[event.seat]] -= event.amount
    elif isinstance(event, Withdrawn | Refunded):
        racks[sits[event.seat]] += event.amount
    elif isinstance(event, Charged):
        racks[sits[event.seat]] -= event.amount
    elif isinstance(event, Paid | Collected | Returned):
        assert wagered[event.seat] == sits[event.seat], f"{event} is of patron {wagered[event.seat]}"
        back = event.returned - (event.stake if event.stays else 0) - event.taken
        racks[sits[event.seat]] += back


def _owe(event: Any, sits: dict[int, int], owes: Counter[int]) -> None:
    """Vigorish that was marked for a patron is collected from that patron."""
    if isinstance(event, Paid) and event.deferred:
        owes[sits[event.seat]] += event.vigorish
    elif isinstance(event, Charged) and event.wager == BANKER:
        assert owes[sits[event.seat]], f"{event} is collected from patron {sits[event.seat]}, who owes nothing"
        owes[sits[event.seat]] = 0

"""Tables that are to be founded, and a floor file that is applied to a house that differs from it."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from pitboss import catalogue
from pitboss.house.cage.purses import CAGE_JOURNAL
from pitboss.house.filings import proposals
from pitboss.house.floorplan import demonstration
from pitboss.house.floorplan.diff import FloorDifference, TableNow, differences
from pitboss.house.floorplan.file import LIVE, LONGEST, PRACTICE, TIMED, FloorFile, Pit, TableLine, is_number
from pitboss.house.floorplan.registering import Registered, register_filings
from pitboss.house.host import conditions, equipment_checks, inspections, rules_in_force, seats
from pitboss.house.host.host import Host
from pitboss.house.people.entries import HouseNamed, PitNamed, ThingReceived
from pitboss.house.people.filings import FILE
from pitboss.house.people.register import HOUSE_JOURNAL, Register
from pitboss.house.protocol.filings import AddTable
from pitboss.house.storage import store
from pitboss.house.storage.store import Store, Write
from pitboss.house.table import entries, pledges, rounds
from pitboss.house.table.filing import limits_of, submission_of
from pitboss.house.table.table import Table, found
from pitboss.journal import AUTOMATIC, Actor
from pitboss.meters import MeterState
from pitboss.procedure import Refusal, Refused
from pitboss.roles import Role
from pitboss.submission import RulesSubmission, check_fileable, not_to_be_filed, write


class Plan(msgspec.Struct, frozen=True):
    """A table to create, if it does not exist yet."""

    name: str
    game: str
    title: str
    settings: entries.Settings
    rules: RulesSubmission | None = None  # None: the game's own example
    staff: tuple[tuple[Role, str], ...] = ()  # in a demonstration: who stands at the table from the beginning
    filed: RulesSubmission | None = None  # the filing, where the rules post other limits within it
    filing: str = ""  # its id in the house's register


def plans_of(file: FloorFile) -> list[Plan]:
    """The tables of a floor file."""
    standing = demonstration.staff(file.tables)
    return [plan_of(line, file.house.holder, standing[line.number]) for line in file.tables]


def plan_of(line: TableLine, holder: str, staff: tuple[tuple[Role, str], ...] = ()) -> Plan:
    return Plan(line.number, line.game, line.title, line.settings, line.rules(holder), staff, line.as_filed(holder))


MADE_UP = "made up for the demonstration"  # the approval of equipment that nobody has


async def under_filings(
    plans: Iterable[Plan], file: FloorFile, register: Register, today: str
) -> tuple[list[Plan], list[str]]:
    """The tables of a file that can be founded, each under its filing in the register; and why others cannot."""
    wanted = {plan.name: plan for plan in plans}
    lines = [line for line in file.tables if line.number in wanted]
    found = await register_filings(lines, file.house.holder, register)
    under, cannot = [], list(found.cannot.values())
    for line in lines:
        if (filing := found.filings.get(line.number)) is None:
            continue
        rules = line.rules(file.house.holder)
        if why := _against_condition(register, line.number, filing, rules, today) or _proposed(line, rules, register):
            cannot.append(why)
        else:
            under.append(msgspec.structs.replace(wanted[line.number], filing=filing))
    return under, cannot


def _proposed(line: TableLine, rules: RulesSubmission, register: Register) -> str:
    """Why a table in play cannot follow the text that its file names; empty where it can."""
    why = "" if line.settings.practice else proposals.not_to_be_played(catalogue.game(line.game), rules, register)
    return f"{line.number}: {why}" if why else ""


def found_table(
    plan: Plan,
    register: Register,
    storage: Store,
    now: str,
    holder: str,
    by: Actor | None = None,
    version: str = "",
    equips: Actor | None = None,
) -> list[Write]:
    """What goes to the store for a new table. It has the equipment that somebody received and brings there, else none."""
    if plan.name in (HOUSE_JOURNAL, CAGE_JOURNAL):
        raise Refused(Refusal.MALFORMED, f"A table cannot be called {plan.name!r}.", "")
    game = catalogue.game(plan.game)
    rules = plan.rules if plan.rules is not None else game.example()
    if holder and plan.rules is None:
        rules = msgspec.structs.replace(rules, holder=holder)
    if not plan.settings.practice:
        check_fileable(rules)
    bounds = limits_of(plan.filed.chosen) if plan.filed is not None else {}
    bounds = {} if bounds == limits_of(rules.chosen) else bounds
    chosen, submission = rules.chosen, rules.hash(game.name)
    made = entries.Founded(game.name, plan.title, chosen, submission, version, plan.settings, bounds)
    table = found(plan.name, made, now)
    if plan.filing:
        _name_filing(table, plan.filed or rules, rules, plan.filing, by or FILE)
    for brought in (
        equipment_checks.found_with(table, equips) if equips is not None and table.state.filing.by_person else ()
    ):
        table.enter(brought)
    for role, credential in plan.staff:
        if (person := register.people.get(credential)) is not None:
            table.enter(entries.Assigned(person.credential, person.name, role))
    if not table.state.filing.by_person:
        inspections.sign_automatically(table)
        table.enter(entries.Opened(AUTOMATIC))
    storage.forms.belongs(plan.name, game.name)
    settings = msgspec.json.encode(plan.settings).decode()
    row = (plan.name, game.name, plan.title, write(game.name, rules), settings)
    return [(store.TABLE, row), *map(storage.sealed, table.written)]


def equipment_of(plan: Plan, by: Actor) -> Iterator[ThingReceived]:
    """What a table that a person deals is set up with in a demonstration, as it is received there."""
    if plan.settings.dealer == "person":
        game = catalogue.game(plan.game)
        for id, kind, _ in equipment_checks.full_set(plan.name, game.things(plan.rules or game.example())):
            yield ThingReceived(id, kind.name, kind.title, MADE_UP if kind.approval else "", by)


def _name_filing(table: Table, filed: RulesSubmission, posted: RulesSubmission, filing: str, by: Actor) -> None:
    """The filing is in force here; then the limits that the table posts within it."""
    table.enter(entries.RulesChanged(filed.chosen, filed.hash(table.game.name), filing, by))
    if posted.chosen != filed.chosen:
        table.enter(entries.RulesChanged(posted.chosen, posted.hash(table.game.name), "", by))


def plan_for(wish: AddTable, register: Register, known: Mapping[str, Host], today: str) -> Plan:
    """A table that a manager adds while the house is open, or a refusal that says what is wrong."""
    number = wish.number.strip()
    if not is_number(number):
        words = f"Expected a table number of up to {LONGEST} letters, digits and dashes, not {number!r}."
        raise Refused(Refusal.MALFORMED, words, "")
    if number.casefold() in (HOUSE_JOURNAL, CAGE_JOURNAL):
        words = (
            f"{number.casefold()!r} is the name of the house's own record; expected another table number, like RL-101."
        )
        raise Refused(Refusal.MALFORMED, words, "")
    if number.lower() in {name.lower() for name in known}:
        raise Refused(
            Refusal.FORBIDDEN_CHOICE, f"There is a table {number} already; expected a number that no table has.", ""
        )
    filing = register.filings.get(wish.filing)
    if filing.state != "approved":
        raise Refused(
            Refusal.LOCKED, f"{filing.id} is {filing.state}; a table is added under one that is approved.", "601a.2"
        )
    conditions.check_place(filing, number)
    conditions.check_date(filing, today)
    if wish.game and wish.game != filing.game:
        raise Refused(Refusal.FORBIDDEN_CHOICE, f"{filing.id} is for {filing.game}, not for {wish.game}.", "601a.2")
    rules_in_force.check_pit(wish.pit, register.pits)
    if wish.dealt not in ("automatic", "person") or wish.chance not in ("generator", "entered"):
        raise Refused(
            Refusal.MALFORMED, "A table is dealt automatically or by a person; chance is generated or entered.", ""
        )
    if wish.dealt == "automatic" and (wish.chance == "entered" or wish.follow):
        raise Refused(
            Refusal.FORBIDDEN_CHOICE, "A table that software deals has a generator, and players at devices.", ""
        )
    if wish.buy_in <= 0:
        raise Refused(Refusal.MALFORMED, "A buy-in is at least one cent.", "")
    settings = msgspec.structs.replace(
        LIVE if wish.dealt == "person" else TIMED,
        chance=wish.chance,
        follow=wish.follow,
        pit=wish.pit,
        buy_in=wish.buy_in,
    )
    game = catalogue.game(filing.game)
    rules = submission_of(game, conditions.bound(game, filing))
    proposals.check(game, rules, register)
    return Plan(number, game.name, wish.title or game.title, settings, rules, filing=filing.id)


BUY_IN_WAGERS = 100  # smallest wagers that a buy-in is enough for at a table of one's own


def own_settings(owner: str, number: str, rules: RulesSubmission) -> entries.Settings:
    """How a visitor's own practice table is run: its meters move with no other table's."""
    enough = BUY_IN_WAGERS * (rules.minimum or 0)
    return msgspec.structs.replace(PRACTICE, owner=owner, link=number, buy_in=max(PRACTICE.buy_in, enough))


# --- a file and a house that differ


def tables_now(hosts: Mapping[str, Host]) -> list[TableNow]:
    """The tables of the floor that are not retired, as they are; those that visitors have for themselves are in no file."""
    tables = [host.table for host in hosts.values() if host.table is not None and not host.table.state.standing.retired]
    tables = [table for table in tables if not table.state.filing.settings.owner]
    return [
        TableNow(t.name, t.game.name, t.state.filing.founded.title, t.state.filing.settings, t.rules) for t in tables
    ]


def differing(file: FloorFile, hosts: Mapping[str, Host], register: Register) -> list[FloorDifference]:
    """What the file says and the house differs in."""
    pits = [Pit(name, title) for name, title in register.pits.items()]
    retired = {name for name, host in hosts.items() if host.table is not None and host.table.state.standing.retired}
    found = differences(file, tables_now(hosts), register.named_as, pits)
    return [
        one if one.table not in retired else msgspec.structs.replace(one, sentence=_retired(one.table)) for one in found
    ]


def _retired(number: str) -> str:
    return f"{number} is retired; a table of another number takes its place."


async def name_house(file: FloorFile, register: Register, *, again: bool = False) -> None:
    """What the file says of the house itself; where somebody has said otherwise since, only when it is applied ``again``."""
    house = HouseNamed(by=None, **msgspec.structs.asdict(file.house))
    if register.named_as is None or (again and msgspec.structs.replace(register.named_as, by=None) != house):
        await register.enter(house)
    for pit in file.pits:
        if pit.name not in register.pits or (again and register.pits[pit.name] != pit.title):
            await register.enter(PitNamed(pit.name, pit.title))


def apply_to(host: Host, file: FloorFile, registered: Registered) -> str:
    """Let a table be as the file has it, between rounds; returns what could not be done, as a sentence, or nothing."""
    table = host.require_table()
    line = next((line for line in file.tables if line.number == table.name), None)
    if line is None:
        return _retire(host, table)
    if table.state.standing.retired:
        return _retired(table.name)
    if line.game != table.game.name:
        return f"{table.name} is a table of {table.game.title}; another game takes a table of its own."
    if line.settings != table.state.filing.settings or line.title != table.state.filing.founded.title:
        if why := _cannot_be_run(table, line.settings):
            return why
        table.enter(entries.SettingsChanged(line.settings, line.title, FILE))
    if line.number in registered.cannot:
        return registered.cannot[line.number]
    filed, posted = line.as_filed(file.house.holder), line.rules(file.house.holder)
    filing = _in_force(host, table, filed) or registered.filings[line.number]
    if why := _against_condition(host.house.register, table.name, filing, posted, rules_in_force.today(host)):
        return why
    if table.state.filing.filing != filing or table.state.filing.bounds != limits_of(filed.chosen):
        if not line.settings.practice and (wrong := next(not_to_be_filed(filed), None)) is not None:
            return f"{table.name}: {wrong}"
        if why := _proposed(line, filed, host.house.register):
            return why
        if not _comes(host, table, filed, filing):
            if table.state.filing.scheduled is not None and posted.chosen != filed.chosen:
                _comes(host, table, posted, filing)  # never wider limits than those of the file, not even for a while
            return (
                f"{table.name}: {rules_in_force.waits_for(table)}"
                if table.state.filing.scheduled is not None
                else _stay(table)
            )
    if posted.hash(table.game.name) != table.state.filing.founded.submission and not _comes(host, table, posted, ""):
        return f"{table.name}: {rules_in_force.waits_for(table)}"
    return ""


def _against_condition(register: Register, table: str, filing: str, posted: RulesSubmission, today: str) -> str:
    """Why a condition of the Board keeps a filing from being in force as the file has it; empty where none does."""
    known = register.filings.get(filing)
    try:
        conditions.check_place(known, table)
        conditions.check_date(known, today)
        conditions.check_maximum(known, posted)
    except Refused as refusal:
        return f"{table}: {refusal.sentence}"
    return ""


def _in_force(host: Host, table: Table, filed: RulesSubmission) -> str:
    """The filing in force, where it is one with these choices: of several alike it stays."""
    alike = host.house.register.filings.alike(table.game.name, filed.hash(table.game.name))
    return (
        table.state.filing.filing
        if any(one.id == table.state.filing.filing and one.state == "approved" for one in alike)
        else ""
    )


def _comes(host: Host, table: Table, rules: RulesSubmission, filing: str) -> bool:
    """Let rules come into force as the file has them; whether they did, or wait until they can."""
    made = entries.RulesScheduled(rules.chosen, rules.hash(table.game.name), filing, "", FILE)
    if table.state.filing.scheduled != made:
        table.enter(made)
    return rules_in_force.come_into_force(host, table)


def _stay(table: Table) -> str:
    return f"{table.name}: its rules stay as they are; its meters do not allow those of the file."


def _cannot_be_run(table: Table, wanted: entries.Settings) -> str:
    """Why a table cannot be run in another way now, as a sentence; empty where it can."""
    now = table.state.filing.settings
    if now.follow != wanted.follow and (table.state.seats.players or table.state.felt.up):
        return f"{table.name}: who speaks for the seats can change when nobody sits there."
    if now.link != wanted.link and any(meter.moved or meter.kept for meter in meters_of(table)):
        return f"{table.name} has moved the meter of its group; another group takes a table of its own."
    if (now.dealer, now.chance, now.practice) != (
        wanted.dealer,
        wanted.chance,
        wanted.practice,
    ) and table.state.felt.number:
        return f"{table.name} has been dealt in another way; another way takes a table of its own."
    return ""


def meters_of(table: Table) -> list[MeterState]:
    return list(table.game.meter_states(table.rules, table.state.felt.state).values())


def _retire(host: Host, table: Table) -> str:
    """A table that is not in the file any more is closed and retired."""
    if table.state.standing.retired:
        return ""
    if table.state.felt.up or (table.round is not None and not rounds.is_cancelable(table)):
        return f"{table.name} is not in the file; apply it again when the wagers on its layout are decided."
    if table.round is not None:
        rounds.unplay(table, "the table closes")
    for seat in list(table.state.seats.players):
        seats.give_up_all(host, table, seat, entries.HOUSE)
        host.presence.get_up(seat)
    if table.state.standing.open:
        pledges.close(table, FILE)
    table.enter(entries.Retired("not in the floor file", FILE))
    return ""

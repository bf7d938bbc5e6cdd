"""Who may do what: one table of rights, each with its citation. The gate, the desks and the papers read it here.

An act is named in words: ``report shuffler_jam``, ``sign opening``, ``do deck_change``, ``answer stub``, ``open_table``. What a
chapter decides (who reports, signs, answers) stands with the chapter's own declarations; what belongs to the house
stands below. "Floorperson or above" is an order of ranks (``roles.serves_as``, I-GEN-32).
"""

from collections.abc import Collection, Iterable

import msgspec

from pitboss.game import FLOOR_ONLY, Game
from pitboss.procedure import DEALER, FLOOR, Refusal, Refused, Who
from pitboss.roles import AT_A_TABLE, Role, role_for, spoken
from pitboss.submission import RulesSubmission

FLOOR_OR_ABOVE = "I-GEN-32"
FILED = "601a.2"  # Rules Submissions themselves (I-GEN-31)
LIMITS = "I-GEN-34"  # posted minimum and maximum
CORRECTED = "I-GEN-40"  # what a person enters, and its correction
OWED = "I-GEN-44"  # what a correction gives to somebody who left
PERSONS = "I-GEN-39"  # what the record says a person did, that person did
MANAGERS = (Role.PIT_MANAGER,)
OVERSEERS = (Role.AUDITOR, Role.BOARD)
ADMINISTRATORS = (Role.ADMINISTRATOR,)


class Right(msgspec.Struct, frozen=True):
    """That persons in these roles may do an act; with the provision or reading behind it."""

    act: str
    roles: tuple[Role, ...]
    cite: str
    assigned: bool = False  # only by those who are assigned to the table, nobody above (I-GEN-32)


# What is done at any table besides what its chapter says.
AT_TABLES = (
    Right("open_table", FLOOR_ONLY, FLOOR_OR_ABOVE),
    Right("close_table", FLOOR_ONLY, FLOOR_OR_ABOVE),
    Right("assign floorperson", MANAGERS, FLOOR_OR_ABOVE),
    *(Right(f"assign {role}", FLOOR_ONLY, FLOOR_OR_ABOVE) for role in (Role.DEALER, Role.STICKPERSON, Role.BOXPERSON)),
    Right("release floorperson", MANAGERS, FLOOR_OR_ABOVE),
    *(Right(f"release {role}", FLOOR_ONLY, FLOOR_OR_ABOVE) for role in (Role.DEALER, Role.STICKPERSON, Role.BOXPERSON)),
    Right("put rules in force", (Role.MANAGER,), FILED),
    Right("change limits", (Role.PIT_MANAGER, Role.MANAGER), LIMITS),
    Right("change settings", (Role.MANAGER,), PERSONS),
    Right("retire table", (Role.MANAGER,), PERSONS),
    Right("announce", (Role.DEALER, *FLOOR_ONLY), PERSONS),
    Right("free seat", FLOOR_ONLY, PERSONS),
    Right("move seat", FLOOR_ONLY, PERSONS),
    Right(
        "write incident",
        (Role.DEALER, Role.STICKPERSON, Role.BOXPERSON, *FLOOR_ONLY, Role.SECURITY, Role.SURVEILLANCE),
        PERSONS,
    ),
    Right("propose correction", FLOOR_ONLY, CORRECTED),
    Right("decide correction", FLOOR_ONLY, CORRECTED),
    Right("bring thing", FLOOR_ONLY, PERSONS),
    Right("take thing", (*FLOOR_ONLY, Role.SECURITY), PERSONS),
    Right("seal thing", (Role.DEALER, *FLOOR_ONLY, Role.SECURITY), PERSONS),
    Right("witness seal", (*FLOOR_ONLY, Role.SECURITY), PERSONS),
    Right("destroy thing", (*FLOOR_ONLY, Role.SECURITY), PERSONS),
    Right("witness destruction", (*FLOOR_ONLY, Role.SECURITY), PERSONS),
)

# What is done in the house, at no table.
IN_THE_HOUSE = (
    Right("see people", (*ADMINISTRATORS, *MANAGERS, Role.MANAGER, *OVERSEERS), PERSONS),
    Right("add person", ADMINISTRATORS, PERSONS),
    Right("add player", (*ADMINISTRATORS, Role.CAGE_CASHIER), PERSONS),
    Right("change roles", ADMINISTRATORS, PERSONS),
    Right("end person", ADMINISTRATORS, PERSONS),
    Right("invite person", ADMINISTRATORS, PERSONS),
    Right("unlock person", ADMINISTRATORS, PERSONS),
    Right("revoke sessions", ADMINISTRATORS, PERSONS),
    Right("receive thing", (*FLOOR_ONLY, Role.SECURITY, Role.MANAGER), PERSONS),
    Right(
        "see things",
        (*FLOOR_ONLY, Role.SECURITY, Role.SURVEILLANCE, Role.MAINTENANCE, Role.MANAGER, *OVERSEERS),
        PERSONS,
    ),
    Right("see staff", (*FLOOR_ONLY, *ADMINISTRATORS), PERSONS),
    Right("see filings", (Role.MANAGER, *MANAGERS, *OVERSEERS), FILED),
    Right("draft filing", (Role.MANAGER,), FILED),
    Right("file filing", (Role.MANAGER,), FILED),
    Right("withdraw filing", (Role.MANAGER,), FILED),
    Right("decide filing", (Role.BOARD,), FILED),
    Right("name house", (Role.MANAGER, *ADMINISTRATORS), PERSONS),
    Right("add table", (Role.MANAGER,), PERSONS),
    Right("see pit", (*FLOOR_ONLY, Role.MANAGER, Role.SURVEILLANCE, *OVERSEERS), PERSONS),
    Right(
        "see figures",
        (*FLOOR_ONLY, Role.MANAGER, Role.SURVEILLANCE, Role.CAGE_CASHIER, Role.COUNT_TEAM, *OVERSEERS),
        PERSONS,
    ),
    Right("see administration", (*ADMINISTRATORS, Role.AUDITOR), PERSONS),
    Right("make backup", ADMINISTRATORS, PERSONS),
    Right("issue device key", ADMINISTRATORS, PERSONS),
    Right("revoke device key", ADMINISTRATORS, PERSONS),
    Right("export record", OVERSEERS, PERSONS),
    Right("approve software", (Role.BOARD,), PERSONS),
    Right("search record", (Role.SURVEILLANCE, *OVERSEERS), PERSONS),
    Right("read every round", (*OVERSEERS, *FLOOR_ONLY, Role.SURVEILLANCE), PERSONS),
    Right("see play watched", (Role.MANAGER, *OVERSEERS), PERSONS),
    Right("look into alarm", (Role.MANAGER, Role.BOARD), PERSONS),
)


def rights(game: Game, rules: RulesSubmission) -> tuple[Right, ...]:
    """Every right at a table of this game under these rules."""
    return (*_of_chapter(game, rules), *AT_TABLES)


def _of_chapter(game: Game, rules: RulesSubmission) -> Iterable[Right]:
    dealt_by = tuple(dict.fromkeys((*game.dealt_by, *FLOOR_ONLY)))
    yield Right("no_more_bets", game.dealt_by, game.closed)
    yield Right("enter outcome", game.dealt_by, "I-GEN-40")
    yield Right("speak for seat", game.dealt_by, "I-GEN-40")  # where patrons hold no device
    yield Right("sell chips", dealt_by, PERSONS)  # likewise
    yield Right("approve chips", FLOOR_ONLY, PERSONS)  # from the filed amount on
    yield Right("correct outcome", dealt_by, "I-GEN-40")
    yield Right("settle owed", dealt_by, OWED)
    for kind in game.irregularities:
        yield Right(f"report {kind.name}", kind.by, kind.by_cite)
    for question in game.staff_questions:
        yield Right(f"answer {question.kind}", question.roles, question.cite)
    for checklist in game.checklists(rules):
        for number, signature in enumerate(checklist.signatures, 1):
            cite = signature.cite or checklist.cite
            yield Right(f"sign {checklist.name} {number}", signature.roles, cite, signature.assigned)
    for duty in game.duties(rules):
        yield Right(f"do {duty.name}", duty.roles, duty.cite, duty.assigned)


def answerers(game: Game, to: Who, kind: str) -> tuple[Role, ...]:
    """Who may answer a question that a procedure asks: as the chapter says, else the dealer or the floor it names."""
    declared = next((question.roles for question in game.staff_questions if question.kind == kind), None)
    if declared is not None:
        return declared
    return {DEALER: game.dealt_by, FLOOR: FLOOR_ONLY}.get(str(to), ())


def effective(held: Iterable[Role], assigned: Iterable[Role]) -> tuple[Role, ...]:
    """The roles in which a person may act at a table: those that count in the whole house, and those assigned to it."""
    own, here = tuple(held), frozenset(assigned)
    return tuple(role for role in own if role not in AT_A_TABLE or role in here)


def role_at(right: Right, roles: Iterable[Role], assigned: Collection[Role]) -> Role | None:
    """The role in which somebody may do this who has these roles in effect and is assigned here in those."""
    return role_for([role for role in roles if not right.assigned or role in assigned], right.roles)


def require(right: Right, roles: Iterable[Role], *, assigned: Collection[Role] = (), held: Iterable[Role] = ()) -> Role:
    """The role in which somebody may do this, or a refusal that says who may; ``held`` are roles not in effect here."""
    own = tuple(roles)
    role = role_at(right, own, assigned)
    if role is not None:
        return role
    if role_for((*held, *own), right.roles) is not None:
        raise Refused(
            Refusal.WRONG_ROLE,
            f"You are not assigned to this table; {_who_may(right)} may do that.",
            right.cite,
        )
    you = f", not {spoken(own)}" if own else ""
    raise Refused(Refusal.WRONG_ROLE, f"Only {spoken(right.roles)} may do that{you}.", right.cite)


def _who_may(right: Right) -> str:
    """Who may do it: those who stand at tables where they are assigned, the others anywhere, as nobody assigns them."""
    here = [role for role in right.roles if right.assigned or role in AT_A_TABLE]
    others = [role for role in right.roles if role not in here]
    words = f"{spoken(here)} who is assigned to it"
    return f"{words}, or {spoken(others)}," if others else words


def right_of(known: Iterable[Right], act: str) -> Right:
    """The right to an act; an act without one is nobody's."""
    return next((right for right in known if right.act == act), Right(act, (), PERSONS))


def require_in_house(act: str, roles: Iterable[Role]) -> Role:
    """The role in which somebody may do an act of the house, or a refusal that says who may."""
    return require(right_of(IN_THE_HOUSE, act), roles)

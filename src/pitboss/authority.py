"""Who may do what: one table of rights, each with its citation. The gate, the consoles and the papers read it here.

An act is named in words: ``report shuffler_jam``, ``sign opening``, ``do deck_change``, ``answer stub``, ``open_table``. What a
chapter decides (who reports, signs, answers) stands with the chapter's own declarations; what belongs to the house
stands below. "Floorperson or above" is an order of ranks (``roles.serves_as``, I-GEN-32).

Separation of duties stands here too: which right is the second side of an act (``Second``), which roles nobody gets together
(``APART``), and which roles two persons grant (``CONTROL``).
"""

from collections.abc import Collection, Iterable
from itertools import combinations
from typing import Protocol

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
SIDES = (Role.ADMINISTRATOR, Role.BOARD)  # those who decide on accounts: of the house, and of the Board


class Second(msgspec.Struct, frozen=True):
    """That an act is the second side of another one: whoever did the first is refused, whatever roles they hold."""

    of: str
    did: str  # as in "Max Manager filed it; …"
    must: str  # as in "… a second person has to decide on it."


class Right(msgspec.Struct, frozen=True):
    """That persons in these roles may do an act; with the provision or reading behind it."""

    act: str
    roles: tuple[Role, ...]
    cite: str
    assigned: bool = False  # only by those who are assigned to the table, nobody above (I-GEN-32)
    second: Second | None = None


SIGNED = ("has already signed", "sign too")


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
    Right("announce last hand", FLOOR_ONLY, FLOOR_OR_ABOVE),
    Right("free seat", FLOOR_ONLY, PERSONS),
    Right("move seat", FLOOR_ONLY, PERSONS),
    Right("identify patron", FLOOR_ONLY, PERSONS),
    Right(
        "write incident",
        (Role.DEALER, Role.STICKPERSON, Role.BOXPERSON, *FLOOR_ONLY, Role.SECURITY, Role.SURVEILLANCE),
        PERSONS,
    ),
    Right("propose correction", FLOOR_ONLY, CORRECTED),
    Right("decide correction", FLOOR_ONLY, CORRECTED, second=Second("propose correction", "proposed it", "agree")),
    Right("bring thing", FLOOR_ONLY, PERSONS),
    Right("take thing", (*FLOOR_ONLY, Role.SECURITY), PERSONS),
    Right("seal thing", (Role.DEALER, *FLOOR_ONLY, Role.SECURITY), PERSONS),
    Right("witness seal", (*FLOOR_ONLY, Role.SECURITY), PERSONS, second=Second("seal thing", *SIGNED)),
    Right("destroy thing", (*FLOOR_ONLY, Role.SECURITY), PERSONS),
    Right("witness destruction", (*FLOOR_ONLY, Role.SECURITY), PERSONS, second=Second("destroy thing", *SIGNED)),
)

# What is done in the house, at no table.
IN_THE_HOUSE = (
    Right("see people", (*ADMINISTRATORS, *MANAGERS, Role.MANAGER, *OVERSEERS), PERSONS),
    Right("add person", ADMINISTRATORS, PERSONS),
    Right("add player", (*ADMINISTRATORS, Role.CAGE_CASHIER), PERSONS),
    Right("register oneself", (Role.PLAYER,), PERSONS),  # whoever becomes one by it, where the house allows that
    Right("change roles", ADMINISTRATORS, PERSONS),
    Right("end person", ADMINISTRATORS, PERSONS),
    Right("invite person", ADMINISTRATORS, PERSONS),
    Right("unlock person", ADMINISTRATORS, PERSONS),
    Right("revoke sessions", ADMINISTRATORS, PERSONS),
    Right("keep Board accounts", (Role.BOARD,), PERSONS),
    Right("ask for access", SIDES, PERSONS),
    Right("agree to access", SIDES, PERSONS, second=Second("ask for access", "asked for it", "agree")),
    Right("withdraw access", SIDES, PERSONS),
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
    Right("decide filing", (Role.BOARD,), FILED, second=Second("file filing", "filed it", "decide on it")),
    Right("name house", (Role.MANAGER, *ADMINISTRATORS), PERSONS),
    Right("add table", (Role.MANAGER,), PERSONS),
    Right("see pit", (*FLOOR_ONLY, Role.MANAGER, Role.SURVEILLANCE, *OVERSEERS), PERSONS),
    Right(
        "see figures",
        (*FLOOR_ONLY, Role.MANAGER, Role.SURVEILLANCE, Role.CAGE_CASHIER, Role.COUNT_TEAM, *OVERSEERS),
        PERSONS,
    ),
    Right("see reconciliation", (Role.SHIFT_MANAGER, Role.MANAGER, Role.SURVEILLANCE, *OVERSEERS), PERSONS),
    Right(
        "see money",
        (*FLOOR_ONLY, Role.CAGE_CASHIER, Role.COUNT_TEAM, Role.SECURITY, Role.SURVEILLANCE, Role.MANAGER, *OVERSEERS),
        PERSONS,
    ),
    Right("see reports", (Role.SHIFT_MANAGER, Role.MANAGER, Role.SURVEILLANCE, *OVERSEERS), PERSONS),
    Right(
        "read jackpot papers",  # which name the patron: those who verify, pay or examine an award
        (*FLOOR_ONLY, Role.MANAGER, Role.SURVEILLANCE, Role.CAGE_CASHIER, *OVERSEERS),
        PERSONS,
    ),
    Right(
        "see slips",
        (*FLOOR_ONLY, Role.CAGE_CASHIER, Role.SECURITY, Role.SURVEILLANCE, Role.MANAGER, *OVERSEERS),
        "465a.3",
    ),
    Right(
        "see receipts", (Role.CAGE_CASHIER, Role.SHIFT_MANAGER, Role.SURVEILLANCE, Role.MANAGER, *OVERSEERS), "465a.23"
    ),
    Right("work at cage", (Role.CAGE_CASHIER,), "465a.16"),
    Right("work in count room", (Role.COUNT_TEAM,), "465a.25"),
    Right("carry money", (Role.SECURITY,), "465a.18"),
    Right("run shift", (Role.SHIFT_MANAGER, Role.MANAGER, *OVERSEERS), "465a.31"),
    Right("watch money", (Role.SURVEILLANCE, Role.SHIFT_MANAGER, Role.MANAGER, *OVERSEERS), PERSONS),
    Right("open book", (Role.MANAGER,), "465a.16"),
    Right("see administration", (*ADMINISTRATORS, Role.AUDITOR), PERSONS),
    Right("make backup", ADMINISTRATORS, PERSONS),
    Right("issue device key", ADMINISTRATORS, PERSONS),
    Right("revoke device key", ADMINISTRATORS, PERSONS),
    Right("create program", ADMINISTRATORS, PERSONS),
    Right("agree to program", ADMINISTRATORS, PERSONS, second=Second("create program", "asked for it", "agree")),
    Right("revoke program", SIDES, PERSONS),
    Right("keep webhooks", ADMINISTRATORS, PERSONS),
    Right("export record", OVERSEERS, PERSONS),
    Right("accept proposal", (Role.MANAGER,), "I-GEN-46"),
    Right("approve software", (Role.BOARD,), PERSONS),
    Right("search record", (Role.SURVEILLANCE, *OVERSEERS), PERSONS),
    Right("read every round", (*OVERSEERS, *FLOOR_ONLY, Role.SURVEILLANCE), PERSONS),
    Right("see play watched", (Role.MANAGER, *OVERSEERS), PERSONS),
    Right("look into alarm", (Role.MANAGER, Role.BOARD), PERSONS),
)


# --- separation of duties


class Apart(msgspec.Struct, frozen=True):
    """Two groups of roles: nobody gets one of each. ``why`` is the reason, as the end of a sentence."""

    ones: tuple[Role, ...]
    others: tuple[Role, ...]
    why: str
    cite: str


AT_THE_PIT = (Role.DEALER, Role.STICKPERSON, Role.BOXPERSON, Role.FLOORPERSON, Role.PIT_MANAGER, Role.SHIFT_MANAGER)
THE_HOUSE = tuple(role for role in Role if role not in (Role.PLAYER, *OVERSEERS))
APART = (
    Apart((Role.MANAGER,), (Role.BOARD,), "whoever files rules does not approve them", FILED),
    Apart((Role.BOARD,), THE_HOUSE, "the Board decides on what the house does", PERSONS),
    Apart((Role.AUDITOR,), THE_HOUSE, "auditors examine what the house does", PERSONS),
    Apart((Role.COUNT_TEAM,), (*AT_THE_PIT, Role.CAGE_CASHIER), "whoever counts the drop did not handle it", PERSONS),
)


def apart(one: Role, other: Role) -> Apart | None:
    """Why nobody gets these two roles together; None where they may."""
    return next(
        (rule for rule in APART for a, b in ((one, other), (other, one)) if a in rule.ones and b in rule.others), None
    )


def incompatible(roles: Iterable[Role]) -> dict[tuple[Role, Role], Apart]:
    """The pairs among these roles that nobody gets together, each with why."""
    pairs = combinations(dict.fromkeys(roles), 2)
    return {pair: why for pair in pairs if (why := apart(*pair)) is not None}


def require_compatible(roles: Iterable[Role], held: Iterable[Role] = ()) -> None:
    """Refuse roles that nobody gets together; those that somebody holds together from earlier stay."""
    known = incompatible(held)
    for pair, rule in incompatible(roles).items():
        if pair not in known and pair[::-1] not in known:
            one, other = (spoken((role,)).removesuffix(" or above") for role in pair)
            words = f"Nobody is both {one} and {other}: {rule.why}; give these roles to two persons."
            raise Refused(Refusal.FORBIDDEN_CHOICE, words, rule.cite)


def _control() -> frozenset[Role]:
    """The roles that control others: those of the second side of an act, of the first side in the house, and overseers."""
    known = (*AT_TABLES, *IN_THE_HOUSE)
    seconds = {right.act: right.second.of for right in known if right.second is not None}
    firsts = {right.act for right in IN_THE_HOUSE} & set(seconds.values())
    named = {role for right in known if right.act in {*seconds, *firsts} for role in right.roles}
    return frozenset(role for role in Role if role_for((role,), (*named, *OVERSEERS)) is not None)


CONTROL = _control()  # two persons grant these, and two reset the credential of whoever holds one


def keeper(*roles: Role) -> Role:
    """Whose the account of a person in these roles is: the Board's own, else the administrators'."""
    return Role.BOARD if Role.BOARD in roles else Role.ADMINISTRATOR


class Named(Protocol):
    """Somebody who did something."""

    @property
    def credential(self) -> str: ...

    @property
    def name(self) -> str: ...


def require_second(second: Second | None, by: Named, first: Iterable[Named | None], cite: str) -> None:
    """Refuse the second side of an act to whoever took the first: it takes two persons, not two roles."""
    if second is not None and by.credential in {one.credential for one in first if one is not None}:
        raise Refused(Refusal.NOT_LAWFUL, f"{by.name} {second.did}; a second person has to {second.must}.", cite)


# --- who may


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
    yield Right("pay owed", (Role.CAGE_CASHIER,), OWED)  # where the house keeps its book
    yield Right("take and pay", dealt_by, PERSONS)
    for kind in game.irregularities:
        yield Right(f"report {kind.name}", kind.by, kind.by_cite)
    for question in game.staff_questions:
        yield Right(f"answer {question.kind}", question.roles, question.cite)
    for checklist in game.checklists(rules):
        for number, signature in enumerate(checklist.signatures, 1):
            cite, act = signature.cite or checklist.cite, f"sign {checklist.name}"
            second = Second(act, *SIGNED) if len(checklist.signatures) > 1 else None
            yield Right(f"{act} {number}", signature.roles, cite, signature.assigned, second)
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

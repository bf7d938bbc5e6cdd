"""What may go wrong at a Craps or Mini-Craps table, who may say so, and what the staff is asked."""

import msgspec

from pitboss.families.cash import CASH_CONVERTED
from pitboss.game import FLOOR_ONLY, IrregularityKind, StaffQuestion
from pitboss.roles import Role

CREW = (Role.STICKPERSON, Role.BOXPERSON, Role.DEALER)  # 623a.1, 623a.7(a), 623a.11(a)(3): who stands at a Craps table
MINI_CREW = (Role.DEALER, Role.STICKPERSON)  # 623a.7(a): the stickperson is optional
# § 623a.8(e), I-623a-24.  Who may call "no roll".
CALLERS = (Role.STICKPERSON, Role.BOXPERSON)
MINI_CALLERS = (Role.STICKPERSON, Role.DEALER, Role.FLOORPERSON)
# § 623a.9(c), § 623a.10(a)(2).  Who decides which face is uppermost, and who orders the dice passed.
RULES_ON_FACES, MINI_RULES_ON_FACES = Role.BOXPERSON, Role.FLOORPERSON
ORDERS_TO_PASS, MINI_ORDERS_TO_PASS = Role.BOXPERSON, Role.DEALER

IRREGULARITIES = (
    IrregularityKind(
        "die_off_table", "A die left the table", "623a.8(b)",
        "The roll is invalid: wagers stand, the dice are thrown again; a die that is lost means a new set.", facts=("lost",),
    ),
    IrregularityKind(
        "dice_stacked", "One die on top of the other", "623a.8(b)",
        "The roll is invalid: wagers stand, the dice are thrown again.",
    ),
    IrregularityKind(
        "no_roll_called", '"No roll" called', "623a.8(c)",
        "The roll is invalid if the caller may call it on a ground listed: wagers stand, the dice are thrown again.",
        facts=("not_together", "short_throw", "on_bank", "in_cup_or_on_rail", "cheating"),
        particulars=("why", "called_by"), by=CALLERS, by_cite="623a.8(e)(1)",
    ),
    IrregularityKind(
        "dice_touched_chips", "The dice touched chips", "623a.8(d)",
        "Not a ground for a call of no roll: the throw stands.",
    ),
    IrregularityKind(
        "die_cocked", "A die leans on chips or another object", "623a.9(b)",
        "The face opposite the one that rests on the object counts.", particulars=("die", "resting"),
    ),
    IrregularityKind(
        "cocked_on_two_sides", "A die rests on objects with more than one side", "623a.9(b)",
        "The roll is void: wagers stand, the dice are thrown again.",
    ),
    IrregularityKind(
        "uppermost_face_disputed", "Dispute over the uppermost face", "623a.9(c)",
        "Boxperson (Craps) or floorperson (Mini-Craps) decides which face counts, or has the dice thrown again.",
        facts=("void",), particulars=("decided", "ruled_by"), by=(RULES_ON_FACES,), by_cite="623a.9(c)(1)",
    ),
    IrregularityKind(
        "shooter_ordered_to_pass", "Shooter ordered to pass the dice", "623a.10(a)(2)",
        "The dice are offered clockwise from the shooter's left; wagers stand.", particulars=("ordered_by",),
        by=(ORDERS_TO_PASS,), by_cite="623a.10(a)(2)",
    ),
    IrregularityKind(
        "dice_unsuitable", "Dice marked, chipped, scratched or tampered with", "623a.7(d)",
        "A new set of five dice is used.",
    ),
)  # fmt: skip
_MINI = {
    "no_roll_called": (MINI_CALLERS, "623a.8(e)(2)"),
    "uppermost_face_disputed": ((MINI_RULES_ON_FACES,), "623a.9(c)(2)"),
    "shooter_ordered_to_pass": ((MINI_ORDERS_TO_PASS,), "623a.10(a)(2)"),
}


def at_craps(kind: IrregularityKind) -> IrregularityKind:
    """What anybody may notice (I-GEN-29) is reported by anyone who stands there, or by the floor."""
    return kind if kind.by_cite != "I-GEN-29" else msgspec.structs.replace(kind, by=(*CREW, Role.FLOORPERSON))


def at_mini_craps(kind: IrregularityKind) -> IrregularityKind:
    """The same at Mini-Craps, which has no boxperson."""
    by, cite = _MINI.get(kind.name, ((*MINI_CREW, Role.FLOORPERSON), kind.by_cite))
    return msgspec.structs.replace(kind, by=by, by_cite=cite)


CRAPS_IRREGULARITIES = tuple(map(at_craps, IRREGULARITIES))
MINI_IRREGULARITIES = tuple(map(at_mini_craps, IRREGULARITIES))
REMEDIES = {kind.name: kind for kind in IRREGULARITIES}

# What the staff is asked, by the kind of the question.

VALID, FIRE_BROUGHT_IN = "valid roll", "Fire Bets brought in"
NEW_DICE, SURVEILLANCE_TOLD = "new dice", "surveillance told"
_BY_THE_DEALER = (
    StaffQuestion(CASH_CONVERTED, (Role.DEALER,), "623a.4(b)"),
    StaffQuestion(FIRE_BROUGHT_IN, (Role.DEALER,), "623a.11(a)(3)"),
)
# The text names nobody who brings dice or tells surveillance: those who supervise the table do (623a.1).
_SUPERVISING = (Role.BOXPERSON, Role.FLOORPERSON)
CRAPS_QUESTIONS = (
    StaffQuestion(VALID, (Role.STICKPERSON,), "623a.9(a)"),
    *_BY_THE_DEALER,
    StaffQuestion(NEW_DICE, _SUPERVISING, "623a.7(d)"),
    StaffQuestion(SURVEILLANCE_TOLD, _SUPERVISING, "623a.11(a)(6)"),
)
MINI_QUESTIONS = (
    StaffQuestion(VALID, MINI_CREW, "623a.9(a)"),
    *_BY_THE_DEALER,
    StaffQuestion(NEW_DICE, FLOOR_ONLY, "623a.7(d)"),
    StaffQuestion(SURVEILLANCE_TOLD, FLOOR_ONLY, "623a.11(a)(6)"),
)

"""§ 621a.10, and the irregularities in §§ 621a.4(a), 621a.4(e), 621a.5(b) and 621a.9(i), each with its remedy."""

from pitboss.families import pai_gow
from pitboss.game import FLOOR_ONLY, IrregularityKind, StaffQuestion
from pitboss.roles import Role

VOID = "All hands void, all wagers returned, tiles mixed again."

UNSUITABLE = IrregularityKind(
    "unsuitable_tiles", "Tiles found unsuitable", "621a.4(a)(3)(i)",
    "A floorperson or above brings another set; the unsuitable one is sealed, labelled and signed.",
)  # fmt: skip
WHILE_STACKING = IrregularityKind(
    "tile_exposed_while_stacking", "Tile exposed while the stacks are formed", "621a.4(e)", "Mix the whole set again."
)
PLAYER_LEFT = IrregularityKind(
    "player_left", "Player left the table during the round", "621a.5(b)",
    "The player's wager may be treated as abandoned and lost; without this report the hands are set the house way.",
    needs_seat=True,
    by=FLOOR_ONLY, by_cite="I-GEN-12",
)  # fmt: skip
LID_LIFTED = pai_gow.under("621a.9(i)", pai_gow.BANK_LIFTED_LID)
NO_ROLL = pai_gow.under("621a.10(a)", pai_gow.NO_ROLL)
WRONG_POSITIONS = IrregularityKind(
    "tiles_to_wrong_positions", "Dice totalled wrongly and tiles dealt to wrong positions", "621a.10(c)", VOID
)
PLAYER_EXPOSED = IrregularityKind(
    "player_tile_exposed", "Player's tile exposed by the dealer", "621a.10(d)",
    "Before looking at the other tiles, the player voids the hand and has the wager back, or plays it.", needs_seat=True,
    facts=("looked",),
)  # fmt: skip
DEALER_EXPOSED = IrregularityKind("dealer_tile_exposed", "Dealer's tile exposed", "621a.10(e)", VOID)
BANK_EXPOSED = IrregularityKind("bank_tile_exposed", "Bank's tile exposed", "621a.10(e)", VOID)
DEAD_HAND_EXPOSED = IrregularityKind("dead_hand_tile_exposed", "Tile of the Dead Hand exposed", "621a.10(e)", VOID)
EMPTY_EXPOSED = IrregularityKind(
    "empty_position_tile_exposed", "Tile of a position without a wager exposed", "621a.10(e)", VOID
)
SET_WRONGLY = IrregularityKind(
    "hands_set_incorrectly", "Dealer's or bank's hands not set as filed", "621a.10(f)",
    "Set them again as the Rules Submission says and complete the round.",
)  # fmt: skip

IRREGULARITIES = (
    NO_ROLL,
    WRONG_POSITIONS,
    PLAYER_EXPOSED,
    DEALER_EXPOSED,
    BANK_EXPOSED,
    DEAD_HAND_EXPOSED,
    EMPTY_EXPOSED,
    SET_WRONGLY,
    WHILE_STACKING,
    UNSUITABLE,
    LID_LIFTED,
    PLAYER_LEFT,
)

# What the staff is asked, by the kind of the question.

ANOTHER_SET, SEALED, SEAL_SIGNED = "another set", "unsuitable set sealed", "sealed set signed"
INSPECTED, VERIFIED = "inspection of the tiles", "inspection verified"
DELIVERY = "delivery"
STAFF_QUESTIONS = (
    StaffQuestion("mixing", (Role.DEALER,), "621a.4(d)"),
    StaffQuestion(ANOTHER_SET, FLOOR_ONLY, "621a.4(a)(3)(i)"),
    StaffQuestion(SEALED, (Role.DEALER,), "621a.4(a)(3)(ii)"),
    StaffQuestion(SEAL_SIGNED, FLOOR_ONLY, "621a.4(a)(3)(ii)"),
    StaffQuestion(INSPECTED, (Role.DEALER,), "621a.4(a)"),
    StaffQuestion(VERIFIED, FLOOR_ONLY, "621a.4(a)"),
    StaffQuestion("style of delivery", (Role.DEALER,), "621a.7"),
    StaffQuestion("shakes", (Role.DEALER,), "621a.6(a)(2)"),
    StaffQuestion("dice", (Role.DEALER,), "621a.6(a)(2)"),
    StaffQuestion(DELIVERY, (Role.DEALER,), "621a.6(d)"),
    StaffQuestion("hands", (Role.DEALER,), "621a.8(c)"),
)

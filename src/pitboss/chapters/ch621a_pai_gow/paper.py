"""§§ 621a.2, 621a.3(b), 621a.4(a)–(b): the layout, the signs, the inspections, and the clocks on tiles and dice."""

from pitboss.chapters.ch621a_pai_gow.delivery import DEAD_HAND
from pitboss.chapters.ch621a_pai_gow.rules import PAI_GOW, PAYS, VIGORISH, Rules, StartSelector
from pitboss.families.opening import arrival_list
from pitboss.felt import Area, Box, Felt, Inscription, Place, headed
from pitboss.game import (
    FLOOR_ONLY,
    CheckItem,
    Checklist,
    Duty,
    Sign,
    Signature,
    ThingKind,
    When,
    inspected_and_verified,
    signed_by,
)
from pitboss.money import Rounding
from pitboss.procedure import DEALER
from pitboss.roles import Role

WIDTH, HEIGHT = 1372, 670
SPOT = 92  # across a betting area
TILES_WIDE, TILES_HIGH = 208, 72  # four tiles side by side

# Where each betting area is. Seat 1 is at the dealer's left: the right-hand end as the players face the dealer (I-GEN-10).
SEAT_AT = ((1190, 316), (970, 398), (750, 438), (530, 438), (310, 398), (90, 316))


def felt(rules: Rules) -> Felt:
    """621a.2(a)–(b): six positions, tiles behind each wager, the Dead Hand at the dealer's left, the shaker's place."""
    areas = [
        Area(PAI_GOW, "", Box(x, y, SPOT, SPOT, SPOT // 2), str(seat), seat, "621a.2(b)(2)", name=f"Pai Gow Wager, seat {seat}")
        for seat, (x, y) in enumerate(SEAT_AT, 1)
    ]  # fmt: skip
    places = [
        Place("tiles", DEALER, Box(582, 66, TILES_WIDE, TILES_HIGH), "Dealer"),
        Place("tiles", DEAD_HAND, Box(912, 66, TILES_WIDE, TILES_HIGH), "Dead Hand"),
        Place("rack", "discard", Box(90, 66, 130, TILES_HIGH), "Tiles collected"),
        Place("shoe", "tiles", Box(436, 278, 500, 92, 10), "Eight stacks"),
        *(
            Place("tiles", seat, Box(x + (SPOT - TILES_WIDE) // 2, y + SPOT + 14, TILES_WIDE, TILES_HIGH), f"Seat {seat}")
            for seat, (x, y) in enumerate(SEAT_AT, 1)
        ),
    ]  # fmt: skip
    if uses_shaker(rules):
        places.append(Place("dice", "dice", Box(291, 66, 130, TILES_HIGH, 14), "Shaker"))
    if rules.player_bank:
        places.append(Place("marker", "bank", Box(1180, 80, 44, 44, 22), "BANK"))
    if rules.co_banking:
        places.append(Place("marker", "co-bank", Box(1240, 80, 44, 44, 22), "CO-BANK"))
    texts = (
        Inscription(WIDTH // 2, 34, headed(rules, "Pai Gow"), "621a.2(b)(1)", 24),
        Inscription(WIDTH // 2, 196, pays(rules), "621a.8(k)", 18),
        Inscription(WIDTH // 2, 224, "Copies and zero against zero go to dealer or bank", "621a.3(g)", 18),
        Inscription(WIDTH // 2, 250, "Surrender forfeits the whole wager", "621a.8(e)", 15),
    )
    return Felt(WIDTH, HEIGHT, "Pai Gow", tuple(areas), tuple(places), texts)


def pays(rules: Rules) -> str:
    """What a winner gets and owes."""
    rounded = ", up to the next 25¢" if rules.vigorish_rounding is Rounding.NEXT_25_CENTS else ""
    return f"Pai Gow pays {PAYS} less a vigorish of {VIGORISH}% of the win{rounded}"


def signs(rules: Rules) -> tuple[Sign, ...]:
    """621a.8(e), (k)."""
    return (
        Sign("621a.8(k)", f"{pays(rules)}."),
        Sign("621a.8(e)", "A player who surrenders loses the whole wager; the tiles stay unseen."),
    )


def duties(rules: Rules) -> tuple[Duty, ...]:
    """621a.2(d)(1), 621a.3(b)."""
    tiles = Duty("tile_change", "Change the tiles", "621a.3(b)", 12, thing="tiles")
    dice = Duty("shaker_dice_change", "Change the dice in the shaker", "621a.2(d)(1)", 24, thing="dice")
    return (tiles, dice) if uses_shaker(rules) else (tiles,)


def uses_shaker(rules: Rules) -> bool:
    """Whether there is a shaker: a player bank has no other way to find the start (I-621a-02)."""
    return rules.start_selector is StartSelector.SHAKER or rules.player_bank


LOOKED_AT = CheckItem("621a.4(c)", "The first player could look at them; then they were turned face down and mixed.")


def checklists(rules: Rules) -> tuple[Checklist, ...]:
    """621a.2(c)–(e), 621a.3(a), 621a.4."""
    equipment = [
        CheckItem(
            "621a.2(c)", "Drop box and tip box are on the dealer's side, to the dealer's right and left, as approved."
        ),
    ]
    if uses_shaker(rules):
        equipment += [
            CheckItem("621a.2(d)", "The shaker is the approved one, sound, and in the dealer's charge."),
            CheckItem("621a.2(d)(1)", "Three dice are in the shaker and stay there when not being shaken."),
            CheckItem("621a.2(d)(2)", "The dice cannot be seen while they are shaken."),
            CheckItem("621a.2(d)(3)", "The shaker bears the certificate holder's name or logo."),
        ]
    if rules.start_selector is StartSelector.RNG:
        equipment.append(CheckItem("621a.2(e)", "The random number generator is one the laboratory approved."))
    opening = (
        CheckItem("621a.3(a)", "The tiles meet § 603a.18 and show the spots that belong on them."),
        CheckItem("621a.4(a)", "The dealer sorted and inspected the tiles; the assigned floorperson verified it."),
        CheckItem(
            "621a.4(a)(1)", "Sorted into pairs, the set has the Supreme Pair and all 15 matched and unmatched pairs."
        ),
        CheckItem("621a.4(a)(2)", "Side by side, all tiles have the same size and shading."),
        CheckItem("621a.4(a)(3)", "No back or side is flawed, scratched or marked."),
    )
    paired = "The tiles lay face up in 16 pairs by rank, the Supreme Pair first, for the first player."
    return (
        Checklist("equipment", "Equipment of the table", "621a.2(c)", signed_by(), tuple(equipment)),
        Checklist(
            "opening",
            "Opening of the table: inspection of the tiles",
            "621a.4(a)",
            inspected_and_verified("621a.4(a)", "621a.4(a)"),
            opening,
            When.CARDS,
        ),
        arrival_list(CheckItem("621a.4(b)", paired), LOOKED_AT, title="Tiles for the first player"),
        idle(),
        unsuitable(),
    )


def idle() -> Checklist:
    """621a.4(c), (g): how the tiles lie at a table without play, and what is done when a player comes."""
    items = (
        CheckItem("621a.4(g)", "The tiles lay face up in 16 pairs by rank, the Supreme Pair first."),
        LOOKED_AT,
    )
    return Checklist("idle", "Idle table", "621a.4(g)", signed_by(Role.DEALER, cite="621a.4(g)"), items, When.IDLE)


def unsuitable() -> Checklist:
    """621a.4(a)(3)(i)–(ii): tiles that the inspection of a closed table found unsuitable; the next set is inspected again."""
    items = (
        CheckItem("621a.4(a)(3)(i)", "Another set was brought to the table from the reserve in the pit stand."),
        CheckItem("621a.4(a)(3)(ii)", "The unsuitable set is sealed and bears table number, date and time."),
    )
    signatures = (
        Signature((Role.DEALER,), "finds them unsuitable", "621a.4(a)(3)(ii)"),
        Signature(FLOOR_ONLY, "brings the other set", "621a.4(a)(3)(ii)"),
    )
    name, title = "unsuitable", "Unsuitable set of tiles"
    return Checklist(name, title, "621a.4(a)(3)(ii)", signatures, items, When.WORK, replaces="tiles")


def things(rules: Rules) -> tuple[ThingKind, ...]:
    """621a.2(d)–(e), 621a.3: the tiles with another set in reserve, and what finds the starting position."""
    found = [ThingKind("tiles", "Set of 32 tiles", "621a.3(a)", reserve=1)]
    if uses_shaker(rules):
        found += [
            ThingKind("shaker", "Pai Gow shaker", "621a.2(d)", approval="621a.2(d)"),
            ThingKind("dice", "Three dice for the shaker", "621a.2(d)(1)", reserve=1),
        ]
    if rules.start_selector is StartSelector.RNG:
        found.append(ThingKind("generator", "Random number generator", "621a.2(e)", approval="621a.2(e)"))
    return tuple(found)

"""§§ 625a.1, 625a.2(b), 625a.5(a): what is printed, inspected, kept at the table and changed in time."""

from collections.abc import Iterator
from itertools import combinations

from pitboss.chapters.ch625a_sic_bo.procedure import AUTOMATED_SHAKER, ELECTRICAL_DEVICE, Table
from pitboss.chapters.ch625a_sic_bo.rules import KINDS, NUMBERS, ONE_OF_A_KIND, PAYOUTS, TOTALS, Rules, Shaker
from pitboss.felt import Area, Box, Felt, Inscription, Place, headed
from pitboss.game import FLOOR_ONLY, CheckItem, Checklist, Duty, Sign, Signature, ThingKind, signed_by

LEFT, WIDTH = 20, 1260
ROWS = {"top": 150, "totals": 366, "pairs": 506, "ones": 626}


def felt(rules: Rules) -> Felt:
    """625a.1(b)–(c): an area for every wager, which lights up when it wins, and the odds of all of them."""
    return Felt(
        WIDTH + 2 * LEFT,
        740,
        "Sic Bo",
        tuple(_areas()),
        (Place("dice", "dice", Box(550, 20, 200, 84, 16), "SHAKER"),),
        (
            Inscription(285, 44, headed(rules), "625a.1(c)(1)", 24),
            Inscription(285, 76, "SIC BO", "625a.1(c)(1)", 20),
            *(Inscription(x, y, text, "625a.1(c)(3)", 16) for x, y, text in _odds_texts()),
        ),
    )


def _odds_texts() -> Iterator[tuple[int, int, str]]:
    """625a.1(c)(3): above each block what it pays; a total bears its own odds."""
    for x in (326, 974):
        yield x, 134, f"TWO OF A KIND {PAYOUTS['two_of_a_kind']}"
    for x in (110, 1190):
        yield x, 134, "no triple"
    yield 650, 134, f"THREE OF A KIND {PAYOUTS['three_of_a_kind']}"
    yield 650, 350, "TOTAL VALUE BETS"
    yield 650, 490, f"TWO DICE COMBINATIONS {PAYOUTS['two_dice_combination']}"
    one, two, three = ONE_OF_A_KIND
    yield 650, 610, f"ONE OF A KIND  {one} on one die  ·  {two} on two dice  ·  {three} on three dice"


def _areas() -> Iterator[Area]:
    """The blocks from left to right and from top to bottom."""
    top = ROWS["top"]
    small, big, any_three = (PAYOUTS[kind] for kind in ("small_bet", "big_bet", "any_three_of_a_kind"))
    yield _area("small_bet", "", Box(LEFT, top, 180, 180, 16), f"SMALL\n4 to 10\npays {small}", "black")
    yield _area("big_bet", "", Box(LEFT + 1080, top, 180, 180, 16), f"BIG\n11 to 17\npays {big}", "red")
    for n, number in enumerate(NUMBERS):
        x = LEFT + 180 + 84 * n + (396 if n > 2 else 0)
        yield _area("two_of_a_kind", number, Box(x, top, 84, 180), f"{number} {number}")
        box = Box(LEFT + 432 + 66 * n, top, 66, 90)
        yield _area("three_of_a_kind", number, box, f"{number}\n{number}\n{number}")
        yield _area("one_of_a_kind", number, Box(LEFT + 210 * n, ROWS["ones"], 210, 90), number)
    box = Box(LEFT + 432, top + 90, 396, 90)
    yield _area("any_three_of_a_kind", "", box, f"ANY THREE OF A KIND\npays {any_three}", "green")
    for n, (total, pays) in enumerate(TOTALS.items()):
        yield _area("total_value_bet", total, Box(LEFT + 90 * n, ROWS["totals"], 90, 100), f"{total}\n{pays}")
    for n, (low, high) in enumerate(combinations(NUMBERS, 2)):
        box = Box(LEFT + 84 * n, ROWS["pairs"], 84, 80)
        yield _area("two_dice_combination", f"{low}-{high}", box, f"{low} · {high}")


def _area(kind: str, on: str, box: Box, label: str, tint: str = "") -> Area:
    return Area(kind, on, box, label, cite=KINDS[kind].cite, tint=tint, name=f"{KINDS[kind].title} {on}".rstrip())


def signs(rules: Rules) -> tuple[Sign, ...]:
    """625a.1(c)(3), where the odds are not on the layout; 625a.7(d), ready for the automated shaker."""
    lines = [f"{KINDS[kind].title} {pays}" for kind, pays in PAYOUTS.lines]
    lines += [f"Total Value Bet of {total} {pays}" for total, pays in TOTALS.items()]
    lines += [f"One of a Kind {', '.join(map(str, ONE_OF_A_KIND))} on one, two, three dice"]
    found = [Sign("625a.1(c)(3)", f"Payout odds: {'; '.join(lines)}.")]
    if rules.shaker is Shaker.AUTOMATED:
        found.append(Sign("625a.7(d)", "This automated Sic Bo shaker is out of order."))
    return tuple(found)


def checklists(rules: Rules) -> tuple[Checklist, ...]:
    """625a.1, 625a.5(a): the table may not open before the floorperson has signed both, the second as the one assigned to it."""
    assigned = Signature(FLOOR_ONLY, "inspects", "625a.5(a)", assigned=True)
    return (
        Checklist("equipment", "Table, shaker and dice", "625a.1(d)", signed_by(), _equipment(rules)),
        Checklist("opening", "Opening inspection", "625a.5(a)", (assigned,), _opening(rules)),
    )


def _equipment(rules: Rules) -> tuple[CheckItem, ...]:
    compartment = "A transparent compartment holds the dice, and a separate opaque cover hides them"
    items = [
        CheckItem(
            "625a.1(a)", "Drop box and tip box are on the dealer's side, to the dealer's right and left, as approved."
        ),
        CheckItem("625a.1(b)", "The display shows every wager; the electrical device has laboratory approval."),
        CheckItem("625a.2(a)", "There are three dice, and they are in the shaker."),
    ]
    if rules.shaker is Shaker.MANUAL:
        items += [
            CheckItem("625a.1(d)(1)", "The manual shaker is built so that the game cannot be tampered with."),
            CheckItem("625a.1(d)(1)(i)", f"{compartment}."),
            CheckItem("625a.1(d)(1)(ii)", "The shaker can be sealed or locked."),
            CheckItem("625a.1(d)(1)(iii)", "The shaker bears the certificate holder's name or logo."),
        ]
    else:  # no name or logo is needed on it (I-625a-08)
        items += [
            CheckItem("625a.1(d)(2)", "The automated shaker has laboratory approval."),
            CheckItem("625a.1(d)(2)(i)", f"{compartment}; it can be sealed or locked."),
            CheckItem("625a.1(d)(2)(iii)", "The automated shaker stands where approved."),
        ]
    return tuple(items)


def _opening(rules: Rules) -> tuple[CheckItem, ...]:
    """625a.5(a)(1)–(2): three entries, and of an automated shaker three operations."""
    items = [CheckItem("625a.5(a)(1)", "Three values were entered, and every winning combination lit up.")]
    if rules.shaker is Shaker.AUTOMATED:
        words = "The automated shaker was operated three times, and the dice were properly tossed."
        items.append(CheckItem("625a.5(a)(2)", words))
    return tuple(items)


# § 625a.2(b).  The clock of the dice.

DAY, MONTH = 24, 28 * 24  # in hours; the shortest month, so that no month is ever exceeded


def duties(rules: Rules, state: Table | None = None) -> tuple[Duty, ...]:
    """By the shaker in use, which after 625a.7(d) is a manual one whatever was filed."""
    shaker = rules.shaker if state is None else state.shaker
    hours = MONTH if shaker is Shaker.AUTOMATED else DAY
    return (Duty("dice_change", "Change the dice", "625a.2(b)", hours, thing="dice"),)


def things(rules: Rules) -> tuple[ThingKind, ...]:
    """625a.1(b), (d), 625a.2(a): dice, the device that lights the layout, and the shakers."""
    found = [
        ThingKind("dice", "Set of three dice", "625a.2(a)", reserve=1),
        ThingKind(
            "electrical device", "Electrical device", "625a.1(b)", device=ELECTRICAL_DEVICE, approval="625a.1(b)"
        ),
        ThingKind("shaker", "Manual Sic Bo shaker", "625a.1(d)(1)", approval="625a.1(d)"),
    ]
    if rules.shaker is Shaker.AUTOMATED:
        found.append(
            ThingKind(
                "automated shaker",
                "Automated Sic Bo shaker",
                "625a.1(d)(2)",
                device=AUTOMATED_SHAKER,
                approval="625a.1(d)(2)",
            )
        )
    return tuple(found)

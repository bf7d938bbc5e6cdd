"""Layout, sign and inspection of the wheel."""

from pitboss.chapters.ch619a_big_six_wheel.rules import SYMBOL, SYMBOLS, WHEEL, Rules
from pitboss.felt import Area, Box, Felt, Inscription, Place, headed
from pitboss.game import CheckItem, Checklist, Duty, Sign, ThingKind, signed_by

LEFT, TOP, WIDE, HIGH = 780, 130, 250, 140
TINTS = {"$1": "black", "$2": "red", "$5": "green", "$20": "red", "joker": "green"}
CITES = {"flag": "619a.1(g)(2)(ii)", "joker": "619a.1(g)(2)(iii)"}


def felt(rules: Rules) -> Felt:
    """619a.1(b), (g): the wheel, and an area with its odds for each of the seven symbols, the two rarest on top."""
    return Felt(
        LEFT + 2 * WIDE + 30,
        760,
        "Big Six Wheel",
        tuple(_area(symbol, rules) for symbol in SYMBOLS),
        (
            Place(
                "wheel",
                WHEEL.device,
                Box(20, 20, 720, 720, 360),
                order=WHEEL.order,
                labels=tuple(rules.section(symbol) for symbol in WHEEL.order),
            ),
        ),
        (Inscription(LEFT + WIDE, 76, headed(rules, "Big Six Wheel"), "619a.1(g)(1)", 24),),
    )


def _area(symbol: str, rules: Rules) -> Area:
    """619a.1(g)(2)–(3): the symbol as on the wheel, and what it pays."""
    row, column = {"joker": (0, 0), "flag": (0, 1), "$20": (1, 0), "$10": (1, 1), "$5": (2, 0), "$2": (2, 1)}.get(
        symbol, (3, 0)
    )
    box = Box(LEFT + column * WIDE, TOP + row * HIGH, WIDE if row < 3 else 2 * WIDE, HIGH, 12)
    label, odds = rules.label(symbol), rules.odds(symbol)
    return Area(
        SYMBOL,
        symbol,
        box,
        f"{label.upper()}\n{odds}",
        cite=CITES.get(symbol, "619a.1(g)(2)(i)"),
        tint=TINTS.get(symbol, ""),
        name=f"{label}, pays {odds}",
    )


def signs(rules: Rules) -> tuple[Sign, ...]:
    """619a.1(g)(3): the odds are printed on the layout, and on this sign for players far from it."""
    odds = ", ".join(f"{rules.label(symbol)} {rules.odds(symbol)}" for symbol in SYMBOLS)
    return (Sign("619a.1(g)(3)", f"Payout odds: {odds}."),)


def checklists(rules: Rules) -> tuple[Checklist, ...]:
    """619a.1: what the wheel must be; the chapter asks for no other inspection."""
    counts = ", ".join(f"{count} {rules.label(symbol)}" for symbol, count in WHEEL.weights.items())
    shown = ", ".join(rules.section(symbol) for symbol in SYMBOLS)
    items = [
        CheckItem(
            "619a.1(a)",
            f"The wheel is round, at least 5 feet across, its rim in 54 equal sections under glass: {counts}.",
        ),
        CheckItem("619a.1(b)", "The sections stand clockwise in the order of the drawing."),
        CheckItem("619a.1(d)", f"Each section also shows what it pays: {shown}."),
        CheckItem("619a.1(e)", "The clapper comes to rest in one section and singles it out."),
        CheckItem(
            "619a.1(f)", "Drop box and tip box are on the dealer's side, to the dealer's right and left, as approved."
        ),
    ]
    if rules.symbols:
        items.append(CheckItem("619a.1(c)", "The symbols on the wheel are those that were approved beforehand."))
    return (Checklist("equipment", "Wheel and table", "619a.1(a)", signed_by(), tuple(items)),)


def things(rules: Rules) -> tuple[ThingKind, ...]:
    """619a.1(a), (c): one wheel with its clapper; themed symbols on it want approval."""
    return (ThingKind("wheel", "Big Six Wheel", "619a.1(a)", approval="619a.1(c)" if rules.symbols else ""),)


def duties(rules: Rules) -> tuple[Duty, ...]:
    """The chapter sets no clock."""
    return ()

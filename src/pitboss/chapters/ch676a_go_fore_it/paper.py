"""What is printed and posted for chapter 676a: layout, signs, inspections."""

from pitboss.chapters.ch676a_go_fore_it.chapter import (
    BACK_9,
    FRONT_9,
    SKINS,
    WAGERS,
    Rules,
)
from pitboss.families.one_deck import opening_checklist
from pitboss.felt import Area, Box, Felt, Inscription, Place
from pitboss.game import CheckItem, Checklist, Sign
from pitboss.procedure import (
    DEALER,
)

# --- paper: layout, signs, inspections ---------------------------------------------------------------------


def felt(rules: Rules) -> Felt:
    """676a.2(a)–(b): six positions, four areas each, the odds, and what becomes of a Skins tie."""
    areas, places = (
        [],
        [
            Place("cards", DEALER, Box(470, 58, 260, 90), "Dealer"),
            Place("rack", "discard", Box(60, 58, 110, 80), "Discards"),
            Place("shoe", "deck", Box(1030, 58, 110, 80), "Deck"),
        ],
    )
    for seat in range(1, 7):
        x, y = SEAT_AT[seat - 1]
        for n, kind in enumerate(WAGERS):
            column, row = n % 2, n // 2
            box = Box(x + column * 84, y + row * 84, 76, 76, 38 if row else 12)
            label = kind.title.removesuffix(" Wager").upper()
            areas.append(
                Area(
                    kind.name,
                    "",
                    box,
                    label,
                    seat,
                    kind.cite,
                    "plain" if not kind.tendered else "",
                    name=f"{kind.title}, seat {seat}",
                )
            )
        places.append(Place("cards", seat, Box(x - 6, y - 96, 172, 88), f"Seat {seat}"))
    odds = "Front 9 pays 1 to 1   ·   Back 9 pays " + ", ".join(f"{line.capitalize()} {o}" for line, o in BACK_9.lines)
    gopher = "Skins pays 1 to 1   ·   Gopher pays " + ", ".join(
        f"{line.capitalize()} {o}" for line, o in rules.gopher.lines
    )
    texts = (
        Inscription(600, 32, "PITBOSS CASINO  ·  GO FORE IT", "676a.2(b)(1)", 24),
        Inscription(600, 178, odds, "676a.2(b)(3)", 18),
        Inscription(600, 206, gopher, "676a.2(b)(3)", 18),
        Inscription(600, 236, "Skins loses when dealer and player tie", "676a.2(b)(4)", 20),
    )
    return Felt(1200, 660, "Go Fore It", tuple(areas), tuple(places), texts)


# Seat 1 is at the dealer's left: the right-hand end as the players face him (I-GEN-10).
SEAT_AT = ((1010, 360), (820, 438), (625, 475), (415, 475), (220, 438), (30, 360))


def signs(rules: Rules) -> tuple[Sign, ...]:
    """676a.2(b)(3)–(4), where they are not inscribed on the layout."""
    back = ", ".join(f"{line} {odds}" for line, odds in BACK_9.lines)
    gopher = ", ".join(f"{line} {odds}" for line, odds in rules.gopher.lines)
    return (
        Sign(
            "676a.2(b)(3)",
            f"Front 9 pays {FRONT_9}. Back 9 pays {back}. Skins pays {SKINS}. Gopher pays {gopher}.",
        ),
        Sign("676a.2(b)(4)", "The Skins Wager loses when the dealer's and the player's totals tie."),
    )


def checklists(rules: Rules) -> tuple[Checklist, ...]:
    """676a.2(c)–(d), 676a.4."""
    table = (
        CheckItem("676a.2(c)", "Drop box and tip box are attached where approved."),
        CheckItem("676a.2(d)", "The discard rack is fixed to the dealer's side of the table."),
    )
    return opening_checklist("676a.4", rules, table, backs="676a.3(b)(1)")

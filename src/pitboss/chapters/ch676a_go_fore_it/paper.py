"""§§ 676a.2, 676a.4: layout, signs, inspections."""

from pitboss.chapters.ch676a_go_fore_it.rules import BACK_9_PAYS, FRONT_9_PAYS, SKINS_PAYS, WAGERS, Rules
from pitboss.families.one_deck_table import card_lists, deck_things, equipment_items, equipment_list, idle_list
from pitboss.felt import Area, Box, Felt, Inscription, Place, headed, in_the_middle
from pitboss.game import CheckItem, Checklist, Sign, ThingKind
from pitboss.procedure import DEALER
from pitboss.seating import Seat
from pitboss.wagers import Paytable

# Seat 1 is at the dealer's left: the right-hand end as the players face the dealer (I-GEN-10).
SEAT_AT = ((1010, 360), (820, 438), (625, 475), (415, 475), (220, 438), (30, 360))


def felt(rules: Rules) -> Felt:
    """676a.2(a)–(b): positions with four areas each, the odds, and what becomes of a Skins tie."""
    seats = dict(enumerate(in_the_middle(SEAT_AT, rules.seats), 1))
    places = (
        Place("cards", DEALER, Box(470, 58, 260, 90), "Dealer"),
        Place("rack", "discard", Box(60, 58, 110, 80), "Discards"),
        Place("shoe", "deck", Box(1030, 58, 110, 80), "Deck"),
        *(Place("cards", seat, Box(x - 6, y - 96, 172, 88), f"Seat {seat}") for seat, (x, y) in seats.items()),
    )
    areas = tuple(area for seat, at in seats.items() for area in _areas(seat, at))
    odds = f"Front 9 pays {FRONT_9_PAYS}   ·   Back 9 pays {_lines(BACK_9_PAYS)}"
    side_odds = f"Skins pays {SKINS_PAYS}   ·   Gopher pays {_lines(rules.gopher)}"
    texts = (
        Inscription(600, 32, headed(rules, "Go Fore It"), "676a.2(b)(1)", 24),
        Inscription(600, 178, odds, "676a.2(b)(3)", 18),
        Inscription(600, 206, side_odds, "676a.2(b)(3)", 18),
        Inscription(600, 236, "Skins loses when dealer and player tie", "676a.2(b)(4)", 20),
    )
    return Felt(1200, 660, "Go Fore It", areas, places, texts)


def _areas(seat: Seat, at: tuple[int, int]) -> tuple[Area, ...]:
    """676a.2(b)(2): an area for each wager, two rows of two; plain where the wager is not tendered."""
    x, y = at
    return tuple(
        Area(
            kind.name,
            "",
            Box(x + n % 2 * 84, y + n // 2 * 84, 76, 76, 38 if n // 2 else 12),
            kind.title.removesuffix(" Wager").upper(),
            seat,
            kind.cite,
            "" if kind.tendered else "plain",
            name=f"{kind.title}, seat {seat}",
        )
        for n, kind in enumerate(WAGERS)
    )


def _lines(table: Paytable) -> str:
    return ", ".join(f"{line.capitalize()} {odds}" for line, odds in table.lines)


def signs(rules: Rules) -> tuple[Sign, ...]:
    """676a.2(b)(3)–(4), where they are not inscribed on the layout."""
    back = ", ".join(f"{line} {odds}" for line, odds in BACK_9_PAYS.lines)
    gopher = ", ".join(f"{line} {odds}" for line, odds in rules.gopher.lines)
    return (
        Sign(
            "676a.2(b)(3)",
            f"Front 9 pays {FRONT_9_PAYS}. Back 9 pays {back}. Skins pays {SKINS_PAYS}. Gopher pays {gopher}.",
        ),
        Sign("676a.2(b)(4)", "The Skins Wager loses when the dealer's and the player's totals tie."),
    )


RESHUFFLES = "676a.5(g)"


def checklists(rules: Rules) -> tuple[Checklist, ...]:
    """676a.2(c)–(d), 676a.3(b)(1), 676a.4, 676a.5(f)–(g), 676a.8(a)."""
    items = equipment_items("676a", rules, boxes="676a.2(c)", rack="676a.2(d)", reshuffles=RESHUFFLES)
    washed = CheckItem("676a.4(c)", "They were turned down, washed, stacked and shuffled.")
    return (
        equipment_list("676a.2(c)", items),
        *card_lists("676a.4", rules, backs="676a.3(b)(1)"),
        *idle_list("676a.5(f)", rules, washed),
    )


def things(rules: Rules) -> tuple[ThingKind, ...]:
    """676a.3, 676a.5, 676a.8, 676a.10."""
    return deck_things("676a", rules, reshuffles=RESHUFFLES)

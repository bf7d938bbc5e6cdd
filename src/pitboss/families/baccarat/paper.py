"""Layout, signs and inspections of a baccarat table."""

from collections.abc import Iterator

from pitboss.families.baccarat.hands import BANKER, DRAGON, HOLDER, INSURANCE, NATURAL_TIE, PLAYER, TIE
from pitboss.families.baccarat.rules import EVEN_MONEY, INSURANCE_PAYS, PERCENT, BaccaratRules
from pitboss.families.baccarat.settlement import marker
from pitboss.families.opening import idle_checklist, opening_lists, shoe_things
from pitboss.felt import Area, Box, Felt, Inscription, Place, headed
from pitboss.game import CheckItem, Checklist, Sign, ThingKind, signed_by
from pitboss.seating import Seat

PUSH = "A Dragon 7 is a push for the Banker's Hand: the wager is returned"


def pays(rules: BaccaratRules) -> Iterator[str]:
    """The payout odds of every wager offered, a line each."""
    less = "" if rules.ez_baccarat else f" less {PERCENT}% vigorish"
    yield f"Player's Hand pays {EVEN_MONEY}, Banker's Hand pays {EVEN_MONEY}{less}, Tie pays {rules.tie_odds}"
    if rules.dragon_bonus:
        lines = " · ".join(f"{line.removesuffix(' points')}: {odds}" for line, odds in rules.dragon_pays.lines)
        yield f"Dragon Bonus · {lines} · {NATURAL_TIE}: push"
    if rules.ez_baccarat:
        yield f"Dragon 7 Insurance pays {INSURANCE_PAYS}"


def signs(rules: BaccaratRules) -> tuple[Sign, ...]:
    """2(b)(3), (6)(ii), where they are not inscribed on the layout."""
    chapter = rules.law.chapter
    found = [Sign(f"{chapter}.2(b)(3)", ". ".join(pays(rules)) + ".")]
    if rules.ez_baccarat:
        found.append(Sign(f"{chapter}.2(b)(6)(ii)", f"{PUSH}."))
    return tuple(found)


# --- the felt: the dealer above, the players in an arc below; seat 1, at the dealer's left, is the right-hand end

TOP, EDGE, GAP = 350, 24, 6
LEAST_WIDTH = 1656  # what is printed before the dealer needs it, however few the positions
NARROW, TALL = 36, 56  # heights of areas


def felt(rules: BaccaratRules, title: str, *, column: int, bow: int) -> Felt:
    """2(a)–(b). Every position is ``column`` wide; those in the middle lie ``bow`` lower than the ends."""
    count, chapter = rules.seats, rules.law.chapter
    width = max(count * column, LEAST_WIDTH) + 2 * EDGE
    middle, first = width // 2, (width - count * column) // 2
    areas, places, texts = [], [*_dealer(middle)], [*_printed(rules, title, middle)]
    bottom = TOP
    for seat in range(1, count + 1):
        off = 2 * seat - count - 1
        x, y = first + (count - seat) * column + GAP // 2, TOP + bow - bow * off * off // max(count - 1, 1) ** 2
        for area in _position(seat, x, y, column - GAP, rules):
            areas.append(area)
            below = area.box.y + area.box.height + 22
        texts.append(Inscription(x + (column - GAP) // 2, below, str(rules.number(seat)), f"{chapter}.2(a)", 26))
        bottom = max(bottom, below)
        if rules.marks_vigorish:
            number = rules.number(seat)
            box = Box(middle - 29 * count + 58 * (number - 1) + 3, 186, 52, 42)
            places += [Place("rack", f"space {number}", box), Place("marker", marker(seat, rules), box)]
            texts.append(Inscription(*box.middle, str(number), f"{chapter}.2(b)(7)", 20))
    return Felt(width, bottom + EDGE, title, tuple(areas), tuple(places), tuple(texts))


def _dealer(middle: int) -> Iterator[Place]:
    """2(b)(4): where the two hands lie, with shoe and discards at the dealer's left and right."""
    yield Place("cards", HOLDER[PLAYER], Box(middle - 290, 50, 260, 112), "PLAYER'S HAND")
    yield Place("cards", HOLDER[BANKER], Box(middle + 30, 50, 260, 112), "BANKER'S HAND")
    yield Place("rack", "discard", Box(middle - 520, 60, 120, 76), "Discards")
    yield Place("shoe", "shoe", Box(middle + 400, 60, 120, 76), "Shoe")


def _printed(rules: BaccaratRules, title: str, middle: int) -> Iterator[Inscription]:
    chapter = rules.law.chapter
    yield Inscription(middle, 24, headed(rules, title), f"{chapter}.2(b)(1)", 22)
    for n, line in enumerate(pays(rules)):
        yield Inscription(middle, 266 + 26 * n, line, f"{chapter}.2(b)(3)", 17)
    if rules.ez_baccarat:
        yield Inscription(middle, 344, PUSH, f"{chapter}.2(b)(6)(ii)", 17)


def _position(seat: Seat, x: int, y: int, width: int, rules: BaccaratRules) -> Iterator[Area]:
    """2(b)(2), (5), (6)(i): one player's areas, the nearest to the player last."""
    cite, half = f"{rules.law.chapter}.2(b)", (width - 4) // 2
    rows: list[tuple[int, tuple[tuple[str, str, str, str, str], ...]]] = [
        (NARROW, ((TIE, "", "TIE", "(2)", "green"),)),
        (TALL, ((BANKER, "", "BANKER", "(2)", "red"),)),
        (TALL, ((PLAYER, "", "PLAYER", "(2)", "black"),)),
    ]
    if rules.ez_baccarat:
        rows.insert(0, (NARROW, ((INSURANCE, "", "DRAGON 7 INSURANCE", "(6)(i)", ""),)))
    if rules.dragon_bonus:
        sides = ((DRAGON, PLAYER, "DRAGON PLAYER", "(5)", ""), (DRAGON, BANKER, "DRAGON BANKER", "(5)", ""))
        rows.append((NARROW, sides))
    for height, row in rows:
        for n, (kind, on, label, clause, tint) in enumerate(row):
            box = Box(x + n * (half + 4), y, half if len(row) > 1 else width, height, 8)
            name = f"{rules.spots[kind, on].label or rules.kinds[kind].title}, seat {seat}"
            yield Area(kind, on, box, label, seat, cite + clause, tint, name=name)
        y += height + GAP


# --- inspections, and what the table works with


def checklists(rules: BaccaratRules, *more: CheckItem) -> tuple[Checklist, ...]:
    """2(c)–(e), 3(a), 4, and 5(g) where the chapter has it; preshuffled decks skip the opening steps."""
    law, chapter = rules.law, rules.law.chapter
    equipment = [
        CheckItem(f"{chapter}.2(d)", "Drop box and tip box are attached where approved."),
        CheckItem(f"{chapter}.2(e)", f"The discard {'bucket' if law.replaced else 'rack'} is in its place on the dealer's side."),
        CheckItem(f"{chapter}.3(a)",
        f"{rules.shoe_decks * rules.batches} decks of one appearance and two cover cards are at the table."),
        *more,
    ]  # fmt: skip
    if rules.marks_vigorish:
        markers = "Marker buttons for vigorish are with the inventory, or in their rack before the inventory container."
        equipment.append(CheckItem(f"{chapter}.2(c)", markers))
    found = [Checklist("equipment", "Equipment of the table", f"{chapter}.2(d)", signed_by(), tuple(equipment))]
    apart = CheckItem(f"{chapter}.4(d)", "Each batch was spread, turned down and stacked by itself.")
    found += opening_lists(
        f"{chapter}.4",
        washed="The cards were turned down, washed and stacked.",
        apart=[apart] if rules.batches > 1 else [],
        preshuffled=law.preshuffled if rules.preshuffled_decks else "",
    )
    if law.idle:
        by_device = law.idle_device if rules.batches > 1 else ""
        found.append(idle_checklist(f"{chapter}.5(g)", by_hand=law.idle, by_device=by_device))
    return tuple(found)


def things(rules: BaccaratRules) -> tuple[ThingKind, ...]:
    """3(a)–(b), 5(d): decks, new ones where each shoe has them, a dealing shoe, and a shuffler where one was filed."""
    law, chapter = rules.law, rules.law.chapter
    return shoe_things(
        cards=f"{chapter}.3(a)",
        shoe=law.shoe or f"{chapter}.5(d)",
        shuffler=f"{chapter}.3(b)" if rules.batches > 1 else "",
        new_cards=bool(law.replaced),
    )

"""§§ 687a.2, 687a.4: layout, signs, inspections."""

from pitboss.chapters.ch687a_dj_wild_stud_poker.round import SET_ASIDE
from pitboss.chapters.ch687a_dj_wild_stud_poker.rules import (
    ANTE,
    BAD_BEAT,
    BLIND,
    BLIND_PAYS,
    EVEN,
    NATURAL,
    PROGRESSIVE,
    RAISE,
    TRIPS,
    TRIPS_LINES,
    WILD,
    Rules,
)
from pitboss.families.one_deck_table import card_lists, deck_things, equipment_items, equipment_list, idle_list
from pitboss.families.progressive import posted
from pitboss.felt import Area, Box, Felt, Inscription, Place, headed, in_the_middle
from pitboss.game import CheckItem, Checklist, Sign, ThingKind
from pitboss.procedure import DEALER
from pitboss.wagers import Paytable

# Seat 1 is at the dealer's left: the right-hand end as the players face the dealer (I-GEN-10).
SEAT_AT = ((1180, 478), (962, 528), (738, 560), (502, 560), (278, 528), (60, 478))
CIRCLE = 58
PLACES = {
    RAISE: (0, 64), BLIND: (66, 64), ANTE: (132, 64),
    BAD_BEAT: (0, 0), TRIPS: (66, 0), PROGRESSIVE: (132, 0),
}  # fmt: skip
LABELS = {
    ANTE: "ANTE", BLIND: "BLIND", RAISE: "RAISE\n2×", TRIPS: "TRIPS", BAD_BEAT: "BAD\nBEAT", PROGRESSIVE: "PROG.",
}  # fmt: skip


def felt(rules: Rules) -> Felt:
    """687a.2(b): three areas for each player and one for each bonus wager offered, the card set aside, the odds."""
    areas, places = [], [
        Place("cards", DEALER, Box(535, 64, 320, 90), "Dealer"),
        Place("rack", "discard", Box(60, 64, 120, 84), "Discards"),
        Place("shoe", "deck", Box(1250, 64, 120, 84), "Deck"),
    ]  # fmt: skip
    if rules.progressive_bonus:
        places.append(Place("cards", SET_ASIDE, Box(900, 64, 76, 90), "Set aside"))  # (b)(4)
    for seat, (x, y) in enumerate(in_the_middle(SEAT_AT, rules.seats), 1):
        for kind in rules.offered:
            dx, dy = PLACES[kind.name]
            box = Box(x + dx, y + dy, CIRCLE, CIRCLE, CIRCLE // 2 if kind.group == "main" else 12)
            cite = "687a.2(b)(2)" if kind.group == "main" else "687a.2(b)(3)"
            tint = "" if kind.tendered else "plain"
            areas.append(
                Area(kind.name, "", box, LABELS[kind.name], seat, cite, tint, name=f"{kind.title}, seat {seat}")
            )
        places.append(Place("cards", seat, Box(x - 6, y - 100, 202, 92), f"Seat {seat}"))
    title = Inscription(715, 34, headed(rules, "DJ Wild Stud Poker"), "687a.2(b)(1)", 24)
    lines = [Inscription(715, 186 + 42 * n, halved(text), "687a.2(b)(5)", 14) for n, text in enumerate(odds(rules))]
    return Felt(1430, 710, "DJ Wild Stud Poker", tuple(areas), tuple(places), (title, *lines))


def odds(rules: Rules) -> list[str]:
    """(b)(5) The payout odds of every wager offered, a sentence each."""
    blind = f"Blind pays {_lines(BLIND_PAYS)}; push with a three-of-a-kind or less"
    found = [f"All 2s and the joker are wild   ·   Ante and Raise pay {EVEN}", blind]
    if rules.progressive_bonus:
        table = rules.progressive
        meter = ", ".join(
            f"{_called(line)} {share.percent}% of meter (Envy ${share.envy // 100:,})" for line, share in table.shares.items()
        )  # fmt: skip
        which = "what is paid from the meter" if rules.progressive_stake_back else "every award"
        found.append(
            f"Progressive (${table.unit // 100}) pays {meter}, {_lines(table.fixed)}; {which} includes the wager"
        )
    if rules.trips_bonus:
        pairs = []
        for line in TRIPS_LINES:
            each = [rules.trips.get(f"{column} {line.words}") for column in (NATURAL, WILD)]
            pairs.append(f"{_called(line)} " + " / ".join(str(o.win) if o else "–" for o in each))
        found.append("Trips pays, natural / with wild, to 1: " + ", ".join(pairs))
    if rules.two_way_bad_beat_bonus:
        whose = "the beaten hand, yours or the dealer's" if rules.two_way else "your hand beaten"
        found.append(f"Two-Way Bad Beat pays by {whose}: {_lines(rules.bad_beat)}")
    return found


def halved(text: str) -> str:
    """A long sentence in two lines of about the same length, broken after a comma."""
    commas = [at + 1 for at, letter in enumerate(text) if letter == "," and text[at + 1] == " "]
    if not commas:
        return text
    middle = min(commas, key=lambda at: abs(2 * at - len(text)))
    return text[:middle] + "\n" + text[middle + 1 :]


def _lines(table: Paytable) -> str:
    return ", ".join(f"{_called(line)} {pays}" for line, pays in table.lines)


def _called(line: str) -> str:
    return line.replace("_", " ").capitalize()


KEPT = "A folded hand still counts for the Progressive Bonus Wager."
FORFEITED = (
    "A folded hand loses the Progressive Bonus Wager. "
    "With a Trips or Progressive Bonus Wager it still gives other players an Envy Bonus."
)


def signs(rules: Rules) -> tuple[Sign, ...]:
    """687a.2(b)(5), where the odds are not inscribed on the layout; 687a.7(e); 687a.11(b)(3), I-687a-10; I-687a-12."""
    boxes = "1 box" if rules.adjacent_boxes == 1 else f"{rules.adjacent_boxes} adjacent boxes"
    found = [
        Sign("687a.2(b)(5)", ". ".join(odds(rules)) + "."),
        Sign("687a.7(e)", f"One player may wager on {boxes} in a round."),
    ]
    if rules.meter is not None:
        found.append(Sign("687a.12(c)", posted(rules.meter, rules.progressive_winners)))
        found.append(Sign("687a.11(b)(3)", KEPT if rules.folded_hand_keeps_progressive else FORFEITED))
    return tuple(found)


RESHUFFLES = "687a.5(g)"


def checklists(rules: Rules) -> tuple[Checklist, ...]:
    """687a.2(c)–(d), 687a.3(b)(1), 687a.4, 687a.5(f)–(g), 687a.8(a)."""
    items = equipment_items("687a", rules, boxes="687a.2(c)", rack="687a.2(d)", reshuffles=RESHUFFLES)
    washed = CheckItem("687a.4(c)", "They were turned down, washed, stacked and shuffled.")
    return (
        equipment_list("687a.2(c)", items),
        *card_lists("687a.4", rules, backs="687a.3(b)(1)"),
        *idle_list("687a.5(f)", rules, washed),
    )


def things(rules: Rules) -> tuple[ThingKind, ...]:
    """687a.3, 687a.5, 687a.8, 687a.10, and the system that the text takes for granted (I-687a-27)."""
    found = deck_things("687a", rules, reshuffles=RESHUFFLES)
    return found if rules.meter is None else (*found, ThingKind("meter", "Progressive table game system", "I-687a-27"))

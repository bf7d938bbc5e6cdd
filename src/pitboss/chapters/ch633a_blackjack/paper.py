"""§§ 633a.2–633a.4: layout, signs, inspections and the clocks of the table."""

from collections.abc import Iterator

from pitboss.chapters.ch633a_blackjack import sides
from pitboss.chapters.ch633a_blackjack.rules import (
    BAD_BEAT,
    BET_THE_SET_21,
    BLACKJACK,
    DOUBLE_DOWN,
    EVEN,
    HIT_AND_RUN,
    IN_BETWEEN,
    INSURANCE,
    INSURED,
    KINDS,
    KINGS_BOUNTY,
    LUCKY_LADIES,
    MATCH_THE_DEALER,
    NATURAL,
    ROYAL_MATCH_21,
    SPLIT_PAIRS,
    SUPER_MATCH,
    THREE_CARD_POKER,
    LimitedPer,
    LimitedWagers,
    Rules,
    SwitchNaturalAgainst22,
)
from pitboss.families.progressive import ALL, shared_text
from pitboss.felt import Area, Box, Felt, Inscription, Place, headed, in_the_middle
from pitboss.game import Sign
from pitboss.money import dollars
from pitboss.procedure import DEALER

# § 633a.2(b).  The layout.

WIDTH, PITCH = 1500, 206
BOW = (0, 58, 98, 112, 98, 58, 0)  # how far each position lies below the ends of the arc
LABELS = {
    LUCKY_LADIES: ("LUCKY LADIES", "633a.2(b)(4)"),
    MATCH_THE_DEALER: ("MATCH THE DEALER", "633a.2(b)(5)"),
    IN_BETWEEN: ("IN BETWEEN", "633a.2(b)(6)"),
    ROYAL_MATCH_21: ("ROYAL MATCH 21", "633a.2(b)(7)"),
    BET_THE_SET_21: ("BET THE SET 21", "633a.2(b)(8)"),
    KINGS_BOUNTY: ("KING'S BOUNTY", "633a.2(b)(9)"),
    SUPER_MATCH: ("SUPER MATCH", "633a.2(b)(10)(ii)"),
    BAD_BEAT: ("BAD BEAT", "633a.2(c)"),
    THREE_CARD_POKER: ("THREE CARD POKER", "633a.2(b)(11)"),
    HIT_AND_RUN: ("HIT AND RUN", "633a.2(b)(12)"),
}


def felt(rules: Rules) -> Felt:
    """(a)–(b) The positions in an arc, an area for every wager offered, and the inscriptions demanded."""
    areas: list[Area] = []
    places = [
        Place("cards", DEALER, Box(WIDTH // 2 - 130, 44, 260, 92), "DEALER"),
        Place("rack", "discard", Box(150, 44, 110, 70), "Discards"),
        Place("shoe", "shoe", Box(1240, 44, 110, 70), "Shoe"),
    ]
    for seat, at in enumerate(in_the_middle(range(len(BOW)), rules.seats), 1):
        # Seat 1 is at the dealer's left: the right-hand end as the players face the dealer (I-GEN-10).
        middle, top = WIDTH - 132 - PITCH * at, 262 + BOW[at]
        places.append(Place("cards", seat, Box(middle - 95, top + 40, 190, 92), str(seat)))
        areas += hand_areas(rules, seat, middle, top)
        areas += side_areas(rules, seat, middle - 95, top + (300 if rules.blackjack_switch else 228))
    lowest = max(area.box.y + area.box.height for area in areas)
    title = "Blackjack Switch" if rules.blackjack_switch else "Blackjack"
    return Felt(WIDTH, lowest + 24, title, tuple(areas), tuple(places), tuple(inscriptions(rules)))


def hand_areas(rules: Rules, seat: int, middle: int, top: int) -> Iterator[Area]:
    """(b)(2), (10)(i): the Blackjack Wager, the insurance line above it, and room for doubling and splitting."""
    for n, on in enumerate(rules.areas):
        wide = 190 // len(rules.areas)
        left, hand = middle - 95 + n * wide, f", hand {on}" if on else ""
        x = left + wide // 2
        yield Area(
            INSURANCE,
            on,
            Box(left + 4, top, wide - 8, 30, 8),
            "INSURANCE",
            seat,
            "633a.8(b)",
            "plain",
            name=f"Insurance Wager, seat {seat}{hand}",
        )
        cite = "633a.2(b)(10)(i)" if on else "633a.2(b)(2)"
        yield Area(
            BLACKJACK,
            on,
            Box(x - 38, top + 142, 76, 76, 38),
            "BLACK JACK",
            seat,
            cite,
            name=f"Blackjack Wager, seat {seat}{hand}",
        )
        if on:  # beneath the circle; beside it where there is one hand
            double, split = Box(x - 44, top + 222, 88, 32, 8), Box(x - 44, top + 258, 88, 32, 8)
        else:
            double, split = Box(x - 95, top + 164, 52, 32, 8), Box(x + 43, top + 164, 52, 32, 8)
        yield Area(
            DOUBLE_DOWN, on, double, "DOUBLE", seat, "633a.10(a)", "plain", name=f"Double Down Wager, seat {seat}{hand}"
        )
        yield Area(
            SPLIT_PAIRS, on, split, "SPLIT", seat, "633a.11(a)", "plain", name=f"Split Pairs Wager, seat {seat}{hand}"
        )


def side_areas(rules: Rules, seat: int, left: int, top: int) -> Iterator[Area]:
    """(b)(4)–(12): a separate area for each optional wager, two to a row."""
    spots = [(kind, on) for kind, on in rules.spots if kind != BLACKJACK]
    for n, (kind, on) in enumerate(spots):
        label, cite = LABELS[kind]
        alone = n == len(spots) - 1 and n % 2 == 0  # the last of an odd number is centred
        box = Box(left + (49 if alone else n % 2 * 98), top + n // 2 * 40, 92, 34, 10)
        title, hand = KINDS[kind].title, f", hand {on}" if on else ""
        yield Area(kind, on, box, f"{label} {on}".strip(), seat, cite, name=f"{title}, seat {seat}{hand}")


def inscriptions(rules: Rules) -> Iterator[Inscription]:
    """(b)(1), (3), (13)–(14)."""
    x, title = WIDTH // 2, "BLACKJACK SWITCH" if rules.blackjack_switch else "BLACKJACK"
    yield Inscription(x, 24, headed(rules, title), "633a.2(b)(1)", 22)
    yield Inscription(x, 168, natural_text(rules), "633a.2(b)(3)(i)", 26)
    yield Inscription(x, 200, "Dealer must draw to 16 and stand on all 17s", "633a.2(b)(3)(iii)", 20)
    yield Inscription(x, 232, f"Insurance pays {INSURED}", "633a.2(b)(3)(ii)", 20)
    yield Inscription(x, 264, f"Other winning hands pay {EVEN}", "633a.2(b)(13)", 16)
    if rules.payout_limit is not None:
        whose = ", each player" if rules.payout_limit_per is LimitedPer.PLAYER else ""
        words = f"Payout limit ${dollars(rules.payout_limit)} a round{whose}"
        yield Inscription(x, 290, words, "633a.2(b)(14)", 16)


def natural_text(rules: Rules) -> str:
    return f"Blackjack pays {EVEN if rules.naturals_pay_even else NATURAL}"


# § 633a.2(b)(13)–(14).  Signs.


def signs(rules: Rules) -> tuple[Sign, ...]:
    """The odds of every wager offered, and the payout limit."""
    found = [Sign("633a.2(b)(13)", f"{natural_text(rules)}; other winning hands pay {EVEN}. Insurance pays {INSURED}.")]
    if rules.blackjack_switch:
        found.append(Sign("633a.12(a)(5)", switch_text(rules)))
    for kind in rules.offered:
        if kind.name in LABELS:
            found.append(
                Sign("633a.2(b)(13)", f"{kind.title.removesuffix(' Wager')} pays {odds_text(kind.name, rules)}.")
            )
    if rules.payout_limit is not None:
        whose = " to one player" if rules.payout_limit_per is LimitedPer.PLAYER else ""
        of = "" if rules.payout_limit_covers is LimitedWagers.BOTH else " of King's Bounty"
        limit = f"${dollars(rules.payout_limit)} is the most paid{whose} in a round on 1000 to 1 awards{of}"
        found.append(Sign("633a.2(b)(14)", f"{limit}, shared by the size of the wagers."))
    if rules.no_mid_shoe_entry:
        found.append(Sign("633a.6(b)", "A player who sits out a round may wager again after the reshuffle."))
    return tuple(found)


def switch_text(rules: Rules) -> str:
    """633a.12(a)(5): what a dealer's 21 and 22 mean at Blackjack Switch (I-633a-03, -04)."""
    wins = rules.switch_natural_against_22 is SwitchNaturalAgainst22.WINS
    push = "A dealer's 22 is a push against every hand of 21 or less" + (" except a Blackjack" if wins else "")
    found = [push, "A Blackjack made by switching counts 21"]
    if not rules.naturals_pay_even:
        found.insert(0, f"A Blackjack against a dealer's 21 of more than two cards pays {EVEN}")
    return ". ".join(found) + "."


def odds_text(kind: str, rules: Rules) -> str:
    """Every line of an optional wager and what it pays."""
    if kind == THREE_CARD_POKER:
        return f"straight flush, three-of-a-kind, straight or flush {sides.POKER}"
    lines = [f"{line} {odds}" for line, odds in rules.lines(kind)]
    top = {BAD_BEAT: sides.BAD_BEAT_TOP, HIT_AND_RUN: sides.HIT_AND_RUN_TOP}.get(kind)
    extras = [f"{top} {shared_text(ALL, 1)}"] if top else []
    if kind == ROYAL_MATCH_21 and rules.crown_treasure_bonus:
        lines.append(f"{sides.CROWN_TREASURE} {sides.CROWN} besides")
    if kind == BAD_BEAT and rules.magic_card_bonus:
        lines.append(f"Magic Card Bonus {sides.MAGIC_CARD} besides")
    if kind == BAD_BEAT and rules.lucky_player_bonus:
        lines.append(f"Lucky Player Bonus {sides.LUCKY_PLAYER} besides")
    return ", ".join([*extras, *lines])

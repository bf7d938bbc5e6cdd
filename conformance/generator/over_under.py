"""686a Over/Under: every total from 6 to 33 under each answer, and every line of the Bonus paytable."""

from collections.abc import Iterator

from generator.kit import Game, dollars, play, says, settled, table, wager
from pitboss_audit.money import paid

ANTE, BONUS, BURN = dollars(10), dollars(5), "2C"
EVEN = table("686a.8(a)")["Win"]
PRINTED = table("686a.8(b)")
BONUS_PAYS = {int(total): PRINTED[line] for line in PRINTED for total in line.split(" or ")}
LIMITS = {"minimum_cents": dollars(1), "maximum_cents": dollars(500), "adjacent_boxes": 2, "bonus_wager": True}


def hands(total: int) -> list[tuple[str, str, str]]:
    """Three cards of a total: an ace is 11, court cards are 10, others as printed. Two ways where there are two."""
    values = {2: "2", 3: "3", 4: "4", 5: "5", 6: "6", 7: "7", 8: "8", 9: "9", 10: "T", 11: "A"}
    found = [
        (f"{values[a]}S", f"{values[b]}H", f"{values[c]}D")
        for a in values
        for b in values
        for c in values
        if a + b + c == total and a <= b <= c
    ]
    return found[:1] if len(found) == 1 else [found[0], found[-1]]


def wins(says_what: str, total: int) -> bool:
    return total > 23 if says_what == "over_23" else total < 18


def cases() -> Iterator[Game]:
    game = Game("over-under", "686a", LIMITS)
    for total in range(6, 34):
        for number, hand in enumerate(hands(total)):
            bonus = settled(1, "bonus", BONUS, paid(BONUS, BONUS_PAYS[total]) if total in BONUS_PAYS else 0)
            wagers = [wager(1, "ante", ANTE), wager(1, "bonus", BONUS)]
            for said in ("over_23", "under_18"):
                back = paid(ANTE, EVEN) if wins(said, total) else 0
                provision = "7(l)" if 18 <= total <= 23 else "7(k)(1)" if said == "over_23" else "7(k)(2)"
                against = not back and not 18 <= total <= 23
                game.case(
                    f"{said}-{total}-{number}",
                    provision,
                    f"{said.replace('_', ' ')} with a total of {total}",
                    play(wagers, [BURN, *hand], [says(1, said)]),
                    [settled(1, "ante", ANTE, back), settled(1, said, ANTE, back), bonus],
                    reading="A total on the other side loses." if against else "",
                )
            game.case(
                f"surrender-{total}-{number}",
                "8(b)" if total in BONUS_PAYS else "7(m)",
                f"the Bonus Wager of a surrendered hand with a total of {total}",
                play(wagers, [BURN, *hand], [says(1, "surrender")]),
                [settled(1, "ante", ANTE, 0), bonus],
            )
    for court in "TJQK":
        game.case(
            f"ten-value-{court}",
            "3(d)",
            f"{court} counts 10",
            play([wager(1, "ante", ANTE)], [BURN, f"{court}S", f"{court}H", "4D"], [says(1, "over_23")]),
            [settled(1, "ante", ANTE, 2 * ANTE), settled(1, "over_23", ANTE, 2 * ANTE)],
        )
    refusals(game)
    irregular(game)
    yield game


def refusals(game: Game) -> None:
    one = [BURN, "KS", "9H", "8D"]
    game.case(
        "bonus-alone",
        "6(d)",
        "a Bonus Wager without an Ante",
        play([wager(1, "bonus", BONUS)], one),
        refused="other_wager_required",
    )
    both = play([wager(1, "ante", ANTE), wager(1, "bonus", BONUS)], one, [says(1, "over_23")])
    game.case(
        "bonus-not-filed",
        "6(e)",
        "a Bonus Wager where none is offered",
        both,
        refused="wager_not_offered",
        rules={"bonus_wager": False},
    )
    for said in ("over_23", "under_18"):
        for amount in (999, 1001):
            answer = [says(1, said, amount=amount)]
            title = f"{said.replace('_', ' ')} of {amount} cents beside an Ante of 1000"
            game.case(
                f"{said}-of-{amount}",
                "7(g)",
                title,
                play([wager(1, "ante", ANTE)], one, answer),
                refused="amount_not_permitted",
            )
    late = play([wager(1, "ante", ANTE), wager(2, "ante", ANTE, after=2)], one, [says(1, "over_23")])
    game.case("late-wager", "6(c)", "a wager after the first card", late, refused="betting_closed")
    spoken = play([wager(1, "ante", ANTE, form="verbal_with_cash")], one, [says(1, "over_23")])
    lines = [settled(1, "ante", ANTE, 2 * ANTE), settled(1, "over_23", ANTE, 2 * ANTE)]
    game.case("verbal-wager", "6(a)", "a spoken wager with cash is accepted here", spoken, lines)
    for boxes, why in ((2, ""), (3, "too_many_positions")):
        seats = range(1, boxes + 1)
        wagers = [wager(seat, "ante", ANTE, player="Ada") for seat in seats]
        cards = [BURN, *["KS"] * boxes, *["9H", "8D"] * boxes]
        back = [settled(seat, kind, ANTE, 2 * ANTE) for seat in seats for kind in ("ante", "over_23")]
        given = play(wagers, cards, [says(seat, "over_23") for seat in seats])
        game.case(
            f"boxes-{boxes}",
            "6(f)",
            f"one player at {boxes} boxes where two are filed",
            given,
            None if why else back,
            refused=why,
        )
    beside = [wager(seat, "ante", ANTE, player=who) for seat, who in ((1, "Ada"), (2, "Ada"), (3, "Bob"))]
    back = [settled(seat, kind, ANTE, 2 * ANTE) for seat in (1, 2, 3) for kind in ("ante", "over_23")]
    given = play(beside, [BURN, *["KS"] * 3, *["9H", "8D"] * 3], [says(seat, "over_23") for seat in (1, 2, 3)])
    game.case("boxes-of-two-players", "6(f)", "two boxes of one player, and the next of another", given, back)
    anothers = [wager(1, "ante", ANTE, player=who) for who in ("Ada", "Bob")]
    given = play(anothers, one, [says(1, "over_23")])
    game.case("box-of-another", "6(f)", "a wager on the box of another player", given, refused="too_many_positions")


def irregular(game: Game) -> None:
    game.case(
        "face-up-card",
        "9(a)",
        "a card found face up is not used",
        play(
            [wager(1, "ante", ANTE)],
            [BURN, "2D", "KS", "9H", "8D"],
            [says(1, "over_23")],
            [{"kind": "card_found_face_up", "after": 1}],
        ),
        [settled(1, "ante", ANTE, 2 * ANTE), settled(1, "over_23", ANTE, 2 * ANTE)],
    )
    two = [wager(1, "ante", ANTE), wager(1, "bonus", BONUS), wager(2, "ante", ANTE)]
    missed = [{"kind": "additional_cards_not_dealt", "after": 3, "seat": 1}]
    second = [settled(2, "ante", ANTE, 2 * ANTE), settled(2, "over_23", ANTE, 2 * ANTE)]
    game.case(
        "cards-missed-dead",
        "9(c)",
        "no further cards dealt: the player has the hand called dead",
        play(
            two, [BURN, "KS", "KH", "9H", "8H"], [says(1, "over_23"), says(1, "dead_hand"), says(2, "over_23")], missed
        ),
        [settled(1, "ante", ANTE, ANTE), settled(1, "over_23", ANTE, ANTE), settled(1, "bonus", BONUS, BONUS), *second],
        reading="A dead hand has all of its wagers back.",
    )
    for cards, total in ((("9S", "2S"), 21), (("9S", "5S"), 24), (("9S", "4S"), 23)):
        back = 2 * ANTE if total > 23 else 0
        game.case(
            f"cards-missed-late-{total}",
            "9(c)",
            "no further cards dealt: the player takes them after the others",
            play(
                [wager(1, "ante", ANTE), wager(2, "ante", ANTE)],
                [BURN, "KS", "KH", "9H", "8H", *cards],
                [says(1, "over_23"), says(1, "deal_late"), says(2, "over_23")],
                missed,
            ),
            [settled(1, "ante", ANTE, back), settled(1, "over_23", ANTE, back), *second],
        )

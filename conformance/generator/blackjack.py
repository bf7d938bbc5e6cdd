"""633a Blackjack: totals against totals, every decision, every limit of a decision."""

from collections.abc import Iterator

from generator import blackjack_sides
from generator.blackjack_decisions import doubling, insurance, splitting, surrender
from generator.blackjack_table import BURN, ENDINGS, RULES, STAKE, deal, hand
from generator.kit import POSTED, Game, play, says, settled, wager
from pitboss_audit.games.blackjack_values import dealers, total


def cases() -> Iterator[Game]:
    game = Game("blackjack", "633a", RULES)
    game.add(totals, dealer_draws, naturals, insurance, surrender, doubling, splitting, refusals, irregular)
    game.add(blackjack_sides.add)
    yield game


def totals(game: Game) -> None:
    stood = {
        12: ("TS", "2S"),
        13: ("TS", "3S"),
        14: ("TS", "4S"),
        15: ("TS", "5S"),
        16: ("TS", "6S"),
        17: ("TS", "7S"),
        18: ("TS", "8S"),
        19: ("TS", "9S"),
        20: ("TS", "JS"),
    }
    for points, mine in stood.items():
        for other, dealer in ENDINGS.items():
            provision = (
                "7(p)(1)" if other == 22 else "7(p)(2)" if points > other else "7(q)" if points == other else "7(r)"
            )
            hand(
                game,
                f"stand-{points}-{other}",
                provision,
                f"{points} stood on against {other}",
                mine,
                dealer,
                ["stand"],
            )
    for other, dealer in ENDINGS.items():
        provision = "7(p)(1)" if other == 22 else "7(q)" if other == 21 else "7(p)(2)"
        title = f"21 in three cards against {other}; nothing more may be drawn"
        hand(game, f"three-card-21-{other}", provision, title, ("TS", "5S"), dealer, ["draw"], ["6S"])
        hand(
            game,
            f"bust-{other}",
            "7(r)",
            "a hand above 21 loses whatever the dealer has",
            ("TS", "5S"),
            dealer,
            ["draw"],
            ["7S"],
        )
    for ranks, drawn, points in (
        ("A6", "4", 21),
        ("A6", "5", 12),
        ("A6", "A", 18),
        ("A2", "8", 21),
        ("AA", "9", 21),
        ("A9", "A", 21),
        ("55", "A", 21),
    ):
        mine = (f"{ranks[0]}S", f"{ranks[1]}D")
        assert total([*mine, f"{drawn}C"])[0] == points
        answers = ["draw"] if points == 21 else ["draw", "stand"]
        title = f"{ranks[0]}, {ranks[1]} and {drawn} count {points}"
        hand(game, f"aces-{ranks}{drawn}", "3(e)", title, mine, ENDINGS[18], answers, [f"{drawn}C"])


def dealer_draws(game: Game) -> None:
    sequences = (
        "T6A",
        "A6",
        "A5A",
        "A5TK",
        "A7",
        "22222A",
        "T2T",
        "98",
        "A2A3",
        "3A3",
        "66A4",
        "5432A2",
        "A54",
        "88A",
        "T24A",
        "AA5",
        "AA4A",
    )
    for ranks in sequences:
        suits = "HDCSHDCS"
        cards = [f"{rank}{suits[place]}" for place, rank in enumerate(ranks)]
        # An ace or ten up is looked under first; insurance is declined.
        first = ["no_insurance"] if ranks[0] == "A" else []
        finished = dealers(cards)
        assert len(finished) == len(cards), ranks
        title = f"the dealer has {' '.join(ranks)}: {total(finished)[0]}"
        hand(game, f"dealer-{ranks}", "7(m)", title, ("TS", "8S"), cards, [*first, "stand"])


def naturals(game: Game) -> None:
    for up in "23456789":
        title = f"a Blackjack against a {up}"
        hand(game, f"natural-{up}", "7(i)(1)(i)", title, ("AS", "KS"), (f"{up}H", "TD"), [])
    for up in "TJQKA":
        first = ["no_insurance"] if up == "A" else []
        hole = "AD" if up != "A" else "KD"
        title = f"a Blackjack against a dealer's, {up} up"
        hand(game, f"natural-{up}-natural", "7(q)", title, ("AS", "KS"), (f"{up}H", hole), first)
        title = f"a Blackjack against {up} without one"
        hand(game, f"natural-{up}-none", "13(a)", title, ("AS", "KS"), (f"{up}H", "9D"), first)
        title = f"20 against a dealer's Blackjack, {up} up"
        hand(game, f"twenty-{up}-natural", "7(h)", title, ("TS", "KS"), (f"{up}H", hole), first)
    for ten in "TJQK":
        hand(
            game,
            f"natural-with-{ten}",
            "13(a)",
            f"an ace and {ten} are a Blackjack",
            (f"{ten}S", "AS"),
            ("6H", "TD"),
            [],
        )
    for amount in (100, 101, 500, 501, 750, 999, 50000):
        title = f"3 to 2 on {amount} cents"
        reading = "A fraction of a cent is paid as a whole one." if amount % 2 else ""
        hand(
            game,
            f"natural-pays-{amount}",
            "13(a)",
            title,
            ("AS", "KS"),
            ("6H", "TD"),
            [],
            stake=amount,
            reading=reading,
        )
    for hole in ("KD", "9D"):
        given = play([wager(1, "blackjack", STAKE)], deal(("AS", "KS"), ("AH", hole)), [says(1, "even_money")])
        title = f"even money, the dealer {'has' if hole == 'KD' else 'does not have'} a Blackjack"
        game.case(f"even-money-{hole}", "8(e)", title, given, [settled(1, "blackjack", STAKE, 2 * STAKE)])
    given = play([wager(1, "blackjack", STAKE)], deal(("AS", "KS"), ("AH", "9D")), [says(1, "even_money")])
    game.case(
        "even-money-not-filed",
        "8(e)",
        "even money where it is not filed",
        given,
        refused="not_permitted_now",
        rules={"even_money": False},
    )
    given = play([wager(1, "blackjack", STAKE)], deal(("TS", "KS"), ("AH", "9D")), [says(1, "even_money")])
    game.case("even-money-without", "8(e)", "even money without a Blackjack", given, refused="not_permitted_now")


def refusals(game: Game) -> None:
    plain = deal(("TS", "9S"), ENDINGS[18])
    late = play([wager(1, "blackjack", STAKE), wager(2, "blackjack", STAKE, after=2)], plain, [says(1, "stand")])
    game.case("late-wager", "6(c)", "a wager after the first card", late, refused="betting_closed")
    for boxes, why in ((2, ""), (3, "too_many_positions")):
        seats = range(1, boxes + 1)
        cards = [BURN, *["TS"] * boxes, "TH", *["9S"] * boxes, "8D"]
        given = play(
            [wager(seat, "blackjack", STAKE, player="Ada") for seat in seats],
            cards,
            [says(seat, "stand") for seat in seats],
        )
        lines = None if why else [settled(seat, "blackjack", STAKE, 2 * STAKE) for seat in seats]
        game.case(
            f"boxes-{boxes}", "6(f)", f"one player at {boxes} boxes where two are filed", given, lines, refused=why
        )
    for amount, why in ((99, "amount_below_minimum"), (100, ""), (50000, ""), (50001, "amount_above_maximum")):
        given = play([wager(1, "blackjack", amount)], plain, [says(1, "stand")])
        lines = None if why else [settled(1, "blackjack", amount, 2 * amount)]
        game.case(
            f"limits-{amount}",
            "6(d)",
            f"the posted limits, with {amount} cents",
            given,
            lines,
            refused=why,
            reading=POSTED,
        )
    given = play([wager(1, "blackjack", STAKE)], plain, [says(1, "stand")])
    game.case("decks-0", "3(a)", "0 decks", given, refused="rules_not_permitted", rules={"decks": 0})
    lines = [settled(1, "blackjack", STAKE, 2 * STAKE)]
    game.case("decks-nine", "3(a)", "nine decks: the text has no most", given, lines, rules={"decks": 9})
    full = play(
        [wager(1, "blackjack", STAKE)],
        deal(("TS", "5S"), ENDINGS[18], ["6S", "2D"]),
        [says(1, "draw"), says(1, "draw")],
    )
    game.case("draw-on-21", "7(k)(1)", "a card drawn to 21", full, refused="not_permitted_now")


def irregular(game: Game) -> None:
    one = [wager(1, "blackjack", STAKE)]
    won = [settled(1, "blackjack", STAKE, 2 * STAKE)]
    cards = deal(("TS", "9S"), ENDINGS[18])
    up = play(one, [cards[0], "2D", *cards[1:]], [says(1, "stand")], [{"kind": "card_face_up_in_shoe", "after": 1}])
    game.case("face-up-card", "14(a)", "a card found face up is not used", up, won)
    error = play(one, cards, [says(1, "stand")], [{"kind": "card_drawn_in_error", "after": 1}])
    game.case("drawn-in-error", "14(b)", "a card drawn in error and not seen is the next card", error, won)
    extra = play(one, [*cards, "5C"], [says(1, "stand")], [{"kind": "dealer_draws_on_17", "after": 5}])
    game.case(
        "dealer-draws-on-18", "14(d)", "a card that the dealer drew in error after 17 or more is discarded", extra, won
    )
    two = [wager(1, "blackjack", STAKE), wager(2, "blackjack", STAKE)]
    missed = play(
        two, [BURN, "TS", "TH", "9S", "8D"], [says(1, "stand")], [{"kind": "no_cards_dealt", "after": 2, "seat": 2}]
    )
    lines = [*won, settled(2, "blackjack", STAKE, STAKE)]
    game.case(
        "no-cards-dealt",
        "14(g)",
        "a hand that got no cards is dead",
        missed,
        lines,
        reading="A dead hand has its wager back.",
    )
    for reveal, why in ((True, "void"), (False, "goes on")):
        reader = [{"kind": "card_reader_misused", "after": 5}]
        small = deal(("TS", "9S"), ("8H", "TD"))
        given = play(one, small, [] if reveal else [says(1, "stand")], reader)
        lines = [settled(1, "blackjack", STAKE, STAKE if reveal else 2 * STAKE)]
        title = f"the reader used with an 8 up: the round {why}"
        game.case(
            f"reader-misused-{why.replace(' ', '-')}",
            "14(j)",
            title,
            given,
            lines,
            rules={"card_reader_can_reveal": reveal},
        )
    for said, lines, drawn in (
        ("hand_dead", [settled(1, "blackjack", STAKE, STAKE)], []),
        ("late_card", [settled(1, "blackjack", STAKE, 2 * STAKE)], ["5S"]),
    ):
        answers = [
            says(1, "draw"),
            says(1, said),
            *([] if said == "hand_dead" else [says(1, "stand")]),
            says(2, "stand"),
        ]
        chance = [BURN, "TS", "TD", "TH", "5D", "9D", "8D", *drawn]
        given = play(two, chance, answers, [{"kind": "additional_card_not_dealt", "after": 7, "seat": 1}])
        title = "a card asked for and not dealt: " + (
            "the hand is called dead" if said == "hand_dead" else "it comes after the others"
        )
        game.case(f"missed-card-{said}", "14(i)", title, given, [*lines, settled(2, "blackjack", STAKE, 2 * STAKE)])

"""633a, what a player may decide: insurance, surrender, doubling, splitting, and the limits of each."""

from generator.blackjack_hand import back
from generator.blackjack_table import ENDINGS, STAKE, deal
from generator.kit import Game, play, says, settled, wager
from pitboss_audit.games.blackjack_values import RANKS, dealers, total
from pitboss_audit.money import paid


def insurance(game: Game) -> None:
    for amount, why in ((1, ""), (250, ""), (499, ""), (500, ""), (501, "x"), (1000, "x")):
        for hole in ("KD", "TD", "JD", "QD", "9D", "AD"):
            won = hole[0] in "KTJQ"
            if hole not in ("KD", "9D") and amount != 500:
                continue
            dealer = ("AH", hole) if hole != "AD" else ("AH", "AD", "6C")
            mine = ("TS", "9S")
            said = [says(1, "insurance", amount=amount)] + ([] if won else [says(1, "stand")])
            lines = [
                settled(1, "insurance", amount, paid(amount, "2 to 1") if won else 0),
                settled(1, "blackjack", STAKE, back(mine, dealer, STAKE)),
            ]
            game.case(
                f"insurance-{amount}-{hole}",
                "8(b)" if why else "13(b)" if won else "8(d)",
                f"Insurance of {amount} cents beside {STAKE}; the hole card is {hole[0]}",
                play([wager(1, "blackjack", STAKE)], deal(mine, dealer), said),
                None if why else lines,
                refused="amount_not_permitted" if why else "",
            )
    given = play(
        [wager(1, "blackjack", STAKE)], deal(("TS", "9S"), ("KH", "9D")), [says(1, "insurance"), says(1, "stand")]
    )
    game.case(
        "insurance-against-king", "8(a)", "Insurance is only offered against an ace", given, refused="not_permitted_now"
    )
    lines = [settled(1, "insurance", 500, 1500), settled(1, "blackjack", STAKE, STAKE)]
    given = play([wager(1, "blackjack", STAKE)], deal(("AS", "KS"), ("AH", "KD")), [says(1, "insurance", amount=500)])
    game.case("insurance-with-natural", "13(b)", "Insurance beside a Blackjack of one's own", given, lines)


def surrender(game: Game) -> None:
    for up in RANKS:
        first = [says(1, "no_insurance")] if up == "A" else []
        hole = "9D" if up in "TJQKA" else "TD"
        given = play(
            [wager(1, "blackjack", STAKE)], deal(("TS", "6S"), (f"{up}H", hole)), [*first, says(1, "surrender")]
        )
        provision = "9(a)(2)" if up in "TJQKA" else "9(a)(1)"
        game.case(
            f"surrender-{up}",
            provision,
            f"surrender against {up}: half is lost",
            given,
            [settled(1, "blackjack", STAKE, STAKE // 2)],
        )
    for amount in (100, 101, 999):
        given = play([wager(1, "blackjack", amount)], deal(("TS", "6S"), ("9H", "TD")), [says(1, "surrender")])
        lines = [settled(1, "blackjack", amount, amount - amount // 2)]
        game.case(
            f"surrender-of-{amount}",
            "9(a)",
            f"half of {amount} cents",
            given,
            lines,
            reading="An odd cent is the player's.",
        )
    insured = [says(1, "insurance", amount=500), says(1, "surrender")]
    given = play([wager(1, "blackjack", STAKE)], deal(("TS", "6S"), ("AH", "9D")), insured)
    lines = [settled(1, "insurance", 500, 0), settled(1, "blackjack", STAKE, STAKE // 2)]
    game.case("surrender-insured", "9(b)", "surrender after Insurance: each is settled by itself", given, lines)
    late = play(
        [wager(1, "blackjack", STAKE)],
        deal(("TS", "2S"), ("9H", "TD"), ["3S"]),
        [says(1, "draw"), says(1, "surrender")],
    )
    game.case("surrender-after-draw", "9(a)", "surrender after a third card", late, refused="not_permitted_now")


def doubling(game: Game) -> None:
    for mine, third in (
        (("5S", "6S"), "TS"),
        (("5S", "6S"), "2S"),
        (("TS", "6S"), "6D"),
        (("AS", "6S"), "4S"),
        (("4S", "4D"), "2S"),
        (("TS", "KS"), "AS"),
    ):
        for other in (17, 20, 21, 22):
            final = [*mine, third]
            dealer = dealers(ENDINGS[other]) if total(final)[0] <= 21 else list(ENDINGS[other][:2])
            given = play([wager(1, "blackjack", STAKE)], deal(mine, dealer, [third]), [says(1, "double_down")])
            lines = [settled(1, kind, STAKE, back(final, dealer, STAKE)) for kind in ("blackjack", "double_down")]
            title = f"{mine[0][0]} and {mine[1][0]} doubled with {third[0]}, against {other}"
            game.case(f"double-{mine[0][0]}{mine[1][0]}{third[0]}-{other}", "10(a)", title, given, lines)
    for amount, why in ((1, ""), (500, ""), (999, ""), (1000, ""), (1001, "x")):
        given = play(
            [wager(1, "blackjack", STAKE)],
            deal(("5S", "6S"), ENDINGS[17], ["TS"]),
            [says(1, "double_down", amount=amount)],
        )
        lines = [settled(1, "blackjack", STAKE, 2 * STAKE), settled(1, "double_down", amount, 2 * amount)]
        title = f"a Double Down Wager of {amount} cents beside {STAKE}"
        game.case(
            f"double-for-{amount}",
            "10(a)",
            title,
            given,
            None if why else lines,
            refused="amount_not_permitted" if why else "",
        )
    late = play(
        [wager(1, "blackjack", STAKE)],
        deal(("2S", "3S"), ENDINGS[17], ["4S", "TS"]),
        [says(1, "draw"), says(1, "double_down")],
    )
    game.case("double-after-draw", "10(a)", "doubling on three cards", late, refused="not_permitted_now")
    again = play(
        [wager(1, "blackjack", STAKE)],
        deal(("2S", "3S"), ENDINGS[17], ["4S", "TS"]),
        [says(1, "double_down"), says(1, "draw")],
    )
    game.case("draw-after-double", "7(k)(2)", "a second card after doubling", again, refused="not_permitted_now")


def splitting(game: Game) -> None:
    dealer = ENDINGS[18]
    for rank in "23456789TJQK":
        first, second = ("TC", "9C") if rank not in "TJQK" else ("9C", "7C")
        one, two = [f"{rank}S", first], [f"{rank}D", second]
        answers = [says(1, "split_pairs"), says(1, "stand"), says(1, "stand")]
        given = play([wager(1, "blackjack", STAKE)], deal((f"{rank}S", f"{rank}D"), dealer, [first, second]), answers)
        lines = [
            settled(1, "blackjack", STAKE, back(one, dealer, STAKE, split=True)),
            settled(1, "split_pairs", STAKE, back(two, dealer, STAKE, split=True), hand=1),
        ]
        game.case(f"split-{rank}", "11(a)", f"a pair of {rank} split", given, lines)
    for pair in ("TJ", "KT", "QJ", "KQ"):
        one, two = [f"{pair[0]}S", "9C"], [f"{pair[1]}D", "7C"]
        answers = [says(1, "split_pairs"), says(1, "stand"), says(1, "stand")]
        given = play(
            [wager(1, "blackjack", STAKE)], deal((f"{pair[0]}S", f"{pair[1]}D"), dealer, ["9C", "7C"]), answers
        )
        lines = [settled(1, "blackjack", STAKE, 2 * STAKE), settled(1, "split_pairs", STAKE, 0, hand=1)]
        game.case(f"split-{pair}", "11(a)", f"{pair[0]} and {pair[1]} count the same and may be split", given, lines)
    for pair in ("98", "A5", "T9"):
        given = play(
            [wager(1, "blackjack", STAKE)], deal((f"{pair[0]}S", f"{pair[1]}D"), dealer), [says(1, "split_pairs")]
        )
        game.case(
            f"split-{pair}-refused",
            "11(a)",
            f"{pair[0]} and {pair[1]} may not be split",
            given,
            refused="not_permitted_now",
        )
    for amount in (999, 1001):
        given = play(
            [wager(1, "blackjack", STAKE)], deal(("8S", "8D"), dealer), [says(1, "split_pairs", amount=amount)]
        )
        game.case(
            f"split-for-{amount}",
            "11(a)",
            f"a split for {amount} cents beside {STAKE}",
            given,
            refused="amount_not_permitted",
        )
    # Eights split into two hands; the first is doubled, the second drawn to.
    answers = [says(1, "split_pairs"), says(1, "double_down"), says(1, "draw"), says(1, "stand")]
    given = play([wager(1, "blackjack", STAKE)], deal(("8S", "8D"), dealer, ["3C", "TC", "2C", "9C"]), answers)
    lines = [
        settled(1, "blackjack", STAKE, 2 * STAKE),
        settled(1, "double_down", STAKE, 2 * STAKE),
        settled(1, "split_pairs", STAKE, 2 * STAKE, hand=1),
    ]
    game.case("split-double", "11(c)", "the first hand of a split doubled, the second drawn to", given, lines)
    for limit in (0, 1):
        answers = [says(1, "split_pairs"), says(1, "split_pairs"), *[says(1, "stand")] * 3]
        given = play([wager(1, "blackjack", STAKE)], deal(("8S", "8D"), dealer, ["8C", "TC", "9C", "2C"]), answers)
        lines = [
            settled(1, "blackjack", STAKE, STAKE),
            settled(1, "split_pairs", STAKE, 0, hand=2),
            settled(1, "split_pairs", STAKE, 0, hand=1),
        ]
        title = f"a pair split again, where that is filed {limit} times"
        why = "" if limit else "not_permitted_now"
        game.case(
            f"resplit-{limit}",
            "11(c)",
            title,
            given,
            lines if limit else None,
            refused=why,
            rules={"max_resplits": limit},
        )
    for card, points in (("KC", 21), ("5C", 16), ("9C", 20)):
        answers = [says(1, "split_pairs")]
        given = play([wager(1, "blackjack", STAKE)], deal(("AS", "AD"), dealer, [card, "8C"]), answers)
        lines = [
            settled(1, "blackjack", STAKE, back(["AS", card], dealer, STAKE, split=True)),
            settled(1, "split_pairs", STAKE, 2 * STAKE, hand=1),
        ]
        title = f"split aces get one card each; an ace with {card[0]} counts {points} and is no Blackjack"
        game.case(f"split-aces-{card}", "11(c)", title, given, lines)
    for first, drawn, points in (("5C", ["4C"], 20), ("2C", ["TC"], 13), ("9C", [], 20)):
        said = [says(1, "split_pairs"), *[says(1, "draw") for _ in drawn], says(1, "stand"), says(1, "stand")]
        given = play([wager(1, "blackjack", STAKE)], deal(("AS", "AD"), dealer, [first, *drawn, "8C"]), said)
        one = ["AS", first, *drawn]
        assert total(one)[0] == points
        lines = [
            settled(1, "blackjack", STAKE, back(one, dealer, STAKE, split=True)),
            settled(1, "split_pairs", STAKE, 2 * STAKE, hand=1),
        ]
        title = f"split aces that may be drawn to: the first comes to {points}"
        game.case(f"split-aces-draw-{first}", "11(c)", title, given, lines, rules={"split_aces": "draw"})

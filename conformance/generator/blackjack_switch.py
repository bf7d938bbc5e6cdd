"""633a.12(a) Blackjack Switch: Super Match, a dealer's 22, and hands that were switched."""

from generator.blackjack_hand import back
from generator.blackjack_side import BURN, SIDE, STAKE
from generator.kit import Game, play, says, settled, table, wager
from pitboss_audit.money import paid


def switch(game: Game) -> None:
    rules = {"blackjack_switch": True, "switch_natural_pays": "one_to_one"}
    both = [wager(1, "blackjack", STAKE, "1"), wager(1, "blackjack", STAKE, "2")]
    stand = [says(1, "no_switch"), says(1, "stand"), says(1, "stand")]
    for decks, printed in ((6, "633a.13(i)(1)#six decks"), (8, "633a.13(i)(2)#eight decks")):
        pays = table(printed)
        for key, cards, line in (
            ("four", ("9S", "9D", "9C", "9H"), "Four-of-a-kind"),
            ("two-pair", ("9S", "8D", "9C", "8H"), "Two pair"),
            ("three", ("9S", "9D", "9C", "8H"), "Three-of-a-kind"),
            ("pair", ("9S", "8D", "9C", "7H"), "Pair"),
            ("nothing", ("9S", "8D", "7C", "TH"), ""),
            ("tens", ("TS", "JD", "QC", "KH"), ""),
        ):
            first, second = (cards[0], cards[2]), (cards[1], cards[3])
            chance = [BURN, cards[0], cards[1], "9H", cards[2], cards[3], "8D"]
            lines = [
                settled(1, "blackjack", STAKE, back(hand, ("9H", "8D"), STAKE), on)
                for hand, on in ((first, "1"), (second, "2"))
            ]
            lines.append(settled(1, "super_match", SIDE, paid(SIDE, pays[line]) if line else 0))
            given = play([*both, wager(1, "super_match", SIDE)], chance, stand)
            game.case(
                f"super-match-{decks}-{key}",
                "13(i)",
                f"Super Match, {decks} decks: {key}",
                given,
                lines,
                rules=rules | {"super_match": True, "decks": decks},
            )
    unequal = play([wager(1, "blackjack", STAKE, "1"), wager(1, "blackjack", STAKE + 100, "2")], [BURN])
    game.case(
        "switch-unequal",
        "12(a)(1)",
        "two Blackjack Wagers that are not equal",
        unequal,
        refused="amount_not_equal",
        rules=rules,
    )
    for points, hand in ((20, ("TS", "KD")), (21, ("TS", "5D")), (12, ("TS", "2D"))):
        drawn = ["6C"] if points == 21 else []
        said = [says(1, "no_switch"), *([says(1, "draw")] if drawn else [says(1, "stand")]), says(1, "stand")]
        chance = [BURN, hand[0], "TC", "6H", hand[1], "9C", "TD", *drawn, "6D"]
        lines = [settled(1, "blackjack", STAKE, STAKE, on) for on in ("1", "2")]
        game.case(
            f"switch-22-{points}",
            "12(a)(5)(v)",
            f"{points} against a dealer's 22: the wager is returned",
            play(both, chance, said),
            lines,
            rules=rules,
        )
    said = [says(1, "switch"), says(1, "stand")]
    for key, dealer, result, provision in (
        ("21", ("7H", "7D", "7C"), STAKE, "12(a)(5)(iv)"),
        ("22", ("6H", "TD", "6D"), STAKE, "12(a)(5)(iv)"),
        ("20", ("TH", "KD"), 2 * STAKE, "7(p)(2)"),
    ):
        # A and 6 on the first box, T and Q on the second; after the switch A-Q and T-6.
        chance = [BURN, "AS", "TS", dealer[0], "6D", "QD", *dealer[1:]]
        other = STAKE if key == "22" else 0
        lines = [settled(1, "blackjack", STAKE, result, "1"), settled(1, "blackjack", STAKE, other, "2")]
        title = f"a switched ace and queen count 21 against {key}"
        game.case(f"switched-{key}", provision, title, play(both, chance, said), lines, rules=rules)
    # A natural that was dealt, against a 21 in more cards.
    chance = [BURN, "AS", "TS", "7H", "KD", "9D", "7D", "7C"]
    lines = [settled(1, "blackjack", STAKE, 2 * STAKE, "1"), settled(1, "blackjack", STAKE, 0, "2")]
    given = play(both, chance, [says(1, "no_switch"), says(1, "stand")])
    game.case(
        "switch-natural-21",
        "12(a)(5)(i)",
        "a Blackjack against a 21 in three cards is paid 1 to 1",
        given,
        lines,
        rules=rules,
    )
    for filed in ("one_to_one", "as_printed"):
        for key, dealer in (("20", ("TH", "KD")), ("bust-23", ("6H", "TD", "7D"))):
            chance = [BURN, "AS", "TS", dealer[0], "KD", "9D", *dealer[1:]]
            won = paid(STAKE, "3 to 2") if filed == "as_printed" else 2 * STAKE
            lines = [
                settled(1, "blackjack", STAKE, won, "1"),
                settled(1, "blackjack", STAKE, 0 if key == "20" else 2 * STAKE, "2"),
            ]
            given = play(both, chance, [says(1, "no_switch"), says(1, "stand")])
            game.case(
                f"switch-natural-{filed}-{key}",
                "13(a)",
                f"a Blackjack at Blackjack Switch against {key.replace('-', ' ')}, filed as {filed.replace('_', ' ')}",
                given,
                lines,
                rules=rules | {"switch_natural_pays": filed},
                reading="The rules filed say what a Blackjack pays at Blackjack Switch.",
            )

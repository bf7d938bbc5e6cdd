"""633a, the additional wagers: every line of every paytable, the two progressive meters, and Blackjack Switch."""

import re

from generator.blackjack_progressives import progressives
from generator.blackjack_side import BURN, PLAIN, SIDE, STAKE, one
from generator.blackjack_switch import switch
from generator.kit import Game, play, says, table, wager
from pitboss_audit.games.blackjack_values import RANKS, natural, total
from pitboss_audit.money import paid


def add(game: Game) -> None:
    twenty_points(game)
    matches(game)
    pairs(game)
    poker(game)
    progressives(game)
    switch(game)
    names = (
        "lucky_ladies",
        "match_the_dealer",
        "in_between",
        "royal_match_21",
        "bet_the_set_21",
        "kings_bounty",
        "bad_beat_progressive",
        "three_card_poker",
        "hit_and_run_progressive",
    )
    for number, kind in enumerate(names, 1):
        place = number if number < 7 else number + 1
        cards = [BURN, "TS", "9H", "9S", "9D"]
        both = play([wager(1, "blackjack", STAKE), wager(1, kind, 100)], cards, [says(1, "stand")])
        label = kind.replace("_", " ")
        game.case(
            f"{kind}-not-filed",
            f"6(e)({place})",
            f"{label} where it is not offered",
            both,
            refused="wager_not_offered",
            rules={kind: False},
        )


def twenty_points(game: Game) -> None:
    ladies, bounty = table("633a.13(c)"), table("633a.13(h)")
    hands = {
        "two-queens-of-hearts": ("QH", "QH"),
        "two-queens-of-spades": ("QS", "QS"),
        "two-kings-of-spades": ("KS", "KS"),
        "two-kings-of-diamonds": ("KD", "KD"),
        "two-tens-of-clubs": ("TC", "TC"),
        "two-jacks-of-spades": ("JS", "JS"),
        "suited-king-queen": ("KS", "QS"),
        "suited-ten-jack": ("TD", "JD"),
        "suited-ace-nine": ("AC", "9C"),
        "kings-of-two-suits": ("KS", "KD"),
        "king-queen": ("KS", "QD"),
        "ace-nine": ("AS", "9D"),
        "nineteen": ("TS", "9S"),
        "blackjack": ("AS", "KS"),
    }
    for key, mine in hands.items():
        same, suited = mine[0] == mine[1], mine[0][1] == mine[1][1]
        is_20 = total(mine)[0] == 20
        for name, dealer in (
            ("plain", PLAIN),
            ("blackjack", ("AH", "KC")),
            ("ten-up", ("TC", "8C")),
            ("ten-up-blackjack", ("KC", "AD")),
        ):
            house = natural(dealer)
            if not is_20:
                lady = king = ""
            else:
                lady = (
                    "Queen of hearts pair"
                    if mine == ("QH", "QH")
                    else "Matched 20"
                    if same
                    else "Suited 20"
                    if suited
                    else "Any 20"
                )
                king = "King of spades pair" if mine == ("KS", "KS") else ""
                if not king and same:
                    king = "Suited kings pair" if mine[0][0] == "K" else "Suited queens, jacks or 10s pair"
                king = king or (
                    "Suited 20" if suited else "Pair of kings" if mine[0][0] == mine[1][0] == "K" else "Any 20"
                )
                lady += " and dealer Blackjack" if house and lady.startswith("Queen") else ""
                king += " and dealer Blackjack" if house and king.startswith("King of") else ""
            top = "Queen" in lady or "King of" in king
            if name != "plain" and not top:
                continue
            label = key.replace("-", " ") + (f", dealer {name.replace('-', ' ')}" if name != "plain" else "")
            one(
                game,
                "lucky_ladies",
                f"{key}-{name}",
                "13(c)",
                f"Lucky Ladies: {label}",
                mine,
                dealer,
                ladies[lady] if lady else "",
            )
            one(
                game,
                "kings_bounty",
                f"{key}-{name}",
                "13(h)",
                f"King's Bounty: {label}",
                mine,
                dealer,
                bounty[king] if king else "",
            )


def matches(game: Game) -> None:
    for decks, printed in ((6, "633a.13(d)(1)#six decks"), (8, "633a.13(d)(2)#eight decks")):
        pays = table(printed)
        same, other = (
            int(pays[f"Each matching card of {which} suit"].split()[0]) for which in ("the same", "a different")
        )
        for key, mine, up, odds in (
            ("none", ("TS", "8S"), "9H", 0),
            ("one-suited", ("9H", "8S"), "9H", same),
            ("one-other", ("8S", "9S"), "9H", other),
            ("two-suited", ("9H", "9H"), "9H", 2 * same),
            ("two-other", ("9S", "9D"), "9H", 2 * other),
            ("one-each", ("9H", "9D"), "9H", same + other),
            ("ten-and-king", ("TS", "KS"), "QH", 0),
            ("queen-queen", ("QS", "KS"), "QH", other),
        ):
            dealer = (up, "9D") if up != "QH" else (up, "8D")
            title = f"Match the Dealer, {decks} decks: {mine[0]} and {mine[1]} against {up}"
            odds_text = f"{odds} to 1" if odds else ""
            one(
                game,
                "match_the_dealer",
                f"{decks}-{key}",
                "13(d)",
                title,
                mine,
                dealer,
                odds_text,
                rules={"decks": decks},
            )
    for decks in (1, 2, 4, 5, 7):
        given = play(
            [wager(1, "blackjack", STAKE), wager(1, "match_the_dealer", SIDE)],
            [BURN, "TS", "9H", "9S", "9D"],
            [says(1, "stand")],
        )
        title = f"Match the Dealer with {decks} decks, for which no odds are printed"
        game.case(
            f"match_the_dealer-{decks}-decks",
            "13(d)",
            title,
            given,
            refused="rules_not_permitted",
            rules={"match_the_dealer": True, "decks": decks},
        )
    between = table("633a.13(e)")
    spreads = {1: "One-card spread", 2: "Two-card spread", 3: "Three-card spread"}
    for low, high, up in re.findall(
        r"\w+", "797 798 799 696 697 698 596 598 496 498 2A3 2AK 2A2 888 889 88T TQJ 9TJ A2A KAQ"
    ):
        a, b, c = RANKS.index(low), RANKS.index(high), RANKS.index(up)
        spread = abs(a - b) - 1
        if a == b == c:
            odds_text = between["Triple Match"]
        else:
            odds_text = between[spreads.get(spread, "All others")] if min(a, b) < c < max(a, b) else ""
        hole = "9D" if up in "TJQKA9" else "TD"
        cards = (f"{up}H", hole, "8C")
        title = f"In Between: {low} and {high}, the dealer shows {up}"
        one(
            game,
            "in_between",
            f"{low}{high}-{up}",
            "13(e)",
            title,
            (f"{low}S", f"{high}C"),
            cards,
            odds_text,
            rules={"in_between_ace": "high"},
        )


TITLES = {"royal_match_21": "Royal Match 21", "bet_the_set_21": "Bet the Set 21"}


def pairs(game: Game) -> None:
    for name, decks, printed in (
        ("A", 1, "(1)"),
        ("B", 1, "(1)"),
        ("C", 6, "(2)"),
        ("D", 6, "(2)"),
        ("E", 6, "(2)"),
        ("C", 2, "(2)"),
    ):
        pays = table(f"633a.13(f){printed}#{name}")
        for key, mine, line in (
            ("royal", ("KS", "QS"), "Royal Match"),
            ("royal-turned", ("QD", "KD"), "Royal Match"),
            ("suited", ("9S", "8S"), "Suited Match"),
            ("other-royals", ("KS", "QD"), ""),
            ("plain", ("9S", "7D"), ""),
        ):
            title = f"Royal Match 21, paytable {name}, {decks} decks: {key.replace('-', ' ')}"
            rules = {"royal_match_21_paytable": name, "decks": decks, "crown_treasure_bonus": False}
            one(
                game,
                "royal_match_21",
                f"{name}-{decks}-{key}",
                "13(f)",
                title,
                mine,
                PLAIN,
                pays[line] if line else "",
                rules=rules,
            )
        for offered in (True, False):
            back_ = paid(100, pays["Royal Match"]) + (paid(100, pays["Crown Treasure"]) if offered else 0)
            rules = {"royal_match_21_paytable": name, "decks": decks, "crown_treasure_bonus": offered}
            title = f"Royal Match 21, paytable {name}: dealer and player both, Crown Treasure {'' if offered else 'not '}offered"
            key = f"{name}-{decks}-crown-{'offered' if offered else 'not-offered'}"
            one(
                game, "royal_match_21", key, "7(g)(4)", title, ("KS", "QS"), ("KH", "QH"), back_, stake=100, rules=rules
            )
    other_decks(game, "royal_match_21", "13(f)", (("A", 6), ("B", 2), ("C", 1), ("E", 1)))
    for name, decks, printed in (("A", 1, "(1)"), ("B", 2, "(2)"), ("C", 4, "(3)"), ("D", 4, "(3)"), ("C", 8, "(3)")):
        pays = table(f"633a.13(g){printed}#{name}")
        for key, mine in (
            ("suited", ("8S", "8S")),
            ("pair", ("8S", "8D")),
            ("ten-king", ("TS", "KS")),
            ("plain", ("TS", "8D")),
        ):
            if key == "suited" and decks == 1:
                continue
            line = "" if key in ("plain", "ten-king") else "Suited Pairs" if key == "suited" else "Pairs"
            title = f"Bet the Set 21, paytable {name}, {decks} decks: {key.replace('-', ' and ')}"
            rules = {"bet_the_set_21_paytable": name, "decks": decks}
            one(
                game,
                "bet_the_set_21",
                f"{name}-{decks}-{key}",
                "13(g)",
                title,
                mine,
                PLAIN,
                pays[line] if line else "",
                rules=rules,
            )
    other_decks(game, "bet_the_set_21", "13(g)", (("A", 2), ("B", 4), ("C", 2), ("D", 1), ("C", 3)))


def other_decks(game: Game, kind: str, provision: str, tables: tuple[tuple[str, int], ...]) -> None:
    """Paytables with numbers of decks that they are not for."""
    wagers = [wager(1, "blackjack", STAKE), wager(1, kind, SIDE)]
    for name, decks in tables:
        given = play(wagers, [BURN, "TS", "9H", "9S", "9D"], [says(1, "stand")])
        rules = {kind: True, f"{kind}_paytable": name, "decks": decks}
        title = f"{TITLES[kind]}, paytable {name}, with {decks} decks"
        game.case(f"{kind}-{name}-{decks}-decks", provision, title, given, refused="rules_not_permitted", rules=rules)


def poker(game: Game) -> None:
    nine = table("633a.13(k)")["Straight flush, three-of-a-kind, straight or flush"]
    for key, mine, up, won in (
        ("straight-flush", ("7H", "8H"), "9H", True),
        ("three-of-a-kind", ("9S", "9D"), "9H", True),
        ("straight", ("7S", "8D"), "9H", True),
        ("straight-mixed-order", ("8S", "7D"), "6H", True),
        ("flush", ("2H", "7H"), "9H", True),
        ("low-straight", ("AS", "2D"), "3H", True),
        ("high-straight", ("QS", "KD"), "AH", True),
        ("round-the-corner", ("KS", "2D"), "AH", False),
        ("pair", ("9S", "8D"), "9H", False),
        ("high-card", ("KS", "7D"), "9H", False),
        ("gap", ("7S", "9D"), "6H", False),
    ):
        dealer = (f"{up}", "9D", "8C", "7C") if up[0] in "9A" else (up, "TD", "8C")
        title = f"Three Card Poker: {key.replace('-', ' ')}"
        one(game, "three_card_poker", key, "13(k)", title, mine, dealer, nine if won else "")

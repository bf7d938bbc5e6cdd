"""633a, the Bad Beat and the Hit and Run Progressive: every line, the meters and their least amounts."""

from collections.abc import Sequence

from generator.blackjack_side import BURN, PLAIN, STAKE, one
from generator.kit import Game, play, says, settled, table, wager
from pitboss_audit.games.blackjack_values import total
from pitboss_audit.money import paid

DEALER_21 = {
    2: ("KH", "AD"),
    3: ("7H", "7D", "7C"),
    4: ("5H", "5D", "5C", "6C"),
    5: ("2H", "4D", "4C", "5C", "6C"),
    6: ("2H", "2D", "3C", "4C", "5C", "5D"),
    7: ("2H", "2D", "2S", "3C", "3D", "4C", "5D"),
    8: ("2H", "2D", "2S", "2S", "2D", "3C", "3D", "5D"),
}


def progressives(game: Game) -> None:
    """The meters stand at what was filed, and grow by the filed part of each wager before it is decided."""
    printed = table("633a.13(j)(1)")
    lines = {
        2: "dealer Blackjack",
        3: "dealer 21 with three cards",
        4: "dealer 21 with four cards",
        5: "dealer 21 with five cards",
        6: "dealer 21 with six cards",
    }
    rules = {
        "bad_beat_rate": "10",
        "bad_beat_initial_cents": 500000,
        "bad_beat_reset_cents": 500000,
        "bad_beat_any_20": False,
    }
    for count, dealer in DEALER_21.items():
        for mine in (("TS", "KS"), ("TS", "9S")):
            twenty = total(mine)[0] == 20
            if not twenty:
                result: str | int = ""
            elif count >= 7:
                assert printed["Player 20, dealer 21 with seven or more cards"] == "100% of meter"
                result = 500000 + 10
            else:
                result = printed[f"Player 20, {lines[count]}"]
            title = f"Bad Beat: {total(mine)[0]} against a dealer's 21 in {count} cards"
            one(
                game,
                "bad_beat_progressive",
                f"{total(mine)[0]}-{count}",
                "13(j)(1)",
                title,
                mine,
                dealer,
                result,
                stake=100,
                finish=True,
                rules=rules,
            )
    for any_20 in (True, False):
        title = f"Bad Beat: 20 against 18, where any 20 {'is' if any_20 else 'is not'} paid"
        result = printed["Player has a 20 (optional)"] if any_20 else ""
        key = f"any-20-{'paid' if any_20 else 'not-paid'}"
        one(
            game,
            "bad_beat_progressive",
            key,
            "7(o)(1)(i)",
            title,
            ("TS", "KS"),
            PLAIN,
            result,
            stake=100,
            rules=rules | {"bad_beat_any_20": any_20},
        )
    filed = rules | {"magic_card_bonus": True, "lucky_player_bonus": True}
    magic, lucky = (paid(100, printed[f"{name} Bonus (optional)"]) for name in ("Magic Card", "Lucky Player"))
    for key, system, more in (
        ("magic", {"magic_card": "TS"}, magic),
        ("lucky", {"lucky_player": 1}, lucky),
        ("both", {"magic_card": "KS", "lucky_player": 1}, magic + lucky),
        ("neither", {"magic_card": "2D", "lucky_player": 3}, 0),
    ):
        for points, mine, won in (
            (20, ("TS", "KS"), paid(100, printed["Player 20, dealer 21 with three cards"])),
            (19, ("TS", "9S"), 0),
        ):
            amount = won + (more if points == 20 or key in ("magic", "lucky", "neither") else lucky)
            title = f"Bad Beat: {points} against 21 in three cards, with the bonuses of the system: {key}"
            one(
                game,
                "bad_beat_progressive",
                f"bonus-{key}-{points}",
                "13(j)(1)",
                title,
                mine,
                DEALER_21[3],
                amount,
                stake=100,
                rules=filed,
                given={"system": system},
            )
    for amount in (499999, 500000):
        for which in ("initial", "reset"):
            given = play([wager(1, "blackjack", STAKE)], [BURN, "TS", "9H", "9S", "9D"], [says(1, "stand")])
            why = "rules_not_permitted" if amount < 500000 else ""
            filed = rules | {"bad_beat_progressive": True, f"bad_beat_{which}_cents": amount}
            stood = None if why else [settled(1, "blackjack", STAKE, 2 * STAKE)]
            game.case(
                f"bad_beat-{which}-{amount}",
                "13(j)(2)",
                f"a Bad Beat meter filed at {amount} cents ({which})",
                given,
                stood,
                refused=why,
                rules=filed,
            )
    printed = table("633a.13(l)(1)")
    rules = {"hit_and_run_rate": "10", "hit_and_run_initial_cents": 100000, "hit_and_run_reset_cents": 100000}
    names = {
        2: "Dealer has Blackjack",
        5: "Dealer has five cards",
        6: "Dealer has six cards",
        7: "Dealer has seven cards",
    }
    hands: dict[str, Sequence[str]] = {str(count): dealer for count, dealer in DEALER_21.items()}
    hands |= {
        "5-bust": ("2H", "3D", "4C", "5C", "TC"),
        "6-bust": ("2H", "2D", "3C", "4C", "5C", "TD"),
        "4-bust": ("5H", "5D", "5C", "TC"),
        "5-of-18": ("2H", "4D", "4C", "5C", "3C"),
    }
    assert printed["Dealer has eight or more cards"] == "100% of meter"
    for key, cards in hands.items():
        count = len(cards)
        result = 100000 + 10 if count >= 8 else printed[names[count]] if count in names else ""
        title = f"Hit and Run: the dealer has {'a Blackjack' if count == 2 else f'{count} cards'}" + (
            " and is over 21" if "bust" in key else ""
        )
        one(
            game,
            "hit_and_run_progressive",
            key,
            "13(l)(1)",
            title,
            ("TS", "9S"),
            cards,
            result,
            stake=100,
            finish=True,
            rules=rules,
        )
    for amount in (99999, 100000):
        given = play([wager(1, "blackjack", STAKE)], [BURN, "TS", "9H", "9S", "9D"], [says(1, "stand")])
        why = "rules_not_permitted" if amount < 100000 else ""
        filed = rules | {"hit_and_run_progressive": True, "hit_and_run_initial_cents": amount}
        stood = None if why else [settled(1, "blackjack", STAKE, 2 * STAKE)]
        game.case(
            f"hit_and_run-initial-{amount}",
            "13(l)(2)",
            f"a Hit and Run meter filed at {amount} cents",
            given,
            stood,
            refused=why,
            rules=filed,
        )

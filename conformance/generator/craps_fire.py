"""623a.11 the Fire Bet: points made one after the other, then the 7 that ends the hand."""

from generator.craps_story import LINE, THROWS
from generator.craps_table import POINTS
from generator.kit import Game, dollars, play, settled, table, wager
from pitboss_audit.money import paid


def fire(game: Game) -> None:
    """Points made one after the other, then the 7 that ends the hand."""
    lines_by_count = {4: "Four Points", 5: "Five Points", 6: "Six or More Points"}
    for name in "AB":
        pays = table(f"623a.5(f)#{name}")
        for count in range(7):
            for again in (False, True) if count else (False,):
                made = [*POINTS[:count], *(POINTS[:1] if again else ())]
                rounds, lines, number = [], [], 0
                for point in made:
                    for step in (0, 1):
                        number += 1
                        bets = [] if step else [wager(1, "pass_bet", LINE)]
                        bets += [wager(2, "fire_bet", dollars(5))] if number == 1 else []
                        dice = THROWS[point]
                        rounds.append(play(bets, [f"{dice[0]} {dice[1]}"]))
                    lines.append({"round": number} | settled(1, "pass_bet", LINE, 2 * LINE))
                first = [wager(2, "fire_bet", dollars(5))] if not rounds else []
                rounds += [play([wager(1, "pass_bet", LINE), *first], ["3 6"]), play([], ["3 4"])]
                lines.append({"round": len(rounds)} | settled(1, "pass_bet", LINE, 0))
                back = paid(dollars(5), pays[lines_by_count[count]]) if count >= 4 else 0
                lines.append({"round": len(rounds)} | settled(2, "fire_bet", dollars(5), back))
                game.case(
                    f"fire-{name}-{count}" + ("-one-twice" if again else ""),
                    "11(b)(2)" if again else "5(f)",
                    f"Fire Bet, paytable {name}: {count} different points" + (", one of them twice" if again else ""),
                    rounds,
                    lines,
                    rules={"fire_bet": True, "fire_bet_paytable": name},
                )
    for amount, why in ((100, ""), (150, "amount_not_a_multiple"), (500, ""), (600, "amount_above_maximum")):
        rounds = [play([wager(1, "pass_bet", LINE), wager(2, "fire_bet", amount)], ["3 6"]), play([], ["3 4"])]
        settlements = None if why else [settled(1, "pass_bet", LINE, 0), settled(2, "fire_bet", amount, 0)]
        game.case(
            f"fire-of-{amount}",
            "11(b)(1)",
            f"a Fire Bet of {amount} cents",
            rounds,
            settlements,
            refused=why,
            rules={"fire_bet": True},
        )
    late = [play([wager(1, "pass_bet", LINE)], ["3 6"]), play([wager(2, "fire_bet", 500)], ["3 4"])]
    game.case(
        "fire-late",
        "3(a)(40)",
        "a Fire Bet after the shooter's first throw",
        late,
        refused="not_permitted_now",
        rules={"fire_bet": True},
    )

"""623a, wagers on a number: Place, Buy, Lay and Hardway, with a point on and on a come out roll."""

from generator.craps_story import LINE, PASS, THROWS, Bet, story, tell
from generator.craps_table import HARD, POINTS, Table
from generator.kit import Game, dollars, play, says, settled, wager


def numbers(game: Game) -> None:
    """Place, Buy, Lay and Hardway Bets: with a point on, and on a come out roll, where most of them rest."""
    stakes = {
        "place_bet_to_win": dollars(30),
        "place_bet_to_lose": dollars(440),
        "buy_bet": dollars(20),
        "lay_bet": dollars(60),
    }
    clause = {"place_bet_to_win": 5, "place_bet_to_lose": 6, "buy_bet": 41, "lay_bet": 42}
    for kind, stake in stakes.items():
        for number in POINTS:
            bet: Bet = (2, kind, stake, str(number))
            for total in (number, 7, 11):
                point = 9 if number != 9 else 5
                label = kind.replace("_", " ") + f" {number}"
                tell(
                    game,
                    f"{kind}-{number}-then-{total}",
                    f"3(a)({clause[kind]})",
                    f"{label}, with a point on, on {total}",
                    [(THROWS[point], [PASS]), (THROWS[total], [bet])],
                )
                tell(
                    game,
                    f"{kind}-{number}-come-out-{total}",
                    f"3(a)({clause[kind]})",
                    f"{label} on a come out roll of {total}",
                    [(THROWS[total], [PASS, bet])],
                )
    for kind, number in HARD.items():
        bet = (2, kind, dollars(5), "")
        half = number // 2
        easy = THROWS[number]
        for label, dice in (("hard", (half, half)), ("easy", easy), ("seven", (3, 4)), ("eleven", (5, 6))):
            name = f"{kind.removesuffix('_bet').replace('_', ' ')}"
            provision = f"3(a)({6 + number // 2 - 1})"
            tell(game, f"{kind}-{label}", provision, f"{name}: {label}", [(THROWS[9], [PASS]), (dice, [bet])])
            tell(
                game,
                f"{kind}-come-out-{label}",
                provision,
                f"{name} on a come out roll: {label}",
                [(dice, [PASS, bet])],
            )
    calls(game)
    for rate, why in (("0", ""), ("3", ""), ("5", ""), ("5.01", "rules_not_permitted")):
        win = dollars(60)
        lines = [settled(2, "buy_bet", dollars(20), win, "4", commission=int(dollars(20) * float(rate) / 100))]
        rounds, _, _ = story([(THROWS[9], [PASS]), (THROWS[4], [(2, "buy_bet", dollars(20), "4")])])
        title = f"commission of {rate} per cent on a Buy Bet"
        game.case(
            f"vigorish-{rate}",
            "5(g)(3)",
            title,
            rounds,
            None if why else lines,
            refused=why,
            rules={"vigorish_rate": rate},
        )
    for kind, rules in (
        ("buy_bet", {"buy_bets": False}),
        ("lay_bet", {"lay_bets": "none"}),
        ("place_bet_to_lose", {"lay_bets": "in_lieu"}),
    ):
        rounds, _, _ = story([(THROWS[9], [PASS]), (THROWS[11], [(2, kind, dollars(60), "4")])])
        title = f"{kind.replace('_', ' ')} where the rules filed do not have it"
        game.case(
            f"{kind}-not-filed", f"3(a)({clause.get(kind)})", title, rounds, refused="wager_not_offered", rules=rules
        )


def calls(game: Game) -> None:
    """Bets called on for the come out roll, and a Lay Bet called off."""
    for kind, stake, on in (
        ("place_bet_to_win", 3000, "6"),
        ("place_bet_to_lose", 2000, "6"),
        ("buy_bet", 2000, "6"),
        ("six_the_hardway_bet", 500, ""),
    ):
        for total in (6, 7):
            dice = (3, 3) if kind in HARD and total == 6 else THROWS[total]
            felt = Table()
            felt.bet(1, "pass_bet", LINE)
            felt.bet(2, kind, stake, on)
            felt.on.add((2, kind, on))
            lines = felt.throw(*dice)
            answer = says(2, "called_on", wager=kind, on=on)
            given = play([wager(1, "pass_bet", LINE), wager(2, kind, stake, on)], [f"{dice[0]} {dice[1]}"], [answer])
            number = {"place_bet_to_win": 5, "place_bet_to_lose": 6, "buy_bet": 41}.get(kind, 8)
            title = f"{kind.replace('_', ' ')} {on}".strip() + f" called on, come out {total}"
            game.case(f"called-on-{kind}-{total}", f"3(a)({number})", title, given, lines, standing=felt.standing())
    for total in (6, 7):
        felt = Table()
        felt.bet(1, "pass_bet", LINE)
        felt.bet(2, "lay_bet", 6000, "6")
        felt.off.add((2, "lay_bet", "6"))
        lines = felt.throw(*THROWS[total])
        answer = says(2, "called_off", wager="lay_bet", on="6")
        dice = THROWS[total]
        given = play([wager(1, "pass_bet", LINE), wager(2, "lay_bet", 6000, "6")], [f"{dice[0]} {dice[1]}"], [answer])
        game.case(
            f"called-off-lay-{total}",
            "3(a)(42)",
            f"a Lay Bet called off, come out {total}",
            given,
            lines,
            standing=felt.standing(),
        )


def as_filed(game: Game) -> None:
    """The same wagers under other choices: commission taken with the wager, winners taken down, Come odds that work."""
    for kind, number, stake in (
        ("buy_bet", 4, 2000),
        ("buy_bet", 6, 2000),
        ("lay_bet", 10, 4000),
        ("lay_bet", 5, 6000),
    ):
        for total in (number, 7):
            tell(
                game,
                f"{kind}-{number}-prepaid-then-{total}",
                "5(g)(3)",
                f"{kind.replace('_', ' ')} {number}, the commission taken with the wager, on {total}",
                [(THROWS[9], [PASS]), (THROWS[total], [(2, kind, stake, str(number))])],
                how={"prepaid": True},
                rules={"vigorish_collected": "at_wager"},
            )
    for kind, number, stake, total in (
        ("place_bet_to_win", 6, 3000, 6),
        ("place_bet_to_lose", 6, 2000, 7),
        ("buy_bet", 4, 2000, 4),
    ):
        tell(
            game,
            f"{kind}-{number}-taken-down",
            "3(a)(5)" if kind == "place_bet_to_win" else "3(a)(6)" if kind == "place_bet_to_lose" else "3(a)(41)",
            f"{kind.replace('_', ' ')} {number} wins and, as filed, does not stay up",
            [(THROWS[9], [PASS]), (THROWS[total], [(2, kind, stake, str(number))])],
            how={"stays": False},
            rules={"winning_wagers_stay_up": False},
            reading="The rules filed say whether a winner stays up.",
        )
    for number in (4, 5, 6):
        for then in (number, 7):
            odds: Bet = (2, "supplemental_come_bet", 2000, str(number))
            tell(
                game,
                f"come-odds-live-{number}-{then}",
                "6(c)",
                f"odds behind a Come Bet on {number}, filed as working, meet a come out roll of {then}",
                [
                    (THROWS[9], [PASS]),
                    (THROWS[number], [(2, "come_bet", 1000, "")]),
                    (THROWS[9], [odds]),
                    (THROWS[then], [PASS]),
                ],
                how={"come_odds": "live"},
                rules={"come_odds_on_come_out": "live"},
            )

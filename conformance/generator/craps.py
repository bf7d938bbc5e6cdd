"""623a Craps and Mini-Craps: told as throws, with the wagers made before each."""

from collections.abc import Iterator

from generator.craps_fire import fire
from generator.craps_numbers import as_filed, numbers
from generator.craps_story import LINE, PASS, RULES, THROWS, Bet, Throw, story, tell
from generator.craps_table import HOPS, POINTS, one_roll
from generator.kit import Game, dollars, play, says, settled, wager


def cases() -> Iterator[Game]:
    for name in ("craps", "mini-craps"):
        game = Game(name, "623a", RULES | ({"fire_bet": False} if name == "craps" else {}))
        line_bets(game)
        if name == "craps":
            game.add(one_roll_bets, numbers, as_filed, come_bets, odds, fire, refusals)
        irregular(game)
        yield game


def line_bets(game: Game) -> None:
    both = [PASS, (2, "dont_pass_bet", LINE, "")]
    for total, dice in THROWS.items():
        clause = "(a)(2)(iii)" if total == 12 else "(a)(1)(i)(A)" if total in (7, 11) else "(a)(1)(ii)(A)"
        title = f"Pass and Don't Pass on a come out {total}"
        tell(
            game, f"come-out-{total}", "3" + (clause if total not in POINTS else "(a)(1)(i)(B)"), title, [(dice, both)]
        )
    for point in POINTS:
        for second in THROWS:
            made = second == point
            clause = "(a)(1)(i)(B)" if made else "(a)(1)(ii)(B)"
            title = f"point {point}, then {second}"
            tell(game, f"point-{point}-{second}", "3" + clause, title, [(THROWS[point], both), (THROWS[second], [])])


def one_roll_bets(game: Game) -> None:
    kinds = ["field_bet", "six_seven_eight_bet", "any_seven_bet", "any_craps_bet", "craps_two_bet", "craps_three_bet"]
    kinds += ["craps_twelve_bet", "eleven_in_one_roll_bet", "craps_eleven_bet", "horn_bet", "whirl_bet", *HOPS]
    spots = [(kind, "") for kind in kinds] + [("horn_high_bet", high) for high in ("2", "3", "11", "12")]
    every = sorted({(min(a, b), max(a, b)) for a in range(1, 7) for b in range(1, 7)})
    first = {"field_bet": 11, "any_seven_bet": 12, "any_craps_bet": 13, "craps_two_bet": 14, "craps_three_bet": 15}
    first |= {"craps_twelve_bet": 16, "eleven_in_one_roll_bet": 17, "craps_eleven_bet": 18, "horn_bet": 19}
    first |= {"horn_high_bet": 20, "whirl_bet": 21, "six_seven_eight_bet": 39}
    named = {hop: number for number, hop in enumerate((k for k in HOPS if "hardway" in k), 22)}
    named |= {hop: number for number, hop in enumerate((k for k in HOPS if "hardway" not in k), 26)}
    for kind, on in spots:
        stake = dollars(20)
        wide = kind in ("field_bet", "six_seven_eight_bet")
        winners = [dice for dice in every if one_roll(kind, on, *dice)]
        losers = [dice for dice in every if dice not in winners]
        shown = every if wide else [*winners, *(losers if len(losers) < 4 else (losers[0], losers[-1]))]
        shown = shown if wide or (3, 4) in shown else [*shown, (3, 4)]
        for dice in shown:
            label = f"{kind.removesuffix('_bet').replace('_', ' ')} {on}".strip()
            tell(
                game,
                f"{kind}-{on}-{dice[0]}{dice[1]}".replace("--", "-"),
                f"3(a)({(first | named)[kind]})",
                f"{label} on {dice[0]} and {dice[1]}",
                [(dice, [PASS, (2, kind, stake, on)])],
            )


def come_bets(game: Game) -> None:
    both: list[Bet] = [(2, "come_bet", LINE, ""), (3, "dont_come_bet", LINE, "")]
    for total, dice in THROWS.items():
        clause = (
            "(a)(4)(iii)"
            if total == 12
            else "(a)(3)(i)(A)"
            if total in (7, 11)
            else "(a)(3)(ii)(A)"
            if total < 4
            else "(a)(3)"
        )
        tell(
            game,
            f"come-{total}",
            "3" + clause,
            f"Come and Don't Come met by {total}",
            [(THROWS[9], [PASS]), (dice, both)],
        )
    for number in POINTS:
        point = 9 if number != 9 else 5
        for then in (number, 7, 11):
            clause = "(a)(3)(i)(B)" if then == number else "(a)(3)(ii)(B)"
            title = f"Come and Don't Come with number {number}, then {then}"
            throws: list[Throw] = [(THROWS[point], [PASS]), (THROWS[number], both), (THROWS[then], [])]
            tell(game, f"come-{number}-{then}", "3" + clause, title, throws)
    for then in (6, 7, 8):
        throws = [(THROWS[9], [PASS]), (THROWS[6], both), (THROWS[9], []), (THROWS[then], [PASS])]
        title = f"Come and Don't Come on 6 meet a come out roll of {then}"
        tell(
            game,
            f"come-on-come-out-{then}",
            "3(a)(3)",
            title,
            throws,
            reading="The flat part works on a come out roll.",
        )


def odds(game: Game) -> None:
    for point in POINTS:
        take, lay = dollars(20), {4: 4000, 10: 4000, 5: 3000, 9: 3000, 6: 2400, 8: 2400}[point]
        backed: list[Bet] = [(1, "supplemental_pass_bet", take, ""), (2, "supplemental_dont_pass_bet", lay, "")]
        for then in (point, 7):
            throws: list[Throw] = [(THROWS[point], [PASS, (2, "dont_pass_bet", LINE, "")]), (THROWS[then], backed)]
            clause = "6(a)(2)" if then == point else "6(b)(2)"
            tell(
                game,
                f"odds-{point}-{then}",
                clause,
                f"odds behind Pass and Don't Pass, point {point}, then {then}",
                throws,
            )
            other = 9 if point != 9 else 5
            come: list[Bet] = [(2, "come_bet", LINE, ""), (3, "dont_come_bet", LINE, "")]
            behind: list[Bet] = [
                (2, "supplemental_come_bet", take, str(point)),
                (3, "supplemental_dont_come_bet", lay, str(point)),
            ]
            throws = [(THROWS[other], [PASS]), (THROWS[point], come), (THROWS[then], behind)]
            clause = "6(c)(2)" if then == point else "6(d)(2)"
            tell(
                game,
                f"come-odds-{point}-{then}",
                clause,
                f"odds behind Come and Don't Come on {point}, then {then}",
                throws,
            )
            throws = [(THROWS[other], [PASS]), (THROWS[point], come), (THROWS[other], behind), (THROWS[then], [PASS])]
            title = f"odds behind Come and Don't Come on {point} meet a come out roll of {then}"
            resting = (
                "Odds behind a Come Bet rest on a come out roll and are returned; those behind a Don't Come Bet work."
            )
            rules = {"come_odds_on_come_out": "off"}
            tell(game, f"come-odds-come-out-{point}-{then}", "6(c)", title, throws, reading=resting, rules=rules)
    for multiple in (1, 2, 3, 10):
        for over in (0, 1):
            amount = multiple * LINE + over * dollars(5)
            throws = [(THROWS[4], [PASS]), (THROWS[4], [(1, "supplemental_pass_bet", amount, "")])]
            rounds, lines, standing = story(throws)
            title = f"odds of {amount} cents behind {LINE}, where {multiple} times are filed"
            game.case(
                f"odds-multiple-{multiple}-{over}",
                "6(e)",
                title,
                rounds,
                None if over else lines,
                standing=standing,
                refused="amount_above_maximum" if over else "",
                rules={"odds_multiple": multiple},
            )
    by_point = {"odds_on_4_and_10": 3, "odds_on_5_and_9": 4, "odds_on_6_and_8": 5}
    for point, multiple in ((4, 3), (5, 4), (6, 5), (8, 5), (9, 4), (10, 3)):
        for over in (0, 1):
            amount = multiple * LINE + over * dollars(5)
            throws = [(THROWS[point], [PASS]), (THROWS[point], [(1, "supplemental_pass_bet", amount, "")])]
            rounds, lines, standing = story(throws)
            game.case(
                f"odds-by-point-{point}-{over}",
                "6(e)",
                f"odds of {amount} cents behind {LINE} with a point of {point}, where 3, 4 and 5 times are filed by point",
                rounds,
                None if over else lines,
                standing=standing,
                refused="amount_above_maximum" if over else "",
                rules=by_point,
            )
    for multiple in (0, 11):
        rounds, _, _ = story([(THROWS[7], [PASS])])
        game.case(
            f"odds-multiple-{multiple}",
            "6(e)",
            f"{multiple} times odds",
            rounds,
            refused="rules_not_permitted",
            rules={"odds_multiple": multiple},
        )


def refusals(game: Game) -> None:
    point = play([wager(1, "pass_bet", LINE)], ["3 6"])
    for kind, provision in (("pass_bet", "3(a)(1)"), ("dont_pass_bet", "3(a)(2)")):
        late = play([wager(2, kind, LINE)], ["5 6"])
        game.case(
            f"{kind}-after-point", provision, "a line bet with a point on", [point, late], refused="not_permitted_now"
        )
    for kind, provision in (("come_bet", "3(a)(3)"), ("dont_come_bet", "3(a)(4)")):
        early = play([wager(1, "pass_bet", LINE), wager(2, kind, LINE)], ["5 6"])
        game.case(
            f"{kind}-on-come-out",
            provision,
            "a Come or Don't Come Bet on a come out roll",
            early,
            refused="not_permitted_now",
        )
    alone = play([wager(2, "field_bet", LINE)], ["5 6"])
    game.case(
        "no-line-bet", "8(a)", "a come out roll by a shooter without a line bet", alone, refused="other_wager_required"
    )
    for kind, amount, why in (("horn_bet", 2100, "(19)"), ("horn_high_bet", 2100, "(20)"), ("whirl_bet", 2100, "(21)")):
        odd = play(
            [wager(1, "pass_bet", LINE), wager(2, kind, amount, "2" if kind == "horn_high_bet" else "")], ["5 6"]
        )
        title = f"{kind.replace('_', ' ')} that does not divide into its units"
        game.case(f"{kind}-odd", f"3(a){why}", title, odd, refused="amount_not_a_multiple")
    for amount, why in ((99, "amount_below_minimum"), (100, ""), (50000, ""), (50001, "amount_above_maximum")):
        given = play([wager(1, "pass_bet", amount)], ["5 6"])
        back = None if why else [settled(1, "pass_bet", amount, 2 * amount)]
        game.case(f"limits-{amount}", "3(b)", f"the posted limits, with {amount} cents", given, back, refused=why)
    locked = [("pass_bet", "4(c)(1)", [point], "", 1)]
    for kind, provision, before, on, seat in locked:
        for act, more in (("remove", {}), ("reduce", {"amount": 500})):
            given = play([], ["5 6"], [says(seat, act, wager=kind, on=on, **more)])
            game.case(
                f"{act}-{kind}",
                provision,
                f"{act} a {kind.replace('_', ' ')} that has its point",
                [*before, given],
                refused="not_permitted_now",
            )
    travelled = [point, play([wager(2, "come_bet", LINE)], ["2 4"])]
    given = play([], ["5 6"], [says(2, "remove", wager="come_bet", on="6")])
    game.case(
        "remove-come_bet",
        "4(c)(2)",
        "remove a Come Bet that has its number",
        [*travelled, given],
        refused="not_permitted_now",
    )
    dont = play([wager(1, "pass_bet", LINE), wager(2, "dont_pass_bet", LINE)], ["3 6"])
    down = play([], ["3 4"], [says(2, "remove", wager="dont_pass_bet", on="")])
    game.case(
        "remove-dont_pass_bet",
        "4(d)",
        "a Don't Pass Bet is taken down before the 7",
        [dont, down],
        [settled(1, "pass_bet", LINE, 0)],
        standing=[],
    )
    less = play([], ["3 4"], [says(2, "reduce", wager="dont_pass_bet", on="", amount=400)])
    lines = [settled(1, "pass_bet", LINE, 0), settled(2, "dont_pass_bet", 400, 800)]
    game.case(
        "reduce-dont_pass_bet", "4(d)", "a Don't Pass Bet is reduced before the 7", [dont, less], lines, standing=[]
    )


def irregular(game: Game) -> None:
    for kind, provision in (("die_off_table", "8(b)"), ("dice_stacked", "8(b)"), ("cocked_on_two_sides", "9(b)")):
        given = play([wager(1, "pass_bet", LINE)], ["1 1", "5 6"], irregularities=[{"kind": kind, "after": 1}])
        title = f"{kind.replace('_', ' ')}: the throw does not count, the next one does"
        game.case(kind, provision, title, given, [settled(1, "pass_bet", LINE, 2 * LINE)])
    touched = play([wager(1, "pass_bet", LINE)], ["1 1"], irregularities=[{"kind": "dice_touched_chips", "after": 1}])
    game.case(
        "dice_touched_chips",
        "8(d)",
        "dice that touch chips are no reason to void a throw",
        touched,
        [settled(1, "pass_bet", LINE, 0)],
    )

"""617a Roulette: every spot on its numbers and beside them, on three wheels."""

from collections.abc import Iterator

from generator.kit import Game, dollars, play, settled, table, wager
from pitboss_audit.games.roulette import DOUBLE, REDS, SINGLE
from pitboss_audit.money import paid

PAYS = table("617a.4(a)")
STAKE = dollars(5)
LIMITS = {"minimum_cents": dollars(1), "maximum_cents": dollars(500)}


def outside() -> dict[tuple[str, str], tuple[str, set[str]]]:
    """Outside wagers: the line of the paytable, and the pockets that win."""
    numbers = range(1, 37)
    spots: dict[tuple[str, str], tuple[str, set[str]]] = {
        ("red", ""): ("Red", {str(n) for n in numbers if n in REDS}),
        ("black", ""): ("Black", {str(n) for n in numbers if n not in REDS}),
        ("odd", ""): ("Odd", {str(n) for n in numbers if n % 2}),
        ("even", ""): ("Even", {str(n) for n in numbers if not n % 2}),
        ("one_to_eighteen", ""): ("1-18", {str(n) for n in numbers if n <= 18}),
        ("nineteen_to_thirty_six", ""): ("19-36", {str(n) for n in numbers if n >= 19}),
    }
    for which in (1, 2, 3):
        spots["column", str(which)] = "Column", {str(n) for n in numbers if n % 3 == which % 3}
        spots["dozen", str(which)] = "Dozen", {str(n) for n in numbers if (n - 1) // 12 == which - 1}
    return spots


def inside() -> dict[tuple[str, str], tuple[str, set[str]]]:
    """Inside wagers of a double zero layout."""
    spots: dict[tuple[str, str], tuple[str, set[str]]] = {}

    def add(kind: str, line: str, *numbers: object) -> None:
        names = [str(number) for number in numbers]
        spots[kind, "-".join(names)] = line, set(names)

    for number in ("0", "00", *range(1, 37)):
        add("straight", "Straight", number)
    for number in range(1, 37):
        if number % 3:
            add("split", "Split", number, number + 1)
        if number <= 33:
            add("split", "Split", number, number + 3)
    for pair in (("0", "00"), ("0", 1), ("0", 2), ("00", 2), ("00", 3)):
        add("split", "Split", *pair)
    for first in range(1, 37, 3):
        add("three_numbers", "Three Numbers", first, first + 1, first + 2)
        if first <= 31:
            add("six_numbers", "Six Numbers", *range(first, first + 6))
            for corner in (first, first + 1):
                add("four_numbers", "Four Numbers", corner, corner + 1, corner + 3, corner + 4)
    for trio in (("0", 1, 2), ("0", "00", 2), ("00", 2, 3)):
        add("three_numbers", "Three Numbers", *trio)
    spots["first_five_numbers", ""] = "First Five Numbers", {"0", "00", "1", "2", "3"}
    return spots


PROVISIONS = {
    "straight": "3(e)(1)",
    "split": "3(e)(2)",
    "three_numbers": "3(e)(3)",
    "four_numbers": "3(e)(4)",
    "first_five_numbers": "3(e)(5)",
    "six_numbers": "3(e)(6)",
    "column": "3(e)(7)",
    "dozen": "3(e)(8)",
    "red": "3(e)(9)",
    "black": "3(e)(10)",
    "odd": "3(e)(11)",
    "even": "3(e)(12)",
    "one_to_eighteen": "3(e)(13)",
    "nineteen_to_thirty_six": "3(e)(14)",
}


def one(
    game: Game, key: str, provision: str, title: str, spot: tuple[str, str], pocket: str, won: bool, line: str
) -> None:
    kind, on = spot
    back = paid(STAKE, PAYS[line]) if won else 0
    game.case(key, provision, title, play([wager(1, kind, STAKE, on)], [pocket]), [settled(1, kind, STAKE, back, on)])


def cases() -> Iterator[Game]:
    game = Game("roulette", "617a", LIMITS | {"wheel": "double"})
    for (kind, on), (line, numbers) in (inside() | outside()).items():
        name = f"{kind.replace('_', ' ')} {on}".strip()
        ordered = [pocket for pocket in DOUBLE if pocket in numbers]
        hits = (
            ordered
            if kind in ("straight", "first_five_numbers")
            else [ordered[0], ordered[-1]]
            if not on
            else [ordered[-1]]
        )
        for pocket in hits:
            title = f"{name} wins on {pocket} at {PAYS[line]}"
            one(game, f"{kind}-{on}-hit-{pocket}".replace("--", "-"), "4(a)", title, (kind, on), pocket, True, line)
        beside = DOUBLE[(DOUBLE.index(ordered[-1]) + 1) % 38]
        miss = next(p for p in DOUBLE[DOUBLE.index(beside) :] + DOUBLE if p not in numbers)
        title = f"{name} loses on {miss}"
        one(game, f"{kind}-{on}-miss-{miss}".replace("--", "-"), PROVISIONS[kind], title, (kind, on), miss, False, line)
    for (kind, on), (line, _) in outside().items():
        for zero in ("0", "00"):
            title = f"{kind.replace('_', ' ')} {on}".strip() + f" loses on {zero}"
            one(game, f"{kind}-{on}-zero-{zero}".replace("--", "-"), "4(b)", title, (kind, on), zero, False, line)
    game.add(adjacent, other_wheels, refusals, irregular)
    yield game


def adjacent(game: Game) -> None:
    """Five Straight Wagers around a number of the wheel: a fifth wins, four fifths are lost."""
    for centre in ("17", "0", "00", "36", "2"):
        at = DOUBLE.index(centre)
        five = [DOUBLE[(at + step) % 38] for step in range(-2, 3)]
        outer = DOUBLE[(at + 3) % 38], DOUBLE[(at - 3) % 38]
        for pocket in (*five, *outer):
            back = paid(dollars(1), PAYS["Straight"]) if pocket in five else 0
            game.case(
                f"five-adjacent-{centre}-{pocket}",
                "5(d)",
                f"five adjacent numbers around {centre}: the ball rests in {pocket}",
                play([wager(1, "five_adjacent_number", STAKE, centre)], [pocket]),
                [settled(1, "five_adjacent_number", STAKE, back, centre)],
                rules={"five_adjacent_number_wager": True},
            )
    bad = play([wager(1, "five_adjacent_number", dollars(5.01), "17")], ["17"])
    game.case(
        "five-adjacent-not-in-fifths",
        "3(e)(1)(iii)",
        "five adjacent numbers: a stake that does not divide by five",
        bad,
        refused="amount_not_a_multiple",
        rules={"five_adjacent_number_wager": True},
    )
    game.case(
        "five-adjacent-not-filed",
        "3(e)(1)(i)",
        "five adjacent numbers at a table that does not offer them",
        play([wager(1, "five_adjacent_number", STAKE, "17")], ["17"]),
        refused="wager_not_offered",
        rules={"five_adjacent_number_wager": False},
    )


def other_wheels(game: Game) -> None:
    single, covered = {"wheel": "single"}, {"wheel": "double_as_single"}
    for rules, label, neighbours in ((single, "single zero", SINGLE), (covered, "covered double zero", DOUBLE)):
        short = label.replace(" ", "-")
        for kind, on, pocket in (
            ("straight", "0", "0"),
            ("straight", "17", "17"),
            ("split", "0-2", "2"),
            ("column", "1", "0"),
        ):
            won = pocket in on.split("-") and kind != "column"
            line = {"straight": "Straight", "split": "Split", "column": "Column"}[kind]
            game.case(
                f"{short}-{kind}-{on}-{pocket}",
                "4(a)",
                f"{label} wheel: {kind} {on} when the ball rests in {pocket}",
                play([wager(1, kind, STAKE, on)], [pocket]),
                [settled(1, kind, STAKE, paid(STAKE, PAYS[line]) if won else 0, on)],
                rules=rules,
            )
        for (kind, on), _ in outside().items():
            if not on:
                game.case(
                    f"{short}-{kind}-zero",
                    "4(c)(3)" if rules is covered else "4(b)",
                    f"{label} wheel: {kind.replace('_', ' ')} loses on 0",
                    play([wager(1, kind, STAKE)], ["0"]),
                    [settled(1, kind, STAKE, 0)],
                    rules=rules,
                )
        refused = [("straight", "00"), ("split", "0-00"), ("three_numbers", "0-00-2"), ("three_numbers", "00-2-3")]
        for kind, on in (*refused, ("first_five_numbers", "")):
            game.case(
                f"{short}-{kind}-{on}-refused".replace("--", "-"),
                "1(e)(1)" if rules is covered else "1(c)",
                f"{label} wheel: no wager that needs a double zero",
                play([wager(1, kind, STAKE, on)], ["17"]),
                refused="wager_not_offered",
                rules=rules,
                reading="Where 00 cannot win, every wager that contains it is refused.",
            )
        at = neighbours.index("17")
        inner = [neighbours[(at + step) % len(neighbours)] for step in range(-2, 3)]
        for pocket in (*inner, neighbours[at + 3]):
            game.case(
                f"{short}-five-adjacent-17-{pocket}",
                "5(d)",
                f"{label} wheel: five adjacent numbers around 17, the ball rests in {pocket}",
                play([wager(1, "five_adjacent_number", STAKE, "17")], [pocket]),
                [
                    settled(
                        1, "five_adjacent_number", STAKE, paid(dollars(1), "35 to 1") if pocket in inner else 0, "17"
                    )
                ],
                rules=rules | {"five_adjacent_number_wager": True},
            )
    for after in ("17", "0"):
        game.case(
            f"covered-double-zero-respin-{after}",
            "4(c)(2)",
            f"a ball in the covered double zero does not count; the wheel is spun again and shows {after}",
            play([wager(1, "straight", STAKE, "17")], ["00", after]),
            [settled(1, "straight", STAKE, paid(STAKE, "35 to 1") if after == "17" else 0, "17")],
            rules=covered,
        )


def refusals(game: Game) -> None:
    for on in ("1-5", "3-4", "1-3", "36-37"):
        game.case(
            f"split-{on}-refused",
            "3(e)(2)",
            "a split of numbers that are not beside each other",
            play([wager(1, "split", STAKE, on)], ["17"]),
            refused="wager_not_offered",
        )
    for kind, on in (
        ("three_numbers", "2-3-4"),
        ("four_numbers", "3-4-6-7"),
        ("six_numbers", "2-3-4-5-6-7"),
        ("column", "4"),
    ):
        game.case(
            f"{kind}-{on}-refused",
            PROVISIONS[kind],
            "numbers that do not lie together on the layout",
            play([wager(1, kind, STAKE, on)], ["17"]),
            refused="wager_not_offered",
        )
    game.case(
        "late-wager",
        "5(b)",
        "a wager after betting was closed",
        play([wager(1, "red", STAKE), wager(1, "black", STAKE, after=1)], ["1"]),
        refused="betting_closed",
    )
    game.case(
        "verbal-wager",
        "3(a)",
        "a spoken wager with cash",
        play([wager(1, "red", STAKE, form="verbal_with_cash")], ["1"]),
        refused="form_not_accepted",
    )
    for amount, why in ((99, "amount_below_minimum"), (100, ""), (50000, ""), (50001, "amount_above_maximum")):
        won = None if why else [settled(1, "red", amount, 2 * amount)]
        title = f"the posted limits, with {amount} cents"
        game.case(f"limits-{amount}", "1(f)(3)", title, play([wager(1, "red", amount)], ["1"]), won, refused=why)
    for line, kind, low, high in (
        ("Straight", "straight", "34 to 1", "36 to 1"),
        ("Column", "column", "3 to 2", "3 to 1"),
    ):
        on = "1"
        game.case(
            f"filed-odds-{kind}-above",
            "4(a)",
            f"filed odds above those printed for {line}",
            play([wager(1, kind, STAKE, on)], ["1"]),
            [settled(1, kind, STAKE, paid(STAKE, high), on)],
            rules={"payouts": {kind: high}},
        )
        game.case(
            f"filed-odds-{kind}-below",
            "4(a)",
            f"filed odds below those printed for {line}",
            play([wager(1, kind, STAKE, on)], ["1"]),
            refused="rules_not_permitted",
            rules={"payouts": {kind: low}},
        )


def irregular(game: Game) -> None:
    for kind, provision in (
        ("ball_spun_same_direction", "6(a)"),
        ("ball_under_four_revolutions", "6(b)"),
        ("ball_left_wheel", "6(c)"),
        ("foreign_object", "6(d)"),
    ):
        for first, shown in (("17", 1), ("17", 0)):
            game.case(
                f"{kind}-{shown}",
                provision,
                "a spin that does not count"
                + (", though a number was shown" if shown else "")
                + "; the next one decides",
                play(
                    [wager(1, "straight", STAKE, "17"), wager(2, "black", STAKE)],
                    [first, "4"] if shown else ["4"],
                    irregularities=[{"kind": kind, "after": shown}],
                ),
                [settled(1, "straight", STAKE, 0, "17"), settled(2, "black", STAKE, 2 * STAKE)],
                reading="Wagers stand when a spin is void.",
            )

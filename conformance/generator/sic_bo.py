"""625a Sic Bo: every wager on every throw."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from generator.kit import Game, dollars, play, settled, table, wager
from pitboss_audit.games.sic_bo import line_of
from pitboss_audit.money import paid

STAKE = dollars(5)


def odds_of(kind: str, on: str, dice: Sequence[int]) -> str:
    """What a wager is paid at on this throw; empty when it loses."""
    printed, line = line_of(kind, on, dice)
    return table(printed)[line] if printed else ""


PROVISIONS = {
    "three_of_a_kind": "3(1)",
    "two_of_a_kind": "3(2)",
    "any_three_of_a_kind": "3(3)",
    "total_value_bet": "3(4)",
    "two_dice_combination": "3(5)",
    "small_bet": "3(6)",
    "big_bet": "3(7)",
    "one_of_a_kind": "3(8)",
}


ALL = sorted({tuple(sorted((a, b, c))) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)})


def cases() -> Iterator[Game]:
    game = Game("sic-bo", "625a", {"minimum_cents": dollars(1), "maximum_cents": dollars(100), "shaker": "manual"})
    game.rules["two_of_a_kind_wins_on_triple"] = True
    spots = [(kind, str(n)) for kind in ("three_of_a_kind", "two_of_a_kind", "one_of_a_kind") for n in range(1, 7)]
    spots += [("any_three_of_a_kind", ""), ("small_bet", ""), ("big_bet", "")]
    spots += [("total_value_bet", str(total)) for total in range(4, 18)]
    spots += [("two_dice_combination", f"{a}-{b}") for a, b in combinations(range(1, 7), 2)]
    every = [wager(1, kind, STAKE, on) for kind, on in spots]
    for lowest in range(1, 7):  # a case of many rounds: every throw on which this is the lowest die
        thrown = [dice for dice in ALL if dice[0] == lowest]
        rounds, lines = [], []
        for number, dice in enumerate(thrown, 1):
            rounds.append(play(every, [" ".join(map(str, dice))]))
            for kind, on in spots:
                pays = odds_of(kind, on, dice)
                lines.append({"round": number} | settled(1, kind, STAKE, paid(STAKE, pays) if pays else 0, on))
        title = f"every wager there is on every throw whose lowest die shows {lowest}"
        reading = "A triple shows its number on two dice as well."
        game.case(f"throws-lowest-{lowest}", "6(a)", title, rounds, lines, reading=reading)
    first: set[str] = set()
    for dice in ALL:  # the first throw on which each kind of wager wins, by itself
        for kind, on in spots:
            pays = odds_of(kind, on, dice)
            if not pays or kind in first:
                continue
            first.add(kind)
            shown = " ".join(map(str, dice))
            title = f"{kind.replace('_', ' ')} {on}".strip() + f" on {shown} wins at {pays}"
            given = play([wager(1, kind, STAKE, on)], [shown])
            game.case(f"{kind}-alone", PROVISIONS[kind], title, given, [settled(1, kind, STAKE, paid(STAKE, pays), on)])
    for number in (1, 6):
        game.case(
            f"two_of_a_kind-{number}-triple-as-filed",
            "3(2)",
            "two of a kind on a triple, where the rules filed want exactly two",
            play([wager(1, "two_of_a_kind", STAKE, str(number))], [f"{number} {number} {number}"]),
            [settled(1, "two_of_a_kind", STAKE, 0, str(number))],
            rules={"two_of_a_kind_wins_on_triple": False},
        )
    for total in ("3", "18"):
        one = play([wager(1, "total_value_bet", STAKE, total)], ["1 2 3"])
        game.case(
            f"total-{total}-refused", "6(a)", "a total for which no odds are printed", one, refused="wager_not_offered"
        )
    one = play([wager(1, "two_dice_combination", STAKE, "3-3")], ["3 3 1"])
    game.case(
        "combination-of-equals", "3(5)", "a combination of twice the same number", one, refused="wager_not_offered"
    )
    stakes = [wager(1, "big_bet", STAKE), wager(2, "three_of_a_kind", STAKE, "6")]
    back = [settled(1, "big_bet", STAKE, STAKE), settled(2, "three_of_a_kind", STAKE, STAKE, "6")]
    flat = [{"kind": "dice_not_flat", "after": 0}]
    game.case(
        "dice-not-flat",
        "7(a)",
        "a die that does not lie flat: every wager is returned",
        play(stakes, [], irregularities=flat),
        back,
    )
    broken = [{"kind": "automated_shaker_malfunction", "after": 0}]
    game.case(
        "shaker-malfunction",
        "7(c)",
        "an automated shaker that fails: every wager is returned",
        play(stakes, [], irregularities=broken),
        back,
        rules={"shaker": "automated"},
    )
    dark = [{"kind": "illumination_failure", "after": 1}]
    game.case(
        "illumination-failure",
        "7(b)",
        "the lights fail after the dice were shown: the throw counts",
        play(stakes, ["6 6 6"], irregularities=dark),
        [settled(1, "big_bet", STAKE, 0), settled(2, "three_of_a_kind", STAKE, paid(STAKE, "150 to 1"), "6")],
    )
    late = play([wager(1, "big_bet", STAKE), wager(1, "small_bet", STAKE, after=1)], ["1 2 3"])
    game.case("late-wager", "5(c)", "a wager after betting was closed", late, refused="betting_closed")
    spoken = play([wager(1, "big_bet", STAKE, form="verbal_with_cash")], ["1 2 3"])
    game.case("verbal-wager", "4(a)", "a spoken wager with cash", spoken, refused="form_not_accepted")
    yield game

"""619a Big Six Wheel: every wager against every symbol."""

from collections.abc import Iterator

from generator.kit import POSTED, Game, dollars, play, settled, table, wager
from pitboss_audit.money import paid

PRINTED = table("619a.3")
SYMBOLS = {symbol: PRINTED[f"{symbol} symbol"] for symbol in ("$1", "$2", "$5", "$10", "$20")}
SYMBOLS |= dict.fromkeys(("flag", "joker"), PRINTED["Joker, flag, name, logo or other unique symbol"])
STAKE = dollars(5)


def cases() -> Iterator[Game]:
    game = Game("big-six-wheel", "619a", {"minimum_cents": dollars(1), "maximum_cents": dollars(100)})
    for on, pays in SYMBOLS.items():
        for shown in SYMBOLS:
            won = on == shown
            game.case(
                f"{on}-{shown}".replace("$", ""),
                "3" if won else "2(c)",
                f"a wager on {on} when {shown} is shown" + (f" wins at {pays}" if won else " loses"),
                play([wager(1, "symbol", STAKE, on)], [shown]),
                [settled(1, "symbol", STAKE, paid(STAKE, pays) if won else 0, on)],
            )
        higher = f"{int(pays.split()[0]) + 1} to 1"
        lower = f"{2 * int(pays.split()[0]) - 1} to 2"
        one = play([wager(1, "symbol", STAKE, on)], [on])
        back = [settled(1, "symbol", STAKE, paid(STAKE, higher), on)]
        name = on.replace("$", "")
        game.case(
            f"filed-above-{name}",
            "3",
            f"filed odds above those printed for {on}",
            one,
            back,
            rules={"payouts": {on: higher}},
        )
        game.case(
            f"filed-below-{name}",
            "3",
            f"filed odds below those printed for {on}",
            one,
            refused="rules_not_permitted",
            rules={"payouts": {on: lower}},
        )
    every = [wager(seat, "symbol", STAKE, on) for seat, on in enumerate(SYMBOLS, 1)]
    for shown in SYMBOLS:
        game.case(
            f"all-{shown}".replace("$", ""),
            "2(e)",
            f"a wager on each symbol when {shown} is shown",
            play(every, [shown]),
            [
                settled(seat, "symbol", STAKE, paid(STAKE, pays) if on == shown else 0, on)
                for seat, (on, pays) in enumerate(SYMBOLS.items(), 1)
            ],
        )
    for kind, provision in (("clapper_between", "2(d)"), ("under_three_revolutions", "2(b)")):
        for shown in ("$5", "$1"):
            game.case(
                f"{kind}-{shown}".replace("$", ""),
                provision,
                f"a spin that does not count; the next one shows {shown}",
                play([wager(1, "symbol", STAKE, "$5")], [shown], irregularities=[{"kind": kind, "after": 0}]),
                [settled(1, "symbol", STAKE, paid(STAKE, "5 to 1") if shown == "$5" else 0, "$5")],
                reading="Wagers stand when a spin is void.",
            )
    late = play([wager(1, "symbol", STAKE, "$5"), wager(1, "symbol", STAKE, "$1", after=1)], ["$5"])
    game.case("late-wager", "2(a)", "a wager after betting was closed", late, refused="betting_closed")
    game.case(
        "no-such-symbol",
        "1(g)(2)",
        "a symbol that is not on the layout",
        play([wager(1, "symbol", STAKE, "$3")], ["$5"]),
        refused="wager_not_offered",
    )
    for amount, why in ((99, "amount_below_minimum"), (100, ""), (10000, ""), (10001, "amount_above_maximum")):
        lines = None if why else [settled(1, "symbol", amount, 2 * amount, "$1")]
        one = play([wager(1, "symbol", amount, "$1")], ["$1"])
        game.case(
            f"limits-{amount}",
            "2(c)",
            f"the posted limits, with {amount} cents",
            one,
            lines,
            refused=why,
            reading=POSTED,
        )
    yield game

"""651a Casino War: every pair of ranks, both answers to a tie, and the War."""

from collections.abc import Iterator

from generator.kit import Game, dollars, play, says, settled, table, wager
from pitboss_audit.money import paid

RANKS = "23456789TJQKA"
INITIAL, TIE = table("651a.10(1)")["Win"], table("651a.10(2)")["Tie hand"]
WAR = table("651a.10(3)")
STAKE, SIDE = dollars(10), dollars(5)
BURN, THREE = "2C", ("2S", "2H", "2D")
LIMITS = {"decks": 6, "minimum_cents": dollars(1), "maximum_cents": dollars(500), "adjacent_boxes": 2}


def order(rank: str, other: str) -> int:
    """Above 0 where the first rank is higher; suits do not count."""
    return RANKS.index(rank) - RANKS.index(other)


def cases() -> Iterator[Game]:
    game = Game("casino-war", "651a", LIMITS)
    for mine in RANKS:
        for dealers in RANKS:
            if mine == dealers:
                continue
            won = order(mine, dealers) > 0
            game.case(
                f"deal-{mine}-{dealers}",
                "9(a)(2)" if won else "9(a)(1)",
                f"{mine} against {dealers}: the Initial Wager {'wins' if won else 'loses'}, the Tie Wager loses",
                play([wager(1, "initial", STAKE), wager(1, "tie", SIDE)], [BURN, f"{mine}S", f"{dealers}H"]),
                [settled(1, "initial", STAKE, paid(STAKE, INITIAL) if won else 0), settled(1, "tie", SIDE, 0)],
            )
    for rank in RANKS:
        ties(game, rank)
    for mine in RANKS:
        war(game, mine, "8")
    surrenders_and_refusals(game)
    irregular(game)
    yield game


def ties(game: Game, rank: str) -> None:
    deal = [BURN, f"{rank}S", f"{rank}H"]
    game.case(
        f"tie-{rank}-surrender",
        "9(c)(1)",
        f"{rank} against {rank}: half of the Initial Wager is given up, the Tie Wager wins",
        play([wager(1, "initial", STAKE), wager(1, "tie", SIDE)], deal, [says(1, "surrender")]),
        [settled(1, "initial", STAKE, STAKE // 2), settled(1, "tie", SIDE, paid(SIDE, TIE))],
    )
    game.case(
        f"tie-{rank}-suited",
        "6",
        f"two cards of rank {rank} tie in the same suit as well",
        play([wager(1, "initial", STAKE)], [BURN, f"{rank}S", f"{rank}S"], [says(1, "surrender")]),
        [settled(1, "initial", STAKE, STAKE // 2)],
    )


def war(game: Game, mine: str, dealers: str) -> None:
    """The War deal after a tie of nines, with and without a Tie Wager on it."""
    above = order(mine, dealers)
    line = "War deal results in a tie hand" if not above else "Player War card higher"
    provision = "9(g)(3)" if not above else "9(g)(2)" if above > 0 else "9(g)(1)"
    back = paid(STAKE, WAR[line]) if above >= 0 else 0
    for with_tie in (False, True):
        said = [says(1, "war"), says(1, "tie", amount=SIDE) if with_tie else says(1, "no_tie")]
        lines = [settled(1, "initial", STAKE, STAKE if above >= 0 else 0), settled(1, "war", STAKE, back)]
        lines += [settled(1, "tie", SIDE, 0 if above else paid(SIDE, TIE), "war")] if with_tie else []
        game.case(
            f"war-{mine}-{dealers}" + ("-with-tie" if with_tie else ""),
            provision,
            f"at War {mine} against {dealers}" + (" with a Tie Wager on the War" if with_tie else ""),
            play([wager(1, "initial", STAKE)], [BURN, "9S", "9H", *THREE, f"{mine}D", f"{dealers}C"], said),
            lines,
        )


def surrenders_and_refusals(game: Game) -> None:
    tie = [BURN, "9S", "9H"]
    for amount in (100, 101, 500, 501, 999):
        game.case(
            f"surrender-{amount}",
            "9(c)(1)",
            f"half of {amount} cents",
            play([wager(1, "initial", amount)], tie, [says(1, "surrender")]),
            [settled(1, "initial", amount, amount - amount // 2)],
            reading="An odd cent is the player's.",
        )
    for amount, why in ((999, "amount_not_permitted"), (1001, "amount_not_permitted"), (1000, "")):
        game.case(
            f"war-wager-{amount}",
            "9(c)(2)",
            f"a War Wager of {amount} cents beside an Initial Wager of 1000",
            play(
                [wager(1, "initial", STAKE)],
                [*tie, *THREE, "KD", "2C"],
                [says(1, "war", amount=amount), says(1, "no_tie")],
            ),
            None if why else [settled(1, "initial", STAKE, STAKE), settled(1, "war", STAKE, 2 * STAKE)],
            refused=why,
        )
    alone = play([wager(1, "tie", SIDE)], tie)
    game.case("tie-alone", "7(b)", "a Tie Wager without an Initial Wager", alone, refused="other_wager_required")
    late = play([wager(1, "initial", STAKE), wager(2, "initial", STAKE, after=2)], tie)
    game.case("late-wager", "7(d)", "a wager after the first card", late, refused="betting_closed")
    spoken = play([wager(1, "initial", STAKE, form="verbal_with_cash")], tie)
    game.case("verbal-wager", "7(a)", "a spoken wager with cash", spoken, refused="form_not_accepted")
    for boxes, why in ((1, ""), (2, ""), (3, "too_many_positions")):
        wagers = [wager(seat, "initial", STAKE, player="Ada") for seat in range(1, boxes + 1)]
        cards = [BURN, *["KS"] * boxes, "5H"]
        back = [settled(seat, "initial", STAKE, 2 * STAKE) for seat in range(1, boxes + 1)]
        title = f"one player at {boxes} boxes where two are filed"
        game.case(f"boxes-{boxes}", "7(e)", title, play(wagers, cards), None if why else back, refused=why)
    beside = [wager(seat, "initial", STAKE, player=who) for seat, who in ((1, "Ada"), (2, "Ada"), (3, "Bob"))]
    back = [settled(seat, "initial", STAKE, 2 * STAKE) for seat in (1, 2, 3)]
    title = "two boxes of one player, and the next of another"
    game.case("boxes-of-two-players", "7(e)", title, play(beside, [BURN, *["KS"] * 3, "5H"]), back)
    anothers = [wager(1, "initial", STAKE, player=who) for who in ("Ada", "Bob")]
    title = "a wager on the box of another player"
    given = play(anothers, [BURN, "KS", "5H"])
    game.case("box-of-another", "7(e)", title, given, refused="too_many_positions")
    apart = [wager(seat, "initial", STAKE, player="Ada") for seat in (1, 3)]
    game.case(
        "boxes-apart",
        "7(e)",
        "two boxes that are not adjacent",
        play(apart, [BURN, "KS", "KD", "5H"]),
        refused="too_many_positions",
    )
    for decks, why in ((5, "x"), (6, ""), (7, "x"), (8, ""), (9, "x")):
        game.case(
            f"decks-{decks}",
            "3(a)",
            f"a shoe of {decks} decks",
            play([wager(1, "initial", STAKE)], [BURN, "KS", "5H"]),
            None if why else [settled(1, "initial", STAKE, 2 * STAKE)],
            refused="rules_not_permitted" if why else "",
            rules={"decks": decks},
        )
    no_war = play([wager(1, "initial", STAKE)], [BURN, "KS", "5H"], [says(1, "war")])
    game.case("war-without-tie", "9(c)", "War is only for a tie hand", no_war, refused="not_permitted_now")


def irregular(game: Game) -> None:
    game.case(
        "face-up-card",
        "11(a)",
        "a card found face up is not used",
        play(
            [wager(1, "initial", STAKE)],
            [BURN, "2D", "KS", "5H"],
            irregularities=[{"kind": "card_found_face_up", "after": 1}],
        ),
        [settled(1, "initial", STAKE, 2 * STAKE)],
    )
    game.case(
        "drawn-in-error",
        "11(b)",
        "a card drawn in error and not seen is the next card",
        play(
            [wager(1, "initial", STAKE)],
            [BURN, "KS", "5H"],
            irregularities=[{"kind": "card_drawn_in_error", "after": 1}],
        ),
        [settled(1, "initial", STAKE, 2 * STAKE)],
    )
    game.case(
        "passed-over",
        "11(c)",
        "a player who got no card has both wagers back; the others play on",
        play(
            [wager(1, "initial", STAKE), wager(2, "initial", STAKE), wager(2, "tie", SIDE), wager(3, "initial", STAKE)],
            [BURN, "KS", "3D", "8C"],
            irregularities=[{"kind": "card_not_dealt", "after": 2, "seat": 2}],
        ),
        [
            settled(1, "initial", STAKE, 2 * STAKE),
            settled(2, "initial", STAKE, STAKE),
            settled(2, "tie", SIDE, SIDE),
            settled(3, "initial", STAKE, 0),
        ],
    )

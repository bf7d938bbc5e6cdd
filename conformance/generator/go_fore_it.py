"""676a Go Fore It: every total from 4 to 40, folded and played, and both Gopher paytables."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from generator.kit import Game, dollars, play, says, settled, table, wager
from pitboss_audit.cards import counted
from pitboss_audit.games.go_fore_it import back_line
from pitboss_audit.money import paid

STAKE, SIDE = dollars(10), dollars(5)
BACK = table("676a.12(b)")
GOPHER = {name: table(f"676a.12(d)#{name}") for name in "AB"}
LIMITS = {"minimum_cents": dollars(1), "maximum_cents": dollars(500), "dealing": "hand", "gopher_paytable": "A"}
RANKS = "A23456789T"
DEALER = ("KC", "QC", "JC", "TC")


def total(hand: Sequence[str]) -> int:
    return counted(hand, ace=1)


def hand_of(wanted: int) -> tuple[str, ...]:
    """Four cards of a total, as even as they can be, one of each suit."""
    low, extra = divmod(wanted, 4)
    return tuple(f"{RANKS[low - 1 + (place < extra)]}{suit}" for place, suit in enumerate("SHDC"))


def deal(*hands: Sequence[str]) -> list[str]:
    """The order in which single cards leave the deck: one to each hand, four times."""
    return [card for four in zip_longest(*hands) for card in four]


def main_lines(points: int, *, folded: bool = False) -> list[dict[str, object]]:
    if folded:
        return [settled(1, "front_9", STAKE, 0)]
    line = back_line(points)
    return [
        settled(1, "front_9", STAKE, 2 * STAKE if line else 0),
        settled(1, "back_9", STAKE, paid(STAKE, BACK[line]) if line else 0),
    ]


def cases() -> Iterator[Game]:
    game = Game("go-fore-it", "676a", LIMITS)
    for points in range(4, 41):
        hand = hand_of(points)
        assert total(hand) == points
        dealer = ("9S", "9H", "9D", "9C") if points == 40 else DEALER if points < 37 else ("AS", "AH", "AD", "AC")
        line = back_line(points)
        dealt = deal(hand, dealer)
        game.case(
            f"play-{points}",
            "12(b)" if line else "11(d)(3)(ii)",
            f"a total of {points} played" + (f": {line.split(' (')[0]}, {BACK[line]}" if line else " loses"),
            play([wager(1, "front_9", STAKE)], dealt, [says(1, "back_9")]),
            main_lines(points),
        )
        game.case(
            f"fold-{points}",
            "11(b)",
            f"a total of {points} folded: the Front 9 Wager is forfeited",
            play([wager(1, "front_9", STAKE)], dealt, [says(1, "fold")]),
            main_lines(points, folded=True),
        )
    game.add(skins, gopher, refusals, irregular)
    yield game


def skins(game: Game) -> None:
    dealer = ("6S", "6H", "6D", "6C")
    hands = {
        22: ("5S", "5H", "5D", "7C"),
        23: ("5S", "5H", "5D", "8C"),
        24: ("5S", "5H", "5D", "9C"),
        25: ("5S", "5H", "5D", "TC"),
    }
    for points, hand in hands.items():
        won = points < total(dealer)
        provision, title = "11(d)(4)(ii)" if won else "11(d)(4)(i)", f"Skins with {points} against the dealer's 24"
        beside(game, f"skins-{points}-24", provision, title, (hand, dealer), ("skins", 2 * SIDE if won else 0))


def beside(
    game: Game,
    key: str,
    provision: str,
    title: str,
    hands: tuple[tuple[str, ...], tuple[str, ...]],
    side: tuple[str, int],
    rules: dict[str, str] | None = None,
) -> None:
    """A wager beside the Front 9 and what it returns, played and folded."""
    kind, back = side
    for folded in (False, True):
        wagers = [wager(1, "front_9", STAKE), wager(1, kind, SIDE)]
        game.case(
            key + ("-folded" if folded else ""),
            provision,
            title + (", after a fold" if folded else ""),
            play(wagers, deal(*hands), [says(1, "fold" if folded else "back_9")]),
            [*main_lines(total(hands[0]), folded=folded), settled(1, kind, SIDE, back)],
            rules=rules,
        )


def gopher(game: Game) -> None:
    aces = ("AS", "AH", "AD", "AC")
    rest = ("KS", "KH", "KD", "9C")
    for name, pays in GOPHER.items():
        for count in range(5):
            hand = aces[:count] + rest[count:]
            line = f"{count} ace" + ("s" if count > 1 else "")
            back = paid(SIDE, pays[line]) if count else 0
            provision, title = "12(d)" if count else "11(d)(5)(i)", f"Gopher, paytable {name}, with {count} aces"
            rules = {"gopher_paytable": name}
            beside(game, f"gopher-{name}-{count}", provision, title, (hand, DEALER), ("gopher", back), rules)


def refusals(game: Game) -> None:
    dealt = deal(hand_of(20), DEALER)
    for kind in ("skins", "gopher"):
        game.case(
            f"{kind}-alone",
            "7(d)(1)",
            "a side wager without a Front 9 Wager",
            play([wager(1, kind, SIDE)], dealt),
            refused="other_wager_required",
        )
    for amount in (999, 1001):
        given = play([wager(1, "front_9", STAKE)], dealt, [says(1, "back_9", amount=amount)])
        game.case(
            f"back-9-of-{amount}",
            "7(d)(2)",
            f"a Back 9 Wager of {amount} cents beside a Front 9 of 1000",
            given,
            refused="amount_not_permitted",
        )
    late = play([wager(1, "front_9", STAKE), wager(2, "front_9", STAKE, after=1)], dealt, [says(1, "back_9")])
    game.case("late-wager", "7(c)", "a wager after betting was closed", late, refused="betting_closed")
    spoken = play([wager(1, "front_9", STAKE, form="verbal_with_cash")], dealt, [says(1, "back_9")])
    game.case("verbal-wager", "7(a)", "a spoken wager with cash", spoken, refused="form_not_accepted")
    two = play([wager(seat, "front_9", STAKE, player="Ada") for seat in (1, 2)], dealt)
    game.case("two-positions", "7(e)", "one player at two positions", two, refused="too_many_positions")
    anothers = play([wager(1, "front_9", STAKE, player=who) for who in ("Ada", "Bob")], dealt)
    title = "a wager on the position of another player"
    game.case("position-of-another", "7(e)", title, anothers, refused="too_many_positions")


def irregular(game: Game) -> None:
    hand = hand_of(20)
    wagers = [wager(1, "front_9", STAKE), wager(1, "skins", SIDE), wager(1, "gopher", SIDE)]
    void = [settled(1, "front_9", STAKE, STAKE), settled(1, "skins", SIDE, SIDE), settled(1, "gopher", SIDE, SIDE)]
    dealt = deal(hand, DEALER)
    for kind, provision, after, rules in (
        ("incorrect_number_of_cards", "13(c)", 8, {}),
        ("dealer_card_exposed", "13(d)", 8, {}),
        ("hole_card_exposed", "13(d)", 8, {}),
        ("automated_shoe_jam", "13(f)", 4, {"dealing": "automated_shoe"}),
    ):
        cards = [*hand, *DEALER][:after] if rules else dealt[:after]
        given = play(wagers, cards, irregularities=[{"kind": kind, "after": after}])
        game.case(f"{kind}", provision, f"{kind.replace('_', ' ')}: every wager is returned", given, void, rules=rules)
    one_up = play(
        [wager(1, "front_9", STAKE)], ["2D", *dealt], [says(1, "back_9")], [{"kind": "card_found_face_up", "after": 0}]
    )
    game.case("face-up-card", "13(a)", "one card found face up is not used", one_up, main_lines(20))
    twice = [{"kind": "card_found_face_up", "after": 0}, {"kind": "card_found_face_up", "after": 1}]
    game.case(
        "two-face-up-cards",
        "13(a)",
        "a second card found face up voids the round",
        play(wagers, ["2D", "3D"], irregularities=twice),
        void,
    )

"""687a DJ Wild Stud Poker: every line of every paytable, natural and wild, and hands against hands."""

from collections.abc import Iterator

from generator.dj_wild_bonuses import bad_beat, progressive, trips
from generator.dj_wild_hands import ANTE, HANDS, NAMES, RAISE, SIDE, best, low_dealer, main_lines, of, two
from generator.kit import Game, dollars, play, says, settled, wager

RULES = {
    "minimum_cents": dollars(1),
    "maximum_cents": dollars(500),
    "adjacent_boxes": 1,
    "progressive_bonus": False,
    "trips_bonus": False,
    "two_way_bad_beat_bonus": False,
}


def cases() -> Iterator[Game]:
    game = Game("dj-wild-stud-poker", "687a", RULES)
    for key in HANDS:
        mine = of(key)
        dealer = low_dealer(mine)
        line = NAMES.get(best(mine)[0], "three of a kind or less")
        given = play(two(), [*mine, *dealer], RAISE)
        title = f"{key.replace('-', ' ')} against a jack high: the Blind pays as {line.lower()}"
        game.case(f"blind-{key}", "12(b)", title, given, main_lines(mine, dealer))
        folded = play(two(), [*mine, *dealer], [says(1, "fold")])
        lines = [settled(1, "ante", ANTE, 0), settled(1, "blind", ANTE, 0)]
        game.case(
            f"fold-{key}", "11(b)", f"{key.replace('-', ' ')} folded: Ante and Blind are forfeited", folded, lines
        )
    game.add(against, trips, bad_beat, progressive, refusals, irregular)
    yield game


def against(game: Game) -> None:
    """Each hand against one a little better or equal, dealt both ways round."""
    pairs = {
        "five-kings-five-nines": ("KS KH KD 2S 2H", "9S 9H 9D 9C JK"),
        "royal-five-nines": ("AS KS QS JS TS", "9S 9H 9D 9C JK"),
        "royal-royal": ("AS KS QS JS TS", "AH KH QH JH TH"),
        "five-nines-straight-flush": ("9S 9H 9D 9C JK", "KS QS JS TS 2S"),
        "straight-flushes": ("9S 8S 7S 6S 5S", "8H 7H 6H 5H 4H"),
        "wheel-flush-low": ("7H 6H 5H 4H 3H", "AS 2D 3S 4S 5S"),
        "fours": ("9S 9H 9D 9C KS", "8S 8H 8D 8C AS"),
        "four-kicker": ("9S 9H 9D 2C KS", "8S 8H 8D JK AS"),
        "full-houses": ("9S 9H 9D 4S 4H", "8S 8H 8D AS AH"),
        "flushes-second-card": ("AS JS 9S 6S 3S", "AH TH 9H 6H 3H"),
        "flushes-equal": ("AS JS 9S 6S 3S", "AH JH 9H 6H 3H"),
        "straights": ("9S 8H 7D 6C 5S", "8S 7H 6D 5C 4S"),
        "straights-wheel": ("6S 5H 4D 3C JK", "AS 4H 5D 3S 2D"),
        "straights-equal": ("9S 8H 7D 6C 5S", "9H 8D 7C 6S 5H"),
        "trips": ("9S 9H 9D KS 4H", "8S 8H 8D AS KH"),
        "trips-kicker": ("9S 9H 2D KS 4H", "9D 9C JK QS JH"),
        "two-pairs": ("9S 9H 4S 4H KS", "8S 8H 7S 7H AS"),
        "two-pairs-kicker": ("9S 9H 4S 4H KS", "9D 9C 4D 4C QS"),
        "two-pairs-equal": ("9S 9H 4S 4H KS", "9D 9C 4D 4C KH"),
        "pairs": ("9S 9H KS 7D 4H", "8S 8H AS KH QD"),
        "pairs-third-kicker": ("9S 9H KS 7D 4H", "9D 9C KH 7S 3H"),
        "high-cards": ("AS KH 9D 7C 4S", "AH KD 9C 7S 3H"),
        "high-cards-equal": ("AS KH 9D 7C 4S", "AH KD 9C 7S 4H"),
    }
    for key, (one, other) in pairs.items():
        for way, (mine, dealer) in (("first", (one.split(), other.split())), ("second", (other.split(), one.split()))):
            a, b = best(mine), best(dealer)
            provision = "11(e)(1)" if a > b else "11(e)(2)" if a == b else "11(e)(3)"
            told = "wins" if a > b else "pushes" if a == b else "loses"
            title = f"{' '.join(mine)} {told} against {' '.join(dealer)}"
            game.case(
                f"against-{key}-{way}", provision, title, play(two(), [*mine, *dealer], RAISE), main_lines(mine, dealer)
            )


def refusals(game: Game) -> None:
    mine = of("pair")
    cards = [*mine, *low_dealer(mine)]
    for kind in ("ante", "blind"):
        alone = play([wager(1, kind, ANTE)], cards, RAISE)
        game.case(f"{kind}-alone", "7(d)(1)", f"only the {kind.title()} Wager", alone, refused="other_wager_required")
    for amount in (900, 1100):
        unequal = play([wager(1, "ante", ANTE), wager(1, "blind", amount)], cards, RAISE)
        game.case(
            f"blind-of-{amount}",
            "7(d)(1)",
            f"a Blind of {amount} cents beside an Ante of 1000",
            unequal,
            refused="amount_not_equal",
        )
    for amount in (1000, 1999, 2001, 3000):
        given = play(two(), cards, [says(1, "raise", amount=amount)])
        game.case(
            f"raise-of-{amount}",
            "7(d)(1)",
            f"a Raise of {amount} cents beside an Ante of 1000",
            given,
            refused="amount_not_permitted",
        )
    for kind, place in (("progressive_bonus", 2), ("trips_bonus", 3), ("two_way_bad_beat_bonus", 4)):
        given = play([*two(), wager(1, kind, 100)], cards, RAISE)
        game.case(
            f"{kind}-not-filed",
            f"7(d)({place})",
            f"{kind.replace('_', ' ')} where it is not offered",
            given,
            refused="wager_not_offered",
        )
    late = play([*two(), wager(2, "ante", ANTE, after=1)], cards, RAISE)
    game.case("late-wager", "7(c)", "a wager after betting was closed", late, refused="betting_closed")
    spoken = play([wager(1, "ante", ANTE, form="verbal_with_cash")], cards, RAISE)
    game.case("verbal-wager", "7(a)", "a spoken wager with cash", spoken, refused="form_not_accepted")


def irregular(game: Game) -> None:
    mine = of("pair")
    cards = [*mine, *low_dealer(mine)]
    void = [settled(1, "ante", ANTE, ANTE), settled(1, "blind", ANTE, ANTE)]
    up = play(two(), ["QC", *cards], RAISE, [{"kind": "card_face_up_in_shoe", "after": 0}])
    game.case("face-up-card", "13(a)", "one card found face up is not used", up, main_lines(mine, cards[5:]))
    twice = [{"kind": "card_face_up_in_shoe", "after": 0}, {"kind": "card_face_up_in_shoe", "after": 1}]
    game.case(
        "two-face-up-cards",
        "13(a)",
        "a second card found face up voids the round",
        play(two(), ["QC", "QD"], irregularities=twice),
        void,
    )
    wrong = play(two(), cards, irregularities=[{"kind": "wrong_number_of_cards", "after": 10}])
    game.case("wrong-number", "13(c)", "a wrong number of cards: every wager is returned", wrong, void)
    hand = of("trips")
    cards = [*hand, *low_dealer(hand)]
    rules = {"trips_bonus": True, "trips_bonus_paytable": "DJWT-05"}
    seen = play(
        [*two(), wager(1, "trips_bonus", SIDE)],
        cards,
        irregularities=[{"kind": "card_exposed_before_raises", "after": 10}],
    )
    lines = [*void, settled(1, "trips_bonus", SIDE, 7 * SIDE)]
    game.case(
        "card-exposed",
        "13(d)",
        "a card seen before the raises: void, but the Trips Bonus Wager is settled",
        seen,
        lines,
        rules=rules,
    )

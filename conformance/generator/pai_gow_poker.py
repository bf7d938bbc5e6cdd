"""645a Pai Gow Poker and 688a Face Up Pai Gow Poker: two hands against two, and every line of every paytable."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from generator import pai_gow_poker_bank
from generator.kit import Game, dollars, play, says, setting, settled, wager
from generator.pai_gow_poker_bonuses import ace_high, fortune, insurance, progressive_645a, progressive_688a
from generator.pai_gow_poker_hands import PAIR_DEALER, SIDE, Table, hand_of
from generator.two_hands import MAIN, THROW, Hand, compared, deal, dull
from pitboss_audit.money import up


def cases() -> Iterator[Game]:
    off = {
        "fortune_bonus": False,
        "progressive_payout": False,
        "start_selector": "shaker",
        "dealing": "manual_shoe",
        "house_way": "standard",
    }
    limits = {"minimum_cents": dollars(1), "maximum_cents": dollars(500), "seats": 6, "adjacent_boxes": 1}
    game = Game(
        "pai-gow-poker",
        "645a",
        limits | off | {"emperors_treasure": False, "pai_gow_insurance": False, "player_bank": False},
    )
    felt = Table(game, "pai_gow_poker", MAIN // 20)
    main_wager(felt)
    commissions(game)
    fortune(
        felt,
        "fortune_bonus",
        "13(b)",
        {name: f"645a.13(b)#{name}" for name in "ABCD"},
        dict.fromkeys(("royal+AK", "royal+KQ"), "Royal flush and Royal Match"),
    )
    fortune(
        felt,
        "emperors_treasure",
        "13(c)",
        {name: f"645a.13(c)#{name}" for name in "ABCD"},
        {"royal+AK": "Royal flush and ace king suited"},
    )
    insurance(felt)
    progressive_645a(felt)
    edges(felt, "7", "14", ("fortune_bonus", "emperors_treasure", "pai_gow_insurance", "progressive_payout"))
    pai_gow_poker_bank.cases(game)
    yield game
    game = Game("face-up-pai-gow-poker", "688a", limits | off | {"ace_high_bonus": False})
    felt = Table(game, "face_up_pai_gow_poker", 0)
    main_wager(felt)
    ace_high(felt)
    fortune(
        felt,
        "fortune_bonus",
        "12(c)",
        {str(n): f"688a.12(c)#Paytable {n}" for n in range(1, 7)},
        {"royal+KQ": "Royal flush + royal match"},
    )
    progressive_688a(felt)
    edges(felt, "7", "13", ("ace_high_bonus", "fortune_bonus", "progressive_payout"))
    yield game


def main_wager(felt: Table) -> None:
    dealer = Hand(PAIR_DEALER[0].split(), PAIR_DEALER[1].split())
    highs = {
        "higher": "KH KC 6S 5D 3D",
        "equal": "QH QC 6S 4D 2D",
        "lower": "JH JC 6S 4D 2D",
        "kicker-higher": "QH QC 7S 4D 2D",
        "kicker-lower": "QH QC 5S 4D 2D",
        "flush": "KD TD 8D 5D 3D",
        "straight": "TS 9C 8D 7H 6S",
    }
    lows = {"pair": "3S 3H", "higher": "AH TC", "kicker": "9C 8S", "lower": "7C 3C"}
    for high, first in highs.items():
        for low, second in lows.items():
            cards = [*first.split(), *second.split()]
            if len(set(cards)) < 7 or set(cards) & set(dealer.cards):
                continue
            mine = Hand(cards, second.split())
            outcome = compared(mine, dealer)
            provision = "11(f)(3)" if outcome == "win" else "11(f)(2)" if outcome == "tie" else "11(f)(1)"
            given = play([wager(1, felt.main, MAIN)], deal({0: dealer.cards, 1: cards}, 7), [setting(1, mine.low)])
            label = "equal" if low == "kicker" else low
            title = f"high hand {high.replace('-', ' ')}, low hand {label}: {outcome}"
            felt.game.case(f"main-{high}-{low}", provision, title, given, [felt.line(1, mine, dealer)])
    mine = Hand(["KH", "KC", "AS", "JD", "9S", "5C", "3H"], ["KH", "KC"])
    given = play([wager(1, felt.main, MAIN)], deal({0: dealer.cards, 1: mine.cards}, 7), [setting(1, mine.low)])
    title = "a low hand above the high hand loses, though each would win"
    felt.game.case("foul", "11(f)(1)(iii)", title, given, [felt.line(1, mine, dealer)])
    before = [setting(1, mine.low)] if felt.game.chapter == "645a" else []  # face up, the dealer's hands are set before
    given = play(
        [wager(1, felt.main, MAIN)], deal({0: dealer.cards, 1: mine.cards}, 7), [*before, says(1, "surrender")]
    )
    felt.game.case("surrender", "11(d)", "a surrendered wager is lost whole", given, [settled(1, felt.main, MAIN, 0)])
    # Straights and straight flushes: the ace-low ones stand second and first.
    ladder = {
        "broadway-over-wheel": ("AH KD QC JH TD", "AS 2H 3S 4D 5C"),
        "wheel-over-king-high": ("AH 2D 3C 4H 5D", "KS QH JS TD 9C"),
        "steel-wheel-over-king-high": ("AH 2H 3H 4H 5H", "KS QS JS TS 9S"),
        "royal-over-steel-wheel": ("AH KH QH JH TH", "AS 2S 3S 4S 5S"),
    }
    for key, (better, worse) in ladder.items():
        for way, (first, second) in (("first", (better, worse)), ("second", (worse, better))):
            mine = Hand([*first.split(), "8C", "6D"], ["8C", "6D"])
            other = Hand([*second.split(), "7C", "7D"] if "7C" not in first else [], ["7C", "7D"])
            # The dealer's pair of sevens goes low under any house way: the straight is kept whole.
            outcome = compared(mine, other)
            given = play([wager(1, felt.main, MAIN)], deal({0: other.cards, 1: mine.cards}, 7), [setting(1, mine.low)])
            felt.game.case(
                f"ladder-{key}-{way}", "6(b)", f"{first} against {second}", given, [felt.line(1, mine, other)]
            )
            assert outcome in ("tie", "lose")


def commissions(game: Game) -> None:
    dealer = Hand(PAIR_DEALER[0].split(), PAIR_DEALER[1].split())
    mine = Hand(["KH", "KC", "6S", "5D", "3D", "AH", "TC"], ["AH", "TC"])
    for stake in (100, 500, 1000, 1300, 2500, 10000, 10500):
        for rounding in ("exact", "next_25_cents"):
            fee = up(Fraction(stake, 20) / 25) * 25 if rounding != "exact" else stake // 20
            given = play(
                [wager(1, "pai_gow_poker", stake)], deal({0: dealer.cards, 1: mine.cards}, 7), [setting(1, mine.low)]
            )
            title = f"the commission on a win of {stake} cents, {rounding.replace('_', ' ')}"
            line = settled(1, "pai_gow_poker", stake, 2 * stake, commission=fee)
            game.case(
                f"commission-{stake}-{rounding}", "13(a)", title, given, [line], rules={"vigorish_rounding": rounding}
            )


def edges(felt: Table, wagers: str, irregular: str, optional: Sequence[str]) -> None:
    """Refusals, and what happens to the money when something goes wrong."""
    game, main = felt.game, felt.main
    mine, _ = hand_of("pair")
    dealer = dull(mine.cards, "QT86532", 2, 1)
    chance, said = deal({0: dealer.cards, 1: mine.cards}, 7), [setting(1, mine.low)]
    for kind in optional:
        both = play([wager(1, main, MAIN), wager(1, kind, 100)], chance, said)
        label = kind.replace("_", " ")
        game.case(
            f"{kind}-not-filed", f"{wagers}(e)", f"{label} where it is not offered", both, refused="wager_not_offered"
        )
        alone = play([wager(1, kind, 100)], chance)
        game.case(
            f"{kind}-alone",
            f"{wagers}(d)",
            f"{label} without the main wager",
            alone,
            refused="other_wager_required",
            rules={kind: True}
            | ({"progressive_rate": "20"} if game.chapter == "645a" and kind.startswith("prog") else {}),
        )
    late = play([wager(1, main, MAIN), wager(2, main, MAIN, after=1)], chance, said)
    game.case("late-wager", f"{wagers}(c)", "a wager after betting was closed", late, refused="betting_closed")
    spoken = play([wager(1, main, MAIN, form="verbal_with_cash")], chance, said)
    game.case("verbal-wager", f"{wagers}(a)", "a spoken wager with cash", spoken, refused="form_not_accepted")
    barred = play([wager(1, main, MAIN), wager(1, "fortune_bonus", SIDE)], chance, [says(1, "surrender")])
    game.case(
        "surrender-with-optional",
        "11(d)",
        "surrender beside an optional wager",
        barred,
        refused="not_permitted_now",
        rules={"fortune_bonus": True},
    )
    void = [settled(1, main, MAIN, MAIN)]
    one = [wager(1, main, MAIN)]
    letters = {"first_card_to_wrong_position": "c", "wrong_number_of_cards": "h" if game.chapter == "645a" else "g"}
    for kind, letter in letters.items():
        after = 2 if kind.startswith("first") else 50
        given = play(one, chance[:after], irregularities=[{"kind": kind, "after": after}])
        game.case(kind, f"{irregular}({letter})", f"{kind.replace('_', ' ')}: every wager is returned", given, void)
    again = play(one, ["1 2 3", *chance], said, [{"kind": "no_roll", "after": 1}])
    game.case(
        "no-roll", f"{irregular}(a)", "dice that do not lie flat are shaken again", again, [felt.line(1, mine, dealer)]
    )
    for answer, lines in (("void_hand", void), ("play_hand", [felt.line(1, mine, dealer)])):
        seen = play(
            one,
            chance,
            [says(1, answer), *(said if answer == "play_hand" else [])],
            [{"kind": "player_card_exposed", "after": 3, "seat": 1}],
        )
        title = (
            f"a player's card was seen; the player chooses to {'void' if answer == 'void_hand' else 'play'} the hand"
        )
        game.case(f"card-exposed-{answer}", f"{irregular}(d)", title, seen, lines)
    twice = [{"kind": "card_face_up_in_shoe", "after": 1}, {"kind": "card_face_up_in_shoe", "after": 2}]
    game.case(
        "two-face-up-cards",
        f"{irregular}({'f' if game.chapter == '645a' else 'e'})",
        "two cards found face up void the round",
        play(one, [THROW, "AC", "AD"], irregularities=twice),
        void,
    )

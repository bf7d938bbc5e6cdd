"""670a Six-Card Fortune Pai Gow Poker: a high hand of five and a low hand of one, doubled or not, and its paytables."""

from collections.abc import Iterator, Sequence
from typing import Any

from generator.kit import Game, dollars, play, says, setting, settled, table, wager
from generator.two_hands import MAIN, THROW, Hand, compared, deal, dull, main_line
from pitboss_audit.money import envies, paid
from pitboss_audit.poker import JOKER

GAME = "six_card_fortune_pai_gow_poker"
SIDE = dollars(5)
RULES = {
    "minimum_cents": dollars(1),
    "maximum_cents": dollars(500),
    "seats": 6,
    "adjacent_boxes": 1,
    "start_selector": "shaker",
    "dealing": "manual_shoe",
    "double_down": True,
    "fortune_bonus": False,
    "insurance": False,
    "progressive_payout": False,
}
# Six cards, the one that the player sets low, and the line of the paytables.
HANDS = {
    "five-aces": ("AS AH AD AC JK KS", "KS", "Five aces"),
    "royal": ("AS KS QS JS TS 4H", "4H", "Royal flush"),
    "royal-joker": ("JK KS QS JS TS 4H", "4H", "Royal flush"),
    "straight-flush": ("9S 8S 7S 6S 5S KH", "KH", "Straight flush"),
    "straight-flush-joker": ("9S 8S JK 6S 5S KH", "KH", "Straight flush"),
    "straight-flush-ace-low": ("AS 2S 3S 4S 5S KH", "KH", "Straight flush"),
    "four": ("9S 9H 9D 9C KS 4H", "KS", "Four-of-a-kind"),
    "four-aces-with-joker": ("AS AH AD JK KS 4H", "KS", "Four-of-a-kind"),
    "full-house": ("9S 9H 9D KS KH 4C", "4C", "Full house"),
    "full-house-joker": ("9S 9H 9D AS JK 4C", "4C", "Full house"),
    "flush": ("AS JS 9S 6S 3S KH", "KH", "Flush"),
    "flush-joker": ("QS JS 9S JK 3S KH", "KH", "Flush"),
    "straight": ("9S 8H 7D 6C 5S KH", "KH", "Straight"),
    "straight-joker": ("9S 8H JK 6C 5S KH", "KH", "Straight"),
    "three": ("9S 9H 9D KS 7H 4C", "KS", "Three-of-a-kind"),
    "three-and-straight": ("9S 9H 8D 7C 6H 5S", "9S", "Straight"),
    "two-pair": ("9S 9H KS KD 7C 4D", "7C", ""),
    "pair": ("9S 9H KS QD 7C 4D", "KS", ""),
    "nothing": ("AS QH TD 7C 4S 2H", "QH", ""),
}
INSURED = {
    "Eight-high": "875432",
    "Nine-high": "986432",
    "Ten-high": "T86432",
    "Jack-high": "J86432",
    "Queen-high": "Q86432",
    "King-high": "K86432",
}


def hand_of(key: str) -> tuple[Hand, str]:
    cards, low, line = HANDS[key]
    return Hand(cards.split(), [low]), line


def line(seat: int, mine: Hand, dealer: Hand) -> dict[str, Any]:
    return main_line(seat, GAME, compared(mine, dealer, joker_low_wins=True))


def weak(used: Sequence[str], start: int = 1) -> Hand:
    """A dealer with nothing: queen high, ten low."""
    return dull(used, "QT8632", 1, start)


def said(mine: Hand, seat: int = 1, *, double: bool = False) -> list[dict[str, Any]]:
    return [*([says(seat, "double_down")] if double else []), setting(seat, mine.low)]


def cases() -> Iterator[Game]:
    game = Game("six-card-fortune-pai-gow-poker", "670a", RULES)
    game.add(main_wager, doubling, optional, progressive, edges)
    yield game


DEALERS = {
    # The dealer's six cards, and the low card that the chapter's own setting gives.
    "pair": ("QS QD 9H 6C 4D 2S", "9H"),
    "pair-of-sevens": ("7S 7D KH 9C 4D 2S", "KH"),
    "nothing": ("KS JD 9H 6C 4D 2S", "JD"),
    "two-pair": ("QS QD 4H 4C KD 2S", "KD"),
    "three-pair": ("QS QD 9H 9C 4D 4S", "QS"),
    "two-threes": ("QS QD QH 9H 9C 9D", "QH"),
    "three": ("QS QD QH 9C 6D 2S", "9C"),
    "straight": ("9S 8D 7H 6C 5D KS", "KS"),
    "six-card-straight": ("9S 8D 7H 6C 5D 4S", "9S"),
    "flush": ("KD JD 9D 6D 3D AS", "AS"),
    "six-card-flush": ("KD JD 9D 6D 4D 3D", "KD"),
    "straight-and-flush": ("9D 8D 7D 6D 5H 2D", "5H"),
}


def main_wager(game: Game) -> None:
    dealer = Hand(DEALERS["pair"][0].split(), [DEALERS["pair"][1]])
    highs = {"higher": "KH KC 7S 5D 3D", "equal": "QH QC 6S 4H 2D", "lower": "JH JC 6S 4H 2D"}
    for high, first in highs.items():
        for low, card in (("higher", "AC"), ("ten", "TC"), ("equal", "9C"), ("lower", "8C"), ("joker", JOKER)):
            mine = Hand([*first.split(), card], [card])
            outcome = compared(mine, dealer, joker_low_wins=True)
            provision = {"win": "11(f)(3)", "tie": "11(f)(2)", "lose": "11(f)(1)"}[outcome]
            given = play([wager(1, GAME, MAIN)], deal({0: dealer.cards, 1: mine.cards}, 6), said(mine))
            reading = (
                "A hand equal to the dealer's counts as lower." if "equal" in (high, low) and outcome == "tie" else ""
            )
            game.case(
                f"main-{high}-{low}",
                provision,
                f"high hand {high}, low hand {low}: {outcome}",
                given,
                [line(1, mine, dealer)],
                reading=reading,
            )
    for key, (cards, low) in DEALERS.items():
        dealer = Hand(cards.split(), [low])
        own = Hand(["TH", "TC", "8H", "5C", "3C", "JC"], ["JC"])
        given = play([wager(1, GAME, MAIN)], deal({0: dealer.cards, 1: own.cards}, 6), said(own))
        title = f"the dealer sets {key.replace('-', ' ')} with {low} low, against a pair of tens and a jack"
        game.case(f"dealer-sets-{key}", "11(d)", title, given, [line(1, own, dealer)])
    strong = Hand(DEALERS["nothing"][0].split(), ["JD"])
    foul = Hand(["QH", "TC", "8H", "5C", "3C", "AC"], ["AC"])
    given = play([wager(1, GAME, MAIN)], deal({0: strong.cards, 1: foul.cards}, 6), said(foul))
    game.case("foul", "11(f)(1)(v)", "a low card above the high hand loses", given, [settled(1, GAME, MAIN, 0)])


def doubling(game: Game) -> None:
    """The Double Down Wager counts only against a dealer with a pair of eights or better."""
    for rank, qualifies in (("7", False), ("8", True), ("9", True)):
        dealer = Hand([f"{rank}S", f"{rank}D", "JH", "6C", "4D", "2S"], ["JH"])
        for key, cards, low in (
            ("win", "QH QC TS 5D 3D", "AC"),
            ("tie", "QH QC TS 5D 3D", "TC"),
            ("lose", "5H 5C TS 4S 3D", "TC"),
        ):
            mine = Hand([*cards.split(), low], [low])
            first = line(1, mine, dealer)
            second = main_line(1, "double_down", compared(mine, dealer) if qualifies else "tie")
            given = play([wager(1, GAME, MAIN)], deal({0: dealer.cards, 1: mine.cards}, 6), said(mine, double=True))
            title = f"doubled against a pair of {rank}s: {key}" + (
                "" if qualifies else ", the Double Down Wager is returned"
            )
            game.case(f"double-{rank}-{key}", "11(g)(1)" if qualifies else "11(g)(2)", title, given, [first, second])
    for key in ("nothing", "two-pair", "three", "straight", "flush"):
        dealer = Hand(DEALERS[key][0].split(), [DEALERS[key][1]])
        mine = Hand(["TH", "TC", "8H", "5C", "3C", "AC"], ["AC"])
        outcome = compared(mine, dealer) if key != "nothing" else "tie"
        given = play([wager(1, GAME, MAIN)], deal({0: dealer.cards, 1: mine.cards}, 6), said(mine, double=True))
        lines = [line(1, mine, dealer), main_line(1, "double_down", outcome)]
        game.case(f"double-against-{key}", "11(g)", f"doubled against {key.replace('-', ' ')}", given, lines)
    dealer, mine = Hand(DEALERS["pair"][0].split(), ["9H"]), Hand(["KH", "KC", "7S", "5D", "3D", "AC"], ["AC"])
    for amount in (900, 1100):
        given = play(
            [wager(1, GAME, MAIN)],
            deal({0: dealer.cards, 1: mine.cards}, 6),
            [says(1, "double_down", amount=amount), setting(1, mine.low)],
        )
        game.case(
            f"double-of-{amount}",
            "11(c)",
            f"a Double Down Wager of {amount} cents beside {MAIN}",
            given,
            refused="amount_not_permitted",
        )
    given = play([wager(1, GAME, MAIN)], deal({0: dealer.cards, 1: mine.cards}, 6), said(mine, double=True))
    game.case(
        "double-not-filed",
        "7(e)(1)",
        "doubling where it is not offered",
        given,
        refused="not_permitted_now",
        rules={"double_down": False},
    )


def side(
    game: Game,
    key: str,
    provision: str,
    title: str,
    mine: Hand,
    kind: str,
    stake: int,
    back: int,
    rules: dict[str, Any],
    envy: int = 0,
    reading: str = "",
) -> None:
    dealer = weak(mine.cards)
    wagers, hands, answers = [wager(1, GAME, MAIN), wager(1, kind, stake)], {0: dealer.cards, 1: mine.cards}, said(mine)
    lines = [line(1, mine, dealer), settled(1, kind, stake, back)]
    if envy:
        other = dull([*mine.cards, *dealer.cards], "J87542", 1, 2)
        wagers += [wager(2, GAME, MAIN), wager(2, kind, stake)]
        hands[2] = other.cards
        answers += said(other, 2)
        lines += [line(2, other, dealer), settled(2, kind, stake, 0), settled(2, f"{kind}_envy", 0, envy)]
    rules = {"double_down": False} | rules
    game.case(key, provision, title, play(wagers, deal(hands, 6), answers), lines, rules=rules, reading=reading)


def optional(game: Game) -> None:
    pays = table("670a.12(b)(1)")
    rules = {"fortune_bonus": True, "small_wagers_envy": True}
    for key in HANDS:
        mine, name = hand_of(key)
        back = paid(SIDE, pays[name]) if name in pays else 0
        title = f"Fortune Bonus: {key.replace('-', ' ')}"
        side(game, f"fortune-{key}", "12(b)(1)", title, mine, "fortune_bonus", SIDE, back, rules)
        for amount, unit in ((100, "$1"), (499, "$1"), (500, "$5"), (1000, "$5")):
            envy = envies(f"670a.12(b)(2)#{unit} Fortune Bonus Wager")
            if name in envy and "joker" not in key and "low" not in key:
                back = paid(amount, pays[name])
                more = f"{title}; another player's Envy Bonus on {amount} cents"
                reading = "Wagers below $5 draw the $1 amounts." if unit == "$1" else ""
                side(
                    game,
                    f"fortune-{key}-envy-{amount}",
                    "12(b)(2)",
                    more,
                    mine,
                    "fortune_bonus",
                    amount,
                    back,
                    rules,
                    envy[name],
                    reading,
                )
    pays = table("670a.12(c)")
    rules = {"insurance": True}
    hands = {name.lower(): (dull([], ranks, 1), name) for name, ranks in INSURED.items()}
    hands |= {key: (hand_of(key)[0], "") for key in ("nothing", "pair", "straight", "flush", "three")}
    hands["joker"] = (Hand([JOKER, "QH", "TD", "7C", "4S", "2H"], ["QH"]), "")
    for key, (mine, name) in hands.items():
        back = paid(SIDE, pays[name]) if name else 0
        title = f"Insurance: {'ace high' if key == 'nothing' else key.replace('-', ' ')}"
        side(game, f"insurance-{key}", "12(c)", title, mine, "insurance", SIDE, back, rules)


def progressive(game: Game) -> None:
    pays = table("670a.12(d)(1)")
    for unit in (100, 500):
        envy = envies(f"670a.12(d)(4)#${unit // 100} Progressive Payout Wager")
        rules = {"progressive_payout": True, "progressive_unit_cents": unit}
        for key in HANDS:
            mine, name = hand_of(key)
            odds = pays.get(name, "")
            for players in (1, 2) if name in envy and "joker" not in key and "low" not in key else (1,):
                # 21 per cent of each wager, on 5,000 times the wager.
                meter = 5000 * unit + players * unit * 21 // 100
                share = int(odds.split("%")[0]) if "%" in odds else 0
                back = meter * share // 100 if share else paid(unit, odds) if odds else 0
                title = f"Progressive Payout of {unit} cents: {key.replace('-', ' ')}"
                reading = "The fraction of a cent of a part of the meter stays on the meter." if share == 10 else ""
                side(
                    game,
                    f"progressive-{unit}-{key}" + ("-envy" if players == 2 else ""),
                    "12(d)(1)",
                    title,
                    mine,
                    "progressive_payout",
                    unit,
                    back,
                    rules,
                    envy[name] if players == 2 else 0,
                    reading,
                )
    mine, _ = hand_of("pair")
    for unit, amount in ((100, 200), (500, 1000)):
        given = play(
            [wager(1, GAME, MAIN), wager(1, "progressive_payout", amount)],
            deal({0: weak(mine.cards).cards, 1: mine.cards}, 6),
            said(mine),
        )
        game.case(
            f"progressive-{unit}-of-{amount}",
            "12(d)(2)",
            f"a Progressive Payout Wager of {amount} cents where it is {unit}",
            given,
            refused="amount_above_maximum",
            rules={"progressive_payout": True, "progressive_unit_cents": unit},
        )


def edges(game: Game) -> None:
    mine, _ = hand_of("pair")
    dealer = weak(mine.cards)
    chance = deal({0: dealer.cards, 1: mine.cards}, 6)
    one, void = [wager(1, GAME, MAIN)], [settled(1, GAME, MAIN, MAIN)]
    plain = {"double_down": False}
    for number, kind in enumerate(("fortune_bonus", "insurance", "progressive_payout"), 2):
        given = play([*one, wager(1, kind, 100)], chance, said(mine))
        game.case(
            f"{kind}-not-filed",
            f"7(e)({number})",
            f"{kind.replace('_', ' ')} where it is not offered",
            given,
            refused="wager_not_offered",
            rules=plain,
        )
        alone = play([wager(1, kind, 100)], chance)
        game.case(
            f"{kind}-alone",
            "7(d)",
            f"{kind.replace('_', ' ')} without the main wager",
            alone,
            refused="other_wager_required",
            rules=plain | {kind: True},
        )
    late = play([*one, wager(2, GAME, MAIN, after=1)], chance, said(mine))
    game.case("late-wager", "7(c)", "a wager after betting was closed", late, refused="betting_closed", rules=plain)
    spoken = play([wager(1, GAME, MAIN, form="verbal_with_cash")], chance, said(mine))
    game.case("verbal-wager", "7(a)", "a spoken wager with cash", spoken, refused="form_not_accepted", rules=plain)
    wrong = play(one, chance[:2], irregularities=[{"kind": "first_card_to_wrong_position", "after": 2}])
    game.case(
        "first-card-wrong",
        "13(c)",
        "the first card to the wrong position: every wager is returned",
        wrong,
        void,
        rules=plain,
    )
    seen = play(one, chance, irregularities=[{"kind": "dealer_card_exposed", "after": 43}])
    game.case(
        "dealer-card-exposed", "13(e)", "a dealer's card was seen: every wager is returned", seen, void, rules=plain
    )
    count = play(one, chance, irregularities=[{"kind": "wrong_number_of_cards", "after": 43}])
    game.case("wrong-number", "13(h)", "a wrong number of cards: every wager is returned", count, void, rules=plain)
    twice = [{"kind": "card_face_up_in_shoe", "after": 1}, {"kind": "card_face_up_in_shoe", "after": 2}]
    game.case(
        "two-face-up-cards",
        "13(f)",
        "two cards found face up void the round",
        play(one, [THROW, "AC", "AD"], irregularities=twice),
        void,
        rules=plain,
    )
    for answer in ("void_hand", "play_hand"):
        seen = play(
            one,
            chance,
            [says(1, answer), *(said(mine) if answer == "play_hand" else [])],
            [{"kind": "player_card_exposed", "after": 3, "seat": 1}],
        )
        lines = void if answer == "void_hand" else [line(1, mine, dealer)]
        game.case(
            f"card-exposed-{answer}",
            "13(d)",
            f"a player's card was seen; the player chooses to {answer.split('_')[0]} the hand",
            seen,
            lines,
            rules=plain,
        )

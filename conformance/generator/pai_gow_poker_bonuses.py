"""645a and 688a, the optional wagers: every line of every paytable, the meters, and Envy Bonuses."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from generator.cards import mixed
from generator.kit import dollars, play, setting, settled, table, wager
from generator.pai_gow_poker_hands import HANDS, PAYING, SIDE, Table, hand_of, line_in
from generator.two_hands import MAIN, Hand, deal, dull
from pitboss_audit.money import envies, paid, up
from pitboss_audit.poker import JOKER


def fortune(felt: Table, kind: str, provision: str, tables: Mapping[str, str], matches: Mapping[str, str]) -> None:
    for name, printed in tables.items():
        pays, envy = table(printed), envies(printed)
        rules = {kind: True, f"{kind}_paytable": name}
        for key in HANDS if name in "A1" else PAYING:
            line = line_in(pays, hand_of(key)[1], matches)
            odds = pays.get(line, "")
            back = SIDE if odds == "push" else paid(SIDE, odds) if odds else 0
            label = kind.replace("_", " ")
            title = f"{label}, paytable {name}: {key.replace('-', ' ')}"
            reading = "The hand is paid on the line that pays most." if key == "three-and-straight" else ""
            felt.side(f"{kind}-{name}-{key}", provision, title, key, kind, SIDE, back, rules, reading=reading)
            if line in envy and key in (
                "seven-straight-flush",
                "royal-and-ace-king",
                "royal-and-king-queen",
                "seven-straight-flush-joker",
                "five-aces",
                "royal",
                "straight-flush",
                "four",
            ):
                felt.side(
                    f"{kind}-{name}-{key}-envy",
                    provision,
                    f"{title}; another player's Envy Bonus",
                    key,
                    kind,
                    SIDE,
                    back,
                    rules,
                    envy[line],
                )


INSURED = {
    "Nine-high": "9875432",
    "Ten-high": "T986432",
    "Jack-high": "J986432",
    "Queen-high": "QJ97542",
    "King-high": "KJ97542",
    "Ace-high": "AQJ9753",
}


def insurance(felt: Table) -> None:
    for name in "AB":
        pays = table(f"645a.13(d)#{name}")
        rules = {"pai_gow_insurance": True, "pai_gow_insurance_paytable": name}
        hands = {line.lower(): (dull([], ranks, 2), line) for line, ranks in INSURED.items()}
        joker = [JOKER, "QH", "JD", "9C", "7S", "5H", "3D"]
        hands["ace-high-joker"] = (Hand(joker, ["QH", "JD"]), "Ace-high")
        for key in ("pair", "straight", "flush", "two-pair"):
            hands[key] = (hand_of(key)[0], "")
        for key, (mine, line) in hands.items():
            dealer = dull(mine.cards, "QT86532", 2, 1)
            given = play(
                [wager(1, felt.main, MAIN), wager(1, "pai_gow_insurance", SIDE)],
                deal({0: dealer.cards, 1: mine.cards}, 7),
                [setting(1, mine.low)],
            )
            lines = [
                felt.line(1, mine, dealer),
                settled(1, "pai_gow_insurance", SIDE, paid(SIDE, pays[line]) if line else 0),
            ]
            felt.game.case(
                f"insurance-{name}-{key}",
                "13(d)",
                f"Pai Gow Insurance, paytable {name}: {key.replace('-', ' ')}",
                given,
                lines,
                rules=rules,
            )


def progressive_645a(felt: Table) -> None:
    pays = table("645a.13(e)(1)")
    rules = {
        "progressive_payout": True,
        "progressive_initial_cents": 200000,
        "progressive_reset_cents": 200000,
        "progressive_rate": "20",
    }
    rules["limits"] = {"progressive_payout": {"minimum_cents": 100, "maximum_cents": 100}}
    for key in HANDS:
        line = line_in(pays, hand_of(key)[1], {})
        odds = pays.get(line, "")
        meter = 200000 + 20
        back = 0 if not odds else up(Fraction(meter * int(odds.split("%")[0]), 100)) if "%" in odds else paid(100, odds)
        felt.side(
            f"progressive-{key}",
            "13(e)(1)",
            f"Progressive Payout: {key.replace('-', ' ')}",
            key,
            "progressive_payout",
            100,
            back,
            rules,
        )


def suits(cards: Sequence[str]) -> Counter[str]:
    """How many of each suit, the joker counted with every one."""
    plain = Counter(card[1] for card in cards if card != JOKER)
    return Counter({suit: count + 1 for suit, count in plain.items()})


def joker_hands(used: Sequence[str]) -> Iterator[list[str]]:
    """The joker with Q T 8 6 4 3, in one order of suits after another: ace high, unless it makes a flush."""
    for start in range(4):
        yield [JOKER, *mixed("QT8643", used, start)]


def ace_high(felt: Table) -> None:
    ranks = "AQT8643"
    players = {"ace-high": "AJ97532", "king-high": "KJ97532", "pair": ""}
    for name in "12345":
        pays = table(f"688a.12(b)#Paytable {name}")
        rules = {"ace_high_bonus": True, "ace_high_bonus_paytable": name}
        for with_joker in (False, True):
            for key, other in players.items():
                mine = dull([], other, 2) if other else hand_of("pair")[0]
                if with_joker:
                    cards = next(c for c in joker_hands(mine.cards) if max(suits(c).values()) < 4)
                    dealer = Hand(cards, cards[1:3])
                else:
                    dealer = dull(mine.cards, ranks, 2, 1)
                both = key == "ace-high"
                line = (
                    "Both dealer and player have ace high"
                    if both
                    else f"Only dealer has ace high, {'with' if with_joker else 'no'} joker"
                )
                given = play(
                    [wager(1, felt.main, MAIN), wager(1, "ace_high_bonus", SIDE)],
                    deal({0: dealer.cards, 1: mine.cards}, 7),
                    [setting(1, mine.low)],
                )
                lines = [settled(1, felt.main, MAIN, MAIN), settled(1, "ace_high_bonus", SIDE, paid(SIDE, pays[line]))]
                title = (
                    f"Ace High Bonus, paytable {name}: the dealer's ace high{' with the joker' if with_joker else ''} "
                    f"against {key.replace('-', ' ')}"
                )
                felt.game.case(
                    f"ace-high-{name}-{key}" + ("-joker" if with_joker else ""),
                    "12(b)",
                    title,
                    given,
                    lines,
                    rules=rules,
                )
        mine = dull([], "AJ97532", 2)
        dealer = dull(mine.cards, "QT86532", 2, 1)
        given = play(
            [wager(1, felt.main, MAIN), wager(1, "ace_high_bonus", SIDE)],
            deal({0: dealer.cards, 1: mine.cards}, 7),
            [setting(1, mine.low)],
        )
        lines = [felt.line(1, mine, dealer), settled(1, "ace_high_bonus", SIDE, 0)]
        felt.game.case(
            f"ace-high-{name}-dealer-queen-high",
            "11(h)(1)(i)(A)",
            f"Ace High Bonus, paytable {name}: the dealer has no ace high",
            given,
            lines,
            rules=rules,
        )


METERS = {
    "1": (10000, 28, 100),
    "2": (10000, 7, 100),
    "3": (2000, 29, 100),
    "4": (10000, 1, 500),
    "5": (5000, 17, 100),
    "6": (2000, 17, 100),
    "7": (1000, 26, 100),
}


def progressive_688a(felt: Table) -> None:
    for name, (seed, rate, unit) in METERS.items():
        printed = f"688a.12(d)#Paytable {name} (${unit // 100} wager)"
        pays, envy = table(printed), envies(printed)
        rules = {"progressive_payout": True, "progressive_payout_paytable": name}
        wild, matches = name in "2567", {"royal+KQ": "Royal flush + royal match"} if name == "4" else {}
        for key in HANDS if name in "12" else PAYING:
            line = line_in(pays, hand_of(key)[1], matches, wild=wild)
            for players in (
                (1, 2)
                if line in envy
                and key
                in ("seven-straight-flush", "royal-and-king-queen", "five-aces", "royal", "straight-flush", "four")
                else (1,)
            ):
                meter = Fraction(dollars(seed)) + Fraction(players * unit * rate, 100)
                back = int(worth(pays[line], meter)) + (unit if name == "4" else 0) if line else 0
                felt.side(
                    f"progressive-{name}-{key}" + ("-envy" if players == 2 else ""),
                    "12(d)",
                    f"Progressive Payout, paytable {name}: {key.replace('-', ' ')}",
                    key,
                    "progressive_payout",
                    unit,
                    back,
                    rules,
                    envy[line] if players == 2 else 0,
                    "The fraction of a cent of a part of the meter stays on the meter."
                    if "% " in pays.get(line, "")
                    else "",
                )


def worth(pay: str, meter: Fraction) -> Fraction:
    """``$5000 + 20% of meter``, in cents."""
    total = Fraction(0)
    for part in pay.split(" + "):
        total += Fraction(part[1:]) * 100 if part.startswith("$") else meter * int(part.split("%")[0]) / 100
    return total

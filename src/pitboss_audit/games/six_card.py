"""670a Six-Card Fortune Pai Gow Poker: a high hand of five and a low hand of one, doubled or not, and what is wagered beside."""

from collections.abc import Mapping, Sequence
from typing import Any

from pitboss_audit import poker
from pitboss_audit.facts import Fate, Key, Line, Round, Wager, line
from pitboss_audit.games.two_hands import TWICE, VOIDS
from pitboss_audit.meters import Meter
from pitboss_audit.money import cents, envies, pays, won
from pitboss_audit.poker import JOKER, number
from pitboss_audit.setting import by_670a, rank, set_otherwise
from pitboss_audit.seven_cards import high_card, line_in

MAIN, DOUBLE, FORTUNE = "six_card_fortune_pai_gow_poker", "double_down", "fortune_bonus"
INSURANCE, PROGRESSIVE = "insurance", "progressive_payout"
NAMES = {"8": "Eight", "9": "Nine", "T": "Ten", "J": "Jack", "Q": "Queen", "K": "King"}
EIGHTS = (poker.PAIR, (float(number("8")),))


def low_rank(card: str) -> int:
    """A joker is an ace."""
    return number("A") if card == JOKER else number(card)


def compared(mine: tuple[Sequence[str], str], dealer: tuple[Sequence[str], str]) -> str:
    """670a.11(f): a player's low joker beats anything (I-670a-01); a hand that only equals the dealer's is beaten by it."""
    (high, low), (theirs, other) = mine, dealer
    foul = rank(high)[0] == poker.HIGH and max(low_rank(card) for card in high) < low_rank(low)  # I-670a-16
    if foul:
        return "lose"
    above, over = rank(high) > rank(theirs), low == JOKER or low_rank(low) > low_rank(other)
    return "win" if above and over else "tie" if above or over else "lose"


def settle(played: Round) -> tuple[list[Line], Mapping[str, Any]]:
    rules = played.rules
    seen = {answer["by"] for answer in played.elected(None, "void_hand")}
    fates = played.fates(VOIDS, TWICE, "670a.7(b)")
    fates |= {wager.key: Fate("670a.13(d)", True) for wager in played.wagers if wager.seat in seen}
    set_ = played.as_set("dealer")
    dealer = (set_[:5], set_[5] if len(set_) == 6 else "")
    awards, meter_lines, after = meter_of(played, fates)

    def hands(seat: int) -> tuple[list[str], str]:
        low = [answer["cards"][0] for answer in played.elected(seat, "low")]
        cards = played.cards(seat)
        return (
            ([card for card in cards if card != low[-1]], low[-1])
            if low
            else (played.as_set(seat)[:5], played.as_set(seat)[5])
        )

    def one(wager: Wager) -> Line:
        kind, stake, odds = wager.wager, wager.amount, ""
        if kind in (MAIN, DOUBLE):
            if kind == DOUBLE and rank(dealer[0]) < EIGHTS:
                return line(wager, stake, "670a.11(g)(2)")
            result = compared(hands(wager.seat), dealer)
            back = won(rules, stake, "1 to 1") if result == "win" else stake if result == "tie" else 0
            return line(wager, back, "670a.11(f)")
        cards, cite = played.cards(wager.seat), "670a.12(d)"
        if kind == PROGRESSIVE:
            odds = progressive_pays(cards)
            if "%" in odds:
                return line(wager, awards[wager.seat], cite)
        elif kind == FORTUNE:
            cite = "670a.12(b)"
            table = pays("670a.12(b)(1)")
            odds = table.get(line_in(table, cards, {}), "")
        else:
            cite = "670a.12(c)"
            high = high_card(cards)
            odds = pays(cite)[f"{NAMES[high]}-high"] if high in NAMES else ""
        return line(wager, won(rules, stake, odds) if odds else 0, cite)

    void = any(fate.cite in (*VOIDS.values(), *TWICE.values()) for fate in fates.values())
    whole = len(set_) == 6 and not void
    wrong = set_otherwise(set_, 5, by_670a(sorted(set_)), "dealer", "670a.11(d)") if whole else []
    return played.settled(one, fates) + envy(played, fates) + meter_lines + wrong, after


def progressive_pays(cards: Sequence[str]) -> str:
    table = pays("670a.12(d)(1)")
    return table.get(line_in(table, cards, {}), "")


def meter_of(played: Round, fates: Mapping[Key, Fate]) -> tuple[dict[int, int], list[Line], Mapping[str, Any]]:
    """What the meter gives at each player's turn, from the dealer's right; its movements; what it shows after."""
    awards: dict[int, int] = {}
    if not played.rules[PROGRESSIVE]:
        return awards, [], {}
    seed = 5000 * cents(played.rules["progressive_unit"])  # I-670a-13
    meter = Meter(played, PROGRESSIVE, seed, seed, "21")
    wagers = sorted(((w.seat, w.amount) for w in played.wagers if w.wager == PROGRESSIVE), reverse=True)
    if played.closed:
        meter.add(wagers)
    back = set()
    for seat, _ in wagers:
        fate = fates.get((seat, PROGRESSIVE, "", 0))
        if fate is None and "%" in (odds := progressive_pays(played.cards(seat))):
            awards[seat] = meter.award(seat, int(odds.split("%")[0]))
        elif fate is not None and fate.back:
            back.add(seat)
    meter.take_back(back)
    return awards, meter.lines, meter.after()


def envy(played: Round, fates: Mapping[Key, Fate]) -> list[Line]:
    """670a.12(b)(2), (d)(4), I-670a-11, -12: each other player's qualifying hand, by the size of the wager."""
    lines, players = [], played.players
    gone = {key[0] for key in fates}
    for wager in played.wagers:
        if wager.wager not in (FORTUNE, PROGRESSIVE) or wager.key in fates:
            continue
        small = wager.amount < 5_00
        if wager.wager == FORTUNE and small and (wager.amount < 1_00 or not played.rules["small_wagers_envy"]):
            continue
        named = "Fortune Bonus" if wager.wager == FORTUNE else "Progressive Payout"
        part = "(b)(2)" if wager.wager == FORTUNE else "(d)(4)"
        table = envies(f"670a.12{part}#${1 if small else 5} {named} Wager")
        due = 0
        for seat in played.seats(MAIN):
            if seat not in gone and players[seat] != players[wager.seat]:
                due += table.get(line_in(dict.fromkeys(LINES, ""), played.cards(seat), {}), 0)
        if due:
            lines.append(Line(wager.seat, f"{wager.wager}_envy", "", 0, due, f"670a.12{part}"))
    return lines


LINES = tuple(pays("670a.12(b)(1)"))  # from five aces down

"""§§ 633a.7(p)–(q), 633a.12(a)(5), 633a.13(a): a hand against the dealer's. Pure functions: a win with its odds, a push or a
loss."""

from enum import StrEnum

import msgspec

from pitboss.chapters.ch633a_blackjack.rules import (
    EVEN,
    NATURAL,
    Rules,
    SwitchNaturalAgainst22,
    SwitchNaturalPays,
)
from pitboss.chapters.ch633a_blackjack.values import LIMIT
from pitboss.money import Odds

STANDS = 17  # 633a.7(m): hard or soft
PUSH_22 = 22  # 633a.12(a)(5)(iv)–(v)


class Standing(msgspec.Struct, frozen=True):
    """What decides a finished hand: its count, and whether it is a Blackjack or was switched to one."""

    total: int
    blackjack: bool = False
    switched: bool = False  # an ace and a ten brought together by switching: a 21 (I-633a-05)


class Result(StrEnum):
    WIN = "win"
    PUSH = "push"
    LOSE = "lose"


class Verdict(msgspec.Struct, frozen=True):
    """What becomes of a Blackjack Wager, under which provision."""

    result: Result
    cite: str
    odds: Odds = EVEN


FINALS = tuple(
    Standing(count) for count in range(STANDS, LIMIT + 3)
)  # how a dealer without Blackjack may end; 23: any other bust


def decide(mine: Standing, dealer: Standing, rules: Rules) -> Verdict:
    """633a.7(p)–(q): a finished hand against the dealer's finished hand."""
    if mine.total > LIMIT:
        return Verdict(Result.LOSE, "633a.7(r)")
    if dealer.blackjack:
        if mine.blackjack:
            return Verdict(Result.PUSH, "633a.12(a)(5)(ii)" if rules.blackjack_switch else "633a.7(q)")
        if mine.switched:
            return Verdict(Result.LOSE, "633a.12(a)(5)(iii)")
        return Verdict(Result.LOSE, "633a.7(q)" if mine.total == LIMIT else "633a.7(h)")
    if mine.switched and dealer.total in (LIMIT, PUSH_22):
        return Verdict(Result.PUSH, "633a.12(a)(5)(iv)")
    if mine.blackjack:
        return _switch_natural(dealer, rules) if rules.blackjack_switch else Verdict(Result.WIN, "633a.13(a)", NATURAL)
    if rules.blackjack_switch and dealer.total == PUSH_22:
        return Verdict(Result.PUSH, "633a.12(a)(5)(v)")
    if dealer.total > LIMIT or mine.total > dealer.total:
        return Verdict(Result.WIN, "633a.13(a)")
    return Verdict(Result.PUSH, "633a.7(q)") if mine.total == dealer.total else Verdict(Result.LOSE, "633a.7(r)")


def _switch_natural(dealer: Standing, rules: Rules) -> Verdict:
    """633a.12(a)(5), I-633a-03, -04: an unswitched natural against a dealer without Blackjack."""
    if dealer.total == PUSH_22 and rules.switch_natural_against_22 is SwitchNaturalAgainst22.PUSHES:
        return Verdict(Result.PUSH, "633a.12(a)(5)(v)")
    if dealer.total == LIMIT:
        return Verdict(Result.WIN, "633a.12(a)(5)(i)")
    as_printed = rules.switch_natural_pays is SwitchNaturalPays.AS_PRINTED
    return Verdict(Result.WIN, "633a.13(a)", NATURAL if as_printed else EVEN)


def depends_on_dealer(mine: Standing, rules: Rules) -> bool:
    """633a.7(n): whether the dealer's count could still change what becomes of this hand."""
    if mine.total > LIMIT:
        return False
    if not (mine.blackjack or mine.switched):
        return True  # it wins if the dealer is over 21, and not against a dealer's 21
    verdicts = {(v.result, v.odds.text) for v in (decide(mine, final, rules) for final in FINALS)}
    return len(verdicts) > 1

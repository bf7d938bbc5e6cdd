"""Go Fore It judged: the Back 9 Wager or a fold, over every pair of hole cards that two front cards leave."""

from fractions import Fraction

from pitboss.chapters.ch676a_go_fore_it.rules import (
    BACK_9,
    FRONT_9,
    HIGHEST,
    OVER_PAR,
    POINTS,
    Rules,
    back_nine_pays,
    front_nine_pays,
    score,
)
from pitboss.equipment.cards import rank
from pitboss.mathematics.go_fore_it.edges import totals
from pitboss.mathematics.kit.judging import Chance, Chances, Judgement, Situation, certain
from pitboss.mathematics.kit.sight import CardsOut
from pitboss.money import Cents, winnings

FRONT_CARDS = 2


def judge(situation: Situation) -> Judgement | None:
    """What both answers are worth; None where the player's front cards are not known here."""
    rules, options = situation.rules, situation.election.options
    assert isinstance(rules, Rules)
    # 676a.5(a): a fresh deck for every round, of which this seat sees its own two front cards and nothing else
    cards = CardsOut().fold(situation.events).held.get((situation.seat, 0), [])
    seen = tuple(sorted(POINTS[rank(card)] for card in cards if card))
    if BACK_9 not in {option.says for option in options} or len(seen) != FRONT_CARDS:
        return None
    stake, chances = situation.wagers.get((FRONT_9, "", 0), 0), totals(seen)
    nets = [(_net(points, stake, rules), chance) for points, chance in chances.items()]
    worths = [certain(option, nets if option.says == BACK_9 else [(-stake, Fraction(1))]) for option in options]
    names = {name: Fraction(0) for name in (*HIGHEST, OVER_PAR)}
    for points, chance in chances.items():
        names[score(points)] += chance
    return Judgement(
        tuple(worths),
        stake,
        "Every pair of hole cards was counted, from the fifty cards that this seat has not seen.",
        ("Skins and Gopher Wagers are settled whatever is answered, and left out.",),
        (Chances("Your four cards", tuple(Chance(name, chance) for name, chance in names.items())),),
        ("676a.11(b)", "676a.11(c)", "676a.11(d)(3)", "676a.12(a)", "676a.12(b)"),
    )


def _net(points: int, stake: Cents, rules: Rules) -> Cents:
    """What Front 9 and Back 9 Wager net together."""
    paid = [odds for odds in (front_nine_pays(points), back_nine_pays(points)) if odds is not None]
    return sum(winnings(stake, odds, rules.payout_rounding) for odds in paid) if paid else -2 * stake

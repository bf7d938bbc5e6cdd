"""Casino War judged: War or surrender, and the Tie Wager on the War deal, by the ranks that this seat has not seen."""

from collections.abc import Mapping
from fractions import Fraction

from pitboss.chapters.ch651a_casino_war.procedure import NO_TIE, SURRENDER
from pitboss.chapters.ch651a_casino_war.rules import INITIAL, TIE, WAR, Result, Rules, tie_pays, war_pays
from pitboss.equipment.cards import rank
from pitboss.mathematics.casino_war.edges import results_without
from pitboss.mathematics.kit.judging import Chance, Chances, Judgement, Situation, Worth, certain
from pitboss.mathematics.kit.sight import CardsOut
from pitboss.money import Cents, half, winnings
from pitboss.procedure import Option

SHOWN = {Result.HIGHER: "your card is higher", Result.TIE: "another tie", Result.LOWER: "the dealer's card is higher"}
METHOD = "Every pair of ranks on the War deal was counted, from the cards that this seat has not seen."


def judge(situation: Situation) -> Judgement | None:
    """What surrender, War and a Tie Wager are worth; None of any other question."""
    rules, options = situation.rules, situation.election.options
    assert isinstance(rules, Rules)
    says = {option.says for option in options}
    cites: tuple[str, ...]
    initial = situation.wagers.get((INITIAL, "", 0), 0)
    if WAR in says:
        chances = war_chances(situation, rules)
        worths = [_tie_hand(option, chances, initial, rules) for option in options]
        rests_on = ("A Tie Wager on the War deal is a decision of its own.", *_shoe(rules))
        cites = ("651a.9(c)(1)", "651a.9(c)(2)", "651a.9(g)", "651a.10(3)")
    elif NO_TIE in says:
        chances = war_chances(situation, rules)
        worths = [worth for option in options for worth in _tie_on_war(option, chances, rules)]
        rests_on, cites = ("Initial and War Wager stay as they are, whatever is answered.", *_shoe(rules)), ("651a.9(e)",
            "651a.10(2)")  # fmt: skip
    else:
        return None
    shown = Chances("The War deal", tuple(Chance(SHOWN[result], chances[result]) for result in SHOWN))
    return Judgement(tuple(worths), initial, METHOD, rests_on, (shown,), cites)


def war_chances(situation: Situation, rules: Rules) -> Mapping[Result, Fraction]:
    """How likely the War card is lower, higher and equal, by all that this seat has seen since the shuffle."""
    out = CardsOut(situation.gone).fold(situation.events).out
    return results_without(rules.shoe_decks, "".join(rank(card) for card in out.elements()))


def _tie_hand(option: Option, chances: Mapping[Result, Fraction], initial: Cents, rules: Rules) -> Worth:
    """651a.9(c), (g): half is lost, or Initial and War Wager stand and fall together."""
    if option.says == SURRENDER:
        _, lost = half(initial, odd_to_house=rules.odd_cent_to_house)
        return certain(option, [(-lost, Fraction(1))])
    nets = []
    for result, chance in chances.items():
        odds = war_pays(result)
        won = -2 * initial if odds is None else winnings(initial, odds, rules.payout_rounding)
        nets.append((won, chance))
    return certain(option, nets)


def _tie_on_war(option: Option, chances: Mapping[Result, Fraction], rules: Rules) -> list[Worth]:
    """651a.9(e): the least and the most that may be staked, or twice the least where no maximum is posted."""
    if option.says != TIE:
        return [certain(option, [(0, Fraction(1))])]
    found = []
    for amount in dict.fromkeys((option.least, option.most if rules.most(TIE) else 2 * option.least)):
        odds = {result: tie_pays(result) for result in chances}
        nets = [
            (-amount if pays is None else winnings(amount, pays, rules.payout_rounding), chances[result])
            for result, pays in odds.items()
        ]
        found.append(certain(option, nets, amount))
    return found


def _shoe(rules: Rules) -> tuple[str, ...]:
    return (f"{rules.shoe_decks} decks in the shoe, less the cards seen since the shuffle; burned cards are unseen.",)

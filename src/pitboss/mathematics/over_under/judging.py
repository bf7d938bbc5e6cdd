"""Over/Under judged: Over 23, Under 18 or surrender after the first card, by the cards that this seat has not seen."""

from collections.abc import Mapping
from fractions import Fraction

from pitboss.chapters.ch686a_over_under import (
    ANTE,
    BONUS,
    DECKS,
    LATE,
    OVER,
    POINTS,
    SURRENDER,
    UNDER,
    Rules,
    bonus_pays,
    side_pays,
)
from pitboss.equipment.cards import rank
from pitboss.mathematics.kit.judging import Chance, Chances, Judgement, Situation, Worth, certain
from pitboss.mathematics.kit.sight import CardsOut
from pitboss.mathematics.over_under.edges import shoe, totals_from
from pitboss.money import Cents, Odds, winnings
from pitboss.procedure import Option

METHOD = "Every pair of further cards was counted, from the cards that this seat has not seen."
SHOE = f"{DECKS} decks in the shoe, less the cards seen since the shuffle; burned cards are unseen."


def judge(situation: Situation) -> Judgement | None:
    """What each answer is worth after the first card, and, where cards were not dealt, late cards or a dead hand."""
    rules, says = situation.rules, {option.says for option in situation.election.options}
    assert isinstance(rules, Rules)
    if not {OVER, LATE} & says:
        return None
    totals = _totals(situation)
    if totals is None:
        return None
    ante = situation.wagers.get((ANTE, "", 0), 0)
    cites: tuple[str, ...]
    if OVER in says:
        worths = [_decided(option, totals, ante, rules) for option in situation.election.options]
        rests_on = ("The Bonus Wager is settled whatever is answered, and left out.", SHOE)
        cites = ("686a.7(g)", "686a.7(k)", "686a.7(l)", "686a.8(a)")
    else:
        worths = [_late(option, totals, situation, rules) for option in situation.election.options]
        rests_on, cites = ("A dead hand gives every wager back, the Bonus Wager too.", SHOE), ("686a.9(c)", "I-686a-07")
    return Judgement(tuple(worths), ante or sum(situation.wagers.values()), METHOD, rests_on, (_drawn(totals),), cites)


def _totals(situation: Situation) -> Mapping[int, Fraction] | None:
    """How likely each total is, by all that this seat has seen since the shuffle; None without a first card."""
    cards = CardsOut(situation.gone).fold(situation.events)
    hand = cards.held.get((situation.seat, 0), [])
    if len(hand) != 1 or not hand[0]:
        return None
    left = dict(shoe())
    for card, count in cards.out.items():
        left[POINTS[rank(card)]] -= count
    return totals_from(POINTS[rank(hand[0])], left)


def _drawn(totals: Mapping[int, Fraction]) -> Chances:
    named = {"over 23": OVER, "under 18": UNDER}
    found = [Chance(name, sum((c for t, c in totals.items() if side_pays(side, t)), Fraction(0)))
        for name, side in named.items()]  # fmt: skip
    between = 1 - sum((chance.probability for chance in found), Fraction(0))
    return Chances("The total of three cards", (found[0], Chance("18 to 23", between), found[1]))


def _decided(option: Option, totals: Mapping[int, Fraction], ante: Cents, rules: Rules) -> Worth:
    """686a.7(g), (k)–(l): Ante and further wager stand or fall together."""
    if option.says == SURRENDER:
        return certain(option, [(-ante, Fraction(1))])
    pays = {total: side_pays(option.says, total) for total in totals}
    return certain(option, [(2 * _net(ante, pays[total], rules), chance) for total, chance in totals.items()])


def _late(option: Option, totals: Mapping[int, Fraction], situation: Situation, rules: Rules) -> Worth:
    """686a.9(c): everything that is up, on the cards to come, or given back."""
    if option.says != LATE:
        return certain(option, [(0, Fraction(1))])
    up = {kind: amount for (kind, _, _), amount in situation.wagers.items()}
    side = next((kind for kind in (OVER, UNDER) if kind in up), "")
    nets = []
    for total, chance in totals.items():
        net = sum(_net(up[kind], side_pays(side, total), rules) for kind in (ANTE, side) if side)
        net += _net(up.get(BONUS, 0), bonus_pays(total), rules)
        nets.append((net, chance))
    return certain(option, nets)


def _net(amount: Cents, odds: Odds | None, rules: Rules) -> Cents:
    return -amount if odds is None else winnings(amount, odds, rules.payout_rounding)

"""Blackjack judged: Insurance and even money, the switch, and every decision on a hand, from any composition of the shoe.

What is counted, ``compositions`` says; here it becomes money. Not judged (None): whether a card that was not dealt is
taken late (633a.14(g), (i)), and questions with one answer.
"""

from fractions import Fraction
from math import inf

import numpy as np

from pitboss.chapters.ch633a_blackjack.decisions import (
    ACCEPT,
    DRAW,
    EVEN_MONEY,
    NO_INSURANCE,
    NO_SWITCH,
    REFUSE,
    STAND,
    SURRENDER,
    SWITCH,
)
from pitboss.chapters.ch633a_blackjack.rules import (
    BAD_BEAT,
    DOUBLE_DOWN,
    EVEN,
    INSURED,
    SPLIT_PAIRS,
    Rules,
)
from pitboss.chapters.ch633a_blackjack.values import LIMIT
from pitboss.chapters.ch633a_blackjack.verdicts import FINALS, PUSH_22, Result, Standing, decide
from pitboss.mathematics.blackjack.analyzer import GIVEN_UP, BlackjackTerms, is_natural
from pitboss.mathematics.blackjack.compiled_hands import BUST, Floats, hands
from pitboss.mathematics.blackjack.compositions import Pair, Solved, UnseenRanks, hand_of
from pitboss.mathematics.blackjack.deciding import Exposed, PlayedHand, Range
from pitboss.mathematics.blackjack.filed_terms import terms
from pitboss.mathematics.blackjack.seen import SeenBox
from pitboss.mathematics.kit import judging
from pitboss.mathematics.kit.judging import Chance, Chances, Judgement, Situation, Worth, certain
from pitboss.money import Cents, half, winnings
from pitboss.procedure import Option

PRECISION = 10**12  # of what is worked out in double precision
CITES = {
    SURRENDER: "633a.9(a)",
    DOUBLE_DOWN: "633a.10(a)",
    SPLIT_PAIRS: "633a.11(a)",
    DRAW: "633a.7(j)",
    ACCEPT: "633a.14(c)",
    REFUSE: "633a.14(c)",
}  # the provisions on answers that have one of their own
METHOD = "Every card that may be drawn by player and dealer was counted, from those that this seat has not seen."


def judge(situation: Situation) -> Judgement | None:
    """What every answer is worth; None where nothing is judged, or the player's cards are not known here."""
    rules, says = situation.rules, {option.says for option in situation.election.options}
    assert isinstance(rules, Rules)
    box = SeenBox(situation, rules)
    if len(says) < 2 or not box.known:
        return None
    if SWITCH in says:
        return _switch(box)
    if NO_INSURANCE in says:
        return _insurance(box)
    return _decision(box) if STAND in says else None


# --- § 633a.8.  Insurance, and even money for a Blackjack


def _insurance(box: SeenBox) -> Judgement:
    """Insurance is a wager of its own; even money settles the Blackjack, so that there the two are counted together."""
    election, rules = box.situation.election, box.rules
    stake = box.wager(election.hand)
    even_money = EVEN_MONEY in {option.says for option in election.options}
    left = box.unseen.counts
    blackjack = Fraction(int(left[9]), int(left.sum()))
    kept = [(0, blackjack), *((net, chance * (1 - blackjack)) for net, chance in _natural(box.unseen, stake, rules))]
    worths = []
    for option in election.options:
        if option.says == EVEN_MONEY:
            worths.append(certain(option, [(winnings(stake, EVEN, rules.payout_rounding), Fraction(1))]))
            continue
        for amount in dict.fromkeys((option.most, option.least)):
            won, lost = winnings(amount, INSURED, rules.payout_rounding), -amount
            if even_money:  # first of ``kept`` is what the Blackjack nets where the dealer has one, too
                nets = [(won, blackjack), *((net + lost, chance) for net, chance in kept[1:])]
            else:
                nets = [(won, blackjack), (lost, 1 - blackjack)]
            worths.append(certain(option, nets, amount))
    of = (
        "Blackjack and Insurance Wager together" if even_money else "the Insurance Wager alone: the hand stays as it is"
    )
    chances = Chances("The hole card", (Chance("makes a Blackjack", blackjack), Chance("does not", 1 - blackjack)))
    return Judgement(
        tuple(worths), stake, "The cards that may lie under the ace were counted.", (f"The worth is that of {of}.", *_shoe(box)),
        (chances,), ("633a.8(a)", "633a.8(b)", "633a.13(b)", *(("633a.8(e)", "633a.13(a)") if even_money else ())),
    )  # fmt: skip


def _natural(unseen: UnseenRanks, stake: Cents, rules: Rules) -> list[tuple[Cents, Fraction]]:
    """What a Blackjack nets against a dealer who has none, and how likely; at most tables that is one sum."""
    nets = [_net(Standing(LIMIT, blackjack=True), final, stake, rules) for final in FINALS]
    if len(set(nets)) == 1:
        return [(nets[0], Fraction(1))]
    return list(zip(nets, _fractions(unseen.finals), strict=True))


def _net(mine: Standing, final: Standing, stake: Cents, rules: Rules) -> Cents:
    verdict = decide(mine, final, rules)
    if verdict.result is Result.WIN:
        return winnings(stake, verdict.odds, rules.payout_rounding)
    return 0 if verdict.result is Result.PUSH else -stake


# --- § 633a.12(a).  Blackjack Switch


def _switch(box: SeenBox) -> Judgement:
    """Both hands as they lie and with their second cards exchanged, each then played by its own cards."""
    unseen, of, rules = box.unseen, terms(box.rules), box.rules
    (a, b), (c, d) = (box.values(hand) for hand in (0, 1))
    stakes = [box.wager(hand) for hand in (0, 1)]
    lost = 0.0 if box.checked else unseen.blackjack
    ways = {NO_SWITCH: ((a, b), (c, d)), SWITCH: ((a, d), (c, b))}
    worth = {}
    for says, both in ways.items():
        worth[says] = 0.0
        for stake, cards in zip(stakes, both, strict=True):
            if says == NO_SWITCH and is_natural(*cards):
                nets = sum(net * float(chance) for net, chance in _natural(unseen, stake, rules))
                worth[says] += (1 - lost) * nets
            else:
                worth[says] += stake * ((1 - lost) * two_cards(unseen, cards, of) - lost)
    worths = tuple(_worth(option, worth[option.says]) for option in box.situation.election.options)
    rests_on = [*_rests_on(box), "Each hand is played by its own cards, the other's first two known to be out."]
    if (BAD_BEAT, "", 0) in box.situation.wagers:
        rests_on.append("The Bad Beat Progressive Wager is left out, although a hand of 20 may win it.")
    cites = ("633a.12(a)(4)", "633a.12(a)(5)", "I-633a-05")
    return Judgement(worths, sum(stakes), METHOD, tuple(rests_on), (_dealers_total(box),), cites)


def two_cards(unseen: UnseenRanks, cards: tuple[int, ...], of: BlackjackTerms) -> float:
    """What two cards are worth that are no Blackjack, played as well as can be; of a unit."""
    one, two = cards
    least = GIVEN_UP if of.surrender else -inf
    if one != two:
        return max(Solved(unseen, cards, of).played, least)
    pair = Pair(unseen, one, of)
    return max(pair.played, pair.split(2, of.most_resplits(one)), least)


# --- §§ 633a.7(i)–(k), 633a.9–633a.11, 633a.14(c).  Decisions on a hand


def _decision(box: SeenBox) -> Judgement:
    election = box.situation.election
    hand, options = election.hand, election.options
    stake, of = box.wager(hand), terms(box.rules)
    found = (Exposed if box.ahead is not None else PlayedHand)(box, of)
    lost = 0.0 if box.checked else box.unseen.blackjack  # 633a.14, I-633a-12: where nobody looked at the hole card
    loses = 0 if box.is_added(hand) else -stake  # then original wagers alone are lost
    ends = found.ends() if not lost else {}
    worths = []
    for option in options:
        for amount in dict.fromkeys((option.most, option.least)) if option.says == DOUBLE_DOWN else (0,):
            if option.says == SURRENDER:
                low = high = float(-half(stake, odd_to_house=box.rules.odd_cent_to_house)[1])
            else:
                each = stake + amount  # the wager and what doubles it stand and fall together
                parts = zip(found.worth(option.says), found.gain(option.says), strict=True)
                low, high = (each * worth + gain for worth, gain in parts)
            low, high = ((1 - lost) * worth + lost * loses for worth in (low, high))
            worths.append(_worth(option, low, high, _results(ends.get(option.says), stake + amount), amount))
    says = [option.says for option in options]
    cites = dict.fromkeys((election.cite, *(CITES[word] for word in says if word in CITES), "633a.7(m)", "633a.7(q)"))
    rests_on = (*_rests_on(box), *found.rests_on(says))
    chances = (_dealers_total(box), *(() if box.ahead is not None else (_next_card(box),)))
    return Judgement(tuple(worths), stake, METHOD, rests_on, chances, tuple(cites))


# --- what all of them tell


def _worth(
    option: Option, low: float, high: float | None = None, results: tuple[judging.Result, ...] = (), amount: Cents = 0
) -> Worth:
    """Cents worked out in double precision."""
    return Worth(option, _fraction(low), _fraction(low if high is None else high), results, amount)


def _fraction(value: float) -> Fraction:
    return Fraction(round(value * PRECISION), PRECISION)


def _fractions(chances: Floats) -> list[Fraction]:
    """Chances that add up to one; what rounding leaves over goes to the commonest."""
    found = [_fraction(float(chance)) for chance in chances]
    found[int(np.argmax(chances))] += 1 - sum(found)
    return found


def _results(ends: Range | None, stake: Cents) -> tuple[judging.Result, ...]:
    if ends is None:
        return ()
    won, pushed = ends
    parts = _fractions(np.array([won, pushed, 1 - won - pushed]))
    return tuple(judging.Result(net, part) for net, part in zip((stake, 0, -stake), parts, strict=True) if part)


def _dealers_total(box: SeenBox) -> Chances:
    """How the dealer ends, given that there is no Blackjack."""
    chances = _fractions(box.unseen.finals)
    names = [str(final.total) if final.total <= LIMIT else "bust" for final in FINALS]
    if box.rules.blackjack_switch:
        names = [str(final.total) if final.total <= PUSH_22 else "another bust" for final in FINALS]
    found: dict[str, Fraction] = {}
    for name, chance in zip(names, chances, strict=True):
        found[name] = found.get(name, Fraction(0)) + chance
    return Chances("The dealer's total", tuple(Chance(name, chance) for name, chance in found.items()))


def _next_card(box: SeenBox) -> Chances:
    """What the next card would make of the hand."""
    hand = hand_of(box.values(box.situation.election.hand))
    found = dict.fromkeys(("bust", "21", "17 to 20", "16 or less"), Fraction(0))
    for card, chance in enumerate(_fractions(box.unseen.next_card)):
        after = int(hands().child[hand, card])
        total = LIMIT + 1 if after == BUST else int(hands().total[after])
        name = "bust" if total > LIMIT else "21" if total == LIMIT else "17 to 20" if total >= 17 else "16 or less"
        found[name] += chance
    return Chances("Your hand after one more card", tuple(Chance(name, chance) for name, chance in found.items()))


def _rests_on(box: SeenBox) -> tuple[str, ...]:
    found = list(_shoe(box))
    if box.unseen.blackjack:
        found.append(
            "The dealer has no Blackjack: the card reader has told."
            if box.checked
            else "Nobody has looked at the hole card: against a Blackjack original wagers alone are lost."
        )
    return tuple(found)


def _shoe(box: SeenBox) -> tuple[str, ...]:
    left = int(box.unseen.counts.sum())
    seen = "in this round" if box.rules.double_shoe else "since the shuffle"
    cards = f"{left} unseen cards of {len(box.rules.cards)}: those seen {seen} are known to be out."
    return cards, "Wagers that are settled whatever is answered are left out."

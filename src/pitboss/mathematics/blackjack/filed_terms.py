"""The rules that a table files, as the analysis of Blackjack needs them."""

from pitboss.chapters.ch633a_blackjack.rules import Rules, SplitAces
from pitboss.chapters.ch633a_blackjack.verdicts import FINALS, Result, Standing, decide
from pitboss.mathematics.blackjack.analyzer import BlackjackTerms
from pitboss.mathematics.blackjack.compiled_hands import NATURAL_TOTAL, TOTALS


def terms(rules: Rules) -> BlackjackTerms:
    """The rules as the analysis needs them; what a finished hand nets comes from the chapter's own ``decide``."""

    def net(mine: Standing, final: Standing) -> float:
        verdict = decide(mine, final, rules)
        return {Result.WIN: float(verdict.odds.net), Result.PUSH: 0.0, Result.LOSE: -1.0}[verdict.result]

    return BlackjackTerms(
        tuple(tuple(net(Standing(total), final) for final in FINALS) for total in range(TOTALS)),
        tuple(net(Standing(NATURAL_TOTAL, blackjack=True), final) for final in FINALS),
        rules.has_surrender,
        rules.max_resplits,
        rules.max_ace_resplits,
        rules.split_aces is SplitAces.ONE_CARD,
        rules.blackjack_switch and rules.even_money,
    )

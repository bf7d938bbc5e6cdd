"""What is only shown of Pai Gow."""

from pitboss.chapters.ch621a_pai_gow.hands import PAIRS
from pitboss.chapters.ch621a_pai_gow.rules import Rules
from pitboss.families.pai_gow_shown import SURRENDERED, settings, starting
from pitboss.shown import HowToPlay, RankedHand, Ranking, Sentence, Shown


def how_to_play(rules: Rules) -> HowToPlay:
    dealer = "dealer or bank" if rules.player_bank else "dealer"
    decisions = [
        ("How to part your four tiles; on request the dealer tells you how the house would.", "621a.8(b)"),
        ("Surrender once the dealer has set and before your hands are shown; the whole wager is lost.", "621a.8(e)"),
    ]
    if rules.player_bank:
        decisions.append(("Take the bank when it is offered: you then cover all other players' wagers.", "621a.9(a)"))
    if rules.player_bank and rules.co_banking:
        decisions.append(("Ask for a co-bank: the dealer bears one half of it, and sets the hands.", "621a.9(e)"))
    return HowToPlay(
        worth=(
            ("Pairs rank first, the Supreme Pair (2-4 with 1-2) above all; then Wong and Gong, then values 9 down to 0.",
            "621a.3(c)"),
            (f"A value is the last digit of the spots of both tiles. Equal hands go to the {dealer}.", "621a.3(e)"),
        ),
        steps=(
            (f'After "no more bets", {starting(rules)} where the deal begins; each position gets four tiles.', "621a.6(b)"),
            ("Part yours into a high hand and a low hand of two tiles and lay them face down.", "621a.8(a)"),
            ("The dealer turns up and sets the house's tiles, then compares high with high and low with low.", "621a.8(f)"),
            ("Both of yours better: you win. One of them better: a tie. Neither: you lose.", "621a.8(g)"),
        ),
        decisions=tuple(decisions),
    )  # fmt: skip


def ranking(rules: Rules) -> Ranking:
    """621a.3(c): every pair with its tiles, the highest first."""
    pairs = (
        RankedHand(
            place,
            name,
            tiles=tuple(tile for two in twos for tile in two),
            spoken=f"{name}: {', '.join(' with '.join(two) for two in twos)}",
        )
        for place, (name, twos) in enumerate(PAIRS, 1)
    )
    words = "Pairs from the highest to the lowest; below them two tiles count by their value, 9 to 0."
    return (Sentence(words, "621a.3(c)"), *pairs)


SHOWN = {
    "pai-gow": Shown(how_to_play, ranking, SURRENDERED, vocabulary=settings(6), titles={"es": "Pai Gow", "zh": "牌九"})
}

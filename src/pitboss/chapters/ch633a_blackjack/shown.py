"""What is only shown of Blackjack."""

from pitboss.chapters.ch633a_blackjack.rules import Rules, SplitAces, SwitchNaturalAgainst22
from pitboss.shown import HowToPlay, Line, Shown, Vocabulary


def how_to_play(rules: Rules) -> HowToPlay:
    if rules.dealt_from_hand:
        deal = ("You get two cards face down, the dealer one face up and one face down.", "633a.12(b)(5)")
    else:
        deal = ("You get two cards face up, the dealer one face up and one face down.", "633a.7(f)")
    ends = "Nearer to 21 than the dealer wins, over 21 loses, equal totals are returned."
    steps: list[Line] = [
        ("Wagers have to be down before the first card. Nobody may touch them afterwards.", "633a.6(c)"),
        deal,
        ("With a 10, court card or ace up, the dealer checks for a Blackjack before anyone plays.", "633a.7(h)"),
        ("Players decide in turn, clockwise from the dealer's left. You may draw until you have 21 or more.", "633a.7(i)"),
        ("The dealer draws to 16 and stands on all 17s.", "633a.7(m)"),
        (f"{ends} A two-card 21 beats one of three cards or more.", "633a.7(p)(3)"),
    ]  # fmt: skip
    if rules.blackjack_switch:
        steps[0] = ("Place two equal wagers before the first card; you play two hands.", "633a.12(a)(1)")
        natural = ", but a Blackjack wins" if rules.switch_natural_against_22 is SwitchNaturalAgainst22.WINS else ""
        steps[-1] = (f"{ends} A dealer's 22 ties with 21 or less{natural}.", "633a.12(a)(5)(v)")
    return HowToPlay(
        worth=(("An ace counts 1 or 11, court cards 10. Ace and ten-value card are a Blackjack.", "633a.3(e)(3)"),),
        steps=tuple(steps),
        decisions=tuple(decisions(rules)),
    )


def decisions(rules: Rules) -> list[Line]:
    hands, again = rules.max_resplits + 2, rules.max_ace_resplits
    aces = (
        "Split aces get one card each"
        if rules.split_aces is SplitAces.ONE_CARD
        else "Split aces are played like other hands"
    )
    times = {1: "once", 2: "twice"}.get(again, f"{again} times")
    more = f" and may be split {times} again" if again else ""
    found: list[Line] = [
        ("Stand, or draw as long as you are below 21.", "633a.7(k)"),
        ("Double down on two cards: up to your wager more, for one card only; also after a split.", "633a.10(a)"),
        (f"Split two cards of equal value, to as many as {hands} hands. {aces}{more}.", "633a.11(c)"),
        ("Surrender your first two cards for half the wager; against an ace or ten-value card all is lost to a Blackjack.",
        "633a.9(a)"),
        ("Insurance, when the dealer shows an ace: up to half your wager, which wins on a Blackjack.", "633a.8(a)"),
    ]  # fmt: skip
    if rules.even_money:
        found.append(("Take even money for your Blackjack when the dealer shows an ace.", "633a.8(e)"))
    if not rules.has_surrender:  # I-633a-07
        found = [line for line in found if line[1] != "633a.9(a)"]
    if rules.blackjack_switch:
        found.insert(0, ("Switch the second cards of your two hands.", "633a.12(a)(4)"))
    return found


def most_hands(rules: Rules) -> int:
    """Two for each area, and one more for each resplit filed."""
    return len(rules.areas) * (2 + max(rules.max_resplits, rules.max_ace_resplits))


SHOWN = {
    "blackjack": Shown(
        how_to_play,
        favorite=1,
        outcomes={"surrendered": "You surrendered", "dead hand": "Your hand is dead", "no win": ""},
        take_and_pay="633a.7(r)",
        vocabulary=Vocabulary(
            (
                *("stand", "draw", "double_down", "split_pairs", "surrender"),
                *("no_insurance", "insurance", "even_money", "no_switch", "switch"),
            ),
            asked=("decision", "insurance", "switch"),
            hands=most_hands,
        ),
        hand_history=True,
        titles={"es": "Blackjack", "zh": "二十一点"},
        abouts={"es": "Acérquese a 21 más que el crupier, sin pasarse.", "zh": "比庄家更接近 21 点而不超过。"},
        count_drill={"cards": "9S 7D", "up": "AC"},
    )
}

"""The games of cards against a dealer, for those who play them."""

from typing import Any

from pitboss.chapters.ch651a_casino_war.rules import WAR, WAR_PAYS, Result
from pitboss.paper.rounds.told import Line, Told, starting


def blackjack(rules: Any) -> Told:
    if rules.dealt_from_hand:
        deal = ("You get two cards face down, the dealer one face up and one face down.", "633a.12(b)(5)")
    else:
        deal = ("You get two cards face up, the dealer one face up and one face down.", "633a.7(f)")
    ends = "Nearer to 21 than the dealer wins, over 21 loses, equal totals are returned."
    steps: list[Line] = [
        ('Wagers have to be down before the first card. Nobody may touch them afterwards.', "633a.6(c)"),
        deal,
        ("With a 10, court card or ace up, the dealer checks for a Blackjack before anyone plays.", "633a.7(h)"),
        ("Players decide in turn, clockwise from the dealer's left. You may draw until you have 21 or more.", "633a.7(i)"),
        ("The dealer draws to 16 and stands on all 17s.", "633a.7(m)"),
        (f"{ends} A two-card 21 beats one of three cards or more.", "633a.7(p)(3)"),
    ]  # fmt: skip
    if rules.blackjack_switch:
        steps[0] = ("Place two equal wagers before the first card; you play two hands.", "633a.12(a)(1)")
        natural = ", but a Blackjack wins" if str(rules.switch_natural_against_22) == "wins" else ""
        steps[-1] = (f"{ends} A dealer's 22 ties with 21 or less{natural}.", "633a.12(a)(5)(v)")
    return Told(
        worth=(("An ace counts 1 or 11, court cards 10. Ace and ten-value card are a Blackjack.", "633a.3(e)(3)"),),
        steps=tuple(steps),
        decisions=tuple(_blackjack_decisions(rules)),
    )


def _blackjack_decisions(rules: Any) -> list[Line]:
    hands, again = rules.max_resplits + 2, rules.max_ace_resplits
    aces = (
        "Split aces get one card each"
        if str(rules.split_aces) == "one_card"
        else "Split aces are played like other hands"
    )
    more = f" and may be split {_times(again)} again" if again else ""
    found: list[Line] = [
        ("Stand, or draw as long as you are below 21.", "633a.7(k)"),
        ("Double down on two cards: up to your wager more, for one card only; also after a split.", "633a.10(a)"),
        (f"Split two cards of equal value, to as many as {hands} hands. {aces}{more}.", "633a.11(c)"),
        ("Surrender your first two cards for half the wager; against an ace or ten-value card all is lost to a Blackjack.", "633a.9(a)"),
        ("Insurance, when the dealer shows an ace: up to half your wager, which wins on a Blackjack.", "633a.8(a)"),
    ]  # fmt: skip
    if rules.even_money:
        found.append(("Take even money for your Blackjack when the dealer shows an ace.", "633a.8(e)"))
    if not rules.has_surrender:  # I-633a-07
        found = [line for line in found if line[1] != "633a.9(a)"]
    if rules.blackjack_switch:
        found.insert(0, ("Switch the second cards of your two hands.", "633a.12(a)(4)"))
    return found


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def casino_war(rules: Any) -> Told:
    return Told(
        worth=(("Aces are high, suits do not matter.", "651a.6"),),
        steps=(
            ('Wagers have to be down before the call of "no more bets". One card goes to each player and to the dealer.', "651a.8(c)"),
            ("The higher card wins.", "651a.9(a)"),
            ("After a War Wager three cards are burned, and each side gets one more card.", "651a.9(f)"),
            ("At War an equal or higher card wins: the War Wager is paid and the Initial Wager returned.", "651a.9(g)"),
        ),
        decisions=(
            ("On a tie, surrender: half of the Initial Wager is lost, and the round is over for you.", "651a.9(c)(1)"),
            ("Or go to War, with a War Wager equal to the Initial Wager; a new Tie Wager may be added.", "651a.9(c)(2)"),
        ),
        pays={WAR: f"{WAR_PAYS[Result.HIGHER]}; {WAR_PAYS[Result.TIE]} when the War deal ties"},
    )  # fmt: skip


def go_fore_it(rules: Any) -> Told:
    return Told(
        worth=(("Aces count 1, court cards 10, others their number. Albatross is 8 or less, eagle 9 to 13, birdie 14 to 18, par 19 to 24.", "676a.6"),),
        steps=(
            ('Wagers have to be down before the call of "no more bets". You and the dealer get four cards each.', "676a.7(c)"),
            ("You look at the two cards nearest to you, and decide.", "676a.11(a)"),
            ("The dealer shows all cards. With 24 or less Front 9 and Back 9 win, with more they lose.", "676a.11(d)(3)(i)"),
            ("Skins wins if your total is lower than the dealer's; a tie loses.", "676a.11(d)(4)(i)"),
            ("Gopher wins with an ace or more among your four cards.", "676a.11(d)(5)(ii)"),
        ),
        decisions=(("Make a Back 9 Wager equal to the Front 9, or fold and lose the Front 9.", "676a.11(b)"),),
    )  # fmt: skip


def over_under(rules: Any) -> Told:
    return Told(
        worth=(("Aces count 11, court cards 10, others their number.", "686a.3(d)(3)"),),
        steps=(
            ("Ante and Bonus Wagers have to be down before the first card, which is dealt face up.", "686a.7(e)"),
            ("You decide, and get two more cards.", "686a.7(i)"),
            ("24 or more wins Over 23, 17 or less wins Under 18, each with the Ante. 18 to 23 loses both.", "686a.7(l)"),
        ),
        decisions=(
            ("Over 23 or Under 18, each for the amount of the Ante.", "686a.7(g)(1)"),
            ("Or surrender the Ante; a Bonus Wager stays.", "686a.7(g)(3)"),
        ),
    )  # fmt: skip


def dj_wild_stud_poker(rules: Any) -> Told:
    return Told(
        worth=(("Every 2 and the joker stand for any card. Five wild cards are the best hand.", "687a.6(b)"),),
        steps=(
            ('Ante and Blind are equal and have to be down before the call of "no more bets".', "687a.7(c)"),
            ("You and the dealer get five cards face down.", "687a.8(d)"),
            ("The better hand wins Ante, Raise and Blind; equal hands push. The Blind pays only as listed, else it pushes.", "687a.11(e)(1)"),
        ),
        decisions=(("After a look at your cards, Raise twice the Ante, or fold and lose Ante and Blind.", "687a.11(b)"),),
    )  # fmt: skip


def pai_gow_poker(rules: Any) -> Told:
    decisions: list[Line] = [
        ("How to set your hands; on request the dealer tells you the house way.", "645a.11(a)(1)"),
        ("Surrender, without optional wagers, before your hands are shown; the wager is lost.", "645a.11(d)"),
    ]
    if rules.player_bank:
        decisions.append(("Take the bank when it is offered: you then cover the others' wagers.", "645a.12(a)"))
    if rules.player_bank and rules.co_banking:
        decisions.append(("Ask for a co-bank, of which the dealer bears one half.", "645a.12(e)"))
    dealer = "dealer or bank" if rules.player_bank else "dealer"
    return _two_hands(rules, "645a", 7, "two", "The dealer's cards are then turned up and set the filed house way.", "645a.11(c)", dealer, decisions)  # fmt: skip


def six_card_fortune(rules: Any) -> Told:
    decisions: list[Line] = [("How to set your hands; on request the dealer tells you the house way.", "670a.11(a)(1)")]
    if rules.double_down:
        doubled = "Double down, for as much as the main wager, after a look at your cards; it pushes below a dealer's pair of 8s."  # fmt: skip
        decisions.append((doubled, "670a.11(c)"))
    return _two_hands(
        rules, "670a", 6, "one", "The dealer's cards are then turned up and set.", "670a.11(d)", "dealer", decisions
    )


def face_up_pai_gow_poker(rules: Any) -> Told:
    decisions: list[Line] = [
        ("How to set your hands, seeing the dealer's.", "688a.11(b)(1)"),
        ("Surrender, without optional wagers, before your hands are shown; the wager is lost.", "688a.11(d)"),
    ]
    dealer = "The dealer's hands are set first, face up. With an ace high and nothing better your wager pushes."
    return _two_hands(rules, "688a", 7, "two", dealer, "688a.11(a)", "dealer", decisions)


def _two_hands(
    rules: Any, chapter: str, cards: int, low: str, dealer: str, dealer_cite: str, house: str, decisions: list[Line]
) -> Told:
    """The games in which cards are parted into a high hand of five and a low one."""
    count = {6: "six", 7: "seven"}[cards]
    set_by: Line = (f"Set yours into a high hand of five cards and a low hand of {low}, which may not rank above it.", f"{chapter}.11({'c' if chapter == '688a' else 'b'})")  # fmt: skip
    turned: Line = (dealer, dealer_cite)
    order = (turned, set_by) if chapter == "688a" else (set_by, turned)
    return Told(
        worth=(("The joker is an ace, or completes a straight or a flush.", f"{chapter}.6(a)"),),
        steps=(
            ('Wagers have to be down before the call of "no more bets".', f"{chapter}.7(c)"),
            (f"Each position is dealt {count} cards; {starting(rules)} where the deal begins.", f"{chapter}.8(c)"),
            *order,
            (f"Both of yours better: you win. One of them better: a tie. Neither: you lose; equal hands are the {house}'s.", f"{chapter}.11(f)"),
        ),
        decisions=tuple(decisions),
    )  # fmt: skip

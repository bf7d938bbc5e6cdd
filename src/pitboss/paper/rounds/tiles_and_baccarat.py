"""Pai Gow and the three games of baccarat, for those who play them."""

from typing import Any

from pitboss.paper.rounds.told import Line, Told, starting


def pai_gow(rules: Any) -> Told:
    dealer = "dealer or bank" if rules.player_bank else "dealer"
    decisions = [
        ("How to part your four tiles; on request the dealer tells you how the house would.", "621a.8(b)"),
        ("Surrender once the dealer has set and before your hands are shown; the whole wager is lost.", "621a.8(e)"),
    ]  # fmt: skip
    if rules.player_bank:
        decisions.append(("Take the bank when it is offered: you then cover all other players' wagers.", "621a.9(a)"))
    if rules.player_bank and rules.co_banking:
        decisions.append(("Ask for a co-bank: the dealer bears one half of it, and sets the hands.", "621a.9(e)"))
    return Told(
        worth=(
            ("Pairs rank first, the Supreme Pair (2-4 with 1-2) above all; then Wong and Gong, then values 9 down to 0.", "621a.3(c)"),
            (f"A value is the last digit of the spots of both tiles. Equal hands go to the {dealer}.", "621a.3(e)"),
        ),
        steps=(
            (f"After \"no more bets\", {starting(rules)} where the deal begins; each position gets four tiles.", "621a.6(b)"),
            ("Part yours into a high hand and a low hand of two tiles and lay them face down.", "621a.8(a)"),
            ("The dealer turns up and sets the house's tiles, then compares high with high and low with low.", "621a.8(f)"),
            ("Both of yours better: you win. One of them better: a tie. Neither: you lose.", "621a.8(g)"),
        ),
        decisions=tuple(decisions),
    )  # fmt: skip


def _baccarat(chapter: str, section: int, first: Line, *, ez: bool) -> Told:
    banker = ("Banker's: 0 to 2 draws, 7 stays, 3 to 6 by the card that the Player's Hand drew; 5 or less if it drew none.", f"{chapter}.{section}(c)(1)")  # fmt: skip
    end = "takes the losing wagers and pays the winners"
    tie = "Wagers on either hand are returned after a tie."
    if ez:
        tie += " A Banker's win with a three-card 7 is a Dragon 7: wagers on the Banker's Hand are returned."
    return Told(
        worth=(
            ("Aces count 1, tens and court cards 0, others their number; a hand counts the last digit of the sum.", f"{chapter}.6(b)"),
            ("8 or 9 with two cards is a Natural: neither hand draws.", f"{chapter}.{section}(a)"),
        ),
        steps=(
            ("Betting ends with the call of \"no more bets\". Then nothing may be added or taken back.", f"{chapter}.{8 if chapter == '631a' else 7}(c)"),
            first,
            ("Third cards follow the rules. Player's: 0 to 5 draws, 6 or 7 stays.", f"{chapter}.{section}(b)(1)"),
            banker,
            (f"The dealer calls counts and winner, {end}. {tie}", f"{chapter}.{section + 1}(a)"),
        ),
    )  # fmt: skip


def minibaccarat(rules: Any) -> Told:
    turned = "face up" if str(rules.initial_deal) == "face_up" else "face down, then turns them"
    return _baccarat(
        "627a", 10, (f"The dealer deals two cards to each hand {turned}.", "627a.8(c)"), ez=rules.ez_baccarat
    )


def midibaccarat(rules: Any) -> Told:
    first = (
        "Two cards to each hand are dealt face down; the highest bettor on a hand turns its cards.",
        "629a.8(c)(1)",
    )
    return _baccarat("629a", 10, first, ez=rules.ez_baccarat)


def baccarat(rules: Any) -> Told:
    turned = "the highest bettors turn them" if rules.players_view_hands else "the dealer turns them"
    first = (f"The player who has the shoe deals two cards to each hand; {turned}.", "631a.9(c)")
    return _baccarat("631a", 11, first, ez=rules.ez_baccarat)

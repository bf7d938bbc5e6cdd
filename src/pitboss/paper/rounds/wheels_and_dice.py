"""Roulette, Big Six Wheel, Craps, Mini-Craps and Sic Bo, for those who play them."""

from typing import Any

from pitboss.chapters.ch623a_craps.wagers import BUY, OFF_ON_COME_OUT, ONE_ROLL, PARTS, PLACE, PLACE_TO_LOSE
from pitboss.paper.rounds.told import Told

# By name, the bets that are off on a come out roll unless they are called on.
CALLED_ON = {
    "Place": {PLACE, PLACE_TO_LOSE},
    "Buy": {BUY},
    "Hardway": {*OFF_ON_COME_OUT} - {PLACE, PLACE_TO_LOSE, BUY},
}


def roulette(rules: Any) -> Told:
    zeros, behind = {
        "double": ("0 and 00", "617a.1(d)"),
        "single": ("0", "617a.1(c)"),
        "double_as_single": ("0 and 00, of which only the 0 is played", "617a.1(e)"),
    }[str(rules.wheel)]
    return Told(
        worth=((f"The wheel has the numbers 1 to 36, half of them red and half black, and {zeros} in green.", behind),),
        steps=(
            ("Buy Roulette chips of your own colour and place them on the layout; you answer for where they lie.", "617a.3(c)"),
            ("The dealer spins the ball against the wheel. Betting ends with the call of \"no more bets\".", "617a.5(b)"),
            ("The ball has to go round four times at least, or the spin does not count.", "617a.5(a)"),
            ("The dealer calls the number, marks it, takes all losing wagers and then pays the winning ones.", "617a.5(e)"),
            ("Exchange your Roulette chips for value chips before you leave the table.", "617a.3(b)"),
        ),
    )  # fmt: skip


def big_six_wheel(rules: Any) -> Told:
    return Told(
        steps=(
            ("Place your wager on a symbol. Betting ends with the call of \"no more bets\", before the spin.", "619a.2(a)"),
            ("The dealer spins the wheel either way; it has to make three full turns at least.", "619a.2(b)"),
            ("The section at which the clapper rests wins. Between two sections the wheel is spun again.", "619a.2(d)"),
            ("All losing wagers are taken, then the winning ones are paid.", "619a.2(e)"),
        ),
    )  # fmt: skip


def _odds_told(rules: Any) -> str:
    taken, laid = rules.times_in_words(laid=False), rules.times_in_words(laid=True)
    return f"Odds may be up to {taken}, or, against the point, what wins {'that much' if taken == laid else f'up to {laid}'}."


def craps(rules: Any, *, mini: bool = False) -> Told:
    caller = "The dealer" if mini else "The stickperson"
    offered = {wager for wager, _ in rules.spots}
    kinds = [title for title, names in CALLED_ON.items() if offered & names]
    called = f"{', '.join(kinds[:-1])} and {kinds[-1]}" if len(kinds) > 1 else "".join(kinds)
    decisions = [
        ("Back a Pass, Don't Pass, Come or Don't Come Bet with odds once it has its point; odds bear no house edge.", "623a.6(e)"),
        (_odds_told(rules), "623a.6(e)"),
        ("Take a bet down before the throw that decides it; Pass and Come Bets with a point stay.", "623a.4(c)"),
        ("Keep the dice after a throw or pass them on; after a loser 7 they go to the next player.", "623a.10(a)"),
    ]  # fmt: skip
    if called:
        on = f'Call {called} Bets "on" for a come out roll, when they are off otherwise.'
        decisions.insert(2, (on, "623a.3(a)(5)"))
    return Told(
        steps=(
            ("The shooter makes a Pass or Don't Pass Bet and throws two dice so that they hit the far end.", "623a.8(a)"),
            ("On the come out roll 7 and 11 win for Pass; 2, 3 and 12 lose. Don't Pass wins with 2 and 3; 12 is returned.", "623a.5(a)"),
            ("Any other total is the point. Pass wins if it is thrown again before a 7, Don't Pass if the 7 comes first.", "623a.5(a)"),
            ("Come and Don't Come Bets go the same way from any throw after the come out roll.", "623a.3(a)(3)"),
            (f"{caller} calls each total; the wagers that it decides are settled before the next throw.", "623a.9(a)"),
        ),
        decisions=tuple(decisions),
        pays=_one_roll_pays(),
    )  # fmt: skip


def _one_roll_pays() -> dict[str, str]:
    """What pays which odds, where a wager on one roll has more than one."""
    found = {}
    for wager, throws in ONE_ROLL.items():
        odds = dict.fromkeys(str(each) for each in throws.values())
        if len(odds) > 1:
            usual, *others = sorted(odds, key=lambda each: -sum(str(o) == each for o in throws.values()))
            better = ", ".join(
                f"{_thrown([t for t, o in throws.items() if str(o) == each])}: {each}" for each in others
            )
            found[wager] = f"{usual}; {better}"
    for wager, _ in PARTS:
        found[wager] = "each part as the bet it is on"
    return found


def _thrown(throws: list[tuple[int, int]]) -> str:
    """``2, 12`` of throws that are the only ones of their totals, else the dice themselves: ``3-3, 4-4``."""
    alone = all(sum(throw) in (2, 12) for throw in throws)
    return ", ".join(dict.fromkeys(str(sum(throw)) if alone else f"{throw[0]}-{throw[1]}" for throw in throws))


def mini_craps(rules: Any) -> Told:
    return craps(rules, mini=True)


def sic_bo(rules: Any) -> Told:
    shaken = (
        "The dealer starts the shaker"
        if str(rules.shaker) == "automated"
        else "The dealer shakes the covered dice three times or more"
    )
    triple = "also wins" if rules.two_of_a_kind_wins_on_triple else "does not win"
    return Told(
        steps=(
            (f"{shaken}. Betting ends with the call of \"no more bets\", before the dice are shown.", "625a.5(c)"),
            ("The dealer calls the three dice and enters them; the combinations that win light up on the layout.", "625a.5(d)"),
            ("All losing wagers are taken, then every one that is lit is paid.", "625a.5(e)"),
            (f"Two of a Kind {triple} when all three dice show its number.", "I-625a-01"),
        ),
    )  # fmt: skip

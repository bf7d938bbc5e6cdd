"""What is only shown of Craps and Mini-Craps."""

from pitboss.chapters.ch623a_craps.rules import MiniRules, Rules
from pitboss.chapters.ch623a_craps.wagers import BUY, OFF_ON_COME_OUT, ONE_ROLL, PARTS, PLACE, PLACE_TO_LOSE
from pitboss.shown import HowToPlay, Shown, Vocabulary

# By name, the bets that are off on a come out roll unless they are called on.
CALLED_ON = {
    "Place": {PLACE, PLACE_TO_LOSE},
    "Buy": {BUY},
    "Hardway": {*OFF_ON_COME_OUT} - {PLACE, PLACE_TO_LOSE, BUY},
}


def craps(rules: Rules) -> HowToPlay:
    return how_to_play(rules, "The stickperson")


def mini_craps(rules: MiniRules) -> HowToPlay:
    return how_to_play(rules, "The dealer")


def how_to_play(rules: Rules | MiniRules, caller: str) -> HowToPlay:
    offered = {wager for wager, _ in rules.spots}
    kinds = [title for title, names in CALLED_ON.items() if offered & names]
    called = f"{', '.join(kinds[:-1])} and {kinds[-1]}" if len(kinds) > 1 else "".join(kinds)
    decisions = [
        ("Back a Pass, Don't Pass, Come or Don't Come Bet with odds once it has its point; odds bear no house edge.", "623a.6(e)"),
        (odds_words(rules), "623a.6(e)"),
        ("Take a bet down before the throw that decides it; Pass and Come Bets with a point stay.", "623a.4(c)"),
        ("Keep the dice after a throw or pass them on; after a loser 7 they go to the next player.", "623a.10(a)"),
    ]  # fmt: skip
    if called:
        on = f'Call {called} Bets "on" for a come out roll, when they are off otherwise.'
        decisions.insert(2, (on, "623a.3(a)(5)"))
    return HowToPlay(
        steps=(
            ("The shooter makes a Pass or Don't Pass Bet and throws two dice so that they hit the far end.", "623a.8(a)"),
            ("On the come out roll 7 and 11 win for Pass; 2, 3 and 12 lose. Don't Pass wins with 2 and 3; 12 is returned.",
            "623a.5(a)"),
            ("Any other total is the point. Pass wins if it is thrown again before a 7, Don't Pass if the 7 comes first.",
            "623a.5(a)"),
            ("Come and Don't Come Bets go the same way from any throw after the come out roll.", "623a.3(a)(3)"),
            (f"{caller} calls each total; the wagers that it decides are settled before the next throw.", "623a.9(a)"),
        ),
        decisions=tuple(decisions),
        pays=one_roll_pays(),
    )  # fmt: skip


def odds_words(rules: Rules | MiniRules) -> str:
    taken, laid = rules.times_in_words(laid=False), rules.times_in_words(laid=True)
    return f"Odds may be up to {taken}, or, against the point, what wins {'that much' if taken == laid else f'up to {laid}'}."


def one_roll_pays() -> dict[str, str]:
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


PUCK = tuple(("puck", point) for point in ("4", "5", "6", "8", "9", "10"))
VOCABULARY = Vocabulary(marks=(*PUCK, ("dice", "shooter")))
SHOWN = {
    "craps": Shown(
        craps,
        favorite=3,
        cloth_inches=132,
        vocabulary=VOCABULARY,
        take_and_pay="623a.9(d)",
        titles={"es": "Craps (dados)", "zh": "花旗骰"},
    ),
    "mini-craps": Shown(
        mini_craps,
        cloth_inches=84,
        vocabulary=VOCABULARY,
        take_and_pay="623a.9(e)",
        titles={"es": "Mini-Craps (dados)", "zh": "迷你花旗骰"},
    ),
}

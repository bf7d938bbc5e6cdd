"""Casino War: what to do with a tie hand."""

from pitboss.chapters.ch651a_casino_war import Rules
from pitboss.mathematics.casino_war.chart_cell import CHOICE, GIVE_UP, GO_TO_WAR, ON_THE_TIE
from pitboss.mathematics.casino_war.edges import HALF, initial, tie, tie_on_war, war
from pitboss.mathematics.casino_war.strategy import OneWay
from pitboss.mathematics.kit.chart import Chart, grid, worth
from pitboss.mathematics.kit.strategy import Strategy


def chart(rules: Rules) -> Chart:
    decks = rules.shoe_decks
    fought, given_up = war(decks).mean, HALF
    best = GO_TO_WAR if fights(rules) else GIVE_UP
    rows = {
        GO_TO_WAR: (worth(fought), worth(initial(decks, fights=True).mean)),
        GIVE_UP: (worth(given_up), worth(initial(decks, fights=False).mean)),
    }
    return Chart(
        "On a tie hand",
        (
            f"On every tie hand: {best}.",
            f"No Tie Wager: it is worth {worth(tie(decks).mean)}, and {worth(tie_on_war(decks).mean)} on the War deal.",
        ),
        (
            grid(
                CHOICE,
                "choice",
                "what it is worth on average",
                (ON_THE_TIE, "over all rounds"),
                rows,
            ),
        ),
        notes=("Worth: for each unit of the Initial Wager.",),
    )


def fights(rules: Rules) -> bool:
    """Whether War costs less than surrender."""
    return war(rules.shoe_decks).mean > HALF


def strategy(rules: Rules) -> Strategy:
    return OneWay(fights=fights(rules))

"""Chapter 633a. Blackjack: nearer to 21 than the dealer, with eleven further wagers, Blackjack Switch, and two meters."""

import msgspec

from pitboss.chapters.ch633a_blackjack.decisions import SURRENDER
from pitboss.chapters.ch633a_blackjack.hands import called
from pitboss.chapters.ch633a_blackjack.inspections import STAFF_QUESTIONS, checklists, duties, things
from pitboss.chapters.ch633a_blackjack.irregularities import IRREGULARITIES
from pitboss.chapters.ch633a_blackjack.paper import felt, signs
from pitboss.chapters.ch633a_blackjack.procedure import Table, open_table, play
from pitboss.chapters.ch633a_blackjack.rules import WAGERS, RoyalMatchPaytable, Rules, SplitAces
from pitboss.game import Game
from pitboss.money import Money


def example() -> Rules:
    """Six decks, one card to split aces, three side wagers."""
    return Rules(
        minimum=Money(500),
        maximum=Money(50_000),
        split_aces=SplitAces.ONE_CARD,
        adjacent_boxes=3,
        even_money=True,
        lucky_ladies=True,
        match_the_dealer=True,
        royal_match_21=True,
        royal_match_21_paytable=RoyalMatchPaytable.C,
    )


GAME = Game(
    name="blackjack",
    title="Blackjack",
    chapter="633a",
    equipment="one to sixteen decks in a shoe",
    about="Draw nearer to 21 than the dealer without going over.",
    rules=Rules,
    wagers=WAGERS,
    irregularities=IRREGULARITIES,
    state=Table,
    closed="633a.6(c)",
    open=open_table,
    play=play,
    felt=felt,
    signs=signs,
    duties=duties,
    checklists=checklists,
    example=example,
    elections=lambda rules: {SURRENDER: "633a.9(a)" if rules.has_surrender else rules.decided_by},  # I-633a-07
    things=things,
    staff_questions=STAFF_QUESTIONS,
    hand_label=called,
    applies=lambda rules: {
        "633a.7(b)": not rules.dealt_from_hand,
        "633a.7(e)(1)": not (rules.double_shoe or rules.dealt_from_hand),
        "633a.7(e)(2)": rules.double_shoe,
        "633a.7(t)": not rules.dealt_from_hand,
    },
    meter_states=lambda rules, state: state.meters,
    keep_meters=lambda before, fresh: msgspec.structs.replace(
        fresh, meters={name: before.meters.get(name, meter) for name, meter in fresh.meters.items()}
    ),
)

"""Chapter 687a. DJ Wild Stud Poker: five cards each, 2s and the joker wild, raise twice the Ante or fold.

The text is the one proposed in July 2019. ``rules`` says what may be wagered, what it pays and what is filed, ``hands``
what five cards are worth, ``table`` what stays between rounds, ``round`` what is on the table during one, ``procedure``
the round and what may go wrong with it, ``settlement`` how a player is settled, ``paper`` the felt.
"""

from fractions import Fraction

from pitboss.chapters.ch687a_dj_wild_stud_poker.hands import hand_label
from pitboss.chapters.ch687a_dj_wild_stud_poker.paper import checklists, felt, signs, things
from pitboss.chapters.ch687a_dj_wild_stud_poker.procedure import IRREGULARITIES, STAFF_QUESTIONS, play, remedies
from pitboss.chapters.ch687a_dj_wild_stud_poker.rules import PROGRESSIVE, WAGERS, Rules, duties
from pitboss.chapters.ch687a_dj_wild_stud_poker.table import Table, open_table
from pitboss.families.progressive import keep_one_meter, one_meter
from pitboss.game import Game
from pitboss.money import Money


def example() -> Rules:
    return Rules(
        minimum=Money(500), maximum=Money(50_000), progressive_bonus=True, progressive_rate=Fraction(20),
        trips_bonus=True, two_way_bad_beat_bonus=True,
    )  # fmt: skip


GAME = Game(
    name="dj-wild-stud-poker",
    title="DJ Wild Stud Poker",
    chapter="687a",
    equipment="one deck of cards with a joker",
    about="Five cards against the dealer's, every 2 and the joker wild: raise twice the Ante, or fold.",
    rules=Rules,
    wagers=WAGERS,
    envy=(PROGRESSIVE,),
    irregularities=IRREGULARITIES,
    remedies=remedies,
    state=Table,
    closed="687a.7(c)",
    open=open_table,
    play=play,
    hand_label=hand_label,
    felt=felt,
    signs=signs,
    duties=duties,
    checklists=checklists,
    things=things,
    staff_questions=STAFF_QUESTIONS,
    example=example,
    meter_states=one_meter,
    keep_meters=keep_one_meter,
)

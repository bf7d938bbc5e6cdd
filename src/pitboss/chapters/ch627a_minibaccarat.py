"""Chapter 627a. Minibaccarat: the dealer deals, nobody else touches a card. The game is ``families.baccarat``."""

from enum import StrEnum
from typing import Annotated

from pitboss.families.baccarat import paper
from pitboss.families.baccarat.play import Table, irregularities, open_table, play
from pitboss.families.baccarat.rules import (
    BaccaratRules,
    DisclosedCard,
    DragonPaytable,
    Law,
    Style,
    TIE_LEAST,
    VigorishCollection,
    wagers,
)
from pitboss.felt import Felt
from pitboss.game import CheckItem, Checklist, Duty, Game, Sign
from pitboss.money import Money, Odds, Rounding
from pitboss.procedure import Refusal, Refused
from pitboss.submission import Filed

# § 627a.2.  Minibaccarat table physical characteristics, with the sections the family follows.

LAW = Law(
    chapter="627a",
    wagers="627a.7",
    hands="627a.8",
    third="627a.9",
    drawing="627a.10",
    result="627a.11",
    payout="627a.12",
    faults="627a.13",
    cover_out="627a.9(e)",
    preshuffled="627a.4(e)",
    positions=9,  # 627a.2(a)
    reshuffle="627a.5(a)",
)
WAGERS = wagers(LAW)

# § 627a.3.  Cards; number of decks.

DECKS = (6, 7, 8)  # 627a.3(a), I-627a-09
BATCHES = 2  # 627a.3(b)(1): with an automated shuffler


class Shuffler(StrEnum):
    """Who mixes the cards."""

    MANUAL = "manual"
    AUTOMATED = "automated"


class InitialDeal(StrEnum):
    """How the first four cards are dealt."""

    FACE_UP = "face_up"
    FACE_DOWN = "face_down"


class Rules(BaccaratRules, frozen=True, kw_only=True):
    """What a certificate holder files for Minibaccarat."""

    law = LAW
    kinds = {kind.name: kind for kind in WAGERS}

    decks: Annotated[
        int | None,
        Filed("627a.3(a)", "Decks in use: 6 to 8, or 12, 14 or 16 in two batches with an automated shuffler.", 6, 16),
    ] = None

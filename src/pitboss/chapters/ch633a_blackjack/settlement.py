"""§ 633a.7(g), (o)–(r), 633a.12(a)(5), 633a.13: who wins, what is paid, and in which order."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from pitboss.chapters.ch633a_blackjack import sides
from pitboss.chapters.ch633a_blackjack.hands import Box, Hand, Play
from pitboss.chapters.ch633a_blackjack.rules import (
    BAD_BEAT,
    BET_THE_SET_21,
    BLACKJACK,
    EVEN,
    HIT_AND_RUN,
    IN_BETWEEN,
    INSURED,
    KINGS_BOUNTY,
    LUCKY_LADIES,
    MATCH_THE_DEALER,
    NATURAL,
    ROYAL_MATCH_21,
    SPLIT_PAIRS,
    SUPER_MATCH,
    THREE_CARD_POKER,
    BadBeatHands,
    Rules,
    SettlementOrder,
    SwitchNaturalAgainst22,
    SwitchNaturalPays,
)
from pitboss.chapters.ch633a_blackjack.values import LIMIT, POINTS, is_royal_match, total
from pitboss.equipment.cards import Card, rank
from pitboss.events import Collected, Event, Noted, Paid, Revealed, Settlement
from pitboss.families.progressive import Progressive, Sharing, verification
from pitboss.families.settling import decided
from pitboss.ledger_accounts import CAGE
from pitboss.money import Cents, Odds, half, share, winnings
from pitboss.procedure import Procedure
from pitboss.seating import Seat
from pitboss.wagers import Paytable, Wager, collected, returned

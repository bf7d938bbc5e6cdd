"""Many seats at Blackjack at once, compiled: a decision of each for every step, every round from a full shoe.

It plays by the chapter's rules as ``SeatEnv`` does, of which it is the fast form: the same questions in the same order, the
same cents at the same steps. What a seat holds is one row of whole numbers; what a round pays comes from the chapter.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.chapters.ch633a_blackjack.decisions import insurance_limit
from pitboss.chapters.ch633a_blackjack.rules import INSURED, NATURAL, Rules, SplitAces
from pitboss.mathematics.blackjack.compiled_hands import NATURAL_TOTAL
from pitboss.mathematics.blackjack.kernel_cards import ACE_VALUE, COUNT, SOFT, STEP, UNIT, VALUE, is_natural
from pitboss.mathematics.blackjack.main_kernel import STANDS_ON, payments
from pitboss.mathematics.kit.compiled import borrowing
from pitboss.mathematics.kit.philox import below
from pitboss.money import Cents, half, winnings

Ints = NDArray[np.int64]
Rows = NDArray[np.int32]
Small = NDArray[np.int8]
Words = NDArray[np.uint32]
Places = NDArray[np.int16]

MOST_HANDS = 16  # of one seat
ROW = 16 * MOST_HANDS  # cards of one round: no hand has so many
# the numbers of the actions, as in SeatEnv
STAND, DRAW, DOUBLE, SPLIT, SURRENDER, NO_INSURANCE, INSURE, EVEN_MONEY, _, _, DONE = range(11)
ACTIONS = 11
# the columns of a seat's row
PHASE, UP, HOLE, ONE, TWO, HAND, CARDS, SPLITS, WAITING, FINISHED, AT, AHEAD, PENDING = range(13)
FIELDS = 13
# phases, which are also the column ASKED of what is seen
DECIDED, DECISION, INSURANCE = range(3)
# the columns of what a seat sees
ASKED, TOTAL, IS_SOFT, UP_CARD, PAIR, HELD = range(6)
SEEN = 6
# what the rules say, in cents for one wager
SIZE, STAKE, PAID, HALF, COVER, INSURANCE_PAYS, EVEN, RESPLITS, ACE_RESPLITS, ONE_CARD = range(10)


class Many(NamedTuple):
    """All that changes: rows of seats, their cards, finished hands; what they see, may do, and won."""

    rows: Rows
    deals: Places
    totals: Small
    stakes: Small
    seen: Small
    mask: Small
    won: Ints
    over: NDArray[np.bool_]
    refused: NDArray[np.bool_]


def many(seats: int) -> Many:
    return Many(
        np.zeros((seats, FIELDS), np.int32),
        np.zeros((seats, ROW), np.int16),
        np.zeros((seats, MOST_HANDS), np.int8),
        np.zeros((seats, MOST_HANDS), np.int8),
        np.zeros((seats, SEEN), np.int8),
        np.zeros((seats, ACTIONS), np.int8),
        np.zeros(seats, np.int64),
        np.zeros(seats, np.bool_),
        np.zeros(seats, np.bool_),
    )


def facts_of(rules: Rules, stake: Cents) -> tuple[Ints, Ints]:
    """What the rules say for a wager of this many cents; and whether a count wins (1), ties or loses to the dealer's."""
    cover = insurance_limit(stake, rules.step)
    pays = (winnings(stake, NATURAL, rules.payout_rounding), winnings(cover, INSURED, rules.payout_rounding))
    nets, _ = payments(rules)
    facts = np.zeros(10, np.int64)
    facts[[SIZE, STAKE, PAID, INSURANCE_PAYS]] = 52 * rules.dealt_decks, stake, *pays
    facts[[HALF, COVER, EVEN]] = half(stake, odd_to_house=rules.odd_cent_to_house)[1], cover, rules.even_money
    facts[[RESPLITS, ACE_RESPLITS]] = rules.max_resplits, rules.max_ace_resplits
    facts[ONE_CARD] = rules.split_aces is SplitAces.ONE_CARD
    return facts, nets // UNIT


@borrowing
def next_value(at: Many, n: int, size: int, words: Words) -> Any:
    """The value of the next card: one that was laid ready, or any that is not out."""
    row, deal = at.rows[n], at.deals[n]
    place = row[AT]
    if place >= row[AHEAD]:
        while True:
            card = below(words, size)
            again = False
            for before in range(place):
                again |= deal[before] == card
            if not again:
                break
        deal[place] = card
    row[AT] = place + 1
    return np.int64(VALUE[deal[place]])


@borrowing
def may_split(rows: Rows, n: int, facts: Ints) -> Any:
    """633a.11(a), (c): two cards of one value, as often as was filed; counted after the first split."""
    most = facts[ACE_RESPLITS] if rows[n, ONE] == ACE_VALUE else facts[RESPLITS]
    return rows[n, CARDS] == 2 and rows[n, ONE] == rows[n, TWO] and rows[n, SPLITS] <= most


@borrowing
def takes_one_card(rows: Rows, n: int, facts: Ints) -> Any:
    """I-633a-09: an ace that was split, where it takes one card only."""
    return rows[n, SPLITS] > 0 and rows[n, ONE] == ACE_VALUE and facts[ONE_CARD] == 1


@borrowing
def begin(at: Many, n: int, facts: Ints, words: Words) -> None:
    """633a.7(f): player, up card, player, hole card; then Insurance against an ace, or the reader."""
    rows = at.rows
    rows[n, AT] = rows[n, SPLITS] = rows[n, WAITING] = rows[n, FINISHED] = rows[n, PENDING] = 0
    size = facts[SIZE]
    rows[n, ONE] = next_value(at, n, size, words)
    rows[n, UP] = next_value(at, n, size, words)
    rows[n, TWO] = next_value(at, n, size, words)
    rows[n, HOLE] = next_value(at, n, size, words)
    rows[n, HAND] = STEP[STEP[0, rows[n, ONE]], rows[n, TWO]]
    rows[n, CARDS] = 2
    if rows[n, UP] == ACE_VALUE:
        rows[n, PHASE] = INSURANCE
        return
    over, won = as_dealt(rows, n, facts)
    rows[n, PHASE], rows[n, PENDING] = (DECIDED, won) if over else (DECISION, 0)


@borrowing
def as_dealt(rows: Rows, n: int, facts: Ints) -> Any:
    """633a.7(h)–(i): whether a Blackjack on either side decides the round, and what is won then."""
    mine = is_natural(rows[n, ONE], rows[n, TWO])
    if is_natural(rows[n, UP], rows[n, HOLE]):
        return True, np.int64(0) if mine else -facts[STAKE]
    return mine, facts[PAID] if mine else np.int64(0)


@borrowing
def insured(rows: Rows, n: int, facts: Ints, action: int) -> Any:
    """633a.8: Insurance, even money, or neither; then what the reader tells."""
    if action == EVEN_MONEY:
        return True, facts[STAKE]
    over, won = as_dealt(rows, n, facts)
    if action == INSURE:
        won += facts[INSURANCE_PAYS] if is_natural(rows[n, UP], rows[n, HOLE]) else -facts[COVER]
    rows[n, PHASE] = DECISION
    return over, won


@borrowing
def finish(at: Many, n: int, times: int) -> None:
    """A hand that stands waits for the dealer."""
    row = at.rows[n]
    at.totals[n, row[FINISHED]], at.stakes[n, row[FINISHED]] = row[HAND] & COUNT, times
    row[FINISHED] += 1


@borrowing
def second_card(at: Many, n: int, facts: Ints, words: Words) -> Any:
    """A split card gets its second; whether there is something to decide."""
    rows = at.rows
    rows[n, TWO] = next_value(at, n, facts[SIZE], words)
    rows[n, HAND] = STEP[STEP[0, rows[n, ONE]], rows[n, TWO]]
    rows[n, CARDS] = 2
    return rows[n, HAND] & COUNT < NATURAL_TOTAL and (not takes_one_card(rows, n, facts) or may_split(rows, n, facts))


@borrowing
def dealer_plays(at: Many, n: int, facts: Ints, nets: Ints, words: Words) -> Any:
    """633a.7(l)–(r): what all hands that stand win."""
    won, row = np.int64(0), at.rows[n]
    if row[FINISHED]:
        dealer = STEP[STEP[0, row[UP]], row[HOLE]]
        while dealer & COUNT < STANDS_ON:
            dealer = STEP[dealer, next_value(at, n, facts[SIZE], words)]
        for hand in range(row[FINISHED]):
            won += at.stakes[n, hand] * nets[at.totals[n, hand], dealer & COUNT] * facts[STAKE]
    return won


@borrowing
def decided(at: Many, n: int, facts: Ints, nets: Ints, words: Words, action: int) -> Any:
    """633a.7(i)–(k), 633a.9–633a.11: one decision on one hand; whether the round is over, and what was won."""
    rows, finished = at.rows, False
    if action == SURRENDER:
        return True, -facts[HALF]
    if action == STAND:
        finish(at, n, 1)
        finished = True
    elif action == SPLIT:
        rows[n, SPLITS] += 1
        rows[n, WAITING] += 1
        if not second_card(at, n, facts, words):
            finish(at, n, 1)
            finished = True
    else:
        times = 2 if action == DOUBLE else 1
        rows[n, HAND] = STEP[rows[n, HAND], next_value(at, n, facts[SIZE], words)]
        rows[n, CARDS] += 1
        count = rows[n, HAND] & COUNT
        if count > NATURAL_TOTAL:
            rows[n, PENDING] -= times * facts[STAKE]  # collected when the round is over
            finished = True
        elif count == NATURAL_TOTAL or action == DOUBLE:
            finish(at, n, times)
            finished = True
    while finished and rows[n, WAITING]:
        rows[n, WAITING] -= 1
        finished = not second_card(at, n, facts, words)
        if finished:
            finish(at, n, 1)
    if not finished:
        return False, np.int64(0)
    return True, rows[n, PENDING] + dealer_plays(at, n, facts, nets, words)


@borrowing
def show(at: Many, n: int, facts: Ints) -> None:
    """What a seat sees, and which actions are lawful."""
    rows, seen, mask = at.rows, at.seen, at.mask
    phase, hand, two = rows[n, PHASE], rows[n, HAND], rows[n, CARDS] == 2
    for action in range(ACTIONS):
        mask[n, action] = 0
    if phase == DECIDED:
        for column in range(SEEN):
            seen[n, column] = 0
        mask[n, DONE] = 1
        return
    seen[n, ASKED] = phase
    seen[n, TOTAL] = hand & COUNT
    seen[n, IS_SOFT] = hand >= SOFT
    seen[n, UP_CARD] = rows[n, UP] + 1
    seen[n, PAIR] = rows[n, ONE] + 1 if two and rows[n, ONE] == rows[n, TWO] else 0
    seen[n, HELD] = rows[n, CARDS]
    if phase == INSURANCE:
        mask[n, NO_INSURANCE] = mask[n, INSURE] = 1
        mask[n, EVEN_MONEY] = facts[EVEN] == 1 and is_natural(rows[n, ONE], rows[n, TWO])
        return
    mask[n, STAND] = 1
    mask[n, SPLIT] = may_split(rows, n, facts)
    if not takes_one_card(rows, n, facts):
        mask[n, DRAW] = 1
        mask[n, DOUBLE] = two
        mask[n, SURRENDER] = two and rows[n, SPLITS] == 0


@borrowing
def begin_all(at: Many, facts: Ints, words: Words) -> None:
    """A new round for every seat."""
    for n in range(len(at.rows)):
        begin(at, n, facts, words)
        show(at, n, facts)


@borrowing
def step_all(at: Many, facts: Ints, nets: Ints, words: Words, actions: Ints) -> None:
    """One action of every seat; whose round is over gets the next one at once."""
    rows = at.rows
    for n in range(len(rows)):
        action = actions[n]
        over, won = False, np.int64(0)
        refused = action < 0 or action >= ACTIONS or at.mask[n, action] == 0
        if not refused:
            phase = rows[n, PHASE]
            if phase == DECIDED:
                over, won = True, np.int64(rows[n, PENDING])
            elif phase == INSURANCE:
                over, won = insured(rows, n, facts, action)
            else:
                over, won = decided(at, n, facts, nets, words, action)
            if over:
                rows[n, AHEAD] = 0
                begin(at, n, facts, words)
            show(at, n, facts)
        at.won[n], at.over[n], at.refused[n] = won, over, refused

"""DJ Wild Stud Poker judged: the Raise or a fold, against every hand of five that the other cards make."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np

from pitboss.chapters.ch687a_dj_wild_stud_poker.hands import (
    RANKING,
    bad_beat_line,
    best,
    progressive_line,
)
from pitboss.chapters.ch687a_dj_wild_stud_poker.rules import (
    ANTE,
    BAD_BEAT,
    BLIND,
    BLIND_PAYS,
    EVEN,
    PROGRESSIVE,
    RAISE,
    RAISE_TIMES,
    Rules,
)
from pitboss.equipment.cards import DECK, JOKER, Card
from pitboss.events import MeterMoved
from pitboss.families.poker_ranks import CLASS_AT, Hand, Tables
from pitboss.families.progressive import ALL
from pitboss.mathematics.kit.compiled import njit
from pitboss.mathematics.kit.judging import Chance, Chances, Judgement, Situation, certain
from pitboss.mathematics.kit.poker import Ints, advance, before_first, numbers, value_of
from pitboss.mathematics.kit.sight import CardsOut
from pitboss.meters import MICRO
from pitboss.money import Cents, Odds, share, winnings

HAND = 5
Nets = list[tuple[Cents, Fraction]]


class Rivals(msgspec.Struct, frozen=True):
    """Of the hands that the dealer may have, by class in the ranking's order: those beaten, equalled and lost to."""

    beaten: tuple[int, ...]
    equal: tuple[int, ...]
    better: tuple[int, ...]

    @property
    def every(self) -> int:
        return sum(self.beaten) + sum(self.equal) + sum(self.better)


@njit
def _count(tables: Tables, cards: Ints, mine: int, counts: Any) -> None:
    card_words, card_lanes, low, middle, high, values, suited, _, _ = tables
    at, words, lanes = before_first(len(cards), HAND, 1)
    while advance(cards, at, 1, card_words, card_lanes, words, lanes):
        word, lane = words[HAND - 1], lanes[HAND - 1]
        for last in range(at[HAND - 2] + 1, len(cards)):
            card = cards[last]
            value = value_of(low, middle, high, values, suited, word + card_words[card], lane + card_lanes[card])
            row = 0 if value < mine else 1 if value == mine else 2
            counts[row, value >> CLASS_AT] += 1


def rivals(cards: Sequence[Card]) -> Rivals:
    """Every hand of five that the other 48 cards make, against these."""
    counts = np.zeros((3, len(RANKING.order)), np.int64)
    _count(RANKING.tables(HAND), numbers(RANKING, cards), best(cards), counts)
    beaten, equal, better = (tuple(row.tolist()) for row in counts)
    return Rivals(beaten, equal, better)


def judge(situation: Situation) -> Judgement | None:
    """What both answers are worth; None where the player's cards are not known here."""
    rules, options = situation.rules, situation.election.options
    assert isinstance(rules, Rules)
    # 687a.5(a): a fresh deck for every round, of which this seat sees its own five cards and nothing else
    cards = CardsOut().fold(situation.events).held.get((situation.seat, 0), [])
    if RAISE not in {option.says for option in options} or len(cards) != HAND or not all(cards):
        return None
    against, up = rivals(cards), {kind: amount for (kind, _, _), amount in situation.wagers.items()}
    lost = -sum(up.get(kind, 0) for kind in forfeited(rules))
    raised = _with_progressive(_raised(cards, against, up, rules), cards, up.get(PROGRESSIVE, 0), situation)
    worths = [certain(option, raised if option.says == RAISE else [(lost, Fraction(1))]) for option in options]
    return Judgement(
        tuple(worths),
        up.get(ANTE, 0),
        f"All {against.every:,} hands that the dealer may have were counted.",
        _rests_on(rules, up),
        (_met(against), _classes(against)),
        ("687a.11(b)", "687a.11(e)", "687a.12(a)", "687a.12(b)"),
    )


def forfeited(rules: Rules) -> tuple[str, ...]:
    """687a.11(b): the wagers that a fold loses, and that a Raise therefore keeps alive."""
    kept = () if rules.folded_hand_keeps_progressive else (PROGRESSIVE,)
    return ANTE, BLIND, BAD_BEAT, *kept


def _raised(cards: Sequence[Card], against: Rivals, up: dict[str, Cents], rules: Rules) -> Nets:
    """Ante, Blind and Raise together, with the Bad Beat where it is up."""

    def won(amount: Cents, odds: Odds) -> Cents:
        return winnings(amount, odds, rules.payout_rounding)

    ante, blind, beat, mine = up.get(ANTE, 0), up.get(BLIND, 0), up.get(BAD_BEAT, 0), RANKING.hand(cards)
    pays = BLIND_PAYS.get(mine)
    wins = won(ante, EVEN) + won(RAISE_TIMES * ante, EVEN) + (0 if pays is None else won(blind, pays))
    loses = -(1 + RAISE_TIMES) * ante - blind
    value, nets = best(cards), Nets()
    for net, counts, dealer in (
        (wins, against.beaten, None),
        (0, against.equal, value),
        (loses, against.better, value + 1),
    ):
        for place, count in enumerate(counts):
            if count:
                # what a Bad Beat pays depends on who is ahead and on the class of the hand that loses, and on nothing else
                line = bad_beat_line(value, place << CLASS_AT if dealer is None else dealer, two_way=rules.two_way)
                odds = None if line is None else rules.bad_beat.get(line)
                bonus = 0 if not beat else -beat if odds is None else won(beat, odds)
                nets.append((net + bonus, Fraction(count, against.every)))
    return nets


def _with_progressive(nets: Nets, cards: Sequence[Card], stake: Cents, situation: Situation) -> Nets:
    """687a.11(b)(3): a Progressive Bonus Wager that a fold would forfeit, settled by the cards; where one of them is the
    joker, by any card that may have been set aside."""
    rules = situation.rules
    assert isinstance(rules, Rules)
    if not stake or PROGRESSIVE not in forfeited(rules):
        return nets
    meter = next((e.after for e in reversed(situation.events) if isinstance(e, MeterMoved)), 0)
    aside = [card for card in DECK if card not in cards] if JOKER in cards else [""]
    lines = [_award(progressive_line(cards, card, rules.progressive_twos), stake, meter, rules) for card in aside]
    return [(net + line, chance / len(lines)) for net, chance in nets for line in lines]


def _award(line: Hand, stake: Cents, meter: int, rules: Rules) -> Cents:
    """687a.12(c), I-687a-13: what the wager nets with this hand."""
    part, odds = rules.progressive.shares.get(line), rules.progressive.fixed.get(line)
    if part is not None:
        return share(meter, part.percent, ALL * MICRO) - stake
    if odds is None:
        return -stake
    return winnings(stake, odds, rules.payout_rounding) - (0 if rules.progressive_stake_back else stake)


def _rests_on(rules: Rules, up: dict[str, Cents]) -> tuple[str, ...]:
    found = ["One deck with a joker, shuffled for this round; this seat has seen its own five cards."]
    if BAD_BEAT in up:
        found.append("A fold forfeits the Two-Way Bad Beat Bonus Wager, which is counted.")
    if PROGRESSIVE in up and PROGRESSIVE in forfeited(rules):
        found.append(
            "A fold forfeits the Progressive Bonus Wager, which is counted with the meter as it is and no other winner."
        )
    found.append("Wagers that are settled whatever is answered are left out, and so are Envy Bonuses.")
    return tuple(found)


def _met(against: Rivals) -> Chances:
    words = {
        "you beat the dealer": against.beaten,
        "equal hands": against.equal,
        "the dealer beats you": against.better,
    }
    return Chances(
        "The dealer's hand against yours",
        tuple(Chance(name, Fraction(sum(counts), against.every)) for name, counts in words.items()),
    )


def _classes(against: Rivals) -> Chances:
    counts = zip(against.beaten, against.equal, against.better, strict=True)
    found = [
        Chance(hand.words, Fraction(sum(of), against.every)) for hand, of in zip(RANKING.order, counts, strict=True) if sum(of)
    ]  # fmt: skip
    return Chances("The dealer's hand", tuple(reversed(found)))

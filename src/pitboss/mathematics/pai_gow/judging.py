"""Pai Gow judged: every setting of four tiles against every hand that can be made of the tiles not seen; surrender; the
bank."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

import numpy as np

from pitboss.chapters.ch621a_pai_gow.completion import HOUSE_WAY, LOW, SURRENDER
from pitboss.chapters.ch621a_pai_gow.hands import (
    HAND,
    HouseWay,
    Outcome,
    Setting,
    house_way,
    outcome,
    set_hands,
    strength,
)
from pitboss.chapters.ch621a_pai_gow.rules import BANK_LAW, PAI_GOW, PAYS, BankSets, CrossedHands, Rules
from pitboss.equipment.tiles import TILES, Tile
from pitboss.events import Elected
from pitboss.families.banking import BANK, PASS
from pitboss.families.pai_gow import PLAY_HAND
from pitboss.mathematics.kit.bank_judging import WayToBank, Wins, against_one, against_several, bankings, settled
from pitboss.mathematics.kit.judging import Judgement, Situation, Worth, certain
from pitboss.mathematics.kit.two_hands import (
    Counts,
    Known,
    Nets,
    counted,
    known,
    stake,
    surrender,
    void_or_play,
)
from pitboss.mathematics.pai_gow.edges import (
    KINDS,
    Ints,
    best_settings,
    edges,
    strengths,
    totals,
)
from pitboss.mathematics.pai_gow.unseen_tiles import MEETINGS, UnseenTiles, chances, dealt, house_table, unseen
from pitboss.money import Cents, dollars, winnings


def judge(situation: Situation) -> Judgement | None:
    """What every answer is worth; None of whatever is left to chance alone, or to eyes that only the player has."""
    rules, says = situation.rules, {option.says for option in situation.election.options}
    assert isinstance(rules, Rules)
    seen = known(situation, PAI_GOW)
    if LOW in says:
        return _settings(situation, rules, seen) if all(tile in KINDS for tile in seen.hand) else None
    if SURRENDER in says:
        return _surrender(situation, rules, seen)
    if PLAY_HAND in says:
        return void_or_play(situation, lambda: edges(rules), {PAI_GOW: nets_of(rules, stake(situation, PAI_GOW))})
    return _bank(situation, rules, seen) if PASS in says else None


def nets_of(rules: Rules, amount: Cents) -> Nets:
    """621a.8(k): even money, less the vigorish on it."""
    won = winnings(amount, PAYS, rules.payout_rounding)
    return won - rules.vigorish.due(won), 0, -amount


# --- settings


def _settings(situation: Situation, rules: Rules, seen: Known) -> Judgement:
    """621a.8(a), (g)–(i): every setting, crossed or not."""
    found, options, banks = unseen(rules.house_way, seen.gone), situation.election.options, seen.bank == situation.seat
    filed = house_way(seen.hand, rules.house_way)
    made = [filed if option.says == HOUSE_WAY else set_hands(seen.hand, option.cards) for option in options]
    amount = stake(situation, PAI_GOW, BANK)
    if banks:
        worths = _banks_worths(situation, rules, seen, found, [_shown(one, filed, rules) for one in made])
    else:
        worths = tuple(
            counted(option, _counts(found, one, rules), nets_of(rules, amount))
            for option, one in zip(options, made, strict=True)
        )
    # Hands that are exchanged are worth the same; of equal answers the one that lays them as they count comes first.
    crossed = {option: one.crossed for option, one in zip(options, made, strict=True)}
    worths = tuple(sorted(worths, key=lambda worth: crossed[worth.option]))
    every, others = int(found.many.sum()), seen.stakes
    whose = "each of the others" if banks else "the bank" if seen.bank else "the dealer"
    method = f"Counted over all {every:,} hands that {whose} may have of the tiles not seen."
    if banks and len(others) > 1:
        method += f" The vigorish on what is left over is taken from {MEETINGS:,} sampled deals (95 %)."
    return Judgement(
        worths,
        amount,
        method,
        _rests_on(rules, seen, banks=banks),
        chances(found, whose),
        ("621a.8(a)", "621a.9(n)", "621a.9(o)") if seen.bank else ("621a.8(a)", "621a.8(g)", "621a.8(i)", "621a.8(k)"),
    )


def _counts(found: UnseenTiles, made: Setting, rules: Rules) -> Counts:
    """I-621a-08: a low hand above the high one loses to every hand where that was filed."""
    if made.crossed and rules.crossed_hands is CrossedHands.LOSE:
        return 0, 0, int(found.many.sum())
    return found.against(made)


def _shown(made: Setting, filed: Setting, rules: Rules) -> Setting:
    """621a.10(f): what becomes of a bank's setting when it is shown; hands that are set wrongly are set again."""
    fouls = made.crossed and rules.crossed_hands is CrossedHands.LOSE
    return filed if fouls or rules.bank_sets is BankSets.HOUSE_WAY else made


def _rests_on(rules: Rules, seen: Known, *, banks: bool) -> tuple[str, ...]:
    way = rules.house_way.replace("_", " ")
    if banks:
        found = f"The dealer, and as is taken here the other players, set by the {way} way; a copy is the bank's."
    elif seen.bank:
        found = f"The bank is taken to set by the {way} way, which it need not; a copy is the bank's."
    else:
        found = f"The dealer sets by the {way} way, and wins copies."
    return found, f"The vigorish is {rules.vigorish.percent} % of what is won."


# --- settings of a bank


def _banks_worths(
    situation: Situation, rules: Rules, seen: Known, found: UnseenTiles, made: Sequence[Setting]
) -> tuple[Worth, ...]:
    """621a.9(n)–(p)."""
    options, stakes, net = (
        situation.election.options,
        seen.stakes,
        settled(BANK_LAW, rules.vigorish, BANK, rules.payout_rounding),
    )
    counts = [found.against(one, banks=True) for one in made]
    if len(stakes) <= 1:
        return tuple(against_one(option, many, sum(stakes), net) for option, many in zip(options, counts, strict=True))
    highs, lows = _met(rules.house_way, seen.gone, len(stakes))
    worths, met = [], WayToBank(BANK, tuple(stakes), 0)
    for option, one, (won, tied, lost) in zip(options, made, counts, strict=True):
        wins = (strength(one.high) >= highs).astype(np.int8) + (strength(one.low) >= lows) - 1
        before = Fraction(sum(stakes) * (won - lost), won + tied + lost)
        worths.append(against_several(option, before, Fraction(0), wins, met, net))
    return tuple(worths)


def _met(way: HouseWay, gone: Sequence[Tile], hands: int) -> tuple[Ints, Ints]:
    """The strengths of so many hands in sampled deals of the tiles not seen, set the house way."""
    left = list(range(len(TILES)))
    for tile in gone:
        left.remove(next(number for number in left if TILES[number] == tile))
    return dealt(house_table(way), np.array(left), hands)


# --- surrender


def _surrender(situation: Situation, rules: Rules, seen: Known) -> Judgement:
    """621a.8(e): the hands that are met lie open."""
    mine = _as_set(situation, rules, seen)
    other = Setting(seen.met[: HAND // 2], seen.met[HAND // 2 :])
    result, cite = outcome(mine, other)
    if mine.crossed and rules.crossed_hands is CrossedHands.LOSE:
        result, cite = Outcome.LOSE, "I-621a-08"
    amount = stake(situation, PAI_GOW)
    net = nets_of(rules, amount)[(Outcome.WIN, Outcome.TIE, Outcome.LOSE).index(result)]
    return Judgement(
        surrender(situation.election, SURRENDER, net, amount),
        amount,
        f"The hands lie open: {mine} {result} against {other}.",
        cites=(cite, "621a.8(e)"),
    )


def _as_set(situation: Situation, rules: Rules, seen: Known) -> Setting:
    """The player's own hands, as they were set."""
    chosen = [event for event in situation.events if isinstance(event, Elected) and event.by == situation.seat]
    low = next((event.cards for event in reversed(chosen) if event.says == LOW), None)
    return set_hands(seen.hand, low or house_way(seen.hand, rules.house_way).low)


# --- taking the bank


def _bank(situation: Situation, rules: Rules, seen: Known) -> Judgement:
    """621a.9(c)–(r): to bank, against what lies on the layout and what the dealer may wager; or to pass, and to wager
    against the dealer what one has up."""
    worths, most, own = list[Worth](), 0, stake(situation, PAI_GOW)
    for option in situation.election.options:
        if option.says == PASS:
            counts = totals(rules.house_way, best=True)
            worths.append(counted(option, counts, nets_of(rules, own)) if own else certain(option, [(0, Fraction(1))]))
            continue
        for met in bankings(option, seen):
            total, free = sum(met.stakes), rules.bank_sets is BankSets.FREE and met.kind == BANK
            won, tied, lost = totals(rules.house_way, best=free, banks=True)
            before, net = (
                Fraction(total * (won - lost), won + tied + lost),
                settled(BANK_LAW, rules.vigorish, met.kind, rules.payout_rounding),
            )
            worths.append(against_several(option, before, Fraction(0), _wins(rules.house_way, free), met, net))
            most = max(most, total)
    return Judgement(
        tuple(worths),
        own or most,
        f"Every hand against every other; the bank's vigorish from {MEETINGS:,} sampled deals (95 %).",
        (
            f"Wagers of up to ${dollars(most)} are met.",
            "The others set the house way; whoever may set as they like sets as well as can be.",
            "Passed, the wager that is up is played against the dealer.",
        ),
        cites=("621a.9(c)", "621a.9(h)", "621a.9(o)", "621a.9(r)"),
    )


@cache
def _wins(way: HouseWay, free: bool) -> Wins:
    """How a bank fares in sampled deals against every other hand."""
    hands = len(TILES) // HAND
    numbers = np.arange(len(TILES))
    theirs = dealt(house_table(way), numbers, hands)
    mine = dealt(strengths(best_settings(way, banks=True)), numbers, hands) if free else theirs
    above = [own[:, :1] >= of[:, 1:] for own, of in zip(mine, theirs, strict=True)]
    found: Wins = (above[0].astype(np.int8) + above[1] - 1).astype(np.int8)
    return found

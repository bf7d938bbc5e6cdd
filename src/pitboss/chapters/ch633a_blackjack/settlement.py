"""§ 633a.7(g), (o)–(r), 633a.13: what is paid, and in which order; ``sides`` and ``verdicts`` say who wins."""

from collections.abc import Iterator, Sequence

from pitboss.chapters.ch633a_blackjack import sides
from pitboss.chapters.ch633a_blackjack.hands import Awards, Box, Hand, Play
from pitboss.chapters.ch633a_blackjack.rules import (
    BAD_BEAT,
    BET_THE_SET_21,
    DOUBLE_DOWN,
    HIT_AND_RUN,
    IN_BETWEEN,
    INSURED,
    KINGS_BOUNTY,
    LUCKY_LADIES,
    MATCH_THE_DEALER,
    ROYAL_MATCH_21,
    SPLIT_PAIRS,
    SUPER_MATCH,
    TWO_CARD_SIDES,
    BadBeatHands,
    LimitedPer,
    Rules,
    SettlementOrder,
)
from pitboss.chapters.ch633a_blackjack.values import LIMIT, is_royal_match, total
from pitboss.chapters.ch633a_blackjack.verdicts import Result, Standing, decide
from pitboss.equipment.cards import Card, rank
from pitboss.events import Collected, Event, Paid, Settlement
from pitboss.families.progressive import (
    ALL,
    HAND_VERIFIED,
    NOT_THE_TABLE,
    VERIFIED,
    Sharing,
    documented,
    shared_text,
    verification,
)
from pitboss.families.settling import decided, half_lost
from pitboss.money import Cents, Odds, PayoutRounding, share, winnings
from pitboss.procedure import DEALER, Procedure, attest
from pitboss.seating import Seat
from pitboss.wagers import Wager, collected, returned

# § 633a.7(g).  The wagers that the first cards decide.

Line = tuple[str, Odds | None]  # what it is called and what it pays; None: it lost

SIDE_CITES = {
    LUCKY_LADIES: ("633a.7(g)(1)", "633a.13(c)"),
    MATCH_THE_DEALER: ("633a.7(g)(2)", "633a.13(d)"),
    IN_BETWEEN: ("633a.7(g)(3)(i)", "633a.13(e)"),
    ROYAL_MATCH_21: ("633a.7(g)(4)", "633a.13(f)"),
    BET_THE_SET_21: ("633a.7(g)(5)", "633a.13(g)"),
    KINGS_BOUNTY: ("633a.7(g)(6)", "633a.13(h)"),
    SUPER_MATCH: ("633a.7(g)(7)", "633a.13(i)"),
    "three_card_poker": ("633a.7(g)(8)", "633a.13(k)"),
}  # by kind, in the order they are settled: what decides it, and what pays it
TOP_AWARDS = (sides.QUEENS_AND_BLACKJACK, sides.KINGS_AND_BLACKJACK)  # 633a.13(m), I-633a-01


def side_line(kind: str, cards: Sequence[Card], up: Card, rules: Rules, *, dealer_blackjack: bool = False) -> Line:
    """The line of one optional wager for a hand's first two cards (four for Super Match) and the up card."""
    if kind == MATCH_THE_DEALER:
        lines = sides.match_the_dealer(cards, up)
        return " and ".join(lines), sides.match_odds(lines, rules.paytables[kind])
    if kind == LUCKY_LADIES:
        line = sides.lucky_ladies(cards, dealer_blackjack=dealer_blackjack)
    elif kind == IN_BETWEEN:
        line = sides.in_between(cards, up, rules.in_between_order)
    elif kind == ROYAL_MATCH_21:
        line = sides.royal_match_21(cards)
    elif kind == BET_THE_SET_21:
        line = sides.bet_the_set_21(cards)
    elif kind == KINGS_BOUNTY:
        line = sides.kings_bounty(cards, dealer_blackjack=dealer_blackjack)
    elif kind == SUPER_MATCH:
        line = sides.super_match(cards)
    else:
        line = sides.three_card_poker(cards, up)
        return line, sides.POKER if line else None
    return line, rules.paytables[kind].get(line)


def waits(kind: str, cards: Sequence[Card], up: Card) -> bool:
    """(g)(1), (4), (6): whether this wager cannot be settled before the hole card is known."""
    if kind == LUCKY_LADIES:
        return sides.lucky_ladies(cards) == sides.QUEENS and total([up]) >= 10
    if kind == KINGS_BOUNTY:
        return sides.kings_bounty(cards) == sides.KINGS_OF_SPADES and total([up]) >= 10
    return kind == ROYAL_MATCH_21 and is_royal_match(cards) and rank(up) in "KQ"


def settle_first_cards(play: Play, boxes: Sequence[Box]) -> Iterator[Settlement]:
    """(g) From the dealer's right, every optional wager that the cards on the table decide."""
    for box in boxes:
        for kind in SIDE_CITES if box.sides else ():
            for on in ("",) if kind == SUPER_MATCH else play.rules.areas:
                if (kind, on) in box.sides and not waits(kind, cards := _cards_for(box, kind, on), play.up_card):
                    yield _settle_side(play, box, kind, on, cards)


def settle_waiting(play: Play, boxes: Sequence[Box], kinds: Sequence[str]) -> Iterator[Settlement]:
    """(g)(1)(i)–(ii), (4), (6)(i)–(ii): what waited for the hole card."""
    awards = top_awards(play)
    for box in boxes:
        for kind in kinds if box.sides else ():
            for on in play.rules.areas:
                if (kind, on) in box.sides:
                    yield _settle_side(play, box, kind, on, box.first[on], awards)


def _cards_for(box: Box, kind: str, on: str) -> Sequence[Card]:
    return box.initial_cards if kind == SUPER_MATCH else box.first[on]


def _settle_side(
    play: Play, box: Box, kind: str, on: str, cards: Sequence[Card], awards: Awards | None = None
) -> Settlement:
    wager = box.sides.pop((kind, on))
    with_blackjack = waits(kind, cards, play.up_card) and play.dealer_blackjack  # else the hole card decides nothing
    line, odds = side_line(kind, cards, play.up_card, play.rules, dealer_blackjack=with_blackjack)
    loses, pays = SIDE_CITES[kind]
    if line in TOP_AWARDS and awards is not None and odds is not None:
        return _top_award(wager, odds, awards[box.seat, kind, on], line, pays)
    if line == sides.ROYAL_MATCH and odds is not None and crowned(play):
        return _crown(wager, odds, play.rules)
    return decided(wager, odds, play.rules, pays=pays, loses=loses, outcome=line or "no win")


def _top_award(wager: Wager, odds: Odds, award: Cents, line: str, cite: str) -> Settlement:
    """633a.13(m), I-633a-02: the award, or its part of the limit, with the stake."""
    if award < wager.amount * odds.win:
        cite, line = "633a.13(m)", f"{line}, within the payout limit"
    return Paid(wager.seat, wager.kind, wager.on, wager.amount, wager.amount + award, odds.text, line, cite=cite)


def crowned(play: Play) -> bool:
    """The dealer has a Royal Match, too, and the Crown Treasure Bonus is offered (633a.1)."""
    if not play.rules.crown_treasure_bonus or len(play.dealer) < 2 or rank(play.up_card) not in "KQ":
        return False  # whatever the hole card is
    return is_royal_match(play.dealer[:2])


def _crown(wager: Wager, odds: Odds, rules: Rules) -> Settlement:
    """633a.13(f), I-633a-22: a thousand times the stake on top of the Royal Match, the stake returned once."""
    royal = decided(wager, odds, rules, pays="633a.13(f)", loses="")
    due = royal.returned + wager.amount + winnings(wager.amount, sides.CROWN, rules.payout_rounding)
    text = f"{odds} + {sides.CROWN}"
    outcome = f"{sides.ROYAL_MATCH} and {sides.CROWN_TREASURE}"
    return Paid(wager.seat, wager.kind, wager.on, wager.amount, due, text, outcome, cite="633a.13(f)")


def top_awards(play: Play) -> Awards:
    """633a.13(m), I-633a-02: the 1000 to 1 awards of the round, within the limit, shared by the size of the wagers."""
    if play.awards is None:  # computed once, while all of them are still up
        play.awards = _limited(play) if play.dealer_blackjack else {}
    return play.awards


def _limited(play: Play) -> Awards:
    due: Awards = {}
    for box in play.clockwise():
        for (kind, on), wager in box.sides.items():
            if kind not in (LUCKY_LADIES, KINGS_BOUNTY):
                continue
            line, odds = side_line(kind, box.first[on], play.up_card, play.rules, dealer_blackjack=True)
            if line in TOP_AWARDS and odds is not None:
                due[box.seat, kind, on] = winnings(wager.amount, odds, play.rules.payout_rounding)
    limit = play.rules.payout_limit
    if limit is None:
        return due
    whole: dict[str, Cents] = {}  # by whose limit it is
    for spot, part in due.items():
        if spot[1] in play.rules.limited_wagers:
            whole[_limit_of(play, spot)] = whole.get(_limit_of(play, spot), 0) + part
    return {spot: _within(limit, part, whole.get(_limit_of(play, spot), 0), spot[1] in play.rules.limited_wagers)
            for spot, part in due.items()}  # fmt: skip


def _limit_of(play: Play, spot: tuple[Seat, str, str]) -> str:
    """I-633a-02: whose limit an award falls under: the table's, or as filed its player's."""
    return play.player(spot[0]) if play.rules.payout_limit_per is LimitedPer.PLAYER else ""


def _within(limit: Cents, part: Cents, whole: Cents, limited: bool) -> Cents:
    """An award, or its part of the limit where all of them together are more."""
    return share(limit, part, whole) if limited and whole > limit else part


# § 633a.7(o).  The wagers that the finished hands decide.


def settle_progressives(play: Play) -> Procedure[None]:
    """(o) From the dealer's right: Bad Beat, then Hit and Run."""
    if not play.meters:
        return
    lines = {box.seat: bad_beat_line(box, play) for box in play.counterclockwise() if (BAD_BEAT, "") in box.sides}
    yield from _settle_meter(play, BAD_BEAT, lines, Sharing.PRO_RATA)
    line = sides.hit_and_run(len(play.dealer), dealer_blackjack=play.dealer_blackjack)
    lines = {box.seat: line for box in play.counterclockwise() if (HIT_AND_RUN, "") in box.sides}
    yield from _settle_meter(play, HIT_AND_RUN, lines, Sharing.EQUAL)


def bad_beat_line(box: Box, play: Play) -> str:
    """(o)(1)(i), I-633a-14: the best of the player's hands that are neither bust nor settled already (surrendered)."""
    hands = [hand for hand in box.hands if hand.live]
    if play.rules.bad_beat_split_hands is BadBeatHands.FIRST:
        hands = [hand for hand in hands if hand.number == 0]
    totals = [hand.total for hand in hands]
    return sides.bad_beat(totals, total(play.dealer), len(play.dealer), any_20=play.rules.bad_beat_any_20)


PROGRESSIVES = {
    BAD_BEAT: (sides.BAD_BEAT, sides.BAD_BEAT_TOP, "633a.7(o)(1)(i)", "633a.7(o)(1)(ii)", "633a.13(j)(1)"),
    HIT_AND_RUN: (sides.HIT_AND_RUN, sides.HIT_AND_RUN_TOP, "633a.7(o)(2)(i)", "633a.7(o)(2)(ii)", "633a.13(l)(1)"),
}  # by kind: paytable, the line that takes the meter, what decides, the steps before payment, and what pays


def _settle_meter(play: Play, kind: str, lines: dict[Seat, str], sharing: Sharing) -> Procedure[None]:
    """One progressive wager at all boxes: winning hands are verified first, then the meter is shared."""
    table, top, loses, steps, pays = PROGRESSIVES[kind]
    wagers = {seat: play.boxes[seat].sides.pop((kind, "")) for seat in lines}
    winners = [wagers[seat] for seat, line in lines.items() if line == top]
    for wager in winners:
        yield from verified(wager.seat, steps, by_floor=True)
    shares = (yield from play.meters[kind].shared(winners, sharing, play.player)) if winners else {}
    parts = len({play.player(wager.seat) for wager in winners}) if sharing is Sharing.EQUAL else len(winners)
    for seat, line in lines.items():
        wager, odds = wagers[seat], table.get(line)
        won = [(line, odds)] if odds is not None else []
        won += bonus_lines(play.boxes[seat], play) if kind == BAD_BEAT else []
        if line != top and not won:
            yield decided(wager, None, play.rules, pays=pays, loses=loses, outcome="no win")
            continue
        if line != top:
            yield from verified(seat, steps, by_floor=odds is not None and odds.win >= sides.VERIFIED_FROM)
        yield _award(wager, won, shares.get(seat), parts, line, pays, play.rules.payout_rounding)
        if line == top and kind == HIT_AND_RUN:
            yield from documented(seat, f"{steps}(C)")


def verified(seat: Seat, steps: str, *, by_floor: bool) -> Procedure[None]:
    """(ii)(A)–(B) The dealer verifies that the hand won; from 100 for 1, a floorperson does as well."""
    what = "verified the winning hand"
    yield from attest(DEALER, what, f"{steps}(A)", kind=HAND_VERIFIED, says=VERIFIED, seat=seat)
    if by_floor:
        yield from verification(seat, f"{steps}(B)")


def _award(
    wager: Wager,
    won: list[tuple[str, Odds]],
    jackpot: Cents | None,
    winners: int,
    line: str,
    cite: str,
    rounding: PayoutRounding,
) -> Settlement:
    """What a progressive wager is paid: its share of the meter, its line, its bonuses; the stake is not returned.

    633a.7(o)(1)(ii)(C), (2)(ii)(C): the whole meter is not paid from the table inventory.
    """
    names, odds = [name for name, _ in won], [each.text for _, each in won]
    due = sum(wager.amount + winnings(wager.amount, each, rounding) for _, each in won)
    if jackpot is not None:
        names, odds, due = [line, *names], [shared_text(ALL, winners), *odds], due + jackpot
    against = "" if jackpot is None else NOT_THE_TABLE
    text, outcome = " + ".join(odds), " and ".join(names)
    return Paid(wager.seat, wager.kind, "", wager.amount, due, text, outcome, cite=cite, against=against)


def bonus_lines(box: Box, play: Play) -> list[tuple[str, Odds]]:
    """633a.13(j)(1), I-633a-16: Magic Card and Lucky Player, besides any other award."""
    found = []
    if play.magic_card and play.magic_card in box.initial_cards:
        found.append(("Magic Card Bonus", sides.MAGIC_CARD))
    if play.lucky_player == box.seat:
        found.append(("Lucky Player Bonus", sides.LUCKY_PLAYER))
    return found


# § 633a.7(p)–(r), 633a.8(c)–(d), 633a.9(a), 633a.10(b), 633a.11(d).  The Blackjack Wager and what was added to it.


def settle_hands(play: Play) -> Iterator[Settlement]:
    """(r) All losers first and then all winners, or each player in turn, in either case from the dealer's right."""
    found = [settlement for box in play.counterclockwise() for settlement in settle_box(box, play)]
    if play.rules.settlement_order is SettlementOrder.COLLECT_FIRST:
        found.sort(key=lambda settlement: not _with_the_losers(settlement))
    yield from found


def _with_the_losers(settlement: Settlement) -> bool:
    """(g)(1)(ii), (6)(ii): a top pair is paid when the Blackjack Wager is collected."""
    return isinstance(settlement, Collected) or settlement.wager in (LUCKY_LADIES, KINGS_BOUNTY)


def settle_box(box: Box, play: Play) -> Iterator[Settlement]:
    """One player's Insurance, hands, and what waited for a dealer's Blackjack."""
    for on in list(box.insurance):
        yield settle_insurance(box, on, play)
    for hand in box.hands:
        yield from settle_hand(hand, play)
    yield from settle_waiting(play, [box], (LUCKY_LADIES, KINGS_BOUNTY))


def settle_insurance(box: Box, on: str, play: Play) -> Settlement:
    """633a.8(a), (c)–(d)."""
    won = INSURED if play.dealer_blackjack else None
    outcome = "dealer Blackjack" if won else "no Blackjack"
    return decided(box.insurance.pop(on), won, play.rules, pays="633a.13(b)", loses="633a.8(d)", outcome=outcome)


def settle_hand(hand: Hand, play: Play) -> Iterator[Settlement]:
    """(p)–(q) A hand's own wager and its Double Down Wager."""
    if hand.wager is None:
        return
    seen = play.dealer[:1] if play.hole_card_down else play.dealer  # what is settled before does not depend on the rest
    dealer = Standing(total(seen), play.dealer_blackjack)
    if dealer.blackjack and hand.wager.kind == SPLIT_PAIRS:
        yield returned(hand.wager, cite="633a.11(d)", outcome="dealer Blackjack")
    else:
        yield _settle_wager(hand.wager, hand, dealer, play)
    if hand.double is not None:
        if dealer.blackjack:
            yield returned(hand.double, cite="633a.10(b)", outcome="dealer Blackjack")
        else:
            yield _settle_wager(hand.double, hand, dealer, play)
    hand.wager = hand.double = None


def _settle_wager(wager: Wager, hand: Hand, dealer: Standing, play: Play) -> Settlement:
    verdict, rules, outcome = decide(hand.standing, dealer, play.rules), play.rules, compared(hand, dealer, play)
    if verdict.result is Result.PUSH:
        return returned(wager, cite=verdict.cite, outcome=outcome)
    odds = verdict.odds if verdict.result is Result.WIN else None
    return decided(wager, odds, rules, pays=verdict.cite, loses=verdict.cite, outcome=outcome)


def compared(hand: Hand, dealer: Standing, play: Play) -> str:
    """``19 against 17``; without the dealer's hand while the hole card lies face down."""
    points = hand.total
    mine = "Blackjack" if points == LIMIT and hand.blackjack else str(points)
    if points > LIMIT:
        return f"{mine}, bust"
    if not play.revealed:
        return mine
    return f"{mine} against {'Blackjack' if dealer.blackjack else dealer.total}"


def settle_surrendered(play: Play) -> Iterator[Settlement]:
    """633a.9(a)(2): hands surrendered against an ace or a ten-valued card, as soon as the hole card is shown.

    A Royal Match that waited for the hole card comes before the hand it is in (633a.7(g)(4)).
    """
    for box in play.counterclockwise():
        for hand in box.hands:
            if hand.surrendered and hand.live:
                yield from settle_waiting(play, [box], (ROYAL_MATCH_21,))
                yield surrendered(hand, play.rules, dealer_blackjack=play.dealer_blackjack)


def surrendered(hand: Hand, rules: Rules, *, dealer_blackjack: bool) -> Settlement:
    """633a.9(a): half of the wager is lost; all of it if the dealer has a Blackjack."""
    wager = hand.wager
    assert wager is not None
    hand.wager = None
    if dealer_blackjack:
        return collected(wager, cite="633a.9(a)", outcome="surrendered")
    return half_lost(wager, cite="633a.9(a)", outcome="surrendered", odd_to_house=rules.odd_cent_to_house)


# --- wagers returned


def give_back(hand: Hand, box: Box, play: Play, cite: str, *, original_only: bool = False) -> Iterator[Event]:
    """A dead hand: its wagers go back, with the side wagers on it; with the last hand of a box, all the others.

    A wager that its first two cards decide is settled once they are dealt, not returned (633a.7(g)). ``original_only``,
    I-633a-33: what was added for doubling or splitting is lost, and so is a progressive wager.
    """

    def gone(wager: Wager) -> Settlement:
        lost = original_only and wager.kind in (SPLIT_PAIRS, DOUBLE_DOWN, BAD_BEAT, HIT_AND_RUN)
        return (collected if lost else returned)(wager, cite=cite, outcome="dead hand")

    for wager in hand.up():
        yield gone(wager)
    hand.wager = hand.double = None
    last = not box.live
    for kind, on in list(box.sides):
        if kind in TWO_CARD_SIDES:
            dead = on == hand.on and not box.first
        else:
            dead = last or kind == SUPER_MATCH
        if dead:
            yield gone(box.sides.pop((kind, on)))
    if last:
        for on in list(box.insurance):
            yield returned(box.insurance.pop(on), cite=cite, outcome="dead hand")
        for meter in () if original_only else play.meters.values():
            yield from meter.reverse([box.seat])


def give_everything_back(play: Play, cite: str) -> Iterator[Event]:
    """A void round: every wager that is not yet settled goes back, and the meters with it (I-GEN-08)."""
    for box in play.counterclockwise():
        wagers = [*(w for hand in box.hands for w in hand.up()), *box.insurance.values(), *box.sides.values()]
        for wager in wagers:
            yield returned(wager, cite=cite, outcome="void")
    for meter in play.meters.values():
        yield from meter.reverse()

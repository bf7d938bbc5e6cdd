"""§§ 633a.7(h)–(k), 633a.8–633a.12: Insurance, the card reader, and the players' decisions on their hands."""

from functools import cache

from pitboss.chapters.ch633a_blackjack.dealing import DEAD, READER, asked, next_card, while_asking
from pitboss.chapters.ch633a_blackjack.hands import NO_BLACKJACK, Box, Hand, Play, worded
from pitboss.chapters.ch633a_blackjack.irregularities import CHECK_OMITTED, EXPOSED, NOT_DEALT
from pitboss.chapters.ch633a_blackjack.rules import (
    DOUBLE_DOWN,
    EVEN,
    INSURANCE,
    KINGS_BOUNTY,
    LUCKY_LADIES,
    SPLIT_PAIRS,
    SplitAces,
)
from pitboss.chapters.ch633a_blackjack.settlement import (
    give_back,
    settle_first_cards,
    settle_hand,
    settle_insurance,
    settle_waiting,
    surrendered,
)
from pitboss.chapters.ch633a_blackjack.verdicts import depends_on_dealer
from pitboss.equipment.cards import rank
from pitboss.events import Announced, Dealt, Noted, Revealed
from pitboss.faces import told, told_of, was_face_down
from pitboss.families.irregularities import irregularity_event
from pitboss.families.settling import DeadHand, decided
from pitboss.money import Cents, half
from pitboss.procedure import (
    DEALER,
    Answer,
    Election,
    GivenUp,
    Irregularity,
    Option,
    Procedure,
    ask,
    ask_each,
    attest,
    costing,
    up_to,
)
from pitboss.wagers import further

# § 633a.8.  Insurance Wager.

NO_INSURANCE, EVEN_MONEY = "no_insurance", "even_money"


def insurance_limit(wager: Cents, step: Cents) -> Cents:
    """(b), I-633a-18: half the wager, raised to the next amount that chips can make."""
    most, _ = half(wager)
    return -(-most // step) * step


def offer_insurance(play: Play) -> Procedure[None]:
    """(a)–(b), (e): against an ace, to each hand: Insurance, or even money for a Blackjack where that is offered."""
    for on in play.rules.areas:
        hands = {hand.seat: hand for hand in play.hands() if hand.on == on and hand.live}
        for hand in hands.values() if play.rules.even_money else ():
            yield from tells(hand)
        while True:
            try:
                answers = yield from ask_each([insurance_question(hand, play) for hand in hands.values()])
                break
            except Irregularity as fault:
                yield from while_asking(play, fault)
        for seat, hand in hands.items():
            yield from insured(play, hand, answers[seat])


def insurance_question(hand: Hand, play: Play) -> Election:
    assert hand.wager is not None
    step = play.rules.step
    most = insurance_limit(hand.wager.amount, step)
    options = [up_to(INSURANCE, most, step)]
    if hand.blackjack and play.rules.even_money:
        options.append(Option(EVEN_MONEY))
    no = Option(NO_INSURANCE)
    return Election(hand.seat, INSURANCE, (*options, no), "633a.8(a)", no, hand.number)


def insured(play: Play, hand: Hand, answer: Answer) -> Procedure[None]:
    """(b), (e) One hand's answer: an Insurance Wager, or even money for the Blackjack at once."""
    assert hand.wager is not None
    box = play.boxes[hand.seat]
    if answer.says == INSURANCE:
        box.insurance[hand.on], event = further(hand.wager, INSURANCE, answer.amount, cite="633a.8(b)", on=hand.on)
        yield event
    elif answer.says == EVEN_MONEY:
        yield from turn_over(play, box, "633a.8(e)")
        yield decided(hand.wager, EVEN, play.rules, pays="633a.8(e)", loses="", outcome="even money")
        hand.wager = None
        yield play.remove_cards(hand, "633a.8(e)")


# § 633a.7(h).  The card reader.


INSERT_HOLE_CARD = Election(
    DEALER, READER, (Option("insert_hole_card"),), "633a.7(h)", Option("insert_hole_card"), courtesy=True
)


def check_hole_card(play: Play) -> Procedure[None]:
    """(h) With an ace or a ten-valued up card the reader shows whether there is a Blackjack; if not, Insurance loses
    (633a.8(d))."""
    if play.up_card[0] == "A":
        yield from offer_insurance(play)
    try:
        yield from asked(play, INSERT_HOLE_CARD)
    except Irregularity as fault:
        if fault.kind != CHECK_OMITTED.name:
            raise
        yield irregularity_event(CHECK_OMITTED, fault)
        return
    play.checked = True
    if play.hole_card_down:
        play.read = yield from told(play.dealer[1], play.as_read, READER, "633a.7(h)")
    if play.dealer_blackjack:
        return
    yield Noted(NO_BLACKJACK, cite="633a.7(h)")
    for box in play.counterclockwise():
        for on in list(box.insurance):
            yield settle_insurance(box, on, play)
    if not play.rules.dealt_from_hand:  # unseen cards are settled when they are turned over (I-633a-38)
        yield from settle_waiting(play, play.counterclockwise(), (LUCKY_LADIES, KINGS_BOUNTY))


# § 633a.7(i)–(k).  The players' decisions.

PLAYER = "player"  # who tells what only they see
ALL_KNOWN = frozenset({str})  # the type of a card that never lay face down

SURRENDER, STAND, DRAW = "surrender", "stand", "draw"
SWITCH, NO_SWITCH = "switch", "no_switch"
ACCEPT, REFUSE, LATE = "accept_card", "refuse_card", "late_card"
STANDS, DRAWS = Option(STAND), Option(DRAW)


def decisions(play: Play) -> Procedure[None]:
    """(i) From the dealer's left, every player in turn; then cards that should have been dealt and were not."""
    for box in play.clockwise():
        if play.rules.blackjack_switch:
            yield from offer_switch(play, box)
        yield from play_box(play, box)
    while owed := [hand for hand in play.hands() if hand.owed and hand.live]:
        yield from late_card(play, owed[0])


def play_box(play: Play, box: Box) -> Procedure[None]:
    """633a.11(b): from the dealer's left, a hand is finished before the next one gets a card."""
    while hand := next((hand for hand in box.hands if hand.live and not hand.closed), None):
        if not hand.word:
            yield from tells(hand)
        if hand.blackjack:
            yield from natural(play, box, hand)
        else:
            yield from play_hand(play, box, hand)
        hand.closed = True


def tells(hand: Hand) -> Procedure[None]:
    """633a.12(b)(6): where only the player knows the cards, they tell what the hand is, as far as it decides anything."""
    if not ALL_KNOWN.issuperset(map(type, hand.cards)) and any(was_face_down(card) for card in hand.cards):
        hand.word = yield from told_of(tuple(hand.cards), worded, PLAYER, "633a.12(b)(6)")


def natural(play: Play, box: Box, hand: Hand) -> Procedure[None]:
    """(i)(1), I-633a-28: announce a Blackjack, and pay it at once if no hand of the dealer can change the result."""
    yield from turn_over(play, box, "633a.7(i)(1)")
    yield Announced(f"{hand.called}, seat {hand.seat}", cite="633a.7(i)(1)")
    if play.may_hide_blackjack or depends_on_dealer(hand.standing, play.rules):
        return
    yield from settle_hand(hand, play)
    yield play.remove_cards(hand, "633a.7(i)(1)(i)")


def play_hand(play: Play, box: Box, hand: Hand) -> Procedure[None]:
    """(i)(2), (j)–(k) Decisions on one hand until it stands, busts, doubles or may not draw."""
    if len(hand.cards) == 1:
        # 633a.11(b)–(c) complete every split hand, whatever its player decided; only a card that a player could ask for is
        # an additional one that 633a.14(c) denies to those who refused (I-633a-45).
        yield from deal_to(play, hand, "633a.11(b)")
    while options := choices(play, box, hand):
        try:
            answer = yield from ask(decision(play, hand, options))
        except Irregularity as fault:
            yield from while_asking(play, fault)
        else:
            yield from ACTS[answer.says](play, box, hand, answer)


def decision(play: Play, hand: Hand, options: tuple[Option, ...]) -> Election:
    """The question. A player who draws no more (633a.14(c)), or has 21, stands without being waited for."""
    quiet, no = play.draws_no_more(hand.seat) or not hand.undecided, STANDS
    if play.ahead is not None and (
        Option(REFUSE) in options or not hand.undecided
    ):  # a hidden 21 gets the same question
        return Election(hand.seat, "exposed card", options, EXPOSED.cite, no, hand.number, courtesy=quiet, waits=quiet)
    cite = "633a.11(c)" if hand.split else play.rules.decided_by
    return Election(hand.seat, "decision", options, cite, no, hand.number, courtesy=quiet, waits=quiet)


def choices(play: Play, box: Box, hand: Hand) -> tuple[Option, ...]:
    """What a hand below 21 may do; nothing where it is a split ace that takes one card only.

    A 21 in two cards face down is asked like any other hand (633a.12(b)(6)), and can only stand (633a.7(k)(1)): if it
    were skipped, everyone would know it.
    """
    if not hand.undecided:
        hidden = play.rules.dealt_from_hand and not box.turned and hand.live and not hand.closed
        return (STANDS,) if hidden and hand.is_21 and not hand.blackjack else ()
    two = len(hand.cards) == 2
    first = two and not hand.split and play.rules.has_surrender
    assert hand.wager is not None
    stake = hand.wager.amount
    hidden = play.may_hide_blackjack and not play.checked
    surrender = (
        (surrendering(stake, hidden=hidden, odd_to_house=play.rules.odd_cent_to_house),) if first else ()
    )  # I-633a-07, -11
    if play.draws_no_more(hand.seat):  # 633a.14(c): surrender takes no card
        return (*surrender, STANDS) if surrender else ()
    split_ace = hand.split and rank(hand.cards[0]) == "A" and play.rules.split_aces is SplitAces.ONE_CARD
    split = (costing(SPLIT_PAIRS, stake),) if two and may_split(play, box, hand) else ()
    if split_ace:  # I-633a-09
        return (*split, STANDS) if split else ()
    double = (up_to(DOUBLE_DOWN, stake, play.rules.step),) if two else ()
    exposed = (
        (Option(ACCEPT), Option(REFUSE)) if play.ahead is not None else ()
    )  # I-633a-45: in addition to the other options
    return (*surrender, *double, *split, STANDS, DRAWS, *exposed)


# § 633a.9.  Surrender.


ON_THE_CARDS = "wager on the cards"


@cache
def surrendering(stake: Cents, *, hidden: bool, odd_to_house: bool) -> Option:
    """(a), I-GEN-27: half is lost; all of it to a Blackjack that no reader has ruled out (I-633a-12)."""
    _, lost = half(stake, odd_to_house=odd_to_house)
    if hidden:
        return Option(SURRENDER, gives_up=GivenUp(lost, stake, "the dealer has a Blackjack"))
    return Option(SURRENDER, gives_up=GivenUp(lost))


def surrender(play: Play, box: Box, hand: Hand, answer: Answer) -> Procedure[None]:
    """(a): half at once, or, against an ace or a ten-valued card, when the hole card is shown."""
    yield from turn_over(play, box, "633a.12(b)(6)(i)")
    hand.surrendered = hand.closed = True
    if play.may_hide_blackjack:
        what = "put the wager on the surrendered cards"
        yield from attest(DEALER, what, "633a.9(a)(2)", kind=ON_THE_CARDS, says="placed", seat=hand.seat)
    else:
        yield surrendered(hand, play.rules, dealer_blackjack=False)
        yield play.remove_cards(hand, "633a.9(a)(1)")


# § 633a.10.  Double Down Wager.


def double_down(play: Play, box: Box, hand: Hand, answer: Answer) -> Procedure[None]:
    """(a), I-633a-29: for as much as the hand's wager or less; one more card and no other."""
    assert hand.wager is not None
    yield from turn_over(play, box, "633a.12(b)(6)(i)")
    hand.double, event = further(
        hand.wager, DOUBLE_DOWN, answer.amount, cite="633a.10(a)", on=hand.on, hand=hand.number
    )
    yield event
    yield from deal_to(play, hand, "633a.10(a)")
    hand.closed = True


# § 633a.11.  Splitting pairs.


def may_split(play: Play, box: Box, hand: Hand) -> bool:
    """(a), (c), I-633a-10: two cards of one value, as often as was filed; counted after the first split."""
    if not hand.pair:
        return False
    most = play.rules.max_ace_resplits if hand.pair == "A" else play.rules.max_resplits
    splits = sum(other.on == hand.on for other in box.hands) - 1
    return splits <= most


def split(play: Play, box: Box, hand: Hand, answer: Answer) -> Procedure[None]:
    """(a) A second hand to the right of the first, with a wager equal to the original one."""
    assert hand.wager is not None
    yield from turn_over(play, box, "633a.12(b)(6)(i)")
    number = len(box.hands)
    wager, event = further(hand.wager, SPLIT_PAIRS, hand.wager.amount, cite="633a.11(a)", on=hand.on, hand=number)
    yield event
    other = Hand(wager, hand.on, number, hand.cards[1:], split=True, switched=hand.switched)
    hand.cards, hand.split = hand.cards[:1], True
    box.hands.insert(box.hands.index(hand) + 1, other)
    for each in (hand, other):
        yield Revealed(each.seat, tuple(each.cards), "", each.number, cite="633a.11(a)")
    yield from deal_to(play, hand, "633a.11(b)")


def stand(play: Play, box: Box, hand: Hand, answer: Answer) -> Procedure[None]:
    hand.closed = True
    yield from ()


def draw(play: Play, box: Box, hand: Hand, answer: Answer) -> Procedure[None]:
    """633a.7(j): one more card, face up."""
    cite = "633a.12(b)(7)" if play.rules.dealt_from_hand else "633a.7(j)"
    yield from deal_to(play, hand, cite, may_refuse=True)


def accept(play: Play, box: Box, hand: Hand, answer: Answer) -> Procedure[None]:
    """633a.14(c): the exposed card, as though it were the next one."""
    yield from deal_to(play, hand, EXPOSED.cite)


def refuse(play: Play, box: Box, hand: Hand, answer: Answer) -> Procedure[None]:
    """633a.14(c): a player who refuses it gets no more cards, on any hand."""
    play.refused.add(play.player(hand.seat))
    yield from ()


ACTS = {
    SURRENDER: surrender,
    DOUBLE_DOWN: double_down,
    SPLIT_PAIRS: split,
    STAND: stand,
    DRAW: draw,
    ACCEPT: accept,
    REFUSE: refuse,
}


# --- additional cards, and what goes wrong with them


def deal_to(play: Play, hand: Hand, cite: str, *, may_refuse: bool = False) -> Procedure[None]:
    """One more card to a hand. If it is exposed before it is dealt, a player who only drew may refuse it."""
    while True:
        try:
            card = yield from next_card(play, hand.seat, cite)
        except Irregularity as fault:
            if fault.kind == NOT_DEALT.name and fault.seat == hand.seat:  # 633a.14(i)
                hand.owed = hand.closed = True
                yield irregularity_event(NOT_DEALT, fault)
                return
            yield from while_asking(play, fault)
            if may_refuse and play.ahead is not None:
                return
        else:
            hand.cards.append(card)
            yield Dealt(hand.seat, card, hand.on, hand.number, cite=cite)
            yield from tells(hand)
            if play.rules.dealt_from_hand and hand.is_over:
                yield from bust(play, hand)
            return


def late_card(play: Play, hand: Hand) -> Procedure[None]:
    """633a.14(i), I-633a-33: the card that was requested, before the hole card is shown, or a dead hand."""
    options = (Option(LATE), Option(DEAD))
    question = Election(hand.seat, "card not dealt", options, NOT_DEALT.cite, options[0], hand.number)
    answer = yield from asked(play, question)
    hand.owed, box = False, play.boxes[hand.seat]
    if answer.says == DEAD:
        original_only = play.rules.dead_hand_returns is DeadHand.ORIGINAL_WAGER
        yield from give_back(hand, box, play, NOT_DEALT.cite, original_only=original_only)
        return
    yield from deal_to(play, hand, NOT_DEALT.cite)
    if hand.double is None and not hand.owed:
        hand.closed = False
        yield from play_box(play, box)


# § 633a.12(a).  Blackjack Switch.


def offer_switch(play: Play, box: Box) -> Procedure[None]:
    """(4) The player may exchange the second cards of the two hands."""
    hands = [hand for hand in box.hands if hand.live]
    if len(hands) < 2:
        return
    for hand in hands:
        yield Announced(f"{hand.called}, seat {box.seat}, hand {hand.on}", cite="633a.12(a)(4)")
    no = Option(NO_SWITCH)
    question = Election(box.seat, SWITCH, (Option(SWITCH), no), "633a.12(a)(4)", no)
    answer = yield from asked(play, question)
    if answer.says == SWITCH:
        one, two = hands
        one.cards[1], two.cards[1] = two.cards[1], one.cards[1]
        for hand in hands:
            hand.switched = True
            yield Revealed(hand.seat, tuple(hand.cards), hand.called, hand.number, cite="633a.12(a)(4)")


# § 633a.12(b).  Dealt from the hand.


def turn_over(play: Play, box: Box, cite: str) -> Procedure[None]:
    """(6)(i), (9), I-633a-38: cards dealt face down are turned up, and what they decide is settled."""
    if not play.rules.dealt_from_hand or box.turned:
        return
    box.turned = True
    for hand in box.hands:
        if hand.cards:
            yield Revealed(hand.seat, tuple(hand.cards), hand.called, hand.number, cite=cite)
    yield from settle_first_cards(play, [box])
    if play.checked and not play.dealer_blackjack:
        yield from settle_waiting(play, [box], (LUCKY_LADIES, KINGS_BOUNTY))


def bust(play: Play, hand: Hand) -> Procedure[None]:
    """(6)(ii) A hand above 21 is shown and discarded at once; its wagers are collected with the others."""
    yield from turn_over(play, play.boxes[hand.seat], "633a.12(b)(6)(ii)")
    yield play.remove_cards(hand, "633a.12(b)(6)(ii)")

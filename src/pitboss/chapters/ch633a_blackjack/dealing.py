"""§§ 633a.3–633a.7(f), 633a.12(b): the shoe, the next card, the first two cards, and what goes wrong with them."""

from collections.abc import Sequence

import msgspec

from pitboss.chapters.ch633a_blackjack.hands import LEFT, RIGHT, Hand, Play
from pitboss.chapters.ch633a_blackjack.irregularities import (
    DEALER_MISSED,
    EXPOSED,
    LAW,
    NO_CARDS,
    ONE_CARD,
    READER_BROKEN,
    READER_MISUSED,
    WRONG_SIDE,
)
from pitboss.chapters.ch633a_blackjack.rules import Rules, SuitToSide
from pitboss.chapters.ch633a_blackjack.settlement import give_back
from pitboss.equipment.cards import Card, suit
from pitboss.equipment.shoe import ShoeState
from pitboss.events import Dealt, DeviceStatus, Event, Revealed, Shown
from pitboss.faces import FaceDown, moved_to
from pitboss.families.irregularities import irregularity_event
from pitboss.families.shoe_dealing import REPAIRED, REPLACED, DealingShoe, ready
from pitboss.families.shoe_law import ShoeLaw
from pitboss.game import RoundStart
from pitboss.procedure import DEALER, FLOOR, Answer, Election, Irregularity, Option, Procedure, Who, ask, attest

# §§ 633a.3–633a.5, 633a.7(a)–(c).  Shoe, shuffle, cut, burn.

SHOE = "shoe"


def shoe_law(rules: Rules, *, opening: bool) -> ShoeLaw:
    """What the chapter says about the shoe, under these rules."""
    law = LAW
    if rules.preshuffled and opening:
        law = msgspec.structs.replace(law, shuffle="633a.4(f)")
    if rules.dealt_from_hand:
        law = msgspec.structs.replace(law, device_required="633a.12(b)(2)")
    if rules.double_shoe or rules.dealt_from_hand:  # 633a.7(d) and 633a.12(b)(5) apply instead of 633a.7(c)
        law = msgspec.structs.replace(law, burn="")
    return law


def fill_shoe(states: Sequence[ShoeState], rules: Rules, start: RoundStart) -> Procedure[dict[str, DealingShoe]]:
    """The shoe for this round, or both sides of it."""
    sides = {}
    for name, state in zip((LEFT, RIGHT) if rules.double_shoe else (SHOE,), states, strict=True):
        sides[name] = yield from ready(
            rules.cards,
            state,
            shoe_law(rules, opening=not state.shuffled),
            start,
            continuous=rules.continuous_shuffler,
            automated=rules.automated_shuffling_device,
            device=SHOE if name == SHOE else f"{name} side",
        )
    yield from burn_from_hand(list(sides.values()), rules)
    return sides


def burn_from_hand(sides: Sequence[DealingShoe], rules: Rules) -> Procedure[None]:
    """633a.12(b)(5): dealt from the hand, a card is burned before every round."""
    if rules.dealt_from_hand:
        yield from sides[0].burn(cite="633a.12(b)(5)")


def reshuffled(sides: Sequence[DealingShoe], rules: Rules) -> Procedure[None]:
    """633a.5(f): the floor orders it before the first card of a round; the whole shoe is reshuffled."""
    for side in sides:
        yield from side.refill()
    yield from burn_from_hand(sides, rules)


# § 633a.7(d).  The determinant card of a double shoe.


DETERMINANT = "determinant card"


def named_side(card: Card, rules: Rules) -> str:
    """(d)(1): hearts and diamonds name one side, spades and clubs the other."""
    red_left = rules.suit_to_side is SuitToSide.RED_LEFT
    return LEFT if (suit(card) in "HD") == red_left else RIGHT


def determinant_card(play: Play) -> Procedure[None]:
    """(d)(1)–(2), I-633a-36: its suit names the side; drawn from that side, it is the first card dealt."""
    sides = (Option(LEFT), Option(RIGHT))
    answer = yield from ask(Election(DEALER, DETERMINANT, sides, "633a.7(d)(1)", sides[0], courtesy=True))
    play.using = answer.says
    card = yield from next_card(play, play.hands()[0].seat, "633a.7(d)(1)")
    yield Shown("determinant card", card, cite="633a.7(d)(1)")
    if named_side(card, play.rules) == play.using:
        play.ahead = play.determinant = card
    else:
        yield play.dealing.shoe.discard("determinant card", (card,), "633a.7(d)(2)", shown=True)
        play.using = named_side(card, play.rules)


# § 633a.7(f), 633a.12(b)(5).  The first two cards.

TAKE_SECOND, DEAD = "take_second_card", "hand_dead"
# Whether the cards are dealt from the hand → the provisions on the first and on the second card.
PLAYERS_CARD = {
    False: ("633a.7(f)(1)", "633a.7(f)(3)"),
    True: ("633a.12(b)(5)(i)", "633a.12(b)(5)(iii)"),
}
DEALERS_CARD = {
    False: ("633a.7(f)(2)", "633a.7(f)(4)"),
    True: ("633a.12(b)(5)(ii)", "633a.12(b)(5)(iv)"),
}


def deal(play: Play) -> Procedure[None]:
    """(1)–(4) From the dealer's left one card to each box and one up to the dealer; then again, the dealer's second down."""
    for turn in (0, 1):
        for hand in play.hands():
            yield from initial_card(play, hand, turn)
        if turn:
            yield from late_second_cards(play)
        while play.any_live() and len(play.dealer) <= turn and not (turn == 0 and play.dealer_missed):
            yield from dealers_card(play)
    for box in play.clockwise():
        box.first = {hand.on: tuple(hand.cards) for hand in box.hands if hand.live}


def initial_card(play: Play, hand: Hand, turn: int) -> Procedure[None]:
    """(1), (3) One card to a hand; a hand that is missed stays one card behind the others."""
    from_hand = play.rules.dealt_from_hand
    cite = PLAYERS_CARD[from_hand][turn]
    while hand.live and len(hand.cards) < turn + 1 - hand.owed:
        try:
            card = yield from next_card(play, hand.seat, cite)
        except Irregularity as fault:
            yield from missed_cards(play, fault)
        else:
            hand.cards.append(card)
            seen_by = (hand.seat,) if from_hand else None
            yield Dealt(hand.seat, card, hand.on, hand.number, cite=cite, seen_by=seen_by)


def dealers_card(play: Play) -> Procedure[None]:
    """(2), (4) The dealer's first card up, the second down; nobody sees the hole card."""
    turn, from_hand = len(play.dealer), play.rules.dealt_from_hand
    cite = DEALERS_CARD[from_hand][turn]
    try:
        card = yield from next_card(play, DEALER, cite)
    except Irregularity as fault:
        yield from missed_cards(play, fault)
    else:
        play.dealer.append(card)
        yield Dealt(DEALER, card, "hole" if turn else "up", cite=cite, seen_by=() if turn else None)


def missed_cards(play: Play, fault: Irregularity) -> Procedure[None]:
    """633a.14(c), (e), (g): during the initial deal."""
    if fault.kind == EXPOSED.name:  # I-633a-30: seen before the initial deal is complete, it is the next card
        yield irregularity_event(EXPOSED, fault)
    elif fault.kind == DEALER_MISSED.name and len(play.dealer) < 2 and not play.dealer_missed:
        play.dealer_missed = True  # I-633a-43
        yield irregularity_event(DEALER_MISSED, fault)
    elif fault.kind == NO_CARDS.name and (hand := _hand_with(0, fault.seat, play)):
        yield irregularity_event(NO_CARDS, fault)
        yield from give_back(hand, play.boxes[fault.seat], play, NO_CARDS.cite)
    elif fault.kind == ONE_CARD.name and (hand := _hand_with(1, fault.seat, play) or _hand_with(0, fault.seat, play)):
        hand.owed = True
        yield irregularity_event(ONE_CARD, fault)
    else:
        raise fault


def _hand_with(count: int, seat: int, play: Play) -> Hand | None:
    """The seat's first hand that has so many cards and lacks none yet."""
    hands = play.boxes[seat].hands if seat in play.boxes else []
    return next((hand for hand in hands if hand.live and not hand.owed and len(hand.cards) == count), None)


def late_second_cards(play: Play) -> Procedure[None]:
    """633a.14(g), I-633a-32: a player with one card may have the second after the others, else the hand is dead."""
    options = (Option(TAKE_SECOND), Option(DEAD))
    for hand in [hand for hand in play.hands() if hand.owed and hand.live]:
        question = Election(hand.seat, "second card", options, ONE_CARD.cite, options[0], hand.number)
        answer = yield from asked(play, question)
        hand.owed = False
        if answer.says == TAKE_SECOND:
            yield from initial_card(play, hand, 1)
        else:
            yield from give_back(hand, play.boxes[hand.seat], play, ONE_CARD.cite)


# --- the next card, and what may be reported at any moment of the round


class Voided(Exception):
    """All hands are dead, because the chapter says so or a floorperson decides it."""

    def __init__(self, why: str, cite: str) -> None:
        super().__init__(why)
        self.why, self.cite = why, cite


def next_card(play: Play, to: Who, cite: str) -> Procedure[Card]:
    """A card that is out already, else the next one from the shoe."""
    if play.ahead is not None:
        card, play.ahead = play.ahead, None
        return card
    while True:
        try:
            return (yield from play.dealing.card(to, cite))
        except Irregularity as fault:
            yield from at_any_moment(play, fault)


def asked(play: Play, election: Election) -> Procedure[Answer]:
    """Ask, and ask again after each irregularity reported meanwhile."""
    while True:
        try:
            return (yield from ask(election))
        except Irregularity as fault:
            yield from while_asking(play, fault)


def while_asking(play: Play, fault: Irregularity) -> Procedure[None]:
    """633a.14(c): a surplus card may be exposed while the dealer waits; it will be the next one dealt."""
    if fault.kind != EXPOSED.name or play.ahead is not None:
        yield from at_any_moment(play, fault)
        return
    yield irregularity_event(EXPOSED, fault)
    play.ahead = yield from next_card(play, DEALER, EXPOSED.cite)
    yield Revealed("exposed card", (play.ahead,), cite=EXPOSED.cite)


VOID_ROUND = "void_round"
READER, READER_MISUSE = "card reader", "use of the card reader"


def at_any_moment(play: Play, fault: Irregularity) -> Procedure[None]:
    """633a.14(h), (j), (k); any other irregularity is handled where it happens, or impossible."""
    if fault.kind == WRONG_SIDE.name and take_from_other_side(play):
        yield irregularity_event(WRONG_SIDE, fault)
    elif fault.kind == READER_MISUSED.name and play.hole_card_down and not play.may_hide_blackjack:
        yield irregularity_event(READER_MISUSED, fault)
        what = "was told that the hole card had been put into the card reader"
        yield from attest(FLOOR, what, READER_MISUSED.cite, kind=READER_MISUSE, says="informed")
        if play.rules.card_reader_can_reveal:
            raise Voided(fault.kind, "633a.14(j)(1)")
    elif fault.kind == READER_BROKEN.name:
        yield irregularity_event(READER_BROKEN, fault)
        yield reader_status(in_service=False)
        yield from reader_repaired()
    else:
        yield play.dealing.order(fault)


READER_IN_ORDER = Election(FLOOR, "card reader in order", (Option(REPAIRED), Option(REPLACED)), READER_BROKEN.cite)
# I-633a-46: before another round is dealt. No default: nobody deals before it is answered.


def reader_status(*, in_service: bool) -> Event:
    """633a.14(k): the card reader went out of order, or is in order again."""
    return DeviceStatus(READER, in_service, cite=READER_BROKEN.cite)


def reader_repaired() -> Procedure[None]:
    """633a.14(k), I-633a-35: the game waits until the card reader works again, or a floorperson voids the round."""
    options = (*READER_IN_ORDER.options, Option(VOID_ROUND))
    kind = READER_IN_ORDER.kind
    answer = yield from ask(Election(FLOOR, kind, options, READER_BROKEN.cite, options[0], waits=True))
    if answer.says == VOID_ROUND:
        raise Voided(READER_BROKEN.name, "I-633a-35")
    yield reader_status(in_service=True)


def take_from_other_side(play: Play) -> bool:
    """633a.14(h): take this round's cards from the other side instead; False where they cannot have come from there.

    Only cards that everyone sees decide that: a hole card that cannot have come from there is left where it was.
    """
    if not play.rules.double_shoe or play.wrong_side:  # reported once: from then on the other side is in use
        return False
    other = RIGHT if play.using == LEFT else LEFT
    right, wrong = play.dealing.shoe, play.sides[other].shoe
    hole = play.dealer[1:] if play.hole_card_down else []
    cards = [card for hand in play.hands() for card in hand.cards] + play.dealer[: len(play.dealer) - len(hole)]
    if play.determinant in cards:  # that one was drawn before the side was known
        cards.remove(play.determinant)
    if any(wrong.remaining[card] < cards.count(card) for card in cards):
        return False
    cards += [card for card in hole if isinstance(card, FaceDown) or wrong.remaining[card] > cards.count(card)]
    for card in cards:
        right.put_back(card)
        wrong.take(card)
        moved_to(card, wrong.remaining)
    play.using, play.wrong_side = other, True
    return True

"""§§ 633a.3–633a.7(f), 633a.12(b): the shoe or shoes, the next card, the first two cards, and what goes wrong with them."""

from pitboss.chapters.ch633a_blackjack.hands import LEFT, RIGHT, Hand, Play
from pitboss.chapters.ch633a_blackjack.irregularities import (
    EXPOSED,
    LAW,
    MISSED_HIMSELF,
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
from pitboss.events import Dealt, Noted, Revealed, Shown
from pitboss.families.shoe_dealing import DealingShoe, ShoeLaw, ready, told
from pitboss.game import Start
from pitboss.procedure import (
    DEALER,
    FLOOR,
    Answer,
    Election,
    Irregularity,
    Option,
    Procedure,
    Who,
    ask,
)

import msgspec

# §§ 633a.3–633a.5, 633a.7(a)–(c).  Shoe, shuffle, cut, burn.

SHOE = "shoe"


def shoe_law(rules: Rules, *, opening: bool) -> ShoeLaw:
    """What the chapter says about the shoe, under these rules."""
    law = LAW
    if rules.preshuffled and opening:
        law = msgspec.structs.replace(law, shuffle="633a.4(f)")
    if rules.double_shoe or rules.dealt_from_hand:  # 633a.7(d) and 633a.12(b)(5) stand in lieu of 633a.7(c)
        law = msgspec.structs.replace(law, burn="")
    return law


def fill_shoe(states: tuple[ShoeState, ...], rules: Rules, start: Start) -> Procedure[dict[str, DealingShoe]]:
    """The shoe for this round, or both sides of it; dealt from the hand, a card is burned before every round."""
    names = (LEFT, RIGHT) if rules.double_shoe else (SHOE,)
    sides = {}
    for name, state in zip(names, states, strict=True):
        sides[name] = yield from ready(
            rules.cards,
            state,
            shoe_law(rules, opening=not state.shuffled),
            start,
            continuous=rules.continuous_shuffler,
            automated=rules.automated_shuffling_device,
            device=SHOE if name == SHOE else f"{name} side",
        )
    if rules.dealt_from_hand:
        yield from sides[SHOE].burn(cite="633a.12(b)(5)")
    return sides


# § 633a.7(d).  The determinant card of a double shoe.


def named_side(card: Card, rules: Rules) -> str:
    """(d)(1): hearts and diamonds name one side, spades and clubs the other."""
    red_left = rules.suit_to_side is SuitToSide.RED_LEFT
    return LEFT if (suit(card) in "HD") == red_left else RIGHT


def determinant_card(play: Play) -> Procedure[None]:
    """(d)(1)–(2), I-633a-36: drawn from either side; its suit names the side; from that side it is the first card dealt."""
    first = play.hands()[0]
    sides = (Option(LEFT), Option(RIGHT))
    answer = yield from ask(Election(DEALER, "determinant card", sides, "633a.7(d)(1)", sides[0], courtesy=True))
    play.using = answer.says
    card = yield from next_card(play, first.seat, "633a.7(d)(1)")
    yield Shown("determinant card", card, cite="633a.7(d)(1)")
    if named_side(card, play.rules) == play.using:
        play.ahead = card
    else:
        yield play.dealing.shoe.discard("determinant card", (card,), "633a.7(d)(2)", shown=True)
        play.using = named_side(card, play.rules)


# --- the next card, and what may be reported at any moment of the round


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
    """Ask, and ask again after what may be reported meanwhile."""
    while True:
        try:
            return (yield from ask(election))
        except Irregularity as fault:
            yield from while_asking(play, fault)


def while_asking(play: Play, fault: Irregularity) -> Procedure[None]:
    """633a.14(c): a surplus card may be exposed while the dealer waits; he holds it as the next card."""
    if fault.kind != EXPOSED.name or play.ahead is not None:
        yield from at_any_moment(play, fault)
        return
    yield told(EXPOSED, fault)
    play.ahead = yield from next_card(play, DEALER, EXPOSED.cite)
    yield Revealed("exposed card", (play.ahead,), cite=EXPOSED.cite)


def at_any_moment(play: Play, fault: Irregularity) -> Procedure[None]:
    """633a.14(h), (j), (k); whatever else is reported is the affair of the place where it happens, or impossible."""
    if fault.kind == WRONG_SIDE.name and play.rules.double_shoe and take_from_other_side(play):
        yield told(WRONG_SIDE, fault)
    elif fault.kind == READER_MISUSED.name and _hole_card_down(play) and not play.may_hide_blackjack:
        if play.rules.card_reader_can_reveal:
            raise fault  # (j)(1): the round is void
        yield told(READER_MISUSED, fault)
        yield Noted("floorperson told; play goes on", cite="633a.14(j)(2)")
    elif fault.kind == READER_BROKEN.name:
        yield told(READER_BROKEN, fault)
        options = (Option("repaired"), Option("void_round"))
        answer = yield from ask(Election(FLOOR, "card reader", options, READER_BROKEN.cite, options[0], courtesy=True))
        if answer.says == "void_round":  # I-633a-35
            raise Voided(READER_BROKEN.name)
    else:
        raise fault


class Voided(Exception):
    """The round is void on a floorperson's word."""


def _hole_card_down(play: Play) -> bool:
    return len(play.dealer) == 2 and not play.revealed


def take_from_other_side(play: Play) -> bool:
    """633a.14(h): the cards of this round came from the other side, and stay where they are; False if they cannot have."""
    right, wrong = play.dealing.shoe, play.sides[RIGHT if play.using == LEFT else LEFT].shoe
    out = [card for hand in play.hands() for card in hand.cards] + play.dealer
    if any(wrong.remaining[card] < out.count(card) for card in out):
        return False
    for card in out:
        right.put_back(card)
        wrong.take(card)
    play.using = RIGHT if play.using == LEFT else LEFT
    return True

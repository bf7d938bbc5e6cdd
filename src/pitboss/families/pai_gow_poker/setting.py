"""Setting hands and surrendering them: what Pai Gow poker games ask of a player who has looked at the cards.

Any choice of cards may be set as the low hand, lawful or foul. The house way is shown to a player who asks, and used
for one who is absent. A hand once set is not touched again. A wager is surrendered whole and unseen (I-GEN-27).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from pitboss.equipment.cards import DECK_WITH_JOKER, Card
from pitboss.events import Revealed
from pitboss.faces import FaceDown, was_face_down
from pitboss.families.house_ways import Setting, UnseenSetting, low_hands, setting, setting_unseen
from pitboss.families.pai_gow import Remedy, deciding_first
from pitboss.families.pai_gow_poker.dealing import LOW
from pitboss.families.pai_gow_poker.round import PaiGowRound, exposed_decide, look, void_hand
from pitboss.procedure import DEALER, Answer, Election, GivenUp, Irregularity, Option, Procedure, Who, count
from pitboss.seating import Seat

SURRENDER, SHOW = "surrender", "show_hands"
HOUSE_WAY = "house_way"
HouseSets = Callable[[Sequence[Card]], Setting]  # the way in which the house would set a hand
SURRENDERED_CARDS = "surrendered cards"  # what the dealer is asked, by kind


Steps = Procedure[None]  # made once: an annotation inside a function is looked at in every round


def asked(
    game: PaiGowRound, questions: Iterable[Election], remedy: Remedy, *, secret: bool = False
) -> Procedure[dict[Who, Answer]]:
    """Ask all of these players who are still in the round, again after one of them left or had a card exposed."""
    deal = game.deal

    def noticed(fault: Irregularity) -> Steps:
        unlaid = fault.seat in game.seats and fault.seat not in {*game.settings, *fault.answered}
        return deal.exposes(fault) if unlaid and deal.may_be_exposed(fault) else remedy(fault)

    return deciding_first(
        questions,
        takes_part=lambda seat: seat in game.seats,
        exposed=deal.exposed,
        question=deal.exposed_question,
        void=lambda seat: void_hand(game, seat),
        remedy=noticed,
        secret=secret,
    )


def setting_question(
    game: PaiGowRound, seat: Seat, house: HouseSets, size: int, cite: str, *besides: Option
) -> Election:
    """Which cards make the low hand, in every possible way, or one of the further options (``besides``).

    Where only the player knows the cards, the house way has to wait until somebody asks for it: the dealer turns them.
    """
    cards = game.cards(seat)
    options = tuple(Option(LOW, cards=low) for low in low_hands(cards, size))
    if any(was_face_down(card) for card in cards):
        ask_dealer = Option(HOUSE_WAY)
        return Election(seat, "low hand", (*options, ask_dealer, *besides), cite, ask_dealer)
    return Election(seat, "low hand", (*options, *besides), cite, Option(LOW, cards=house(cards).low))


def looked(game: PaiGowRound, seats: Sequence[Seat], cite: str) -> Procedure[None]:
    """Each of these players looks at their cards; one whose card was exposed meanwhile decides before that."""
    yield from exposed_decide(game, seats)
    yield tuple(look(game, seat, cite) for seat in seats if seat in game.seats)


def set_face_down(game: PaiGowRound, answers: Mapping[Who, Answer], house: HouseSets, cite: str) -> Procedure[None]:
    """The hands that were set, face down: only their players know them."""
    for seat, answer in answers.items():
        cards = game.deal.hands[seat]
        if answer.says == HOUSE_WAY:
            made = setting(cards, house(cards).low)
        elif answer.says != LOW:
            continue
        elif any(isinstance(card, FaceDown) for card in cards):
            made = setting_unseen(cards, answer.cards)
        else:
            made = setting(cards, answer.cards)
        game.settings[seat] = made
        words = "" if isinstance(made, UnseenSetting) else made.spoken
        yield Revealed(seat, made.cards, words, cite=cite, seen_by=(seat,))


def surrendering(game: PaiGowRound, seat: Seat, main: str) -> Option:
    """I-GEN-27: the whole wager is lost."""
    return Option(SURRENDER, gives_up=GivenUp(game.wagers[seat, main].amount))


def surrender_question(game: PaiGowRound, seat: Seat, main: str, cite: str) -> Election:
    """A player without optional wagers may surrender until the hands are shown."""
    options = Option(SHOW), surrendering(game, seat, main)
    return Election(seat, "surrender", options, cite, options[0], courtesy=True, waits=True)


def surrendered(game: PaiGowRound, seat: Seat, main: str, cite: str, *, envied: bool) -> Procedure[None]:
    """Count the cards and discard them unseen; they stay where someone may have an Envy Bonus for them (I-645a-09).

    A count that differs means that the player was dealt a wrong number of cards.
    """
    dealt, kind, what = game.deal.law.cards, SURRENDERED_CARDS, f"counted the cards of seat {seat} face down"
    most = len(DECK_WITH_JOKER)
    if (yield from count(DEALER, what, cite, kind=kind, expected=dealt, most=most, says="cards_counted")) != dealt:
        raise Irregularity(game.deal.law.wrong_number.name, seat)
    wager = game.take(seat, main)
    assert wager is not None
    yield game.lose(wager, cite=cite, outcome=SURRENDER)
    if not envied:
        yield game.deal.deck.shoe.discard(seat, game.cards(seat), cite)
        game.leaves(seat)

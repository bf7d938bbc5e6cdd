"""Where something usual is decided in a shorter way, it is decided as in the long one."""

import random
from collections import Counter

import msgspec
import pytest

from pitboss import catalogue
from pitboss.chapters.ch633a_blackjack.rules import Rules
from pitboss.chapters.ch633a_blackjack.verdicts import FINALS, Standing, decide, depends_on_dealer
from pitboss.equipment import shoe as equipment
from pitboss.equipment.cards import DECK
from pitboss.equipment.shoe import Shoe, ShoeState
from pitboss.faces import FaceDown
from pitboss.procedure import Answer, Refused
from pitboss.wagers import WAGER, Book

PLAIN = catalogue.game("blackjack").example()
SWITCH = msgspec.structs.replace(PLAIN, blackjack_switch=True)


@pytest.mark.parametrize("rules", [PLAIN, SWITCH], ids=["Blackjack", "Switch"])
def test_depends_on_dealer_as_the_verdicts_say(rules: Rules) -> None:
    """Every standing of a hand: it depends on the dealer exactly where the dealer's endings differ in result or odds."""
    hands = [Standing(total) for total in range(2, 31)]
    hands += [Standing(21, blackjack=True), Standing(21, switched=True)]
    for mine in hands:
        verdicts = {(v.result, v.odds.text) for v in (decide(mine, final, rules) for final in FINALS)}
        assert depends_on_dealer(mine, rules) == (len(verdicts) > 1), mine


def test_shoe_known_from_the_round_before_is_the_shoe_counted_again() -> None:
    """What a round leaves behind, and what is counted from the cards that are missing, are the same."""
    source, cards, state = random.Random(3), DECK * 6, ShoeState()
    order = source.sample(cards, len(cards))
    for _ in range(20):
        dealt = Shoe(cards, state)
        for _ in range(source.randrange(1, 15)):
            dealt.take(order.pop())
        state = dealt.after()
        known = Shoe(cards, state)
        equipment._left_behind.clear()
        again = Shoe(cards, state)
        left = Counter(cards) - Counter(state.missing)
        assert known.remaining == again.remaining == {card: left[card] for card in DECK}
        assert known.left == again.left == left.total()


def test_no_shoe_of_five_hundred_tables_is_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left in a shoe is known from the round before, however many cards are out and however many tables take turns."""
    cards, tables = DECK * 8, [ShoeState() for _ in range(500)]
    for rounds in range(3):
        for number, state in enumerate(tables):
            dealt = Shoe(cards, state)
            if rounds == 1:
                monkeypatch.setattr(equipment, "_counted", counted)
            for card in cards[rounds * 100 : rounds * 100 + 90]:
                dealt.take(card)
            tables[number] = dealt.after()


def counted(cards: tuple[str, ...]) -> dict[str, int]:
    raise AssertionError(f"{len(cards)} cards were counted again")


@pytest.mark.parametrize("name", ["roulette", "sic-bo", "go-fore-it", "pai-gow-poker"])
def test_a_wager_is_taken_or_refused_alike_with_and_without_a_further_demand(name: str) -> None:
    """A demand that demands nothing makes the book look at every rule in turn; the answers are the same without it."""
    rules, source = catalogue.game(name).example(), random.Random(4)
    kinds = {kind.name: kind for kind in catalogue.game(name).wagers}
    spots = [*rules.spots, ("nothing", ""), (next(iter(rules.spots))[0], "nowhere")]
    quick = Book(rules.spots, rules.posted, kinds)
    slow = Book(rules.spots, rules.posted, kinds, demand=lambda book, answer, total: None)
    seen = Counter[str]()
    for _ in range(3000):
        kind, on = source.choice(spots)
        amount = source.choice((0, -500, 1, 99, 500, 1000, 2500, 10_000, 1_000_000))
        seat = source.choice((0, 1, 2, rules.posted.seats, rules.posted.seats + 1, "dealer"))
        answer = Answer(seat, WAGER, kind, on, amount, form=source.choice(("", "", "", "cheque")))
        told = [_told(book, answer) for book in (quick, slow)]
        assert told[0] == told[1], answer
        seen[told[0].split(":")[0]] += 1
    assert quick.up == slow.up
    assert min(seen["taken"], seen["refused"]) > 50


def _told(book: Book, answer: Answer) -> str:
    try:
        return f"taken: {book.take(answer)}"
    except Refused as refusal:
        return f"refused: {refusal.why} {refusal.sentence} {refusal.cite}"


# --- what remains in a shoe


class Counting(str):
    """A card that counts how often it is hashed."""

    hashed = 0

    def __hash__(self) -> int:
        Counting.hashed += 1
        return super().__hash__()


def dealt_on(state: ShoeState, full: tuple[str, ...], count: int, source: random.Random) -> ShoeState:
    """A round takes so many cards at random."""
    shoe = Shoe(full, state)
    for _ in range(count):
        shoe.take(source.choice([card for card, left in shoe.remaining.items() if left]))
    return shoe.after()


@pytest.mark.parametrize("decks", [1, 8])
def test_what_remains_in_a_shoe_is_what_counting_all_missing_cards_finds(decks: int) -> None:
    """From round to round, for the state itself, for one that was read from storage, and for another shoe's state."""
    full, source, state = DECK * decks, random.Random(3), ShoeState()
    while len(state.missing) + 6 <= len(full):
        state = dealt_on(state, full, source.randrange(1, 6), source)
        counted = Counter(full)
        counted.subtract(state.missing)
        stored = msgspec.json.decode(msgspec.json.encode(state), type=ShoeState)
        for one in (state, stored, msgspec.structs.replace(state, idle=True)):
            assert Shoe(full, one).remaining == counted
        assert sum(Shoe(full * 2, state).remaining.values()) == 2 * len(full) - len(state.missing)


def test_a_card_that_nobody_saw_is_still_among_those_that_may_come() -> None:
    """It is missing, and no face is taken out for it, now or in later rounds."""
    shoe = Shoe(DECK, ShoeState())
    shoe.take("AS")
    shoe.take(FaceDown("shoe 2", shoe.asks("633a.7(a)")))
    state = shoe.after()
    later = dealt_on(state, DECK, 3, random.Random(1))
    assert Shoe(DECK, state).remaining == {**dict.fromkeys(DECK, 1), "AS": 0}
    assert (Shoe(DECK, later).left, sum(Shoe(DECK, later).remaining.values())) == (47, 48)


def test_a_round_does_not_look_at_every_card_that_is_out() -> None:
    """To end a round and begin the next takes as much work with 300 cards out as with ten."""
    full = tuple(Counting(card) for card in DECK * 8)
    hashed = []
    for out in (10, 300):
        state = dealt_on(ShoeState(), full, out, random.Random(1))
        shoe = Shoe(full, state)
        shoe.take(next(card for card, left in shoe.remaining.items() if left))
        before = Counting.hashed
        Shoe(full, shoe.after())
        hashed.append(Counting.hashed - before)
    assert hashed[0] == hashed[1]

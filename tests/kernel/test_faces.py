"""Cards that lie face down at a table with physical cards: the same events, and no face before the text turns it."""

import random
from collections.abc import Callable

import msgspec
import pytest

from pitboss import catalogue
from pitboss.chapters.ch633a_blackjack import decisions
from pitboss.chapters.ch633a_blackjack.hands import worded
from pitboss.drivers.round import Round, turned_in
from pitboss.events import Burned, Dealt, Revealed
from pitboss.faces import FACE_DOWN, FaceDown, FaceNeeded, told_of
from pitboss.game import Game, RoundStart
from pitboss.procedure import CHANCE, Answer, Draw, Procedure, Refused
from pitboss.testkit.face_down import BothWays, again_face_down, alike
from pitboss.testkit.random_play import play_out

GAMES = list(catalogue.games().values())
WITH_FACES = [game for game in GAMES if any(word in game.equipment for word in ("card", "deck", "tile"))]


def both_ways(game: Game, seed: int, rounds: int = 2, **others: object) -> list[tuple[bool, BothWays]]:
    """Rounds of a random sitting, each played with known cards and again face down, on the tables that they leave."""
    pick, rules = random.Random(seed).randrange, msgspec.structs.replace(game.example(), **others)
    state, later = game.open(rules), None
    found = []
    for number in range(1, rounds + 1):
        known = Round(game, rules, state, RoundStart(number, seated=(1, 2)))
        events = play_out(known, pick, seats=3)
        again = again_face_down(known, later)
        found.append((alike(again.events, events), again))
        state, later = known.result, again.result
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_cards_face_down_end_in_the_same_events_and_are_asked_for_when_they_are_turned(game: Game) -> None:
    sittings = [one for seed in range(4) for one in both_ways(game, seed)]
    assert all(same for same, _ in sittings)
    assert not [one for _, again in sittings for one in again.too_early]
    assert any(again.face_down for _, again in sittings) == (game in WITH_FACES)


def test_633a_12_b_6_a_player_tells_what_a_hand_is_and_the_cards_are_turned_later() -> None:
    """Dealt from the hand, face down: nobody but the player sees the first two cards until they are turned."""
    filed = {"decks": 2, "dealt_from_hand": True, "automated_shuffling_device": True}
    sides = {"match_the_dealer": False, "royal_match_21": False, "lucky_ladies": False}
    sittings = [one for seed in range(8) for one in both_ways(catalogue.game("blackjack"), seed, **filed, **sides)]
    assert all(same for same, _ in sittings)
    assert not [one for _, again in sittings for one in again.too_early]
    assert sum(again.tells for _, again in sittings) > 20


def test_633a_12_b_6_cards_that_contradict_what_was_told_are_refused() -> None:
    deck = Draw("shoe", {"AS": 1, "AH": 1, "KS": 1, "9H": 1}, "", face=True)
    one, two = FaceDown("?1", deck), FaceDown("?2", deck)
    asked = told_of((one, two), worded, "player", "633a.12(b)(6)")
    question = next(asked)
    assert isinstance(question, Draw)
    assert set(question.weights) == {"Blackjack", "below 21", "pair", "pair of aces"}
    with pytest.raises(StopIteration):
        asked.send(Answer(CHANCE, "Blackjack"))
    assert set(one.possible) == {"AS", "AH", "KS"}, "an ace or a king; a nine makes no Blackjack"


def test_633a_7_h_a_hole_card_that_is_looked_at_too_early_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: a reader that turns the hole card instead of telling about it."""

    def turns(card: str, about: Callable[[str], str], device: str, cite: str) -> Procedure[str]:
        yield from ()
        return about(card)

    monkeypatch.setattr(decisions, "told", turns)
    blackjack = catalogue.game("blackjack")
    assert any(again.too_early for seed in range(30) for _, again in both_ways(blackjack, seed))


@pytest.mark.parametrize(
    "look",
    [
        lambda card: card == "AS",
        lambda card: card in {"AS"},
        lambda card: card[0],
        lambda card: sorted([card, "AS"]),
        lambda card: f"{card}",
        lambda card: card.startswith("A"),
        lambda card: {"AS": 1}.get(card),
        lambda card: list(card),
    ],
)
def test_nothing_can_be_learnt_from_a_card_that_lies_face_down(look: object) -> None:
    card = FaceDown("?1", Draw("shoe", {"AS": 1}, ""))
    with pytest.raises(FaceNeeded):
        look(card)  # type: ignore[operator]


def dealt_face_down() -> Round:
    """A round of blackjack up to the moment at which the hole card has to be turned: one player, who stands."""
    game = catalogue.game("blackjack")
    play = Round(game, game.example(), game.open(game.example()), RoundStart(1, seated=(1,)), may_lie_face_down=True)
    up = iter(["TH", "6C", "9H"])
    while not (isinstance(play.pending, Draw) and play.pending.place):
        if isinstance(play.pending, Draw):
            try:
                play.answer(Answer(CHANCE, FACE_DOWN))
            except Refused:
                play.answer(Answer(CHANCE, next(up)))
        elif play.elections():
            asked = play.elections()[0]
            stands = any(option.says == "stand" for option in asked.options)
            play.answer(Answer(1, "stand") if stands else (asked.default or asked.options[0]).answer(asked.to))
        elif not any(isinstance(item, Answer) and item.says == "wager" for item in play.history):
            play.answer(Answer(1, "wager", "blackjack", amount=1000))
        else:
            play.answer(Answer("dealer", "no_more_bets"))
    return play


def test_633a_7_l_the_hole_card_is_asked_for_when_it_is_turned() -> None:
    play = dealt_face_down()
    hidden = [
        event.card for event in play.known_events if isinstance(event, Dealt | Burned) and event.seen_by is not None
    ]
    assert hidden == ["?1", "?2"]  # the burn card, which is never asked for, and the hole card
    assert isinstance(play.pending, Draw)
    assert play.pending.place == "?2"
    before = list(play.known_events)
    told = play.answer(Answer(CHANCE, "5D"))
    assert isinstance(told[0], Revealed)
    assert told[0].cards == ("6C", "5D")
    assert next(e for e, old in zip(play.known_events, before, strict=False) if e != old).card == "5D"  # type: ignore[attr-defined]
    assert turned_in(play.history) == {2: "5D"}


def test_a_face_that_cannot_be_is_refused_and_the_round_goes_on() -> None:
    """Six decks hold six of each card; the seventh cannot lie there."""
    play = dealt_face_down()
    with pytest.raises(Refused, match=r"cannot show 'XX' now; it shows one of 52 outcomes, such as \w\w, "):
        play.answer(Answer(CHANCE, "XX"))
    assert isinstance(play.pending, Draw)
    assert play.pending.place == "?2"
    assert play.replica().pending == play.pending


def test_633a_7_f_what_comes_next_is_told_with_whom_it_is_for() -> None:
    """(f)(1)–(4) A card face up to each box, one face up to the dealer, a second to each box, the hole card face down."""
    play = dealt_face_down()
    first = next(at for at, item in enumerate(play.history) if isinstance(item, Answer) and item.says == "TH")
    coming = play.before(first).coming()
    assert [(shown.to, up) for shown, up in coming if isinstance(shown, Dealt)] == [
        (1, True),
        ("dealer", True),
        (1, True),
        ("dealer", False),
    ]
    with pytest.raises(Refused, match="face up"):
        play.before(first).answer(Answer(CHANCE, FACE_DOWN))

"""How many places a table has, in every chapter that sets no more than a maximum."""

import pytest

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.game import Game, RoundStart
from pitboss.paper.alternatives import rich
from pitboss.procedure import Answer, Refusal, Refused, Window
from pitboss.submission import choices, made_choices, submit
from tests.felts import lies_apart
from tests.test_properties import rng, to_the_window

# The most places, and the provision or reading that says so.
MOST = {
    "roulette": (8, "I-617a-16"),
    "big-six-wheel": (12, "I-619a-07"),
    "craps": (16, "I-623a-40"),
    "mini-craps": (9, "623a.2(c)"),
    "sic-bo": (12, "I-625a-11"),
    "minibaccarat": (9, "627a.2(a)"),
    "midibaccarat": (9, "629a.2(a)"),
    "baccarat": (14, "631a.2(a)"),
    "blackjack": (7, "633a.2(a)"),
    "pai-gow-poker": (6, "645a.2(a)"),
    "casino-war": (9, "651a.2(a)"),
    "six-card-fortune-pai-gow-poker": (6, "670a.2(a)"),
    "go-fore-it": (6, "676a.2(a)"),
    "over-under": (6, "686a.2(a)"),
    "dj-wild-stud-poker": (6, "687a.2(a)"),
    "face-up-pai-gow-poker": (6, "688a.2(a)"),
}
LEAST = {"baccarat": 10}  # 631a.2(a): 10 to 14
GAMES = [game for game in catalogue.games().values() if game.name in MOST]
by_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def chosen(game: Game, seats: int) -> dict[str, object]:
    return {**made_choices(rich(game).chosen), "seats": seats}


def test_621a_2_a_tiles_alone_have_exactly_six_positions() -> None:
    """I-621a-23: eight stacks are dealt, six to players; there is no choice."""
    assert set(catalogue.games()) - set(MOST) == {"pai-gow"}
    assert "seats" not in choices(catalogue.game("pai-gow").rules)


@by_game
def test_2_a_seats_are_filed_from_the_least_to_the_most(game: Game) -> None:
    """Below the least and above the most is refused under the provision that has the number."""
    (most, cite), least = MOST[game.name], LEAST.get(game.name, 1)
    for seats in (least, most):
        assert submit(game.rules, chosen(game, seats)).posted.seats == seats
    for seats in (least - 1, most + 1):
        with pytest.raises(Refused) as refusal:
            submit(game.rules, chosen(game, seats))
        assert (refusal.value.why, refusal.value.cite) == (Refusal.FORBIDDEN_CHOICE, cite)


@by_game
def test_2_a_as_many_places_are_on_the_layout_as_are_filed(game: Game) -> None:
    """Every number of places is drawn, apart from each other, and none beyond."""
    most, _ = MOST[game.name]
    for seats in range(LEAST.get(game.name, 1), most + 1):
        felt = game.felt(submit(game.rules, chosen(game, seats)))
        if game.name != "roulette":  # whose areas lie on the lines between numbers
            lies_apart(felt)
        own = {area.seat for area in felt.areas if area.seat}
        assert not own or own == set(range(1, seats + 1))


@by_game
def test_2_a_a_seat_beyond_those_filed_is_refused(game: Game) -> None:
    """The last seat filed may wager, the next one is no seat."""
    seats = LEAST.get(game.name, 3)
    rules = submit(game.rules, chosen(game, seats))
    play = Round(game, rules, game.open(rules), RoundStart(1))
    to_the_window(play, rng(1))
    assert isinstance(play.pending, Window)
    assert play.pending.menu.offers(seats)
    wager, on = next(iter(rules.spots))
    with pytest.raises(Refused) as refusal:
        play.answer(Answer(seats + 1, "wager", wager, on, 1000))
    assert refusal.value.why is Refusal.NO_SUCH_SEAT


@by_game
def test_a_filing_from_before_seats_could_be_filed_keeps_its_hash(game: Game) -> None:
    """With all places the choice is neither recorded nor hashed, where it came after filings were recorded."""
    most, _ = MOST[game.name]
    filed = submit(game.rules, chosen(game, most))
    added = choices(game.rules)["seats"][1].added
    assert ("seats" in filed.chosen) is not added
    without = {name: value for name, value in chosen(game, most).items() if name != "seats"}
    assert submit(game.rules, without).hash(game.name) == filed.hash(game.name)
    fewer = submit(game.rules, chosen(game, most - 1))
    assert fewer.chosen["seats"] == most - 1
    assert fewer.hash(game.name) != filed.hash(game.name)

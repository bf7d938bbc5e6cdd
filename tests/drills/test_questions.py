"""Drills: every question can be answered, its key is what the procedure does when its round is played again."""

from functools import cache

import msgspec
import pytest

from pitboss import catalogue, law
from pitboss.drills import asking
from pitboss.drills.kinds import Kind
from pitboss.drills.question import Drill, PosedQuestion
from pitboss.drills.tables import Setting
from pitboss.events import Dealt
from pitboss.mathematics.kit.judging import is_judged
from pitboss.procedure import DEALER, Refused
from tests.drills.again import check

SEED = bytes(range(32))
IN_THE_SUITE = ("go-fore-it", "over-under", "casino-war", "roulette", "craps", "pai-gow")
QUICK = [Kind.PAY, Kind.NEXT, Kind.CALL, Kind.READ, Kind.FLOOR]
# games in which nothing is announced but the end of betting, and those in which no hand is named
SILENT = {"big-six-wheel", "casino-war", "dj-wild-stud-poker", "go-fore-it", "over-under"}
HANDLESS = {"big-six-wheel", "casino-war", "craps", "mini-craps", "roulette", "sic-bo"}


@cache
def setting(name: str) -> Setting:
    game = catalogue.game(name)
    return Setting(game, game.example())


def made(name: str, kind: Kind, number: int) -> Drill:
    found = asking.drill(setting(name), kind, SEED, number)
    assert found is not None
    return found


def has(name: str, kind: Kind) -> bool:
    if kind is Kind.DECISIONS:
        return is_judged(catalogue.game(name))
    return name not in {Kind.CALL: SILENT, Kind.READ: HANDLESS}.get(kind, set())


def looked_at(name: str, kind: Kind, count: int) -> None:
    """So many questions: right by the engine, told apart by grading, sent and read, cited."""
    if not has(name, kind):
        with pytest.raises(Refused, match="has no drills of the kind"):
            asking.question(setting(name), kind, SEED, 0)
        return
    for number in range(count):
        drill = made(name, kind, number)
        check(setting(name), drill)
        question = drill.question
        sent = msgspec.json.encode(question)
        assert msgspec.json.encode(msgspec.json.decode(sent, type=PosedQuestion)) == sent
        assert drill.cites
        assert all(law.gist(cite) for cite in drill.cites), drill.cites
        right = drill.grade(drill.accepted[0])
        assert (right.right, right.cost) == (True, 0)
        wrong = [choice.key for choice in question.choices if choice.key not in drill.accepted]
        for answer in wrong if question.choices else ["0.01"]:
            graded = drill.grade(answer)
            assert not graded.right
            assert (graded.cost > 0) == (kind is Kind.DECISIONS)
        assert msgspec.json.encode(right)


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("name", IN_THE_SUITE)
def test_questions_agree_with_the_engine_played_again(name: str, kind: Kind) -> None:
    looked_at(name, kind, 2)


def test_what_is_announced_in_the_same_breath_is_no_wrong_answer() -> None:
    """The points of both hands, then who wins: whoever is asked for one is not misled with the other."""
    looked_at("minibaccarat", Kind.CALL, 24)


@pytest.mark.slow
@pytest.mark.parametrize("name", catalogue.games())
def test_many_questions_of_every_game(name: str) -> None:
    for kind in Kind:
        looked_at(name, kind, 4 if kind is Kind.DECISIONS else 30)


@pytest.mark.parametrize("kind", QUICK)
def test_a_wrong_key_is_found_out(kind: Kind) -> None:
    """The control: a key that names another answer does not agree with the engine."""
    drill = made("pai-gow", kind, 1)
    wrong = next((c.key for c in drill.question.choices if c.key not in drill.accepted), "0.01")
    with pytest.raises(AssertionError):
        check(setting("pai-gow"), msgspec.structs.replace(drill, accepted=(wrong,)))


def test_a_wrong_key_of_a_decision_is_found_out() -> None:
    drill = made("go-fore-it", Kind.DECISIONS, 0)
    wrong = tuple(choice.key for choice in drill.question.choices if choice.key not in drill.accepted)
    with pytest.raises(AssertionError):
        check(setting("go-fore-it"), msgspec.structs.replace(drill, accepted=wrong))


def test_the_same_seed_asks_the_same_and_another_asks_something_else() -> None:
    """A question is made of game, rules, kind, seed and number, and so is its grade."""
    over_under = setting("over-under")
    once = asking.question(over_under, Kind.PAY, SEED, 3)
    again = Setting(over_under.game, over_under.game.example())
    assert asking.question(again, Kind.PAY, SEED, 3) == once
    assert asking.question(over_under, Kind.PAY, SEED, 4) != once
    assert asking.question(over_under, Kind.PAY, bytes(32), 3) != once
    graded = asking.grade(again, Kind.PAY, SEED, 3, "1")
    assert graded == made("over-under", Kind.PAY, 3).grade("$1.00")


def test_what_is_no_answer_is_refused_in_a_sentence() -> None:
    choose, pay = made("over-under", Kind.READ, 0), made("over-under", Kind.PAY, 0)
    with pytest.raises(Refused, match="Expected a choice from 1 to 4, not '9'"):
        choose.grade("9")
    with pytest.raises(Refused, match="'much' is not an amount of money"):
        pay.grade("much")


def test_a_decision_is_asked_with_no_more_than_its_seat_sees() -> None:
    """Cards that are dealt face down to others have no face in the question."""
    for number in range(4):
        scene = made("go-fore-it", Kind.DECISIONS, number).question.scene
        dealt = [event.card for event in scene if isinstance(event, Dealt) and event.to == DEALER]
        assert dealt == [""] * 4

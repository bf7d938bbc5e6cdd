"""What a learner keeps: boxes, streaks, cost; and that weak topics come back."""

import msgspec
import pytest

from pitboss import catalogue
from pitboss.drills.kinds import Kind
from pitboss.drills.progress import RESTS, Progress, answered, due, key, next_drill, next_kind, read, weakest
from pitboss.drills.question import Grade, PosedQuestion
from pitboss.drills.tables import Setting
from pitboss.procedure import Refused

OVER_UNDER = Setting(catalogue.game("over-under"), catalogue.game("over-under").example())
RIGHT, WRONG = (
    Grade(right=True, given="1", accepted=("1",), cites=()),
    Grade(right=False, given="2", accepted=("1",), cites=(), cost=12.5),
)


def asked(topic: str, kind: Kind = Kind.PAY) -> PosedQuestion:
    return PosedQuestion("over-under", kind, "00", 0, topic, "?", ())


def test_a_right_answer_rests_longer_each_time_and_a_wrong_one_starts_again() -> None:
    known, rests = Progress(), []
    for _ in range(len(RESTS) + 1):
        known = answered(known, asked("a"), RIGHT)
        topic = known.topics["over-under/pay/a"]
        rests.append(topic.due - known.asked)
    assert rests == [*RESTS[1:], RESTS[-1], RESTS[-1]]
    known = answered(known, asked("a"), WRONG)
    topic = known.topics["over-under/pay/a"]
    assert (topic.box, topic.due - known.asked) == (0, RESTS[0])


def test_accuracy_streak_cost_and_time() -> None:
    known = Progress()
    for grade in (RIGHT, RIGHT, WRONG, RIGHT):
        known = answered(known, asked("a"), grade, seconds=1.5)
    assert (known.asked, known.right, known.streak, known.longest) == (4, 3, 1, 2)
    assert (known.accuracy, known.cost, known.seconds) == (0.75, 12.5, 6.0)
    assert [name for name, _ in weakest(known)] == ["over-under/pay/a"]
    assert read(msgspec.json.encode(known)) == known


def test_only_what_is_due_of_this_kind_is_due() -> None:
    known = answered(Progress(), asked("weak"), WRONG)
    assert due(known, OVER_UNDER, Kind.PAY) == ()  # one question comes between
    known = answered(known, asked("strong"), RIGHT)
    known = answered(known, asked("other", Kind.READ), WRONG)
    assert due(known, OVER_UNDER, Kind.PAY) == ("over-under/pay/weak",)
    assert due(known, OVER_UNDER, Kind.FLOOR) == ()


def test_a_weak_topic_comes_back_before_others() -> None:
    """Of the questions ahead, the one on the weak topic is asked, although others come sooner."""
    seed = bytes(32)
    ahead = [next_drill(OVER_UNDER, Kind.PAY, seed, n, Progress()) for n in range(6)]
    topics = [one.question.topic for one in ahead if one is not None]
    weak = next(topic for topic in topics if topic != topics[0])
    known = answered(Progress(), asked(weak), WRONG)
    for other in set(topics) - {weak}:
        known = answered(known, asked(other), RIGHT)
    found = next_drill(OVER_UNDER, Kind.PAY, seed, 0, known)
    assert found is not None
    assert key(found.question) == f"over-under/pay/{weak}"
    assert found.question.number == topics.index(weak)


def test_a_file_that_is_no_progress_is_refused() -> None:
    with pytest.raises(Refused, match="no record of drills"):
        read(b'{"asked": "many"}')


def test_of_several_kinds_the_weakest_is_next_else_the_one_that_was_asked_least() -> None:
    kinds = (Kind.PAY, Kind.READ, Kind.FLOOR)
    assert next_kind(Progress(), OVER_UNDER, kinds) is Kind.PAY
    known = answered(Progress(), asked("a", Kind.PAY), RIGHT)
    assert next_kind(known, OVER_UNDER, kinds) is Kind.READ
    known = answered(known, asked("b", Kind.READ), WRONG)
    assert next_kind(known, OVER_UNDER, kinds) is Kind.FLOOR  # what was wrong rests for one question
    known = answered(known, asked("c", Kind.FLOOR), RIGHT)
    assert next_kind(known, OVER_UNDER, kinds) is Kind.READ
    assert next_kind(known, OVER_UNDER, (Kind.PAY, Kind.FLOOR)) is Kind.PAY

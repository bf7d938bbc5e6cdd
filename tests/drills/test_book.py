"""A book of judged decisions: what comes back when, and the rating."""

import msgspec
import pytest

from pitboss.drills import book
from pitboss.drills.book import DAY, LEAST, RESTS, BookedDecision

NOW = 1_000_000.0


def made(id: str = "a", percent: float = 0.0, at: float = NOW, source: str = "table") -> BookedDecision:
    return book.booked(
        BookedDecision(id, at, source, "blackjack", "game=blackjack", "stand", "draw", 10 * percent, percent, 1000)
    )


def test_a_mistake_comes_back_and_a_right_answer_does_not() -> None:
    assert not made(percent=LEAST / 2).due
    assert made(percent=LEAST).due == NOW + RESTS[0]
    assert not made(percent=5, source="puzzle").due  # the puzzle itself comes back, not its answer
    assert book.next_puzzle([made(percent=5)], NOW) is None
    assert book.next_puzzle([made(percent=5)], NOW + RESTS[0]) == made(percent=5)


def test_each_right_answer_lets_it_rest_longer_and_a_wrong_one_begins_again() -> None:
    found, now, rests = made(percent=5), NOW, []
    while found.due:
        now = found.due
        found = book.solved(found, 0.0, now)
        rests.append(found.due - now if found.due else 0.0)
    assert rests == [*RESTS[1:], 0.0]
    begun = book.solved(book.solved(made(percent=5), 0.0, NOW), 3.0, NOW + DAY)
    assert (begun.box, begun.due) == (0, NOW + DAY + RESTS[0])


def test_of_several_the_one_that_was_right_least_often_and_cost_most_is_asked() -> None:
    one, other, third = made("one", 5), made("other", 9), book.solved(made("third", 50), 0.0, NOW)
    late = NOW + 2 * DAY
    assert book.next_puzzle([one, third, other], late) == other
    assert book.waiting([one, third, other, made("right")], NOW + 1) == (0, one.due)
    assert book.waiting([one, third, other], late) == (3, one.due)


@pytest.mark.parametrize(("percent", "rating"), [(0.0, 2500), (2.0, 1250), (6.0, 625)])
def test_the_rating_is_what_decisions_give_away(percent: float, rating: int) -> None:
    assert book.rating([made(str(n), percent) for n in range(book.LEAST_RATED)]) == rating
    assert book.rating([made(str(n), percent) for n in range(book.LEAST_RATED - 1)]) is None
    old = [made(f"old {n}", 50, NOW - DAY) for n in range(50)]
    assert book.rating([*[made(str(n), percent) for n in range(book.RATED)], *old]) == rating  # the latest count


def test_a_book_is_read_as_it_was_written() -> None:
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(made(percent=5)), type=BookedDecision) == made(percent=5)

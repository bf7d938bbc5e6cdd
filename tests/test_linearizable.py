"""The checker of histories: against every order there is, and on what the house must never answer."""

import itertools
import random
from collections.abc import Hashable
from typing import Any

import pytest

from soak.simulation.linearizable import (
    NEVER,
    Gave,
    Held,
    Operation,
    Saw,
    Step,
    Took,
    Wrote,
    is_linearizable,
    purse,
    table,
)


def by_trying(history: list[Operation], step: Step, state: Hashable) -> bool:
    """The same by the definition: some of those that were never answered, in every order."""
    answered = [one for one in history if one.answered < NEVER]
    open_ones = [one for one in history if one.answered == NEVER]
    for count in range(len(open_ones) + 1):
        for more in itertools.combinations(open_ones, count):
            if any(_fits(order, step, state) for order in itertools.permutations([*answered, *more])):
                return True
    return False


def _fits(order: tuple[Operation, ...], step: Step, state: Any) -> bool:
    if any(later.answered < one.called for n, one in enumerate(order) for later in order[n + 1 :]):
        return False
    for one in order:
        state = step(state, one.what)
        if state is None:
            return False
    return True


def drawn(pick: random.Random, whats: list[Any]) -> list[Operation]:
    found = []
    for what in whats:
        called = pick.randrange(10)
        found.append(Operation(called, NEVER if pick.random() < 0.2 else called + pick.randrange(6), what))
    return found


@pytest.mark.parametrize("seed", range(20))
def test_the_search_finds_what_trying_every_order_finds(seed: int) -> None:
    """Of short histories, both lawful and not."""
    pick, found = random.Random(seed), [0, 0]
    for _ in range(15):
        tables = [pick.choice((Wrote, Saw))(pick.randrange(1, 5)) for _ in range(pick.randrange(1, 6))]
        purses = [Held(10), *(pick.choice((Took, Gave, Held))(pick.randrange(0, 12)) for _ in range(pick.randrange(5)))]
        for whats, step, state in ((tables, table, 0), (purses, purse, -1)):
            history = drawn(pick, whats)
            lawful = is_linearizable(history, step, state)
            assert lawful == by_trying(history, step, state), history
            found[lawful] += 1
    assert min(found) > 3


def test_what_a_table_must_never_answer() -> None:
    """Two commands of one entry; an answer that went back; a new connection that shows what was before an answer."""
    lawful = [Operation(0, 3, Wrote(2)), Operation(1, 2, Wrote(1)), Operation(4, 5, Saw(2)), Operation(4, 9, Wrote(5))]
    assert is_linearizable(lawful, table, 0)
    assert not is_linearizable([Operation(0, 1, Wrote(2)), Operation(0, 1, Wrote(2))], table, 0)
    assert not is_linearizable([Operation(0, 1, Wrote(2)), Operation(2, 3, Wrote(1))], table, 0)
    assert not is_linearizable([Operation(0, 1, Wrote(2)), Operation(2, 3, Saw(1))], table, 0)
    assert is_linearizable([Operation(0, 3, Wrote(2)), Operation(2, 3, Saw(1))], table, 0)


def test_what_a_purse_must_never_answer() -> None:
    """Chips spent twice, or seen before they were given; those on the way may come later."""
    begins = Operation(0, 1, Held(10))
    assert not is_linearizable([begins, Operation(2, 3, Took(6)), Operation(2, 3, Took(6))], purse, -1)
    assert not is_linearizable([begins, Operation(2, 3, Took(6)), Operation(4, 5, Held(10))], purse, -1)
    given = [begins, Operation(2, 3, Took(6)), Operation(4, NEVER, Gave(9))]
    assert is_linearizable([*given, Operation(5, 6, Held(4)), Operation(7, 8, Held(13))], purse, -1)
    assert not is_linearizable([*given, Operation(5, 6, Held(13)), Operation(7, 8, Held(4))], purse, -1)


def test_a_long_history_is_no_trouble() -> None:
    """Of ten clients at once, for whom there is one order among very many."""
    pick = random.Random(1)
    history = [Operation(n, n + pick.uniform(0, 10), Wrote(n + 1)) for n in range(3000)]
    assert is_linearizable(history, table, 0)
    pick.shuffle(history)
    assert is_linearizable(history, table, 0)
    assert not is_linearizable([*history, Operation(2500, 2501, Saw(2400))], table, 0)

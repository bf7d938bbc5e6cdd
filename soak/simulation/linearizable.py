"""Whether what clients were answered could have happened in one order (Wing and Gong's search, as Porcupine does it).

Each operation takes effect at one moment between its call and its answer. The search takes operations one after the other, of those
that had begun before the first that is left had been answered; it steps back where an answer does not fit, and remembers what
it has seen: the operations taken and the state to which they lead. One that was never answered may have taken effect or not.
"""

from collections.abc import Callable, Hashable, Iterable
from typing import Any, NamedTuple

NEVER = float("inf")  # when an operation was answered that was not
Step = Callable[[Any, Any], Hashable | None]  # the state after an operation that answered so; None: it cannot have


class Operation(NamedTuple):
    """What somebody asked for, with what they were answered, and when."""

    called: float
    answered: float
    what: Any


class _Node:
    """A call or an answer, in the order of time."""

    __slots__ = ("answer", "before", "next", "number")

    def __init__(self, number: int, answer: "_Node | None") -> None:
        self.number, self.answer = number, answer  # of a call, its answer; None: this is an answer
        self.before: _Node | None = None
        self.next: _Node | None = None

    def lift(self) -> None:
        """Take a call and its answer out of what is left."""
        for one in (self, self.answer):
            assert one is not None
            assert one.before is not None
            one.before.next = one.next
            if one.next is not None:
                one.next.before = one.before

    def put_back(self) -> None:
        for one in (self.answer, self):
            assert one is not None
            assert one.before is not None
            one.before.next = one
            if one.next is not None:
                one.next.before = one


def is_linearizable(history: Iterable[Operation], step: Step, state: Hashable) -> bool:
    """Whether there is an order in which every operation could have answered as it did."""
    operations = list(history)
    first = _listed(operations)
    left = sum(one.answered < NEVER for one in operations)  # that have to take effect
    taken, seen = 0, {(0, state)}
    stack: list[tuple[_Node, Hashable]] = []
    node = first.next
    while left:
        if node is not None and node.answer is not None:  # a call: it may be the next
            new = step(state, operations[node.number].what)
            with_it = taken | 1 << node.number
            if new is not None and (with_it, new) not in seen:
                seen.add((with_it, new))
                stack.append((node, state))
                state, taken = new, with_it
                left -= operations[node.number].answered < NEVER
                node.lift()
                node = first.next
            else:
                node = node.next
            continue
        if not stack:  # an answer, before which its call has to take effect: nothing fits
            return False
        node, state = stack.pop()
        taken &= ~(1 << node.number)
        left += operations[node.number].answered < NEVER
        node.put_back()
        node = node.next
    return True


def _listed(operations: list[Operation]) -> _Node:
    """The calls and answers as a list, behind a first node that is none; at the same moment calls come first."""
    events: list[tuple[float, int, int, _Node]] = []
    for number, one in enumerate(operations):
        answer = _Node(number, None)
        events += [(one.called, 0, number, _Node(number, answer)), (one.answered, 1, number, answer)]
    first = last = _Node(-1, None)
    for *_, node in sorted(events, key=lambda event: event[:3]):
        last.next, node.before = node, last
        last = node
    return first


# --- what the house promises


class Wrote(NamedTuple):
    """A command was acknowledged, with the number of the last entry that it led to."""

    sequence: int


class Saw(NamedTuple):
    """A connection was opened, and showed the table as of that entry."""

    sequence: int


def table(state: int, what: Wrote | Saw) -> int | None:
    """The record of a table: it only grows, every command makes it longer, and nobody is shown what was before an answer."""
    if isinstance(what, Wrote):
        return what.sequence if what.sequence > state else None
    return what.sequence if what.sequence >= state else None


class Took(NamedTuple):
    """Chips went from a purse to a table."""

    amount: int


class Gave(NamedTuple):
    """Chips go from a table to the purse; they may be on the way for a while."""

    amount: int


class Held(NamedTuple):
    """What the owner was shown to have in it."""

    balance: int


def purse(state: int, what: Held | Took | Gave) -> int | None:
    """A purse has what was put into it and not taken out, and never owes. Its first content is what is seen first (-1 before)."""
    if isinstance(what, Held):
        return what.balance if state in (-1, what.balance) else None
    if state == -1:
        return None
    if isinstance(what, Took):
        return state - what.amount if state >= what.amount else None
    return state + what.amount

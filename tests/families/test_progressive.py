"""Progressive meters: seed, contributions, awards, reseed, sharing, reversal; nothing is made or lost."""

from collections.abc import Generator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.events import Event, MeterMoved
from pitboss.families.progressive import (
    Progressive,
    Sharing,
    after_moves,
    check_rate,
    contribution,
    linked_state,
    opened,
    verification,
)
from pitboss.meters import MICRO, Meter, MeterState
from pitboss.procedure import FLOOR, SYSTEM, Answer, Election, Refused
from pitboss.wagers import Wager

METER = Meter("bad_beat", "633a.13(j)(2)", 500_000, 600_000, Fraction("12.5"))


def told(procedure: Any, *answers: Answer) -> tuple[list[Event], Any]:
    """What a procedure tells when these answers are given, and what it returns."""
    events: list[Event] = []
    if not isinstance(procedure, Generator):
        return list(procedure), None
    waiting, reply = list(answers), None
    try:
        while True:
            item = procedure.send(reply)
            reply = waiting.pop(0) if isinstance(item, Election) else None
            if isinstance(item, Event):
                events.append(item)
    except StopIteration as stop:
        return events, stop.value


def wager(seat: int, amount: int) -> Wager:
    return Wager(seat, "bad_beat", "", amount)


def test_contribution_is_exact_in_micro_cents() -> None:
    """12.5 % of a cent is 125,000 micro-cents; four decimals are the finest rate."""
    assert contribution(1, Fraction("12.5")) == 125_000
    assert contribution(1, Fraction("0.0001")) == 1
    check_rate("rate", Fraction("7.1234"), "633a.13(j)(2)")
    for fine in (Fraction("7.12345"), Fraction(1, 3)):
        with pytest.raises(Refused):
            check_rate("rate", fine, "633a.13(j)(2)")


def test_lock_out_moves_the_meter_by_each_wager() -> None:
    """Dealing begins: one movement a wager, in order."""
    progressive = Progressive(METER, opened(METER))
    events, _ = told(progressive.lock_out([wager(1, 200), wager(3, 500)], "633a.2(c)"))
    moved = [event for event in events if isinstance(event, MeterMoved)]
    assert [(m.seat, m.after - m.before, m.why) for m in moved] == [
        (1, 25 * MICRO, "contribution"),
        (3, 62_500_000, "contribution"),
    ]
    assert progressive.after() == MeterState(500_087_500_000)
    assert progressive.after().shown == 500_087


def test_whole_meter_in_turn_order() -> None:
    """The first takes all of it, the next the reseeded meter; a fraction of a cent stays."""
    progressive = Progressive(METER, MeterState(500_087_500_000))
    events, first = told(progressive.award(3))
    assert first == 500_087
    assert [(m.before, m.after, m.why) for m in events if isinstance(m, MeterMoved)] == [
        (500_087_500_000, 500_000, "award"), (500_000, 600_000_500_000, "reset"),
    ]  # fmt: skip
    assert told(progressive.award(1))[1] == 600_000


@pytest.mark.parametrize(("percent", "due"), [(10, 50_008), (20, 100_017)])
def test_part_of_the_meter_is_taken_off_without_a_reseed(percent: int, due: int) -> None:
    """I-GEN-04: a tenth or a fifth leaves the rest where it was."""
    progressive = Progressive(METER, MeterState(500_087_500_000))
    events, paid = told(progressive.award(2, percent))
    assert paid == due
    assert [m.why for m in events if isinstance(m, MeterMoved)] == ["award"]
    assert progressive.value == 500_087_500_000 - due * MICRO


def test_shares_in_proportion_and_equally() -> None:
    """By the size of the wagers, or the same for each; down to the cent, the rest stays on the meter."""
    winners = [wager(1, 100), wager(2, 200)]
    for sharing, awards in ((Sharing.PRO_RATA, {1: 33_333, 2: 66_666}), (Sharing.EQUAL, {1: 50_000, 2: 50_000})):
        progressive = Progressive(METER, MeterState(100_000 * MICRO))
        _, found = told(progressive.shared(winners, sharing))
        assert found == awards
        assert progressive.value == 600_000 * MICRO + (100_000 - sum(awards.values())) * MICRO


def test_void_takes_contributions_back() -> None:
    """I-GEN-08: of one seat, or of all; a second reversal finds nothing."""
    progressive = Progressive(METER, opened(METER))
    told(progressive.lock_out([wager(1, 200), wager(3, 500)], "633a.2(c)"))
    assert [(e.seat, e.why) for e in progressive.reverse([3]) if isinstance(e, MeterMoved)] == [(3, "void")]
    assert [e.seat for e in progressive.reverse() if isinstance(e, MeterMoved)] == [1]
    assert list(progressive.reverse()) == []
    assert progressive.after() == opened(METER)


def test_reserve_goes_into_the_next_seed() -> None:
    """A second rate fills a hidden pool that is added when the meter is reset, and comes back with a void."""
    meter = Meter("face_up", "633a.13(j)(2)", 1000, 2000, Fraction(1), Fraction(2))
    progressive = Progressive(meter, opened(meter))
    told(progressive.lock_out([wager(1, 10_000)], "633a.2(c)"))
    assert progressive.after() == MeterState(1100 * MICRO, 200 * MICRO)
    list(progressive.reverse())
    assert progressive.after() == opened(meter)
    told(progressive.lock_out([wager(1, 10_000)], "633a.2(c)"))
    assert told(progressive.award(1))[1] == 1100
    assert progressive.after() == MeterState(2200 * MICRO)


def test_linked_meter_is_the_systems_to_say() -> None:
    """I-GEN-33: before each movement the system is asked what the meter says; its default is what the table has."""
    meter = Meter("linked", "633a.13(j)(2)", 1000, 1000, Fraction(10), linked=True)
    progressive = Progressive(meter, opened(meter))
    question = next(progressive.award(1))
    assert isinstance(question, Election)
    assert (question.to, question.courtesy) == (SYSTEM, True)
    assert question.default is not None
    assert question.default.answer(SYSTEM).amount == 1000 * MICRO
    says = Answer(SYSTEM, "meter", on="linked", amount=77_777 * MICRO)
    question.check(says)
    assert told(progressive.award(1), says)[1] == 77_777


def test_linked_tables_add_up_to_one_meter() -> None:
    """I-GEN-33: told the sum of all movements each time, two tables move one meter and one reserve."""
    meter = Meter("linked", "633a.13(j)(2)", 1000, 2000, Fraction(10), Fraction(1), linked=True)
    states = [opened(meter), opened(meter)]

    def at(table: int, step: str) -> object:
        group = linked_state(meter, states)
        progressive = Progressive(meter, states[table])
        says = [Answer(SYSTEM, "meter", amount=group.value), Answer(SYSTEM, "reserve", amount=group.reserve)]
        work = progressive.lock_out([wager(1, 1000)], "633a.2(c)") if step == "wager" else progressive.award(1)
        found = told(work, *says)[1]
        states[table] = progressive.after()
        return found

    at(0, "wager")
    at(1, "wager")
    assert linked_state(meter, states) == MeterState(1200 * MICRO, 20 * MICRO)
    assert at(1, "award") == 1200
    assert linked_state(meter, states) == MeterState(2020 * MICRO)
    at(0, "wager")
    assert linked_state(meter, states) == MeterState(2120 * MICRO, 10 * MICRO)


@pytest.mark.parametrize("percent", [10, 100])
@pytest.mark.parametrize("void", [True, False])
def test_part_of_a_linked_meter_follows_from_its_events(percent: int, void: bool) -> None:
    """What a table in the middle of a round has moved is told by the events so far, the unseen reserve included."""
    meter = Meter("linked", "633a.13(j)(2)", 1000, 2000, Fraction(7), Fraction("0.5"), linked=True)
    before = MeterState(5000 * MICRO, 300 * MICRO, moved=40 * MICRO, kept=-7 * MICRO)
    progressive = Progressive(meter, before)
    says = [Answer(SYSTEM, "meter", amount=9999 * MICRO), Answer(SYSTEM, "reserve", amount=555 * MICRO)]
    events, _ = told(progressive.lock_out([wager(1, 100), wager(2, 500)], "633a.2(c)"), *says)
    if void:
        events += progressive.reverse([2])
    events += told(progressive.award(1, percent), *says)[0]
    now = progressive.after()
    found = after_moves(meter, before, [*events, MeterMoved("another", 0, 5, "contribution", cite="633a.13(j)(2)")])
    assert (found.moved, found.kept) == (now.moved, now.kept)


def test_award_is_verified_by_the_floor() -> None:
    """A courtesy with one answer: verified."""
    question = next(verification(4, "633a.7(o)(1)(ii)(B)"))
    assert isinstance(question, Election)
    assert (question.to, question.courtesy, [o.says for o in question.options]) == (FLOOR, True, ["verified"])
    events, _ = told(verification(4, "633a.7(o)(1)(ii)(B)"), Answer(FLOOR, "verified", on="4"))
    assert events[0].cite == "633a.7(o)(1)(ii)(B)"


@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.integers(1, 5000), st.integers(1, 5000), st.sampled_from([1, 7, 10, 20, 100])),
        max_size=30,
    )
)
def test_nothing_is_made_or_lost(rounds: list[tuple[int, int, int, int]]) -> None:
    """initial + contributions + reseeds = awards + meter + reserve, exactly, whatever happens."""
    meter = Meter("m", "633a.13(j)(2)", 500_000, 600_000, Fraction("7.1234"), Fraction("0.5678"))
    state, put, paid, seeds = opened(meter), 0, 0, 0
    for what, one, two, percent in rounds:
        progressive = Progressive(meter, state)
        wagers = [wager(1, one), wager(2, two)]
        events, _ = told(progressive.lock_out(wagers, "633a.2(c)"))
        put += sum(contribution(w.amount, meter.rate) + contribution(w.amount, meter.reserve_rate) for w in wagers)
        if what == 0:
            list(progressive.reverse([1]))
            put -= contribution(one, meter.rate) + contribution(one, meter.reserve_rate)
        elif what == 1:
            events, due = told(progressive.award(1, percent))
            paid += due
        elif what == 2:
            events, awards = told(progressive.shared(wagers, Sharing.PRO_RATA))
            paid += sum(awards.values())
        seeds += sum(isinstance(e, MeterMoved) and e.why == "reset" for e in events)
        state = progressive.after()
    assert meter.initial * MICRO + put + seeds * meter.reset * MICRO == paid * MICRO + state.value + state.reserve


@given(st.integers(0, 10_000), st.integers(0, 10_000), st.sampled_from([10, 100]), st.booleans())
def test_645a_13_f_cut_award_leaves_the_rest_on_the_meter(shows: int, limit: int, percent: int, linked: bool) -> None:
    """What it was less what was paid, raised to the reset amount only after the whole was won; the reserve is untouched."""
    meter = Meter("m", "633a.13(j)(2)", 0, 4_000, Fraction(10), Fraction(1), linked)
    before = MeterState(shows * MICRO, 7 * MICRO, shows * MICRO if linked else 0, 7 * MICRO if linked else 0)
    progressive = Progressive(meter, before)
    due = shows * percent // 100
    paid = min(limit, due)
    events, _ = told(progressive.pay(1, percent, paid))
    after, left = progressive.after(), shows - paid
    if paid == due:
        assert after.value == (4_007 * MICRO if percent == 100 else left * MICRO)
    else:
        assert (after.value, after.reserve) == ((max(left, 4_000) if percent == 100 else left) * MICRO, 7 * MICRO)
    if linked:
        assert after_moves(meter, before, events) == MeterState(before.value, before.reserve, after.moved, after.kept)

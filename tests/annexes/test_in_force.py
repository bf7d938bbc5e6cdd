"""The text that was in force before the proposal of July 2019 (I-143-25)."""

from datetime import date
from typing import Any

import msgspec
import pytest

from pitboss.annexes.notice import in_force
from pitboss.annexes.notice.answer import answer
from pitboss.annexes.notice.facts import Facts, Ground, Party, Producer
from tests.annexes.cases import FACTS, change, petition, says
from tests.annexes.regenerate import HERE
from tests.cli.conftest import Pitboss, pitboss

__all__ = ["pitboss"]


def with_notice(**changes: Any) -> Facts:
    assert FACTS.notice is not None
    return change(FACTS, notice=msgspec.structs.replace(FACTS.notice, **changes))


@pytest.mark.parametrize("by", list(Party))
def test_143_31_before_28_days_both_ways(by: Party) -> None:
    """Where the proposal asks for 90, whoever gives notice; payment is as it was."""
    facts = change(FACTS, by=by)
    found = in_force.answer(facts)
    assert (found.earliest_end, found.paid_by) == (date(2019, 10, 31), date(2019, 11, 20))
    assert answer(facts).earliest_end == date(2020, 1, 2)
    assert found.in_order


@pytest.mark.parametrize(("day", "lawful"), [(date(2019, 10, 30), False), (date(2019, 10, 31), True)])
def test_143_31_before_a_day_named_too_early(day: date, lawful: bool) -> None:
    found = in_force.answer(with_notice(ends=day))
    assert found.in_order is lawful
    assert says(found, "1 day too early") is not lawful


def test_143_31_before_asks_for_writing_and_reasons_and_no_list() -> None:
    """The Board's list, and what a petition needs, came with the proposal."""
    assert in_force.answer(with_notice(assistance=())).in_order
    assert not answer(with_notice(assistance=())).in_order
    assert in_force.answer(with_notice(reasons=())).lacks == ("The notice gives no reasons.",)
    unwritten = in_force.answer(with_notice(written=False))
    assert (unwritten.in_order, unwritten.earliest_end) == (False, None)


def test_143_31_before_has_no_waivers() -> None:
    found = in_force.answer(petition(Ground.LOST_SALES, decided=date(2019, 10, 15), approved=True))
    assert found.earliest_end == date(2019, 10, 31)
    assert says(found, "says nothing of the petition")


def test_143_32_before_sale_at_the_farm_forfeits_the_rights() -> None:
    """Such a producer counts as a dealer: nothing is owed to them, and they owe notice themselves."""
    farm = Producer(name="A Farm", sells_at_farm=True)
    lost = in_force.answer(change(FACTS, producer=farm))
    assert (lost.applies, lost.earliest_end) == (False, None)
    assert says(lost, "counts as a dealer")
    assert in_force.answer(change(FACTS, producer=farm, by=Party.PRODUCER)).earliest_end == date(2019, 10, 31)


def test_check_asks_either_text(pitboss: Pitboss) -> None:
    """And says which; any other name is refused."""
    file = HERE / "example.toml"
    assert "as proposed in July 2019" in pitboss("notice", "check", file)[1]
    assert "as it was in force before" in pitboss("notice", "check", file, "--text", "in-force")[1]
    status, _, err = pitboss("notice", "check", file, "--text", "later")
    assert status == 2
    assert "Expected proposed or in-force, not 'later'" in err

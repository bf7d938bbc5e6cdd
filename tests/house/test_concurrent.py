"""Many clients at one time are told what they would be told one after the other (promise 7); the long campaign is
``soak concurrent``."""

import pytest

from soak.concurrent import Hasty, campaign


def test_replies_are_those_of_one_after_the_other() -> None:
    found = campaign(3, 12, 25)
    assert not found.complaint
    assert found.accepted > 150
    assert found.refused > 40
    assert found.repeated > 20


def test_a_house_that_does_two_things_at_once_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.house.rebuilding.Host", Hasty)
    monkeypatch.setattr("soak.concurrent.REPEATED", 0.0)
    found = campaign(3, 12, 25)
    assert "the next answer is entry" in found.complaint

"""Reports tie out with the journals to the cent (promise 40); thirty days of twenty tables in ``make soak ARGS=reports``."""

from pathlib import Path

import pytest

from soak.reports import CONTROLS, Wrong, campaign, control, upgraded


def test_every_report_of_simulated_days_ties_out(tmp_path: Path) -> None:
    """As played, archived, indexed anew, after a restart, and from a copy; days without play too."""
    found = campaign(tmp_path, days=4, tables=3, rounds=1, seed=4)
    assert found.rounds >= 6
    assert found.idle > 0


def test_rounds_of_an_older_version_are_told_after_an_upgrade(tmp_path: Path) -> None:
    assert upgraded(tmp_path) > 10


@pytest.mark.parametrize("wrong", CONTROLS)
def test_a_report_that_is_wrong_by_a_cent_or_a_round_is_found_out(tmp_path: Path, wrong: str) -> None:
    with pytest.raises(Wrong):
        control(tmp_path, CONTROLS[wrong])

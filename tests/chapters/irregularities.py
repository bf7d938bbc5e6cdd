"""Irregularities that were reported but could not have happened: every game's script refuses them in the same way."""

from pitboss.testkit.tables import Played


def could_not_happen(played: Played, kind: str) -> None:
    """No moment of the round handles the irregularity, and the round went on to its end."""
    last_report_unused(played)
    assert played.refused is not None
    assert played.refused["why"].endswith(f": irregularity {kind}."), played.refused
    assert played.events_of("round_closed")
    assert not played.events_of("irregularity_reported")


def last_report_unused(played: Played) -> None:
    """No moment of the last round handles the irregularity; earlier rounds may have had reports of their own."""
    assert played.refused is not None, "it was accepted"
    assert played.refused["refusal"] == "unused", played.refused
    assert ": irregularity " in played.refused["why"], played.refused

"""Three real older versions: their records replay to the byte through their packages, and only what was recorded does."""

from collections.abc import Iterator

import pytest

from pitboss.rulebook.package import Package
from pitboss.rulebook.runner import EndFound, RefusedFound, ReplayedRound, Replayer
from tests.rulebook.records import (
    VERSIONS,
    altered,
    as_recorded,
    chained,
    lines_of,
    other_answer,
    other_event,
    other_outcome,
    package_of,
    records_of,
    replayed,
    seeds_of,
)

each_version = pytest.mark.parametrize("version", VERSIONS)
FORGED = ("roulette", "craps", "blackjack", "pai-gow-poker")  # a wheel, dice, a shoe, and a deck with a bank


@pytest.fixture(scope="module")
def replayers() -> Iterator[dict[str, Replayer]]:
    running: dict[str, Replayer] = {}
    yield running
    for replayer in running.values():
        replayer.close()


@pytest.fixture
def replayer(version: str, replayers: dict[str, Replayer]) -> Replayer:
    if version not in replayers:
        replayers[version] = Replayer(package_of(version))
    return replayers[version]


@each_version
def test_every_game_replays_to_the_byte(version: str, replayer: Replayer) -> None:
    """Each of the games of the version, all rounds, with the head that its house came to."""
    records = records_of(version)
    assert set(records) == set(package_of(version).rules.games)
    assert len(records) == 17
    for game, record in records.items():
        assert as_recorded(replayed(replayer, record), record), game


@each_version
def test_outcomes_are_recomputed_from_the_seeds(version: str, replayer: Replayer) -> None:
    """The seeds that a record opens reach the package: without them the same outcomes count as unopened."""
    record = records_of(version)["roulette"]
    rounds = [found for found in replayed(replayer, record) if isinstance(found, ReplayedRound)]
    assert all(found.recomputed and not found.unopened for found in rounds)
    without = replayer.replay("roulette", lines_of(record), {})
    assert all(found.unopened for found in without if isinstance(found, ReplayedRound))


@each_version
@pytest.mark.parametrize("game", FORGED)
def test_one_altered_answer_event_or_outcome_is_refused(version: str, game: str, replayer: Replayer) -> None:
    """A forger chains the record again, so that no hash tells; the replay does. Unaltered it passes the same way."""
    record = records_of(version)[game]
    assert chained(record) == record
    for change in (other_answer, other_event, other_outcome(record)):
        *_, last = replayed(replayer, altered(record, change))
        assert isinstance(last, RefusedFound), change
        assert last.sentence.startswith("Entry "), last
    assert as_recorded(replayed(replayer, record), record)


@each_version
def test_a_hash_that_does_not_follow_is_refused(version: str, replayer: Replayer) -> None:
    """Without being chained again an entry that is left out is found before anything is played."""
    record = records_of(version)["sic-bo"]
    (found,) = replayed(replayer, [record[0], *record[2:]])
    assert isinstance(found, RefusedFound)
    assert found.why == "corrupt"


@each_version
def test_a_replay_goes_on_from_where_another_ended(version: str, replayer: Replayer) -> None:
    """The first half ends with a snapshot between two rounds; the second half begins with it and comes to the same end."""
    record = records_of(version)["casino-war"]
    whole = replayed(replayer, record)[-1]
    cut = [place for place, entry in enumerate(record, 1) if entry.kind == "ended"][2]
    first, second = record[:cut], record[cut:]
    half = list(replayer.replay("casino-war", lines_of(first), seeds_of(record)))[-1]
    assert isinstance(half, EndFound)
    assert half.as_start is not None
    rest = list(replayer.replay("casino-war", lines_of(second), seeds_of(record), half.as_start))[-1]
    assert isinstance(rest, EndFound)
    assert isinstance(whole, EndFound)
    assert (rest.sequence, rest.head, rest.racks) == (whole.sequence, whole.head, whole.racks)
    assert rest.wagered == whole.wagered - half.wagered


@pytest.mark.parametrize("version", [version for version in VERSIONS if version.startswith("0.1.0")])
def test_todays_rules_do_not_replay_records_of_the_first_release(version: str) -> None:
    """The package is needed: what is installed refuses every game of 0.1.0, at its first entry."""
    with Replayer(Package.of()) as today:
        for record in records_of(version).values():
            (found,) = replayed(today, record)
            assert isinstance(found, RefusedFound)

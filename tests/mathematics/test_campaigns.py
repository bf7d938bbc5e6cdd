"""The long campaigns of ``soak``, short: what they would go through, and that they find a difference."""

import pytest

from pitboss import catalogue
from pitboss.mathematics.kit.comparison import exact_edge_for
from pitboss.mathematics.kit.edge import edges_for
from pitboss.mathematics.kit.kernel import kernels
from soak import edges
from soak import kernels as matched


def test_every_game_is_matched_with_the_engine() -> None:
    """A game of the catalogue that no module of these tests plays both ways is found out."""
    assert set(matched.matches()) == set(catalogue.games())


def test_campaign_ends_at_a_game_without_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """It names the game, and plays nothing."""
    known = {name: match for name, match in matched.matches().items() if name != "sic-bo"}
    monkeypatch.setattr(matched, "matches", lambda: known)
    with pytest.raises(AssertionError, match="sic-bo"):
        matched.campaign(rounds=10, names=["sic-bo"])


def test_campaigns_run(capsys: pytest.CaptureFixture[str]) -> None:
    """A little of each, on a game that is quick."""
    matched.campaign(rounds=300, names=["roulette"])
    edges.campaign(rounds=200_000, names=["over-under", "craps"])
    printed = capsys.readouterr().out
    assert "roulette: 300 rounds" in printed
    assert "craps, throws, pass_bet" in printed


def test_a_wrong_edge_stops_the_campaign(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exact edge that is off by a hundredth of the stake is far beyond four standard errors."""
    plain = exact_edge_for

    def off(*known: object) -> object:
        found = plain(*known)  # type: ignore[arg-type]
        return found and type("Off", (), {"house_edge": found.house_edge + 1, "half_width": found.half_width})

    monkeypatch.setattr(edges, "exact_edge_for", off)
    with pytest.raises(AssertionError, match="standard errors away"):
        edges.campaign(rounds=200_000, names=["over-under"])


@pytest.mark.parametrize(
    ("game", "kernel", "wager", "strategy"),
    [
        ("pai-gow", "pai_gow house way", "pai_gow", "house way"),
        ("pai-gow", "pai_gow optimal", "pai_gow", "optimal"),
        ("casino-war", "surrender", "initial", "always surrender"),
        ("casino-war", "surrender", "tie", "none"),
        ("craps", "throws", "pass_bet", "none"),
        ("sic-bo", "throws", "two_of_a_kind 3", "none"),
    ],
)
def test_estimates_are_compared_with_the_edge_of_the_same_play(
    game: str, kernel: str, wager: str, strategy: str
) -> None:
    """A wager that can be played in several ways is compared with the way its kernel plays."""
    of = catalogue.game(game)
    (played,) = [found for found in kernels(of, of.example()) if found.name == kernel]
    edge = exact_edge_for(played, wager, edges_for(of, of.example()))
    assert edge is not None
    assert (edge.wager, edge.strategy) == (wager.split()[0], strategy)

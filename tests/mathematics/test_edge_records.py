"""The published records: every game and wager, every key, and figures that agree with each other."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cache

import pytest

from pitboss import catalogue
from pitboss.game import Game
from pitboss.mathematics.kit.edge import COMBINATORIAL, ENUMERATION, INTERVAL, Edge, decimal, edges_for, variants
from pitboss.submission import RulesSubmission

KEYS: dict[str, type | tuple[type, ...]] = {
    "chapter": str, "game": str, "wager": str, "on": str, "includes": list, "paytable": str, "decks": int,
    "options": dict, "house_edge": str, "house_edge_fraction": str, "element_of_risk": str, "p_win": str,
    "p_push": str, "p_lose": str, "standard_deviation": str, "covariance": (dict, type(None)), "beside": list, "hit_frequency": str,
    "method": str, "half_width": str, "at_stake": (dict, type(None)), "worst_stake": (dict, type(None)),
    "strategy": str, "conditional": bool, "envy": str, "progressive": (dict, type(None)), "outcomes": list,
}  # fmt: skip
GAMES = list(catalogue.games().values())
ROUNDING = Decimal("1e-10")  # of sums of figures of twelve digits


def few(game: Game) -> Iterator[RulesSubmission]:
    """The example, and those of the variants that offer a wager which none before them did; its own decks first."""
    shown: set[str] = set()
    example = game.example()
    decks = getattr(example, "decks", 0)
    for rules in (example, *sorted(variants(game), key=lambda rules: getattr(rules, "decks", 0) != decks)):
        offered = {k.name for k in game.wagers if not k.option or getattr(rules, k.option) not in (False, "", "none")}
        if not offered <= shown:
            shown |= offered
            yield rules


@cache
def edges(game: Game) -> list[Edge]:
    return [edge for rules in few(game) for edge in edges_for(game, rules)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_wager_has_an_edge_or_is_part_of_one(game: Game) -> None:
    """Tendered or answered: what can be wagered is accounted for, and nothing else is."""
    named = {name for edge in edges(game) for name in (edge.wager, *edge.includes)}
    assert named == {kind.name for kind in game.wagers}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_records_have_every_key(game: Game) -> None:
    """The same keys and types in each, whatever the game."""
    for edge in edges(game):
        record = edge.record()
        assert set(record) - {"note"} == set(KEYS)
        for key, kind in KEYS.items():
            assert isinstance(record[key], kind), (edge.wager, key)
        assert (record["chapter"], record["game"]) == (game.chapter, game.name)
        assert record["method"] in (ENUMERATION, COMBINATORIAL, INTERVAL)
        assert (record["half_width"] != "0") is (record["method"] == INTERVAL)
        assert record["outcomes"], edge.wager


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_figures_agree_with_each_other(game: Game) -> None:
    """Decimal and fraction, outcomes and chances, edge and outcomes."""
    for edge in edges(game):
        record = edge.record()
        assert edge.exact is (edge.method == ENUMERATION)
        if edge.exact:
            assert record["house_edge"] == decimal(Fraction(record["house_edge_fraction"]))
        else:
            assert record["house_edge_fraction"] == ""
        chances = [Fraction(line["probability"]) for line in record["outcomes"]]
        assert sum(chances) == 1
        assert all(chance >= 0 for chance in chances)
        whole = sum((Decimal(record[key]) for key in ("p_win", "p_push", "p_lose")), Decimal(0))
        assert abs(whole - 1) < ROUNDING
        assert record["hit_frequency"] == record["p_win"]
        mean = sum(Fraction(line["net"]) * chance for line, chance in zip(record["outcomes"], chances, strict=True))
        if edge.value is None and edge.progressive is None:
            assert abs(Decimal(record["house_edge"]) + Decimal(decimal(Fraction(mean)))) < ROUNDING
        risk = Decimal(record["element_of_risk"]) * Decimal(decimal(edge.staked))
        assert abs(risk - Decimal(record["house_edge"])) < ROUNDING


@pytest.mark.slow
def test_progressive_records_add_up() -> None:
    """Fixed part, rate, and the chance of the top award times the seed make what is given back; at the break-even
    meter the outcomes are worth nothing."""
    found = [edge for game in GAMES for edge in edges(game) if edge.progressive is not None]
    assert {edge.game for edge in found} >= {"pai-gow-poker", "dj-wild-stud-poker", "face-up-pai-gow-poker"}
    for edge in found:
        part = edge.record()["progressive"]
        seed = Fraction(part["seed"]) / Fraction(part["wager"])
        given = Fraction(part["fixed"]) + Fraction(part["rate"]) + Fraction(part["top_probability"]) * seed
        assert abs(1 - given - edge.house_edge) < Fraction(1, 10**10)
        assert edge.progressive is not None
        at_seed, shown = (
            edge.mean,
            edge.progressive.seed,
        )  # outcomes are stated at the seed where it is the initial amount
        fixed = edge.progressive.fixed
        if at_seed != fixed - 1:
            shares = (at_seed + 1 - fixed) / shown
            assert (1 - fixed) / shares * edge.progressive.unit == edge.progressive.even


ENVY = {
    "pai-gow-poker": {"fortune_bonus", "emperors_treasure"},
    "six-card-fortune-pai-gow-poker": {"fortune_bonus", "progressive_payout"},
    "dj-wild-stud-poker": {"progressive_bonus"},
    "face-up-pai-gow-poker": {"fortune_bonus"},
}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_envy_is_told_for_each_other_player(game: Game) -> None:
    """Wagers with Envy Bonuses, and no others, tell what another player's hand adds."""
    assert {edge.wager for edge in edges(game) if edge.envy} == ENVY.get(game.name, set())

"""Edges that are kept: the same figures from the disk, worked out once, by as many processes as are asked for."""

from pathlib import Path
from typing import Any

import pytest

from pitboss import catalogue
from pitboss.mathematics.kit import cache, edge, every_edge
from pitboss.mathematics.kit.edge import Edge, edges_for, variants

FEW = ("roulette", "big-six-wheel", "over-under")


@pytest.fixture
def worked_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Games whose edges were worked out by this process; an empty cache, and few games."""
    found, games = list[str](), {name: catalogue.game(name) for name in FEW}

    def edges(game: Any, rules: Any) -> list[Edge]:
        found.append(game.name)
        return edges_for(game, rules)

    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    monkeypatch.setattr(edge, "edges_for", edges)
    monkeypatch.setattr(catalogue, "games", lambda: games)
    return found


@pytest.mark.parametrize("name", ["craps", "baccarat", "over-under"])
def test_kept_edges_are_those_that_were_worked_out(name: str, worked_out: list[str]) -> None:
    """Fractions, meters and options to the last digit; the second time from the disk."""
    game = catalogue.game(name)
    first, again = (every_edge.edges_kept(game, game.example()) for _ in range(2))
    assert first == again == edges_for(game, game.example())
    assert [e.record() for e in first] == [e.record() for e in again]
    assert worked_out == [name]


def test_other_rules_are_other_edges(worked_out: list[str]) -> None:
    """One file to a set of rules."""
    game = catalogue.game("roulette")
    for rules in variants(game):
        every_edge.edges_kept(game, rules)
    assert worked_out == ["roulette"] * len(variants(game))
    assert len(list(cache.folder().iterdir())) == len(variants(game)) > 1


def test_a_damaged_file_is_worked_out_again(worked_out: list[str]) -> None:
    """As if it were not there."""
    game = catalogue.game("over-under")
    first = every_edge.edges_kept(game, game.example())
    (path,) = cache.folder().iterdir()
    path.write_bytes(path.read_bytes()[:-3])
    assert every_edge.edges_kept(game, game.example()) == first
    assert worked_out == ["over-under"] * 2


def test_every_edge_by_processes_and_from_the_disk(worked_out: list[str]) -> None:
    """The same edges, each once, and those of one game together; this process works out nothing, and what is kept nobody does."""
    steps = list[tuple[int, int]]()
    by_processes = list(every_edge.every_edge(2, progress=lambda *step: steps.append(step)))
    assert worked_out == []
    assert len(steps) == steps[-1][0] == steps[-1][1] == sum(len(variants(catalogue.game(name))) for name in FEW)
    for name in FEW:
        for rules in variants(catalogue.game(name)):
            every_edge.edges_kept(catalogue.game(name), rules)
    worked_out.clear()
    again = list(every_edge.every_edge(2))
    assert sorted(again, key=repr) == sorted(by_processes, key=repr)
    assert worked_out == []
    assert [e.game for e in again] == sorted((e.game for e in again), key=FEW.index)
    keys = [(e.game, e.wager, e.on, e.paytable, e.decks, e.strategy, str(e.options)) for e in by_processes]
    assert len(set(keys)) == len(keys) > 50

"""What a seat sees does not change when cards are exchanged that it has not seen."""

import random
from typing import Any

import msgspec
import numpy as np
import pytest

from pitboss import catalogue
from pitboss.environments import TableEnv
from pitboss.events import Event, encode, visible
from pitboss.procedure import Draw
from tests.environments.playing import lawful

HIDING = {"blackjack", "pai-gow", "pai-gow-poker", "six-card-fortune-pai-gow-poker", "go-fore-it", "dj-wild-stud-poker"}
GAMES = [name for name, game in catalogue.games().items() if any(w in game.equipment for w in ("card", "deck", "tile"))]
EPISODES, TWINS = 4, 10


class Moment(msgspec.Struct):
    """One seat before one action: everything that happened, what it was shown of that, and what its environment gave."""

    happened: bytes
    shown: bytes
    observation: Any
    mask: Any


class Script:
    """Chance at random, recorded; or as recorded, but for one card that is exchanged for another of the shoe."""

    def __init__(self, seed: int, script: list[str] | None = None) -> None:
        self.source, self.script = random.Random(seed), script or []
        self.drawn: list[tuple[str, bool, list[str]]] = []

    def __call__(self, question: Draw) -> str:
        possible, at = [card for card, count in question.weights.items() if count > 0], len(self.drawn)
        card = self.script[at] if at < len(self.script) else ""
        if card not in possible:
            card = self.source.choice(possible)
        self.drawn.append((card, question.face, possible))
        return card


def episode(
    env: TableEnv, script: Script, actions: list[int] | None, source: random.Random
) -> tuple[list[Moment], list[int]]:
    """What every seat saw in turn; by the given actions as far as they are lawful, else by any."""
    env.reset(seed=0, options={"chance": script})
    moments: list[Moment] = []
    done: list[int] = []
    sitting = env._table()
    while sitting.turn is not None:
        events: list[Event] = sitting.round_events
        for seat in sitting.seats:
            shown = encode([visible(event, seat) for event in events])
            moments.append(Moment(encode(events), shown, sitting.observe(seat), sitting.mask(seat)))
        mask = sitting.mask(sitting.turn)
        given = actions[len(done)] if actions is not None and len(done) < len(actions) else -1
        if actions is not None and (given < 0 or not mask[given]):
            break
        done.append(given if actions is not None else lawful({"action_mask": mask}, source))
        sitting.act(done[-1])
    return moments, done


def compared(game: str, episodes: int = EPISODES) -> tuple[int, list[tuple[Moment, Moment]]]:
    """How many moments there were in which something differed that a seat was not shown; and those that it could tell."""
    env, count, found = TableEnv(game, seats=2), 0, []
    for seed in range(episodes):
        source = random.Random(f"{game} {seed}")
        first = Script(seed)
        moments, done = episode(env, first, None, source)
        cards = [at for at, (_, is_card, possible) in enumerate(first.drawn) if is_card and len(possible) > 1]
        for _ in range(TWINS if cards else 0):
            at, script = source.choice(cards), [card for card, _, _ in first.drawn]
            script[at] = source.choice([card for card in first.drawn[at][2] if card != script[at]])
            for one, other in zip(moments, episode(env, Script(seed, script), done, source)[0], strict=False):
                if one.shown == other.shown and one.happened != other.happened:
                    count += 1
                    if not _alike(one, other):
                        found.append((one, other))
    return count, found


def _alike(one: Moment, other: Moment) -> bool:
    same = all(np.array_equal(one.observation[key], other.observation[key]) for key in one.observation)
    return same and np.array_equal(one.mask, other.mask)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_seen_does_not_change_when_unseen_cards_are_exchanged(game: str) -> None:
    """The same to see in the events is the same observation and the same mask, whatever lies face down."""
    count, found = compared(game)
    assert not found, found[0]
    assert count > 0 or game not in HIDING


def test_a_seat_that_looks_at_all_events_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: a seat that is shown every event as it happened."""
    monkeypatch.setattr("pitboss.environments.sight.visible", lambda event, *who: event)
    assert compared("blackjack")[1]

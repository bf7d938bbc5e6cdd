"""Many seats at once are what one seat is on the same cards: questions, masks, cents, ends; and their edge is the exact one."""

import random

import numpy as np
import pytest

from pitboss.chapters.ch633a_blackjack.rules import Rules, SplitAces
from pitboss.environments import SeatEnv
from pitboss.environments.blackjack import SEEN, BlackjackVectorEnv, compact
from pitboss.environments.chance import Chance
from pitboss.equipment.cards import DECK
from pitboss.procedure import Draw

LAID = 70  # cards laid ready for a round
BURN = "633a.7(c)"
RULES = {
    "six decks": Rules(split_aces=SplitAces.ONE_CARD, even_money=True),
    "split aces drawn to, resplit": Rules(split_aces=SplitAces.DRAW, decks=2, max_resplits=3, max_ace_resplits=2),
    "one card to resplit aces": Rules(split_aces=SplitAces.ONE_CARD, decks=1, max_ace_resplits=3, even_money=True),
}


def laid(rules: Rules, rounds: int, seed: int, kind: str) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """Cards of so many rounds, as places in the shoe; of the kind "pairs" with two equal cards for the player."""
    source, found = np.random.default_rng(seed), []
    for n in range(rounds):
        cards = source.permutation(52 * rules.decks)[: LAID + 1]
        if kind == "pairs":  # aces and eights: those that are split most
            value = (0, 7)[n % 2]
            twins = [place for place in range(52 * rules.decks) if place % 13 == value][:4]
            rest = [place for place in cards.tolist() if place not in twins]
            up, hole, *others = rest[: LAID - 3]
            cards = np.array([twins[0], up, twins[1], hole, twins[2], *others[:2], twins[3], *others[2:]])[: LAID + 1]
        found.append(cards[: 45 if rules.decks == 1 else LAID])
    return np.array(found)


def as_laid(places: list[int]) -> Chance:
    """The same cards for one seat; a burned card is the last of them, which no round comes to."""
    left = list(places)

    def chance(question: Draw) -> str:
        return DECK[(left.pop() if question.cite == BURN else left.pop(0)) % 52]

    return chance


def differences(rules: Rules, rounds: int, seed: int, kind: str = "any") -> tuple[int, list[str]]:
    """Both forms with the same cards and the same actions: how many steps there were, and where they differ."""
    many, one, source = BlackjackVectorEnv(rounds, rules), SeatEnv("blackjack", rules), random.Random(seed)
    cards = laid(rules, rounds, seed, kind)
    seen, infos = many.reset(seed=seed, options={"cards": cards})
    # One seat after another keeps what it is told for each action of its own; then all of them act at once.
    told: list[list[tuple[tuple[int, ...], list[int], int, float, bool]]] = []
    for row in cards.tolist():
        observation, info = one.reset(seed=0, options={"chance": as_laid(row)})
        steps, over = [], False
        while not over:
            view, mask = compact(observation, one.setup.shape.faces), info["action_mask"].tolist()
            action = source.choice([n for n, may in enumerate(mask) if may])
            observation, reward, over, _, info = one.step(action)
            steps.append((view, mask, action, reward, over))
        told.append(steps)
    count, found = 0, []
    for turn in range(max(map(len, told))):
        live = [n for n, steps in enumerate(told) if turn < len(steps)]
        actions = np.full(rounds, -1, np.int64)
        for n in live:
            view, mask, actions[n], _, _ = told[n][turn]
            if tuple(seen[n].tolist()) != view or infos["action_mask"][n].tolist() != mask:
                found.append(f"round {n}, step {turn}: {dict(zip(SEEN, view, strict=True))}, not {seen[n].tolist()}")
        seen, rewards, over_now, _, infos = many.step(actions)
        for n in live:
            *_, reward, over = told[n][turn]
            count += 1
            if (reward, over) != (rewards[n], bool(over_now[n])):
                found.append(f"round {n}, step {turn}: {reward}, {over}, not {rewards[n]}, {over_now[n]}")
    return count, found


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("kind", ["any", "pairs"])
def test_many_seats_play_as_one_seat_does(rules: str, kind: str) -> None:
    """On the same cards: the same questions, masks, cents and ends, step by step."""
    count, found = differences(RULES[rules], 60, 7, kind)
    assert not found, "\n".join(found[:3])
    assert count > 60


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("kind", ["any", "pairs"])
def test_many_seats_play_as_one_seat_does_for_long(rules: str, kind: str) -> None:
    for seed in range(5):
        _, found = differences(RULES[rules], 2000, seed, kind)
        assert not found, "\n".join(found[:3])


def test_an_action_that_is_not_lawful_does_nothing() -> None:
    """It is marked as refused; everything else stays, and nothing is won."""
    env = BlackjackVectorEnv(64)
    seen, infos = env.reset(seed=2)
    wrong = infos["action_mask"].argmin(1)
    wrong[:3] = (-1, 11, 999)
    again, rewards, over, _, told = env.step(wrong)
    assert told["refused"].all()
    assert not over.any()
    assert not rewards.any()
    np.testing.assert_array_equal(again, seen)
    np.testing.assert_array_equal(told["action_mask"], infos["action_mask"])


def test_the_same_seed_is_the_same_play() -> None:
    """And another seed is another; what is returned stays as it was unless copies are declined."""
    first, again, other = (BlackjackVectorEnv(32) for _ in range(3))
    for env, seed in ((first, 5), (again, 5), (other, 6)):
        env.reset(seed=seed)
    lots = np.random.default_rng(1).random((40, 32, 11))
    gains = []
    for env in (first, again, other):
        mask = env._now.mask
        gains.append([env.step((lot * mask).argmax(1))[1].tolist() for lot in lots])
    assert gains[0] == gains[1] != gains[2]
    kept, infos = first.reset(seed=5)
    before = kept.copy()
    first.step(infos["action_mask"].argmax(1))
    np.testing.assert_array_equal(kept, before)

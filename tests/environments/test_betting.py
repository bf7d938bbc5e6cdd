"""Many seats at games that one outcome decides are what one seat is with the same outcome; what they win is the exact edge."""

import random
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np
import pytest

from pitboss import catalogue
from pitboss.environments import BettingVectorEnv, SeatEnv
from pitboss.mathematics.kit.edge import edges_for
from pitboss.money import Money
from pitboss.submission import RulesSubmission

GAMES = ("roulette", "big-six-wheel", "sic-bo")
ROUNDS = 40


def example(game: str, *, narrow: bool) -> RulesSubmission:
    """The example; ``narrow``: with a maximum that is soon reached."""
    rules = catalogue.game(game).example()
    return msgspec.structs.replace(rules, minimum=Money(500), maximum=Money(1000), limits={}) if narrow else rules


def chips_of(seen: dict[str, Any]) -> list[int]:
    """What one seat sees on each spot; chips on none of them it does not have."""
    chips: list[int] = seen["chips"].tolist()
    assert not chips.pop()
    return chips


def alone(env: SeatEnv, outcome: str, source: random.Random) -> tuple[list[int], list[Any]]:
    """The actions of one seat in a round with this outcome, some of them not lawful, and what it was shown and won."""
    seen, info = env.reset(seed=1, options={"chance": lambda question: outcome})
    found: list[Any] = [(chips_of(seen), info["action_mask"].tolist())]
    actions, over = list[int](), False
    while not over:
        lawful = np.flatnonzero(info["action_mask"]).tolist()
        busy = actions and source.random() < 0.6  # the same spot again, until its maximum is reached
        action = actions[-1] if busy else source.choice([*lawful, source.randrange(len(env.action_names))])
        seen, reward, over, _, info = env.step(action)
        actions.append(action)
        chips, mask = found[0] if over else (chips_of(seen), info["action_mask"].tolist())
        found += [(reward, over, "refused" in info), (chips, mask)]
    return actions, found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("narrow", [False, True])
def test_every_step_is_that_of_one_seat(game: str, narrow: bool) -> None:
    rules, source = example(game, narrow=narrow), random.Random(game)
    many, one = (
        BettingVectorEnv(game, ROUNDS, rules, most_wagers=5),
        SeatEnv(game, rules, wagers="choose", most_wagers=5),
    )
    assert many.action_names == one.action_names
    laid = np.array([source.randrange(len(many.settled.outcomes)) for _ in range(ROUNDS)])
    rounds = [alone(one, many.settled.outcomes[outcome], source) for outcome in laid]
    seen, infos = many.reset(seed=1, options={"outcomes": laid})
    longest, met = max(len(actions) for actions, _ in rounds), 0
    for step in range(longest):
        acts = np.array([actions[step] if step < len(actions) else many._done for actions, _ in rounds])
        before = seen, infos["action_mask"]
        seen, rewards, over, _, infos = many.step(acts)
        for n, (actions, found) in enumerate(rounds):
            if step < len(actions):
                assert (before[0][n].tolist(), before[1][n].tolist()) == found[2 * step]
                assert (rewards[n], over[n], infos["refused"][n]) == found[2 * step + 1]
                assert (seen[n].tolist(), infos["action_mask"][n].tolist()) == found[2 * step + 2]
                met += bool(infos["refused"][n])
    assert met, "no action was refused"


@pytest.mark.parametrize("game", GAMES)
def test_what_is_looked_up_comes_to_the_exact_edges(game: str) -> None:
    """The table knows nothing of odds; what each wager loses by it on average is what mathematics says of it."""
    env = BettingVectorEnv(game, 1)
    exact: dict[str, dict[str, Fraction]] = {}
    for edge in edges_for(catalogue.game(game), env.rules):
        exact.setdefault(edge.wager, {})[edge.on] = sum(
            (one.net * one.probability for one in edge.outcomes), Fraction()
        )
    table, total, named = env.settled, int(env.settled.weights.sum()), 0
    for n, name in enumerate(env.action_names[env._first :]):
        _, wager, *on = name.split(" ")
        net, spot = Fraction(int(table.weights @ table.nets[:, n, 1]), total * int(env._amounts[n])), " ".join(on)
        named += spot in exact[wager]
        assert net in ([exact[wager][spot]] if spot in exact[wager] else exact[wager].values()), name
    assert named


def test_outcomes_come_as_often_as_they_weigh() -> None:
    """On the Big Six wheel a symbol is on more stops than another."""
    env = BettingVectorEnv("big-six-wheel", 20_000)
    env.reset(seed=5)
    share = env.settled.weights / env.settled.weights.sum()
    for place, name in enumerate(env.action_names[env._first :]):
        env.step(np.full(20_000, env._first + place))
        _, rewards, over, _, _ = env.step(np.full(20_000, env._done))
        assert over.all()
        won = float((rewards > 0).mean())
        chance = float(share[(env.settled.nets[:, place, 1] > 0)].sum())
        assert abs(won - chance) < 5 * (chance * (1 - chance) / 20_000) ** 0.5, name


@pytest.mark.parametrize("game", ["craps", "minibaccarat", "blackjack"])
def test_a_game_that_more_decides_is_refused_in_a_sentence(game: str) -> None:
    with pytest.raises(ValueError, match=rf"{catalogue.game(game).title} is played by SeatEnv only"):
        BettingVectorEnv(game)

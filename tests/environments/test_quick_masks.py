"""What is looked at only once, or only until it is found, is what looking at everything finds."""

import random
from collections.abc import Iterable
from typing import Any

import msgspec
import numpy as np
import pytest

from pitboss import catalogue
from pitboss.environments import SeatEnv
from pitboss.environments.actions import Actions, Mask
from pitboss.environments.sitting import Sitting
from pitboss.money import Money
from pitboss.procedure import Answer, Election, Refused, Window
from pitboss.wagers import close_betting

GAMES = (
    "roulette",
    "big-six-wheel",
    "sic-bo",
    "craps",
    "minibaccarat",
    "blackjack",
    "pai-gow-poker",
    "dj-wild-stud-poker",
)


def every_action_tried(self: Actions, question: Election | Window | None, seat: int, *, full: bool = False) -> Mask:
    """The mask by asking the round about each action."""
    mask = np.zeros(len(self), np.int8)
    if isinstance(question, Election):
        mask[list(self.answers(question))] = 1
    elif question is not None:
        mask[self.done] = 1
        for n, action in enumerate(self.all):
            if not full and action.betting and n != self.done:
                try:
                    question.menu.check(self.tender(action, seat))
                except Refused:
                    continue
                mask[n] = 1
    return mask


def every_wager_tried(self: Sitting, more: Iterable[Answer], refusal: Refused) -> Answer | None:
    """The wager that is needed by trying all of them: the first with which betting closes, else the first that helps."""
    left = {answer: self._kept_open(answer) for answer in more}
    helpful = [answer for answer, kept_open in left.items() if kept_open not in (None, refusal.sentence)]
    return min(helpful, key=lambda answer: left[answer] != "", default=None)


def whole_round_tried(self: Sitting, answer: Answer) -> str | None:
    """What keeps betting open after an answer, by playing the round again with it."""
    trial = self._round.replica()
    try:
        trial.answer(answer)
        trial.answer(close_betting())
    except Refused as still:
        return still.sentence if trial.history[-1:] == [answer] else None
    return ""


def told(game: str, episodes: int, *, least: bool) -> list[object]:
    """Every mask, observation and reward of some episodes played at random; ``least``: with limits that are soon reached."""
    rules, found = catalogue.game(game).example(), list[object]()
    if least:
        rules = msgspec.structs.replace(rules, minimum=Money(500), maximum=Money(1000), limits={})
    env, source = SeatEnv(game, rules=rules), random.Random(7)
    env.reset(seed=3)
    for _ in range(episodes):
        seen, info = env.reset()
        over = False
        while not over:
            found.append(
                (info["action_mask"].tobytes(), {key: np.asarray(part).tobytes() for key, part in seen.items()})
            )
            choice = source.choice(np.flatnonzero(info["action_mask"]).tolist())
            seen, reward, over, _, info = env.step(choice)
            found.append(reward)
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("least", [False, True])
def test_masks_and_what_closes_betting_are_as_if_all_was_tried(
    game: str, least: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same masks, observations and rewards step by step, also where a second wager on a spot is above its maximum."""
    quick = told(game, 3, least=least)
    monkeypatch.setattr(Actions, "mask", every_action_tried)
    monkeypatch.setattr(Sitting, "_needed", every_wager_tried)
    monkeypatch.setattr(Sitting, "_kept_open", whole_round_tried)
    assert told(game, 3, least=least) == quick


def test_an_empty_layout_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mask at roulette asks about the spots with chips of this seat, and about no other a second time."""
    env, asked = SeatEnv("roulette"), list[int]()
    _, info = env.reset(seed=1)
    tried = Actions._try

    def counted(self: Actions, mask: Mask, menu: Any, seat: int, these: list[int]) -> None:
        asked.append(len(these))
        tried(self, mask, menu, seat, these)

    monkeypatch.setattr(Actions, "_try", counted)
    for _ in range(4):
        wager = np.flatnonzero(info["action_mask"]).tolist()[-1]
        _, _, over, _, info = env.step(wager)
        if over:
            break
    assert asked
    assert max(asked) <= 4

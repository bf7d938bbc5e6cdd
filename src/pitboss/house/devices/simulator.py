"""A device that is made up: whatever is asked, it shows a seeded outcome, as a shoe, dice, tiles or a wheel would.

Cards and tiles come from an order of its own, shuffled again when it is used up. Where the house has shuffled meanwhile, or not
yet, a card may be one that is not there: the house refuses it, and the next one is shown.
"""

import random
from collections.abc import Mapping

from pitboss.drivers.round import Round
from pitboss.game import Game, RoundStart
from pitboss.house.devices.lines import full
from pitboss.procedure import CHANCE, Answer, Draw, Refusal, Refused, Window
from pitboss.submission import RulesSubmission
from pitboss.wagers import WAGER, close_betting

MOST_QUESTIONS = 2_000  # of one round that is played to see what the game asks of chance


class Simulator:
    """Shows outcomes for the devices of a game. ``devices`` is what each can show, as often as it is there."""

    def __init__(self, devices: Mapping[str, tuple[Mapping[str, int], bool]], seed: int) -> None:
        self._devices = devices
        self._pick = random.Random(seed)
        self._orders: dict[str, list[str]] = {}

    def shows(self, device: str) -> str:
        """The next outcome of a device."""
        try:
            outcomes, independent = self._devices[device]
        except KeyError:
            known = ", ".join(sorted(self._devices))
            raise Refused(Refusal.UNKNOWN_CHOICE, f"This game has no {device!r}; it has: {known}.", "") from None
        if independent:
            return self._pick.choices(list(outcomes), list(outcomes.values()))[0]
        order = self._orders.setdefault(device, [])
        if not order:
            order += full(outcomes)
            self._pick.shuffle(order)
        return order.pop()


def devices_of(game: Game, rules: RulesSubmission) -> dict[str, tuple[Mapping[str, int], bool]]:
    """What a game asks of chance, with every outcome and whether it is drawn independently: found by playing a round."""
    found: dict[str, tuple[Mapping[str, int], bool]] = {}
    play = Round(game, rules, game.open(rules), RoundStart(1, seated=(1,), reopened=True))
    pick = random.Random(1)
    for _ in range(MOST_QUESTIONS):
        asked = play.pending
        if asked is None:
            break
        if isinstance(asked, Draw):
            found.setdefault(asked.device, (dict(asked.weights), asked.independent))
            play.answer(Answer(CHANCE, pick.choices(list(asked.weights), list(asked.weights.values()))[0]))
        elif isinstance(asked, Window):
            _bet(play, asked)
        else:
            election = play.elections()[0]
            play.answer((election.default or election.options[0]).answer(election.to))
    return found


def _bet(play: Round, window: Window) -> None:
    """Wagers, one after the other, until betting may close with something on the layout."""
    for offer in window.menu.offers(1):
        if offer.says != WAGER:
            continue
        try:
            play.answer(Answer(1, WAGER, offer.wager, offer.on, -(-offer.least // offer.step) * offer.step))
            play.answer(close_betting())
            return
        except Refused:  # one that is not taken by itself, or needs another
            continue
    play.answer(close_betting())

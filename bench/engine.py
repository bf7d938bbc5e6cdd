"""Audited rounds at tables with several wagers, seats or decisions: rules, events, ledger with its check, record with its hash
chain.

The answers lie ready: chance and decisions are drawn once, with a seed, by playing the rounds; what is measured is playing
them again as the house and the verifier do, round by round from the state before it.
"""

import random
from collections.abc import Callable, Sequence

from bench.measure import side_by_side
from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.game import Game, RoundStart
from pitboss.journal import Journal, step
from pitboss.ledger import Ledger
from pitboss.procedure import Answer, Draw, Election, Window
from pitboss.submission import RulesSubmission
from pitboss.testkit.random_play import elect, weighted
from pitboss.wagers import WAGER, close_betting

ROUNDS, SEED = 400, 617
Given = list[list[Answer]]  # round by round, everything that was answered


def wagers(seats: int, *kinds: str, amount: int = 1000) -> list[Answer]:
    """Each of these wagers, written ``kind`` or ``kind@spot``, at each of so many seats."""
    parts = [kind.partition("@") for kind in kinds]
    return [Answer(seat, WAGER, kind, on, amount) for seat in range(1, seats + 1) for kind, _, on in parts]


# Twelve wagers by six seats, one of most kinds.
ROULETTE = [
    Answer(1 + n % 6, WAGER, kind, on, 500)
    for n, (kind, on) in enumerate((
        ("straight", "17"), ("straight", "0"), ("split", "17-20"), ("three_numbers", "16-17-18"), ("four_numbers", "17-18-20-21"),
        ("six_numbers", "13-14-15-16-17-18"), ("column", "2"), ("dozen", "2"), ("red", ""), ("odd", ""), ("one_to_eighteen", ""),
        ("nineteen_to_thirty_six", ""),
    ))
]  # fmt: skip
ROWS: dict[str, tuple[str, Sequence[Answer]]] = {
    "12 wagers": ("roulette", ROULETTE),
    "6 seats": ("go-fore-it", wagers(6, "front_9", "skins", "gopher", amount=500)),
    "1 box": ("blackjack", wagers(1, "blackjack")),
    "7 boxes": ("blackjack", wagers(7, "blackjack")),
    "1 seat": ("pai-gow-poker", wagers(1, "pai_gow_poker")),
}  # ``rounds`` has one seat of every game, ``craps`` its layouts


def recorded(game: Game, rules: RulesSubmission, made: Sequence[Answer]) -> Given:
    """What was answered in rounds with these wagers; decisions are random, but nobody surrenders."""
    source = random.Random(SEED)

    def pick(below: int) -> int:
        return source.randrange(below)

    state, found = game.open(rules), []
    for number in range(1, ROUNDS + 1):
        play = Round(game, rules, state, RoundStart(number))
        while (question := play.pending) is not None:
            if isinstance(question, Window):
                play.feed([*made, close_betting()])
            elif isinstance(question, Draw):
                play.answer(weighted(question, pick))
            else:
                play.answer(_decided(play.elections()[0], pick))
        found.append([answer for answer in play.history if isinstance(answer, Answer)])
        state = play.result
    return found


def _decided(asked: Election, pick: Callable[[int], int]) -> Answer:
    if asked.courtesy and asked.default is not None:
        return asked.default.answer(asked.to)
    while (answer := elect(asked, pick)).says == "surrender":
        pass
    return answer


def audited(game: Game, rules: RulesSubmission, given: Given) -> Callable[[], int]:
    """Play these rounds; each is folded into a ledger, checked, and appended to a journal."""

    def work() -> int:
        state, ledger, journal = game.open(rules), Ledger(), Journal("bench")
        for number, answers in enumerate(given, 1):
            play = Round(game, rules, state, RoundStart(number))
            events = play.events
            events += play.feed(answers)
            ledger.fold(events)
            ledger.check()
            journal.append("step", step(answers, events))
            state = play.result
        return len(given)

    return work


def written(game: Game, rules: RulesSubmission, given: Given) -> Callable[[], int]:
    """Fold, check and append what came of these rounds, without playing them: no rules, however fast, could be above that."""
    played, state = [], game.open(rules)
    for number, answers in enumerate(given, 1):
        play = Round(game, rules, state, RoundStart(number))
        played.append((answers, [*play.events, *play.feed(answers)]))
        state = play.result

    def work() -> int:
        ledger, journal = Ledger(), Journal("bench")
        for answers, events in played:
            ledger.fold(events)
            ledger.check()
            journal.append("step", step(answers, events))
        return len(played)

    return work


def run() -> dict[str, float | str]:
    found: dict[str, float | str] = {}
    for what, (name, made) in ROWS.items():
        game = catalogue.game(name)
        rules = game.example()
        given = recorded(game, rules, made)
        ours, floor = side_by_side(audited(game, rules, given), written(game, rules, given))
        found[f"audited {name} rounds/s, {what}"] = ours
        found[f"ledger and record alone, {name} rounds/s, {what}"] = floor
    return found

"""How long a decision takes to be judged, after warm-up: blackjack at any composition, the switch, and the other card games."""

import random
import time
from collections.abc import Iterator
from statistics import median

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.game import Game, RoundStart
from pitboss.mathematics.kit import judging
from pitboss.mathematics.kit.judging import Situation
from pitboss.mathematics.kit.sight import Sight
from pitboss.procedure import Answer, Draw, Window
from pitboss.submission import RulesSubmission, submit
from pitboss.wagers import close_betting

SEAT, DECISIONS, STAKE = 1, 300, 1_000


def run() -> dict[str, float | str]:
    """Milliseconds of CPU of the median decision and of the slowest, over decisions met in play from shoe after shoe."""
    blackjack = catalogue.game("blackjack")
    eight = {"decks": 8, "split_aces": "draw", "max_resplits": 3, "max_ace_resplits": 3}
    switch = {"decks": 8, "split_aces": "one_card", "blackjack_switch": True, "switch_natural_pays": "one_to_one"}
    cases: dict[str, tuple[Game, dict[str, object]]] = {
        "blackjack, eight decks": (blackjack, eight),
        "Blackjack Switch": (blackjack, switch),
        "Casino War": (catalogue.game("casino-war"), {"decks": 8}),
        "Go Fore It": (catalogue.game("go-fore-it"), {}),
        "Over/Under": (catalogue.game("over-under"), {}),
        "DJ Wild": (catalogue.game("dj-wild-stud-poker"), {}),
    }
    found: dict[str, float | str] = {}
    for name, (game, choices) in cases.items():
        for kind, times in measured(game, choices).items():
            found[f"{name}: {kind}, {len(times)} decisions, median ms"] = median(times)
            found[f"{name}: {kind}, slowest ms"] = max(times)
    return found


def measured(game: Game, choices: dict[str, object]) -> dict[str, list[float]]:
    """Milliseconds by the kind of question; the first decisions, which compile, are not counted."""
    rules = submit(game.rules, choices)
    seen = [situation for situation, _ in zip(situations(game, rules), range(DECISIONS), strict=False)]
    for situation in seen[:20]:
        judging.judge(game, situation)
    found: dict[str, list[float]] = {}
    for situation in seen:
        begun = time.process_time()
        judged = judging.judge(game, situation)
        if judged is not None:
            found.setdefault(situation.election.kind, []).append(1000 * (time.process_time() - begun))
    return found


def situations(game: Game, rules: RulesSubmission) -> Iterator[Situation]:
    """Questions that a player meets who answers at random."""
    rng, sight, state = random.Random(7), Sight(SEAT), game.open(rules)
    for number in range(1, 100_000):
        play = Round(game, rules, state, RoundStart(number, seated=(SEAT,)))
        sight.hear(play.events)
        while not play.closed:
            if isinstance(play.pending, Draw):
                answer = _drawn(rng, play.pending)
            elif isinstance(play.pending, Window):
                for kind, on in _first(game, rules):
                    sight.hear(play.answer(Answer(SEAT, "wager", kind, on, STAKE)))
                answer = close_betting()
            else:
                election = play.elections()[0]
                option = election.default
                if election.to == SEAT and not election.courtesy and len(election.options) > 1:
                    yield sight.situation(rules, election)
                    option = rng.choice(election.options)
                assert option is not None
                answer = option.answer(election.to)
            sight.hear(play.answer(answer))
        state = play.result


def _drawn(rng: random.Random, draw: Draw) -> Answer:
    cards, weights = zip(*draw.weights.items(), strict=True)
    return Answer("chance", rng.choices(cards, weights)[0])


def _first(game: Game, rules: RulesSubmission) -> list[tuple[str, str]]:
    """The wagers without which no cards are dealt."""
    first = next(iter(rules.spots))[0]
    wanted = {first, game.wager(first).needs}
    return [spot for spot in rules.spots if spot[0] in wanted]

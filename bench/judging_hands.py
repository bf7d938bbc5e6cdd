"""How fast decisions of the games of two hands are judged, and wagers: medians of single calls, after warm-up."""

import random
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from statistics import median

from pitboss import catalogue
from pitboss.chapters.ch621a_pai_gow.rules import Rules as TileRules
from pitboss.chapters.ch645a_pai_gow_poker.rules import Rules as PokerRules
from pitboss.chapters.ch670a_six_card_fortune.rules import Rules as SixCardRules
from pitboss.chapters.ch688a_face_up_pai_gow_poker.rules import Rules as FaceUpRules
from pitboss.drivers.round import Round
from pitboss.equipment.cards import DECK_WITH_JOKER
from pitboss.equipment.shoe import Dealing
from pitboss.equipment.tiles import TILES
from pitboss.families.banking import BANK
from pitboss.families.pai_gow_poker.dealing import Selector
from pitboss.game import Game, RoundStart
from pitboss.mathematics.kit.judging import Situation, judge
from pitboss.mathematics.kit.sight import Sight
from pitboss.mathematics.kit.strategy import default_answer
from pitboss.mathematics.kit.wager_judging import judge_wagers
from pitboss.procedure import CHANCE, Answer, Draw, Window
from pitboss.wagers import WAGER, close_betting

SEAT = 1
STACKS = {"dealing": Dealing.AUTOMATED_SHOE, "start_selector": Selector.RNG}
AMOUNT, CALLS = 2_500, 15
Asked = Iterator[Callable[[], object]]


def run() -> dict[str, float | str]:
    """Milliseconds of CPU on one thread, which never waits."""
    return {
        "pai gow poker, 21 settings against every hand, ms": _median(_cards("pai-gow-poker", PokerRules(**STACKS), "low hand")),  # type: ignore[arg-type]
        "the same as the bank against six wagers, ms": _median(_bank()),
        "six-card, 6 settings, ms": _median(_cards("six-card-fortune-pai-gow-poker", SixCardRules(**STACKS), "low hand")),  # type: ignore[arg-type]
        "six-card, Double Down, ms": _median(
            _cards("six-card-fortune-pai-gow-poker", SixCardRules(double_down=True, **STACKS), "double down")  # type: ignore[arg-type]
        ),
        "face up, 21 settings, ms": _median(_cards("face-up-pai-gow-poker", FaceUpRules(**STACKS), "low hand")),  # type: ignore[arg-type]
        "pai gow with tiles, every setting, ms": _median(_tiles()),
        "wagers of a roulette table, ms": _median(_wagers("roulette")),
        "wagers of a craps table, ms": _median(_wagers("craps")),
    }  # fmt: skip


def _median(asked: Asked) -> float:
    """In milliseconds; the first call builds tables and loads compiled code."""
    times = []
    next(asked)()
    for work in asked:
        begun = time.process_time()
        work()
        times.append(1000 * (time.process_time() - begun))
    return median(times)


def _until(play: Round, said: list[Answer], chance: Iterable[str], kind: str) -> Situation | None:
    """What seat 1 knows when it is asked a question of this kind; None where the round ends without it."""
    sight, drawn = Sight(SEAT), iter(chance)
    sight.hear(play.events)
    while not play.closed:
        for question in play.questions(SEAT):
            if question.kind == kind:
                return sight.situation(play.rules, question)
        if isinstance(play.pending, Window):
            for answer in (*said, close_betting()):
                sight.hear(play.answer(answer))
        elif isinstance(play.pending, Draw):
            sight.hear(play.answer(Answer(CHANCE, next(drawn))))
        else:
            sight.hear(play.answer(default_answer(play.elections()[0])))
    return None


def _judging(game: Game, situation: Situation | None) -> Callable[[], object]:
    assert situation is not None
    return partial(judge, game, situation)


def _wager(kind: str, seat: int = SEAT) -> Answer:
    return Answer(seat, WAGER, kind, "", AMOUNT)


def _deck(rng: random.Random) -> list[str]:
    return ["1", *rng.sample(DECK_WITH_JOKER, len(DECK_WITH_JOKER))]


def _cards(name: str, rules: PokerRules | SixCardRules | FaceUpRules, kind: str) -> Asked:
    game, rng = catalogue.game(name), random.Random(name)
    for _ in range(1 + CALLS):
        play = Round(game, rules, game.open(rules), RoundStart(1))
        situation = _until(play, [_wager(rules.wagers[0].name)], _deck(rng), kind)
        yield _judging(game, situation)


def _bank() -> Asked:
    """Five players and the dealer wager against seat 1, who has played a round before."""
    game, rng, rules = catalogue.game("pai-gow-poker"), random.Random("bank"), PokerRules(player_bank=True, **STACKS)  # type: ignore[arg-type]
    first = Round(game, rules, game.open(rules), RoundStart(1))
    _until(first, [_wager(rules.wagers[0].name)], _deck(rng), "")
    said = [Answer(SEAT, BANK), *(_wager(rules.wagers[0].name, seat) for seat in range(2, rules.seats + 1))]
    for _ in range(1 + CALLS):
        situation = _until(Round(game, rules, first.result, RoundStart(2)), said, _deck(rng), "low hand")
        yield _judging(game, situation)


def _tiles() -> Asked:
    game, rng, rules = catalogue.game("pai-gow"), random.Random("tiles"), TileRules()
    for _ in range(1 + CALLS):
        chance = [*rng.sample(TILES, len(TILES)), "3 3 3"]
        play = Round(game, rules, game.open(rules), RoundStart(1))
        yield _judging(game, _until(play, [_wager("pai_gow")], chance, "low hand"))


def _wagers(name: str) -> Asked:
    game = catalogue.game(name)
    rules = game.example()
    for _ in range(1 + CALLS):
        yield partial(judge_wagers, game, rules)

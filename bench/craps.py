"""Audited throws of this engine against crapssim's, the same dice and wagers, side by side.

Ours: every wager checked and cited, every event kept, the ledger folded and balanced after each throw, and the
record encoded into the hash chain. crapssim is driven by its own strategies, silently.
"""

import random
from collections.abc import Callable

from crapssim import Table as TheirTable
from crapssim.bet import AnyCraps, CAndE
from crapssim.strategy import AddIfNotBet, BetDontPass, BetPassLine, BetPlace, PassLineOddsMultiplier, Strategy
from crapssim.strategy.single_bet import (
    BetAny7,
    BetBoxcars,
    BetField,
    BetHardWay,
    BetHop,
    BetHorn,
    BetThree,
    BetTwo,
    BetWorld,
    BetYo,
    StrategyMode,
)

from bench.measure import side_by_side
from pitboss import catalogue
from pitboss.chapters.ch623a_craps.rules import Rules
from pitboss.chapters.ch623a_craps.table import Table
from pitboss.chapters.ch623a_craps.wagers import HARDWAYS, HOPS, hop_name
from pitboss.drivers.round import Round
from pitboss.game import Start
from pitboss.journal import Journal, step
from pitboss.ledger import Ledger
from pitboss.procedure import CHANCE, DEALER, Answer
from pitboss.wagers import WAGER, close_betting

RULES = Rules(odds_multiple=2, buy_bets=True)
Bettor = Callable[[Table], list[Answer]]


def thrown(count: int) -> list[tuple[int, int]]:
    source = random.Random(623)
    return [(source.randint(1, 6), source.randint(1, 6)) for _ in range(count)]


# --- ours

GAME = catalogue.game("craps")
CLOSE, VALID = close_betting(), Answer(DEALER, "valid_roll")
DICE = {(a, b): Answer(CHANCE, f"{a} {b}") for a in range(1, 7) for b in range(1, 7)}


def audited(bettor: Bettor, dice: list[tuple[int, int]]) -> Callable[[], int]:
    """Throws from given dice; each is folded into a ledger, balanced, and appended to a journal."""

    def work() -> int:
        state, ledger, journal = GAME.open(RULES), Ledger(), Journal("bench")
        for number, pair in enumerate(dice, 1):
            play = Round(GAME, RULES, state, Start(number))
            events, given = play.events, [*bettor(state), CLOSE, DICE[pair], VALID]
            for answer in given:
                events += play.answer(answer)
            ledger.fold(events)
            ledger.check()
            if JOURNAL: journal.append("step", step(given, events))
            state = play.result
        return len(dice)

    return work

JOURNAL=True

def _wager(kind: str, amount: int, on: str = "") -> Answer:
    return Answer(1, WAGER, kind, on, amount)


PASS, ODDS = [_wager("pass_bet", 1000)], [_wager("supplemental_pass_bet", 2000)]


def pass_with_odds(state: Table) -> list[Answer]:
    if not state.point:
        return PASS
    return [] if any(key[1] == "supplemental_pass_bet" for key, _ in state.up) else ODDS


ONE_ROLL = [
    _wager("field_bet", 500), _wager("any_seven_bet", 500), _wager("any_craps_bet", 500), _wager("craps_two_bet", 500),
    _wager("craps_three_bet", 500), _wager("eleven_in_one_roll_bet", 500), _wager("craps_twelve_bet", 500),
    _wager("craps_eleven_bet", 400), _wager("horn_bet", 400), _wager("whirl_bet", 500),
    *(_wager(f"{word}_the_hardway_on_the_hop_bet", 500) for word in HARDWAYS), *(_wager(hop_name(pair), 500) for pair in HOPS),
]  # fmt: skip
STANDING = [
    _wager("dont_pass_bet", 1000), *(_wager("place_bet_to_win", 3000, on) for on in ("4", "5", "6", "8", "9", "10")),
    *(_wager(f"{word}_the_hardway_bet", 500) for word in HARDWAYS), *(_wager("buy_bet", 2000, on) for on in ("4", "5", "6", "8", "9", "10")),
]  # fmt: skip


def full_layout(state: Table) -> list[Answer]:
    up = {key for key, _ in state.up}
    missing = [w for w in STANDING if (1, w.wager, w.on) not in up and not (w.wager == "dont_pass_bet" and state.point)]
    return [*pass_with_odds(state), *missing, *ONE_ROLL]


# --- theirs


def played(strategy: Strategy, dice: list[tuple[int, int]]) -> Callable[[], int]:
    def work() -> int:
        table = TheirTable()
        table.add_player(10**9, strategy)
        table.fixed_run(dice)
        return len(dice)

    return work


def their_layout() -> Strategy:
    numbers = dict.fromkeys((4, 5, 6, 8, 9, 10), 30.0)
    return (
        BetPassLine(10) + PassLineOddsMultiplier(dict.fromkeys(numbers, 2)) + BetDontPass(10)
        + BetPlace(numbers, mode=StrategyMode.ADD_IF_NOT_BET, skip_point=False)
        + BetField(5) + BetAny7(5) + AddIfNotBet(AnyCraps(5)) + BetTwo(5) + BetThree(5) + BetYo(5) + BetBoxcars(5)
        + AddIfNotBet(CAndE(4)) + BetHorn(4) + BetWorld(5)
    )  # fmt: skip


def _all(*strategies: Strategy) -> Strategy:
    from crapssim.strategy import AggregateStrategy

    return AggregateStrategy(*strategies)


def run() -> dict[str, float | str]:
    dice = thrown(5000)
    from crapssim.strategy.single_bet import BetBuy
    layout = _all(*_flat(their_layout()), *(BetHardWay(n, 5) for n in (4, 6, 8, 10)), *(BetBuy(n, 20) for n in (4,5,6,8,9,10)),
                  *(BetHop(pair, 5) for pair in [*HARDWAYS.values(), *HOPS]))
    one = side_by_side(audited(pass_with_odds, dice), played(BetPassLine(10) + PassLineOddsMultiplier(dict.fromkeys((4, 5, 6, 8, 9, 10), 2)), dice))
    many = side_by_side(audited(full_layout, dice[:1000]), played(layout, dice[:1000]), repeats=3)
    return {"one":one[0],"their one":one[1],"x":one[0]/one[1],"many":many[0],"their many":many[1],"xx":many[0]/many[1]}


def _flat(s):
    from crapssim.strategy import AggregateStrategy
    if isinstance(s, AggregateStrategy):
        return [y for x in s.strategies for y in _flat(x)]
    return [s]

"""Audited throws of this engine beside crapssim's: the same dice, the same wagers, turn by turn in one run.

Ours is audited: each wager checked and accepted or refused, every event cited and kept, the ledger folded and balanced
after every throw, the throw encoded and put into the hash chain of the record. crapssim keeps no record; it is driven,
silently, by its own strategies. In the mix neither wagers nor amounts repeat in any pattern.
"""

import random
from collections.abc import Callable, Iterable
from typing import Any, cast

from crapssim import Table as TheirTable
from crapssim.bet import Any7, AnyCraps, Boxcars, CAndE, Field, Odds, PassLine, Three, Two, Yo
from crapssim.strategy import (
    AddIfNotBet,
    AggregateStrategy,
    BetDontPass,
    BetPassLine,
    BetPlace,
    PassLineOddsMultiplier,
    Strategy,
)
from crapssim.strategy.single_bet import (
    BetAny7,
    BetBoxcars,
    BetBuy,
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
from pitboss.chapters.ch623a_craps import CRAPS
from pitboss.chapters.ch623a_craps.rules import Rules
from pitboss.chapters.ch623a_craps.table import Table
from pitboss.chapters.ch623a_craps.wagers import HARDWAYS, HOPS, NUMBERS, POINTS, hop_name
from pitboss.drivers.round import Round
from pitboss.game import RoundStart
from pitboss.journal import Journal, step
from pitboss.ledger import Ledger
from pitboss.procedure import CHANCE, DEALER, Answer
from pitboss.wagers import WAGER, close_betting

Dice = list[tuple[int, int]]
Bettor = Callable[[Table, int], list[Answer]]  # the table before a throw, and the number of the throw
GAME, RULES = CRAPS, Rules(odds_multiple=2, buy_bets=True)
CLOSE, VALID = close_betting(), Answer(DEALER, "valid_roll")
THROWN = {(a, b): Answer(CHANCE, f"{a} {b}") for a in range(1, 7) for b in range(1, 7)}


def thrown(count: int) -> Dice:
    source = random.Random(623)
    return [(source.randint(1, 6), source.randint(1, 6)) for _ in range(count)]


# --- ours ---------------------------------------------------------------------------------------------------


def audited(bettor: Bettor, dice: Dice, *, journalled: bool = True) -> Callable[[], int]:
    """Throw after throw from given dice; each is folded into a ledger that must balance, and recorded unless told otherwise."""

    def work() -> int:
        state, ledger, journal = GAME.open(RULES), Ledger(), Journal("bench")
        for number, pair in enumerate(dice, 1):
            play = Round(GAME, RULES, state, RoundStart(number))
            events, given = play.events, [*bettor(state, number), CLOSE, THROWN[pair], VALID]
            events += play.feed(given)
            ledger.fold(events)
            ledger.check()
            if journalled:
                journal.append("step", step(given, events))
            state = play.result
        return len(dice)

    return work


def wager(kind: str, amount: int, on: str = "", seat: int = 1) -> Answer:
    return Answer(seat, WAGER, kind, on, amount)


def pass_with_odds(players: int) -> Bettor:
    """Everyone on the Pass Line before a come out roll, and double odds once there is a point."""
    line = [wager("pass_bet", 1000, seat=seat) for seat in range(1, players + 1)]
    odds = [wager("supplemental_pass_bet", 2000, seat=seat) for seat in range(1, players + 1)]

    def bettor(state: Table, number: int) -> list[Answer]:
        if not state.point:
            return line
        return odds if len(state.up) == players else []

    return bettor


ONE_ROLL = [
    wager("field_bet", 500), wager("any_seven_bet", 500), wager("any_craps_bet", 500), wager("craps_two_bet", 500),
    wager("craps_three_bet", 500), wager("eleven_in_one_roll_bet", 500), wager("craps_twelve_bet", 500),
    wager("craps_eleven_bet", 400), wager("horn_bet", 400), wager("whirl_bet", 500),
    *(wager(f"{word}_the_hardway_on_the_hop_bet", 500) for word in HARDWAYS), *(wager(hop_name(pair), 500) for pair in HOPS),
]  # fmt: skip
LASTING = [
    *(wager("place_bet_to_win", 3000, on) for on in NUMBERS), *(wager("buy_bet", 2000, on) for on in NUMBERS),
    *(wager(f"{word}_the_hardway_bet", 500) for word in HARDWAYS),
]  # fmt: skip
LINE, ODDS = [wager("pass_bet", 1000), wager("dont_pass_bet", 1000)], [wager("supplemental_pass_bet", 2000)]


def full_layout(state: Table, number: int) -> list[Answer]:
    """Every wager that is not up: both lines, double odds, all numbers placed and bought, Hardways, 27 on one roll."""
    up = {key for key, _ in state.up}
    found = [*ONE_ROLL, *(answer for answer in LASTING if (1, answer.wager, answer.on) not in up)]
    if not state.point:
        return [*found, *LINE]
    return found if (1, "supplemental_pass_bet", "") in up else [*found, *ODDS]


# One-roll bets of the mix: our names and theirs.
MIXED: dict[str, Any] = {
    "field_bet": Field, "any_seven_bet": Any7, "any_craps_bet": AnyCraps, "craps_two_bet": Two, "craps_three_bet": Three,
    "eleven_in_one_roll_bet": Yo, "craps_twelve_bet": Boxcars,
}  # fmt: skip
Tender = tuple[int, int, list[tuple[str, int]]]  # dollars on the line, the multiple of its odds, one-roll bets


def tenders(count: int) -> list[Tender]:
    """For every throw what a player would wager: any amount on the line and behind it, up to three bets on one roll."""
    source = random.Random(19)
    return [
        (
            source.randint(5, 100),
            source.randint(0, 2),
            [(kind, source.randint(5, 60)) for kind in source.sample([*MIXED], source.randint(0, 3))],
        )
        for _ in range(count)
    ]


def mixed(wanted: list[Tender]) -> Bettor:
    def bettor(state: Table, number: int) -> list[Answer]:
        line, multiple, others = wanted[number - 1]
        found = [wager(kind, dollars * 100) for kind, dollars in others]
        if not state.point:
            found.append(wager("pass_bet", line * 100))
        elif multiple and len(state.up) == 1:
            found.append(wager("supplemental_pass_bet", state.up[0][1] * multiple))
        return found

    return bettor


# --- theirs -------------------------------------------------------------------------------------------------


def played(strategy: Strategy, dice: Dice, players: int = 1) -> Callable[[], int]:
    def work() -> int:
        table = TheirTable()
        for _ in range(players):
            table.add_player(10**9, strategy)
        table.fixed_run(dice)
        return len(dice)

    return work


def their_odds() -> list[Strategy]:
    return [BetPassLine(10), PassLineOddsMultiplier(dict.fromkeys(POINTS, 2.0))]


class TheirMix(Strategy):
    """The same wagers as ``mixed``, throw by throw."""

    def __init__(self, wanted: list[Tender]) -> None:
        super().__init__()
        self.wanted = wanted

    def completed(self, player: Any) -> bool:
        return False

    def update_bets(self, player: Any) -> None:
        line, multiple, others = self.wanted[player.table.dice.n_rolls]
        for kind, dollars in others:
            player.add_bet(MIXED[kind](dollars))
        if not player.table.point.number:
            player.add_bet(PassLine(line))
        elif multiple and len(player.bets) == 1 + len(others):
            player.add_bet(Odds(PassLine, player.table.point.number, player.bets[0].amount * multiple))


def their_layout() -> Iterable[Strategy]:
    yield from their_odds()
    yield from (BetDontPass(10), BetField(5), BetAny7(5), AddIfNotBet(AnyCraps(5)), BetTwo(5), BetThree(5), BetYo(5))
    yield from (BetBoxcars(5), AddIfNotBet(CAndE(4)), BetHorn(4), BetWorld(5))
    yield BetPlace(dict.fromkeys(POINTS, 30.0), mode=StrategyMode.ADD_IF_NOT_BET, skip_point=False)
    yield from (BetBuy(number, 20) for number in POINTS)
    # BetHardWay takes a number, though its annotation says tuple[int].
    yield from (BetHardWay(cast(Any, sum(pair)), 5) for pair in HARDWAYS.values())
    yield from (BetHop(pair, 5) for pair in [*HARDWAYS.values(), *HOPS])


def run() -> dict[str, float | str]:
    found: dict[str, float | str] = {}
    many, few = thrown(4000), thrown(800)
    wanted = tenders(len(many))
    pairs = {
        "Pass Line with double odds, one player": (
            audited(pass_with_odds(1), many), played(AggregateStrategy(*their_odds()), many),
        ),
        "a random mix of wagers and amounts, one player": (
            audited(mixed(wanted), many), played(TheirMix(wanted), many),
        ),
        "Pass Line with double odds, eight players": (
            audited(pass_with_odds(8), many), played(AggregateStrategy(*their_odds()), many, 8),
        ),
        f"a layout of {len(ONE_ROLL) + len(LASTING) + 3} wagers": (
            audited(full_layout, few), played(AggregateStrategy(*their_layout()), few),
        ),
    }  # fmt: skip
    for what, (ours, others) in pairs.items():
        mine, theirs = side_by_side(ours, others)
        found[f"audited throws/s, {what}"] = mine
        found[f"crapssim throws/s, {what}"] = theirs
        found[f"times crapssim, {what}"] = f"{mine / theirs:.1f}"
    return found

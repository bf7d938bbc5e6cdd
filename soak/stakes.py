"""Random lawful filings with breakage, chips, raised odds and rounded vigorish: what the engine pays is what the edge at the
stake says, to the cent, and what kernels play at the stake is within four standard errors of it.

Rounding changes what an outcome nets and not how likely it is. So it is enough that every amount the engine pays is the one
of an outcome at the stake; the chances behind it are those of the published edge, which ``soak edges`` holds.
"""

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pitboss
from pitboss import catalogue
from pitboss.events import Paid, Settlement
from pitboss.game import Game
from pitboss.mathematics.kit.comparison import exact_edge_for
from pitboss.mathematics.kit.edge import Edge, edges_at, edges_for
from pitboss.mathematics.kit.kernel import kernels
from pitboss.mathematics.kit.runner import simulate
from pitboss.mathematics.kit.stakes import nets_at
from pitboss.money import Cents
from pitboss.procedure import Answer, Refused
from pitboss.submission import RulesSubmission, submit

FILINGS, ROUNDS, SIMULATED, SEED, BOUND = 60, 200, 4_000_000, 41, 4.5
UNITS = (None, "0.25", "0.50", "1.00", "2.50", "5.00", "25.00")
BREAKAGES = ("up_to_cent", "down_to_cent", "down_to_chip", "up_to_chip", "refuse")
RAISED = ("6 to 5", "13 to 10", "7 to 6", "11 to 9")
BACCARAT = ("minibaccarat", "midibaccarat", "baccarat")
GAMES = ("roulette", "big-six-wheel", "craps", "mini-craps", *BACCARAT, "pai-gow", "blackjack", "casino-war", "sic-bo")
KERNELS = ("roulette", "big-six-wheel", "craps", "minibaccarat", "blackjack")
Nets = Callable[[RulesSubmission, Edge, Cents], dict[str, Cents]]


def filing(game: Game, source: random.Random) -> RulesSubmission:
    """A lawful filing that rounds something."""
    while True:
        chosen: dict[str, Any] = {n: v for n, v in game.example().chosen.items() if v is not None and n != "limits"}
        chosen |= {"breakage": source.choice(BREAKAGES), "minimum": source.choice(("1.00", "5.00", "15.00"))}
        chosen |= {"unit": unit} if (unit := source.choice(UNITS)) else {}
        chosen |= {"maximum": "5000.00"}
        if game.name == "roulette":
            chosen["payouts"] = {"red": source.choice(RAISED), "straight": "35.5 to 1"}
        elif game.name == "big-six-wheel":
            chosen["payouts"] = {"$1": source.choice(RAISED), "$5": "5.25 to 1"}
        elif game.name in BACCARAT:
            chosen |= {"tie_odds": source.choice(("8 to 1", "8.5 to 1", "8.25 to 1"))}
            chosen |= {"vigorish_rounding": source.choice(("exact", "next_25_cents"))}
        elif game.name == "pai-gow":
            chosen |= {"vigorish_rounding": source.choice(("exact", "next_25_cents"))}
        elif game.name in ("craps", "mini-craps"):
            chosen |= {"buy_bets": True, "lay_bets": "in_addition", "vigorish_collected": "on_win"}
            chosen |= {"vigorish_rounding": source.choice(("exact", "down_to_chip", "nearest"))}
        try:
            return submit(game.rules, chosen)
        except Refused:
            continue


def compare(game: Game, rules: RulesSubmission, source: random.Random, rounds: int, nets: Nets = nets_at) -> int:
    """How many payments of the engine were set beside the figure at their stake; every one is the same."""
    edges = {(edge.wager, edge.on): edge for edge in edges_for(game, rules) if _simple(edge)}
    table, compared = pitboss.Table(game, rules, seed=source.randrange(1 << 62)), 0
    for _ in range(rounds):
        wagers = list(_wagers(game, rules, table.state, source))
        played = table.play(wagers, lambda question, seen: source.choice(list(question.lawful())))
        for event in played.events:
            if not isinstance(event, Paid) or event.hand or event.against:
                continue
            edge = edges.get((event.wager, event.on)) or edges.get((event.wager, ""))
            if edge is None:
                continue
            known = nets(rules, edge, event.stake)
            assert _net(event) in known.values(), (game.name, rules.chosen, event, known)
            compared += 1
    return compared


def _simple(edge: Edge) -> bool:
    """An edge of one wager by itself, whose outcomes are what the engine pays on it."""
    return edge.at_stake is not None and edge.progressive is None and edge.strategy != "full odds"


def _net(event: Settlement) -> Cents:
    return event.returned - event.stake - event.vigorish


def _wagers(game: Game, rules: RulesSubmission, state: Any, source: random.Random) -> Iterator[Answer]:
    """The main wager, and some others on whatever spots, each of a lawful amount."""
    main = [spot for spot in rules.spots if not rules.spots[spot].kind.needs]
    spots = {source.choice(main)} | {source.choice(list(rules.spots)) for _ in range(3)}
    if game.name in ("craps", "mini-craps"):
        up = {(kind, on) for (_, kind, on), _ in state.up}
        lasting = ("place_bet_to_win", "place_bet_to_lose", "buy_bet", "lay_bet", "field_bet")
        spots = {spot for spot in rules.spots if spot[0] in lasting and source.random() < 0.3 and spot not in up}
        spots |= {("pass_bet", "")} if not state.point and ("pass_bet", "") not in up else set()
    elif game.name == "blackjack":
        spots = {("blackjack", "")}
    elif game.name == "casino-war":
        spots = {("initial", "")}
    for kind, on in spots:
        terms = rules.spots[kind, on]
        amount = terms.in_steps(source.randrange(terms.least, 20_000))
        refuse = rules.payout_rounding.refuse
        while refuse and terms.breaks(amount, refuse):
            amount += terms.step
        if terms.takes(amount):
            yield pitboss.wager(kind, amount, on)


def simulated(game: Game, rules: RulesSubmission, stake: Cents, rounds: int, *, at_stake: bool = True) -> float:
    """How many standard errors the kernels at a stake are away from the edge there, or (a control) from the unrounded one."""
    edges, most = edges_at(game, rules, edges_for(game, rules), stake), 0.0
    for kernel in kernels(game, rules, stake):
        for estimate in simulate(kernel, rounds, SEED)[-1].estimates:
            edge = exact_edge_for(kernel, estimate.wager, edges)
            if edge is None or edge.at_stake is None or edge.at_stake.stake != stake or not estimate.rounds:
                continue
            if edge.worst_stake is not None and estimate.hits < 1000:
                continue  # a rare award has no such bounds
            exact = edge.at_stake.house_edge if at_stake else edge.house_edge
            most = max(most, estimate.errors_from(exact, edge.half_width))
    return most


def campaign(filings: int = FILINGS, rounds: int = ROUNDS, names: Sequence[str] = (), played: int = SIMULATED) -> None:
    for name in names or GAMES:
        game, source, compared, most = catalogue.game(name), random.Random(SEED), 0, 0.0
        for _ in range(filings):
            rules = filing(game, source)
            compared += compare(game, rules, source, rounds)
            if name in KERNELS and played:
                terms = next(iter(rules.spots.values()))
                stake = terms.in_steps(source.randrange(terms.smallest, 5_000))
                try:
                    most = max(most, simulated(game, rules, stake, played))
                except Refused:
                    continue  # a stake that is refused where breakage is, or too large for a tally
        print(
            f"  {name}: {filings} filings, {compared:,} payments as published, kernels at most {most:.2f} s.e.",
            flush=True,
        )
        assert compared, f"{name}: nothing was compared"
        assert most < BOUND, f"{name}: {most:.2f} standard errors away"


def main() -> None:
    campaign()


if __name__ == "__main__":
    campaign(names=sys.argv[1:])

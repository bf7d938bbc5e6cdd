"""Audited rounds of every game, one seat, beside a hand of poker that PokerKit plays by its rules: turn by turn, in one run.

A few hundred rounds of each game are played once at random, wagers, amounts and decisions; what is measured is the same answers
given again, each round folded into a ledger that must balance, encoded and chained. No game is favored: the wagers are any that
its example offers.
"""

import random
import time

from bench import peers
from bench.measure import Measured
from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.events import Event
from pitboss.game import Game, RoundStart
from pitboss.journal import Journal, step
from pitboss.ledger import Ledger
from pitboss.procedure import Answer
from pitboss.submission import RulesSubmission
from pitboss.testkit.random_play import play_out

ROUNDS, WAGERS, REPEATS = 200, 3, 5
PEER = "PokerKit hands/s, heads-up"
Played = list[tuple[object, RoundStart, list[Answer]]]


def run() -> dict[str, float | str]:
    games = {name: (game, game.example()) for name, game in catalogue.games().items()}
    played = {name: at_random(game, rules) for name, (game, rules) in games.items()}
    rates: dict[str, list[float]] = {name: [] for name in games}
    floors: dict[str, list[float]] = {name: [] for name in games}
    theirs: list[float] = []
    for turn in range(REPEATS + 1):
        found = {name: rate(*games[name], played[name]) for name in games}
        least = {name: written(*games[name], played[name]) for name in games}
        other = peers.rate("pokerkit")
        if not turn:  # the first warms caches
            continue
        for name in games:
            rates[name].append(found[name])
            floors[name].append(least[name])
        theirs += [other] if other is not None else []
    named = peers.version("pokerkit")
    return {
        PEER: Measured(theirs) if theirs else peers.ABSENT,
        "PokerKit": f"{named}: No-Limit Hold'em, all automations, checked and called down" if named else peers.ABSENT,
        **{f"audited {name} rounds/s, one seat": Measured(found) for name, found in rates.items()},
        **{f"ledger and record alone, {name} rounds/s, one seat": Measured(found) for name, found in floors.items()},
    }


def at_random(game: Game, rules: RulesSubmission) -> Played:
    """Each round with the state that it began from, so that it can be played again alone."""
    pick, state, played = random.Random(58), game.open(rules), Played()
    for number in range(1, ROUNDS + 1):
        start = RoundStart(number, seated=(1,))
        play = Round(game, rules, state, start)
        play_out(play, pick.randrange, seats=1, wagers=WAGERS)
        played.append((state, start, [one for one in play.history if isinstance(one, Answer)]))
        state = play.result
    return played


def rate(game: Game, rules: RulesSubmission, played: Played) -> float:
    ledger, journal = Ledger(), Journal("bench")
    begun = time.process_time()
    for state, start, given in played:
        _write(ledger, journal, given, _told(game, rules, state, start, given))
    return len(played) / (time.process_time() - begun)


def written(game: Game, rules: RulesSubmission, played: Played) -> float:
    """The same without playing: no rules, however fast, could be above that."""
    told = [(given, _told(game, rules, state, start, given)) for state, start, given in played]
    ledger, journal = Ledger(), Journal("bench")
    begun = time.process_time()
    for given, events in told:
        _write(ledger, journal, given, events)
    return len(told) / (time.process_time() - begun)


def _told(game: Game, rules: RulesSubmission, state: object, start: RoundStart, given: list[Answer]) -> list[Event]:
    play = Round(game, rules, state, start)
    events = play.events
    events += play.feed(given)
    return events


def _write(ledger: Ledger, journal: Journal, given: list[Answer], events: list[Event]) -> None:
    ledger.fold(events)
    ledger.check()
    journal.append("step", step(given, events))

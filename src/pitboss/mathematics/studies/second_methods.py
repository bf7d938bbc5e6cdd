"""A second method beside each edge: a simulation with its seed and blocks, the procedure itself through every way of chance,
and the generator of the house under known answers and a count.

Nothing here works out an edge: what is found is set beside the edge that is published.
"""

import hashlib
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import lcm, sqrt
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.drivers.enumeration import outcomes
from pitboss.drivers.fair import Stream, shuffle_seed
from pitboss.drivers.round import Round
from pitboss.drivers.taking_part import amount_on, base_wagers
from pitboss.events import Settlement
from pitboss.game import Game, RoundStart
from pitboss.mathematics.kit import parts
from pitboss.mathematics.kit.chi_square import chi_square
from pitboss.mathematics.kit.edge import Edge
from pitboss.mathematics.kit.strategy import default_answer
from pitboss.money import Breakage
from pitboss.procedure import Answer, Draw, Refused
from pitboss.submission import RulesSubmission
from pitboss.wagers import WAGER, Terms, close_betting

if TYPE_CHECKING:
    from pitboss.mathematics.kit.estimate import Estimate

MOST_WAYS = 1_000  # of chance that are played through one by one
DRAWS, SHUFFLES = 20_000, 2_600  # of the house's generator
KNOWN_WORDS = "76b8e0ada0f13d90405d6ae55386bd28"  # RFC 8439, A.1: ChaCha20 under a key of zeros
SEAT = 1


# --- a simulation


class SimulatedWager(msgspec.Struct, frozen=True):
    """What a kernel found of a wager, and how far that is from its exact edge, in standard errors that follow from the exact
    distribution."""

    kernel: str
    strategy: str
    estimate: "Estimate"
    edge: Edge | None

    @property
    def apart(self) -> float | None:
        if self.edge is None or not self.estimate.rounds or not self.edge.variance:
            return None
        gap = max(Fraction(0), abs(self.estimate.house_edge - self.edge.house_edge) - self.edge.half_width)
        return float(gap) / sqrt(self.edge.variance / self.estimate.rounds)


def simulated(
    game: Game, rules: RulesSubmission, edges: Iterable[Edge], rounds: int, seed: int
) -> list[SimulatedWager]:
    """Every kernel of the game, so many rounds each; nothing where the game has none."""
    from pitboss.mathematics.kit.comparison import exact_edge_for  # only here: a house may lack what kernels need
    from pitboss.mathematics.kit.kernel import kernels
    from pitboss.mathematics.kit.runner import simulate

    try:
        every = kernels(game, rules)
    except Refused:
        return []
    known = list(edges)
    return [
        SimulatedWager(kernel.name, kernel.strategy, found, exact_edge_for(kernel, found.wager, known))
        for kernel in every
        for found in simulate(kernel, rounds, seed)[-1].estimates
    ]


def blocks_of(rounds: int) -> str:
    """The blocks of a simulation, as a person reads them."""
    from pitboss.mathematics.kit.runner import BLOCK

    many, rest = divmod(rounds, BLOCK)
    whole = f"{many} of {BLOCK:,} rounds" if many else ""
    return " and ".join(filter(None, (whole, f"one of {rest:,}" if rest else "")))


# --- the procedure itself


class PlayedThrough(msgspec.Struct, frozen=True):
    """A wager played by the procedure through every way of chance: what that makes of its edge, beside the mathematics."""

    wager: str
    on: str
    equipment: str
    ways: int
    edge: Fraction
    mathematics: Fraction


def played_through(game: Game, rules: RulesSubmission, edges: Iterable[Edge]) -> Iterator[PlayedThrough]:
    """Wagers that one throw or one spin decides, one of each that do the same; and, where the game has one, a shoe so small that
    every order of it can be played (``mathematics/<game>/small_shoe.py``)."""
    plain = msgspec.structs.replace(rules, unit=None, breakage=Breakage.UP_TO_CENT)
    seen = list[Edge]()
    for edge in edges:
        terms = plain.spots.get((edge.wager, edge.on))
        if terms is None or any(edge == msgspec.structs.replace(one, on=edge.on) for one in seen):
            continue
        seen.append(edge)
        if found := _thrown(game, plain, edge, terms):
            yield found
    small: Any = parts.load(game, "small_shoe")
    if small is not None:
        yield from small.played_through(game, plain)


def _thrown(game: Game, rules: RulesSubmission, edge: Edge, terms: Terms) -> PlayedThrough | None:
    whole = lcm(100, *(odds.stake * 100 for odds in terms.odds), terms.parts)
    amount = terms.in_steps(max(terms.least, whole))
    if not terms.takes(amount):
        return None
    wager = Answer(SEAT, WAGER, edge.wager, edge.on, amount)
    asked = first_draw(game, rules, (wager,))
    if asked is None or not asked.independent or len(asked.weights) > MOST_WAYS or not _is_alone(game, rules, wager):
        return None
    net, ways = Fraction(0), 0
    for chance, events in outcomes(lambda: _begun(game, rules, (wager,)), _usual):
        settled = [event for event in events if isinstance(event, Settlement) and event.wager == edge.wager]
        if not settled:
            return None  # it stays up: several throws decide it
        net += chance * sum(Fraction(event.returned - event.stake - event.vigorish, amount) for event in settled)
        ways += 1
    return PlayedThrough(edge.wager, edge.on, asked.device, ways, -net, edge.house_edge)


def _is_alone(game: Game, rules: RulesSubmission, wager: Answer) -> bool:
    """Whether a round asks chance once only."""
    play, drawn = _begun(game, rules, (wager,)), 0
    while not play.closed and drawn < 2:
        drawn += isinstance(play.pending, Draw)
        play.answer(next(iter(play.pending.lawful())) if isinstance(play.pending, Draw) else _usual(play))
    return drawn == 1


def _begun(game: Game, rules: RulesSubmission, wagers: Iterable[Answer]) -> Round:
    """A round in which so much is wagered, as far as the first question after it."""
    play = Round(game, rules, game.open(rules), RoundStart(1, seated=(SEAT,)))
    while play.elections():
        play.answer(_usual(play))
    for wager in wagers:
        if isinstance(play.pending, Draw):  # a card is burned before betting opens
            break
        play.answer(wager)
    return play


def _usual(play: Round) -> Answer:
    asked = play.elections()
    return default_answer(asked[0]) if asked else close_betting()


def first_draw(game: Game, rules: RulesSubmission, wagers: Iterable[Answer] = ()) -> Draw | None:
    """What chance is first asked for in a round with these wagers, or with those that one needs to take part."""
    least = [
        Answer(SEAT, WAGER, terms.kind.name, terms.on, amount_on(terms, rules)) for terms in base_wagers(game, rules)
    ]
    needed = {each.wager: each for each in reversed(least)}  # on one place of each kind
    try:
        play = _begun(game, rules, wagers or reversed(needed.values()))
        while not (play.closed or isinstance(play.pending, Draw)):
            play.answer(_usual(play))
        return play.pending if isinstance(play.pending, Draw) else None
    except Refused:  # such a wager cannot be made alone
        return None


# --- the house's generator


class CountedChance(msgspec.Struct, frozen=True):
    """A count of what the generator gave: how many were drawn, the statistic, its freedom, and the chance of as much or more."""

    what: str
    count: int
    statistic: float
    freedom: int

    @property
    def chance(self) -> float:
        return chi_square(self.statistic, self.freedom)


def generator_is_known() -> bool:
    """Whether the keystream under a key of zeros is the one that is published."""
    stream = Stream(bytes(32))
    return b"".join(stream.word().to_bytes(4, "little") for _ in range(4)).hex() == KNOWN_WORDS


def counted_chance(game: Game, rules: RulesSubmission, seed: int) -> Iterator[CountedChance]:
    """The equipment of a game, drawn by the generator that deals at the tables, under seeds that follow from ``seed``."""
    asked = first_draw(game, rules)
    if asked is None:
        return
    key = hashlib.sha256(f"pitboss laboratory\n{seed}".encode()).digest()
    if asked.independent:
        stream = Stream(key)
        yield _counted(
            f"{asked.device}: each outcome", asked.weights, (stream.choice(asked.weights) for _ in range(DRAWS))
        )
        return
    cards = [card for card, count in asked.weights.items() for _ in range(count)]
    orders = [Stream(shuffle_seed(key, n, bytes(32))).shuffled(cards) for n in range(SHUFFLES)]
    for place in (0, len(cards) - 1):
        yield _counted(
            f"{asked.device}: card {place + 1} of {len(cards)}", asked.weights, (each[place] for each in orders)
        )
    marked = range(len(cards))  # the same shuffles of numbers: where the first card of the full shoe comes to lie
    tenth = {str(part): len(range(part, len(cards), 10)) for part in range(10)}
    places = (Stream(shuffle_seed(key, n, bytes(32))).shuffled(marked).index(0) % 10 for n in range(SHUFFLES))
    yield _counted(f"{asked.device}: where one card comes to lie", tenth, map(str, places))


def _counted(what: str, weights: Any, drawn: Iterable[str]) -> CountedChance:
    counts, many = dict.fromkeys(weights, 0), 0
    for outcome in drawn:
        counts[outcome] += 1
        many += 1
    whole = sum(weights.values())
    statistic = sum(
        (
            Fraction((counts[name] * whole - weight * many) ** 2, weight * many * whole)
            for name, weight in weights.items()
        ),
        Fraction(0),
    )
    return CountedChance(what, many, float(statistic), len(weights) - 1)

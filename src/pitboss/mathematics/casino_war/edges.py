"""Casino War: every pair of ranks on the original deal, and every pair on the War deal after each tie."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache

from pitboss.chapters.ch651a_casino_war import (
    DECKS,
    ON_WAR,
    RANKING,
    Result,
    Rules,
    compare,
    initial_pays,
    tie_pays,
    war_pays,
)
from pitboss.equipment.cards import SUITS
from pitboss.game import Game
from pitboss.mathematics.kit.edge import Covariance, Edge, Outcome, beside, distribution
from pitboss.money import Odds
from pitboss.submission import RulesSubmission

Lines = list[tuple[str, Fraction, Fraction]]  # name, net, probability
LOST = Fraction(-1)
HALF = Fraction(-1, 2)  # 651a.9(c)(1)


def deals(decks: int, out: str = "") -> Iterator[tuple[str, str, Fraction]]:
    """Each pair of ranks, player's and dealer's, with its probability when the ranks in ``out`` are gone.

    Burned cards and other players' cards are unseen and change nothing.
    """
    left = {rank: len(SUITS) * decks - out.count(rank) for rank in RANKING}
    total = sum(left.values())
    for mine in RANKING:
        for dealers in RANKING:
            yield mine, dealers, Fraction(left[mine] * (left[dealers] - (mine == dealers)), total * (total - 1))


@cache
def results(decks: int, out: str = "") -> Mapping[Result, Fraction]:
    """How likely the player's card is lower, higher and equal."""
    return results_without(decks, out)


def results_without(decks: int, out: str) -> Mapping[Result, Fraction]:
    """The same, worked out again: where ``out`` is all that a player has seen, it is hardly ever asked for twice."""
    found = dict.fromkeys(Result, Fraction(0))
    for mine, dealers, chance in deals(decks, out):
        found[compare(mine, dealers)] += chance
    return found


@cache
def war_results(decks: int, out: str = "") -> Mapping[Result, Fraction]:
    """The same of the War deal, which always follows a tie hand: two cards of one rank are out."""
    found = dict.fromkeys(Result, Fraction(0))
    tied = results(decks, out)[Result.TIE]
    for mine, dealers, chance in deals(decks, out):
        if mine == dealers:
            for result, then in results(decks, out + mine + dealers).items():
                found[result] += chance / tied * then
    return found


def edges(rules: Rules) -> list[Edge]:
    decks = rules.shoe_decks
    mains = (
        beside(initial(decks, fights=each), [(tie(decks), with_tie(decks, fights=each))]) for each in (True, False)
    )
    return [*mains, war(decks), tie(decks), tie_on_war(decks)]


@cache
def initial(decks: int, *, fights: bool) -> Edge:
    """The Initial Wager, every tie hand fought out or every one surrendered."""
    tied, outcomes = results(decks)[Result.TIE], distribution(initial_lines(decks, fights=fights))
    return Edge(
        "651a", "casino-war", "initial", outcomes, decks=decks,
        options={"tie_hand": "war" if fights else "surrender"},
        strategy="optimal" if fights else "always surrender",
        staked=1 + tied if fights else Fraction(1),
        covariance=_covariance(outcomes, two_cards(decks, fights=fights)),
        note="with War on every tie hand, which costs less than surrender" if fights else "",
    )  # fmt: skip


def initial_lines(decks: int, out: str = "", *, fights: bool) -> Lines:
    """How the Initial Wager ends, when the ranks in ``out`` are gone."""
    lines: Lines = []
    for result, chance in results(decks, out).items():
        if result is not Result.TIE:
            lines.append((result, _net(initial_pays(result)), chance))
        elif fights:
            lines += [(f"war {o.name}", o.net, o.probability * chance) for o in _war_outcomes(decks, out)]
        else:
            lines.append(("surrender", HALF, chance))
    return lines


def _war_outcomes(decks: int, out: str = "") -> tuple[Outcome, ...]:
    """What Initial and War Wager together net in a War; the Initial Wager is lost with the War Wager or returned."""
    nets = {result: war_pays(result) for result in Result}
    lines = [
        (str(result), 2 * LOST if nets[result] is None else _net(nets[result]), chance)
        for result, chance in war_results(decks, out).items()
    ]
    return distribution(lines)


@cache
def war(decks: int) -> Edge:
    """Initial and War Wager from the tie hand on: what War costs where surrender costs one half."""
    return Edge(
        "651a", "casino-war", "war", _war_outcomes(decks), decks=decks, staked=Fraction(2),
        note="Initial and War Wager together once there is a tie hand; surrender there costs 1/2", conditional=True,
    )  # fmt: skip


@cache
def tie(decks: int) -> Edge:
    """The Tie Wager on the original deal."""
    nets = {result: _net(tie_pays(result)) for result in Result}
    product = sum((nets[one] * nets[two] * chance for one, two, _, chance in pairs(decks)), Fraction(0))
    lines = distribution(tie_lines(results(decks)))
    return Edge("651a", "casino-war", "tie", lines, decks=decks, covariance=_covariance(lines, product))


@cache
def tie_on_war(decks: int) -> Edge:
    """The Tie Wager on the War deal."""
    return Edge("651a", "casino-war", "tie", distribution(tie_lines(war_results(decks))), on=ON_WAR, decks=decks)


# --- two players against the same dealer -----------------------------------------------------------------------------


def pairs(decks: int, out: str = "") -> Iterator[tuple[Result, Result, str, Fraction]]:
    """What two players' cards are against one card of the dealer, the three ranks, and how likely that is."""
    left = {rank: len(SUITS) * decks - out.count(rank) for rank in RANKING}
    total = sum(left.values())
    every = total * (total - 1) * (total - 2)
    for dealers in RANKING:
        for one in RANKING:
            for two in RANKING:
                same = one == dealers, (two == one) + (two == dealers)
                ways = left[dealers] * (left[one] - same[0]) * (left[two] - same[1])
                yield compare(one, dealers), compare(two, dealers), dealers + one + two, Fraction(ways, every)


@cache
def two_cards(decks: int, *, fights: bool) -> Fraction:
    """The mean product of what two Initial Wagers net, each with its War; both Wars are against the same War card."""
    plain: dict[Result, Fraction] = {
        result: _net(initial_pays(result)) for result in Result if result is not Result.TIE
    }
    war = {result: 2 * LOST if (odds := war_pays(result)) is None else odds.net for result in Result}
    total = Fraction(0)
    for one, two, ranks, chance in pairs(decks):
        tied = (one, two).count(Result.TIE)
        if tied == 0:
            total += chance * plain[one] * plain[two]
        elif not fights:
            total += chance * (HALF * HALF if tied == 2 else HALF * plain[two if one is Result.TIE else one])
        elif tied == 1:
            after = results(decks, "".join(sorted(ranks)))
            total += chance * plain[two if one is Result.TIE else one] * sum(war[r] * p for r, p in after.items())
        else:
            total += chance * sum((war[a] * war[b] * p for a, b, _, p in pairs(decks, ranks)), Fraction(0))
    return total


def with_tie(decks: int, *, fights: bool) -> Fraction:
    """The mean product of what the Initial Wager, with its War, and the Tie Wager of one player net."""
    tied = sum((o.net * o.probability for o in _war_outcomes(decks)), Fraction(0)) if fights else HALF
    products = (
        chance * _net(tie_pays(result)) * (tied if result is Result.TIE else _net(initial_pays(result)))
        for result, chance in results(decks).items()
    )
    return sum(products, Fraction(0))


def _covariance(outcomes: tuple[Outcome, ...], product: Fraction) -> Covariance:
    return Covariance(product - sum((o.net * o.probability for o in outcomes), Fraction(0)) ** 2)


def tie_lines(chances: Mapping[Result, Fraction]) -> Lines:
    """How the Tie Wager ends."""
    return [(result, _net(tie_pays(result)), chance) for result, chance in chances.items()]


def _net(odds: Odds | None) -> Fraction:
    return LOST if odds is None else odds.net


def variants(game: Game) -> Iterator[RulesSubmission]:
    """Six and eight decks in the shoe; how they are shuffled changes nothing."""
    for decks in DECKS:
        yield Rules(decks=decks)

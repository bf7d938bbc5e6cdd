"""The PAR sheet: what a game is expected to do, wager by wager, with the rules, methods and hashes behind it."""

from collections.abc import Iterator
from fractions import Fraction
from importlib.metadata import version
from math import ceil, lcm

import msgspec

from pitboss import __version__
from pitboss.game import Game
from pitboss.mathematics.kit.cache import sources
from pitboss.mathematics.kit.edge import INTERVAL, Covariance, Edge, decimal, edges_for, root
from pitboss.paper import plots
from pitboss.paper.applicable import in_force, shown
from pitboss.paper.document import Block as Part
from pitboss.paper.document import Columns, Document, Drawing, document, heading, paragraph, table
from pitboss.paper.particulars import Particulars
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission, choices

MARKS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
BANDS = (
    Fraction(5, 100),
    Fraction(1, 100),
    Fraction(5, 1000),
    Fraction(1, 1000),
)  # either side of the theoretical hold
NORMAL = Fraction(196, 100)  # standard deviations that 95 of 100 samples lie within
SPOTS = 8  # named one by one; more are counted
DIGITS = 24  # above this, only the probability is printed
Row = tuple[str, ...]


class Block(msgspec.Struct, frozen=True):
    """One wager of the sheet, with all spots on which it does the same."""

    title: str
    note: str
    figures: tuple[Row, ...]  # what, value
    outcomes: tuple[Row, ...]  # outcome, combinations, probability, one in, pays (net), contribution
    holds: tuple[Row, ...]  # rounds, hold from, hold to, of the handle from, to
    rounds: tuple[Row, ...]  # either side, rounds
    plot: str  # SVG


def blocks(game: Game, rules: RulesSubmission) -> list[Block]:
    """Every wager under these rules; a chapter without mathematics has no sheet."""
    edges = edges_for(game, rules)
    if not edges:
        raise Refused(Refusal.NOT_OFFERED, f"{game.title} has no edges worked out under these rules.", game.closed)
    alike: list[tuple[Edge, list[str]]] = []
    for edge in edges:
        same = [spots for known, spots in alike if known == msgspec.structs.replace(edge, on=known.on)]
        if same:
            same[0].append(edge.on)
        else:
            alike.append((edge, [edge.on]))
    return [_block(game, edge, spots) for edge, spots in alike]


def _block(game: Game, edge: Edge, spots: list[str]) -> Block:
    kind = next((k for k in game.wagers if k.name == edge.wager), None)
    on = f"on any of {len(spots)} spots" if len(spots) > SPOTS else ", ".join(filter(None, spots))
    played = edge.strategy if edge.strategy != "none" else ""
    title = " · ".join(filter(None, (kind.title if kind else edge.wager, on, edge.paytable, played)))
    return Block(
        title,
        edge.note,
        tuple(_figures(edge)),
        tuple(_outcomes(edge)),
        tuple(_holds(edge)),
        tuple(_rounds(edge)),
        plots.of_wager(edge),
    )


def _figures(edge: Edge) -> Iterator[Row]:
    yield "House edge", percent(edge.house_edge)
    if edge.exact:
        yield "as a fraction", str(edge.house_edge)
    elif edge.method == INTERVAL:
        yield "half width (95 %)", percent(edge.half_width)
    if edge.at_stake is not None and edge.worst_stake is not None:
        yield "House edge at a stake, in the filed chips", edge.at_stake.words()
        yield "Worst lawful wager within the limits", edge.worst_stake.words()
    yield "Edge of all money staked", percent(edge.element_of_risk)
    yield "Average staked for each unit", decimal(edge.staked)[:10]
    yield "Wins (hit frequency), pushes, loses", ", ".join(percent(edge.chance(sign)) for sign in (1, 0, -1))
    yield "Volatility: standard deviation of a round", root(edge.variance)[:10]
    yield from _together(edge)
    yield "Method", edge.method
    yield "Played", edge.strategy
    yield from _further(edge)
    for option, value in edge.options.items():
        yield option.replace("_", " "), str(value)


def _together(edge: Edge) -> Iterator[Row]:
    """How boxes of one table, or both hands of a player, vary together, and what that makes of a round; and how the wager
    varies with others on the same hand."""
    if edge.covariance is not None:
        between = edge.covariance.between
        yield _covariance(edge.covariance, f"of two {between}")
        for boxes in edge.boxes:
            yield f"standard deviation of a round with {boxes} {between}", _within(*edge.deviation(boxes))
    for found in edge.beside:
        yield _covariance(found, f"with the {found.wager.replace('_', ' ')} on the same hand")


def _covariance(found: Covariance, what: str) -> Row:
    drawn = f", from {found.rounds:,} rounds, seed {found.seed}" if found.rounds else ""
    return f"Covariance {what} ({found.method}{drawn})", _within(decimal(found.value), decimal(found.half_width))


def _within(value: str, half: str) -> str:
    return value[:10] + (f" ± {half[:7]}" if half != "0" else "")


def _further(edge: Edge) -> Iterator[Row]:
    """What is added to the wager, what others' hands add, and of what a progressive wager is made up."""
    if edge.includes:
        yield "With", ", ".join(name.replace("_", " ") for name in edge.includes)
    if edge.envy:
        yield "Envy Bonus, for each other player", percent(edge.envy)
    if edge.progressive is not None:
        part = edge.progressive
        yield "Progressive: fixed awards", percent(part.fixed)
        yield "set aside for the meter", percent(part.rate)
        yield "chance of the top award × seed", f"{part.top} × {decimal(part.seed)} = {percent(part.top * part.seed)}"
        yield "meter at which a wager breaks even", f"${float(part.even / 100):,.2f}"


def _outcomes(edge: Edge) -> Iterator[Row]:
    every = lcm(*(outcome.probability.denominator for outcome in edge.outcomes))
    counted = edge.exact and len(str(every)) <= DIGITS
    for outcome in edge.outcomes:
        chance = outcome.probability
        ways = f"{chance.numerator * (every // chance.denominator):,}" if counted else ""
        often = _number(1 / chance) if chance else "never"
        pays = ("+" if outcome.net > 0 else "") + _number(outcome.net)
        yield outcome.name, ways, f"{float(chance):.8g}", often, pays, percent(outcome.net * chance)
    total = sum((outcome.net * outcome.probability for outcome in edge.outcomes), Fraction(0))
    yield "all", f"{every:,}" if counted else "", "1", "", "", percent(total)


def _number(value: Fraction) -> str:
    """Six digits, and no less than the whole part."""
    return f"{float(value):,.0f}" if abs(value) >= 10**5 else f"{float(value):,.6g}"


def _holds(edge: Edge) -> Iterator[Row]:
    """Between what the actual hold lies in 95 of 100 samples of so many rounds: of the initial wagers, and of the handle, which
    is all that was staked."""
    from pitboss.mathematics.kit.bands import band

    for rounds in MARKS:
        low, high = band(edge, rounds)
        bounds = (low, high, low / edge.staked, high / edge.staked)
        yield f"{rounds:,}", *map(percent, bounds)


def _rounds(edge: Edge) -> Iterator[Row]:
    """How many rounds it takes until 95 of 100 samples hold as much as theory says, within so much."""
    for within in BANDS:
        yield f"± {float(100 * within):g} points", f"{ceil(NORMAL**2 * edge.variance / within**2):,}"


def percent(value: Fraction) -> str:
    return f"{float(100 * value):.4f} %"


# --- on paper ----------------------------------------------------------------------------------------------

OUTCOMES = ("Outcome", "Combinations", "Probability", "One in", "Pays (net)", "Contribution")
HOLDS = ("Rounds", "Hold from", "Hold to", "Of handle from", "to")
ROUNDS = ("Actual within", "Rounds, about")
FOOT = (
    "Edges are for the odds as filed, before any rounding, for each unit of the initial wager. "
    "At a stake they are with the filed chip, breakage and rounding of vigorish. Combinations are in lowest terms."
)


def made_with() -> list[Row]:
    """Versions and the hash of the mathematics' own sources."""
    numeric = ", ".join(f"{name} {version(name)}" for name in ("numpy", "numba"))
    return [("pitboss", __version__), ("Mathematics", f"sources {sources()}"), ("Libraries", numeric)]


def filed(game: Game, rules: RulesSubmission) -> list[Row]:
    """Every choice of the submission: name, value, provision; one that is suspect says so."""
    values, suspect = (
        in_force(rules),
        {doubt.choice: f" (suspect, {doubt.cite})" for doubt in rules.doubts()},
    )
    return [
        (name.replace("_", " "), shown(values[name]) + suspect.get(name, ""), note.cite)
        for name, (_, note, _) in choices(type(rules)).items()
    ]


def document_of(game: Game, rules: RulesSubmission, particulars: Particulars | None = None) -> Document:
    body: list[Part] = [
        paragraph(FOOT),
        heading("Rules filed"),
        table(("Choice", "Value", "Provision"), filed(game, rules)),
    ]
    for block in blocks(game, rules):
        body += [
            heading(block.title),
            *([paragraph(sentence(block.note))] if block.note else []),
            table(("", ""), block.figures),
            table(OUTCOMES, block.outcomes, numbers=(1, 2, 3, 4, 5)),
            Columns(
                (table(HOLDS, block.holds, numbers=(0, 1, 2, 3, 4)),),
                (table(ROUNDS, block.rounds, numbers=(0, 1)),),
            ),
            Drawing(block.plot),
        ]
    body += [heading("Made with"), table(("", ""), made_with())]
    return document(game, rules, "PAR sheet", body, particulars)


def sentence(note: str) -> str:
    return note[0].upper() + note[1:] + "."

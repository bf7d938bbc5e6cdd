"""What is lawful in a draft, but should be looked at twice before it is filed."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from pitboss.editions import PROPOSALS
from pitboss.game import Game
from pitboss.house.filings.proposals import caution
from pitboss.house.protocol.filings import MistakeLine
from pitboss.house.protocol.info import SpotEdge
from pitboss.money import Cents, Odds, dollars
from pitboss.submission import CHIP_STEP, ROUNDING, RulesSubmission
from pitboss.wagers import Terms, WagerKind

POSTED = "I-GEN-34"  # posted minimum and maximum
SIDE = frozenset({"side", "progressive", "fire"})  # groups of wagers that are made besides another one
MUCH_DEARER = Fraction(1, 200)  # by so much a unit a wager may cost more when it is rounded, before it is warned of
MOST_TRIED = 1000  # wagers above a minimum that are tried for one that can be paid in chips


def warnings(game: Game, rules: RulesSubmission, edges: Iterable[SpotEdge]) -> tuple[MistakeLine, ...]:
    """All warnings about lawful rules, those about single wagers once for each kind."""
    text = caution(game, rules)
    found = [
        *([MistakeLine(text, PROPOSALS, "edition" if hasattr(rules, "edition") else "", True)] if text else []),
        *(MistakeLine(doubt.about, doubt.cite, doubt.choice, True) for doubt in rules.doubts()),
        *_favours_the_player(game, edges := list(edges)),
        *_costs_more_in_chips(game, rules, edges),
        *_of_terms(rules),
    ]
    return tuple({line.sentence: line for line in found}.values())


def _favours_the_player(game: Game, edges: Iterable[SpotEdge]) -> Iterator[MistakeLine]:
    for edge in edges:
        # A wager that is made once it is the better choice may favour the player then, and the game not at all.
        if not edge.conditional and (highest := Fraction(edge.edge) + Fraction(edge.half_width)) < 0:
            kind = game.wager(edge.wager)
            words = f"{_called(kind, edge.on)} is in the player's favor: its house edge is {float(highest):.4%}."
            yield MistakeLine(words, kind.cite, _payouts(game), True)


def _costs_more_in_chips(game: Game, rules: RulesSubmission, edges: Iterable[SpotEdge]) -> Iterator[MistakeLine]:
    """Wagers that rounding makes much dearer at some lawful amount: the worst of each kind (I-GEN-41)."""
    worst: dict[str, SpotEdge] = {}
    for edge in edges:
        if edge.worst and Fraction(edge.worst) - Fraction(edge.edge) > MUCH_DEARER:
            worst[edge.wager] = max(worst.get(edge.wager, edge), edge, key=lambda one: Fraction(one.worst))
    for edge in worst.values():
        words = (
            f"{_called(game.wager(edge.wager), edge.on)} of ${dollars(edge.worst_stake)} costs {float(edge.worst):.2%} as payouts "
            f"and vigorish are rounded; before rounding it is {float(edge.edge):.2%}."
        )
        yield MistakeLine(words, ROUNDING, "breakage", True)


def _payouts(game: Game) -> str:
    return "payouts" if "payouts" in game.rules.__struct_fields__ else ""


def _of_terms(rules: RulesSubmission) -> Iterator[MistakeLine]:
    warned = set[tuple[str, str]]()
    for (wager, _), terms in rules.spots.items():
        for topic, line in (
            ("side", _inherits(rules, terms)),
            ("steps", _cannot_be_wagered(terms)),
            ("chips", _cannot_be_paid(rules, terms)),
            ("limit", _above_payout_limit(rules, terms)),
        ):
            if line is not None and (wager, topic) not in warned:
                warned.add((wager, topic))
                yield line


def _inherits(rules: RulesSubmission, terms: Terms) -> MistakeLine | None:
    """A wager made besides another one, for which the table's limits count because none of its own were filed."""
    own = rules.limits.get(terms.kind.name)
    inherited = [
        *(["minimum"] if rules.minimum and terms.least == rules.minimum and not (own and own.minimum) else []),
        *(["maximum"] if rules.maximum and terms.most == rules.maximum and not (own and own.maximum) else []),
    ]
    if terms.kind.group not in SIDE or not inherited:
        return None
    words = (
        f"{_called(terms.kind)} takes {_range(terms)}: it has the table's {' and '.join(inherited)}, none of its own."
    )
    return MistakeLine(words, POSTED, "limits", True)


def _cannot_be_wagered(terms: Terms) -> MistakeLine | None:
    """Limits between the steps of a wager: what can really be wagered is less than is posted."""
    least = -(-terms.least // terms.step) * terms.step
    most = None if terms.most is None else terms.most // terms.step * terms.step
    if least == terms.least and most == terms.most:
        return None
    if most is not None and least > most:
        words = f"No wager on {_called(terms.kind)} is possible: there is no multiple of ${dollars(terms.step)} in {_range(terms)}."
    else:
        really = f"from ${dollars(least)}" + (f" to ${dollars(most)}" if most is not None else "")
        words = f"{_called(terms.kind)} is posted as {_range(terms)}, but in steps of ${dollars(terms.step)} it takes {really}."
    return MistakeLine(words, terms.step_cite or POSTED, "limits", True)


def _cannot_be_paid(rules: RulesSubmission, terms: Terms) -> MistakeLine | None:
    """A smallest wager that wins what cannot be handed over in chips."""
    step = max(terms.step, rules.chip)
    stake = -(-terms.least // step) * step
    odds = next((each for each in terms.odds if not _in_chips(stake, each, rules.chip)), None)
    if odds is None or terms.parts > 1 or terms.charge is not None:
        return None
    even = next((s for s in range(stake, stake + MOST_TRIED * step, step) if _all_in_chips(s, terms, rules.chip)), None)
    then = f"; ${dollars(even)} is the first that can" if even is not None and _within(even, terms) else ""
    words = (
        f"{_called(terms.kind, terms.on)} of ${dollars(stake)} wins ${float(stake * odds.net / 100):,.2f} at {odds}, "
        f"which cannot be paid in chips of ${dollars(rules.chip)}{then}."
    )
    return MistakeLine(words, CHIP_STEP, "unit", True)


def _above_payout_limit(rules: RulesSubmission, terms: Terms) -> MistakeLine | None:
    """A maximum that wins more than the filed payout limit lets the house pay."""
    limit: Cents | None = getattr(rules, "payout_limit", None)
    if limit is None or terms.most is None or terms.kind.group not in SIDE or not terms.odds:
        return None
    best = max(terms.odds, key=lambda odds: odds.net)
    if (most := terms.most * best.net) <= limit:
        return None
    full = int(limit / best.net) // terms.step * terms.step
    words = (
        f"{_called(terms.kind)} of ${dollars(terms.most)} would win ${dollars(int(most))} at {best}, above the payout limit of "
        f"${dollars(limit)}; up to ${dollars(full)} is paid in full."
    )
    return MistakeLine(words, POSTED, "payout_limit", True)


def _in_chips(stake: Cents, odds: Odds, chip: Cents) -> bool:
    return (stake * odds.net) % chip == 0


def _all_in_chips(stake: Cents, terms: Terms, chip: Cents) -> bool:
    return all(_in_chips(stake, odds, chip) for odds in terms.odds)


def _within(stake: Cents, terms: Terms) -> bool:
    return terms.most is None or stake <= terms.most


def _called(kind: WagerKind, on: str = "") -> str:
    return f"{kind.title} {on}".strip()


def _range(terms: Terms) -> str:
    least = f"${dollars(terms.least)}"
    return f"{least} and more" if terms.most is None else f"{least} to ${dollars(terms.most)}"
